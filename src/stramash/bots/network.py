"""The network bot: one forward pass of the game's network for each action, with NumPy only.

Its choice is the same on every machine: logits are exact (see `stramash.core.network`), and of equal logits
the lowest action number wins. With a temperature it samples an action, and plays weaker but still sensibly.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from stramash.core.game import Game
from stramash.core.network import ExactLayers, Network, NumpyLayers
from stramash.core.position import View
from stramash.core.renamed import former_names, warn_renamed
from stramash.core.weights import network_of, read_weights, shipped_weights

__all__ = ["CHECKED", "Evaluation", "NetworkBot", "Player", "load_player"]

#: The number of the network's favourites that a bot with a temperature checks for a win at once
CHECKED = 3


@dataclass(frozen=True)
class Evaluation:
    """The output of a network for a view: logits of the legal actions, and the chance to win."""

    actions: tuple[int, ...]
    logits: npt.NDArray[np.float64]
    chance: float

    def probabilities(self, temperature: float = 1.0) -> npt.NDArray[np.float64]:
        """Return the probability of each action; a lower temperature prefers the best more."""
        scaled = (self.logits - self.logits.max()) / temperature
        likely = np.exp(scaled)
        return np.asarray(likely / likely.sum())

    @property
    def best(self) -> int:
        """The action with the highest logit; of equals the lowest number."""
        return self.actions[int(self.logits.argmax())]

    def favourites(self, count: int) -> tuple[int, ...]:
        """Return the actions with the highest logits, the best first."""
        order = np.argsort(-self.logits, kind="stable")[:count]
        return tuple(self.actions[at] for at in order.tolist())


class Player:
    """A network with its weights, ready to evaluate views of one game."""

    def __init__(self, network: Network, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self._network = network
        self._exact, self._fast = ExactLayers(network, weights), NumpyLayers(network, weights)

    def evaluate(self, view: View) -> Evaluation:
        """Return the logits and the chance to win for a view of the seat to act."""
        with one_thread():
            logits, values = self._network.forward(self._exact, self._exact.inputs(view.tensor[None]))
        legal = view.legal
        return Evaluation(tuple(legal), logits[0, legal], chance_of(float(values[0]), view.game.players))

    def forward(self, seen: npt.NDArray[np.float32]) -> tuple[Any, Any]:
        """Return logits and expected rewards of many observations; fast, not exact to the last bit."""
        with one_thread():
            return self._network.forward(self._fast, self._fast.inputs(seen))


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[Any]:
    """Limit BLAS to one thread: the matrices are small, and several bots think at a time."""
    limited: AbstractContextManager[Any] = _threads().limit(limits=1, user_api="blas")
    return limited


def chance_of(reward: float, players: int) -> float:
    """Return the chance to win for an expected reward: 1 is a win, -1/(players-1) a loss.

    >>> chance_of(0.0, 2), chance_of(1.0, 4), chance_of(-2.0, 3)
    (0.5, 1.0, 0.0)
    """
    lost = -1 / (players - 1)
    return min(1.0, max(0.0, (reward - lost) / (1 - lost)))


@lru_cache(maxsize=64)
def load_player(game: Game, path: Path | None = None) -> Player:
    """Return the network of a game with the weights in a file, by default those that come with the game."""
    weights, about = read_weights(path or shipped_weights(game), game)
    return Player(network_of(game, about.network), weights)


class NetworkBot:
    """Plays the action with the highest logit of its network.

    With a temperature above 0 it plays other actions too, in proportion, but sees a move that wins at once.
    """

    def __init__(
        self, seed: int | None = None, temperature: float = 0.0, weights: Path | None = None
    ) -> None:
        self._random = random.Random(seed)
        self._temperature = temperature
        self._weights = weights

    @property
    def name(self) -> str:
        """The name of the bot, as `make` accepts it."""
        return f"network:{self._temperature:g}" if self._temperature else "network"

    def evaluate(self, view: View) -> Evaluation:
        """Return the logits and the chance to win for a view of the seat to act."""
        return load_player(view.game, self._weights).evaluate(view)

    def judge(self, view: View) -> Evaluation:
        """Return `evaluate`, of which this is the former name."""
        warn_renamed("NetworkBot.judge", "NetworkBot.evaluate")
        return self.evaluate(view)

    def choose(self, view: View) -> int:
        """Return one of `view.legal`."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        evaluation = self.evaluate(view)
        if not self._temperature:
            return evaluation.best
        for action in evaluation.favourites(CHECKED):
            if self._wins(view, action):
                return action
        likely = evaluation.probabilities(self._temperature).tolist()
        return self._random.choices(evaluation.actions, likely)[0]

    def _wins(self, view: View, action: int) -> bool:
        """Return whether an action wins the game at once, in one imagined position."""
        world = view.imagine(rng=self._random.getrandbits(32))
        world.play(action)
        return world.over and view.seat in world.winners


__getattr__ = former_names(__name__, {"Judgement": "Evaluation"})
