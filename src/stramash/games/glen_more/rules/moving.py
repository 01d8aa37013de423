"""Moving: which tile of the track a player can take, and where it may lie."""

from __future__ import annotations

from stramash.core.lists import insert
from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import PLACE, REMOVE, TAKE
from stramash.games.glen_more.rules.components import (
    EAST_STEP,
    HAS_RIVER,
    HAS_ROAD,
    NO_TILE,
    NORTH_STEP,
    PLACING,
    SIDES,
    SPACES,
)
from stramash.games.glen_more.rules.display import can_be_placed, named, side_of
from stramash.games.glen_more.rules.paying import can_pay
from stramash.games.glen_more.rules.state import GlenMore
from stramash.games.glen_more.rules.track import move_figure, space_of
from stramash.games.glen_more.rules.warehouse import legal_sales, purse

__all__ = ["legal_moves", "legal_places", "take"]


@rule
def legal_moves(state: GlenMore, seat: int, actions: Ints) -> int:
    """Move to a tile that can be placed and paid for; if there is none, to any, which leaves the game."""
    count = legal_takes(state, seat, actions)
    if count == 0:
        for space in range(SPACES):
            if state.track[space] != NO_TILE:
                count = insert(actions, count, REMOVE + int(state.track[space]))
    return legal_sales(state, seat, actions, count)


@rule
def legal_takes(state: GlenMore, seat: int, actions: Ints) -> int:
    """Write the tiles of the track that can be placed and paid for."""
    count = 0
    coins = purse(state, seat)
    plain, river, road = -1, -1, -1  # whether a tile of this sort can be placed: asked once, when needed
    for space in range(SPACES):
        tile = int(state.track[space])
        if tile == NO_TILE or not can_pay(state, seat, tile, coins):
            continue
        if HAS_RIVER[tile]:
            if river < 0:
                river = int(can_be_placed(state, seat, tile))
            fits = river
        elif HAS_ROAD[tile]:
            if road < 0:
                road = int(can_be_placed(state, seat, tile))
            fits = road
        else:
            if plain < 0:
                plain = int(can_be_placed(state, seat, tile))
            fits = plain
        if fits == 1:
            count = insert(actions, count, TAKE + tile)
    return count


@rule
def legal_places(state: GlenMore, seat: int, actions: Ints) -> int:
    """Every place for the taken tile, named by the lowest-numbered tile beside it."""
    count = 0
    tile = int(state.taken)
    for place in range(int(state.display_size[seat])):
        beside = int(state.display[seat, place])
        for side in range(SIDES):
            east = int(state.east[beside]) + EAST_STEP[2 * side]
            north = int(state.north[beside]) + NORTH_STEP[2 * side]
            if side_of(state, seat, tile, east, north) == beside:
                actions[count] = PLACE + named(beside) * SIDES + side
                count += 1
    return legal_sales(state, seat, actions, count)


@rule
def take(state: GlenMore, seat: int, tile: int) -> None:
    """Move the figure to a tile and take it up."""
    state.taken = move_figure(state, seat, space_of(state, tile))
    state.phase = PLACING
