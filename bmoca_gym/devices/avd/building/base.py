"""Base of all snapshots of a virtual device: root, a screen that stays on, apps, and no first-run screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.devices.avd.building import apps
from bmoca_gym.devices.avd.building.apps import AppData
from bmoca_gym.devices.device import Device, is_handset, run
from bmoca_gym.errors import DeviceError, HandsetError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.images import ANDROID10

#: Screen timeout in ms: half an hour.
_SCREEN_OFF = "1800000"


class Base(NamedTuple):
    """Apps of a virtual device: versions of the installed ones, expectations of the missing ones."""

    versions: dict[str, str]
    missing: dict[str, str]


def prepare(
    device: Device,
    apks: Mapping[str, Path],
    pause: Callable[[], object] | None = None,
    data: AppData | None = None,
) -> Base:
    """Bring a device that has just booted to the state in which all configurations begin.

    Args:
        device: the device.
        apks: APK files by package.
        pause: called at the end, so that a user can log in or answer further questions of apps.
        data: the apps that a suite needs; None for B-MoCA's.

    Raises:
        DeviceError: a step failed, or its result was not found when read back; the message names it.
    """
    data = apps.app_data() if data is None else data
    steps: list[tuple[str, Callable[[], None]]] = [
        ("root", lambda: _check_root(device)),
        ("screen stays on", lambda: _keep_screen_on(device)),
        ("lock screen off", lambda: _unlock(device)),
        ("apps off", lambda: apps.disable(device, data.disabled)),
        ("settings", lambda: _run_all(device, data.shell)),
        ("pictures", lambda: _bring_pictures(device, data.pictures)),
        ("apps", lambda: apps.install(device, apks)),
    ]
    for name, step in steps:
        _named(name, step)
    questions: list[tuple[str, Callable[[], None]]] = [
        (f"first run of {each.package}", lambda each=each: apps.pass_first_run(device, each))  # type: ignore[misc]
        for each in data.first_run
    ]
    left = []
    for name, step in questions:
        try:
            _named(name, step)
        except DeviceError:
            if pause is None:
                raise
            left.append((name, step))
    if pause is not None:
        pause()
        for name, step in left:
            _named(name, step)
        device.perform(PressKey("HOME"))
    there = apps.packages(device)
    return Base(
        {app.name: apps.version_of(device, app.package)[1] for app in data.apps if app.package in there},
        {app.name: app.expected for app in data.apps if app.package not in there},
    )


def _named(name: str, step: Callable[[], None]) -> None:
    try:
        step()
    except (DeviceError, HandsetError) as error:
        raise DeviceError(f"step '{name}' failed: {error}") from error


def _check_root(device: Device) -> None:
    found = run(device, "id -u").strip()
    if found != "0":
        raise DeviceError(
            f"commands run as user {found!r}, not as root: use a system image of Google APIs, not one of Google Play"
        )


def _keep_screen_on(device: Device) -> None:
    key = "system screen_off_timeout"
    _expect(
        "screen_off_timeout",
        run(device, f"settings put {key} {_SCREEN_OFF}; settings get {key}"),
        _SCREEN_OFF,
    )
    if not is_handset(device):
        stay = run(device, "svc power stayon true; settings get global stay_on_while_plugged_in").strip()
        if stay in ("0", "null", ""):
            raise DeviceError(f"stay_on_while_plugged_in is {stay!r} after `svc power stayon true`")


def _unlock(device: Device) -> None:
    """Turn the lock screen off. The handset has none."""
    if not is_handset(device):
        run(device, "locksettings set-disabled true")
        _expect("the lock screen's being off", run(device, "locksettings get-disabled"), "true")
        run(device, "input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard")


def _run_all(device: Device, lines: Sequence[str]) -> None:
    for line in lines:
        run(device, line)


def _bring_pictures(device: Device, paths: Sequence[str]) -> None:
    """Copy the pictures that the handset's image has already."""
    for path in paths:
        data = ANDROID10.files[path]
        if not is_handset(device):
            device.write_file(path, data)
            run(device, f"am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file://{path}")
        if device.read_file(path) != data:
            raise DeviceError(f"{path} does not hold what was written")


def _expect(what: str, found: str, wanted: str) -> None:
    if found.strip() != wanted:
        raise DeviceError(f"{what} is {found.strip()!r} when read back; {wanted!r} was set")
