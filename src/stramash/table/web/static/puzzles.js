/* Progress in puzzles, kept in this browser: by game and id, whether a puzzle was solved at the first attempt. */

import { $, $$, data } from "./page.js";

const KEY = "stramash-puzzles";
/** The result of a puzzle: solved at once, solved later, failed and not solved yet. */
const FIRST = 2;
const LATER = 1;
const FAILED = 0;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function note(puzzle, result) {
  const [game, id] = puzzle.split(" ");
  const kept = read();
  kept[game] ??= {};
  kept[game][id] = result;
  localStorage.setItem(KEY, JSON.stringify(kept));
}

const resultOf = (puzzle) => {
  const [game, id] = puzzle.split(" ");
  return read()[game]?.[id];
};
const solved = (result) => result === FIRST || result === LATER;

/** After an answer: the first one decides whether a puzzle counts as solved at once. */
document.addEventListener("stramash:answer", ({ detail }) => {
  const puzzle = $("#table").dataset.puzzle;
  if (!puzzle) return;
  const before = resultOf(puzzle);
  if (detail.ok && !solved(before)) note(puzzle, before === FAILED ? LATER : FIRST);
  else if (!detail.ok && detail.message && before === undefined) note(puzzle, FAILED);
  show();
});
document.addEventListener("click", (event) => {
  const puzzle = $("#table")?.dataset.puzzle;
  if (event.target.closest?.("[data-give-up]") && resultOf(puzzle) === undefined) note(puzzle, FAILED);
});

/** Show the stored results on the page. */
function show() {
  const kept = read();
  const puzzle = $("#table")?.dataset.puzzle;
  const verdict = $(".verdict[data-first]");
  if (puzzle && verdict) {
    const result = resultOf(puzzle);
    verdict.textContent = result === FIRST ? verdict.dataset.first : result === LATER ? verdict.dataset.later : verdict.dataset.shown;
    const same = data("same-grade") ?? [];
    const [game, id] = puzzle.split(" ");
    const order = [...same.slice(same.indexOf(id) + 1), ...same.slice(0, same.indexOf(id))];
    const open = order.find((other) => !solved(kept[game]?.[other]));
    if (open) $("#next-puzzle").href = `/puzzles/${game}/${open}`;
  }
  const ids = data("puzzle-ids") ?? {};
  for (const link of $$("[data-grade]")) {
    const [game, grade] = link.dataset.grade.split(" ");
    const all = ids[game][grade];
    const done = all.filter((id) => solved(kept[game]?.[id])).length;
    const text = $(".solved", link);
    $(".many", link).hidden = done > 0;
    text.textContent = done ? text.dataset.text.replace("{solved}", done) : "";
    link.parentElement.querySelector("progress").value = done;
    const next = all.find((id) => !solved(kept[game]?.[id]));
    if (next) link.href = `/puzzles/${game}/${next}`;
  }
  for (const link of $$("[data-puzzle-link]")) link.classList.toggle("done", solved(resultOf(link.dataset.puzzleLink)));
}

document.addEventListener("htmx:afterSettle", show);
show();
