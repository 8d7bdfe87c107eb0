"""Files of splits: which tasks of a suite are for training, for validation and for tests.

A suite's ``splits.yaml`` has the ids of the tasks of each part. `bmoca_gym.splits` makes splits of them, and names of
parts, such as ``androidworld/by_template:train``, can stand for tasks and for environments.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from bmoca_gym import data_files, suite_names
from bmoca_gym.errors import CatalogueError, UnknownTaskError, cut, nearest

FILE = "splits.yaml"

#: The parts of a split.
PARTS = ("train", "validation", "test")

#: What a split can hold apart.
KINDS = ("instance", "template", "app", "configuration")

#: The kinds whose tasks a file lists.
LISTED = ("template", "app")

#: Sections of a file. A suite of one app has none by app.
_SECTIONS = ("version", "environments", "families", *LISTED)
_OPTIONAL = "app"

_PREFIX = "by_"


class SplitFile(NamedTuple):
    """Content of a file.

    Attributes:
        version: its version.
        environments: by part, the environments of the splits by instance, template and app, as
            `bmoca_gym.randomization.select` takes them.
        families: patterns of ids. The tasks of a family are too much alike to be in different parts by template.
        tasks: by kind, one of `LISTED`, and by part: ids of tasks.
    """

    version: str
    environments: Mapping[str, str]
    families: tuple[tuple[str, ...], ...]
    tasks: Mapping[str, Mapping[str, tuple[str, ...]]]


class PartName(NamedTuple):
    """Name of a part of a split: ``androidworld/by_template:train``."""

    suite: str
    by: str
    part: str

    def __str__(self) -> str:
        owner = "" if self.suite == suite_names.DEFAULT else f"{self.suite}/"
        return f"{owner}{_PREFIX}{self.by}:{self.part}"


def named(name: object) -> PartName | None:
    """Read the name of a part; None if a name is not one.

    Raises:
        UnknownTaskError: it looks like one, but has another kind, part or suite.
    """
    suite, slash, rest = name.rpartition("/") if isinstance(name, str) else ("", "", "")
    if not rest.startswith(_PREFIX) or ":" not in rest or suite_names.is_file(suite):
        return None
    by, _, part = rest.removeprefix(_PREFIX).partition(":")
    if by not in KINDS or part not in PARTS or (slash and suite not in suite_names.packages()):
        known = [f"{_PREFIX}{kind}:{one}" for kind in KINDS for one in PARTS]
        raise UnknownTaskError(
            f"There is no part of a split {cut(name)}.{nearest(rest, known)} Splits are by {', '.join(KINDS)}, and "
            f"have the parts {', '.join(PARTS)}; suites: {', '.join(suite_names.packages())}."
        )
    return PartName(suite or suite_names.DEFAULT, by, part)


def has(suite: str) -> bool:
    """Whether a suite of `suite_names.packages` has a file of splits."""
    return (suite_names.folder(suite) / FILE).exists()


@cache
def read(suite: str) -> SplitFile:
    """Return the splits of a suite of `suite_names.packages`.

    Raises:
        CatalogueError: it has no file of splits, or the file is malformed; the message has file and field.
    """
    if not has(suite):
        raise CatalogueError(f"The suite {suite!r} has no splits: it has no {FILE}.")
    return parse(data_files.read(suite_names.folder(suite) / FILE), f"{suite}/{FILE}")


def parse(text: str, file: str) -> SplitFile:
    """Parse the text of a file. ``file``: its name for messages.

    Raises:
        CatalogueError: the text is malformed; the message has file and field.
    """
    data = data_files.parsed(text, file)
    if not isinstance(data, Mapping) or sorted({*map(str, data), _OPTIONAL}) != sorted(_SECTIONS):
        given = ", ".join(map(str, data)) if isinstance(data, Mapping) else cut(data)
        raise CatalogueError(f"{file}: has {given}; it must have {', '.join(_SECTIONS)}.")
    if not isinstance(data["version"], str):
        raise CatalogueError(f"{file}: version is {cut(data['version'])}; it must be a text (in quotes)")
    environments = {
        part: _text(one, file) for part, one in _parts(data["environments"], f"{file}: environments")
    }
    families = data["families"]
    if not isinstance(families, list):
        raise CatalogueError(f"{file}: families is {cut(families)}; it must be a list of lists of patterns")
    found = SplitFile(
        data["version"],
        environments,
        tuple(_names(one, f"{file}: families") for one in families),
        {
            kind: {
                part: _names(ids, f"{file}: {kind}: {part}")
                for part, ids in _parts(data[kind], f"{file}: {kind}")
            }
            for kind in LISTED
            if kind in data
        },
    )
    for kind in found.tasks:
        every = [id for ids in found.tasks[kind].values() for id in ids]
        twins = sorted({id for id in every if every.count(id) > 1})
        if twins:
            raise CatalogueError(f"{file}: {kind}: {twins[0]} is there twice; a task has one part.")
    for family in found.families:
        torn = {
            part: id
            for part, ids in found.tasks["template"].items()
            for id in ids
            if any(fnmatchcase(id, pattern) for pattern in family)
        }
        if len(torn) > 1:
            raise CatalogueError(
                f"{file}: template: {' and '.join(torn.values())} are of one family, and in different parts."
            )
    return found


def _parts(data: Any, place: str) -> list[tuple[str, Any]]:
    if not isinstance(data, Mapping) or sorted(map(str, data)) != sorted(PARTS):
        raise CatalogueError(f"{place} is {cut(data)}; it must be a mapping with {', '.join(PARTS)}.")
    return [(part, data[part]) for part in PARTS]


def _names(data: Any, place: str) -> tuple[str, ...]:
    if not isinstance(data, list) or not data or not all(isinstance(one, str) for one in data):
        raise CatalogueError(f"{place} is {cut(data)}; it must be a list of texts, at least one.")
    return tuple(data)


def _text(data: Any, file: str) -> str:
    if not isinstance(data, str):
        raise CatalogueError(f"{file}: environments: {cut(data)} must be a text, such as androidworld/all")
    return data
