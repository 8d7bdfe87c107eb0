"""Check the app data that a suite's tasks read: the image must have its packages, files, tables and columns."""

from __future__ import annotations

import dataclasses
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache

from bmoca_gym.errors import CatalogueError, nearest
from bmoca_gym.handset import images, packages
from bmoca_gym.handset.errors import ContentError, FileAccessError
from bmoca_gym.handset.providers import content
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.success_detectors.app_data import PreferenceRule, SqliteRule
from bmoca_gym.success_detectors.rows import ProviderRule
from bmoca_gym.tasks.near_miss import PreferenceState, TableState
from bmoca_gym.tasks.needs import CAPABILITIES
from bmoca_gym.tasks.steps import Shell, WriteFile, WriteFiles
from bmoca_gym.tasks.suite import Suite
from bmoca_gym.tasks.task import Task

#: The package of the app whose folder contains a file.
_PACKAGE = re.compile(r"/data/(?:data|user/0|user_de/0)/([^/]+)/")

#: Parts of a task that read app data.
_PARTS = ("corrected", "upstream", "sub_goals", "ends_when", "near_misses")


def check(suite: Suite, source: str) -> None:
    """Check instance 0 of all tasks. ``source``: the suite's name in errors.

    A rule on a table that does not exist is never satisfied, so a wrong name would only show as 0 % success. Not
    checked: tasks for phones other than the embedded one, which need an app that the image lacks; and files that a
    set-up step writes.

    Raises:
        CatalogueError: the image lacks a package, file, table or column that a task reads; the message has the place,
            and suggests the nearest names.
    """
    phone = images.boot(image=images.image_named(suite.image))
    installed = {phone.image.outward(package) for package in packages.owners_of(phone.image)}
    for task in suite.tasks:
        if {need for need in (*task.needs, task.package) if need and need not in CAPABILITIES} <= installed:
            for part in _PARTS:
                for read in _reads(getattr(task, part)):
                    fault = _fault(read, phone, installed, task)
                    if fault:
                        raise CatalogueError(f"{source}: task {task.id!r}: {part}: {fault}")


_Read = SqliteRule | TableState | PreferenceRule | PreferenceState | ProviderRule


def _reads(part: object) -> Iterator[_Read]:
    """What part of a task reads, in order."""
    if isinstance(part, _Read):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _reads(item)
    elif dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield from _reads(getattr(part, field.name))


def _fault(read: _Read, phone: Phone, installed: set[str], task: Task) -> str:
    """What the image lacks, or ""."""
    if isinstance(read, ProviderRule):
        return _provider_fault(read, phone) if read.of.startswith("content://") else ""
    owner = _PACKAGE.match(read.path)
    if owner is None or _is_written(read.path, task):
        return ""
    if owner[1] not in installed:
        return f"{read.path}: the image {phone.image.name!r} has no app {_named(owner[1], installed)}"
    path = files.resolve(read.path)
    own = [
        known for known in files.app_files(phone.image) if (_PACKAGE.match(known) or ("", ""))[1] == owner[1]
    ]
    if path not in own:
        return f"the app {owner[1]} has no file {_named(path, own, 'Files')}"
    if isinstance(read, (PreferenceRule, PreferenceState)):
        return ""
    tables = _tables(phone, path)
    if tables is None:
        return ""
    if read.table not in tables:
        return f"{read.path}: there is no table {_named(read.table, tables, 'Tables')}"
    rows = read.rows if isinstance(read, TableState) else (*read.rows_exist, *read.rows_absent)
    return _columns_fault(f"the table {read.table!r}", tables[read.table], rows)


def _provider_fault(rule: ProviderRule, phone: Phone) -> str:
    try:
        columns = content.table_of(phone, rule.of).columns
    except ContentError as error:
        return str(error)
    return _columns_fault(rule.of, columns, (rule.any, rule.none))


def _columns_fault(place: str, known: Iterable[str], rows: Iterable[tuple[tuple[str, object], ...]]) -> str:
    known = tuple(known)
    for row in rows:
        for column, _ in row:
            if column not in known:
                return f"{place} has no column {_named(column, known, 'Columns')}"
    return ""


def _named(name: str, known: Iterable[str], kind: str = "") -> str:
    """Describe a wrong name with the nearest known ones, and list them all if ``kind`` says what they are."""
    known = sorted(known) if isinstance(known, set) else list(known)
    listed = f" {kind}: {', '.join(known) or 'none'}." if kind else ""
    return f"{name!r}.{nearest(name, known)}{listed}"


def _is_written(path: str, task: Task) -> bool:
    """Whether a step of the set-up may write that file."""
    return any(
        (isinstance(step, WriteFile) and step.path == path)
        or (isinstance(step, WriteFiles) and path.startswith(f"{step.folder}/"))
        or (isinstance(step, Shell) and path in step.command)
        for step in (*task.common_steps, *task.set_up_steps)
    )


@lru_cache(64)
def _tables(phone: Phone, path: str) -> Mapping[str, tuple[str, ...]] | None:
    """The columns of a database by table, or None if the app has not made the file yet."""
    try:
        data = files.read(phone, path)
    except FileAccessError:
        return None
    try:
        with closing(read_database(data)) as database:
            names = [
                name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            return {
                name: tuple([column[1] for column in database.execute(f'PRAGMA table_info("{name}")')])
                for name in names
            }
    except sqlite3.Error as error:
        raise CatalogueError(f"{path}: is not a database that can be read: {error}") from error
