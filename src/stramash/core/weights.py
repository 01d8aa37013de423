"""Files of network weights: `.npz` with float16 arrays and metadata.

The entry `about` is JSON: game, version of the rules and of the observation, the command that trained them,
how many decisions it took, and a SHA-256 hash over all arrays. Weights for other rules or observations are
refused.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import StramashError
from stramash.core.game import Game
from stramash.core.network import Network, PlainNetwork

__all__ = [
    "NETWORKS",
    "About",
    "BadWeights",
    "network_of",
    "read_arrays",
    "read_weights",
    "shipped_weights",
    "write_weights",
]

FORMAT = 1
ABOUT = "about"
NETWORKS = ("game", "plain")
#: What zipfile, its decompressors and NumPy raise for damaged files
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    tokenize.TokenError,
    struct.error,
    SyntaxError,
    EOFError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RuntimeError,  # also NotImplementedError and RecursionError
)


class BadWeights(StramashError):
    """A file of weights that cannot be used."""


@dataclass(frozen=True)
class About:
    """The metadata of weights: the game, the versions, and the training run."""

    game: str
    rules_version: int
    observation_version: int
    command: str
    decisions: int
    #: "game": the network that the game declares; "plain": two layers over the observation
    network: str = "game"
    sha256: str = ""
    format: int = FORMAT

    @classmethod
    def of(cls, game: Game, command: str, decisions: int, network: str = "game") -> About:
        """Return the metadata for weights trained with the current versions of a game."""
        return cls(game.name, game.version, game.observation_version, command, decisions, network)


def network_of(game: Game, name: str = "game") -> Network:
    """Return the network of a game by its name in `About`; a game that declares none has the plain one."""
    if name not in NETWORKS:
        raise BadWeights(f"there is no network {name!r}: it is one of {', '.join(NETWORKS)}")
    return PlainNetwork(game) if name == "plain" or game.network is None else game.network(game)


def shipped_weights(game: Game) -> Path:
    """Return the path of the weights that come with a game; the file may not exist."""
    return game.words.parent / "weights" / "network.npz"


def write_weights(path: Path, weights: Mapping[str, npt.NDArray[Any]], about: About) -> None:
    """Write weights as float16, atomically: the file is complete or does not exist."""
    arrays = {name: np.asarray(array, np.float16) for name, array in sorted(weights.items())}
    content = asdict(about) | {"sha256": _hash(arrays)}
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    with part.open("wb") as file:
        np.savez(file, **arrays, **{ABOUT: np.frombuffer(json.dumps(content).encode(), np.uint8)})  # type: ignore[arg-type]
    part.replace(path)


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of an `.npz` file; raise ValueError or OSError if it is damaged."""
    try:
        with path.open("rb") as raw, np.lib.npyio.NpzFile(raw, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except DAMAGED as error:
        raise ValueError(f"it is damaged: {str(error) or type(error).__name__}") from error


def read_weights(path: Path, game: Game) -> tuple[dict[str, npt.NDArray[np.float16]], About]:
    """Return the weights in a file, if they fit this game, its rules and its observation."""
    try:
        arrays = read_arrays(path)
        about = About(**json.loads(arrays.pop(ABOUT).tobytes()))
    except FileNotFoundError:
        raise BadWeights(
            f"there are no weights at {path}: train some with 'stramash learn {game.name}'"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{path} is not a file of weights: {error}") from error
    _check(path, arrays, about, game)
    return arrays, about


def _check(path: Path, arrays: Mapping[str, npt.NDArray[Any]], about: About, game: Game) -> None:
    pairs = (
        ("format", about.format, FORMAT),
        ("game", about.game, game.name),
        ("version of the rules", about.rules_version, game.version),
        ("version of the observation", about.observation_version, game.observation_version),
    )
    for what, found, wanted in pairs:
        if found != wanted:
            raise BadWeights(f"the weights in {path} are for {what} {found!r}: {wanted!r} is needed here")
    if _hash(arrays) != about.sha256:
        raise BadWeights(f"the weights in {path} are damaged: their hash is not the one they were saved with")
    network_of(game, about.network).check(arrays)


def _hash(arrays: Mapping[str, npt.NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.shape} {array.dtype}".encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
