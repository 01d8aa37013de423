"""Positions as JSON where the declared fields do not say it all; `playable` checks what was read.

Everything may be left out of a description: displays are then a starting village, the track is filled with
the lowest-numbered tiles that lie nowhere else, and the stacks hold the rest. So a puzzle says only what it
is about.
"""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadPosition
from stramash.core.game import Json
from stramash.core.meaning import Count, Name
from stramash.core.reading import read_list, read_object
from stramash.core.state import NOBODY
from stramash.games.glen_more.position.playable import check_state, scorings_done
from stramash.games.glen_more.rules.components import (
    ACTIVITY_NAMES,
    CAPACITY,
    DIE,
    DIE_PLAYERS,
    FIRST_CUBE,
    GONE,
    HOLDS_ANY,
    HOME,
    IN_STACK,
    KIND,
    MOVING,
    NAMED,
    NO_TILE,
    ON_TRACK,
    PLACING,
    RESOURCE_NAMES,
    SPACES,
    STACK,
    STACKED,
    TILE_NAMES,
)
from stramash.games.glen_more.rules.display import add_tile
from stramash.games.glen_more.rules.paying import clear_bill
from stramash.games.glen_more.rules.state import MANY, STACKED_TILE
from stramash.games.glen_more.rules.turn import clear_table

__all__ = ["check_state", "clear_state", "complete_state", "rest_to_json"]

_ACTIVITY = Name(ACTIVITY_NAMES)
_OWN_TILE = Name(TILE_NAMES[:NAMED])
_TILE_KEYS = ("tile", "east", "north", "members", "cubes", "activity")


# --- To JSON -----------------------------------------------------------------------------------------


def rest_to_json(state: Any) -> Json:
    """Return where the die stands, the displays, the stacks, and the tiles that are gone."""
    die = int(state.figure[DIE])
    return {
        "seats": [
            {"display": [_tile_to_json(state, tile) for tile in state.display[seat, :size].tolist()]}
            for seat, size in enumerate(state.display_size[: state.players].tolist())
        ],
        "stacks": _stacks(state),
        "gone": [TILE_NAMES[tile] for tile in range(STACKED) if state.owner[tile] == GONE],
        "die": None if die < 0 else die,
    }


def _stacks(state: Any) -> list[list[str | None]]:
    """Return the tiles to come, stack by stack; of a hidden one their backs: how many is known."""
    stacks: list[list[str | None]] = [[], [], [], []]
    backs = sorted(int(STACK[tile]) for tile in range(STACKED) if state.owner[tile] == IN_STACK)
    for back, tile in zip(backs, state.stack[state.laid :], strict=True):
        stacks[back].append(STACKED_TILE.to_json(int(tile), state))
    return stacks


def _tile_to_json(state: Any, tile: int) -> Json:
    return {
        "tile": TILE_NAMES[tile],
        "east": int(state.east[tile]),
        "north": int(state.north[tile]),
        "members": int(state.members[tile]),
        "cubes": {
            name: int(state.cubes[tile, kind])
            for kind, name in enumerate(RESOURCE_NAMES)
            if state.cubes[tile, kind]
        },
        "activity": ACTIVITY_NAMES[state.activity[tile]],
    }


# --- From JSON ---------------------------------------------------------------------------------------


def clear_state(state: Any) -> None:
    """Turn a blank state into the state before the first tile is laid; seat 0 is to move."""
    clear_table(state)
    clear_bill(state)
    state.turn = 1
    state.player = 0
    state.taken = state.working = NO_TILE
    players = int(state.players)
    state.figure[:players] = range(players)
    if players <= DIE_PLAYERS:
        state.figure[DIE] = players
        state.warehouse[:] = 1


def complete_state(description: Json, state: Any) -> None:
    """Read where the tiles and the die are, and lay out what a description leaves out."""
    _read_figures(description, state)
    _read_tiles(description, state, _read_displays(description, state))
    if "scorings" not in description:
        state.scorings = scorings_done(state)


def _read_figures(description: Json, state: Any) -> None:
    """Write where the die stands, and by default start the chain with the player to act."""
    if "die" in description:
        die = description["die"]
        if (die is None) != (state.players > DIE_PLAYERS):
            raise BadPosition("'die' should be its space with two or three players, and null with more")
        state.figure[DIE] = -1 if die is None else Count(0, SPACES - 1).read(die, "die", state)
    if "origin" not in description:
        state.origin = 0 if state.player == NOBODY else state.figure[state.player]


def _read_displays(description: Json, state: Any) -> set[int]:
    """Write the displays; return the tiles in them."""
    used: set[int] = set()
    for seat, entry in enumerate(description.get("seats", [{}] * int(state.players))):
        if "display" in entry:
            state.display_size[seat] = 0
            state.members[HOME + seat] = 0
            path = f"seats[{seat}].display"
            for place, tile in enumerate(read_list(entry["display"], path)):
                _read_tile(tile, f"{path}[{place}]", seat, state, used)
    return used


