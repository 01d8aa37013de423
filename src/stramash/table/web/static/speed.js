/* How fast other players' turns are shown. A bot's turn can be many actions: they are shown together, in one movement,
   with a pause between turns. While the visitor waits, each further pause is shorter, so that many players do not make
   a long wait. The visitor chooses the speed, and can skip what waits. */

import { $ } from "./page.js";

const KEY = "stramash-speed";
/** Milliseconds between two turns. */
const PAUSES = { slow: 2000, normal: 800, fast: 300, instant: 0 };
/** Each pause of a wait is this much of the one before: all of a wait together are at most five times the first. */
const SHORTER = 0.8;
/** Milliseconds that a turn may be held back until its last action has come. */
const HOLD = 1500;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const speed = {
  get value() { return localStorage.getItem(KEY) ?? "normal"; },
  set value(name) { localStorage.setItem(KEY, name); },
};

let waiting = [];  // updates that are not shown yet, in order, each with the time when it came
let timer = null;
let shownAt = -Infinity;  // when something was shown last
let turns = 0;  // turns of others that were shown since the visitor acted

/** Show updates one turn after the other: `show` is called with the updates of each when its time has come. */
export function queue(update, show) {
  waiting.push({ update, show, came: performance.now() });
  clearTimeout(timer);
  plan();
}

/** Show the waiting updates, or schedule them. */
function plan() {
  timer = null;
  while (waiting.length) {
    const turn = firstTurn();
    const wait = Math.max(shownAt + pauseBefore(turn), completeAt(turn)) - performance.now();
    if (wait > 0) {
      timer = setTimeout(plan, wait);
      break;
    }
    waiting.splice(0, turn.length);
    turns = own(turn[0].update) ? 0 : turns + 1;
    shownAt = performance.now();
    turn[0].show(turn.map(({ update }) => update));
  }
  offer();
}

/** The updates that wait, up to the end of the first turn. */
function firstTurn() {
  const end = waiting.findIndex(({ update }, at) => !update.goes_on || waiting[at + 1]?.update.actor !== update.actor);
  return waiting.slice(0, end + 1);
}

/** When a turn can be shown: when it is complete, or has been held back for long enough. */
function completeAt(turn) {
  const complete = !turn.at(-1).update.goes_on || waiting.length > turn.length || own(turn[0].update) || atOnce();
  return complete ? -Infinity : turn[0].came + HOLD;
}

/** Whether this is what the visitor did: it is shown at once. */
const own = (update) => String(update.actor) === $("#table")?.dataset.seat;
const atOnce = () => document.hidden || calm.matches;

function pauseBefore(turn) {
  if (atOnce() || own(turn[0].update)) return 0;
  const shorter = $("#table")?.dataset.seat ? SHORTER ** turns : 1; // who watches waits for nothing
  return (PAUSES[speed.value] ?? PAUSES.normal) * shorter;
}

/** Offer to skip the waiting updates. */
function offer() {
  const button = $("#skip");
  if (button) button.hidden = waiting.length === 0;
}

/** Show all that waits at once. */
export function skip() {
  clearTimeout(timer);
  timer = null;
  const all = waiting.splice(0);
  if (all.length) all[0].show(all.map(({ update }) => update));
  offer();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#skip")) skip();
});
