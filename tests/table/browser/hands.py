"""What people do at a table in a browser: click, touch, drag, press keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.table.server import Player, Server

#: Milliseconds that a busy machine may take to show something; Playwright's own default is 5,000
expect.set_options(timeout=30_000)

#: Milliseconds after which a tap on something that has just appeared is no stray one: see guard.js
STRAY = 450
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIT = "[data-handle].legal:not(.later)"
ANSWERS = "#choices-as-buttons button"
RESULT = ".result"


def start(page: Page, game: str = "Schotten Totten") -> None:
    """Be in a game one click after the home page."""
    page.get_by_role("article", name=game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def choose_seat(page: Page, number: int, who: str) -> None:
    """Choose on the page of a set-up who sits at a seat, counted from 0: me, link, here, or a bot."""
    page.locator(f"#at{number}").check()
    page.locator(f"#seat{number}-{who}").check()


def scrolls_sideways(page: Page) -> bool:
    """Return whether something is wider than the page."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def version(page: Page) -> str:
    """Return which state of the table the page shows."""
    return page.locator("#table").get_attribute("data-version") or ""


def touch(page: Page, handle: str) -> None:
    """Touch a thing, or the button that stands for it, once the page takes a choice again."""
    thing = page.locator(f"body:not(.pending) :is([data-handle='{handle}'], [data-button='{handle}'])").first
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.wait_for_timeout(STRAY)
        thing.tap()
    else:
        thing.click()


def my_move(page: Page) -> bool:
    """Wait until something can be chosen, or the game is over; say whether something can."""
    page.wait_for_load_state()  # scripts have run: an earlier click would be lost
    page.wait_for_selector(f"{LIT}, {ANSWERS}, {RESULT}, #lift")
    return page.locator(RESULT).count() == 0


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the page shows another state than that."""
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before"
        " && !document.body.classList.contains('pending')",
        arg=before,
    )


def whose_turn(pages: list[Page]) -> Page:
    """Wait until one of these people can act, and return their page."""
    for _ in range(600):
        for page in pages:
            if page.locator(f"{LIT}, {ANSWERS}").count() and not page.locator("body.pending").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody can act")


def go_on(page: Page, step: int) -> None:
    """Look at what followed from a right step of a lesson, and go on to the next."""
    page.wait_for_selector(f"#table[data-version='step {step} done']")
    expect(page.locator(".well-done")).to_be_visible()
    with page.expect_navigation():  # until its scripts run
        page.locator("#go-on").click()


def play_on(page: Page, act: Callable[[Page], None], longest: int = 220) -> int:
    """Play until the game is over; return how many actions that took."""
    for actions in range(longest):
        if not my_move(page):
            return actions
        act(page)
    raise AssertionError(f"the game is not over after {longest} actions")


def open_menu(page: Page) -> None:
    """Open the menu of the table, unless it is open."""
    menu = page.locator("details.more")
    if menu.get_attribute("open") is None:
        menu.locator("summary").first.click()


def resign(page: Page) -> None:
    """Give up, and wait for the end."""
    page.once("dialog", lambda dialog: dialog.accept())
    open_menu(page)
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector(RESULT)


def middle(thing: Locator) -> tuple[float, float]:
    """Return where the middle of something is."""
    box = thing.bounding_box()
    assert box, "it should be on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def fix_deal(server: Server, player: Player, seed: int) -> None:
    """Have a table that nobody has looked at yet dealt from this seed, so that its cards are known."""
    with sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=30) as database:
        changed = database.execute("UPDATE tables SET seed = ? WHERE id = ?", (str(seed), player.table))
    assert changed.rowcount == 1


def tap_a_move(page: Page) -> None:
    """Tap through one action with a finger."""
    click_a_move(page, by=lambda thing: thing.tap())


def drag_a_move(page: Page) -> None:
    """Drag the first card to a lit place; other choices, such as a claim, are clicked."""
    card = page.locator(f".hand {LIT}").first
    if not page.locator(f".hand {LIT}").count():
        click_a_move(page)
        return
    before = version(page)
    page.mouse.move(*middle(card))
    page.mouse.down()
    x, y = middle(card)
    page.mouse.move(x, y - 30, steps=3)
    page.mouse.move(*middle(page.locator(f".board {LIT}").first), steps=4)
    page.mouse.up()
    wait_for_change(page, before)


def click_a_move(page: Page, by: Callable[[Locator], None] = lambda thing: thing.click()) -> None:
    """Click through one action: the first thing lit, until nothing is left to choose."""
    before = version(page)
    lit = page.locator(LIT)
    for _ in range(12):
        target = page.locator(".board").locator(LIT)
        if not target.count():
            target = lit if lit.count() else page.locator(ANSWERS)
        by(target.first)
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
