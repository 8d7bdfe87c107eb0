"""Rows of data sets: each names a task, its seed and a configuration, as `PhoneSession.start` takes them."""

from __future__ import annotations

from collections.abc import Sequence
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
    return _rows(splits.training_tasks(choice, instances), splits.training_environments(environments))


def eval_dataset(
    choice: tasks.TaskChoice = "representative", environments: Environments = "test", instances: int = 1
) -> list[dict[str, Any]]:
    """Make the rows of an evaluation: as `dataset`, with instances for tests, or for validation in such a part.

    A row also has ``held_out``, by which it asks for an episode that training must not see.

    Args:
        choice, environments: as of `gymnasium.make`.
        instances: how many instances of a task with parameters.

    Raises:
        ArgumentError: there are not so many instances, or parts for validation are chosen together with others.
    """
    chosen = splits.evaluation_tasks(choice, instances)
    return [row | {"held_out": True} for row in _rows(chosen, randomization.select(environments))]


def _rows(
    chosen: Sequence[tasks.Task], configurations: Sequence[randomization.DeviceConfiguration]
) -> list[dict[str, Any]]:
    return [
        {
            "prompt": [{"role": "user", "content": PROMPT}],
            "task": f"{task.suite}/{task.id}",
            "seed": task.task_seed,
            "configuration": named(configuration, task.suite),
        }
        for task in chosen
        for configuration in dict.fromkeys(configurations)
    ]


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
