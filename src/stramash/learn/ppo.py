"""Proximal policy optimisation by self-play: collect decisions, compute advantages, update.

One network plays all seats of many games at once. Each decision is stored with its observation, legal actions
and the value that was expected. Advantages are computed for each seat over that seat's own decisions
(generalised advantage estimation without discount), so the same code serves any number of seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
import torch.distributed as dist
from torch import Tensor, nn

from stramash.core.game import Game
from stramash.core.network import Network
from stramash.lab import BatchGame
from stramash.learn.model import Model

__all__ = [
    "PRECISIONS",
    "Bootstrap",
    "Compiled",
    "Decisions",
    "Functions",
    "Hyperparameters",
    "Losses",
    "Step",
    "Table",
    "advantages",
    "update",
]

ILLEGAL = -1e9
PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16}


@dataclass(frozen=True)
class Hyperparameters:
    """Everything that can be tuned. Scheduled values go from the first to the second number."""

    learning_rate: tuple[float, float] = (6e-4, 1e-5)
    entropy: tuple[float, float] = (0.03, 0.003)
    #: the part of the training after which entropy begins to fall
    entropy_hold: float = 0.3
    clip: float = 0.2
    value_weight: float = 0.5
    gae_lambda: float = 0.95
    gradient_norm: float = 0.5
    #: decisions of each game between two updates
    rollout_length: int = 32
    minibatch: int = 16384
    #: the type of activations: "bfloat16" where the hardware multiplies it faster, else "float32"
    precision: str = "bfloat16"

    @property
    def dtype(self) -> torch.dtype:
        """The type of activations, for PyTorch."""
        return PRECISIONS[self.precision]

    def learning_rate_at(self, progress: float) -> float:
        """Return the learning rate: it falls linearly."""
        first, last = self.learning_rate
        return first + (last - first) * progress

    def entropy_at(self, progress: float) -> float:
        """Return the weight of the entropy bonus: held, then falling exponentially."""
        first, last = self.entropy
        return float(
            first * (last / first) ** max(0.0, (progress - self.entropy_hold) / (1 - self.entropy_hold))
        )


class Decisions(NamedTuple):
    """Stored decisions; `rows` are the learner's with more than one legal action."""

    table: Table
    rows: Tensor
    seen: Tensor
    legal: Tensor
    action: Tensor
    log_probability: Tensor
    advantage: Tensor
    target: Tensor


class Losses(NamedTuple):
    """The losses of an update, averaged over its minibatches."""

    policy: float
    value: float
    entropy: float
    #: how far the policy moved: the approximate Kullback-Leibler divergence
    divergence: float


