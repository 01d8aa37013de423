/* Loading the page again: it is fetched and morphed. */

import { say, status } from "./page.js";

/** A server that has just started, or is asked too much: it will answer later. */
export const NOT_YET = [429, 502, 503];

export const table = () => document.getElementById("table");
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));


let running = null;   // the page is on its way
let again = false;    // it changed meanwhile: fetch it once more
let wanted = null;    // another address that was asked for, such as an earlier moment of the game
let failed = false;   // the last answer was no page

/** Fetch the page again, from another address if one is given, and morph it; try until there is an answer. */
export async function refresh(address = null) {
  if (!table()) return;
  if (address) wanted = address;
  again = true;
  running ??= fetchUntilNew();
  await running;
}

async function fetchUntilNew() {
  while (again) {
    again = false;
    const from = wanted || table().dataset.pageUrl;
    if (!(await fetchPage(from))) {
      status(say("offline"), "problem");
      await pause(1000);
      again = true;
    } else if (wanted === from) wanted = null;
  }
  running = null;
}

async function fetchPage(address) {
  failed = false;
  try {
    await window.htmx.ajax("GET", address, { target: "#table", select: "#table", swap: "morph:outerHTML" });
  } catch {
    failed = true;
  }
  return !failed;
}

/** Whether the page is being fetched now. */
export const isLoading = () => Boolean(running);

document.addEventListener("htmx:responseError", (event) => {
  // a server that has just started, or is asked too much, answers later; anything else will not change
  if (NOT_YET.includes(event.detail.xhr.status)) failed = true;
  else status(say("failed"), "problem");
});
document.addEventListener("htmx:sendError", () => { failed = true; });
