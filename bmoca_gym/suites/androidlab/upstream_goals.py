"""Read instructions of a benchmark's own code from a user's checkout."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError, cut, nearest
from bmoca_gym.tasks.checkout import text_in
from bmoca_gym.tasks.entry import Entry

#: File of a suite that says where the instructions are in a checkout.
FILE = "upstream_goals.yaml"

#: Longest instruction in characters.
_LONGEST = 4_000


def read(folder: Path, checkout: str | Path, tasks: Collection[str]) -> dict[str, str]:
    """Return the instructions of all ``tasks`` of a suite, by id.

    Args:
        folder: the suite's folder. It contains `FILE`, with the checkout's ``files`` and its names for the
            list of ``tasks`` and for the ``id`` and the ``goal`` of each.
        checkout: the benchmark's checkout.
        tasks: ids of the suite's tasks.

    Raises:
        CatalogueError: the suite has no such file, or the checkout lacks a file or a task, has a task that
            the suite does not have, or is malformed; the message has file and task.
    """
    place = str(folder / FILE)
    head = Entry(
        data_files.parsed(data_files.read(folder / FILE), place), place, ("files", "tasks", "id", "goal")
    )
    root, names = Path(checkout), [head.text(name) for name in ("tasks", "id", "goal")]
    found: dict[str, str] = {}
    for file in head.items("files"):
        path = str(root / file)
        data = data_files.parsed(text_in(root, file), path)
        for task, goal in _goals(data, path, *names).items():
            if task not in tasks:
                raise CatalogueError(f"{path}: the suite has no task {cut(task)}.{nearest(task[:80], tasks)}")
            if task in found:
                raise CatalogueError(f"{path}: the task {task!r} appears twice")
            found[task] = goal
    missing = [task for task in tasks if task not in found]
    if missing:
        raise CatalogueError(
            f"{root}: has no instruction for {', '.join(missing[:5])}{' and others' if missing[5:] else ''}; all of "
            f"{', '.join(head.items('files'))} must be those of the benchmark"
        )
    return found


def _goals(data: object, path: str, listed: str, called: str, worded: str) -> Mapping[str, str]:
    items = data.get(listed) if isinstance(data, Mapping) else None
    if not isinstance(items, list):
        raise CatalogueError(f"{path}: {listed}: is {cut(items)}; it must be a list of tasks")
    goals: dict[str, str] = {}
    for i, item in enumerate(items):
        task, goal = (item.get(called), item.get(worded)) if isinstance(item, Mapping) else (None, None)
        if not isinstance(task, str) or task in goals:
            raise CatalogueError(
                f"{path}: {listed}[{i}]: {called}: is {cut(task)}; it must be the id of a task, each once"
            )
        if not isinstance(goal, str) or not goal.strip() or len(goal) > _LONGEST:
            raise CatalogueError(
                f"{path}: {listed}[{i}] ({task}): {worded}: is {cut(goal)}; it must be text of at most {_LONGEST} "
                "characters"
            )
        goals[task] = goal.strip()
    return goals
