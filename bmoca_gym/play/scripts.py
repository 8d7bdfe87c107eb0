"""Sessions as Python programs that make the same moves on a new phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Gestures, Move, Wait
from bmoca_gym.play import picture
from bmoca_gym.play.timeline import Moment
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task

_PROGRAM = '''"""A session of bmoca play, played again."""

{imports}

MOVES = [
{moves}
]

{rest}'''

#: With text actions, which say what each step does.
_CALLS = '''"""A session of bmoca play, played again."""

import gymnasium as gym

import bmoca_gym{more}

ACTIONS = [
{actions}
]

env = gym.make({arguments})
observation, info = env.reset(seed=0, options={{"task_seed": {seed}}})
for action in ACTIONS:
    observation, reward, terminated, truncated, info = env.step(action)
    print(info["steps"], action, info["score"])
print(info["instruction"], "-", "done" if info["success"] else "not done")
env.close()
'''

#: With the gestures themselves, where text actions do not lead to the same screens.
_TASK = """\
env = PhoneEnv(tasks={task!r}, environments={configuration})
env.action_mode = GestureActions()
observation, info = env.reset(seed=0, options={{"task_seed": {seed}}})
for move in MOVES:
    observation, reward, terminated, truncated, info = env.step(move)
    print(info["steps"], move, info["score"])
print(info["instruction"], "-", "done" if info["success"] else "not done")
"""

_FREE = """\
device = EmbeddedDevice(image={image!r})
MOVES[0].apply(device)
device.perform(PressKey("HOME"))
for move in MOVES[1:]:
    if isinstance(move, DeviceConfiguration):
        move.apply(device)
    elif isinstance(move, Wait):
        device.wait(1.0)
    else:
        device.perform(move)
print(device.ui_tree().nodes[0].package)
"""


def text_actions(
    path: Sequence[Moment], task: Task, environment: DeviceConfiguration, judged: Mapping[str, Any]
) -> list[str] | None:
    """The text actions that lead along a path from a task's start.

    None if one is missing, or they lead to other screens.

    ``judged``: the arguments of the task's environment that decide what happens and how it is judged.
    """
    found = ["wait()" if isinstance(moment.move, Wait) else moment.actions.get("text") for moment in path[1:]]
    if None in found:
        return None
    actions = [str(action) for action in found]
    phone = EmbeddedDevice(image=task.image)
    env = PhoneEnv(tasks=task, environments=environment, device=phone, action="text", **judged)
    try:
        env.reset(seed=0, options={"task_seed": task.task_seed})
        for moment, action in zip(path[1:], actions, strict=True):
            env.step(action)
            if picture.of_moment(env.device) != moment.picture:
                return None
    finally:
        env.close()
    return actions


def calls(
    task: Task, configuration: DeviceConfiguration, arguments: Mapping[str, Any], actions: Sequence[str]
) -> str:
    """Write a program that begins a task with ``gym.make`` and makes text actions.

    ``arguments``: those of the task's environment, as for `PhoneEnv`.
    """
    published = configuration.id in _published() and randomization.get(configuration.id) == configuration
    named = [
        repr(tasks.suite(task.suite).gym_id(task) if task.gym_name else "BMoCA-v0"),
        *([] if task.gym_name else [f"tasks={f'{task.suite}/{task.id}'!r}"]),
        f"environments={configuration.id!r}" if published else f"environments={_source(configuration)}",
        "action='text'",
        *[f"{name}={value!r}" for name, value in arguments.items() if value != USUAL.get(name)],
    ]
    return _CALLS.format(
        more="" if published else "\nfrom bmoca_gym.randomization import DeviceConfiguration",
        actions="\n".join(f"    {action!r}," for action in actions),
        arguments=", ".join(named),
        seed=task.task_seed,
    )


@cache
def _published() -> frozenset[str]:
    return frozenset(one.id for one in randomization.select("all"))


#: The arguments of `PhoneEnv` that decide what happens in an episode and how it is judged, with their defaults.
USUAL: Mapping[str, Any] = {
    "observation": "pixels", "judge": "corrected", "interruptions": None, "side_effects": False, "step_seconds": 3.0,
}  # fmt: skip


def program(suite: str, task: Task | None, moves: Sequence[Move | DeviceConfiguration]) -> str:
    """Write a program that repeats moves. ``moves`` begin with the configuration.

    ``task``: the instance of the suite from whose start they begin, or None for free play.
    """
    used = {type(one).__name__ for move in moves for one in _parts(move)} | {"DeviceConfiguration"}
    if task is None:
        rest = _FREE.format(image=tasks.suite(suite).image)
        used |= {"EmbeddedDevice", "PressKey", "Wait"}
        listed = moves
    else:
        name = f"{task.suite}/{task.id}"
        rest = _TASK.format(task=name, configuration=_source(moves[0]), seed=task.task_seed)
        used |= {"PhoneEnv", "GestureActions"}
        listed = moves[1:]
    imports = [
        f"from {module} import {', '.join(names)}"
        for module, known in _MODULES.items()
        if (names := [name for name in known if name in used])
    ]
    lines = [f"    {_source(move)}," for move in listed]
    return _PROGRAM.format(imports="\n".join(imports), moves="\n".join(lines), rest=rest)


_MODULES = {
    "bmoca_gym.devices.embedded": ("EmbeddedDevice",),
    "bmoca_gym.envs": ("PhoneEnv",),
    "bmoca_gym.envs.actions": ("Answer", "Finish", "GestureActions", "Gestures", "OpenApp", "Wait"),
    "bmoca_gym.handset.gestures": ("LongPress", "Pinch", "PressKey", "Swipe", "Tap", "TypeText"),
    "bmoca_gym.randomization": ("DeviceConfiguration",),
}


def _parts(move: Move | DeviceConfiguration) -> tuple[object, ...]:
    return (move, *move.gestures) if isinstance(move, Gestures) else (move,)


def _source(move: Move | DeviceConfiguration) -> str:
    if isinstance(move, DeviceConfiguration):
        return f"DeviceConfiguration.from_dict({move.to_dict()!r})"
    return repr(move)
