"""Answers of OS-Atlas-Pro: ``actions:`` and ``CLICK <point>[[101, 872]]</point>``, ``TYPE [text]`` and so on.

Source: eval/eval_scripts and the prompts in eval/data of OS-Copilot/OS-Atlas; the fields are those of
eval/run_predict_os_atlas.py of OpenBMB/AgentCPM-GUI. The maker's prompt has three basic actions, and lets users define
custom ones: SWIPE and ANSWER are ours.
"""

from __future__ import annotations

import re

from bmoca_gym.agents.language.formats import points
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Reading, unknown
from bmoca_gym.errors import cut

#: The actions, and what follows their names: nothing, a point, two points, or a text in brackets.
ACTIONS = {
    "CLICK": "point", "LONG_PRESS": "point", "TYPE": "text", "SCROLL": "direction", "OPEN_APP": "text",
    "SWIPE": "points", "ANSWER": "text",
    "PRESS_BACK": "", "PRESS_HOME": "", "PRESS_RECENT": "", "PRESS_ENTER": "", "ENTER": "", "WAIT": "", "COMPLETE": "",
    "IMPOSSIBLE": "",
}  # fmt: skip
_DIRECTIONS = ("up", "down", "left", "right")

_LABEL = re.compile(r"^[ \t*]*[Aa]ctions?[ \t]*:\s*", re.MULTILINE)
_LABEL_ANYWHERE = re.compile(r"[Aa]ctions?:\s*")
_THOUGHT = re.compile(r"\A\s*[Tt]houghts?[ \t]*:\s*")
_WORD = re.compile(r"[A-Z_]{2,20}")
_POINT = re.compile(r"[\s,]*(?:<point>)?\s*\[\[\s*([0-9]{1,5})\s*,\s*([0-9]{1,5})\s*\]\](?:\s*</point>)?")
_TEXT = re.compile(r"\s*\[(.*)\]", re.DOTALL)


def read(text: str, frame: Frame) -> Reading:
    """Read an answer: the word after the last label is the action, and a text runs to the last bracket."""
    labels = list(_LABEL.finditer(text)) or list(_LABEL_ANYWHERE.finditer(text))
    if not labels:
        raise FormatError(f"There is no label actions: in {cut(text.strip())}.")
    label = labels[-1]
    thought = _THOUGHT.sub("", text[: label.start()]).strip()
    word = _WORD.match(text, label.end())
    name = word[0] if word else ""
    if word is None or name not in ACTIONS:
        raise unknown(name or cut(text[label.end() :]), ACTIONS)
    return Reading((_action(name, text[word.end() :], frame),), thought)


def _action(name: str, rest: str, frame: Frame) -> Action:
    going_on: Action = {"STATUS": "continue"}
    kind = ACTIONS[name]
    if kind == "point":
        point, _ = _point(name, rest, frame)
        held: Action = {"duration": 1000} if name == "LONG_PRESS" else {}
        return going_on | {"POINT": point} | held
    if kind == "points":
        first, rest = _point(name, rest, frame)
        return going_on | {"POINT": first, "to": _point(name, rest, frame)[0]}
    if kind:
        given = _TEXT.match(rest)
        if given is None:
            raise FormatError(f"{name} needs a text in brackets: {name} [text].")
        if name == "ANSWER":
            return {"STATUS": "finish", name: given[1]}
        if kind == "text":
            return going_on | {name: given[1]}
        direction = given[1].strip().lower()
        if direction not in _DIRECTIONS:
            raise FormatError(f"{cut(given[1])} is not a direction: give {', '.join(_DIRECTIONS).upper()}.")
        middle = [frame.screen[0] // 2, frame.screen[1] // 2]
        return going_on | {"to": direction, "POINT": middle}
    if name.startswith("PRESS_") or name == "ENTER":
        return going_on | {"PRESS": name.removeprefix("PRESS_")}
    if name == "WAIT":
        return going_on | {"duration": 200}
    return {"STATUS": "finish" if name == "COMPLETE" else "impossible"}


def _point(name: str, text: str, frame: Frame) -> tuple[list[float], str]:
    """The point at the start of a text, and what follows it."""
    found = _POINT.match(text)
    if found is None:
        raise FormatError(f"{name} needs a point: [[x, y]], two whole numbers from 0 to 1000.")
    point = points.scaled((float(found[1]), float(found[2])), points.whole_thousandths, frame)
    return list(point), text[found.end() :]
