"""Applying a configuration to a device, in steps. Each result is read back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from bmoca_gym.devices.avd.configuration import Property
from bmoca_gym.devices.device import Device, Screen, in_process, is_handset, screen_of
from bmoca_gym.errors import ConfigurationError, DeviceError, HandsetError
from bmoca_gym.handset.contract import WALLPAPER_PREFIX
from bmoca_gym.handset.images import ANDROID10, image_named
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import aged, make_room, memo
from bmoca_gym.randomization.application_steps import ALARMS_PATH, STEPS, WALLPAPER_PATH, Step, Target, Wanted

__all__ = ["ALARMS_PATH", "WALLPAPER_PATH", "apply", "verify", "wallpaper_bytes"]


def apply(configuration: Wanted, device: Device, image: str = ANDROID10.name) -> None:
    """Apply the configuration to ``device``, see `DeviceConfiguration.apply`.

    A real phone restarts its system once, after the files were replaced, which takes about a minute. The
    embedded handset needs no restart and no waiting.

    Raises:
        DeviceError: a step failed, or its result was not found when read back; the message names the step.
        ConfigurationError: the wallpaper's picture can't be read on this computer.
    """
    target = _target(configuration, device, image)
    screen = screen_of(device)
    if screen is None:
        for step in STEPS:
            _take(step, target)
        return
    for step in _SHARED_STEPS:
        _take_once(step, target, screen)
    for step in _OWN_STEPS:
        _take(step, target)


#: What the steps depend on whose results phones in this process share, by their names: nothing, or a part of a
#: configuration that many have. They are taken first, in this order: those with the fewest values come first.
_SHARED: dict[str, Callable[[Wanted], object]] = {
    "alarms": lambda _: None,
    "volumes": lambda _: None,
    "dark theme": lambda configuration: configuration.dark_theme,
    "screen": lambda configuration: (configuration.profile, configuration.density),
    "rotation": lambda _: None,
    "font scale": lambda configuration: configuration.font_scale,
    "locale": lambda configuration: configuration.locale,
}
_SHARED_STEPS = sorted(
    (step for step in STEPS if step.name in _SHARED), key=lambda step: [*_SHARED].index(step.name)
)
_OWN_STEPS = [step for step in STEPS if step.name not in _SHARED]

#: Phones before and after shared steps, by the identity of the one before, the step and what it depends on.
_shared: dict[tuple[int, str, object], tuple[Phone, Phone]] = {}
_MOST_SHARED = 256
aged(_shared, asset=True)


def _take_once(step: Step, target: Target, device: Screen) -> None:
    """Repeat a step that was taken before, by using the phone that it led to."""
    if not step.concerns(target):
        return
    before = device.phone
    key = id(before), step.name, _SHARED[step.name](target.configuration)
    found = _shared.pop(key, None)
    if found is None:
        _take(step, target)
        found = before, device.phone
    else:
        device.phone = found[1]
    make_room(_shared, _MOST_SHARED)
    _shared[key] = found


def _take(step: Step, target: Target) -> None:
    """Take a step if it concerns the device; read back what it has set."""
    if not step.concerns(target):
        return
    configuration, device = target.configuration, target.device
    try:
        step.put(target)
        found, wanted = step.found(target), step.wanted(target)
        if found != wanted:
            raise DeviceError(f"{step.what} is {found!r} when read back; {wanted!r} was set")
    except (DeviceError, HandsetError, sqlite3.DatabaseError) as error:
        raise DeviceError(
            f"configuration {configuration.id!r} on {device.info.serial}: step '{step.name}' failed: {error}"
        ) from error


def verify(configuration: Wanted, device: Device, image: str = ANDROID10.name) -> tuple[Property, ...]:
    """Read back from ``device``, step by step, whether it has the configuration. Nothing is changed.

    On the home screen, icons of missing apps are ignored, since Android's launcher removes them.

    Raises:
        ConfigurationError: the wallpaper's picture can't be read on this computer.
    """
    target = _target(configuration, device, image)._replace(packages=_packages(device))
    found = []
    for step in STEPS:
        if step.concerns(target):
            wanted = step.wanted(target)
            try:
                found.append(Property(step.name, repr(wanted), repr(step.found(target))))
            except (DeviceError, HandsetError, sqlite3.DatabaseError) as error:
                found.append(Property(step.name, repr(wanted), "", " ".join(str(error).split())))
    return tuple(found)


def _target(configuration: Wanted, device: Device, image: str) -> Target:
    handset = is_handset(device)
    wallpaper = wallpaper_bytes(configuration, handset)
    return Target(device, configuration, handset, in_process(device), wallpaper, image=image_named(image))


def _packages(device: Device) -> frozenset[str]:
    lines = device.shell("pm list packages").output.splitlines()
    return frozenset(line.strip().removeprefix("package:") for line in lines)


def wallpaper_bytes(configuration: Wanted, handset: bool) -> bytes:
    """Return the content of the wallpaper's file: a picture, or for the handset a name, since it draws
    wallpapers itself.

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
        return f"{WALLPAPER_PREFIX}{configuration.wallpaper}\n".encode()
    return _drawn(configuration.wallpaper, configuration.profile.width, configuration.profile.height)


@memo(4)
def _drawn(name: str, width: int, height: int) -> bytes:
    """The named wallpaper as a PNG file of ``width`` × ``height`` px."""
    import cv2

    from bmoca_gym.handset.graphics.wallpapers import catalogue

    pixels = catalogue.draw(name, width, height)
    return bytes(cv2.imencode(".png", pixels[:, :, 2::-1])[1])
