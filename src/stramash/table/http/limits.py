"""Limits on what one address may ask for; see `address_of` for what counts as one address."""

from __future__ import annotations

import time
from collections import OrderedDict

from stramash.table.server.errors import TooManyTables, TooMuch
from stramash.table.settings import ServerSettings

__all__ = ["Bucket", "Limits"]

#: Addresses remembered; one that is forgotten starts with a full bucket
_ADDRESSES = 10_000
_HOUR, _MINUTE = 3600.0, 60.0
#: People behind one address, for the limit on new tables
_NEIGHBOURS = 5
#: Hints and moves of bots that may wait for a thread before another hint is refused
_HINTS_WAITING = 4


class Bucket:
    """A token bucket for each address: requests take a token, and tokens come back at a steady rate.

    >>> bucket = Bucket(size=2, a_second=1.0)
    >>> [bucket.take("a", now=0.0) for _ in range(3)], bucket.take("a", now=1.0)
    ([True, True, False], True)
    """

    def __init__(self, size: float, a_second: float) -> None:
        self._size = size
        self._rate = a_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take a token; return whether there was one."""
        level, then = self._levels.pop(address, (self._size, now))
        level = min(self._size, level + (now - then) * self._rate)
        enough = level >= 1
        self._levels[address] = (level - 1 if enough else level, now)
        if len(self._levels) > _ADDRESSES:
            self._levels.popitem(last=False)
        return enough


class Limits:
    """The buckets of one server process."""

    def __init__(self, settings: ServerSettings) -> None:
        self._requests = Bucket(settings.requests_at_once, settings.requests_a_second)
        tables = settings.tables_an_hour * _NEIGHBOURS
        self._tables = Bucket(tables, tables / _HOUR)
        self._messages = Bucket(settings.messages_a_minute, settings.messages_a_minute / _MINUTE)
        self._hints = Bucket(settings.hints_a_minute, settings.hints_a_minute / _MINUTE)

    def count_request(self, address: str) -> None:
        """Count a request; raise TooMuch if there were too many."""
        if not self._requests.take(address, time.monotonic()):
            raise TooMuch("too many requests at once: wait a few seconds")

    def count_table(self, address: str) -> None:
        """Count a new table; raise TooManyTables if there were too many."""
        if not self._tables.take(address, time.monotonic()):
            raise TooManyTables(
                "too many tables were opened from your address within an hour: finish one first"
            )

    def count_message(self, address: str) -> None:
        """Count a message to other players; raise TooMuch if there were too many."""
        if not self._messages.take(address, time.monotonic()):
            raise TooMuch("too many messages within a minute: let the others speak")

    def count_hint(self, address: str, waiting: int) -> None:
        """Count a hint; raise TooMuch if there were too many, or if some wait for a thread already."""
        if waiting >= _HINTS_WAITING or not self._hints.take(address, time.monotonic()):
            raise TooMuch("too many hints within a minute: think for yourself for a moment")
