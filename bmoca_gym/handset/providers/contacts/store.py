"""The contacts provider: people, as Contacts edits and Phone looks them up."""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple

from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.android.providers.contacts"
#: The activities of Contacts that other apps open: a person's details, and the editor. Their argument is
#: the id; the editor takes a phone number, as text, for a new contact.
DETAILS = "com.android.contacts/com.android.contacts.quickcontact.QuickContactActivity"
EDITOR = "com.android.contacts/com.android.contacts.activities.ContactEditorActivity"
SHOW_ACTION = "android.provider.action.QUICK_CONTACT"
INSERT_ACTION = "android.intent.action.INSERT"
EDIT_ACTION = "android.intent.action.EDIT"
_MIMETYPE = "vnd.android.cursor.item/"
NAME_MIMETYPE = _MIMETYPE + "name"
#: Numbers are compared by this many last digits: country and area codes may be missing.
_ENOUGH_DIGITS = 7


class Kind(NamedTuple):
    """A kind of detail: its MIME type, and its possible types (ContactsContract's number, a name)."""

    mimetype: str
    types: tuple[tuple[int, str], ...] = ()

    def type_name(self, number: int) -> str:
        """Return the name of a type, or ""."""
        return dict(self.types).get(number, "")


#: Kinds by name, in the order of a contact's details.
KINDS: dict[str, Kind] = {
    "company": Kind(_MIMETYPE + "organization"),
    "phone": Kind(
        _MIMETYPE + "phone_v2",
        (
            (2, "mobile"),
            (1, "home"),
            (3, "work"),
            (4, "work_fax"),
            (5, "home_fax"),
            (6, "pager"),
            (7, "other"),
        ),
    ),
    "email": Kind(_MIMETYPE + "email_v2", ((1, "home"), (2, "work"), (3, "other"), (4, "mobile"))),
    "address": Kind(_MIMETYPE + "postal-address_v2", ((1, "home"), (2, "work"), (3, "other"))),
    "website": Kind(_MIMETYPE + "website"),
    "nickname": Kind(_MIMETYPE + "nickname"),
    "notes": Kind(_MIMETYPE + "note"),
}
#: Kinds that only newer builds of Contacts show: a date, and the id of a label.
LATER_KINDS: dict[str, Kind] = {
    "event": Kind(_MIMETYPE + "contact_event", ((3, "birthday"), (1, "anniversary"), (2, "other"))),
    "label": Kind(_MIMETYPE + "group_membership"),
}
#: All kinds, in the order of a contact's details.
ALL_KINDS = KINDS | LATER_KINDS
#: The most contacts that a file may lead to.
CONTACT_LIMIT = 2000
_ORDER = {kind: place for place, kind in enumerate(ALL_KINDS)}
_NAMING = ("company", "nickname", "phone", "email")


@value
class Detail(Value):
    """A phone number, an address, a note, ...

    ``kind``: a name in `ALL_KINDS`; ``type``: a number of its types, or 0 for none or for a custom type, which
    ``label`` names.
    """

    kind: str
    text: str
    type: int = 0
    label: str = ""


@value
class Contact(Value):
    """A person. ``id``: from 1, or 0 until it is saved; ``details``: in the order of `ALL_KINDS`."""

    id: int = 0
    given: str = ""
    family: str = ""
    starred: bool = False
    details: tuple[Detail, ...] = ()

    @property
    def name(self) -> str:
        """The display name: without a name, the company, the nickname, a number or an e-mail address."""
        full = full_name(self.given, self.family)
        if full:
            return full
        return next((d.text for kind in _NAMING for d in self.details if d.kind == kind), "")

    def all(self, kind: str) -> tuple[Detail, ...]:
        """Return the details of a kind."""
        return tuple(detail for detail in self.details if detail.kind == kind)


@value
class ContactBook(Value):
    """The provider's state. ``next_id``: id of the next new contact; ids are never reused.

    ``labels``: id and name of each label, in order; ``next_label``: id of the next one.
    """

    contacts: tuple[Contact, ...] = ()
    next_id: int = 1
    labels: tuple[tuple[int, str], ...] = ()
    next_label: int = 1


def full_name(given: str, family: str) -> str:
    """Join both names in the order of their script: Chinese, Japanese and Korean family names come first."""
    given, family = given.strip(), family.strip()
    if not (given and family):
        return given or family
    letters = given + family
    names = [unicodedata.name(letter, "") for letter in letters if letter.isalpha()]
    if names and all(name.startswith(("CJK", "HANGUL", "HIRAGANA", "KATAKANA")) for name in names):
        kana = any(name.startswith(("HIRAGANA", "KATAKANA")) for name in names)
        return f"{family} {given}" if kana else family + given
    return f"{given} {family}"


def split_name(name: str) -> tuple[str, str]:
    """Split a full name into given and family name as Android does: the last word is the family name."""
    given, _, family = name.strip().rpartition(" ")
    return (given, family) if given else (family, "")


def in_order(contact: Contact) -> Contact:
    """Return the contact with its details in the order of `ALL_KINDS`."""
    return replace(contact, details=tuple(sorted(contact.details, key=lambda detail: _ORDER[detail.kind])))


def digits_of(number: str) -> str:
    """Return the dialled part of a number: its digits, in ASCII, and ``*``, ``#``, ``+``."""
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in number
        if letter.isdecimal() or letter in "*#+"
    )


# Queries


def all_of(phone: Phone) -> tuple[Contact, ...]:
    """Return all contacts in the order in which they were saved."""
    book: ContactBook = phone.apps[PACKAGE]
    return book.contacts


