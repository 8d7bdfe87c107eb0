"""``summary.json``: the scores of an evaluation in a form that others can check.

`docs/evaluation.md` describes the format.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.episodes.outcomes import OUTCOMES
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import RecordError, cut, writing
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.summary import Row, Summary, summarise

#: Name and version of the format. In version 1 the digest of the records covered durations.
FORMAT, VERSION = "bmoca-summary", 2

#: Name of the file in a results folder.
FILE = "summary.json"

#: Largest difference between a figure and the figure by the records.
_TOLERANCE = 1e-6


def submission(
    description: Mapping[str, Any], episodes: Sequence[Episode], summary: Summary
) -> dict[str, Any]:
    """Make the content of ``summary.json``. ``description``: the content of ``run.json``."""
    identity = dict(description["identity"])
    settings = {name: identity.get(name) for name in ("action", "observation", "device", "step_seconds")}
    if "interface" in identity:
        settings["interface"] = identity["interface"]
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "code": description["code"],
        "suites": identity.get("catalogue_version", ""),
        "judge": identity.get("judge", ""),
        "answer_model": identity.get("answer_model"),
        "agent": identity["agent"],
        "options": identity.get("options", {}),
        "settings": settings,
        "seeds": sorted({episode.seed for episode in episodes}),
        "instances": summary.total.instances,
        "environments": {name: entry["digest"] for name, entry in description["environments"].items()},
        "robustness": description["robustness"] or None,
        "missing": missing(description, episodes),
        "records": _digest(episodes),
        "total": _figures(summary.total),
        "tasks": {row.name: _figures(row) for row in summary.of("task")},
    }


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write a ``summary.json``.

    Raises:
        OutputError: the file can't be written.
    """
    with writing(path):
        path.write_text(
            json.dumps(content, indent=1, ensure_ascii=False) + "\n",
            encoding="utf-8",
            errors="backslashreplace",
        )


def check(path: Path) -> tuple[dict[str, Any], bool]:
    """Read a ``summary.json``, and check its fields, its sums, and its figures against the records in its folder.

    ``path``: the file, or its results folder. Returns the content, and whether there were records to compare with.

    Raises:
        RecordError: a check failed. The message names the file, the field and the expected value.
    """
    file = path / FILE if path.is_dir() else path
    content = _read(file)
    for problem in _problems(content):
        raise RecordError(f"{file}: {problem}")
    folder = ResultsFolder(file.parent)
    if not folder.episodes_file.exists():
        return content, False
    description, episodes = folder.description(), folder.episodes()
    expected = submission(description, episodes, summarise(episodes, description))
    for one, other in zip(_parts(content).values(), _parts(expected).values(), strict=False):
        for name in _LATER:
            if name not in one:
                other.pop(name, None)
    for field, found, right in _differences(content, expected):
        raise RecordError(
            f"{file}: {field} is {cut(found)}; by the records in {folder.episodes_file} it must be {cut(right)}. "
            f"`bmoca report {file.parent}` rewrites the file."
        )
    return content, True


def _figures(row: Row) -> dict[str, Any]:
    rate = row.rate
    return {
        "episodes": rate.episodes,
        "successes": rate.successes,
        "success_rate": rate.mean,
        "wilson": _pair((rate.low, rate.high)),
        "over_instances": _pair(row.over_instances),
        "over_runs": _pair(row.over_runs),
        "standard_error": rate.standard_error,
        "score": row.score,
        "mean_steps": row.mean_steps,
        "expert_steps": row.expert_steps,
        "errors": row.errors,
        "wrong_formats": row.wrong_formats,
        "outcomes": dict(row.outcomes),
    }


def _pair(interval: tuple[float | None, float | None] | None) -> list[float | None] | None:
    return None if interval is None or interval[0] is None else list(interval)


