"""Processor time of what a page is made from: a view, the pieces of its picture, the choices of the player.

    python bench/picture_cost.py [GAME…]

It also reads a field of a state, and calls a compiled rule. Each figure is the least of several repetitions,
in microseconds, so it can be compared between two versions on a busy machine; figures of several moments of
two games are averaged. What does not depend on the repetition comes from caches. To measure another checkout,
set PYTHONPATH to its `src`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable

import stramash
from stramash.core.position import Position
from stramash.table.web.contexts import choices

_CALLS, _REPETITIONS = 8, 25
_PLIES, _STEP = 36, 9
_NAMES = ["Ann", "Bob"]


def least(act: Callable[[], object], calls: int = _CALLS) -> float:
    """Return the microseconds of a call in the fastest repetition."""
    found = []
    for _ in range(_REPETITIONS):
        begin = time.thread_time()
        for _ in range(calls):
            act()
        found.append(time.thread_time() - begin)
    return 1e6 * min(found) / calls


def measure(position: Position, seat: int) -> dict[str, float]:
    """Return the cost of each thing at one moment for one seat."""
    view, state = position.view(seat).named(_NAMES), position.state
    return {
        "a view": least(lambda: position.view(seat)),
        "the pieces": least(lambda: view.pieces(_NAMES)),
        "the choices": least(lambda: choices(view, "en")),
        "a field": least(lambda: state.player, 1000),
        "a rule": least(lambda: position.game.rules.winners(state), 1000),
    }


def main() -> None:
    """Measure and print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=stramash.games())
    for name in parser.parse_args().games:
        game = stramash.load(name)
        game.prepare()
        found = defaultdict(list)
        for seed in (1, 2):
            position, dice = game.deal(seed), random.Random(seed)
            for ply in range(1, _PLIES + 1):
                position.play(dice.choice(position.legal))
                if position.over:
                    break
                if ply % _STEP == _STEP - 1:
                    for seat in range(game.players):
                        for what, cost in measure(position, seat).items():
                            found[what].append(cost)
        print(name + ": " + ", ".join(f"{what} {statistics.mean(all_):.1f}" for what, all_ in found.items()))


if __name__ == "__main__":
    main()
