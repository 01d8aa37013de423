"""The training loop: tables of all variants, updates, checkpoints, metrics."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import torch
import torch.distributed as dist
from torch import nn

from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.weights import About, network_of, read_weights, write_weights
from stramash.learn import checkpoint
from stramash.learn.model import Model
from stramash.learn.ppo import Compiled, Decisions, Functions, Hyperparameters, Losses, Step, Table, update

__all__ = ["Plan", "Progress", "Trainer"]

#: Seeds of different tables and processes are this far apart
SEED_STRIDE = 1 << 40


@dataclass(frozen=True)
class Progress:
    """The progress of a training."""

    decisions: int = 0
    updates: int = 0
    seconds: float = 0.0
    #: decisions of the trainings that made the weights this one began with
    earlier: int = 0


@dataclass(frozen=True)
class Plan:
    """The plan of a training: variants of one game, games at a time, and the length.

    The length is a number of decisions, which repeats exactly, or minutes, all runs together. Learning rate
    and entropy follow the part that is done.
    """

    variants: tuple[Game, ...]
    games: int = 16384
    decisions: int | None = None
    minutes: float | None = None
    parameters: Hyperparameters = field(default_factory=Hyperparameters)
    seed: int = 1
    command: str = ""
    #: "game", or "plain" for small games: see `stramash.core.weights.About`
    network: str = "game"
    #: fixed weights of an opponent that the network learns to beat, in place of self-play
    exploit: str | None = None

    def __post_init__(self) -> None:
        """Check that this can be trained."""
        if len({game.name for game in self.variants}) != 1:
            raise BadOption("a network learns variants of one game: give one or more of the same game")
        if self.games < len(self.variants):
            raise BadOption(f"{self.games} games are too few for {len(self.variants)} variants")
        if (self.decisions is None) == (self.minutes is None):
            raise BadOption("a training has a length: give its decisions or its minutes, one of the two")
        if (self.decisions or self.minutes or 0) <= 0:
            raise BadOption("the length of a training is a number above 0")

    def done(self, progress: Progress) -> float:
        """Return which part of the training is done, from 0 to 1."""
        if self.decisions is not None:
            return min(1.0, progress.decisions / self.decisions)
        return min(1.0, progress.seconds / (60 * (self.minutes or 1)))

    @property
    def game(self) -> Game:
        """The first variant."""
        return self.variants[0]

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON."""
        variants = [{"players": game.players, "options": game.options} for game in self.variants]
        return {
            "game": self.game.name,
            "variants": variants,
            "games": self.games,
            "decisions": self.decisions,
            "minutes": self.minutes,
            "parameters": asdict(self.parameters),
            "seed": self.seed,
            "command": self.command,
            "network": self.network,
            "exploit": self.exploit,
        }

    @classmethod
    def from_json(cls, content: dict[str, Any], load: Callable[..., Game]) -> Plan:
        """Return the plan that `to_json` wrote; `load` is `stramash.load`."""
        variants = tuple(
            load(content["game"], players=it["players"], **it["options"]) for it in content["variants"]
        )
        parameters: dict[str, Any] = {
            name: tuple(it) if isinstance(it, list) else it for name, it in content["parameters"].items()
        }
        return cls(
            variants,
            content["games"],
            content["decisions"],
            content["minutes"],
            Hyperparameters(**parameters),
            content["seed"],
            content["command"],
            content["network"],
            content["exploit"],
        )


Report: TypeAlias = Callable[[dict[str, Any]], None]


