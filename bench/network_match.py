"""A network against bots, each deal once from every seat: the part of the games it wins, with a 95% interval.

python bench/network_match.py GAME WEIGHTS OPPONENT… [--players N] [--tactics] [--deals N] [--jobs N]
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import stramash
from stramash.arena.engines import warm_up
from stramash.arena.games import GameSpec
from stramash.learn.evaluate import Evaluator


def wilson(rate: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95% Wilson interval of a rate."""
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    margin = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - margin, middle + margin


def main() -> None:
    """Play the matches, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("weights", type=Path)
    parser.add_argument("opponents", nargs="+")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--tactics", action="store_true")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    options = {"tactics": True} if chosen.tactics else {}
    variants = tuple(stramash.load(chosen.game, players=it, **options) for it in chosen.players or [None])
    warm_up(GameSpec.of(variants[0]), chosen.opponents)
    evaluator = Evaluator(chosen.jobs, tuple(chosen.opponents), chosen.deals)
    evaluator.start(variants, chosen.weights.resolve(), 0)
    for score in evaluator.finished(wait=True):
        low, high = wilson(score.rate, score.games)
        print(json.dumps(score.to_json() | {"low": round(low, 4), "high": round(high, 4)}), flush=True)
    evaluator.close()


if __name__ == "__main__":
    main()
