"""Long walks through every app in five configurations: gestures of all kinds, and touches of touchable elements.

``BMOCA_WALKS=5000``: the number of each in each configuration; 500 by default. ``BMOCA_WALKS_IN=androidlab`` or
``androidworld/Joplin,VLC``: walk through these apps of a suite, in the state of their first tasks, rather than
B-MoCA's.

One walk, many checks: all properties of phones are checked on the same phones.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import re
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from handset_tour import gesture, touches
from handset_walk import cut_controls, faults, walk
from test_dead_controls import excuse

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, files, keys
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: English, Korean at 550 dpi, Urdu, the fewest dp, and the tablet in Arabic.
LOOKS = ("100", "105", "106", "108", "109")
STEPS = int(os.environ.get("BMOCA_WALKS", "500"))


def first_tasks(named: str) -> dict[str, tasks.Task]:
    """The first task of each of the apps named, such as ``androidworld/Joplin,VLC``, by the app's package."""
    suite, _, apps = named.partition("/")
    found: dict[str, tasks.Task] = {}
    for task in tasks.suite(suite):
        if not apps or task.app in apps.split(","):
            found.setdefault(task.package, task)
    return found


#: No tasks: the apps of B-MoCA's image as they are out of the box.
TASKS = first_tasks(os.environ["BMOCA_WALKS_IN"]) if "BMOCA_WALKS_IN" in os.environ else {}
APPS = tuple(TASKS or packages.apps_of(ANDROID10))

#: What only a long walk meets: controls that rightly do nothing in a state that a tour does not reach, and why.
#: What is matched is the package, a slash and the resource id.
IDLE = (
    ("android:id/radial_picker$", "the hour or the minute that is touched is chosen already"),
    ("seek_?[bB]ar|[sS]lider|time_bar|stroke_width_bar", "touched in its middle, where it stands already"),
    ("refresh_button|reload-button", "a page that is the same when it is loaded anew"),
    ("timer_setup_digit", "six digits are there"),
    ("query_builder", "what is searched for already"),
    ("find_in_page_(prev|next)", "one place was found, or none"),
    ("/$|verb_call$", "a contact whose number has no digits can't be called"),
    ("material_clock_face$", "the middle of a clock's face is no hour"),
    ("calendario/android:id/button1$", "hours and minutes that are no time"),
    ("map_fragment_container$|maps.pro:id/my_position$", "the pin, or the map, is at this place already"),
    ("markor:id/action_select_all$", "all is selected already"),
    ("arduia.expense:id/btn_save$", "an expense without an amount is marked already"),
    ("bluecoins:id/amount_layout$", "the calculator is open already"),
    ("net.osmand:id/MapView$", "the place that is pressed is marked already"),
    ("retromusic:id/drag_view$", "a handle, which is dragged"),
    ("zoom.*:id/panel_", "a row of which one has a tick has it already"),
)


def opened(look: str, package: str) -> Phone:
    drawn = randomization.get(look)
    if package in TASKS:
        env = PhoneEnv(tasks=TASKS[package], observation="text", device="embedded")
        env.reset(seed=0, options={"environment": drawn})
        assert isinstance(env.device, EmbeddedDevice)
        env.device.shell(f"monkey -p {package} 1")
        return env.device.phone
    device = EmbeddedDevice(Configuration(**drawn.screen_configuration()))
    drawn.apply(device)
    return activities.start(device.phone, packages.apps_of(ANDROID10)[package].component)


@contextmanager
def no_collection() -> Iterator[None]:
    """Turn the cyclic collector off; what ``gc.collect()`` then finds is in ``gc.garbage``."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.exhaustive
@pytest.mark.parametrize("look", LOOKS)
def test_random_gestures_leave_good_screens(look: str) -> None:
    """Trees and frames of every phone; of some also files, pickles, memory and reference cycles."""
    renderer = Renderer(128, 256)
    kept: list[Phone] = []
    starts = [opened(look, package) for package in APPS]
    with no_collection():
        for package, start in zip(APPS, starts, strict=True):
            walked = walk(start, random.Random(look + package), -(-STEPS // len(APPS)))
            for step, now in enumerate(walked, 1):
                assert faults(screen.ui_tree(now)) == []
                assert cut_controls(now) == [], f"{now.configuration} {now.tasks[-1:]}"
                assert renderer.frame(now).shape == (256, 128, 3)
                if step % 25 == 1:
                    kept.append(now)
        # Cycles in elements, boxes or states once cost half the time.
        gc.collect()
        assert [thing for thing in gc.garbage if "bmoca_gym" in getattr(type(thing), "__module__", "")] == []
    assert kilobytes_each(starts, kept) < 100
    for end in kept[9::10]:
        for path in files.paths(end):
            data = files.read(end, path)
            assert files.read(files.write(end, path, data), path) == data, path
        again = pickle.loads(pickle.dumps(end))
        assert (again, hash(again)) == (end, hash(end))
        assert screen.ui_tree(again) == screen.ui_tree(end)
        assert Renderer(128, 256).frame(again).tobytes() == Renderer(128, 256).frame(end).tobytes()


def kilobytes_each(starts: list[Phone], phones: list[Phone]) -> float:
    """The size of each phone beyond what it shares with those they started from, without drawings."""
    return (kilobytes([*starts, *phones]) - kilobytes(starts)) / len(phones)


def kilobytes(phones: list[Phone]) -> float:
    """The size of the phones, counting shared parts once."""
    data = pickle.dumps(phones)
    tracemalloc.start()
    try:
        again = pickle.loads(data)
        assert len(again) == len(phones)
        return tracemalloc.get_traced_memory()[0] / 1000
    finally:
        tracemalloc.stop()


def idle(node: UiNode) -> bool:
    return any(re.search(pattern, f"{node.package}/{node.resource_id}") for pattern, _ in IDLE)


def covered(node: UiNode, tree: UiTree) -> bool:
    """Whether something drawn later covers the centre of an element, such as a snack bar over a list."""
    nodes = list(tree)
    at = nodes.index(node) + 1
    while at < len(nodes) and nodes[at].depth > node.depth:
        at += 1
    x, y = node.center
    return any(
        left <= x < right and top <= y < bottom
        for left, top, right, bottom in (later.bounds for later in nodes[at:])
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("look", LOOKS)
def test_touches_are_all_answered(look: str) -> None:
    dead: set[str] = set()
    for package in APPS:
        rng = random.Random(look + package)
        phone = start = opened(look, package)
        for _ in range(-(-STEPS // len(APPS))):
            tree = screen.ui_tree(phone)
            found = touches(tree)
            if rng.random() < 0.06 or not found:
                phone = keys.press_key(phone, "BACK")
                if phone.top.package != start.top.package:
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
