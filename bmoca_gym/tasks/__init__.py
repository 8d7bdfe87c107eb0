"""Tasks, task templates and suites. A suite is read when it is first used."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from bmoca_gym import split_files, suite_index, suite_names
from bmoca_gym.errors import CatalogueError, UnknownTaskError, cut, nearest
from bmoca_gym.suite_index import IndexedTask
from bmoca_gym.tasks import asking
from bmoca_gym.tasks.checkout import OWN, Checkouts
from bmoca_gym.tasks.near_miss import ExpertCall
from bmoca_gym.tasks.suite import NONE, Fault, Suite, load
from bmoca_gym.tasks.task import DeviceClock, Task
from bmoca_gym.tasks.template import TaskTemplate

__all__ = [
    "DeviceClock",
    "ExpertCall",
    "Fault",
    "Suite",
    "Task",
    "TaskChoice",
    "TaskTemplate",
    "get",
    "head",
    "is_suite",
    "load",
    "select",
    "suite",
    "suites",
    "templates",
]

#: Choice of tasks, see `select`.
TaskChoice = str | Task | TaskTemplate | Iterable["str | Task | TaskTemplate"]


def suites() -> tuple[str, ...]:
    """Return the names of all suites: first those of this package, then those of other packages."""
    return tuple(suite_names.packages())


def suite(
    name: str = suite_names.DEFAULT, pools: str | Path | None = None, goals: str | Path | None = None
) -> Suite:
    """Return the suite of that name, or the suite in a task file such as ``mine.yaml``.

    A suite is read once; a file is read again after it has changed. Reading a file registers Gymnasium ids
    for its tasks: the task ``wake_me`` of ``mine.yaml`` becomes ``Mine-WakeMe-v0``.

    Args:
        name: a suite's name or a file's path.
        pools: a checkout of the benchmark's own code; task instances are drawn from its pools.
        goals: a checkout of the benchmark's own code; tasks use its instructions.

    Raises:
        UnknownTaskError: there is no such suite.
        CatalogueError: its files are malformed or missing.
    """
    if isinstance(name, str) and suite_names.is_file(name):
        return _file(name, _changed(name), Checkouts.of(pools, goals))
    if name not in suites():
        raise UnknownTaskError(
            f"There is no suite {cut(name)}.{nearest(str(name), suites())} "
            f"Suites: {', '.join(suites())}; a file of tasks is named by its path, which ends in .yaml."
        )
    return _read(name, Checkouts.of(pools, goals))


def is_suite(name: str) -> bool:
    """Whether there is a suite of that name, or a task file at that path."""
    return Path(name).is_file() if suite_names.is_file(name) else name in suites()


def _changed(path: str) -> tuple[int, int] | None:
    """Token that changes with a file; None if the file can't be read (its reader reports that later)."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


@lru_cache(16)
def _file(path: str, changed: tuple[int, int] | None, checkouts: Checkouts) -> Suite:
    found = load(path, path, checkouts=checkouts)
    if any(found.gym_id(template) in suite_names.gym_ids() for template in found.templates):
        raise CatalogueError(
            f"{path}: prefix: is {found.prefix!r}, that of an installed suite; give it another"
        )
    _check_app_data(found, path)
    suite_names.forget(path)
    suite_names.register(f"{found.prefix}-v0", path)
    for template in found.templates:
        suite_names.register(found.gym_id(template), f"{path}/{template.id}")
        words = suite_index.left_out(template.id)
        if words and template.first.gym_name == suite_index.gym_name(template.id):
            warnings.warn(
                f"{path}: the Gymnasium id of {template.id} is {found.gym_id(template)}, without the "
                f"word{'s' * (len(words) > 1)} {', '.join(words)}. Give it a gym_name to choose another.",
                stacklevel=2,
            )
    return found


def _check_app_data(found: Suite, source: str) -> None:
    """Check the app data that a third-party suite reads. Tests check the suites of this package."""
    # Imported here: it loads 170 modules of the phone's apps, which the package's own suites don't need.
    from bmoca_gym.tasks import app_data

    app_data.check(found, source)


@cache
def _read(name: str, checkouts: Checkouts) -> Suite:
    _whole.add(name)
    folder, package = suite_names.folder(name), suite_names.packages()[name]
    found = load(folder / suite_names.CATALOGUE, name, package, checkouts)
    if not package.startswith("bmoca_gym."):
        _check_app_data(found, str(folder))
    return found


@cache
def _head(name: str) -> Suite:
    return load(
        suite_names.folder(name) / suite_names.CATALOGUE, name, suite_names.packages()[name], only=NONE
    )


