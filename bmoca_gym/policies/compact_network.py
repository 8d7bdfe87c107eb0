"""Compact policy network, for reinforcement learning on a processor: convolutions at half resolution.

It has the inputs and outputs of `PolicyNetwork` at a tenth of the cost, without attention. The instruction scales and
shifts the channels. Taps are a map of logits; swipes and keys are computed from pooled features.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from bmoca_gym.policies.encoders import text_encoder
from bmoca_gym.policies.network import PolicyNetwork, ScreenNetwork, untried
from bmoca_gym.policies.settings import RESOLUTION, NetworkSettings


def halved(pixels: Any) -> Any:
    """Halve pictures uint8[..., 256, 128, 3] of NumPy or PyTorch: means of 2 × 2 pixels, rounded half up."""
    wide = pixels.to(torch.int16) if isinstance(pixels, Tensor) else pixels.astype("uint16")
    found = (
        wide[..., ::2, ::2, :] + wide[..., 1::2, ::2, :] + wide[..., ::2, 1::2, :] + wide[..., 1::2, 1::2, :]
    )
    found = (found + 2) // 4
    return found.to(torch.uint8) if isinstance(found, Tensor) else found.astype("uint8")


class CompactNetwork(ScreenNetwork):
    """Network for ``image_encoder=compact``.

    ``channels`` is the number of channels of the first convolution, ``width`` the width of the pooled features. The
    settings heads, layers and dropout are not used.
    """

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__(settings)
        channels, width = settings.channels, settings.width
        deep = 2 * channels
        self.text = text_encoder(settings)
        self.near = nn.Sequential(
            nn.Conv2d(3, channels, 5, stride=2, padding=2), nn.ReLU(),
            nn.Conv2d(channels, deep, 3, stride=2, padding=1), nn.ReLU(),
        )  # fmt: skip
        self.seen = nn.Conv2d(deep, deep, 3, padding=1)
        self.asked = nn.Linear(self.text.width, 2 * deep)
        self.gathered = nn.Linear(2 * deep, width)
        self.whole = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, self.outputs))
        self.told = nn.Linear(width, deep)
        self.mixed = nn.Conv2d(deep, deep, 1)
        self.point = nn.Conv2d(deep, 1 if self.discrete else 2, 1)
        untried(self.whole[-1], self.point)

    def encode(self, pixels: Tensor, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Compute the map [B, F, h, w] and the pooled features [B, W].

        ``pixels``: uint8[B, 256, 128, 3], or `halved` ones.
        """
        if pixels.shape[1] == RESOLUTION[0]:
            pixels = halved(pixels)
        picture = pixels.permute(0, 3, 1, 2).float() / 255
        found = self.near((picture - 0.5).contiguous(memory_format=torch.channels_last))
        words = self.text(ids) * there[:, :, None]
        scale, shift = self.asked(words.sum(dim=1) / there.sum(dim=1, keepdim=True)).chunk(2, dim=1)
        found = torch.relu(self.seen(found) * (1 + scale[:, :, None, None]) + shift[:, :, None, None])
        whole = torch.relu(self.gathered(torch.cat([found.mean(dim=(2, 3)), found.amax(dim=(2, 3))], dim=1)))
        return found, whole

    def maps(self, features: Tensor, whole: Tensor) -> Tensor:
        """Compute logits of taps [B, 1, 32, 16], or of touch and lift [B, 2, 32, 16]."""
        points: Tensor = self.point(torch.relu(self.mixed(features) + self.told(whole)[:, :, None, None]))
        return points


def make_network(settings: NetworkSettings, restored: bool = False) -> ScreenNetwork:
    """Make the network of the settings. ``restored``: whether its weights will come from a checkpoint."""
    if settings.image_encoder == "compact":
        return CompactNetwork(settings)
    return PolicyNetwork(settings, restored)
