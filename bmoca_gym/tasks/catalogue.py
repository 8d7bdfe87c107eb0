"""Catalogues: files of tasks, read and checked whole, so that a mistake is found when the file is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, task_names
from bmoca_gym.errors import CatalogueError, DetectorError, UnknownTaskError, cut, nearest
from bmoca_gym.success_detectors import fields, rule_from_data
from bmoca_gym.success_detectors.from_data import made
from bmoca_gym.tasks.entry import Entry
from bmoca_gym.tasks.near_miss import (
    CommandState,
    LogState,
    NearMiss,
    NodeState,
    PhoneState,
    PreferenceState,
    TableState,
)
from bmoca_gym.tasks.task import DeviceClock, Shell, Step, Task, WriteFile
from bmoca_gym.tasks.templates import filled

_CATALOGUE_FIELDS = ("version", "apps", "categories", "files", "paths", "templates", "tasks")
_FILE_FIELDS = ("paths", "templates", "tasks")
_TASK_FIELDS = (
    "id", "gym_name", "instruction", "app", "category", "step_limit", "paper_step_limit", "step_limit_reason",
    "representative", "extra", "clock", "set_up", "tear_down", "detector", "paper", "near_misses",
)  # fmt: skip
_STATES = {
    "tables": TableState, "preferences": PreferenceState, "log": LogState, "commands": CommandState,
}  # fmt: skip
_SUFFIX = "catalogue.yaml"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Tasks of one benchmark. ``version`` changes with every change that alters scores.

    ``apps``: the names that tasks use, and the Android packages they stand for.
    """

    name: str
    version: str
    apps: tuple[tuple[str, str], ...]
    tasks: tuple[Task, ...]
    _by_id: dict[str, Task] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {task.id: task for task in self.tasks})

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    def __contains__(self, task_id: object) -> bool:
        return task_id in self._by_id

    def get(self, task_id: str) -> Task:
        """The task of that id.

        Raises:
            UnknownTaskError: there is none; the message names the nearest ids.
        """
        task = self._by_id.get(task_id) if isinstance(task_id, str) else None
        if task is None:
            close = nearest(str(task_id), self._by_id)
            raise UnknownTaskError(f"There is no task {cut(task_id)} in catalogue {self.name!r}.{close}")
        return task


def load(path: str | Path, name: str | None = None) -> Catalogue:
    """The catalogue in a YAML (or JSON) file. ``name``: what to call it; without it, the file's folder.

    Raises:
        CatalogueError: the file can't be read, is no YAML, or a field in it is missing, unknown or malformed.
            The message names file, task and field, what stands there and what would be right.
    """
    path = Path(path)
    text = data_files.read(path)
    return loads(text, name=path.parent.name if name is None else name, source=str(path), folder=path.parent)


def loads(text: str, name: str, source: str = "<text>", folder: Path | None = None) -> Catalogue:
    """The catalogue in a text, which errors call ``source``. ``folder``: where the files lie that it lists.

    Raises:
        CatalogueError: as `load`.
    """
    entry = Entry(data_files.parsed(text, source), source, _CATALOGUE_FIELDS)
    version = entry.text("version", pattern=r"\d+\.\d+\.\d+", wanted="three numbers such as 1.0.0")
    apps = _apps(entry)
    categories = entry.items("categories")
    if not all(isinstance(category, str) for category in categories):
        raise entry.fault("categories", "a list of names")
    tasks: list[Task] = []
    for part in _parts(entry, source, folder):
        templates = part.value("templates", None)
        part.value("paths", None)  # a place for YAML anchors, read by nobody else
        for i, data in enumerate(part.items("tasks")):
            place = f"{part.place}: task {_called(data, i)}"
            task = _task(filled(data, templates, place), place, dict(apps), categories)
            for other in tasks:
                if task.id == other.id or task.gym_name == other.gym_name:
                    same = "id" if task.id == other.id else "gym_name"
                    raise CatalogueError(
                        f"{place}: {same}: is {getattr(task, same)!r}, which an "
                        f"earlier task ({other.id!r}) has too; give it another"
                    )
            tasks.append(task)
    return Catalogue(name, version, apps, tuple(tasks))


def _parts(entry: Entry, source: str, folder: Path | None) -> Iterator[Entry]:
    """The catalogue itself where it holds tasks, then the files that it lists."""
    files = entry.items("files", ())
    if not files or entry.value("tasks", None) is not None:
        yield entry
    for file in files:
        if not isinstance(file, str) or Path(file).name != file or folder is None:
            raise entry.fault("files", "names of files in the catalogue's own folder")
        path = folder / file
        yield Entry(data_files.parsed(data_files.read(path), str(path)), str(path), _FILE_FIELDS)