def head(name: str) -> Suite:
    """Return the suite of that name with its common data, possibly without its tasks.

    Use this for the image, the apps or the environments of a suite: no task is built for them.

    Raises:
        UnknownTaskError, CatalogueError: see `suite`.
    """
    return _head(name) if name in suites() else suite(name)


#: By suite: the one task chosen so far, and its template. Choosing a second task loads the whole suite.
_alone: dict[str, tuple[IndexedTask, TaskTemplate]] = {}

#: Names of the suites that were read as a whole.
_whole: set[str] = set()


def _one(name: str, wanted: str) -> TaskTemplate | None:
    """Build only the first task that is chosen from a suite, not the suite's others; None for later choices."""
    found = suite_names.task(name, wanted) if name in suites() and name not in _whole else None
    if found is None:
        return None
    if name not in _alone:
        folder = suite_names.folder(name)
        part = load(folder / suite_names.CATALOGUE, name, suite_names.packages()[name], only=found)
        _alone[name] = found, part.template(found.id)
    known, template = _alone[name]
    return template if known == found else None


def get(task_id: str) -> Task:
    """Return the task of that id; for suites other than B-MoCA, ``suite/id``.

    For a task with parameters, this is instance 0.

    Raises:
        UnknownTaskError: there is no such task; the message suggests the nearest ids.
    """
    found = _named(task_id, OWN)
    if len(found) != 1 or task_id not in (found[0].id, f"{found[0].suite}/{found[0].id}"):
        raise _unknown(task_id)
    return found[0].first


def select(
    spec: TaskChoice, pools: str | Path | None = None, goals: str | Path | None = None
) -> tuple[Task, ...]:
    """Return the chosen tasks, each once, in order of their first mention.

    For a task with parameters, this is instance 0. A choice can be:

    - a task id, its short name (``"Alarm"``) or its Gymnasium id (``"BMoCA-Alarm-v0"``)
    - ``"representative"`` (the paper's six tasks), ``"all"`` (all of the paper) or ``"extra"`` (those that
      are only in the reference implementation)
    - ``"app:Clock"`` or ``"category:Event"``: the paper's tasks of that app or category
    - ``"tag:search"``: the tasks with that tag, in suites that have tags
    - ``"chain_4"``, ``"chain_4_any"`` or ``"chain_4_if"``: chains of that many tasks (2 to 16) drawn from the suite, in
      order, in any order, or with conditions
    - ``"contacts_add_contact_helpful"``, ``"all_unsure"``, ``"app:Contacts_fickle"``: tasks whose goal leaves out
      something that the agent can ask a scripted user for, see `bmoca_gym.tasks.asking`
    - ``"by_template:train"``: the tasks in one part of a split, see `bmoca_gym.splits`
    - ``"androidworld/all"``: a name in another suite than B-MoCA
    - ``"mine.yaml"`` or ``"mine.yaml/wake_me"``: all tasks of a file, or one
    - a `Task`, a `TaskTemplate`, or a list of choices

    Args:
        spec: the choice.
        pools: as for `suite`.
        goals: as for `suite`.

    Raises:
        UnknownTaskError: a name means nothing, or nothing was chosen; the message suggests the nearest names.
    """
    return tuple([template.first for template in templates(spec, pools, goals)])


def templates(
    spec: TaskChoice, pools: str | Path | None = None, goals: str | Path | None = None
) -> tuple[TaskTemplate, ...]:
    """Return the templates of the chosen tasks; ``spec`` as for `select`.

    Raises:
        UnknownTaskError: see `select`.
    """
    chosen: dict[tuple[str, str], TaskTemplate] = {}
    names: list[str | Task | TaskTemplate]
    try:
        names = [spec] if isinstance(spec, str) else list(spec)  # type: ignore[arg-type]
    except TypeError:  # a task, or something that can't be a choice at all, such as a zero-dimensional array
        names = [spec]  # type: ignore[list-item]
    for name in names:
        for template in _named(name, Checkouts.of(pools, goals)):
            chosen.setdefault((template.suite, template.id), template)
    if not chosen:
        raise UnknownTaskError(f"{spec!r} names no task; give a task id, 'representative' or 'all'.")
    return tuple(chosen.values())


