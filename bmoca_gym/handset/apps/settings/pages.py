"""The pages of Settings as data: names in the real app, rows, links."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.preferences import (
    Page,
    Preference,
    choice,
    heading,
    info,
    link,
    note,
    switch,
    volume,
)
from bmoca_gym.handset.system import roles
from bmoca_gym.handset.system.settings import TIME_FORMAT

_S = "com.android.settings."

AIRPLANE = ("global", "airplane_mode_on")
WIFI = ("global", "wifi_on")
BLUETOOTH = ("global", "bluetooth_on")
HOTSPOT = ("global", "wifi_ap_on")
DEVELOPER = ("global", "development_settings_enabled")

#: The rows of the first screen, in Android 10's order.
HOME = (
    link("network", icon="wifi", summary="network_summary", background=0xFF1A73E8),
    link("connected_devices", icon="devices", summary="connected_devices_summary", background=0xFF34A853),
    link("apps", icon="apps", summary="apps_summary", background=0xFFF57C00),
    link("battery", icon="battery_full", summary="battery_level", background=0xFF0F9D58),
    link("display", icon="brightness_medium", summary="display_summary", background=0xFFF29900),
    link("sound", icon="volume_up", summary="sound_summary", background=0xFF9334E6),
    link("storage", icon="storage", summary="storage_used", background=0xFF7B1FA2),
    link("privacy", icon="visibility", summary="privacy_summary", background=0xFF5E97F6),
    link("location", icon="location_on", summary="location_summary", background=0xFF12B5CB),
    link("security", icon="lock", summary="security_summary", background=0xFF188038),
    link("accounts", icon="account_circle", summary="accounts_now", background=0xFFE52592),
    link("accessibility", icon="accessibility_new", summary="accessibility_summary", background=0xFF5F30C1),
    link("system", icon="info", summary="system_summary", background=0xFF5F6368),
    link("about", icon="perm_device_information", summary="device_name", background=0xFF7986CB),
)

_PAGES = (
    Page("network", _S + "network.NetworkDashboardFragment", (
        Preference("both", "wifi", "signal_wifi_4_bar", "wifi_state", "wifi", WIFI),
        link("mobile_network", icon="signal_cellular_4_bar", summary="mobile_state", needs=AIRPLANE, on="0"),
        link("data_usage", icon="data_usage", summary="data_used"),
        switch("airplane_mode", *AIRPLANE, icon="airplanemode_active"),
        link("hotspot", icon="wifi_tethering", summary="hotspot_state"),
        link("vpn", icon="vpn_key", summary="vpn_none"),
    )),
    Page("wifi", _S + "wifi.WifiSettings", (
        Preference("bar", "use_wifi", setting=WIFI),
        Preference("made", "networks"),
        link("wifi_preferences", icon="settings", summary="wifi_preferences_summary"),
    )),
    Page("wifi_network", _S + "wifi.details.WifiNetworkDetailsFragment", (
        info("signal_strength", "signal_excellent", "signal_wifi_4_bar"),
        info("frequency", "frequency_now", "wifi_tethering"),
        info("network_security", "network_open", "lock"),
        info("ip_address", "ip_address_now"),
        info("wifi_mac", "wifi_mac_now"),
    )),
    Page("wifi_preferences", _S + "wifi.ConfigureWifiSettings", (
        switch("wifi_wakeup", "global", "wifi_wakeup_enabled", summary="wifi_wakeup_summary"),
        switch("open_networks", "global", "wifi_networks_available_notification_on",
               summary="open_networks_summary", default="1"),
    )),
    Page("mobile_network", _S + "network.telephony.MobileNetworkSettings", (
        switch("mobile_data", "global", "mobile_data", summary="mobile_data_summary"),
        switch("roaming", "global", "data_roaming", summary="roaming_summary"),
    )),
    Page("data_usage", _S + "datausage.DataUsageSummary", (
        info("data_period", "data_used"),
        switch("mobile_data", "global", "mobile_data"),
    )),
    Page("hotspot", _S + "TetherSettings", (
        switch("wifi_hotspot", *HOTSPOT, summary="wifi_hotspot_summary"),
        info("hotspot_name", "hotspot_name_now"),
        switch("bluetooth_tethering", "global", "bluetooth_tethering"),
    )),
    Page("vpn", _S + "vpn2.VpnSettings", (note("vpn_empty"),)),
    Page("connected_devices", _S + "connecteddevice.ConnectedDeviceDashboardFragment", (
        link("pair_device", icon="add", summary="pair_summary"),
        link("connection_preferences", icon="devices_other", summary="connection_preferences_summary"),
    )),
    Page("pair_device", _S + "bluetooth.BluetoothPairingDetail", (
        Preference("action", "device_name_title", "phone_android", "device_name", page="rename"),
        heading("available_devices"),
        note("visible_as"),
    ), pairs=True),
    Page("connection_preferences", _S + "connecteddevice.AdvancedConnectedDeviceDashboardFragment", (
        link("bluetooth", icon="bluetooth", summary="bluetooth_state"),
        switch("nfc", "global", "nfc_on", "nfc", "nfc_summary"),
    )),
    Page("bluetooth", _S + "connecteddevice.BluetoothDashboardFragment", (
        Preference("bar", "use_bluetooth", setting=BLUETOOTH),
        Preference("action", "device_name_title", "", "device_name", page="rename"),
        note("bluetooth_note"),
    ), logs=(
        _S + "bluetooth.BluetoothDeviceRenamePreferenceController",
        _S + "bluetooth.BluetoothSwitchPreferenceController",
    )),
    Page("apps", _S + "applications.AppAndNotificationDashboardFragment", (
        Preference("made", "recent_apps"),
        link("notifications", summary="notifications_on"),
        link("default_apps", summary="default_apps_now"),
    )),
    Page("default_apps", "com.android.permissioncontroller.role.ui.DefaultAppListFragment", (
        link("android13.settings_browser_app", "default_browser", icon="language", summary="browser_app"),
        link("android13.settings_home_app", "default_home", icon="home", summary="home_app"),
        link("android13.settings_phone_app", "default_phone", icon="call", summary="phone_app"),
        link("android13.settings_sms_app", "default_sms", icon="message", summary="sms_app"),
    )),
    *(Page(name, "com.android.permissioncontroller.role.ui.DefaultAppFragment", (
        Preference("made", role), note(f"android13.settings_{name}_note"),
    ), title=f"android13.settings_{name}")
      for name, role in (("default_browser", roles.BROWSER), ("default_home", roles.HOME),
                         ("default_phone", roles.DIALER), ("default_sms", roles.SMS))),
    Page("all_apps", _S + "applications.manageapplications.ManageApplications", (
        Preference("made", "all_apps"),
    ), title="app_list"),
    Page("notifications", _S + "notification.ConfigureNotificationSettings", (
        choice("lock_screen_notifications"),
        switch("notification_dots", "secure", "notification_badging", default="1"),
    )),
    Page("battery", _S + "fuelgauge.PowerUsageSummary", (
        Preference("made", "battery"),
        link("battery_saver", summary="battery_saver_state"),
    )),
    Page("battery_saver", _S + "fuelgauge.batterysaver.BatterySaverSettings", (
        Preference("bar", "use_battery_saver", setting=("global", "low_power")),
        note("battery_saver_note"),
    )),
    Page("display", _S + "DisplaySettings", (
        Preference("action", "brightness", "", "brightness_level", page="brightness"),
        switch("dark_theme", "secure", "ui_night_mode", on="2", off="1"),
        link("night_light", summary="night_light_state"),
        switch("adaptive_brightness", "system", "screen_brightness_mode", summary="adaptive_brightness_summary"),
        link("wallpaper"),
        choice("screen_timeout"),
        switch("auto_rotate", "system", "accelerometer_rotation"),
        link("font_size", summary="font_size_name"),
        link("display_size", summary="display_size_name"),
    ), first=6),
    Page("wallpaper", _S + "wallpaper.WallpaperTypeSettings"),
    Page("night_light", _S + "display.NightDisplaySettings", (
        switch("use_night_light", "secure", "night_display_activated", summary="night_light_note"),
    )),
    Page("font_size", _S + "display.ToggleFontSizePreferenceFragment", (
        Preference("steps", "font_size"), note("font_size_note"),
    )),
    Page("display_size", _S + "display.ScreenZoomSettings", (
        Preference("steps", "display_size"), note("display_size_note"),
    )),
    Page("sound", _S + "notification.SoundSettings", (
        volume("media_volume", "music_note", 3),
        volume("call_volume", "call", 0),
        volume("ring_volume", "notifications_active", 2),
        volume("alarm_volume", "alarm", 4),
        switch("vibrate_for_calls", "system", "vibrate_when_ringing"),
        switch("dial_pad_tones", "system", "dtmf_tone", default="1"),
        switch("screen_locking_sounds", "system", "lockscreen_sounds_enabled", default="1"),
        switch("charging_sounds", "secure", "charging_sounds_enabled", default="1"),
        switch("touch_sounds", "system", "sound_effects_enabled", default="1"),
        switch("touch_vibration", "system", "haptic_feedback_enabled", default="1"),
    ), first=5),
    Page("storage", _S + "deviceinfo.StorageDashboardFragment", (
        info("storage_internal", "storage_used"),
        Preference("made", "storage"),
    )),
    Page("privacy", _S + "privacy.PrivacyDashboardFragment", (
        switch("show_passwords", "system", "show_password", summary="show_passwords_summary", default="1"),
        choice("lock_screen_notifications"),
    )),
    Page("location", _S + "location.LocationSettings", (
        Preference("bar", "use_location", setting=("secure", "location_mode"), on="3"),
        note("location_note"),
    )),
    Page("security", _S + "security.SecuritySettings", (
        heading("device_security"),
        link("screen_lock", summary="screen_lock_state"),
        choice("lock_screen_notifications"),
        heading("privacy"),
        switch("show_passwords", "system", "show_password", summary="show_passwords_summary", default="1"),
    )),
    Page("screen_lock", _S + "password.ChooseLockGeneric$ChooseLockGenericFragment", (
        Preference("made", "screen_locks"),
    )),
    Page("accounts", _S + "accounts.AccountDashboardFragment", (
        Preference("made", "accounts"),
        link("add_account", icon="add"),
        switch("auto_sync", "global", "auto_sync", summary="auto_sync_summary", default="1"),
    )),
    Page("add_account", _S + "accounts.ChooseAccountFragment", (
        Preference("made", "account_types"),
    ), title="add_an_account"),
    Page("account", _S + "accounts.AccountDetailDashboardFragment", (
        info("contacts.name", "account_name"),
        info("contacts.email", "account_address"),
        Preference("button", "remove_account", page="remove_account"),
    )),
    Page("accessibility", _S + "accessibility.AccessibilitySettings", (
        heading("accessibility_display"),
        link("font_size", summary="font_size_name"),
        link("display_size", summary="display_size_name"),
        switch("dark_theme", "secure", "ui_night_mode", on="2", off="1"),
        switch("remove_animations", "global", "animator_duration_scale", on="0", off="1", default="1"),
        heading("accessibility_interaction"),
        switch("power_ends_call", "secure", "incall_power_button_behavior", on="2", off="1", default="1"),
        heading("accessibility_audio"),
        switch("mono_audio", "system", "master_mono", summary="mono_audio_summary"),
    )),
    Page("system", _S + "system.SystemDashboardFragment", (
        link("languages_input", icon="language"),
        link("date_time", icon="access_time", summary="date_time_now"),
        link("system_update", icon="system_update", summary="system_update_state"),
        Preference("made", "developer"),
    )),
    Page("developer_options", _S + "development.DevelopmentSettingsDashboardFragment", (
        Preference("bar", "use_developer", setting=DEVELOPER),
        switch("stay_awake", "global", "stay_on_while_plugged_in", summary="stay_awake_summary", on="7"),
        switch("usb_debugging", "global", "adb_enabled", default="1"),
        switch("show_taps", "system", "show_touches"),
        switch("pointer_location", "system", "pointer_location"),
        switch("remove_animations", "global", "animator_duration_scale", on="0", off="1", default="1"),
        switch("dont_keep_activities", "global", "always_finish_activities"),
    )),
    Page("languages_input", _S + "language.LanguageAndInputSettings", (
        link("languages", icon="language", summary="languages_chosen"),
        heading("keyboards"),
        info("virtual_keyboard", "keyboard_name"),
        link("physical_keyboard", summary="not_connected"),
        heading("tools"),
        link("spell_checker", summary="spell_checker_state"),
    )),
    Page("languages", _S + "localepicker.LocaleListEditor"),
    Page("physical_keyboard", _S + "inputmethod.PhysicalKeyboardFragment", (
        switch("show_virtual_keyboard", "secure", "show_ime_with_hard_keyboard",
               summary="show_virtual_keyboard_summary", default="1"),
    )),
    Page("spell_checker", _S + "inputmethod.SpellCheckersSettings", (
        Preference("bar", "use_spell_checker", setting=("secure", "spell_checker_enabled"), default="1"),
    )),
    Page("date_time", _S + "datetime.DateTimeSettings", (
        switch("auto_time", "global", "auto_time"),
        Preference("action", "set_date", "", "date_now", page="date", needs=("global", "auto_time"), on="0"),
        Preference("action", "set_time", "", "time_now", page="time", needs=("global", "auto_time"), on="0"),
        switch("auto_time_zone", "global", "auto_time_zone"),
        link("time_zone", summary="time_zone_now", needs=("global", "auto_time_zone"), on="0"),
        Preference("heading", "time_format"),
        Preference("switch", "use_locale_default", setting=TIME_FORMAT, on="", off="as_it_is", default=""),
        Preference("switch", "use_24_hour", summary="afternoon", setting=TIME_FORMAT, on="24", off="12"),
    )),
    Page("time_zone", _S + "datetime.timezone.TimeZoneSettings", (Preference("made", "time_zone"),)),
    Page("system_update", "com.google.android.gms.update.SystemUpdateActivity", (
        info("system_update_version", "android_version_name", "android"),
        Preference("action", "check_update", "refresh", handler="check_update"),
    )),
    Page("about", _S + "deviceinfo.aboutphone.MyDeviceInfoFragment", (
        Preference("action", "device_name_title", "", "device_name", page="rename"),
        info("model", "model_name"),
        info("android_version", "android_version_name"),
        info("ip_address", "ip_address_now"),
        info("wifi_mac", "wifi_mac_now"),
        info("up_time", "up_time_now"),
        Preference("action", "build_number", "", "build_name", handler="build_number"),
    )),
)  # fmt: skip

PAGES: dict[str, Page] = {page.name: page for page in _PAGES}

#: Activities of the real app that show one page, by the class's last name: what ``am start -n`` may name.
ACTIVITIES: dict[str, str] = {
    "Settings$NetworkDashboardActivity": "network",
    "Settings$WifiSettingsActivity": "wifi",
    "Settings$BluetoothSettingsActivity": "bluetooth",
    "Settings$ConnectedDeviceDashboardActivity": "connected_devices",
    "Settings$AppAndNotificationDashboardActivity": "apps",
    "Settings$ManageApplicationsActivity": "all_apps",
    "Settings$PowerUsageSummaryActivity": "battery",
    "Settings$DisplaySettingsActivity": "display",
    "DisplaySettings": "display",
    "Settings$SoundSettingsActivity": "sound",
    "Settings$StorageDashboardActivity": "storage",
    "Settings$LocationSettingsActivity": "location",
    "Settings$AccessibilitySettingsActivity": "accessibility",
    "Settings$SystemDashboardActivity": "system",
    "Settings$LanguageAndInputSettingsActivity": "languages_input",
    "LanguageSettings": "languages_input",
    "Settings$LocalePickerActivity": "languages",
    "Settings$DateTimeSettingsActivity": "date_time",
    "Settings$TetherSettingsActivity": "hotspot",
    "ChooseLockGeneric": "screen_lock",
    "Settings$WallpaperSettingsActivity": "wallpaper",
    "Settings$DevelopmentSettingsDashboardActivity": "developer_options",
    "Settings$MyDeviceInfoActivity": "about",
}

#: Settings actions that ``am start -a`` may name, and the page they lead to.
ACTIONS: dict[str, str] = {
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.SYNC_SETTINGS": "accounts",
    "android.settings.ADD_ACCOUNT_SETTINGS": "add_account",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.WIFI_SETTINGS": "wifi",
    "android.settings.BLUETOOTH_SETTINGS": "bluetooth",
    "android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS": "all_apps",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.SOUND_SETTINGS": "sound",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
    "android.settings.LOCATION_SOURCE_SETTINGS": "location",
    "android.settings.ACCESSIBILITY_SETTINGS": "accessibility",
    "android.settings.LOCALE_SETTINGS": "languages",
    "android.settings.DATE_SETTINGS": "date_time",
    "android.settings.TETHER_SETTINGS": "hotspot",
    "android.settings.APPLICATION_DEVELOPMENT_SETTINGS": "developer_options",
    "android.settings.DEVICE_INFO_SETTINGS": "about",
}
