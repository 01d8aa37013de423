"""Search guided by the network: policy rollouts with sequential halving.

The network proposes a few actions. Each is tried in the same imagined positions. There the network plays all
seats, each from its own observation; after some decisions its value is the result. So no seat acts on hidden
information, as it can in a tree search over imagined positions. Sequential halving drops the worse half of
the actions again and again, so that the time goes to the best ones.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.bots.compiled import compile_bots
from stramash.bots.network import chance_of, load_player
from stramash.bots.rules.rollouts import worlds_of
from stramash.bots.search import Budget, Considered, Thought
from stramash.core.game import SEED_BITS, Game, set_seed
from stramash.core.position import View

__all__ = ["Guidance", "GuidedBot"]

Floats = npt.NDArray[np.float64]

#: Probabilities below this count as this much
_LEAST_LIKELY = 1e-6


@dataclass(frozen=True)
class Guidance:
    """The parameters of the guided search."""

    #: the most candidates; actions with a probability below `least` are none
    candidates: int = 8
    least: float = 0.005
    #: rollout depth before the value of the network is used
    depth: int = 8
    #: the temperature of the network in rollouts: 1 as in training, lower is greedier
    temperature: float = 0.7
    #: the weight of the log-probability of a candidate after one world
    prior: float = 0.15
    #: worlds times candidates in one batch
    batch: int = 64


class GuidedBot:
    """Evaluates the actions that its network proposes by rollouts of the network."""

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | None = None,
        guidance: Guidance | None = None,
        weights: Path | None = None,
    ) -> None:
        self._random = random.Random(seed)
        self.budget = budget or Budget(seconds=1.0)
        self._guidance = guidance or Guidance()
        self._weights = weights

    @property
    def name(self) -> str:
        """What it is called, as `make` knows it."""
        return f"guided:{self.budget}"

    def choose(self, view: View) -> int:
        """Return one of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        return self.think(view).best.action

    def think(self, view: View) -> Thought:
        """Try actions for as long as the budget says; a simulation is one action in one world."""
        return self._try(view).thought()

    def evaluate(self, view: View, action: int) -> tuple[Thought, Considered]:
        """Return what `think` returns, and the result of one action, tried in the same worlds as the best."""
        trial = self._try(view, action)
        return trial.thought(), trial.considered(action)

    def _try(self, view: View, wanted: int | None = None) -> _Trial:
        """Try the actions that the network proposes, and `wanted` to the end."""
        evaluation = load_player(view.game, self._weights).evaluate(view)
        likely = evaluation.probabilities()
        order = sorted(range(len(likely)), key=lambda at: (-likely[at], at))
        proposed = [at for at in order[: self._guidance.candidates] if likely[at] >= self._guidance.least]
        if wanted is not None and wanted not in (evaluation.actions[at] for at in proposed):
            proposed.append(evaluation.actions.index(wanted))
        trial = _Trial(
            view,
            [evaluation.actions[at] for at in proposed],
            np.log(np.maximum(likely[proposed], _LEAST_LIKELY)),
            self._guidance,
            self._random.getrandbits(64),
            self._weights,
        )
        trial.run(self.budget, wanted)
        return trial


