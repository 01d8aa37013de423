"""Mine puzzles from games between bots: how the file `puzzles.jsonl` of each game was made.

    python bench/mine_puzzles.py schotten-totten --count 1000
    python bench/mine_puzzles.py glen-more --count 300 --minutes 30
    python bench/mine_puzzles.py glen-more --again
    python bench/mine_puzzles.py glen-more --check

Networks play game after game, some of them badly. The puzzles that are found are appended to the file of the
game, so mining can be stopped and started again. A position becomes a puzzle if the rules alone give one
answer (`Game.questions`), or if the best action leads all others clearly: in three guided searches of 64, 400
and 800 rollouts with different seeds. Puzzles are graded by how many of nine weak bots find the answer, and
by how far it leads. No kind of action, and no clan or tile, fills more than its share (`ACTION_SHARE`).
`--again` asks the same searches about the moments that are in the file, after a change of the networks or of
the shares. `--check` drops puzzles that exceed a share, or that a search with a fourth seed does not agree
with.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from stramash.arena.puzzles import (
    LEAD,
    LONG,
    Puzzle,
    chosen_options,
    find_fault,
    lead_of_best,
    parse_line,
    read_puzzles,
)
from stramash.bots.advice import expected_line
from stramash.bots.greedy import GreedyBot
from stramash.bots.network import Evaluation, NetworkBot
from stramash.bots.search import Budget, SearchBot
from stramash.core.game import Game
from stramash.core.position import Position, View
from stramash.core.puzzle import BEST
from stramash.games import find, load, names

#: The guided searches that a position passes: rollouts, and the lead it takes
SEARCHES = ((64, 0.04), (400, LEAD), (800, LEAD))
#: The temperatures of the networks that play
TEMPERATURES = (0.0, 0.0, 0.3, 0.6, 1.0)
#: A position is looked at if the network prefers its best action this much, because a lead is likely then
PREFERRED = 0.5
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
#: The fewest actions to choose from, and the most whose chances are shown
FEWEST, _SHOWN = 4, 6
#: No more than this share of a game's puzzles is of one kind, and of one kind and grade
KIND_SHARES, GRADE_SHARES = {BEST: 1.0}, {BEST: 0.6}
OTHER_KIND, OTHER_GRADE = 0.4, 0.14
#: No more than this share asks for one kind of action, and for one clan or tile
ACTION_SHARE, SUBJECT_SHARE = 0.34, 0.08

Key = tuple[str | int, ...]
Found = Counter[Key]
#: Whether there are enough puzzles of a key
Full = Callable[[Key], bool]


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
    parser.add_argument("--rollouts", type=int, default=LONG, help="how long --check thinks about a puzzle")
    parser.add_argument(
        "--again", action="store_true", help="mine nothing; look again at the moments in the file"
    )
    asked = parser.parse_args()
    file = find(asked.game).puzzles
    if file is None:
        parser.error(f"{asked.game} has no file of puzzles: set `puzzles` in its class")
    if asked.check:
        return check(file, asked.game, asked.rollouts, asked.count)
    if asked.again:
        return look_again(file, asked.game, asked.count, asked.minutes)
    file.touch()
    usual = [variant for variant in find(asked.game).variants if variant.usual]
    end = time.monotonic() + 60 * asked.minutes
    found: Found = Counter()
    for puzzle in read_puzzles(file, asked.game):
        found.update(keys(load(asked.game, players=puzzle.players, **puzzle.options), puzzle))
    lines = file.read_text("utf-8").splitlines()
    seed = max((json.loads(line)["seed"] for line in lines), default=0)
    while found[()] < asked.count and time.monotonic() < end:
        seed += 1
        game = load(asked.game, **usual[seed % len(usual)].arguments)
        game.prepare()
        puzzles, actions = mine(game, seed, lambda key: found[key] >= most(key, asked.count))
        if puzzles:
            played = {"seed": seed, "players": game.players, "options": chosen_options(game)}
            last = max(puzzle["ply"] for puzzle in puzzles)
            told = played | {"actions": " ".join(actions[:last]), "puzzles": puzzles}
            line = json.dumps(told, separators=(",", ":"))
            with file.open("a", encoding="utf-8") as out:
                out.write(line + "\n")
            for puzzle in parse_line(line, asked.game):
                found.update(keys(game, puzzle))
        counted = {" ".join(map(str, key[1:])): many for key, many in found.items() if key[:1] == ("action",)}
        print(f"seed {seed}: {found[()]} puzzles, {counted}", flush=True)
    return 0


def keys(game: Game, puzzle: Puzzle) -> list[Key]:
    """Return what a puzzle counts for: all, its kind, its grade, and what it asks for."""
    found: list[Key] = [(), ("kind", puzzle.kind), ("grade", puzzle.kind, puzzle.grade)]
    return [*found, *action_keys(game, game.parse(puzzle.answer))] if puzzle.kind == BEST else found


def action_keys(game: Game, action: int) -> list[Key]:
    """Return what an answer counts for: its kind of action, and its clan or tile."""
    kind, subject = game.actions.kind(action), re.match("[a-z:]*", game.notations[action])
    assert subject is not None
    return [("action", kind), ("subject", kind, subject[0])]


def most(key: Key, count: int) -> float:
    """Return the most puzzles of a key, among `count` puzzles."""
    match key:
        case ("kind", kind):
            return KIND_SHARES.get(str(kind), OTHER_KIND) * count
        case ("grade", kind, _):
            return GRADE_SHARES.get(str(kind), OTHER_GRADE) * count
        case ("action", _):
            return ACTION_SHARE * count
        case ("subject", _, name) if not str(name).endswith(":"):
            return SUBJECT_SHARE * count
    return count


def check(file: Path, name: str, rollouts: int, count: int) -> int:
    """Write the file again without the puzzles that a search does not agree with, or that exceed a share."""
    found: Found = Counter()
    kept = []
    for line in file.read_text("utf-8").splitlines():
        played = json.loads(line)
        good = []
        for told, puzzle in zip(played["puzzles"], parse_line(line, name), strict=True):
            counted = keys(load(name, players=puzzle.players, **puzzle.options), puzzle)
            fault = (
                "there are enough of its kind"
                if any(found[key] >= most(key, count) for key in counted)
                else ""
            )
            fault = fault or find_fault(puzzle, rollouts)
            if fault:
                print(f"dropped: seed {puzzle.seed}, ply {len(puzzle.actions)}: {fault}", flush=True)
            else:
                good.append(told)
                found.update(counted)
        if good:
            kept.append(json.dumps(played | {"puzzles": good}, separators=(",", ":")) + "\n")
    file.write_text("".join(kept), "utf-8")
    print(f"{found[()]} puzzles are left")
    return 0


def look_again(file: Path, name: str, count: int, minutes: float) -> int:
    """Write the file again with the puzzles that the searches find at the same moments.

    Games for which there is no time stay as they are.
    """
    found: Found = Counter()
    kept = []
    end = time.monotonic() + 60 * minutes
    for line in file.read_text("utf-8").splitlines():
        if time.monotonic() > end:
            kept.append(line + "\n")
            continue
        played, again = json.loads(line), []
        for puzzle in parse_line(line, name):
            again += _ask_again(puzzle, lambda key: found[key] >= most(key, count))
        if again:
            kept.append(json.dumps(played | {"puzzles": again}, separators=(",", ":")) + "\n")
            for puzzle in parse_line(kept[-1], name):
                found.update(keys(load(name, players=puzzle.players, **puzzle.options), puzzle))
        print(
            f"seed {played['seed']}: {len(again)} of {len(played['puzzles'])}, {found[()]} in all", flush=True
        )
    file.write_text("".join(kept), "utf-8")
    return 0


def _ask_again(puzzle: Puzzle, full: Full) -> list[dict[str, Any]]:
    """Return what is asked now at the moment of a puzzle; nothing if the searches do not agree any more."""
    position = puzzle.position()
    asked = _best(position.view(position.player), full) if puzzle.kind == BEST else _by_rules(position, full)
    return [{"ply": len(puzzle.actions)} | told for told in asked if told["kind"] == puzzle.kind]


def mine(game: Game, seed: int, full: Full) -> tuple[list[dict[str, Any]], list[str]]:
    """Play the game of a seed; return its puzzles, and its actions as notation."""
    dice = random.Random(seed)
    position: Position = game.deal(seed)
    bots = [NetworkBot(dice.getrandbits(32), dice.choice(TEMPERATURES)) for _ in range(game.players)]
    puzzles: list[dict[str, Any]] = []
    last = -APART
    while not position.over:
        assert position.player is not None
        ply, view = len(position.history), position.view(position.player)
        bot = bots[position.player]
        if ply - last >= APART and len(view.legal) > 1:
            for puzzle in _asked(position, view, bot.evaluate(view), full):
                if not full(("grade", puzzle["kind"], puzzle["grade"])):
                    puzzles.append({"ply": ply} | puzzle)
                    last = ply
                    break
        position.play(bot.choose(view))
    return puzzles, position.played


def _asked(position: Position, view: View, evaluation: Evaluation, full: Full) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of a position, cheap ones first."""
    yield from _by_rules(position, full)
    likely = evaluation.probabilities().max() >= PREFERRED and HOPELESS < evaluation.chance < SURE
    if not likely or len(view.legal) < FEWEST or view.game.routine(evaluation.best):
        return
    if not any(full(key) for key in action_keys(view.game, evaluation.best)):
        yield from _best(view, full)


