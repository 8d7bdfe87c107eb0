"""Experts' AndroidLab episodes as its recorder sees them, and this package's judges applied to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bmoca_gym import agents
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.episodes.screens import Look
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.success_detectors import Detection, Detector
from bmoca_gym.suites.androidlab.last_page import LastPage
from bmoca_gym.suites.androidlab.traces import Trace, commands_of
from bmoca_gym.tasks import Task

#: The picture of a trace that is only read for its pages.
_NO_PICTURE = np.zeros((1, 1, 3), np.uint8)


class Page(NamedTuple):
    """What is recorded before an action: the UI tree and the results of commands."""

    tree: UiTree
    results: Mapping[str, ShellResult]


class Recording(NamedTuple):
    """An expert's episode. ``folder``: of its trace, or None."""

    task: Task
    pages: tuple[Page, ...]
    folder: Path | None = None


class _Recorded:
    """A device that shows one recorded page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def ui_tree(self) -> UiTree:
        return self._page.tree

    def shell(self, command: str) -> ShellResult:
        return self._page.results[command]


def operations(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks whose ``upstream`` judge reads pages and needs no model."""
    return [task for task in tasks if isinstance(task.upstream, LastPage)]


def record(
    task: Task, env: PhoneEnv, environment: DeviceConfiguration, commands: Mapping[str, str], out: Path | None
) -> Recording:
    """Play an expert's episode without pictures.

    Args:
        task: the task.
        env: an environment with action mode ``text``.
        environment: the configuration.
        commands: commands to run before each action, by their names in a trace.
        out: folder for the trace; None to write none.
    """
    options = {"environment": environment, "task": task}
    observation, info = env.reset(seed=0, options=options)
    device = env.device
    trace = Trace(out, task.id, env, commands) if out is not None else None
    expert = agents.create("expert")
    expert.reset(env, info, 0)
    pages: list[Page] = []
    over = False
    while not over:
        page = Page(device.ui_tree(), {command: device.shell(command) for command in commands.values()})
        moment = trace.moment(Look(page.tree, _NO_PICTURE)) if trace else None
        action = expert.act(observation, info)
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        answered = info["gesture"] is None and info["finished"] is None and info["answer"] is not None
        if answered or info["wrong_format"] is not None:
            continue
        pages.append(page)
        if trace and moment:
            trace.step(moment, info, [str(action)])
    return Recording(task, tuple(pages), trace.folder if trace else None)


def judged(judge: Task, recording: Recording) -> Detection:
    """Return the verdict of a task's ``upstream`` judge on a recording, possibly another task's."""
    detector: Any = Detector(judge.upstream)
    detector.reset(_Recorded(recording.pages[0]))
    for page in recording.pages[1:]:
        detector.check(_Recorded(page))
    detector.finished = True
    found: Detection = detector.check(_Recorded(recording.pages[-1]))
    return found


def commands_of_all(tasks: Sequence[Task]) -> dict[str, str]:
    """Return the commands of several tasks, by their names in a trace."""
    return {name: command for task in tasks for name, command in commands_of(task).items()}