def _called(data: object, i: int) -> str:
    task_id = data.get("id") if isinstance(data, dict) else None
    return repr(task_id) if isinstance(task_id, str) else f"number {i + 1}"


def _apps(entry: Entry) -> tuple[tuple[str, str], ...]:
    apps = entry.value("apps")
    if not isinstance(apps, dict) or not all(isinstance(x, str) for pair in apps.items() for x in pair):
        raise entry.fault("apps", "names of apps with their packages")
    return tuple(apps.items())


def _task(data: object, place: str, apps: dict[str, str], categories: list[str]) -> Task:
    entry = Entry(data, place, _TASK_FIELDS)
    step_limit = entry.integer("step_limit")
    paper_step_limit = entry.integer("paper_step_limit", step_limit)
    reason = entry.text("step_limit_reason", "")
    if (step_limit != paper_step_limit) != bool(reason):
        wanted = "one line why step_limit is not paper_step_limit, and only where it is not"
        raise entry.fault("step_limit_reason", wanted)
    clock = entry.part("clock", ("time", "frozen"))
    task_id = entry.text("id", pattern=r"[a-z0-9]+(_[a-z0-9]+)*", wanted="lower-case words joined by '_'")
    return Task(
        id=task_id,
        gym_name=entry.text("gym_name", "", r"[A-Z][A-Za-z0-9]*", "letters and digits, a capital first")
        or task_names.gym_name(task_id),
        instruction=entry.text("instruction"),
        app=entry.choice("app", apps),
        category=entry.choice("category", categories),
        step_limit=step_limit,
        paper_step_limit=paper_step_limit,
        step_limit_reason=reason,
        clock=DeviceClock(clock.time("time"), clock.flag("frozen")),
        set_up_steps=_steps(entry, "set_up"),
        tear_down_steps=_steps(entry, "tear_down"),
        representative=entry.flag("representative", False),
        corrected=_placed(place, rule_from_data, entry.value("detector"), "detector"),
        paper=_placed(place, rule_from_data, entry.value("paper"), "paper"),
        near_misses=tuple(_near_misses(entry)),
        extra=entry.flag("extra", False),
    )


def _placed(place: str, read: Any, *arguments: object) -> Any:
    """``read(*arguments)``, whose errors are told with the place they happened in."""
    try:
        return read(*arguments)
    except DetectorError as error:
        raise CatalogueError(f"{place}: {error}") from error


def _steps(entry: Entry, name: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    for i, data in enumerate(entry.items(name, ())):
        here = f"{entry.place}: {name}[{i}]"
        step = Entry(data, here, ("shell", "write_file"))
        if len(data) != 1:
            raise CatalogueError(f"{here}: is {cut(data)}; it must be either shell or write_file")
        if "shell" in data:
            steps.append(Shell(step.text("shell", wanted="a line for the device's shell")))
        else:
            file = step.part("write_file", ("path", "text"))
            path = _placed(file.place, fields.path, "path", file.value("path"))
            steps.append(WriteFile(path, file.text("text")))
    return tuple(steps)


def _near_misses(entry: Entry) -> Iterator[NearMiss]:
    names: list[str] = []
    for i, data in enumerate(entry.items("near_misses", ())):
        place = f"{entry.place}: near_misses[{i}]"
        miss = Entry(data, place, ("name", "how"))
        name = miss.text("name", pattern=r"[a-z0-9_]+", wanted="lower-case words joined by underscores")
        if name in names:
            raise CatalogueError(f"{place}: name: is {name!r}, which an earlier near miss has too")
        names.append(name)
        how = miss.part("how", (*_STATES, "nodes"))
        states: dict[str, Any] = {
            kind: tuple(
                _placed(place, made, cls, item, f"how.{kind}[{j}]")
                for j, item in enumerate(how.items(kind, ()))
            )
            for kind, cls in _STATES.items()
        }
        nodes = how.items("nodes", ())
        states["nodes"] = tuple(
            _placed(place, made, NodeState, {"attributes": node}, f"how.nodes[{j}]")
            for j, node in enumerate(nodes)
        )
        if not any(states.values()):
            raise miss.fault("how", f"a state with at least one of {', '.join((*_STATES, 'nodes'))}")
        yield NearMiss(name, PhoneState(**states))
