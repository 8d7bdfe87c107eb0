"""Instructions of a benchmark's own code, read from a made-up checkout in place of ours, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bmoca_gym import cli, suite_names, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import CatalogueError
from bmoca_gym.evaluation import settings_for

FOLDER = suite_names.folder("androidlab")
FILES = yaml.safe_load((FOLDER / "upstream_goals.yaml").read_text())["files"]
CONTACTS = "evaluation/config/contacts.yaml"


def made_up() -> dict[str, dict[str, Any]]:
    """The files of a checkout of AndroidLab that are read, with its task ids and goals of our own."""
    found: dict[str, dict[str, Any]] = {file: {"APP": "x", "package": "y", "tasks": []} for file in FILES}
    for task in tasks.suite("androidlab"):
        one = {"task_id": task.id, "task": f"Words for {task.id}: 50% {{of}} it.", "metric_type": "operation"}
        found[f"evaluation/config/{task.id.rpartition('_')[0]}.yaml"]["tasks"].append(one)
    return found


def write(folder: Path, files: dict[str, Any]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else yaml.safe_dump(content))
    return folder


def test_tasks_have_the_instructions_of_a_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "lab", made_up())
    ours, theirs = tasks.suite("androidlab"), tasks.suite("androidlab", goals=folder)
    assert [task.id for task in theirs] == [task.id for task in ours]
    assert theirs.get("contacts_1").instruction == "Words for contacts_1: 50% {of} it."
    assert theirs.get("contacts_1").corrected == ours.get("contacts_1").corrected
    assert ours.goals == "" != theirs.goals
    env = PhoneEnv("androidlab/contacts_1", goals=folder)
    _, info = env.reset(options={"task": "androidlab/contacts_12"})
    assert info["instruction"] == "Words for contacts_12: 50% {of} it."
    settings = settings_for("noop", "androidlab/contacts_1", "androidlab/all", goals=folder)
    assert settings.catalogue_version == f"androidlab {ours.version} with goals {theirs.goals}"
    words = [
        "--tasks",
        "androidlab/contacts_1",
        "--environments",
        "androidlab/pixel_7_pro",
        "--goals",
        str(folder),
    ]
    assert cli.main(["prompt", "--agent", "al-xml", *words]) == 0
    assert "Words for contacts_1: 50% {of} it." in capsys.readouterr().out
    assert cli.main(["check-suite", "androidlab", "--quiet", *words[:1], "contacts_1", *words[2:]]) == 0
    assert "0 problems" in capsys.readouterr().out
    with pytest.raises(
        CatalogueError, match="goals of a checkout is 'bmoca'; it must be one of 'androidlab'"
    ):
        tasks.suite("bmoca", goals=folder)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda files: files.pop(CONTACTS), r"contacts\.yaml: there is no such file; .* must be a checkout"),
        (lambda files: files.update({CONTACTS: "tasks: ["}), r"contacts\.yaml, line \d: not valid YAML"),
        (lambda files: files.update({CONTACTS: "- 1"}), r"contacts\.yaml: tasks: is None; it must be a list of tasks"),
        (lambda files: files[CONTACTS]["tasks"].pop(), "has no instruction for contacts_"),
        (lambda files: files[CONTACTS]["tasks"][0].pop("task"), r"tasks\[0\] \(contacts_1\): task: is None; it must be text"),
        (lambda files: files[CONTACTS]["tasks"][0].update(task=["a"]), r"task: is \['a'\]; it must be text"),
        (lambda files: files[CONTACTS]["tasks"][0].update(task="a" * 5000), "it must be text of at most 4000"),
        (lambda files: files[CONTACTS]["tasks"][0].update(task_id=7), r"task_id: is 7; it must be the id of a task"),
        (
            lambda files: files[CONTACTS]["tasks"][0].update(task_id="contact_1"),
            r"contacts\.yaml: the suite has no task 'contact_1'\. Did you mean .*contacts_1",
        ),
        (lambda files: files[FILES[0]]["tasks"].append(files[CONTACTS]["tasks"][0]), "'contacts_1' appears twice"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], says: str
) -> None:
    files = made_up()
    change(files)
    with pytest.raises(CatalogueError, match=says):
        tasks.suite("androidlab", goals=write(tmp_path, files))
