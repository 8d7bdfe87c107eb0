"""Texts with a cursor: typing, deleting, moving, selecting, the clipboard and the floating toolbar."""

from __future__ import annotations

import random
from functools import cache
from unicodedata import category

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import accessibility_actions, assembly, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.graphics import carets, graphemes
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clipboard, text_input
from bmoca_gym.handset.ui.widgets import text_in

SENTENCES = {
    "en-US": "Hello brave new world", "ar-EG": "مرحبا بالعالم الجديد abc", "ko-KR": "안녕하세요 새로운 세계",
    "hi-IN": "नमस्ते क्षत्रिय दुनिया", "ur-PK": "سلام نئی دنیا",
}  # fmt: skip


@cache
def compose(locale: str = "en-US", font_scale: float = 1.0, field: str = "subject") -> Hand:
    """A mail being written, with its subject (one line) or its body (several) focused."""
    hand = Hand(locale=locale, font_scale=font_scale)
    hand.open("gmail")
    hand.tap("compose_button")
    hand.tap(field)
    return hand


def start(locale: str = "en-US", font_scale: float = 1.0, field: str = "subject") -> Hand:
    """A phone of its own with `compose`'s screen."""
    made, hand = compose(locale, font_scale, field), Hand()
    hand.phone = made.phone
    return hand


def content(phone: Phone) -> str:
    found = text_input.focused_field(phone)
    assert found is not None
    text: str = found[0].content
    return text


def cursor(phone: Phone) -> tuple[int, int]:
    found = text_input.focused_field(phone)
    assert found is not None
    return text_input.selection_of(phone, found[0])


def point(hand: Hand, offset: float, field: str = "subject") -> tuple[float, float]:
    """The centre of the character after an offset, as fractions of the screen."""
    window = screen.active(hand.phone)
    place = assembly.focused_box(hand.phone, window)
    assert place is not None
    left, top, box = place
    shown = text_in(box)
    line = carets.line_of(shown.lines, int(offset))
    cell = next(c for c in shown.lines[line].cells if c.start >= offset)
    x, y = (
        left + shown.lefts[line] + (cell.left + cell.right) / 2,
        top + shown.top_of(line) + shown.height / 2,
    )
    return x / hand.phone.configuration.width, y / hand.phone.configuration.height


def toolbar(hand: Hand) -> list[str]:
    return hand.texts("floating_toolbar_menu_item_text")


@pytest.mark.parametrize("font_scale", [0.85, 1.0, 1.3])
@pytest.mark.parametrize("locale", SENTENCES)
def test_a_touch_places_the_cursor_and_a_long_one_selects_a_word(locale: str, font_scale: float) -> None:
    hand = start(locale, font_scale)
    text = SENTENCES[locale]
    hand.type(text)
    assert hand.phone.top.cursor is None
    word = text.index(" ") + 1
    end = text.index(" ", word)
    x, y = point(hand, word)
    hand.do(Tap(x, y))
    assert cursor(hand.phone)[0] in (word, graphemes.after(text, word))
    hand.do(LongPress(x, y))
    assert cursor(hand.phone) == (word, end)
    assert len(toolbar(hand)) == 3, "there is nothing to paste"
    hand.press("COPY")
    assert hand.phone.clipboard == text[word:end]
    assert cursor(hand.phone) == (end, end)
    assert not toolbar(hand)
    hand.press("DEL")
    assert content(hand.phone) == text[: end - 1] + text[end:]
    hand.type("|")
    hand.press("FORWARD_DEL")
    assert content(hand.phone) == text[: end - 1] + "|" + text[graphemes.after(text, end) :]


@pytest.mark.parametrize("locale", SENTENCES)
def test_arrows_reach_every_place(locale: str) -> None:
    hand = start(locale, 1.0)
    text = SENTENCES[locale]
    hand.type(text)
    rtl = locale in ("ar-EG", "ur-PK")
    back, ends = (
        ("DPAD_RIGHT", ("MOVE_END", "MOVE_HOME")) if rtl else ("DPAD_LEFT", ("MOVE_HOME", "MOVE_END"))
    )
    seen = [cursor(hand.phone)[0]]
    for _ in graphemes.boundaries(text)[1:]:
        hand.press(back)
        seen.append(cursor(hand.phone)[0])
    assert sorted(seen) == list(graphemes.boundaries(text))
    assert seen[-1] == 0
    hand.press(ends[1])
    assert hand.phone.top.cursor is None
    hand.press(ends[0])
    assert cursor(hand.phone) == (0, 0)
    hand.press("DPAD_DOWN")
    assert hand.phone.top.cursor is None
    hand.press("DPAD_UP")
    assert cursor(hand.phone) == (0, 0)
    hand.press("DEL")
    assert content(hand.phone) == text


