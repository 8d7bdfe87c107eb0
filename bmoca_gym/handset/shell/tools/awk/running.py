"""Runs ``awk`` programs: records, fields, variables, functions. Steps and output are limited."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Result
from bmoca_gym.handset.shell.paths import OUTPUTS, check_place, read, resolved, write_file
from bmoca_gym.handset.shell.tools.awk.reading import Node, Program, parse, unescaped
from bmoca_gym.handset.shell.tools.regex import Regex

#: What an evaluated node takes of the work of a line, in bytes; functions in functions; the widest field of a format.
_COST, _CALLS, _WIDEST = 400, 60, 1 << 16
_MOST_FIELDS = 100_000
_NUMBER = re.compile(r"[ \t\n]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_FORMAT = re.compile(r"%([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?([a-zA-Z%])")
_NAME = re.compile(r"([A-Za-z_]\w*)=(.*)", re.ASCII | re.DOTALL)


class _Seen(str):
    """A text from the input, which counts as a number if it looks like one."""


#: What a variable holds: a number, a text, a text of the input, or nothing yet.
Value = "float | str | None"


def _replacement(new: str, matched: str) -> str:
    """The replacement text of ``sub``: ``&`` is the match, unless a backslash precedes it."""
    said = {"&": matched, "\\\\&": "&"}
    return re.sub(r"\\\\&|\\&|&", lambda m: said.get(m[0], "&") if m[0] != "\\\\&" else "\\" + matched, new)


class _Jump(Exception):
    """``break``, ``continue``, ``next``, ``exit`` or ``return``."""

    def __init__(self, kind: str, value: Any = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


def number(value: Any) -> float:
    """Convert a value to a number, as awk does: the number that a text begins with, or 0."""
    if isinstance(value, float):
        return value
    found = _NUMBER.match(value) if value else None
    return float(found[0]) if found else 0.0


def _looks(value: Any) -> bool:
    """Whether a value compares as a number."""
    if isinstance(value, _Seen):
        found = _NUMBER.match(value)
        return found is not None and not value[found.end() :].strip()
    return value is None or isinstance(value, float)


class _Running:
    """One run of a program."""

    def __init__(self, call: Call, program: Program) -> None:
        self.call = call
        self.program = program
        self.spend = call.shell.spend
        self.variables: dict[str, Any] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "SUBSEP": "\x1c", "CONVFMT": "%.6g", "OFMT": "%.6g",
            "NR": 0.0, "FNR": 0.0, "NF": 0.0, "FILENAME": "", "RSTART": 0.0, "RLENGTH": -1.0,
        }  # fmt: skip
        self.arrays: dict[str, dict[str, Any]] = {
            "ENVIRON": {k: _Seen(v) for k, v in call.shell.variables.items()}
        }
        self.locals: list[dict[str, Any]] = []
        self.record = ""
        self.fields: list[str] = []
        self.split_yet = True
        self.output: list[str] = []
        self.errors: list[str] = []
        self.files: dict[str, list[str]] = {}
        self.appended: set[str] = set()
        self.regexes: dict[str, Regex] = {}
        self.ranges: set[int] = set()
        self.random = 0x9E3779B9
        self.seed = 0.0

    # Records

    def run(self, inputs: list[str]) -> int:
        code = 0
        try:
            self.rules("BEGIN")
            if any(rule.kind != "BEGIN" for rule in self.program.rules):
                self.records(inputs)
        except _Jump as jump:
            code = self.left(jump)
            if jump.kind != "exit":
                raise CommandError(f"{jump.kind} outside of its construct", 2) from None
        try:
            self.rules("END")
        except _Jump as jump:
            code = self.left(jump) if jump.kind == "exit" else code
        return code

    def left(self, jump: _Jump) -> int:
        return 0 if jump.value is None else int(number(jump.value)) & 0xFF

    def rules(self, kind: str) -> None:
        for rule in self.program.rules:
            if rule.kind == kind and rule.body is not None:
                self.do(rule.body)

    def records(self, inputs: list[str]) -> None:
        given = False
        for text in inputs:
            assignment = _NAME.fullmatch(text)
            if assignment:
                self.set_variable(assignment[1], _Seen(unescaped(assignment[2])))
                continue
            given = True
            self.file(text, read(self.call, text).decode("utf-8", "surrogateescape"))
        if not given:
            self.file("", self.call.stdin.decode("utf-8", "surrogateescape"))

    def file(self, name: str, text: str) -> None:
        self.variables["FILENAME"], self.variables["FNR"] = name, 0.0
        at = 0
        while at < len(text):
            separator = self.text(self.variables["RS"])
            if separator == "":
                paragraph = re.compile(r"\n*(.*?)(?:\n\n+|\n*\Z)", re.DOTALL).match(text, at)
                assert paragraph is not None
                record, at = paragraph[1], max(paragraph.end(), at + 1)
                if not record:
                    break
            elif len(separator) == 1:
                end = text.find(separator, at)
                end = len(text) if end < 0 else end
                record, at = text[at:end], end + 1
            else:
                spans = self.regex(separator).search(text, at)
                end, behind = (
                    (len(text), len(text)) if spans is None or spans[0][1] == spans[0][0] else spans[0]
                )
                record, at = text[at:end], behind
            self.set_record(record)
            for name_ in ("NR", "FNR"):
                self.variables[name_] = number(self.variables[name_]) + 1.0
            try:
                self.main_rules()
            except _Jump as jump:
                if jump.kind != "next":
                    raise

    def main_rules(self) -> None:
        for at, rule in enumerate(self.program.rules):
            if rule.kind or not self.chosen(at, rule.patterns):
                continue
            if rule.body is None:
                self.write("", self.record + self.text(self.variables["ORS"]), "")
            else:
                self.do(rule.body)

    def chosen(self, at: int, patterns: tuple[Node, ...]) -> bool:
        if len(patterns) < 2:
            return not patterns or self.true(self.value(patterns[0]))
        if at not in self.ranges and not self.true(self.value(patterns[0])):
            return False
        self.ranges.add(at)
        if self.true(self.value(patterns[1])):
            self.ranges.discard(at)
        return True

    def set_record(self, record: str) -> None:
        self.spend(len(record))
        self.record, self.split_yet = record, False

    def split_record(self) -> list[str]:
        if not self.split_yet:
            self.fields = [_Seen(part) for part in self.parts(self.record, self.text(self.variables["FS"]))]
            self.variables["NF"] = float(len(self.fields))
            self.split_yet = True
        return self.fields

    def parts(self, text: str, separator: str) -> list[str]:
        self.spend(64 * len(text))
        if separator == " ":
            return text.split()
        if not text:
            return []
        if separator == "":
            return list(text)
        if len(separator) == 1 and separator != "\\":
            return text.split(separator)
        found, at = [], 0
        regex = self.regex(separator)
        start = 0
        while start <= len(text) and (spans := regex.search(text, start)) is not None:
            begin, end = spans[0]
            if begin == end:
                start = end + 1
                continue
            found.append(text[at:begin])
            at = start = end
        return [*found, text[at:]]

    def joined_record(self) -> None:
        self.record = self.text(self.variables["OFS"]).join(self.fields)
        self.spend(len(self.record))

    # Values

    def text(self, value: Any, form: str = "CONVFMT") -> str:
        if value is None:
            return ""
        if isinstance(value, float):
            if value == math.floor(value) and abs(value) < 1e30:
                return str(int(value))
            return self.formatted(str(self.variables[form]), [value])
        return str(value)

    def true(self, value: Any) -> bool:
        if isinstance(value, float) or value is None:
            return bool(value)
        return number(value) != 0 if _looks(value) else bool(value)

    def regex(self, pattern: str) -> Regex:
        if pattern not in self.regexes:
            self.regexes[pattern] = Regex(pattern, extended=True, spend=self.spend)
        return self.regexes[pattern]

    def pattern(self, node: Node) -> Regex:
        return self.regex(node[1] if node[0] == "regex" else self.text(self.value(node)))

    def get_variable(self, name: str) -> Any:
        if self.locals and name in self.locals[-1]:
            found = self.locals[-1][name]
            return None if isinstance(found, dict) else found
        if name == "NF":
            self.split_record()
        return self.variables.get(name)

    def set_variable(self, name: str, value: Any) -> None:
        if self.locals and name in self.locals[-1]:
            self.locals[-1][name] = value
            return
        if name == "NF":
            count = int(number(value))
            if not 0 <= count <= _MOST_FIELDS:
                raise CommandError(f"NF is {count}", 2)
            self.split_record()
            self.fields = [*self.fields[:count], *[""] * (count - len(self.fields))]
            self.joined_record()
        self.variables[name] = value

    def array(self, name: str) -> dict[str, Any]:
        if self.locals and name in self.locals[-1]:
            found = self.locals[-1][name]
            if found is None:
                found = self.locals[-1][name] = {}
            if not isinstance(found, dict):
                raise CommandError(f"{name} is no array", 2)
            return found
        if name in self.variables:
            raise CommandError(f"{name} is no array", 2)
        return self.arrays.setdefault(name, {})

    def is_array(self, name: str) -> bool:
        if self.locals and name in self.locals[-1]:
            return isinstance(self.locals[-1][name], dict)
        return name in self.arrays and name not in self.variables

    def key(self, nodes: tuple[Node, ...]) -> str:
        return self.text(self.variables["SUBSEP"]).join(self.text(self.value(node)) for node in nodes)

    def field(self, at: float) -> Any:
        number_ = int(at)
        if number_ < 0:
            raise CommandError(f"field {number_}", 2)
        if number_ == 0:
            return _Seen(self.record)
        fields = self.split_record()
        return fields[number_ - 1] if number_ <= len(fields) else None

    def assign(self, target: Node, value: Any) -> Any:
        kind = target[0]
        if kind == "variable":
            self.set_variable(target[1], value)
        elif kind == "element":
            self.array(target[1])[self.key(target[2])] = value
            self.spend(_COST)
        elif kind == "field":
            at = int(number(self.value(target[1])))
            if at == 0:
                self.set_record(self.text(value))
            elif 0 < at <= _MOST_FIELDS:
                fields = self.split_record()
                fields.extend([""] * (at - len(fields)))
                fields[at - 1] = value if isinstance(value, str) else _Seen(self.text(value))
                self.variables["NF"] = float(len(fields))
                self.joined_record()
            else:
                raise CommandError(f"field {at}", 2)
        else:
            raise CommandError("syntax error: nothing that can be assigned to", 2)
        return value

    def value(self, node: Node) -> Any:
        self.spend(_COST)
        return _VALUES[node[0]](self, node)

    # Statements

    def do(self, node: Node) -> None:
        self.spend(_COST)
        _STATEMENTS[node[0]](self, node)

    def loop(self, body: Node) -> bool:
        """Run a loop's body once. Returns False to leave the loop."""
        try:
            self.do(body)
        except _Jump as jump:
            if jump.kind not in ("break", "continue"):
                raise
            return jump.kind == "continue"
        return True

    def write(self, way: str, text: str, path: str) -> None:
        self.spend(len(text))
        if not way or OUTPUTS.get(path) == 1:
            self.output.append(text)
        elif OUTPUTS.get(path) == 2:
            self.errors.append(text)
        else:
            if path not in self.files and way == ">>":
                self.appended.add(path)
            self.files.setdefault(path, []).append(text)

    def formatted(self, form: str, values: list[Any]) -> str:
        left = list(values)

        def one(found: re.Match[str]) -> str:
            flags, width, precision, letter = found.groups()
            if letter == "%":
                return "%"
            given = (width, precision)
            sizes = [str(int(number(left.pop(0) if left else None))) if one == "*" else one for one in given]
            if any(size and abs(int(size)) > _WIDEST for size in sizes):
                raise CommandError(f"format {found[0][:40]}: too wide", 2)
            value = left.pop(0) if left else None
            head = f"%{flags}{sizes[0]}" + (f".{sizes[1] or 0}" if sizes[1] is not None else "")
            if letter in "di":
                return self.whole(head + "d", value)
            if letter in "oxXu":
                return self.whole(head + letter.replace("u", "d"), value)
            if letter in "eEfFgG":
                return (head + letter) % number(value)
            if letter == "c":
                shown = (
                    chr(int(value) & 0x10FFFF)
                    if isinstance(value, float) and 0 < value < 0xD800
                    else self.text(value)[:1]
                )
                return f"%{flags.replace('0', '')}{sizes[0]}s" % shown
            if letter == "s":
                return (head + "s") % self.text(value)
            raise CommandError(f"bad format {found[0][:40]}", 2)

        made = _FORMAT.sub(one, form)
        self.spend(len(made))
        return made

    def whole(self, form: str, value: Any) -> str:
        found = number(value)
        return form % int(found) if math.isfinite(found) else str(found)

    # Functions

    def called(self, name: str, arguments: tuple[Node, ...]) -> Any:
        function = self.program.functions.get(name)
        if function is None:
            raise CommandError(f"function {name} is not defined", 2)
        if len(self.locals) >= _CALLS:
            raise LimitError("nested too deeply", 2)
        frame: dict[str, Any] = dict.fromkeys(function.parameters)
        for parameter, node in zip(function.parameters, arguments, strict=False):
            # A name that has no value yet may be an array there.
            if node[0] == "variable" and (self.is_array(node[1]) or self.get_variable(node[1]) is None):
                frame[parameter] = self.array(node[1])
            else:
                frame[parameter] = self.value(node)
        self.locals.append(frame)
        try:
            self.do(function.body)
        except _Jump as jump:
            if jump.kind != "return":
                raise
            return jump.value
        finally:
            self.locals.pop()
        return None

    def substituted(self, nodes: tuple[Node, ...], every: bool) -> float:
        target: Node = nodes[2] if len(nodes) > 2 else ("field", ("number", 0.0))
        regex, new = self.pattern(nodes[0]), self.text(self.value(nodes[1]))
        text = self.text(self.value(target))
        made: list[str] = []
        at, count, length = 0, 0, 0
        while at <= len(text) and (spans := regex.search(text, at)) is not None:
            begin, end = spans[0]
            said = _replacement(new, text[begin:end])
            made += [text[at:begin], said]
            length += len(said) + begin - at
            self.spend(5 * _COST + 4 * (len(said) + begin - at))
            count += 1
            if begin == end:
                made.append(text[end : end + 1])
            at = end + (begin == end)
            if not every:
                break
        if count:
            self.assign(target, "".join(made) + text[at:])
        return float(count)

    def built_in(self, name: str, nodes: tuple[Node, ...]) -> Any:
        if name in ("sub", "gsub"):
            return self.substituted(nodes, name == "gsub")
        if name == "split":
            text = self.text(self.value(nodes[0]))
            separator = self.text(self.variables["FS"])
            if len(nodes) > 2:
                separator = nodes[2][1] if nodes[2][0] == "regex" else self.text(self.value(nodes[2]))
            array = self.array(nodes[1][1])
            array.clear()
            array.update({str(n): _Seen(part) for n, part in enumerate(self.parts(text, separator), 1)})
            return float(len(array))
        if name == "match":
            spans = self.pattern(nodes[1]).search(self.text(self.value(nodes[0])))
            begin, end = (-1, -2) if spans is None else spans[0]
            self.variables["RSTART"], self.variables["RLENGTH"] = begin + 1.0, float(end - begin)
            return begin + 1.0
        if name == "length":
            if (
                nodes
                and nodes[0][0] == "variable"
                and (
                    nodes[0][1] in self.arrays
                    or (self.locals and isinstance(self.locals[-1].get(nodes[0][1]), dict))
                )
            ):
                return float(len(self.array(nodes[0][1])))
            return float(len(self.text(self.value(nodes[0])) if nodes else self.record))
        values = [self.value(node) for node in nodes]
        if name in ("tolower", "toupper"):
            text = self.text(values[0])
            return text.lower() if name == "tolower" else text.upper()
        if name == "index":
            return self.text(values[0]).find(self.text(values[1])) + 1.0
        if name == "substr":
            return self.part(*values)
        if name == "sprintf":
            return self.formatted(self.text(values[0]), values[1:])
        if name == "rand":
            self.random = (self.random * 1103515245 + 12345) & 0x7FFFFFFF
            return self.random / 0x80000000
        if name == "srand":
            before, self.seed = (
                self.seed,
                number(values[0]) if values else self.call.phone.clock.wall // 1000 + 0.0,
            )
            self.random = int(self.seed) & 0x7FFFFFFF
            return before
        return self.calculated(name, [number(value) for value in values])

    def part(self, value: Any, first: Any, length: Any = None) -> str:
        text = self.text(value)
        begin = round(number(first))
        end = len(text) + 1 if length is None else begin + round(number(length))
        return text[max(begin, 1) - 1 : max(end, 1) - 1]

    def calculated(self, name: str, numbers: list[float]) -> float:
        try:
            if name == "int":
                return float(math.trunc(numbers[0]))
            found: float = getattr(math, name)(*numbers)
            return found
        except (ValueError, OverflowError):
            return math.nan if name in ("log", "sqrt") or not math.isinf(numbers[0]) else math.inf

    def math(self, operator: str, left: float, right: float) -> float:
        try:
            if operator == "+":
                return left + right
            if operator == "-":
                return left - right
            if operator == "*":
                return left * right
            if operator == "/":
                return left / right
            return math.fmod(left, right) if operator == "%" else float(math.pow(left, right))
        except ZeroDivisionError:
            raise CommandError("division by zero", 2) from None
        except (ValueError, OverflowError):
            if operator == "%" and right == 0:
                raise CommandError("division by zero", 2) from None
            return math.nan if operator == "%" else math.inf

    def compared(self, operator: str, left: Any, right: Any) -> bool:
        a: Any
        b: Any
        a, b = (
            (number(left), number(right))
            if _looks(left) and _looks(right)
            else (self.text(left), self.text(right))
        )
        return bool(
            {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">": a > b, ">=": a >= b}[operator]
        )


