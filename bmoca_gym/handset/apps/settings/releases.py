"""The pages of Settings in each Android release. Android 13's override those of Android 10."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.pages import AIRPLANE, BLUETOOTH, HOME, PAGES, WIFI
from bmoca_gym.handset.apps.settings.preferences import (
    Page,
    Preference,
    choice,
    heading,
    info,
    level,
    link,
    note,
    switch,
    volume,
)
from bmoca_gym.handset.apps.settings.speech import NORMAL, PITCH, RATE
from bmoca_gym.handset.apps.settings.state import NIGHT
from bmoca_gym.handset.system import accessibility, notifications, permissions, zen_schedules

_S, _GRANTS = "com.android.settings.", "com.android.permissioncontroller.permission.ui.handheld."

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


#: Whether the phone can be found; Google's services keep it.
FIND_DEVICE = ("secure", "find_my_device_enabled")
#: The groups of permissions, as the permission manager lists them.
GROUPS = tuple(sorted(set(permissions.GROUPS.values())))

_BUILD = Preference("action", "build_number", "", "build_now", handler="build_number")


def _vibration(key: str, setting: str = "") -> Preference:
    """The switch of one kind of vibration: off, or at the default strength."""
    name = setting or f"{key}_vibration_intensity"
    return switch(f"android13.settings_{key}_vibration", "system", name, on="2", default="2")


_PAGES_13 = (
    Page("network", _S + "network.NetworkDashboardFragment", (
        link("android13.settings_internet", "wifi", icon="signal_wifi_4_bar", summary="internet_state"),
        link("android13.settings_sims", "mobile_network", icon="sim_card", summary="mobile_state",
             needs=AIRPLANE, on="0"),
        switch("airplane_mode", *AIRPLANE, icon="airplanemode_active"),
        link("hotspot", icon="wifi_tethering", summary="hotspot_state"),
        link("vpn", icon="vpn_key", summary="vpn_none"),
        Preference("action", "android13.settings_private_dns", "dns", "private_dns_now", page="private_dns"),
    )),
    Page("wifi", _S + "network.NetworkProviderSettings", (
        switch("wifi", *WIFI),
        Preference("made", "networks"),
        link("android13.settings_network_preferences", "wifi_preferences", icon="settings",
             summary="wifi_preferences_summary"),
        link("android13.settings_data_usage", "data_usage", icon="data_usage", summary="data_used"),
    ), title="android13.settings_internet"),
    Page("pair_device", _S + "bluetooth.BluetoothPairingDetail", (
        Preference("action", "device_name_title", "phone_android", "bluetooth_name", page="rename_bluetooth"),
        heading("available_devices"),
        note("visible_as"),
    ), pairs=True),
    Page("bluetooth", _S + "connecteddevice.BluetoothDashboardFragment", (
        Preference("bar", "use_bluetooth", setting=BLUETOOTH),
        Preference("action", "device_name_title", "", "bluetooth_name", page="rename_bluetooth"),
        link("pair_device", icon="add"),
        note("bluetooth_note"),
    ), logs=PAGES["bluetooth"].logs),
    Page("apps", _S + "applications.AppDashboardFragment", (
        Preference("made", "recent_apps"),
        heading("android13.settings_general"),
        link("default_apps", summary="default_apps_now"),
        link("android13.settings_notification_access", "notification_access",
             summary="android13.settings_notification_access_summary"),
    ), title="android13.settings_apps"),
    PAGES["all_apps"]._replace(title="android13.settings_all_apps"),
    PAGES["wifi_preferences"]._replace(title="android13.settings_network_preferences"),
    Page("notifications", _S + "notification.ConfigureNotificationSettings", (
        heading("android13.settings_manage"),
        link("android13.settings_app_notifications", "app_notifications",
             summary="android13.settings_app_notifications_summary"),
        link("android13.settings_history", "notification_history", summary="android13.settings_history_summary"),
        heading("android13.settings_conversation"),
        link("android13.settings_conversations", "conversations", summary="android13.settings_conversations_summary"),
        heading("privacy"),
        link("android13.settings_notification_access", "notification_access",
             summary="android13.settings_notification_access_summary"),
        choice("lock_screen_notifications"),
        heading("android13.settings_general"),
        link("android13.settings_dnd", "zen", summary="zen_state"),
        switch("android13.settings_snoozing", *notifications.SNOOZING),
        switch("notification_dots", "secure", "notification_badging", default="1"),
    )),
    Page("notification_history", _S + "notification.history.NotificationHistoryActivity", (
        Preference("bar", "android13.settings_use_history", setting=notifications.HISTORY),
        Preference("made", "notification_history"),
    ), title="android13.settings_history"),
    Page("conversations", _S + "notification.app.ConversationListSettings", (
        Preference("made", "conversations"),
        note("android13.settings_conversations_note"),
    ), title="android13.settings_conversations"),
    Page("zen", _S + "notification.zen.ZenModeSettings", (
        Preference("bar", "android13.settings_use_dnd", setting=("global", "zen_mode")),
        heading("android13.settings_dnd_interrupt"),
        switch("android13.settings_dnd_calls", *notifications.THROUGH["call"],
               summary="android13.settings_dnd_calls_summary"),
        switch("android13.settings_dnd_alarms", *notifications.THROUGH["alarm"], default="1",
               summary="android13.settings_dnd_alarms_summary"),
        heading("android13.settings_general"),
        link("android13.settings_dnd_schedules", "zen_schedules", summary="zen_schedules_state"),
        note("android13.settings_dnd_note"),
    ), title="android13.settings_dnd"),
    Page("zen_schedules", _S + "notification.zen.ZenModeAutomationSettings", (
        switch("android13.settings_dnd_sleeping", *zen_schedules.SLEEPING, summary="zen_sleeping"),
        note("android13.settings_dnd_schedules_note"),
    ), title="android13.settings_dnd_schedules"),
    Page("privacy", PAGES["privacy"].fragment, (
        link("android13.settings_permission_manager", "permission_manager",
             summary="android13.settings_permission_manager_summary"),
        *PAGES["privacy"].rows,
    )),
    Page("permission_manager", _GRANTS + "ManageStandardPermissionsFragment", (
        Preference("made", "permission_manager"),
    ), title="android13.settings_permission_manager"),
    *(Page(f"permission_{group}", _GRANTS + "PermissionAppsFragment", (
        Preference("made", f"permission_{group}"),
    )) for group in GROUPS),
    Page("security", PAGES["security"].fragment, (
        heading("android13.settings_security_status"),
        link("android13.settings_find_device", "find_device", summary="find_device_state"),
        *PAGES["security"].rows,
    )),
    Page("find_device", "com.google.android.gms.mdm.settings.FindMyDeviceSettings", (
        Preference("bar", "android13.settings_use_find_device", setting=FIND_DEVICE, default="1"),
        note("android13.settings_find_device_note"),
    ), title="android13.settings_find_device"),
    Page("system", PAGES["system"].fragment, (
        *PAGES["system"].rows[:1],
        link("android13.settings_gestures", "gestures", icon="gesture"),
        *PAGES["system"].rows[1:],
        link("android13.settings_backup", "backup", icon="backup"),
        link("android13.settings_reset", "reset", icon="restore"),
    )),
    Page("navigation", _S + "gestures.SystemNavigationGestureSettings", (
        Preference("made", "navigation_modes"),
    ), title="android13.settings_system_navigation"),
    Page("gestures", _S + "gestures.GestureSettings", (
        link("android13.settings_system_navigation", "navigation", summary="navigation_mode"),
        switch("android13.settings_quick_camera", "secure", "camera_double_tap_power_gesture_disabled", on="0", off="1",
               summary="android13.settings_quick_camera_summary"),
        switch("android13.settings_prevent_ringing", "secure", "volume_hush_gesture",
               summary="android13.settings_prevent_ringing_summary"),
        switch("android13.settings_tap_to_check", "secure", "doze_tap_gesture", default="1",
               summary="android13.settings_tap_to_check_summary"),
        switch("android13.settings_one_handed", "secure", "one_handed_mode_enabled",
               summary="android13.settings_one_handed_summary"),
    ), title="android13.settings_gestures"),
    Page("backup", _S + "backup.BackupSettingsFragment", (
        Preference("bar", "android13.settings_use_backup", setting=("secure", "backup_enabled")),
        info("android13.settings_backup_account", "account_address"),
        note("android13.settings_backup_note"),
    ), title="android13.settings_backup"),
    Page("reset", _S + "system.ResetDashboardFragment", (
        Preference("action", "android13.settings_reset_network", page="reset_network"),
        Preference("action", "android13.settings_reset_apps", page="reset_apps"),
    ), title="android13.settings_reset"),
    Page("app_notifications", _S + "applications.manageapplications.ManageApplications", (
        Preference("made", "notifying"),
    ), title="android13.settings_app_notifications_title"),
    Page("notification_access", _S + "notification.NotificationAccessSettings", (
        Preference("made", "reading"),
    ), title="android13.settings_notification_access"),
    Page("battery", _S + "fuelgauge.PowerUsageSummary", (
        Preference("made", "battery"),
        link("battery_saver", summary="battery_saver_state"),
        switch("android13.settings_battery_percentage", "system", "status_bar_show_battery_percent",
               summary="android13.settings_battery_percentage_summary"),
    )),
    Page("storage", _S + "deviceinfo.StorageDashboardFragment", (
        info("android13.settings_this_device", "storage_used"),
        Preference("made", "storage"),
    )),
    Page("sound", _S + "notification.SoundSettings", (
        volume("media_volume", "music_note", 3),
        volume("call_volume", "call", 0),
        Preference("slider", "android13.settings_ring_volume", "notifications_active", stream=2),
        volume("alarm_volume", "alarm", 4),
        link("android13.settings_dnd", "zen", "do_not_disturb_on", "zen_state"),
        choice("android13.settings_ringtone_sound", summary="ringtone_sound"),
        choice("android13.settings_notification_sound", summary="notification_sound"),
        choice("android13.settings_alarm_sound", summary="alarm_sound"),
        link("android13.settings_vibration", "vibration", summary="vibration_state"),
        link("android13.settings_media", "media"),
        switch("dial_pad_tones", "system", "dtmf_tone", default="1"),
        switch("screen_locking_sounds", "system", "lockscreen_sounds_enabled", default="1"),
        switch("charging_sounds", "secure", "charging_sounds_enabled", default="1"),
        switch("touch_sounds", "system", "sound_effects_enabled", default="1"),
    ), title="android13.settings_sound"),
    Page("media", _S + "sound.MediaControlsSettings", (
        switch("android13.settings_pin_media", "secure", "qs_media_resumption", default="1",
               summary="android13.settings_pin_media_summary"),
    ), title="android13.settings_media"),
    Page("vibration", _S + "accessibility.VibrationSettings", (
        Preference("bar", "android13.settings_use_vibration", setting=("system", "vibrate_on"), default="1"),
        heading("android13.settings_vibration_calls"),
        _vibration("ring"),
        switch("android13.settings_vibrate_first", "system", "apply_ramping_ringer"),
        heading("android13.settings_vibration_notices"),
        _vibration("notification"),
        _vibration("alarm"),
        heading("android13.settings_vibration_touch"),
        _vibration("touch", "haptic_feedback_intensity"),
        _vibration("media"),
    ), title="android13.settings_vibration"),
    Page("display", _S + "DisplaySettings", (
        heading("android13.settings_brightness_heading"),
        Preference("action", "brightness", "", "brightness_level", page="brightness"),
        switch("adaptive_brightness", "system", "screen_brightness_mode", summary="adaptive_brightness_summary"),
        heading("android13.settings_lock_display"),
        choice("screen_timeout"),
        heading("android13.settings_appearance"),
        Preference("both", "dark_theme", summary="dark_theme_state", page="dark_theme", setting=NIGHT, on="2", off="1"),
        link("android13.settings_display_text", "display_text", summary="android13.settings_display_text_summary"),
        link("wallpaper"),
        heading("android13.settings_color"),
        link("night_light", summary="night_light_state"),
        heading("android13.settings_other_display"),
        switch("auto_rotate", "system", "accelerometer_rotation"),
    )),
    Page("dark_theme", _S + "display.darkmode.DarkModeSettingsFragment", (
        Preference("bar", "android13.settings_use_dark_theme", setting=NIGHT, on="2", off="1"),
        note("dark_theme_note"),
    )),
    Page("display_text", _S + "accessibility.TextReadingPreferenceFragment", (
        link("font_size", summary="font_size_name"),
        link("display_size", summary="display_size_name"),
    ), title="android13.settings_display_text"),
    PAGES["accounts"]._replace(title="android13.settings_passwords"),
    Page("account", PAGES["account"].fragment, (
        *PAGES["account"].rows[:2],
        link("android13.settings_find_device", "find_device", summary="find_device_state"),
        link("android13.settings_backup", "backup"),
        *PAGES["account"].rows[2:],
    )),
    Page("accessibility", PAGES["accessibility"].fragment, (
        heading("android13.settings_screen_reader"),
        link("android13.settings_talkback", "talkback", summary="talkback_state"),
        *PAGES["accessibility"].rows[:5],
        link("android13.settings_magnification", "magnification", summary="magnification_state"),
        *PAGES["accessibility"].rows[5:],
        heading("android13.settings_general"),
        link("android13.settings_vibration", "vibration", summary="vibration_state"),
        link("android13.settings_tts", "tts"),
    )),
    Page("talkback", _S + "accessibility.ToggleAccessibilityServicePreferenceFragment", (
        Preference("bar", "android13.settings_use_talkback", setting=accessibility.SERVICES,
                   on=accessibility.TALKBACK, off=""),
        note("android13.settings_talkback_note"),
    ), title="android13.settings_talkback"),
    Page("magnification", _S + "accessibility.ToggleScreenMagnificationPreferenceFragment", (
        switch("android13.settings_magnification_shortcut", *accessibility.BUTTON, on=accessibility.MAGNIFIER, off="",
               summary="android13.settings_accessibility_button"),
        switch("android13.settings_triple_tap", *accessibility.TRIPLE, summary="android13.settings_triple_tap_summary"),
        note("android13.settings_magnification_note"),
    ), title="android13.settings_magnification"),
    Page("languages_input", _S + "language.LanguageAndInputSettings", (
        *PAGES["languages_input"].rows,
        link("android13.settings_tts", "tts"),
    )),
    Page("tts", _S + "tts.TextToSpeechSettings", (
        info("android13.settings_tts_engine", "tts_engine_name"),
        choice("android13.settings_tts_language", summary="tts_language"),
        level("android13.settings_tts_rate", RATE, 10, 600, NORMAL),
        level("android13.settings_tts_pitch", PITCH, 25, 400, NORMAL),
        Preference("action", "android13.settings_tts_reset", handler="reset_speech"),
    ), title="android13.settings_tts"),
    Page("date_time", _S + "datetime.DateTimeSettings", (
        switch("android13.settings_auto_time", "global", "auto_time"),
        *PAGES["date_time"].rows[1:3],
        switch("android13.settings_auto_time_zone", "global", "auto_time_zone"),
        *PAGES["date_time"].rows[4:],
    )),
    Page("about", PAGES["about"].fragment, (
        *PAGES["about"].rows[:2],
        link("android_version", summary="android_version_name"),
        *PAGES["about"].rows[3:-1],
        _BUILD,
    ), title="android13.settings_about"),
    Page("android_version", _S + "deviceinfo.firmwareversion.FirmwareVersionSettings", (
        info("android_version", "android_version_name"),
        info("android13.settings_security_patch", "security_patch"),
        _BUILD,
    )),
)  # fmt: skip
PAGES_13 = {**PAGES, **{page.name: page for page in _PAGES_13}}


def pages_of(api_level: int) -> dict[str, Page]:
    """The pages by their names."""
    return PAGES_13 if api_level >= 33 else PAGES


def home_of(api_level: int) -> tuple[Preference, ...]:
    """The rows of the first screen."""
    return _HOME_13 if api_level >= 33 else HOME
