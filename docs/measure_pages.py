"""Measure the smallest text and the smallest target of every page: `python docs/measure_pages.py`.

It starts a server of its own, visits every page in Chromium at 1280 by 720, on a phone and on a phone on its
side, in every language, and prints a table. Tables are measured while nothing is chosen and while a card is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from make_screenshots import GAMES, LIT, PHONE, QUIET, chromium, play, serving
from playwright.sync_api import Page, sync_playwright

MEASURE = (Path(__file__).parent / "measure_pages.js").read_text("utf-8").partition("\n")[2]
ARRANGEMENTS = {
    "1280 × 720": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "phone on its side": PHONE | {"viewport": {"width": 844, "height": 390}},
}
LANGUAGES = ("en-GB", "es-ES", "fr-FR")
PATHS = ("/", *(f"/{kind}/{game}" for kind in ("new", "learn", "rules") for game in GAMES))
ACTIONS = 8


def measures(page: Page) -> Iterator[tuple[str, dict[str, dict[str, float | str]]]]:
    """Visit every page and yield its measures."""
    for path in PATHS:
        page.goto(path)
        yield path, page.evaluate(MEASURE)
    for game in GAMES:
        play(page, game, ACTIONS)
        yield f"table of {game}", page.evaluate(MEASURE)
        page.locator(LIT).last.click(force=True)
        yield f"table of {game}, choosing", page.evaluate(MEASURE)


def main() -> None:
    """Print the worst of all languages for each page and arrangement, as a table in Markdown."""
    worst: dict[tuple[str, str, str], tuple[float, str]] = {}
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        for arrangement, settings in ARRANGEMENTS.items():
            for locale in LANGUAGES:
                context = browser.new_context(base_url=address, locale=locale, **settings)  # type: ignore[arg-type]
                for what, found in measures(context.new_page()):
                    for kind, smallest in found.items():
                        key = (what, arrangement, kind)
                        measured = (round(float(smallest["size"]), 1), str(smallest["what"]))
                        worst[key] = min(worst.get(key, (1e9, "")), measured)
                context.close()
    lines = ["| page | arrangement | smallest text | smallest target |", "|---|---|---|---|"]
    for what, arrangement in dict.fromkeys(key[:2] for key in worst):
        text, target = (worst[what, arrangement, kind] for kind in ("text", "target"))
        lines.append(f"| {what} | {arrangement} | {text[0]:g} “{text[1]}” | {target[0]:g} “{target[1]}” |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
