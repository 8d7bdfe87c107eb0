"""What the screen of a phone shows: its windows, laid out, and the UI trees of their elements; the view of a device.

Equal screens of all phones are one object, `Shown`, as long as it is remembered. A phone is a value and caches
nothing. What was computed from it is cached in these places, and nowhere else:

| what | of which phones | where |
| --- | --- | --- |
| the screen, what the status bar shows, the token of the content | the one that a device holds | `View` |
| the screens of snapshots, which episodes return to | any, found by identity | here, `_snapshots` |
| screens with their UI trees, by all that they follow from | any, found by equality | here, `_screens` |
| layers of the app in front | the one that was asked for last | `bmoca_gym.handset.system.windows` |
| elements and layouts of windows, by layer and size | any, found by equality | `memo` in `windows`, `assembly` |
| frames, by the key of their screen and by size | any, found by equality | `bmoca_gym.handset.render.renderer` |
| what a screen is made of: rows, texts, paints, glyphs | any, found by equality | `memo` beside each function |

All but `View` are bounded, and `bmoca_gym.handset.value.clear_caches` clears them. No cache changes a result.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final

from mypy_extensions import mypyc_attr

from bmoca_gym.handset import assembly, magnifier, packages, talkback
from bmoca_gym.handset.assembly import ACTIVE, BARS, Status, Surface
from bmoca_gym.handset.magnifier import Part
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import aliases, time_zones
from bmoca_gym.handset.resources.aliases import Aliases
from bmoca_gym.handset.state import SYSTEM, Activity, Display, Phone, only_time_passed
from bmoca_gym.handset.system import display, split, status_bar
from bmoca_gym.handset.system.motion import still
from bmoca_gym.handset.system_ui import bars, prompts
from bmoca_gym.handset.system_ui.split_screen import Pane
from bmoca_gym.handset.talkback import Stop
from bmoca_gym.handset.ui.elements import Box, Offsets
from bmoca_gym.handset.ui.nodes import (
    NOWHERE,
    OVERVIEW,
    PLAIN,
    PROMPT,
    Decor,
    Place,
    around,
    decor_of,
    nodes_of,
)
from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree, UiWindow
from bmoca_gym.handset.value import aged, make_room, memo


@mypyc_attr(acyclic=True)
class Key:
    """Everything that a screen depends on, as values. Since there are many of them, their hash is computed once."""

    __slots__ = ("_hash", "parts")

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts
        self._hash = hash(parts)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Key) and self.parts == other.parts)

    def __hash__(self) -> int:
        return self._hash


@mypyc_attr(acyclic=True)
class Shown:
    """Everything that a screen shows: its windows, and, once requested, its UI tree.

    Equal screens are one object as long as it is cached. ``moving``: what may depend on the clock, as values; ``key``:
    its key in the cache; ``lacking``: what `lacks` has found; ``part``: the magnified part.
    """

    __slots__ = ("key", "lacking", "moving", "part", "surfaces", "tree")

    def __init__(self, moving: tuple[Any, ...], surfaces: tuple[Surface, ...], key: Key | None) -> None:
        self.moving = moving
        self.key = key
        self.surfaces = surfaces
        self.tree: UiTree | None = None
        self.lacking: dict[frozenset[str], bool] | None = None
        self.part: Part | None = None

    @property
    def active(self) -> Surface:
        """The active window: the topmost one that can take input."""
        return [s for s in self.surfaces if s.kind in ACTIVE][-1]


def shown(phone: Phone) -> Shown:
    """Return everything that a phone's screen shows. To look at one phone repeatedly, use a `View`."""
    if phone.motion is not None:
        phone = still(phone)
    return seen(phone, assembly.status_of(phone))[0]


def seen(phone: Phone, status: Status, earlier: Shown | None = None) -> tuple[Shown, bool]:
    """Return what the screen shows, and whether it stays the same until the end of the minute if only time passes.

    ``status``: what `assembly.status_of` returns. ``earlier``: what the screen showed earlier, if only the clock has
    changed since.
    """
    top = phone.top
    if (
        phone.pinned is not None
        or phone.split is not None
        or (phone.display is not None and _is_covering(phone.display))
    ):  # what lies over the apps may change with anything
        moving, _ = assembly.moving_of(phone, top)
        found = Shown((), assembly.assembled(phone, top, moving, status), None)
        if phone.display is not None and phone.display.aids is not None:
            found.part = magnifier.part_of(phone, found.surfaces)
            found.surfaces = (*found.surfaces, *talkback.frame(phone, found.surfaces, stops_of(phone, found)))
        return found, False
    moving, asked = assembly.moving_of(phone, top)
    lasts = not asked and not top.toolbar
    if earlier is not None and moving == earlier.moving:
        return earlier, lasts
    return _remembered(phone, top, moving, status), lasts


