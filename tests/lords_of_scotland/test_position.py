"""Positions as JSON: what may be left out, and what is refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import stramash
from stramash import BadOption, BadPosition
from tests.lords_of_scotland.table import BRUCE, THREE, TWO


def test_a_position_that_says_nothing_is_an_empty_table_with_a_full_draw_pile() -> None:
    told = TWO.position({}).to_dict()
    assert len(told["draw_pile"]) == 96
    assert told["armies"] == [[], []]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"haggis": 1}, "unknown keys haggis"),
    ({"turn": 6}, "1 to 5"),
    ({"turn": True}, "1 to 5"),
    ({"phase": "napping"}, "acting, mustering"),
    ({"player": 2}, "0 to 1"),
    ({"hands": [["sc1"]]}, "list of 2"),
    ({"hands": [["sc13"], []]}, "sc13"),
    ({"hands": [["br97"], []]}, "br97"),
    ({"hands": [["sc1", "sc1"], []]}, "only one sc1"),
    ({"hands": [[f"sc{n}" for n in range(1, 12)], []]}, "at most 10"),
    ({"draw_pile": ["sc1"]}, "missing"),
    ({"armies": [[{"card": "fo3", "active": "ch"}], []]}, "end-of-round power"),
    ({"armies": [[{"card": "fo3", "active": "fo"}], []]}, "end-of-round power"),
    ({"armies": [[{"card": "ch3", "active": "ch", "down": True}], []]}, "neither kept nor active"),
    ({"armies": [[{"card": "fo3", "haggis": 1}], []]}, "object with"),
    (
        {"armies": [[{"card": "fo3", "down": {"number": 1}}, {"card": "fo4", "down": {"number": 1}}], []]},
        "number 1",
    ),
    ({"phase": "swapping"}, "acting"),
    ({"phase": "swapping", "acting": "fe3"}, "army of the player"),
    ({"phase": "swapping", "acting": "fe3", "armies": [["fe3"], []]}, "nothing to choose"),
    ({"phase": "mustering", "acting": "mk3", "armies": [["mk3"], []]}, "hand is empty"),
    ({"acting": "fo3", "armies": [["fo3"], []]}, "null"),
    ({"player": None}, "claiming"),
    ({"phase": "claiming", "armies": [[], ["fo3"]], "supporters": ["sc1"]}, "without a Follower"),
    ({"phase": "claiming", "armies": [["fo3"], ["fo4"]], "supporters": ["sc1"], "order": [0, 1]}, "order"),
    ({"phase": "claiming", "armies": [["fo3"], []]}, "claims"),
    (
        {"phase": "claiming", "armies": [[{"card": "fo3", "down": True}], []], "supporters": ["sc1"]},
        "flipped",
    ),
    ({"hands": [["sc1"], []], "held": [[], []]}, "no entry for sc1"),
    ({"hands": [["sc1"], []], "held": [[{"card": "sc2"}], []]}, "no entry for sc1"),
    ({"hands": [["sc1"], []], "held": [[{"shuffle": 0}, {"shuffle": 0}], []]}, "one for each card"),
    ({"seed": "xyz"}, "hexadecimal"),
    ({"shuffled": {"1": ["sc1"]}}, "0|1"),
    ({"recruits": [{"card": "sc1", "face_up": 1}]}, "true or false"),
    ({"players": 3}, "should be 2"),
]


@pytest.mark.parametrize(("description", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_cannot_be_is_refused(description: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        TWO.position(description)


def test_explaining_asks_for_the_rank_of_a_card() -> None:
    with pytest.raises(BadOption, match="1 to 96"):
        TWO.deal(1).explain(97)
    assert "Bruce 12" in BRUCE.deal(1).explain(97)


def test_a_face_down_card_that_came_too_late_is_refused() -> None:
    late = {
        "armies": [[{"card": "fo3", "down": {"number": 1}}], []],
        "downs": [1, 0],
        "held": [[{"card": "fo3", "since": 1}], []],
    }
    with pytest.raises(BadPosition, match="no entry for fo3"):
        TWO.position(late)


def test_options_are_those_of_the_rulebook() -> None:
    with pytest.raises(BadOption, match="2, 3, 4, 5"):
        stramash.load("lords-of-scotland", players=6)
    with pytest.raises(BadOption, match="auto, any, clan"):
        stramash.load("lords-of-scotland", activation="none")
    assert THREE.options == {"bruce": False, "activation": "auto"}
