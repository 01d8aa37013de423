"""Tuning: the measured search and kernel parameters that a game declares."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from stramash.core.errors import BadOption
from stramash.core.renamed import former_names

__all__ = ["KernelParameters", "SearchParameters", "check_parameter"]

#: The minimum of each search parameter, and whether it is an integer
_LEAST: dict[str, tuple[float, bool]] = {
    "explore": (0, False),
    "widen": (0, False),
    "trust": (0, False),
    "openings": (1, True),
    "guides": (1, True),
    "plies": (-1, True),
    "scale": (0.01, False),
}
#: The maximum of every parameter
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
    """The parameters of a tree search for a game; docs/strength.md says how each was measured.

    >>> SearchParameters(plies=2.5)
    Traceback (most recent call last):
    stramash.core.errors.BadOption: search cannot have plies=2.5: it is a whole number from -1 to 10000
    """

    #: exploration: how strongly rarely tried actions are preferred
    explore: float = 0.4
    #: progressive widening: a node has at most `widen * sqrt(visits)` children
    widen: float = 1.5
    #: the weight of the prior evaluation of an action, in visits
    trust: float = 2.0
    #: expansion adds the best of this many random actions, by the evaluation
    openings: int = 8
    #: a rollout plays the best of this many random actions, by the evaluation
    guides: int = 4
    #: rollout depth before the evaluation is used; negative: play to the end of the game
    plies: int = 4
    #: the evaluation at which the chance of winning a game of two is 73%
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
    """The parameters of the GPU kernels for a game; docs/speed.md says how each was measured."""

    #: the maximum number of registers a thread; None for no limit
    registers: int | None = 96
    #: whether short loops are unrolled
    unroll: bool = False
    #: whether to start only half of the threads that fit, which is faster with large states
    crowded: bool = False


__getattr__ = former_names(
    __name__,
    {
        "SearchSettings": "SearchParameters",
        "KernelSettings": "KernelParameters",
    },
)
