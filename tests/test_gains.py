"""What a turn gains is said in words, and says nothing about hidden things."""

from __future__ import annotations

import pytest

import stramash
from stramash.arena.puzzles import Puzzle, puzzles_of
from stramash.core.position import Position
from stramash.core.puzzle import BEST
from tests.schotten_totten.board import BASE, board

GAMES = ("schotten-totten", "lords-of-scotland", "glen-more")
every_game = pytest.mark.parametrize("game", GAMES)


def some(game: str) -> list[Puzzle]:
    found = [puzzle for puzzle in puzzles_of(game).values() if puzzle.kind == BEST]
    return found[:: len(found) // 20]


@every_game
def test_most_solutions_have_a_reason_in_every_language(game: str) -> None:
    told = 0
    for puzzle in some(game):
        position = puzzle.position()
        view = position.view(position.player)
        turn = puzzle.turn(view)
        sentences = {locale: view.gains(turn, locale) for locale in ("en", "es", "fr")}
        assert len({len(each) for each in sentences.values()}) == 1
        told += bool(sentences["en"])
        assert not set(sentences["en"]) & set(sentences["fr"])
    assert told >= len(some(game)) // 2


@every_game
def test_gains_are_the_same_in_every_position_that_a_seat_cannot_distinguish(game: str) -> None:
    for puzzle in some(game)[:6]:
        position = puzzle.position()
        view = position.view(position.player)
        turn = puzzle.turn(view)
        assert position.player is not None
        for number in range(50, 54):
            world = view.imagine(number)
            assert world.view(position.player).gains(turn) == view.gains(turn)


@every_game
def test_an_action_that_brings_nothing_gains_nothing(game: str) -> None:
    position = stramash.load(game).deal(seed=1)
    view = position.view(position.player)
    assert view.gains([]) == []


def gains(position: Position, *actions: str) -> list[str]:
    view = position.view(position.player)
    return view.gains([view.parse(action) for action in actions])


def test_a_card_that_completes_a_formation_says_what_it_proves_and_what_the_other_can_no_longer_make() -> (
    None
):
    position = board(
        BASE,
        """
        b1  r7,r9
        .   .
        b7,b9 -
        """,
        hand="b8 r8",
    )
    assert gains(position, "b8@1") == [
        "Stone 1 can be claimed: colour-run (24) cannot be beaten: the best the other side can make is "
        "blue 1-2-3, colour-run (6)."
    ]
    assert gains(position, "r8@3") == [
        "At stone 2 the other side can no longer make colour-run (24).",
        "At stone 3 you can still make three of a kind (24).",
    ]


def test_a_claim_that_wins_says_so_first() -> None:
    position = board(
        BASE,
        """
        -  -  b1
        0  0  .
        -  -  b7,b9
        """,
        hand="b8 r8",
    )
    assert gains(position, "b8@3", "claim@3")[0] == "That wins."
