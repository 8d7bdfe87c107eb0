"""The date picker of Material Components, which Google's apps use on Android 13 instead of Android's own."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import Any

from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.date_picker import (
    DatePicker,
    changed,
    first_of,
    in_year,
    month_grid,
    opened,
    picked,
    possible_month,
    swiped,
)
from bmoca_gym.handset.kits.outlined import BOX, HIDDEN, outlined
from bmoca_gym.handset.manifest import Next, S, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import MARGIN, dialog_card, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.fitting import ButtonBar
from bmoca_gym.handset.ui.large_screens import header_beside
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do, replace

#: Key of the text field.
FIELD = "picker_date"
#: Sizes in dp of Material 3's DatePicker: the dialog, its header, the bar of the month, that of the days of the week, a
#: day, a row of the years, and a year; least height of a day on a low screen.
_WIDE, _HEADER, _MONTH_BAR, _WEEK_BAR, _DAY, _YEAR_ROW, _YEAR_HIGH, _LEAST_DAY = (
    344,
    112,
    56,
    36,
    40,
    52,
    36,
    28,
)
#: Columns of the years; height in dp of the buttons, and of what is around the dialog.
_COLUMNS, _FOOT, _AROUND = 3, 56, 96
#: On a low screen, in dp: the bar of the month, that of the days of the week, and what is below the dialog.
_LOW_BAR, _LOW_WEEK, _INSET = 48, 24, 16
#: In landscape, in dp: the width of a header beside the days (Material's layout-land), and of the days beside it, on a
#: low screen and on others.
_SIDE, _BESIDE = 152, (304, 344)


# Handlers. Each passes the next picker to the app's own handler ``on_change(state, context, picker)``.


def _years_toggled(state: S, context: Context, on_change: Any, p: DatePicker) -> Next[S]:
    """Show the years, with the picked one in the middle, or the days again."""
    after = on_change(state, context, replace(p, years=not p.years))
    before = max(0, (p.day.year - p.first) // _COLUMNS - 2)
    return and_then(after, scroll_to("years", round(before * _YEAR_ROW * context.res.metrics.scale)))


def _mode_toggled(state: S, context: Context, on_change: Any, p: DatePicker) -> Next[S]:
    """Switch between the calendar and the text field."""
    if p.typed:
        return and_then(on_change(state, context, opened(p.day, p.first, p.last)), focus(""))
    typed = replace(p, typed=True, years=False, text=written(context.res, p.day))
    return and_then(on_change(state, context, typed), focus(FIELD))


def _typed_in(state: S, context: Context, on_change: Any, p: DatePicker, text: str) -> Next[S]:
    """Update the text; a date that can be picked is picked."""
    day = read(context.res, p, text)
    return on_change(state, context, replace(p, text=text[:_LONGEST], day=p.day if day is None else day))


def _left(state: S, context: Context, then: Callback) -> Next[S]:
    """Call a button's own handler, and take the focus from the text field."""
    handler, arguments = then
    return and_then(handler(state, context, *arguments), focus(""))


# Dates as text

_LONGEST = 40


def _form(res: Resources) -> str:
    """The locale's order of day, month and year, such as ``dd/mm/yyyy``, as Material Components simplify it."""
    shown = res.date(date(2033, 11, 22), "yMd")
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in shown)
    form = plain.replace("2033", "yyyy").replace("11", "mm").replace("22", "dd")
    return "".join(c for c in form if c in "dmy/-.").rstrip(".")


def written(res: Resources, day: date) -> str:
    """Return a date as it is typed."""
    text = _form(res).replace("yyyy", f"{day.year:04d}").replace("mm", f"{day.month:02d}")
    return res.digits(text.replace("dd", f"{day.day:02d}"))


