"""Where games are played: on all cores here, or on a Ray cluster. Results come as they are finished."""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from stramash import bots
from stramash.arena.games import Result, Setting, play_fixture
from stramash.arena.schedule import Fixture
from stramash.core.errors import StramashError

__all__ = ["Killed", "RayMissing", "play_here", "play_on_ray", "warm_up"]


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


def play_here(setting: Setting, fixtures: Sequence[Fixture], jobs: int) -> Iterator[Result]:
    """Play games in as many processes; yield each result when it is there."""
    if jobs == 1:
        for fixture in fixtures:
            yield play_fixture(setting, fixture)
        return
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, max(1, len(fixtures))), context, _ignore_interrupts)
    try:
        games = [pool.submit(play_fixture, setting, fixture) for fixture in fixtures]
        for game in as_completed(games):
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


def play_on_ray(setting: Setting, fixtures: Sequence[Fixture], jobs: int | None = None) -> Iterator[Result]:
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
        waiting = iter(fixtures)
        running: list[Any] = []
        while True:
            for fixture in waiting:
                running.append(remote.remote(setting, fixture))
                if len(running) >= at_a_time:
                    break
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        if started:
            ray.shutdown()
