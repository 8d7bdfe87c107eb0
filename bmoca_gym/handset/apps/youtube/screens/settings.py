"""YouTube's settings: theme, autoplay, history."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.handlers.pages import choose_theme, clear, open_settings
from bmoca_gym.handset.apps.youtube.screens.parts import bar, look
from bmoca_gym.handset.apps.youtube.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons, cancel
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import RadioButton, Switch, Text
from bmoca_gym.handset.value import Callback, do

THEMES = ("device", "light", "dark")
#: The pages of the list, by the keys of their names.
_PAGES = ("general", "autoplay", "history_privacy")


def settings(
    res: Resources, dark: bool, name: str, theme: str, autoplay: bool, watch_paused: bool, search_paused: bool
) -> Element:
    """The list of settings pages, or the page ``name``."""
    res = look(res, dark)
    pages: dict[str, tuple[Element, ...]] = {
        "": tuple([_row(res, one, do(open_settings, one)) for one in _PAGES]),
        "general": (
            _row(res, "appearance", do(open_overlay, "theme"), res.string(f"youtube.theme_{theme}")),
        ),
        "autoplay": (_switch(res, "autoplay_next", "autoplay_about", "autoplay", autoplay),),
        "history_privacy": (
            _row(res, "clear_watch", do(open_overlay, "clear", "watch")),
            _row(res, "clear_search", do(open_overlay, "clear", "search")),
            _switch(res, "pause_watch", "", "watch_paused", watch_paused),
            _switch(res, "pause_search", "", "search_paused", search_paused),
        ),
    }
    return page(
        res, bar(res, res.string(f"youtube.{name or 'settings'}")),
        scrolling(*pages[name], key="settings", id="android:id/list"), id=ID + "settings",
    )  # fmt: skip


def _row(res: Resources, title: str, tap: Callback, summary: str = "") -> Element:
    return list_row(res, res.string(f"youtube.{title}"), summary, tap=tap)


def _switch(res: Resources, title: str, about: str, setting: str, on: bool) -> Element:
    knob = Switch(on, color=res.colors.accent, label=res.string("common.on" if on else "common.off"),
                  id="android:id/switch_widget")  # fmt: skip
    summary = res.string(f"youtube.{about}") if about else ""
    return list_row(res, res.string(f"youtube.{title}"), summary, tap=do(switch, setting), end=knob, lines=3)


def theme_dialog(res: Resources, dark: bool, theme: str) -> Element:
    """Chooses the theme."""
    res = look(res, dark)
    c = res.colors
    rows = [
        Row(
            RadioButton(one == theme, c.accent, id="android:id/checkbox"),
            Text(res.string(f"youtube.theme_{one}"), 16, c.text, lines=2, grow=1, id="android:id/text1"),
            width=FILL, pad=(0, 8), gap=12, align="center", tap=do(choose_theme, one), selected=one == theme,
        )
        for one in THEMES
    ]  # fmt: skip
    return dialog_card(
        res, *rows, title=res.string("youtube.appearance"), dismiss=CLOSE, buttons=(cancel(res),)
    )


def clear_dialog(res: Resources, dark: bool, name: str) -> Element:
    """Ask whether to clear the watch history or the search history."""
    res = look(res, dark)
    title = res.string(f"youtube.clear_{name}")
    return dialog_card(
        res, Text(res.string("youtube.clear_about"), 16, res.colors.secondary, lines=4, id="android:id/message"),
        Spacer(width=1, height=4), title=title, dismiss=CLOSE,
        buttons=buttons(res, "youtube.clear", do(clear, name)),
    )  # fmt: skip
