"""Style sheets: the parser, selectors, and the cascade from matching rules to the values of properties.

Any text is accepted: what can't be understood is left out, as CSS asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, Protocol

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.files import resolve

SIDES: Final = ("top", "right", "bottom", "left")
CORNERS: Final = ("top-left", "top-right", "bottom-right", "bottom-left")
#: The longest sheet that is read, in characters, and the most rules of one.
LONGEST_SHEET: Final = 2_000_000
MOST_RULES: Final = 20_000
#: The most compounds that a selector may join.
MOST_PARTS: Final = 16

#: Properties that an element takes from its parent unless a rule says otherwise.
INHERITED: Final = (
    "border-collapse", "border-spacing", "caption-side", "color", "cursor", "direction", "fill", "fill-opacity",
    "fill-rule", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "line-height",
    "list-style-image", "list-style-position", "list-style-type", "overflow-wrap", "pointer-events", "stroke",
    "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-align",
    "text-anchor", "text-indent", "text-transform", "user-select", "visibility", "white-space", "word-break",
    "word-spacing",
)  # fmt: skip

BORDER_STYLES: Final = frozenset(
    {"none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"}
)
_WIDTHS: Final = frozenset({"thin", "medium", "thick"})
_BACKGROUND_WORDS: Final = frozenset({"scroll", "fixed", "local", "border-box", "padding-box", "content-box"})
_REPEATS: Final = frozenset({"repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round"})
_PLACES: Final = frozenset({"left", "right", "top", "bottom", "center"})
_WIDE: Final = frozenset({"inherit", "initial", "unset", "revert"})


class Declaration(NamedTuple):
    """A property and its value, and whether it is ``!important``."""

    name: str
    value: str
    important: bool


class Styled(Protocol):
    """An element as selectors see it."""

    tag: str
    attributes: dict[str, str]
    classes: tuple[str, ...]
    #: Names of pseudo-classes that hold: hover, focus, active, checked, disabled.
    states: frozenset[str]

    @property
    def above(self) -> Styled | None:
        """The parent element."""

    @property
    def siblings(self) -> Sequence[Styled]:
        """All elements of its parent, itself among them."""

    @property
    def empty(self) -> bool:
        """Whether it has neither elements nor text in it."""


# -- values ----------------------------------------------------------------------------------------------------------

_WORDS = re.compile(r"""(?:[^\s()"'/,]|\((?:[^()]|\([^()]*\))*\)|"[^"]*"|'[^']*')+|[/,]""")


def words_of(value: str) -> list[str]:
    """Split a value at its spaces; functions and strings stay whole, ``/`` and ``,`` are words of their own."""
    return _WORDS.findall(value)


def listed(value: str) -> list[str]:
    """Split a value at its commas, outside functions."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(value):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(value[start:at].strip())
            start = at + 1
    parts.append(value[start:].strip())
    return [part for part in parts if part]


def _four(words: list[str]) -> tuple[str, str, str, str]:
    """Return the values of the top, right, bottom and left side, which CSS lets one shorten."""
    top = words[0]
    right = words[1] if len(words) > 1 else top
    return top, right, words[2] if len(words) > 2 else top, words[3] if len(words) > 3 else right


def _is_length(word: str) -> bool:
    return word[0].isdigit() or word[0] in "+-." or word.startswith("calc(")


def expand(name: str, value: str) -> list[tuple[str, str]]:
    """Return the single properties that a declaration sets."""
    expander = _EXPANDERS.get(name)
    if expander is None:
        return [(name, value)]
    words = words_of(value)
    if not words:
        return []
    if words[0] in _WIDE and len(words) == 1:
        return [(one, value) for one in _longhands(name)]
    return expander(name, words)


def _sided(name: str, words: list[str]) -> list[tuple[str, str]]:
    kind, _, rest = name.partition("-")
    pattern = f"{kind}-{{}}-{rest}" if rest else f"{kind}-{{}}"
    return [(pattern.format(side), word) for side, word in zip(SIDES, _four(words), strict=True)]


def _border(name: str, words: list[str]) -> list[tuple[str, str]]:
    width, style, color = "medium", "none", "currentcolor"
    for word in words:
        low = word.lower()
        if low in BORDER_STYLES:
            style = low
        elif low in _WIDTHS or _is_length(word):
            width = low
        else:
            color = word
    if name == "outline":
        return [("outline-width", width), ("outline-style", style), ("outline-color", color)]
    sides = SIDES if name == "border" else (name.removeprefix("border-"),)
    out = []
    for side in sides:
        out += [
            (f"border-{side}-width", width),
            (f"border-{side}-style", style),
            (f"border-{side}-color", color),
        ]
    return out


def _radius(name: str, words: list[str]) -> list[tuple[str, str]]:
    across = words[: words.index("/")] if "/" in words else words
    down = words[words.index("/") + 1 :] if "/" in words else across
    if not across or not down:
        return []
    pairs = zip(CORNERS, _four(across), _four(down), strict=True)
    return [(f"border-{corner}-radius", f"{x} {y}" if x != y else x) for corner, x, y in pairs]


def _background(name: str, words: list[str]) -> list[tuple[str, str]]:
    image, color, repeat = "none", "transparent", "repeat"
    place: list[str] = []
    size: list[str] = []
    sized = False
    for word in words:
        low = word.lower()
        if word == "/":
            sized = True
        elif word == ",":
            break  # the first layer is enough
        elif "url(" in low or "gradient(" in low:
            image = word
        elif low in _REPEATS:
            repeat = low
        elif low in _PLACES or _is_length(word) or low in ("auto", "cover", "contain"):
            (size if sized else place).append(low)
        elif low not in _BACKGROUND_WORDS and low != "none":
            color = word
    return [
        ("background-image", image),
        ("background-color", color),
        ("background-repeat", repeat),
        ("background-position", " ".join(place) or "0% 0%"),
        ("background-size", " ".join(size) or "auto"),
    ]


def _font(name: str, words: list[str]) -> list[tuple[str, str]]:
    style, weight, size, height = "normal", "normal", "", "normal"
    rest: list[str] = []
    for at, word in enumerate(words):
        low = word.lower()
        if size:
            rest = words[at:]
            break
        if low in ("italic", "oblique"):
            style = low
        elif low in ("bold", "bolder", "lighter") or (low.isdigit() and len(low) == 3):
            weight = low
        elif _is_length(word) or low in FONT_SIZES or low in ("larger", "smaller"):
            size = low
    if not size:
        return []
    if rest[:1] == ["/"] and len(rest) > 1:
        height, rest = rest[1], rest[2:]
    return [
        ("font-style", style),
        ("font-weight", weight),
        ("font-size", size),
        ("line-height", height),
        ("font-family", " ".join(rest).replace(" ,", ",") or "sans-serif"),
    ]


def _list_style(name: str, words: list[str]) -> list[tuple[str, str]]:
    kind, place, image = "disc", "outside", "none"
    for word in words:
        if word in ("inside", "outside"):
            place = word
        elif word.startswith("url("):
            image = word
        else:
            kind = word
    return [("list-style-type", kind), ("list-style-position", place), ("list-style-image", image)]


def _overflow(name: str, words: list[str]) -> list[tuple[str, str]]:
    return [("overflow-x", words[0]), ("overflow-y", words[-1])]


def _flex(name: str, words: list[str]) -> list[tuple[str, str]]:
    if words == ["none"]:
        words = ["0", "0", "auto"]
    elif words == ["auto"]:
        words = ["1", "1", "auto"]
    elif words == ["initial"]:
        words = ["0", "1", "auto"]
    numbers = [word for word in words if re.fullmatch(r"[\d.]+", word)]
    basis = [word for word in words if word not in numbers]
    grow = numbers[0] if numbers else "1"
    shrink = numbers[1] if len(numbers) > 1 else "1"
    return [("flex-grow", grow), ("flex-shrink", shrink), ("flex-basis", basis[0] if basis else "0%")]


def _flex_flow(name: str, words: list[str]) -> list[tuple[str, str]]:
    return [("flex-wrap" if "wrap" in word else "flex-direction", word) for word in words]


def _inset(name: str, words: list[str]) -> list[tuple[str, str]]:
    return list(zip(SIDES, _four(words), strict=True))


def _gap(name: str, words: list[str]) -> list[tuple[str, str]]:
    return [("row-gap", words[0]), ("column-gap", words[-1])]


def _decoration(name: str, words: list[str]) -> list[tuple[str, str]]:
    lines = [word for word in words if word in ("underline", "overline", "line-through")]
    return [("text-decoration", " ".join(lines) or "none")]


_EXPANDERS: Final = {
    "margin": _sided,
    "padding": _sided,
    "border-width": _sided,
    "border-style": _sided,
    "border-color": _sided,
    "border": _border,
    "border-top": _border,
    "border-right": _border,
    "border-bottom": _border,
    "border-left": _border,
    "outline": _border,
    "border-radius": _radius,
    "background": _background,
    "font": _font,
    "list-style": _list_style,
    "overflow": _overflow,
    "flex": _flex,
    "flex-flow": _flex_flow,
    "inset": _inset,
    "gap": _gap,
    "text-decoration": _decoration,
    "text-decoration-line": _decoration,
}

#: Vendors' names of properties that mean the same.
_ALIASES: Final = {
    "-webkit-transform": "transform",
    "-webkit-box-sizing": "box-sizing",
    "-webkit-border-radius": "border-radius",
    "-webkit-box-shadow": "box-shadow",
    "-webkit-user-select": "user-select",
    "-webkit-text-decoration": "text-decoration",
    "word-wrap": "overflow-wrap",
}

#: Sizes in px of the words for font sizes.
FONT_SIZES: Final = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}


@cache
def _longhands(name: str) -> tuple[str, ...]:
    """Return the single properties that a shorthand sets."""
    sample = {"font": ["1px"], "flex": ["1"]}.get(name, ["0"])
    return tuple([one for one, _ in _EXPANDERS[name](name, sample)])


_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)""")


def url_of(value: str) -> str | None:
    """Return the address in ``url(…)``, if a value has one."""
    found = _URL.search(value)
    return next((one for one in found.groups() if one is not None), "").strip() if found else None


def _resolved(value: str, base: str) -> str:
    """Return a value with its addresses counted from the root of the files rather than from the sheet ``base``."""

    def replaced(found: re.Match[str]) -> str:
        address = next((one for one in found.groups() if one is not None), "").strip()
        name = None if address.startswith("#") else resolve(base, address)
        return f'url("{address if name is None else "/" + name}")'

    return _URL.sub(replaced, value)


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
            text = _resolved(text, base)
        for single, value in expand(_ALIASES.get(name, name), text):
            out.append(Declaration(single, value, important))
    return tuple(out)


@memo(4096)
def inline_declarations(text: str) -> tuple[Declaration, ...]:
    """Return the declarations of a ``style`` attribute."""
    return declarations(text[:LONGEST_SHEET])


# -- selectors -------------------------------------------------------------------------------------------------------


class Attribute(NamedTuple):
    """A condition on an attribute. ``operator`` is empty if it only has to be there."""

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

    ``combinators[i]`` joins ``compounds[i]`` to ``compounds[i + 1]``, which is left of it. ``element`` is ``before`` or
    ``after`` for a selector of a pseudo-element.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]
    element: str


