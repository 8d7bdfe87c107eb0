"""Status bar, navigation bar and toasts."""

from __future__ import annotations

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import HANDLE_BAR, NAVIGATION_BAR, STATUS_HEIGHT
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import accessibility, activities, battery, radios
from bmoca_gym.handset.system.keys import press_key
from bmoca_gym.handset.ui.components import app_icon, popup_card
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

MOST_NOTIFIED = 4
_INK = 0x99000000  # dark_mode_icon_color_single_tone
_ZEN_MODE = ("global", "zen_mode")
_SHOWS_LEVEL = ("system", "status_bar_show_battery_percent")
_UI = "com.android.systemui:id/"
_LAUNCHER = "com.google.android.apps.nexuslauncher:id/"
_BAR, _CLOCK = _UI + "status_bar", _UI + "clock"


def indicators(phone: Phone) -> tuple[str, ...]:
    """The icons at the end of the status bar, by the state of the radios and so on."""
    radio = ("airplanemode_active" if radios.airplane_mode(phone) else "signal_cellular_4_bar",)
    wifi = ("signal_wifi_4_bar",) if radios.wifi(phone) else ()
    bluetooth = ("bluetooth",) if radios.bluetooth(phone) else ()
    quiet = ("do_not_disturb_on",) if phone.settings.get(_ZEN_MODE, "0") != "0" else ()
    return (*quiet, *bluetooth, *wifi, *radio, battery.glyph(phone.battery))


def battery_level(phone: Phone) -> str:
    """The battery's level in words, if the user wants it in the status bar."""
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
    """Clock and indicators, which do not grow with the font scale.

    ``style``: "light", "dark", by the theme ("auto"), or "over" for dark ones over a white drawer and a dimmed page.

    ``notified``: the small icons of notifications, of which as many are shown as Android 10 shows. ``level``: of the
    battery, in words.
    """
    light = style == "light" or (style == "auto" and res.dark)
    color = 0xFFFFFFFF if light else _INK if style == "over" else 0xFF5F6368
    shown = hour if res.hour_24 else (hour % 12 or 12)
    size = res.metrics.fixed(14)
    clock = Text(res.digits(f"{shown}:{minute:02d}"), size, color, 500)
    clock.id = _CLOCK
    parts: list[Element] = [clock]
    for name in notified[-MOST_NOTIFIED:]:
        parts.append(Icon(name, 16, color))
    if len(notified) > MOST_NOTIFIED:
        parts.append(Text("•", size, color))
    parts.append(_gap())
    for name in icons:
        parts.append(Icon(name, 16, color))
    if level:
        parts.append(Text(level, size, color, id=_UI + "battery_percentage_view"))
    bar = Row()
    bar.children = tuple(parts)
    bar.height = float(STATUS_HEIGHT)
    bar.pad = (16, 0, 16, 0)
    bar.gap = 4.0
    bar.align = "center"
    bar.id = _BAR
    return bar


def _press(phone: Phone, context: Context, name: str) -> Phone:
    return press_key(phone, name)


#: Keys of the navigation bar: description, glyph, resource id, handler.
_KEYS = (
    ("Back", "arrow_back_ios_new", _UI + "back", do(_press, "BACK")),
    ("Home", "radio_button_unchecked", _UI + "home", do(_press, "HOME")),
    ("Overview", "crop_square", _UI + "recent_apps", do(_press, "OVERVIEW")),
)


def shaded(background: int | None, shade: int) -> int:
    """The colour of a background under a translucent shade (0xAARRGGBB); without a background, the shade itself."""
    if background is None:
        return shade
    return resources.mixed(background, shade, (shade >> 24) / 255)


def _press_aid(phone: Phone, context: Context) -> Phone:
    return accessibility.press_button(phone)


def _aid_button(res: Resources, light: bool) -> Element:
    return Stack(
        Icon("accessibility_new", 20, 0xFFFFFFFF if light else 0xFF5F6368, class_name=""),
        width=48, height=float(NAVIGATION_BAR), align="center", justify="center", tap=do(_press_aid),
        id=_UI + "accessibility_button", description=res.string("settings.accessibility"),
        class_name="android.widget.ImageView",
    )  # fmt: skip


def navigation_bar(res: Resources, background: int | None, light: bool, aid: bool = False) -> Element:
    """Back, home and overview, mirrored in right-to-left locales.

    ``background``: 0xAARRGGBB, None where the screen reaches under the bar. ``light``: whether its icons are.
    ``aid``: whether it ends with the accessibility button.
    """
    keys = _navigation_keys(light)
    bar = Row()
    bar.children = (_gap(), *keys, _gap())
    if aid:
        bar.children = (Spacer(width=48, height=1), _gap(), *keys, _gap(), _aid_button(res, light))
    bar.height = float(NAVIGATION_BAR)
    bar.background = background
    bar.align = "center"
    return bar


