"""UI Automator's selectors, which find elements of a window.

A selector has conditions on an element, an ``instance`` number, and steps from there to children or siblings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmoca_gym.handset.servers.errors import SelectorError
from bmoca_gym.handset.shell.call import CommandError
from bmoca_gym.handset.shell.tools.regex import Regex
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Steps and criteria of one selector, all together; regular expressions count for more, as they may take long.
MOST_PARTS = 64
_PARTS_OF_EXPRESSION = 16
_LONGEST_TEXT = 4096


class Window:
    """A UI tree with its structure: each node's parent, index and last descendant, by place in document order.

    ``ends[n]``: the place behind the last descendant of node n.
    """

    def __init__(self, tree: UiTree) -> None:
        self.tree = tree
        self.nodes = tree.nodes
        self.parents: list[int] = []
        self.indices: list[int] = []
        self.ends = [len(tree.nodes)] * len(tree.nodes)
        self.children: list[list[int]] = [[] for _ in tree.nodes]
        above: list[int] = []
        for at, node in enumerate(tree.nodes):
            while above and tree.nodes[above[-1]].depth >= node.depth:
                self.ends[above.pop()] = at
            parent = above[-1] if above else -1
            siblings = self.children[parent] if above else []
            self.parents.append(parent)
            self.indices.append(len(siblings))
            siblings.append(at)
            above.append(at)

    def below(self, at: int) -> range:
        """The places of a node's descendants."""
        return range(at + 1, self.ends[at])


#: Attributes of a node that a criterion looks at, by its name in UiSelector.
_TEXTS = {
    "text": "text", "description": "content_description", "className": "class_name", "packageName": "package",
    "resourceId": "resource_id",
}  # fmt: skip
_FLAGS = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable", "longClickable": "long_clickable",
    "scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
    "selected": "selected",
}  # fmt: skip
_WITH_PARTS = ("text", "description")
_WITH_MATCHES = tuple(_TEXTS)
#: All criteria, and whether each takes a text, a number or True and False.
CRITERIA: dict[str, type] = {
    **dict.fromkeys(_TEXTS, str),
    **{f"{name}Contains": str for name in _WITH_PARTS},
    **{f"{name}StartsWith": str for name in _WITH_PARTS},
    **{f"{name}Matches": str for name in _WITH_MATCHES},
    **dict.fromkeys(_FLAGS, bool),
    "index": int,
    "instance": int,
}

_Test = Callable[[Window, int], bool]


@dataclass(frozen=True, slots=True)
class Selector:
    """Conditions on an element, as (criterion, value) pairs. ``steps``: ("child" or "sibling", selector) from there."""

    criteria: tuple[tuple[str, Any], ...] = ()
    steps: tuple[tuple[str, Selector], ...] = ()

    def with_criterion(self, name: str, value: Any) -> Selector:
        """Add a criterion, or replace the one of that name.

        Raises:
            SelectorError: there is no such criterion, or it takes another kind of value.
        """
        kind: Any = CRITERIA.get(name)
        if kind is None:
            raise SelectorError(f"UiSelector has no criterion {name[:40]!r}; there are {', '.join(CRITERIA)}")
        if type(value) is not kind or (kind is int and not 0 <= value < 1 << 31):
            raise SelectorError(f"{name} takes a {kind.__name__}, not {str(value)[:40]!r}")
        if kind is str and len(value) > _LONGEST_TEXT:
            raise SelectorError(f"{name}: a text of over {_LONGEST_TEXT} letters")
        others = tuple(pair for pair in self.criteria if pair[0] != name)
        return Selector((*others, (name, value)), self.steps)

    def with_step(self, kind: str, selector: Selector) -> Selector:
        """Add a step to the children or siblings of what is found."""
        return Selector(self.criteria, (*self.steps, (kind, selector)))

    @property
    def parts(self) -> int:
        """The number of criteria and steps."""
        own = sum(_PARTS_OF_EXPRESSION if name.endswith("Matches") else 1 for name, _ in self.criteria)
        return own + sum(1 + step.parts for _, step in self.steps)


def of_criteria(criteria: Mapping[str, Any]) -> Selector:
    """Make a selector of criteria.

    Raises:
        SelectorError: one is unknown or has the wrong kind of value.
    """
    selector = Selector()
    for name, value in criteria.items():
        selector = selector.with_criterion(name, value)
    return selector


def find(window: Window, selector: Selector) -> list[int]:
    """The places of the elements that a selector finds in a window, in document order.

    Raises:
        SelectorError: it has too many parts, or an expression that is malformed or takes too long.
    """
    if selector.parts > MOST_PARTS:
        raise SelectorError(f"a selector of over {MOST_PARTS} parts")
    return _found(window, selector, range(len(window.nodes)))


def find_below(window: Window, selector: Selector, at: int) -> list[int]:
    """The places of the elements that a selector finds among a node's descendants.

    Raises:
        SelectorError: as `find`.
    """
    if selector.parts > MOST_PARTS:
        raise SelectorError(f"a selector of over {MOST_PARTS} parts")
    return _found(window, selector, window.below(at))


