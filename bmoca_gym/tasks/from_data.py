"""Tasks from plain data. Every field is checked; an error says where it is, what was given and what is
expected.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmoca_gym import suite_names
from bmoca_gym.errors import CatalogueError, DetectorError
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors import Rule, rule_from_data
from bmoca_gym.success_detectors.from_data import made
from bmoca_gym.tasks.entry import Entry
from bmoca_gym.tasks.near_miss import (
    CommandState,
    ExpertCall,
    LogState,
    NearMiss,
    NodeState,
    PhoneState,
    PreferenceState,
    TableState,
)
from bmoca_gym.tasks.needs import CAPABILITIES, PACKAGE
from bmoca_gym.tasks.plain import frozen
from bmoca_gym.tasks.steps import Step, step_from_data, steps_from_data
from bmoca_gym.tasks.task import BEGINS, ENDS, UNFINISHED, DeviceClock, Ends, Task
from bmoca_gym.tasks.told import Told

#: Aliases of fields: a benchmark's own words, and names in earlier files.
ALIASES = {"goal": "instruction", "start": "set_up", "detector": "corrected", "paper": "upstream"}

#: Fields of a task; `ALIASES` are accepted too.
FIELDS = (
    "id", "gym_name", "instruction", "app", "category", "step_limit", "paper_step_limit", "step_limit_reason",
    "complexity", "human_steps", "representative", "extra", "begins", "ends", "unfinished", "needs", "clock", "set_up",
    "tear_down", "expert", "sub_goals", "corrected", "upstream", "near_misses", "records", "reply", "ends_when", "told",
)  # fmt: skip

_STATES: dict[str, type] = {
    "tables": TableState, "preferences": PreferenceState, "log": LogState, "commands": CommandState,
}  # fmt: skip
#: Fields of a near miss's state.
HOW = (*_STATES, "nodes", "answer", "steps", "rows", "expert")
_VERB = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class TaskReader:
    """Reads the tasks of one suite.

    ``apps``: packages by app name. ``experts``: packages in which verbs are looked up. The other fields are
    common to all tasks of the suite, see `Task`.
    """

    suite: str
    image: str
    apps: Mapping[str, str]
    categories: tuple[str, ...]
    experts: tuple[str, ...] = ()
    ends: Ends = "success"
    unfinished: str = "fails"
    needs: tuple[str, ...] = ()
    begins: str = "home"
    stop_after_repeats: int = 0
    common_steps: tuple[Step, ...] = ()

    def __call__(self, data: Mapping[str, Any], place: str) -> Task:
        """Make the task in ``data``, which has no parameters.

        Raises:
            CatalogueError: a field is missing, unknown or malformed.
        """
        entry = Entry(data, place, FIELDS, ALIASES)
        complexity = _positive(entry, "complexity")
        step_limit = _step_limit(entry, complexity)
        paper_step_limit = entry.integer("paper_step_limit", step_limit)
        reason = entry.text("step_limit_reason", "")
        if (step_limit != paper_step_limit) != bool(reason):
            wanted = "one line why step_limit is not paper_step_limit, and only where it is not"
            raise entry.fault("step_limit_reason", wanted)
        clock = entry.part("clock", ("time", "frozen"))
        task_id = entry.text("id", pattern=r"[a-z0-9]+(_[a-z0-9]+)*", wanted="lower-case words joined by '_'")
        sub_goals = _sub_goals(entry)
        judged = [entry.value("corrected"), entry.value("upstream", entry.value("corrected"))]
        names = [entry.name_of("corrected"), entry.name_of("upstream")]
        corrected, upstream = (
            _placed(place, rule_from_data, _with_sub_goals(rule, entry), name)
            for rule, name in zip(judged, names, strict=True)
        )
        app = entry.choice("app", self.apps) if self.apps or entry.has("app") else ""
        return Task(
            id=task_id,
            gym_name=entry.text("gym_name", "", r"[A-Z][A-Za-z0-9]*", "letters and digits, a capital first")
            or suite_names.gym_name(task_id),
            instruction=entry.text("instruction"),
            app=app,
            reply=entry.text("reply", ""),
            category=entry.choice("category", self.categories)
            if self.categories or entry.has("category")
            else "",
            step_limit=step_limit,
            paper_step_limit=paper_step_limit,
            step_limit_reason=reason,
            clock=DeviceClock(clock.time("time"), clock.flag("frozen")),
            set_up_steps=steps_from_data(entry, "set_up"),
            tear_down_steps=steps_from_data(entry, "tear_down"),
            representative=entry.flag("representative", False),
            corrected=corrected,
            upstream=upstream,
            near_misses=tuple(_near_misses(entry, self.experts)),
            extra=entry.flag("extra", False),
            suite=self.suite,
            image=self.image,
            complexity=complexity,
            human_steps=entry.integer("human_steps") if entry.has("human_steps") else None,
            sub_goals=sub_goals,
            ends=entry.choice("ends", ENDS) if entry.has("ends") else self.ends,
            unfinished=entry.choice("unfinished", UNFINISHED) if entry.has("unfinished") else self.unfinished,
            expert=_expert(entry, self.experts),
            needs=(*self.needs, *needs_of(entry)),
            package=self.apps.get(app, ""),
            common_steps=self.common_steps,
            begins=entry.choice("begins", BEGINS) if entry.has("begins") else self.begins,
            stop_after_repeats=self.stop_after_repeats,
            records=_records(entry),
            ends_when=_placed(place, rule_from_data, entry.value("ends_when"), "ends_when")
            if entry.has("ends_when")
            else None,
            told=_placed(place, made, Told, entry.value("told"), "told") if entry.has("told") else None,
        )

    def again(self, like: Task, data: Mapping[str, Any], changed: Sequence[str], place: str) -> Task:
        """Make the task in ``data`` from another task, whose data differ only in the fields ``changed``.

        Raises:
            CatalogueError: see `__call__`.
        """
        if not all(ALIASES.get(name, name) in _READ_ALONE for name in changed):
            return self(data, place)
        entry = Entry({name: data[name] for name in changed}, place, FIELDS, ALIASES)
        made: dict[str, Any] = {}
        for name in changed:
            field = ALIASES.get(name, name)
            if field == "expert":
                made[field] = _expert(entry, self.experts)
            elif field == "near_misses":
                made[field] = tuple(_near_misses(entry, self.experts))
            elif field in ("set_up", "tear_down"):
                made[f"{field}_steps"] = steps_from_data(entry, field)
            else:
                made[field] = entry.text(field)
        return replace(like, **made)


#: Fields that are independent of all others. Most parameters are in these.
_READ_ALONE = frozenset({"instruction", "set_up", "tear_down", "expert", "near_misses"})


def _records(entry: Entry) -> tuple[tuple[str, str], ...]:
    """The field ``records``: commands by the benchmark's names for them."""
    given = entry.value("records", {})
    if not isinstance(given, Mapping) or not all(
        isinstance(text, str) for pair in given.items() for text in pair
    ):
        raise entry.fault("records", "shell commands by name, such as {adb shell getprop NAME: getprop NAME}")
    return tuple(given.items())