class Rule(NamedTuple):
    """A selector and what it sets. ``order`` is its place in the sheet."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    order: int


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
#: Pseudo-classes of an element's state. Others that aren't known never match.
_STATES: Final = frozenset(
    {"hover", "focus", "active", "checked", "disabled", "enabled", "focus-visible", "focus-within", "target"}
)
_PLACED: Final = frozenset(
    {"first-child", "last-child", "only-child", "empty", "root", "first-of-type", "last-of-type"}
)


def _pseudo(text: str) -> Pseudo | None:
    name, _, argument = text.lstrip(":").partition("(")
    name, argument = name.lower(), argument.removesuffix(")").strip()
    if name in _STATES or name in _PLACED:
        return Pseudo(name)
    if name in ("link", "any-link"):
        return Pseudo("any-link")
    if name in ("not", "is", "where", "matches"):
        inner = [parse_selector(one) for one in listed(argument)]
        known = tuple([one for one in inner if one is not None and not one.element])
        return Pseudo("not" if name == "not" else "is", selectors=known) if len(known) == len(inner) else None
    if name in ("nth-child", "nth-last-child", "nth-of-type"):
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


@memo(8192, asset=True)
def parse_selector(text: str) -> Selector | None:
    """Return a selector; None if it is not understood or can't match."""
    text = text.strip()
    element = ""
    found = re.search(r"::?(before|after)$", text)
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
            if pseudo.selectors:
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


