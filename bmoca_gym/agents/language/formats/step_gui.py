"""Answers of Step-GUI: ``<THINK>…</THINK>`` and fields between tabs, such as ``action:CLICK``, ``point:500,500``.

Source: copilot_tools/parser_0920_summary.py of stepfun-ai/gelab-zero.
"""

from __future__ import annotations

import re

from bmoca_gym.agents.language.formats import points
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Reading, unknown
from bmoca_gym.errors import cut

#: Arguments of each action: those it needs, and those it may have.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "CLICK": (("point",), ()),
    "LONGPRESS": (("point",), ("value",)),
    "SLIDE": (("point1", "point2"), ()),
    "TYPE": (("value",), ("point",)),
    "WAIT": (("value",), ()),
    "AWAKE": (("value",), ()),
    "INFO": (("value",), ()),
    "ABORT": ((), ("value",)),
    "COMPLETE": ((), ("return",)),
    "BACK": ((), ()),
    "HOME": ((), ()),
}
_KEYS = "explain|action|value|return|point1|point2|point|summary"
#: Where a field begins: at a tab, or at a line that begins with a known key.
_FIELDS = re.compile(rf"\t|\n(?=[ ]*(?:{_KEYS})[ ]*:)")
_THOUGHT = re.compile(r"<[ ]*/?[ ]*TH?INK[ ]*>", re.IGNORECASE)

#: Seconds of a long press without a value.
_HELD = 1.5


def read(text: str, frame: Frame) -> Reading:
    """Read an answer. Fields come in any order; parts without a colon are skipped."""
    tags = list(_THOUGHT.finditer(text))
    thought = text[tags[0].end() : tags[1].start()].strip() if len(tags) > 1 else ""
    rest = text[tags[-1].end() :] if tags else text
    given: dict[str, str] = {}
    for field in _FIELDS.split(rest.strip("\r\n ")):
        key, colon, value = field.partition(":")
        if colon:
            given.setdefault(key.strip(), value.strip())
    name = given.get("action", "")
    if not name:
        raise FormatError(f"There is no field action: in {cut(text.strip())}. Fields stand between tabs.")
    if name not in ACTIONS:
        raise unknown(name, ACTIONS)
    said = {str(key): given[key] for key in ("explain", "summary") if key in given}
    return Reading((_action(name, given, frame),), thought, said)


def _action(name: str, given: dict[str, str], frame: Frame) -> Action:
    needed, optional = ACTIONS[name]
    action: Action = {"name": name}
    for key in needed:
        if key not in given:
            raise FormatError(f"{name} lacks {key}.")
    for key in (*needed, *optional):
        if key not in given:
            continue
        if key.startswith("point"):
            found = points.numbers(given[key])
            if len(found) != 2:
                raise FormatError(f"{cut(given[key])} is not a point: give x,y.")
            whole = (float(round(found[0])), float(round(found[1])))
            x, y = points.scaled(whole, points.thousandths, frame)
            action |= {"to_x": x, "to_y": y} if key == "point2" else {"x": x, "y": y}
        else:
            action[key] = given[key]
    if name == "WAIT":
        action["seconds"] = _seconds(action["value"])
    if name == "LONGPRESS":
        action["duration"] = _seconds(action.pop("value")) if "value" in action else _HELD
    return action


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not (points.is_number(seconds) and seconds >= 0):
        raise FormatError(f"{cut(value)} is not a time in seconds.")
    return seconds
