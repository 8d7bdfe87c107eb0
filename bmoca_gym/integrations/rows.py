"""Rows of training sets: each names a task, its seed and a configuration, as `PhoneSession.start` takes them."""

from __future__ import annotations

from typing import Any

from bmoca_gym import randomization, splits, tasks
from bmoca_gym.errors import ArgumentError, UnknownEnvironmentError, cut
from bmoca_gym.integrations.tools import PROMPT
from bmoca_gym.randomization.environments import Environments


def dataset(
    choice: tasks.TaskChoice = "representative", environments: Environments = "train", instances: int = 1
) -> list[dict[str, Any]]:
    """Make the rows of a training set: each task in each configuration.

    A row has ``prompt``, ``task``, ``seed`` and ``configuration``.

    Seeds are training seeds, from 1000 up, so no test instance is among them. Tasks and configurations can be the
    training part of a split, such as ``"androidworld/by_template:train"``. ``datasets.Dataset.from_list(dataset(...))``
    converts them to TRL's form.

    Args:
        choice: tasks, as of `gymnasium.make`.
        environments: configurations, as of `gymnasium.make`.
        instances: how many instances of a task with parameters.

    Raises:
        ArgumentError: tasks or configurations are for validation or tests, see `bmoca_gym.splits`.
    """
    rows: list[dict[str, Any]] = []
    configurations = splits.training_environments(environments)
    for task in splits.training_tasks(choice, instances):
        for configuration in configurations:
            rows.append(
                {
                    "prompt": [{"role": "user", "content": PROMPT}],
                    "task": f"{task.suite}/{task.id}",
                    "seed": task.task_seed,
                    "configuration": named(configuration, task.suite),
                }
            )
    return rows


def named(configuration: randomization.DeviceConfiguration, suite: str) -> str:
    """Return an id for a configuration that works in any suite.

    Raises:
        ArgumentError: it is not a published configuration, so a row can't name it.
    """
    owners = (suite, *tasks.suites())
    for name in (configuration.id, *(f"{owner}/{configuration.id}" for owner in owners)):
        try:
            if randomization.get(name) == configuration:
                return name
        except UnknownEnvironmentError:
            continue
    raise ArgumentError(
        f"Configuration {cut(configuration.id)} has no id that a row can name: choose published ones."
    )
