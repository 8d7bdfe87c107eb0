"""Gestures in Appium's server: WebDriver actions, tick by tick, and named gestures."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.errors import WebDriverError
from bmoca_gym.handset.servers.grpc.touch import MOST_FINGERS, NEVER_EXPIRE, Fingers
from bmoca_gym.handset.servers.ui_automator import actions as ui_actions
from bmoca_gym.handset.ui.tree import Bounds

MOST_TICKS = 1000
_LARGEST = 1e6
_LONG_CLICK_MILLISECONDS = 500.0
#: Speeds of gestures in px a second at 160 dpi, as UI Automator has them.
_DRAG_SPEED, _SWIPE_SPEED, _SCROLL_SPEED, _FLING_SPEED, _PINCH_SPEED = 2500.0, 5000.0, 5000.0, 7500.0, 2500.0
#: How many times its area a scroll may go.
_MOST_SCROLLS = 20
#: Part of an area at its ends that swipes keep clear of.
_MARGIN = 0.1
#: Keys of the standard (W3C WebDriver, "Keyboard actions") that the phone has, and its keys.
_KEYS = {
    "\ue003": "DEL", "\ue004": "TAB", "\ue006": "ENTER", "\ue007": "ENTER", "\ue00c": "ESCAPE",
    "\ue010": "MOVE_END", "\ue011": "HOME",
    "\ue012": "DPAD_LEFT", "\ue013": "DPAD_UP", "\ue014": "DPAD_RIGHT", "\ue015": "DPAD_DOWN", "\ue017": "FORWARD_DEL",
}  # fmt: skip

BoundsOf = Callable[[str], Bounds]


def invalid(message: str) -> WebDriverError:
    """Make the error for invalid parameters."""
    return WebDriverError(400, "invalid argument", message)


def number(given: Any, name: str, default: float | None = None) -> float:
    """Read a number from a command's parameters.

    Raises:
        WebDriverError: it is not a number, or not a sensible one.
    """
    if given is None and default is not None:
        return default
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not abs(given) <= _LARGEST:
        raise invalid(f"{name}: {str(given)[:60]!r} is not a number that makes sense")
    return float(given)


def keys_of(text: str) -> list[Gesture]:
    """The gestures that type a text. WebDriver's key characters become key presses."""
    gestures: list[Gesture] = []
    plain = ""
    for letter in text:
        if "\ue000" <= letter <= "\ue05d":
            if plain:
                gestures.append(TypeText(plain))
            plain = ""
            if letter in _KEYS:
                gestures.append(PressKey(_KEYS[letter]))
        else:
            plain += letter
    return [*gestures, TypeText(plain)] if plain else gestures


# Actions


@dataclass
class _Pointer:
    """A pointer between two ticks: its position in px, and whether it is down."""

    x: float = 0.0
    y: float = 0.0
    down: bool = False


def gestures_of(actions: Any, config: Configuration, bounds_of: BoundsOf) -> list[Gesture]:
    """The gestures that several action sources make together. Virtual time passes with the ticks.

    Raises:
        WebDriverError: they don't follow the standard.
    """
    sources = _sources(actions)
    at = 0.0
    fingers = Fingers(lambda: at)
    pointers = [_Pointer() for _ in sources]
    gestures: list[Gesture] = []
    for tick in range(max((len(steps) for _, steps in sources), default=0)):
        now = [(n, kind, steps[tick]) for n, (kind, steps) in enumerate(sources) if tick < len(steps)]
        for n, kind, step in now:
            if kind == "key" and step.get("type") == "keyDown":
                gestures += keys_of(str(step.get("value", ""))[:8])
            elif kind == "pointer":
                gestures += _touched(fingers, n, pointers[n], step, config, bounds_of, begins=True)
        at += max((number(step.get("duration"), "duration", 0.0) for _, _, step in now), default=0.0) / 1000
        for n, kind, step in now:
            if kind == "pointer" and step.get("type") == "pointerMove":
                gestures += _touched(fingers, n, pointers[n], step, config, bounds_of, begins=False)
    return gestures


