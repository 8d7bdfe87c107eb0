"""Arguments and results of shell commands, and parsing of options."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple, Protocol

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.streams import Input, Streams
from bmoca_gym.handset.shell.tree import Tree
from bmoca_gym.handset.state import Phone

#: Bytes that a line may make, and its commands may read, all together.
WORK_LIMIT = 1 << 28


class CommandError(HandsetError, ValueError):
    """An error that a command prints after its name. ``code`` is its exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class LimitError(CommandError):
    """A line exceeds the shell's limits of steps or bytes. It ends the whole line."""


class Interrupted(LimitError):
    """A signal ends a waiting command. `Shell.sleep` raises it; `Shell.phone` has the phone at that time.

    A command that has something to finish, as ``screenrecord`` has a file to write, catches it and returns a result.
    """

    def __init__(self, signal: str, message: str = "") -> None:
        super().__init__(message, 128 + SIGNALS[signal])
        self.signal = signal


class Signalled(Interrupted):
    """A signal from another shell ends the waiting command, but not the line."""

    def said(self) -> bytes:
        """What the shell prints about a command ended by this signal."""
        name = {"HUP": "Hangup", "KILL": "Killed", "TERM": "Terminated"}.get(self.signal)
        return f"{name} \n".encode() if name else b""


#: Numbers of the signals that a command may be sent.
SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "ABRT": 6, "KILL": 9, "USR1": 10, "USR2": 12, "PIPE": 13, "ALRM": 14,
           "TERM": 15, "CHLD": 17, "CONT": 18, "STOP": 19, "TSTP": 20, "WINCH": 28}  # fmt: skip
#: Signals that end nothing.
HARMLESS_SIGNALS = frozenset(("0", "CHLD", "CONT", "STOP", "TSTP", "WINCH"))


def signal_name(text: str) -> str | None:
    """The name of a signal given by name or number, with or without SIG; "0" for no signal, None if unknown."""
    name = text.upper().removeprefix("SIG")
    if name.isdecimal() and len(name) < 4:
        return {str(number): known for known, number in SIGNALS.items()}.get(
            name, "0" if name == "0" else None
        )
    return name if name in SIGNALS else None


class BackgroundJob(NamedTuple):
    """A command that runs in the background: job number (``%1``), process id, and words."""

    number: int
    pid: int
    words: str


class Neighbours(Protocol):
    """The commands of other shells on the same phone."""

    def listed(self) -> list[BackgroundJob]:
        """The commands that can be sent a signal. Their job numbers are 0."""
        ...

    def send(self, pid: int, name: str) -> bool:
        """Send a signal (0: only check) to one of them. Returns False if there is no such process."""
        ...


class Result(NamedTuple):
    """The result of a command: the next phone, both outputs, and the exit code."""

    phone: Phone
    output: bytes = b""
    error: bytes = b""
    code: int = 0


class Shell(Protocol):
    """The part of the shell that commands may use."""

    folder: str
    user: str
    status: int
    variables: dict[str, str]
    parameters: tuple[str, ...]
    #: The letters that ``set`` was given, and what ``trap`` was, by signal.
    options: frozenset[str]
    traps: dict[str, str]
    #: How far the line has made the phone, where no command is given one.
    phone: Phone

    @property
    def programs(self) -> Container[str]:
        """The names of all commands that exist as programs in ``/system/bin``."""
        ...

    def invoke(self, phone: Phone, words: Sequence[str], stdin: bytes | Input = b"") -> Result:
        """Run one command, given as words, and capture its output."""
        ...

    def perform(self, words: Sequence[str], streams: Streams) -> int:
        """Run one command, given as words, with the streams of the command that wraps it."""
        ...

    def script(self, text: str, streams: Streams) -> int:
        """Run a script in a subshell.

        Raises:
            LimitError: scripts nested too deeply.
        """
        ...

    def source(self, text: str, streams: Streams) -> int:
        """Run a script in this shell.

        Raises:
            LimitError: scripts nested too deeply.
        """
        ...

    def check(self) -> None:
        """End the line if its time is up. Long-running commands must call this, or `spend`, regularly.

        Raises:
            LimitError: the time is over, or the client has gone.
        """
        ...

    def within(self, milliseconds: int, action: Callable[[], int]) -> int | None:
        """Run an action with a time limit. Returns its exit code, or None if it took longer."""
        ...

    def jobs(self) -> list[BackgroundJob]:
        """The commands that run in the background."""
        ...

    def neighbours(self) -> list[BackgroundJob]:
        """The commands of other shells that can be sent a signal."""
        ...

    def signal(self, pid: int, name: str) -> bool:
        """Send a signal (0: only check) to a background job or another shell's command. Returns
        False if there is none.
        """
        ...

    def spend(self, size: int) -> None:
        """Count bytes that are read or written.

        Raises:
            LimitError: they are more than one line may read and write.
        """
        ...

    def tree(self, phone: Phone) -> Tree:
        """The phone's file system, as a tree of names."""
        ...

    def sleep(self, phone: Phone, milliseconds: int) -> Phone:
        """Let virtual time pass. Returns the phone at its end.

        Raises:
            LimitError: one line waits longer than a shell may.
            Interrupted: a signal came meanwhile.
        """
        ...

    def report(self, event: object) -> None:
        """Report an event of an input device to those who watch it."""
        ...

    def last(self, phone: Phone, milliseconds: int) -> Phone:
        """Let time pass if it follows a clock. If time is virtual, return the same phone."""
        ...


