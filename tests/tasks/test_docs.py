"""The page on tasks: its catalogue loads, its rules are valid, and it describes every kind and field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from bmoca_gym.success_detectors import kinds, rule_from_data
from bmoca_gym.success_detectors.ui import PREDICATES, SELECTORS
from bmoca_gym.tasks.filling import FORMATS
from bmoca_gym.tasks.parameters import KINDS as KINDS_OF_PARAMETERS
from bmoca_gym.tasks.steps import STEPS as KINDS_OF_STEPS
from bmoca_gym.tasks.steps import step_from_data
from bmoca_gym.tasks.suite import loads

PAGE = (Path(__file__).parents[2] / "docs" / "tasks.md").read_text(encoding="utf-8")
CATALOGUE, WITH_TEMPLATES, STEPS, WITH_PARAMETERS, COMPOSITE, *RULES = re.findall(
    r"```yaml\n(.*?)```", PAGE, re.DOTALL
)


def test_the_example_is_a_catalogue():
    (task,) = loads(CATALOGUE, "docs", "docs/tasks.md")
    assert len(task.near_misses) == 2


def test_the_example_with_templates_is_a_catalogue():
    (task,) = loads(WITH_TEMPLATES, "docs", "docs/tasks.md")
    assert task.gym_name == "CallMyOffice"
    assert len(task.near_misses) == 2


def test_the_example_with_parameters_is_a_suite():
    template = loads(WITH_PARAMETERS, "docs", "docs/tasks.md").template("set_an_alarm")
    assert len({template.task(seed).instruction for seed in range(20)}) > 10
    assert all(f"`{{{kind}: " in PAGE for kind in KINDS_OF_PARAMETERS)
    assert all(f"`{name}`" in PAGE for name in FORMATS)


def test_the_example_with_parts_goes_behind_the_one_with_parameters():
    template = loads(WITH_PARAMETERS + COMPOSITE, "docs", "docs/tasks.md").template("set_two_alarms")
    for seed in range(20):
        params = template.task(seed).params
        assert params["first"]["when"] != params["second"]["when"]
    assert len(template.first.expert) == len(template.first.sub_goals) == 2


@pytest.mark.parametrize("text", RULES, ids=lambda text: text.split(":")[0].strip("- "))
def test_the_examples_are_rules(text):
    for data in yaml.safe_load(text):
        rule_from_data(data)


def test_every_step_is_explained():
    steps = yaml.safe_load(STEPS)["set_up"]
    for data in steps:
        step_from_data(data, "docs/tasks.md")
    assert {kind for data in steps for kind in data} | {"shell", "write_file"} == set(KINDS_OF_STEPS)


def test_every_kind_and_field_is_explained():
    for name in (*kinds(), *SELECTORS, *PREDICATES, *yaml.safe_load(CATALOGUE)["tasks"][0]):
        assert f"`{name}`" in PAGE, name


def test_the_error_that_is_shown_is_the_error_that_is_raised():
    with pytest.raises(ValueError, match=r"app: is 'Clok'") as error:
        loads(CATALOGUE.replace("app: Clock", "app: Clok"), "docs", "catalogue.yaml")
    assert f"`{error.value}`" in " ".join(PAGE.split())
