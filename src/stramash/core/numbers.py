"""One integer check for all input: Python's and NumPy's integers are accepted, `bool` is rejected."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

__all__ = ["as_int"]


def as_int(number: Any) -> int | None:
    """Return an integer as a plain `int`; None if it is not an integer.

    >>> as_int(np.int64(7)), as_int(7.0), as_int(True), as_int("7")
    (7, None, None, None)
    """
    try:
        return None if isinstance(number, bool | np.bool_) else operator.index(number)
    except TypeError:
        return None