# Expressions, by their kind


def _assigned(run: _Running, node: Node) -> Any:
    _, operator, target, source = node
    value = run.value(source)
    if operator:
        value = run.math(operator, number(run.value(target)), number(value))
    return run.assign(target, value)


def _counted(run: _Running, node: Node) -> float:
    _, operator, before, target = node
    old = number(run.value(target))
    new = old + 1 if operator == "+" else old - 1
    run.assign(target, new)
    return new if before else old


def _joined(run: _Running, node: Node) -> str:
    made = run.text(run.value(node[1])) + run.text(run.value(node[2]))
    run.spend(len(made))
    return made


def _element(run: _Running, node: Node) -> Any:
    return run.array(node[1]).setdefault(run.key(node[2]), None)


def _matched(run: _Running, node: Node) -> float:
    text = run.text(run.value(node[2]))
    run.spend(len(text))
    return float((run.pattern(node[3]).search(text) is not None) is node[1])


def _listed(run: _Running, node: Node) -> Any:
    raise CommandError("syntax error: a list where one value is wanted", 2)


_VALUES: dict[str, Callable[[_Running, Node], Any]] = {
    "number": lambda run, node: node[1],
    "string": lambda run, node: node[1],
    "regex": lambda run, node: float(run.regex(node[1]).search(run.record) is not None),
    "variable": lambda run, node: run.get_variable(node[1]),
    "element": _element,
    "field": lambda run, node: run.field(number(run.value(node[1]))),
    "group": lambda run, node: run.value(node[1]),
    "list": _listed,
    "assign": _assigned,
    "choice": lambda run, node: run.value(node[2] if run.true(run.value(node[1])) else node[3]),
    "or": lambda run, node: float(run.true(run.value(node[1])) or run.true(run.value(node[2]))),
    "and": lambda run, node: float(run.true(run.value(node[1])) and run.true(run.value(node[2]))),
    "in": lambda run, node: float(run.key(node[1]) in run.array(node[2])),
    "match": _matched,
    "compare": lambda run, node: float(run.compared(node[1], run.value(node[2]), run.value(node[3]))),
    "join": _joined,
    "math": lambda run, node: run.math(node[1], number(run.value(node[2])), number(run.value(node[3]))),
    "not": lambda run, node: float(not run.true(run.value(node[2]))),
    "sign": lambda run, node: -number(run.value(node[2])) if node[1] == "-" else number(run.value(node[2])),
    "count": _counted,
    "call": lambda run, node: run.called(node[1], node[2]),
    "built in": lambda run, node: run.built_in(node[1], node[2]),
}


