"""Files of users' own tasks, named by their paths."""

from __future__ import annotations

import os
import warnings
from datetime import datetime

import gymnasium
import pytest
import yaml

from bmoca_gym import cli, suite_names, tasks
from bmoca_gym.errors import CatalogueError, UnknownTaskError
from bmoca_gym.tasks import app_data

_RESULT = {
    "ui": {
        "resource_id": "com.google.android.calculator:id/result_preview",
        "attribute": "text",
        "normalised": "56",
    }
}
MINE = {
    "version": "1.0.0",
    "apps": {"Calculator": "com.google.android.calculator"},
    "categories": ["Utility"],
    "tasks": [
        {
            "id": "work_out_seven_times_eight", "goal": "work out seven times eight", "app": "Calculator",
            "category": "Utility", "step_limit": 6, "clock": {"time": datetime(2024, 5, 1, 10), "frozen": True},
            "corrected": _RESULT,
        }
    ],
}  # fmt: skip
ONE = "work_out_seven_times_eight"
GYM_ID = "MyTasks-WorkOutSevenTimesEight-v0"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my-tasks.yaml"
    path.write_text(yaml.safe_dump(MINE), encoding="utf-8")
    return "my-tasks.yaml"


def test_a_file_names_its_tasks_wherever_tasks_are_named(file, capsys):
    (task,) = tasks.select(file)
    assert task.id == ONE
    assert tasks.get(f"{file}/{ONE}") is task is tasks.select([f"{file}/WorkOutSevenTimesEight"])[0]
    assert tasks.select(["Alarm", file])[1] is task
    with gymnasium.make("BMoCA-v0", tasks=file) as env, gymnasium.make(GYM_ID) as other:
        assert (
            env.reset(seed=0)[1]["instruction"] == other.reset(seed=0)[1]["instruction"] == task.instruction
        )
    assert cli.main(["tasks", file]) == cli.main(["tasks", "--suite", file]) == 0
    assert capsys.readouterr().out.count(GYM_ID) == 2


def test_a_file_that_was_changed_has_the_ids_of_its_tasks_alone(file, tmp_path):
    tasks.suite(file)
    other = {**MINE, "tasks": [{**MINE["tasks"][0], "id": "work_it_out"}]}
    (tmp_path / file).write_text(yaml.safe_dump(other), encoding="utf-8")
    tasks.suite(file)
    ids = {gym_id for gym_id in gymnasium.registry if gym_id.startswith("MyTasks-")}
    assert ids == {"MyTasks-v0", "MyTasks-WorkItOut-v0"}


def test_an_evaluation_of_a_file(file, tmp_path, capsys):
    run = ["evaluate", "--agent", "noop", "--tasks", file, "--environments", "100", "--out", "run", "--quiet"]
    assert cli.main(run) == cli.main(run) == 0  # the second time it is all there
    assert cli.main(["report", "run"]) == 0
    told = capsys.readouterr().out
    assert "0/1" in told
    assert "WorkOutSevenTimesEight" in told or ONE in told


def test_a_changed_file_is_read_again(file, tmp_path):
    assert tasks.suite(file).version == "1.0.0"
    (tmp_path / file).write_text(yaml.safe_dump(MINE | {"version": "1.10.0"}), encoding="utf-8")
    assert tasks.suite(file).version == "1.10.0"


def test_instances_do_not_depend_on_the_folder():
    assert suite_names.short("a/b/drawn.yaml") == suite_names.short("drawn.yml") == "drawn"
    assert suite_names.short("office/catalogue.yaml") == "office"
    assert suite_names.short("catalogue.yaml") == os.path.basename(os.getcwd())
    assert suite_names.prefix("x/7-up.yaml") == "Tasks7Up"


def test_bad_files_are_errors_that_say_so(file, tmp_path):
    with pytest.raises(CatalogueError, match=r"none\.yaml can't be read: No such file"):
        tasks.select("none.yaml")
    with pytest.raises(CatalogueError, match="can't be read"):
        tasks.get("none.yaml/wake_me")
    with pytest.raises(UnknownTaskError, match=f"Did you mean 'my-tasks.yaml/{ONE}'"):
        tasks.get(f"{file}/work_out_seven_times_nine")
    (tmp_path / "taken.yaml").write_text(
        yaml.safe_dump(MINE | {"prefix": "BMoCA", "tasks": [MINE["tasks"][0] | {"gym_name": "Alarm"}]}),
        encoding="utf-8",
    )
    with pytest.raises(CatalogueError, match=r"taken\.yaml: prefix: is 'BMoCA', that of an installed suite"):
        tasks.select("taken.yaml")


