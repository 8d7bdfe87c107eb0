"""A conversation: messages as bubbles, the draft, and the choice of recipients for a new one."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.messages.handlers import (
    choose,
    delete_message,
    open_page,
    select_message,
    star_message,
    submit_recipient,
    type_recipient,
)
from bmoca_gym.handset.apps.messages.screens.parts import STAR, marked_bar, question
from bmoca_gym.handset.apps.messages.state import DETAILS, ID, can_be_starred
from bmoca_gym.handset.kits import avatars, blocking, drafts, questions
from bmoca_gym.handset.kits.attachments import Attached, chip, large
from bmoca_gym.handset.kits.conversations import full, named, number_in, shown_number, upright, who
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay, up
from bmoca_gym.handset.providers.contacts.store import Contact, Detail, digits_of, matching
from bmoca_gym.handset.providers.messages.store import DELIVERED, FAILED, OUTBOX, Message, Thread
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    icon_button,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Messages further apart have the day and the time between them.
_PAUSE = 60 * 60 * 1000
#: Messages that one side writes within this time are one group, with one time under it.
_GROUP = 60 * 1000
_SHOWN = 300  # messages of a long conversation
_WIDEST = 520  # dp: lines that are longer are hard to read
_NARROW = 280  # dp: the bar has no room for every button, which the overflow menu has then


# A conversation


def _status(res: Resources, message: Message, at: datetime) -> Text:
    """The line under a bubble."""
    ink, text = res.colors.secondary, res.time(at.hour, at.minute)
    if message.type == OUTBOX:
        text = res.string("messages.sending")
    elif message.type == FAILED:
        ink, text = res.colors.error, res.string("messages.not_sent")
    elif message.status == DELIVERED:
        text = f"{text} · {res.string('messages.delivered')}"
    return Text(text, 12, ink, lines=2, pad=(8, 2, 8, 6), id=ID + "message_status")


def _with_star(res: Resources, parts: tuple[Element, ...], incoming: bool) -> Element:
    """A message's bubbles with the star that it has beside them."""
    bubbles = Column(*parts, gap=2, align="start" if incoming else "end", class_name="")
    star = Icon("star", 16, STAR, id=ID + "star_icon", description=res.string("messages.starred"))
    both = (bubbles, star) if incoming else (star, bubbles)
    return Row(*both, gap=4, align="center", justify="start" if incoming else "end", class_name="")


