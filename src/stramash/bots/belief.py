"""Belief: importance weights for imagined positions, computed from the past actions of the other seats.

An imagined position is called a *world* here. The prior is uniform: all worlds that agree with a view are
equally likely. By Bayes' rule the posterior weight of a world is the probability of the observed actions in
it. The network is the model of the other seats: it reads what they would have observed in that world, and
returns the probability of each action.

A view has the present state of the table, but not the earlier ones. So the bot keeps the views of its
decisions in this game. `Rules.recall` turns a world imagined now into the world of the decision before; the
observed actions are then played there. Without an earlier view, or in a game without `recall`, the weights
stay uniform. Glen More has none: its hidden information, the order of the stacks, influences no action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.bots.rules.rollouts import worlds_of
from stramash.core.dealing import CHANCE
from stramash.core.game import Game, set_seed
from stramash.core.position import Position, View
from stramash.core.seeds import SEED_BITS

__all__ = ["Belief", "BeliefParameters", "LikelyWorlds", "Memory"]

Floats = npt.NDArray[np.float64]
#: The log-probability of an impossible action
_IMPOSSIBLE = -1e6
#: forward(observations) -> logits, values
Forward = Callable[[npt.NDArray[np.float32]], tuple[Any, Any]]


@dataclass(frozen=True)
class BeliefParameters:
    """The parameters of the belief."""

    #: the number of weighted worlds for a decision; 0: the weights stay uniform
    worlds: int = 512
    #: how many decisions of its own seat it goes back
    back: int = 4
    #: the exponent of each probability; below 1 it makes weights more uniform
    trust: float = 0.8
    #: the share of actions that the model assumes to be random
    blind: float = 0.03


class Memory:
    """The views that a bot was shown in one game, the last one at the end.

    A view that does not continue them replaces all.
    """

    def __init__(self, most: int = 32) -> None:
        self._views: list[View] = []
        self._most = most

    def add(self, view: View) -> tuple[View, ...]:
        """Add a view, and return all that lead to it."""
        while self._views and not _continues(self._views[-1], view):
            self._views.pop()
        self._views = [*self._views, view][-self._most :]
        return tuple(self._views)


def _continues(earlier: View, view: View) -> bool:
    """Return whether a view is a later one of the same seat in the same game."""
    return (
        (earlier.game, earlier.seat) == (view.game, view.seat)
        and len(earlier.seen) < len(view.seen)
        and view.seen[: len(earlier.seen)] == earlier.seen
    )


class Belief:
    """Computes the weights of worlds from the past actions of the other seats."""

    def __init__(self, game: Game, forward: Forward, parameters: BeliefParameters) -> None:
        self._game, self._forward, self.parameters = game, forward, parameters
        self._loops = worlds_of(game.rules)
        self._scratch = game.blank()
        self._actions = np.zeros(game.num_actions, np.int32)

    def looks_back(self, views: Sequence[View]) -> bool:
        """Return whether past actions can be used."""
        return self.parameters.worlds > 0 and len(views) > 1 and self._loops.recall is not None

    def weights(self, worlds: Any, views: Sequence[View], rng: np.random.Generator) -> Floats:
        """Return the weight of each world that was imagined from the last view; the sum is 1."""
        logs, later = np.zeros(len(worlds)), worlds
        for view, after in [*zip(views[-2::-1], views[:0:-1], strict=True)][: self.parameters.back]:
            earlier, fits = imagine(view, len(worlds), rng), np.zeros(len(worlds), np.bool_)
            if self._loops.recall is not None:
                self._loops.recall(earlier, later, _seat(view), fits)
            if not fits.all():
                break
            logs += self.log_likelihood(earlier.copy(), after.seen[len(view.seen) :], _seat(view), later, rng)
            later = earlier
        likely = np.exp(self.parameters.trust * (logs - logs.max()))
        return np.asarray(likely / likely.sum())

    def log_likelihood(
        self, states: Any, seen: Sequence[str], seat: int, later: Any, rng: np.random.Generator
    ) -> Floats:
        """Play observed actions in each world; return the logarithm of how probable the others made them.

        `later` has the worlds after these actions. They determine secret actions, as far as the rules allow.
        """
        count, logs = len(states), np.zeros(len(states))
        tensors = np.zeros((count, self._game.tensor_size), np.float32)
        masks = np.zeros((count, self._game.num_actions), np.bool_)
        meanings = [np.array(_meanings(self._game)[notation]) for notation in seen]
        names = self._names(states[:1].copy(), meanings, seat, later, rng)
        for step, meant in enumerate(meanings):
            self._loops.watch(states, self._scratch, tensors, masks, self._actions)
            mine = int(states["player"][int(logs.argmax())]) == seat
            possible: Floats = (masks.astype(np.float64) if mine else self._chances(tensors, masks))[:, meant]
            if len(meant) > 1:
                is_named = (meant == names[:, step, None]) & (possible > 0)
                possible = np.where(is_named.any(1, keepdims=True) & ~is_named, 0.0, possible)
            total = possible.sum(1)
            heights = rng.random(count) * total
            at = np.minimum((possible.cumsum(1) <= heights[:, None]).sum(1), len(meant) - 1)
            alive = (total > 0) & (logs > _IMPOSSIBLE)
            self._loops.begin(states, np.where(alive, meant[at], -1))
            logs = np.where(alive, logs + np.log(np.where(alive, np.minimum(total, 1), 1)), _IMPOSSIBLE)
        return logs

    def _names(
        self,
        states: Any,
        meanings: list[npt.NDArray[np.int64]],
        seat: int,
        later: Any,
        rng: np.random.Generator,
    ) -> npt.NDArray[np.int64]:
        """Return what each action was in each world, with a row for each world; `states` is one to replay."""
        history = [(CHANCE, int(meant[0])) for meant in meanings]
        if all(len(meant) == 1 for meant in meanings):
            return np.tile(np.array([action for _, action in history], np.int64), (len(later), 1))
        for step, meant in enumerate(meanings):
            position = Position(self._game, states)
            possible = [one for one in meant.tolist() if one in position.legal]
            if not possible:
                break
            history[step] = int(states["player"][0]), possible[0]
            self._loops.begin(states, np.array(possible[:1], np.int64))
        dice = random.Random(int(rng.integers(1 << 32)))
        named = [self._game.imagine_history(list(history), seat, state, dice) for state in later]
        return np.array([[action for _, action in actions] for actions in named], np.int64)

    def _chances(self, tensors: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_]) -> Floats:
        """Return the model's probability of each action, 0 where it is illegal."""
        choices = masks.sum(1, keepdims=True)
        chances: Floats = masks / np.maximum(choices, 1)
        open_ = choices[:, 0] > 1
        if open_.any():
            logits, _ = self._forward(tensors[open_])
            likely = np.where(masks[open_], logits, -np.inf)
            likely = np.exp(likely - likely.max(1, keepdims=True))
            likely /= likely.sum(1, keepdims=True)
            blind = self.parameters.blind
            chances[open_] = (1 - blind) * likely + blind * chances[open_]
        return chances


