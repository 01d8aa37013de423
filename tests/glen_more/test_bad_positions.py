"""Descriptions from which no game can be played on are refused; the error says what would be right."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stramash
from stramash import BadPosition
from tests.glen_more.table import TILE_NAMES, display, seat

GAME = stramash.load("glen-more", players=4)


def one(picture: str = "home*", **holding: Any) -> list[dict[str, Any]]:
    return [seat(picture, **holding), {}, {}, {}]


FOREST = one("home* forest2")
RING = [None, None, None, None, *TILE_NAMES[:9], None]

BAD: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "unknown keys colour"),
    ({"turn": 0}, "'turn' is 0"),
    ({"turn": -1}, "'turn' is -1"),
    ({"turn": True}, "'turn' is True"),
    ({"phase": "sleeping"}, "'phase' is 'sleeping'"),
    ({"player": 4}, "'player' is 4"),
    ({"ness_used": 1}, "'ness_used' is 1"),
    ({"seed": "xyz"}, "'seed' is 'xyz'"),
    ({"seats": [{}]}, "'seats'"),
    ({"seats": [{"gold": 1}, {}, {}, {}]}, "unknown keys gold"),
    ({"seats": [{"coins": -1}, {}, {}, {}]}, r"'seats\[0\].coins' is -1"),
    ({"seats": one("home* forest9")}, r"'seats\[0\].display\[1\].tile' is 'forest9'"),
    ({"seats": [seat("home* forest2"), seat("home* forest2"), {}, {}]}, "there is only one forest2"),
    ({"seats": [{"display": []}, {}, {}, {}]}, "needs its starting village"),
    ({"seats": [{"display": [{"tile": "home", "east": 1}]}, {}, {}, {}]}, "needs its starting village"),
    (
        {"seats": [{"display": [{"tile": "home"}, {"tile": "forest2", "east": 0}]}, {}, {}, {}]},
        "starting village|same place",
    ),
    ({"seats": one("home* . quarry3")}, "falls apart"),
    ({"seats": one("home* quarry3")}, "river or road breaks off"),
    (
        {
            "seats": [
                {"display": [*display("forest2 home*"), {"tile": "meadow1", "east": -1, "north": 1}]},
                {},
                {},
                {},
            ]
        },
        "breaks off|second river",
    ),
    ({"seats": one("lochy .\nmoil armadale\nhome* quarry1")}, "breaks off|second river"),
    ({"seats": one("lochy moil\n. armadale\nhome* quarry1")}, "would begin a second river"),
    ({"seats": one("quarry1:4 home*")}, "whole number from 0 to 3"),
    (
        {"seats": [{"display": [{"tile": "home", "members": 1, "cubes": {"wood": 1}}]}, {}, {}, {}]},
        "cannot hold",
    ),
    ({"seats": one("iona:wood+wood+grain+grain home*")}, "has 4 cubes: a tile holds 3"),
    ({"warehouse": {"wood": 4}}, "'warehouse.wood' is 4"),
    ({"warehouse": {"whisky": 1}}, "unknown keys whisky"),
    ({"track": RING[:-1]}, "'track'"),
    ({"track": [*RING[:-1], "home"]}, r"'track\[13\]' is 'home'"),
    ({"track": [*RING[:-1], "quarry6"]}, "has a hole or is too long"),
    ({"track": [None, None, None, None, None, *TILE_NAMES[:8], None]}, "has a hole or is too long"),
    ({"figures": [0, 1, 2, 2]}, "a space of the ring holds two things"),
    ({"figures": [0, 1, 2]}, "'figures'"),
    ({"figures": [0, 1, 2, 14]}, r"'figures\[3\]' is 14"),
    ({"die": 3}, "'die' should be"),
    ({"player": 1, "figures": [0, 1, 2, 3], "origin": 0}, "the turn of the rearmost"),
    ({"stacks": [[], [], []]}, "'stacks'"),
    ({"stacks": [["mey"], [], [], []]}, "does not belong to stack 0: its back says 2"),
    ({"stacks": [["?"], [], [], []]}, "this is a view, not a position"),
    ({"stacks": [[], [], [], []]}, "the game is over"),
    ({"gone": ["quarry1"], "track": RING}, "there is only one quarry1"),
    ({"phase": "placing"}, "has a hole"),
    ({"taken": "quarry6"}, "a tile was taken already"),
    ({"bill": {"kind": "gift"}}, "'bill.kind' is 'gift'"),
    ({"bill": {"kind": "fixed", "due": {"wood": 1}}}, "'bill' should be there exactly"),
    ({"bill": {"handed_kinds": ["whisky"]}}, r"'bill.handed_kinds\[0\]' is 'whisky'"),
    ({"gains": 3}, "'gains' is 3"),
    ({"gains": 1}, "'gains' should be more than 0 exactly when"),
    ({"working": "quarry6"}, "'working' should be there exactly while"),
    ({"movement": 1}, "'movement' should be 0"),
    ({"bill": {"due_any": 1}}, "nothing is due"),
    ({"reveals": "many"}, "'reveals' is 'many'"),
    ({"seed": "-1"}, "'seed' is '-1'"),
    ({"seats": [{"coins": 5001}, {}, {}, {}]}, r"'seats\[0\].coins' is 5001"),
    ({"scorings": 1}, "'scorings' is 1: it should be 0"),
    ({"player": None}, "exactly when no tile is left"),
    ({"phase": "over"}, "the game is over, and 'player' null, exactly when"),
    (
        {"player": None, "phase": "ending", "stacks": [[], [], [], []]},
        "a finished game has player null and phase over",
    ),
    ({"over": True}, "'over' is True: .* should be False"),
    ({"over": 0}, "'over' is 0: .* should be False"),
    ({"winners": [0]}, "'winners' is .0.: .* should be .."),
    ({"seats": [{}, {"display": [{"tile": "home", "activity": "waiting"}]}, {}, {}]}, "'activity' of home"),
]


@pytest.mark.parametrize(("description", "message"), BAD, ids=[str(number) for number in range(len(BAD))])
def test_what_cannot_be_is_refused_with_a_sentence(description: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.position(description)


MOVED = {
    "figures": [4, 1, 2, 3],
    "origin": 0,
    "track": [None, None, None, None, None, *TILE_NAMES[10:18], None],
}
NOT_A_MEMBER: list[dict[str, Any]] = [
    {"kind": "member", "due_any": 1},
    {"kind": "member", "due": {"wood": 1}},
    {"kind": "member", "handed": 1},
    {"kind": "member", "handed_kinds": ["wood"]},
]
WAITING: list[tuple[dict[str, Any], str]] = [
    ({"phase": "placing"}, "no tile was taken"),
    ({"phase": "paying"}, "'working' should be there exactly"),
    ({"phase": "paying", "working": "home"}, "'working' is 'home'"),
    ({"phase": "gaining", "working": "lochy"}, "'gains' should be more than 0"),
    ({"phase": "gaining", "working": "lochy", "gains": 1}, "'working' should be a tile of the player"),
    ({"phase": "gaining", "working": "forest2", "gains": 1, "seats": FOREST}, "no cube of choice fits"),
    ({"phase": "filling", "working": "forest2", "seats": FOREST}, "'working' is not shiel"),
    ({"phase": "filling", "working": "shiel", "seats": one("shiel\nhome*")}, "'taken' should be shiel"),
    ({"phase": "paying", "working": "forest2", "seats": FOREST}, "'bill' should be there exactly"),
    (
        {
            "phase": "paying",
            "working": "forest2",
            "taken": "forest2",
            "seats": FOREST,
            "bill": {"kind": "member"},
        },
        "is of another kind: it should be ",
    ),
    (
        {"phase": "converting", "working": "forest2", "seats": FOREST, "bill": {"kind": "fixed"}},
        "converts nothing",
    ),
    *(
        (
            {
                "phase": "paying",
                "working": "ness",
                "taken": "ness",
                "seats": one("ness\nhome**"),
                "bill": bill,
            },
            r"asks for something else .* should make (\d \w+|a clan member)",
        )
        for bill in NOT_A_MEMBER
    ),
    ({"phase": "activating", "taken": "quarry1"}, "should lie in the display"),
    (
        {
            "phase": "paying",
            "working": "middlefair",
            "taken": "middlefair",
            "seats": one("home* middlefair", coins=0),
            "bill": {"kind": "fixed", "due": {"wood": 1}},
        },
        "cannot be met",
    ),
    *(
        (
            {
                "phase": "converting",
                "working": "middlefair",
                "seats": one("home* middlefair"),
                "bill": bill,
            },
            "asks for something else|of another kind",
        )
        for bill in (
            {"kind": "fixed", "due": {"wood": 1}},
            {"kind": "fair", "due_any": 5},
            {"kind": "fair", "due_any": 0, "handed": 4, "handed_kinds": ["wood", "stone", "sheep", "grain"]},
            {"kind": "fair", "due_any": 3},
            {"kind": "fair", "due_any": 3, "handed": 1},
            {"kind": "fair", "due_any": 2, "handed": 2, "handed_kinds": ["wood"]},
            {"kind": "fair", "due_any": 4, "due": {"wood": 1}},
        )
    ),
]

PAYING_MOIL = {
    "phase": "paying",
    "working": "moil",
    "taken": "moil",
    "bill": {"kind": "fixed", "due": {"wood": 1, "stone": 1, "grain": 1}},
}
USING_THE_GROCER = {"phase": "converting", "working": "grocer", "bill": {"kind": "any", "due_any": 3}}
#: Something can be done at once, but no game can be played on to its end
DEAD_ENDS: list[tuple[dict[str, Any], str]] = [
    ({"phase": "placing", "taken": "ness"}, "ness, but it cannot be paid for"),
    ({"phase": "placing", "taken": "tavern1", "seats": FOREST}, "tavern1, but it cannot be paid for"),
    ({"phase": "placing", "taken": "tavern1", "seats": one(whisky=1)}, "tavern1, but there is no place"),
    (
        {**PAYING_MOIL, "warehouse": {"wood": 1}, "seats": one("moil .\nforest2:2 home*", coins=0)},
        "'bill' of moil cannot be met",
    ),
    (
        {**USING_THE_GROCER, "warehouse": {"wood": 1}, "seats": one("grocer .\nforest2:2 home*", coins=0)},
        "'bill' of grocer cannot be met",
    ),
    (
        {
            "phase": "converting",
            "working": "middlefair",
            "bill": {"kind": "fair", "due_any": 4},
            "seats": one("home* middlefair", coins=0),
        },
        "'bill' of middlefair cannot be met",
    ),
    (
        {
            "phase": "paying",
            "working": "ness",
            "taken": "ness",
            "bill": {"kind": "member"},
            "warehouse": {"wood": 1},
            "seats": one("ness\nhome*\nforest1:1"),
        },
        "'bill' of ness cannot be met",
    ),
]


@pytest.mark.parametrize(("more", "message"), WAITING, ids=[str(number) for number in range(len(WAITING))])
def test_a_phase_needs_what_it_is_about(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.position({**MOVED, **more})


@pytest.mark.parametrize(
    ("more", "message"), DEAD_ENDS, ids=[str(number) for number in range(len(DEAD_ENDS))]
)
def test_what_cannot_be_played_on_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.position({**MOVED, **more})


def test_a_bill_that_can_be_met_by_selling_first_is_taken() -> None:
    grocer = one("grocer .\nforest2:3 home*", coins=0)
    position = GAME.position({**MOVED, **USING_THE_GROCER, "seats": grocer})
    assert {position.notation(action) for action in position.legal} == {"pay:forest2"}
    moil = one("moil .\nforest2:3 home*", coins=0)
    position = GAME.position({**MOVED, **PAYING_MOIL, "warehouse": {"wood": 3}, "seats": moil})
    assert "sell:forest2" in {position.notation(action) for action in position.legal}


def test_a_view_is_no_position() -> None:
    with pytest.raises(BadPosition, match="this is a view, not a position"):
        GAME.position(GAME.deal(1).view(0).to_dict())


def test_an_empty_description_is_a_fresh_table() -> None:
    told = GAME.position({}).to_dict()
    assert told["track"][4:13] == TILE_NAMES[:9]
    assert told["stacks"][0] == []
    assert [len(stack) for stack in told["stacks"]] == [0, 22, 19, 17]
    assert told["scorings"] == 0


def test_a_finished_game_can_be_described() -> None:
    position = GAME.position({"player": None, "stacks": [[], [], [], []], "scorings": 3})
    assert position.over
    assert position.legal == []


def test_a_position_of_seed_0_says_so_and_a_view_hides_it() -> None:
    position = GAME.deal(seed=0)
    assert position.to_dict()["seed"] == "0" * 32
    assert position.view(0).to_dict()["seed"] is None
    assert GAME.position(position.to_dict()) == position


def test_when_the_game_is_over_the_phase_says_so_and_who_won() -> None:
    position, dice = GAME.deal(seed=1), random.Random(1)
    assert (position.to_dict()["over"], position.to_dict()["winners"]) == (False, [])
    while not position.over:
        assert position.to_dict()["phase"] != "over"
        position.play(dice.choice(position.legal))
    told = position.to_dict()
    assert (told["phase"], told["over"], told["winners"]) == ("over", True, position.winners)
    assert GAME.position(told) == position


def test_what_a_game_adds_to_a_thousand_of_everything_can_be_imported_again() -> None:
    rich = {"coins": 1000, "whisky": 1000, "chieftains": 1000, "points": 1000}
    position, dice = GAME.position({"seats": [rich] * 4, "turn": 1000}), random.Random(1)
    while not position.over:
        position.play(dice.choice(position.legal))
        assert GAME.position(position.to_dict()) == position
    assert max(position.scores) > 2000