def read(res: Resources, p: DatePicker, text: str) -> date | None:
    """Return the date that was typed; None if it is none, or can't be picked."""
    numbers: list[str] = [""]
    for letter in text.strip():
        if letter.isdecimal():
            numbers[-1] += str(unicodedata.decimal(letter))
        else:
            numbers.append("")
    order = [part[0] for part in _form(res).replace("-", "/").replace(".", "/").split("/")]
    if len(numbers) != 3 or not all(0 < len(number) <= 4 for number in numbers):
        return None
    given = {name: int(number) for name, number in zip(order, numbers, strict=True)}
    try:
        day = date(given["y"], given["m"], given["d"])
    except ValueError:
        return None
    return day if p.first <= day.year <= p.last else None


def _hint(res: Resources) -> str:
    """The form of a date in the letters of the locale."""
    day, month, year = res.string("android13.date_letters").split()
    return _form(res).translate({ord("d"): day, ord("m"): month, ord("y"): year})


# Screens


def picker_dialog(
    res: Resources,
    p: DatePicker,
    today: date,
    on_change: Any,
    on_ok: Callback,
    on_cancel: Callback,
    first_weekday: int | None,
    focused: bool,
    prefix: str,
) -> Element:
    """Show the dialog in the generation of Material Design that the app follows.

    Args:
        res: resources of the screen.
        p: the date being picked.
        today: the phone's date.
        on_change: handler that gets the next picker.
        on_ok: callback of the OK button.
        on_cancel: callback of the Cancel button.
        first_weekday: first day of a week, Monday is 0; None for the locale's.
        focused: whether the text field `FIELD` has the focus.
        prefix: prefix of resource ids, such as ``com.example:id/``.
    """
    if res.material < 3:
        return date_picker.picker_dialog(res, p, today, on_change, on_ok, on_cancel, first_weekday)
    valid = not p.typed or read(res, p, p.text) is not None
    if p.typed:
        body: tuple[Element, ...] = (_field(res, p, on_change, focused, valid, prefix),)
    elif p.years:
        body = _bar(res, p, on_change, prefix), _years(res, p, on_change, prefix)
    else:
        body = _bar(res, p, on_change, prefix), _month(res, p, today, on_change, first_weekday, prefix)
    foot = ButtonBar(
        text_button(res, res.string("common.cancel"), do(_left, on_cancel), id=prefix + "cancel_button"),
        text_button(res, res.string("common.ok"), do(_left, on_ok), id=prefix + "confirm_button", enabled=valid),
        width=FILL, pad=(12, 0 if _low(res) else 4),
    )  # fmt: skip
    parts: tuple[Element, ...] = (_header(res, p, on_change, prefix), *body, foot)
    if _beside(res):
        tall = None if p.typed else (_LOW_BAR if _low(res) else _MONTH_BAR) + _tall(res) + _foot_height(res)
        pane = Column(*body, foot, width=_pane(res), height=tall, id=prefix + "mtrl_calendar_main_pane")
        parts = (Row(_side_header(res, p, on_change, prefix, tall), pane, width=FILL, class_name=""),)
    wide = _SIDE + 1 + _pane(res) if _beside(res) else _WIDE
    made = dialog_card(res, *parts, dismiss=do(_left, on_cancel), pad=0, width=wide)
    if _low(res):
        made.pad = (0, MARGIN, 0, _INSET)
    return made


def _low(res: Resources) -> bool:
    return res.height < 520


def _pane(res: Resources) -> int:
    """Width of the days beside the header."""
    return _BESIDE[not _low(res)]


def _beside(res: Resources) -> bool:
    """Whether the header stands beside the days."""
    return header_beside(res, _SIDE + 1 + _pane(res) + 8)


def _title(res: Resources, prefix: str) -> Element:
    text = res.string("android13.date_select")
    return Text(text, 12, res.colors.secondary, 500, lines=2, id=prefix + "mtrl_picker_title_text")


def _mode(res: Resources, p: DatePicker, on_change: Any, prefix: str) -> Element:
    return icon_button(
        "event" if p.typed else "edit",
        res.string("android13.date_to_calendar" if p.typed else "android13.date_to_text"),
        do(_mode_toggled, on_change, p), res.colors.secondary, id=prefix + "mtrl_picker_header_toggle",
    )  # fmt: skip


