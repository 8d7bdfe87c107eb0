"""How boxes are painted: colours, borders, images, gradients and shadows, from property values."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final

from bmoca_gym.handset.web.boxes import (
    SQUARE,
    Backdrop,
    Edges,
    Gradient,
    Look,
    Picture,
    Radii,
    Shadow,
)
from bmoca_gym.handset.web.colors import BLACK, CLEAR, parse_color
from bmoca_gym.handset.web.css.values import CORNERS, SIDES, listed, url_of, words_of
from bmoca_gym.handset.web.layout.engine import ImageSize
from bmoca_gym.handset.web.layout.style import Length, Scale, Style, parse_length, parse_number, used

_MOST_STOPS: Final = 32
_DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def color_of(style: Style, name: str, default: int) -> int:
    """Return the colour that a property sets."""
    value = style.values.get(name)
    if value is None:
        return default
    if value.lower() == "currentcolor":
        return text_color(style)
    found = parse_color(value)
    return default if found is None else found


def text_color(style: Style) -> int:
    """Return the colour of an element's text."""
    found = parse_color(style.values.get("color", "black"))
    return BLACK if found is None else found


def look_of(style: Style, scale: Scale) -> Look:
    """Return how boxes of a style are painted, except for what depends on their size (`backdrops_of`, `radii_of`)."""
    if style.look is None:
        style.look = _look(style, scale)
    return style.look


def _look(style: Style, scale: Scale) -> Look:
    values = style.values
    opacity = parse_number(values.get("opacity", "1"))
    color = text_color(style)
    styles = [values.get(f"border-{side}-style", "none") for side in SIDES]
    colors = [color_of(style, f"border-{side}-color", color) for side in SIDES]
    outline = None
    if values.get("outline-style", "none") not in ("none", "auto"):
        width = parse_length(values.get("outline-width", "3px"), style.font_size, scale)
        outline = (used(width, 0.0), values["outline-style"], color_of(style, "outline-color", color))
    return Look(
        background=color_of(style, "background-color", CLEAR),
        backdrops=(),
        border_styles=(styles[0], styles[1], styles[2], styles[3]),
        border_colors=(colors[0], colors[1], colors[2], colors[3]),
        radii=SQUARE,
        shadows=_shadows(style, scale),
        outline=outline,
        opacity=1.0 if opacity is None else max(0.0, min(1.0, opacity)),
        visible=style.visible,
        color=color,
        cursor=values.get("cursor", "auto"),
    )


def _shadows(style: Style, scale: Scale) -> tuple[Shadow, ...]:
    value = style.values.get("box-shadow", "none")
    if value == "none":
        return ()
    out = []
    for one in listed(value)[:8]:
        lengths: list[float] = []
        color, inset = text_color(style), False
        for word in words_of(one):
            length = parse_length(word, style.font_size, scale)
            if length is not None:
                lengths.append(length[0])
            elif word == "inset":
                inset = True
            else:
                found = parse_color(word)
                color = color if found is None else found
        if len(lengths) >= 2:
            x, y, blur, spread = [*lengths, 0.0, 0.0][:4]
            out.append(Shadow(x, y, max(0.0, blur), spread, color, inset))
    return tuple(out)


def text_shadows(style: Style, scale: Scale) -> tuple[tuple[float, float, float, int], ...]:
    """Return the shadows of a style's text: offset across and down, blur, colour."""
    value = style.values.get("text-shadow", "none")
    if value == "none":
        return ()
    out = []
    for one in listed(value)[:4]:
        lengths: list[float] = []
        color = text_color(style)
        for word in words_of(one):
            length = parse_length(word, style.font_size, scale)
            if length is not None:
                lengths.append(length[0])
            else:
                color = parse_color(word) or color
        if len(lengths) >= 2:
            out.append((lengths[0], lengths[1], lengths[2] if len(lengths) > 2 else 0.0, color))
    return tuple(out)


