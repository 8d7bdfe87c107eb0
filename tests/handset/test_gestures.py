"""Gestures: impossible ones are refused when they are made, with the invalid number."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.errors import GestureError, HandsetError
from bmoca_gym.handset.gestures import KEY_CODES, LongPress, PressKey, Swipe, Tap, TypeText

SHARE = st.floats(0, 1)
SECONDS = st.floats(0, 60, exclude_min=True)

#: Each gesture with one coordinate or duration left open.
OPEN: dict[str, Callable[[Any], object]] = {
    "Tap.x": lambda n: Tap(n, 0.5),
    "Tap.y": lambda n: Tap(0.5, n),
    "LongPress.x": lambda n: LongPress(n, 0.5),
    "LongPress.y": lambda n: LongPress(0.5, n),
    "Swipe.x0": lambda n: Swipe(n, 0.5, 0.5, 0.5),
    "Swipe.y0": lambda n: Swipe(0.5, n, 0.5, 0.5),
    "Swipe.x1": lambda n: Swipe(0.5, 0.5, n, 0.5),
    "Swipe.y1": lambda n: Swipe(0.5, 0.5, 0.5, n),
}
TIMED: dict[str, Callable[[Any], object]] = {
    "LongPress.seconds": lambda n: LongPress(0.5, 0.5, n),
    "Swipe.seconds": lambda n: Swipe(0.5, 0.5, 0.5, 0.5, n),
}
NO_NUMBERS = [float("nan"), float("inf"), -float("inf"), None, "0.5", (0.5,)]


@given(st.tuples(SHARE, SHARE, SHARE, SHARE), SECONDS, st.text())
def test_what_a_hand_can_do_can_be_made_compared_and_pickled(
    shares: tuple[float, float, float, float], seconds: float, text: str
) -> None:
    gestures = [
        Tap(*shares[:2]),
        LongPress(*shares[:2], seconds),
        Swipe(*shares, seconds),
        TypeText(text),
        PressKey("HOME"),
    ]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(gestures, protocol)) == gestures
    assert len(set(gestures)) == 5


def test_a_coordinate_is_a_number_from_0_to_1() -> None:
    for number in [*NO_NUMBERS, -0.01, 1.01, 540]:
        for name in OPEN:
            with pytest.raises(GestureError, match=name.replace(".", r"\.")) as caught:
                OPEN[name](number)
            assert repr(number) in str(caught.value)
            assert "from 0" in str(caught.value)


def test_a_duration_is_over_0_and_at_most_a_minute() -> None:
    for number in [*NO_NUMBERS, 0, -1, 60.1]:
        for name in TIMED:
            with pytest.raises(GestureError, match=name.replace(".", r"\.")) as caught:
                TIMED[name](number)
            assert repr(number) in str(caught.value)


@pytest.mark.parametrize("key", ["home", "KEYCODE_HOME", "", "A", 3, None])
def test_a_key_is_named_as_android_names_it(key: Any) -> None:
    with pytest.raises(GestureError, match=r"PressKey\.key is .*OVERVIEW"):
        PressKey(key)


@pytest.mark.parametrize("text", [b"bytes", None, 5, ["a"]])
def test_a_text_is_a_str(text: Any) -> None:
    with pytest.raises(GestureError, match=r"TypeText\.text"):
        TypeText(text)


def test_the_error_is_one_of_the_handsets_and_a_value_error() -> None:
    assert issubclass(GestureError, HandsetError)
    assert issubclass(GestureError, ValueError)


def test_key_codes_are_androids() -> None:
    """android.view.KeyEvent, API 29."""
    assert KEY_CODES["HOME"] == 3
    assert KEY_CODES["BACK"] == 4
    assert KEY_CODES["ENTER"] == 66
    assert KEY_CODES["DEL"] == 67
    assert KEY_CODES["OVERVIEW"] == 187  # KEYCODE_APP_SWITCH
    assert len(set(KEY_CODES.values())) == len(KEY_CODES)
