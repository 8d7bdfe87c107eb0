"""The time picker of Material Components, which some apps use instead of Android's own."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.kits import time_picker
from bmoca_gym.handset.kits.time_picker import (
    LEAST_FACE_ROOM,
    TimePicker,
    changed,
    dial,
    half_chosen,
    mode_toggled,
    typed_in,
)
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources, day_periods, mixed
from bmoca_gym.handset.ui.components import dialog_card, icon_button, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.fitting import ButtonBar, Fitted
from bmoca_gym.handset.ui.large_screens import header_beside
from bmoca_gym.handset.ui.widgets import FittedText, Text, TextField
from bmoca_gym.handset.value import Callback, do, replace

#: Sizes in dp of Material 3's TimePicker: a number on the face, the hour and the minute, the same with 24 hours, AM and
#: PM together, and the dialog; in landscape (layout-land): AM and PM below the time, what is between that and the face,
#: and the dialog.
_ACROSS, _CHIP, _WIDE_CHIP, _CHIP_HIGH, _PERIOD, _WIDE = 48, 96, 114, 80, 52, 328
_PERIOD_HIGH, _BETWEEN, _WIDE_LAND = 38, 36, 600
#: The part of the accent in what is chosen in Material 2 (material_timepicker_button_background).
_SHARE = 0.24


class _Look(NamedTuple):
    """What is chosen, its ink, what is not, and the corners of both in dp."""

    chosen: int
    ink: int
    other: int | None
    radius: float


def _look(res: Resources) -> _Look:
    c = res.colors
    if res.material > 2:
        tone = tones(res)
        return _Look(tone.container, tone.on_container, c.field, 8)
    return _Look(mixed(c.card, c.accent, _SHARE), c.accent, None, 4)


def picker_dialog(
    res: Resources,
    p: TimePicker,
    focus: str,
    on_change: Any,
    on_ok: Callback,
    on_cancel: Callback,
    prefix: str,
    always: bool = False,
) -> Element:
    """Show the dialog in the generation of Material Design that the app follows.

    ``focus``: the text field with the focus; ``prefix``: of resource ids, such as ``com.example:id/``; ``always``:
    whether the app has no picker of Android's in Material 2.
    """
    if res.material < 3 and not always:
        return time_picker.picker_dialog(res, p, focus, on_change, on_ok, on_cancel)
    c = res.colors
    body = _fields(res, p, focus, on_change, prefix) if p.typed else _face(res, p, on_change, prefix)
    mode = icon_button(
        "access_time" if p.typed else "keyboard",
        res.string("android13.picker_to_clock" if p.typed else "android13.picker_to_text"),
        do(mode_toggled, on_change, p), c.secondary, id=prefix + "material_timepicker_mode_button",
        class_name="android.widget.Button",
    )  # fmt: skip
    fits = res.height >= LEAST_FACE_ROOM or not p.typed
    cancel, ok = (
        text_button(res, res.string(f"common.{name}"), tap, id=f"{prefix}material_timepicker_{name}_button")
        for name, tap in (("cancel", on_cancel), ("ok", on_ok))
    )
    title = res.string("android13.picker_enter" if p.typed else "android13.picker_select")
    return dialog_card(
        res,
        Text(title, 12, c.secondary, 500, pad=(24, 24, 24, 16), id=prefix + "header_title", lines=2),
        body,
        Row(*((mode,) if fits else ()), ButtonBar(cancel, ok, grow=1, gap=0), width=FILL, align="center", pad=(8, 4)),
        dismiss=on_cancel, pad=0, width=_WIDE_LAND if _beside(res) and not p.typed else _WIDE,
    )  # fmt: skip


def _beside(res: Resources) -> bool:
    """Whether the time stands at the side of the face."""
    return header_beside(res, _WIDE_LAND)


def _period(
    res: Resources, p: TimePicker, on_change: Any, prefix: str, tall: float, wide: float = 0
) -> tuple[Element, ...]:
    """Show the buttons AM and PM; none with 24 hours.

    ``wide``: width of both side by side, 0 for one below the other.
    """
    if res.hour_24:
        return ()
    c = res.colors
    look = _look(res)
    halves = [
        FittedText(
            text, 16, look.ink if chosen else c.text, 500, align="center", width=wide / 2 or _PERIOD,
            height=tall if wide else tall / 2,
            radius=look.radius, background=look.chosen if chosen else look.other,
            border=c.divider if look.other is None else None, tap=do(half_chosen, on_change, p, name == "pm"),
            checked=chosen, id=f"{prefix}material_clock_period_{name}_button",
            class_name="android.widget.CompoundButton",
        )
        for text, name, chosen in zip(day_periods(res.locale), ("am", "pm"), (p.hour < 12, p.hour >= 12), strict=True)
    ]  # fmt: skip
    toggle = (Row if wide else Column)(
        *halves, id=prefix + "material_clock_period_toggle", description=res.string("android13.picker_period")
    )
    return (toggle,)


def _said(res: Resources, field: str, number: int) -> str:
    """Return a number of the face as a screen reader says it."""
    if field == "minute":
        return res.string("android13.picker_minutes", count=number, shown=res.digits(str(number)))
    if res.hour_24:
        return res.string("android13.picker_hours", count=number, shown=res.digits(str(number)))
    return res.string("android13.picker_oclock", hour=res.digits(str(number % 12 or 12)))


def _number(
    res: Resources,
    field: str,
    number: int,
    text: str,
    size: float,
    color: int,
    background: int | None,
    tap: Callback,
) -> Element:
    return Text(
        text, size, color, align="center", width=_ACROSS, height=_ACROSS, radius=_ACROSS / 2, background=background,
        selected=background is not None, tap=tap, description=_said(res, field, number),
    )  # fmt: skip


def _face(res: Resources, p: TimePicker, on_change: Any, prefix: str) -> Element:
    c = res.colors
    beside = _beside(res)
    side = float(
        min(256, res.width - 56, max(160, res.height - (0 if beside else _CHIP_HIGH) - 48 - 24 - 48 - 90))
    )
    # On a narrow screen the dialog has less room than two chips of Material's size need.
    period = 0 if res.hour_24 else _PERIOD + 12
    wide = min(_WIDE_CHIP if res.hour_24 else _CHIP, (min(_WIDE, res.width - 24) - 48 - period) / 2)
    shown = f"{p.hour:02d}" if res.hour_24 else str(p.hour % 12 or 12)
    look = _look(res)
    chips = [
        FittedText(
            res.digits(text), 56, look.ink if field == p.field else c.text, align="center", width=wide,
            height=_CHIP_HIGH, pad=(4, 0),
            radius=look.radius, background=look.chosen if field == p.field else c.field, checked=field == p.field,
            tap=do(changed, on_change, replace(p, field=field)), id=f"{prefix}material_{field}_tv",
            description=_said(res, field, number), class_name="android.view.View",
        )
        for field, text, number in (("hour", shown, p.hour), ("minute", f"{p.minute:02d}", p.minute))
    ]  # fmt: skip
    if res.rtl:  # hours stand before minutes in every locale
        chips.reverse()
    time = Row(
        chips[0], Text(":", 56, c.text), chips[1], gap=4, align="center", id=prefix + "material_clock_display"
    )
    face = dial(
        res, p, on_change, side, _ACROSS, _number, id=prefix + "material_clock_face",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    if beside:
        halves = _period(res, p, on_change, prefix, _PERIOD_HIGH, 2 * wide + 24)
        return Row(
            Fitted(Column(time, *halves, gap=12, align="center", class_name="")), Spacer(width=_BETWEEN, height=1),
            face, width=FILL, pad=(24, 0, 24, 8), align="center", justify="center",
            id=prefix + "material_timepicker_view", class_name="android.view.ViewGroup",
        )  # fmt: skip
    header = Row(
        Fitted(Row(time, *_period(res, p, on_change, prefix, _CHIP_HIGH), gap=12, align="center", class_name="")),
        width=FILL, justify="center", class_name="",
    )  # fmt: skip
    return Column(
        header, Column(face, width=FILL, align="center", pad=(0, 24, 0, 8), class_name=""), width=FILL,
        id=prefix + "material_timepicker_view", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _fields(res: Resources, p: TimePicker, focus: str, on_change: Any, prefix: str) -> Element:
    c = res.colors
    parts: list[Element] = [
        TextField(
            res.digits(text), f"input_{field}", do(typed_in, on_change, p, field), focused=focus == f"input_{field}",
            size=28, width=64 if res.width >= 300 else 48, height=56, align="center", color=c.text, accent=c.accent,
            kind="number", cursor=False, background=c.field, radius=8, id=f"{prefix}material_{field}_text_input",
            description=res.string(f"common.{field}"),
        )
        for field, text in (("hour", p.hour_text), ("minute", p.minute_text))
    ]  # fmt: skip
    if res.rtl:
        parts.reverse()
    row = Row(
        parts[0], Text(":", 28, c.text), parts[1], *_period(res, p, on_change, prefix, 72), gap=8, align="center",
        justify="center", width=FILL,
    )  # fmt: skip
    wrong = Text(
        res.string("common.wrong_time"), 12, c.error, lines=2, id=prefix + "material_timepicker_error"
    )
    return Column(
        row, *((wrong,) if p.wrong else ()), width=FILL, pad=(20, 0), gap=8, align="center",
        id=prefix + "material_timepicker_view", class_name="android.view.ViewGroup",
    )  # fmt: skip
