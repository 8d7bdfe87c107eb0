"""Style sheets and their rules, indexed by what their selectors require.

Any text is accepted: what can't be parsed is skipped, as CSS requires.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.css.selectors import (
    MOST_PARTS,
    Selector,
    Styled,
    asks_below,
    asks_beside,
    attributes_of,
    matches,
    parse_selector,
)
from bmoca_gym.handset.web.css.shorthands import ALIASES, expand
from bmoca_gym.handset.web.css.values import listed, resolved
from bmoca_gym.handset.web.media import holds
from bmoca_gym.handset.web.nodes import MOST_DEEP, Node, Viewport

#: The longest sheet that is read, in characters, and the most rules in one.
LONGEST_SHEET: Final = 2_000_000
MOST_RULES: Final = 20_000
#: The most comparisons allowed to match rules to all elements of a document.
MOST_COMPARED: Final = 10_000_000
#: How many siblings can be counted in the time of one comparison.
_COUNTED: Final = 20
#: The deepest nesting of rules.
_DEEPEST: Final = 8
_SCREEN: Final = Viewport(411.0)


class Declaration(NamedTuple):
    """A property and its value, and whether it is ``!important``."""

    name: str
    value: str
    important: bool


class Rule(NamedTuple):
    """A selector and what it sets. ``order`` is its place in the sheet."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    order: int


_NEXT_DECLARATION = re.compile(
    r"""((?:[^;"'()]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\))*);?"""
)


def declarations(body: str, base: str = "") -> tuple[Declaration, ...]:
    """Return the declarations of a rule's body or of a ``style`` attribute, shorthands expanded."""
    out: list[Declaration] = []
    at = 0
    while at < len(body):
        found = _NEXT_DECLARATION.match(body, at)
        if found is None or found.end() == at:
            at += 1
            continue
        at = found.end()
        name, colon, text = found[1].partition(":")
        name, text = name.strip(), text.strip()
        if not name.startswith("--"):
            name = name.lower()
        important = text.endswith("important") and "!" in text
        if important:
            text = text[: text.rindex("!")].strip()
        if not colon or not text or not re.fullmatch(r"-{0,2}[a-zA-Z][\w-]*", name):
            continue
        if base and "url(" in text:
            text = resolved(text, base)
        for single, value in expand(ALIASES.get(name, name), text):
            out.append(Declaration(single, value, important))
    return tuple(out)


@memo(4096)
def inline_declarations(text: str) -> tuple[Declaration, ...]:
    """Return the declarations of a ``style`` attribute."""
    return declarations(text[:LONGEST_SHEET])


