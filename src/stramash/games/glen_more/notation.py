"""Notation: short, stable texts for tiles and actions, the same in every language.

A tile is its kind and a number, `forest3`, counted through the stacks; a special location is its name,
`iona`; one's own starting village is `home`. `take:forest3` moves to it, `place:home-n` lays it north of the
starting village, `pay:forest1` hands in the cube that lies there, `pay:iona-wood` names the cube where kinds
mix.
"""

from __future__ import annotations

from collections import Counter

from stramash.games.glen_more.rules.components import (
    ACTIVATE,
    BUY,
    CROWN,
    CUBE_KIND,
    CUBE_TILE,
    DIRECTIONS,
    DONE,
    FILL,
    GAIN,
    HOLDS_ANY,
    HOME,
    KIND,
    LOCATIONS,
    MARCH,
    PAY,
    PAY_CHIEFTAIN,
    PAY_MEMBER,
    PLACE,
    REMOVE,
    SELL,
    SIDES,
    STACKED,
    TAKE,
    TILES,
    UNKNOWN_TILE,
)

__all__ = [
    "DIRECTION_NAMES",
    "RESOURCE_NAMES",
    "action_handles",
    "action_notation",
    "cube_notation",
    "parse_tile",
    "tile_notation",
]

RESOURCE_NAMES = ("wood", "stone", "sheep", "cattle", "grain")
DIRECTION_NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

_KIND_NAMES = (
    "forest", "quarry", "meadow", "pasture", "field", "iona", "distillery", "sheepbutcher", "cattlebutcher",
    "butcher", "smallfair", "middlefair", "largefair", "grocer", "bridge", "tavern", "village", "castle",
    "loch",
)  # fmt: skip
_LOCATION_NAMES = (
    "lochy", "moil", "stalker", "armadale", "morar", "ness", "mey", "duart", "iona", "cawdor", "shiel",
    "oich", "donan",
)  # fmt: skip


def _name_tiles() -> tuple[str, ...]:
    """Name every tile: kinds of which there are several are numbered from 1."""
    locations = dict(zip(LOCATIONS, _LOCATION_NAMES, strict=True))
    kinds = [_KIND_NAMES[KIND[tile]] for tile in range(STACKED)]
    totals = Counter(kinds)
    counted: Counter[str] = Counter()
    names = []
    for tile, kind in enumerate(kinds):
        counted[kind] += 1
        names.append(locations.get(tile, f"{kind}{counted[kind]}" if totals[kind] > 1 else kind))
    return (*names, "home")


_NAMES = _name_tiles()
_TILES = {name: tile for tile, name in enumerate(_NAMES)}


def tile_notation(tile: int) -> str:
    """Return the notation of a tile, or of its back; every starting village is `home`.

    >>> tile_notation(0), tile_notation(47), tile_notation(69), tile_notation(UNKNOWN_TILE)
    ('quarry1', 'iona', 'home', '?')
    """
    if tile == UNKNOWN_TILE:
        return "?"
    assert 0 <= tile < TILES
    return _NAMES[min(tile, HOME)]


def parse_tile(text: str) -> int | None:
    """Return the tile of a notation, None if it is none; `home` is tile 67, the first starting village."""
    return _TILES.get(text)


def cube_notation(place: int) -> str:
    """Return the notation of a cube by where it lies.

    >>> cube_notation(0), cube_notation(7)
    ('quarry1', 'lochy-wood')
    """
    tile = int(CUBE_TILE[place])
    kind = f"-{RESOURCE_NAMES[CUBE_KIND[place]]}" if HOLDS_ANY[tile] else ""
    return tile_notation(tile) + kind


def action_notation(action: int) -> str:
    """Return the notation of an action.

    >>> [action_notation(action) for action in (TAKE, PLACE + HOME * 4, BUY + 1, MARCH + 9, DONE)]
    ['take:quarry1', 'place:home-n', 'buy:stone', 'move:forest1-ne', 'done']
    """
    if action < PLACE:
        return f"take:{_NAMES[action - TAKE]}" if action < REMOVE else f"remove:{_NAMES[action - REMOVE]}"
    if action < PAY:
        tile, side = divmod(action - PLACE, SIDES)
        return f"place:{_NAMES[tile]}-{DIRECTION_NAMES[2 * side]}"
    if action < GAIN:
        return _payment_notation(action)
    if action < ACTIVATE:
        return f"gain:{RESOURCE_NAMES[action - GAIN]}"
    if action < MARCH:
        return f"use:{_NAMES[action - ACTIVATE]}"
    if action < CROWN:
        tile, direction = divmod(action - MARCH, DIRECTIONS)
        return f"move:{_NAMES[tile]}-{DIRECTION_NAMES[direction]}"
    if action < FILL:
        return f"crown:{_NAMES[action - CROWN]}"
    if action == FILL:
        return "fill"
    return "done" if action == DONE else f"sell:{cube_notation(action - SELL)}"


def _payment_notation(action: int) -> str:
    if action < BUY:
        return f"pay:{cube_notation(action - PAY)}"
    if action < PAY_MEMBER:
        return f"buy:{RESOURCE_NAMES[action - BUY]}"
    if action < PAY_CHIEFTAIN:
        return f"member:{_NAMES[action - PAY_MEMBER]}"
    return "chieftain"


def action_handles(action: int) -> list[str]:
    """Return what one touches to choose an action, in order.

    >>> action_handles(TAKE), action_handles(PLACE + 1), action_handles(MARCH + 1)
    (['tile:quarry1'], ['place:quarry1-e'], ['tile:quarry1', 'move:quarry1-ne'])
    >>> action_handles(SELL), action_handles(SELL + 7), action_handles(BUY), action_handles(DONE)
    (['sell', 'cube:quarry1'], ['sell', 'cube:lochy-wood'], ['warehouse:wood'], ['done'])
    """
    verb, _, what = action_notation(action).partition(":")
    if not what:
        return [verb]
    if verb == "move":
        return [f"tile:{what.rpartition('-')[0]}", f"move:{what}"]
    if verb == "crown":
        return [f"tile:{what}", "crown"]
    return {
        "take": [f"tile:{what}"],
        "remove": [f"tile:{what}"],
        "place": [f"place:{what}"],
        "pay": [f"cube:{what}"],
        "buy": [f"warehouse:{what}"],
        "member": [f"tile:{what}"],
        "gain": [f"gain:{what}"],
        "use": [f"tile:{what}"],
        "sell": ["sell", f"cube:{what}"],
    }[verb]
