"""Windows that cover the apps: the dark screen of a phone that is off, the lock screen, and the PIN page."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Context, Phone
from bmoca_gym.handset.system import clock, display, radios, status_bar
from bmoca_gym.handset.system_ui import bars, shade
from bmoca_gym.handset.system_ui.shade.android13 import card_width, media, panel_width
from bmoca_gym.handset.system_ui.shade.android13.media import Media, media_of
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
    Column,
    Element,
    LeftToRight,
    Row,
    Spacer,
    Stack,
    take_touch,
)
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_WHITE = 0xFFFFFFFF
_SHADE, _ASKING = 0x40000000, 0xFF101114
_KEY = 64  # dp
#: Notifications that the lock screen has room for.
_MOST = 3
_PAD = ("123", "456", "789")


def _unlock(phone: Phone, context: Context) -> Phone:
    return display.unlock(phone) if context.direction in ("", "up") else phone


def _type(phone: Phone, context: Context, digit: str) -> Phone:
    return display.enter(phone, digit)


def _erase(phone: Phone, context: Context) -> Phone:
    return display.erase_entry(phone)


def _submit(phone: Phone, context: Context) -> Phone:
    return display.submit_entry(phone)


def off(res: Resources) -> Element:
    """A screen that is off."""
    return Stack(
        width=FILL, height=FILL, background=0xFF000000, tap=do(take_touch), id=_ID + "notification_panel"
    )


def layer_of(phone: Phone) -> Layer:
    """The window that covers the apps."""
    state = display.of(phone)
    if state.asleep:
        return Layer(off, (), "dialog", "light", SYSTEM)
    carrier = "" if radios.airplane_mode(phone) else phone.properties.get("gsm.operator.alpha", "")
    status = carrier, bars.indicators(phone), bars.battery_level(phone)
    if state.entry is not None:
        return Layer(_question, (len(state.entry), state.wrong, status), "dialog", "light", SYSTEM)
    res = resources.of(phone.configuration)
    now = clock.local_time(phone)
    wallpaper = phone.configuration.wallpaper
    shown = tuple(
        shade.shown(phone, res, n)._replace(touchable=False, actions=()) for n in phone.notifications[:_MOST]
    )
    if phone.image.api_level >= shade.SINCE:
        shown = tuple(one._replace(replies=False) for one in shown)
    played = tuple([one for one in media_of(phone) if not one.ended])
    arguments = (now.hour, now.minute, now.date(), wallpaper, phone.image.api_level, shown, played, status)
    return Layer(_lock, arguments, "dialog", "light", SYSTEM)


def _lock(
    res: Resources, hour: int, minute: int, day: Any, wallpaper: str | bytes, api_level: int, shown: tuple[Any, ...],
    played: tuple[Media, ...], status: tuple[str, tuple[str, ...], str],
) -> Element:  # fmt: skip
    time = res.digits(f"{hour if res.hour_24 else hour % 12 or 12}:{minute:02d}")
    low = res.height < 480
    if api_level >= shade.SINCE:
        return _lock_13(res, time, day, wallpaper, api_level, shown, played, status)
    words = [
        Icon("lock", 24, _WHITE, id=_ID + "lock_icon"),
        Text(time, 40 if low else 64, _WHITE, 300, id=_ID + "keyguard_clock", shadow=True),
        Text(res.date(day, "MMMEd"), 18, _WHITE, id=_ID + "title", shadow=True),
    ]
    width = min(res.width, 416)
    cards = [shade.card(res, api_level, one) for one in shown]
    notices = Column(*cards, width=width, gap=4, pad=(8, 12), class_name="")
    hint = Text(
        res.string("system_ui.swipe_to_unlock"), 14, _WHITE, lines=2, align="center", pad=(24, 0),
        id=_ID + "keyguard_indication_text", shadow=True,
    )  # fmt: skip
    over = Column(
        *words, notices, Spacer(width=FILL, grow=1), hint, width=FILL, height=FILL, align="center", gap=4,
        pad=(0, 40 if low else 72, 0, 24 if low else 64), background=_SHADE, swipe=do(_unlock),
        id=_ID + "notification_panel", class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
    picture = Picture(wallpaper, width=FILL, height=FILL, class_name="")
    return Stack(picture, over, _status(res, *status), width=FILL, height=FILL)


def _lock_13(
    res: Resources, time: str, day: Any, wallpaper: str | bytes, api_level: int, shown: tuple[Any, ...],
    played: tuple[Media, ...], status: tuple[str, tuple[str, ...], str],
) -> Element:  # fmt: skip
    """The lock screen of Android 13: the date, and a clock of two lines until there is something below it."""
    low = res.height < 480
    date = Text(
        res.date(day, "MMMEd"),
        18,
        _WHITE,
        500,
        width=FILL,
        pad=(24, 0),
        id=_ID + "keyguard_slice_view",
        shadow=True,
    )
    hour, _, minute = time.partition(":")
    digits = res.digits
    if shown or played or low:
        clock_view: Element = Text(
            time, 52, _WHITE, 400, width=FILL, pad=(24, 0), id=_ID + "lockscreen_clock_view", shadow=True
        )
    else:
        two = hour if len(hour) > 1 else digits("0") + hour
        size = res.metrics.fixed(min(132, res.width * 0.34))
        clock_view = Column(
            *[Text(part, size, _WHITE, 300, shadow=True, class_name="") for part in (two, minute)],
            width=FILL, align="center", pad=(0, 40, 0, 0), id=_ID + "lockscreen_clock_view_large", description=time,
            class_name=WIDGET + "TextView",
        )  # fmt: skip
    cards = [media.card(res, one, False) for one in played[:1]]
    cards += [shade.card(res, api_level, one) for one in shown]
    width = panel_width(res) if is_tablet(res) else card_width(res)
    notices = Column(*cards, width=width, gap=3, pad=(8, 16), class_name="")
    hint = Text(
        res.string("system_ui.swipe_to_unlock"), 14, _WHITE, lines=2, align="center", pad=(24, 0),
        id=_ID + "keyguard_indication_text", shadow=True,
    )  # fmt: skip
    lock = Icon("lock", 24, _WHITE, id=_ID + "lock_icon_view")
    upper: tuple[Element, ...] = date, clock_view, notices
    if cards and is_tablet(res) and res.width > res.height:  # beside each other, as in the shade
        upper = (
            Row(Column(date, clock_view, grow=1, gap=8, class_name=""), notices, width=FILL, class_name=""),
        )
    over = Column(
        *upper, Spacer(width=FILL, grow=1), lock, hint, width=FILL, height=FILL, align="center",
        gap=8, pad=(0, 40 if low else 64, 0, 16 if low else 32), background=_SHADE, swipe=do(_unlock),
        id=_ID + "notification_panel", class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
    picture = Picture(wallpaper, width=FILL, height=FILL, class_name="")
    return Stack(picture, over, _status(res, *status), width=FILL, height=FILL)


def _status(res: Resources, carrier: str, icons: tuple[str, ...], level: str) -> Element:
    """The status bar of the lock screen, with the operator in place of the clock and without notifications' icons."""
    *radio, battery = [Icon(name, 16, _WHITE) for name in icons]
    battery.id = _ID + "battery"
    words = (Text(level, res.metrics.fixed(14), _WHITE, id=_ID + "battery_percentage_view"),) if level else ()
    return Row(
        Text(carrier, res.metrics.fixed(14), _WHITE, grow=1, id=_ID + "keyguard_carrier_text"),
        Row(*radio, gap=4, align="center", id=_ID + "statusIcons", class_name=WIDGET + "LinearLayout"),
        battery, *words,
        width=FILL, height=STATUS_HEIGHT, pad=(16, 0), gap=4, align="center", id=_ID + "keyguard_header",
    )  # fmt: skip


