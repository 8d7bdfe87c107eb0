"""Encoders of a policy: small convolutions or EfficientNet-B0 for the screen, hashed words or T5 for the text."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any

import torch
from torch import Tensor, nn

from bmoca_gym.errors import MissingLibraryError, TrainingError
from bmoca_gym.policies.settings import NetworkSettings

#: Largest number of words of an instruction, and largest number of hashed parts of a word.
WORDS, GROUPS = 24, 12

#: Rows of the table of hashed embeddings; row 0 is the padding.
TABLE = 4096

_TEXT_WIDTH = 64

#: Side of a patch in px; a patch is one place of the small encoder's first map.
PATCH = 4


def image_encoder(settings: NetworkSettings, restored: bool = False) -> Any:
    """Make the image encoder of the settings. ``restored``: whether its weights will come from a checkpoint."""
    if settings.image_encoder == "small":
        return SmallEncoder(settings.channels)
    return EfficientNetEncoder(settings, settings.pretrained and not restored)


def text_encoder(settings: NetworkSettings) -> Any:
    """Make the text encoder of the settings."""
    return HashedText() if settings.text_encoder == "hashed" else T5Text(settings)


class Convolution(nn.Module):
    """Convolution of 3 × 3 with batch normalisation and ReLU."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, features: Tensor) -> Tensor:
        """Convolve ``features`` float[B, C, h, w]."""
        return torch.relu(self.norm(self.conv(features)))


class Residual(nn.Module):
    """Residual block: a convolution of 3 × 3 and one of 1 × 1, with a skip connection."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.near = Convolution(channels, channels)
        self.across = nn.Conv2d(channels, channels, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, features: Tensor) -> Tensor:
        """Transform ``features`` float[B, C, h, w]; the shape stays."""
        return torch.relu(features + self.norm(self.across(self.near(features))))


class SmallEncoder(nn.Module):
    """Small encoder: patches of 4 × 4 px, then convolutions to a fine map of stride 8 and a coarse map of stride 16."""

    coarse_size = (16, 8)

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.fine_channels, self.coarse_channels = 2 * channels, 3 * channels
        self.near = Convolution(3 * PATCH * PATCH, channels)
        self.fine = nn.Sequential(
            Convolution(channels, self.fine_channels, 2),
            Residual(self.fine_channels), Residual(self.fine_channels),
        )  # fmt: skip
        self.coarse = nn.Sequential(
            Convolution(self.fine_channels, self.coarse_channels, 2),
            Residual(self.coarse_channels), Residual(self.coarse_channels),
        )  # fmt: skip

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Encode ``pixels`` uint8[B, 256, 128, 3] to the fine map [B, F, 32, 16] and the coarse map [B, C, 16, 8]."""
        fine = self.fine(self.near(patches(pixels).float() * (2 / 255) - 1))
        return fine, self.coarse(fine)


def patches(pixels: Tensor) -> Tensor:
    """Reshape pixels [B, H, W, 3] to [B, 48, H / 4, W / 4]: the pixels of a patch become channels."""
    batch, height, width, colours = pixels.shape
    rows, columns = height // PATCH, width // PATCH
    found = pixels.reshape(batch, rows, PATCH, columns, PATCH, colours).permute(0, 1, 3, 2, 4, 5)
    return found.reshape(batch, rows, columns, PATCH * PATCH * colours).permute(0, 3, 1, 2)


