/* Arrows and ghosts over the board: from the first thing that an action touches to the last.

   The page carries them as data: [{"path": ["card:b7", "stone:3"], "kind": "better", "text": "63%"}]. An action that touches one
   thing gets a ring around it. A card that would be laid down is shown as a ghost where it would lie. */

import { $, $$, data } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const make = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** The thing of a handle, if it is on the screen: a card in an open hand cannot be touched, but it is there. */
function thing(handle) {
  const [kind, name] = handle.split(":");
  const found = [...$$(`[data-handle="${CSS.escape(handle)}"]`),
    ...(kind === "card" ? $$(`[data-card="${CSS.escape(name ?? "")}"]`) : [])];
  return found.find((element) => element.getClientRects().length > 0) ?? null;
}

/** Where a thing lies, within the frame. What may be touched around it does not count. */
function box(element, frame) {
  const shown = element.matches("g") ? $(":scope > .edge", element) ?? element : element;
  const at = shown.getBoundingClientRect();
  return { x: at.left - frame.left, y: at.top - frame.top, width: at.width, height: at.height };
}
/** Where a card that is moved to the thing of a handle would lie: the picture may have an outline for it. */
const goal = (handle) => $$(`[data-reach="${CSS.escape(handle)}"] .goal`).find((outline) => outline.getClientRects().length > 0);
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

function ring(place, kind) {
  return make("rect", { class: `ring ${kind}`, x: place.x - 4, y: place.y - 4, width: place.width + 8, height: place.height + 8, rx: 10 });
}

function arrow(from, to, kind) {
  const start = middle(from);
  const end = middle(to);
  const far = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [dx, dy] = [(end.x - start.x) / far, (end.y - start.y) / far];
  const neck = { x: end.x - 16 * dx, y: end.y - 16 * dy };
  const head = `${end.x},${end.y} ${neck.x - 9 * dy},${neck.y + 9 * dx} ${neck.x + 9 * dy},${neck.y - 9 * dx}`;
  return make("g", { class: `arrow ${kind}` },
    make("line", { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y }), make("polygon", { points: head }));
}

/** A card as it would lie at its goal. */
function ghost(element, to, kind, frame) {
  if (!element.matches("g.card")) return null;
  const local = element.getBBox();
  const size = box(element, frame);
  const scale = Math.min(size.width, 1.1 * to.width) / local.width;
  const at = middle(to);
  const placed = make("svg", {}).createSVGMatrix()
    .translate(at.x - scale * local.width / 2, at.y - scale * local.height / 2)
    .scale(scale).translate(-local.x, -local.y);
  const { a, b, c, d, e, f } = placed;
  const copy = element.cloneNode(true); // in place of a <use>, inside which the styles of pictures do not apply
  for (const name of ["id", "data-handle", "data-card", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("class", `card ghost ${kind}`);
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  return copy;
}

function label(text, to, kind) {
  const at = middle(to);
  return make("text", { class: `share ${kind}`, x: at.x, y: to.y + to.height + 18, "text-anchor": "middle" }, text);
}

/** Draw what the page carries, or what is given, in place of what was drawn. */
export function drawArrows(arrows = data("arrows") ?? []) {
  $$("svg.arrows").forEach((old) => old.remove());
  const play = $(".play");
  if (!play || !arrows.length) return;
  const frame = play.getBoundingClientRect();
  const drawn = [];
  for (const { path, kind, text } of [...arrows].reverse()) { // the first lies on top
    const things = path.map(thing).filter(Boolean);
    if (!things.length) continue;
    const from = box(things[0], frame);
    const to = box(goal(path.at(-1)) ?? things.at(-1), frame);
    if (things.length === 1) drawn.push(ring(from, kind));
    else drawn.push(...[ghost(things[0], to, kind, frame), arrow(from, to, kind)].filter(Boolean));
    if (text) drawn.push(label(text, to, kind));
  }
  const overlay = make("svg", { class: "arrows stramash", "aria-hidden": "true" }, ...drawn);
  play.append(overlay);
}

let waiting = null;
addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(() => drawArrows(), 150); });
