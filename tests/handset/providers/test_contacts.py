"""The contacts provider: names, numbers, search, order, and its database file, read and written."""

from __future__ import annotations

import sqlite3

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.database import DATABASE, contacts_database, write_file
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, PACKAGE, Contact, ContactBook, Detail
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

ADA = Contact(
    1, "Ada", "Lovelace", details=(Detail("phone", "(202) 456-1111", 2), Detail("email", "ada@x.org", 1))
)
BOB = Contact(2, "Bob", details=(Detail("company", "Moca"), Detail("phone", "555-0100", 1)))


@pytest.mark.parametrize(
    ("given_name", "family", "full"),
    [
        ("Ada", "Lovelace", "Ada Lovelace"), ("Ada", "", "Ada"), ("", "Lovelace", "Lovelace"), (" ", " ", ""),
        ("民", "孙", "孙民"), ("민수", "김", "김민수"), ("さくら", "田中", "田中 さくら"), ("علي", "حسن", "علي حسن"),
    ],
)  # fmt: skip
def test_names_stand_in_the_order_of_their_script(given_name: str, family: str, full: str) -> None:
    assert contacts.full_name(given_name, family) == full


@pytest.mark.parametrize(
    ("details", "name"),
    [
        ((), ""),
        ((Detail("phone", "555"), Detail("email", "a@b.c")), "555"),
        ((Detail("company", "Moca"), Detail("phone", "555")), "Moca"),
        ((Detail("notes", "tall"),), ""),
    ],
)
def test_who_has_no_name_is_called_by_a_detail(details: tuple[Detail, ...], name: str) -> None:
    assert Contact(details=details).name == name


@pytest.mark.parametrize(
    ("number", "owner"),
    [
        ("2024561111", ADA), ("+12024561111", ADA), ("456-1111", ADA), ("٢٠٢٤٥٦١١١١", ADA), ("5550100", BOB),
        ("4561112", None), ("111", None), ("", None), ("0100", None),
    ],
)  # fmt: skip
def test_a_number_is_known_in_every_form(number: str, owner: Contact | None) -> None:
    found = contacts.with_number((ADA, BOB), number)
    assert (found[0] if found else None) == owner


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ad", (ADA,)), ("LOVE", (ADA,)), ("love ad", (ADA,)), ("ada lov", (ADA,)), ("moca", (BOB,)), ("x.org", ()),
        ("456", (ADA,)), ("555-01", (BOB,)), ("z", ()), ("", ()), (" ", ()),
    ],
)  # fmt: skip
def test_the_search_reads_beginnings_of_words_and_parts_of_numbers(
    query: str, found: tuple[Contact, ...]
) -> None:
    assert contacts.matching((ADA, BOB), query) == found


def test_everybody_stands_in_the_order_of_the_language() -> None:
    people = tuple(Contact(i, name) for i, name in enumerate(("Zoë", "émile", "7Up", "علي", "Adam"), start=1))
    names = {tag: [c.name for c in contacts.ordered(people, tag)] for tag in ("en-US", "ar-EG")}
    assert names == {
        "en-US": ["Adam", "émile", "Zoë", "علي", "7Up"],
        "ar-EG": ["علي", "Adam", "émile", "Zoë", "7Up"],
    }


# The database

_texts = st.text(st.characters(blacklist_categories=("Cs",)), max_size=20)
_written = _texts.map(str.strip).filter(bool)


def _detail(kind: str) -> st.SearchStrategy[Detail]:
    numbers = [number for number, _ in ALL_KINDS[kind].types] or [0]
    return st.builds(Detail, st.just(kind), _written, st.sampled_from(numbers))


@st.composite
def _books(draw: st.DrawFn) -> ContactBook:
    people = []
    for id in draw(st.sets(st.integers(1, 50), max_size=4)):
        details = tuple(draw(_detail(kind)) for kind in ALL_KINDS for _ in range(draw(st.integers(0, 2))))
        people.append(Contact(id, draw(_written), draw(_texts.map(str.strip)), draw(st.booleans()), details))
    people.sort(key=lambda contact: contact.id)
    labels = tuple((id, draw(_written)) for id in sorted(draw(st.sets(st.integers(1, 9), max_size=3))))
    next_label = max([0, *(id for id, _ in labels)]) + draw(st.integers(1, 3))
    next_id = max([0, *(c.id for c in people)]) + draw(st.integers(1, 3))
    return ContactBook(tuple(people), next_id, labels, next_label)


