"""The evaluation of a state for a seat, in any game: the game's own, else one by scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["action_evaluator", "evaluator"]

#: What a win adds to an evaluation by scores
_WIN = 1000.0

_HIDDEN, _WORLD, _TRIAL = 0, 1, 2


@cache
def evaluator(rules: Rules) -> Callable[[Any, int, Any], float]:
    """Return the game's evaluation. Without one, evaluate by the lead in score over the best other seat."""
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
        value = float(points[seat]) - best
        if state.player == NOBODY:
            value += _WIN if winners(state) >> seat & 1 else -_WIN
        return value

    return by_scores


@cache
def action_evaluator(rules: Rules) -> Callable[..., None]:
    """Return a rule that adds to `values` the mean evaluation of each action over imagined positions."""
    imagine, play, evaluate = rules.imagine, rules.play, evaluator(rules)

    @rule
    def evaluate_actions(states: Any, actions: Any, values: Any, points: Any, seat: int, worlds: int) -> None:
        hidden, world, trial = states[_HIDDEN], states[_WORLD], states[_TRIAL]
        for _ in range(worlds):
            states[_WORLD] = hidden
            imagine(world, seat)
            for index in range(actions.size):
                states[_TRIAL] = world
                play(trial, int(actions[index]))
                values[index] += evaluate(trial, seat, points) / worlds
            hidden.seed[0] += np.uint64(1)

    return evaluate_actions
