"""How boxes are painted: colours, borders, images, gradients and shadows, from the values of properties."""

from __future__ import annotations

from math import atan2, degrees
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
from bmoca_gym.handset.web.css import CORNERS, SIDES, listed, url_of, words_of
from bmoca_gym.handset.web.layout.engine import ImageSize
from bmoca_gym.handset.web.layout.style import Length, Scale, Style, parse_length, parse_number, used

_MOST_STOPS: Final = 32
_DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def color_of(style: Style, name: str, default: int) -> int:
    """Return the colour that a property asks for."""
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
    """Return how boxes of a style are painted, without what depends on their size (`backdrops_of`, `radii_of`)."""
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


def radii_of(style: Style, width: float, height: float, scale: Scale) -> Radii:
    """Return the radii of a box's corners, made smaller together if they don't fit."""
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
    """Return the background images of a box."""
    value = style.values.get("background-image", "none")
    if value == "none":
        return ()
    if "gradient(" in value:
        gradient = parse_gradient(value)
        return () if gradient is None else (Backdrop(None, gradient, False, False),)
    url = url_of(value)
    if not url:
        return ()
    natural = image_size(url)
    left, top, right, bottom = padding_box
    width, height = natural[0] * scale.density, natural[1] * scale.density
    if not width or not height:
        return ()
    size = words_of(style.values.get("background-size", "auto"))
    if size[:1] in (["cover"], ["contain"]):
        shares = ((right - left) / width, (bottom - top) / height)
        share = max(shares) if size[0] == "cover" else min(shares)
        width, height = width * share, height * share
    elif size and size[0] != "auto":
        ratio = height / width
        asked = parse_length(size[0], style.font_size, scale)
        width = used(asked, right - left)
        down = parse_length(size[1], style.font_size, scale) if len(size) > 1 else None
        height = width * ratio if down is None else used(down, bottom - top)
    x, y = _position(style, scale)
    x0 = left + x[0] + x[1] * (right - left - width)
    y0 = top + y[0] + y[1] * (bottom - top - height)
    repeat = style.values.get("background-repeat", "repeat")
    picture = Picture(url, (x0, y0, x0 + width, y0 + height))
    return (Backdrop(picture, None, repeat in ("repeat", "repeat-x"), repeat in ("repeat", "repeat-y")),)


_WORDS: Final[dict[str, Length]] = {
    "left": (0.0, 0.0),
    "top": (0.0, 0.0),
    "center": (0.0, 0.5),
    "right": (0.0, 1.0),
    "bottom": (0.0, 1.0),
}


def _position(style: Style, scale: Scale) -> tuple[Length, Length]:
    words = style.values.get("background-position", "0% 0%").replace(",", " ").split()[:2] or ["0%"]
    x: Length | None = None
    y: Length | None = None
    for word in words:
        length = _WORDS.get(word) or parse_length(word, style.font_size, scale) or (0.0, 0.0)
        if word in ("top", "bottom") or (x is not None and word not in ("left", "right")):
            y = length
        else:
            if x is not None:
                y = x
            x = length
    return x or (0.0, 0.5), y or ((0.0, 0.5) if len(words) == 1 else (0.0, 0.0))


def parse_gradient(value: str) -> Gradient | None:
    """Return a linear gradient, in CSS's form or WebKit's older ones; of a radial one its colours from the top down."""
    start = value.index("gradient(")
    depth, end = 0, len(value)
    for at in range(start, len(value)):
        depth += {"(": 1, ")": -1}.get(value[at], 0)
        if depth == 0 and value[at] == ")":
            end = at
            break
    prefixed = "-webkit-" in value[:start] or "-moz-" in value[:start]
    parts = listed(value[start + len("gradient(") : end])
    if parts and parts[0] in ("linear", "radial"):
        return _old_gradient(parts)
    angle = 180.0
    if parts:
        words = words_of(parts[0])
        first = words[0] if words else ""
        named = [_DIRECTIONS[word] for word in words if word in _DIRECTIONS]
        if named:
            x, y = sum([one[0] for one in named]), sum([one[1] for one in named])
            if prefixed and first != "to":
                x, y = -x, -y
            angle = degrees(atan2(x, -y)) % 360
            parts = parts[1:]
        elif first.endswith("deg"):
            number = parse_number(first[:-3]) or 0.0
            angle = 90 - number if prefixed else number
            parts = parts[1:]
    stops: list[tuple[float | None, int]] = []
    for part in parts[:_MOST_STOPS]:
        words = words_of(part)
        color = parse_color(words[0]) if words else None
        if color is None:
            continue
        place = parse_number(words[1][:-1]) if len(words) > 1 and words[1].endswith("%") else None
        stops.append((None if place is None else place / 100, color))
    return _spread(angle, stops)


def _old_gradient(parts: list[str]) -> Gradient | None:
    """Return what ``-webkit-gradient(linear, left top, left bottom, from(…), to(…))`` means."""
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
    """Give places to stops that have none: evenly between their neighbours."""
    if len(stops) < 2:
        return None
    places = [stop[0] for stop in stops]
    places[0] = places[0] if places[0] is not None else 0.0
    places[-1] = places[-1] if places[-1] is not None else 1.0
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
