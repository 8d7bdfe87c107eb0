"""The suites there are and the Gymnasium ids of their tasks, known without importing one or reading it whole:
importing the package has to stay quick."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import gymnasium
from gymnasium.envs.registration import registry

#: The suite whose tasks may be named without it.
DEFAULT = "bmoca"

#: The suites that come with the package, and the packages they are: known in a checkout without metadata too.
BUILT_IN = {name: f"bmoca_gym.suites.{name}" for name in ("bmoca", "androidworld", "androidlab")}

#: The entry points that name further suites: each a package with a ``catalogue.yaml``.
GROUP = "bmoca_gym.suites"

CATALOGUE = "catalogue.yaml"

#: How the names of files of tasks end.
SUFFIXES = (".yaml", ".yml", ".json")

_ARTICLES = frozenset({"a", "an", "the"})
_PREFIX = re.compile(r"^prefix: *(\w+) *$", re.MULTILINE)
_DRAWN = re.compile(r"^drawn: *([\w/:.-]+) *$", re.MULTILINE)
_FILES = re.compile(r"^files:((?:\n *- .*|\n *#.*|\n(?=\n))+|.*)", re.MULTILINE)
_WORDS = re.compile(r"[A-Za-z0-9]+")
_FILE = re.compile(r"[\w/]+\.yaml")
_TASKS = re.compile(r"^tasks: *\n", re.MULTILINE)
# A task's own short name stands in the line below its id.
_TASK = re.compile(r"^( *)- id: ([a-z0-9_]+) *(?:#.*)?(?:\n *gym_name: (\w+) *)?$", re.MULTILINE)


def gym_name(task_id: str) -> str:
    """The name that a task has where its catalogue gives none.

    The words of the id, which are those of the instruction, without articles, each with a capital:
    ``open_the_clock_app`` is ``OpenClockApp``. A name that would begin with a digit gets ``Task`` before it.
    """
    name = "".join(word.capitalize() for word in task_id.split("_") if word not in _ARTICLES)
    return name if name[:1].isalpha() else f"Task{name}"


@cache
def packages() -> dict[str, str]:
    """The suites by name, with the packages that hold them: those of this package first."""
    named = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return BUILT_IN | {name: named[name] for name in sorted(named) if name not in BUILT_IN}


@cache
def folder(name: str) -> Path:
    """The folder of a suite of `packages`. Its package is not imported.

    Raises:
        FileNotFoundError: there is no such package.
    """
    top, *parts = packages()[name].split(".")
    spec = find_spec(top)
    for place in (spec.submodule_search_locations if spec else None) or ():
        found = Path(place, *parts)
        if found.is_dir():
            return found
    raise FileNotFoundError(
        f"the suite {name!r} should be the package {packages()[name]}, which does not exist"
    )


def is_file(name: str) -> bool:
    """Whether the name of a suite is that of a file of tasks, ``mine.yaml``: it is in no package."""
    return name.endswith(SUFFIXES)


def short(name: str) -> str:
    """The name of a suite without the folders and the suffix of a file: instances are the same wherever it lies."""
    if not is_file(name):
        return name
    path = Path(name)
    return path.absolute().parent.name if path.name == CATALOGUE else path.stem


def prefix(catalogue: str, name: str) -> str:
    """The prefix of a suite's Gymnasium ids: its catalogue's ``prefix``, or its name in capitals."""
    found = _PREFIX.search(catalogue)
    words = "".join(word.capitalize() for word in _WORDS.findall(short(name)))
    return found[1] if found else words if words[:1].isalpha() else f"Tasks{words}"


def gym_ids() -> dict[str, str]:
    """Every Gymnasium id, with what names its tasks for `bmoca_gym.tasks.select`.

    A suite that can't be read is left out with a warning: it must not stop the import of the package.
    """
    found: dict[str, str] = {}
    for name in packages():
        try:
            for gym_id, spec in _gym_ids(name):
                found.setdefault(gym_id, spec)
        except (OSError, ValueError) as error:
            warnings.warn(f"The suite {name!r} has no Gymnasium ids: {error}", stacklevel=2)
    return found


@cache
def gym_ids_of_tasks() -> dict[str, str]:
    """The ids of `gym_ids` that mean one task, with its name."""
    return {gym_id: spec for gym_id, spec in gym_ids().items() if gym_id.count("-") == 2}


def register(gym_id: str, tasks: str) -> None:
    """Register a Gymnasium id for the tasks of that name, in place of what a file had under it before.

    It has no ``max_episode_steps``: the step limit is the task's, so the environment truncates itself.
    """
    registry.pop(gym_id, None)
    gymnasium.register(
        gym_id,
        entry_point="bmoca_gym.envs.environment:BMoCAEnv",
        vector_entry_point="bmoca_gym.envs.processes:make_vector",
        kwargs={"tasks": tasks},
    )


def forget(path: str) -> None:
    """Unregister the ids of a file of tasks, before it is read anew: it may have other tasks now."""
    for gym_id in [gym_id for gym_id in registry if file_of(gym_id) == path]:
        del registry[gym_id]


def file_of(gym_id: str) -> str:
    """The path of the file whose tasks a registered id stands for; empty for any other id."""
    named = str(registry[gym_id].kwargs.get("tasks"))
    return next((path for path in (named, named.rpartition("/")[0]) if is_file(path)), "")


def _gym_ids(name: str) -> Iterator[tuple[str, str]]:
    place = folder(name)
    head = (place / CATALOGUE).read_text(encoding="utf-8")
    begin, drawn = prefix(head, name), _DRAWN.search(head)
    spec = drawn[1] if drawn else "all"
    yield f"{begin}-v0", spec if name == DEFAULT else f"{name}/{spec}"
    listed = _FILES.search(head)
    texts = [
        (place / file).read_text(encoding="utf-8") for file in _FILE.findall(listed[1] if listed else "")
    ]
    for text in [head, *texts]:
        for task in _tasks(text):
            yield f"{begin}-{task}-v0", task if name == DEFAULT else f"{name}/{task}"


def _tasks(text: str) -> Iterator[str]:
    """The short names of a file's tasks: what stands deeper, such as a row with an id, is none."""
    start = _TASKS.search(text)
    indent = None
    for spaces, task_id, given in _TASK.findall(text, start.end()) if start else ():
        indent = spaces if indent is None else indent
        if spaces == indent:
            yield given or gym_name(task_id)
