"""Answers of UI-Venus-1.5: ``<think>…</think><action>Click(box=(500,500))</action><conclusion>…</conclusion>``.

Source: Venus_framework/processor/uivenus_processor.py and models/navigation of inclusionAI/UI-Venus. Points are
thousandths of the screen, as in the framework.
"""

from __future__ import annotations

from bmoca_gym.agents.language.formats import points
from bmoca_gym.agents.language.formats.calls import read_calls, unescaped
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Reading, between, present
from bmoca_gym.errors import cut

#: Arguments of each action: those it needs, and those it may have.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Click": (("box",), ()),
    "DoubleClick": (("box",), ()),
    "LongPress": (("box",), ()),
    "Drag": (("start", "end"), ()),
    "Scroll": ((), ("start", "end", "direction")),
    "Type": (("content",), ()),
    "Launch": (("app",), ()),
    "Wait": ((), ()),
    "PressBack": ((), ()),
    "PressHome": ((), ()),
    "PressEnter": ((), ()),
    "PressRecent": ((), ()),
    "CallUser": ((), ("content",)),
    "Finished": ((), ("content",)),
}
_DIRECTIONS = ("up", "down", "left", "right")


def read(text: str, frame: Frame) -> Reading:
    """Read an answer. The tags may be missing."""
    written = between(text, "<action>", "</action>")
    call = read_calls(text.strip() if written is None else written)[0]
    action: Action = {"name": call.name}
    for key in present(call.name, call.arguments, ACTIONS):
        action |= _argument(key, call.arguments[key], frame)
    if call.name == "Scroll" and "direction" not in action and not {"x", "to_x"} <= action.keys():
        raise FormatError("Scroll needs start and end, or a direction.")
    thought = between(text, "<think>", "</think>") or ""
    return Reading((action,), thought, {"conclusion": between(text, "<conclusion>", "</conclusion>") or ""})


def _argument(key: str, value: str, frame: Frame) -> Action:
    if key in ("box", "start", "end"):
        found = points.numbers(value)
        if len(found) != 2:
            raise FormatError(f"{cut(value)} is not a point: give (x, y).")
        x, y = points.scaled((found[0], found[1]), points.whole_thousandths, frame)
        return {"to_x": x, "to_y": y} if key == "end" else {"x": x, "y": y}
    if key == "direction" and value not in _DIRECTIONS:
        raise FormatError(f"{cut(value)} is not a direction: give {', '.join(_DIRECTIONS)}.")
    return {key: unescaped(value)}
