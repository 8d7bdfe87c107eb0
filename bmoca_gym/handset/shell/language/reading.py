"""``read``: reads a line of the input, or part of one, into variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from bmoca_gym.handset.shell import arrays
from bmoca_gym.handset.shell.call import Call, CommandError, Options, milliseconds, options, whole
from bmoca_gym.handset.shell.language.splitting import Splitter
from bmoca_gym.handset.shell.language.words import Scope
from bmoca_gym.handset.shell.streams import Input, InputNeeded, Streams

#: Bytes that ``read -n`` takes at once.
_MOST = 1 << 16

#: What a command of the shell says where it fails ("" where not), and its exit code.
Answer = tuple[str, int]


class Running(Scope, Protocol):
    """The running shell, as its own commands use it."""

    def await_input(self, given: Input, needed: InputNeeded) -> bool:
        """Wait until an input has the data asked for. Returns False if that takes longer than ``needed`` allows."""
        ...

    def wait_for(self, pids: Sequence[int]) -> int:
        """Let time pass until the given jobs, or all, have ended. Returns the exit code of the last one."""
        ...


def read(running: Running, arguments: list[str], streams: Streams) -> Answer:
    """``read [-rs] [-A] [-d MARK] [-n MOST | -N COUNT] [-t SECONDS] [-u 0] [NAME...]``.

    Read a line and assign its fields to the variables, or with ``-A`` to the elements of an array. The rest of the
    input stays unread. Exit status: 1 at the end of the input, or when the time is up.
    """
    try:
        found = options(Call(running.phone, "read", arguments, streams, running), "rsAap", "dnNtu")
        seconds = milliseconds(found["t"]) / 1000 if "t" in found else None
        most = whole(found.get("N", found.get("n", "0")), 0, _MOST)
    except CommandError as error:
        return str(error), 2
    names = found.operands or ["REPLY"]
    if any(not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) for name in names):
        return "is not an identifier", 2
    if "p" in found:
        return "-p: no coprocess", 1
    if found.get("u", "0") != "0":
        return f"-u: {found['u'][:20]}: bad file descriptor", 1
    data, whole_line = _taken(running, streams.stdin, found, most, seconds)
    text, kept = _plain(data.decode("utf-8", "replace"), "r" in found)
    splitter = Splitter(running.value("IFS"))
    if "A" in found or "a" in found:
        arrays.set_array(running.variables, names[0], splitter.fields(text, kept))
    elif "N" in found:
        running.variables.update(dict.fromkeys(names, "") | {names[0]: text})
    else:
        fields = splitter.fields(text, kept, len(names))
        running.variables.update(
            {name: fields[at] if at < len(fields) else "" for at, name in enumerate(names)}
        )
    return "", int(not whole_line)


def _taken(
    running: Running, given: Input, found: Options, most: int, seconds: float | None
) -> tuple[bytes, bool]:
    """Read up to the end mark. Returns the text without the mark, and whether it is complete."""
    mark = b"\n" if "N" not in found and "d" not in found else found.get("d", "").encode()[:1] or b"\0"
    data = b""
    while True:
        try:
            line = given.take(most, seconds) if "N" in found else _line(given, mark, most, seconds)
        except InputNeeded as needed:
            if not running.await_input(given, needed):
                return data + given.available(), False
            continue
        running.spend(len(line or b""))
        if "N" in found:
            return line or b"", len(line or b"") == most
        if line is None:
            return data, False
        ended = line.endswith(mark)
        data += line[:-1] if ended else line
        if not ended:
            return data, bool(most) and len(data) >= most
        # A backslash at the end of a line joins it to the next one.
        if "r" in found or mark != b"\n" or (len(data) - len(data.rstrip(b"\\"))) % 2 == 0:
            return data, True
        data = data[:-1]


def _line(given: Input, mark: bytes, most: int, seconds: float | None) -> bytes | None:
    """The input up to a mark, or at most ``most`` bytes of it (0: no limit)."""
    if not most:
        return given.line(mark, seconds)
    found = given.data.find(mark, given.at, given.at + most)
    if found < 0 and len(given.data) - given.at >= most:
        return given.take(most)
    if found < 0 and not given.ended:
        raise InputNeeded(lambda data, at: len(data) - at >= most or data.find(mark, at) >= 0, seconds)
    return given.line(mark)


def _plain(text: str, raw: bool) -> tuple[str, frozenset[int]]:
    """A text without backslashes, and the places of the escaped letters, which don't separate fields."""
    if raw or "\\" not in text:
        return text, frozenset()
    made: list[str] = []
    kept: set[int] = set()
    for letter in re.findall(r"\\(?s:.)|\\|[^\\]", text):
        if len(letter) == 2:
            kept.add(len(made))
        made.append(letter[-1:] if letter != "\\" else "")
    return "".join(made), frozenset(kept)
