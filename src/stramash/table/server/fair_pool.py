"""Threads for bots and hints, shared fairly: people first, then each visitor in turn.

Jobs that a person waits for come before jobs of tables with bots only, and those never take the last thread.
Within each class the owners take turns, so one visitor with forty tables waits like one with one table.
A thread cannot be stopped. If a job takes too long, its caller gets an error and a spare thread takes over.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

__all__ = ["FairPool"]

_T = TypeVar("_T")

#: Seconds that a job may take, far more than one that works
LONGEST_JOB = 120.0
#: How many threads may be lost to jobs that take too long, before others have to wait for them
_SPARE = 4
#: How much lower the priority of thinking threads is than the event loop's, where threads have one
_NICE = 5


@dataclass
class _Job:
    act: Callable[[], Any]
    answer: asyncio.Future[Any]
    patient: bool
    #: seconds that it may take
    limit: float
    timer: asyncio.TimerHandle | None = None
    #: whether it took too long, and a spare thread has taken its place
    lost: bool = False


class FairPool:
    """A few threads and two queues. Only the event loop uses it."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads + _SPARE, "thinker", initializer=_be_nice)
        self._threads = threads
        self._lost = 0
        self._running = {False: 0, True: 0}
        self._queues: dict[bool, OrderedDict[str, deque[_Job]]] = {False: OrderedDict(), True: OrderedDict()}
        self._closed = False

    def close(self) -> None:
        """Start no more jobs, and wait for those that run, except for those that take too long."""
        self._closed = True
        for queue in self._queues.values():
            for jobs in queue.values():
                for job in jobs:
                    job.answer.cancel()
            queue.clear()
        self._executor.shutdown(wait=not self._lost, cancel_futures=True)

    async def run(
        self, act: Callable[[], _T], owner: str, *, patient: bool = False, limit: float | None = None
    ) -> _T:
        """Return the result of `act`, called in a thread; `patient` jobs have low priority.

        Raise TimeoutError if it takes more seconds than `limit`, by default `LONGEST_JOB`, not counting the
        time in the queue.
        """
        if self._closed:
            raise asyncio.CancelledError
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._queues[patient].setdefault(owner, deque()).append(
            _Job(act, answer, patient, LONGEST_JOB if limit is None else limit)
        )
        self._start()
        return await answer

    def waiting(self, owner: str) -> int:
        """Return how many jobs of an owner wait for a thread."""
        return sum(len(queue.get(owner, ())) for queue in self._queues.values())

    def _start(self) -> None:
        while not self._closed and sum(self._running.values()) < self._threads:
            job = self._next()
            if job is None:
                return
            if job.answer.done():  # nobody waits any more
                continue
            self._running[job.patient] += 1
            loop = asyncio.get_running_loop()
            job.timer = loop.call_later(job.limit, self._give_up, job)
            future = loop.run_in_executor(self._executor, job.act)
            future.add_done_callback(partial(self._finish, job))

    def _give_up(self, job: _Job) -> None:
        """Let the caller of a job that takes too long go on, and a spare thread, if any, take over."""
        if not job.answer.done():
            job.answer.set_exception(TimeoutError(f"it was not done within {job.limit:g} seconds"))
        if self._lost < _SPARE:
            job.lost = True
            self._lost += 1
            self._running[job.patient] -= 1
            self._start()

    def _next(self) -> _Job | None:
        """Take the next job: of the owner whose turn it is, people before the rest."""
        for patient in (False, True):
            if patient and self._running[True] >= max(1, self._threads - 1):
                return None
            queue = self._queues[patient]
            if queue:
                owner, jobs = queue.popitem(last=False)
                job = jobs.popleft()
                if jobs:
                    queue[owner] = jobs  # the owner goes to the end of the rotation
                return job
        return None

    def _finish(self, job: _Job, done: asyncio.Future[Any]) -> None:
        if job.timer is not None:
            job.timer.cancel()
        if job.lost:
            self._lost -= 1
        else:
            self._running[job.patient] -= 1
        if not job.answer.done():
            if done.cancelled():
                job.answer.cancel()
            elif (error := done.exception()) is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
        elif not done.cancelled():
            done.exception()
        self._start()


def _be_nice() -> None:
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
