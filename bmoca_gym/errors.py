"""Errors that the package raises on purpose: each says what was given, what was expected and what to do."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Sequence
from pathlib import Path

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
    "AccelerationError",
    "ActionError",
    "AdbMissingError",
    "AdbServerError",
    "AndroidSdkError",
    "ArgumentError",
    "AvdNotFoundError",
    "BmocaError",
    "CatalogueError",
    "CheckpointError",
    "ConfigurationError",
    "DatasetError",
    "DetectorError",
    "DeviceError",
    "DeviceLostError",
    "DeviceNotFoundError",
    "DeviceOfflineError",
    "DeviceUnauthorizedError",
    "EmulatorBootError",
    "EmulatorError",
    "EmulatorLostError",
    "ExpertError",
    "FileAccessError",
    "GestureError",
    "HandsetError",
    "LimitReachedError",
    "MissingExtraError",
    "MissingLibraryError",
    "ModelError",
    "NotResetError",
    "OutputError",
    "PortInUseError",
    "PromptError",
    "RecordError",
    "ResumeError",
    "RunStoppedError",
    "ScreenError",
    "SetUpError",
    "SettingsError",
    "SnapshotError",
    "StoreError",
    "TrainingError",
    "UnknownAgentError",
    "UnknownEnvironmentError",
    "UnknownExpertError",
    "UnknownIconError",
    "UnknownJudgeError",
    "UnknownLocaleError",
    "UnknownTaskError",
    "UnknownWallpaperError",
    "UnmetNeedsError",
    "WallpaperError",
    "cut",
    "nearest",
    "writing",
]


def cut(given: object) -> str:
    """``repr`` of what was given, cut to a length that a message bears."""
    text = repr(given)
    return text if len(text) <= 120 else f"{text[:120]}…"


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Around code that writes ``path``: what the system refuses becomes an error that says which file, and what to do.

    Args:
        path: the file, or the folder of several.

    Raises:
        OutputError: it can't be written.
    """
    try:
        yield
    except OSError as error:
        advice = "Give a place that can be written."
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            advice = "Make room, then give the same command again: what is finished is kept."
        raise OutputError(f"{path} can't be written: {error.strerror or error}. {advice}") from error


class BmocaError(Exception):
    """Base of the errors raised above the handset."""


class DeviceError(BmocaError):
    """A device that does not exist, does not answer or can't do what was asked."""


class DeviceLostError(DeviceError):
    """A phone that went away, hangs, or no longer gives its screen or its log: an episode on it can't go on."""


class AdbMissingError(DeviceError, MissingLibraryError):
    """There is no adb program on this machine."""


class AdbServerError(DeviceLostError):
    """An adb server that does not answer, is too old, or is not an adb server."""


class AndroidSdkError(DeviceError):
    """Android's SDK, or a part of it, that is not on this machine or can't be used."""


class EmulatorError(DeviceError):
    """An emulator that can't be started, or that ended while it was needed."""


class MissingExtraError(EmulatorError, MissingLibraryError):
    """The extra ``android`` is not installed."""


class AvdNotFoundError(EmulatorError):
    """A virtual device that does not exist, or whose files are broken."""


class AccelerationError(EmulatorError):
    """A machine on which the emulator finds no virtualisation that it could use."""


class PortInUseError(EmulatorError):
    """A port for an emulator on which another program listens."""


class EmulatorBootError(EmulatorError):
    """An emulator that ended while it booted, or had not booted in time."""


class EmulatorLostError(DeviceLostError, EmulatorError):
    """An emulator that ended, or hangs, in the middle of what was asked of it."""


class DeviceNotFoundError(DeviceLostError):
    """A serial that no phone of the adb server has, or none where there are several."""


class DeviceUnauthorizedError(DeviceLostError):
    """A phone whose owner has not allowed this computer to debug it."""


class DeviceOfflineError(DeviceLostError):
    """A phone that the adb server knows and that does not answer."""


class ScreenError(DeviceLostError):
    """A phone that gives no picture of its screen, or no UI tree, however often it is asked."""


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


class StoreError(BmocaError, ValueError):
    """An app's table or provider that can't be read or changed, or a row that does not fit it."""


class NotResetError(BmocaError, RuntimeError):
    """A detector that was asked to check before the episode's start was shown to it."""


class SetUpError(DeviceError, RuntimeError):
    """A step of a task's set-up or tear-down that the device refused: names task, step and the device's answer."""


class UnmetNeedsError(SetUpError):
    """A task on a device that lacks an app or a capability which the task needs: nothing was changed on it."""


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
    """A folder that belongs to another evaluation, sweep or training run, or that another process writes to."""


class SettingsError(BmocaError, ValueError):
    """An evaluation or a picture that can't be made as it is asked for: no seeds, a task twice, an unknown suffix."""


class OutputError(BmocaError, RuntimeError):
    """A file that can't be written, such as on a full disk: names the path."""


class DatasetError(BmocaError, ValueError):
    """Demonstrations that are none, are of another version, environment or action mode, or are damaged."""


class CheckpointError(BmocaError, ValueError):
    """A policy's checkpoint that is none, is damaged, of a newer version, or for other spaces."""


class TrainingError(BmocaError, RuntimeError):
    """A training run that can't go on: a loss that is not a number, a disk that is full."""


class RunStoppedError(BmocaError, RuntimeError):
    """An evaluation that was stopped since one episode after the other was broken off by the same error."""


class ModelError(BmocaError, RuntimeError):
    """A language model that gave no answer: no key, an unknown model, an endpoint that is down, nothing in a cache.

    ``retries``: why the request was sent again, once for each time; see `Answer.retries`.
    """

    def __init__(self, message: str, retries: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.retries = tuple(retries)


class LimitReachedError(BmocaError, RuntimeError):
    """An episode that has used up its tokens, its money or its time: it ends here, and counts."""


class PromptError(BmocaError, ValueError):
    """A folder of prompt templates that can't be used: names file and placeholder."""
