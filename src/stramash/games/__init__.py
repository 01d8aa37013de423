"""The games: one folder each. A new folder here is a new game; nothing else has to be told.

A game's folder `my_game` is loaded as "my-game" and has an attribute `GAME`, a subclass of `core.game.Game`.
This module finds games by name, and with them what names its game: records and described positions.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from stramash.core.errors import BadPosition, BadRecord, StramashError, UnknownGame
from stramash.core.game import Game, OptionValue
from stramash.core.position import Position
from stramash.core.record import Record

__all__ = ["find", "load", "names", "position", "replay"]


def names() -> list[str]:
    """Return the names of all games.

    >>> "schotten-totten" in names()
    True
    """
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def find(name: str) -> type[Game]:
    """Return the game of that name, its options still to be chosen."""
    if name not in names():
        raise UnknownGame(f"no game {name!r}: the games are {', '.join(names())}")
    game: type[Game] = import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    return game


def load(name: str, *, players: int | None = None, **options: OptionValue) -> Game:
    """Return a game with its options chosen; those not named have their defaults.

    >>> load("schotten-totten", tactics=True).options["tactics"]
    True
    >>> load("chess")
    Traceback (most recent call last):
    stramash.core.errors.UnknownGame: no game 'chess': the games are ...
    """
    return find(name)(players=players, **options)


def replay(record: Record | str) -> Iterator[Position]:
    """Return an iterator over every position of a recorded game, from the deal to the last action.

    What is no record, or does not begin, raises `BadRecord` at once. A record whose actions or digest are
    wrong raises it where that shows.

    >>> replay("garbage")
    Traceback (most recent call last):
    stramash.core.errors.BadRecord: this is no record: its first line should be 'stramash record 1'
    """
    if isinstance(record, str):
        record = Record.read(record)
    if not isinstance(record, Record):
        raise BadRecord(f"{record!r} is no record: give a Record, or its text")
    try:
        game = load(record.game, players=record.players, **record.options)
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
    game = find(description["game"])(description.get("players"), **options)
    return game.position(description)