def _is_covering(shown: Display) -> bool:
    """Whether a screen with this display depends on more than its `Key`."""
    return shown.asleep or shown.locked or shown.aids is not None


def surfaces(phone: Phone) -> tuple[Surface, ...]:
    """Return the windows of the screen, bottom to top."""
    return shown(phone).surfaces


#: How many screens are remembered.
MOST_SCREENS = 4096

_screens: Final[OrderedDict[Key, Shown]] = OrderedDict()
aged(_screens)


def _remembered(phone: Phone, top: Activity, moving: tuple[Any, ...], status: Status) -> Shown:
    """The cached screen that equals this one, of any phone; if there is none, this one, which is then cached."""
    if top.toolbar:  # which follows from more than the screen
        return Shown(moving, assembly.assembled(phone, top, moving, status), None)
    key = _key(phone, top, moving, status)
    found = _screens.get(key)
    if found is None:
        make_room(_screens, MOST_SCREENS)
        found = _screens[key] = Shown(moving, assembly.assembled(phone, top, moving, status), key)
    elif found.key is not None:
        with suppress(KeyError):  # another thread has just forgotten it
            _screens.move_to_end(found.key)
    return found


def key(phone: Phone) -> Key:
    """Everything that a screen depends on, as values: equal keys mean equal screens, unless there is a toolbar."""
    return _key(phone, phone.top, assembly.moving_of(phone, phone.top)[0], assembly.status_of(phone))


def _key(phone: Phone, top: Activity, moving: tuple[Any, ...], status: Status) -> Key:
    """Everything that a screen without a toolbar depends on, as values."""
    return Key((
        moving, phone.configuration, phone.image, top.component, top.offsets, top.focus, top.cursor, top.prompt,
        phone.keyboard_page, phone.toast, phone.overview, phone.shade, phone.system_offsets, status, phone.display,
        contacts.all_of(phone) if _types(phone, top) else None, bars.seats(phone),
    ))  # fmt: skip


def _types(phone: Phone, top: Activity) -> bool:
    """Whether the keyboard may be open, whose suggestions include the contacts' names."""
    return bool(top.focus) or (phone.shade is not None and phone.shade.replying is not None)


@memo(256)
def _window_nodes(
    box: Box, offsets: Offsets, owner: str, names: Aliases, decor: Decor, place: Place, x: int, y: int
) -> tuple[UiNode, ...]:
    package = aliases.renamed(names, owner) if names else owner
    width, height = place.width, place.height
    frame = (x, y, min(x + box.width, width), min(y + box.height, height))
    if isinstance(box.element, Pane):
        frame = (x, max(0, y), *frame[2:])
        outer, behind = around(decor, bool(box.inside[0].element.class_name), package, frame, place)
        whole = (*frame[:3], max(frame[3], place.navigation[3])) if decor.bars else frame
        outer = tuple([node.changed(bounds=frame if depth else whole) for depth, node in enumerate(outer)])
    else:
        outer, behind = around(decor, bool(box.element.class_name), package, frame, place)
    found = nodes_of(box, offsets, package, width, height, x, y, len(outer), decor.inner, decor.holders)
    nodes = (*outer, *found, *behind)
    if not names:
        return nodes
    return tuple([_with_id(node, aliases.renamed(names, node.resource_id)) for node in nodes])


def _with_id(node: UiNode, resource_id: str) -> UiNode:
    return node if resource_id == node.resource_id else node.changed(resource_id=resource_id)


def active(phone: Phone) -> Surface:
    """Return the active window: the topmost one that can take input."""
    return shown(phone).active


