"""Whole games on a phone by taps only, as a new user plays: the first touch explains, the second does it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.table.browser.hands import ANSWERS, LIT, PHONE, RESULT, STRAY, my_move, version, wait_for_change

Visit = Callable[..., Page]

#: A tap that something else is in the way of fails after these milliseconds
_PATIENCE = 5_000
_LONGEST = 250


def _next(page: Page, dice: random.Random, *, begun: bool) -> Locator:
    """Return what to tap next: what was tapped once, an answer, a place on the board, a card."""
    armed = page.locator(f"{LIT}.chosen")
    if begun and page.locator("#status.good").count() and armed.count():
        return armed.first
    board = page.locator(f".board {LIT}:not([data-handle=sell])")
    for things in (page.locator(ANSWERS), board) if begun else ():
        if things.count():
            return things.nth(dice.randrange(things.count()))
    lit = page.locator(f"{LIT}:not([data-handle=sell]), {ANSWERS}")
    if not lit.count():  # sometimes a sale is the only legal action
        lit = page.locator(LIT)
    return lit.nth(dice.randrange(lit.count()))


def _act(page: Page, dice: random.Random) -> None:
    before = version(page)
    for tap in range(12):
        page.wait_for_timeout(STRAY)
        if page.locator("body.pending").count() or version(page) != before:
            break
        _next(page, dice, begun=tap > 0).tap(timeout=_PATIENCE)
    wait_for_change(page, before)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "locale"),
    [("schotten-totten", "es-ES"), ("lords-of-scotland", "fr-FR"), ("glen-more", "en-GB")],
)
def test_a_whole_game_is_played_on_a_phone_by_taps_only(visit: Visit, game: str, locale: str) -> None:
    page = visit("/", locale=locale, **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    page.locator(f"form[action*='{game}'] button").first.tap()
    page.wait_for_url("**/t/*")
    dice = random.Random(5)
    for _actions in range(_LONGEST):
        if not my_move(page):
            break
        _act(page, dice)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(RESULT)).to_be_visible()
    page.locator(f"{RESULT} [data-sheet]").tap()
    expect(page.locator("#sheet-over .score-sheet")).to_be_visible()
