"""Simple Calendar's editor of an event or a task, and its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar import drafts, state
from bmoca_gym.handset.apps.simple_calendar.frame import CLOSE, buttons, listed
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    DAY,
    EVENTS,
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
from bmoca_gym.handset.apps.simple_calendar.state import EVENT_TYPES, ID, TYPE_COLORS, Draft, day_title
from bmoca_gym.handset.kits import date_picker, spans, tables, time_picker
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Minutes before an event that the dialog of reminders offers.
REMINDERS = (OFF, 0, 5, 10, 30, 60, 1440)
_ICON = 56  # room for a row's icon at its start


def repetition_text(res: Resources, interval: int) -> str:
    """Repetition of an event."""
    unit, count = unit_of(interval)
    if not unit:
        return res.string("simple_calendar.no_repetition")
    if count == 1:
        return res.string(f"simple_calendar.{_UNITS[unit][0]}")
    return res.digits(res.string(f"simple_calendar.every_{_UNITS[unit][1]}", count=count))


_UNITS = {
    DAY: ("daily", "days"),
    WEEK: ("weekly", "weeks"),
    MONTH: ("monthly", "months"),
    YEAR: ("yearly", "years"),
}


def reminder_text(res: Resources, minutes: int) -> str:
    """Times of the reminders."""
    if minutes == OFF:
        return res.string("simple_calendar.no_reminder")
    if minutes <= 0:
        return res.string("simple_calendar.at_start")
    name, size = next((n, s) for n, s in (("days", 1440), ("hours", 60), ("minutes", 1)) if minutes % s == 0)
    return res.digits(res.string(f"simple_calendar.{name}_before", count=minutes // size))


def rule_text(res: Resources, draft: Draft) -> str:
    """The days on which an event repeats."""
    if unit_of(draft.interval)[0] == WEEK:
        names = resources.weekdays(res.locale, "abbreviated")
        days = [names[i] for i in range(7) if draft.rule >> i & 1]
        return ", ".join(days) if len(days) < 7 else res.string("simple_calendar.every_day")
    return res.string(f"simple_calendar.rule_{draft.rule if draft.rule in _RULES else SAME_DAY}")


_RULES = (SAME_DAY, LAST_WEEKDAY, LAST_DAY, WEEKDAY)


def screen(res: Resources, draft: Draft, types: Rows, focus: str, today: date, zone: str) -> Element:
    """The editor of a new event or task, or of one that there is."""
    c = res.colors
    kind = "task" if draft.task else "event"
    fields: list[Element] = [_field(res, kind, "title", draft.title, focus)]
    if not draft.task:
        place = Row(
            _field(res, kind, "location", draft.location, focus),
            icon_button("place", res.string("simple_calendar.show_on_map"), do(drafts.show_on_map), c.secondary,
                        id=ID + "event_show_on_map", class_name="android.widget.ImageView"),
            width=FILL, align="center", class_name="",
        )  # fmt: skip
        fields.append(place)
    fields.append(_field(res, kind, "description", draft.description, focus))
    fields.append(divider(res))
    fields += _times(res, kind, draft, today)
    fields.append(divider(res))
    shown = 1 + sum(1 for minutes in draft.reminders[:2] if minutes != OFF)
    for place_, minutes in enumerate(draft.reminders[:3]):
        if minutes != OFF or place_ < shown:
            text = reminder_text(res, minutes)
            if place_ and minutes == OFF:
                text = res.string("simple_calendar.another_reminder")
            fields.append(
                _line(res, "notifications_none" if not place_ else "", text, f"{kind}_reminder_{place_ + 1}",
                      do(drafts.open_dialog, f"reminder:{place_}"), weak=place_ > 0 and minutes == OFF)
            )  # fmt: skip
    fields.append(divider(res))
    fields.append(
        _line(
            res,
            "repeat",
            repetition_text(res, draft.interval),
            f"{kind}_repetition",
            do(drafts.open_dialog, "repeat"),
        )
    )
    unit, _ = unit_of(draft.interval)
    if unit in (WEEK, MONTH, YEAR):
        label = res.string("simple_calendar.repeat_on")
        fields.append(_pair(res, label, rule_text(res, draft), f"{kind}_repetition_rule",
                            do(drafts.open_rule)))  # fmt: skip
    if unit:
        label, text = _limit(res, draft.limit, today, zone)
        fields.append(_pair(res, label, text, f"{kind}_repetition_limit", do(drafts.open_limit)))
    fields.append(divider(res))
    own = next((row for row in types if row[0] == draft.type), types[0] if types else None)
    name, color = (
        ("", c.accent)
        if own is None
        else (str(TYPES.get(own, "title")), shown_color(TYPES.get(own, "color")))
    )
    fields.append(_colored(res, "palette", name, color, f"{kind}_type", do(drafts.open_dialog, "type")))
    fields.append(divider(res))
    fields.append(
        _colored(res, "format_color_fill", res.string("simple_calendar.event_color"),
                 shown_color(draft.color) if draft.color else color, f"{kind}_color", do(drafts.open_dialog, "color"))
    )  # fmt: skip
    if draft.task and draft.id:
        done = res.string(
            "simple_calendar.mark_incomplete" if draft.done else "simple_calendar.mark_completed"
        )
        fields.append(Row(text_button(res, done, do(drafts.switch_done), id=ID + "toggle_mark_complete"), width=FILL,
                          justify="center", class_name=""))  # fmt: skip
    body = scrolling(*fields, key="editor", pad=(0, 4, 0, 32), id=ID + f"{kind}_nested_scrollview",
                     class_name="androidx.core.widget.NestedScrollView")  # fmt: skip
    return page(
        res, _bar(res, kind, draft), body, id=ID + f"{kind}_coordinator", class_name="android.view.ViewGroup"
    )


def _bar(res: Resources, kind: str, draft: Draft) -> Element:
    c = res.colors
    title = res.string(f"simple_calendar.{'edit' if draft.id else 'new'}_{kind}")

    def action(name: str, glyph: str, tap: Callback) -> Element:
        return icon_button(glyph, res.string(f"simple_calendar.{name}"), tap, c.text, id=ID + name,
                           class_name="android.widget.Button")  # fmt: skip

    more: tuple[Element, ...] = ()
    if draft.id:
        more = (
            action("delete", "delete", do(state.ask_to_delete)),
            action("share", "share", do(drafts.share_event)),
            action("duplicate", "content_copy", do(drafts.duplicate)),
        )
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(drafts.cancel), c.text, turn=True),
        Text(title, 20, c.text, 500, grow=1, pad=(8, 0)),
        action("save", "check", do(drafts.save)), *more,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + f"{kind}_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _field(res: Resources, kind: str, name: str, text: str, focus: str) -> Element:
    c = res.colors
    long = name == "description"
    following = {"title": "description" if kind == "task" else "location", "location": "description"}.get(
        name, ""
    )
    field = TextField(
        text, name, do(drafts.write, name), focused=focus == name, hint=res.string(f"simple_calendar.{name}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, pad=(0, 10), lines=8 if long else 1,
        on_submit=None if long else do(drafts.next_field, following), id=ID + f"{kind}_{name}",
    )  # fmt: skip
    focused = focus == name
    rule = Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.divider)
    return Column(field, rule, width=FILL if name != "location" else None, grow=1 if name == "location" else 0,
                  pad=(16, 2), class_name="")  # fmt: skip


def _lead(res: Resources, glyph: str, id: str) -> Element:
    if not glyph:
        return Spacer(width=_ICON, height=24)
    return Stack(Icon(glyph, 24, res.colors.secondary, id=id), width=_ICON, align="center", class_name="")


def _times(res: Resources, kind: str, draft: Draft, today: date) -> list[Element]:
    c = res.colors
    switch = Switch(
        draft.all_day, res.string("simple_calendar.all_day"), color=c.accent, tap=do(drafts.switch_all_day),
        id=ID + f"{kind}_all_day",
    )  # fmt: skip
    lines: list[Element] = [
        Row(
            _lead(res, "schedule", ID + f"{kind}_time_image"),
            Text(res.string("simple_calendar.all_day"), 17, c.text, grow=1, pad=(0, 13), class_name=""), switch,
            width=FILL, pad=(0, 0, 16, 0), align="center", tap=do(drafts.switch_all_day),
            id=ID + f"{kind}_all_day_holder", class_name="android.widget.RelativeLayout",
        )
    ]  # fmt: skip
    for which in ("start",) if draft.task else ("start", "end"):
        at: datetime = getattr(draft, which)
        wrong = which == "end" and draft.end < draft.start
        ink = c.error if wrong else c.text
        prefix = kind if draft.task else f"{kind}_{which}"
        parts: list[Element] = [
            Text(day_title(res, at.date(), today), 17, ink, lines=2, grow=1, pad=(_ICON, 13, 8, 13),
                 tap=do(drafts.open_dates, which), id=ID + f"{prefix}_date")
        ]  # fmt: skip
        if not draft.all_day:
            parts.append(Text(res.time(at.hour, at.minute), 17, ink, pad=(16, 13), tap=do(spans.open_times, which),
                              id=ID + f"{prefix}_time"))  # fmt: skip
        lines.append(Row(*parts, width=FILL, align="center", class_name=""))
    return lines


def _line(res: Resources, glyph: str, text: str, id: str, tap: Callback, weak: bool = False) -> Element:
    ink = res.colors.secondary if weak else res.colors.text
    words = Text(text, 17, ink, lines=2, grow=1, pad=(0, 13), tap=tap, id=ID + id)
    return Row(_lead(res, glyph, ID + f"{id}_image"), words, width=FILL, pad=(0, 0, 16, 0), align="center",
               class_name="")  # fmt: skip


def _pair(res: Resources, label: str, text: str, id: str, tap: Callback) -> Element:
    c = res.colors
    return Row(
        Spacer(width=_ICON, height=1), Text(label, 17, c.text, lines=2, grow=1, pad=(0, 13), id=ID + f"{id}_label"),
        Text(text, 17, c.text, lines=2, align="end", width=min(170, res.width / 2.2), pad=(8, 13), id=ID + id),
        width=FILL, pad=(0, 0, 16, 0), align="center", tap=tap, id=ID + f"{id}_holder",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def _colored(res: Resources, glyph: str, text: str, color: int, id: str, tap: Callback) -> Element:
    return Row(
        _lead(res, glyph, ID + f"{id}_image"),
        Text(text, 17, res.colors.text, lines=2, grow=1, pad=(0, 13), id=ID + id),
        Spacer(width=24, height=24, radius=12, background=color),
        width=FILL, pad=(0, 0, 20, 0), align="center", tap=tap, id=ID + f"{id}_holder",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def _limit(res: Resources, limit: int, today: date, zone: str) -> tuple[str, str]:
    if limit < 0:
        return res.string("simple_calendar.repeat"), res.digits(
            res.string("simple_calendar.times", count=-limit)
        )
    at = tables.moment(EVENTS.column("start_ts"), limit, zone)
    if at is None:
        return res.string("simple_calendar.repeat"), res.string("simple_calendar.forever")
    return res.string("simple_calendar.repeat_till"), day_title(res, at.date(), today)


# Dialogs


def date_dialog(res: Resources, which: str, picker: DatePicker, today: date, first_weekday: int) -> Element:
    """The date picker of a day of the event."""
    return date_picker.picker_dialog(
        res, picker, today, spans.dates_changed, do(drafts.date_done, which), CLOSE, first_weekday
    )


def time_dialog(res: Resources, which: str, picker: TimePicker, focus: str) -> Element:
    """The time picker of the start or the end."""
    return time_picker.picker_dialog(
        res, picker, focus, spans.times_changed, do(drafts.time_done, which), CLOSE
    )


def repeat_dialog(res: Resources, interval: int) -> Element:
    """Choices for the repetition of the event."""
    offered = [0, DAY, WEEK, MONTH, YEAR]
    if interval not in offered:
        offered.append(interval)
    rows = [choice(res, repetition_text(res, n), n == interval, do(drafts.repeat, n)) for n in offered]
    rows.append(
        choice(res, res.string("simple_calendar.custom"), False, do(drafts.open_custom, "repeat_custom"))
    )
    return dialog_card(res, listed(res, rows), dismiss=CLOSE)


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
                    Text(names[day], 16, c.text, grow=1, lines=2, class_name=""), width=FILL, height=44, gap=12,
                    align="center", tap=do(drafts.toggle_day, day), checked=on, description=names[day],
                    class_name="android.widget.CheckBox")
            )  # fmt: skip
        answers = (("common.cancel", CLOSE), ("common.ok", do(drafts.rule_done, chosen)))
        return dialog_card(res, listed(res, rows), dismiss=CLOSE, buttons=buttons(res, *answers))
    offered = [SAME_DAY, WEEKDAY]
    following = draft.start.toordinal() + 1
    if date.fromordinal(following + 6).month != draft.start.month:
        offered.append(LAST_WEEKDAY)
    if unit_of(draft.interval)[0] == MONTH and date.fromordinal(following).month != draft.start.month:
        offered.append(LAST_DAY)
    rows = [
        choice(res, res.string(f"simple_calendar.rule_{rule}"), rule == chosen, do(drafts.rule_done, rule))
        for rule in offered
    ]
    return dialog_card(res, listed(res, rows), dismiss=CLOSE)


def limit_dialog(res: Resources, limit: int, typed: str, focus: str) -> Element:
    """Choices for the end of the repetition."""

    def option(name: str, chosen: bool, tap: Callback) -> Element:
        return choice(res, res.string(f"simple_calendar.{name}"), chosen, tap)

    rows = [
        option("repeat_forever", limit == 0, do(drafts.limit_done, 0)),
        option("till_date", limit > 0, do(drafts.open_dates, "until")),
        option("after_times", limit < 0, do(drafts.next_field, "value")),
        _value(res, typed, focus, "repeat_type_count"),
    ]
    answers = (("common.cancel", CLOSE), ("common.ok", do(drafts.count_done)))
    return dialog_card(res, *rows, dismiss=CLOSE, buttons=buttons(res, *answers))


def _value(res: Resources, typed: str, focus: str, id: str) -> Element:
    c = res.colors
    return TextField(
        typed, "value", do(drafts.type_number), focused=focus == "value", hint=res.string("simple_calendar.value"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, pad=(4, 10), kind="number",
        border=c.divider, radius=4, id=ID + id,
    )  # fmt: skip


def custom_dialog(
    res: Resources, id: str, units: tuple[str, ...], typed: str, chosen: int, focus: str, done: Callback
) -> Element:
    """A number and its unit."""
    rows = [
        choice(res, res.string(f"simple_calendar.{name}"), place == chosen, do(drafts.choose_unit, place))
        for place, name in enumerate(units)
    ]
    answers = (("common.cancel", CLOSE), ("common.ok", done))
    return dialog_card(
        res, _value(res, typed, focus, id), *rows, dismiss=CLOSE, buttons=buttons(res, *answers)
    )


def reminder_dialog(res: Resources, place: int, minutes: int) -> Element:
    """Times of the reminders."""
    offered = sorted({*REMINDERS, minutes})
    rows = [choice(res, reminder_text(res, n), n == minutes, do(drafts.remind, place, n)) for n in offered]
    custom = do(drafts.open_custom, f"reminder_custom:{place}")
    rows.append(choice(res, res.string("simple_calendar.custom"), False, custom))
    return dialog_card(res, listed(res, rows), dismiss=CLOSE)


def type_dialog(res: Resources, types: Rows, chosen: int) -> Element:
    """The event types to choose from."""
    rows: list[Element] = []
    for row in types:
        id, title = int(row[0] or 0), str(TYPES.get(row, "title"))
        picked = choice(res, title, id == chosen, do(drafts.choose_type, id))
        dot = Spacer(width=24, height=24, radius=12, background=shown_color(TYPES.get(row, "color")))
        rows.append(
            Row(Column(picked, grow=1, class_name=""), dot, width=FILL, align="center", gap=8, class_name="")
        )
    more = list_row(res, res.string("simple_calendar.manage_types"), tap=do(state.open_page, EVENT_TYPES), inset=0,
                    id=ID + "dialog_manage_event_types")  # fmt: skip
    return dialog_card(res, listed(res, [*rows, more]), dismiss=CLOSE)


def color_dialog(res: Resources, chosen: int) -> Element:
    """The colours of an event, and that of its type."""
    default = text_button(res, res.string("simple_calendar.default_color"), do(drafts.choose_color, 0),
                          id="android:id/button3")  # fmt: skip
    return dialog_card(res, color_grid(res, chosen, drafts.choose_color), dismiss=CLOSE, buttons=(default,))


def color_grid(res: Resources, chosen: int, handler: Callable[..., Any]) -> Element:
    """The colours, the chosen one with a tick. ``handler`` gets the one that is touched."""
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
    """A question and its answers: string keys and handlers."""
    words = Text(res.string(text), 16, res.colors.text, lines=None, id="android:id/message")
    return dialog_card(res, words, dismiss=CLOSE, buttons=buttons(res, *answers))


def discard_dialog(res: Resources) -> Element:
    """The question before changes are lost."""
    return question(res, "simple_calendar.save_question", ("simple_calendar.discard", do(drafts.discard)),
                    ("simple_calendar.save", do(drafts.save)))  # fmt: skip


def warning_dialog(res: Resources) -> Element:
    """Notice about settings that may block reminders."""
    return question(res, "simple_calendar.reminder_warning", ("common.ok", do(drafts.warned)))


def update_dialog(res: Resources) -> Element:
    """Choices of the instances of a repeating event to change."""
    rows = [
        choice(res, res.string(f"simple_calendar.update_{name}"), False, do(drafts.save_as, how))
        for how, name in enumerate(("one", "future", "all"))
    ]
    ask = Text(res.string("simple_calendar.repeatable"), 16, res.colors.text, lines=3, pad=(0, 0, 0, 8),
               id=ID + "edit_repeating_event_title")  # fmt: skip
    return dialog_card(res, ask, *rows, dismiss=CLOSE, buttons=buttons(res, ("common.cancel", CLOSE)))
