"""Wikipedia: feed, articles, search, reading lists and settings, as the Android app of April 2024 has them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bmoca_gym.handset.apps.wikipedia import stored, themes
from bmoca_gym.handset.apps.wikipedia.handlers import arranging, choosing, opening, reading, saving
from bmoca_gym.handset.apps.wikipedia.screens import (
    configure,
    extras,
    feed,
    lists,
    main,
    page,
    search,
    settings,
    theme_chooser,
)
from bmoca_gym.handset.apps.wikipedia.state import (
    ABOUT,
    ADD_LANGUAGE,
    CONFIGURE,
    GALLERY,
    LANGUAGES,
    LOGIN,
    MAIN,
    PACKAGE,
    PAGE,
    PAGE_LANGUAGES,
    PREFERENCES_PATH,
    RANDOM,
    READING_LIST,
    SEARCH,
    SETTINGS,
    TABS,
    THEMES,
    Wikipedia,
    first_state,
    read_preferences,
    write_preferences,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits import themes as kit
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, Layer, dialog
from bmoca_gym.handset.state import Activity, Context, Phone


def _theme(s: Wikipedia, at: Place) -> int:
    return s.theme(at.res.dark)


def _bars(s: Wikipedia, at: Place) -> str:
    return "light" if themes.is_dark(_theme(s, at)) else "dark"


def _explore(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    day = date.fromordinal(at.today)
    names = arranging.shown_cards(s, day)
    read = s.history[0] if "because_you_read" in names else ""
    dice = s.dice if "randomizer" in names else 0
    return len(s.tabs), names, s.languages(at.res)[0], day, read, dice


def _languages(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    return (s.languages(at.res),)


def _list(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    return (saving.list_of(s, at.argument),)


def _article(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    return (opening.current_article(s, at.res),)


def _page(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    key = opening.current_article(s, at.res)
    pictures = bool(s.preference("showImages", "boolean", True))
    looking = (s.finding, s.find, s.find_at, at.focus == "find")
    return _theme(s, at), key, s.text_size, pictures, saving.is_saved(s, key), len(s.tabs), *looking


def _random(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    code, day = s.languages(at.res)[0], date.fromordinal(at.today)
    return (
        code,
        day,
        s.dice,
        saving.is_saved(s, arranging.random_key(code, day, s.dice)),
    )


def _typed(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    return s.title, s.note, at.focus


def _chooser(s: Wikipedia, at: Place) -> tuple[Any, ...]:
    return _theme(s, at), s.text_size, s.match_system


NAVIGATION = Navigation(
    Wikipedia,
    {
        "explore": Page(main.explore, _explore, bars=_bars),
        "reading_lists": Page(main.saved, lambda s, at: (len(s.tabs), s.lists), bars=_bars),
        "search": Page(main.searched, lambda s, at: (len(s.tabs), s.history), bars=_bars),
        "edits": Page(main.edits, bars=_bars),
        "settings": Page(
            settings.settings_screen,
            lambda s, at: (choosing.switches(s), s.languages(at.res)),
            activity=SETTINGS, bars=_bars,
        ),
        "configure": Page(
            configure.screen, lambda s, at: arranging.drafted_feed(s),
            activity=CONFIGURE, bars=_bars,
        ),
        "themes": Page(
            theme_chooser.sample_screen, lambda s, at: (s.text_size,),
            activity=THEMES, bars=_bars,
        ),
        "languages": Page(settings.languages_screen, _languages, activity=LANGUAGES, bars=_bars),
        "add_language": Page(settings.add_language_screen, _languages, activity=ADD_LANGUAGE, bars=_bars),
        "about": Page(settings.about_screen, activity=ABOUT, bars=_bars),
        "list": Page(lists.reading_list_screen, _list, activity=READING_LIST, bars=_bars),
        "article": Page(page.screen, _page, activity=PAGE, back=reading.article_back, bars=_bars),
        "article_languages": Page(page.languages_screen, _article, activity=PAGE_LANGUAGES, bars=_bars),
        "searching": Page(
            search.screen,
            lambda s, at: (
                s.languages(at.res)[0], s.query, at.focus == "search", s.searches,
            ),
            activity=SEARCH, bars=_bars,
        ),
        "tabs": Page(
            extras.tabs_screen, lambda s, at: (tuple([tab[-1] for tab in s.tabs]), s.current),
            activity=TABS, back=reading.tabs_back, bars=_bars,
        ),
        "random": Page(extras.random_screen, _random, activity=RANDOM, bars=_bars),
        "gallery": Page(
            extras.gallery_screen, lambda s, at: (at.argument or s.languages(at.res)[0],),
            activity=GALLERY, kind="screen", bars="light",
        ),
        "login": Page(extras.login_screen, _typed, activity=LOGIN, bars=_bars),
    },
    {
        "more": Overlay(main.more_sheet),
        "card": Overlay(feed.card_menu, lambda s, at: (s.about, s.top), takes=("about", "top")),
        "configure_menu": Overlay(configure.menu),
        "sync": Overlay(settings.sync_dialog),
        "lists_menu": Overlay(lists.lists_menu),
        "new_list": Overlay(lists.new_list_dialog, _typed),
        "delete_list": Overlay(lists.delete_list_dialog, _list),
        "clear_history": Overlay(lists.clear_history_dialog),
        "theme": Overlay(theme_chooser.chooser, lambda s, at: (*_chooser(s, at), False)),
        "contents": Overlay(page.contents, _article),
        "preview": Overlay(page.preview, lambda s, at: (s.about,), takes=("about",)),
        "page_menu": Overlay(page.menu),
        "tabs_menu": Overlay(extras.tabs_menu),
    },
    kept=("preferences", "lists", "history", "searches", "tabs", "current", "hidden", "dice"),
    passing=("about", "top"),
)  # fmt: skip

#: What happens when an activity comes to the front.
_RESUMED: dict[str, Callable[[Wikipedia], Wikipedia]] = {
    CONFIGURE: arranging.feed_opened,
    SETTINGS: choosing.settings_opened,
}


def _resumed(state: Wikipedia, context: Context) -> Wikipedia:
    resumed = None if context.activity is None else _RESUMED.get(context.activity.name)
    return state if resumed is None else resumed(state)


def _paused(state: Wikipedia, context: Context) -> Wikipedia:
    return arranging.feed_paused(state)


def _layers(phone: Phone, state: Wikipedia, activity: Activity) -> tuple[Layer, ...]:
    at = Place(phone, activity)
    layers = NAVIGATION.layers(phone, state, activity)
    if activity.name == THEMES:  # the sheet is always open there, and leads back to the settings
        layers = (layers[0], dialog(theme_chooser.chooser, *_chooser(state, at), True))
    return offline.told(phone, kit.themed(layers, themes.themed, _theme(state, at)))


APP = App(
    name="wikipedia",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFFFFFFFF, 0xFF202122, letters="W"),
    state=first_state,
    layers=_layers,
    uid=10121,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    paused=_paused,
    resumed=_resumed,
    files=(
        AppFile(PREFERENCES_PATH, read_preferences, write_preferences),
        preference_file(
            PACKAGE,
            {
                "lists": Stored("reading_lists", stored.are_lists),
                "history": Stored("history", stored.are_articles),
                "searches": "recent_searches",
                "tabs": Stored("tabs", stored.are_tabs),
                "current": "current_tab",
                "hidden": "hidden_cards",
                "dice": Stored("randomizer", range(1 << 31)),
            },
            f"{PACKAGE}_state",
            valid=stored.has_current_tab,
        ),
    ),
    layouts=(
        ("", ("android.widget.FrameLayout#fragment_container",)),
        (
            "PageActivity",
            (
                "androidx.drawerlayout.widget.DrawerLayout#navigation_drawer",
                "android.widget.FrameLayout#activity_page_container",
            ),
        ),
    ),
)
