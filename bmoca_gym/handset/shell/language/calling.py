"""Runs one command of the table: its input and output, its error message, and waiting for its end."""

from __future__ import annotations

from typing import Protocol

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.android import logcat
from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    Interrupted,
    LimitError,
    Result,
    Shell,
    ShellExit,
    Signalled,
)
from bmoca_gym.handset.shell.language.jobs import NEVER, Job
from bmoca_gym.handset.shell.language.line import Line
from bmoca_gym.handset.shell.streams import Input, InputNeeded, Sink, Streams

#: Commands that take and tell packages and components, which an image may have under other names.
_NAME_PACKAGES = frozenset(
    (
        "am",
        "appops",
        "cmd",
        "dumpsys",
        "kill",
        "killall",
        "monkey",
        "pgrep",
        "pidof",
        "pkill",
        "pm",
        "ps",
        "service",
    )
)
#: Milliseconds between two looks of a command that follows; later a part of the time that it has followed already.
_GLANCE_MILLISECONDS, _GLANCE_PART = 1000, 64


class Caller(Shell, Protocol):
    """The running shell, as far as running a command needs it."""

    line: Line
    job: Job | None

    def print(self, sink: Sink, data: bytes) -> None:
        """Print to an output."""
        ...

    def await_input(self, given: Input, needed: InputNeeded) -> bool:
        """Wait until an input has what a command asked for. Returns False if that takes longer than
        ``needed`` allows.
        """
        ...


def until_ended(caller: Caller, found: Command, name: str, arguments: list[str], streams: Streams) -> int:
    """Run a command that only a signal or a deadline ends. Its output is the same at any time, so it is
    made at the end.
    """
    try:
        caller.sleep(caller.phone, NEVER)
    except Interrupted:
        answered(caller, found, name, arguments, streams)
        raise
    return 0


def follow(caller: Caller, request: logcat.Request, streams: Streams) -> int:
    """Print the log as it grows, until a signal or a deadline comes or ``-m`` is reached."""
    follower = logcat.Follower(request)
    began, cursor = caller.line.elapsed, caller.phone.log.end
    caller.phone = follower.put(caller.phone, follower.begun(caller.phone), streams.output, caller.spend)
    while not follower.over:
        interrupted: Interrupted | None = None
        try:
            _glance(caller, max(_GLANCE_MILLISECONDS, (caller.line.elapsed - began) // _GLANCE_PART))
        except Interrupted as signal:
            interrupted = signal
        lines, cursor = caller.phone.log.since(cursor), caller.phone.log.end
        news = follower.more(caller.phone, lines)
        caller.phone = follower.put(caller.phone, news, streams.output, caller.spend)
        if interrupted is not None:
            raise interrupted
    return follower.code


def _glance(caller: Caller, milliseconds: int) -> None:
    """Wait as `sleep` does, without making others wait for this command."""
    if caller.job is not None:
        caller.job.glances = True
    try:
        caller.sleep(caller.phone, milliseconds)
    finally:
        if caller.job is not None:
            caller.job.glances = False


def answered(caller: Caller, found: Command, name: str, arguments: list[str], streams: Streams) -> int:
    """Run a command of the table, and print its output."""
    image = caller.phone.image
    outer = caller.line.words
    if caller.job is None:
        caller.line.words = " ".join([name, *arguments])
    renamed = bool(image.aliases) and name in _NAME_PACKAGES
    if renamed:
        arguments = [image.inward(word) for word in arguments]
    try:
        caller.phone, output, error, code = _result(caller, found, name, arguments, streams)
    except ShellExit as left:
        caller.print(streams.output, left.output)
        raise
    except Signalled as signal:
        output, error, code = b"", signal.said(), signal.code
    except CommandError as wrong:
        if isinstance(wrong, LimitError):
            raise
        output, error, code = b"", f"{name}: {wrong}\n".encode("utf-8", "replace"), wrong.code
    except HandsetError as wrong:
        output, error, code = b"", f"{name}: {wrong}\n".encode("utf-8", "replace"), 1
    except (LookupError, OverflowError, ValueError) as wrong:
        said = f"{name}: bad arguments {' '.join(arguments)!r}: {wrong}\n"
        output, error, code = b"", said.encode("utf-8", "replace"), 1
    if renamed:
        output, error = (
            image.outward(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
            for data in (output, error)
        )
    caller.line.words = outer
    caller.print(streams.output, output)
    caller.print(streams.error, error)
    return code


def _result(caller: Caller, found: Command, name: str, arguments: list[str], streams: Streams) -> Result:
    """Run a command. If it asks for input that has not come yet, run it again once it has."""
    if name == "cat" and not arguments:
        _copy(caller, streams)
    while True:
        at = streams.stdin.at
        try:
            return found(Call(caller.phone, name, arguments, streams, caller))
        except InputNeeded as needed:
            needed.skip = streams.stdin.at - at
            streams.stdin.at = at
            if not caller.await_input(streams.stdin, needed):
                streams.stdin.ended = True  # nobody brings more


def _copy(caller: Caller, streams: Streams) -> None:
    """Print input as it comes, until it ends."""
    given = streams.stdin
    while not given.ended:
        if not caller.await_input(given, InputNeeded(lambda data, at: len(data) > at)):
            given.ended = True
        caller.print(streams.output, given.available())
