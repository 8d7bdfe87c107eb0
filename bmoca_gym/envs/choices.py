"""Checks of the environment's arguments, and the devices, tasks and modes that they choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from bmoca_gym import compiled, randomization, tasks
from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import ActionMode, number_in
from bmoca_gym.envs.names import RENDER_MODES, RenderModeName
from bmoca_gym.envs.observations import ElementList, ObservationMode, ObservationSettings
from bmoca_gym.envs.registries import (
    ACTION_MODES,
    DEFAULT_MODE_SETTINGS,
    ELEMENTS,
    INTERFACES,
    OBSERVATIONS,
    ModeSettings,
)
from bmoca_gym.envs.window import require_pygame
from bmoca_gym.errors import ArgumentError, DeviceError, UnknownArgumentError, UnknownTaskError, cut, nearest
from bmoca_gym.handset import images, packages
from bmoca_gym.handset.errors import UnknownImageError
from bmoca_gym.randomization import SETS, DeviceConfiguration, Sampler
from bmoca_gym.tasks import Task, TaskTemplate

if TYPE_CHECKING:
    from bmoca_gym.interruptions import Disturbance

#: Choice of a device: ``embedded``, ``avd``, ``adb:SERIAL``, a device, or a function that makes one.
DeviceChoice = str | Device | Callable[[], Device]

#: The configuration of B-MoCA in which a person first sees a phone.
USUAL_ENVIRONMENT = "100"


Name = TypeVar("Name", bound=str)


def one_of(what: str, given: object, known: Iterable[Name]) -> Name:
    """Return ``given`` if it is one of ``known``.

    Raises:
        ArgumentError: it is not; ``what`` is the argument's name in the message.
    """
    names = tuple(known)
    for name in names:
        if isinstance(given, str) and name == given:
            return name
    raise ArgumentError(
        f"{what} is {cut(given)}; it must be one of {', '.join(map(repr, names))}.{nearest(str(given)[:200], names)}"
    )


def _named_device(name: str) -> Device:
    kind, colon, serial = name.partition(":")
    if kind == "adb":
        from bmoca_gym.devices.adb.device import AdbDevice
        from bmoca_gym.devices.adb.server import AdbServer

        if colon and not serial:
            raise DeviceError(
                f"device={cut(name)} names no phone; write 'adb:SERIAL' as `adb devices` lists it."
            )
        return AdbDevice(serial or AdbServer().only_serial())
    if kind == "avd":
        from bmoca_gym.devices.avd.device import AvdDevice

        if colon:
            raise DeviceError(
                f"device={cut(name)}: 'avd' chooses the AVD by the environment's device profile. For another, give a "
                f"device: bmoca_gym.devices.avd.device.AvdDevice({serial!r})."
            )
        return AvdDevice()
    raise _no_device(name)


def _no_device(name: str) -> DeviceError:
    return DeviceError(
        f"There is no device {cut(name)}.{nearest(name[:200], ('embedded', 'adb', 'avd'))} Use 'embedded', 'avd', "
        "'adb:SERIAL', a Device or a function that makes one."
    )


def check_device(name: str) -> None:
    """Check that the name of a device is one of a kind that exists, without looking for the device.

    Raises:
        DeviceError: it is not.
    """
    if name != "embedded" and name.partition(":")[0] not in ("adb", "avd"):
        raise _no_device(name)


def _embedded(image: str) -> Device:
    """Make a handset of an image, for an environment. No other function does."""
    compiled.tell_if_slow()
    try:
        return EmbeddedDevice(image=image)
    except UnknownImageError as error:
        raise DeviceError(str(error)) from error


def open_device(device: object, image: str = "android10") -> tuple[Device, bool]:
    """Return the device that ``device`` names, makes or is, and whether the environment has to close it.

    Args:
        device: see `DeviceChoice`.
        image: the image of an embedded handset; ignored for other devices.

    Raises:
        DeviceError: there is no such device, or it can't be used now; the message says what to do.
    """
    if isinstance(device, str):
        if device == "embedded":
            return _embedded(image), True
        return _named_device(device), True
    if isinstance(device, Device) and not isinstance(device, type):
        return device, False
    made: object = None
    if callable(device):
        try:
            made = device()
        except TypeError as error:
            if not isinstance(device, type):
                raise
            raise DeviceError(
                f"device is {cut(device)}, which can't be made without arguments: {error}"
            ) from error
    if not isinstance(made, Device):
        raise DeviceError(
            f"device is {cut(device)}{'' if made is None else f', which makes {cut(made)}'}; use 'embedded', "
            "'avd', 'adb:SERIAL', a Device or a function that makes one."
        )
    return made, True


def check_image(device: Device, template: TaskTemplate, ours: bool) -> None:
    """Check that a handset has the image that a task needs.

    An environment's own handset (``ours``) is rebuilt from that image later, so only the image must exist.

    Raises:
        ArgumentError: the handset has another image, or there is no such image.
        MissingLibraryError: the task's app needs an extra that is not installed.
    """
    image = template.first.image
    screen = screen_of(device)
    if screen is None:
        return
    _check_libraries(image, template.first.package)
    if screen.phone.image.name == image:
        return
    if not ours or image not in images.names():
        raise ArgumentError(
            f"The task {template.id!r} is for a phone of the image {image!r}; this environment has one of "
            f"{screen.phone.image.name!r}. Make one with that task, without a device or with one of that image."
        )


def _check_libraries(image: str, package: str) -> None:
    """Check that what a task's app is made of is installed: better now than when its first episode begins."""
    apps = packages.apps_of(images.image_named(image)) if image in images.names() else {}
    if package in apps and (requires := apps[package].requires) is not None:
        requires()