def _by_rules(position: Position, full: Full) -> Iterator[dict[str, Any]]:
    """Yield the questions that the rules alone answer."""
    for question in position.game.questions(position.state):
        if not full(("kind", question.kind)):
            choices = {"choices": " ".join(question.choices)} if question.choices else {}
            yield {"kind": question.kind, "grade": question.grade, "answer": question.answer} | choices


def _best(view: View, full: Full) -> Iterator[dict[str, Any]]:
    """Yield the puzzle to find the best action, if all searches agree that it leads clearly."""
    answer: set[int] = set()
    for seed, (rollouts, needed) in enumerate(SEARCHES, 1):
        thought, lead = lead_of_best(view, rollouts, seed)
        action = thought.best.action
        answer.add(action)
        if lead < needed or len(answer) > 1 or not HOPELESS < thought.best.chance < SURE:
            return
    if view.game.routine(action) or any(full(key) for key in action_keys(view.game, action)):
        return
    solved = sum(solver().choose(view) in answer for solver in SOLVERS)
    notation = view.game.notations
    chances = {notation[one.action]: round(100 * one.chance) for one in thought.considered[:_SHOWN]}
    yield {
        "kind": BEST,
        "grade": grade(solved, round(100 * lead)),
        "answer": notation[action],
        "chances": chances,
        "line": [[seat, notation[after]] for seat, after in expected_line(view, action)],
    }


def grade(solved: int, lead: int) -> int:
    """Return the grade of a puzzle that this many weak bots solve, with the lead of its answer in percent."""
    if solved >= EASY:
        return 1
    return 3 if solved < HARD or lead < CLOSE else 2


if __name__ == "__main__":
    sys.exit(main())
