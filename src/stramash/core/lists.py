"""Lists in a state: arrays of which the first places are in use.

>>> import numpy as np
>>> hand = np.array([2, 5, 9, -1], np.int16)
>>> insert(hand, 3, 7), hand.tolist()
(4, [2, 5, 7, 9])
>>> remove(hand, 4, 5, -1), hand.tolist()
(3, [2, 7, 9, -1])
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.rule import rule

__all__ = ["insert", "remove", "remove_at"]

_Numbers: TypeAlias = npt.NDArray[np.signedinteger[Any]]


@rule
def insert(numbers: _Numbers, count: int, number: int) -> int:
    """Insert a number among the first `count`, which are in rising order; return the new count."""
    place = count
    while place > 0 and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number
    return count + 1


@rule
def remove(numbers: _Numbers, count: int, number: int, empty: int) -> int:
    """Remove a number that is among the first `count`; return the new count. See `remove_at`."""
    place = 0
    while numbers[place] != number:
        place += 1
    return remove_at(numbers, count, place, empty)


@rule
def remove_at(numbers: _Numbers, count: int, place: int, empty: int) -> int:
    """Remove what is at a place; the others close up, and the free place becomes `empty`."""
    last = count - 1
    for later in range(place, last):
        numbers[later] = numbers[later + 1]
    numbers[last] = empty
    return last