def _sources(actions: Any) -> list[tuple[str, list[dict[str, Any]]]]:
    if not isinstance(actions, list) or len(actions) > MOST_FINGERS:
        raise invalid(f"actions: a list of up to {MOST_FINGERS} sources is needed")
    sources = []
    for source in actions:
        steps = source.get("actions") if isinstance(source, dict) else None
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise invalid("a source needs a list of actions")
        if len(steps) > MOST_TICKS:
            raise invalid(f"over {MOST_TICKS} actions of one source")
        sources.append((str(source.get("type")), steps))
    return sources


def _touched(
    fingers: Fingers, finger: int, pointer: _Pointer, step: dict[str, Any], config: Configuration,
    bounds_of: BoundsOf, begins: bool,
) -> list[Gesture]:  # fmt: skip
    """The gestures of a pointer action. Presses and lifts happen at the start of a tick, moves at its end."""
    kind = step.get("type")
    if kind not in ("pointerMove", "pointerDown", "pointerUp", "pointerCancel", "pause"):
        raise invalid(f"unknown action of a pointer {str(kind)[:40]!r}")
    if kind == "pause" or (kind == "pointerMove") is begins:
        return []
    lifted = False
    if kind == "pointerMove":
        pointer.x, pointer.y = _moved(pointer, step, bounds_of)
        if not pointer.down:
            return []
    else:
        lifted = pointer.down and kind != "pointerDown"
        if not (lifted or kind == "pointerDown"):
            return []
        pointer.down = kind == "pointerDown"
    touch = ui_actions.Touch(int(pointer.x), int(pointer.y), finger, int(not lifted), NEVER_EXPIRE)
    return fingers.handle([touch], config, 0)


def _moved(pointer: _Pointer, step: dict[str, Any], bounds_of: BoundsOf) -> tuple[float, float]:
    x, y = number(step.get("x"), "x", 0.0), number(step.get("y"), "y", 0.0)
    origin = step.get("origin", "viewport")
    if origin == "pointer":
        return pointer.x + x, pointer.y + y
    if origin == "viewport":
        return x, y
    left, top, right, bottom = bounds_of(element_of(origin))
    return (left + right) / 2 + x, (top + bottom) / 2 + y


def element_of(given: Any) -> str:
    """The id in a JSON element.

    Raises:
        WebDriverError: it is not an element.
    """
    found = (
        given.get("element-6066-11e4-a52e-4f735466cecf", given.get("ELEMENT"))
        if isinstance(given, dict)
        else None
    )
    if not isinstance(found, str):
        raise invalid(f"{str(given)[:60]!r} is not an element")
    return found


# Gestures by name


def named_gestures(
    name: str, body: dict[str, Any], config: Configuration, bounds_of: BoundsOf
) -> list[Gesture]:
    """The gestures of a request to ``/appium/gestures/NAME``.

    Raises:
        WebDriverError: its parameters make no sense.
    """
    bounds = bounds_of(element_of(body["origin"])) if body.get("origin") is not None else None
    if name in ("click", "long_click", "double_click"):
        place = _offset(body.get("offset"), bounds)
        milliseconds = number(body.get("duration"), "duration", _LONG_CLICK_MILLISECONDS)
        tap = ui_actions.touch(config, *place, milliseconds / 1000 if name == "long_click" else 0.0)
        return [tap, tap] if name == "double_click" else [tap]
    if name == "drag":
        start, end = _offset(body.get("start"), bounds), _offset(body.get("end"), None)
        return [_swipe(config, start, end, number(body.get("speed"), "speed", _speed(config, _DRAG_SPEED)))]
    if name in ("swipe", "scroll", "fling"):
        speeds = {"swipe": _SWIPE_SPEED, "scroll": _SCROLL_SPEED, "fling": _FLING_SPEED}
        speed = number(body.get("speed"), "speed", _speed(config, speeds[name]))
        percent = 1.0 if name == "fling" else number(body.get("percent"), "percent")
        most = _MOST_SCROLLS if name == "scroll" else 1
        if not 0 < percent <= most:
            raise invalid(f"percent: {percent} must be over 0 and at most {most}")
        # A scroll of more than the whole area is several swipes.
        parts = [1.0] * (math.ceil(percent) - 1) + [percent - math.ceil(percent) + 1]
        area, direction = _area(body, bounds), str(body.get("direction"))
        return [_swipe(config, *_across(area, direction, part, name == "swipe"), speed) for part in parts]
    if name in ("pinch_open", "pinch_close"):
        percent = number(body.get("percent"), "percent")
        if not 0 < percent <= 1:
            raise invalid(f"percent: {percent} must be over 0 and at most 1")
        speed = number(body.get("speed"), "speed", _speed(config, _PINCH_SPEED))
        return [_pinch(config, _area(body, bounds), percent, speed, name == "pinch_open")]
    raise WebDriverError(404, "unknown command", f"there is no gesture {name[:40]!r}")


