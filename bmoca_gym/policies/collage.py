"""Collages: first screens of demonstrations with added or covered elements.

All demonstrations of an instruction begin on a home screen and look for the same element, there or after a swipe. A
collage adds a cut-out of this element to a first screen without it, or covers it, and scatters elements of other
instructions. The right action of a collage is known. Source of the idea: Ghiasi et al., "Simple Copy-Paste", 2021.
"""

from __future__ import annotations

from collections import defaultdict

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs.actions import GRID_X, GRID_Y
from bmoca_gym.policies.steps import Batch, Beginning, StepStore

Pixels = NDArray[np.uint8]

#: A box of pixels: left, top, right, bottom.
Box = tuple[int, int, int, int]

#: Largest number of scattered elements of other instructions.
_OTHERS = 4

#: Vertical range of cut-outs, as fractions of the height: below the status bar, above the navigation bar.
_TOP, _BOTTOM = 0.05, 0.94

#: Width of the soft edge of a cut-out in px.
_FEATHER = 3

#: Range of the scale of cut-outs.
_SCALES = (0.75, 1.25)

#: Share of the cut-outs with the shape of a disc: an icon without its label.
_DISCS = 0.5

#: (x, y) of the classes that tap.
_POINTS = np.array([(x, y) for y in GRID_Y for x in GRID_X])


class Collages:
    """Maker of collages from the first screens in a store.

    Args:
        store: a store with demonstrations. Steps that are added later are not used.
        rows: the rows that may be used.
    """

    def __init__(self, store: StepStore, rows: NDArray[np.int64]) -> None:
        self._store = store
        self._first: dict[int, Beginning] = {}
        self._elements: dict[int, list[Beginning]] = defaultdict(list)
        self._swiped: dict[int, list[Beginning]] = defaultdict(list)
        usable = set(rows.tolist())
        for beginning in store.beginnings():
            if beginning.row not in usable or beginning.element not in usable:
                continue
            self._first[beginning.row] = beginning
            self._elements[beginning.instruction].append(beginning)
            if beginning.row != beginning.element:
                self._swiped[beginning.instruction].append(beginning)
        #: For each instruction, the instructions that look for another element.
        self._others = {
            one: [other for other in self._elements if not self._seek_the_same(one, other)]
            for one in self._elements
        }

    def changed(self, batch: Batch, rows: NDArray[np.int64], share: float, rng: np.random.Generator) -> Batch:
        """Return the batch of some rows, with collages instead of a ``share`` of its first screens."""
        chosen = [
            number for number, row in enumerate(rows) if int(row) in self._first and rng.random() < share
        ]
        if not chosen:
            return batch
        batch = Batch(*(column.copy() for column in batch))
        for number in chosen:
            self._change(batch, number, self._first[int(rows[number])], rng)
        return batch

    def _change(self, batch: Batch, number: int, first: Beginning, rng: np.random.Generator) -> None:
        picture = batch.pixels[number]
        here = first.row == first.element
        box = _box(first, picture) if here else None
        swiped = self._swiped[first.instruction]
        if here and swiped and rng.random() < 0.5:
            # Another element covers the one to find. The right action is that of a screen without it.
            piece = self._piece(self._other(first, rng))
            if piece is not None and box is not None:
                _put(picture, piece, box, disc=False)
                box = None
                without = self._store.batch(np.array([swiped[int(rng.integers(len(swiped)))].row]))
                for name in ("labels", "allowed", "duals"):
                    getattr(batch, name)[number] = getattr(without, name)[0]
        elif not here and rng.random() < 0.5:
            elements, plain = self._elements[first.instruction], picture.copy()
            box = _strewn(picture, self._piece(elements[int(rng.integers(len(elements)))]), None, rng)
            if box is not None and not _tap(batch, number, box):
                picture[:], box = plain, None
        for _ in range(int(rng.integers(_OTHERS + 1))):
            _strewn(picture, self._piece(self._other(first, rng)), box, rng)

    def _seek_the_same(self, one: int, other: int) -> bool:
        """Return whether two instructions tap the same element first, in all environments with both demonstrations."""
        mine, theirs = ({each.environment: each.bounds for each in self._elements[k]} for k in (one, other))
        return all(
            theirs[configuration] == bounds
            for configuration, bounds in mine.items()
            if configuration in theirs
        )

    def _other(self, first: Beginning, rng: np.random.Generator) -> Beginning | None:
        """Draw an element of another instruction."""
        others = self._others[first.instruction]
        if not others:
            return None
        found = self._elements[others[int(rng.integers(len(others)))]]
        return found[int(rng.integers(len(found)))]

    def _piece(self, beginning: Beginning | None) -> Pixels | None:
        if beginning is None:
            return None
        picture = self._store.pixels[beginning.element]
        left, top, right, bottom = _box(beginning, picture)
        return np.asarray(picture[top:bottom, left:right])


