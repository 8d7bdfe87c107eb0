"""Near misses: states of a phone that look like success and are none, as data that tests turn into phones."""

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
    """A call that does a task, or a part of it: a verb of an app's experts, such as ``clock.alarm``, and its arguments.

    ``packages``: where the verb is looked for first.
    """

    verb: str
    arguments: Map[str, Any]
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """Rows that a table holds beside those that it starts with."""

    path: str
    table: str
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.name("table", self.table)
        fields.rows("rows", self.rows)


@dataclass(frozen=True, slots=True)
class PreferenceState:
    """An entry of an app's shared preferences, with the text that stands in the file."""

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
    """An element on the screen: its attributes by the names of `UiNode`, the others as by default."""

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
    """A line that was written to the log during the episode."""

    tag: str
    level: str
    message: str

    def __post_init__(self) -> None:
        fields.text("tag", self.tag)
        fields.choice("level", self.level, LEVELS)
        fields.text("message", self.message)


@dataclass(frozen=True, slots=True)
class CommandState:
    """The output of a command of the device's shell: a system setting that is not as it was."""

    command: str
    output: str

    def __post_init__(self) -> None:
        fields.text("command", self.command)
        fields.text("output", self.output)


@dataclass(frozen=True, slots=True)
class PhoneState:
    """The differences from the start of the episode; all that is not named is as it was.

    ``answer``: what the agent has answered, or None. ``steps``: what has been done since, as steps of set-up.
    ``expert``: what has been done since by hand: calls of experts, which only whoever plays episodes can make.
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
    """A state, by name, in which the task is not done."""

    name: str
    how: PhoneState
