"""The only module that imports skia: ``from bmoca_gym.handset.graphics.skia_library import skia``.

skia-python has no type stubs. The names below serve as annotations for its classes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from bmoca_gym.handset.graphics.stand_ins import ensure_libraries, missing_library

ensure_libraries()
try:
    import skia as _skia
except ImportError as error:
    raise missing_library(error) from error

skia: Any = _skia

Canvas: TypeAlias = Any
Font: TypeAlias = Any
Image: TypeAlias = Any
Paint: TypeAlias = Any
Path: TypeAlias = Any
Rect: TypeAlias = Any
Surface: TypeAlias = Any
TextBlob: TypeAlias = Any
Typeface: TypeAlias = Any

__all__ = ["Canvas", "Font", "Image", "Paint", "Path", "Rect", "Surface", "TextBlob", "Typeface", "skia"]
