"""Task templates: the fields of a task in a suite's files, from which instances (`Task`) are made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from bmoca_gym import suite_names
from bmoca_gym.errors import ArgumentError, CatalogueError, cut, nearest
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks.composite import composed, parts_of
from bmoca_gym.tasks.filling import PLACEHOLDER, filled, has_placeholders, instruction
from bmoca_gym.tasks.parameters import TRIES, Source, drawn, function
from bmoca_gym.tasks.plain import frozen, plain
from bmoca_gym.tasks.task import Task

#: Makes a task from fields without placeholders. The text is their place, for errors.
Make = Callable[[Mapping[str, Any], str], Task]

#: Fields of a template that no task has.
OWN_FIELDS = ("params", "unless", "parts")

#: First number of an instance for training; lower numbers are reserved for validation and tests.
FIRST_TRAINING_SEED = 1_000

#: First number of an instance for validation; lower numbers are reserved for tests.
FIRST_VALIDATION_SEED = 900

#: Numbers of instances are below this.
SEEDS = 2**31

#: The numbers of the instances of each part of a split.
INSTANCES = {
    "train": range(FIRST_TRAINING_SEED, SEEDS),
    "validation": range(FIRST_VALIDATION_SEED, FIRST_TRAINING_SEED),
    "test": range(FIRST_VALIDATION_SEED),
}

#: The most cached instances of a template; some take 200 kB.
_KEPT = 32


class TaskTemplate:
    """Template that makes the instances of a task: by number, or from given parameters.

    The same number always gives the same instance. A template without parameters has only one instance.

    Attributes:
        id: id of the template and of all its tasks.
        suite: name of its suite.
        parameters: names of its parameters. A composite also has its parts that have parameters; their value
            is a dict of parameters by name.
        first: instance 0.
    """

    #: Names of the fields that have placeholders.
    _open: tuple[str, ...] = ()

    def __init__(
        self,
        data: Mapping[str, Any],
        make: Make,
        source: Source,
        suite: str = "",
        place: str = "<data>",
        others: Mapping[str, TaskTemplate] = MappingProxyType({}),
    ) -> None:
        self._fields = {name: value for name, value in data.items() if name not in OWN_FIELDS}
        self._params = data.get("params") or {}
        self._unless = data.get("unless") or []
        for name, wanted, kind in (("params", "parameters by name", dict), ("unless", "a list", list)):
            if data.get(name) is not None and not isinstance(data[name], kind):
                raise CatalogueError(f"{place}: {name}: is {cut(data[name])}; it must be {wanted}")
        self._make, self._source, self._place = make, source, place
        self._open = tuple([name for name, value in self._fields.items() if _may_differ(name, value)])
        self._fixed = {
            name: value if name in _WORDED else filled(value, {}, place)
            for name, value in self._fields.items()
            if name not in self._open
        }
        self._known: dict[Any, Task] = {}
        self._given_parts = data.get("parts")
        named = {} if self._given_parts is None else parts_of(self._given_parts, others, place)
        self._parts = {name: (others[task], given) for name, (task, given) in named.items()}
        self.suite = suite
        drawn_parts = [name for name, (template, _) in self._parts.items() if template.parameters]
        self.parameters: tuple[str, ...] = (*map(str, self._params), *drawn_parts)
        for name in self._parts:
            if name in self._params:
                raise CatalogueError(
                    f"{place}: parts: {name!r} is the name of a parameter too; give it another"
                )
        self.id = str(data.get("id"))
        if self.parameters:
            self.first = self.task()
        else:
            self.first = self._made(0, {}, place) if self._parts else make(self._fields, place)

    @classmethod
    def of(cls, task: Task) -> TaskTemplate:
        """Make a template whose only instance is the given task."""
        return cls({"id": task.id}, lambda data, place: task, Source({}), task.suite)

    @property
    def data(self) -> dict[str, Any]:
        """The fields from the task's file and suite, with placeholders for parameters."""
        own = {"params": self._params, "unless": self._unless, "parts": self._given_parts}
        return {**self._fields, **{name: value for name, value in own.items() if value}}

    @property
    def made_of(self) -> frozenset[str]:
        """The ids of all tasks of the suite that an instance may contain: its own, and those of its parts."""
        return frozenset({self.id}).union(*(part.made_of for part, _ in self._parts.values()))

    def __repr__(self) -> str:
        return f"TaskTemplate({self.suite}/{self.id})"

    def __reduce__(self) -> Any:
        data = {**self._fields, "params": self._params, "unless": self._unless, "parts": self._given_parts}
        others = {template.id: template for template, _ in self._parts.values()}
        return TaskTemplate, (data, self._make, self._source, self.suite, self._place, others)

    def task(self, task_seed: int = 0, params: Mapping[str, Any] | None = None) -> Task:
        """Return an instance of the task.

        Args:
            task_seed: number of the instance.
            params: parameters that are not drawn.

        Raises:
            ArgumentError: the number is not a valid one, or there is no such parameter.
            CatalogueError: the instance can't be made: no value fits a parameter, or a field becomes
                malformed.
        """
        given = dict(params or {})
        if isinstance(task_seed, bool) or not isinstance(task_seed, int) or not 0 <= task_seed < SEEDS:
            raise ArgumentError(
                f"task_seed is {cut(task_seed)}; it must be a whole number from 0 to {SEEDS - 1}."
            )
        for name in given:
            if name not in self.parameters:
                known = f"parameters are {', '.join(self.parameters)}" if self.parameters else "it has none"
                raise ArgumentError(
                    f"The task {self.id!r} has no parameter {cut(name)}; {known}.{nearest(str(name), self.parameters)}"
                )
        if not self.parameters:
            return self.first
        key = task_seed, frozen(given)
        try:
            hash(key)
        except TypeError as error:
            raise ArgumentError(
                f"The parameters of the task {self.id!r} must be plain data (text, numbers, lists, dicts): {error}"
            ) from error
        if key not in self._known:
            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = self._made(task_seed, given, f"{self._place}: instance {task_seed}")
        return self._known[key]

    def _made(self, task_seed: int, given: Mapping[str, Any], place: str) -> Task:
        values = self._values(task_seed, given, place)
        fields = self._filled(values, place)
        first, again = self.__dict__.get("first"), getattr(self._make, "again", None)
        if first is not None and again is not None and not self._parts:
            made: Task = again(first, fields, self._open, place)
            return replace(made, params=frozen(values), task_seed=task_seed)
        if self._parts:
            parts = {}
            for name, (template, _) in self._parts.items():
                part = template._filled(values[name], f"{place}: parts: {name}")
                parts[name] = part | {"needs": [*template.first.all_needs]}
            fields = composed(fields, parts)
        task = self._make(fields, place)
        return replace(task, params=frozen(values), task_seed=task_seed) if self.parameters else task

    def _filled(self, values: Mapping[str, Any], place: str) -> dict[str, Any]:
        """The fields with parameters filled in."""
        if not self.parameters:
            return self._fields
        fields = dict(self._fixed)
        for name in self._open:
            given = self._fields[name]
            if name in _WORDED:
                fields[name] = instruction(given, values, f"{place}: {name}")
            else:
                fields[name] = filled(given, values, place)
        return fields

    def _values(
        self, task_seed: int, given: Mapping[str, Any], place: str, within: str = ""
    ) -> dict[str, Any]:
        """The values of the parameters, redrawn as long as ``unless`` excludes them.

        ``within``: for a part, the composite and the part's name, so that its values differ from those of the
        task alone.
        """
        for i in range(TRIES):
            text = f"{suite_names.short(self.suite)}/{within or self.id}/{task_seed}" + (
                f"/try {i}" if i else ""
            )
            key = hashlib.sha256(text.encode()).hexdigest()
            values = drawn(self._params, key, self._source, plain(given), place)
            for name, (template, own) in self._parts.items():
                values[name] = self._part(name, template, own, values, task_seed, given, place, i)
            if not any(self._holds(condition, values, place) for condition in self._unless):
                return values
        mend = f"give others than {cut(dict(given))}" if given else "widen the parameters"
        raise CatalogueError(f"{place}: unless: excludes {TRIES} draws in a row; {mend}")

    def _part(
        self,
        name: str,
        template: TaskTemplate,
        own: Mapping[str, Any],
        values: Mapping[str, Any],
        task_seed: int,
        given: Mapping[str, Any],
        place: str,
        i: int,
    ) -> dict[str, Any]:
        """The values of a part's parameters. Those given by the composite or the caller are not drawn."""
        here = f"{place}: parts: {name}"
        chosen = plain(given.get(name, {}))
        chosen = {**filled(own, values, here), **(chosen if isinstance(chosen, Mapping) else {"": chosen})}
        for parameter in chosen:
            if parameter not in template.parameters:
                known = ", ".join(template.parameters) or "none"
                raise CatalogueError(
                    f"{here}: the task {template.id!r} has no parameter {cut(parameter)}; parameters are {known}."
                    f"{nearest(str(parameter), template.parameters)}"
                )
        within = f"{self.id}/{name}" + (f"/try {i}" if i else "")
        return template._values(task_seed, chosen, here, within)

    def _holds(self, condition: Any, values: Mapping[str, Any], place: str) -> bool:
        here = f"{place}: unless"
        if isinstance(condition, Mapping) and "call" in condition:
            options = {
                name: filled(value, values, here) for name, value in condition.items() if name != "call"
            }
            return bool(function(condition["call"], self._source, here)(**options))
        if isinstance(condition, Mapping) and len(condition) == 1:
            ((kind, sides),) = filled(condition, values, here).items()
            if kind in _CONDITIONS and isinstance(sides, list) and len(sides) == 2:
                return _CONDITIONS[kind](*sides)
        raise CatalogueError(
            f"{here}: is {cut(condition)}; it must be call: module:function, or one of {', '.join(_CONDITIONS)} "
            "with two values in a list"
        )


