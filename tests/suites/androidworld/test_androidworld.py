"""AndroidWorld's tasks as published, each put through the package's own checks: one instance, or twenty, in several
configurations."""

from __future__ import annotations

import os

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation import suite_check
from bmoca_gym.suites.androidworld import generators

SUITE = tasks.suite("androidworld")
NAMES = [template.id for template in SUITE.templates]
#: A Pixel 6; of B-MoCA's, English at three sizes, Korean at 550 dpi, an Arabic tablet.
CONFIGURATIONS = ["androidworld/all", "000", "100", "102", "105", "109"]
#: How many instances of each template are drawn, without being played; `bmoca check-suite` draws a thousand.
DRAWN = 100 if os.environ.get("BMOCA_EVERYTHING") else 10
VERIFY = {name for name in NAMES if name.startswith("system_") and name.endswith("_verify")}


def problems(name: str, instances: int, configurations: list[str]) -> list[str]:
    jobs = suite_check.jobs_of("androidworld", f"androidworld/{name}", configurations, instances)
    return list(suite_check.report("androidworld", suite_check.check(jobs)).problems)


def test_as_published() -> None:
    assert len(SUITE) >= 116
    assert (SUITE.prefix, SUITE.image, SUITE.ends) == ("AndroidWorld", "android13", "finish")
    assert all(task.unfinished == "fails" and len(task.near_misses) >= 2 and task.expert for task in SUITE)
    for task in SUITE:
        assert task.step_limit >= round(10 * task.complexity)
    assert {task.id: (task.paper_step_limit, task.step_limit) for task in SUITE if task.step_limit_reason} == {
        "contacts_new_contact_draft": (12, 14), "files_delete_file": (10, 22), "files_move_file": (20, 24),
        "expense_add_single": (12, 18), "expense_add_multiple": (40, 60), "recipe_add_multiple_recipes": (68, 60),
        "simple_calendar_add_one_event_in_two_weeks": (20, 34), "simple_calendar_add_one_event_tomorrow": (26, 34),
        "simple_calendar_add_repeating_event": (28, 34),
        "tasks_completed_tasks_for_date": (10, 18), "tasks_due_next_week": (12, 10),
        "markor_add_note_header": (12, 26), "markor_change_note_content": (12, 26),
        "markor_create_note_and_sms": (18, 24), "expense_add_multiple_from_markor": (30, 60),
        "recipe_add_multiple_recipes_from_markor": (48, 60), "recipe_add_multiple_recipes_from_markor2": (52, 60),
        "vlc_create_two_playlists": (48, 66), "expense_add_multiple_from_gallery": (20, 60), "recipe_add_multiple_recipes_from_image": (26, 60),
    }  # fmt: skip
    assert {fault.task for fault in SUITE.faults if fault.kind == "passes_untouched"} == VERIFY
    assert len(VERIFY) == 6


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_right_on_its_own_phone(name: str) -> None:
    assert problems(name, 1, ["androidworld/all"]) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(("place", "name"), [*enumerate(NAMES)])
def test_other_instances_are_right_in_two_configurations_of_six(place: int, name: str) -> None:
    # Another instance in each configuration; `bmoca check-suite` plays all in all, and draws more.
    chosen = f"androidworld/{name}"
    assert [*suite_check.draws("androidworld", chosen, DRAWN)] == []
    jobs = suite_check.jobs_of("androidworld", chosen, CONFIGURATIONS[place % 3 :: 3], 1)
    if SUITE.template(name).parameters:
        jobs = [job._replace(instances=(number + 1,)) for number, job in enumerate(jobs)]
    assert list(suite_check.report("androidworld", suite_check.check(jobs)).problems) == []


def test_files_beside_one_differ_and_end_like_it_or_their_folder() -> None:
    template = SUITE.template("files_delete_file")
    for seed in range(200):
        params = template.task(seed).params
        names = [file["name"] for file in params["files"]]
        assert names[-1] == params["file_name"]
        assert len(set(names)) == len(names)
        assert 2 <= len(names) <= generators.MOST + 1
        assert {name.rpartition(".")[2] for name in names} <= {
            name.rpartition(".")[2] for name in params["folder"]["files"]
        }
