"""Builtin commands of the shell: folders, variables, conditions, nested shells, and other users."""

from __future__ import annotations

import posixpath
import re

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell import arrays
from bmoca_gym.handset.shell import paths as shell_paths
from bmoca_gym.handset.shell.call import (
    SIGNALS,
    Call,
    Command,
    CommandError,
    LimitError,
    Result,
    failed,
    milliseconds,
    options,
    printed,
    signal_name,
    whole,
)
from bmoca_gym.handset.system import files

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
_SH = "/system/bin/sh"


def true(call: Call) -> Result:
    """``true``: succeed."""
    return Result(call.phone)


def false(call: Call) -> Result:
    """``false``: fail."""
    return Result(call.phone, code=1)


def change_folder(call: Call) -> Result:
    """``cd [FOLDER]``."""
    text = call.arguments[0] if call.arguments else call.shell.variables.get("HOME", "/")
    text = call.shell.variables.get("OLDPWD", "/") if text == "-" else text
    path = shell_paths.resolved(call, text or "/")
    tree = call.shell.tree(call.phone)
    if not tree.is_directory(path):
        what = "Not a directory" if tree.exists(path) else "No such file or directory"
        return failed(call.phone, f"{_SH}: cd: {text}: {what}\n", 2)
    call.shell.variables["OLDPWD"] = call.shell.folder
    call.shell.folder = posixpath.normpath("/" + call.path(text or "/").lstrip("/"))
    return Result(call.phone)


def print_folder(call: Call) -> Result:
    """``pwd [-LP]``: print the current folder, with ``-P`` without links."""
    folder = call.shell.folder
    return printed(
        call.phone,
        (files.shown(shell_paths.resolved(call, folder)) if "-P" in call.arguments else folder) + "\n",
    )


def export(call: Call) -> Result:
    """``export NAME[=TEXT]...``; without names, list all variables."""
    if not call.arguments or call.arguments == ["-p"]:
        return environment(call._replace(arguments=[]))
    for word in call.arguments:
        name, equals, text = word.partition("=")
        if not _NAME.fullmatch(name):
            return failed(call.phone, f"{_SH}: {call.name}: {word}: is not an identifier\n")
        if equals:
            call.shell.variables[name] = text
    return Result(call.phone)


def unset(call: Call) -> Result:
    """``unset NAME...``."""
    for name in call.arguments:
        arrays.unset(call.shell.variables, name)
    return Result(call.phone)


def environment(call: Call) -> Result:
    """``env [NAME=TEXT...] [COMMAND...]``, ``printenv [NAME]``."""
    words = call.arguments
    if call.name == "printenv" and words:
        known = call.shell.variables.get(words[0])
        return printed(call.phone, "" if known is None else known + "\n", int(known is None))
    kept = dict(call.shell.variables)
    at = 0
    while at < len(words) and (found := re.match(r"([A-Za-z_]\w*)=(.*)", words[at], re.ASCII | re.DOTALL)):
        call.shell.variables[found[1]] = found[2]
        at += 1
    try:
        if words[at:]:
            return call.perform(words[at:])
        listed = "".join(
            f"{name}={text}\n" for name, text in sorted(call.shell.variables.items()) if "[" not in name
        )
        return printed(call.phone, listed)
    finally:
        call.shell.variables.clear()
        call.shell.variables.update(kept)


def evaluate(call: Call) -> Result:
    """``eval WORDS``: run the words as a line."""
    code = call.shell.source(" ".join(call.arguments), call.streams)
    return Result(call.shell.phone, code=code)


def shell(call: Call) -> Result:
    """``sh [-c LINE [NAME TEXT...]] | [FILE [TEXT...]]``; with neither, run standard input."""
    words = list(call.arguments)
    given = ""
    while words and re.fullmatch(r"-[ilxeu]+", words[0]):
        given += words.pop(0)[1:]
    one = bool(words and re.fullmatch(r"-[ilxeu]*c", words[0]))
    given += words[0][1:-1] if one else ""
    letters = "".join(letter for letter in "eux" if letter in given)
    before = f"set -{letters};" if letters else ""
    if one:
        if len(words) < 2:
            return failed(call.phone, f"{_SH}: -c: requires an argument\n")
        return _script(call, before + words[1], words[3:])
    if words:
        text = _text_of(call, words[0])
        return text if isinstance(text, Result) else _script(call, before + text, words[1:])
    return _script(call, before + call.stdin.decode("utf-8", "replace"), [])


def source(call: Call) -> Result:
    """``. FILE [TEXT...]``, ``source``: run a script in this shell."""
    if not call.arguments:
        return failed(call.phone, f"{_SH}: {call.name}: missing argument\n")
    text = _text_of(call, call.arguments[0])
    if isinstance(text, Result):
        return text
    kept = call.shell.parameters
    call.shell.parameters = tuple(call.arguments[1:]) or kept
    try:
        code = call.shell.source(text, call.streams)
    finally:
        call.shell.parameters = kept
    return Result(call.shell.phone, code=code)


