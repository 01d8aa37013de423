/* How fast other players' actions are shown. The server sends a bot's turn at once; here its actions follow each
   other in one movement, with a pause between turns. The visitor chooses the speed, and can skip what waits. */

import { $ } from "./page.js";

const KEY = "stramash-speed";
/** Milliseconds after an action of the same turn, and after a turn. */
const PAUSES = { slow: [900, 2000], normal: [350, 900], fast: [120, 300], instant: [0, 0] };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const speed = {
  get value() { return localStorage.getItem(KEY) ?? "normal"; },
  set value(name) { localStorage.setItem(KEY, name); },
};

let waiting = [];  // updates that are not shown yet, in order
let timer = null;
let last = { actor: null, at: -Infinity };   // who acted in the update that was shown last, and when it was shown

/** Show updates one after the other: `show` is called with each when its time has come. */
export function queue(update, show) {
  waiting.push({ update, show });
  if (timer === null) plan();
}

/** Show what waits, or plan when to show it. */
function plan() {
  timer = null;
  while (waiting.length) {
    const wait = last.at + pauseBefore(waiting[0].update.actor) - performance.now();
    if (wait > 0) {
      timer = setTimeout(plan, wait);
      break;
    }
    const { update, show } = waiting.shift();
    last = { actor: update.actor, at: performance.now() };
    show(update);
  }
  offer();
}

function pauseBefore(actor) {
  const [within, between] = PAUSES[speed.value] ?? PAUSES.normal;
  if (document.hidden || calm.matches) return 0;
  return actor === last.actor ? within : between;
}

/** Offer to skip what waits. */
function offer() {
  const button = $("#skip");
  if (button) button.hidden = waiting.length === 0;
}

/** Show all that waits at once. */
export function skip() {
  clearTimeout(timer);
  timer = null;
  for (const { update, show } of waiting.splice(0)) show(update);
  offer();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#skip")) skip();
});