#: What accessibility services call the windows beside the active one, by kind (AccessibilityWindowInfo), and those
#: windows whose elements they see.
_TYPES = {
    "toolbar": "TYPE_APPLICATION", "pinned": "TYPE_APPLICATION", "toast": "TYPE_APPLICATION",
    "keyboard": "TYPE_INPUT_METHOD", "status": "TYPE_SYSTEM", "navigation": "TYPE_SYSTEM", "heads_up": "TYPE_SYSTEM",
    "volume": "TYPE_SYSTEM", "beside": "TYPE_APPLICATION", "divider": "TYPE_SPLIT_SCREEN_DIVIDER",
}  # fmt: skip
_WITH_ELEMENTS: Final = ("toolbar", "pinned", "toast", "heads_up", "volume", "beside", "divider")
#: What shares the screen with the active window while that is the window of an app.
_SHARING: Final = ("beside", "divider")


def windows_of(phone: Phone) -> tuple[UiWindow, ...]:
    """Return the windows that accessibility services see, bottom to top.

    The bars and the keyboard come without elements.
    """
    return _windows(phone, shown(phone))


def _windows(phone: Phone, of: Shown) -> tuple[UiWindow, ...]:
    config, front = phone.configuration, of.active
    read = None if not phone.aids.reader else talkback.focus(phone, stops_of(phone, of))
    kind = "" if read is None else read.kind
    found: list[UiWindow] = []
    shares = isinstance(front.box.element, Pane)
    for surface in of.surfaces:
        if surface is front:
            bounds = _bounds(surface) if shares else (0, 0, config.width, config.height)
            found.append(
                UiWindow("TYPE_APPLICATION", bounds, True, _tree(phone, of, surface), kind == surface.kind)
            )
        elif surface.kind in _TYPES and (shares or surface.kind not in _SHARING):
            tree = _tree(phone, of, surface) if surface.kind in _WITH_ELEMENTS else None
            found.append(UiWindow(_TYPES[surface.kind], _bounds(surface), False, tree, kind == surface.kind))
    return tuple(found)


def _bounds(surface: Surface) -> Bounds:
    """Left, top, right and bottom of a window in px."""
    return surface.x, max(0, surface.y), surface.x + surface.box.width, surface.y + surface.box.height


def _decor(phone: Phone, window: Surface) -> tuple[str, Decor]:
    """The package that owns the window, and the window's decor."""
    top = phone.top
    if window.kind == "beside":
        task = split.beside(phone)
        if task is not None and window.owner != SYSTEM:
            app = packages.apps_of(phone.image)[window.owner]
            return window.owner, decor_of(app, task.activities[-1].name.rpartition(".")[2], "app")
    if window.kind == "pinned" and phone.pinned is not None and not phone.pinned.controls:
        return phone.pinned.package, PLAIN  # its buttons are the system's
    if window.kind in _WITH_ELEMENTS and window.kind != "toolbar":
        return status_bar.PACKAGE, PLAIN
    if window.kind == "toolbar":
        return top.package, PLAIN  # the app's own process draws it
    if window.owner != SYSTEM:
        app = packages.apps_of(phone.image)[window.owner]
        return window.owner, decor_of(app, top.name.rpartition(".")[2], window.kind)
    if phone.shade is not None or display.is_covered(phone):
        return status_bar.PACKAGE, PLAIN
    if phone.overview or top.prompt is None:
        launcher = packages.launcher_of(phone.image)
        return launcher.package, decor_of(launcher, "", OVERVIEW)
    return prompts.package_of(phone, top.prompt), PROMPT


def stops_of(phone: Phone, of: Shown) -> tuple[Stop, ...]:
    """Return the elements that TalkBack reads, window by window from bottom to top; none while it is off."""
    if not phone.aids.reader:
        return ()
    active = of.active
    found: list[Stop] = []
    for surface in of.surfaces:
        if surface.kind in _SHARING and not isinstance(active.box.element, Pane):
            continue
        if surface is active or (surface.kind in _TYPES and surface.kind != "toast"):
            found += talkback.stops(surface.kind, _plain_tree(phone, of, surface).nodes)
    return tuple(found)


def tree_of(phone: Phone, window: Surface) -> UiTree:
    """Return the elements of one window of `surfaces`, as uiautomator gives them."""
    return _tree(phone, shown(phone), window)


