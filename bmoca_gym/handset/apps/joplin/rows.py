"""Joplin's rows: columns of notes, notebooks and tags, the search index, and sorting."""

from __future__ import annotations

import re

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, memo, value


def _texts(*names: str) -> tuple[Column, ...]:
    return tuple([Column(name, default="") for name in names])


_ZEROS = {"integer": 0, "real": 0.0}


def _numbers(*names: str, kind: str = "integer", unit: str = "") -> tuple[Column, ...]:
    return tuple([Column(name, kind, _ZEROS[kind], unit=unit) for name in names])


_TIMES = ("created_time", "updated_time", "user_created_time", "user_updated_time")
_PLACES = ("latitude", "longitude", "altitude")
#: Times are ms since the epoch. ``todo_completed``: when a to-do was ticked off, 0 for not yet; ``deleted_time``: when
#: a note came into the trash, 0 for one that is not there.
NOTES = Table(
    "notes",
    (
        *_texts("parent_id", "title", "body"),
        *_numbers("created_time", "updated_time", unit="ms"),
        *_numbers("is_conflict"),
        *_numbers(*_PLACES, kind="real"),
        *_texts("author", "source_url"),
        *_numbers("is_todo"),
        *_numbers("todo_due", "todo_completed", unit="ms"),
        *_texts("source", "source_application", "application_data"),
        *_numbers("order", kind="real"),
        *_numbers("user_created_time", "user_updated_time", unit="ms"),
        *_texts("encryption_cipher_text"),
        *_numbers("encryption_applied"),
        Column("markup_language", "integer", 1),
        *_numbers("is_shared"),
        *_texts("share_id", "conflict_original_id", "master_key_id", "user_data"),
        *_numbers("deleted_time", unit="ms"),
    ),
    id="id",
    id_kind="text",
)
FOLDERS = Table(
    "folders",
    (
        *_texts("title"),
        *_numbers(*_TIMES, unit="ms"),
        *_texts("encryption_cipher_text"),
        *_numbers("encryption_applied"),
        *_texts("parent_id"),
        *_numbers("is_shared"),
        *_texts("share_id", "master_key_id", "icon", "user_data"),
        *_numbers("deleted_time", unit="ms"),
    ),
    id="id",
    id_kind="text",
)
TAGS = Table(
    "tags",
    (
        *_texts("title"),
        *_numbers(*_TIMES, unit="ms"),
        *_texts("encryption_cipher_text"),
        *_numbers("encryption_applied", "is_shared"),
        *_texts("parent_id", "user_data"),
    ),
    id="id",
    id_kind="text",
)
NOTE_TAGS = Table(
    "note_tags",
    (
        *_texts("note_id", "tag_id"),
        *_numbers(*_TIMES, unit="ms"),
        *_texts("encryption_cipher_text"),
        *_numbers("encryption_applied", "is_shared"),
    ),
    id="id",
    id_kind="text",
)
#: Files that notes have: each is in the app's folder, under its id.
RESOURCES = Table(
    "resources",
    (
        *_texts("title", "mime", "filename"),
        *_numbers("created_time", "updated_time", "user_created_time", "user_updated_time", unit="ms"),
        *_texts("file_extension", "encryption_cipher_text"),
        *_numbers("encryption_applied", "encryption_blob_encrypted"),
        Column("size", "integer", -1),
        *_numbers("is_shared"),
        *_texts("share_id", "master_key_id", "user_data"),
        *_numbers("blob_updated_time", unit="ms"),
        *_texts("ocr_text", "ocr_details"),
        *_numbers("ocr_status"),
        *_texts("ocr_error"),
    ),
    id="id",
    id_kind="text",
)
#: What searches go through: notes with titles and bodies in small letters and without accents.
INDEX = Table(
    "notes_normalized",
    (
        *_texts("title", "body"),
        *_numbers("user_created_time", "user_updated_time", unit="ms"),
        *_numbers("is_todo", "todo_completed"),
        *_texts("parent_id"),
        *_numbers(*_PLACES, kind="real"),
        *_texts("source_url"),
        *_numbers("todo_due", unit="ms"),
    ),
    id="id",
    id_kind="text",
    unique=False,
)

#: Lists that are no notebook: all notes, the trash, and, with a tag's id behind it, the notes of a tag.
ALL, TRASH, TAGGED = "", "trash", "tag "
#: What notes may be sorted by.
ORDERS = ("user_updated_time", "user_created_time", "title", "order")


@value
class Order(Value):
    """The order of listed notes. ``field``: one of `ORDERS`; ``open_first``: uncompleted to-dos come first."""

    field: str = "user_updated_time"
    reverse: bool = True
    open_first: bool = True
    completed: bool = True


def text_of(row: Row, column: str, table: Table = NOTES) -> str:
    """A text of a row."""
    return str(table.get(row, column) or "")


def number(row: Row, column: str, table: Table = NOTES) -> int:
    """A number of a row."""
    cell = table.get(row, column)
    return cell if isinstance(cell, int) else 0


def id_of(row: Row) -> str:
    """The id of a row."""
    return str(row[0])


