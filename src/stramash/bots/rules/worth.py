"""How well off a seat is, in any game: by its own evaluation, or else by its scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["weigh_actions", "worth_of"]

#: What winning is worth to a game that is judged by its scores alone
_WIN = 1000.0

_HIDDEN, _WORLD, _TRIAL = 0, 1, 2


@cache
def worth_of(rules: Rules) -> Callable[[Any, int, Any], float]:
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


@cache
def weigh_actions(rules: Rules) -> Callable[..., None]:
    """Return a rule that adds up, for each action, what it is worth in so many imagined positions."""
    imagine, play, worth = rules.imagine, rules.play, worth_of(rules)

    @rule
    def weigh(states: Any, actions: Any, worths: Any, points: Any, seat: int, worlds: int) -> None:
        hidden, world, trial = states[_HIDDEN], states[_WORLD], states[_TRIAL]
        for _ in range(worlds):
            states[_WORLD] = hidden
            imagine(world, seat)
            for index in range(actions.size):
                states[_TRIAL] = world
                play(trial, int(actions[index]))
                worths[index] += worth(trial, seat, points) / worlds
            hidden.seed[0] += np.uint64(1)

    return weigh
