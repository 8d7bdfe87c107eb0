"""Parser of ``awk``: turns a program into rules and functions, whose statements and expressions are tuples.

It supports POSIX's language except ``getline``, pipes and ``system``: this ``awk`` starts no commands.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from bmoca_gym.handset.shell.call import CommandError

#: A statement or an expression: its kind, and what belongs to it.
Node = tuple[Any, ...]

_DEPTH_LIMIT, _LENGTH_LIMIT = 60, 1 << 17
_KEYWORDS = {
    "BEGIN", "END", "function", "func", "if", "else", "while", "for", "do", "break", "continue", "next", "exit",
    "return", "delete", "in", "print", "printf",
}  # fmt: skip
FUNCTIONS = {
    "atan2": (2, 2), "cos": (1, 1), "exp": (1, 1), "gsub": (2, 3), "index": (2, 2), "int": (1, 1), "length": (0, 1),
    "log": (1, 1), "match": (2, 2), "rand": (0, 0), "sin": (1, 1), "split": (2, 3), "sprintf": (1, 99), "sqrt": (1, 1),
    "srand": (0, 1), "sub": (2, 3), "substr": (2, 3), "tolower": (1, 1), "toupper": (1, 1),
}  # fmt: skip
_REFUSED = {"getline", "system", "close", "fflush"}
_TOKEN = re.compile(
    r"""(?P<space>(?:[ \t\r]|\\\n|\#[^\n]*)+)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
    |(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<call>[A-Za-z_]\w*(?=\())|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>\*\*=|\|\||&&|\+\+|--|\+=|-=|\*=|/=|%=|\^=|==|<=|>=|!=|!~|>>|\*\*|[-+*/%^!<>|?:~$=,;(){}\[\]\n])""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_REGEX = re.compile(r"/((?:[^/\\\n\[]|\\.|\[\^?\]?[^\]\n]*\])*)/")
_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    '"': '"',
    "/": "/",
}
_ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "^=", "**="}
_COMPARISONS = {"<", "<=", "==", "!=", ">", ">="}


class Token(NamedTuple):
    """``kind``: number, string, regex, name, call (a name before a bracket), word (a keyword), sign or end."""

    kind: str
    text: str


class Rule(NamedTuple):
    """``kind``: BEGIN, END or "" (with 0, 1 or 2 ``patterns``). A ``body`` of None prints the record."""

    kind: str
    patterns: tuple[Node, ...]
    body: Node | None


class Function(NamedTuple):
    """A function of the program."""

    parameters: tuple[str, ...]
    body: Node


class Program(NamedTuple):
    """A parsed program."""

    rules: tuple[Rule, ...]
    functions: dict[str, Function]


def unescaped(text: str) -> str:
    """Replace backslash escapes, as in a string or a command line assignment."""
    octal = re.sub(r"\\([0-7]{1,3})", lambda m: chr(int(m[1], 8) & 0xFF), text)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], "\\" + m[1]), octal, flags=re.DOTALL)


def _tokens(text: str) -> list[Token]:
    if len(text) > _LENGTH_LIMIT:
        raise CommandError("program too long", 2)
    found: list[Token] = []
    at = 0
    while at < len(text):
        before = found[-1] if found else Token("end", "")
        operand = before.kind in ("number", "string", "regex", "name") or before.text in (
            ")",
            "]",
            "$",
            "++",
            "--",
        )
        if text[at] == "/" and not operand and (regex := _REGEX.match(text, at)):
            found.append(Token("regex", regex[1].replace("\\/", "/")))
            at = regex.end()
            continue
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise CommandError(f"syntax error near {text[at : at + 20]!r}", 2)
        kind, written = match.lastgroup, match[0]
        at = match.end()
        if kind == "string":
            found.append(Token(kind, unescaped(written[1:-1])))
        elif kind != "space":
            word = kind in ("call", "name") and written in _KEYWORDS
            found.append(Token("word" if word else kind, written))
    return [*found, Token("end", "")]