def _found(window: Window, selector: Selector, places: Iterable[int]) -> list[int]:
    tests = [_test(name, value) for name, value in selector.criteria if name != "instance"]
    found = [at for at in places if all(test(window, at) for test in tests)]
    instance = dict(selector.criteria).get("instance")
    if instance is not None:
        found = found[instance : instance + 1]
    for kind, step in selector.steps:
        found = _found(window, step, _reached(window, found, kind))
    return found


def _reached(window: Window, places: Sequence[int], kind: str) -> list[int]:
    """The descendants of nodes, or of their parents, each once, in document order."""
    reached: set[int] = set()
    for at in places:
        start = at if kind == "child" else window.parents[at]
        if start >= 0:
            reached.update(window.below(start))
    return sorted(reached)


def _test(name: str, value: Any) -> _Test:
    if name in _TEXTS:
        attribute = _TEXTS[name]
        return lambda window, at: getattr(window.nodes[at], attribute) == value
    if name in _FLAGS:
        flag = _FLAGS[name]
        return lambda window, at: getattr(window.nodes[at], flag) is value
    if name == "index":
        return lambda window, at: window.indices[at] == value
    if name.endswith("Matches"):
        attribute = _TEXTS[name.removesuffix("Matches")]
        matches = full_match(value)
        return lambda window, at: matches(getattr(window.nodes[at], attribute))
    # As in UiSelector, parts of texts are looked for without regard to case.
    folded = value.lower()
    if name.endswith("Contains"):
        attribute = _TEXTS[name.removesuffix("Contains")]
        return lambda window, at: folded in getattr(window.nodes[at], attribute).lower()
    attribute = _TEXTS[name.removesuffix("StartsWith")]
    return lambda window, at: getattr(window.nodes[at], attribute).lower().startswith(folded)


# Java's regular expressions


def full_match(pattern: str) -> Callable[[str], bool]:
    r"""Whether one of Java's regular expressions matches a whole text, in time linear in the text's length.

    It understands what POSIX and Java have in common, plus ``\d``, ``(?i)``, ``(?s)``, ``(?:`` and lazy repetition.

    Raises:
        SelectorError: any other expression; also raised by the returned function if matching takes too long.
    """
    flags = ""
    while pattern[:4] in ("(?i)", "(?s)", "(?u)"):
        flags, pattern = flags + pattern[2], pattern[4:]
    try:
        regex = Regex(f"^({_posix(pattern)})$", extended=True, ignore_case="i" in flags)
    except CommandError as error:
        raise SelectorError(f"the regular expression {pattern[:60]!r}: {error}") from error

    def matches(text: str) -> bool:
        try:
            return regex.search(text) is not None
        except CommandError as error:
            raise SelectorError(f"the regular expression {pattern[:60]!r}: {error}") from error

    return matches


def _posix(pattern: str) -> str:
    """A Java regular expression in POSIX's extended syntax, as far as both mean the same."""
    written: list[str] = []
    at = 0
    while at < len(pattern):
        letter, pair = pattern[at], pattern[at : at + 2]
        if pair in (r"\d", r"\D"):
            written.append("[0-9]" if pair == r"\d" else "[^0-9]")
            at += 2
        elif letter == "\\":
            written.append(pair)
            at += 2
        elif pattern.startswith("(?:", at):
            written.append("(")
            at += 3
        elif pair == "(?":
            raise SelectorError(
                f"the regular expression {pattern[:60]!r}: {pattern[at : at + 4]} is not known"
            )
        elif letter == "[":
            end = _bracket_end(pattern, at)
            written.append(_class(pattern[at:end]))
            at = end
        elif letter in "*+?}" and pattern[at + 1 : at + 2] in ("?", "+"):
            written.append(letter)  # lazy and greedy find the same whole text
            at += 2
        else:
            written.append(letter)
            at += 1
    return "".join(written)


def _bracket_end(pattern: str, at: int) -> int:
    at += 1 + pattern.startswith("^", at + 1)
    first = True
    while at < len(pattern) and (pattern[at] != "]" or first):
        at += 2 if pattern[at] == "\\" else 1
        first = False
    return min(at + 1, len(pattern))


def _class(text: str) -> str:
    """A bracket expression. A backslash quotes in Java's, but not in POSIX's."""
    for java, posix in ((r"\d", "0-9"), (r"\w", "a-zA-Z0-9_"), (r"\s", " \t\n"), (r"\-", "-"), (r"\.", ".")):
        text = text.replace(java, posix)
    return text


def described(node: UiNode) -> dict[str, Any]:
    """A node as UI Automator's clients get it, without its position."""
    return {
        "text": node.text, "contentDescription": node.content_description, "className": node.class_name,
        "packageName": node.package, "resourceName": node.resource_id, "checkable": node.checkable,
        "checked": node.checked, "clickable": node.clickable, "enabled": node.enabled, "focusable": node.focusable,
        "focused": node.focused, "longClickable": node.long_clickable, "scrollable": node.scrollable,
        "selected": node.selected,
    }  # fmt: skip
