"""Clock's screens on Android 13: the frame of the tabs, the stopwatch and the pad for a new timer."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.clock.handlers import city_clocks, timers, world_clock
from bmoca_gym.handset.apps.clock.handlers.alarms import add_alarm
from bmoca_gym.handset.apps.clock.handlers.stopwatch import lap, reset_watch, start_stop_watch
from bmoca_gym.handset.apps.clock.screens import stopwatch as stopwatch_screens
from bmoca_gym.handset.apps.clock.screens.main import floating
from bmoca_gym.handset.apps.clock.state import ID
from bmoca_gym.handset.kits.rails import RAIL, beside_rail, rail_of
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, page, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import tab_width
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "delete")
_BAR = 72  # dp: the bar of the tabs


#: Names of which Android 13 has words of its own.
_OWN_WORDS = ("bedtime", "add_city")


def word(res: Resources, name: str) -> str:
    """The name of a tab or button; what only Clock 7 has is in Android 13's own words."""
    return res.string(f"android13.clock_{name}" if name in _OWN_WORDS else f"clock.{name}")


def _tab(res: Resources, name: str, glyph: str, tap: Callback, chosen: bool, wide: float) -> Element:
    c = res.colors
    size: dict[str, Any] = {"width": wide} if wide else {"grow": 1}
    label = word(res, name)
    mark = Stack(
        Icon(glyph, 22, tones(res).on_container if chosen else c.secondary, class_name=""),
        width=56, height=30, radius=15, align="center", justify="center",
        background=tones(res).container if chosen else None, id=ID + "navigation_bar_item_icon_container",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Column(
        mark,
        FittedText(label, min(12.0, 12 * res.width / 320), c.text if chosen else c.secondary, 500, align="center",
             id=ID + "navigation_bar_item_large_label_view"),
        height=_BAR, align="center", justify="center", gap=3, tap=tap, selected=chosen, description=label,
        id=ID + f"tab_menu_{name}", class_name="android.widget.FrameLayout", **size,
    )  # fmt: skip


def frame(
    res: Resources,
    tab: str,
    tabs: tuple[tuple[str, str, Callback], ...],
    swipe: Callback,
    function: Any,
    arguments: tuple[Any, ...],
    button: str,
    deleted: tuple[str, Callback] | None,
    menu: Callback | None = None,
) -> Element:
    """A tab below its title, with the floating button and the bar of tabs: (name, icon, handler).

    ``deleted``: the message about a deletion and the handler that undoes it. ``menu``: what More options does.
    """
    buttons = {
        "add_alarm": do(add_alarm),
        "cities": do(world_clock.open_cities),
        "add_city": do(city_clocks.open_search),
        "add_timer": do(timers.set_up_timer, True),
    }
    shown: tuple[Element, ...] = ()
    if button in buttons:
        fab = Icon(
            "add", 24, tones(res).on_container, width=56, height=56, radius=16, background=tones(res).container,
            tap=buttons[button], id=ID + "fab", description=word(res, button), class_name="android.widget.ImageButton",
        )  # fmt: skip
        shown = floating(res, fab, deleted)
    c = res.colors
    title: Element = Text(word(res, tab), 24, c.text, pad=(24, 18), width=FILL, id=ID + "action_bar_title")
    if menu is not None:
        more = icon_button(
            "more_vert", res.string("common.more_options"), menu, c.text, id=ID + "overflow_action_button",
            class_name="android.widget.ImageView",
        )  # fmt: skip
        title = Row(
            Text(word(res, tab), 24, c.text, pad=(24, 18), grow=1, id=ID + "action_bar_title"), more,
            width=FILL, align="center", pad=(0, 0, 8, 0), id=ID + "toolbar",
        )  # fmt: skip
    content = Column(title, function(res, *arguments), width=FILL, height=FILL, swipe=swipe, class_name="")
    if res.rail:
        side = rail_of(
            [_tab(res, name, glyph, tap, name == tab, RAIL) for name, glyph, tap in tabs], ID + "rail"
        )
        pager = Stack(content, *shown, width=FILL, grow=1, align="center", justify="end", id=ID + "desk_clock_pager",
                      class_name="androidx.viewpager.widget.ViewPager")  # fmt: skip
        return beside_rail(side, page(res, pager))
    wide = tab_width(res, len(tabs))
    bar = Row(
        *[_tab(res, name, glyph, tap, name == tab, wide) for name, glyph, tap in tabs],
        width=FILL, height=_BAR, background=c.raised, id=ID + "tabs", class_name="android.widget.FrameLayout",
        justify="center" if wide else "start",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        Stack(content, *shown, width=FILL, grow=1, align="center", justify="end", id=ID + "desk_clock_pager",
              class_name="androidx.viewpager.widget.ViewPager"),
        bar,
        width=FILL, height=FILL, background=c.background,
    )  # fmt: skip


def watch(res: Resources, shown: int, running: bool, laps: tuple[int, ...]) -> Element:
    """The stopwatch: its time, its laps, and a row of buttons."""
    c = res.colors
    side = min(280, res.width - 64, max(110, res.height - STATUS_HEIGHT - 64 - _BAR - 48 - 220))
    seconds, hundredths = divmod(shown // 10, 100)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{hours}:{minutes:02d}:{seconds % 60:02d}" if hours else (
        f"{minutes}:{seconds % 60:02d}" if minutes else f"{seconds:02d}"
    )  # fmt: skip
    face = stopwatch_screens.face(res, shown, running, text, hundredths, side)
    reset = icon_button(
        "refresh", res.string("clock.reset"), do(reset_watch), c.text, size=24, width=56, height=56,
        background=c.raised, radius=28, id=ID + "left_button",
    )  # fmt: skip
    lap_button = icon_button(
        "timer", res.string("clock.lap"), do(lap), c.text, size=24, width=56, height=56,
        background=c.raised, radius=28, id=ID + "right_button",
    )  # fmt: skip
    main = icon_button(
        "pause" if running else "play_arrow", res.string("clock.pause" if running else "clock.start"),
        do(start_stop_watch), c.on_accent, size=32, width=96, height=72, background=c.accent, radius=24,
        id=ID + "fab",
    )  # fmt: skip
    none = Spacer(width=56, height=56)
    buttons = Row(
        reset if shown or running else none, main, lap_button if running else none,
        gap=20, align="center", justify="center", width=FILL, pad=(0, 8),
    )  # fmt: skip
    return Column(
        face, stopwatch_screens.lap_list(res, laps), buttons, Spacer(width=1, height=8),
        grow=1, width=FILL, align="center", class_name="",
    )  # fmt: skip


def timer_setup(res: Resources, digits: str, cancellable: bool, spoken: bool = False) -> Element:
    """The number pad to set up a timer, and the time entered; ``spoken``: the same in words."""
    c = res.colors
    t = digits.rjust(6, "0")
    units = (res.string("clock.hour_unit"), res.string("clock.minute_unit"), res.string("clock.second_unit"))
    time = " ".join(res.digits(t[2 * at : 2 * at + 2]) + unit for at, unit in enumerate(units))
    said = ""
    if spoken:
        amounts = {
            unit: int(t[2 * at : 2 * at + 2]) for at, unit in enumerate(("hours", "minutes", "seconds"))
        }
        said = res.string("android13.clock_timer_said", **amounts)
    shown = LeftToRight(
        FittedText(time, min(40.0, res.width / 8.5), c.accent if digits else c.secondary, 300, align="center",
             width=FILL, id=ID + "timer_setup_time", description=said),
        width=FILL, class_name="",
    )  # fmt: skip
    tall = max(
        36, min(72, (res.height - STATUS_HEIGHT - 64 - _BAR - 48 - 172 - (48 if cancellable else 0)) // 4)
    )
    keys: list[Element] = []
    for key in _KEYS:
        inside: Element
        if key == "delete":
            inside = Icon(
                "backspace", 24, c.text, width=FILL, height=tall - 6, radius=(tall - 6) / 2,
                tap=do(timers.erase_digit), long_press=do(timers.clear_digits), id=ID + "timer_setup_delete",
                description=res.string("clock.delete"), class_name="android.widget.ImageButton",
            )  # fmt: skip
        else:
            inside = Text(
                res.digits(key), 28, c.text, align="center", width=FILL, height=tall - 6, radius=(tall - 6) / 2,
                background=c.raised, tap=do(timers.press_digit, key), id=ID + f"timer_setup_digit_{key}",
                class_name="android.widget.Button",
            )  # fmt: skip
        keys.append(Column(inside, height=tall, pad=(4, 3), class_name=""))
    pad = LeftToRight(Grid(*keys, columns=3, width=min(320, res.width - 32), class_name=""))
    start: Element = Spacer(width=72, height=72)
    if digits:
        start = icon_button(
            "play_arrow", res.string("clock.start"), do(timers.start_new_timer), c.on_accent, size=32, width=96,
            height=72, background=c.accent, radius=24, id=ID + "fab",
        )  # fmt: skip
    back = (
        text_button(res, res.string("common.cancel"), do(timers.set_up_timer, False), id=ID + "left_button"),
    )
    return Column(
        shown, pad, start, *(back if cancellable else ()), grow=1, width=FILL, align="center", gap=10,
        pad=(0, 4, 0, 0), id=ID + "timer_setup",
    )  # fmt: skip
