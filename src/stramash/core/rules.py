"""The compiled half of a game: the list of its rules, and how they are compiled."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numba
import numpy as np

from stramash.core.state import NOBODY, Floats, Ints, State, new_states

if TYPE_CHECKING:
    from stramash.core.game import Game

__all__ = ["Progress", "Rules", "compile_rules", "legal_actions", "print_progress"]

#: progress(done, total, rule): called while rules are compiled
Progress: TypeAlias = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Rules:
    """The compiled half of a game: functions over its state record, all of them `@rule`."""

    state: type[State]
    #: deal(state): set the game up, from the seed and the options written in the state
    deal: Callable[[Any], None]
    #: legal(state, actions) -> count: write what the player to act may do, in rising order
    legal: Callable[[Any, Ints], int]
    #: play(state, action): carry out a legal action
    play: Callable[[Any, int], None]
    #: scores(state, out): write the points of each seat
    scores: Callable[[Any, Ints], None]
    #: winners(state) -> bits: the seats that won or share the win, 0 before the end
    winners: Callable[[Any], int]
    #: hide(state, seat): blank everything that this seat may not know
    hide: Callable[[Any, int], None]
    #: imagine(state, seat): fill the blanks at random, every consistent way equally likely
    imagine: Callable[[Any, int], None]
    #: observe(state, seat, out): write the observation tensor, each number by its index; `out` may hold old
    #: numbers, so clear it first in a loop over `out.size`. A GPU clears it before: there its size is 0
    observe: Callable[[Any, int, Floats], None]
    #: evaluate(state, seat) -> the evaluation of a state for a seat, for bots; optional
    evaluate: Callable[[Any, int], float] | None = None
    #: recall(state, later, seat) -> success: `later` is a position that a seat imagined at a decision,
    #: `state` one imagined at its decision before; change the hidden hands in `state` to hands that can have
    #: led to `later`, each equally likely. Optional, for games with hidden hands
    recall: Callable[[Any, Any, int], bool] | None = None

    def signatures(self) -> dict[str, tuple[Any, ...]]:
        """Return the argument types that each rule is compiled for."""
        state = numba.typeof(new_states(self.state)[0])
        actions = numba.types.Array(numba.int32, 1, "C")
        tensor = numba.types.Array(numba.float32, 1, "C")
        signatures: dict[str, tuple[Any, ...]] = {
            "deal": (state,),
            "legal": (state, actions),
            "play": (state, numba.int64),
            "scores": (state, actions),
            "winners": (state,),
            "hide": (state, numba.int64),
            "imagine": (state, numba.int64),
            "observe": (state, numba.int64, tensor),
        }
        if self.evaluate is not None:
            signatures["evaluate"] = (state, numba.int64)
        if self.recall is not None:
            signatures["recall"] = (state, state, numba.int64)
        return signatures

    def compile(self, progress: Progress) -> None:
        """Compile every rule and report the progress."""
        signatures = self.signatures()
        for done, (name, signature) in enumerate(signatures.items()):
            progress(done, len(signatures), name)
            getattr(self, name).compile(signature)
        progress(len(signatures), len(signatures), "")


def legal_actions(legal: Callable[..., int], state: Any, size: int) -> list[int]:
    """Return the legal actions, of `size` actions in all; empty when the game is over."""
    if state["player"] == NOBODY:
        return []
    actions = np.empty(size, np.int32)
    found: list[int] = actions[: int(legal(state, actions))].tolist()
    return found


def compile_rules(game: Game, progress: Progress) -> None:
    """Compile the rules of a game; the background compiler finds this function by its address."""
    game.compile_rules(progress)


def print_progress(title: str) -> Progress:
    """Return a function that prints the progress of compiling on stderr."""

    def show(done: int, total: int, name: str) -> None:
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        if done == 0 or done == total or sys.stderr.isatty():
            line = f"Compiling the rules of {title}, once on this machine: {done} of {total}"
            print(f"{start}{line} {name:<10}", end="\n" if done == total else end, file=sys.stderr)  # noqa: T201

    return show
