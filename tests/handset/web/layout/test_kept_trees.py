"""An element tree cached from an earlier document gives the same layout as a new one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bmoca_gym.handset.web.boxes import Box
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.geometry import PageGeometry, lay_out
from bmoca_gym.handset.web.nodes import Control, Document, Node, Sheet, Viewport

VIEWPORT = Viewport(200.0, 300.0, 2.625)
SIMPLE = """
  .a { color: red; padding: 3px } .a b { font-size: 20px } .a > i { display: block; width: 30px } .c::before { content: 'xx' }
  [title] u { letter-spacing: 3px } .b div { float: left }
"""
RELATED = SIMPLE + "b + i { margin-left: 7px } p:first-child { border: 2px solid }"
DEEP = RELATED + ".d:has(.a) { padding: 5px }"
TAGS = (
    "div", "p", "b", "i", "u", "span", "button", "textarea", "input", "svg", "td", "table", "li", "ul"
)  # fmt: skip


def _node(
    number: int, tag: str, classes: str = "", children: Sequence[Node | str] = (), title: str = ""
) -> Node:
    attributes = {"class": classes} if classes else {}
    if title:
        attributes["title"] = title
    node = Node(number, tag, tag == "svg", attributes)
    node.children = tuple(children)
    if tag in ("button", "textarea", "input"):
        node.control = Control(value=title)
    return node


def _document(body: Sequence[Node | str], sheet: str, classes: str = "") -> Document:
    root = _node(1, "html", "", [_node(2, "body", classes, body)])
    nodes = {node.number: node for node in root.walk()}
    return Document(root, (Sheet(sheet, ""),), nodes, Given({}), "a.html", 0, None, "", (0.0, 0.0))


def _described(box: Box) -> list[object]:
    return [(one.node, one.edges, one.runs, one.fragments, one.scroll_size, one.look) for one in box.walk()]


def _same_as_fresh(kept: PageGeometry, document: Document) -> bool:
    return _described(kept.boxes) == _described(lay_out(document, VIEWPORT).boxes)


def _random(random: Random, before: dict[int, Node], sheet: str) -> Document:
    """Return a document whose numbers may be those of other elements in the one before. Some subtrees are the same objects."""
    free = list(range(3, 14))

    def made(depth: int) -> Node:
        number = free.pop(random.randrange(len(free)))
        old = before.get(number)
        if old is not None and random.random() < 0.3:
            numbers = [one.number for one in old.walk()][1:]
            if set(numbers) <= set(free):
                free[:] = [one for one in free if one not in numbers]
                return old
        tag = old.tag if old is not None and random.random() < 0.6 else random.choice(TAGS)
        classes = " ".join(random.sample("abcd", random.randrange(3)))
        inside: list[Node | str] = []
        for _ in range(random.randrange(4) if depth < 4 else 0):
            if random.random() < 0.4:
                inside.append("word " * random.randrange(1, 3))
            elif free:
                inside.append(made(depth + 1))
        return _node(number, tag, classes, inside, "v" * random.choice((0, 0, 1, 3)))

    return _document([made(0) for _ in range(3) if free], sheet, random.choice(("", "a", "b")))


@pytest.mark.parametrize("sheet", [SIMPLE, RELATED, DEEP], ids=["simple", "related", "deep"])
def test_a_kept_tree_lays_out_as_a_fresh_one(sheet: str) -> None:
    for seed in range(25):
        random, geometry = Random(seed), None
        before: dict[int, Node] = {}
        for _ in range(5):
            document = _random(random, before, sheet)
            before = dict(document.nodes)
            geometry = lay_out(document, VIEWPORT, geometry)
            if random.random() < 0.8:
                assert _same_as_fresh(geometry, document), seed


def test_a_number_may_name_another_element_on_a_page_that_began_alike() -> None:
    first = _document([_node(3, "button", "", ["word"])], SIMPLE)
    second = _document([_node(3, "textarea", "", ["word"])], SIMPLE)
    geometry = lay_out(first, VIEWPORT)
    assert _same_as_fresh(geometry, first)
    assert _same_as_fresh(lay_out(second, VIEWPORT, geometry), second)


def test_the_lines_of_a_block_that_stands_on_a_line_now_are_gone() -> None:
    first = _document([_node(3, "div", "a", [_node(4, "i", "", ["word"])])], SIMPLE)
    second = _document([_node(3, "div", "", [_node(4, "i", "", ["word"])])], SIMPLE)
    geometry = lay_out(first, VIEWPORT)
    assert _same_as_fresh(geometry, first)
    later = lay_out(second, VIEWPORT, geometry)
    assert _same_as_fresh(later, second)
    assert sum(len(box.runs) for box in later.boxes.walk()) == 1


def test_what_comes_back_is_matched_anew() -> None:
    geometry = None
    for classes, inside in (("a", True), ("", False), ("", True)):
        document = _document(
            [_node(3, "div", classes, [_node(4, "b", "", ["word"])] if inside else [])], SIMPLE
        )
        geometry = lay_out(document, VIEWPORT, geometry)
        assert _same_as_fresh(geometry, document)


def test_what_stands_deep_below_counts_from_the_first_layout_on() -> None:
    document = _document([_node(3, "div", "d", [_node(4, "div", "", [_node(5, "i", "a", ["word"])])])], DEEP)
    measured = lay_out(document, VIEWPORT).measure(3)
    assert measured is not None
    assert measured.paddings[0] == pytest.approx(5, abs=0.2)
    later = _document([_node(3, "div", "d", [_node(4, "div", "", [_node(5, "i", "", ["word"])])])], DEEP)
    measured = lay_out(later, VIEWPORT, lay_out(document, VIEWPORT)).measure(3)
    assert measured is not None
    assert measured.paddings[0] == 0


@pytest.mark.parametrize(
    ("rules", "width"),
    [
        (".b:has(.z) { color: blue } " * 2_000, 700),
        ("[title] > * { color: blue } " * 15_000, 700),
        ("i + i:nth-child(2n+1) { color: blue } " * 400, 700),
    ],
    ids=["below", "any", "beside"],
)
def test_rules_that_would_take_too_long_are_left_out(rules: str, width: int) -> None:
    sheet = "i { color: red } " + rules
    few = _document([_node(3, "i", "", ["word"])], sheet)
    deep = [_node(3, "i", "", ["word"])]
    for number in range(4, 100):
        deep = [_node(number, "b", "b", deep)]
    many = _document([*deep, *[_node(number, "i", "b") for number in range(100, 100 + width)]], sheet)
    kept = None
    for document, styled in ((few, True), (many, False), (few, True)):
        kept = lay_out(document, VIEWPORT, kept)
        assert (kept.style(3, "color") == "rgb(255, 0, 0)") is styled
        assert _same_as_fresh(kept, document)
