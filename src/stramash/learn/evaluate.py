"""Matches of a network in training against fixed opponents, on the cores that training leaves idle."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from stramash import bots
from stramash.arena.engines import warm_up
from stramash.arena.games import GameSpec
from stramash.arena.rating import interval
from stramash.bots.network import NetworkBot
from stramash.core.errors import BadOption
from stramash.core.game import Game

__all__ = ["Evaluator", "Score", "play_deal"]


@dataclass
class Score:
    """What a network scored against an opponent, deal by deal: wins, shared wins counted in part."""

    against: str
    setting: str
    decisions: int
    seconds: float = 0.0
    won: list[float] = field(default_factory=list)
    played: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return a line of metrics: the share of the games that was won, with its 95% interval."""
        share, low, high = interval(np.array(self.won), np.array(self.played, np.float64))
        return {
            "against": self.against,
            "setting": self.setting,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "win_rate": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "games": sum(self.played),
        }

    def __str__(self) -> str:
        """Return the score as one line of text."""
        row = self.to_json()
        return (
            f"{self.setting}: {row['win_rate']:.1%} ({row['low']:.1%} to {row['high']:.1%}) "
            f"of {row['games']} games against {self.against}"
        )


def play_deal(game_spec: GameSpec, weights: str, opponent: str, deal: int) -> tuple[float, int]:
    """Play a deal once from each seat, the network against a table of opponents: points and games."""
    _prepare(game_spec, opponent)
    game, points = game_spec.load(), 0.0
    for mine in range(game.players):
        position = game.deal(deal)
        players: list[Any] = [
            NetworkBot(weights=Path(weights)) if seat == mine else bots.make(opponent, deal * 8 + seat)
            for seat in range(game.players)
        ]
        while position.player is not None:
            position.play(players[position.player].choose(position.view(position.player)))
        if mine in position.winners:
            points += 1 / len(position.winners)
    return points, game.players


@dataclass
class Evaluator:
    """Plays matches in other processes; `finished` hands out the scores that are complete."""

    jobs: int
    opponents: tuple[str, ...]
    deals: int
    _pool: ProcessPoolExecutor | None = None
    _waiting: list[tuple[Score, list[Future[tuple[float, int]]]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse matches that cannot be played, before a long training."""
        if self.jobs < 1 or self.deals < 1:
            raise BadOption("matches need at least one process and one deal: raise --jobs or --deals")
        for opponent in self.opponents:
            bots.make(opponent, 1)

    def start(
        self, variants: Sequence[Game], weights: Path, decisions: int = 0, seconds: float = 0.0
    ) -> None:
        """Begin matches of the weights in a file, which must stay as it is until they are played."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.jobs, context, initializer=_give_way)
        for game in variants:
            game_spec = GameSpec.of(game)
            for opponent in self.opponents:
                games = [
                    self._pool.submit(play_deal, game_spec, str(weights), opponent, deal)
                    for deal in range(1, self.deals + 1)
                ]
                self._waiting.append((Score(opponent, str(game_spec), decisions, seconds), games))

    @property
    def idle(self) -> bool:
        """Whether no game is running."""
        return not self._waiting

    def finished(self, *, wait: bool = False) -> Iterator[Score]:
        """Yield the scores that are complete; `wait` for all of them."""
        while self._waiting and (wait or all(game.done() for game in self._waiting[0][1])):
            score, games = self._waiting.pop(0)
            for game in games:
                points, count = game.result()
                score.won.append(points)
                score.played.append(count)
            yield score

    def close(self) -> None:
        """Stop all processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


@cache
def _prepare(game_spec: GameSpec, opponent: str) -> None:
    """Wait once for machine code: interpreted, a match would take minutes."""
    warm_up(game_spec, [opponent])


def _give_way() -> None:
    """Run at low priority, where the system can do so; leave Ctrl-C to the process that trains."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
