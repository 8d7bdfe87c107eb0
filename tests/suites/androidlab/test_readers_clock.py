"""Alarms on Clock's pages, as AndroidLab's own code reads them."""

from __future__ import annotations

from typing import Any

import pytest

from bmoca_gym.suites.androidlab.compressed_tree import TITLE, CompressedNode
from bmoca_gym.suites.androidlab.readers import clock


def element(words: str, *children: CompressedNode, kind: str = "TextView ;; ;;") -> CompressedNode:
    return CompressedNode(1, f"{kind}{words} ", (0, 0, 1, 1), children)


def page(*children: CompressedNode) -> CompressedNode:
    return CompressedNode(0, TITLE, None, children)


def switch(state: str) -> CompressedNode:
    return element("", kind=f"Switch ;click check ; {state} ;;")


HEADING = element("Alarm")
TAB = element("Alarm", kind=";click ; ;;")
TIME = element("3:00\u200aPM")
OPEN = (
    element("meeting Label meeting"),
    element("Collapse alarm", kind="ImageButton ;click ; ;;"),
    TIME,
    element("Tomorrow"),
    switch("checked"),
    element("Argon Ringtone Argon"),
    element("Vibrate", kind="CheckBox ;click check ; unchecked ;;"),
    element("Delete", kind="Button ;click ; ;;"),
)


def closed(time: str, state: str) -> CompressedNode:
    parts = element(time), element("Not scheduled"), switch(state)
    return element(f"{time} Alarm", *parts, kind="CardView ;click ; ;;")


def test_an_alarm_is_set_where_its_parts_are_beside_the_heading() -> None:
    wanted = {"time": True, "on": True, "label": True, "days": True, "ringtone": True, "vibrate": True}
    given: dict[str, Any] = {"label": "meeting", "days": ["Tomorrow"], "ringtone": "Argon", "vibrate": False}
    assert clock.alarm(page(HEADING, *OPEN), "3:00\u200aPM", **given) == wanted
    # In an element of its own they are not found, whatever it is called.
    assert clock.alarm(page(HEADING, element("", *OPEN)), "3:00\u200aPM", **given) == {"time": False}
    assert clock.alarm(page(HEADING, closed("3:00\u200aPM", "checked")), "3:00\u200aPM") == {"time": False}


def test_alarms_at_the_same_time_share_what_they_have_but_one_must_have_all() -> None:
    off = (TIME, element("meeting Label meeting"), switch("unchecked"))
    on = (TIME, switch("checked"))
    other = element("work Label work")
    both = clock.alarm(page(HEADING, *off, TIME, other, switch("checked")), "3:00\u200aPM", label="meeting")
    assert both in ({"time": True, "on": False, "label": True}, {"time": True, "on": True, "label": False})
    shared = clock.alarm(page(HEADING, *off, *on), "3:00\u200aPM", label="work")
    assert shared == {"time": True, "on": True, "label": False}


@pytest.mark.parametrize("on", [True, False])
def test_an_alarm_beside_the_heading_is_on_or_off(on: bool) -> None:
    tree = page(HEADING, TIME, switch("checked" if on else "unchecked"))
    assert clock.alarm_beside(tree, "3:00", "PM", on) == {"set": True}
    assert clock.alarm_beside(tree, "3:00", "PM", not on) == {"set": False}
    assert clock.alarm_beside(tree, "3:00", "AM", on) == {"set": False}


def test_alarms_that_are_off_are_read_in_closed_cards() -> None:
    tree = page(HEADING, closed("7:30\u200aAM", "checked"), closed("4:00\u200aPM", "unchecked"), TAB)
    assert clock.alarm_off(tree, "4:00\u200aPM") == {"off": True}
    assert clock.alarm_off(tree, "7:30\u200aAM") == {"off": False}
    assert clock.all_off(tree) == {"all off": False}
    assert clock.none_after_two(tree) == {"none after 2 PM": False}
    early = page(HEADING, closed("7:30\u200aAM", "unchecked"), closed("2:00\u200aPM", "unchecked"), TAB)
    assert clock.all_off(early) == {"all off": True}
    assert clock.none_after_two(early) == {"none after 2 PM": True}


@pytest.mark.parametrize("tree", [page(), page(TAB), page(element("Timer"), TAB)])
def test_a_page_on_which_only_the_tab_is_called_alarm_shows_none(tree: CompressedNode) -> None:
    assert clock.all_off(tree) == {"all off": False}
    assert clock.none_after_two(tree) == {"none after 2 PM": False}
    assert clock.alarm_off(tree, "4:00\u200aPM") == {"off": False}
