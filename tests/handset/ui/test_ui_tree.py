"""The UI tree: finding nodes, their order, and equality."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.ui.tree import UiNode, UiTree


def node(depth: int, text: str = "", resource_id: str = "") -> UiNode:
    return UiNode("android.view.View", resource_id, text, "", (0, 0, 10, 20), "org.example", depth)


def tree(*depths: int) -> UiTree:
    return UiTree(tuple(node(depth, str(i)) for i, depth in enumerate(depths)), 100, 200)


@st.composite
def depths(draw: st.DrawFn) -> list[int]:
    found = [0]
    for _ in range(draw(st.integers(0, 20))):
        found.append(draw(st.integers(1, found[-1] + 1)))
    return found


def test_children_come_before_their_parents_in_end_tag_order() -> None:
    shown = tree(0, 1, 2, 2, 1)
    assert [n.text for n in shown.children_first()] == ["2", "3", "1", "4", "0"]


@given(depths())
def test_every_node_stands_once_in_end_tag_order_behind_all_below_it(levels: list[int]) -> None:
    shown = tree(*levels)
    order = shown.children_first()
    assert sorted(int(n.text) for n in order) == list(range(len(levels)))
    for n in shown:
        below = shown.subtree(n)
        assert below[0] is n
        assert all(other.depth > n.depth for other in below[1:])
        assert all(order.index(other) < order.index(n) for other in below[1:])


def test_nodes_are_found_by_all_that_is_given() -> None:
    shown = UiTree((node(0, "a", "x"), node(1, "b", "x"), node(1, "a", "y")), 100, 200)
    assert [n.text for n in shown.find_all(resource_id="x")] == ["a", "b"]
    assert shown.find(text="a", resource_id="y") is shown.nodes[2]
    assert shown.find(text="c") is None
    assert shown.find_all() == list(shown)
    assert shown.nodes[0].center == (5, 10)


def test_equal_trees_are_equal_and_hash_alike() -> None:
    assert tree(0, 1) == tree(0, 1)
    assert hash(tree(0, 1)) == hash(tree(0, 1))
    assert tree(0, 1) != tree(0, 1, 1)
    assert UiTree(tree(0).nodes, 100, 200) != UiTree(tree(0).nodes, 100, 201)
