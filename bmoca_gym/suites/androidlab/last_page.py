"""Rule of AndroidLab's judges: only the last known page on which the agent acted counts."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from bmoca_gym import suite_names
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.errors import DetectorError, cut, nearest
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import Detection, Reading, Watch, shown, unknown, unsatisfied
from bmoca_gym.success_detectors.registry import RuleKind
from bmoca_gym.suites.androidlab.compressed_tree import (
    CompressedNode,
    compressed,
    matching,
    parents_of,
)

#: Function that reads the fields of a page, or returns None for an unknown page.
Reader = Callable[..., "Mapping[str, object] | None"]

#: Output of a failed command.
_ERROR = "ERROR"


def output_of(result: ShellResult) -> str:
    """Return what the benchmark records for a command: its output, or ``ERROR`` if it failed."""
    return result.output.strip() if result.exit_code == 0 else _ERROR


_MAX_DEPTH = 12


class Page(NamedTuple):
    """Input of a condition: the compressed tree, a reader's fields, and a command's output.

    ``seen``: the `SeenCondition` values that have held on this page or an earlier one.
    """

    root: CompressedNode
    fields: Mapping[str, object]
    output: str
    seen: frozenset[Condition]


class Condition(Protocol):
    """A condition on a page: an immutable value."""

    def holds(self, page: Page) -> bool:
        """Whether the condition holds on a page."""
        ...


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """Holds if the page has an element whose key contains ``key``, whose words are ``words``, or both.

    By default the whole page is searched. ``beside``: only an element whose key contains this text, and its siblings.
    ``group``: these and everything in them. ``inside``: an element whose key contains this text, and everything in it.
    ``first``: only the first such group.
    """

    key: str | None = None
    words: str | None = None
    beside: str | None = None
    group: str | None = None
    inside: str | None = None
    first: bool = False

    def __post_init__(self) -> None:
        for name in ("key", "words", "beside", "group", "inside"):
            if getattr(self, name) is not None:
                fields.text(name, getattr(self, name))
        fields.flag("first", self.first)
        places = [name for name in ("beside", "group", "inside") if getattr(self, name) is not None]
        if self.key is None and self.words is None:
            raise DetectorError("neither key nor words is given; say what is looked for")
        if len(places) > 1 or (self.first and not places):
            raise DetectorError(f"it is looked for in {' and '.join(places) or 'no group'}; give one place")

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        wanted = self.words.strip() if self.words is not None else None
        return any(
            (self.key is None or self.key in node.key) and (wanted is None or node.words.strip() == wanted)
            for node in self._nodes(page.root)
        )

    def _nodes(self, root: CompressedNode) -> Iterator[CompressedNode]:
        if self.inside is not None:
            found = matching(root, self.inside)
            for node in found[:1] if self.first else found:
                yield from node.walk()
            return
        around = self.beside or self.group
        if around is None:
            yield from (node for node in root.walk() if node.number)
            return
        parents = parents_of(root, around)
        for parent in parents[:1] if self.first else parents:
            for node in parent.children:
                yield from (node,) if self.group is None else node.walk()


@dataclass(frozen=True, slots=True)
class FieldCondition:
    """Holds if a field from the page's reader ``is`` one of these values, or ``has`` this text or item."""

    field: str
    is_: tuple[object, ...] = ()
    has: str | None = None

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        found = page.fields.get(self.field)
        if self.has is not None:
            return isinstance(found, (str, list, tuple, set, frozenset)) and self.has in found
        return any(type(value) is type(found) and value == found for value in self.is_)


@dataclass(frozen=True, slots=True)
class OutputCondition:
    """Holds if the output of the rule's command ``output_is`` this, or contains ``output``."""

    output: str | None = None
    output_is: str | None = None

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return (self.output is None or self.output in page.output) and (
            self.output_is is None or self.output_is == page.output
        )


