"""The phone's shell: runs a line on a phone, and returns the next phone, the output and the exit code."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset import motion
from bmoca_gym.handset.shell.call import Interrupted, LimitError, Result, ShellExit
from bmoca_gym.handset.shell.language.parser import LINE_LIMIT, ShellSyntaxError, parse
from bmoca_gym.handset.shell.language.running import SH, Running, Stopped
from bmoca_gym.handset.shell.language.tokens import UnfinishedError
from bmoca_gym.handset.shell.streams import Input, Printed, Sink, Streams
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.motion import still
from bmoca_gym.handset.system.text_input import unicode_of

__all__ = [
    "Input",
    "Printed",
    "Progress",
    "Running",
    "Script",
    "ShellSyntaxError",
    "execute",
    "run",
    "run_in",
    "run_until",
]

#: What a line makes of a phone: the next phone, what it prints, and its exit code.
Outcome = tuple["Phone", str, int]


class Progress(NamedTuple):
    """The result of a line. ``endless``: the words of the command at which it stopped, if any.

    ``left``: whether ``exit`` ended it, along with the shell it was typed into.
    """

    phone: Phone
    printed: tuple[Printed, ...]
    code: int
    endless: tuple[str, ...] = ()
    left: bool = False


def run(phone: Phone, line: str) -> Outcome:
    """Run a line. Both outputs are one text, in the order in which they were printed.

    An unknown command exits with 127, a syntax error with 2, as Android's shell does. Nothing is raised.
    """
    progress = run_until(phone, line)
    output = b"".join([part.data for part in progress.printed])
    return progress.phone, output.decode("utf-8", "replace"), progress.code


class Script:
    """Collects lines until they are a complete script: no open quote, ``if`` or here-document.

    It is parsed again only when a line arrives that may close what is open, for no longer than a line may take.
    """

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._lines: list[str] = []
        self._closer: re.Pattern[str] | None = None
        self._seconds = 0.0
        #: Letters of the lines so far.
        self.size = 0

    def text(self) -> str:
        """The lines so far."""
        return "".join(self._lines)

    def add(self, line: str) -> bool:
        """Add a line. Returns whether the script may be complete, so that `taken` should check.

        Raises:
            LimitError: the script is too long.
        """
        self._lines.append(line)
        self.size += len(line)
        if self.size > LINE_LIMIT and len(self._lines) > 1:
            raise LimitError(f"script too long: over {LINE_LIMIT} letters, and it has not ended")
        return self._closer is None or self._closer.search(line.rstrip("\n")) is not None

    def taken(self, seconds: float = math.inf) -> str | None:
        """The script if it is complete, else None. After a complete one, the next line starts a new script.

        Raises:
            LimitError: parsing it has taken this many seconds of processor time.
        """
        started = time.thread_time()
        text = self.text()
        try:
            parse(text)
        except UnfinishedError as error:
            self._closer = re.compile(error.closer) if error.closer else None
            self._seconds += time.thread_time() - started
            if self._seconds > seconds:
                raise LimitError("script too long: it takes too long to parse") from None
            return None
        except ShellSyntaxError:
            pass  # it is said when the script runs
        if text.endswith("\\\n") and (len(text) - len(text[:-1].rstrip("\\"))) % 2 == 0:
            self._closer = None
            return None
        self._begin()
        return text


def execute(phone: Phone, line: str, stdin: bytes = b"") -> Result:
    """Run a line: the next phone, what it printed on each output, and its exit code. Nothing is raised."""
    progress = run_until(phone, line, stdin=stdin)
    output, error = (
        b"".join([part.data for part in progress.printed if part.error is wanted]) for wanted in (False, True)
    )
    return Result(progress.phone, output, error, progress.code)


def run_until(
    phone: Phone, line: str, endless: Callable[[list[str]], bool] | None = None, stdin: bytes = b""
) -> Progress:
    """Run a line, and stop at the first command for which ``endless(words)`` is true.

    Commands in pipes, in substitutions, or with redirected output are not asked about: they end.
    """
    return run_in(Running(phone, endless), line, Input(stdin))


def run_in(
    running: Running, line: str, stdin: Input, chunks: list[Printed] | None = None, ends: bool = True
) -> Progress:
    """Run a line in a shell that has its folder, variables and last exit code.

    ``chunks``: where it prints, so that the caller can take output as it comes. ``ends``: whether the shell ends with
    it.
    """
    first = running.phone
    progress = _run_in(running, line, stdin, chunks, ends)
    phone = progress.phone
    if phone is first or phone.motion is None or phone.motion is not first.motion:
        return progress  # nothing has changed, nothing moves here, or what the line did moves already
    running.phone = motion.followed(still(first), still(phone), running=phone.motion)
    return progress._replace(phone=running.phone)


def _run_in(running: Running, line: str, stdin: Input, chunks: list[Printed] | None, ends: bool) -> Progress:
    sink = Sink([] if chunks is None else chunks, False)
    try:
        streams = Streams(stdin, sink, sink.other())
        left = False
        try:
            code = running.script_text(unicode_of(line), streams)
        except ShellExit as exit:
            code, left = exit.code, True
        code = running.end(code, streams) if ends or left else code
        running.line.finish()
        return Progress(running.phone, tuple(sink.chunks), code, running.line.stopped, left)
    except LimitError as error:
        if isinstance(error, Interrupted):
            running.line.interrupt(error.signal)
        if str(error):
            sink.chunks.append(Printed(f"{SH}: {error}\n".encode("utf-8", "replace"), True))
        code = running.status = error.code
    except Stopped as stopped:
        return Progress(running.phone, tuple(sink.chunks), 0, stopped.words)
    finally:
        running.line.abandon()
    return Progress(running.phone, tuple(sink.chunks), code)
