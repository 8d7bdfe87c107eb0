"""A conversation of Simple SMS Messenger: messages, selection, and the text field."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms import handlers
from bmoca_gym.handset.apps.simple_sms.screens.parts import action, marked_bar, question
from bmoca_gym.handset.apps.simple_sms.state import ID
from bmoca_gym.handset.kits import blocking, drafts
from bmoca_gym.handset.kits.attachments import Attached, chip, large
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.conversations import full, who
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, FAILED, OUTBOX, Message, Thread
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

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
    tap = mark if marking else do(drafts.send_again, message.id) if message.type == FAILED else None
    parts: list[Element] = []
    if file is not None:
        parts.append(large(res, file, min(240, res.width * 0.6), ID + "thread_message_attachments_holder"))
    if message.body or file is None:
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
    send_on_enter: bool, zone: str, today: int,
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
        _compose(res, address, draft, carried, focused, counter, send_on_enter), id=ID + "thread_coordinator",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _compose(
    res: Resources, address: str, draft: str, carried: tuple[Attached, ...], focused: bool, counter: bool,
    send_on_enter: bool,
) -> Element:  # fmt: skip
    c = res.colors
    ready = bool(draft.strip() or carried)
    field = TextField(
        draft, "compose", do(drafts.write, address), focused=focused, hint=res.string("simple_sms.type_a_message"),
        hint_color=c.secondary, accent=res.colors.accent, color=c.text, size=16, lines=4, width=FILL, pad=(4, 14),
        on_submit=do(drafts.send, address) if send_on_enter else None, id=ID + "thread_type_message",
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
        Icon("send", 24, ink, height=36, class_name=""),
        Text(res.string("simple_sms.sms"), 11, ink, 500, width=52, height=52, pad=(0, 30, 0, 2), align="center",
             tap=do(drafts.send, address), enabled=ready, description=res.string("common.ok"),
             id=ID + "thread_send_message", class_name="android.widget.Button"),
        width=52, height=52, align="center", class_name="",
    )  # fmt: skip
    add = icon_button("add", res.string("simple_sms.attachment"), do(drafts.attach, address), c.secondary,
                      id=ID + "thread_add_attachment", class_name="android.widget.ImageView")  # fmt: skip
    return Row(
        add, Column(*tiles, field, grow=1, gap=4, class_name=""), *count, button,
        width=FILL, pad=(4, 2), align="end", id=ID + "thread_send_message_holder", class_name="android.view.ViewGroup",
    )  # fmt: skip


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
    return menu(res, tuple(items), CLOSE, width=260)


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
    return question(res, res.string("simple_sms.delete_whole"), do(drafts.delete, address))
