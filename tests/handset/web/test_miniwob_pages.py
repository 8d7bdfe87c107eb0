"""Pages of MiniWoB++ give the same utterances and rewards as in Chromium, and in every process.

``chromium.json`` has a few pages of what Chromium was recorded to show: of the seed 1, the utterance, and taps and
typings with reward, end and focus after each. ``python -m benchmarks.web_steps`` compares all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import web_starts
from benchmarks.web_steps import compare, wheel
from bmoca_gym.handset.web.page import Page

pytest.importorskip("_quickjs")
pytest.importorskip("miniwob")

_RECORDED = json.loads((Path(__file__).parent / "chromium.json").read_text("utf-8"))


@pytest.mark.parametrize("name", _RECORDED)
def test_a_page_says_and_pays_what_it_does_in_chromium(name: str) -> None:
    recorded = _RECORDED[name]
    steps = [
        {"act": act, "reward": reward, "done": done, "focus": focus, "reason": ""}
        for act, reward, done, focus in recorded["steps"]
    ]
    count: Counter[str] = Counter()
    assert compare(wheel(), name, "1", {"utterance": recorded["utterance"], "steps": steps}, count) == []
    assert count["steps"] == count["rewards equal"] == count["focus equal"]


def test_pages_are_the_same_in_another_process() -> None:
    names = ["click-button", "email-inbox"]
    command = [sys.executable, "-m", "benchmarks.web_starts", "--digest", *names]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.split()[1::2] == [web_starts.digest(wheel(), name) for name in names]


def test_a_page_that_is_played_again_shows_the_same() -> None:
    *_, (_, last) = web_starts.play(wheel(), "click-checkboxes-soft", 3)
    shown = web_starts.written(last)
    assert web_starts.written(Page(last.start, last.inputs[:-1]).advance(last.inputs[-1][1][0])) == shown
