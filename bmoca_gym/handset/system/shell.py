"""The phone's shell: lines split into commands, and the table of the commands it knows."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system import shell_commands

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

#: What a command makes of a phone: the next phone, what it prints, and its exit code.
Outcome = tuple["Phone", str, int]
Command = Callable[["Phone", list[str]], Outcome]

_SEPARATORS = (";", "&&", "||")
LINE_LIMIT = 1 << 16


def run(phone: Phone, line: str) -> Outcome:
    """Run a line: commands joined by ``;``, ``&&`` or ``||``, words quoted as in ``sh``.

    An unknown command exits with 127, a syntax error with 2, as Android's shell does. Nothing is raised.
    """
    if len(line) > LINE_LIMIT:
        return phone, "sh: line too long\n", 2
    try:
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|")
        lexer.whitespace_split = True
        words = list(lexer)
    except ValueError as error:
        return phone, f"sh: syntax error: {str(error).lower()}\n", 2
    output, code, skip = "", 0, False
    command: list[str] = []
    for word in [*words, ";"]:
        if word not in _SEPARATORS:
            if set(word) <= set(";&|"):
                return phone, f"{output}sh: syntax error: unexpected '{word}'\n", 2
            command.append(word)
            continue
        if command and not skip:
            phone, text, code = run_command(phone, command)
            output += text
        command = []
        skip = (word == "&&" and code != 0) or (word == "||" and code == 0)
    return phone, output, code


def run_command(phone: Phone, words: list[str]) -> Outcome:
    """Run one command given as its words."""
    name, arguments = words[0], words[1:]
    if name == "su":
        # Everything runs as root; "su 0 CMD" and "su root CMD" are CMD.
        rest = arguments[1:] if arguments[:1] in (["0"], ["root"]) else arguments
        if rest[:1] == ["-c"]:
            return run(phone, " ".join(rest[1:]))
        return run_command(phone, rest) if rest else (phone, "", 0)
    if name in ("toybox", "exec") and arguments:
        return run_command(phone, arguments)
    found = shell_commands.COMMANDS.get(name.rpartition("/")[2] if name.startswith("/system/") else name)
    if found is None:
        return phone, f"/system/bin/sh: {name}: inaccessible or not found\n", 127
    try:
        return found(phone, arguments)
    except HandsetError as error:
        return phone, f"{name}: {error}\n", 1
    except (IndexError, ValueError) as error:
        return phone, f"{name}: bad arguments {' '.join(arguments)!r}: {error}\n", 1
