"""A date picker like android.widget.DatePicker, and a grid of a month's days."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.kits.navigation import page_step
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.manifest import Next, S
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import (
    corner,
    dialog_card,
    icon_button,
    picker_header,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.large_screens import dialog_width, header_beside
from bmoca_gym.handset.ui.widgets import FittedText, Text
from bmoca_gym.handset.value import Callback, Value, do, replace, value

FIRST_YEAR, LAST_YEAR = 1902, 2100
#: Height in dp of the dialog's buttons, and of the bars and edges around it.
_FOOT, _AROUND = 52, 96
#: Sizes in dp of SimpleMonthView: of the month's name, the days of the week, a day, and of the circle on the chosen
#: one; least height of a day on a low screen.
_MONTH_BAR, _WEEK_BAR, _DAY, _DAY_WIDE, _LEAST_DAY = 56, 36, 40, 44, 28
#: Width of the dialog: seven days, and a margin. In landscape: of the header, which stands at the side (layout-land).
_WIDE, _SIDE = 7 * _DAY_WIDE + 20, 168
_YEAR_ROW = 52


@value
class DatePicker(Value):
    """A date being picked. ``month``: number of the shown month; ``years``: whether the list of years is shown.

    ``first``, ``last``: the years from which a date can be picked. ``typed``: whether Material's picker has a field for
    the date in place of the calendar, with ``text`` in it.
    """

    day: date
    month: int
    years: bool = False
    first: int = FIRST_YEAR
    last: int = LAST_YEAR
    typed: bool = False
    text: str = ""


def month_of(day: date) -> int:
    """Return the number of a date's month: year * 12 + month - 1."""
    return day.year * 12 + day.month - 1


