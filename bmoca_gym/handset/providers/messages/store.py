"""The SMS provider: text messages and their threads, as Messages and ``content query`` show them."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import blocked_numbers, clock, radios, settings
from bmoca_gym.handset.value import Value, do, memo, replace, value

PACKAGE = "com.android.providers.telephony"
#: Values of ``sms.type`` (Telephony.TextBasedSmsColumns).
INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = 1, 2, 3, 4, 5, 6
#: Values of ``sms.status``: no report was requested; the message was delivered.
NO_REPORT, DELIVERED = -1, 0
SEND_MILLISECONDS = 1500
BODY_LIMIT = 1600
#: Android's placeholder for an unknown address.
UNKNOWN_SENDER = "\u02bcUNKNOWN_SENDER!\u02bc"
ADDRESS_LIMIT = 40
_RADIO_OFF = 2  # SmsManager.RESULT_ERROR_RADIO_OFF


@value
class Message(Value):
    """A row of ``sms``. ``date``: wall ms when it arrived or was sent; ``date_sent``: according to the sender's
    network.

    ``attachment``: path of the file of a multimedia message, which is a row of ``pdu`` and has a negative id here.
    """

    id: int
    thread: int
    address: str
    body: str
    date: int
    type: int = INBOX
    read: bool = True
    seen: bool = True
    date_sent: int = 0
    status: int = NO_REPORT
    error_code: int = 0
    attachment: str = ""

    @property
    def incoming(self) -> bool:
        """Whether it was sent to this phone."""
        return self.type == INBOX


@value
class Thread(Value):
    """A conversation with one address, a phone number or a sender's name."""

    id: int
    address: str
    archived: bool = False


@value
class MessageStore(Value):
    """All messages by ascending id, and their threads. ``next_thread``: id of the next thread.

    ``multimedia``: the messages with attachments, oldest first.
    """

    messages: tuple[Message, ...] = ()
    threads: tuple[Thread, ...] = ()
    next_thread: int = 1
    multimedia: tuple[Message, ...] = ()

    @property
    def all(self) -> tuple[Message, ...]:
        """Return the messages of both kinds."""
        return self.messages + self.multimedia


def same_address(one: str, other: str) -> bool:
    """Return whether two addresses are the same number, in any format, or the same name."""
    if any(letter.isalpha() for letter in one + other):
        return one.casefold() == other.casefold()
    return one == other or contacts.same_number(contacts.digits_of(one), contacts.digits_of(other))


# Queries


def store_of(phone: Phone) -> MessageStore:
    """Return the provider's state."""
    store: MessageStore = phone.apps[PACKAGE]
    return store


def thread_with(store: MessageStore, address: str) -> Thread | None:
    """Return the thread of an address."""
    return next((thread for thread in store.threads if same_address(thread.address, address)), None)


@memo(256)
def messages_of(store: MessageStore, thread: int) -> tuple[Message, ...]:
    """Return a thread's messages, oldest first."""
    return tuple(sorted((m for m in store.all if m.thread == thread), key=lambda m: (m.date, abs(m.id))))


def with_id(store: MessageStore, id: int) -> Message | None:
    """Return the message with that id."""
    return next((message for message in store.all if message.id == id), None)


# Effects


def receive(phone: Phone, number: str, text: str) -> Phone:
    """Receive a text message from ``number``, and notify the SMS app, or all apps. Messages from blocked numbers are
    lost."""
    if blocked_numbers.is_blocked(phone, number):
        return phone
    now = phone.clock.wall
    phone, message = _added(phone, number, text, INBOX, read=False, seen=False, date_sent=now)
    apps = packages.apps_of(phone.image)
    chosen = apps.get(settings.get(phone, *settings.SMS_APP) or "")
    for app in apps.values() if chosen is None else [chosen]:
        if app.message_received is not None:
            phone = app.message_received(phone, message)
    return phone


def send(phone: Phone, number: str, text: str, report: bool = False, attachment: str = "") -> Phone:
    """Begin to send a message. ``report``: whether a delivery report is requested; ``attachment``: path of a file."""
    phone, message = _added(phone, number, text, OUTBOX, attachment=attachment)
    return _dispatched(phone, message.id, report)


def send_again(phone: Phone, id: int, report: bool = False) -> Phone:
    """Begin to send a failed message again."""
    message = with_id(store_of(phone), id)
    if message is None or message.type != FAILED:
        return phone
    phone = _changed(phone, replace(message, type=OUTBOX, date=phone.clock.wall, error_code=0))
    return _dispatched(phone, id, report)


