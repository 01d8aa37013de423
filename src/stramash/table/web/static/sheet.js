/* The score sheet: counted up row by row at the end of a game, and shown for a while whenever points were counted. */

import { $, $$, say } from "./page.js";

const STEP = 170;    // milliseconds between two rows
const SHOWN = 9000;  // milliseconds that the sheet of a scoring stays without being asked for
const beside = matchMedia("(min-width: 1181px)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const written = (points) => String(points).replace("-", "−");

/** Show the rows one after the other, while the sums below grow. */
function countUp(sheet) {
  const rows = $$("tbody tr", sheet);
  if (calm.matches || !rows.length || sheet.dataset.counted) return;
  sheet.dataset.counted = "true";
  const sums = $$("tfoot td b", sheet);
  const ends = sums.map((sum) => sum.textContent);
  const sofar = sums.map(() => 0);
  for (const row of rows) row.classList.add("coming");
  rows.forEach((row, number) => setTimeout(() => {
    row.classList.remove("coming");
    $$("td[data-points]", row).forEach((cell, seat) => { sofar[seat] += Number(cell.dataset.points); });
    sums.forEach((sum, seat) => { sum.textContent = number === rows.length - 1 ? ends[seat] : written(sofar[seat]); });
  }, STEP * (number + 1)));
}

let before = null;   // how often points were counted, and whether the game was over, when the page was last looked at
let hiding = null;

/** Show the sheet of a game that has just ended where there is room beside the board, and that of a scoring for a while. */
export function showScorings(table) {
  const now = Number(table.dataset.scorings ?? 0);
  const over = table.matches(".over");
  const last = before;
  before = { now, over };
  if (!last) return;
  if (over && !last.over) {
    close();
    if (beside.matches && Number(table.dataset.ply)) open();
  } else if (now > last.now && !over) open(SHOWN);
}

async function open(time = 0) {
  const { sheetUrl } = document.getElementById("table").dataset;
  let found = null;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(sheetUrl)).text(), "text/html");
    found = $(".score-sheet", page);
  } catch { /* the line is broken: the sheet can be asked for in the menu */ }
  close();
  if (!found || (time && document.getElementById("table").matches(".over"))) return;
  const place = Object.assign(document.createElement("section"), { id: "sheet-over", ariaLabel: $("caption", found).textContent });
  const shut = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "×", ariaLabel: say("shut") });
  place.append(shut, found);
  document.body.append(place);
  countUp(found);
  if (time) hiding = setTimeout(close, time);
}

function close() {
  clearTimeout(hiding);
  hiding = null;
  $("#sheet-over")?.remove();
}

document.addEventListener("click", (event) => {
  const asked = event.target.closest?.("[data-sheet]");
  if (asked && document.getElementById("table")) {
    event.preventDefault();
    return open();
  }
  if (event.target.closest?.("#sheet-over .close")) close();
  else if (hiding !== null && !event.target.closest?.("#sheet-over")) close(); // what came by itself goes by itself
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
