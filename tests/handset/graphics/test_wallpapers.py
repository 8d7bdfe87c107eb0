"""Wallpapers: the same picture at every size and in every process, no two alike, and no bytes crash the decoder."""

from __future__ import annotations

import hashlib
import itertools
import struct
import subprocess
import sys
import zlib

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.errors import UnknownWallpaperError, WallpaperError
from bmoca_gym.handset.graphics.wallpapers import catalogue, recordings
from bmoca_gym.handset.graphics.wallpapers.catalogue import (
    MAX_PIXELS,
    WALLPAPERS,
    bright,
    draw,
    is_wallpaper,
    picture_from_bytes,
)
from bmoca_gym.handset.graphics.wallpapers.drawing import scatter
from bmoca_gym.handset.value import clear_caches

PROCEDURAL = tuple(f"procedural:{seed}" for seed in range(24))


def _difference(first: np.ndarray, second: np.ndarray) -> float:
    """Mean absolute difference, 0 to 255."""
    return float(np.abs(first.astype(np.int16) - second.astype(np.int16)).mean())


def _encoded(kind: str, picture: np.ndarray) -> bytes:
    return bytes(cv2.imencode(kind, picture[..., ::-1])[1])


def _png_header(width: int, height: int) -> bytes:
    """A PNG file that declares a size and has almost no content."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    start = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + start + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


def test_names() -> None:
    assert len(WALLPAPERS) == 14
    assert [int(name[:2]) for name in WALLPAPERS] == list(range(14))
    assert all(is_wallpaper(name) for name in WALLPAPERS + PROCEDURAL)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "00",
        "procedural",
        "procedural:",
        "procedural:-1",
        "procedural:01",
        "procedural:1.5",
        "procedural:٣",
        "procedural:1\n",
    ],
)
def test_unknown_names(name: str) -> None:
    assert not is_wallpaper(name)
    with pytest.raises(UnknownWallpaperError):
        draw(name, 8, 16)
    with pytest.raises(UnknownWallpaperError):
        bright(name)


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownWallpaperError, match="Did you mean '10_galaxy'"):
        draw("10_galxy", 8, 16)


def test_shape() -> None:
    for width, height in [(128, 256), (320, 200), (33, 33), (1, 7)]:
        for name in WALLPAPERS + PROCEDURAL[:6]:
            pixels = draw(name, width, height)
            assert pixels.shape == (height, width, 3)
            assert pixels.dtype == np.uint8
            assert pixels.flags.c_contiguous
            assert not pixels.flags.writeable


@pytest.mark.parametrize(("width", "height"), [(0, 10), (10, -1), (10_000, 10_000)])
def test_impossible_sizes(width: int, height: int) -> None:
    with pytest.raises(WallpaperError):
        draw("00_default", width, height)
    with pytest.raises(WallpaperError):
        picture_from_bytes(_encoded(".png", draw("00_default", 8, 8)), width, height)


def test_every_picture_is_covered() -> None:
    # What no shape painted would be black, as the canvas began: look at the corners of bright pictures.
    for name in ("02_blue", "03_paper", "04_sky", "05_doughnut"):
        for pixels in (draw(name, 108, 216), draw(name, 320, 200), draw(name, 201, 201)):
            edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
            assert edges.max(axis=1).min() > 20, name


def test_no_two_are_alike() -> None:
    drawn = {name: draw(name, 64, 128) for name in WALLPAPERS + PROCEDURAL}
    for first, second in itertools.combinations(drawn, 2):
        assert _difference(drawn[first], drawn[second]) > 8, (first, second)


def test_procedural_pictures_differ_in_more_than_colour() -> None:
    # Of one seed's picture, little is left to see when only its mean colour is kept.
    assert min(float(draw(name, 64, 128).std(axis=(0, 1)).max()) for name in PROCEDURAL) > 6


@given(st.integers(min_value=0, max_value=10**99))
@settings(max_examples=25, deadline=None)
def test_any_seed_is_a_picture(seed: int) -> None:
    pixels = draw(f"procedural:{seed}", 24, 48)
    assert pixels.shape == (48, 24, 3)
    assert pixels.std() > 0.5


_DIGEST = """
import hashlib
from bmoca_gym.handset.graphics.wallpapers.catalogue import draw
digest = hashlib.sha256()
for name in {names!r}:
    digest.update(draw(name, 96, 192).tobytes())
