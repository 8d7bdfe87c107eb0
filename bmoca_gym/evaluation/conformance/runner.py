"""Run the comparison: each task's expert plays on the embedded phone and on another, and a folder keeps everything."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import data_files, tasks
from bmoca_gym.devices.avd.building.apps import version_of
from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.episodes import records
from bmoca_gym.errors import RecordError, ResumeError, writing
from bmoca_gym.evaluation.conformance import comparison, playing, trees
from bmoca_gym.evaluation.conformance.report import markdown, report
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.needs import lacking, packages
from bmoca_gym.version import __version__

#: The files of the folder: the one to send, the same to read, what is done so far, and what errors said.
REPORT, READABLE, DONE, MESSAGES = "conformance.json", "conformance.md", "episodes.jsonl", "messages.txt"

_HEAD = "head.json"


class Limits(NamedTuple):
    """The thresholds from which something counts as different.

    Attributes:
        tolerance: fraction of the screen's width or height by which an edge may be off.
        slow: seconds for set-up, step and tree, as in `comparison.SLOW`.
        all_texts: whether to include texts from the phone that may be personal.
    """

    tolerance: float = trees.TOLERANCE
    slow: Mapping[str, float] = comparison.SLOW
    all_texts: bool = False


DEFAULT = Limits()


def run(
    device: str | Device,
    suite: str,
    chosen: tasks.TaskChoice,
    configurations: Sequence[DeviceConfiguration],
    folder: Path,
    limits: Limits = DEFAULT,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Compare a phone with the embedded one, and write the report. Returns its content.

    An interrupted run continues where it stopped; a finished one only rewrites its report.

    Args:
        device: as for ``gym.make``.
        suite: name of the suite.
        chosen: tasks of the suite. For a task with parameters, the first instance is played.
        configurations: the configurations in which they are played.
        folder: the folder of the run.
        limits: the thresholds from which something counts as different.
        on_done: called with the number of finished episodes and the total.

    Raises:
        DeviceLostError: the phone was lost. Make the same call again to continue.
        ResumeError: the folder belongs to another phone, suite or version.
        RecordError: a file of the folder is malformed.
        OutputError: the folder can't be written.
    """
    jobs = [(template.first, one) for one in configurations for template in tasks.templates(chosen)]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        phone = opened.enter_context(closing(playing.environment(jobs[0][0], device)))
        ours = opened.enter_context(closing(playing.environment(jobs[0][0], "embedded")))
        head = _head(phone.device, suite, limits)
        _claim(folder, head)
        done = _records(folder / DONE)
        for task, configuration in jobs:
            on_done(len(done), len(jobs))
            key = task.id, configuration.id
            if key not in done:
                done[key] = _episode(ours, phone, task, configuration, limits, folder)
                _append(folder / DONE, json.dumps(done[key], ensure_ascii=False) + "\n")
        on_done(len(jobs), len(jobs))
    content = report(head, [done[task.id, one.id] for task, one in jobs])
    data_files.write(folder / REPORT, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    data_files.write(folder / READABLE, markdown(content))
    return content


def _episode(
    ours: PhoneEnv,
    phone: PhoneEnv,
    task: Task,
    configuration: DeviceConfiguration,
    limits: Limits,
    folder: Path,
) -> dict[str, Any]:
    """Play a task on both phones. Returns the comparison's record."""
    expected = playing.play(ours, task, configuration)
    found = playing.play(phone, task, configuration, expected.screens)
    if found.message:
        _append(folder / MESSAGES, f"{task.id} in {configuration.id}: {' '.join(found.message.split())}\n")
    public = comparison.public_of(
        expected,
        [task.instruction, *map(str, task.params.values())],
        packages(ours.device) or (),
        limits.all_texts,
    )
    differences = comparison.compare(
        expected, found, public, limits.tolerance, limits.slow, locale=ours.device.info.locale
    )
    return {
        "task": task.id,
        "environment": configuration.id,
        "outcome": found.outcome,
        "error": found.error,
        "steps": max(len(found.screens) - 1, 0),
        "seconds": {
            "set-up": [round(found.set_up_seconds, 3)] if found.screens else [],
            "step": [round(seen.step_seconds, 3) for seen in found.screens[1:]],
            "tree": [round(seen.tree_seconds, 3) for seen in found.screens],
        },
        "counts": dict(sorted(Counter(one.kind for one in differences).items())),
        "differences": comparison.as_data(differences),
    }


#: Properties of a phone in the report, besides its screen. None of them identifies its owner.
_PROPERTIES = {
    "manufacturer": "ro.product.manufacturer",
    "model": "ro.product.model",
    "release": "ro.build.version.release",
    "build": "ro.build.id",
}


def _head(device: Device, suite: str, limits: Limits) -> dict[str, Any]:
    """Versions and a description of the phone."""
    info, whole = device.info, tasks.suite(suite)
    told = {name: device.shell(f"getprop {key}").output.strip()[:100] for name, key in _PROPERTIES.items()}
    installed = packages(device) or frozenset()
    needed = sorted({need for task in whole for need in task.all_needs} & installed)
    return {
        "bmoca_gym": __version__,
        "suite": {"name": whole.name, "version": whole.version},
        "device": {
            **told,
            "api_level": info.api_level,
            "embedded": is_handset(device),
            "root": not lacking(device, ("root",)),
            "apps": {package: version_of(device, package)[1][:60] for package in needed},
        },
        "limits": {"tolerance": limits.tolerance, "slow": dict(limits.slow), "all_texts": limits.all_texts},
    }


def _claim(folder: Path, head: Mapping[str, Any]) -> None:
    """Check that a folder belongs to this run, or claim it."""
    path = folder / _HEAD
    if not path.exists():
        data_files.write(path, json.dumps(head, ensure_ascii=False, indent=1) + "\n")
        return
    before = records.parsed(data_files.read(path), str(path))
    for name, value in head.items():
        if before.get(name) != value:
            raise ResumeError(
                f"{folder} belongs to a run with another {name}: {before.get(name)}, not {value}. Give another folder."
            )


def _records(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Read the finished episodes. An incomplete last line, left by an interrupted run, is cut off."""
    found = {}
    kept: list[str] = []
    for number, (line, complete) in enumerate(records.lines(path), 1):
        if not complete:
            data_files.write(path, "".join(kept))
            break
        record = records.parsed(line, f"{path}, line {number}")
        if not {"task", "environment", "outcome", "counts", "differences", "seconds"} <= set(record):
            raise RecordError(f"{path}, line {number}: not a record of an episode")
        found[record["task"], record["environment"]] = record
        kept.append(line)
    return found


def _append(path: Path, text: str) -> None:
    with writing(path), path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
