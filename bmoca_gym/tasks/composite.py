"""Composite tasks: how a task combines its parts, which are tasks too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bmoca_gym.errors import CatalogueError, cut, nearest
from bmoca_gym.tasks.from_data import ALIASES

_RULES = ("corrected", "upstream")


def parts_of(data: Any, known: Mapping[str, Any], place: str) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the parts of a composite by name: the id of a task in ``known``, and the parameters given to it.

    Raises:
        CatalogueError: a part is malformed, or there is no such task.
    """
    if not isinstance(data, Mapping) or not data:
        raise CatalogueError(f"{place}: parts: is {cut(data)}; it must be ids of tasks by the names of parts")
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for name, part in data.items():
        here = f"{place}: parts: {name}"
        task, given = next(iter(part.items())) if isinstance(part, Mapping) and len(part) == 1 else (part, {})
        if not isinstance(name, str) or not isinstance(task, str) or not isinstance(given, Mapping):
            raise CatalogueError(
                f"{here}: is {cut(part)}; it must be the id of a task, or {{id: {{parameter: value}}}}"
            )
        if task not in known:
            raise CatalogueError(f"{here}: there is no task {cut(task)} without parts.{nearest(task, known)}")
        found[name] = task, given
    return found


def composed(own: Mapping[str, Any], parts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of a composite, from its ``own`` and those of its ``parts`` with placeholders filled.

    Set-up, tear-down and needs are those of the parts in order, then its own. So are the experts, if the
    composite has none itself and each part has one. ``parts`` in a rule, in place of a list, is the list of
    the parts' rules; without rules of its own, all rules of the parts must hold. Its sub-goals are its parts,
    unless it gives others.
    """
    fields = _named(own)
    each = {name: _named(part) for name, part in parts.items()}
    for field in ("set_up", "tear_down", "needs"):
        listed = [item for part in each.values() for item in _list(part.get(field))]
        if listed:
            fields[field] = [*listed, *_list(fields.get(field))]
    if "needs" in fields:
        fields["needs"] = list(dict.fromkeys(fields["needs"]))
    if "expert" not in fields and all("expert" in part for part in each.values()):
        fields["expert"] = [call for part in each.values() for call in _list(part["expert"])]
    for judge in _RULES:
        rules = [_rule(part, judge) for part in each.values()]
        given = fields.get(judge)
        if given is None and (judge == "corrected" or any("upstream" in part for part in each.values())):
            fields[judge] = {"all": rules}
        elif isinstance(given, Mapping):
            fields[judge] = {kind: rules if value == "parts" else value for kind, value in given.items()}
    fields.setdefault("sub_goals", {name: _rule(part, "corrected") for name, part in each.items()})
    return fields


def _named(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields by their own names. If a field is given twice, both stay so that the task's reader reports it."""
    named = {ALIASES.get(name, name): value for name, value in fields.items()}
    return named if len(named) == len(fields) else dict(fields)


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _rule(part: Mapping[str, Any], judge: str) -> Any:
    rule = part.get(judge, part.get("corrected"))
    if not isinstance(rule, Mapping):
        return rule
    goals = list((part.get("sub_goals") or {}).values())
    return {kind: goals if value == "sub_goals" else value for kind, value in rule.items()}
