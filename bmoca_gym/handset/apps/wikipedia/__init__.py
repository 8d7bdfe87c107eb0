"""Wikipedia: feed, articles, search, reading lists and settings, as the Android app of April 2024 has them."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.wikipedia import (
    actions,
    configure,
    extras,
    feed,
    lists,
    main,
    page,
    page_actions,
    search,
    settings,
    stored,
    theme_chooser,
    themes,
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
    closed,
    first_state,
    read_preferences,
    write_preferences,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import replace


def _back(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    if state.overlay[0]:
        return replace(state, overlay=("", ""))
    name = context.activity.name if context.activity is not None else ""
    if name == PAGE:
        return page_actions.back(state, context)
    if name == TABS:
        return extras.tabs_back(state, context)
    return state


def _resumed(state: Wikipedia, context: Context) -> Wikipedia:
    name = context.activity.name if context.activity is not None else ""
    if name == CONFIGURE:
        return configure.opened(state)
    if name == SETTINGS:
        return settings.opened(state)
    return state


def _paused(state: Wikipedia, context: Context) -> Wikipedia:
    return configure.paused(state)


def _main_layer(phone: Phone, state: Wikipedia, theme: int, bars: str) -> Layer:
    res = resources.of(phone.configuration)
    count = len(state.tabs)
    if state.tab == "reading_lists":
        return layer(main.saved, theme, count, state.lists, bars=bars)
    if state.tab == "search":
        return layer(main.searched, theme, count, state.history, bars=bars)
    if state.tab == "edits":
        return layer(main.edits, theme, bars=bars)
    day = clock.local_minute(phone).date()
    names = feed.shown_cards(state, day)
    code = state.languages(res)[0]
    read = state.history[0] if "because_you_read" in names else ""
    dice = state.dice if "randomizer" in names else 0
    return layer(main.explore, theme, count, names, code, day, read, dice, bars=bars)


def _overlays(state: Wikipedia, activity: Activity, theme: int, res: Resources) -> tuple[Layer, ...]:
    kind, about = state.overlay
    if kind == "more":
        return (dialog(main.more_sheet, theme),)
    if kind.startswith("card:"):
        return (dialog(feed.card_menu, theme, about, int(kind.partition(":")[2])),)
    if kind == "configure_menu":
        return (dialog(configure.menu, theme),)
    if kind == "sync":
        return (dialog(settings.sync_dialog, theme),)
    if kind == "lists_menu":
        return (dialog(lists.lists_menu, theme),)
    if kind == "new_list":
        return (dialog(lists.new_list_dialog, theme, state.title, state.note, activity.focus),)
    if kind == "delete_list":
        return (dialog(lists.delete_list_dialog, theme, lists.list_of(state, activity.argument)),)
    if kind == "clear_history":
        return (dialog(lists.clear_history_dialog, theme),)
    if kind == "theme":
        return (dialog(theme_chooser.chooser, theme, state.text_size, state.match_system, False),)
    if kind == "contents":
        return (dialog(page.contents, theme, actions.current_article(state, res)),)
    if kind == "preview":
        return (dialog(page.preview, theme, about),)
    if kind == "page_menu":
        return (dialog(page.menu, theme),)
    if kind == "tabs_menu":
        return (dialog(extras.tabs_menu, theme),)
    return ()


def _windows(phone: Phone, state: Wikipedia, activity: Activity) -> tuple[Layer, ...]:
    res = resources.of(phone.configuration)
    theme = state.theme(res.dark)
    bars = "light" if themes.is_dark(theme) else "dark"
    name = activity.name
    over = _overlays(state, activity, theme, res)
    if name == SETTINGS:
        shown = layer(
            settings.settings_screen, theme, settings.switches(state), state.languages(res), bars=bars
        )
    elif name == CONFIGURE:
        shown = layer(configure.screen, theme, *configure.drafted(state), bars=bars)
    elif name == THEMES:
        shown = layer(theme_chooser.sample_screen, theme, state.text_size, bars=bars)
        over = (dialog(theme_chooser.chooser, theme, state.text_size, state.match_system, True),)
    elif name == LANGUAGES:
        shown = layer(settings.languages_screen, theme, state.languages(res), bars=bars)
    elif name == ADD_LANGUAGE:
        shown = layer(settings.add_language_screen, theme, state.languages(res), bars=bars)
    elif name == ABOUT:
        shown = layer(settings.about_screen, theme, bars=bars)
    elif name == READING_LIST:
        shown = layer(lists.reading_list_screen, theme, lists.list_of(state, activity.argument), bars=bars)
    elif name == PAGE:
        shown = _page_layer(state, activity, theme, res, bars)
    elif name == PAGE_LANGUAGES:
        shown = layer(page.languages_screen, theme, actions.current_article(state, res), bars=bars)
    elif name == SEARCH:
        focused = activity.focus == "search"
        shown = layer(
            search.screen, theme, state.languages(res)[0], state.query, focused, state.searches, bars=bars
        )
    elif name == TABS:
        keys = tuple([tab[-1] for tab in state.tabs])
        shown = layer(extras.tabs_screen, theme, keys, state.current, bars=bars)
    elif name == RANDOM:
        shown = _random_layer(phone, state, theme, bars)
    elif name == GALLERY:
        shown = layer(
            extras.gallery_screen, activity.argument or state.languages(res)[0], kind="screen", bars="light"
        )
    elif name == LOGIN:
        shown = layer(extras.login_screen, theme, state.title, state.note, activity.focus, bars=bars)
    else:
        shown = _main_layer(phone, state, theme, bars)
    return (shown, *over)


def _page_layer(state: Wikipedia, activity: Activity, theme: int, res: Resources, bars: str) -> Layer:
    key = actions.current_article(state, res)
    pictures = bool(state.preference("showImages", "boolean", True))
    looking = (state.finding, state.find, state.find_at, activity.focus == "find")
    return layer(
        page.screen, theme, key, state.text_size, pictures, lists.is_saved(state, key), len(state.tabs), *looking,
        bars=bars,
    )  # fmt: skip


def _random_layer(phone: Phone, state: Wikipedia, theme: int, bars: str) -> Layer:
    code = state.languages(resources.of(phone.configuration))[0]
    day = clock.local_minute(phone).date()
    saved = lists.is_saved(state, feed.random_key(code, day, state.dice))
    return layer(extras.random_screen, theme, code, day, state.dice, saved, bars=bars)


def _layers(phone: Phone, state: Wikipedia, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, state, activity))


APP = App(
    name="wikipedia",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFFFFFFFF, 0xFF202122, letters="W"),
    state=first_state,
    layers=_layers,
    uid=10121,
    back=_back,
    closed=closed,
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