@component(2048)
def _bubble(
    res: Resources,
    message: Message,
    at: datetime,
    last: bool,
    face: Contact | None,
    marked: bool,
    marking: bool,
    starred: bool,
    file: Attached | None,
) -> Element:
    """A message. ``last``: whether it is the last of its group, with the time below; ``face``: the avatar beside it.

    ``file``: its attachment.
    """
    c = res.colors
    background, ink = (c.raised, c.text) if message.incoming else (c.accent, c.on_accent)
    if marked:
        background, ink = c.text, c.background
    tap = do(select_message, message.id) if marking else None
    if message.type == FAILED and not marking:
        tap = do(drafts.send_again, message.id)
    text = Text(
        message.body,
        16,
        ink,
        lines=None,
        pad=(14, 9),
        background=background,
        radius=18,
        id=ID + "message_text",
    )
    status = (_status(res, message, at),) if last or message.type in (OUTBOX, FAILED) else ()
    side = "start" if message.incoming else "end"
    parts: tuple[Element, ...] = (text,) if message.body or file is None else ()
    if file is not None:
        parts = (large(res, file, min(240, res.width * 0.6), ID + "attachment"), *parts)
    if starred:
        parts = (_with_star(res, parts, message.incoming),)
    lines = Column(*parts, *status, gap=2 if file else 0, align=side, grow=1, class_name="")
    room = Spacer(width=max(32, res.width - _WIDEST), height=1)
    row: tuple[Element, ...] = (room, lines)
    if message.incoming:
        row = (avatars.face(res, face, 32) if face else Spacer(width=32, height=1), lines, room)
    return Row(
        *row, width=FILL, pad=(12, 1), gap=8, tap=tap, long_press=do(select_message, message.id), selected=marked,
        id=ID + "message_content", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _bubbles(
    res: Resources,
    shown: tuple[Message, ...],
    files: tuple[Attached, ...],
    contact: Contact,
    marked: int,
    stars: tuple[int, ...],
    zone: str,
    today: int,
) -> list[Element]:
    carried = {file.path: file for file in files}
    rows: list[Element] = []
    before: Message | None = None
    for i, message in enumerate(shown):
        after = shown[i + 1] if i + 1 < len(shown) else None
        at = moment(zone, message.date)
        if before is None or message.date - before.date > _PAUSE:
            rows.append(
                Text(full(res, at, today), 12, res.colors.secondary, align="center", width=FILL, pad=(16, 12, 16, 8),
                     lines=2, id=ID + "message_divider")
            )  # fmt: skip
        first = before is None or before.incoming != message.incoming or message.date - before.date > _GROUP
        last = after is None or after.incoming != message.incoming or after.date - message.date > _GROUP
        face = contact if message.incoming and first else None
        file = carried.get(message.attachment)
        starred = message.id in stars
        rows.append(_bubble(res, message, at, last, face, message.id == marked, bool(marked), starred, file))
        before = message
    return rows


def _compose(
    res: Resources, address: str, draft: str, carried: tuple[Attached, ...], focused: bool
) -> Element:
    c = res.colors
    field = TextField(
        draft, "compose", do(drafts.write, address), focused=focused, hint=res.string("messages.text_message"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, lines=4, width=FILL, pad=(8, 10),
        capitals="sentences",
        id=ID + "compose_message_text",
    )  # fmt: skip
    ready = bool(draft.strip() or carried)
    add = icon_button("add_photo_alternate", res.string("common.attach_file"), do(drafts.attach, address), c.secondary,
                      width=40, id=ID + "plus_button", class_name="android.widget.ImageView")  # fmt: skip
    tiles = [
        chip(res, file, id=ID + "attachment_preview", title_id=ID + "attachment_name",
             remove=do(drafts.detach, address), background=c.background)
        for file in carried
    ]  # fmt: skip
    send_button = icon_button(
        "send", res.string("messages.send"), do(drafts.send, address), c.accent if ready else c.disabled,
        id=ID + "send_message_button_icon", enabled=ready, class_name="android.widget.ImageView",
    )  # fmt: skip
    return Row(
        add,
        Column(*tiles, field, grow=1, background=c.raised, radius=20, pad=(8, 6 if tiles else 0, 8, 0), class_name=""),
        send_button,
        width=FILL, pad=(4, 6, 4, 6), gap=4, align="end", id=ID + "message_compose_view_container",
    )  # fmt: skip


def _bar(res: Resources, address: str, name: str) -> Element:
    c = res.colors
    dial = icon_button(
        "call", res.string("dialer.call"), do(drafts.call, address), c.secondary, id=ID + "action_call"
    )
    title = who(res, name, 20 if res.width >= _NARROW else 16, 500, id=ID + "conversation_title")
    return Row(
        *up(res, c.text),
        Column(title, grow=1, pad=(8, 0), class_name=""),
        *((dial,) if digits_of(address) and res.width >= _NARROW else ()),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "chat_menu"), c.secondary),
        width=FILL, height=56, align="center", pad=(4, 0), id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def screen(
    res: Resources, address: str, name: str, contact: Contact, shown: tuple[Message, ...], files: tuple[Attached, ...],
    draft: str, carried: tuple[Attached, ...], focused: bool, marked: int, stars: tuple[int, ...],
    zone: str, today: int, told: bool = False,
) -> Element:  # fmt: skip
    """The messages, newest at the bottom, and the text field. ``told``: whether a heading names the other person.

    ``marked``, ``stars``: the ids of the selected message, or 0, and of the starred ones.
    """
    chosen = next((message for message in shown if message.id == marked), None)
    bar = _bar(res, address, name) if chosen is None else _marked_bar(res, chosen, marked in stars)
    rows = _bubbles(res, shown[-_SHOWN:], files, contact, marked, stars, zone, today)
    if told:
        note = res.string("android13.messages_texting_with", name=named(res, name or shown_number(address)))
        rows.insert(0, Text(note, 12, res.colors.secondary, align="center", width=FILL, pad=16, lines=2,
                            id=ID + "conversation_note"))  # fmt: skip
    held = scrolling(*rows, Spacer(width=FILL, height=8), key=drafts.SCROLL, grow=0, id="android:id/list")
    return page(
        res,
        bar,
        Stack(held, width=FILL, grow=1, justify="end", class_name=""),
        _compose(res, address, draft, carried, focused),
    )


def _marked_bar(res: Resources, message: Message, starred: bool) -> Element:
    """The bar while a message is selected: its details, its star, and the end of it."""
    ink, wide = res.colors.text, res.width >= _NARROW
    buttons: list[Element] = []
    if wide:
        buttons.append(icon_button("info_outline", res.string("messages.message_details"), do(open_overlay, "info"),
                                   ink, id=ID + "details_menu"))  # fmt: skip
    if can_be_starred(message):
        name = "unstar" if starred else "star"
        buttons.append(icon_button("star" if starred else "star_border", res.string(f"messages.{name}"),
                                   do(star_message), ink, id=f"{ID}action_{name}_message"))  # fmt: skip
    buttons.append(icon_button("delete", res.string("contacts.delete"), do(open_overlay, "delete_message"), ink,
                               id=ID + "action_delete_message"))  # fmt: skip
    if not wide:
        more = res.string("common.more_options")
        buttons.append(icon_button("more_vert", more, do(open_overlay, "message_menu"), ink))
    return marked_bar(res, 1, *buttons)


def message_overflow(res: Resources) -> Element:
    """The overflow menu of a selected message, which narrow screens have."""
    return menu(res, ((res.string("messages.message_details"), do(open_overlay, "info")),), CLOSE)


def overflow(res: Resources, address: str, thread: Thread | None, blocked: bool | None) -> Element:
    """The overflow menu of a conversation."""
    items: tuple[tuple[str, Callback], ...] = (
        (res.string("messages.details"), do(open_page, DETAILS, address)),
    )
    if digits_of(address) and res.width < _NARROW:
        items = ((res.string("dialer.call"), do(drafts.call, address)), *items)
    if thread is not None:
        put = do(drafts.archive, thread.id, not thread.archived)
        name = "unarchive" if thread.archived else "archive"
        gone = do(open_overlay, "delete_conversation")
        items = (*items, (res.string(f"messages.{name}"), put), (res.string("contacts.delete"), gone))
    return menu(res, (*items, *blocking.entries(res, blocked, (address,))), CLOSE)


def delete_dialog(res: Resources, address: str) -> Element:
    """Ask before deleting the conversation."""
    return question(res, res.string("messages.delete_conversations", count=1), do(drafts.delete, address))


def delete_message_dialog(res: Resources) -> Element:
    """Ask before deleting the selected message."""
    return question(res, res.string("messages.delete_message"), do(delete_message))


def info_dialog(res: Resources, message: Message, zone: str, today: int) -> Element:
    """A dialog with the details of a message other than its text."""
    party, time = ("from", "received_at") if message.incoming else ("to_number", "sent_at")
    number = upright(res, shown_number(message.address))
    lines = (
        res.string("messages.type_sms"),
        res.string(f"messages.{party}", number=number),
        res.string(f"messages.{time}", time=full(res, moment(zone, message.date), today)),
    )
    return questions.message(res, "\n".join(lines), title=res.string("messages.message_details"), lines=None)


# A new conversation


def _person(res: Resources, contact: Contact, detail: Detail, name: str) -> Element:
    c = res.colors
    number = who(res, detail.text, 14, color=c.secondary, id=ID + "contact_details")
    return Row(
        avatars.face(res, contact, 40),
        Column(Text(name, 16, c.text, id=ID + "contact_name"), number, grow=1, gap=2, class_name=""),
        width=FILL, height=64, pad=(16, 0), gap=16, align="center", tap=do(choose, detail.text),
        id=ID + "contact_picker_row",
    )  # fmt: skip


def _send_to(res: Resources, number: str) -> Element:
    c = res.colors
    shown = upright(res, shown_number(number))
    return Row(
        Icon("person_add", 24, c.on_accent, width=40, height=40, radius=20, background=c.accent),
        Text(res.string("messages.send_to", number=shown), 16, c.text, lines=2, grow=1, id=ID + "contact_name"),
        width=FILL, least=64, pad=(16, 0), gap=16, align="center", tap=do(choose, number), id=ID + "send_to_row",
    )  # fmt: skip


def picker(res: Resources, people: tuple[Contact, ...], to: str, focused: bool) -> Element:
    """The page that asks for the recipient of a new conversation: a typed number or a contact."""
    c = res.colors
    field = TextField(
        to, "to", do(type_recipient), focused=focused, hint=res.string("messages.to_hint"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, grow=1, height=48, on_submit=do(submit_recipient),
        id=ID + "recipient_text_view",
    )  # fmt: skip
    line = Row(
        Text(res.string("messages.to"), 16, c.secondary), field,
        width=FILL, pad=(16, 4), gap=12, align="center", class_name="",
    )  # fmt: skip
    number = number_in(to)
    nameless = res.string("contacts.no_name")
    rows = [
        _person(res, contact, detail, contact.name or nameless)
        for contact in (matching(people, to) if to.strip() else people)
        for detail in contact.all("phone")
    ]
    if number:
        rows.insert(0, _send_to(res, number))
    elif to.strip() and not rows:
        rows = [Text(res.string("contacts.no_results"), 16, c.secondary, lines=3, pad=(16, 20), width=FILL)]
    return page(
        res,
        toolbar(res, res.string("messages.new_conversation"), up=LEAVE, id=ID + "toolbar"),
        line,
        Spacer(width=FILL, height=1, background=c.divider),
        scrolling(*rows, key="people", id=ID + "recycler_view"),
    )
