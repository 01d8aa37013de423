"""Read a state for drawing. Field access on a NumPy record is slow, so all fields are read together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

__all__ = ["plain"]


def plain(state: Any) -> Any:
    """Return the fields of a record as attributes: numbers as `int`, arrays as they are.

    >>> import numpy as np
    >>> record = np.rec.array([(3, [1, 2])], dtype=[("players", "i2"), ("points", "i2", 2)])[0]
    >>> plain(record).players, plain(record).points.tolist()
    (3, [1, 2])
    """
    return SimpleNamespace(**dict(zip(state.dtype.names, state.item(), strict=True)))
