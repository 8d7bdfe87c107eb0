"""The last tab of Google's builds, and what it opens: contacts of one name, and blocked numbers."""

from __future__ import annotations

from bmoca_gym.handset.apps.contacts.handlers import (
    ask_label,
    block_number,
    link,
    open_manager,
    type_label,
    unblock_number,
)
from bmoca_gym.handset.apps.contacts.screens.google_tabs import tabs, title
from bmoca_gym.handset.apps.contacts.state import BLOCKED, DUPLICATES, ID
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE
from bmoca_gym.handset.kits.questions import cancel, lined
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do


def screen(res: Resources, build: int, duplicates: int, blocked: int) -> Element:
    """What can be put in order. ``duplicates``, ``blocked``: how many contacts and numbers there are of each."""
    rows = (
        ("call_merge", "merge_and_fix", duplicates, DUPLICATES),
        ("block", "blocked_numbers", blocked, BLOCKED),
    )
    body = scrolling(
        *[
            list_row(
                res, res.string(f"google_contacts.{key}"), res.digits(str(count)) if count else "",
                icon=glyph, tap=do(open_manager, activity), id=ID + f"assistant_{key}",
            )
            for glyph, key, count, activity in rows
        ],
        key="manage", id=ID + "recycler_view",
    )  # fmt: skip
    text = res.string(f"google_contacts.{'organize' if build > 1 else 'manage'}")
    return page(res, title(res, text), body, tabs(res, build, "manage"))


def duplicates_page(res: Resources, groups: tuple[tuple[Contact, ...], ...]) -> Element:
    """Contacts of one name, each group with a button that makes one contact of it."""
    name = res.string("google_contacts.merge_and_fix")
    bar = toolbar(res, name, up=LEAVE, id=ID + "toolbar")
    if not groups:
        none = empty_message(
            res, "done_all", res.string("google_contacts.no_duplicates"), id=ID + "empty_view"
        )
        return page(res, bar, none)
    cards = [Column(_group(res, group), width=FILL, pad=(16, 8), class_name="") for group in groups]
    return page(res, bar, scrolling(*cards, key="duplicates", id=ID + "recycler_view"))


def _group(res: Resources, group: tuple[Contact, ...]) -> Element:
    c = res.colors
    rows = []
    for contact in group:
        texts = [detail.text for kind in ("phone", "email") for detail in contact.all(kind)]
        lines: list[Element] = [Text(contact.name, 16, c.text)]
        lines += [Text(", ".join(texts), 14, c.secondary, lines=2)] if texts else []
        rows.append(
            Row(face(res, contact, 40), Column(*lines, grow=1, gap=2, class_name=""), width=FILL, gap=16,
                pad=(16, 8), align="center", class_name="android.view.ViewGroup")
        )  # fmt: skip
    merge = text_button(
        res, res.string("google_contacts.merge"), do(link, tuple([contact.id for contact in group])),
        id=ID + "merge_button",
    )  # fmt: skip
    return Column(
        *rows, Row(merge, width=FILL, justify="end", pad=(8, 0), class_name=""),
        width=FILL, pad=(0, 8), radius=20, background=tones(res).card, id=ID + "card_container",
    )  # fmt: skip


def blocked_page(res: Resources, numbers: tuple[str, ...]) -> Element:
    """The numbers that are blocked, and a button to block one more."""
    c = res.colors
    about = Text(
        res.string("google_contacts.blocked_text"), 14, c.secondary, lines=4, pad=(16, 8), width=FILL
    )
    add = list_row(res, res.string("google_contacts.add_number"), icon="add", icon_color=c.accent,
                   tap=do(ask_label, "new_number"), id=ID + "add_blocked")  # fmt: skip
    rows = [
        list_row(
            res, number,
            end=icon_button("close", res.string("common.unblock_number"), do(unblock_number, number), c.secondary,
                            id=ID + "delete_blocked_number"),
        )
        for number in numbers
    ]  # fmt: skip
    bar = toolbar(res, res.string("google_contacts.blocked_numbers"), up=LEAVE, id=ID + "toolbar")
    return page(res, bar, scrolling(about, add, *rows, Spacer(width=FILL, height=24), key="blocked",
                                    id="android:id/list", class_name="android.widget.ListView"))  # fmt: skip


def number_dialog(res: Resources, text: str, focused: bool) -> Element:
    """The dialog that asks for the number to block."""
    c = res.colors
    field = TextField(
        text, "label", do(type_label), focused=focused, hint=res.string("contacts.phone"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, width=FILL, height=48,
        id=ID + "add_blocked_number",
    )  # fmt: skip
    ready = any(letter.isdecimal() for letter in text)
    return dialog_card(
        res, lined(res, field), dismiss=CLOSE, title=res.string("google_contacts.add_number"),
        buttons=(
            cancel(res),
            text_button(res, res.string("common.block"), do(block_number), id="android:id/button1", enabled=ready),
        ),
    )  # fmt: skip
