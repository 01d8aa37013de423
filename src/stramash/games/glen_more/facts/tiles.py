"""What is printed on each tile, as a table for programs."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.games.glen_more.rules.components import (
    BORDER,
    BORDER_NAMES,
    COST,
    HAS_RIVER,
    HAS_ROAD,
    HOME,
    IS_LOCATION,
    KIND,
    KIND_NAMES,
    NAMED,
    NESS,
    OICH,
    OICH_RESOURCES,
    RESOURCE_NAMES,
    STACK,
    TAMS,
    TILE_NAMES,
    WHISKY_COST,
    WINDFALL_COINS,
    WINDFALL_MEMBERS,
    WINDFALL_WHISKY,
)

__all__ = ["component_table"]


def component_table() -> dict[str, Json]:
    """Return what is printed on each tile, by its notation; all starting villages are `home`.

    >>> [component_table()[tile]["cost"] for tile in ("distillery2", "ness", "oich")]
    [{'stone': 1}, {'member': 1}, {'different': 2}]
    """
    return {TILE_NAMES[tile]: _printed(tile) for tile in range(NAMED)}


def _printed(tile: int) -> Json:
    brings = {
        "members": WINDFALL_MEMBERS[tile],
        "whisky": WINDFALL_WHISKY[tile],
        "coins": WINDFALL_COINS[tile],
    }
    return {
        "number": tile,
        "kind": KIND_NAMES[KIND[tile]],
        "stack": None if tile == HOME else int(STACK[tile]),
        "border": BORDER_NAMES[BORDER[tile]],
        "river": bool(HAS_RIVER[tile]),
        "road": bool(HAS_ROAD[tile]),
        "cost": _cost(tile),
        "brings": _some(brings),
        "location": bool(IS_LOCATION[tile]),
        "tams": int(TAMS[tile]),
    }


def _cost(tile: int) -> dict[str, int]:
    if tile == NESS:
        return {"member": 1}
    if tile == OICH:
        return {"different": OICH_RESOURCES}
    return _some({**dict(zip(RESOURCE_NAMES, COST[tile], strict=True)), "whisky": WHISKY_COST[tile]})


def _some(counts: dict[str, Any]) -> dict[str, int]:
    return {name: int(count) for name, count in counts.items() if count}
