/* A closer look: a card or tile large, with its rules in words. A mouse that rests on a thing that has rules
   shows it; so do a long press with a finger, and the key Z on what has the focus or is pointed at. */

import { facts } from "./facts.js";
import { $ } from "./page.js";

const REST = 700; // milliseconds that a mouse rests
const PRESS = 450; // milliseconds that a finger presses
const STILL = 10; // pixels that a finger may move meanwhile

let timer = null;
let pointed = null; // the thing under the mouse
let press = null; // where a finger pressed
let shown = null; // the thing that is shown large
let swallow = false; // the click that ends a long press

const thingOf = (target) => target.closest?.(".board :is([data-card], [data-handle]), .hand :is([data-card], [data-handle]), .panel [data-card]");
const titleOf = (thing) => $(":scope > title", thing);
const wordsOf = (thing) => {
  const title = titleOf(thing);
  return title?.dataset.usual ?? title?.textContent ?? "";
};

function place() {
  const existing = $("#zoom");
  if (existing) return existing;
  const made = Object.assign(document.createElement("div"), { id: "zoom", hidden: true });
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

/** A copy of a thing as a picture of its own. */
function pictureOf(thing) {
  const { x, y, width, height } = thing.getBBox();
  const copy = thing.cloneNode(true);
  copy.removeAttribute("transform");
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-handle", "data-card", "tabindex", "role", "aria-label"]) part.removeAttribute(name);
    part.classList.remove("legal", "later", "chosen", "last-move", "hinted");
  }
  for (const title of copy.querySelectorAll("title, .reach")) title.remove();
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "stramash");
  picture.setAttribute("viewBox", `${x - 3} ${y - 3} ${width + 6} ${height + 6}`);
  picture.setAttribute("aria-hidden", "true");
  picture.append(copy);
  return picture;
}

async function show(thing) {
  const [name, ...rules] = wordsOf(thing).split(". ");
  if (!name) return;
  shown = thing;
  const box = place();
  const line = (text, kind) => Object.assign(document.createElement("p"), { textContent: text, className: kind });
  box.replaceChildren(pictureOf(thing), line(name, "name"), ...(rules.length ? [line(rules.join(". "), "")] : []));
  box.hidden = false;
  put(box, thing);
  const fact = (await facts())[thing.dataset.handle];
  if (fact && shown === thing && !wordsOf(thing).includes(fact)) {
    box.append(line(fact, "quiet"));
    put(box, thing);
  }
}

/** Put the picture beside the thing, where there is room. */
function put(box, thing) {
  const at = thing.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: tall } = box;
  const right = at.right + 12 + wide < innerWidth;
  const left = at.left - 12 - wide > 0;
  const x = right ? at.right + 12 : left ? at.left - 12 - wide : (innerWidth - wide) / 2;
  const beside = right || left ? at.top + at.height / 2 - tall / 2 : at.top > innerHeight / 2 ? at.top - tall - 12 : at.bottom + 12;
  box.style.left = `${x}px`;
  box.style.top = `${Math.max(8, Math.min(beside, innerHeight - tall - 8))}px`;
}

function hide() {
  clearTimeout(timer);
  press = null;
  shown = null;
  const box = $("#zoom");
  if (box) box.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const thing = thingOf(event.target);
  if (thing === pointed) return;
  hide();
  pointed = thing;
  if (thing && wordsOf(thing).includes(". ")) timer = setTimeout(() => show(thing), REST);
});

document.addEventListener("pointerdown", (event) => {
  hide();
  swallow = false;
  const thing = event.pointerType === "touch" ? thingOf(event.target) : null;
  if (!thing) return;
  press = { x: event.clientX, y: event.clientY };
  timer = setTimeout(() => { swallow = true; show(thing); }, PRESS);
});
document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) { swallow = false; hide(); }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => { if (!shown) clearTimeout(timer); press = null; });
}
document.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("contextmenu", (event) => { if (press || shown) event.preventDefault(); });
for (const gone of ["scroll", "htmx:beforeSwap"]) document.addEventListener(gone, hide, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return hide();
  if (event.key.toLowerCase() !== "z" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const thing = thingOf(document.activeElement) ?? pointed;
  if (shown) hide();
  else if (thing) show(thing);
});
