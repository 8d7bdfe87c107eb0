"""Drawings by `bmoca_gym.handset.graphics.masks` have the same pixels as Skia's, to the last bit."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bmoca_gym.compiled import MODE
from bmoca_gym.handset.graphics import masks, paints
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, chain_face
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Line, icon, paragraph
from bmoca_gym.handset.render.renderer import Brush
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.illustrations import Illustration
from bmoca_gym.handset.value import clear_caches

compiled = pytest.mark.skipif(not MODE.compiled, reason="nothing is compiled here: make fast")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Draw outlines with masks from the first row on, too."""
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
            pair.call("clip", left, top, left + 70.3 / scale, top + 90.7 / scale)
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


@compiled
def test_letters_are_skias_as_long_as_their_outline_is():
    clear_caches()
    pixels = np.zeros((60, 100, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    fetched = []

    def fetch(
        missing: list[int], size: float, scale_x: float, scale_y: float, edge: float, bright: int
    ) -> None:
        fetched.append((size, edge))
        masks._fetch(missing, size, scale_x, scale_y, edge, bright)

    target = masks.MASKS.Target(pixels, 2, masks.Plain(surface.getCanvas()), fetch, masks._fetch_shape)
    (label,), (title,) = paragraph("Clock", 20.0).lines, paragraph("Clock", 24.0).lines
    for known in ([], [], [(20.0, 3.0), (20.0, 0.0)], []):
        fetched.clear()
        target.draw_text(label, 5.0, 25.0, 0xFFFFFFFF, 3.0)
        target.draw_text(label, 5.0, 25.0, 0xFF000000)
        assert fetched == known
    target.draw_text(title, 5.0, 25.0, 0xFF000000)
    assert fetched == [(24.0, 0.0)]


def test_a_round_clip_and_a_turned_text_are_left_to_skia():
    pair = Pair(100, 60, 0)
    (line,) = paragraph("Rounded", 20.0).lines
    pair.call("save")
    pair.call("clipRRect", skia.RRect.MakeOval(skia.Rect.MakeWH(60, 40)), skia.ClipOp.kIntersect, True)
    pair.call("draw_text", line, 2.0, 25.0, 0xFF000000)
    pair.call("draw_rect", 2.0, 5.0, 90.0, 9.0, 0xFF123456)
    pair.call("draw_oval", 2.0, 5.0, 90.0, 59.0, 0x7F123456)
    pair.call("restore")
    pair.call("draw_text", line, 12.4, 45.0, 0xFFFFFFFF)
    assert pair.same()


def a_shape(rng: random.Random, scale: float) -> tuple[str, tuple[float, ...]]:
    kind = rng.choice(("draw_rect", "draw_round_rect", "draw_circle", "draw_oval"))
    whole = rng.random() < 0.5  # px of the phone, as most elements have them
    x, y = rng.uniform(-30, 160) / scale, rng.uniform(-30, 220) / scale
    width, height = (
        rng.choice((3, 20, 60, 190)) * rng.random() / scale,
        rng.choice((3, 20, 90)) * rng.random() / scale,
    )
    if whole:
        x, y, width, height = round(x), round(y), round(width), round(height)
    color = rng.choice((rng.choice(COLORS), rng.getrandbits(32)))
    if kind == "draw_rect":
        return kind, (x, y, x + width, y + height, color)
    stroke = (
        () if rng.random() < 0.7 else (rng.choice((0.4, 1.0, 1.02, 1.5, 3.0, 9.0)) / scale * rng.random(),)
    )
    radius = rng.choice((0.0, 2.75, 14.0, width / 2, min(width, height) / 2, 1e4))
    of = {
        "draw_circle": (x, y, width),
        "draw_oval": (x, y, x + width, y + height),
        "draw_round_rect": (x, y, x + width, y + height, radius),
    }
    return kind, (*of[kind], color, *stroke)


@pytest.mark.parametrize("seed", range(40))
def test_shapes_have_the_pixels_that_skia_gives_them(seed):
    rng = random.Random(seed)
    pair = Pair(160, 220, seed)
    scale = rng.choice((128 / 1080, 128 / 1440, 256 / 2400, 0.2, 0.4321, 1.0))
    pair.call("scale", scale, scale * rng.uniform(0.9, 1.1))
    if seed % 3 == 2:
        pair.call("translate", rng.choice((0.0, 3.3, -20.7)), rng.choice((0.0, 1.9)))
    for round_ in range(6):
        pair.call("save")
        if round_ % 2:
            left, top = rng.uniform(-9, 60) / scale, rng.uniform(-9, 60) / scale
            pair.call("clip", left, top, left + rng.uniform(0, 90) / scale, top + rng.uniform(0, 200) / scale)
        shapes = [a_shape(rng, scale) for _ in range(30)]
        for _ in range(2):  # the second time with masks that are known
            for name, arguments in shapes:
                pair.call(name, *arguments)
                assert pair.same(), (name, arguments)
        pair.call("restore")


def test_shapes_that_touch_a_clip_have_the_pixels_that_skia_gives_them():
    rng = random.Random(5)
    pair = Pair(128, 256, 5)
    pair.call("scale", 128 / 1080, 256 / 2280)
    for _ in range(400):
        left, top = rng.randrange(0, 700), rng.randrange(0, 1500)
        right, bottom = left + rng.randrange(40, 380), top + rng.randrange(40, 700)
        by = [rng.choice((0, 0, 1, 5, 9, 60, -1)) for _ in range(4)]
        pair.call("save")
        pair.call("clip", left - by[0], top - by[1], right + by[2], bottom + by[3])
        color = rng.getrandbits(24) | 0xFF000000
        pair.call("draw_round_rect", left, top, right, bottom, rng.choice((11.0, 44.0, 27.5)), color)
        pair.call("restore")
        assert pair.same(), (left, top, right, bottom, by)


def test_saved_views_nest_as_deep_as_one_likes():
    pair = Pair(100, 60, 7)
    for depth in range(24):
        pair.call("save")
        pair.call("clip", depth, depth, 100 - depth, 60)
        pair.call("translate", 0.25, 0.5)
        pair.call("draw_rect", 0, 0, 90, 50, 0xFF000000 | depth << 3)
    for depth in range(24):
        pair.call("restore")
        pair.call("draw_circle", 30 + depth, 30, 9, 0x80FF0000 | depth << 3)
    assert pair.same()


@compiled
def test_what_is_drawn_is_left_to_skia_only_where_it_must_be(monkeypatch):
    left = []
    monkeypatch.setattr(masks.Plain, "draw_round_rect", lambda *arguments: left.append(arguments))
    monkeypatch.setattr(masks.Plain, "draw_rect", lambda *arguments: left.append(arguments))
    pair = Pair(128, 256, 1)
    pair.ours.scale(0.125, 0.125)
    pair.ours.draw_round_rect(40, 80, 900, 300, 22.0, 0xFF123456)
    pair.ours.draw_round_rect(40, 80, 900, 300, 22.0, 0xFF123456, 16.0)
    pair.ours.draw_rect(40, 80, 9000, 300, 0xFF123456)
    assert not left
    pair.ours.draw_round_rect(40, 80, 900, 300, 22.0, 0xFF123456, 2.0)
    assert len(left) == 1, "a thin line"
    pair.ours.clip(0, 0, 200, 2000)
    pair.ours.draw_round_rect(40, 80, 900, 300, 22.0, 0xFF123456)
    assert len(left) == 2, "it is cut"


@compiled
def test_shapes_outlive_more_of_them_than_are_kept():
    pair = Pair(60, 40, 3)
    for number in range(34000):
        pair.call("draw_oval", 5, 5, 6 + number % 40 + number / 65536, 9, 0xFF000000 | number)
    assert pair.same()


@compiled
def test_what_lies_below_a_kept_picture_shines_through():
    def picture(brush, x, y, width, height, color):
        asked.append(color)
        brush.draw_oval(x, y, x + width, y + height, color)

    asked: list[int] = []
    pair = Pair(60, 40, 4)
    for ground in (0xFF112233, 0xFFFFFFFF, 0xFF112233):
        pair.call("draw_rect", 0, 0, 60, 40, ground)
        pair.call("draw_kept", (picture, (0xC0FF0000,)), 3, 4, 40, 30, False)
        assert pair.same()
    assert len(asked) == 3 + 2
    pair.call("clip", 50, 0, 60, 40)
    pair.call("draw_kept", (picture, (0xC0FF0000,)), 3, 4, 40, 30, False)
    assert len(asked) == 3 + 2 + 1, "nothing of it is seen, which Skia finds out itself"
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
            assert of_grays.index(drawn(color | within)) == masks.MASKS.luminance(color | within), hex(color)


def test_kept_illustrations_have_the_pixels_that_skia_gives_them():
    rng = random.Random(6)
    pair = Pair(128, 256, 6)
    pair.call("scale", 128 / 1080, 256 / 2280)
    for _ in range(60):
        radius = rng.choice((0.0, 0.0, 6.0, 12.0))
        shown = Illustration("youtube", rng.choice(("bread", "saturn")), radius=radius)
        box = Box(shown, rng.randrange(60, 500), rng.randrange(60, 400))
        x, y = rng.randrange(-60, 900), rng.randrange(-60, 1900)
        for _ in range(2):
            pair.call("save")
            if rng.random() < 0.3:
                pair.call("clip", x + rng.randrange(-90, 90), y + 30, x + 300, 3000)
            for again in (False, False, True):
                if again:
                    pair.call("draw_rect", x - 40, y - 40, x + 200, y + 700, 0xFF101010)
                for brush in (pair.ours, pair.skias):
                    shown.paint(brush, x, y, box, Metrics(2.75, 1.0, False, "en"))
                assert pair.same(), (x, y, box.width, box.height, radius)
            pair.call("restore")


@compiled
def test_masks_are_forgotten_and_fetched_anew(monkeypatch):
    pair = Pair(100, 60, 2)
    fetched = []
    real = masks._fetch
    monkeypatch.setattr(masks, "_fetch", lambda missing, *of: (fetched.append(missing), real(missing, *of)))
    noting = Pair(100, 60, 2)
    for size in range(3, 33):
        (line,) = paragraph("Forgotten", float(size)).lines
        pair.call("draw_text", line, 2.0, 25.0, 0xFF000000)
        noting.call("draw_text", line, 2.0, 25.0, 0xFF000000)
    assert not fetched
    clear_caches()
    noting.call("draw_text", line, 2.0, 25.0, 0xFF000000)
    assert [len(missing) for missing in fetched] == [len(line.text)]
    pair.call("draw_text", line, 2.0, 55.0, 0xFF000000)
    assert pair.same()
    assert noting.same()


@compiled
def test_masks_outlive_more_sizes_than_are_kept():
    pair = Pair(100, 60, 3)
    for number in range(3000):
        (line,) = paragraph("ab", 12 + number / 512, 400).lines
        pair.call("draw_text", line, 2.0, 30.0 + number % 7, 0xFF000000 | number)
    assert pair.same()


def target(pixels: object) -> Any:
    surface = skia.Surface(4, 4)
    return masks.MASKS.Target(pixels, 0, masks.Plain(surface.getCanvas()), masks._fetch, masks._fetch_shape)


@compiled
def test_what_is_no_row_and_no_picture_is_refused():
    with pytest.raises(ValueError, match="pixels are"):
        target(np.zeros((4, 4), np.uint8))
    with pytest.raises(BufferError):
        target(bytes(64))
    with pytest.raises(TypeError, match="a place for each"):
        masks.MASKS.Row(12.0, [(0, [1, 2], [0.0], None)])
    with pytest.raises(TypeError):
        masks.MASKS.Row(12.0, [(0, [1], ["x"], None)])
    into = target(np.zeros((4, 4, 4), np.uint8))
    with pytest.raises(TypeError, match="draw_text"):
        into.draw_text(SimpleNamespace(row=None), 0.0, 0.0, 0)
    with pytest.raises(AttributeError):
        into.draw_text(None, 0.0, 0.0, 0)
    with pytest.raises(ValueError, match="another size"):
        into.put(b"1234", 0, 0, 2, 2)
    for edges in ((0, 0, 5, 4), (3, 0, 2, 4), (-1, 0, 4, 4)):
        with pytest.raises(ValueError, match="no part"):
            into.piece(*edges)
    with pytest.raises(ValueError, match="as large as"):
        masks.MASKS.keep_shape(np.zeros((4, 4), np.uint8), b"x")


@compiled
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("scale", (1.0, 1.0)),
        ("translate", (1.0, 1.0)),
        ("clip", (0.0, 0.0, 1.0, 1.0)),
        ("draw_rect", (0.0, 0.0, 1.0, 1.0, 0)),
        ("draw_round_rect", (0.0, 0.0, 1.0, 1.0, 0.0, 0)),
        ("draw_oval", (0.0, 0.0, 1.0, 1.0, 0)),
        ("draw_circle", (0.0, 0.0, 1.0, 0)),
        ("piece", (0, 0, 1, 1)),
    ],
)
def test_wrong_arguments_are_refused(name, right):
    method = getattr(target(np.zeros((4, 4, 4), np.uint8)), name)
    method(*right)
    for count in range(len(right)):
        with pytest.raises(TypeError, match="are needed"):
            method(*right[:count])
        with pytest.raises(TypeError):
            method(*right[:count], "x", *right[count + 1 :])
    with pytest.raises(TypeError, match="are needed"):
        method(*right, *right)
