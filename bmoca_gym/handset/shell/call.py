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
    """The message that a command prints behind its name on its error output; ``code`` is its exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class LimitError(CommandError):
    """A line that takes more steps or bytes than a phone's shell does: the whole line ends with it."""


class Interrupted(LimitError):
    """A signal ends a command that waits: `Shell.sleep` raises it, with how far the phone has come in `Shell.phone`.

    A command that has something to finish, as ``screenrecord`` has a file to write, catches it and returns a result.
    """

    def __init__(self, signal: str, message: str = "") -> None:
        super().__init__(message, 128 + SIGNALS[signal])
        self.signal = signal


class Signalled(Interrupted):
    """A signal from another shell ends the command that waits, and not the line."""

    def said(self) -> bytes:
        """What the shell prints of a command that ended so."""
        name = {"HUP": "Hangup", "KILL": "Killed", "TERM": "Terminated"}.get(self.signal)
        return f"{name} \n".encode() if name else b""


#: Numbers of the signals that a command may be sent.
SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "ABRT": 6, "KILL": 9, "USR1": 10, "USR2": 12, "PIPE": 13, "ALRM": 14,
           "TERM": 15, "CHLD": 17, "CONT": 18, "STOP": 19, "TSTP": 20, "WINCH": 28}  # fmt: skip
#: Signals that end nothing.
HARMLESS_SIGNALS = frozenset(("0", "CHLD", "CONT", "STOP", "TSTP", "WINCH"))


def signal_name(text: str) -> str | None:
    """The name of a signal given by name or number, with or without SIG; "0" is none, None an unknown one."""
    name = text.upper().removeprefix("SIG")
    if name.isdecimal() and len(name) < 4:
        return {str(number): known for known, number in SIGNALS.items()}.get(
            name, "0" if name == "0" else None
        )
    return name if name in SIGNALS else None


class BackgroundJob(NamedTuple):
    """A command that a line runs in the background: its number (``%1``), its process, and its words."""

    number: int
    pid: int
    words: str


class Neighbours(Protocol):
    """The commands of other shells on the same phone."""

    def listed(self) -> list[BackgroundJob]:
        """Those that can be sent a signal. Their number is 0."""
        ...

    def send(self, pid: int, name: str) -> bool:
        """Send a signal (0: none) to one of them. False if there is no such process."""
        ...


class Result(NamedTuple):
    """The result of a command on a phone: the next phone, what it prints on both outputs, its exit code."""

    phone: Phone
    output: bytes = b""
    error: bytes = b""
    code: int = 0


class Shell(Protocol):
    """The part of the shell that its commands may use."""

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
        """The names of all commands that have a program of their own."""
        ...

    def invoke(self, phone: Phone, words: Sequence[str], stdin: bytes | Input = b"") -> Result:
        """Run one command given as its words; what it prints is the result's."""
        ...

    def perform(self, words: Sequence[str], streams: Streams) -> int:
        """Run one command given as its words on `phone`, with the streams of the command that wraps it."""
        ...

    def script(self, text: str, streams: Streams) -> int:
        """Run a script on `phone`, in a shell of its own.

        Raises:
            LimitError: scripts nested too deeply.
        """
        ...

    def source(self, text: str, streams: Streams) -> int:
        """Run a script on `phone`, in this shell.

        Raises:
            LimitError: scripts nested too deeply.
        """
        ...

    def check(self) -> None:
        """End the line where its time is over. A command that works long calls this, or `spend`, again and again.

        Raises:
            LimitError: the time is over, or the client has gone.
        """
        ...

    def within(self, milliseconds: int, action: Callable[[], int]) -> int | None:
        """The exit code of an action that may let so much time pass, or None where that was too little."""
        ...

    def jobs(self) -> list[BackgroundJob]:
        """The commands that run in the background."""
        ...

    def neighbours(self) -> list[BackgroundJob]:
        """The commands of other shells that can be sent a signal."""
        ...

    def signal(self, pid: int, name: str) -> bool:
        """Send a signal (0: none) to a background job or a command of another shell. False if there is none."""
        ...

    def spend(self, size: int) -> None:
        """Account for bytes that are read or written.

        Raises:
            LimitError: they are more than one line may read and write.
        """
        ...

    def tree(self, phone: Phone) -> Tree:
        """The phone's file system as a tree of names."""
        ...

    def sleep(self, phone: Phone, milliseconds: int) -> Phone:
        """The phone that much (virtual) time later.

        Raises:
            LimitError: one line waits longer than a shell may.
            Interrupted: a signal came meanwhile.
        """
        ...

    def report(self, event: object) -> None:
        """Note an event of an input device, for who watches them."""
        ...

    def last(self, phone: Phone, milliseconds: int) -> Phone:
        """The phone after that much time where time follows a clock; where it is virtual, the same phone."""
        ...


