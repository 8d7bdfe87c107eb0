"""The encoders of a policy: of the picture (small convolutions, or EfficientNet-B0), of the instruction (hashed words,
or T5)."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any

import torch
from torch import Tensor, nn

from bmoca_gym.errors import MissingLibraryError, TrainingError
from bmoca_gym.policies.settings import NetworkSettings

#: Instructions are cut to so many words; each is known by itself and by so many of its letter groups at most.
WORDS, GROUPS = 24, 12

#: Rows of the table of hashed embeddings; row 0 is the padding.
TABLE = 4096

_TEXT_WIDTH = 64

#: How many px of a side are one place of the small encoder's first map.
PATCH = 4


def image_encoder(settings: NetworkSettings, restored: bool = False) -> Any:
    """The image encoder that the settings name; ``restored``: its weights will come from a checkpoint."""
    if settings.image_encoder == "small":
        return SmallEncoder(settings.channels)
    return EfficientNetEncoder(settings, settings.pretrained and not restored)


def text_encoder(settings: NetworkSettings) -> Any:
    """The text encoder that the settings name."""
    return HashedText() if settings.text_encoder == "hashed" else T5Text(settings)


class Convolution(nn.Module):
    """A convolution of 3 × 3, normalised over the batch."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, features: Tensor) -> Tensor:
        """``features`` float[B, C, h, w]."""
        return torch.relu(self.norm(self.conv(features)))


class Residual(nn.Module):
    """A convolution over neighbours and one over channels, beside a way past them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.near = Convolution(channels, channels)
        self.across = nn.Conv2d(channels, channels, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, features: Tensor) -> Tensor:
        """``features`` float[B, C, h, w], the same shape back."""
        return torch.relu(features + self.norm(self.across(self.near(features))))


class SmallEncoder(nn.Module):
    """Patches of 4 × 4 px, then convolutions: a fine map of stride 8 and a coarse one of stride 16."""

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
        """``pixels`` uint8[B, 256, 128, 3]; the fine map [B, F, 32, 16] and the coarse one [B, C, 16, 8]."""
        fine = self.fine(self.near(patches(pixels).float() * (2 / 255) - 1))
        return fine, self.coarse(fine)


def patches(pixels: Tensor) -> Tensor:
    """Pixels [B, H, W, 3] as [B, 48, H / 4, W / 4]: the pixels of a patch of 4 × 4 as its channels."""
    batch, height, width, colours = pixels.shape
    rows, columns = height // PATCH, width // PATCH
    found = pixels.reshape(batch, rows, PATCH, columns, PATCH, colours).permute(0, 1, 3, 2, 4, 5)
    return found.reshape(batch, rows, columns, PATCH * PATCH * colours).permute(0, 3, 1, 2)


class EfficientNetEncoder(nn.Module):
    """EfficientNet-B0: its stages of stride 8 and 16.

    Raises:
        MissingLibraryError: transformers is not installed.
        TrainingError: its weights can't be had.
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
        # The weights were trained on pictures normalised so.
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1), persistent=False)
        self.register_buffer(
            "deviation", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1), persistent=False
        )

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """``pixels`` uint8[B, 256, 128, 3]; the maps [B, 40, 32, 16] and [B, 112, 16, 8]."""
        picture = pixels.permute(0, 3, 1, 2).float() * (1 / 255)
        features = self.embeddings((picture - self.mean) / self.deviation)
        fine = features
        for block in self.blocks:
            features = block(features)
            if features.shape[2] == 2 * self.coarse_size[0]:
                fine = features
        return fine, features


def _blocks_until(blocks: list[Any], channels: int) -> int:
    """The number of blocks up to the last one that gives so many channels."""
    return max(
        number + 1
        for number, block in enumerate(blocks)
        if block.projection.project_conv.out_channels == channels
    )


class HashedText(nn.Module):
    """Words as sums of embeddings of the word and of its groups of three letters, found by hashing.

    It needs no vocabulary and no download, takes any language, and words that are written alike are alike.
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
        """Ids int64[B, 24, 12] and which words are there, bool[B, 24]."""
        ids = torch.zeros(len(instructions), WORDS, GROUPS, dtype=torch.int64)
        for row, text in enumerate(instructions):
            for column, word in enumerate(words_of(text)[:WORDS]):
                found = [_row(part) for part in parts_of(word)[:GROUPS]]
                ids[row, column, : len(found)] = torch.tensor(found)
        there = ids[:, :, 0] > 0
        there[:, 0] = True  # an instruction without words still needs something to attend to
        return ids, there

    def forward(self, ids: Tensor) -> Tensor:
        """Words float[B, 24, 64]."""
        batch = ids.shape[0]
        words = self.table(ids.reshape(batch * WORDS, GROUPS)).reshape(batch, WORDS, _TEXT_WIDTH)
        return self.norm(words + self.positions)


class T5Text(nn.Module):
    """The encoder of a T5, frozen.

    Raises:
        MissingLibraryError: transformers is not installed.
        TrainingError: its weights can't be had.
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
        """Ids int64[B, L] and which are there, bool[B, L]; L is 32."""
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
        """The encoder itself always acts as in evaluation."""
        super().train(mode)
        self.model.eval()
        return self

    def forward(self, ids: Tensor) -> Tensor:
        """Tokens float[B, L, width]."""
        with torch.no_grad():
            found: Tensor = self.model(input_ids=ids, attention_mask=(ids > 0).long()).last_hidden_state
        return found


def words_of(text: str) -> list[str]:
    """Words, numbers and signs of an instruction, in lower case; digits one by one."""
    return re.findall(r"[^\W\d_]+|\d|[^\w\s]", text.lower())


def parts_of(word: str) -> list[str]:
    """The word itself, then its groups of three letters, its ends marked."""
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
            "EfficientNet and T5 are of the package transformers: pip install transformers. "
            "The encoders 'small' and 'hashed' need nothing more."
        ) from error
    return transformers


def _pretrained(kind: Any, name: str) -> Any:
    try:
        return kind.from_pretrained(name)
    except Exception as error:  # the hub's client raises errors of a dozen libraries
        raise TrainingError(
            f"The weights of {name!r} can't be had ({type(error).__name__}): no hub is reachable and its cache has "
            "not got them. "
            "Name a folder that has them (network.efficientnet_name, network.t5_name), or use the encoders 'small' "
            "and 'hashed', which need none."
        ) from error
