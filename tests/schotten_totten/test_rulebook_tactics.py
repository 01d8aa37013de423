"""The tactic variant: set-up, playing and drawing, the limit, passing."""

from __future__ import annotations

import pytest

from tests.schotten_totten.board import (
    BARE,
    BASE,
    CLAN_CARDS,
    TACTIC_CARDS,
    TACTICS,
    board,
    choices,
    claims,
    hand_of,
    may,
    play,
    side,
)


def test_the_ten_tactic_cards_are_shuffled_into_a_deck_of_their_own() -> None:
    deals = [TACTICS.deal(seed).to_dict() for seed in range(5)]
    assert all(sorted(deal["tactic_deck"]) == sorted(TACTIC_CARDS) for deal in deals)
    assert len({tuple(deal["tactic_deck"]) for deal in deals}) == 5
    assert set(TACTICS.deal(1).view(0).to_dict()["tactic_deck"]) == {"?t"}


def test_each_player_draws_seven_clan_cards() -> None:
    deal = TACTICS.deal(1).to_dict()
    assert [len(hand) for hand in deal["hands"]] == [7, 7]
    assert {*deal["hands"][0], *deal["hands"][1]} <= set(CLAN_CARDS)
    assert len(deal["deck"]) == 54 - 14


def test_the_base_game_has_no_tactic_cards() -> None:
    assert BASE.deal(1).to_dict()["tactic_deck"] == []
    assert not any(card in notation for notation in BASE.notations for card in TACTIC_CARDS)


def test_a_turn_plays_a_clan_card_or_a_tactic_card() -> None:
    position = board(TACTICS, hand="b7 spy mud recruiter")
    assert may(position, "b7@1", "spy@1", "mud@1", "recruiter")
    assert may(play(position, "spy@1"), "draw:clan", "draw:tactic"), "one card a turn, then draw"


@pytest.mark.parametrize("kind", ["clan", "tactic"])
def test_one_draws_from_the_deck_of_ones_choice(kind: str) -> None:
    position = play(board(TACTICS, hand="b7"), "b7@1")
    assert choices(position) == ["draw:clan", "draw:tactic"]
    top = position.to_dict()["deck" if kind == "clan" else "tactic_deck"][0]
    play(position, f"draw:{kind}")
    assert hand_of(position, 0) == [top]
    assert position.player == 1


def test_an_empty_deck_cannot_be_drawn_from_and_the_game_goes_on() -> None:
    position = play(board(TACTICS, hand="b7", deck=""), "b7@1")
    assert position.player == 1
    assert hand_of(position, 0) == ["joker1"], "the only deck left is drawn from"
    position = play(board(TACTICS, hand="b7", tactic_deck=""), "b7@1")
    assert position.player == 1
    assert hand_of(position, 0) == ["b1"]
    position = play(board(TACTICS, hand="b7", deck="", tactic_deck=""), "b7@1")
    assert position.player == 1
    assert hand_of(position, 0) == []


def test_a_hand_may_fill_up_with_tactic_cards() -> None:
    position = board(TACTICS, hand="b7 joker1 joker2 spy shield bluff mud")
    play(position, "b7@1", "draw:tactic")
    assert hand_of(position, 0) == ["joker1", "joker2", "spy", "shield", "bluff", "mud", "recruiter"]


def test_a_full_hand_draws_nothing() -> None:
    full = "b1 b2 b3 b4 b5 b6 b7"
    position = board(TACTICS, FULL_SIDES, hand=full, other="g1", tactic_deck="spy", deck="n9")
    play(position, "pass")
    assert position.player == 1
    assert hand_of(position, 0) == full.split()


# --- The limit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "allowed"), [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False), (1, 3, True)]
)
def test_one_plays_at_most_one_tactic_card_more_than_the_opponent(
    mine: int, theirs: int, allowed: bool
) -> None:
    position = board(TACTICS, "g1\n.\nr1", hand="b7 spy mud banshee recruiter", tactics_played=[mine, theirs])
    assert may(position, "b7@1")
    for tactic in ("spy@1", "mud@1", "banshee", "recruiter"):
        assert may(position, tactic) is allowed


def test_the_limit_is_lifted_when_the_opponent_plays_one() -> None:
    position = board(
        TACTICS, hand="b7 b8 spy", other="shield g1", tactics_played=[2, 1], deck="b1 b2 b3", tactic_deck=""
    )
    assert not may(position, "spy@1")
    play(position, "b7@1", "shield@1")
    assert may(position, "spy@1")


@pytest.mark.parametrize("tactic", ["spy@1", "joker1@1", "shield@1", "bluff@1", "mud@1", "recruiter"])
def test_every_kind_of_tactic_card_counts_for_the_limit(tactic: str) -> None:
    hand = "spy joker1 shield bluff mud recruiter"
    position = play(board(TACTICS, hand=hand), tactic)
    assert position.to_dict()["tactics_played"] == [1, 0]


def test_a_tactic_card_counts_for_the_limit_wherever_it_is_now() -> None:
    cards = {"hand": "spy mud", "other": "banshee y1 y2", "deck": "b1 b2", "tactic_deck": ""}
    position = board(TACTICS, "-\n.\ng1", **cards, tactics_played=[0, 0])
    play(position, "spy@1", "banshee", "take:spy")
    assert position.to_dict()["tactics_played"] == [1, 1]
    assert side(position, 0, 1) == ["g1"]


# --- Passing -----------------------------------------------------------------------------------------

FULL_SIDES = """
    -  -         -  -         -
    1  .         0  .         1
    -  g2,r5,y9  -  g3,r6,y8  -
"""


def test_with_only_tactic_cards_in_hand_one_may_pass_or_play_one() -> None:
    position = board(TACTICS, hand="spy mud")
    assert may(position, "pass", "spy@1", "mud@9")


def test_with_all_ones_sides_complete_one_may_pass_or_play_a_tactic_card() -> None:
    position = board(TACTICS, FULL_SIDES, hand="b1 spy bluff recruiter strategist", deck="n9")
    assert choices(position) == ["pass", "bluff@2", "bluff@4", "recruiter", "strategist"]


def test_a_player_who_can_play_a_clan_card_may_not_pass() -> None:
    assert not may(board(TACTICS, hand="b1 spy"), "pass")


def test_with_nothing_playable_at_all_passing_is_forced() -> None:
    position = board(TACTICS, FULL_SIDES, hand="b1 spy", tactics_played=[1, 0], deck="n9")
    assert choices(position) == ["pass"]
    position = board(TACTICS, BARE, hand="traitor banshee strategist joker2", joker_played=[True, False])
    assert choices(position) == ["pass"]


def test_a_player_who_passes_may_claim_and_draws_below_hand_size() -> None:
    position = board(TACTICS, "g1,r2,y4\n.<1\nb7,b8,b9", hand="spy", tactics_played=[1, 0])
    assert claims(position, "pass") == [1]
    play(position, "claim@1", "draw:clan")
    assert len(hand_of(position, 0)) == 2
    assert position.player == 1
