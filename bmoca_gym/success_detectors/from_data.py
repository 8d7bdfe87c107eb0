"""Rules from plain data, as in task files: ``{kind: fields}``, with the fields of the rule's class."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from bmoca_gym.errors import DetectorError, cut, nearest
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.success_detectors.app_data import BooleanList, FileRule, PreferenceRule, SqliteRule
from bmoca_gym.success_detectors.clipboard import ClipboardRule
from bmoca_gym.success_detectors.combine import AllOf, AnyOf, InOrder, MeanOf, Not
from bmoca_gym.success_detectors.detector import Rule
from bmoca_gym.success_detectors.front import FrontRule
from bmoca_gym.success_detectors.listing import ListingRule
from bmoca_gym.success_detectors.log import LogRule
from bmoca_gym.success_detectors.media_session import MediaSessionRule
from bmoca_gym.success_detectors.probe import ProbeRule
from bmoca_gym.success_detectors.registry import RULES, RuleKind, register_rule
from bmoca_gym.success_detectors.rows import ListedRule, ProviderRule, RowsAdded, RowsChanged, RowsRemoved
from bmoca_gym.success_detectors.setting import SettingRule
from bmoca_gym.success_detectors.storage import ContentRule, DirectoryRule, GpxRule
from bmoca_gym.success_detectors.ui import UiRule

for _kind, _class in {
    "log": LogRule,
    "ui": UiRule,
    "sqlite": SqliteRule,
    "preference": PreferenceRule,
    "file": FileRule,
    "setting": SettingRule,
    "rows_added": RowsAdded,
    "rows_removed": RowsRemoved,
    "rows_changed": RowsChanged,
    "provider": ProviderRule,
    "listed": ListedRule,
    "directory": DirectoryRule,
    "content": ContentRule,
    "gpx": GpxRule,
    "front": FrontRule,
    "clipboard": ClipboardRule,
    "answer": AnswerRule,
    "listing": ListingRule,
    "media_session": MediaSessionRule,
}.items():
    register_rule(_kind, _class)

#: Rules made from a list of rules; ``not`` is made from one rule.
COMBINATIONS: dict[str, type] = {"all": AllOf, "any": AnyOf, "in_order": InOrder, "mean": MeanOf}


def kinds() -> tuple[str, ...]:
    """List all kinds of rules. ``probe`` has a rule as a field."""
    return (*RULES.names(), *COMBINATIONS, "not", "probe")


_MAX_DEPTH = 16


def rule_from_data(data: object, at: str = "detector") -> Rule:
    """Make the rule that ``data`` describes.

    Args:
        data: ``{kind: fields}``, with one of `kinds`.
        at: its place for errors, such as ``detector.all[0]``.

    Raises:
        DetectorError: the kind is unknown, or a field is missing, unknown or malformed; the message begins
            with the place.
    """
    return _rule(data, at, 0)


def made(cls: type, data: object, at: str) -> Any:
    """Make a dataclass from a mapping of its fields. Lists become tuples, mappings become pairs.

    Raises:
        DetectorError: a field is missing, unknown, or refused by the class.
    """
    if not isinstance(data, Mapping):
        raise DetectorError(f"{at}: is {cut(data)}; it must be fields with their values")
    # Fields that are keywords of Python, such as ``from``, end in an underscore in the class.
    known = {f.name.rstrip("_"): f for f in dataclasses.fields(cls) if f.init}
    for name in data:
        if name not in known:
            raise DetectorError(
                f"{at}: there is no field {name!r}.{nearest(str(name), known)} Fields: {', '.join(known)}."
            )
    for name, field in known.items():
        plain = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if plain and name not in data:
            raise DetectorError(f"{at}: the field {name!r} is missing")
    try:
        values = {known[name].name: frozen(value) for name, value in data.items()}
    except DetectorError as error:
        raise DetectorError(f"{at}: {error}") from error
    if cls is PreferenceRule and "boolean_list" in data:
        values["boolean_list"] = made(BooleanList, data["boolean_list"], f"{at}.boolean_list")
    try:
        return cls(**values)
    except DetectorError as error:
        raise DetectorError(f"{at}: {error}") from error


def frozen(value: object, depth: int = 0) -> Any:
    """Return plain data as a hashable value: lists as tuples, mappings as tuples of pairs.

    Raises:
        DetectorError: it is nested too deeply, or contains itself.
    """
    if depth > _MAX_DEPTH:
        raise DetectorError(f"lists are nested more than {_MAX_DEPTH} deep")
    if isinstance(value, list):
        return tuple([frozen(item, depth + 1) for item in value])
    if isinstance(value, dict):
        return tuple([(key, frozen(item, depth + 1)) for key, item in value.items()])
    return value


def _rule(data: object, at: str, depth: int) -> Rule:
    if depth > _MAX_DEPTH:
        raise DetectorError(f"{at}: rules are nested more than {_MAX_DEPTH} deep")
    if not isinstance(data, Mapping) or len(data) != 1:
        raise DetectorError(f"{at}: is {cut(data)}; it must be one of {', '.join(kinds())}, with its fields")
    ((kind, content),) = data.items()
    here = f"{at}.{kind}"
    if kind in RULES.names():
        read = RULES.get(kind)
        rule: Rule = read.read(content, here) if isinstance(read, RuleKind) else made(read, content, here)
        return rule
    if kind == "not":
        return Not(_rule(content, here, depth + 1))
    if kind == "probe":
        if isinstance(content, Mapping) and "rule" in content:
            content = {**content, "rule": _rule(content["rule"], f"{here}.rule", depth + 1)}
        probe: Rule = made(ProbeRule, content, here)
        return probe
    if kind not in COMBINATIONS:
        raise DetectorError(
            f"{at}: there is no kind {kind!r}.{nearest(str(kind), kinds())} Kinds: {', '.join(kinds())}."
        )
    if not isinstance(content, list) or not content:
        raise DetectorError(f"{here}: is {cut(content)}; it must be a list of rules")
    rules = tuple([_rule(item, f"{here}[{i}]", depth + 1) for i, item in enumerate(content)])
    combined: Rule = COMBINATIONS[kind](rules)
    return combined
