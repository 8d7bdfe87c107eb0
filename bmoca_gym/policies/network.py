"""The policy network: a picture and an instruction, fused by cross attention, to logits of 385 classes or four numbers.

A class that taps is a point of the screen, and its logit is computed from what the picture shows there: what was learnt
of a button holds wherever it is drawn. Swipes and keys, which have no place, are computed from the whole.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from bmoca_gym.envs.actions import DISCRETE_GESTURES, GRID_COLUMNS, GRID_ROWS
from bmoca_gym.errors import SettingsError
from bmoca_gym.policies.encoders import image_encoder, text_encoder
from bmoca_gym.policies.settings import NetworkSettings

#: What the network sees: (height, width) in px.
RESOLUTION = (256, 128)

#: How many classes are taps, and how many there are.
TAPS, CLASSES = GRID_ROWS * GRID_COLUMNS, len(DISCRETE_GESTURES)


class Placement:
    """Where a picture was put on the canvas: what was at fraction ``p`` is at ``scale * p + shift``, per axis.

    ``scale`` and ``shift``: float[B, 2], (y, x).
    """

    def __init__(self, scale: Tensor, shift: Tensor) -> None:
        self.scale, self.shift = scale, shift

    @staticmethod
    def plain(batch: int, device: torch.device | None = None) -> Placement:
        """Pictures as they are."""
        return Placement(torch.ones(batch, 2, device=device), torch.zeros(batch, 2, device=device))


class PolicyNetwork(nn.Module):
    """The network of a policy.

    Args:
        settings: what it is made of.
        restored: its weights will come from a checkpoint, so that EfficientNet's are not asked of a hub. T5 needs the
            hub, or its folder, all the same: what splits texts into its tokens is there.
    """

    rows_at: Tensor
    columns_at: Tensor

    def __init__(self, settings: NetworkSettings, restored: bool = False) -> None:
        super().__init__()
        self.settings = settings
        width = settings.width
        self.image = image_encoder(settings, restored)
        self.text = text_encoder(settings)
        self.to_width = nn.Conv2d(self.image.coarse_channels, width, 1)
        rows, columns = self.image.coarse_size
        self.row_positions = nn.Parameter(torch.randn(1, width, rows, 1) * 0.02)
        self.column_positions = nn.Parameter(torch.randn(1, width, 1, columns) * 0.02)
        self.summary = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.layers = nn.ModuleList(
            FusionLayer(width, settings.heads, self.text.width, settings.dropout)
            for _ in range(settings.layers)
        )
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(settings.dropout)
        self.discrete = settings.action == "discrete"
        if self.discrete:
            hidden = max(width, 64)
            self.point_fine = nn.Conv2d(self.image.fine_channels, hidden, 1)
            self.point_coarse = nn.Linear(width, hidden)
            self.point_whole = nn.Linear(width, hidden)
            self.point_hidden = nn.Linear(hidden, hidden)
            self.point_logit = nn.Linear(hidden, 1)
            self.whole = nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, CLASSES - TAPS))
        else:
            self.whole = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, 4))
            self.point_attention = nn.Linear(width, 2)
        rows_at, columns_at = tap_points()
        self.register_buffer("rows_at", rows_at, persistent=False)
        self.register_buffer("columns_at", columns_at, persistent=False)

    def tokens(self, instructions: list[str]) -> tuple[Tensor, Tensor]:
        """Token ids int64[B, L, K] and which are there, bool[B, L]."""
        ids, there = self.text.tokenise(instructions)
        device = self.summary.device
        return ids.to(device), there.to(device)

    def encode(self, pixels: Tensor, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Fine map [B, F, h, w], coarse map [B, W, h/2, w/2] after fusion, and the whole [B, W].

        ``pixels``: uint8[B, 256, 128, 3], or what `prepared` makes of them.
        """
        picture = prepared(pixels)
        fine, coarse = self.image(picture)
        coarse = self.to_width(coarse) + self.row_positions + self.column_positions
        batch, width, rows, columns = coarse.shape
        tokens = coarse.flatten(2).transpose(1, 2)
        tokens = torch.cat([self.summary.expand(batch, -1, -1), tokens], dim=1)
        words = self.text(ids)
        for layer in self.layers:
            tokens = layer(tokens, words, there)
        tokens = self.norm(tokens)
        whole = tokens[:, 0]
        coarse = tokens[:, 1:].transpose(1, 2).reshape(batch, width, rows, columns)
        return fine, coarse, whole

    def forward(
        self, pixels: Tensor, ids: Tensor, there: Tensor, placement: Placement | None = None
    ) -> Tensor:
        """Logits float[B, 385], or dual gestures float[B, 4] from -1 to 1."""
        fine, coarse, whole = self.encode(pixels, ids, there)
        return self.head(fine, coarse, whole, placement)

    def head(self, fine: Tensor, coarse: Tensor, whole: Tensor, placement: Placement | None = None) -> Tensor:
        """What `forward` returns, from what `encode` returns."""
        whole = self.dropout(whole)
        if not self.discrete:
            return torch.tanh(self.whole(whole) + self._looked_at(coarse))
        rows, columns = self._positions(fine.shape[0], placement)
        points = sampled(self.point_fine(fine), rows, columns) + self.point_coarse(
            sampled(coarse, rows, columns)
        )
        points = functional.gelu(points + self.point_whole(whole)[:, None])
        points = functional.gelu(self.point_hidden(self.dropout(points)))
        taps = self.point_logit(points).squeeze(2)
        return torch.cat([taps, self.whole(whole)], dim=1)

    def _looked_at(self, coarse: Tensor) -> Tensor:
        """The centres of attention of touch and lift, as numbers before tanh."""
        batch, _, rows, columns = coarse.shape
        weights = self.point_attention(coarse.flatten(2).transpose(1, 2)).softmax(dim=1)
        ys = torch.linspace(-1, 1, rows, device=coarse.device).repeat_interleave(columns)
        xs = torch.linspace(-1, 1, columns, device=coarse.device).repeat(rows)
        y, x = ys @ weights, xs @ weights  # [B, 2]: touch, lift
        middle = torch.stack([y[:, 0], x[:, 0], y[:, 1], x[:, 1]], dim=1)
        return torch.atanh(middle.clamp(-0.99, 0.99)).reshape(batch, 4)

    def _positions(self, batch: int, placement: Placement | None) -> tuple[Tensor, Tensor]:
        rows = self.rows_at[None].expand(batch, -1)
        columns = self.columns_at[None].expand(batch, -1)
        if placement is None:
            return rows, columns
        return (
            rows * placement.scale[:, :1] + placement.shift[:, :1],
            columns * placement.scale[:, 1:] + placement.shift[:, 1:],
        )


