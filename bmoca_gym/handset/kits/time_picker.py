"""A time picker like android.widget.TimePicker: a clock face or text fields."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.manifest import Next, S
from bmoca_gym.handset.resources import Resources, day_periods
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import corner, dialog_card, icon_button, picker_header, text_button
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.fitting import ButtonBar, Fitted
from bmoca_gym.handset.ui.large_screens import header_beside
from bmoca_gym.handset.ui.widgets import FittedText, Line, Text, TextField
from bmoca_gym.handset.value import Callback, Value, do, replace, value

#: Below this height in dp the face does not fit above the buttons, and the picker opens with text fields.
FACE_ROOM = 500
#: Below this height in dp the face can't be shown at all.
LEAST_FACE_ROOM = 400
#: Sizes in dp of android.widget.TimePicker: the face, a number on it, and the header.
_FACE, _ACROSS, _HEADER = 270, 40, 96
#: dp above and below the face.
_FACE_GAPS = 14, 4
#: Width of the dialog; in landscape, where the header stands at the side (layout-land): its width, and the height of
#: the buttons.
_WIDE, _SIDE, _FOOT = 328, 216, 52
_FACE_CLASS = "android.widget.RadialTimePickerView$RadialPickerTouchHelper"


@value
class TimePicker(Value):
    """A time being picked.

    Attributes:
        field: "hour" or "minute".
        typed: whether text fields are shown instead of the face.
        hour_text, minute_text: texts in these fields.
        spinner: whether the list of AM and PM is open.
    """

    hour: int
    minute: int
    field: str = "hour"
    typed: bool = False
    hour_text: str = ""
    minute_text: str = ""
    spinner: bool = False
    wrong: bool = False


def opened(res: Resources, hour: int, minute: int) -> TimePicker:
    """Return a picker that shows a time, in the form that fits the screen."""
    return _with_texts(res, TimePicker(hour, minute, typed=res.height < FACE_ROOM))


def _with_texts(res: Resources, p: TimePicker) -> TimePicker:
    shown = p.hour if res.hour_24 else p.hour % 12 or 12
    return replace(p, hour_text=str(shown), minute_text=f"{p.minute:02d}", wrong=False)


def picked(res: Resources, p: TimePicker) -> TimePicker | None:
    """Return the picker with the typed time applied, or None if it is not a time."""
    if not p.typed:
        return p
    hour, minute = _typed(p.hour_text), _typed(p.minute_text)
    low, high = (0, 23) if res.hour_24 else (1, 12)
    if hour is None or minute is None or not (low <= hour <= high and minute <= 59):
        return None
    return replace(p, hour=hour if res.hour_24 else hour % 12 + (12 if p.hour >= 12 else 0), minute=minute)


def _typed(text: str) -> int | None:
    return int(text) if 0 < len(text) <= 2 and text.isdecimal() else None


# Handlers. Each hands the next picker to the app's own handler ``on_change(state, context, picker)``.


def _touch(state: S, context: Context, on_change: Any, p: TimePicker) -> Next[S]:
    """Handle a touch on the face: the angle decides, and with 24 hours also the distance from the centre."""
    x, y = (context.end_x, context.end_y) if context.direction else (context.x, context.y)
    angle = math.atan2(x - 0.5, 0.5 - y) % (2 * math.pi)
    if p.field == "minute":
        minute = round(angle / (2 * math.pi) * 60) % 60
        return on_change(state, context, _with_texts(context.res, replace(p, minute=minute)))
    place = round(angle / (2 * math.pi) * 12) % 12
    if context.res.hour_24:
        inner = math.hypot(x - 0.5, y - 0.5) < 0.31
        hour = (place + 12 if place else 0) if inner else (place or 12)
    else:
        hour = place + (12 if p.hour >= 12 else 0)
    return on_change(state, context, _with_texts(context.res, replace(p, hour=hour, field="minute")))


def changed(state: S, context: Context, on_change: Any, p: TimePicker) -> Next[S]:
    """Continue with ``p``, the picker after a touch."""
    return on_change(state, context, p)


def half_chosen(state: S, context: Context, on_change: Any, p: TimePicker, afternoon: bool) -> Next[S]:
    """Choose AM or PM."""
    return on_change(state, context, replace(p, hour=p.hour % 12 + (12 if afternoon else 0), spinner=False))


def mode_toggled(state: S, context: Context, on_change: Any, p: TimePicker) -> Next[S]:
    """Switch between the face and text fields."""
    taken = picked(context.res, p) or p
    return on_change(
        state, context, _with_texts(context.res, replace(taken, typed=not p.typed, spinner=False))
    )


def typed_in(state: S, context: Context, on_change: Any, p: TimePicker, name: str, text: str) -> Next[S]:
    """Update the text of a field, "hour" or "minute"."""
    text = "".join(str(int(c)) for c in text if c.isdecimal())[-2:]
    change = {"hour_text": text} if name == "hour" else {"minute_text": text}
    return on_change(state, context, replace(p, wrong=False, **change))


# Screens


def picker_dialog(
    res: Resources, p: TimePicker, focus: str, on_change: Any, on_ok: Callback, on_cancel: Callback
) -> Element:
    """Show the dialog; ``focus``: the text field with the focus."""
    c = res.colors
    body = _fields(res, p, focus, on_change) if p.typed else _face(res, p, on_change)
    mode = icon_button(
        "access_time" if p.typed else "keyboard",
        res.string("common.clock_mode" if p.typed else "common.text_mode"),
        do(mode_toggled, on_change, p), c.secondary, id="android:id/toggle_mode",
    )  # fmt: skip
    fits = res.height >= LEAST_FACE_ROOM or not p.typed
    buttons = (
        text_button(res, res.string("common.cancel"), on_cancel, id="android:id/button2"),
        text_button(res, res.string("common.ok"), on_ok, id="android:id/button1"),
    )
    bar = ButtonBar(*buttons, grow=1, gap=0)
    beside = _beside(res) and not p.typed
    foot = Row(
        *((mode,) if fits else ()),
        bar,
        width=FILL,
        height=_FOOT if beside else None,
        align="center",
        pad=(8, 0),
    )
    if not beside:
        return dialog_card(res, body, foot, dismiss=on_cancel, pad=0, width=_WIDE)
    pane = Column(body, foot, width=_WIDE, class_name="")
    parts = Row(_header(res, p, on_change), pane, width=FILL, class_name="")
    return dialog_card(res, parts, dismiss=on_cancel, pad=0, width=_SIDE + _WIDE)


def _beside(res: Resources) -> bool:
    """Whether the header stands at the side of the face."""
    return header_beside(res, _SIDE + _WIDE)


def _face_side(res: Resources) -> float:
    around = 20 if _beside(res) else _header_height(res) + 24
    return float(min(_FACE, res.width - 56, max(160, res.height - around - 48 - 48 - 40)))


def _header_height(res: Resources) -> float:
    """As android.widget.TimePicker has it, and more where the text is large."""
    return max(_HEADER, 8 + 76 * res.metrics.font / res.metrics.scale)


def _header(res: Resources, p: TimePicker, on_change: Any) -> Element:
    c, beside = res.colors, _beside(res)
    strong, weak = c.on_accent, (c.on_accent & 0xFFFFFF) | 0x99000000
    shown = f"{p.hour:02d}" if res.hour_24 else str(p.hour % 12 or 12)
    parts: list[Element] = [
        Text(
            res.digits(shown),
            60,
            strong if p.field == "hour" else weak,
            id="android:id/hours",
            class_name="android.widget.RadioButton",
            tap=do(changed, on_change, replace(p, field="hour")),
            checked=p.field == "hour",
        ),
        Text(":", 60, weak, id="android:id/separator"),
        Text(
            res.digits(f"{p.minute:02d}"),
            60,
            strong if p.field == "minute" else weak,
            id="android:id/minutes",
            class_name="android.widget.RadioButton",
            tap=do(changed, on_change, replace(p, field="minute")),
            checked=p.field == "minute",
        ),
    ]
    if not res.hour_24:
        am, pm = day_periods(res.locale)
        halves = [
            FittedText(
                text,
                16,
                strong if chosen else weak,
                500,
                pad=(8, 0),
                width=64,
                height=44,
                tap=do(half_chosen, on_change, p, afternoon),
                id=f"android:id/{name}_label",
                class_name="android.widget.RadioButton",
                checked=chosen,
            )
            for text, name, afternoon, chosen in (
                (am, "am", False, p.hour < 12),
                (pm, "pm", True, p.hour >= 12),
            )
        ]
        parts.append(Column(*halves, id="android:id/ampm_layout", class_name="android.widget.RadioGroup"))
    # Hours come before minutes in every locale, as on Android.
    if res.rtl:
        parts = list(reversed(parts[:3])) + parts[3:]
    time: Element
    if beside:
        time = Column(
            Fitted(Row(*parts[:3], align="center", gap=4, class_name="")), *parts[3:], align="center"
        )
    else:
        time = Fitted(Row(*parts, align="center", gap=4, class_name=""))
    time.class_name = ""
    header = Row(
        time, width=FILL, height=FILL, align="center", justify="center", background=c.accent, radius=corner(res),
        id="android:id/time_header", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    tall = _face_side(res) + sum(_FACE_GAPS) + _FOOT if beside else _header_height(res)
    return picker_header(res, header, _SIDE if beside else 0, tall)


@component(256)
def _number_at(
    label: str, text: str, size: float, color: int, background: int | None, tap: Callback, weight: int
) -> Element:
    return Stack(
        Text(text, size, color, weight, class_name=""),
        width=_ACROSS, height=_ACROSS, radius=_ACROSS / 2, background=background, align="center", justify="center",
        description=label, class_name=_FACE_CLASS, selected=background is not None, tap=tap,
    )  # fmt: skip


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
    label = str(number % 12 or 12) if field == "hour" and not res.hour_24 else str(number)
    return _number_at(label, text, size, color, background, tap, 400)


def _face(res: Resources, p: TimePicker, on_change: Any) -> Element:
    face = dial(
        res, p, on_change, _face_side(res), _ACROSS, _number, id="android:id/radial_picker",
        class_name="android.view.View",
    )  # fmt: skip
    above, below = _FACE_GAPS
    shown = Column(face, width=FILL, align="center", pad=(0, above, 0, below))
    return shown if _beside(res) else Column(_header(res, p, on_change), shown, width=FILL)


def dial(
    res: Resources,
    p: TimePicker,
    on_change: Any,
    side: float,
    across: float,
    number_at: Callable[..., Element],
    **options: Any,
) -> Element:
    """Show the clock face, ``side`` dp across, with its hand. ``options``: of the face.

    ``number_at(res, field, number, text, size, color, background, tap)`` makes a number, which is ``across`` dp
    across.
    """
    c = res.colors
    middle, outer = side / 2, side / 2 - 24
    inner = outer - 34
    half = across / 2
    numbers: list[tuple[float, float, Element]] = []

    def place(number: int, text: str, step: int, radius: float, after: TimePicker, small: bool) -> None:
        angle = step / 12 * 2 * math.pi
        x, y = middle + radius * math.sin(angle) - half, middle - radius * math.cos(angle) - half
        chosen = number == (p.hour if p.field == "hour" else p.minute)
        ink = c.on_accent if chosen else c.text
        size = (13 if small else 16) * res.metrics.scale / res.metrics.font
        element = number_at(
            res, p.field, number, res.digits(text), size, ink, c.accent if chosen else None,
            do(changed, on_change, after),
        )  # fmt: skip
        numbers.append((x, y, element))

    radius = outer
    for step in range(12):
        if p.field == "minute":
            after = _with_texts(res, replace(p, minute=step * 5))
            place(step * 5, f"{step * 5:02d}", step, outer, after, False)
        elif res.hour_24:
            first, second = step or 12, step + 12 if step else 0
            for number, at, small in ((first, outer, False), (second, inner, True)):
                text = f"{number:02d}" if small else str(number)
                place(
                    number, text, step, at, _with_texts(res, replace(p, hour=number, field="minute")), small
                )
        else:
            number = step + (12 if p.hour >= 12 else 0)
            place(
                number,
                str(step or 12),
                step,
                outer,
                _with_texts(res, replace(p, hour=number, field="minute")),
                False,
            )
    turn = p.hour % 12 / 12 if p.field == "hour" else p.minute / 60
    if p.field == "hour" and res.hour_24 and not 1 <= p.hour <= 12:
        radius = inner
    x, y = middle + radius * math.sin(turn * 2 * math.pi), middle - radius * math.cos(turn * 2 * math.pi)
    hand = Line((middle, middle, x, y), c.accent, 2, width=side, height=side)
    knob: list[tuple[float, float, Element]] = []
    if p.field == "minute" and p.minute % 5:
        spot = Spacer(width=across, height=across, radius=half, background=c.accent)
        knob.append((x - half, y - half, spot))
    return Canvas(
        (0, 0, hand), *knob, *numbers, width=side, height=side, radius=side / 2, background=c.field,
        drag=do(_touch, on_change, p), **options,
    )  # fmt: skip


def _fields(res: Resources, p: TimePicker, focus: str, on_change: Any) -> Element:
    c = res.colors
    narrow = res.width < 300
    options: dict[str, Any] = {
        "size": 28, "width": 48 if narrow else 64, "height": 52, "align": "center", "color": c.text,
        "accent": c.accent, "kind": "number", "cursor": False, "background": c.field, "radius": 4,
    }  # fmt: skip
    hour = TextField(
        res.digits(p.hour_text), "input_hour", do(typed_in, on_change, p, "hour"), focused=focus == "input_hour",
        id="android:id/input_hour", description=res.string("common.hour"), **options,
    )  # fmt: skip
    minute = TextField(
        res.digits(p.minute_text), "input_minute", do(typed_in, on_change, p, "minute"),
        focused=focus == "input_minute", id="android:id/input_minute",
        description=res.string("common.minute"), **options,
    )  # fmt: skip
    colon = Text(":", 28, c.text)
    parts: list[Element] = [minute, colon, hour] if res.rtl else [hour, colon, minute]
    if not res.hour_24:
        am, pm = day_periods(res.locale)
        if p.spinner:
            choices = [
                FittedText(
                    text,
                    16,
                    c.text,
                    pad=(8, 8) if narrow else (12, 8),
                    width=52 if narrow else 76,
                    tap=do(half_chosen, on_change, p, afternoon),
                    id="android:id/text1",
                    class_name="android.widget.CheckedTextView",
                    checked=chosen,
                    background=c.field if chosen else None,
                )
                for text, afternoon, chosen in ((am, False, p.hour < 12), (pm, True, p.hour >= 12))
            ]
            parts.append(
                Column(*choices, background=c.surface, border=c.divider, class_name="android.widget.ListView")
            )
        else:
            parts.append(
                FittedText(
                    pm if p.hour >= 12 else am,
                    18,
                    c.text,
                    pad=(8 if narrow else 12, 12),
                    background=c.field,
                    radius=4,
                    tap=do(changed, on_change, replace(p, spinner=True)),
                    id="android:id/am_pm_spinner",
                    class_name="android.widget.Spinner",
                )
            )
    note = (
        (Text(res.string("common.wrong_time"), 12, c.error, lines=2, id="android:id/label_error"),)
        if p.wrong
        else ()
    )
    return Column(
        Text(res.string("common.set_time"), 20, c.text, 500, lines=2, id="android:id/top_label"),
        Row(*parts, gap=8, align="center"), *note,
        width=FILL, pad=(20, 18, 20, 4), gap=12, id="android:id/input_mode", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