class Call(NamedTuple):
    """A call of a command. A command that it wraps shares its ``streams``."""

    phone: Phone
    name: str
    arguments: list[str]
    streams: Streams
    shell: Shell

    @property
    def input(self) -> Input:
        """The input. What this command does not read is left to others."""
        return self.streams.stdin

    @property
    def stdin(self) -> bytes:
        """Read the rest of the input."""
        data = self.input.rest()
        self.shell.spend(len(data))
        return data

    def path(self, text: str) -> str:
        """An argument as an absolute path. It is checked when it is used."""
        return text if text.startswith("/") else posixpath.join(self.shell.folder, text) if text else ""

    def perform(self, words: Sequence[str]) -> Result:
        """Run a command that this one wraps, with the same streams."""
        code = self.shell.perform(words, self.streams)
        return Result(self.shell.phone, code=code)


#: A command of the shell: what it is called with to what it makes of it.
Command = Callable[[Call], Result]


def printed(phone: Phone, text: str, code: int = 0) -> Result:
    """Make a result with ``text`` on standard output."""
    return Result(phone, text.encode("utf-8", "replace"), b"", code)


def failed(phone: Phone, text: str, code: int = 1) -> Result:
    """Make a result with ``text`` on standard error. ``phone``: the state that the command has reached."""
    return Result(phone, b"", text.encode("utf-8", "replace"), code)


def usage(call: Call, text: str, code: int = 1) -> Result:
    """Make the result of a command with wrong arguments."""
    return failed(call.phone, f"usage: {text}\n", code)


class Options(dict[str, str]):
    """Parsed options by letter or long name, with their values or "", and the ``operands``."""

    operands: list[str]


def options(
    call: Call, flags: str, valued: str = "", long: Sequence[str] = (), least: int = 0, most: int = 1 << 20
) -> Options:
    """Parse the options of a call as toybox does: letters together or apart, before or after operands.

    ``flags``: letters without a value; ``valued``: letters with one; ``long``: names of ``--name`` and, with ``=``
    at their end, ``--name VALUE``. ``least``, ``most``: how many operands there must be.

    Raises:
        CommandError: an unknown option, one without its value, or a wrong number of operands.
    """
    found = Options()
    operands = found.operands = []
    arguments = call.arguments
    i = 0
    while i < len(arguments):
        word = arguments[i]
        i += 1
        if word == "--":
            operands += arguments[i:]
            break
        if word.startswith("--"):
            name, equals, text = word[2:].partition("=")
            if name in long and not equals:
                found[name] = ""
            elif name + "=" in long and (equals or i < len(arguments)):
                found[name] = text if equals else arguments[i]
                i += not equals
            else:
                raise CommandError(f"Unknown option {word[2:]}")
            continue
        if not word.startswith("-") or word == "-":
            operands.append(word)
            continue
        for at, letter in enumerate(word[1:], 1):
            if letter in flags:
                found[letter] = ""
                continue
            if letter not in valued:
                raise CommandError(f"Unknown option {letter}")
            found[letter] = word[at + 1 :]
            if not found[letter]:
                if i >= len(arguments):
                    raise CommandError(f"Missing argument to -{letter}")
                found[letter] = arguments[i]
                i += 1
            break
    if len(operands) < least:
        raise CommandError(f"Need{'s' if least == 1 else ''} {least} argument{'s' if least > 1 else ''}")
    if len(operands) > most:
        raise CommandError(f"Max {most} argument{'s' if most != 1 else ''}")
    return found


def whole(text: str, low: int = 0, high: int = 1 << 53) -> int:
    """Parse a whole number.

    Raises:
        CommandError: it is not a whole number from ``low`` to ``high``.
    """
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 18):
        raise CommandError(f"not integer: {text[:60]}")
    number = int(text)
    if not low <= number <= high:
        raise CommandError(f"{number} {'<' if number < low else '>'} {low if number < low else high}")
    return number


def milliseconds(text: str) -> int:
    """Parse a duration, such as ``1.5``, ``.5s``, ``2m``, ``1h`` or ``1d``, to milliseconds.

    Raises:
        CommandError: it is not a duration.
    """
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})([smhd]?)", text, re.ASCII)
    if found is None:
        raise CommandError(f"bad time '{text[:40]}'")
    return round(float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]] * 1000)


class ShellExit(Exception):
    """``exit``: leave the shell with ``code``. ``output``: what is still to be printed."""

    def __init__(self, code: int, output: bytes = b"") -> None:
        super().__init__(code)
        self.code = code
        self.output = output