def parse(text: str) -> Program:
    """Parse a program.

    Raises:
        CommandError: it is malformed, or uses what this ``awk`` does not have.
    """
    return _Parser(_tokens(text)).program()


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    # Tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def sees(self, *texts: str) -> bool:
        return self.token.kind in ("sign", "word") and self.token.text in texts

    def takes(self, *texts: str) -> str:
        if not self.sees(*texts):
            return ""
        self.at += 1
        return self.tokens[self.at - 1].text

    def expect(self, text: str) -> None:
        if not self.takes(text):
            self.fail()

    def fail(self) -> None:
        shown = "end of program" if self.token.kind == "end" else repr(self.token.text)
        raise CommandError(f"syntax error at {shown}", 2)

    def lines(self) -> None:
        while self.takes("\n", ";"):
            pass

    def breaks(self) -> None:
        while self.takes("\n"):
            pass

    # Rules

    def program(self) -> Program:
        rules: list[Rule] = []
        functions: dict[str, Function] = {}
        self.lines()
        while self.token.kind != "end":
            if self.takes("function", "func"):
                name = self.token.text
                self.at += 1
                self.expect("(")
                parameters: list[str] = []
                while not self.takes(")"):
                    parameters.append(self.token.text)
                    if self.token.kind != "name":
                        self.fail()
                    self.at += 1
                    self.takes(",")
                self.breaks()
                functions[name] = Function(tuple(parameters), self.block())
            elif kind := self.takes("BEGIN", "END"):
                rules.append(Rule(kind, (), self.block()))
            else:
                patterns: tuple[Node, ...] = ()
                if not self.sees("{"):
                    patterns = (self.expression(),)
                    if self.takes(","):
                        self.breaks()
                        patterns = (*patterns, self.expression())
                rules.append(Rule("", patterns, self.block() if self.sees("{") else None))
            self.lines()
        return Program(tuple(rules), functions)

    def block(self) -> Node:
        self.expect("{")
        body: list[Node] = []
        self.lines()
        while not self.takes("}"):
            body.append(self.statement())
            self.lines()
        return ("block", *body)

    # Statements

    def statement(self) -> Node:
        self.depth += 1
        if self.depth > _DEPTH_LIMIT:
            raise CommandError("nested too deeply", 2)
        made = self.one_statement()
        self.depth -= 1
        return made

    def ends(self) -> None:
        if not (self.takes(";", "\n") or self.sees("}") or self.token.kind == "end"):
            self.fail()

    def body(self) -> Node:
        self.breaks()
        if self.takes(";"):
            return ("block",)
        return self.statement()

    def one_statement(self) -> Node:
        if self.sees("{"):
            return self.block()
        if self.takes("if"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            then = self.body()
            kept = self.at
            self.lines()
            if self.takes("else"):
                return ("if", condition, then, self.body())
            self.at = kept
            return ("if", condition, then, ("block",))
        if self.takes("while"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("while", condition, self.body())
        if self.takes("do"):
            inside = self.body()
            self.lines()
            self.expect("while")
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("do", inside, condition)
        if self.takes("for"):
            return self.for_loop()
        made = self.simple()
        self.ends()
        return made

    def for_loop(self) -> Node:
        self.expect("(")
        ahead = self.tokens[self.at : self.at + 4]
        if (
            [t.kind for t in ahead[:3]] == ["name", "word", "name"]
            and ahead[1].text == "in"
            and ahead[3].text == ")"
        ):
            self.at += 4
            return ("for in", ahead[0].text, ahead[2].text, self.body())
        begin = ("block",) if self.sees(";") else self.simple()
        self.expect(";")
        self.breaks()
        condition = ("number", 1.0) if self.sees(";") else self.expression()
        self.expect(";")
        self.breaks()
        step = ("block",) if self.sees(")") else self.simple()
        self.expect(")")
        return ("for", begin, condition, step, self.body())

    def simple(self) -> Node:
        if kind := self.takes("print", "printf"):
            return self.printing(kind)
        if word := self.takes("break", "continue", "next"):
            return (word,)
        if word := self.takes("exit", "return"):
            empty = self.sees(";", "\n", "}") or self.token.kind == "end"
            return (word, None if empty else self.expression())
        if self.takes("delete"):
            name = self.token.text
            self.at += 1
            return ("delete", name, self.subscript() if self.takes("[") else None)
        return ("do expression", self.expression())

    def subscript(self) -> tuple[Node, ...]:
        found = [self.expression()]
        while self.takes(","):
            found.append(self.expression())
        self.expect("]")
        return tuple(found)

    def printing(self, kind: str) -> Node:
        values: tuple[Node, ...] = ()
        if not (self.sees(";", "\n", "}", ">", ">>", "|") or self.token.kind == "end"):
            first = self.expression(False)
            values = first[1] if first[0] == "list" else (first,)
            while self.takes(","):
                self.breaks()
                values = (*values, self.expression(False))
        if self.sees("|"):
            raise CommandError("pipes are not supported", 2)
        way = self.takes(">", ">>")
        return (kind, values, way, self.concatenation(False) if way else None)

    # Expressions

    def expression(self, larger: bool = True) -> Node:
        """Parse an expression. ``larger``: ``>`` compares; in ``print`` it names a file instead."""
        self.depth += 1
        if self.depth > _DEPTH_LIMIT:
            raise CommandError("nested too deeply", 2)
        left = self.choice(larger)
        if self.sees(*_ASSIGNMENTS) and left[0] in ("variable", "element", "field"):
            operator = self.takes(*_ASSIGNMENTS)
            self.breaks()
            left = ("assign", operator[:-1].replace("**", "^"), left, self.expression(larger))
        self.depth -= 1
        return left

    def choice(self, larger: bool) -> Node:
        condition = self.either(larger)
        if not self.takes("?"):
            return condition
        self.breaks()
        yes = self.expression(larger)
        self.breaks()
        self.expect(":")
        self.breaks()
        return ("choice", condition, yes, self.expression(larger))

    def either(self, larger: bool) -> Node:
        left = self.both(larger)
        while self.takes("||"):
            self.breaks()
            left = ("or", left, self.both(larger))
        return left

    def both(self, larger: bool) -> Node:
        left = self.member(larger)
        while self.takes("&&"):
            self.breaks()
            left = ("and", left, self.member(larger))
        return left

    def member(self, larger: bool) -> Node:
        left = self.matching(larger)
        while self.takes("in"):
            left = ("in", left[1] if left[0] == "list" else (left,), self.token.text)
            self.at += 1
        return left

    def matching(self, larger: bool) -> Node:
        left = self.comparison(larger)
        while operator := self.takes("~", "!~"):
            left = ("match", operator == "~", left, self.comparison(larger))
        return left

    def comparison(self, larger: bool) -> Node:
        left = self.concatenation(larger)
        if self.sees(*(_COMPARISONS if larger else _COMPARISONS - {">"})):
            operator = self.takes(*_COMPARISONS)
            return ("compare", operator, left, self.concatenation(larger))
        return left

    def concatenation(self, larger: bool) -> Node:
        left = self.sum()
        while self.token.kind in ("number", "string", "name", "call") or self.sees(
            "$", "!", "(", "-", "+", "++", "--"
        ):
            left = ("join", left, self.sum())
        return left

    def sum(self) -> Node:
        left = self.product()
        while operator := self.takes("+", "-"):
            left = ("math", operator, left, self.product())
        return left

    def product(self) -> Node:
        left = self.unary()
        while operator := self.takes("*", "/", "%"):
            left = ("math", operator, left, self.unary())
        return left

    def unary(self) -> Node:
        if operator := self.takes("!", "-", "+"):
            self.depth += 1
            if self.depth > _DEPTH_LIMIT:
                raise CommandError("nested too deeply", 2)
            made = ("not" if operator == "!" else "sign", operator, self.unary())
            self.depth -= 1
            return made
        return self.power()

    def power(self) -> Node:
        left = self.counted()
        if self.takes("^", "**"):
            return ("math", "^", left, self.unary())
        return left

    def counted(self) -> Node:
        if operator := self.takes("++", "--"):
            return ("count", operator[0], True, self.primary())
        left = self.primary()
        if left[0] in ("variable", "element", "field") and (operator := self.takes("++", "--")):
            return ("count", operator[0], False, left)
        return left

    def primary(self) -> Node:
        token = self.token
        self.at += 1
        if token.kind == "number":
            return ("number", float(token.text))
        if token.kind in ("string", "regex"):
            return (token.kind, token.text)
        if token.kind == "name" and token.text in _REFUSED:
            raise CommandError(f"{token.text} is not supported", 2)
        if token.kind == "name" and token.text in FUNCTIONS:
            return ("built in", token.text, ())  # length without brackets
        if token.kind == "name":
            return ("element", token.text, self.subscript()) if self.takes("[") else ("variable", token.text)
        if token.kind == "call":
            return self.call(token.text)
        if token.kind == "sign" and token.text == "$":
            return ("field", self.counted())
        if token.kind == "sign" and token.text == "(":
            found = [self.expression()]
            while self.takes(","):
                self.breaks()
                found.append(self.expression())
            self.expect(")")
            return ("list", tuple(found)) if len(found) > 1 else ("group", found[0])
        self.at -= 1
        self.fail()
        raise AssertionError

    def call(self, name: str) -> Node:
        if name in _REFUSED:
            raise CommandError(f"{name} is not supported", 2)
        self.expect("(")
        arguments: list[Node] = []
        while not self.takes(")"):
            arguments.append(self.expression())
            self.breaks()
            if not self.takes(",") and not self.sees(")"):
                self.fail()
            self.breaks()
        least, most = FUNCTIONS.get(name, (0, 99))
        if not least <= len(arguments) <= most:
            raise CommandError(f"{name} takes {least} to {most} arguments, not {len(arguments)}", 2)
        return ("built in" if name in FUNCTIONS else "call", name, tuple(arguments))
