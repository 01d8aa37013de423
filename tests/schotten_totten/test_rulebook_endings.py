"""How rounds end when nobody can move or win, and matches over several rounds."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stramash
from stramash import Position
from tests.schotten_totten.board import BASE, ROUNDS, TACTICS, board, choices, hand_of, owners, play

# --- Nobody can move ---------------------------------------------------------------------------------

STUCK = """
    g1,r2,y4  -  -  -  b1,r1,y9  -  -  -  -
    .<0       1  1  0  .<1       1  0  1  0
    b7,b8,b9  -  -  -  n1,r9,y5  -  -  -  -
"""


def stuck(picture: str = STUCK, **rest: Any) -> Position:
    return board(BASE, picture, hand="n2", other="n3", deck="", **rest)


def test_one_idle_turn_does_not_end_the_game() -> None:
    position = play(stuck(), "pass", "done")
    assert not position.over
    assert position.to_dict()["idle"] == 1


def test_two_idle_turns_in_a_row_end_the_game() -> None:
    position = play(stuck(), "pass", "done", "pass")
    assert position.over


def test_a_claim_is_no_idle_turn() -> None:
    position = play(stuck(), "pass", "claim@1", "done")
    assert position.to_dict()["idle"] == 0
    assert not play(position, "pass").over


def test_a_play_between_starts_the_count_again() -> None:
    picture = """
        g1,r2     -  -  -  -  -  -  -  -
        .         1  1  0  1  0  0  1  0
        b1,r1,n5  -  -  -  -  -  -  -  -
    """
    position = board(BASE, picture, hand="n2", other="y9 n3", deck="")
    play(position, "pass", "y9@1", "done")
    assert position.to_dict()["idle"] == 0


def test_the_second_idle_turn_still_draws() -> None:
    position = board(BASE, STUCK, hand="n2", other="n3", deck="n8 n7")
    play(position, "pass", "done", "pass")
    assert position.over
    assert hand_of(position, 1) == ["n3", "n7"]


def test_at_the_end_each_stone_that_a_side_could_claim_goes_to_it() -> None:
    position = play(stuck(), "pass", "done", "pass")
    assert owners(position) == "011001010", "stone 1 for seat 0, and stone 5, whose 15 beats 11"


def ending(owners_before: str, winners: list[int], scores: list[int]) -> None:
    """Let both pass, every stone being claimed or bare, and see who wins."""
    position = BASE.position({})
    position.state.owner[:] = [".01".index(owner) - 1 for owner in owners_before]
    play(position, "pass", "pass")
    assert position.over
    assert position.winners == winners
    assert position.scores == scores


def test_at_the_end_a_player_alone_with_three_adjacent_or_five_stones_wins() -> None:
    ending("000.1.1.1", [0], [5, 3])
    ending("000.11.11", [0], [5, 4])
    ending("0.0.00.10", [0], [5, 1])


def test_at_the_end_more_stones_win_otherwise() -> None:
    ending("0.0.0.1.1", [0], [5, 2])
    ending("1.0.1.1..", [1], [1, 5])


def test_at_the_end_more_stones_win_when_both_hold_enough() -> None:
    ending("00000111.", [0], [5, 3])


def test_at_the_end_equal_stones_are_a_draw_with_a_point_a_stone() -> None:
    ending("0.0.1.1..", [0, 1], [2, 2])
    ending("000.111..", [0, 1], [3, 3])
    ending(".........", [0, 1], [0, 0])


def test_seven_tactic_cards_under_the_limit_against_a_full_side_is_a_deadlock_that_ends() -> None:
    """Seat 0 has only Tactic cards and may play none; seat 1 has Clan cards and no place for any."""
    position = board(
        TACTICS,
        """
        r1,g5,y8  -  -  -  -  -  -  -  -
        .         1  1  0  1  0  0  1  0
        b1        -  -  -  -  -  -  -  -
        """,
        hand="joker1 joker2 spy shield mud recruiter strategist",
        other="n1 n2 n3 n4 n5 n6 n7",
        tactics_played=[1, 0],
        deck="n8 n9",
        tactic_deck="banshee",
    )
    assert choices(position) == ["pass"]
    play(position, "pass")
    assert choices(position) == ["pass"]
    play(position, "pass")
    assert position.over
    assert position.winners == [0, 1]
    assert position.scores == [4, 4]


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("proofs", ["clan", "all"])
def test_every_tactic_game_ends(expert: bool, proofs: str) -> None:
    game = stramash.load("schotten-totten", tactics=True, expert=expert, proofs=proofs)
    dice = random.Random(1)
    for seed in range(150):
        position = game.deal(seed)
        for _ in range(1000):
            if position.over:
                break
            legal = position.legal
            # Claiming never and hoarding Tactic cards is what leads into deadlocks
            hoard = [action for action in legal if game.notations[action] in ("done", "draw:tactic", "pass")]
            position.play(dice.choice(hoard if hoard and seed % 2 else legal))
        assert position.over, seed


# --- Matches -----------------------------------------------------------------------------------------

ABOUT_TO_WIN = """
    -  g1,r2,y4  -  -  -
    0  .         0  1  1
    -  b7,b8     -  -  -
