"""Tasks as plain data for JSON, with the names that rules and steps have in files."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Mapping
from datetime import date, time
from functools import cache
from pathlib import PurePath
from typing import Any

from bmoca_gym.success_detectors.combine import Not
from bmoca_gym.success_detectors.from_data import COMBINATIONS
from bmoca_gym.success_detectors.probe import ProbeRule
from bmoca_gym.success_detectors.registry import RULES, class_of
from bmoca_gym.tasks import steps
from bmoca_gym.tasks.near_miss import ExpertCall
from bmoca_gym.tasks.task import Task

#: Names of rules and steps that are not registered.
_OWN: Mapping[type, str] = {
    **{kind: name for name, kind in COMBINATIONS.items()},
    Not: "not",
    ProbeRule: "probe",
    steps.Shell: "shell",
    steps.WriteFile: "write_file",
    steps.Clear: "clear",
    steps.AddRows: "rows",
    steps.ReceiveSms: "sms",
    steps.WriteFiles: "files",
    steps.ScanMedia: "media",
    steps.SetClipboard: "clipboard",
    steps.ResetApp: "app",
}


@cache
def kind_names() -> Mapping[type, str]:
    """Return the names of rules and steps in files, by class."""
    kinds = {class_of(kind): name for name, kind in RULES.items().items()}
    return {**kinds, **_OWN}


def task_to_data(task: Task) -> dict[str, Any]:
    """Return all fields of a task. Rules and steps become ``{kind: fields}``, without default values.

    Bytes become base64, dates and times ISO 8601.
    """
    data = {field.name: _plain(getattr(task, field.name)) for field in dataclasses.fields(task)}
    return data | {"sub_goals": {name: _plain(rule) for name, rule in task.sub_goals}}


def _plain(value: Any) -> Any:
    if isinstance(value, ExpertCall):
        return {value.verb: _plain(value.arguments)}
    if dataclasses.is_dataclass(value):
        fields = {
            field.name.rstrip("_"): _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.init and not _by_default(field, getattr(value, field.name))
        }
        name = kind_names().get(type(value))
        if name is None:
            return fields
        only = next(iter(fields.values()), None)
        return {name: only if len(fields) == 1 and name in (*COMBINATIONS, "not") else fields}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        if value and all(
            isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in value
        ):
            names = [name for name, _ in value]
            if len(set(names)) == len(names):  # a mapping, stored as pairs
                return {name: _plain(item) for name, item in value}
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, (date, time)):
        return value.isoformat()
    return str(value) if isinstance(value, PurePath) else value


def _by_default(field: dataclasses.Field[Any], value: Any) -> bool:
    if field.default_factory is not dataclasses.MISSING:
        return bool(value == field.default_factory())
    return field.default is not dataclasses.MISSING and bool(value == field.default)
