"""Computed style: the property values of one element resolved to device px."""

from __future__ import annotations

import re
from math import floor
from typing import Final

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.value import aged, make_room, memo
from bmoca_gym.handset.web.boxes import Look
from bmoca_gym.handset.web.css.cascade import FLOWED, cascaded
from bmoca_gym.handset.web.css.sheets import Declaration, Rule
from bmoca_gym.handset.web.css.values import FONT_SIZES, SIDES, listed, url_of
from bmoca_gym.handset.web.layout.text import X_HEIGHT, face_weight, heights

#: A length: px, and a fraction of what percentages refer to. None: ``auto`` or ``none``.
Length = tuple[float, float]
# Not `Final`: see native/README.md.
ZERO: Length = (0.0, 0.0)
FOUR_ZEROS = (0.0, 0.0, 0.0, 0.0)
#: Smaller text is drawn at this size, in CSS px, as Android's web view does.
SMALLEST_FONT: Final = 8.0

_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?)([a-z%]*)$")
_CALC = re.compile(
    r"\s*((?:calc|-webkit-calc|min|max|clamp)?\(|[-+*/),]|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?[a-z%]*)\s*"
)
#: Tokens of length calculations.
_FUNCTIONS: Final = ("calc(", "-webkit-calc(", "min(", "max(", "clamp(")
#: The largest length used in calculations, in CSS px.
_LARGEST: Final = 33_554_431.0
_ABSOLUTE: Final = {
    "px": 1.0,
    "pt": 4 / 3,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "pc": 16.0,
    "q": 2.4 / 2.54,
}
#: The size of monospace text relative to other text of the same font size.
_MONOSPACE: Final = 13 / 16
#: Widths that depend on the contents.
_FITS: Final = {
    "fit-content": "fit", "-webkit-fit-content": "fit", "min-content": "min", "max-content": "max",
    "-moz-fit-content": "fit",
}  # fmt: skip
_BORDER_WIDTHS: Final = {"thin": 1.0, "medium": 3.0, "thick": 5.0}


class Scale:
    """What lengths are resolved against: device px per CSS px, the viewport's size and the root's font size in CSS
    px."""

    __slots__ = ("density", "height", "rem", "width")

    def __init__(self, density: float, width: float, height: float, rem: float = 16.0) -> None:
        self.density = density
        self.rem = rem
        self.width = width
        self.height = height


def snapped(value: float) -> float:
    """Round a length to 64ths of a px, as Chromium does."""
    return floor(value * 64.0) / 64.0


def parse_number(text: str) -> float | None:
    """Parse a plain number, capped at the largest allowed; None if it isn't one."""
    found = _NUMBER.match(text.strip().lower())
    return max(-_LARGEST, min(_LARGEST, float(found[1]))) if found is not None and not found[2] else None


def parse_length(text: str | None, font_size: float, scale: Scale) -> Length | None:
    """Parse a length into device px; None if it is ``auto``, ``none`` or not understood.

    ``font_size``: the element's in CSS px as specified, before the minimum size applies.
    """
    if text is None:
        return None
    found = _NUMBER.match(text)
    if found is None:
        found = _NUMBER.match(text.strip().lower())
        if found is None:
            return (
                _calculated(text.strip().lower(), font_size, scale)
                if text.lstrip().lower().startswith(_FUNCTIONS)
                else None
            )
    return _in_units(float(found[1]), found[2], font_size, scale)


