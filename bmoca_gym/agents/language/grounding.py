"""SeeAct's answers: read an element's letters, an action and a value, and turn them into a JSON action."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from bmoca_gym.agents.language.screen import Element, letters, named
from bmoca_gym.errors import ActionError, cut, nearest


class Kind(NamedTuple):
    """A kind of SeeAct action: its JSON action, the field for its value, whether it needs an element."""

    json: str
    value: str = ""
    element: bool = False


KINDS: dict[str, Kind] = {
    "CLICK": Kind("click", element=True),
    "LONG PRESS": Kind("long_press", element=True),
    "INPUT TEXT": Kind("input_text", "text", element=True),
    "SWIPE": Kind("scroll", "direction"),
    "OPEN APP": Kind("open_app", "app_name"),
    "ANSWER": Kind("answer", "text"),
    "KEYBOARD ENTER": Kind("keyboard_enter"),
    "NAVIGATE HOME": Kind("navigate_home"),
    "NAVIGATE BACK": Kind("navigate_back"),
    "WAIT": Kind("wait"),
    "TERMINATE": Kind("status"),
}

#: A swipe scrolls in the opposite direction.
_SCROLLS = {"up": "down", "down": "up", "left": "right", "right": "left"}

_LINE = re.compile(
    r"^[ \t*#>_-]{0,20}(ELEMENT|ACTION|VALUE)[ \t*_]{0,9}[:：][ \t*_]*", re.IGNORECASE | re.MULTILINE
)
_AROUND = " \t\r\n*_`.,"


class Grounded(NamedTuple):
    """A choice as a JSON action, and as words for the history."""

    action: str
    words: str


def options(choices: Sequence[tuple[str, Element]]) -> str:
    """Write the choices as lines. The last line stands for none of them."""
    lines = [f"{called}. {named(element)}" for called, element in choices]
    return "\n".join([*lines, f"{letters(len(choices))}. None of these elements"])


def read(answer: str, choices: Sequence[tuple[str, Element]]) -> Grounded:
    """Read the choice in a model's answer: the text after the last ``ELEMENT:``, ``ACTION:`` and ``VALUE:``.

    Raises:
        ActionError: a line is missing or invalid; the message says what is expected.
    """
    text = answer.rpartition("</think>")[2]
    found = [*_LINE.finditer(text)]
    ends = [*(one.start() for one in found[1:]), len(text)]
    said = {one[1].upper(): text[one.end() : end].strip() for one, end in zip(found, ends, strict=False)}
    if "ACTION" not in said:
        raise ActionError("The answer has no line 'ACTION: …'; give ELEMENT, ACTION and VALUE, a line each.")
    called = " ".join(_first_line(said["ACTION"]).replace("_", " ").upper().split())
    kind = KINDS.get(called)
    if kind is None:
        raise ActionError(
            f"There is no action {cut(called)}.{nearest(called, KINDS)} Actions are {', '.join(KINDS)}."
        )
    value = said.get("VALUE", "").strip()
    value = "" if value.strip(_AROUND).casefold() == "none" else value
    fields: dict[str, str | int] = {"action_type": kind.json}
    words = called
    chosen = _first_line(said.get("ELEMENT", "")).upper()
    element = next((one for mark, one in choices if mark == chosen.removeprefix("(").split(")")[0]), None)
    if element is not None and (kind.element or called == "SWIPE"):
        fields["index"] = element["index"]
        words = f"{named(element)} -> {called}"
    elif kind.element:
        raise ActionError(
            f"{called} needs an element: ELEMENT is {cut(chosen)}; it must be one of the letters from A to "
            f"{letters(max(len(choices) - 1, 0))}."
        )
    if called == "TERMINATE":
        fields["goal_status"] = "complete"
    if kind.value:
        if called in ("SWIPE", "OPEN APP"):
            value = _first_line(value)
        if called == "SWIPE":
            if value.casefold() not in _SCROLLS:
                raise ActionError(f"VALUE is {cut(value)}; for SWIPE it must be up, down, left or right.")
            fields["direction"] = _SCROLLS[value.casefold()]
        elif not value:
            raise ActionError(f"{called} needs a VALUE.")
        else:
            fields[kind.value] = value
        words = f"{words}: {value}"
    return Grounded(json.dumps(fields, ensure_ascii=False), words)


def _first_line(text: str) -> str:
    return text.partition("\n")[0].strip(_AROUND)
