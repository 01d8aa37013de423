"""The base game: set-up, game play, conditions for claiming, claiming, end of the game."""

from __future__ import annotations

import pytest

from stramash import IllegalAction
from tests.schotten_totten.board import (
    BASE,
    CLAN_CARDS,
    board,
    choices,
    claims,
    hand_of,
    may,
    owners,
    play,
    side,
)

# --- Set-up ------------------------------------------------------------------------------------------


def test_nine_bare_stones_lie_between_the_players() -> None:
    stones = BASE.deal(1).to_dict()["stones"]
    assert stones == [{"owner": None, "first": None, "modes": [], "sides": [[], []]}] * 9


def test_there_are_54_clan_cards_six_colours_of_strengths_1_to_9() -> None:
    deal = BASE.deal(1).to_dict()
    cards = [*deal["deck"], *deal["hands"][0], *deal["hands"][1]]
    assert sorted(cards) == sorted(CLAN_CARDS)
    assert len(CLAN_CARDS) == 54


def test_the_clan_cards_are_shuffled_into_a_face_down_deck() -> None:
    decks = [BASE.deal(seed).to_dict()["deck"] for seed in range(5)]
    assert len({tuple(deck) for deck in decks}) == 5
    assert all(deck not in (sorted(deck), sorted(deck, reverse=True)) for deck in decks)
    assert set(BASE.deal(1).view(0).to_dict()["deck"]) == {"?c"}


def test_each_player_draws_six_cards() -> None:
    deal = BASE.deal(1).to_dict()
    assert [len(hand) for hand in deal["hands"]] == [6, 6]
    assert len(deal["deck"]) == 54 - 12
    assert deal["tactic_deck"] == []


def test_seat_0_starts() -> None:
    assert {BASE.deal(seed).player for seed in range(10)} == {0}


# --- Game play ---------------------------------------------------------------------------------------


def test_a_card_is_played_face_up_beside_a_stone_on_ones_own_side() -> None:
    position = play(board(BASE, hand="b7 r1"), "b7@3")
    assert side(position, 0, 3) == ["b7"]
    assert side(position, 1, 3) == []
    assert position.view(1).to_dict()["stones"][2]["sides"][0] == ["b7"]
    assert "b7" not in hand_of(position, 0)


def test_any_card_of_the_hand_goes_beside_any_unclaimed_stone() -> None:
    position = board(BASE, hand="b7 r1")
    assert sorted(choices(position)) == sorted(
        f"{card}@{stone}" for card in ("b7", "r1") for stone in range(1, 10)
    )


