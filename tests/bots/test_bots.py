"""Bots choose legal actions from what they may see, and nothing else."""

from __future__ import annotations

import dataclasses

import pytest

import stramash
from stramash import bots
from stramash.bots.rules.evaluation import action_evaluator

GAMES = [*map(stramash.load, stramash.games()), stramash.load("schotten-totten", tactics=True)]


def play(game: stramash.Game, specs: list[str], seed: int) -> stramash.Position:
    position = game.deal(seed)
    players = [bots.make(spec, 10 * seed + seat) for seat, spec in enumerate(specs)]
    while position.player is not None:
        position.play(players[position.player].choose(position.view(position.player)))
    return position


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_greedy_beats_random(game: stramash.Game) -> None:
    """On four deals, each from both seats; by measure it loses one or two games in a hundred."""
    wins = sum(play(game, ["greedy", "random"], seed).winners == [0] for seed in range(4))
    wins += sum(play(game, ["random", "greedy"], seed).winners == [1] for seed in range(4))
    assert wins >= 7


def test_greedy_takes_the_stone_that_wins() -> None:
    """Stones 1 and 2 are held; the third of a row is worth more than any other."""
    game = stramash.load("schotten-totten")
    held = {"owner": 0}
    decided = {"sides": [["r7", "r8", "r9"], ["b1", "g2", "y5"]], "first": 0}
    far = {"sides": [["p7", "p8", "p9"], ["n1", "g3", "y6"]], "first": 0}
    position = game.position(
        {
            "stones": [held, held, decided, {}, {}, {}, far, {}, {}],
            "hands": [["b7", "b8"], ["g8", "g9"]],
            "phase": "claiming",
            "acted": True,
        }
    )
    assert position.notation(bots.make("greedy", 1).choose(position.view(0))) == "claim@3"


def test_greedy_never_declines_a_stone_it_can_have() -> None:
    game = stramash.load("schotten-totten")
    decisions = 0
    for seed in range(4):
        position, bot = game.deal(seed), bots.GreedyBot(seed)
        while position.player is not None:
            notation = position.notation(bot.choose(position.view(position.player)))
            if any(position.notation(action).startswith("claim") for action in position.legal):
                decisions += 1
                assert notation != "done"
            position.play(notation)
    assert decisions > 12


def test_greedy_weighs_every_legal_action_best_first() -> None:
    view = stramash.load("schotten-totten").deal(seed=1).view(0)
    evaluated = bots.GreedyBot(seed=1).evaluate(view)
    assert sorted(action for _, action in evaluated) == view.legal
    worths = [worth for worth, _ in evaluated]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[-1]


def test_a_game_without_an_evaluation_is_judged_by_its_scores() -> None:
    """The last claim of a round brings five points; nothing else does."""
    game = stramash.load("schotten-totten")
    decided = {"sides": [["r7", "r8", "r9"], ["b1", "g2", "y5"]], "first": 0}
    position = game.position(
        {
            "stones": [{"owner": 0}, {"owner": 0}, decided, *[{}] * 6],
            "hands": [["b7"], ["g8"]],
            "phase": "claiming",
            "acted": True,
        }
    )

    class Plain(type(game)):  # type: ignore[misc]
        rules = dataclasses.replace(game.rules, evaluate=None)

    view = Plain().position(position.to_dict()).view(0)
    assert action_evaluator(Plain.rules) is not action_evaluator(game.rules)
    best, *_ = bots.GreedyBot(seed=1).evaluate(view)
    assert view.notation(best.action) == "claim@3"
    assert best.value == 1000 + 5


@pytest.mark.parametrize("spec", ["", "deep-thought", "greedy random", ":5"])
def test_an_unknown_bot_is_answered_by_those_there_are(spec: str) -> None:
    with pytest.raises(bots.UnknownBot, match="the bots are greedy, guided, network, random, search"):
        bots.make(spec)


def test_a_budget_for_a_bot_that_has_none_is_refused() -> None:
    with pytest.raises(bots.UnknownBot, match="write greedy, not greedy:2s"):
        bots.make("greedy:2s")


def test_a_bot_with_a_seed_plays_the_same_game_again() -> None:
    game = GAMES[-1]
    assert play(game, ["greedy", "random"], 4) == play(game, ["greedy", "random"], 4)
