"""Processor time of a decision of the network bot, view and observation included, on one core.

OMP_NUM_THREADS=1 python bench/decision_time.py [--decisions N]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

import stramash
from stramash.bots.network import NetworkBot
from stramash.core.game import Game
from stramash.core.weights import network_of


def times(game: Game, decisions: int) -> list[float]:
    """Play games of the network against itself; return the milliseconds of each decision with a choice."""
    bot, found, deal = NetworkBot(), list[float](), 1
    while len(found) < decisions:
        position, deal = game.deal(deal), deal + 1
        while position.player is not None and len(found) < decisions:
            start = time.process_time()
            view = position.view(position.player)
            action = bot.choose(view)
            if len(view.legal) > 1:
                found.append(1000 * (time.process_time() - start))
            position.play(action)
    return found


def main() -> None:
    """Print a line of JSON for each variant that networks are trained for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300)
    chosen = parser.parse_args()
    for name in stramash.games():
        for variant in network_of(stramash.load(name)).variants:
            game = stramash.load(name, **variant)
            game.prepare()
            found = times(game, chosen.decisions + 1)[1:]  # the first loads the weights
            row = {"game": name, **variant, "decisions": len(found)}
            row |= {
                "median_ms": round(statistics.median(found), 2),
                "p99_ms": round(sorted(found)[-len(found) // 100], 2),
            }
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
