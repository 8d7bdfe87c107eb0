"""Computed values as scripts read them: in CSS px, colours as ``rgb(…)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bmoca_gym.handset.web.colors import color_text, parse_color
from bmoca_gym.handset.web.css.cascade import INHERITED
from bmoca_gym.handset.web.css.values import CORNERS, SIDES
from bmoca_gym.handset.web.layout.looks import color_of
from bmoca_gym.handset.web.layout.style import Length, Scale, Style, parse_length
from bmoca_gym.handset.web.nodes import Measure, Node

#: Initial values of properties.
_INITIAL: Final = {
    "background-attachment": "scroll",
    "background-color": "rgba(0, 0, 0, 0)",
    "background-image": "none",
    "background-position": "0% 0%",
    "background-repeat": "repeat",
    "background-size": "auto",
    "border-collapse": "separate",
    "box-shadow": "none",
    "box-sizing": "content-box",
    "clear": "none",
    "clip": "auto",
    "color": "rgb(0, 0, 0)",
    "content": "normal",
    "cursor": "auto",
    "direction": "ltr",
    "fill": "rgb(0, 0, 0)",
    "float": "none",
    "font-family": "Roboto",
    "font-style": "normal",
    "font-variant": "normal",
    "letter-spacing": "normal",
    "line-height": "normal",
    "list-style-type": "disc",
    "opacity": "1",
    "outline-style": "none",
    "overflow-x": "visible",
    "overflow-y": "visible",
    "pointer-events": "auto",
    "resize": "none",
    "stroke": "none",
    "stroke-width": "1px",
    "text-align": "start",
    "text-decoration": "none",
    "text-indent": "0px",
    "text-transform": "none",
    "transform": "none",
    "transition-duration": "0s",
    "user-select": "auto",
    "vertical-align": "baseline",
    "visibility": "visible",
    "white-space": "normal",
    "word-spacing": "0px",
    "z-index": "auto",
}
_COLORS: Final = frozenset(
    {"color", "background-color", "outline-color", *[f"border-{side}-color" for side in SIDES]}
)
_INSETS: Final = frozenset(SIDES)


_BUTTONS: Final = frozenset({"button", "submit", "reset"})
_NO_FIELDS: Final = frozenset({"checkbox", "radio", "range", "image", "file", "hidden"})


def theme_background(node: Node) -> str:
    """Return the background colour of an element in Chromium's own style sheet, which only controls have."""
    if node.tag not in ("button", "input", "select", "textarea"):
        return _INITIAL["background-color"]
    kind = node.input_type if node.tag == "input" else ""
    if node.tag == "input" and kind in _NO_FIELDS:
        return _INITIAL["background-color"]
    if node.control is not None and node.control.disabled:
        return "rgba(239, 239, 239, 0.3)"
    gray = (
        node.tag == "button"
        or kind in _BUTTONS
        or kind == "color"
        or (node.tag == "select" and not node.is_list)
    )
    return "rgb(239, 239, 239)" if gray else "rgb(255, 255, 255)"


