"""The cyclic collector: it does not see what the handset keeps, and sees everything else."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import NamedTuple

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401  registers the environments
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import cyclic_collector
from bmoca_gym.handset.ui.elements import Box, Element


@pytest.fixture(autouse=True)
def watched() -> Iterator[None]:
    EmbeddedDevice()  # which begins to watch
    yield
    cyclic_collector.watch()


class Node:
    def __init__(self) -> None:
        self.other: object = None


class Pair(NamedTuple):
    node: Node
    number: int


def test_elements_boxes_and_tuples_of_them_are_out_of_sight() -> None:
    element = Element()
    inner = Box(element, 1, 1)
    outer = Box(element, 2, 2, ((0, 0, inner),))
    mixed = (outer, [])
    gc.collect(0)
    assert not any(map(gc.is_tracked, (element, inner, outer, outer.children, outer.children[0])))
    assert gc.is_tracked(mixed)
    assert gc.is_tracked([outer])


def test_cycles_of_others_are_still_collected() -> None:
    gone = []
    for make in (
        lambda n: (n, 1),
        lambda n: Pair(n, 1),
        lambda n: (Box(Element(), 1, 1), n),
        lambda n: lambda: n,
    ):
        node = Node()
        node.other = make(node)
        gone.append(weakref.ref(node))
    del node
    gc.collect(0)
    gc.collect()
    assert [ref() for ref in gone] == [None] * len(gone)


def test_what_is_out_of_sight_goes_with_its_last_reference() -> None:
    before = len([one for one in gc.get_objects() if type(one) is Box])
    boxes = [Box(Element(), 1, 1) for _ in range(50)]
    gc.collect(0)
    assert len([one for one in gc.get_objects() if type(one) is Box]) <= before
    element = boxes[0].element
    held = weakref.finalize(Held(element), lambda: None)
    del boxes
    gc.collect()
    assert not held.alive


class Held:
    def __init__(self, element: Element) -> None:
        self.element = element


def test_it_can_be_left_alone() -> None:
    cyclic_collector.unwatch()
    cyclic_collector.unwatch()
    box = Box(Element(), 1, 1)
    gc.collect(0)
    assert gc.is_tracked(box)
    cyclic_collector.watch()
    cyclic_collector.watch()
    assert gc.callbacks.count(cyclic_collector._before) == 1


def test_tuples_that_are_being_made_are_let_be() -> None:
    def parts() -> Iterator[object]:
        for number in range(50):
            gc.collect(0)
            yield Box(Element(), number, 1)

    made = tuple(parts())
    assert [box.width for box in made] == list(range(50))


def test_random_steps_bring_no_collection_of_everything() -> None:
    env = gym.make("BMoCA-v0", environments="000")
    env.reset(seed=0)
    env.action_space.seed(0)

    def steps(count: int) -> None:
        for _ in range(count):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()

    steps(100)
    gc.collect()
    seen, whole = len(gc.get_objects()), gc.get_stats()[2]["collections"]
    steps(300)
    gc.collect(0)
    assert len(gc.get_objects()) - seen < 5000
    assert gc.get_stats()[2]["collections"] == whole
    env.close()
