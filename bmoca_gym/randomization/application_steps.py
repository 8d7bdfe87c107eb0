"""Steps that apply a configuration to a device: how to set each property, its expected value, and how to read
it back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from bmoca_gym.devices.device import Device, run
from bmoca_gym.errors import DeviceError, FileAccessError, UnknownLocaleError
from bmoca_gym.handset.apps.launcher.database import (
    LAUNCHER_DATABASE_PATH,
    LAUNCHER_PACKAGE,
    read_launcher_database,
)
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.state import ZONE_PROPERTY, Image
from bmoca_gym.handset.system.settings import PHYSICAL_DENSITY, TIME_FORMAT
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, keeps_log, read_database, with_log
from bmoca_gym.handset.value import memo
from bmoca_gym.randomization.device_profile import DeviceProfile
from bmoca_gym.randomization.icon_layout import (
    IconLayout,
    PlacedFolder,
    PlacedIcon,
    favorites,
    launcher_db,
    layout_of,
)

WALLPAPER_PATH = "/data/system/users/0/wallpaper"
CLOCK_PACKAGE = "com.google.android.deskclock"
ALARMS_PATH = f"/data/user_de/0/{CLOCK_PACKAGE}/databases/alarms.db"

#: Volumes by Android's number of the sound stream: system and music silent, alarms at the minimum.
VOLUMES = {1: 0, 3: 0, 4: 1}

#: Settings by namespace and key that each image has of its own. An image that lacks one has B-MoCA's value.
#: ``null``: not set. The locale then says whether the phone shows 12 or 24 hours.
_UNSET = "null"
_TIME = {"global auto_time": "0", "global auto_time_zone": "0", " ".join(TIME_FORMAT): _UNSET}
_BRIGHTNESS = {"system screen_brightness_mode": "0", "system screen_brightness": "102"}
#: Settings by namespace and key that are the same on every phone.
_ROTATION = {"system accelerometer_rotation": "0", "system user_rotation": "0"}
_ANIMATIONS = {
    "global window_animation_scale": "0",
    "global transition_animation_scale": "0",
    "global animator_duration_scale": "0",
}

# The Clock app's database, schema 9, with the alarm of every environment: 9:00 on Saturday (32) and Sunday (64), off.
_ALARMS = """
PRAGMA user_version = 9;
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE alarm_templates (
  _id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL,
  enabled INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT,
  delete_after_use INTEGER NOT NULL DEFAULT 0, workflow_label TEXT, workflow_data TEXT
);
CREATE TABLE alarm_instances (
  _id INTEGER PRIMARY KEY, year INTEGER NOT NULL, month INTEGER NOT NULL, day INTEGER NOT NULL,
  hour INTEGER NOT NULL, minutes INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL,
  ringtone TEXT, alarm_state INTEGER NOT NULL,
  alarm_id INTEGER REFERENCES alarm_templates(_id) ON UPDATE CASCADE ON DELETE CASCADE
);
INSERT INTO android_metadata VALUES ('en_US');
INSERT INTO alarm_templates VALUES (1, 9, 0, 96, 0, 1, '', NULL, 0, NULL, NULL);
"""
_ALARM_COLUMNS = "SELECT hour, minutes, daysofweek, enabled, vibrate, label FROM alarm_templates"
_FIRST_ALARMS = [(9, 0, 96, 0, 1, "")]

#: Suffixes of SQLite's journals, which would be applied to the new file if they stayed.
_BESIDE = ("-wal", "-shm", "-journal")

#: Seconds for the system of a real phone to stop, and then to come back.
_GOING_DOWN = 10.0
_COMING_BACK = 120.0
_POLL_SECONDS = 3.0


class Wanted(Protocol):
    """Fields of a configuration that the steps need, see `DeviceConfiguration`."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def profile(self) -> DeviceProfile: ...  # noqa: D102
    @property
    def density(self) -> int: ...  # noqa: D102
    @property
    def font_scale(self) -> float: ...  # noqa: D102
    @property
    def locale(self) -> str: ...  # noqa: D102
    @property
    def wallpaper(self) -> str: ...  # noqa: D102
    @property
    def picture(self) -> str | None: ...  # noqa: D102
    @property
    def dark_theme(self) -> bool: ...  # noqa: D102
    @property
    def icon_layout(self) -> IconLayout: ...  # noqa: D102


