"""Set-of-mark pictures agree with the text: every number is one of its tags, within that element's bounds."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from bmoca_gym.envs import PhoneEnv, set_of_mark
from bmoca_gym.envs.set_of_mark import _FONTS, Label, Mark
from bmoca_gym.handset.ui.tree import UiTree
from tests.playing import steps

SIZE = (256, 512)


def read_number(picture: np.ndarray, label: Label) -> int:
    """The number that is drawn in a label, read from the pixels."""
    left, top, right, bottom = label.box
    background = picture[top, left].astype(int)
    dots = np.abs(picture[top:bottom, left:right].astype(int) - background).sum(axis=2) > 0
    digits = _FONTS[label.font]
    columns = digits[0].shape[1]
    text = ""
    for x in range(1, right - left - 1, columns + 1):
        drawn = dots[1:-1, x : x + columns]
        text += next(str(digit) for digit, shape in enumerate(digits) if (shape == drawn).all())
    return int(text)


@pytest.mark.exhaustive(unless=lambda environment: environment == "109")
@pytest.mark.parametrize(
    "environment", ["100", "108", "105", "109"]
)  # English, Urdu, Korean; Arabic on a tablet
@pytest.mark.parametrize("leaves_only", [False, True])
def test_every_number_is_in_the_text_and_inside_its_element(environment: str, leaves_only: bool) -> None:
    env = PhoneEnv(
        "representative", environment, observation="both", action="text",
        resolution=SIZE, set_of_mark=True, leaves_only=leaves_only, bounding_boxes=True,
    )  # fmt: skip
    drawn = wanted = 0
    for task in ("Alarm", "Wikipedia"):
        observation, info = env.reset(seed=0, options={"task": task})
        moves = steps(env, observation, info)
        done = False
        while not done:
            elements = {one["numeric_tag"]: one for one in ast.literal_eval(observation["text"])}
            plain = env.device.screenshot(SIZE)
            tree = env.device.ui_tree()
            marked = set_of_mark.marks(tree, SIZE, leaves_only)
            placed = set_of_mark.labels(marked, plain)
            wanted, drawn = wanted + len(marked), drawn + len(placed)
            nodes = tree.numbered()
            boxes = []
            for label in placed:
                assert label.tag in elements
                left, top, right, bottom = nodes[label.tag].bounds
                x0, y0, x1, y1 = label.box
                assert x0 >= int(left * 256 / tree.width)
                assert y0 >= int(top * 512 / tree.height)
                assert x1 <= -(-right * 256 // tree.width)
                assert y1 <= -(-bottom * 512 // tree.height)
                assert read_number(observation["pixels"], label) == label.tag
                boxes.append(label.box)
            covered = np.zeros((512, 256), int)
            for x0, y0, x1, y1 in boxes:
                covered[y0:y1, x0:x1] += 1
            assert covered.max() <= 1, "no number lies on another"
            step = next(moves)
            observation, done = step.observation, step.terminated or step.truncated
    # A tablet's screen is squeezed into the picture: there a few more elements have no room.
    assert drawn > (0.8 if environment == "109" else 0.95) * wanted
    env.close()


def test_marks_of_a_screen_by_hand(screen: UiTree) -> None:
    marked = set_of_mark.marks(screen, SIZE)
    assert [mark.tag for mark in marked] == [1, 2, 3, 5, 6, 7]
    assert marked[0] == Mark(1, (208, 59, 247, 83))
    leaves = set_of_mark.marks(screen, SIZE, leaves_only=True)
    assert [mark.tag for mark in leaves] == [0, 1, 3, 5, 6, 7]


def test_an_element_without_room_has_a_box_and_no_number(screen: UiTree) -> None:
    picture = np.full((512, 256, 3), 255, np.uint8)
    marked = set_of_mark.marks(screen, SIZE)
    assert 6 not in {label.tag for label in set_of_mark.labels(marked, picture)}
    assert {1, 2, 3, 5, 7} == {label.tag for label in set_of_mark.labels(marked, picture)}


@pytest.mark.parametrize("shade", [0, 60, 200, 255])
def test_numbers_stand_out_from_the_ground(shade: int, screen: UiTree) -> None:
    picture = np.full((512, 256, 3), shade, np.uint8)
    drawn = set_of_mark.draw(picture, set_of_mark.marks(screen, SIZE))
    assert (picture == shade).all(), "the picture itself is left alone"
    weights = np.array([0.299, 0.587, 0.114])
    for label in set_of_mark.labels(set_of_mark.marks(screen, SIZE), picture):
        left, top, right, bottom = label.box
        colours = np.unique(drawn[top:bottom, left:right].reshape(-1, 3), axis=0) @ weights
        assert len(colours) == 2
        assert colours.max() - colours.min() > 100
        assert abs(float(drawn[top, left] @ weights) - shade) > 80


def test_larger_pictures_have_larger_numbers(screen: UiTree) -> None:
    picture = np.full((1024, 512, 3), 255, np.uint8)
    small, large = (
        set_of_mark.labels(set_of_mark.marks(screen, size), picture[: size[1], : size[0]])
        for size in (SIZE, (512, 1024))
    )
    assert large[0].box[3] - large[0].box[1] == 2 * (small[0].box[3] - small[0].box[1])
