"""How a device configuration gets onto a device: steps through the Device contract, each read back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import ConfigurationError, DeviceError, HandsetError, UnknownLocaleError
from bmoca_gym.handset.locales import locale_named
from bmoca_gym.handset.system.launcher_database import (
    LAUNCHER_DATABASE_PATH,
    LAUNCHER_PACKAGE,
    read_launcher_database,
)
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import memo
from bmoca_gym.randomization.device_configuration import DeviceConfiguration
from bmoca_gym.randomization.icon_layout import launcher_db, layout_of

WALLPAPER_PATH = "/data/system/users/0/wallpaper"
CLOCK_PACKAGE = "com.google.android.deskclock"
ALARMS_PATH = f"/data/user_de/0/{CLOCK_PACKAGE}/databases/alarms.db"

#: The sound streams that are set, by Android's number: system and music silent, alarms at their lowest.
VOLUMES = {1: 0, 3: 0, 4: 1}

# The Clock app's database, schema 9, with the one alarm that every environment starts with: 9:00 on
# Saturday (32) and Sunday (64), switched off.
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

#: Seconds that a real phone gets for its system to go down, and then to come back.
_GOING_DOWN = 10.0
_COMING_BACK = 120.0
_BETWEEN_LOOKS = 3.0


class _Target(NamedTuple):
    """What a step works on. ``handset``: the embedded phone, on which everything takes effect at once."""

    device: Device
    configuration: DeviceConfiguration
    handset: bool
    wallpaper: bytes


def apply(configuration: DeviceConfiguration, device: Device) -> None:
    """Give ``device`` the configuration, as `DeviceConfiguration.apply` says.

    A real phone restarts its system once, after the files were replaced, which takes about a minute; the
    embedded handset needs no restart and no waiting.

    Raises:
        DeviceError: a step failed, or its result was not there when read back; the message names the step.
        ConfigurationError: the wallpaper's picture can't be read on this computer.
    """
    handset = is_handset(device)
    target = _Target(device, configuration, handset, wallpaper_bytes(configuration, handset))
    for name, step in _STEPS:
        try:
            step(target)
        except (DeviceError, HandsetError, sqlite3.DatabaseError) as error:
            raise DeviceError(
                f"configuration {configuration.id!r} on {device.info.serial}: step '{name}' failed: {error}"
            ) from error


def wallpaper_bytes(configuration: DeviceConfiguration, handset: bool) -> bytes:
    """What is written to the wallpaper's file: a picture, or for the handset, which draws them, a name.

    Raises:
        ConfigurationError: the picture can't be read.
    """
    if configuration.picture is not None:
        try:
            return Path(configuration.picture).read_bytes()
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"wallpaper is {configuration.picture!r}, which can't be read ({error}); "
                "it must be the path of a picture on this computer"
            ) from error
    if handset:
        return f"bmoca-wallpaper:{configuration.wallpaper}\n".encode()
    return _drawn(configuration.wallpaper, configuration.profile.width, configuration.profile.height)


@memo(4)
def _drawn(name: str, width: int, height: int) -> bytes:
    """The named wallpaper as a PNG file of ``width`` by ``height`` px."""
    import cv2

    from bmoca_gym.handset.graphics import wallpapers

    pixels = wallpapers.draw(name, width, height)
    return bytes(cv2.imencode(".png", pixels[:, :, 2::-1])[1])


def _run(device: Device, command: str) -> str:
    result = device.shell(command)
    if result.exit_code != 0:
        raise DeviceError(f"`{command}` ended with {result.exit_code}: {result.output.strip()}")
    return result.output


def _expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise DeviceError(f"{what} is {found!r} when read back; {wanted!r} was set")


def _replace_file(target: _Target, path: str, data: bytes, package: str = "") -> None:
    """Write a file of the system or of an app that does not run, with the owner and label of its folder."""
    device = target.device
    if target.handset:
        device.write_file(path, data)
        return
    if package:
        _run(device, f"am force-stop {package}")
        _run(device, f"rm -f {path}-wal {path}-shm {path}-journal")  # else replayed over the new file
    device.write_file(path, data)
    folder = path.rpartition("/")[0]
    _run(device, f"chown $(stat -c %u:%g {folder}) {path} && restorecon {path}")


def _set_wallpaper(target: _Target) -> None:
    _replace_file(target, WALLPAPER_PATH, target.wallpaper)
    if target.device.read_file(WALLPAPER_PATH) != target.wallpaper:
        raise DeviceError(f"{WALLPAPER_PATH} does not hold what was written")


def _set_alarms(target: _Target) -> None:
    _replace_file(target, ALARMS_PATH, _alarms_database(), CLOCK_PACKAGE)
    connection = read_database(target.device.read_file(ALARMS_PATH))
    try:
        _expect("the list of alarms", connection.execute(_ALARM_COLUMNS).fetchall(), _FIRST_ALARMS)
    finally:
        connection.close()


@memo(1)
def _alarms_database() -> bytes:
    return database_bytes(_ALARMS)


def _set_icons(target: _Target) -> None:
    layout = target.configuration.icon_layout
    _replace_file(target, LAUNCHER_DATABASE_PATH, launcher_db(layout), LAUNCHER_PACKAGE)
    found = layout_of(read_launcher_database(target.device.read_file(LAUNCHER_DATABASE_PATH)))
    _expect("the icon layout", (found.icons, found.folders), (layout.icons, layout.folders))


def _set_locale(target: _Target) -> None:
    device, locale = target.device, target.configuration.locale
    if not target.handset:
        _run(device, "setprop sys.boot_completed 0")  # so that it can be seen when the system is back
    _run(device, f"setprop persist.sys.locale {locale}; setprop ctl.restart zygote")
    if not target.handset:
        _await_boot(device)
    written = _run(device, "getprop persist.sys.locale").strip()
    with suppress(UnknownLocaleError):
        written = locale_named(written).tag
    _expect("persist.sys.locale", written, locale)


def _await_boot(device: Device) -> None:
    device.wait(_GOING_DOWN)
    waited = 0.0
    while device.shell("getprop sys.boot_completed").output.strip() != "1":
        if waited >= _COMING_BACK:
            raise DeviceError(f"the system is not back {_COMING_BACK:.0f} s after its restart")
        device.wait(_BETWEEN_LOOKS)
        waited += _BETWEEN_LOOKS
    device.wait(_GOING_DOWN)  # the launcher is shown a while after the flag


def _read_size(device: Device) -> tuple[int, int]:
    sizes = re.findall(r"size: (\d{1,5})x(\d{1,5})", _run(device, "wm size"))
    if not sizes:
        raise DeviceError("`wm size` printed no size")
    return int(sizes[-1][0]), int(sizes[-1][1])  # an override comes after the physical size


def _set_size(target: _Target) -> None:
    wanted = target.configuration.profile.width, target.configuration.profile.height
    if _read_size(target.device) != wanted:
        _run(target.device, f"wm size {wanted[0]}x{wanted[1]}")
    _expect("wm size", _read_size(target.device), wanted)


def _set_density(target: _Target) -> None:
    _run(target.device, f"wm density {target.configuration.density}")
    densities = re.findall(r"density: (\d{1,5})", _run(target.device, "wm density"))
    _expect("wm density", int(densities[-1]) if densities else None, target.configuration.density)


def _set_screen(target: _Target) -> None:
    """Size and density, in the order in which the screen is never narrower in dp than before and after."""
    profile = target.configuration.profile
    if min(profile.width, profile.height) >= min(_read_size(target.device)):
        _set_size(target)
        _set_density(target)
    else:
        _set_density(target)
        _set_size(target)


def _put_setting(device: Device, namespace: str, key: str, text: str) -> str:
    _run(device, f"settings put {namespace} {key} {text}")
    return _run(device, f"settings get {namespace} {key}").strip()


def _set_rotation(target: _Target) -> None:
    """A tablet that lies on its side stays there, whatever its sensor says; phones are left alone."""
    if target.configuration.profile.width > target.configuration.profile.height:
        for key in ("accelerometer_rotation", "user_rotation"):
            _expect(key, _put_setting(target.device, "system", key, "0"), "0")


def _set_font_scale(target: _Target) -> None:
    wanted = target.configuration.font_scale
    written = _put_setting(target.device, "system", "font_scale", f"{wanted:g}")
    try:
        found: object = float(written)
    except ValueError:
        found = written
    _expect("font_scale", found, float(f"{wanted:g}"))


def _set_dark_theme(target: _Target) -> None:
    wanted = "yes" if target.configuration.dark_theme else "no"
    _run(target.device, f"cmd uimode night {wanted}")
    _expect("night mode", _run(target.device, "cmd uimode night").rpartition(":")[2].strip(), wanted)


def _set_volumes(target: _Target) -> None:
    for stream, level in VOLUMES.items():
        _run(target.device, f"media volume --show --stream {stream} --set {level}")
        answer = _run(target.device, f"media volume --show --stream {stream} --get")
        found = re.search(r"volume is (\d{1,5})", answer)
        _expect(f"the volume of stream {stream}", int(found[1]) if found else answer.strip(), level)


#: In this order: a real phone reads the files when its system starts, so the restart, which the locale needs
#: too, comes after them, and what the running system is told comes last.
_STEPS: tuple[tuple[str, Callable[[_Target], None]], ...] = (
    ("wallpaper", _set_wallpaper),
    ("alarms", _set_alarms),
    ("icon layout", _set_icons),
    ("locale", _set_locale),
    ("screen", _set_screen),
    ("rotation", _set_rotation),
    ("font scale", _set_font_scale),
    ("dark theme", _set_dark_theme),
    ("volumes", _set_volumes),
)