def missing(description: Mapping[str, Any], episodes: Sequence[Episode]) -> int:
    """Count the missing episodes of the grid: instances of tasks × environments × seeds up to the highest."""
    home = description["robustness"]
    instances = [(task, entry.get("instance", 0)) for task, entry in description["tasks"].items()]
    for name in description["instances"]:
        task, _, number = name.rpartition("#")
        instances.append((task, int(number)))
    played = {episode.key for episode in episodes}
    seeds = range(max((episode.seed for episode in episodes), default=-1) + 1)
    grid = {
        (environment, task, seed, number)
        for environment in description["environments"]
        for task, number in instances
        for seed in seeds
        if not home or environment == home or number == 0
    }
    return len(grid - played)


def _digest(episodes: Sequence[Episode]) -> str:
    """Compute the SHA-256 of the records, in the order of the grid, without durations: equal runs are equal."""
    digest = hashlib.sha256()
    for episode in episodes:
        usage = episode.usage and {
            name: amount for name, amount in episode.usage.items() if name != "seconds"
        }
        timeless = dataclasses.replace(episode, seconds=0.0, usage=usage)
        digest.update(timeless.fields_as_json().encode("utf-8", "backslashreplace") + b"\n")
    return digest.hexdigest()


# --- the checks ---

_Valid = Callable[[Any], bool]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_share(value: object) -> bool:
    return _is_number(value) and 0 <= value <= 1  # type: ignore[operator]


def _is_interval(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_share, value)) and value[0] <= value[1]


def _or_null(valid: _Valid) -> _Valid:
    return lambda value: value is None or valid(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_hexadecimal(value: object, length: int) -> bool:
    return isinstance(value, str) and len(value) == length and set(value) <= set("0123456789abcdef")


_TEXT = ("a text that is not empty", _is_text)
_COUNT = ("a whole number, 0 or more", _is_count)
_SHARE = ("a number from 0 to 1, or null", _or_null(_is_share))
_INTERVAL = ("null, or two numbers from 0 to 1, the lower first", _or_null(_is_interval))
_STEPS = ("a number, 0 or more, or null", _or_null(lambda value: _is_number(value) and value >= 0))
_OBJECT = ("an object", lambda value: isinstance(value, dict))

_FIELDS: dict[str, tuple[str, _Valid]] = {
    "format": (f'"{FORMAT}"', lambda value: value == FORMAT),
    "format_version": (
        f"{VERSION}, the version that this package reads; `bmoca report DIR` rewrites the file from its records",
        lambda value: value is not True and value == VERSION,
    ),
    "code": (
        "a list of at least one object",
        lambda value: isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value),
    ),
    "suites": ("a text", lambda value: isinstance(value, str)),
    "judge": _TEXT,
    "answer_model": ("a text, or null", _or_null(_is_text)),
    "agent": _TEXT,
    "options": _OBJECT,
    "settings": _OBJECT,
    "seeds": (
        "a list of whole numbers, ascending, each once",
        lambda value: isinstance(value, list) and all(map(_is_count, value)) and value == sorted(set(value)),
    ),
    "instances": _COUNT,
    "environments": (
        "an object of texts that is not empty",
        lambda value: isinstance(value, dict) and bool(value) and all(map(_is_text, value.values())),
    ),
    "robustness": ("the id of an environment, or null", _or_null(_is_text)),
    "missing": _COUNT,
    "records": ("a SHA-256, 64 hexadecimal digits", lambda value: _is_hexadecimal(value, 64)),
    "total": _OBJECT,
    "tasks": ("an object that is not empty", lambda value: isinstance(value, dict) and bool(value)),
}

_CODE: dict[str, tuple[str, _Valid]] = {
    "version": _TEXT,
    "commit": ("40 hexadecimal digits, or null", _or_null(lambda value: _is_hexadecimal(value, 40))),
    "modified": ("true, false or null", _or_null(lambda value: isinstance(value, bool))),
}

_SETTINGS: dict[str, tuple[str, _Valid]] = {
    "action": _TEXT,
    "observation": _TEXT,
    "device": _TEXT,
    "step_seconds": ("a number, 0 or more", lambda value: _is_number(value) and value >= 0),
}

