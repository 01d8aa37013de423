"""Seeds: 128 bits from which all chance of a game follows."""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadOption
from stramash.core.numbers import as_int

__all__ = ["SEED_BITS", "check_seed"]

SEED_BITS = 128


def check_seed(seed: Any) -> int:
    """Return a seed as a plain `int`, else raise `BadOption`; NumPy's integers are accepted.

    >>> import numpy as np
    >>> check_seed(np.uint64(7))
    7
    """
    number = as_int(seed)
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise BadOption(f"seed {seed!r} is not possible: a whole number from 0 to 2**{SEED_BITS} - 1")
    return number