@dataclass(frozen=True, slots=True)
class AllConditions:
    """Condition that holds if all of its conditions hold."""

    conditions: tuple[Condition, ...]

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return all(condition.holds(page) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class AnyCondition:
    """Condition that holds if one of its conditions holds."""

    conditions: tuple[Condition, ...]

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return any(condition.holds(page) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class NoCondition:
    """Condition that holds if another does not."""

    condition: Condition

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return not self.condition.holds(page)


@dataclass(frozen=True, slots=True)
class SeenCondition:
    """Holds if another condition holds now or held on an earlier page, including pages that were not judged."""

    condition: Condition

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return self in page.seen or self.condition.holds(page)


@dataclass(frozen=True, slots=True)
class LastPage:
    """Rule that holds if the last known page satisfies all of ``complete``, by default all sub-goals.

    A page is a screen on which the agent acts. So the screen after its last action counts only if that action
    was ``finish``. A page is known if ``gate`` holds, the ``reader`` finds its fields, and ``after``, if
    given, held on an earlier page. The score is the share of sub-goals that hold on the last known page;
    earlier pages don't count.

    Attributes:
        query: a shell command that is run at each page.
        reader: ``suite/module.function``, a function in the suite's folder ``readers``. It gets the
            compressed tree, and ``options`` as keyword arguments. If it raises, the page is unknown.

    Raises:
        DetectorError: there is no such reader.
    """

    sub_goals: tuple[tuple[str, Condition], ...]
    gate: Condition | None = None
    reader: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    after: Condition | None = None
    query: str | None = None
    complete: tuple[str, ...] | None = None

    def start(self, reading: Reading) -> Watch:
        """Look at the page of the first action."""
        watch = _PageWatch(self)
        watch.look(reading)
        return watch

    @property
    def remembered(self) -> tuple[SeenCondition, ...]:
        """The conditions about earlier pages."""
        return tuple(_seen_in((self.gate, self.after, *[condition for _, condition in self.sub_goals])))


class _Verdict(NamedTuple):
    """Verdict on a page: the sub-goals that hold, or why the page is unknown."""

    held: tuple[str, ...] = ()
    unknown: str = ""
    failed: bool = False


@dataclass(slots=True)
class _PageWatch:
    """``last``: the verdict on the last known page with an action, and its step.

    ``page``: the verdict on the current page, its additions to ``seen``, and whether ``after`` holds on it.
    """

    rule: LastPage
    step: int = 0
    last: tuple[int, _Verdict] | None = None
    failure: str = ""
    seen: frozenset[Condition] = frozenset()
    begun: bool = False
    page: tuple[_Verdict, frozenset[Condition], bool] | None = None

    def check(self, reading: Reading) -> Detection:
        """Count the page on which an action was performed, and look at the page after it."""
        reading.lasts = False  # each check counts as a step, even if nothing has changed
        self.step += 1
        if self.page is not None:
            verdict, seen, begins = self.page
            self.seen |= seen
            self.begun = self.begun or begins
            if verdict.failed:
                self.failure = f"step {self.step}: {verdict.unknown}"
            elif not verdict.unknown:
                self.last = self.step, verdict
        if not reading.finished:
            self.look(reading)
        return self._detection()

    def look(self, reading: Reading) -> None:
        """Judge the current page."""
        rule = self.rule
        output = ""
        if rule.query is not None:
            output = output_of(reading.shell(rule.query))
        page = Page(compressed(reading.ui_tree()), {}, output, self.seen)
        fault, failed = "", False
        if rule.reader is not None:
            try:
                found = reader_named(rule.reader)(page.root, **dict(rule.options))
            except Exception as error:  # a page that the reader does not expect
                fault, failed = f"{rule.reader} failed: {type(error).__name__}: {cut(str(error))}", True
            else:
                fault = f"{rule.reader} does not know the page" if found is None else ""
                page = page._replace(fields=found or {})
        seen = frozenset(c for c in rule.remembered if c not in self.seen and c.condition.holds(page))
        page = page._replace(seen=self.seen | seen)
        begins = rule.after is not None and not fault and rule.after.holds(page)
        if not fault and rule.gate is not None and not rule.gate.holds(page):
            fault = "the page is another"
        if not fault and rule.after is not None and not self.begun:
            fault = "no earlier page was the one that it goes out from"
        held = () if fault else tuple([name for name, goal in rule.sub_goals if goal.holds(page)])
        self.page = _Verdict(held, fault, failed), seen, begins

    def _detection(self) -> Detection:
        rule = self.rule
        if self.last is None:
            if self.failure:
                return unknown(f"last_page: {self.failure}")
            return unsatisfied("last_page: no page of those that it judges was acted on")
        step, verdict = self.last
        names = [name for name, _ in rule.sub_goals]
        wanted = names if rule.complete is None else rule.complete
        done = bool(wanted) and set(wanted) <= set(verdict.held)
        missing = ", ".join(name for name in names if name not in verdict.held)
        evidence = f"last_page: at step {step}: {', '.join(verdict.held) or 'nothing'}" + (
            f"; not {missing}" if missing else ""
        )
        return Detection(done, 1.0 if done else len(verdict.held) / len(names), (evidence,))


@cache
def reader_named(name: str) -> Reader:
    """Return the page reader of that name, ``suite/module.function``.

    Raises:
        DetectorError: there is none; the message lists the existing ones.
    """
    suite, _, rest = name.partition("/")
    module, _, function = rest.partition(".")
    known = suite_names.packages()
    if suite not in known or not module.isidentifier() or not function.isidentifier():
        raise DetectorError(
            f"reader is {shown(name)}; it must be suite/module.function, of a suite of {', '.join(known)}"
        )
    place = f"{known[suite]}.readers.{module}"
    try:
        found = importlib.import_module(place)
    except ModuleNotFoundError as error:
        raise DetectorError(f"reader is {shown(name)}; there is no module {place}") from error
    made: Reader | None = getattr(found, function, None)
    if not callable(made) or function.startswith("_"):
        names = [one for one, value in vars(found).items() if callable(value) and not one.startswith("_")]
        raise DetectorError(
            f"reader is {shown(name)}; {place} has no {function!r}.{nearest(function, names)}"
        )
    return made


def _seen_in(conditions: tuple[Condition | None, ...]) -> Iterator[SeenCondition]:
    for condition in conditions:
        if isinstance(condition, SeenCondition):
            yield condition
        elif isinstance(condition, (AllConditions, AnyCondition)):
            yield from _seen_in(condition.conditions)
        elif isinstance(condition, NoCondition):
            yield from _seen_in((condition.condition,))


# From data

#: Fields of the rule.
FIELDS = ("sub_goals", "gate", "reader", "with", "after", "query", "complete")
_KEY_FIELDS = ("key", "words", "beside", "group", "inside", "first")
_FIELD_FIELDS = ("field", "is", "has")
_OUTPUT_FIELDS = ("output", "output_is")
_COMBINATIONS: dict[str, Any] = {
    "all": AllConditions,
    "any": AnyCondition,
    "none": NoCondition,
    "seen": SeenCondition,
}
_WORDS = frozenset([*_KEY_FIELDS, *_FIELD_FIELDS, *_OUTPUT_FIELDS, *_COMBINATIONS])


def last_page_from_data(data: object, at: str) -> LastPage:
    """Make the rule that ``data`` describes; ``at`` is its place for errors.

    Raises:
        DetectorError: a field is missing, unknown or malformed; the message begins with the place.
    """
    if not isinstance(data, Mapping):
        raise DetectorError(f"{at}: is {cut(data)}; it must be fields with their values")
    _check_names(data, FIELDS, at)
    goals = data.get("sub_goals")
    if not isinstance(goals, Mapping) or not goals or not all(isinstance(name, str) for name in goals):
        raise DetectorError(f"{at}.sub_goals: is {cut(goals)}; it must be conditions by name")
    reader, query, options = data.get("reader"), data.get("query"), data.get("with", {})
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise DetectorError(
            f"{at}.with: is {cut(options)}; it must be values by name, which the reader is given"
        )
    complete = data.get("complete")
    if complete is False:
        complete = []
    if complete is not None and not (
        isinstance(complete, list) and all(isinstance(name, str) and name in goals for name in complete)
    ):
        raise DetectorError(
            f"{at}.complete: is {cut(complete)}; it must be a list of sub-goals, of {', '.join(goals)}, or false"
        )
    reads = reader is not None
    try:
        if reads:
            reader_named(fields.text("reader", reader))
        if query is not None:
            fields.text("query", query)
    except DetectorError as error:
        raise DetectorError(f"{at}: {error}") from error
    return LastPage(
        sub_goals=tuple(
            (name, _sub_goal(name, goal, reads, f"{at}.sub_goals.{name}")) for name, goal in goals.items()
        ),
        gate=None if data.get("gate") is None else _condition(data["gate"], f"{at}.gate"),
        reader=reader,
        options=tuple((name, _value(value)) for name, value in options.items()),
        after=None if data.get("after") is None else _after(data["after"], reads, f"{at}.after"),
        query=query,
        complete=None if complete is None else tuple(complete),
    )


#: How task files give this rule.
KIND = RuleKind(LastPage, last_page_from_data)


def _sub_goal(name: str, data: object, reads: bool, at: str) -> Condition:
    """A sub-goal. With a reader, a plain value is that of the field with the sub-goal's name; a list gives several
    possible values.
    """
    if reads and not isinstance(data, Mapping):
        return FieldCondition(name, _values(data))
    return _condition(data, at)


def _after(data: object, reads: bool, at: str) -> Condition:
    """Parse the condition on an earlier page. With a reader, it can be fields with their values."""
    if reads and isinstance(data, Mapping) and not _WORDS & data.keys():
        return AllConditions(tuple(FieldCondition(str(name), _values(value)) for name, value in data.items()))
    return _condition(data, at)


def _condition(data: object, at: str, depth: int = 0) -> Condition:
    """Parse a condition. A text means an element whose key contains it; a list means all of its conditions."""
    if depth > _MAX_DEPTH:
        raise DetectorError(f"{at}: conditions are nested more than {_MAX_DEPTH} deep")
    try:
        if data is True:
            return AllConditions(())
        if isinstance(data, str):
            return KeyCondition(data)
        if isinstance(data, list) and data:
            return AllConditions(_conditions(data, at, depth))
        if isinstance(data, Mapping) and len(data) == 1 and next(iter(data)) in _COMBINATIONS:
            ((kind, content),) = data.items()
            if kind in ("none", "seen"):
                one: Condition = _COMBINATIONS[kind](_condition(content, f"{at}.{kind}", depth + 1))
                return one
            if isinstance(content, list) and content:
                many: Condition = _COMBINATIONS[kind](_conditions(content, f"{at}.{kind}", depth))
                return many
            raise DetectorError(f"{kind} is {cut(content)}; it must be a list of conditions")
        if isinstance(data, Mapping) and "field" in data:
            _check_names(data, _FIELD_FIELDS, at)
            if ("is" in data) == ("has" in data):
                raise DetectorError("a field takes one of is and has")
            has = data.get("has")
            return FieldCondition(
                fields.text("field", data["field"]),
                _values(data["is"]) if "is" in data else (),
                None if has is None else fields.text("has", has),
            )
        if isinstance(data, Mapping) and data and set(data) <= set(_OUTPUT_FIELDS):
            for name, value in data.items():
                if not isinstance(value, str):
                    raise DetectorError(f"{name} is {value!r}; it must be text; put it in quotes")
            return OutputCondition(**data)
        if isinstance(data, Mapping) and data:
            _check_names(data, _KEY_FIELDS, at)
            return KeyCondition(**data)
    except DetectorError as error:
        raise error if str(error).startswith(at) else DetectorError(f"{at}: {error}") from error
    raise DetectorError(
        f"{at}: is {cut(data)}; it must be a text that a key has in it, true, a list of conditions, or fields of "
        f"{', '.join(sorted(_WORDS))}"
    )


def _conditions(data: list[Any], at: str, depth: int) -> tuple[Condition, ...]:
    return tuple([_condition(item, f"{at}[{i}]", depth + 1) for i, item in enumerate(data)])


def _check_names(data: Mapping[Any, object], known: tuple[str, ...], at: str) -> None:
    for name in data:
        if name not in known:
            raise DetectorError(
                f"{at}: there is no field {cut(name)}.{nearest(str(name)[:80], known)} Fields: {', '.join(known)}."
            )


def _values(data: object) -> tuple[object, ...]:
    return tuple(map(_value, data)) if isinstance(data, list) else (_value(data),)


def _value(data: object) -> object:
    """Turn plain data into a hashable value."""
    if isinstance(data, list):
        return tuple(map(_value, data))
    if isinstance(data, Mapping):
        return tuple((name, _value(value)) for name, value in data.items())
    return data
