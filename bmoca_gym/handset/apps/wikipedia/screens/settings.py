"""The app's settings: preferences, languages, and the about page."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.handlers import choosing
from bmoca_gym.handset.apps.wikipedia.handlers.opening import go, offline
from bmoca_gym.handset.apps.wikipedia.state import (
    ABOUT,
    CONFIGURE,
    ID,
    LANGUAGES,
    LOGIN,
    THEMES,
)
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_overlay
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text
from bmoca_gym.handset.value import do


def _switch_row(res: Resources, name: str, summary: bool, on: bool) -> Element:
    tap = do(choosing.switch, name, not on)
    knob = Switch(
        on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
        id="android:id/switch_widget",
    )  # fmt: skip
    text = res.string(f"wikipedia.{name}_summary") if summary else ""
    return list_row(res, res.string(f"wikipedia.{name}"), text, tap=tap, end=knob)


def settings_screen(res: Resources, on: tuple[bool, ...], languages: tuple[str, ...]) -> Element:
    """The list of preferences."""
    knobs = [_switch_row(res, name, summary, on[i]) for i, (name, _, summary) in enumerate(choosing.SWITCHES)]
    names = ", ".join([articles.LANGUAGES[code] for code in languages])
    rows = (
        heading(res, res.string("wikipedia.general")),
        list_row(res, res.string("wikipedia.wikipedia_languages"), names, tap=do(go, LANGUAGES)),
        list_row(res, res.string("wikipedia.explore_feed"), res.string("wikipedia.explore_feed_summary"),
                 tap=do(go, CONFIGURE)),
        *knobs[: len(choosing.GENERAL)],
        list_row(res, res.string("wikipedia.app_theme"), res.string("wikipedia.app_theme_summary"),
                 tap=do(go, THEMES)),
        heading(res, res.string("wikipedia.syncing")),
        list_row(res, res.string("wikipedia.reading_list_syncing"),
                 res.string("wikipedia.reading_list_syncing_summary"), tap=do(open_overlay, "sync")),
        *knobs[len(choosing.GENERAL) : len(choosing.GENERAL) + len(choosing.SYNCING)],
        heading(res, res.string("wikipedia.data_usage")),
        *knobs[len(choosing.GENERAL) + len(choosing.SYNCING) :],
        heading(res, res.string("wikipedia.about")),
        list_row(res, res.string("wikipedia.about_the_app"), tap=do(go, ABOUT)),
        list_row(res, res.string("wikipedia.privacy_policy"), tap=do(offline)),
        list_row(res, res.string("wikipedia.terms_of_use"), tap=do(offline)),
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.settings"), up=do(leave_page)),
        scrolling(*rows, key="settings", id=ID + "recycler_view", pad=(0, 0, 0, 16)),
    )


def sync_dialog(res: Resources) -> Element:
    """The dialog that asks for an account before the app syncs reading lists."""
    return dialog_card(
        res, Text(res.string("wikipedia.log_in_to_sync_text"), 16, res.colors.secondary, lines=None),
        dismiss=CLOSE, title=res.string("wikipedia.log_in_to_sync"),
        buttons=buttons(res, "wikipedia.log_in", do(go, LOGIN)),
    )  # fmt: skip


def languages_screen(res: Resources, languages: tuple[str, ...]) -> Element:
    """The Wikipedias that the reader chose. A tap moves one to the top, which sets the feed's language."""
    c = res.colors
    rows: list[Element] = []
    for place, code in enumerate(languages):
        name = articles.LANGUAGES[code]
        remove: tuple[Element, ...] = ()
        if len(languages) > 1:
            remove = (
                icon_button("close", res.string("wikipedia.remove_language", language=name),
                            do(choosing.remove_language, code),
                            c.secondary),
            )  # fmt: skip
        rows += [
            Row(
                Text(res.digits(str(place + 1)), 16, c.secondary, width=32),
                Text(name, 16, c.text, grow=1, id=ID + "wiki_language_title"),
                *remove,
                width=FILL, height=56, pad=(16, 0, 4, 0), align="center",
                tap=do(choosing.prefer_language, code), selected=place == 0,
            ),
            divider(res, 16),
        ]  # fmt: skip
    rows.append(
        Row(
            Icon("add", 24, c.accent),
            Text(res.string("wikipedia.add_language"), 16, c.accent, 500, grow=1, lines=2),
            width=FILL, least=56, pad=(16, 0), gap=16, align="center", tap=do(choosing.show_other_languages),
        )
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.wikipedia_languages"), up=do(leave_page)),
        scrolling(*rows, key="languages", id=ID + "wikipedia_languages_recycler"),
    )


def add_language_screen(res: Resources, languages: tuple[str, ...]) -> Element:
    """The Wikipedias that the reader has not chosen."""
    rows = [
        list_row(res, name, tap=do(choosing.add_language, code), title_id=ID + "localized_language_name")
        for code, name in articles.LANGUAGES.items()
        if code not in languages
    ]
    return page(
        res,
        toolbar(res, res.string("wikipedia.add_language"), up=do(leave_page)),
        scrolling(*rows, key="add_language", id=ID + "languages_list_recycler"),
    )


# About


def about_screen(res: Resources) -> Element:
    """The app's name, version and makers."""
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
        toolbar(res, res.string("wikipedia.about"), up=do(leave_page)),
        scrolling(Column(*parts, width=FILL, class_name=""), key="about", id=ID + "about_container"),
    )
