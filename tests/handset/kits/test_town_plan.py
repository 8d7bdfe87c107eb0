"""Towns by rule: streets and houses keep clear of what is there, lie on roads, and follow from the map alone."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from bmoca_gym.handset.kits import town_plan
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.kits.town_plan import GREEN, SHOPS, Land, Settlement

ROAD = ((-3000, 250), (0, 210), (3000, 400))
RAIL = ((-3000, -600), (3000, -500))
LAKE = ((300, 400), (900, 400), (900, 1000), (300, 1000))
PLACE = (-600, 700)


def made(turn: int = 20, place: Point = PLACE) -> Land:
    """A town with a road, a railway and a lake."""
    roads = (("main", ROAD), ("rail", RAIL))
    town = Settlement((0, 0), 1500, turn)
    return Land(
        (town, Settlement((2600, 0), 900, -30)), roads, (LAKE,), (place,), (("Elm Street",), ("Oak Avenue",))
    )


@pytest.fixture(scope="module")
def land() -> Land:
    return made()


def streets(land: Land) -> list[town_plan.Street]:
    return [street for cell in land.cells for street in town_plan.streets(land, cell)]


def apart(point: Point, line: tuple[Point, ...]) -> float:
    """Distance of a point from a line in metres."""
    found = []
    for (ax, ay), (bx, by) in pairwise(line):
        wx, wy = bx - ax, by - ay
        share = min(1.0, max(0.0, ((point[0] - ax) * wx + (point[1] - ay) * wy) / (wx * wx + wy * wy)))
        found.append(math.hypot(point[0] - ax - share * wx, point[1] - ay - share * wy))
    return min(found)


def test_the_same_map_has_the_same_streets(land: Land) -> None:
    assert streets(land) == streets(made())
    assert streets(land) != streets(made(turn=21))


def test_a_street_lies_in_one_cell_and_within_its_area(land: Land) -> None:
    pieces = []
    for cell in land.cells:
        left, top, right, bottom = cell.area
        for street in town_plan.streets(land, cell):
            pieces += [frozenset(piece) for piece in pairwise(street.points)]
            assert all(left <= x <= right and top <= y <= bottom for x, y in street.points)
        houses = town_plan.buildings(land, cell)
        if len(houses):
            assert (houses.min((0, 1)) >= (left, top)).all()
            assert (houses.max((0, 1)) <= (right, bottom)).all()
    assert len(pieces) == len(set(pieces)) > 700


def test_streets_have_names_and_end_at_water_and_at_railways(land: Land) -> None:
    crossing = set()
    for street in streets(land):
        assert street.name in ("Elm Street", "Oak Avenue")
        for a, b in pairwise(street.points):
            for x, y in (a, b):
                assert not (306 < x < 894 and 406 < y < 994)
            if min(apart(point, RAIL) for point in (a, b, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))) < 15:
                crossing.add(street.rank)
    assert crossing == {0}, "only wide streets cross a railway"


def test_streets_meet_a_road(land: Land) -> None:
    corners = [corner for street in streets(land) for corner in street.points if apart(corner, ROAD) < 45]
    assert len(corners) > 20
    assert all(apart(corner, ROAD) < 2 for corner in corners), "a corner near a road lies on it"


def test_houses_stand_on_free_land(land: Land) -> None:
    houses = np.concatenate([town_plan.buildings(land, cell) for cell in land.cells])
    assert len(houses) > 1500
    for x, y in houses.mean(1).astype(int).tolist():
        assert apart((x, y), ROAD) > 14
        assert apart((x, y), RAIL) > 18
        assert not (306 < x < 894 and 406 < y < 994)


def test_there_are_shops_around_a_place_and_squares_elsewhere(land: Land) -> None:
    kinds, quads = (
        np.concatenate(parts) for parts in zip(*[town_plan.blocks(land, c) for c in land.cells], strict=True)
    )
    near = np.abs(quads.mean(1) - PLACE).max(1) < 60
    assert near.any()
    assert (kinds[near] == SHOPS).all()
    assert 5 < (kinds == GREEN).sum() < 0.1 * len(kinds)


def test_two_towns_share_no_ground(land: Land) -> None:
    mine, its = (
        {
            point
            for cell in land.cells
            if cell.settlement == number
            for street in town_plan.streets(land, cell)
            for point in street.points
        }
        for number in (0, 1)
    )
    assert mine
    assert its
    assert max(x for x, _ in mine) < max(x for x, _ in its)
    assert not mine & its


def test_a_winding_line_goes_through_its_points_and_a_route_follows_it() -> None:
    line = ((0, 0), (900, 40), (1500, 700), (1500, 780), (2600, 900))
    curve = town_plan.winding(line)
    assert set(line) < set(curve)
    assert max(abs(apart(point, line)) for point in curve) < 130
    assert town_plan.curved(line, [line]) == curve or set(town_plan.curved(line, [line])) == set(curve)
    part = town_plan.curved(((5000, 5000), (300, 13), (0, 0), (-70, 10)), [line])
    assert part[0] == (5000, 5000)
    assert part[1] == (300, 13)
    assert part[-1] == (-70, 10)
    assert all(apart(point, curve) < 8 for point in part[2:-1])
    assert town_plan.curved(((7, 7), (8, 90)), [line]) == ((7, 7), (8, 90))


def test_a_ragged_outline_keeps_its_corners() -> None:
    outline = ((0, 0), (2000, 0), (2000, 1500), (0, 1500))
    ragged = town_plan.ragged(outline)
    assert set(outline) < set(ragged)
    assert len(ragged) == 32
    assert ragged == town_plan.ragged(outline)
