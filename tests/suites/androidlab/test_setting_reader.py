"""The page of notification access, as AndroidLab's judge reads it."""

from __future__ import annotations

import pytest

from bmoca_gym.suites.androidlab.compressed_tree import TITLE, CompressedNode
from bmoca_gym.suites.androidlab.readers.setting import language, notification_access


def tree(*children: CompressedNode) -> CompressedNode:
    return CompressedNode(0, TITLE, None, children)


def text(words: str) -> CompressedNode:
    return CompressedNode(1, f"TextView ;; ;;{words} ", (0, 0, 1, 1), ())


def row(*children: CompressedNode) -> CompressedNode:
    return CompressedNode(1, ";click ; ;;", (0, 0, 1, 1), children)


def switch(state: str) -> CompressedNode:
    return CompressedNode(1, f"Switch ;check ; {state} ;;", (0, 0, 1, 1), ())


CONTACTS, CLOCK = row(text("Contacts")), row(text("Clock"))


@pytest.mark.parametrize(
    ("children", "found"),
    [
        ((text("Allowed"), CLOCK, CONTACTS, text("Not allowed")), {"disabled": False}),
        ((text("Allowed"), CLOCK, text("Not allowed"), CONTACTS), {"disabled": True}),
        ((text("Allowed"), CLOCK), {"disabled": True}),  # Contacts is further down
        ((row(text("Allow notification access"), switch("checked")),), {"disabled": False}),
        ((row(text("Allow notification access"), switch("unchecked")),), {"disabled": True}),
        ((row(text("Allow notification access")),), {"disabled": True}),
        ((CONTACTS, text("Not allowed")), None),
    ],
)
def test_what_it_makes_of_a_page(children: tuple[CompressedNode, ...], found: object) -> None:
    assert notification_access(tree(*children), app="Contacts") == found


NAME, PLACE, HANDLE = text("Español (Estados Unidos)"), text("2"), row()


@pytest.mark.parametrize(
    ("children", "found"),
    [
        ((text("English"), text("1"), NAME, PLACE), {"added": True, "second": True}),
        ((NAME, HANDLE, PLACE), {"added": True, "second": False}),  # the number must be right behind the name
        ((NAME, text("3")), {"added": True, "second": False}),
        ((text("English"), text("1")), {"added": False, "second": False}),
    ],
)
def test_a_language_and_its_place(children: tuple[CompressedNode, ...], found: dict[str, bool]) -> None:
    assert language(tree(*children), "Español (Estados Unidos)", "2") == found
