/* The picker: choosing among legal actions by touching things. It knows no game.

   The page carries the legal choices as data, each with the path of things one touches to make it:
     {"action": "b7@3", "path": ["card:b7", "stone:3"], "text": "Play blue 7 on stone 3"}
   Touching an element with that data-handle narrows the choices and lights what can come next; when a path is
   complete its action is sent. Mouse, touch, dragging and the keyboard all end in `touch(handle)`. Handles that
   no element stands for become buttons under the prompt. */

import "./guard.js";
import { facts } from "./facts.js";
import { $, $$, data, elements, fitSaying, say, status } from "./page.js";

/** Whether the visitor's last step was made on the keyboard. */
export const hand = { keyboard: false };

let choices = [];      // what may be done now
let chosen = [];       // the handles touched so far
let pending = false;   // a move is on its way
let version = "";      // of the page the choices were read from
let armed = null;      // a choice that a finger has touched once: the second touch makes it
let submit = async () => {};

/** Whether one touch is enough to make a choice; with a finger, by default the first one only shows it. */
export const oneTap = {
  get on() { return localStorage.getItem("stramash-taps") === "one"; },
  set on(value) { localStorage.setItem("stramash-taps", value ? "one" : "two"); },
};

/** Set the function that sends an action; it is awaited before another can be chosen. */
export function onSend(action) { submit = action; }

/** Take the choices from the page, as it is now. */
export function read() {
  choices = data("choices") || [];
  const now = document.getElementById("table")?.dataset.version ?? "";
  if (now !== version) { chosen = []; armed = null; }
  version = now;
  chosen = chosen.filter((_, at) => open(chosen.slice(0, at + 1)).length > 0);
  const line = $("#prompt");
  if (line) line.dataset.usual = line.dataset.text || line.textContent;
  light();
}

/** The first routine choice, if there is one: it only takes what is already won. */
export const routine = () => (pending ? null : choices.find((choice) => choice.routine) || null);

/** Forget what was touched. */
export function forget() { chosen = []; light(); }

const open = (path = chosen) => choices.filter((choice) => path.every((handle, at) => choice.path[at] === handle));

function nextHandles() {
  const handles = new Map();
  for (const choice of open()) {
    const handle = choice.path[chosen.length];
    if (handle === undefined) continue;
    if (!handles.has(handle)) handles.set(handle, []);
    handles.get(handle).push(choice);
  }
  return handles;
}

// --- lighting ----------------------------------------------------------------------------------------

function light() {
  const next = pending ? new Map() : nextHandles();
  const quiet = document.getElementById("table")?.dataset.routine === "hand"; // routine choices are theirs to find
  const later = new Set();
  if (!pending) for (const choice of open()) choice.path.slice(chosen.length + 1).forEach((handle) => later.add(handle));
  for (const element of $$("[data-handle]")) {
    const handle = element.dataset.handle;
    const now = next.has(handle) && element.getClientRects().length > 0 && !(quiet && next.get(handle)[0].routine);
    element.classList.toggle("legal", now || later.has(handle));
    element.classList.toggle("later", !now && later.has(handle));
    element.classList.toggle("chosen", chosen.includes(handle));
    const title = $("title", element);
    if (title && title.dataset.usual === undefined) title.dataset.usual = title.textContent;
    const only = now && next.get(handle).length === 1 && next.get(handle)[0].path.length === chosen.length + 1;
    // the accessible name of an element is the action that a touch chooses
    if (title) rename(title, only ? next.get(handle)[0].text : title.dataset.usual);
    else if (now) element.setAttribute("aria-label", only ? next.get(handle)[0].text : spoken(handle));
    if (now) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      continue;
    }
    if (element === document.activeElement) element.setAttribute("tabindex", "-1");
    else element.removeAttribute("tabindex");
    // an element with touchable parts is a group: the parts of an `img` cannot be reached
    if (title) element.setAttribute("role", $("[data-handle]", element) ? "group" : "img");
    else element.removeAttribute("role");
  }
  for (const place of $$("[data-reach]")) place.classList.toggle("open", next.has(place.dataset.reach));
  mark();
  buttons(next);
  prompt();
  document.body.classList.toggle("pending", pending);
  fitSaying();
  bringNear();
}