def _attribute_holds(condition: Attribute, element: Styled) -> bool:
    value = element.attributes.get(condition.name)
    if value is None:
        return False
    operator, wanted = condition.operator, condition.value
    if condition.name == "type":
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
    if name == "is":
        return any(matches(one, element) for one in pseudo.selectors)
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
    place = next(at for at, one in enumerate(siblings, 1) if one is element)
    if name == "nth-last-child":
        place = len(siblings) + 1 - place
    if pseudo.step == 0:
        return place == pseudo.offset
    times, rest = divmod(place - pseudo.offset, pseudo.step)
    return rest == 0 and times >= 0


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


#: What a partial match comes to. If no ancestor fits, no other choice further right can help, so that the work grows
#: with the depth and not with its powers.
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


# -- sheets ----------------------------------------------------------------------------------------------------------

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


_MEDIA_WIDTH = re.compile(r"\((min|max)-width\s*:\s*([\d.]+)(px|em)\)")


def _media_holds(query: str, width: float) -> bool:
    """Return whether any media query of a list holds for a screen that is ``width`` CSS px wide."""
    for one in listed(query.lower()) or [""]:
        if (
            "print" in one
            or one.startswith("not ")
            or "webkit-min-device-pixel-ratio:0" in one.replace(" ", "")
        ):
            continue
        fits = True
        for kind, number, unit in _MEDIA_WIDTH.findall(one):
            edge = float(number) * (16 if unit == "em" else 1)
            fits = fits and (width >= edge if kind == "min" else width <= edge)
        if fits:
            return True
    return False


