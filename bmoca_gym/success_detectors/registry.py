"""Kinds of rules by name, as task files give them. `register_rule` adds one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.errors import DetectorError
from bmoca_gym.registry import Registry
from bmoca_gym.success_detectors.detector import Rule


class RuleKind(NamedTuple):
    """A kind of rule whose data is not simply the fields of a class.

    Attributes:
        made: the class of its rules.
        read: makes a rule from plain data and its place for errors.
    """

    made: type
    read: Callable[[object, str], Rule]


#: A kind of rule: a dataclass with the fields of the data, or a `RuleKind`.
RULES: Registry[type | RuleKind] = Registry("rule", DetectorError)


def register_rule(kind: str, rule: type | RuleKind | str) -> None:
    """Register a kind of rule for task files: ``{kind: fields}``.

    Args:
        kind: its name.
        rule: a dataclass whose fields are those of the data, a `RuleKind`, or the place of either, ``module:name``.
    """
    RULES.register(kind, rule)


def class_of(kind: type | RuleKind) -> type:
    """Return the class of a kind's rules."""
    return kind.made if isinstance(kind, RuleKind) else kind
