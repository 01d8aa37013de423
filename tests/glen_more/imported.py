"""Described positions that nobody would write: real ones with a few values changed, and what must hold.

Run as a script, `python -m tests.glen_more.imported COUNT`, it tries so many and prints how many were
accepted; another process can so run it with rules interpreted, or compiled with array bounds checked.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

import stramash
from stramash import BadPosition, Position
from stramash.core.meaning import OVER
from stramash.games.glen_more.rules.components import ACTIVITY_NAMES, BILL_NAMES, PHASE_NAMES
from tests.glen_more import oracle
from tests.glen_more.table import KINDS, TILE_NAMES
from tests.glen_more.test_properties import check_display, check_tiles, row_coins

#: No game lasts longer than this from any position, with up to a thousand movement points
TOO_LONG = 6000

_NAMES: tuple[tuple[str, ...], ...] = (
    (*PHASE_NAMES, OVER),
    BILL_NAMES,
    ACTIVITY_NAMES,
    KINDS,
    (*TILE_NAMES, "home", "?"),
)
_NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 13, 14, 40, 999, 1000, 1001)


class Dice(Protocol):
    """What a change needs of chance: Hypothesis's `random` and Python's both have it."""

    def choice(self, seq: Any) -> Any: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def random(self) -> float: ...


@cache
def game_of(players: int) -> tuple[dict[str, Any], ...]:
    """Return the positions of a random game as JSON."""
    position, dice = stramash.load("glen-more", players=players).deal(players), random.Random(players)
    told = [position.to_dict()]
    while not position.over:
        position.play(dice.choice(position.legal))
        told.append(position.to_dict())
    return tuple(told)


def changed(dice: Dice) -> dict[str, Any]:
    """Return a position of a real game with up to four values changed; every phase is as likely."""
    told = game_of(dice.randrange(2, 6))
    phase = dice.choice(sorted({one["phase"] for one in told}))
    description: dict[str, Any] = copy.deepcopy(dice.choice([one for one in told if one["phase"] == phase]))
    if description["player"] is not None and dice.random() < 0.4:
        _rob(description["seats"][description["player"]], dice)
    for _ in range(dice.randrange(0, 5)):
        holder, key = dice.choice(list(_places(description)))
        _change(holder, key, dice)
    for key in ("over", "winners"):  # these answers follow from the rest
        description.pop(key, None)
    return description


def _rob(seat: dict[str, Any], dice: Dice) -> None:
    """Take from a seat most of what it could pay with."""
    seat.update(coins=dice.randrange(0, 3), whisky=0, chieftains=0)
    for entry in seat["display"]:
        if dice.random() < 0.7:
            entry["cubes"] = {}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a description that holds a value."""
    for key in _keys(value):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _keys(holder: Any) -> list[Any]:
    """Return the keys or places of what holds values, but for those that name the game."""
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


def try_out(description: dict[str, Any], seed: int) -> bool:
    """Import a description and play it at random to its end; return whether it was accepted."""
    game = stramash.load("glen-more", players=description["players"])
    try:
        position = game.position(description)
    except BadPosition:
        return False
    assert game.position(position.to_dict()) == position
    dice, start = random.Random(seed), position.to_dict()
    for _ in range(TOO_LONG):
        check(position, start)
        if position.over:
            return True
        position.play(dice.choice(position.legal))
    raise AssertionError("a random game did not end")


def check(position: Position, start: dict[str, Any]) -> None:
    """Check what holds in every position, whatever coins and members the game was described with."""
    told = position.to_dict()
    assert bool(position.legal) is not position.over
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


def main() -> None:
    """Try so many changed descriptions."""
    count, dice = int(sys.argv[1]), random.Random(7)
    accepted = sum(try_out(changed(dice), seed) for seed in range(count))
    sys.stdout.write(f"{accepted} of {count} accepted\n")


if __name__ == "__main__":
    main()
