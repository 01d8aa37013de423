"""The observation: what a seat knows, as numbers from -1 to 1. The spec page says what each index means."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Floats
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
    STACKED,
    TILES,
    WAITING,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = [
    "AT_AHEAD",
    "AT_EAST",
    "AT_NORTH",
    "AT_SEAT",
    "AT_TRACK",
    "FAR",
    "REST_FEATURES",
    "SEAT_AHEAD",
    "SEAT_FEATURES",
    "TENSOR",
    "TILE_FEATURES",
    "observe",
]

# One tile: in its stack · on the track · gone · in my display · in those of the seats after me (4) · steps
# ahead of the rearmost figure · east · north · cubes by kind (5) · clan members · waits · was activated
AT_STACK, AT_TRACK, AT_GONE, AT_SEAT, AT_AHEAD, AT_EAST, AT_NORTH, AT_CUBES = 0, 1, 2, 3, 8, 9, 10, 11
AT_MEMBERS, AT_WAITING, AT_ACTIVATED = 16, 17, 18
TILE_FEATURES = 19
# One seat: plays · acts · coins · whisky · chieftains · points · tiles · steps ahead of the rearmost figure
SEAT_FEATURES = 8
SEAT_AHEAD = 7
# The rest: phase (8) · warehouse (5) · due (5) · handed kinds (5) · due of choice · cubes to choose ·
# movement · Loch Ness used · die ahead · die on the track · die counts spaces · scorings done · tiles to come
REST_FEATURES = PHASES + 3 * RESOURCES + 9
# Then, over all 72 tiles: the one taken this turn, and the one at work
TENSOR = TILES * TILE_FEATURES + SEATS * SEAT_FEATURES + REST_FEATURES + 2 * TILES

# What counts as 1; more counts as 1 too
FAR = 16  # tiles from the starting village
MANY_COINS = 40
MANY = 20
MANY_TILES = 30
MANY_MEMBERS = 6
MANY_POINTS = 100


@rule
def portion(count: int, most: int) -> float:
    """Return a count divided by `most`, limited to -1 and 1."""
    return min(max(count / most, -1.0), 1.0)


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
def observe(state: GlenMore, seat: int, out: Floats) -> None:
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
def observe_tile(state: GlenMore, me: int, tile: int, out: Floats, at: int) -> None:
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
        out[at + AT_EAST] = portion(int(state.east[tile]), FAR)
        out[at + AT_NORTH] = portion(int(state.north[tile]), FAR)
        for resource in range(RESOURCES):
            out[at + AT_CUBES + resource] = int(state.cubes[tile, resource]) / CAPACITY
        out[at + AT_MEMBERS] = portion(int(state.members[tile]), MANY_MEMBERS)
        if state.activity[tile] == WAITING:
            out[at + AT_WAITING] = 1
        elif state.activity[tile] != 0:
            out[at + AT_ACTIVATED] = 1


@rule
def observe_seat(state: GlenMore, seat: int, out: Floats, at: int) -> None:
    """Write what a seat has beside its display."""
    out[at] = 1
    out[at + 1] = int(state.player == seat)
    out[at + 2] = portion(int(state.coins[seat]), MANY_COINS)
    out[at + 3] = portion(int(state.whisky[seat]), MANY)
    out[at + 4] = portion(int(state.chieftains[seat]), MANY)
    out[at + 5] = portion(int(state.points[seat]), MANY_POINTS)
    out[at + 6] = portion(int(state.display_size[seat]), MANY_TILES)
    out[at + SEAT_AHEAD] = (int(state.figure[seat]) - int(state.origin)) % SPACES / SPACES


@rule
def observe_rest(state: GlenMore, out: Floats, at: int) -> None:
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
    out[at + 2] = portion(int(state.movement), MANY)
    out[at + 3] = int(state.ness_used)
    if state.players <= DIE_PLAYERS:
        out[at + 4] = (int(state.figure[DIE]) - int(state.origin)) % SPACES / SPACES
        out[at + 5] = 1
    out[at + 6] = int(state.die_rule)
    out[at + 7] = int(state.scorings) / SCORINGS
    out[at + 8] = (STACKED - int(state.laid)) / STACKED
