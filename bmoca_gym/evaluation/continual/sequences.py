"""Sequences of stages, read from YAML: tasks, training environments and test environments of each stage."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, randomization, tasks
from bmoca_gym.errors import BmocaError, CatalogueError, cut, nearest
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks import Task

#: The package's sequences; each is a file in ``configs/continual``.
SEQUENCES = ("apps", "representative", "configurations", "configurations-by-7")

_SEQUENCE_FIELDS = ("title", "about", "tasks", "environments", "evaluation", "held_out", "stages")
_STAGE_FIELDS = ("id", "about", "tasks", "environments", "evaluation")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a sequence.

    Attributes:
        id: name of the stage.
        about: a short description.
        tasks: the tasks to learn.
        environments: the training configurations.
        judged_in: the test configurations: the stage's own, or others that all stages share.
    """

    id: str
    about: str
    tasks: tuple[Task, ...]
    environments: tuple[DeviceConfiguration, ...]
    judged_in: tuple[DeviceConfiguration, ...]


@dataclass(frozen=True, slots=True)
class StageSequence:
    """A sequence of stages, in the order of learning.

    Attributes:
        name: name of one of the package's sequences, or the path of a file.
        title: title for reports.
        about: a description.
        stages: at least one stage, with different ids.
        held_out: a set that is in no stage, on which the agent is evaluated after each stage, or None. The matrix does
            not include it.
        shares_evaluation: whether all stages share the test configurations of the sequence.
    """

    name: str
    title: str
    about: str
    stages: tuple[Stage, ...]
    held_out: Stage | None = None
    shares_evaluation: bool = False

    def judged_in(self, environments: Environments) -> StageSequence:
        """Return the sequence with other test configurations.

        If each stage has its own test configurations, these stay, and only the held-out set changes.
        """
        chosen = tuple(dict.fromkeys(randomization.select(environments)))
        stages = self.stages
        if self.shares_evaluation:
            stages = tuple(replace(stage, judged_in=chosen) for stage in stages)
        held_out = self.held_out and replace(self.held_out, environments=(), judged_in=chosen)
        return replace(self, stages=stages, held_out=held_out)

    @property
    def digest(self) -> str:
        """Digest of the sequence: 12 hexadecimal digits."""
        parts = [*self.stages, *([self.held_out] if self.held_out else [])]
        content = [
            [part.id, [task.id for task in part.tasks]]
            + [
                [configuration.digest for configuration in configurations]
                for configurations in (part.environments, part.judged_in)
            ]
            for part in parts
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]


def load(name: str | Path) -> StageSequence:
    """Load a sequence by name, one of `SEQUENCES`, or from a file.

    Raises:
        CatalogueError: there is no such sequence, or the file is malformed; the message names the field.
    """
    text = str(name)
    if text in SEQUENCES:
        source = f"{text}.yaml"
        content = (resources.files("bmoca_gym") / "configs" / "continual" / source).read_text(
            encoding="utf-8"
        )
    elif text.lower().endswith((".yaml", ".yml", ".json")):
        source, content = text, data_files.read(text)
    else:
        raise CatalogueError(
            f"There is no sequence {cut(text)}.{nearest(text, SEQUENCES)} Use one of {', '.join(SEQUENCES)}, or the "
            "path of a .yaml file."
        )
    return _sequence(text, data_files.parsed(content, source), source)


def _sequence(name: str, data: object, source: str) -> StageSequence:
    fields = _mapping(data, _SEQUENCE_FIELDS, source)
    listed = fields.get("stages")
    if not isinstance(listed, list) or not listed:
        raise CatalogueError(f"{source}: stages is {cut(listed)}; it must be a list of at least one stage.")
    defaults: dict[str, Any] = {
        key: fields[key] for key in ("tasks", "environments", "evaluation") if key in fields
    }
    stages = tuple(
        _stage(entry, defaults, f"{source}: stage {number}") for number, entry in enumerate(listed, 1)
    )
    ids = [stage.id for stage in stages]
    twins = sorted({stage for stage in ids if ids.count(stage) > 1})
    if "before" in ids or "held_out" in ids:
        raise CatalogueError(f"{source}: before and held_out can't be ids of stages; they are reserved.")
    if twins:
        raise CatalogueError(f"{source}: the stages {', '.join(twins)} appear twice; each needs its own id.")
    held_out = None
    if "held_out" in fields:
        entry = {
            "id": "held_out",
            **_mapping(fields["held_out"], ("tasks", "environments"), f"{source}: held_out"),
        }
        held_out = replace(_stage(entry, defaults, f"{source}: held_out"), environments=())
    return StageSequence(
        name=name,
        title=_text(fields, "title", source) or name,
        about=_text(fields, "about", source),
        stages=stages,
        held_out=held_out,
        shares_evaluation="evaluation" in fields,
    )


def _stage(entry: object, defaults: Mapping[str, Any], place: str) -> Stage:
    fields = {**defaults, **_mapping(entry, _STAGE_FIELDS, place)}
    name = fields.get("id")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name):
        raise CatalogueError(
            f"{place}: id is {cut(name)}; it must have up to 40 small letters, digits, - and _."
        )
    place = f"{place.partition(': ')[0]}: {name}"
    try:
        chosen = tasks.select(_names(fields, "tasks", place))
        learnt = _configurations(_names(fields, "environments", place))
        judged = _configurations(_names(fields, "evaluation", place)) if "evaluation" in fields else learnt
    except CatalogueError:
        raise
    except BmocaError as error:
        raise CatalogueError(f"{place}: {error}") from error
    if name == "held_out":
        judged = learnt
    return Stage(name, _text(fields, "about", place), chosen, learnt, judged)


def _configurations(names: Sequence[str]) -> tuple[DeviceConfiguration, ...]:
    return tuple(dict.fromkeys(randomization.select(names)))


def _mapping(data: object, known: Sequence[str], place: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise CatalogueError(f"{place} is {cut(data)}; it must be a mapping with {', '.join(known)}.")
    for name in data:
        if name not in known:
            raise CatalogueError(
                f"{place}: unknown field {cut(name)}; fields are {', '.join(known)}.{nearest(str(name), known)}"
            )
    return data


def _text(fields: Mapping[str, Any], name: str, place: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise CatalogueError(f"{place}: {name} is {cut(value)}; it must be a text.")
    return " ".join(value.split())


def _names(fields: Mapping[str, Any], name: str, place: str) -> list[str]:
    value = fields.get(name)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise CatalogueError(
            f"{place}: {name} is {cut(value)}; it must be a list of names. Put numbers in quotes."
        )
    return value
