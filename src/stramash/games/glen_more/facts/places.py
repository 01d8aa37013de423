"""Where a tile may lie, and which tiles it would activate there: asked of the rules, on a copy."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.words import Translate
from stramash.games.glen_more.facts.legal import place_actions
from stramash.games.glen_more.names import place_name
from stramash.games.glen_more.rules.actions import PLACE
from stramash.games.glen_more.rules.activation import begin_activation
from stramash.games.glen_more.rules.components import (
    BORDER,
    DIRECTION_NAMES,
    EAST_STEP,
    GRAY,
    HAS_RIVER,
    HAS_ROAD,
    IDLE,
    NORTH_STEP,
    OICH,
    SIDES,
    TILE_NAMES,
)
from stramash.games.glen_more.rules.display import add_tile, display_tile

__all__ = ["all_places", "place_of_action", "places_for", "sort_of", "woken_by", "woken_text"]


def places_for(state: Any, seat: int, tile: int) -> list[tuple[str, int, int]]:
    """Return every place for a tile, as (notation, east, north)."""
    return [_place(state, seat, action) for action in place_actions(state, seat, tile)]


def _place(state: Any, seat: int, action: int) -> tuple[str, int, int]:
    name, side = divmod(action - PLACE, SIDES)
    notation = f"{TILE_NAMES[name]}-{DIRECTION_NAMES[2 * side]}"
    return notation, *place_of_action(state, seat, action)


def place_of_action(state: Any, seat: int, action: int) -> tuple[int, int]:
    """Return where a place action of a seat puts a tile, as (east, north)."""
    name, side = divmod(action - PLACE, SIDES)
    beside = display_tile(seat, name)
    return int(state.east[beside] + EAST_STEP[2 * side]), int(state.north[beside] + NORTH_STEP[2 * side])


def woken_by(state: Any, seat: int, tile: int, east: int, north: int) -> list[int]:
    """Return the other tiles of the display that placing a tile here would activate."""
    trial = state.copy()
    trial.activity[:] = IDLE
    add_tile(trial, seat, tile, east, north)
    begin_activation(trial, seat, tile)
    mine = trial.display[seat, : trial.display_size[seat]]
    return [int(other) for other in mine if other != tile and trial.activity[other] != IDLE]


def sort_of(tile: int) -> str:
    """Return what decides where a tile may lie and what it activates: tiles of one sort have equal places."""
    if tile == OICH:
        return "oich"
    return "river" if HAS_RIVER[tile] else "road" if HAS_ROAD[tile] else "plain"


def all_places(state: Any, seat: int, tiles: list[int], _: Translate) -> dict[str, list[Json]]:
    """Return, for each sort of these tiles, where one may lie and which tiles it would activate there."""
    sorts = {sort_of(tile): tile for tile in tiles}
    return {
        sort: [_place_to_dict(state, seat, tile, place, _) for place in places_for(state, seat, tile)]
        for sort, tile in sorts.items()
    }


def _place_to_dict(state: Any, seat: int, tile: int, place: tuple[str, int, int], _: Translate) -> Json:
    notation, east, north = place
    woken = woken_by(state, seat, tile, east, north)
    return {
        "place": notation,
        "east": east,
        "north": north,
        "activates": [TILE_NAMES[other] for other in woken],
        "movement": sum(bool(BORDER[other] == GRAY) for other in woken),
        "text": woken_text(state, woken, _),
    }


def woken_text(state: Any, woken: list[int], _: Translate) -> str:
    """Return a text that says which tiles a place activates."""
    names = ", ".join(place_name(state, other, _) for other in woken)
    return _("Here it would activate {tiles}.", tiles=names or _("only itself"))
