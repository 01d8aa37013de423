"""Two bots on paired deals: every deal is played twice, with the seats swapped.

    python bench/bots_match.py schotten-totten greedy random --pairs 500 --option tactics=true

Prints the share of points of the first bot (a shared win is half a point) and its 95% interval: Wilson's, by
the number of pairs, which is careful, for two games of one deal tell more than one.
"""

from __future__ import annotations

import argparse
import math
import time

from stramash import bots
from stramash.cli.choices import choose_game
from stramash.core.game import Game


def play(game: Game, specs: tuple[str, str], deal: int, seed: int) -> tuple[float, int]:
    """Play one deal; return the first seat's share of the win, and the number of decisions."""
    position = game.deal(deal)
    players = [bots.make(spec, 2 * seed + seat) for seat, spec in enumerate(specs)]
    while position.player is not None:
        position.play(players[position.player].choose(position.view(position.player)))
    winners = position.winners
    return (1 / len(winners) if 0 in winners else 0.0), len(position.history)


def interval(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval for a share that was seen in so many trials."""
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - half, min(1.0, middle + half)


def main() -> None:
    """Play the match and print its result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    game = choose_game(arguments.game, arguments.option)
    game.prepare()
    play(game, (arguments.first, arguments.second), 0, 0)
    shares, decisions, start = [], 0, time.process_time()
    for seed in range(arguments.seed, arguments.seed + arguments.pairs):
        there, plies = play(game, (arguments.first, arguments.second), seed, 2 * seed)
        back, more_plies = play(game, (arguments.second, arguments.first), seed, 2 * seed + 1)
        shares.append((there + 1 - back) / 2)
        decisions += plies + more_plies
    spent = time.process_time() - start
    mean = sum(shares) / len(shares)
    low, high = interval(mean, len(shares))
    print(
        f"{arguments.first} against {arguments.second}, {game.title} {' '.join(arguments.option)}: "
        f"{100 * mean:.1f}% of {2 * len(shares)} games ({100 * low:.1f} to {100 * high:.1f}), "
        f"{1000 * spent / decisions:.2f} ms a decision"
    )


if __name__ == "__main__":
    main()
