"""Set-of-mark pictures: boxes with numeric tags around the elements that can be tapped, or numbers without
boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import targets
from bmoca_gym.handset.ui.tree import UiNode, UiTree

Picture: TypeAlias = NDArray[np.uint8]

#: Left, top, right, bottom, in px of the picture.
Box = tuple[int, int, int, int]


class Mark(NamedTuple):
    """Numeric tag of a marked element, and its box in px of the picture."""

    tag: int
    box: Box


class Label(NamedTuple):
    """Position of a number: its box in px of the picture, and the size of its digits, an index of `_FONTS`."""

    tag: int
    box: Box
    font: int


# Digits as rows of dots, so that they are sharp at any size: 5 × 7, and 3 × 5 for small elements.
_LARGE = (
    "01110 10001 10001 10001 10001 10001 01110", "00100 01100 00100 00100 00100 00100 01110",
    "01110 10001 00001 00110 01000 10000 11111", "01110 10001 00001 00110 00001 10001 01110",
    "00010 00110 01010 10010 11111 00010 00010", "11111 10000 11110 00001 00001 10001 01110",
    "00110 01000 10000 11110 10001 10001 01110", "11111 00001 00010 00100 01000 01000 01000",
    "01110 10001 10001 01110 10001 10001 01110", "01110 10001 10001 01111 00001 00010 01100",
)  # fmt: skip
_SMALL = (
    "111 101 101 101 111", "010 110 010 010 111", "111 001 111 100 111", "111 001 111 001 111",
    "101 101 111 001 001", "111 100 111 001 111", "111 100 111 101 111", "111 001 010 010 010",
    "111 101 111 101 111", "111 101 111 001 111",
)  # fmt: skip
_FONTS = [
    [np.array([[dot == "1" for dot in row] for row in digit.split()]) for digit in font]
    for font in (_LARGE, _SMALL)
]

#: Dark label on a light background, light label on a dark one: fill and digits, RGB.
_ON_LIGHT = ((170, 0, 60), (255, 255, 255))
_ON_DARK = ((255, 230, 60), (0, 0, 0))

#: Numbers without boxes: colours of plate and digits (RGB), and their distance from the element's centre in px of the
#: screen.
_PLATE, _INK, _OFFSET = (10, 10, 10), (255, 250, 250), 10

#: Height in px of a picture in which a dot of a number is one px.
_NUMBER_HEIGHT = 600

#: Height in px up to which a dot of a tag is one px; in higher pictures dots are larger.
_HEIGHT = 512

_RED_GREEN_BLUE = np.array([0.299, 0.587, 0.114])


def marks(tree: UiTree, size: tuple[int, int], leaves_only: bool = False) -> list[Mark]:
    """Return the elements to mark in a picture of ``size`` (width, height) px, in the order of their tags.

    These are the elements that react to a tap or a long press or can be checked. With ``leaves_only`` they
    are the elements without children that do so or have text.
    """
    nodes = tree.numbered()
    found = []
    leaves = set(map(id, tree.leaves())) if leaves_only else set()
    for tag, node in enumerate(nodes):
        if not (_acts(node) or (leaves_only and (node.text or node.content_description))):
            continue
        if leaves_only and id(node) not in leaves:
            continue
        found.append((tag, node.bounds))
    return boxes(found, (tree.width, tree.height), size)


def boxes(
    places: Iterable[tuple[int, Sequence[int]]], screen: tuple[int, int], size: tuple[int, int]
) -> list[Mark]:
    """Return the marks of elements in a picture of ``size`` (width, height) px, without those outside it.

    Args:
        places: numeric tags and bounds in px of the screen.
        screen: (width, height) of the screen in px.
        size: (width, height) of the picture in px.
    """
    width, height = size
    found = []
    for tag, (left, top, right, bottom) in places:
        box = (
            max(0, left * width // screen[0]),
            max(0, top * height // screen[1]),
            min(width, -(-right * width // screen[0])),
            min(height, -(-bottom * height // screen[1])),
        )
        if box[2] - box[0] > 1 and box[3] - box[1] > 1:
            found.append(Mark(tag, box))
    return found


def draw_numbers(
    picture: Picture, places: Iterable[tuple[int, Sequence[int]]], screen: tuple[int, int]
) -> Picture:
    """Return a copy of ``picture`` with a number just below each element's centre, without boxes, as in
    AndroidLab.

    The plate under a number is slightly transparent. A later number lies on top of an earlier one.

    Args:
        picture: ``uint8[H, W, 3]``, RGB.
        places: numbers and bounds in px of the screen.
        screen: (width, height) of the screen in px.
    """
    drawn: Picture = picture.copy()
    height, width = picture.shape[:2]
    dot = max(1, round(height / _NUMBER_HEIGHT))
    digits = _FONTS[0]
    rows, columns = digits[0].shape
    for number, (left, top, right, bottom) in places:
        x = (left + right) // 2 * width // screen[0] + round(_OFFSET * width / screen[0])
        y = (top + bottom) // 2 * height // screen[1] + round(_OFFSET * height / screen[1])
        wide, high = _extent(number, 0, dot)
        x, y = min(max(x, 0), max(width - wide, 0)), min(max(y, 0), max(height - high, 0))
        plate = drawn[y : y + high, x : x + wide]
        plate[:] = plate // 4 + np.array(_PLATE, np.uint8)
        for place, digit in enumerate(str(number)):
            dots = np.kron(digits[int(digit)], np.ones((dot, dot), bool))
            start = dot + place * dot * (columns + 1)
            part = plate[dot : dot + rows * dot, start : start + columns * dot]
            part[dots[: part.shape[0], : part.shape[1]]] = _INK
    return drawn


def _acts(node: UiNode) -> bool:
    return targets.takes_taps(node) or node.long_clickable or node.checkable


def labels(marked: Iterable[Mark], picture: Picture) -> list[Label]:
    """Find a place for each number: inside its element's box, on no other number, where it hides the least
    detail.

    Small elements choose first. An element that is too small for its number gets none.
    """
    dot = _dot(picture)
    detail = _detail(picture)
    placed: list[Label] = []
    for mark in sorted(marked, key=lambda mark: (_area(mark.box), mark.tag)):
        for font in range(len(_FONTS)):
            free = [
                box
                for box in _places(mark.box, *_extent(mark.tag, font, dot))
                if not any(_overlap(box, other.box) for other in placed)
            ]
            if free:
                placed.append(Label(mark.tag, min(free, key=lambda box: _sum(detail, box)), font))
                break
    return placed


def _dot(picture: Picture) -> int:
    """Width of a dot of the digits, in px."""
    return max(1, round(int(picture.shape[0]) / _HEIGHT))


def _detail(picture: Picture) -> NDArray[np.int64]:
    """Running sum of the differences of neighbouring pixels, above and to the left of each pixel."""
    grey = picture.astype(np.int64).sum(axis=2)
    change = np.abs(np.diff(grey, axis=0, prepend=grey[:1])) + np.abs(
        np.diff(grey, axis=1, prepend=grey[:, :1])
    )
    running: NDArray[np.int64] = np.pad(change.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return running


def _sum(detail: NDArray[np.int64], box: Box) -> int:
    left, top, right, bottom = box
    return int(detail[bottom, right] - detail[top, right] - detail[bottom, left] + detail[top, left])


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _extent(tag: int, font: int, dot: int) -> tuple[int, int]:
    """Width and height of a number with a margin of one dot, in px."""
    rows, columns = _FONTS[font][0].shape
    return (len(str(tag)) * (columns + 1) + 1) * dot, (rows + 2) * dot


def _places(box: Box, width: int, height: int) -> list[Box]:
    """Places in a box for a label of that size: first the corners, then along the top and bottom edge."""
    left, top, right, bottom = box
    if width > right - left or height > bottom - top:
        return []
    last_x, last_y = right - width, bottom - height
    points = [(left, top), (last_x, top), (left, last_y), (last_x, last_y)]
    for y in (top, last_y, (top + last_y) // 2):
        points += [(x, y) for x in range(left, last_x + 1, max(1, width // 2))]
    return [(x, y, x + width, y + height) for x, y in points]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def draw(picture: Picture, marked: Sequence[Mark]) -> Picture:
    """Return a copy of ``picture`` (``uint8[H, W, 3]``, RGB) with the marks: light ones on dark parts, dark
    ones on light parts.
    """
    drawn: Picture = picture.copy()
    dot = _dot(picture)
    # Large boxes first, so that the edge of a small element lies on top of that of the row around it.
    for mark in sorted(marked, key=lambda mark: -_area(mark.box)):
        left, top, right, bottom = mark.box
        fill, _ = _colours(picture[top:bottom, left:right])
        for edge in (
            drawn[top : top + dot, left:right],
            drawn[bottom - dot : bottom, left:right],
            drawn[top:bottom, left : left + dot],
            drawn[top:bottom, right - dot : right],
        ):
            edge[:] = fill
    for label in labels(marked, picture):
        left, top, right, bottom = label.box
        fill, ink = _colours(picture[top:bottom, left:right])
        drawn[top:bottom, left:right] = fill
        digits = _FONTS[label.font]
        for place, digit in enumerate(str(label.tag)):
            dots = np.kron(digits[int(digit)], np.ones((dot, dot), bool))
            x, y = left + dot + place * dot * (digits[0].shape[1] + 1), top + dot
            drawn[y : y + dots.shape[0], x : x + dots.shape[1]][dots] = ink
    return drawn


def _colours(background: Picture) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Fill and ink of a label on that part of the picture."""
    light = float((background.reshape(-1, 3).mean(axis=0) * _RED_GREEN_BLUE).sum()) > 110
    return _ON_LIGHT if light else _ON_DARK
