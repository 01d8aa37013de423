"""Games for the statistics: random ones in batches, and bots against themselves, on many processes."""

from __future__ import annotations

import heapq
import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from statistics_sources import GlenSources
from statistics_watch import Counts, GlenWatch, LordsWatch, SchottenWatch, Table, Watch, added

import stramash
from stramash import bots
from stramash.arena.engines import warm_up
from stramash.arena.games import GameSpec, seed_of
from stramash.arena.schedule import Fixture
from stramash.core.errors import StramashError
from stramash.games import find
from stramash.lab import BatchGame

__all__ = [
    "PLAYERS",
    "VARIANTS",
    "BadWish",
    "Kept",
    "Level",
    "count_kept",
    "count_random",
    "load",
    "play_bots",
    "read_variants",
]

#: What is played: by the name under which it is kept, a game and its options
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "-".join(filter(None, (name, str(variant)))): (name, variant.arguments)
    for name in ("schotten-totten", "lords-of-scotland", "glen-more")
    for variant in find(name).variants
    if variant.usual
}
#: Who plays, from weak to strong
PLAYERS = ("random", *(level.name for level in bots.LEVELS))
#: Games in a batch on a GPU and on the CPU
BATCH = {"cuda": 1 << 18, "cpu": 1 << 12}
#: Deals of random games begin here, far from those that bots play
FIRST_RANDOM = 1 << 32
#: Steps between two looks at whether all games are over: to look, one waits for the GPU
PATIENCE = 8


class BadWish(StramashError):
    """Something was asked for that cannot be played or counted."""


def read_variants(text: str) -> list[str]:
    """Read `glen-more-2,schotten-totten`."""
    variants = [variant for variant in text.split(",") if variant]
    for variant in variants:
        if variant not in VARIANTS:
            raise BadWish(f"no variant {variant!r}: the variants are {', '.join(VARIANTS)}")
    return variants


def load(variant: str) -> stramash.Game:
    """Return the game of a variant."""
    name, options = VARIANTS[variant]
    return stramash.load(name, **options)


def watch(table: Table) -> Watch:
    """Return what watches a game; where points come from is asked on the CPU only."""
    if table.game.name == "schotten-totten":
        return SchottenWatch(table)
    if table.game.name == "lords-of-scotland":
        return LordsWatch(table)
    return GlenSources(table) if table.batch.device == "cpu" else GlenWatch(table)


# --- Random games --------------------------------------------------------------------------------------


def count_random(variant: str, games: int, device: str, end: float) -> Counts:
    """Play games at random, batch by batch, until there are enough or time is up; return their counts."""
    size = min(games, BATCH[device])
    batch = BatchGame(load(variant), size, device=device, redeal=False)
    found: Counts | None = None
    played = 0
    while played < games and (found is None or time.time() < end):
        batch.reset(seeds=FIRST_RANDOM + played)
        counts = counted(batch, lambda _: batch.sample())
        found = counts if found is None else added(found, counts)
        played += size
    assert found is not None
    return found


def counted(batch: BatchGame, choose: Callable[[int], Any], check: bool = False) -> Counts:
    """Play all games of a batch to their ends; return what there was to count."""
    table = Table(batch)
    seen = watch(table)
    step = 0
    while step % PATIENCE or bool((table.player >= 0).any()):
        actions = table.xp.asarray(choose(step))
        seen.before(actions)
        batch.step(actions, check=check)
        seen.after()
        step += 1
    return seen.counts()


