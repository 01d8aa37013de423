"""Puzzle questions that the rules alone answer; a game declares them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BEST", "GRADES", "Question"]

#: The kind of puzzle that every game has: one action is clearly best, by the search
BEST = "best"
#: How hard puzzles are, from 1; pages have a word for each
GRADES = (1, 2, 3)


@dataclass(frozen=True)
class Question:
    """A question about a state with one right answer."""

    #: what is asked: `Game.ask_puzzle` says it in words
    kind: str
    #: the actions to choose from, as notation; some may be illegal. Empty: all legal actions
    choices: tuple[str, ...]
    answer: str
    #: how hard it is, one of `GRADES`
    grade: int