class DrawnTemplate(TaskTemplate):
    """Template of tasks that are made from other tasks rather than a file's fields. Subclasses define how in `_made`.

    Args:
        suite: name of the suite.
        name: id of the template and of its tasks.
        parameters: names of its parameters.
    """

    def __init__(self, suite: str, name: str, parameters: tuple[str, ...]) -> None:
        self.id, self.suite, self.parameters = name, suite, parameters
        self._known, self._fixed = {}, {"id": name}
        self._fields, self._params, self._unless = {"id": name}, {}, []
        self._given_parts, self._parts = None, {}
        self._source, self._place = Source({}), f"{suite}/{name}"

    @cached_property
    def first(self) -> Task:  # type: ignore[override]
        """Instance 0."""
        return self.task()


def _may_differ(name: str, value: Any) -> bool:
    """Whether a field may differ between instances."""
    if name in _WORDED:
        return isinstance(value, str) and PLACEHOLDER.search(value) is not None
    return has_placeholders(value)


#: Fields whose placeholders are in braces.
_WORDED = ("instruction", "goal")

_CONDITIONS: dict[str, Callable[[Any, Any], bool]] = {
    "equal": lambda left, right: bool(left == right),
    "less": lambda left, right: bool(left < right),
    "within": lambda left, right: left in right,
}
