/* Explains the thing under the pointer, in the words of the rules. Fetches all explanations of a position once. */

import { $, data } from "./page.js";

let asked = { at: "", facts: Promise.resolve({}) }; // the facts of the moment that somebody last pointed at
let pointed = null;

/** Facts about things, by handle: in the page of a lesson; at a table fetched when first wanted. */
export function facts() {
  const inPage = data("facts");
  const { factsUrl, version } = document.getElementById("table")?.dataset ?? {};
  if (inPage || !factsUrl) return Promise.resolve(inPage || {});
  if (asked.at !== version) asked = { at: version, facts: fetchFacts(factsUrl, version) };
  return asked.facts;
}

async function fetchFacts(url, version) {
  try {
    const answer = await (await fetch(url)).json();
    if (String(answer.version) === version) return answer.facts;
  } catch { /* the line is broken: asked again when somebody points at something */ }
  asked.at = "";
  return {};
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, async (event) => {
    const line = $("#fact");
    pointed = event.target.closest?.("[data-handle]") ?? null;
    if (!line) return;
    const handle = pointed?.dataset.handle;
    const fact = handle ? (await facts())[handle] : "";
    if (pointed?.dataset.handle === handle) line.textContent = fact || line.dataset.usual || "";
  });
}
