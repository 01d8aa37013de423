/* Access to the page: helpers that every script here needs. */

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
/** A sentence in the visitor's language, as the page brought it. */
export const say = (key) => document.body.dataset[key] || "";
/** The parsed content of a data block of the page. */
export const data = (id) => {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
};
/** The things with this handle that can be seen. */
export const elements = (handle) =>
  $$(`[data-handle="${CSS.escape(handle)}"]`).filter((element) => element.getClientRects().length > 0);

/** Show a line under the prompt. */
export function status(text, kind = "") {
  const line = $("#status");
  if (!line) return;
  line.textContent = text;
  line.className = kind;
  fitSaying();
}

/** Fit the words above the hand into their room: what happened last is cut to a line, then left out; else all lie over the board. */
export function fitSaying() {
  const words = $(".saying");
  if (!words) return;
  const place = words.parentElement;
  const fits = ["tight", "brief", "tall"];
  place.classList.remove(...fits);
  for (const fit of fits) if (words.offsetHeight > place.clientHeight + 1) place.classList.add(fit);
}
