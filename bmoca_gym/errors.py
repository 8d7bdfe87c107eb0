"""All errors that the package raises on purpose: each says what was given, what was expected and what to do."""

from __future__ import annotations

from bmoca_gym.handset.errors import (
    ConfigurationError,
    FileAccessError,
    GestureError,
    HandsetError,
    MissingLibraryError,
    UnknownIconError,
    UnknownLocaleError,
    UnknownWallpaperError,
    WallpaperError,
    nearest,
)

__all__ = [
    "ActionError",
    "AdbMissingError",
    "AdbServerError",
    "ArgumentError",
    "BmocaError",
    "CatalogueError",
    "ConfigurationError",
    "DetectorError",
    "DeviceError",
    "DeviceNotFoundError",
    "DeviceOfflineError",
    "DeviceUnauthorizedError",
    "ExpertError",
    "FileAccessError",
    "GestureError",
    "HandsetError",
    "MissingLibraryError",
    "NotResetError",
    "RecordError",
    "ResumeError",
    "SetUpError",
    "SettingsError",
    "SnapshotError",
    "UnknownAgentError",
    "UnknownEnvironmentError",
    "UnknownExpertError",
    "UnknownIconError",
    "UnknownJudgeError",
    "UnknownLocaleError",
    "UnknownTaskError",
    "UnknownWallpaperError",
    "WallpaperError",
    "cut",
    "nearest",
]


def cut(given: object) -> str:
    """``repr`` of what was given, cut to a length that a message bears."""
    text = repr(given)
    return text if len(text) <= 120 else f"{text[:120]}…"


class BmocaError(Exception):
    """Base of the errors raised above the handset."""


class DeviceError(BmocaError):
    """A device that does not exist, does not answer or can't do what was asked."""


class AdbMissingError(DeviceError, MissingLibraryError):
    """There is no adb program on this machine."""


class AdbServerError(DeviceError):
    """An adb server that does not answer, is too old, or is no adb server."""


class DeviceNotFoundError(DeviceError):
    """A serial that no phone of the adb server has, or none where there are several."""


class DeviceUnauthorizedError(DeviceError):
    """A phone whose owner has not allowed this computer to debug it."""


class DeviceOfflineError(DeviceError):
    """A phone that the adb server knows and that does not answer."""


class SnapshotError(DeviceError, KeyError):
    """A snapshot name that the device does not keep."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ActionError(BmocaError, ValueError):
    """An action that no gesture follows from; the message says why and what would be right."""


class ArgumentError(BmocaError, ValueError):
    """A keyword argument or a reset option that an environment does not take."""


class CatalogueError(BmocaError, ValueError):
    """A malformed task or configuration file: names file, entry and field."""


class DetectorError(BmocaError, ValueError):
    """A success rule that can't be judged: a malformed regex, path, column, comparison or command."""


class NotResetError(BmocaError, RuntimeError):
    """A detector that was asked to check before the episode's start was shown to it."""


class SetUpError(DeviceError, RuntimeError):
    """A step of a task's set-up or tear-down that the device refused: names task, step and the device's answer."""


class UnknownJudgeError(BmocaError, ValueError):
    """A set of success rules that a task does not have."""


class UnknownTaskError(BmocaError, ValueError):
    """A task id that no catalogue has."""


class UnknownEnvironmentError(BmocaError, ValueError):
    """An environment id that is not published and not in the given file."""


class UnknownAgentError(BmocaError, ValueError):
    """An agent name that is not registered."""


class UnknownExpertError(BmocaError, ValueError):
    """A task that has no expert."""


class ExpertError(BmocaError, RuntimeError):
    """An expert that has nothing left to do on a task that the detector does not call done."""


class RecordError(BmocaError, ValueError):
    """A malformed results file: names file, line and field."""


class ResumeError(BmocaError, ValueError):
    """A results folder that belongs to another evaluation, or that another process writes to."""


class SettingsError(BmocaError, ValueError):
    """An evaluation or a picture that can't be made as it is asked for: no seeds, a task twice, an unknown suffix."""
