"""Positions as plain JSON and back: for tests, puzzles and bug reports. The spec page explains each key.

Everything may be left out of a description: displays are then a starting village, the track is filled with
the lowest-numbered tiles that lie nowhere else, and the stacks hold the rest. So a puzzle says only what it
is about.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.game import Json, sow
from stramash.core.state import NOBODY
from stramash.games.glen_more.checks import check_position, scorings_done
from stramash.games.glen_more.rules.components import (
    ACTIVITY_NAMES,
    BILL_NAMES,
    CAPACITY,
    DIE,
    DIE_PLAYERS,
    ENDING,
    FIRST_CUBE,
    GONE,
    HOLDS_ANY,
    HOME,
    IN_STACK,
    KIND,
    MOVING,
    NO_TILE,
    ON_TRACK,
    PHASE_NAMES,
    PLACING,
    RESOURCE_NAMES,
    RESOURCES,
    ROW_SPACES,
    SCORINGS,
    SPACES,
    STACK,
    STACKED,
    STARTING_COINS,
    TILE_NAMES,
    TILE_OF_NAME,
)
from stramash.games.glen_more.rules.display import add_tile
from stramash.games.glen_more.rules.paying import clear_bill
from stramash.games.glen_more.rules.scoring import winners
from stramash.games.glen_more.rules.turn import clear_table

__all__ = ["OVER", "state_from_dict", "state_to_dict"]

#: The phase when the game is over
OVER = "over"
_KEYS = (
    "turn", "phase", "player", "over", "winners", "origin", "taken", "working", "movement", "ness_used",
    "gains", "bill", "track", "figures", "die", "rolled", "stacks", "gone", "scorings", "warehouse", "seats",
    "reveals", "seed", "draws",
)  # fmt: skip
_BILL_KEYS = ("kind", "due", "due_any", "handed", "handed_kinds")
_SEAT_KEYS = ("coins", "whisky", "chieftains", "points", "display")
_TILE_KEYS = ("tile", "east", "north", "members", "cubes", "activity")
#: Far more than any game brings, and far less than what a number of the state holds
_MOST = 1000


# --- To JSON -----------------------------------------------------------------------------------------


def state_to_dict(state: Any) -> Json:
    """Return a state, whole or hidden, as plain JSON."""
    over = bool(state.player == NOBODY)
    # a deal draws, so a seed of 0 that has drawn nothing was never there, or is hidden
    hidden = not any(state.seed) and not state.draws
    return {
        "turn": int(state.turn),
        "phase": OVER if over else PHASE_NAMES[state.phase],
        "player": None if over else int(state.player),
        "over": over,
        "winners": _winners(state),
        "origin": int(state.origin),
        "taken": _tile_or_none(state.taken),
        "working": _tile_or_none(state.working),
        "movement": int(state.movement),
        "ness_used": bool(state.ness_used),
        "gains": int(state.gains),
        "bill": {
            "kind": BILL_NAMES[state.bill],
            "due": _resources(state.due),
            "due_any": int(state.due_any),
            "handed": int(state.handed),
            "handed_kinds": [
                name for kind, name in enumerate(RESOURCE_NAMES) if int(state.handed_kinds) >> kind & 1
            ],
        },
        "track": [_tile_or_none(tile) for tile in state.track],
        "figures": [int(space) for space in state.figure[: state.players]],
        "die": int(state.figure[DIE]) if state.figure[DIE] >= 0 else None,
        "rolled": int(state.rolled),
        "stacks": _stacks(state),
        "gone": [TILE_NAMES[tile] for tile in range(STACKED) if state.owner[tile] == GONE],
        "scorings": int(state.scorings),
        "warehouse": {name: int(state.warehouse[kind]) for kind, name in enumerate(RESOURCE_NAMES)},
        "seats": [_seat_to_dict(state, seat) for seat in range(state.players)],
        "reveals": int(state.reveals),
        "seed": None if hidden else f"{int(state.seed[1]):016x}{int(state.seed[0]):016x}",
        "draws": int(state.draws),
    }


def _winners(state: Any) -> list[int]:
    bits = int(winners(state))
    return [seat for seat in range(int(state.players)) if bits >> seat & 1]


def _tile_or_none(tile: int) -> str | None:
    return None if tile == NO_TILE else TILE_NAMES[tile]


def _resources(counts: Any) -> dict[str, int]:
    return {name: int(counts[kind]) for kind, name in enumerate(RESOURCE_NAMES) if counts[kind]}


def _stacks(state: Any) -> list[list[str]]:
    """Return the tiles to come, stack by stack; of a hidden one their backs: how many is known."""
    stacks: list[list[str]] = [[], [], [], []]
    backs = sorted(int(STACK[tile]) for tile in range(STACKED) if state.owner[tile] == IN_STACK)
    for back, tile in zip(backs, state.stack[state.laid :], strict=True):
        stacks[back].append(TILE_NAMES[tile])
    return stacks


def _seat_to_dict(state: Any, seat: int) -> Json:
    return {
        "coins": int(state.coins[seat]),
        "whisky": int(state.whisky[seat]),
        "chieftains": int(state.chieftains[seat]),
        "points": int(state.points[seat]),
        "display": [
            {
                "tile": TILE_NAMES[tile],
                "east": int(state.east[tile]),
                "north": int(state.north[tile]),
                "members": int(state.members[tile]),
                "cubes": _resources(state.cubes[tile]),
                "activity": ACTIVITY_NAMES[state.activity[tile]],
            }
            for tile in state.display[seat, : state.display_size[seat]]
        ],
    }


# --- From JSON ---------------------------------------------------------------------------------------


def state_from_dict(description: Json, state: Any) -> None:
    """Write a description into a blank state with its options; raise BadPosition if it cannot be."""
    _check_keys(description, _KEYS, "a position")
    get = description.get
    clear_table(state)
    clear_bill(state)
    state.turn = _whole(get("turn", 1), "turn", 0, _MOST)
    state.player = _player(get("player", 0), state)
    state.phase = _phase(get("phase", OVER if state.player == NOBODY else "moving"), state)
    state.movement = _whole(get("movement", 0), "movement", 0, _MOST)
    state.ness_used = _flag(get("ness_used", False), "ness_used")
    state.gains = _whole(get("gains", 0), "gains", 0, 2)
    state.rolled = _whole(get("rolled", 0), "rolled", 0, 3)
    state.reveals = _whole(get("reveals", 0), "reveals", 0, _MOST)
    _write_seed(get("seed"), get("draws", 0), state)
    _write_warehouse(get("warehouse"), state)
    _write_bill(get("bill", {}), state)
    used = _write_seats(get("seats", [{}] * int(state.players)), state)
    _write_figures(description, state)
    _write_tiles(description, state, used)
    state.scorings = _whole(get("scorings", scorings_done(state)), "scorings", 0, SCORINGS)
    check_position(state)
    _check_answers(description, state)


def _check_answers(description: Json, state: Any) -> None:
    """`over` and `winners` follow from the rest: where they are given, they must be right."""
    for key, value in (("over", bool(state.player == NOBODY)), ("winners", _winners(state))):
        given = description.get(key, value)
        if type(given) is not type(value) or given != value:
            raise BadPosition(f"{key!r} is {given!r}: by the rest of the position it should be {value!r}")


def _phase(value: Any, state: Any) -> int:
    """Return the number of a phase; a game that is over stopped at the end of a turn."""
    if (value == OVER) != (state.player == NOBODY):
        raise BadPosition(f"'phase' should be {OVER!r} exactly when 'player' is null")
    return ENDING if value == OVER else _one_of(value, "phase", PHASE_NAMES)


def _check_keys(entry: Any, keys: tuple[str, ...], what: str) -> None:
    if not isinstance(entry, dict):
        raise BadPosition(f"{what} is {entry!r}: it should be an object with {', '.join(keys)}")
    unknown = sorted(str(key) for key in set(entry) - set(keys))
    if unknown:
        raise BadPosition(f"unknown keys {', '.join(unknown)}: {what} has {', '.join(keys)}")


def _whole(value: Any, key: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key!r} is {value!r}: it should be a whole number from {low} to {high}")
    return value


def _flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{key!r} is {value!r}: it should be true or false")
    return value


def _one_of(value: Any, key: str, names: tuple[str, ...]) -> int:
    if value not in names:
        raise BadPosition(f"{key!r} is {value!r}: it should be one of {', '.join(names)}")
    return names.index(value)


def _list(value: Any, key: str, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise BadPosition(f"{key!r} is {value!r}: it should be a list{'' if size is None else f' of {size}'}")
    return value


def _player(value: Any, state: Any) -> int:
    return NOBODY if value is None else _whole(value, "player", 0, int(state.players) - 1)


def _tile(value: Any, key: str, seat: int = 0) -> int:
    tile = TILE_OF_NAME.get(value) if isinstance(value, str) else None
    if tile is None:
        raise BadPosition(f"{value!r} in {key!r} is no tile: tiles are like forest1, iona, home")
    return tile + seat if tile == HOME else tile


def _stacked_tile(value: Any, key: str) -> int:
    tile = _tile(value, key)
    if tile >= STACKED:
        raise BadPosition(f"a starting village cannot be in {key!r}: name a tile of the stacks")
    return tile


def _counts(value: Any, key: str, high: int) -> list[int]:
    """Return how many of each resource an object names."""
    _check_keys(value, RESOURCE_NAMES, key)
    return [_whole(value.get(name, 0), key, 0, high) for name in RESOURCE_NAMES]


def _write_seed(seed: Any, draws: Any, state: Any) -> None:
    if seed is not None and not (isinstance(seed, str) and re.fullmatch("[0-9a-fA-F]{1,32}", seed)):
        raise BadPosition(f"'seed' is {seed!r}: it should be 32 hexadecimal digits, or null")
    sow(state, 0 if seed is None else int(seed, 16))
    state.draws = _whole(draws, "draws", 0, (1 << 31) - 1)


def _write_warehouse(warehouse: Any, state: Any) -> None:
    if warehouse is None:
        filled = 1 if state.players <= DIE_PLAYERS else 0
        warehouse = dict.fromkeys(RESOURCE_NAMES, filled)
    state.warehouse[:] = _counts(warehouse, "warehouse", ROW_SPACES)


def _write_bill(bill: Any, state: Any) -> None:
    _check_keys(bill, _BILL_KEYS, "bill")
    state.bill = _one_of(bill.get("kind", "none"), "bill", BILL_NAMES)
    state.due[:] = _counts(bill.get("due", {}), "due", 2)
    state.due_any = _whole(bill.get("due_any", 0), "due_any", 0, RESOURCES)
    state.handed = _whole(bill.get("handed", 0), "handed", 0, RESOURCES)
    for name in _list(bill.get("handed_kinds", []), "handed_kinds"):
        state.handed_kinds |= 1 << _one_of(name, "handed_kinds", RESOURCE_NAMES)


def _write_seats(seats: Any, state: Any) -> set[int]:
    """Write what every seat has; return the tiles of all displays."""
    used: set[int] = set()
    for seat, entry in enumerate(_list(seats, "seats", int(state.players))):
        _check_keys(entry, _SEAT_KEYS, "a seat")
        state.coins[seat] = _whole(entry.get("coins", STARTING_COINS), "coins", 0, _MOST)
        state.whisky[seat] = _whole(entry.get("whisky", 0), "whisky", 0, _MOST)
        state.chieftains[seat] = _whole(entry.get("chieftains", 0), "chieftains", 0, _MOST)
        state.points[seat] = _whole(entry.get("points", 0), "points", -_MOST, _MOST)
        home = {"tile": "home", "members": 1}
        state.display_size[seat] = 0
        state.members[HOME + seat] = 0
        for tile_entry in _list(entry.get("display", [home]), "display"):
            _check_keys(tile_entry, _TILE_KEYS, "a tile")
            tile = _tile(tile_entry.get("tile"), "display", seat)
            if tile in used:
                raise BadPosition(f"there is only one {TILE_NAMES[tile]}: it is in two places")
            used.add(tile)
            _write_tile(tile_entry, tile, seat, state)
    return used


def _write_tile(entry: Json, tile: int, seat: int, state: Any) -> None:
    name = TILE_NAMES[tile]
    east = _whole(entry.get("east", 0), f"east of {name}", -STACKED, STACKED)
    north = _whole(entry.get("north", 0), f"north of {name}", -STACKED, STACKED)
    add_tile(state, seat, tile, east, north)
    state.members[tile] = _whole(entry.get("members", 0), f"members on {name}", 0, _MOST)
    state.activity[tile] = _one_of(entry.get("activity", "idle"), "activity", ACTIVITY_NAMES)
    cubes = _counts(entry.get("cubes", {}), f"cubes on {name}", CAPACITY)
    fitting = [HOLDS_ANY[tile] or (FIRST_CUBE[tile] >= 0 and KIND[tile] == kind) for kind in range(RESOURCES)]
    if sum(cubes) > CAPACITY or any(count and not fits for count, fits in zip(cubes, fitting, strict=True)):
        raise BadPosition(
            f"{name} cannot hold {entry.get('cubes')}: at most {CAPACITY} cubes of its own kind"
        )
    state.cubes[tile] = cubes
    state.stock[seat] += np.array(cubes, np.int16)


def _write_figures(description: Json, state: Any) -> None:
    players = int(state.players)
    spaces = _list(description.get("figures", list(range(players))), "figures", players)
    for seat, space in enumerate(spaces):
        state.figure[seat] = _whole(space, "figures", 0, SPACES - 1)
    die = description.get("die", players if players <= DIE_PLAYERS else None)
    if (die is None) != (players > DIE_PLAYERS):
        raise BadPosition("'die' should be its space with two or three players, and null with more")
    state.figure[DIE] = -1 if die is None else _whole(die, "die", 0, SPACES - 1)
    here = 0 if state.player == NOBODY else int(state.figure[state.player])
    state.origin = _whole(description.get("origin", here), "origin", 0, SPACES - 1)


def _write_tiles(description: Json, state: Any, used: set[int]) -> None:
    """Write the track, the tiles at work, those gone and those still to come."""
    for key in ("taken", "working"):
        value = description.get(key)
        setattr(state, key, NO_TILE if value is None else _stacked_tile(value, key))
    if state.phase == PLACING and state.taken != NO_TILE:
        _use(int(state.taken), used)
        state.owner[state.taken] = ON_TRACK
    named = {
        key: [_stacked_tile(tile, key) for tile in _list(value, key) if tile is not None]
        for key, value in (("track", description.get("track", [])), ("gone", description.get("gone", [])))
    }
    stacks = [
        [_stacked_tile(tile, "stacks") for tile in _list(stack, "stacks")]
        for stack in _list(description.get("stacks", [[], [], [], []]), "stacks", 4)
    ]
    for tile in [*named["track"], *named["gone"], *(tile for stack in stacks for tile in stack)]:
        _use(tile, used)
    for tile in named["gone"]:
        state.owner[tile] = GONE
    if "track" in description:
        for space, value in enumerate(_list(description["track"], "track", SPACES)):
            state.track[space] = NO_TILE if value is None else _stacked_tile(value, "track")
    else:
        _fill_track(state, used)
    for tile in state.track[state.track != NO_TILE]:
        state.owner[tile] = ON_TRACK
    rest = [tile for tile in range(STACKED) if tile not in used]
    if "stacks" in description:
        state.owner[rest] = GONE
    else:
        stacks = [[tile for tile in rest if STACK[tile] == stack] for stack in range(4)]
    _write_stacks(stacks, state)


def _use(tile: int, used: set[int]) -> None:
    if tile in used:
        raise BadPosition(f"there is only one {TILE_NAMES[tile]}: it is in two places")
    used.add(tile)


def _fill_track(state: Any, used: set[int]) -> None:
    """Lay the lowest-numbered tiles that lie nowhere else on every space of the chain that is free."""
    rest = iter([tile for tile in range(STACKED) if tile not in used])
    free = {(int(state.origin) - 1) % SPACES, *(int(space) for space in state.figure)}
    if state.phase != MOVING:
        free.add(int(state.origin))
    for space in range(SPACES):
        if space not in free:
            tile = next(rest, NO_TILE)
            state.track[space] = tile
            used.add(tile)


def _write_stacks(stacks: list[list[int]], state: Any) -> None:
    for number, stack in enumerate(stacks):
        strangers = [tile for tile in stack if STACK[tile] != number]
        if strangers:
            raise BadPosition(f"{TILE_NAMES[strangers[0]]} does not belong to stack {number}")
    to_come = [tile for stack in stacks for tile in stack]
    state.laid = STACKED - len(to_come)
    state.stack[: state.laid] = NO_TILE
    state.stack[state.laid :] = to_come
    state.owner[to_come] = IN_STACK
