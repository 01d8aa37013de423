"""Displays: where a tile may be placed, which tiles are neighbours, and the cubes that lie on them."""

from __future__ import annotations

from stramash.core.lists import insert
from stramash.core.rule import rule
from stramash.games.glen_more.rules.components import (
    CAPACITY,
    EAST_STEP,
    HAS_RIVER,
    HAS_ROAD,
    HOME,
    NO_TILE,
    NORTH_STEP,
    RESOURCES,
    SIDES,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = [
    "add_cube",
    "add_tile",
    "are_neighbours",
    "can_be_placed",
    "cubes_on",
    "display_tile",
    "has_room",
    "members_in_display",
    "named",
    "remove_cube",
    "side_of",
    "tile_at",
]


@rule
def named(tile: int) -> int:
    """Return the name of a tile in actions: every starting village has the same."""
    return min(tile, HOME)


@rule
def display_tile(seat: int, name: int) -> int:
    """Return the tile of a seat's display that has this name."""
    return HOME + seat if name == HOME else name


@rule
def tile_at(state: GlenMore, seat: int, east: int, north: int) -> int:
    """Return the tile of a display that lies there, NO_TILE if none does."""
    for place in range(int(state.display_size[seat])):
        tile = int(state.display[seat, place])
        if state.east[tile] == east and state.north[tile] == north:
            return tile
    return NO_TILE


@rule
def are_neighbours(state: GlenMore, tile: int, other: int) -> bool:
    """Return whether two tiles of a display touch, even at a corner; a tile is its own neighbour."""
    return (
        abs(int(state.east[tile]) - int(state.east[other])) <= 1
        and abs(int(state.north[tile]) - int(state.north[other])) <= 1
    )


@rule
def side_of(state: GlenMore, seat: int, tile: int, east: int, north: int) -> int:
    """Return the lowest-numbered tile by whose side this tile may be placed there, NO_TILE if it may not.

    It must share an edge with a tile of the display, and one of its eight neighbours must hold a clan member.
    A river runs north and south, a road east and west; each is one unbroken line, and where two tiles meet,
    both edges show it or neither does.
    """
    river, road = HAS_RIVER[tile], HAS_ROAD[tile]
    beside, guarded, joined = NO_TILE, False, river == 0 and road == 0
    for place in range(int(state.display_size[seat])):
        other = int(state.display[seat, place])
        away_east = int(state.east[other]) - east
        away_north = int(state.north[other]) - north
        if away_east < -1 or away_east > 1 or away_north < -1 or away_north > 1:
            continue
        if state.members[other] > 0:
            guarded = True
        if away_east == 0:
            if away_north == 0 or HAS_RIVER[other] != river:
                return NO_TILE
            joined = joined or river != 0
        elif away_north == 0:
            if HAS_ROAD[other] != road:
                return NO_TILE
            joined = joined or road != 0
        else:
            continue
        if beside == NO_TILE:
            beside = other
    return beside if guarded and joined else NO_TILE


@rule
def can_be_placed(state: GlenMore, seat: int, tile: int) -> bool:
    """Return whether there is any place for this tile in the display."""
    for place in range(int(state.display_size[seat])):
        beside = int(state.display[seat, place])
        for side in range(SIDES):
            if side % 2 == 0:
                if HAS_RIVER[beside] != HAS_RIVER[tile]:
                    continue
            elif HAS_ROAD[beside] != HAS_ROAD[tile]:
                continue
            east = int(state.east[beside]) + EAST_STEP[2 * side]
            north = int(state.north[beside]) + NORTH_STEP[2 * side]
            if side_of(state, seat, tile, east, north) == beside:
                return True
    return False


@rule
def add_tile(state: GlenMore, seat: int, tile: int, east: int, north: int) -> None:
    """Lay a tile into a display; the list of its tiles stays in rising order."""
    state.owner[tile] = seat
    state.east[tile] = east
    state.north[tile] = north
    state.display_size[seat] = insert(state.display[seat], int(state.display_size[seat]), tile)


@rule
def members_in_display(state: GlenMore, seat: int) -> int:
    """Return how many clan members stand in a display."""
    members = 0
    for place in range(int(state.display_size[seat])):
        members += int(state.members[state.display[seat, place]])
    return members


@rule
def cubes_on(state: GlenMore, tile: int) -> int:
    """Return how many cubes lie on a tile."""
    cubes = 0
    for resource in range(RESOURCES):
        cubes += int(state.cubes[tile, resource])
    return cubes


@rule
def has_room(state: GlenMore, tile: int) -> bool:
    """Return whether one more cube fits: three at most."""
    return cubes_on(state, tile) < CAPACITY


@rule
def add_cube(state: GlenMore, tile: int, resource: int) -> None:
    """Take a cube from the supply and lay it on a tile."""
    state.cubes[tile, resource] += 1
    state.stock[state.owner[tile], resource] += 1


@rule
def remove_cube(state: GlenMore, tile: int, resource: int) -> None:
    """Return a cube from a tile to the supply."""
    state.cubes[tile, resource] -= 1
    state.stock[state.owner[tile], resource] -= 1