def _in_units(number: float, unit: str, font_size: float, scale: Scale) -> Length | None:
    number = max(-_LARGEST, min(_LARGEST, number))
    if unit == "%":
        return 0.0, number / 100.0
    known = _ABSOLUTE.get(unit)
    if known is not None:
        return number * known * scale.density, 0.0
    if unit == "":
        return number * scale.density, 0.0
    if unit == "em":
        return number * font_size * scale.density, 0.0
    if unit == "rem":
        return number * scale.rem * scale.density, 0.0
    if unit in ("ex", "ch"):
        return number * font_size * X_HEIGHT * scale.density, 0.0
    if unit in ("vmin", "vmax"):
        side = min(scale.width, scale.height) if unit == "vmin" else max(scale.width, scale.height)
        return number / 100.0 * side * scale.density, 0.0
    if len(unit) == 3 and unit[0] in "dsl" and unit[1] == "v":
        unit = unit[1:]
    unit = {"vi": "vw", "vb": "vh"}.get(unit, unit)
    if unit == "vw":
        return number / 100.0 * scale.width * scale.density, 0.0
    if unit == "vh":
        return number / 100.0 * scale.height * scale.density, 0.0
    return None


class _Calculation:
    """Evaluates ``calc(…)``, ``min(…)``, ``max(…)`` and ``clamp(…)``, including nested ones.

    A value is px, a fraction, and the plain number if it is one (0 for a length).
    """

    def __init__(self, tokens: list[str], font_size: float, scale: Scale) -> None:
        self.tokens = tokens
        self.place = 0
        self.font_size = font_size
        self.scale = scale
        #: The value of percentages where a function compares them with lengths.
        self.whole = scale.width * scale.density

    def take(self, *wanted: str) -> bool:
        if self.place < len(self.tokens) and self.tokens[self.place] in wanted:
            self.place += 1
            return True
        return False

    def factor(self) -> tuple[float, float, float] | None:
        if self.place >= len(self.tokens):
            return None
        token = self.tokens[self.place]
        self.place += 1
        if token.endswith("("):
            parts = [self.total()]
            while self.take(","):
                parts.append(self.total())
            known = [part for part in parts if part is not None]
            if len(known) < len(parts) or not self.take(")"):
                return None
            return self.chosen(token[:-1], known)
        if token in ("-", "+"):
            one = self.factor()
            return None if one is None else one if token == "+" else (-one[0], -one[1], -one[2])
        found = _NUMBER.match(token)
        if found is None:
            return None
        if not found[2]:
            return 0.0, 0.0, float(found[1])
        length = _in_units(float(found[1]), found[2], self.font_size, self.scale)
        return None if length is None else (length[0], length[1], 0.0)

    def chosen(self, name: str, parts: list[tuple[float, float, float]]) -> tuple[float, float, float] | None:
        def size(part: tuple[float, float, float]) -> float:
            return part[0] + part[1] * self.whole + part[2]

        if name == "min":
            return min(parts, key=size)
        if name == "max":
            return max(parts, key=size)
        if name == "clamp":
            return max(parts[0], min(parts[1], parts[2], key=size), key=size) if len(parts) == 3 else None
        return parts[0] if len(parts) == 1 else None

    def product(self) -> tuple[float, float, float] | None:
        left = self.factor()
        while left is not None and self.place < len(self.tokens) and self.tokens[self.place] in ("*", "/"):
            times = self.tokens[self.place] == "*"
            self.place += 1
            right = self.factor()
            if right is None or (not times and right[2] == 0):
                return None
            if times and left[2] and not right[2]:
                left, right = right, left
            by = right[2] if times else 1 / right[2]
            left = (left[0] * by, left[1] * by, left[2] * by)
        return left

    def total(self) -> tuple[float, float, float] | None:
        left = self.product()
        while left is not None and self.place < len(self.tokens) and self.tokens[self.place] in ("+", "-"):
            sign = 1.0 if self.tokens[self.place] == "+" else -1.0
            self.place += 1
            right = self.product()
            if right is None:
                return None
            left = (left[0] + sign * right[0], left[1] + sign * right[1], left[2] + sign * right[2])
        return left


