"""Policy-value networks: written once, run with NumPy to play and with PyTorch to train.

A game's `network.py` subclasses `Network`. It declares its weights and writes `forward` with the operations
of `Layers`. `stramash.learn` runs the same `forward` on PyTorch; `ExactLayers` runs it on NumPy, without
PyTorch.

**Every machine computes the same numbers.** `ExactLayers` rounds weights to multiples of 2**-18 and
activations to multiples of 2**-14 and adds them up as 64-bit floats. Such sums are exact, so their order
does not matter: BLAS libraries, vector units and thread counts differ between machines, the results do not.
Everything else it uses (one division, one square root, rounding) is exactly specified by IEEE 754.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.renamed import warn_renamed

__all__ = [
    "ExactLayers",
    "FormerLayers",
    "Layers",
    "Network",
    "NumpyLayers",
    "PlainNetwork",
    "Weight",
    "constant",
    "linear",
    "norm",
]

#: An array of NumPy or a tensor of PyTorch: networks only use what both understand.
Array: TypeAlias = Any

WEIGHT_BITS = 18
ACTIVATION_BITS = 14
EPSILON = 1e-5


@dataclass(frozen=True)
class Weight:
    """One array of weights: its shape and its initialisation, orthogonal if it has a gain, else constant."""

    shape: tuple[int, ...]
    gain: float = 0.0
    fill: float = 0.0

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)


def linear(
    name: str, inputs: int, outputs: int, gain: float = 2**0.5, *, bias: bool = True
) -> dict[str, Weight]:
    """Declare the weights of a linear layer.

    >>> list(linear("stone", 24, 64))
    ['stone_w', 'stone_b']
    """
    declared = {f"{name}_w": Weight((outputs, inputs), gain)}
    return declared | ({f"{name}_b": Weight((outputs,))} if bias else {})


def norm(name: str, size: int) -> dict[str, Weight]:
    """Declare the weights of a layer normalisation."""
    return {f"{name}_w": Weight((size,), fill=1.0), f"{name}_b": Weight((size,))}


def constant(name: str, *shape: int) -> dict[str, Weight]:
    """Declare a learned array that does not depend on the input; it starts at zero."""
    return {name: Weight(shape)}


class Layers(Protocol):
    """The operations of a network, besides `+`, `-`, `*`, indexing, `reshape` and `sum`."""

    def linear(self, name: str, x: Array) -> Array:
        """Apply a linear layer to the last axis."""

    def norm(self, name: str, x: Array) -> Array:
        """Normalise the last axis."""

    def learned(self, name: str) -> Array:
        """Return a learned array."""

    def table(self, name: str) -> Array:
        """Return a fixed table of the network."""

    def relu(self, x: Array) -> Array:
        """Return x where it is positive, else 0."""

    def concat(self, parts: Sequence[Array]) -> Array:
        """Join arrays along the last axis."""

    def permute(self, x: Array, *axes: int) -> Array:
        """Reorder the axes."""

    def matmul(self, x: Array, y: Array) -> Array:
        """Multiply matrices over the last two axes."""

    def select(self, x: Array, name: str) -> Array:
        """Return some columns of the last axis: a table of the network lists which."""

    def flag(self, condition: Array) -> Array:
        """Return 1 where a condition holds, else 0."""

    def to_int8(self, x: Array) -> Array:
        """Round to 8-bit integers, which are compared faster than floats."""

    def shift(self, x: Array, by: int) -> Array:
        """Move axis 1 by one place, zeros come in: 1 to the right, -1 to the left."""


class FormerLayers:
    """The former names of operations in `Layers`, to be removed after version 0.2."""

    def whole(self, x: Array) -> Array:
        """Return `to_int8`, of which this is the former name."""
        warn_renamed("Layers.whole", "to_int8")
        return self.to_int8(x)  # type: ignore[attr-defined]


class Network(ABC):
    """The structure of a game's network: its weights, and the computation from an observation."""

    #: the variants that one set of weights is trained for: options, and the number of players
    variants: ClassVar[tuple[Mapping[str, Any], ...]] = ({},)
    #: for training by PPO: decisions of each game between two updates, and the lambda of generalised
    #: advantage estimation (GAE). Both are larger where a seat makes many decisions or many seats share a
    #: rollout: with short rollouts, rewards reach early decisions only through many estimated values.
    rollout_length: ClassVar[int] = 32
    gae_lambda: ClassVar[float] = 0.95

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    @abstractmethod
    def weights(self) -> dict[str, Weight]:
        """All weights, the same for every option and number of players."""

    @property
    def tables(self) -> dict[str, npt.NDArray[Any]]:
        """Fixed tables by name, which `forward` reads; whole numbers are indices."""
        return {}

    @abstractmethod
    def forward(self, net: Layers, seen: Array) -> tuple[Array, Array]:
        """Return the logits of all actions and the expected reward, for a batch of observations."""

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(weight.size for weight in self.weights.values())

    def check(self, found: Mapping[str, npt.NDArray[Any]]) -> None:
        """Raise BadOption if these are not weights of this network."""
        wanted = {name: weight.shape for name, weight in self.weights.items()}
        shapes = {name: array.shape for name, array in found.items()}
        if wanted != shapes:
            wrong = sorted(name for name in wanted | shapes if wanted.get(name) != shapes.get(name))
            raise BadOption(
                f"these are not weights for the network of {self.game.title}: {wrong[0]!r} has shape "
                f"{shapes.get(wrong[0])}, it should be {wanted.get(wrong[0])}"
            )


