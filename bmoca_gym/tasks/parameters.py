"""Parameters of a task template: how their values are drawn.

Each parameter has its own random generator, so a further parameter does not change the others.
"""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from inspect import signature
from typing import Any

import numpy as np

from bmoca_gym import stores
from bmoca_gym.errors import CatalogueError, StoreError, cut, nearest
from bmoca_gym.tasks import media
from bmoca_gym.tasks.filling import filled, written
from bmoca_gym.tasks.plain import frozen

#: The most draws of a value that ``unless`` or ``distinct`` may refuse.
TRIES = 100

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SIGNS = {"#": "0123456789", "@": _LETTERS, "^": _LETTERS.upper(), "*": _LETTERS + "0123456789"}


@dataclass(frozen=True)
class Source:
    """Sources of a suite's parameters: its ``pools.yaml``, and the package with its functions for ``call``."""

    pools: Mapping[str, Any]
    package: str = ""


@dataclass(frozen=True)
class Drawing:
    """Drawing of one value. ``key``: seed of its generator; ``values``: the parameters drawn before."""

    key: str
    source: Source
    values: Mapping[str, Any]
    place: str

    @property
    def generator(self) -> np.random.Generator:
        """Make the generator of this value."""
        return np.random.default_rng(int.from_bytes(hashlib.sha256(self.key.encode()).digest(), "big"))

    def part(self, name: str, **values: Any) -> Drawing:
        """Return the drawing of a part of this value."""
        return Drawing(f"{self.key}/{name}", self.source, {**self.values, **values}, f"{self.place}: {name}")

    def fault(self, given: object, wanted: str) -> CatalogueError:
        """Make the error for an invalid value."""
        return CatalogueError(f"{self.place}: is {cut(given)}; it must be {wanted}")

    def pool(self, given: Any, wanted: str) -> Any:
        """Return a list itself, or the list of the pool of that name."""
        if not isinstance(given, str):
            return given
        if given not in self.source.pools:
            known = [str(name) for name in self.source.pools]
            raise CatalogueError(
                f"{self.place}: there is no pool {cut(given)} in pools.yaml.{nearest(given, known)} "
                f"Give one of {', '.join(known) or 'none'}, or {wanted}."
            )
        return self.source.pools[given]


def drawn(
    params: Mapping[str, Any], key: str, source: Source, given: Mapping[str, Any], place: str
) -> dict[str, Any]:
    """Return the values of all parameters in order. Those in ``given`` are not drawn.

    Raises:
        CatalogueError: a parameter is malformed, or no value fits it; the message names it.
    """
    values: dict[str, Any] = {}
    for name, spec in params.items():
        drawing = Drawing(f"{key}/{name}", source, values, f"{place}: params: {name}")
        values[name] = _given(spec, given[name], drawing) if name in given else draw(spec, drawing)
    return values


def _given(spec: Any, value: Any, drawing: Drawing) -> Any:
    """Check a given value: it must be one that could have been drawn.

    Texts and rows may differ from those of the pool if they have the same form. Values for functions are not
    checked.
    """
    kinds = [name for name in spec if name in CHECKS] if isinstance(spec, Mapping) else []
    if not kinds:
        return value
    wanted = filled(spec[kinds[0]], drawing.values, drawing.place)
    options = {name: filled(option, drawing.values, drawing.place) for name, option in spec.items()}
    values = value if "count" in spec and kinds[0] != "text" else [value]
    if not isinstance(values, list):
        raise drawing.fault(value, "a list of values")
    for i, item in enumerate(values):
        CHECKS[kinds[0]](drawing.part(str(i)) if values is value else drawing, wanted, options, item)
    refused = options.get("unless", [])
    if any(item in (refused if isinstance(refused, list) else [refused]) for item in values):
        raise drawing.fault(value, f"another value: it must not be {cut(refused)}")
    return value


