"""`bmoca avd build`: a virtual device for each device profile, and a snapshot in it for each configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.building import creation
from bmoca_gym.devices.avd.building.apps import AppData, app_data, find_apks
from bmoca_gym.devices.avd.building.base import Base, prepare
from bmoca_gym.devices.avd.building.emulator import RunningEmulator
from bmoca_gym.devices.avd.configuration import Configuration, Hardware
from bmoca_gym.devices.avd.names import avd_name
from bmoca_gym.devices.avd.record import AvdRecord
from bmoca_gym.devices.avd.sdk import SYSTEM_IMAGE, AndroidSdk, VirtualDevice
from bmoca_gym.devices.avd.snapshots import BASE_SNAPSHOT, fingerprint, name_of
from bmoca_gym.devices.avd.snapshots import digest as digest_of
from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import AndroidSdkError, DeviceError, HandsetError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.images import ANDROID10

#: Version of this procedure. If it changes, older snapshots are built again: those of 1 had the time zone of B-MoCA's
#: image, whatever theirs is.
RECIPE = 2

#: Seconds for a real phone to draw its home screen before the snapshot is saved.
_SETTLING = 5.0


@dataclass(frozen=True)
class Build:
    """Settings of a build.

    Attributes:
        apks: folder with the apps' APKs, if any.
        force: also build snapshots that exist.
        window: show the emulator's window.
        port: port of its console.
        tasks: ids of the tasks that need an app, by the app's name.
        pause: called with a virtual device's name before its base snapshot is saved, for work by hand.
        data: the apps that the tasks need.
        image: the suite's image, which is part of the virtual devices' names.
    """

    sdk: AndroidSdk
    configurations: tuple[Configuration, ...]
    apks: Path | None = None
    force: bool = False
    window: bool = False
    port: int | None = None
    tasks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    system_image: str = SYSTEM_IMAGE
    pause: Callable[[str], object] | None = None
    data: AppData = field(default_factory=app_data)
    image: str = ANDROID10.name


@dataclass(frozen=True)
class BasePlan:
    """Plan for the base snapshot of a virtual device.

    Attributes:
        why: why it is made; "" if the existing one is kept.
        fresh: whether it starts from a new phone, or from the existing base.
        digest: its hash afterwards.
        apks: file and size of each app that is installed afterwards, by package.
        install: the APKs to install.
    """

    why: str
    fresh: bool
    digest: str
    apks: Mapping[str, tuple[str, int]]
    install: Mapping[str, Path]


@dataclass(frozen=True)
class Plan:
    """Plan for one virtual device.

    Attributes:
        why_create: why the virtual device is made again; "" if it stays.
        to_build: configurations whose snapshots are made.
        to_keep: configurations whose snapshots exist already.
        lost: other snapshots that are lost because the base changes.
    """

    name: str
    profile: Hardware
    why_create: str
    base: BasePlan
    to_build: tuple[Configuration, ...]
    to_keep: tuple[Configuration, ...]
    lost: tuple[str, ...]

    @property
    def steps(self) -> int:
        """Number of steps that `build` reports."""
        return bool(self.why_create) + bool(self.base.why) + len(self.to_build)

    def lines(self) -> list[str]:
        """Lines that describe the plan."""
        screen = f"{self.profile.width}x{self.profile.height}, {self.profile.density} dpi"
        found = []
        if self.why_create:
            found.append(
                f"{self.name}: make it ({creation.device_id(self.profile)}, {screen}): {self.why_create}"
            )
        if self.base.why:
            apks = ", ".join(path.name for path in self.base.install.values()) or "no APKs"
            found.append(f"{self.name}: prepare {BASE_SNAPSHOT} ({apks}): {self.base.why}")
        found += [
            f"{self.name}: lose {name}, which was built on the {BASE_SNAPSHOT} before" for name in self.lost
        ]
        found += [f"{self.name}: build {name_of(one)}" for one in self.to_build]
        return found + [f"{self.name}: keep {name_of(one)}" for one in self.to_keep]


#: Called before each step with the virtual device and the step's description.
Report = Callable[[str, str], None]


def plan(build: Build) -> tuple[Plan, ...]:
    """Plan a build for each virtual device. Nothing is changed or started.

    Raises:
        AndroidSdkError: a part of the SDK is missing.
        SettingsError: the folder of APKs does not exist, or contains a file that is not an APK.
    """
    given = {} if build.apks is None else find_apks(build.apks, build.data.apps)
    plans = []
    for name, profile, configurations in by_device(build.configurations, build.image):
        device, record = state_of(build.sdk, name)
        why_create = _why_create(build, device, record)
        base = _plan_base(build, device, None if why_create else record, given)
        keep: list[Configuration] = []
        if record is not None and not (base.why or build.force):
            keep = [
                one
                for one in configurations
                if record.snapshots.get(name_of(one)) == fingerprint(one, base.digest)
                and name_of(one) in device.snapshots
            ]
        to_build = tuple(one for one in configurations if one not in keep)
        others = (
            set(record.snapshots) - {name_of(one) for one in configurations} if record and base.why else ()
        )
        plans.append(Plan(name, profile, why_create, base, to_build, tuple(keep), tuple(sorted(others))))
    return tuple(plans)


def _plan_base(
    build: Build, device: VirtualDevice, record: AvdRecord | None, given: Mapping[str, Path]
) -> BasePlan:
    """``record``: the record of the virtual device if it stays, else None."""

    def digest(apks: Mapping[str, tuple[str, int]]) -> str:
        return digest_of(RECIPE, build.system_image, sorted(apks.items()))

    apks = {package: (path.name, path.stat().st_size) for package, path in given.items()}
    if record is None or not record.base or BASE_SNAPSHOT not in device.snapshots:
        return BasePlan("there is none", True, digest(apks), apks, given)
    if digest(record.apks) != record.base:
        return BasePlan("another release of bmoca_gym makes it otherwise", True, digest(apks), apks, given)
    new = {package: path for package, path in given.items() if record.apks.get(package) != apks[package]}
    apks = {**record.apks, **apks}
    return BasePlan("there are new APKs" if new else "", False, digest(apks), apks, new)


def build(build: Build, report: Report = lambda name, what: None) -> None:
    """Carry out `plan`. After an interruption, the next call continues from there.

    Raises:
        AndroidSdkError, EmulatorError: a part of the SDK is missing, or the emulator does not start.
        DeviceError: a step failed, or its result was not found when read back; the message names device and
            step.
    """
    for each in plan(build):
        if each.steps:
            _build_device(build, each, report)


def _build_device(build: Build, plan: Plan, report: Report) -> None:
    sdk = build.sdk
    if plan.why_create:
        report(plan.name, "make the virtual device")
        made = creation.create(sdk, plan.name, plan.profile, build.system_image, build.image)
        avd_record.write(made.folder, AvdRecord(build.system_image))
    base = plan.base
    if not (base.why or plan.to_build):
        return
    folder = sdk.virtual_device(plan.name).folder
    record = avd_record.read(folder) or AvdRecord(build.system_image)
    wipe = bool(base.why and base.fresh)
    if wipe:
        avd_record.write(folder, AvdRecord(build.system_image))
    with RunningEmulator(sdk, plan.name, build.port, build.window, wipe=wipe) as running:
        device = running.device
        if base.why:
            report(plan.name, "install apps, answer their first questions")
            if not base.fresh:
                device.load_snapshot(BASE_SNAPSHOT)
            pause = None if build.pause is None else partial(build.pause, plan.name)
            state = _named(plan.name, "base", lambda: prepare(device, base.install, pause, build.data))
            _named(plan.name, "base", lambda: save(device, BASE_SNAPSHOT, folder))
            disabled = sorted({task for app in state.missing for task in build.tasks.get(app, ())})
            record = replace(
                record, snapshots={}, base=base.digest, apks=dict(base.apks), versions=state.versions,
                missing=state.missing, disabled_tasks=tuple(disabled),
            )  # fmt: skip
            avd_record.write(folder, record)
        for configuration in plan.to_build:
            name = name_of(configuration)
            report(plan.name, f"build {name}")
            # Until it is built again, the record must not list it.
            record = replace(record, snapshots={k: v for k, v in record.snapshots.items() if k != name})
            avd_record.write(folder, record)
            _named(plan.name, name, partial(_build_snapshot, device, configuration, folder, build.image))
            built = {**record.snapshots, name: fingerprint(configuration, base.digest)}
            record = replace(record, snapshots=dict(sorted(built.items())))
            avd_record.write(folder, record)


def _build_snapshot(device: Device, configuration: Configuration, folder: Path, image: str) -> None:
    device.load_snapshot(BASE_SNAPSHOT)
    configuration.apply(device, image)
    device.perform(PressKey("HOME"))
    if not is_handset(device):
        device.wait(_SETTLING)
    # Read everything again just before saving: the launcher and the Clock may have changed their files.
    wrong = [each for each in configuration.verify(device, image) if not each.ok]
    if wrong:
        first = wrong[0]
        raise DeviceError(
            f"step '{first.step}' failed: it is {first.found or first.fault} when read back at the end; {first.wanted} "
            "was set"
        )
    save(device, name_of(configuration), folder)


def save(device: Device, name: str, folder: Path) -> None:
    """Save a snapshot in a virtual device's folder, and check that it exists.

    Raises:
        DeviceError: the emulator has not saved it.
    """
    device.save_snapshot(name)
    if name not in device.snapshots():
        raise DeviceError(
            f"step 'save' failed: there is no snapshot {name!r} after it was saved. Is the disk of {folder} full? Make "
            "room (`bmoca doctor` says how much), then give the same command again: what is built is kept"
        )


def _named(device: str, what: str, step: Callable[[], object]) -> Base:
    try:
        return step()  # type: ignore[return-value]
    except (DeviceError, HandsetError) as error:
        raise DeviceError(f"{device}, {what}: {error}") from error


def by_device(
    configurations: Iterable[Configuration],
    image: str = ANDROID10.name,
) -> list[tuple[str, Hardware, tuple[Configuration, ...]]]:
    """Group configurations by the virtual device of an image; return its name, profile and configurations."""
    found: dict[str, list[Configuration]] = {}
    for configuration in configurations:
        of_device = found.setdefault(avd_name(configuration.profile.avd_device_id, image), [])
        if configuration not in of_device:
            of_device.append(configuration)
    return [(name, group[0].profile, tuple(group)) for name, group in found.items()]


def state_of(sdk: AndroidSdk, name: str) -> tuple[VirtualDevice, AvdRecord | None]:
    """Return a virtual device and its record, as they are now."""
    device = sdk.virtual_device(name)
    return device, None if device.fault else avd_record.read(device.folder)


def _why_create(build: Build, device: VirtualDevice, record: AvdRecord | None) -> str:
    if device.name not in [each.name for each in build.sdk.virtual_devices()]:
        return "there is none"
    if device.fault:
        return device.fault
    if record is None:
        return "it was not finished, or not made by bmoca"
    if record.system_image != build.system_image:
        return f"it is of {record.system_image}"
    return ""


def require(sdk: AndroidSdk, name: str) -> AvdRecord:
    """Return the record of a virtual device that `bmoca avd build` made.

    Raises:
        AndroidSdkError: there is none.
    """
    device, record = state_of(sdk, name)
    if record is None:
        raise AndroidSdkError(
            device.fault or f"The AVD {name} was not made by bmoca. Make one with: bmoca avd build"
        )
    return record
