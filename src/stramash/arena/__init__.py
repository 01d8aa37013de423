"""The arena: tournaments of bots on paired deals, rated with intervals.

>>> import stramash
>>> from stramash.arena import Tournament
>>> with Tournament(stramash.load("schotten-totten"), ["greedy", "random"], pairs=2) as games:
...     results = list(games.play(jobs=1))
>>> len(results), games.ratings()[0].bot
(4, 'greedy')
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Self

from stramash import bots
from stramash.arena.engines import RayFailed, play_here, play_on_ray, warm_up
from stramash.arena.games import BadResult, GameSpec, Result
from stramash.arena.ledger import InUse, Ledger
from stramash.arena.plot import PlotMissing, check_plot, plot
from stramash.arena.rating import Match, Rating, matches, ratings
from stramash.arena.schedule import Fixture, schedule
from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.renamed import former_names, warn_renamed

__all__ = [
    "BadResult",
    "Fixture",
    "GameSpec",
    "InUse",
    "Match",
    "PlotMissing",
    "Rating",
    "RayFailed",
    "Result",
    "Tournament",
    "check_plot",
    "plot",
]


class Tournament:
    """A tournament of every bot against every other; each deal is played with the seats rotated.

    It keeps its file locked and its worker processes running: `close` it, or use it with `with`.
    """

    def __init__(
        self, game: Game, specs: Sequence[str], pairs: int, first_deal: int = 1, file: Path | None = None
    ) -> None:
        if not 1 <= pairs <= 1_000_000:
            raise BadOption(f"{pairs} pairs are not possible: from 1 to 1000000")
        for spec in specs:
            bots.make_own(spec)
        self.game_spec = GameSpec.of(game)
        self.specs = [bots.normalized(spec) for spec in specs]
        self.fixtures = schedule(self.specs, game.players, pairs, first_deal)
        self._ledger = Ledger(self.game_spec, file)
        self._playing: Generator[Result, None, None] | None = None

    @property
    def setting(self) -> GameSpec:
        """The former name of `game_spec`, to be removed after version 0.2."""
        warn_renamed("Tournament.setting", "Tournament.game_spec")
        return self.game_spec

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop all workers and release the file; results stay available."""
        if self._playing is not None:
            self._playing.close()
        self._ledger.close()

    @property
    def left(self) -> list[Fixture]:
        """The games still to be played."""
        return self._ledger.left(self.fixtures)

    @property
    def results(self) -> list[Result]:
        """The games played so far."""
        return self._ledger.results(self.fixtures)

    def play(self, jobs: int, *, ray: bool = False) -> Generator[Result, None, None]:
        """Play the remaining games; every result is written to the file before it is yielded."""
        self._playing = self._play(jobs, ray=ray)
        return self._playing

    def _play(self, jobs: int, *, ray: bool) -> Generator[Result, None, None]:
        left = self.left
        if left:
            warm_up(self.game_spec, self.specs)
        try:
            games = [(self.game_spec, fixture) for fixture in left]
            for result in play_on_ray(games, jobs) if ray else play_here(games, min(jobs, len(games) or 1)):
                self._ledger.add(result)
                yield result
        finally:
            self._ledger.close()

    def ratings(self) -> list[Rating]:
        """Return the rating of every bot, the best first."""
        return ratings(self.results)

    def matches(self) -> list[Match]:
        """Return the scores of every bot against every other."""
        return matches(self.results)


__getattr__ = former_names(__name__, {"Setting": "GameSpec"})
