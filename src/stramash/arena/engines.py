"""Where games are played: on all cores here, or on a Ray cluster. Results come as they are finished."""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeAlias

from stramash import bots
from stramash.arena.games import Result, Setting, play_fixture
from stramash.arena.schedule import Fixture
from stramash.core.errors import StramashError

__all__ = ["Killed", "RayMissing", "play_here", "play_on_ray", "warm_up"]


#: A game to be played: small enough to be sent to another process
Game: TypeAlias = tuple[Setting, Fixture]


class Killed(StramashError):
    """A process that played was killed."""


class RayMissing(StramashError):
    """Ray is not installed."""


def warm_up(setting: Setting, specs: Sequence[str]) -> None:
    """Compile what the bots need, once, before many processes would do so at the same time."""
    game = setting.load()
    view = game.deal(0).view(game.deal(0).player)
    for name in dict.fromkeys(spec.partition(":")[0] for spec in specs):
        bots.make("search:1" if name == "search" else name, 0).choose(view)


def play_here(games: Iterable[Game], jobs: int) -> Iterator[Result]:
    """Play games in as many processes; yield each result when it is there.

    Games are asked for one by one, when a process is free for them: a tournament that runs against the clock
    decides only then whether to go on.
    """
    if jobs == 1:
        for setting, fixture in games:
            yield play_fixture(setting, fixture)
        return
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _ignore_interrupts)
    waiting = iter(games)
    running = {pool.submit(play_fixture, *game) for game in islice(waiting, jobs)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(play_fixture, *game) for game in islice(waiting, len(done))}
            for game in done:
                yield game.result()
    except BrokenProcessPool:
        raise Killed("a process that played was killed: with --out, the same command goes on") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that writes the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_on_ray(games: Iterable[Game], jobs: int | None = None) -> Iterator[Result]:
    """Play games on the Ray cluster of `RAY_ADDRESS`, or on one started here for the occasion."""
    try:
        import ray as _ray
    except ImportError:
        raise RayMissing("--ray needs Ray, which is not installed: pip install 'stramash[ray]'") from None
    ray: Any = _ray
    started = not ray.is_initialized()
    if started:
        ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        remote: Any = ray.remote(max_retries=3)(play_fixture)
        at_a_time = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(games)
        running: list[Any] = []
        while True:
            running += [remote.remote(*game) for game in islice(waiting, at_a_time - len(running))]
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        if started:
            ray.shutdown()
