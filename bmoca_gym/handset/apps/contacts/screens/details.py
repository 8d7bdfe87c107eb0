"""Details of a contact, and the confirmation of its deletion."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bmoca_gym.handset.apps.contacts.handlers import (
    call,
    delete,
    edit_contact,
    share_contact,
    switch_star,
)
from bmoca_gym.handset.apps.contacts.state import ID, name_of
from bmoca_gym.handset.kits import blocking, questions
from bmoca_gym.handset.kits.avatars import initial_of, tint_of
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay, up
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, KINDS, Contact, Detail
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, icon_button, menu, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

WHITE = 0xFFFFFFFF
#: The glyph of each kind that is shown, here and in the editor.
GLYPHS = {
    "company": "business", "phone": "call", "email": "email", "address": "place", "website": "public",
    "event": "cake", "nickname": "person_outline", "notes": "notes",
}  # fmt: skip


def type_text(res: Resources, detail: Detail) -> str:
    """The name of a detail's type, which may be the user's own; for kinds without types, the name of the kind."""
    kind = ALL_KINDS[detail.kind]
    if not kind.types:
        return kind_text(res, detail.kind)
    name = kind.type_name(detail.type)
    return word_for_type(res, detail.kind, name) if name else detail.label


def kind_text(res: Resources, kind: str) -> str:
    """The word for a kind of detail."""
    return res.string(f"{_catalogue(kind)}.{kind}")


def word_for_type(res: Resources, kind: str, name: str) -> str:
    """The word for one of the types of a kind."""
    return res.string(f"{_catalogue(kind)}.type_{name}")


def _catalogue(kind: str) -> str:
    return "contacts" if kind in KINDS else "google_contacts"


def day_text(res: Resources, text: str) -> str:
    """Format a day; an invalid one is returned as it is."""
    try:
        return res.long_date(date.fromisoformat(text))
    except ValueError:
        return text


def entry(
    res: Resources,
    glyph: str,
    text: str,
    below: str,
    tap: Callback | None = None,
    description: str = "",
    *end: Element,
) -> Element:
    """A line of the card: ``text`` with its label ``below``, and elements at the end."""
    c = res.colors
    second = (Text(below, 14, c.secondary, id=ID + "sub_header"),) if below else ()
    words: Element = Text(text, 16, c.text, lines=None, id=ID + "header")
    if glyph == GLYPHS["phone"]:
        words = LeftToRight(words)  # a number's brackets and dashes stay in their places
    return Row(
        Icon(glyph, 24, c.accent if tap else c.secondary, id=ID + "icon"),
        Column(words, *second, grow=1, gap=2, class_name=""),
        *end,
        width=FILL, pad=(16, 12), gap=24, align="center", tap=tap, description=description,
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def _day_entry(res: Resources, detail: Detail, about: str) -> Element:
    return entry(res, GLYPHS["event"], day_text(res, detail.text), about)


def _number_entry(res: Resources, detail: Detail, about: str) -> Element:
    spoken = res.string("contacts.call", type=about, number=detail.text)
    return entry(res, "call", detail.text, about, do(call, detail.text), spoken)


#: Lines of the card by kinds of details.
Entries = dict[str, Callable[[Resources, Detail, str], Element]]
ENTRIES: Entries = {"event": _day_entry, "phone": _number_entry}


def detail_entry(res: Resources, detail: Detail, entries: Entries = ENTRIES) -> Element:
    """A detail's line of the card."""
    about = type_text(res, detail)
    build = entries.get(detail.kind)
    return entry(res, GLYPHS[detail.kind], detail.text, about) if build is None else build(res, detail, about)


def _head(res: Resources, contact: Contact) -> Element:
    star, label = ("star", "unstar") if contact.starred else ("star_border", "star")
    background = tint_of(contact)
    bar = Row(
        *up(res, WHITE),
        Spacer(grow=1, height=1),
        icon_button(star, res.string(f"contacts.{label}"), do(switch_star, contact.id), WHITE, id=ID + "menu_star",
                    class_name="android.widget.TextView"),
        icon_button("edit", res.string("contacts.edit"), do(edit_contact, contact.id), WHITE, id=ID + "menu_edit",
                    class_name="android.widget.TextView"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), WHITE),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    letter = initial_of(contact)
    size = 96 if res.height >= 480 else 56
    mark: Element = (
        Text(letter, size * 0.75, WHITE, 300, class_name="")
        if letter
        else Icon("person", size, WHITE, class_name="")
    )
    photo = Stack(mark, width=FILL, height=size + 8, align="center", justify="center", id=ID + "photo",
                  class_name="android.widget.ImageView")  # fmt: skip
    name = Text(name_of(res.string("contacts.no_name"), contact), 28, WHITE, lines=2, id=ID + "large_title",
                pad=(16, 8, 16, 16), width=FILL)  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), bar, photo, name, width=FILL, background=background
    )


def screen(res: Resources, contact: Contact) -> Element:
    """The name and everything known about a person; a tap on a number calls it."""
    rows: list[Element] = []
    before = ""
    for detail in contact.details:
        if detail.kind not in GLYPHS:
            continue
        if before not in ("", detail.kind):
            rows.append(divider(res, 64))
        before = detail.kind
        rows.append(detail_entry(res, detail))
    if not (contact.all("phone") or contact.all("email")):
        if rows:
            rows.append(divider(res, 64))
        for kind in ("phone", "email"):
            opened = do(edit_contact, contact.id, f"{kind}-0")
            rows.append(entry(res, GLYPHS[kind], res.string(f"contacts.add_{kind}"), "", opened))
    # The name scrolls with the rest: on a low screen it would leave no room for anything else.
    return Column(
        scrolling(_head(res, contact), Spacer(width=1, height=8), *rows, Spacer(width=1, height=24),
                  key="details", id=ID + "content_scroller", class_name="android.widget.ScrollView"),
        width=FILL, height=FILL, background=res.colors.background, id=ID + "multiscroller",
    )  # fmt: skip


def missing(res: Resources) -> Element:
    """The page for a contact that no longer exists."""
    return page(
        res,
        toolbar(res, res.string("contacts.app_name"), up=LEAVE),
        Text(res.string("contacts.missing"), 16, res.colors.secondary, lines=3, pad=24),
    )


def overflow(
    res: Resources, id: int, sharing: bool, blocked: bool | None, numbers: tuple[str, ...]
) -> Element:
    """The overflow menu. ``sharing``: whether a contact can be shared; ``blocked``: whether it is blocked, or None if
    it can't be."""
    shared = ((res.string("contacts.share"), do(share_contact, id)),) if sharing else ()
    blocking_entries = blocking.entries(res, blocked, numbers)
    gone = (res.string("contacts.delete"), do(open_overlay, "delete"))
    return menu(res, (*shared, *blocking_entries, gone), CLOSE)


def delete_dialog(res: Resources, id: int) -> Element:
    """The question before a contact is deleted."""
    return question(res, "delete_question", "common.cancel", "delete", do(delete, id))


def question(res: Resources, text: str, no: str, yes: str, answer: Callback) -> Element:
    """A dialog of two buttons: ``no`` closes it, ``yes`` calls ``answer``."""
    text = res.string(text if "." in text else f"contacts.{text}")
    return questions.question(res, text, f"contacts.{yes}", answer, no=no, narrow=280)
