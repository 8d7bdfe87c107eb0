"""Picture editing: turning, mirroring and cropping, and what a finger does to the rectangle."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.kits import picture_edit
from bmoca_gym.handset.kits.picture_edit import Edit
from bmoca_gym.handset.state import Context

#: Four quarters of different brightness, 40 x 20 px: 10 and 20 above 30 and 40.
IMAGE = np.kron(np.array([[10, 20], [30, 40]], np.uint8), np.ones((10, 20), np.uint8))
DATA = cv2.imencode(".png", IMAGE)[1].tobytes()


def corners(edit: Edit) -> list[int]:
    made = cv2.imdecode(
        np.frombuffer(picture_edit.edited(DATA, edit, "a.png"), np.uint8), cv2.IMREAD_GRAYSCALE
    )
    return [int(made[y, x]) for y in (0, -1) for x in (0, -1)]


def drag(edit: Edit, *way: float) -> tuple[float, ...]:
    after = picture_edit.dragged(edit, Context(images.boot(), None, *way))
    return tuple(round(edge, 3) for edge in (after.left, after.top, after.right, after.bottom))


@pytest.mark.parametrize(
    ("steps", "seen"),
    [
        ((), [10, 20, 30, 40]),
        (("turn",), [30, 10, 40, 20]),
        (("turn",) * 4, [10, 20, 30, 40]),
        (("mirror",), [20, 10, 40, 30]),
        (("upright",), [30, 40, 10, 20]),
        (("mirror", "turn"), [40, 20, 30, 10]),
        (("mirror", "upright"), [40, 30, 20, 10]),
        (("turn", "mirror", "mirror"), [30, 10, 40, 20]),
    ],
)
def test_a_picture_is_turned_and_mirrored_as_it_is_seen(steps: tuple[str, ...], seen: list[int]) -> None:
    edit = Edit()
    for step in steps:
        edit = (
            picture_edit.turned(edit, 1) if step == "turn" else picture_edit.mirrored(edit, step == "upright")
        )
    assert corners(edit) == seen


def test_a_ratio_cuts_out_the_largest_rectangle_in_the_middle() -> None:
    edit = picture_edit.with_ratio(Edit(), "1:1", picture_edit.size_of(DATA, Edit()))
    assert (edit.left, edit.top, edit.right, edit.bottom) == (0.25, 0.0, 0.75, 1.0)
    made = cv2.imdecode(
        np.frombuffer(picture_edit.edited(DATA, edit, "a.png"), np.uint8), cv2.IMREAD_GRAYSCALE
    )
    assert made.shape == (20, 20)


def test_a_finger_moves_a_corner_or_all_of_the_rectangle() -> None:
    assert drag(Edit(), 0.02, 0.02, 0.3, 0.4) == (0.28, 0.38, 1, 1)
    assert drag(Edit(), 0.98, 0.9, 0.2, 0.95) == (0, 0, 0.22, 1)
    assert drag(Edit(), 0.98, 0.9, -3.0, 0.9) == (0, 0, 0.1, 1), "something is left"
    half = Edit(right=0.5, bottom=0.5)
    assert drag(half, 0.25, 0.25, 0.45, 0.3) == (0.2, 0.05, 0.7, 0.55)
    assert drag(half, 0.25, 0.25, 2.0, 0.25) == (0.5, 0, 1, 0.5), "it stays inside"
    square = picture_edit.with_ratio(Edit(), "1:1", (40, 20))
    assert drag(square, 0.75, 1.0, 0.75, 0.5) == (0.25, 0, 0.5, 0.5), "a ratio stays"


def test_what_is_no_picture_is_not_edited() -> None:
    assert picture_edit.edited(b"text", Edit(), "a.png") == b""
