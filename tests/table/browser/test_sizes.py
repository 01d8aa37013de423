"""Words can be read and things can be hit: measured as `docs/measure_pages.py` measures them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import stramash
from tests.table.browser.hands import LIT, PHONE, my_move, start

Visit = Callable[..., Page]

MEASURE = (Path(stramash.__file__).parents[2] / "docs" / "measure_pages.js").read_text("utf-8")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "on its side": PHONE | {"viewport": {"width": 844, "height": 390}},
}
KINDS = {"desk": "wide", "phone": "narrow", "on its side": "low"}
LEAST_TEXT, LEAST_TARGET = 10.95, 24


def check(page: Page) -> None:
    found = page.evaluate(MEASURE.partition("\n")[2])
    assert found["text"]["size"] >= LEAST_TEXT, found["text"]
    assert found["target"]["size"] >= LEAST_TARGET, found["target"]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", stramash.games())
def test_words_of_a_table_can_be_read_and_its_things_hit(visit: Visit, game: str, screen: str) -> None:
    page = visit("/", **SCREENS[screen])
    check(page)
    start(page, stramash.load(game).title)
    my_move(page)
    check(page)
    page.locator(LIT).last.click(force=True)
    check(page)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", stramash.games())
def test_words_of_rules_and_lessons_can_be_read(visit: Visit, game: str, screen: str) -> None:
    page = visit(**SCREENS[screen])
    for path in ("rules", "learn", "new"):
        page.goto(f"/{path}/{game}")
        if path == "learn":
            page.wait_for_selector(f"[data-screen={KINDS[screen]}]")
        check(page)
