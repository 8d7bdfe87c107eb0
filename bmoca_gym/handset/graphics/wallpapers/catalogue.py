"""Catalogue of wallpapers: the fourteen of B-MoCA, procedural ones, and pictures from files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.contract import PROCEDURAL_PREFIX, WALLPAPERS
from bmoca_gym.handset.errors import UnknownWallpaperError, WallpaperError, nearest
from bmoca_gym.handset.graphics.scaling import scaled
from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpapers import abstracts, landscapes, recordings, skies, treats
from bmoca_gym.handset.graphics.wallpapers.procedural import draw_procedural
from bmoca_gym.handset.value import memo, sized_memo

Pixels: TypeAlias = NDArray[np.uint8]

#: The scene of each name, and the height (-1 top to 1 bottom) that a landscape screen centres on.
_SCENES: dict[str, tuple[Callable[[Canvas], None], float]] = {
    "00_default": (abstracts.default, 0.0),
    "01_red": (abstracts.red, 0.0),
    "02_blue": (abstracts.blue, 0.0),
    "03_paper": (abstracts.paper, 0.0),
    "04_sky": (skies.sky, 0.1),
    "05_doughnut": (treats.doughnut, 0.0),
    # The paper names no wallpaper with this number; a plain pattern replaces it.
    "06_pattern": (abstracts.pattern, 0.0),
    "07_food": (treats.food, 0.0),
    "08_colors": (treats.colors, 0.0),
    "09_rainbow": (skies.rainbow, 0.3),
    "10_galaxy": (skies.galaxy, -0.12),
    "11_pyramid": (landscapes.pyramid, 0.2),
    "12_ocean": (landscapes.ocean, -0.05),
    "13_canyon": (landscapes.canyon, 0.1),
}

#: The wallpapers whose drawing commands are files. Skia changes some commands of 07_food a little when it reads them.
RECORDED = tuple([name for name in _SCENES if name != "07_food"])

#: Pictures of more pixels than this are refused: a small file can unpack to gigabytes.
MAX_PIXELS = 64_000_000

# One spelling for each picture: no sign, no leading zeros, ASCII digits.
_PROCEDURAL = re.compile(PROCEDURAL_PREFIX + r"(0|[1-9][0-9]{0,99})", re.ASCII)

# Screens up to this many pixels share a large cache; fewer big ones (7 MB at 1080x2160) are kept.
_SMALL = 512 * 512

# Mean luminance (0 to 1) behind the icons above which dark letters are easier to read than white ones.
_BRIGHT = 0.66

#: Rows out of 128 behind the icons and the bars.
_PARTS = {"icons": slice(12, 116), "status": slice(0, 5), "navigation": slice(120, 128)}

#: The bright parts of the named wallpapers, so that the UI tree of a home screen needs no drawing.
_BRIGHT_PARTS = {
    "02_blue": ("status",),
    "03_paper": ("icons", "status", "navigation"),
    "04_sky": ("icons", "navigation"),
}


def is_wallpaper(name: str) -> bool:
    """Return whether ``name`` is one of `WALLPAPERS` or ``procedural:SEED`` with a decimal SEED from 0."""
    return name in _SCENES or _PROCEDURAL.fullmatch(name) is not None


def draw(name: str, width: int, height: int) -> Pixels:
    """Return wallpaper ``name`` as the screen shows it: uint8[height, width, 3], RGB, read-only.

    A scene is a square that covers the screen, so that 1:2 shows its middle half and a landscape screen its whole
    width. The same name gives the same bytes in every process on a machine, and the same picture at every size.

    Raises:
        UnknownWallpaperError: ``name`` is not a wallpaper (see `is_wallpaper`).
        WallpaperError: a side is below 1 px, or there are more than `MAX_PIXELS`.
    """
    if not is_wallpaper(name):
        raise UnknownWallpaperError(
            f"there is no wallpaper {name[:80]!r}.{nearest(name[:80], WALLPAPERS)} Known: {', '.join(WALLPAPERS)}, "
            "and procedural:SEED with SEED 0, 1, 2, ..."
        )
    _check_size(width, height)
    return (_small if width * height <= _SMALL else _large)(name, width, height)


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise WallpaperError(
            f"a wallpaper of {width}x{height} px can't be drawn; sides must be at least 1 px, with at most "
            f"{MAX_PIXELS // 1_000_000} megapixels in all"
        )


def _drawn(name: str, width: int, height: int) -> Pixels:
    pixels = np.zeros((height, width, 4), np.uint8)
    surface = skia.Surface(pixels, skia.ColorType.kRGBA_8888_ColorType, skia.AlphaType.kOpaque_AlphaType)
    scale = max(width, height) / 2
    # A screen lower than the square may move up or down within it, to the important part of the scene.
    focus = _SCENES[name][1] if name in _SCENES else 0.0
    room = 1 - height / 2 / scale
    with surface as canvas:
        canvas.translate(width / 2, height / 2)
        canvas.scale(scale, scale)
        canvas.translate(0, -min(max(focus, -room), room))
        canvas.drawPicture(_recorded(name))
    return _shown(cv2.cvtColor(pixels, cv2.COLOR_RGBA2RGB))


def _shown(pixels: Any) -> Pixels:
    """Return the picture, which is read-only because it is shared from here on."""
    pixels.flags.writeable = False
    result: Pixels = pixels
    return result


def _bytes_of(pixels: Pixels) -> int:
    return pixels.nbytes


_small = sized_memo(6 << 20, _bytes_of)(_drawn)
_large = sized_memo(24 << 20, _bytes_of)(_drawn)


@memo(32, asset=True)
def _recorded(name: str) -> Any:
    """Return the scene's drawing commands, kept like a file's: making them costs more than a small drawing."""
    found = recordings.read(name) if name in RECORDED else None
    return record(name) if found is None else found


def record(name: str) -> Any:
    """Record the drawing commands of a wallpaper as a Skia picture."""
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(skia.Rect.MakeLTRB(-1, -1, 1, 1))
    if name in _SCENES:
        _SCENES[name][0](canvas)
    else:
        draw_procedural(canvas, int(name.partition(":")[2]))
    return recorder.finishRecordingAsPicture()


@memo(256, asset=True)
def bright(name: str, part: str = "icons") -> bool:
    """Return whether the area behind the icons, or the "status" or "navigation" bar, is so light that text must be
    dark.

    Raises as `draw` does.
    """
    if name in _SCENES:
        return part in _BRIGHT_PARTS.get(name, ())
    return _seen_bright(name, part)


def _seen_bright(name: str, part: str) -> bool:
    """Return the answer of `bright` from a drawing of the wallpaper."""
    red, green, blue, _ = cv2.mean(draw(name, 64, 128)[_PARTS[part]])
    return bool(0.2126 * red + 0.7152 * green + 0.0722 * blue > 255 * _BRIGHT)


def picture_from_bytes(data: bytes, width: int, height: int) -> Pixels:
    """Return a PNG, JPEG, BMP or WebP picture, scaled and cropped to cover: uint8[height, width, 3], RGB, read-only.

    Transparency is dropped; a photograph is rotated according to its EXIF data.

    Raises:
        WallpaperError: ``data`` is not such a picture or has more than `MAX_PIXELS`, or a bad ``width`` or ``height``.
    """
    _check_size(width, height)
    # Skia reads the size from the header alone, before anything is decoded.
    header = skia.Image.MakeFromEncoded(skia.Data(data)) if data.startswith(_SIGNATURES) else None
    if header is None:
        raise WallpaperError(
            f"{_described(data)} is not a PNG, JPEG, BMP or WebP picture; give the content of one"
        )
    if header.width() * header.height() > MAX_PIXELS:
        raise WallpaperError(
            f"the picture has {header.width()}x{header.height()} pixels; at most {MAX_PIXELS // 1_000_000} megapixels "
            "are shown: scale it down first"
        )
    # A JPEG that is shown much smaller is decoded at a smaller size, which saves most of the time.
    room = min(header.width() // width, header.height() // height) if data.startswith(_JPEG) else 1
    flags = next((flags for least, flags in _REDUCED if room >= least), cv2.IMREAD_COLOR)
    pixels = header.width() * header.height()
    kept = flags == cv2.IMREAD_REDUCED_COLOR_8 and pixels <= 64 * _SMALL
    unpack = _kept_unpacked if kept else _last_unpacked if pixels <= _MOST_KEPT else _unpacked
    picture = unpack(data, flags)
    if picture is None:
        raise WallpaperError(
            f"{_described(data)} begins like a picture but can't be decoded; is it complete?"
        )
    return _shown(cv2.cvtColor(_covering(picture, width, height), cv2.COLOR_BGR2RGB))


def picture_from_pixels(pixels: Pixels, width: int, height: int) -> Pixels:
    """Return a picture, given as uint8[height, width, 3], scaled and cropped as `picture_from_bytes` does.

    Raises:
        WallpaperError: a bad ``width`` or ``height``.
    """
    _check_size(width, height)
    return _shown(_covering(pixels, width, height))


def _unpacked(data: bytes, flags: int) -> Any:
    """Decode a picture file, BGR, read-only; None if it can't be decoded."""
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None


