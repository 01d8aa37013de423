/* Looking back: a slider, step keys, play; and what the others did since one's own last action, shown again. */

import { refresh, table } from "./load.js";
import { $ } from "./page.js";

let playing = null;

async function look(ply) {
  const slider = $("#replay");
  const at = Math.max(0, Math.min(Number(slider.max), ply));
  const url = new URL(table().dataset.pageUrl, location.href);
  url.searchParams.set("ply", String(at));
  slider.value = String(at);
  history.replaceState(null, "", url);
  await refresh(url.pathname + url.search);
}

function stop() {
  clearTimeout(playing);
  playing = null;
  $("#play-replay")?.setAttribute("aria-pressed", "false");
}

async function playOn() {
  const slider = $("#replay");
  if (!slider || Number(slider.value) >= Number(slider.max)) return stop();
  await look(Number(slider.value) + 1);
  $("#play-replay")?.setAttribute("aria-pressed", "true");
  playing = setTimeout(playOn, 900);
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "replay") return;
  stop();
  look(Number(event.target.value));
});

document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (step) {
    event.preventDefault();
    stop();
    look(Number($("#replay").value) + Number(step.dataset.step));
  }
  if (!event.target.closest?.("#play-replay")) return;
  if (playing) { stop(); return; }
  const slider = $("#replay");
  playing = setTimeout(playOn, 0);
  if (Number(slider.value) >= Number(slider.max)) { clearTimeout(playing); look(0).then(() => { playing = setTimeout(playOn, 500); }); }
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
document.addEventListener("keydown", (event) => {
  const slider = $("#replay");
  if (!slider || !(event.key in STEPS) || event.target.closest?.("input, select, textarea")) return;
  if (event.target.closest?.("[data-handle].legal")) return;
  event.preventDefault();
  stop();
  look(Number(slider.value) + STEPS[event.key]);
});

// --- what the others did, once more -----------------------------------------------------------------------------

let again = 0; // counts up, so that a replay that was interrupted ends

/** Show the table as it was before the others acted, then each of their actions, then the table as it is. */
async function showAgain(from) {
  const mine = again += 1;
  const now = table().dataset.pageUrl;
  for (let ply = from; ply < Number(table().dataset.ply); ply += 1) {
    const url = new URL(now, location.href);
    url.searchParams.set("ply", String(ply));
    await refresh(url.pathname + url.search);
    await new Promise((done) => setTimeout(done, 800));
    if (mine !== again) return;
  }
  await refresh(now);
}

document.addEventListener("click", (event) => {
  const asked = event.target.closest?.("[data-replay-from]");
  if (asked) showAgain(Number(asked.dataset.replayFrom));
  else again += 1;
});
