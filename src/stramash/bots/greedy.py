"""The bot that looks one action ahead.

It imagines a few positions that its view allows, tries every legal action on each, and asks the game's own
`evaluate` for the value of the result. The best average wins. A game without one is evaluated by its scores.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from stramash.bots.rules.evaluation import action_evaluator
from stramash.core.position import View
from stramash.core.renamed import warn_renamed
from stramash.core.seeds import SEED_BITS
from stramash.core.state import set_seed

__all__ = ["EvaluatedAction", "GreedyBot"]

#: How many positions are imagined for a decision
WORLDS = 12


class EvaluatedAction(NamedTuple):
    """An action and its mean evaluation."""

    value: float
    action: int


class GreedyBot:
    """One ply on the game's evaluation."""

    name = "greedy"

    def __init__(self, seed: int | None = None, worlds: int = WORLDS) -> None:
        self._random = random.Random(seed)
        #: how many positions are imagined for a decision
        self.worlds = worlds

    def imagining(self, worlds: int) -> GreedyBot:
        """Return a bot that imagines this many positions; it draws from the same source of chance."""
        other = GreedyBot(worlds=worlds)
        other._random = self._random
        return other

    def choose(self, view: View) -> int:
        """Return the legal action with the best evaluation; a random one of equals."""
        evaluated = self.evaluate(view)
        best = evaluated[0].value
        return self._random.choice([action for value, action in evaluated if value == best])

    def evaluate(self, view: View) -> list[EvaluatedAction]:
        """Return all legal actions with their evaluations, the best first."""
        actions = np.array(view.legal, np.int32)
        values = np.zeros(len(actions), np.float64)
        states = np.repeat(view.game.blank(), 3)
        states[0] = view.state
        set_seed(states[0], self._random.getrandbits(SEED_BITS))
        points = np.zeros(view.game.players, np.int32)
        action_evaluator(view.game.rules)(states, actions, values, points, view.seat, self.worlds)
        evaluated = [
            EvaluatedAction(float(value), int(action)) for value, action in zip(values, actions, strict=True)
        ]
        return sorted(evaluated, key=lambda one: (-one.value, one.action))

    def weigh(self, view: View) -> list[EvaluatedAction]:
        """Return `evaluate`, of which this is the former name."""
        warn_renamed("GreedyBot.weigh", "GreedyBot.evaluate")
        return self.evaluate(view)
