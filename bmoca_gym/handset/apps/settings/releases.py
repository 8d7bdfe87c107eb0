"""The pages of Settings that a release has: Android 13's, where they are not Android 10's."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.pages import AIRPLANE, HOME, PAGES, WIFI
from bmoca_gym.handset.apps.settings.preferences import Page, Preference, choice, heading, link, switch

_S = "com.android.settings."
_NEW = "android13.settings_"  # strings of the catalogue android13

_HOME_13 = (
    link("network", icon="wifi", summary=_NEW + "network_summary"),
    link("connected_devices", icon="devices", summary=_NEW + "connected_summary"),
    link(_NEW + "apps", "apps", icon="apps", summary=_NEW + "apps_summary"),
    link("notifications", icon="notifications", summary=_NEW + "notifications_summary"),
    link("battery", icon="battery_full", summary="battery_level"),
    link("storage", icon="storage", summary="storage_used"),
    link(_NEW + "sound", "sound", icon="volume_up", summary=_NEW + "sound_summary"),
    link("display", icon="brightness_medium", summary=_NEW + "display_summary"),
    link("accessibility", icon="accessibility_new", summary=_NEW + "accessibility_summary"),
    link("security", icon="lock", summary=_NEW + "security_summary"),
    link("privacy", icon="visibility", summary=_NEW + "privacy_summary"),
    link("location", icon="location_on", summary="location_summary"),
    link(_NEW + "passwords", "accounts", icon="account_circle", summary=_NEW + "passwords_summary"),
    link("system", icon="info", summary=_NEW + "system_summary"),
    link(_NEW + "about", "about", icon="perm_device_information", summary="device_name"),
)

_PAGES_13 = (
    Page("network", _S + "network.NetworkDashboardFragment", (
        link(_NEW + "internet", "wifi", icon="signal_wifi_4_bar", summary="internet_state"),
        link(_NEW + "sims", "mobile_network", icon="sim_card", summary="mobile_state", needs=AIRPLANE, on="0"),
        switch("airplane_mode", *AIRPLANE, icon="airplanemode_active"),
        link("vpn", icon="vpn_key", summary="vpn_none"),
    )),
    Page("wifi", _S + "network.NetworkProviderSettings", (
        switch("wifi", *WIFI),
        Preference("made", "networks"),
        link(_NEW + "network_preferences", "wifi_preferences", icon="settings", summary="wifi_preferences_summary"),
        link(_NEW + "data_usage", "data_usage", icon="data_usage", summary="data_used"),
    ), title=_NEW + "internet"),
    Page("display", _S + "DisplaySettings", (
        heading(_NEW + "brightness_heading"),
        Preference("action", "brightness", "", "brightness_level", page="brightness"),
        switch("adaptive_brightness", "system", "screen_brightness_mode", summary="adaptive_brightness_summary"),
        heading(_NEW + "lock_display"),
        choice("screen_timeout"),
        heading(_NEW + "appearance"),
        switch("dark_theme", "secure", "ui_night_mode", on="2", off="1"),
        link(_NEW + "display_text", "display_text", summary=_NEW + "display_text_summary"),
        heading(_NEW + "color"),
        link("night_light", summary="night_light_state"),
        heading(_NEW + "other_display"),
        switch("auto_rotate", "system", "accelerometer_rotation"),
    )),
    Page("display_text", _S + "accessibility.TextReadingPreferenceFragment", (
        link("font_size", summary="font_size_name"),
        link("display_size", summary="display_size_name"),
    ), title=_NEW + "display_text"),
    *(PAGES[name]._replace(title=_NEW + title, first=0)
      for name, title in (("apps", "apps"), ("accounts", "passwords"), ("about", "about"))),
    PAGES["sound"]._replace(title=_NEW + "sound", first=0),
)  # fmt: skip
PAGES_13 = {**PAGES, **{page.name: page for page in _PAGES_13}}


def pages_of(api_level: int) -> dict[str, Page]:
    """The pages by their names."""
    return PAGES_13 if api_level >= 33 else PAGES


def home_of(api_level: int) -> tuple[Preference, ...]:
    """The rows of the first screen."""
    return _HOME_13 if api_level >= 33 else HOME
