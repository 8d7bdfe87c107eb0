"""The phone's shell: lines split into commands, and the table of the commands it knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system import shell_commands

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

#: What a command makes of a phone: the next phone, what it prints, and its exit code.
Outcome = tuple["Phone", str, int]

LINE_LIMIT = 1 << 16
DEPTH_LIMIT = 8

#: A piece of a line. Of what sh has beyond these (variables, patterns, substitution) nothing is expanded.
_PIECE = re.compile(
    r"""(?P<space>[ \t\r]+ | (?<![^\s;&|])\#[^\n]*) | (?P<operator>\n|;+|&+|\|+|[<>()])
    | '(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*)" | \\(?P<escaped>.?) | (?P<plain>[^\s;&|<>()'"\\\#]+|\#|\s)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED_IN_DOUBLE = re.compile(r'\\([$`"\\])')


class _Operator(str):
    """What joins commands: an unquoted ``;``, ``&&``, ... unlike a word of the same letters in quotes."""

    __slots__ = ()


class ShellSyntaxError(HandsetError, ValueError):
    """A line that the shell can't read."""


def split(line: str) -> list[str]:
    """The words of a line, quotes taken off, and the operators between them (a line end is a ``;``).

    Raises:
        ShellSyntaxError: a quotation that does not end, or an operator that this shell does not have.
    """
    words: list[str] = []
    word: str | None = None
    at = 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            raise ShellSyntaxError("no closing quote")
        at = piece.end()
        kind = str(piece.lastgroup)
        text = piece[kind]
        if kind not in ("space", "operator"):
            if kind == "double":
                text = _ESCAPED_IN_DOUBLE.sub(r"\1", text)
            word = (word or "") + text
            continue
        if word is not None:
            words.append(word)
            word = None
        if kind == "operator":
            if text not in ("\n", ";", "&&", "||"):
                raise ShellSyntaxError(f"unexpected '{text}'")
            words.append(_Operator(";" if text == "\n" else text))
    return words if word is None else [*words, word]


def run(phone: Phone, line: str) -> Outcome:
    """Run a line: commands joined by ``;``, ``&&`` or ``||``, words quoted as in ``sh``.

    An unknown command exits with 127, a syntax error with 2, as Android's shell does. Nothing is raised.
    """
    from bmoca_gym.handset.phone import unicode_of

    return _run(phone, unicode_of(line), 0)


def _run(phone: Phone, line: str, depth: int) -> Outcome:
    if len(line) > LINE_LIMIT:
        return phone, "sh: line too long\n", 2
    if depth > DEPTH_LIMIT:
        return phone, "sh: su -c: nested too deeply\n", 2
    try:
        words = split(line)
    except ShellSyntaxError as error:
        return phone, f"sh: syntax error: {error}\n", 2
    output, code, skip = "", 0, False
    command: list[str] = []
    for word in [*words, _Operator(";")]:
        if not isinstance(word, _Operator):
            command.append(word)
            continue
        if not command and word != ";":
            return phone, f"{output}sh: syntax error: unexpected '{word}'\n", 2
        if command and not skip:
            phone, text, code = _run_command(phone, command, depth)
            output += text
        command = []
        skip = (word == "&&" and code != 0) or (word == "||" and code == 0)
    return phone, output, code


def _run_command(phone: Phone, words: list[str], depth: int) -> Outcome:
    """Run one command given as its words."""
    start = 0
    while words[start:] and words[start] in ("su", "toybox", "exec"):
        # Everything runs as root; "su 0 CMD" and "su root CMD" are CMD, and so is "toybox CMD".
        start += 2 if words[start] == "su" and words[start + 1 : start + 2] in (["0"], ["root"]) else 1
    if not words[start:]:
        return phone, "", 0
    name, arguments = words[start], words[start + 1 :]
    if name == "-c" and "su" in words[:start]:
        return _run(phone, " ".join(arguments), depth + 1)
    found = shell_commands.COMMANDS.get(name.rpartition("/")[2] if name.startswith("/system/") else name)
    if found is None:
        return phone, f"/system/bin/sh: {name}: inaccessible or not found\n", 127
    try:
        return found(phone, arguments)
    except HandsetError as error:
        return phone, f"{name}: {error}\n", 1
    except (LookupError, OverflowError, ValueError) as error:
        return phone, f"{name}: bad arguments {' '.join(arguments)!r}: {error}\n", 1
