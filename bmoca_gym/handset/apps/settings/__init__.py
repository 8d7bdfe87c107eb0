"""Settings: the phone's settings, as on Android 10."""

from __future__ import annotations

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.apps.settings import (
    android13,
    app_details,
    dialogs,
    intents,
    languages_screen,
    notices,
    rows,
    summaries,
    wallpaper_screen,
)
from bmoca_gym.handset.apps.settings.page_screen import home_screen, preferences_page
from bmoca_gym.handset.apps.settings.pages import ACTIONS, ACTIVITIES, DEVELOPER
from bmoca_gym.handset.apps.settings.releases import PAGES_13, home_of, pages_of
from bmoca_gym.handset.apps.settings.search_screen import results_page
from bmoca_gym.handset.apps.settings.state import PACKAGE, SettingsState, closed, dismiss
from bmoca_gym.handset.manifest import App, AppIcon, AppShortcut, Intent, Layer, Next, layer
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.value import replace

__all__ = ["ACTIONS", "APP"]


def _page_of(activity: Activity) -> str:
    """The page that an activity shows; "" for the first screen."""
    name = activity.name.rpartition(".")[2]
    if name == "SubSettings":
        return activity.argument if activity.argument in PAGES_13 else ""
    return ACTIVITIES.get(name, "")


def _back(state: SettingsState, context: Context) -> Next[SettingsState]:
    if state.dialog is not None or state.menu:
        return dismiss(state, context)
    activity = context.activity
    assert activity is not None
    name = activity.name.rpartition(".")[2]
    if name == "LocalePickerWithRegionActivity" and (state.searching or state.region):
        return languages_screen.picker_back(state, context)
    if state.removing and _page_of(activity) == "languages":
        return languages_screen.stop_removing(state, context)
    return state


def _paused(state: SettingsState, context: Context) -> SettingsState:
    # A dialog belongs to the screen under it: it does not come along to the next one.
    return replace(state, dialog=None, menu=False)


def _layers(phone: Phone, state: SettingsState, activity: Activity) -> tuple[Layer, ...]:

    res = resources.of(phone.configuration)
    api_level = phone.image.api_level
    modern = api_level >= 33
    name = activity.name.rpartition(".")[2]
    if name == "LocalePickerWithRegionActivity":
        return languages_screen.picker_layers(phone, state, activity)
    if name == "AppPermissionActivity" and activity.argument in packages.apps_of(phone.image):
        return app_details.permission_layers(phone, activity.argument)
    if name == "InstalledAppDetails" and activity.argument in packages.apps_of(phone.image):
        return app_details.layers(phone, state, activity.argument)
    if activity.component in (notices.NOTIFIES, notices.READS) and activity.argument in packages.apps_of(
        phone.image
    ):
        if activity.component == notices.NOTIFIES:
            return notices.notification_layers(phone, activity.argument)
        return notices.access_layers(phone, state, activity.argument)
    if name == "SearchActivity":
        developer = settings.get(phone, *DEVELOPER) == "1"
        return (layer(results_page, state.query, activity.focus == "search", api_level, developer),)
    shown = _page_of(activity)
    if not shown:
        return (
            layer(
                android13.home_screen if modern else home_screen,
                rows.home_rows(phone, res, home_of(api_level)),
            ),
        )
    if shown == "languages":
        return languages_screen.layers(phone, state)
    if shown == "wallpaper":
        return (layer(wallpaper_screen.screen, phone.configuration.wallpaper),)
    page = pages_of(api_level)[shown]
    title = res.string(summaries.string_of(page.title or page.name))
    main = layer(
        android13.preferences_page if modern else preferences_page,
        page.name,
        title,
        rows.rows_of(phone, res, state, page),
    )
    over = dialogs.layer_of(phone, state, activity) if state.dialog is not None else None
    return (main,) if over is None else (main, over)


def _shortcut(label: str, glyph: str, action: str) -> AppShortcut:
    return AppShortcut(label, glyph, Intent(f"android.settings.{action}", package=PACKAGE))


APP = App(
    name="settings",
    package=PACKAGE,
    activity="com.android.settings.Settings",
    icon=AppIcon("settings", 0xFF5F6368),
    state=SettingsState,
    layers=_layers,
    uid=1000,
    back=_back,
    closed=closed,
    paused=_paused,
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