#: Function that draws a configuration, or its id, with the given generator.
DrawEnvironment = Callable[[np.random.Generator], "DeviceConfiguration | str"]


class EnvironmentList:
    """Draws a configuration from a list, each with the same probability."""

    def __init__(self, environments: Any) -> None:
        self.environments = randomization.select(environments)

    def __call__(self, generator: np.random.Generator) -> DeviceConfiguration:
        """Draw a configuration."""
        return self.environments[int(generator.integers(len(self.environments)))]


def select_environments(choice: Any) -> DrawEnvironment:
    """Make the function that draws a configuration at each reset.

    ``choice``: a list, a `Sampler`, or such a function itself.

    Raises:
        UnknownEnvironmentError, CatalogueError, ConfigurationError: see `bmoca_gym.randomization.select`.
    """
    if isinstance(choice, Sampler):
        return choice.sample
    return choice if callable(choice) else EnvironmentList(choice)


def default_environments(task: Task) -> str:
    """Return the environments of a task's suite that are used unless others are given."""
    return tasks.head(task.suite).environments if tasks.is_suite(task.suite) else "train"


def first_environment(task: Task) -> DeviceConfiguration:
    """Return the configuration in which people see a task by default: the first of its suite's own, or B-MoCA's 100."""
    names = default_environments(task)
    return randomization.get(USUAL_ENVIRONMENT) if names in SETS else randomization.select(names)[0]


def apps_of(task: Task) -> tuple[tuple[str, str], ...]:
    """Return the names and packages of a suite's apps; () if the suite is not installed."""
    return tasks.head(task.suite).apps if tasks.is_suite(task.suite) else ()


def one_image(templates: Iterable[TaskTemplate]) -> str:
    """Return the image that all tasks need.

    Raises:
        ArgumentError: they need different images. An environment has only one phone.
    """
    suites: dict[str, set[str]] = {}
    for template in templates:
        suites.setdefault(template.first.image, set()).add(template.suite or "your own")
    if len(suites) > 1:
        told = "; ".join(
            f"{image} (tasks of {', '.join(sorted(of))})" for image, of in sorted(suites.items())
        )
        raise ArgumentError(
            f"The tasks are for phones of several images: {told}. An environment and an evaluation have one phone: "
            "play the tasks of each image on their own."
        )
    return next(iter(suites))


def check_tasks(templates: Sequence[TaskTemplate], device: str) -> None:
    """Check that one phone can have all tasks and, if it is the embedded one, that their apps are installed here.

    Raises:
        ArgumentError: they need different images.
        MissingLibraryError: an app needs an extra that is not installed.
    """
    image = one_image(templates)
    if device == "embedded":
        for package in dict.fromkeys(template.first.package for template in templates):
            _check_libraries(image, package)


def with_user(found: Sequence[TaskTemplate], user: str | None) -> tuple[TaskTemplate, ...]:
    """Give a user to all tasks that can have one and have none yet. Without ``user``, return the tasks as they are.

    Raises:
        UnknownTaskError: none of them can have one.
    """
    if user is None or all(template.first.user is not None for template in found):
        return tuple(found)
    return tasks.with_users(found, user)


def one_template(
    choice: str | Task | TaskTemplate, pools: str | Path | None = None, goals: str | Path | None = None
) -> TaskTemplate:
    """Return the template of an id or a Gymnasium name, or ``choice`` itself.

    Raises:
        UnknownTaskError: the name is unknown or means several tasks.
    """
    found = tasks.templates(choice, pools, goals)
    if len(found) != 1:
        raise UnknownTaskError(f"{cut(choice)} means {len(found)} tasks; give the id of one, or a Task.")
    return found[0]


def flag(what: str, given: object) -> bool:
    """Check a switch. ``what`` is the argument's name in the message.

    Raises:
        ArgumentError: it is neither True nor False.
    """
    if not isinstance(given, (bool, np.bool_)):
        raise ArgumentError(f"{what} is {cut(given)}; it must be True or False.")
    return bool(given)


