"""Simple SMS Messenger's handlers: lists, a new conversation, a conversation, and what the system calls."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from bmoca_gym.handset.apps.simple_sms.state import (
    CHANNEL,
    LIST_SCROLL,
    NEW,
    PACKAGE,
    QUERY_LIMIT,
    THREAD,
    SimpleSms,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import (
    attachments,
    drafts,
    message_notices,
    navigation,
    phone_numbers,
    share_targets,
)
from bmoca_gym.handset.kits.conversations import Draft, draft_for, number_in, shown_number
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import SHORTCUT, DirectTarget, Intent, Next, and_then
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import digits_of
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, Message, same_address
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import clipboard, intents
from bmoca_gym.handset.value import do, replace


def open_page(state: SimpleSms, context: Context, name: str) -> Next[SimpleSms]:
    """Open a page that a menu names."""
    return without_overlay(state, marked=()), focus(""), start(f"{PACKAGE}/{name}")


def leave(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Go back to the screen before."""
    return without_overlay(state, marked=()), focus(""), finish()


def mark(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Mark a conversation or a message, or no more."""
    return and_then(navigation.mark(state, context, id), focus(""))


# The lists


def search(state: SimpleSms, context: Context, text: str) -> Next[SimpleSms]:
    """Take over what is searched for."""
    return replace(state, query=text[:QUERY_LIMIT]), scroll_to(LIST_SCROLL)


def end_search(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Go back to the whole list."""
    return replace(state, query=""), focus(""), scroll_to(LIST_SCROLL)


def leave_search(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Go back to the whole list on Back. A selection ends before that."""
    return end_search(state, context) if state.query and not state.marked else state


def begin(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Ask who a new conversation is with."""
    opened = start(f"{PACKAGE}/{NEW}")
    return replace(state, to="", shared="", shared_file="", marked=()), opened, focus("to")


def open_thread(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Show a conversation."""
    return without_overlay(state, query=""), focus(""), start(f"{PACKAGE}/{THREAD}", address)


def mark_all(state: SimpleSms, context: Context, ids: tuple[int, ...]) -> SimpleSms:
    """Mark all of a list."""
    return without_overlay(state, marked=ids)


def pin(state: SimpleSms, context: Context, pinned: bool) -> SimpleSms:
    """Put the marked conversations at the top, or no more."""
    others = tuple(one for one in state.pinned if one not in state.marked)
    return without_overlay(state, pinned=(*others, *state.marked) if pinned else others, marked=())


def archive_marked(state: SimpleSms, context: Context, archived: bool) -> Next[SimpleSms]:
    """Put the marked conversations into the archive, or take them out of it."""
    return without_overlay(state, marked=()), do(messages.archive, state.marked, archived)


def mark_unread(state: SimpleSms, context: Context, threads: tuple[int, ...]) -> Next[SimpleSms]:
    """Have the newest message of each of these conversations unread."""
    store = messages.store_of(context.phone)
    newest = [messages.messages_of(store, thread) for thread in threads]
    said = [do(messages.mark_message, own[-1].id, False) for own in newest if own]
    leaving = (finish(),) if context.activity is not None and context.activity.name == THREAD else ()
    return (without_overlay(state, marked=()), *said, *leaving)


def delete_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Delete the marked conversations, and what was half written in them."""
    store, marked = messages.store_of(context.phone), state.marked
    gone = [thread.address for thread in store.threads if thread.id in marked]
    left = tuple(d for d in state.drafts if not any(same_address(d.address, address) for address in gone))
    return without_overlay(state, marked=(), drafts=left), do(messages.delete_threads, marked)


# A new conversation


def type_recipient(state: SimpleSms, context: Context, text: str) -> Next[SimpleSms]:
    """Take over who is to get the message."""
    return replace(state, to=text[:QUERY_LIMIT]), scroll_to("people")


def choose(state: SimpleSms, context: Context, number: str) -> Next[SimpleSms]:
    """Begin, or go on with, the conversation with a number, in place of the choice."""
    known = messages.thread_with(messages.store_of(context.phone), number)
    address = known.address if known else digits_of(number)[: messages.ADDRESS_LIMIT]
    draft = draft_for(state.drafts, address)
    draft = Draft(
        address, state.shared or draft.text, context.phone.clock.wall, state.shared_file or draft.attachment
    )
    if state.shared or state.shared_file:
        state = drafts.kept(state, draft)
    opened = start(f"{PACKAGE}/{THREAD}", address)
    return replace(state, to="", shared="", shared_file=""), focus(""), finish(), opened, focus("compose")


def confirm(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Begin a conversation with the number that was typed, or with the only contact that is found."""
    if number_in(state.to):
        return choose(state, context, number_in(state.to))
    numbers = [
        detail.text
        for contact in contacts.matching(contacts.all_of(context.phone), state.to)
        for detail in contact.all("phone")
        if state.to.strip()
    ]
    if len(numbers) == 1:
        return choose(state, context, numbers[0])
    return state, toast(context.res.string("simple_sms.invalid_number"))


def answer_intent(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the conversation open that an ``sms:`` or ``smsto:`` address asks for."""
    number, text = number_in(unquote(urlsplit(intent.data).path)), intent.extra("sms_body", "")
    return phone.handled(PACKAGE, _asked, (number, text)) if number else None


def _asked(state: SimpleSms, context: Context, number: str, text: str) -> Next[SimpleSms]:
    known = messages.thread_with(messages.store_of(context.phone), number)
    address = known.address if known else number[: messages.ADDRESS_LIMIT]
    if text:
        state = drafts.write(state, context, address, text)
    return (
        without_overlay(state, to=""),
        focus(""),
        start(f"{PACKAGE}/{THREAD}", address),
        focus("compose"),
    )


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """The phone that asks whom a text or a file is sent to which another app shares, unless the intent says it."""
    text, file = intent.extra(intents.TEXT, "")[:BODY_LIMIT], attachments.shared_file(phone, intent)
    phone = phone.handled(PACKAGE, _shared, (text, file))
    target = intent.extra(SHORTCUT, "")
    return phone.handled(PACKAGE, choose, (target,)) if target else phone


def targets(phone: Phone) -> tuple[DirectTarget, ...]:
    """Whom the share sheet offers."""
    return share_targets.of_conversations(phone, PACKAGE)


def _shared(state: SimpleSms, context: Context, text: str, file: str) -> Next[SimpleSms]:
    opened = start(f"{PACKAGE}/{NEW}", None, intents.SEND)
    return without_overlay(state, to="", shared=text, shared_file=file, marked=()), opened, focus("to")


# A conversation


def _marked_texts(state: SimpleSms, context: Context) -> str:
    store = messages.store_of(context.phone)
    own = [message for message in store.all if message.id in state.marked]
    return "\n".join(message.body for message in sorted(own, key=lambda m: (m.date, abs(m.id))))


def copy_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Put the text of the marked messages on the clipboard."""
    said = toast(context.res.string("simple_sms.copied"))
    return without_overlay(state, marked=()), do(clipboard.put, _marked_texts(state, context)), said


def share_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Offer the text of the marked messages to other apps."""
    sent = ((intents.TEXT, _marked_texts(state, context)),)
    return without_overlay(state, marked=()), share(Intent(intents.SEND, type="text/plain", extras=sent))


def forward_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Ask whom the text of the marked messages is sent to."""
    text = _marked_texts(state, context)[:BODY_LIMIT]
    opened = start(f"{PACKAGE}/{NEW}", None, intents.SEND)
    return without_overlay(state, marked=(), to="", shared=text, shared_file=""), opened, focus("to")


def delete_messages(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Delete the marked messages."""
    return (without_overlay(state, marked=()), *[do(messages.delete_message, id) for id in state.marked])


def delete_thread(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Delete the conversation and leave it."""
    state = drafts.kept(without_overlay(state), Draft(address, "", 0))
    thread = messages.thread_with(messages.store_of(context.phone), address)
    gone = (do(messages.delete_threads, (thread.id,)),) if thread else ()
    return state, *gone, finish()


def archive_thread(state: SimpleSms, context: Context, thread: int, archived: bool) -> Next[SimpleSms]:
    """Put the conversation into the archive and leave it, or take it out."""
    put, state = do(messages.archive, (thread,), archived), without_overlay(state)
    return (state, put, finish()) if archived else (state, put)


def call(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Call the number."""
    return without_overlay(state), focus(""), phone_numbers.call(address)


def add_contact(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Make a contact of the number in Contacts."""
    opened = start(contacts.EDITOR, shown_number(address), contacts.INSERT_ACTION)
    return without_overlay(state), opened


# The app


def switch(state: SimpleSms, context: Context, name: str) -> SimpleSms:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


def created(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """A conversation begins at its end."""
    state, activity = without_overlay(state, marked=()), context.activity
    if activity is None or activity.name != THREAD:
        return state
    return state, scroll_to(drafts.SCROLL, drafts.END)


def received(phone: Phone, message: Message) -> Phone:
    """The phone where a message that came is shown by its conversation, or else by a notification."""
    phone = phone.handled(PACKAGE, message_notices.read_in_front, (THREAD,))
    return message_notices.posted(phone, f"{PACKAGE}/{THREAD}", CHANNEL, message)


def resumed(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Mark the messages of a shown conversation as read and remove its notification."""
    result = message_notices.read_in_front(state, context, THREAD)
    return (*(result if type(result) is tuple else (result,)), do(message_notices.take_read, PACKAGE))


def paused(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Remove the notifications of messages that were read in the meantime."""
    return state, do(message_notices.take_read, PACKAGE)
