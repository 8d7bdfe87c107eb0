"""Tables of content providers, and the output of ``content query``."""

from __future__ import annotations

import posixpath
import re
import sqlite3
import zlib
from collections.abc import Callable
from functools import partial

from bmoca_gym.handset import packages
from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers import media
from bmoca_gym.handset.providers.calendar import content as calendar_content
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.database import calendar_database
from bmoca_gym.handset.providers.contacts import content as contacts_content
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.database import contacts_database
from bmoca_gym.handset.providers.contacts.store import ContactBook
from bmoca_gym.handset.providers.messages import content as messages_content
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.database import messages_database
from bmoca_gym.handset.providers.table import Bindings, Row, Table, by_id
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents, files, settings
from bmoca_gym.handset.system.sqlite_bytes import read_database

USAGE = "content query --uri URI [--projection NAME:NAME] [--where CONDITION] [--sort 'NAME [ASC|DESC]']"

#: Columns in the provider's order (Android 10).
_COLUMNS = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present", "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip
_BOXES = {
    "inbox": messages.INBOX,
    "sent": messages.SENT,
    "draft": messages.DRAFT,
    "outbox": messages.OUTBOX,
    "failed": messages.FAILED,
    "queued": messages.QUEUED,
}
#: Columns of a contact's details (ContactsContract.Data), with the contact's name.
_DATA_COLUMNS = ("d._id", "d.raw_contact_id", "r.contact_id", "m.mimetype", "r.display_name", "d.data1", "d.data2",
                 "d.data3", "d.data4", "d.is_primary", "d.is_super_primary")  # fmt: skip
_COMPARISON = re.compile(
    r"""\s*(?P<column>\w+)\s*(?P<operator>=|==|!=|<>|<=|>=|<|>|\bLIKE\b)\s*
    (?:'(?P<quoted>(?:[^']|'')*)'|"(?P<double>[^"]*)"|(?P<plain>[-+\w]+))\s*(?P<more>\bAND\b|$)""",
    re.IGNORECASE | re.VERBOSE,
)


def authorities(phone: Phone) -> frozenset[str]:
    """The authorities of all content providers of the phone."""
    apps = packages.apps_of(phone.image).values()
    return frozenset((*_SYSTEM, *(one.path.partition("/")[0] for app in apps for one in app.content)))


def table_of(phone: Phone, uri: str) -> Table:
    """Return the rows of a URI.

    Providers: ``content://sms``, with ``/ID`` or ``/BOX`` (inbox, sent, draft, outbox, failed, queued);
    ``content://settings/global|secure|system``; ``content://com.android.contacts/contacts``, ``/data/phones`` and
    ``/data``, ``/raw_contacts``, ``/groups``, ``/groups_summary``, ``content://contacts/phones``;
    ``content://com.android.calendar/events``, ``/calendars``, ``/reminders``;
    ``content://media/external/images|audio|video/media``, with ``/ID``, and ``/file``, ``/downloads``; and the URIs
    of apps, such as ``content://call_log/calls``.

    Raises:
        ContentError: no provider has this URI.
    """
    scheme, _, path = uri.partition("://")
    path = path.strip("/")
    authority, _, part = path.partition("/")
    if scheme == "content" and authority in _SYSTEM:
        return _SYSTEM[authority](phone, uri, part)
    if scheme == "content":
        for app in packages.apps_of(phone.image).values():
            for one in app.content:
                if path == one.path or re.fullmatch(re.escape(one.path) + r"/\d{1,9}", path):
                    id = path[len(one.path) + 1 :]
                    rows = [row for row in one.rows(phone) if id in ("", str(row[0]))]
                    return Table(one.columns, rows, delete=one.delete and by_id(one.delete))
    known = (
        "content://sms[/BOX|/ID], content://settings/NAMESPACE, content://com.android.contacts/contacts, "
        "content://com.android.calendar/events, content://call_log/calls, "
        "content://media/external/images|audio|video/media"
    )
    raise ContentError(f"could not find provider of {uri!r}; there is {known}")


