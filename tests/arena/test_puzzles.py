"""Every puzzle has one right answer: by the rules, or by a search stronger than the one that found it."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta

import pytest

from stramash.arena.puzzles import LONG, QUICK, Puzzle, find_fault, puzzle_of_the_day, puzzles_of
from stramash.core.puzzle import BEST, GRADES
from stramash.games import load

#: How many puzzles each game has at least
LEAST = {"schotten-totten": 1000, "lords-of-scotland": 200, "glen-more": 100}
GAMES = list(LEAST)
#: How many puzzles of each kind and grade a quick run checks
SAMPLE = 2
every_game = pytest.mark.parametrize("game", GAMES)


def sample(game: str) -> list[Puzzle]:
    """Return a few puzzles of each kind and grade."""
    chosen: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in puzzles_of(game).values():
        chosen.setdefault((puzzle.kind, puzzle.grade), []).append(puzzle)
    return [puzzle for puzzles in chosen.values() for puzzle in puzzles[:: len(puzzles) // SAMPLE + 1]]


@every_game
def test_a_sample_of_puzzles_has_the_answers_that_rules_and_search_give(game: str) -> None:
    for puzzle in sample(game):
        assert find_fault(puzzle, QUICK) == "", puzzle


@pytest.mark.soak
@every_game
def test_all_puzzles_have_the_answers_that_rules_and_a_strong_search_give(game: str) -> None:
    for puzzle in puzzles_of(game).values():
        assert find_fault(puzzle, LONG) == "", puzzle


def test_only_the_proved_claim_of_a_claim_puzzle_is_legal() -> None:
    claims = [puzzle for puzzle in puzzles_of("schotten-totten").values() if puzzle.kind == "claim"]
    for puzzle in claims[:10]:
        position = puzzle.position()
        legal = {position.notation(action) for action in position.legal}
        assert set(puzzle.choices) & legal == {puzzle.answer}


@every_game
def test_files_are_small_and_their_puzzles_different(game: str) -> None:
    puzzles = list(puzzles_of(game).values())
    moments = {(puzzle.players, puzzle.seed, len(puzzle.actions), puzzle.kind) for puzzle in puzzles}
    assert len(moments) == len(puzzles)
    assert {puzzle.grade for puzzle in puzzles} <= set(GRADES)
    assert len(puzzles) >= LEAST[game]


@every_game
def test_every_game_has_puzzles_of_every_grade(game: str) -> None:
    found = Counter(puzzle.grade for puzzle in puzzles_of(game).values())
    assert all(found[grade] >= 12 for grade in GRADES), found


@every_game
def test_no_clan_or_tile_is_asked_for_in_more_than_a_quarter_of_the_puzzles(game: str) -> None:
    answers: Counter[str] = Counter()
    for puzzle in puzzles_of(game).values():
        if puzzle.kind == BEST:
            chosen = load(game, players=puzzle.players, **puzzle.options)
            name = re.sub("[^a-z:].*", "", puzzle.answer)
            answers[f"{chosen.actions.kind(chosen.parse(puzzle.answer))} {name}"] += not name.endswith(":")
    assert answers.most_common(1)[0][1] <= answers.total() / 4, answers


@every_game
def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_tomorrow(game: str) -> None:
    days = [date(2027, 1, 1) + timedelta(days=number) for number in range(30)]
    chosen = [puzzle_of_the_day(game, day) for day in days]
    assert chosen == [puzzle_of_the_day(game, day) for day in days]
    assert len({puzzle.id for puzzle in chosen if puzzle}) > 15