def css_px(value: float) -> str:
    """Return a length in CSS px as scripts read it, with at most four decimal places."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{'0' if text == '-0' else text}px"


def _length(length: Length | None, scale: Scale, default: str) -> str:
    if length is None:
        return default
    if length[1]:
        return f"{length[1] * 100:g}%"
    return css_px(length[0] / scale.density)


def computed_value(
    style: Style, name: str, scale: Scale, measure: Callable[[], Measure | None] | None
) -> str:
    """Return a property's computed value; empty if there is no such property.

    ``measure``: returns the element's layout, for properties that report the used value; None if it isn't available.
    """
    values = style.values
    if name == "display":
        return style.display
    if name == "float":
        return style.floating or "none"
    if name in ("font-size", "position", "visibility"):
        return (
            f"{style.size / scale.density:g}px"
            if name == "font-size"
            else values.get(name, _INITIAL.get(name, "static"))
        )
    if name in _COLORS:
        default = 0 if name == "background-color" else color_of(style, "color", 0xFF000000)
        return color_text(color_of(style, name, default))
    if name in ("fill", "stroke", "stop-color"):
        found = parse_color(values.get(name, ""))
        return (
            _INITIAL.get(name, "rgb(0, 0, 0)")
            if name not in values
            else values[name]
            if found is None
            else color_text(found)
        )
    if name in ("width", "height"):
        return _used_size(style, name, scale, measure)
    if name.startswith(("margin-", "padding-")) or name in _INSETS:
        return _used_side(style, name, scale, measure)
    if name.startswith("border-") and name.endswith("-width"):
        side = SIDES.index(name.split("-")[1]) if name.split("-")[1] in SIDES else 0
        return css_px(style.borders[side] / scale.density)
    if name.startswith("border-") and name.endswith("-style"):
        return values.get(name, "none")
    if name.endswith("-radius") and name != "border-radius":
        return _length(parse_length(values.get(name, "0"), style.font_size, scale), scale, "0px")
    if name in ("min-width", "min-height"):
        length = style.min_width if name == "min-width" else style.min_height
        return _length(length, scale, "0px" if style.is_block else "auto")
    if name in ("max-width", "max-height"):
        return _length(style.max_width if name == "max-width" else style.max_height, scale, "none")
    if name == "line-height":
        return css_px(style.line_height / scale.density) if style.line_height_set else "normal"
    if name == "font-weight":
        return values.get(name, "400")
    shorthand = _shorthand(style, name, scale, measure)
    if shorthand is not None:
        return shorthand
    found_value = values.get(name)
    if found_value is not None:
        return found_value
    return _INITIAL.get(name, "" if name not in INHERITED else "auto")


def _shorthand(
    style: Style, name: str, scale: Scale, measure: Callable[[], Measure | None] | None
) -> str | None:
    if name in ("margin", "padding", "border-width", "border-style", "border-color"):
        kind, _, rest = name.partition("-")
        parts = [
            computed_value(style, f"{kind}-{side}-{rest}" if rest else f"{kind}-{side}", scale, measure)
            for side in SIDES
        ]
    elif name == "border-radius":
        parts = [computed_value(style, f"border-{corner}-radius", scale, measure) for corner in CORNERS]
    elif name == "overflow":
        parts = [style.values.get("overflow-x", "visible"), style.values.get("overflow-y", "visible")]
        return parts[0] if parts[0] == parts[1] else " ".join(parts)
    elif name == "border":
        one = [
            computed_value(style, f"border-top-{what}", scale, measure)
            for what in ("width", "style", "color")
        ]
        return " ".join(one)
    else:
        return None
    if parts[3] == parts[1]:
        parts.pop()
        if parts[2] == parts[0]:
            parts.pop()
            if parts[1] == parts[0]:
                parts.pop()
    return " ".join(parts)


def _used_size(style: Style, name: str, scale: Scale, measure: Callable[[], Measure | None] | None) -> str:
    across = name == "width"
    found = measure() if measure is not None and style.display != "inline" else None
    if found is None:
        return _length(style.width if across else style.height, scale, "auto")
    size = found.box[2] if across else found.box[3]
    if not style.border_box:
        first, last = (1, 3) if across else (0, 2)
        size -= found.borders[first] + found.borders[last] + found.paddings[first] + found.paddings[last]
    return css_px(max(0.0, size))


def _used_side(style: Style, name: str, scale: Scale, measure: Callable[[], Measure | None] | None) -> str:
    kind, _, side = name.partition("-")
    if not side:
        length = {"top": style.top, "right": style.right, "bottom": style.bottom, "left": style.left}[name]
        return _length(length, scale, "auto")
    if side not in SIDES:
        return ""
    at = SIDES.index(side)
    length = style.margins[at] if kind == "margin" else style.paddings[at]
    if length is not None and not length[1]:
        return css_px(length[0] / scale.density)
    found = measure() if measure is not None else None
    if found is None:
        return _length(length, scale, "0px")
    return css_px(found.margins[at] if kind == "margin" else found.paddings[at])
