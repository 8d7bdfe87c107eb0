"""Columns of stores: the conversion between values of rows and values in an app's table."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date, datetime, timezone, tzinfo
from fractions import Fraction
from typing import Any

from bmoca_gym.errors import StoreError, cut
from bmoca_gym.handset.system.sqlite_bytes import Cell

#: Types of columns. ``datetime``: the device's wall-clock time, without a zone; ``duration``: seconds.
TYPES = ("text", "integer", "number", "flag", "datetime", "duration")

#: Unit of times stored as text, such as ``2023-10-15 15:34:00``.
_TEXT = "text"

#: Factors from a row's value to the stored value: 100 cents for an amount of 1, 1000 milliseconds for a second.
UNITS: dict[str, int | Fraction] = {
    "cents": 100,
    "millionths": 1_000_000,
    "s": 1,
    "ms": 1000,
    "min": Fraction(1, 60),
}
_UNITS_OF = {
    "number": ("cents", "millionths"),
    "datetime": ("s", "ms", _TEXT),
    "duration": ("s", "ms", "min"),
}

#: Value of a row: text, a whole number, a number, true or false, a time, or None.
Value = str | int | float | bool | datetime | None

_NONE: Any = object()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a store.

    Attributes:
        name: its name in rows.
        column: its name in the table.
        type: one of `TYPES`.
        unit: one of `UNITS`.
        default: value of rows that give none; without a default a value is required.
        compared: whether rules compare it; false for values that the app chooses, such as modification times.
        drawn: parameter from which tasks draw the column; None: the task gives its own, or the default is
            used.
        empty: value in the table for an empty value of a row, such as 0 for no date.
        refers: another table of the file, its key and one of its columns. The column then stores the key of
            the row there with that value.

    Raises:
        StoreError: the type is unknown, the unit does not fit the type, or the default does not fit.
    """

    name: str
    column: str
    type: str = "text"
    unit: str = ""
    default: Value = _NONE
    compared: bool = True
    drawn: Any = field(default=None, compare=False)
    empty: Cell = None
    refers: tuple[str, str, str] | None = None

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise StoreError(
                f"column {self.name}: type is {self.type!r}; it must be one of {', '.join(TYPES)}"
            )
        units = _UNITS_OF.get(self.type, ())
        if (self.unit or self.type in ("datetime", "duration")) and self.unit not in units:
            wanted = f"one of {', '.join(units)}" if units else f"left out for type {self.type}"
            raise StoreError(f"column {self.name}: unit is {self.unit!r}; it must be {wanted}")
        if self.has_default:
            self.checked(self.default)

    @property
    def has_default(self) -> bool:
        """Whether rows may leave the column out."""
        return self.default is not _NONE

    def checked(self, given: object) -> Value:
        """Return the value as rows have it. A time may also be text such as ``2023-10-15 15:34:00``, or a
        date.

        Raises:
            StoreError: the value does not fit the column.
        """
        if given is None:
            return None
        kind = self.type
        if kind == "text" and isinstance(given, str):
            return given
        if kind == "flag" and isinstance(given, bool):
            return given
        if kind == "datetime":
            return self._time(given)
        number = isinstance(given, (int, float)) and not isinstance(given, bool)
        if number and kind in ("number", "duration") and math.isfinite(given):  # type: ignore[arg-type]
            return given  # type: ignore[return-value]
        if number and kind == "integer" and isinstance(given, int):
            return given
        raise self._misfit(given)

    def stored(self, given: object, zone: tzinfo = timezone.utc) -> Cell:
        """Convert a row's value to the table's value. ``zone``: the device's time zone.

        Raises:
            StoreError: the value does not fit the column.
        """
        value = self.checked(given)
        if value is None:
            return self.empty
        if isinstance(value, datetime) and self.unit == _TEXT:
            return value.isoformat(" ", "seconds")
        if isinstance(value, datetime):
            moment = value.replace(tzinfo=zone)
            return round(Fraction(str(moment.timestamp())) * UNITS[self.unit])
        if isinstance(value, bool):
            return int(value)
        if self.unit and isinstance(value, (int, float)):
            return round(Fraction(str(value)) * UNITS[self.unit])
        return value

    def seen(self, stored: object, zone: tzinfo = timezone.utc) -> object:
        """Convert a table's value to the row's value. A value that does not fit the column is returned
        unchanged.

        Numbers as text, which content providers print, become numbers.
        """
        if stored is None or self.type == "text":
            return stored
        if self.unit == _TEXT:
            return _moment(stored)
        number = _number(stored)
        if number is not None and number == self.empty:
            return None
        if number is None:
            return stored
        if self.type == "flag":
            return bool(number) if number in (0, 1) else number
        if not self.unit:
            return number
        value = Fraction(number) / UNITS[self.unit]
        if self.type == "datetime":
            try:
                return datetime.fromtimestamp(float(value), zone).replace(tzinfo=None)
            except (OverflowError, ValueError, OSError):
                return stored
        return value.numerator if value.denominator == 1 else float(value)

    def _time(self, given: object) -> datetime:
        value = given
        if isinstance(given, str):
            try:
                value = datetime.fromisoformat(given)
            except ValueError:
                raise self._misfit(given) from None
        if isinstance(value, date) and not isinstance(value, datetime):
            value = datetime(value.year, value.month, value.day)
        if not isinstance(value, datetime) or value.tzinfo is not None:
            raise self._misfit(given)
        return value

    def _misfit(self, given: object) -> StoreError:
        wanted = {
            "text": "text; put it in quotes",
            "flag": "true or false",
            "integer": "a whole number",
            "datetime": "a time such as 2023-10-15 15:34:00, without zone",
            "duration": "a number of seconds",
        }.get(self.type, "a finite number")
        return StoreError(f"{self.name} is {cut(given)}; it must be {wanted}")


def _moment(stored: object) -> object:
    """The time in a text; any other value is returned unchanged."""
    try:
        return datetime.fromisoformat(stored).replace(tzinfo=None) if isinstance(stored, str) else stored
    except ValueError:
        return stored


def _number(stored: object) -> int | float | None:
    if isinstance(stored, (int, float)) and not isinstance(stored, bool):
        return stored if math.isfinite(stored) else None
    if not isinstance(stored, str) or len(stored) > 32 or not stored.isascii():
        return None
    for kind in (int, float):
        try:
            number = kind(stored)
        except ValueError:
            continue
        return number if math.isfinite(number) else None
    return None
