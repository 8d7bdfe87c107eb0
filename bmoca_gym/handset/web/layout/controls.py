"""Sizes of form controls, as Chromium for Android gives them."""

from __future__ import annotations

import re
from math import ceil, floor
from typing import Final

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.web.layout.base import clamped_height
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.style import parse_number
from bmoca_gym.handset.web.layout.text import AVERAGE, WIDEST, advance

BUTTONS: Final = frozenset({"button", "submit", "reset"})
PICKERS: Final = frozenset({"date", "time", "month", "week", "datetime-local"})
#: Room for the arrow of a select, in CSS px.
_ARROW: Final = 20.0
#: Space beside the text of a text area.
_BESIDE: Final = 4.0
#: The width of a file field in digits, and of date fields in em.
_FILE: Final = 34
_DATE: Final = 10.0
_DATE_AND_TIME: Final = 15.0
#: Space above and below a select's text, and below an option in a list, in CSS px.
_SELECT_SPACE: Final = 1.0
_OPTION_SPACE: Final = 1.0
#: The minimum height of an option, in em.
_OPTION_HEIGHT: Final = 1.2


def is_list(element: Element) -> bool:
    """Whether a select shows its options as a list."""
    return element.node.is_list


def options_of(element: Element) -> list[Element]:
    """Return the options of a select, including those in groups."""
    out = []
    for child in element.elements:
        if child.tag == "option":
            out.append(child)
        elif child.tag == "optgroup":
            out += [one for one in child.elements if one.tag == "option"]
    return out


def option_text(option: Element) -> str:
    """Return the text of an option."""
    return re.sub(r"\s+", " ", option.node.text).strip()


def option_height(select: Element, density: float) -> float:
    """Return the height of an option in a list."""
    style = select.style
    return max(style.ascent + style.descent, _OPTION_HEIGHT * style.size) + _OPTION_SPACE * density


def button_text(element: Element) -> str:
    """Return the label of a button input."""
    value = element.attributes.get("value")
    if value is None:
        return {"submit": "Submit", "reset": "Reset"}.get(element.kind, "")
    return value


def text_width(element: Element, text: str) -> float:
    """Return the width of a text in an element's font in px."""
    style = element.style
    return advance(text, style.weight, style.italic) * style.size + style.letter_spacing * len(text)


def natural_control(element: Element, density: float) -> tuple[float, float] | None:
    """Return the default border-box size of a control; None if its contents decide (a button)."""
    style = element.style
    line = style.ascent + style.descent
    height = style.line_height if style.line_height_set else line
    pbw, pbh = element.pbw, element.pbh
    if element.tag == "textarea":
        columns, rows = _count(element, "cols") or 20, _count(element, "rows") or 2
        letter = round(style.size * AVERAGE)
        return columns * letter + floor(_BESIDE * density) + pbw, rows * style.line_height + pbh
    if element.tag == "select":
        indent = text_width(element, "    ")
        widest = max(
            [
                text_width(element, option_text(one))
                + (indent if one.parent is not element and not is_list(element) else 0.0)
                for one in options_of(element)
            ],
            default=0.0,
        )
        if is_list(element):
            rows = _count(element, "size") or 4
            return widest + 4 * density + pbw, min(rows, 1000) * option_height(element, density) + pbh
        return ceil(widest) + pbw + floor(_ARROW * density), line + pbh + 2 * floor(_SELECT_SPACE * density)
    if element.tag == "input":
        kind = element.kind
        if kind in BUTTONS:
            return text_width(element, button_text(element)) + pbw, height + pbh
        if kind in ("checkbox", "radio"):
            return 13 * density, 13 * density
        if kind == "range":
            return 129 * density, 16 * density
        if kind in PICKERS:
            letters = _DATE_AND_TIME if kind == "datetime-local" else _DATE
            return letters * style.size + pbw, height + pbh
        if kind == "file":
            high = line + 2 * density + 2 * floor(2 * density)
            return float(ceil(_FILE * text_width(element, "0"))) + pbw, high + pbh
        letter = round(style.size * AVERAGE)
        digits = _digits(element) if kind == "number" else 0
        size = digits or _count(element, "size") or 20
        rest = round(style.size * WIDEST) - letter
        return min(size, 10_000) * letter + rest + pbw, height + pbh
    return None


def _count(element: Element, name: str) -> int:
    """Return an attribute that counts letters or rows; 0 if it is missing, negative or not a number."""
    return max(0, int(element.number_of(name) or 0))


def _digits(element: Element) -> int:
    """Return the most characters that a number in a number field may have; 0 if unlimited."""
    limits = [element.attributes.get(name, "") for name in ("min", "max")]
    step = element.attributes.get("step", "1")
    if any(parse_number(one) is None for one in limits) or parse_number(step) is None:
        return 0
    behind = max([len(one.partition(".")[2]) for one in (*limits, step)])
    before = max([len(one.partition(".")[0]) for one in limits])
    return before + (behind + 1 if behind else 0)


def text_size(element: Element) -> tuple[float, float]:
    """Return the scrollable size of a text area: its text with padding."""
    style, control = element.style, element.node.control
    text = control.value[:_LONGEST] if control is not None else ""
    width = max(1.0, element.w - element.pbw) if style.wraps else None
    lines = paragraph(text, style.size, style.weight, "en", False, width).lines
    top, right, bottom, left = element.paddings
    wide = 0.0 if width is not None else max([line.width for line in lines], default=0.0)
    return wide + left + right, max(1, len(lines)) * style.line_height + top + bottom


#: How many characters of a text area are laid out.
_LONGEST: Final = 4000


def lay_out_control(element: Element, asked: float | None, density: float) -> None:
    """Set the height and base line of a control, unless it is a button with its own contents."""
    style = element.style
    natural = natural_control(element, density)
    height = asked if asked is not None else natural[1] if natural is not None else 0.0
    element.h = clamped_height(element, height, None)
    line = style.ascent + style.descent
    if element.tag == "select" and is_list(element):
        high = option_height(element, density)
        y = element.borders[0]
        for option in options_of(element):
            option.owner = element
            option.x, option.y = element.borders[3], y
            option.w, option.h = element.w - element.pbw, high
            y += high
    if element.tag == "textarea":
        element.base = None
    elif element.tag == "input" and element.kind in ("checkbox", "radio", "range"):
        element.base = element.h
    elif element.tag == "input" and element.kind == "color":
        element.base = element.h - 5 * density
    else:
        element.base = (
            element.borders[0] + element.paddings[0] + (element.h - element.pbh - line) / 2 + style.ascent
        )
