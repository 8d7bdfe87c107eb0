"""The frame of maps: zoom, and the phone's position."""

from __future__ import annotations

from typing import Any, NamedTuple

from handset_hand import Hand

from bmoca_gym.handset.kits import map_view
from bmoca_gym.handset.kits.geography import Plane
from bmoca_gym.handset.kits.map_view import MapView
from bmoca_gym.handset.manifest import split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

VIEW = MapView((0.5, 1.0, 2.0), (-10, -10, 10, 10), reach=20)


@value
class Looking(Value):
    x: int = 0
    y: int = 0
    zoom: int = 1
    chosen: Any = None
    bare: bool = False


class Spot(NamedTuple):
    name: str
    at: tuple[int, int]


def test_the_map_is_zoomed_as_far_as_it_has_levels() -> None:
    phone = Hand().phone
    context = Context(phone, phone.top)
    levels = [map_view.zoom(Looking(zoom=at), context, VIEW, by).zoom for at, by in ((1, 1), (2, 1), (0, -1))]
    assert levels == [2, 2, 0]


def test_a_tap_chooses_what_is_near_and_else_clears_the_map() -> None:
    near, far = Spot("near", (3, 4)), Spot("far", (100, 0))
    chosen = VIEW.tapped(Looking(bare=True), (0, 0), [far, near])
    assert chosen == Looking(chosen=near)
    assert VIEW.tapped(chosen, (0, 0), [far, near]) == Looking()
    assert VIEW.tapped(chosen, (-50, 0), [far, near]) == Looking()
    assert VIEW.tapped(Looking(), (-50, 0), [far, near]) == Looking(bare=True)
    assert VIEW.tapped(Looking(bare=True), (-50, 0), [far, near]) == Looking()


def test_the_map_shows_where_the_phone_is_if_it_knows() -> None:
    phone = Hand().phone
    plane = Plane(47.0, 9.0)
    lost = Context(replace(phone, location=()), phone.top)
    state, effects = split(map_view.locate(Looking(), lost, VIEW, plane, 2, "osmand.unknown_location"))
    assert (state, len(effects)) == (Looking(), 1)
    found = Context(replace(phone, location=(9.0, 47.00005, 0.0)), phone.top)
    state, effects = split(map_view.locate(Looking(), found, VIEW, plane, 2, "osmand.unknown_location"))
    assert (state, effects) == (Looking(0, -6, 2), [])


def test_a_position_is_latitude_and_longitude() -> None:
    phone = Hand().phone
    assert map_view.location(replace(phone, location=(9.5, 47.1, 450.0))) == (47.1, 9.5)
    assert map_view.location(replace(phone, location=())) is None
