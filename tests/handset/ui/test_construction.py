"""Elements that are constructed in C, where the package is compiled, are those that their classes construct."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.ui.elements import (
    Canvas,
    Column,
    Element,
    Grid,
    LeftToRight,
    Row,
    Scroll,
    Spacer,
    Stack,
)
from bmoca_gym.handset.ui.fitting import FittedText
from bmoca_gym.handset.ui.illustrations import Illustration
from bmoca_gym.handset.ui.linked_text import Anchored, LinkedText, Span
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

TAP = do(print, 1)
NUMBERS = st.sampled_from([0, 3, 2.5, -1.0, True, None])
WHOLE = st.sampled_from([0, 0xFF102030, None])
TRUTHS = st.sampled_from([True, False, None])
WORDS = st.sampled_from(["", "a", "a.b:id/c", None])
CALLS = st.sampled_from([TAP, None])
#: Options of all elements.
COMMON: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("grow", "height", "radius", "width"), NUMBERS),
    **dict.fromkeys(("background", "border"), WHOLE),
    **dict.fromkeys(("checked", "enabled", "selected"), TRUTHS),
    **dict.fromkeys(("class_name", "description", "id"), WORDS),
    **dict.fromkeys(("drag", "long_press", "swipe", "tap"), CALLS),
    "pad": st.sampled_from([None, 3, 2.5, (1, 2), (1, 2.5, 3, 4)]),
}
ALIGN = st.sampled_from(["start", "center", "end"])
GROUP = {"align": ALIGN, "justify": ALIGN, "gap": st.sampled_from([0, 2, 1.5])}
SIZE, COLOR = st.sampled_from([12, 13.5]), st.sampled_from([0, 0xFF112233])
TEXT = {
    "align": ALIGN, "color": COLOR, "lines": st.sampled_from([None, 1, 3]), "shadow": st.booleans(), "size": SIZE,
    "spoken": WORDS, "weight": st.sampled_from([400, 700]),
}  # fmt: skip
CHILD = Spacer(width=1)
#: Classes, with what is given by place and what some have by name besides the options of all.
KINDS: list[tuple[Any, tuple[Any, ...], dict[str, st.SearchStrategy[Any]]]] = [
    (Element, (), {}),
    (Spacer, (), {}),
    (Column, (CHILD, CHILD), GROUP),
    (Row, (), GROUP),
    (Stack, (CHILD,), GROUP),
    (LeftToRight, (CHILD,), GROUP),
    (Grid, (CHILD,), {**GROUP, "columns": st.integers(1, 3)}),
    (Scroll, (CHILD,), {"key": st.just("list"), "axis": st.sampled_from(["x", "y"])}),
    (Canvas, ((1, 2, CHILD),), {}),
    (Text, ("words",), TEXT),
    (Text, ("words", 12, 0xFF000000, 500, None), {"align": ALIGN, "shadow": st.booleans()}),
    (FittedText, ("words", 12.5), {"align": ALIGN, "lines": st.sampled_from([None, 1, 3])}),
    (Icon, ("search",), {"color": COLOR, "size": SIZE, "turn": st.booleans()}),
    (Picture, ("00_default",), {}),
    (Anchored, ("words", "top"), {"align": ALIGN, "size": SIZE, "color": COLOR}),
    (LinkedText, ("words", "top", (Span(0, 2, 3, 4),)), {"weight": st.just(700), "size": SIZE}),
    (Illustration, ("youtube", "city"), {"middle": SIZE}),
]


def said(element: Element) -> dict[str, Any]:
    """All attributes of an element, each with its type."""
    names = {name for kind in type(element).__mro__ for name in getattr(kind, "__slots__", ())}
    names |= {name for name in dir(element) if not name.startswith("__")}
    found = {name: getattr(element, name) for name in names}
    return {name: (type(given), given) for name, given in found.items() if not callable(given)}


@given(st.data(), st.sampled_from(KINDS))
def test_options_are_taken_as_by_the_class(data: st.DataObject, of: Any) -> None:
    kind, by_place, own = of
    always = {name: own[name] for name in ("columns", "key") if name in own}
    others = {name: given for name, given in {**COMMON, **own}.items() if name not in always}
    drawn = data.draw(st.fixed_dictionaries(always, optional=others))
    assert said(kind(*by_place, **drawn)) == said(type.__call__(kind, *by_place, **drawn))


@pytest.mark.parametrize(
    "wrong",
    [{"widht": 1}, {"width": "wide"}, {"pad": (1, 2, 3)}, {"tap": print}, {"enabled": 1}, {"id": 3}, {"columns": 2}],
)  # fmt: skip
def test_what_is_wrong_is_refused_alike(wrong: dict[str, Any]) -> None:
    for kind in (Column, Spacer):
        with pytest.raises(TypeError) as plain:
            type.__call__(kind, **wrong)
        with pytest.raises(TypeError) as quick:
            kind(**wrong)
        assert str(quick.value) == str(plain.value)


class Sign(Text):
    """A class that is not compiled."""

    __slots__ = ("mark",)

    def __init__(self, text: str, mark: str, **options: Any) -> None:
        Text.__init__(self, text, **options)
        self.mark = mark


def test_classes_of_apps_construct_their_own() -> None:
    made = Sign("a", "!", id="x", lines=2)
    assert (made.mark, made.id, made.lines, made.string) == ("!", "x", 2, "a")
