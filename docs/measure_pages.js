// The smallest text and the smallest target of a page, in pixels of the screen. See measure_pages.py.
() => {
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".sr-only, .skip, [aria-hidden=true]") && element.getClientRects().length > 0;
  const name = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);

  let text = { size: Infinity, what: "" };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.matches("script, style, title, option") || !seen(element)) continue;
    if (getComputedStyle(element).clipPath !== "none") continue;
    const scale = element.ownerSVGElement ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < text.size) text = { size, what: name(node.textContent) };
  }

  let target = { size: Infinity, what: "" };
  const things = "a[href], button:not(:disabled), select, input, summary, [data-handle].legal:not(.later)";
  for (const element of document.querySelectorAll(things)) {
    if (!seen(element) || element.closest("[tabindex='-1'], [aria-hidden=true]")) continue;
    if (element.matches("p a, li a:not(#story a), td a")) continue; // links within sentences
    const reach = element.dataset.handle && document.querySelector(`[data-reach="${CSS.escape(element.dataset.handle)}"] .reach`);
    const touched = element.matches("input[type=checkbox], input[type=radio]") ? (element.labels?.[0] ?? element) : reach || element;
    const box = touched.getBoundingClientRect();
    const size = Math.min(box.width, box.height);
    if (size < target.size) target = { size, what: name(element.getAttribute("aria-label") || element.textContent) };
  }
  return { text, target };
}
