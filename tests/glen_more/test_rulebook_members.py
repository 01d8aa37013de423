"""Villages and castles: movement points, clan members, chieftains."""

from __future__ import annotations

import pytest

from tests.glen_more.table import TILE_NAMES, holdings, moves, play, seat, table, tile_of

LINE = "quarry1 home* village1* village4"


def test_a_village_brings_a_clan_member() -> None:
    position = table(ring="village1")
    play(position, "take:village1", "place:home-e")
    assert tile_of(position, "village1")["members"] == 1


def test_a_castle_brings_a_clan_member_and_its_card() -> None:
    position = table(seat("forest2 home*"), ring="moil")
    play(position, "take:moil", "place:forest2-n", "buy:wood", "buy:stone", "buy:grain")
    assert tile_of(position, "moil")["members"] == 1
    assert position.view(0).facts["standings"][2]["have"] == [1, 0, 0, 0]


def test_each_activated_gray_tile_gives_a_movement_point_the_new_one_included() -> None:
    position = table(ring="village1")
    play(position, "take:village1", "place:home-e")
    assert position.to_dict()["movement"] == 2


def test_three_movement_points_may_move_one_clan_member_three_tiles() -> None:
    position = table(seat(LINE, coins=9), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n")
    assert position.to_dict()["movement"] == 3  # home, village1, village4
    play(position, "use:quarry3", "move:home-e", "move:village1-e", "move:village4-nw")
    assert tile_of(position, "quarry3")["members"] == 1
    assert position.to_dict()["movement"] == 0
    assert moves(position) == ["done"]


def test_three_movement_points_may_move_three_clan_members_one_tile_each() -> None:
    position = table(seat("quarry1 home* village1* village4*"), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3")
    play(position, "move:home-w", "move:village1-n", "move:village4-w", "done")
    display = position.to_dict()["seats"][0]["display"]
    assert {entry["tile"] for entry in display if entry["members"]} == {"quarry1", "quarry3", "village1"}


def test_a_clan_member_moves_to_adjacent_tiles_diagonals_included_and_only_to_tiles() -> None:
    position = table(seat(LINE), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3")
    assert moves(position, "move:home") == ["move:home-ne", "move:home-e", "move:home-w"]


def test_several_clan_members_may_stand_on_one_tile() -> None:
    position = table(seat(LINE), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3", "move:home-e")
    assert tile_of(position, "village1")["members"] == 2


def test_a_movement_point_makes_a_clan_member_a_chieftain() -> None:
    position = table(seat(LINE), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3", "crown:home")
    assert holdings(position)["chieftains"] == 1
    assert tile_of(position, "home")["members"] == 0
    assert position.to_dict()["movement"] == 2


def test_a_chieftain_never_returns_to_the_display() -> None:
    position = table(seat(LINE, chieftains=2), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3")
    assert not any("chieftain" in text for text in moves(position))


def test_one_clan_member_stays_in_the_display() -> None:
    position = table(ring="village1")
    play(position, "take:village1", "place:home-e", "crown:home")
    assert moves(position, "crown:") == []
    assert moves(position, "move:") == ["move:village1-w"]


def test_movement_comes_after_all_activation() -> None:
    position = table(seat(LINE), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n")
    assert moves(position, "move:") == []
    play(position, "use:quarry3")
    assert moves(position, "move:") != []
    assert moves(position, "use:") == []


def test_unused_movement_points_are_lost() -> None:
    position = table(seat(LINE), ring="quarry3")
    play(position, "take:quarry3", "place:village1-n", "use:quarry3", "done")
    assert position.to_dict()["movement"] == 0


def near_the_end(left: int) -> list[list[str]]:
    """Return stacks with only `left` tiles."""
    return [[], [], [], ["grocer", "bridge", "pasture4", "largefair"][:left]]


@pytest.mark.parametrize(("left", "allowed"), [(1, True), (2, False)])
def test_the_last_clan_member_may_become_a_chieftain_only_in_the_turn_whose_refill_ends_the_game(
    left: int, allowed: bool
) -> None:
    track = [None, "village1", None, None, None, *TILE_NAMES[10:18], None]
    position = table(figures=[0, 2, 3, 4], track=track, stacks=near_the_end(left))
    play(position, "take:village1", "place:home-e", "crown:home")
    assert ("crown:village1" in moves(position)) is allowed
    if allowed:
        play(position, "crown:village1", "done")
        assert position.over


@pytest.mark.parametrize(("left", "allowed"), [(3, True), (4, False)])
def test_tiles_left_behind_count_for_the_refill_that_ends_the_game(left: int, allowed: bool) -> None:
    # passing two tiles: they and the taken one are replaced by three
    track = [None, "forest1", "forest2", "village1", None, None, None, *TILE_NAMES[10:16], None]
    position = table(figures=[0, 4, 5, 6], track=track, stacks=near_the_end(left))
    play(position, "take:village1", "place:home-e", "crown:home")
    assert ("crown:village1" in moves(position)) is allowed
