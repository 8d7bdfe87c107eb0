"""Texts drawn with `bmoca_gym.handset.graphics.masks` have the pixels that Skia gives them, to the last bit."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bmoca_gym.compiled import MODE
from bmoca_gym.handset.graphics import masks, paints
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, chain_face
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Line, icon, paragraph
from bmoca_gym.handset.render.renderer import Brush
from bmoca_gym.handset.value import clear_caches

compiled = pytest.mark.skipif(not MODE.compiled, reason="nothing is compiled here: make compile")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Outlines, too, are drawn with masks from the first row on."""
    monkeypatch.setattr(masks, "_PATIENCE", 0)


TEXTS = [
    ("en", "Alarm settings, Wi‑Fi “7:30” – it’s…"),
    ("en", "fjord office & Query {}|@ ÄÇ"),
    ("ar", "إضافة منبّه (Wi-Fi) 7:30 صباحًا ٧:٣٠"),
    ("ar", "بِسْمِ اللَّهِ الرَّحْمَٰنِ ﷽"),
    ("ko", "알람 추가하기 (직접) 값없이"),
    ("hi", "अलार्म जोड़ें क्षेत्र श्री"),
    ("ja", "アラームを追加、直接。"),
    ("en", "OK 😀 👍🏽 ❤️"),
    ("en", "a"),
    ("en", "\U000e0020 \ufffd"),
]
COLORS = (
    0xFF202124,
    0xFFFFFFFF,
    0xFF1A73E8,
    0x8A000000,
    0x38FFFFFF,
    0x60000000,
    0x01FF0000,
    0x00FFFFFF,
    0xFEC0FFEE,
)


def lines(rng: random.Random, size: float) -> list[Line]:
    found = []
    for language, text in TEXTS:
        found += paragraph(text, size, rng.choice((300, 400, 500, 700)), language, max_width=900.0).lines
    found.append(icon(rng.choice(("alarm", "wifi", "home", "place")), size).lines[0])
    return [line for line in found if not line.blank]