_FIGURES: dict[str, tuple[str, _Valid]] = {
    "episodes": _COUNT,
    "successes": _COUNT,
    "success_rate": _SHARE,
    "wilson": _INTERVAL,
    "over_instances": _INTERVAL,
    "over_runs": _INTERVAL,
    "standard_error": _SHARE,
    "score": _SHARE,
    "mean_steps": _STEPS,
    "expert_steps": _STEPS,
    "errors": _COUNT,
    "wrong_formats": _COUNT,
}


#: Figures that files of earlier versions lack.
_LATER: dict[str, tuple[str, _Valid]] = {
    "outcomes": (
        f"an object of whole numbers by outcome: {', '.join(OUTCOMES)}",
        lambda value: (
            isinstance(value, dict) and set(value) <= set(OUTCOMES) and all(map(_is_count, value.values()))
        ),
    )
}


def _parts(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures for all episodes and for each task, by their place in the content."""
    return {"total": content["total"], **{f"tasks.{name}": one for name, one in content["tasks"].items()}}


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RecordError(
            f"There is no file {file}. `bmoca evaluate` and `bmoca report DIR` write {FILE} into a results folder."
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{file} can't be read: {error}") from error
    if not isinstance(content, dict):
        raise RecordError(f"{file}: is {cut(content)}; it must be an object.")
    return content


def _problems(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the problems of the content, field by field. Later checks rely on earlier ones."""
    yield from _wrong("", content, _FIELDS)
    for number, one in enumerate(content["code"]):
        yield from _wrong(f"code[{number}].", one, _CODE)
    yield from _wrong("settings.", content["settings"], _SETTINGS)
    for name, part in _parts(content).items():
        if not isinstance(part, dict):
            yield f"{name} is {cut(part)}; it must be an object."
        there = {field: rule for field, rule in _LATER.items() if field in part}
        yield from _wrong(f"{name}.", part, {**_FIGURES, **there})
        successes, episodes, rate = part["successes"], part["episodes"], part["success_rate"]
        if successes > episodes:
            yield f"{name}.successes is {successes}; it must be at most {episodes}, the episodes."
        counted = sum(part.get("outcomes", {}).values())
        if "outcomes" in part and counted != episodes:
            yield f"{name}.outcomes add up to {counted}; they must add up to {episodes}, the episodes."
        right = successes / episodes if episodes else None
        if rate != right and (rate is None or right is None or abs(rate - right) > _TOLERANCE):
            yield f"{name}.success_rate is {rate}; it must be successes / episodes, {right}."
    for field in ("episodes", "successes", "errors", "wrong_formats"):
        right = sum(one[field] for one in content["tasks"].values())
        if content["total"][field] != right:
            yield f"total.{field} is {content['total'][field]}; it must be {right}, the sum over tasks."
    if content["robustness"] not in (None, *content["environments"]):
        yield f"robustness is {content['robustness']!r}; it must be one of the environments, or null."


def _wrong(place: str, part: Mapping[str, Any], fields: Mapping[str, tuple[str, _Valid]]) -> Iterator[str]:
    for name, (expected, valid) in fields.items():
        if name not in part:
            yield f"has no field {place}{name}; it must be {expected}."
        if not valid(part[name]):
            yield f"{place}{name} is {cut(part[name])}; it must be {expected}."


def _differences(given: Any, right: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the differences between two contents: the field, its value, and the expected value."""
    if isinstance(given, dict) and isinstance(right, dict):
        for name in {**right, **given}:
            yield from _differences(
                given.get(name), right.get(name), f"{place}.{name}" if place else str(name)
            )
    elif isinstance(given, list) and isinstance(right, list) and len(given) == len(right):
        for number, (one, other) in enumerate(zip(given, right, strict=True)):
            yield from _differences(one, other, f"{place}[{number}]")
    elif isinstance(given, float | int) and isinstance(right, float | int) and not isinstance(right, bool):
        if abs(given - right) > _TOLERANCE:
            yield place, given, right
    elif given != right:
        yield place, given, right
