"""Safe reading of zip files: no file can need more memory than its size, or run code."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def opened(source: str | Path | io.BytesIO) -> Iterator[zipfile.ZipFile]:
    """Open a zip file without compression, as this package and PyTorch write them. Its content can't exceed its size.

    Raises:
        ValueError: a part is compressed, appears twice, or overlaps another.
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
    """Load tensors and plain data that ``torch.save`` has written. No other objects are built.

    Raises:
        Exception: the content is damaged. PyTorch raises errors of many kinds.
    """
    import torch

    with opened(io.BytesIO(content)):
        pass
    return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)


def plain(content: bytes | str) -> Any:
    """Read JSON.

    Raises:
        ValueError: the text is not JSON, or is nested too deeply.
    """
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def finite(state: Any) -> bool:
    """Return whether all numbers of all tensors in nested dictionaries and lists are finite."""
    import torch

    if isinstance(state, torch.Tensor):
        return not state.is_floating_point() or bool(torch.isfinite(state).all())
    if isinstance(state, dict):
        return all(map(finite, state.values()))
    return all(map(finite, state)) if isinstance(state, (list, tuple)) else True
