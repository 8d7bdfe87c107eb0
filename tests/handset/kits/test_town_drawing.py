"""Names and numbers along roads on maps."""

from __future__ import annotations

import math
from typing import Any

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits import town_plan
from bmoca_gym.handset.kits.map_drawing import Area, Point, Sheet
from bmoca_gym.handset.kits.town_drawing import Shield, name_roads, number_roads, upright
from bmoca_gym.handset.value import clear_caches

INK = 0xFF202124
TEXT = paragraph("Cambridge Street", 20.0)
LEAD = 400.0

#: What takes long of a map: the plans of towns, and from them the streets of a part.
MEMORIES: Any = town_plan.plan, town_plan.streets

Name = tuple[Area, float, float, float]


def names(*lines: tuple[Point, ...], taken: tuple[Area, ...] = (), k: float = 1.0) -> list[Name]:
    """Area, x, y and angle of the names along lines."""
    sheet = Sheet(None, k, 1.0, 1.0, 0xFFFFFFFF)
    for box in taken:
        assert sheet.free(box)
    name_roads(sheet, [(TEXT, points) for points in lines], LEAD, INK)
    found = []
    for areas, functions in sheet.layers():
        for (left, top, right, bottom), (_, (x, y, angle, _)) in zip(areas.tolist(), functions, strict=True):
            found.append(((left, top, right, bottom), x, y, angle))
    return found


def test_a_road_has_a_name_every_so_often() -> None:
    found = names(((0, 0), (1300, 0)))
    assert [(x, y, angle) for _, x, y, angle in found] == [
        pytest.approx((1300 * (i + 0.37) / 3, 0, 0)) for i in range(3)
    ]


def test_the_area_of_a_name_holds_its_letters() -> None:
    ((left, top, right, bottom), x, y, angle), *_ = names(((0, 0), (300, 400)))
    turn = math.radians(angle)
    for across in (-TEXT.width / 2, TEXT.width / 2):
        for down in (-TEXT.height / 2, TEXT.height / 2):
            assert left < x + across * math.cos(turn) - down * math.sin(turn) < right
            assert top < y + across * math.sin(turn) + down * math.cos(turn) < bottom


def test_a_short_road_has_one_name_and_a_shorter_one_none() -> None:
    long, short = math.ceil(1.3 * TEXT.width) + 1, math.floor(1.3 * TEXT.width) - 1
    assert len(names(((0, 0), (long, 0)))) == 1
    assert names(((0, 0), (short, 0))) == []
    assert len(names(((0, 0), (short, 0)), k=2.0)) == 1


def test_bends_have_no_names() -> None:
    # The name's place, 37 % of the way, is the corner.
    assert names(((0, 0), (148, 0), (148, 252))) == []
    assert len(names(((0, 0), (148, 0), (400, 0)))) == 1


def test_names_do_not_cover_each_other_or_what_was_there() -> None:
    line = ((0, 0), (390, 0))
    assert len(names(line, line)) == 1
    assert len(names(line, ((0, 100), (390, 100)))) == 2
    assert names(line, taken=((100.0, -5.0, 200.0, 5.0),)) == []


def test_letters_of_names_stand_upright() -> None:
    there, back = ((0, 0), (300, 100)), ((300, 100), (0, 0))
    assert names(there)[0][3] == pytest.approx(names(back)[0][3])
    assert names(((0, 0), (0, 390)))[0][3] == pytest.approx(90)
    for x, y, angle in ((1, 0, 0), (-1, 0, 0), (0, 1, 90), (0, -1, 90), (-1, 1, -45), (-1, -1, 45)):
        assert upright(x, y) == pytest.approx(angle), (x, y)


def plates(points: tuple[Point, ...], lead: float) -> list[tuple[Any, ...]]:
    """Places of the plates with the number of a road."""
    sheet = Sheet(None, 1.0, 1.0, 1.0, 0xFFFFFFFF)
    number_roads(sheet, [("I-93", Shield(INK, INK, INK), points)], lead)
    return [arguments[:2] for _, (_, arguments) in sheet.notes]


def test_a_number_stands_every_so_often_along_bends_too() -> None:
    assert plates(((0, 0), (100, 0), (100, 500)), 200.0) == [
        pytest.approx(place) for place in ((66, 0), (100, 166), (100, 366))
    ]


def test_a_road_without_length_has_no_number() -> None:
    assert plates(((5, 5), (5, 5)), 200.0) == []


@pytest.mark.parametrize(
    ("image", "package"),
    [
        ("android10", "com.google.android.apps.maps"),
        ("androidlab", "com.mapswithme.maps.pro"),
        ("android13", "net.osmand"),
    ],
)
def test_a_new_phone_has_the_streets_of_the_first_map(image: str, package: str) -> None:
    clear_caches()
    device = EmbeddedDevice(image=image)
    # Computing a street needs the plan of its town, a block too.
    before = [memory.cache_info().misses for memory in MEMORIES]
    assert all(before)
    assert device.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1").exit_code == 0
    device.screenshot((128, 256))
    assert device.phone.top.component.startswith(package)
    assert [memory.cache_info().misses for memory in MEMORIES] == before
