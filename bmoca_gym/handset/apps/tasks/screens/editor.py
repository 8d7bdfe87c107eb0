"""Tasks' editor of a task, the sheet that picks its dates, and its repetition."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.tasks.handlers import collecting, editing, reminding
from bmoca_gym.handset.apps.tasks.rows import AT, AT_END, AT_START, FREQUENCIES, Alarm, frequency
from bmoca_gym.handset.apps.tasks.screens.lists import chip, due_text, ink_of
from bmoca_gym.handset.apps.tasks.state import GLYPHS, ID, PRIORITIES, TIMES, Draft, Pick, Subtask
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.date_picker import first_of, month_grid
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, page, scrolling, sheet, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.fitting import Wrap
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Units of reminders before a task is due, from the longest on, and how many minutes they have.
_UNITS = {"days": 1440, "hours": 60, "minutes": 1}
#: How many minutes before a task is due it may remind.
_BEFORE = (5, 15, 30, 60, 1440)
_DAY_GLYPHS = ("calendar_today", "wb_sunny", "next_week")
_TIME_GLYPHS = {
    "morning": "local_cafe",
    "afternoon": "wb_sunny",
    "evening": "wb_twilight",
    "night": "nights_stay",
}


def screen(
    res: Resources, draft: Draft, focus: str, zone: str, today: int, of_list: tuple[str, int],
    tags: tuple[tuple[int, str, int], ...],
) -> Element:  # fmt: skip
    """The editor of a new task, or of an existing one. ``of_list``: name and colour of its list."""
    c = res.colors
    actions = [icon_button("clear", res.string("tasks.discard_changes"), do(editing.cancel), c.on_bar,
                           id=ID + "menu_discard", class_name="android.widget.Button")]  # fmt: skip
    if draft.id:
        actions.insert(
            0,
            icon_button("delete", res.string("tasks.delete_task"), do(open_overlay, "delete_task"), c.on_bar,
                        id=ID + "menu_delete", class_name="android.widget.Button"),
        )  # fmt: skip
    bar = Row(
        icon_button("save", res.string("tasks.save"), do(editing.save), c.on_bar), Spacer(grow=1, height=1),
        *actions,
        width=FILL, height=56, pad=(4, 0), align="center", background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    often = frequency(draft.recurrence)
    rows = (
        _title(res, draft, focus),
        _line(res, "schedule", due_text(res, draft.due, zone, today) or res.string("tasks.no_due_date"),
              bool(draft.due), do(editing.open_pick, "due"), "due_date"),
        _priority(res, draft.priority),
        _notes(res, draft.notes, focus == "notes"),
        _line(res, "pending_actions", due_text(res, draft.start, zone, today) or res.string("tasks.no_start_date"),
              bool(draft.start), do(editing.open_pick, "start"), ""),
        _line(res, "repeat", res.string(f"tasks.repeat_{often or 'never'}"), bool(often),
              do(open_overlay, "repeat"), ""),
        _line(res, GLYPHS["list"], of_list[0], True, do(open_overlay, "lists"), "", of_list[1]),
        _tags(res, tags),
        _reminders(res, draft, zone, today),
        _subtasks(res, draft.subtasks, focus),
    )  # fmt: skip
    lines: list[Element] = []
    for row in rows:
        lines += [row, Spacer(width=FILL, height=1, background=c.divider)]
    body = scrolling(*lines, Spacer(width=FILL, height=24), key="editor",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, bar, body)


def _title(res: Resources, draft: Draft, focus: str) -> Element:
    c, tone = res.colors, ink_of(res, draft.priority)
    box = CheckBox(draft.done, tone, tone, width=56, height=56, tap=do(editing.choose, "done", not draft.done),
                   id=ID + "completeBox", description=res.string("tasks.complete"),
                   class_name="android.widget.ImageView")  # fmt: skip
    field = TextField(
        draft.title, "title", do(editing.write, "title"), focused=focus == "title", hint=res.string("tasks.task_name"),
        hint_color=c.secondary, accent=c.accent, color=c.disabled if draft.done else c.text, size=20, grow=1,
        lines=4, pad=(0, 14, 16, 14), on_submit=do(editing.save), id=ID + "title",
    )  # fmt: skip
    return Row(box, field, width=FILL, align="center", class_name="android.view.View")


def _line(
    res: Resources, glyph: str, text: str, given: bool, tap: Callback, entry: str, color: int = 0
) -> Element:
    c = res.colors
    return Row(
        Icon(glyph, 24, color or c.secondary, class_name=""),
        Text(text, 16, c.text if given else c.secondary, lines=3, grow=1, id=ID + entry if entry else ""),
        width=FILL, pad=(16, 16), gap=16, align="center", tap=tap, class_name="android.view.View",
    )  # fmt: skip


def _tags(res: Resources, tags: tuple[tuple[int, str, int], ...]) -> Element:
    """The tags of the task, or a placeholder that offers to add some."""
    c = res.colors
    if not tags:
        return _line(res, GLYPHS["tag"], res.string("tasks.add_tags"), False, do(collecting.open_tags), "")
    chips = [chip(res, "tag", name, color, do(collecting.open_tags)) for _, name, color in tags]
    return Row(
        Icon(GLYPHS["tag"], 24, c.secondary, class_name=""),
        Wrap(*chips, gap=6, grow=1, id=ID + "chip_group", class_name="android.view.ViewGroup"),
        width=FILL, pad=(16, 12), gap=16, align="center", tap=do(collecting.open_tags), class_name="android.view.View",
    )  # fmt: skip


def reminder_text(res: Resources, alarm: Alarm, zone: str, today: int) -> str:
    """A task's reminder in words."""
    if alarm.kind == AT:
        return due_text(res, alarm.time, zone, today)
    if alarm == reminding.WHEN_OVERDUE:
        return res.string("tasks.when_overdue")
    if not alarm.time:
        return res.string("tasks.when_started" if alarm.kind == AT_START else "tasks.when_due")
    minutes = abs(alarm.time) // 60_000
    unit, count = next((unit, minutes // size) for unit, size in _UNITS.items() if minutes % size == 0)
    return res.digits(res.string(f"tasks.{unit}_before", count=count))


def _reminders(res: Resources, draft: Draft, zone: str, today: int) -> Element:
    c = res.colors
    lines: list[Element] = []
    for place, alarm in enumerate(draft.alarms):
        lines.append(
            Row(
                Text(reminder_text(res, alarm, zone, today), 16, c.text, lines=2, grow=1, pad=(0, 12)),
                icon_button("clear", res.string("tasks.remove"), do(editing.drop_reminder, place), c.secondary,
                            width=40, class_name="android.widget.ImageView"),
                width=FILL, align="center", class_name="android.view.View",
            )
        )  # fmt: skip
    add = Text(res.string("tasks.add_reminder"), 16, c.secondary, width=FILL, lines=2, pad=(0, 14),
               tap=do(open_overlay, "reminder"))  # fmt: skip
    return Row(
        Column(Icon("notifications_none", 24, c.secondary, class_name=""), pad=(0, 12), class_name=""),
        Column(*lines, add, grow=1, class_name=""),
        width=FILL, pad=(16, 0, 8, 0), gap=16, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def reminder_dialog(res: Resources, started: bool, due: bool) -> Element:
    """The kinds of reminders. ``started``, ``due``: whether the task has such a date."""
    named = [("when_started", reminding.WHEN_STARTED)] if started else []
    if due:
        named += [("when_due", reminding.WHEN_DUE), ("when_overdue", reminding.WHEN_OVERDUE)]
    rows = [
        _choice(res, res.string(f"tasks.{name}"), do(editing.add_reminder, alarm)) for name, alarm in named
    ]
    if due:
        rows.append(_choice(res, res.string("tasks.before_due"), do(open_overlay, "before")))
    rows.append(_choice(res, res.string("tasks.pick_date_and_time"), do(editing.open_pick, "alarm")))
    cancel = text_button(res, res.string("common.cancel"), CLOSE)
    return dialog_card(res, *rows, dismiss=CLOSE, pad=(0, 12, 0, 8), buttons=(cancel,))


def before_dialog(res: Resources, zone: str, today: int) -> Element:
    """The choice of how long before the due date to remind."""
    alarms = [Alarm(AT_END, -minutes * 60_000) for minutes in _BEFORE]
    rows = [
        _choice(res, reminder_text(res, alarm, zone, today), do(editing.add_reminder, alarm))
        for alarm in alarms
    ]
    cancel = text_button(res, res.string("common.cancel"), CLOSE)
    title = res.string("tasks.before_due")
    return dialog_card(res, *rows, dismiss=CLOSE, title=title, pad=(0, 20, 0, 8), buttons=(cancel,))


def _choice(res: Resources, text: str, tap: Callback) -> Element:
    return Text(
        text,
        16,
        res.colors.text,
        lines=2,
        width=FILL,
        height=48,
        pad=(24, 13),
        tap=tap,
        id="android:id/text1",
    )


def _priority(res: Resources, chosen: int) -> Element:
    """The four priorities, from none to the highest, each as a button in its colour."""
    c = res.colors
    buttons = []
    for value in reversed(range(len(PRIORITIES))):
        tone, name = ink_of(res, value), PRIORITIES[value]
        buttons.append(
            RadioButton(value == chosen, tone, tone, width=40, height=48, tap=do(editing.choose, "priority", value),
                        description=res.string(f"tasks.{name}"))
        )  # fmt: skip
    group = Row(*buttons, id=ID + "priority_row", class_name="android.widget.RadioGroup")
    return Row(
        Icon("flag", 24, c.secondary, class_name=""), Text(res.string("tasks.priority"), 16, c.text, grow=1, lines=2),
        group, width=FILL, pad=(16, 4, 8, 4), gap=16, align="center", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _notes(res: Resources, notes: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        notes, "notes", do(editing.write, "notes"), focused=focused, hint=res.string("tasks.description"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, lines=12, pad=(0, 16), id=ID + "notes",
    )  # fmt: skip
    return Row(Icon("notes", 24, c.secondary, class_name=""), field, width=FILL, pad=(16, 0), gap=16, align="center",
               class_name="android.widget.FrameLayout")  # fmt: skip


def _subtasks(res: Resources, below: tuple[Subtask, ...], focus: str) -> Element:
    c = res.colors
    lines: list[Element] = []
    for place, one in enumerate(below):
        key = f"subtask {place}"
        field = TextField(
            one.title, key, do(editing.change_subtask, place), focused=focus == key, hint=res.string("tasks.task_name"),
            hint_color=c.secondary, accent=c.accent, color=c.disabled if one.done else c.text, size=16, grow=1,
            lines=1, pad=(0, 12), on_submit=do(editing.add_subtask),
        )  # fmt: skip
        lines.append(
            Row(
                CheckBox(one.done, c.accent, c.secondary, width=40, height=44, tap=do(editing.tick_subtask, place),
                         description=res.string("tasks.complete")),
                field,
                icon_button("clear", res.string("tasks.remove"), do(editing.drop_subtask, place), c.secondary,
                            id=ID + "clear", width=40, class_name="android.widget.ImageView"),
                width=FILL, align="center", class_name="android.view.View",
            )
        )  # fmt: skip
    add = Text(res.string("tasks.add_subtask"), 16, c.secondary, width=FILL, lines=2, pad=(8, 14),
               tap=do(editing.add_subtask))  # fmt: skip
    return Row(
        Column(Icon("subdirectory_arrow_right", 24, c.secondary, class_name=""), pad=(0, 12), class_name=""),
        Column(*lines, add, grow=1, class_name=""),
        width=FILL, pad=(16, 0, 8, 0), gap=8, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def repeat_dialog(res: Resources, chosen: str) -> Element:
    """Repetition of a task."""
    options = [(often, res.string(f"tasks.repeat_{often or 'never'}")) for often in FREQUENCIES]
    return choice_dialog(res, options, chosen, editing.repeat)


# The dates


def pick_sheet(res: Resources, pick: Pick, today: int) -> Element:
    """The sheet with near days and times to choose from, and a month."""
    c = res.colors
    day = date.fromordinal(today)
    names = (
        res.string("tasks.today"),
        res.string("tasks.tomorrow"),
        res.date(date.fromordinal(today + 7), "MMMEd"),
    )
    days = [
        _shortcut(
            res, glyph, name, pick.day == today + ahead, do(editing.pick_day, today + ahead), f"{id}_button"
        )
        for glyph, name, ahead, id in zip(
            _DAY_GLYPHS, names, (0, 1, 7), ("today", "tomorrow", "next_week"), strict=True
        )
    ]
    if pick.day and pick.day not in (today, today + 1, today + 7):
        shown = res.date(date.fromordinal(pick.day), "yMMMd")
        days.insert(
            0, _shortcut(res, "today", shown, True, do(editing.pick_day, pick.day), "current_date_selection")
        )
    days.append(
        _shortcut(
            res, "block", res.string("tasks.no_date"), not pick.day, do(editing.pick_day, 0), "no_date_button"
        )
    )
    times = [
        _shortcut(res, _TIME_GLYPHS[name], res.time(minute // 60, minute % 60), pick.minute == minute,
                  do(editing.pick_minute, minute), f"{name}_button")
        for name, minute in TIMES.items()
    ]  # fmt: skip
    if pick.minute >= 0 and pick.minute not in TIMES.values():
        shown = res.time(pick.minute // 60, pick.minute % 60)
        times.insert(
            0,
            _shortcut(
                res, "schedule", shown, True, do(editing.pick_minute, pick.minute), "current_time_selection"
            ),
        )
    times.append(
        _shortcut(
            res, "schedule", res.string("tasks.pick_time"), False, do(editing.open_clock), "pick_time_button"
        )
    )
    times.append(
        _shortcut(
            res, "block", res.string("tasks.no_time"), pick.minute < 0, do(editing.pick_minute, -1), "no_time"
        )
    )
    shortcuts = Row(
        Column(*days, grow=1, gap=2, id=ID + "date_group", class_name="android.widget.LinearLayout"),
        Column(*times, grow=1, gap=2, id=ID + "time_group", class_name="android.widget.LinearLayout"),
        width=FILL, gap=8, id=ID + "shortcuts", class_name="android.view.ViewGroup",
    )  # fmt: skip
    month = Row(
        icon_button("chevron_left", res.string("common.previous_month"), do(editing.turn_month, -1), c.secondary,
                    id="android:id/prev"),
        Text(res.date(first_of(pick.month), "yMMMM"), 14, c.text, 500, grow=1, lines=2, align="center", class_name=""),
        icon_button("chevron_right", res.string("common.next_month"), do(editing.turn_month, 1), c.secondary,
                    id="android:id/next"),
        width=FILL, least=48, align="center", class_name="",
    )  # fmt: skip
    grid = month_grid(res, pick.month, editing.pick_day, chosen=date.fromordinal(pick.day) if pick.day else None,
                      today=day, side=38, id=ID + "calendar_view")  # fmt: skip
    body = scrolling(shortcuts, month, grid, key="pick", grow=0, pad=(12, 4),
                     class_name="android.widget.ScrollView")  # fmt: skip
    buttons = Row(
        Spacer(grow=1, height=1),
        text_button(res, res.string("common.cancel"), CLOSE, id=ID + "cancel_button"),
        text_button(res, res.string("common.ok"), do(editing.pick_done), id=ID + "ok_button"),
        width=FILL, height=56, align="center", pad=(8, 0), class_name="",
    )  # fmt: skip
    return sheet(res, body, buttons, dismiss=CLOSE, id=ID + "design_bottom_sheet")


def _shortcut(res: Resources, glyph: str, label: str, chosen: bool, tap: Callback, entry: str) -> Element:
    c = res.colors
    ink = c.accent if chosen else c.text
    return Row(
        Icon(glyph, 20, ink, class_name=""), FittedText(label, 14, ink, 500, grow=1, class_name=""),
        width=FILL, height=40, pad=(8, 0), gap=8, align="center", tap=tap, checked=chosen, selected=chosen,
        background=c.raised if chosen else None, radius=6, description=label, id=ID + entry,
        class_name="android.widget.Button",
    )  # fmt: skip
