"""The errors that users of the package can meet. `BmocaError` is the base class of all of them.

Each message says what was given, what was expected and what to do. The errors of the handset's servers are in
`bmoca_gym.handset.servers.errors`: a client of a served phone never sees them as exceptions.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Sequence
from pathlib import Path

from bmoca_gym.handset.errors import (
    BmocaError,
    ConfigurationError,
    ContentError,
    FileAccessError,
    GestureError,
    HandsetError,
    MissingLibraryError,
    SharedPreferencesError,
    UnknownAppError,
    UnknownIconError,
    UnknownImageError,
    UnknownLocaleError,
    UnknownStringError,
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
    "ContentError",
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
    "MessageError",
    "MissingExtraError",
    "MissingLibraryError",
    "ModelError",
    "NotResetError",
    "OffScreenError",
    "OutputError",
    "PortInUseError",
    "PromptError",
    "RecordError",
    "ResumeError",
    "RunStoppedError",
    "ScreenError",
    "SetUpError",
    "SettingsError",
    "SharedPreferencesError",
    "SnapshotError",
    "StoreError",
    "TrainingError",
    "UnknownAgentError",
    "UnknownAppError",
    "UnknownEnvironmentError",
    "UnknownExpertError",
    "UnknownIconError",
    "UnknownImageError",
    "UnknownJudgeError",
    "UnknownLocaleError",
    "UnknownStringError",
    "UnknownTaskError",
    "UnknownWallpaperError",
    "UnmetNeedsError",
    "WallpaperError",
    "cut",
    "nearest",
    "writing",
]


def cut(given: object) -> str:
    """Return ``repr(given)``, shortened so that it fits into a message."""
    try:
        text = repr(given)
    except (
        ValueError,
        RecursionError,
    ):  # an int of more than 4300 digits, or a list within lists within lists
        text = f"a {type(given).__name__} that is too large to write down"
    return text if len(text) <= 120 else f"{text[:120]}…"


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Context manager for code that writes ``path``: turns an `OSError` into an `OutputError`.

    Args:
        path: the file, or the folder that contains the files.

    Raises:
        OutputError: the path can't be written; the message names it and says what to do.
    """
    try:
        yield
    except OSError as error:
        advice = "Give a place that can be written."
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            advice = "Make room, then give the same command again: what is finished is kept."
        raise OutputError(f"{path} can't be written: {error.strerror or error}. {advice}") from error


class DeviceError(BmocaError):
    """Raised when a device does not exist, does not answer, or can't do what was asked."""


class DeviceLostError(DeviceError):
    """Raised when a phone is gone, hangs, or no longer returns its screen or log. Its episode can't continue."""


class AdbMissingError(DeviceError, MissingLibraryError):
    """Raised when there is no adb program on this machine."""


class AdbServerError(DeviceLostError):
    """Raised when the adb server does not answer, is too old, or is not an adb server."""


class AndroidSdkError(DeviceError):
    """Raised when the Android SDK, or a part of it, is missing or can't be used."""


class EmulatorError(DeviceError):
    """Raised when an emulator can't be started or has ended too early."""


class MissingExtraError(EmulatorError, MissingLibraryError):
    """Raised when the extra ``android`` is not installed."""


class AvdNotFoundError(EmulatorError):
    """Raised when a virtual device does not exist or its files are broken."""


class AccelerationError(EmulatorError):
    """Raised when the emulator finds no hardware virtualisation on this machine."""


class PortInUseError(EmulatorError):
    """Raised when another program uses a port that an emulator needs."""


class EmulatorBootError(EmulatorError):
    """Raised when an emulator ends while it boots, or takes too long."""


class EmulatorLostError(DeviceLostError, EmulatorError):
    """Raised when a running emulator ends or hangs."""


class DeviceNotFoundError(DeviceLostError):
    """Raised when no phone known to the adb server has the serial, or when several phones are connected and no
    serial was given.
    """


class DeviceUnauthorizedError(DeviceLostError):
    """Raised when the phone's owner has not allowed USB debugging from this computer."""


class DeviceOfflineError(DeviceLostError):
    """Raised when the adb server knows the phone but the phone does not answer."""