#: Cache for pictures that are shown much smaller, such as photographs in lists: each list has its own sizes.
_kept_unpacked = memo(16, asset=True)(_unpacked)

#: The last whole picture: its size is asked for first, and then it is drawn. None larger than a screenshot is kept.
_last_unpacked = memo(1, asset=True)(_unpacked)
_MOST_KEPT = 5_000_000


@memo(256, asset=True)
def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in px of a picture that `picture_from_bytes` can show; None for other bytes."""
    try:
        picture_from_bytes(data, 32, 32)
    except WallpaperError:
        return None
    header = skia.Image.MakeFromEncoded(skia.Data(data))
    return int(header.width()), int(header.height())


_JPEG = b"\xff\xd8\xff"
_SIGNATURES = (b"\x89PNG\r\n\x1a\n", _JPEG, b"BM", b"RIFF")
_REDUCED = (
    (8, cv2.IMREAD_REDUCED_COLOR_8),
    (4, cv2.IMREAD_REDUCED_COLOR_4),
    (2, cv2.IMREAD_REDUCED_COLOR_2),
)


def _described(data: bytes) -> str:
    return f"the file of {len(data)} bytes that begins with {data[:12]!r}"


def _covering(picture: Any, width: int, height: int) -> Any:
    """Return the middle of ``picture`` in the screen's shape, at the screen's size."""
    rows, columns = picture.shape[:2]
    wide = min(columns, max(1, round(rows * width / height)))
    high = min(rows, max(1, round(columns * height / width)))
    top, left = (rows - high) // 2, (columns - wide) // 2
    return scaled(picture[top : top + high, left : left + wide], width, height)
