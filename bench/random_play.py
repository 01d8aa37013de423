"""Random play of this checkout beside another one, as a ratio of processor time.

    git worktree add /some/folder COMMIT
    .venv/bin/python bench/random_play.py /some/folder [--games GAME…] [--rounds N] [--json]

Both checkouts play the same random games in turns, each in its own process. Each round gives a ratio, and the
median is reported, so a busy machine disturbs the result little. The moves are counted: the games must be the
same.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from stramash.games import find, names

HERE = Path(__file__).resolve().parent.parent
#: Seconds of processor time that a checkout plays in a round, about
ROUND = 0.5

#: Plays as many games as each line says, and answers with the moves and the processor time
PLAYER = """
import json, sys, time
import stramash
from stramash.cli.bench import _Runner
name, options = sys.argv[1], json.loads(sys.argv[2])
game = stramash.load(name, **options)
getattr(game, "prepare", lambda: None)()
runner = _Runner(game, seed=1)
runner.play(10)
for line in sys.stdin:
    start = time.process_time()
    moves = runner.play(int(line))
    print(moves, time.process_time() - start, flush=True)
"""


class Player:
    """A process of one checkout that plays random games of one variant."""

    def __init__(self, checkout: Path, name: str, options: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, name, json.dumps(options)],
            env=os.environ | {"PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, games: int) -> tuple[int, float]:
        """Play games; return the moves and the processor time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{games}\n")
        self.process.stdin.flush()
        moves, seconds = self.process.stdout.readline().split()
        return int(moves), float(seconds)

    def end(self) -> None:
        """Let the process end."""
        self.process.communicate()


def compare(other: Path, name: str, options: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Return the moves a second of both checkouts, and the median of the ratios, round by round."""
    here, there = Player(HERE, name, options), Player(other, name, options)
    games, spent = 64, 0.0
    while spent < ROUND / 4:
        games *= 2
        spent = here.play(games)[1]
        there.play(games)
    games = int(games * ROUND / spent)
    ratios, rates = [], []
    for _ in range(rounds):
        (moves, seconds), (moves_there, seconds_there) = here.play(games), there.play(games)
        if moves != moves_there:
            raise SystemExit(f"{name} {options}: {moves} and {moves_there} moves: these are different games")
        ratios.append(seconds_there / seconds)
        rates.append(moves / seconds)
    here.end()
    there.end()
    return {
        "game": name,
        "options": options,
        "moves_per_second": round(statistics.median(rates)),
        "times_as_fast": round(statistics.median(ratios), 3),
        "lowest": round(min(ratios), 3),
        "highest": round(max(ratios), 3),
    }


def main() -> None:
    """Compare, and print a line a variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--games", nargs="+", choices=names(), default=names())
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    for name in chosen.games:
        for variant in find(name).variants:
            if not variant.usual:
                continue
            row = compare(chosen.checkout, name, variant.arguments, chosen.rounds)
            print(json.dumps(row) if chosen.json else "  ".join(f"{key} {row[key]}" for key in row))


if __name__ == "__main__":
    main()
