"""Experts' solutions for language agents: the observation and the action of each step."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Generator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym import randomization, splits, tasks
from bmoca_gym.agents.language import saying
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.device import screen_of
from bmoca_gym.envs.actions import Answer, Finish, Gestures, Move
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import ActionError, DatasetError, ExpertError
from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import PressKey, Tap, TypeText
from bmoca_gym.handset.system_ui.keyboard import KEY_CLASS
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.finding import located
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments

if TYPE_CHECKING:
    from bmoca_gym.tasks import Task


#: Keys with which experts edit a text.
_EDITING = ("DEL", "FORWARD_DEL", "MOVE_HOME", "MOVE_END")
#: A line break that only the keyboard on the screen can make.
_LINE_BREAK = PressKey("ENTER")


class Screen(NamedTuple):
    """A step of a solution: the environment's observation and info, the expert's action, and what it says about it."""

    observation: Any
    info: Info
    action: Any
    thought: str


def play(
    env: PhoneEnv, task: Task, configuration: DeviceConfiguration, seed: int = 0
) -> Generator[Screen, Any, None]:
    """Play a task with its expert. Each step is yielded before its action is performed.

    An action sent to the generator is performed instead of the expert's.

    Some action modes have no keys that edit text, see `ActionMode`. There, the keys and the text that follows become
    one action that types the complete text, or two: one that clears the field, and one that types.

    Raises:
        UnknownExpertError: the task has no expert.
        ExpertError: the expert has nothing left to do, or the step limit is reached, before the task is solved.
        ActionError: the action mode has no action for a gesture.
    """
    expert = expert_for(task)
    observation, info = env.reset(seed=seed, options={"task": task, "environment": configuration})
    wanted = env.task
    terminated = truncated = False
    edits = getattr(env.action_mode, "edits", "keys")
    answers_first = getattr(env.action_mode, "answers_first", False)
    waiting: list[Move | None] = []
    while not (terminated or truncated):
        if env.task is not wanted:  # the user has changed their mind
            wanted, expert, waiting = env.task, expert_for(env.task), []
        if not waiting:
            waiting = _next_moves(env, expert, edits)
        move = waiting.pop(0)
        if env.ends == "finish" and isinstance(move, Answer) and answers_first:
            waiting = [None]
        elif env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            break
        if move == _LINE_BREAK and edits == "lines":
            move = _key_on_screen(env, "Enter")
        tree = env.device.ui_tree()
        action = env.action_mode.encode(move, tree)  # type: ignore[arg-type]
        given = yield Screen(observation, info, action, saying.sentence(move, tree))
        observation, _, terminated, truncated, info = env.step(action if given is None else given)
    if not info["success"]:
        why = f": the step limit of {info['step_limit']} is reached" if truncated else ""
        raise ExpertError(
            f"The expert can't solve {task.id} in environment {configuration.id} with actions of this mode{why}."
        )
    if env.ends == "finish" and info["finished"] is None:
        raise ExpertError(
            f"The expert solves {task.id} in environment {configuration.id}, but does not finish: the episode was "
            "stopped."
        )


def _next_moves(env: PhoneEnv, expert: Expert, edits: str) -> list[Move | None]:
    """The expert's next move, or the moves that edit a text in a way the action mode supports."""
    move = _next(env, expert)
    if edits == "typing" and _edits(move):
        return _written(env, expert, move)
    if edits == "clearing" and isinstance(move, PressKey) and _edits(move):
        return [Gestures((PressKey("DEL"), PressKey("FORWARD_DEL"))), *_written(env, expert, move)]
    if edits == "lines" and isinstance(move, TypeText) and "\n" in move.text:
        parts = re.split(r"(\n)", move.text)
        return [_LINE_BREAK if part == "\n" else TypeText(part) for part in parts if part]
    return [move]


def _key_on_screen(env: PhoneEnv, name: str) -> Tap:
    """Return the tap on a key of the keyboard on the screen. The UI tree has no keys, but a picture shows them.

    Raises:
        ActionError: no such key is on the screen, or the phone is not embedded.
    """
    shown = screen_of(env.device)
    for surface in reversed(screen.surfaces(shown.phone) if shown is not None else ()):
        found = located(surface.box, surface.offsets, lambda one: _is_key(one, name))
        if found is not None:
            left, top, box = found
            tree = env.device.ui_tree()
            x, y = left + surface.x + box.width / 2, top + surface.y + box.height / 2
            return Tap(x / tree.width, y / tree.height)
    raise ActionError(f"There is no key {name} on the screen.")


