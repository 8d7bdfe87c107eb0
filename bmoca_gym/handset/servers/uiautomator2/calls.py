"""Calls of uiautomator2's client, by name. Each acts on a served phone or returns a value."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import accessibility_actions, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.servers.errors import SelectorError, WireError
from bmoca_gym.handset.servers.grpc.touch import NEVER_EXPIRE, Fingers
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.ui_automator import actions, selectors
from bmoca_gym.handset.servers.ui_automator.hierarchies import indented_xml_of
from bmoca_gym.handset.servers.ui_automator.selectors import CRITERIA, Selector, Window
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, settings, status_bar, text_input
from bmoca_gym.handset.ui.tree import UiNode

#: A step of a swipe, as UI Automator counts them, in seconds; and how long a call may wait.
STEP_SECONDS = 0.005
LONGEST_WAIT = 120.0
_POLL_SECONDS = 0.05
#: Codes of errors: those of JSON-RPC, and the server's for an element that is not there.
NOT_FOUND, BAD_PARAMETERS = -32001, -32602

_KEYS = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL", "recent": "OVERVIEW",
    "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "power": "POWER",
}  # fmt: skip
#: Keys of the client that the phone knows and that change nothing on it.
_IDLE_KEYS = ("center", "volume_mute", "camera")
#: UI Automator's time limits in milliseconds, as a server that has just started has them.
_CONFIGURATOR = {
    "actionAcknowledgmentTimeout": 3000, "keyInjectionDelay": 0, "scrollAcknowledgmentTimeout": 200,
    "waitForIdleTimeout": 10_000, "waitForSelectorTimeout": 10_000,
}  # fmt: skip
#: How far from an element's side UiObject puts a finger, in px.
_EDGE = 5
#: Px between the middle of an element and a finger of a pinch, at the nearest.
_FINGER = 20


class CallError(WireError):
    """A call that fails. The message is for the client."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _not_found(selector: Selector) -> CallError:
    return CallError(NOT_FOUND, f"androidx.test.uiautomator.UiObjectNotFoundException: {selector}"[:2000])


def selector_of(given: Any, depth: int = 0) -> Selector:
    """Read a selector that the client sent as an object.

    Raises:
        SelectorError: it is not a selector.
    """
    if not isinstance(given, dict) or depth > 8:
        raise SelectorError(f"no selector: {str(given)[:80]}")
    selector = selectors.of_criteria({name: given[name] for name in CRITERIA if name in given})
    kinds, steps = given.get("childOrSibling", []), given.get("childOrSiblingSelector", [])
    if not (isinstance(kinds, list) and isinstance(steps, list) and len(kinds) == len(steps)):
        raise SelectorError("childOrSibling and childOrSiblingSelector must be lists of one length")
    for kind, step in zip(kinds, steps, strict=True):
        if kind not in ("child", "sibling"):
            raise SelectorError(f"a step to {str(kind)[:40]!r}: there are child and sibling")
        selector = selector.with_step(kind, selector_of(step, depth + 1))
    return selector


