/* A bot that comments on one's own turns: asked for in the menu, or by the last step of a lesson. Kept for each table. */

import { table } from "./load.js";
import { $ } from "./page.js";

const KEY = "stramash-comments";
const SHOWN = 14000; // milliseconds that a comment lies over a table that has no room beside it
const beside = matchMedia("(min-width: 1181px)");

const bubble = () => $("#comment");
const key = () => `${KEY} ${location.pathname}`;
const on = () => sessionStorage.getItem(key()) === "on";

let asked = -1;    // the ply after which a comment was asked for
let hiding = null;

function say(text) {
  const place = bubble();
  if (!place || !text) return;
  clearTimeout(hiding);
  $("p", place).textContent = text;
  place.hidden = false;
  if (!beside.matches) hiding = setTimeout(hide, SHOWN);
}

function hide() {
  clearTimeout(hiding);
  if (bubble()) bubble().hidden = true;
}

function choose(wanted) {
  sessionStorage.setItem(key(), wanted ? "on" : "off");
  if (wanted) say(bubble()?.dataset.hello);
  else hide();
}

/** Ask for a comment on the turn that has just ended; in the middle of a turn there is none. */
async function ask() {
  const ply = Number(table()?.dataset.ply);
  if (!on() || !bubble() || ply === asked) return;
  asked = ply;
  try {
    const answer = await fetch(bubble().dataset.url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seat: Number(table().dataset.seat) }),
    });
    if (answer.ok) say((await answer.json()).say);
  } catch { /* the line is broken: the next turn is commented again */ }
}

document.addEventListener("stramash:answer", (event) => { if (event.detail.ok) setTimeout(ask, 500); });
document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-comments]")) choose(event.target.checked);
});
document.addEventListener("click", (event) => { if (event.target.closest?.("#comment .close")) hide(); });

/** Set the switch from the stored choice: the page may have been loaded again. */
export function showComments() {
  const box = $("[data-comments]");
  if (box) box.checked = on();
}

const address = new URL(location.href);
if (bubble() && address.searchParams.get("comments") === "on") {
  address.searchParams.delete("comments");
  history.replaceState(null, "", address);
  choose(true);
}
