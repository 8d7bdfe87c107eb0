"""Start of an episode: the phone's configuration, the task's set-up, the home screen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from bmoca_gym.devices import app_data
from bmoca_gym.devices.avd import snapshots as avd_snapshots
from bmoca_gym.devices.avd.names import avd_name
from bmoca_gym.devices.avd.virtual_devices import VirtualDevices
from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.app_names import open_app
from bmoca_gym.errors import ActionError, DeviceError, DeviceLostError, SetUpError, SnapshotError
from bmoca_gym.handset import images
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import memo, on_clear
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import DeviceClock, Task
from bmoca_gym.tasks.needs import lacking
from bmoca_gym.tasks.steps import Step

#: Snapshot of a phone before its first configuration was applied.
FIRST_SNAPSHOT = "init"

#: Snapshot of the start of the running episode, on the embedded handset.
START_SNAPSHOT = "start"


class Starts:
    """Brings one device to the start of each episode.

    How depends on the device:

    - Embedded handset: the start is a value that depends only on the first phone, the configuration and the
      task. It is computed once for all environments of the process.
    - Virtual devices: `bmoca avd build` has made a snapshot for each configuration, since that takes minutes.
      The snapshot is loaded and the task is set up.
    - Other devices with snapshots: the first episode of a configuration applies it and saves a snapshot.
    - Phones without snapshots: a configuration is applied if it differs from the last one. The data of the
      tasks' apps are copied before their first set-up, and put back before each further set-up and at the
      end.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        screen = screen_of(device)
        self._first_phone = None if screen is None else _same(screen.phone)
        self._applied: tuple[DeviceConfiguration, str] | None = None
        self._kept: list[str] = []
        self._begun: Task | None = None

    def load(self, environment: DeviceConfiguration, task: Task, seconds: float) -> None:
        """Bring the device to the start of an episode.

        Args:
            environment: the phone's configuration.
            task: the task to set up.
            seconds: seconds to wait after HOME, and after the start of an app.

        Raises:
            DeviceError: a step failed; the message names it.
        """
        device = self._device
        screen = screen_of(device)
        if screen is not None and self._first_phone is not None:
            first = self._first_phone
            if task.image != first.image.name:  # the phone is new, so another new one may replace it
                first = _same(images.boot(None, images.image_named(task.image)))
            screen.phone = _starts.get(first, environment, task, seconds)
            # Load it as a snapshot: the handset remembers the frames of loaded snapshots.
            device.save_snapshot(START_SNAPSHOT)
            device.load_snapshot(START_SNAPSHOT)
        elif isinstance(device, VirtualDevices):
            try:
                self._enter(device, environment, task)
                _set_up(device, task, seconds)
            except DeviceLostError:
                # Try once more with a new emulator.
                self._enter(device, environment, task)
                _set_up(device, task, seconds)
        else:
            snapshot = self._load_environment(environment, task)
            if not snapshot:
                self._keep_apps(task)
            try:
                _set_up(device, task, seconds)
            except DeviceError:
                # Undo the part of the set-up that was done.
                if snapshot:
                    device.load_snapshot(snapshot)
                else:
                    self._put_back()
                raise

    def end(self) -> None:
        """Restore a phone that keeps no snapshots: the data of apps, and a clock that shows the true time.

        Raises:
            DeviceError: the phone refuses.
        """
        if self._begun is not None:
            self._put_back()
            app_data.forget(self._device)
            self._kept, self._begun = [], None

    def _keep_apps(self, task: Task) -> None:
        """Copy the data of a task's apps. Earlier copies are put back first."""
        if self._begun is not None:
            self._put_back()
        self._begun = task
        if lacking(self._device, ("root",)):
            return
        for package in task.packages:
            if package not in self._kept:
                app_data.keep(self._device, package)
                self._kept.append(package)

    def _put_back(self) -> None:
        for package in self._kept:
            app_data.put_back(self._device, package)
        if self._begun is not None:
            self._begun.tear_down(self._device)

    def _enter(self, device: VirtualDevices, environment: DeviceConfiguration, task: Task) -> None:
        avd = avd_name(environment.profile.avd_device_id, task.image)
        record = device.record(avd)
        if record is not None:
            fault = avd_snapshots.why_unfit(record, environment) or record.why_disabled(task.id)
            if fault:
                raise SnapshotError(f"{avd}: {fault}")
        device.enter(avd, avd_snapshots.name_of(environment))

    def _load_environment(self, environment: DeviceConfiguration, task: Task) -> str:
        """Apply a configuration; return the snapshot that has it, or "" if the phone keeps no snapshots.

        The task's needs are checked before anything is changed, and after a snapshot was loaded: the last episode may
        have removed an app.
        """
        device, image = self._device, task.image
        name = snapshot_name(environment, image)
        try:
            known = device.snapshots()
        except SnapshotError:
            task.check_needs(device)
            if (environment, image) != self._applied:
                self._applied = None  # in case that applying fails halfway
                environment.apply(device, image)
                self._applied = environment, image
            return ""
        if name not in known:
            if FIRST_SNAPSHOT in known:
                device.load_snapshot(FIRST_SNAPSHOT)
            task.check_needs(device)
            if FIRST_SNAPSHOT not in known:
                device.save_snapshot(FIRST_SNAPSHOT)
            environment.apply(device, image)
            device.save_snapshot(name)
        device.load_snapshot(name)
        task.check_needs(device)
        return name


