"""The last tab of Google's builds, and what it opens: contacts of one name, blocked numbers, and the trash."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.contacts.handlers import (
    ask_label,
    block_number,
    delete_forever,
    empty_trash,
    export_file,
    import_file,
    link,
    open_manager,
    restore,
    type_label,
    unblock_number,
)
from bmoca_gym.handset.apps.contacts.screens.google_tabs import tabbed, title
from bmoca_gym.handset.apps.contacts.state import BLOCKED, DUPLICATES, ID, TRASH, name_of
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import cancel, lined, question
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


def screen(res: Resources, build: int, duplicates: int, blocked: int, trashed: int) -> Element:
    """What can be put in order.

    ``duplicates``, ``blocked``, ``trashed``: how many contacts and numbers there are of each.
    """
    rows = (
        ("call_merge", "merge_and_fix", duplicates, do(open_manager, DUPLICATES)),
        ("file_download", "import_from_file", 0, do(import_file)),
        ("file_upload", "export_to_file", 0, do(export_file)),
        ("block", "blocked_numbers", blocked, do(open_manager, BLOCKED)),
        ("delete", "trash", trashed, do(open_manager, TRASH)),
    )
    body = scrolling(
        *[
            list_row(
                res, res.string(f"google_contacts.{key}"), res.digits(str(count)) if count else "",
                icon=glyph, tap=tap, id=ID + f"assistant_{key}",
            )
            for glyph, key, count, tap in rows
        ],
        key="manage", id=ID + "recycler_view",
    )  # fmt: skip
    text = res.string(f"google_contacts.{'organize' if build > 1 else 'manage'}")
    return tabbed(res, build, "manage", title(res, text), body)


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


def trash_page(res: Resources, trashed: tuple[tuple[Contact, date], ...]) -> Element:
    """The deleted contacts, each with the day on which it was deleted."""
    c, words = res.colors, res.digits(res.string("google_contacts.trash_about"))
    empty = icon_button("delete_sweep", res.string("google_contacts.empty_trash"), do(open_overlay, "empty_trash"),
                        c.secondary, id=ID + "menu_empty_trash")  # fmt: skip
    bar = toolbar(
        res, res.string("google_contacts.trash"), *((empty,) if trashed else ()), up=LEAVE, id=ID + "toolbar"
    )
    if not trashed:
        none = empty_message(
            res, "delete_outline", res.string("google_contacts.no_trash"),
            below=words, id=ID + "empty_view",
        )  # fmt: skip
        return page(res, bar, none)
    about = Text(words, 14, c.secondary, lines=4, pad=(16, 8), width=FILL)
    rows = [_trash_row(res, contact, day) for contact, day in trashed]
    return page(
        res, bar, scrolling(about, *rows, Spacer(width=FILL, height=24), key="trash", id=ID + "recycler_view")
    )


def _trash_row(res: Resources, contact: Contact, day: date) -> Element:
    c = res.colors
    name = name_of(res.string("contacts.no_name"), contact)
    return Row(
        face(res, contact, 40),
        Column(Text(name, 16, c.text, id=ID + "cliv_name_textview"), Text(res.date(day), 14, c.secondary),
               grow=1, gap=2, class_name=""),
        icon_button("restore_from_trash", res.string("google_contacts.restore"), do(restore, contact), c.secondary,
                    id=ID + "restore_button"),
        icon_button("delete_forever", res.string("google_contacts.delete_forever"), do(delete_forever, contact),
                    c.secondary, id=ID + "delete_forever_button"),
        width=FILL, height=72, pad=(16, 0, 4, 0), gap=16, align="center", class_name="android.view.ViewGroup",
    )  # fmt: skip


def empty_dialog(res: Resources) -> Element:
    """Asks before the trash is emptied."""
    text = res.string("google_contacts.empty_question")
    return question(res, text, "google_contacts.delete_forever", do(empty_trash), narrow=280)


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
