"""Ruses: Recruiter, Strategist, Banshee, Traitor, and the discard."""

from __future__ import annotations

import pytest

from tests.schotten_totten.board import (
    BARE,
    TACTICS,
    board,
    choices,
    claims,
    hand_of,
    may,
    owners,
    play,
    side,
)

TABLE = """
    g1,spy  g5        r8,joker2  -         y1,y2,y3
    .       .         0          .         .
    b1      b5,b6,b7  b8         joker1    n1
"""


def test_a_ruse_lies_face_up_in_the_discard_which_all_may_look_at() -> None:
    position = play(board(TACTICS, TABLE, hand="banshee"), "banshee", "take:g1")
    assert position.to_dict()["discard"] == ["banshee", "g1"]
    for seat in (0, 1, None):
        assert position.view(seat).to_dict()["discard"] == ["banshee", "g1"]


def test_cards_in_the_discard_count_as_seen_in_a_proof() -> None:
    picture = """
        b8,b6  -
        .      .
        g9,r9  -
    """
    assert claims(board(TACTICS, picture, hand="y9"), "y9@1") == []
    assert claims(board(TACTICS, picture, hand="y9", discard="b7"), "y9@1") == [1]


def test_after_a_ruse_one_may_claim_before_drawing() -> None:
    position = board(TACTICS, "r9,g9,y9\n.<1\nb1,b2,b4", hand="banshee", seen="p9 n9 b9")
    assert claims(position, "banshee", "take:r9") == [1]
    play(position, "claim@1")
    assert choices(position) == ["draw:clan", "draw:tactic"]


# --- Recruiter ---------------------------------------------------------------------------------------


def test_the_recruiter_draws_three_cards_each_from_a_deck_of_choice() -> None:
    position = play(board(TACTICS, hand="recruiter b1"), "recruiter")
    for deck in ("draw:clan", "draw:tactic", "draw:clan"):
        assert choices(position) == ["draw:clan", "draw:tactic"]
        play(position, deck)
    assert len(hand_of(position, 0)) == 4
    assert hand_of(position, 0) == ["b1", "b2", "b3", "joker1"]


def test_the_recruiter_then_puts_two_cards_of_the_whole_hand_under_their_decks() -> None:
    position = board(TACTICS, hand="recruiter b1 n9 spy")
    play(position, "recruiter", "draw:clan", "draw:clan", "draw:tactic")
    assert choices(position) == ["under:b1", "under:b2", "under:b3", "under:n9", "under:joker1", "under:spy"]
    play(position, "under:n9", "under:spy")
    assert position.to_dict()["deck"][-1] == "n9"
    assert position.to_dict()["tactic_deck"][-1] == "spy"
    assert hand_of(position, 0) == ["b1", "b2", "b3", "joker1"]


def test_two_cards_under_one_deck_lie_in_the_order_chosen() -> None:
    position = play(board(TACTICS, hand="recruiter b1"), "recruiter", *["draw:clan"] * 3)
    play(position, "under:b1", "under:b3")
    assert position.to_dict()["deck"][-2:] == ["b1", "b3"]


def test_the_recruiter_may_put_back_the_second_joker() -> None:
    position = board(TACTICS, hand="recruiter joker2 b1", joker_played=[True, False])
    play(position, "recruiter", *["draw:clan"] * 3)
    assert may(position, "under:joker2")


def test_after_the_recruiter_a_full_hand_draws_no_more() -> None:
    position = board(TACTICS, hand="recruiter b1 b2 b3 b4 b5 b6")
    play(position, "recruiter", *["draw:clan"] * 3, "under:b1", "under:b2")
    assert len(hand_of(position, 0)) == 7
    assert position.player == 1


def test_after_the_recruiter_a_hand_below_its_size_draws_one_card() -> None:
    position = board(TACTICS, hand="recruiter b1 b2 b3 b4 b5")
    play(position, "recruiter", *["draw:clan"] * 3, "under:b1", "under:b2")
    assert choices(position) == ["draw:clan", "draw:tactic"]
    play(position, "draw:clan")
    assert len(hand_of(position, 0)) == 7
    assert position.player == 1


