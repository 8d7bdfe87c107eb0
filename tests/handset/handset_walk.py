"""Random walks on phones with random configurations, and properties that must hold on every screen."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.walks import FIXED, configuration, random_gesture, random_phone
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import screen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.tree import UiTree

__all__ = ["FIXED", "configuration", "cut_controls", "faults", "random_gesture", "random_phone", "walk"]


def walk(phone: Phone, rng: random.Random, steps: int) -> Iterator[Phone]:
    """The phones of a walk, each one gesture and three seconds after the previous one."""
    for _ in range(steps):
        phone = inputs.wait(inputs.perform(phone, random_gesture(rng, screen.ui_tree(phone))), 3000)
        yield phone


def faults(tree: UiTree) -> list[str]:
    """The faults of a UI tree: nesting, bounds, texts. An empty list for a valid one."""
    found: list[str] = []
    parents = []
    for i, node in enumerate(tree):
        left, top, right, bottom = node.bounds
        if not (0 <= left < right <= tree.width and 0 <= top < bottom <= tree.height):
            found.append(f"{node}: bounds outside the screen, or empty")
        if node.depth != 0 if i == 0 else not 1 <= node.depth <= len(parents):
            found.append(f"{node}: depth {node.depth} under {len(parents)} open elements")
        del parents[node.depth :]
        if parents:
            a, b, c, d = parents[-1].bounds
            if not (a <= left and b <= top and right <= c and bottom <= d):
                found.append(f"{node} reaches over its parent {parents[-1]}")
        parents.append(node)
        for text in (node.text, node.content_description, node.resource_id, node.class_name, node.package):
            if not isinstance(text, str):
                found.append(f"{node}: {text!r} is no text")
        if not node.class_name:
            found.append(f"{node}: no class")
    return found


#: How far (dp) a control may reach over what holds it: less can't be told from how it is drawn.
_TOLERANCE = 4


def cut_controls(phone: Phone) -> list[str]:
    """The controls that scrolling can't bring completely onto the screen."""
    config = phone.configuration
    found: list[str] = []
    for surface in screen.surfaces(phone):
        room = (0, 0, config.width, config.height)
        _look(surface.box, surface.x, surface.y, room, 160 / config.density, found)
    return found


def _look(
    box: Box, x: int, y: int, room: tuple[int, int, int, int], dp: float, found: list[str]
) -> None:  # no function inside of the other: it would be a reference cycle
    element = box.element
    right, bottom = x + box.width, y + box.height
    if element.tap is not None or element.drag is not None or hasattr(element, "on_text"):
        over = max(room[0] - x, room[1] - y, right - room[2], bottom - room[3]) * dp
        if over > _TOLERANCE or not box.width or not box.height:
            name = element.id or element.description or type(element).__name__
            found.append(f"{name}: {over:.0f} dp of {box.width} x {box.height} px are cut off")
    if not element.scrollable:
        room = max(room[0], x), max(room[1], y), min(room[2], right), min(room[3], bottom)
        for dx, dy, child in box.children:
            _look(child, x + dx, y + dy, room, dp, found)
