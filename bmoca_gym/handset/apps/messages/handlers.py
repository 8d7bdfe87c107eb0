"""Messages' handlers: of the lists, a new conversation, a conversation, and the settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from bmoca_gym.handset.apps.messages.state import CONVERSATION, PACKAGE, QUERY_LIMIT, Messages
from bmoca_gym.handset.effects import finish, focus, log, scroll_to, start
from bmoca_gym.handset.kits import (
    attachments,
    drafts,
    message_notices,
    navigation,
    phone_numbers,
    share_targets,
)
from bmoca_gym.handset.kits.conversations import Draft, number_in, shown_number
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import SHORTCUT, DirectTarget, Intent, Next, and_then
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import digits_of
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, Message, same_address
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do, replace

#: What the app counts when a chat is begun with its own button, not from another app.
_CREATED = log("BugleUsageStatistics", "Logging event BUGLE CREATE_CONVERSATION, source: VIA_DEFAULT")


# The lists


def start_chat(state: Messages, context: Context) -> Next[Messages]:
    """Choose who a new conversation is with."""
    opened = start(f"{PACKAGE}/{CONVERSATION}", "")
    return replace(state, to="", shared="", shared_file="", selected=()), _CREATED, opened, focus("to")


def open_conversation(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Show a conversation."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{CONVERSATION}", address)


def write_to(phone: Phone, number: str, text: str) -> Phone | None:
    """The phone with the conversation with a number open and a text written in it, as others ask for it (``sms:``).

    None where the number is none.
    """
    wanted = number_in(number)
    return phone.handled(PACKAGE, _asked, (wanted, text)) if wanted else None


def answer_intent(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the conversation open that an ``sms:`` or ``smsto:`` address asks for."""
    return write_to(phone, unquote(urlsplit(intent.data).path), intent.extra("sms_body", ""))


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """The phone that asks whom a text or a file is sent to which another app shares, unless the intent says it."""
    text, file = intent.extra(intents.TEXT, "")[:BODY_LIMIT], attachments.shared_file(phone, intent)
    phone = phone.handled(PACKAGE, _shared, (text, file))
    target = intent.extra(SHORTCUT, "")
    return phone.handled(PACKAGE, choose, (target,)) if target else phone


def targets(phone: Phone) -> tuple[DirectTarget, ...]:
    """Whom the share sheet offers."""
    return share_targets.of_conversations(phone, PACKAGE)


def _shared(state: Messages, context: Context, text: str, file: str) -> Next[Messages]:
    opened = start(f"{PACKAGE}/{CONVERSATION}", "", intents.SEND)
    return replace(state, to="", shared=text, shared_file=file, selected=()), opened, focus("to")


def _asked(state: Messages, context: Context, number: str, text: str) -> Next[Messages]:
    known = messages.thread_with(messages.store_of(context.phone), number)
    address = known.address if known else digits_of(number)[: messages.ADDRESS_LIMIT]
    if text:
        state = drafts.write(state, context, address, text)
    return (
        without_overlay(state, to=""),
        focus(""),
        start(f"{PACKAGE}/{CONVERSATION}", address),
        focus("compose"),
    )


def open_search(state: Messages, context: Context) -> Next[Messages]:
    """Open the search field over the top of the list."""
    return and_then(navigation.open_search(state, context), scroll_to("conversations"))


def open_page(state: Messages, context: Context, name: str, argument: Any = None) -> Next[Messages]:
    """Open a page that the overflow menu names."""
    return without_overlay(state), start(f"{PACKAGE}/{name}", argument)


def mark_all_read(state: Messages, context: Context) -> Next[Messages]:
    """Mark every conversation of the list as read."""
    return without_overlay(state), do(messages.mark_read)


def select(state: Messages, context: Context, thread: int) -> Next[Messages]:
    """Mark a conversation, or no more."""
    return navigation.mark(state, context, thread), focus("")


def deselect(state: Messages, context: Context) -> Messages:
    """Mark nothing."""
    return replace(state, selected=(), message=0)


def archive_selected(state: Messages, context: Context, archived: bool) -> Next[Messages]:
    """Put the marked conversations into the archive, or take them out of it."""
    return replace(state, selected=()), do(messages.archive, state.selected, archived)


