"""The pages of Settings that a release has: Android 13's, where they are not Android 10's."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.pages import AIRPLANE, HOME, PAGES, WIFI
from bmoca_gym.handset.apps.settings.preferences import Page, Preference, choice, heading, link, switch

_S = "com.android.settings."

_HOME_13 = (
    link("network", icon="wifi", summary="android13.settings_network_summary"),
    link("connected_devices", icon="devices", summary="android13.settings_connected_summary"),
    link("android13.settings_apps", "apps", icon="apps", summary="android13.settings_apps_summary"),
    link("notifications", icon="notifications", summary="android13.settings_notifications_summary"),
    link("battery", icon="battery_full", summary="battery_level"),
    link("storage", icon="storage", summary="storage_used"),
    link("android13.settings_sound", "sound", icon="volume_up", summary="android13.settings_sound_summary"),
    link("display", icon="brightness_medium", summary="android13.settings_display_summary"),
    link("accessibility", icon="accessibility_new", summary="android13.settings_accessibility_summary"),
    link("security", icon="lock", summary="android13.settings_security_summary"),
    link("privacy", icon="visibility", summary="android13.settings_privacy_summary"),
    link("location", icon="location_on", summary="location_summary"),
    link(
        "android13.settings_passwords",
        "accounts",
        icon="account_circle",
        summary="android13.settings_passwords_summary",
    ),
    link("system", icon="info", summary="android13.settings_system_summary"),
    link("android13.settings_about", "about", icon="perm_device_information", summary="device_name"),
)

_PAGES_13 = (
    Page("network", _S + "network.NetworkDashboardFragment", (
        link("android13.settings_internet", "wifi", icon="signal_wifi_4_bar", summary="internet_state"),
        link("android13.settings_sims", "mobile_network", icon="sim_card",
             summary="mobile_state", needs=AIRPLANE, on="0"),
        switch("airplane_mode", *AIRPLANE, icon="airplanemode_active"),
        link("hotspot", icon="wifi_tethering", summary="hotspot_state"),
        link("vpn", icon="vpn_key", summary="vpn_none"),
    )),
    Page("wifi", _S + "network.NetworkProviderSettings", (
        switch("wifi", *WIFI),
        Preference("made", "networks"),
        link("android13.settings_network_preferences", "wifi_preferences", icon="settings",
             summary="wifi_preferences_summary"),
        link("android13.settings_data_usage", "data_usage", icon="data_usage", summary="data_used"),
    ), title="android13.settings_internet"),
    Page("display", _S + "DisplaySettings", (
        heading("android13.settings_brightness_heading"),
        Preference("action", "brightness", "", "brightness_level", page="brightness"),
        switch("adaptive_brightness", "system", "screen_brightness_mode", summary="adaptive_brightness_summary"),
        heading("android13.settings_lock_display"),
        choice("screen_timeout"),
        heading("android13.settings_appearance"),
        switch("dark_theme", "secure", "ui_night_mode", on="2", off="1"),
        link("android13.settings_display_text", "display_text",
             summary="android13.settings_display_text_summary"),
        link("wallpaper"),
        heading("android13.settings_color"),
        link("night_light", summary="night_light_state"),
        heading("android13.settings_other_display"),
        switch("auto_rotate", "system", "accelerometer_rotation"),
    )),
    Page("display_text", _S + "accessibility.TextReadingPreferenceFragment", (
        link("font_size", summary="font_size_name"),
        link("display_size", summary="display_size_name"),
    ), title="android13.settings_display_text"),
    *(PAGES[name]._replace(title=title, first=0)
      for name, title in (("apps", "android13.settings_apps"), ("accounts", "android13.settings_passwords"),
                          ("about", "android13.settings_about"))),
    PAGES["sound"]._replace(title="android13.settings_sound", first=0),
)  # fmt: skip
PAGES_13 = {**PAGES, **{page.name: page for page in _PAGES_13}}


def pages_of(api_level: int) -> dict[str, Page]:
    """The pages by their names."""
    return PAGES_13 if api_level >= 33 else PAGES


def home_of(api_level: int) -> tuple[Preference, ...]:
    """The rows of the first screen."""
    return _HOME_13 if api_level >= 33 else HOME
