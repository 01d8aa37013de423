"""What an evaluation is worth as a chance to win: the `scale` of the search, fitted on games of greedy bots.

    python bench/search_scale.py schotten-totten --games 200 --option tactics=true

Each decision of each game gives the evaluation of the position for every seat, the player to act first, and
who won. Printed is the scale that makes those outcomes most likely, and how often the player to act won where
that scale calls it even, good or winning. Chances are those of the search: see `game_results`.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

from stramash import bots
from stramash.cli.choices import choose_game
from stramash.core.game import Game

Floats = npt.NDArray[np.float64]


def samples(game: Game, seed: int) -> list[tuple[list[float], list[float]]]:
    """Play one game; return the evaluations of each position and who won, from the player to act on."""
    evaluate = game.rules.evaluate
    if evaluate is None:
        raise SystemExit(f"{game.title} has no evaluation")
    position, found = game.deal(seed), list[tuple[int, list[float]]]()
    players = [bots.make("greedy", 10 * seed + seat) for seat in range(game.players)]
    while position.player is not None:
        values = [float(evaluate(position.state, seat)) for seat in range(game.players)]
        found.append((position.player, values))
        position.play(players[position.player].choose(position.view(position.player)))
    winners = position.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]
    return [(values[seat:] + values[:seat], shares[seat:] + shares[:seat]) for seat, values in found]


def chances(values: Floats, scale: float) -> Floats:
    """Return everybody's chance to win, as the search sees it."""
    if values.shape[1] == 2:
        first = 1 / (1 + np.exp(-np.clip(values[:, 0] / scale, -30, 30)))
        return np.stack([first, 1 - first], axis=1)
    odds = np.exp(np.maximum(-30, np.minimum(0, values) / scale))
    shared: Floats = odds / odds.sum(axis=1, keepdims=True)
    return shared


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
    values, won = pairs[:, 0], pairs[:, 1]
    scales = np.geomspace(np.abs(values).mean() / 20, np.abs(values).mean() * 20, 400)
    surprise = [
        -(won * np.log(np.maximum(1e-13, chances(values, scale)))).sum(axis=1).mean() for scale in scales
    ]
    best = float(scales[int(np.argmin(surprise))])
    print(f"{game}: scale {best:.2f}, from {len(pairs)} positions")
    chance, won = chances(values, best)[:, 0], won[:, 0]
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        inside = (chance >= low) & (chance <= high)
        if inside.any():
            print(f"  called {low:.0%} to {high:.0%}: won {won[inside].mean():.0%} of {inside.sum()}")


if __name__ == "__main__":
    main()