let away = null; // how far the board was scrolled before it was scrolled to what lies near

/** On a phone on its side, a board that is too high scrolls by itself: while a card of the hand is chosen, its end shows. */
function bringNear() {
  const board = $(".play > .board");
  if (!board || board.scrollHeight <= board.clientHeight + 1) return;
  const fromHand = chosen.length > 0 && elements(chosen[0])[0]?.closest(".hand");
  if (fromHand && away === null) {
    away = board.scrollTop;
    board.scrollTop = board.scrollHeight;
  } else if (!fromHand && away !== null && !pending) {
    board.scrollTop = away;
    away = null;
  }
}

/** Mark what the others did since the visitor's last action. */
function mark() {
  const marks = new Set(data("marks") || []);
  for (const thing of $$(".board [data-card], .board [data-handle], .hand [data-card], .panel [data-card]")) {
    thing.classList.toggle("last-move", marks.has(thing.dataset.card) || marks.has(thing.dataset.handle));
  }
}

function rename(title, text) {
  if (title.textContent !== text) title.textContent = text;
}

/** Whether a thing is in sight of a player who acts: on a small screen what lies beside the board is far below it. */
const atHand = (element) => $("#table")?.dataset.screen === "wide" || !element.closest(".panel");

function buttons(next) {
  const place = $("#choices-as-buttons");
  if (!place) return;
  const wanted = [];
  const ends = open().filter((choice) => choice.path.length === chosen.length && chosen.length > 0);
  for (const choice of pending ? [] : ends) wanted.push({ text: choice.text, act: () => send(choice) });
  for (const [handle, fitting] of next) {
    if (elements(handle).some(atHand)) continue;
    const only = fitting.length === 1 && fitting[0].path.length === chosen.length + 1;
    const text = only ? fitting[0].text : spoken(handle);
    wanted.push({ text, short: only && brief(handle), act: () => touch(handle), handle });
  }
  const held = document.activeElement?.closest("#choices-as-buttons button")?.textContent;
  place.replaceChildren(...wanted.map(({ text, short, act, handle }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "choice";
    button.textContent = short || text;
    if (short) button.setAttribute("aria-label", text);
    if (handle) button.dataset.button = handle;
    button.addEventListener("click", act);
    return button;
  }));
  if (held) ($$("button", place).find((button) => button.textContent === held) || $("#prompt")).focus({ preventScroll: true });
  const cancel = $("#cancel");
  if (cancel) cancel.hidden = chosen.length === 0 || pending;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** The name of a thing that no picture shows, from the page. */
const spoken = (handle) => (data("handle-names") || {})[handle]?.[0] || handle;
/** A few words for an answer, where the prompt says the rest: after something was chosen, and on a small screen. */
const brief = (handle) =>
  ((chosen.length || $("#table")?.dataset.screen !== "wide") && (data("handle-names") || {})[handle]?.[2]) || "";
/** What to choose after a thing was touched, in the game's own words. */
const asked = (handle) => (data("handle-names") || {})[handle]?.[1] || "";

function prompt() {
  const line = $("#prompt");
  if (!line) return;
  if (line.dataset.usual === undefined) line.dataset.usual = line.textContent;
  const last = chosen[chosen.length - 1];
  const thing = last ? elements(last)[0] : null;
  const title = thing ? $("title", thing)?.dataset.usual : null;
  const next = asked(last) || (title ? goOn(capital(title.split(". ")[0])) : line.dataset.usual);
  const text = pending ? say("sending") : next;
  if (line.textContent !== text) line.textContent = text;
}

/** Say what to do after something was touched: touch what is lit, or choose among the answers. */
function goOn(thing) {
  const inPicture = [...nextHandles().keys()].some((handle) => elements(handle).length);
  return say(inPicture ? "chooseNext" : "chooseAnswer").replace("{thing}", () => thing);
}

// --- touching ----------------------------------------------------------------------------------------

function touch(handle, finger = false) {
  if (pending) return;
  const next = nextHandles();
  if (!next.has(handle)) {
    if (chosen.length && handle === chosen[chosen.length - 1]) return cancel();
    // another first thing instead of the one chosen: start again with it
    const first = choices.some((choice) => choice.path[0] === handle);
    if (chosen.length && first) { chosen = []; return touch(handle, finger); }
    explain(handle);
    return;
  }
  chosen.push(handle);
  const left = open();
  const complete = left.filter((choice) => choice.path.length === chosen.length);
  if (left.length === 1 && complete.length === 1) {
    if (!finger || oneTap.on || chosen.length > 1 || armed === left[0].action) return send(left[0]);
    return arm(left[0]);
  }
  status("");
  light();
  if (hand.keyboard) focusFirst(true);
}

/** Show what a touch would do; the next touch of the same thing does it. */
async function arm(choice) {
  const handle = chosen.pop();
  armed = choice.action;
  light();
  for (const element of elements(handle)) element.classList.add("chosen");
  status(say("touchAgain").replace("{choice}", () => choice.text), "good");
  const fact = (await facts())[handle];
  if (fact && armed === choice.action) status(`${$("#status").textContent} ${fact}`, "good");
}

function cancel() {
  if (armed) { armed = null; status(""); light(); }
  if (!chosen.length) return;
  const last = chosen.pop();
  light();
  if (hand.keyboard) elements(last)[0]?.focus();
}

async function explain(handle) {
  const fact = (await facts())[handle];
  if (fact) status(fact);
}

/** Carry out a choice. */
export async function send(choice) {
  if (pending) return;
  pending = true;
  light();
  try {
    await submit(choice);
  } finally {
    pending = false;
    chosen = [];
    armed = null;
    light();
    if (hand.keyboard) regainFocus();
  }
}

// --- the keyboard --------------------------------------------------------------------------------------

export const lit = () => [...$$("[data-handle].legal:not(.later)"), ...$$("#choices-as-buttons button")]
  .filter((element) => element.getClientRects().length > 0);

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function move(from, dx, dy) {
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of lit()) {
    if (element === from) continue;
    const at = middle(element);
    const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
    const across = Math.abs((at.x - start.x) * dy) + Math.abs((at.y - start.y) * dx);
    if (along <= 4) continue;
    const far = along + 2.5 * across;
    if (far < least) { least = far; best = element; }
  }
  best?.focus();
}

