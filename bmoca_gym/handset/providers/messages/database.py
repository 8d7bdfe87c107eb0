"""``mmssms.db``: text messages as the file of Android's telephony provider, in both directions."""

from __future__ import annotations

import posixpath
import sqlite3

from bmoca_gym.handset.manifest import AppFile, Provider
from bmoca_gym.handset.providers.messages.store import (
    ADDRESS_LIMIT,
    DRAFT,
    FAILED,
    INBOX,
    NO_REPORT,
    OUTBOX,
    PACKAGE,
    QUEUED,
    SENT,
    UNKNOWN_SENDER,
    Message,
    MessageStore,
    Thread,
    same_address,
)
from bmoca_gym.handset.system import documents
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.system.sqlite_rows import last_number, set_last_number, storable, text_of
from bmoca_gym.handset.value import memo

DATABASE = f"/data/user_de/0/{PACKAGE}/databases/mmssms.db"
MESSAGE_LIMIT = 5000
_NUMBER_LIMIT = 1 << 62
#: The value of ``pdu.msg_box`` (Telephony.BaseMmsColumns) for each value of ``sms.type``.
_BOXES = {INBOX: 1, SENT: 2, DRAFT: 3, OUTBOX: 4, FAILED: 5, QUEUED: 4}
_CREATOR = "com.google.android.apps.messaging"

_SCHEMA = """
PRAGMA user_version = 67;
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT);
CREATE TABLE threads (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0,
  recipient_ids TEXT, snippet TEXT, snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1,
  archived INTEGER DEFAULT 0, type INTEGER DEFAULT 0, error INTEGER DEFAULT 0,
  has_attachment INTEGER DEFAULT 0);
CREATE TABLE sms (
  _id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER,
  date_sent INTEGER DEFAULT 0, protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1,
  type INTEGER, reply_path_present INTEGER, subject TEXT, body TEXT, service_center TEXT,
  locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1, error_code INTEGER DEFAULT 0, creator TEXT,
  seen INTEGER DEFAULT 0);
CREATE TABLE pdu (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
  msg_box INTEGER, read INTEGER DEFAULT 0, m_type INTEGER, st INTEGER, ct_t TEXT, locked INTEGER DEFAULT 0,
  sub_id INTEGER DEFAULT -1, seen INTEGER DEFAULT 0, creator TEXT, text_only INTEGER DEFAULT 0);
CREATE TABLE addr (
  _id INTEGER PRIMARY KEY, msg_id INTEGER, contact_id INTEGER, address TEXT, type INTEGER, charset INTEGER);
CREATE TABLE part (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, mid INTEGER, seq INTEGER DEFAULT 0, ct TEXT, name TEXT, cid TEXT, cl TEXT,
  _data TEXT, text TEXT);
CREATE INDEX typeThreadIdIndex ON sms (type, thread_id);
INSERT INTO android_metadata VALUES ('en_US');
"""


