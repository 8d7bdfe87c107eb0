"""The shell's arithmetic: ``$((...))`` and ``let``, with 32-bit integers as in Android's mksh."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from typing import NoReturn

from bmoca_gym.handset.shell.arrays import element
from bmoca_gym.handset.shell.call import CommandError

#: Letters of an expression, and brackets and operators in each other.
LENGTH_LIMIT = 4096
DEPTH_LIMIT = 24

_TOKEN = re.compile(
    r"\s*(?:(\d+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|\d+)|([A-Za-z_]\w*(?:\[\w{1,20}\])?)|"
    r"(<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&^|]=|[-+*/%<>=!~&^|?:(),]))",
    re.ASCII,
)
#: Operators of two sides by how tightly they bind.
_BINDING = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7, "<<": 8, ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>="}


def wrapped(number: int) -> int:
    """Wrap a number to 32 bits, signed."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def evaluate(text: str, variables: MutableMapping[str, str]) -> int:
    """Evaluate an expression. Assignments in it change ``variables``.

    Raises:
        CommandError: it is malformed, too long or nested too deeply, or divides by zero.
    """
    if len(text) > LENGTH_LIMIT:
        raise CommandError("expression too long")
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if found is None:
            raise CommandError(f"{text[:60]}: unexpected '{text[at:].strip()[:1]}'")
        tokens.append(found[0].strip())
        at = found.end()
    if not tokens:
        return 0
    expression = _Expression(text, tokens, variables)
    value = expression.list(0)
    if expression.tokens:
        expression.unexpected()
    return value


class _Expression:
    def __init__(self, text: str, tokens: list[str], variables: MutableMapping[str, str]) -> None:
        self.text = text
        self.tokens = tokens[::-1]  # the next one is the last
        self.variables = variables
        self.skipped = 0

    def peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def unexpected(self) -> NoReturn:
        shown = f"'{self.peek()}'" if self.tokens else "end of expression"
        raise CommandError(f"{self.text[:60]}: unexpected {shown}")

    def take(self, token: str) -> None:
        if self.peek() != token:
            self.unexpected()
        self.tokens.pop()

    def list(self, depth: int) -> int:
        value = self.assignment(depth)
        while self.peek() == ",":
            self.tokens.pop()
            value = self.assignment(depth)
        return value

    def assignment(self, depth: int) -> int:
        name, operator = self.peek(), self.tokens[-2] if len(self.tokens) > 1 else ""
        if not (operator in _ASSIGNING and _is_name(name)):
            return self.choice(depth)
        if depth > DEPTH_LIMIT:
            raise CommandError("expression nested too deeply")
        del self.tokens[-2:]
        value = self.assignment(depth + 1)
        if operator != "=":
            value = self.applied(operator[:-1], self.value_of(name), value)
        return self.assign(name, value)

    def assign(self, name: str, value: int) -> int:
        if not self.skipped:
            self.variables[self.key(name)] = str(value)
        return value

    def key(self, name: str) -> str:
        """The key of a variable or of an array element: ``a[1]``, ``a[i]``."""
        array, bracket, index = name.partition("[")
        if not bracket:
            return name
        number = _number(index[:-1]) if index[0].isdecimal() else self.value_of(index[:-1])
        return element(array, number)

    def choice(self, depth: int) -> int:
        condition = self.binary(1, depth)
        if self.peek() != "?":
            return condition
        if depth > DEPTH_LIMIT:
            raise CommandError("expression nested too deeply")
        self.tokens.pop()
        first = self.unless(not condition, lambda: self.list(depth + 1))
        self.take(":")
        second = self.unless(bool(condition), lambda: self.choice(depth + 1))
        return first if condition else second

    def unless(self, skipped: bool, read: Callable[[], int]) -> int:
        """Read a part. If it is ``skipped``, it has no effects: no assignments, no division by zero."""
        self.skipped += skipped
        value = read()
        self.skipped -= skipped
        return value

    def binary(self, least: int, depth: int) -> int:
        if depth > DEPTH_LIMIT:
            raise CommandError("expression nested too deeply")
        left = self.unary(depth)
        while (binding := _BINDING.get(self.peek(), 0)) >= least:
            operator = self.tokens.pop()
            short = (operator == "&&" and not left) or (operator == "||" and bool(left))
            right = self.unless(short, lambda tighter=binding + 1: self.binary(tighter, depth + 1))  # type: ignore[misc]
            left = self.applied(operator, left, right)
        return left

    def unary(self, depth: int) -> int:
        signs: list[str] = []
        while self.peek() in ("-", "+", "!", "~"):
            signs.append(self.tokens.pop())
        value = self.primary(depth)
        for sign in reversed(signs):
            value = wrapped({"-": -value, "+": value, "!": int(not value), "~": ~value}[sign])
        return value

    def primary(self, depth: int) -> int:
        token = self.peek()
        if token == "(":
            self.tokens.pop()
            value = self.list(depth + 1) if depth <= DEPTH_LIMIT else self.binary(1, depth + 1)
            self.take(")")
            return value
        if token in ("++", "--"):
            self.tokens.pop()
            name = self.peek()
            if not _is_name(name):
                self.unexpected()
            self.tokens.pop()
            return self.assign(name, wrapped(self.value_of(name) + (1 if token == "++" else -1)))
        if not token or not (token[0].isalnum() or token[0] == "_"):
            self.unexpected()
        self.tokens.pop()
        if not _is_name(token):
            return _number(token)
        value = self.value_of(token)
        if self.peek() in ("++", "--"):
            self.assign(token, wrapped(value + (1 if self.tokens.pop() == "++" else -1)))
        return value

    def value_of(self, name: str) -> int:
        text = self.variables.get(self.key(name), "").strip()
        digits = text[1:] if text[:1] in ("-", "+") else text
        if not text:
            return 0
        if not (digits[:1].isdecimal() and digits.isascii() and digits.replace("#", "", 1).isalnum()):
            raise CommandError(f"{text[:60]}: unexpected '{text[:1]}'")
        return wrapped(-_number(digits)) if text[0] == "-" else _number(digits)

    def applied(self, operator: str, a: int, b: int) -> int:
        if operator in ("/", "%"):
            if b == 0:
                if self.skipped:
                    return 0
                raise CommandError(f"{self.text[:60]}: zero divisor")
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return wrapped(quotient if operator == "/" else a - quotient * b)
        if operator in ("<<", ">>"):
            return wrapped(a << (b & 31) if operator == "<<" else a >> (b & 31))
        results: dict[str, Callable[[], int]] = {
            "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "&": lambda: a & b, "|": lambda: a | b,
            "^": lambda: a ^ b, "&&": lambda: int(bool(a and b)), "||": lambda: int(bool(a or b)),
            "==": lambda: int(a == b), "!=": lambda: int(a != b), "<": lambda: int(a < b), "<=": lambda: int(a <= b),
            ">": lambda: int(a > b), ">=": lambda: int(a >= b),
        }  # fmt: skip
        return wrapped(results[operator]())


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"


def _number(text: str) -> int:
    """A number: ``12``, ``0x1f``, or ``2#101`` in a base from 2 to 36."""
    try:
        if text[:2] in ("0x", "0X"):
            return wrapped(int(text[2:], 16))
        base, mark, digits = text.partition("#")
        if not mark:
            return wrapped(int(text))
        if 2 <= int(base) <= 36:
            return wrapped(int(digits, int(base)))
    except ValueError:
        pass
    raise CommandError(f"{text[:60]}: bad number")
