"""Details of a contact in Google's builds: picture and company at the top, a card of the rest."""

from __future__ import annotations

from bmoca_gym.handset.apps.contacts.handlers import (
    call,
    edit_contact,
    switch_star,
    write_mail,
    write_message,
)
from bmoca_gym.handset.apps.contacts.screens.details import ENTRIES, GLYPHS, detail_entry, entry
from bmoca_gym.handset.apps.contacts.state import ID, name_of
from bmoca_gym.handset.kits.avatars import tonal_avatar
from bmoca_gym.handset.kits.navigation import open_overlay, up
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

#: Kinds that stand in other places than the card.
_ELSEWHERE = ("company", "label")


def _bar(res: Resources, contact: Contact) -> Element:
    c = res.colors
    star, label = ("star", "unstar") if contact.starred else ("star_border", "star")
    return Row(
        *up(res, c.text),
        Spacer(grow=1, height=1),
        icon_button("edit", res.string("contacts.edit"), do(edit_contact, contact.id), c.text, id=ID + "menu_edit",
                    class_name="android.widget.Button"),
        icon_button(star, res.string(f"contacts.{label}"), do(switch_star, contact.id), c.text, id=ID + "menu_star",
                    class_name="android.widget.Button"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _action(res: Resources, glyph: str, label: str, tap: Callback | None, id: str) -> Element:
    """A tonal button below the name, with its label. It is grey if there is no number or address for it."""
    c, tone = res.colors, tones(res)
    ground, ink = (tone.second, tone.on_second) if tap else (tone.card, c.disabled)
    return Column(
        Stack(Icon(glyph, 24, ink, class_name=""), width=56, height=56, radius=28, background=ground,
              align="center", justify="center", class_name=""),
        FittedText(label, 13, c.text if tap else c.disabled, 500, align="center", width=FILL),
        align="center", gap=6, width=88, tap=tap, enabled=tap is not None, id=ID + id, description=label,
        class_name="android.widget.Button",
    )  # fmt: skip


def _actions(res: Resources, contact: Contact) -> Element:
    numbers, addresses = contact.all("phone"), contact.all("email")
    number = numbers[0].text if numbers else ""
    dial, text = (do(call, number), do(write_message, number)) if number else (None, None)
    mail = do(write_mail, addresses[0].text) if addresses else None
    return Row(
        _action(res, "call", res.string("google_contacts.call"), dial, "verb_call"),
        _action(res, "chat", res.string("google_contacts.text"), text, "verb_text"),
        _action(res, "email", res.string("contacts.email"), mail, "verb_email"),
        width=FILL, pad=(0, 16), justify="center", class_name="",
    )  # fmt: skip


def _number_entry(res: Resources, detail: Detail, about: str) -> Element:
    spoken = res.string("contacts.call", type=about, number=detail.text)
    write = icon_button(
        "chat", res.string("google_contacts.text_number", type=about, number=detail.text),
        do(write_message, detail.text), res.colors.secondary, id=ID + "third_icon",
    )  # fmt: skip
    return entry(res, "call", detail.text, about, do(call, detail.text), spoken, write)


def _address_entry(res: Resources, detail: Detail, about: str) -> Element:
    spoken = res.string("google_contacts.email", type=about, address=detail.text)
    return entry(res, GLYPHS["email"], detail.text, about, do(write_mail, detail.text), spoken)


_ENTRIES = ENTRIES | {"phone": _number_entry, "email": _address_entry}


def screen(res: Resources, contact: Contact, style: int) -> Element:
    """The name and everything known about a person; a tap on a number calls it. ``style``: which name is first."""
    c = res.colors
    company = next((detail.text for detail in contact.all("company")), "")
    size = 160 if res.height >= 560 else 96
    photo = Stack(tonal_avatar(res, contact, size), width=size, height=size, id=ID + "photo",
                  description=res.string("google_contacts.photo"), class_name="android.widget.ImageView")  # fmt: skip
    name = Text(name_of(res.string("contacts.no_name"), contact, style), 28, c.text, lines=2, align="center",
                id=ID + "large_title", pad=(16, 12, 16, 4), width=FILL)  # fmt: skip
    below = (
        (Text(company, 16, c.secondary, lines=2, align="center", width=FILL, pad=(16, 0), id=ID + "organization_name"),)
        if company
        else ()
    )  # fmt: skip
    rows = [
        detail_entry(res, detail, _ENTRIES) for detail in contact.details if detail.kind not in _ELSEWHERE
    ]
    if not (contact.all("phone") or contact.all("email")):
        for kind in ("phone", "email"):
            opened = do(edit_contact, contact.id, f"{kind}-0")
            rows.append(entry(res, GLYPHS[kind], res.string(f"contacts.add_{kind}"), "", opened))
    title = Text(res.string("google_contacts.info"), 16, c.text, 500, pad=(16, 16, 16, 4), lines=2)
    card = Column(title, *rows, width=FILL, background=tones(res).card, radius=20, pad=(0, 0, 0, 8), class_name="",
                  id=ID + "card_container")  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        _bar(res, contact),
        scrolling(
            Row(photo, width=FILL, justify="center", class_name=""), name, *below, _actions(res, contact),
            Row(card, width=FILL, pad=(16, 8), class_name=""), Spacer(width=1, height=24),
            key="details", id=ID + "content_scroller", class_name="android.widget.ScrollView",
        ),
        width=FILL, height=FILL, background=c.background, id=ID + "multiscroller",
    )  # fmt: skip
