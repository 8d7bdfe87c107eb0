"""From boxes to the nodes of the UI tree: what can be seen, with its visible bounds."""

from __future__ import annotations

from bmoca_gym.handset.ui.elements import WIDGET, Box, scroll_offset, take_touch
from bmoca_gym.handset.ui.hit import Offsets
from bmoca_gym.handset.ui.tree import UiNode

ROOT_CLASS = "android.widget.FrameLayout"

#: Widgets that are checkable whatever draws them.
_CHECKABLE = {
    WIDGET + name for name in ("CheckBox", "CheckedTextView", "RadioButton", "Switch", "ToggleButton")
}


def nodes_of(
    box: Box, offsets: Offsets, package: str, width: int, height: int, x: int = 0, y: int = 0
) -> tuple[UiNode, ...]:
    """The nodes of a window at (x, y) in document order, under a root frame as Android's decor view is one."""
    children: list[UiNode] = []
    _collect(box, x, y, (0, 0, width, height), 1, offsets, package, children)
    bounds = (x, y, min(x + box.width, width), min(y + box.height, height))
    root = UiNode(ROOT_CLASS, "", "", "", bounds, package, 0)
    return (root, *children)


def _collect(
    box: Box,
    x: int,
    y: int,
    clip: tuple[int, int, int, int],
    depth: int,
    offsets: Offsets,
    package: str,
    out: list[UiNode],
) -> None:
    left, top = max(x, clip[0]), max(y, clip[1])
    right, bottom = min(x + box.width, clip[2]), min(y + box.height, clip[3])
    if left >= right or top >= bottom:
        return
    e = box.element
    if e.class_name:
        tap = (e.tap is not None and e.tap[0] is not take_touch) or e.drag is not None
        # A text that can be edited takes long touches, and what scrolls takes the focus (TextView, RecyclerView).
        long_press = e.long_press is not None or e.editable
        focusable = e.focusable or tap or e.scrollable
        out.append(
            UiNode(
                e.class_name, e.id, e.text, e.description, (left, top, right, bottom), package, depth,
                tap or e.focusable, long_press, e.checkable or e.class_name in _CHECKABLE, e.checked, e.selected,
                e.enabled, focusable, e.focused, e.scrollable, e.password, e.hint, e.editable,
            )
        )  # fmt: skip
        depth += 1
    children = box.children
    if not children:
        return
    # What reaches over its parent can't be touched there: hit testing goes from parent to child.
    clip = (left, top, right, bottom)
    if e.scrollable:
        dx, dy = scroll_offset(box, offsets)
        x, y = x - dx, y - dy
    for cx, cy, child in children:
        _collect(child, x + cx, y + cy, clip, depth, offsets, package, out)
