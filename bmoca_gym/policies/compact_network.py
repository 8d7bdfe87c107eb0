"""A policy network for reinforcement learning on a processor: convolutions at half resolution, taps as a map of logits.

It does what `PolicyNetwork` does at a tenth of the cost, and leaves out the attention: the instruction scales and
shifts the channels, swipes and keys are computed from what is anywhere on the screen.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from bmoca_gym.policies.encoders import text_encoder
from bmoca_gym.policies.network import (
    CLASSES,
    RESOLUTION,
    TAPS,
    Placement,
    PolicyNetwork,
    sampled,
    tap_points,
)
from bmoca_gym.policies.settings import NetworkSettings


def halved(pixels: Any) -> Any:
    """Pictures uint8[..., 256, 128, 3] at half the size, NumPy's or PyTorch's: means of 2 × 2, rounded half up."""
    wide = pixels.to(torch.int16) if isinstance(pixels, Tensor) else pixels.astype("uint16")
    found = (
        wide[..., ::2, ::2, :] + wide[..., 1::2, ::2, :] + wide[..., ::2, 1::2, :] + wide[..., 1::2, 1::2, :]
    )
    found = (found + 2) // 4
    return found.to(torch.uint8) if isinstance(found, Tensor) else found.astype("uint8")


class CompactNetwork(PolicyNetwork):
    """The network of a policy whose ``image_encoder`` is ``compact``.

    ``channels`` are those of the first convolution, ``width`` of the whole; heads, layers and dropout mean
    nothing here.
    """

    def __init__(self, settings: NetworkSettings, restored: bool = False) -> None:
        nn.Module.__init__(self)
        self.settings = settings
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
        self.discrete = settings.action == "discrete"
        outputs = CLASSES - TAPS if self.discrete else 4
        self.whole = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs))
        self.told = nn.Linear(width, deep)
        self.mixed = nn.Conv2d(deep, deep, 1)
        self.point = nn.Conv2d(deep, 1 if self.discrete else 2, 1)
        last: Any = self.whole[-1]
        for layer in (last, self.point):
            nn.init.normal_(layer.weight, std=0.01)  # an untrained policy tries everything
        rows_at, columns_at = tap_points()
        self.register_buffer("rows_at", rows_at, persistent=False)
        self.register_buffer("columns_at", columns_at, persistent=False)

    @property
    def summary(self) -> Tensor:  # type: ignore[override]  # what others ask for where the network computes
        """One of the weights."""
        return self.told.weight

    def encode(self, pixels: Tensor, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The map [B, F, 32, 16] twice, and the whole [B, W].

        ``pixels``: uint8[B, 256, 128, 3], the same `halved`, or what `prepared` makes of them.
        """
        if pixels.dtype == torch.uint8:
            if pixels.shape[1] == RESOLUTION[0]:
                pixels = halved(pixels)
            picture = pixels.permute(0, 3, 1, 2).float() / 255
        else:
            picture = functional.avg_pool2d(pixels, 2) + 0.5
        found = self.near((picture - 0.5).contiguous(memory_format=torch.channels_last))
        words = self.text(ids) * there[:, :, None]
        scale, shift = self.asked(words.sum(dim=1) / there.sum(dim=1, keepdim=True)).chunk(2, dim=1)
        found = torch.relu(self.seen(found) * (1 + scale[:, :, None, None]) + shift[:, :, None, None])
        whole = torch.relu(self.gathered(torch.cat([found.mean(dim=(2, 3)), found.amax(dim=(2, 3))], dim=1)))
        return found, found, whole

    def head(self, fine: Tensor, coarse: Tensor, whole: Tensor, placement: Placement | None = None) -> Tensor:
        """Logits float[B, 385], or dual gestures float[B, 4], from what `encode` returns."""
        mixed = torch.relu(self.mixed(fine) + self.told(whole)[:, :, None, None])
        points = self.point(mixed)
        if not self.discrete:
            return torch.tanh(self.whole(whole) + centres(points))
        rows, columns = self._positions(fine.shape[0], placement)
        taps = sampled(points, rows, columns).squeeze(2)
        return torch.cat([taps, self.whole(whole)], dim=1)


def centres(maps: Tensor) -> Tensor:
    """Centres of attention of touch and lift, float[B, 4] before tanh, from two maps of logits [B, 2, h, w]."""
    batch, _, rows, columns = maps.shape
    weights = maps.flatten(2).softmax(dim=2)
    ys = torch.linspace(-1, 1, rows, device=maps.device).repeat_interleave(columns)
    xs = torch.linspace(-1, 1, columns, device=maps.device).repeat(rows)
    middle = torch.stack([weights @ ys, weights @ xs], dim=2)
    return torch.atanh(middle.clamp(-0.99, 0.99)).reshape(batch, 4)


def make_network(settings: NetworkSettings, restored: bool = False) -> PolicyNetwork:
    """The network that the settings name; ``restored``: its weights will come from a checkpoint."""
    kind = CompactNetwork if settings.image_encoder == "compact" else PolicyNetwork
    return kind(settings, restored)
