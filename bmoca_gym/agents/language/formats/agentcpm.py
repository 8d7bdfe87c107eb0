"""Answers of AgentCPM-GUI: one JSON object, such as ``{"thought": "…", "POINT": [729, 69]}``.

Source: eval/utils/schema/schema_for_extraction.json of OpenBMB/AgentCPM-GUI.
"""

from __future__ import annotations

import re
from typing import Any

from bmoca_gym.agents.language.formats import json5, points
from bmoca_gym.agents.language.formats.reading import FormatError, Frame, OutsideError, Reading
from bmoca_gym.errors import cut

PRESSES = ("HOME", "BACK", "ENTER", "APPSELECT")
STATUSES = ("continue", "start", "finish", "satisfied", "impossible", "interrupt", "need_feedback")
DIRECTIONS = ("up", "down", "left", "right")
#: What an answer does: one of these, or only ``duration``, or only a status that ends the task.
PRIMITIVES = ("POINT", "PRESS", "TYPE", "CLEAR", "DEEP_LINK")
_KEYS = (*PRIMITIVES, "thought", "STATUS", "to", "duration")

_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
_LONGEST = 60_000  # ms


def read(text: str, frame: Frame) -> Reading:
    """Read an answer."""
    fenced = _FENCE.match(text)
    given = json5.strict(fenced[1] if fenced else text)
    if not isinstance(given, dict):
        raise FormatError(f"{cut(text.strip())} is not a JSON object.")
    for key in given:
        if key not in _KEYS:
            raise FormatError(f"There is no field {cut(key)}: give {', '.join(_KEYS)}.")
    done = [key for key in PRIMITIVES if key in given]
    status = given.get("STATUS", "continue")
    if status not in STATUSES:
        raise FormatError(f"{cut(status)} is not a status: give {', '.join(STATUSES)}.")
    if len(done) > 1:
        raise FormatError(f"An answer does one thing; this one has {' and '.join(done)}.")
    if not done and "duration" not in given and status in ("continue", "start"):
        raise FormatError(f"The answer does nothing: give one of {', '.join(PRIMITIVES)}.")
    if "to" in given and "POINT" not in given:
        raise FormatError('"to" needs a POINT.')
    action = {key: _checked(key, value, frame) for key, value in given.items()}
    return Reading((action,), str(given.get("thought", "")))


def _checked(key: str, value: Any, frame: Frame) -> Any:
    if key == "POINT" or (key == "to" and isinstance(value, list)):
        return _point(value, frame)
    if key == "to" and value not in DIRECTIONS:
        raise FormatError(f"{cut(value)} is not a direction or a point.")
    if key == "PRESS" and value not in PRESSES:
        raise FormatError(f"{cut(value)} is not a key: give {', '.join(PRESSES)}.")
    if key in ("TYPE", "thought") and not isinstance(value, str):
        raise FormatError(f"{key} is {cut(value)}; it must be text.")
    if key == "duration" and not (type(value) is int and 0 <= value <= _LONGEST):
        raise FormatError(f"duration is {cut(value)}; it must be a whole number of ms up to {_LONGEST}.")
    return value


def _point(value: Any, frame: Frame) -> list[float]:
    if not (isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)):
        raise FormatError(f"{cut(value)} is not a point: give two whole numbers from 0 to 1000.")
    if not all(0 <= one <= 1000 for one in value):
        raise OutsideError(f"The point {cut(value)} lies outside 0 to 1000.")
    return list(points.scaled((value[0], value[1]), points.whole_thousandths, frame))
