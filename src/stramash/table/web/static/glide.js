/* Cards glide: every piece of a picture that has a name begins where it was and comes to its new place. */

import { $$ } from "./page.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let places = new Map();
const gliders = () => $$("#table svg:not(.shared) g[id]");

/** Note where everything lies, before the page changes. */
export function rememberPlaces() {
  places = new Map(gliders().map((element) => [element.id, element.getBoundingClientRect()]));
}

/** Let every piece begin where it was. */
export function glide() {
  if (calm.matches || !places.size) return;
  for (const element of gliders()) {
    const before = places.get(element.id);
    if (!before) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350, easing: "ease-out" });
      continue;
    }
    const now = element.getBoundingClientRect();
    const scale = element.parentNode.getScreenCTM?.()?.a || 1; // a group around it may be enlarged
    const dx = (before.left + before.width / 2 - now.left - now.width / 2) / scale;
    const dy = (before.top + before.height / 2 - now.top - now.height / 2) / scale;
    if (Math.hypot(dx, dy) < 3) continue;
    element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }],
      { duration: 450, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}
