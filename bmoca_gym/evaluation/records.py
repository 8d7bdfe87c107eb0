"""Records of episodes: `Episode`, a line of ``episodes.jsonl``; reading and writing such files."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.errors import RecordError, writing


def instance_name(task: str, instance: int) -> str:
    """The name of a task's instance: the task's id, and for others than instance 0 the number behind a ``#``."""
    return f"{task}#{instance}" if instance else task


class Key(NamedTuple):
    """The key of an episode among those of an evaluation. ``instance``: which instance of the task, by its number."""

    environment: str
    task: str
    seed: int
    instance: int = 0

    @property
    def instance_name(self) -> str:
        """The name of the task's instance, as `instance_name` makes it."""
        return instance_name(self.task, self.instance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One episode's result. `docs/evaluation.md` describes each field.

    ``total_reward`` is called ``return`` in files. ``error``: what broke the episode off, None where nothing did;
    an episode with an error has ``success`` False. ``finished``: what the agent said when it ended the episode.
    ``stopped``: which limit of the agent's ended it. ``retries``: how often a model was asked again, by why.
    ``repeats``: steps that did on a screen what was done on the same screen before. ``usage``: what a model used,
    by name. ``scores``: how much of the task each judge saw done, from 0 to 1, by the judge's name; the one that
    counts comes first. ``human_steps``: how many a person takes for the task. ``sub_goals``: which of the task's
    were met at the end. ``changed``, ``redrawn``: for each step whether the screen was another one after it, and
    whether AndroidLab's code would call its picture so; None where the step is none for them.
    """

    agent: str
    task: str
    environment: str
    seed: int
    success: bool
    steps: int
    total_reward: float
    expert_steps: int | None
    wrong_formats: int
    seconds: float
    evidence: tuple[str, ...]
    actions: tuple[str, ...] = ()
    error: str | None = None
    film: str | None = None
    repeats: int = 0
    finished: str | None = None
    stopped: str | None = None
    usage: dict[str, float] | None = field(default=None, hash=False)
    transcript: str | None = None
    instance: int = 0
    scores: dict[str, float] | None = field(default=None, hash=False)
    human_steps: int | None = None
    sub_goals: dict[str, bool] | None = field(default=None, hash=False)
    changed: tuple[bool | None, ...] | None = None
    redrawn: tuple[bool | None, ...] | None = None
    retries: dict[str, int] | None = field(default=None, hash=False)

    @property
    def hallucinated(self) -> bool:
        """Whether the agent said that it was done, and was not. Who says that it can't be done does not say so."""
        return self.finished not in (None, "infeasible") and not self.success

    @property
    def score(self) -> float:
        """The score under the judge that counts; that of success where none was kept, 0 where it broke off."""
        if self.error is not None:
            return 0.0
        return next(iter(self.scores.values())) if self.scores else float(self.success)

    @property
    def key(self) -> Key:
        """Environment, task, seed and instance."""
        return Key(self.environment, self.task, self.seed, self.instance)

    def to_json(self) -> str:
        """The line that stands for it, without the newline; what need not be there is left out if None.

        So is the number of an instance 0: a task without parameters has no other.
        """
        entry = {_NAMES.get(one.name, one.name): getattr(self, one.name) for one in fields(self)}
        return json.dumps(
            {
                name: value
                for name, value in entry.items()
                if not (name in _OPTIONAL and value is None) and (name, value) != ("instance", 0)
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, line: str, place: str = "a record") -> Episode:
        """The episode that a line stands for. Fields that this version does not know are passed over.

        Raises:
            RecordError: not JSON, or a field is absent or of the wrong type. ``place`` names file and line.
        """
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{place}: not JSON ({error}).") from error
        if not isinstance(entry, dict):
            raise RecordError(f"{place}: is {type(entry).__name__}; it must be an object.")
        values: dict[str, Any] = {}
        for name, (expected, valid) in _CHECKS.items():
            file_name = _NAMES.get(name, name)
            if file_name not in entry:
                if name in _OPTIONAL:
                    continue
                raise RecordError(f"{place}: has no field {file_name!r}; it must be {expected}.")
            value = entry[file_name]
            if not valid(value):
                raise RecordError(f"{place}: {file_name} is {value!r}; it must be {expected}.")
            values[name] = tuple(value) if isinstance(value, list) else value
        return cls(**values)


_NAMES = {"total_reward": "return"}
_OPTIONAL = (
    "actions",
    "error",
    "film",
    "repeats",
    "finished",
    "stopped",
    "usage",
    "transcript",
    "instance",
    "scores",
    "human_steps",
    "sub_goals",
    "changed",
    "redrawn",
    "retries",
)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return (
            not isinstance(value, bool) and abs(value) < 1 << 63
        )  # math.isfinite refuses what no float holds
    return isinstance(value, float) and math.isfinite(value)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_usage(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value)) and all(map(_is_number, value.values()))


def _is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _is_met(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, bool) for one in value.values())


