"""A cache of the most recently used values, safe to share between threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Kept"]

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class Kept(Generic[_K, _V]):
    """The most recently used values; each is made when it is first needed.

    >>> squares = Kept[int, int](size=2)
    >>> squares.find(3, lambda: 9), squares.find(3, lambda: 0)
    (9, 9)
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[_K, _V] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: _K, make: Callable[[], _V]) -> _V:
        """Return a value. Two threads may make it at the same time; then one result is kept."""
        values = self._values
        with self._lock:
            if key in values:
                values.move_to_end(key)
                return values[key]
        made = make()
        with self._lock:
            values[key] = made
            if len(values) > self._size:
                values.popitem(last=False)
        return made

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._values.clear()
