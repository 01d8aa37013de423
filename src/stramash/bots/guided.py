"""Search guided by the network: policy rollouts of the few actions that the network prefers.

The network proposes actions. Each is tried in the same imagined worlds, which are drawn by how likely the
past actions of the others make them (`bots/belief.py`). There the network plays all seats for a few
decisions, and its value is the result (`bots/rollouts.py`). *Sequential halving* drops the worse half of the
actions repeatedly. The network's own choice always stays: all others are compared with it, world by
world.

The measured values are noisy: the best of eight noisy means is often not the best action. So the final choice
combines the measurement with the network's preference as a prior (`Guidance.expect`). With few worlds it is
the network's choice.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stramash.bots.belief import Belief, BeliefParameters, LikelyWorlds, Memory
from stramash.bots.compiled import compile_bots
from stramash.bots.network import load_player
from stramash.bots.rollouts import RolloutParameters, Rollouts
from stramash.bots.search import Budget, Considered, Thought
from stramash.core.position import View

__all__ = ["Guidance", "GuidedBot"]

Floats = npt.NDArray[np.float64]

#: The minimum of a probability before its logarithm is taken
_LEAST_LIKELY = 1e-6
#: A prior for the standard deviation between worlds, and its weight as a number of worlds
_USUAL_SPREAD, _USUAL_WORLDS = 0.2, 4
#: The minimum number of worlds for a comparison
_LEAST_WORLDS = 2
#: A choice is settled if every other action is this number of standard deviations behind it
_SETTLED = 3.0


@dataclass(frozen=True)
class Guidance:
    """The parameters of the guided search."""

    #: the maximum number of candidates; actions with a probability below `least` are not candidates
    candidates: int = 6
    least: float = 0.01
    #: worlds times candidates in one batch
    batch: int = 64
    #: the expected difference in chance of winning for one unit of log-probability
    prior: float = 0.015
    #: the standard deviation of the true difference of two actions around that expectation
    spread: float = 0.03
    #: the standard deviation of the systematic error of a measured difference
    error: float = 0.01
    rollouts: RolloutParameters = field(default_factory=RolloutParameters)
    belief: BeliefParameters = field(default_factory=BeliefParameters)

    def expect(self, preference: float, mean: float, variance: float) -> tuple[float, float]:
        """Return the expected gain of an action over the network's choice, and its deviation.

        Before the measurement the gain is normally distributed around `prior` times the difference of the
        log-probabilities; the measurement is the mean of differences, with the variance of that mean.

        >>> gain, deviation = Guidance(prior=0.01, spread=0.03, error=0.0).expect(-2.0, 0.04, 0.03**2)
        >>> round(gain, 3), round(deviation, 3)
        (0.01, 0.021)
        """
        before, noise = self.spread**2, variance + self.error**2
        trust = before / (before + noise)
        return (1 - trust) * self.prior * preference + trust * mean, math.sqrt(before * (1 - trust))


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
        self._memory = Memory()

    @property
    def name(self) -> str:
        """The name of the bot, as `make` accepts it."""
        return f"guided:{self.budget}"

    def choose(self, view: View) -> int:
        """Return one of `view.legal`."""
        legal = view.legal
        if len(legal) == 1:
            self._memory.add(view)
            return legal[0]
        return self._try(view, until_settled=True).thought().best.action

    def think(self, view: View) -> Thought:
        """Try actions for as long as the budget says; a simulation is one action in one world."""
        return self._try(view).thought()

    def evaluate(self, view: View, action: int) -> tuple[Thought, Considered]:
        """Return what `think` returns, and the result of one action, tried in the same worlds as the best."""
        trial = self._try(view, action)
        return trial.thought(), trial.considered(action)

    def _try(self, view: View, wanted: int | None = None, *, until_settled: bool = False) -> _Trial:
        """Try the actions that the network proposes, and `wanted` to the end."""
        start = time.perf_counter()
        compile_bots(view.game)
        player, guidance = load_player(view.game, self._weights), self._guidance
        evaluation = player.evaluate(view)
        likely = evaluation.probabilities()
        order = sorted(range(len(likely)), key=lambda at: (-likely[at], at))
        proposed = [at for at in order[: guidance.candidates] if likely[at] >= guidance.least]
        if wanted is not None and wanted not in (evaluation.actions[at] for at in proposed):
            proposed.append(evaluation.actions.index(wanted))
        rng = np.random.default_rng(self._random.getrandbits(64))
        rollouts = Rollouts(view.game, player, guidance.rollouts)
        worlds = LikelyWorlds(
            self._memory.add(view), Belief(view.game, rollouts.forward, guidance.belief), rng
        )
        preferences = np.log(np.maximum(likely[proposed], _LEAST_LIKELY))
        actions = [evaluation.actions[at] for at in proposed]
        trial = _Trial(view, actions, preferences, guidance, rollouts, worlds, rng)
        trial.run(self.budget, start, wanted, until_settled=until_settled)
        return trial


class _Trial:
    """Candidates, and the results of each in the worlds they are tried in."""

    def __init__(
        self,
        view: View,
        actions: list[int],
        preferences: Floats,
        guidance: Guidance,
        rollouts: Rollouts,
        worlds: LikelyWorlds,
        rng: np.random.Generator,
    ) -> None:
        self._seat = view.seat if view.seat is not None else 0
        self._guidance, self._rollouts, self._worlds, self._rng = guidance, rollouts, worlds, rng
        self.actions, self._preferences = actions, preferences - preferences[0]
        #: by candidate: its result in each world; candidates that were dropped lack the later worlds
        self._results = [np.zeros(0) for _ in actions]
        self._left = list(range(len(actions)))

    def run(self, budget: Budget, start: float, wanted: int | None, *, until_settled: bool) -> None:
        """Try all candidates equally often, then the better half, and so on; never drop `wanted`.

        A single candidate is tried in one batch of worlds, for its chance.
        """
        if len(self.actions) == 1:
            if not until_settled:
                self._try(self._guidance.batch)
            return
        rounds = max(1, math.ceil(math.log2(len(self.actions))))
        for done in range(1, rounds + 1):
            while self._try(self._affordable(budget, done / rounds)):
                if until_settled and self._settled:
                    return
                if budget.seconds and time.perf_counter() - start >= budget.seconds * done / rounds:
                    break
            ranked = sorted(self._left[1:], key=lambda at: -self._gain(at)[0])
            kept = ranked[: max(1, len(ranked) // 2)]
            self._left = [0, *(at for at in ranked if at in kept or self.actions[at] == wanted)]

    def _affordable(self, budget: Budget, part: float) -> int:
        """Return in how many worlds the candidates can be tried next within a part of the budget."""
        worlds = max(1, self._guidance.batch // len(self._left))
        if budget.simulations is None:
            return worlds
        left = int(part * budget.simulations) - sum(map(len, self._results))
        least = 0 if len(self._results[0]) else 1
        return max(least, min(worlds, left // len(self._left)))

    def _try(self, worlds: int) -> bool:
        """Try the remaining candidates in more worlds; return False if no candidate remains."""
        if worlds:
            actions = [self.actions[at] for at in self._left]
            chances = self._rollouts.try_actions(self._worlds.draw(worlds), self._seat, actions, self._rng)
            for at, more in zip(self._left, chances, strict=True):
                self._results[at] = np.concatenate([self._results[at], more])
        return worlds > 0

    def _gain(self, at: int) -> tuple[float, float]:
        """Return the expected gain of a candidate over the network's choice, and its deviation."""
        preference, count = float(self._preferences[at]), len(self._results[at])
        if at == 0:
            return 0.0, 0.0
        if count < _LEAST_WORLDS:
            return self._guidance.expect(preference, 0.0, math.inf)
        differences = self._results[at] - self._results[0][:count]
        squares = float(((differences - differences.mean()) ** 2).sum())
        variance = (squares + _USUAL_WORLDS * _USUAL_SPREAD**2) / (count + _USUAL_WORLDS)
        return self._guidance.expect(preference, float(differences.mean()), variance / count)

    @property
    def _settled(self) -> bool:
        """Whether the choice is settled: more worlds are unlikely to change it."""
        gains = sorted((self._gain(at) for at in self._left), reverse=True)
        best, deviation = gains[0]
        return all(best - gain > _SETTLED * math.hypot(deviation, other) for gain, other in gains[1:])

    def thought(self) -> Thought:
        """Return the candidates, the best first."""
        order = sorted(
            range(len(self.actions)), key=lambda at: (at not in self._left, -self._gain(at)[0], at)
        )
        considered = tuple(self.considered(self.actions[at]) for at in order)
        visits = sum(map(len, self._results))
        return Thought(considered, visits, ((self._seat, considered[0].action),))

    def considered(self, action: int) -> Considered:
        """Return the result of one candidate."""
        results = self._results[self.actions.index(action)]
        return Considered(action, len(results), float(results.mean()) if len(results) else 0.0)
