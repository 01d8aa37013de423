"""Matches of a network in training against fixed opponents, on the cores that training leaves idle."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stramash import bots
from stramash.arena.games import GameSpec
from stramash.bots.network import NetworkBot
from stramash.core.game import Game

__all__ = ["Evaluator", "Score", "play_deal"]


@dataclass
class Score:
    """What a network scored against an opponent: wins, shared wins counted in part."""

    against: str
    setting: str
    decisions: int
    points: float = 0.0
    games: int = 0

    @property
    def rate(self) -> float:
        """The part of the games that was won."""
        return self.points / max(1, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return a line of metrics."""
        return {
            "against": self.against,
            "setting": self.setting,
            "decisions": self.decisions,
            "win_rate": round(self.rate, 4),
            "games": self.games,
        }


def play_deal(game_spec: GameSpec, weights: str, opponent: str, deal: int) -> tuple[float, int]:
    """Play a deal once from each seat, the network against a table of opponents: points and games."""
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

    def start(self, variants: tuple[Game, ...], weights: Path, decisions: int) -> None:
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
                self._waiting.append((Score(opponent, str(game_spec), decisions), games))

    @property
    def idle(self) -> bool:
        """Whether nothing is being played."""
        return not self._waiting

    def finished(self, *, wait: bool = False) -> Iterator[Score]:
        """Yield the scores that are complete; `wait` for all of them."""
        while self._waiting and (wait or all(game.done() for game in self._waiting[0][1])):
            score, games = self._waiting.pop(0)
            for game in games:
                points, count = game.result()
                score.points += points
                score.games += count
            yield score

    def close(self) -> None:
        """Stop all processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Run at low priority, where the system can do so."""
    if hasattr(os, "nice"):
        os.nice(10)
