/* The page around the picker: moves go out, updates come in, cards glide, the story is spoken, games replay. */

import "./replay.js";
import "./zoom.js";
import { drawArrows } from "./arrows.js";
import { setClock } from "./clock.js";
import { showComments } from "./comments.js";
import { notice } from "./comfort.js";
import { followChat, onChat, showChat } from "./chat.js";
import { glide, rememberPlaces } from "./glide.js";
import { NOT_YET, isLoading, pause, refresh, table } from "./load.js";
import { $, $$, elements, say, status } from "./page.js";
import { forget, hand, onSend, read, regainFocus, routine, send } from "./picker.js";
import { showScorings } from "./sheet.js";
import { queue, skip } from "./speed.js";

// a menu that the visitor has opened stays open when the page changes, and closes when they touch elsewhere
window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) => name !== "open" || !element.matches("details");
document.addEventListener("click", (event) => {
  for (const menu of $$(".more[open], .comfort[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// --- sending -----------------------------------------------------------------------------------------------

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function post(url, content) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(content),
  });
  const reply = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, ...reply };
}

/** The seat that is looked from, null where several people share the screen and none of them looks. */
const seatHere = () => (table().dataset.seat === "" ? null : Number(table().dataset.seat));
/** Which moment of the game the page shows: other things may happen at the table meanwhile. */
const moment = () => `${table()?.dataset.digest} ${table()?.dataset.ply} ${table()?.dataset.shown}`;

/** What a button sends: a command has an id and the version it answers, a question only the seat that asks. */
const commandOf = (button) => (button.hasAttribute("data-question")
  ? { seat: seatHere() }
  : {
    seat: seatHere(),
    client_id: newId(),
    version: Number(table().dataset.version),
    ...(button.dataset.agree && { agree: button.dataset.agree === "true" }),
  });

onChat(async (what) => {
  const url = `${location.pathname}/chat`;
  try {
    const message = { seat: seatHere(), client_id: newId(), ...what };
    const answer = await resending(() => post(url, message));
    if (!answer.ok) status(answer.message || say("failed"), "problem");
    return answer.ok;
  } catch {
    status(say("offline"), "problem");
    return false;
  }
});

onSend(async (choice) => {
  const { moveUrl, ply, version } = table().dataset;
  const move = { action: choice.action, ply: Number(ply), seat: seatHere(), client_id: newId(), version: Number(version) };
  try {
    const answer = await resending(() => post(moveUrl, move));
    document.dispatchEvent(new CustomEvent("stramash:answer", { detail: answer }));
    if (answer.ok && answer.version) await arrival(answer.version);
    else await refresh(answer.next);
    // after the page has come: a player who reads why a move was refused can choose another at once
    status(answer.ok ? "" : answer.message || say("failed"), answer.ok ? "" : "problem");
    if (!answer.ok && answer.hint) pointAt(answer.hint);
  } catch {
    status(say("offline"), "problem");
    await refresh();
  }
});


/** How long to wait before a move is sent again while nothing answers. */
const WAITS = [400, 1200, 2500, 4000, 6000];
/** How often a move is sent again, every two seconds, to a server that answers that it is not ready. */
const PATIENCE = 60;
/** Try again when the connection is lost: a command has its own id, so it counts once however often it is sent. */
async function resending(attempt) {
  let cuts = 0;
  for (let refused = 0; ;) {
    let wait = 2000;
    try {
      const answer = await attempt();
      if (!NOT_YET.includes(answer.status) || refused === PATIENCE) return answer;
      refused += 1;
      status(say("notYet"), "problem");
    } catch (error) {
      if (cuts === WAITS.length) throw error;
      wait = WAITS[cuts];
      cuts += 1;
      status(say("offline"), "problem");
    }
    await pause(wait);
  }
}

document.addEventListener("click", (event) => {
  const close = event.target.closest?.("[data-close]");
  if (close) close.parentElement.hidden = true;
});

const addressOf = (copy) => new URL(copy.dataset.copy, location.href).href;

