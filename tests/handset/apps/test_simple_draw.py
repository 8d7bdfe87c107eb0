"""Simple Draw Pro: lines and dots, undo and redo, and the resulting pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe


@pytest.fixture
def hand() -> Hand:
    """A phone with an empty sheet."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell("am start -n com.simplemobiletools.draw.pro/.activities.MainActivity")
    return hand


def saved(hand: Hand, name: str, suffix: str, folder: str = "") -> bytes:
    hand.tap("menu_save")
    hand.type(name)
    if folder:
        hand.tap("save_image_path")
        hand.tap(text=folder)
    hand.tap(text=suffix)
    hand.tap("button1")
    return hand.device.read_file(f"/sdcard/{folder or 'Pictures'}/{name}{suffix}")


def test_a_drawing_becomes_a_picture_of_each_kind(hand: Hand) -> None:
    hand.do(Swipe(0.2, 0.5, 0.8, 0.5))
    hand.tap("color_picker")
    hand.tap(description="#D32F2F")
    hand.tap("my_canvas")
    image = cv2.imdecode(np.frombuffer(saved(hand, "red dot", ".png"), np.uint8), cv2.IMREAD_COLOR)
    height, width, _ = image.shape
    assert image[0, 0].tolist() == [255, 255, 255]
    assert image[height // 2, width // 2].tolist() == [0x2F, 0x2F, 0xD3]
    assert (
        cv2.imdecode(np.frombuffer(saved(hand, "one", ".jpg", "Documents"), np.uint8), 1).shape == image.shape
    )
    assert saved(hand, "two", ".svg", "Documents").count(b"<line") == 2


def test_strokes_are_taken_back_drawn_again_erased_and_cleared(hand: Hand) -> None:
    hand.tap("my_canvas")
    hand.tap("undo")
    assert not hand.sees("undo")
    hand.tap("redo")
    hand.tap("eraser")
    hand.tap("my_canvas")
    white, black = (saved(hand, name, ".svg") for name in ("one", "two"))
    assert (white, white.count(b"#ffffff")) == (black, 2)
    hand.tap("menu_save")
    hand.type("one")
    hand.tap("button1")
    hand.tap("button2")  # there is a file of that name
    hand.press("BACK")
    hand.tap(description="More options")
    hand.tap(text="Clear")
    hand.tap("button1")
    assert not hand.sees("undo")
    hand.tap("bucket_fill")
    assert saved(hand, "three", ".svg").count(b"#1976d2") == 1


@pytest.mark.parametrize("density", [330, 440, 550, 700])
def test_colors_are_circles_on_every_screen(density: int) -> None:
    hand = Hand("android13", density=density)
    hand.shell("am start -n com.simplemobiletools.draw.pro/.activities.MainActivity")
    hand.tap("color_picker")
    colors = [node.bounds for node in hand.tree if node.content_description.startswith("#")]
    assert len(colors) == 13
    assert all(abs((right - left) - (bottom - top)) <= 1 for left, top, right, bottom in colors)
