"""The refill of the track, tiles left behind, and the die."""

from __future__ import annotations

from collections import Counter

import pytest

from stramash import Position
from stramash.games.glen_more.rules.track import die_target
from tests.glen_more.table import TILE_NAMES, moves, play, seat, table


def end_turn(position: Position) -> Position:
    """End the turn without activating or moving anything more."""
    seat_to_act, turn = position.player, position.to_dict()["turn"]
    while not position.over and position.to_dict()["turn"] == turn:
        position.play("done")
    assert seat_to_act is not None
    return position


def test_one_new_tile_is_laid_so_that_13_spaces_are_covered() -> None:
    position = table(ring="forest1")
    first = position.to_dict()["stacks"]
    bag = [tile for stack in first for tile in stack]
    end_turn(play(position, "take:forest1", "place:home-n"))
    told = position.to_dict()
    assert told["track"][13] == bag[0]  # the space that was free is the end of the chain now
    assert told["track"][0] is None  # where seat 0 stood is the free space now
    covered = sum(tile is not None for tile in told["track"]) + len(told["figures"])
    assert covered == 13


def test_tiles_left_behind_leave_the_game_and_are_replaced_one_for_one() -> None:
    track = [None, "meadow1", "village1", None, None, None, *TILE_NAMES[6:13], None]
    position = table(figures=[0, 3, 4, 5], track=track)
    bag = [tile for stack in position.to_dict()["stacks"] for tile in stack]
    end_turn(play(position, f"take:{TILE_NAMES[6]}", "place:home-n"))
    told = position.to_dict()
    assert {"meadow1", "village1"} <= set(told["gone"])
    assert [told["track"][space] for space in (13, 0, 1)] == bag[:3]
    assert told["track"][2] is None  # right behind seat 1
    assert position.player == 1


def test_when_a_stack_is_empty_the_next_one_is_drawn_from() -> None:
    position = table(ring="forest1", stacks=[["quarry1"], ["meadow2"], ["quarry5"], ["meadow4"]])
    seen = []
    for _ in range(3):
        took = next(text for text in moves(position) if text.startswith(("take:", "remove:")))
        play(position, took)
        if moves(position, "place:"):
            play(position, moves(position, "place:")[0])
        while position.to_dict()["phase"] == "paying":
            play(position, next(text for text in moves(position) if text.startswith(("pay", "buy"))))
        before = [tile for stack in position.to_dict()["stacks"] for tile in stack]
        end_turn(position)
        if position.over:
            break
        after = [tile for stack in position.to_dict()["stacks"] for tile in stack]
        seen += before[: len(before) - len(after)]
    assert seen == ["quarry1", "meadow2", "quarry5", "meadow4"][: len(seen)]


# --- The die -----------------------------------------------------------------------------------------


def with_die(die_rule: str = "tiles", **more: object) -> Position:
    """Return a table for two, seat 0 on space 0, the die on 1, seat 1 on 3, a tile between them."""
    names = [name for name in TILE_NAMES if name not in ("meadow1", "forest1", "quarry2", "pasture1")]
    track = [None, None, "meadow1", None, "forest1", "quarry2", "pasture1", *names[:6], None]
    description = {"figures": [0, 3], "die": 1, "track": track, **more}
    return table(players=2, die_counts=die_rule, **description)  # type: ignore[arg-type]


@pytest.mark.parametrize(("face", "space"), [(1, 2), (2, 4), (3, 5)])
def test_the_die_goes_to_the_first_second_or_third_tile_ahead_figures_are_not_counted(
    face: int, space: int
) -> None:
    assert die_target(with_die().state, face) == space


@pytest.mark.parametrize(("face", "space"), [(1, 2), (2, 4), (3, 4)])
def test_counting_spaces_a_figure_there_sends_the_die_to_the_next_tile(face: int, space: int) -> None:
    # two spaces ahead stands seat 1: the die goes on to the next tile, space 4; three ahead is space 4 itself
    assert die_target(with_die("spaces").state, face) == space


def test_a_rearmost_die_rolls_takes_its_tile_away_and_the_track_is_refilled() -> None:
    seen = Counter[int]()
    for seed in range(60):
        position = with_die(seed=f"{seed + 1:032x}")
        end_turn(play(position, "take:pasture1", "place:home-n"))
        told = position.to_dict()
        seen[told["rolled"]] += 1
        assert told["rolled"] in (1, 2, 3)
        assert told["track"][told["die"]] is None
        assert position.player == 1  # a die that went one tile only was still rearmost and rolled again
        assert told["origin"] == 3
        covered = sum(tile is not None for tile in told["track"]) + 3
        assert covered == 13
    assert set(seen) == {1, 2, 3}


def test_the_die_rolls_again_while_it_is_rearmost() -> None:
    again = 0
    for seed in range(60):
        position = with_die(seed=f"{seed + 1:032x}")
        before = position.to_dict()["draws"]
        end_turn(play(position, "take:pasture1", "place:home-n"))
        again += position.to_dict()["draws"] - before > 1
    assert 15 <= again <= 45  # a 1 leaves it rearmost: half of the rolls


def test_the_tile_under_the_die_has_left_the_game() -> None:
    for seed in range(20):
        position = with_die(seed=f"{seed + 1:032x}")
        end_turn(play(position, "take:pasture1", "place:home-n"))
        told = position.to_dict()
        gone = set(told["gone"])
        expected = {"meadow1", "forest1", "quarry2"} & gone
        assert expected
        assert not gone & {tile for tile in told["track"] if tile}


def test_the_faces_of_the_die_come_as_often_as_they_are_there() -> None:
    seen = Counter[int]()
    for seed in range(500):
        position = with_die(seed=f"{seed + 1:032x}")
        draws = position.to_dict()["draws"]
        end_turn(play(position, "take:pasture1", "place:home-n"))
        told = position.to_dict()
        if told["draws"] == draws + 1:  # it rolled once: a 2 or a 3
            seen[told["rolled"]] += 1
    assert set(seen) == {2, 3}
    assert 1.3 < seen[2] / seen[3] < 3.2


def test_the_die_takes_part_in_no_scoring() -> None:
    names = [name for name in TILE_NAMES if name not in ("forest1", "quarry3", "quarry5", "meadow4")]
    position = table(
        seat(whisky=4),
        seat(whisky=3),
        players=2,
        figures=[0, 2],
        die=3,
        track=[None, "forest1", None, None, *names[:9], None],
        stacks=[[], ["quarry3"], ["quarry5"], ["meadow4"]],
    )
    end_turn(play(position, "take:forest1", "place:home-n"))
    assert position.to_dict()["scorings"] == 1
    assert position.scores == [1, 0]  # compared with seat 1 only: the die has no whisky, and does not count


def test_with_four_or_five_players_there_is_no_die() -> None:
    for players in (4, 5):
        assert table(players=players).to_dict()["die"] is None