def _calculated(text: str, font_size: float, scale: Scale) -> Length | None:
    """Evaluate a function that yields a length; None if it can't be understood."""
    tokens = _CALC.findall(text)
    if "".join(tokens) != re.sub(r"\s+", "", text) or len(tokens) > 64:
        return None
    calculation = _Calculation(tokens, font_size, scale)
    found = calculation.factor()
    return None if found is None or calculation.place < len(tokens) else (found[0], found[1])


def _bounded(text: str | None) -> tuple[str | None, str | None, str | None]:
    """Return a size, and the minimum and maximum implied by ``min``, ``max`` and ``clamp`` with a percentage."""
    found = re.fullmatch(r"\s*(min|max|clamp)\((.*)\)\s*", text or "", re.IGNORECASE | re.DOTALL)
    if found is None or "%" not in found[2]:
        return text, None, None
    parts = listed(found[2])
    name = found[1].lower()
    if name == "clamp":
        return (parts[1], parts[0], parts[2]) if len(parts) == 3 else (text, None, None)
    if len(parts) != 2:
        return text, None, None
    share, other = parts if "%" in parts[0] else parts[::-1]
    return (share, None, other) if name == "min" else (share, other, None)


def used(length: Length | None, base: float) -> float:
    """Resolve a length to px; ``auto`` is 0."""
    return 0.0 if length is None else length[0] + length[1] * base


_SERIF: Final = ("times", "georgia", "serif", "palatino", "garamond", "cambria")
_MONO: Final = ("courier", "mono", "consolas", "menlo", "monaco", "lucida console")


@memo(256, asset=True)
def family_kind(value: str) -> str:
    """Map a list of font families to sans-serif, serif or monospace."""
    for one in value.lower().split(","):
        name = one.strip().strip("\"'")
        if any(name.startswith(known) or known in name.split() for known in _MONO) or "mono" in name:
            return "monospace"
        if name == "sans-serif" or name in ("arial", "helvetica", "verdana", "roboto", "tahoma", "system-ui"):
            return "sans-serif"
        if any(name.startswith(known) for known in _SERIF):
            return "serif"
    return "sans-serif"


#: The attributes of a style.
_SLOTS: Final = (
    "absolute", "align_content", "align_items", "align_self", "ascent", "aspect", "border_box",
    "border_spacing", "borders", "bottom", "breaks_words", "clear", "clips", "collapses_borders", "column",
    "column_gap", "content_text", "content_url", "content_urls", "descent", "display", "ellipsis", "family",
    "fits", "fits_down", "flex_basis", "flex_grow", "flex_shrink", "flex_wrap", "floating", "font_size",
    "height", "italic", "justify", "justify_items", "justify_self", "keeps_lines",
    "keeps_spaces", "left", "letter_spacing", "line_clamp", "line_height", "line_height_set", "look", "margins",
    "max_height", "max_width", "min_height", "min_width", "monospace", "order", "out_of_flow", "paddings",
    "position", "reverse", "right", "row_gap", "rtl", "size", "text_align", "text_indent", "text_transform",
    "top", "transform", "values", "vertical_align", "vertical_length", "visible", "weight", "width",
    "word_spacing", "wrap_reverse", "wraps", "z",
)  # fmt: skip


