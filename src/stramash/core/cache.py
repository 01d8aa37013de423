"""A cache of recently used values, safe to share between threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

__all__ = ["Cache"]

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class _Missing:
    """What a lookup returns if there is no value."""


_MISSING: Final = _Missing()


class Cache(Generic[_K, _V]):
    """The `size` most recently used values and some older ones, at most twice as many in all.

    Each is made when it is first needed. There are two generations: when the young one holds `size` values,
    it becomes the old one, and what was not used since then is dropped. Finding a value takes one lookup
    and no lock, unlike an exact LRU cache.

    >>> squares = Cache[int, int](size=2)
    >>> squares.find(3, lambda: 9), squares.find(3, lambda: 0)
    (9, 9)
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[_K, _V] = {}
        self._old: dict[_K, _V] = {}
        self._lock = threading.Lock()

    def find(self, key: _K, make: Callable[[], _V]) -> _V:
        """Return the value of a key, made if it is missing. Two threads may make it; one result is kept."""
        found = self._young.get(key, _MISSING)
        if not isinstance(found, _Missing):
            return found
        found = self._old.get(key, _MISSING)
        value = make() if isinstance(found, _Missing) else found
        with self._lock:
            if len(self._young) >= self._size:
                self._old, self._young = self._young, {}
            self._young[key] = value
        return value

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._old, self._young = {}, {}
