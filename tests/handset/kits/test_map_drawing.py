"""Drawing of maps: labels find space."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.kits.map_drawing import Area, Sheet


def sheet() -> Sheet:
    """A sheet for notes."""
    return Sheet(None, 1.0, 1.0, 1.0, 0xFFFFFFFF)


corners = st.integers(-300, 300)
lengths = st.integers(1, 150)
boxes = st.lists(
    st.builds(
        lambda x, y, w, h: (x / 4, y / 4, (x + w) / 4, (y + h) / 4), corners, corners, lengths, lengths
    ),
    max_size=40,
)


@given(boxes, boxes)
def test_many_boxes_are_free_as_each_is_after_the_other(before: list[Area], asked: list[Area]) -> None:
    one, all_at_once = sheet(), sheet()
    for box in before:
        assert one.free(box) == all_at_once.free(box)
    found = all_at_once.free_ones(asked)
    assert found == all_at_once.free_ones(asked), "none is taken"
    assert found == [one.free(box) for box in asked]


def test_boxes_that_touch_are_free() -> None:
    assert sheet().free_ones([(0, 0, 2, 2), (2, 0, 4, 2), (0, 2, 2, 4), (1, 1, 3, 3), (4, 4, 5, 5)]) == [
        True, True, True, False, True,
    ]  # fmt: skip
    assert sheet().free_ones([]) == []
