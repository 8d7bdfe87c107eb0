"""Answers of AutoGLM-Phone: ``do(action="Tap", element=[499, 300])`` and ``finish(message="…")``.

Source: phone_agent/model/client.py and phone_agent/actions/handler.py of zai-org/Open-AutoGLM. There, every answer that
can't be read ends the task as a success; here it is a wrong format.
"""

from __future__ import annotations

import re

from bmoca_gym.agents.language.formats import points
from bmoca_gym.agents.language.formats.calls import Call, read_calls, unescaped
from bmoca_gym.agents.language.formats.reading import Action, FormatError, Frame, Reading, unknown
from bmoca_gym.errors import cut

#: Arguments of each action: those it needs, and those it may have.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Launch": (("app",), ()),
    "Tap": (("element",), ("message",)),
    "Type": (("text",), ()),
    "Swipe": (("start", "end"), ()),
    "Long Press": (("element",), ()),
    "Double Tap": (("element",), ()),
    "Back": ((), ()),
    "Home": ((), ()),
    "Wait": ((), ("duration",)),
    "Note": ((), ("message",)),
    "Call_API": ((), ("instruction",)),
    "Interact": ((), ("message",)),
    "Take_over": ((), ("message",)),
}
_ALIASES = {"Type_Name": "Type"}

_AROUND = re.compile(r"</?answer>|<\|(?:begin|end)_of_box\|>|<\|[a-z_]{1,30}\|>|```(?:\w{1,10})?")
_START = re.compile(r"(?:^|(?<=>))[ \t`]*((?:do|finish)\()", re.MULTILINE)
_ANYWHERE = re.compile(r"\b(?:do\(action=|finish\(message=)")
_TYPED = re.compile(
    r"\s*do\(\s*action\s*=\s*[\"']Type(?:_Name)?[\"']\s*,\s*text\s*=\s*([\"'])(.*)\1\s*\)", re.DOTALL
)
_FINISHED = re.compile(r"\s*finish\(\s*message\s*=\s*([\"'])(.*)\1\s*\)", re.DOTALL)


def read(text: str, frame: Frame) -> Reading:
    """Read an answer. The last ``do(`` or ``finish(`` at the start of a line counts."""
    text = _AROUND.sub("\n", text)
    thought_end = text.rfind("</think>")
    begins = [match.start(1) for match in _START.finditer(text, max(thought_end, 0))]
    if not begins:
        anywhere = _ANYWHERE.search(text, max(thought_end, 0))
        if anywhere is None:
            raise FormatError(f'There is no do(action="…") or finish(message="…") in {cut(text.strip())}.')
        begins = [anywhere.start()]
    place = begins[-1]
    thought = text[:place].replace("<think>", "").replace("</think>", "").strip()
    written = text[place:].rstrip()
    return Reading((_action(written, frame),), thought, {"written": written})


def _action(text: str, frame: Frame) -> Action:
    if (finished := _FINISHED.match(text)) is not None:
        return {"name": "finish", "message": finished[2]}
    if (typed := _TYPED.match(text)) is not None:
        return {"name": "Type", "text": typed[2]}
    call = read_calls(text, open_ended=False)[0]
    if call.name == "finish":
        return {"name": "finish", "message": unescaped(call.arguments.get("message", ""))}
    name = call.arguments.get("action", "")
    name = _ALIASES.get(name, name)
    if call.name != "do" or name not in ACTIONS:
        raise unknown(name or call.name, ACTIONS)
    return _checked(name, call, frame)


def _checked(name: str, call: Call, frame: Frame) -> Action:
    needed, optional = ACTIONS[name]
    action: Action = {"name": name}
    for key in needed:
        if key not in call.arguments:
            raise FormatError(f"{name} lacks {key}.")
    for key in (*needed, *optional):
        if key not in call.arguments:
            continue
        value = call.arguments[key]
        if key in ("element", "start", "end"):
            x, y = points.scaled(points.numbers(value)[:2], points.whole_thousandths, frame)  # type: ignore[arg-type]
            action |= {"to_x": x, "to_y": y} if key == "end" else {"x": x, "y": y}
        else:
            action[key] = unescaped(value)
    return action
