"""Options of agents: tables that define command-line flags, and the check of given values."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from bmoca_gym.errors import SettingsError, cut, nearest


class Option(NamedTuple):
    """Option of an agent: a keyword argument of its class, and the command-line flag of that name.

    Attributes:
        name: name with ``_``; the flag has ``-`` instead.
        kind: ``str``, ``int``, ``float`` or ``bool``. Numbers must be 0 or more.
        default: the default value; None for no default.
        help: its meaning in a few words.
        choices: the allowed values; empty for any value.
        scored: whether a score may depend on it. All scored options must be equal to resume a run.
        metavar: the placeholder of the value in help texts, such as ``DIR``.
    """

    name: str
    kind: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    scored: bool = True
    metavar: str = ""


def load(place: str) -> Any:
    """Load the module or object with an agent's ``OPTIONS``: ``module``, ``module:name`` or ``module:table[key]``.

    Returns None if ``place`` is empty.
    """
    module, _, name = place.partition(":")
    found = importlib.import_module(module) if module else None
    name, _, key = name.rstrip("]").partition("[")
    found = getattr(found, name) if name else found
    return found[key] if key else found  # type: ignore[index]


def check(agent: str, table: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check given options, and add the defaults of the others.

    Raises:
        SettingsError: the agent does not have an option, or a value is invalid.
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
    if value is None and option.default is None:
        return None
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
