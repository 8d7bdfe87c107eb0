"""``contacts2.db``: contacts as the file of Android's contacts provider, in both directions."""

from __future__ import annotations

import sqlite3

from bmoca_gym.handset.manifest import AppFile, Provider
from bmoca_gym.handset.providers.contacts.store import (
    ALL_KINDS,
    CONTACT_LIMIT,
    KINDS,
    LATER_KINDS,
    NAME_MIMETYPE,
    PACKAGE,
    Contact,
    ContactBook,
    Detail,
    digits_of,
    in_order,
    split_name,
)
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.system.sqlite_rows import last_number, set_last_number, storable, text_of
from bmoca_gym.handset.value import memo, replace

DATABASE = f"/data/data/{PACKAGE}/databases/contacts2.db"
_MIN_MATCH_DIGITS = 7
_KIND_OF = {kind.mimetype: name for name, kind in ALL_KINDS.items()}

_SCHEMA = """
PRAGMA user_version = 1400;
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE accounts (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, data_set TEXT);
CREATE TABLE contacts (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, name_raw_contact_id INTEGER REFERENCES raw_contacts(_id),
  photo_id INTEGER REFERENCES data(_id), photo_file_id INTEGER, custom_ringtone TEXT,
  send_to_voicemail INTEGER NOT NULL DEFAULT 0, x_times_contacted INTEGER NOT NULL DEFAULT 0,
  x_last_time_contacted INTEGER, times_contacted INTEGER NOT NULL DEFAULT 0, last_time_contacted INTEGER,
  starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0,
  has_phone_number INTEGER NOT NULL DEFAULT 0, lookup TEXT, status_update_id INTEGER REFERENCES data(_id),
  contact_last_updated_timestamp INTEGER);
CREATE TABLE raw_contacts (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER REFERENCES accounts(_id), sourceid TEXT,
  backup_id TEXT, raw_contact_is_read_only INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1,
  dirty INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
  metadata_dirty INTEGER NOT NULL DEFAULT 0, contact_id INTEGER REFERENCES contacts(_id),
  aggregation_mode INTEGER NOT NULL DEFAULT 0, aggregation_needed INTEGER NOT NULL DEFAULT 1,
  custom_ringtone TEXT, send_to_voicemail INTEGER NOT NULL DEFAULT 0,
  x_times_contacted INTEGER NOT NULL DEFAULT 0, x_last_time_contacted INTEGER,
  times_contacted INTEGER NOT NULL DEFAULT 0, last_time_contacted INTEGER,
  starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, display_name TEXT,
  display_name_alt TEXT, display_name_source INTEGER NOT NULL DEFAULT 0, phonetic_name TEXT,
  phonetic_name_style TEXT, sort_key TEXT, phonebook_label TEXT, phonebook_bucket INTEGER,
  sort_key_alt TEXT, phonebook_label_alt TEXT, phonebook_bucket_alt INTEGER,
  name_verified INTEGER NOT NULL DEFAULT 0, sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT);
CREATE TABLE mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL);
CREATE UNIQUE INDEX mime_type ON mimetypes (mimetype);
CREATE TABLE data (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER,
  mimetype_id INTEGER REFERENCES mimetypes(_id) NOT NULL,
  raw_contact_id INTEGER REFERENCES raw_contacts(_id) NOT NULL, hash_id TEXT,
  is_read_only INTEGER NOT NULL DEFAULT 0, is_primary INTEGER NOT NULL DEFAULT 0,
  is_super_primary INTEGER NOT NULL DEFAULT 0, data_version INTEGER NOT NULL DEFAULT 0,
  data1 TEXT, data2 TEXT, data3 TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT,
  data10 TEXT, data11 TEXT, data12 TEXT, data13 TEXT, data14 TEXT, data15 TEXT,
  data_sync1 TEXT, data_sync2 TEXT, data_sync3 TEXT, data_sync4 TEXT,
  carrier_presence INTEGER NOT NULL DEFAULT 0, preferred_phone_account_component_name TEXT,
  preferred_phone_account_id TEXT);
CREATE INDEX data_raw_contact_id ON data (raw_contact_id);
CREATE INDEX data_mimetype_data1_index ON data (mimetype_id, data1);
CREATE TABLE phone_lookup (
  data_id INTEGER REFERENCES data(_id) NOT NULL, raw_contact_id INTEGER REFERENCES raw_contacts(_id) NOT NULL,
  normalized_number TEXT NOT NULL, min_match TEXT NOT NULL);
INSERT INTO android_metadata VALUES ('en_US');
INSERT INTO accounts VALUES (1, NULL, NULL, NULL);
"""
_LABELS = """
CREATE TABLE groups (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER, account_id INTEGER REFERENCES accounts(_id), sourceid TEXT,
  version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, title TEXT, title_res INTEGER, notes TEXT,
  system_id TEXT, deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT NULL DEFAULT 0,
  should_sync INTEGER NOT NULL DEFAULT 1, auto_add INTEGER NOT NULL DEFAULT 0, favorites INTEGER NOT NULL DEFAULT 0,
  group_is_read_only INTEGER NOT NULL DEFAULT 0, sync1 TEXT, sync2 TEXT, sync3 TEXT, sync4 TEXT)
"""
# ContactsContract.DisplayNameSources: the source of the display name.
_NAME_SOURCE = {"email": 10, "phone": 20, "company": 30, "nickname": 35, "name": 40}
_NAMES = (0, 40)


