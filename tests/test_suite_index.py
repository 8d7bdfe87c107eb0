"""Gymnasium ids come from parsed files: any way to write YAML registers the right ids."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bmoca_gym import cli, suite_index, suite_names, tasks
from bmoca_gym.suite_index import IndexedTask, read, written

HEAD = "version: 1.0.0\nprefix: Mine\ndrawn: first\n"


def suite(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "text",
    [
        "tasks:\n  - id: wake_me\n    gym_name: Wake\n  - id: open_the_door",
        "tasks:\n- goal: Wake me.\n  id: wake_me\n  gym_name: Wake\n- goal: Open it.\n  id: open_the_door",
        "tasks: [{goal: Wake me., gym_name: Wake, id: wake_me}, {id: open_the_door}]",
        "tasks:\n  - id: wake_me\n    # the name of the paper\n    gym_name: Wake\n  -\n    id:   'open_the_door'",
        "templates: {t: {id: $word, gym_name: $name}, u: {id: open_the_$what}}\n"
        "tasks: [{template: t, with: {word: wake_me, name: Wake}}, {template: u, with: {what: door}}]",
        "tasks:\n  - &a {id: wake_me, gym_name: Wake, rows: [{id: 7}, {id: not_a_task}]}\n  - id: open_the_door",
    ],
)
def test_ids_are_read_however_a_file_is_written(tmp_path: Path, text: str) -> None:
    one, two = IndexedTask("wake_me", "Wake", ""), IndexedTask("open_the_door", "OpenDoor", "")
    for head, file in ((f"{HEAD}{text}", "catalogue.yaml"), (f"{HEAD}files: [more.yaml]", "more.yaml")):
        found = read(suite(tmp_path, catalogue=head, more=text))
        assert (found.prefix, found.drawn) == ("Mine", "first")
        assert found.tasks == (IndexedTask(one.id, "Wake", file), IndexedTask(two.id, "OpenDoor", file))


def test_a_changed_file_is_parsed_and_the_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = suite(
        tmp_path, catalogue=f"{HEAD}files: [a.yaml, b.yaml]", a="tasks: [{id: x}]", b="tasks: [{id: y}]"
    )
    assert [task.id for task in read(folder).tasks] == ["x", "y"]
    (folder / "index.json").write_text(written(folder), encoding="utf-8")
    suite(tmp_path, b="tasks: [{id: z}]")
    parsed = []
    kept = suite_index._parsed
    monkeypatch.setattr(suite_index, "_parsed", lambda *given: parsed.append(given[1]) or kept(*given))
    assert [task.id for task in read(folder).tasks] == ["x", "z"]
    assert parsed == [str(folder / "b.yaml")]


@pytest.mark.parametrize("damage", ["", "[1]", "{", "null", '{"catalogue.yaml": 3}', "DIGEST"])
def test_a_damaged_index_is_not_used(tmp_path: Path, damage: str) -> None:
    folder = suite(tmp_path, catalogue=f"{HEAD}tasks: [{{id: x}}]")
    digest = json.loads(written(folder))["catalogue.yaml"]["sha256"]
    damage = damage.replace("DIGEST", json.dumps({"catalogue.yaml": {"sha256": digest, "tasks": 3}}))
    (folder / "index.json").write_text(damage, encoding="utf-8")
    assert [task.id for task in read(folder).tasks] == ["x"]


def test_files_outside_of_the_folder_are_not_read(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    suite(tmp_path, secret="tasks: [{id: x}]")
    assert read(suite(inner, catalogue=f"{HEAD}files: [../secret.yaml, /etc/passwd, 3]")).tasks == ()


@pytest.mark.parametrize("name", suite_names.BUILT_IN)
def test_the_index_of_a_suite_is_current_and_says_what_the_suite_says(name: str) -> None:
    folder = suite_names.folder(name)
    assert (folder / "index.json").read_text(encoding="utf-8") == written(folder), f"run: bmoca index {name}"
    whole = tasks.suite(name)
    indexed = [(task.id, task.gym_name) for task in suite_names.index(name).tasks]
    assert indexed == [(task.id, task.gym_name) for task in whole]
    assert {whole.gym_id(task) for task in whole} | {f"{whole.prefix}-v0"} <= set(suite_names.gym_ids())


def test_the_command_writes_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = suite(tmp_path, catalogue=f"{HEAD}tasks: [{{id: x}}]")
    monkeypatch.setattr(suite_names, "packages", lambda: {"mine": "mine"})
    monkeypatch.setattr(suite_names, "folder", lambda name: folder)
    assert cli.main(["index", "mine", "--check"]) == 1
    assert cli.main(["index", "mine"]) == 0
    assert cli.main(["index", "mine", "--check"]) == 0
    assert json.loads((folder / "index.json").read_text())["catalogue.yaml"]["tasks"] == [["x", "X"]]
    assert cli.main(["index", "mien"]) == 2
    assert "Did you mean 'mine'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["Alarm", "androidworld/ContactsAddContact", "androidlab/AndroidLab-Contacts1-v0"]
)
def test_one_task_is_built_alone_and_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_alone", {})
    monkeypatch.setattr(tasks, "_whole", set())
    monkeypatch.setattr(tasks, "suite", None)
    (alone,) = tasks.templates(name)
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    monkeypatch.setattr(tasks, "_alone", {})
    sys.setprofile(count)
    try:
        tasks.select(name)
    finally:
        sys.setprofile(None)
    assert calls < 60_000  # 208,308 when all tasks of B-MoCA were built for one
    monkeypatch.undo()
    whole = tasks.suite(alone.suite).template(alone.id)
    assert (alone.first, alone.data, alone.parameters) == (whole.first, whole.data, whole.parameters)
    assert alone.task(3) == whole.task(3)


def test_the_second_task_of_a_suite_reads_the_whole_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_alone", {})
    monkeypatch.setattr(tasks, "_whole", set())
    tasks._read.cache_clear()
    first, again, second = (
        tasks.templates("Alarm")[0],
        tasks.templates("Alarm")[0],
        tasks.templates("Call")[0],
    )
    assert first is again
    assert second is tasks.suite().template(second.id)


def test_the_common_data_of_a_suite_need_no_task() -> None:
    for name in tasks.suites():
        head, whole = tasks.head(name), tasks.suite(name)
        assert (head.image, head.apps, head.environments) == (whole.image, whole.apps, whole.environments)
        assert len(head) == 0
