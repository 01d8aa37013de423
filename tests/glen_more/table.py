"""Tables written so that a person sees them.

A display is a map, north above, a tile a word, `.` an empty place. A `*` is a clan member, and cubes stand
after a colon, by number or, where kinds mix, by kind:

    display('''
        .         forest1:2   .
        quarry1   home*       village1*
    ''')
"""

from __future__ import annotations

from typing import Any

import stramash
from stramash import Position

KINDS = ("wood", "stone", "sheep", "cattle", "grain")
PRODUCE = {"forest": "wood", "quarry": "stone", "meadow": "sheep", "pasture": "cattle", "field": "grain"}


def display(picture: str) -> list[dict[str, Any]]:
    """Read a map of a display."""
    rows = [line.split() for line in picture.strip().splitlines()]
    spots = [(column, -row, word) for row, words in enumerate(rows) for column, word in enumerate(words)]
    east, north = next((east, north) for east, north, word in spots if word.startswith("home"))
    return [
        {"east": column - east, "north": row - north, **_tile(word)}
        for column, row, word in spots
        if word != "."
    ]


def _tile(word: str) -> dict[str, Any]:
    members = word.count("*")
    name, _, cubes = word.replace("*", "").partition(":")
    if not cubes:
        return {"tile": name, "members": members}
    if cubes.isdigit():
        return {"tile": name, "members": members, "cubes": {PRODUCE[name.rstrip("0123456789")]: int(cubes)}}
    return {
        "tile": name,
        "members": members,
        "cubes": {kind: cubes.split("+").count(kind) for kind in KINDS if kind in cubes},
    }


def seat(picture: str = "home*", **holdings: Any) -> dict[str, Any]:
    """Return a seat with a display and what else is said of it."""
    return {"display": display(picture), **holdings}


def table(
    *seats: dict[str, Any], ring: str = "", players: int = 0, die_counts: str = "tiles", **more: Any
) -> Position:
    """Return a position: seat 0 to move, these seats, and these tiles first on the ring, nearest first.

    Seats that are not given have just their starting village. Ring tiles follow the figures (and the die).
    """
    players = players or max(4, len(seats))
    description: dict[str, Any] = {"seats": [*seats, *({} for _ in range(players - len(seats)))], **more}
    if ring:
        description["track"] = ring_of(ring.split(), players, description)
    return stramash.load("glen-more", players=players, die=die_counts).position(description)


def ring_of(names: list[str], players: int, description: dict[str, Any]) -> list[str | None]:
    """Lay these tiles on the ring behind the figures, then others that lie nowhere else."""
    used = {*names, *(entry["tile"] for one in description["seats"] for entry in one.get("display", []))}
    used |= {tile for stack in description.get("stacks", []) for tile in stack} | set(
        description.get("gone", [])
    )
    rest = [name for name in TILE_NAMES if name not in used]
    start = players + (players < 4)
    tiles = (names + rest)[: 13 - start]
    return [None] * start + list(tiles) + [None]


def tile_names() -> list[str]:
    """Return the notation of all tiles of the stacks."""
    game = stramash.load("glen-more", players=4)
    return [text.removeprefix("take:") for text in game.notations if text.startswith("take:")]


TILE_NAMES = tile_names()


def moves(position: Position, verb: str = "") -> list[str]:
    """Return the notations of the legal actions that begin so."""
    return [text for text in map(position.notation, position.legal) if text.startswith(verb)]


def play(position: Position, *actions: str) -> Position:
    """Play actions one after the other, given as notations."""
    for action in actions:
        position.play(action)
    return position


def tile_of(position: Position, name: str, seat: int = 0) -> dict[str, Any]:
    """Return what a tile of a display looks like."""
    entries = position.to_dict()["seats"][seat]["display"]
    found: dict[str, Any] = next(entry for entry in entries if entry["tile"] == name)
    return found


def holdings(position: Position, seat: int = 0) -> dict[str, Any]:
    """Return what a seat has beside its display."""
    found: dict[str, Any] = position.to_dict()["seats"][seat]
    return found


def cubes(position: Position, seat: int = 0) -> dict[str, int]:
    """Count the cubes of a display by kind."""
    totals: dict[str, int] = {}
    for entry in position.to_dict()["seats"][seat]["display"]:
        for kind, count in entry["cubes"].items():
            totals[kind] = totals.get(kind, 0) + count
    return totals