def _tree(phone: Phone, of: Shown, window: Surface) -> UiTree:
    tree = _plain_tree(phone, of, window)
    return tree if of.part is None else magnifier.tree(tree, of.part, window.kind)


def _plain_tree(phone: Phone, of: Shown, window: Surface) -> UiTree:
    """The elements of a window, at their positions without magnification."""
    config = phone.configuration
    owner, decor = _decor(phone, window)
    at = {s.kind: (s.x, s.y, s.x + s.box.width, s.y + s.box.height) for s in of.surfaces if s.kind in BARS}
    status, navigation = at.get("status", NOWHERE), at.get("navigation", NOWHERE)
    if isinstance(window.box.element, Pane):  # it reaches under one of the bars
        status, navigation = (NOWHERE, navigation) if window.y > 0 else (status, NOWHERE)
    place = Place(config.width, config.height, status, navigation)
    nodes = _window_nodes(
        window.box, window.offsets, owner, phone.image.aliases, decor, place, window.x, window.y
    )
    return UiTree(nodes, config.width, config.height, 0 if phone.display is None else display.rotation(phone))


def ui_tree(phone: Phone) -> UiTree:
    """Return the elements of the active window, as uiautomator gives them. Its root frame ends with those of a text
    toolbar, and of an app that shares the screen.
    """
    return tree_shown(phone, shown(phone))


def tree_shown(phone: Phone, of: Shown) -> UiTree:
    """Return what `ui_tree` does, for a phone that shows ``of``. It is made once for each `Shown`."""
    tree = of.tree
    if tree is None:
        tree = of.tree = _ui_tree(phone, of)
    return tree


def whole_tree(phone: Phone) -> UiTree:
    """Return the elements of the active window, followed in its root frame by those of all other windows."""
    return whole_tree_shown(phone, shown(phone))


def whole_tree_shown(phone: Phone, of: Shown) -> UiTree:
    """Return what `whole_tree` does, for a phone that shows ``of``.

    It is the same object as `tree_shown` if no other window has elements.
    """
    tree = tree_shown(phone, of)
    if not any(surface.kind in _WITH_ELEMENTS for surface in of.surfaces):
        return tree
    first, *others = sorted(_windows(phone, of), key=lambda window: not window.active)
    assert first.tree is not None
    more = [
        node.changed(depth=node.depth + 1)
        for window in others if window.tree is not None
        for node in window.tree
    ]  # fmt: skip
    nodes = _over_all(first.tree) if isinstance(of.active.box.element, Pane) else first.tree.nodes
    return UiTree((*nodes, *more), tree.width, tree.height, tree.rotation)


def _over_all(tree: UiTree) -> tuple[UiNode, ...]:
    """The nodes of a window that shares the screen, whose root frame also holds those of the others."""
    return (tree.nodes[0].changed(bounds=(0, 0, tree.width, tree.height)), *tree.nodes[1:])


def lacks(phone: Phone, of: Shown, ids: frozenset[str]) -> bool:
    """Return True if it is certain, without building the tree, that no element has one of these resource ids.

    ``of``: what the phone shows. It is not certain if the tree has more than one window, or if ids have other names on
    the image.
    """
    if phone.top.toolbar or phone.image.aliases or phone.split is not None:
        return False
    lacking = of.lacking
    if lacking is None:
        lacking = of.lacking = {}
    found = lacking.get(ids)
    if found is None:
        window = of.active
        _, decor = _decor(phone, window)
        found = lacking[ids] = ids.isdisjoint(decor.ids) and not _has(window.box, ids)
    return found


def _has(box: Box, ids: frozenset[str]) -> bool:
    """Whether an element, visible or not, has one of these resource ids, or may have nodes that are not elements."""
    if box.element.id in ids or hasattr(box.element, "virtual_nodes"):
        return True
    for child in box.inside:  # noqa: SIM110  a generator is slow where it is compiled
        if _has(child, ids):
            return True
    return False


def _ui_tree(phone: Phone, of: Shown) -> UiTree:
    tree = _tree(phone, of, of.active)
    shares = isinstance(of.active.box.element, Pane)
    if not (phone.top.toolbar or shares) or display.is_covered(phone):
        return tree
    kinds = ("toolbar", *_SHARING) if shares else ("toolbar",)
    shown = [_tree(phone, of, s) for s in of.surfaces if s.kind in kinds]
    more = tuple(node.changed(depth=node.depth + 1) for bar in shown for node in bar)
    nodes = _over_all(tree) if shares else tree.nodes
    return UiTree(nodes + more, tree.width, tree.height, tree.rotation)