export function focusFirst(nearby = false) {
  const things = lit();
  if (!things.length) return;
  const from = nearby && chosen.length ? elements(chosen[chosen.length - 1])[0] : null;
  if (!from) return things[0].focus();
  const start = middle(from);
  const distance = (element) => Math.hypot(middle(element).x - start.x, middle(element).y - start.y);
  things.reduce((best, element) => (distance(element) < distance(best) ? element : best)).focus();
}

/** Where the keyboard was may be gone: go on with what can be chosen now, or with the line that says what is. */
export function regainFocus() {
  const at = document.activeElement;
  if (at && at !== document.body && at.id !== "prompt" && !at.matches("[data-handle]:not(.legal), .later")) return;
  if (lit().length) focusFirst();
  else $("#prompt")?.focus({ preventScroll: true });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  hand.keyboard = true;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return cancel();
  const handle = event.target.closest?.("[data-handle]");
  if ((event.key === "Enter" || event.key === " ") && handle) {
    event.preventDefault();
    return touch(handle.dataset.handle);
  }
  if (ARROWS[event.key] && (handle || event.target.closest?.("#choices-as-buttons"))) {
    event.preventDefault();
    return move(handle || event.target, ...ARROWS[event.key]);
  }
  if (ARROWS[event.key] && event.target === document.body && !$("#replay") && lit().length) {
    event.preventDefault();
    focusFirst();
  }
});