@mypyc_attr(acyclic=True)
class Style:
    """The computed style of one element. Equal inputs give the same object, so ``is`` compares."""

    __slots__ = _SLOTS

    absolute: bool
    display: str
    font_size: float
    monospace: bool
    weight: int

    def __init__(
        self, values: dict[str, str], parent: Style | None, scale: Scale, tag: str, like: Style | None = None
    ) -> None:
        """``like``: a style that differs in `_INSETS` only."""
        if like is not None:
            for name in _SLOTS:
                setattr(self, name, getattr(like, name))
            self.values = values
            self._insets(values, scale)
            return
        self.values = values
        #: How it is painted, computed on demand.
        self.look: Look | None = None
        self._fonts(values, parent, scale)
        font, get = self.font_size, values.get
        self._display(values, tag, parent)

        def length(name: str) -> Length | None:
            return parse_length(get(name), font, scale)

        self.border_box = get("box-sizing") == "border-box"
        self.clips = get("overflow-x", "visible") not in ("visible", "clip") or get(
            "overflow-y", "visible"
        ) not in (
            "visible",
            "clip",
        )
        wide, least, most = _bounded(get("width"))
        self.width, self.height = parse_length(wide, font, scale), length("height")
        word = (get("width") or "").strip().lower()
        #: ``fit``, ``min`` or ``max`` for a width of the contents, else empty.
        self.fits = _FITS.get(word, "fit" if word.startswith("fit-content(") else "")
        self.fits_down = (get("height") or "").strip().lower() in _FITS
        self.min_width, self.min_height = length("min-width"), length("min-height")
        self.max_width, self.max_height = length("max-width"), length("max-height")
        if least is not None and self.min_width is None:
            self.min_width = parse_length(least, font, scale)
        if most is not None and self.max_width is None:
            self.max_width = parse_length(most, font, scale)
        self._insets(values, scale)
        self.margins = (
            length("margin-top") if "margin-top" in values else ZERO,
            length("margin-right") if "margin-right" in values else ZERO,
            length("margin-bottom") if "margin-bottom" in values else ZERO,
            length("margin-left") if "margin-left" in values else ZERO,
        )
        self.paddings = (
            length("padding-top") or ZERO,
            length("padding-right") or ZERO,
            length("padding-bottom") or ZERO,
            length("padding-left") or ZERO,
        )
        self.borders = self._borders(values, font, scale)
        self.text_indent = length("text-indent") or ZERO
        clamp = get("line-clamp", "none")
        #: The line limit after which text is cut; 0 for none.
        self.line_clamp = int(clamp) if clamp.isdigit() and len(clamp) < 5 else 0
        self.ellipsis = get("text-overflow", "clip").startswith("ellipsis")
        spot = get("z-index", "auto")
        self.z = int(max(-1e9, min(1e9, float(spot)))) if re.fullmatch(r"[-+]?\d{1,12}", spot) else None
        self.transform = get("transform", "none")
        self.collapses_borders = get("border-collapse") == "collapse"
        spacing = get("border-spacing", "0").split()
        self.border_spacing = (
            used(parse_length(spacing[0], font, scale), 0.0) if spacing else 0.0,
            used(parse_length(spacing[-1], font, scale), 0.0) if spacing else 0.0,
        )
        self.visible = get("visibility", "visible") == "visible"
        content = get("content", "")
        self.content_url = url_of(content) if "url(" in content else None
        #: How many pictures ``content`` names. Only the first is shown.
        self.content_urls = content.count("url(")
        self.content_text = _strings(content, None) if content and not self.content_urls else None
        self._flex(values, font, scale)

    def _insets(self, values: dict[str, str], scale: Scale) -> None:
        self.top, self.right, self.bottom, self.left = (
            parse_length(values.get("top"), self.font_size, scale),
            parse_length(values.get("right"), self.font_size, scale),
            parse_length(values.get("bottom"), self.font_size, scale),
            parse_length(values.get("left"), self.font_size, scale),
        )

    def _fonts(self, values: dict[str, str], parent: Style | None, scale: Scale) -> None:
        above = parent.font_size if parent is not None else 16.0
        asked = values.get("font-size")
        size = above
        family = values.get("font-family", "").strip().lower()
        #: Whether its size derives from one in px: then a monospace family doesn't make it smaller.
        self.absolute = parent is not None and parent.absolute
        #: Whether it is monospace because the page names no other family.
        self.monospace = family == "monospace"
        if asked is not None and (parent is None or asked != parent.values.get("font-size")):
            if asked in FONT_SIZES:
                self.absolute = False
                size = FONT_SIZES[asked] * (_MONOSPACE if self.monospace else 1.0)
            elif asked == "smaller":
                size = above / 1.2
            elif asked == "larger":
                size = above * 1.2
            else:
                length = parse_length(asked, above, scale)
                if length is not None:
                    size = max(0.0, length[0] / scale.density + length[1] * above)
                    self.absolute = self.absolute or not (length[1] or asked.endswith("em"))
        elif parent is not None and self.monospace != parent.monospace and not self.absolute:
            size = above * _MONOSPACE if self.monospace else above / _MONOSPACE
        size = min(size, 10_000.0)
        self.font_size = size
        # The space distinguishes it from one that is set explicitly.
        values["font-size"] = f"{size:g}px " if size == round(size, 4) else f"{size!r}px "
        self.size = (max(size, SMALLEST_FONT) if size > 0 else 0.0) * scale.density
        weight = values.get("font-weight", "normal")
        above_weight = parent.weight if parent is not None else 400
        if weight == "bolder":
            self.weight = 400 if above_weight < 350 else 700 if above_weight < 550 else 900
        elif weight == "lighter":
            self.weight = 100 if above_weight < 550 else 400 if above_weight < 750 else 700
        else:
            self.weight = {"normal": 400, "bold": 700}.get(weight) or (
                int(weight) if re.fullmatch(r"\d{1,4}", weight) and 1 <= int(weight) <= 1000 else 400
            )
        values["font-weight"] = str(self.weight)
        self.weight = face_weight(self.weight)
        self.italic = values.get("font-style") in ("italic", "oblique")
        self.family = family_kind(values.get("font-family", ""))
        self.ascent, self.descent = heights(self.size)
        height = values.get("line-height", "normal")
        number = parse_number(height)
        self.line_height_set = height != "normal"
        if number is not None:
            self.line_height = number * self.size
        else:
            length = parse_length(height, size, scale) if height != "normal" else None
            if length is None:
                self.line_height_set = False
                self.line_height = self.ascent + self.descent
            else:
                self.line_height = length[0] + length[1] * self.size
                values["line-height"] = f"{self.line_height / scale.density!r}px"
        self.letter_spacing = used(parse_length(values.get("letter-spacing"), size, scale), 0.0)
        self.word_spacing = used(parse_length(values.get("word-spacing"), size, scale), 0.0)

    def _display(self, values: dict[str, str], tag: str, parent: Style | None) -> None:
        display = _DISPLAYS.get(values.get("display", "inline"), values.get("display", "inline"))
        self.position = values.get("position", "static")
        self.out_of_flow = self.position in ("absolute", "fixed")
        self.floating = "" if self.out_of_flow else values.get("float", "none")
        if self.floating not in ("left", "right"):
            self.floating = ""
        if tag == "br":
            display = "inline"
        elif tag == "html" and display != "none":
            display = "block"
        elif display != "none" and (
            self.out_of_flow or self.floating or (parent is not None and parent.display in CONTAINERS)
        ):
            display = _BLOCKS.get(display, display)
        self.display = display
        self.clear = values.get("clear", "none")
        self.rtl = values.get("direction") == "rtl"
        align = values.get("text-align", "start")
        self.text_align = {
            "start": "right" if self.rtl else "left",
            "end": "left" if self.rtl else "right",
            "-webkit-left": "left",
            "-webkit-right": "right",
        }.get(align, align)
        space = values.get("white-space", "normal")
        self.keeps_spaces = space in ("pre", "pre-wrap", "break-spaces")
        self.keeps_lines = self.keeps_spaces or space == "pre-line"
        self.wraps = space not in ("nowrap", "pre")
        self.breaks_words = values.get("overflow-wrap") in ("break-word", "anywhere") or values.get(
            "word-break"
        ) in (
            "break-all",
            "break-word",
        )
        self.text_transform = values.get("text-transform", "none")

    def _borders(
        self, values: dict[str, str], font: float, scale: Scale
    ) -> tuple[float, float, float, float]:
        out = []
        for side in SIDES:
            kind = values.get(f"border-{side}-style", "none")
            if kind in ("none", "hidden"):
                out.append(0.0)
                continue
            text = values.get(f"border-{side}-width", "medium")
            word = _BORDER_WIDTHS.get(text)
            wide = word * scale.density if word is not None else used(parse_length(text, font, scale), 0.0)
            out.append(0.0 if wide <= 0 else max(1.0, float(floor(wide))))
        return out[0], out[1], out[2], out[3]

    def _flex(self, values: dict[str, str], font: float, scale: Scale) -> None:
        get = values.get
        direction = get("flex-direction", "row")
        self.column = direction.startswith("column")
        self.reverse = direction.endswith("reverse")
        self.flex_wrap = get("flex-wrap", "nowrap").startswith("wrap")
        self.wrap_reverse = get("flex-wrap", "nowrap") == "wrap-reverse"
        self.flex_grow = parse_number(get("flex-grow", "0")) or 0.0
        shrink = parse_number(get("flex-shrink", "1"))
        self.flex_shrink = 1.0 if shrink is None else shrink
        basis = get("flex-basis", "auto")
        self.flex_basis = parse_length(basis, font, scale)
        self.justify = get("justify-content", "normal")
        self.align_items = get("align-items", "normal")
        self.align_self = get("align-self", "auto")
        self.align_content = get("align-content", "normal")
        self.justify_items = get("justify-items", "normal")
        self.justify_self = get("justify-self", "auto")
        self.aspect = _ratio(get("aspect-ratio", "auto"))
        self.order = int(parse_number(get("order", "0")) or 0)
        self.row_gap = used(parse_length(get("row-gap"), font, scale), 0.0)
        self.column_gap = used(parse_length(get("column-gap"), font, scale), 0.0)
        self.vertical_align = get("vertical-align", "baseline")
        self.vertical_length: Length | None = (
            None if self.vertical_align in _VERTICAL else parse_length(self.vertical_align, font, scale)
        )

    def generated(self, attributes: dict[str, str]) -> str:
        """Return the text it generates before or after an element with the given attributes."""
        content = self.values.get("content", "")
        return (_strings(content, attributes) or "") if "attr(" in content else self.content_text or ""

    @property
    def is_block(self) -> bool:
        """Whether it is laid out as a block."""
        return self.display in BLOCK_DISPLAYS

    def __repr__(self) -> str:
        return f"Style({self.display}, {self.font_size:g}px)"


