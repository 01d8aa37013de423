"""What a GPU expects of a game, checked when a game is loaded for it; `Game.configure` documents it.

A kernel is compiled for the options of a game: fields that `configure` writes become constants, and code for
other options is removed. So `configure` may write only whole numbers, each to a field of its own, and rules
never change these fields. Lists of legal actions hold numbers of 16 bits.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from stramash.core.errors import BadGame
from stramash.core.game import Game
from stramash.core.numbers import as_int
from stramash.core.state import dtype_of

__all__ = ["MOST_ACTIONS", "check_game", "options_of"]

#: The maximum number of actions: their numbers begin at 0 and fit 16 bits
MOST_ACTIONS = 1 << 15


def check_game(game: Game) -> None:
    """Raise `BadGame`, with a sentence that says what to change, if a GPU cannot play this game."""
    if game.num_actions > MOST_ACTIONS:
        raise BadGame(
            f"{game.title} has {game.num_actions} actions, but on a GPU there can be {MOST_ACTIONS}: "
            "make one choice into two, such as a card first and then its place"
        )
    fixed = options_of(game)
    for rule in _rules(game):
        for step in dis.get_instructions(rule):
            if step.opname == "STORE_ATTR" and step.argval in fixed:
                raise BadGame(
                    f"a GPU cannot play {game.title}: its rule {rule.__name__} changes state.{step.argval}, "
                    "which configure writes: give the rule a field of its own"
                )


def _rules(game: Game) -> Iterator[FunctionType]:
    """Yield the rules of a game as Python functions, with all that they call."""
    found = [getattr(game.rules, name) for name in game.rules.signatures()]
    for rule in found:
        function = getattr(rule, "py_func", rule)
        yield function
        called = (function.__globals__.get(name) for name in function.__code__.co_names)
        found += [one for one in called if _is_rule(one) and one not in found]


def _is_rule(called: Any) -> bool:
    """Return whether rules call this as one of them: compiled, or interpreted for the debugger."""
    return hasattr(called, "py_func") or isinstance(called, FunctionType)


def options_of(game: Game) -> dict[str, int]:
    """Return the fields of a state that hold the options of a game, else raise `BadGame`.

    >>> import stramash
    >>> options_of(stramash.load("lords-of-scotland", players=3))
    {'players': 3, 'bruce': 0, 'activation': 0}
    """
    noted: dict[str, int] = {}
    game.configure(_Noting(game, noted))
    return noted


class _Noting:
    """A proxy for a state while a game is configured: it records writes and refuses everything else."""

    _game: Game
    _noted: dict[str, int]

    def __init__(self, game: Game, noted: dict[str, int]) -> None:
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_noted", noted)

    def __setattr__(self, name: str, value: Any) -> None:
        dtype = dtype_of(self._game.rules.state)
        if name not in (dtype.names or ()):
            self._refuse(name, "which is not a field of the state: declare it there")
        field = dtype[name]
        if field.shape or field.kind not in "iu":
            self._refuse(name, "which is not a single whole number: use a field of its own for each number")
        number = int(value) if isinstance(value, bool | np.bool_) else as_int(value)
        if number is None:
            self._refuse(name, f"but {value!r} is not a whole number: write true or false, or a number")
        limits = np.iinfo(field)
        if not limits.min <= number <= limits.max:
            self._refuse(name, f"but {number} is not from {limits.min} to {limits.max}: use a wider field")
        self._noted[name] = number

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse(name, "inside it or after reading it: only assign whole numbers, state.field = number")

    def _refuse(self, name: str, why: str) -> NoReturn:
        raise BadGame(f"a GPU cannot play {self._game.title}: its configure writes state.{name}, {why}")
