"""Choices by the environment's arguments: devices, tasks, environments and modes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import ActionMode, DiscreteActions, DualGestureActions, number_in
from bmoca_gym.envs.call_actions import CallActions, NumberedCallActions
from bmoca_gym.envs.json_actions import JsonActions
from bmoca_gym.envs.names import ACTION_MODES, ELEMENTS, OBSERVATION_MODES, RENDER_MODES, RenderModeName
from bmoca_gym.envs.observations import BothObservations, ObservationMode, PixelObservations, TextObservations
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.envs.window import require_pygame
from bmoca_gym.errors import ArgumentError, DeviceError, UnknownTaskError, nearest
from bmoca_gym.handset import images
from bmoca_gym.handset.errors import UnknownImageError
from bmoca_gym.randomization import DeviceConfiguration, Sampler
from bmoca_gym.tasks import Task, TaskTemplate

#: What a device may be chosen by: ``embedded``, ``avd``, ``adb:SERIAL``, a device, or a function that makes one.
DeviceChoice = str | Device | Callable[[], Device]


Name = TypeVar("Name", bound=str)


def one_of(what: str, given: object, known: Iterable[Name]) -> Name:
    """``given``, if it is one of ``known``.

    Raises:
        ArgumentError: it is not; ``what`` is the argument's name.
    """
    names = tuple(known)
    for name in names:
        if isinstance(given, str) and name == given:
            return name
    raise ArgumentError(
        f"{what} is {given!r}; it must be one of {', '.join(map(repr, names))}.{nearest(str(given), names)}"
    )


def _named_device(name: str) -> Device:
    kind, colon, serial = name.partition(":")
    if kind == "adb":
        from bmoca_gym.devices.adb.device import AdbDevice
        from bmoca_gym.devices.adb.server import AdbServer

        if colon and not serial:
            raise DeviceError(
                f"device={name!r} names no phone; write 'adb:SERIAL' as `adb devices` lists it."
            )
        return AdbDevice(serial or AdbServer().only_serial())
    if kind == "avd":
        from bmoca_gym.devices.avd.device import AvdDevice

        if colon:
            raise DeviceError(
                f"device={name!r}: 'avd' chooses the AVD by the environment's device profile. For another, give a "
                f"device: bmoca_gym.devices.avd.device.AvdDevice({serial!r})."
            )
        return AvdDevice()
    raise DeviceError(
        f"There is no device {name!r}.{nearest(name, ('embedded', 'adb', 'avd'))} Use 'embedded', 'avd', "
        "'adb:SERIAL', a Device or a function that makes one."
    )


def _embedded(image: str) -> Device:
    """A handset of that image: the one place that builds a handset for an environment."""
    try:
        return EmbeddedDevice(image=image)
    except UnknownImageError as error:
        raise DeviceError(str(error)) from error


def open_device(device: object, image: str = "android10") -> tuple[Device, bool]:
    """The device that ``device`` names, makes or is, and whether it is ours to close.

    ``image``: what an embedded handset is built from; other devices are what they are.

    Raises:
        DeviceError: there is no such device, or it can't be used now; the message says what to do.
    """
    if device == "embedded":
        return _embedded(image), True
    if isinstance(device, str):
        return _named_device(device), True
    if isinstance(device, Device) and not isinstance(device, type):
        return device, False
    made: object = device() if callable(device) else None
    if not isinstance(made, Device):
        raise DeviceError(
            f"device is {device!r}{'' if made is None else f', which makes {made!r}'}; use 'embedded', "
            "'avd', 'adb:SERIAL', a Device or a function that makes one."
        )
    return made, True


def check_image(device: Device, template: TaskTemplate, ours: bool) -> None:
    """Refuse a handset that is of another image than a task is for.

    One that is ``ours`` becomes a phone of that image, if there is such an image.

    Raises:
        ArgumentError: it is refused.
    """
    image = template.first.image
    if not isinstance(device, EmbeddedDevice) or device.phone.image.name == image:
        return
    if not ours or image not in images.names():
        raise ArgumentError(
            f"The task {template.id!r} is for a phone of the image {image!r}; this environment has one of "
            f"{device.phone.image.name!r}. Make one with that task, without a device or with one of that image."
        )


#: Draws an environment, or the id of one, with the given generator.
DrawEnvironment = Callable[[np.random.Generator], "DeviceConfiguration | str"]


class EnvironmentList:
    """Draws one of a list of environments, each as likely as the others."""

    def __init__(self, environments: Any) -> None:
        self.environments = randomization.select(environments)

    def __call__(self, generator: np.random.Generator) -> DeviceConfiguration:
        """One of the list."""
        return self.environments[int(generator.integers(len(self.environments)))]


def select_environments(choice: Any) -> DrawEnvironment:
    """Make the function that draws an environment at each reset: of a list, a `Sampler`, or a function of one's own.

    Raises:
        UnknownEnvironmentError, CatalogueError, ConfigurationError: see `bmoca_gym.randomization.select`.
    """
    if isinstance(choice, Sampler):
        return choice.sample
    return choice if callable(choice) else EnvironmentList(choice)


def default_environments(task: Task) -> str:
    """The environments that a task's suite is played in unless others are asked for."""
    return tasks.suite(task.suite).environments if tasks.is_suite(task.suite) else "train"


