"""Contacts as vCards: what is written is read again, and files of other phones are read, too."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.providers.contacts.vcards import read, written

ADA = Contact(
    0,
    "Ada",
    "Lovelace",
    details=(
        Detail("company", "Engines; Looms"),
        Detail("phone", "(202) 456-1111", 2),
        Detail("phone", "555-0123", 4),
        Detail("phone", "555-0124", 0, "Boat"),
        Detail("email", "ada@example.com", 2),
        Detail("address", "12 St James’s Square\nLondon", 1),
        Detail("nickname", "Countess"),
        Detail("notes", "back\\slash"),
        Detail("event", "1815-12-10", 3),
        Detail("event", "1835-07-08", 1),
    ),
)
ANNA = Contact(0, "Анна", "Ким")


def test_what_is_written_is_read_again() -> None:
    assert read(written((ADA, ANNA))) == (ADA, ANNA)
    assert b"FN:Ada Lovelace\r\n" in written((ADA,))
    assert written((ANNA,)).isascii()


def test_labels_of_the_phone_are_left_out() -> None:
    assert read(written((Contact(1, "Bob", details=(Detail("label", "4"),)),))) == (Contact(0, "Bob"),)


def test_a_file_of_another_phone_is_read() -> None:
    file = (
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Grace Brewster Hopper\r\nitem1.TEL;TYPE=WORK,VOICE:+1 202 555 0100\r\n"
        "TEL:555-0199\r\nEMAIL;TYPE=INTERNET:grace@exam\r\n ple.com\r\nADR;TYPE=HOME:;;5 Pier Rd;Arlington;VA;22201;USA\r\n"
        "BDAY:19061209\r\nNOTE:one\\, two\\nthree\r\nPHOTO;ENCODING=b:AAAA\r\nEND:VCARD\r\n"
        "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9A=\n=D0=B8=D0=BC;=D0=AF\nEND:VCARD\n"
        "BEGIN:VCARD\nVERSION:2.1\nNOTE:nobody\nEND:VCARD\n"
    )
    grace, kim = read(file.encode())
    assert (grace.given, grace.family) == ("Grace Brewster", "Hopper")
    assert grace.details == (
        Detail("phone", "+1 202 555 0100", 3),
        Detail("phone", "555-0199", 7),
        Detail("email", "grace@example.com", 3),
        Detail("address", "5 Pier Rd, Arlington, VA, 22201, USA", 1),
        Detail("notes", "one, two\nthree"),
        Detail("event", "1906-12-09", 3),
    )
    assert (kim.given, kim.family) == ("Я", "Ким")


def test_other_files_hold_no_contacts() -> None:
    assert read(b"") == read(b"\x00\xff\x89PNG") == read(b"END:VCARD\nN:a;b\n") == ()


@given(st.binary(max_size=400), st.text(max_size=200))
def test_no_file_is_an_error(data: bytes, text: str) -> None:
    read(data)
    read(f"BEGIN:VCARD\n{text}\nN:a;b\nTEL;{text}\nEND:VCARD".encode("utf-8", "replace"))


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_any_texts_can_be_written(given_name: str, family: str, note: str) -> None:
    read(
        written(
            (Contact(0, given_name, family, details=(Detail("notes", note), Detail("phone", note, 0, note))),)
        )
    )


words = st.text('aé한;,\\:="', min_size=1, max_size=40)


@given(words, words, words)
def test_what_was_written_is_read(given_name: str, family: str, note: str) -> None:
    (found,) = read(written((Contact(0, given_name, family, details=(Detail("notes", note),)),)))
    assert (found.given, found.family, found.details) == (given_name, family, (Detail("notes", note),))
