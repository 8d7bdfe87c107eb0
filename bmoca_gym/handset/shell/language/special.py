"""Commands of the shell that control it: leave loops and functions, read lines, change parameters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from bmoca_gym.handset.shell.call import CommandError, LimitError, Shell, ShellExit
from bmoca_gym.handset.shell.language.arithmetic import evaluate
from bmoca_gym.handset.shell.streams import Printed, Streams

#: Options that have a long name, and signals that have a number.
_OPTIONS = {"errexit": "e", "nounset": "u", "xtrace": "x"}
_SIGNALS = {"0": "EXIT", "1": "HUP", "2": "INT", "3": "QUIT", "6": "ABRT", "9": "KILL", "13": "PIPE", "14": "ALRM",
            "15": "TERM"}  # fmt: skip
_SIGNAL = re.compile("EXIT|ERR|HUP|INT|QUIT|ABRT|KILL|PIPE|ALRM|TERM|USR[12]|CHLD|CONT|STOP|TSTP|WINCH")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
#: Parameters, all together.
_MOST_PARAMETERS = 4096


class LoopExit(Exception):
    """``break`` or ``continue``. ``levels``: of the loops it leaves or goes on with."""

    def __init__(self, levels: int, again: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.again = again


class FunctionExit(Exception):
    """``return``: the function or the script that was read in ends with ``code``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


#: What such a command says where it fails ("" where not), and its exit code.
Answer = tuple[str, int]


def _leave_loop(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    raise LoopExit(_level(arguments), False)


def _next_round(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    raise LoopExit(_level(arguments), True)


def _level(arguments: list[str]) -> int:
    return int(arguments[0]) if arguments and re.fullmatch("[1-9]", arguments[0]) else 1


def _return(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    code = arguments[0] if arguments else str(running.status)
    if not re.fullmatch(r"\d{1,3}", code, re.ASCII):
        return f"{code[:40]}: bad number", 1
    raise FunctionExit(int(code) & 0xFF)


def _read(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``read [-r] NAME...``: a line of the input, its words to the variables."""
    names = [word for word in arguments if word != "-r"] or ["REPLY"]
    line = streams.stdin.line()
    if any(not _NAME.fullmatch(name) for name in names):
        return "is not an identifier", 2
    words = (line or b"").decode("utf-8", "replace").strip().split(None, len(names) - 1)
    for at, name in enumerate(names):
        running.variables[name] = words[at] if at < len(words) else ""
    return "", 0 if line is not None else 1


def _shift(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``shift [COUNT]``."""
    text = arguments[0] if arguments else "1"
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII) or int(text) > len(running.parameters):
        return "nothing to shift", 1
    running.parameters = running.parameters[int(text) :]
    return "", 0


def _set(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``set [-OPTIONS] [--] [WORD...]``: new parameters; options, of which ``e``, ``u``, ``x`` change something."""
    words = list(arguments)
    while words and re.fullmatch(r"[-+][a-zA-Z]+", words[0]):
        given = words.pop(0)
        letters = set(given[1:])
        if "o" in letters and words:
            letters = {_OPTIONS.get(words.pop(0), "")}
        running.options = running.options | letters if given[0] == "-" else running.options - letters
    if words or "--" in arguments:
        running.parameters = tuple(words[1:] if words[:1] == ["--"] else words)[:_MOST_PARAMETERS]
    return "", 0


def _let(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``let EXPRESSION...``: 0 where the last one is not 0."""
    try:
        values = [evaluate(text, running.variables) for text in arguments]
    except LimitError:
        raise
    except CommandError as error:
        return str(error), 1
    return "", int(not (values and values[-1]))


def _trap(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``trap [COMMANDS|-] [SIGNAL...]``: what runs when the shell ends (``EXIT`` or 0); no signal ever comes."""
    words = [word for word in arguments if word != "--"]
    if not words:
        for name, commands in running.traps.items():
            streams.output.chunks.append(Printed(f"trap -- {shlex.quote(commands)} {name}\n".encode(), False))
        return "", 0
    if len(words) == 1:
        words.insert(0, "-")
    for signal in words[1:]:
        name = _SIGNALS.get(signal, signal.removeprefix("SIG").upper())
        if not _SIGNAL.fullmatch(name):
            return f"bad signal '{signal[:40]}'", 1
        running.traps = {known: commands for known, commands in running.traps.items() if known != name}
        if words[0] != "-":
            running.traps[name] = words[0]
    return "", 0


def _exit(running: Shell, arguments: list[str], streams: Streams) -> Answer:
    """``exit [CODE]``."""
    code = arguments[0] if arguments else str(running.status)
    if not re.fullmatch(r"-?\d{1,9}", code, re.ASCII):
        return f"{code[:40]}: bad number", 1
    raise ShellExit(int(code) & 0xFF)


COMMANDS: dict[str, Callable[[Shell, list[str], Streams], Answer]] = {
    "break": _leave_loop, "continue": _next_round, "exit": _exit, "let": _let, "read": _read, "return": _return,
    "set": _set, "shift": _shift, "trap": _trap,
}  # fmt: skip