def mark_read(phone: Phone, thread: int = 0) -> Phone:
    """Mark the messages of a thread as read; 0 marks those of all threads that are not archived."""
    store = store_of(phone)
    archived = {t.id for t in store.threads if t.archived}
    wanted = {thread} if thread else {t.id for t in store.threads} - archived
    messages = tuple(
        replace(m, read=True, seen=True) if m.thread in wanted and not (m.read and m.seen) else m
        for m in store.messages
    )
    return _with_store(phone, replace(store, messages=messages))  # multimedia: sent from here


def insert(phone: Phone, address: str, body: str, type: int, date: int, read: bool) -> Phone:
    """Insert a message as a row of the provider. No app is notified, and nothing is sent."""
    phone, message = _added(phone, address, body, type, read=read, seen=read)
    return _changed(phone, replace(message, date=date, date_sent=date if type == INBOX else 0))


def mark_message(phone: Phone, id: int, read: bool) -> Phone:
    """Mark one message as read or unread."""
    message = with_id(store_of(phone), id)
    return phone if message is None else _changed(phone, replace(message, read=read, seen=read))


def archive(phone: Phone, threads: tuple[int, ...], archived: bool) -> Phone:
    """Archive threads, or take them out of the archive."""
    store = store_of(phone)
    changed = tuple(replace(t, archived=archived) if t.id in threads else t for t in store.threads)
    return _with_store(phone, replace(store, threads=changed))


def delete_threads(phone: Phone, threads: tuple[int, ...]) -> Phone:
    """Delete threads with their messages."""
    store = store_of(phone)
    messages = tuple(m for m in store.messages if m.thread not in threads)
    multimedia = tuple(m for m in store.multimedia if m.thread not in threads)
    left = tuple(t for t in store.threads if t.id not in threads)
    return _with_store(phone, replace(store, messages=messages, multimedia=multimedia, threads=left))


def delete_message(phone: Phone, id: int) -> Phone:
    """Delete a message, and its thread if it was the last one."""
    store = store_of(phone)
    messages = tuple(m for m in store.messages if m.id != id)
    multimedia = tuple(m for m in store.multimedia if m.id != id)
    used = {m.thread for m in (*messages, *multimedia)}
    threads = tuple(t for t in store.threads if t.id in used)
    return _with_store(phone, replace(store, messages=messages, multimedia=multimedia, threads=threads))


def _added(
    phone: Phone, address: str, body: str, type: int, attachment: str = "", **fields: Any
) -> tuple[Phone, Message]:
    """Add a message to the thread of its address, which leaves the archive."""
    store = store_of(phone)
    address = address.strip()[:ADDRESS_LIMIT] or UNKNOWN_SENDER
    thread = thread_with(store, address)
    if thread is None:
        thread = Thread(store.next_thread, address)
        store = replace(store, threads=(*store.threads, thread), next_thread=thread.id + 1)
    elif thread.archived:
        open_again = replace(thread, archived=False)
        store = replace(store, threads=tuple(open_again if t is thread else t for t in store.threads))
    if attachment:
        id = min((m.id for m in store.multimedia), default=0) - 1
        message = Message(
            id, thread.id, address, body[:BODY_LIMIT], phone.clock.wall, type, attachment=attachment, **fields
        )
        return _with_store(phone, replace(store, multimedia=(*store.multimedia, message))), message
    id = max((m.id for m in store.messages), default=0) + 1
    message = Message(id, thread.id, address, body[:BODY_LIMIT], phone.clock.wall, type, **fields)
    return _with_store(phone, replace(store, messages=(*store.messages, message))), message


def _dispatched(phone: Phone, id: int, report: bool) -> Phone:
    """Schedule the report of whether the radio could send a message."""
    at = phone.clock.uptime + SEND_MILLISECONDS
    return clock.schedule(phone, PACKAGE, f"send {id}", at, do(_sent, id, report), "uptime")


def _sent(store: MessageStore, context: Context, id: int, report: bool) -> MessageStore:
    message = with_id(store, id)
    if message is None or message.type != OUTBOX:
        return store
    if radios.airplane_mode(context.phone) or (message.attachment and not radios.mobile_data(context.phone)):
        return _put(store, replace(message, type=FAILED, error_code=_RADIO_OFF))
    return _put(store, replace(message, type=SENT, status=DELIVERED if report else NO_REPORT))


def _put(store: MessageStore, message: Message) -> MessageStore:
    kind = "multimedia" if message.id < 0 else "messages"
    changed: dict[str, Any] = {
        kind: tuple(message if m.id == message.id else m for m in getattr(store, kind))
    }
    return replace(store, **changed)


def _changed(phone: Phone, message: Message) -> Phone:
    return _with_store(phone, _put(store_of(phone), message))


def _with_store(phone: Phone, store: MessageStore) -> Phone:
    return replace(phone, apps=phone.apps.set(PACKAGE, store))