class Sheet:
    """The rules of a style sheet, by the id, class or tag that their subject must have."""

    __slots__ = ("attributes", "by_class", "by_id", "by_tag", "relates", "universal")

    def __init__(self) -> None:
        self.by_id: dict[str, list[Rule]] = {}
        self.by_class: dict[str, list[Rule]] = {}
        self.by_tag: dict[str, list[Rule]] = {}
        self.universal: list[Rule] = []
        #: The attributes that selectors ask for.
        self.attributes: set[str] = {"id", "class"}
        #: Whether siblings or places among them decide anywhere.
        self.relates = False

    def add(self, rule: Rule) -> None:
        """Add a rule behind all others."""
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
        self.attributes.update(_attributes_of(selector))
        if (
            "+" in selector.combinators
            or "~" in selector.combinators
            or any(pseudo.name not in _STATES for one in selector.compounds for pseudo in one.pseudos)
        ):
            self.relates = True

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
                if _match_from(rule.selector, 0, element) == _HOLDS:
                    out.append(rule)
        return out


_NO_RULES: list[Rule] = []


def _attributes_of(selector: Selector) -> Iterator[str]:
    """Yield the names of attributes that a selector asks for."""
    for compound in selector.compounds:
        for condition in compound.attributes:
            yield condition.name
        for pseudo in compound.pseudos:
            if pseudo.name == "any-link":
                yield "href"
            for inner in pseudo.selectors:
                yield from _attributes_of(inner)


def _read(sheet: Sheet, text: str, base: str, width: float, order: int) -> int:
    """Add the rules of a text; return the order of the next one."""
    for head, body in _blocks(text):
        if head.startswith("@"):
            word = head.split(None, 1)[0].split("(")[0].lower()
            if word in ("@supports", "@layer") or (word == "@media" and _media_holds(head[6:], width)):
                order = _read(sheet, body, base, width, order)
            continue
        found = declarations(body, base)
        if not found:
            continue
        for one in listed(head):
            selector = parse_selector(one)
            order += 1
            if selector is not None and order < MOST_RULES:
                sheet.add(Rule(selector, found, order))
    return order


