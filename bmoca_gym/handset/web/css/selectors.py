"""Parse selectors and match them against elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.css.values import listed

#: The most compounds in one selector.
MOST_PARTS: Final = 16


class Styled(Protocol):
    """An element as selectors see it."""

    tag: str
    attributes: dict[str, str]
    classes: tuple[str, ...]
    #: Names of the pseudo-classes that apply: hover, focus, active, checked, disabled.
    states: frozenset[str]

    @property
    def above(self) -> Styled | None:
        """The parent element."""

    @property
    def siblings(self) -> Sequence[Styled]:
        """All child elements of its parent, including itself."""

    @property
    def inside(self) -> Sequence[Styled]:
        """Its child elements."""

    @property
    def empty(self) -> bool:
        """Whether it contains neither elements nor text."""


class Attribute(NamedTuple):
    """A condition on an attribute. ``operator`` is empty if the attribute only has to be present."""

    name: str
    operator: str
    value: str


class Pseudo(NamedTuple):
    """A pseudo-class. ``step`` and ``offset`` are those of ``nth-child``; ``selectors`` those of ``not`` and ``is``."""

    name: str
    step: int = 0
    offset: int = 0
    selectors: tuple[Selector, ...] = ()


class Compound(NamedTuple):
    """Conditions on one element."""

    tag: str
    id: str
    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    pseudos: tuple[Pseudo, ...]


class Selector(NamedTuple):
    """A selector, from right to left.

    ``combinators[i]`` joins ``compounds[i]`` to ``compounds[i + 1]``, which is left of it. ``element`` is ``before``,
    ``after`` or ``backdrop`` for a selector of a pseudo-element.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]
    element: str


_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\.)+"
_SIMPLE = re.compile(
    rf"(?P<id>\#{_NAME})|(?P<class>\.{_NAME})|(?P<attribute>\[[^\]]*\])"
    rf"|(?P<pseudo>::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?)|(?P<any>\*)|(?P<tag>{_NAME})"
    r"|(?P<combinator>\s*[>+~]\s*|\s+)"
)
_ATTRIBUTE = re.compile(
    r"""\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]"'\s]*))\s*[iIsS]?\s*)?\]"""
)
_NTH = re.compile(r"([+-]?\d*)n\s*(?:([+-])\s*(\d+))?")
#: Pseudo-classes for an element's state. Any other unknown one never matches.
_STATES: Final = frozenset(
    {
        "hover",
        "focus",
        "active",
        "checked",
        "disabled",
        "enabled",
        "focus-visible",
        "focus-within",
        "target",
        "modal",
    }
)
_PLACED: Final = frozenset(
    {
        "first-child", "last-child", "only-child", "empty", "root", "first-of-type", "last-of-type", "only-of-type",
        "read-only", "read-write", "required", "optional", "open",
    }
)  # fmt: skip


def _pseudo(text: str) -> Pseudo | None:
    name, _, argument = text.lstrip(":").partition("(")
    name, argument = name.lower(), argument.removesuffix(")").strip()
    if name in _STATES or name in _PLACED or name == "-self":
        return Pseudo(name)
    if name in ("link", "any-link"):
        return Pseudo("any-link")
    if name == "has":
        found_in = [parse_selector(one) for one in [_relative(one) for one in listed(argument)]]
        kept = tuple([one for one in found_in if one is not None and not one.element])
        return Pseudo(name, selectors=kept) if kept else None
    if name in ("not", "is", "where", "matches"):
        inner = [parse_selector(one) for one in listed(argument)]
        known = tuple([one for one in inner if one is not None and not one.element])
        kind = {"not": "not", "where": "where"}.get(name, "is")
        return Pseudo(kind, selectors=known) if len(known) == len(inner) else None
    if name in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
        text = {"odd": "2n+1", "even": "2n"}.get(argument.lower(), argument.lower())
        if re.fullmatch(r"[+-]?\d{1,6}", text):
            return Pseudo(name, 0, int(text))
        found = _NTH.fullmatch(text.strip())
        if found is None or len(text) > 16:
            return None
        step = {"": 1, "+": 1, "-": -1}.get(found[1])
        offset = int(found[3] or 0) * (-1 if found[2] == "-" else 1)
        return Pseudo(name, int(found[1]) if step is None else step, offset)
    return None


def _relative(text: str) -> str:
    """Return the argument of ``:has`` as a selector that starts at the element itself."""
    text = text.strip()
    return f":-self {text}"