class Functions:
    """The functions of a network: actions, values, loss. On a GPU each is compiled.

    `model` acts; `learner` is the same model, or its wrapper that averages gradients between processes.
    Variants whose observations and actions are alike share these functions: compiling takes a while.
    """

    def __init__(
        self, network: Network, model: Model, learner: nn.Module, parameters: Hyperparameters, device: str
    ) -> None:
        self._network, self._model, self._learner = network, model, learner
        self._parameters = parameters
        fast = torch.compile if device == "cuda" else _uncompiled
        self.evaluate: Any = fast(self._evaluate, dynamic=False)
        self.sample: Any = fast(_sample, dynamic=False)
        self.loss: Any = fast(self._loss, dynamic=False)
        self.store: Any = fast(_store, dynamic=False)

    def _evaluate(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        logits, value = self._model(seen, self._network)
        return logits, value

    def _loss(
        self,
        seen: Tensor,
        legal: Tensor,
        action: Tensor,
        log_probability: Tensor,
        advantage: Tensor,
        target: Tensor,
        entropy_weight: Tensor,
    ) -> tuple[Tensor, Tensor]:
        logits, value = self._learner(seen, self._network)
        logs = logits.masked_fill(~legal, ILLEGAL).log_softmax(1)
        change = logs.gather(1, action[:, None]).squeeze(1) - log_probability
        ratio, clip = change.exp(), self._parameters.clip
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        error = (value - target).square().mean()
        entropy = -(logs.exp() * logs.masked_fill(~legal, 0)).sum(1).mean()
        loss = self._parameters.value_weight * error - gain - entropy_weight * entropy
        divergence = (ratio - 1 - change).mean()
        return loss, torch.stack([-gain, error, entropy, divergence]).detach()


@dataclass(frozen=True)
class Compiled:
    """What variants with the same observations and actions share.

    With a `frozen` network the learner has one seat of each game, in turn. The frozen network plays
    the others, always its most probable action.
    """

    functions: Functions
    step: Step
    frozen: Functions | None
    parameters: Hyperparameters
    device: str
    dtype: torch.dtype


class Table:
    """Many games of one variant, and the decisions stored between two updates."""

    def __init__(self, game: Game, games: int, compiled: Compiled, seed: int) -> None:
        self.game, self.device, self._parameters = game, compiled.device, compiled.parameters
        self.functions, self.step, self.frozen = compiled.functions, compiled.step, compiled.frozen
        device, parameters, dtype = compiled.device, compiled.parameters, compiled.dtype
        self.learner = torch.arange(games, device=device) % game.players
        self.batch = BatchGame(game, games, device)
        self.batch.reset(seeds=seed)
        shape = (parameters.rollout_length, games)
        self.seen = torch.zeros((*shape, game.tensor_size), dtype=dtype, device=device)
        self.legal = torch.zeros((*shape, game.num_actions), dtype=torch.bool, device=device)
        self.action = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probability = torch.zeros(shape, device=device)
        self.value = torch.zeros(shape, device=device)
        self.seat = torch.zeros(shape, dtype=torch.int64, device=device)
        self.over = torch.zeros(shape, dtype=torch.bool, device=device)
        self.reward = torch.zeros((*shape, game.players), device=device)

    def snapshot(self) -> dict[str, Any]:
        """Return the games as arrays, for `restore`."""
        return self.batch.snapshot()

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore all games from a snapshot."""
        self.batch.restore(snapshot)

    @property
    def decisions(self) -> int:
        """The number of decisions for one update."""
        return int(self.value.numel())

    def _shared(self, array: Any) -> Tensor:
        """Return an array of the batch as a tensor in the same memory."""
        return torch.as_tensor(array, device=self.device)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def collect(self) -> Decisions:
        """Play some steps in all games and return the decisions, with normalised advantages."""
        batch = self.batch
        player, over, rewards = (self._shared(it) for it in (batch.player, batch.over, batch.rewards))
        for step in range(self._parameters.rollout_length):
            self.functions.store(self._shared(batch.observe()), self.seen[step])
            self.legal[step].copy_(self._shared(batch.legal_mask()))
            self.seat[step].copy_(player)
            noise = torch.rand(self.legal[step].shape, device=self.device)
            logits, value = self.functions.evaluate(self.seen[step])
            action, logs = self.functions.sample(logits, self.legal[step], noise)
            if self.frozen is not None:
                others = self.frozen.evaluate(self.seen[step])[0].masked_fill(~self.legal[step], ILLEGAL)
                action = torch.where(self.seat[step] == self.learner, action, others.argmax(1))
            self.action[step], self.log_probability[step], self.value[step] = action, logs, value
            batch.step(action if self.device == "cuda" else action.numpy(), check=False)
            self.over[step].copy_(over)
            self.reward[step].copy_(rewards)
        advantage, known = self._advantages()
        target = (advantage + self.value).flatten()
        teaches = (self.legal.sum(2) > 1) & known
        if self.frozen is not None:
            teaches &= self.seat == self.learner
        rows = teaches.flatten().nonzero().squeeze(1)
        chosen = advantage.flatten()[rows]
        advantage = (advantage.flatten() - chosen.mean()) / (chosen.std() + 1e-6)
        return Decisions(
            self,
            rows,
            self.seen.flatten(0, 1),
            self.legal.flatten(0, 1),
            self.action.flatten(0, 1),
            self.log_probability.flatten(0, 1),
            advantage,
            target,
        )

    def shares(self) -> list[float]:
        """Return what the learner won of each game that ended in the last collection, from 0 to 1."""
        earned = self.reward.gather(2, self.learner.expand_as(self.seat)[..., None]).squeeze(2)[self.over]
        lost = -1 / (self.game.players - 1)
        found: list[float] = ((earned - lost) / (1 - lost)).tolist()
        return found

    def _advantages(self) -> tuple[Tensor, Tensor]:
        """Return the advantage of every decision, and whether it is known.

        The value of a seat is only learned where that seat decides. So the last decision of a seat that is
        neither to act nor at the end of its game has no value to compare with: its advantage is not known.
        """
        seen = self._shared(self.batch.observe()).to(self.seen.dtype).contiguous()
        last = Bootstrap(self._shared(self.batch.player).long(), self.functions.evaluate(seen)[1].clone())
        return advantages(self.seat, self.value, self.over, self.reward, last, self._parameters.gae_lambda)


class Bootstrap(NamedTuple):
    """The seats to act after the last stored decisions, and the values there: estimates of later rewards."""

    seat: Tensor
    value: Tensor


def advantages(
    seats: Tensor, values: Tensor, over: Tensor, rewards: Tensor, last: Bootstrap, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """Return advantages, from the last step to the first, and which of them are known.

    All tensors are by step and game. Other seats decide between two decisions of one seat. For each seat:
    `next_value` is the value at its next decision, `next_advantage` the advantage there, `reward` the reward
    until then, and `known` says whether there is a next decision or an end.
    """
    steps, games = values.shape
    every = torch.arange(games, device=values.device)
    reward = torch.zeros_like(rewards[0])
    next_value, next_advantage = torch.zeros_like(reward), torch.zeros_like(reward)
    known = torch.zeros_like(reward).bool()
    next_value[every, last.seat], known[every, last.seat] = last.value, True
    found, usable = torch.zeros_like(values), torch.zeros_like(over)
    for step in reversed(range(steps)):
        ended, seat, value = over[step][:, None], seats[step], values[step]
        next_value, next_advantage = next_value.masked_fill(ended, 0), next_advantage.masked_fill(ended, 0)
        reward, known = torch.where(ended, rewards[step], reward), known | ended
        usable[step] = known[every, seat]
        delta = reward[every, seat] + next_value[every, seat] - value
        found[step] = torch.where(usable[step], delta + gae_lambda * next_advantage[every, seat], 0.0)
        next_value[every, seat], next_advantage[every, seat], reward[every, seat] = value, found[step], 0.0
        known[every, seat] = True
    return found, usable


def _uncompiled(function: Any, **_options: Any) -> Any:
    """Return the function: on a CPU `torch.compile` is not used."""
    return function


def _sample(logits: Tensor, legal: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Sample legal actions by the Gumbel trick; return them with their log-probabilities."""
    logs = logits.masked_fill(~legal, ILLEGAL).log_softmax(1)
    action = (logs - torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-7)))).argmax(1)
    return action, logs.gather(1, action[:, None]).squeeze(1)


