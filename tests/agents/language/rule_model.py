"""A "model" that does the six representative tasks in English, using only the words of the prompt."""

from __future__ import annotations

import ast
import re
import threading
from typing import Any

from chat_server import user_text

Elements = list[dict[str, Any]]

#: In Python 3.11 two threads that parse at a time disturb each other (SystemError, now and then).
_PARSING = threading.Lock()

_DIGITS = dict(
    zip(
        "0123456789",
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
        strict=True,
    )
)


def answer(request: dict[str, Any]) -> str:
    """The three lines that the prompt asks for."""
    text = user_text(request)
    if text == "Say OK.":  # before anything is played
        return "OK"
    goal = re.search(r"^Goal: (.*)\.$", text, re.MULTILINE)[1]  # type: ignore[index]
    observation = re.search(r"^Current observation:\n(\[.*\])$", text, re.MULTILINE)[1]  # type: ignore[index]
    with _PARSING:
        elements: Elements = ast.literal_eval(observation)
    action = next_action(goal, elements)
    return f"Observation: {len(elements)} elements.\nThought: Not tap(0), since a rule says so.\nAction: {action}"


def next_action(goal: str, elements: Elements) -> str:
    for word, app, rule in (
        ("alarm", "Clock", _alarm),
        ("language", "Settings", _language),
        ("Calculator", "Calculator", _calculator),
        ("call", "Phone", _call),
        ("Wikipedia", "Wikipedia", _wikipedia),
    ):
        if word in goal:
            return rule(goal, elements) or _open(app, elements)
    return 'press("HOME")'


def _all(elements: Elements, **wanted: str) -> Elements:
    return [one for one in elements if all(value == one[name.rstrip("_")] for name, value in wanted.items())]


def _first(elements: Elements, **wanted: str) -> dict[str, Any] | None:
    return next(iter(_all(elements, **wanted)), None)


def _tap(element: dict[str, Any]) -> str:
    return f"tap({element['numeric_tag']})"


def _open(app: str, elements: Elements) -> str:
    icon = _first(elements, content_description=app, class_="TextView")
    return _tap(icon) if icon else 'swipe("up")'


def _alarm(goal: str, elements: Elements) -> str | None:
    hours, minutes, am = (_first(elements, resource_id=name) for name in ("hours", "minutes", "am_label"))
    if hours and minutes and am:
        for shown, wanted in ((hours, "10"), (minutes, "30")):
            if shown["text"] != wanted:
                face = _first(
                    elements,
                    content_description=wanted,
                    class_="RadialTimePickerView$RadialPickerTouchHelper",
                )
                return _tap(face) if face and shown["checked"] == "true" else _tap(shown)
        return _tap(am if am["checked"] == "false" else _first(elements, resource_id="button1"))  # type: ignore[arg-type]
    tab = _first(elements, content_description="Alarm", class_="ActionBar$Tab")
    if tab is None:
        return None
    if tab["checked"] == "false":
        return _tap(tab)
    if not _first(elements, resource_id="digital_clock", text="10:30 AM"):
        return _tap(_first(elements, resource_id="fab"))  # type: ignore[arg-type]
    repeat = _first(elements, resource_id="repeat_onoff")
    if repeat and repeat["checked"] == "false":
        return _tap(repeat)
    for day in ("Sunday", "Saturday"):
        button = _first(elements, content_description=day, class_="CheckBox")
        if button and button["checked"] == "true":
            return _tap(button)
    return 'swipe("up")'


def _language(goal: str, elements: Elements) -> str | None:
    add = _first(elements, resource_id="add_language")
    rows = [
        _first(elements, text=text, resource_id="title")
        for text in ("Languages", "Languages & input", "System")
    ]
    for row in (add, *rows):
        if row:
            return _tap(row)
    return 'swipe("up")' if _first(elements, resource_id="settings_homepage_container") else None


def _calculator(goal: str, elements: Elements) -> str | None:
    formula = _first(elements, resource_id="formula")
    if formula is None:
        return None
    cosine = _first(elements, resource_id="fun_cos")
    if cosine is None:
        return _tap(_first(elements, resource_id="arrow"))  # type: ignore[arg-type]
    done = formula["text"]
    if not done.startswith("c"):  # the field has a letter for each function
        return _tap(cosine)
    digit = "180"[len(re.sub(r"\D", "", done)) :][:1]
    return _tap(_first(elements, resource_id=f"digit_{digit}") or cosine)


def _call(goal: str, elements: Elements) -> str | None:
    number = re.sub(r"\D", "", goal)
    if _first(elements, resource_id="two") is None:
        pad = _first(elements, content_description="key pad")
        return _tap(pad) if pad else None
    shown = re.sub(r"\D", "", (_first(elements, resource_id="digits") or {"text": ""})["text"])
    if shown == number:
        return _tap(_first(elements, resource_id="dialpad_floating_action_button"))  # type: ignore[arg-type]
    return _tap(_first(elements, resource_id=_DIGITS[number[len(shown)]]))  # type: ignore[arg-type]


def _wikipedia(goal: str, elements: Elements) -> str | None:
    customize = _first(elements, resource_id="menu_feed_card_customize")
    if customize:
        return _tap(customize)
    titles = [one for one in elements if one["resource_id"] == "feed_content_type_title"]
    if not titles:
        menu = _first(elements, resource_id="view_list_card_header_menu")
        return _tap(menu) if menu else None
    for title in titles:
        if title["text"] in ("Featured article", "Top read", "Randomizer"):
            later = [one for one in elements if one["numeric_tag"] > title["numeric_tag"]]
            switch = _first(later, resource_id="feed_content_type_checkbox")
            if switch and switch["checked"] == "true":
                return _tap(switch)
    return 'press("BACK")' if any(one["text"] == "Randomizer" for one in titles) else 'swipe("up")'
