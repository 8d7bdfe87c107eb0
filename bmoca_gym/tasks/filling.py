"""Placeholders for parameters: ``$name``, ``$row.column``, ``${day:worded}``, and ``{name}`` in instructions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from typing import Any

from bmoca_gym.errors import CatalogueError, cut, nearest

_NAME = r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*"
_IN_DATA = re.compile(rf"\$(?:(\$)|({_NAME})|\{{({_NAME})(?::([^{{}}]+))?\}})")
#: A placeholder in an instruction.
PLACEHOLDER = re.compile(rf"\{{({_NAME})(?::([^{{}}]+))?\}}")


def has_placeholders(data: Any) -> bool:
    """Whether `filled` may change plain data."""
    if isinstance(data, Mapping):
        return any(map(has_placeholders, data.values()))
    if isinstance(data, (list, tuple)):
        return any(map(has_placeholders, data))
    return isinstance(data, str) and _IN_DATA.search(data) is not None


def _worded(value: Any) -> str:
    """``October 5, 2023``, or with a time ``October 5, 2023 at 3:05 PM``."""
    day = f"{value:%B} {value.day}, {value.year}"
    return f"{day} at {_clock(value)}" if isinstance(value, datetime) else day


def _clock(value: Any) -> str:
    return f"{value.hour % 12 or 12}:{value.minute:02d} {'AM' if value.hour < 12 else 'PM'}"


#: Parts of dates and times.
_OF_TIMES = ("year", "month", "day", "hour", "minute")

#: Formats in addition to those of Python's ``format``.
FORMATS: dict[str, Callable[[Any], str]] = {
    "worded": _worded,
    "12h": _clock,
    "24h": lambda value: f"{value:%H:%M}",
    "lines": lambda value: "\n".join(map(written, value)),
    "list": lambda value: ", ".join(map(written, value)),
    "text": lambda value: written(value),
    "lower": lambda value: written(value).lower(),
    "upper": lambda value: written(value).upper(),
}


def written(value: Any) -> str:
    """Write a value as text: dates in ISO 8601, lists with commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(written, value))
    return value.isoformat() if isinstance(value, (date, time)) else str(value)


def filled(data: Any, values: Mapping[str, Any], place: str) -> Any:
    """Return ``data`` with its placeholders filled. A text that is only a placeholder becomes the value
    itself.

    ``$name.part`` is a column of a row, an item of a list by number, or the year, month, day, hour or minute
    of a time. ``${name:text}`` writes a number as text. ``$$`` is a dollar sign.

    Raises:
        CatalogueError: there is no such parameter, part or format.
    """
    if isinstance(data, Mapping):
        return {key: filled(value, values, place) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [filled(item, values, place) for item in data]
    if not isinstance(data, str) or "$" not in data:
        return data
    whole = _IN_DATA.fullmatch(data)
    if whole and not whole[1] and not whole[4]:
        return found(whole[2] or whole[3], values, place)
    return _IN_DATA.sub(
        lambda m: "$" if m[1] else _formatted(found(m[2] or m[3], values, place), m[4], place), data
    )


def instruction(text: str, values: Mapping[str, Any], place: str) -> str:
    """Fill the placeholders of an instruction, such as ``Call {name} at {start:12h}``.

    Raises:
        CatalogueError: see `filled`.
    """
    return PLACEHOLDER.sub(lambda m: _formatted(found(m[1], values, place), m[2], place), text)


def found(path: str, values: Mapping[str, Any], place: str) -> Any:
    """Return a parameter's value, or the part of it that follows the dots.

    Raises:
        CatalogueError: there is none.
    """
    value: Any = values
    for part in path.split("."):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, (list, tuple)) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, (date, time)) and part in _OF_TIMES and hasattr(value, part):
            value = getattr(value, part)
        else:
            known = [str(name) for name in value] if isinstance(value, Mapping) else []
            names = f" There are {', '.join(known)}." if known else ""
            raise CatalogueError(f"{place}: ${path}: there is no {part!r}.{nearest(part, known)}{names}")
    return value


def _formatted(value: Any, how: str | None, place: str) -> str:
    if not how:
        return written(value)
    try:
        return FORMATS[how](value) if how in FORMATS else format(value, how)
    except (ValueError, TypeError, AttributeError) as error:
        close = "" if how in FORMATS else nearest(how, FORMATS)
        raise CatalogueError(
            f"{place}: {cut(value)} can't be written as {how!r}: {error}.{close} "
            f"Formats: {', '.join(FORMATS)}, and those of Python."
        ) from error
