"""A map that fills an app's window: taps, panning, and buttons over it.

The app's state has ``x`` and ``y``, the centre in metres, and ``zoom``, an index of the `MapView`'s scales.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from bmoca_gym.handset.kits.geography import Position
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Icon
from bmoca_gym.handset.value import Callback, replace


class Looking(Protocol):
    """What the kit reads of an app's state: the centre in metres, and an index of the `MapView`'s scales."""

    @property
    def x(self) -> int: ...  # noqa: D102
    @property
    def y(self) -> int: ...  # noqa: D102
    @property
    def zoom(self) -> int: ...  # noqa: D102


S = TypeVar("S", bound=Looking)


class MapView(NamedTuple):
    """A map's zoom levels and bounds.

    ``scales``: dp a metre, the smallest first; ``edges``: left, top, right and bottom bounds of the centre in metres;
    ``reach``: how near to an object, in dp, a tap hits it.
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

    def nearest(self, state: Looking, at: Point, things: Iterable[Any]) -> Any:
        """Return the object, with ``at`` and ``name``, that a tap at a point hits; None if none is near."""
        near = min(things, key=lambda one: (_apart(one.at, at), one.name), default=None)
        reached = near is not None and _apart(near.at, at) <= (self.reach / self.scales[state.zoom]) ** 2
        return near if reached else None


def size(res: Resources) -> tuple[int, int]:
    """Return width and height of the map in dp; it fills the window."""
    return res.width, res.height - res.foot


def zoom(state: S, context: Context, view: MapView, by: int) -> S:
    """Handler: zoom the map in or out."""
    return view.zoomed(state, by)


def location(phone: Phone) -> Position | None:
    """Return latitude and longitude of the phone, or None if it does not know them."""
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
