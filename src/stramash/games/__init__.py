"""The games: one folder each. A new folder here is a new game; nothing else has to be told.

A game's folder `my_game` is loaded as "my-game" and has an attribute `GAME`, a subclass of `core.game.Game`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from stramash.core.errors import UnknownGame
from stramash.core.game import Game, OptionValue

__all__ = ["find", "load", "names", "restore"]


def names() -> list[str]:
    """Return the names of all games.

    >>> "schotten-totten" in names()
    True
    """
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


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
    game = restore(name, players, options)
    game.check_chosen()
    return game


def restore(name: str, players: int | None, options: Mapping[str, OptionValue]) -> Game:
    """Return the game of a record or a table that exists: it may have options that `load` refuses by now."""
    return find(name)(players=players, **options)
