"""The three scorings, the final scoring, the winner."""

from __future__ import annotations

from typing import Any

import pytest

from stramash import Position
from stramash.games.glen_more.rules.scoring import (
    LOCATION_CARDS,
    RANKED_CHIEFTAINS,
    WHISKY,
    difference_points,
    fewest,
    standing,
)
from tests.glen_more import oracle
from tests.glen_more.table import TILE_NAMES, moves, play, seat, table

#: Stacks of which stack 1 ends with the next tile, and so on
FIRST = [[], ["quarry3"], ["quarry5"], ["meadow4", "forest6"]]
SECOND = [[], [], ["quarry5"], ["meadow4", "forest6"]]
THIRD = [[], [], [], ["meadow4"]]


def next_refill(*seats: dict[str, Any], stacks: list[list[str]]) -> Position:
    """Play one turn in which seat 0 moves one space ahead, so that exactly one tile is laid."""
    taken = {entry["tile"] for one in seats for entry in one["display"]} | {
        tile for stack in stacks for tile in stack
    }
    rest = [name for name in TILE_NAMES[9:] if name not in taken and name != "village2"]
    track = [None, "village2", None, None, None, *rest[:8], None]
    position = table(*seats, figures=[0, 2, 3, 4], track=track, stacks=stacks)
    play(position, "take:village2", "place:home-n", "buy:stone")
    while not position.over and position.to_dict()["turn"] == 1:
        position.play("done")
    return position


def test_the_first_scoring_comes_when_the_last_tile_of_stack_1_is_laid() -> None:
    position = next_refill(seat(whisky=3), seat(), seat(), seat(), stacks=FIRST)
    assert position.to_dict()["scorings"] == 1
    assert position.scores == [3, 0, 0, 0]
    assert not position.over


def test_then_the_game_goes_on_with_the_rearmost_player() -> None:
    position = next_refill(seat(), seat(), seat(), seat(), stacks=FIRST)
    assert position.player == 0  # seat 0 is still behind seat 1
    assert position.to_dict()["phase"] == "moving"


def test_the_second_scoring_comes_when_the_last_tile_of_stack_2_is_laid() -> None:
    position = next_refill(seat(chieftains=2), seat(), seat(), seat(), stacks=SECOND)
    assert position.to_dict()["scorings"] == 2
    assert position.scores == [2, 0, 0, 0]


def test_the_last_tile_of_stack_0_brings_no_scoring() -> None:
    stacks = [["quarry1"], ["quarry3", "quarry4"], ["quarry5"], ["meadow4"]]
    position = next_refill(seat(whisky=3), seat(), seat(), seat(), stacks=stacks)
    assert position.to_dict()["scorings"] == 0
    assert position.scores == [0, 0, 0, 0]


def test_a_scoring_may_halt_the_refill_which_then_goes_on_from_the_next_stack() -> None:
    track = [None, "meadow1", "village1", None, None, None, *TILE_NAMES[6:13], None]
    position = table(seat(whisky=1), figures=[0, 3, 4, 5], track=track, stacks=FIRST)
    play(position, f"take:{TILE_NAMES[6]}", "place:home-n", "done", "done")
    told = position.to_dict()
    assert [told["track"][space] for space in (13, 0, 1)] == ["quarry3", "quarry5", "meadow4"]
    assert told["scorings"] == 2  # both stacks ran out in one refill
    assert position.scores[0] == 2


def test_the_game_ends_at_once_with_the_third_scoring() -> None:
    position = next_refill(seat(whisky=1, coins=1), seat(coins=0), seat(coins=0), seat(coins=0), stacks=THIRD)
    assert position.over
    assert position.to_dict()["scorings"] == 3
    assert position.legal == []


@pytest.mark.parametrize(
    ("more", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 8), (13, 8)]
)
def test_the_difference_to_the_fewest_scores_by_the_table(more: int, points: int) -> None:
    assert difference_points(more) == points == oracle.points_for(more)
    position = next_refill(
        seat(whisky=2 + more), seat(whisky=2), seat(whisky=3), seat(whisky=2), stacks=FIRST
    )
    assert position.scores == [points, 0, 1, 0]


def test_the_fewest_may_be_none() -> None:
    position = next_refill(seat(whisky=4), seat(whisky=1), seat(), seat(whisky=5), stacks=FIRST)
    assert position.scores == [5, 1, 0, 8]


def test_each_category_is_compared_on_its_own() -> None:
    position = next_refill(seat(whisky=1, chieftains=2), seat(), seat("lochy\nhome*"), seat(), stacks=FIRST)
    assert position.scores == [1 + 2, 0, 1, 0]


