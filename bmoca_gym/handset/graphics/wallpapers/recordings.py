"""The recorded drawing commands of wallpapers, as files: recording a wallpaper takes up to 20 ms, reading it 1 ms.

``python -m bmoca_gym.handset.graphics.wallpapers bmoca_gym/handset/graphics/wallpapers/recorded`` records them again.
"""

from __future__ import annotations

import zlib
from importlib import resources as package_files
from typing import Any

from bmoca_gym.handset.graphics.skia_library import skia

_PACKAGE = "bmoca_gym.handset.graphics.wallpapers"
#: Suffix of the files: a Skia picture, compressed by zlib.
END = ".skpz"


def packed(picture: Any) -> bytes:
    """Return the content of a picture's file."""
    return zlib.compress(bytes(picture.serialize()), 9)


def read(name: str) -> Any:
    """Return the recorded picture of a wallpaper; None if it has no file or this version of Skia can't read it."""
    file = package_files.files(_PACKAGE) / "recorded" / (name + END)
    return skia.Picture.MakeFromData(zlib.decompress(file.read_bytes())) if file.is_file() else None
