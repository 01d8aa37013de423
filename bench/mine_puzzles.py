"""Mine puzzles from games between bots: how the file `puzzles.jsonl` of each game was made.

    python bench/mine_puzzles.py schotten-totten --count 1000
    python bench/mine_puzzles.py glen-more --count 300 --minutes 30
    python bench/mine_puzzles.py glen-more --check

It plays game after game, each from a seed, and appends the puzzles that it finds to the file of the game, so
it can be stopped and started again. A position becomes a puzzle if the rules alone give one answer
(`Game.questions`), or if the best action leads all others clearly: first in the quick search that plays the
game, then in a search of 4,000 simulations, then in one of 12,000 with another seed. Puzzles are graded by
how many of nine weak bots find the answer, and by how far it leads. `--check` drops those that a search of
20,000 simulations with a third seed does not agree with.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from stramash.arena.puzzles import (
    LEAD,
    LONG,
    QUICK,
    chosen_options,
    find_fault,
    lead_of_best,
    parse_line,
    read_puzzles,
)
from stramash.bots.greedy import GreedyBot
from stramash.bots.search import Budget, SearchBot
from stramash.core.game import Game
from stramash.core.position import Position
from stramash.core.puzzle import BEST
from stramash.games import find, load, names

#: The searches that a position passes: simulations, how often others are tried at least, the lead it takes
PLAY, FINDER, CHECKER = 300, (4000, 300, LEAD), (12_000, 1000, LEAD)
#: The lead that the search which plays the game must see, so that a position is looked at again
GLANCE = 0.08
#: A position that is nearly won or lost is no puzzle
HOPELESS, SURE = 0.08, 0.97
#: The minimum number of actions between two puzzles of one game
APART = 5
#: The weak bots that grade a puzzle
SOLVERS = tuple(
    [lambda seed=seed: GreedyBot(seed) for seed in range(3)]
    + [lambda seed=seed: SearchBot(seed, Budget(simulations=60)) for seed in range(3)]
    + [lambda seed=seed: SearchBot(seed, Budget(simulations=300)) for seed in range(3)]
)
#: A puzzle is easy if at least EASY of them solve it, and hard if fewer than HARD do
EASY, HARD = 7, 3
#: A puzzle that is not easy is hard, too, if the next best action is closer than this, in percent
CLOSE = 15
#: The fewest actions to choose from
FEWEST = 4
#: No more than this share of a game's puzzles is of one kind and grade
SHARES, OTHER_SHARE = {BEST: 0.6}, 0.14


def main() -> int:
    """Mine until there are enough puzzles, or the time is over."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=names())
    parser.add_argument("--count", type=int, default=300, help="how many puzzles there should be in the end")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many minutes")
    parser.add_argument(
        "--check", action="store_true", help="mine nothing; drop puzzles that a test would refuse"
    )
    asked = parser.parse_args()
    file = find(asked.game).puzzles
    if file is None:
        parser.error(f"{asked.game} has no file of puzzles: set `puzzles` in its class")
    if asked.check:
        return check(file, asked.game)
    file.touch()
    usual = [variant for variant in find(asked.game).variants if variant.usual]
    end = time.monotonic() + 60 * asked.minutes
    found = Counter((puzzle.kind, puzzle.grade) for puzzle in read_puzzles(file, asked.game))
    lines = file.read_text("utf-8").splitlines()
    seed = max((json.loads(line)["seed"] for line in lines), default=0)
    while found.total() < asked.count and time.monotonic() < end:
        seed += 1
        game = load(asked.game, **usual[seed % len(usual)].arguments)
        game.prepare()
        full = {key for key, many in found.items() if many >= asked.count * SHARES.get(key[0], OTHER_SHARE)}
        puzzles, actions = mine(game, seed, full)
        if puzzles:
            played = {"seed": seed, "players": game.players, "options": chosen_options(game)}
            last = max(puzzle["ply"] for puzzle in puzzles)
            told = played | {"actions": " ".join(actions[:last]), "puzzles": puzzles}
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(told, separators=(",", ":")) + "\n")
            found.update((puzzle["kind"], puzzle["grade"]) for puzzle in puzzles)
        print(f"seed {seed}: {found.total()} puzzles, {dict(found)}", flush=True)
    return 0


