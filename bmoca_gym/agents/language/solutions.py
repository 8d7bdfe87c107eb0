"""Solutions by experts in the words of the language agent: each screen as it is shown, and the action that follows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym import tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import DatasetError, ExpertError
from bmoca_gym.randomization import DeviceConfiguration

if TYPE_CHECKING:
    from bmoca_gym.tasks import Task


class Screen(NamedTuple):
    """A step of a solution: what the environment showed and told, and the action that the expert takes."""

    observation: Any
    info: dict[str, Any]
    action: str


def play(env: BMoCAEnv, task: Task, configuration: DeviceConfiguration, seed: int = 0) -> Iterator[Screen]:
    """Let the expert do a task in an environment with text actions; each screen is given before its action is done.

    Raises:
        UnknownExpertError: the task has no expert.
        ExpertError: it has nothing left to do, or the step limit comes, before the task is done.
        ActionError: no text action does what it means.
    """
    expert = expert_for(task)
    observation, info = env.reset(seed=seed, options={"task": task, "environment": configuration})
    terminated = truncated = False
    while not (terminated or truncated):
        tree = env.device.ui_tree()
        gesture = expert.next_gesture(tree, env.device.info.locale)
        if gesture is None:
            break
        action = str(env.action_mode.encode(gesture, tree))
        yield Screen(observation, info, action)
        observation, _, terminated, truncated, info = env.step(action)
    if not info["success"]:
        raise ExpertError(
            f"The expert does not do {task.id} in environment {configuration.id} by text actions."
        )


@lru_cache(maxsize=512)
def solution(
    task: Task, configuration: DeviceConfiguration, bounding_boxes: bool, leaves_only: bool
) -> tuple[tuple[str, str], ...]:
    """The observation and the action of each step of a solution on the embedded handset, recorded when asked for.

    Raises:
        BmocaError: see `play`.
    """
    env = BMoCAEnv(action="text", observation="text", bounding_boxes=bounding_boxes, leaves_only=leaves_only)
    try:
        return tuple((screen.observation, screen.action) for screen in play(env, task, configuration))
    finally:
        env.close()


class Source(NamedTuple):
    """The source of a solution: a task in a configuration."""

    task: Task
    configuration: DeviceConfiguration


@lru_cache(maxsize=8)
def recorded(folder: str) -> tuple[Source, ...]:
    """The episodes of a folder of demonstrations (``bmoca demos collect``) that were solved without noise.

    Raises:
        DatasetError: there are none, or they can't be read.
        MissingLibraryError: Minari is not installed.
        UnknownTaskError: an episode is of a task that this release does not have.
    """
    from bmoca_gym.demonstrations import dataset

    found: dict[tuple[str, str], Source] = {}
    for entry in dataset.open_dataset(Path(folder)).entries:
        if entry["success"] and not entry.get("noise_steps"):
            configuration = DeviceConfiguration.from_dict(json.loads(str(entry["configuration"])))
            source = Source(tasks.get(str(entry["task"])), configuration)
            found[source.task.id, configuration.digest] = source
    if not found:
        raise DatasetError(
            f"{folder} has no demonstration that was solved without noise; collect some with: bmoca demos collect "
            f"-o {folder}"
        )
    return tuple(found.values())


def digest(folder: str) -> str:
    """A digest of the demonstrations in a folder: 12 hexadecimal digits.

    Raises:
        DatasetError: see `recorded`.
    """
    names = sorted((source.task.id, source.configuration.digest) for source in recorded(folder))
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()[:12]