def _sms(phone: Phone, uri: str, part: str) -> Table:
    conditions, values = _of_part(uri, part)
    connection = read_database(messages_database(messages.store_of(phone)))
    try:
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        rows = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM sms{where}", values).fetchall()
    finally:
        connection.close()
    return Table(
        _COLUMNS, rows, "date DESC",
        insert=lambda phone, values: messages_content.insert(phone, part.rpartition("/")[2], values),
        update=messages_content.update, delete=messages_content.delete,
    )  # fmt: skip


def _settings(phone: Phone, uri: str, part: str) -> Table:
    namespace, _, name = part.partition("/")
    if namespace not in settings.NAMESPACES:
        raise ContentError(
            f"unknown URI {uri!r}; there is content://settings/{'|'.join(settings.NAMESPACES)}"
        )
    found = [row for row in settings.listing(phone, namespace) if not name or row[0] == name]
    return Table(
        ("_id", "name", "value"),
        [(n, *row) for n, row in enumerate(found, 1)],
        insert=partial(_put, namespace),
        update=partial(_put_row, namespace),
        delete=lambda phone, row: settings.delete(phone, namespace, str(row["name"])),
    )


def _put(namespace: str, phone: Phone, values: Bindings) -> Phone:
    if not values.get("name"):
        raise ContentError("a setting needs a name: --bind name:s:NAME")
    return settings.put_for_client(phone, namespace, str(values["name"]), str(values.get("value", "")))


def _put_row(namespace: str, phone: Phone, row: Row, values: Bindings) -> Phone:
    text = str(values.get("value", row["value"]))
    return settings.put_for_client(phone, namespace, str(row["name"]), text)


def _contacts(phone: Phone, uri: str, part: str) -> Table:
    """Nothing can be inserted through the old authority, ``contacts``."""
    table = _contacts_table(phone, uri, part)
    if uri.partition("://")[2].startswith(contacts_content.AUTHORITY):
        return table._replace(insert=lambda phone, values: contacts_content.insert(phone, part, values))
    return table


def _contacts_table(phone: Phone, uri: str, part: str) -> Table:
    people = contacts.all_of(phone)
    rows: list[tuple[object, ...]]
    if part in ("contacts", "raw_contacts", "people"):
        rows = [(c.id, c.name, int(c.starred), int(bool(c.all("phone")))) for c in people]
        columns = ("_id", "display_name", "starred", "has_phone_number")
        return Table(columns, rows, delete=by_id(contacts.delete))
    if part == "data":
        book = ContactBook(people, max([0, *(person.id for person in people)]) + 1)
        names = tuple(name.partition(".")[2] for name in _DATA_COLUMNS)
        sql = (
            f"SELECT {', '.join(_DATA_COLUMNS)} FROM data d JOIN mimetypes m ON m._id = d.mimetype_id "
            "JOIN raw_contacts r ON r._id = d.raw_contact_id"
        )
        return Table(names, _read(contacts_database(book), sql), delete=by_id(contacts_content.delete))
    if part in ("groups", "groups_summary"):
        counts = [(id, name, len(contacts.with_label(people, id))) for id, name in contacts.labels_of(phone)]
        if part == "groups":
            labels: list[tuple[object, ...]] = [(id, name) for id, name, _ in counts]
            return Table(("_id", "title"), labels, delete=by_id(contacts.delete_label))
        return Table(("_id", "title", "summ_count"), [*counts])
    if part in ("data/phones", "phones"):
        numbers = enumerate([(c, d) for c in people for d in c.all("phone")], 1)
        rows = [(n, c.id, c.name, d.text, d.text, d.type, d.type) for n, (c, d) in numbers]
        return Table(("_id", "contact_id", "display_name", "number", "data1", "data2", "type"), rows)
    raise ContentError(
        f"unknown URI {uri!r}; after the authority comes contacts, raw_contacts, groups or data/phones"
    )


