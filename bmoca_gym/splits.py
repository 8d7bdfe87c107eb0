"""Official splits of the suites into training, validation and test, and checks that training stays within its part.

A split separates one thing: instances (their numbers), templates, apps, or configurations. Whatever it is, a training
part has only training instances, and a test part only test instances. A paper can cite a split by its name and its
digest, which covers the tasks, the numbers of instances and the configurations of all three parts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bmoca_gym import randomization, split_files, tasks
from bmoca_gym.errors import ArgumentError, cut, nearest
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.split_files import KINDS, PARTS, PartName
from bmoca_gym.tasks import Task, TaskChoice, TaskTemplate
from bmoca_gym.tasks.template import INSTANCES


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a split.

    Attributes:
        name: its name, such as ``androidworld/by_template:train``, for ``--tasks`` and ``--environments``.
        templates: its tasks, before parameters are drawn.
        instances: numbers of the instances of tasks with parameters; other tasks have only one instance.
        environments: its configurations.
    """

    name: str
    templates: tuple[TaskTemplate, ...]
    instances: range
    environments: tuple[DeviceConfiguration, ...]

    def tasks(self, instances: int = 1) -> tuple[Task, ...]:
        """Return the tasks; for those with parameters, the part's first instances.

        Raises:
            ArgumentError: the part does not have so many instances.
        """
        return _instances(self.templates, self.instances, instances, self.name)

    def to_dict(self) -> dict[str, Any]:
        """Return the part as plain data: what the digest covers."""
        return {
            "name": self.name,
            "tasks": [f"{one.suite}/{one.id}" for one in self.templates],
            "instances": [self.instances.start, self.instances.stop - 1],
            "environments": {one.id: one.digest for one in self.environments},
        }


@dataclass(frozen=True, slots=True)
class Split:
    """A split of a suite. ``version`` is its file's version, ``by`` what its parts differ in."""

    suite: str
    by: str
    version: str
    train: Part
    validation: Part
    test: Part

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """The three parts."""
        return self.train, self.validation, self.test

    @property
    def digest(self) -> str:
        """Digest of the split: 12 hexadecimal digits."""
        content = [part.to_dict() for part in self.parts]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]

    def to_dict(self) -> dict[str, Any]:
        """Return the split as plain data."""
        return {
            "suite": self.suite,
            "suite_version": tasks.suite(self.suite).version,
            "by": self.by,
            "version": self.version,
            "digest": self.digest,
            **{part: getattr(self, part).to_dict() for part in PARTS},
        }


@lru_cache(maxsize=64)
def get(suite: str, by: str) -> Split:
    """Return an official split.

    Args:
        suite: name of the suite.
        by: what it separates: ``"instance"``, ``"template"``, ``"app"`` or ``"configuration"``.

    Raises:
        UnknownTaskError: there is no such suite.
        CatalogueError: the suite has no file of splits.
        ArgumentError: there is no such split; a suite without parameters has none by instance.

    >>> split = get("androidworld", by="template")
    >>> split.train.name, len(split.train.templates), len(split.test.templates)
    ('androidworld/by_template:train', 81, 23)
    """
    tasks.suite(suite)
    if by not in kinds(suite):
        raise ArgumentError(
            f"The suite {suite!r} has no split by {cut(by)}; it has splits by {', '.join(kinds(suite))}."
            f"{nearest(str(by), kinds(suite))}"
        )
    file = split_files.read(suite)
    made = []
    for part in PARTS:
        name = str(PartName(suite, by, part))
        made.append(Part(name, tasks.templates(name), INSTANCES[part], randomization.select(name)))
    return Split(suite, by, file.version, *made)


def kinds(suite: str) -> tuple[str, ...]:
    """Return what the splits of a suite separate.

    Raises:
        UnknownTaskError: there is no such suite.
        CatalogueError: the suite has no file of splits.
    """
    drawn = any(template.parameters for template in tasks.suite(suite).templates)
    listed = split_files.read(suite).tasks
    return tuple(
        kind
        for kind in KINDS
        if (drawn or kind != "instance") and (kind not in split_files.LISTED or kind in listed)
    )


def first_instance(choice: TaskChoice) -> int:
    """Return the number of the first instance to test on: 0, or for validation parts the number of their first.

    Raises:
        ArgumentError: the choice has both parts for validation and others.
        UnknownTaskError: see `split_files.named`.
    """
    firsts = {
        INSTANCES["validation"].start if part is not None and part.part == "validation" else 0
        for part in map(split_files.named, _names(choice))
    }
    if len(firsts) > 1:
        raise ArgumentError("The tasks mix parts for validation with others; take them one after the other.")
    return firsts.pop() if firsts else 0


def evaluation_tasks(choice: TaskChoice, instances: int = 1) -> tuple[Task, ...]:
    """Return the chosen tasks for an evaluation; for those with parameters, the first instances to test on.

    Raises:
        ArgumentError: see `first_instance`, or there are not so many instances.
        UnknownTaskError: see `bmoca_gym.tasks.select`.
    """
    part = "validation" if first_instance(choice) else "test"
    return _instances(
        tasks.templates(choice), INSTANCES[part], instances, f"the part for {part.replace('test', 'tests')}"
    )