def _text_of(call: Call, name: str) -> str | Result:
    """The text of a script, or an error result if it can't be read."""
    try:
        return shell_paths.read(call, name).decode("utf-8", "replace")
    except LimitError:
        raise
    except CommandError as error:
        return failed(call.phone, f"{_SH}: can't open {error}\n", 127)


def _script(call: Call, text: str, given: list[str]) -> Result:
    kept, call.shell.parameters = call.shell.parameters, tuple(given)
    try:
        code = call.shell.script(text, call.streams)
    finally:
        call.shell.parameters = kept
    return Result(call.shell.phone, code=code)


def other_user(call: Call) -> Result:
    """``su [USER] [-c LINE | COMMAND...]``. Everything runs as root; ``id`` reports the requested user."""
    words = list(call.arguments)
    user = "root"
    if words and words[0] in ("-", "-l"):
        del words[0]
    if words and not words[0].startswith("-"):
        user = {"0": "root", "1000": "system", "2000": "shell"}.get(words[0], words[0])
        if user not in ("root", "shell", "system") and not re.fullmatch(r"\d{1,6}|u0_a\d{1,5}", user):
            return failed(call.phone, f"su: invalid uid/gid '{words[0]}'\n")
        del words[0]
    before, call.shell.user = call.shell.user, user
    try:
        if words and words[0] != "-c":
            return call.perform(words)
        text = " ".join(words[1:]) if words else call.stdin.decode("utf-8", "replace")
        code = call.shell.script(text, call.streams)
        return Result(call.shell.phone, code=code)
    finally:
        call.shell.user = before


def run_as(call: Call) -> Result:
    """``run-as PACKAGE COMMAND...``: refused, since no app of this phone is debuggable."""

    if not call.arguments:
        return failed(
            call.phone, "run-as: Usage:\n    run-as <package-name> [--user <uid>] <command> [<args>]\n"
        )
    package = call.arguments[0]
    what = "package not debuggable" if package in packages.owners_of(call.phone.image) else "unknown package"
    return failed(call.phone, f"run-as: {what}: {package}\n")


def where(call: Call) -> Result:
    """``which NAME...``: print the path of a program."""
    found = [f"/system/bin/{name}\n" for name in call.arguments if name in call.shell.programs]
    return printed(call.phone, "".join(found), int(len(found) < max(1, len(call.arguments))))


def about_command(call: Call) -> Result:
    """``command -v NAME``: print how the command is called; nothing if it does not exist."""
    if call.arguments[:1] in (["-v"], ["-V"]):
        return where(call._replace(arguments=call.arguments[1:]))
    return call.perform(call.arguments) if call.arguments else Result(call.phone)


def timed_out(call: Call) -> Result:
    """``timeout [-s SIGNAL] [-k SECONDS] [--preserve-status] SECONDS COMMAND...``, in virtual time.

    A command that is ended exits with 124, with ``-s KILL`` with 137, or with its own code where that is preserved.
    """
    arguments = call.arguments
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] in ("-s", "-k") else 1
    found = options(
        call._replace(arguments=arguments[:at]), "iv", "sk", long=("foreground", "preserve-status")
    )
    words = arguments[at:]
    if len(words) < 2:
        raise CommandError(f"Need{'s' if not words else ''} {2 - len(words)} more arguments")
    signal = signal_name(found.get("s", "TERM"))
    if signal is None or signal == "0":
        raise CommandError(f"bad -s '{found['s'][:40]}'")
    limit = milliseconds(words[0])
    if not limit:
        return call.perform(words[1:])
    code = call.shell.within(limit, lambda: call.shell.perform(words[1:], call.streams))
    if code is None:
        preserved = signal == "KILL" or "preserve-status" in found
        code = 128 + SIGNALS[signal] if preserved else 124
    return Result(call.shell.phone, code=code)


def timed(call: Call) -> Result:
    """``time COMMAND...``: print the virtual time that it took. Processor time is always zero."""
    before = call.phone.clock.uptime
    result = call.perform(call.arguments)
    took = (result.phone.clock.uptime - before) / 1000
    said = f"    {int(took // 60)}m{took % 60:05.2f}s real     0m00.00s user     0m00.00s system\n"
    return result._replace(error=said.encode())


# Conditions


def test(call: Call) -> Result:
    """``test CONDITION`` and ``[ CONDITION ]``. Exit status: 0 if true, 1 if false, 2 on a syntax error."""
    words = list(call.arguments)
    if call.name == "[" and (not words or words.pop() != "]"):
        return failed(call.phone, f"{_SH}: [: missing ]\n", 2)
    try:
        condition = _Condition(call, words)
        return Result(call.phone, code=int(not condition.holds()))
    except CommandError as error:
        return failed(call.phone, f"{_SH}: {call.name}: {error}\n", 2)


