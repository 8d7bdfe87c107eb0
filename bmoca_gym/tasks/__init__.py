"""Tasks: what agents are asked to do. Catalogues are read when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bmoca_gym.errors import UnknownTaskError, nearest
from bmoca_gym.tasks.catalogue import Catalogue, load
from bmoca_gym.tasks.task import DeviceClock, Task

__all__ = [
    "CATALOGUES",
    "Catalogue",
    "DeviceClock",
    "Task",
    "catalogue",
    "get",
    "load",
    "select",
]

#: The catalogues that come with the package: each is a folder beside this file.
CATALOGUES = ("bmoca",)


def catalogue(name: str = "bmoca") -> Catalogue:
    """The catalogue of that name, one of `CATALOGUES`. It is read once.

    Raises:
        UnknownTaskError: there is no such catalogue.
    """
    if name not in CATALOGUES:
        raise UnknownTaskError(
            f"There is no catalogue {name!r}.{nearest(str(name), CATALOGUES)} "
            f"Catalogues: {', '.join(CATALOGUES)}; `load` reads one from a file."
        )
    return _read(name)


@cache
def _read(name: str) -> Catalogue:
    return load(Path(__file__).parent / name / "catalogue.yaml", name)


def get(task_id: str) -> Task:
    """The task of that id, from whichever catalogue has it.

    Raises:
        UnknownTaskError: there is none; the message names the nearest ids.
    """
    for name in CATALOGUES:
        found = catalogue(name)
        if isinstance(task_id, str) and task_id in found:
            return found.get(task_id)
    raise _unknown(task_id)


def select(spec: str | Sequence[str]) -> tuple[Task, ...]:
    """Tasks by name; each comes once, where it is first named.

    ``spec``: "representative" (the paper's six), "all", a task id, a gym name such as "Alarm", or a list of
    those.

    Raises:
        UnknownTaskError: a name that is none of these; the message names the nearest.
    """
    chosen: dict[str, Task] = {}
    for name in [spec] if isinstance(spec, str) else spec:
        for task in _named(name):
            chosen.setdefault(task.id, task)
    if not chosen:
        raise UnknownTaskError(f"No task is named in {spec!r}; give a task id, 'representative' or 'all'.")
    return tuple(chosen.values())


def _named(name: str) -> tuple[Task, ...]:
    if name == "all":
        return tuple(task for each in CATALOGUES for task in catalogue(each))
    if name == "representative":
        return tuple(task for each in CATALOGUES for task in catalogue(each) if task.representative)
    if isinstance(name, str):
        for each in CATALOGUES:
            for task in catalogue(each):
                if name in (task.id, task.gym_name) and name:
                    return (task,)
    raise _unknown(name)


def _unknown(name: object) -> UnknownTaskError:
    tasks = [task for each in CATALOGUES for task in catalogue(each)]
    names = [n for task in tasks for n in (task.id, task.gym_name) if n]
    return UnknownTaskError(
        f"There is no task {name!r}.{nearest(str(name), names)} 'all' and 'representative' name several; "
        "`bmoca_gym.tasks.catalogue()` lists them."
    )
