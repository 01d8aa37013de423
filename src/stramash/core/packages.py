"""Games of other packages: entry points of the group `stramash.games`.

A broken package must not affect other games. The first listing tries every game; each error is kept as a
sentence that names the package and says what to change.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby

from stramash.core.contract import check_declared
from stramash.core.errors import BadGame
from stramash.core.game import Game

__all__ = ["GROUP", "NAME", "find_elsewhere"]

GROUP = "stramash.games"
#: The format of a game's name
NAME = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"


class _Broken(Exception):
    """A game that cannot be played; the message is the end of a sentence about its package."""


def find_elsewhere(taken: Collection[str]) -> tuple[dict[str, type[Game]], dict[str, str]]:
    """Return the games of other packages by name, and the errors of those that cannot be played."""
    found: dict[str, type[Game]] = {}
    problems: dict[str, str] = {}
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    for name, same in groupby(points, key=lambda point: point.name):
        offered = list(same)
        try:
            _check_name(name, taken, offered)
            found[name] = _load(offered[0])
        except _Broken as error:
            problems[name] = f"the game {name!r} of {_packages(offered)} cannot be played: {error}"
    return found, problems


def _packages(points: list[EntryPoint]) -> str:
    """Name the packages that entry points come from."""
    named = sorted({point.dist.name if point.dist else point.value for point in points})
    return f"package{'s' if len(named) > 1 else ''} {' and '.join(named)}"


def _check_name(name: str, taken: Collection[str], offered: list[EntryPoint]) -> None:
    if not re.fullmatch(NAME, name):
        raise _Broken("its name should be lower-case words with hyphens between, such as 'my-game'")
    if name in taken:
        raise _Broken("Stramash has a game of that name; the package should give it another one")
    if len(offered) > 1:
        raise _Broken("two entry points have that name; uninstall one package, or rename its game")


def _load(point: EntryPoint) -> type[Game]:
    """Return the game of an entry point; raise _Broken if it cannot be played."""
    try:
        game = point.load()
    except (Exception, SystemExit) as error:
        raise _Broken(f"importing {point.value!r} fails with {_said(error)}") from error
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise _Broken(f"{point.value!r} is not a subclass of stramash.Game")
    if inspect.isabstract(game):
        missing = ", ".join(sorted(game.__abstractmethods__))
        raise _Broken(f"{game.__name__} does not define {missing}")
    if getattr(game, "name", None) != point.name:
        raise _Broken(f"{game.__name__}.name should be {point.name!r}, as the entry point says")
    try:
        _try(game)
    except BadGame as error:
        raise _Broken(str(error)) from error
    except Exception as error:
        raise _Broken(f"it cannot be set up: {_said(error)}") from error
    return game


def _try(game: type[Game]) -> None:
    """Check the declarations of a game, and compute once what every list of games shows."""
    check_declared(game)
    made = game()
    made.blank()
    translate = made.translator("en")
    _ = made.title, made.num_actions, made.blurb(translate), made.cover(translate), repr(made)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
