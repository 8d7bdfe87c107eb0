"""A policy network for reinforcement learning on a processor: convolutions at half resolution, taps as a map of logits.

It does what `PolicyNetwork` does at a tenth of the cost, and leaves out the attention: the instruction scales and
shifts the channels, swipes and keys are computed from what is anywhere on the screen.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from bmoca_gym.policies.encoders import text_encoder
from bmoca_gym.policies.network import RESOLUTION, PolicyNetwork, ScreenNetwork, untried
from bmoca_gym.policies.settings import NetworkSettings


def halved(pixels: Any) -> Any:
    """Pictures uint8[..., 256, 128, 3] at half the size, NumPy's or PyTorch's: means of 2 × 2, rounded half up."""
    wide = pixels.to(torch.int16) if isinstance(pixels, Tensor) else pixels.astype("uint16")
    found = (
        wide[..., ::2, ::2, :] + wide[..., 1::2, ::2, :] + wide[..., ::2, 1::2, :] + wide[..., 1::2, 1::2, :]
    )
    found = (found + 2) // 4
    return found.to(torch.uint8) if isinstance(found, Tensor) else found.astype("uint8")


class CompactNetwork(ScreenNetwork):
    """The network of a policy whose ``image_encoder`` is ``compact``.

    ``channels`` are those of the first convolution, ``width`` of the whole; heads, layers and dropout mean
    nothing here.
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
        """The map [B, F, 32, 16], and the whole [B, W]. ``pixels``: uint8[B, 256, 128, 3], or the same `halved`."""
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
        """Logits of taps [B, 1, 32, 16], or of touch and lift [B, 2, 32, 16]."""
        points: Tensor = self.point(torch.relu(self.mixed(features) + self.told(whole)[:, :, None, None]))
        return points


def make_network(settings: NetworkSettings, restored: bool = False) -> ScreenNetwork:
    """The network that the settings name; ``restored``: its weights will come from a checkpoint."""
    if settings.image_encoder == "compact":
        return CompactNetwork(settings)
    return PolicyNetwork(settings, restored)