/** Give a form an id when it is sent first: sent twice, or sent again by a reload, it counts once. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-command]")) return;
  if (!form.elements.client_id) {
    const id = Object.assign(document.createElement("input"), { type: "hidden", name: "client_id" });
    form.append(id);
  }
  form.elements.client_id.value ||= newId();
});
// a page that comes back from the browser's memory sends something new
window.addEventListener("pageshow", (event) => {
  if (event.persisted) for (const id of $$("[data-command] [name=client_id]")) id.remove();
});

document.addEventListener("click", async (event) => {
  const copy = event.target.closest?.("[data-copy]");
  if (copy) {
    try {
      await navigator.clipboard.writeText(addressOf(copy));
      status(say("copied"), "good");
    } catch {
      status(addressOf(copy));
    }
  }
  const button = event.target.closest?.("[data-post]");
  if (button?.dataset.why) { status(button.dataset.why); return; }
  if (!button || button.matches(".busy") || (button.dataset.confirm && !confirm(button.dataset.confirm))) return;
  button.classList.add("busy");
  try {
    const asked = moment();
    const command = commandOf(button);
    const answer = await resending(() => post(button.dataset.post, command));
    if (answer.go) { location.assign(answer.go); return; }
    if (answer.hint && asked !== moment()) return; // it was for another moment
    status(answer.message || answer.say || "", answer.hint ? "good hint" : answer.ok ? "good" : "problem");
    if (answer.hint && document.body.matches(".learning")) pointAt(answer.hint);
    else if (answer.hint) show(answer.hint);
    else if (answer.ok && answer.version) await arrival(answer.version);
    else await refresh();
  } catch {
    status(say("offline"), "problem");
  } finally {
    button.classList.remove("busy");
  }
});

/** Draw the way to touch: in a lesson. */
const pointAt = (path) => drawArrows([{ path, kind: "better" }]);

function show(path) {
  forget();
  for (const handle of path) for (const element of elements(handle)) {
    element.classList.add("hinted");
    setTimeout(() => element.classList.remove("hinted"), 5000);
  }
}

let focused = null;
let message = null;

function remember() {
  rememberPlaces();
  message = { text: $("#status")?.textContent, kind: $("#status")?.className, at: moment() };
  const active = document.activeElement;
  focused = active && active !== document.body && active.closest("#table")
    ? { handle: active.dataset.handle, button: active.dataset.button, id: active.dataset.handle ? "" : active.id }
    : null;
}

/** Give the focus back to what had it; to what can be chosen now, if that is gone and keys are used. */
function refocus() {
  if (!focused) return;
  const same = (focused.handle && elements(focused.handle).find((element) => element.matches(".legal:not(.later)")))
    || (focused.button && $(`[data-button="${CSS.escape(focused.button)}"]`))
    || (focused.id && focused.id !== "prompt" && document.getElementById(focused.id));
  if (same) same.focus({ preventScroll: true });
  else if (hand.keyboard) regainFocus();
}

function settle() {
  read();
  const main = table();
  if (!main) return;
  document.title = main.dataset.title;
  drawArrows();
  notice(main);
  showScorings(main);
  showComments();
  setClock(main);
  showChat();
  speak();
  playRoutine();
  for (const arrived of arrivals.splice(0)) arrived();
  if (stream && main.dataset.arrangement !== followed) listen(); // the screen was turned: updates must fit it
}

/** After the page has changed: light what can be chosen, and let cards glide from where they were. */
function settleDown() {
  settle();
  glide();
  refocus();
}

const SPOKEN = 5; // the number of announcements that are kept
let spoken = null; // up to which state of the table the story has been spoken

function speak() {
  const lines = $$("#story li[data-version]");
  const last = Math.max(0, ...lines.map((line) => Number(line.dataset.version)));
  if (spoken !== null && last > spoken) {
    const news = lines.filter((line) => Number(line.dataset.version) > spoken);
    const said = document.createElement("p");
    said.textContent = news.map((line) => line.textContent.trim().replace(/\.$/, "")).join(". ");
    $("#spoken").append(said); // added, not replaced: what came just before may not have been spoken yet
    while ($("#spoken").childElementCount > SPOKEN) $("#spoken").firstElementChild.remove();
  }
  if (spoken !== last) {
    const story = $("#story");
    const shown = story && $("[aria-current]", story);
    if (story) story.scrollTop = shown ? shown.offsetTop - story.offsetTop - story.clientHeight / 2 : story.scrollHeight;
  }
  spoken = last;
}

/** Play a routine choice for players who switched that on. */
function playRoutine() {
  const ready = table().dataset.routine === "automatic" && routine();
  if (ready) setTimeout(() => { if (routine() === ready) send(ready); }, 500);
}

document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSettle", () => {
  const stale = message?.kind?.includes("hint") && message.at !== moment();
  if (stale) status("");
  else if (message?.text) status(message.text, message.kind); // what was said stays said
  settleDown();
});

// --- updates: the server sends the parts that have changed ------------------------------------------------------

let stream = null;    // where updates come from
let followed = "";    // the arrangement of the page when the stream was opened
let cut = false;      // the connection to the server is lost
let latest = null;    // the last update, whose digest the page should show
let received = {};    // the chunks of each part as the stream brought it last
const arrivals = [];  // called when the page has changed