class _Trial:
    """Candidates, what they brought so far, and the worlds they are tried in."""

    def __init__(
        self,
        view: View,
        actions: list[int],
        priors: Floats,
        guidance: Guidance,
        seed: int,
        weights: Path | None,
    ) -> None:
        dice = random.Random(seed)
        self._rollouts = Rollouts(view.game, guidance, dice.getrandbits(64), weights)
        self._hidden = np.repeat(view.game.blank(), 1)
        self._hidden[0] = view.state
        set_seed(self._hidden[0], dice.getrandbits(SEED_BITS))
        self._seat = view.seat if view.seat is not None else 0
        self._guidance = guidance
        self.actions, self._priors = actions, priors
        self.sums, self.counts = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
        self._left = list(range(len(actions)))

    def run(self, budget: Budget, wanted: int | None = None) -> None:
        """Try all candidates equally often, then the better half, and so on; drop `wanted` never.

        A single candidate is tried in one batch of worlds, for its chance.
        """
        if len(self.actions) == 1:
            self._try(self._guidance.batch)
            return
        rounds = math.ceil(math.log2(len(self.actions)))
        start = time.perf_counter()
        for done in range(1, rounds + 1):
            self._round(budget, start, done / rounds)
            ranked = sorted(self._left, key=self.score, reverse=True)
            kept = ranked[: max(1, len(ranked) // 2)]
            self._left = [at for at in ranked if at in kept or self.actions[at] == wanted]

    def _round(self, budget: Budget, start: float, part: float) -> None:
        """Go on until this part of the budget is used, at least once."""
        while True:
            worlds = max(1, self._guidance.batch // len(self._left))
            if budget.simulations is not None:
                left = int(part * budget.simulations) - int(self.counts.sum())
                worlds = max(1, min(worlds, left // len(self._left)))
            self._try(worlds)
            if budget.simulations is not None:
                if self.counts.sum() + len(self._left) > part * budget.simulations:
                    return
            elif time.perf_counter() - start >= part * (budget.seconds or 0.0):
                return

    def _try(self, worlds: int) -> None:
        chances = self._rollouts.try_actions(
            self._hidden, self._seat, [self.actions[at] for at in self._left], worlds
        )
        self.sums[self._left] += chances.sum(1)
        self.counts[self._left] += worlds

    def score(self, at: int) -> float:
        """Return the mean result of a candidate, with a bonus for what the network prefers."""
        count = max(1, int(self.counts[at]))
        return float(self.sums[at]) / count + self._guidance.prior / math.sqrt(count) * float(
            self._priors[at]
        )

    def thought(self) -> Thought:
        """Return the candidates, the best first."""
        order = sorted(range(len(self.actions)), key=lambda at: (-self.counts[at], -self.score(at)))
        considered = tuple(self.considered(self.actions[at]) for at in order)
        return Thought(considered, int(self.counts.sum()), ((self._seat, considered[0].action),))

    def considered(self, action: int) -> Considered:
        """Return the result of one candidate."""
        at = self.actions.index(action)
        count = int(self.counts[at])
        return Considered(action, count, float(self.sums[at]) / max(1, count))


class Rollouts:
    """Many worlds in which the network plays all seats."""

    def __init__(self, game: Game, guidance: Guidance, seed: int, weights: Path | None) -> None:
        compile_bots(game)
        self._game, self._guidance = game, guidance
        self._player = load_player(game, weights)
        self._loops = worlds_of(game.rules)
        self._random = np.random.default_rng(seed)
        self._scratch = game.blank()
        self._actions = np.zeros(game.num_actions, np.int32)

    def try_actions(self, hidden: Any, seat: int, actions: list[int], worlds: int) -> Floats:
        """Return the chance of a seat after each action in each of some worlds."""
        dealt = np.repeat(self._game.blank(), worlds)
        self._loops.imagine(hidden, dealt, seat)
        states = np.tile(dealt, len(actions))
        self._loops.begin(states, np.repeat(np.array(actions, np.int64), worlds))
        return self._play_on(states, seat).reshape(len(actions), worlds)

    def _play_on(self, states: Any, seat: int) -> Floats:
        """Roll out with the network; return the chance of a seat in each world."""
        count, players = len(states), self._game.players
        chances, order = np.zeros(count), np.zeros(count, np.int64)
        tensors = np.zeros((count, self._game.tensor_size), np.float32)
        masks = np.zeros((count, self._game.num_actions), np.bool_)
        depth = 0
        while found := self._loops.look(states, self._scratch, order, tensors, masks, self._actions):
            rows = np.flatnonzero(order >= 0)  # in this order the tensors lie
            logits, values = self._player.forward(tensors[:found])
            acting = states["player"][rows]
            if depth >= self._guidance.depth:
                done = acting == seat if players > 2 else np.ones(found, np.bool_)
                sign = np.where(acting == seat, 1.0, -1.0)
                chances[rows[done]] = [chance_of(v, players) for v in (values * sign)[done].tolist()]
                order[rows[done]] = -1
            chosen = np.full(count, -1, np.int64)
            chosen[rows] = self._sample(logits, masks[:found])
            chosen[order < 0] = -1
            self._loops.begin(states, chosen)
            depth += 1
        gains = np.zeros((count, players))
        self._loops.shares(states, gains)
        over = states["player"] < 0
        chances[over] = gains[over, seat]
        return chances

    def _sample(self, logits: Floats, masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        noise = self._random.gumbel(size=logits.shape)
        return np.asarray(np.where(masks, logits / self._guidance.temperature + noise, -np.inf).argmax(1))
