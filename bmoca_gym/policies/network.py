"""Policy network: fuses a screen and an instruction by cross-attention; outputs logits of 385 classes or four numbers.

The logit of a tap is computed from the features of the screen at that point. What the network learns about a button
therefore holds wherever the button is. Swipes and keys have no point; they are computed from pooled features.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from bmoca_gym.envs.actions import GRID_X, GRID_Y
from bmoca_gym.errors import SettingsError
from bmoca_gym.policies.encoders import Convolution, image_encoder, text_encoder
from bmoca_gym.policies.settings import CLASSES, TAPS, NetworkSettings

#: Number of queries that represent the instruction.
QUESTIONS = 4


class Placement:
    """Placement of an augmented picture: a point at fraction ``p`` moves to ``scale * p + shift``, per axis.

    ``scale`` and ``shift``: float[B, 2], (y, x).
    """

    def __init__(self, scale: Tensor, shift: Tensor) -> None:
        self.scale, self.shift = scale, shift

    @staticmethod
    def plain(batch: int, device: torch.device | None = None) -> Placement:
        """Make the placement of unchanged pictures."""
        return Placement(torch.ones(batch, 2, device=device), torch.zeros(batch, 2, device=device))


class ScreenNetwork(nn.Module):
    """Base of all policy networks: tokens of instructions, a map of features, pooled features, a head.

    A subclass sets ``text`` (a text encoder) and ``whole`` (layers from the pooled features to swipes and keys, or to
    the four numbers), and defines `encode` and `maps`.
    """

    text: Any
    whole: Any
    rows_at: Tensor
    columns_at: Tensor

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__()
        self.settings = settings
        self.discrete = settings.action == "discrete"
        #: Number of outputs of ``whole``.
        self.outputs = CLASSES - TAPS if self.discrete else 4
        self.register_buffer("rows_at", torch.tensor(GRID_Y), persistent=False)
        self.register_buffer("columns_at", torch.tensor(GRID_X), persistent=False)

    @property
    def device(self) -> torch.device:
        """The device of the network's weights."""
        return self.rows_at.device

    def tokens(self, instructions: list[str]) -> tuple[Tensor, Tensor]:
        """Tokenise instructions: ids int64[B, L, K] (or [B, L] for T5), and the mask of existing tokens bool[B, L]."""
        ids, there = self.text.tokenise(instructions)
        return ids.to(self.device), there.to(self.device)

    def encode(self, pixels: Tensor, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Encode ``pixels`` uint8[B, 256, 128, 3] to a map [B, F, h, w] and pooled features [B, W]."""
        raise NotImplementedError

    def maps(self, features: Tensor, whole: Tensor) -> Tensor:
        """Compute a map of logits of taps [B, 1, h, w], or maps of touch and lift [B, 2, h, w]."""
        raise NotImplementedError

    def forward(
        self, pixels: Tensor, ids: Tensor, there: Tensor, placement: Placement | None = None
    ) -> Tensor:
        """Compute logits float[B, 385], or dual gestures float[B, 4] from -1 to 1."""
        return self.head(*self.encode(pixels, ids, there), placement)

    def head(self, features: Tensor, whole: Tensor, placement: Placement | None = None) -> Tensor:
        """Compute the result of `forward` from the result of `encode`."""
        maps = self.maps(features, whole)
        if not self.discrete:
            return torch.tanh(self.whole(whole) + centres(maps))
        taps = sampled(maps, *self.positions(maps.shape[0], placement)).squeeze(2)
        return torch.cat([taps, self.whole(whole)], dim=1)

    def positions(self, batch: int, placement: Placement | None) -> tuple[Tensor, Tensor]:
        """Return rows float[B, 27] and columns float[B, 14] of the classes that tap, as fractions of the picture."""
        rows = self.rows_at[None].expand(batch, -1)
        columns = self.columns_at[None].expand(batch, -1)
        if placement is None:
            return rows, columns
        return (
            rows * placement.scale[:, :1] + placement.shift[:, :1],
            columns * placement.scale[:, 1:] + placement.shift[:, 1:],
        )


class PolicyNetwork(ScreenNetwork):
    """Policy network with cross-attention.

    Queries represent the instruction. They attend to its words and to the coarse map of the screen. Their outputs scale
    and shift the channels of the fine map, from which taps are computed.

    Args:
        settings: settings of the network.
        restored: whether the weights will come from a checkpoint. EfficientNet then needs no hub. T5 still needs the
            hub or a folder, for its tokenizer.
    """

    def __init__(self, settings: NetworkSettings, restored: bool = False) -> None:
        super().__init__(settings)
        width = settings.width
        self.image = image_encoder(settings, restored)
        self.text = text_encoder(settings)
        self.from_fine = nn.Conv2d(self.image.fine_channels, width, 1)
        self.from_coarse = nn.Conv2d(self.image.coarse_channels, width, 1)
        self.map_norm = nn.BatchNorm2d(width)
        self.to_tokens = nn.Conv2d(self.image.coarse_channels, width, 1)
        rows, columns = self.image.coarse_size
        self.row_positions = nn.Parameter(torch.randn(1, width, rows, 1) * 0.02)
        self.column_positions = nn.Parameter(torch.randn(1, width, 1, columns) * 0.02)
        self.token_norm = nn.LayerNorm(width)
        self.questions = nn.Parameter(torch.randn(1, QUESTIONS, width) * 0.5)
        self.asked = nn.Linear(self.text.width, width)
        self.layers = nn.ModuleList(
            FusionLayer(width, settings.heads, self.text.width, settings.dropout)
            for _ in range(settings.layers)
        )
        self.answer_norm = nn.LayerNorm(width)
        self.gathered = nn.Linear(QUESTIONS * width, width)
        self.dropout = nn.Dropout(settings.dropout)
        self.modulation = nn.Linear(width, 2 * width)
        self.mixed = Convolution(width, width)
        # Each place of the map has four logits, one for each of its quarters.
        self.point = nn.Conv2d(width, 4 if self.discrete else 2, 1)
        self.whole = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, self.outputs))
        untried(self.point, self.whole[-1])

    def encode(self, pixels: Tensor, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Compute the map [B, W, 32, 16] and the pooled features [B, W]."""
        fine, coarse = self.image(pixels)
        wide = functional.interpolate(self.from_coarse(coarse), scale_factor=2.0, mode="nearest")
        features = torch.relu(self.map_norm(self.from_fine(fine) + wide))
        tokens = self.to_tokens(coarse) + self.row_positions + self.column_positions
        tokens = self.token_norm(tokens.flatten(2).transpose(1, 2))
        words = self.text(ids)
        meant = (words * there[:, :, None]).sum(dim=1) / there.sum(dim=1, keepdim=True)
        answers = self.questions + self.asked(meant)[:, None]
        for layer in self.layers:
            answers = layer(answers, words, there, tokens)
        return features, torch.relu(self.gathered(self.answer_norm(answers).flatten(1)))

    def maps(self, features: Tensor, whole: Tensor) -> Tensor:
        """Compute logits of taps [B, 1, 64, 32], or of touch and lift [B, 2, 32, 16]."""
        scale, shift = self.modulation(self.dropout(whole)).chunk(2, dim=1)
        asked = torch.relu(features * (1 + scale[:, :, None, None]) + shift[:, :, None, None])
        points = self.point(self.mixed(asked))
        return functional.pixel_shuffle(points, 2) if self.discrete else points


class FusionLayer(nn.Module):
    """Fusion layer: the queries attend to the instruction's words, then to the screen."""

    def __init__(self, width: int, heads: int, text_width: int, dropout: float) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.to_words = Attention(width, text_width, heads)
        self.to_picture = Attention(width, width, heads)
        self.mix = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(dropout), nn.Linear(2 * width, width)
        )

    def forward(self, questions: Tensor, words: Tensor, there: Tensor, tokens: Tensor) -> Tensor:
        """Update the queries float[B, Q, W].

        ``questions`` float[B, Q, W], ``words`` float[B, L, T], ``there`` bool[B, L], ``tokens`` float[B, N, W].
        """
        questions = questions + self.to_words(self.norms[0](questions), words, there)
        questions = questions + self.to_picture(self.norms[1](questions), tokens)
        return questions + self.mix(self.norms[2](questions))


