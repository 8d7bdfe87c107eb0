"""Tests of `bmoca_gym.handset.graphics.text` and `bmoca_gym.handset.graphics.shaping`."""

from __future__ import annotations

import gc
import hashlib
import math
import subprocess
import sys
from itertools import accumulate, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.errors import UnknownIconError
from bmoca_gym.handset.graphics import shaping
from bmoca_gym.handset.graphics import text as engine
from bmoca_gym.handset.graphics.fonts import EMOJI_FACE, LATIN_FACE, chain_face
from bmoca_gym.handset.graphics.shaping import faces_of
from bmoca_gym.handset.graphics.skia_library import TextBlob, skia
from bmoca_gym.handset.graphics.text import Paragraph, Parts, Section, Style, icon, paragraph
from bmoca_gym.handset.value import clear_caches

SAMPLES = [
    ("ak", False, "Hyɛ berɛ ɔkɔ Ɛna Ɔba"),
    ("ar", True, "إضافة منبّه (Wi-Fi) 7:30 صباحًا ٧:٣٠"),
    ("ar", True, "الإعدادات، الهاتف؟ ٪١٠٠"),
    ("de", False, "Größe ändern, Übersicht"),
    ("en", False, "Alarm settings, Wi‑Fi “7:30” – it’s…"),
    ("es", False, "¿Añadir alarma? ¡Sí! Configuración"),
    ("fr", False, "Réveil à l’heure d’été, « œuvre » 7\u202fh"),
    ("hi", False, "अलार्म जोड़ें क्षेत्र श्री ७:३० ₹"),
    ("ja", False, "アラームを追加、直接。「がっこう」骨・ー"),
    ("ko", False, "알람 추가하기 (직접) 값없이"),
    ("pt", False, "Não há alarmes — começar às 7h"),
    ("pt", False, "Definições do ecrã, ligação"),
    ("ru", False, "Добавить будильник «Ёлка» №5"),
    ("ur", True, "الارم شامل کریں ٹھیک ہے ۷:۳۰ (Wi-Fi)۔ ںھہۓ"),
    ("zh-Hans", False, "添加闹钟，直接选择骨。（设置）"),
]
RTL_TEXT = "إضافة منبه جديد إلى القائمة"


@pytest.fixture(autouse=True)
def cold() -> None:
    clear_caches()


