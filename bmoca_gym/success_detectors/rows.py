"""Rules on the rows of a store: added, removed or changed in the episode; and on the current rows of a
provider.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bmoca_gym import stores
from bmoca_gym.errors import DetectorError, StoreError
from bmoca_gym.handset.value import aged, make_room
from bmoca_gym.stores.store import Kept, Store
from bmoca_gym.success_detectors import fields, phone_language
from bmoca_gym.success_detectors.comparison import WAYS, unmatched
from bmoca_gym.success_detectors.detector import (
    Detection,
    Reading,
    Watch,
    satisfied,
    shown,
    unknown,
    unsatisfied,
)

#: A row in a rule: columns with a value, a pair ``(way, value)``, or a pair ``("any", values)``.
Row = tuple[tuple[str, Any], ...]

#: Comparison of columns, if not ``exact``: a name in `WAYS`, or texts of which one must match.
Compare = tuple[tuple[str, Any], ...]

#: Tests of one row: a column, and pairs of way and value of which one must match.
_Tests = tuple[tuple[str, tuple[tuple[str, object], ...]], ...]


@dataclass(frozen=True, slots=True)
class _RowsRule(ABC):
    """Common fields of the rules on added and removed rows."""

    of: str
    rows: tuple[Row, ...]
    nothing_else: bool = False
    compare: Compare = ()
    others: bool = False

    def __post_init__(self) -> None:
        fields.flag("others", self.others)
        _check(self)

    def start(self, reading: Reading) -> Watch:
        """Remember the current rows."""
        return _RowsWatch(self, _kept(stores.get(self.of), reading))

    @abstractmethod
    def judge(self, before: Kept, now: Kept) -> Detection:
        """Compare the current rows with those at reset."""

    def _judged(self, did: str, has: str, met: list[dict[str, object]], other: str) -> Detection:
        """The detection for the rows that were ``did`` (added, removed). ``other``: what else has changed, or
        "".
        """
        wanted = [_tests(stores.get(self.of), row, self.compare) for row in self.rows]
        left = unmatched(wanted, met, _passes)
        place = f"rows_{did}: {self.of}: {len(met)} {did}"
        if left:
            return unsatisfied(f"{place}: none {has} {_in_words(left[0])}")
        if len(met) != len(wanted) and not self.others:
            return unsatisfied(f"{place}, wanted {len(wanted)}: {shown(met)}")
        if self.nothing_else and other:
            return unsatisfied(f"{place}, and {other}")
        return satisfied(f"{place}: as wanted")


@dataclass(frozen=True, slots=True)
class RowsAdded(_RowsRule):
    """Rule that holds if exactly ``rows`` were added to a store since the episode began.

    Attributes:
        of: the store's name.
        rows: the expected rows. A row gives some columns; the others don't matter.
        compare: by column, how to compare: ``exact`` (the default), ``same``, ``fuzzy``, ``digits``,
            ``near``, or ``{any: [texts]}``, where ``{column}`` in a text is a value of the row. A value can
            also say this itself: ``{digits: '+1555'}``, ``{any: [...]}``; and ``<app.name>`` is a text of an app's
            catalogue in any language.
        nothing_else: no earlier row was removed or changed.
        others: other rows may have been added too.

    Raises:
        DetectorError: a field is malformed, or there is no such store or column.
    """

    def judge(self, before: Kept, now: Kept) -> Detection:
        """Compare the current rows with those at reset."""
        added = [row for key, row in now.items() if key not in before]
        return self._judged("added", "has", added, _differs(before, now, before))


@dataclass(frozen=True, slots=True)
class RowsRemoved(_RowsRule):
    """Rule that holds if exactly ``rows`` were removed from a store since the episode began.

    The fields are those of `RowsAdded`. ``nothing_else``: no row was added or changed.

    Raises:
        DetectorError: a field is malformed, or there is no such store or column.
    """

    def judge(self, before: Kept, now: Kept) -> Detection:
        """Compare the current rows with those at reset."""
        removed = [row for key, row in before.items() if key not in now]
        others = [key for key in [*before, *(k for k in now if k not in before)] if key in now]
        return self._judged("removed", "had", removed, _differs(before, now, others))


@dataclass(frozen=True, slots=True)
class RowsChanged:
    """Rule that holds if the rows that matched ``from`` at the start of the episode match ``to`` now; there
    must be at least one.

    A row is identified by its key. ``nothing_else``: no other column or row changed, and no row was added or
    removed. The other fields are those of `RowsAdded`.

    Raises:
        DetectorError: a field is malformed, or there is no such store or column.
    """

    of: str
    from_: Row
    to: Row
    nothing_else: bool = False
    compare: Compare = ()

    def __post_init__(self) -> None:
        _check(self)

    def start(self, reading: Reading) -> Watch:
        """Remember the current rows."""
        return _RowsWatch(self, _kept(stores.get(self.of), reading))

    def judge(self, before: Kept, now: Kept) -> Detection:
        """Compare the current rows with those at reset."""
        store = stores.get(self.of)
        was = _tests(store, self.from_, self.compare)
        to = _tests(store, self.to, self.compare)
        meant = [key for key, row in before.items() if _passes(was, row)]
        place = f"rows_changed: {self.of}"
        if not meant:
            return unsatisfied(f"{place}: at reset no row had {_in_words(was)}")
        for key in meant:
            if key not in now:
                return unsatisfied(f"{place}: a row that had {_in_words(was)} is gone")
            if not _passes(to, now[key]):
                return unsatisfied(f"{place}: {shown(now[key])}; wanted {_in_words(to)}")
        if self.nothing_else:
            named = [name for name, _ in to]
            for key in meant:
                other = [c.name for c in store.columns if c.compared and c.name not in named]
                if any(before[key][name] != now[key][name] for name in other):
                    return unsatisfied(f"{place}: more of the row changed: {shown(now[key])}")
            others = [key for key in [*before, *(k for k in now if k not in before)] if key not in meant]
            if _differs(before, now, others):
                return unsatisfied(f"{place}: and {_differs(before, now, others)}")
        return satisfied(f"{place}: {len(meant)} as wanted")


@dataclass(frozen=True, slots=True)
class ProviderRule:
    """Rule on the current rows of a content provider.

    Rows and ``compare`` are as in `RowsAdded`.

    Attributes:
        of: a store's name, or a URI such as ``content://sms/sent``, whose columns are the texts that
            ``content query`` prints.
        any: at least one row matches.
        none: no row matches.
        count: the number of rows.

    Raises:
        DetectorError: a field is malformed, there is no such store or column, or nothing is asked.
    """

    of: str
    any: Row = ()
    none: Row = ()
    count: int | None = None
    compare: Compare = ()

    def __post_init__(self) -> None:
        fields.text("of", self.of)
        if self.count is not None:
            fields.count("count", self.count)
        elif not self.any and not self.none:
            raise DetectorError("nothing is asked; give any, none or count")
        _check(self)

    def store(self) -> Store:
        """The store of the rows."""
        if not self.of.startswith("content://"):
            return stores.get(self.of)
        names = dict.fromkeys(
            [fields.name("a column", name) for row in (self.any, self.none) for name, _ in row]
        )
        return stores.ProviderStore(
            self.of, tuple([stores.Column(n, n) for n in names if n != "_id"]), uri=self.of
        )

    def start(self, reading: Reading) -> ProviderRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current rows."""
        store = self.store()
        rows = _kept(store, reading)
        place = f"provider: {self.of}"
        if isinstance(rows, str):
            return unknown(f"{place}: {rows}")
        wanted = _tests(store, self.any, self.compare)
        unwanted = _tests(store, self.none, self.compare)
        place += f" ({len(rows)} rows)"
        if self.any and not any(_passes(wanted, row) for row in rows.values()):
            return unsatisfied(f"{place}: no row has {_in_words(wanted)}")
        if self.none and any(_passes(unwanted, row) for row in rows.values()):
            return unsatisfied(f"{place}: a row has {_in_words(unwanted)}")
        if self.count is not None and len(rows) != self.count:
            return unsatisfied(f"{place}: wanted {self.count}")
        return satisfied(f"{place}: as wanted")