def _ratio(text: str) -> float:
    """Parse an aspect ratio: the width for a height of 1; 0 for ``auto``."""
    found = re.fullmatch(r"(?:auto\s+)?([\d.]{1,12})(?:\s*/\s*([\d.]{1,12}))?", text.strip())
    try:
        return float(found[1]) / float(found[2] or 1) if found else 0.0
    except (ValueError, ZeroDivisionError):
        return 0.0


_VERTICAL: Final = frozenset(
    {"baseline", "sub", "super", "top", "text-top", "middle", "bottom", "text-bottom", "inherit"}
)
#: Values of ``display`` that lay out items rather than a flow.
CONTAINERS: Final = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
#: Aliases of ``display`` values.
_DISPLAYS: Final = {
    "block flow": "block", "block flow-root": "flow-root", "inline flow-root": "inline-block", "block flex": "flex",
    "block grid": "grid", "inline flex": "inline-flex", "inline grid": "inline-grid", "-webkit-flex": "flex",
    "-webkit-inline-flex": "inline-flex", "-webkit-box": "flow-root", "-webkit-inline-box": "inline-block",
    "ruby": "inline", "contents": "contents",
}  # fmt: skip
#: The ``display`` that a floating or absolute box gets.
_BLOCKS: Final = {
    "inline": "block",
    "inline-block": "block",
    "inline-flex": "flex",
    "inline-table": "table",
    "inline-grid": "grid",
    "table-cell": "block",
    "table-row": "block",
    "table-row-group": "block",
    "table-header-group": "block",
    "table-footer-group": "block",
    "table-caption": "block",
}
BLOCK_DISPLAYS: Final = frozenset({"block", "list-item", "table", "flex", "flow-root", "grid"})

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))")