def pixels_of(blob: TextBlob, width: int = 400, height: int = 60) -> np.ndarray:
    pixels = np.zeros((height, width, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    surface.getCanvas().drawTextBlob(blob, 0, height * 0.7, skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    return pixels[..., 0]


def texts(laid_out: Paragraph) -> list[str]:
    return [line.text for line in laid_out.lines]


def glyphs_of(text: str, language: str, rtl: bool, weight: int) -> list[int]:
    levels = [int(rtl)] * len(text)
    faces = shaping.faces_of(text, language)
    pieces = shaping.pieces_of(text, 0, len(text), faces, levels, language, weight)
    return [glyph for piece in pieces for glyph in piece.glyphs.ids]


# --- Fonts and shaping --------------------------------------------------------------------------------------


def test_every_language_has_a_glyph_for_every_character() -> None:
    for language, rtl, text in SAMPLES:
        for weight in [300, 400, 500, 700]:
            assert 0 not in glyphs_of(text, language, rtl, weight)
            laid_out = paragraph(text, 20.0, weight, language, rtl)
            assert laid_out.rtl is rtl
            assert pixels_of(laid_out.lines[0].blob, 500).any()


def test_a_character_that_no_font_has_is_a_box() -> None:
    assert glyphs_of("\U00013000", "en", False, 400) == [0]
    laid_out = paragraph("\U00013000", 20.0)
    assert laid_out.width > 0
    assert pixels_of(laid_out.lines[0].blob).any()


def test_letters_join_and_combine() -> None:
    isolated = sum(paragraph(letter, 20.0, language="ar").width for letter in "منبه")
    assert paragraph("منبه", 20.0, language="ar").width != pytest.approx(isolated, rel=0.01)
    lam_alef = glyphs_of("لا", "ar", True, 400)
    assert not set(lam_alef) & {*glyphs_of("ل", "ar", True, 400), *glyphs_of("ا", "ar", True, 400)}
    assert len(glyphs_of("क्ष", "hi", False, 400)) == 1
    assert paragraph("e\u0301", 20.0).width == paragraph("é", 20.0).width


def test_letters_are_kerned() -> None:
    assert paragraph("AV", 100.0).width < paragraph("A", 100.0).width + paragraph("V", 100.0).width


def test_plain_characters_are_shaped_alike_in_most_languages() -> None:
    letters = [chr(code) for code in range(0x20, 0x7F)]
    texts = ["".join(map("".join, product(letters, letters))), *sorted(shaping._plain_characters())]

    def shaped(language: str) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
        found = [shaping._shape(text, LATIN_FACE, language, 400, False) for text in texts]
        return [(glyphs.ids, glyphs.x) for glyphs in found]

    english = shaped("en")
    assert [language for language in sorted(shaping.AS_ENGLISH) if shaped(language) != english] == []


def test_language_chooses_the_form_of_an_ideograph() -> None:
    shapes = {glyphs_of("直", language, False, 400)[0] for language in ("ja", "zh-Hans")}
    assert len(shapes) == 2


def test_widths_are_those_of_the_font() -> None:
    assert paragraph("0", 2048.0).width == 1151  # the advance of a figure, in a font of 2048 units
    assert paragraph("00:00", 20.0).width == paragraph("11:11", 20.0).width


def test_line_height_is_that_of_the_tallest_font() -> None:
    latin = paragraph("Alarm", 100.0)
    assert (latin.ascent, latin.line_height) == pytest.approx((1900 / 20.48, 2400 / 20.48))
    assert paragraph("追加", 100.0, language="ja").line_height == pytest.approx(144.8)
    mixed = paragraph("Alarm अ", 100.0, language="hi")
    assert mixed.ascent == latin.ascent
    assert mixed.line_height == pytest.approx(latin.ascent + 40.8)
    assert paragraph("a\nb\nc", 100.0).height == pytest.approx(3 * latin.line_height)


def test_blob_and_width_belong_together() -> None:
    for language, rtl, text in SAMPLES:
        line = paragraph(text, 20.0, 400, language, rtl).lines[0]
        columns = np.flatnonzero(pixels_of(line.blob, 600).any(axis=0))
        # East Asian marks leave half of their square empty.
        assert 0 <= columns[0] < 10
        assert line.width - 16 < columns[-1] + 1 <= line.width + 2


ASCII = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=60)


@settings(deadline=None, max_examples=200)
@given(ASCII, st.sampled_from(["en", "tr", "fr"]), st.sampled_from([300, 400, 500, 700]))
@example("fi", "tr", 300)  # in Turkish "fi" stays two glyphs
@example("fi", "en", 400)
def test_letters_placed_by_pairs_stand_where_harfbuzz_puts_them(
    text: str, language: str, weight: int
) -> None:
    by_pairs = shaping._shape_ascii(text, language, weight)
    face = chain_face(LATIN_FACE, language, weight)
    infos, positions = shaping._run_harfbuzz(text, face.shaper, language, False)
    assert (by_pairs is None) == (len(infos) < len(text))
    if by_pairs is not None:
        assert by_pairs.ids == tuple(info.codepoint for info in infos)
        assert not any(position.x_offset or position.y_offset for position in positions)
        pens = [0, *accumulate(position.x_advance for position in positions)]
        assert [*by_pairs.x, by_pairs.advance] == [pen / face.units_per_em for pen in pens]


# --- Direction ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        ("Alarm", True, False),
        ("منبه", False, True),
        ("7:30", True, True),
        ("7:30", False, False),
        ("", True, True),
        ("(Wi-Fi) منبه", True, False),
        ("7 منبه a", False, True),
    ],
)
def test_direction_is_that_of_the_first_letter(text: str, layout: bool, expected: bool) -> None:
    assert paragraph(text, 14.0, rtl=layout).rtl is expected


def test_right_to_left_text_is_drawn_from_the_right() -> None:
    one = pixels_of(paragraph("اب 1", 30.0, language="ar").lines[0].blob)
    other = pixels_of(paragraph("1", 30.0).lines[0].blob)
    width = int(paragraph("1", 30.0).width) - 1
    assert np.array_equal(one[:, :width], other[:, :width])


