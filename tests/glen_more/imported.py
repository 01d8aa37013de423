"""How descriptions of Glen More are changed for `tests/test_imported.py`, and what then must hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from stramash import Position
from stramash.core.meaning import OVER
from stramash.games.glen_more.rules.components import ACTIVITY_NAMES, BILL_NAMES, PHASE_NAMES
from tests.glen_more import oracle
from tests.glen_more.table import KINDS, TILE_NAMES
from tests.glen_more.test_properties import check_display, check_tiles, row_coins

_NAMES: tuple[tuple[str, ...], ...] = (
    (*PHASE_NAMES, OVER),
    BILL_NAMES,
    ACTIVITY_NAMES,
    KINDS,
    (*TILE_NAMES, "home", "?"),
)
_NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 13, 14, 40, 999, 1000, 5001)


class Dice(Protocol):
    """What a change needs of chance: Hypothesis's `random` and Python's both have it."""

    def choice(self, seq: Any) -> Any: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def random(self) -> float: ...


def bend(told: dict[str, Any], dice: Dice) -> None:
    """Take from the player to act what could pay, or change values to others of their kind."""
    seats, player = told.get("seats"), told.get("player")
    if isinstance(seats, list) and type(player) is int and player < len(seats) and dice.random() < 0.4:
        _rob(seats[player], dice)
    for _ in range(dice.randrange(1, 4)):
        holder, key = dice.choice(list(_places(told)))
        _change(holder, key, dice)


def _rob(seat: dict[str, Any], dice: Dice) -> None:
    """Take from a seat most of what it could pay with."""
    seat.update(coins=dice.randrange(0, 3), whisky=0, chieftains=0)
    for entry in seat.get("display", []):
        if dice.random() < 0.7:
            entry["cubes"] = {}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a description that holds a value."""
    for key in _keys(value):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _keys(holder: Any) -> list[Any]:
    """Return the keys of a JSON object or the places of a list, without those that name the game."""
    if isinstance(holder, list):
        return list(range(len(holder)))
    return [key for key in holder if key not in ("game", "players", "options")]


def _change(holder: Any, key: Any, dice: Dice) -> None:
    """Put another value in a place, take it away, or swap it with a neighbour."""
    old, other = holder[key], dice.choice(_keys(holder))
    if dice.random() < 0.2:
        holder[key], holder[other] = holder[other], holder[key]
    elif isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = dice.choice((*_NUMBERS, old + 1, old - 1))
    elif isinstance(old, str) or (old is None and dice.random() < 0.5):
        names = [names for names in _NAMES if old in names]
        holder[key] = dice.choice((*(names[0] if names else TILE_NAMES), None))
    elif isinstance(old, dict) and key in ("cubes", "due", "warehouse"):
        old[dice.choice(KINDS)] = dice.randrange(0, 4)
    else:
        del holder[key]


def check(position: Position, start: dict[str, Any]) -> None:
    """Check what holds in every position, whatever coins and members the game was described with."""
    told = position.to_dict()
    check_tiles(told)
    check_display(told)
    for number, seat in enumerate(told["seats"]):
        assert tuple(position.state.stock[number].tolist()) == oracle.held(seat)
        assert min(seat["coins"], seat["whisky"], seat["chieftains"]) >= 0
        assert all(entry["members"] >= 0 for entry in seat["display"])
    assert all(0 <= filled <= 3 for filled in told["warehouse"].values())
    assert _coins(told) in (_coins(start), _coins(start) + 3)
    assert told["scorings"] == sum(not stack for stack in told["stacks"][1:])
    assert (told["phase"] == "over") is (told["stacks"] == [[], [], [], []])


def _coins(told: dict[str, Any]) -> int:
    return row_coins(told) + sum(int(seat["coins"]) for seat in told["seats"])