class ScreenError(DeviceLostError):
    """Raised when a phone returns no screenshot or no UI tree after several tries."""


class SnapshotError(DeviceError, KeyError):
    """Raised when a device has no snapshot of that name, or can't keep snapshots."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ActionError(BmocaError, ValueError):
    """Raised for an action that can't be turned into a gesture. The message says why and shows valid actions."""


class OffScreenError(ActionError):
    """Raised for an action whose point lies outside the screen."""


class ArgumentError(BmocaError, ValueError):
    """Raised for an argument or a reset option that an environment does not accept."""


class UnknownArgumentError(ArgumentError, TypeError):
    """Raised for an argument that the environment does not have.

    It is also a `TypeError`, like Python's own, from which other packages find out which arguments an environment
    takes.
    """


class CatalogueError(BmocaError, ValueError):
    """Raised for a malformed task or configuration file. The message names file, entry and field."""


class DetectorError(BmocaError, ValueError):
    """Raised for a malformed success rule: a bad regex, path, column, comparison or command."""


class StoreError(BmocaError, ValueError):
    """Raised when an app's table or provider can't be read or changed, or a row does not fit it."""


class NotResetError(BmocaError, RuntimeError):
    """Raised when a detector is checked before it was reset at the start of an episode."""


class SetUpError(DeviceError, RuntimeError):
    """Raised when a step of a task's set-up or tear-down fails. The message has task, step and the device's
    answer.
    """


class UnmetNeedsError(SetUpError):
    """Raised when a device lacks an app or a capability that the task needs. The device was not changed."""


class UnknownJudgeError(BmocaError, ValueError):
    """Raised for a judge that does not exist."""


class UnknownTaskError(BmocaError, ValueError):
    """Raised for a task id that is in no catalogue."""


class UnknownEnvironmentError(BmocaError, ValueError):
    """Raised for an id of a configuration that is neither published nor in the given file."""


class UnknownAgentError(BmocaError, ValueError):
    """Raised for an agent name that is not registered."""


class UnknownExpertError(BmocaError, ValueError):
    """Raised for a task that has no expert."""


class ExpertError(BmocaError, RuntimeError):
    """Raised when an expert does not know a screen, or has finished although the task is not done."""


class RecordError(BmocaError, ValueError):
    """Raised for a malformed results file. The message names file, line and field."""


class MessageError(BmocaError):
    """A client's message can't be read. It is not a ``ValueError``, since pydantic would treat that as its own."""


class ResumeError(BmocaError, ValueError):
    """Raised when a folder belongs to another evaluation, sweep or training run, or another process writes to
    it.
    """


class SettingsError(BmocaError, ValueError):
    """Raised for an evaluation or a picture with invalid settings: no seeds, a repeated task, an unknown
    suffix.
    """


class OutputError(BmocaError, RuntimeError):
    """Raised when a file can't be written, for example on a full disk. The message names the path."""


class DatasetError(BmocaError, ValueError):
    """Raised for demonstrations that are not a dataset, are damaged, or are for another version, environment
    or action mode.
    """


class CheckpointError(BmocaError, ValueError):
    """Raised for a policy checkpoint that is damaged, of a newer version, or for other spaces."""


class TrainingError(BmocaError, RuntimeError):
    """Raised when training can't continue: the loss is not finite, or the disk is full."""


class WorkerLostError(BmocaError, RuntimeError):
    """Raised when the process of a worker has ended, for example because it was killed. Its job has no result."""


class RunStoppedError(BmocaError, RuntimeError):
    """Raised when an evaluation stops because the same error has ended several episodes in a row."""


class ModelError(BmocaError, RuntimeError):
    """Raised when a language model gives no answer: a missing key, an unknown model, an endpoint that is
    down, an empty cache.

    Attributes:
        retries: why the request was sent again, one text for each retry; see `Answer.retries`.
    """

    def __init__(self, message: str, retries: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.retries = tuple(retries)


class LimitReachedError(BmocaError, RuntimeError):
    """Raised when an episode has used up its tokens, money or time. The episode ends and counts."""


class PromptError(BmocaError, ValueError):
    """Raised for a folder of prompt templates that can't be used. The message names file and placeholder."""
