"""All cores at work on one array: compiled rules release the GIL, so threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

__all__ = ["cores", "in_shares"]

T = TypeVar("T")

#: Fewer games than this are not worth a thread of their own.
LEAST_SHARE = 128


@cache
def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="batch")


if hasattr(os, "register_at_fork"):
    # a forked process has the pool, but none of its threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


def in_shares(count: int, work: Callable[[int, int, int], T], most: int | None = None) -> list[T]:
    """Call `work(worker, start, stop)` for shares of `count` games, each on a core; return what they return.

    >>> in_shares(300, lambda worker, start, stop: (worker, start, stop), most=2)
    [(0, 0, 150), (1, 150, 300)]
    """
    workers = max(1, min(most or cores(), count // LEAST_SHARE))
    bounds = [count * worker // workers for worker in range(workers + 1)]
    if workers == 1:
        return [work(0, 0, count)]
    return list(_pool().map(work, range(workers), bounds[:-1], bounds[1:]))
