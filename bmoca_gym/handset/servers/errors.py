"""Errors of the servers. Each message says what was given, what was expected and what to do."""

from __future__ import annotations

from bmoca_gym.handset.errors import HandsetError


class WireError(HandsetError):
    """Base of everything that the wire raises on purpose."""


class PacketError(WireError, ValueError):
    """Bytes that are no packet of their protocol, or a packet that must not come now."""


class StreamClosedError(WireError, ConnectionError):
    """The other side has closed the stream."""


class SnapshotNameError(WireError, LookupError):
    """A snapshot that does not exist, or a name that none can have."""


class SnapshotFileError(SnapshotNameError):
    """A snapshot whose file can't be read or written."""


class PortTakenError(WireError, OSError):
    """A port that another program listens on."""


class AvdError(WireError, ValueError):
    """An Android virtual device that can't be found or read."""


class CommandLineError(WireError, ValueError):
    """A command line that the emulator can't read."""


class KeyCodeError(WireError, ValueError):
    """A key code of a kind that the handset has no table of."""


class SelectorError(WireError, ValueError):
    """A selector of elements that can't be read, or takes too long."""


class HttpError(WireError, ValueError):
    """A request over HTTP that can't be read. ``status``: what it is answered with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class WebDriverError(WireError, ValueError):
    """A command of WebDriver that fails. ``status``: of HTTP; ``error``: the standard's word for what is wrong."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
