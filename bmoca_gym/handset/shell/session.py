"""The phone's shell: runs a line on a phone; returns the next phone, the output and the exit code."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset.shell.call import LimitError, Result, ShellExit
from bmoca_gym.handset.shell.language.parser import ShellSyntaxError, parse
from bmoca_gym.handset.shell.language.running import SH, Running, Stopped
from bmoca_gym.handset.shell.streams import Input, Printed, Sink, Streams
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.text_input import unicode_of

__all__ = [
    "Input",
    "Printed",
    "Progress",
    "Running",
    "ShellSyntaxError",
    "execute",
    "run",
    "run_in",
    "run_until",
    "unfinished",
]

#: What a line makes of a phone: the next phone, what it prints, and its exit code.
Outcome = tuple["Phone", str, int]


class Progress(NamedTuple):
    """The progress of a line. ``endless``: the words of the command it stopped at and did not run, or nothing.

    ``left``: ``exit`` ended it, and the shell that it was typed into.
    """

    phone: Phone
    printed: tuple[Printed, ...]
    code: int
    endless: tuple[str, ...] = ()
    left: bool = False


def run(phone: Phone, line: str) -> Outcome:
    """Run a line, both outputs in one text, in the order in which they were printed.

    An unknown command exits with 127, a syntax error with 2, as Android's shell does. Nothing is raised.
    """
    progress = run_until(phone, line)
    output = b"".join([part.data for part in progress.printed])
    return progress.phone, output.decode("utf-8", "replace"), progress.code


def unfinished(text: str) -> bool:
    """Whether lines that were typed so far want more of them: a quote, an ``if`` or a here-document is open."""
    try:
        parse(text)
    except ShellSyntaxError as error:
        wanting = ("unexpected end of file", "no closing quote", "no closing brace", "here document ")
        return str(error).startswith(wanting)
    return False


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
    """Run a line, but stop at the first command of which ``endless(words)`` is true.

    Commands in pipes, in substitutions, or with redirected output are not asked about: they end.
    """
    return run_in(Running(phone, endless), line, Input(stdin))


def run_in(
    running: Running, line: str, stdin: Input, chunks: list[Printed] | None = None, ends: bool = True
) -> Progress:
    """Run a line in a shell that has its folder, its variables and the last exit code already.

    ``chunks``: where it prints, so that who runs it can take what is printed already. ``ends``: the shell ends with it.
    """
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
        if str(error):
            sink.chunks.append(Printed(f"{SH}: {error}\n".encode("utf-8", "replace"), True))
        code = running.status = error.code
    except Stopped as stopped:
        return Progress(running.phone, tuple(sink.chunks), 0, stopped.words)
    finally:
        running.line.abandon()
    return Progress(running.phone, tuple(sink.chunks), code)