def test_brackets_are_mirrored() -> None:
    blob = paragraph("(", 30.0, rtl=True).lines[0].blob
    assert np.array_equal(pixels_of(blob), pixels_of(paragraph(")", 30.0).lines[0].blob))


# --- Lines --------------------------------------------------------------------------------------------------


def test_the_empty_text_has_one_empty_line() -> None:
    empty = paragraph("", 20.0)
    assert [(line.blob, line.width, line.text) for line in empty.lines] == [(None, 0.0, "")]
    assert (empty.width, empty.truncated) == (0.0, False)
    assert empty.height == paragraph("x", 20.0).height


def test_spaces_have_width_and_nothing_to_see() -> None:
    line = paragraph("  ", 20.0).lines[0]
    assert (line.blob, line.text) == (None, "  ")
    assert line.width == pytest.approx(2 * paragraph(" ", 20.0).width)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85"])
def test_line_ends(end: str) -> None:
    assert texts(paragraph(f"one{end}two{end}", 14.0)) == ["one", "two", ""]


def test_control_characters_are_left_out_and_tabs_are_spaces() -> None:
    assert texts(paragraph("a\x00\x07b\tc\x1b\x7f\x9f", 14.0)) == ["ab c"]


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert texts(paragraph("a\ud83d\ude00b\udfff", 14.0)) == ["a\ufffd\ufffdb\ufffd"]


def width_of(text: str, language: str = "en") -> float:
    return paragraph(text, 20.0, language=language).width


def wrapped(text: str, max_width: float, max_lines: int | None = None, language: str = "en") -> Paragraph:
    return paragraph(text, 20.0, 400, language, False, max_width, max_lines)


def test_a_text_fits_into_its_own_width() -> None:
    for language, rtl, text in SAMPLES:
        for size in (3.3, 14.0, 37.25):
            free = paragraph(text, size, 400, language, rtl)
            again = paragraph(text, size, 400, language, rtl, free.width, 1)
            assert (texts(again), again.truncated) == ([text], False)


def test_lines_break_at_spaces_which_take_no_room() -> None:
    assert texts(wrapped("one two three", width_of("one two") + 1)) == ["one two", "three"]
    assert texts(wrapped("one   two ", width_of("one"))) == ["one", "two"]
    assert texts(wrapped("one two ", width_of("one two "))) == ["one two "]
    laid_out = wrapped("one two", width_of("one "))
    assert laid_out.lines[0].width == width_of("one")


def test_lines_break_after_hyphens() -> None:
    assert texts(wrapped("well-known", width_of("well-kn"))) == ["well-", "known"]


def test_lines_break_between_ideographs_but_not_before_a_full_stop() -> None:
    assert texts(wrapped("添加闹钟。", width_of("添加闹钟"), language="zh-Hans")) == ["添加闹", "钟。"]
    assert texts(wrapped("「はい」", width_of("「は"), language="ja")) == ["「は", "い」"]


def test_a_word_breaks_inside_only_if_it_is_wider_than_the_line() -> None:
    assert texts(wrapped("a internationally", width_of("internationally"))) == ["a", "internationally"]
    parts = texts(wrapped("a internationally b", width_of("internat")))
    assert parts[:2] == ["a", "internat"]
    assert "".join(parts[1:]).replace(" ", "") == "internationallyb"


def test_a_glyph_wider_than_the_line_stands_alone() -> None:
    assert texts(wrapped("WWW", 1.0)) == ["W", "W", "W"]
    assert texts(wrapped("WW", -5.0)) == ["W", "W"]
    assert texts(wrapped("e\u0301e\u0301", 1.0)) == ["e\u0301", "e\u0301"]
    assert texts(wrapped("क्षक्ष", 1.0, language="hi")) == ["क्ष", "क्ष"]


def test_broken_arabic_words_fit() -> None:
    laid_out = wrapped("القسطنطينيةالقسطنطينية", 50.0, language="ar")
    assert len(laid_out.lines) > 2
    assert laid_out.width <= 50.01


