"""Status bar, navigation bar and toasts."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.configuration import NAVIGATION_BAR
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import battery, radios
from bmoca_gym.handset.system.keys import press_key
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

STATUS_HEIGHT = 24
MOST_NOTIFIED = 4
_ZEN_MODE = ("global", "zen_mode")
_SHOWS_LEVEL = ("system", "status_bar_show_battery_percent")
_UI = "com.android.systemui:id/"


def indicators(phone: Phone) -> tuple[str, ...]:
    """The icons at the end of the status bar, by what is switched on."""
    radio = ("airplanemode_active" if radios.airplane_mode(phone) else "signal_cellular_4_bar",)
    wifi = ("signal_wifi_4_bar",) if radios.wifi(phone) else ()
    bluetooth = ("bluetooth",) if radios.bluetooth(phone) else ()
    quiet = ("do_not_disturb_on",) if phone.settings.get(_ZEN_MODE, "0") != "0" else ()
    return (*quiet, *bluetooth, *wifi, *radio, battery.glyph(phone.battery))


def battery_level(phone: Phone) -> str:
    """The battery's level in words, where its user wants it in the status bar."""
    if phone.settings.get(_SHOWS_LEVEL, "0") != "1":
        return ""
    return resources.of(phone.configuration).percent(phone.battery.level)


def status_bar(
    res: Resources,
    hour: int,
    minute: int,
    style: str,
    icons: tuple[str, ...],
    notified: tuple[str, ...] = (),
    level: str = "",
) -> Element:
    """Clock and indicators, which do not grow with the font scale; ``style``: "light", "dark" or by the theme ("auto").

    ``notified``: the small icons of notifications, of which as many are shown as Android 10 shows. ``level``: of the
    battery, in words.
    """
    light = style == "light" or (style == "auto" and res.dark)
    color = 0xFFFFFFFF if light else 0xFF5F6368
    shown = hour if res.hour_24 else (hour % 12 or 12)
    size = res.metrics.fixed(14)
    return Row(
        Text(res.digits(f"{shown}:{minute:02d}"), size, color, 500, id=_UI + "clock"),
        *[Icon(name, 16, color) for name in notified[-MOST_NOTIFIED:]],
        *((Text("•", size, color),) if len(notified) > MOST_NOTIFIED else ()),
        Spacer(grow=1, height=1),
        *[Icon(name, 16, color) for name in icons],
        *((Text(level, size, color, id=_UI + "battery_percentage_view"),) if level else ()),
        height=STATUS_HEIGHT, pad=(16, 0), gap=4, align="center", id=_UI + "status_bar",
    )  # fmt: skip


def _press(phone: Phone, context: Context, name: str) -> Phone:
    return press_key(phone, name)


_KEYS = (
    ("BACK", "arrow_back_ios_new", "back"), ("HOME", "radio_button_unchecked", "home"),
    ("OVERVIEW", "crop_square", "recent_apps"),
)  # fmt: skip


def shaded(background: int | None, shade: int) -> int:
    """The colour of a background under a translucent shade (0xAARRGGBB); without a background, the shade itself."""
    if background is None:
        return shade
    part = shade >> 24
    mixed = 0xFF
    for shift in (16, 8, 0):
        below, above = background >> shift & 0xFF, shade >> shift & 0xFF
        mixed = mixed << 8 | (below * (255 - part) + above * part + 127) // 255
    return mixed


def navigation_bar(res: Resources, background: int | None, light: bool) -> Element:
    """Back, home and overview, mirrored in right-to-left locales.

    ``background``: 0xAARRGGBB, None where the screen reaches under the bar. ``light``: whether its icons are.
    """
    keys = _navigation_keys(light, True)
    return Row(
        Spacer(grow=1, height=1), *keys, Spacer(grow=1, height=1), height=NAVIGATION_BAR, background=background,
        align="center",
    )  # fmt: skip


def side_bar(res: Resources, background: int | None, light: bool, rotation: int) -> Element:
    """The same keys at the side of a turned phone: at the edge that is its foot when it is upright."""
    keys = _navigation_keys(light, False)
    return Column(
        Spacer(grow=1, width=1), *(keys if rotation == 3 else keys[::-1]), Spacer(grow=1, width=1), height=FILL,
        width=NAVIGATION_BAR, background=background, align="center",
    )  # fmt: skip


def _navigation_keys(light: bool, mirrored: bool) -> list[Element]:
    color = 0xFFFFFFFF if light else 0xFF5F6368
    width, height = (80, NAVIGATION_BAR) if mirrored else (NAVIGATION_BAR, 80)
    return [
        Stack(
            Icon(glyph, 20, color, turn=mirrored, class_name=""),
            width=width, height=height, align="center", justify="center",
            tap=do(_press, name), id=_UI + id, description=name.title(), class_name="android.widget.ImageView",
        )
        for name, glyph, id in _KEYS
    ]  # fmt: skip


def toast(res: Resources, text: str) -> Element:
    """A short message in a rounded box at the foot of the screen."""
    c = res.colors
    return Column(
        Text(text, 14, 0xFF202124, lines=3, align="center", background=0xFFE8EAED, radius=20, pad=(20, 10)),
        align="center", pad=(24, 0, 24, 24), background=None, class_name="" if c else None,
    )  # fmt: skip
