"""The contract of a device configuration, as far as virtual devices are built from one and know one again."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bmoca_gym.devices.device import Device


class Property(NamedTuple):
    """Part of a configuration that was read back from a device. ``fault``: why it could not be read, else ""."""

    step: str
    wanted: str
    found: str
    fault: str = ""

    @property
    def ok(self) -> bool:
        """Tell whether it is as it should be."""
        return not self.fault and self.found == self.wanted


class Hardware(Protocol):
    """Kind of phone that a virtual device is. ``avd_device_id``: of avdmanager's list; px; ``density``: dpi."""

    @property
    def avd_device_id(self) -> str: ...  # noqa: D102
    @property
    def width(self) -> int: ...  # noqa: D102
    @property
    def height(self) -> int: ...  # noqa: D102
    @property
    def density(self) -> int: ...  # noqa: D102


class Configuration(Protocol):
    """Content of one snapshot: `bmoca_gym.randomization.DeviceConfiguration` keeps this contract.

    ``id``: of the environment; ``split``: ``custom`` for a user's own; ``digest``: depends on all else that it holds.
    """

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def split(self) -> str: ...  # noqa: D102
    @property
    def digest(self) -> str: ...  # noqa: D102
    @property
    def profile(self) -> Hardware: ...  # noqa: D102

    def apply(self, device: Device) -> None:
        """Give ``device`` this configuration.

        Raises:
            DeviceError: a step failed, or its result was not there when read back.
        """
        ...

    def verify(self, device: Device) -> tuple[Property, ...]:
        """Read back from ``device``, and change nothing, whether it has this configuration."""
        ...
