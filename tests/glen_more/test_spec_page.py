"""The spec page says what the engine does: its tables are compared with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import stramash
from stramash.games.glen_more.rules.components import BILL_NAMES
from tests.glen_more.table import play, seat, table

PAGE = Path(__file__).parents[2] / "docs" / "games" / "glen-more.md"
GAME = stramash.load("glen-more", players=4)


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_kinds_of_bill_are_all_there(page: str) -> None:
    assert all(f"`{name}`" in page for name in BILL_NAMES)


def test_the_observation_puts_things_where_the_table_says() -> None:
    glen = """
        .          lochy:grain   .
        forest2:2  home*         .
    """
    position = table(seat(), seat(glen, coins=4, whisky=2), ring="meadow1", warehouse={"stone": 3})
    mine, theirs = position.view(1).tensor, position.view(0).tensor
    forest2 = 19 * 7
    assert mine[forest2 + 3] == 1  # in my display
    assert theirs[forest2 + 4] == 1  # in that of the seat after me
    assert mine[forest2 + 9] == -1 / 16
    assert mine[forest2 + 11] == pytest.approx(2 / 3)
    assert mine[19 * 67 + 3] == theirs[19 * 67 + 3] == 1  # my starting village is always the first
    assert mine[19 * 67 + 16] == pytest.approx(1 / 6)
    assert mine[19 * 8 + 10] == 1 / 16
    assert mine[19 * 8 + 15] == pytest.approx(1 / 3)
    assert mine[19 * 2 + 1] == 1  # meadow1 on the ring
    assert mine[19 * 2 + 8] == pytest.approx(4 / 14)
    assert mine[1368 + 2] == pytest.approx(4 / 40)
    assert theirs[1368 + 8 + 3] == pytest.approx(2 / 20)
    assert mine[1408 + 9] == 1  # the stone row is full
    for tile in range(72):
        assert mine[19 * tile : 19 * tile + 8].sum() == 1
    play(position, "take:meadow1")
    assert position.view(0).tensor[1440 + 2] == 1


def test_the_facts_that_the_page_names_are_there(page: str) -> None:
    section = page.split("## Planning help\n", 1)[1].split("\n## ", 1)[0]
    assert all(f"`{key}`" in section for key in GAME.deal(1).view(0).facts if key != "seat")