@memo(256, asset=True)
def contacts_database(book: ContactBook) -> bytes:
    """Return the database file of a contact book, with the tables of Android's provider."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(_SCHEMA)
        mimetypes = {NAME_MIMETYPE: 1} | {k.mimetype: i for i, k in enumerate(KINDS.values(), start=2)}
        # As on a real phone, other MIME types are added with their first row.
        used = {detail.kind for contact in book.contacts for detail in contact.details}
        for kind in LATER_KINDS:
            if kind in used:
                mimetypes[LATER_KINDS[kind].mimetype] = len(mimetypes) + 1
        connection.executemany("INSERT INTO mimetypes VALUES (?, ?)", [(i, m) for m, i in mimetypes.items()])
        if book.next_label > 1:  # without labels, no such type
            connection.execute(_LABELS)
            connection.executemany(
                "INSERT INTO groups (_id, account_id, title) VALUES (?, 1, ?)", book.labels
            )
            set_last_number(connection, ("groups",), book.next_label - 1)
        for contact in book.contacts:
            _write(connection, contact, mimetypes)
        set_last_number(connection, ("contacts", "raw_contacts"), book.next_id - 1)

    return database_bytes(fill)


def _write(connection: sqlite3.Connection, contact: Contact, mimetypes: dict[str, int]) -> None:
    id, name = contact.id, storable(contact.name)
    named_by = "name" if contact.given.strip() or contact.family.strip() else ""
    source = named_by or next((d.kind for d in contact.details if d.text == contact.name), "")
    connection.execute(
        "INSERT INTO contacts (_id, name_raw_contact_id, starred, has_phone_number) VALUES (?, ?, ?, ?)",
        (id, id, int(contact.starred), int(bool(contact.all("phone")))),
    )
    connection.execute(
        "INSERT INTO raw_contacts (_id, account_id, contact_id, aggregation_needed, starred, display_name, "
        "display_name_source, sort_key) VALUES (?, 1, ?, 0, ?, ?, ?, ?)",
        (id, id, int(contact.starred), name, _NAME_SOURCE.get(source, 0), name),
    )
    insert = (
        "INSERT INTO data (mimetype_id, raw_contact_id, data1, data2, data3, data4) VALUES (?, ?, ?, ?, ?, ?)"
    )
    if named_by:
        parts = (storable(contact.given) or None, storable(contact.family) or None)
        connection.execute(insert, (mimetypes[NAME_MIMETYPE], id, name, *parts, None))
    for detail in contact.details:
        digits = digits_of(detail.text) if detail.kind == "phone" else ""
        international = f"+1{digits}" if len(digits) == 10 and digits.isdecimal() else None
        row = connection.execute(
            insert,
            (
                mimetypes[ALL_KINDS[detail.kind].mimetype],
                id,
                storable(detail.text),
                str(detail.type) if ALL_KINDS[detail.kind].types else None,
                storable(detail.label) or None,
                international,
            ),
        )
        if digits:
            connection.execute(
                "INSERT INTO phone_lookup VALUES (?, ?, ?, ?)",
                (row.lastrowid, id, international or digits, digits[::-1][:_MIN_MATCH_DIGITS]),
            )


def read_file(book: ContactBook) -> bytes:
    """Return the contacts as a database file."""
    return contacts_database(book)


def write_file(book: ContactBook, data: bytes) -> ContactBook:
    """Replace the contacts by those of a file. Raw contacts that are joined become one contact; deleted ones are left
    out.

    Raises:
        sqlite3.DatabaseError: the file is not a database of contacts.
        ValueError: a row has a value that is not valid for a contact.
    """
    connection = read_database(data)
    try:
        raw = connection.execute(
            "SELECT _id, coalesce(contact_id, _id), starred, display_name, display_name_source "
            "FROM raw_contacts WHERE deleted = 0 ORDER BY _id LIMIT ?",
            (CONTACT_LIMIT,),
        ).fetchall()
        rows = connection.execute(
            "SELECT d.raw_contact_id, m.mimetype, d.data1, d.data2, d.data3, d.data4, d.data5, d.data6 "
            "FROM data d JOIN mimetypes m ON d.mimetype_id = m._id ORDER BY d._id LIMIT ?",
            (CONTACT_LIMIT * 20,),
        ).fetchall()
        used = last_number(connection, "contacts")
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'groups'").fetchone()
        titles = "SELECT _id, title FROM groups WHERE deleted = 0 ORDER BY _id LIMIT ?"
        groups = connection.execute(titles, (CONTACT_LIMIT,)).fetchall() if known else []
        used_label = last_number(connection, "groups") if known else 0
    finally:
        connection.close()
    people: dict[int, Contact] = {}
    owners: dict[int, int] = {}
    for raw_id, id, starred, display_name, source in raw:
        if not (isinstance(raw_id, int) and isinstance(id, int) and id > 0):
            raise ValueError(
                f"raw_contacts row {raw_id!r}: contact_id is {id!r}; it must be a number above 0"
            )
        owners[raw_id] = id
        if id not in people:
            # Without a name in ``data``, the display name counts, unless it is a number or an address.
            given, family = split_name(text_of(display_name)) if source in _NAMES else ("", "")
            people[id] = Contact(id, given, family, bool(starred))
    for raw_id, mimetype, *columns in rows:
        if raw_id in owners:
            id = owners[raw_id]
            people[id] = _with_row(people[id], str(mimetype), [text_of(column) for column in columns])
    contacts = tuple([in_order(people[id]) for id in sorted(people)])
    labels = tuple([(id, text_of(title)) for id, title in groups if isinstance(id, int) and id > 0])
    next_label = max([1, used_label + 1, *(id + 1 for id, _ in labels)])
    return ContactBook(contacts, max([1, used + 1, *(id + 1 for id in people)]), labels, next_label)


def _with_row(contact: Contact, mimetype: str, columns: list[str]) -> Contact:
    """Return the contact with a row of ``data`` added."""
    first, second, third, fourth, fifth, sixth = columns
    if mimetype == NAME_MIMETYPE:
        given = " ".join(part for part in (fourth, second, fifth) if part)
        family = " ".join(part for part in (third, sixth) if part)
        if not (given or family):
            given, family = split_name(first)
        return replace(contact, given=given, family=family)
    kind = _KIND_OF.get(mimetype)
    if kind is None or not first:
        return contact
    type = (
        int(second)
        if ALL_KINDS[kind].types and second.isdecimal() and second.isascii() and len(second) < 4
        else 0
    )
    return replace(contact, details=(*contact.details, Detail(kind, first, type, third if type == 0 else "")))


_ROOT = "content://com.android.contacts"
PROVIDER = Provider(
    PACKAGE,
    ContactBook,
    (AppFile(DATABASE, read_file, write_file),),
    (
        (f"{_ROOT}/contacts", "vnd.android.cursor.dir/contact"),
        (f"{_ROOT}/raw_contacts", "vnd.android.cursor.dir/raw_contact"),
        (f"{_ROOT}/data/phones", "vnd.android.cursor.dir/phone_v2"),
    ),
)