def test_the_toolbar() -> None:
    hand = start()
    hand.type("one two")
    hand.do(LongPress(*point(hand, 5)))
    assert toolbar(hand) == ["Cut", "Copy", "Select all"]
    item = next(n for n in hand.tree if n.content_description == "Cut")
    assert (item.class_name, item.clickable, item.package) == (
        "android.widget.LinearLayout", True, hand.phone.top.package,
    )  # fmt: skip
    hand.tap(description="Cut")
    assert (content(hand.phone), hand.phone.clipboard, toolbar(hand)) == ("one ", "two", [])
    hand.do(
        LongPress(*hand.at(hand.node("subject"), 0.9))
    )  # beside the text: the cursor, and what can be done there
    assert toolbar(hand) == ["Paste", "Select all"]
    hand.tap(description="Paste")
    assert (content(hand.phone), hand.phone.top.cursor) == ("one two", None)
    hand.do(LongPress(*point(hand, 1)))
    hand.tap(description="Select all")
    assert (cursor(hand.phone), toolbar(hand)) == ((0, 7), ["Cut", "Copy", "Paste"])
    focus = hand.phone.top.focus
    hand.press("BACK")
    assert (toolbar(hand), hand.phone.top.focus, hand.phone.top.cursor) == ([], focus, None)
    hand.do(LongPress(*point(hand, 1)))
    hand.type("1")
    assert (content(hand.phone), cursor(hand.phone), toolbar(hand)) == ("1 two", (1, 1), [])
    hand.do(LongPress(*point(hand, 3)))
    hand.tap("body")
    assert (hand.phone.top.focus, hand.phone.top.cursor, toolbar(hand)) == ("body", None, [])
    hand.do(LongPress(*hand.at(hand.node("body"), 0.5)))
    assert toolbar(hand) == ["Paste"], "an empty text"
    hand.press("HOME")
    assert not toolbar(hand)


def handle(hand: Hand, kind: str) -> tuple[float, float]:
    """The middle of a handle of the selection."""
    (surface,) = [one for one in screen.surfaces(hand.phone) if one.kind == kind]
    config = hand.phone.configuration
    x, y = surface.x + surface.box.width / 2, surface.y + surface.box.height / 3
    return x / config.width, y / config.height


def drag(hand: Hand, kind: str, offset: int, field: str = "subject") -> None:
    """Drag a handle to the text before the character after an offset."""
    x, y = handle(hand, kind)
    to_x, to_y = point(hand, offset, field)
    window = screen.active(hand.phone)
    place = assembly.focused_box(hand.phone, window)
    assert place is not None
    lift = text_in(place[2]).height / 2 / hand.phone.configuration.height  # a handle hangs under its line
    surface = next(one for one in screen.surfaces(hand.phone) if one.kind == kind)
    below = y - surface.y / hand.phone.configuration.height
    hand.do(Swipe(x, y, to_x, to_y + lift + below, 0.4))


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ko-KR"])
def test_a_handle_that_is_dragged_extends_and_shortens_the_selection(locale: str) -> None:
    hand = start(locale)
    hand.type(SENTENCES[locale])
    text = SENTENCES[locale]
    first, second = text.split()[:2]
    hand.do(LongPress(*point(hand, len(first) + 2)))
    at = len(first) + 1
    assert cursor(hand.phone) == (at, at + len(second))
    before = toolbar(hand)
    drag(hand, assembly.START_HANDLE, 0)
    first_cell, end = cursor(hand.phone)
    assert first_cell <= 1
    assert end == at + len(second)
    drag(hand, assembly.END_HANDLE, 2)
    assert cursor(hand.phone)[0] == first_cell
    assert cursor(hand.phone)[1] in (2, 3)
    drag(hand, assembly.START_HANDLE, at + 1)  # beyond the other
    begun, ended = cursor(hand.phone)
    assert ended in (2, 3)
    assert begun == ended - 1
    assert toolbar(hand) == before
    hand.do(Tap(*handle(hand, assembly.END_HANDLE)))
    assert cursor(hand.phone) == (begun, ended), "a touch of a handle does nothing"
    hand.tap(text=toolbar(hand)[0])
    assert content(hand.phone) == text[:begun] + text[ended:]
    assert not [one for one in screen.surfaces(hand.phone) if one.kind == assembly.END_HANDLE]


def test_a_handle_reaches_other_lines() -> None:
    hand = start(field="body")
    hand.type("first line\nsecond line\nthird line")
    hand.do(LongPress(*point(hand, 2, "body")))
    assert text_input.selected_text(hand.phone) == "first"
    drag(hand, assembly.END_HANDLE, len("first line\nsecond li"), "body")
    assert text_input.selected_text(hand.phone).startswith("first line\nsecond l")


