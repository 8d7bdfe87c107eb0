"""Commands that control the shell: leave loops and functions, read lines, change parameters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from bmoca_gym.handset.shell import arrays
from bmoca_gym.handset.shell.call import CommandError, LimitError, ShellExit, signal_name
from bmoca_gym.handset.shell.language import reading
from bmoca_gym.handset.shell.language.arithmetic import evaluate
from bmoca_gym.handset.shell.language.reading import Answer, Running
from bmoca_gym.handset.shell.streams import Printed, Streams

#: Options that have a long name.
_OPTIONS = {"errexit": "e", "nounset": "u", "xtrace": "x"}
#: Parameters, all together.
_MOST_PARAMETERS = 4096


class LoopExit(Exception):
    """``break`` or ``continue``. ``levels``: how many loops it concerns."""

    def __init__(self, levels: int, again: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.again = again


class FunctionExit(Exception):
    """``return``: leave a function or a sourced script with ``code``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def _leave_loop(running: Running, arguments: list[str], streams: Streams) -> Answer:
    raise LoopExit(_level(arguments), False)


def _next_round(running: Running, arguments: list[str], streams: Streams) -> Answer:
    raise LoopExit(_level(arguments), True)


def _level(arguments: list[str]) -> int:
    return int(arguments[0]) if arguments and re.fullmatch("[1-9]", arguments[0]) else 1


def _return(running: Running, arguments: list[str], streams: Streams) -> Answer:
    code = arguments[0] if arguments else str(running.status)
    if not re.fullmatch(r"\d{1,3}", code, re.ASCII):
        return f"{code[:40]}: bad number", 1
    raise FunctionExit(int(code) & 0xFF)


def _wait(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``wait [%JOB|PID...]``: wait for background jobs. The exit code is the last one's; 0 without words."""
    pids = []
    for word in arguments:
        numbered = {f"%{job.number}": job.pid for job in running.jobs()}
        if not (word in numbered or re.fullmatch(r"\d{1,9}", word, re.ASCII)):
            return f"{word[:40]}: no such job", 127
        pids.append(numbered[word] if word in numbered else int(word))
    return "", running.wait_for(pids)


def _jobs(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``jobs [-lp]``: list background jobs."""
    listed = running.jobs()
    for job in listed:
        mark = "+" if job is listed[-1] else "-"
        process = f"{job.pid} " if "-l" in arguments else ""
        line = f"[{job.number}] {mark} {process}Running              {job.words}\n"
        said = f"{job.pid}\n" if "-p" in arguments else line
        streams.output.chunks.append(Printed(said.encode("utf-8", "replace"), streams.output.error))
    return "", 0


def _shift(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``shift [COUNT]``."""
    text = arguments[0] if arguments else "1"
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII) or int(text) > len(running.parameters):
        return "nothing to shift", 1
    running.parameters = running.parameters[int(text) :]
    return "", 0


def _set(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``set [-OPTIONS] [--] [WORD...]``: set parameters, and the options ``e``, ``u`` and ``x``. Others are ignored.

    ``set -A NAME WORD...`` makes an array.
    """
    words = list(arguments)
    if words[:1] == ["-A"]:
        if not re.fullmatch(r"[A-Za-z_]\w*", "".join(words[1:2]), re.ASCII):
            return "-A: is not an identifier", 1
        arrays.set_array(running.variables, words[1], words[3:] if words[2:3] == ["--"] else words[2:])
        return "", 0
    while words and re.fullmatch(r"[-+][a-zA-Z]+", words[0]):
        given = words.pop(0)
        letters = set(given[1:])
        if "o" in letters and words:
            letters = {_OPTIONS.get(words.pop(0), "")}
        running.options = running.options | letters if given[0] == "-" else running.options - letters
    if words or "--" in arguments:
        running.parameters = tuple(words[1:] if words[:1] == ["--"] else words)[:_MOST_PARAMETERS]
    return "", 0


def _let(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``let EXPRESSION...``. Exit status: 0 if the last value is not 0."""
    try:
        values = [evaluate(text, running.variables) for text in arguments]
    except LimitError:
        raise
    except CommandError as error:
        return str(error), 1
    return "", int(not (values and values[-1]))


def _trap(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``trap [COMMANDS|-] [SIGNAL...]``: commands for the shell's end (``EXIT`` or 0), or for a signal to a
    background job.
    """
    words = [word for word in arguments if word != "--"]
    if not words:
        for name, commands in running.traps.items():
            streams.output.chunks.append(Printed(f"trap -- {shlex.quote(commands)} {name}\n".encode(), False))
        return "", 0
    if len(words) == 1:
        words.insert(0, "-")
    for signal in words[1:]:
        name = signal.upper() if signal.upper() in ("EXIT", "ERR") else signal_name(signal) or ""
        if not name:
            return f"bad signal '{signal[:40]}'", 1
        name = "EXIT" if name == "0" else name
        running.traps = {known: commands for known, commands in running.traps.items() if known != name}
        if words[0] != "-":
            running.traps[name] = words[0]
    return "", 0


def _exit(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``exit [CODE]``."""
    code = arguments[0] if arguments else str(running.status)
    if not re.fullmatch(r"-?\d{1,9}", code, re.ASCII):
        return f"{code[:40]}: bad number", 1
    raise ShellExit(int(code) & 0xFF)


COMMANDS: dict[str, Callable[[Running, list[str], Streams], Answer]] = {
    "break": _leave_loop, "continue": _next_round, "exit": _exit, "jobs": _jobs, "let": _let, "read": reading.read,
    "return": _return, "set": _set, "shift": _shift, "trap": _trap, "wait": _wait,
}  # fmt: skip
