"""The view of a phone: what a device has derived from the phone that it holds.

A phone is a value and caches nothing. What was computed from it is cached in these places, and nowhere else:

| what | of which phones | where |
| --- | --- | --- |
| the screen, what the status bar shows, the token of the content | the one that a device holds | `View` |
| the screens of snapshots, which episodes return to | any, found by identity | here, `_snapshots` |
| screens with their UI trees, by all that they follow from | any, found by equality | `bmoca_gym.handset.screen` |
| layers of the app in front | the one that was asked for last | `bmoca_gym.handset.system.windows` |
| elements and layouts of windows, by layer and size | any, found by equality | `memo` in `windows`, `assembly` |
| frames, by the key of their screen and by size | any, found by equality | `bmoca_gym.handset.render.renderer` |
| what a screen is made of: rows, texts, paints, glyphs | any, found by equality | `memo` beside each function |

All but `View` are bounded, and `bmoca_gym.handset.value.clear_caches` clears them. No cache changes a result.
"""

from __future__ import annotations

from typing import Any, Final

from bmoca_gym.handset import assembly, screen
from bmoca_gym.handset.assembly import Status, Surface
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.screen import Shown
from bmoca_gym.handset.state import Phone, only_time_passed
from bmoca_gym.handset.system.motion import still
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.value import aged, make_room

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
                found, _ = screen.seen(still(phone), status)
                self._keep(found, 0)
                return found
            found, lasts = screen.seen(phone, status, found)
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
            return screen.whole_tree_shown(self.phone, self.shown)
        return screen.tree_shown(self.phone, self.shown)

    def lacks(self, ids: frozenset[str]) -> bool:
        """Return True if it is certain, without the UI tree, that no element has one of these resource ids."""
        return screen.lacks(self.phone, self.shown, ids)


def _next_minute(phone: Phone) -> int:
    """The wall clock's ms at which the minute of the local time is over."""
    wall: int = phone.clock.wall
    return wall + _MINUTE - (wall + time_zones.offset_of(phone.zone, wall)) % _MINUTE