@memo(8192, asset=True)
def parse_selector(text: str) -> Selector | None:
    """Return a selector; None if it is not understood or can't match."""
    text = text.strip()
    element = ""
    found = re.search(r"::?(before|after|backdrop)$", text)
    if found:
        element, text = found[1], text[: found.start()]
        if not text or text[-1] in " >+~":
            text += "*"
    compounds: list[Compound] = []
    combinators: list[str] = []
    ids = classes_and_more = tags = 0
    tag, id_, classes, attributes, pseudos = "", "", [], [], []  # type: ignore[var-annotated]
    filled = False
    at = 0
    while at < len(text):
        match = _SIMPLE.match(text, at)
        if match is None:
            return None
        at = match.end()
        kind, part = match.lastgroup, match[0]
        if kind == "combinator":
            if not filled:
                return None
            compounds.append(Compound(tag, id_, tuple(classes), tuple(attributes), tuple(pseudos)))
            combinators.append(part.strip() or " ")
            tag, id_, classes, attributes, pseudos = "", "", [], [], []
            filled = False
            continue
        filled = True
        if kind == "id":
            id_, ids = part[1:].replace("\\", ""), ids + 1
        elif kind == "class":
            classes.append(part[1:].replace("\\", ""))
            classes_and_more += 1
        elif kind == "attribute":
            condition = _ATTRIBUTE.fullmatch(part)
            if condition is None:
                return None
            value = next((one for one in condition.groups()[2:] if one is not None), "")
            attributes.append(Attribute(condition[1].lower(), condition[2] or "", value))
            classes_and_more += 1
        elif kind == "pseudo":
            pseudo = _pseudo(part) if not part.startswith("::") else None
            if pseudo is None:
                return None
            pseudos.append(pseudo)
            if pseudo.name == "where" or pseudo.name == "-self":
                pass
            elif pseudo.selectors:
                most = max([one.specificity for one in pseudo.selectors])
                ids, classes_and_more, tags = ids + most[0], classes_and_more + most[1], tags + most[2]
            else:
                classes_and_more += 1
        elif kind == "tag":
            tag, tags = part.lower(), tags + 1
    if not filled or len(compounds) >= MOST_PARTS:
        return None
    compounds.append(Compound(tag, id_, tuple(classes), tuple(attributes), tuple(pseudos)))
    specificity = (ids, classes_and_more, tags + (1 if element else 0))
    return Selector(tuple(reversed(compounds)), tuple(reversed(combinators)), specificity, element)


#: Attributes whose values HTML compares case-insensitively.
_ANY_CASE: Final = frozenset(
    {
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear",
        "codetype", "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype",
        "face", "frame", "hreflang", "http-equiv", "lang", "language", "link", "media", "method",
        "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope",
        "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
    }
)  # fmt: skip


def _attribute_holds(condition: Attribute, element: Styled) -> bool:
    value = element.attributes.get(condition.name)
    if value is None:
        return False
    operator, wanted = condition.operator, condition.value
    if condition.name in _ANY_CASE:
        value, wanted = value.lower(), wanted.lower()
    if not operator:
        return True
    if operator == "=":
        return value == wanted
    if operator == "~=":
        return wanted in value.split()
    if operator == "|=":
        return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if operator == "^=":
        return value.startswith(wanted)
    if operator == "$=":
        return value.endswith(wanted)
    return wanted in value


def _pseudo_holds(pseudo: Pseudo, element: Styled) -> bool:
    name = pseudo.name
    if name == "enabled":
        return element.tag in ("button", "input", "select", "textarea") and "disabled" not in element.states
    if name in _STATES:
        return name in element.states
    if name == "not":
        return not any(matches(one, element) for one in pseudo.selectors)
    if name in ("is", "where"):
        return any(matches(one, element) for one in pseudo.selectors)
    if name == "has":
        return any(_has(one, element) for one in pseudo.selectors)
    if name == "-self":
        return False
    if name == "open":
        return "open" in element.attributes
    if name in ("required", "optional"):
        return element.tag in _FIELDS and ("required" in element.attributes) == (name == "required")
    if name in ("read-only", "read-write"):
        written = element.tag in ("input", "textarea") and "readonly" not in element.attributes
        return written == (name == "read-write")
    if name == "any-link":
        return element.tag == "a" and "href" in element.attributes
    if name == "empty":
        return element.empty
    if name == "root":
        return element.above is None
    siblings = element.siblings
    if name == "first-child":
        return siblings[0] is element
    if name == "last-child":
        return siblings[-1] is element
    if name == "only-child":
        return len(siblings) == 1
    if name.endswith("of-type"):
        siblings = [one for one in siblings if one.tag == element.tag]
        if name == "first-of-type":
            return siblings[0] is element
        if name == "last-of-type":
            return siblings[-1] is element
        if name == "only-of-type":
            return len(siblings) == 1
    place = next(at for at, one in enumerate(siblings, 1) if one is element)
    if name.startswith("nth-last-"):
        place = len(siblings) + 1 - place
    if pseudo.step == 0:
        return place == pseudo.offset
    times, rest = divmod(place - pseudo.offset, pseudo.step)
    return rest == 0 and times >= 0


