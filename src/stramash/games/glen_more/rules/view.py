"""What a seat knows: hiding, imagining what is hidden, and the observation as numbers.

Only the order of the stacks is hidden, and the seed. Everything else lies open, also which tiles have left
the game; so all seats know the same, and which tiles are still to come is known to everybody.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stramash.core.chance import shuffle
from stramash.core.rule import rule
from stramash.games.glen_more.rules.components import (
    CAPACITY,
    DIE,
    DIE_PLAYERS,
    GONE,
    HOME,
    IN_STACK,
    NO_TILE,
    ON_TRACK,
    PHASES,
    RESOURCES,
    ROW_SPACES,
    SCORINGS,
    SEATS,
    SPACES,
    STACK,
    STACKED,
    TILES,
    UNKNOWN_TILE,
    WAITING,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = ["TENSOR", "hide", "imagine", "observe"]

Tensor = npt.NDArray[np.float32]


@rule
def hide(state: GlenMore, seat: int) -> None:
    """Blank the order of the stacks and the seed: no seat knows them."""
    state.seed[0] = 0
    state.seed[1] = 0
    state.draws = 0
    for place in range(int(state.laid), STACKED):
        state.stack[place] = UNKNOWN_TILE


@rule
def imagine(state: GlenMore, seat: int) -> None:
    """Shuffle the tiles that are still to come, each stack by itself. The state brings a fresh seed."""
    place, first = int(state.laid), int(state.laid)
    for tile in range(STACKED):
        if state.owner[tile] != IN_STACK:
            continue
        if place > first and STACK[state.stack[first]] != STACK[tile]:
            shuffle(state, state.stack[first:], place - first)
            first = place
        state.stack[place] = tile
        place += 1
    shuffle(state, state.stack[first:], place - first)


# --- Observing ---------------------------------------------------------------------------------------

# One tile: in its stack · on the track · gone · in my display · in those of the seats after me (4) · steps
# ahead of the rearmost figure · east · north · cubes by kind (5) · clan members · waits · was activated
AT_STACK, AT_TRACK, AT_GONE, AT_SEAT, AT_AHEAD, AT_EAST, AT_NORTH, AT_CUBES = 0, 1, 2, 3, 8, 9, 10, 11
AT_MEMBERS, AT_WAITING, AT_ACTIVATED = 16, 17, 18
TILE_FEATURES = 19
# One seat: plays · acts · coins · whisky · chieftains · points · tiles · steps ahead of the rearmost figure
SEAT_FEATURES = 8
# The rest: phase (8) · warehouse (5) · due (5) · handed kinds (5) · due of choice · cubes to choose ·
# movement · Loch Ness used · die ahead · die on the track · die counts spaces · scorings done · tiles to come
REST_FEATURES = PHASES + 3 * RESOURCES + 9
# Then, over all 72 tiles: the one taken this turn, and the one at work
TENSOR = TILES * TILE_FEATURES + SEATS * SEAT_FEATURES + REST_FEATURES + 2 * TILES

_FAR = 16
_MANY = 20


@rule
def relative(state: GlenMore, me: int, seat: int) -> int:
    """Return how many seats after me a seat sits."""
    return (seat - me) % int(state.players)


@rule
def seen_as(state: GlenMore, me: int, tile: int) -> int:
    """Return the number under which a tile is observed: starting villages are counted from mine."""
    if tile < HOME or tile - HOME >= state.players:
        return tile
    return HOME + relative(state, me, tile - HOME)


@rule
def observe(state: GlenMore, seat: int, out: Tensor) -> None:
    """Write a hidden state as numbers, "my" being this seat's; a spectator sits with seat 0."""
    me = max(seat, 0)
    for index in range(out.size):
        out[index] = 0
    for tile in range(TILES):
        observe_tile(state, me, tile, out, seen_as(state, me, tile) * TILE_FEATURES)
    for space in range(SPACES):
        if state.track[space] != NO_TILE:
            at = int(state.track[space]) * TILE_FEATURES
            out[at + AT_AHEAD] = (space - int(state.origin)) % SPACES / SPACES
    at = TILES * TILE_FEATURES
    for other in range(int(state.players)):
        observe_seat(state, other, out, at + relative(state, me, other) * SEAT_FEATURES)
    at += SEATS * SEAT_FEATURES
    observe_rest(state, out, at)
    at += REST_FEATURES
    if state.taken != NO_TILE:
        out[at + seen_as(state, me, int(state.taken))] = 1
    if state.working != NO_TILE:
        out[at + TILES + seen_as(state, me, int(state.working))] = 1


@rule
def observe_tile(state: GlenMore, me: int, tile: int, out: Tensor, at: int) -> None:
    """Write where a tile is and what is on it."""
    owner = int(state.owner[tile])
    if owner == IN_STACK:
        out[at + AT_STACK] = 1
    elif owner == ON_TRACK:
        out[at + AT_TRACK] = 1
    elif owner == GONE:
        out[at + AT_GONE] = 1
    else:
        out[at + AT_SEAT + relative(state, me, owner)] = 1
        out[at + AT_EAST] = int(state.east[tile]) / _FAR
        out[at + AT_NORTH] = int(state.north[tile]) / _FAR
        for resource in range(RESOURCES):
            out[at + AT_CUBES + resource] = int(state.cubes[tile, resource]) / CAPACITY
        out[at + AT_MEMBERS] = int(state.members[tile]) / CAPACITY
        if state.activity[tile] == WAITING:
            out[at + AT_WAITING] = 1
        elif state.activity[tile] != 0:
            out[at + AT_ACTIVATED] = 1


@rule
def observe_seat(state: GlenMore, seat: int, out: Tensor, at: int) -> None:
    """Write what a seat has beside its display."""
    out[at] = 1
    out[at + 1] = int(state.player == seat)
    out[at + 2] = int(state.coins[seat]) / _MANY
    out[at + 3] = int(state.whisky[seat]) / _MANY
    out[at + 4] = int(state.chieftains[seat]) / _MANY
    out[at + 5] = int(state.points[seat]) / 100
    out[at + 6] = int(state.display_size[seat]) / _MANY
    out[at + 7] = (int(state.figure[seat]) - int(state.origin)) % SPACES / SPACES


@rule
def observe_rest(state: GlenMore, out: Tensor, at: int) -> None:
    """Write the phase, the warehouse, what is due, and how far the game is."""
    out[at + int(state.phase)] = 1
    at += PHASES
    for resource in range(RESOURCES):
        out[at + resource] = int(state.warehouse[resource]) / ROW_SPACES
        out[at + RESOURCES + resource] = int(state.due[resource]) / 2
        out[at + 2 * RESOURCES + resource] = int(state.handed_kinds) >> resource & 1
    at += 3 * RESOURCES
    out[at] = int(state.due_any) / RESOURCES
    out[at + 1] = int(state.gains) / 2
    out[at + 2] = int(state.movement) / _MANY
    out[at + 3] = int(state.ness_used)
    if state.players <= DIE_PLAYERS:
        out[at + 4] = (int(state.figure[DIE]) - int(state.origin)) % SPACES / SPACES
        out[at + 5] = 1
    out[at + 6] = int(state.die_rule)
    out[at + 7] = int(state.scorings) / SCORINGS
    out[at + 8] = (STACKED - int(state.laid)) / STACKED
