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
from bmoca_gym.handset.web.media import holds
from bmoca_gym.handset.web.nodes import Viewport

SIDES: Final = ("top", "right", "bottom", "left")
CORNERS: Final = ("top-left", "top-right", "bottom-right", "bottom-left")
#: The longest sheet that is read, in characters, and the most rules of one.
LONGEST_SHEET: Final = 2_000_000
MOST_RULES: Final = 20_000
#: The most compounds that a selector may join.
MOST_PARTS: Final = 16

#: Properties that an element takes from its parent unless a rule says otherwise.
INHERITED: Final = (
    "border-collapse", "border-spacing", "caption-side", "color", "color-scheme", "cursor", "direction",
    "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
    "letter-spacing", "line-height", "list-style-image", "list-style-position", "list-style-type",
    "overflow-wrap", "pointer-events", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "stroke-width", "text-align", "text-anchor", "text-indent", "text-shadow",
    "text-transform", "user-select", "visibility", "white-space", "word-break", "word-spacing",
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
    def inside(self) -> Sequence[Styled]:
        """The elements that it holds."""

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
    color = "transparent"
    layers: list[tuple[str, str, str, str]] = []
    image, repeat, sized = "none", "repeat", False
    place: list[str] = []
    size: list[str] = []
    for word in [*words, ","]:
        low = word.lower()
        if word == "/":
            sized = True
        elif word == ",":
            layers.append((image, repeat, " ".join(place) or "0% 0%", " ".join(size) or "auto"))
            image, repeat, sized, place, size = "none", "repeat", False, [], []
        elif "url(" in low or "gradient(" in low:
            image = word
        elif low in _REPEATS:
            repeat = low
        elif low in _PLACES or _is_length(word) or low in ("auto", "cover", "contain"):
            (size if sized else place).append(low)
        elif low not in _BACKGROUND_WORDS and low != "none":
            color = word
    return [
        ("background-image", ", ".join([layer[0] for layer in layers])),
        ("background-color", color),
        ("background-repeat", ", ".join([layer[1] for layer in layers])),
        ("background-position", ", ".join([layer[2] for layer in layers])),
        ("background-size", ", ".join([layer[3] for layer in layers])),
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


def _place(name: str, words: list[str]) -> list[tuple[str, str]]:
    what = name.partition("-")[2]
    return [(f"align-{what}", words[0]), (f"justify-{what}", words[-1])]


def _grid_lines(name: str, words: list[str]) -> list[tuple[str, str]]:
    parts = [part.strip() for part in " ".join(words).split("/")]
    if name == "grid-area":
        row, column = parts[0], parts[1] if len(parts) > 1 else _same_line(parts[0])
        row_end = parts[2] if len(parts) > 2 else _same_line(row)
        column_end = parts[3] if len(parts) > 3 else _same_line(column)
        return [
            ("grid-row-start", row), ("grid-column-start", column), ("grid-row-end", row_end),
            ("grid-column-end", column_end),
        ]  # fmt: skip
    return [
        (f"{name}-start", parts[0]),
        (f"{name}-end", parts[1] if len(parts) > 1 else _same_line(parts[0])),
    ]


def _same_line(name: str) -> str:
    """Return the end that goes with a start: the same area's, else any."""
    return name if re.fullmatch(r"[a-zA-Z_][\w-]*", name) and name != "auto" else "auto"


def _grid(name: str, words: list[str]) -> list[tuple[str, str]]:
    text = " ".join(words)
    rows, _, columns = text.partition("/")
    if "auto-flow" in rows:
        dense = "row dense" if "dense" in rows else "row"
        sizes = rows.replace("auto-flow", "").replace("dense", "").strip()
        return [
            ("grid-auto-flow", dense),
            ("grid-auto-rows", sizes or "auto"),
            ("grid-template-columns", columns.strip()),
        ]
    if "auto-flow" in columns:
        dense = "column dense" if "dense" in columns else "column"
        sizes = columns.replace("auto-flow", "").replace("dense", "").strip()
        return [
            ("grid-auto-flow", dense),
            ("grid-auto-columns", sizes or "auto"),
            ("grid-template-rows", rows.strip()),
        ]
    quoted = re.findall(r"\"[^\"]*\"|'[^']*'", rows)
    sizes = re.sub(r"\"[^\"]*\"|'[^']*'", " auto ", rows) if quoted else rows
    if quoted:
        # A size behind a row's names is that row's.
        sizes = re.sub(r"auto\s+(?=[^\sa]|a(?!uto))", "", sizes)
    return [
        ("grid-template-areas", " ".join(quoted) or "none"),
        ("grid-template-rows", sizes.strip() or "none"),
        ("grid-template-columns", columns.strip() or "none"),
    ]


def _flowed(name: str, words: list[str]) -> list[tuple[str, str]]:
    """A pair of sides in the direction of text or of blocks, such as ``margin-inline``."""
    kind, _, rest = name.rpartition("-")
    side, what = (rest, "") if rest in ("inline", "block") else (kind.rpartition("-")[2], f"-{rest}")
    start = name.partition(f"-{side}")[0]
    return [(f"{start}-{side}-start{what}", words[0]), (f"{start}-{side}-end{what}", words[-1])]


def _flowed_border(name: str, words: list[str]) -> list[tuple[str, str]]:
    sides = [name] if name.endswith(("-start", "-end")) else [f"{name}-start", f"{name}-end"]
    parts = [one.removeprefix("border-top") for one, _ in _border("border-top", words)]
    values = [value for _, value in _border("border-top", words)]
    return [(side + part, value) for side in sides for part, value in zip(parts, values, strict=True)]


def _columns(name: str, words: list[str]) -> list[tuple[str, str]]:
    count = next((word for word in words if word.isdigit()), "auto")
    width = next((word for word in words if _is_length(word) and not word.isdigit()), "auto")
    return [("column-count", count), ("column-width", width)]


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
    "place-items": _place,
    "place-content": _place,
    "place-self": _place,
    "grid-area": _grid_lines,
    "grid-row": _grid_lines,
    "grid-column": _grid_lines,
    "grid": _grid,
    "grid-template": _grid,
    "columns": _columns,
    "margin-inline": _flowed,
    "margin-block": _flowed,
    "padding-inline": _flowed,
    "padding-block": _flowed,
    "inset-inline": _flowed,
    "inset-block": _flowed,
    "border-inline": _flowed_border,
    "border-block": _flowed_border,
    "border-inline-start": _flowed_border,
    "border-inline-end": _flowed_border,
    "border-block-start": _flowed_border,
    "border-block-end": _flowed_border,
    "text-decoration": _decoration,
    "text-decoration-line": _decoration,
}

#: Vendors' names of properties that mean the same.
ALIASES: Final = {
    "-webkit-transform": "transform",
    "-webkit-box-sizing": "box-sizing",
    "-webkit-border-radius": "border-radius",
    "-webkit-box-shadow": "box-shadow",
    "-webkit-user-select": "user-select",
    "-webkit-text-decoration": "text-decoration",
    "word-wrap": "overflow-wrap",
    "grid-gap": "gap",
    "grid-row-gap": "row-gap",
    "grid-column-gap": "column-gap",
    "-webkit-flex": "flex",
    "-webkit-align-items": "align-items",
    "-webkit-justify-content": "justify-content",
    "-webkit-flex-direction": "flex-direction",
    "-webkit-line-clamp": "line-clamp",
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
        for single, value in expand(ALIASES.get(name, name), text):
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

    ``combinators[i]`` joins ``compounds[i]`` to ``compounds[i + 1]``, which is left of it. ``element`` is ``before``,
    ``after`` or ``backdrop`` for a selector of a pseudo-element.
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
    """Return what ``:has`` asks for as a selector that begins at the element itself."""
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
    """Whether something that stands to an element as ``:has`` asks for is there."""
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
    """Yield all elements in an element."""
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


class Sheet:
    """The rules of a style sheet, by the id, class or tag that their subject must have."""

    __slots__ = ("attributes", "by_class", "by_id", "by_tag", "looks_down", "relates", "universal")

    def __init__(self) -> None:
        self.by_id: dict[str, list[Rule]] = {}
        self.by_class: dict[str, list[Rule]] = {}
        self.by_tag: dict[str, list[Rule]] = {}
        self.universal: list[Rule] = []
        #: The attributes that selectors ask for.
        self.attributes: set[str] = {"id", "class"}
        #: Whether siblings or places among them decide anywhere.
        self.relates = False
        #: Whether what is in an element decides anywhere (``:has``).
        self.looks_down = False

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
        if any(pseudo.name == "has" for one in selector.compounds for pseudo in one.pseudos):
            self.looks_down = True

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
            if pseudo.name in ("any-link", "open", "required", "optional", "read-only", "read-write"):
                yield {"any-link": "href", "open": "open"}.get(pseudo.name, pseudo.name.replace("-", ""))
                yield "required" if pseudo.name == "optional" else "readonly"
            for inner in pseudo.selectors:
                yield from _attributes_of(inner)


def _outside_blocks(body: str) -> str:
    """Return a rule's body without the rules that are nested in it."""
    out: list[str] = []
    depth = start = 0
    for at, character in enumerate(body):
        if character == "{":
            if not depth:
                # What stands before it up to the last declaration is its selector.
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
    """Return the selectors of a nested rule: ``&`` stands for those around it."""
    out = []
    for one in listed(inner):
        for outer in heads:
            if "&" in one:
                out.append(one.replace("&", outer if len(heads) == 1 else f":is({outer})"))
            else:
                out.append(f"{outer} {one}")
    return out


class _Reader:
    """Adds the rules of a text to a sheet."""

    def __init__(self, sheet: Sheet, base: str, screen: Viewport) -> None:
        self.sheet = sheet
        self.base = base
        self.screen = screen
        self.order = 0

    def read(self, text: str, around: list[str] | None = None, depth: int = 0) -> None:
        """Add all rules. ``around``: the selectors of the rule that they are nested in."""
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
        """Add a rule and those nested in it."""
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


#: How deep rules may be nested.
_DEEPEST: Final = 8
_SCREEN: Final = Viewport(411.0)


@memo(128, asset=True)
def parse_sheet(text: str, base: str = "", screen: Viewport = _SCREEN) -> Sheet:
    """Return the rules of a style sheet.

    ``base``: the name of its file, from which its addresses count. ``screen``: what media queries ask of.
    """
    sheet = Sheet()
    _Reader(sheet, base, screen).read(_COMMENT.sub("", text[:LONGEST_SHEET]))
    return sheet


@cache
def user_agent_sheet() -> Sheet:
    """Return the style that elements have without any rule of a page."""
    text = (files("bmoca_gym.handset.web") / "user_agent.css").read_text(encoding="utf-8")
    return parse_sheet(text)


#: Matching rules from the weakest to the strongest: of the element, of ``::before``, of ``::after``, and of what is
#: behind a dialog.
Matched = tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...]]


