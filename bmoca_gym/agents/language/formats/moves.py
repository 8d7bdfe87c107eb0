"""What the actions of each grammar do on the phone: for each grammar, a table from action names to moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame
from bmoca_gym.envs.actions import Answer, Ask, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.errors import cut, nearest
from bmoca_gym.handset.gestures import (
    KEY_CODES,
    MOST_SCALE,
    Gesture,
    LongPress,
    PressKey,
    Swipe,
    Tap,
    TypeText,
    pinch,
)
from bmoca_gym.handset.ui.tree import UiTree

#: Makes the moves of an action, on the screen of a tree.
Act = Callable[[Action, Frame, UiTree], tuple[Move, ...]]

#: Longest time of a gesture or a wait, in seconds.
_LONGEST = 60.0
#: Seconds of a swipe, of a hold that picks something up, and between a tap on a field and typing.
_SWIPE, _PICKS_UP, _SETTLE = 0.3, 0.5, 1.0
#: Part of a screen's side that a scroll moves, if the action does not say.
_HALF = 0.5
#: Pixels of a notch of a mouse wheel, and the part of a screen's side of one of CogAgent's.
_NOTCH, STEP = 120, 0.05
#: Most DEL keys that clear a field.
_MOST_KEYS = 400

#: Where the content comes from when a list is scrolled: the finger moves the other way.
_AGAINST = {"down": (0, -1), "up": (0, 1), "right": (-1, 0), "left": (1, 0)}
_ALONG = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}

#: Names that models give to keys.
_KEYS = {
    "enter": "ENTER", "return": "ENTER", "back": "BACK", "escape": "BACK", "esc": "BACK", "home": "HOME",
    "menu": "OVERVIEW", "recent": "OVERVIEW", "recents": "OVERVIEW", "app_switch": "OVERVIEW", "appselect": "OVERVIEW",
    "backspace": "DEL", "delete": "FORWARD_DEL", "del": "DEL", "tab": "TAB", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "end": "MOVE_END",
}  # fmt: skip
#: The same for Claude, where Home is a key of a keyboard.
_DESKTOP_KEYS = {**_KEYS, "home": "MOVE_HOME"}


def _fraction(x: float, y: float, frame: Frame) -> tuple[float, float]:
    """The centre of a pixel, as fractions of the screen."""
    width, height = frame.screen
    return min((x + 0.5) / width, 1.0), min((y + 0.5) / height, 1.0)


def _point(action: Action, frame: Frame) -> tuple[float, float]:
    if "x" not in action or "y" not in action:
        raise FormatError(f"{action.get('name')} needs a point.")
    return _fraction(action["x"], action["y"], frame)


def _seconds(value: Any, default: float) -> float:
    """Parse a time as models give it: a number, or text that starts with one, such as ``3 seconds``."""
    if isinstance(value, str):
        number = re.match(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)", value)
        value = float(number[1]) if number else default
    if value is None:
        value = default
    return min(max(float(value), 0.0), _LONGEST)


def tap(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Tap a point."""
    return (Tap(*_point(action, frame)),)