@pytest.mark.exhaustive
@given(_books())
def test_a_book_that_is_written_and_read_is_the_same(book: ContactBook) -> None:
    assert write_file(ContactBook(), contacts_database(book)) == book


def test_the_database_is_the_one_of_android() -> None:
    connection = read_database(contacts_database(ContactBook((ADA, BOB), 3)))
    try:
        assert connection.execute("PRAGMA user_version").fetchone() == (1400,)
        rows = connection.execute(
            "SELECT r.display_name, m.mimetype, d.data1, d.data2, d.data4 FROM data d "
            "JOIN mimetypes m ON m._id = d.mimetype_id JOIN raw_contacts r ON r._id = d.raw_contact_id "
            "WHERE m.mimetype LIKE '%phone_v2'"
        ).fetchall()
        flags = connection.execute("SELECT _id, has_phone_number, starred FROM contacts").fetchall()
    finally:
        connection.close()
    mimetype = "vnd.android.cursor.item/phone_v2"
    assert rows == [
        ("Ada Lovelace", mimetype, "(202) 456-1111", "2", "+12024561111"),
        ("Bob", mimetype, "555-0100", "1", None),
    ]
    assert flags == [(1, 1, 0), (2, 1, 0)]


def test_half_a_character_does_not_stop_the_file() -> None:
    book = ContactBook((Contact(1, "\ud83d", "x", details=(Detail("notes", "\udc00"),)),), 2)
    assert write_file(ContactBook(), contacts_database(book)).contacts[0].name == "? x"


def _edited(change: str) -> bytes:
    """The database of Ada and Bob after an SQL script."""

    def fill(connection: sqlite3.Connection) -> None:
        source = read_database(contacts_database(ContactBook((ADA, BOB), 3)))
        source.backup(connection)
        source.close()
        connection.executescript(change)

    return database_bytes(fill)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ("UPDATE raw_contacts SET deleted = 1 WHERE _id = 1", ["Bob"]),
        ("UPDATE raw_contacts SET contact_id = 1", ["Bob"]),  # joined: the later name row counts
        ("DELETE FROM data", ["Ada Lovelace", "Bob"]),
        ("DELETE FROM raw_contacts; DELETE FROM data", []),
        (
            "INSERT INTO raw_contacts (_id, display_name) VALUES (9, 'Jo Li')",
            ["Ada Lovelace", "Bob", "Jo Li"],
        ),
        (
            "INSERT INTO data (mimetype_id, raw_contact_id, data1) VALUES (1, 77, 'nobody')",
            ["Ada Lovelace", "Bob"],
        ),
    ],
)
def test_what_others_write_is_read(change: str, names: list[str]) -> None:
    assert [c.name for c in write_file(ContactBook(), _edited(change)).contacts] == names


@pytest.mark.parametrize(
    "data",
    [b"", b"none", database_bytes("CREATE TABLE x (y)"), _edited("UPDATE raw_contacts SET contact_id = -1")],
)
def test_a_file_that_is_none_leaves_the_phone_without_contacts(hand: Hand, data: bytes) -> None:
    hand.device.write_file(DATABASE, contacts_database(ContactBook((ADA,), 2)))
    assert contacts.all_of(hand.phone) == (ADA,)
    hand.device.write_file(DATABASE, data)
    assert contacts.all_of(hand.phone) == ()
    assert any("using default data" in message for tag, message in hand.new_log() if tag == PACKAGE)


def test_the_package_is_cleared_like_an_app(hand: Hand) -> None:
    hand.device.write_file(DATABASE, contacts_database(ContactBook((ADA,), 2)))
    assert f"package:{PACKAGE}\n" in hand.shell("pm list packages")
    hand.shell(f"pm clear {PACKAGE}")
    assert contacts.all_of(hand.phone) == ()