@memo(128, asset=True)
def parse_sheet(text: str, base: str = "", width: float = 411.0) -> Sheet:
    """Return the rules of a style sheet.

    ``base``: the name of its file, from which its addresses count. ``width``: that of the viewport in CSS px, for media
    queries.
    """
    sheet = Sheet()
    _read(sheet, _COMMENT.sub("", text[:LONGEST_SHEET]), base, width, 0)
    return sheet


@cache
def user_agent_sheet() -> Sheet:
    """Return the style that elements have without any rule of a page."""
    text = (files("bmoca_gym.handset.web") / "user_agent.css").read_text(encoding="utf-8")
    return parse_sheet(text)


#: Matching rules from the weakest to the strongest: of the element, of ``::before``, of ``::after``.
Matched = tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...]]


def matched_rules(element: Styled, sheets: list[Sheet]) -> Matched:
    """Return the rules that match an element and its pseudo-elements; those of later sheets are stronger."""
    own: list[Rule] = []
    before: list[Rule] = []
    after: list[Rule] = []
    strength: dict[int, tuple[int, tuple[int, int, int], int, int]] = {}
    for origin, some in ((0, [user_agent_sheet()]), (1, sheets)):
        for place, sheet in enumerate(some):
            for rule in sheet.rules_for(element):
                selector = rule.selector
                strength[id(rule)] = (origin, selector.specificity, place, rule.order)
                target = selector.element
                (own if not target else before if target == "before" else after).append(rule)
    for some_rules in (own, before, after):
        if len(some_rules) > 1:
            some_rules.sort(key=lambda rule: strength[id(rule)])
    return tuple(own), tuple(before), tuple(after)


def cascaded(
    rules: tuple[Rule, ...],
    inline: tuple[Declaration, ...],
    hints: tuple[Declaration, ...],
    parent: dict[str, str],
) -> dict[str, str]:
    """Return the values of all properties that are set or inherited.

    ``hints``: what attributes such as ``width`` ask for; any rule of the page is stronger. ``parent``: the values of
    the parent.
    """
    values: dict[str, str] = {}
    for name in INHERITED:
        inherited = parent.get(name)
        if inherited is not None:
            values[name] = inherited
    strong: dict[str, str] = {}
    own = user_agent_rules(rules)
    for rule in rules[:own]:
        for name, value, _ in rule.declarations:
            values[name] = value
    for name, value, _ in hints:
        values[name] = value
    for rule in rules[own:]:
        for name, value, important in rule.declarations:
            (strong if important else values)[name] = value
    for name, value, important in inline:
        (strong if important else values)[name] = value
    values.update(strong)
    for name in [name for name, value in values.items() if value in _WIDE or "var(" in value]:
        value = values[name]
        if "var(" in value:
            values[name] = _with_variables(value, {**parent, **values})
        elif value == "inherit" or (value == "unset" and name in INHERITED):
            if name in parent:
                values[name] = parent[name]
            else:
                del values[name]
        else:
            del values[name]
    for name in [name for name in parent if name.startswith("--") and name not in values]:
        values[name] = parent[name]
    return values


_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")


def _with_variables(value: str, values: dict[str, str]) -> str:
    """Return a value with ``var(…)`` replaced, a few times at most."""
    for _ in range(4):
        value = _VARIABLE.sub(lambda found: values.get(found[1], found[2] or "")[:200], value)
        if "var(" not in value:
            break
    return value.strip()


@cache
def _user_agent_rules() -> frozenset[int]:
    sheet = user_agent_sheet()
    every = [*sheet.universal]
    for some in (sheet.by_id, sheet.by_class, sheet.by_tag):
        for rules in some.values():
            every += rules
    return frozenset(map(id, every))


def user_agent_rules(rules: tuple[Rule, ...]) -> int:
    """Return how many of the matched rules are the user agent's: they come first."""
    known = _user_agent_rules()
    count = 0
    for rule in rules:
        if id(rule) not in known:
            break
        count += 1
    return count
