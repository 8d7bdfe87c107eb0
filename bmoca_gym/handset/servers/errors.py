"""Errors of the servers. Each message says what was given, what was expected and what to do."""

from __future__ import annotations

from bmoca_gym.handset.errors import HandsetError


class WireError(HandsetError):
    """Base of all errors that the servers raise on purpose."""


class PacketError(WireError, ValueError):
    """Bytes that are not a valid packet, or a packet at the wrong time."""


class StreamClosedError(WireError, ConnectionError):
    """The other side has closed the stream."""


class SnapshotNameError(WireError, LookupError):
    """A snapshot that does not exist, or an invalid name."""


class SnapshotFileError(SnapshotNameError):
    """A snapshot whose file can't be read or written."""


class PortTakenError(WireError, OSError):
    """A port that another program listens on."""


class AvdError(WireError, ValueError):
    """An Android virtual device that can't be found or read."""


class CommandLineError(WireError, ValueError):
    """A command line that the emulator can't read."""


class KeyCodeError(WireError, ValueError):
    """A key code of an unknown kind."""


class SelectorError(WireError, ValueError):
    """A selector that can't be parsed, or takes too long."""


class HttpError(WireError, ValueError):
    """An HTTP request that can't be read. ``status``: the status of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class WebDriverError(WireError, ValueError):
    """A WebDriver command that failed. ``status``: the HTTP status; ``error``: the standard's error code."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
