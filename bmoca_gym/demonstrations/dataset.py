"""Datasets of demonstrations, in Minari's format. `collect` makes one, `open_dataset` opens it."""

from __future__ import annotations

import copy
import importlib
import inspect
import itertools
import json
import logging
import shlex
import sys
import warnings
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import EnvSpec

from bmoca_gym import extras, interruptions, splits, tasks
from bmoca_gym.demonstrations import recorder
from bmoca_gym.demonstrations.recorder import Job, Plan, Recording
from bmoca_gym.errors import DatasetError, MissingLibraryError, cut, writing
from bmoca_gym.executors import Executor
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.heartbeat import bar_or_lines, duration
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks.task import Task, judge_named
from bmoca_gym.version import __version__

#: Version of the format of episodes; others are refused.
FORMAT = 1

#: Spaces of all datasets. Each step has the actions of both modes.
OBSERVATIONS = gym.spaces.Box(0, 255, (256, 128, 3), np.uint8)
ACTIONS = gym.spaces.Dict(
    {
        "discrete": gym.spaces.Discrete(recorder.CLASSES + 1, start=recorder.NO_CLASS),
        "dual_gesture": gym.spaces.Box(-1.0, 1.0, (4,), np.float32),
    }
)

_NAME = "bmoca/demonstrations-v0"
_DATA = "main_data.hdf5"
_PER_STEP = ("labels", "label_duals", "bounds", "masks")


class Dataset:
    """A folder of demonstrations."""

    def __init__(self, folder: Path, storage: Any, metadata: dict[str, Any]) -> None:
        self.folder = folder
        self.metadata = metadata
        self._storage = storage
        # h5py does not open the empty file of a dataset without episodes.
        count = storage.total_episodes
        entries = storage.get_episode_metadata(range(count)) if count else ()
        self.entries: list[dict[str, Any]] = [
            {"steps": int(entry["total_steps"]), **entry["options"]} for entry in entries
        ]

    @property
    def episodes(self) -> int:
        """Number of episodes."""
        return len(self.entries)

    @property
    def steps(self) -> int:
        """Number of steps of all episodes."""
        return sum(entry["steps"] for entry in self.entries)

    @property
    def tasks(self) -> list[str]:
        """Ids of the tasks, each once."""
        return list(dict.fromkeys(str(entry["task"]) for entry in self.entries))

    @property
    def names(self) -> list[str]:
        """Names of the tasks, each once, as `tasks.select` and ``--tasks`` take them."""
        return list(dict.fromkeys(map(name_of, self.entries)))

    @property
    def environments(self) -> list[str]:
        """Ids of the environments, each once."""
        return list(dict.fromkeys(str(entry["environment"]) for entry in self.entries))

    def keys(self) -> set[tuple[str, str]]:
        """Return the task and environment of every episode."""
        return {(str(entry["task"]), str(entry["environment"])) for entry in self.entries}

    def recording(self, number: int) -> Recording:
        """Return episode ``number``, counted from 0.

        Raises:
            DatasetError: it is damaged or does not exist.
        """
        if not 0 <= number < self.episodes:
            raise DatasetError(
                f"{self.folder} has no episode {number}; they are numbered 0 to {self.episodes - 1}."
            )
        entry = self.entries[number]
        try:
            (data,) = self._storage.get_episodes([number])
            infos = data["infos"]
            return Recording(
                task=str(entry["task"]),
                suite=str(entry.get("suite", "bmoca")),
                task_seed=int(entry.get("task_seed", 0)),
                instruction=str(entry["instruction"]),
                environment=str(entry["environment"]),
                configuration=str(entry["configuration"]),
                seed=int(entry["seed"]),
                success=bool(entry["success"]),
                pixels=data["observations"],
                discrete=data["actions"]["discrete"],
                dual=data["actions"]["dual_gesture"],
                rewards=data["rewards"],
                terminations=data["terminations"],
                truncations=data["truncations"],
                noise=infos["noise"][:-1],
                interruptions=_interruptions(entry),
                trees=[text.decode() for text in infos.get("trees", ())],
                **{name: infos[name] for name in _PER_STEP},
            )
        except (OSError, KeyError, ValueError, RuntimeError) as error:
            raise DatasetError(f"{self.folder}: episode {number} is damaged: {error}") from error

    def recordings(self) -> Iterator[Recording]:
        """Iterate over all episodes in order."""
        return (self.recording(number) for number in range(self.episodes))