def delete_selected(state: Messages, context: Context) -> Next[Messages]:
    """Delete the marked conversations, and what was half written in them."""
    gone = do(messages.delete_threads, state.selected)
    return _without_drafts(without_overlay(state, selected=()), context.phone, state.selected), gone


def _without_drafts(state: Messages, phone: Phone, threads: tuple[int, ...]) -> Messages:
    gone = [t.address for t in messages.store_of(phone).threads if t.id in threads]
    return replace(
        state, drafts=tuple(d for d in state.drafts if not any(same_address(d.address, a) for a in gone))
    )


# A new conversation


def type_recipient(state: Messages, context: Context, text: str) -> Next[Messages]:
    """Take over who is to get the message."""
    return replace(state, to=text[:QUERY_LIMIT]), scroll_to("people")


def choose(state: Messages, context: Context, number: str) -> Next[Messages]:
    """Begin, or go on with, the conversation with a number, in place of the choice."""
    known = messages.thread_with(messages.store_of(context.phone), number)
    address = known.address if known else digits_of(number)[: messages.ADDRESS_LIMIT]
    opened = start(f"{PACKAGE}/{CONVERSATION}", address)
    if state.shared:
        state = drafts.write(state, context, address, state.shared)
    if state.shared_file:
        state = drafts.carrying(state, context, address, state.shared_file)
    return replace(state, to="", shared="", shared_file=""), focus(""), finish(), opened, focus("compose")


def submit_recipient(state: Messages, context: Context) -> Next[Messages]:
    """Enter: the number that was typed, or the only contact that is found."""
    if number_in(state.to):
        return choose(state, context, number_in(state.to))
    numbers = [
        detail.text
        for contact in contacts.matching(contacts.all_of(context.phone), state.to)
        for detail in contact.all("phone")
    ]
    return choose(state, context, numbers[0]) if len(numbers) == 1 else state


# A conversation


def select_message(state: Messages, context: Context, id: int) -> Next[Messages]:
    """Mark a message of the conversation; the one that is marked, no more."""
    return replace(state, message=0 if state.message == id else id), focus("")


def delete_message(state: Messages, context: Context) -> Next[Messages]:
    """Delete the marked message."""
    return without_overlay(state, message=0), do(messages.delete_message, state.message)


def archive_conversation(state: Messages, context: Context, thread: int, archived: bool) -> Next[Messages]:
    """Put the conversation into the archive and leave it, or take it out."""
    state = without_overlay(state)
    put = do(messages.archive, (thread,), archived)
    return (state, put, finish()) if archived else (state, put)


def delete_conversation(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Delete the conversation and leave it."""
    state = drafts.kept(without_overlay(state), Draft(address, "", 0))
    thread = messages.thread_with(messages.store_of(context.phone), address)
    gone = (do(messages.delete_threads, (thread.id,)),) if thread else ()
    return state, *gone, finish()


def call(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Call the number."""
    return without_overlay(state), focus(""), phone_numbers.call(address)


def show_contact(state: Messages, context: Context, id: int) -> Next[Messages]:
    """Show the contact in Contacts."""
    return state, start(contacts.DETAILS, id, contacts.SHOW_ACTION)


def add_contact(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Make a contact of the number in Contacts."""
    return state, start(contacts.EDITOR, shown_number(address), contacts.INSERT_ACTION)


# Settings


def switch(state: Messages, context: Context, name: str) -> Messages:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


# The app


def leave(state: Messages, context: Context) -> Next[Messages]:
    """Back to the screen before."""
    return without_overlay(state, message=0), focus(""), finish()


def resumed(state: Messages, context: Context) -> Next[Messages]:
    """Mark the messages of a shown conversation as read."""
    return message_notices.read_in_front(state, context, CONVERSATION)


def created(state: Messages, context: Context) -> Next[Messages]:
    """A conversation begins at its end."""
    state = without_overlay(state, message=0)
    activity = context.activity
    if activity is None or activity.name != CONVERSATION:
        return state
    return state, scroll_to(drafts.SCROLL, drafts.END)


def message_received(phone: Phone, message: Message) -> Phone:
    """Mark a message as read if its conversation is open, and scroll to it if the end was in view."""
    return phone.handled(PACKAGE, resumed, ())
