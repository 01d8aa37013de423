"""Puzzles: positions from games between bots in which one action is right, read from a game's file.

A file has a line of JSON for each game that was played: its seed, its actions, and the puzzles in it. A
puzzle is a moment of that game, seen from the seat that is to act. `bench/mine_puzzles.py` makes the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Any

from stramash.bots.guided import Guidance, GuidedBot
from stramash.bots.search import Budget, Thought
from stramash.core.game import Game
from stramash.core.position import Position, View
from stramash.core.puzzle import BEST
from stramash.games import find, restore

__all__ = [
    "LEAD",
    "LONG",
    "QUICK",
    "Puzzle",
    "answer_by_rules",
    "chosen_options",
    "find_fault",
    "lead_of_best",
    "parse_line",
    "puzzle_of_the_day",
    "puzzles_of",
    "read_puzzles",
]

#: The minimum lead of the best action in chance of winning, in every search that checked the puzzle
LEAD = 0.07
#: The minimum lead in the searches of the tests, which use other seeds
LEAST_LEAD = 0.03
_CHECKING_SEED = 77
#: The searches of the tests, a quick and a long one, in rollouts
QUICK, LONG = 400, 4000
#: All actions that a puzzle compares are tried, however unlikely the network finds them
_GUIDANCE = Guidance(candidates=8, least=0.0)
#: An action that was tried in fewer worlds has no chance that a page shows
_LEAST_WORLDS = 8


@dataclass(frozen=True)
class Puzzle:
    """A moment of a game with one right action."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    #: the game before this moment, as notation
    actions: tuple[str, ...]
    kind: str
    grade: int
    answer: str
    #: the actions to choose from, as notation; empty: all legal actions
    choices: tuple[str, ...] = ()
    #: chances of winning in percent, of the answer and of the best other actions; empty if the rules decide
    chances: tuple[tuple[str, int], ...] = ()
    #: the principal variation, from the answer on
    line: tuple[tuple[int, str], ...] = ()

    @property
    def id(self) -> str:
        """The name of the puzzle in addresses: it stays the same when the file grows."""
        named = f"{self.game} {self.players} {self.options} {self.seed} {len(self.actions)} {self.kind}"
        return sha256(named.encode()).hexdigest()[:8]

    def position(self) -> Position:
        """Return the whole position; what the player may know is `position().view(position().player)`."""
        position = restore(self.game, self.players, self.options).deal(self.seed)
        for action in self.actions:
            position.play(action)
        return position

    def turn(self, view: View) -> list[int]:
        """Return the answer and what its player is expected to do next in the same turn."""
        own = takewhile(lambda step: step[0] == view.seat, self.line)
        return [view.parse(action) for _, action in own] or [view.parse(self.answer)]

    def offered(self, view: View) -> list[int]:
        """Return the actions to choose from."""
        return [view.parse(choice) for choice in self.choices] or view.legal


def read_puzzles(file: Path, game: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, in order."""
    for line in file.read_text("utf-8").splitlines():
        yield from parse_line(line, game)


def parse_line(line: str, game: str) -> Iterator[Puzzle]:
    """Yield the puzzles of one line of a file."""
    played = json.loads(line)
    actions = tuple(played["actions"].split())
    for content in played["puzzles"]:
        yield Puzzle(
            game=game,
            players=played["players"],
            options=played.get("options", {}),
            seed=played["seed"],
            actions=actions[: content["ply"]],
            kind=content["kind"],
            grade=content["grade"],
            answer=content["answer"],
            choices=tuple(content.get("choices", "").split()),
            chances=tuple((action, chance) for action, chance in content.get("chances", {}).items()),
            line=tuple((seat, action) for seat, action in content.get("line", ())),
        )


@cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """Return the puzzles of a game by their id, in the order of its file; empty if it has none.

    >>> len(puzzles_of("schotten-totten")) > 0
    True
    """
    file = find(game).puzzles
    return {} if file is None else {puzzle.id: puzzle for puzzle in read_puzzles(file, game)}


def puzzle_of_the_day(game: str, day: date) -> Puzzle | None:
    """Return the puzzle of a day, the same for everybody; None if the game has none."""
    known = list(puzzles_of(game).values())
    if not known:
        return None
    number = int.from_bytes(sha256(f"{game} {day.isoformat()}".encode()).digest()[:8], "big")
    return known[number % len(known)]


def answer_by_rules(puzzle: Puzzle, position: Position) -> str | None:
    """Return the answer that the rules give to this kind of puzzle; None if they give none."""
    questions = position.game.questions(position.state)
    return next((question.answer for question in questions if question.kind == puzzle.kind), None)


def find_fault(puzzle: Puzzle, rollouts: int) -> str:
    """Return why the rules or a search do not agree with the answer of a puzzle; empty if they do."""
    position = puzzle.position()
    assert position.player is not None
    view = position.view(position.player)
    offered, answer = puzzle.offered(view), view.parse(puzzle.answer)
    if answer not in offered or answer not in view.legal or len(offered) < 2:
        return f"{puzzle.answer} is not one of several actions"
    if puzzle.kind != BEST:
        by_rules = answer_by_rules(puzzle, position)
        return "" if by_rules == puzzle.answer else f"the rules say {by_rules}, not {puzzle.answer}"
    thought, lead = lead_of_best(view, rollouts, _CHECKING_SEED)
    best = view.notation(thought.best.action)
    if best != puzzle.answer or lead < LEAST_LEAD:
        return f"a search finds {best}, {lead:.2f} ahead of all others, not {puzzle.answer}"
    return ""


def lead_of_best(view: View, rollouts: int, seed: int) -> tuple[Thought, float]:
    """Return the result of a guided search, and the lead of its best action in chance of winning."""
    thought = GuidedBot(seed, Budget(simulations=rollouts), _GUIDANCE).think(view)
    tried = tuple(one for one in thought.considered if one.visits >= _LEAST_WORLDS)
    others = (one.chance for one in tried if one.action != thought.best.action)
    return replace(thought, considered=tried), thought.best.chance - max(others, default=thought.best.chance)


def chosen_options(game: Game) -> dict[str, Any]:
    """Return the options of a game that differ from the usual ones."""
    usual = find(game.name)(players=game.players).options
    return {name: value for name, value in game.options.items() if usual.get(name) != value}