def _read_tile(given: Any, path: str, seat: int, state: Any, used: set[int]) -> None:
    entry = read_object(given, path, _TILE_KEYS)
    tile = _OWN_TILE.read(entry.get("tile"), f"{path}.tile", state)
    tile = HOME + seat if tile == HOME else tile
    _use(tile, used)

    def number(key: str, low: int, high: int) -> int:
        return Count(low, high).read(entry.get(key, 0), f"{path}.{key}", state)

    add_tile(state, seat, tile, number("east", -STACKED, STACKED), number("north", -STACKED, STACKED))
    state.members[tile] = number("members", 0, MANY)
    state.activity[tile] = _ACTIVITY.read(entry.get("activity", "idle"), f"{path}.activity", state)
    cubes = read_object(entry.get("cubes", {}), f"{path}.cubes", RESOURCE_NAMES)
    for kind, name in enumerate(RESOURCE_NAMES):
        count = Count(0, CAPACITY).read(cubes.get(name, 0), f"{path}.cubes.{name}", state)
        fits = HOLDS_ANY[tile] or (FIRST_CUBE[tile] >= 0 and KIND[tile] == kind)
        if count and not fits:
            raise BadPosition(f"'{path}.cubes' has {name}: {TILE_NAMES[tile]} cannot hold it")
        state.cubes[tile, kind] = count
        state.stock[seat, kind] += count
    if state.cubes[tile].sum() > CAPACITY:
        raise BadPosition(f"'{path}.cubes' has {state.cubes[tile].sum()} cubes: a tile holds {CAPACITY}")


def _use(tile: int, used: set[int]) -> None:
    if tile in used:
        raise BadPosition(f"there is only one {TILE_NAMES[tile]}: it is in two places")
    used.add(tile)


def _read_tiles(description: Json, state: Any, used: set[int]) -> None:
    """Write where the tiles are that lie in no display: in hand, on the track, gone, still to come."""
    gone, stacks = description.get("gone", []), description.get("stacks", [[], [], [], []])
    gone_tiles = _read_names(gone, "gone", state)
    to_come = [
        _read_names(stack, f"stacks[{number}]", state)
        for number, stack in enumerate(read_list(stacks, "stacks", size=4))
    ]
    in_hand = [int(state.taken)] if state.phase == PLACING and state.taken != NO_TILE else []
    on_track = [int(tile) for tile in state.track if tile != NO_TILE]
    for tile in [*in_hand, *on_track, *gone_tiles, *(tile for stack in to_come for tile in stack)]:
        _use(tile, used)
    if "track" not in description:
        _fill_track(state, used)
    rest = [tile for tile in range(STACKED) if tile not in used]
    if "stacks" in description:
        gone_tiles += rest
    else:
        to_come = [[tile for tile in rest if STACK[tile] == stack] for stack in range(4)]
    state.owner[gone_tiles] = GONE
    state.owner[[*in_hand, *(int(tile) for tile in state.track if tile != NO_TILE)]] = ON_TRACK
    _write_stacks(to_come, state)


def _read_names(given: Any, path: str, state: Any) -> list[int]:
    tiles = [
        STACKED_TILE.read(name, f"{path}[{place}]", state)
        for place, name in enumerate(read_list(given, path))
    ]
    if NO_TILE in tiles:
        raise BadPosition(f"'{path}[{tiles.index(NO_TILE)}]' is null: leave it out")
    return tiles


def _fill_track(state: Any, used: set[int]) -> None:
    """Lay the lowest-numbered tiles that lie nowhere else on every space of the chain that is free."""
    rest = iter([tile for tile in range(STACKED) if tile not in used])
    free = {(int(state.origin) - 1) % SPACES, *(int(space) for space in state.figure)}
    if state.phase != MOVING:
        free.add(int(state.origin))
    for space in range(SPACES):
        if space not in free:
            state.track[space] = next(rest, NO_TILE)
            used.add(int(state.track[space]))


def _write_stacks(stacks: list[list[int]], state: Any) -> None:
    for number, stack in enumerate(stacks):
        strangers = [tile for tile in stack if STACK[tile] != number]
        if strangers:
            tile = strangers[0]
            raise BadPosition(
                f"{TILE_NAMES[tile]} does not belong to stack {number}: its back says {STACK[tile]}"
            )
    to_come = [tile for stack in stacks for tile in stack]
    state.laid = STACKED - len(to_come)
    state.stack[: state.laid] = NO_TILE
    state.stack[state.laid :] = to_come
    state.owner[to_come] = IN_STACK
