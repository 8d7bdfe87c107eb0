"""The contract of a Device that is one of several virtual devices at a time."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bmoca_gym.devices.avd.record import AvdRecord


@runtime_checkable
class VirtualDevices(Protocol):
    """Methods that a Device also has where it is one of several virtual devices, each with snapshots of its own."""

    def enter(self, avd: str, snapshot: str) -> None:
        """Go to a snapshot of a virtual device, also after the last one was lost.

        Raises:
            DeviceError: there is none, or it can't be started.
        """
        ...

    def record(self, avd: str) -> AvdRecord | None:
        """Record that `bmoca avd build` has left of a virtual device, or None where it has not made it."""
        ...