def draw(spec: Any, drawing: Drawing) -> Any:
    """Draw a value from ``spec``: a kind with its options, or the value itself.

    Raises:
        CatalogueError: see `drawn`.
    """
    if not isinstance(spec, Mapping):
        return filled(spec, drawing.values, drawing.place)
    kinds = [name for name in spec if name in KINDS]
    if len(kinds) != 1:
        near = nearest(str(next(iter(spec), ""))[:80], KINDS)
        raise drawing.fault(spec, f"a value, or one of {', '.join(KINDS)} with its options.{near}")
    kind, options = KINDS[kinds[0]], {name: value for name, value in spec.items() if name != kinds[0]}
    common = () if kind.own_lists else COMMON
    if kind.options is not None:
        for name in options:
            if name not in (*kind.options, *common):
                known = (*kind.options, *common)
                raise CatalogueError(
                    f"{drawing.place}: {kinds[0]} has no option {cut(name)}.{nearest(str(name), known)} "
                    f"Options: {', '.join(known)}."
                )
    count, unless = (options.pop(name, None) if name in common else None for name in COMMON)
    value = filled(spec[kinds[0]], drawing.values, drawing.place)
    if kinds[0] not in ("rows", "files", "join"):  # these fill their inner specifications themselves
        options = filled(options, drawing.values, drawing.place)
    else:
        value = spec[kinds[0]]
    refused = filled(unless, drawing.values, drawing.place)
    refused = refused if isinstance(refused, list) else [] if refused is None else [refused]
    pool = drawing.pool(value, "a list of values") if kinds[0] == "choice" else None
    if count is None:
        return _another(lambda one: kind.draw(one, value, options), drawing, refused, pool)
    values: list[Any] = []
    for i in range(_count(count, drawing)):
        values.append(
            _another(lambda one: kind.draw(one, value, options), drawing.part(str(i)), refused + values, pool)
        )
    return values


def _another(make: Callable[[Drawing], Any], drawing: Drawing, refused: list[Any], pool: Any) -> Any:
    """Draw a value that is not in ``refused``. If draws from a pool keep failing, take one of its remaining values."""
    no = {frozen(value) for value in refused}
    for i in range(TRIES):
        value = make(drawing.part(f"try {i}") if i else drawing)
        if frozen(value) not in no:
            return value
    left = [value for value in pool if frozen(value) not in no] if isinstance(pool, list) else []
    if left:
        return left[int(drawing.part("left").generator.integers(len(left)))]
    raise CatalogueError(
        f"{drawing.place}: {TRIES} draws gave nothing but {cut(refused)}, which it must not be"
    )


def _count(count: Any, drawing: Drawing) -> int:
    if isinstance(count, list):
        return _integer(drawing.part("count"), count, {})
    count = filled(count, drawing.values, drawing.place)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise drawing.part("count").fault(count, "a whole number, or the least and the greatest in a list")
    return count


