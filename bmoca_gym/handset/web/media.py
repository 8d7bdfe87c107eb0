"""Media queries: what a style sheet or a script asks about the window, the screen and the user's preferences."""

from __future__ import annotations

import re
from typing import Final

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.nodes import Viewport

_FEATURE = re.compile(r"\(([^()]*)\)")
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))\s*([a-z]*)$")
_RATIO = re.compile(r"(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)$")
_UNITS: Final = {
    "": 1.0,
    "px": 1.0,
    "em": 16.0,
    "rem": 16.0,
    "dppx": 1.0,
    "x": 1.0,
    "dpi": 1 / 96,
    "cm": 96 / 2.54,
}
_RANGE = re.compile(r"(<=|>=|<|>|=)")
#: The longest query in characters, and the deepest nesting of its brackets.
_LONGEST, _DEEPEST = 1000, 8


def _number(text: str) -> float | None:
    text = text.strip()
    ratio = _RATIO.match(text)
    if ratio is not None:
        return float(ratio[1]) / float(ratio[2]) if float(ratio[2]) else None
    found = _NUMBER.match(text)
    if found is None or found[2] not in _UNITS:
        return None
    return float(found[1]) * _UNITS[found[2]]


def _sizes(screen: Viewport) -> dict[str, float]:
    return {
        "width": screen.width,
        "height": screen.height,
        "device-width": screen.width,
        "device-height": screen.height,
        "aspect-ratio": screen.width / max(1.0, screen.height),
        "device-aspect-ratio": screen.width / max(1.0, screen.height),
        "resolution": screen.density,
        "device-pixel-ratio": screen.density,
        "color": 8.0,
        "monochrome": 0.0,
        "grid": 0.0,
    }


def _words(screen: Viewport) -> dict[str, str]:
    return {
        "orientation": "portrait" if screen.height >= screen.width else "landscape",
        "prefers-color-scheme": "dark" if screen.dark else "light",
        "prefers-reduced-motion": "no-preference",
        "prefers-contrast": "no-preference",
        "prefers-reduced-data": "no-preference",
        "hover": "none",
        "any-hover": "none",
        "pointer": "coarse",
        "any-pointer": "coarse",
        "color-gamut": "srgb",
        "dynamic-range": "standard",
        "display-mode": "browser",
        "scripting": "enabled",
        "update": "fast",
        "forced-colors": "none",
        "inverted-colors": "none",
        "overflow-block": "scroll",
        "overflow-inline": "scroll",
    }


def _compared(left: float, sign: str, right: float) -> bool:
    if sign == "<":
        return left < right
    if sign == ">":
        return left > right
    if sign == "<=":
        return left <= right
    return left >= right if sign == ">=" else abs(left - right) < 0.01


def _feature(text: str, screen: Viewport) -> bool:
    """Whether the feature in brackets holds."""
    sizes = _sizes(screen)
    name, colon, value = text.partition(":")
    name, value = name.strip().removeprefix("-webkit-"), value.strip()
    if not colon:
        parts = [part.strip() for part in _RANGE.split(text)]
        if len(parts) > 1:
            values = [sizes.get(part, _number(part)) for part in parts[::2]]
            return all(
                left is not None and right is not None and _compared(left, sign, right)
                for left, sign, right in zip(values, parts[1::2], values[1:], strict=False)
            )
        if name in sizes:
            return sizes[name] > 0
        return _words(screen).get(name, "none") not in ("none", "no-preference")
    bound, _, rest = name.partition("-")
    number = _number(value)
    if bound in ("min", "max") and rest.removeprefix("-") in sizes:
        own = sizes[rest.removeprefix("-")]
        return number is not None and (own >= number - 1e-6 if bound == "min" else own <= number + 1e-6)
    if name in sizes:
        return number is not None and abs(sizes[name] - number) < 0.01
    return _words(screen).get(name) == value


def _condition(text: str, screen: Viewport, depth: int) -> bool:
    """Whether conditions joined by ``and``, ``or`` and ``not`` hold. Inner brackets become words first."""
    while depth:
        found = _FEATURE.search(text)
        if found is None:
            break
        inside = found[1].strip()
        logical = bool(re.search(r"\b(?:yes|no)\b", inside))
        fits = _joined(inside) if logical else _feature(inside, screen)
        text = f"{text[: found.start()]} {'yes' if fits else 'no'} {text[found.end() :]}"
        depth -= 1
    return _joined(text)


def _joined(text: str) -> bool:
    words = text.split()
    result: bool | None = None
    negate, how = False, "and"
    for word in words:
        if word == "not":
            negate = True
        elif word in ("and", "or"):
            how = word
        elif word != "only":
            fits = (word in ("yes", "all", "screen")) != negate
            negate = False
            result = fits if result is None else (result and fits) if how == "and" else (result or fits)
    return True if result is None else result


def _one(query: str, screen: Viewport) -> bool:
    words = query.split(None, 1)
    if words[:1] == ["not"] and len(words) > 1:
        return not _condition(words[1], screen, _DEEPEST * 4)
    return _condition(query, screen, _DEEPEST * 4)


@memo(1024, asset=True)
def holds(query: str, screen: Viewport) -> bool:
    """Return whether any of a list of media queries holds."""
    query = query.strip().lower()[:_LONGEST]
    if not query:
        return True
    parts, depth, start = [], 0, 0
    for at, character in enumerate(query):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth <= 0:
            parts.append(query[start:at])
            start = at + 1
    parts.append(query[start:])
    return any(_one(part.strip(), screen) for part in parts if part.strip())
