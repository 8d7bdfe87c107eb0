"""Contract of a Device that can change between several virtual devices."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bmoca_gym.devices.avd.record import AvdRecord


@runtime_checkable
class VirtualDevices(Protocol):
    """Further methods of such a Device. Each virtual device has its own snapshots."""

    def enter(self, avd: str, snapshot: str) -> None:
        """Load a snapshot of a virtual device, also after the last one was lost.

        Raises:
            DeviceError: it does not exist or can't be started.
        """
        ...

    def record(self, avd: str) -> AvdRecord | None:
        """Return the record of `bmoca avd build` about a virtual device, or None."""
        ...
