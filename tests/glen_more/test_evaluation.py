"""The evaluation: more of what scores is better, and a bot that follows it beats random play."""

from __future__ import annotations

import random

import pytest

import stramash
from stramash.bots.greedy import GreedyBot
from stramash.games.glen_more.rules.evaluation import evaluate
from tests.glen_more.table import seat, table


@pytest.mark.parametrize(
    ("picture", "more"),
    [
        ("home*", {"whisky": 1}),
        ("home*", {"chieftains": 1}),
        ("home*", {"points": 1}),
        ("home*", {"coins": 7}),
        ("home**", {}),
    ],
)
def test_more_of_what_scores_is_better(picture: str, more: dict[str, int]) -> None:
    richer, plain = table(seat(picture, **more)), table(seat())
    assert evaluate(richer.state, 0) > evaluate(plain.state, 0)
    assert evaluate(richer.state, 1) < evaluate(plain.state, 1)


def test_a_figure_further_ahead_is_worse_off() -> None:
    near, far = table(figures=[0, 1, 2, 3]), table(figures=[0, 2, 1, 3])
    assert evaluate(near.state, 1) > evaluate(far.state, 1)


def test_a_victory_weighs_more_than_points() -> None:
    position = table(seat(points=1), player=None, stacks=[[], [], [], []], scorings=3)
    assert evaluate(position.state, 0) > 50
    assert evaluate(position.state, 1) < -50


def test_the_greedy_bot_beats_chance() -> None:
    game, won = stramash.load("glen-more", players=2), 0
    for number in range(10):
        position, bot, dice = game.deal(number), GreedyBot(seed=number, worlds=2), random.Random(number)
        me = number % 2
        while not position.over:
            mine = position.player == me
            position.play(bot.choose(position.view(me)) if mine else dice.choice(position.legal))
        won += me in position.winners
    assert won >= 8