def _box(beginning: Beginning, picture: Pixels) -> Box:
    height, width = picture.shape[:2]
    left, top, right, bottom = beginning.bounds
    return (
        max(0, int(left * width)), max(0, int(top * height)),
        min(width, int(np.ceil(right * width))), min(height, int(np.ceil(bottom * height))),
    )  # fmt: skip


def _strewn(picture: Pixels, piece: Pixels | None, free: Box | None, rng: np.random.Generator) -> Box | None:
    """Put a piece at a random place of a picture. Returns its box, or None if it would cover the box ``free``."""
    if piece is None:
        return None
    height, width = picture.shape[:2]
    scale = rng.uniform(*_SCALES)
    rows = min(max(1, round(piece.shape[0] * scale)), height // 2)
    columns = min(max(1, round(piece.shape[1] * scale)), width)
    left = int(rng.integers(width - columns + 1))
    top = int(rng.integers(int(_TOP * height), max(int(_BOTTOM * height) - rows, int(_TOP * height) + 1)))
    box = left, top, left + columns, top + rows
    if free is not None and _overlap(box, free):
        return None
    _put(picture, piece, box, rng.random() < _DISCS)
    return box


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _put(picture: Pixels, piece: Pixels, box: Box, disc: bool) -> None:
    """Draw a piece with soft edges into a box of a picture: the whole piece, or the disc at its top."""
    place = picture[box[1] : box[3], box[0] : box[2]]
    rows, columns = place.shape[:2]
    resized = cv2.resize(piece, (columns, rows), interpolation=cv2.INTER_LINEAR)
    y, x = np.mgrid[0.5:rows, 0.5:columns]
    if disc:
        radius = min(rows, columns) / 2
        inside = radius - np.hypot(x - columns / 2, y - radius)
    else:
        inside = np.minimum(np.minimum(x, columns - x), np.minimum(y, rows - y))
    weight = (inside / _FEATHER).clip(0, 1)[:, :, None]
    place[:] = (weight * resized + (1 - weight) * place + 0.5).astype(np.uint8)


def _tap(batch: Batch, number: int, box: Box) -> bool:
    """Make taps inside the box the right classes. Returns False if no point of the grid is inside."""
    height, width = batch.pixels.shape[1:3]
    x, y = _POINTS[:, 0] * width, _POINTS[:, 1] * height
    left, top, right, bottom = box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2
    inside = (left <= x) & (x < right) & (top <= y) & (y < bottom)
    if not inside.any():
        return False
    batch.allowed[number] = False
    batch.allowed[number, : len(inside)] = inside
    middle = np.array([(left + right) / 2 / width, (top + bottom) / 2 / height])
    distance = np.where(inside, np.abs(_POINTS - middle).sum(axis=1), np.inf)
    batch.labels[number] = int(distance.argmin())
    batch.duals[number] = np.tile(2 * middle[::-1] - 1, 2)  # y, x, y, x
    return True
