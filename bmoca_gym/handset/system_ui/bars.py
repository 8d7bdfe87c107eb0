"""Bars that the system draws over and around apps: status bar, navigation bar, overview, toast."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import SYSTEM, Context, Phone
from bmoca_gym.handset.system import activities, radios
from bmoca_gym.handset.system.keys import press_key
from bmoca_gym.handset.ui.components import app_icon
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

STATUS_HEIGHT = 24
NAVIGATION_HEIGHT = 48
MOST_NOTIFIED = 4
_ZEN_MODE = ("global", "zen_mode")
_OVERVIEW_SHADE = 0xB3202124
_UI = "com.android.systemui:id/"


def indicators(phone: Phone) -> tuple[str, ...]:
    """The icons at the end of the status bar, by what is switched on."""
    radio = ("airplanemode_active" if radios.airplane_mode(phone) else "signal_cellular_4_bar",)
    wifi = ("signal_wifi_4_bar",) if radios.wifi(phone) else ()
    bluetooth = ("bluetooth",) if radios.bluetooth(phone) else ()
    quiet = ("do_not_disturb_on",) if phone.settings.get(_ZEN_MODE, "0") != "0" else ()
    return (*quiet, *bluetooth, *wifi, *radio, "battery_full")


def status_bar(
    res: Resources, hour: int, minute: int, style: str, icons: tuple[str, ...], notified: tuple[str, ...] = ()
) -> Element:
    """Clock and indicators, which do not grow with the font scale; ``style``: "light", "dark" or by the theme ("auto").

    ``notified``: the small icons of notifications, of which as many are shown as Android 10 shows.
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
    color = 0xFFFFFFFF if light else 0xFF5F6368
    return Row(
        Spacer(grow=1, height=1),
        *[
            Stack(
                Icon(glyph, 20, color, turn=True, class_name=""),
                width=80, height=NAVIGATION_HEIGHT, align="center", justify="center",
                tap=do(_press, name), id=_UI + id, description=name.title(), class_name="android.widget.ImageView",
            )
            for name, glyph, id in _KEYS
        ],
        Spacer(grow=1, height=1),
        height=NAVIGATION_HEIGHT, background=background, align="center",
    )  # fmt: skip


def toast(res: Resources, text: str) -> Element:
    """A short message in a rounded box at the foot of the screen."""
    c = res.colors
    return Column(
        Text(text, 14, 0xFF202124, lines=3, align="center", background=0xFFE8EAED, radius=20, pad=(20, 10)),
        align="center", pad=(24, 0, 24, 24), background=None, class_name="" if c else None,
    )  # fmt: skip


def _open(phone: Phone, context: Context, package: str) -> Phone:
    return activities.show_task(phone, package)


def _dismiss(phone: Phone, context: Context, package: str) -> Phone:
    return activities.remove_task(phone, package) if context.direction == "up" else phone


def _clear(phone: Phone, context: Context) -> Phone:
    return activities.remove_all_tasks(phone)


def _close(phone: Phone, context: Context) -> Phone:
    return activities.toggle_overview(phone)


def overview_layer(phone: Phone) -> Layer:
    """The overview screen: the tasks, newest first."""
    installed = packages.apps_of(phone.image)
    shown = tuple(installed[task.package] for task in reversed(phone.tasks))
    return Layer(_overview, (shown, phone.configuration.wallpaper), "dialog", "light", SYSTEM)


def _overview(res: Resources, shown: tuple[App, ...], wallpaper: str | bytes) -> Element:
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""), _recent_tasks(res, shown),
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip


def _recent_tasks(res: Resources, shown: tuple[App, ...]) -> Element:
    c = res.colors
    launcher = "com.google.android.apps.nexuslauncher:id/"
    if not shown:
        body: Element = Text(
            res.string("launcher.recents_empty"), 16, 0xFFFFFFFF, lines=2, align="center", pad=(24, 0)
        )
        return Stack(
            body,
            width=FILL,
            height=FILL,
            background=_OVERVIEW_SHADE,
            align="center",
            justify="center",
            tap=do(_close),
        )
    width = max(120, round(res.width * 0.62))
    cards = [
        Column(
            app_icon(res, app, 40),
            Stack(
                app_icon(res, app, 72),
                width=width, grow=1, align="center", justify="center", background=c.background, radius=12,
                tap=do(_open, app.package), swipe=do(_dismiss, app.package), id=launcher + "snapshot",
                description=app.title(res),
                class_name="android.view.View",
            ),
            align="center", gap=12, height=FILL, class_name="android.widget.FrameLayout", id=launcher + "task",
        )
        for app in shown
    ]  # fmt: skip
    clear = Text(
        res.string("launcher.clear_all"), 16, 0xFFFFFFFF, 500, pad=(24, 14), tap=do(_clear), id=launcher + "clear_all",
        class_name="android.widget.Button",
    )  # fmt: skip
    return Column(
        Scroll(
            Row(*cards, gap=20, pad=(round(res.width * 0.19), 0), height=FILL), key="overview", axis="x",
            width=FILL, grow=1, id=launcher + "overview_panel", class_name="android.widget.ListView",
        ),
        clear,
        width=FILL, height=FILL, background=_OVERVIEW_SHADE, align="center", gap=8,
        pad=(0, max(32, round(res.height * 0.08)), 0, NAVIGATION_HEIGHT + 8), tap=do(_close),
    )  # fmt: skip