def _expert(entry: Entry, packages: tuple[str, ...]) -> tuple[ExpertCall, ...]:
    """The field ``expert``: calls of verbs, which are looked up in ``packages``."""
    given = entry.value("expert", ())
    calls = []
    for part in given if isinstance(given, (list, tuple)) else [given]:
        verb, arguments = (
            next(iter(part.items())) if isinstance(part, Mapping) and len(part) == 1 else (part, {})
        )
        if not isinstance(verb, str) or not _VERB.fullmatch(verb) or not isinstance(arguments or {}, Mapping):
            wanted = "app.verb, {app.verb: arguments by name}, or a list of these; such as {clock.alarm: {hour: 6}}"
            raise entry.fault("expert", wanted)
        for name in arguments or {}:
            if not isinstance(name, str):
                raise CatalogueError(
                    f"{entry.place}: expert: {verb}: the argument {name!r} is not a name: quote it"
                )
        calls.append(ExpertCall(verb, frozen(arguments or {}), packages))
    return tuple(calls)


def _positive(entry: Entry, field: str) -> float:
    """A number above 0, or 0 if the field is missing."""
    value = entry.value(field, None)
    if value is None:
        return 0.0
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise entry.fault(field, "a number above 0")
    return float(value)


def _step_limit(entry: Entry, complexity: float) -> int:
    given = entry.value("step_limit")
    if not isinstance(given, Mapping):
        return entry.integer("step_limit")
    limit = entry.part("step_limit", ("per_complexity",))
    if not complexity:
        raise entry.fault("complexity", "a number above 0, since step_limit is so much for each of it")
    # Round first: binary fractions could make 13 of 1.2 times 10.
    return max(1, math.ceil(round(complexity * limit.integer("per_complexity"), 6)))


