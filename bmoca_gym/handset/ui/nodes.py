"""Nodes of the UI tree, made from boxes: the visible elements with their visible bounds, and the layouts around them.

A window's content lies in layouts, as in Android's decor view and in apps' layout files. They are data: they have no
text and no function, and are made only when a window's nodes are read. `bmoca_gym.handset.ui.tree.UiTree.numbered`
leaves them out again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.ui.elements import (
    WIDGET,
    Box,
    Offsets,
    is_compiled,
    is_touch_listener,
    scroll_offset,
    scrolls,
    scrolls_sideways,
    stay,
    take_touch,
)
from bmoca_gym.handset.ui.tree import CONTENT, NAVIGATION_BAR, STATUS_BAR, Bounds, UiNode

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


FRAME = "android.widget.FrameLayout"
_LINEAR = "android.widget.LinearLayout"

#: Bounds of a missing bar.
_NONE: Layouts = {}

#: For each kind of window, the layouts from its decor view to its content. ``app``: windows of
#: AppCompat's activities; ``screen``: one that draws under the bars; ``dialog``: AppCompat's dialogs.
_DECOR: dict[str, tuple[str, ...]] = {
    "app": (FRAME, _LINEAR, FRAME, f"{_LINEAR}#action_bar_root", f"{FRAME}#{CONTENT}"),
    "screen": (FRAME, _LINEAR, f"{FRAME}#{CONTENT}"),
    "dialog": (FRAME, FRAME, f"{FRAME}#action_bar_root", f"{FRAME}#{CONTENT}"),
    "overview": (FRAME, _LINEAR, f"{FRAME}#{CONTENT}"),
    "prompt": (FRAME, f"{FRAME}#{CONTENT}"),
    "plain": (FRAME,),
}
#: The kind of window with the recent tasks.
OVERVIEW = "overview"
#: The layout around a screen for apps that name none: that of a library.
_SHELL = ("android.view.ViewGroup",)
#: Layouts around the parts of AppCompat's dialogs, by the resource id of the part.
_IN_DIALOGS = {
    "android:id/alertTitle": (f"{_LINEAR}#topPanel", f"{_LINEAR}#title_template"),
    "android:id/message": (f"{FRAME}#contentPanel", "android.widget.ScrollView#scrollView"),
}


class Decor:
    """The layouts around and in a window of an app. Equal ones are the same object, and are compared by identity.

    ``outer``: layouts of the decor view; ``shell``: layouts of the app around its whole screen; ``inner``: by
    resource id, layouts between an element and all its children; ``holders``: by resource id, layouts around an
    element alone; ``bars``: whether the window paints the background of the bars; ``ids``: all its resource ids.
    """

    __slots__ = ("bars", "holders", "ids", "inner", "outer", "shell")

    def __init__(
        self,
        outer: Chain,
        shell: Chain = (),
        inner: Layouts = _NONE,
        holders: Layouts = _NONE,
        bars: bool = False,
    ) -> None:
        self.outer = outer
        self.shell = shell
        self.inner = inner
        self.holders = holders
        self.bars = bars
        chains = (outer, shell, *inner.values(), *holders.values())
        self.ids = frozenset([STATUS_BAR, NAVIGATION_BAR, *[id for chain in chains for _, id in chain]])


class Place(NamedTuple):
    """The screen in px, and the bounds of status bar and navigation bar, `NOWHERE` if one is missing."""

    width: int
    height: int
    status: Bounds
    navigation: Bounds


NOWHERE = (0, 0, 0, 0)


def _layout(written: str, package: str) -> tuple[str, str]:
    """Parse ``class#id``, in which an id without a package is the app's."""
    class_name, _, id = written.partition("#")
    return class_name, id if not id or ":" in id else f"{package}:id/{id}"


def _chain(written: tuple[str, ...], package: str) -> Chain:
    return tuple([_layout(each, package) for each in written])


@lru_cache(512)
def decor_of(app: App, activity: str, kind: str) -> Decor:
    """Return the decor of an activity's window. ``activity``: its class without package; ``kind``: as in a `Layer`."""
    table = dict(app.layouts)
    own = table.get(f"{kind}:")
    outer = _chain((_DECOR["screen"] + own) if own is not None else _DECOR[kind], app.package)
    holders = _by_id(app, "around#")
    if kind == "dialog":
        holders |= {id: _chain(written, app.package) for id, written in _IN_DIALOGS.items()}
        return Decor(outer, holders=holders)
    shell = () if own is not None else _chain(table.get(activity, table.get("", _SHELL)), app.package)
    return Decor(outer, shell, _by_id(app, "#"), holders, bars=kind == "app")


def _by_id(app: App, prefix: str) -> Layouts:
    """Return the layouts that an app declares with that prefix before a resource id, by the whole id."""
    return {
        f"{app.package}:id/{name[len(prefix) :]}": _chain(written, app.package)
        for name, written in app.layouts
        if name.startswith(prefix)
    }


#: The decor of the system's windows: questions to the user, and all others.
PROMPT = Decor(_chain(_DECOR["prompt"], ""))
PLAIN = Decor(_chain(_DECOR["plain"], ""))


@lru_cache(512)
def around(
    decor: Decor, alone: bool, package: str, frame: Bounds, place: Place
) -> tuple[tuple[UiNode, ...], tuple[UiNode, ...]]:
    """Return the nodes around a window's content, outermost first, and those of the bars' backgrounds, which come
    last.

    ``frame``: the window's bounds; ``alone``: whether one element contains all others, so that the app's own layouts
    surround it.
    """
    whole = (0, 0, place.width, place.height) if decor.bars else frame
    outer = [
        UiNode(class_name, id, "", "", frame if depth else whole, package, depth)
        for depth, (class_name, id) in enumerate(decor.outer + (decor.shell if alone else ()))
    ]
    bars = {STATUS_BAR: place.status, NAVIGATION_BAR: place.navigation} if decor.bars else {}
    behind = [
        UiNode("android.view.View", id, "", "", bounds, package, 1)
        for id, bounds in bars.items()
        if bounds != NOWHERE
    ]
    return tuple(outer), tuple(behind)
