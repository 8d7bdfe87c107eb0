"""The notifications of messages that came: one for each conversation that has not been read."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.messages import state as messages_state
from bmoca_gym.handset.apps.messages.state import CONVERSATION, PACKAGE, Messages, name_of
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import do


def received(phone: Phone, message: Message) -> Phone:
    """The phone where a message that came is shown by its conversation, or else by a notification."""
    phone = messages_state.message_received(phone, message)
    kept = messages.with_id(messages.store_of(phone), message.id)
    if kept is None or kept.read or not phone.apps[PACKAGE].notifications:
        return phone
    title = name_of(contacts.all_of(phone), kept.address)
    tap = do(activities.start, f"{PACKAGE}/{CONVERSATION}", kept.address)
    # The newest stands first, also of a conversation that has a notification already.
    phone = notifications.cancel(phone, PACKAGE, _key(kept.thread))
    posted = Notification(
        PACKAGE, _key(kept.thread), title, kept.body, "message", tap=tap, reply=do(_answer, kept.address, kept.thread),
        channel=CHANNEL, importance=notifications.HIGH,
    )  # fmt: skip
    return notifications.post(phone, posted)


#: The channel of messages that came.
CHANNEL = "bugle_default_channel"


def _answer(phone: Phone, address: str, thread: int, text: str) -> Phone:
    """The phone after an answer was written in a notification: it is sent, and the conversation is read."""
    phone = messages.send(phone, address, text, phone.apps[PACKAGE].delivery_reports)
    return notifications.cancel(messages.mark_read(phone, thread), PACKAGE, _key(thread))


def _key(thread: int) -> str:
    return f"thread-{thread}"


def _take_read(phone: Phone) -> Phone:
    """The phone without the notifications of what was read or deleted."""
    unread = {_key(m.thread) for m in messages.store_of(phone).messages if m.incoming and not m.read}
    for n in phone.notifications:
        if n.package == PACKAGE and n.key not in unread:
            phone = notifications.cancel(phone, PACKAGE, n.key)
    return phone


def resumed(state: Messages, context: Context) -> Any:
    """Mark the messages of a shown conversation as read and remove its notification."""
    result = messages_state.resumed(state, context)
    return (*(result if type(result) is tuple else (result,)), do(_take_read))


def paused(state: Messages, context: Context) -> Any:
    """Remove the notifications of messages that were read in the meantime."""
    return state, do(_take_read)