def name_of(entry: Mapping[str, Any]) -> str:
    """Return the name of an episode's task: its id, prefixed with the suite unless that is B-MoCA."""
    suite = entry.get("suite", "bmoca")  # older datasets have none
    return str(entry["task"]) if suite in ("", "bmoca") else f"{suite}/{entry['task']}"


def _interruptions(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the interruptions of an episode. Older datasets don't record them."""
    return tuple(str(entry.get("interruptions", "")).split())


def task_of(entry: Mapping[str, Any]) -> Task:
    """Return an episode's task: the instance that was played, if it has parameters.

    Raises:
        UnknownTaskError: this release does not have it.
    """
    (template,) = tasks.templates(name_of(entry))
    if not template.parameters:
        return template.first
    if "task_seed" in entry:
        return template.task(int(entry["task_seed"]))
    # Older datasets don't have the number. `bmoca demos collect` has always taken the first instance for training.
    trained = splits.training_instance(template.first)
    return trained if trained.instruction == entry["instruction"] else template.first


def configuration_of(entry: Mapping[str, Any]) -> DeviceConfiguration:
    """Return the configuration in which an episode was played."""
    return DeviceConfiguration.from_dict(json.loads(str(entry["configuration"])))


def open_dataset(folder: Path) -> Dataset:
    """Open the dataset in a folder.

    Raises:
        DatasetError: there is none, it is of another version, environment or action mode, or it is damaged.
        MissingLibraryError: Minari is not installed.
    """
    if not folder.is_dir():
        raise DatasetError(
            f"There is no folder {folder}. To record one: bmoca demos collect -o {shlex.quote(str(folder))}"
        )
    storages = _minari("minari.dataset.minari_storage")
    _finish(folder)
    try:
        metadata = storages.MinariStorage.read_raw_metadata(folder)
        if "bmoca_format" not in metadata:
            raise DatasetError(
                f"{folder} is a Minari dataset, but not of demonstrations that `bmoca demos collect` made."
            )
        if metadata["bmoca_format"] != FORMAT:
            raise DatasetError(
                f"{folder} has format {metadata['bmoca_format']}, of bmoca_gym {metadata.get('bmoca_version')}; "
                f"this is {__version__}, which reads {FORMAT}: collect it again."
            )
        storage = storages.MinariStorage.read(folder)
        if storage.observation_space != OBSERVATIONS or storage.action_space != ACTIONS:
            raise DatasetError(
                f"{folder} has the spaces {storage.observation_space} and {storage.action_space}; demonstrations have "
                f"{OBSERVATIONS} and {ACTIONS}."
            )
        return Dataset(folder, storage, metadata)
    except DatasetError:
        raise
    except Exception as error:  # Minari and h5py raise many kinds of errors for damaged files
        raise DatasetError(f"{folder} has no demonstrations that can be read: {error}.") from error


def statistics(dataset: Dataset) -> dict[str, Any]:
    """Return a dataset's figures: episodes, steps, noise, screens without a class, episode lengths by task."""
    by_task: dict[str, dict[str, Any]] = {}
    for task in dataset.tasks:
        entries = [entry for entry in dataset.entries if entry["task"] == task]
        steps = [entry["steps"] for entry in entries]
        by_task[task] = {
            "episodes": len(entries),
            "solved": sum(bool(entry["success"]) for entry in entries),
            "fewest": min(steps),
            "most": max(steps),
            "mean": sum(steps) / len(steps),
        }
    return {
        "episodes": dataset.episodes,
        "steps": dataset.steps,
        "noise_steps": sum(int(entry.get("noise_steps", 0)) for entry in dataset.entries),
        "unlabelled": sum(int(entry.get("unlabelled", 0)) for entry in dataset.entries),
        "interruptions": dict(Counter(itertools.chain.from_iterable(map(_interruptions, dataset.entries)))),
        "environments": dataset.environments,
        "tasks": by_task,
    }


def collect(
    jobs: Sequence[Job],
    plan: Plan,
    folder: Path,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    quiet: bool = False,
) -> Dataset:
    """Record the episodes that the folder does not have yet. If interrupted, call it again to continue.

    Args:
        jobs: the episodes to record.
        plan: how to record them.
        folder: the dataset's folder; created if needed.
        workers: number of workers. Several are processes on this machine.
        executor: where they work instead, as for `recorder.record_all`.
        quiet: whether to hide the progress bar.

    Raises:
        DatasetError: the folder's demonstrations were made with another plan, or it is not a dataset.
        UnknownExpertError: a task has no expert.
    """
    folder = folder.absolute()  # Minari mishandles relative paths
    storage = _storage(plan, folder)
    there = open_dataset(folder).keys()
    missing = [job for job in jobs if job.key not in there]
    with _bar(len(jobs), len(jobs) - len(missing), quiet or not missing) as advance:
        for recording in recorder.record_all(missing, plan, workers, executor):
            _write(storage, recording, folder)
            advance()
    return open_dataset(folder)


def add_by_hand(job: Job, gestures: Sequence[Gesture], plan: Plan, folder: Path) -> tuple[Recording, int]:
    """Record an episode from a person's gestures and add it to a dataset; return it and the new number of
    episodes.

    Raises:
        DatasetError: the folder's demonstrations were made with another plan, or it is not a dataset.
    """
    folder = folder.absolute()
    storage = _storage(plan, folder)
    env = recorder.make_env(plan)
    try:
        recording = recorder.record(env, job, plan, gestures)
    finally:
        env.close()
    _write(storage, recording, folder)
    return recording, open_dataset(folder).episodes


def remove(folder: Path, numbers: Collection[int]) -> int:
    """Delete episodes of a dataset, counted from 0; later ones move up. Returns how many are left.

    The file keeps its size; new recordings reuse the space.

    Raises:
        DatasetError: there is no such episode, or no dataset.
    """
    folder = folder.absolute()
    opened = open_dataset(folder)
    for number in numbers:
        if type(number) is not int or not 0 <= number < opened.episodes:
            raise DatasetError(
                f"{folder} has no episode {cut(number)}; it has {opened.episodes}, numbered from 0."
            )
    kept = [number for number in range(opened.episodes) if number not in set(numbers)]
    h5py = _minari("h5py")
    metadata = folder / "metadata.json"
    try:
        # The file is replaced as a whole, and its count right after it.
        copy = folder / f"{_DATA}.part"
        with h5py.File(folder / _DATA, "r") as old, h5py.File(copy, "w") as new:
            for place, number in enumerate(kept):
                old.copy(f"episode_{number}", new, f"episode_{place}")
                new[f"episode_{place}"].attrs["id"] = place
        told = json.loads(metadata.read_text(encoding="utf-8"))
        told["total_episodes"] = len(kept)
        told["total_steps"] = sum(opened.entries[number]["steps"] for number in kept)
        copy.replace(folder / _DATA)
        metadata.write_text(json.dumps(told), encoding="utf-8")
    except (OSError, KeyError, ValueError, RuntimeError) as error:
        raise DatasetError(f"Episodes of {folder} can't be deleted: {error}.") from error
    return len(kept)


def _storage(plan: Plan, folder: Path) -> Any:
    storages = _minari("minari.dataset.minari_storage")
    made_by = {
        "action": plan.action, "noise": plan.noise, "ui_trees": plan.ui_trees, "seed": plan.seed,
        "judge": judge_named(plan.judge), "step_seconds": plan.step_seconds,
    }  # fmt: skip
    if plan.interruptions:
        made_by["interruptions"] = interruptions.plan(plan.interruptions).name
    if (folder / "metadata.json").exists():
        opened = open_dataset(folder)
        if json.loads(opened.metadata["bmoca_plan"]) != made_by:
            raise DatasetError(
                f"{folder} was collected with {opened.metadata['bmoca_plan']}, and now it is {json.dumps(made_by)}; "
                "name another folder."
            )
        return storages.MinariStorage.read(folder)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise DatasetError(f"{folder} has files in it and is not a dataset; name another folder.")
    # Newer versions of Minari use lossy compression for pictures by default; older ones don't have the option.
    takes = inspect.signature(storages.MinariStorage.new).parameters
    lossless = {"jpeg_encoding": False} if "jpeg_encoding" in takes else {}
    storage = storages.MinariStorage.new(
        folder, observation_space=OBSERVATIONS, action_space=ACTIONS, env_spec=_env_spec(plan), **lossless
    )
    from minari import __version__ as minari_version

    storage.update_metadata(
        {
            "dataset_id": _NAME,
            "minari_version": minari_version,
            "algorithm_name": "expert",
            "description": "Demonstrations of bmoca_gym's experts.",
            "requirements": [f"bmoca-gym=={__version__}"],
            "bmoca_format": FORMAT,
            "bmoca_version": __version__,
            "bmoca_plan": json.dumps(made_by),
        }
    )
    return storage


def _env_spec(plan: Plan) -> EnvSpec:
    """The spec from which Minari's ``recover_environment`` rebuilds the recording's environment, with its action
    mode."""
    spec = copy.deepcopy(gym.spec("BMoCA-v0"))
    spec.kwargs |= {
        "action": plan.action,
        "judge": plan.judge,
        "ends": "success",
        "step_seconds": plan.step_seconds,
        **({"interruptions": plan.interruptions} if plan.interruptions else {}),
    }
    return spec


def _write(storage: Any, recording: Recording, folder: Path) -> None:
    from minari.data_collector.episode_buffer import EpisodeBuffer

    infos: dict[str, Any] = {name: getattr(recording, name) for name in _PER_STEP}
    infos["noise"] = np.append(recording.noise, False)
    if recording.trees:
        infos["trees"] = recording.trees
    discrete = recording.discrete
    buffer = EpisodeBuffer(
        seed=recording.seed,
        options={
            "task": recording.task,
            "suite": recording.suite,
            "task_seed": recording.task_seed,
            "instruction": recording.instruction,
            "environment": recording.environment,
            "configuration": recording.configuration,
            "seed": recording.seed,
            "success": recording.success,
            "noise_steps": int(recording.noise.sum()),
            "unlabelled": int((recording.labels[:-1] == recorder.NO_CLASS).sum()),
            "interruptions": " ".join(recording.interruptions),
        },
        observations=recording.pixels,
        actions={"discrete": discrete, "dual_gesture": recording.dual},
        rewards=recording.rewards,
        terminations=recording.terminations,
        truncations=recording.truncations,
        infos=infos,
    )
    try:
        storage.update_episodes([buffer])
    except OSError as error:
        raise DatasetError(
            f"An episode of {folder} can't be written ({error}). Free some disk space, and run the "
            "command again: it continues where it stopped."
        ) from error


def _finish(folder: Path) -> None:
    """Drop an episode that was incomplete when the process ended. The metadata's count is written last."""
    metadata, data = folder / "metadata.json", folder / _DATA
    if not (metadata.exists() and data.exists() and data.stat().st_size):
        return
    h5py = _minari("h5py")
    try:
        count = int(json.loads(metadata.read_text(encoding="utf-8"))["total_episodes"])
        with h5py.File(data, "r") as file:
            extra = [name for name in file if int(name.rpartition("_")[2]) >= count]
        if extra:
            with h5py.File(data, "a") as file:
                for name in extra:
                    del file[name]
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise DatasetError(f"{folder} is damaged: {error}. Delete it and collect it again.") from error


def _minari(module: str) -> Any:
    logging.getLogger("minari").setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = importlib.import_module(module)
            importlib.import_module("h5py")
            return found
    except ImportError as error:
        raise MissingLibraryError(
            f"Demonstrations are kept with Minari and h5py, which can't be loaded: {error}. Install them with: "
            f"{extras.installing('learning')}"
        ) from error


class _bar:
    """A progress bar of episodes on standard error, or lines if that is not a terminal."""

    def __init__(self, total: int, done: int, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("demonstrations"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), disable=quiet,
        )  # fmt: skip
        self._task = self._progress.add_task("", total=total, completed=done)
        self._shown = bar_or_lines(self._progress, self._say)

    def __enter__(self) -> Any:
        self._shown.__enter__()
        return lambda: self._progress.advance(self._task)

    def __exit__(self, *exception: object) -> None:
        self._shown.__exit__(None, None, None)

    def _say(self) -> None:
        task = self._progress.tasks[0]
        left = None if task.finished else task.time_remaining
        words = "" if left is None else f", about {duration(left)} left"
        print(f"demonstrations: {task.completed:.0f} of {task.total:.0f}{words}", file=sys.stderr, flush=True)