# Statements, by their kind


def _block(run: _Running, node: Node) -> None:
    for one in node[1:]:
        run.do(one)


def _if(run: _Running, node: Node) -> None:
    run.do(node[2] if run.true(run.value(node[1])) else node[3])


def _while(run: _Running, node: Node) -> None:
    while run.true(run.value(node[1])):
        if not run.loop(node[2]):
            break


def _do(run: _Running, node: Node) -> None:
    while run.loop(node[1]) and run.true(run.value(node[2])):
        pass


def _for(run: _Running, node: Node) -> None:
    run.do(node[1])
    while run.true(run.value(node[2])):
        if not run.loop(node[4]):
            break
        run.do(node[3])


def _for_in(run: _Running, node: Node) -> None:
    for key in list(run.array(node[2])):
        run.set_variable(node[1], _Seen(key))
        if not run.loop(node[3]):
            break


def _jump(run: _Running, node: Node) -> None:
    raise _Jump(node[0], run.value(node[1]) if len(node) > 1 and node[1] is not None else None)


def _delete(run: _Running, node: Node) -> None:
    array = run.array(node[1])
    if node[2] is None:
        array.clear()
    else:
        array.pop(run.key(node[2]), None)


def _print(run: _Running, node: Node) -> None:
    kind, nodes, way, target = node
    values = [run.value(one) for one in nodes]
    if kind == "printf":
        if not values:
            raise CommandError("printf without a format", 2)
        text = run.formatted(run.text(values[0]), values[1:])
    elif values:
        text = run.text(run.variables["OFS"]).join(run.text(value, "OFMT") for value in values)
        text += run.text(run.variables["ORS"])
    else:
        text = run.record + run.text(run.variables["ORS"])
    run.write(way, text, run.text(run.value(target)) if way else "")