TAMS = {"moil": 1, "armadale": 1, "mey": 1, "cawdor": 3, "duart": 0}


@pytest.mark.parametrize(("castle", "tams"), TAMS.items())
def test_castles_add_their_tams_to_chieftains(castle: str, tams: int) -> None:
    state = table(seat(f"{castle} .\nforest2 home*")).state
    assert standing(state, 0, RANKED_CHIEFTAINS) == tams
    assert standing(state, 0, LOCATION_CARDS) == 1


@pytest.mark.parametrize(
    ("picture", "tams"), [("stalker\nhome*", 1), ("home* donan", 1), ("iona home*", 0), ("ness\nhome*", 0)]
)
def test_other_locations_have_their_tams_too(picture: str, tams: int) -> None:
    assert standing(table(seat(picture)).state, 0, RANKED_CHIEFTAINS) == tams


def test_the_castle_of_mey_doubles_chieftains_but_not_tams() -> None:
    state = table(seat("mey .\nforest2 home*\ncawdor .", chieftains=3)).state
    assert standing(state, 0, RANKED_CHIEFTAINS) == 2 * 3 + 1 + 3


def test_cawdor_castle_adds_three_tams_in_every_scoring() -> None:
    glen = "forest2 home*\ncawdor ."
    for stacks in (FIRST, SECOND):
        position = next_refill(seat(glen), seat(), seat(), seat(), stacks=stacks)
        assert position.scores[0] == 3 + 1  # tams, and a special location


def test_whisky_counts_barrels_beside_the_display() -> None:
    state = table(seat(whisky=7)).state
    assert (standing(state, 0, WHISKY), fewest(state, WHISKY)) == (7, 0)


# --- The end -----------------------------------------------------------------------------------------


def at_the_end(*seats: dict[str, Any]) -> Position:
    """End a game in which seat 0 takes one more village."""
    return next_refill(*seats, stacks=THIRD)


def poor(picture: str = "home*", **holding: int) -> dict[str, Any]:
    return seat(picture, **{"coins": 0, **holding})


def test_each_coin_scores_a_point() -> None:
    position = at_the_end(
        poor(coins=4), poor("home* quarry1", coins=7), poor("home* field1"), poor("home* forest2")
    )
    assert position.scores == [3, 7, 0, 0]  # seat 0 has paid a coin for the stone


def test_iona_abbey_scores_two_for_each_yellow_tile_itself_included() -> None:
    glen = "forest1 .\nhome* iona"
    position = at_the_end(poor(coins=1), poor(glen), poor("home*"), poor("home*"))
    yellow = 2  # forest1 and the abbey
    penalty = 3 * 2
    assert position.scores[1] == 2 * yellow - penalty + 1  # and a special location in the third scoring


def test_loch_morar_scores_two_for_each_green_tile() -> None:
    position = at_the_end(poor(coins=1), poor("morar .\nhome* field1\nmeadow1 ."), poor(), poor())
    assert position.scores[1] == 2 * 2 - 3 * 3 + 1


def test_duart_castle_scores_three_for_each_village_not_castle_the_starting_village_included() -> None:
    glen = "duart .\nforest2 home*\n. stalker"
    position = at_the_end(poor(coins=1), poor(glen), poor(), poor())
    cards, tams = 2, 1
    assert position.scores[1] == 3 * 1 - 3 * 3 + cards + tams


def test_every_tile_more_than_the_fewest_costs_three_points_and_scores_may_fall_below_zero() -> None:
    position = at_the_end(poor(coins=1), poor("home* quarry1 field1"), poor(), poor())
    assert position.scores == [-3, -6, 0, 0]


def test_the_most_points_win() -> None:
    position = at_the_end(poor(coins=1), poor(coins=5), poor(coins=2), poor())
    assert position.winners == [1]


def test_a_tie_goes_to_the_most_resources() -> None:
    position = at_the_end(
        poor(coins=1), poor("home* quarry1:1", coins=7), poor(coins=4), poor("home* field1:2", coins=7)
    )
    assert position.scores[1:] == [4, 4, 4]
    assert position.winners == [3]


def test_players_still_tied_share_the_victory() -> None:
    position = at_the_end(poor(coins=1), poor(coins=4), poor(coins=4), poor())
    assert position.winners == [1, 2]


def test_tiles_on_the_track_are_not_taken_any_more() -> None:
    position = at_the_end(poor(coins=1), poor(), poor(), poor())
    assert position.player is None
    assert any(position.to_dict()["track"])
    assert moves(position) == []
