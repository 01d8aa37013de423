/* One's own results against bots: counted here, kept in this browser, saved to a file and read from one.

   The server lists what its log knows; results that it has forgotten, or that came from a file, stay. */

import { $, $$, status } from "./page.js";

const KEY = "stramash-results";
const KIND = "stramash-results";
const FIELDS = { id: "string", game: "string", players: "number", bots: "object", won: "boolean", at: "number" };

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "[]").filter(readable);
  } catch {
    return [];
  }
};

/** Whether something is a result: files may hold anything. */
function readable(result) {
  return Boolean(result) && Object.entries(FIELDS).every(([name, kind]) => typeof result[name] === kind)
    && Array.isArray(result.bots) && result.bots.every((bot) => typeof bot === "string");
}

/** Keep results, each table once; return all. */
function keep(more) {
  const all = new Map([...kept(), ...more].map((result) => [result.id, result]));
  const sorted = [...all.values()].sort((one, other) => other.at - one.at);
  localStorage.setItem(KEY, JSON.stringify(sorted));
  return sorted;
}

/** The level that all bots of a game had; empty if they differed. */
const levelOf = (result) => (new Set(result.bots).size === 1 ? result.bots[0] : "");

function count(results) {
  const levels = new Set(Object.keys(JSON.parse($("#results").dataset.levels)));
  for (const cell of $$("#results td[data-level]")) {
    const game = cell.closest("tr").dataset.game;
    const { level } = cell.dataset;
    const these = results.filter((one) => one.game === game && (levels.has(levelOf(one)) ? levelOf(one) : "") === level);
    const won = these.filter((one) => one.won).length;
    cell.textContent = these.length ? `${won} / ${these.length}` : "–";
    cell.classList.toggle("ahead", won * 2 > these.length);
  }
}

function save() {
  const text = JSON.stringify({ kind: KIND, version: 1, results: kept() }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "stramash-results.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readFile(file) {
  const { unreadable, read } = $("#results").dataset;
  try {
    const found = JSON.parse(await file.text());
    if (found.kind !== KIND || !Array.isArray(found.results)) throw new TypeError("another kind of file");
    const results = found.results.filter(readable);
    count(keep(results));
    status(read.replace("{n}", results.length), "good");
  } catch {
    status(unreadable, "problem");
  }
}

$("#export-results").addEventListener("click", save);
$("#import-results").addEventListener("change", (event) => {
  if (event.target.files[0]) readFile(event.target.files[0]);
  event.target.value = "";
});

count(kept());
const answer = await fetch("/mine/results").catch(() => null);
if (answer?.ok) count(keep(await answer.json()));
