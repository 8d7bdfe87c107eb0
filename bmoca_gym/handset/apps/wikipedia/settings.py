"""The app's settings: preferences, languages, and the about page."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.actions import close_overlay, go, offline, open_overlay, up
from bmoca_gym.handset.apps.wikipedia.state import (
    ABOUT,
    ADD_LANGUAGE,
    CONFIGURE,
    ID,
    LANGUAGES,
    LOGIN,
    THEMES,
    Wikipedia,
    component,
)
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.effects import finish, start
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text
from bmoca_gym.handset.value import do

#: The switches, in groups: preference, default, whether the row has a summary.
GENERAL = (("showLinkPreviews", True, True),)
SYNCING = (("downloadReadingListArticles", True, False),)
DATA_USAGE = (
    ("downloadOnlyOverWiFi", False, False), ("showImages", True, True), ("preferOfflineContent", False, True),
)  # fmt: skip
_SWITCHES = (*GENERAL, *SYNCING, *DATA_USAGE)


def opened(state: Wikipedia) -> Wikipedia:
    """The state when the screen comes to the front: Android writes the defaults of switches that are shown."""
    for name, default, _ in _SWITCHES:
        state = state.with_preference("boolean", name, bool(state.preference(name, "boolean", default)))
    return state


def switches(state: Wikipedia) -> tuple[bool, ...]:
    """Whether each switch is on, in the screen's order."""
    return tuple([bool(state.preference(name, "boolean", default)) for name, default, _ in _SWITCHES])


def _switch(state: Wikipedia, context: Context, name: str, on: bool) -> Wikipedia:
    return state.with_preference("boolean", name, on)


def _switch_row(res: Resources, name: str, summary: bool, on: bool) -> Element:
    tap = do(_switch, name, not on)
    knob = Switch(
        on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
        id="android:id/switch_widget",
    )  # fmt: skip
    text = res.string(f"wikipedia.{name}_summary") if summary else ""
    return list_row(res, res.string(f"wikipedia.{name}"), text, tap=tap, end=knob)


def settings_screen(res: Resources, theme: int, on: tuple[bool, ...], languages: tuple[str, ...]) -> Element:
    """The list of preferences."""
    res = themed(res, theme)
    knobs = [_switch_row(res, name, summary, on[i]) for i, (name, _, summary) in enumerate(_SWITCHES)]
    names = ", ".join([articles.LANGUAGES[code] for code in languages])
    rows = (
        heading(res, res.string("wikipedia.general")),
        list_row(res, res.string("wikipedia.wikipedia_languages"), names, tap=do(go, LANGUAGES)),
        list_row(res, res.string("wikipedia.explore_feed"), res.string("wikipedia.explore_feed_summary"),
                 tap=do(go, CONFIGURE)),
        *knobs[: len(GENERAL)],
        list_row(res, res.string("wikipedia.app_theme"), res.string("wikipedia.app_theme_summary"),
                 tap=do(go, THEMES)),
        heading(res, res.string("wikipedia.syncing")),
        list_row(res, res.string("wikipedia.reading_list_syncing"),
                 res.string("wikipedia.reading_list_syncing_summary"), tap=do(open_overlay, "sync")),
        *knobs[len(GENERAL) : len(GENERAL) + len(SYNCING)],
        heading(res, res.string("wikipedia.data_usage")),
        *knobs[len(GENERAL) + len(SYNCING) :],
        heading(res, res.string("wikipedia.about")),
        list_row(res, res.string("wikipedia.about_the_app"), tap=do(go, ABOUT)),
        list_row(res, res.string("wikipedia.privacy_policy"), tap=do(offline)),
        list_row(res, res.string("wikipedia.terms_of_use"), tap=do(offline)),
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.settings"), up=do(up)),
        scrolling(*rows, key="settings", id=ID + "recycler_view", pad=(0, 0, 0, 16)),
    )


