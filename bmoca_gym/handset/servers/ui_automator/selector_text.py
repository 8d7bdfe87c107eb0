"""UI Automator's selectors as Java code, such as ``new UiSelector().text("Clock").instance(0)``: parsed, not run."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bmoca_gym.handset.servers.errors import SelectorError
from bmoca_gym.handset.servers.ui_automator.selectors import Selector

LONGEST_TEXT = 8192
_DEEPEST = 16
#: How often UiScrollable scrolls in search of something.
SEARCH_SWIPES = 30

_TOKEN = re.compile(
    r"""\s*(?:(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<number>\d{1,10})|(?P<text>"(?:[^"\\]|\\.)*")|(?P<sign>[.(),;]))""",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_STEPS = {"childSelector": "child", "fromParent": "sibling"}
#: Methods of UiScrollable that look for something, and what of it they are told.
_SEARCHES = {
    "scrollIntoView": "", "scrollTextIntoView": "text", "scrollDescriptionIntoView": "description",
    "getChildByText": "text", "getChildByDescription": "description",
}  # fmt: skip
_MOVES = (
    "scrollForward", "scrollBackward", "flingForward", "flingBackward", "scrollToEnd", "scrollToBeginning",
    "flingToEnd", "flingToBeginning",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Search:
    """A parsed search: the elements of ``selector``, or those of ``wanted`` after scrolling ``selector`` to them.

    ``move``: a scroll without anything to look for, by UiScrollable's name for it.
    """

    selector: Selector
    wanted: Selector | None = None
    move: str = ""
    vertical: bool = True
    most_swipes: int = SEARCH_SWIPES


class _Token(NamedTuple):
    kind: str
    value: Any


def parse(text: str) -> Search:
    """Parse a search.

    Raises:
        SelectorError: it is not a selector; the message says where it stops being one.
    """
    reader = _Reader(_tokens(text))
    search = reader.search()
    reader.take(";")
    if reader.left:
        raise SelectorError(f"more than a selector: {reader.left[0].value!s:.40}")
    return search


def _tokens(text: str) -> list[_Token]:
    if len(text) > LONGEST_TEXT:
        raise SelectorError(f"a selector of over {LONGEST_TEXT} letters")
    tokens = []
    at, text = 0, text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise SelectorError(f"no UiSelector from {text[at : at + 40]!r} on")
        kind = found.lastgroup or ""
        value: Any = found[kind]
        if kind == "number":
            value = int(value)
        elif kind == "text":
            value = re.sub(r"\\u([0-9A-Fa-f]{4})|\\(.)", _unescaped, value[1:-1], flags=re.DOTALL)
        tokens.append(_Token(kind, value))
        at = found.end()
    return tokens


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])


class _Reader:
    """Parses tokens from left to right."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.left = tokens
        self._depth = 0

    def take(self, value: str) -> bool:
        """Skip a name or a sign if it is next."""
        if self.left and self.left[0].kind in ("name", "sign") and self.left[0].value == value:
            del self.left[0]
            return True
        return False

    def need(self, value: str) -> None:
        if not self.take(value):
            found = repr(self.left[0].value)[:40] if self.left else "the end"
            raise SelectorError(f"{value!r} is missing before {found}")

    def name(self) -> str:
        if not self.left or self.left[0].kind != "name":
            raise SelectorError("the name of a method is missing")
        return str(self.left.pop(0).value)

    def search(self) -> Search:
        new = self.take("new")
        if self.take("UiScrollable"):
            return self.scrollable()
        if new or (self.left and self.left[0].value == "UiSelector"):
            return Search(self.selector())
        self.take(".")
        return Search(self.criteria(Selector()))

    def selector(self) -> Selector:
        """Parse ``[new] UiSelector().criterion(value)...``."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise SelectorError("selectors nested too deeply")
        self.take("new")
        self.need("UiSelector")
        self.need("(")
        self.need(")")
        found = self.criteria(Selector()) if self.take(".") else Selector()
        self._depth -= 1
        return found

    def criteria(self, selector: Selector) -> Selector:
        while True:
            name = self.name()
            self.need("(")
            if name in _STEPS:
                selector = selector.with_step(_STEPS[name], self.selector())
            else:
                selector = selector.with_criterion(name, self.value())
            self.need(")")
            if not self.take("."):
                return selector

    def value(self) -> Any:
        if not self.left or self.left[0].kind == "sign":
            raise SelectorError("a value is missing")
        token = self.left.pop(0)
        if token.kind != "name":
            return token.value
        if token.value in ("true", "false"):
            return token.value == "true"
        raise SelectorError(f"{token.value[:40]!r} is not a value")

    def scrollable(self) -> Search:
        """Parse ``UiScrollable(SELECTOR).setAsVerticalList().scrollIntoView(SELECTOR)`` after the name."""
        self.need("(")
        search = Search(self.selector())
        self.need(")")
        while self.take("."):
            name = self.name()
            self.need("(")
            if name in ("setAsVerticalList", "setAsHorizontalList"):
                search = replace(search, vertical=name == "setAsVerticalList")
            elif name == "setMaxSearchSwipes":
                search = replace(search, most_swipes=min(self.whole(), 500))
            elif name in _SEARCHES:
                search = replace(search, wanted=self.wanted(name))
            elif name in _MOVES:
                given = self.whole() if self.left and self.left[0].kind == "number" else search.most_swipes
                search = replace(search, move=name, most_swipes=min(given, 500))
            else:
                raise SelectorError(f"UiScrollable has no method {name[:40]!r} here")
            self.need(")")
        return search

    def wanted(self, name: str) -> Selector:
        criterion = _SEARCHES[name]
        if not criterion:
            return self.selector()
        base = Selector()
        if name.startswith("getChildBy"):
            base = self.selector()
            self.need(",")
        return base.with_criterion(criterion, self.value())

    def whole(self) -> int:
        value = self.value()
        if type(value) is not int:
            raise SelectorError(f"{str(value)[:40]!r} is not a number")
        return value
