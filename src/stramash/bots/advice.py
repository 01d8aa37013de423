"""Advisers: they evaluate actions for hints, reviews and the analysis board.

The search that a network guides advises where `levels.json` says so (`bots/ladder.py`), the tree search
elsewhere.

>>> import stramash
>>> view = stramash.load("lords-of-scotland", players=2).deal(seed=7).view(0)
>>> thought, considered = make_adviser(view.game, seed=1).evaluate(view, view.legal[0])
>>> considered.action == view.legal[0], 0 <= considered.chance <= 1, thought.line[0][0]
(True, True, 0)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Protocol

from stramash.bots.guided import GuidedBot
from stramash.bots.ladder import network_advises
from stramash.bots.network import load_player
from stramash.bots.search import Budget, Considered, SearchBot, Thought
from stramash.core.game import Game
from stramash.core.position import Position, View

__all__ = ["Adviser", "expected_line", "make_adviser"]

#: A rollout of a network takes about as long as this many simulations of the tree search
ROLLOUT = 16
#: An action that is evaluated gets at least this many visits of the tree search
LEAST_VISITS = 400
#: The expected line: the number of positions at its start, how many must agree on an action, its length
LINE_WORLDS, LINE_LEAST, LINE_LENGTH = 8, 3, 10


class Adviser(Protocol):
    """Evaluates the actions of a view whose seat is to act."""

    def think(self, view: View) -> Thought:
        """Return the actions that were tried, the best first, and the line that is expected."""

    def evaluate(self, view: View, action: int) -> tuple[Thought, Considered]:
        """Return what `think` returns, and the result of one action."""


def make_adviser(game: Game, seed: int | None = None, budget: Budget | None = None) -> Adviser:
    """Return the adviser of a game. Simulations of the budget are those of the tree search."""
    limit = budget or Budget(simulations=3000)
    if not network_advises(game):
        return TreeAdviser(seed, limit)
    if limit.simulations is not None:
        limit = replace(limit, simulations=max(1, limit.simulations // ROLLOUT))
    return NetworkAdviser(seed, limit)


class TreeAdviser:
    """Advises by tree search."""

    def __init__(self, seed: int | None, budget: Budget) -> None:
        self._bot = SearchBot(seed, budget)

    def think(self, view: View) -> Thought:
        """Return the actions that were tried, the best first, and the line that is expected."""
        return self._bot.think(view)

    def evaluate(self, view: View, action: int) -> tuple[Thought, Considered]:
        """Return what `think` returns, and the result of one action."""
        return self._bot.evaluate(view, action, LEAST_VISITS)


class NetworkAdviser:
    """Advises by rollouts of the network."""

    def __init__(self, seed: int | None, budget: Budget) -> None:
        self._bot = GuidedBot(seed, budget)

    def think(self, view: View) -> Thought:
        """Return the actions that were tried, the best first, and the line that is expected."""
        thought = self._bot.think(view)
        return replace(thought, line=expected_line(view, thought.best.action))

    def evaluate(self, view: View, action: int) -> tuple[Thought, Considered]:
        """Return what `think` returns, and the result of one action."""
        thought, considered = self._bot.evaluate(view, action)
        return replace(thought, line=expected_line(view, thought.best.action)), considered


def expected_line(view: View, first: int) -> tuple[tuple[int, int], ...]:
    """Return an action and what the network plays after it in most of a few imagined positions.

    Each further action is the most frequent choice. Positions with another choice are left out, and the line
    ends when too few are left.
    """
    worlds, line = [view.imagine(rng=seed) for seed in range(LINE_WORLDS)], [(view.seat or 0, first)]
    while len(line) < LINE_LENGTH:
        for world in worlds:
            world.play(line[-1][1])
        chosen = [(world, (world.player, _preferred(world))) for world in worlds if world.player is not None]
        if not chosen:
            break
        (actor, action), count = Counter(choice for _, choice in chosen).most_common(1)[0]
        if count < LINE_LEAST or actor is None:
            break
        worlds = [world for world, choice in chosen if choice == (actor, action)]
        line.append((actor, action))
    return tuple(line)


def _preferred(position: Position) -> int:
    """Return what the network plays in a position that is not over."""
    legal, view = position.legal, position.view(position.player)
    return legal[0] if len(legal) == 1 else load_player(position.game).evaluate(view).best
