"""The bot that looks one action ahead.

It imagines a few positions that its view allows, tries every legal action on each, and asks the game's own
`evaluate` how well off it then is. The best average wins. A game without one is judged by its scores.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from stramash.bots.rules.worth import weigh_actions
from stramash.core.position import View
from stramash.core.seeds import SEED_BITS
from stramash.core.state import set_seed

__all__ = ["GreedyBot", "Weighed"]

#: How many positions are imagined for a decision
WORLDS = 12


class Weighed(NamedTuple):
    """An action and how well off it leaves one, on average."""

    worth: float
    action: int


class GreedyBot:
    """One ply on the game's evaluation."""

    name = "greedy"

    def __init__(self, seed: int | None = None, worlds: int = WORLDS) -> None:
        self._random = random.Random(seed)
        #: how many positions are imagined for a decision
        self.worlds = worlds

    def choose(self, view: View) -> int:
        """Return the legal action that leaves this seat best off; between equals, any."""
        weighed = self.weigh(view)
        best = weighed[0].worth
        return self._random.choice([action for worth, action in weighed if worth == best])

    def weigh(self, view: View) -> list[Weighed]:
        """Return all legal actions with what they are worth, the best first."""
        actions = np.array(view.legal, np.int32)
        worths = np.zeros(len(actions), np.float64)
        states = np.repeat(view.game.blank(), 3)
        states[0] = view.state
        set_seed(states[0], self._random.getrandbits(SEED_BITS))
        points = np.zeros(view.game.players, np.int32)
        weigh_actions(view.game.rules)(states, actions, worths, points, view.seat, self.worlds)
        weighed = [Weighed(float(worth), int(action)) for worth, action in zip(worths, actions, strict=True)]
        return sorted(weighed, key=lambda one: (-one.worth, one.action))
