"""AndroidLab's tasks, each put through the package's own checks on its own phone and in another configuration."""

from __future__ import annotations

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation import suite_check

SUITE = tasks.suite("androidlab")
NAMES = [template.id for template in SUITE.templates]
OWN = "androidlab/pixel_7_pro"
#: The other screens of the paper's study and other looks, and two of B-MoCA's configurations.
OTHERS = [
    *(f"androidlab/{name}" for name in ("pixel_3a", "pixel_8_pro", "pixel_fold", "dark", "large", "icons")), "100", "102",
]  # fmt: skip


def problems(name: str, configurations: list[str]) -> list[str]:
    jobs = suite_check.jobs_of("androidlab", f"androidlab/{name}", configurations, 1)
    return list(suite_check.report("androidlab", suite_check.check(jobs)).problems)


def test_as_published() -> None:
    assert (SUITE.prefix, SUITE.image, SUITE.ends) == ("AndroidLab", "androidlab", "finish")
    for task in SUITE:
        assert (task.unfinished, task.begins, task.stop_after_repeats, task.step_limit) == (
            "judged",
            "app",
            5,
            25,
        )
        assert len(task.near_misses) >= 2, task.id
        assert all([task.sub_goals, task.expert, task.human_steps]), task.id


@pytest.mark.parametrize("name", NAMES)
def test_a_task_is_right_on_its_own_phone(name: str) -> None:
    assert problems(name, [OWN]) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_a_task_is_right_in_every_other_configuration(name: str) -> None:
    # Some faults show on some screens alone, so a check may find fewer than are listed, but none that is not.
    found = problems(name, OTHERS)
    assert [problem for problem in found if "which no instance showed" not in problem] == []
