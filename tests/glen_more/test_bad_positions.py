"""Descriptions that are no possible position are refused, with a sentence that says what would be right."""

from __future__ import annotations

from typing import Any

import pytest

import stramash
from stramash import BadPosition
from tests.glen_more.table import TILE_NAMES, display, seat

GAME = stramash.load("glen-more", players=4)


def one(picture: str = "home*", **holding: Any) -> list[dict[str, Any]]:
    return [seat(picture, **holding), {}, {}, {}]


RING = [None, None, None, None, *TILE_NAMES[:9], None]

BAD: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "unknown keys colour"),
    ({"turn": -1}, "'turn' is -1"),
    ({"turn": True}, "'turn' is True"),
    ({"phase": "sleeping"}, "'phase' is 'sleeping'"),
    ({"player": 4}, "'player' is 4"),
    ({"ness_used": 1}, "'ness_used' is 1"),
    ({"seed": "xyz"}, "'seed' is 'xyz'"),
    ({"seats": [{}]}, "'seats'"),
    ({"seats": [{"gold": 1}, {}, {}, {}]}, "unknown keys gold"),
    ({"seats": [{"coins": -1}, {}, {}, {}]}, "'coins' is -1"),
    ({"seats": one("home* forest9")}, "'forest9' in 'display' is no tile"),
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
    ({"seats": one("quarry1:4 home*")}, "whole number from 0 to 3"),
    (
        {"seats": [{"display": [{"tile": "home", "members": 1, "cubes": {"wood": 1}}]}, {}, {}, {}]},
        "cannot hold",
    ),
    ({"seats": one("iona:wood+wood+grain+grain home*")}, "cannot hold"),
    ({"warehouse": {"wood": 4}}, "'warehouse' is 4"),
    ({"warehouse": {"whisky": 1}}, "unknown keys whisky"),
    ({"track": RING[:-1]}, "'track'"),
    ({"track": [*RING[:-1], "home"]}, "a starting village cannot be in 'track'"),
    ({"track": [*RING[:-1], "quarry6"]}, "hole or two things"),
    ({"track": [None, None, None, None, None, *TILE_NAMES[:8], None]}, "hole or two things"),
    ({"figures": [0, 1, 2, 2]}, "hole or two things"),
    ({"figures": [0, 1, 2]}, "'figures'"),
    ({"figures": [0, 1, 2, 14]}, "'figures' is 14"),
    ({"die": 3}, "'die' should be"),
    ({"player": 1, "figures": [0, 1, 2, 3], "origin": 0}, "the turn of the rearmost"),
    ({"stacks": [[], [], []]}, "'stacks'"),
    ({"stacks": [["mey"], [], [], []]}, "does not belong to stack 0"),
    ({"stacks": [["?"], [], [], []]}, "is no tile"),
    ({"stacks": [[], [], [], []]}, "the game is over"),
    ({"gone": ["quarry1"], "track": RING}, "there is only one quarry1"),
    ({"phase": "placing"}, "hole or two things|no tile was taken"),
    ({"taken": "quarry6"}, "a tile was taken already"),
    ({"bill": {"kind": "gift"}}, "'bill' is 'gift'"),
    ({"bill": {"kind": "fixed", "due": {"wood": 1}}}, "'bill' should be there exactly"),
    ({"bill": {"handed_kinds": ["whisky"]}}, "'handed_kinds' is 'whisky'"),
    ({"gains": 3}, "'gains' is 3"),
    ({"reveals": "many"}, "'reveals' is 'many'"),
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
WAITING = [
    ({"phase": "placing"}, "no tile was taken"),
    ({"phase": "paying"}, "'working' should be a tile"),
    ({"phase": "gaining", "working": "home"}, "no cube of choice fits"),
    ({"phase": "gaining", "working": "lochy"}, "'working' should be a tile"),
    ({"phase": "filling", "working": "home"}, "'working' is not shiel"),
    ({"phase": "converting", "working": "home", "bill": {"kind": "fixed"}}, "converts nothing"),
    ({"phase": "paying", "working": "home", "bill": {"kind": "member"}}, "is of another kind"),
    ({"phase": "activating", "taken": "quarry1"}, "should lie in the display"),
    (
        {
            "phase": "paying",
            "working": "middlefair",
            "taken": "middlefair",
            "seats": one("home* middlefair", coins=0),
            "bill": {"kind": "fixed", "due": {"wood": 1}},
        },
        "could do nothing",
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


@pytest.mark.parametrize(("more", "message"), WAITING, ids=[str(number) for number in range(len(WAITING))])
def test_a_phase_needs_what_it_is_about(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.position({**MOVED, **more})


def test_a_view_is_no_position() -> None:
    with pytest.raises(BadPosition, match="is no tile"):
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