def _store(seen: Tensor, out: Tensor) -> None:
    """Copy observations. On the GPU their layout is feature by feature, so compiled code also transposes."""
    out.copy_(seen)


class Step:
    """One step of the optimiser on a minibatch. On a GPU it is recorded once as a CUDA graph and replayed.

    A step starts some 300 short kernels. Started one by one from Python they take twice as long as they run.
    """

    #: steps before the recording, in which everything is compiled and allocated
    WARM_UP = 3

    def __init__(
        self, functions: Functions, optimiser: torch.optim.Optimizer, parameters: Hyperparameters, graph: bool
    ) -> None:
        self._functions, self._optimiser, self._parameters = functions, optimiser, parameters
        self._weights = [it for group in optimiser.param_groups for it in group["params"]]
        self._record = graph
        self._graph: torch.cuda.CUDAGraph | None = None
        self._inputs: list[Tensor] = []
        self._parts: Tensor | None = None
        self._applied = 0

    def apply(self, minibatch: list[Tensor], entropy_weight: Tensor) -> Tensor:
        """Update the weights with a minibatch; return the parts of the loss."""
        if not self._record:
            return self._run(minibatch, entropy_weight)
        if not self._inputs:
            self._inputs = [it.clone() for it in (*minibatch, entropy_weight)]
        for mine, theirs in zip(self._inputs, (*minibatch, entropy_weight), strict=True):
            mine.copy_(theirs)
        self._applied += 1
        if self._applied <= self.WARM_UP:
            return self._warm_up()
        if self._graph is None:
            self._graph = torch.cuda.CUDAGraph()
            self._optimiser.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._graph):
                self._parts = self._run(self._inputs[:-1], self._inputs[-1])
        self._graph.replay()
        assert self._parts is not None
        return self._parts.clone()

    def _warm_up(self) -> Tensor:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            parts = self._run(self._inputs[:-1], self._inputs[-1])
        torch.cuda.current_stream().wait_stream(stream)
        return parts

    def _run(self, minibatch: list[Tensor], entropy_weight: Tensor) -> Tensor:
        self._optimiser.zero_grad(set_to_none=True)
        loss, parts = self._functions.loss(*minibatch, entropy_weight)
        loss.backward()
        nn.utils.clip_grad_norm_(self._weights, self._parameters.gradient_norm)
        self._optimiser.step()
        found: Tensor = parts
        return found


def update(collected: list[Decisions], minibatch: int, entropy_weight: Tensor) -> Losses:
    """Go once through all decisions in minibatches, each of one variant, in random order."""
    parts = []
    for decisions, rows in _minibatches(collected, minibatch):
        batch = [it.index_select(0, rows) for it in decisions[2:]]
        parts.append(decisions.table.step.apply(batch, entropy_weight))
    return Losses(*torch.stack(parts).mean(0).tolist())


def _minibatches(collected: list[Decisions], size: int) -> list[tuple[Decisions, Tensor]]:
    """Split the decisions of every variant into minibatches, and shuffle these.

    All minibatches have one size, so that code is compiled once. The remainder of a variant is dropped. A
    variant with fewer decisions than a minibatch is one smaller minibatch.
    """
    found = []
    for decisions in collected:
        rows = decisions.rows[torch.randperm(len(decisions.rows), device=decisions.rows.device)]
        parts = rows.split(size)
        full = [part for part in parts if len(part) == size or len(parts) == 1]
        found += [(decisions, part) for part in full[: _minimum_of_processes(len(full), rows.device)]]
    return [found[int(at)] for at in torch.randperm(len(found))]


def _minimum_of_processes(count: int, device: torch.device) -> int:
    """Return the smallest count of all processes: they average gradients, so all take as many steps."""
    if not dist.is_initialized():
        return count
    shared = torch.tensor([count], device=device)
    dist.all_reduce(shared, dist.ReduceOp.MIN)
    return int(shared.item())