class Attention(nn.Module):
    """Attention of tokens to other tokens. For few short tokens this is faster than the fused kernels."""

    def __init__(self, width: int, other_width: int, heads: int) -> None:
        super().__init__()
        if width % heads:
            raise SettingsError(f"network.width is {width}; it must be a multiple of network.heads, {heads}.")
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(other_width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, tokens: Tensor, others: Tensor, there: Tensor | None = None) -> Tensor:
        """Attend with ``tokens`` float[B, N, W] to ``others`` float[B, L, T], masked by ``there`` bool[B, L]."""
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


def untried(*layers: Any) -> None:
    """Set small weights in last layers, so that an untrained policy tries all actions."""
    for layer in layers:
        nn.init.normal_(layer.weight, std=0.01)


def centres(maps: Tensor) -> Tensor:
    """Compute the centres of touch and lift, float[B, 4] before tanh, from two maps of logits [B, 2, h, w]."""
    batch, _, rows, columns = maps.shape
    weights = maps.flatten(2).softmax(dim=2)
    ys = torch.linspace(-1, 1, rows, device=maps.device, dtype=weights.dtype).repeat_interleave(columns)
    xs = torch.linspace(-1, 1, columns, device=maps.device, dtype=weights.dtype).repeat(rows)
    middle = torch.stack([weights @ ys, weights @ xs], dim=2)
    return torch.atanh(middle.clamp(-0.99, 0.99)).reshape(batch, 4)


def sampled(features: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Sample features [B, C, h, w] at the points of a grid by bilinear interpolation: float[B, R * K, C].

    ``rows``: float[B, R], ``columns``: float[B, K], as fractions of the picture. Points outside have zero features.
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
    # Within half a cell of the edge only the outermost cell counts.
    edge = torch.where(inside, edge.clamp(0, cells - 1), edge)
    return (1 - (edge - centres).abs()).clamp(min=0)
