"""Layouts around a window's content, as in Android's decor view and in apps' layout files, as data.

They have no text and no function, and are made only when a window's nodes are read.
`bmoca_gym.handset.ui.tree.UiTree.numbered` leaves them out again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.ui.nodes import Chain, Layouts
from bmoca_gym.handset.ui.tree import CONTENT, NAVIGATION_BAR, STATUS_BAR, Bounds, UiNode

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
