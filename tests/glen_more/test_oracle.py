"""The engine against the oracle, on every decision of many random games."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest

import stramash
from stramash import Position
from tests.glen_more import oracle
from tests.glen_more.table import moves

GAMES = [
    (players, die, seed)
    for players in (2, 3, 4, 5)
    for die in ("tiles", "spaces")
    for seed in range(3)
    if players < 4 or die == "tiles"
]
each_game = pytest.mark.parametrize(("players", "die", "seed"), GAMES)


@cache
def decisions(players: int, die: str, seed: int) -> list[Position]:
    """Return every position of a random game; sales are rare, so that cubes pile up too."""
    position = stramash.load("glen-more", players=players, die=die).deal(seed)
    dice = random.Random(seed)
    found = [position.copy()]
    while not position.over:
        legal = position.legal
        worthy = [action for action in legal if not position.notation(action).startswith("sell")]
        position.play(dice.choice(worthy if worthy and dice.random() < 0.8 else legal))
        found.append(position.copy())
    return found


@each_game
def test_a_tile_can_be_placed_exactly_where_the_oracle_says(players: int, die: str, seed: int) -> None:
    for position in decisions(players, die, seed):
        told = position.to_dict()
        if position.over or told["phase"] != "placing":
            continue
        seat = told["seats"][told["player"]]
        by_name = {entry["tile"]: (entry["east"], entry["north"]) for entry in seat["display"]}
        steps = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
        found = []
        for text in moves(position, "place:"):
            beside, _, side = text.removeprefix("place:").rpartition("-")
            (east, north), (a, b) = by_name[beside], steps[side]
            found.append((east + a, north + b))
        assert len(set(found)) == len(found)
        assert set(found) == oracle.places(seat, told["taken"])


@each_game
def test_a_tile_can_be_taken_exactly_when_it_can_be_placed_and_paid(
    players: int, die: str, seed: int
) -> None:
    for position in decisions(players, die, seed):
        told = position.to_dict()
        if position.over or told["phase"] != "moving":
            continue
        expected = oracle.takeable(told)
        assert {text.removeprefix("take:") for text in moves(position, "take:")} == expected
        removable = {name for name in told["track"] if name} if not expected else set()
        assert {text.removeprefix("remove:") for text in moves(position, "remove:")} == removable


@each_game
def test_the_activated_tiles_are_the_new_one_and_its_neighbours(players: int, die: str, seed: int) -> None:
    line = decisions(players, die, seed)
    for before, after in pairwise(line):
        old, new = before.to_dict(), after.to_dict()
        if (
            after.over
            or new["taken"] is None
            or new["turn"] != old["turn"]
            or old["phase"] not in ("placing", "paying")
        ):
            continue
        if new["phase"] in ("paying", "placing"):
            continue
        seat = new["seats"][new["player"]]
        spot = next(spot for spot, entry in oracle.spots(seat).items() if entry["tile"] == new["taken"])
        everything = {entry["tile"] for entry in seat["display"]}
        near = everything if new["taken"] == "oich" else oracle.neighbours(seat, spot)
        near = {name for name in near if oracle.printed()[name]["border"] != "blue"}
        assert {entry["tile"] for entry in seat["display"] if entry["activity"] != "idle"} == near
        gray = {name for name in near if oracle.printed()[name]["border"] == "gray"}
        assert new["movement"] == len(gray)


@each_game
def test_the_track_is_refilled_as_the_oracle_does(players: int, die: str, seed: int) -> None:
    line = decisions(players, die, seed)
    for before, after in pairwise(line):
        old, new = before.to_dict(), after.to_dict()
        if new["turn"] == old["turn"] and not after.over:
            continue
        bag = [tile for stack in old["stacks"] for tile in stack]
        possible = oracle.outcomes(oracle.chain(old), bag, die)
        left = [tile for stack in new["stacks"] for tile in stack]
        if after.over:
            assert left == []
            assert any(not rest for _, _, rest in possible)
            continue
        assert (oracle.chain(new), set(new["gone"]) - set(old["gone"]), left) in possible
        assert new["figures"][new["player"]] == new["origin"]
        assert new["track"][(new["origin"] - 1) % 14] is None


@each_game
def test_scorings_and_the_result_are_those_of_the_oracle(players: int, die: str, seed: int) -> None:
    line = decisions(players, die, seed)
    for before, after in pairwise(line):
        old, new = before.to_dict(), after.to_dict()
        if new["scorings"] == old["scorings"]:
            assert after.over is False
            continue
        gained = [score - was for score, was in zip(after.scores, before.scores, strict=True)]
        expected = [points * (new["scorings"] - old["scorings"]) for points in oracle.scoring(old)]
        if after.over:
            final = oracle.final_scoring(old)
            expected = [points + last for points, last in zip(expected, final, strict=True)]
            assert after.winners == oracle.winners(new)
        assert gained == expected
    assert line[-1].to_dict()["scorings"] == 3
