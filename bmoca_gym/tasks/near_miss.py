"""Near misses, as data: states of a phone that look like success but are not. Tests stage them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from immutables import Map

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.app_data import PREFERENCE_TYPES, Row
from bmoca_gym.success_detectors.log import LEVELS
from bmoca_gym.success_detectors.ui import FLAGS, TEXTS
from bmoca_gym.tasks.steps import Step


@dataclass(frozen=True, slots=True)
class ExpertCall:
    """Call of an expert's verb, such as ``clock.alarm``, with its arguments. It performs a task or part of one.

    ``packages``: packages in which the verb is looked up first.
    """

    verb: str
    arguments: Map[str, Any]
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """Rows of a table in addition to those at the start."""

    path: str
    table: str
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.name("table", self.table)
        fields.rows("rows", self.rows)


@dataclass(frozen=True, slots=True)
class PreferenceState:
    """Entry of an app's shared preferences, with its text in the file."""

    path: str
    key: str
    type: str
    value: str

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.text("key", self.key)
        fields.choice("type", self.type, PREFERENCE_TYPES)
        fields.text("value", self.value)


@dataclass(frozen=True, slots=True)
class NodeState:
    """Element on the screen: its attributes by the names in `UiNode`; the others have defaults."""

    attributes: tuple[tuple[str, str | bool], ...]

    def __post_init__(self) -> None:
        for given, value in fields.pairs("an element", self.attributes):
            name = fields.choice("an attribute", given, (*TEXTS, *FLAGS))
            if name in FLAGS:
                fields.flag(name, value)
            elif not isinstance(value, str):
                raise DetectorError(f"{name} is {value!r}; it must be text; put it in quotes")


@dataclass(frozen=True, slots=True)
class LogState:
    """Line that was written to the log during the episode."""

    tag: str
    level: str
    message: str

    def __post_init__(self) -> None:
        fields.text("tag", self.tag)
        fields.choice("level", self.level, LEVELS)
        fields.text("message", self.message)


@dataclass(frozen=True, slots=True)
class CommandState:
    """Output of a shell command, such as a setting that was changed."""

    command: str
    output: str

    def __post_init__(self) -> None:
        fields.text("command", self.command)
        fields.text("output", self.output)


@dataclass(frozen=True, slots=True)
class PhoneState:
    """How a phone differs from the start of the episode; everything else is unchanged.

    Attributes:
        answer: the agent's answer, or None.
        steps: set-up steps that were done since.
        expert: expert calls that were done since; only a played episode can make them.
    """

    tables: tuple[TableState, ...] = ()
    preferences: tuple[PreferenceState, ...] = ()
    nodes: tuple[NodeState, ...] = ()
    log: tuple[LogState, ...] = ()
    commands: tuple[CommandState, ...] = ()
    answer: str | None = None
    steps: tuple[Step, ...] = ()
    expert: tuple[ExpertCall, ...] = ()


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A named state in which the task is not done."""

    name: str
    how: PhoneState
