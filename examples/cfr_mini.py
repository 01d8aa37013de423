"""A small game of Schotten Totten, solved: counterfactual regret minimisation by OpenSpiel.

    python examples/cfr_mini.py [--iterations N]

One stone, two clans of three cards, two cards in hand, and formations of two: 21,144 positions. The tree is
walked once through our rules; from then on OpenSpiel works on its own copy, in C++.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms import gambit

import stramash
from stramash.lab import openspiel

MINI = {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2}


def main() -> None:
    """Solve the game, and say how far from solved it is."""
    parser = argparse.ArgumentParser(description="Solve a small game of Schotten Totten.")
    parser.add_argument("--iterations", type=int, default=200)
    iterations = parser.parse_args().iterations

    mini = stramash.load("schotten-totten", **MINI)
    tree = pyspiel.load_efg_game(
        gambit.export_gambit(pyspiel.load_game(openspiel.spiel_string(mini, chance="cards")))
    )
    solver = pyspiel.CFRPlusSolver(tree)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            policy = solver.average_policy()
            value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
            exploited = pyspiel.exploitability(tree, policy)
            print(f"{iteration:5} iterations: exploitability {exploited:.6f}, value {value:+.4f}")


if __name__ == "__main__":
    main()
