"""Records of episodes: `Episode` is a line of ``episodes.jsonl``; functions that read and write such files."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.episodes.outcomes import INVALID
from bmoca_gym.episodes.trail import is_trail
from bmoca_gym.errors import RecordError, cut, writing


def instance_name(task: str, instance: int) -> str:
    """Return the name of a task's instance: the task's id for instance 0, ``id#number`` for others."""
    return f"{task}#{instance}" if instance else task


class Key(NamedTuple):
    """The key of an episode in an evaluation. ``instance``: the number of the task's instance."""

    environment: str
    task: str
    seed: int
    instance: int = 0

    @property
    def instance_name(self) -> str:
        """Name of the task's instance; see `instance_name`."""
        return instance_name(self.task, self.instance)

    def __str__(self) -> str:
        """Name the episode in a sentence."""
        return f"{self.instance_name} in {self.environment}, seed {self.seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """Result of one episode. `docs/evaluation.md` describes each field.

    Attributes:
        total_reward: sum of the rewards; files call it ``return``.
        seconds: duration of the episode in seconds, by a monotonic clock.
        error: the error that ended the episode, or None. An episode with an error has ``success`` False.
        finished: the agent's message when it ended the episode, or None.
        status: what the agent called the task when it ended the episode: ``complete``, ``infeasible``, ``refused``, or
            "" if it did not say; or None.
        stopped: the limit of a language agent that ended the episode, or None.
        asked: number of questions to the user that got no reply.
        invalid: number of invalid actions by kind, see `outcomes.INVALID`.
        first_invalid: the first of them: its ``kind``, the ``reason``, its ``text`` and its ``step`` from 0.
        retries: number of requests to a model that were sent again, by reason.
        repeats: number of steps that repeated an earlier action on an equal screen.
        usage: usage of a model, by name; ``seconds`` is the time of its answers.
        scores: final score under each judge, from 0 to 1. The judge that counts comes first.
        human_steps: number of steps that a person needs.
        sub_goals: for each sub-goal, whether it was met at the end.
        interruptions: names of those that came, in order; None in a calm run.
        changed: for each step, whether it changed the screen; None for an answer and the end.
        redrawn: for each step, whether it changed the picture by the rule of AndroidLab's code; None if AndroidLab's
            recorder would have no line.
        trail: its actions and digests of what they led to, see `bmoca_gym.episodes.trail`; None if an action can't be
            written as JSON.
        side_effects: what the episode has changed besides its task, a sentence each; None if it is not known.
        harmful_acts: those of them that can't be undone or that others see.
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
    status: str | None = None
    asked: int | None = None
    invalid: dict[str, int] | None = field(default=None, hash=False)
    first_invalid: dict[str, Any] | None = field(default=None, hash=False)
    trail: dict[str, Any] | None = field(default=None, hash=False)
    side_effects: tuple[str, ...] | None = None
    harmful_acts: tuple[str, ...] | None = None
    interruptions: tuple[str, ...] | None = None

    @property
    def hallucinated(self) -> bool:
        """True if the agent called the task finished but failed. Giving up and refusing do not count as finished."""
        ended = self.finished is not None and not self.gave_up and self.status != "refused"
        return ended and not self.success

    @property
    def stopped_early(self) -> bool:
        """True if the agent ended an episode that it had not solved after fewer steps than the expert needs."""
        ended = self.finished is not None and not self.success
        return ended and self.expert_steps is not None and self.steps < self.expert_steps

    @property
    def gave_up(self) -> bool:
        """True if the agent ended the episode by calling the task infeasible."""
        return "infeasible" in (self.status, self.finished)

    @property
    def outcome(self) -> str:
        """The outcome, one of `outcomes.OUTCOMES`. `docs/evaluation.md` describes them."""
        if self.success or self.error is not None:
            return "success" if self.error is None else "error"
        if self.status == "refused" or self.gave_up:
            return "refused" if self.status == "refused" else "gave_up"
        if 2 * self.wrong_formats > self.steps:
            counts = self.invalid or {}
            return max(INVALID, key=lambda kind: counts.get(kind, 0))
        if self.stopped is not None:
            return "limit"
        return "asked" if self.asked else "failed"

    @property
    def score(self) -> float:
        """Score under the judge that counts: 0 after an error, and 0 or 1 by ``success`` without recorded scores."""
        if self.error is not None:
            return 0.0
        return next(iter(self.scores.values())) if self.scores else float(self.success)

    @property
    def key(self) -> Key:
        """Environment, task, seed and instance."""
        return Key(self.environment, self.task, self.seed, self.instance)

    def to_json(self) -> str:
        """Write the episode as a line of JSON, without the newline, with its ``outcome``.

        Optional fields that are None are left out, and so is the number of instance 0.
        """
        return json.dumps({**self._fields(), "outcome": self.outcome}, ensure_ascii=False)

    def fields_as_json(self) -> str:
        """Write only the recorded fields, without those derived from them. Digests of records cover these."""
        return json.dumps(self._fields(), ensure_ascii=False)

    def _fields(self) -> dict[str, Any]:
        entry = {_NAMES.get(one.name, one.name): getattr(self, one.name) for one in fields(self)}
        return {
            name: value
            for name, value in entry.items()
            if not (name in _OPTIONAL and value is None) and (name, value) != ("instance", 0)
        }

    @classmethod
    def from_json(cls, line: str, place: str = "a record") -> Episode:
        """Read an episode from a line of JSON. Unknown fields are ignored.

        Raises:
            RecordError: the line is not JSON, or a field is missing or has the wrong type. The message begins with
                ``place``, the file and line.
        """
        entry = parsed(line, place)
        values: dict[str, Any] = {}
        for name, (expected, valid) in _CHECKS.items():
            file_name = _NAMES.get(name, name)
            if file_name not in entry:
                if name in _OPTIONAL:
                    continue
                raise RecordError(f"{place}: has no field {file_name!r}; it must be {expected}.")
            value = entry[file_name]
            if not valid(value):
                raise RecordError(f"{place}: {file_name} is {cut(value)}; it must be {expected}.")
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
    "status",
    "asked",
    "invalid",
    "first_invalid",
    "trail",
    "side_effects",
    "harmful_acts",
    "interruptions",
)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return (
            not isinstance(value, bool) and abs(value) < 1 << 63
        )  # math.isfinite raises an error for integers that no float can hold
    return isinstance(value, float) and math.isfinite(value)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_usage(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value)) and all(map(_is_number, value.values()))