def test_items_that_do_not_fit_are_on_a_second_page() -> None:
    hand = start("ru-MD", 2.0)
    hand.phone = clipboard.put(hand.phone, "x")
    hand.type("слово дело")
    hand.do(LongPress(*point(hand, 2)))
    first = toolbar(hand)
    hand.tap("android:id/overflow")
    second = toolbar(hand)
    assert first + second == ["Вырезать", "Копировать", "Вставить", "Выбрать все"]
    hand.tap(description="Выбрать все")
    assert cursor(hand.phone) == (0, 10)


def test_several_lines() -> None:
    hand = start(field="body")
    hand.type("first line\nsecond\nthird line")
    hand.press("DPAD_UP")
    assert cursor(hand.phone) == (17, 17)
    hand.press("MOVE_HOME", "DPAD_UP", "DPAD_RIGHT")
    hand.type("|")
    hand.press("DPAD_DOWN", "ENTER")
    assert content(hand.phone) == "f|irst line\ns\necond\nthird line"
    hand.do(Tap(*point(hand, 24)))
    hand.press("MOVE_END")
    assert hand.phone.top.cursor is None


def test_a_long_text_is_shown_where_the_cursor_is() -> None:
    hand = start()
    text = " ".join(f"word{number}" for number in range(30))
    hand.type(text)
    frame = hand.device.screenshot()
    hand.press("DPAD_LEFT")
    assert cursor(hand.phone) == (len(text) - 1,) * 2
    shown = text_in(assembly.focused_box(hand.phone, screen.active(hand.phone))[2])  # type: ignore[index]
    x, _ = shown.cursor(len(text) - 1)
    left, _, right, _ = hand.node("subject").bounds
    assert 0 < x < right - left
    assert (hand.device.screenshot() != frame).any()
    hand.press("MOVE_HOME")
    hand.type("> ")
    assert content(hand.phone) == "> " + text
    hand.press("MOVE_END")
    assert content(hand.phone) == "> " + text


def test_programs_edit_the_same_text() -> None:
    hand = start()
    hand.shell(
        "input text hello; input keyevent MOVE_HOME; input keycombination 113 29; input keycombination 113 31"
    )
    assert hand.phone.clipboard == "hello"
    hand.shell(
        "input keycombination 113 50; input keyevent 279 122; input text a; input keyevent KEYCODE_FORWARD_DEL"
    )
    assert content(hand.phone) == "aellohello"
    x, y = hand.node("subject").center
    hand.phone = accessibility_actions.set_text(hand.phone, x, y, "other")
    assert (content(hand.phone), hand.phone.top.cursor) == ("other", None)


PIECES = st.sampled_from(
    [
        "a",
        "Z",
        " ",
        "é",
        "e\u0301",
        "\u0301",
        "ب",
        "لا",
        "कि",
        "क्ष",
        "한",
        "日",
        "👩‍👩‍👧",
        "🇰🇷",
        "1",
        ".",
        "\n",
        "x\ny",
        "w" * 9,
    ]
)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), PIECES),
        st.tuples(st.just("select"), st.tuples(st.integers(0, 40), st.integers(0, 40))),
        st.sampled_from([(name, None) for name in ("DEL", "FORWARD_DEL", "CUT", "COPY", "PASTE", "all")]),
    ),
    max_size=12,
)


@given(EDITS)
def test_edits_are_those_of_a_string(edits: list[tuple[str, object]]) -> None:
    """Any edits change a field as they change a string with two positions in it."""
    phone = compose(field="body").phone
    text, start_, end, kept = "", 0, 0, ""
    for name, value in edits:
        if name == "type":
            phone = inputs.perform(phone, TypeText(str(value)))
            text, start_ = text[:start_] + str(value) + text[end:], start_ + len(str(value))
            end = start_
        elif name == "select":
            start_, end = sorted(min(place, len(text)) for place in value)  # type: ignore[attr-defined]
            phone = text_input.select(phone, start_, end)
        elif name == "all":
            phone = text_input.select_all(phone)
            start_, end = 0, len(text)
        else:
            phone = inputs.perform(phone, PressKey(name))
            if name in ("CUT", "COPY") and start_ < end:
                kept = text[start_:end]
            if name == "COPY":
                continue
            if name == "PASTE":
                text, start_ = text[:start_] + kept + text[end:], start_ + len(kept)
            elif name in ("DEL", "FORWARD_DEL") and start_ == end:
                low = graphemes.backspace(text, start_) if name == "DEL" else start_
                high = graphemes.after(text, end) if name == "FORWARD_DEL" else end
                text, start_ = text[:low] + text[high:], low
            elif name != "CUT" or start_ < end:
                text = text[:start_] + text[end:]
            end = start_
    assert (content(phone), cursor(phone), phone.clipboard) == (text, (start_, end), kept)
    assert (phone.top.cursor is None) == (start_ == len(text))