class EfficientNetEncoder(nn.Module):
    """EfficientNet-B0 with its stages of stride 8 and 16.

    Raises:
        MissingLibraryError: transformers is not installed.
        TrainingError: the weights can't be loaded.
    """

    coarse_size = (16, 8)
    fine_channels, coarse_channels = 40, 112
    mean: Tensor
    deviation: Tensor

    def __init__(self, settings: NetworkSettings, pretrained: bool) -> None:
        super().__init__()
        transformers = _transformers()
        if pretrained:
            model = _pretrained(transformers.EfficientNetModel, settings.efficientnet_name)
        else:
            size = {"width_coefficient": 1.0, "depth_coefficient": 1.0, "hidden_dim": 1280, "image_size": 224}
            model = transformers.EfficientNetModel(transformers.EfficientNetConfig(**size))
        self.embeddings = model.embeddings
        blocks = list(model.encoder.blocks)
        self.blocks = nn.ModuleList(blocks[: _blocks_until(blocks, self.coarse_channels)])
        # The weights were trained with this normalisation.
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1), persistent=False)
        self.register_buffer(
            "deviation", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1), persistent=False
        )

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Encode ``pixels`` uint8[B, 256, 128, 3] to the maps [B, 40, 32, 16] and [B, 112, 16, 8]."""
        picture = pixels.permute(0, 3, 1, 2).float() * (1 / 255)
        features = self.embeddings((picture - self.mean) / self.deviation)
        fine = features
        for block in self.blocks:
            features = block(features)
            if features.shape[2] == 2 * self.coarse_size[0]:
                fine = features
        return fine, features


def _blocks_until(blocks: list[Any], channels: int) -> int:
    """Return the number of blocks up to the last one with this number of output channels."""
    return max(
        number + 1
        for number, block in enumerate(blocks)
        if block.projection.project_conv.out_channels == channels
    )


class HashedText(nn.Module):
    """Text encoder: a word is a sum of hashed embeddings of the word and of its letter trigrams.

    It needs no vocabulary and no download, works in any language, and gives similar words similar embeddings.
    """

    width = _TEXT_WIDTH

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(TABLE, _TEXT_WIDTH, mode="sum", padding_idx=0)
        nn.init.normal_(self.table.weight, std=0.3)
        with torch.no_grad():
            self.table.weight[0].zero_()
        self.positions = nn.Parameter(torch.randn(1, WORDS, _TEXT_WIDTH) * 0.1)
        self.norm = nn.LayerNorm(_TEXT_WIDTH)

    def tokenise(self, instructions: list[str]) -> tuple[Tensor, Tensor]:
        """Tokenise instructions: ids int64[B, 24, 12], and the mask of existing words bool[B, 24]."""
        ids = torch.zeros(len(instructions), WORDS, GROUPS, dtype=torch.int64)
        for row, text in enumerate(instructions):
            for column, word in enumerate(words_of(text)[:WORDS]):
                found = [_row(part) for part in parts_of(word)[:GROUPS]]
                ids[row, column, : len(found)] = torch.tensor(found)
        there = ids[:, :, 0] > 0
        there[:, 0] = True  # attention needs at least one word
        return ids, there

    def forward(self, ids: Tensor) -> Tensor:
        """Embed words: float[B, 24, 64]."""
        batch = ids.shape[0]
        words = self.table(ids.reshape(batch * WORDS, GROUPS)).reshape(batch, WORDS, _TEXT_WIDTH)
        return self.norm(words + self.positions)


class T5Text(nn.Module):
    """Frozen encoder of a T5.

    Raises:
        MissingLibraryError: transformers is not installed.
        TrainingError: the weights can't be loaded.
    """

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__()
        transformers = _transformers()
        if settings.pretrained:
            self.model = _pretrained(transformers.T5EncoderModel, settings.t5_name)
            self.tokenizer: Any = _pretrained(transformers.AutoTokenizer, settings.t5_name)
        else:
            size = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 1, "num_heads": 2}
            self.model = transformers.T5EncoderModel(transformers.T5Config(vocab_size=TABLE, **size))
            self.tokenizer = None
        self.model.requires_grad_(False)
        self.width = int(self.model.config.d_model)

    def tokenise(self, instructions: list[str]) -> tuple[Tensor, Tensor]:
        """Tokenise instructions: ids int64[B, 32], and the mask of existing tokens bool[B, 32]."""
        length = 32
        if self.tokenizer is not None:
            found = self.tokenizer(
                instructions, padding="max_length", truncation=True, max_length=length, return_tensors="pt"
            )
            return found["input_ids"], found["attention_mask"].bool()
        ids = torch.zeros(len(instructions), length, dtype=torch.int64)
        for row, text in enumerate(instructions):
            rows = [_row(word) for word in words_of(text)[:length]]
            ids[row, : len(rows)] = torch.tensor(rows)
        there = ids > 0
        there[:, 0] = True
        return ids, there

    def train(self, mode: bool = True) -> T5Text:
        """Set the mode; the encoder itself always stays in evaluation mode."""
        super().train(mode)
        self.model.eval()
        return self

    def forward(self, ids: Tensor) -> Tensor:
        """Embed tokens: float[B, L, width]."""
        with torch.no_grad():
            found: Tensor = self.model(input_ids=ids, attention_mask=(ids > 0).long()).last_hidden_state
        return found


def words_of(text: str) -> list[str]:
    """Split an instruction into words, single digits and signs, in lower case."""
    return re.findall(r"[^\W\d_]+|\d|[^\w\s]", text.lower())


def parts_of(word: str) -> list[str]:
    """Return the word and its letter trigrams. The ends of the word are marked."""
    marked = f"<{word}>"
    return [word, *(marked[start : start + 3] for start in range(len(marked) - 2))]


def _row(part: str) -> int:
    digest = hashlib.blake2b(part.encode(), digest_size=4).digest()
    return 1 + int.from_bytes(digest, "big") % (TABLE - 1)


def _transformers() -> Any:
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    try:
        import transformers
    except ImportError as error:
        raise MissingLibraryError(
            "EfficientNet and T5 need the package transformers. Install it with: pip install transformers. "
            "The encoders 'small' and 'hashed' work without it."
        ) from error
    return transformers


def _pretrained(kind: Any, name: str) -> Any:
    try:
        return kind.from_pretrained(name)
    except Exception as error:  # the hub's client raises errors of a dozen libraries
        raise TrainingError(
            f"The weights of {name!r} can't be loaded ({type(error).__name__}): neither the hub nor its cache has "
            "them. "
            "Give a folder with the weights (network.efficientnet_name, network.t5_name), or use the encoders 'small' "
            "and 'hashed', which need none."
        ) from error