def _question(res: Resources, typed: int, wrong: bool, status: tuple[str, tuple[str, ...], str]) -> Element:
    """The pad for the PIN. ``typed``: how many digits of it are typed."""
    low = res.height < 480
    side = 48 if low else _KEY

    def key(label: str, callback: Any, glyph: str = "", id: str = "") -> Element:
        options: dict[str, Any] = {
            "width": side * 1.25, "height": side, "radius": side / 2, "tap": callback, "description": label,
            "id": _ID + (id or f"key{label}"), "class_name": WIDGET + ("ImageButton" if glyph else "FrameLayout"),
        }  # fmt: skip
        if glyph:
            return Icon(glyph, 28, _WHITE, **options)
        return Text(res.digits(label), res.metrics.fixed(28), _WHITE, 300, align="center", **options)

    rows: list[list[Element]] = [[key(digit, do(_type, digit)) for digit in row] for row in _PAD]
    rows.append(
        [
            key(res.string("system_ui.delete"), do(_erase), "backspace", "delete_button"),
            key("0", do(_type, "0")),
            key(res.string("common.ok"), do(_submit), "check", "key_enter"),
        ]
    )
    message = res.string("system_ui.wrong_pin" if wrong else "system_ui.enter_pin")
    dots = Row(
        *[Icon("circle", 12, _WHITE, class_name="") for _ in range(typed)], height=24, gap=8, align="center",
        justify="center", id=_ID + "pinEntry", class_name=WIDGET + "EditText",
    )  # fmt: skip
    pad = LeftToRight(
        Column(*[Row(*row, gap=16, class_name="") for row in rows], gap=4 if low else 12, class_name="")
    )
    asking = Column(
        Text(message, 16, _WHITE, lines=2, align="center", pad=(24, 0), id=_ID + "keyguard_message_area"), dots, pad,
        width=FILL, height=FILL, align="center", justify="center", gap=8 if low else 20, background=_ASKING,
        tap=do(take_touch), id=_ID + "keyguard_pin_view", class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
    return Stack(asking, _status(res, *status), width=FILL, height=FILL, class_name="")
