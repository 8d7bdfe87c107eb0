"""The frame of maps: zoom, and the phone's position."""

from __future__ import annotations

from handset_hand import Hand

from bmoca_gym.handset.kits import map_view
from bmoca_gym.handset.kits.map_view import MapView
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

VIEW = MapView((0.5, 1.0, 2.0), (-10, -10, 10, 10), reach=20)


@value
class Looking(Value):
    x: int = 0
    y: int = 0
    zoom: int = 1


def test_the_map_is_zoomed_as_far_as_it_has_levels() -> None:
    phone = Hand().phone
    context = Context(phone, phone.top)
    levels = [map_view.zoom(Looking(zoom=at), context, VIEW, by).zoom for at, by in ((1, 1), (2, 1), (0, -1))]
    assert levels == [2, 2, 0]


def test_a_position_is_latitude_and_longitude() -> None:
    phone = Hand().phone
    assert map_view.location(replace(phone, location=(9.5, 47.1, 450.0))) == (47.1, 9.5)
    assert map_view.location(replace(phone, location=())) is None