// --- the pointer: a click, or a drag from one thing to the next --------------------------------------------

let drag = null;

document.addEventListener("pointerdown", (event) => {
  hand.keyboard = false;
  const element = event.target.closest?.("[data-handle]");
  if (!element || event.button !== 0 || pending) return;
  if (!nextHandles().has(element.dataset.handle)) return;
  drag = { element, handle: element.dataset.handle, x: event.clientX, y: event.clientY, moving: false };
});

/** Whether something can be dragged further from here. */
const leadsOn = (handle) => !chosen.length && choices.some((choice) => choice.path[0] === handle && choice.path.length > 1);

// a finger on a card drags it; elsewhere it scrolls the page
document.addEventListener("touchmove", (event) => {
  if (drag?.moving || (drag?.element.matches(".card") && leadsOn(drag.handle))) event.preventDefault();
}, { passive: false });

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < 8) return;
    if (!leadsOn(drag.handle)) { drag = null; return; }
    drag.moving = true;
    touch(drag.handle);
    drag.element.classList.add("dragging");
    const next = nextHandles();
    for (const place of $$("[data-drop]")) place.classList.toggle("open", next.has(place.dataset.drop));
  }
  event.preventDefault();
  const scale = drag.element.ownerSVGElement?.getScreenCTM()?.a || 1;
  drag.element.style.translate = `${dx / scale}px ${dy / scale}px`;
  const under = target(event);
  for (const element of $$(".over")) if (element !== under) element.classList.remove("over");
  under?.classList.add("over");
}, { passive: false });

// a place that is shown only while something is dragged, for a choice that otherwise is a button
const dropPlaces = (handle) => $$(`.drop.open[data-drop="${CSS.escape(handle)}"]`);
const meant = (element) => element.dataset.drop ?? element.dataset.handle ?? element.dataset.reach;

/** The lit thing under the pointer: what lies on top of it may be no choice now. */
function litUnder(event, next) {
  return document.elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest?.("[data-handle], [data-reach], .drop.open"))
    .find((element) => element && element !== drag?.element && next.has(meant(element)));
}

function target(event) {
  // the lit thing under the pointer, or the nearest lit one within a thumb's width
  const next = nextHandles();
  const hit = litUnder(event, next);
  if (hit) return hit;
  let best = null;
  let least = 90;
  for (const handle of next.keys()) for (const element of [...elements(handle), ...dropPlaces(handle)]) {
    const box = element.getBoundingClientRect();
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const far = dx * 2 + dy * 0.5;
    if (far < least) { least = far; best = element; }
  }
  return best;
}

function drop(event) {
  if (!drag) return;
  const { element, moving } = drag;
  const onto = moving ? target(event) : null;
  drag = null;
  if (!moving) return;
  element.classList.remove("dragging");
  element.style.translate = "";
  $$(".over").forEach((thing) => thing.classList.remove("over"));
  $$(".drop.open").forEach((place) => place.classList.remove("open"));
  if (event.type === "pointerup" && onto) touch(meant(onto));
  else cancel();
  swallow = true;
  setTimeout(() => { swallow = false; }, 50);
}
let swallow = false;
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

document.addEventListener("click", (event) => {
  if (swallow) { swallow = false; return; }
  if (event.detail === 0 && event.target.closest?.("button, a, input, select, summary, label")) return;
  if (event.target.closest?.("#cancel")) return cancel();
  const thing = event.target.closest?.("[data-handle]");
  const element = (event.detail && event.target.closest?.("svg") && litUnder(event, nextHandles())) || thing;
  const finger = event.pointerType === "touch";
  if (element) return touch(meant(element), finger);
  if ((chosen.length || armed) && !event.target.closest?.("button, a, summary, input, select, label")) cancel();
});
document.addEventListener("click", (event) => {
  if (event.detail === 0 && event.target.closest?.("#cancel")) cancel();
});