def _speed(config: Configuration, speed: float) -> float:
    return speed * config.density / 160


def _offset(given: Any, bounds: Bounds | None) -> tuple[float, float]:
    if given is None:
        if bounds is None:
            raise invalid("an element or an offset is needed")
        return (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    if not isinstance(given, dict):
        raise invalid(f"{str(given)[:60]!r} is not a point")
    left, top = (bounds[0], bounds[1]) if bounds is not None else (0, 0)
    return left + number(given.get("x"), "x"), top + number(given.get("y"), "y")


def _area(body: dict[str, Any], bounds: Bounds | None) -> tuple[float, float, float, float]:
    area = body.get("area")
    if isinstance(area, dict):
        left, top, width, height = (
            number(area.get(name), name) for name in ("left", "top", "width", "height")
        )
        if width <= 0 or height <= 0:
            raise invalid("an area must have a width and a height")
        return left, top, left + width, top + height
    if bounds is None:
        raise invalid("an element or an area is needed")
    return bounds


def _across(
    area: tuple[float, float, float, float], direction: str, percent: float, swipe: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Start and end of a finger's movement. A swipe goes in the direction, a scroll against it."""
    left, top, right, bottom = area
    mx, my = (right - left) * _MARGIN, (bottom - top) * _MARGIN
    left, top, right, bottom = left + mx, top + my, right - mx, bottom - my
    x, y = (left + right) / 2, (top + bottom) / 2
    if not swipe:
        opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
        direction = opposite.get(direction, direction)
    wide, tall = (right - left) * percent, (bottom - top) * percent
    ways = {
        "up": ((x, bottom), (x, bottom - tall)), "down": ((x, top), (x, top + tall)),
        "left": ((right, y), (right - wide, y)), "right": ((left, y), (left + wide, y)),
    }  # fmt: skip
    if direction not in ways:
        raise invalid(f"direction: {direction[:40]!r}; there are up, down, left and right")
    return ways[direction]


def _swipe(
    config: Configuration, start: tuple[float, float], end: tuple[float, float], speed: float
) -> Gesture:
    if speed <= 0:
        raise invalid(f"speed: {speed} must be over 0")
    return ui_actions.swipe(config, *start, *end, math.dist(start, end) / speed)


def _pinch(
    config: Configuration, area: tuple[float, float, float, float], percent: float, speed: float, opens: bool
) -> Gesture:
    """Two fingers between opposite corners of an area and ``percent`` of the way to its middle."""
    if speed <= 0:
        raise invalid(f"speed: {speed} must be over 0")
    left, top, right, bottom = area
    mx, my = (right - left) * _MARGIN, (bottom - top) * _MARGIN
    corners = (left + mx, bottom - my), (right - mx, top + my)
    x, y = (left + right) / 2, (top + bottom) / 2
    first, second = (((cx, cy), (cx + (x - cx) * percent, cy + (y - cy) * percent)) for cx, cy in corners)
    if opens:
        first, second = first[::-1], second[::-1]
    return ui_actions.two_fingers(config, first, second, math.dist(*first) / speed)