#: The first image's API level whose large screens have a taskbar, as since Android 12L; its icons in dp, and what
#: is between them.
_TASKBAR_SINCE, _SEAT, _BETWEEN = 33, 36, 20


def seats(phone: Phone) -> tuple[str, ...] | None:
    """The components of the apps in the taskbar, from the start; None where the phone has none."""
    config = phone.configuration
    if phone.image.api_level < _TASKBAR_SINCE or config.gestures or not config.is_tablet:
        return None
    launcher = packages.launcher_of(phone.image)
    if phone.home or launcher.favorites is None:
        return ()
    found: tuple[str, ...] = launcher.favorites(phone.apps[launcher.package])
    known = packages.enabled_of(phone.image)
    return tuple([one for one in found if one.partition("/")[0] in known])


def with_apps(phone: Phone, components: tuple[str, ...]) -> tuple[tuple[App, str], ...]:
    """Components, each with its app."""
    known = packages.apps_of(phone.image)
    return tuple([(known[one.partition("/")[0]], one) for one in components])


def _launch(phone: Phone, context: Context, component: str) -> Phone:
    return activities.start(phone, component)


def taskbar(
    res: Resources, background: int | None, light: bool, apps: tuple[tuple[App, str], ...], aid: bool = False
) -> Element:
    """The bar of a large screen: apps in the middle, each with its component, and the keys at the end.

    The other arguments are those of `navigation_bar`.
    """
    icons = Row(
        *[
            Stack(
                app_icon(res, app, _SEAT), height=float(NAVIGATION_BAR), justify="center", tap=do(_launch, component),
                description=app.title(res), class_name="android.widget.TextView",
            )
            for app, component in apps
        ],
        gap=_BETWEEN, align="center", id=_LAUNCHER + "taskbar_view", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    keys = Row(*_navigation_keys(light, True), class_name="")
    end = (_aid_button(res, light),) if aid else ()
    return Stack(
        Stack(icons, width=FILL, height=FILL, align="center", justify="center", class_name=""),
        Row(_gap(), keys, *end, width=FILL, height=FILL, align="center", class_name=""),
        width=FILL, height=float(NAVIGATION_BAR), background=background,
    )  # fmt: skip


def handle_bar(res: Resources, background: int | None, light: bool) -> Element:
    """The bar of gestures: a handle in the place of buttons."""
    handle = Spacer(
        width=108, height=4, radius=2, background=0xFFFFFFFF if light else 0xFF5F6368, id=_UI + "home_handle"
    )
    handle.class_name = "android.widget.ImageView"
    return Row(
        _gap(), handle, _gap(), height=HANDLE_BAR, background=background, align="center", class_name=""
    )


def _gap() -> Spacer:
    """A spacer that takes the remaining space in a row."""
    gap = Spacer()
    gap.grow = 1.0
    gap.height = 1.0
    return gap


def side_bar(res: Resources, background: int | None, light: bool, rotation: int) -> Element:
    """The same keys at the side of a turned phone, along the edge that is its bottom when it is upright."""
    keys = _navigation_keys(light, upright=False)
    return Column(
        Spacer(grow=1, width=1), *(keys if rotation == 3 else keys[::-1]), Spacer(grow=1, width=1), height=FILL,
        width=NAVIGATION_BAR, background=background, align="center",
    )  # fmt: skip


def _navigation_keys(light: bool, upright: bool = True) -> list[Element]:
    color = 0xFFFFFFFF if light else 0xFF5F6368
    width: float = 80.0 if upright else float(NAVIGATION_BAR)
    height: float = float(NAVIGATION_BAR) if upright else 80.0
    keys: list[Element] = []
    for description, glyph, id, tap in _KEYS:
        mark = Icon(glyph, 20, color)
        mark.class_name = ""
        key = Stack(mark)
        key.width = width
        key.height = height
        key.align = "center"
        key.justify = "center"
        key.tap = tap
        key.id = id
        key.description = description
        key.class_name = "android.widget.ImageView"
        keys.append(key)
    return keys


def toast(res: Resources, text: str) -> Element:
    """A short message in a rounded box at the foot of the screen; on Android 10 it is light in the dark theme, too."""
    if res.system < 3:
        card: Element = Text(
            text, 14, 0xFF202124, lines=3, align="center", background=0xFFE8EAED, radius=20, pad=(20, 10)
        )
    else:
        words = Text(text, 14, res.colors.text, lines=3, align="center", pad=(20, 12))
        card = popup_card(res, words, radius=24, class_name="")
    return Column(card, align="center", pad=(24, 0, 24, 24), background=None, class_name="")
