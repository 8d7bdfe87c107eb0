"""JSON schemas of suites and task files, for editors: which fields there are, and what they look like.

A schema is made from the same tables that read the files: fields of tasks, kinds of steps, rules and parameters, and
the fields of rule classes. It accepts more than the reader where only the reader can know, such as whether a path is
valid. A text with ``$`` may replace any value, since templates and parameters fill it.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from bmoca_gym.success_detectors import from_data
from bmoca_gym.success_detectors.app_data import BooleanList
from bmoca_gym.success_detectors.probe import ProbeRule
from bmoca_gym.success_detectors.registry import RULES, RuleKind
from bmoca_gym.tasks import parameters, web_page
from bmoca_gym.tasks.from_data import ALIASES, FIELDS, HOW
from bmoca_gym.tasks.needs import CAPABILITIES
from bmoca_gym.tasks.steps import STEPS
from bmoca_gym.tasks.suite import CHECKED_BY, FILE_FIELDS, SUITE_FIELDS
from bmoca_gym.tasks.task import BEGINS, ENDS, UNFINISHED
from bmoca_gym.tasks.template import OWN_FIELDS

Schema = dict[str, Any]

#: The version of JSON Schema that YAML's language server reads.
DIALECT = "http://json-schema.org/draft-07/schema#"

_PLACE: Schema = {"type": "string", "pattern": r"\$"}
_TEXT: Schema = {"type": "string"}
_TYPES = {str: _TEXT, bool: {"type": "boolean"}, int: {"type": "integer"}, float: {"type": "number"}}
_TIME: Schema = {"description": "a time without zone, such as 2024-05-01 10:00:00"}

#: What fields of a task mean and look like. A field that is not here may have any content.
_FIELDS: dict[str, tuple[str, Schema]] = {
    "id": ("the task's id: lower-case words joined by _", _TEXT),
    "gym_name": ("the middle of the Gymnasium id; else it is made of the id", _TEXT),
    "instruction": ("the task in words, for the agent", _TEXT),
    "app": ("one of the suite's apps", _TEXT),
    "category": ("one of the suite's categories", _TEXT),
    "step_limit": (
        "steps after which an episode is truncated",
        {"anyOf": [{"type": "integer", "minimum": 1}, {"$ref": "#/definitions/per_complexity"}]},
    ),
    "paper_step_limit": ("the step limit of the paper, if it is another", {"type": "integer", "minimum": 1}),
    "step_limit_reason": ("why step_limit is not paper_step_limit", _TEXT),
    "complexity": ("how long the task is", {"type": "number", "exclusiveMinimum": 0}),
    "human_steps": ("steps that a person needs", {"type": "integer", "minimum": 1}),
    "representative": ("whether it is one of the suite's representative tasks", {"type": "boolean"}),
    "extra": ("whether it is not in the paper", {"type": "boolean"}),
    "begins": ("the screen of the first step", {"enum": list(BEGINS)}),
    "ends": ("what terminates an episode", {"enum": list(ENDS)}),
    "unfinished": ("what becomes of an episode that the agent does not finish", {"enum": list(UNFINISHED)}),
    "needs": (
        f"packages of apps, and capabilities: {', '.join(CAPABILITIES)}",
        {"type": "array", "items": _TEXT},
    ),
    "clock": ("the phone's clock at the start", {"$ref": "#/definitions/clock"}),
    "set_up": ("steps before an episode", {"$ref": "#/definitions/steps"}),
    "tear_down": ("steps after an episode", {"$ref": "#/definitions/steps"}),
    "expert": ("calls of the expert's verbs, such as {clock.alarm: {hour: 6}}", {}),
    "sub_goals": ("rules of the task's parts, by name", {"$ref": "#/definitions/named_rules"}),
    "corrected": ("the rule that judges", {"$ref": "#/definitions/rule"}),
    "upstream": ("the rule of the benchmark's own code", {"$ref": "#/definitions/rule"}),
    "near_misses": (
        "states that look like success",
        {"type": "array", "items": {"$ref": "#/definitions/near_miss"}},
    ),
    "records": ("commands by the names that the benchmark gives them", {"type": "object"}),
    "reply": ("what the user says if the agent asks", _TEXT),
    "ends_when": ("a rule that ends the episode as soon as it holds", {"$ref": "#/definitions/rule"}),
    "told": (
        "what the phone says after the set-up, with which the instruction goes on",
        {
            "type": "object",
            "properties": {"command": _TEXT, "regex": _TEXT},
            "required": ["command", "regex"],
            "additionalProperties": False,
        },
    ),
    "params": (
        "parameters, and what they are drawn from",
        {"type": "object", "additionalProperties": {"$ref": "#/definitions/parameter"}},
    ),
    "unless": ("conditions under which a draw is repeated", {"type": "array"}),
    web_page.FIELD: ("an HTML file of the suite's folder: the task is played on it, in Chrome", _TEXT),
    "parts": ("ids of the tasks that this task consists of, by name", {"type": "object"}),
}


def task_file() -> Schema:
    """Make the schema of a file of tasks that a catalogue lists."""
    fields = {name: _TOP.get(name, {}) for name in FILE_FIELDS}
    return _document("A file of tasks that a catalogue.yaml lists", _record(fields, ("tasks",)))


def catalogue() -> Schema:
    """Make the schema of a suite: a ``catalogue.yaml``, or a file of its own such as ``mine.yaml``."""
    fields = {name: _TOP.get(name, {}) for name in SUITE_FIELDS}
    return _document("A suite of tasks: catalogue.yaml, or a file of its own", _record(fields, ("version",)))


def _document(title: str, body: Schema) -> Schema:
    return {"$schema": DIALECT, "title": title, **body, "definitions": _definitions()}


def _record(fields: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """An object with these fields and no others."""
    made: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    needed = sorted(required)
    return made | ({"required": needed} if needed else {})


def _any(names: Iterable[str]) -> dict[str, Schema]:
    """Fields with any content."""
    return {name: {} for name in names}


def _one_of(kinds: Mapping[str, Schema]) -> Schema:
    """An object with exactly one of these fields: a kind with its content."""
    return _record(kinds) | {"minProperties": 1, "maxProperties": 1}


def _or_place(schema: Schema) -> Schema:
    return schema if not schema or schema == _TEXT else {"anyOf": [schema, _PLACE]}


def _described(meaning: str, schema: Schema) -> Schema:
    return ({"description": meaning} if meaning else {}) | _or_place(schema)


def _task_fields() -> dict[str, Schema]:
    fields = {
        name: _described(*_FIELDS.get(name, ("", {}))) for name in (*FIELDS, *OWN_FIELDS, web_page.FIELD)
    }
    return fields | {alias: fields[name] for alias, name in ALIASES.items()}


_TOP: dict[str, Schema] = {
    "version": {"description": "three numbers such as 1.0.0", "type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
    "prefix": {"description": "the beginning of its Gymnasium ids", "type": "string", "pattern": r"^[A-Z]\w*$"},
    "image": {"description": "the image of the phone, such as android10", "type": "string"},
    "begins": {"enum": list(BEGINS)},
    "ends": {"enum": list(ENDS)},
    "unfinished": {"enum": list(UNFINISHED)},
    "stop_after_repeats": {"type": "integer", "minimum": 1},
    "start": {"$ref": "#/definitions/steps"},
    "environments": {"description": "its default configurations", "type": "string"},
    "drawn": {"description": "the tasks that <Prefix>-v0 draws from", "type": "string"},
    "experts": {"description": "suites whose experts it uses too", "type": "array", "items": _TEXT},
    "checked_by": {"description": "how check-suite plays experts", "enum": list(CHECKED_BY)},
    "needs": _FIELDS["needs"][1],
    "defaults": {"$ref": "#/definitions/template"},
    "apps": {"description": "apps with their packages", "type": "object", "additionalProperties": _TEXT},
    "categories": {"type": "array", "items": _TEXT},
    "files": {"description": "files of tasks in this folder", "type": "array", "items": _TEXT},
    "shared": {"description": "anything, for YAML anchors"},
    "paths": {"description": "the name that shared had before"},
    "templates": {
        "description": "fields that several tasks share, with $places",
        "type": "object",
        "additionalProperties": {"$ref": "#/definitions/template"},
    },
    "tasks": {"type": "array", "items": {"$ref": "#/definitions/task"}},
}  # fmt: skip


def _definitions() -> dict[str, Schema]:
    task = _task_fields() | {
        "template": {"description": "the template whose fields it has", "type": "string"},
        "with": {"description": "values for the template's places", "type": "object"},
    }
    how = _any(HOW) | {
        "answer": _or_place(_TEXT),
        "steps": _or_place({"$ref": "#/definitions/steps"}),
    }
    return {
        "task": _record(task, ()),
        "template": _record(_task_fields()),
        "per_complexity": _record({"per_complexity": {"type": "integer", "minimum": 1}}, ("per_complexity",)),
        "clock": _record({"time": _TIME, "frozen": _or_place({"type": "boolean"})}),
        "steps": {"type": "array", "items": _or_place(_one_of(_any(STEPS)))},
        "near_miss": _record({"name": _TEXT, "how": _record(how)} | how, ("name",)),
        "named_rules": {"type": "object", "additionalProperties": {"$ref": "#/definitions/rule"}},
        "rule": _or_place(_one_of(_rules())),
        "parameter": {"anyOf": [{"not": {"type": "object"}}, *_kinds_of_parameters()]},
    }


def _rules() -> dict[str, Schema]:
    rule: Schema = {"$ref": "#/definitions/rule"}
    several = {
        "anyOf": [{"type": "array", "items": rule, "minItems": 1}, {"enum": ["sub_goals", "parts"]}, _PLACE]
    }
    return {
        **{
            kind: {"type": ["object", "string"]} if isinstance(each, RuleKind) else _or_place(_of_class(each))
            for kind, each in RULES.items().items()
        },
        **dict.fromkeys(from_data.COMBINATIONS, several),
        "not": rule,
        "probe": _or_place(_of_class(ProbeRule)),
    }


def _kinds_of_parameters() -> list[Schema]:
    """For each kind of parameter, an object with its options; functions of the suite take any options."""
    made = []
    for name, kind in parameters.KINDS.items():
        if kind.options is None:
            made.append({"type": "object", "required": [name]})
        else:
            options = (*kind.options, *(() if kind.own_lists else parameters.COMMON))
            made.append(_record({name: {}} | _any(options), (name,)))
    return made


def _of_class(cls: type) -> Schema:
    """The fields of a rule's class, as `from_data.made` reads them."""
    hints = typing.get_type_hints(cls)
    fields = {field.name.rstrip("_"): field for field in dataclasses.fields(cls) if field.init}
    return _record(
        {name: _or_place(_of_type(hints[field.name])) for name, field in fields.items()},
        [
            name
            for name, field in fields.items()
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        ],
    )


def _of_type(hint: Any) -> Schema:
    """The schema of a type in plain data. Tuples are lists, or mappings of their pairs; other types are not checked."""
    if hint in _TYPES:
        return dict(_TYPES[hint])
    if hint is type(None):
        return {"type": "null"}
    if hint is BooleanList:
        return _of_class(BooleanList)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        found = [_of_type(each) for each in arguments]
        return {"anyOf": found} if all(found) else {}
    if origin is tuple:
        return {"type": ["array", "object"]}
    return {}
