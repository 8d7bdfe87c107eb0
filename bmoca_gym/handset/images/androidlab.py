"""The image of AndroidLab: Android 13 on a Pixel 7 Pro in Shanghai, with the apps of its tasks."""

from __future__ import annotations

from immutables import Map

from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.images.android13 import ANDROID13
from bmoca_gym.handset.state import InstalledApp, SystemClock
from bmoca_gym.handset.value import replace

_START = 1715313600000  # 2024-05-10 12:00 in Shanghai: the time of AndroidLab's phones

#: Pixel 7 Pro, as the emulator's device of that name has it.
PIXEL_7_PRO = Configuration(width=1440, height=3120, density=560)

#: Apps of `ANDROID13` that are AndroidWorld's alone.
_OTHERS_APPS = frozenset(
    {
        "audio_recorder", "broccoli", "clipper", "joplin", "markor", "opentracks", "osmand", "pro_expense",
        "retro_music", "simple_calendar", "simple_draw", "simple_gallery", "simple_sms", "tasks", "vlc",
    }
)  # fmt: skip

#: The apps that AndroidLab brings, and stand-ins for those that its tasks only name.
_OWN_APPS: tuple[str, ...] = ()

#: Builds of the apps that Android does not bring, and of those that are other builds than in `ANDROID13`.
_VERSIONS: dict[str, tuple[int, str]] = {
    "com.google.android.contacts": (4274826, "4.27.26.626034426"),
}

#: First states of apps whose data nothing outside can read, by package.
_STATES: dict[str, object] = {}

#: Settings that are not as in `ANDROID13`.
_SETTINGS: dict[tuple[str, str], str] = {
    ("global", "auto_time"): "1",
    ("global", "bluetooth_on"): "1",
    ("global", "wifi_wakeup_enabled"): "1",
    ("roles", "android.app.role.BROWSER"): "com.android.chrome",
    ("secure", "bluetooth_name"): "sdk_gphone64_x86_64",
    ("secure", "enabled_notification_listeners"): (
        "com.google.android.contacts/com.google.android.apps.contacts.notification.NotificationListener"
    ),
    ("secure", "sms_default_application"): "com.google.android.apps.messaging",
    ("system", "ring_vibration_intensity"): "2",
    ("system", "vibrate_when_ringing"): "1",
    ("system", "volume_alarm_speaker"): "6",
    ("system", "volume_ring_speaker"): "5",
}

#: Apps that the tasks only name: one to be uninstalled, and one that opens links.
_INSTALLED = (
    InstalledApp("com.booking", "com.booking.startup.HomeActivity", "Booking.com", 10301, 23104, "39.1"),
    InstalledApp(
        "org.mozilla.firefox", "org.mozilla.firefox.App", "Firefox", 10302, 2016014079, "125.2.0",
        schemes=("http", "https"),
    ),
)  # fmt: skip

ANDROIDLAB = replace(
    ANDROID13,
    name="androidlab",
    apps=(*(app for app in ANDROID13.apps if app not in _OTHERS_APPS), *_OWN_APPS),
    settings=ANDROID13.settings.update(_SETTINGS),
    properties=ANDROID13.properties.update({"persist.sys.timezone": "Asia/Shanghai"}),
    modified=Map({path: _START for path in ANDROID13.modified if "/Android/data/" not in path}),
    states=ANDROID13.states.update(_STATES),
    installed=_INSTALLED,
    versions=Map(_VERSIONS),
    configuration=PIXEL_7_PRO,
    clock=SystemClock(_START),
)
