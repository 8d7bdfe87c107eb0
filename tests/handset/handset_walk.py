"""Random walks on phones of random looks, and what must hold on every screen that they pass."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.gestures import KEY_CODES, Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.locales import LOCALES
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.randomization import DeviceConfiguration, Sampler

#: Texts that phones have choked on: scripts, marks, emoji, surrogates, controls, markup, templates, digits.
TEXTS = (
    "a", "Hello World", "alarm 7:30", "עברית", "مرحبا بالعالم ١٢٣", "नमस्ते", "日本語テキスト", "한국어", "ɛyɛ",
    "e\u0301\u0323", "👩‍👩‍👧‍👦🇰🇷", "\ud83d", "\udc00x", "\x00\x07\x1b", "a\nb\r\nc\u2028d", "<b>&amp;</b>", "{0} {name} %s",
    "0123456789" * 30, "٣", "²", "-", "\u202eabc\u202c", " ", "w" * 200, "'; DROP TABLE x; --", "\U0010ffff",
)  # fmt: skip


def random_gesture(rng: random.Random, tree: UiTree) -> Gesture:
    """A gesture: half of them on what can be touched, the others anywhere, keys and texts among them."""
    kind = rng.random()
    if kind < 0.5:
        nodes = [n for n in tree if n.clickable or n.long_clickable]
        if nodes:
            node = rng.choice(nodes)
            x, y = min(node.center[0] / tree.width, 1.0), min(node.center[1] / tree.height, 1.0)
            return LongPress(x, y) if node.long_clickable and rng.random() < 0.3 else Tap(x, y)
    if kind < 0.68:
        return Tap(rng.random(), rng.random())
    if kind < 0.72:
        return LongPress(rng.random(), rng.random(), rng.choice((0.1, 0.4, 2.0)))
    if kind < 0.88:
        x, y = rng.random(), rng.random()
        if rng.random() < 0.7:  # along an axis, so that lists move
            return Swipe(
                x,
                y,
                *((x, rng.random()) if rng.random() < 0.7 else (rng.random(), y)),
                rng.choice((0.1, 0.5)),
            )
        return Swipe(x, y, rng.random(), rng.random(), rng.choice((0.05, 1.0, 60.0)))
    if kind < 0.9:  # the notification shade
        return Swipe(rng.random(), 0.0, 0.5, 0.6)
    if kind < 0.94:
        return TypeText(rng.choice(TEXTS))
    return PressKey(rng.choice(("BACK", "BACK", "HOME", "OVERVIEW", "ENTER", "DEL", *KEY_CODES)))


#: What is fixed of looks drawn at random, in turn: each locale; a tablet; the fewest dp, and the most.
FIXED: tuple[dict[str, object], ...] = (
    *({"locales": tag} for tag in sorted(LOCALES)), {"profiles": "WXGA Tablet"},
    {"profiles": "Pixel 6", "densities": 700}, {"profiles": "Pixel 4 XL", "densities": 330},
)  # fmt: skip


def configuration(look: int) -> DeviceConfiguration:
    """The ``look``-th of looks drawn at random."""
    return Sampler(seed=20, **FIXED[look % len(FIXED)]).configuration(look)  # type: ignore[arg-type]


def random_phone(look: int, app: str = "") -> Phone:
    """A phone of the ``look``-th `configuration`, its icons laid out, with ``app`` (a package) in front."""
    drawn = configuration(look)
    device = EmbeddedDevice(Configuration(**drawn.screen_configuration()))
    drawn.apply(device)
    return activities.start(device.phone, packages.apps_of(ANDROID10)[app].component) if app else device.phone


def walk(phone: Phone, rng: random.Random, steps: int) -> Iterator[Phone]:
    """The phones of a walk, each one gesture and three seconds after the one before."""
    for _ in range(steps):
        phone = inputs.wait(inputs.perform(phone, random_gesture(rng, screen.ui_tree(phone))), 3000)
        yield phone


def faults(tree: UiTree) -> list[str]:
    """What is wrong with a UI tree: nesting, bounds, texts. An empty list for a good one."""
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
    """The controls that no scrolling brings wholly onto the screen."""
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
