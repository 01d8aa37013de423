"""Measure the simulations a second of the search on one core, for each game.

    python bench/search_speed.py --yardstick PATH/TO/schotten_sketch.py

A simulation imagines the hidden cards, goes down the tree, plays a rollout and evaluates its end. It is
measured as the bot does it (a few guided actions, then the evaluation) and with random play to the end of the
game, at ten positions of one greedy game. With the sketch as a yardstick, its random games a second are
measured before and after each line, and the line is scaled to a machine where they are 100,000. Only
processor time counts.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from schotten_yardstick import load_sketch, sketch_runner
from schotten_yardstick import speed as games_a_second

import stramash
from stramash import bots
from stramash.bots.search import Budget, SearchBot, parameters_for
from stramash.core.position import View
from stramash.games import find

POSITIONS = 10


def decisions(game: stramash.Game) -> list[View]:
    """Return positions spread over a game between greedy bots, as the player to act sees them."""
    position, views = game.deal(7), list[View]()
    players = [bots.make("greedy", seat) for seat in range(game.players)]
    while position.player is not None:
        view = position.view(position.player)
        if len(view.legal) > 1:
            views.append(view)
        position.play(players[position.player].choose(view))
    return views[:: max(1, len(views) // POSITIONS)][:POSITIONS]


def speed(views: list[View], simulations: int, *, to_the_end: bool) -> float:
    """Return simulations a second over these positions."""
    usual = parameters_for(views[0].game)
    parameters = type(usual)(trust=0, openings=1, guides=1, plies=-1) if to_the_end else usual
    start = time.process_time()
    for seed, view in enumerate(views):
        SearchBot(seed, Budget(simulations=simulations), parameters).think(view)
    return simulations * len(views) / (time.process_time() - start)


def main() -> None:
    """Print a line for each game and way to simulate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--yardstick", type=Path)
    parser.add_argument("--simulations", type=int, default=2000, help="a position")
    arguments = parser.parse_args()
    run_sketch = sketch_runner(load_sketch(arguments.yardstick)) if arguments.yardstick else None
    variants = [(find(name), variant) for name in stramash.games() for variant in find(name).variants]
    for kind, variant in variants:
        if not variant.usual or variant.players not in (None, 2):
            continue
        game = kind(**variant.arguments)
        views = decisions(game)
        SearchBot(1, Budget(simulations=1)).think(views[0])
        for to_the_end in (False, True):
            before = games_a_second(run_sketch, 1.0) if run_sketch else 0.0
            found = speed(views, arguments.simulations, to_the_end=to_the_end)
            after = games_a_second(run_sketch, 1.0) if run_sketch else 0.0
            way = "random play to the end" if to_the_end else "as the bot plays"
            line = f"{game.title} {variant}, {way}: {found:,.0f} simulations/s"
            if before:
                middle = (before + after) / 2
                line += f"; yardstick {middle:,.0f} games/s; scaled {found * 100_000 / middle:,.0f}/s"
            print(line, flush=True)


if __name__ == "__main__":
    main()