# --- Ellipsis -----------------------------------------------------------------------------------------------


def test_a_line_too_long_ends_in_an_ellipsis() -> None:
    laid_out = wrapped("Alarm settings", width_of("Alarm set…"), 1)
    assert texts(laid_out) == ["Alarm set…"]
    assert laid_out.truncated
    assert laid_out.lines[0].width == pytest.approx(width_of("Alarm set…"), abs=0.5)


def test_no_space_stands_before_an_ellipsis() -> None:
    assert texts(wrapped("Alarm settings", width_of("Alarm …"), 1)) == ["Alarm…"]


def test_only_the_last_line_has_an_ellipsis() -> None:
    laid_out = wrapped("one two three four five", width_of("one two th"), 2)
    assert texts(laid_out)[0] == "one two"
    assert texts(laid_out)[1].endswith("…")
    assert len(laid_out.lines) == 2


def test_lines_left_out_are_told_by_an_ellipsis() -> None:
    assert texts(paragraph("one\ntwo", 20.0, max_lines=1)) == ["one…"]
    assert texts(wrapped("one\ntwo", width_of("on…"), 1)) == ["on…"]
    assert texts(paragraph("\ntwo", 20.0, max_lines=1)) == ["…"]
    assert not paragraph("one\ntwo", 20.0, max_lines=2).truncated


def test_long_words_are_cut_in_the_last_line() -> None:
    laid_out = wrapped("internationally", width_of("intern"), 2)
    assert texts(laid_out)[0] == "intern"
    assert texts(laid_out)[1].endswith("…")
    assert laid_out.width <= width_of("intern") + 0.01


def test_where_no_ellipsis_fits_the_line_is_empty() -> None:
    laid_out = wrapped("Alarm", 2.0, 1)
    assert texts(laid_out) == [""]
    assert laid_out.truncated


def test_the_ellipsis_of_right_to_left_text_stands_left() -> None:
    width = width_of("…")
    laid_out = wrapped(RTL_TEXT, 120.0, 1, "ar")
    assert laid_out.lines[0].text.endswith("…")
    ellipsis = pixels_of(paragraph("…", 20.0).lines[0].blob)
    assert np.array_equal(
        pixels_of(laid_out.lines[0].blob)[:, : int(width) - 1], ellipsis[:, : int(width) - 1]
    )


def test_max_lines_below_one_is_an_error() -> None:
    with pytest.raises(ValueError, match="max_lines is 0"):
        paragraph("a", 14.0, max_lines=0)


# --- Any text -----------------------------------------------------------------------------------------------

ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=60),  # surrogates included
    st.text(
        alphabet="aW é1-—.,:(「中っ。」اٱلبہ\u064b١אक्षिअ\u200d\u200b\u2067\u0301\n\t\U0001f600 ", max_size=60
    ),
)
LANGUAGES = st.sampled_from([sample[0] for sample in SAMPLES])


@settings(deadline=None, max_examples=300)
@given(
    text=ANY_TEXT,
    size=st.sampled_from([0.0, 4.1, 14.0, 56.0]),
    weight=st.sampled_from([300, 400, 500, 700]),
    language=LANGUAGES,
    rtl=st.booleans(),
    max_width=st.none() | st.floats(-10, 300),
    max_lines=st.none() | st.integers(1, 4),
)
def test_any_text_is_laid_out(
    text: str,
    size: float,
    weight: int,
    language: str,
    rtl: bool,
    max_width: float | None,
    max_lines: int | None,
) -> None:
    laid_out = paragraph(text, size, weight, language, rtl, max_width, max_lines)
    assert 1 <= len(laid_out.lines) <= (max_lines or len(laid_out.lines))
    assert laid_out.width == max(line.width for line in laid_out.lines) >= 0
    assert laid_out.height == laid_out.line_height * len(laid_out.lines)
    assert 0 <= laid_out.ascent <= laid_out.line_height
    if not laid_out.truncated:
        kept = "".join(texts(laid_out)).replace(" ", "").replace("\u200b", "")
        given_text = paragraph(text, size, weight, language, rtl)
        assert kept == "".join(texts(given_text)).replace(" ", "").replace("\u200b", "")


