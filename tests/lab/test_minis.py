"""Small games of Schotten Totten: their options, and one that is solved."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, gambit

import stramash
import stramash.lab.openspiel
from stramash.core.words import translator
from stramash.games.schotten_totten.names import formation_name
from stramash.games.schotten_totten.rules.formations import KIND, RANK
from tests.lab.solver import value_of

TINY = "stramash_schotten_totten(stones=1,clans=2,strengths=3,hand=2,formation=2,chance=cards)"
TINIER = "stramash_schotten_totten(stones=1,clans=1,strengths=5,hand=2,formation=1,chance=cards)"


@cache
def tree() -> Any:
    """The small game's whole tree, walked once, as a game that OpenSpiel plays in C++."""
    return pyspiel.load_efg_game(gambit.export_gambit(pyspiel.load_game(TINY)))


def test_going_first_in_the_small_game_is_worth_a_fifth() -> None:
    assert value_of(tree()) == pytest.approx(0.2, abs=1e-9)


def test_regret_minimisation_comes_to_the_same_value_and_can_hardly_be_exploited() -> None:
    solver = pyspiel.CFRPlusSolver(tree())
    exploited = []
    for _ in range(3):
        for _ in range(20):
            solver.evaluate_and_update_policy()
        exploited.append(pyspiel.exploitability(tree(), solver.average_policy()))
    assert exploited == sorted(exploited, reverse=True)
    assert exploited[-1] < 0.001
    value = pyspiel.expected_returns(tree().new_initial_state(), solver.average_policy(), -1, True)[0]
    assert value == pytest.approx(0.2, abs=0.001)


def test_open_spiels_python_solvers_run_on_the_game_itself() -> None:
    game = pyspiel.load_game(TINIER)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert before > 0.3
    assert exploitability.exploitability(game, solver.average_policy()) < 0.1


def test_the_oracle_knows_the_value_of_kuhn_poker() -> None:
    assert value_of(pyspiel.load_game("kuhn_poker")) == pytest.approx(-1 / 18)


# --- The options -------------------------------------------------------------------------------------


def test_a_full_game_does_not_mention_what_small_games_lack() -> None:
    full = stramash.load("schotten-totten", stones=9, clans=6, strengths=9, hand=6, formation=3)
    assert full == stramash.load("schotten-totten")
    assert list(full.options) == ["tactics", "expert", "proofs", "rounds"]
    assert "stones" not in str(full.deal(seed=1).record())


def test_a_small_game_has_the_cards_and_stones_it_was_given() -> None:
    game = stramash.load("schotten-totten", stones=3, clans=3, strengths=6, hand=4)
    position = game.deal(seed=1)
    described = position.to_dict()
    cards = sorted(card for cards in [*described["hands"], described["deck"]] for card in cards)
    assert cards == sorted(f"{clan}{strength}" for clan in "bgr" for strength in range(1, 7))
    assert [len(hand) for hand in described["hands"]] == [4, 4]
    assert len(described["stones"]) == 3
    assert {position.notation(action).split("@")[1] for action in position.legal} == {"1", "2", "3"}


@pytest.mark.parametrize(("stones", "enough"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (7, 4)])
def test_more_than_half_of_the_stones_win(stones: int, enough: int) -> None:
    game = stramash.load("schotten-totten", stones=stones)
    # Stones of one owner lie apart where they can, so that no three are adjacent.
    claimed = [stone for stone in (0, 2, 4, 6, 1, 3, 5) if stone < stones][:enough]
    last = claimed[-1]
    sides = {"sides": [["b7", "b8", "b9"], []]}
    layout: list[dict[str, Any]] = [{"owner": 0} if stone in claimed else {} for stone in range(stones)]
    layout[last] = sides
    position = game.position({"stones": layout, "phase": "claiming", "acted": True})
    position.play(f"claim@{last + 1}")
    assert position.winners == [0]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"clans": 1, "strengths": 3}, "3 cards are too few to deal 12"),
        ({"clans": 2, "strengths": 9}, "18 cards are too few for the 54 places beside the stones"),
        ({"stones": 3, "tactics": True}, "Tactic cards are for the full game: leave out tactics, or stones"),
        ({"hand": 7}, "hand=7 is not possible: choose 1 to 6"),
        ({"stones": 0}, "stones=0 is not possible: choose 1 to 9"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(stramash.BadOption, match=complaint):
        stramash.load("schotten-totten", **options)


def test_stones_that_were_not_laid_out_are_not_drawn() -> None:
    position = stramash.load("schotten-totten", stones=2, clans=2, strengths=6).deal(seed=1)
    assert 'data-handle="stone:2"' in position.svg(0)
    assert "stone:3" not in position.svg(0)
    assert "(2)" in position.sketch(0)
    assert "(3)" not in position.sketch(0)
    assert "red" not in position.sketch(0).split("Deck")[1]


def test_a_small_game_is_replayed_from_its_record() -> None:
    game = stramash.load("schotten-totten", stones=3, clans=3, strengths=6, hand=3)
    position = game.deal(seed=5)
    while not position.over:
        position.play(position.legal[-1])
    *_, last = stramash.replay(str(position.record()))
    assert last == position
    assert last.game == game


@pytest.mark.parametrize(
    ("locale", "sentence", "pair"),
    [
        ("en", "Ann wins with 1 stone.", "pair (4)"),
        ("es", "Gana Ann con 1 piedra.", "pareja (4)"),
        ("fr", "Ann gagne avec 1 borne.", "paire (4)"),
    ],
)
def test_one_stone_is_told_as_one_and_two_equal_cards_as_a_pair(
    locale: str, sentence: str, pair: str
) -> None:
    game = stramash.load("schotten-totten", stones=1, clans=2, strengths=3, hand=2, formation=2)
    endings = set()
    for seed in range(20):
        position, dice = game.deal(seed), random.Random(seed)
        while position.player is not None:
            position.play(dice.choice(position.legal))
        endings.add(position.outcome(locale, ["Ann", "Ann"]))
    assert sentence in endings
    assert formation_name(KIND * RANK + 4, 2, translator(game.words, locale)) == pair
