"""Words can be read and things can be hit: measured as `docs/measure_pages.py` measures them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import stramash
from stramash.core.record import Record
from tests.table.browser.hands import ANSWERS, LIT, PHONE, RESULT, fix_deal, my_move, start
from tests.table.server import Server, open_table

Visit = Callable[..., Page]

MEASURE = (Path(stramash.__file__).parents[2] / "docs" / "measure_pages.js").read_text("utf-8")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "on its side": PHONE | {"viewport": {"width": 844, "height": 390}},
}
KINDS = {"desk": "wide", "phone": "narrow", "on its side": "low"}
LEAST_TEXT, LEAST_TARGET = 10.95, 24
#: For each game a recorded game of two: towards the end more lies on the table, and it is drawn smaller
RECORDS = {
    "schotten-totten": "schotten_totten/golden/base-first-player.txt",
    "lords-of-scotland": "lords_of_scotland/golden/two.txt",
    "glen-more": "glen_more/golden/two-nothing-to-take.txt",
}
#: How much of a recorded game is played when it is measured
SHARES = (0.6, 0.8, 0.95, 1.0)


def check(page: Page, when: str = "") -> None:
    found = page.evaluate(MEASURE.partition("\n")[2])
    assert found["text"]["size"] >= LEAST_TEXT, (when, found["text"])
    assert found["target"]["size"] >= LEAST_TARGET, (when, found["target"])


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


@pytest.mark.parametrize("game", RECORDS)
def test_words_of_a_late_position_can_be_read_and_its_things_hit(
    visit: Visit, server: Server, game: str
) -> None:
    record = Record.read((Path(__file__).parents[2] / RECORDS[game]).read_text("utf-8"))
    player = open_table(server, "person", "local", game=game)
    assert record.seed is not None
    fix_deal(server, player, record.seed)
    played = 0
    pages = {screen: visit("/", player.secret, **settings) for screen, settings in SCREENS.items()}
    for share in SHARES:
        for seat, action in record.actions[played : round(share * len(record.actions))]:
            assert player.move(action, played, seat=seat).status_code == 200
            played += 1
        for screen, page in pages.items():
            page.goto(f"/t/{player.table}")
            my_move(page)
            if page.locator("#lift").count():
                page.locator("#lift").click()
            page.wait_for_selector(f"{LIT}, {ANSWERS}, {RESULT}")
            check(page, f"after action {played} ({screen})")
    assert pages["desk"].locator(RESULT).count() == 1, "the recorded game is over"


@pytest.mark.parametrize("screen", SCREENS)
def test_names_of_tactic_cards_can_be_read(visit: Visit, server: Server, screen: str) -> None:
    player = open_table(server, "person", "local", options={"tactics": True})
    page, rng = visit("/", player.secret, **SCREENS[screen]), random.Random(2)
    for ply in range(24):
        now, drawing = player.look()["player"], "draw:tactic"
        legal = player.legal(now)
        troops = [one for one in legal if one.startswith(("joker", "spy", "bearer"))]
        action = drawing if drawing in legal else rng.choice(troops or legal)
        assert player.move(action, ply, seat=now).status_code == 200
    page.goto(f"/t/{player.table}?seat={player.look()['player']}")
    my_move(page)
    assert page.locator(".board, .hand").get_by_text(re.compile("Joker|Spy|Bearer")).count()
    check(page)
