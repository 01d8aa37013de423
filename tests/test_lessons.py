"""Lessons: what the others reply to a right action is legal, and then the learner is to act."""

from __future__ import annotations

import pytest

from stramash.core.lesson import Step
from stramash.games import load, names

STEPS = [
    pytest.param(step, id=f"{name}: {step.title}")
    for name in names()
    for step in load(name).lesson(load(name).translator("en"))
]


@pytest.mark.parametrize("step", STEPS)
def test_replies_fit_every_right_action(step: Step) -> None:
    position = step.make()
    for notation in step.right or [position.notation(action) for action in position.legal]:
        end = step.played(notation)[-1]
        others = [seat for seat, _ in end.history[len(position.history) + 1 :]]
        assert 0 not in others, "nobody plays for the learner"
        assert end.over or end.player == 0


@pytest.mark.parametrize("game", names())
def test_every_lesson_has_replies(game: str) -> None:
    assert any(step.replies for step in load(game).lesson(load(game).translator("en")))
