"""Contract of a device configuration, as far as virtual devices need it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bmoca_gym.devices.device import Device


class Property(NamedTuple):
    """Property of a configuration, read back from a device. ``fault``: why it could not be read, else ""."""

    step: str
    wanted: str
    found: str
    fault: str = ""

    @property
    def ok(self) -> bool:
        """Whether the property has its value."""
        return not self.fault and self.found == self.wanted


class Hardware(Protocol):
    """Kind of phone. ``avd_device_id``: its id in avdmanager's list; ``width``, ``height``: px; ``density``:
    dpi.
    """

    @property
    def avd_device_id(self) -> str: ...  # noqa: D102
    @property
    def width(self) -> int: ...  # noqa: D102
    @property
    def height(self) -> int: ...  # noqa: D102
    @property
    def density(self) -> int: ...  # noqa: D102


class Configuration(Protocol):
    """Content of a snapshot. `bmoca_gym.randomization.DeviceConfiguration` implements it.

    Attributes:
        id: the environment's id.
        split: ``train``, ``test``, or ``custom`` for a user's own.
        digest: hash of everything else in it.
        profile: the kind of phone.
    """

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def split(self) -> str: ...  # noqa: D102
    @property
    def digest(self) -> str: ...  # noqa: D102
    @property
    def profile(self) -> Hardware: ...  # noqa: D102

    def apply(self, device: Device, image: str = ...) -> None:
        """Apply this configuration to ``device``, a phone of an image.

        Raises:
            DeviceError: a step failed, or its result was not found when read back.
        """
        ...

    def verify(self, device: Device, image: str = ...) -> tuple[Property, ...]:
        """Read from ``device`` whether it has this configuration. Nothing is changed."""
        ...
