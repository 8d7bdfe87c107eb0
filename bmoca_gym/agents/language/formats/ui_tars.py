"""Answers of UI-TARS 1.0 and 1.5, Doubao-1.5-UI-TARS and Seed-1.8.

Source: codes/ui_tars/action_parser.py of bytedance/UI-TARS, and the package ui-tars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from bmoca_gym.agents.language.formats import points, xml_calls
from bmoca_gym.agents.language.formats.calls import Call, read_calls, unescaped
from bmoca_gym.agents.language.formats.points import Scale
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Read, Reading, unknown
from bmoca_gym.errors import cut

#: Arguments of each action: those it needs, and those it may have.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "click": (("start",), ()),
    "left_single": (("start",), ()),
    "left_double": (("start",), ()),
    "right_single": (("start",), ()),
    "long_press": (("start",), ("time",)),
    "drag": (("start", "end"), ()),
    "swipe": (("start", "end"), ()),
    "scroll": (("direction",), ("start",)),
    "type": (("content",), ("start",)),
    "hotkey": (("key",), ()),
    "press_home": ((), ()),
    "press_back": ((), ()),
    "press_enter": ((), ()),
    "open_app": (("app_name",), ()),
    "wait": ((), ("time",)),
    "call_user": ((), ("content",)),
    "finished": ((), ("content",)),
}
_ALIASES = {
    "point": "start", "start_point": "start", "start_box": "start", "end_point": "end", "end_box": "end",
}  # fmt: skip
_DIRECTIONS = ("up", "down", "left", "right")

_LABEL = re.compile(r"Action[ \t]*[:：]")
_LINE_LABEL = re.compile(r"^[ \t*]*Action[ \t]*[:：]", re.MULTILINE)
_THOUGHT = re.compile(r"(?:Thought|Reflection|Action_Summary)[ \t]*[:：]\s*")
#: Ends of a typed text that submit it: a line break, also written with one or two backslashes.
_SUBMITS = re.compile(r"(?:\\{1,2}n|\n)\Z")
_END_OF_TURN = re.compile(r"(?:\[EOS\]|<\|im_end\|>|</s>)\s*\Z")


def reader(scale: Scale) -> Read:
    """Return the reader of ``Thought: …`` and ``Action: click(point='…')`` with points on a scale."""

    def read(text: str, frame: Frame) -> Reading:
        text = _END_OF_TURN.sub("", text.strip())
        labels = [match.end() for match in _LINE_LABEL.finditer(text)][-1:]
        labels += [match.end() for match in _LABEL.finditer(text)][-1:]
        problem: FormatError | None = None
        for place in labels or [0]:
            try:
                calls = read_calls(text, place, alone=True)
                actions = tuple([_action(call, scale, frame) for call in calls])
            except FormatError as error:
                problem = problem or error
            else:
                return Reading(actions, _thought(text))
        assert problem is not None
        raise problem

    return read


def read_seed(text: str, frame: Frame) -> Reading:
    """Read an answer of Seed-1.8: ``<function=click><parameter=point>…``."""
    found = xml_calls.read(text)
    calls = [Call(one.name, dict(one.arguments), frozenset(one.arguments)) for one in found.calls]
    if not calls:
        raise FormatError(f"There is no <function=…> in {cut(text.strip())}.")
    actions = tuple([_action(call, points.whole_thousandths, frame, escapes=False) for call in calls])
    return Reading(actions, found.thought)


def _action(call: Call, scale: Scale, frame: Frame, escapes: bool = True) -> Action:
    if call.name not in ACTIONS:
        raise unknown(call.name, ACTIONS)
    needed, optional = ACTIONS[call.name]
    given = {_ALIASES.get(key, key): value for key, value in call.arguments.items()}
    for key in needed:
        if key not in given:
            raise FormatError(f"{call.name} lacks {key}.")
    action: Action = {"name": call.name}
    for key in (*needed, *optional):
        if key in given:
            action |= _ARGUMENTS[key](key, given[key], scale, frame)
    if "content" in given:
        content = unescaped(given["content"]) if escapes else given["content"]
        action["content"] = content
        if call.name == "type":
            written = _SUBMITS.sub("", given["content"], count=1)
            action["text"] = unescaped(written) if escapes else written
            action["enter"] = written != given["content"]
    return action


def _point(key: str, value: str, scale: Scale, frame: Frame) -> Action:
    x, y = points.point(value, scale, frame)
    return {"x": x, "y": y} if key == "start" else {"to_x": x, "to_y": y}


def _direction(key: str, value: str, scale: Scale, frame: Frame) -> Action:
    value = value.strip()
    if value not in _DIRECTIONS:
        raise FormatError(f"{cut(value)} is not a direction: give {', '.join(_DIRECTIONS)}.")
    return {key: value}


def _text(key: str, value: str, scale: Scale, frame: Frame) -> Action:
    return {key: value}


def _seconds(key: str, value: str, scale: Scale, frame: Frame) -> Action:
    try:
        number = float(value)
    except ValueError:
        number = -1
    if not (points.is_number(number) and number >= 0):
        raise FormatError(f"{cut(value)} is not a time in seconds.")
    return {key: int(number) if number.is_integer() else number}


_ARGUMENTS: Mapping[str, Callable[[str, str, Scale, Frame], Action]] = {
    "start": _point, "end": _point, "direction": _direction, "content": _text, "app_name": _text, "key": _text,
    "time": _seconds,
}  # fmt: skip


def _thought(text: str) -> str:
    label = _THOUGHT.match(text)
    if label is None:
        return ""
    end = _LABEL.search(text, label.end())
    return text[label.end() : end.start() if end else len(text)].strip()


#: Factor and bounds of the resized picture, of which UI-TARS 1.5 states px. All others state thousandths.
RESIZED = (28, 78_400, 12_845_056)
UI_TARS_15 = reader(points.resized(*RESIZED))
UI_TARS_15_NPM = reader(points.resized(*RESIZED, points.half_up))
UI_TARS_DOUBAO = reader(points.thousandths)
