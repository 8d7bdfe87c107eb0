"""Layout: every kind of element in countable px, and mirrored in right-to-left locales."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.graphics import fonts
from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import (
    FILL,
    Box,
    Canvas,
    Column,
    Element,
    Grid,
    LeftToRight,
    Reversed,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
    scroll_offset,
)
from bmoca_gym.handset.ui.widgets import MIRRORED, Icon, Text
from bmoca_gym.handset.value import clear_caches, do

LTR = Metrics(1.0, 1.0, False, "en")
RTL = Metrics(1.0, 1.0, True, "ar")


def block(width: float | None = 10, height: float | None = 10, **options: Any) -> Spacer:
    return Spacer(width=width, height=height, **options)


def laid_out(element: Element, width: int = 100, height: int = 100, m: Metrics = LTR) -> Box:
    return element.layout(m, width, height)


def places(box: Box) -> list[tuple[int, int, int, int]]:
    """x, y, width, height of each child."""
    return [(x, y, child.width, child.height) for x, y, child in box.children]


@given(st.integers(-10000, 10000).map(lambda halves: halves / 2) | st.floats(-1e15, 1e15))
def test_lengths_are_rounded_as_python_rounds(length: float) -> None:
    assert nearest(length) == round(length)
    assert nearest(0.49999999999999994) == 0


def test_a_column_wraps_its_children() -> None:
    box = laid_out(Column(block(30, 10), block(20, 15), gap=5, pad=(1, 2, 3, 4)))
    assert (box.width, box.height) == (30 + 4, 10 + 5 + 15 + 6)
    assert places(box) == [(1, 2, 30, 10), (1, 17, 20, 15)]


def test_a_row_wraps_its_children() -> None:
    box = laid_out(Row(block(30, 10), block(20, 15), gap=5, pad=(1, 2, 3, 4)))
    assert (box.width, box.height) == (30 + 5 + 20 + 4, 15 + 6)
    assert places(box) == [(1, 2, 30, 10), (36, 2, 20, 15)]


def test_sizes_are_dp_and_hold_to_the_room() -> None:
    scale = Metrics(2.5, 2.5, False, "en")
    assert laid_out(block(20, 10), m=scale).width == 50
    assert laid_out(block(500, 10)).width == 100, "no wider than its room"
    assert laid_out(block(FILL, FILL), 70, 40).width == 70
    assert laid_out(block(FILL, FILL), 70, 40).height == 40


@pytest.mark.parametrize(("how", "at"), [("start", 0), ("center", 45), ("end", 90)])
def test_alignment_across_and_along(how: str, at: int) -> None:
    assert places(laid_out(Column(block(), align=how, width=FILL)))[0][0] == at
    assert places(laid_out(Row(block(), align=how, height=FILL)))[0][1] == at
    assert places(laid_out(Column(block(), justify=how, height=FILL)))[0][1] == at
    assert places(laid_out(Row(block(), justify=how, width=FILL)))[0][0] == at
    stack = laid_out(Stack(block(), align=how, justify=how, width=FILL, height=FILL))
    assert places(stack) == [(at, at, 10, 10)]


def test_what_is_left_is_shared_by_those_that_grow() -> None:
    box = laid_out(Row(block(10), block(None, grow=1), block(None, grow=3), gap=5, width=FILL))
    assert [w for _, _, w, _ in places(box)] == [10, 20, 60]
    box = laid_out(Column(block(10, 40), block(None, None, grow=1), block(10, 20), height=FILL))
    assert [h for _, _, _, h in places(box)] == [40, 40, 20]


def test_without_room_those_that_grow_are_empty_and_nothing_is_negative() -> None:
    box = laid_out(Row(block(80), block(80), block(None, grow=1), width=FILL))
    assert all(w >= 0 for _, _, w, _ in places(box))
    box = laid_out(Column(block(10, 80), block(10, 80), block(None, None, grow=1), height=FILL))
    assert places(box)[2][3] == 0


def test_a_row_is_mirrored_and_its_padding_too() -> None:
    row = Row(block(30), block(20), gap=5, pad=(10, 0, 2, 0), width=FILL)
    assert [x for x, *_ in places(laid_out(row, m=LTR))] == [10, 45]
    assert [x for x, *_ in places(laid_out(row, m=RTL))] == [60, 35]


def test_start_is_right_in_right_to_left_locales() -> None:
    assert places(laid_out(Column(block(), width=FILL), m=RTL))[0][0] == 90
    assert places(laid_out(Column(block(), align="end", width=FILL), m=RTL))[0][0] == 0
    assert places(laid_out(Stack(block(), width=FILL, height=FILL), m=RTL))[0][0] == 90


def test_left_to_right_is_not_mirrored() -> None:
    row = LeftToRight(Row(block(30), block(20), width=FILL), width=FILL)
    assert places(laid_out(row, m=RTL).children[0][2]) == places(laid_out(row, m=LTR).children[0][2])


def test_a_grid_fills_rows_of_equal_cells() -> None:
    grid = Grid(*[block(None, 10) for _ in range(5)], columns=3, gap=5, width=FILL)
    box = laid_out(grid)
    assert places(box) == [
        (0, 0, 30, 10),
        (35, 0, 30, 10),
        (70, 0, 30, 10),
        (0, 15, 30, 10),
        (35, 15, 30, 10),
    ]
    assert box.height == 25
    assert [x for x, *_ in places(laid_out(grid, m=RTL))] == [70, 35, 0, 70, 35]
    tall = laid_out(Grid(*[block(None, None) for _ in range(4)], columns=2, width=FILL, height=FILL))
    assert places(tall)[3] == (50, 50, 50, 50)
    assert laid_out(Grid(columns=3)).height == 0


def test_a_canvas_keeps_its_places_in_every_direction() -> None:
    canvas = Canvas((5, 7, block()), (90, 95, block()), width=FILL, height=FILL)
    assert (
        places(laid_out(canvas, m=LTR))
        == places(laid_out(canvas, m=RTL))
        == [(5, 7, 10, 10), (90, 95, 10, 10)]
    )


def test_a_scroll_is_a_view_on_a_taller_child() -> None:
    box = laid_out(Scroll(Column(*[block(10, 50) for _ in range(4)]), key="k", height=FILL))
    assert (box.height, box.children[0][2].height) == (100, 200)
    for kept, moved in ((0, 0), (60, 60), (100, 100), (999, 100)):
        assert scroll_offset(box, (("other", 5), ("k", kept))) == (0, moved)


def test_a_list_to_the_side_begins_at_the_start_of_reading() -> None:
    row = Row(*[block(50) for _ in range(4)])
    left, right = (laid_out(Scroll(row, key="k", axis="x", width=FILL), m=m) for m in (LTR, RTL))
    assert scroll_offset(left, ()) == (0, 0)
    assert scroll_offset(right, ()) == (100, 0)
    assert scroll_offset(left, (("k", 30),)) == (30, 0)
    assert scroll_offset(right, (("k", 30),)) == (70, 0)


def test_a_text_wraps_and_is_ellipsised() -> None:
    words = "alpha beta gamma delta"
    one, more = laid_out(Text(words, 14)), laid_out(Text(words, 14, lines=None))
    assert one.width <= 100
    assert one.extra[0].truncated
    assert more.height >= 2 * one.height - 1
    assert not more.extra[0].truncated


def test_a_component_is_made_and_laid_out_once() -> None:
    made = []

    @component(8)
    def part(name: str) -> Element:
        made.append(name)
        return Column(block(), tap=do(print, name))

    assert part("a") is part("a")
    assert made == ["a"]
    assert laid_out(part("a")) is laid_out(part("a"))
    assert laid_out(part("a"), 50) is not laid_out(part("a"), 60)
    first = part("a")
    clear_caches()
    assert part("a") is not first


def test_a_component_stands_in_several_places_and_shares_what_is_in_it() -> None:
    @component(8)
    def part(name: str) -> Element:
        return Column(block(), tap=do(print, name))

    column, row = laid_out(Column(part("a"), block(), part("a"))), laid_out(Row(block(), part("a"), pad=3))
    assert places(column) == [(0, 0, 10, 10), (0, 10, 10, 10), (0, 20, 10, 10)]
    assert places(row) == [(3, 3, 10, 10), (13, 3, 10, 10)]
    first, _, last = laid_out(Stack(part("a"), block(), part("a"))).inside
    assert first is not last
    assert first.inside[0] is last.inside[0]


# Trees of any shape


def _boxes() -> st.SearchStrategy[Element]:
    sizes = st.one_of(st.none(), st.just(FILL), st.integers(0, 60).map(float))
    options = {
        "width": sizes, "height": sizes, "grow": st.sampled_from((0, 0, 1, 2)),
        "pad": st.one_of(st.integers(0, 9), st.tuples(*[st.integers(0, 9)] * 4)),
    }  # fmt: skip
    how = st.sampled_from(("start", "center", "end"))
    leaf = st.builds(Spacer, **options)

    def group(children: st.SearchStrategy[Element]) -> st.SearchStrategy[Element]:
        inside = st.lists(children, max_size=3)
        plain = st.builds(
            lambda kind, inner, **more: kind(*inner, **more),
            st.sampled_from((Row, Column, Stack)), inside, align=how, justify=how, gap=st.integers(0, 5), **options,
        )  # fmt: skip
        grid = st.builds(lambda inner, **more: Grid(*inner, columns=2, **more), inside, **options)
        scroll = st.builds(
            lambda inner, axis, **more: Scroll(inner, key="k", axis=axis, **more),
            children,
            st.sampled_from("xy"),
            **options,
        )
        return plain | grid | scroll

    return st.recursive(leaf, group, max_leaves=12)


def _walk(box: Box, x: int, y: int, found: list[tuple[Box, int, int]]) -> list[tuple[Box, int, int]]:
    found.append((box, x, y))
    for cx, cy, child in box.children:
        _walk(child, x + cx, y + cy, found)
    return found


@given(_boxes(), st.integers(0, 300), st.integers(0, 300))
def test_nothing_is_of_negative_size(element: Element, width: int, height: int) -> None:
    for m in (LTR, RTL):
        for box, _, _ in _walk(element.layout(m, width, height), 0, 0, []):
            assert box.width >= 0
            assert box.height >= 0
            assert type(box.width) is type(box.height) is int


@given(_boxes(), st.integers(50, 300), st.integers(50, 300))
def test_right_to_left_has_the_same_sizes_and_rows_top_to_bottom(
    element: Element, width: int, height: int
) -> None:
    left = _walk(element.layout(LTR, width, height), 0, 0, [])
    right = _walk(element.layout(RTL, width, height), 0, 0, [])
    assert [(b.element, b.width, b.height, y) for b, _, y in left] == [
        (b.element, b.width, b.height, y) for b, _, y in right
    ]


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=5),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 5),
)
def test_a_row_in_arabic_is_the_mirror_image(widths: list[int], start: int, end: int, gap: int) -> None:
    row = Row(*[block(w) for w in widths], gap=gap, pad=(start, 0, end, 0), width=FILL)
    left, right = places(laid_out(row, 300, m=LTR)), places(laid_out(row, 300, m=RTL))
    assert right == [(300 - x - w, y, w, h) for x, y, w, h in left]


def test_against_the_reading_direction() -> None:
    row = Reversed(Scroll(Row(block(80), block(80)), key="row", axis="x", width=FILL), width=FILL)
    for m, shift in ((LTR, 60), (RTL, 0)):
        _, _, scroll = laid_out(row, m=m).children[0]
        assert scroll_offset(scroll, ()) == (shift, 0)


def test_glyphs_that_point_are_mirrored_where_one_reads_from_the_right() -> None:
    def turned(element: Element, m: Metrics) -> bool:
        box = laid_out(element, m=m)
        while box.children:
            _, _, box = box.children[0]
        return bool(box.extra[1])

    assert turned(Icon("arrow_back"), RTL)
    assert not turned(Icon("arrow_back"), LTR)
    assert not turned(LeftToRight(Icon("backspace")), RTL)
    for name in ("play_arrow", "schedule", "check", "search", "turn_right"):
        assert not turned(Icon(name), RTL)


def test_mirrored_glyphs_exist() -> None:
    for name in MIRRORED:
        fonts.icon_glyph(name)