def _is_key(element: Element, name: str) -> bool:
    return element.description == name and element.class_name == KEY_CLASS


def _next(env: PhoneEnv, expert: Expert) -> Any:
    return expert.next_gesture(env.device.ui_tree(), env.device.info.locale)


def _edits(move: object) -> bool:
    return isinstance(move, TypeText) or (isinstance(move, PressKey) and move.key in _EDITING)


def _written(env: PhoneEnv, expert: Expert, move: Any) -> list[Move | None]:
    """Return a move that types the final text of a field that the expert edits, and the move after the edit if the
    expert has already been asked for it. The edit is tried, and the phone is restored.
    """
    before = env.save_state()
    while isinstance(move, PressKey) and _edits(move):
        env.device.perform(move)
        env.device.wait(env.step_seconds)
        move = _next(env, expert)
    left = text = _text_left(env)
    typed = isinstance(move, TypeText)
    if typed:
        # A line break at the end submits the field, or is typed by the key ENTER.
        written = move.text.removesuffix("\n")
        env.device.perform(TypeText(written))
        text = (_text_left(env) if left else written) + move.text[len(written) :]
    env.restore_state(before)
    return [TypeText(text)] if typed else [TypeText(text), move]


def _text_left(env: PhoneEnv) -> str:
    """Return the text of the focused field; "" if it shows its hint."""
    field = next((node for node in env.device.ui_tree() if node.focused and node.editable), None)
    return "" if field is None or field.text == field.hint else field.text


@lru_cache(maxsize=512)
def solution(
    task: Task,
    configuration: DeviceConfiguration,
    bounding_boxes: bool = False,
    leaves_only: bool = False,
    elements: str | bool = False,
) -> tuple[tuple[str, str], ...]:
    """Record a solution on the embedded phone. Returns the observation and the action of each step.

    Args:
        task: the task.
        configuration: the phone's configuration.
        bounding_boxes: as for the environment, like the arguments that follow.
        leaves_only: as said.
        elements: as said.

    Raises:
        BmocaError: see `play`.
    """
    env = PhoneEnv(
        action="text",
        observation="text",
        bounding_boxes=bounding_boxes,
        leaves_only=leaves_only,
        elements=elements,
    )
    try:
        return tuple((screen.observation, screen.action) for screen in play(env, task, configuration))
    finally:
        env.close()


class Source(NamedTuple):
    """Source of a solution: a task in a configuration."""

    task: Task
    configuration: DeviceConfiguration


def chosen(named: tasks.TaskChoice, environments: Environments, instances: int = 1) -> tuple[Source, ...]:
    """Combine tasks and configurations. ``instances``: number of training instances of each task with parameters.

    Raises:
        ArgumentError: tasks are for validation or tests.
        UnknownTaskError, UnknownEnvironmentError, CatalogueError: a name does not exist, or a file is malformed.
    """
    found = splits.training_tasks(named, instances)
    configurations = randomization.select(environments)
    return tuple(Source(task, configuration) for configuration in configurations for task in found)


@lru_cache(maxsize=8)
def recorded(folder: str) -> tuple[Source, ...]:
    """Read the sources of a dataset's episodes (``bmoca demos collect``) that were solved without noise.

    Raises:
        DatasetError: there are no such episodes, or the dataset can't be read.
        MissingLibraryError: Minari is not installed.
        UnknownTaskError: this release does not have the task of an episode.
    """
    from bmoca_gym.demonstrations import dataset

    found: dict[tuple[str, int, str], Source] = {}
    for entry in dataset.open_dataset(Path(folder)).entries:
        if entry["success"] and not entry.get("noise_steps"):
            configuration = dataset.configuration_of(entry)
            source = Source(dataset.task_of(entry), configuration)
            found[source.task.id, source.task.task_seed, configuration.digest] = source
    if not found:
        raise DatasetError(
            f"{folder} has no demonstration that was solved without noise. Collect some with: bmoca demos collect "
            f"-o {folder}"
        )
    return tuple(found.values())


def digest(folder: str) -> str:
    """Compute a digest of the demonstrations in a folder: 12 hexadecimal digits.

    Raises:
        DatasetError: see `recorded`.
    """
    names = sorted((source.task.id, source.configuration.digest) for source in recorded(folder))
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()[:12]
