"""A game's network on PyTorch: the operations of `stramash.core.network.Layers`, with weights that learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from stramash.core.network import EPSILON, FormerLayers, Network, Weight

__all__ = ["Model"]

#: The matrix units of a GPU are fast only where both sides of a matrix are multiples of this
ALIGNMENT = 8
#: Every weight begins at a multiple of this in the flat parameter
FLAT_ALIGNMENT = 64


class Model(nn.Module):  # type: ignore[misc]
    """Computes logits and values of a batch of observations, in bfloat16 or float32.

    All weights are one flat float32 parameter: rounded once a forward pass, clipped and updated by one
    kernel each, and split into views. With an array for each layer, a GPU would spend more time on starting
    kernels than on running them.
    """

    def __init__(self, network: Network, dtype: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.network, self.dtype = network, dtype
        self.flat = nn.Parameter(torch.cat([_start(weight) for weight in network.weights.values()]))
        self._sizes = [_room(weight) for weight in network.weights.values()]
        for name, table in network.tables.items():
            values = torch.from_numpy(np.ascontiguousarray(table))
            self.register_buffer(
                f"table_{name}", values if table.dtype.kind == "i" else values.to(dtype), persistent=False
            )

    def forward(self, seen: Tensor, network: Network | None = None) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions and the expected rewards, as float32."""
        tables = {name: getattr(self, f"table_{name}") for name in self.network.tables}
        layers = TorchLayers(self._split(self.flat.to(self.dtype)), tables, self.dtype)
        logits, value = (network or self.network).forward(layers, seen.to(self.dtype))
        return logits.float(), value.float()

    def _split(self, flat: Tensor) -> dict[str, Tensor]:
        """Return views of the weights by name."""
        parts = torch.split(flat, self._sizes)
        return {
            name: part[: weight.size].view(weight.shape)
            for (name, weight), part in zip(self.network.weights.items(), parts, strict=True)
        }

    def load(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take over weights from NumPy arrays."""
        self.network.check(weights)
        with torch.no_grad():
            for name, view in self._split(self.flat.detach()).items():
                view.copy_(torch.from_numpy(np.asarray(weights[name], np.float32)))

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return the weights as NumPy arrays."""
        return {name: view.numpy().copy() for name, view in self._split(self.flat.detach().cpu()).items()}


class TorchLayers(FormerLayers):
    """The operations of `Layers` on tensors, with the weights of one forward pass."""

    def __init__(self, weights: dict[str, Tensor], tables: dict[str, Tensor], dtype: torch.dtype) -> None:
        self._weights, self._tables, self.dtype = weights, tables, dtype

    def linear(self, name: str, x: Tensor) -> Tensor:
        """Apply a linear layer to the last axis.

        All other axes are rows of one matrix. Else PyTorch multiplies a permuted input without bias as a
        batch of many tiny matrices, which took half of a collection.
        """
        weight, bias = self._weights[f"{name}_w"], self._weights.get(f"{name}_b")
        outputs, inputs = weight.shape
        if self.dtype == torch.bfloat16:
            wider, longer = -inputs % ALIGNMENT, -outputs % ALIGNMENT
            if wider:
                x, weight = functional.pad(x, (0, wider)), functional.pad(weight, (0, wider))
            if longer:
                weight = functional.pad(weight, (0, 0, 0, longer))
                bias = None if bias is None else functional.pad(bias, (0, longer))
        rows = functional.linear(x.reshape(-1, x.shape[-1]), weight, bias)
        return rows.view(*x.shape[:-1], -1)[..., :outputs]

    def norm(self, name: str, x: Tensor) -> Tensor:
        """Normalise the last axis, in float32."""
        weight, bias = self._weights[f"{name}_w"].float(), self._weights[f"{name}_b"].float()
        return functional.layer_norm(x.float(), weight.shape, weight, bias, EPSILON).to(self.dtype)

    def learned(self, name: str) -> Tensor:
        """Return a learned array."""
        return self._weights[name]

    def table(self, name: str) -> Tensor:
        """Return a fixed table of the network."""
        return self._tables[name]

    def relu(self, x: Tensor) -> Tensor:
        """Return x where it is positive, else 0."""
        return functional.relu(x)

    def concat(self, parts: Sequence[Tensor]) -> Tensor:
        """Join tensors along the last axis."""
        return torch.cat(list(parts), -1)

    def permute(self, x: Tensor, *axes: int) -> Tensor:
        """Reorder the axes."""
        return x.permute(*axes)

    def matmul(self, x: Tensor, y: Tensor) -> Tensor:
        """Multiply matrices over the last two axes."""
        return x @ y

    def select(self, x: Tensor, name: str) -> Tensor:
        """Return some columns of the last axis."""
        return x.index_select(-1, self.table(name))

    def flag(self, condition: Tensor) -> Tensor:
        """Return 1 where a condition holds, else 0."""
        return condition.to(self.dtype)

    def to_int8(self, x: Tensor) -> Tensor:
        """Round to 8-bit integers."""
        return x.round().to(torch.int8)

    def shift(self, x: Tensor, by: int) -> Tensor:
        """Move axis 1 by one place, zeros come in."""
        return functional.pad(x[:, :-1], (0, 0, 1, 0)) if by > 0 else functional.pad(x[:, 1:], (0, 0, 0, 1))


def _room(weight: Weight) -> int:
    """Return the size of a weight in the flat parameter, padded so that the next weight is aligned."""
    return weight.size + -weight.size % FLAT_ALIGNMENT


def _start(weight: Weight) -> Tensor:
    """Return the initial values of a weight, flat."""
    values = torch.full(weight.shape, weight.fill)
    if weight.gain:
        nn.init.orthogonal_(values, weight.gain)
    return functional.pad(values.flatten(), (0, _room(weight) - weight.size))
