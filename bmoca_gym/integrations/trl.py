"""TRL's ``environment_factory``: a language model plays the phone by tool calls while `GRPOTrainer` trains it.

``GRPOTrainer(..., environment_factory=PhoneTools)`` makes one phone a rollout. A row of the training set names the
task: its columns ``task``, ``seed`` and ``configuration`` are those of `PhoneSession.start`. `dataset` makes such rows.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.errors import ArgumentError, UnknownEnvironmentError, cut
from bmoca_gym.integrations.tools import PROMPT, PhoneTools
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

__all__ = ["PROMPT", "PhoneTools", "dataset", "named"]


def dataset(
    choice: tasks.TaskChoice = "representative", environments: Environments = "train", instances: int = 1
) -> list[dict[str, Any]]:
    """Make the rows of a training set: each task in each configuration.

    A row has ``prompt``, ``task``, ``seed`` and ``configuration``.

    Seeds are those for training, from 1000 on, so that no instance for tests is among them.
    ``datasets.Dataset.from_list(dataset(...))`` makes TRL's form of them.

    Args:
        choice: tasks, as of `gymnasium.make`.
        environments: configurations, as of `gymnasium.make`.
        instances: how many instances of a task with parameters.
    """
    rows: list[dict[str, Any]] = []
    for template in tasks.templates(choice):
        for number in range(instances if template.parameters else 1):
            seed = FIRST_TRAINING_SEED + number if template.parameters else 0
            for configuration in randomization.select(environments):
                rows.append(
                    {
                        "prompt": [{"role": "user", "content": PROMPT}],
                        "task": f"{template.first.suite}/{template.id}",
                        "seed": seed,
                        "configuration": named(configuration, template.first.suite),
                    }
                )
    return rows


def named(configuration: randomization.DeviceConfiguration, suite: str) -> str:
    """Return the id by which any suite finds a configuration.

    Raises:
        ArgumentError: it is not a published one, which a row could name.
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