@settings(deadline=None, max_examples=300)
@given(
    text=st.text(alphabet="aWfi é1-—.,(… \u2003№я", max_size=60),
    max_width=st.none() | st.floats(-10, 300),
    max_lines=st.none() | st.integers(1, 4),
)
def test_plain_text_is_broken_as_any_other(text: str, max_width: float | None, max_lines: int | None) -> None:
    assert shaping.is_plain(text)
    style = Style(14.0, 400, "en", False, math.inf if max_width is None else max_width)
    section = Section(Parts(text, "en", 400, False), style)
    section.break_into_lines(max_lines, more_follow=False)
    found = paragraph(text, 14.0, 400, "en", False, max_width, max_lines).lines
    assert [(line.text, line.width) for line in found] == [(line.text, line.width) for line in section.lines]
    for line, other in zip(found, section.lines, strict=True):
        assert (line.blob is None) == (other.blob is None)
        assert line.blob is None or np.array_equal(pixels_of(line.blob), pixels_of(other.blob))


@settings(deadline=None, max_examples=200)
@given(ANY_TEXT, LANGUAGES, st.booleans(), st.floats(20, 300), st.integers(1, 3))
def test_truncated_paragraphs_fit(
    text: str, language: str, rtl: bool, max_width: float, max_lines: int
) -> None:
    laid_out = paragraph(text, 14.0, 400, language, rtl, max_width, max_lines)
    assert laid_out.lines[-1].width <= max_width + 0.01 or not laid_out.truncated
    if laid_out.truncated:
        assert laid_out.lines[-1].text.endswith("…")


@given(
    st.lists(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=6), min_size=2, max_size=5)
)
def test_width_is_the_sum_of_the_words(words: list[str]) -> None:
    parts = sum(width_of(word) for word in words) + (len(words) - 1) * width_of(" ")
    # A space may be drawn by the font of the word before it, and fonts differ in its width.
    assert width_of(" ".join(words)) == pytest.approx(parts, abs=0.3 * 20 * len(words))
    latin = [word for word in words if word.isascii()]
    if len(latin) > 1:
        exact = sum(width_of(word) for word in latin) + (len(latin) - 1) * width_of(" ")
        assert width_of(" ".join(latin)) == pytest.approx(exact)


@given(ANY_TEXT, LANGUAGES, st.floats(0.1, 5))
def test_width_grows_with_the_size(text: str, language: str, factor: float) -> None:
    one = paragraph(text, 20.0, language=language)
    assert paragraph(text, 20.0 * factor, language=language).width == pytest.approx(one.width * factor)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "hello wor ld " * 7_700,
        "م" * 100_000,
        "(منبه) " * 14_000,
        "添加" * 50_000,
        "\n" * 100_000,
    ],
    ids=["one word", "words", "Arabic word", "brackets", "ideographs", "lines"],
)
def test_huge_texts_are_laid_out(text: str) -> None:
    assert len(paragraph(text, 14.0, 400, "ar", True, 200.0).lines) > 100
    assert len(paragraph(text, 14.0, 400, "ar", True, 200.0, 2).lines) == 2


# --- Icons --------------------------------------------------------------------------------------------------