def test_the_recruiter_draws_from_the_deck_that_is_left_when_one_runs_out() -> None:
    position = board(TACTICS, hand="recruiter b1", deck="n9", tactic_deck="spy shield mud")
    play(position, "recruiter", "draw:clan")
    assert hand_of(position, 0) == ["b1", "n9", "spy", "shield"]
    assert may(position, "under:b1")


def test_the_recruiter_draws_fewer_cards_when_no_more_are_left_and_still_puts_two_back() -> None:
    position = board(TACTICS, hand="recruiter b1 b2", other="spy shield mud", deck="n9", tactic_deck="")
    play(position, "recruiter")
    assert choices(position) == ["under:b1", "under:b2", "under:n9"]
    play(position, "under:n9", "under:b1")
    assert hand_of(position, 0) == ["b2", "n9"], "the usual card is drawn from what was put back"
    assert position.to_dict()["deck"] == ["b1"]


def test_the_recruiter_puts_back_only_one_card_when_the_hand_has_no_more() -> None:
    position = board(TACTICS, hand="recruiter", other="spy shield mud bluff b1", deck="n9", tactic_deck="")
    play(position, "recruiter")
    assert choices(position) == ["under:n9"]
    play(position, "under:n9")
    assert position.player == 1


def test_the_recruiter_needs_a_card_to_draw() -> None:
    assert not may(
        board(TACTICS, hand="recruiter", deck="", tactic_deck="", other="b1 b2 b3 n1 n2 n3"), "recruiter"
    )
    assert may(
        board(TACTICS, hand="recruiter", other="shield mud bluff b1 b2", deck="", tactic_deck="spy"),
        "recruiter",
    )


# --- Strategist --------------------------------------------------------------------------------------


def test_the_strategist_takes_a_clan_card_or_elite_troop_of_ones_own_side_of_an_unclaimed_stone() -> None:
    position = play(board(TACTICS, TABLE, hand="strategist"), "strategist")
    assert choices(position) == ["take:b1", "take:b5", "take:b6", "take:b7", "take:n1", "take:joker1"]


def test_the_strategist_moves_it_to_another_unclaimed_stone_with_a_free_place_or_to_the_discard() -> None:
    position = play(board(TACTICS, TABLE, hand="strategist"), "strategist", "take:b1")
    assert choices(position) == ["to:4", "to:5", "to:6", "to:7", "to:8", "to:9", "to:discard"]
    play(position, "to:4")
    assert side(position, 0, 1) == []
    assert side(position, 0, 4) == ["joker1", "b1"]


def test_the_strategist_may_discard_the_card() -> None:
    position = play(board(TACTICS, TABLE, hand="strategist"), "strategist", "take:b6", "to:discard")
    assert side(position, 0, 2) == ["b5", "b7"]
    assert position.to_dict()["discard"] == ["strategist", "b6"]


def test_the_strategist_needs_a_card_of_ones_own() -> None:
    assert not may(board(TACTICS, "g1\n.\n-", hand="strategist"), "strategist")
    assert not may(board(TACTICS, "g1\n0\nb1", hand="strategist"), "strategist")
    assert may(board(TACTICS, "-\n.\nb1", hand="strategist"), "strategist")


def test_a_moved_card_completes_a_side_and_counts_from_then() -> None:
    position = board(
        TACTICS,
        """
        r7,r8,r9  -
        .         .
        b7,b8     b9
        """,
        hand="strategist n1",
        other="y1 spy",
        deck="g1 g2",
        tactic_deck="",
    )
    play(position, "strategist", "take:b9", "to:1")
    assert position.to_dict()["stones"][0]["first"] == 1
    assert position.player == 1
    assert claims(position, "y1@2") == [1]


# --- Banshee -----------------------------------------------------------------------------------------


