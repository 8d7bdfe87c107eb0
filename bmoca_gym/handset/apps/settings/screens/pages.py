"""Screen of a page: its bar, and a row for each preference of any kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.apps.settings.state import ID, UP, search
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    KNOB,
    app_icon,
    divider,
    filled_button,
    heading,
    icon_button,
    page,
    scrolling,
    slider,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Switch, Text, WideSwitch
from bmoca_gym.handset.value import Callback, do

INSET = 72  # dp from a row's start to its text, with or without an icon before it


def bar(res: Resources, title: str, *actions: Element, up: Callback | None = UP) -> Element:
    """The tool bar of a page."""
    return toolbar(res, title, *actions, up=up, id=ID + "action_bar")


def search_button(res: Resources) -> Element:
    """The magnifier that opens the search, on most pages."""
    label = res.string("settings.search_settings")
    return icon_button("search", label, do(search), res.colors.secondary, id=ID + "search")


def _switch(res: Resources, shown: Shown, kind: type[Switch] = Switch, **options: Any) -> Element:
    c = res.colors
    label = res.string("common.on" if shown.checked else "common.off")
    return kind(shown.checked, label, color=c.accent, enabled=shown.enabled, **options)


# What stands at the end of a row, by its kind


def _nothing(res: Resources, shown: Shown) -> tuple[Element, ...]:
    return ()


def _switch_end(res: Resources, shown: Shown) -> tuple[Element, ...]:
    return (_switch(res, shown, id="android:id/switch_widget"),)


def _own_switch_end(res: Resources, shown: Shown) -> tuple[Element, ...]:
    return (
        Row(
            Spacer(width=1, height=32, background=res.colors.divider),
            _switch(res, shown, id=ID + "switchWidget", tap=shown.switch),
            gap=12, align="center", id=ID + "widget_frame",
        ),
    )  # fmt: skip


def _radio_end(res: Resources, shown: Shown) -> tuple[Element, ...]:
    c = res.colors
    return (RadioButton(shown.checked, color=c.accent, off_color=c.secondary, id=ID + "radio"),)


_ENDS = {"switch": _switch_end, "both": _own_switch_end, "radio": _radio_end}


@component(1024)
def _plain_row(res: Resources, shown: Shown) -> Element:
    end = _ENDS.get(shown.kind, _nothing)(res, shown)
    c = res.colors
    ink, second = (c.text, c.secondary) if shown.enabled else (c.disabled, c.disabled)
    texts = [Text(shown.title, 16, ink, lines=3, id="android:id/title", enabled=shown.enabled)]
    if shown.summary:
        texts.append(Text(shown.summary, 14, second, lines=8, id="android:id/summary", enabled=shown.enabled))
    lead = Icon(shown.icon, 24, second, id="android:id/icon") if shown.icon else Spacer(width=24, height=1)
    return Row(
        lead, Spacer(width=32, height=1),
        Column(*texts, grow=1, gap=2, class_name="android.widget.RelativeLayout"),
        *((Spacer(width=12, height=1), *end) if end else ()),
        width=FILL, pad=16, align="center", tap=shown.tap, enabled=shown.enabled,
    )  # fmt: skip


@component(512)
def _slider_row(res: Resources, shown: Shown) -> Element:
    c = res.colors
    assert shown.slide is not None
    lead: tuple[Element, ...] = ()
    if shown.icon:
        lead = (Icon(shown.icon, 24, c.secondary, id="android:id/icon"), Spacer(width=20, height=1))
    start, beside = (16, 16 + 56 + 16) if shown.icon else (12, 24)
    width = float(max(80, res.width - beside))
    function, arguments = shown.slide
    return Row(
        *lead,
        Column(
            Text(shown.title, 16, c.text, lines=2, id="android:id/title", pad=(KNOB, 0)),
            slider(
                res, shown.level, 0, shown.high, width, (function, (*arguments, width)), id="android:id/seekbar",
                description=shown.title,
            ),
            grow=1, class_name="android.widget.RelativeLayout",
        ),
        width=FILL, pad=(start, 8, 12, 8), align="center",
    )  # fmt: skip


@component(512)
def _bar_row(res: Resources, shown: Shown) -> Element:
    """The switch over a whole page."""
    c = res.colors
    background = c.accent if shown.checked else c.secondary
    label = res.string("common.on" if shown.checked else "common.off")
    return Row(
        Text(shown.title, 16, c.on_accent, 500, lines=2, grow=1, id=ID + "switch_text"),
        Switch(shown.checked, label, color=c.on_accent, off_color=c.on_accent, id=ID + "switch_widget"),
        width=FILL, pad=(24, 12), gap=12, align="center", background=background, tap=shown.tap, id=ID + "switch_bar",
    )  # fmt: skip


@component(512)
def _note(res: Resources, shown: Shown) -> Element:
    c = res.colors
    return Row(
        Icon("info", 20, c.secondary, id="android:id/icon"),
        Text(shown.title, 14, c.secondary, lines=None, grow=1, id="android:id/title"),
        width=FILL, pad=(18, 16, 16, 16), gap=32,
    )  # fmt: skip


@component(512)
def _steps(res: Resources, shown: Shown) -> Element:
    """A sample of text, and a slider with a button at each end: the font and display size pages."""
    c = res.colors
    assert shown.slide is not None
    assert shown.switch is not None
    function, arguments = shown.slide
    step, given = shown.switch
    width = float(max(80, res.width - 32 - 96))

    def button(glyph: str, key: str, level: int, id: str) -> Element:
        possible = 0 <= level <= shown.high
        return icon_button(
            glyph, res.string(f"settings.{key}"), do(step, *given, level), c.accent if possible else c.disabled,
            id=ID + id, enabled=possible, class_name="android.widget.ImageView",
        )  # fmt: skip

    sample = Column(
        Text(res.string("settings.sample_title"), 18, c.text, 500, lines=3),
        Text(res.string("settings.sample_text"), 14, c.text, lines=8),
        width=FILL, gap=8, pad=16, background=c.raised, radius=8, id=ID + "preview",
    )  # fmt: skip
    return Column(
        sample,
        Text(shown.summary, 16, c.text, align="center", width=FILL, lines=2, id=ID + "current_label"),
        Row(
            button("remove", "smaller", shown.level - 1, "smaller"),
            slider(
                res, shown.level, 0, shown.high, width, (function, (*arguments, width)), id=ID + "seek_bar",
                description=shown.title,
            ),
            button("add", "larger", shown.level + 1, "larger"),
            width=FILL, align="center",
        ),
        width=FILL, pad=16, gap=12,
    )  # fmt: skip


@component(512)
def _button_row(res: Resources, shown: Shown, edge: float) -> Element:
    """A button in the middle of the page."""
    assert shown.tap is not None
    button = filled_button(res, shown.title, shown.tap, id=ID + "button")
    return Row(button, width=FILL, pad=(edge, 16), justify="center")


@component(512)
def _app_row(res: Resources, shown: Shown, edge: float) -> Element:
    c, app = res.colors, shown.app
    assert app is not None
    second = (
        (Text(shown.summary, 14, c.secondary, lines=2, id="android:id/summary"),) if shown.summary else ()
    )
    end = (switch_of_its_own(res, shown),) if shown.switch is not None else ()
    return Row(
        Stack(app_icon(res, app, 32), id="android:id/icon"),
        Column(Text(shown.title, 16, c.text, lines=2, id="android:id/title"), *second, grow=1, gap=2),
        *end,
        width=FILL, pad=(edge, 12), gap=24, align="center", tap=shown.tap,
    )  # fmt: skip


def switch_of_its_own(res: Resources, shown: Shown) -> Element:
    """The separate switch of a row that also opens a page, as in Android 13, with a description."""
    return Row(
        Spacer(width=1, height=32, background=res.colors.divider),
        _switch(res, shown, WideSwitch, id=ID + "switchWidget", tap=shown.switch, description=shown.title),
        gap=12, align="center", class_name="",
    )  # fmt: skip


#: Rows by the kinds of preferences; `_plain_row` for all others. They take the edge of `row` too.
_ROWS: dict[str, Callable[[Resources, Shown, float], Element]] = {
    "heading": lambda res, shown, edge: heading(res, shown.title, INSET),
    "note": lambda res, shown, edge: _note(res, shown),
    "bar": lambda res, shown, edge: _bar_row(res, shown),
    "slider": lambda res, shown, edge: _slider_row(res, shown),
    "steps": lambda res, shown, edge: _steps(res, shown),
    "divider": lambda res, shown, edge: divider(res, INSET),
    "app": lambda res, shown, edge: _app_row(res, shown, edge),
    "button": lambda res, shown, edge: _button_row(res, shown, edge),
}


def row(res: Resources, shown: Shown, edge: float = 16) -> Element:
    """A preference's row, by kind. ``edge``: dp from the screen's edge to the icons."""
    build = _ROWS.get(shown.kind)
    return _plain_row(res, shown) if build is None else build(res, shown, edge)


def preferences_page(res: Resources, name: str, title: str, rows: tuple[Shown, ...]) -> Element:
    """A page of preferences. The switch over the page, if it has one, does not scroll."""
    shown = [row(res, one) for one in rows]
    above = sum(one.kind == "bar" for one in rows)  # which is the first row
    return page(
        res, bar(res, title, search_button(res)), *shown[:above],
        scrolling(*shown[above:], key=name, pad=(0, 4, 0, 16), id=ID + "list"),
    )  # fmt: skip


@component(512)
def _home_row(res: Resources, shown: Shown) -> Element:
    c = res.colors
    second = (
        (Text(shown.summary, 14, c.secondary, lines=3, id="android:id/summary"),) if shown.summary else ()
    )
    return Row(
        Stack(
            Icon(shown.icon, 22, 0xFFFFFFFF, class_name=""),
            width=40, height=40, radius=20, background=shown.background, align="center", justify="center",
            id="android:id/icon", class_name="android.widget.ImageView",
        ),
        Column(
            Text(shown.title, 16, c.text, lines=2, id="android:id/title"), *second,
            grow=1, gap=2, class_name="android.widget.RelativeLayout",
        ),
        width=FILL, pad=(16, 12), gap=16, align="center", tap=shown.tap,
    )  # fmt: skip


def home_screen(res: Resources, rows: tuple[Shown, ...]) -> Element:
    """The first screen: the search bar over the list of topics."""
    c = res.colors
    search_bar = Row(
        Icon("search", 24, c.secondary),
        Text(res.string("settings.search_settings"), 16, c.secondary, grow=1, id=ID + "search_action_bar_title"),
        width=FILL, height=48, pad=(16, 0), gap=20, align="center", background=c.surface if res.dark else c.background,
        radius=8, border=c.divider, tap=do(search), id=ID + "search_action_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(
        res,
        Column(search_bar, width=FILL, pad=(8, 8)),
        scrolling(
            *[_home_row(res, shown) for shown in rows], key="home", pad=(0, 4, 0, 16),
            id=ID + "main_content_scrollable_container", class_name="android.widget.ScrollView",
        ),
        id=ID + "settings_homepage_container",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