@memo(256, asset=True)
def messages_database(store: MessageStore) -> bytes:
    """Return the database file of the messages, with the tables of Android's provider."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(_SCHEMA)
        for thread in store.threads:
            _write_thread(connection, thread, [m for m in store.all if m.thread == thread.id])
        for message in store.messages:
            _write_message(connection, message)
        for message in store.multimedia:
            _write_multimedia(connection, message)
        set_last_number(connection, ("canonical_addresses", "threads"), store.next_thread - 1)

    return database_bytes(fill)


def _write_thread(connection: sqlite3.Connection, thread: Thread, messages: list[Message]) -> None:
    connection.execute("INSERT INTO canonical_addresses VALUES (?, ?)", (thread.id, storable(thread.address)))
    last = max(messages, key=lambda m: (m.date, m.id), default=None)
    connection.execute(
        "INSERT INTO threads (_id, date, message_count, recipient_ids, snippet, read, archived, error) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            thread.id,
            last.date if last else 0,
            len(messages),
            str(thread.id),  # an address has one thread, and the thread's id
            storable(last.body) if last else None,
            int(all(m.read for m in messages)),
            int(thread.archived),
            sum(m.type == FAILED for m in messages),
        ),
    )


def _write_message(connection: sqlite3.Connection, m: Message) -> None:
    zero = 0 if m.incoming else None
    connection.execute(
        "INSERT INTO sms (_id, thread_id, address, date, date_sent, protocol, read, status, type, "
        "reply_path_present, body, sub_id, error_code, creator, seen) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)",
        (
            m.id, m.thread, storable(m.address), m.date, m.date_sent, zero, int(m.read), m.status, m.type,
            zero, storable(m.body), m.error_code, _CREATOR, int(m.seen),
        ),
    )  # fmt: skip


#: Constants of a multimedia message: MESSAGE_TYPE_SEND_REQ, the kind of its recipient (PduHeaders.TO), UTF-8.
_SEND_REQUEST, _TO, _UTF_8 = 128, 151, 106


def _write_multimedia(connection: sqlite3.Connection, m: Message) -> None:
    """Write a message with an attachment: its header, its recipient, and one part each for the file and the text."""
    id = -m.id
    connection.execute(
        "INSERT INTO pdu (_id, thread_id, date, msg_box, read, m_type, ct_t, sub_id, seen, creator) "
        "VALUES (?, ?, ?, ?, ?, ?, 'application/vnd.wap.multipart.related', 1, ?, ?)",
        (id, m.thread, m.date // 1000, _BOXES[m.type], int(m.read), _SEND_REQUEST, int(m.seen), _CREATOR),
    )
    connection.execute(
        "INSERT INTO addr (msg_id, address, type, charset) VALUES (?, ?, ?, ?)",
        (id, storable(m.address), _TO, _UTF_8),
    )
    name = posixpath.basename(m.attachment)
    connection.execute(
        "INSERT INTO part (mid, ct, name, cl, _data) VALUES (?, ?, ?, ?, ?)",
        (id, documents.type_of(name), storable(name), storable(name), storable(m.attachment)),
    )
    if m.body:
        connection.execute(
            "INSERT INTO part (mid, ct, text) VALUES (?, 'text/plain', ?)", (id, storable(m.body))
        )


def read_file(store: MessageStore) -> bytes:
    """Return the messages as a database file."""
    return messages_database(store)


def write_file(store: MessageStore, data: bytes) -> MessageStore:
    """Replace the messages by those of a file. A message without a thread gets its address's; a thread without
    messages is left out.

    Messages with attachments stay if their thread still exists.

    Raises:
        sqlite3.DatabaseError: the file is not a database of messages.
        ValueError: a row has a value that is not valid for a message.
    """
    connection = read_database(data)
    try:
        rows = connection.execute(
            "SELECT _id, thread_id, address, body, date, type, read, seen, date_sent, status, error_code "
            "FROM sms ORDER BY _id LIMIT ?",
            (MESSAGE_LIMIT,),
        ).fetchall()
        known = connection.execute(
            "SELECT _id, recipient_ids, archived FROM threads ORDER BY _id LIMIT ?", (MESSAGE_LIMIT,)
        ).fetchall()
        addresses = dict(connection.execute("SELECT _id, address FROM canonical_addresses").fetchall())
        used = last_number(connection, "threads")
    finally:
        connection.close()
    threads: dict[int, Thread] = {}
    archived: dict[int, bool] = {}
    for id, recipients, away in known:
        first = str(recipients or "").split(" ")[0]
        address = text_of(addresses.get(int(first)) if first.isdecimal() and first.isascii() else None)
        archived[id] = bool(away)
        threads[id] = Thread(id, address[:ADDRESS_LIMIT], archived[id])
    next_thread = max([1, used + 1, *(id + 1 for id in threads)])
    messages = []
    for row in rows:
        message, next_thread = _message(row, threads, next_thread)
        messages.append(message)
    multimedia = tuple(m for m in store.multimedia if m.thread in threads)
    held = {message.thread for message in (*messages, *multimedia)}
    return MessageStore(tuple(messages), tuple(threads[id] for id in sorted(held)), next_thread, multimedia)


def _message(row: tuple[object, ...], threads: dict[int, Thread], next_thread: int) -> tuple[Message, int]:
    """Return the message of a row of ``sms``, its thread in ``threads``, and the id of the next thread."""
    id, thread_id, address, body, *rest = row
    numbers = [_number(id, n, part) for n, part in zip(_NUMBERS, rest, strict=True)]
    date, type, read, seen, date_sent, status, error_code = numbers
    number = text_of(address).strip()[:ADDRESS_LIMIT] or UNKNOWN_SENDER
    if type not in range(INBOX, QUEUED + 1):
        raise ValueError(f"sms row {id!r}: type is {type!r}; it must be from {INBOX} to {QUEUED}")
    found = threads.get(thread_id) if isinstance(thread_id, int) else None
    if found is None:
        found = next((t for t in threads.values() if same_address(t.address, number)), None)
    if found is None:
        new = thread_id if isinstance(thread_id, int) and 0 < thread_id < _NUMBER_LIMIT else next_thread
        found = Thread(new, number)
        next_thread = max(next_thread, new + 1)
    elif not found.address:
        found = Thread(found.id, number, found.archived)
    threads[found.id] = found
    made = Message(
        _number(id, "_id", id), found.id, number, text_of(body), date, type, bool(read), bool(seen),
        date_sent, status, error_code,
    )  # fmt: skip
    return made, next_thread


_NUMBERS = ("date", "type", "read", "seen", "date_sent", "status", "error_code")
_DEFAULTS = {"status": NO_REPORT, "type": INBOX}


def _number(id: object, column: str, stored: object) -> int:
    if stored is None:
        return _DEFAULTS.get(column, 0)
    if not (isinstance(stored, int) and abs(stored) < _NUMBER_LIMIT):
        raise ValueError(f"sms row {id!r}: {column} is {stored!r}; it must be a whole number below 2**62")
    return stored


PROVIDER = Provider(PACKAGE, MessageStore, (AppFile(DATABASE, read_file, write_file),))