def test_the_banshee_discards_a_clan_card_or_elite_troop_of_the_opponent_at_an_unclaimed_stone() -> None:
    position = play(board(TACTICS, TABLE, hand="banshee"), "banshee")
    assert choices(position) == ["take:g1", "take:g5", "take:y1", "take:y2", "take:y3", "take:spy"]
    play(position, "take:spy")
    assert side(position, 1, 1) == ["g1"]
    assert position.to_dict()["discard"] == ["banshee", "spy"]


def test_the_banshee_needs_a_card_of_the_opponent() -> None:
    assert not may(board(TACTICS, "-\n.\nb1", hand="banshee"), "banshee")
    assert not may(board(TACTICS, "g1\n1\nb1", hand="banshee"), "banshee")


def test_a_side_that_lost_a_card_and_is_completed_again_counts_from_the_last_time() -> None:
    position = board(
        TACTICS, "r7,r8,r9\n.<1\nb7,b8,b9", hand="banshee n1", other="p9 y1", deck="g1 g2 g3", tactic_deck=""
    )
    play(position, "banshee", "take:r9", "done")
    assert position.to_dict()["stones"][0]["first"] == 0
    position = board(
        TACTICS, "r7,y8,p9\n.<1\nb7,n8,g9", hand="banshee n1", other="r9 y1", deck="g1 g2 g3", tactic_deck=""
    )
    play(position, "banshee", "take:p9")
    assert position.to_dict()["stones"][0]["first"] == 0
    play(position, "done", "r9@1")
    assert position.to_dict()["stones"][0]["first"] == 0
    assert claims(position, "n1@2") == [1]


# --- Traitor -----------------------------------------------------------------------------------------


def test_the_traitor_takes_a_clan_card_of_the_opponent_at_an_unclaimed_stone_and_no_elite_troop() -> None:
    position = play(board(TACTICS, TABLE, hand="traitor"), "traitor")
    assert choices(position) == ["take:g1", "take:g5", "take:y1", "take:y2", "take:y3"]


def test_the_traitor_puts_it_on_ones_own_side_of_an_unclaimed_stone_with_a_free_place() -> None:
    position = play(board(TACTICS, TABLE, hand="traitor"), "traitor", "take:y2")
    assert choices(position) == ["to:1", "to:4", "to:5", "to:6", "to:7", "to:8", "to:9"]
    play(position, "to:5")
    assert side(position, 0, 5) == ["n1", "y2"]
    assert side(position, 1, 5) == ["y1", "y3"]
    assert position.to_dict()["discard"] == ["traitor"]


def test_the_traitor_needs_a_clan_card_of_the_opponent_and_a_place_of_ones_own() -> None:
    assert not may(board(TACTICS, "spy\n.\nb1", hand="traitor"), "traitor")
    assert not may(board(TACTICS, "g1\n1\nb1", hand="traitor"), "traitor")
    no_place = """
        -  g1        -  -  -  -  -  -  -
        0  .         0  1  0  1  0  1  1
        -  b1,r5,y9  -  -  -  -  -  -  -
    """
    assert not may(board(TACTICS, no_place, hand="traitor"), "traitor")
    assert may(board(TACTICS, "g1\n.\nb1,r5,y9", hand="traitor"), "traitor")


# --- All ruses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruse", [("strategist", "take:b6", "to:discard"), ("banshee", "take:y2"), ("traitor", "take:g5", "to:4")]
)
def test_no_ruse_touches_a_claimed_stone(ruse: tuple[str, ...]) -> None:
    position = play(board(TACTICS, TABLE, hand=ruse[0]), ruse[0])
    assert not may(position, "take:b8")
    assert not may(position, "take:r8")
    assert not may(position, "take:joker2")
    play(position, *ruse[1:])
    assert (side(position, 0, 3), side(position, 1, 3)) == (["b8"], ["r8", "joker2"])
    assert owners(position)[2] == "0"


@pytest.mark.parametrize("ruse", ["strategist", "banshee", "traitor"])
def test_a_ruse_without_a_target_cannot_be_played(ruse: str) -> None:
    assert choices(board(TACTICS, BARE, hand=ruse)) == ["pass"]
