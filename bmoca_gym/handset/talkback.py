"""TalkBack: the elements of a screen that it can read, the one that it reads, and the frame around that one."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.assembly import Surface
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Box, Element
from bmoca_gym.handset.ui.tree import Bounds, UiNode

#: Colour and width (dp) of the frame (``accessibility_focus_highlight_color`` and ``_stroke_width``).
_COLOR, _WIDTH = 0xBF39B500, 4
#: Points of an element, in fractions of its size, where a touch may reach it alone.
_POINTS = (0.5, 0.3, 0.7, 0.1, 0.9)


class Stop(NamedTuple):
    """An element that TalkBack reads. ``kind``: of its window; ``spoken``: what is said of it; ``lists``: bounds of the
    lists around it that scroll, innermost first.
    """

    kind: str
    node: UiNode
    spoken: str
    lists: tuple[Bounds, ...]

    def values(self) -> tuple[str, str, str, str, Bounds]:
        """Return the values by which it is found again."""
        return self.kind, self.node.class_name, self.node.resource_id, self.spoken, self.node.bounds


def _acts(node: UiNode) -> bool:
    named = bool(node.text or node.content_description)
    return (
        node.clickable
        or node.long_clickable
        or node.checkable
        or node.editable
        or (node.focusable and named and not node.scrollable)
    )


def _own(node: UiNode) -> str:
    return node.content_description or node.text or node.hint


def stops(kind: str, nodes: tuple[UiNode, ...]) -> list[Stop]:
    """Return the elements of a window that TalkBack can read, in reading order.

    An element that can be operated is read together with the texts in it that can't; any other text is read alone.
    """
    acting = [_acts(node) for node in nodes]
    #: By node: the nearest node around it that acts, or -1.
    around: list[int] = []
    lists: list[tuple[Bounds, ...]] = []
    above: list[int] = []
    said: list[list[str]] = [[] for _ in nodes]
    leaf = [True] * len(nodes)
    for at, node in enumerate(nodes):
        while above and nodes[above[-1]].depth >= node.depth:
            above.pop()
        outer = next((one for one in reversed(above) if acting[one]), -1)
        around.append(outer)
        lists.append(tuple([nodes[one].bounds for one in reversed(above) if nodes[one].scrollable]))
        if outer >= 0 and acting[at]:
            leaf[outer] = False
        elif outer >= 0 and _own(node):
            said[outer].append(_own(node))
        above.append(at)
    found = []
    for at, node in enumerate(nodes):
        own = _own(node)
        if acting[at]:
            spoken = own or ", ".join(said[at])
            if spoken or leaf[at]:
                found.append(Stop(kind, node, spoken, lists[at]))
        elif own and around[at] < 0:
            found.append(Stop(kind, node, own, lists[at]))
    return found


def focus(phone: Phone, among: tuple[Stop, ...]) -> Stop | None:
    """Return the element that TalkBack reads: the one it has stopped at, or the first of the front window."""
    kept = phone.aids.stop
    if not among:
        return None
    if kept is not None:
        for found in among:
            if found.values() == kept:
                return found
        alike = [found for found in among if found.values()[:4] == kept[:4] and any(kept[2:4])]
        if len(alike) == 1:
            return alike[0]
        for found in among:
            if (found.kind, found.node.class_name, found.node.bounds) == (kept[0], kept[1], kept[4]):
                return found
    front = [found for found in among if found.kind in ("app", "screen", "dialog")]
    return front[0] if front else among[0]


def at(among: tuple[Stop, ...], kind: str, x: float, y: float) -> Stop | None:
    """Return the innermost element of a window at a point in px."""
    inside = None
    for found in among:
        left, top, right, bottom = found.node.bounds
        if found.kind == kind and left <= x < right and top <= y < bottom:
            inside = found
    return inside


def point(among: tuple[Stop, ...], wanted: Stop) -> tuple[float, float]:
    """Return a point in px where a touch reaches an element and none in it."""
    left, top, right, bottom = wanted.node.bounds
    for fy in _POINTS:
        for fx in _POINTS:
            x, y = left + fx * (right - left), top + fy * (bottom - top)
            if at(among, wanted.kind, x, y) is wanted:
                return x, y
    return wanted.node.center


class _Frame(Element):
    """The frame around what is read."""

    CLASS = ""

    @property
    def soft(self) -> bool:
        """It has round corners."""
        return True

    def look(self) -> tuple[Any, ...]:
        """It looks the same wherever it has the same size."""
        return ("reader",)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Paint the frame inside the box."""
        width = _WIDTH * m.scale
        half = width / 2
        right, bottom = x + box.width - half, y + box.height - half
        if right > x + half and bottom > y + half:
            canvas.draw_round_rect(x + half, y + half, right, bottom, 2 * m.scale, _COLOR, width)


def frame(phone: Phone, surfaces: tuple[Surface, ...], among: tuple[Stop, ...]) -> tuple[Surface, ...]:
    """Return the window that frames what TalkBack reads; none while it is off."""
    read = focus(phone, among) if among else None
    if read is None:
        return ()
    left, top, right, bottom = read.node.bounds
    box = Box(_Frame(), right - left, bottom - top)
    return (Surface(box, left, top, read.node.package, (), "reader"),)
