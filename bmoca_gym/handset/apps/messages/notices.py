"""Notifications of new messages: one for each unread conversation."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages import handlers
from bmoca_gym.handset.apps.messages.state import CONVERSATION, PACKAGE, Messages
from bmoca_gym.handset.kits import message_notices
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import do

#: The channel of messages that came.
CHANNEL = "bugle_default_channel"


def received(phone: Phone, message: Message) -> Phone:
    """Handle a received message: its conversation shows it if open, otherwise a notification does."""
    phone = handlers.message_received(phone, message)
    if not phone.apps[PACKAGE].notifications:
        return phone
    return message_notices.posted(phone, f"{PACKAGE}/{CONVERSATION}", CHANNEL, message)


def resumed(state: Messages, context: Context) -> Next[Messages]:
    """Mark the messages of a shown conversation as read and remove its notification."""
    result = handlers.resumed(state, context)
    return (*(result if type(result) is tuple else (result,)), do(message_notices.take_read, PACKAGE))


def paused(state: Messages, context: Context) -> Next[Messages]:
    """Remove the notifications of messages that were read in the meantime."""
    return state, do(message_notices.take_read, PACKAGE)
