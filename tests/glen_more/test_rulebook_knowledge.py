"""What players know, and what can be taken back: only the order of the stacks is hidden."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import stramash
from stramash import IllegalAction, Position
from tests.glen_more.table import moves, play, seat, table


def random_positions(players: int, seed: int, every: int) -> list[Position]:
    dice = random.Random(seed)
    position = stramash.load("glen-more", players=players).deal(seed)
    found = []
    while not position.over:
        position.play(dice.choice(position.legal))
        if len(position.history) % every == 0:
            found.append(position.copy())
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_all_lies_open_but_the_order_of_the_stacks(players: int) -> None:
    for position in random_positions(players, 3, 25):
        whole = position.to_dict()
        hidden = position.view(0).to_dict()
        for key in set(whole) - {"stacks", "seed", "draws"}:
            assert hidden[key] == whole[key]
        assert [len(stack) for stack in hidden["stacks"]] == [len(stack) for stack in whole["stacks"]]
        assert {tile for stack in hidden["stacks"] for tile in stack} <= {"?"}
        assert hidden["seed"] is None
        assert hidden["draws"] == 0


def test_every_seat_and_every_spectator_knows_the_same() -> None:
    for position in random_positions(3, 4, 40):
        views = [position.view(seat_or_none).to_dict() for seat_or_none in (0, 1, 2, None)]
        assert all(view == views[0] for view in views)


def test_which_tiles_are_still_to_come_is_known_to_all() -> None:
    for position in random_positions(5, 5, 40):
        told = position.view(2).facts["to_come"]
        assert [sorted(stack) for stack in told] == [sorted(stack) for stack in position.to_dict()["stacks"]]


def test_changing_the_order_of_the_stacks_changes_nothing_a_seat_receives() -> None:
    for position in random_positions(4, 6, 30):
        described = position.to_dict()
        for stack in described["stacks"]:
            stack.reverse()
        described["seed"] = "f" * 32
        other = position.game.position(described)
        for seat_or_none in (0, 3, None):
            assert other.view(seat_or_none) == position.view(seat_or_none)
            assert other.svg(seat_or_none) == position.svg(seat_or_none)


def test_an_imagined_stack_holds_the_tiles_to_come_in_any_order_each_as_likely() -> None:
    stacks = [[], [], ["quarry5", "mey", "duart"], ["cawdor", "shiel"]]
    position = table(stacks=stacks)
    seen = Counter(
        tuple(map(tuple, position.view(0).imagine(seed).to_dict()["stacks"][2:])) for seed in range(1800)
    )
    assert len(seen) == 6 * 2
    assert 100 <= min(seen.values()) <= max(seen.values()) <= 205


def test_within_ones_turn_everything_can_be_taken_back() -> None:
    position = table(seat("forest2:1 home*", coins=6), ring="smallfair1", warehouse={"wood": 1})
    line = [
        "sell:forest2",
        "take:smallfair1",
        "place:forest2-n",
        "buy:wood",
        "use:smallfair1",
        "buy:stone",
        "done",
    ]
    line += ["use:forest2", "move:home-w"]
    marks = [bytes(position)]
    for action in line:
        play(position, action)
        marks.append(bytes(position))
    for mark in reversed(marks[:-1]):
        assert position.undoable
        position.undo()
        assert bytes(position) == mark


def test_the_refill_ends_what_can_be_taken_back_also_when_the_same_player_goes_on() -> None:
    ahead = ["forest1", "pasture1", "quarry2", "forest2", "quarry1", "field1", "meadow2"]
    track = [None, "meadow1", "village1", None, None, None, *ahead, None]
    position = table(figures=[0, 3, 4, 5], track=track)
    play(position, "take:meadow1", "place:home-n", "use:meadow1", "done")
    assert position.player == 0
    assert not position.undoable
    with pytest.raises(IllegalAction, match="taken back"):
        position.undo()
    play(position, "take:village1")
    assert position.undoable


def test_a_turn_ends_only_when_its_player_says_so() -> None:
    """The last choice of a turn can be undone, too."""
    position = table(ring="forest1")
    play(position, "take:forest1", "place:home-n", "use:forest1")
    assert position.player == 0
    play(position, "move:home-n")
    assert moves(position) == ["done"]
    assert position.undoable
