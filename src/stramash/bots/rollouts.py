"""Policy rollouts: actions are tried in imagined positions (*worlds*), where the network plays all seats.

Each seat acts on its own observation, so no seat uses hidden information, as it can in a tree search over
imagined positions. All actions are tried in the same worlds with the same random numbers (*common random
numbers*), which reduces the variance of their differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.bots.network import Player
from stramash.bots.rules.rollouts import worlds_of
from stramash.core.game import Game

__all__ = ["RolloutParameters", "Rollouts"]

Floats = npt.NDArray[np.float64]
#: Observations in one forward pass; their activations fit the processor caches
CHUNK = 32


@dataclass(frozen=True)
class RolloutParameters:
    """The parameters of a rollout."""

    #: rollout depth: decisions after the action before the network's value is used
    depth: int = 4
    #: whether only the value of the searching seat's observations is used
    own: bool = True
    #: the temperature of the network: 1 as in training, lower is greedier
    temperature: float = 0.5


class Rollouts:
    """Plays rollouts in many worlds with one network."""

    def __init__(self, game: Game, player: Player, parameters: RolloutParameters) -> None:
        self._game, self._player, self._parameters = game, player, parameters
        self._loops = worlds_of(game.rules)
        self._scratch = game.blank()
        self._actions = np.zeros(game.num_actions, np.int32)

    def try_actions(self, worlds: Any, seat: int, actions: list[int], rng: np.random.Generator) -> Floats:
        """Return the chance of a seat after each action in each of these worlds: a row for each action."""
        states = np.tile(worlds, len(actions))
        self._loops.begin(states, np.repeat(np.array(actions, np.int64), len(worlds)))
        return self._play_on(states, seat, len(worlds), rng).reshape(len(actions), len(worlds))

    def _play_on(self, states: Any, seat: int, worlds: int, rng: np.random.Generator) -> Floats:
        """Roll out with the network; return the chance of a seat in each position."""
        count, players, depth = len(states), self._game.players, 0
        chances, order = np.zeros(count), np.zeros(count, np.int64)
        tensors = np.zeros((count, self._game.tensor_size), np.float32)
        masks = np.zeros((count, self._game.num_actions), np.bool_)
        while found := self._loops.look(states, self._scratch, order, tensors, masks, self._actions):
            rows = np.flatnonzero(order >= 0)  # in this order the tensors lie
            logits, values = self.forward(tensors[:found])
            mine = states["player"][rows] == seat
            heights = rng.random(worlds)[rows % worlds]
            if depth >= self._parameters.depth:
                done = mine if self._parameters.own or players > 2 else np.ones(found, np.bool_)
                chances[rows[done]] = _chances(np.where(mine, values, -values)[done], players)
                order[rows[done]] = -1
            chosen = np.full(count, -1, np.int64)
            left = order[rows] >= 0
            chosen[rows[left]] = self._sample(logits[left], masks[:found][left], heights[left])
            self._loops.begin(states, chosen)
            depth += 1
        gains = np.zeros((count, players))
        self._loops.shares(states, gains)
        over = states["player"] < 0
        chances[over] = gains[over, seat]
        return chances

    def forward(self, seen: npt.NDArray[np.float32]) -> tuple[Any, Any]:
        """Return logits and values of many observations."""
        parts = [self._player.forward(seen[at : at + CHUNK]) for at in range(0, len(seen), CHUNK)]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _sample(
        self, logits: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_], heights: Floats
    ) -> npt.NDArray[np.int64]:
        """Return an action for each row: the one at a height, 0 to 1, of its cumulative probabilities."""
        if not len(logits):
            return np.zeros(0, np.int64)
        scaled = np.where(masks, logits, -np.inf)
        likely = np.exp((scaled - scaled.max(1, keepdims=True)) / self._parameters.temperature)
        sums = likely.cumsum(1)
        return np.asarray((sums <= (heights * sums[:, -1])[:, None]).sum(1))


def _chances(rewards: npt.NDArray[np.float32], players: int) -> Floats:
    """Return the chances to win for expected rewards; see `chance_of`."""
    lost = -1 / (players - 1)
    return np.asarray(np.clip((rewards - lost) / (1 - lost), 0.0, 1.0), np.float64)
