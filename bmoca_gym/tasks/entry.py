"""Read plain data field by field. Every value is checked, and unknown fields are errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from bmoca_gym.errors import CatalogueError, cut, nearest

Name = TypeVar("Name", bound=str)

_REQUIRED: Any = object()
# Years of phones with 32-bit clocks.
_YEARS = range(1980, 2038)


class Entry:
    """A mapping in a file. ``place``: file, task and field, for errors; ``aliases``: other names of fields."""

    def __init__(
        self, data: object, place: str, allowed: Iterable[str], aliases: Mapping[str, str] | None = None
    ) -> None:
        if not isinstance(data, Mapping):
            raise CatalogueError(f"{place}: is {cut(data)}; it must be fields with their values")
        self.place = place
        names = tuple(allowed)
        self._given: dict[str, str] = {}
        for name in data:
            field = (aliases or {}).get(name, name) if isinstance(name, str) else name
            if field in self._given:
                raise CatalogueError(
                    f"{place}: {name!r} and {self._given[field]!r} are one field; give one of them"
                )
            self._given[field] = name
            if field not in names:
                raise CatalogueError(
                    f"{place}: there is no field {cut(name)}.{nearest(str(name)[:80], [*names, *(aliases or ())])} "
                    f"Fields: {', '.join(names)}."
                )

        self._data = {field: data[name] for field, name in self._given.items()}

    def has(self, field: str) -> bool:
        """Whether the field is given."""
        return field in self._data

    def name_of(self, field: str) -> str:
        """Return the name under which a field is given: its own, or an alias."""
        return self._given.get(field, field)

    def fault(self, field: str, wanted: str) -> CatalogueError:
        """Make the error for a field with an invalid value."""
        return CatalogueError(
            f"{self.place}: {self.name_of(field)}: is {cut(self._data.get(field))}; it must be {wanted}"
        )

    def value(self, field: str, default: object = _REQUIRED) -> Any:
        """Return the value as given, or ``default`` if the field is missing."""
        if field in self._data:
            return self._data[field]
        if default is _REQUIRED:
            raise CatalogueError(f"{self.place}: the field {field!r} is missing")
        return default

    def text(self, field: str, default: object = _REQUIRED, pattern: str = "", wanted: str = "text") -> str:
        """Return text. It must match ``pattern`` completely, if given, and must not be empty."""
        value = self.value(field, default)
        if value == default:
            return str(value)
        if not isinstance(value, str) or not value.strip() or (pattern and not re.fullmatch(pattern, value)):
            raise self.fault(field, wanted)
        return value

    def integer(self, field: str, default: object = _REQUIRED) -> int:
        """A whole number, 1 or more."""
        value = self.value(field, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.fault(field, "a whole number, 1 or more")
        return value

    def flag(self, field: str, default: object = _REQUIRED) -> bool:
        """True or false."""
        value = self.value(field, default)
        if not isinstance(value, bool):
            raise self.fault(field, "true or false")
        return value

    def choice(self, field: str, allowed: Iterable[Name]) -> Name:
        """One of several names."""
        value, names = self.value(field), tuple(allowed)
        for name in names:
            if isinstance(value, str) and name == value:
                return name
        close = nearest(value[:80], names) if isinstance(value, str) else ""
        raise CatalogueError(f"{self.fault(field, 'one of ' + ', '.join(names))}.{close}")

    def items(self, field: str, default: object = _REQUIRED) -> list[Any]:
        """A list."""
        value = self.value(field, default)
        if not isinstance(value, (list, tuple)):
            raise self.fault(field, "a list")
        return list(value)

    def time(self, field: str) -> datetime:
        """Return a date and time without zone, to the second, in a year that a phone's clock can show."""
        value = self.value(field)
        if (
            not isinstance(value, datetime)
            or value.tzinfo is not None
            or value.microsecond
            or value.year not in _YEARS
        ):
            years = f"{_YEARS.start} to {_YEARS.stop - 1}"
            raise self.fault(field, f"a time such as 2024-05-01 10:00:00, without zone, in the years {years}")
        return value

    def part(self, field: str, allowed: Iterable[str]) -> Entry:
        """A mapping inside this one."""
        return Entry(self.value(field), f"{self.place}: {self.name_of(field)}", allowed)
