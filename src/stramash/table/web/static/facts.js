/* What a thing means, told where one looks: the rules' own words, asked from the server once a moment. */

import { $, data } from "./page.js";

let asked = { at: "", facts: Promise.resolve({}) }; // the facts of the moment that somebody last pointed at
let pointed = null;

/** What the rules say about things, by handle: in the page of a lesson; at a table fetched when first wanted. */
export function facts() {
  const inPage = data("facts");
  const { factsUrl, version } = document.getElementById("table")?.dataset ?? {};
  if (inPage || !factsUrl) return Promise.resolve(inPage || {});
  if (asked.at !== version) asked = { at: version, facts: fetchFacts(factsUrl, version) };
  return asked.facts;
}

async function fetchFacts(url, version) {
  try {
    const told = await (await fetch(url)).json();
    if (String(told.version) === version) return told.facts;
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
    const told = handle ? (await facts())[handle] : "";
    if (pointed?.dataset.handle === handle) line.textContent = told || line.dataset.usual || "";
  });
}
