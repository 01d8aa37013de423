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
    #: whether the variants are those of the network, and nobody asked for them
    usual_variants: bool = False
    device: str | None = None
    #: the length of the whole training: decisions, or minutes, or else the minutes of this run
    decisions: int | None = None
    whole: float | None = None
    minutes: float = 10.0
    games: int | None = None
    seed: int | None = None
    network: str | None = None
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
    if device == "cuda" and not torch.cuda.is_available():
        raise BadOption("PyTorch finds no CUDA device here: choose the device cpu")
    if choices.decisions is not None and choices.whole is not None:
        raise BadOption("a training has a length: give --decisions or --whole, one of the two")
    if choices.resume is not None:
        plan = _resumed_plan(choices, choices.resume)
        trainer = Trainer(plan, device, graph=choices.graph)
        trainer.resume(choices.resume, new_games=choices.new_games)
        return trainer
    network = choices.network or "game"
    parameters = choices.parameters or usual_parameters(choices.variants[0], network, device)
    usual_games = GPU_DECISIONS // parameters.rollout_length if device == "cuda" else CPU_GAMES
    minutes = choices.minutes if choices.whole is None else choices.whole
    plan = Plan(
        choices.variants,
        usual_games if choices.games is None else choices.games,
        choices.decisions,
        minutes if choices.decisions is None else None,
        parameters,
        1 if choices.seed is None else choices.seed,
        choices.command,
        network,
        str(choices.exploit) if choices.exploit else None,
    )
    trainer = Trainer(plan, device, graph=choices.graph)
    if choices.start is not None:
        trainer.start_from(choices.start)
    return trainer


def _resumed_plan(choices: Choices, folder: Path) -> Plan:
    """Return the plan of a checkpoint with the chosen length; refuse choices that contradict it."""
    plan = Plan.from_json(read_progress(folder)["plan"], load)
    if choices.variants[0].name != plan.game.name:
        raise BadOption(f"{folder} is a training of {plan.game.name}, not of {choices.variants[0].name}")
    pairs: dict[str, tuple[object, object]] = {
        "--option or --players": (None if choices.usual_variants else choices.variants, plan.variants),
        "--games": (choices.games, plan.games),
        "--seed": (choices.seed, plan.seed),
        "--network": (choices.network, plan.network),
        "--exploit": (choices.exploit and str(choices.exploit), plan.exploit),
        "the hyperparameters": (choices.parameters, plan.parameters),
    }
    refused = [name for name, (chosen, kept) in pairs.items() if chosen not in (None, kept)]
    if choices.start is not None:
        refused.append("--from")
    if refused:
        raise BadOption(
            f"a resumed training cannot change {', '.join(refused)}: leave this out, or start another one"
        )
    if choices.decisions is None and choices.whole is None:
        return plan
    return replace(plan, decisions=choices.decisions, minutes=choices.whole)
