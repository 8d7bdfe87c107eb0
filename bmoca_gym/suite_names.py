"""Names of the installed suites and the Gymnasium ids of their tasks.

No suite is imported or read completely, so that ``import bmoca_gym`` stays quick.
"""

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

#: The suite of a task name without a suite.
DEFAULT = "bmoca"

#: The suites of this package and where they are. Listed here so that a checkout without metadata finds them too.
BUILT_IN = {name: f"bmoca_gym.suites.{name}" for name in ("bmoca", "androidworld", "androidlab")}

#: The entry points of other suites. Each names a package with a ``catalogue.yaml``.
GROUP = "bmoca_gym.suites"

CATALOGUE = "catalogue.yaml"

#: Suffixes of task files.
SUFFIXES = (".yaml", ".yml", ".json")

_ARTICLES = frozenset({"a", "an", "the"})
_PREFIX = re.compile(r"^prefix: *(\w+) *$", re.MULTILINE)
_DRAWN = re.compile(r"^drawn: *([\w/:.-]+) *$", re.MULTILINE)
_FILES = re.compile(r"^files:((?:\n *- .*|\n *#.*|\n(?=\n))+|.*)", re.MULTILINE)
_WORDS = re.compile(r"[A-Za-z0-9]+")
_FILE = re.compile(r"[\w/]+\.yaml")
_TASKS = re.compile(r"^tasks: *\n", re.MULTILINE)
# ``gym_name``, if a task has one, is on the line below its id.
_TASK = re.compile(r"^( *)- id: ([a-z0-9_]+) *(?:#.*)?(?:\n *gym_name: (\w+) *)?$", re.MULTILINE)


def gym_name(task_id: str) -> str:
    """Make the Gymnasium name of a task whose catalogue gives none.

    The name has the words of the id, without articles, each with a capital: ``open_the_clock_app`` becomes
    ``OpenClockApp``. A name that would begin with a digit gets the prefix ``Task``.
    """
    name = "".join(word.capitalize() for word in task_id.split("_") if word not in _ARTICLES)
    return name if name[:1].isalpha() else f"Task{name}"


@cache
def packages() -> dict[str, str]:
    """Return the packages that contain suites, by suite name, those of this package first."""
    named = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return BUILT_IN | {name: named[name] for name in sorted(named) if name not in BUILT_IN}


@cache
def folder(name: str) -> Path:
    """Find the folder of a suite of `packages` without importing its package.

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
    """Whether a suite is a task file such as ``mine.yaml``, and not a package."""
    return name.endswith(SUFFIXES)


def short(name: str) -> str:
    """Return a suite's name; for a task file, without folder and suffix.

    The instances of a task depend on this name, so they stay the same if the file is moved.
    """
    if not is_file(name):
        return name
    path = Path(name)
    return path.absolute().parent.name if path.name == CATALOGUE else path.stem


def prefix(catalogue: str, name: str) -> str:
    """Return the prefix of a suite's Gymnasium ids: ``prefix`` in its catalogue, or its name in camel case."""
    found = _PREFIX.search(catalogue)
    words = "".join(word.capitalize() for word in _WORDS.findall(short(name)))
    return found[1] if found else words if words[:1].isalpha() else f"Tasks{words}"


def gym_ids() -> dict[str, str]:
    """Return every Gymnasium id, and the choice of its tasks as `bmoca_gym.tasks.select` takes it.

    If a suite can't be read, it is left out with a warning, so that the package can still be imported.
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
    """Return the ids of `gym_ids` that stand for one task, and the task's name."""
    return {gym_id: spec for gym_id, spec in gym_ids().items() if gym_id.count("-") == 2}


def register(gym_id: str, tasks: str) -> None:
    """Register a Gymnasium id for a choice of tasks. An earlier registration of the id is replaced.

    The id has no ``max_episode_steps``, because each task has its own step limit: the environment truncates
    its episodes itself.
    """
    registry.pop(gym_id, None)
    gymnasium.register(
        gym_id,
        entry_point="bmoca_gym.envs.environment:PhoneEnv",
        vector_entry_point="bmoca_gym.envs.processes:make_vector",
        kwargs={"tasks": tasks},
    )


def forget(path: str) -> None:
    """Unregister the ids of a task file. Call this before the file is read again, since its tasks may have
    changed.
    """
    for gym_id in [gym_id for gym_id in registry if file_of(gym_id) == path]:
        del registry[gym_id]


def file_of(gym_id: str) -> str:
    """Return the path of the task file that an id belongs to; "" for an id of a package."""
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
    """The names of a file's tasks. Ids that are indented more deeply, such as a row's, are not tasks."""
    start = _TASKS.search(text)
    indent = None
    for spaces, task_id, given in _TASK.findall(text, start.end()) if start else ():
        indent = spaces if indent is None else indent
        if spaces == indent:
            yield given or gym_name(task_id)