def radii_of(style: Style, width: float, height: float, scale: Scale) -> Radii:
    """Return the radii of a box's corners, scaled down together if they don't fit."""
    values = style.values
    if not any(f"border-{corner}-radius" in values for corner in CORNERS):
        return SQUARE
    out: list[tuple[float, float]] = []
    for corner in CORNERS:
        words = values.get(f"border-{corner}-radius", "0").split()
        across = parse_length(words[0], style.font_size, scale) if words else None
        down = parse_length(words[-1], style.font_size, scale) if words else None
        out.append((max(0.0, used(across, width)), max(0.0, used(down, height))))
    share = 1.0
    for first, second, axis, size in (
        (0, 1, 0, width),
        (3, 2, 0, width),
        (0, 3, 1, height),
        (1, 2, 1, height),
    ):
        total = out[first][axis] + out[second][axis]
        if total > size > 0:
            share = min(share, size / total)
    scaled = [(x * share, y * share) for x, y in out]
    return scaled[0], scaled[1], scaled[2], scaled[3]


def backdrops_of(
    style: Style, padding_box: Edges, scale: Scale, image_size: ImageSize
) -> tuple[Backdrop, ...]:
    """Return the background images of a box, topmost first."""
    values = style.values
    found = []
    positions = _layers(values.get("background-position", "0% 0%"))
    sizes = _layers(values.get("background-size", "auto"))
    repeats = _layers(values.get("background-repeat", "repeat"))
    for at, value in enumerate(listed(values.get("background-image", "none"))[:_MOST_LAYERS]):
        one = _backdrop(
            style, value, padding_box, scale, image_size, positions[at % len(positions)], sizes[at % len(sizes)],
            repeats[at % len(repeats)],
        )  # fmt: skip
        if one is not None:
            found.append(one)
    return tuple(found)


#: The most background images of a box.
_MOST_LAYERS: Final = 16


def _layers(value: str) -> list[str]:
    return listed(value) or [value]


def _backdrop(
    style: Style, value: str, box: Edges, scale: Scale, image_size: ImageSize, position: str, size_text: str,
    repeat: str,
) -> Backdrop | None:  # fmt: skip
    left, top, right, bottom = box
    is_gradient = "gradient(" in value
    if is_gradient:
        width, height = right - left, bottom - top
    else:
        url = url_of(value)
        if not url:
            return None
        natural = image_size(url)
        width, height = natural[0] * scale.density, natural[1] * scale.density
    if not width or not height:
        return None
    size = words_of(size_text)
    filled = True
    if size[:1] in (["cover"], ["contain"]):
        if not is_gradient:
            shares = ((right - left) / width, (bottom - top) / height)
            share = max(shares) if size[0] == "cover" else min(shares)
            width, height = width * share, height * share
    elif size and size != ["auto"] and size != ["auto", "auto"]:
        filled = False
        ratio = height / width
        asked = parse_length(size[0], style.font_size, scale)
        down = parse_length(size[1], style.font_size, scale) if len(size) > 1 else None
        if asked is None and down is not None:
            height = used(down, bottom - top)
            width = right - left if is_gradient else height / ratio
        else:
            width = used(asked, right - left)
            natural_height = bottom - top if is_gradient else width * ratio
            height = natural_height if down is None else used(down, bottom - top)
        if width < 0.5 or height < 0.5:
            return None
    x, y = _position(position, style, scale)
    x0 = left + x[0] + x[1] * (right - left - width)
    y0 = top + y[0] + y[1] * (bottom - top - height)
    across, down_too = (
        repeat in ("repeat", "repeat-x", "round", "space"),
        repeat in ("repeat", "repeat-y", "round", "space"),
    )
    area = (x0, y0, x0 + width, y0 + height)
    if is_gradient:
        gradient = parse_gradient(value, (width, height), style, scale)
        if gradient is None:
            return None
        return Backdrop(None, gradient, across, down_too, None if filled else area)
    return Backdrop(Picture(url_of(value) or "", area), None, across, down_too)


_WORDS: Final[dict[str, Length]] = {
    "left": (0.0, 0.0),
    "top": (0.0, 0.0),
    "center": (0.0, 0.5),
    "right": (0.0, 1.0),
    "bottom": (0.0, 1.0),
}