_STATEMENTS: dict[str, Callable[[_Running, Node], None]] = {
    "block": _block, "if": _if, "while": _while, "do": _do, "for": _for, "for in": _for_in, "break": _jump,
    "continue": _jump, "next": _jump, "exit": _jump, "return": _jump, "delete": _delete, "print": _print,
    "printf": _print, "do expression": lambda run, node: run.value(node[1]) and None,
}  # fmt: skip


def awk(call: Call) -> Result:
    """``awk [-F SEPARATOR] [-v NAME=VALUE] PROGRAM|-f FILE [FILE|NAME=VALUE...]``. Programs can't start commands."""
    words = list(call.arguments)
    text, separator, assignments = None, None, []
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word == "--":
            break
        letter, value = word[1:2], word[2:]
        if letter not in ("F", "v", "f"):
            raise CommandError(f"unknown option -{letter}", 2)
        if not value:
            if not words:
                raise CommandError(f"missing argument to -{letter}", 2)
            value = words.pop(0)
        if letter == "F":
            separator = "\t" if value == "t" else unescaped(value)
        elif letter == "v":
            assignments.append(value)
        else:
            text = (text or "") + read(call, value).decode("utf-8", "replace") + "\n"
    if text is None:
        if not words:
            raise CommandError("usage: awk [-F SEPARATOR] [-v NAME=VALUE] PROGRAM|-f FILE [FILE...]", 2)
        text = words.pop(0)
    run = _Running(call, parse(text))
    run.variables["ARGC"] = len(words) + 1.0
    run.arrays["ARGV"] = {str(n): _Seen(word) for n, word in enumerate(["awk", *words])}
    if separator is not None:
        run.variables["FS"] = separator
    for given in assignments:
        found = _NAME.fullmatch(given)
        if found is None:
            raise CommandError(f"bad -v {given[:40]!r}", 2)
        run.variables[found[1]] = _Seen(unescaped(found[2]))
    try:
        code, error = run.run(words), ""
    except LimitError:
        raise
    except CommandError as wrong:
        code, error = wrong.code, f"awk: {wrong}\n"
    phone = call.phone
    for path, parts in run.files.items():
        place = resolved(call, path)
        check_place(call.shell.tree(phone), place, path)
        old = read(call, path) if path in run.appended and call.shell.tree(phone).is_file(place) else b""
        phone = write_file(phone, place, old + "".join(parts).encode("utf-8", "surrogateescape"), path)
    said = ("".join(run.errors) + error).encode("utf-8", "surrogateescape")
    return Result(phone, "".join(run.output).encode("utf-8", "surrogateescape"), said, code)


COMMANDS: dict[str, Command] = {"awk": awk}
