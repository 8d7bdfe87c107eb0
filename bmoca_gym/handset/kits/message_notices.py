"""Notifications of new text messages: one for each unread conversation of an app."""

from __future__ import annotations

from bmoca_gym.handset.kits.conversations import name_of
from bmoca_gym.handset.manifest import Next, S
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import do


def posted(phone: Phone, component: str, channel: str, message: Message) -> Phone:
    """Post the notification of an unread message. ``component``: the app's conversation activity."""
    package = component.partition("/")[0]
    kept = messages.with_id(messages.store_of(phone), message.id)
    if kept is None or kept.read:
        return phone
    title = name_of(contacts.all_of(phone), kept.address)
    tap = do(activities.start, component, kept.address)
    # The newest comes first, even if its conversation already has a notification.
    phone = notifications.cancel(phone, package, _key(kept.thread))
    posted = Notification(
        package, _key(kept.thread), title, kept.body, "message", tap=tap,
        reply=do(_answer, package, kept.address, kept.thread), channel=channel, importance=notifications.HIGH,
    )  # fmt: skip
    return notifications.post(phone, posted)


def _answer(phone: Phone, package: str, address: str, thread: int, text: str) -> Phone:
    """Send a reply that was written in a notification, and mark the conversation as read."""
    phone = messages.send(phone, address, text, phone.apps[package].delivery_reports)
    return notifications.cancel(messages.mark_read(phone, thread), package, _key(thread))


def _key(thread: int) -> str:
    return f"thread-{thread}"


def take_read(phone: Phone, package: str) -> Phone:
    """Remove an app's notifications of messages that were read or deleted."""
    unread = {_key(m.thread) for m in messages.store_of(phone).messages if m.incoming and not m.read}
    for n in phone.notifications:
        if n.package == package and n.key not in unread:
            phone = notifications.cancel(phone, package, n.key)
    return phone


def read_in_front(state: S, context: Context, conversation: str) -> Next[S]:
    """Mark the messages of the open conversation as read. ``conversation``: class of the conversation activity."""
    activity = context.phone.top
    if activity.name != conversation or not activity.argument:
        return state
    thread = messages.thread_with(messages.store_of(context.phone), activity.argument)
    return (state, do(messages.mark_read, thread.id)) if thread else state
