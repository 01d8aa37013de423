"""Where a tile may be placed."""

from __future__ import annotations

from tests.glen_more.table import moves, play, seat, table, tile_of


def places(picture: str, tile: str) -> set[str]:
    """Return the places for a tile in a display."""
    position = table(seat(picture, coins=99, whisky=9, chieftains=1), ring=tile)
    play(position, f"take:{tile}")
    return {text.removeprefix("place:") for text in moves(position, "place:")}


def test_a_tile_shares_an_edge_with_another_corner_to_corner_is_not_enough() -> None:
    glen = """
        .         forest1   .
        forest2   home*     field1
        .         meadow1   .
    """
    # each corner place touches two tiles by edges; nothing else near the member is free
    assert places(glen, "butcher") == {"forest1-e", "forest1-w", "meadow1-e", "meadow1-w"}


def test_a_place_at_a_corner_of_the_only_tile_is_none() -> None:
    assert places("home*", "quarry2") == {"home-n", "home-s"}
    assert places("home*", "quarry1") == {"home-e", "home-w"}
    assert places("forest2 home*", "butcher") == {"forest2-n", "forest2-s"}


def test_one_of_the_eight_neighbours_must_hold_a_clan_member_corners_count() -> None:
    glen = """
        .         forest1   .
        .         home*     .
    """
    # forest1-n has no member around it; beside forest1, home is at the corner
    assert places(glen, "butcher") == {"forest1-e", "forest1-w"}


def test_without_a_clan_member_nearby_there_is_no_place() -> None:
    glen = """
        forest1
        quarry2
        home*
    """
    assert "forest1-e" not in places(glen, "butcher")
    assert "forest1-n" not in places(glen, "meadow1")
    assert "quarry2-e" in places(glen, "butcher")


def test_a_river_runs_only_north_and_south_and_is_continuous() -> None:
    glen = """
        .         forest1*  .
        forest2   home*     field1
    """
    assert places(glen, "meadow1") == {"forest1-n", "home-s"}


def test_a_road_runs_only_east_and_west_and_is_continuous() -> None:
    glen = """
        .         forest1*  .
        forest2*  home*     field1*
    """
    assert places(glen, "field2") == {"field1-e", "forest2-w"}


def test_a_second_river_or_road_may_not_be_started() -> None:
    glen = """
        quarry3   forest1*
        .         home*
    """
    assert places(glen, "meadow1") == {"forest1-n", "home-s"}  # not north of quarry3
    assert places(glen, "quarry1") == {"home-e", "quarry3-s"}  # not west of quarry3


def test_a_plain_tile_may_not_lie_along_a_river_or_road_edge() -> None:
    assert places("home*", "forest1") == {"home-n", "home-s"}
    glen = """
        .         forest1*
        quarry1   home*
    """
    found = places(glen, "butcher")
    assert "forest1-n" not in found  # the river would end there
    assert "quarry1-w" not in found  # the road would
    assert found == {"quarry1-n", "quarry1-s", "forest1-e"}


def test_tiles_of_different_colours_may_lie_side_by_side() -> None:
    glen = """
        .         lochy*
        quarry1   home*
    """
    assert "quarry1-n" in places(glen, "moil")


def test_a_plain_tile_two_ahead_of_the_river_closes_its_way() -> None:
    glen = """
        quarry3   quarry4
        village3* .
        forest2   home*
    """
    # quarry4 lies at two north of home: a river tile north of home would run into it
    assert places(glen, "meadow1") == {"home-s"}


def test_a_place_is_named_once_by_the_lowest_numbered_tile_beside_it() -> None:
    glen = """
        .         forest1
        quarry1   home*
    """
    found = places(glen, "butcher")
    assert "quarry1-n" in found
    assert "forest1-w" not in found


def test_the_tile_lies_where_it_was_placed() -> None:
    position = table(seat("forest2 home*"), ring="meadow1 quarry3")
    play(position, "take:quarry3", "place:forest2-n")
    placed = tile_of(position, "quarry3")
    assert (placed["east"], placed["north"]) == (-1, 1)
