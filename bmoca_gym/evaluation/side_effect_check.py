"""What a suite's experts change: the data for `bmoca_gym.side_effects`, and a check that nothing else changes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from bmoca_gym import agents, randomization, tasks
from bmoca_gym.devices.device import screen_of
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import BmocaError
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.side_effects import Allowed, Change, changes
from bmoca_gym.side_effects.allowed import allowed, learned, side_effects


class Played(NamedTuple):
    """An episode of an expert.

    Attributes:
        task, instance, environment: the episode.
        params: the parameters of the instance.
        changes: what it changed on the phone.
        error: why the expert failed; "" if it succeeded.
    """

    task: str
    instance: int
    environment: str
    params: dict[str, Any]
    changes: tuple[Change, ...]
    error: str = ""


class Finding(NamedTuple):
    """A side effect of an expert."""

    task: str
    instance: int
    environment: str
    said: str


def play(
    suite: str,
    names: tasks.TaskChoice | None = None,
    environments: Sequence[DeviceConfiguration] | None = None,
    instances: Iterable[int] = range(1),
    pauses: Sequence[float] = (0.0,),
    workers: int = 1,
) -> list[Played]:
    """Play episodes of a suite's experts on the embedded phone.

    Args:
        suite: its name.
        names: its tasks, as for `tasks.select`; all of them by default.
        environments: configurations; all of the suite's own by default.
        instances: numbers of the instances of tasks with parameters.
        pauses: seconds that pass before the expert starts; each episode is played with each of them.
        workers: number of processes.
    """
    whole = tasks.suite(suite)
    chosen = whole.templates if names is None else tasks.templates(names)
    configurations = randomization.select(whole.environments) if environments is None else environments
    one = partial(_play, suite, tuple(configurations), tuple(instances), tuple(pauses))
    ids = [template.id for template in chosen]
    if workers == 1:
        return [played for name in ids for played in one(name)]
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        return [played for part in pool.map(one, ids, chunksize=4) for played in part]


def rules(played: Sequence[Played]) -> dict[str, tuple[Allowed, ...]]:
    """Derive from the experts' episodes what each task allows.

    Raises:
        BmocaError: an expert failed, so its final state says nothing.
    """
    runs: dict[str, list[tuple[int, dict[str, Any], tuple[Change, ...]]]] = {}
    for one in played:
        if one.error:
            raise BmocaError(
                f"The expert of {one.task}, instance {one.instance}, failed in {one.environment}: {one.error}"
            )
        runs.setdefault(one.task, []).append((one.instance, one.params, one.changes))
    return {task: learned(of) for task, of in runs.items()}


def findings(suite: str, played: Sequence[Played]) -> list[Finding]:
    """List the side effects of experts that the suite's tasks don't allow. There should be none.

    Failed experts are left out: `bmoca check-suite` reports those.
    """
    found = []
    for one in played:
        if one.error:
            continue
        known, said = allowed(suite, one.task), []
        if known is None:
            said.append("it is not known what the task allows")
        else:
            said += [change.said for change in side_effects(one.changes, known, one.params)]
        found += [Finding(one.task, one.instance, one.environment, words) for words in said]
    return found


_environments: dict[str, PhoneEnv] = {}


def _play(
    suite: str,
    environments: tuple[DeviceConfiguration, ...],
    instances: tuple[int, ...],
    pauses: tuple[float, ...],
    name: str,
) -> list[Played]:
    template = tasks.suite(suite).template(name)
    found = []
    for number in instances if template.parameters else (0,):
        task = template.task(number)
        if task.image not in _environments:
            _environments[task.image] = PhoneEnv(tasks=task, action="text", observation="text")
            _environments[task.image].action_mode = GestureActions()
        env = _environments[task.image]
        for configuration in environments:
            for pause in pauses:
                changed, error = _changed(env, configuration, task, pause)
                found.append(Played(name, number, configuration.id, dict(task.params), changed, error))
    return found


def _changed(
    env: PhoneEnv, configuration: DeviceConfiguration, task: tasks.Task, pause: float
) -> tuple[tuple[Change, ...], str]:
    """Play an episode of a task's expert. Returns what it changed, and why it failed, or ""."""
    observation, info = env.reset(seed=0, options={"environment": configuration, "task": task})
    screen = screen_of(env.device)
    assert screen is not None
    start = screen.phone
    if pause:
        env.device.wait(pause)
    expert = agents.create("expert")
    expert.reset(env, info, 0)
    over = False
    try:
        while not over:
            observation, _, terminated, truncated, info = env.step(expert.act(observation, info))
            over = terminated or truncated
    except BmocaError as error:
        return (), " ".join(str(error).split())
    failed = "" if info["success"] else "; ".join(info["evidence"]) or "without evidence"
    return tuple(changes(start, screen.phone)), failed