print(digest.hexdigest())
"""


def test_same_bytes_in_another_process() -> None:
    names = WALLPAPERS + PROCEDURAL
    digest = hashlib.sha256()
    # Drawn in another order here, so that no picture may lean on what was drawn before it.
    drawn = {name: draw(name, 96, 192).tobytes() for name in reversed(names)}
    for name in names:
        digest.update(drawn[name])
    other = subprocess.run(
        [sys.executable, "-c", _DIGEST.format(names=names)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert other.stdout.strip() == digest.hexdigest()


def test_same_bytes_without_the_cache() -> None:
    first = draw("13_canyon", 90, 180)
    assert draw("13_canyon", 90, 180) is first
    clear_caches()
    again = draw("13_canyon", 90, 180)
    assert again is not first
    assert np.array_equal(first, again)


@pytest.mark.parametrize("name", WALLPAPERS + PROCEDURAL[:10])
def test_small_is_the_native_one_scaled_down(name: str) -> None:
    small = draw(name, 128, 256)
    native = cv2.resize(draw(name, 1080, 2160), (128, 256), interpolation=cv2.INTER_AREA)
    assert _difference(small, native) < 2.0
    other = draw(
        WALLPAPERS[(WALLPAPERS.index(name) + 1) % 14] if name in WALLPAPERS else WALLPAPERS[0], 128, 256
    )
    assert _difference(small, other) > 5 * _difference(small, native)


def test_bright() -> None:
    assert bright("03_paper")
    assert not bright("10_galaxy")
    assert not bright("01_red")
    for name in WALLPAPERS:
        mean = draw(name, 200, 400)[40:360].mean()
        assert bright(name) == (mean > 165) or 150 < mean < 185, name


def test_the_named_wallpapers_are_bright_where_they_are_listed() -> None:
    for name in WALLPAPERS:
        for part in catalogue._PARTS:
            assert bright(name, part) is catalogue._seen_bright(name, part), (name, part)


@pytest.mark.parametrize(("kind", "tolerance"), [(".png", 0.5), (".bmp", 0.5), (".jpg", 6.0), (".webp", 6.0)])
def test_picture_of_the_screen_s_size(kind: str, tolerance: float) -> None:
    picture = draw("11_pyramid", 120, 240)
    shown = picture_from_bytes(_encoded(kind, picture), 120, 240)
    assert shown.shape == (240, 120, 3)
    assert not shown.flags.writeable
    assert _difference(shown, picture) < tolerance


@pytest.mark.parametrize(("rows", "columns"), [(40, 400), (400, 40), (1, 1), (7, 3)])
@pytest.mark.parametrize(("width", "height"), [(20, 40), (64, 40), (5, 200)])
def test_picture_covers_the_screen(rows: int, columns: int, width: int, height: int) -> None:
    picture = np.full((rows, columns, 3), (200, 100, 50), np.uint8)
    shown = picture_from_bytes(_encoded(".png", picture), width, height)
    assert shown.shape == (height, width, 3)
    assert (shown == (200, 100, 50)).all()


def test_picture_keeps_its_middle_and_its_proportions() -> None:
    picture = np.zeros((100, 400, 3), np.uint8)
    picture[:, 175:225] = (0, 255, 0)
    shown = picture_from_bytes(_encoded(".png", picture), 50, 100)
    assert (shown == (0, 255, 0)).all()


@pytest.mark.parametrize("size", [(40, 30), (110, 20), (97, 160), (300, 200), (900, 600)])
def test_a_large_photograph_shown_small_is_the_same_picture(size: tuple[int, int]) -> None:
    """A JPEG may be decoded at a fraction of its size, unlike the same picture as PNG."""
    photograph = _encoded(".jpg", draw("11_pyramid", 900, 600))
    whole = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_COLOR)
    plain = bytes(cv2.imencode(".png", whole)[1])
    assert _difference(picture_from_bytes(photograph, *size), picture_from_bytes(plain, *size)) < 2.5


def test_grey_and_transparent_pictures() -> None:
    grey = bytes(cv2.imencode(".png", np.full((9, 9), 77, np.uint8))[1])
    assert (picture_from_bytes(grey, 4, 8) == 77).all()
    clear = bytes(cv2.imencode(".png", np.full((9, 9, 4), (10, 20, 30, 128), np.uint8))[1])
    assert (picture_from_bytes(clear, 4, 8) == (30, 20, 10)).all()


def test_too_large_a_picture_is_refused_unread() -> None:
    with pytest.raises(WallpaperError, match="megapixels"):
        picture_from_bytes(_png_header(10_000, MAX_PIXELS // 10_000 + 1), 128, 256)


@given(
    st.one_of(
        st.binary(max_size=400),
        st.tuples(
            st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"BM", b"RIFF\x10\0\0\0WEBPVP8 "]),
            st.binary(max_size=200),
        ).map(b"".join),
    )
)
@example(b"")
@example(_png_header(0, 0))
@example(_png_header(2**31 - 1, 2**31 - 1))
@settings(max_examples=150, deadline=None)
def test_bytes_that_are_no_picture(data: bytes) -> None:
    with pytest.raises(WallpaperError):
        picture_from_bytes(data, 16, 32)


_WHOLE = {kind: _encoded(kind, draw("07_food", 24, 48)) for kind in (".png", ".jpg", ".bmp", ".webp")}


@given(st.sampled_from(sorted(_WHOLE)), st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_pictures_are_shown_or_refused(kind: str, data: st.DataObject) -> None:
    damaged = bytearray(_WHOLE[kind])
    for at, byte in data.draw(
        st.lists(st.tuples(st.integers(0, len(damaged) - 1), st.integers(0, 255)), max_size=5)
    ):
        damaged[at] = byte
    cut = data.draw(st.integers(0, len(damaged)))
    try:
        shown = picture_from_bytes(bytes(damaged[:cut]), 16, 32)
    except WallpaperError:
        return
    assert shown.shape == (32, 16, 3)


@pytest.mark.parametrize("name", catalogue.RECORDED)
def test_a_file_has_what_the_module_draws(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = "bmoca_gym/handset/graphics/wallpapers"
    read = recordings.read(name)
    drawn = []
    for picture in (read, catalogue.record(name)):
        monkeypatch.setattr(catalogue, "_recorded", {name: picture}.__getitem__)
        drawn.append([catalogue._drawn(name, *size) for size in ((128, 256), (38, 57))])
    for packed, new in zip(*drawn, strict=True):
        assert np.array_equal(packed, new), (
            f"run python -m bmoca_gym.handset.graphics.wallpapers {files}/recorded"
        )


@pytest.mark.parametrize("seed", range(5))
def test_scattered_points_are_apart_and_leave_no_room_for_another(seed):
    drawn = np.random.default_rng(seed).random((160, 2)) * 2 - 1
    found = scatter(np.random.default_rng(seed), 160, 0.27)
    distances = np.hypot(*(found[:, None] - found).T) + 9 * np.eye(len(found))
    assert distances.min() >= 0.27
    to_found = np.hypot(*(drawn[:, None] - found).T).min(axis=0)
    assert np.all((to_found < 0.27) | (to_found == 0))