class Call(NamedTuple):
    """A command as it is called. ``streams``: where it reads; a command that it wraps reads and writes there too."""

    phone: Phone
    name: str
    arguments: list[str]
    streams: Streams
    shell: Shell

    @property
    def input(self) -> Input:
        """The input, of which others may read what this command leaves."""
        return self.streams.stdin

    @property
    def stdin(self) -> bytes:
        """All that is left of the input, which is then read."""
        data = self.input.rest()
        self.shell.spend(len(data))
        return data

    def path(self, text: str) -> str:
        """A path of the arguments as an absolute one; what is wrong with it comes to light when it is used."""
        return text if text.startswith("/") else posixpath.join(self.shell.folder, text) if text else ""

    def perform(self, words: Sequence[str]) -> Result:
        """Run a command that this one wraps, which reads and writes where this one does."""
        code = self.shell.perform(words, self.streams)
        return Result(self.shell.phone, code=code)


#: A command of the shell: what it is called with to what it makes of it.
Command = Callable[[Call], Result]


def printed(phone: Phone, text: str, code: int = 0) -> Result:
    """A result with ``text`` on the output."""
    return Result(phone, text.encode("utf-8", "replace"), b"", code)


def failed(phone: Phone, text: str, code: int = 1) -> Result:
    """A result with ``text`` on the error output; ``phone`` as far as the command came."""
    return Result(phone, b"", text.encode("utf-8", "replace"), code)


def usage(call: Call, text: str, code: int = 1) -> Result:
    """The result of a command that was not called as it should be."""
    return failed(call.phone, f"usage: {text}\n", code)


class Options(dict[str, str]):
    """Options by their letter (long ones by their name), with their value or "", and ``operands``."""

    operands: list[str]


def options(
    call: Call, flags: str, valued: str = "", long: Sequence[str] = (), least: int = 0, most: int = 1 << 20
) -> Options:
    """The options of a call as toybox reads them: letters together or apart, before operands or behind them.

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
    """A whole number of an argument.

    Raises:
        CommandError: it is none, or not between ``low`` and ``high``.
    """
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 18):
        raise CommandError(f"not integer: {text[:60]}")
    number = int(text)
    if not low <= number <= high:
        raise CommandError(f"{number} {'<' if number < low else '>'} {low if number < low else high}")
    return number


def milliseconds(text: str) -> int:
    """The milliseconds of a duration: ``1.5``, ``.5s``, ``2m``, ``1h``, ``1d``.

    Raises:
        CommandError: it is none.
    """
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})([smhd]?)", text, re.ASCII)
    if found is None:
        raise CommandError(f"bad time '{text[:40]}'")
    return round(float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]] * 1000)


class ShellExit(Exception):
    """``exit``: the shell ends with ``code``, and the line or script with it. ``output``: what is still printed."""

    def __init__(self, code: int, output: bytes = b"") -> None:
        super().__init__(code)
        self.code = code
        self.output = output
