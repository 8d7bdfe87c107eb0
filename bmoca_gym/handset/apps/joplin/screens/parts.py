"""Common parts of Joplin's screens: bar, rows of notes, floating buttons, dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.joplin.handlers import listing
from bmoca_gym.handset.apps.joplin.rows import id_of, is_done, number, text_of
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import mark
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import floating_button, icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import CheckBox, Text
from bmoca_gym.handset.value import Callback, do

#: The colours of the bar and of the round button.
BAR, RED, WHITE = 0xFF313640, 0xFFE74C3C, 0xFFFFFFFF
#: Classes of React Native's views in the UI tree. Few have a resource id.
VIEW, BUTTON = "android.view.ViewGroup", "android.widget.Button"


def bar_button(res: Resources, glyph: str, name: str, tap: Callback) -> Element:
    """A button of the bar. ``name``: of the string with its description."""
    return icon_button(glyph, res.string(f"joplin.{name}"), tap, WHITE, class_name=BUTTON, width=44)


def bar(res: Resources, lead: Element, title: str | Element, *actions: Element) -> Element:
    """The bar at the top of every screen: a button, the title, and more buttons."""
    head = title if isinstance(title, Element) else Text(title, 16, WHITE, 700, lines=2, grow=1, pad=(8, 0))
    return Row(
        lead,
        head,
        *actions,
        width=FILL,
        height=56,
        pad=(2, 0),
        align="center",
        background=BAR,
        class_name=VIEW,
    )


def screen(res: Resources, top: Element, body: Element, button: Element | None = None) -> Element:
    """A screen below its bar. ``button``: what floats over its bottom corner."""
    over = (Column(button, pad=16, class_name=""),) if button is not None else ()
    stack = Stack(body, *over, width=FILL, grow=1, align="end", justify="end", class_name="")
    return page(res, top, stack, bar=BAR, class_name=VIEW)


def round_button(res: Resources, glyph: str, name: str, tap: Callback) -> Element:
    """The round button over a page."""
    return floating_button(res, glyph, res.string(f"joplin.{name}"), tap, background=RED, color=WHITE)


def back_button(res: Resources, tap: Callback) -> Element:
    """The bar's back button."""
    return bar_button(res, "arrow_back", "back", tap)


@component(512)
def note_row(res: Resources, row: Record, selected: bool, selecting: bool) -> Element:
    """A note in a list; a to-do has a check box."""
    c, id = res.colors, id_of(row)
    title = text_of(row, "title") or res.string("joplin.untitled")
    done = is_done(row)
    parts: list[Element] = []
    if number(row, "is_todo"):
        said = res.string("joplin.todo_named", title=title)
        parts.append(
            CheckBox(
                done, c.disabled, c.text, width=44, height=44, tap=do(listing.tick, id), description=said
            )
        )
    text = Text(title, 15, c.disabled if done else c.text, lines=3, grow=1,
                pad=(0 if parts else 16, 12, 16, 12))  # fmt: skip
    body = Row(
        *parts, text, width=FILL, align="center", background=c.raised if selected else None, selected=selected,
        tap=do(mark, id) if selecting else do(listing.show_note, id), long_press=do(mark, id),
        class_name=VIEW,
    )  # fmt: skip
    return Column(body, Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="")


def question(res: Resources, text: str, yes: str, answer: Callback) -> Element:
    """A question in one of Android's own dialogs. ``yes``: the string of the confirming button."""
    return questions.question(res, text, yes, answer, lines=8)


def choice_row(res: Resources, label: str, tap: Callback) -> Element:
    """A dialog row that a tap chooses."""
    return Text(label, 16, res.colors.text, width=FILL, lines=2, pad=(4, 12), tap=tap, class_name=BUTTON)


def counted_question(res: Resources, name: str, count: int, answer: Callback) -> Element:
    """The question ``name`` with a number of notes."""
    return question(res, res.digits(res.string(f"joplin.{name}_question", count=count)), "common.ok", answer)


def empty_question(res: Resources) -> Element:
    """The question before the trash is emptied."""
    return question(res, res.string("joplin.empty_question"), "common.ok", do(listing.empty_trash))


def notebook_question(res: Resources, id: str, title: str) -> Element:
    """The question before a notebook is deleted."""
    text = res.string("joplin.delete_notebook_question", title=title)
    return question(res, text, "common.ok", do(listing.delete_folder, id))