def _position(text: str, style: Style | None, scale: Scale) -> tuple[Length, Length]:
    words = words_of(text)[:4] or ["0%"]
    if len(words) > 2:
        return _from_edges(words, style, scale)
    font = 16.0 if style is None else style.font_size
    x: Length | None = None
    y: Length | None = None
    for word in words:
        length = _WORDS.get(word) or parse_length(word, font, scale) or (0.0, 0.0)
        if word in ("top", "bottom") or (x is not None and word not in ("left", "right")):
            y = length
        else:
            if x is not None:
                y = x
            x = length
    return x or (0.0, 0.5), y or ((0.0, 0.5) if len(words) == 1 else (0.0, 0.0))


def _from_edges(words: list[str], style: Style | None, scale: Scale) -> tuple[Length, Length]:
    """Parse a position that counts from edges, such as ``right 10px bottom 5px``."""
    font = 16.0 if style is None else style.font_size
    places: list[Length] = [(0.0, 0.5), (0.0, 0.5)]
    axis, edge = 0, 0.0
    for word in words:
        if word in _WORDS:
            axis = 1 if word in ("top", "bottom") else 0 if word in ("left", "right") else axis
            edge = _WORDS[word][1]
            places[axis] = (0.0, edge)
        else:
            length = parse_length(word, font, scale) or (0.0, 0.0)
            places[axis] = (-length[0], 1.0 - length[1]) if edge == 1.0 else length
    return places[0], places[1]


_KINDS = re.compile(r"(-webkit-|-moz-)?(repeating-)?(linear|radial|conic)?-?gradient\(")


def parse_gradient(
    value: str, size: tuple[float, float] = (1.0, 1.0), style: Style | None = None, scale: Scale | None = None
) -> Gradient | None:
    """Parse a gradient in CSS syntax or one of WebKit's older ones. ``size``: of the area it fills, in px."""
    found = _KINDS.search(value)
    if found is None:
        return None
    scale = scale or Scale(1.0, 411.0, 832.0)
    start = found.end()
    depth, end = 1, len(value)
    for at in range(start, len(value)):
        depth += {"(": 1, ")": -1}.get(value[at], 0)
        if depth == 0:
            end = at
            break
    prefixed = found[1] is not None
    parts = listed(value[start:end])
    if not parts:
        return None
    if parts[0] in ("linear", "radial"):
        return _old_gradient(parts)
    kind = found[3] or "linear"
    font = 16.0 if style is None else style.font_size
    angle, centre, radii = 180.0, (size[0] / 2, size[1] / 2), (0.0, 0.0)
    if kind == "linear":
        words = words_of(parts[0])
        first = words[0] if words else ""
        named = [_DIRECTIONS[word] for word in words if word in _DIRECTIONS]
        turned = _angle(first)
        if named:
            x, y = sum([one[0] for one in named]), sum([one[1] for one in named])
            if prefixed and first != "to":
                x, y = -x, -y
            if x and y and first == "to":
                # To a corner: the colour in the middle goes through the other two.
                angle = degrees(atan2(x * size[1], -y * size[0])) % 360
            else:
                angle = degrees(atan2(x, -y)) % 360
            parts = parts[1:]
        elif turned is not None:
            angle = 90 - turned if prefixed else turned
            parts = parts[1:]
        across, down = abs(sin(radians(angle))), abs(cos(radians(angle)))
        length = size[0] * across + size[1] * down
    else:
        words = words_of(parts[0])
        is_color = bool(words) and (parse_color(words[0]) is not None or words[0].lower() == "currentcolor")
        shape = [] if is_color else words
        parts = parts if is_color else parts[1:]
        spot = " ".join(shape[shape.index("at") + 1 :]) if "at" in shape else "center"
        shape = shape[: shape.index("at")] if "at" in shape else shape
        left, top = _position(spot, style, scale)
        centre = (left[0] + left[1] * size[0], top[0] + top[1] * size[1])
        if kind == "conic":
            turned = _angle(shape[1]) if shape[:1] == ["from"] and len(shape) > 1 else None
            angle, length = turned or 0.0, 360.0
        else:
            radii = _reach(shape, centre, size, font, scale)
            length = radii[0]
    stops: list[tuple[float | None, int]] = []
    for part in parts[:_MOST_STOPS]:
        words = words_of(part)
        color = _stop_color(words[0], style) if words else None
        if color is None:
            continue
        places = [_place(word, kind, font, scale, length) for word in words[1:3]]
        stops.append((places[0] if places else None, color))
        if len(places) > 1:
            stops.append((places[1], color))
    made = _spread(angle, stops)
    if made is None:
        return None
    return made._replace(kind=kind, repeats=found[2] is not None, centre=centre, radii=radii)