def _side_header(res: Resources, p: DatePicker, on_change: Any, prefix: str, tall: float | None) -> Element:
    """The header at the side. ``tall``: its height in dp, None for that of its texts."""
    c = res.colors
    day = Text(
        res.date(p.day), 24, c.text, 400, 3, id=prefix + "mtrl_picker_header_selection_text",
        description=res.string("android13.date_chosen", date=res.date(p.day)),
    )  # fmt: skip
    rest = Spacer(width=1, height=8) if tall is None else Spacer(width=1, grow=1)
    texts = Column(
        Column(_title(res, prefix), Spacer(width=1, height=8), day, width=FILL, pad=(16, 16, 8, 0), class_name=""),
        rest, _mode(res, p, on_change, prefix),
        width=_SIDE, height=tall, pad=(4, 0, 4, 4), id=prefix + "mtrl_picker_header",
    )  # fmt: skip
    return Row(texts, Spacer(width=1, height=tall or 96, background=c.divider), class_name="")


def _header(res: Resources, p: DatePicker, on_change: Any, prefix: str) -> Element:
    c = res.colors
    day = FittedText(
        res.date(p.day), 32, c.text, 400, grow=1, id=prefix + "mtrl_picker_header_selection_text",
        description=res.string("android13.date_chosen", date=res.date(p.day)),
    )  # fmt: skip
    line = Row(day, _mode(res, p, on_change, prefix), width=FILL, align="center", class_name="")
    above, between, below = (16, 0, 4) if _low(res) else (20, 12, 10)
    texts = Column(
        _title(res, prefix), Spacer(width=1, height=between), line, width=FILL, pad=(24, above, 12, below),
        id=prefix + "mtrl_picker_header",
    )  # fmt: skip
    return Column(texts, Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="")


def _bar(res: Resources, p: DatePicker, on_change: Any, prefix: str) -> Element:
    """The month, which opens the years, and the arrows to other months."""
    c = res.colors

    def turn(glyph: str, key: str, step: int, id: str) -> Element:
        possible = _able(p, step)
        after = replace(p, month=p.month + step) if possible else p
        return icon_button(
            glyph, res.string(f"common.{key}"), do(changed, on_change, after), c.secondary if possible else c.disabled,
            id=prefix + id, enabled=possible,
        )  # fmt: skip

    name = Text(res.date(first_of(p.month), "yMMMM"), 14, c.secondary, 500, 2)
    month = Row(
        name, Icon("arrow_drop_up" if p.years else "arrow_drop_down", 24, c.secondary, class_name=""),
        height=48, pad=(12, 0, 4, 0), align="center", tap=do(_years_toggled, on_change, p),
        id=prefix + "month_navigation_fragment_toggle", class_name="android.widget.Button",
        description=res.string("android13.date_to_days" if p.years else "android13.date_to_years"),
    )  # fmt: skip
    arrows = (
        turn("chevron_left", "previous_month", -1, "month_navigation_previous"),
        turn("chevron_right", "next_month", 1, "month_navigation_next"),
    )
    return Row(
        Row(month, grow=1, class_name=""), *(() if p.years else arrows), width=FILL,
        height=_LOW_BAR if _low(res) else _MONTH_BAR, align="center", pad=(12, 0, 4, 0),
        id=prefix + "month_navigation_bar",
    )  # fmt: skip


def _able(p: DatePicker, step: int) -> bool:
    return possible_month(p, p.month + step)


def _font(res: Resources) -> float:
    return res.metrics.font / res.metrics.scale


def _foot_height(res: Resources) -> float:
    """Height of the buttons."""
    return (28 if _low(res) else 36) + 18 * _font(res)


def _room(res: Resources) -> float:
    """Height that there is for the days."""
    if not _low(res):
        header = 0 if _beside(res) else 40 + (_HEADER - 40) * _font(res)
        return res.height - header - _MONTH_BAR - _FOOT - _AROUND
    header = 0 if _beside(res) else 21 + 16 * _font(res) + max(48, 38 * _font(res))
    return max(120, res.height - res.foot - header - _LOW_BAR - _foot_height(res) - MARGIN - _INSET)


