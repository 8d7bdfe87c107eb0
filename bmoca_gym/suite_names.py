"""Names of the installed suites and the Gymnasium ids of their tasks.

No suite is imported or built, so that ``import bmoca_gym`` stays quick: the ids come from `bmoca_gym.suite_index`.
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

from bmoca_gym import suite_index
from bmoca_gym.suite_index import CATALOGUE, IndexedTask, SuiteIndex, gym_name

__all__ = [
    "BUILT_IN",
    "CATALOGUE",
    "DEFAULT",
    "GROUP",
    "SUFFIXES",
    "file_of",
    "folder",
    "forget",
    "gym_ids",
    "gym_ids_of_tasks",
    "gym_name",
    "index",
    "is_file",
    "packages",
    "prefix",
    "register",
    "short",
    "task",
]

#: The suite of a task name without a suite.
DEFAULT = "bmoca"

#: The suites of this package and where they are. Listed here so that a checkout without metadata finds them too.
BUILT_IN = {
    name: f"bmoca_gym.suites.{name}"
    for name in ("bmoca", "androidworld", "androidlab", "miniwob", "miniwob_plus")
}

#: The entry points of other suites. Each names a package with a ``catalogue.yaml``.
GROUP = "bmoca_gym.suites"

#: The id of long tasks that are drawn from a suite; the argument ``tasks`` chooses their suite and length.
CHAINS = {"Chains-v0": f"{DEFAULT}/chain_4"}

#: Suffixes of task files.
SUFFIXES = (".yaml", ".yml", ".json")

_WORDS = re.compile(r"[A-Za-z0-9]+")


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


def prefix(name: str) -> str:
    """Return the prefix of the Gymnasium ids of a suite whose catalogue gives none: its name in camel case."""
    words = "".join(word.capitalize() for word in _WORDS.findall(short(name)))
    return words if words[:1].isalpha() else f"Tasks{words}"


@cache
def index(name: str) -> SuiteIndex:
    """Return the index of a suite of `packages`, which is read once.

    Raises:
        OSError, CatalogueError: there is no such package, or a file of it can't be read.
    """
    return suite_index.read(folder(name))


def task(name: str, task_name: str) -> IndexedTask | None:
    """Find a task of a suite of `packages` by its id, short name or Gymnasium id; None if it has no such task."""
    found, begin = index(name), index(name).prefix or prefix(name)
    for called in ("id", "gym_name"):
        for one in found.tasks:
            if getattr(one, called) == task_name:
                return one
    return next((one for one in found.tasks if task_name == f"{begin}-{one.gym_name}-v0"), None)


@cache
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
    return found | CHAINS


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
    found, owner = index(name), "" if name == DEFAULT else f"{name}/"
    begin = found.prefix or prefix(name)
    yield f"{begin}-v0", f"{owner}{found.drawn or 'all'}"
    for one in found.tasks:
        yield f"{begin}-{one.gym_name}-v0", f"{owner}{one.gym_name}"
