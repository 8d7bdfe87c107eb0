"""Calendar's editor of an event, and the dialogs of its repetition and reminders."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.calendario import handlers, state
from bmoca_gym.handset.apps.calendario.screens.pages import COLOR
from bmoca_gym.handset.apps.calendario.state import ID, REMINDERS, REPEATS, Event
from bmoca_gym.handset.kits import spans
from bmoca_gym.handset.kits.choices import choice, several
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, divider, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do


def screen(res: Resources, draft: Event, focus: str, today: date) -> Element:
    """The fields of an event."""
    c = res.colors
    title = res.string("calendario.edit_event" if draft.id else "calendario.new_event")
    bar = Row(
        icon_button("close", res.string("calendario.close"), do(handlers.leave_editor), c.text, id=ID + "action_close"),
        Text(title, 20, c.text, 500, grow=1, pad=(8, 0), id=ID + "toolbar_title"),
        Text(res.string("calendario.save"), 15, COLOR, 700, pad=(16, 14), tap=do(handlers.save), id=ID + "action_save",
             class_name="android.widget.Button"),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    switch = Switch(draft.all_day, res.string("common.on" if draft.all_day else "common.off"), color=COLOR,
                    tap=do(handlers.switch_all_day), id=ID + "switch_all_day")  # fmt: skip
    said = Text(res.string("calendario.all_day"), 16, c.text, grow=1, lines=2, pad=(0, 14))
    reminders: list[Element] = [
        Text(state.reminder_text(res, minutes), 16, c.text, lines=2, id=ID + "text_reminder")
        for minutes in draft.reminders
    ] or [Text(res.string("calendario.add_reminder"), 16, c.secondary, lines=2, id=ID + "text_reminder")]
    rows = [
        Row(_field(res, draft.title, "title", focus, 22, 2, do(handlers.next_field, "")),
            width=FILL, pad=(60, 8, 16, 8), class_name=""),
        divider(res),
        _line(res, "access_time", said, switch, tap=do(handlers.switch_all_day), id="layout_all_day"),
        _moment(res, draft, "start", today),
        _moment(res, draft, "end", today),
        divider(res),
        _line(res, "notifications_none", Column(*reminders, grow=1, gap=8, pad=(0, 14), class_name=""),
              tap=do(handlers.open_reminders), id="layout_reminder"),
        divider(res),
        _line(res, "repeat", Text(state.repeat_text(res, draft.repeat), 16, c.text, grow=1, lines=2, pad=(0, 14),
                                  id=ID + "text_repeat"),
              tap=do(open_overlay, "repeat"), id="layout_repeat"),
        divider(res),
        _line(res, "notes", _field(res, draft.note, "note", focus, 16, 6)),
    ]  # fmt: skip
    return page(res, bar, scrolling(*rows, key="editor", pad=(0, 0, 0, 24), id=ID + "scroll_view",
                                    class_name="android.widget.ScrollView"))  # fmt: skip


def _field(
    res: Resources,
    text: str,
    name: str,
    focus: str,
    size: float,
    lines: int,
    on_submit: Callback | None = None,
) -> Element:
    c = res.colors
    return TextField(
        text, name, do(handlers.write, name), focused=focus == name, hint=res.string(f"calendario.{name}"),
        hint_color=c.secondary, accent=COLOR, color=c.text, size=size, grow=1, lines=lines, pad=(0, 12),
        capitals="sentences", on_submit=on_submit, id=f"{ID}edit_{name}",
    )  # fmt: skip


def _line(res: Resources, glyph: str, *parts: Element, id: str = "", **options: Any) -> Element:
    lead = Icon(glyph, 24, res.colors.secondary, class_name="")
    return Row(lead, *parts, width=FILL, pad=(16, 0), gap=20, align="center", id=id and ID + id,
               class_name="android.widget.LinearLayout" if id else "", **options)  # fmt: skip


def _moment(res: Resources, draft: Event, which: str, today: date) -> Element:
    """The line of the start's or the end's date and time."""
    c = res.colors
    at = draft.start if which == "start" else draft.end
    ink = c.error if which == "end" and draft.end < draft.start else c.text
    parts: list[Element] = [
        Text(state.day_text(res, at.date(), today), 16, ink, lines=2, grow=1, pad=(60, 13, 8, 13),
             tap=do(spans.open_dates, which), id=f"{ID}text_{which}_date"),
    ]  # fmt: skip
    if not draft.all_day:
        parts.append(Text(state.time_text(res, at), 16, ink, pad=(12, 13, 16, 13), tap=do(spans.open_times, which),
                          id=f"{ID}text_{which}_time"))  # fmt: skip
    return Row(*parts, width=FILL, align="center", class_name="")


# Dialogs


def repeat_dialog(res: Resources, chosen: str) -> Element:
    """Asks how the event repeats."""
    rows = [
        choice(res, state.repeat_text(res, how), how == chosen, do(handlers.repeat, how)) for how in REPEATS
    ]
    return dialog_card(res, *rows, dismiss=CLOSE, title=res.string("calendario.repeat"))


def reminders_dialog(res: Resources, picked: tuple[int, ...]) -> Element:
    """The dialog of reminders; any number of them can be checked."""
    rows = [
        several(
            res, state.reminder_text(res, minutes), minutes in picked, do(handlers.pick_reminder, minutes)
        )
        for minutes in REMINDERS
    ]
    body = scrolling(*rows, key="reminders", grow=0,
                     id="android:id/select_dialog_listview", class_name="android.widget.ListView")  # fmt: skip
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("calendario.reminders"),
        buttons=buttons(res, "common.ok", do(handlers.reminders_done)),
    )  # fmt: skip
