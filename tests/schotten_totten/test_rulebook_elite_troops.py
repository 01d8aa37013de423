"""Elite troops: Joker, Spy and Shield-Bearer are Clan cards whose values are chosen when claiming."""

from __future__ import annotations

from typing import Any

import pytest

from stramash import Game
from tests.schotten_totten.board import ALL_PROOFS, TACTICS, board, choices, claims, may, play, side


def claims_stone_1(theirs: str, mine: str, *, game: Game = TACTICS, **rest: Any) -> bool:
    """Whether the lower side wins stone 1, the upper one having been complete first."""
    first = "<1" if theirs.count(",") == mine.count(",") == 2 else ""
    return 1 in claims(board(game, f"{theirs}\n.{first}\n{mine}", hand="p1", **rest), "p1@2")


def test_elite_troops_are_played_beside_a_stone_like_clan_cards() -> None:
    position = board(TACTICS, "-\n.\nb1,b2", hand="joker1 spy shield")
    for troop in ("joker1", "spy", "shield"):
        assert may(position, f"{troop}@1", f"{troop}@9")
    play(position, "spy@1")
    assert side(position, 0, 1) == ["b1", "b2", "spy"]


def test_elite_troops_need_a_place_and_an_unclaimed_stone() -> None:
    position = board(
        TACTICS,
        """
        -         g1
        .         1
        b1,r5,y9  r1
        """,
        hand="joker1 spy shield",
    )
    for troop in ("joker1", "spy", "shield"):
        assert not may(position, f"{troop}@1")
        assert not may(position, f"{troop}@2")
        assert may(position, f"{troop}@3")


def test_a_joker_is_any_colour_and_any_strength() -> None:
    assert claims_stone_1("g9,r9,y9", "b1,b3,joker1"), "blue 2: a colour-run"
    assert claims_stone_1("b9,b8,b6", "r1,g1,joker1"), "a third 1"
    assert claims_stone_1("n9,r8,y7", "b1,b4,joker1"), "a blue card"
    assert claims_stone_1("n9,r9,y7", "b1,g2,joker1"), "a 3"
    assert claims_stone_1("n9,r9,y6", "b8,g8,joker1"), "a 9 makes 25 points, or three 8s"


def test_the_values_of_wild_cards_are_the_best_for_their_owner() -> None:
    assert claims_stone_1("r6,r7,r8", "b7,b8,joker1"), "7-8-9, not 6-7-8"
    assert claims_stone_1("r7,g7,y7", "b9,r1,joker1") is False
    assert claims_stone_1("r1,g2,y9", "b1,r3,joker1"), "1-2-3 is a run"


def test_a_spy_is_a_7_of_any_colour() -> None:
    assert claims_stone_1("g9,r9,y9", "b5,b6,spy")
    assert claims_stone_1("b9,b8,b6", "r7,g7,spy")
    assert claims_stone_1("n9,r8,y7", "b1,b4,spy")
    assert not claims_stone_1("g9,r9,y9", "b4,b5,spy"), "it is no 6"


def test_a_shield_bearer_is_a_1_2_or_3_of_any_colour() -> None:
    assert claims_stone_1("g9,r9,y9", "b4,b5,shield"), "3-4-5"
    assert claims_stone_1("g9,r9,y9", "b1,b3,shield"), "1-2-3"
    assert claims_stone_1("g9,r9,y9", "b2,b3,shield"), "1-2-3 again"
    assert claims_stone_1("b9,b8,b6", "r1,g1,shield"), "three 1s"
    assert claims_stone_1("b9,b8,b6", "r3,g3,shield"), "three 3s"
    assert not claims_stone_1("b9,b8,b6", "r4,g4,shield"), "it is no 4"
    assert not claims_stone_1("g9,r9,y9", "b5,b6,shield"), "4-5-6 and 5-6-7 need another card"


def test_two_wild_cards_serve_one_side_together() -> None:
    assert claims_stone_1("g9,r9,y9", "b8,spy,joker1"), "7-8-9"
    assert not claims_stone_1("g9,r9,y9", "spy,shield,b8"), "7 and 3 are too far apart"
    assert claims_stone_1("g9,r9,y9", "b2,shield,joker1"), "2-3-4"


def test_a_wild_card_may_copy_a_card_that_lies_elsewhere() -> None:
    assert claims_stone_1("g9,r9,y9", "b1,b3,joker1", seen="b2")
    assert claims_stone_1("b9,b8,b6", "r1,g1,joker1", seen="b1 y1 n1")


