"""``content insert`` into the contacts provider: rows that make a contact, and rows that are refused."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, Detail

RAW = "content insert --uri content://com.android.contacts/raw_contacts --bind account_type:s: --bind account_name:n:"
DATA = "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1 --bind mimetype:s:"
ITEM = "vnd.android.cursor.item/"


def test_a_contact_is_made_row_by_row(hand: Hand) -> None:
    hand.shell(RAW)
    hand.shell(f"{DATA}{ITEM}email_v2 --bind data1:s:ada@example.com --bind data2:i:2")
    hand.shell(f"{DATA}{ITEM}phone_v2 --bind data1:s:'(202) 555-0123' --bind data2:i:2")
    hand.shell(f"{DATA}{ITEM}name --bind data1:s:'Ada B. Brook'")
    details = (Detail("phone", "(202) 555-0123", 2), Detail("email", "ada@example.com", 2))
    assert contacts.all_of(hand.phone) == (Contact(1, "Ada B.", "Brook", details=details),)
    hand.open("contacts")
    assert hand.sees("cliv_name_textview", text="Ada B. Brook")


@pytest.mark.parametrize(
    ("bindings", "names"),
    [
        ("--bind data1:s:Ada", ("Ada", "")),
        ("--bind data2:s:Ada --bind data3:s:Brook", ("Ada", "Brook")),
        ("--bind data1:n: --bind data3:s:Brook", ("", "Brook")),
    ],
)
def test_names(hand: Hand, bindings: str, names: tuple[str, str]) -> None:
    hand.shell(RAW)
    hand.shell(f"{DATA}{ITEM}name {bindings}")
    (contact,) = contacts.all_of(hand.phone)
    assert (contact.given, contact.family) == names


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("content insert --uri content://com.android.contacts/settings", "unknown URI"),
        ("content insert --uri content://nobody/x --bind a:s:b", "could not find provider"),
        (
            "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:9",
            "no such contact",
        ),
        (f"{DATA}x/y", "mimetype is 'x/y'"),
        (f"{DATA}{ITEM}name --bind data1", "binding 'data1' is not understood"),
        (f"{DATA}{ITEM}name --bind data2:i:two", "binding 'data2:i:two' is not understood"),
        ("content insert --all", "unsupported argument '--all'"),
    ],
)
def test_what_is_not_taken_is_said_and_changes_nothing(hand: Hand, line: str, said: str) -> None:
    hand.shell(RAW)
    before = hand.phone.apps
    output, code = hand.device.shell(line)
    assert code != 0
    assert said in output
    assert hand.phone.apps == before