#: How many snapshots' screens are remembered: six tasks in forty configurations, and some more.
MOST_SNAPSHOTS = 256

#: By the identity of a phone: the phone, its screen, the wall time in ms until which that lasts, and what its status
#: bar shows.
_snapshots: Final[dict[int, tuple[Phone, Shown, int, Status | None]]] = {}
aged(_snapshots)

_MINUTE: Final = 60000


class View:
    """What was derived from one phone, and still holds for the next one if only time has passed in between.

    Each device has one of its own. ``phone``: the phone that it shows.
    """

    __slots__ = ("_content", "_current", "_from", "_is_snapshot", "_shown", "_status", "_until", "phone")

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self._is_snapshot = False
        self._content: object | None = None
        self._shown: Shown | None = None
        self._status: Status | None = None
        # Whether `_shown` is of this phone, and not of an earlier moment; and between which wall times (ms) it lasts.
        self._current = False
        self._from = self._until = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.phone,)

    def show(self, phone: Phone) -> View:
        """Switch to ``phone``, keeping whatever still holds for it. Returns this view."""
        before = self.phone
        if phone is before:
            return self
        self.phone = phone
        self._is_snapshot = False
        if not only_time_passed(before, phone):
            self._content = self._shown = None
            self._current = False
            if not assembly.same_status(before, phone):
                self._status = None
        elif self._current:
            self._current = self._from <= phone.clock.wall < self._until
        return self

    def load(self, phone: Phone) -> None:
        """Switch to the phone of a snapshot, whose screen is cached for the next time."""
        self.show(phone)
        self._is_snapshot = True
        if self._shown is not None and self._current:
            self._remember(self._shown)
            return
        found = _snapshots.get(id(phone))
        if found is not None:
            self._keep(found[1], found[2])
            self._status = found[3]

    def _remember(self, found: Shown) -> None:
        make_room(_snapshots, MOST_SNAPSHOTS)
        _snapshots[id(self.phone)] = self.phone, found, self._until, self._status

    def forget(self) -> None:
        """Drop what was derived. It is computed anew when it is asked for."""
        self._shown = None
        self._current = False

    @property
    def is_snapshot(self) -> bool:
        """Whether the phone is exactly as it was loaded from a snapshot."""
        return self._is_snapshot

    @property
    def shown(self) -> Shown:
        """Everything that the screen shows: the same object as long as that stays the same."""
        found = self._shown
        if found is None or not self._current:
            phone = self.phone
            status = self._status
            if status is None:
                status = self._status = assembly.status_of(phone)
            if phone.motion is not None and phone.motion.moves:  # the next moment is another one
                found, _ = seen(still(phone), status)
                self._keep(found, 0)
                return found
            found, lasts = seen(phone, status, found)
            self._keep(found, _next_minute(phone) if lasts else 0)
            if self._is_snapshot:
                self._remember(found)
        return found

    def _keep(self, found: Shown, until: int) -> None:
        self._shown, self._current = found, True
        self._from, self._until = until - _MINUTE, until

    @property
    def content(self) -> object:
        """Token of everything in the phone except its clock: the same object as long as only time passes."""
        found = self._content
        if found is None:
            found = self._content = object()
        return found

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """The windows of the screen, bottom to top."""
        return self.shown.surfaces

    @property
    def active(self) -> Surface:
        """The active window: the topmost one that can take input."""
        return self.shown.active

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the UI tree of the active window. ``windows``: with the elements of all other windows."""
        if windows:
            return whole_tree_shown(self.phone, self.shown)
        return tree_shown(self.phone, self.shown)

    def lacks(self, ids: frozenset[str]) -> bool:
        """Return True if it is certain, without the UI tree, that no element has one of these resource ids."""
        return lacks(self.phone, self.shown, ids)


def _next_minute(phone: Phone) -> int:
    """The wall clock's ms at which the minute of the local time is over."""
    wall: int = phone.clock.wall
    return wall + _MINUTE - (wall + time_zones.offset_of(phone.zone, wall)) % _MINUTE
