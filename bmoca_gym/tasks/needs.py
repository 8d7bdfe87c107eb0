"""Needs of a task: capabilities and apps that a device must have before an episode starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import SnapshotError

#: App that reads and sets the clipboard.
CLIPPER = "ca.zgrs.clipper"

#: Form of a package, which distinguishes it from a capability.
PACKAGE = r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+"


def _root(device: Device) -> bool:
    result = device.shell("su 0 id -u")
    return result.exit_code == 0 and result.output.strip() == "0"


def _emulator(device: Device) -> bool:
    flags = device.shell("getprop ro.boot.qemu; getprop ro.kernel.qemu").output.split()
    return "1" in flags or is_handset(device)


def _clipboard(device: Device) -> bool:
    return device.shell(f"pm path {CLIPPER}").exit_code == 0


def _location(device: Device) -> bool:
    return device.shell("cmd location is-location-enabled").output.strip() in ("true", "false")


def _hints(device: Device) -> bool:
    return device.info.api_level >= _HINTS or is_handset(device)


def _snapshots(device: Device) -> bool:
    try:
        device.snapshots()
    except SnapshotError:
        return False
    return True


#: API level from which UI dumps have the hints of text fields.
_HINTS = 34

#: Capabilities and their checks: a root shell, the emulator's console, a clipboard that can be set, incoming messages
#: (which need root or a console), a position that can be set, snapshots, hints of text fields in the UI tree.
CAPABILITIES: Mapping[str, Callable[[Device], bool]] = {
    "root": _root,
    "console": _emulator,
    "clipboard": _clipboard,
    "sms": lambda device: _root(device) or _emulator(device),
    "location": _location,
    "snapshots": _snapshots,
    "hints": _hints,
}


def packages(device: Device) -> frozenset[str] | None:
    """Return the packages of a device; None if its package manager lists none."""
    result = device.shell("pm list packages")
    lines = result.output.split() if result.exit_code == 0 else []
    return frozenset(line[8:] for line in lines if line.startswith("package:")) or None


def lacking(device: Device, needs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ``needs`` that a device does not meet, in order: names of `CAPABILITIES` and packages.

    A device whose package manager lists no packages is assumed to have them all.
    """
    installed = packages(device) if any(need not in CAPABILITIES for need in needs) else None
    return tuple(
        [
            need
            for need in needs
            if (
                not CAPABILITIES[need](device)
                if need in CAPABILITIES
                else installed is not None and need not in installed
            )
        ]
    )
