/* Winning is a moment: swatches of tartan fall for a few seconds, unless the visitor likes it calm. */

const SWATCHES = 48;

export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const fall = Object.assign(document.createElement("div"), { ariaHidden: "true" });
  for (let number = 0; number < SWATCHES; number += 1) {
    const swatch = Object.assign(document.createElement("i"), { className: "swatch" });
    fall.append(swatch);
    const from = Math.random() * 100;
    const drift = from + (Math.random() - 0.5) * 24;
    const turns = (Math.random() - 0.5) * 1440;
    swatch.animate([
      { transform: `translate(${from}vw, 0) rotate(0deg)` },
      { transform: `translate(${drift}vw, 108vh) rotate3d(1, .6, .4, ${turns}deg)` },
    ], { duration: 2400 + Math.random() * 2200, delay: Math.random() * 900, easing: "cubic-bezier(.3, .1, .7, 1)", fill: "both" });
  }
  document.body.append(fall);
  setTimeout(() => fall.remove(), 6000);
}
