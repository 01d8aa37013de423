"""Measure the speed of random games: each variant and number of players, on one core and on all."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from stramash.core.game import Game
from stramash.core.options import OptionValue
from stramash.core.playout import random_games
from stramash.core.state import new_states, set_seed
from stramash.games import find, load

__all__ = ["Row", "cores_here", "measure", "variants"]

#: Seconds between two looks at the clock
_SLICE = 0.05


@dataclass(frozen=True)
class Row:
    """One measurement."""

    game: str
    options: dict[str, OptionValue]
    players: int
    cores: int
    games_per_second: float
    moves_per_second: float


def cores_here() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def variants(name: str) -> Iterator[Game]:
    """Yield a game in every combination of its yes-or-no options, with every number of players."""
    game = find(name)
    switches = [option for option in game.option_specs if isinstance(option.default, bool)]
    for players in game.player_counts:
        for values in itertools.product(*(option.choices for option in switches)):
            yield game(
                players=players, **dict(zip((option.name for option in switches), values, strict=True))
            )


def measure(game: Game, cores: int, seconds: float) -> Row:
    """Play random games on all cores for a number of seconds; return the rates.

    Machine code can be a fifth slower in the process that compiled it than in one that loads it from the
    cache. So after a compilation a new process measures.
    """
    if not _compiles(game):
        return _measure_here(game, cores, seconds)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        return fresh.submit(_measure_there, game.name, game.players, game.options, cores, seconds).result()


def _compiles(game: Game) -> bool:
    """Play a game; return whether this process had to compile something for it."""
    game.prepare()
    _Runner(game, seed=0).play(1)
    stats = getattr(random_games(game.rules), "stats", None)
    return stats is not None and bool(stats.cache_misses)


def _measure_there(
    name: str, players: int, options: dict[str, OptionValue], cores: int, seconds: float
) -> Row:
    game = load(name, players=players, **options)
    _compiles(game)
    return _measure_here(game, cores, seconds)


def _measure_here(game: Game, cores: int, seconds: float) -> Row:
    runners = [_Runner(game, seed=core) for core in range(cores)]
    start = time.perf_counter()
    threads = [threading.Thread(target=runner.play_until, args=(start + seconds,)) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - start
    return Row(
        game=game.name,
        options=dict(game.options),
        players=game.players,
        cores=cores,
        games_per_second=sum(runner.games for runner in runners) / spent,
        moves_per_second=sum(runner.moves for runner in runners) / spent,
    )


class _Runner:
    """Random games one after the other, in memory of its own."""

    def __init__(self, game: Game, seed: int) -> None:
        self.games = 0
        self.moves = 0
        self._play_games = random_games(game.rules)
        self._states = new_states(game.rules.state, 2)
        self._states[:1] = game.blank()
        set_seed(self._states[0], seed << 64)
        self._actions = np.zeros(game.num_actions, np.int32)
        self._dice = np.array([0x9E3779B97F4A7C15 + seed], np.uint64)

    def play(self, count: int) -> int:
        return int(self._play_games(self._states, self._actions, self._dice, count))

    def play_until(self, end: float) -> None:
        batch = 1
        while True:
            start = time.perf_counter()
            if start >= end:
                return
            self.moves += self.play(batch)
            self.games += batch
            if time.perf_counter() - start < _SLICE:
                batch *= 2
