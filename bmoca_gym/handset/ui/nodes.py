"""Nodes of the UI tree, made from boxes: the visible elements with their visible bounds."""

from __future__ import annotations

from typing import Any, Final

from bmoca_gym.handset.ui.elements import (
    WIDGET,
    Box,
    is_compiled,
    is_touch_listener,
    scroll_offset,
    scrolls,
    scrolls_sideways,
    stay,
    take_touch,
)
from bmoca_gym.handset.ui.hit import Offsets
from bmoca_gym.handset.ui.tree import Bounds, UiNode

#: Class and resource id of nested layouts, outermost first; and these by an element's resource id.
Chain = tuple[tuple[str, str], ...]
Layouts = dict[str, Chain]

#: Classes of widgets that are always checkable.
_CHECKABLE: Final = {
    WIDGET + name for name in ("CheckBox", "CheckedTextView", "RadioButton", "Switch", "ToggleButton")
}


def nodes_of(
    box: Box,
    offsets: Offsets,
    package: str,
    width: int,
    height: int,
    x: int,
    y: int,
    depth: int,
    inner: Layouts,
    holders: Layouts,
) -> list[UiNode]:
    """Return the nodes of a window's content at (x, y) in document order; ``depth``: that of the outermost.

    An element may have nodes that are no elements, as a web view has: ``virtual_nodes(x, y, clip, package, depth)`` of
    a class of ours returns them. The element's box begins at (x, y) px, and ``clip`` is its visible part.

    ``inner``: layouts between an element and all its children; ``holders``: layouts around an element alone.
    """
    found: list[UiNode] = []
    _collect(box, x, y, (0, 0, width, height), depth, offsets, package, inner, holders, found)
    return found


def _collect(
    box: Box,
    x: int,
    y: int,
    clip: tuple[int, int, int, int],
    depth: int,
    offsets: Offsets,
    package: str,
    inner: Layouts,
    holders: Layouts,
    out: list[UiNode],
) -> None:
    left, top = max(x, clip[0]), max(y, clip[1])
    right, bottom = min(x + box.width, clip[2]), min(y + box.height, clip[3])
    if left >= right or top >= bottom:
        return
    e = box.element
    clip = (left, top, right, bottom)
    if holders and e.id in holders:
        depth = _hold(holders[e.id], clip, package, depth, out)
    if e.class_name:
        tap, stays = e.drag is not None and not is_touch_listener(e.drag[0]), False
        if e.tap is not None:
            handler = e.tap[0]
            stays = handler is stay
            tap = tap or not (stays or handler is take_touch or is_touch_listener(handler))
        if is_compiled(e):
            focusable, scrollable, editable = e.focusable, e.scrollable, e.editable
            checkable, focused, hint = e.checkable, e.focused, e.hint
        else:  # an app's class may define these itself
            asked: Any = e
            focusable, scrollable, editable = asked.focusable, asked.scrollable, asked.editable
            checkable, focused, hint = asked.checkable, asked.focused, asked.hint
        # Editable text is long-clickable, and scrolling views are focusable (TextView, RecyclerView).
        out.append(
            UiNode(
                e.class_name, e.id, e.text, e.description, clip, package, depth, tap or focusable,
                e.long_press is not None or editable, checkable or e.class_name in _CHECKABLE, e.checked, e.selected,
                e.enabled, focusable or tap or scrollable or stays, focused,
                scrollable and _overflows(box), e.password, hint, editable,
            )
        )  # fmt: skip
        depth += 1
        if not is_compiled(e):
            virtual = getattr(e, "virtual_nodes", None)
            if virtual is not None:
                out.extend(virtual(x, y, clip, package, depth))
    inside = box.inside
    if not inside:
        return
    if inner and e.id in inner:
        depth = _hold(inner[e.id], clip, package, depth, out)
    if scrolls(e):
        dx, dy = scroll_offset(box, offsets)
        x, y = x - dx, y - dy
    # Parts outside the parent can't be touched: hit testing goes from parent to child.
    for child in inside:
        _collect(child, x + child.x, y + child.y, clip, depth, offsets, package, inner, holders, out)


def _overflows(box: Box) -> bool:
    """Return whether the content of a `Scroll` is longer than it; only then does Android call it scrollable."""
    if not box.inside:
        return False
    inside = box.inside[0]
    return inside.width > box.width if scrolls_sideways(box) else inside.height > box.height


def _hold(layouts: Chain, bounds: Bounds, package: str, depth: int, out: list[UiNode]) -> int:
    """Add nested layouts, and return the depth inside the last one."""
    for class_name, id in layouts:
        out.append(UiNode(class_name, id, "", "", bounds, package, depth))
        depth += 1
    return depth