def matched_rules(element: Styled, sheets: list[Sheet]) -> Matched:
    """Return the rules that match an element and its pseudo-elements; those of later sheets are stronger."""
    own: list[Rule] = []
    before: list[Rule] = []
    after: list[Rule] = []
    behind: list[Rule] = []
    targets = {"": own, "before": before, "after": after, "backdrop": behind}
    strength: dict[int, tuple[int, tuple[int, int, int], int, int]] = {}
    for origin, some in ((0, [user_agent_sheet()]), (1, sheets)):
        for place, sheet in enumerate(some):
            for rule in sheet.rules_for(element):
                selector = rule.selector
                strength[id(rule)] = (origin, selector.specificity, place, rule.order)
                targets[selector.element].append(rule)
    for some_rules in targets.values():
        if len(some_rules) > 1:
            some_rules.sort(key=lambda rule: strength[id(rule)])
    return tuple(own), tuple(before), tuple(after), tuple(behind)


def _flow_names(start: str, end: str) -> dict[str, str]:
    """Return the sides that names in the direction of the text mean."""
    found = {}
    for flow, side in (
        ("inline-start", start),
        ("inline-end", end),
        ("block-start", "top"),
        ("block-end", "bottom"),
    ):
        for kind in ("margin", "padding"):
            found[f"{kind}-{flow}"] = f"{kind}-{side}"
        found[f"inset-{flow}"] = side
        for what in ("width", "style", "color"):
            found[f"border-{flow}-{what}"] = f"border-{side}-{what}"
    for corner, name in (("start-start", f"top-{start}"), ("start-end", f"top-{end}"),
                         ("end-start", f"bottom-{start}"), ("end-end", f"bottom-{end}")):  # fmt: skip
        found[f"border-{corner}-radius"] = f"border-{name}-radius"
    for bound in ("", "min-", "max-"):
        found[f"{bound}inline-size"], found[f"{bound}block-size"] = f"{bound}width", f"{bound}height"
    return found


