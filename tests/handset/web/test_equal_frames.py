"""A sample of ``benchmarks.web_frames``: a page shows the same once more, and after a restore in mid-episode."""

from __future__ import annotations

import pytest

from benchmarks import web_frames
from bmoca_gym import tasks
from bmoca_gym.handset.value import clear_caches

pytest.importorskip("_quickjs")
pytest.importorskip("miniwob")


@pytest.mark.parametrize(
    ("suite", "task"),
    [("miniwob", "enter_text"), ("miniwob_plus", "drag_cube"), ("miniwob_plus", "text_editor")],
)
def test_equal_seeds_show_equal_frames(suite: str, task: str) -> None:
    template = tasks.suite(suite).template(task)
    digest, restored = web_frames.played(template.task(0, {"seed": 1}))
    assert restored
    clear_caches(assets=False)
    assert web_frames.played(template.task(0, {"seed": 1})) == (digest, True)
    assert web_frames.played(template.task(0, {"seed": 2}))[0] != digest
