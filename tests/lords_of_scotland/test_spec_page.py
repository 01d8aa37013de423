"""The spec page says what the engine does: its tables are compared with it."""

from __future__ import annotations

import re

import numpy as np

from stramash.games.lords_of_scotland.rules.components import CARD_NAMES
from tests.lords_of_scotland.table import BRUCE, THREE, play, table
from tests.test_spec_pages import page_of, rows


def test_the_observation_places_things_where_the_table_says() -> None:
    position = table(
        THREE, "sc5", "ch4! [fo3] md6~", "", hands=("fo1", "we3", "we4"), supporters="ck1 ck2",
        recruits="md1 [md2] - - -", discard="sc9", victory=("", "", "sc2"), player=1, initiative=1,
    )  # fmt: skip
    play(position, "recruit:1")
    tensor = position.view(0).tensor
    numbers = {CARD_NAMES[card]: card for card in range(96)}

    def marks(card: str) -> list[int]:
        at = 38 * numbers[card]
        return np.flatnonzero(tensor[at : at + 38]).tolist()

    assert marks("sc5") == [23]
    assert marks("ch4") == [24, 35]
    assert marks("md6") == [24, 33]
    assert marks("fo3") == marks("we3") == [0]
    assert marks("fo1") == [1]
    assert marks("md1") == [2, 7], "in the hand of the next seat, which all saw take it"
    assert marks("ck1") == [16]
    assert marks("sc9") == [17]
    assert marks("sc2") == [20]
    assert tensor[3724 + 6 * 5 + 1] == 1, "the first face-down Follower of the next seat lies with it"
    assert tensor[3724 + 6 * 5 + 5] == 0
    assert tensor[3874 + 15 * 2 + 8] == 1, "seat 2 is to act"
    assert position.view(1).tensor[38 * numbers["fo3"] + 28] == 1
    assert np.all((tensor >= 0) & (tensor <= 1))


def test_every_fact_is_explained() -> None:
    explained = {
        key for cell, _ in rows(page_of("lords-of-scotland"), "Facts") for key in re.findall(r"`(\w+)`", cell)
    }
    assert explained | {"seat", "text"} == set(BRUCE.deal(1).view(0).facts)
