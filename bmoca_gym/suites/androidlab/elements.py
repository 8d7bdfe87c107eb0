"""How AndroidLab's agents refer to elements of a screen: numbers in pictures, and the compressed tree as text."""

from __future__ import annotations

import math

from numpy import uint8
from numpy.typing import NDArray

from bmoca_gym.envs import set_of_mark
from bmoca_gym.envs.observations import ElementList
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidlab.compressed_tree import compressed, text_of

#: Least distances in px between the centres of AndroidLab's numbered elements: of two of the same kind, and of a
#: focusable one from the clickable ones.
_APART, _APART_FROM_CLICKABLE = 5, 10


def labelled(tree: UiTree) -> list[UiNode]:
    """Return AndroidLab's numbered elements in order; their numbers begin at 1.

    First come clickable elements, then focusable ones, each in document order. An element with text or a
    description counts as either. An element is left out if its centre is too close to another's.
    """
    clickable = _apart([node for node in tree.nodes if node.clickable or _says(node)], [], 0)
    focusable = _apart(
        [node for node in tree.nodes if node.focusable or _says(node)], clickable, _APART_FROM_CLICKABLE
    )
    return [*clickable, *focusable]


def _says(node: UiNode) -> bool:
    return bool(node.text.strip() or node.content_description.strip())


def _middle(node: UiNode) -> tuple[int, int]:
    left, top, right, bottom = node.bounds
    return (left + right) // 2, (top + bottom) // 2


def _apart(nodes: list[UiNode], others: list[UiNode], apart: int) -> list[UiNode]:
    """The elements whose centres are at least `_APART` from any earlier one's and ``apart`` from any of ``others``."""
    found: list[tuple[UiNode, tuple[int, int]]] = []
    for node in nodes:
        middle = _middle(node)
        if all(math.dist(middle, other) > _APART for _, other in found):
            found.append((node, middle))
    taken = [_middle(node) for node in others]
    return [node for node, middle in found if all(math.dist(middle, other) > apart for other in taken)]


def _told(tree: UiTree, longest: int) -> str:
    return text_of(compressed(tree))[:longest]


def _drawn(picture: NDArray[uint8], tree: UiTree) -> NDArray[uint8]:
    """Draw the number of each element on its centre."""
    places = [(number, node.bounds) for number, node in enumerate(labelled(tree), start=1)]
    return set_of_mark.draw_numbers(picture, places, (tree.width, tree.height))


#: As the observation's argument ``elements`` names it.
LIST = ElementList(_told, _drawn)