def snapshot_name(environment: DeviceConfiguration, image: str) -> str:
    """Return the name of a phone's snapshot with a configuration. For B-MoCA's image it is the reference
    implementation's.
    """
    name = environment.snapshot_name
    return name if image == images.ANDROID10.name else f"{image}_{name}"


def _set_up(device: Device, task: Task, seconds: float) -> None:
    task.set_up(device)
    _open(device, task, seconds)


def _open(device: Device, task: Task, seconds: float) -> None:
    """Open the home screen, or the app in which the task begins, unless the set-up has already led to the start."""
    if task.begins == "set_up":
        return
    device.perform(PressKey("HOME"))
    device.wait(seconds)
    if task.begins == "app":
        try:
            open_app(device, task.package)
        except ActionError as error:
            raise SetUpError(f"Task {task.id!r} begins in its app: {error}") from error
        device.wait(seconds)


@memo(16, asset=True)
def _same(phone: Phone) -> Phone:
    """Return the first of all equal phones. Caches find that object without comparing its content."""
    return phone


# Room for every published configuration, and for the six representative tasks in all of them.


@memo(64, asset=True)
def _built(first: Phone, environment: DeviceConfiguration) -> Phone:
    device = EmbeddedDevice()
    device.phone = first
    environment.apply(device)
    return device.phone


@memo(64, asset=True)
def _meets(first: Phone, needs: tuple[str, ...]) -> bool:
    """Whether a phone has what tasks need. A configuration changes neither its apps nor what it can do."""
    device = EmbeddedDevice()
    device.phone = first
    return not lacking(device, needs)


@dataclass(frozen=True, slots=True)
class _Common:
    """Set-up that tasks share: the clock, and the common steps of a suite. ``task`` is one of these tasks."""

    clock: DeviceClock
    steps: tuple[Step, ...]
    task: Task = field(compare=False)


@memo(64, asset=True)
def _commonly_set_up(first: Phone, environment: DeviceConfiguration, common: _Common) -> Phone:
    device = EmbeddedDevice()
    device.phone = _built(first, environment)
    common.task.set_up_common(device)
    return device.phone


#: Most prepared starts that are kept, and most bytes of files that their set-ups have written.
_MOST, _MOST_BYTES = 320, 96 << 20


class _Kept:
    """Cache of prepared starts; the least recently used ones are dropped."""

    def __init__(self) -> None:
        self._starts: OrderedDict[Hashable, tuple[Phone, int]] = OrderedDict()
        self._bytes = 0

    def get(self, first: Phone, environment: DeviceConfiguration, task: Task, seconds: float) -> Phone:
        """Return the phone at the start of an episode."""
        key = first, environment, task, seconds
        found = self._starts.pop(key, None)
        if found is None:
            phone = _prepared(first, environment, task, seconds)
            found = phone, max(0, files.used(phone) - files.used(first))
        else:
            self._bytes -= found[1]
        self._starts[key] = found
        self._bytes += found[1]
        while len(self._starts) > _MOST or (self._bytes > _MOST_BYTES and len(self._starts) > 1):
            _, (_, size) = self._starts.popitem(last=False)
            self._bytes -= size
        return found[0]

    def __len__(self) -> int:
        return len(self._starts)

    def clear(self) -> None:
        """Forget all starts."""
        self._starts.clear()
        self._bytes = 0

    def clear_part(self) -> bool:
        """Forget the starts that were used longest ago; returns whether there are more."""
        for _ in range(min(8, len(self._starts))):
            _, (_, size) = self._starts.popitem(last=False)
            self._bytes -= size
        return bool(self._starts)


def _prepared(first: Phone, environment: DeviceConfiguration, task: Task, seconds: float) -> Phone:
    device = EmbeddedDevice()
    if not _meets(first, task.all_needs):
        device.phone = first
        task.check_needs(device)
    device.phone = _commonly_set_up(first, environment, _Common(task.clock, task.common_steps, task))
    task.set_up_own(device)
    _open(device, task, seconds)
    return device.phone


_starts = _Kept()
on_clear(_starts.clear, asset=True, part=_starts.clear_part, size=_starts.__len__)
