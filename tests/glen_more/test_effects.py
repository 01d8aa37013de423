"""What the end of a turn brings about, as data and in the log: tiles, rolls of the die, scorings."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stramash
from stramash import Position


def played(players: int, seed: int) -> Position:
    position, dice = stramash.load("glen-more", players=players).deal(seed), random.Random(seed)
    while not position.over:
        position.play(dice.choice(position.legal))
    return position


def of_kind(effects: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [effect for effect in effects if effect["kind"] == kind]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_effects_account_for_every_change_of_the_ring_and_of_the_points(players: int) -> None:
    for seed in range(2):
        end = played(players, seed)
        line = list(stramash.replay(end.record()))
        turns = 0
        for before, after, effects in zip(line[:-1], line[1:], end.effects(), strict=True):
            old, new = before.to_dict(), after.to_dict()
            ended = before.phase == "ending" and (after.over or old["turn"] != new["turn"])
            assert bool(effects) is ended
            if not ended:
                continue
            turns += 1
            laid = [entry["tile"] for one in of_kind(effects, "refill") for entry in one["laid"]]
            gone = [tile for one in of_kind(effects, "refill") for tile in one["left"]]
            gone += [one["tile"] for one in of_kind(effects, "die")]
            stacks = [tile for stack in old["stacks"] for tile in stack]
            assert laid == stacks[: len(laid)]
            assert stacks[len(laid) :] == [tile for stack in new["stacks"] for tile in stack]
            assert sorted(gone) == sorted(set(new["gone"]) - set(old["gone"]))
            rolls = of_kind(effects, "die")
            assert (rolls[-1]["rolled"], rolls[-1]["space"]) == (new["rolled"], new["die"]) if rolls else True
            points = [one["points"] for one in effects if "points" in one]
            gained = [sum(each) for each in zip(*points, strict=True)] or [0] * players
            assert gained == [b - a for a, b in zip(before.scores, after.scores, strict=True)]
        assert turns == end.to_dict()["turn"]
        scorings = [one for effects in end.effects() for one in of_kind(effects, "scoring")]
        assert [one["number"] for one in scorings] == [1, 2, 3]
        assert [one["kind"] for one in end.effects()[-1]][-2:] == ["scoring", "end"]


def test_the_log_says_what_the_die_showed_each_time_and_which_tiles_came_and_went() -> None:
    end = played(2, 0)
    for sentence, effects in zip(end.log(), end.effects(), strict=True):
        rolls = of_kind(effects, "die")
        assert sentence.count("the die shows") == len(rolls)
        assert all(f"the die shows {one['rolled']} and takes" in sentence for one in rolls)
        assert sentence.count("new on the ring") == len(of_kind(effects, "refill"))
        assert ("left behind" in sentence) is any(one["left"] for one in of_kind(effects, "refill"))
        for one in of_kind(effects, "scoring"):
            shares = ", ".join(
                f"Player {seat + 1} ({points:+d})" for seat, points in enumerate(one["points"])
            )
            assert f"scoring {one['number']}: {shares}" in sentence
    assert max(len(of_kind(effects, "die")) for effects in end.effects()) > 1
    assert "the last count: Player 1 (" in end.log()[-1]
    assert "le dé donne" in " ".join(end.log(locale="fr"))


def test_a_view_says_nothing_of_what_the_end_of_a_turn_will_bring() -> None:
    position, dice = stramash.load("glen-more", players=2).deal(1), random.Random(1)
    while position.phase != "ending":
        position.play(dice.choice(position.legal))
    done = position.parse("done")
    assert "ring" in position.describe(done, who="Ada")
    assert position.view(0).describe(done, who="Ada") == "Ada ends the turn"
