"""Explanations: they say what the rules say, and their counter-examples are cards that do what they claim."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from stramash import BadSeat, Game
from stramash.games.schotten_totten.facts import Verdict, check_claim
from stramash.games.schotten_totten.rules.claims import may_claim
from stramash.games.schotten_totten.rules.components import CARD_NAMES
from tests.schotten_totten import oracle
from tests.schotten_totten.board import ALL_PROOFS, BASE, TACTICS, board
from tests.schotten_totten.test_oracle import number, random_position


@pytest.mark.parametrize("game", [BASE, TACTICS, ALL_PROOFS], ids=["base", "tactics", "all"])
def test_judgements_agree_with_the_rules_and_their_examples_are_real(game: Game) -> None:
    dice, seen = random.Random(9), set[Verdict]()
    for _ in range(40):
        position = random_position(game, dice, dice.choice((2, 5, 9)))
        description = position.to_dict()
        for stone in range(9):
            for seat in (0, 1):
                claim = check_claim(position.state, seat, stone)
                seen.add(claim.verdict)
                assert claim.allowed == may_claim(position.state, seat, stone)
                if claim.verdict in (Verdict.PROVEN, Verdict.NOT_PROVEN) and claim.theirs:
                    entry = description["stones"][stone]
                    whole = [CARD_NAMES[card] for card in claim.example]
                    lying = set(entry["sides"][1 - seat])
                    assert lying <= set(whole)
                    assert set(whole) - lying <= set(oracle.unseen_cards(description, 1 - seat))
                    assert len(set(whole)) == len(whole) == oracle.places_at(entry)
                    strength = oracle.strength_of(whole, bluff="bluff" in entry["modes"])
                    assert number(strength) == claim.theirs
                    assert (claim.theirs > claim.mine) is (claim.verdict is Verdict.NOT_PROVEN)
    assert seen == set(Verdict) - {Verdict.CLAIMED}


def test_the_counter_example_is_named() -> None:
    position = board(BASE, "b7,b8\n.\ng9,r9,y9", hand="n1")
    told = position.explain(1)
    assert "cannot be claimed" in told
    assert "blue 7-8-9" in told or "blue 9" in told
    assert "can be claimed" in board(BASE, "b7,b8\n.\ng9,r9,y9", hand="n1", seen="b9 b6").explain(1)


@pytest.mark.parametrize("about", [0, 10, -1, "10", "stone:0", "b7", "done", "", 1.5, True, None, [1]])
def test_only_stones_1_to_9_are_explained(about: Any) -> None:
    with pytest.raises(ValueError, match=r"stones are 1 to 9|give a name or a number"):
        BASE.deal(1).explain(about)


@pytest.mark.parametrize("about", [3, np.int16(3), "3", " stone:3 ", "claim@3", "B7@3"])
def test_a_stone_is_named_by_its_number_its_handle_or_an_action(about: Any) -> None:
    assert BASE.deal(1).explain(about).startswith("Stone 3 ")


def test_the_stones_that_a_seat_could_claim_are_listed_for_seats_only() -> None:
    position = board(BASE, "b7,b8,b9\n.\ng9,r9,y9")
    game: Any = position.game
    assert game.claimable(position, 1) == game.claimable(position.view(None), np.int8(1)) == [1]
    assert game.claimable(position, 0) == []
    for seat in (2, -1, True, "0", None, np.array([0, 1])):
        with pytest.raises(BadSeat, match="seats are 0"):
            game.claimable(position, seat)
