"""The SMS provider: threads, sending, receiving, its database as a file, and ``content query``."""

from __future__ import annotations

import sqlite3

import pytest
from handset_hand import Hand
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.database import DATABASE, messages_database, write_file
from bmoca_gym.handset.providers.messages.store import (
    DELIVERED,
    FAILED,
    INBOX,
    OUTBOX,
    SENT,
    Message,
    MessageStore,
    Thread,
)
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

ADA, BANK = "2024561111", "BANK"


def rows(hand: Hand, query: str) -> list[tuple[object, ...]]:
    connection = read_database(hand.device.read_file(DATABASE))
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


@pytest.fixture
def two(hand: Hand) -> Hand:
    """A phone with a message of each of two senders."""
    hand.phone = messages.receive(hand.phone, ADA, "Dinner?")
    hand.wait(60)
    hand.phone = messages.receive(hand.phone, BANK, "Your code, is 7")
    return hand


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (ADA, "+12024561111", True), (ADA, "(202) 456-1111", True), (ADA, "2024561112", False),
        (BANK, "bank", True), ("BANK1", "SHOP1", False), ("911", "911", True), ("911", "2024561911", False),
    ],
)  # fmt: skip
def test_an_address_is_known_in_every_form(one: str, other: str, same: bool) -> None:
    assert messages.same_address(one, other) is same


def test_what_comes_is_unread_in_its_senders_thread(two: Hand) -> None:
    two.phone = messages.receive(two.phone, "+1 202 456 1111", "Or lunch?")
    store = messages.store_of(two.phone)
    assert [thread.address for thread in store.threads] == [ADA, BANK]
    assert [(m.id, m.thread, m.read, m.type) for m in store.messages] == [
        (1, 1, False, INBOX), (2, 2, False, INBOX), (3, 1, False, INBOX),
    ]  # fmt: skip
    assert rows(two, "SELECT _id, message_count, recipient_ids, snippet, read FROM threads") == [
        (1, 2, "1", "Or lunch?", 0), (2, 1, "2", "Your code, is 7", 0),
    ]  # fmt: skip


def test_sending_takes_a_moment_and_a_radio(hand: Hand) -> None:
    hand.phone = messages.send(hand.phone, ADA, "Yes")
    assert [m.type for m in messages.store_of(hand.phone).messages] == [OUTBOX]
    hand.wait(2)
    hand.phone = messages.send(hand.phone, ADA, "At 8", report=True)
    hand.wait(2)
    assert [(m.type, m.status) for m in messages.store_of(hand.phone).messages] == [
        (SENT, -1),
        (SENT, DELIVERED),
    ]
    hand.shell("settings put global airplane_mode_on 1")
    hand.phone = messages.send(hand.phone, ADA, "Or 9")
    hand.wait(2)
    assert messages.store_of(hand.phone).messages[-1].type == FAILED
    hand.shell("settings put global airplane_mode_on 0")
    hand.phone = messages.send_again(hand.phone, 3)
    hand.wait(2)
    assert [m.type for m in messages.store_of(hand.phone).messages] == [SENT] * 3


def test_a_message_that_is_deleted_is_not_sent(hand: Hand) -> None:
    hand.phone = messages.send(hand.phone, ADA, "Yes")
    hand.phone = messages.delete_message(hand.phone, 1)
    hand.wait(2)
    assert messages.store_of(hand.phone) == MessageStore(next_thread=2)


def test_an_archived_thread_comes_back_with_a_message(two: Hand) -> None:
    two.phone = messages.archive(two.phone, (1, 2), True)
    two.phone = messages.mark_read(two.phone)
    assert not any(m.read for m in messages.store_of(two.phone).messages)
    two.phone = messages.receive(two.phone, ADA, "Hello?")
    assert [t.archived for t in messages.store_of(two.phone).threads] == [False, True]
    assert rows(two, "SELECT archived FROM threads") == [(0,), (1,)]


# The file

