/* Chat at a table: messages, gestures, mute, and which players are present. Messages are written as text only. */

import { notify } from "./notices.js";
import { $, $$ } from "./page.js";
import { play } from "./sound.js";

const MUTE = "stramash-mute";
const AWAY = 4000; // milliseconds: a player who reloads the page is not shown as away
const SHOWN = 8000; // milliseconds that a message is shown if the chat is not in the viewport

let messages = [];
let present = null;   // the seats whose players are there, null before the first `present` event
let leaving = null;

const muted = () => localStorage.getItem(MUTE) === "on";

/** Handle the chat events of an event stream. */
export function followChat(events) {
  events.addEventListener("chat", (event) => {
    const last = messages.at(-1)?.number ?? 0;
    const fresh = JSON.parse(event.data).filter((one) => one.number > last);
    const heard = messages.length > 0 || present !== null;
    messages.push(...fresh);
    const mine = Number(document.getElementById("table").dataset.seat);
    const told = fresh.filter((one) => one.seat !== mine);
    showChat();
    if (heard && told.length && !muted()) hear(told.at(-1));
  });
  events.addEventListener("present", (event) => {
    const now = JSON.parse(event.data);
    clearTimeout(leaving);
    const gone = (present ?? []).some((seat) => !now.includes(seat));
    if (gone) leaving = setTimeout(() => { present = now; showChat(); }, AWAY);
    else { present = now; showChat(); }
  });
}

/** The button of a gesture, which has its words in the visitor's language. */
const gestureOf = (message) => message.gesture && $(`[data-gesture="${CSS.escape(message.text)}"]`);
const wordsOf = (message) => gestureOf(message)?.textContent ?? message.text;

function line(message, kind = "li") {
  const item = document.createElement(kind);
  const who = document.createElement("b");
  who.textContent = message.name;
  const said = document.createElement("span");
  said.textContent = wordsOf(message);
  if (gestureOf(message)) item.className = "gesture";
  item.append(who, " ", said);
  return item;
}

/** Whether the chat is in the viewport. */
function inSight() {
  const box = $(".chat").getBoundingClientRect();
  return box.top >= 0 && box.top < innerHeight - 100;
}

let hiding = null;

/** Announce another player's message: a sound, a notification, and a bubble if the chat is not in the viewport. */
function hear(message) {
  play("chat");
  notify(document.getElementById("table").dataset.title, `${message.name}: ${wordsOf(message)}`, "stramash-chat");
  if (inSight()) return;
  hush();
  const shown = Object.assign(document.createElement("button"), { type: "button", id: "heard", tabIndex: -1 });
  shown.ariaHidden = "true"; // the list itself is announced
  shown.append(line(message, "span"));
  document.body.append(shown);
  hiding = setTimeout(hush, SHOWN);
}

function hush() {
  clearTimeout(hiding);
  $("#heard")?.remove();
}

/** Scroll to the chat and focus its text field. */
function answer() {
  hush();
  $(".chat").scrollIntoView({ block: "center" });
  $("#say-text").focus({ preventScroll: true });
}

/** Write the messages and the presence of players into the page. */
export function showChat() {
  const place = $("#chat");
  if (!place) return;
  const mine = document.getElementById("table").dataset.seat;
  const shown = messages.filter((one) => !muted() || String(one.seat) === mine);
  place.replaceChildren(...shown.map((message) => line(message)));
  place.scrollTop = place.scrollHeight;
  $("#mute").checked = muted();
  if (present) for (const [seat, player] of $$(".players li").entries()) {
    const person = player.hasAttribute("data-person");
    player.classList.toggle("here", person && present.includes(seat));
    player.classList.toggle("away", person && !present.includes(seat));
    const sign = $(".presence", player);
    if (sign) sign.textContent = present.includes(seat) ? sign.dataset.here : sign.dataset.away;
  }
}

/** Handle the chat form; `post` retries until the server answers. */
export function onChat(post) {
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("#say-form")) return;
    event.preventDefault();
    const field = $("#say-text");
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    if (!(await post({ text }))) field.value = text;
  });
  document.addEventListener("click", (event) => {
    const gesture = event.target.closest?.("[data-gesture]");
    if (gesture) post({ gesture: gesture.dataset.gesture });
    if (event.target.closest?.("#heard, .to-chat")) answer();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("#mute")) return;
    localStorage.setItem(MUTE, event.target.checked ? "on" : "off");
    showChat();
  });
}
