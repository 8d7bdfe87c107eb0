"""A mail: subject, sender and recipients, text, and actions."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.gmail.handlers.mails import (
    archive,
    delete,
    mark,
    star,
    switch_details,
)
from bmoca_gym.handset.apps.gmail.handlers.writing import write
from bmoca_gym.handset.apps.gmail.screens.lists import STAR
from bmoca_gym.handset.apps.gmail.screens.parts import (
    attachment,
    brief,
    face,
    label_chip,
    menu_items,
    over,
    recipients,
    subject_of,
)
from bmoca_gym.handset.apps.gmail.state import ID
from bmoca_gym.handset.kits.attachments import Attached
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay, up
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do


def _bar(res: Resources, mail: Mail) -> Element:
    c = res.colors
    ids = (mail.id,)

    def action(glyph: str, label: str, tap: Callback, name: str) -> Element:
        said = res.string(label)
        return icon_button(glyph, said, tap, c.text, id=ID + name, class_name="android.widget.Button")

    actions = [action("delete_outline", "contacts.delete", do(delete, ids), "delete")]
    if mail.folder in ("inbox", "snoozed"):
        actions.insert(0, action("archive", "messages.archive", do(archive, ids), "archive"))
    if mail.folder != "outbox":
        unread = do(mark, ids, True)
        actions.append(action("mark_email_unread", "gmail.mark_unread", unread, "inside_conversation_unread"))
    if menu_items(res, (mail,)):
        more = icon_button(
            "more_vert", res.string("common.more_options"), do(open_overlay, "mail_menu"), c.text
        )
        actions.append(more)
    return Row(
        *up(res, c.text),
        Spacer(grow=1, height=1), *actions,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "mail_toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def overflow(res: Resources, dark: bool, mail: Mail) -> Element:
    """The overflow menu."""
    res = look(res, dark)
    return menu(res, menu_items(res, (mail,)), CLOSE)


def _folder_of(mail: Mail) -> str:
    return "all_mail" if mail.folder == "archive" else mail.folder


def _subject(res: Resources, mail: Mail) -> Element:
    c = res.colors
    glyph, tone, said = ("star", STAR, "unstar") if mail.starred else ("star_border", c.secondary, "star")
    chips = [label_chip(res, name) for name in (res.string(f"gmail.{_folder_of(mail)}"), *mail.labels)]
    return Row(
        Column(Text(subject_of(res, mail), 22, c.text, lines=None, id=ID + "subject_and_folder_view"), *chips,
               grow=1, gap=6, class_name=""),
        icon_button(glyph, res.string(f"gmail.{said}"), do(star, mail.id), tone, id=ID + "conversation_header_star",
                    selected=mail.starred, class_name="android.widget.ImageView"),
        width=FILL, pad=(16, 8, 4, 12), class_name="",
    )  # fmt: skip


def _head(res: Resources, mail: Mail, at: datetime, today: int, details: bool) -> Element:
    c = res.colors
    to = res.string("gmail.to_line", names=recipients(res, mail))
    arrow = "expand_less" if details else "expand_more"
    line = Row(
        Text(to, 14, c.secondary, id=ID + "recipient_summary"), Icon(arrow, 20, c.secondary, class_name=""),
        height=36, gap=4, align="center", tap=do(switch_details), id=ID + "show_hide_details",
        description=res.string("gmail.hide_details" if details else "gmail.show_details"),
        class_name="android.widget.TextView",
    )  # fmt: skip
    when = res.string("gmail.queued") if mail.folder == "outbox" else brief(res, at, today)
    name = Row(
        Text(mail.sender, 16, c.text, 500, grow=1, id=ID + "sender_name"),
        Text(when, 12, c.secondary, id=ID + "upper_date"), width=FILL, gap=8, align="center", class_name="",
    )  # fmt: skip
    reply = icon_button(
        "reply", res.string("gmail.reply"), do(write, "reply", mail.id), c.secondary, id=ID + "reply"
    )
    return Row(
        face(mail.sender, 40, "contact_badge"), Column(name, line, grow=1, class_name=""), reply,
        width=FILL, pad=(16, 0, 4, 0), gap=12, align="center", id=ID + "upper_header",
    )  # fmt: skip


def _details(res: Resources, mail: Mail, at: datetime) -> Element:
    c = res.colors
    when = f"{res.date(at.date(), 'yMMMEd')} {res.time(at.hour, at.minute)}"
    lines = (
        ("gmail.from", mail.sender_address), ("messages.to", mail.to), ("gmail.date", when),
    )  # fmt: skip
    rows = [
        Row(Text(res.string(label), 14, c.secondary, width=72, lines=2), Text(text, 14, c.text, lines=None, grow=1),
            width=FILL, gap=8, class_name="")
        for label, text in lines
    ]  # fmt: skip
    return Column(
        Column(*rows, width=FILL, pad=12, gap=8, radius=8, border=c.divider, id=ID + "details_expanded_content"),
        width=FILL, pad=(16, 8), class_name="",
    )  # fmt: skip


def _answers(res: Resources, mail: Mail) -> Element:
    c = res.colors

    def button(glyph: str, kind: str) -> Element:
        return Row(
            Icon(glyph, 20, c.secondary, class_name=""), Text(res.string(f"gmail.{kind}"), 14, c.text, 500),
            height=44, gap=8, align="center", justify="center", radius=22, border=c.disabled,
            tap=do(write, kind, mail.id), id=f"{ID}{kind}_button", class_name="android.widget.Button",
        )  # fmt: skip

    buttons = (button("reply", "reply"), button("forward", "forward"))
    return Grid(*buttons, columns=2, gap=12, width=FILL, pad=(16, 16, 16, 24))


def screen(
    res: Resources, dark: bool, mail: Mail, files: tuple[Attached, ...], details: bool, notice: str, can_undo: bool,
    zone: str, today: int,
) -> Element:  # fmt: skip
    """A mail, and the buttons to answer it."""
    res = look(res, dark)
    at = moment(zone, mail.at)
    body = scrolling(
        _subject(res, mail), _head(res, mail, at, today, details), *((_details(res, mail, at),) if details else ()),
        Text(mail.body, 16, res.colors.text, lines=None, pad=(16, 16), width=FILL, id=ID + "conversation_body"),
        *[attachment(res, file) for file in files],
        _answers(res, mail),
        Spacer(width=FILL, height=64 if notice else 0),
        key="mail", grow=0, height=FILL, id=ID + "conversation_container", class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(res, _bar(res, mail), over(res, body, notice, can_undo))
