"""Text and icons that shrink to fit, dialogs and popups that keep inside their space, rows and cells that grow."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.elements import Column, Grid, Row, Scroll, Spacer
from bmoca_gym.handset.ui.fitting import ButtonBar, Held, IconAndWords, Panel
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text

ROOM = 220


@pytest.mark.parametrize(
    ("locale", "words"), [("ru-MD", "Часто воспроизводимые"), ("ur-PK", "سب سے زیادہ چلائے گئے")]
)
def test_words_are_painted_smaller_rather_than_cut(locale: str, words: str) -> None:
    metrics = Configuration(density=550, locale=locale).metrics
    whole = Text(words, 13, lines=2).layout(metrics, ROOM, 500)
    fitted = FittedText(words, 13, lines=2).layout(metrics, ROOM, 500)
    assert whole.extra[0].truncated or len(whole.extra[0].lines) > 1
    lines = fitted.extra[0]
    assert not lines.truncated
    assert " ".join(line.text.strip() for line in lines.lines) == words
    assert lines.width <= ROOM
    short = FittedText("Mix", 13, lines=2).layout(metrics, ROOM, 500)
    assert short.extra[0].size == Text("Mix", 13, lines=2).layout(metrics, ROOM, 500).extra[0].size


def _panel(rows: int, room: int) -> tuple[list[tuple[int, int]], int, int]:
    """Where the parts of a dialog with that many rows lie in a room of so many px: top and height; that of all; a row."""
    metrics = Configuration(density=160, font_scale=1.3).metrics
    row = Row(Text("Twelve o’clock", 16), least=44, align="center")
    body = Scroll(Column(*[row] * rows), "list")
    parts = Text("Title", 20), body, ButtonBar(Text("Cancel", 14, pad=14), Text("OK", 14, pad=14))
    box = Panel(*parts, pad=(0, 20, 0, 8)).layout(metrics, ROOM, room)
    return (
        [(y, child.height) for _, y, child in box.children],
        box.height,
        row.layout(metrics, ROOM, room).height,
    )


def test_a_panel_is_as_high_as_its_rows() -> None:
    ((_, title), (at, high), (below, foot)), whole, row = _panel(3, 600)
    assert (row, high) == (44, 3 * 44)
    assert (at, below) == (20 + title, 20 + title + high)
    assert whole == below + foot + 8


@pytest.mark.parametrize("room", [200, 260, 300])
def test_a_list_in_a_panel_leaves_room_for_the_buttons(room: int) -> None:
    ((_, title), (_, high), (below, foot)), whole, _ = _panel(20, room)
    assert high == room - title - foot - 28
    assert below + foot + 8 == whole == room


@pytest.mark.parametrize(("room", "side"), [(200, 72), (112, 72), (90, 50), (20, 16)])
def test_an_icon_leaves_the_words_below_it_their_room(room: int, side: int) -> None:
    metrics = Configuration(density=160).metrics
    words = Spacer(width=100, height=28)
    box = IconAndWords(Icon("folder", 72), words, gap=12, align="center", justify="center").layout(
        metrics, ROOM, room, ROOM, room
    )
    (across, top, icon), (_, below, said) = box.children
    assert (icon.width, icon.height) == (side, side)
    assert across == (ROOM - side) // 2
    assert (below, said.height) == (top + side + 12, 28)
    assert top == max(0, (room - side - 40) // 2)


def test_rows_grow_with_their_letters() -> None:
    metrics = Configuration(density=160, font_scale=1.3).metrics
    words = Text("Show all notification content at all times", 16, lines=2)
    assert (
        Row(words, least=44).layout(metrics, ROOM, 600).height == words.layout(metrics, ROOM, 600).height > 44
    )


@pytest.mark.parametrize(
    ("top", "justify", "expected"), [(40, "start", 40), (560, "start", 468), (10, "end", 490)]
)
def test_a_popup_is_held_inside_the_screen(top: int, justify: str, expected: int) -> None:
    metrics = Configuration(density=160).metrics
    card = Spacer(width=80, height=100)
    pad = (8, top, 8, top)
    box = Held(card, 24, 32, pad=pad, justify=justify).layout(metrics, 320, 600)
    assert [(y, child.height) for _, y, child in box.children] == [(min(expected, 600 - 32 - 100), 100)]


def test_cells_of_a_row_are_as_high_as_the_tallest() -> None:
    metrics = Configuration(density=160).metrics
    cells = [Text(text, 16, lines=2) for text in ("One", "One that takes two lines of the cell", "Two")]
    first, second, third = (
        child.height for _, _, child in Grid(*cells, columns=2).layout(metrics, 300, 900).children
    )
    assert first == second > third