def test_an_icon_fills_its_square() -> None:
    square = icon("crop_square", 40.0)
    assert (square.width, square.height, square.ascent) == (40.0, 40.0, 40.0)
    pixels = np.zeros((40, 40, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    surface.getCanvas().drawTextBlob(square.lines[0].blob, 0, square.ascent, skia.Paint(Color=0xFFFFFFFF))
    rows, columns = np.nonzero(pixels[..., 0])
    assert abs(rows.min() - (39 - rows.max())) <= 1  # in the middle
    assert abs(columns.min() - (39 - columns.max())) <= 1


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(UnknownIconError, match="settings"):
        icon("settingz", 24.0)


# --- Memory -------------------------------------------------------------------------------------------------


def test_equal_texts_share_one_paragraph() -> None:
    assert paragraph("Alarm", 14.0) is paragraph("Alarm", 14.0, weight=400, language="en")
    assert icon("alarm", 24.0) is icon("alarm", 24.0)
    before = paragraph("Alarm", 14.0)
    clear_caches()
    after = paragraph("Alarm", 14.0)
    assert after is not before
    assert np.array_equal(pixels_of(before.lines[0].blob), pixels_of(after.lines[0].blob))


def test_a_text_that_stands_on_one_line_is_one_paragraph_for_all_widths() -> None:
    """Its line equals the result of breaking it into lines, which a trailing line end forces."""
    for language, rtl, words in (
        *SAMPLES,
        ("en", False, "two  spaces "),
        ("en", True, "12"),
        ("de", False, ""),
    ):
        for size in (20.0, 13.7):
            alone = paragraph(words, size, 500, language, rtl, 800.0, 1)
            assert len(alone.lines) == 1
            assert alone is paragraph(words, size, 500, language, rtl)
            assert alone is paragraph(words, size, 500, language, rtl, alone.width, 3)
            broken = paragraph(words + "\n", size, 500, language, rtl, 800.0)
            line, other = alone.lines[0], broken.lines[0]
            assert (line.text, line.width) == (other.text, other.width)
            assert (alone.ascent, alone.line_height) == (broken.ascent, broken.line_height)
            if line.blob is None or other.blob is None:
                assert line.blob is other.blob
            else:
                assert np.array_equal(pixels_of(line.blob), pixels_of(other.blob))


def test_what_is_asked_for_again_and_again_is_remembered_and_the_rest_is_dropped(monkeypatch) -> None:
    monkeypatch.setattr(engine, "MOST_TEXTS", 20)
    often = paragraph("often", 14.0)
    for number in range(100):
        paragraph(f"once {number}", 14.0, 400 + 100 * (number % 2))
        paragraph("often", 10.0 + number, max_width=30.0)
        assert paragraph("often", 14.0) is often
    memory = engine._memory
    kept = [
        text
        for styles in memory.styles.values()
        for style in styles
        for text in (*style.latest, *style.earlier)
    ]
    assert len(kept) <= 2 * (20 + 2)


@pytest.mark.exhaustive
def test_laying_out_leaves_nothing_to_the_garbage_collector() -> None:
    """A cycle would be left by every text each time; garbage of other tests is found only once."""
    left = []
    for run in range(3):
        clear_caches()
        paragraph("Alarm " + RTL_TEXT, 14.0)
        gc.collect()
        gc.disable()
        try:
            for number in range(200):
                paragraph(f"Alarm {run} {number} {RTL_TEXT} 添加", 14.0, 400, "ar", True, 90.0, 2)
            clear_caches()
            left.append(gc.collect())
        finally:
            gc.enable()
    assert min(left) == 0, left


def digest() -> str:
    """Hash of the pixels and sizes of all samples."""
    state = hashlib.sha256()
    for language, rtl, text in SAMPLES:
        laid_out = paragraph(text, 17.5, 500, language, rtl, 160.0, 2)
        state.update(repr((laid_out, laid_out.width, laid_out.ascent, laid_out.line_height)).encode())
        for line in laid_out.lines:
            if line.blob is not None:
                state.update(pixels_of(line.blob).tobytes())
    return state.hexdigest()


def test_texts_look_the_same_in_every_process() -> None:
    code = f"""
import importlib.util
spec = importlib.util.spec_from_file_location("samples", {__file__!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.digest())
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path.cwd())
    assert result.stdout.strip() == digest(), result.stderr


def test_emoji_are_drawn_and_their_sequences_are_one_glyph() -> None:
    single = paragraph("😀", 40)
    assert single.lines[0].blob is not None
    assert single.width > 30
    for sequence in ("👍🏽", "👨‍👩‍👧", "🇩🇪"):
        assert paragraph(sequence, 40).width == pytest.approx(single.width), sequence
    # As an emoji where the text asks for it, else as the sign that another font has.
    assert paragraph("❤️", 40).width == pytest.approx(single.width)
    # What stands beside them stays in its own font.
    both = paragraph("ok 😀 ok", 40).width
    assert both == pytest.approx(single.width + paragraph("ok  ok", 40).width)
    assert all(face == EMOJI_FACE for face in faces_of("😀🎉", "ar") or ())