/** Where the text of a part is divided into chunks. */
const CHUNK = "<g ";

/** How long to wait for an update that was acknowledged, before the page is fetched instead. */
const LATE = 2000;

/** Wait until the page shows a version that the server has acknowledged. */
async function arrival(version) {
  const until = Date.now() + LATE;
  while (!cut && stream && Number(table().dataset.version) < version && Date.now() < until) {
    await Promise.race([new Promise((arrived) => arrivals.push(arrived)), pause(until - Date.now())]);
  }
  if (Number(table().dataset.version) < version) await refresh();
}

/** Whether an update can be applied to the page as it is. */
function fits(update) {
  const { version, shown, ply, shape, arrangement } = table().dataset;
  return update.parts && !isLoading() && shown === ply && update.shape === shape && update.arrangement === arrangement
    && (update.from === undefined || update.from === Number(version));
}

/** Put a part together from new text and from runs of chunks, [first, count], that came before. */
function assemble(selector, part) {
  const chunks = typeof part === "string"
    ? part.split(CHUNK)
    : part.flatMap((piece) => (typeof piece === "string" ? piece.split(CHUNK)
      : received[selector].slice(piece[0], piece[0] + piece[1])));
  received[selector] = chunks;
  return chunks.join(CHUNK);
}

/** Apply updates together, in one movement; fetch the page where one does not fit. */
function take(updates) {
  remember();
  const hinted = message.kind?.includes("hint");
  let changed = false;
  for (const update of updates) changed = apply(update) || changed;
  if (!changed) return;
  if (hinted && message.at !== moment()) status(""); // it was for another moment
  settleDown();
}

/** Apply an update; return whether the page has changed by it. */
function apply(update) {
  const { version, digest } = table().dataset;
  latest = update;
  // parts are put together even where they are not shown: the next update refers to them
  const parts = Object.entries(update.parts ?? {}).map(([selector, part]) => [selector, assemble(selector, part)]);
  if (update.version <= Number(version)) { compare(); return false; }
  if (!fits(update)) { refresh().then(compare); return false; }
  if (update.from !== undefined && update.from_digest !== digest) { reload(); return false; }
  for (const [selector, part] of parts) {
    window.Idiomorph.morph($(selector, table()), part, { morphStyle: "outerHTML" });
  }
  tellFurther(update.story);
  for (const [name, value] of Object.entries(update.attributes)) table().setAttribute(name, value);
  return true;
}

/** Remove the lines of the story after a version, and add others. */
function tellFurther({ after, lines }) {
  for (const line of $$("#story li")) if (!(Number(line.dataset.version) <= after)) line.remove();
  $("#story").insertAdjacentHTML("beforeend", lines);
  window.htmx.process($("#story"));
}

/** Reload a page whose content differs from the server's. */
function reload() {
  latest = null; // once: if the page still differs, another reload would not help
  status(say("drifted"), "problem");
  return refresh();
}

/** Compare the page's digest with the server's for the same version; reload the page where they differ. */
function compare() {
  const { version, digest } = table().dataset;
  if (latest && Number(version) === latest.version && digest !== latest.digest) reload();
}

function listen() {
  const url = table()?.dataset.eventsUrl;
  if (!url) return;
  stream?.close();
  const events = new EventSource(url);
  stream = events;
  followed = table().dataset.arrangement;
  events.addEventListener("update", (event) => queue(JSON.parse(event.data), take));
  events.addEventListener("reset", () => { skip(); refresh(); });
  followChat(events);
  events.addEventListener("error", () => {
    cut = true;
    status(say("cutOff"), "problem");
    // a server that answers, but not with events, will not be asked again by the browser: do it here
    if (events.readyState === EventSource.CLOSED && events === stream) setTimeout(listen, 1500);
  });
  events.addEventListener("open", () => {
    if (!cut) return;
    cut = false;
    status(say("back"), "good");
    refresh();
  });
  window.addEventListener("pagehide", () => events.close(), { once: true });
}

// --- what the server cannot know: how wide the screen is ------------------------------------------------------------

const narrow = matchMedia("(max-width: 760px), (max-height: 520px)");
const low = matchMedia("(max-height: 520px) and (min-width: 560px)");

function measure() {
  const kind = low.matches ? "low" : narrow.matches ? "narrow" : "wide";
  document.cookie = `stramash_screen=${kind}; path=/; max-age=31536000; samesite=lax`;
  if (table() && table().dataset.screen !== kind) refresh();
}
for (const query of [narrow, low]) query.addEventListener("change", measure);

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-submit]")) event.target.form.requestSubmit();
});

settle();
measure();
listen();
