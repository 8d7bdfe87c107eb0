"""The lists of suites' tasks match the suites; ``python docs/suite_tasks.py`` updates them."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation.suite_check import Outcome

ROOT = Path(__file__).parents[1]
SUITE = tasks.suite("androidworld")
#: The suites whose page is there.
SUITES = [name for name in ("androidworld", "androidlab") if (ROOT / f"docs/{name}_tasks.md").exists()]


def module_of(name: str) -> ModuleType:
    """A module of docs/."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made() -> ModuleType:
    """The module that makes the pages."""
    return module_of("suite_tasks")


def test_b_mocas_page_has_the_rules_of_its_tasks(made: ModuleType) -> None:
    """It showed three of the paper's rules as they were once, and no rule for the value 0. What was measured takes an hour."""
    page = module_of("task_list")
    lines = page.PAGE.read_text(encoding="utf-8").split("\n")
    wanted = [line for task in tasks.suite("bmoca") for line in page.entry(task, []).split("\n")]
    found = [
        line.partition("; **")[0] for line in lines[lines.index("## Clock") :] if not line.startswith("## ")
    ]
    assert [line for line in found if line] == [line for line in wanted if line]
    assert any("equals=0" in line for line in found)
    assert not any("_wanted" in line for line in found)


@pytest.mark.parametrize("name", SUITES)
def test_the_page_and_the_numbers_are_up_to_date(made: ModuleType, name: str) -> None:
    again = f"run python docs/suite_tasks.py {name}"
    listed, suite = made.LISTED[name], tasks.suite(name)
    played = json.loads(listed.played_file.read_text(encoding="utf-8"))
    digests = {name: kept["digest"] for name, kept in played["tasks"].items()}
    assert digests == {template.id: made.digest(template) for template in suite.templates}, again
    assert listed.page_file.read_text(encoding="utf-8") == made.page(listed, suite, played), again
    for page in listed.numbers:
        assert made.counted(listed, page, len(suite)) == (ROOT / page).read_text(encoding="utf-8"), again


@pytest.mark.parametrize("name", SUITES)
def test_every_fault_was_seen(made: ModuleType, name: str) -> None:
    suite = tasks.suite(name)
    played = json.loads(made.LISTED[name].played_file.read_text(encoding="utf-8"))["tasks"]
    seen = {
        (task, judge, made.kind_of(suite, task, judge, kind))
        for task, kept in played.items()
        for judge, _, kind in (key.partition(".") for key in kept["faults"])
    }
    assert seen == {
        (fault.task, fault.judge, fault.kind) for fault in suite.faults if fault.kind != "crashes"
    }


def test_every_task_of_androidworld_has_the_tags_of_its_authors() -> None:
    untagged = {task.gym_name for task in SUITE if not SUITE.tags_of(task.id)}
    assert untagged <= {
        "CameraTakePhoto", "CameraTakeVideo", "ClockStopWatchRunning", "SystemBluetoothTurnOff", "SystemBrightnessMax",
        "SystemBrightnessMin", "TurnOffWifiAndTurnOnBluetooth",
    }  # fmt: skip


def test_what_was_played_is_summed_up(made: ModuleType) -> None:
    def outcome(check: str, passed: bool, reason: str = "", english: bool = True) -> Outcome:
        return Outcome("a", 0, "e", check, "upstream", passed, reason, (), english)

    found = [
        outcome("expert", True), outcome("expert", False, english=False), outcome("quitter", True),
        outcome("near misses", False, "two is judged a success: x"), outcome("near misses", True),
    ]  # fmt: skip
    assert made.measured(found) == {
        "upstream.too_strict": {"times": 1, "of": 1, "not_english": True, "near_misses": []},
        "upstream.too_loose": {"times": 1, "of": 2, "not_english": False, "near_misses": ["two"]},
    }
    assert made.drawn_from({"choice": "songs", "count": [2, 5], "unless": "$a"}, {"songs": [1, 2]}) == (
        "[2, 5] of the 2 `songs`, but for `$a`"
    )
    assert made.drawn_from({"integer": [1, 999]}, {}) == "1 to 999"