def test_wild_cards_of_the_opponent_serve_the_opponent_in_a_proof() -> None:
    assert not claims_stone_1("b1,joker2", "g9,r9,y9", seen="b4 b5 b6"), "blue 2 or 3 and the Joker"
    assert claims_stone_1("b1,joker2", "g9,r9,y9", seen="b2 b3"), "no blue run can be made any more"
    assert not claims_stone_1("spy,b5", "g9,r9,y9"), "blue 6 would make 5-6-7"
    assert claims_stone_1("spy,b5", "g9,r9,y9", seen="b6")
    assert not claims_stone_1("shield,b4", "g9,r9,y9", seen="b5"), "blue 2"
    assert not claims_stone_1("shield,b4", "g9,r9,y9", seen="b5 b3"), "it is the 3, and blue 2 comes"
    assert not claims_stone_1("shield,b4", "g9,r9,y9", seen="b5 b2"), "it is the 2, and blue 3 comes"
    assert claims_stone_1("shield,b4", "g9,r9,y9", seen="b5 b2 b3")


# --- One Joker a player ------------------------------------------------------------------------------


def test_a_player_who_has_played_a_joker_keeps_the_other_in_hand() -> None:
    position = board(TACTICS, hand="joker1 joker2 b1", other="spy g1", deck="b2 b3 b4", tactic_deck="")
    assert may(position, "joker1@1", "joker2@1")
    play(position, "joker1@1", "spy@1")
    assert not any(choice.startswith("joker") for choice in choices(position))
    assert may(position, "b1@1")


def test_the_second_joker_stays_in_hand_even_after_the_first_was_discarded() -> None:
    position = board(
        TACTICS, "-\n.\ng1", hand="joker1 joker2 b1", other="banshee n1", deck="b2 b3 b4", tactic_deck=""
    )
    play(position, "joker1@1", "banshee", "take:joker1")
    assert position.to_dict()["discard"] == [*position.to_dict()["discard"][:-2], "banshee", "joker1"]
    assert not any(choice.startswith("joker") for choice in choices(position))


def test_each_player_may_play_one_of_the_jokers() -> None:
    position = board(TACTICS, hand="joker1 b1", other="joker2 g1", deck="b2 b3 b4", tactic_deck="")
    play(position, "joker1@1", "joker2@1")
    assert side(position, 0, 1) == ["joker1"]
    assert side(position, 1, 1) == ["joker2"]


# --- Unplayed elite troops in proofs -----------------------------------------------------------------


def test_by_default_unplayed_tactic_cards_do_not_count_in_a_proof() -> None:
    assert claims_stone_1("b8,b6", "g9,r9,y9", seen="b7")


def test_with_proofs_all_an_elite_troop_not_face_up_may_complete_the_other_side() -> None:
    assert not claims_stone_1("b8,b6", "g9,r9,y9", game=ALL_PROOFS, seen="b7"), "the Spy or a Joker"
    others = {"seen": "b7", "discard": "spy"}
    assert not claims_stone_1("b8,b6", "g9,r9,y9", game=ALL_PROOFS, **others), "a Joker"


@pytest.mark.parametrize(("joker_played", "claimable"), [(True, True), (False, False)])
def test_with_proofs_all_each_player_has_one_joker(joker_played: bool, claimable: bool) -> None:
    rest = {"seen": "b7", "discard": "spy", "joker_played": [False, joker_played]}
    assert claims_stone_1("b8,b6", "g9,r9,y9", game=ALL_PROOFS, **rest) is claimable


def test_with_proofs_all_face_up_elite_troops_do_not_come_again() -> None:
    rest = {"seen": "b7", "discard": "spy joker1 joker2"}
    assert claims_stone_1("b8,b6", "g9,r9,y9", game=ALL_PROOFS, **rest)


def test_with_proofs_all_the_tactic_limit_is_not_considered() -> None:
    rest = {"seen": "b7", "tactics_played": [0, 1]}
    assert not claims_stone_1("b8,b6", "g9,r9,y9", game=ALL_PROOFS, **rest)


def test_with_proofs_all_two_places_take_two_different_elite_troops_but_one_joker() -> None:
    assert claims_stone_1("b1", "g9,r9,y9", seen="b2 b3") is True
    assert not claims_stone_1("b1", "g9,r9,y9", game=ALL_PROOFS, seen="b2 b3"), "Shield-Bearer and Joker"
    rest = {"seen": "b2 b3", "discard": "shield"}
    assert claims_stone_1("b1", "g9,r9,y9", game=ALL_PROOFS, **rest), "two Jokers would be one too many"