def _named(name: object, checkouts: Checkouts) -> tuple[TaskTemplate, ...]:
    if isinstance(name, TaskTemplate):
        return (name,)
    if isinstance(name, Task):
        return (TaskTemplate.of(name),)
    if not isinstance(name, str):
        raise _unknown(name)
    if name in suite_names.gym_ids_of_tasks():
        name = suite_names.gym_ids_of_tasks()[name]
    owner, slash, rest = (name, "/", "all") if suite_names.is_file(name) else name.rpartition("/")
    if slash and not (suite_names.is_file(owner) or owner in suites()):
        raise _unknown(name)
    alone = _one(owner or suite_names.DEFAULT, rest) if checkouts == OWN else None
    if alone is not None:
        return (alone,)
    of, wanted = suite(owner or suite_names.DEFAULT, *checkouts), rest
    if wanted in _by_name(of):
        return (_by_name(of)[wanted],)
    drawn = of.drawn(wanted)
    if drawn is not None:
        return (drawn,)
    with_user = asking.named(wanted)
    if with_user is not None:
        base, user = with_user
        return with_users(_named(f"{owner}{slash}{base}", checkouts), user)
    part = split_files.named(name)
    if part is not None:
        return _in_part(of, part)
    group, _, member = wanted.partition(":")
    found: list[TaskTemplate] = []
    for template in of.templates:
        task = template.first
        if wanted == "extra":
            chosen = task.extra
        elif wanted == "representative":
            chosen = task.representative
        elif group in ("app", "category"):
            chosen = getattr(task, group) == member and bool(member) and not task.extra
        elif group == "tag":
            chosen = member in of.tags_of(task.id)
        else:
            chosen = wanted == "all" and not task.extra
        if chosen:
            found.append(template)
    if not found:
        raise _unknown(name)
    return tuple(found)


def with_users(chosen: Iterable[TaskTemplate], user: str) -> tuple[TaskTemplate, ...]:
    """Return tasks with a user, those of ``chosen`` that can have one. ``user``: see `bmoca_gym.tasks.asking.USERS`.

    Raises:
        UnknownTaskError: none of them can.
    """
    found, refused = [], []
    for template in chosen:
        try:
            of = suite(template.suite) if template.suite in suites() else None
            with_user = asking.AskTemplate(template, user) if of is None else of.asked(template, user)
            found.append(with_user)
        except UnknownTaskError as error:
            refused.append(error)
    if not found:
        raise refused[-1]
    return tuple(found)


def _in_part(of: Suite, part: split_files.PartName) -> tuple[TaskTemplate, ...]:
    """The tasks in one part of a split."""
    if part.by in split_files.LISTED:
        return tuple(of.template(id) for id in split_files.read(part.suite).tasks[part.by][part.part])
    found = tuple(
        one for one in of.templates if not one.first.extra and (part.by != "instance" or one.parameters)
    )
    if not found:
        raise UnknownTaskError(f"{part} has no task: the suite {part.suite!r} has no tasks with parameters.")
    return found


@lru_cache(16)
def _by_name(suite: Suite) -> dict[str, TaskTemplate]:
    """The templates of a suite by id, short name and Gymnasium id. An id counts before another task's name."""
    every = suite.templates
    return (
        {suite.gym_id(template): template for template in every}
        | {template.first.gym_name: template for template in every}
        | {template.id: template for template in every}
    )


#: Kinds of groups of tasks, the part of a name before its colon.
_GROUPS = ("app", "category", "tag")


def _of_its_kind(name: str) -> list[str]:
    """Candidates for an unknown name: suites, apps, tags, …, or tasks and sets of tasks."""
    owner, slash, rest = name.rpartition("/")
    if slash and not is_suite(owner):
        return [f"{known}/{rest}" for known in suites()]
    of = suite(owner or suite_names.DEFAULT)
    group, colon, member = rest.partition(":")
    if group in _GROUPS and colon:
        every = [template.first for template in of.templates]
        values = (of.tags_of(task.id) if group == "tag" else (getattr(task, group),) for task in every)
        names = [f"{group}:{value}" for value in dict.fromkeys(value for some in values for value in some)]
    elif colon:
        names = [f"{known}:{member}" for known in _GROUPS]
    elif re.fullmatch(r".+-v\d+", name):
        return list(suite_names.gym_ids_of_tasks())
    else:
        names = [*_by_name(of), "representative", "all", "extra"]
    return [f"{owner}/{known}" if slash else known for known in names]


def _unknown(name: object) -> UnknownTaskError:
    given = str(name)[:120]
    return UnknownTaskError(
        f"There is no task {cut(name)}.{nearest(given, _of_its_kind(given))} `bmoca tasks` lists them; 'all' and "
        f"'representative' name several. Suites: {', '.join(suites())}, or a file: mine.yaml."
    )
