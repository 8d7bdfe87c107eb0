"""Stores: each as the handset's own apps keep it; rows written and read back; wrong files and descriptions."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym import stores
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import CatalogueError, FileAccessError, StoreError
from bmoca_gym.handset import packages
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.stores import Column, TableStore
from bmoca_gym.stores.column import TYPES

SAMPLES = {
    "text": 'it\'s `x`, "a" $HOME',
    "integer": 3,
    "number": 12.5,
    "flag": False,
    "datetime": datetime(2023, 10, 15, 15, 34),
    "duration": 1.5,
}


class Phone:
    """Files and commands of a rooted phone that is not a handset; ``printed``: the answer to every command."""

    def __init__(self, files=(), printed=""):
        self.files = dict(files)
        self.printed = printed
        self.commands = []

    def read_file(self, path):
        if path not in self.files:
            raise FileAccessError(f"{path}: no such file")
        return self.files[path]

    def write_file(self, path, data):
        self.files[path] = data

    def shell(self, command):
        self.commands.append(command)
        return ShellResult("1000:1000 660\n" if command.startswith("stat") else self.printed, 0)


def phone_of(image):
    return EmbeddedDevice(image=image)


def has(device, store):
    """Whether a phone has the data that a store describes."""
    if not isinstance(store, TableStore):
        return True
    return store.package in packages.owners_of(device.phone.image)


#: Rows of these belong to a row of another store, and are of certain kinds.
OF_OTHERS = {"contact_details"}


def test_details_are_of_somebody_who_is_there():
    device, number = phone_of("android13"), "vnd.android.cursor.item/phone_v2"
    row = {"contact": "O'Hara", "kind": number, "text": "555", "type": "3", "label": None}
    with pytest.raises(StoreError, match="has no row with display_name='O''Hara'"):
        stores.add(device, "contact_details", [row])
    stores.add(device, "people", [{"name": "O'Hara"}, {"name": "Li"}])
    stores.add(device, "contact_details", [row, {**row, "text": "556"}, {**row, "contact": "Li"}])
    kept = stores.get("contact_details").read(device)
    names = [found["text"] for found in kept.values() if found["kind"].endswith("/name")]
    assert names == ["O'Hara", "Li"]
    assert [found for found in kept.values() if found["kind"] == number] == [
        row, {**row, "text": "556"}, {**row, "contact": "Li"},
    ]  # fmt: skip
    # What comes to one of them changes no other row's key, though an app writes all anew.
    stores.add(device, "contact_details", [{**row, "text": "554"}])
    assert kept.keys() < stores.get("contact_details").read(device).keys()
    stores.clear(device, "contact_details")
    assert stores.read(device, "contact_details") == []


@pytest.mark.parametrize("name", sorted({*stores.names()} - OF_OTHERS))
def test_a_store_is_as_the_handset_keeps_it(name):
    store = stores.get(name)
    device = next(d for d in map(phone_of, ("android10", "android13", "androidlab")) if has(d, store))
    if isinstance(store, TableStore):
        connection = read_database(device.read_file(store.path))
        found = {row[1] for row in connection.execute(f"PRAGMA table_info({store.table})")}
        connection.close()
        named = [c.column for c in store.columns] + [n for n, _ in store.only + store.fixed]
        assert {store.key, *named} <= found | {"rowid"}
    rows = [
        {c.name: SAMPLES[c.type] for c in store.columns if not c.has_default},
        {c.name: c.default if c.has_default else SAMPLES[c.type] for c in store.columns},
    ]
    more = dict(rows[0])
    for number, row in enumerate((*rows, more)):
        if isinstance(row.get(store.key), str):  # rows that bring their own keys bring different ones
            row[store.key] = f"{number:032x}"
    stores.clear(device, name)
    for other in map(stores.get, stores.names()):  # the rows that its columns refer to
        if any(c.refers and c.refers[0] == getattr(other, "table", "") for c in store.columns):
            stores.add(device, other, [{c.name: SAMPLES[c.type] for c in other.columns if not c.has_default}])
    assert stores.read(device, name) == []
    stores.add(device, store, rows)
    assert stores.read(device, store) == [store.checked(row, whole=True) for row in rows]
    stores.add(device, store, [more])
    assert len(stores.read(device, store)) == 3


TALLY = """
tally:
  package: com.example.tally
  path: /data/data/com.example.tally/databases/tally.db
  table: entry
  key: id
  columns:
    what: {type: text}
    amount: {column: cents, type: number, unit: cents}
    when: {type: datetime, unit: s, default: 2024-01-01}
    takes: {column: ms, type: duration, unit: ms, default: 1.5}
  only: {gone: 0}
  fixed: {by: me}
