"""Tasks: what agents are asked to do. Catalogues are read when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from bmoca_gym.errors import UnknownTaskError, cut, nearest
from bmoca_gym.tasks.catalogue import Catalogue, load
from bmoca_gym.tasks.task import DeviceClock, Task

__all__ = [
    "CATALOGUES",
    "Catalogue",
    "DeviceClock",
    "Task",
    "TaskChoice",
    "catalogue",
    "get",
    "load",
    "select",
]

#: The catalogues that come with the package: each is a folder beside this file.
CATALOGUES = ("bmoca",)

#: What names tasks: see `select`.
TaskChoice = str | Task | Iterable["str | Task"]


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
    task = _by_name().get(task_id)
    if task is None or task.id != task_id:
        raise _unknown(task_id)
    return task


def select(spec: TaskChoice) -> tuple[Task, ...]:
    """Tasks by name; each comes once, where it is first named.

    ``spec``: a task id, its short name ("Alarm") or its Gymnasium id ("BMoCA-Alarm-v0"), "representative"
    (the paper's six), "all" (the paper's), "extra" (those that only the reference code has), "app:Clock" and
    "category:Event" (the paper's of that app or category), a `Task`, or a list of any of these.

    Raises:
        UnknownTaskError: a name that is none of these, or no name at all; the message names the nearest.
    """
    chosen: dict[str, Task] = {}
    for name in spec if isinstance(spec, Iterable) and not isinstance(spec, str) else [spec]:
        for task in _named(name):
            chosen.setdefault(task.id, task)
    if not chosen:
        raise UnknownTaskError(f"{spec!r} names no task; give a task id, 'representative' or 'all'.")
    return tuple(chosen.values())


def _named(name: object) -> tuple[Task, ...]:
    if isinstance(name, Task):
        return (name,)
    if isinstance(name, str) and name in _by_name():
        return (_by_name()[name],)
    every = _every()
    if name == "all":
        return tuple(task for task in every if not task.extra)
    if name == "extra":
        return tuple(task for task in every if task.extra)
    if name == "representative":
        return tuple(task for task in every if task.representative)
    if isinstance(name, str) and name:
        group, _, member = name.partition(":")
        if group in ("app", "category"):
            found = tuple(task for task in every if getattr(task, group) == member and not task.extra)
            if found:
                return found
    raise _unknown(name)


@cache
def _by_name() -> dict[str, Task]:
    """Every task by its id, its short name and its Gymnasium id; an id goes before another task's name."""
    names = {}
    for task in _every():
        if task.gym_name:
            names[task.gym_name] = names[f"BMoCA-{task.gym_name}-v0"] = task
    return names | {task.id: task for task in _every()}


@cache
def _every() -> tuple[Task, ...]:
    return tuple(task for name in CATALOGUES for task in catalogue(name))


def _unknown(name: object) -> UnknownTaskError:
    names = [known for task in _every() for known in (task.id, task.gym_name) if known]
    return UnknownTaskError(
        f"There is no task {cut(name)}.{nearest(str(name)[:120], names)} `bmoca tasks` lists them; 'all' and "
        "'representative' name several."
    )
