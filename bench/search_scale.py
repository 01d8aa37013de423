"""What an evaluation is worth as a chance to win: the `scale` of the search, fitted on games of greedy bots.

    python bench/search_scale.py schotten-totten --games 200 --option tactics=true

Each decision of each game gives a pair: the evaluation of the position for the player to act, and whether
that player won. Printed is the scale that makes those outcomes most likely, and how often positions that it
calls even, good or winning were won.
"""

from __future__ import annotations

import argparse

import numpy as np

from stramash import bots
from stramash.cli.choices import choose_game
from stramash.core.game import Game


def samples(game: Game, seed: int) -> list[tuple[float, float]]:
    """Play one game; return evaluations and outcomes."""
    evaluate = game.rules.evaluate
    if evaluate is None:
        raise SystemExit(f"{game.title} has no evaluation")
    position, found = game.deal(seed), list[tuple[int, float]]()
    players = [bots.make("greedy", 10 * seed + seat) for seat in range(game.players)]
    while position.player is not None:
        found.append((position.player, float(evaluate(position.state, position.player))))
        position.play(players[position.player].choose(position.view(position.player)))
    winners = position.winners
    return [(worth, 1 / len(winners) if seat in winners else 0.0) for seat, worth in found]


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    game = choose_game(arguments.game, arguments.option, arguments.players)
    pairs = np.array([pair for seed in range(arguments.games) for pair in samples(game, seed)])
    worths, won = pairs[:, 0], pairs[:, 1]
    scales = np.geomspace(np.abs(worths).mean() / 20, np.abs(worths).mean() * 20, 400)
    surprise = [np.logaddexp(0, np.where(won > 0.5, -worths, worths) / scale).mean() for scale in scales]
    best = scales[int(np.argmin(surprise))]
    print(f"{game}: scale {best:.2f}, from {len(pairs)} positions")
    chance = 1 / (1 + np.exp(-np.clip(worths / best, -30, 30)))
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        inside = (chance >= low) & (chance <= high)
        if inside.any():
            print(f"  called {low:.0%} to {high:.0%}: won {won[inside].mean():.0%} of {inside.sum()}")


if __name__ == "__main__":
    main()