def next_id(phone: Phone) -> int:
    """Return the id that a new contact gets."""
    book: ContactBook = phone.apps[PACKAGE]
    return book.next_id


def with_id(contacts: tuple[Contact, ...], id: int) -> Contact | None:
    """Return the contact with that id."""
    return next((contact for contact in contacts if contact.id == id), None)


def with_number(contacts: tuple[Contact, ...], number: str) -> tuple[Contact, Detail] | None:
    """Return the contact with a phone number, in any format, and the detail that holds it."""
    wanted = digits_of(number)
    for contact in contacts:
        for detail in contact.all("phone"):
            if same_number(wanted, digits_of(detail.text)):
                return contact, detail
    return None


def name_of(contacts: tuple[Contact, ...], number: str) -> str:
    """Return the name of the contact with a phone number, or ""."""
    known = with_number(contacts, number)
    return known[0].name if known else ""


def same_number(one: str, other: str) -> bool:
    """Return whether two numbers, as given by `digits_of`, are equal apart from missing country and area codes."""
    if min(len(one), len(other)) < _ENOUGH_DIGITS:
        return bool(one) and one == other
    return one.endswith(other.lstrip("+")) or other.endswith(one.lstrip("+"))


@memo(64)
def ordered(contacts: tuple[Contact, ...], locale: str, by_family: bool = False) -> tuple[Contact, ...]:
    """Sort contacts alphabetically in the locale. Names that do not begin with a letter come last."""

    def place(contact: Contact) -> tuple[Any, ...]:
        name = f"{contact.family} {contact.given}" if by_family and contact.family else contact.name
        return not name[:1].isalpha(), sort_key(name, locale), contact.id

    return tuple(sorted(contacts, key=place))


def matching(contacts: tuple[Contact, ...], query: str) -> tuple[Contact, ...]:
    """Return the contacts with a word in a name or detail that begins with the query, or with such a number."""
    words = plain(query).split()
    digits = digits_of(query)
    return tuple(
        c for c in contacts if words and (_has_words(c, words) or (digits and _has_digits(c, digits)))
    )


def _has_words(contact: Contact, words: list[str]) -> bool:
    texts = (
        contact.name,
        contact.given,
        contact.family,
        *(d.text for d in contact.details if d.kind != "phone"),
    )
    known = [part for text in texts for part in (plain(text), *plain(text).split())]
    return all(any(part.startswith(word) for part in known) for word in words)


def _has_digits(contact: Contact, digits: str) -> bool:
    return any(digits in digits_of(detail.text) for detail in contact.all("phone"))


# Effects


def save(phone: Phone, contact: Contact) -> Phone:
    """Add a contact, or replace the one with its id."""
    book: ContactBook = phone.apps[PACKAGE]
    if with_id(book.contacts, contact.id) is not None:
        people = tuple(contact if known.id == contact.id else known for known in book.contacts)
        return _with_book(phone, replace(book, contacts=people))
    contact = replace(contact, id=book.next_id)
    return _with_book(phone, replace(book, contacts=(*book.contacts, contact), next_id=book.next_id + 1))


def delete(phone: Phone, id: int) -> Phone:
    """Delete a contact."""
    book: ContactBook = phone.apps[PACKAGE]
    return _with_book(phone, replace(book, contacts=tuple(c for c in book.contacts if c.id != id)))


def labels_of(phone: Phone) -> tuple[tuple[int, str], ...]:
    """Return id and name of each label."""
    book: ContactBook = phone.apps[PACKAGE]
    return book.labels


def next_label(phone: Phone) -> int:
    """Return the id that a new label gets."""
    book: ContactBook = phone.apps[PACKAGE]
    return book.next_label


def with_label(contacts: tuple[Contact, ...], label: int) -> tuple[Contact, ...]:
    """Return the contacts with a label."""
    return tuple(contact for contact in contacts if any(d.text == str(label) for d in contact.all("label")))


def save_label(phone: Phone, label: int, name: str) -> Phone:
    """Rename a label, or create it if there is none with that id."""
    book: ContactBook = phone.apps[PACKAGE]
    if label in dict(book.labels):
        labels = tuple((id, name if id == label else known) for id, known in book.labels)
        return _with_book(phone, replace(book, labels=labels))
    added = (*book.labels, (book.next_label, name))
    return _with_book(phone, replace(book, labels=added, next_label=book.next_label + 1))


def delete_label(phone: Phone, label: int) -> Phone:
    """Delete a label, and remove it from all contacts."""
    book: ContactBook = phone.apps[PACKAGE]
    people = tuple(_without_label(contact, label) for contact in book.contacts)
    left = tuple(one for one in book.labels if one[0] != label)
    return _with_book(phone, replace(book, contacts=people, labels=left))


def put_label(phone: Phone, label: int, ids: tuple[int, ...], has: bool = True) -> Phone:
    """Add a label to contacts, or remove it from them."""
    book: ContactBook = phone.apps[PACKAGE]
    people = []
    for contact in book.contacts:
        if contact.id in ids:
            contact = _without_label(contact, label)
            if has:
                contact = replace(contact, details=(*contact.details, Detail("label", str(label))))
        people.append(contact)
    return _with_book(phone, replace(book, contacts=tuple(people)))


def _without_label(contact: Contact, label: int) -> Contact:
    left = tuple(d for d in contact.details if d.kind != "label" or d.text != str(label))
    return replace(contact, details=left) if len(left) < len(contact.details) else contact


def _with_book(phone: Phone, book: ContactBook) -> Phone:
    return replace(phone, apps=phone.apps.set(PACKAGE, book))