def _choice(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> Any:
    pool = drawing.pool(value, "a list of values")
    if not isinstance(pool, list) or not pool:
        raise drawing.fault(pool, "a list of values, or the name of one in pools.yaml")
    return pool[int(drawing.generator.integers(len(pool)))]


def _integer(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> int:
    step = options.get("step", 1)
    whole = isinstance(value, list) and [type(end) for end in [*value, step]] == [int, int, int]
    if not whole or value[0] > value[1] or step < 1:
        raise drawing.fault(value, "the least and the greatest whole number in a list, such as [1, 12]")
    return int(value[0] + step * drawing.generator.integers((value[1] - value[0]) // step + 1))


def _check_choice(drawing: Drawing, value: Any, options: Mapping[str, Any], given: Any) -> None:
    pool = drawing.pool(value, "a list of values")
    if isinstance(pool, list) and pool and _form(given) not in [_form(item) for item in pool]:
        raise drawing.fault(given, f"a value such as {cut(pool[0])}")


def _form(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, Mapping) else type(value)


def _check_integer(drawing: Drawing, value: Any, options: Mapping[str, Any], given: Any) -> None:
    least, greatest = value
    step = options.get("step", 1)
    whole = isinstance(given, int) and not isinstance(given, bool)
    if not whole or not least <= given <= greatest or (given - least) % step:
        steps = f" in steps of {step}" if step != 1 else ""
        raise drawing.fault(given, f"a whole number from {least} to {greatest}{steps}")


def _check_pattern(drawing: Drawing, value: Any, options: Mapping[str, Any], given: Any) -> None:
    fits = isinstance(given, str) and len(given) == len(value)
    if not fits or not all(
        sign in _SIGNS.get(wanted, wanted) for sign, wanted in zip(given, value, strict=True)
    ):
        raise drawing.fault(given, f"a text like {value!r}: # is a digit, @ and ^ are letters, * is either")


def _check_date(drawing: Drawing, value: Any, options: Mapping[str, Any], given: Any) -> None:
    first, last = value
    kind = datetime if "at" in options else date
    day = given.date() if isinstance(given, datetime) else given
    if type(given) is not kind or not first <= day <= last:
        what = "date with a time" if kind is datetime else "date"
        raise drawing.fault(given, f"a {what} from {first} to {last}")


def _check_text(drawing: Drawing, value: Any, options: Mapping[str, Any], given: Any) -> None:
    if not isinstance(given, str):
        raise drawing.fault(given, "text")


def _text(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> str:
    pool = drawing.pool(value, "a list of words")
    if not isinstance(pool, list) or not pool:
        raise drawing.fault(pool, "a list of words, or the name of one in pools.yaml")
    words = [
        pool[int(i)]
        for i in drawing.generator.integers(len(pool), size=_count(options.get("words", 1), drawing))
    ]
    return str(options.get("between", " ")).join(map(written, words))


def _pattern(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> str:
    if not isinstance(value, str):
        raise drawing.fault(value, "a text with # for a digit, @ and ^ for letters, * for either")
    random = drawing.generator
    return "".join(
        _SIGNS[sign][int(random.integers(len(_SIGNS[sign])))] if sign in _SIGNS else sign for sign in value
    )


def _date(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> date:
    plain = isinstance(value, list) and [type(end) for end in value] == [date, date]
    if not plain or value[0] > value[1]:
        raise drawing.fault(value, "the first and the last day in a list, such as [2023-10-15, 2023-10-29]")
    random = drawing.generator
    day: date = value[0] + timedelta(int(random.integers((value[1] - value[0]).days + 1)))
    if "at" not in options:
        return day
    first, last = (_minutes(end, drawing) for end in _pair(options["at"], drawing))
    step = options.get("step", 1)
    minute = first + step * int(random.integers((last - first) // step + 1))
    return datetime.combine(day, time(minute // 60, minute % 60))


def _pair(value: Any, drawing: Drawing) -> Any:
    if not isinstance(value, list) or len(value) != 2:
        raise drawing.part("at").fault(
            value, "the first and the last time in a list, such as ['08:00', '17:30']"
        )
    return value


def _minutes(value: Any, drawing: Drawing) -> int:
    parts = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", value) if isinstance(value, str) else None
    if parts is None:
        raise drawing.part("at").fault(value, "a time of day in quotes, such as '17:30'")
    return int(parts[1]) * 60 + int(parts[2])


def _sum(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> Any:
    if not isinstance(value, list) or not all(isinstance(each, (int, float)) for each in value):
        raise drawing.fault(value, "a list of numbers")
    total = sum(value)
    return total % options["modulo"] if "modulo" in options else total


def _join(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> str:
    if not isinstance(value, list):
        raise drawing.fault(value, "a list of values and of what they are drawn from")
    parts = [draw(part, drawing.part(str(i))) for i, part in enumerate(value)]
    return str(options.get("between", " ")).join(map(written, parts))


def _rows(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> Any:
    """Draw one row, or with ``count`` a list of rows, which differ in each ``distinct`` column."""
    given = options.get("with") or {}
    if isinstance(value, str) and value not in drawing.source.pools and value in stores.names():
        columns: Any = _columns_of(stores.get(value), given, drawing)
    else:
        columns = drawing.pool(value, "columns with what they are drawn from, or the name of a store")
    if not isinstance(columns, Mapping):
        raise drawing.fault(columns, "columns with what they are drawn from, or the name of such a pool")
    columns = {**columns, **given}
    taken: dict[str, set[Any]] = {column: set() for column in options.get("distinct", ())}
    for other, shared in (options.get("differ_from") or {}).items():
        rows = drawing.values.get(other)
        for row in [rows] if isinstance(rows, Mapping) else rows or ():
            for column in shared:
                taken.setdefault(column, set()).add(frozen(row[column]))
    for column in taken:
        if column not in columns:
            names = [str(name) for name in columns]
            raise CatalogueError(
                f"{drawing.place}: there is no column {cut(column)}.{nearest(str(column), names)} "
                f"Columns: {', '.join(names)}."
            )
    if "count" not in options:
        return _row(columns, taken, drawing)
    found = []
    for i in range(_count(options["count"], drawing)):
        found.append(_row(columns, taken, drawing.part(str(i))))
        for column in options.get("distinct", ()):
            taken[column].add(frozen(found[-1][column]))
    return found


def _columns_of(store: stores.Store, given: Mapping[str, Any], drawing: Drawing) -> dict[str, Any]:
    """The specifications of a store's columns, in order; ``given`` replaces some."""
    for name in given:
        try:
            store.column(name)
        except StoreError as error:
            raise CatalogueError(f"{drawing.place}: with: {error}") from error
    drawn = store.drawn_columns()
    for column in store.columns:
        if column.name not in drawn and column.name not in given and not column.has_default:
            raise CatalogueError(
                f"{drawing.place}: the store {store.name} does not say what {column.name!r} is drawn from: give it in "
                "`with`"
            )
    names = [column.name for column in store.columns if column.name in drawn or column.name in given]
    return {name: given.get(name, drawn.get(name)) for name in names}


def _row(columns: Mapping[str, Any], taken: Mapping[str, set[Any]], drawing: Drawing) -> dict[str, Any]:
    for i in range(TRIES):
        one = drawing.part(f"try {i}") if i else drawing
        row: dict[str, Any] = {}
        for column, spec in columns.items():
            row[column] = draw(spec, one.part(column, row=row))
        if not any(frozen(row[column]) in no for column, no in taken.items()):
            return row
    raise CatalogueError(f"{drawing.place}: {TRIES} draws gave no row that differs in {', '.join(taken)}")


def _files(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> Any:
    return _rows(drawing, value, {"distinct": ["name"], **options})


def _after(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> datetime:
    if not isinstance(value, datetime):
        raise drawing.fault(value, "a date and time, such as $row.start")
    minutes = _integer(drawing, options.get("minutes"), {"step": options.get("step", 1)})
    return value + timedelta(minutes=minutes)


def _picture(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> bytes:
    text = options.get("lines", [])
    lines = _ascii(text.splitlines() if isinstance(text, str) else text, drawing.part("lines"))
    kind = options.get("kind", "png")
    if kind not in ("png", "jpg"):
        raise drawing.part("kind").fault(kind, "png or jpg")
    return media.picture(drawing.generator, *_size(value, drawing), lines=lines, kind=kind)


def _audio(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> bytes:
    for name, text in options.items():
        if not isinstance(text, str):
            raise drawing.part(name).fault(text, "text")
    return media.recording(_seconds(value, drawing), **options)


def _video(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> bytes:
    size = _size(options.get("size", [640, 480]), drawing.part("size"))
    texts = _ascii(options.get("texts", []), drawing.part("texts"))
    return media.film(drawing.generator, _seconds(value, drawing), *size, texts=texts)


def _seconds(value: Any, drawing: Drawing) -> float:
    if isinstance(value, list):
        value = _integer(drawing.part("seconds"), value, {})
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not plain or not 0 < value <= media.LONGEST:
        raise drawing.fault(value, f"seconds up to {media.LONGEST}, or the least and the greatest in a list")
    return float(value)


def _size(value: Any, drawing: Drawing) -> tuple[int, int]:
    plain = isinstance(value, list) and [type(side) for side in value] == [int, int]
    if not plain or not all(8 <= side <= media.LARGEST for side in value):
        raise drawing.fault(value, f"width and height in px in a list, each from 8 to {media.LARGEST}")
    return value[0], value[1]


def _ascii(value: Any, drawing: Drawing) -> list[str]:
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) and text.isascii() for text in texts):
        raise drawing.fault(
            value, "text in ASCII letters, the only ones that are drawn, or a list of such texts"
        )
    return texts


def _call(drawing: Drawing, value: Any, options: Mapping[str, Any]) -> Any:
    made = function(value, drawing.source, drawing.place)
    if _asks_for_pools(made):
        options = {**options, "pools": drawing.source.pools}
    try:
        return made(drawing.generator, **options)
    except CatalogueError as error:
        raise CatalogueError(f"{drawing.place}: call: {value}: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CatalogueError(
            f"{drawing.place}: call: {value}: does not take what it is given: {type(error).__name__}: {error}"
        ) from error


@cache
def _asks_for_pools(made: Callable[..., Any]) -> bool:
    return "pools" in signature(made).parameters


def function(name: Any, source: Source, place: str) -> Callable[..., Any]:
    """Return the function ``module:name`` of the suite's own package.

    Raises:
        CatalogueError: there is no such function.
    """
    module, _, attribute = name.partition(":") if isinstance(name, str) else ("", "", "")
    if not (module.isidentifier() and attribute.isidentifier()):
        raise CatalogueError(
            f"{place}: call: is {cut(name)}; it must be module:function, of the suite's own package"
        )
    if not source.package:
        raise CatalogueError(f"{place}: call: {name}: only a suite that is a package has functions")
    try:
        found: Any = getattr(importlib.import_module(f"{source.package}.{module}"), attribute)
    except (ImportError, AttributeError) as error:
        raise CatalogueError(f"{place}: call: {name}: {error}") from error
    made: Callable[..., Any] = found
    return made


@dataclass(frozen=True)
class Kind:
    """Kind of parameter: the function that draws a value, and its options (None: any).

    ``own_lists``: whether it handles ``count`` itself.
    """

    draw: Callable[[Drawing, Any, Mapping[str, Any]], Any]
    options: tuple[str, ...] | None = ()
    own_lists: bool = False


#: Options of every kind that does not handle ``count`` itself.
COMMON = ("count", "unless")

_ROWS = ("count", "distinct", "differ_from", "with")

#: Kinds of parameters by name.
KINDS = {
    "choice": Kind(_choice),
    "integer": Kind(_integer, ("step",)),
    "text": Kind(_text, ("words", "between")),
    "pattern": Kind(_pattern),
    "date": Kind(_date, ("at", "step")),
    "sum": Kind(_sum, ("modulo",)),
    "join": Kind(_join, ("between",)),
    "rows": Kind(_rows, _ROWS, own_lists=True),
    "files": Kind(_files, _ROWS, own_lists=True),
    "after": Kind(_after, ("minutes", "step")),
    "picture": Kind(_picture, ("lines", "kind")),
    "audio": Kind(_audio, ("title", "artist", "album")),
    "video": Kind(_video, ("size", "texts")),
    "call": Kind(_call, None, own_lists=True),
}

#: Checks of given values, by kind.
CHECKS: dict[str, Callable[[Drawing, Any, Mapping[str, Any], Any], None]] = {
    "choice": _check_choice,
    "integer": _check_integer,
    "text": _check_text,
    "pattern": _check_pattern,
    "date": _check_date,
    "join": _check_text,
}
