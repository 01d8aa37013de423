"""How a game was won is told by the game, in every language."""

from __future__ import annotations

import random

import pytest

import stramash
from stramash.core.position import Position
from stramash.core.words import LOCALES

NAMES = ["Ailsa", "Callum", "Isla", "Rory", "Una"]


def played_out(game: str, seed: int, players: int = 2, **options: int) -> Position:
    position, rng = stramash.load(game, players=players, **options).deal(seed), random.Random(seed)
    while not position.over:
        routine = [action for action in position.legal if position.game.routine(action)]
        position.play(rng.choice(routine or position.legal))
    return position


@pytest.mark.parametrize("game", stramash.games())
def test_the_outcome_names_the_winner_in_every_language_once_there_is_one(game: str) -> None:
    for seed in range(4):
        position = played_out(game, seed)
        names = NAMES[: position.game.players]
        told = [position.outcome(locale, names) for locale in LOCALES]
        assert len(set(told)) == len(LOCALES)
        assert all(names[winner] in sentence for winner in position.winners for sentence in told)
        assert position.view(None).outcome("en", names) == told[0]
    assert stramash.load(game).deal(seed=1).outcome() == ""


def test_three_stones_side_by_side_or_five_are_told_as_what_won() -> None:
    ways = set()
    for seed in range(40):
        position = played_out("schotten-totten", seed)
        if len(position.winners) > 1:
            continue
        owners = [int(owner) for owner in position.state.owner]
        (winner,) = position.winners
        adjacent = any(owners[at : at + 3] == [winner] * 3 for at in range(7))
        told = position.outcome()
        assert ("side by side" in told) == adjacent, told
        ways.add(told.split("with")[1].split(":")[0].strip())
    assert len(ways) > 1


def test_a_match_is_told_by_its_points() -> None:
    position = played_out("schotten-totten", 3, rounds=2)
    assert f"{max(position.scores)} points" in position.outcome()


def test_the_last_count_of_a_glen_is_told() -> None:
    position = played_out("glen-more", 2, players=3)
    assert "The last count: " in position.outcome() or "share" in position.outcome()


@pytest.mark.parametrize(("game", "count"), [("schotten-totten", 9), ("glen-more", 0)])
def test_only_actions_that_take_what_is_won_are_routine(game: str, count: int) -> None:
    chosen = stramash.load(game)
    routine = [text for action, text in enumerate(chosen.notations) if chosen.routine(action)]
    assert all(text.startswith("claim@") for text in routine)
    assert len(routine) == count
