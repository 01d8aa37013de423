"""Positions as JSON: what may be left out, and what is refused with a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stramash
from stramash import BadOption, BadPosition
from tests.lords_of_scotland.table import BRUCE, THREE, TWO

GOLDEN = next((Path(__file__).parent / "golden").glob("*.txt"))


def test_a_position_that_says_nothing_is_an_empty_table_with_a_full_draw_pile() -> None:
    told = TWO.position({}).to_dict()
    assert len(told["draw_pile"]) == 96
    assert told["armies"] == [[], []]


CLANS = ("sc", "mk", "md", "we", "fe", "fo", "ck", "ch")
#: All cards but the Forsyths, the weakest first
CARDS = [f"{clan}{n}" for n in range(1, 13) for clan in CLANS if clan != "fo"]
CLAIMING: dict[str, Any] = {"phase": "claiming", "armies": [["fo4"], ["fo3"]], "supporters": ["sc1", "sc2"]}
COPYING: dict[str, Any] = {"phase": "copying", "acting": "sc5", "armies": [["fo8", "sc5"], []]}

REFUSED: list[tuple[dict[Any, Any], str]] = [
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
    ({"armies": [[{"card": "fo3", "active": "ch"}], []]}, "fo3 has no power at the end"),
    ({"armies": [[{"card": "fo3", "active": "fo"}], []]}, "fo3 has no power at the end"),
    ({"armies": [[{"card": "ch3", "active": "ch", "down": True}], []]}, "only one of down, kept"),
    ({"armies": [[{"card": "fo3", "haggis": 1}], []]}, "has card, down, kept, active"),
    (
        {"armies": [[{"card": "fo3", "down": {"number": 1}}, {"card": "fo4", "down": {"number": 1}}], []]},
        "number 1",
    ),
    ({"phase": "swapping"}, "acting"),
    ({"phase": "swapping", "acting": "fe3"}, "last in the army of seat 0"),
    ({"phase": "swapping", "acting": "fe3", "armies": [["fe3"], []]}, "no legal action"),
    ({"phase": "mustering", "acting": "mk3", "armies": [["mk3"], []]}, "mustering, but has no legal action"),
    ({"acting": "fo3", "armies": [["fo3"], []]}, "null"),
    ({"player": None}, "nobody has 40"),
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
    ({"shuffled": {"1": ["sc1"]}}, "'shuffled' has no keys"),
    ({"recruits": [{"card": "sc1", "face_up": 1}]}, "true or false"),
    ({"recruits": ["sc1", {"face_up": True}]}, r"'recruits\[1\].card' is missing: a place without .* null"),
    ({"recruits": [{"card": None}]}, r"'recruits\[0\].card' is missing"),
    ({"players": 3}, "should be 2"),
    ({0: 1, "haggis": 2}, "unknown keys 0, haggis"),
    # What no game reaches: play would break the rules' invariants later
    ({"armies": [CARDS[:20], []]}, "more than 19 cards"),
    ({"armies": [CARDS[:12], []], "hands": [CARDS[12:20], []], "turn": 4}, "more than 18 cards"),
    ({"turn": 1, "downs": [5, 0]}, "0 turns .* 5 Followers face-down"),
    ({"turn": 2, "armies": [["sc1"], [{"card": "fo3", "down": {"number": 2}}]]}, "mustered 2 Followers"),
    ({"armies": [[{"card": "fo3", "down": {"number": 2}}], []], "downs": [1, 0]}, "2 to 5"),
    ({"turn": 1, "armies": [[{"card": "ch3", "active": "ch"}], []]}, "1 Followers with an 'active'"),
    ({"armies": [[{"card": "fo3", "kept": True}], []]}, "only a MacDonnell is kept"),
    ({"armies": [[{"card": "md3", "kept": True, "active": "md"}], []]}, "only one of down, kept"),
    ({"armies": [[{"card": "ch3", "active": []}], []]}, "one of ch"),
    ({"order": [0]}, "in phase acting they should be"),
    ({"claimant": 1}, "in phase acting they should be"),
    ({"claims": 1}, "in phase acting they should be"),
    ({"phase": "claiming", "player": None, "armies": [["fo3"], []]}, "player null and phase over"),
    ({"phase": "over", "player": 0}, "player null and phase over"),
    ({"phase": "over", "armies": [["fo3"], []]}, "nobody has 40|fewer cards"),
    ({"phase": "over", "victory": [CARDS[-4:], []]}, "no army has a Follower"),
    (CLAIMING | {"claimant": 1}, "it should be 0"),
    (CLAIMING | {"claims": 2}, "it should be 1"),
    (CLAIMING | {"turn": 4}, "it should be 5"),
    (CLAIMING | {"downs": [1, 0]}, "all are flipped"),
    (CLAIMING | {"player": 1}, "its 'victory' has fewer"),
    (CLAIMING | {"player": 1, "victory": [["ch8"], []]}, "too many left"),
    (CLAIMING | {"victory": [CARDS[-4:], []]}, "earlier round"),
    ({"victory": [[], CARDS[-4:]]}, "48 points"),
    (COPYING | {"acting": "fo3", "armies": [["fo8", "fo3"], []]}, "it should be a Scott"),
    (COPYING | {"armies": [["sc5", "fo8"], []]}, "last in the army"),
    (COPYING | {"armies": [["fo8", {"card": "sc5", "active": "md"}], []]}, "neither kept nor active"),
    (COPYING | {"armies": [["fo4", "sc5"], []]}, "fo4 blocks"),
    (COPYING | {"armies": [["sc8", "sc5"], []]}, "no legal action"),
    (COPYING | {"hands": [CARDS[:10], []]}, "10 cards in hand"),
    (COPYING | {"phase": "swapping", "armies": [["sc5"], ["fo8"]]}, "can copy no Fergusson"),
    ({"shuffles": 2, "shuffled": {"1": ["sc1"], "2": ["sc1"]}}, "twice"),
    ({"shuffles": 2, "shuffled": {"²": ["sc1"]}}, "has 1, 2"),
    ({"recruits": [{"card": "sc1", "shuffle": 1}], "shuffles": 1}, "should be 0"),
]


@pytest.mark.parametrize(("description", "why"), REFUSED, ids=map(str, range(len(REFUSED))))
def test_what_cannot_be_is_refused(description: dict[Any, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        TWO.position(description)


def test_the_positions_that_refusals_are_made_of_are_fine() -> None:
    for description in (CLAIMING, COPYING):
        assert not TWO.position(description).over


def test_the_turn_is_by_default_the_first_that_allows_what_is_told() -> None:
    down = {"card": "fo3", "down": True}
    assert TWO.position({"armies": [["fo4"], []]}).to_dict()["turn"] == 1
    assert TWO.position({"armies": [[down], []]}).to_dict()["turn"] == 2
    assert TWO.position({"armies": [[down], []], "player": 1}).to_dict()["turn"] == 1
    assert TWO.position(CLAIMING).to_dict()["turn"] == 5


def test_a_claimant_takes_by_default_what_the_army_earns() -> None:
    two = CLAIMING | {"armies": [[{"card": "ch4", "active": "ch"}], ["fo3"]]}
    assert TWO.position(two).to_dict()["claims"] == 2


def test_a_recruit_is_a_card_alone_or_with_what_is_known_of_it() -> None:
    assert TWO.position({"recruits": ["sc1", None, "sc3"]}) == TWO.position(
        {"recruits": [{"card": "sc1", "face_up": True}, None, {"card": "sc3", "shuffle": 0}]}
    )


def test_a_finished_game_says_so() -> None:
    *_, last = stramash.replay(GOLDEN.read_text(encoding="utf-8"))
    told = last.to_dict()
    assert (told["phase"], told["player"]) == ("over", None)
    assert last.game.position(told) == last


def test_a_card_is_explained_by_its_notation_or_its_rank() -> None:
    nothing: tuple[Any, ...] = (97, 0, "br97", "fo13", "recruit:1", True, None, 1.0)
    for about in nothing:
        with pytest.raises(BadOption, match=r"like fo3, or its rank, 1 to 96|give a name or a number"):
            TWO.deal(1).explain(about)
    ask: Any = BRUCE.deal(1).explain
    assert "Bruce 12" in ask(97) == ask("br97")
    assert "Forsyth 3" in ask("fo3") == ask(22) == ask(np.int64(22))
    assert (
        ask("22") == ask("up:fo3!") == ask("card:fo3") == ask("follower:fo3") == ask("claim:fo3") == ask(22)
    )


def test_what_is_printed_on_cards_is_public() -> None:
    game: Any = TWO
    assert len(game.components) == 96
    assert game.components["fo3"] == {
        "number": 21,
        "rank": 22,
        "clan": "Forsyth",
        "code": "fo",
        "strength": 3,
    }
    bruce: Any = BRUCE
    assert bruce.components["br98"]["rank"] == 98


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