class Target(NamedTuple):
    """Device of a step, and the configuration to apply.

    Attributes:
        device: the device.
        configuration: the configuration.
        handset: whether it is the embedded handset, on which everything takes effect at once.
        in_process: whether it is in this process.
        packages: the installed packages, if known.
        image: the image whose time zone, clock and brightness the phone gets.
    """

    device: Device
    configuration: Wanted
    handset: bool
    in_process: bool
    wallpaper: bytes
    packages: frozenset[str] | None = None
    image: Image = ANDROID10


def _all(target: Target) -> bool:
    return True


class Step(NamedTuple):
    """A step. ``what``: its subject in messages; ``concerns``: whether it applies to a device."""

    name: str
    what: str
    put: Callable[[Target], None]
    found: Callable[[Target], object]
    wanted: Callable[[Target], object]
    concerns: Callable[[Target], bool] = _all


def _replace_file(target: Target, path: str, data: bytes, package: str = "") -> None:
    """Replace a file of the system or of a stopped app, with the owner and label of its folder."""
    device = target.device
    if target.handset:
        device.write_file(path, data)
        return
    if package:
        run(device, f"am force-stop {package}")
        run(device, f"rm -f {_beside(path)}")
    device.write_file(path, data)
    folder = path.rpartition("/")[0]
    run(device, f"chown $(stat -c %u:%g {folder}) {path} && restorecon {path}")


def _beside(path: str) -> str:
    return " ".join(path + ending for ending in _BESIDE)


def _database(target: Target, path: str) -> bytes:
    """A database of an app that may be running, including its write-ahead log."""
    data = target.device.read_file(path)
    if not target.handset and keeps_log(data):
        with suppress(FileAccessError):  # without a write-ahead log, the database is complete
            return with_log(data, target.device.read_file(f"{path}-wal"))
    return data


# Wallpaper


def _put_wallpaper(target: Target) -> None:
    _replace_file(target, WALLPAPER_PATH, target.wallpaper)


def _found_wallpaper(target: Target) -> str:
    return _digest(target.device.read_file(WALLPAPER_PATH))


def _wanted_wallpaper(target: Target) -> str:
    return _digest(target.wallpaper)


def _digest(data: bytes) -> str:
    return f"{len(data)} bytes, {hashlib.blake2b(data, digest_size=6).hexdigest()}"


# Alarms


def _put_alarms(target: Target) -> None:
    _replace_file(target, ALARMS_PATH, _alarms_database(), CLOCK_PACKAGE)


def _found_alarms(target: Target) -> object:
    return [*_alarms_in(_database(target, ALARMS_PATH))]


@memo(4, asset=True)
def _alarms_in(data: bytes) -> tuple[tuple[object, ...], ...]:
    connection = read_database(data)
    try:
        return tuple(connection.execute(_ALARM_COLUMNS).fetchall())
    finally:
        connection.close()


@memo(1)
def _alarms_database() -> bytes:
    return database_bytes(_ALARMS)


# Home screen


def _put_icons(target: Target) -> None:
    _replace_file(
        target, LAUNCHER_DATABASE_PATH, launcher_db(target.configuration.icon_layout), LAUNCHER_PACKAGE
    )


def _found_icons(target: Target) -> object:
    rows = read_launcher_database(_database(target, LAUNCHER_DATABASE_PATH))
    if rows == favorites(target.configuration.icon_layout):
        return _wanted_icons(target)
    layout = layout_of(rows)
    return _installed(target, layout.icons, layout.folders)


def _wanted_icons(target: Target) -> object:
    layout = target.configuration.icon_layout
    return _installed(target, layout.icons, layout.folders)


def _installed(target: Target, icons: tuple[PlacedIcon, ...], folders: tuple[PlacedFolder, ...]) -> object:
    known = target.packages
    if known is None:
        return icons, folders

    def there(component: str) -> bool:
        return component.partition("/")[0] in known

    return (
        tuple((icon.app, *icon.cell) for icon in icons if there(icon.component)),
        tuple((folder.title, *folder.cell, *filter(there, folder.components)) for folder in folders),
    )


