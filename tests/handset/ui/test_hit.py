"""Hit testing and the UI tree agree on positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.assembly import chain
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import FILL, Box, Canvas, Column, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.finding import find
from bmoca_gym.handset.ui.nodes import nodes_of
from bmoca_gym.handset.ui.scrolling import scroll_room
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.value import do

M = Metrics(1.0, 1.0, False, "en")


def block(name: str, width: float = 20, height: float = 20, **options: object) -> Spacer:
    return Spacer(width=width, height=height, id=name, class_name="V", **options)  # type: ignore[arg-type]


def names(box: Box, x: int, y: int, offsets: tuple[tuple[str, int], ...] = ()) -> list[str]:
    return [hit.element.id for hit in chain(box, x, y, offsets)]


def nodes(box: Box) -> list[UiNode]:
    return nodes_of(box, (), "x", 100, 100, 0, 0, 3, {}, {})


def test_the_chain_goes_from_the_outside_in() -> None:
    box = Stack(Row(block("a"), block("b"), id="row"), id="page", width=FILL, height=FILL).layout(M, 100, 100)
    assert names(box, 5, 5) == ["page", "row", "a"]
    assert names(box, 20, 5) == ["page", "row", "b"]
    assert names(box, 50, 50) == ["page"]


def test_later_children_lie_over_earlier_ones() -> None:
    box = Stack(block("under"), block("over")).layout(M, 100, 100)
    assert names(box, 5, 5) == ["", "over"]


def test_the_padding_of_an_unseen_wrapper_lets_a_touch_through() -> None:
    for name, under in (("", "under"), ("W", "wrapper")):
        wrapper = Column(block("over"), pad=10, id="wrapper", class_name=name)
        box = Stack(block("under", 100, 100), wrapper, id="page").layout(M, 100, 100)
        assert names(box, 15, 15) == ["page", "wrapper", "over"]
        assert names(box, 5, 5) == ["page", under]


def test_places_are_measured_from_each_elements_corner() -> None:
    box = Canvas((30, 40, block("a")), width=FILL, height=FILL).layout(M, 100, 100)
    hit = chain(box, 35, 47, ())[-1]
    assert (hit.x, hit.y) == (5, 7)


def test_a_scrolled_child_is_hit_where_it_is_seen() -> None:
    rows = Column(*[block(f"r{i}") for i in range(10)])
    box = Scroll(rows, key="k", width=FILL, height=FILL, id="list").layout(M, 100, 60)
    assert names(box, 5, 5)[-1] == "r0"
    assert names(box, 5, 5, (("k", 30),))[-1] == "r1"
    assert names(box, 5, 59, (("k", 999),))[-1] == "r9", "no further than its end"
    assert scroll_room(box, (("k", 30),)) == (30, 110)


def test_what_reaches_over_its_parent_is_neither_hit_nor_in_the_tree_there() -> None:
    box = Row(Canvas((0, -10, block("a", 20, 60)), width=30, height=20, id="p", class_name="V")).layout(
        M, 100, 100
    )
    assert names(box, 5, 15) == ["", "p", "a"]
    assert names(box, 5, 25) == [""]
    node = next(n for n in nodes(box) if n.resource_id == "a")
    assert node.bounds == (0, 0, 20, 20)


def test_find_gives_the_first_in_document_order() -> None:
    box = Row(Column(block("x"), block("y")), block("y")).layout(M, 100, 100)
    found = find(box, lambda e: e.id == "y")
    assert found is box.children[0][2].children[1][2]
    assert find(box, lambda e: e.id == "z") is None


def test_an_element_without_a_class_is_not_in_the_tree_but_its_children_are() -> None:
    box = Stack(Stack(block("a"), class_name=""), class_name="").layout(M, 100, 100)
    assert [(n.resource_id, n.depth) for n in nodes(box)] == [("a", 3)]


def test_layouts_around_an_element_and_between_it_and_what_is_in_it_are_as_large_as_it() -> None:
    box = Stack(block("a"), id="page", pad=5).layout(M, 100, 100)
    inner, holders = {"page": (("W", "one"), ("W", ""))}, {"a": (("W", "two"),)}
    found = nodes_of(box, (), "x", 100, 100, 0, 0, 3, inner, holders)
    assert [(n.resource_id, n.depth) for n in found] == [
        ("page", 3),
        ("one", 4),
        ("", 5),
        ("two", 6),
        ("a", 7),
    ]
    assert [n.bounds for n in found] == [(0, 0, 30, 30)] * 3 + [(5, 5, 25, 25)] * 2


def test_flags_are_androids() -> None:
    plain, tapped, held, dragged = (
        block("plain"), block("tapped", tap=do(print)), block("held", long_press=do(print)), block("dragged", drag=do(print)),
    )  # fmt: skip
    box = Row(plain, tapped, held, dragged).layout(M, 100, 100)
    flags = {n.resource_id: (n.clickable, n.long_clickable, n.focusable) for n in nodes(box)}
    assert flags["plain"] == (False, False, False)
    assert flags["tapped"] == (True, False, True)
    assert flags["held"] == (False, True, False)
    assert flags["dragged"] == (True, False, True)


@given(st.lists(st.tuples(st.integers(-20, 90), st.integers(-20, 90), st.integers(1, 50), st.integers(1, 50)), max_size=6),
       st.integers(0, 99), st.integers(0, 99))  # fmt: skip
def test_a_touch_hits_the_last_node_of_the_tree_that_holds_it(
    spots: list[tuple[int, int, int, int]], x: int, y: int
) -> None:
    children = [(a, b, block(str(i), w, h)) for i, (a, b, w, h) in enumerate(spots)]
    box = Canvas(*children, width=FILL, height=FILL, id="page").layout(M, 100, 100)
    holding = [n for n in nodes(box)
               if n.bounds[0] <= x < n.bounds[2] and n.bounds[1] <= y < n.bounds[3]]  # fmt: skip
    assert names(box, x, y)[-1] == holding[-1].resource_id