_FIELDS: Final = frozenset({"input", "select", "textarea"})


def _has(selector: Selector, element: Styled) -> bool:
    """Whether an element has a relative that matches the argument of ``:has``."""
    first = selector.combinators[-1]
    inner = Selector(selector.compounds[:-1], selector.combinators[:-1], selector.specificity, "")
    if first in "+~":
        beside = list(element.siblings)
        place = next((at for at, one in enumerate(beside) if one is element), 0)
        some = beside[place + 1 : place + 2] if first == "+" else beside[place + 1 :]
        if len(inner.compounds) == 1:
            return any(_compound_holds(inner.compounds[0], one) for one in some)
        return any(matches(inner, below) for one in some for below in _below(one))
    for below in _below(element):
        if not matches(inner, below):
            continue
        if first == " ":
            return True
        # The leftmost part of the selector is a child of the element.
        above: Styled | None = below
        for _ in range(len(inner.compounds) - 1):
            above = above.above if above is not None else None
        if above is not None and above.above is element:
            return True
    return False


def _below(element: Styled) -> Iterator[Styled]:
    """Yield all descendants of an element."""
    pending = list(element.inside)
    while pending:
        one = pending.pop()
        yield one
        pending.extend(one.inside)


def _compound_holds(compound: Compound, element: Styled) -> bool:
    if compound.tag and compound.tag != element.tag:
        return False
    if compound.id and element.attributes.get("id") != compound.id:
        return False
    for name in compound.classes:
        if name not in element.classes:
            return False
    for condition in compound.attributes:
        if not _attribute_holds(condition, element):
            return False
    return all(_pseudo_holds(pseudo, element) for pseudo in compound.pseudos)


#: The outcome of a partial match. If no ancestor fits, no other choice further right can help, so the work is linear in
#: the depth.
_HOLDS, _FAILS_HERE, _FAILS = 0, 1, 2


def _match_from(selector: Selector, at: int, element: Styled) -> int:
    if not _compound_holds(selector.compounds[at], element):
        return _FAILS_HERE
    if at + 1 == len(selector.compounds):
        return _HOLDS
    combinator = selector.combinators[at]
    if combinator in " >":
        above = element.above
        if combinator == ">":
            return _match_from(selector, at + 1, above) if above is not None else _FAILS_HERE
        while above is not None:
            found = _match_from(selector, at + 1, above)
            if found != _FAILS_HERE:
                return found
            above = above.above
        return _FAILS
    siblings = element.siblings
    place = next((at for at, one in enumerate(siblings) if one is element), 0)
    if combinator == "+":
        return _match_from(selector, at + 1, siblings[place - 1]) if place else _FAILS_HERE
    for sibling in reversed(siblings[:place]):
        found = _match_from(selector, at + 1, sibling)
        if found != _FAILS_HERE:
            return found
    return _FAILS_HERE


def matches(selector: Selector, element: Styled) -> bool:
    """Return whether a selector selects an element (or, of a pseudo-element, its owner)."""
    return _match_from(selector, 0, element) == _HOLDS


def attributes_of(selector: Selector) -> Iterator[str]:
    """Yield the names of the attributes a selector depends on."""
    for compound in selector.compounds:
        for condition in compound.attributes:
            yield condition.name
        for pseudo in compound.pseudos:
            if pseudo.name in ("any-link", "open", "required", "optional", "read-only", "read-write"):
                yield {"any-link": "href", "open": "open"}.get(pseudo.name, pseudo.name.replace("-", ""))
                yield "required" if pseudo.name == "optional" else "readonly"
            for inner in pseudo.selectors:
                yield from attributes_of(inner)


def asks_beside(selector: Selector) -> bool:
    """Whether the match depends on siblings or on the position among them."""
    return (
        "+" in selector.combinators
        or "~" in selector.combinators
        or any(pseudo.name not in _STATES for one in selector.compounds for pseudo in one.pseudos)
    )


def asks_below(selector: Selector) -> bool:
    """Whether the match depends on an element's contents (``:has``)."""
    return any(pseudo.name == "has" for one in selector.compounds for pseudo in one.pseudos)