_COMPARED = {"-eq": 0, "-ne": 1, "-lt": 2, "-le": 3, "-gt": 4, "-ge": 5}
_BINARY = {"=", "==", "!=", "<", ">", "-nt", "-ot", "-ef", *_COMPARED}
_UNARY = set("abcdefghknprstuwxzLOGS")


class _Condition:
    """Evaluates the words of a condition from left to right. Brackets nest up to 20 deep."""

    def __init__(self, call: Call, words: list[str]) -> None:
        self.call = call
        self.words = words
        self.at = 0

    def holds(self) -> bool:
        words = self.words
        if not words:
            return False
        if len(words) == 1:
            return bool(words[0])
        found = self.any(0)
        if self.at < len(words):
            raise CommandError(f"{words[self.at]}: unexpected operator/operand")
        return found

    def next(self) -> str:
        if self.at >= len(self.words):
            raise CommandError("missing argument")
        self.at += 1
        return self.words[self.at - 1]

    def peek(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def any(self, depth: int) -> bool:
        found = self.all(depth)
        while self.peek() == "-o":
            self.at += 1
            found = self.all(depth) or found
        return found

    def all(self, depth: int) -> bool:
        found = self.one(depth)
        while self.peek() == "-a":
            self.at += 1
            found = self.one(depth) and found
        return found

    def one(self, depth: int) -> bool:
        if depth > 20:
            raise CommandError("nested too deeply")
        if self.peek(1) in _BINARY and self.at + 2 < len(self.words):
            left, operator, right = self.next(), self.next(), self.next()
            return self.compared(left, operator, right)
        word = self.next()
        if word == "!":
            return not self.one(depth + 1)
        if word == "(" and self.peek(1) != "":
            found = self.any(depth + 1)
            if self.next() != ")":
                raise CommandError("missing )")
            return found
        if len(word) == 2 and word[0] == "-" and word[1] in _UNARY and self.at < len(self.words):
            return self.of_one(word[1], self.next())
        return bool(word)

    def compared(self, left: str, operator: str, right: str) -> bool:
        if operator in _COMPARED:
            a, b = _number(left), _number(right)
            return (a == b, a != b, a < b, a <= b, a > b, a >= b)[_COMPARED[operator]]
        if operator in ("-nt", "-ot", "-ef"):
            paths = [shell_paths.resolved(self.call, text) for text in (left, right)]
            if operator == "-ef":
                return paths[0] == paths[1]
            times = [shell_paths.time_of(self.call.phone, path) for path in paths]
            return times[0] > times[1] if operator == "-nt" else times[0] < times[1]
        if operator in ("<", ">"):
            return left < right if operator == "<" else left > right
        return (left == right) is (operator != "!=")

    def of_one(self, letter: str, text: str) -> bool:
        if letter in "nz":
            return bool(text) is (letter == "n")
        if letter == "t":
            return False
        if not text:
            return False
        if letter in "hL":
            return shell_paths.link_text(self.call, text) is not None
        try:
            path = shell_paths.resolved(self.call, text)
        except CommandError:
            return False  # links without an end
        phone, tree = self.call.phone, self.call.shell.tree(self.call.phone)
        if letter == "d":
            return tree.is_directory(path)
        if letter == "f":
            return tree.is_file(path) and path != shell_paths.NOTHING
        if letter == "c":
            return path == shell_paths.NOTHING
        if letter in "bgkpuS":
            return False
        if letter == "s":
            found = shell_paths.attributes(phone, tree, path)
            return found is not None and found.size > 0
        if letter == "x":
            about = shell_paths.attributes(phone, tree, path)
            return about is not None and bool(about.mode & 0o111)
        return tree.exists(path)


def _number(text: str) -> int:
    try:
        return whole(text.strip(), -(1 << 53))
    except CommandError:
        raise CommandError(f"{text}: bad number") from None


COMMANDS: dict[str, Command] = {
    ".": source, ":": true, "[": test, "cd": change_folder, "command": about_command, "env": environment,
    "eval": evaluate,
    "export": export, "false": false, "printenv": environment, "pwd": print_folder,
    "run-as": run_as, "sh": shell, "source": source, "su": other_user, "sync": true, "test": test, "time": timed,
    "timeout": timed_out, "true": true, "typeset": export, "local": export, "unset": unset,
    "which": where,
}  # fmt: skip
#: Commands of the shell itself, which has no program for them.
WITHOUT_PROGRAM = frozenset(
    (".", ":", "cd", "command", "eval", "export", "local", "source", "typeset", "unset")
)