def test_a_card_beside_a_stone_is_never_moved_again() -> None:
    position = BASE.deal(3)
    lying: list[tuple[int, int, str]] = []
    while not position.over:
        assert all("@" in choice or choice in ("done", "pass") for choice in choices(position))
        position.play(position.legal[len(position.legal) // 2])
        assert all(card in side(position, seat, stone) for seat, stone, card in lying)
        lying = [
            (seat, stone, card)
            for seat in (0, 1)
            for stone in range(1, 10)
            for card in side(position, seat, stone)
        ]


def test_after_playing_one_draws_a_card_and_the_other_player_is_next() -> None:
    position = BASE.deal(1)
    top = position.to_dict()["deck"][0]
    position.play(position.legal[0])
    assert position.player == 1
    assert len(hand_of(position, 0)) == 6
    assert top in hand_of(position, 0)
    assert len(position.to_dict()["deck"]) == 41


def test_with_an_empty_deck_play_goes_on_without_drawing() -> None:
    position = board(BASE, hand="b7 r1", other="g2", deck="")
    play(position, "b7@1")
    assert hand_of(position, 0) == ["r1"]
    assert position.player == 1


def test_a_side_takes_three_cards_at_most() -> None:
    position = board(
        BASE,
        """
        g1        -
        .         .
        b1,r5,y9  b2,r6
        """,
        hand="n5",
    )
    assert not may(position, "n5@1")
    assert may(position, "n5@2")
    with pytest.raises(IllegalAction, match="n5@1 is not legal"):
        position.play("n5@1")


# --- Conditions for claiming -------------------------------------------------------------------------

BOTH_COMPLETE = """
    g7,p4,b3  r1,r2,y4  -
    .         .         .
    g5,r5     n9,n8,y9  -
"""


def test_stones_are_claimed_after_playing_and_before_drawing() -> None:
    position = board(BASE, BOTH_COMPLETE, hand="b5 y1 y2 n1 n2 n3")
    assert not any(choice.startswith("claim") for choice in choices(position))
    assert claims(position, "b5@1") == [1, 2]
    assert len(hand_of(position, 0)) == 5
    play(position, "claim@1", "claim@2")
    assert len(hand_of(position, 0)) == 6
    assert position.player == 1


def test_several_stones_may_be_claimed_one_after_the_other_in_any_order() -> None:
    position = board(BASE, BOTH_COMPLETE, hand="b5")
    assert claims(position, "b5@1", "claim@2") == [1]
    assert claims(position, "claim@1") == []
    assert owners(position) == "00......."


def test_claiming_is_a_choice() -> None:
    position = board(BASE, BOTH_COMPLETE, hand="b5")
    play(position, "b5@1", "claim@2", "done")
    assert owners(position) == ".0......."
    assert position.player == 1


def test_a_stone_left_unclaimed_may_be_claimed_in_a_later_turn() -> None:
    position = board(BASE, BOTH_COMPLETE, hand="b5 y1", other="g1")
    play(position, "b5@1", "done", "g1@3")
    assert claims(position, "y1@4") == [1, 2]


def test_one_claims_only_in_ones_own_turn() -> None:
    position = board(BASE, BOTH_COMPLETE, hand="b5", other="g1")
    play(position, "b5@1", "done")
    assert claims(position, "g1@3") == []
    assert position.player == 0


def test_ones_own_formation_must_be_complete() -> None:
    position = board(
        BASE,
        """
        g1,p2,b4  -
        .         .
        b9,b8     -
        """,
        hand="n1",
    )
    assert claims(position, "n1@2") == []


def test_an_incomplete_opponent_who_could_still_win_keeps_the_stone_open() -> None:
    position = board(
        BASE,
        """
        g8,g9  -
        .      .
        b9,r9  -
        """,
        hand="n9",
    )
    assert claims(position, "n9@1") == []


PROOF = """
    y5,n5     -
    .         .
    b1,r1     -
"""


def test_a_stone_is_claimed_early_when_cards_on_the_table_prove_that_it_cannot_be_beaten() -> None:
    assert claims(board(BASE, PROOF, hand="g1", seen="b5 g5 r5 p5"), "g1@1") == [1]
    assert claims(board(BASE, PROOF, hand="g1", seen="b5 g5 r5"), "g1@1") == []


def test_cards_in_ones_own_hand_prove_nothing() -> None:
    assert claims(board(BASE, PROOF, hand="g1 p5", seen="b5 g5 r5"), "g1@1") == []


def test_the_last_card_of_a_deck_that_nobody_holds_may_still_come() -> None:
    position = board(BASE, PROOF, hand="g1 n1 n2", other="p5", deck="")
    assert claims(position, "g1@1") == []


def test_a_proof_considers_all_cards_still_to_be_placed_not_only_the_next() -> None:
    one_card = """
        y5        -
        .         .
        b1,r1     -
    """
    assert claims(board(BASE, one_card, hand="g1", seen="b5 g5 r5 p5 n5"), "g1@1") == []
    no_neighbours = board(BASE, one_card, hand="g1", seen="b5 g5 r5 p5 n5 y4 y6")
    assert claims(no_neighbours, "g1@1") == [1]


def test_a_proof_looks_at_every_colour() -> None:
    nines = """
        -      -
        .      .
        g9,r9  -
    """
    assert claims(board(BASE, nines, hand="y9", seen="b3 b6 b9"), "y9@1") == [], (
        "no run in blue, but in others"
    )
    no_runs = "b3 b6 b9 g3 g6 r3 r6 y3 y6 p3 p6 p9 n3 n6 n9"
    assert claims(board(BASE, nines, hand="y9", seen=no_runs), "y9@1") == [1]


def test_the_best_of_all_formations_claims_a_stone_at_once() -> None:
    position = board(
        BASE,
        """
        -
        .
        b7,b8
        """,
        hand="b9",
    )
    assert claims(position, "b9@1") == [1]


def test_a_tie_that_the_opponent_could_only_reach_later_does_not_stop_a_proof() -> None:
    position = board(
        BASE,
        """
        r7,r8
        .
        b7,b8
        """,
        hand="b9",
    )
    assert claims(position, "b9@1") == [1]


def test_a_side_that_can_never_be_completed_cannot_stop_a_claim() -> None:
    position = board(
        BASE,
        """
        y9,n8     -
        .         .
        b1,r2     -
        """,
        hand="g5",
        deck="",
    )
    assert claims(position, "g5@1") == [1]


# --- Claiming: the formations ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("b1,b2,b3", "g9,r9,y9"),  # colour-run, three of a kind
        ("b1,r1,g1", "p9,p8,p6"),  # three of a kind, colour
        ("b1,b2,b4", "n9,r8,y7"),  # colour, run
        ("b1,r2,g3", "n9,r9,y8"),  # run, sum
    ],
)
def test_a_formation_beats_every_weaker_one_whatever_the_sums(stronger: str, weaker: str) -> None:
    first_or_not = (
        f"{weaker}\n.<1\n{stronger}",
        f"{weaker}\n.<0\n{stronger}",
    )
    for picture in first_or_not:
        assert claims(board(BASE, picture, hand="p1"), "p1@9") == [1]
    position = board(BASE, f"{stronger}\n.<0\n{weaker}", hand="p1")
    assert claims(position, "p1@9") == []


