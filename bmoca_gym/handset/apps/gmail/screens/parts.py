"""Common parts of Gmail's screens: avatars, times, people, snackbars, the account."""

from __future__ import annotations

from datetime import date, datetime

from bmoca_gym.handset.apps.gmail.content import ADDRESS, Mail, addresses
from bmoca_gym.handset.apps.gmail.handlers.mails import mark, move, open_labels, open_settings, undo
from bmoca_gym.handset.apps.gmail.state import ID, LABEL
from bmoca_gym.handset.kits.attachments import Attached, chip
from bmoca_gym.handset.kits.google_bars import account_face, account_lines, account_menu, add_account
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, filled_button, icon_button, list_row, page, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

RED = 0xFFEA4335
_TINTS = (0xFFD81B60, 0xFF8E24AA, 0xFF3949AB, 0xFF1E88E5, 0xFF00897B, 0xFF558B2F, 0xFFE65100, 0xFF6D4C41)


def face(name: str, size: float, id: str = "contact_image") -> Element:
    """The letter of a sender on a round background, ``size`` dp across."""
    tint = _TINTS[sum(map(ord, name)) % len(_TINTS)]
    return Stack(
        Text(name[:1].upper(), size * 0.48, 0xFFFFFFFF, 500, class_name=""),
        width=size, height=size, radius=size / 2, background=tint, align="center", justify="center", id=ID + id,
        class_name="android.widget.ImageView",
    )  # fmt: skip


def brief(res: Resources, at: datetime, today: int) -> str:
    """A time of today, or else a date. ``today``: the day's ordinal."""
    if at.toordinal() == today:
        return res.time(at.hour, at.minute)
    return res.date(at.date(), "MMMd" if at.year == date.fromordinal(today).year else "yMd")


#: Width of a screen in dp below which marked mails are made read or unread in the overflow menu.
NARROW = 280


def recipients(res: Resources, mail: Mail) -> str:
    """The recipients of a mail: me, or the addresses."""
    if mail.to == ADDRESS:
        return res.string("gmail.me")
    return res.string("common.list_separator").join(addresses(mail.to))


def folder_name(res: Resources, folder: str) -> str:
    """The name of a folder, or of a label."""
    return folder.removeprefix(LABEL) if folder.startswith(LABEL) else res.string(f"gmail.{folder}")


def label_chip(res: Resources, name: str) -> Element:
    """A label of a mail."""
    c = res.colors
    return Text(name, 12, c.secondary, pad=(6, 2), background=c.raised, radius=4, id=ID + "folder_name")


def menu_items(res: Resources, mails: tuple[Mail, ...]) -> tuple[tuple[str, Callback], ...]:
    """The items of the overflow menu for mails: what can be done with all of them."""
    ids = tuple(mail.id for mail in mails)
    inbox, spam = do(move, ids, "inbox", "moved"), do(move, ids, "spam", "reported")
    items: dict[str, Callback] = {
        "move_to": do(open_overlay, "move_to"), "snooze": do(open_overlay, "snooze"),
        "change_labels": do(open_labels, ids), "unsnooze": inbox, "move_to_inbox": inbox, "restore": inbox,
        "not_spam": inbox, "report_spam": spam,
    }  # fmt: skip
    offered = [set(_OFFERED["own" if m.own and m.folder == "trash" else m.folder]) for m in mails] or [set()]
    return tuple(
        (res.string(f"gmail.{name}"), tap) for name, tap in items.items() if all(name in o for o in offered)
    )


def reading_of(mails: tuple[Mail, ...]) -> tuple[str, Callback] | None:
    """The key of the words that make mails read or unread, and the handler; None for mails not sent."""
    ids = tuple(mail.id for mail in mails)
    if any(mail.unread for mail in mails):
        return "mark_read", do(mark, ids, False)
    if any(mail.folder in ("drafts", "outbox") for mail in mails):
        return None
    return "mark_unread", do(mark, ids, True)