def _unescaped(found: re.Match[str]) -> str:
    if found[2] is not None:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


_CONTENT = re.compile(
    r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|attr\(\s*([\w-]+)[^)]*\)|(open-quote)|(close-quote)"""
)


def _strings(content: str, attributes: dict[str, str] | None) -> str | None:
    """Return the text that ``content`` generates; None for ``none`` and ``normal``."""
    parts = []
    for found in _CONTENT.finditer(content):
        if found[3] is not None:
            parts.append((attributes or {}).get(found[3].lower(), ""))
        elif found[4] is not None or found[5] is not None:
            parts.append("\u201c" if found[4] is not None else "\u201d")
        else:
            parts.append(_ESCAPE.sub(_unescaped, found[1] or found[2] or ""))
    return "".join(parts) if parts else None


#: Styles by what they are computed from. Rules and parents are shared objects, which the entry keeps alive, so the key
#: is cheap to build.
_Key = tuple[object, ...]
_styles: dict[_Key, tuple[Style, tuple[Rule, ...], Style | None]] = {}
#: One style for each group of styles that differ only in their positions in px, by all other properties.
_placed: dict[_Key, tuple[Style, tuple[Rule, ...], Style | None]] = {}
_MOST_STYLES: Final = 8192
_INSETS: Final = frozenset(SIDES)
_PX = re.compile(r"-?\d{1,6}(?:\.\d{1,12})?px")


aged(_styles)
aged(_placed)


def _only_places(inline: tuple[Declaration, ...]) -> bool:
    """Whether the positions in a ``style`` attribute are in px and nothing else in it overrides them."""
    for name, value, important in inline:
        if name in FLOWED or (name in _INSETS and (important or _PX.fullmatch(value) is None)):
            return False
    return True


def _insists(rules: tuple[Rule, ...]) -> bool:
    """Whether a rule overrides the position in a ``style`` attribute."""
    for rule in rules:
        for name, _, important in rule.declarations:
            if important and (name in _INSETS or name in FLOWED):
                return True
    return False


def style_of(
    rules: tuple[Rule, ...],
    inline: tuple[Declaration, ...],
    hints: tuple[Declaration, ...],
    parent: Style | None,
    scale: Scale,
    tag: str,
) -> Style:
    """Return the computed style of an element. The result is cached and shared."""
    ids = tuple(map(id, rules))
    kind = tag if tag in ("br", "html") else ""
    key: _Key = (ids, inline, hints, id(parent), scale.density, scale.width, scale.height, scale.rem, kind)
    known = _styles.get(key)
    if known is not None:
        return known[0]
    make_room(_styles, _MOST_STYLES)
    make_room(_placed, _MOST_STYLES)
    places = {one.name: one.value for one in inline if one.name in _INSETS}
    like: Style | None = None
    other: _Key | None = None
    if places and _only_places(inline):
        rest = tuple([one for one in inline if one.name not in _INSETS])
        other = (
            (ids, rest, tuple(places), hints, id(parent), scale.density, scale.width, scale.height, scale.rem, kind)
        )  # fmt: skip
        alike = _placed.get(other)
        like = None if alike is None else alike[0]
    if like is not None:
        style = Style({**like.values, **places}, parent, scale, tag, like)
    else:
        values = cascaded(rules, inline, hints, parent.values if parent is not None else {})
        style = Style(values, parent, scale, tag)
        if other is not None and not _insists(rules):
            _placed[other] = style, rules, parent
    _styles[key] = style, rules, parent
    return style
