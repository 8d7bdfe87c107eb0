"""The reader of Bluecoins' form: on a form, on one without a sign, and on other pages."""

from __future__ import annotations

from typing import Any

import pytest

from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidlab.compressed_tree import compressed
from bmoca_gym.suites.androidlab.readers.bluecoins import form


def element(depth: int, top: int, name: str, text: str = "", **flags: Any) -> UiNode:
    left = {"-": 10, "CNY": 200}.get(text, 100)
    bounds = (0, top, 300, top + 40) if depth < 2 and not text else (left, top, left + 90, top + 40)
    return UiNode(
        f"android.widget.{name}", "", text, "", bounds, "com.rammigsoftware.bluecoins", depth, **flags
    )


def page(*nodes: UiNode) -> UiTree:
    return UiTree((element(0, 0, "FrameLayout"), *nodes), 300, 600)


TITLE = element(1, 0, "TextView", "Edit Expense")
AMOUNT = (
    element(1, 50, "LinearLayout", clickable=True),
    element(2, 50, "TextView", "-", clickable=True),
    element(2, 50, "EditText", "400.00", clickable=True, long_clickable=True),
    element(2, 50, "TextView", "CNY", clickable=True),
)
DATE = element(1, 100, "TextView", "May 15, 2024")
NOTES = element(1, 150, "EditText", "Notes", clickable=True, long_clickable=True)


def test_a_form_is_read() -> None:
    found = {"type": "Expense", "date": "May 15, 2024", "cash": "400.00", "note": "None"}
    tree = compressed(page(TITLE, *AMOUNT, DATE, NOTES))
    assert form(tree) == found
    assert form(tree, signed=True) == found | {"sign": "-"}
    noted = element(1, 150, "EditText", "Wrong Operation", clickable=True, long_clickable=True)
    assert form(compressed(page(TITLE, *AMOUNT, DATE, noted))) == found | {"note": "wrong operation"}


def test_a_form_without_a_sign_can_not_be_read_with_one() -> None:
    tree = compressed(page(TITLE, DATE, NOTES))
    assert form(tree) == {"type": "Expense", "date": "May 15, 2024", "cash": "", "note": "None"}
    with pytest.raises(LookupError):
        form(tree, signed=True)


def test_a_page_without_fields_is_no_form() -> None:
    assert form(compressed(page(TITLE, DATE))) is None
    assert form(compressed(page())) is None