#: What the overflow menu offers for the mails of a folder; "own": those that the user wrote, in the trash.
_OFFERED: dict[str, tuple[str, ...]] = {
    "inbox": ("move_to", "snooze", "change_labels", "report_spam"),
    "snoozed": ("move_to", "snooze", "change_labels", "unsnooze", "report_spam"),
    "archive": ("move_to", "snooze", "change_labels", "move_to_inbox", "report_spam"),
    "sent": ("move_to", "change_labels"),
    "drafts": (),
    "outbox": (),
    "spam": ("not_spam",),
    "trash": ("move_to", "move_to_inbox"),
    "own": ("restore",),
}


def subject_of(res: Resources, mail: Mail) -> str:
    """The subject, or the placeholder for none."""
    return mail.subject or res.string("gmail.no_subject")


def over(res: Resources, body: Element, notice: str, can_undo: bool) -> Element:
    """Part of a page with the message at its bottom."""
    shown = (_notice(res, notice, can_undo),) if notice else ()
    return Stack(body, *shown, width=FILL, grow=1, align="center", justify="end", class_name="")


def _notice(res: Resources, notice: str, can_undo: bool) -> Element:
    c = res.colors
    button: tuple[Element, ...] = ()
    if can_undo:
        ink = 0xFF1A73E8 if res.dark else 0xFF8AB4F8
        button = (Text(res.string("snapseed.undo"), 14, ink, 500, pad=(12, 14), tap=do(undo), id=ID + "action_text",
                       class_name="android.widget.Button"),)  # fmt: skip
    key, _, name = notice.partition(" ")
    bar = Row(
        Text(res.string(f"gmail.{key}", name=name), 14, c.background, lines=2, grow=1, id=ID + "description_text",
             pad=(0, 14)), *button,
        width=min(560, res.width - 16), pad=(16, 0, 4 if button else 16, 0), align="center", radius=4,
        background=c.text, id=ID + "toast_bar",
    )  # fmt: skip
    return Column(bar, pad=8, class_name="")


def account_dialog(res: Resources, dark: bool) -> Element:
    """The menu of the account's disc; before Android 13 a dialog."""
    res, title = look(res, dark), res.string("gmail.app_name")
    label = res.string("settings.app_name")
    if res.system > 2:
        return account_menu(res, ID, title, ("settings", label, do(open_settings), "settings"))
    c = res.colors
    head = Row(
        icon_button("close", res.string("chrome.close"), CLOSE, c.secondary, id=ID + "close_button"),
        Text(title, 18, c.text, 500, grow=1, align="center", pad=(0, 0, 48, 0)),
        width=FILL, align="center", class_name="",
    )  # fmt: skip
    who = Row(
        account_face(res, 40, ID + "og_apd_internal_image_view"),
        Column(*account_lines(res, ID), grow=1, class_name=""),
        width=FILL, pad=(16, 12), gap=16, align="center", id=ID + "selected_account_view",
    )  # fmt: skip
    settings = list_row(res, label, icon="settings", tap=do(open_settings), inset=24)
    return dialog_card(
        res, head, who, Spacer(width=FILL, height=1, background=c.divider), settings, dismiss=CLOSE, pad=(4, 4, 4, 8),
        width=360,
    )  # fmt: skip


def signed_out(res: Resources, dark: bool) -> Element:
    """What every screen shows while nobody is signed in."""
    res = look(res, dark)
    add = filled_button(
        res, res.string("settings.add_account"), do(add_account), id=ID + "add_account_button"
    )
    body = Column(
        Icon("mail", 72, RED, class_name=""),
        Text(res.string("settings.no_accounts"), 16, res.colors.secondary, lines=3, align="center", id=ID + "title"),
        add, width=FILL, grow=1, gap=20, align="center", justify="center", pad=32, class_name="",
    )  # fmt: skip
    return page(res, toolbar(res, res.string("gmail.app_name"), id=ID + "action_bar"), body)


def attachment(res: Resources, file: Attached, remove: Callback | None = None) -> Element:
    """The chip of an attached file."""
    tile = chip(res, file, id=ID + "attachment_tile", title_id=ID + "attachment_tile_title", remove=remove)
    return Column(tile, width=FILL, pad=(16, 4), class_name="")
