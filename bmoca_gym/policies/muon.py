"""Muon: steps of the weight matrices whose directions all count the same.

The momentum of a matrix is replaced by the nearest orthogonal matrix, by a few Newton-Schulz iterations, so that what
seldom occurs is learnt as fast as what often does. Source: Jordan et al., "Muon: An optimizer for hidden layers in
neural networks", 2024. PyTorch's own takes linear layers alone; this one takes convolutions too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

#: Coefficients of the iteration x → a x + b x³ + c x⁵, which brings singular values near 1 in five rounds.
_COEFFICIENTS = (3.4445, -4.7750, 2.0315)
_ROUNDS = 5

#: Smaller matrices than this, such as those of a few logits, have no directions to balance.
_LEAST = 8


class Muon(torch.optim.Optimizer):
    """Gradient descent with Nesterov's momentum, made orthogonal. A convolution counts as a matrix of its filters.

    Args:
        weights: of two dimensions or more.
        lr: how long a step is: 0.02 changes each filter by about 2 % of a unit.
        momentum: share of the gradients before.
        weight_decay: share of the weights, times ``lr``, that is taken away in each step.
    """

    def __init__(
        self, weights: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.0
    ) -> None:
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """Do one step; ``closure`` is not used."""
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
    """About the nearest matrix to ``matrix`` [R, C] whose rows, or columns if these are fewer, are orthonormal."""
    a, b, c = _COEFFICIENTS
    found = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    found = found / (found.norm() + 1e-7)
    for _ in range(_ROUNDS):
        squared = found @ found.T
        found = a * found + (b * squared + c * squared @ squared) @ found
    return found.T if matrix.shape[0] > matrix.shape[1] else found


def matrices(network: nn.Module) -> list[Tensor]:
    """The weights that Muon is for: those of layers and convolutions that learn, but not of the last, small ones."""
    return [
        layer.weight
        for layer in network.modules()
        if isinstance(layer, nn.Linear) or (isinstance(layer, nn.Conv2d) and layer.groups == 1)
        if layer.weight.requires_grad and min(layer.weight.flatten(1).shape) >= _LEAST
    ]
