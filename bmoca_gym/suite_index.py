"""The index of a suite: its prefix, and the id, Gymnasium name and file of each task.

``import bmoca_gym`` needs the Gymnasium ids of all tasks, and a task's own file is found by its id. Both come from
``index.json`` beside a catalogue, which ``bmoca index`` writes. An entry is only valid while the hash of its file is
unchanged; other files are parsed. So a suite without an index has the same ids, but takes longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

CATALOGUE = "catalogue.yaml"
INDEX = "index.json"

_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True, slots=True)
class IndexedTask:
    """A task's id, its name in Gymnasium ids, and the file that has it, relative to its suite's folder."""

    id: str
    gym_name: str
    file: str


@dataclass(frozen=True, slots=True)
class SuiteIndex:
    """What the files of a suite's folder say about ids.

    Attributes:
        prefix: ``prefix`` of the catalogue, or "".
        drawn: the tasks that ``<Prefix>-v0`` draws from.
        tasks: the tasks in the order of the files.
    """

    prefix: str
    drawn: str
    tasks: tuple[IndexedTask, ...]


def gym_name(task_id: str) -> str:
    """Make the Gymnasium name of a task whose file gives none.

    The name has the words of the id, without articles, each with a capital: ``open_the_clock_app`` becomes
    ``OpenClockApp``. A name that would begin with a digit gets the prefix ``Task``.
    """
    name = "".join(word.capitalize() for word in task_id.split("_") if word not in _ARTICLES)
    return name if name[:1].isalpha() else f"Task{name}"


def left_out(task_id: str) -> list[str]:
    """List the words of an id that `gym_name` leaves out.

    >>> left_out("wake_me_at_a_quarter_past_seven")
    ['a']
    """
    return [word for word in task_id.split("_") if word in _ARTICLES]


def inside(file: object) -> bool:
    """Whether a file that a catalogue lists is the name of one in the catalogue's own folder."""
    parts = PurePosixPath(file).parts if isinstance(file, str) else ()
    return bool(parts) and ".." not in parts and parts[0] != "/"


def read(folder: Path) -> SuiteIndex:
    """Return the index of the suite in a folder. Each of its files is read once.

    Raises:
        OSError, CatalogueError: a file can't be read, or is not valid YAML.
    """
    try:
        return _index(_files(folder, _kept(folder)))
    except (AttributeError, LookupError, TypeError, ValueError):  # somebody has edited the index
        return _index(_files(folder, {}))


def _index(files: Mapping[str, dict[str, Any]]) -> SuiteIndex:
    head = files[CATALOGUE]
    return SuiteIndex(
        head["prefix"],
        head["drawn"],
        tuple(
            IndexedTask(task, name, file) for file, entry in files.items() for task, name in entry["tasks"]
        ),
    )


def written(folder: Path) -> str:
    """Return the text that ``index.json`` of a folder must have. The files are parsed, regardless of the existing
    index.

    Raises:
        OSError, CatalogueError: as `read`.
    """
    entries = (
        f" {json.dumps(file)}: {json.dumps(entry, ensure_ascii=False)}"
        for file, entry in _files(folder, {}).items()
    )
    return "{\n" + ",\n".join(entries) + "\n}\n"


def is_old(folder: Path) -> bool:
    """Whether a folder has an index that does not fit its files.

    Raises:
        OSError, CatalogueError: as `read`.
    """
    path = folder / INDEX
    return path.exists() and path.read_text(encoding="utf-8") != written(folder)


def _kept(folder: Path) -> Mapping[str, Any]:
    """The content of ``index.json``; empty if there is none, or it is damaged."""
    try:
        found = json.loads((folder / INDEX).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _files(folder: Path, kept: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What each file of the suite says, the catalogue first."""
    head = _file(folder, CATALOGUE, kept)
    return {CATALOGUE: head} | {file: _file(folder, file, kept) for file in head["files"]}


def _file(folder: Path, file: str, kept: Mapping[str, Any]) -> dict[str, Any]:
    text = (folder / file).read_bytes()
    digest = sha256(text).hexdigest()
    entry = kept.get(file)
    if isinstance(entry, dict) and entry.get("sha256") == digest:
        return entry
    return {"sha256": digest} | _parsed(text, str(folder / file), file == CATALOGUE)


def _parsed(text: bytes, source: str, head: bool) -> dict[str, Any]:
    from bmoca_gym import data_files  # YAML's parser is only imported if an index is missing or old

    data = data_files.parsed(text.decode("utf-8"), source)
    fields: Mapping[str, Any] = data if isinstance(data, dict) else {}
    found: dict[str, Any] = {"tasks": [list(task) for task in _tasks(fields, source)]}
    if head:
        files = fields.get("files")
        found |= {name: str(fields.get(name) or "") for name in ("prefix", "drawn")}
        found["files"] = [file for file in files if inside(file)] if isinstance(files, list) else []
    return found


def _tasks(fields: Mapping[str, Any], source: str) -> Iterator[tuple[str, str]]:
    """The id and the Gymnasium name of each task in a file."""
    from bmoca_gym.shared_fields import filled

    given = fields.get("tasks")
    for number, task in enumerate(given if isinstance(given, list) else ()):
        data = filled(task, fields.get("templates"), f"{source}: task number {number + 1}")
        if isinstance(data, Mapping) and isinstance(data.get("id"), str):
            yield data["id"], str(data.get("gym_name") or gym_name(data["id"]))