class Pair:
    """The same noise twice, each with a brush: ours, and Skia's."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        noise = np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8)
        noise[..., 3] = 255
        self.pixels = [noise, noise.copy()]
        self.surfaces = [
            skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
            for pixels in self.pixels
        ]
        self.ours = Brush(self.surfaces[0].getCanvas(), self.pixels[0])
        self.skias = Brush(self.surfaces[1].getCanvas())

    def call(self, name: str, *arguments: object) -> None:
        for brush in (self.ours, self.skias):
            getattr(brush, name)(*arguments)

    def same(self) -> bool:
        return np.array_equal(*self.pixels)


@pytest.mark.parametrize("seed", range(24))
def test_texts_have_the_pixels_that_skia_gives_them(seed):
    rng = random.Random(seed)
    pair = Pair(160, 220, seed)
    scale = rng.choice((128 / 1080, 256 / 2400, 0.2, 0.4321, 1.0))
    pair.call("scale", scale, scale * rng.uniform(0.9, 1.1))
    pair.call("translate", rng.choice((0.0, 3.3, -20.7)), rng.choice((0.0, 1.9)))
    size = rng.choice((14.0, 31.5, 36.75, 44.0, 66.6))
    for round_ in range(4):
        pair.call("save")
        if round_ % 2:
            left, top = rng.uniform(0, 60) / scale, rng.uniform(0, 60) / scale
            pair.call("clipRect", skia.Rect.MakeXYWH(left, top, 70.3 / scale, 90.7 / scale))
        if round_ == 3:
            pair.call("translate", 150 / scale, 0)
            pair.call("scale", -1, 1)
        for line in lines(rng, size):
            x, y = rng.uniform(-30, 130) / scale, rng.uniform(-10, 230) / scale
            color = rng.choice(COLORS)
            for width in rng.choice(((), (5.5, 2.2))):
                pair.call("draw_text", line, x, y, color ^ 0xFFFFFF, width)
            pair.call("draw_text", line, x, y, color)
            assert pair.same(), (line.text, x, y, hex(color))
        pair.call("restore")


def test_a_round_clip_and_a_turned_text_are_left_to_skia():
    pair = Pair(100, 60, 0)
    (line,) = paragraph("Rounded", 20.0).lines
    pair.call("save")
    pair.call("clipRRect", skia.RRect.MakeOval(skia.Rect.MakeWH(60, 40)), skia.ClipOp.kIntersect, True)
    pair.call("draw_text", line, 2.0, 25.0, 0xFF000000)
    pair.call("restore")
    pair.call("draw_text", line, 12.4, 45.0, 0xFFFFFFFF)
    assert pair.same()


@compiled
def test_any_two_colours_blend_as_skias():
    rng = random.Random(1)
    pair = Pair(100, 60, 1)
    (line,) = paragraph("Wg8", 40.0, 500).lines
    for _ in range(600):
        color = rng.getrandbits(32) | rng.choice((0, 0xFF000000))
        pair.call("draw_text", line, rng.uniform(-5, 30), rng.uniform(20, 70), color)
    assert pair.same()


@compiled
def test_every_colour_takes_masks_of_the_luminance_that_skia_does():
    face = chain_face(LATIN_FACE, "en", 400)
    ids = [face.shaper.get_nominal_glyph(ord(letter)) for letter in "Wg8"]
    blob = skia.TextBlob.MakeFromPosTextH(
        np.array(ids, np.uint16).tobytes(),
        [2.0, 32.0, 62.0],
        0.0,
        face.font(30.0),
        skia.TextEncoding.kGlyphID,
    )

    def drawn(color: int) -> bytes:
        pixels = np.zeros((40, 100), np.uint8)
        surface = skia.Surface(pixels, colorType=skia.kAlpha_8_ColorType, alphaType=skia.kPremul_AlphaType)
        surface.getCanvas().drawTextBlob(blob, 0, 30, paints.fill(color))
        return pixels.tobytes()

    of_grays = [drawn(0xFF000000 | (tone << 5 | 0x10) * 0x010101) for tone in range(8)]
    assert len(set(of_grays)) == 8
    for number in range(512):
        color = 0xFF000000 | (number & 7) << 21 | (number >> 3 & 7) << 13 | (number >> 6) << 5
        for within in (0, 0x1F1F1F):
            assert of_grays.index(drawn(color | within)) == masks.luminance(color | within), hex(color)


@compiled
def test_masks_are_forgotten_and_fetched_anew():
    pair = Pair(100, 60, 2)
    target = masks.target(pair.pixels[0])
    target.see(1.0, 1.0, 0.0, 0.0, 0, 0, 100, 60)
    for size in range(3, 33):
        (line,) = paragraph("Forgotten", float(size)).lines
        pair.call("draw_text", line, 2.0, 25.0, 0xFF000000)
        assert target.draw(line.row, 2.0, 25.0, 0x00000000, 0.0, 0) is True
    clear_caches()
    assert len(target.draw(line.row, 2.0, 25.0, 0x00000000, 0.0, 0)) == len(line.text)
    pair.call("draw_text", line, 2.0, 55.0, 0xFF000000)
    assert pair.same()


@compiled
def test_masks_outlive_more_sizes_than_are_kept():
    pair = Pair(100, 60, 3)
    for number in range(3000):
        (line,) = paragraph("ab", 12 + number / 512, 400).lines
        pair.call("draw_text", line, 2.0, 30.0 + number % 7, 0xFF000000 | number)
    assert pair.same()


@compiled
def test_what_is_no_row_and_no_picture_is_refused():
    with pytest.raises(ValueError, match="pixels are"):
        masks.GLYPHS.Target(np.zeros((4, 4), np.uint8), 0)
    with pytest.raises(BufferError):
        masks.GLYPHS.Target(bytes(64), 0)
    with pytest.raises(TypeError, match="a place for each"):
        masks.GLYPHS.Row(12.0, [(0, [1, 2], [0.0], None)])
    with pytest.raises(TypeError):
        masks.GLYPHS.Row(12.0, [(0, [1], ["x"], None)])
    with pytest.raises(TypeError, match="draw"):
        masks.GLYPHS.Target(np.zeros((4, 4, 4), np.uint8), 0).draw(None, 0.0, 0.0, 0, 0.0, 0)


BUILD = """
import sys
from setuptools import Extension, setup
from bmoca_gym.handset import graphics
name = "bmoca_gym.handset.graphics._glyphs"
sys.argv[1:] = ["-q", "build_ext", "--build-lib", sys.argv[1], "--build-temp", sys.argv[1]]
setup(ext_modules=[Extension(name, [graphics.__path__[0] + "/_glyphs.c"], libraries=["m"])])
"""

#: All the tests above, with the C module and everything else as Python.
RUN = """
import importlib.util, sys
import bmoca_gym.handset.ui.elements  # which would look for compiled classes
from bmoca_gym import compiled
name, (path,) = "bmoca_gym.handset.graphics._glyphs", sys.argv[1:]
spec = importlib.util.spec_from_file_location(name, path)
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
compiled.MODE = compiled.Mode(True, "so that masks are used")
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/handset/graphics/test_masks.py", "-k", "not alone"]))
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_module_in_c_passes_these_tests_alone(tmp_path):
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root), "BMOCA_GYM_PURE_PYTHON": "1"}
    subprocess.run([sys.executable, "-c", BUILD, str(tmp_path)], cwd=root, env=environment, check=True)
    (built,) = tmp_path.rglob("_glyphs*.so")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(built)], cwd=root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "30 passed" in done.stdout
