/* Taps that were meant for something else. After a tap the page may change: a card moves away, an answer appears
   where it was. A second tap at that spot within a moment is not carried out; taps elsewhere are. */

const MOMENT = 400; // milliseconds
const THUMB = 40; // pixels

let spot = null; // the last touch: where, and what lay there
let changed = null; // where and when something else came to lie there

function thingAt(x, y) {
  const thing = document.elementFromPoint(x, y)?.closest("[data-handle], [data-reach], button, a, summary, select, input");
  if (!thing) return "";
  return thing.dataset.handle ?? thing.dataset.reach ?? (thing.dataset.post || thing.id || thing.textContent.trim());
}

document.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => { spot = { x, y, thing: thingAt(x, y) }; }, true);

/** Look whether something else lies now where the visitor touched last. */
export function lookUnderFinger() {
  if (!spot) return;
  const thing = thingAt(spot.x, spot.y);
  if (thing !== spot.thing) changed = { ...spot, at: performance.now() };
  spot.thing = thing;
}

document.addEventListener("click", (event) => {
  if (!changed || event.detail === 0 || performance.now() - changed.at > MOMENT) return;
  if (Math.hypot(event.clientX - changed.x, event.clientY - changed.y) > THUMB) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
