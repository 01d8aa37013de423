/* Comforts of one browser, kept there: sounds, notices when it is one's turn, how many touches a choice takes. */

import { celebrate } from "./celebrate.js";
import { notifies, setNotify, notify } from "./notices.js";
import { $$, say } from "./page.js";
import { oneTap } from "./picker.js";
import { speed } from "./speed.js";
import { play, setSound, soundOn } from "./sound.js";

const COMFORTS = {
  sound: { get: soundOn, set: (on) => { setSound(on); return on; } },
  notify: { get: notifies, set: setNotify },
  taps: { get: () => oneTap.on, set: (on) => { oneTap.on = on; return on; } },
};

for (const menu of $$(".comfort")) menu.hidden = false;
for (const box of $$("[data-comfort]")) {
  const comfort = COMFORTS[box.dataset.comfort];
  box.checked = comfort.get();
  box.addEventListener("change", async () => { box.checked = await comfort.set(box.checked); });
}

for (const choice of $$("[data-speed]")) {
  choice.value = speed.value;
  choice.addEventListener("change", () => { speed.value = choice.value; });
}

let before = null; // what the page showed when it was last looked at

/** Compare the page with what it showed before: make a sound, and a notice where nobody is looking. */
export function notice(table) {
  const { version, title, ply } = table.dataset;
  const now = { version, ply, mine: Boolean(table.querySelector("#prompt.mine")), over: table.matches(".over"),
    playing: Boolean(table.querySelector("#prompt")) };
  const last = before;
  before = now;
  if (!last || last.version === now.version) return;
  if (now.over && !last.over) {
    table.querySelector(".result")?.scrollIntoView({ block: "center" });
    const won = table.querySelector(".result.won");
    play(won ? "won" : "lost");
    if (won) celebrate();
  }
  else if (now.mine && !last.mine) {
    play("turn");
    notify(title, say("yourTurn"), "stramash-turn");
  } else if ((now.playing && !last.playing) || (now.over && last.ply === now.ply)) { // a friend has come, or wants a rematch
    play("turn");
    notify(title, table.querySelector("#story li:last-child")?.textContent.trim(), "stramash-turn");
  } else if (now.ply !== last.ply) play("move");
}
