"""What people do at a table in a browser: click, touch, drag, press keys."""

from __future__ import annotations

import shutil

from playwright.sync_api import Page

#: Where Chromium may be
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: It should talk to nobody but us
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

LIT = "[data-handle].legal:not(.later)"
ANSWERS = "#choices-as-buttons button"
RESULT = ".result"


def chromium(names: tuple[str, ...]) -> str:
    """Return where Chromium is."""
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise AssertionError("no Chromium here: on Debian, apt-get install chromium; ./test does so by itself")


def start(page: Page, game: str = "Schotten Totten") -> None:
    """Be in a game one click after the home page."""
    page.get_by_role("article", name=game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def version(page: Page) -> str:
    """Return which state of the table the page shows."""
    return page.locator("#table").get_attribute("data-version") or ""


def my_move(page: Page) -> bool:
    """Wait until something can be chosen, or the game is over; say whether something can."""
    page.wait_for_selector(f"{LIT}, {ANSWERS}, {RESULT}, #lift")
    return page.locator(RESULT).count() == 0


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the page shows another state than that."""
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before"
        " && !document.body.classList.contains('pending')",
        arg=before,
    )


def click_a_move(page: Page) -> None:
    """Click through one action: the first thing lit, until nothing is left to choose."""
    before = version(page)
    lit = page.locator(LIT)
    for _ in range(6):
        target = page.locator(".board").locator(LIT)
        if not target.count():
            target = lit if lit.count() else page.locator(ANSWERS)
        target.first.click()
        if page.locator("body.pending").count() or version(page) != before:
            break
        if not (lit.count() or page.locator(ANSWERS).count()):
            break
    wait_for_change(page, before)


def key_a_move(page: Page) -> None:
    """Make one action with the keyboard alone: tab to what is lit, arrows, Enter."""
    before = version(page)
    for _ in range(60):
        if page.evaluate(
            "!!document.activeElement.closest('[data-handle].legal, #choices-as-buttons button')"
        ):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    for _ in range(4):
        page.keyboard.press("Enter")
        if page.locator("body.pending").count() or version(page) != before:
            break
    wait_for_change(page, before)
