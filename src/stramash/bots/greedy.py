"""The bot that looks one action ahead.

It imagines a few positions that its view allows, tries every legal action on each, and asks the game's own
`evaluate` how well off it then is. The best average wins. A game without one is judged by its scores.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from stramash.core.game import SEED_BITS, Rules, sow
from stramash.core.position import View
from stramash.core.rule import rule
from stramash.core.state import NOBODY, new_states

__all__ = ["GreedyBot", "Weighed"]

#: How many positions are imagined for a decision
WORLDS = 12
#: What winning is worth to a game that is judged by its scores alone
_WIN = 1000.0

_HIDDEN, _WORLD, _TRIAL = 0, 1, 2


class Weighed(NamedTuple):
    """An action and how well off it leaves one, on average."""

    worth: float
    action: int


class GreedyBot:
    """One ply on the game's evaluation."""

    name = "greedy"

    def __init__(self, seed: int | None = None, worlds: int = WORLDS) -> None:
        self._random = random.Random(seed)
        self._worlds = worlds

    def choose(self, view: View) -> int:
        """Return the legal action that leaves this seat best off; between equals, any."""
        weighed = self.weigh(view)
        best = weighed[0].worth
        return self._random.choice([action for worth, action in weighed if worth == best])

    def weigh(self, view: View) -> list[Weighed]:
        """Return all legal actions with what they are worth, the best first."""
        actions = np.array(view.legal, np.int32)
        worths = np.zeros(len(actions), np.float64)
        states = new_states(view.game.rules.state, 3)
        states[_HIDDEN] = view.state
        sow(states[_HIDDEN], self._random.getrandbits(SEED_BITS))
        points = np.zeros(view.game.players, np.int32)
        weigh_actions(view.game.rules)(states, actions, worths, points, view.seat, self._worlds)
        weighed = [Weighed(float(worth), int(action)) for worth, action in zip(worths, actions, strict=True)]
        return sorted(weighed, key=lambda one: (-one.worth, one.action))


@cache
def weigh_actions(rules: Rules) -> Callable[..., None]:
    """Return a rule that adds up, for each action, what it is worth in so many imagined positions."""
    imagine, play, worth_of = rules.imagine, rules.play, _worth_of(rules)

    @rule
    def weigh(states: Any, actions: Any, worths: Any, points: Any, seat: int, worlds: int) -> None:
        hidden, world, trial = states[_HIDDEN], states[_WORLD], states[_TRIAL]
        for _ in range(worlds):
            states[_WORLD] = hidden
            imagine(world, seat)
            for index in range(actions.size):
                states[_TRIAL] = world
                play(trial, int(actions[index]))
                worths[index] += worth_of(trial, seat, points) / worlds
            hidden.seed[0] += np.uint64(1)

    return weigh


def _worth_of(rules: Rules) -> Callable[[Any, int, Any], float]:
    """Return the game's evaluation, or one by its scores: the lead over the best other seat, and the win."""
    if rules.evaluate is not None:
        evaluate = rules.evaluate

        @rule
        def by_evaluation(state: Any, seat: int, points: Any) -> float:  # noqa: ARG001
            return evaluate(state, seat)

        return by_evaluation

    scores, winners = rules.scores, rules.winners

    @rule
    def by_scores(state: Any, seat: int, points: Any) -> float:
        scores(state, points)
        best = -_WIN
        for other in range(points.size):
            if other != seat:
                best = max(best, float(points[other]))
        worth = float(points[seat]) - best
        if state.player == NOBODY:
            worth += _WIN if winners(state) >> seat & 1 else -_WIN
        return worth

    return by_scores
