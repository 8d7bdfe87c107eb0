"""Settings: the phone's settings, as on Android 10."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings import intents, notices, panes, rows, summaries
from bmoca_gym.handset.apps.settings.choices import CHOICES
from bmoca_gym.handset.apps.settings.handlers.accounts import first_step, remove_account
from bmoca_gym.handset.apps.settings.handlers.apps import (
    allowed,
    clear_data,
    force_stop,
    groups_of,
    uninstall,
)
from bmoca_gym.handset.apps.settings.handlers.languages import picker_back, stop_removing
from bmoca_gym.handset.apps.settings.handlers.resets import reset_apps, reset_network
from bmoca_gym.handset.apps.settings.pages import ACTIONS, ACTIVITIES, DEVELOPER
from bmoca_gym.handset.apps.settings.panes import FIRST, back_from_first, list_width, opened, two_panes
from bmoca_gym.handset.apps.settings.releases import PAGES_13, home_of, pages_of
from bmoca_gym.handset.apps.settings.screens import (
    android13,
    apps,
    dialogs,
    pages,
    private_dns,
    search,
    sign_in,
    wallpaper,
)
from bmoca_gym.handset.apps.settings.screens import languages as languages_screens
from bmoca_gym.handset.apps.settings.state import (
    APP_DETAILS,
    LANGUAGE_PICKER,
    NOTIFIES,
    PACKAGE,
    PERMISSIONS,
    READS,
    SEARCH,
    SIGN_IN,
    SUB_SETTINGS,
    SettingsState,
)
from bmoca_gym.handset.kits.navigation import Beside, Navigation, Overlay, Page, Place, without_overlay
from bmoca_gym.handset.manifest import App, AppIcon, AppShortcut, Intent
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import brightness, installed_apps, languages, notifications, settings
from bmoca_gym.handset.value import Callback, do

__all__ = ["ACTIONS", "APP"]

#: Pages that are no list of preferences.
_SPECIAL = ("languages", "wallpaper")
_LISTS = ("page", "page_13")


def _class(component: str) -> str:
    return component.partition("/")[2]


def _modern(place: Place) -> bool:
    return place.phone.image.api_level >= 33


def _page_of(place: Place) -> str:
    """The page that an activity shows; "" for the first screen."""
    if place.activity.component == SUB_SETTINGS:
        return place.argument if place.argument in PAGES_13 else ""
    name = ACTIVITIES.get(place.activity.name.rpartition(".")[2], "")
    return name or (FIRST if two_panes(place.phone) else "")


def _where(state: SettingsState, place: Place) -> str:
    name = _page_of(place)
    if name in _SPECIAL:
        return name
    return ("page" if name else "home") + ("_13" if _modern(place) else "")


def _app_of(place: Place) -> App | None:
    """The app that the activity is about, if the phone has it."""
    return packages.apps_of(place.phone.image).get(place.argument)


# Arguments of screens


def _home(state: SettingsState, place: Place) -> tuple[Any, ...]:
    return (rows.home_rows(place.phone, place.res, home_of(place.phone.image.api_level)),)


def _list(state: SettingsState, place: Place) -> tuple[Any, ...]:
    """Arguments of the first screen when it is beside a page: its rows open pages there, and one is marked."""
    found = rows.home_rows(place.phone, place.res, home_of(place.phone.image.api_level))
    return tuple([row._replace(tap=panes.beside(row.tap)) for row in found]), opened(place.phone)


def _preferences(state: SettingsState, place: Place) -> tuple[Any, ...]:
    page = pages_of(place.phone.image.api_level)[_page_of(place)]
    title = place.res.string(summaries.string_of(page.title or page.name))
    return page.name, title, rows.rows_of(place.phone, place.res, state, page)


def _preferences_13(state: SettingsState, place: Place) -> tuple[Any, ...]:
    return *_preferences(state, place), panes.leads_up(place.phone)


def _languages(state: SettingsState, place: Place) -> tuple[Any, ...]:
    return languages.chosen(place.phone), state.removing, state.ticked, _modern(place)


def _picker(state: SettingsState, place: Place) -> tuple[Any, ...]:
    focused = place.focus == "language"
    return languages.chosen(place.phone), state.region, state.language_query, state.searching, focused


def _search(state: SettingsState, place: Place) -> tuple[Any, ...]:
    developer = settings.get(place.phone, *DEVELOPER) == "1"
    return state.query, state.recent, place.focus == "search", place.phone.image.api_level, developer


def _app(state: SettingsState, place: Place) -> tuple[Any, ...] | None:
    app, phone = _app_of(place), place.phone
    if app is None:
        return None
    groups = tuple([group for group in groups_of(app) if allowed(phone, app, group)])
    notifies = notifications.may_post(phone, app.package)
    removable = installed_apps.removable(phone, app.package)
    return app, app.package in phone.processes, notifies, groups, removable, _modern(place)


def _permissions(state: SettingsState, place: Place) -> tuple[Any, ...] | None:
    app = _app_of(place)
    if app is None:
        return None
    return app, tuple((g, allowed(place.phone, app, g)) for g in groups_of(app)), _modern(place)


def _notifies(state: SettingsState, place: Place) -> tuple[Any, ...] | None:
    app = _app_of(place)
    if app is None:
        return None
    title = place.res.string("settings.notifications")
    return "app", title, notices.notification_rows(place.phone, place.res, app)


def _reads(state: SettingsState, place: Place) -> tuple[Any, ...] | None:
    app = _app_of(place)
    if app is None:
        return None
    title = place.res.string("android13.settings_notification_access")
    return "app", title, notices.access_rows(place.phone, place.res, app)


def _shown(state: SettingsState) -> Any:
    """What the open dialog shows."""
    assert state.dialog is not None
    return state.dialog.argument


def _choice(state: SettingsState, place: Place) -> tuple[Any, ...]:
    key = _shown(state)
    return key, CHOICES[key].chosen(place.phone, place.res)


def _ticked(state: SettingsState, place: Place) -> tuple[Any, ...]:
    return len(state.ticked), languages.chosen(place.phone)[0] in state.ticked


def _about_app(state: SettingsState, place: Place) -> tuple[Any, ...]:
    app = _app_of(place)
    assert app is not None
    return app.package, app.title(place.res)


def _question(title: str, text: str, answer: Any) -> Overlay[SettingsState]:
    """A question about an app. ``answer``: handler that takes its package."""

    def arguments(state: SettingsState, place: Place) -> tuple[Any, ...]:
        yes: Callback = do(answer, place.argument)
        res = place.res
        return (
            res.string(f"settings.{title}"),
            res.string(f"settings.{text}"),
            res.string("common.ok"),
            yes,
            True,
        )

    return Overlay(dialogs.message_dialog, arguments, on=("app",))


def _account_question(state: SettingsState, place: Place) -> tuple[Any, ...]:
    """The question before the account is removed."""
    names = ("settings.remove_account_title", "settings.remove_account_note", "settings.remove_account")
    return *map(place.res.string, names), do(remove_account), True


def _reset(place: Place, name: str, answer: Any) -> tuple[Any, ...]:
    """A question on the reset page."""
    say = place.res.string
    title, text, ok = (say(f"android13.settings_{name}{end}") for end in ("_title", "_note", "_button"))
    return title, text, ok, do(answer), True


NAVIGATION = Navigation(
    SettingsState,
    {
        "home": Page(pages.home_screen, _home),
        "home_13": Page(android13.home_screen, _home),
        "list_13": Page(android13.home_screen, _list),
        "page": Page(pages.preferences_page, _preferences),
        "page_13": Page(android13.preferences_page, _preferences_13, back=back_from_first),
        "languages": Page(languages_screens.languages_page, _languages, back=stop_removing),
        "wallpaper": Page(wallpaper.screen, lambda s, at: (at.phone.configuration.wallpaper,)),
        "picker": Page(languages_screens.picker, _picker, _class(LANGUAGE_PICKER), back=picker_back),
        "search": Page(search.results_page, _search, _class(SEARCH)),
        "sign_in": Page(
            sign_in.screen, lambda s, at: (s.sign_in, at.focus), _class(SIGN_IN), back=first_step
        ),
        "permissions": Page(apps.permission_page, _permissions, _class(PERMISSIONS)),
        "app": Page(apps.details, _app, _class(APP_DETAILS)),
        "notifies": Page(android13.preferences_page, _notifies, _class(NOTIFIES)),
        "reads": Page(android13.preferences_page, _reads, _class(READS)),
    },
    {
        "brightness": Overlay(
            dialogs.brightness_dialog, lambda s, at: (brightness.level(at.phone),), on=_LISTS
        ),
        "choice": Overlay(dialogs.choice_dialog, _choice, on=_LISTS),
        "rename": Overlay(
            dialogs.rename_dialog, lambda s, at: (_shown(s), at.focus == "name", False), on=_LISTS
        ),
        "rename_bluetooth": Overlay(
            dialogs.rename_dialog, lambda s, at: (_shown(s), at.focus == "name", True), on=_LISTS
        ),
        "private_dns": Overlay(
            private_dns.choice_dialog, lambda s, at: (*_shown(s), at.focus == "hostname"), on=_LISTS
        ),
        "pin": Overlay(dialogs.pin_dialog, lambda s, at: (_shown(s), at.focus == "pin"), on=_LISTS),
        "date": Overlay(
            dialogs.date_dialog, lambda s, at: (_shown(s), at.phone.local_minute.date()), on=_LISTS
        ),
        "time": Overlay(dialogs.time_dialog, lambda s, at: (_shown(s), at.focus), on=_LISTS),
        "dark_theme": Overlay(dialogs.dark_theme_dialog, on=_LISTS),
        "languages_menu": Overlay(languages_screens.overflow_menu, on=("languages",)),
        "remove_languages": Overlay(languages_screens.remove_dialog, _ticked, on=("languages",)),
        "keep_one": Overlay(languages_screens.keep_one_dialog, on=("languages",)),
        "force_stop": _question("force_stop_title", "force_stop_note", force_stop),
        "clear_storage": _question("clear_storage_title", "clear_storage_note", clear_data),
        "reset_network": Overlay(
            dialogs.message_dialog, lambda s, at: _reset(at, "reset_network", reset_network), on=_LISTS
        ),
        "reset_apps": Overlay(
            dialogs.message_dialog, lambda s, at: _reset(at, "reset_apps", reset_apps), on=_LISTS
        ),
        "talkback_on": Overlay(dialogs.talkback_dialog, lambda s, at: (True,), on=_LISTS),
        "talkback_off": Overlay(dialogs.talkback_dialog, lambda s, at: (False,), on=_LISTS),
        "search_menu": Overlay(search.overflow_menu, on=("search",)),
        "remove_account": Overlay(dialogs.message_dialog, _account_question, on=_LISTS),
        "uninstall": _question("uninstall", "uninstall_question", uninstall),
        "allow_access": Overlay(dialogs.allow_access_dialog, _about_app, on=("reads",)),
        "stop_access": Overlay(dialogs.stop_access_dialog, _about_app, on=("reads",)),
    },
    where=_where,
    over=lambda s: "" if s.dialog is None else s.dialog.kind,
    kept=("recent",),
    passing=("dialog",),
    beside=Beside("list_13", lambda at: two_panes(at.phone), list_width, ("search", "wallpaper")),
)


def _paused(state: SettingsState, context: Context) -> SettingsState:
    # A dialog belongs to the screen under it: it does not come along to the next one.
    return without_overlay(state)


def _shortcut(label: str, glyph: str, action: str) -> AppShortcut:
    return AppShortcut(label, glyph, Intent(f"android.settings.{action}", package=PACKAGE))


APP = App(
    name="settings",
    package=PACKAGE,
    activity="com.android.settings.Settings",
    icon=AppIcon("settings", 0xFF5F6368),
    state=SettingsState,
    layers=NAVIGATION.layers,
    platform=True,
    uid=1000,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    paused=_paused,
    kept_lists=panes.lists,
    intents=intents.INTENTS,
    activities=intents.EXPORTED,
    shortcuts=(
        _shortcut("settings.wifi", "signal_wifi_4_bar", "WIFI_SETTINGS"),
        _shortcut("settings.bluetooth", "bluetooth", "BLUETOOTH_SETTINGS"),
        _shortcut("settings.display", "brightness_medium", "DISPLAY_SETTINGS"),
    ),
    layouts=(
        ("Settings", ()),
        ("", ("android.widget.LinearLayout", "android.widget.LinearLayout")),
        (
            "#main_content_scrollable_container",
            (
                "android.widget.LinearLayout#homepage_container",
                "android.widget.FrameLayout#main_content",
                "android.widget.LinearLayout#container_material",
            ),
        ),
    ),
)
