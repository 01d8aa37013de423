/* Taps of a finger that were meant for something else. After a tap the page may change: a card moves away, an answer appears
   where it was. A second tap at the same spot within a moment, on another thing than the first, is not carried out. */

const MOMENT = 400; // milliseconds
const THUMB = 24; // pixels

let last = null; // the last tap: where and when it was, and what lay there
let stray = false; // the tap that is under way is not to be carried out

function thingAt(target) {
  const thing = target.closest?.("[data-handle], [data-reach], button, a, summary, select, input");
  return thing && (thing.dataset.handle ?? thing.dataset.reach ?? (thing.dataset.post || thing.id || thing.textContent.trim()));
}

document.addEventListener("pointerdown", (event) => {
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const thing = thingAt(event.target);
  stray = event.pointerType === "touch" && last !== null && at - last.at < MOMENT
    && Math.hypot(x - last.x, y - last.y) < THUMB && thing !== last.thing;
  last = { x, y, at, thing };
}, true);

document.addEventListener("click", (event) => {
  if (!stray) return;
  stray = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
