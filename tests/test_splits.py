"""Official splits: their content, that nothing is in two parts, and that no way of training reaches what is held
out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bmoca_gym import PhoneEnv, cli, randomization, split_files, splits, tasks
from bmoca_gym.errors import ArgumentError, BmocaError, CatalogueError, UnknownTaskError
from bmoca_gym.evaluation import settings_for
from bmoca_gym.integrations import trl
from bmoca_gym.policies import sampled_configurations
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED, FIRST_VALIDATION_SEED

ALL = [
    splits.get(suite, by) for suite in tasks.suites() if split_files.has(suite) for by in splits.kinds(suite)
]
PAGE = Path(__file__).parents[1] / "docs" / "suites.md"


def test_the_page_has_the_digest_of_every_split() -> None:
    """A split that was published does not change: change its version, and the digest on the page."""
    row = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| `(\w{12})` \|$", re.M)
    told = row.findall(PAGE.read_text(encoding="utf-8"))
    assert told == [
        (one.suite, one.by, *(str(len(part.templates)) for part in one.parts), one.digest) for one in ALL
    ]


@pytest.mark.parametrize("split", ALL, ids=lambda split: f"{split.suite}-{split.by}")
def test_a_task_or_its_instances_or_configurations_have_one_part(split: splits.Split) -> None:
    every = {one.id for one in tasks.suite(split.suite).templates if not one.first.extra}
    counts = Counter(one.id for part in split.parts for one in part.templates)
    if split.by in ("template", "app"):
        assert set(counts) == every
        assert set(counts.values()) == {1}
        train, _, test = (len(part.templates) / len(every) for part in split.parts)
        assert 0.65 < train < 0.75
        assert 0.15 < test < 0.25
    else:
        assert set(counts.values()) == {3}
    numbers = [part.instances for part in split.parts]
    assert numbers[2].stop == numbers[1].start
    assert numbers[1].stop == numbers[0].start == FIRST_TRAINING_SEED
    if split.by == "configuration":
        digests = [one.digest for part in split.parts for one in part.environments]
        assert len(set(digests)) == len(digests) == 35 + 10 + 10


@pytest.mark.parametrize("suite", ["androidworld", "androidlab"])
def test_a_split_by_template_has_its_share_of_each_kind_of_task(suite: str) -> None:
    split = splits.get(suite, "template")
    of_suite = Counter(task.category for task in tasks.suite(suite).tasks)
    for kind, count in Counter(one.first.category for one in split.test.templates).items():
        assert 0.12 < count / of_suite[kind] < 0.28, kind
    assert {one.first.category for one in split.validation.templates} == set(of_suite)


@pytest.mark.parametrize("suite", ["bmoca", "androidworld", "androidlab"])
def test_no_task_to_train_on_needs_an_app_that_is_held_apart(suite: str) -> None:
    split, packages = splits.get(suite, "app"), dict(tasks.suite(suite).apps)
    used = [{one.first.app for one in part.templates} for part in split.parts]
    # A task of several apps is counted under one of them, which may be one to train on.
    held = (used[1] | used[2]) - used[0]
    assert used[2] - used[1] - used[0]
    for template in split.train.templates:
        assert not {packages.get(app, app) for app in held} & {*template.first.all_needs}, template.id


def test_the_configurations_for_validation_share_nothing_with_those_for_tests() -> None:
    validation, test = randomization.select("validation"), randomization.select("test")
    assert [(one.id, one.split) for one in validation] == [
        (str(number), "validation") for number in range(200, 210)
    ]
    assert randomization.get("203") == validation[3]
    for factor in ("locale", "wallpaper", "icon_layout"):
        assert not {getattr(one, factor) for one in validation} & {getattr(one, factor) for one in test}
    sizes = [{(one.profile.width, one.profile.height) for one in some} for some in (validation, test)]
    assert not sizes[0] & sizes[1]


def test_what_is_sampled_for_training_may_be_trained_on() -> None:
    for one in (*randomization.select("train"), *sampled_configurations.drawn(8, 50)):
        splits.check_training(one)


#: Choices of tasks and environments that training must refuse, and a part of the message.
REFUSED = [
    ("Alarm", "100", "The configuration 100 is for tests"),
    ("Alarm", "100-korean", "The configuration 100-korean is for tests"),
    ("Alarm", "200", "The configuration 200 is for validation"),
    ("Alarm", "by_configuration:test", "by_configuration:test is not for training; take by_configuration:train"),
    ("by_template:test", "train", "by_template:test is not for training; take by_template:train"),
    ("by_app:validation", "train", "by_app:validation is not for training"),
    ("by_app:train,call_911", "000", "bmoca/call_911 is in by_app:test: it can't be trained on beside by_app:train"),
]  # fmt: skip


def _command(*words: str) -> None:
    assert cli.main(words) == cli.BAD_INPUT
    raise ArgumentError("the command has said why")


ENTRIES: dict[str, Callable[[list[str], list[str], Path], object]] = {
    "demos collect": lambda chosen, environments, folder: _command(
        "demos",
        "collect",
        "--tasks",
        ",".join(chosen),
        "--environments",
        ",".join(environments),
        "-o",
        str(folder / "d"),
    ),
    "demos export": lambda chosen, environments, folder: _command(
        "demos",
        "export",
        "--tasks",
        ",".join(chosen),
        "--environments",
        ",".join(environments),
        "-o",
        str(folder / "e"),
    ),
    "TRL": lambda chosen, environments, folder: trl.dataset(chosen, environments),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_way_of_training_takes_what_is_held_out(
    entry: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for chosen, environments, message in REFUSED:
        with pytest.raises(BmocaError) as caught:
            ENTRIES[entry](chosen.split(","), environments.split(","), tmp_path)
        assert message in str(caught.value) or message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_tasks_that_a_named_split_holds_apart_are_refused_beside_it() -> None:
    apart = splits.get("androidworld", "template").validation.templates[0]
    with pytest.raises(ArgumentError, match="is in androidworld/by_template:validation"):
        splits.training_tasks([apart, "androidworld/by_template:train"])


@pytest.mark.parametrize("count", [0, -1, 1.5, True, 2**31])
def test_there_are_so_many_instances(count: Any) -> None:
    with pytest.raises(ArgumentError, match=r"instances is .*; training has 1 to"):
        splits.training_tasks("androidworld/contacts_add_contact", count)


@pytest.mark.parametrize("name", ["call_911_helpful", "call_911_fickle", "chain_2", "chain_2_any"])
def test_so_are_tasks_that_contain_them(name: str) -> None:
    with pytest.raises(ArgumentError, match=rf"{name} may contain \w+, which is in by_app:"):
        splits.training_tasks(["by_app:train", name])


def test_so_are_memory_tasks() -> None:
    with pytest.raises(ArgumentError, match=r"memory_note may contain .* is in androidworld/by_template:"):
        splits.training_tasks(["androidworld/by_template:train", "androidworld/memory_note"])


def test_a_configuration_is_known_whatever_its_name(tmp_path: Path) -> None:
    content = randomization.get("105").to_dict() | {"id": "mine", "split": "train"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"environments": [content]}))
    with pytest.raises(ArgumentError, match="The configuration mine is for tests"):
        splits.training_environments(str(file))


def test_every_task_is_trained_on_by_instances_for_training_only() -> None:
    name = "androidworld/by_template:train"
    chosen = splits.training_tasks(name)
    assert {task.task_seed for task in chosen if task.params} == {FIRST_TRAINING_SEED}
    assert {task.id for task in chosen} == {
        one.id for one in splits.get("androidworld", "template").train.templates
    }
    of_tests = tasks.get("androidworld/contacts_add_contact")
    assert of_tests.task_seed == 0
    assert splits.training_instance(of_tests).task_seed == FIRST_TRAINING_SEED
    env = PhoneEnv(tasks=name, environments=name, action="text", observation="text")
    info = env.reset(seed=3)[1]
    assert info["environment"] == "pixel_6"
    assert info["task"] in {task.id for task in chosen}
    assert info["task_seed"] >= FIRST_TRAINING_SEED or not info["params"]


def test_parts_for_validation_are_evaluated_on_their_own_instances() -> None:
    part = splits.get("androidworld", "app").validation
    found = settings_for("noop", part.name, part.name, instances=2)
    assert found.tasks == part.tasks(2)
    numbers = {task.task_seed for task in found.tasks if task.params}
    assert numbers == {FIRST_VALIDATION_SEED, FIRST_VALIDATION_SEED + 1}
    test = settings_for("noop", "androidworld/by_app:test", "androidworld/pixel_6")
    assert {task.task_seed for task in test.tasks} == {0}
    with pytest.raises(BmocaError, match="from 1 to 100: later instances are for training"):
        settings_for("noop", part.name, part.name, instances=101)
    with pytest.raises(ArgumentError, match="mix parts for validation with others"):
        settings_for("noop", [part.name, "androidworld/by_app:test"], "androidworld/pixel_6")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("by_templat:train", "Did you mean 'by_template:train'?"),
        ("androidworld/by_app:tests", "Did you mean 'by_app:test'?"),
        ("by_app:tset", "There is no part of a split 'by_app:tset'"),
        ("androidlab/by_instance:train", "the suite 'androidlab' has no tasks with parameters"),
    ],
)
def test_unknown_parts_are_told(name: str, message: str) -> None:
    with pytest.raises(UnknownTaskError) as caught:
        tasks.select(name)
    assert message in str(caught.value)


def test_splits_that_do_not_exist_are_told() -> None:
    with pytest.raises(
        ArgumentError, match="has no split by 'instance'; it has splits by template, app, configuration"
    ):
        splits.get("bmoca", "instance")
    with pytest.raises(ArgumentError, match="Did you mean 'template'"):
        splits.get("androidworld", "templates")
    with pytest.raises(ArgumentError, match="has 1 to 900 of each task"):
        splits.get("androidworld", "app").test.tasks(901)


GOOD: dict[str, Any] = {
    "version": "1", "environments": {"train": "train", "validation": "validation", "test": "test"}, "families": [["a*"]],
    "template": {"train": ["a1", "a2"], "validation": ["b"], "test": ["c"]},
    "app": {"train": ["a1"], "validation": ["a2"], "test": ["b", "c"]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"more": 1}, "it must have version, environments, families, template, app"),
        ({"version": 1.0}, "mine.yaml: version is 1.0; it must be a text"),
        ({"families": "a*"}, "families is 'a*'; it must be a list"),
        ({"environments": {"train": "train"}}, "mine.yaml: environments is"),
        (
            {"app": {"train": ["a1"], "validation": ["a1"], "test": ["b"]}},
            "mine.yaml: app: a1 is there twice",
        ),
        ({"template": {"train": ["a1"], "validation": ["b"], "test": ["a2"]}}, "a1 and a2 are of one family"),
        ({"template": {"train": ["a1"], "validation": [], "test": ["a2"]}}, "template: validation is []"),
    ],
)
def test_faults_of_a_file_are_told(change: dict[str, Any], message: str) -> None:
    assert split_files.parse(yaml.dump(GOOD), "mine.yaml").tasks["template"]["test"] == ("c",)
    with pytest.raises(CatalogueError) as caught:
        split_files.parse(yaml.dump(GOOD | change), "mine.yaml")
    assert message in str(caught.value)


def test_the_command_lists_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["splits"]) == 0
    shown = capsys.readouterr().out
    assert all(one.digest in shown for one in ALL)
    file = tmp_path / "split.json"
    assert cli.main(["splits", "androidworld", "--by", "app", "-o", str(file)]) == 0
    (content,) = json.loads(file.read_text())
    assert content == splits.get("androidworld", "app").to_dict()
    assert cli.main(["splits", "androidlab", "--by", "instance"]) == cli.BAD_INPUT
