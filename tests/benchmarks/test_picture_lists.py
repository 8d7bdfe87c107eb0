"""`benchmarks.picture_lists`: each list shows the screenshot, and no file is made for it."""

from __future__ import annotations

import pytest

from benchmarks.picture_lists import LISTS, List, opened
from bmoca_gym.handset import late_files


@pytest.mark.parametrize("shown", LISTS, ids=lambda one: one.name)
def test_a_screenshot_is_drawn_for_the_list(shown: List) -> None:
    late_files.made.clear()
    late_files.drawn.clear()
    tree, frame = opened(shown, seed=0)
    assert tree > 0 < frame
    assert (len(late_files.drawn), len(late_files.made)) == (1, 0)