def needs_of(entry: Entry) -> tuple[str, ...]:
    """Return the field ``needs``: names of capabilities and packages."""
    needs = entry.items("needs", ())
    for need in needs:
        if not isinstance(need, str) or (need not in CAPABILITIES and not re.fullmatch(PACKAGE, need)):
            raise entry.fault("needs", f"a list of {', '.join(CAPABILITIES)} and of packages of apps")
    return tuple(needs)


def _placed(place: str, read: Any, *arguments: object) -> Any:
    """Call ``read(*arguments)``; add the place to its errors."""
    try:
        return read(*arguments)
    except DetectorError as error:
        raise CatalogueError(f"{place}: {error}") from error


def _sub_goals(entry: Entry) -> tuple[tuple[str, Rule], ...]:
    goals = entry.value("sub_goals", {})
    if not isinstance(goals, Mapping) or not all(isinstance(name, str) for name in goals):
        raise entry.fault("sub_goals", "rules by name")
    return tuple(
        (name, _placed(entry.place, rule_from_data, rule, f"sub_goals.{name}"))
        for name, rule in goals.items()
    )


def _with_sub_goals(rule: object, entry: Entry) -> object:
    """A judge's rule, in which ``{all: sub_goals}`` is replaced by the task's sub-goals."""
    if not isinstance(rule, Mapping) or "sub_goals" not in [
        value for value in rule.values() if isinstance(value, str)
    ]:
        return rule
    goals = list(entry.value("sub_goals", {}).values())
    return {kind: goals if value == "sub_goals" else value for kind, value in rule.items()}


def _added_rows(how: Entry) -> Iterator[Step]:
    """Steps that add a near miss's rows, given by store."""
    rows = how.value("rows", {})
    if not isinstance(rows, Mapping):
        raise how.fault("rows", "lists of rows by the names of their stores")
    for store, given in rows.items():
        yield step_from_data({"rows": {"into": store, "of": given}}, f"{how.place}: rows.{store}")


def _near_misses(entry: Entry, experts: tuple[str, ...]) -> Iterator[NearMiss]:
    names: list[str] = []
    for i, data in enumerate(entry.items("near_misses", ())):
        place = f"{entry.place}: near_misses[{i}]"
        if isinstance(data, Mapping) and "how" not in data and any(kind in data for kind in HOW):
            data = {"name": data["name"]} if "name" in data else {}
            given = entry.items("near_misses")[i]
            data["how"] = {kind: value for kind, value in given.items() if kind != "name"}
        miss = Entry(data, place, ("name", "how"))
        name = miss.text("name", pattern=r"[a-z0-9_]+", wanted="lower-case words joined by underscores")
        if name in names:
            raise CatalogueError(f"{place}: name: is {name!r}, which an earlier near miss has too")
        names.append(name)
        how = miss.part("how", HOW)
        states: dict[str, Any] = {
            kind: tuple(
                _placed(place, made, cls, item, f"how.{kind}[{j}]")
                for j, item in enumerate(how.items(kind, ()))
            )
            for kind, cls in _STATES.items()
        }
        states["nodes"] = tuple(
            _placed(place, made, NodeState, {"attributes": node}, f"how.nodes[{j}]")
            for j, node in enumerate(how.items("nodes", ()))
        )
        states["answer"] = how.text("answer") if how.has("answer") else None
        states["expert"] = _expert(how, experts)
        states["steps"] = steps_from_data(how, "steps") + tuple(_added_rows(how))
        if not any(states.values()):
            raise miss.fault("how", f"a state with at least one of {', '.join(HOW)}")
        yield NearMiss(name, PhoneState(**states))