def _calendar(phone: Phone, uri: str, part: str) -> Table:
    tables = {"events": "Events", "calendars": "Calendars", "reminders": "Reminders"}
    kind, _, id = part.partition("/")
    if kind not in tables or (id and not (id.isdecimal() and len(id) < 10)):
        raise ContentError(
            f"unknown URI {uri!r}; after com.android.calendar comes {', '.join(tables)}, and an id"
        )
    connection = read_database(calendar_database(calendar.store_of(phone)))
    try:
        cursor = connection.execute(f"SELECT * FROM {tables[kind]}")
        columns = tuple(description[0] for description in cursor.description)
        rows = [row for row in cursor.fetchall() if not id or row[columns.index("_id")] == int(id)]
    finally:
        connection.close()
    if kind != "events":
        return Table(columns, rows)
    insert = None if id else calendar_content.insert
    return Table(columns, rows, insert=insert, delete=by_id(calendar.delete))


def _read(data: bytes, sql: str) -> list[tuple[object, ...]]:
    connection = read_database(data)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def _media_id(path: str) -> int:
    return zlib.crc32(path.encode("utf-8", "replace")) & 0x7FFFFFFF or 1


def _media(phone: Phone, uri: str, part: str) -> Table:
    if part in ("external/file", "external/downloads"):
        folder = "/sdcard/" if part == "external/file" else "/sdcard/Download/"
        found = [path for path in sorted(phone.files) if path.startswith(folder)]
        stored: list[tuple[object, ...]] = []
        for path in found:
            shared = "/storage/emulated/0" + path[len("/sdcard") :]
            kind = documents.type_of(path) or None
            at = phone.modified.get(path, 0) // 1000
            stored.append(
                (_media_id(path), shared, posixpath.basename(path), kind, at, len(phone.files[path]))
            )
        columns = ("_id", "_data", "_display_name", "mime_type", "date_modified", "_size")
        return Table(columns, stored, delete=_without_file)
    volume, kind, rest, *more = [*part.split("/"), "", "", ""][:4]
    id = "".join(more)
    if volume != "external" or kind not in media.SUFFIXES or rest != "media" or (id and not id.isdecimal()):
        raise ContentError(
            f"unknown URI {uri!r}; there is content://media/external/{'|'.join(media.SUFFIXES)}/media[/ID]"
        )
    rows = [each.row for each in media.media(phone, kind) if not id or str(each.id) == id]
    return Table(media.COLUMNS, rows, delete=_without_file)


def _without_file(phone: Phone, row: Row) -> Phone:
    return files.delete(phone, files.resolve(str(row["_data"])))


#: The system's own providers by authority: the table of a URI, and of what follows the authority in it.
_SYSTEM: dict[str, Callable[[Phone, str, str], Table]] = {
    "com.android.calendar": _calendar,
    "com.android.contacts": _contacts,
    "contacts": _contacts,
    "media": _media,
    "settings": _settings,
    "sms": _sms,
}


def inserted(phone: Phone, uri: str, values: Bindings) -> Phone:
    """Return the phone after ``content insert``.

    Raises:
        ContentError: the URI or a value is invalid, or nothing can be inserted there.
    """
    insert = table_of(phone, uri).insert
    if insert is None:
        raise ContentError(f"insert is not supported for {uri!r}")
    return insert(phone, values)


def updated(phone: Phone, uri: str, where: str | None, values: Bindings) -> Phone:
    """Return the phone after ``content update``.

    Raises:
        ContentError: the URI, the condition or a value is invalid, or rows can't be updated there.
    """
    table = table_of(phone, uri)
    for row in _meeting(table, where):
        if table.update is None:
            raise ContentError(f"update is not supported for {uri!r}")
        phone = table.update(phone, row, values)
    return phone


def deleted(phone: Phone, uri: str, where: str | None) -> Phone:
    """Return the phone after ``content delete``.

    Raises:
        ContentError: the URI or the condition is invalid, or rows can't be deleted there.
    """
    table = table_of(phone, uri)
    for row in _meeting(table, where):
        if table.delete is None:
            raise ContentError(f"delete is not supported for {uri!r}")
        phone = table.delete(phone, row)
    return phone


def _meeting(table: Table, where: str | None) -> list[Row]:
    """Return the rows that meet a condition, the last first: a row's number may depend on those before it."""
    rows = [dict(zip(table.columns, row, strict=True)) for row in chosen(table, where)]
    return sorted(rows, key=lambda row: -int(str(row["_id"])))


