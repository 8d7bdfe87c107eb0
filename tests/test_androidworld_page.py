"""The list of AndroidWorld's tasks is that of the suite: ``python docs/androidworld_tasks.py`` brings it up to date."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation.suite_check import Outcome

ROOT = Path(__file__).parents[1]
SUITE = tasks.suite("androidworld")


@pytest.fixture(scope="module")
def made() -> ModuleType:
    """The module that makes the page."""
    spec = importlib.util.spec_from_file_location("androidworld_tasks", ROOT / "docs/androidworld_tasks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_and_the_numbers_are_up_to_date(made: ModuleType) -> None:
    again = "run python docs/androidworld_tasks.py"
    played = json.loads(made.PLAYED.read_text(encoding="utf-8"))
    digests = {name: kept["digest"] for name, kept in played["tasks"].items()}
    assert digests == {template.id: made.digest(template) for template in SUITE.templates}, again
    assert made.PAGE.read_text(encoding="utf-8") == made.page(SUITE, played), again
    for name in made.NUMBERS:
        assert made.counted(name, len(SUITE)) == (ROOT / name).read_text(encoding="utf-8"), again


def test_every_task_has_the_tags_of_its_authors_and_every_fault_was_seen(made: ModuleType) -> None:
    untagged = {task.gym_name for task in SUITE if not SUITE.tags_of(task.id)}
    assert untagged <= {
        "CameraTakePhoto", "CameraTakeVideo", "ClockStopWatchRunning", "SystemBluetoothTurnOff", "SystemBrightnessMax",
        "SystemBrightnessMin", "TurnOffWifiAndTurnOnBluetooth",
    }  # fmt: skip
    played = json.loads(made.PLAYED.read_text(encoding="utf-8"))["tasks"]
    seen = {(name, key) for name, kept in played.items() for key in kept["faults"]}
    assert seen == {
        (fault.task, f"{fault.judge}.{fault.kind}") for fault in SUITE.faults if fault.kind != "crashes"
    }


def test_what_was_played_is_summed_up(made: ModuleType) -> None:
    def outcome(check: str, passed: bool, reason: str = "", english: bool = True) -> Outcome:
        return Outcome("a", 0, "e", check, "upstream", passed, reason, (), english)

    found = [
        outcome("expert", True), outcome("expert", False, english=False), outcome("quitter", True),
        outcome("near misses", False, "two is taken for success: x"), outcome("near misses", True),
    ]  # fmt: skip
    assert made.measured(found) == {
        "upstream.too_strict": {"times": 1, "of": 1, "not_english": True, "near_misses": []},
        "upstream.too_loose": {"times": 1, "of": 2, "not_english": False, "near_misses": ["two"]},
    }
    assert made.drawn_from({"choice": "songs", "count": [2, 5], "unless": "$a"}, {"songs": [1, 2]}) == (
        "[2, 5] of the 2 `songs`, but for `$a`"
    )
    assert made.drawn_from({"integer": [1, 999]}, {}) == "1 to 999"
