"""The last tab of Google's builds, and its pages: household, contacts of one name, blocked numbers, trash, settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bmoca_gym.handset.apps.contacts.handlers import (
    ask_label,
    block_number,
    choose_sort,
    choose_style,
    delete_forever,
    empty_trash,
    export_file,
    import_file,
    leave_household,
    link,
    open_backup,
    open_manager,
    restore,
    restore_all,
    show_contact,
    unblock_number,
)
from bmoca_gym.handset.apps.contacts.screens.google_people import add_row
from bmoca_gym.handset.apps.contacts.screens.google_tabs import tabs, text_dialog, title
from bmoca_gym.handset.apps.contacts.state import (
    BLOCKED,
    DUPLICATES,
    FAMILY,
    GIVEN,
    HOUSEHOLD,
    HOUSEHOLD_PAGE,
    ID,
    RESTORE,
    SETTINGS,
    TRASH,
    name_of,
)
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.google_bars import open_accounts
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import cancel, question
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
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do


def screen(
    res: Resources, build: int, household: int, duplicates: int, blocked: int, trashed: int
) -> Element:
    """What can be put in order.

    ``household``, ``duplicates``, ``blocked``, ``trashed``: how many contacts and numbers there are of each.
    """
    own = res.account is not None
    rows = (
        *((("home", "household", household, do(open_manager, HOUSEHOLD_PAGE)),) if own else ()),
        ("call_merge", "merge_and_fix", duplicates, do(open_manager, DUPLICATES)),
        ("file_download", "import_from_file", 0, do(import_file)),
        ("file_upload", "export_to_file", 0, do(export_file)),
        *((("settings_backup_restore", "restore_contacts", 0, do(open_manager, RESTORE)),) if own else ()),
        ("block", "blocked_numbers", blocked, do(open_manager, BLOCKED)),
        ("settings", "settings", 0, do(open_manager, SETTINGS)),
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
    ready = any(letter.isdecimal() for letter in text)
    return text_dialog(res, "google_contacts.add_number", text, focused, "contacts.phone", "add_blocked_number",
                       "common.block", do(block_number), ready)  # fmt: skip


def household_page(res: Resources, members: tuple[Contact, ...], style: int) -> Element:
    """The household's contacts, each with a button that takes it out. ``style``: which name is written first."""
    c = res.colors
    about = Text(
        res.string("google_contacts.household_about"), 14, c.secondary, lines=4, pad=(16, 8), width=FILL
    )
    rows = [
        list_row(
            res, name_of(res.string("contacts.no_name"), contact, style), tap=do(show_contact, contact.id),
            end=icon_button("close", res.string("google_contacts.leave_household"), do(leave_household, contact.id),
                            c.secondary, id=ID + "remove_button"),
        )
        for contact in members
    ]  # fmt: skip
    bar = toolbar(res, res.string("google_contacts.household"), up=LEAVE, id=ID + "toolbar")
    body = scrolling(about, add_row(res, HOUSEHOLD), *rows, Spacer(width=FILL, height=24), key="household",
                     id=ID + "recycler_view")  # fmt: skip
    return page(res, bar, body)


def restore_page(res: Resources, backup: bool, device: str, missing: int) -> Element:
    """The contacts that the account's backup of this phone has and the phone has not.

    ``backup``: whether there is a backup; ``device``: the phone's name; ``missing``: the number of contacts.
    """
    bar = toolbar(res, res.string("google_contacts.restore_contacts"), up=LEAVE, id=ID + "toolbar")
    if not (backup and missing):
        text = res.string(f"google_contacts.{'nothing_to_restore' if backup else 'no_backup'}")
        none = empty_message(res, "cloud_off" if not backup else "cloud_done", text, id=ID + "empty_view")
        label = res.string("android13.settings_backup")
        way = Row(text_button(res, label, do(open_backup), id=ID + "backup_button"), width=FILL, justify="center",
                  pad=(16, 8), class_name="")  # fmt: skip
        return page(res, bar, none, way)
    button = text_button(
        res, res.string("google_contacts.restore"), do(restore_all), id=ID + "restore_button"
    )
    count = res.string(f"google_contacts.device_{'one' if missing == 1 else 'other'}", number=missing)
    row = list_row(res, device, count, icon="smartphone", end=button)
    account = () if res.account is None else (list_row(res, *res.account, icon="account_circle"),)
    return page(res, bar, scrolling(*account, row, key="restore", id=ID + "recycler_view"))


#: The strings of the names that the list is sorted by, and of those that are written first.
_SORTS = {GIVEN: "contacts.first_name", FAMILY: "contacts.last_name"}
_STYLES = {GIVEN: "google_contacts.first_name_first", FAMILY: "google_contacts.last_name_first"}


def settings_page(res: Resources, sort: int, style: int) -> Element:
    """The settings of the list."""
    account = res.string("settings.no_accounts") if res.account is None else res.account.address
    rows = (
        ("settings.accounts", account, do(open_accounts), "accounts"),
        ("google_contacts.sort_by", res.string(_SORTS[sort]), do(open_overlay, "sort"), "sortOrder"),
        (
            "google_contacts.name_format",
            res.string(_STYLES[style]),
            do(open_overlay, "style"),
            "displayOrder",
        ),
    )
    body = scrolling(
        *[list_row(res, res.string(key), now, tap=tap, id=ID + id) for key, now, tap, id in rows],
        key="settings", id="android:id/list", class_name="android.widget.ListView",
    )  # fmt: skip
    return page(res, toolbar(res, res.string("settings.app_name"), up=LEAVE, id=ID + "toolbar"), body)


def sort_dialog(res: Resources, sort: int) -> Element:
    """The choice of the name that the list is sorted by."""
    return _choices(res, "google_contacts.sort_by", _SORTS, sort, choose_sort)


def style_dialog(res: Resources, style: int) -> Element:
    """The choice of the name that is written first."""
    return _choices(res, "google_contacts.name_format", _STYLES, style, choose_style)


def _choices(
    res: Resources, title: str, names: dict[int, str], now: int, choose: Callable[..., Any]
) -> Element:
    rows = [choice(res, res.string(key), name == now, do(choose, name)) for name, key in names.items()]
    return dialog_card(res, *rows, dismiss=CLOSE, title=res.string(title), buttons=(cancel(res),))