def first_of(month: int) -> date:
    """Return the first day of a month, given its number."""
    return date(month // 12, month % 12 + 1, 1)


def opened(day: date, first: int = FIRST_YEAR, last: int = LAST_YEAR) -> DatePicker:
    """Return a picker for the years ``first`` to ``last`` that shows a date."""
    day = in_year(day, min(max(day.year, first), last))
    return DatePicker(day, month_of(day), False, first, last)


def in_year(day: date, year: int) -> date:
    """Return the same day of another year, or 28 February for a 29th that it doesn't have."""
    return date(year, day.month, min(day.day, monthrange(year, day.month)[1]))


# Handlers. Each passes the next picker to the app's own handler ``on_change(state, context, picker)``.


def changed(state: S, context: Context, on_change: Any, p: DatePicker) -> Next[S]:
    """Continue with ``p``, the picker after a touch."""
    return on_change(state, context, p)


def swiped(state: S, context: Context, on_change: Any, p: DatePicker) -> Next[S]:
    """Turn the page by a swipe over the days; a swipe against the reading direction shows the next month."""
    step = page_step(context)
    month = p.month + step
    return on_change(state, context, replace(p, month=month)) if step and possible_month(p, month) else state


def _show_years(state: S, context: Context, on_change: Any, p: DatePicker) -> Next[S]:
    """Show the list of years, with the picked one in the middle."""
    result = on_change(state, context, replace(p, years=True))
    before = max(0, p.day.year - p.first - 2)
    moved = scroll_to("years", round(before * _YEAR_ROW * context.res.metrics.scale))
    return (*result, moved) if type(result) is tuple else (result, moved)


def possible_month(p: DatePicker, month: int) -> bool:
    """Whether a date of a month can be picked."""
    return p.first <= month // 12 <= p.last


# Screens

#: Widest circle of a day in dp: of a calendar's month, and of the picker's (date_picker_day_selector_radius).
_CIRCLE, _PICKED = 36.0, 40.0


@component(4096)
def _day(
    res: Resources, day: date, side: float, chosen: bool, today: bool, tap: Callback, dotted: bool,
    color: int | None = None, most: float = _CIRCLE, ring: bool = False,
) -> Element:  # fmt: skip
    c = res.colors
    accent, above = (c.accent, c.on_accent) if color is None else (color, 0xFFFFFFFF)
    ink = above if chosen else accent if today else c.text
    size = 13 * res.metrics.scale / res.metrics.font
    mark: Element = Text(res.digits(str(day.day)), size, ink, 700 if today else 400, class_name="")
    if dotted:
        dot = Spacer(width=4, height=4, radius=2, background=ink)
        mark = Stack(
            mark,
            Column(dot, pad=(0, 22, 0, 0), class_name=""),
            align="center",
            justify="center",
            class_name="",
        )
    across = min(side, most)
    round_mark = Stack(
        mark, width=across, height=across, radius=across / 2, background=accent if chosen else None, align="center",
        justify="center", class_name="", border=accent if ring and today and not chosen else None,
    )  # fmt: skip
    return Stack(
        round_mark, width=FILL, height=side, align="center", justify="center", tap=tap,
        description=res.long_date(day), checked=chosen, class_name="android.view.View",
    )  # fmt: skip


def weekday_row(
    res: Resources, first_weekday: int, size: float = 12, height: float | None = None
) -> tuple[Element, ...]:
    """Show the initials of the seven days; ``first_weekday``: Monday is 0; ``height``: in dp, None for the text's."""
    names = resources.weekdays(res.locale, "narrow")
    days = [names[(first_weekday + i) % 7] for i in range(7)]
    return tuple(
        [
            Text(name, size, res.colors.secondary, align="center", height=height, class_name="")
            for name in days
        ]
    )


def month_grid(
    res: Resources, month: int, on_day: Any, *, chosen: date | None = None, today: date | None = None,
    first_weekday: int | None = None, side: float = 34, dotted: frozenset[int] = frozenset(), id: str = "",
    color: int | None = None, week_bar: float | None = None, ring: bool = False, **options: Any,
) -> Element:  # fmt: skip
    """Show the days of a month in weeks.

    ``on_day``: handler that gets a day's ordinal, or a tuple of a handler and its first arguments; ``side``: height
    of a day in dp; ``week_bar``: of the days of the week; ``dotted``: ordinals of days with a dot below their number;
    ``color``: of the chosen day's circle and of today's number, the accent where there is none; ``ring``: whether today
    has a ring around it.
    """
    first = first_of(month)
    start = resources.first_weekday(res.locale) if first_weekday is None else first_weekday
    handler, arguments = on_day if type(on_day) is tuple else (on_day, ())
    ordinal = first.toordinal()
    lead = (first.weekday() - start) % 7
    days = [
        _day(
            res, day, side, day == chosen, day == today, do(handler, *arguments, day.toordinal()),
            day.toordinal() in dotted, color, _CIRCLE if week_bar is None else _PICKED, ring,
        )
        for day in (date.fromordinal(ordinal + i) for i in range(monthrange(first.year, first.month)[1]))
    ]  # fmt: skip
    return Grid(
        *weekday_row(res, start, height=week_bar), *[Spacer(width=FILL, height=1) for _ in range(lead)], *days,
        columns=7, width=FILL,
        class_name="android.view.View", id=id, description=res.date(first, "yMMMM"), **options,
    )  # fmt: skip


def picked(state: S, context: Context, on_change: Any, p: DatePicker, ordinal: int) -> Next[S]:
    """Pick a day of the shown month."""
    return on_change(state, context, replace(p, day=date.fromordinal(ordinal)))


def picker_dialog(
    res: Resources,
    p: DatePicker,
    today: date | None,
    on_change: Any,
    on_ok: Callback,
    on_cancel: Callback,
    first_weekday: int | None = None,
) -> Element:
    """Show the dialog. ``first_weekday``: Monday is 0; None for the locale's."""
    body = _years(res, p, on_change) if p.years else _month(res, p, today, on_change, first_weekday)
    foot = Row(
        Spacer(grow=1, height=1),
        cancel(res, on_cancel),
        text_button(res, res.string("common.ok"), on_ok, id="android:id/button1"),
        width=FILL, height=_FOOT, align="center", pad=(8, 0),
    )  # fmt: skip
    if not _beside(res):
        return dialog_card(res, _header(res, p, on_change), body, foot, dismiss=on_cancel, pad=0, width=_WIDE)
    pane = Column(body, foot, grow=1, class_name="")
    parts = Row(_header(res, p, on_change), pane, width=FILL, class_name="")
    return dialog_card(res, parts, dismiss=on_cancel, pad=0, width=max(_SIDE + _WIDE, dialog_width(res)))


def _beside(res: Resources) -> bool:
    """Whether the header stands at the side."""
    return header_beside(res, _SIDE + _WIDE)


def _header(res: Resources, p: DatePicker, on_change: Any) -> Element:
    c = res.colors
    beside = _beside(res)
    weak = (c.on_accent & 0xFFFFFF) | 0xB3000000
    year = Text(
        res.digits(str(p.day.year)), 16, c.on_accent if p.years else weak, 500, id="android:id/date_picker_header_year",
        tap=do(_show_years, on_change, p), selected=p.years, pad=(0, 2, 16, 2),
    )  # fmt: skip
    day = FittedText(
        res.date(p.day, "MMMEd"), 34, weak if p.years else c.on_accent, 500, 2 if beside else 1,
        id="android:id/date_picker_header_date", tap=do(changed, on_change, opened(p.day, p.first, p.last)),
        selected=not p.years,
    )  # fmt: skip
    texts = Column(
        year, day, width=FILL, height=FILL, pad=(24, 14, 16, 14), background=c.accent, radius=corner(res),
        id="android:id/date_picker_header",
    )  # fmt: skip
    return picker_header(
        res, texts, _SIDE if beside else 0, _tall(res) + _FOOT if beside else _header_height(res)
    )


def _header_height(res: Resources) -> float:
    """96 dp, and more where the text is large."""
    return max(96.0, 32 + 64 * res.metrics.font / res.metrics.scale)


def _room(res: Resources) -> float:
    return max(140, res.height - (0 if _beside(res) else _header_height(res)) - _FOOT - _AROUND)


def _day_height(res: Resources) -> float:
    # The dialog keeps its size from month to month, with room for six weeks, or less on a low screen.
    return min(_DAY, max(_LEAST_DAY, (_room(res) - _MONTH_BAR - _WEEK_BAR - 8) / 6))


def _tall(res: Resources) -> float:
    """Height of a month."""
    return min(_MONTH_BAR + _WEEK_BAR + 6 * _day_height(res) + 8, _room(res))


def _month(
    res: Resources, p: DatePicker, today: date | None, on_change: Any, first_weekday: int | None
) -> Element:
    c = res.colors

    def turn(glyph: str, key: str, step: int, id: str) -> Element:
        possible = possible_month(p, p.month + step)
        after = replace(p, month=p.month + step) if possible else p
        return icon_button(
            glyph, res.string(f"common.{key}"), do(changed, on_change, after), c.secondary if possible else c.disabled,
            id=f"android:id/{id}", enabled=possible,
        )  # fmt: skip

    bar = Row(
        turn("chevron_left", "previous_month", -1, "prev"),
        Text(res.date(first_of(p.month), "yMMMM"), 14, c.text, 500, grow=1, align="center", lines=2, class_name=""),
        turn("chevron_right", "next_month", 1, "next"),
        width=FILL, height=_MONTH_BAR, align="center", class_name="",
    )  # fmt: skip
    grid = month_grid(
        res, p.month, (picked, (on_change, p)), chosen=p.day, today=today, first_weekday=first_weekday,
        side=_day_height(res), week_bar=_WEEK_BAR, id="android:id/month_view",
    )  # fmt: skip
    return scrolling(
        bar, grid, key="month", grow=0, height=_tall(res), pad=(10, 0), class_name="",
        swipe=do(swiped, on_change, p), id="android:id/date_picker_day_picker",
    )  # fmt: skip


@component(512)
def _year(res: Resources, year: int, chosen: bool, tap: Callback) -> Element:
    c = res.colors
    return Text(
        res.digits(str(year)), 22 if chosen else 16, c.accent if chosen else c.text, 500 if chosen else 400, width=FILL,
        height=_YEAR_ROW, align="center", tap=tap, id="android:id/text1", selected=chosen,
    )  # fmt: skip


def _years(res: Resources, p: DatePicker, on_change: Any) -> Element:
    rows = []
    for year in range(p.first, p.last + 1):
        picker = opened(in_year(p.day, year), p.first, p.last)
        rows.append(_year(res, year, year == p.day.year, do(changed, on_change, picker)))
    return scrolling(
        *rows, key="years", grow=0, height=_tall(res) if _beside(res) else min(_YEAR_ROW * 5.5, _room(res)),
        id="android:id/date_picker_year_picker", class_name="android.widget.ListView",
    )  # fmt: skip