@given(st.lists(PIECES, max_size=12), st.sampled_from([None, 60.0, 200.0]), st.booleans())
def test_every_place_of_the_cursor_has_a_point_that_means_it(
    pieces: list[str], width: float | None, rtl: bool
) -> None:
    text = "".join(pieces)
    shown = paragraph(text, 20, 400, "en", rtl, width)
    lines = carets.carets(shown)
    assert [line.width for line in lines] == pytest.approx([line.width for line in shown.lines])
    places = [place for line in lines for place, _ in line.places]
    assert places == sorted(places)
    assert set(places) <= set(graphemes.boundaries(text))
    for line in lines:
        assert all(-0.1 <= x <= line.width + 0.1 for _, x in line.places)
        for place, x in line.places:
            assert line.x_of(line.nearest(x)) == pytest.approx(x, abs=0.01)
            assert line.x_of(place) == x
        covered = sum(right - left for left, right in line.covered(0, len(text)))
        assert covered == pytest.approx(line.width, abs=0.1 + 0.5 * len(line.cells))


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("one two", 0, "one"), ("one two", 3, "one"), ("one two", 4, "two"), ("don't go", 2, "don't"), ("a 3.14 b", 3, "3.14"),
        ("...", 1, "."), ("日本語テキスト", 1, "日本語"), ("日本語テキスト", 4, "テキスト"), ("", 0, ""), ("ab  ", 4, " "),
        ("नमस्ते दुनिया", 3, "नमस्ते"), ("👩‍👩‍👧 x", 0, "👩‍👩‍👧"),
    ],
)  # fmt: skip
def test_words(text: str, at: int, word: str) -> None:
    start_, end = graphemes.word_at(text, at)
    assert text[start_:end] == word


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("e\u0301", "e"),
        ("कि", "क"),
        ("a👩‍👩‍👧", "a"),
        ("🇰🇷", ""),
        ("🇰🇷🇯🇵", "🇰🇷"),
        ("👍🏽", ""),
        ("1\ufe0f\u20e3", ""),
        ("ab", "a"),
        ("", ""),
    ],
)
def test_backspace_takes_marks_alone_and_pictures_whole(text: str, kept: str) -> None:
    assert text[: graphemes.backspace(text, len(text))] == kept


@given(st.one_of(st.text(max_size=12), st.lists(PIECES, max_size=12).map("".join)))
def test_places_are_between_clusters(text: str) -> None:
    places = graphemes.boundaries(text)
    assert list(places) == sorted({0, *places, len(text)})
    assert all(category(text[place]) != "Mn" or category(text[place - 1]) == "Cc" for place in places[1:-1])
    for at in range(len(text) + 1):
        assert graphemes.before(text, at) == max((place for place in places if place < at), default=0)
        assert graphemes.after(text, at) == next((place for place in places if place > at), len(text))


@pytest.mark.parametrize(("locale", "seed"), [("en-US", 0), ("ar-EG", 1), ("hi-IN", 2)])
def test_random_gestures_in_a_text(locale: str, seed: int) -> None:
    """Whatever is touched, typed and pressed, nothing raises, and a partial redraw equals a full one."""
    phone = compose(locale, field="body").phone
    rng = random.Random(seed)
    first = phone
    kept = Renderer(128, 256)
    for number in range(100):
        kind = rng.random()
        x, y = rng.random(), rng.random() * 0.5 + 0.05
        if kind < 0.25:
            gesture: object = TypeText(
                rng.choice((*SENTENCES.values(), "a\nb\r\n", "\u202eabc", "\x00", "👩‍👩‍👧🇰🇷", "w" * 60))
            )
        elif kind < 0.45:
            gesture = Tap(x, y)
        elif kind < 0.65:
            gesture = LongPress(x, y)
        elif kind < 0.7:
            gesture = Swipe(x, y, rng.random(), rng.random())
        else:
            keys = ("DEL", "FORWARD_DEL", "ENTER", "CUT", "COPY", "PASTE", "MOVE_HOME", "MOVE_END",
                    "DPAD_LEFT", "DPAD_RIGHT", "DPAD_UP", "DPAD_DOWN")  # fmt: skip
            gesture = PressKey(rng.choice(keys))
        phone = inputs.perform(phone, gesture)  # type: ignore[arg-type]
        screen.ui_tree(phone)
        frame = kept.frame(phone)
        if number % 10 == 0:
            assert (frame == Renderer(128, 256).frame(phone)).all()
        if not phone.top.focus:
            phone = first