"""


def test_the_winner_of_a_round_gets_five_points_the_other_one_a_stone() -> None:
    position = play(board(ROUNDS, ABOUT_TO_WIN, hand="b9"), "b9@2", "claim@2")
    assert position.scores == [5, 2]
    assert not position.over
    assert position.winners == []


def test_the_loser_of_a_round_starts_the_next() -> None:
    for starter in (0, 1):
        position = play(board(ROUNDS, ABOUT_TO_WIN, hand="b9", starter=starter), "b9@2", "claim@2")
        assert position.player == 1
        assert choices(position) == ["next"]
        play(position, "next")
        assert position.player == 1
        state = position.to_dict()
        assert (state["round"], state["starter"], state["turn"], state["idle"]) == (2, 1, 1, 0)


def test_a_new_round_is_set_up_afresh() -> None:
    position = play(board(ROUNDS, ABOUT_TO_WIN, hand="b9"), "b9@2", "claim@2", "next")
    state = position.to_dict()
    assert [len(hand) for hand in state["hands"]] == [6, 6]
    assert len(state["deck"]) == 42
    assert owners(position) == "........."
    assert position.scores == [5, 2]


def test_after_a_drawn_round_the_player_who_did_not_start_it_starts() -> None:
    for starter in (0, 1):
        position = ROUNDS.position({"hands": [[], []], "starter": starter, "player": starter})
        play(position, "pass", "pass")
        assert position.scores == [0, 0]
        assert position.to_dict()["winner"] is None
        assert position.player == 1 - starter
        assert play(position, "next").to_dict()["starter"] == 1 - starter


def test_the_match_ends_after_the_rounds_agreed_on() -> None:
    for rounds in (1, 2, 3):
        game, dice = stramash.load("schotten-totten", rounds=rounds), random.Random(rounds)
        position = game.deal(rounds)
        dealt = 1
        while not position.over:
            action = dice.choice(position.legal)
            dealt += position.notation(action) == "next"
            position.play(action)
        assert dealt == rounds


@pytest.mark.parametrize(
    ("points", "winners", "scores"),
    [([0, 4], [0], [5, 6]), ([1, 4], [0, 1], [6, 6]), ([5, 0], [0], [10, 2]), ([0, 3], [0, 1], [5, 5])],
)
def test_most_points_after_the_last_round_win_and_a_tie_is_shared(
    points: list[int], winners: list[int], scores: list[int]
) -> None:
    position = board(ROUNDS, ABOUT_TO_WIN, hand="b9", round=3, points=points)
    play(position, "b9@2", "claim@2")
    assert position.over
    assert position.scores == scores
    assert position.winners == ([1] if scores[1] > scores[0] else winners)