"""
SCHEMA = (
    "CREATE TABLE entry (id INTEGER PRIMARY KEY, what TEXT NOT NULL, cents INTEGER, [when], ms, gone, by);"
)
PATH = "/data/data/com.example.tally/databases/tally.db"
(STORE,) = stores.loads(TALLY)


def tally(script="", **options):
    return Phone({PATH: database_bytes(SCHEMA + script)}, **options)


def stored(phone, columns="*"):
    connection = read_database(phone.files[PATH])
    try:
        return connection.execute(f"SELECT {columns} FROM entry").fetchall()
    finally:
        connection.close()


def test_a_database_is_replaced_as_root_does_it():
    phone = tally("INSERT INTO entry (what, gone) VALUES ('hidden', 1)")
    stores.add(phone, STORE, [{"what": "Tea", "amount": 12.34}])
    assert phone.commands == [
        "getprop persist.sys.timezone",
        "am force-stop com.example.tally",
        f"stat -c '%u:%g %a' {PATH}",
        f"rm -f {PATH}-wal {PATH}-shm {PATH}-journal",
        f"chown 1000:1000 {PATH} && chmod 660 {PATH} && restorecon {PATH}",
    ]
    assert stores.read(phone, STORE) == [
        {"what": "Tea", "amount": 12.34, "when": datetime(2024, 1, 1), "takes": 1.5}
    ]
    assert stored(phone, "what, cents, [when], ms, gone, by") == [
        ("hidden", None, None, None, 1, None),
        ("Tea", 1234, 1704067200, 1500, 0, "me"),
    ]
    stores.clear(phone, STORE)
    assert stored(phone, "what") == [("hidden",)]


def test_an_index_has_what_the_app_searches_of_each_row():
    text = TALLY.replace(
        "  fixed:", "  index: {table: found, columns: [id, what, cents], plain: [what]}\n  fixed:"
    )
    text = text.replace("what: {type: text}", "id: {type: integer}\n    what: {type: text}")
    (store,) = stores.loads(text)
    phone = tally(
        "CREATE TABLE found (id, what, cents); INSERT INTO found VALUES (9, 'of a row that is gone', 1)"
    )

    def found():
        with closing(read_database(phone.files[PATH])) as connection:
            return connection.execute("SELECT id, what, cents FROM found ORDER BY id").fetchall()

    stores.add(phone, store, [{"id": 3, "what": "Thé", "amount": 1}])
    assert found() == [(3, "the", 100), (9, "of a row that is gone", 1)]
    stores.clear(phone, store)
    assert found() == []


def test_rows_that_are_still_in_the_write_ahead_log_are_kept(tmp_path):
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.executescript(
        f"PRAGMA journal_mode=WAL; {SCHEMA} INSERT INTO entry (what, cents, gone) VALUES ('a', 1, 0)"
    )
    connection.commit()
    files = {f"{PATH}{end}": (tmp_path / f"a.db{end}").read_bytes() for end in ("", "-wal")}
    connection.close()
    phone = Phone(files)
    assert [row["what"] for row in stores.read(phone, STORE)] == ["a"]
    stores.add(phone, STORE, [{"what": "b", "amount": 2}])
    del phone.files[f"{PATH}-wal"]  # as the phone's rm does
    assert [row["what"] for row in stores.read(phone, STORE)] == ["a", "b"]


def test_a_column_may_refer_to_another_table():
    (store,) = stores.loads(
        TALLY.replace("what: {type: text}", "what: {refers: {table: kind, key: id, column: name}}")
    )
    tables = (
        "CREATE TABLE kind (id INTEGER PRIMARY KEY, name); INSERT INTO kind VALUES (7, 'Tea'), (8, 'Rice');"
    )
    phone = tally(tables)
    stores.add(phone, store, [{"what": "Rice", "amount": 2}, {"what": "Tea", "amount": 3}])
    assert stored(phone, "what, cents") == [("8", 200), ("7", 300)]
    with pytest.raises(StoreError, match=r"NOT NULL.*entry\.what"):
        stores.add(phone, store, [{"what": "Milk", "amount": 1}])
    with pytest.raises(CatalogueError, match="refers: the field 'key' is missing"):
        stores.loads(TALLY.replace("what: {type: text}", "what: {refers: {table: kind}}"))


def test_times_are_the_devices_own():
    phone = tally(printed="Asia/Shanghai\n")
    stores.add(phone, STORE, [{"what": "Tea", "amount": 1, "when": "2024-05-13 08:00:00"}])
    assert stored(phone, "[when]") == [(1715558400,)]
    assert stores.read(phone, STORE)[0]["when"] == datetime(2024, 5, 13, 8)


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"


@pytest.mark.parametrize(
    "script",
    [
        f"CREATE VIEW entry AS {ENDLESS} SELECT x AS id FROM n;"
        "CREATE TRIGGER t INSTEAD OF DELETE ON entry BEGIN SELECT 1; END;",
        f"{SCHEMA} INSERT INTO entry (what, gone) VALUES ('a', 0); CREATE TABLE log (x);"
        f"CREATE VIEW endless AS {ENDLESS} SELECT x FROM n;"
        "CREATE TRIGGER t AFTER DELETE ON entry BEGIN INSERT INTO log SELECT count(*) FROM endless; END;",
    ],
)
def test_a_database_that_never_ends_is_not_changed(script):
    phone = Phone({PATH: database_bytes(script)})
    began = time.monotonic()
    with pytest.raises(StoreError, match=PATH):
        stores.clear(phone, STORE)
    assert time.monotonic() - began < 10


def test_what_the_device_refuses_is_an_error():
    with pytest.raises(StoreError, match="never opened"):
        stores.clear(Phone(), STORE)
    with pytest.raises(StoreError, match="not a database"):
        stores.clear(Phone({PATH: b"junk"}), STORE)
    with pytest.raises(StoreError, match="no such file"):
        stores.read(Phone(), STORE)
    with pytest.raises(StoreError, match=r"NOT NULL.*entry\.what"):
        stores.add(tally(), STORE, [{"what": None, "amount": 1}])
    with pytest.raises(StoreError, match="lacks 'amount'"):
        stores.add(tally(), STORE, [{"what": "Tea"}])
    with pytest.raises(StoreError, match="Did you mean 'amount'"):
        stores.add(tally(), STORE, [{"amont": 1}])
    with pytest.raises(StoreError, match="exit code 1"):
        stores.read(EmbeddedDevice(), stores.ProviderStore("x", (), uri="content://nobody"))


PEOPLE = stores.ProviderStore(
    "people", (Column("name", "name"), Column("phone", "phone")), uri="content://people"
)


@pytest.mark.parametrize(
    "printed",
    [
        "Row: 0 name=a, phone=1, _id=1\nRow: 1 name=b, phone=2, phone=3, _id=2",
        "Row: 0 name=a\nRow: 1 name=b, phone=1, _id=7, phone=1, _id=1",
        "Row: 0 name=a, phone=1, _id=1\nRow: 0 name=b, phone=1, _id=2",
        "Row: 1 name=a, phone=1, _id=1",
        "Row: 0 name=a, phone=1, _id=1\nRow: 1 name=b, phone=1, _id=1",
        "Error while accessing provider",
        "",
    ],
)
def test_answers_of_providers_that_can_be_read_in_two_ways(printed):
    with pytest.raises(StoreError):
        stores.read(Phone(printed=printed), PEOPLE)


@given(st.lists(st.tuples(st.text(), st.text()), max_size=3))
def test_any_text_of_a_provider_is_read_as_it_is_or_not_at_all(rows):
    lines = [f"Row: {i} name={a}, phone={b}, _id={i}\n" for i, (a, b) in enumerate(rows)]
    try:
        found = stores.read(Phone(printed="".join(lines) or "No result found.\n"), PEOPLE)
    except StoreError:
        return
    shown = [tuple(None if text == "NULL" else text for text in row) for row in rows]
    assert [(row["name"], row["phone"]) for row in found] == shown


@given(st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.binary()), st.sampled_from(TYPES))
def test_whatever_is_stored_is_seen(stored, kind):
    unit = {"datetime": "ms", "duration": "min", "number": "cents"}.get(kind, "")
    seen = Column("a", "a", kind, unit).seen(stored)
    assert (seen is None) is (stored is None)


def test_times_that_are_stored_as_text():
    column = Column("date", "date", "datetime", "text")
    assert column.stored("2024-05-10") == "2024-05-10 00:00:00"
    assert column.seen("2024-05-10 18:20:00") == datetime(2024, 5, 10, 18, 20)
    assert column.seen("2024-05-10T18:20:00+02:00") == datetime(2024, 5, 10, 18, 20)
    assert [column.seen(odd) for odd in ("soon", 7, None)] == ["soon", 7, None]


@given(st.decimals(min_value=-10_000, max_value=10_000, places=2))
def test_amounts_go_there_and_back(amount):
    column = Column("amount", "amount", "number", "cents")
    assert column.seen(column.stored(float(amount))) == float(amount)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("table: entry", "table: entry; DROP", "must be the name of a table"),
        ("package: com.example.tally", "package: tally; reboot", "must be an Android package"),
        ("path: /data/data/", "path: /system/", "must be the full path"),
        ("path: /data/data/", "path: /data/../", "must be the full path"),
        ("only: {gone: 0}", "only: {gone: false}", "must be text, a number or null"),
        ("key: id", "keys: id", "no field 'keys'. Did you mean 'key'"),
        ("{type: text}", "{type: string}", "must be one of text"),
        ("unit: cents", "unit: ms", "must be one of cents, millionths"),
        ("type: datetime, unit: s", "type: datetime", "must be one of s, ms"),
        ("default: 1.5", "default: soon", "must be a number of seconds"),
        ("what: {type: text}", "1what: {type: text}", "letters, digits and underscores"),
        ("  table: entry\n", "", "'table' is missing"),
        (
            "  fixed: {by: me}\n",
            "  index: {table: found, columns: [amount]}\n",
            "must be a list of what, cents",
        ),
    ],
)
def test_malformed_stores(old, new, message):
    assert old in TALLY
    with pytest.raises(CatalogueError, match=message):
        stores.loads(TALLY.replace(old, new), "tally.yaml")


def test_insertions_name_columns_that_exist():
    text = "x: {uri: 'content://x', columns: {a: {}}, insert: [{into: 'content://x', bind: {a: $b}}]}"
    with pytest.raises(CatalogueError, match=r"\$b is not one of \$a"):
        stores.loads(text)


def test_an_unknown_store_names_the_nearest():
    with pytest.raises(StoreError, match="Did you mean 'contacts'"):
        stores.read(EmbeddedDevice(), "contact")


def test_a_distribution_adds_stores(tmp_path, monkeypatch):
    """An entry point of the group ``bmoca_gym.stores`` names a package whose YAML files are stores too."""
    package = tmp_path / "notes_stores"
    package.mkdir()
    (package / "__init__.py").write_text('"""Stores of notes."""\n')
    (package / "notes.yaml").write_text(
        "notes:\n  path: /data/data/org.notes/databases/notes.db\n  table: notes\n  package: org.notes\n  key: _id\n"
        "  columns:\n    title: {type: text}\n"
    )
    found = tmp_path / "notes_stores-1.0.dist-info"
    found.mkdir()
    (found / "METADATA").write_text("Metadata-Version: 2.1\nName: notes-stores\nVersion: 1.0\n")
    (found / "entry_points.txt").write_text("[bmoca_gym.stores]\nnotes = notes_stores\n")
    monkeypatch.syspath_prepend(tmp_path)
    stores._known.cache_clear()
    try:
        assert stores.get("notes").name == "notes"
        assert "contacts" in stores.names()
    finally:
        monkeypatch.undo()
        stores._known.cache_clear()
    assert "notes" not in stores.names()
