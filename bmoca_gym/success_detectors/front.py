"""Rule on the app in the foreground, by its package."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bmoca_gym.devices.device import Device, ShellResult
from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied

_COMMAND = "dumpsys activity activities"
_RESUMED = re.compile(
    r"^\s*(?:mResumedActivity|topResumedActivity)[:=] ?ActivityRecord\{\S+ u\d+ ([\w.]+)/([\w.$]+)", re.M
)
_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)+", re.ASCII)
_ACTIVITY = re.compile(r"\.?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class FrontRule:
    """Rule that holds if an app of ``package`` (one or several) is in the foreground.

    ``activity``: the activity that it must show, a full class name or ``.Main``.

    Raises:
        DetectorError: a field is malformed.
    """

    package: str | tuple[str, ...]
    activity: str | None = None

    def __post_init__(self) -> None:
        for name in fields.texts("package", self.package):
            if not _PACKAGE.fullmatch(name):
                raise DetectorError(
                    f"package is {name!r}; it must be an Android package such as com.example.app"
                )
        if self.activity is not None and not _ACTIVITY.fullmatch(fields.text("activity", self.activity)):
            raise DetectorError(f"activity is {self.activity!r}; it must be a class such as .MainActivity")

    def start(self, reading: Reading) -> FrontRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current foreground."""
        result = reading.shell(_COMMAND)
        found = _resumed(result)
        if found is None:
            return unknown(f"front: {_COMMAND} names no activity in front: {shown(result.output)}")
        package, activity = found[1], _whole(found[1], found[2])
        seen = f"front: {package}/{activity}"
        if package not in fields.texts("package", self.package):
            return unsatisfied(f"{seen}, wanted {self.package}")
        if self.activity is not None and activity != _whole(package, self.activity):
            return unsatisfied(f"{seen}, wanted {self.activity}")
        return satisfied(seen)


def in_front(device: Device) -> str:
    """Return the package of the app in the foreground; "" if unknown."""
    found = _resumed(device.shell(_COMMAND))
    return "" if found is None else found[1]


def activity_in_front(device: Device) -> str:
    """Return package and activity in the foreground, such as ``com.example/com.example.Main``; "" if unknown."""
    found = _resumed(device.shell(_COMMAND))
    return "" if found is None else f"{found[1]}/{_whole(found[1], found[2])}"


def _resumed(result: ShellResult) -> re.Match[str] | None:
    """Package and activity in the foreground."""
    return _RESUMED.search(result.output) if result.exit_code == 0 else None


def _whole(package: str, activity: str) -> str:
    return f"{package}{activity}" if activity.startswith(".") else activity
