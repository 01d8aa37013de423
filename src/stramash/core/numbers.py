"""Whole numbers as people and libraries give them: Python's and NumPy's alike; true and false are none."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

__all__ = ["as_int"]


def as_int(number: Any) -> int | None:
    """Return a whole number as a plain one, None if it is none.

    >>> as_int(np.int64(7)), as_int(7.0), as_int(True), as_int("7")
    (7, None, None, None)
    """
    try:
        return None if isinstance(number, bool | np.bool_) else operator.index(number)
    except TypeError:
        return None