def training_tasks(choice: TaskChoice, instances: int = 1) -> tuple[Task, ...]:
    """Return the chosen tasks for training; for those with parameters, the first training instances.

    Raises:
        ArgumentError: a part for validation or tests is chosen, or a training part together with tasks that the same
            split keeps for validation or test; or there are not so many instances.
        UnknownTaskError: see `bmoca_gym.tasks.select`.
    """
    chosen = tasks.templates(choice)
    for part in filter(None, map(split_files.named, _names(choice))):
        _check_part(part)
        for template in chosen:
            if why := kept_apart(template, part):
                raise ArgumentError(f"{why}: it can't be trained on beside {part}.")
    return _instances(chosen, INSTANCES["train"], instances, "training")


def training_part(name: str) -> PartName:
    """Read the name of the training part of a split.

    Raises:
        ArgumentError: it is not one.
        UnknownTaskError: see `split_files.named`.

    >>> str(training_part("androidworld/by_template:train"))
    'androidworld/by_template:train'
    """
    part = split_files.named(name)
    if part is None:
        raise ArgumentError(
            f"split is {cut(name)}; it must be the training part of one, such as androidworld/by_template:train."
        )
    _check_part(part)
    return part


def kept_apart(template: TaskTemplate, part: PartName) -> str:
    """Say in which part a split keeps a task that can't be trained on beside its training part; "" if it may be.

    >>> kept_apart(tasks.templates("call_911")[0], training_part("by_app:train"))
    'bmoca/call_911 is in by_app:test'
    """
    if part.by not in split_files.LISTED or template.suite != part.suite:
        return ""
    for other in ("validation", "test"):
        held = min(
            template.made_of.intersection(split_files.read(part.suite).tasks[part.by][other]), default=""
        )
        if held:
            has = "" if held == template.id else f"may contain {held}, which "
            return f"{template.suite}/{template.id} {has}is in {part._replace(part=other)}"
    return ""


def training_instance(task: Task) -> Task:
    """Return the first instance for training of a task; the task itself if it has no parameters."""
    if not task.params or task.task_seed >= INSTANCES["train"].start:
        return task
    return training_tasks(f"{task.suite}/{task.id}")[0]


def training_environments(choice: Environments) -> tuple[DeviceConfiguration, ...]:
    """Return the chosen configurations for training.

    Raises:
        ArgumentError: one is a configuration for validation or tests, or a variant of one.
        UnknownEnvironmentError, CatalogueError, ConfigurationError: see `bmoca_gym.randomization.select`.
    """
    for part in filter(None, map(split_files.named, _names(choice))):
        _check_part(part)
    return tuple(check_training(one) for one in randomization.select(choice))


def check_training(configuration: DeviceConfiguration) -> DeviceConfiguration:
    """Return a configuration if it may be trained on.

    Raises:
        ArgumentError: it is one for validation or tests, whatever its id, or a variant of one.
    """
    part = _held_out().get(configuration.digest)
    if part is not None:
        raise ArgumentError(
            f"The configuration {configuration.id} is for {part}: training must not see it. Take 'train', or sample "
            "new ones."
        )
    return configuration


def held_out(task: Task, configuration: DeviceConfiguration) -> str:
    """Say why an episode is not for training; "" if it is.

    >>> held_out(tasks.get("Alarm"), randomization.get("105"))
    'Alarm in 105: the configuration is for tests'
    """
    number = f" ({task.task_seed})" if task.params else ""
    part = _held_out().get(configuration.digest)
    if part is not None:
        return f"{task.id}{number} in {configuration.id}: the configuration is for {part}"
    if task.params and task.task_seed not in INSTANCES["train"]:
        part = "tests" if task.task_seed in INSTANCES["test"] else "validation"
        return f"{task.id}{number} in {configuration.id}: the instance is for {part}"
    return ""


@lru_cache(maxsize=1)
def _held_out() -> dict[str, str]:
    """The purposes of the configurations that training must not see, by their digests."""
    named = (("tests", "factors"), ("validation", "validation"), ("tests", "test"))
    return {one.digest: what for what, name in named for one in randomization.select(name)}


def _check_part(part: PartName) -> None:
    if part.part != "train":
        raise ArgumentError(f"{part} is not for training; take {part._replace(part='train')}.")


def _instances(templates: Iterable[TaskTemplate], numbers: range, count: int, name: str) -> tuple[Task, ...]:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(numbers):
        raise ArgumentError(f"instances is {cut(count)}; {name} has 1 to {len(numbers)} of each task.")
    return tuple(
        [
            template.task(number) if template.parameters else template.first
            for template in templates
            for number in (numbers[:count] if template.parameters else (0,))
        ]
    )


def _names(choice: Any) -> list[str]:
    """The names in a choice of tasks or environments."""
    if isinstance(choice, str):
        return [choice]
    given = choice if isinstance(choice, (list, tuple, set, frozenset)) else ()
    return [name for one in given for name in _names(one)]