def _is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _is_invalid(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(_is_text(value.get(name)) for name in ("kind", "reason", "text"))
        and _is_count(value.get("step"))
    )


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
    "status": ("a string or null", lambda value: value is None or _is_text(value)),
    "asked": ("a whole number or null", lambda value: value is None or _is_count(value)),
    "invalid": ("an object of whole numbers or null", lambda value: value is None or _is_counts(value)),
    "first_invalid": (
        "an object with the texts kind, reason and text and the number step, or null",
        lambda value: value is None or _is_invalid(value),
    ),
    "trail": (
        "an object with a frame, a reward and a score for each action, or null",
        lambda value: value is None or is_trail(value),
    ),
    "side_effects": ("a list of strings, or null", lambda value: value is None or _is_texts(value)),
    "harmful_acts": ("a list of strings, or null", lambda value: value is None or _is_texts(value)),
    "interruptions": ("a list of strings or null", lambda value: value is None or _is_texts(value)),
}


def read(path: Path) -> list[Episode]:
    """Read all episodes of a file, in order. A missing file has no episodes.

    An interrupted run may leave a last line without a newline. Such a line is ignored if it is incomplete.

    Raises:
        RecordError: another line is malformed, or two lines record the same episode.
    """
    episodes: dict[Key, Episode] = {}
    for number, (line, complete) in enumerate(lines(path), start=1):
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


def parsed(line: str, place: str) -> dict[str, Any]:
    """Read the object in a line of JSON. ``place``: its file and line, for errors.

    Raises:
        RecordError: it is not JSON, or not an object.
    """
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{place}: not JSON ({error}).") from error
    if not isinstance(entry, dict):
        raise RecordError(f"{place}: is {type(entry).__name__}; it must be an object.")
    return entry


def lines(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a file that are not blank, and whether each ends with a newline. A missing file has none."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            # A line may end inside a character. Such bytes cause an error about their own line only.
            text = line.decode("utf-8", errors="replace")
            if text.strip():
                yield text, text.endswith("\n")


class Writer:
    """Writer that appends episodes to a file. A context manager.

    Each episode is on disk before `write` returns. An incomplete last line of an interrupted run is removed first.
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
            OutputError: the line can't be written. The next `Writer` removes an incomplete line.
        """
        line = memoryview(episode.to_json().encode("utf-8", "backslashreplace") + b"\n")
        with writing(self._path):
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())

    def __enter__(self) -> Writer:
        """Return the writer itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file."""
        self._file.close()


def rewrite(path: Path, episodes: Iterable[Episode]) -> None:
    """Replace a file by one with these episodes, in this order. The replacement is atomic."""
    new = path.with_name(path.name + ".new")
    with writing(path):
        text = "".join(episode.to_json() + "\n" for episode in episodes)
        new.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(new, path)