@memo(8)
def normalized(notes: Rows) -> Rows:
    """The rows of the search index."""
    kept = [column.name for column in INDEX.columns]
    return tuple(
        [
            INDEX.row(
                id_of(row),
                **{name: NOTES.get(row, name) for name in kept}
                | {name: plain(text_of(row, name)) for name in ("title", "body")},
            )
            for row in notes
            if not number(row, "deleted_time")
        ]
    )  # fmt: skip


# Notes


@memo(64)
def listed(notes: Rows, note_tags: Rows, shown: str, order: Order, locale: str) -> Rows:
    """The notes of a list: a notebook's id, `ALL`, `TRASH`, or `TAGGED` and a tag's id."""
    if shown == TRASH:
        found = [row for row in notes if number(row, "deleted_time")]
        return tuple(sorted(found, key=lambda row: (-number(row, "deleted_time"), row[0])))
    found = [row for row in notes if not number(row, "deleted_time")]
    if shown.startswith(TAGGED):
        tagged = {text_of(row, "note_id", NOTE_TAGS) for row in note_tags if TAGGED + _tag(row) == shown}
        found = [row for row in found if row[0] in tagged]
    elif shown != ALL:
        found = [row for row in found if text_of(row, "parent_id") == shown]
    if not order.completed:
        found = [row for row in found if not is_done(row)]
    found.sort(key=lambda row: (sort_key(text_of(row, "title"), locale), row[0]))
    if order.field == "title":
        found = found[::-1] if order.reverse else found
    else:
        sign = -1 if order.reverse else 1
        found.sort(key=lambda row: sign * float(NOTES.get(row, order.field) or 0))
    if order.open_first:
        found.sort(key=lambda row: not (number(row, "is_todo") and not is_done(row)))
    return tuple(found)


def _tag(row: Row) -> str:
    return text_of(row, "tag_id", NOTE_TAGS)


def is_done(row: Row) -> bool:
    """Whether a note is a to-do that is ticked off."""
    return bool(number(row, "is_todo") and number(row, "todo_completed"))


_WORDS = re.compile(r"\w+")


@memo(64)
def found(notes: Rows, query: str) -> Rows:
    """The notes in which every word of the query starts a word. Title matches come first."""
    wanted = _WORDS.findall(plain(query))
    if not wanted:
        return ()
    in_title, in_body = set(), set()
    for row in normalized(notes):
        title = _WORDS.findall(text_of(row, "title", INDEX))
        body = _WORDS.findall(text_of(row, "body", INDEX))
        if all(any(word.startswith(part) for word in title) for part in wanted):
            in_title.add(row[0])
        elif all(any(word.startswith(part) for word in (*title, *body)) for part in wanted):
            in_body.add(row[0])
    return tuple([row for ids in (in_title, in_body) for row in notes if row[0] in ids])


# Notebooks and tags


@memo(32)
def tree(folders: Rows, folded: tuple[str, ...], locale: str) -> tuple[tuple[Row, int, bool], ...]:
    """The visible notebooks, each with its depth and whether it has sub-notebooks."""
    shown = [row for row in folders if not number(row, "deleted_time", FOLDERS)]
    ids = {row[0] for row in shown}
    below: dict[str, list[Row]] = {}
    for row in sorted(shown, key=lambda row: (sort_key(text_of(row, "title", FOLDERS), locale), row[0])):
        parent = text_of(row, "parent_id", FOLDERS)
        below.setdefault(parent if parent in ids else "", []).append(row)
    placed: list[tuple[Row, int, bool]] = []
    left = [(row, 0) for row in reversed(below.get("", []))]
    while left:
        row, depth = left.pop()
        inner = below.get(id_of(row), [])
        placed.append((row, depth, bool(inner)))
        if id_of(row) not in folded:
            left += [(one, depth + 1) for one in reversed(inner)]
    return tuple(placed)


def with_those_below(folders: Rows, id: str) -> tuple[str, ...]:
    """The ids of a notebook and all its sub-notebooks."""
    found = [id]
    for above in found:
        found += [
            id_of(row)
            for row in folders
            if text_of(row, "parent_id", FOLDERS) == above and row[0] not in found
        ]
    return tuple(found)


def newest(folders: Rows) -> str:
    """The id of the newest notebook; "" if there is none."""
    here = [row for row in folders if not number(row, "deleted_time", FOLDERS)]
    return id_of(max(here, key=lambda row: number(row, "created_time", FOLDERS))) if here else ""


@memo(32)
def used_tags(tags: Rows, note_tags: Rows, notes: Rows, locale: str) -> Rows:
    """The tags in use, sorted by name."""
    here = {row[0] for row in notes if not number(row, "deleted_time")}
    used = {_tag(row) for row in note_tags if text_of(row, "note_id", NOTE_TAGS) in here}
    kept = [row for row in tags if row[0] in used]
    return tuple(sorted(kept, key=lambda row: sort_key(text_of(row, "title", TAGS), locale)))


def tags_of(note_tags: Rows, note: str) -> tuple[str, ...]:
    """The ids of a note's tags."""
    return tuple([_tag(row) for row in note_tags if text_of(row, "note_id", NOTE_TAGS) == note])


def title_in(rows: Rows, id: str, table: Table) -> str:
    """The title of the row with that id, or ""."""
    row = tables.with_id(rows, id)
    return "" if row is None else text_of(row, "title", table)
