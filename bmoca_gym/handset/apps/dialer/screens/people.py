"""People in Phone: rows of contacts and calls, favourites, search results."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.handlers import create_contact, place_call, show_contact
from bmoca_gym.handset.apps.dialer.state import ID
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of, matching
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do


def number_text(
    res: Resources, number: str, color: int | None = None, size: float = 16, id: str = ""
) -> Element:
    """A formatted number, which stays left-to-right in every locale."""
    ink = res.colors.text if color is None else color
    return LeftToRight(Text(formatted(number), size, ink, id=ID + (id or "primary_text")))


def person_line(
    res: Resources,
    contact: Contact | None,
    first: Element,
    second: Element | None,
    number: str,
    *,
    id: str = "",
    tap: Callback | None = None,
) -> Element:
    """A row: the initial, two lines of text, and a button that calls ``number`` if there is one."""
    letter = contact.name[:1].upper() if contact is not None and contact.name[:1].isalpha() else ""
    mark: Element = Icon("person", 24, 0xFFFFFFFF)
    if letter:
        mark = Text(letter, 20, 0xFFFFFFFF, 500, class_name="")
    photo = Stack(
        mark, width=40, height=40, radius=20, background=0xFF78909C, align="center", justify="center",
        id=ID + "photo", class_name="android.widget.ImageView",
    )  # fmt: skip
    call = icon_button("call", res.string("dialer.call"), do(place_call, number), res.colors.accent,
                       id=ID + "call_button")  # fmt: skip
    return Row(
        photo,
        Column(first, *((second,) if second is not None else ()), grow=1, gap=2),
        *((call,) if number else ()),
        width=FILL, pad=(16, 8, 8, 8), gap=12, align="center", id=id, tap=tap,
    )  # fmt: skip


def _name(res: Resources, contact: Contact, id: str) -> Element:
    return Text(contact.name or res.string("contacts.no_name"), 16, res.colors.text, id=ID + id)


def _first_number(contact: Contact) -> str:
    return next((digits_of(detail.text) for detail in contact.all("phone")), "")


def person_rows(res: Resources, people: tuple[Contact, ...]) -> list[Element]:
    """The contacts tab: a row to create a contact, then everybody; a tap shows the details."""
    c = res.colors
    new = Row(
        Icon("person_add", 24, c.accent, width=40, height=40),
        Text(res.string("contacts.new_contact"), 16, c.accent, 500, grow=1, lines=2),
        width=FILL, pad=(16, 8), gap=12, align="center", tap=do(create_contact), id=ID + "click_target",
    )  # fmt: skip
    rows: list[Element] = [
        person_line(res, contact, _name(res, contact, "contact_name"), None, _first_number(contact),
                    id=ID + "click_target", tap=do(show_contact, contact.id))
        for contact in people
    ]  # fmt: skip
    if not rows:
        message = Text(
            res.string("dialer.no_contacts"), 16, c.secondary, lines=3, align="center", width=FILL, pad=(32, 24),
            id=ID + "empty_list_view_message",
        )  # fmt: skip
        return [new, message]
    return [new, *rows]


def favorite_rows(res: Resources, people: tuple[Contact, ...]) -> list[Element]:
    """Starred contacts. A tap calls the first number, or shows the details of a contact without one."""
    rows = []
    for contact in people:
        if contact.starred:
            number = _first_number(contact)
            tap = do(place_call, number) if number else do(show_contact, contact.id)
            name = _name(res, contact, "name")
            rows.append(person_line(res, contact, name, None, "", id=ID + "click_target", tap=tap))
    return rows


def found_rows(res: Resources, people: tuple[Contact, ...], query: str) -> list[Element]:
    """The numbers of the contacts found. A tap calls; contacts without a number are shown."""
    c = res.colors
    rows = []
    for contact in matching(people, query):
        name = _name(res, contact, "primary")
        numbers = contact.all("phone")
        if not numbers:
            show = do(show_contact, contact.id)
            rows.append(person_line(res, contact, name, None, "", tap=show))
        for detail in numbers:
            number = digits_of(detail.text)
            below = number_text(res, number, c.secondary, 14, "secondary")
            place = do(place_call, number)
            rows.append(person_line(res, contact, name, below, number, tap=place))
    return rows
