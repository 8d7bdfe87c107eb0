"""The UI tree: finding nodes, their order, and equality."""

from __future__ import annotations

from typing import Any

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


def layout(depth: int, resource_id: str = "", class_name: str = "FrameLayout", **attributes: Any) -> UiNode:
    bounds = attributes.pop("bounds", (0, 0, 100, 180))
    return UiNode(
        "android.widget." + class_name, resource_id, "", "", bounds, "org.example", depth, **attributes
    )


#: A screen as phones have it: of its 15 nodes 7 have numbers.
REAL = (
    layout(0, bounds=(0, 0, 100, 200)),
    layout(1, class_name="LinearLayout"),
    layout(2),
    layout(3, "org.example:id/action_bar_root", "LinearLayout"),
    layout(4, "android:id/content"),
    layout(5, "org.example:id/drawer_layout"),
    layout(6, "org.example:id/main"),
    layout(7, "org.example:id/page", "LinearLayout"),
    node(8, "title"),
    layout(8, "org.example:id/workspace", bounds=(0, 20, 100, 180)).changed(scrollable=True),
    layout(9, bounds=(0, 20, 100, 180)).changed(class_name="android.view.ViewGroup"),
    node(10, "one"),
    node(10, "two"),
    layout(1, "android:id/statusBarBackground", bounds=(0, 0, 100, 10)),
    layout(1, "android:id/navigationBarBackground", bounds=(0, 180, 100, 200)),
)


def test_layouts_that_only_hold_others_have_no_number() -> None:
    shown = UiTree(REAL, 100, 200)
    order = ["title", "one", "two", "org.example:id/workspace", "org.example:id/page", ""]
    assert [n.text or n.resource_id for n in shown.numbered()] == order
    assert shown.numbered()[-1] is REAL[2], "one frame stays for the window"
    assert len(shown.children_first()) == len(REAL)


def test_what_an_agent_can_use_has_a_number() -> None:
    kept = (
        REAL[5].changed(clickable=True), REAL[5].changed(content_description="Menu"),
        REAL[5].changed(bounds=(0, 0, 100, 170)), REAL[6].changed(scrollable=True),
        REAL[6].changed(class_name="android.webkit.WebView"),
    )  # fmt: skip
    for changed in kept:
        nodes = tuple(changed if node.resource_id == changed.resource_id else node for node in REAL)
        assert changed in UiTree(nodes, 100, 200).numbered()
    action_bar = (layout(4, "android:id/action_bar_container"), node(5, "Title"))
    shown = UiTree((*REAL[:4], *action_bar, *REAL[4:]), 100, 200)
    assert [n.text for n in shown.numbered()[:2]] == ["Title", ""], "an action bar beside the content"
    elsewhere = REAL[9].changed(resource_id="org.example:id/card")
    cut = UiTree((*REAL[:9], elsewhere, *REAL[10:]), 100, 200)
    assert REAL[10] in cut.numbered(), "a part of a card, of which no other part can be seen"
    beside = (*REAL[:13], layout(9, "org.example:id/fab", bounds=(80, 160, 100, 180)))
    assert REAL[10] in UiTree(beside, 100, 200).numbered(), "not alone in the one that it fills"
    without = UiTree(tuple(node for node in REAL if node.resource_id != "android:id/content"), 100, 200)
    assert without.numbered() == without.children_first(), "of another kind of window"


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