class FusionLayer(nn.Module):
    """One layer: the picture's tokens attend to each other, then to the instruction's words."""

    def __init__(self, width: int, heads: int, text_width: int, dropout: float) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.own = Attention(width, width, heads)
        self.cross = Attention(width, text_width, heads)
        self.mix = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(dropout), nn.Linear(2 * width, width)
        )

    def forward(self, tokens: Tensor, words: Tensor, there: Tensor) -> Tensor:
        """``tokens`` float[B, N, W], ``words`` float[B, L, T], ``there`` bool[B, L]."""
        normed = self.norms[0](tokens)
        tokens = tokens + self.own(normed, normed)
        tokens = tokens + self.cross(self.norms[1](tokens), words, there)
        return tokens + self.mix(self.norms[2](tokens))


class Attention(nn.Module):
    """Attention of tokens to others, written out: for a hundred short tokens that is faster than the fused kernels."""

    def __init__(self, width: int, other_width: int, heads: int) -> None:
        super().__init__()
        if width % heads:
            raise SettingsError(f"network.width is {width}; it must be a multiple of network.heads, {heads}.")
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(other_width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, tokens: Tensor, others: Tensor, there: Tensor | None = None) -> Tensor:
        """``tokens`` float[B, N, W], ``others`` float[B, L, T], of which ``there`` bool[B, L] can be looked at."""
        batch, count, width = tokens.shape
        query = self.query(tokens).reshape(batch, count, self.heads, -1).transpose(1, 2) * self.scale
        both = self.key_value(others).reshape(batch, others.shape[1], 2, self.heads, -1)
        key, value = both[:, :, 0].permute(0, 2, 3, 1), both[:, :, 1].transpose(1, 2)
        scores = query @ key
        if there is not None:
            scores = scores.masked_fill(~there[:, None, None], -1e4)
        seen = (scores.softmax(dim=-1).to(value.dtype) @ value).transpose(1, 2).reshape(batch, count, width)
        found: Tensor = self.out(seen)
        return found


def prepared(pixels: Tensor) -> Tensor:
    """Pixels uint8[B, H, W, 3] as the encoders take them: float[B, 3, H, W] from -0.5 to 0.5, channels last.

    Floats are taken as prepared already.
    """
    if pixels.dtype != torch.uint8:
        return pixels
    return (pixels.float() * (1 / 255) - 0.5).permute(0, 3, 1, 2)


def sampled(features: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Features [B, C, h, w] at the points of a grid, float[B, R * K, C]: between four cells, linearly.

    ``rows``: float[B, R], ``columns``: float[B, K], fractions of the picture; outside of it there is nothing.
    """
    height, width = features.shape[2:]
    by_row = _weights(rows, height)
    by_column = _weights(columns, width)
    at_rows = torch.einsum("bchw,brh->bcrw", features, by_row)
    at_points = torch.einsum("bcrw,bkw->brkc", at_rows, by_column)
    return at_points.flatten(1, 2)


def _weights(at: Tensor, cells: int) -> Tensor:
    centres = torch.arange(cells, device=at.device, dtype=at.dtype)
    edge = (at * cells - 0.5).unsqueeze(2)
    inside = ((at > -1e-4) & (at < 1 + 1e-4)).unsqueeze(2)
    # Half a cell from the edge there is only the outermost cell to look at.
    edge = torch.where(inside, edge.clamp(0, cells - 1), edge)
    return (1 - (edge - centres).abs()).clamp(min=0)


def tap_points() -> tuple[Tensor, Tensor]:
    """Rows float[27] and columns float[14] of the classes that tap, fractions of the screen."""
    taps: list[Any] = list(DISCRETE_GESTURES[:TAPS])
    rows = torch.tensor([taps[row * GRID_COLUMNS].y for row in range(GRID_ROWS)])
    columns = torch.tensor([taps[column].x for column in range(GRID_COLUMNS)])
    return rows, columns
