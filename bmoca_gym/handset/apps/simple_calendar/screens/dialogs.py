"""Simple Calendar's dialogs of the editor: repetition, reminders, types, colours, questions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar.handlers import editing, views
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    DAY,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH,
    OFF,
    SAME_DAY,
    TYPES,
    WEEK,
    WEEKDAY,
    YEAR,
    shown_color,
    unit_of,
)
from bmoca_gym.handset.apps.simple_calendar.screens import editor
from bmoca_gym.handset.apps.simple_calendar.screens.frame import buttons, listed
from bmoca_gym.handset.apps.simple_calendar.state import EVENT_TYPES, ID, TYPE_COLORS, Draft
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, list_row, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Minutes before an event that the dialog of reminders offers.
REMINDERS = (OFF, 0, 5, 10, 30, 60, 1440)


def repeat_dialog(res: Resources, interval: int) -> Element:
    """Choices for the repetition of the event."""
    offered = [0, DAY, WEEK, MONTH, YEAR]
    if interval not in offered:
        offered.append(interval)
    rows = [
        choice(res, editor.repetition_text(res, n), n == interval, do(editing.repeat, n)) for n in offered
    ]
    rows.append(choice(res, res.string("simple_calendar.custom"), False, do(open_overlay, "repeat_custom")))
    return dialog_card(res, listed(rows), dismiss=CLOSE)


def rule_dialog(res: Resources, draft: Draft, chosen: int, first_weekday: int) -> Element:
    """Days on which the event repeats."""
    c = res.colors
    if unit_of(draft.interval)[0] == WEEK:
        names = resources.weekdays(res.locale, "wide")
        rows: list[Element] = []
        for i in range(7):
            day = (first_weekday + i) % 7
            on = bool(chosen >> day & 1)
            rows.append(
                Row(CheckBox(on, color=c.accent, off_color=c.secondary, class_name=""),
                    Text(names[day], 16, c.text, grow=1, lines=2, class_name=""), width=FILL, least=44, gap=12,
                    align="center", tap=do(editing.toggle_day, day), checked=on, description=names[day],
                    class_name="android.widget.CheckBox")
            )  # fmt: skip
        answers = (("common.cancel", CLOSE), ("common.ok", do(editing.rule_done, chosen)))
        return dialog_card(res, listed(rows), dismiss=CLOSE, buttons=buttons(res, *answers))
    offered = [SAME_DAY, WEEKDAY]
    following = draft.start.toordinal() + 1
    if date.fromordinal(following + 6).month != draft.start.month:
        offered.append(LAST_WEEKDAY)
    if unit_of(draft.interval)[0] == MONTH and date.fromordinal(following).month != draft.start.month:
        offered.append(LAST_DAY)
    rows = [
        choice(res, res.string(f"simple_calendar.rule_{rule}"), rule == chosen, do(editing.rule_done, rule))
        for rule in offered
    ]
    return dialog_card(res, listed(rows), dismiss=CLOSE)


def limit_dialog(res: Resources, limit: int, typed: str, focus: str) -> Element:
    """Choices for the end of the repetition."""

    def option(name: str, chosen: bool, tap: Callback) -> Element:
        return choice(res, res.string(f"simple_calendar.{name}"), chosen, tap)

    rows = [
        option("repeat_forever", limit == 0, do(editing.limit_done, 0)),
        option("till_date", limit > 0, do(editing.open_until)),
        option("after_times", limit < 0, do(editing.next_field, "value")),
        _value(res, typed, focus, "repeat_type_count"),
    ]
    answers = (("common.cancel", CLOSE), ("common.ok", do(editing.count_done)))
    return dialog_card(res, *rows, dismiss=CLOSE, buttons=buttons(res, *answers))


def _value(res: Resources, typed: str, focus: str, id: str) -> Element:
    c = res.colors
    return TextField(
        typed, "value", do(editing.type_number), focused=focus == "value", hint=res.string("simple_calendar.value"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, pad=(4, 10), kind="number",
        border=c.divider, radius=4, id=ID + id,
    )  # fmt: skip


def custom_dialog(
    res: Resources, id: str, units: tuple[str, ...], typed: str, chosen: int, focus: str, done: Callback
) -> Element:
    """A dialog for a number and its unit."""
    rows = [
        choice(res, res.string(f"simple_calendar.{name}"), place == chosen, do(views.choose, place))
        for place, name in enumerate(units)
    ]
    answers = (("common.cancel", CLOSE), ("common.ok", done))
    return dialog_card(
        res, _value(res, typed, focus, id), *rows, dismiss=CLOSE, buttons=buttons(res, *answers)
    )


def reminder_dialog(res: Resources, place: int, minutes: int) -> Element:
    """Times of the reminders."""
    offered = sorted({*REMINDERS, minutes})
    rows = [
        choice(res, editor.reminder_text(res, n), n == minutes, do(editing.remind, place, n)) for n in offered
    ]
    custom = do(open_overlay, "reminder_custom", place)
    rows.append(choice(res, res.string("simple_calendar.custom"), False, custom))
    return dialog_card(res, listed(rows), dismiss=CLOSE)


def type_dialog(res: Resources, types: Rows, chosen: int) -> Element:
    """The event types to choose from."""
    rows: list[Element] = []
    for row in types:
        id, title = int(row[0] or 0), str(TYPES.get(row, "title"))
        picked = choice(res, title, id == chosen, do(editing.choose_type, id))
        dot = Spacer(width=24, height=24, radius=12, background=shown_color(TYPES.get(row, "color")))
        rows.append(
            Row(Column(picked, grow=1, class_name=""), dot, width=FILL, align="center", gap=8, class_name="")
        )
    more = list_row(res, res.string("simple_calendar.manage_types"), tap=do(views.open_page, EVENT_TYPES), inset=0,
                    id=ID + "dialog_manage_event_types")  # fmt: skip
    return dialog_card(res, listed([*rows, more]), dismiss=CLOSE)


def color_dialog(res: Resources, chosen: int) -> Element:
    """The colours of an event, and the colour of its type."""
    default = text_button(res, res.string("simple_calendar.default_color"), do(editing.choose_color, 0),
                          id="android:id/button3")  # fmt: skip
    chosen = shown_color(chosen) if chosen else 0
    return dialog_card(res, color_grid(res, chosen, editing.choose_color), dismiss=CLOSE, buttons=(default,))


def color_grid(res: Resources, chosen: int, handler: Callable[..., Any]) -> Element:
    """The colours, with a tick on the chosen one. ``handler`` gets the tapped one."""
    cells = []
    for color in TYPE_COLORS:
        mark = (
            Icon("check", 24, 0xFFFFFFFF, class_name="") if color == chosen else Spacer(width=24, height=24)
        )
        dot = Stack(
            mark, width=40, height=40, radius=20, background=color, align="center", justify="center",
            tap=do(handler, color), description=f"#{color & 0xFFFFFF:06X}", selected=color == chosen,
            class_name="android.widget.ImageView",
        )  # fmt: skip
        cells.append(Stack(dot, height=52, align="center", justify="center", width=FILL, class_name=""))
    return Grid(*cells, columns=5, width=FILL, class_name="")


def question(res: Resources, text: str, *answers: tuple[str, Callback]) -> Element:
    """A question and its answers, given as strings of the catalogue and their handlers."""
    words = Text(res.string(text), 16, res.colors.text, lines=None, id="android:id/message")
    return dialog_card(res, words, dismiss=CLOSE, buttons=buttons(res, *answers))


def discard_dialog(res: Resources) -> Element:
    """The question before changes are lost."""
    return question(res, "simple_calendar.save_question", ("simple_calendar.discard", do(editing.discard)),
                    ("simple_calendar.save", do(editing.save)))  # fmt: skip


def warning_dialog(res: Resources) -> Element:
    """Notice about settings that may block reminders."""
    return question(res, "simple_calendar.reminder_warning", ("common.ok", do(editing.warned)))


def update_dialog(res: Resources, dropped: tuple[int, ...] = ()) -> Element:
    """Choices of the instances of a repeating event to change, or to move if it was ``dropped``."""
    change: tuple[Any, ...] = (editing.move, dropped) if dropped else (editing.save_as,)
    rows = [
        choice(res, res.string(f"simple_calendar.update_{name}"), False, do(*change, how))
        for how, name in enumerate(("one", "future", "all"))
    ]
    ask = Text(res.string("simple_calendar.repeatable"), 16, res.colors.text, lines=3, pad=(0, 0, 0, 8),
               id=ID + "edit_repeating_event_title")  # fmt: skip
    return dialog_card(res, ask, *rows, dismiss=CLOSE, buttons=buttons(res, ("common.cancel", CLOSE)))
