"""Tests of `bmoca_gym.handset.graphics.fonts`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bmoca_gym.handset.errors import MissingLibraryError, UnknownIconError
from bmoca_gym.handset.graphics import fonts
from bmoca_gym.handset.graphics.skia_library import skia

FONT_FILES = [
    *fonts.ROBOTO.values(),
    fonts.ARABIC,
    fonts.DEVANAGARI,
    fonts.CJK,
    fonts.MATERIAL_ICONS,
    fonts.ICON_NAMES,
]


@pytest.mark.parametrize("file", FONT_FILES, ids=lambda file: Path(file.file).name)
def test_every_font_file_is_installed(file: fonts.FontFile) -> None:
    assert file.path().is_file()


def test_a_missing_package_names_the_pip_command() -> None:
    with pytest.raises(MissingLibraryError, match="pip install some-font"):
        fonts.FontFile("some-font", "no_such_package_here", "a.ttf").path()


def test_a_missing_file_names_the_pip_command() -> None:
    with pytest.raises(MissingLibraryError, match="pip install --force-reinstall font-roboto"):
        fonts.FontFile("font-roboto", "font_roboto", "files/Roboto-Huge.ttf").path()


def test_a_missing_package_is_reported_when_a_character_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "CJK", fonts.FontFile("noto-cjk-sans-otc", "no_such_package_here", "a.ttc"))
    for cache in (fonts._cjk, fonts.chain_face, fonts.chain_position):
        cache.cache_clear()
    assert fonts.chain_position("a", "ja") == fonts.LATIN_FACE
    with pytest.raises(MissingLibraryError, match="pip install noto-cjk-sans-otc"):
        fonts.chain_position("骨", "ja")


def test_locating_fonts_imports_none_of_their_packages_and_loads_cjk_late() -> None:
    code = """
import sys
from bmoca_gym.handset.graphics import fonts
from bmoca_gym.handset.graphics.text import icon, paragraph
icon("alarm", 24.0)
for text in ("Alarm", "منبه", "अलार्म"):
    paragraph(text, 14.0, language="ja")
assert fonts._cjk.cache_info().currsize == 0
paragraph("追加", 14.0, language="ja")
assert fonts._cjk.cache_info().currsize == 1
heavy = {"PIL", "tkinter", "tkinter_icons", "tkinter_icons_gmi", "fontpkg", "font_roboto"}
print(sorted(heavy & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path.cwd())
    assert result.stdout.strip() == "[]", result.stderr


@pytest.mark.parametrize(
    ("character", "position"),
    [
        ("a", fonts.LATIN_FACE),
        ("ɛ", fonts.LATIN_FACE),
        ("Ж", fonts.LATIN_FACE),
        ("…", fonts.LATIN_FACE),
        ("ب", fonts.ARABIC_FACE),
        ("ٹ", fonts.ARABIC_FACE),
        ("٧", fonts.ARABIC_FACE),
        ("अ", fonts.DEVANAGARI_FACE),
        ("骨", fonts.CJK_FACE),
        ("あ", fonts.CJK_FACE),
        ("한", fonts.CJK_FACE),
        ("、", fonts.CJK_FACE),
        ("\U0001f600", fonts.EMOJI_FACE),
        ("\U00013000", fonts.LATIN_FACE),  # no font has it: a box of the first
    ],
)
def test_fallback(character: str, position: int) -> None:
    assert fonts.chain_position(character, "en") == position


@pytest.mark.parametrize(
    ("language", "index"),
    [
        ("ja", 0),
        ("ja-JP", 0),
        ("ko", 1),
        ("zh-Hans", 2),
        ("zh-Hant", 3),
        ("zh-Hant-HK", 4),
        ("en", 2),
        ("", 2),
    ],
)
def test_language_chooses_the_face_of_ideographs(language: str, index: int) -> None:
    assert fonts.cjk_index(language) == index


def test_faces_are_shared() -> None:
    assert fonts.chain_face(0, "en", 400) is fonts.chain_face(0, "ar", 400)
    assert fonts.chain_face(3, "en", 400) is fonts.chain_face(3, "zh-Hans", 500)


@pytest.mark.parametrize(
    ("weight", "nearest"),
    [(100, 300), (350, 300), (400, 400), (450, 400), (600, 500), (601, 700), (900, 700)],
)
def test_nearest_weight(weight: int, nearest: int) -> None:
    assert fonts.nearest_weight(weight) == nearest


def ink(position: int, weight: int, character: str) -> int:
    """How dark a character is: the sum over all pixels."""
    face = fonts.chain_face(position, "ja", weight)
    pixels = np.zeros((80, 80, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    glyph = face.shaper.get_nominal_glyph(ord(character))
    builder = skia.TextBlobBuilder()
    builder.allocRunPosH(face.font(50.0), [glyph], [10.0], 0.0)
    surface.getCanvas().drawTextBlob(builder.make(), 0, 60, skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    return int(pixels[..., 0].sum())


@pytest.mark.parametrize(
    ("position", "character", "weights"),
    [
        (fonts.LATIN_FACE, "a", [300, 400, 500, 700]),
        (fonts.ARABIC_FACE, "ص", [300, 400, 500, 700]),
        (fonts.DEVANAGARI_FACE, "अ", [300, 400, 500, 700]),
        (fonts.CJK_FACE, "骨", [400, 700]),
    ],
)
def test_heavier_weights_have_more_ink(position: int, character: str, weights: list[int]) -> None:
    inks = [ink(position, weight, character) for weight in weights]
    assert inks == sorted(inks)
    assert len(set(inks)) == len(inks)


def test_weight_of_the_shaper_is_that_of_the_typeface() -> None:
    for position, character in ((fonts.ARABIC_FACE, "ص"), (fonts.DEVANAGARI_FACE, "अ")):
        for weight in fonts.WEIGHTS:
            face = fonts.chain_face(position, "en", weight)
            glyph = face.shaper.get_nominal_glyph(ord(character))
            shaped = face.shaper.get_glyph_h_advance(glyph) / face.units_per_em * 100
            assert face.font(100.0).getWidths([glyph])[0] == pytest.approx(shaped, abs=0.2)


def test_every_letter_of_arabic_and_urdu_fits_into_its_line() -> None:
    letters = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيٹپچڈڑژکگںھہۃۓیے٠١٢٣٤٥٦٧٨٩۴۵۶۷"
    for weight in fonts.WEIGHTS:
        face = fonts.chain_face(fonts.ARABIC_FACE, "ar", weight)
        for letter in letters:
            extents = face.shaper.get_glyph_extents(face.shaper.get_nominal_glyph(ord(letter)))
            assert extents.y_bearing <= fonts.ARABIC_METRICS.ascent * face.units_per_em
            assert extents.y_bearing + extents.height >= -fonts.ARABIC_METRICS.descent * face.units_per_em


def test_every_icon_name_has_a_glyph() -> None:
    glyphs = {name: fonts.icon_glyph(name) for name in fonts._icon_names()}
    assert len(glyphs) > 2000
    assert all(glyphs.values())
    assert glyphs["alarm"] != glyphs["arrow_back"]


def test_unknown_icon_names_the_nearest() -> None:
    with pytest.raises(UnknownIconError, match="Did you mean 'alarm'"):
        fonts.icon_glyph("alrm")
    with pytest.raises(UnknownIconError):
        fonts.icon_glyph("")
