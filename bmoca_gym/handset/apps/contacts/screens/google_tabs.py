"""Tabs of Google's builds: the bar at the foot, the menu of the account's disc, and Highlights; dialogs with a text."""

from __future__ import annotations

from bmoca_gym.handset.apps.contacts.handlers import (
    choose_members,
    show_contact,
    show_tab,
    type_label,
)
from bmoca_gym.handset.apps.contacts.screens import people
from bmoca_gym.handset.apps.contacts.state import ID, STARRED, TABS, TabName, name_of
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.google_bars import account_menu
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.questions import cancel, lined
from bmoca_gym.handset.kits.rails import bottom_bar
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import FittedText, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Width of a favourite in dp, and how many of the newest contacts are shown.
_TILE, _NEWEST = 96, 5
_LOOKS = {
    "contacts": ("contacts.app_name", "person", "contacts"),
    "highlights": ("google_contacts.highlights", "auto_awesome", "highlights"),
    "manage": ("google_contacts.manage", "auto_fix_high", "nav_manage"),
}


def tabs(res: Resources, build: int, shown: TabName) -> Element:
    """The bar of tabs. ``build``: see `builds.generation`."""
    looks = [_LOOKS[tab] for tab in TABS]
    if build > 1:
        looks[-1] = ("google_contacts.organize", "folder_special", "nav_manage")
    entries = [
        (res.string(label), glyph, ID + id, do(show_tab, tab))
        for tab, (label, glyph, id) in zip(TABS, looks, strict=True)
    ]
    return bottom_bar(
        res, tuple(entries), TABS.index(shown), id=ID + "bottom_nav", class_name="android.widget.FrameLayout"
    )


def account_sheet(res: Resources) -> Element:
    """The menu of the account's disc."""
    return account_menu(res, ID, res.string("contacts.app_name"))


def title(res: Resources, text: str) -> Element:
    """The title of a tab."""
    return FittedText(text, 28, res.colors.text, pad=(16, 20), width=FILL, id=ID + "toolbar_title")


def text_dialog(
    res: Resources,
    title: str,
    text: str,
    focused: bool,
    hint: str,
    id: str,
    label: str,
    answer: Callback,
    ready: bool,
) -> Element:
    """A dialog that asks for a text.

    ``title``, ``hint`` and ``label`` are keys of strings: of the dialog, the field, and the button that confirms the
    text, once it is ``ready``. ``id``: the end of the field's resource id.
    """
    c = res.colors
    field = TextField(
        text, "label", do(type_label), focused=focused, hint=res.string(hint), hint_color=c.secondary, accent=c.accent,
        color=c.text, size=16, width=FILL, height=48, id=ID + id,
    )  # fmt: skip
    confirm = text_button(res, res.string(label), answer, id="android:id/button1", enabled=ready)
    return dialog_card(
        res, lined(res, field), dismiss=CLOSE, title=res.string(title), buttons=(cancel(res), confirm)
    )


def _tile(res: Resources, contact: Contact, style: int) -> Element:
    name = name_of(res.string("contacts.no_name"), contact, style)
    return Column(
        face(res, contact, 72), Text(name, 14, res.colors.text, lines=2, align="center", width=FILL),
        width=_TILE, pad=(4, 8), gap=8, align="center", tap=do(show_contact, contact.id), description=name,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def highlights(
    res: Resources, build: int, known: tuple[Contact, ...], opened: int | None, style: int
) -> Element:
    """The favourites, and the contacts that were added last.

    ``opened``: id of the one that stands beside, or None; ``style``: which name is written first.
    """
    c = res.colors
    stars = [contact for contact in known if contact.starred]
    across = max(1, int((res.width - 16) // _TILE))
    rows: list[Element] = [
        Row(*[_tile(res, contact, style) for contact in stars[i : i + across]], width=FILL, pad=(8, 0), align="start",
            class_name="")
        for i in range(0, len(stars), across)
    ]  # fmt: skip
    add = text_button(res, res.string("google_contacts.add"), do(choose_members, STARRED),
                      id=ID + "add_favorites_button")  # fmt: skip
    head = Row(Text(res.string("dialer.favorites"), 16, c.text, 500, grow=1, lines=2), add,
               width=FILL, pad=(16, 8, 8, 8), align="center", class_name="")  # fmt: skip
    if not rows:
        rows.append(
            Text(res.string("dialer.no_favorites"), 14, c.secondary, lines=3, pad=(16, 4, 16, 12), width=FILL)
        )
    newest = sorted(known, key=lambda contact: -contact.id)[:_NEWEST]
    if newest:
        rows.append(
            Text(res.string("google_contacts.recently_added"), 16, c.text, 500, lines=2, pad=(16, 20, 16, 8))
        )
    rows += [
        people.person_row(res, contact, "", selectable=False, opened=contact.id == opened, style=style)
        for contact in newest
    ]
    body = scrolling(head, *rows, Spacer(width=FILL, height=24), key="highlights", id=ID + "recycler_view")
    return page(
        res,
        title(res, res.string("google_contacts.highlights")),
        body,
        tabs(res, build, "highlights"),
    )