class Calls:
    """The calls. Each method gets its parameters as JSON values.

    Raises:
        CallError: a call fails, as it would on a phone.
        SelectorError: a selector can't be read.
        GestureError: a touch is impossible.
    """

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._fingers = Fingers(time.monotonic)
        self._toast = ""
        self._configurator = dict(_CONFIGURATOR)

    # The phone

    def _window(self) -> Window:
        return Window(screen.ui_tree(self._served.phone))

    def _perform(self, *gestures: Gesture) -> bool:
        for gesture in gestures:
            self._served.apply(inputs.perform, gesture)
        return True

    def remember_toast(self) -> None:
        """Keep the current toast, since clients ask for it after it may have gone."""
        self._toast = self._served.phone.toast or self._toast

    def _device_info(self) -> dict[str, Any]:
        phone = self._served.phone
        config = phone.configuration
        scale, turned = 160 / config.density, display.rotation(phone)
        return {
            "currentPackageName": phone.image.outward(phone.top.package), "displayHeight": config.height,
            "displayRotation": turned, "displaySizeDpX": round(config.width * scale),
            "displaySizeDpY": round(config.height * scale), "displayWidth": config.width,
            "productName": phone.properties.get("ro.product.name", ""), "screenOn": not display.of(phone).asleep,
            "sdkInt": _level(phone.properties.get("ro.build.version.sdk", "")), "naturalOrientation": turned % 2 == 0,
        }  # fmt: skip

    def _configure(self, given: Any) -> dict[str, int]:
        """Set UI Automator's timeouts and return them all. Calls here never wait."""
        if not isinstance(given, dict):
            raise CallError(BAD_PARAMETERS, "setConfigurator takes an object of numbers")
        known = {name: given[name] for name in _CONFIGURATOR if name in given}
        self._configurator |= {name: int(_number(value)) for name, value in known.items()}
        return dict(self._configurator)

    def _sleep(self) -> bool:
        self._served.apply(display.sleep)
        return True

    def _wake_up(self) -> bool:
        self._served.apply(display.wake)
        return True

    def _set_orientation(self, wanted: Any) -> None:
        """Turn the screen as one of `_TURNS`, and lock its rotation."""
        if not isinstance(wanted, str) or wanted not in _TURNS:
            raise CallError(BAD_PARAMETERS, f"setOrientation takes one of {', '.join(_TURNS)}")
        self._served.apply(settings.fix_rotation, _TURNS[wanted])

    def _freeze_rotation(self, freeze: Any = True) -> None:
        """Lock the screen's rotation, or let it follow the sensor again."""
        if freeze:
            self._served.apply(lambda phone: settings.fix_rotation(phone, display.rotation(phone)))
        else:
            self._served.apply(settings.put, *display.AUTO_ROTATE, "1")

    def _dump(self, compressed: Any = False, depth: Any = 50, active: Any = True) -> str:
        return indented_xml_of(screen.ui_tree(self._served.phone), _number(depth))

    def _screenshot(self, scale: Any = 1, quality: Any = 80) -> str:
        parts = _number(scale), min(max(_number(quality), 1), 100)
        if not 0 < parts[0] <= 1:
            raise CallError(BAD_PARAMETERS, f"scale {parts[0]}: it must be over 0 and at most 1")
        return base64.b64encode(self._served.run(actions.jpeg, parts[0], round(parts[1]))).decode()

    # Touches and keys

    def _click(self, x: Any, y: Any = None, milliseconds: Any = 0) -> bool:
        """Tap a point, or an element at its middle or one of its `_CORNERS`."""
        if isinstance(x, dict):
            return self._click(*self._corner(x, y))
        config = self._served.phone.configuration
        seconds = _number(milliseconds) / 1000
        return self._perform(actions.touch(config, _number(x), _number(y), seconds))

    def _swipe(self, x0: Any, y0: Any, x1: Any, y1: Any = None, steps: Any = None) -> bool:
        """Swipe between two points, or over an element: selector, direction, percentage if any, steps."""
        if isinstance(x0, dict):
            return self._swipe_over(x0, y0, 100 if y1 is None else x1, x1 if y1 is None else y1)
        start, end = (_number(x0), _number(y0)), (_number(x1), _number(y1))
        config = self._served.phone.configuration
        return self._perform(actions.swipe(config, *start, *end, _number(steps) * STEP_SECONDS))

    def _swipe_over(self, given: Any, direction: Any, percent: Any, steps: Any) -> bool:
        """Swipe over an element as UiObject does: ``percent`` of the way from one side to the other."""
        left, top, right, bottom = self._node(given).bounds
        x, y, part = (left + right) / 2, (top + bottom) / 2, min(max(_number(percent), 0), 100) / 100
        ways = {
            "left": (right - _EDGE, y, right - _EDGE - (right - left - 2 * _EDGE) * part, y),
            "right": (left + _EDGE, y, left + _EDGE + (right - left - 2 * _EDGE) * part, y),
            "up": (x, bottom - _EDGE, x, bottom - _EDGE - (bottom - top - 2 * _EDGE) * part),
            "down": (x, top + _EDGE, x, top + _EDGE + (bottom - top - 2 * _EDGE) * part),
        }
        if not isinstance(direction, str) or direction.lower() not in ways:
            raise CallError(BAD_PARAMETERS, f"swipe takes one of {', '.join(ways)}")
        return self._swipe(*ways[direction.lower()], steps)

    def _gesture(self, given: Any, *points_and_steps: Any) -> bool:
        """Move two fingers on an element."""
        self._node(given)
        if len(points_and_steps) != 5:
            raise CallError(BAD_PARAMETERS, "gesture takes a selector, two starts, two ends and steps")
        *points, steps = points_and_steps
        start, other_start, end, other_end = (_point(point) for point in points)
        seconds = _number(steps) * STEP_SECONDS
        config = self._served.phone.configuration
        return self._perform(actions.two_fingers(config, (start, end), (other_start, other_end), seconds))

    def _pinch_in(self, given: Any, percent: Any = 100, steps: Any = 50) -> bool:
        return self._pinch(given, percent, steps, opens=False)

    def _pinch_out(self, given: Any, percent: Any = 100, steps: Any = 50) -> bool:
        return self._pinch(given, percent, steps, opens=True)

    def _pinch(self, given: Any, percent: Any, steps: Any, opens: bool) -> bool:
        """Pinch an element as UiObject does: level, between its middle and ``percent`` of the way to its sides."""
        left, top, right, bottom = self._node(given).bounds
        if min(_number(percent), _number(steps)) < 0:
            raise CallError(BAD_PARAMETERS, "percent and steps must be 0 or more")
        x, y = (left + right) / 2, (top + bottom) / 2
        far = (right - left) / 2 * min(_number(percent), 100) / 100
        near, far = (_FINGER, far) if opens else (far, _FINGER)
        paths = ((x - near, y), (x - far, y)), ((x + near, y), (x + far, y))
        seconds = _number(steps) * STEP_SECONDS
        return self._perform(actions.two_fingers(self._served.phone.configuration, *paths, seconds))

    def _swipe_points(self, points: Any, steps: Any) -> bool:
        if not isinstance(points, list) or len(points) < 4 or len(points) % 2:
            raise CallError(BAD_PARAMETERS, "a list of two points or more, as x, y, x, y, ...")
        count = len(points) // 2 - 1
        (x0, y0), (x1, y1) = points[:2], points[-2:]
        return self._swipe(x0, y0, x1, y1, _number(steps) * count)

    def _inject(self, action: Any, x: Any, y: Any, meta: Any = 0) -> bool:
        if action not in (0, 1, 2):
            raise CallError(BAD_PARAMETERS, f"action {action}: there are 0 (down), 1 (up) and 2 (move)")
        phone, mark = self._served.look()
        place = int(_number(x)), int(_number(y))
        # Fingers are lifted where they were last.
        moved = [
            actions.Touch(*place, 0, pressure, NEVER_EXPIRE) for pressure in ((1, 0) if action == 1 else (1,))
        ]
        return self._perform(*self._fingers.handle(moved, phone.configuration, mark.loads))

    def _press_key(self, name: Any) -> bool:
        if not isinstance(name, str):
            raise CallError(BAD_PARAMETERS, "pressKey takes the name of a key")
        if name in _IDLE_KEYS:
            return True
        if name not in _KEYS:
            return False
        return self._perform(PressKey(_KEYS[name]))

    def _press_key_code(self, code: Any, meta: Any = 0) -> bool:
        return self._served.run(_key_pressed, int(_number(code)))

    def _expand(self, quick: bool = False) -> bool:
        self._served.apply(status_bar.expand, quick)
        return True

    # Texts

    def _set_text(self, given: Any, text: Any) -> bool:
        if text is not None and not isinstance(text, str):
            raise CallError(BAD_PARAMETERS, "setText takes a text")
        node = self._node(given)
        self._served.apply(accessibility_actions.set_text, *node.center, text or "")
        return True

    def _clear(self, given: Any) -> None:
        self._set_text(given, "")

    def _set_clipboard(self, label: Any, text: Any) -> None:
        self._served.apply(accessibility_actions.put_on_clipboard, str(text))

    def _paste(self) -> bool:
        self._served.apply(text_input.paste)
        return True

    def _clear_focused(self) -> bool:
        self._served.apply(text_input.set_text, "")
        return True

    def _make_toast(self, text: Any, milliseconds: Any = 1000) -> bool:
        self._served.apply(accessibility_actions.show_toast, str(text))
        return True

    def _last_toast(self) -> str | None:
        self.remember_toast()
        return self._toast or None

    def _clear_toast(self) -> None:
        self._toast = ""

    # Elements

    def _places(self, given: Any) -> tuple[Window, Selector, list[int]]:
        window, selector = self._window(), selector_of(given)
        return window, selector, selectors.find(window, selector)

    def _node(self, given: Any) -> UiNode:
        window, selector, places = self._places(given)
        if not places:
            raise _not_found(selector)
        return window.nodes[places[0]]

    def _exists(self, given: Any) -> bool:
        return bool(self._places(given)[2])

    async def _wait(self, given: Any, milliseconds: Any, wanted: bool) -> bool:
        selector_of(given)
        until = time.monotonic() + min(_number(milliseconds) / 1000, LONGEST_WAIT)
        seen: Phone | None = None
        while True:
            phone = self._served.phone
            if phone is not seen and self._exists(given) is wanted:
                return True
            seen = phone
            left = until - time.monotonic()
            if left <= 0:
                return False
            await asyncio.sleep(min(_POLL_SECONDS, left))

    async def _wait_for(self, given: Any, milliseconds: Any = 0) -> bool:
        return await self._wait(given, milliseconds, True)

    async def _wait_until_gone(self, given: Any, milliseconds: Any = 0) -> bool:
        return await self._wait(given, milliseconds, False)

    def _info(self, given: Any) -> dict[str, Any]:
        window, selector, places = self._places(given)
        if not places:
            raise _not_found(selector)
        return _described(window, places[0])

    def _all_info(self, given: Any) -> list[dict[str, Any]]:
        window, _, places = self._places(given)
        return [_described(window, at) for at in places]

    def _count(self, given: Any) -> int:
        return len(self._places(given)[2])

    def _text(self, given: Any) -> str:
        return self._node(given).text

    def _long_click_element(self, given: Any, corner: Any = None) -> bool:
        return self._click(*self._corner(given, corner), 1000)

    def _corner(self, given: Any, corner: Any) -> tuple[float, float]:
        """The middle of an element, or the point near a corner at which UiObject taps."""
        node = self._node(given)
        if corner is None:
            return node.center
        left, top, right, bottom = node.bounds
        places = {"tl": (left + _EDGE, top + _EDGE), "topleft": (left + _EDGE, top + _EDGE),
                  "br": (right - _EDGE, bottom - _EDGE), "bottomright": (right - _EDGE, bottom - _EDGE)}  # fmt: skip
        if not isinstance(corner, str) or corner.lower() not in (*places, "center"):
            raise CallError(BAD_PARAMETERS, f"a corner is one of {', '.join(places)} and center")
        return places.get(corner.lower(), node.center)

    def _drag(self, given: Any, *to: Any) -> bool:
        node = self._node(given)
        if to and isinstance(to[0], dict):
            target, steps = self._node(to[0]).center, to[1:]
        elif len(to) >= 2:
            target, steps = (_number(to[0]), _number(to[1])), to[2:]
        else:
            raise CallError(BAD_PARAMETERS, "dragTo takes a selector or a point, and steps")
        return self._swipe(*node.center, *target, steps[0] if steps else 100)

    def _child(self, given: Any, wanted: Any, name: str, value: Any) -> Any:
        """The selector of a child that has a text, or contains an element that has it, as the client stores it."""
        window = self._window()
        outer, inner = selector_of(given), selector_of(wanted)
        probe = Selector().with_criterion(name, value)
        found = selectors.find(window, outer.with_step("child", inner))
        for count, at in enumerate(found):
            own = [at] if at in selectors.find(window, probe) else []
            if own or selectors.find_below(window, probe, at):
                return {**given, "childOrSibling": [*given.get("childOrSibling", []), "child"],
                        "childOrSiblingSelector": [*given.get("childOrSiblingSelector", []),
                                                   {**wanted, "instance": count}]}  # fmt: skip
        raise _not_found(outer)

    def _child_by_text(self, given: Any, wanted: Any, text: Any, scroll: Any = False) -> Any:
        return self._child(given, wanted, "text", text)

    def _child_by_description(self, given: Any, wanted: Any, text: Any, scroll: Any = False) -> Any:
        return self._child(given, wanted, "description", text)

    def _child_by_instance(self, given: Any, wanted: Any, instance: Any) -> Any:
        for selector in (given, wanted):
            selector_of(selector)
        steps = [*given.get("childOrSiblingSelector", []), {**wanted, "instance": instance}]
        selector_of(steps[-1])
        return {
            **given,
            "childOrSibling": [*given.get("childOrSibling", []), "child"],
            "childOrSiblingSelector": steps,
        }

    # Scrolling

    def _scroll(self, given: Any, down: Any, forward: bool, steps: Any) -> bool:
        node = self._node(given)
        seconds = max(_number(steps), 1) * STEP_SECONDS
        return self._served.run(actions.scroll, node.bounds, bool(down), forward, seconds)

    def _scroll_to_end(self, given: Any, down: Any, forward: bool, most: Any, steps: Any) -> bool:
        for _ in range(int(min(_number(most), actions.MOST_SWIPES))):
            if not self._scroll(given, down, forward, steps):
                break
        return True

    def _scroll_to(self, given: Any, wanted: Any, down: Any = True) -> bool:
        if self._exists(wanted):
            return True
        self._scroll_to_end(given, down, False, actions.MOST_SWIPES, 55)
        for _ in range(actions.MOST_SWIPES):
            if self._exists(wanted):
                return True
            if not self._scroll(given, down, True, 55):
                return False
        return False


