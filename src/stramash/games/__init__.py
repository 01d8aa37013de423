"""The games: one folder each, and games of other installed packages.

A game's folder `my_game` is loaded as "my-game" and has an attribute `GAME`, a subclass of `core.game.Game`.
Another package adds a game with an entry point of the group `stramash.games`, named like the game:

    [project.entry-points."stramash.games"]
    my-game = "my_package:GAME"

This module finds games by name, and so it also replays records and reads described positions.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from stramash.core.errors import BadPosition, BadRecord, StramashError, UnknownGame
from stramash.core.game import Game, OptionValue
from stramash.core.packages import find_elsewhere
from stramash.core.position import Position
from stramash.core.record import Record

__all__ = ["broken", "find", "load", "names", "position", "replay", "restore"]


def _here() -> list[str]:
    """Return the names of the games in this folder."""
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg]


@cache
def _elsewhere() -> tuple[Mapping[str, type[Game]], Mapping[str, str]]:
    """Return the games of other packages, and the errors of those that cannot be played."""
    return find_elsewhere(taken=_here())


def names() -> list[str]:
    """Return the names of all games.

    >>> "schotten-totten" in names()
    True
    """
    return sorted([*_here(), *_elsewhere()[0]])


def broken() -> dict[str, str]:
    """Return the games of other packages that cannot be played: by name, a sentence that says why."""
    return dict(_elsewhere()[1])


@cache
def find(name: str) -> type[Game]:
    """Return the game of that name, its options still to be chosen."""
    if name in _here():
        game: type[Game] = import_module(f"{__name__}.{name.replace('-', '_')}").GAME
        return game
    found, problems = _elsewhere()
    if name in found:
        return found[name]
    if name in problems:
        raise UnknownGame(problems[name])
    raise UnknownGame(f"no game {name!r}: the games are {', '.join(names())}")


def load(name: str, *, players: int | None = None, **options: OptionValue) -> Game:
    """Return a game with its options chosen; those not named have their defaults.

    >>> load("schotten-totten", tactics=True).options["tactics"]
    True
    >>> load("chess")
    Traceback (most recent call last):
    stramash.core.errors.UnknownGame: no game 'chess': the games are ...
    """
    game = restore(name, players, options)
    game.check_chosen()
    return game


def restore(name: str, players: int | None, options: Mapping[str, OptionValue]) -> Game:
    """Return the game of a record or a table that exists: it may have options that `load` refuses by now."""
    return find(name)(players=players, **options)


def replay(record: Record | str) -> Iterator[Position]:
    """Return an iterator over every position of a recorded game, from the deal to the last action.

    A text that is not a record raises `BadRecord` at once. Wrong actions raise it when they are reached, a
    wrong digest at the end.

    >>> replay("garbage")
    Traceback (most recent call last):
    stramash.core.errors.BadRecord: this is not a record: its first line should be 'stramash record 1'
    """
    if isinstance(record, str):
        record = Record.read(record)
    if not isinstance(record, Record):
        raise BadRecord(f"{record!r} is not a record: give a Record, or its text")
    try:
        game = restore(record.game, record.players, record.options)
    except StramashError as error:
        raise BadRecord(f"the record does not begin: {error}") from error
    return record.replay(game)


def position(description: Mapping[str, Any]) -> Position:
    """Return the position that `Position.to_dict` described: the description names its game and options.

    >>> game = load("schotten-totten", tactics=True)
    >>> position(game.deal(seed=7).to_dict()).game == game
    True
    """
    if not isinstance(description, Mapping) or not isinstance(description.get("game"), str):
        raise BadPosition(
            f"{description!r:.80} describes no position: give what Position.to_dict returns, "
            f"whose 'game' is one of {', '.join(names())}"
        )
    options = description.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise BadPosition(f"'options' should be names and values, not {options!r}")
    return restore(description["game"], description.get("players"), options).position(description)