def steps(what: str, given: int | None) -> int | None:
    """Check a number of steps; None means no limit. ``what`` is the argument's name in the message.

    Raises:
        ArgumentError: it is not a whole number above 0.
    """
    whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if given is not None and not (whole and given >= 1):
        raise ArgumentError(f"{what} is {cut(given)}; it must be a whole number from 1 on, or None.")
    return None if given is None else int(given)


def no_others(unknown: Mapping[str, object], known: Iterable[str]) -> None:
    """Check that no argument is left over.

    Raises:
        UnknownArgumentError: there is one. The message suggests the nearest of the ``known`` arguments.
    """
    names = [*known]
    for name in unknown:
        # "obs" is short for "observation", although it has more letters in common with "pools".
        longer = [one for one in names if one.startswith(name)][:3]
        meant = f" Did you mean {' or '.join(map(repr, longer))}?" if longer else nearest(name, names)
        raise UnknownArgumentError(
            f"The environment got an unexpected keyword argument {name!r}.{meant} It takes {', '.join(names)}."
        )


def render_mode(given: RenderModeName | None) -> RenderModeName | None:
    """Check ``render_mode`` and that its library is installed.

    Raises:
        ArgumentError: there is no such mode.
        DependencyNotInstalled: ``"human"`` without pygame.
    """
    if given is None:
        return None
    if one_of("render_mode", given, RENDER_MODES) == "human":
        require_pygame()
    return given


def action_mode(name: str, settings: ModeSettings = DEFAULT_MODE_SETTINGS) -> ActionMode:
    """Make the action mode of that name, with an action space of its own.

    Raises:
        ArgumentError: there is no such mode, or a setting is out of its range.
    """
    # checked even if unused, so that mistakes show at once
    number_in("tap_threshold", settings.tap_threshold, 0, 2)
    return ACTION_MODES.get(name)(settings)


class Shown(NamedTuple):
    """The arguments of the environment that an interface presets, with their defaults."""

    observation: str = "pixels"
    action: str = "discrete"
    resolution: tuple[int, int] = (128, 256)
    bounding_boxes: bool = False
    leaves_only: bool = False
    set_of_mark: bool = False
    elements: bool | str = False


def interface(name: str | None, **given: Any) -> Shown:
    """Return the arguments of an interface, or the defaults, overridden by those that are given.

    Raises:
        ArgumentError: there is no such interface, or it presets something else.
    """
    preset = {} if name is None else INTERFACES.get(name)
    unknown = set(preset) - set(Shown._fields)
    if unknown:
        raise ArgumentError(
            f"The interface {name!r} presets {', '.join(sorted(unknown))}; it may preset {', '.join(Shown._fields)}."
        )
    return Shown(**{**preset, **{key: value for key, value in given.items() if value is not None}})


def picture_size(resolution: object) -> tuple[int, int]:
    """Check ``resolution``.

    Raises:
        ArgumentError: it is not (width, height) from 1 to 8192 px.
    """
    try:
        width, height = (int(side) for side in resolution if int(side) == side)  # type: ignore[attr-defined]
    except (TypeError, ValueError, OverflowError):
        width = height = 0
    if not (1 <= width <= 8192 and 1 <= height <= 8192):
        raise ArgumentError(
            f"resolution is {cut(resolution)}; it must be (width, height), each from 1 to 8192 px."
        )
    return width, height


def element_list(elements: bool | str) -> ElementList | None:
    """Return the element list of that name, AndroidWorld's for True, and None for False or "".

    Raises:
        ArgumentError: there is no such choice.
    """
    if isinstance(elements, str):
        return ELEMENTS.get(elements) if elements else None
    return ELEMENTS.get("androidworld") if flag("elements", elements) else None


def observation_mode(shown: Shown) -> ObservationMode:
    """Make the observation mode that an interface or the arguments choose, with a space of its own.

    Raises:
        ArgumentError: there is no such mode or no such elements, or the resolution is not (width, height)
            from 1 to 8192 px.
    """
    settings = ObservationSettings(
        picture_size(shown.resolution),
        flag("bounding_boxes", shown.bounding_boxes),
        flag("leaves_only", shown.leaves_only),
        flag("set_of_mark", shown.set_of_mark),
        element_list(shown.elements),
    )
    return OBSERVATIONS.get(shown.observation)(settings)


def disturbance(interruptions: Any, device: Device) -> Disturbance | None:
    """Make what disturbs the episodes on a device; None if nothing does.

    Raises:
        ArgumentError, CatalogueError: ``interruptions`` names what does not exist, or a malformed file.
        DeviceError: the device can't be interrupted in this way.
    """
    if interruptions is None or (isinstance(interruptions, str) and interruptions == "calm"):
        return None
    # Imported here: few environments need it, and it reads files of data.
    from bmoca_gym.interruptions import Disturbance, plan

    chosen = plan(interruptions)
    return Disturbance(chosen, device) if chosen.kinds else None
