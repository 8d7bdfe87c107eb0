"""The image of AndroidLab: Android 13 on a Pixel 7 Pro in Shanghai, with the apps of its tasks."""

from __future__ import annotations

import posixpath
from datetime import datetime, timedelta
from typing import Any

from immutables import Map

from bmoca_gym.handset.apps.calendario.state import PACKAGE as CALENDAR
from bmoca_gym.handset.apps.calendario.state import Calendario, Event
from bmoca_gym.handset.apps.clock import state as clock
from bmoca_gym.handset.apps.pi_music.state import PACKAGE as PI_MUSIC
from bmoca_gym.handset.apps.pi_music.state import PiMusic
from bmoca_gym.handset.images import ebooks
from bmoca_gym.handset.images.android13 import ANDROID13
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.providers import media
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import InstalledPackage, SystemClock
from bmoca_gym.handset.system.automation_packages import ADB_KEYBOARD, KEYBOARD
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.system.shared_preferences import Preference
from bmoca_gym.handset.value import replace

_START = 1715313600000  # 2024-05-10 12:00 in Shanghai: the time of AndroidLab's phones

#: Pixel 7 Pro, as the emulator's device of that name has it.
PIXEL_7_PRO = Configuration(width=1440, height=3120, density=560, material=3, account=ALEX)

#: Apps of `ANDROID13` that are AndroidWorld's alone.
_OTHERS_APPS = frozenset(
    {
        "audio_recorder", "broccoli", "clipper", "joplin", "markor", "opentracks", "osmand", "pro_expense",
        "retro_music", "simple_calendar", "simple_draw", "simple_gallery", "simple_sms", "tasks", "vlc",
    }
)  # fmt: skip

#: The apps that AndroidLab brings.
_OWN_APPS = ("bluecoins", "booking", "calendario", "cantook", "firefox", "maps_me", "pi_music", "zoom")

#: Builds of the apps that are not part of Android, and of those whose build differs from `ANDROID13`.
_VERSIONS: dict[str, tuple[int, str]] = {
    "com.google.android.apps.messaging": (232145063, "messages.android_20240501_00_RC00.phone_dynamic"),
    "com.google.android.contacts": (4274826, "4.27.26.626034426"),
    clock.PACKAGE: (73000000, "7.3"),
    "com.booking": (23104, "39.1"),
    "org.mozilla.firefox": (2016014079, "125.2.0"),
}


def _event(id: int, title: str, day: int, hour: int, hours: int = 1, **others: Any) -> Event:
    """An event of May 2024."""
    start = datetime(2024, 5, day, hour)
    return Event(id, title, start=start, end=start + timedelta(hours=hours), **others)


_CALENDAR = Calendario(
    (
        _event(1, "this day", 10, 9),
        _event(2, "exam", 10, 14, 2),
        _event(3, "work", 10, 17),
        _event(4, "meeting", 13, 10, note="conference room B202"),
        _event(5, "Today", 14, 9, repeat="weekly"),
        _event(6, "homework", 21, 19, reminders=(10,)),
    )
)

#: Songs of AndroidLab's fixture by one artist: the first of them was played, again and again.
_PLAYED = tuple(
    [
        media.id_of(f"{STORAGE}/Music/{title}.mp3")
        for title in ("Wish You Were Here", "Comfortably Numb", "Dark Side Of The Moon", "The Wall")
    ]
)
_PI_MUSIC = PiMusic(queue=_PLAYED, original=_PLAYED, playback=PlayQueue(repeat="one"))

#: First states of apps whose data nothing outside can read, by package.
_STATES: dict[str, object] = {
    clock.PACKAGE: clock.ClockState(
        tab="alarm",
        preferences=(
            Preference("string", "clock_style", "digital"),
            Preference("boolean", "display_clock_seconds", False),
            Preference("string", "home_time_zone", "Asia/Shanghai"),
            Preference("string", "auto_silence", "10"),
            Preference("string", "snooze_duration", "10"),
            Preference("int", "number_of_cities", 1),
            Preference("string", "city_id_0", "C262"),  # Barcelona
            Preference("int", "bedtime_minute_of_day", 23 * 60),
            Preference("int", "wake_up_minute_of_day", 7 * 60),
            Preference("int", "wake_up_alarm_id", 0),
            Preference("string", "sleep_sound", "Rain"),
        ),
    ),
    CALENDAR: _CALENDAR,
    PI_MUSIC: _PI_MUSIC,
}

#: Settings that are not as in `ANDROID13`.
_SETTINGS: dict[tuple[str, str], str] = {
    # Its programs type by ADBKeyboard's broadcasts.
    ("secure", "default_input_method"): ADB_KEYBOARD,
    ("secure", "enabled_input_methods"): f"{KEYBOARD}:{ADB_KEYBOARD}",
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

#: Files that the phone begins with, users' and apps' own that are no part of an app's state.
_FILES: dict[str, bytes] = {**ebooks.files()}


def _folders(path: str) -> list[str]:
    """The folders that a file is in, up to the app's folder or the storage."""
    folder, found = posixpath.dirname(path), []
    while folder not in (STORAGE, "/data/data"):
        found.append(folder)
        folder = posixpath.dirname(folder)
    return found


ANDROIDLAB = replace(
    ANDROID13,
    name="androidlab",
    apps=(*(app for app in ANDROID13.apps if app not in _OTHERS_APPS), *_OWN_APPS),
    settings=ANDROID13.settings.delete(("system", "time_12_24")).update(_SETTINGS),
    properties=ANDROID13.properties.update({"persist.sys.timezone": "Asia/Shanghai"}),
    files=Map(_FILES),
    modified=Map(
        {path: _START for path in ANDROID13.modified if "/Android/data/" not in path}
        | {name: _START for path in _FILES for name in (path, *_folders(path))}
    ),
    states=ANDROID13.states.update(_STATES),
    automation=Map({ADB_KEYBOARD.partition("/")[0]: InstalledPackage(20000, "2.0")}),
    versions=Map(_VERSIONS),
    configuration=PIXEL_7_PRO,
    clock=SystemClock(_START),
)