def _is_told(value: object) -> bool:
    return isinstance(value, list) and all(one is None or isinstance(one, bool) for one in value)


_CHECKS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "agent": ("a string", _is_text),
    "task": ("a string", _is_text),
    "environment": ("a string", _is_text),
    "seed": ("a whole number, 0 or more", _is_count),
    "success": ("true or false", lambda value: isinstance(value, bool)),
    "steps": ("a whole number, 0 or more", _is_count),
    "total_reward": ("a finite number", _is_number),
    "expert_steps": ("a whole number or null", lambda value: value is None or _is_count(value)),
    "wrong_formats": ("a whole number, 0 or more", _is_count),
    "seconds": ("a finite number, 0 or more", lambda value: _is_number(value) and value >= 0),
    "evidence": ("a list of strings", _is_texts),
    "actions": ("a list of strings", _is_texts),
    "error": ("a string or null", lambda value: value is None or _is_text(value)),
    "film": ("a string or null", lambda value: value is None or _is_text(value)),
    "repeats": ("a whole number, 0 or more", _is_count),
    "finished": ("a string or null", lambda value: value is None or _is_text(value)),
    "stopped": ("a string or null", lambda value: value is None or _is_text(value)),
    "usage": ("an object of numbers or null", lambda value: value is None or _is_usage(value)),
    "transcript": ("a string or null", lambda value: value is None or _is_text(value)),
    "instance": ("a whole number, 0 or more", _is_count),
    "scores": ("an object of numbers or null", lambda value: value is None or _is_usage(value)),
    "human_steps": ("a whole number or null", lambda value: value is None or _is_count(value)),
    "sub_goals": ("an object of true and false, or null", lambda value: value is None or _is_met(value)),
    "changed": ("a list of true, false and null, or null", lambda value: value is None or _is_told(value)),
    "redrawn": ("a list of true, false and null, or null", lambda value: value is None or _is_told(value)),
    "retries": ("an object of whole numbers or null", lambda value: value is None or _is_counts(value)),
}


def read(path: Path) -> list[Episode]:
    """All episodes of a file in its order; none where there is no file.

    A last line without its newline is what an interrupted run leaves: it is passed over unless it is whole.

    Raises:
        RecordError: any other line is malformed, or two lines are about the same episode.
    """
    episodes: dict[Key, Episode] = {}
    for number, (line, complete) in enumerate(_lines(path), start=1):
        try:
            episode = Episode.from_json(line, f"{path}, line {number}")
        except RecordError:
            if not complete:
                break
            raise
        if episode.key in episodes:
            raise RecordError(
                f"{path}, line {number}: a second record of {episode.key}; delete one of the two."
            )
        episodes[episode.key] = episode
    return list(episodes.values())


def _lines(path: Path) -> Iterator[tuple[str, bool]]:
    """The lines of a file that say something, and whether each ends with a newline."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            # A cut can fall inside a character: such bytes only ever end in an error about their own line.
            text = line.decode("utf-8", errors="replace")
            if text.strip():
                yield text, text.endswith("\n")


class Writer:
    """Appends episodes to a file, each in one piece and on disk before `write` returns. A context manager.

    What an interrupted run left of a last line is cut off first.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            rewrite(path, read(path))
        self._path = path
        with writing(path):
            self._file = path.open("ab", buffering=0)

    def write(self, episode: Episode) -> None:
        """Append one episode.

        Raises:
            OutputError: it can't be written; what there is of the line is cut off when the file is opened again.
        """
        line = memoryview(episode.to_json().encode("utf-8", "backslashreplace") + b"\n")
        with writing(self._path):
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())

    def __enter__(self) -> Writer:
        """The writer itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file."""
        self._file.close()


def rewrite(path: Path, episodes: Iterable[Episode]) -> None:
    """Replace a file by one with these episodes in this order, all at once: no moment sees half of it."""
    new = path.with_name(path.name + ".new")
    with writing(path):
        text = "".join(episode.to_json() + "\n" for episode in episodes)
        new.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(new, path)