#: Names of sides in the direction of the text, and the sides that they mean.
FLOWED: Final = _flow_names("left", "right")
FLOWED_RTL: Final = _flow_names("right", "left")


def _given(
    rules: tuple[Rule, ...],
    inline: tuple[Declaration, ...],
    hints: tuple[Declaration, ...],
    values: dict[str, str],
    sides: dict[str, str] | None = None,
) -> dict[str, str]:
    """Add what is declared to values, the strongest last; return it. ``sides``: other names of properties."""
    strong: dict[str, str] = {}
    given: dict[str, str] = {}
    own = user_agent_rules(rules)
    for rule in rules[:own]:
        for name, value, _ in rule.declarations:
            given[name if sides is None else sides.get(name, name)] = value
    for name, value, _ in hints:
        given[name] = value
    for rule in rules[own:]:
        for name, value, important in rule.declarations:
            (strong if important else given)[name if sides is None else sides.get(name, name)] = value
    for name, value, important in inline:
        (strong if important else given)[name if sides is None else sides.get(name, name)] = value
    given.update(strong)
    values.update(given)
    return given


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
    given = _given(rules, inline, hints, values)
    if any(name in FLOWED for name in values):
        # Sides in the direction of the text: begin again, now that the direction is known.
        for name in given:
            values.pop(name, None)
        for name in INHERITED:
            if name in parent and name not in values:
                values[name] = parent[name]
        names = FLOWED_RTL if given.get("direction", parent.get("direction")) == "rtl" else FLOWED
        _given(rules, inline, hints, values, names)
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
