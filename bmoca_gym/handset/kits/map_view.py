"""The frame of an app's full-window map: taps, panning, zoom, the phone's position, and what is shown over the map.

The app's state has ``x`` and ``y``, the centre in metres, and ``zoom``, an index of the `MapView`'s scales; it may have
``bare``, whether nothing lies over the map, and ``chosen``, the object whose page is open over it, or None. For double
taps it has ``tapped``, the last tap, and ``before``, the state before that tap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits.geography import Plane, Position
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone, PinchContext
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Icon
from bmoca_gym.handset.value import Callback, replace


class Looking(Protocol):
    """What the kit reads from an app's state: the centre in metres, and an index into the `MapView`'s scales."""

    @property
    def x(self) -> int: ...  # noqa: D102
    @property
    def y(self) -> int: ...  # noqa: D102
    @property
    def zoom(self) -> int: ...  # noqa: D102


class Covered(Looking, Protocol):
    """A state that can hide what is shown over the map."""

    @property
    def bare(self) -> bool: ...  # noqa: D102


class Choosing(Covered, Protocol):
    """A state that also has a chosen object."""

    @property
    def chosen(self) -> Any: ...  # noqa: D102


class LastTap(NamedTuple):
    """A tap on the map: uptime in ms, the point as fractions of the map, and the centre and zoom after the tap."""

    at: int
    x: float
    y: float
    map: tuple[int, int, int]


class Tapping(Looking, Protocol):
    """A state that supports double taps."""

    @property
    def tapped(self) -> LastTap | None: ...  # noqa: D102
    @property
    def before(self) -> Any: ...  # noqa: D102


#: How soon (ms) and how near (dp) a tap follows another that is a double tap with it (ViewConfiguration, API 29).
_DOUBLE, _DOUBLE_SLOP = 300, 100
#: How far (dp) a finger is dragged after a double tap to zoom by a level.
_DRAGGED = 100

S = TypeVar("S", bound=Looking)
T = TypeVar("T", bound=Tapping)
B = TypeVar("B", bound=Covered)
C = TypeVar("C", bound=Choosing)


class MapView(NamedTuple):
    """A map's zoom levels and bounds.

    ``scales``: dp per metre, smallest first; ``edges``: left, top, right and bottom bounds of the centre in metres;
    ``reach``: how close to an object, in dp, a tap must be to hit it.
    """

    scales: tuple[float, ...]
    edges: tuple[int, int, int, int]
    reach: int

    def touched(self, state: Looking, context: Context) -> Point:
        """Return the point of the map that was tapped."""
        width, height = size(context.res)
        k = self.scales[state.zoom]
        return state.x + round((context.x - 0.5) * width / k), state.y + round((context.y - 0.5) * height / k)

    def swiped(self, state: S, context: Context) -> S:
        """Pan the map with the finger."""
        width, height = size(context.res)
        metres = 1 / self.scales[state.zoom]
        x = state.x - round((context.end_x - context.x) * width * metres)
        y = state.y - round((context.end_y - context.y) * height * metres)
        return self.moved(state, x, y)

    def moved(self, state: S, x: int, y: int, zoom: int = -1) -> S:
        """Centre the map on another point, and change the zoom if one is given."""
        left, top, right, bottom = self.edges
        x, y = min(max(x, left), right), min(max(y, top), bottom)
        return replace(state, x=x, y=y, zoom=state.zoom if zoom < 0 else zoom)

    def zoomed(self, state: S, by: int) -> S:
        """Zoom the map in or out."""
        return replace(state, zoom=min(len(self.scales) - 1, max(0, state.zoom + by)))

    def pinched(self, state: S, context: PinchContext) -> S:
        """Zoom and pan the map with two fingers: what was between them at the start is between them at the end.

        A pinch zooms to the nearest level, and by one level at least. A tap with two fingers zooms out by a level.
        """
        level = max(0, state.zoom - 1) if context.direction == "tap" else state.zoom
        if context.scale != 1:
            wanted = self.scales[level] * context.scale
            level = min(range(len(self.scales)), key=lambda n: abs(math.log(self.scales[n] / wanted)))
            if level == state.zoom:
                level = min(len(self.scales) - 1, max(0, level + (1 if context.scale > 1 else -1)))
        return self._held(state, context, (context.end_x, context.end_y), level)

    def _held(self, state: S, context: Context, end: tuple[float, float], level: int) -> S:
        """Zoom the map so that the touched point ends up at ``end``."""
        width, height = size(context.res)
        k = self.scales[level]
        x, y = self.touched(state, context)
        left, up = round((end[0] - 0.5) * width / k), round((end[1] - 0.5) * height / k)
        return self.moved(state, x - left, y - up, level)

    def doubled(self, state: T, context: Context) -> T | None:
        """Return the map zoomed in a level around a double tap, and otherwise as before its first tap. None if this tap
        is not the second of a double tap.

        If the second tap is dragged up or down, the map is zoomed out or in, the farther the more.
        """
        last = state.tapped
        if last is None or state.before is None or context.uptime - last.at >= _DOUBLE:
            return None
        width, height = size(context.res)
        apart = math.hypot((context.x - last.x) * width, (context.y - last.y) * height)
        if apart > _DOUBLE_SLOP or last.map != (state.x, state.y, state.zoom):
            return None
        by = 1.0
        if context.direction:
            by = (context.end_y - context.y) * height / _DRAGGED
            if abs(by) < abs(context.end_x - context.x) * width / _DRAGGED:
                return None
        before: T = state.before
        level = before.zoom + (round(by) or (1 if by > 0 else -1))
        level = min(len(self.scales) - 1, max(0, level))
        return self._held(before, context, (context.x, context.y), level)

    def nearest(self, state: Looking, at: Point, things: Iterable[Any]) -> Any:
        """Return the object, with ``at`` and ``name``, that a tap at a point hits; None if none is near."""
        near = min(things, key=lambda one: (_apart(one.at, at), one.name), default=None)
        reached = near is not None and _apart(near.at, at) <= (self.reach / self.scales[state.zoom]) ** 2
        return near if reached else None

    def tapped(self, state: C, at: Point, things: Iterable[Any]) -> C:
        """Choose the object that a tap hits. A tap that hits none hides what is over the map, or shows it again."""
        near = self.nearest(state, at, things)
        if near is not None:
            return replace(state, chosen=None if near == state.chosen else near, bare=False)
        return replace(state, chosen=None, bare=state.chosen is None and not state.bare)


def size(res: Resources) -> tuple[int, int]:
    """Return width and height of the map in dp; it fills the window."""
    return res.width, res.height - res.foot


def zoom(state: S, context: Context, view: MapView, by: int) -> S:
    """Handler: zoom the map in or out."""
    return view.zoomed(state, by)


def pinch(state: S, context: PinchContext, view: MapView) -> S:
    """Handler: zoom and pan the map with two fingers."""
    return view.pinched(state, context)


def after_tap(before: T, after: T, context: Context) -> T:
    """Return the state after a tap, with what `MapView.doubled` needs if another follows."""
    last = LastTap(context.uptime, context.x, context.y, (after.x, after.y, after.zoom))
    return replace(after, before=replace(before, before=None, tapped=None), tapped=last)


def uncover(state: B, context: Context) -> B:
    """Handler: show again what was over the map."""
    return replace(state, bare=False)


def locate(state: S, context: Context, view: MapView, plane: Plane, closer: int, unknown: str) -> Next[S]:
    """Handler: show where the phone is, at least at zoom ``closer``. ``unknown``: string to show if the phone does not
    know its position.
    """
    spot = location(context.phone)
    if spot is None:
        return state, toast(context.res.string(unknown))
    return view.moved(state, *plane.on_map(*spot), max(state.zoom, closer))


def location(phone: Phone) -> Position | None:
    """Return the phone's latitude and longitude, or None if it does not know them."""
    return (phone.location[1], phone.location[0]) if phone.location else None


def round_button(
    res: Resources, glyph: str, tap: Callback, id: str, description: str, enabled: bool = True
) -> Element:
    """A round button over the map."""
    c = res.colors
    return Icon(
        glyph, 24, c.text if enabled else c.disabled, width=48, height=48, radius=24, background=c.surface,
        border=c.divider, tap=tap, id=id, description=description, enabled=enabled,
        class_name="android.widget.ImageButton",
    )  # fmt: skip


def _apart(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
