"""The expert variant: stones are claimed only at the beginning of one's turn, before playing a card."""

from __future__ import annotations

import pytest

from stramash import Game
from tests.schotten_totten.board import (
    EXPERT,
    TACTIC_EXPERT,
    board,
    choices,
    claims,
    hand_of,
    may,
    owners,
    play,
)

READY = """
    g7,p4,b3  r1,r2,y4  -
    .         .         .
    g5,r5     n9,n8,y9  -
"""


def test_experts_claim_nothing_after_playing() -> None:
    position = board(EXPERT, READY, hand="b5", other="y1")
    play(position, "b5@1")
    assert position.player == 1
    assert owners(position) == "........."


def test_experts_claim_at_the_beginning_of_their_turn_then_play_and_draw() -> None:
    position = board(EXPERT, READY, hand="b5 y2", other="y1")
    play(position, "b5@1", "y1@3")
    assert position.player == 0
    assert choices(position) == ["claim@1", "claim@2", "done"]
    play(position, "claim@1", "done")
    assert owners(position) == "0........"
    before = len(hand_of(position, 0))
    assert may(position, "y2@3")
    play(position, "y2@3")
    assert len(hand_of(position, 0)) == before
    assert position.player == 1


def test_experts_need_not_claim() -> None:
    position = play(board(EXPERT, READY, hand="b5 y2", other="y1"), "b5@1", "y1@3", "done")
    assert owners(position) == "........."
    assert may(position, "y2@1") is False
    assert may(position, "y2@3")


def test_experts_with_nothing_to_claim_play_at_once() -> None:
    position = play(EXPERT.deal(1), EXPERT.notations[EXPERT.deal(1).legal[0]])
    assert all("@" in choice and not choice.startswith("claim") for choice in choices(position))


@pytest.mark.parametrize("game", [EXPERT, TACTIC_EXPERT])
def test_an_experts_claim_may_win_at_once_before_a_card_is_played(game: Game) -> None:
    position = board(
        game,
        """
        -  g1,r2,y4  -
        0  .         0
        -  b7,b8     -
        """,
        hand="b9 n1",
        other="y1",
        deck="n9 n8 n7 n6",
        **({"tactic_deck": ""} if game is TACTIC_EXPERT else {}),
    )
    play(position, "b9@2", "y1@4")
    hand = hand_of(position, 0)
    play(position, "claim@2")
    assert position.over
    assert position.winners == [0]
    assert hand_of(position, 0) == hand


def test_a_tactic_card_played_in_between_may_turn_the_battle() -> None:
    position = board(TACTIC_EXPERT, READY, hand="b5 y2", other="banshee y1 spy", deck="n1 n2", tactic_deck="")
    play(position, "b5@1", "banshee", "take:b5")
    assert claims(position, "claim@2") == []
    assert owners(position)[:3] == ".0."


def test_experts_do_not_claim_after_a_ruse_either() -> None:
    position = board(TACTIC_EXPERT, "r9,g9,y9\n.<1\nb1,b2,b3", hand="banshee n1", other="y1")
    play(position, "banshee", "take:r9")
    assert choices(position) == ["draw:clan", "draw:tactic"]
