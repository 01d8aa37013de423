/* The clock of the player to act: it counts down to a deadline from the server. Only the server ends a game. */

import { $$ } from "./page.js";
import { play } from "./sound.js";

const SHORT = 10; // seconds: from here on the clock is emphasised

let ahead = 0;    // seconds: the offset of this machine's clock from the server's
let warned = "";  // the deadline for which the warning was given

/** Set the clock offset from the server's time in a new page. */
export function setClock(table) {
  const now = Number(table.dataset.now);
  if (now && table.dataset.now !== setClock.last) ahead = Date.now() / 1000 - now;
  setClock.last = table.dataset.now;
  tick();
}

const two = (number) => String(number).padStart(2, "0");
const inWords = (number, unit) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" }).format(number);

/** A length of time as a clock shows it: days and hours, or minutes and seconds. */
function reading(seconds) {
  if (seconds >= 86400) return `${inWords(Math.floor(seconds / 86400), "day")} ${inWords(Math.floor((seconds % 86400) / 3600), "hour")}`;
  if (seconds >= 3600) return `${inWords(Math.floor(seconds / 3600), "hour")} ${inWords(Math.floor((seconds % 3600) / 60), "minute")}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of $$(".clock[data-due]")) {
    const left = Math.max(0, Math.ceil(Number(clock.dataset.due) - (Date.now() / 1000 - ahead)));
    clock.textContent = reading(left);
    clock.classList.toggle("short", left <= SHORT);
    if (left <= SHORT && left > 0 && warned !== clock.dataset.due && document.querySelector("#prompt.mine")) {
      warned = clock.dataset.due;
      play("turn");
    }
  }
}

setInterval(tick, 1000);