class Trainer:
    """Trains one network on all variants of a plan.

    Under `torchrun` every process plays its own games, and gradients are averaged between them.
    """

    def __init__(self, plan: Plan, device: str = "cpu", *, graph: bool = True) -> None:
        self.plan, self.device = plan, device
        self.rank, self.world = _join_processes(device)
        torch.manual_seed(plan.seed)  # the same weights in every process
        dtype = plan.parameters.dtype
        self.model = Model(network_of(plan.game, plan.network), dtype).to(device)
        learner: nn.Module = self.model
        if self.world > 1:
            learner = nn.parallel.DistributedDataParallel(self.model)
        graph = graph and device == "cuda" and self.world == 1
        self._learning_rate = torch.tensor(plan.parameters.learning_rate[0], device=device)
        self._entropy_weight = torch.tensor(plan.parameters.entropy[0], device=device)
        rate = self._learning_rate if graph else plan.parameters.learning_rate[0]
        self.optimiser = torch.optim.Adam(
            self.model.parameters(), rate, eps=1e-5, fused=device == "cuda", capturable=graph
        )
        torch.manual_seed(plan.seed + self.rank)
        rival = self._frozen(dtype)
        alike: dict[tuple[int, int], Compiled] = {}
        for game in plan.variants:
            key = game.tensor_size, game.num_actions
            if key not in alike:
                alike[key] = self._compile(game, learner, rival, graph)
        each = plan.games // len(plan.variants)
        self.tables = [
            Table(game, each, alike[game.tensor_size, game.num_actions], self._seed(number))
            for number, game in enumerate(plan.variants)
        ]
        self.progress = Progress()
        #: whether a person or a program has asked for the end
        self.stopped = False
        #: the checkpoint that it resumed
        self.origin: Path | None = None

    def _compile(self, game: Game, learner: nn.Module, rival: Model | None, graph: bool) -> Compiled:
        """Return the functions for all variants whose observations and actions are like those of a game."""
        parameters, device = self.plan.parameters, self.device
        functions = Functions(network_of(game, self.plan.network), self.model, learner, parameters, device)
        step = Step(functions, self.optimiser, parameters, graph)
        frozen = rival and Functions(type(rival.network)(game), rival, rival, parameters, device)
        return Compiled(functions, step, frozen, parameters, device, self.model.dtype)

    def _frozen(self, dtype: torch.dtype) -> Model | None:
        """Return the network that is to be beaten, if the plan names one."""
        if self.plan.exploit is None:
            return None
        weights, about = read_weights(Path(self.plan.exploit), self.plan.game)
        model: Model = Model(network_of(self.plan.game, about.network), dtype).to(self.device)
        model.load(weights)
        model.flat.requires_grad_(False)
        return model

    def _seed(self, number: int) -> int:
        return (self.plan.seed + (self.rank * len(self.plan.variants) + number + 1) * SEED_STRIDE) % (1 << 64)

    # --- resuming -----------------------------------------------------------------

    def start_from(self, path: Path) -> None:
        """Begin with weights from a file instead of random ones."""
        weights, about = read_weights(path, self.plan.game)
        self.model.load(weights)
        self.progress = replace(self.progress, earlier=about.decisions)

    def resume(self, folder: Path, *, new_games: bool = False) -> None:
        """Go on where a checkpoint was saved.

        A checkpoint has the games and random state of one process, so several processes begin new games.
        """
        new_games = new_games or self.world > 1
        content = checkpoint.read_progress(folder)
        checkpoint.load_into(folder, self.model, self.optimiser, self.tables, new_games=new_games)
        self.progress = Progress(**content["progress"])
        self.origin = folder
        if new_games:
            for number, table in enumerate(self.tables):
                table.batch.reset(seeds=(self._seed(number) + self.progress.decisions) % (1 << 64))
        if self.world > 1:
            torch.manual_seed(self.plan.seed + self.rank + self.progress.decisions)

    def save(self, folder: Path, *, games: bool = True) -> None:
        """Save a checkpoint and the weights in the format that bots read."""
        if self.rank:
            return
        content = {"plan": self.plan.to_json(), "progress": asdict(self.progress)}
        checkpoint.save(folder, self.model, self.optimiser, self.tables, content, games=games)
        self.export(folder / "network.npz")

    def export(self, path: Path) -> None:
        """Write the weights in the format that bots read."""
        plan = self.plan
        decisions = self.progress.earlier + self.progress.decisions
        about = About.of(plan.game, plan.command, decisions, plan.network)
        write_weights(path, self.model.arrays(), about)

    # --- learning --------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the whole training is done."""
        return self.plan.done(self.progress) >= 1

    def learn(self, seconds: float = float("inf")) -> Iterator[dict[str, Any]]:
        """Learn for some time, or until the plan is done; yield the metrics of every update."""
        start, before, spent = time.monotonic(), self.progress.seconds, 0.0
        going = spent < seconds
        while going and not self.finished:
            begin = time.monotonic()
            collected, losses = self._update()
            made = sum(table.decisions for table in self.tables) * self.world
            spent, going = self._agree(time.monotonic() - start, seconds)
            self.progress = replace(
                self.progress,
                decisions=self.progress.decisions + made,
                updates=self.progress.updates + 1,
                seconds=before + spent,
            )
            pace = made / (time.monotonic() - begin)
            yield self._metrics(collected, losses) | {"decisions_per_second": round(pace)}

    def stop(self) -> None:
        """Stop learning after the update that runs now, so that a checkpoint is exact."""
        self.stopped = True

    def leave(self) -> None:
        """Leave the processes that `torchrun` started; nothing can be learned afterwards."""
        if dist.is_initialized():
            dist.destroy_process_group()

    def _agree(self, spent: float, seconds: float) -> tuple[float, bool]:
        """Return the seconds spent and whether to go on, both from the first process.

        The schedule and the end of a training follow the seconds: they must be the same in all processes.
        """
        going = spent < seconds and not self.stopped
        if self.world == 1:
            return spent, going
        shared = torch.tensor([spent, float(going)], dtype=torch.float64, device=self.device)
        dist.broadcast(shared, 0)
        return float(shared[0]), bool(shared[1])

    def _update(self) -> tuple[list[Decisions], Losses]:
        done = self.plan.done(self.progress)
        parameters = self.plan.parameters
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(parameters.learning_rate_at(done))
            else:
                group["lr"] = parameters.learning_rate_at(done)
        self._entropy_weight.fill_(parameters.entropy_at(done))
        collected = [table.collect() for table in self.tables]
        return collected, update(collected, parameters.minibatch, self._entropy_weight)

    def _metrics(self, collected: list[Decisions], losses: Losses) -> dict[str, Any]:
        done = self.plan.done(self.progress)
        return {
            **asdict(self.progress),
            "done": round(done, 4),
            "learning_rate": self.plan.parameters.learning_rate_at(done),
            "entropy_weight": self.plan.parameters.entropy_at(done),
            **losses._asdict(),
            "choices": sum(len(it.rows) for it in collected),
            **({"share": self._share()} if self.plan.exploit else {}),
        }

    def _share(self) -> float:
        """Return which part of the games it won that ended in the last collection."""
        found = [share for table in self.tables for share in table.shares()]
        return round(sum(found) / max(1, len(found)), 4)


def _join_processes(device: str) -> tuple[int, int]:
    """Join the processes that `torchrun` started; return the number of this one and how many there are."""
    if not dist.is_torchelastic_launched():
        return 0, 1
    if not dist.is_initialized():
        dist.init_process_group("nccl" if device == "cuda" else "gloo")
    if device == "cuda":
        torch.cuda.set_device(dist.get_rank() % torch.cuda.device_count())
    return dist.get_rank(), dist.get_world_size()


@contextmanager
def metrics_file(path: Path) -> Iterator[Report]:
    """Append metrics to a file, a JSON object a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:

        def report(row: dict[str, Any]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        yield report
