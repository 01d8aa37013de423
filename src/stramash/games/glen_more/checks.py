"""What makes a described position possible: refused is what no game leads to and no rule could play on."""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.state import NOBODY
from stramash.games.glen_more.notation import tile_notation
from stramash.games.glen_more.rules.activation import ask_for_goods
from stramash.games.glen_more.rules.components import (
    ABBEY,
    ACTIONS,
    CAPACITY,
    CONVERTING,
    DIE,
    DIFFERENT,
    FAIR,
    FILLING,
    GAINING,
    HAS_RIVER,
    HAS_ROAD,
    HOME,
    IONA,
    KIND,
    LOCHY,
    MEMBER,
    MOVING,
    NO_BILL,
    NO_TILE,
    PAYING,
    PLACING,
    SHIEL,
    SPACES,
    STACKED,
    TAVERN,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.display import cubes_on
from stramash.games.glen_more.rules.paying import open_cost
from stramash.games.glen_more.rules.turn import legal

__all__ = ["check_position"]


def check_position(state: Any) -> None:
    """Raise BadPosition if a state cannot be."""
    for seat in range(state.players):
        _check_display(state, seat)
    if state.player == NOBODY:
        return
    if state.laid == STACKED:
        raise BadPosition("no tile is left in the stacks: the game is over, and 'player' should be null")
    _check_chain(state)
    _check_phase(state)
    if not legal(state, np.empty(ACTIONS, np.int32)):
        raise BadPosition("the player to act could do nothing: what is due cannot be paid")


def _check_display(state: Any, seat: int) -> None:
    tiles = [int(tile) for tile in state.display[seat, : state.display_size[seat]]]
    places = {(int(state.east[tile]), int(state.north[tile])): tile for tile in tiles}
    if HOME + seat not in tiles or places.get((0, 0)) != HOME + seat:
        raise BadPosition(
            f"the display of seat {seat} needs its starting village, home, at east 0 and north 0"
        )
    if len(places) < len(tiles):
        raise BadPosition(f"two tiles lie at the same place in the display of seat {seat}")
    for (east, north), tile in places.items():
        above, beside = places.get((east, north + 1)), places.get((east + 1, north))
        if (above is not None and HAS_RIVER[above] != HAS_RIVER[tile]) or (
            beside is not None and HAS_ROAD[beside] != HAS_ROAD[tile]
        ):
            raise BadPosition(f"river or road breaks off at {tile_notation(tile)} of seat {seat}")
        if (HAS_RIVER[tile] and east) or (HAS_ROAD[tile] and north):
            raise BadPosition(f"{tile_notation(tile)} of seat {seat} would begin a second river or road")
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        east, north = edge.pop()
        for spot in ((east + 1, north), (east - 1, north), (east, north + 1), (east, north - 1)):
            if spot in places and spot not in reached:
                reached.add(spot)
                edge.append(spot)
    if len(reached) < len(places):
        raise BadPosition(f"the display of seat {seat} falls apart: every tile shares an edge with another")


def _check_chain(state: Any) -> None:
    """The chain covers 13 spaces before a turn; then the figure has left its space and stands on another."""
    spaces = [int(space) for space in [*state.figure[: state.players], state.figure[DIE]] if space >= 0]
    tiles = [space for space in range(SPACES) if state.track[space] != NO_TILE]
    origin = int(state.origin)
    free = {(origin - 1) % SPACES} if state.phase == MOVING else {(origin - 1) % SPACES, origin}
    if sorted(spaces + tiles) != sorted(set(range(SPACES)) - free):
        raise BadPosition(
            f"the chain has a hole or two things on one space: all but {sorted(free)} hold a figure or a tile"
        )
    if state.phase == MOVING and state.figure[state.player] != origin:
        raise BadPosition(
            f"it is the turn of the rearmost figure: 'origin' should be where {state.player} stands"
        )


def _check_phase(state: Any) -> None:
    """A phase needs what it is about."""
    seat, phase, taken, working = int(state.player), int(state.phase), int(state.taken), int(state.working)
    if phase == MOVING and taken != NO_TILE:
        raise BadPosition("'phase' is moving, but a tile was taken already")
    if phase == PLACING and taken == NO_TILE:
        raise BadPosition("'phase' is placing, but no tile was taken")
    if phase != PLACING and taken != NO_TILE and state.owner[taken] != seat:
        raise BadPosition("the tile taken this turn should lie in the display of the player to act")
    at_work = phase in (PAYING, GAINING, FILLING, CONVERTING)
    if at_work and (working == NO_TILE or state.owner[working] != seat):
        raise BadPosition("'working' should be a tile of the player to act in this phase")
    if (phase in (PAYING, CONVERTING)) != (state.bill != NO_BILL):
        raise BadPosition("'bill' should be there exactly when 'phase' is paying or converting")
    if phase == CONVERTING and not (ABBEY < KIND[working] < TAVERN):
        raise BadPosition(f"{tile_notation(working)} converts nothing")
    if phase in (PAYING, CONVERTING):
        _check_bill(state)
    if phase == FILLING and working != SHIEL:
        raise BadPosition("'phase' is filling, but 'working' is not shiel")
    fits = working in (LOCHY, IONA) and 0 < state.gains <= CAPACITY - cubes_on(state, working)
    if phase == GAINING and not fits:
        raise BadPosition("'phase' is gaining, but no cube of choice fits on lochy or iona")


def _check_bill(state: Any) -> None:
    """What is due and what was handed in make up what the tile asks for."""
    trial = state.copy()
    working = int(state.working)
    if state.phase == PAYING:
        trial.whisky[state.player] += WHISKY_COST[working]
        open_cost(trial, working)
    else:
        ask_for_goods(trial, int(KIND[working]))
    if state.bill != trial.bill:
        raise BadPosition(f"'bill' of {tile_notation(working)} is of another kind")
    due, whole = int(state.due.sum() + state.due_any), int(trial.due.sum() + trial.due_any)
    named = bool((state.due > trial.due).any()) or state.due_any > trial.due_any
    kinds = int(state.handed_kinds).bit_count()
    once = state.bill in (DIFFERENT, FAIR)
    counted = kinds == state.handed if once else min(1, state.handed) <= kinds <= state.handed
    if state.bill != MEMBER and (named or due + state.handed != whole or not due or not counted):
        raise BadPosition(f"'bill' of {tile_notation(working)} asks for something else than the tile does")
