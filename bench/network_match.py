"""A network against bots, each deal once from every seat: the part of the games it wins, with a 95% interval.

python bench/network_match.py GAME WEIGHTS OPPONENT… [--players N] [--option key=value] [--deals N] [--jobs N]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from stramash.cli.choices import choose_game
from stramash.learn.evaluate import Evaluator


def main() -> None:
    """Play the matches, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("weights", type=Path)
    parser.add_argument("opponents", nargs="+")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    counts = chosen.players or [None]
    variants = tuple(choose_game(chosen.game, chosen.option, players) for players in counts)
    evaluator = Evaluator(chosen.jobs, tuple(chosen.opponents), chosen.deals)
    evaluator.start(variants, chosen.weights.resolve())
    for score in evaluator.finished(wait=True):
        print(json.dumps(score.to_json()), flush=True)
    evaluator.close()


if __name__ == "__main__":
    main()
