"""Two bots on paired deals: every deal is played twice, with the seats swapped.

    python bench/bots_match.py schotten-totten greedy random --pairs 500 --option tactics=true

Prints the share of points of the first bot (a shared win is half a point) with a 95% interval over pairs.
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
    shares, decisions, start = [], 0, time.perf_counter()
    for seed in range(arguments.seed, arguments.seed + arguments.pairs):
        there, plies = play(game, (arguments.first, arguments.second), seed, 2 * seed)
        back, more_plies = play(game, (arguments.second, arguments.first), seed, 2 * seed + 1)
        shares.append((there + 1 - back) / 2)
        decisions += plies + more_plies
    spent = time.perf_counter() - start
    mean = sum(shares) / len(shares)
    deviation = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1))
    margin = 1.96 * deviation / math.sqrt(len(shares))
    print(
        f"{arguments.first} against {arguments.second}, {game.title} {' '.join(arguments.option)}: "
        f"{100 * mean:.1f}% ± {100 * margin:.1f} of {2 * len(shares)} games, "
        f"{1000 * spent / decisions:.2f} ms a decision"
    )


if __name__ == "__main__":
    main()