def chosen(table: Table, where: str | None, order: str | None = None) -> list[tuple[object, ...]]:
    """Return the rows of a table that meet a condition, in an order.

    Raises:
        ContentError: the condition or the order is invalid or too long.
    """
    conditions = _of_where(where, table.columns) if where is not None else []
    text = _order(order or table.order, table)
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(f"CREATE TABLE t ({', '.join(table.columns)})")
        places = ", ".join("?" * len(table.columns))
        connection.executemany(f"INSERT INTO t VALUES ({places})", table.rows)
        clause = f" WHERE {' AND '.join(c for c, _ in conditions)}" if conditions else ""
        values = [_numeric(literal) for _, literal in conditions]
        return connection.execute(f"SELECT * FROM t{clause} ORDER BY {text}", values).fetchall()
    except (OverflowError, sqlite3.Error) as error:
        raise ContentError(f"the condition can't be read: {error}") from error
    finally:
        connection.close()


def _numeric(literal: str) -> object:
    """Return an unquoted literal that is a number as one: the columns of this table have no type that would convert
    it.
    """
    return int(literal[1:]) if literal.startswith("\0") else literal


def query(phone: Phone, options: dict[str, str]) -> str:
    """Return the rows that ``content query`` prints. By default the newest messages come first.

    Raises:
        ContentError: the URI, a column, the condition or the order is invalid.
    """
    table = table_of(phone, options.get("--uri", ""))
    names = tuple(options["--projection"].split(":")) if "--projection" in options else table.columns
    places = [table.columns.index(_column(name, table.columns)) for name in names]
    rows = chosen(table, options.get("--where"), options.get("--sort"))
    if not rows:
        return "No result found.\n"
    return "".join(
        f"Row: {i} {', '.join(f'{n}={_shown(row[at])}' for n, at in zip(names, places, strict=True))}\n"
        for i, row in enumerate(rows)
    )


def _shown(stored: object) -> str:
    return "NULL" if stored is None else str(stored)


def _of_part(uri: str, part: str) -> tuple[list[str], list[str | int]]:
    """Return the conditions, and their values, for the part of a URI after ``content://sms/``."""
    if not part:
        return [], []
    if part in _BOXES:
        return ["type = ?"], [_BOXES[part]]
    if part.isdecimal() and part.isascii() and len(part) < 18:
        return ["_id = ?"], [int(part)]
    raise ContentError(f"unknown URI {uri!r}; after content://sms/ comes an id or one of {', '.join(_BOXES)}")


def _column(name: str, columns: tuple[str, ...]) -> str:
    if name not in columns:
        raise ContentError(f"no such column: {name!r}; there are {', '.join(columns)}")
    return name


def _of_where(text: str, columns: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (condition with a placeholder, value) for each comparison in a condition joined by AND."""
    found = []
    at = 0
    while True:
        comparison = _COMPARISON.match(text, at)
        if comparison is None:
            raise ContentError(
                f"condition {text!r} is not understood from {text[at:]!r}; write COLUMN OPERATOR VALUE, joined by AND, "
                "with = != < <= > >= or LIKE and texts in quotes"
            )
        column = _column(comparison["column"], columns)
        literal = comparison["quoted"]
        literal = (
            literal.replace("''", "'")
            if literal is not None
            else comparison["double"] or _marked(comparison["plain"])
        )
        found.append((f"{column} {comparison['operator']} ?", literal or ""))
        at = comparison.end()
        if not comparison["more"]:
            return found


def _marked(plain: str | None) -> str:
    """Mark an unquoted literal that is a number."""
    return f"\0{plain}" if plain and re.fullmatch(r"[-+]?\d{1,18}", plain, re.ASCII) else plain or ""


def _order(text: str, table: Table) -> str:
    name, _, direction = text.strip().partition(" ")
    way = direction.strip().upper() or "ASC"
    if way not in ("ASC", "DESC"):
        raise ContentError(f"order {text!r} is not understood; write a column and ASC or DESC")
    return f"{_column(name, table.columns)} {way}, _id {way}"