texts = st.text(max_size=40)
stores = st.lists(
    st.tuples(st.sampled_from((ADA, BANK, "911")), texts, st.integers(0, 1 << 41), st.integers(1, 6), st.booleans()),
    max_size=6,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(stores)
def test_what_is_written_is_read_again(given_rows: list[tuple[str, str, int, int, bool]]) -> None:
    addresses = list(dict.fromkeys(row[0] for row in given_rows))
    threads = tuple(Thread(i, address, i == 2) for i, address in enumerate(addresses, start=1))
    store = MessageStore(
        tuple(
            Message(i, addresses.index(address) + 1, address, body.replace("\0", ""), date, type, read)
            for i, (address, body, date, type, read) in enumerate(given_rows, start=1)
        ),
        threads,
        len(threads) + 1,
    )
    assert write_file(MessageStore(), messages_database(store)) == store


def test_a_deleted_row_takes_its_thread_with_it(two: Hand) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        read_database(two.device.read_file(DATABASE)).backup(connection)
        connection.execute("DELETE FROM sms WHERE address = 'BANK'")

    two.device.write_file(DATABASE, database_bytes(fill))
    store = messages.store_of(two.phone)
    assert [t.address for t in store.threads] == [ADA]
    assert store.next_thread == 3


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE other (a)",
        "CREATE TABLE sms (_id INTEGER PRIMARY KEY)",
    ],
)
def test_a_file_that_is_none_leaves_the_first_messages(two: Hand, script: str) -> None:
    two.device.write_file(DATABASE, database_bytes(script))
    assert messages.store_of(two.phone) == MessageStore()


def test_a_row_that_no_message_can_have_is_refused() -> None:
    def fill(connection: sqlite3.Connection) -> None:
        read_database(messages_database(MessageStore())).backup(connection)
        connection.execute("INSERT INTO sms (_id, address, type, date) VALUES (1, '911', 9, 0)")

    with pytest.raises(ValueError, match="sms row 1: type is 9"):
        write_file(MessageStore(), database_bytes(fill))


def test_a_row_without_a_thread_gets_one() -> None:
    def fill(connection: sqlite3.Connection) -> None:
        read_database(messages_database(MessageStore())).backup(connection)
        connection.execute("INSERT INTO sms (_id, address, type, body) VALUES (4, '911', 1, 'Hi')")

    store = write_file(MessageStore(), database_bytes(fill))
    assert store.threads == (Thread(1, "911"),)
    assert [(m.id, m.thread, m.body) for m in store.messages] == [(4, 1, "Hi")]


def test_a_message_without_an_address_has_one_that_can_be_shown(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, " ", "Who am I?")
    assert rows(hand, "SELECT address FROM sms") == [("\u02bcUNKNOWN_SENDER!\u02bc",)]


# content query


def test_content_query_prints_rows_as_android_does(two: Hand) -> None:
    first = two.shell("content query --uri content://sms").splitlines()[0]
    assert first.startswith("Row: 0 _id=2, thread_id=2, address=BANK, person=NULL, date=")
    assert first.endswith("creator=com.google.android.apps.messaging, seen=0")
    assert ", body=Your code, is 7, " in first


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ("--uri content://sms/inbox --projection _id:body", "Row: 0 _id=2, body=Your code, is 7\nRow: 1 _id=1, body=Dinner?\n"),
        ("--uri content://sms/sent", "No result found.\n"),
        ("--uri content://sms/1 --projection address", "Row: 0 address=2024561111\n"),
        ("--uri content://sms --projection _id --where \"address='BANK' AND type=1\"", "Row: 0 _id=2\n"),
        ("--uri content://sms --projection _id --where \"body LIKE 'din%'\"", "Row: 0 _id=1\n"),
        ("--uri content://sms --projection _id --sort '_id ASC'", "Row: 0 _id=1\nRow: 1 _id=2\n"),
    ],
)  # fmt: skip
def test_content_query_chooses_rows_and_columns(two: Hand, arguments: str, printed: str) -> None:
    assert two.shell(f"content query {arguments}") == printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("query --uri content://mms", "could not find provider of 'content://mms'"),
        ("query --uri content://sms/nothing", "unknown URI"),
        ("query --uri content://sms --projection nobody", "no such column: 'nobody'"),
        ("query --uri content://sms --where 'type=1 OR 1=1'", "is not understood"),
        ("query --uri content://sms --where '1) UNION SELECT 1'", "is not understood"),
        ("query --uri content://sms --sort 'date; DROP'", "is not understood"),
        ("query --uri", "no value after --uri"),
        ("query --limit 3", "unsupported argument '--limit'"),
        ("insert --uri content://sms", "needs an address"),
    ],
)
def test_what_content_query_cannot_do_it_says(two: Hand, arguments: str, said: str) -> None:
    result = two.device.shell(f"content {arguments}")
    assert result.exit_code == 1
    assert said in result.output
