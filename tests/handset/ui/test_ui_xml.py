"""The UI tree as uiautomator writes it: attributes and their order, escapes, indexes, and NAF."""

from __future__ import annotations

from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.ui.xml import xml_of

FRAME, BUTTON = "android.widget.FrameLayout", "android.widget.Button"


def _node(
    depth: int, text: str = "", description: str = "", clickable: bool = False, **more: object
) -> UiNode:
    more = {"class_name": BUTTON, "resource_id": "a:id/b", "bounds": (1, 2, 30, 40), "package": "a"} | more
    return UiNode(text=text, content_description=description, depth=depth, clickable=clickable, **more)  # type: ignore[arg-type]


def test_the_form_of_a_dump() -> None:
    tree = UiTree(
        (_node(0, class_name=FRAME, resource_id=""), _node(1, "OK", "fine", True), _node(1, enabled=False)),
        100,
        200,
    )
    assert xml_of(tree) == (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
        '<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="a" content-desc="" checkable="false" '
        'checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" '
        'password="false" selected="false" bounds="[1,2][30,40]">'
        '<node index="0" text="OK" resource-id="a:id/b" class="android.widget.Button" package="a" content-desc="fine" checkable="false" '
        'checked="false" clickable="true" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" '
        'password="false" selected="false" bounds="[1,2][30,40]" />'
        '<node index="1" text="" resource-id="a:id/b" class="android.widget.Button" package="a" content-desc="" checkable="false" '
        'checked="false" clickable="false" enabled="false" focusable="false" focused="false" scrollable="false" long-clickable="false" '
        'password="false" selected="false" bounds="[1,2][30,40]" />'
        "</node></hierarchy>"
    )


def test_what_can_be_clicked_and_says_nothing() -> None:
    nodes = (
        _node(0), _node(1, clickable=True), _node(1, clickable=True), _node(2, "label"), _node(1, "", "named", True),
        _node(1, clickable=True, class_name="android.widget.ListView"), _node(1, clickable=True, enabled=False),
    )  # fmt: skip
    root = etree.fromstring(xml_of(UiTree(nodes, 1, 1)).encode())
    assert [node.get("NAF") for node in root.iter("node")] == [None, "true", None, None, None, None, None]


def test_an_empty_tree() -> None:
    assert xml_of(UiTree((), 1, 1)).endswith('<hierarchy rotation="0"></hierarchy>')


def _attributes(node: UiNode) -> tuple[str, ...]:
    return node.text, node.content_description, node.resource_id, node.class_name, str(node.checked).lower()


def test_what_a_screen_shows_is_read_back(hand: Hand) -> None:
    tree = hand.tree
    root = etree.fromstring(xml_of(tree).encode())
    read = list(root.iter("node"))
    assert len(read) == len(tree)
    for node, element in zip(tree, read, strict=True):
        names = ("text", "content-desc", "resource-id", "class", "checked")
        assert tuple(element.get(name) for name in names) == _attributes(node)
        assert len(list(element.iterancestors())) == node.depth + 1
        siblings = [sibling for sibling in element.getparent() if sibling.tag == "node"]  # type: ignore[union-attr]
        assert siblings.index(element) == int(element.get("index", "-1"))


@given(st.lists(st.tuples(st.integers(0, 4), st.text(max_size=8)), min_size=1, max_size=12))
def test_any_text_and_any_nesting_is_xml(shape: list[tuple[int, str]]) -> None:
    nodes, depth = [], -1
    for wanted, text in shape:
        depth = min(wanted, depth + 1) if nodes else 0
        nodes.append(_node(depth, text, text))
    root = etree.fromstring(xml_of(UiTree(tuple(nodes), 1, 1)).encode("utf-8", "strict"))
    read = list(root.iter("node"))
    assert [len(list(element.iterancestors())) - 1 for element in read] == [node.depth for node in nodes]
    for node, element in zip(nodes, read, strict=True):
        kept = "".join(
            c
            if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
            else "."
            for c in node.text
        )
        assert element.get("text") == kept
