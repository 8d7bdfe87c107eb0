"""A conversation of Simple SMS Messenger: messages, selection, and the text field."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.simple_sms import handlers, scheduling
from bmoca_gym.handset.apps.simple_sms.screens.parts import action, marked_bar, question
from bmoca_gym.handset.apps.simple_sms.state import ID
from bmoca_gym.handset.kits import blocking, drafts
from bmoca_gym.handset.kits.attachments import Attached, chip, large
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.conversations import full, who
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, FAILED, OUTBOX, QUEUED, Message, Thread
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Messages further apart have the day and the time between them.
_PAUSE = 5 * 60 * 1000
_SHOWN = 300  # messages of a long conversation
_PART = 160  # letters of one message of the network


@component(1024)
def _message(
    res: Resources, message: Message, face: Contact | None, marked: bool, marking: bool, file: Attached | None
) -> Element:
    c = res.colors
    background, ink = (c.raised, c.text) if message.incoming else (res.colors.accent, 0xFFFFFFFF)
    mark = do(handlers.mark, message.id)
    waits = message.type == QUEUED
    tap = mark if marking else do(drafts.send_again, message.id) if message.type == FAILED else None
    if waits and not marking:
        tap = do(open_overlay, "scheduled", message.id)
    parts: list[Element] = []
    if file is not None:
        parts.append(large(res, file, min(240, res.width * 0.6), ID + "thread_message_attachments_holder"))
    if waits:
        words = Text(message.body, 16, ink, lines=None, id=ID + "thread_message_body")
        parts.append(
            Row(
                Column(words, class_name=""),
                Icon("schedule", 18, ink, description=res.string("simple_sms.scheduled_message")),
                pad=(12, 10), gap=8,
                align="center", background=background, radius=16, class_name="",
            )
        )  # fmt: skip
    elif message.body or file is None:
        parts.append(
            Text(message.body, 16, ink, lines=None, pad=(12, 10), background=background, radius=16,
                 id=ID + "thread_message_body")
        )  # fmt: skip
    if message.type == OUTBOX:
        parts.append(
            Text(res.string("simple_sms.sending"), 12, c.secondary, pad=(8, 2), id=ID + "thread_sending")
        )
    elif message.type == FAILED:
        said = res.string("simple_sms.not_sent")
        parts.append(Text(said, 12, c.error, lines=2, pad=(8, 2), id=ID + "thread_error"))
    lines = Column(*parts, grow=1, align="start" if message.incoming else "end", class_name="")
    room = Spacer(width=max(40, res.width * 0.2), height=1)
    row: tuple[Element, ...] = (room, lines)
    if message.incoming:
        row = (avatar(face, 36) if face else Spacer(width=36, height=1), lines, room)
    return Row(
        *row, width=FILL, pad=(12, 4), gap=8, align="end", tap=tap, long_press=mark, selected=marked,
        background=c.divider if marked else None, id=ID + "thread_message_holder", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _messages(
    res: Resources, shown: tuple[Message, ...], files: tuple[Attached, ...], face: Contact, marked: tuple[int, ...],
    zone: str, today: int,
) -> list[Element]:  # fmt: skip
    carried = {file.path: file for file in files}
    rows: list[Element] = []
    before: Message | None = None
    for message in shown:
        if before is None or message.date - before.date > _PAUSE:
            at = full(res, moment(zone, message.date), today)
            rows.append(
                Text(at, 13, res.colors.secondary, align="center", width=FILL, lines=2, pad=(16, 10, 16, 6),
                     id=ID + "thread_date_time")
            )  # fmt: skip
        beside = face if message.incoming else None
        file = carried.get(message.attachment)
        rows.append(_message(res, message, beside, message.id in marked, bool(marked), file))
        before = message
    return rows


def screen(
    res: Resources, address: str, name: str, face: Contact, shown: tuple[Message, ...], files: tuple[Attached, ...],
    draft: str, carried: tuple[Attached, ...], focused: bool, marked: tuple[int, ...], counter: bool,
    send_on_enter: bool, planned: int, attaching: bool, zone: str, today: int,
) -> Element:  # fmt: skip
    """The messages, the newest at the bottom, and the field to write in."""
    c = res.colors
    if marked:
        bar = marked_bar(
            res, len(marked), len(shown), "marked_messages",
            action(res, "content_copy", "copy", do(handlers.copy_marked), "cab_copy_to_clipboard"),
            action(res, "share", "share", do(handlers.share_marked), "cab_share"),
            action(res, "delete", "delete", do(open_overlay, "delete_messages"), "cab_delete"),
        )  # fmt: skip
    else:
        dial = (action(res, "call", "dial_number", do(drafts.call, address)),) if digits_of(address) else ()
        bar = Row(
            icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.leave), c.text),
            Column(who(res, name, 18, 500, id=ID + "thread_title"), grow=1, pad=(4, 0), class_name=""),
            *dial,
            action(res, "delete", "delete", do(open_overlay, "delete_thread")),
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "thread_menu"), c.text,
                        width=40),
            width=FILL, height=56, pad=(4, 0), align="center", id=ID + "thread_toolbar",
            class_name="android.view.ViewGroup",
        )  # fmt: skip
    rows = _messages(res, shown[-_SHOWN:], files, face, marked, zone, today)
    held = scrolling(*rows, Spacer(width=FILL, height=8), key=drafts.SCROLL, grow=0, id=ID + "thread_messages_list",
                     class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    return page(
        res, bar, Stack(held, width=FILL, grow=1, justify="end", class_name=""),
        Spacer(width=FILL, height=1, background=c.divider),
        *((_planned(res, full(res, moment(zone, planned), today)),) if planned else ()),
        _compose(res, address, draft, carried, focused, counter, send_on_enter, bool(planned), attaching),
        *((_attachments(res, address),) if attaching else ()),
        id=ID + "thread_coordinator", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _compose(
    res: Resources, address: str, draft: str, carried: tuple[Attached, ...], focused: bool, counter: bool,
    send_on_enter: bool, planned: bool, attaching: bool,
) -> Element:  # fmt: skip
    c = res.colors
    ready = bool(draft.strip() or carried)
    field = TextField(
        draft, "compose", do(drafts.write, address), focused=focused, hint=res.string("simple_sms.type_a_message"),
        hint_color=c.secondary, accent=res.colors.accent, color=c.text, size=16, lines=4, width=FILL, pad=(4, 14),
        on_submit=do(scheduling.send, address) if send_on_enter else None, id=ID + "thread_type_message",
    )  # fmt: skip
    tiles = [
        chip(
            res,
            file,
            id=ID + "attachment_image",
            title_id=ID + "filename",
            remove=do(drafts.detach, address),
        )
        for file in carried
    ]
    said = f"{_PART - len(draft) % _PART if len(draft) < BODY_LIMIT else 0}/{len(draft) // _PART + 1}"
    count = (
        (Text(res.digits(said), 13, c.secondary, pad=(0, 18), id=ID + "thread_character_counter"),)
        if counter
        else ()
    )
    ink = res.colors.accent if ready else c.disabled
    button = Stack(
        Icon("schedule_send" if planned else "send", 24, ink, height=36, class_name=""),
        Text(res.string("simple_sms.sms"), 11, ink, 500, width=52, height=52, pad=(0, 30, 0, 2), align="center",
             tap=do(scheduling.send, address), long_press=do(scheduling.begin) if ready and not planned else None,
             enabled=ready, description=res.string("common.ok"),
             id=ID + "thread_send_message", class_name="android.widget.Button"),
        width=52, height=52, align="center", class_name="",
    )  # fmt: skip
    add = icon_button("close" if attaching else "add", res.string("simple_sms.attachment"),
                      do(handlers.switch_attachments), c.secondary, id=ID + "thread_add_attachment",
                      class_name="android.widget.ImageView")  # fmt: skip
    return Row(
        add, Column(*tiles, field, grow=1, gap=4, class_name=""), *count, button,
        width=FILL, pad=(4, 2), align="end", id=ID + "thread_send_message_holder", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _planned(res: Resources, at: str) -> Element:
    """The row over the text field with the time at which the message will be sent."""
    c = res.colors
    drop = icon_button("close", res.string("simple_sms.cancel_schedule"), do(scheduling.discard), c.text, size=20,
                       id=ID + "discard_scheduled_message", class_name="android.widget.ImageView")  # fmt: skip
    return Row(
        Icon("schedule", 20, c.text, id=ID + "scheduled_message_icon"),
        Text(at, 15, c.text, lines=2, grow=1, pad=(0, 12), tap=do(scheduling.begin),
             id=ID + "scheduled_message_button"),
        drop, width=FILL, pad=(16, 0, 4, 0), gap=12, align="center", background=c.raised,
        id=ID + "scheduled_message_holder", class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def _attachments(res: Resources, address: str) -> Element:
    """What can be attached, and the way to send later."""
    entries = (
        ("choose_photo", "image", do(handlers.attach, address, "image/*")),
        ("choose_video", "movie", do(handlers.attach, address, "video/*")),
        ("take_photo", "photo_camera", do(handlers.take_photo, address)),
        ("pick_file", "insert_drive_file", do(handlers.attach, address, "*/*")),
        ("schedule_message", "schedule", do(scheduling.begin)),
    )
    columns = 3 if res.width >= 300 else 2
    tiles = [_attachment(res, name, glyph, tap) for name, glyph, tap in entries]
    return Grid(*tiles, columns=columns, width=FILL, pad=(8, 4, 8, 12), gap=4, id=ID + "attachment_picker",
                class_name="android.view.ViewGroup")  # fmt: skip


def _attachment(res: Resources, name: str, glyph: str, tap: Callback) -> Element:
    c = res.colors
    mark = Stack(Icon(glyph, 24, 0xFFFFFFFF, id=f"{ID}{name}_icon"), width=48, height=48, radius=24, align="center",
                 justify="center", background=c.accent, class_name="")  # fmt: skip
    label = Text(res.string(f"simple_sms.{name}"), 13, c.text, lines=2, align="center", width=FILL,
                 id=f"{ID}{name}_text")  # fmt: skip
    return Column(mark, label, width=FILL, pad=(4, 8), gap=6, align="center", tap=tap, id=ID + name,
                  class_name="android.widget.LinearLayout")  # fmt: skip


def schedule_dialog(res: Resources, when: datetime) -> Element:
    """When the message will be sent: the day and the time, which can be changed."""
    c = res.colors

    def line(name: str, glyph: str, text: str, tap: Callback) -> Element:
        return Row(
            Icon(glyph, 24, c.text, id=f"{ID}{name}_image"), Text(text, 18, c.text, id=f"{ID}edit_{name}", grow=1,
                                                                  lines=2, tap=tap, pad=(0, 12)),
            width=FILL, gap=16, align="center", class_name="",
        )  # fmt: skip

    return dialog_card(
        res, Text(res.string("simple_sms.schedule_warning"), 15, c.text, lines=None, pad=(0, 0, 0, 8),
                  id=ID + "subtitle"),
        line("date", "today", res.date(when.date(), "yMMMEd"), do(scheduling.ask_day)),
        line("time", "schedule", res.time(when.hour, when.minute), do(scheduling.ask_time)),
        dismiss=CLOSE, title=res.string("simple_sms.schedule_message"),
        buttons=buttons(res, "common.ok", do(scheduling.plan)),
    )  # fmt: skip


def scheduled_dialog(res: Resources, id: int) -> Element:
    """What can become of a message that waits."""
    entries = (
        ("update_message", scheduling.change), ("send_now", scheduling.send_now), ("delete", scheduling.delete),
    )  # fmt: skip
    rows = [
        choice(res, res.string(f"simple_sms.{name}"), False, do(handler, id)) for name, handler in entries
    ]
    return dialog_card(res, *rows, dismiss=CLOSE, title=res.string("simple_sms.scheduled_message"))


def overflow(
    res: Resources, address: str, thread: Thread | None, known: bool, blocked: bool | None
) -> Element:
    """The menu of a conversation."""
    items = []
    if digits_of(address) and not known:
        items.append((res.string("simple_sms.add_number"), do(handlers.add_contact, address)))
    if thread is not None:
        name = "unarchive" if thread.archived else "archive"
        items += [
            (res.string(f"simple_sms.{name}"), do(drafts.archive, thread.id, not thread.archived)),
            (res.string("simple_sms.mark_unread"), do(handlers.mark_unread, (thread.id,))),
        ]
    items += blocking.entries(res, blocked, (address,))
    items.append((res.string("simple_sms.delete"), do(open_overlay, "delete_thread")))
    return menu(res, tuple(items), CLOSE)


def marked_menu(res: Resources, ids: tuple[int, ...]) -> Element:
    """Further actions on the marked messages."""
    items = (
        (res.string("simple_sms.forward"), do(handlers.forward_marked)),
        (res.string("simple_sms.select_all"), do(handlers.mark_all, ids)),
    )
    return menu(res, items, CLOSE)


def delete_dialog(res: Resources, count: int) -> Element:
    """Ask before deleting the selected messages."""
    text = res.digits(res.string("simple_sms.delete_messages", count=count))
    return question(res, text, do(handlers.delete_messages))


def delete_thread_dialog(res: Resources, address: str) -> Element:
    """Ask before deleting the conversation."""
    return question(res, res.string("simple_sms.delete_whole"), do(handlers.delete_thread, address))
