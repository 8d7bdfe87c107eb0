"""The page on tasks: its catalogue loads, its rules are rules, and it speaks of every kind and field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from bmoca_gym.success_detectors import KINDS, rule_from_data
from bmoca_gym.success_detectors.ui import PREDICATES, SELECTORS
from bmoca_gym.tasks.catalogue import loads

PAGE = (Path(__file__).parents[2] / "docs" / "tasks.md").read_text(encoding="utf-8")
CATALOGUE, WITH_TEMPLATES, *RULES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_is_a_catalogue():
    (task,) = loads(CATALOGUE, "docs", "docs/tasks.md")
    assert len(task.near_misses) == 2


def test_the_example_with_templates_is_a_catalogue():
    (task,) = loads(WITH_TEMPLATES, "docs", "docs/tasks.md")
    assert task.gym_name == "CallMyOffice"
    assert len(task.near_misses) == 2


@pytest.mark.parametrize("text", RULES, ids=lambda text: text.split(":")[0].strip("- "))
def test_the_examples_are_rules(text):
    for data in yaml.safe_load(text):
        rule_from_data(data)


def test_every_kind_and_field_is_explained():
    for name in (*KINDS, *SELECTORS, *PREDICATES, *yaml.safe_load(CATALOGUE)["tasks"][0]):
        assert f"`{name}`" in PAGE, name


def test_the_error_that_is_shown_is_the_error_that_is_raised():
    with pytest.raises(ValueError, match=r"app: is 'Clok'") as error:
        loads(CATALOGUE.replace("app: Clock", "app: Clok"), "docs", "catalogue.yaml")
    assert f"`{error.value}`" in " ".join(PAGE.split())
