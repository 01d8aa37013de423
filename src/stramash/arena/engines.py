"""Engines that play games: local processes or a Ray cluster. Results are yielded when they are ready."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeAlias

from stramash import bots
from stramash.arena.games import GameSpec, Result, play_fixture
from stramash.arena.schedule import Fixture
from stramash.core.errors import StramashError
from stramash.core.extras import extra

__all__ = ["Killed", "RayFailed", "play_here", "play_on_ray", "warm_up"]


#: A game to be played, small enough to send to another process
Game: TypeAlias = tuple[GameSpec, Fixture]


class Killed(StramashError):
    """A worker process was killed."""


class RayFailed(StramashError):
    """Ray cannot be reached, or failed."""


def warm_up(game_spec: GameSpec, specs: Sequence[str]) -> None:
    """Compile the code of the bots once, before several processes need it at the same time."""
    game = game_spec.load()
    for spec in specs:
        bots.make_own(spec)  # an unknown bot is refused before anything is compiled
    game.prepare()
    bots.compile_bots(game)


def play_here(games: Iterable[Game], jobs: int) -> Iterator[Result]:
    """Play games in worker processes; yield each result when it is ready.

    The next game is taken from the iterator when a process is free, so a tournament with a time limit can
    stop between two games.
    """
    if jobs == 1:
        for game_spec, fixture in games:
            yield play_fixture(game_spec, fixture)
        return
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _serve)
    waiting = iter(games)
    running = {pool.submit(play_fixture, *game) for game in islice(waiting, jobs)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(play_fixture, *game) for game in islice(waiting, len(done))}
            for game in done:
                yield game.result()
    except BrokenProcessPool:
        raise Killed("a worker process was killed; repeat the command with --out to resume") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _serve() -> None:
    """Start a worker: ignore Ctrl+C, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker when its parent has ended, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_on_ray(games: Iterable[Game], jobs: int | None = None) -> Iterator[Result]:
    """Play games on a Ray cluster: that of `RAY_ADDRESS`, a running one, or a temporary one."""
    with extra("ray"):
        import ray as _ray
    ray: Any = _ray
    with _cluster(ray, jobs):
        remote: Any = ray.remote(max_retries=3)(play_fixture)
        at_a_time = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(games)
        running: list[Any] = []
        while True:
            running += [remote.remote(*game) for game in islice(waiting, at_a_time - len(running))]
            if not running:
                return
            done, running = ray.wait(running)
            try:
                results = ray.get(done)
            except ray.exceptions.RayError as error:
                raise RayFailed(f"Ray could not play a game: {_last_line(error)}") from error
            yield from results


@contextmanager
def _cluster(ray: Any, jobs: int | None) -> Iterator[None]:
    """Connect to a cluster; `jobs` limits only a cluster that this function starts."""
    started = not ray.is_initialized()
    if started:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        address = os.environ.get("RAY_ADDRESS")
        try:
            if address:
                _check_reachable(address)
                ray.init(address, **quiet)
            else:
                _find_or_start(ray, jobs, quiet)
        except (OSError, RuntimeError, ValueError, ImportError) as error:
            where = f"the Ray cluster at {address} does not let us in" if address else "Ray cannot be started"
            hint = "; check RAY_ADDRESS, and that both have the same token" if address else ""
            raise RayFailed(f"{where}: {_last_line(error)}{hint}") from error
    try:
        yield
    finally:
        if started:
            ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise OSError if the address does not answer: Ray itself would retry for minutes."""
    host, _, port = address.split("://")[-1].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=10).close()


def _find_or_start(ray: Any, jobs: int | None, quiet: dict[str, Any]) -> None:
    try:
        ray.init("auto", **quiet)
    except ConnectionError:  # no cluster runs on this machine
        ray.init("local", num_cpus=jobs, include_dashboard=False, **quiet)


def _last_line(error: BaseException) -> str:
    """Return the last line of an error, because Ray writes the cause below a traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
