"""Is the trainer sound? Train on a game that is solved, and say how much a best response wins against it.

    python bench/learn_solved.py [--decisions N] [--seed N]

The game is the small Schotten Totten of `examples/cfr_mini.py`, whose value is 0.2 to the player who begins.
The training is that of `stramash learn` on one thread, with more entropy at the start than large games need:
it keeps the policy mixed, and falls with the learning rate. The policy is the network's at temperature 1.
Exploitability is what best responses win against it beyond the value, on average over both seats, in rewards
from -1 to 1; OpenSpiel computes it exactly over all 21,144 positions.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
import pyspiel
import torch
from open_spiel.python.algorithms import gambit

import stramash
from stramash.lab import openspiel
from stramash.learn.model import Model
from stramash.learn.ppo import Hyperparameters
from stramash.learn.trainer import Plan, Trainer

MINI = {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2}
PARAMETERS = Hyperparameters(
    rollout_length=16, minibatch=2048, learning_rate=(2e-3, 2e-5), entropy=(0.3, 0.004), entropy_hold=0.0
)
GAMES, CHUNK, REPORTS = 512, 512, 6


class Solved:
    """The whole tree of the game: what is seen in each information state, and the tree as OpenSpiel's own."""

    def __init__(self, game: stramash.Game) -> None:
        ours = pyspiel.load_game(openspiel.spiel_string(game, chance="cards"))
        self.tree = pyspiel.load_efg_game(gambit.export_gambit(ours))
        #: by information state: its row, our actions, the actions of the tree
        self.rows: dict[str, tuple[int, list[int], list[int]]] = {}
        seen: list[Any] = []
        self._walk(ours.new_initial_state(), self.tree.new_initial_state(), seen)
        self._seen = torch.from_numpy(np.stack(seen))

    def _walk(self, ours: Any, theirs: Any, seen: list[Any]) -> None:
        """Go through both trees side by side; children have the same order in both."""
        if ours.is_terminal():
            return
        if not ours.is_chance_node():
            name = theirs.information_state_string()
            if name not in self.rows:
                self.rows[name] = (len(seen), ours.legal_actions(), theirs.legal_actions())
                seen.append(np.array(ours.observation_tensor(ours.current_player()), np.float32))
        for one, two in zip(ours.legal_actions(), theirs.legal_actions(), strict=True):
            self._walk(ours.child(one), theirs.child(two), seen)

    def measure(self, model: Model) -> tuple[float, float]:
        """Return the exploitability of a network's policy, and what its first seat wins against itself."""
        with torch.no_grad():
            logits = torch.cat([model(part)[0] for part in self._seen.split(CHUNK)])
        table = {}
        for name, (row, actions, numbers) in self.rows.items():
            likely = logits[row, actions].softmax(0).tolist()
            table[name] = list(zip(numbers, likely, strict=True))
        policy = pyspiel.TabularPolicy(table)
        value = pyspiel.expected_returns(self.tree.new_initial_state(), policy, -1, True)[0]
        return pyspiel.exploitability(self.tree, policy), value


def main() -> None:
    """Train, and print how exploitable the policy is on the way and at the end."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=float, default=4e6)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    game = stramash.load("schotten-totten", **MINI)
    plan = Plan((game,), GAMES, int(chosen.decisions), None, PARAMETERS, chosen.seed, network="plain")
    solved, trainer, reported = Solved(game), Trainer(plan), 0
    start = time.process_time()
    for row in trainer.learn():
        if int(row["done"] * REPORTS) > reported:
            reported = int(row["done"] * REPORTS)
            exploitability, value = solved.measure(trainer.model)
            line = {"decisions": row["decisions"], "exploitability": round(exploitability, 5)}
            line |= {"value": round(value, 5), "processor_seconds": round(time.process_time() - start)}
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