def _days(res: Resources) -> tuple[float, float]:
    """Heights of the days of the week, and of a day: so that six weeks fit, if there is room for that."""
    week = _LOW_WEEK if _low(res) else _WEEK_BAR
    return week, min(_DAY, max(_LEAST_DAY, (_room(res) - week - 4) / 6))


def _tall(res: Resources) -> float:
    """Height of the days, and of the years in their place."""
    week, side = _days(res)
    return min(week + 6 * side + 4, _room(res))


def _month(
    res: Resources, p: DatePicker, today: date, on_change: Any, first_weekday: int | None, prefix: str
) -> Element:
    # The dialog keeps its size from month to month, with room for six weeks, or less on a low screen.
    week, side = _days(res)
    grid = month_grid(
        res, p.month, (picked, (on_change, p)), chosen=p.day, today=today, first_weekday=first_weekday, side=side,
        week_bar=week, ring=True, id=prefix + "month_grid",
    )  # fmt: skip
    return scrolling(
        grid, key="month", grow=0, height=_tall(res), pad=(_edge(res), 0), class_name="",
        swipe=do(swiped, on_change, p), id=prefix + "mtrl_calendar_months",
    )  # fmt: skip


def _edge(res: Resources) -> float:
    """Margin beside the days, which is less on a narrow screen."""
    return 12 if res.width >= 320 else 4


@component(512)
def _year(res: Resources, year: int, chosen: bool, tap: Callback, id: str) -> Element:
    c = res.colors
    ink = c.on_accent if chosen else c.text
    return Column(
        Text(
            res.digits(str(year)), 14, ink, 400, width=72, height=_YEAR_HIGH, align="center", radius=_YEAR_HIGH / 2,
            background=c.accent if chosen else None, tap=tap, selected=chosen, id=id,
        ),
        height=_YEAR_ROW, grow=1, align="center", justify="center", class_name="",
    )  # fmt: skip


def _years(res: Resources, p: DatePicker, on_change: Any, prefix: str) -> Element:
    rows = []
    for start in range(p.first, p.last + 1, _COLUMNS):
        cells: list[Element] = []
        for year in range(start, start + _COLUMNS):
            if year > p.last:
                cells.append(Spacer(grow=1, height=1))
                continue
            picker = opened(in_year(p.day, year), p.first, p.last)
            cells.append(
                _year(res, year, year == p.day.year, do(changed, on_change, picker), prefix + "year")
            )
        rows.append(Row(*cells, width=FILL, class_name=""))
    return scrolling(
        *rows, key="years", grow=0, height=_tall(res), pad=(_edge(res), 0),
        id=prefix + "mtrl_calendar_year_selector_frame", class_name="androidx.recyclerview.widget.RecyclerView",
    )  # fmt: skip


def _field(res: Resources, p: DatePicker, on_change: Any, focused: bool, valid: bool, prefix: str) -> Element:
    c = res.colors
    label = res.string("android13.date_field")
    field = TextField(
        p.text, FIELD, do(_typed_in, on_change, p), focused=focused, hint=_hint(res), size=16, width=FILL, height=BOX,
        hint_color=c.secondary if focused else HIDDEN, color=c.text, accent=c.accent, kind="number", pad=(16, 0),
        description=label,
    )  # fmt: skip
    wrong = bool(p.text) and not valid
    box = outlined(res, field, label, c.card, focused=focused, wrong=wrong)
    below: tuple[Element, ...] = ()
    if wrong:
        said = (
            res.string("android13.date_wrong"),
            res.string("android13.date_use", form=_hint(res)),
            res.string("android13.date_example", date=written(res, p.day)),
        )
        text = Text("\n".join(said), 12, c.error, 400, 4, pad=(16, 0), id=prefix + "textinput_error")
        below = (text,)
    return Column(
        box, *below, width=FILL, pad=(24, 8, 24, 12), id=prefix + "mtrl_picker_text_input_date",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip
