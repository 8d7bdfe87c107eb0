"""Drawing of maps: labels find space; marks, ways, roads and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits.map_drawing import (
    Area,
    Mark,
    RoadLook,
    Sheet,
    draw_marks,
    draw_roads,
    draw_way,
    recorded,
)


def sheet() -> Sheet:
    """A sheet for notes."""
    return Sheet(None, 1.0, 1.0, 1.0, 0xFFFFFFFF)


def array(boxes: list[Area]) -> NDArray[np.float64]:
    """Boxes as `Sheet.free_ones` takes them."""
    return np.array(boxes, np.float64).reshape(-1, 4)


corners = st.integers(-300, 300)
lengths = st.integers(1, 150)
boxes = st.lists(
    st.builds(
        lambda x, y, w, h: (x / 4, y / 4, (x + w) / 4, (y + h) / 4), corners, corners, lengths, lengths
    ),
    max_size=40,
)


@given(boxes, boxes)
def test_many_boxes_are_free_as_each_is_after_the_other(before: list[Area], asked: list[Area]) -> None:
    one, all_at_once = sheet(), sheet()
    for box in before:
        assert one.free(box) == all_at_once.free(box)
    found = all_at_once.free_ones(array(asked))
    assert found == all_at_once.free_ones(array(asked)), "none is taken"
    assert found == [one.free(box) for box in asked]


def test_boxes_that_touch_are_free() -> None:
    touching: list[Area] = [(0, 0, 2, 2), (2, 0, 4, 2), (0, 2, 2, 4), (1, 1, 3, 3), (4, 4, 5, 5)]
    assert sheet().free_ones(array(touching)) == [True, True, True, False, True]
    assert sheet().free_ones(array([])) == []


class Recorded:
    """A canvas that records where something is drawn on it."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, tuple[float, ...]]] = []

    def drawCircle(self, x: float, y: float, radius: float, paint: Any) -> None:
        self.drawn.append(("circle", (x, y, radius)))

    def drawTextBlob(self, blob: Any, x: float, y: float, paint: Any) -> None:
        self.drawn.append(("glyph", (x, y)))

    def drawPath(self, path: Any, paint: Any) -> None:
        self.drawn.append(("path", (path.countPoints(),)))


def test_marks_are_drawn_by_their_names_at_their_points() -> None:
    looks = {
        "here": Mark(((9, 0xFFFFFFFF, 0), (6, 0xFF0000FF, 2.5))),
        "flag": Mark(glyph="flag", size=28, up=11),
    }
    canvas = Recorded()
    draw_marks(canvas, (("here", 10, 20), ("flag", 0, 0)), looks, 2.0, 3.0)
    assert canvas.drawn[:2] == [("circle", (20, 40, 27)), ("circle", (20, 40, 18))]
    (name, (_, y)) = canvas.drawn[2]
    flat = Recorded()
    draw_marks(flat, (("flag", 0, 0),), {"flag": Mark(glyph="flag", size=28)}, 2.0, 3.0)
    assert name == "glyph"
    assert flat.drawn[0][1][1] - y == pytest.approx(33)


def test_a_way_is_drawn_once_for_each_of_its_lines() -> None:
    canvas = Recorded()
    draw_way(canvas, ((0, 0), (5, 5), (9, 9)), 1.0, (0xFFFFFFFF, 7), (0xFF0000FF, 5))
    assert canvas.drawn == [("path", (3,)), ("path", (3,))]


def test_a_name_is_written_below_a_point_where_there_is_room() -> None:
    notes = sheet()
    name = paragraph("Quay", 10.0, 500, "en", False)
    notes.below(name, 0.0, 5.0, 0xFF000000)
    notes.below(name, 1.0, 6.0, 0xFF000000)
    assert len(notes.notes) == 1
    notes.below(name, 0.0, 5.0 + name.height, 0xFF000000)
    assert len(notes.notes) == 2


def test_casings_of_roads_lie_below_all_roads_and_kinds_have_their_order() -> None:
    canvas = Recorded()
    drawn = Sheet(canvas, 1.0, 1.0, 0.0, 0)
    roads = [("main", ((0, 0), (9, 9), (9, 20))), ("path", ((0, 0), (5, 5)))]
    looks = {"path": RoadLook(3, 1.0, 0xFF00FF00, cased=False), "main": RoadLook(16, 2.0, 0xFFFF0000)}
    draw_roads(drawn, roads, looks, 0xFF000000)
    assert canvas.drawn == [("path", (3,)), ("path", (2,)), ("path", (3,))]


def test_a_picture_has_its_ground_and_what_is_drawn() -> None:
    def draw(drawn: Sheet, color: int) -> None:
        drawn.canvas.drawRect(skia.Rect.MakeLTRB(0, 0, 4 * drawn.k, 4 * drawn.k), paints.fill(color))

    picture = recorded((-5, -5, 5, 5), 2.0, 0xFF0000FF, draw, 0xFFFF0000)
    assert (picture.cullRect().left(), picture.cullRect().right()) == (-10, 10)
    surface = skia.Surface(20, 20)
    surface.getCanvas().drawPicture(picture)
    pixels = surface.toarray(colorType=skia.kRGBA_8888_ColorType)
    assert pixels[4, 4, :3].tolist() == [255, 0, 0]
    assert pixels[12, 12, :3].tolist() == [0, 0, 255]
