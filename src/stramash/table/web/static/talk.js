/* Talk at a table: what the players say, gestures, mute, and who is there. Messages are written as text only. */

import { $, $$ } from "./page.js";
import { play } from "./sound.js";

const MUTE = "stramash-mute";
const AWAY = 4000; // milliseconds: who only loads the page again is not away

let messages = [];
let present = null;   // the seats whose players are there, null before the server has said so
let leaving = null;

const muted = () => localStorage.getItem(MUTE) === "on";

/** Listen to a stream of updates for talk, too. */
export function hearTalk(events) {
  events.addEventListener("talk", (event) => {
    const last = messages.at(-1)?.number ?? 0;
    const fresh = JSON.parse(event.data).filter((one) => one.number > last);
    const heard = messages.length > 0 || present !== null;
    messages.push(...fresh);
    const mine = Number(document.getElementById("table").dataset.seat);
    if (heard && fresh.some((one) => one.seat !== mine) && !muted()) play("chat");
    showTalk();
  });
  events.addEventListener("present", (event) => {
    const now = JSON.parse(event.data);
    clearTimeout(leaving);
    const gone = (present ?? []).some((seat) => !now.includes(seat));
    if (gone) leaving = setTimeout(() => { present = now; showTalk(); }, AWAY);
    else { present = now; showTalk(); }
  });
}

function line(message) {
  const item = document.createElement("li");
  const who = document.createElement("b");
  who.textContent = message.name;
  const said = document.createElement("span");
  const gesture = message.gesture && $(`[data-gesture="${CSS.escape(message.text)}"]`);
  said.textContent = gesture ? gesture.textContent : message.text;
  if (gesture) item.className = "gesture";
  item.append(who, " ", said);
  return item;
}

/** Write what was said and who is there onto the page as it is now. */
export function showTalk() {
  const place = $("#talk");
  if (!place) return;
  const mine = document.getElementById("table").dataset.seat;
  const shown = messages.filter((one) => !muted() || String(one.seat) === mine);
  place.replaceChildren(...shown.map(line));
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

/** Set up the form; `post` sends until it is answered. */
export function onTalk(post) {
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
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("#mute")) return;
    localStorage.setItem(MUTE, event.target.checked ? "on" : "off");
    showTalk();
  });
}
