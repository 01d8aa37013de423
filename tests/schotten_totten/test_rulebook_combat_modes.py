"""Combat modes: Blind-Man's Bluff, Mud Fight, and both on one stone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.schotten_totten.board import TACTICS, board, choices, claims, may, play, side


def claims_stone_1(theirs: str, stone: str, mine: str, **rest: Any) -> bool:
    """Whether the lower side may claim stone 1."""
    return 1 in claims(board(TACTICS, f"{theirs}\n{stone}\n{mine}", hand="p1", **rest), "p1@2")


def modes(position: Any, stone: int) -> list[str]:
    found: list[str] = position.to_dict()["stones"][stone - 1]["modes"]
    return found


# --- Where they go -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["bluff", "mud"])
def test_a_combat_mode_goes_on_any_unclaimed_stone_complete_or_not(mode: str) -> None:
    position = board(
        TACTICS,
        """
        g1,r5,y8  g2  -
        .         .   1
        b1,r1,y9  -   -
        """,
        hand=mode,
    )
    assert choices(position) == ["pass", *(f"{mode}@{stone}" for stone in (1, 2, 4, 5, 6, 7, 8, 9))]
    play(position, f"{mode}@1")
    assert modes(position, 1) == [mode]


def test_a_combat_mode_lies_on_no_ones_side_and_takes_no_place() -> None:
    position = play(board(TACTICS, "g2\n.\nb1", hand="mud"), "mud@1")
    assert side(position, 0, 1) == ["b1"]
    assert side(position, 1, 1) == ["g2"]


def test_no_ruse_touches_a_combat_mode() -> None:
    for ruse in ("strategist", "banshee", "traitor"):
        position = play(board(TACTICS, "g2\n.bm\nb1", hand=ruse), ruse)
        assert choices(position) in (["take:b1"], ["take:g2"])


# --- Blind-Man's Bluff -------------------------------------------------------------------------------


def test_under_blind_mans_bluff_only_the_sum_counts() -> None:
    assert claims_stone_1("b1,b2,b3", ".b<1", "g1,r2,y4")
    assert claims_stone_1("g7,r7,y7", ".b<1", "b9,n8,y5")
    assert not claims_stone_1("g1,r2,y4", ".b<0", "b1,b2,b3")


def test_under_blind_mans_bluff_equal_sums_go_to_the_side_that_completed_first() -> None:
    assert claims_stone_1("b1,b2,b3", ".b<0", "g1,r1,y4")
    assert not claims_stone_1("b1,b2,b3", ".b<1", "g1,r1,y4")


def test_under_blind_mans_bluff_proofs_are_about_sums_too() -> None:
    assert not claims_stone_1("b1,b2", ".b", "g3,r3,y5"), "a 9 would make 12"
    assert claims_stone_1("b1,b2", ".b", "g3,r4,y5"), "12 is not beaten by 12"


@pytest.mark.parametrize(("troop", "value"), [("joker1", 9), ("spy", 7), ("shield", 3)])
def test_under_blind_mans_bluff_wild_cards_count_their_highest_value(troop: str, value: int) -> None:
    assert claims_stone_1(f"g1,r1,y{value}", ".b<0", f"b1,n1,{troop}"), "a tie, and first"
    assert not claims_stone_1(f"g1,r1,y{value}", ".b<1", f"b1,n1,{troop}"), "a tie, and second"


def test_blind_mans_bluff_on_a_complete_stone_changes_who_wins_it() -> None:
    position = board(TACTICS, "g9,r9,y8\n.<1\nb1,b2,b3", hand="bluff")
    assert claims(position, "bluff@1") == []
    position = board(TACTICS, "b1,b2,b3\n.<1\ng9,r9,y8", hand="bluff")
    assert claims(position, "bluff@1") == [1]


# --- Mud Fight ---------------------------------------------------------------------------------------


def test_in_a_mud_fight_each_side_takes_four_cards() -> None:
    position = board(TACTICS, "g1,g2,g3,g4\n.m\nb1,r5,y9", hand="n1")
    assert may(position, "n1@1")
    play(position, "n1@1", "draw:clan")
    assert len(side(position, 0, 1)) == 4
    position = board(TACTICS, "-\n.m\nb1,r5,y9,n2", hand="n1")
    assert not may(position, "n1@1")


def test_in_a_mud_fight_three_cards_are_not_complete() -> None:
    assert not claims_stone_1("g1,r2,y4", ".m", "b7,b8,b9")
    assert not claims_stone_1("g1,r2,y4,n6", ".m", "b7,b8,b9")


def test_a_mud_fight_on_a_stone_complete_with_three_needs_a_fourth_card_on_both_sides() -> None:
    picture = "g1,r2,y4\n.<0\nb7,b8,b9"
    assert claims(board(TACTICS, picture, hand="n1"), "n1@2") == [1]
    position = board(TACTICS, picture, hand="mud b6")
    assert claims(position, "mud@1") == []
    assert position.to_dict()["stones"][0]["first"] is None
    play(position, "draw:clan", "pass", "draw:clan")
    assert claims(position, "b6@1") == [1], "6-7-8-9 of one colour cannot be beaten"


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("b1,b2,b3,b4", "g9,r9,y9,n9"),
        ("b1,r1,g1,y1", "p9,p8,p7,p5"),
        ("b1,b2,b3,b5", "n9,r8,y7,g6"),
        ("b1,r2,g3,y4", "n9,r9,y9,g8"),
        ("b2,b3,b4,b5", "n1,n2,n3,n4"),
        ("b1,r1,g2,y4", "n1,y1,g1,r4"),
    ],
)
def test_the_formations_of_four_cards_have_the_same_order(stronger: str, weaker: str) -> None:
    assert claims_stone_1(weaker, ".m<1", stronger)
    assert not claims_stone_1(stronger, ".m<0", weaker)


def test_in_a_mud_fight_who_played_the_fourth_card_first_wins_a_tie() -> None:
    position = board(
        TACTICS, "r1,r2,r3 -\n.m .\nb1,b2,b3 -", hand="b4 g1", other="r4", deck="n1 n2", tactic_deck=""
    )
    play(position, "b4@1", "done", "r4@1")
    assert position.to_dict()["stones"][0]["first"] == 0
    assert claims(position, "g1@2") == [1]


def test_in_a_mud_fight_a_proof_is_about_four_cards() -> None:
    assert not claims_stone_1("b1,b2,b3", ".m", "g9,r9,y9,n9"), "blue 4"
    assert claims_stone_1("b1,b2,b3", ".m", "g9,r9,y9,n9", seen="b4")
    assert not claims_stone_1("b5", ".m", "g9,r9,y9,n9", seen="b4")
    assert claims_stone_1("b5", ".m", "g9,r9,y9,n9", seen="b4 b7")


def test_in_a_mud_fight_wild_cards_fit_runs_of_four() -> None:
    assert claims_stone_1("g9,r9,y9,n9", ".m<1", "b5,b6,spy,joker1")
    assert claims_stone_1("g9,r9,y9,n9", ".m<1", "b1,b4,shield,joker1")
    assert not claims_stone_1("g9,r9,y9,n9", ".m<1", "spy,shield,joker1,b5"), "3 and 7 are too far apart"


# --- Both on one stone -------------------------------------------------------------------------------


def test_both_modes_may_lie_on_one_stone() -> None:
    position = board(TACTICS, "-\n.b\n-", hand="mud")
    play(position, "mud@1")
    assert modes(position, 1) == ["bluff", "mud"]


def test_with_both_modes_sums_of_four_cards_count() -> None:
    assert claims_stone_1("b1,b2,b3,b4", ".bm<1", "g1,r2,y3,n5")
    assert not claims_stone_1("b1,b2,b3", ".bm", "g1,r2,y3,n5"), "a 9 would make 15"
    assert claims_stone_1("b1,b2,b3", ".bm", "g1,r2,y3,n9")
    assert not claims_stone_1("b1,b2,b3,b4", ".bm", "g7,r8,y9")
    assert claims_stone_1("g7,y7,r3,n2", ".bm<0", "spy,shield,b7,b2"), "7 + 3 + 7 + 2, and first"