@pytest.mark.parametrize("run", ["b1,r2,g3", "g3,b1,r2", "r2,g3,b1"])
def test_the_order_of_play_does_not_matter_for_runs(run: str) -> None:
    assert claims(board(BASE, f"n9,p9,y8\n.<1\n{run}", hand="p1"), "p1@9") == [1]
    colours = run.replace("r", "b").replace("g", "b")
    assert claims(board(BASE, f"n9,p9,y9\n.<1\n{colours}", hand="p1"), "p1@9") == [1]


def test_a_run_does_not_go_round_the_corner() -> None:
    assert claims(board(BASE, "n1,p2,y3\n.<1\nb9,r1,g2", hand="p1"), "p1@9") == []


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("b2,b3,b4", "r1,r2,r3"),
        ("b2,r2,g2", "y1,n1,p1"),
        ("b1,b2,b5", "r1,r2,r4"),
        ("b2,r3,g4", "y1,n2,p3"),
        ("b1,r1,g3", "y1,n1,p2"),
    ],
)
def test_equal_formations_compare_by_their_sum(higher: str, lower: str) -> None:
    assert claims(board(BASE, f"{lower}\n.<1\n{higher}", hand="g9"), "g9@9") == [1]
    assert claims(board(BASE, f"{higher}\n.<0\n{lower}", hand="g9"), "g9@9") == []


def test_a_tie_goes_to_the_side_that_completed_first() -> None:
    assert claims(board(BASE, "r7,r8,r9\n.<0\nb7,b8,b9", hand="g1"), "g1@9") == [1]
    assert claims(board(BASE, "r7,r8,r9\n.<1\nb7,b8,b9", hand="g1"), "g1@9") == []


def test_who_played_the_third_card_first_is_noticed_in_play() -> None:
    picture = """
        r5,y1
        .
        b5,n1
    """
    position = board(BASE, picture, hand="b3 g9 n9", other="r3 y9")
    play(position, "b3@1", "r3@1")
    assert position.to_dict()["stones"][0]["first"] == 0
    assert claims(position, "g9@2") == [1]
    position = board(BASE, picture, hand="b3 g9", other="r3 y9 n9", player=1)
    play(position, "r3@1", "b3@1")
    assert position.to_dict()["stones"][0]["first"] == 1
    assert position.player == 1
    assert claims(position, "n9@2") == [1]


