"""From choices on a command line to a trainer: defaults for CPU and GPU, resuming, starting from weights."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.weights import network_of
from stramash.games import load
from stramash.learn.checkpoint import read_progress
from stramash.learn.ppo import Hyperparameters
from stramash.learn.trainer import Plan, Trainer

__all__ = ["Choices", "make_trainer", "usual_parameters"]

#: Decisions of one update on a GPU, and what suits it
GPU_DECISIONS = 1 << 20
GPU = Hyperparameters()
#: Games at a time on a CPU: small games, many small updates
CPU_GAMES = 256
CPU = Hyperparameters(minibatch=1024, learning_rate=(2e-3, 1e-4), entropy=(0.01, 0.003), precision="float32")


@dataclass(frozen=True)
class Choices:
    """What can be chosen about a training."""

    variants: tuple[Game, ...]
    device: str | None = None
    #: the length of the whole training: decisions, or else minutes
    decisions: int | None = None
    minutes: float | None = 10.0
    games: int | None = None
    seed: int = 1
    network: str = "game"
    command: str = ""
    resume: Path | None = None
    new_games: bool = False
    start: Path | None = None
    exploit: Path | None = None
    parameters: Hyperparameters | None = field(default=None)
    graph: bool = True


def usual_parameters(game: Game, network: str, device: str) -> Hyperparameters:
    """Return the hyperparameters for a network on a device, where nothing else is chosen."""
    shape = network_of(game, network)
    return replace(
        GPU if device == "cuda" else CPU, rollout_length=shape.rollout_length, gae_lambda=shape.gae_lambda
    )


def make_trainer(choices: Choices) -> Trainer:
    """Return a trainer that is ready to learn."""
    device = choices.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if device not in ("cpu", "cuda"):
        raise BadOption(f"device {device!r} is not possible: choose one of cpu, cuda")
    if choices.resume is not None:
        content = read_progress(choices.resume)
        trainer = Trainer(Plan.from_json(content["plan"], load), device, graph=choices.graph)
        trainer.resume(choices.resume, new_games=choices.new_games)
        return trainer
    parameters = choices.parameters or usual_parameters(choices.variants[0], choices.network, device)
    plan = Plan(
        choices.variants,
        choices.games or (GPU_DECISIONS // parameters.rollout_length if device == "cuda" else CPU_GAMES),
        choices.decisions,
        None if choices.decisions else choices.minutes,
        parameters,
        choices.seed,
        choices.command,
        choices.network,
        str(choices.exploit) if choices.exploit else None,
    )
    trainer = Trainer(plan, device, graph=choices.graph)
    if choices.start is not None:
        trainer.start_from(choices.start)
    return trainer
