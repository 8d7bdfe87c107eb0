"""Answers of CogAgent: lines ``Status:``, ``Plan:``, ``Action:`` and ``Grounded Operation: CLICK(box=[[…]])``.

Source: Action_space_en.md and app_for_android of THUDM/CogAgent.
"""

from __future__ import annotations

import math
import re

from bmoca_gym.agents.language.formats import points
from bmoca_gym.agents.language.formats.calls import Call, read_calls, unescaped
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Reading, present
from bmoca_gym.errors import cut

#: Arguments of each operation: those it needs, and those it may have.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "CLICK": (("box",), ()),
    "DOUBLE_CLICK": (("box",), ()),
    "RIGHT_CLICK": (("box",), ()),
    "TYPE": (("text",), ("box",)),
    "SCROLL_UP": ((), ("box", "step_count")),
    "SCROLL_DOWN": ((), ("box", "step_count")),
    "SCROLL_LEFT": ((), ("box", "step_count")),
    "SCROLL_RIGHT": ((), ("box", "step_count")),
    "KEY_PRESS": (("key",), ()),
    "LAUNCH": ((), ("app", "url")),
    "QUOTE_TEXT": ((), ("box", "output", "result")),
    "QUOTE_CLIPBOARD": ((), ("output",)),
    "LLM": ((), ("prompt", "output", "result")),
    "END": ((), ()),
}
_STEPS = re.compile(r"0*[1-9][0-9]{0,3}", re.ASCII)
_LABEL = re.compile(r"Grounded Operation[ \t]*[:：]")
_ACTION = re.compile(r"^[ \t]*Action[ \t]*[:：][ \t]*(.{0,2000})$", re.MULTILINE)
_PLAN = re.compile(r"^[ \t]*Plan[ \t]*[:：][ \t]*(.{0,2000})$", re.MULTILINE)


def read(text: str, frame: Frame) -> Reading:
    """Read an answer."""
    labels = list(_LABEL.finditer(text))
    if not labels:
        raise FormatError(f"There is no Grounded Operation: in {cut(text.strip())}.")
    call = read_calls(text, labels[-1].end(), open_ended=False)[0]
    action: Action = {"name": call.name}
    for key in present(call.name, call.arguments, ACTIONS):
        action |= _argument(key, call, frame)
    line, plan = _ACTION.search(text), _PLAN.search(text)
    return Reading(
        (action,), plan[1].strip() if plan else "", {"action_line": line[1].strip() if line else ""}
    )


def _argument(key: str, call: Call, frame: Frame) -> Action:
    value = call.arguments[key]
    if key == "box":
        corners = [
            float(math.trunc(number / 1000 * frame.screen[place % 2]))
            for place, number in enumerate(points.numbers(value))
        ]
        x, y = points.on_screen(*points.centre(corners), frame)
        return {"x": x, "y": y}
    if key == "url" and value in ("None", ""):
        return {}
    if key == "step_count":
        if not _STEPS.fullmatch(value):
            raise FormatError(f"step_count is {cut(value)}; it must be a whole number from 1 on.")
        return {key: int(value)}
    return {key: unescaped(value)}
