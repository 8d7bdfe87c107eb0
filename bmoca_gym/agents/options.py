"""The options of agents: tables from which command-line flags are made, and the check of what is given."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from bmoca_gym.errors import SettingsError, cut, nearest


class Option(NamedTuple):
    """A keyword argument of an agent's class, and the command-line flag of that name.

    Attributes:
        name: with ``_``, for which the flag has ``-``.
        kind: ``str``, ``int``, ``float`` or ``bool``; numbers are 0 or more.
        default: what it is where it is not given.
        help: what it means, in a few words.
        choices: what it may be, where that is a list.
        scored: whether a score depends on it. A run goes on in a results folder only with equal ones.
    """

    name: str
    kind: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    scored: bool = True


def load(place: str) -> Any:
    """The module, or the object in one (``module:name``, ``module:table[key]``), that has an agent's ``OPTIONS``.

    None where it has none.
    """
    module, _, name = place.partition(":")
    found = importlib.import_module(module) if module else None
    name, _, key = name.rstrip("]").partition("[")
    found = getattr(found, name) if name else found
    return found[key] if key else found  # type: ignore[index]


def check(agent: str, table: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of an agent: what is given, of the right types, and defaults for the rest.

    Raises:
        SettingsError: an option that the agent does not have, or a value that it may not have.
    """
    known = {option.name: option for option in table}
    for name in given:
        if name not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            raise SettingsError(f"The agent {agent!r} has no option {name!r}; {has}.{nearest(name, known)}")
    return {
        name: _checked(option, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def _checked(option: Option, value: Any) -> Any:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if option.kind is float and (whole or isinstance(value, float)) and math.isfinite(value) and value >= 0:
        return float(value)
    if option.kind is int and whole and value >= 0:
        return value
    if option.kind in (bool, str) and isinstance(value, option.kind):
        if not option.choices or value in option.choices:
            return value
        raise SettingsError(
            f"{option.name} is {cut(value)}; it must be one of {', '.join(option.choices)}."
            f"{nearest(str(value), option.choices)}"
        )
    kinds = {
        bool: "true or false",
        str: "a text",
        int: "a whole number from 0 on",
        float: "a number from 0 on",
    }
    raise SettingsError(f"{option.name} is {cut(value)}; it must be {kinds[option.kind]}.")
