"""Prepared positions, for the lesson and for the pictures of the rules.

A display is a map, north above, a tile a word, `.` an empty place; a `*` is a clan member, and cubes stand
after a colon: `forest1:2 home* field1`.
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.position import Position
from stramash.games import load
from stramash.games.glen_more.rules.components import (
    DIE_PLAYERS,
    KIND,
    RESOURCE_NAMES,
    SPACES,
    STACK,
    STACKED,
    TILE_NAMES,
    TILE_OF_NAME,
)

__all__ = ["MIDDLE", "OTHER", "START", "after", "prepare", "seat"]

#: Displays that several positions begin with: mine in the middle of a game, and another player's
START = "home*"
MIDDLE = """
    .         meadow1:1  .
    forest2:1 home*      field1:2
    .         quarry2:1  .
"""
OTHER = """
    quarry4   pasture1
    village1* home*
"""


def seat(picture: str = START, **holdings: int) -> Json:
    """Return a seat with a display and what else it has."""
    rows = [line.split() for line in picture.strip().splitlines()]
    spots = {
        (column, -row): word
        for row, words in enumerate(rows)
        for column, word in enumerate(words)
        if word != "."
    }
    home_east, home_north = next(spot for spot, word in spots.items() if word.startswith("home"))
    display = [
        {"east": east - home_east, "north": north - home_north, **_tile(word)}
        for (east, north), word in spots.items()
    ]
    return {"display": display, **holdings}


def _tile(word: str) -> Json:
    name, _, cubes = word.replace("*", "").partition(":")
    tile = TILE_OF_NAME.get(name)
    assert tile is not None, f"{name} is not a tile"
    found: Json = {"tile": name, "members": word.count("*")}
    if cubes:
        found["cubes"] = {RESOURCE_NAMES[KIND[tile]]: int(cubes)}
    return found


def prepare(*seats: Json, ring: str, stack: int = 1, last: int = 0, **more: Any) -> Position:
    """Return a position with seat 0 to move: these tiles come first on the ring, nearest first.

    The ring is filled up from this stack on; tiles of earlier stacks are gone. `left` tiles of the
    stack are still to come, all of them if 0.
    """
    players, names = len(seats), ring.split()
    used = {*names, *(entry["tile"] for one in seats for entry in one["display"])}
    free = [tile for tile in range(STACKED) if TILE_NAMES[tile] not in used]
    start = players + (players < DIE_PLAYERS + 1)  # the die stands behind the figures
    to_come = [tile for tile in free if STACK[tile] >= stack]
    laid = to_come[: SPACES - 1 - start - len(names)]
    left = [tile for tile in to_come if tile not in laid and STACK[tile] == stack]
    gone = [tile for tile in free if STACK[tile] < stack] + (left[last:] if last else [])
    table: Json = {
        "seats": list(seats),
        "track": [*[None] * start, *names, *(TILE_NAMES[tile] for tile in laid), None],
        "gone": [TILE_NAMES[tile] for tile in gone],
        "scorings": max(0, stack - 1),
    }
    return load("glen-more", players=players).position(table | more)


def after(position: Position, *actions: str) -> Position:
    """Play actions, given as notations."""
    for action in actions:
        position.play(action)
    return position