class PlainNetwork(Network):
    """Two hidden layers over the whole observation: for small games, and where a game declares no other."""

    width = 128

    @property
    def weights(self) -> dict[str, Weight]:
        """All weights."""
        return (
            linear("first", self.game.tensor_size, self.width)
            | linear("second", self.width, self.width)
            | linear("policy", self.width, self.game.num_actions, 0.01)
            | linear("value", self.width, 1, 0.1)
        )

    def forward(self, net: Layers, seen: Array) -> tuple[Array, Array]:
        """Return the logits of all actions and the expected reward."""
        x = net.relu(net.linear("first", seen))
        x = net.relu(net.linear("second", x))
        return net.linear("policy", x), net.linear("value", x).reshape(seen.shape[0])


class NumpyLayers(FormerLayers):
    """The operations on NumPy as 32-bit floats: fast, and rounded a little differently on every machine."""

    dtype: type[np.floating[Any]] = np.float32

    def __init__(self, network: Network, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        network.check(weights)
        self._weights = {
            name: np.ascontiguousarray(self._round(np.asarray(array, self.dtype), WEIGHT_BITS).T)
            for name, array in weights.items()
        }
        self._tables = {
            name: table if table.dtype.kind == "i" else self.inputs(table)
            for name, table in network.tables.items()
        }

    def _round(self, x: Array, bits: int = ACTIVATION_BITS) -> Array:
        del bits
        return x

    def inputs(self, x: npt.NDArray[Any]) -> Array:
        """Return observations as the activations of the first layer."""
        return self._round(x.astype(self.dtype))

    def linear(self, name: str, x: Array) -> Array:
        """Apply a linear layer to the last axis."""
        flat = x.reshape(-1, x.shape[-1]) @ self._weights[f"{name}_w"]
        if f"{name}_b" in self._weights:
            flat += self._weights[f"{name}_b"]
        return self._round(flat).reshape(*x.shape[:-1], -1)

    def norm(self, name: str, x: Array) -> Array:
        """Normalise the last axis; the two sums are exact, and the rest has a fixed order."""
        size = x.shape[-1]
        mean = x.sum(-1, keepdims=True) / size
        variance = (x * x).sum(-1, keepdims=True) / size - mean * mean
        scaled = (x - mean) / np.sqrt(np.maximum(variance, 0.0) + self.dtype(EPSILON))
        return self._round(scaled * self._weights[f"{name}_w"] + self._weights[f"{name}_b"])

    def learned(self, name: str) -> Array:
        """Return a learned array."""
        return self._round(self._weights[name].T)

    def table(self, name: str) -> Array:
        """Return a fixed table of the network."""
        return self._tables[name]

    def relu(self, x: Array) -> Array:
        """Return x where it is positive, else 0."""
        return np.maximum(x, 0.0)

    def concat(self, parts: Sequence[Array]) -> Array:
        """Join arrays along the last axis."""
        return np.concatenate(parts, -1)

    def permute(self, x: Array, *axes: int) -> Array:
        """Reorder the axes."""
        return x.transpose(axes)

    def matmul(self, x: Array, y: Array) -> Array:
        """Multiply matrices over the last two axes."""
        return self._round(x @ y)

    def select(self, x: Array, name: str) -> Array:
        """Return some columns of the last axis."""
        return x[..., self._tables[name]]

    def flag(self, condition: Array) -> Array:
        """Return 1 where a condition holds, else 0."""
        return condition.astype(self.dtype)

    def to_int8(self, x: Array) -> Array:
        """Round to 8-bit integers."""
        return np.rint(x).astype(np.int8)

    def shift(self, x: Array, by: int) -> Array:
        """Move axis 1 by one place, zeros come in."""
        moved = np.zeros_like(x)
        if by > 0:
            moved[:, 1:] = x[:, :-1]
        else:
            moved[:, :-1] = x[:, 1:]
        return moved


class ExactLayers(NumpyLayers):
    """The operations on NumPy as 64-bit floats, with results that are the same on every machine."""

    dtype = np.float64

    def _round(self, x: Array, bits: int = ACTIVATION_BITS) -> Array:
        """Round to multiples of 2**-bits."""
        scale = float(1 << bits)
        return np.rint(x * scale) / scale