@dataclass(frozen=True, slots=True)
class ListedRule:
    """Rule that holds if the rows of a store that match ``where``, or all its rows, are exactly ``rows`` now,
    in this order.

    Rows and ``compare`` are as in `RowsAdded`.

    Attributes:
        by: the column that sorts the rows; by default their key.
        every: each row matches it, and there is at least one.
        total: columns whose sum must lie between two numbers.

    Raises:
        DetectorError: a field is malformed, there is no such store or column, or nothing is asked.
    """

    of: str
    rows: tuple[Row, ...] | None = None
    where: Row = ()
    every: Row = ()
    by: str = ""
    total: tuple[tuple[str, tuple[float, float]], ...] = ()
    compare: Compare = ()

    def __post_init__(self) -> None:
        _check(self)
        if self.rows is None and not self.every and not self.total:
            raise DetectorError("nothing is asked; give rows, every or total")
        if self.by:
            _column(self.of, "by", self.by)
        for name, limits in fields.pairs("total", self.total) if self.total else ():
            _column(self.of, "total", name)
            if not isinstance(limits, tuple) or len(limits) != 2:
                raise DetectorError(f"total.{name} is {limits!r}; it must be the least and the greatest sum")
            for limit in limits:
                fields.number(f"total.{name}", limit)

    def start(self, reading: Reading) -> ListedRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current rows."""
        store = stores.get(self.of)
        kept = _kept(store, reading)
        place = f"listed: {self.of}"
        if isinstance(kept, str):
            return unknown(f"{place}: {kept}")
        where, every = (_tests(store, row, self.compare) for row in (self.where, self.every))
        keys = sorted(kept, key=lambda key: _rank(kept[key][self.by] if self.by else key))
        found = [kept[key] for key in keys if _passes(where, kept[key])]
        place += f" ({len(found)} rows)"
        if self.rows is not None:
            if len(found) != len(self.rows):
                return unsatisfied(f"{place}: wanted {len(self.rows)}: {shown(found)}")
            for number, (row, wanted) in enumerate(zip(found, self.rows, strict=True), 1):
                tests = _tests(store, wanted, self.compare)
                if not _passes(tests, row):
                    return unsatisfied(
                        f"{place}: the row at {number} is {shown(row)}; wanted {_in_words(tests)}"
                    )
        if self.every and not (found and all(_passes(every, row) for row in found)):
            return unsatisfied(f"{place}: not each has {_in_words(every)}")
        for name, (least, most) in self.total:
            numbers = [row[name] for row in found]
            whole = sum(number for number in numbers if isinstance(number, (int, float)))
            if not least <= whole <= most:
                return unsatisfied(f"{place}: {name} makes {whole} in all; wanted {least} to {most}")
        return satisfied(f"{place}: as wanted")


def _column(of: str, field: str, name: object) -> None:
    """Check that a store has that column.

    Raises:
        DetectorError: it does not.
    """
    try:
        stores.get(of).column(name)
    except StoreError as error:
        raise DetectorError(f"{field}: {error}") from error


def _rank(value: object) -> tuple[int, Any]:
    """Sort key of values of different types."""
    return (0, value) if isinstance(value, (int, float)) else (1, str(value))


@dataclass(frozen=True, slots=True)
class _RowsWatch:
    """``at_reset``: the rows at reset, or why they could not be read."""

    rule: _RowsRule | RowsChanged
    at_reset: Kept | str

    def check(self, reading: Reading) -> Detection:
        now = _kept(stores.get(self.rule.of), reading)
        if isinstance(self.at_reset, str):
            return unknown(f"rows: {self.rule.of}: at reset: {self.at_reset}")
        if isinstance(now, str):
            return unknown(f"rows: {self.rule.of}: {now}")
        return self.rule.judge(self.at_reset, now)


#: Cached rows of the embedded handset by state and store, since episodes start again and again from the same state.
_known: dict[tuple[object, Store], Kept | str] = {}
_MOST_KNOWN = 64
aged(_known)


def _kept(store: Store, reading: Reading) -> Kept | str:
    """The rows without columns that are not compared, or why they can't be read. The result is shared: don't
    change it.
    """
    content = reading.content
    if content is None:
        return _read(store, reading)
    key = content, store
    found = _known.pop(key, None)
    if found is None:
        found = _read(store, reading)
        make_room(_known, _MOST_KNOWN)
    _known[key] = found
    return found


def _read(store: Store, reading: Reading) -> Kept | str:
    try:
        rows = store.read(reading)
    except StoreError as error:
        return str(error)
    left_out = [column.name for column in store.columns if not column.compared]
    for row in rows.values() if left_out else ():
        for name in left_out:
            del row[name]
    return rows


def _differs(before: Kept, now: Kept, keys: Iterable[object]) -> str:
    """What happened to one of the rows with these keys, or ""."""
    for key in keys:
        if key not in now:
            return f"another row is gone: {shown(before[key])}"
        if key not in before:
            return f"another row was added: {shown(now[key])}"
        if before[key] != now[key]:
            return f"another row changed: {shown(now[key])}"
    return ""


#: Fields of rules that are a row, or left out.
_OPTIONAL_ROWS = ("any", "none", "where", "every")


def _check(rule: Any) -> None:
    """Check the fields of a rule on rows.

    Raises:
        DetectorError: one is malformed.
    """
    try:
        store = rule.store() if isinstance(rule, ProviderRule) else stores.get(fields.text("of", rule.of))
        if hasattr(rule, "nothing_else"):
            fields.flag("nothing_else", rule.nothing_else)
        if rule.compare != ():
            fields.pairs("compare", rule.compare)
        for field in dataclasses.fields(rule):
            given = getattr(rule, field.name)
            if field.name == "rows" and given is not None:
                if not isinstance(given, tuple):
                    raise DetectorError(f"rows is {given!r}; it must be a list of rows")
                for i, row in enumerate(given):
                    _tests(store, fields.pairs(f"rows[{i}]", row), rule.compare)
            elif field.name in ("from_", "to") or (field.name in _OPTIONAL_ROWS and given != ()):
                _tests(store, fields.pairs(field.name.rstrip("_"), given), rule.compare)
    except StoreError as error:
        raise DetectorError(str(error)) from error


def _tests(store: Store, row: tuple[tuple[Any, Any], ...], compare: Compare) -> _Tests:
    """The tests of an expected row's columns, without columns that are not compared.

    Raises:
        DetectorError, StoreError: a column or a way is unknown, or a value does not fit its column.
    """
    ways = dict(compare)
    for name in ways:
        store.column(name)
    found = []
    for name, given in row:
        column = store.column(name)
        if not column.compared:
            continue  # drawn rows have such columns only for the set-up
        way: Any = ways.get(name, "exact")
        if isinstance(given, tuple):
            way, value = _only_pair(column.name, given)
            options = (
                [("exact", each) for each in _several(column.name, value)] if way == "any" else [(way, value)]
            )
        elif isinstance(way, tuple):
            texts = _several(f"compare.{name}", dict([_only_pair(f"compare.{name}", way)]).get("any"))
            options = [("exact", _filled(text, row)) for text in texts]
        elif isinstance(given, str) and phone_language.is_part(given):
            options = [(way, text) for text in phone_language.in_every_language(column.name, (given,))]
        else:
            options = [(way, given)]
        for way, _ in options:
            fields.choice(f"the way of {column.name}", way, WAYS)
        found.append((column.name, tuple([(way, column.checked(value)) for way, value in options])))
    if row and not found:
        names = ", ".join(str(name) for name, _ in row)
        raise DetectorError(f"of {names} of {store.name} none is for comparing")
    return tuple(found)


def _only_pair(name: str, value: object) -> tuple[Any, Any]:
    pairs = fields.pairs(name, value)
    if len(pairs) != 1:
        raise DetectorError(
            f"{name} is {dict(pairs)!r}; it must be a value, or one of {', '.join(WAYS)}, any with its value"
        )
    return pairs[0]


def _several(name: str, value: object) -> tuple[Any, ...]:
    if not isinstance(value, tuple) or not value:
        raise DetectorError(f"{name}: any is {value!r}; it must be a list of values")
    return value


def _filled(text: object, row: tuple[tuple[Any, Any], ...]) -> str:
    filled = fields.text("a text of compare", text)
    for name, value in row:
        if isinstance(value, (str, int, float)):
            filled = filled.replace(f"{{{name}}}", str(value))
    return filled


def _passes(tests: _Tests, row: dict[str, object]) -> bool:
    return all(any(WAYS[way](row[name], value) for way, value in options) for name, options in tests)


def _in_words(tests: _Tests) -> str:
    return shown(
        ", ".join(
            f"{name} {' or '.join(f'{way} {value!r}' for way, value in options)}" for name, options in tests
        )
    )
