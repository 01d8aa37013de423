"""Tuning: what a game declares about how programs play it best, as numbers that were measured."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from stramash.core.errors import BadOption
from stramash.core.renamed import former_names

__all__ = ["KernelParameters", "SearchParameters", "check_parameter"]

#: What each parameter of a search is at least, and whether it is a whole number
_LEAST: dict[str, tuple[float, bool]] = {
    "explore": (0, False),
    "widen": (0, False),
    "trust": (0, False),
    "openings": (1, True),
    "guides": (1, True),
    "plies": (-1, True),
    "scale": (0.01, False),
}
#: No parameter makes sense beyond this
_MOST = 10_000


def check_parameter(name: str, value: float, least: float | None = None, *, whole: bool = True) -> None:
    """Raise `BadOption` if a search cannot have this parameter; `least` is for parameters not listed here."""
    if least is None:
        least, whole = _LEAST[name]
    if not least <= value <= _MOST or (whole and value != int(value)):
        kind = "a whole number" if whole else "a number"
        raise BadOption(f"search cannot have {name}={value:g}: it is {kind} from {least:g} to {_MOST}")


@dataclass(frozen=True)
class SearchParameters:
    """How a tree search plays a game; docs/strength.md says how each was measured.

    >>> SearchParameters(plies=2.5)
    Traceback (most recent call last):
    stramash.core.errors.BadOption: search cannot have plies=2.5: it is a whole number from -1 to 10000
    """

    #: how much an action that was rarely tried is preferred
    explore: float = 0.4
    #: progressive widening: after n visits, a node has this times the square root of n actions open
    widen: float = 1.5
    #: for how many visits the evaluation of an action counts
    trust: float = 2.0
    #: the next action to open is the best of this many, by the evaluation
    openings: int = 8
    #: a rollout plays the best of this many actions, by the evaluation
    guides: int = 4
    #: how many actions a rollout plays before the evaluation is asked; negative: to the end of the game
    plies: int = 4
    #: a lead of this much in the evaluation means a chance of winning of 73%, with two players
    scale: float = 3.3

    def __post_init__(self) -> None:
        """Raise `BadOption` if no search could use a parameter."""
        for name, value in dataclasses.asdict(self).items():
            check_parameter(name, value)

    def numbers(self) -> Any:
        """Return the parameters in the order that the compiled search reads."""
        return np.array(dataclasses.astuple(self), np.float64)


@dataclass(frozen=True)
class KernelParameters:
    """How a GPU plays random games to their end; docs/speed.md says how each was measured."""

    #: the most registers of a thread, None for no limit
    registers: int | None = 96
    #: whether short loops are unrolled
    unroll: bool = False
    #: whether half of the threads that the GPU has room for are faster, as with large states
    crowded: bool = False


__getattr__ = former_names(
    __name__,
    {
        "SearchSettings": "SearchParameters",
        "KernelSettings": "KernelParameters",
    },
)
