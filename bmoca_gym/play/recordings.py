"""Demonstrations that a person has recorded on the page: list, add, delete."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bmoca_gym import splits
from bmoca_gym.demonstrations import dataset
from bmoca_gym.demonstrations.recorder import Job, Plan
from bmoca_gym.envs.actions import Finish, Move
from bmoca_gym.errors import ArgumentError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.task import JudgeName


def listed(folder: Path, note: str = "") -> dict[str, Any]:
    """The dataset's ``folder`` and ``episodes``, none if it does not exist yet, with a ``note`` for the person.

    Raises:
        DatasetError, MissingLibraryError: the dataset can't be read.
    """
    there = (folder / "metadata.json").exists()
    entries = dataset.open_dataset(folder.absolute()).entries if there else []
    episodes = [
        {
            "number": number,
            "task": dataset.name_of(entry),
            "instruction": str(entry["instruction"]),
            "environment": str(entry["environment"]),
            "steps": entry["steps"],
            "success": bool(entry["success"]),
        }
        for number, entry in enumerate(entries)
    ]
    return {"folder": str(folder), "episodes": episodes, "note": note}


def remove(folder: Path, number: int) -> dict[str, Any]:
    """Delete an episode of the dataset. Returns what is `listed` then.

    Raises:
        DatasetError, MissingLibraryError: there is no such episode, or the dataset can't be written.
    """
    dataset.remove(folder, [number])
    return listed(folder, f"Deleted recording {number}.")


def add(
    folder: Path,
    moves: Sequence[Move | None],
    task: Task,
    environment: DeviceConfiguration,
    judge: JudgeName,
) -> str:
    """Add the moves from a task's start to the dataset. Returns a message.

    The gestures are made again on a phone of its own, from the same start, so that what is recorded is what the
    recorder of experts' demonstrations sees.

    Raises:
        ArgumentError: nothing was done, or something that a demonstration can't contain.
        DatasetError, MissingLibraryError: the dataset can't be written.
    """
    if moves and isinstance(moves[-1], Finish):  # a demonstration ends where the task is done
        moves = moves[:-1]
    gestures = [move for move in moves if isinstance(move, Gesture)]
    if not gestures or len(gestures) < len(moves):
        raise ArgumentError(
            "A demonstration has one gesture or more, and nothing else. Go to a step that only gestures led to, "
            "without Wait."
        )
    made, total = dataset.add_by_hand(Job(task, environment), gestures, Plan(judge=judge), folder)
    done = "with success" if made.success else "without success"
    recorded = (
        f"Recorded {len(made)} step{'' if len(made) == 1 else 's'} {done}. {folder} has {total} "
        f"episode{'' if total == 1 else 's'}."
    )
    if why := splits.held_out(task, environment):
        return f"{recorded} Training refuses this one. {why}."
    return f"{recorded} Next: bmoca train bc dataset={folder} out=runs/mine"
