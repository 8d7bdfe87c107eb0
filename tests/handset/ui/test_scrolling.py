"""Scrolling: lists follow the finger and continue when it is lifted, as with android.widget.OverScroller."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import FILL, Box, Column, Row, Scroll, Spacer
from bmoca_gym.handset.ui.scrolling import fling_distance, offset_after

CONFIG = Configuration(width=400, height=800, density=160)


def a_list(m: Metrics = CONFIG.metrics, axis: str = "y") -> Box:
    """300 px of a list of 2,000 px."""
    inside = Column(Spacer(width=300, height=2000)) if axis == "y" else Row(Spacer(width=2000, height=300))
    return Scroll(inside, key="k", axis=axis, width=FILL, height=FILL).layout(m, 300, 300)


def test_the_distance_of_a_fling_is_androids() -> None:
    """Worked out by hand from OverScroller.SplineOverScroller (API 29): 1000 px/s on a screen of 160 dpi."""
    assert fling_distance(1000, 160) == pytest.approx(194.3, abs=0.2)


@given(st.floats(-30_000, 30_000), st.integers(80, 960))
def test_a_fling_goes_its_own_way(velocity: float, density: int) -> None:
    distance = fling_distance(velocity, density)
    assert distance == -fling_distance(-velocity, density)
    assert distance * velocity >= 0
    assert abs(fling_distance(velocity * 1.5, density)) >= abs(distance)


@pytest.mark.parametrize("density", [160, 440, 700])
def test_slow_fingers_do_not_fling_and_fast_ones_have_a_limit(density: int) -> None:
    scale = density / 160
    assert fling_distance(49 * scale, density) == 0
    assert fling_distance(51 * scale, density) > 0
    assert fling_distance(8000 * scale, density) == fling_distance(90_000 * scale, density)


def test_a_slow_drag_moves_by_the_finger_less_the_touch_slop() -> None:
    assert offset_after(a_list(), (), CONFIG, 100, 60) == 92
    assert offset_after(a_list(), (("k", 500),), CONFIG, -100, 60) == 408


def test_a_quick_drag_goes_on() -> None:
    moved = offset_after(a_list(), (), CONFIG, 100, 0.1)
    assert moved == 92 + round(fling_distance(1000, 160))


@given(st.integers(0, 3000), st.integers(-800, 800).filter(bool), st.floats(0.02, 60))
def test_no_list_leaves_its_limits(kept: int, drag: int, seconds: float) -> None:
    after = offset_after(a_list(), (("k", kept),), CONFIG, drag, seconds)
    start = min(kept, 1700)
    if after is None:
        assert start == (1700 if drag > 0 else 0)
    else:
        assert 0 <= after <= 1700


def test_a_list_at_its_end_leaves_the_gesture_to_others() -> None:
    assert offset_after(a_list(), (("k", 1700),), CONFIG, 100, 0.3) is None
    assert offset_after(a_list(), (), CONFIG, -100, 0.3) is None
    short = Scroll(Spacer(width=10, height=10), key="k", width=FILL, height=FILL).layout(
        CONFIG.metrics, 300, 300
    )
    assert offset_after(short, (), CONFIG, 100, 0.3) is None


def test_lists_to_the_side_follow_the_finger_in_both_directions() -> None:
    left = a_list(axis="x")
    right = a_list(Metrics(CONFIG.metrics.scale, CONFIG.metrics.font, True, "ar"), "x")
    assert offset_after(left, (), CONFIG, 100, 60) == 92, "a finger to the left shows what is right"
    assert offset_after(left, (), CONFIG, -100, 60) is None
    assert offset_after(right, (), CONFIG, -100, 60) == 92, "in Arabic the list begins at the right"
    assert offset_after(right, (), CONFIG, 100, 60) is None


@pytest.mark.parametrize(("high", "expected"), [(60, 60), (2000, 120)])
def test_a_list_with_a_limit_is_as_high_as_its_content_up_to_it(high: int, expected: int) -> None:
    parts = Scroll(Column(Spacer(width=300, height=high)), key="k", most=120.0), Spacer(width=300, height=40)
    box = Column(*parts).layout(CONFIG.metrics, 300, 800)
    assert [child.height for _, _, child in box.children] == [expected, 40]
