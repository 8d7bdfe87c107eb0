"""The image of AndroidWorld: Android 13 on a Pixel 6, with Google's builds of Contacts, Phone and Files."""

from __future__ import annotations

import itertools

from immutables import Map

from bmoca_gym.handset.apps.launcher.state import Launcher, Shortcut
from bmoca_gym.handset.images.android10 import PROPERTIES, SETTINGS
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Image, SystemClock
from bmoca_gym.handset.system.files import STORAGE

_DIRECTORIES = (
    "Alarms", "Android", "Audiobooks", "DCIM", "Documents", "Download", "Movies", "Music", "Notifications", "Pictures",
    "Podcasts", "Recordings", "Ringtones",
    "Documents/Markor",  # Markor's notebook
)  # fmt: skip
#: The folder that Audio Recorder keeps its records in, and those above it.
_RECORDS = tuple(itertools.accumulate(
    ("Android/data", "com.dimowner.audiorecorder", "files", "Music", "records"), "{}/{}".format
))  # fmt: skip
#: That of OsmAnd's tracks, and those above it.
_TRACKS = tuple(itertools.accumulate(("Android/data", "net.osmand", "files", "tracks"), "{}/{}".format))
_FIRST_BOOT = 1697384040000  # 2023-10-15 15:34 UTC: the time of AndroidWorld's phones

_BUILD = "TE1A.220922.034"

#: Pixel 6, as the emulator's device of that name has it.
PIXEL_6 = Configuration(width=1080, height=2400, density=420, material=3, account=ALEX)

_CONTACTS, _DIALER, _FILES = (f"com.android.{name}" for name in ("contacts", "dialer", "documentsui"))
ALIASES = (
    (_CONTACTS, "com.google.android.contacts"),
    (_DIALER, "com.google.android.dialer"),
    (_FILES, "com.google.android.documentsui"),
    (
        f"{_DIALER}/{_DIALER}.main.impl.MainActivity",
        "com.google.android.dialer/com.google.android.dialer.extensions.GoogleDialtactsActivity",
    ),
)

#: Builds of the apps that Android does not bring, those that AndroidWorld asks for.
_VERSIONS = Map(
    {
        "code.name.monkey.retromusic": (10603, "6.1.0"),
        "com.arduia.expense": (11, "1.0.0-beta09"),
        "com.dimowner.audiorecorder": (926, "0.9.26"),
        "com.flauschcode.broccoli": (1020600, "1.2.6"),
        "com.simplemobiletools.calendar.pro": (238, "6.23.0"),
        "com.simplemobiletools.draw.pro": (79, "6.9.0"),
        "com.simplemobiletools.gallery.pro": (396, "6.28.0"),
        "com.simplemobiletools.smsmessenger": (85, "5.19.0"),
        "de.dennisguse.opentracks": (5705, "4.11.3"),
        "net.cozic.joplin": (2097740, "3.0.0"),
        "net.gsantner.markor": (146, "2.11.1"),
        "net.osmand": (0, "4.6.13"),
        "org.tasks": (130605, "13.6.5"),
        "org.videolan.vlc": (13050408, "3.5.4"),
    }
)

#: The hotseat of a new Pixel; all other apps are in the drawer.
_HOME = Launcher(
    shortcuts=(
        Shortcut(f"{_DIALER}/{_DIALER}.main.impl.MainActivity", "hotseat", 0, 0, 0),
        Shortcut("com.google.android.apps.messaging/com.google.android.apps.messaging.ui.ConversationListActivity",
                 "hotseat", 0, 1, 0),
        Shortcut("com.android.chrome/com.google.android.apps.chrome.Main", "hotseat", 0, 2, 0),
        Shortcut("com.android.camera2/com.android.camera.CameraLauncher", "hotseat", 0, 3, 0),
        Shortcut("com.google.android.apps.photos/com.google.android.apps.photos.home.HomeActivity", "hotseat", 0, 4, 0),
    )
)  # fmt: skip

ANDROID13 = Image(
    name="android13",
    release="13",
    api_level=33,
    launcher="launcher",
    apps=(
        "audio_recorder", "broccoli", "calendar", "camera", "chrome", "clipper", "clock", "contacts",
        "dialer", "files", "gmail", "google", "joplin", "maps", "markor", "messages", "opentracks", "osmand",
        "photos", "pro_expense", "retro_music", "settings", "simple_calendar", "simple_draw", "simple_gallery",
        "simple_sms", "tasks", "vlc", "youtube",
    ),
    providers=(
        "bmoca_gym.handset.providers.calendar.database", "bmoca_gym.handset.providers.contacts.database",
        "bmoca_gym.handset.providers.messages.database",
    ),
    settings=SETTINGS.update(
        {
            ("global", "device_name"): "sdk_gphone_x86_64",
            ("secure", "sms_default_application"): "com.simplemobiletools.smsmessenger",
            ("system", "time_12_24"): "24",
        }
    ),
    properties=PROPERTIES.update(
        {
            "ro.build.version.release": "13",
            "ro.build.version.sdk": "33",
            "ro.boot.serialno": "EMULATOR33X0X0X0",
            "ro.build.description": f"sdk_gphone_x86_64-userdebug 13 {_BUILD} 10109170 dev-keys",
            "ro.build.display.id": f"sdk_gphone_x86_64-userdebug 13 {_BUILD} 10109170 dev-keys",
            "ro.build.fingerprint": f"google/sdk_gphone_x86_64/emulator_x86_64:13/{_BUILD}/10109170:userdebug/dev-keys",
            "ro.build.id": _BUILD,
            "ro.build.tags": "dev-keys",
            "ro.build.version.incremental": "10109170",
            "ro.build.version.security_patch": "2023-04-05",
            "ro.product.brand": "google",
            "ro.serialno": "EMULATOR33X0X0X0",
            "ro.product.model": "sdk_gphone_x86_64",
            "ro.product.name": "sdk_gphone_x86_64",
            "ro.product.device": "emulator_x86_64",
            "persist.sys.timezone": "UTC",
        }
    ),
    modified=Map(
        dict.fromkeys((STORAGE, "/data", "/data/local", "/data/local/tmp"), _FIRST_BOOT)
        | {f"{STORAGE}/{name}": _FIRST_BOOT for name in (*_DIRECTORIES, *_RECORDS, *_TRACKS)}
    ),
    states=Map({"com.google.android.apps.nexuslauncher": _HOME}),
    aliases=ALIASES,
    versions=_VERSIONS,
    configuration=PIXEL_6,
    clock=SystemClock(_FIRST_BOOT),
)  # fmt: skip