def check(file: Path, game: str) -> int:
    """Write the file again without the puzzles that the searches of the tests do not agree with."""
    kept = []
    for line in file.read_text("utf-8").splitlines():
        played = json.loads(line)
        puzzles = list(parse_line(line, game))
        good = [not (find_fault(one, *QUICK) or find_fault(one, *LONG)) for one in puzzles]
        played["puzzles"] = [told for told, fine in zip(played["puzzles"], good, strict=True) if fine]
        if played["puzzles"]:
            kept.append(json.dumps(played, separators=(",", ":")) + "\n")
        for one, fine in zip(puzzles, good, strict=True):
            if not fine:
                print(f"dropped: seed {one.seed}, ply {len(one.actions)}, {one.answer}", flush=True)
    file.write_text("".join(kept), "utf-8")
    return 0


def mine(game: Game, seed: int, full: set[tuple[str, int]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Play the game of a seed; return its puzzles, and its actions as notation."""
    dice = random.Random(seed)
    position: Position = game.deal(seed)
    bots: dict[int | None, GreedyBot | None] = {}
    for seat in range(game.players):
        weak = dice.random() < 0.4
        bots[seat] = GreedyBot(dice.getrandbits(32)) if weak else None
    puzzles: list[dict[str, Any]] = []
    last = -APART
    while not position.over:
        ply, view = len(position.history), position.view(position.player)
        action, lead = _play(view, bots[position.player], dice.getrandbits(32))
        if ply - last >= APART:
            for puzzle in _asked(position, view, lead):
                if (puzzle["kind"], puzzle["grade"]) not in full:
                    puzzles.append({"ply": ply} | puzzle)
                    last = ply
                    break
        position.play(action)
    return puzzles, position.played


def _play(view: Any, bot: GreedyBot | None, seed: int) -> tuple[int, float]:
    """Return the next action of the game, and the lead of the best as a quick search sees it."""
    if len(view.legal) < 3:
        return (bot or GreedyBot(seed)).choose(view), 0.0
    thought, lead = lead_of_best(view, Budget(simulations=PLAY), 20, seed)
    return thought.best.action if bot is None else bot.choose(view), lead


def _asked(position: Position, view: Any, lead: float) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of a position, cheap ones first."""
    for question in position.game.questions(position.state):
        choices = {"choices": " ".join(question.choices)} if question.choices else {}
        yield {"kind": question.kind, "grade": question.grade, "answer": question.answer} | choices
    if lead >= GLANCE and len(view.legal) >= FEWEST:
        yield from _best(view)


def _best(view: Any) -> Iterator[dict[str, Any]]:
    """Yield the puzzle to find the best action, if all searches agree that it leads clearly."""
    answer: set[int] = set()
    for seed, (simulations, least, needed) in enumerate((FINDER, CHECKER), 1):
        thought, lead = lead_of_best(view, Budget(simulations=simulations), least, seed)
        answer.add(thought.best.action)
        if lead < needed or len(answer) > 1 or not HOPELESS < thought.best.chance < SURE:
            return
    if view.game.routine(thought.best.action):
        return
    solved = sum(solver().choose(view) in answer for solver in SOLVERS)
    notation = view.game.notations
    tried = [one for one in thought.considered if one.visits >= CHECKER[1]]
    chances = [round(100 * one.chance) for one in tried]
    yield {
        "kind": BEST,
        "grade": grade(solved, chances[0] - max(chances[1:])),
        "answer": notation[thought.best.action],
        "chances": dict(zip((notation[one.action] for one in tried), chances, strict=True)),
        "line": [[seat, notation[action]] for seat, action in thought.line[:6]],
    }


def grade(solved: int, lead: int) -> int:
    """Return the grade of a puzzle that this many weak bots solve, with the lead of its answer in percent."""
    if solved >= EASY:
        return 1
    return 3 if solved < HARD or lead < CLOSE else 2


if __name__ == "__main__":
    sys.exit(main())
