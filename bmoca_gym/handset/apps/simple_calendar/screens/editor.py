"""Simple Calendar's editor of an event or a task, and its dialogs."""

from __future__ import annotations

from datetime import date, datetime

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar.handlers import editing
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
from bmoca_gym.handset.apps.simple_calendar.state import ID, Draft, day_title
from bmoca_gym.handset.kits import spans, tables
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    icon_button,
    menu,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: dp: below, Android's action bar has room for two buttons, of which one is the menu.
_NARROW = 360

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
    """The editor of a new event or task, or of an existing one."""
    c = res.colors
    kind = "task" if draft.task else "event"
    fields: list[Element] = [_field(res, kind, "title", draft.title, focus)]
    if not draft.task:
        place = Row(
            _field(res, kind, "location", draft.location, focus, beside=True),
            icon_button("place", res.string("simple_calendar.show_on_map"), do(editing.show_on_map), c.secondary,
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
                      do(open_overlay, "reminder", place_), weak=place_ > 0 and minutes == OFF)
            )  # fmt: skip
    fields.append(divider(res))
    fields.append(
        _line(
            res,
            "repeat",
            repetition_text(res, draft.interval),
            f"{kind}_repetition",
            do(open_overlay, "repeat"),
        )
    )
    unit, _ = unit_of(draft.interval)
    if unit in (WEEK, MONTH, YEAR):
        label = res.string("simple_calendar.repeat_on")
        fields.append(_pair(res, label, rule_text(res, draft), f"{kind}_repetition_rule",
                            do(editing.open_rule)))  # fmt: skip
    if unit:
        label, text = _limit(res, draft.limit, today, zone)
        fields.append(_pair(res, label, text, f"{kind}_repetition_limit", do(editing.open_limit)))
    fields.append(divider(res))
    own = next((row for row in types if row[0] == draft.type), types[0] if types else None)
    name, color = (
        ("", c.accent)
        if own is None
        else (str(TYPES.get(own, "title")), shown_color(TYPES.get(own, "color")))
    )
    fields.append(_colored(res, "palette", name, color, f"{kind}_type", do(open_overlay, "type")))
    fields.append(divider(res))
    fields.append(
        _colored(res, "format_color_fill", res.string("simple_calendar.event_color"),
                 shown_color(draft.color) if draft.color else color, f"{kind}_color", do(open_overlay, "color"))
    )  # fmt: skip
    if draft.task and draft.id:
        done = res.string(
            "simple_calendar.mark_incomplete" if draft.done else "simple_calendar.mark_completed"
        )
        fields.append(Row(text_button(res, done, do(editing.switch_done), id=ID + "toggle_mark_complete"), width=FILL,
                          justify="center", class_name=""))  # fmt: skip
    body = scrolling(*fields, key="editor", pad=(0, 4, 0, 32), id=ID + f"{kind}_nested_scrollview",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(
        res, _bar(res, kind, draft), body, id=ID + f"{kind}_coordinator", class_name="android.view.ViewGroup"
    )


def overflow(res: Resources) -> Element:
    """The actions that a narrow bar has no room for."""
    items = (
        (res.string("simple_calendar.share"), do(editing.share_event)),
        (res.string("simple_calendar.duplicate"), do(editing.duplicate)),
    )
    return menu(res, items, CLOSE)


def _bar(res: Resources, kind: str, draft: Draft) -> Element:
    c = res.colors
    title = res.string(f"simple_calendar.{'edit' if draft.id else 'new'}_{kind}")

    def action(name: str, glyph: str, tap: Callback) -> Element:
        return icon_button(glyph, res.string(f"simple_calendar.{name}"), tap, c.text, id=ID + name,
                           class_name="android.widget.Button")  # fmt: skip

    more: tuple[Element, ...] = ()
    if draft.id and res.width < _NARROW:
        more = (
            action("delete", "delete", do(open_overlay, "delete")),
            icon_button(
                "more_vert",
                res.string("common.more_options"),
                do(open_overlay, "editor_menu"),
                c.text,
                width=40,
                class_name="android.widget.ImageView",
            ),
        )
    elif draft.id:
        more = (
            action("delete", "delete", do(open_overlay, "delete")),
            action("share", "share", do(editing.share_event)),
            action("duplicate", "content_copy", do(editing.duplicate)),
        )
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(editing.cancel), c.text),
        Text(title, 20, c.text, 500, grow=1, pad=(8, 0)),
        action("save", "check", do(editing.save)), *more,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + f"{kind}_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


#: The field that follows one, by the kind of what is edited.
_NEXT = {
    ("event", "title"): "location",
    ("event", "location"): "description",
    ("task", "title"): "description",
}


def _field(res: Resources, kind: str, name: str, text: str, focus: str, beside: bool = False) -> Element:
    """A text field; the last one has several lines. ``beside``: whether something is next to it."""
    c, following = res.colors, _NEXT.get((kind, name))
    field = TextField(
        text, name, do(editing.write, name), focused=focus == name, hint=res.string(f"simple_calendar.{name}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, pad=(0, 10),
        lines=1 if following else 8, on_submit=do(editing.next_field, following) if following else None,
        id=ID + f"{kind}_{name}",
    )  # fmt: skip
    focused = focus == name
    rule = Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.divider)
    return Column(
        field, rule, width=None if beside else FILL, grow=1 if beside else 0, pad=(16, 2), class_name=""
    )


def _lead(res: Resources, glyph: str, id: str) -> Element:
    if not glyph:
        return Spacer(width=_ICON, height=24)
    return Stack(Icon(glyph, 24, res.colors.secondary, id=id), width=_ICON, align="center", class_name="")


def _times(res: Resources, kind: str, draft: Draft, today: date) -> list[Element]:
    c = res.colors
    switch = CheckBox(
        draft.all_day, c.accent, c.secondary, tap=do(editing.switch_all_day), id=ID + f"{kind}_all_day",
        description=res.string("simple_calendar.all_day"),
    )  # fmt: skip
    lines: list[Element] = [
        Row(
            _lead(res, "schedule", ID + f"{kind}_time_image"),
            Text(res.string("simple_calendar.all_day"), 17, c.text, grow=1, pad=(0, 13), class_name=""), switch,
            width=FILL, pad=(0, 0, 16, 0), align="center", tap=do(editing.switch_all_day),
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
                 tap=do(spans.open_dates, which, editing.FIRST_YEAR), id=ID + f"{prefix}_date")
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
