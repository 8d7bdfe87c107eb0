"""The shell command ``find``: walks folders, and tests, prints, deletes or runs commands on what it finds."""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Result, whole
from bmoca_gym.handset.shell.paths import PATH_COST, Tree, attributes_of_name, link_text, resolved, time_of
from bmoca_gym.handset.shell.patterns import matcher
from bmoca_gym.handset.system import files

_DAY = 24 * 60 * 60 * 1000
_DEPTH = 20
#: What a test of a path takes of the work of a line, in bytes.
_TEST_COST = 1 << 6


class _Test(NamedTuple):
    """A node of the expression: a test or action with its argument, or ``and``, ``or``, ``not`` with ``parts``."""

    kind: str
    argument: str = ""
    parts: tuple[_Test, ...] = ()
    words: tuple[str, ...] = ()


_WITH_ARGUMENT = {
    "name",
    "iname",
    "path",
    "wholename",
    "ipath",
    "type",
    "size",
    "mtime",
    "mmin",
    "newer",
    "user",
    "group",
    "perm",
}
_WITHOUT = {"print", "print0", "delete", "empty", "true", "false", "prune"}
_ACTIONS = {"print", "print0", "delete", "exec"}


class _Expression:
    """Parses the words of an expression."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0
        self.least, self.most = 0, 1 << 20
        self.depth_first = False
        self.acts = False

    def read(self) -> _Test:
        test = self.any(0) if self.words else _Test("true")
        if self.at < len(self.words):
            raise CommandError(f"bad arg '{self.words[self.at]}'")
        return test if self.acts else _Test("and", parts=(test, _Test("print")))

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def next(self, of: str) -> str:
        if self.at >= len(self.words):
            raise CommandError(f"'{of}' needs 1 arg")
        self.at += 1
        return self.words[self.at - 1]

    def any(self, depth: int) -> _Test:
        parts = [self.all(depth)]
        while self.peek() in ("-o", "-or"):
            self.at += 1
            parts.append(self.all(depth))
        return parts[0] if len(parts) == 1 else _Test("or", parts=tuple(parts))

    def all(self, depth: int) -> _Test:
        parts = [self.one(depth)]
        while self.peek() not in ("", "-o", "-or", ")"):
            if self.peek() in ("-a", "-and"):
                self.at += 1
            parts.append(self.one(depth))
        return parts[0] if len(parts) == 1 else _Test("and", parts=tuple(parts))

    def one(self, depth: int) -> _Test:
        if depth > _DEPTH:
            raise CommandError("nested too deeply")
        word = self.next("(")
        if word in ("!", "-not"):
            return _Test("not", parts=(self.one(depth + 1),))
        if word == "(":
            inside = self.any(depth + 1)
            if self.next("(") != ")":
                raise CommandError("need )")
            return inside
        name = word[1:] if word.startswith("-") else ""
        if name in ("maxdepth", "mindepth"):
            number = whole(self.next(word), 0, 1 << 20)
            self.least, self.most = (number, self.most) if name == "mindepth" else (self.least, number)
            return _Test("true")
        if name in ("depth", "xdev"):
            self.depth_first = self.depth_first or name == "depth"
            return _Test("true")
        self.acts = self.acts or name in _ACTIONS
        if name == "exec":
            return self.command()
        if name in _WITHOUT:
            self.depth_first = self.depth_first or name == "delete"
            return _Test(name)
        if name in _WITH_ARGUMENT:
            return _Test(name, self.next(word))
        raise CommandError(f"bad arg '{word}'")

    def command(self) -> _Test:
        words: list[str] = []
        while True:
            word = self.next("-exec")
            if word == ";" or (word == "+" and words[-1:] == ["{}"]):
                if not words:
                    raise CommandError("'-exec' needs 1 arg")
                return _Test("exec", word, (), tuple(words))
            words.append(word)


class _Search:
    """Evaluates the expression on one path after the other. ``follow``: follow links."""

    def __init__(self, call: Call, tree: Tree, follow: bool) -> None:
        self.call, self.tree, self.follow = call, tree, follow
        self.phone = call.phone
        self.output: list[bytes] = []
        self.errors = ""
        self.collected: dict[tuple[str, ...], list[str]] = {}
        self.pruned = False

    def holds(self, test: _Test, path: str, shown: str) -> bool:
        kind = test.kind
        if kind == "and":
            return all(self.holds(part, path, shown) for part in test.parts)
        if kind == "or":
            return any(self.holds(part, path, shown) for part in test.parts)
        if kind == "not":
            return not self.holds(test.parts[0], path, shown)
        if kind in ("print", "print0"):
            self.output.append(shown.encode("utf-8", "replace") + (b"\n" if kind == "print" else b"\0"))
            self.call.shell.spend(len(shown))
            return True
        if kind == "exec":
            return self.run(test, shown)
        if kind == "delete":
            return self.delete(path, shown)
        if kind == "prune":
            self.pruned = True
            return True
        return kind == "true" or (kind != "false" and self.fits(kind, test.argument, path, shown))

    def fits(self, kind: str, argument: str, path: str, shown: str) -> bool:
        self.call.shell.spend(_TEST_COST)
        if kind in ("name", "iname", "path", "wholename", "ipath"):
            given = (
                posixpath.basename(path) or "/" if kind.endswith("name") and kind != "wholename" else shown
            )
            if kind.startswith("i"):
                given, argument = given.lower(), argument.lower()
            return matcher(argument).match(given) is not None
        if kind == "type":
            letters = argument.split(",")
            if any(letter not in ("b", "c", "d", "f", "l", "p", "s") for letter in letters):
                raise CommandError(f"bad type '{argument}'")
            about = attributes_of_name(self.phone, self.tree, path, self.follow)
            return (
                about is not None
                and ("d" if about.is_directory else "l" if about.is_link else "f") in letters
            )
        about = attributes_of_name(self.phone, self.tree, path, self.follow)
        if about is None:
            return False
        if kind == "empty":
            return not self.tree.names(self.tree.real(path)) if about.is_directory else about.size == 0
        if kind == "newer":
            other = resolved(self.call, argument)
            if not self.tree.exists(other):
                raise CommandError(f"'{argument}': No such file or directory")
            return time_of(self.phone, path, self.follow) > time_of(self.phone, other)
        if kind in ("user", "group"):
            return True
        if kind == "perm":
            return f"{about.mode & 0o7777:o}" == argument.lstrip("-/0")
        return _compared(
            kind, argument, about.size, self.phone.clock.wall - time_of(self.phone, path, self.follow)
        )

    def run(self, test: _Test, shown: str) -> bool:
        if test.argument == "+":
            self.collected.setdefault(test.words, []).append(shown)
            return True
        return self.invoke([word.replace("{}", shown) for word in test.words]) == 0

    def invoke(self, words: list[str]) -> int:
        self.phone, output, error, code = self.call.shell.invoke(self.phone, words, self.call.input)
        self.output.append(output)
        self.errors += error.decode("utf-8", "replace")
        return code

    def delete(self, path: str, shown: str) -> bool:
        try:
            if not self.tree.is_directory(self.tree.real(path, False)) or self.tree.link(path) is not None:
                self.phone = files.delete(self.phone, path)
            elif files.names_in(self.phone, path):
                raise CommandError(f"{shown}: Directory not empty")
            else:
                self.phone = files.delete_directory(self.phone, path)
            return True
        except LimitError:
            raise
        except CommandError as error:
            self.errors += f"find: {error}\n"
        except HandsetError:
            self.errors += f"find: {shown}: Operation not permitted\n"
        return False


def _compared(kind: str, argument: str, size: int, age: int) -> bool:
    found = re.fullmatch(r"([+-]?)(\d{1,12})([ckMG]?)", argument)
    if found is None:
        raise CommandError(f"bad {kind} '{argument}'")
    number = int(found[2])
    if kind == "size":
        unit = {"": 512, "c": 1, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}[found[3]]
        value = -(-size // unit)
    else:
        value = age // (_DAY if kind == "mtime" else 60000)
    return value > number if found[1] == "+" else value < number if found[1] == "-" else value == number


def find(call: Call) -> Result:
    """``find [-HLP] [PATH...] [EXPRESSION]``: -name -path -type -size -mtime -newer -empty, -print -delete -exec."""
    words = list(call.arguments)
    links = ""
    while words and words[0] in ("-L", "-H", "-P"):
        links = words.pop(0)
    at = next((i for i, word in enumerate(words) if word[:1] == "-" or word in ("(", "!")), len(words))
    expression = _Expression(words[at:])
    test = expression.read()
    tree = call.shell.tree(call.phone)
    follow = links == "-L"
    search = _Search(call, tree, follow)
    for text in words[:at] or ["."]:
        named = link_text(call, text) is not None
        path = call.path(text) if named and not links else resolved(call, text)
        if named and not tree.exists(tree.real(path, bool(links))):
            path = call.path(text)
        elif not named and not tree.exists(path):
            search.errors += f"find: {text}: No such file or directory\n"
            continue
        every = [path]
        if tree.is_directory(path) and not (named and not links):
            every += tree.below(path, (lambda: call.shell.spend(PATH_COST)) if follow else None)
        if expression.depth_first:
            every = every[::-1]
        skipped: str | None = None
        for found in every:
            tail = found[len(path) :].lstrip("/")
            depth = tail.count("/") + 1 if tail else 0
            if not expression.least <= depth <= expression.most or (skipped and found.startswith(skipped)):
                continue
            search.pruned = False
            search.holds(test, found, posixpath.join(text, tail) if tail else text)
            if search.pruned and not expression.depth_first:
                skipped = found + "/"
    for command, paths in search.collected.items():
        at = command.index("{}")
        search.invoke([*command[:at], *paths, *command[at + 1 :]])
    return Result(
        search.phone,
        b"".join(search.output),
        search.errors.encode("utf-8", "replace"),
        int(bool(search.errors)),
    )


COMMANDS: dict[str, Command] = {"find": find}
