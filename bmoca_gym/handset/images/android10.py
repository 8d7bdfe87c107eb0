"""The image of B-MoCA: Android 10 with about twenty apps."""

from __future__ import annotations

from importlib import resources

from immutables import Map

from bmoca_gym.handset.contract import HANDSET_PROPERTY
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.system.files import STORAGE

_STANDARD_DIRECTORIES = (
    "Alarms", "Android", "DCIM", "Download", "Movies", "Music", "Notifications", "Pictures", "Podcasts", "Ringtones",
)  # fmt: skip
_FIRST_BOOT = 1714557600000  # 2024-05-01 10:00 UTC

#: What a phone has when it leaves the box: only what somebody reads.
SETTINGS: Map[tuple[str, str], str] = Map(
    {
        ("global", "airplane_mode_on"): "0",
        ("global", "wifi_on"): "1",
        ("global", "bluetooth_on"): "0",
        ("global", "mobile_data"): "1",
        ("global", "auto_time"): "0",
        ("global", "auto_time_zone"): "0",
        ("global", "device_name"): "Android SDK built for x86_64",
        ("system", "screen_brightness"): "102",
        ("system", "screen_brightness_mode"): "0",
        ("system", "screen_off_timeout"): "1800000",
        ("system", "accelerometer_rotation"): "0",
        ("system", "user_rotation"): "0",
        ("system", "vibrate_when_ringing"): "0",
        ("system", "dtmf_tone"): "1",
        ("system", "sound_effects_enabled"): "1",
        ("system", "volume_music"): "5",
        ("system", "volume_voice"): "4",
        ("system", "volume_ring"): "5",
        ("system", "volume_notification"): "5",
        ("system", "volume_alarm"): "6",
        ("secure", "android_id"): "3f8a61c2d94e07b5",
        ("secure", "location_mode"): "3",
        ("secure", "night_display_activated"): "0",
        ("secure", "default_input_method"): "com.android.inputmethod.latin/.LatinIME",
    }
)

_BUILD, _SERIAL = "QSR1.190920.001", "EMULATOR29X2X1X0"

PROPERTIES: Map[str, str] = Map(
    {
        HANDSET_PROPERTY: "1",
        "gsm.network.type": "LTE",
        "gsm.operator.alpha": "Android",
        "gsm.operator.iso-country": "us",
        "gsm.operator.numeric": "310260",
        "gsm.sim.state": "READY",
        "init.svc.adbd": "running",
        "persist.sys.usb.config": "adb",
        "ro.adb.secure": "0",
        "ro.boot.hardware": "ranchu",
        "ro.boot.serialno": _SERIAL,
        "ro.build.characteristics": "emulator",
        "ro.build.description": f"sdk_phone_x86_64-userdebug 10 {_BUILD} 5891938 test-keys",
        "ro.build.display.id": f"sdk_phone_x86_64-userdebug 10 {_BUILD} 5891938 test-keys",
        "ro.build.fingerprint": f"Android/sdk_phone_x86_64/generic_x86_64:10/{_BUILD}/5891938:userdebug/test-keys",
        "ro.build.id": _BUILD,
        "ro.build.tags": "test-keys",
        "ro.build.type": "userdebug",
        "ro.build.version.codename": "REL",
        "ro.build.version.incremental": "5891938",
        "ro.build.version.security_patch": "2019-09-05",
        "ro.debuggable": "1",
        "ro.hardware": "ranchu",
        "ro.product.board": "goldfish_x86_64",
        "ro.product.brand": "Android",
        "ro.product.cpu.abi": "x86_64",
        "ro.product.cpu.abilist": "x86_64,x86",
        "ro.secure": "1",
        "ro.serialno": _SERIAL,
        "sys.usb.state": "adb",
        "ro.build.version.release": "10",
        "ro.build.version.sdk": "29",
        "ro.product.model": "Android SDK built for x86_64",
        "ro.product.manufacturer": "Google",
        "ro.product.name": "sdk_phone_x86_64",
        "ro.product.device": "generic_x86_64",
        "ro.kernel.qemu": "1",
        "persist.sys.timezone": "GMT",
        "sys.boot_completed": "1",
        "dev.bootcomplete": "1",
        "init.svc.bootanim": "stopped",
    }
)

#: When (wall ms) each file and directory of a new phone was written last; its picture is an hour older than the phone.
MODIFIED: Map[str, int] = Map(
    dict.fromkeys((STORAGE, "/data", "/data/local", "/data/local/tmp"), _FIRST_BOOT)
    | {f"{STORAGE}/{name}": _FIRST_BOOT for name in _STANDARD_DIRECTORIES}
    | {COLOSSEUM: _FIRST_BOOT - 3_600_000}
)

#: Builds of the apps that Android does not bring, those of the reference (apks_versions.txt).
_VERSIONS = Map(
    {
        "com.google.android.calculator": (85005407, "8.6 (612662282)"),
        "com.instagram.android": (372509503, "325.0.0.35.91"),
        "com.niksoftware.snapseed": (1251211, "2.20.0.526050212"),
        "com.walmart.android": (24190029, "24.19"),
        "org.wikipedia": (50484, "2.7.50484-r-2024-04-19"),
    }
)

ANDROID10 = Image(
    name="android10",
    release="10",
    api_level=29,
    launcher="launcher",
    apps=(
        "calculator", "calendar", "camera", "chrome", "clock", "contacts", "dialer", "files", "gmail", "google",
        "instagram", "maps", "messages", "photos", "settings", "snapseed", "walmart", "wikipedia", "youtube",
    ),
    providers=(
        "bmoca_gym.handset.providers.calendar.database", "bmoca_gym.handset.providers.contacts.database",
        "bmoca_gym.handset.providers.messages.database",
    ),
    settings=SETTINGS,
    properties=PROPERTIES,
    files=Map({COLOSSEUM: (resources.files("bmoca_gym.handset.images") / "99_Colosseum.jpg").read_bytes()}),
    modified=MODIFIED,
    versions=_VERSIONS,
    configuration=Configuration(account=ALEX),
)  # fmt: skip
