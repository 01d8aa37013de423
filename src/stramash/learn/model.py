"""A game's network on PyTorch: the operations of `stramash.core.network.Layers`, with weights that learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from stramash.core.network import EPSILON, Network, Weight

__all__ = ["Model"]

#: The matrix units of a GPU are fast only where both sides of a matrix are multiples of this
ALIGNMENT = 8


class Model(nn.Module):  # type: ignore[misc]
    """Computes logits and values of a batch of observations, in bfloat16 or float32; weights are float32."""

    def __init__(self, network: Network, dtype: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.network = network
        self.dtype = dtype
        self.weights = nn.ParameterDict({name: _start(weight) for name, weight in network.weights.items()})
        for name, table in network.tables.items():
            values = torch.from_numpy(np.ascontiguousarray(table))
            self.register_buffer(
                f"table_{name}", values if table.dtype.kind == "i" else values.to(dtype), persistent=False
            )

    def forward(self, seen: Tensor, network: Network | None = None) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions and the expected rewards, as float32."""
        logits, value = (network or self.network).forward(self, seen.to(self.dtype))
        return logits.float(), value.float()

    def load(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take over weights from NumPy arrays."""
        self.network.check(weights)
        with torch.no_grad():
            for name, array in weights.items():
                self.weights[name].copy_(torch.from_numpy(np.asarray(array, np.float32)))

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return the weights as NumPy arrays."""
        return {name: weight.detach().float().cpu().numpy() for name, weight in self.weights.items()}

    # --- the operations of Layers ----------------------------------------------------------------

    def linear(self, name: str, x: Tensor) -> Tensor:
        """Apply a linear layer to the last axis."""
        weight, bias = self.weights[f"{name}_w"].to(self.dtype), None
        if f"{name}_b" in self.weights:
            bias = self.weights[f"{name}_b"].to(self.dtype)
        if self.dtype != torch.bfloat16:
            return F.linear(x, weight, bias)
        outputs, inputs = weight.shape
        wider, longer = -inputs % ALIGNMENT, -outputs % ALIGNMENT
        if wider:
            x, weight = F.pad(x, (0, wider)), F.pad(weight, (0, wider))
        if longer:
            weight, bias = (
                F.pad(weight, (0, 0, 0, longer)),
                None if bias is None else F.pad(bias, (0, longer)),
            )
        return F.linear(x, weight, bias)[..., :outputs]

    def norm(self, name: str, x: Tensor) -> Tensor:
        """Normalise the last axis, in float32."""
        weight, bias = self.weights[f"{name}_w"], self.weights[f"{name}_b"]
        return F.layer_norm(x.float(), weight.shape, weight, bias, EPSILON).to(self.dtype)

    def learned(self, name: str) -> Tensor:
        """Return a learned array."""
        return self.weights[name].to(self.dtype)

    def table(self, name: str) -> Tensor:
        """Return a fixed table of the network."""
        return getattr(self, f"table_{name}")

    def relu(self, x: Tensor) -> Tensor:
        """Return x where it is positive, else 0."""
        return F.relu(x)

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

    def whole(self, x: Tensor) -> Tensor:
        """Round to whole numbers."""
        return x.round()

    def shift(self, x: Tensor, by: int) -> Tensor:
        """Move axis 1 by one place, zeros come in."""
        return F.pad(x[:, :-1], (0, 0, 1, 0)) if by > 0 else F.pad(x[:, 1:], (0, 0, 0, 1))


def _start(weight: Weight) -> nn.Parameter:
    """Return weights as they are before any learning."""
    values = torch.full(weight.shape, weight.fill)
    if weight.gain:
        nn.init.orthogonal_(values, weight.gain)
    return nn.Parameter(values)