def test_an_id_that_leaves_out_words_is_shown_when_the_file_is_loaded(tmp_path):
    path = tmp_path / "mine.yaml"
    fields = MINE["tasks"][0] | {"id": "wake_me_at_a_quarter_past_seven"}
    path.write_text(yaml.safe_dump(MINE | {"prefix": "Mine", "tasks": [fields]}), encoding="utf-8")
    with pytest.warns(UserWarning, match=r"is Mine-WakeMeAtQuarterPastSeven-v0, without the word a\."):
        tasks.suite(str(path))
    named = fields | {"gym_name": "WakeMe"}
    path.write_text(yaml.safe_dump(MINE | {"prefix": "Mine", "tasks": [named]}), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tasks.suite(str(path))


_ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
_ALARM = {"path": _ALARMS, "table": "alarm_templates", "rows_exist": [{"hour": 7}]}
_STAGED = {"name": "late", "tables": [{"path": _ALARMS, "table": "alarm_templates", "rows": [{"hours": 8}]}]}
_PREFERENCE = {
    "path": "/data/data/com.android.dialler/shared_prefs/a.xml",
    "key": "a",
    "type": "int",
    "equals": 1,
}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (
            {"corrected": {"all": [{"sqlite": _ALARM | {"table": "alarm_template"}}]}},
            "corrected: .*no table 'alarm_template'. Did you mean 'alarm_templates'",
        ),
        (
            {"corrected": {"sqlite": _ALARM | {"rows_exist": [{"minute": 7}]}}},
            "corrected: .*no column 'minute'. Did you mean 'minutes'",
        ),
        (
            {"corrected": {"sqlite": _ALARM | {"path": _ALARMS.replace("alarms", "alarm")}}},
            "corrected: the app com.google.android.deskclock has no file .* Did you mean .*/alarms.db'",
        ),
        (
            {"corrected": {"preference": _PREFERENCE}},
            "image 'android10' has no app 'com.android.dialler'. Did you",
        ),
        (
            {"corrected": {"provider": {"of": "content://sms", "any": {"adress": "1"}}}},
            "Did you mean 'address'",
        ),
        ({"corrected": {"provider": {"of": "content://smss", "any": {"body": "1"}}}}, "content://smss"),
        ({"near_misses": [_STAGED]}, "near_misses: .*no column 'hours'. Did you mean 'hour'"),
    ],
)
def test_what_rules_read_of_apps_is_checked_when_the_file_is_loaded(file, fields, told):
    def write(**more):
        task = MINE["tasks"][0] | fields | more
        with open(file, "w", encoding="utf-8") as stream:
            yaml.safe_dump(MINE | {"tasks": [task]}, stream)

    write()
    with pytest.raises(CatalogueError, match=rf"^my-tasks\.yaml: task '{ONE}': .*{told}"):
        tasks.suite(file)
    write(needs=["org.example.elsewhere"])  # a task for other phones
    tasks.suite(file)


def test_a_file_that_the_set_up_writes_is_not_checked(file):
    path = "/data/data/com.android.chrome/databases/own.db"
    task = MINE["tasks"][0] | {
        "start": [{"shell": f"echo > {path}"}],
        "corrected": {"sqlite": {"path": path, "table": "t", "row_count": 1}},
    }
    with open(file, "w", encoding="utf-8") as stream:
        yaml.safe_dump(MINE | {"tasks": [task]}, stream)
    tasks.suite(file)


def test_tasks_of_this_package_read_what_their_images_have():
    for name in ("bmoca", "androidworld", "androidlab", "miniwob", "miniwob_plus"):
        app_data.check(tasks.suite(name), name)


def test_the_list_of_a_files_tasks_checks_their_experts(file, capsys):
    with open(file, "w", encoding="utf-8") as stream:
        yaml.safe_dump(
            MINE | {"experts": ["bmoca"], "tasks": [MINE["tasks"][0] | {"expert": "clock.alrm"}]}, stream
        )
    assert cli.main(["tasks", file]) == 2
    assert "Did you mean 'alarm'" in capsys.readouterr().err