# --- Games of bots -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Level:
    """A bot, and its number of games against itself; fewer with more than two players."""

    name: str
    games: int
    games_of_many: int

    @classmethod
    def read(cls, text: str) -> Level:
        """Read `bairn:1000`, of games with more than two players a fifth, or `bairn:1000:50`."""
        name, *numbers = text.split(":")
        if name not in PLAYERS:
            raise BadWish(f"nobody called {name!r} plays for the statistics: choose of {', '.join(PLAYERS)}")
        if len(numbers) not in (1, 2) or not all(number.isdecimal() for number in numbers):
            raise BadWish(f"{text!r} does not say how many games: write {name}:1000, or {name}:1000:50")
        games, *of_many = map(int, numbers)
        return cls(name, games, of_many[0] if of_many else games // 5)

    def wanted(self, game: stramash.Game) -> int:
        """How many games of this kind it is to play."""
        return self.games if game.players == 2 else self.games_of_many


@dataclass
class Kept:
    """Games that were played: by variant and bot, the deals and the actions of each."""

    games: dict[tuple[str, str], list[tuple[int, list[int]]]] = field(default_factory=dict)

    def add(self, variant: str, level: str, deal: int, actions: list[int]) -> None:
        """Keep a game."""
        self.games.setdefault((variant, level), []).append((deal, actions))

    def save(self, file: Path) -> None:
        """Write all games."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for (variant, level), games in self.games.items():
            games.sort()
            arrays[f"{variant} {level} deals"] = np.array([deal for deal, _ in games])
            arrays[f"{variant} {level} lengths"] = np.array([len(actions) for _, actions in games])
            every = [action for _, actions in games for action in actions]
            arrays[f"{variant} {level} actions"] = np.array(every, np.int16)
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]

    def read(self, file: Path) -> None:
        """Add the games of a file."""
        with np.load(file) as arrays:
            for key in arrays:
                if key.endswith(" deals"):
                    variant, level, _ = key.split()
                    ends = np.cumsum(arrays[f"{variant} {level} lengths"])
                    actions = np.split(arrays[f"{variant} {level} actions"], ends[:-1])
                    for deal, chosen in zip(arrays[key], actions, strict=True):
                        self.add(variant, level, int(deal), chosen.tolist())


def play_one(variant: str, level: str, deal: int) -> tuple[list[int], float]:
    """Play a game of a bot against itself; return its actions and its duration."""
    start = time.perf_counter()
    game = load(variant)
    position = game.deal(deal)
    fixture = Fixture(deal, (level,) * game.players)
    players = [bots.make(level, seed_of(fixture, seat)) for seat in range(game.players)]
    while position.player is not None:
        position.play(players[position.player].choose(position.view(position.player)))
    return [action for _, action in position.history], time.perf_counter() - start


def compile_bots(name: str, levels: list[str]) -> str:
    """Compile what the bots need for a game; return its name."""
    warm_up(GameSpec.of(stramash.load(name)), levels)
    return name


class Clocked:
    """Games still to be played, those of which the smallest part is played first, while there is time."""

    def __init__(self, variants: list[str], levels: list[Level], first_deal: int, end: float) -> None:
        self._end = end
        self._first = first_deal
        self._longest: dict[tuple[str, str], float] = {}
        self._ready: set[str] = set()
        #: by game: part played, place in the order, variant, level, games played, games wanted
        self._left: dict[str, list[tuple[float, int, str, str, int, int]]] = {}
        for variant in variants:
            for level in levels:
                wanted = level.wanted(load(variant))
                if wanted:
                    entry = (0.0, len(self._longest), variant, level.name, 0, wanted)
                    self._left.setdefault(VARIANTS[variant][0], []).append(entry)
                    self._longest[variant, level.name] = 0.0

    def ready(self, name: str) -> None:
        """A game is compiled: it may be played."""
        self._ready.add(name)
        heapq.heapify(self._left.get(name, []))

    def took(self, variant: str, level: str, seconds: float) -> None:
        """Record how long a game took, so that no game is started that would end too late."""
        self._longest[variant, level] = max(seconds, self._longest[variant, level])

    def next(self) -> tuple[str, str, int] | None:
        """Return the game to be played next: its variant, who plays, and the deal; None if none is."""
        while True:
            heaps = [self._left[name] for name in self._ready if self._left.get(name)]
            if not heaps or time.time() > self._end:
                return None
            heap = min(heaps)
            _, place, variant, level, played, wanted = heapq.heappop(heap)
            if time.time() + self._longest[variant, level] > self._end:
                continue
            if played + 1 < wanted:
                heapq.heappush(heap, ((played + 1) / wanted, place, variant, level, played + 1, wanted))
            return variant, level, self._first + played


def play_bots(
    variants: list[str], levels: list[Level], workers: int, first_deal: int, end: float
) -> Iterator[tuple[str, str, int, list[int]]]:
    """Play games while there is time; yield each finished game: its bots and its actions."""
    games = Clocked(variants, levels, first_deal, end)
    names = sorted({VARIANTS[variant][0] for variant in variants})
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(names), context) as compilers, ProcessPoolExecutor(workers, context) as pool:
        compiling: set[Future[Any]] = {
            compilers.submit(compile_bots, name, [level.name for level in levels]) for name in names
        }
        running: dict[Future[Any], tuple[str, str, int]] = {}
        while True:
            while len(running) < workers and (game := games.next()) is not None:
                running[pool.submit(play_one, *game)] = game
            if not running and not compiling:
                return
            done, _ = wait({*running, *compiling}, return_when=FIRST_COMPLETED)
            for one in done & compiling:
                games.ready(one.result())
            compiling -= done
            for future in done & running.keys():
                variant, level, deal = running.pop(future)
                actions, seconds = future.result()
                games.took(variant, level, seconds)
                yield variant, level, deal, actions


def count_kept(variant: str, games: list[tuple[int, list[int]]]) -> Counts:
    """Play kept games again, all at once; return their counts."""
    game = load(variant)
    found: Counts | None = None
    for first in range(0, len(games), BATCH["cpu"]):
        part = games[first : first + BATCH["cpu"]]
        actions = np.zeros((max(len(chosen) for _, chosen in part) + PATIENCE, len(part)), np.int64)
        for place, (_, chosen) in enumerate(part):
            actions[: len(chosen), place] = chosen
        batch = BatchGame(game, len(part), redeal=False)
        batch.reset(seeds=[deal for deal, _ in part])
        counts = counted(batch, lambda step, actions=actions: actions[step], check=True)  # type: ignore[misc]
        found = counts if found is None else added(found, counts)
    assert found is not None
    return found
