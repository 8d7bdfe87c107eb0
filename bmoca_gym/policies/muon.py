"""Muon: an optimiser that orthogonalises the steps of weight matrices.

A few Newton-Schulz iterations replace the momentum of a matrix by the nearest orthogonal matrix. Rare features are then
learnt as fast as frequent ones. Source: Jordan et al., "Muon: An optimizer for hidden layers in neural networks", 2024.
PyTorch's version supports only linear layers; this one also supports convolutions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

#: Coefficients of the iteration x → a x + b x³ + c x⁵, which moves singular values close to 1 in five rounds.
_COEFFICIENTS = (3.4445, -4.7750, 2.0315)
_ROUNDS = 5

#: Smallest side of a matrix for Muon. Smaller ones, such as those of a few logits, have too few directions.
_LEAST = 8


class Muon(torch.optim.Optimizer):
    """Gradient descent with orthogonalised Nesterov momentum. A convolution is a matrix of its filters.

    Args:
        weights: tensors with two dimensions or more.
        lr: learning rate: 0.02 changes each filter by about 2 % of a unit.
        momentum: momentum factor.
        weight_decay: each step subtracts this share of the weights, times ``lr``.
    """

    def __init__(
        self, weights: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.0
    ) -> None:
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """Do one step. ``closure`` is not used."""
        for group in self.param_groups:
            for weights in group["params"]:
                gradient = weights.grad
                if gradient is None:
                    continue
                state = self.state[weights]
                if not state:
                    state["momentum"] = torch.zeros_like(gradient)
                state["momentum"].mul_(group["momentum"]).add_(gradient)
                change = orthogonal(gradient.add(state["momentum"], alpha=group["momentum"]).flatten(1))
                rows, columns = change.shape
                length = group["lr"] * max(1.0, rows / columns) ** 0.5
                weights.mul_(1 - group["lr"] * group["weight_decay"])
                weights.sub_(length * change.reshape(weights.shape))


def orthogonal(matrix: Tensor) -> Tensor:
    """Approximate the nearest matrix to ``matrix`` [R, C] with orthonormal rows (or columns, if there are fewer)."""
    a, b, c = _COEFFICIENTS
    found = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    found = found / (found.norm() + 1e-7)
    for _ in range(_ROUNDS):
        squared = found @ found.T
        found = a * found + (b * squared + c * squared @ squared) @ found
    return found.T if matrix.shape[0] > matrix.shape[1] else found


def matrices(network: nn.Module) -> list[Tensor]:
    """List the weights for Muon: those of trainable linear layers and convolutions, without small last layers."""
    return [
        layer.weight
        for layer in network.modules()
        if isinstance(layer, nn.Linear) or (isinstance(layer, nn.Conv2d) and layer.groups == 1)
        if layer.weight.requires_grad and min(layer.weight.flatten(1).shape) >= _LEAST
    ]
