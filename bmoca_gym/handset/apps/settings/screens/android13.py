"""Appearance of Settings on Android 13: large titles, and a round bar for a page's main switch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.apps.settings.screens.pages import bar, row, search_button, switch_of_its_own
from bmoca_gym.handset.apps.settings.state import ID, UP, search
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, WideSwitch
from bmoca_gym.handset.value import do

_EDGE = 24  # dp from the screen's edge to what stands on a page
_MARKED = 28  # dp: the corners of the row whose page is beside it
_PLAIN = ("link", "switch", "both", "choice", "action", "info")


@component(512)
def _main_switch(res: Resources, shown: Shown) -> Element:
    """The switch over a whole page."""
    c = res.colors
    label = res.string("common.on" if shown.checked else "common.off")
    background, ink = (c.accent, c.on_accent) if shown.checked else (c.raised, c.text)
    switch = WideSwitch(shown.checked, label, color=ink, off_color=c.secondary, id="android:id/switch_widget")
    pill = Row(
        Text(shown.title, 18, ink, lines=2, grow=1, id=ID + "switch_text"), switch,
        width=FILL, pad=(20, 16), gap=12, align="center", background=background, radius=28, tap=shown.tap,
        id=ID + "main_switch_bar",
    )  # fmt: skip
    return Column(pill, width=FILL, pad=(16, 8), class_name="")


def _switch_end(res: Resources, shown: Shown) -> tuple[Element, ...]:
    label = res.string("common.on" if shown.checked else "common.off")
    switch = WideSwitch(
        shown.checked, label, color=res.colors.accent, enabled=shown.enabled, id="android:id/switch_widget"
    )
    return Spacer(width=12, height=1), switch


def _own_switch_end(res: Resources, shown: Shown) -> tuple[Element, ...]:
    return Spacer(width=12, height=1), switch_of_its_own(res, shown)


#: What stands at the end of a row, by its kind.
_ENDS = {"switch": _switch_end, "both": _own_switch_end}


@component(512)
def _switch_or_link(res: Resources, shown: Shown, inset: bool, marked: bool = False) -> Element:
    c = res.colors
    ink, second = (c.text, c.secondary) if shown.enabled else (c.disabled, c.disabled)
    texts = [Text(shown.title, 18, ink, lines=3, id="android:id/title", enabled=shown.enabled)]
    if shown.summary:
        texts.append(Text(shown.summary, 14, second, lines=8, id="android:id/summary", enabled=shown.enabled))
    end = _ENDS[shown.kind](res, shown) if shown.kind in _ENDS else ()
    lead: tuple[Element, ...] = ()
    if shown.icon:
        lead = (Icon(shown.icon, 24, second, id="android:id/icon"), Spacer(width=24, height=1))
    elif inset:
        lead = (Spacer(width=48, height=1),)
    return Row(
        *lead, Column(*texts, grow=1, gap=2, class_name="android.widget.RelativeLayout"), *end,
        width=FILL, pad=(_EDGE, 16), align="center", tap=shown.tap, enabled=shown.enabled, selected=marked,
        background=c.raised if marked else None, radius=_MARKED if marked else 0,
    )  # fmt: skip


@component(256)
def _heading(res: Resources, title: str, inset: bool) -> Element:
    text = Text(title, 14, res.colors.accent, 500, lines=2, id="android:id/title")
    return Row(text, width=FILL, pad=(_EDGE + 48 if inset else _EDGE, 16, _EDGE, 4))


#: Rows by the kinds of preferences; those of Android 10 for all others.
_ROWS: dict[str, Callable[[Resources, Shown, bool], Element]] = {
    "bar": lambda res, shown, inset: _main_switch(res, shown),
    "heading": lambda res, shown, inset: _heading(res, shown.title, inset),
    **dict.fromkeys(_PLAIN, _switch_or_link),
}


def _row(res: Resources, shown: Shown, inset: bool) -> Element:
    build = _ROWS.get(shown.kind)
    return row(res, shown, _EDGE) if build is None else build(res, shown, inset)


def _title(res: Resources, title: str, **options: Any) -> Element:
    """The page's title before scrolling."""
    size = 36 if res.height >= 600 else 28
    return Text(
        title, size, res.colors.text, lines=3, width=FILL, pad=(_EDGE, 16 if res.height >= 600 else 4, _EDGE, 16),
        **options,
    )  # fmt: skip


def _app_bar(res: Resources, title: str, leads_up: bool) -> Element:
    """The tool bar. It has the title as its description but doesn't draw it; the large title below is drawn, but is not
    text to Android."""
    return Stack(
        bar(res, "", search_button(res), up=UP if leads_up else None), width=FILL, description=title,
        id=ID + "collapsing_toolbar",
    )  # fmt: skip


def preferences_page(
    res: Resources, name: str, title: str, rows: tuple[Shown, ...], leads_up: bool = True
) -> Element:
    """A page of preferences. ``leads_up``: whether its bar has an arrow."""
    inset = any(shown.icon for shown in rows if shown.kind in _PLAIN)
    return page(
        res, _app_bar(res, title, leads_up),
        scrolling(
            _title(res, title, class_name=""), *[_row(res, shown, inset) for shown in rows],
            key=name, pad=(0, 0, 0, 24), id=ID + "recycler_view",
        ),
    )  # fmt: skip


def home_screen(res: Resources, rows: tuple[Shown, ...], opened: str = "") -> Element:
    """The first screen: title, search bar, and the list of topics.

    ``opened``: key of the topic whose page is beside it.
    """
    c = res.colors
    search_bar = Row(
        Icon("search", 24, c.secondary),
        Text(res.string("settings.search_settings"), 18, c.secondary, grow=1, id=ID + "search_action_bar_title"),
        width=FILL, height=52, pad=(16, 0), gap=16, align="center", background=c.raised, radius=26, tap=do(search),
        id=ID + "search_action_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(
        res,
        scrolling(
            _title(res, res.string("settings.app_name"), id=ID + "homepage_title"),
            Column(search_bar, width=FILL, pad=(16, 0, 16, 12), class_name=""),
            *[_switch_or_link(res, shown, True, shown.key == opened) for shown in rows],
            key="home", pad=(0, 24, 0, 24), id=ID + "main_content_scrollable_container",
            class_name="android.widget.ScrollView",
        ),
        id=ID + "settings_homepage_container",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
