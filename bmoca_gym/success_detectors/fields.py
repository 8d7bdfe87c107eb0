"""Checks of the fields of rules. Each raises `DetectorError`, with the expected values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from bmoca_gym.errors import DetectorError, nearest
from bmoca_gym.handset.system.sqlite_bytes import Cell
from bmoca_gym.success_detectors import patterns

#: Folders of a phone with the files of apps and users. Rules read no others.
ROOTS = ("/data", "/sdcard", "/storage")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def text(field: str, value: object) -> str:
    """A non-empty string."""
    if not isinstance(value, str) or not value:
        hint = "; put it in quotes" if isinstance(value, (bool, int, float)) else ""
        raise DetectorError(f"{field} is {value!r}; it must be text that is not empty{hint}")
    return value


def texts(field: str, value: object) -> tuple[str, ...]:
    """One text or several, none of them empty."""
    if isinstance(value, tuple) and value:
        return tuple(text(f"{field}[{i}]", item) for i, item in enumerate(value))
    return (text(field, value),)


def flag(field: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise DetectorError(f"{field} is {value!r}; it must be true or false")
    return value


def number(field: str, value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise DetectorError(f"{field} is {value!r}; it must be a finite number")
    return value


def count(field: str, value: object) -> int:
    """A whole number, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise DetectorError(f"{field} is {value!r}; it must be a whole number, 0 or more")
    return value


def counts(field: str, value: object) -> tuple[int, ...]:
    """Several different whole numbers."""
    if not isinstance(value, tuple):
        raise DetectorError(f"{field} is {value!r}; it must be a list of whole numbers")
    numbers = tuple(count(f"{field}[{i}]", item) for i, item in enumerate(value))
    if len(set(numbers)) != len(numbers):
        raise DetectorError(f"{field} is {list(numbers)}; every number may stand in it once")
    return numbers


def choice(field: str, value: object, allowed: Iterable[str]) -> str:
    """One of several names."""
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise DetectorError(
            f"{field} is {value!r}; it must be one of {', '.join(names)}.{nearest(str(value), names)}"
        )
    return value


def pattern(field: str, value: object) -> str:
    """A regular expression in RE2's syntax."""
    try:
        patterns.compiled(text(field, value))
    except DetectorError as error:
        raise DetectorError(f"{field} {error}") from error
    return str(value)


def path(field: str, value: object) -> str:
    """An absolute path in one of `ROOTS`, without ``..``, ``.``, empty parts or unprintable characters."""
    given = text(field, value)
    parts = given.split("/")
    inside = given.startswith(tuple(f"{root}/" for root in ROOTS))
    if not inside or not given.isprintable() or any(part in ("", ".", "..") for part in parts[1:]):
        raise DetectorError(
            f"{field} is {value!r}; it must be the full path of a file in {', '.join(ROOTS)}, "
            "without '.', '..' or '//'"
        )
    return given


def name(field: str, value: object) -> str:
    """The name of a table or column: ASCII letters, digits and underscores."""
    if not isinstance(value, str) or not _NAME.match(value):
        raise DetectorError(f"{field} is {value!r}; it must be letters, digits, underscores, no digit first")
    return value


def cell(field: str, value: object) -> Cell:
    """A value of a database column: text, a number, or null."""
    if isinstance(value, bool):
        raise DetectorError(f"{field} is {value!r}, which databases don't know; write {int(value)}")
    if value is not None and not isinstance(value, (str, int, float)):
        raise DetectorError(f"{field} is {value!r}; it must be text, a number or null")
    if isinstance(value, float) and not math.isfinite(value):
        raise DetectorError(f"{field} is {value!r}; it must be finite")
    return value


def pairs(field: str, value: object) -> tuple[tuple[object, object], ...]:
    """A mapping, given as its pairs of name and value, one or more."""
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    ):
        return value
    raise DetectorError(f"{field} is {value!r}; it must be names with their values")


def row(field: str, value: object) -> None:
    """A row of a table: values by column."""
    for column, held in pairs(field, value):
        cell(f"{field}.{name(f'a column of {field}', column)}", held)


def rows(field: str, value: object) -> None:
    """Several rows of a table."""
    if not isinstance(value, tuple):
        raise DetectorError(f"{field} is {value!r}; it must be a list of rows")
    for i, item in enumerate(value):
        row(f"{field}[{i}]", item)
