"""`bmoca avd verify` and `list`: load each snapshot, read back its properties and compare them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from bmoca_gym.devices.avd.building.build import by_device, require, state_of
from bmoca_gym.devices.avd.building.emulator import RunningEmulator
from bmoca_gym.devices.avd.configuration import Configuration, Property
from bmoca_gym.devices.avd.record import AvdRecord
from bmoca_gym.devices.avd.sdk import AndroidSdk, VirtualDevice
from bmoca_gym.devices.avd.snapshots import name_of, why_unfit
from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import AndroidSdkError, DeviceError, HandsetError
from bmoca_gym.handset.images import ANDROID10

#: Seconds to wait on a real phone after a snapshot was loaded.
_SETTLING = 3.0


class Verified(NamedTuple):
    """Findings about a snapshot. ``properties``: what was read back; ``fault``: why nothing could be read,
    else "".
    """

    avd: str
    snapshot: str
    environment: str
    properties: tuple[Property, ...]
    fault: str = ""

    @property
    def ok(self) -> bool:
        """Whether all properties are as expected."""
        return not self.fault and all(each.ok for each in self.properties)

    @property
    def wrong(self) -> str:
        """The faults in words."""
        faults = [self.fault] if self.fault else []
        for each in self.properties:
            if not each.ok:
                faults.append(f"{each.step}: {each.fault or f'{each.found}, wanted {each.wanted}'}")
        return "; ".join(faults)


def made_by_bmoca(sdk: AndroidSdk) -> list[tuple[VirtualDevice, AvdRecord]]:
    """Return the virtual devices that `bmoca avd build` made, with their records."""
    found = ((device, state_of(sdk, device.name)[1]) for device in sdk.virtual_devices())
    return [(device, record) for device, record in found if record is not None]


def built(
    sdk: AndroidSdk, configurations: Iterable[Configuration], image: str = ANDROID10.name
) -> tuple[Configuration, ...]:
    """Return the configurations that have a snapshot, for tasks of an image."""
    snapshots = {(device.name, name) for device, record in made_by_bmoca(sdk) for name in record.snapshots}
    return tuple(
        one
        for avd, _, group in by_device(configurations, image)
        for one in group
        if (avd, name_of(one)) in snapshots
    )


def verify(
    sdk: AndroidSdk,
    configurations: Iterable[Configuration],
    port: int | None = None,
    window: bool = False,
    report: Callable[[str, str], None] = lambda avd, what: None,
    image: str = ANDROID10.name,
) -> list[Verified]:
    """Load the snapshot of each configuration, and read every property back. Nothing is changed on disk.

    Raises:
        AndroidSdkError, EmulatorError: a part of the SDK is missing, or the emulator does not start.
    """
    found: list[Verified] = []
    for avd, _, group in by_device(configurations, image):
        try:
            record = require(sdk, avd)
        except AndroidSdkError as error:
            found += [Verified(avd, name_of(one), one.id, (), str(error)) for one in group]
            continue
        there = [one for one in group if name_of(one) in record.snapshots]
        if there:
            with RunningEmulator(sdk, avd, port, window, read_only=True) as running:
                for one in there:
                    report(avd, f"verify {name_of(one)}")
                    found.append(_verified(running.device, avd, one, record, image))
        found += [
            Verified(avd, name_of(one), one.id, (), why_unfit(record, one))
            for one in group
            if one not in there
        ]
    return found


def _verified(
    device: Device, avd: str, configuration: Configuration, record: AvdRecord, image: str
) -> Verified:
    name = name_of(configuration)
    made = Verified(avd, name, configuration.id, (), why_unfit(record, configuration))
    try:
        device.load_snapshot(name)
        if not is_handset(device):
            device.wait(_SETTLING)
        return made._replace(properties=configuration.verify(device, image))
    except (DeviceError, HandsetError) as error:
        return made._replace(fault=" ".join(f"{made.fault} {error}".split()))
