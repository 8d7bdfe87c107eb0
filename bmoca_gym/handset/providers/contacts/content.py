"""``content insert`` into ``content://com.android.contacts``: a new contact, then rows with its name and details."""

from __future__ import annotations

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, NAME_MIMETYPE, Contact, Detail
from bmoca_gym.handset.providers.table import Bindings
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace

AUTHORITY = "com.android.contacts"
_KINDS = {kind.mimetype: name for name, kind in ALL_KINDS.items()}


def insert(phone: Phone, table: str, values: Bindings) -> Phone:
    """Insert a row as Android's contacts provider does.

    ``table``: "raw_contacts" creates a contact without a name, in any account; "groups" creates a label with that
    ``title``; "data" gives the contact ``raw_contact_id`` a name (``data1``, or ``data2`` and ``data3``) or a detail
    (``data1`` its text, ``data2`` its type, ``data3`` a label), depending on its ``mimetype``.

    Raises:
        ContentError: the table, the contact or the MIME type is unknown.
    """
    if table == "raw_contacts":
        return contacts.save(phone, Contact())
    if table == "groups":
        return contacts.save_label(phone, 0, _text(values.get("title")))
    if table != "data":
        raise ContentError(
            f"unknown URI content://{AUTHORITY}/{table}; there are raw_contacts, groups and data"
        )
    id = values.get("raw_contact_id")
    known = contacts.with_id(contacts.all_of(phone), id) if isinstance(id, int) else None
    if known is None:
        raise ContentError(f"raw_contact_id is {id!r}; there is no such contact")
    mimetype = values.get("mimetype")
    if mimetype == NAME_MIMETYPE:
        return contacts.save(phone, _named(known, values))
    kind = _KINDS.get(str(mimetype))
    if kind is None:
        raise ContentError(f"mimetype is {mimetype!r}; there are {NAME_MIMETYPE}, {', '.join(_KINDS)}")
    number = _text(values.get("data2"))
    type = int(number) if number.isdecimal() and number.isascii() and len(number) < 4 else 0
    detail = Detail(kind, _text(values.get("data1")), type, _text(values.get("data3")))
    order = list(ALL_KINDS)
    details = sorted((*known.details, detail), key=lambda each: order.index(each.kind))
    return contacts.save(phone, replace(known, details=tuple(details)))


def delete(phone: Phone, id: int) -> Phone:
    """Delete a row of ``data``, a contact's name or one of its details. Rows are numbered as in the database file."""
    number = 0
    for contact in contacts.all_of(phone):
        if contact.given.strip() or contact.family.strip():
            number += 1
            if number == id:
                return contacts.save(phone, replace(contact, given="", family=""))
        for place in range(len(contact.details)):
            number += 1
            if number == id:
                left = (*contact.details[:place], *contact.details[place + 1 :])
                return contacts.save(phone, replace(contact, details=left))
    return phone


def _named(contact: Contact, values: Bindings) -> Contact:
    given, family = _text(values.get("data2")), _text(values.get("data3"))
    if not (given or family):
        given, _, family = _text(values.get("data1")).rpartition(" ")
        given, family = (given, family) if given else (family, "")
    return replace(contact, given=given, family=family)


def _text(stored: str | float | None) -> str:
    return "" if stored is None else str(stored)
