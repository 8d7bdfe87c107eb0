"""POSIX regular expressions, basic and extended, matched in linear time.

Most expressions are run by Python's `re`, which is fast but may take exponential time on some. If its worst
case would be too slow, our own automaton is used, which visits each position in each state only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset.shell.call import CommandError, LimitError
from bmoca_gym.handset.value import memo

#: Where a match and each of its groups begin and end; (-1, -1) for a group that took no part.
Spans = tuple[tuple[int, int], ...]

_PATTERN_LIMIT = 4096
_NESTING_LIMIT = 40
_REPEAT_LIMIT = 255
_PROGRAM_LIMIT = 4000
#: The most that `re` may take for one text, and for all texts together, in looks at a letter.
_QUICK, _QUICK_IN_ALL = 2e6, 2e8
_STEP_LIMIT = 5_000_000
#: The most bytes for what one search has seen; making so many of them (a power of two) counts as a step.
_ROOM_LIMIT, _ROOM_OF_A_STEP = 1 << 27, 8
#: How many steps are told of together, less one.
_TOLD = (1 << 14) - 1
_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s",
    "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F", "cntrl": r"\x00-\x1f\x7f",
    "print": r" -~\x80-\U0010ffff",
    "graph": r"!-~\x80-\U0010ffff",
}  # fmt: skip
_ESCAPES = {"w": r"\w", "W": r"\W", "s": r"\s", "S": r"\S"}
_ASSERTIONS = {"b": r"\b", "B": r"\B", "<": r"\b(?=\w)", ">": r"\b(?<=\w)", "`": r"\A", "'": r"\Z"}


class _Node(NamedTuple):
    """A part of an expression.

    ``kind``: "set" (one letter; ``text``: the class in `re`'s language), "assert" (``text`` likewise), "cat", "alt",
    "repeat" (of ``parts[0]``, ``least`` to ``most`` times, -1 without end), "group" (number ``least``), "same" (what
    the group ``least`` matched).
    """

    kind: str
    text: str = ""
    parts: tuple[_Node, ...] = ()
    least: int = 0
    most: int = 0


class _Reader:
    """Parses an expression from left to right."""

    def __init__(self, pattern: str, extended: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.at = 0
        self.groups = 0

    def alternatives(self, depth: int = 0) -> _Node:
        if depth > _NESTING_LIMIT:
            raise CommandError("bad regex: nested too deeply", 2)
        parts = [self.sequence(depth)]
        while self.takes("|"):
            parts.append(self.sequence(depth))
        return parts[0] if len(parts) == 1 else _Node("alt", parts=tuple(parts))

    def takes(self, letter: str) -> bool:
        """Read an operator if it is next. Basic expressions write it with a backslash."""
        written = letter if self.extended else "\\" + letter
        if not self.pattern.startswith(written, self.at):
            return False
        self.at += len(written)
        return True

    def ends(self) -> bool:
        closing = ("|", ")") if self.extended else ("\\|", "\\)")
        return self.at >= len(self.pattern) or self.pattern.startswith(closing, self.at)

    def sequence(self, depth: int) -> _Node:
        parts: list[_Node] = []
        while not self.ends():
            parts.append(self.repeated(depth, first=not parts))
        if depth == 0 and self.extended and self.pattern.startswith(")", self.at):
            raise CommandError("bad regex: parentheses not balanced", 2)
        return _Node("cat", parts=tuple(parts))

    def repeated(self, depth: int, first: bool) -> _Node:
        node = self.atom(depth, first)
        while True:
            if self.pattern.startswith("*", self.at):
                self.at += 1
                bounds = (0, -1)
            elif self.takes("+"):
                bounds = (1, -1)
            elif self.takes("?"):
                bounds = (0, 1)
            else:
                written = r"\{(\d*)(,?)(\d*)\}" if self.extended else r"\\\{(\d*)(,?)(\d*)\\\}"
                found = re.compile(written).match(self.pattern, self.at)
                if found is None or not (found[1] or found[3]):
                    return node
                self.at = found.end()
                least = int(found[1] or 0)
                bounds = (least, (int(found[3]) if found[3] else -1) if found[2] else least)
                if max(bounds) > _REPEAT_LIMIT or 0 <= bounds[1] < bounds[0]:
                    raise CommandError("bad regex: invalid repetition count(s)", 2)
            if (
                node.kind == "repeat"
                and node.parts[0].kind == "set"
                and (node.least, node.most) == bounds == (0, -1)
            ):
                continue
            node = _Node("repeat", "", (node,), *bounds)

    def atom(self, depth: int, first: bool) -> _Node:
        if self.takes("("):
            self.groups += 1
            number = self.groups
            inside = self.alternatives(depth + 1)
            if not self.takes(")"):
                raise CommandError("bad regex: parentheses not balanced", 2)
            return _Node("group", "", (inside,), number)
        letter = self.pattern[self.at]
        self.at += 1
        if letter == "[":
            return self.bracket()
        if letter == ".":
            return _Node("set", ".")
        if letter == "^" and (self.extended or first):
            return _Node("assert", r"\A")
        if letter == "$" and (self.extended or self.ends()):
            return _Node("assert", r"\Z")
        if letter == "*" and first and not self.extended:
            return _Node("set", r"\*")
        if letter in "*+?" and self.extended:
            raise CommandError("bad regex: repetition-operator operand invalid", 2)
        if letter == "\\":
            if self.at >= len(self.pattern):
                raise CommandError("bad regex: trailing backslash (\\)", 2)
            letter = self.pattern[self.at]
            self.at += 1
            if letter in _ESCAPES:
                return _Node("set", _ESCAPES[letter])
            if letter in _ASSERTIONS:
                return _Node("assert", _ASSERTIONS[letter])
            if letter in "123456789":
                if int(letter) > self.groups:
                    raise CommandError("bad regex: invalid backreference number", 2)
                return _Node("same", least=int(letter))
            letter = {"n": "\n", "t": "\t"}.get(letter, letter)
        return _Node("set", re.escape(letter))

    def bracket(self) -> _Node:
        pattern = self.pattern
        start = self.at
        negated = pattern.startswith("^", start)
        at = start + negated
        parts = ""
        first = True
        while True:
            if at >= len(pattern):
                raise CommandError("bad regex: brackets ([ ]) not balanced", 2)
            letter = pattern[at]
            if letter == "]" and not first:
                break
            first = False
            if pattern.startswith("[:", at) and ":]" in pattern[at:]:
                end = pattern.index(":]", at)
                name = pattern[at + 2 : end]
                if name not in _CLASSES:
                    raise CommandError("bad regex: invalid character class", 2)
                parts += _CLASSES[name]
                at = end + 2
                continue
            if pattern[at + 1 : at + 2] == "-" and pattern[at + 2 : at + 3] not in ("", "]"):
                last = pattern[at + 2]
                if last < letter:
                    raise CommandError("bad regex: invalid character range", 2)
                parts += f"{_in_class(letter)}-{_in_class(last)}"
                at += 3
                continue
            parts += _in_class(letter)
            at += 1
        self.at = at + 1
        return _Node("set", f"[{'^' if negated else ''}{parts}]")


def _in_class(letter: str) -> str:
    return "\\" + letter if letter in "\\]^-[&~|" else letter


def _python(node: _Node) -> str:
    inside = [_python(part) for part in node.parts]
    if node.kind in ("set", "assert"):
        return node.text
    if node.kind == "cat":
        return "".join(inside)
    if node.kind == "alt":
        return f"(?:{'|'.join(inside)})"
    if node.kind == "group":
        return f"({inside[0]})"
    if node.kind == "same":
        return f"(?:\\{node.least})"
    return f"(?:{inside[0]}){{{node.least},{'' if node.most < 0 else node.most}}}"


def _degree(node: _Node, inside_repeat: bool = False) -> int:
    """How many nested repetitions multiply each other at worst; 99 if they are directly nested."""
    if node.kind == "repeat" and node.most != 1:
        if inside_repeat or node.parts[0].kind != "set":
            return 99
        return 1
    if node.kind == "repeat" and node.parts[0].kind not in ("set", "group", "cat", "alt"):
        return 99
    repeated = inside_repeat or node.kind == "repeat"
    return min(99, sum(_degree(part, repeated) for part in node.parts))


def _has(node: _Node, kind: str) -> bool:
    return node.kind == kind or any(_has(part, kind) for part in node.parts)


class _Program:
    """Instructions of the matching machine: ``(operation, first, second)``."""

    def __init__(self) -> None:
        self.code: list[tuple[str, int, int]] = []
        self.tests: list[re.Pattern[str]] = []

    def add(self, operation: str, first: int = 0, second: int = 0) -> int:
        if len(self.code) >= _PROGRAM_LIMIT:
            raise CommandError("bad regex: too large", 2)
        self.code.append((operation, first, second))
        return len(self.code) - 1

    def compile(self, node: _Node, flags: int) -> None:
        if node.kind in ("set", "assert"):
            self.tests.append(re.compile(node.text, flags))
            self.add(node.kind, len(self.tests) - 1)
        elif node.kind == "cat":
            for part in node.parts:
                self.compile(part, flags)
        elif node.kind == "group":
            self.add("save", 2 * node.least)
            self.compile(node.parts[0], flags)
            self.add("save", 2 * node.least + 1)
        elif node.kind == "alt":
            jumps = []
            for part in node.parts[:-1]:
                split = self.add("split")
                self.compile(part, flags)
                jumps.append(self.add("jump"))
                self.code[split] = ("split", split + 1, len(self.code))
            self.compile(node.parts[-1], flags)
            for jump in jumps:
                self.code[jump] = ("jump", len(self.code), 0)
        elif node.kind == "repeat":
            self.repeat(node, flags)

    def repeat(self, node: _Node, flags: int) -> None:
        for _ in range(node.least):
            self.compile(node.parts[0], flags)
        if node.most < 0:
            split = self.add("split")
            self.compile(node.parts[0], flags)
            self.add("jump", split)
            self.code[split] = ("split", split + 1, len(self.code))
            return
        splits = []
        for _ in range(node.most - node.least):
            splits.append(self.add("split"))
            self.compile(node.parts[0], flags)
        for split in splits:
            self.code[split] = ("split", split + 1, len(self.code))


class Regex:
    """A compiled expression. It counts the cost of its searches, so each command makes its own.

    ``spend`` is told the cost, in units comparable to bytes read.

    Raises:
        CommandError: the pattern is malformed (exit code 2, as in grep).
    """

    def __init__(
        self,
        pattern: str,
        extended: bool = False,
        ignore_case: bool = False,
        literal: bool = False,
        spend: Callable[[int], object] = int,
    ) -> None:
        if len(pattern) > _PATTERN_LIMIT:
            raise CommandError(f"bad regex: longer than {_PATTERN_LIMIT} letters", 2)
        self._flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
        if literal:
            node, self.groups = _Node("cat", parts=tuple(_Node("set", re.escape(c)) for c in pattern)), 0
        else:
            reader = _Reader(pattern, extended)
            node = reader.alternatives()
            if reader.at < len(pattern):
                raise CommandError("bad regex: parentheses not balanced", 2)
            self.groups = reader.groups
        self._node = node
        self._same = _has(node, "same")
        self._degree = _degree(node) + self._same
        if self._same and self._degree > 4:
            raise CommandError("bad regex: a back reference beside repetitions in repetitions", 2)
        self._quick = _compiled(_python(node), self._flags)
        self._program: _Program | None = None
        self._spent = 0.0
        self._steps = 0
        self._spend = spend

    def search(self, text: str, start: int = 0) -> Spans | None:
        """The first match at or after ``start``.

        Raises:
            LimitError: all searches together take too long.
        """
        length = len(text) - start + 1
        worst = float(length) ** min(1 + self._degree, 20)
        if worst <= _QUICK and self._spent + worst <= _QUICK_IN_ALL:
            self._spent += worst
            self._spend(int(worst / 16))
            found = self._quick.search(text, start)
            return None if found is None else found.regs
        if self._same:
            raise CommandError("the back reference takes too long on a line of this length", 2)
        return self._walked(text, start)

    def _walked(self, text: str, start: int) -> Spans | None:
        if self._program is None:
            self._program = _Program()
            self._program.compile(self._node, self._flags)
            self._program.add("match")
        code, tests = self._program.code, self._program.tests
        size = len(code)
        end = len(text)
        room = size * (end - start + 1)
        self._steps += room >> _ROOM_OF_A_STEP
        if room > _ROOM_LIMIT or self._steps > _STEP_LIMIT:
            raise LimitError("the regular expression takes too long", 2)
        seen = bytearray(room)  # a set of as many numbers would be fifty times as large
        for first in range(start, end + 1):
            saved = [-1] * (2 * self.groups + 2)
            stack: list[tuple[int, int, int]] = [(0, first, -1)]
            while stack:
                at, place, slot = stack.pop()
                if slot >= 0:  # a saved place is put back
                    saved[slot] = place
                    continue
                while True:
                    key = (place - start) * size + at
                    if seen[key]:
                        break
                    seen[key] = 1
                    self._steps += 1
                    if self._steps & _TOLD == 0:
                        self._spend(32 * (_TOLD + 1))
                        if self._steps > _STEP_LIMIT:
                            raise LimitError("the regular expression takes too long", 2)
                    operation, one, two = code[at]
                    if operation == "set":
                        if place >= end or not tests[one].match(text, place):
                            break
                        place += 1
                        at += 1
                    elif operation == "split":
                        stack.append((two, place, -1))
                        at = one
                    elif operation == "jump":
                        at = one
                    elif operation == "save":
                        stack.append((0, saved[one], one))
                        saved[one] = place
                        at += 1
                    elif operation == "assert":
                        if not tests[one].match(text, place):
                            break
                        at += 1
                    else:
                        saved[0], saved[1] = first, place
                        return tuple((saved[2 * n], saved[2 * n + 1]) for n in range(self.groups + 1))
        return None


@memo(128, asset=True)
def _compiled(pattern: str, flags: int) -> re.Pattern[str]:
    try:
        return re.compile(pattern, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise CommandError(f"bad regex: {error}", 2) from error
