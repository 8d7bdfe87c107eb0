"""The ``templates`` of a task file: fields that several tasks share, with placeholders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bmoca_gym.errors import CatalogueError, cut, nearest

_PLACE = re.compile(r"\$([a-z][a-z0-9_]*)")


def filled(data: object, templates: object, place: str) -> object:
    """Fill the ``template`` of a task with the values of its ``with``, and add the task's own fields.

    A text that is only a placeholder, such as ``$hour``, becomes the value itself, of any type. Placeholders
    within a text become text. A task's own field replaces that of the template.

    Raises:
        CatalogueError: there is no such template, or placeholders and values do not match.
    """
    if not isinstance(data, Mapping) or "template" not in data:
        return data
    if not isinstance(templates, Mapping):
        raise CatalogueError(f"{place}: template: the file has no templates")
    name, values = data["template"], data.get("with", {})
    if not isinstance(name, str) or not isinstance(templates.get(name), Mapping):
        raise CatalogueError(
            f"{place}: template: is {cut(name)}; it must be one of {', '.join(map(str, templates))}."
            f"{nearest(str(name)[:80], [str(known) for known in templates])}"
        )
    if not isinstance(values, Mapping):
        raise CatalogueError(f"{place}: with: is {cut(values)}; it must be values by the names of places")
    own = {field: value for field, value in data.items() if field not in ("template", "with")}
    shared = {field: value for field, value in templates[name].items() if field not in own}
    drawn = own.get("params", shared.get("params"))
    left = frozenset(map(str, drawn)) if isinstance(drawn, Mapping) else frozenset()
    used: set[str] = set()
    fields = {field: _filled(value, values, used, left, place) for field, value in shared.items()}
    for unused in sorted(set(map(str, values)) - used):
        raise CatalogueError(f"{place}: with: template {name!r} has no place ${unused}")
    return fields | own


def _filled(data: Any, values: Mapping[str, Any], used: set[str], left: frozenset[str], place: str) -> Any:
    """``data`` with placeholders filled, except those in ``left``: these are parameters, which each instance
    draws.
    """
    if isinstance(data, Mapping):
        return {key: _filled(value, values, used, left, place) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(value, values, used, left, place) for value in data]
    if not isinstance(data, str):
        return data

    def value_of(match: re.Match[str]) -> Any:
        if match[1] not in values:
            if match[1] in left:
                return match[0]
            raise CatalogueError(f"{place}: with: the template's place ${match[1]} has no value")
        used.add(match[1])
        return values[match[1]]

    whole = _PLACE.fullmatch(data)
    return value_of(whole) if whole else _PLACE.sub(lambda match: str(value_of(match)), data)
