"""Rule of AndroidLab's judges: of the pages that an agent acted on, the last one that they know counts."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from bmoca_gym import suite_names
from bmoca_gym.errors import DetectorError, cut, nearest
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.compressed_tree import (
    CompressedNode,
    compressed,
    matching,
    parents_of,
)
from bmoca_gym.success_detectors.detector import Detection, Reading, Watch, shown, unknown, unsatisfied

#: Reads the fields of a page; None where it is not the page that it knows.
Reader = Callable[..., "Mapping[str, object] | None"]

#: The answer to a command that failed.
_ERROR = "ERROR"

_MAX_DEPTH = 12


class Page(NamedTuple):
    """Input of a condition: the compressed tree, the fields that a reader found, a command's output.

    ``seen``: the conditions that have held on this page or an earlier one, of those that ask for that.
    """

    root: CompressedNode
    fields: Mapping[str, object]
    output: str
    seen: frozenset[Condition]


class Condition(Protocol):
    """A condition on a page: an immutable value."""

    def holds(self, page: Page) -> bool:
        """Whether it holds on a page."""
        ...


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """An element whose key has ``key`` in it, whose words are ``words``, or both, is on the page.

    It is looked for on the whole page; ``beside`` one whose key has that text (there, and among its siblings); in their
    ``group``, which is these and all in them; or ``inside``, which is one whose key has that text, and all in it.
    ``first``: only in the first such group.
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
    """A field that the page's reader found ``is`` one of these values, or ``has`` a text in it, or is in a list."""

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
    """The answer to the rule's command is ``output_is``, or has ``output`` in it."""

    output: str | None = None
    output_is: str | None = None

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return (self.output is None or self.output in page.output) and (
            self.output_is is None or self.output_is == page.output
        )


@dataclass(frozen=True, slots=True)
class AllConditions:
    """All of them hold."""

    conditions: tuple[Condition, ...]

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return all(condition.holds(page) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class AnyCondition:
    """One of them holds."""

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
    """Condition that holds, or held on an earlier page, judged or not."""

    condition: Condition

    def holds(self, page: Page) -> bool:
        """See `Condition.holds`."""
        return self in page.seen or self.condition.holds(page)


@dataclass(frozen=True, slots=True)
class LastPage:
    """The last page that is known has all of ``complete``, which are all sub-goals unless it says otherwise.

    A page is the screen on which an agent acts: the one that its last action leaves counts only where that action was
    ``finish``. A page is known where ``gate`` holds, the ``reader`` finds its fields, and, with ``after``, that held on
    an earlier one. The score is the share of sub-goals that hold on the last known page; what earlier ones had does
    not count. ``query``: a command that is asked at each page.

    ``reader``: ``suite/module.function``, a function of the module in the suite's folder ``readers``, which is given
    the compressed tree, and ``options`` by name. One that fails on a page does not know it.
    """

    sub_goals: tuple[tuple[str, Condition], ...]
    gate: Condition | None = None
    reader: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    after: Condition | None = None
    query: str | None = None
    complete: tuple[str, ...] | None = None

    def start(self, reading: Reading) -> Watch:
        """Look at the page on which the first action will be done."""
        watch = _PageWatch(self)
        watch.look(reading)
        return watch

    @property
    def remembered(self) -> tuple[SeenCondition, ...]:
        """The conditions that ask for earlier pages."""
        return tuple(_seen_in((self.gate, self.after, *[condition for _, condition in self.sub_goals])))


class _Verdict(NamedTuple):
    """Judgement of a page: the sub-goals that hold, or why the judge does not know the page."""

    held: tuple[str, ...] = ()
    unknown: str = ""
    failed: bool = False


@dataclass(slots=True)
class _PageWatch:
    """``last``: the verdict on the last known page that an action was done on, and at which step that was.

    ``page``: the verdict on the page of now, what it adds to ``seen``, and whether ``after`` holds on it.
    """

    rule: LastPage
    step: int = 0
    last: tuple[int, _Verdict] | None = None
    failure: str = ""
    seen: frozenset[Condition] = frozenset()
    begun: bool = False
    page: tuple[_Verdict, frozenset[Condition], bool] | None = None

    def check(self, reading: Reading) -> Detection:
        """Take the page on which an action was done into account, and look at the one that it left."""
        reading.lasts = False  # each check is a step, whether or not anything has changed
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
        """Judge the page that is shown."""
        rule = self.rule
        output = ""
        if rule.query is not None:
            result = reading.shell(rule.query)
            output = result.output.strip() if result.exit_code == 0 else _ERROR
        page = Page(compressed(reading.ui_tree()), {}, output, self.seen)
        fault, failed = "", False
        if rule.reader is not None:
            try:
                found = reader_named(rule.reader)(page.root, **dict(rule.options))
            except Exception as error:  # a page that its author did not think of
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
    """The page reader of that name, ``suite/module.function``.

    Raises:
        DetectorError: there is none; the message names what there is.
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

_FIELDS = ("sub_goals", "gate", "reader", "with", "after", "query", "complete")
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
    """The rule that ``data`` describes; ``at`` names its place for errors.

    Raises:
        DetectorError: a field is missing, unknown or malformed; the message begins with the place.
    """
    if not isinstance(data, Mapping):
        raise DetectorError(f"{at}: is {cut(data)}; it must be fields with their values")
    _check_names(data, _FIELDS, at)
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


def _sub_goal(name: str, data: object, reads: bool, at: str) -> Condition:
    """A sub-goal. With a reader, a plain value is that of the field of the same name; a list is what it may be."""
    if reads and not isinstance(data, Mapping):
        return FieldCondition(name, _values(data))
    return _condition(data, at)


def _after(data: object, reads: bool, at: str) -> Condition:
    """Condition on an earlier page. With a reader, it can be fields with their values."""
    if reads and isinstance(data, Mapping) and not _WORDS & data.keys():
        return AllConditions(tuple(FieldCondition(str(name), _values(value)) for name, value in data.items()))
    return _condition(data, at)


def _condition(data: object, at: str, depth: int = 0) -> Condition:
    """A condition. A text stands for an element with that in its key; a list for all of its conditions."""
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
    """Plain data as a value that can be hashed."""
    if isinstance(data, list):
        return tuple(map(_value, data))
    if isinstance(data, Mapping):
        return tuple((name, _value(value)) for name, value in data.items())
    return data
