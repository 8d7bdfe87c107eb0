"""Long walks through every app on five looks: 5,000 gestures of all kinds, and 5,000 touches of what can be touched."""

from __future__ import annotations

import random
import re

import pytest
from handset_fingerprint import APPS
from handset_tour import gesture, touches
from handset_walk import faults, walk
from test_dead_controls import Idle, excuse

from bmoca_gym import randomization
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, keys
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: English, Korean at 550 dpi, Urdu, the fewest dp, and the tablet in Arabic.
LOOKS = ("100", "105", "106", "108", "109")
STEPS = 5000

#: What only a long walk meets: controls that rightly do nothing in a state that a tour does not reach.
IDLE = (
    Idle("seek_?bar|slider", "touched in its middle, where it stands already"),
    Idle("refresh_button", "a page that is the same when it is loaded anew"),
    Idle("timer_setup_digit", "six digits are there"),
    Idle("query_builder", "what is searched for already"),
    Idle("find_in_page_(prev|next)", "one place was found, or none"),
    Idle("^$", "a contact whose number has no digits can't be called"),
)


def opened(look: str, package: str) -> Phone:
    drawn = randomization.get(look)
    device = EmbeddedDevice(Configuration(**drawn.screen_configuration()))
    drawn.apply(device)
    return activities.start(device.phone, packages.apps_of(ANDROID10)[package].component)


@pytest.mark.parametrize("look", LOOKS)
def test_5000_random_gestures_leave_good_screens(look: str) -> None:
    for package in APPS:
        for phone in walk(opened(look, package), random.Random(look + package), -(-STEPS // len(APPS))):
            assert faults(screen.ui_tree(phone)) == []


def idle(node: UiNode) -> bool:
    return any(re.search(each.id, node.resource_id) for each in IDLE)


def covered(node: UiNode, tree: UiTree) -> bool:
    """Whether something that is drawn later lies over the middle of an element, such as a snack bar over a list."""
    nodes = list(tree)
    at = nodes.index(node) + 1
    while at < len(nodes) and nodes[at].depth > node.depth:
        at += 1
    x, y = node.center
    return any(
        left <= x < right and top <= y < bottom
        for left, top, right, bottom in (later.bounds for later in nodes[at:])
    )


@pytest.mark.parametrize("look", LOOKS)
def test_5000_touches_are_all_answered(look: str) -> None:
    dead: set[str] = set()
    for package in APPS:
        rng = random.Random(look + package)
        phone = start = opened(look, package)
        for _ in range(-(-STEPS // len(APPS))):
            tree = screen.ui_tree(phone)
            found = touches(tree)
            if rng.random() < 0.06 or not found:
                phone = keys.press_key(phone, "BACK")
                if phone.top.package != package:
                    phone = start
                continue
            touch, node = rng.choice(found)
            after = inputs.perform(phone, gesture(touch, node, tree))
            if after == phone and not (excuse(touch, node) or idle(node) or covered(node, tree)):
                where = phone.top.component
                dead.add(
                    f"{touch.kind} on {node.resource_id} {node.text or node.content_description!r} of {where}"
                )
            if after.top.focus and rng.random() < 0.5:
                after = inputs.perform(after, TypeText(rng.choice(("a", "7", "Paris", "555 1234"))))
            phone = inputs.wait(after, 3000)
    assert not dead, "\n".join(sorted(dead))
