"""Checkpoints: a folder of files from which a training resumes exactly.

weights.npz     the weights, float32
optimiser.npz   both moments of Adam, and its step count
games-N.npz     the games of the N-th variant, as they stand
progress.json   counters, schedule, options, random states
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from stramash.core.errors import StramashError
from stramash.core.weights import read_arrays
from stramash.learn.model import Model
from stramash.learn.ppo import Table

__all__ = ["BadCheckpoint", "load_into", "read_progress", "save"]

FORMAT = 2


class BadCheckpoint(StramashError):
    """A checkpoint that cannot be used."""


def save(
    folder: Path,
    model: Model,
    optimiser: torch.optim.Optimizer,
    tables: list[Table],
    progress: dict[str, Any],
    *,
    games: bool = True,
) -> None:
    """Write a checkpoint. Each file is written atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "weights.npz", model.arrays())
    _write(folder / "optimiser.npz", _moments(optimiser))
    for number, table in enumerate(tables if games else []):
        _write(folder / f"games-{number}.npz", table.snapshot())
    random_state = {"cpu": _text(torch.get_rng_state())}
    if torch.cuda.is_available():
        random_state["cuda"] = _text(torch.cuda.get_rng_state())
    content = {"format": FORMAT, "random": random_state, "games": games, **progress}
    part = folder / "progress.json.part"
    part.write_text(json.dumps(content, indent=1) + "\n")
    part.replace(folder / "progress.json")


def read_progress(folder: Path) -> dict[str, Any]:
    """Return counters, schedule and options of a checkpoint."""
    try:
        content: dict[str, Any] = json.loads((folder / "progress.json").read_text("utf-8"))
    except FileNotFoundError:
        raise BadCheckpoint(f"{folder} is not a checkpoint: it has no progress.json") from None
    except (OSError, ValueError) as error:
        raise BadCheckpoint(f"{folder / 'progress.json'} cannot be read: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadCheckpoint(f"{folder} has a format this version does not know: it reads format {FORMAT}")
    missing = [name for name in ("plan", "progress", "random", "games") if name not in content]
    if missing:
        raise BadCheckpoint(f"{folder / 'progress.json'} is damaged: it has no {', '.join(missing)}")
    return content


def load_into(
    folder: Path, model: Model, optimiser: torch.optim.Optimizer, tables: list[Table], *, new_games: bool
) -> None:
    """Bring model, optimiser, games and random generators to where the checkpoint was saved."""
    content = read_progress(folder)
    model.load(_read(folder / "weights.npz"))
    _restore_moments(optimiser, _read(folder / "optimiser.npz"))
    if not new_games:
        if not content["games"]:
            raise BadCheckpoint(f"{folder} was saved without its games: add --new-games to deal new ones")
        for number, table in enumerate(tables):
            table.restore(_read(folder / f"games-{number}.npz"))
    torch.set_rng_state(_bytes(content["random"]["cpu"]))
    if torch.cuda.is_available() and "cuda" in content["random"]:
        torch.cuda.set_rng_state(_bytes(content["random"]["cuda"]))


def _moments(optimiser: torch.optim.Optimizer) -> dict[str, Any]:
    (weight,) = optimiser.param_groups[0]["params"]
    return {key: value.detach().float().cpu().numpy() for key, value in optimiser.state[weight].items()}


def _restore_moments(optimiser: torch.optim.Optimizer, kept: dict[str, Any]) -> None:
    (weight,) = optimiser.param_groups[0]["params"]
    for key, array in kept.items():
        # a fused optimiser needs its step count on the device of the weights
        optimiser.state[weight][key] = torch.from_numpy(np.array(array)).to(weight.device)


def _write(path: Path, arrays: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)
    part.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_arrays(path)
    except (OSError, ValueError) as error:
        raise BadCheckpoint(f"{path} cannot be read: {error}") from error


def _text(state: torch.Tensor) -> str:
    return base64.b64encode(state.numpy().tobytes()).decode()


def _bytes(text: str) -> torch.Tensor:
    return torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.uint8)