def sync_dialog(res: Resources, theme: int) -> Element:
    """The dialog that asks for an account before the app syncs reading lists."""
    res = themed(res, theme)
    return dialog_card(
        res, Text(res.string("wikipedia.log_in_to_sync_text"), 16, res.colors.secondary, lines=None),
        dismiss=do(close_overlay), title=res.string("wikipedia.log_in_to_sync"),
        buttons=(
            text_button(res, res.string("common.cancel"), do(close_overlay), id="android:id/button2"),
            text_button(res, res.string("wikipedia.log_in"), do(go, LOGIN), id="android:id/button1"),
        ),
    )  # fmt: skip


# Languages


def _set_languages(state: Wikipedia, codes: tuple[str, ...]) -> Wikipedia:
    return state.with_preference("string", "languageApp", ",".join(codes))


def _add(state: Wikipedia, context: Context, code: str) -> tuple[Any, ...]:
    have = state.languages(context.res)
    return _set_languages(state, (*have, code) if code not in have else have), finish()


def _remove(state: Wikipedia, context: Context, code: str) -> Wikipedia:
    have = state.languages(context.res)
    return (
        _set_languages(state, tuple([other for other in have if other != code])) if len(have) > 1 else state
    )


def _first(state: Wikipedia, context: Context, code: str) -> Wikipedia:
    have = state.languages(context.res)
    return _set_languages(state, (code, *[other for other in have if other != code]))


def _show_others(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    return state, start(component(ADD_LANGUAGE))


def languages_screen(res: Resources, theme: int, languages: tuple[str, ...]) -> Element:
    """The Wikipedias that the reader chose. A touch moves one to the top: the feed is in that language."""
    res = themed(res, theme)
    c = res.colors
    rows: list[Element] = []
    for place, code in enumerate(languages):
        name = articles.LANGUAGES[code]
        remove: tuple[Element, ...] = ()
        if len(languages) > 1:
            remove = (
                icon_button("close", res.string("wikipedia.remove_language", language=name), do(_remove, code),
                            c.secondary),
            )  # fmt: skip
        rows += [
            Row(
                Text(res.digits(str(place + 1)), 16, c.secondary, width=32),
                Text(name, 16, c.text, grow=1, id=ID + "wiki_language_title"),
                *remove,
                width=FILL, height=56, pad=(16, 0, 4, 0), align="center", tap=do(_first, code), selected=place == 0,
            ),
            divider(res, 16),
        ]  # fmt: skip
    rows.append(
        Row(
            Icon("add", 24, c.accent),
            Text(res.string("wikipedia.add_language"), 16, c.accent, 500, grow=1, lines=2),
            width=FILL, height=56, pad=(16, 0), gap=16, align="center", tap=do(_show_others),
        )
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.wikipedia_languages"), up=do(up)),
        scrolling(*rows, key="languages", id=ID + "wikipedia_languages_recycler"),
    )


def add_language_screen(res: Resources, theme: int, languages: tuple[str, ...]) -> Element:
    """The Wikipedias that the reader has not chosen."""
    res = themed(res, theme)
    rows = [
        list_row(res, name, tap=do(_add, code), title_id=ID + "localized_language_name")
        for code, name in articles.LANGUAGES.items()
        if code not in languages
    ]
    return page(
        res,
        toolbar(res, res.string("wikipedia.add_language"), up=do(up)),
        scrolling(*rows, key="add_language", id=ID + "languages_list_recycler"),
    )


# About


def about_screen(res: Resources, theme: int) -> Element:
    """The app's name, version and makers."""
    res = themed(res, theme)
    c = res.colors
    parts = (
        Text("W", 48, c.text, 400, align="center", width=FILL, pad=(0, 24, 0, 0)),
        Text(res.string("wikipedia.app_name"), 24, c.text, 500, align="center", width=FILL),
        Text("2.7.50484-r-2024-04-19", 14, c.secondary, align="center", width=FILL, pad=8,
             id=ID + "about_version_text"),
        heading(res, res.string("wikipedia.license"), 24),
        Text(res.string("wikipedia.license_text"), 14, c.secondary, lines=None, pad=(24, 0)),
        Text(res.string("wikipedia.offline_articles_text"), 14, c.secondary, lines=None, pad=(24, 12)),
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.about"), up=do(up)),
        scrolling(Column(*parts, width=FILL, class_name=""), key="about", id=ID + "about_container"),
    )
