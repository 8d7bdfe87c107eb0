"""Elements of an app that is not compiled: attributes of their classes count, compiled or not.

A compiled phone reads attributes of its own classes directly.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from bmoca_gym.handset.assembly import chain
from bmoca_gym.handset.render.display_list import display_list
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import FILL, Box, Column, Element, Spacer
from bmoca_gym.handset.ui.finding import find_element, located
from bmoca_gym.handset.ui.nodes import nodes_of
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.ui.widgets import TextField, selected
from bmoca_gym.handset.value import do

M = Metrics(1.0, 1.0, False, "en")


class Dial(Element):
    """Attributes of the class, and one of the object's own dictionary."""

    CLASS = "org.example.Dial"
    checkable = True
    editable = True
    focusable = True
    hint = "turn it"

    def __init__(self, level: int, **options: Any) -> None:
        super().__init__(**options)
        self.level = level
        self.focused = level > 3

    @property
    def text(self) -> str:
        return str(self.level)

    @property
    def opaque(self) -> bool:
        return True

    @property
    def soft(self) -> bool:
        return True

    def pad_px(self, m: Metrics) -> tuple[int, int, int, int]:
        return (1, 2, 3, 4)

    def look(self) -> tuple[Any, ...]:
        return (*super().look(), self.level)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        left, top, right, bottom = self.pad_px(m)
        return Box(self, 20 + left + right, 30 + top + bottom)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        canvas.drawCircle(x, y, 5)


class Secret(Element):
    """Slots and properties instead of attributes of the class."""

    __slots__ = ("focused", "hint")
    CLASS = "org.example.Secret"

    def __init__(self, **options: Any) -> None:
        Element.__init__(self, **options)
        self.focused = True
        self.hint = "whisper"

    @property
    def checkable(self) -> bool:  # type: ignore[override]
        return True

    @property
    def password(self) -> bool:
        return True


class Pager(Column):
    """An element that scrolls but is not a `Scroll`."""

    scrollable = True
    axis, key = "y", "pager"

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        inside = super().place(m, max_w, 1 << 20, fix_w, None)
        return Box(self, inside.width, 40, ((0, 0, inside),))

    def measure(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        return super().measure(m, max_w // 2, max_h, fix_w, fix_h)


class Code(TextField):
    """A text field with a slot and an attribute of its own."""

    __slots__ = ("digits",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.digits = 6


class Pin(Code):
    """The same with a dictionary."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.dots = True


def nodes(element: Element) -> list[UiNode]:
    return nodes_of(element.layout(M, 200, 200), (("pager", 10),), "org.example", 200, 200, 0, 0, 0, {}, {})


def test_the_tree_says_what_classes_of_an_app_say() -> None:
    (low,), (high,) = nodes(Dial(2, checked=True)), nodes(Dial(5))
    assert (low.text, low.hint, low.bounds) == ("2", "turn it", (0, 0, 24, 36))
    assert [low.checkable, low.checked, low.editable, low.focusable, low.clickable] == [True] * 5
    assert [low.focused, high.focused] == [False, True]
    (secret,) = nodes(Secret(width=10, height=10))
    assert [secret.focused, secret.checkable, secret.password, secret.hint] == [True, True, True, "whisper"]
    assert [secret.editable, secret.focusable] == [False, False]


def test_what_scrolls_by_its_class_is_read_touched_and_painted_where_it_stands() -> None:
    pager = Pager(Dial(1), Dial(2), width=FILL)
    outer, inner, first, second = nodes(pager)
    assert [outer.scrollable, outer.focusable, inner.bounds] == [True, True, (0, 0, 100, 40)]
    assert [first.bounds, second.bounds] == [(0, 0, 24, 26), (0, 26, 24, 40)]
    box = pager.layout(M, 200, 200)
    offsets = (("pager", 10),)
    assert [hit.element for hit in chain(box, 5, 30, offsets)][-1] is pager.children[1]
    found = located(box, offsets, lambda e: e is pager.children[1])
    assert found is not None
    assert found[:2] == (0, 26)
    assert find_element(pager, lambda e: e is pager.children[1]) is pager.children[1]
    painted = display_list(box, 0, 0, offsets, M, 200, 200)
    assert [(item.y, item.soft, item.opaque, item.clip) for item in painted] == [
        (-10, True, True, (0, 0, 100, 40)),
        (26, True, True, (0, 0, 100, 40)),
    ]


def test_a_selection_leaves_a_field_of_an_app_as_it_is() -> None:
    for kind in (TextField, Code, Pin):
        field: Any = kind("1234", "code", do(print), focused=True, id="pin", hint="six digits")
        shown: Any = selected(field, (1, 2))
        assert type(shown) is kind
        assert (shown.selection, field.selection) == ((1, 2), None)
        assert (shown.content, shown.id, shown.hint, shown.focused) == ("1234", "pin", "six digits", True)
        assert getattr(shown, "digits", None) == getattr(field, "digits", None)
        assert getattr(shown, "dots", None) == getattr(field, "dots", None)
    assert (shown.digits, shown.dots) == (6, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"checked": 1}, {"enabled": 0}, {"width": "5"}, {"grow": (1,)}, {"background": 0.5}, {"border": "red"},
        {"id": 5}, {"description": b"x"}, {"tap": [print, ()]}, {"pad": [1, 2]}, {"pad": (1, 2, 3)}, {"colour": 5},
    ],
    ids=str,
)  # fmt: skip
def test_an_option_of_a_wrong_type_is_refused_by_name(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(TypeError, match=name):
        Spacer(**wrong)
    assert Spacer(**{name: None} if name != "colour" else {}).enabled


def test_trees_and_metrics_are_copied_and_pickled() -> None:
    tree = UiTree(tuple(nodes(Pager(Dial(1), Secret()))), 200, 100, 1)
    for again in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert again == tree
        assert (again.nodes, again.width, again.height, again.rotation) == (tree.nodes, 200, 100, 1)
    arabic = Metrics(2.5, 3.0, True, "ar")
    assert copy.deepcopy(arabic) == pickle.loads(pickle.dumps(arabic)) == arabic