def _stop_color(word: str, style: Style | None) -> int | None:
    if word.lower() == "currentcolor":
        return BLACK if style is None else text_color(style)
    return parse_color(word)


def _angle(word: str) -> float | None:
    """Parse an angle into degrees; None if it isn't one."""
    for unit, by in (("deg", 1.0), ("grad", 0.9), ("turn", 360.0), ("rad", 180 / pi)):
        if word.endswith(unit):
            number = parse_number(word.removesuffix(unit))
            return None if number is None else number * by
    return None


def _place(word: str, kind: str, font: float, scale: Scale, length: float) -> float | None:
    """Return the position of a stop as a fraction of the gradient's length."""
    if kind == "conic":
        turned = _angle(word)
        if turned is not None:
            return turned / 360
    found = parse_length(word, font, scale)
    if found is None:
        return None
    return found[1] + (found[0] / length if length > 0 else 0.0)


def _reach(
    shape: list[str], centre: tuple[float, float], size: tuple[float, float], font: float, scale: Scale
) -> tuple[float, float]:
    """Return how far a radial gradient reaches, across and down."""
    lengths = [parse_length(word, font, scale) for word in shape]
    given = [one for one in lengths if one is not None]
    if given:
        across = used(given[0], size[0])
        return across, used(given[1], size[1]) if len(given) > 1 else across
    x, y = centre
    sides = (abs(x), abs(size[0] - x)), (abs(y), abs(size[1] - y))
    nearest = any(word.startswith("closest") for word in shape)
    pick = min if nearest else max
    across, down = pick(sides[0]), pick(sides[1])
    to_corner = not any(word.endswith("-side") for word in shape)
    if "circle" in shape:
        if to_corner:
            far = hypot(across, down)
            return far, far
        return (pick(across, down),) * 2
    if to_corner:
        return across * 2**0.5, down * 2**0.5
    return across, down


def _old_gradient(parts: list[str]) -> Gradient | None:
    """Parse ``-webkit-gradient(linear, left top, left bottom, from(…), to(…))``."""
    if len(parts) < 4:
        return None
    ends = []
    for part in parts[1:3]:
        words = part.split()
        place = [
            {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0, "center": 0.5}.get(word, 0.0)
            for word in words
        ]
        ends.append([*place, 0.0, 0.0][:2])
    angle = degrees(atan2(ends[1][0] - ends[0][0], ends[0][1] - ends[1][1])) % 360
    stops: list[tuple[float | None, int]] = []
    for part in parts[3 : 3 + _MOST_STOPS]:
        name, _, inside = part.partition("(")
        inner = listed(inside.removesuffix(")"))
        color = parse_color(inner[-1]) if inner else None
        if color is None:
            continue
        if name == "color-stop":
            text = inner[0]
            number = parse_number(text.removesuffix("%")) or 0.0
            stops.append((number / 100 if text.endswith("%") else number, color))
        else:
            stops.append((1.0 if name == "to" else 0.0, color))
    stops.sort(key=lambda stop: stop[0] or 0.0)
    return _spread(angle, stops)


def _spread(angle: float, stops: list[tuple[float | None, int]]) -> Gradient | None:
    """Place stops that have no position evenly between their neighbours."""
    if len(stops) < 2:
        return None
    places = [stop[0] for stop in stops]
    places[0] = places[0] if places[0] is not None else 0.0
    places[-1] = places[-1] if places[-1] is not None else 1.0
    highest = places[0] or 0.0
    for at, place in enumerate(places):
        # No stop comes before an earlier one.
        if place is not None:
            highest = places[at] = max(highest, place)
    at = 0
    while at < len(places):
        if places[at] is None:
            following = next(later for later in range(at, len(places)) if places[later] is not None)
            before, after = places[at - 1] or 0.0, places[following] or 0.0
            step = (after - before) / (following - at + 1)
            for gap in range(at, following):
                places[gap] = before + step * (gap - at + 1)
        at += 1
    return Gradient(
        angle, tuple([(place or 0.0, color) for place, (_, color) in zip(places, stops, strict=True)])
    )