def double_tap(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Tap a point twice."""
    once = Tap(*_point(action, frame))
    return (Gestures((once, once)),)


def zoom(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Pinch around a point. The argument ``zoom`` is the ratio of the fingers' distance at the end to that at the
    start."""
    scale = action.get("zoom")
    if not isinstance(scale, (int, float)) or not 1 / MOST_SCALE <= scale <= MOST_SCALE:
        raise FormatError(f"zoom is {cut(scale)}; it must be a number from 0.1 (zooms out) to 10 (zooms in).")
    return (pinch(*_point(action, frame), float(scale)),)


def hold(default: float, key: str = "") -> Act:
    """Hold a point for the seconds given by an argument."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        return (LongPress(*_point(action, frame), _seconds(action.get(key), default) or default),)

    return act


def drag(held: float = 0.0, seconds: float = _SWIPE) -> Act:
    """Move the finger from one point to another, possibly holding the first one."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        to_x = action.get("to_x", action.get("destination_x"))
        to_y = action.get("to_y", action.get("destination_y"))
        if to_x is None or to_y is None:
            raise FormatError(f"{action.get('name')} needs a second point.")
        taken = _seconds(action.get("seconds"), seconds) or seconds
        kept = _seconds(action.get("held"), held)
        return (Swipe(*_point(action, frame), *_fraction(to_x, to_y, frame), taken, kept),)

    return act


def _moved(action: Action, frame: Frame, ways: Mapping[str, tuple[int, int]], length: float | None) -> Swipe:
    """A swipe in a direction from a point, or from the middle, stopping at the edge of the screen.

    Args:
        length: its length in px; None for half of the side.
    """
    width, height = frame.screen
    x, y = action.get("x", width / 2), action.get("y", height / 2)
    right, down = ways[action["direction"]]
    long = _HALF * (width if right else height) if length is None else length
    to_x = min(max(x + right * long, 0), width - 1)
    to_y = min(max(y + down * long, 0), height - 1)
    return Swipe(*_fraction(x, y, frame), *_fraction(to_x, to_y, frame), _SWIPE)


def scroll(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Scroll in a direction: the finger moves the opposite way."""
    return (_moved(action, frame, _AGAINST, action.get("magnitude")),)


def flick(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Move the finger in a direction."""
    return (_moved(action, frame, _ALONG, None),)


def type_text(key: str = "text", clears: bool = False, one_line: bool = False) -> Act:
    """Type into the focused field. A line break at the end presses Enter."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        text = str(action.get(key, ""))
        enter = bool(action.get("enter") or action.get("press_enter"))
        if one_line:
            text = " ".join(re.split(r"[\n\t]", text))
        elif text.endswith("\n"):
            text, enter = text.removesuffix("\n"), True
        first = _clearing(tree) if clears or action.get("clear") or action.get("clear_before_typing") else ()
        return _gestures((*first, TypeText(text), *((PressKey("ENTER"),) if enter else ())))

    return act


def type_at(text: Act) -> Act:
    """Tap a field, and type into it."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        typed = text(action, frame, tree)[0]
        if "x" not in action:
            return (typed,)
        rest = typed.gestures if isinstance(typed, Gestures) else (typed,)
        return (Gestures((Tap(*_point(action, frame)), *rest), _SETTLE),)

    return act


def _gestures(gestures: tuple[Gesture, ...]) -> tuple[Move, ...]:
    return gestures if len(gestures) == 1 else (Gestures(gestures),)


def _clearing(tree: UiTree) -> tuple[Gesture, ...]:
    """The keys that delete the text of the focused field, wherever its cursor is."""
    node = next((node for node in tree.nodes if node.focused and node.editable), None)
    count = min(len(node.text), _MOST_KEYS) if node is not None else 0
    return (*(PressKey("DEL") for _ in range(count)), *(PressKey("FORWARD_DEL") for _ in range(count)))


def clear(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Delete the text of the focused field."""
    keys = _clearing(tree)
    return _gestures(keys) if keys else (Wait(),)


def press(key: str) -> Act:
    """Press a key."""
    return lambda action, frame, tree: (PressKey(key),)


def press_named(argument: str, names: Mapping[str, str] = _KEYS) -> Act:
    """Press the key that an argument names."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        given = action.get(argument)
        if isinstance(given, (list, tuple)) and len(given) == 1:
            given = given[0]
        word = str(given).strip().casefold().removeprefix("keycode_")
        if word == "clear":
            return clear(action, frame, tree)
        key = names.get(word, word.upper())
        if key not in KEY_CODES:
            raise FormatError(f"There is no key {cut(given)} on a phone.{nearest(word, names)}")
        return (PressKey(key),) * min(max(int(action.get("repeat") or 1), 1), 20)

    return act


def open_app(argument: str) -> Act:
    """Open the app that an argument names."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        name = str(action.get(argument) or "").strip()
        if not name:
            raise FormatError(f"{action.get('name')} names no app.")
        return (OpenApp(name),)

    return act


def wait(argument: str = "", default: float = 1.0, unit: float = 1.0) -> Act:
    """Wait for the time given by an argument, in ``unit`` seconds."""
    return lambda action, frame, tree: (Wait(_seconds(action.get(argument), default / unit) * unit),)


def finish(argument: str = "", status: str = "") -> Act:
    """End the task. If it was a question, the argument's text is the answer."""
    return lambda action, frame, tree: (Finish(str(action.get(argument) or ""), status),)


def answer(argument: str = "text") -> Act:
    """Answer the task's question; the episode goes on."""
    return lambda action, frame, tree: (Answer(str(action.get(argument) or "")),)


def ask(argument: str = "text") -> Act:
    """Ask the user."""
    return lambda action, frame, tree: (Ask(str(action.get(argument) or "")),)


def nothing(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Do nothing on the phone, for a note or a call of another tool. The step counts."""
    return (Wait(),)


def refused(why: str) -> Act:
    """Refuse an action that a phone can't perform."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        raise FormatError(f"{action.get('name')}: {why}")

    return act


def _terminate(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    failed = str(action.get("status") or "success").casefold() in ("failure", "fail", "failed", "infeasible")
    return (Finish(str(action.get("text") or ""), "infeasible" if failed else "complete"),)


def _agentcpm(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """AgentCPM-GUI and OS-Atlas: one object with fields. A status may accompany an action, and takes effect after it.

    AgentCPM-GUI has no field for an answer in words or for a question, so its thought is used.
    """
    said = str(action.get("ANSWER") or action.get("thought") or "")
    done = _primitive(action, frame, tree)
    status = action.get("STATUS")
    if status in ("finish", "satisfied"):
        return (*done, Finish(said, "complete"))
    if status in ("impossible", "interrupt"):
        return (*done, Finish(said, "infeasible"))
    if status == "need_feedback":
        return (*done, Ask(said))
    return done or (Wait(_seconds(action.get("duration", 0) / 1000, 0.0)),)


def _primitive(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """What an object of AgentCPM-GUI or OS-Atlas does to the phone; () for nothing."""
    if "POINT" in action:
        at: Action = {"name": "POINT", "x": action["POINT"][0], "y": action["POINT"][1]}
        to, milliseconds = action.get("to"), action.get("duration", 0)
        if isinstance(to, str):
            return (
                _moved({**at, "direction": to}, frame, _AGAINST if action.get("scrolls") else _ALONG, None),
            )
        if to is not None:
            return drag(seconds=milliseconds / 1000 or _SWIPE)(
                {**at, "to_x": to[0], "to_y": to[1]}, frame, tree
            )
        return hold(milliseconds / 1000)(at, frame, tree) if milliseconds > 200 else tap(at, frame, tree)
    if "TYPE" in action:
        return type_text("TYPE")(action, frame, tree)
    if "PRESS" in action:
        return press_named("PRESS")(action, frame, tree)
    if "CLEAR" in action:
        return clear(action, frame, tree)
    if "OPEN_APP" in action:
        return open_app("OPEN_APP")(action, frame, tree)
    return ()


def _os_atlas(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """OS-Atlas: a scroll reveals what lies in its direction."""
    return _agentcpm({**action, "scrolls": True}, frame, tree)


def _scroll_to(direction: str) -> Act:
    """CogAgent: a scroll by a number of steps, at most a screen."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        side = frame.screen[direction in ("up", "down")]
        steps = action.get("step_count")
        length = {} if steps is None else {"magnitude": min(steps * STEP, 1.0) * side}
        return scroll({**action, "direction": direction, **length}, frame, tree)

    return act


def _result(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """CogAgent: a text that it read or wrote. The last one before the end is its answer."""
    return (Answer(str(action["result"])),) if "result" in action else nothing(action, frame, tree)


def _venus_scroll(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    return scroll(action, frame, tree) if "direction" in action else drag()(action, frame, tree)


def _notches(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """Claude: a scroll by notches of a wheel, at most a screen."""
    direction = action["scroll_direction"]
    side = frame.screen[direction in ("up", "down")]
    length = min(abs(action["scroll_amount"]) * _NOTCH, side)
    return (_moved({**action, "direction": direction}, frame, _AGAINST, length),)


def _by_pixels(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    """OpenAI: a scroll by px of the picture."""
    vertical = abs(action["scroll_y"]) >= abs(action["scroll_x"])
    amount = action["scroll_y"] if vertical else action["scroll_x"]
    direction = ("up", "down")[amount > 0] if vertical else ("left", "right")[amount > 0]
    length = abs(amount) * frame.screen[vertical] / frame.picture[vertical]
    return (_moved({**action, "direction": direction}, frame, _AGAINST, length),)


def _openai_click(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    button = action["button"]
    if button == "back":
        return (PressKey("BACK"),)
    if button == "right":
        return hold(1.0)(action, frame, tree)
    if button != "left":
        raise FormatError(f"A touch screen has no {button} button.")
    return tap(action, frame, tree)


def _path(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
    (x, y), (to_x, to_y) = action["path"][0], action["path"][-1]
    return drag()({"name": "drag", "x": x, "y": y, "to_x": to_x, "to_y": to_y}, frame, tree)


_TOUCH = "a touch screen has no pointer."

UI_TARS: Mapping[str, Act] = {
    "click": tap, "left_single": tap, "left_double": double_tap, "right_single": hold(1.0),
    "long_press": hold(1.5, "time"), "drag": drag(), "swipe": drag(), "scroll": scroll,
    "type": type_at(type_text()), "hotkey": press_named("key"), "press_home": press("HOME"),
    "press_back": press("BACK"), "press_enter": press("ENTER"), "open_app": open_app("app_name"),
    "wait": wait("time", 5.0), "call_user": ask("content"), "finished": finish("content"),
}  # fmt: skip
MOBILE_USE: Mapping[str, Act] = {
    "click": tap, "tap": tap, "double_click": double_tap, "long_press": hold(1.0, "time"), "swipe": drag(),
    "drag": drag(_PICKS_UP), "type": type_text(), "key": press_named("text"),
    "system_button": press_named("button"), "open": open_app("text"), "wait": wait("time", 2.0),
    "answer": finish("text", "complete"), "interact": ask(), "call_user": ask(), "ask_user": ask(),
    "terminate": _terminate,
}  # fmt: skip
MAI_UI: Mapping[str, Act] = {**MOBILE_USE, "swipe": flick}
AUTOGLM: Mapping[str, Act] = {
    "Launch": open_app("app"), "Tap": tap, "Type": type_text(clears=True), "Swipe": drag(seconds=1.0),
    "Long Press": hold(3.0), "Double Tap": double_tap, "Back": press("BACK"), "Home": press("HOME"),
    "Wait": wait("duration", 1.0), "Note": nothing, "Call_API": nothing, "Interact": ask("message"),
    "Take_over": ask("message"), "finish": finish("message"),
}  # fmt: skip
UI_VENUS: Mapping[str, Act] = {
    "Click": tap, "DoubleClick": double_tap, "LongPress": hold(1.0), "Drag": drag(_PICKS_UP), "Scroll": _venus_scroll,
    "Type": type_text("content", clears=True), "Launch": open_app("app"), "Wait": wait(default=1.0),
    "PressBack": press("BACK"), "PressHome": press("HOME"), "PressEnter": press("ENTER"),
    "PressRecent": press("OVERVIEW"), "CallUser": answer("content"), "Finished": finish("content"),
}  # fmt: skip
STEP_GUI: Mapping[str, Act] = {
    "CLICK": tap, "LONGPRESS": hold(1.5, "duration"), "SLIDE": drag(seconds=1.5),
    "TYPE": type_text("value", one_line=True), "WAIT": wait("seconds"), "AWAKE": open_app("value"),
    "INFO": ask("value"), "ABORT": finish("value", "infeasible"), "COMPLETE": finish("return"), "BACK": press("BACK"),
    "HOME": press("HOME"),
}  # fmt: skip
COGAGENT: Mapping[str, Act] = {
    "CLICK": tap, "DOUBLE_CLICK": double_tap, "RIGHT_CLICK": hold(1.0), "TYPE": type_text(),
    **{f"SCROLL_{way.upper()}": _scroll_to(way) for way in _AGAINST},
    "KEY_PRESS": press_named("key"), "LAUNCH": open_app("app"), "QUOTE_TEXT": _result, "QUOTE_CLIPBOARD": nothing,
    "LLM": _result, "END": finish(),
}  # fmt: skip
_OWN: Mapping[str, Act] = {
    "go_home": press("HOME"), "go_back": press("BACK"), "open_app": open_app("app_name"), "ask_user": ask(),
    "give_up": finish("text", "infeasible"), "refuse": finish("text", "refused"),
}  # fmt: skip
GEMINI: Mapping[str, Act] = {
    "click": tap, "click_at": tap, "double_click": double_tap, "long_press": hold(1.0, "seconds"),
    "long_press_at": hold(1.0, "seconds"), "type": type_text(), "type_text_at": type_at(type_text()), "scroll": scroll,
    "scroll_at": scroll, "scroll_document": scroll, "drag_and_drop": drag(_PICKS_UP), "press_key": press_named("key"),
    "hotkey": press_named("keys"), "key_combination": press_named("keys"), "list_apps": nothing,
    "wait": wait("seconds"), "wait_5_seconds": wait(default=5.0), "take_screenshot": nothing, **_OWN,
}  # fmt: skip
CLAUDE: Mapping[str, Act] = {
    "key": press_named("text", _DESKTOP_KEYS), "hold_key": refused("a phone has no keys to hold."), "type": type_text(),
    "cursor_position": refused(_TOUCH), "mouse_move": refused(_TOUCH), "left_mouse_down": refused(_TOUCH),
    "left_mouse_up": refused(_TOUCH), "left_click": tap, "right_click": hold(1.0), "middle_click": refused(_TOUCH),
    "double_click": double_tap, "triple_click": refused("a touch screen takes one tap or two."),
    "left_click_drag": drag(), "scroll": _notches, "wait": wait("duration"), "screenshot": nothing,
    "zoom": nothing, **_OWN,
}  # fmt: skip
OPENAI: Mapping[str, Act] = {
    "click": _openai_click, "double_click": double_tap, "drag": _path, "keypress": press_named("keys"),
    "move": refused(_TOUCH), "screenshot": nothing, "scroll": _by_pixels, "type": type_text(),
    "wait": wait(default=2.0), **_OWN,
}  # fmt: skip
TOOLS: Mapping[str, Act] = {
    "click": tap, "double_tap": double_tap, "long_press": hold(1.0, "seconds"), "swipe": drag(),
    "pinch": zoom, "input_text": type_text(), "press_key": press_named("key"), "open_app": open_app("app_name"),
    "wait": wait("seconds"), "answer": answer(), "ask_user": ask(), "finish": _terminate,
}  # fmt: skip


def by_name(table: Mapping[str, Act]) -> Act:
    """Return a function that performs a table's actions. An action of another tool does nothing."""

    def act(action: Action, frame: Frame, tree: UiTree) -> tuple[Move, ...]:
        name = action.get("name")
        return nothing(action, frame, tree) if name is None else table[name](action, frame, tree)

    return act


AGENTCPM, OS_ATLAS = _agentcpm, _os_atlas
