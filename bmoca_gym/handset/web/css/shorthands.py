"""Shorthands, such as ``border``, and the single properties that they set."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bmoca_gym.handset.web.css.values import CORNERS, FONT_SIZES, SIDES, WIDE, is_length, words_of

BORDER_STYLES: Final = frozenset(
    {"none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"}
)
_WIDTHS: Final = frozenset({"thin", "medium", "thick"})
_BACKGROUND_WORDS: Final = frozenset({"scroll", "fixed", "local", "border-box", "padding-box", "content-box"})
_REPEATS: Final = frozenset({"repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round"})
_PLACES: Final = frozenset({"left", "right", "top", "bottom", "center"})


def _four(words: list[str]) -> tuple[str, str, str, str]:
    """Expand one to four values to those of the top, right, bottom and left side."""
    top = words[0]
    right = words[1] if len(words) > 1 else top
    return top, right, words[2] if len(words) > 2 else top, words[3] if len(words) > 3 else right


#: Properties whose values are keywords, and those that Chromium knows. A declaration with any other keyword is skipped,
#: so that an earlier one applies.
_KEYWORDS: Final = {
    "border-collapse": frozenset({"collapse", "separate"}),
    "box-sizing": frozenset({"border-box", "content-box"}),
    "clear": frozenset({"none", "left", "right", "both", "inline-start", "inline-end"}),
    "direction": frozenset({"ltr", "rtl"}),
    "display": frozenset(
        {
            "block", "contents", "flex", "flow-root", "grid", "inline", "inline-block", "inline-flex", "inline-grid",
            "inline-table", "list-item", "math", "none", "ruby", "ruby-text", "table", "table-caption", "table-cell",
            "table-column", "table-column-group", "table-footer-group", "table-header-group", "table-row",
            "table-row-group", "-webkit-box", "-webkit-flex", "-webkit-inline-box", "-webkit-inline-flex",
        }
    ),
    "flex-direction": frozenset({"row", "row-reverse", "column", "column-reverse"}),
    "flex-wrap": frozenset({"nowrap", "wrap", "wrap-reverse"}),
    "float": frozenset({"none", "left", "right", "inline-start", "inline-end"}),
    "list-style-position": frozenset({"inside", "outside"}),
    "outline-style": BORDER_STYLES | {"auto"},
    "overflow-x": frozenset({"visible", "hidden", "scroll", "auto", "clip", "overlay"}),
    "overflow-y": frozenset({"visible", "hidden", "scroll", "auto", "clip", "overlay"}),
    "position": frozenset({"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"}),
    "text-align": frozenset(
        {
            "left", "right", "center", "justify", "start", "end", "match-parent", "-webkit-auto", "-webkit-center",
            "-webkit-left", "-webkit-match-parent", "-webkit-right",
        }
    ),
    "text-anchor": frozenset({"start", "middle", "end"}),
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    **{f"border-{side}-style": BORDER_STYLES for side in SIDES},
}  # fmt: skip


def expand(name: str, value: str) -> list[tuple[str, str]]:
    """Return the longhand properties that a declaration sets, without those whose keywords CSS doesn't know."""
    out = []
    for single, said in _expanded(name, value):
        known = _KEYWORDS.get(single)
        if known is not None and "(" not in said and " " not in said:
            said = said.lower()
            if said not in known and said not in WIDE:
                continue
        out.append((single, said))
    return out


def _expanded(name: str, value: str) -> list[tuple[str, str]]:
    expander = _EXPANDERS.get(name)
    if expander is None:
        return [(name, value)]
    words = words_of(value)
    if not words:
        return []
    if words[0] in WIDE and len(words) == 1:
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
        elif low in _WIDTHS or is_length(word):
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
        elif low in _PLACES or is_length(word) or low in ("auto", "cover", "contain"):
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
        elif is_length(word) or low in FONT_SIZES or low in ("larger", "smaller"):
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
    """Return the end line that goes with a start line: the same named area's, else ``auto``."""
    return name if re.fullmatch(r"[a-zA-Z_][\w-]*", name) and name != "auto" else "auto"


def _grid(name: str, words: list[str]) -> list[tuple[str, str]]:
    rows, _, columns = " ".join(words).partition("/")
    for flow, own, across, others in (("row", rows, "columns", columns), ("column", columns, "rows", rows)):
        if "auto-flow" in own:
            sizes = own.replace("auto-flow", "").replace("dense", "").strip()
            return [
                ("grid-auto-flow", f"{flow} dense" if "dense" in own else flow),
                (f"grid-auto-{flow}s", sizes or "auto"),
                (f"grid-template-{across}", others.strip()),
            ]
    quoted = re.findall(r"\"[^\"]*\"|'[^']*'", rows)
    sizes = re.sub(r"\"[^\"]*\"|'[^']*'", " auto ", rows) if quoted else rows
    if quoted:
        # A size after a row's names belongs to that row.
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
    width = next((word for word in words if is_length(word) and not word.isdigit()), "auto")
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
    "-webkit-transform-origin": "transform-origin",
    "-webkit-transform-style": "transform-style",
    "-webkit-perspective": "perspective",
    "-webkit-perspective-origin": "perspective-origin",
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


@cache
def _longhands(name: str) -> tuple[str, ...]:
    """Return the longhand properties that a shorthand sets."""
    sample = {"font": ["1px"], "flex": ["1"]}.get(name, ["0"])
    return tuple([one for one, _ in _EXPANDERS[name](name, sample)])