_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the head and the body of each block; a head without a body (``@import …;``) is left out."""
    at, start, end = 0, 0, len(text)
    while at < end:
        character = text[at]
        if character in "\"'":
            close = text.find(character, at + 1)
            at = end if close < 0 else close + 1
        elif character == ";" or character == "}":
            at = start = at + 1
        elif character == "{":
            head = text[start:at].strip()
            depth, inside = 1, at + 1
            at += 1
            while at < end and depth:
                character = text[at]
                if character in "\"'":
                    close = text.find(character, at + 1)
                    at = end if close < 0 else close
                elif character == "{":
                    depth += 1
                elif character == "}":
                    depth -= 1
                at += 1
            yield head, text[inside : at - 1] if depth == 0 else text[inside:]
            start = at
        else:
            at += 1


class Sheet:
    """The rules of a style sheet, by the id, class or tag that their subject must have."""

    __slots__ = (
        "attributes",
        "below",
        "beside",
        "by_class",
        "by_id",
        "by_tag",
        "looks_down",
        "relates",
        "rules",
        "universal",
    )

    def __init__(self) -> None:
        self.by_id: dict[str, list[Rule]] = {}
        self.by_class: dict[str, list[Rule]] = {}
        self.by_tag: dict[str, list[Rule]] = {}
        self.universal: list[Rule] = []
        #: The attributes that selectors depend on.
        self.attributes: set[str] = {"id", "class"}
        #: Whether any selector depends on siblings or on positions among them.
        self.relates = False
        #: Whether any selector depends on an element's contents (``:has``).
        self.looks_down = False
        #: How many rules there are, how many depend on an element's contents, and how many others on siblings or
        #: positions.
        self.rules = self.below = self.beside = 0

    def add(self, rule: Rule) -> None:
        """Add a rule after all others."""
        selector = rule.selector
        subject = selector.compounds[0]
        if subject.id:
            self.by_id.setdefault(subject.id, []).append(rule)
        elif subject.classes:
            self.by_class.setdefault(subject.classes[-1], []).append(rule)
        elif subject.tag:
            self.by_tag.setdefault(subject.tag, []).append(rule)
        else:
            self.universal.append(rule)
        self.attributes.update(attributes_of(selector))
        self.rules += 1
        beside, below = asks_beside(selector), asks_below(selector)
        self.relates = self.relates or beside
        self.looks_down = self.looks_down or below
        self.below += below
        self.beside += beside and not below

    def rules_for(self, element: Styled) -> list[Rule]:
        """Return the rules that match an element or its pseudo-elements, in no particular order."""
        candidates = [self.universal, self.by_tag.get(element.tag, _NO_RULES)]
        id_ = element.attributes.get("id")
        if id_ is not None:
            candidates.append(self.by_id.get(id_, _NO_RULES))
        for name in dict.fromkeys(element.classes):
            candidates.append(self.by_class.get(name, _NO_RULES))
        out = []
        for rules in candidates:
            for rule in rules:
                if matches(rule.selector, element):
                    out.append(rule)
        return out


_NO_RULES: list[Rule] = []


def too_much(sheets: list[Sheet], root: Node, elements: int) -> bool:
    """Whether matching rules to a document's elements might take more than `MOST_COMPARED` comparisons.

    It depends on the document alone. ``elements``: how many there are.
    """
    rules = beside = below = 0
    for sheet in sheets:
        rules += sheet.rules
        beside += sheet.beside
        below += sheet.below
    deepest = min(elements, MOST_DEEP)
    if elements * (rules + below * deepest + beside * elements // _COUNTED) <= MOST_COMPARED:
        return False  # nearly always
    compared = depths = widest = 0
    pending = [(root, 1)]
    while pending:
        node, depth = pending.pop()
        inside = node.elements
        depths += depth
        widest = max(widest, len(inside))
        for sheet in sheets:
            compared += len(sheet.universal) + len(sheet.by_tag.get(node.tag, _NO_RULES))
            if node.id:
                compared += len(sheet.by_id.get(node.id, _NO_RULES))
            for name in node.classes:
                compared += len(sheet.by_class.get(name, _NO_RULES))
        pending.extend([(child, depth + 1) for child in inside])
    looked_below = min(below * depths, compared * elements)
    counted = min(beside * elements, compared) * widest // _COUNTED
    return compared + looked_below + counted > MOST_COMPARED


def _outside_blocks(body: str) -> str:
    """Return a rule's body without its nested rules."""
    out: list[str] = []
    depth = start = 0
    for at, character in enumerate(body):
        if character == "{":
            if not depth:
                # Whatever follows the last declaration is its selector.
                own = body[start:at]
                out.append(own[: max(own.rfind(";"), own.rfind("}")) + 1])
            depth += 1
        elif character == "}":
            depth -= 1
            if not depth:
                start = at + 1
    if not depth:
        out.append(body[start:])
    return "".join(out)


def _nested(heads: list[str], inner: str) -> list[str]:
    """Return the selectors of a nested rule: ``&`` stands for the enclosing ones."""
    out = []
    for one in listed(inner):
        for outer in heads:
            if "&" in one:
                out.append(one.replace("&", outer if len(heads) == 1 else f":is({outer})"))
            else:
                out.append(f"{outer} {one}")
    return out


class _Reader:
    """Adds parsed rules to a sheet."""

    def __init__(self, sheet: Sheet, base: str, screen: Viewport) -> None:
        self.sheet = sheet
        self.base = base
        self.screen = screen
        self.order = 0

    def read(self, text: str, around: list[str] | None = None, depth: int = 0) -> None:
        """Add all rules. ``around``: the selectors of the enclosing rule."""
        for head, body in _blocks(text):
            if head.startswith("@"):
                word = head.split(None, 1)[0].split("(")[0].lower()
                if word in ("@supports", "@layer", "@container") or (
                    word == "@media" and holds(head[6:], self.screen)
                ):
                    if around is None:
                        self.read(body, None, depth)
                    else:
                        self.rule(around, body, depth)
                continue
            heads = listed(head)
            self.rule(heads if around is None else _nested(around, head)[:MOST_PARTS], body, depth)

    def rule(self, heads: list[str], body: str, depth: int) -> None:
        """Add a rule and its nested rules."""
        nests = "{" in body
        found = declarations(_outside_blocks(body) if nests else body, self.base)
        if found:
            for one in heads:
                selector = parse_selector(one)
                self.order += 1
                if selector is not None and self.order < MOST_RULES:
                    self.sheet.add(Rule(selector, found, self.order))
        if nests and depth < _DEEPEST:
            self.read(body, heads, depth + 1)


@memo(128, asset=True)
def parse_sheet(text: str, base: str = "", screen: Viewport = _SCREEN) -> Sheet:
    """Return the rules of a style sheet.

    ``base``: the name of its file, against which its addresses are resolved. ``screen``: what media queries test.
    """
    sheet = Sheet()
    _Reader(sheet, base, screen).read(_COMMENT.sub("", text[:LONGEST_SHEET]))
    return sheet


@cache
def user_agent_sheet() -> Sheet:
    """Return the style sheet that applies before any rule of a page."""
    text = (files("bmoca_gym.handset.web.css") / "user_agent.css").read_text(encoding="utf-8")
    return parse_sheet(text)
