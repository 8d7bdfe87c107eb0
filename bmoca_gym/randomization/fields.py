"""Checks of the fields of configurations. Each raises `ConfigurationError`."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any

from bmoca_gym.errors import ConfigurationError, cut, nearest


def whole_number(field: str, given: object, low: int, high: int, unit: str = "") -> int:
    """Return ``given`` as an int, if it is a whole number (also NumPy's) from ``low`` to ``high``."""
    if type(given) is int and low <= given <= high:
        return given
    if not isinstance(given, Integral) or isinstance(given, bool) or not low <= int(given) <= high:
        raise ConfigurationError(
            f"{field} is {cut(given)}; it must be a whole number from {low} to {high}{unit and ' ' + unit}"
        )
    return int(given)


def mapping(what: str, given: object, names: tuple[str, ...], optional: tuple[str, ...]) -> Mapping[str, Any]:
    """Return ``given``, if it is a mapping with exactly the fields ``names``; those in ``optional`` may be
    missing.

    ``what``: its name in errors, which prefixes its fields as in ``device.width``; "" for a whole
    configuration.
    """
    if not isinstance(given, Mapping):
        raise ConfigurationError(
            f"{what or 'a configuration'} is {cut(given)}; it must be a mapping with {', '.join(names)}"
        )
    prefix = what and f"{what}."
    for name in given:
        if name not in names:
            raise ConfigurationError(f"{prefix}{name} is not a field.{nearest(str(name)[:80], names)}")
    for name in names:
        if name not in given and name not in optional:
            needed = ", ".join(each for each in names if each not in optional)
            raise ConfigurationError(f"{prefix}{name} is missing; what is needed is {needed}")
    return given