def apps_of(task: Task) -> tuple[tuple[str, str], ...]:
    """The names and packages of the apps of a task's suite; none where the suite is not installed."""
    return tasks.suite(task.suite).apps if tasks.is_suite(task.suite) else ()


def one_image(templates: Iterable[TaskTemplate]) -> str:
    """The image that all these tasks are for.

    Raises:
        ArgumentError: they are for several: an environment has one phone.
    """
    images = sorted({template.first.image for template in templates})
    if len(images) > 1:
        raise ArgumentError(
            f"The tasks are for phones of several images, {', '.join(images)}; make an environment for each."
        )
    return images[0]


def one_template(
    choice: str | Task | TaskTemplate, pools: str | Path | None = None, goals: str | Path | None = None
) -> TaskTemplate:
    """The template of an id or a Gymnasium name, or that of ``choice`` itself.

    Raises:
        UnknownTaskError: a name that is neither, or that means several tasks.
    """
    found = tasks.templates(choice, pools, goals)
    if len(found) != 1:
        raise UnknownTaskError(f"{choice!r} means {len(found)} tasks; give the id of one, or a Task.")
    return found[0]


def steps(what: str, given: int | None) -> int | None:
    """A number of steps, or None for no such limit; ``what`` is the argument's name.

    Raises:
        ArgumentError: it is not a whole number from 1 on.
    """
    whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if given is not None and not (whole and given >= 1):
        raise ArgumentError(f"{what} is {given!r}; it must be a whole number from 1 on, or None.")
    return None if given is None else int(given)


def render_mode(given: RenderModeName | None) -> RenderModeName | None:
    """``render_mode``, if there is such a mode and what it needs.

    Raises:
        ArgumentError: there is none.
        DependencyNotInstalled: ``"human"`` without pygame.
    """
    if given is None:
        return None
    if one_of("render_mode", given, RENDER_MODES) == "human":
        require_pygame()
    return given


def action_mode(name: str, tap_threshold: float) -> ActionMode:
    """The action mode of that name, new, with an action space of its own."""
    one_of("action", name, ACTION_MODES)
    number_in("tap_threshold", tap_threshold, 0, 2)  # also where it is not used: a mistake is told at once
    if name == "discrete":
        return DiscreteActions()
    made: dict[str, type[JsonActions | CallActions | NumberedCallActions]] = {
        "json": JsonActions, "calls": CallActions, "numbered_calls": NumberedCallActions,
    }  # fmt: skip
    if name in made:
        return made[name]()
    return DualGestureActions(tap_threshold) if name == "dual_gesture" else TextActions(tap_threshold)


def observation_mode(
    name: str,
    resolution: tuple[int, int],
    bounding_boxes: bool = False,
    leaves_only: bool = False,
    set_of_mark: bool = False,
    elements: bool | str = False,
) -> ObservationMode:
    """The observation mode of that name.

    Raises:
        ArgumentError: there is no such mode, no such elements, or the resolution is not (width, height) from 1 to 8192
            px.
    """
    one_of("observation", name, OBSERVATION_MODES)
    told = ELEMENTS[0] if elements is True else one_of("elements", elements, ELEMENTS) if elements else ""
    try:
        width, height = (int(side) for side in resolution if int(side) == side)
    except (TypeError, ValueError):
        width = height = 0
    if not (1 <= width <= 8192 and 1 <= height <= 8192):
        raise ArgumentError(
            f"resolution is {resolution!r}; it must be (width, height), each from 1 to 8192 px."
        )
    pixels = PixelObservations((width, height), set_of_mark, leaves_only, told)
    text = TextObservations(bounding_boxes, leaves_only, told)
    if name == "both":
        return BothObservations(pixels, text)
    return pixels if name == "pixels" else text
