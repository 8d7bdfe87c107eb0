"""Gestures as function calls: for the computer-use tools of Google, Anthropic and OpenAI, and under our own names."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from bmoca_gym.agents.language.formats.computer_use import OWN
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.wording import AGAINST, direction, dumped
from bmoca_gym.envs.actions import Answer, Finish, Move, OpenApp, Wait
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText

#: How far, as a part of the screen, the middle of a pinch may move.
_STILL = 0.05
#: The shape of a usual screen. A pinch along a line has the same scale on any.
_SHAPE = (1000, 2000)


def _points(at: Callable[[float, float], tuple[int, int]]) -> Callable[..., dict[str, int]]:
    """Make a function that writes a point of the screen as two named numbers."""

    def point(x: float, y: float, names: tuple[str, str] = ("x", "y")) -> dict[str, int]:
        return dict(zip(names, at(x, y), strict=True))

    return point


def tools(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    """Write a move as a function call under our own names."""
    point = _points(at)
    name = ""
    given: dict[str, Any] = {}
    if isinstance(move, Tap):
        name, given = "click", point(move.x, move.y)
    elif isinstance(move, LongPress):
        name, given = "long_press", {**point(move.x, move.y), "seconds": move.seconds}
    elif isinstance(move, Swipe):
        further = {"seconds": move.seconds, "held": move.held}
        name = "swipe"
        given = {**point(move.x0, move.y0), **point(move.x1, move.y1, ("to_x", "to_y")), **further}
    elif isinstance(move, Pinch) and math.dist(move.middle, move.end) < _STILL:
        name, given = "pinch", {**point(*move.middle), "zoom": round(move.scale(*_SHAPE), 3)}
    elif isinstance(move, TypeText):
        name, given = "input_text", {"text": move.text}
    elif isinstance(move, PressKey):
        name, given = "press_key", {"key": move.key.lower()}
    elif isinstance(move, OpenApp):
        name, given = "open_app", {"app_name": move.name}
    elif isinstance(move, Wait):
        name, given = "wait", {"seconds": move.seconds}
    elif isinstance(move, Answer):
        name, given = "answer", {"text": move.text}
    elif isinstance(move, Finish):
        status = "infeasible" if move.status == "infeasible" else "complete"
        name, given = "finish", {"status": status, "text": move.message}
    return dumped([{"function": {"name": name, "arguments": dumped(given)}}]) if name else None


def _closing(move: Finish | Answer, thought: str) -> str:
    """The words that end a task in a format where any text does."""
    return (move.message if isinstance(move, Finish) else move.text) or thought


def gemini(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    """Write a move as a Gemini function call."""
    point = _points(at)
    name = ""
    given: dict[str, Any] = {}
    if isinstance(move, (Tap, LongPress)):
        name, given = "click" if isinstance(move, Tap) else "long_press", point(move.x, move.y)
    elif isinstance(move, Swipe):
        way = None if move.held else direction(move, Frame((1, 1), (1, 1)))
        if way is None:
            ends = point(move.x1, move.y1, ("destination_x", "destination_y"))
            return dumped([{"name": "drag_and_drop", "args": {**point(move.x0, move.y0), **ends}}])
        length = max(abs(move.x1 - move.x0), abs(move.y1 - move.y0))
        further = {"direction": AGAINST[way].lower(), "magnitude": round(1000 * length)}
        name, given = "scroll", {**point(move.x0, move.y0), **further}
    elif isinstance(move, TypeText):
        name, given = "type", {"text": move.text}
    elif isinstance(move, PressKey):
        name, given = "press_key", {"key": move.key.lower()}
    elif isinstance(move, OpenApp):
        name, given = "open_app", {"app_name": move.name}
    elif isinstance(move, Wait):
        name, given = "wait", {"seconds": max(1, round(move.seconds))}
    elif isinstance(move, Finish) and move.status == "infeasible":
        name, given = "give_up", {"text": move.message or thought}
    elif isinstance(move, (Finish, Answer)):
        return dumped([{"text": _closing(move, thought)}])
    return dumped([{"name": name, "args": given}]) if name else None


def claude(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    """Write a move as a Claude function call."""

    keys = {
        "ENTER": "Return",
        "DEL": "BackSpace",
        "TAB": "Tab",
        "FORWARD_DEL": "Delete",
        "OVERVIEW": "app_switch",
        "MOVE_HOME": "Home",
        "MOVE_END": "End",
    }
    name = ""
    given: dict[str, Any] = {}
    if isinstance(move, (Tap, LongPress)):
        name, given = (
            "left_click" if isinstance(move, Tap) else "right_click",
            {"coordinate": [*at(move.x, move.y)]},
        )
    elif isinstance(move, Swipe) and not move.held:
        name = "left_click_drag"
        given = {"start_coordinate": [*at(move.x0, move.y0)], "coordinate": [*at(move.x1, move.y1)]}
    elif isinstance(move, TypeText):
        name, given = "type", {"text": move.text}
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME"):
        name = f"go_{move.key.lower()}"
    elif isinstance(move, PressKey) and move.key in keys:
        name, given = "key", {"text": keys[move.key]}
    elif isinstance(move, OpenApp):
        name, given = "open_app", {"app_name": move.name}
    elif isinstance(move, Wait):
        name, given = "wait", {"duration": max(1, round(move.seconds))}
    elif isinstance(move, Finish) and move.status == "infeasible":
        name, given = "give_up", {"text": move.message or thought}
    elif isinstance(move, (Finish, Answer)):
        return dumped([{"type": "text", "text": _closing(move, thought)}])
    if not name:
        return None
    member = {} if name in OWN else {"toolset_name": "computer"}
    return dumped([{"type": "tool_use", "id": "1", **member, "name": name, "input": given}])


def openai(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    """Write a move as an OpenAI function call."""
    point = _points(at)
    action: dict[str, Any] = {}
    name = ""
    given: dict[str, str] = {}
    if isinstance(move, OpenApp):
        name, given = "open_app", {"app_name": move.name}
    elif isinstance(move, PressKey) and move.key in ("HOME", "BACK"):
        name = f"go_{move.key.lower()}"
    elif isinstance(move, Finish) and move.status == "infeasible":
        name, given = "give_up", {"text": move.message or thought}
    elif isinstance(move, (Finish, Answer)):
        said = {"type": "output_text", "text": _closing(move, thought)}
        return dumped([{"type": "message", "role": "assistant", "content": [said]}])
    if name:
        call = {"type": "function_call", "call_id": "1", "name": name, "arguments": json.dumps(given)}
        return dumped([call])
    if isinstance(move, (Tap, LongPress)):
        button = "left" if isinstance(move, Tap) else "right"
        action = {"type": "click", "button": button, **point(move.x, move.y)}
    elif isinstance(move, Swipe) and not move.held:
        action = {"type": "drag", "path": [point(move.x0, move.y0), point(move.x1, move.y1)]}
    elif isinstance(move, TypeText):
        action = {"type": "type", "text": move.text}
    elif isinstance(move, PressKey):
        action = {"type": "keypress", "keys": [{"DEL": "BACKSPACE"}.get(move.key, move.key)]}
    elif isinstance(move, Wait):
        action = {"type": "wait"}
    if not action:
        return None
    return dumped(
        [{"type": "computer_call", "id": "1", "call_id": "1", "status": "completed", "actions": [action]}]
    )