# Time zone, 12 or 24 hours, and language: the system reads them only when it starts.


def _put_time_zone(target: Target) -> None:
    _write_settings(target.device, _of_image(target, _TIME))
    run(target.device, f"setprop {ZONE_PROPERTY} {_zone(target)}")


def _found_time_zone(target: Target) -> object:
    zone = run(target.device, f"getprop {ZONE_PROPERTY}").strip()
    return {ZONE_PROPERTY: zone, **_read_settings(target.device, _TIME)}


def _wanted_time_zone(target: Target) -> object:
    return {ZONE_PROPERTY: _zone(target), **_of_image(target, _TIME)}


def _zone(target: Target) -> str:
    return target.image.properties[ZONE_PROPERTY]


def _of_image(target: Target, settings: dict[str, str]) -> dict[str, str]:
    """The values of settings on a new phone of the image."""
    found = target.image.settings
    return {
        name: found.get((name.split()[0], name.split()[1]), default) for name, default in settings.items()
    }


def _put_locale(target: Target) -> None:
    device, told = target.device, f"setprop persist.sys.locale {target.configuration.locale}"
    if target.handset:
        run(device, f"{told}; setprop ctl.restart zygote")
        return
    run(device, "setprop sys.boot_completed 0")  # the system sets it to 1 when it is back
    # The launcher restarts as soon as it is stopped, and may have opened its database again. So its journals are
    # removed while nothing runs.
    left = f"{_beside(ALARMS_PATH)} {_beside(LAUNCHER_DATABASE_PATH)}"
    run(device, f"{told}; stop; sleep 2; rm -f {left}; start")
    _await_boot(device)


def _found_locale(target: Target) -> str:
    written = run(target.device, "getprop persist.sys.locale").strip()
    with suppress(UnknownLocaleError):
        return locale_named(written).tag
    return written


def _wanted_locale(target: Target) -> str:
    return target.configuration.locale


def _await_boot(device: Device) -> None:
    device.wait(_GOING_DOWN)
    waited = 0.0
    while device.shell("getprop sys.boot_completed").output.strip() != "1":
        if waited >= _COMING_BACK:
            raise DeviceError(f"the system is not back {_COMING_BACK:.0f} s after its restart")
        device.wait(_POLL_SECONDS)
        waited += _POLL_SECONDS
    device.wait(_GOING_DOWN)  # the launcher appears some time after the flag


# Screen


def _read_size(device: Device) -> tuple[int, int]:
    return _size_in(run(device, "wm size"))


def _size_in(shown: str) -> tuple[int, int]:
    sizes = re.findall(r"size: (\d{1,5})x(\d{1,5})", shown)
    if not sizes:
        raise DeviceError("`wm size` printed no size")
    return int(sizes[-1][0]), int(sizes[-1][1])  # an override follows the physical size


def _put_screen(target: Target) -> None:
    """Set size and density, in an order that never makes the screen narrower in dp than before and after."""
    device, profile = target.device, target.configuration.profile
    old = _read_size(device)
    size = "" if old == (profile.width, profile.height) else f"wm size {profile.width}x{profile.height}"
    density = f"wm density {target.configuration.density}"
    larger = min(profile.width, profile.height) >= min(old)
    commands = [size, density] if larger else [density, size]
    if target.handset:  # virtual devices are built with it, and real phones have their own
        commands.insert(0, f"setprop {PHYSICAL_DENSITY} {profile.density}")
        commands = ["; ".join(filter(None, commands))]  # read back below, as all is
    for command in commands:
        if command:
            run(device, command)


def _found_screen(target: Target) -> object:
    shown = run(target.device, "wm density; wm size")
    densities = re.findall(r"density: (\d{1,5})", shown)
    return (*_size_in(shown), int(densities[-1]) if densities else None)


def _wanted_screen(target: Target) -> object:
    profile = target.configuration.profile
    return profile.width, profile.height, target.configuration.density


def _lies_on_its_side(target: Target) -> bool:
    """Keep a landscape tablet in landscape, whatever its sensor says; leave phones alone."""
    return target.configuration.profile.width > target.configuration.profile.height


# Settings


