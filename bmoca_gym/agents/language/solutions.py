"""Solutions by experts in the words of language agents: each screen as it is shown, and the action that follows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.actions import Answer, Finish
from bmoca_gym.envs.call_actions import CallActions, NumberedCallActions
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import ActionError, DatasetError, ExpertError
from bmoca_gym.handset.gestures import PressKey, TypeText
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

if TYPE_CHECKING:
    from bmoca_gym.tasks import Task


#: The keys with which experts change a text. Calls have none: what they write replaces a field's text.
_EDITING = ("DEL", "FORWARD_DEL", "MOVE_HOME", "MOVE_END")


class Screen(NamedTuple):
    """A step of a solution: what the environment showed and told, and the action that the expert takes."""

    observation: Any
    info: dict[str, Any]
    action: str


def play(env: BMoCAEnv, task: Task, configuration: DeviceConfiguration, seed: int = 0) -> Iterator[Screen]:
    """Let the expert do a task in an environment; each screen is given before its action is done.

    In an environment whose actions are calls, keys with which the expert changes a text are one action with what it
    writes then: a call replaces the text of a field.

    Raises:
        UnknownExpertError: the task has no expert.
        ExpertError: it has nothing left to do, or the step limit comes, before the task is done.
        ActionError: no action does what it means.
    """
    expert = expert_for(task)
    observation, info = env.reset(seed=seed, options={"task": task, "environment": configuration})
    terminated = truncated = False
    while not (terminated or truncated):
        move = _next(env, expert)
        if env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            break
        if isinstance(env.action_mode, (CallActions, NumberedCallActions)) and _edits(move):
            move = _written(env, expert, move)
        action = str(env.action_mode.encode(move, env.device.ui_tree()))
        yield Screen(observation, info, action)
        observation, _, terminated, truncated, info = env.step(action)
    if not info["success"]:
        raise ExpertError(
            f"The expert does not do {task.id} in environment {configuration.id} by actions of this kind."
        )


def _next(env: BMoCAEnv, expert: Expert) -> Any:
    return expert.next_gesture(env.device.ui_tree(), env.device.info.locale)


def _edits(move: object) -> bool:
    return isinstance(move, TypeText) or (isinstance(move, PressKey) and move.key in _EDITING)


def _written(env: BMoCAEnv, expert: Expert, move: Any) -> TypeText:
    """Final text of a field after an expert has changed it, tried on a copy of the phone."""
    before = env.save_state()
    while isinstance(move, PressKey) and _edits(move):
        env.device.perform(move)
        env.device.wait(env.step_seconds)
        move = _next(env, expert)
    if not isinstance(move, TypeText):
        raise ActionError(f"{move!r} follows on keys in a text; calls can only write one.")
    left = _text_left(env)
    env.device.perform(move)
    text = _text_left(env) if left else move.text
    env.restore_state(before)
    return TypeText(text)


def _text_left(env: BMoCAEnv) -> str:
    """Text of the focused field; "" if it shows its hint."""
    field = next((node for node in env.device.ui_tree() if node.focused and node.editable), None)
    return "" if field is None or field.text == field.hint else field.text


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


def chosen(named: tasks.TaskChoice, environments: Environments, instances: int = 1) -> tuple[Source, ...]:
    """Tasks in configurations: of those that have parameters the first ``instances`` of the instances for training.

    Raises:
        UnknownTaskError, UnknownEnvironmentError, CatalogueError: a name that does not exist.
    """
    found: list[Task] = []
    for template in tasks.templates(named):
        numbers: Sequence[int] = range(instances) if template.parameters else (0,)
        first = FIRST_TRAINING_SEED if template.parameters else 0
        found += [template.task(first + number) for number in numbers]
    configurations = randomization.select(environments)
    return tuple(Source(task, configuration) for configuration in configurations for task in found)


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
            source = Source(tasks.get(dataset.name_of(entry)), configuration)
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