#: Quarters of a turn by the names that the client gives them.
_TURNS = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3}


def _number(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not abs(given) < 1e9:
        raise CallError(BAD_PARAMETERS, f"{str(given)[:40]!r} is not a number that makes sense here")
    return float(given)


def _point(given: Any) -> tuple[float, float]:
    if not isinstance(given, dict):
        raise CallError(BAD_PARAMETERS, f"{str(given)[:40]!r} is not a point")
    return _number(given.get("x")), _number(given.get("y"))


def _level(text: str) -> int:
    """The API level in a property, which may have any text."""
    return int(text) if text.isdecimal() and len(text) < 4 else 29


def _key_pressed(phone: Phone, code: int) -> tuple[Phone, bool]:
    phone, _, failed = session.run(phone, f"input keyevent {code}")
    return phone, not failed


def _described(window: Window, at: int) -> dict[str, Any]:
    node = window.nodes[at]
    left, top, right, bottom = node.bounds
    bounds = {"left": left, "top": top, "right": right, "bottom": bottom}
    return {
        **selectors.described(node),
        "bounds": bounds,
        "visibleBounds": bounds,
        "childCount": len(window.children[at]),
    }


def _none(server: Calls, *given: Any) -> None:
    return None


C = Calls
CALLS: dict[str, Callable[..., Any]] = {
    "deviceInfo": C._device_info, "dumpWindowHierarchy": C._dump, "takeScreenshot": C._screenshot,
    "click": C._click, "swipe": C._swipe, "swipePoints": C._swipe_points, "drag": C._swipe,
    "injectInputEvent": C._inject, "pressKey": C._press_key, "pressKeyCode": C._press_key_code,
    "openNotification": lambda s: s._expand(), "openQuickSettings": lambda s: s._expand(True),
    "exist": C._exists, "waitForExists": C._wait_for, "waitUntilGone": C._wait_until_gone,
    "objInfo": C._info, "objInfoOfAllInstances": C._all_info, "count": C._count, "getText": C._text,
    "setText": C._set_text, "clearTextField": C._clear, "longClick": C._long_click_element,
    "dragTo": C._drag, "childByText": C._child_by_text, "childByDescription": C._child_by_description,
    "childByInstance": C._child_by_instance,
    "scrollForward": lambda s, given, down=True, steps=55: s._scroll(given, down, True, steps),
    "scrollBackward": lambda s, given, down=True, steps=55: s._scroll(given, down, False, steps),
    "flingForward": lambda s, given, down=True: s._scroll(given, down, True, 5),
    "flingBackward": lambda s, given, down=True: s._scroll(given, down, False, 5),
    "scrollToBeginning": lambda s, given, down=True, most=100, steps=55: s._scroll_to_end(
        given, down, False, most, steps
    ),
    "scrollToEnd": lambda s, given, down=True, most=100, steps=55: s._scroll_to_end(given, down, True, most, steps),
    "flingToBeginning": lambda s, given, down=True, most=100: s._scroll_to_end(given, down, False, most, 5),
    "flingToEnd": lambda s, given, down=True, most=100: s._scroll_to_end(given, down, True, most, 5),
    "scrollTo": C._scroll_to, "setClipboard": C._set_clipboard,
    "getClipboard": lambda s: s._served.phone.clipboard or None, "pasteClipboard": C._paste,
    "clearInputText": C._clear_focused, "makeToast": C._make_toast, "getLastToast": C._last_toast,
    "clearLastToast": C._clear_toast,
    "freezeRotation": C._freeze_rotation, "setOrientation": C._set_orientation,
    "wakeUp": C._wake_up, "sleep": C._sleep, "isScreenOn": lambda s: s._device_info()["screenOn"],
    "gesture": C._gesture, "pinchIn": C._pinch_in, "pinchOut": C._pinch_out,
    "ping": lambda s: "pong", "getConfigurator": lambda s: dict(s._configurator), "setConfigurator": C._configure,
    "getLastTraversedText": _none, "clearLastTraversedText": _none, "waitForIdle": _none,
}  # fmt: skip
