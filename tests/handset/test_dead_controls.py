"""No dead controls: everything touchable has an effect, on every screen that can be reached by touches."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

import pytest
from handset_tour import SCREENS, Touch, Visit, tour

from bmoca_gym.handset import packages
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.ui.tree import UiNode


class Idle(NamedTuple):
    """Controls that may rightly have no effect: their resource ids match ``id`` (a regular expression).

    ``seen_in``: an app that has one.
    """

    id: str
    seen_in: str
    reason: str


IDLE = (
    Idle(
        "calculator:id/(op_|eq|fun_|dec_point|del|clr)",
        "com.google.android.calculator",
        "no formula takes this key at this place",
    ),
    Idle(
        "deskclock:id/timer_setup_(digit_0|digit_00|delete)$",
        "com.google.android.deskclock",
        "a leading zero, or nothing to delete",
    ),
    Idle(
        "dialer:id/dialpad_floating_action_button",
        "com.android.dialer",
        "no number on the pad, and none was called before",
    ),
    Idle("calendar:id/action_today", "com.google.android.calendar", "today is shown already"),
    Idle("drag_?[hH]andle", "org.wikipedia", "it is dragged, not touched"),
)


def excuse(touch: Touch, node: UiNode) -> str:
    """Why a touch may have no effect, or "" if it must have one."""
    if touch.kind == "Swipe":
        return "a list that is shown whole"
    if not node.enabled:
        return "disabled"
    one_of_many = not node.checkable or node.class_name.endswith(("RadioButton", "CheckedTextView"))
    if node.selected or node.focused or (node.checked and one_of_many):
        return "chosen already"
    return next((idle.reason for idle in IDLE if re.search(idle.id, node.resource_id)), "")


def dead(visits: tuple[Visit, ...]) -> set[str]:
    """Touchable elements of those screens without an effect and without an excuse."""
    return {
        f"{touch.kind} on {node.resource_id} {node.text or node.content_description!r} {node.class_name} "
        f"of {visit.phone.top.component}"
        for visit in visits
        for touch, node in visit.unanswered
        if not excuse(touch, node)
    }


def test_everything_that_can_be_touched_answers(toured: str) -> None:
    visits = tour(toured, "en-US")
    assert len(visits) > 5
    assert not dead(visits), "\n".join(sorted(dead(visits)))
    # An excuse that is needed nowhere any more would hide the next dead control.
    used = {excuse(touch, node) for visit in visits for touch, node in visit.unanswered}
    assert {idle.reason for idle in IDLE if idle.seen_in == toured} <= used


#: Of how many apps one is toured in Arabic: test_walks.py touches all of them in Arabic and in Urdu.
EVERY = 1 if os.environ.get("BMOCA_EVERYTHING") else 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("package", [*packages.apps_of(ANDROID10)][::EVERY])
def test_everything_that_can_be_touched_answers_from_right_to_left(package: str) -> None:
    visits = tour(package, "ar-EG")
    assert len(visits) > 5
    assert not dead(visits), "\n".join(sorted(dead(visits)))


#: How many screens of an app are visited that Android 13 has otherwise: the tours above are of most of them.
SCREENS_OF_13 = SCREENS if os.environ.get("BMOCA_EVERYTHING") else 60


@pytest.mark.exhaustive(unless=lambda name: name == "contacts")
@pytest.mark.parametrize(
    "name",
    [
        "camera",
        "clipper",
        "clock",
        "contacts",
        "files",
        "joplin",
        "launcher",
        "markor",
        "settings",
        "simple_calendar",
    ],
)
def test_everything_that_android_13_has_otherwise_answers(name: str) -> None:
    visits = tour(packages.app_named(name).package, "en-US", ANDROID13, SCREENS_OF_13)
    assert visits
    assert not dead(visits), "\n".join(sorted(dead(visits)))
