"""The start of an episode: the phone's configuration, the task's set-up, the home screen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from bmoca_gym.devices import app_data
from bmoca_gym.devices.avd import snapshots as avd_snapshots
from bmoca_gym.devices.avd.names import avd_name
from bmoca_gym.devices.avd.virtual_devices import VirtualDevices
from bmoca_gym.devices.device import Device
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

#: The snapshot of the phone as it was before any environment was built on it.
FIRST_SNAPSHOT = "init"

#: The snapshot of the start of the running episode, on the embedded handset.
START_SNAPSHOT = "start"


class Starts:
    """Brings one device to the start of an episode, again and again.

    The embedded handset keeps what it was built from: the phone at the start of an episode is a value that
    follows from its first phone, the environment and the task, so that it is computed once for all
    environments of the process. Other devices keep a snapshot for each environment and are set up for the
    task each time. Virtual devices are given no environment here: that takes minutes, and is what `bmoca avd build`
    does. A phone that keeps no snapshots is given an environment when another one was there before; the data of the
    apps that tasks are in are copied before their first set-up, and put back before each further one and at the end.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._first_phone = _same(device.phone) if isinstance(device, EmbeddedDevice) else None
        self._applied: DeviceConfiguration | None = None
        self._kept: list[str] = []
        self._begun: Task | None = None

    def load(self, environment: DeviceConfiguration, task: Task, seconds: float) -> None:
        """Bring the device to the home screen of ``environment``, ready for ``task``, ``seconds`` after HOME.

        Raises:
            DeviceError: a step failed; the message names it.
        """
        device = self._device
        if isinstance(device, EmbeddedDevice) and self._first_phone is not None:
            first = self._first_phone
            if task.image != first.image.name:  # the phone is new, so that another new one may stand for it
                first = _same(images.boot(None, images.image_named(task.image)))
            device.phone = _starts.get(first, environment, task, seconds)
            # As a snapshot that was loaded: the handset remembers what it draws of those.
            device.save_snapshot(START_SNAPSHOT)
            device.load_snapshot(START_SNAPSHOT)
        elif isinstance(device, VirtualDevices):
            try:
                self._enter(device, environment, task)
                _set_up(device, task, seconds)
            except DeviceLostError:
                # Another is started; where that is lost too, something else is wrong.
                self._enter(device, environment, task)
                _set_up(device, task, seconds)
        else:
            task.check_needs(device)  # before its looks are changed
            snapshot = self._load_environment(environment, task.image)
            if not snapshot:
                self._keep_apps(task)
            try:
                _set_up(device, task, seconds)
            except DeviceError:
                # Nothing of it is left behind for whatever comes next.
                if snapshot:
                    device.load_snapshot(snapshot)
                else:
                    self._put_back()
                raise

    def end(self) -> None:
        """Leave a phone that keeps no snapshots as it was: the data of apps, and a clock that shows the true time.

        Raises:
            DeviceError: the phone refuses.
        """
        if self._begun is not None:
            self._put_back()
            app_data.forget(self._device)
            self._kept, self._begun = [], None

    def _keep_apps(self, task: Task) -> None:
        """Copy the data of the apps of a task, and put back what was copied of them before."""
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

    def _load_environment(self, environment: DeviceConfiguration, image: str) -> str:
        """Give the phone an environment; returns the snapshot that has it, "" where the phone keeps none."""
        device = self._device
        name = snapshot_name(environment, image)
        try:
            known = device.snapshots()
        except SnapshotError:
            if environment != self._applied:
                self._applied = None  # while the phone is neither the one nor the other
                environment.apply(device)
                self._applied = environment
            return ""
        if name not in known:
            if FIRST_SNAPSHOT in known:
                device.load_snapshot(FIRST_SNAPSHOT)
            else:
                device.save_snapshot(FIRST_SNAPSHOT)
            environment.apply(device)
            device.save_snapshot(name)
        device.load_snapshot(name)
        return name


def snapshot_name(environment: DeviceConfiguration, image: str) -> str:
    """The name of a phone's snapshot with a configuration: those of B-MoCA's image have the reference's names."""
    name = environment.snapshot_name
    return name if image == images.ANDROID10.name else f"{image}_{name}"


def _set_up(device: Device, task: Task, seconds: float) -> None:
    task.set_up(device)
    _open(device, task, seconds)


def _open(device: Device, task: Task, seconds: float) -> None:
    """Open what an episode begins with."""
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
    """First of all equal phones, which a cache finds without comparing it."""
    return phone


# Room for every published configuration, and for the six representative tasks in all of them.


@memo(64, asset=True)
def _built(first: Phone, environment: DeviceConfiguration) -> Phone:
    device = EmbeddedDevice()
    device.phone = first
    environment.apply(device)
    return device.phone


@dataclass(frozen=True, slots=True)
class _Common:
    """The start that tasks of a suite share, and one of them, which is set up for it."""

    clock: DeviceClock
    steps: tuple[Step, ...]
    task: Task = field(compare=False)


@memo(64, asset=True)
def _commonly_set_up(first: Phone, environment: DeviceConfiguration, common: _Common) -> Phone:
    device = EmbeddedDevice()
    device.phone = _built(first, environment)
    common.task.set_up_common(device)
    return device.phone


#: Starts that are kept at most, and bytes of files that their set-ups may have written in all.
_MOST, _MOST_BYTES = 320, 96 << 20


class _Kept:
    """Starts that were prepared, those that were not asked for longest first to go."""

    def __init__(self) -> None:
        self._starts: OrderedDict[Hashable, tuple[Phone, int]] = OrderedDict()
        self._bytes = 0

    def get(self, first: Phone, environment: DeviceConfiguration, task: Task, seconds: float) -> Phone:
        """The phone at the start of an episode."""
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

    def clear(self) -> None:
        """Forget all of them."""
        self._starts.clear()
        self._bytes = 0


def _prepared(first: Phone, environment: DeviceConfiguration, task: Task, seconds: float) -> Phone:
    device = EmbeddedDevice()
    device.phone = _built(first, environment)
    if task.common_steps:
        task.check_needs(device)
        device.phone = _commonly_set_up(first, environment, _Common(task.clock, task.common_steps, task))
        task.set_up_own(device)
        _open(device, task, seconds)
    else:
        _set_up(device, task, seconds)
    return device.phone


_starts = _Kept()
on_clear(_starts.clear, asset=True)