class LikelyWorlds:
    """Worlds for a search, drawn by how likely they are; where nothing is known, all are equally likely."""

    def __init__(self, views: Sequence[View], belief: Belief, rng: np.random.Generator) -> None:
        self._views, self._belief, self._rng = views, belief, rng
        self._pool: Any = None
        self._weights = np.zeros(0)
        self._order: list[int] = []

    def draw(self, count: int) -> Any:
        """Return the next worlds."""
        if not self._belief.looks_back(self._views):
            return imagine(self._views[-1], count, self._rng)
        if self._pool is None:
            self._pool = imagine(self._views[-1], self._belief.parameters.worlds, self._rng)
            self._weights = self._belief.weights(self._pool, self._views, self._rng)
        while len(self._order) < count:
            self._order += resample(self._weights, len(self._pool), self._rng).tolist()
        taken, self._order = self._order[:count], self._order[count:]
        return self._pool[taken]


@lru_cache(maxsize=16)
def _meanings(game: Game) -> dict[str, list[int]]:
    """Return by what a seat reads of an action which actions it can be: several if others veil it."""
    found: dict[str, list[int]] = {text: [action] for action, text in enumerate(game.notations)}
    for action in range(game.num_actions):
        veil = game.veil(action)
        if veil is not None:
            found.setdefault(veil, []).append(action)
    return found


def imagine(view: View, count: int, rng: np.random.Generator) -> Any:
    """Return worlds that agree with a view, all equally likely."""
    hidden, worlds = np.repeat(view.game.blank(), 1), np.repeat(view.game.blank(), count)
    hidden[0] = view.state
    set_seed(hidden[0], int.from_bytes(rng.bytes(SEED_BITS // 8), "little"))
    worlds_of(view.game.rules).imagine(hidden, worlds, _seat(view))
    return worlds


def resample(weights: Floats, count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return `count` places drawn in proportion to weights, in random order (systematic resampling).

    >>> sorted(resample(np.array([0.5, 0.0, 0.25, 0.25]), 4, np.random.default_rng(1)).tolist())
    [0, 0, 2, 3]
    """
    heights = (np.arange(count) + rng.random()) / count
    places = np.minimum(np.searchsorted(weights.cumsum(), heights, side="right"), len(weights) - 1)
    return np.asarray(rng.permutation(places))


def _seat(view: View) -> int:
    return 0 if view.seat is None else view.seat
