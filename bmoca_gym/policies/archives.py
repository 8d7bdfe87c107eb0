"""Zip files of others: refused where reading them could take more memory than they have bytes, or run anything."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch


@contextmanager
def opened(source: str | Path | io.BytesIO) -> Iterator[zipfile.ZipFile]:
    """A zip file in which nothing is compressed, as ours are and PyTorch's: so none holds more than its own size.

    Raises:
        ValueError: something in it is compressed, or is there twice.
        OSError, zipfile.BadZipFile: it is not a zip file.
    """
    with zipfile.ZipFile(source) as archive:
        entries = archive.infolist()
        if any(
            each.compress_type != zipfile.ZIP_STORED or each.file_size != each.compress_size
            for each in entries
        ):
            raise ValueError("it is compressed")
        if len({each.filename for each in entries}) < len(entries):
            raise ValueError("a file is in it twice")
        size = source.getbuffer().nbytes if isinstance(source, io.BytesIO) else Path(source).stat().st_size
        if sum(each.file_size for each in entries) > size:
            raise ValueError("its parts overlap")
        yield archive


def tensors(content: bytes) -> Any:
    """Load what ``torch.save`` made of tensors and plain data; nothing else is built.

    Raises:
        Exception: it is damaged, of a dozen kinds.
    """
    with opened(io.BytesIO(content)):
        pass
    return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)


def plain(content: bytes | str) -> Any:
    """The JSON in a text.

    Raises:
        ValueError: it is none, or is nested too deeply.
    """
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def finite(state: Any) -> bool:
    """Whether no tensor in nested dictionaries and lists has a number that is none, or is infinite."""
    if isinstance(state, torch.Tensor):
        return not state.is_floating_point() or bool(torch.isfinite(state).all())
    if isinstance(state, dict):
        return all(map(finite, state.values()))
    return all(map(finite, state)) if isinstance(state, (list, tuple)) else True
