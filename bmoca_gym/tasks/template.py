"""Task templates: what a suite's files hold, and how an instance, a `Task`, is made of one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.errors import ArgumentError, CatalogueError, cut, nearest
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks.filling import filled, instruction
from bmoca_gym.tasks.parameters import TRIES, Source, drawn, function
from bmoca_gym.tasks.plain import frozen, plain
from bmoca_gym.tasks.task import Task

#: Makes a task of data whose places are filled; the text is its place, for errors.
Make = Callable[[Mapping[str, Any], str], Task]

#: Fields of a template that no task has.
OWN_FIELDS = ("params", "unless")

#: Instances below are for tests, those from here on for training.
FIRST_TRAINING_SEED = 1_000

#: An instance's number is below this.
SEEDS = 2**31

_KEPT = 256


class TaskTemplate:
    """Makes tasks of one kind: the same for the same number, or of given parameters.

    A template without parameters has one instance, whatever the number.

    Attributes:
        id: the template's, and that of every task it makes.
        suite: the name of its suite.
        parameters: the names of its parameters.
        first: instance 0.
    """

    def __init__(
        self, data: Mapping[str, Any], make: Make, source: Source, suite: str = "", place: str = "<data>"
    ) -> None:
        self._fields = {name: value for name, value in data.items() if name not in OWN_FIELDS}
        self._params = data.get("params") or {}
        self._unless = data.get("unless") or []
        for name, wanted, kind in (("params", "parameters by name", dict), ("unless", "a list", list)):
            if data.get(name) is not None and not isinstance(data[name], kind):
                raise CatalogueError(f"{place}: {name}: is {cut(data[name])}; it must be {wanted}")
        self._make, self._source, self._place = make, source, place
        self._known: dict[Any, Task] = {}
        self.suite = suite
        self.parameters = tuple(map(str, self._params))
        self.id = str(data.get("id"))
        self.first = make(self._fields, place) if not self._params else self.task()

    @classmethod
    def of(cls, task: Task) -> TaskTemplate:
        """The template that makes this task alone."""
        return cls({"id": task.id}, lambda data, place: task, Source({}), task.suite)

    def __repr__(self) -> str:
        return f"TaskTemplate({self.suite}/{self.id})"

    def __reduce__(self) -> Any:
        data = {**self._fields, "params": self._params, "unless": self._unless}
        return TaskTemplate, (data, self._make, self._source, self.suite, self._place)

    def task(self, task_seed: int = 0, params: Mapping[str, Any] | None = None) -> Task:
        """The instance of that number; parameters that ``params`` gives are not drawn.

        Raises:
            ArgumentError: the number is none, or there is no such parameter.
            CatalogueError: the instance can't be made: a parameter that nothing fits, a field that it makes malformed.
        """
        given = dict(params or {})
        if isinstance(task_seed, bool) or not isinstance(task_seed, int) or not 0 <= task_seed < SEEDS:
            raise ArgumentError(
                f"task_seed is {task_seed!r}; it must be a whole number from 0 to {SEEDS - 1}."
            )
        for name in given:
            if name not in self.parameters:
                known = f"parameters are {', '.join(self.parameters)}" if self.parameters else "it has none"
                raise ArgumentError(
                    f"The task {self.id!r} has no parameter {cut(name)}; {known}.{nearest(str(name), self.parameters)}"
                )
        if not self._params:
            return self.first
        key = task_seed, frozen(given)
        if key not in self._known:
            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = self._made(task_seed, given)
        return self._known[key]

    def _made(self, task_seed: int, given: Mapping[str, Any]) -> Task:
        place = f"{self._place}: instance {task_seed}"
        values = self._values(task_seed, given, place)
        fields = filled({**self._fields, "instruction": "", "goal": ""}, values, place)
        for name in ("instruction", "goal"):
            if name in self._fields:
                text = self._fields[name]
                fields[name] = (
                    instruction(text, values, f"{place}: {name}") if isinstance(text, str) else text
                )
            else:
                del fields[name]
        return replace(self._make(fields, place), params=frozen(values), task_seed=task_seed)

    def _values(self, task_seed: int, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        """The parameters' values, drawn anew where they make an instance that ``unless`` excludes."""
        for i in range(TRIES):
            text = f"{self.suite}/{self.id}/{task_seed}" + (f"/try {i}" if i else "")
            key = hashlib.sha256(text.encode()).hexdigest()
            values = drawn(self._params, key, self._source, plain(given), place)
            if not any(self._holds(condition, values, place) for condition in self._unless):
                return values
            if set(given) == set(self.parameters):
                return values
        raise CatalogueError(f"{place}: unless: excludes {TRIES} draws in a row; widen the parameters")

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


_CONDITIONS: dict[str, Callable[[Any, Any], bool]] = {
    "equal": lambda left, right: bool(left == right),
    "less": lambda left, right: bool(left < right),
    "within": lambda left, right: left in right,
}