def _put_settings(wanted: dict[str, str]) -> Callable[[Target], None]:
    return lambda target: _write_settings(target.device, wanted)


def _write_settings(device: Device, wanted: dict[str, str]) -> None:
    run(
        device,
        "; ".join(
            f"settings delete {name}" if text == _UNSET else f"settings put {name} {text}"
            for name, text in wanted.items()
        ),
    )


def _found_settings(wanted: dict[str, str]) -> Callable[[Target], object]:
    return lambda target: _read_settings(target.device, wanted)


def _read_settings(device: Device, names: dict[str, str]) -> dict[str, str]:
    lines = run(device, "; ".join(f"settings get {name}" for name in names)).split("\n")
    return {name: line.strip() for name, line in zip(names, lines, strict=False)}


def _put_brightness(target: Target) -> None:
    _write_settings(target.device, _of_image(target, _BRIGHTNESS))


def _put_font_scale(target: Target) -> None:
    run(target.device, f"settings put system font_scale {target.configuration.font_scale:g}")


def _found_font_scale(target: Target) -> object:
    written = run(target.device, "settings get system font_scale").strip()
    try:
        return float(written)
    except ValueError:
        return written


def _wanted_font_scale(target: Target) -> float:
    return float(f"{target.configuration.font_scale:g}")


def _put_dark_theme(target: Target) -> None:
    run(target.device, f"cmd uimode night {_wanted_dark_theme(target)}")


def _found_dark_theme(target: Target) -> str:
    return run(target.device, "cmd uimode night").rpartition(":")[2].strip()


def _wanted_dark_theme(target: Target) -> str:
    return "yes" if target.configuration.dark_theme else "no"


def _put_volumes(target: Target) -> None:
    for stream, level in VOLUMES.items():
        run(target.device, f"media volume --show --stream {stream} --set {level}")


def _found_volumes(target: Target) -> object:
    found = {}
    for stream in VOLUMES:
        answer = run(target.device, f"media volume --show --stream {stream} --get")
        level = re.search(r"volume is (\d{1,5})", answer)
        found[stream] = int(level[1]) if level else answer.strip()
    return found


def _over_a_wire(target: Target) -> bool:
    """Skip in process, where an episode starts from a new handset, all values that a new handset has anyway."""
    return not target.in_process


def _on_android(target: Target) -> bool:
    return not target.handset


#: All steps in order. A real phone reads files when its system starts, so the restart, which the locale needs too,
#: comes after the files, and settings of the running system come last.
STEPS: tuple[Step, ...] = (
    Step("wallpaper", f"the content of {WALLPAPER_PATH}", _put_wallpaper, _found_wallpaper, _wanted_wallpaper),
    Step("alarms", "the list of alarms", _put_alarms, _found_alarms, lambda _: _FIRST_ALARMS),
    Step("icon layout", "the icon layout", _put_icons, _found_icons, _wanted_icons),
    Step(
        "time zone", "the time zone", _put_time_zone, _found_time_zone,
        _wanted_time_zone, _over_a_wire,
    ),
    Step("locale", "persist.sys.locale", _put_locale, _found_locale, _wanted_locale),
    Step("screen", "the screen (wm size, wm density)", _put_screen, _found_screen, _wanted_screen),
    Step(
        "rotation", "the rotation", _put_settings(_ROTATION), _found_settings(_ROTATION),
        lambda _: _ROTATION, _lies_on_its_side,
    ),
    Step("font scale", "font_scale", _put_font_scale, _found_font_scale, _wanted_font_scale),
    Step("dark theme", "night mode", _put_dark_theme, _found_dark_theme, _wanted_dark_theme),
    Step("volumes", "the volume of the sound streams", _put_volumes, _found_volumes, lambda _: VOLUMES),
    Step(
        "brightness", "the brightness", _put_brightness, _found_settings(_BRIGHTNESS),
        lambda target: _of_image(target, _BRIGHTNESS), _over_a_wire,
    ),
    # The handset has no animations to turn off.
    Step(
        "animations", "the animation scales", _put_settings(_ANIMATIONS), _found_settings(_ANIMATIONS),
        lambda _: _ANIMATIONS, _on_android,
    ),
)  # fmt: skip