def test_the_rulebooks_example_three_fives_beat_a_sum() -> None:
    position = board(
        BASE,
        """
        g7,p4,b3
        .
        g5,r5
        """,
        hand="b5",
    )
    play(position, "b5@1", "claim@1")
    assert owners(position) == "0........"


def test_a_claimed_stone_takes_no_more_cards_from_either_side() -> None:
    position = board(
        BASE,
        """
        g7  -
        0   1
        b5  r5
        """,
        hand="n1",
        other="n2",
    )
    assert not may(position, "n1@1")
    assert not may(position, "n1@2")
    play(position, "n1@3")
    assert not may(position, "n2@1")
    assert not may(position, "n2@2")


def test_a_claimed_stone_is_never_claimed_again() -> None:
    assert claims(board(BASE, "g1,p3,b4\n1\nb7,b8,b9", hand="n1"), "n1@2") == []


# --- End of the game ---------------------------------------------------------------------------------


def test_three_adjacent_stones_win_at_once() -> None:
    position = board(
        BASE,
        """
        -  g1,r2,y4  -  b1,r1,y1
        0  .         0  .
        -  b7,b8     -  g7,g8,g9
        """,
        hand="b9 n1",
    )
    assert claims(position, "b9@2") == [2, 4]
    play(position, "claim@2")
    assert position.over
    assert position.winners == [0]
    assert position.scores == [5, 0]
    assert hand_of(position, 0) == ["n1"], "the winner draws no more"


def test_five_stones_win_wherever_they_are() -> None:
    position = board(
        BASE,
        """
        -  -  -  -  -  -  -  -  g1,r2,y4
        0  1  0  1  .  0  0  1  .
        -  -  -  -  -  -  -  -  b7,b8
        """,
        hand="b9",
    )
    play(position, "b9@9", "claim@9")
    assert position.over
    assert position.winners == [0]
    assert position.scores == [5, 3]


def test_four_scattered_stones_do_not_win() -> None:
    position = board(
        BASE,
        """
        -  -  -  -  -  -  g1,r2,y4
        0  0  .  0  .  .  .
        -  -  -  -  -  -  b7,b8
        """,
        hand="b9",
    )
    play(position, "b9@7", "claim@7")
    assert not position.over
    assert position.winners == []


def test_the_second_player_wins_alike() -> None:
    position = board(
        BASE,
        """
        -  b7,b8     -
        1  .         1
        -  g1,r2,y4  -
        """,
        other="b9",
        player=1,
    )
    play(position, "b9@2", "claim@2")
    assert position.winners == [1]


# --- No place to play --------------------------------------------------------------------------------

NO_PLACE = """
    -  -  -  -  -  -  -  -  -
    0  1  0  1  .  1  0  1  0
    -  -  -  -  b1,r5,y9  -  -  -  -
"""


def test_a_player_with_no_place_to_play_passes() -> None:
    position = board(BASE, NO_PLACE, hand="b7 r1", other="g2")
    assert choices(position) == ["pass"]


def test_a_player_who_passes_draws_only_below_hand_size() -> None:
    position = play(board(BASE, NO_PLACE, hand="b7 r1", other="g2"), "pass")
    assert len(hand_of(position, 0)) == 3
    position = play(board(BASE, NO_PLACE, hand="b7 r1 r2 r3 r4 n1", other="g2"), "pass")
    assert len(hand_of(position, 0)) == 6
    assert position.player == 1


def test_a_player_who_passes_may_still_claim() -> None:
    position = board(
        BASE,
        """
        -  -  -  -  g1,r2,y4  -  -  -  -
        0  1  0  1  .         1  0  1  0
        -  -  -  -  b7,b8,b9  -  -  -  -
        """,
        hand="n1",
        other="g2",
    )
    assert claims(position, "pass") == [5]


def test_a_player_with_a_card_and_a_place_may_not_pass() -> None:
    assert not may(board(BASE, hand="b7"), "pass")


def test_a_player_without_cards_passes() -> None:
    assert choices(board(BASE, hand="", other="g2")) == ["pass"]
