"""Whole numbers as people and libraries give them: Python's and NumPy's alike; true and false are none."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

__all__ = ["whole"]


def whole(number: Any) -> int | None:
    """Return a whole number as a plain one, None if it is none.

    >>> whole(np.int64(7)), whole(7.0), whole(True), whole("7")
    (7, None, None, None)
    """
    try:
        return None if isinstance(number, bool | np.bool_) else operator.index(number)
    except TypeError:
        return None
