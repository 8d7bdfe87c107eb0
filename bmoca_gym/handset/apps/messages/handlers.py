"""Messages' handlers: of the lists, a new conversation, a conversation, and the settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.messages.state import CONVERSATION, PACKAGE, SCROLL, Messages, star_of
from bmoca_gym.handset.effects import finish, focus, log, scroll_to, start
from bmoca_gym.handset.kits import drafts, message_notices, navigation, share_targets
from bmoca_gym.handset.kits.conversations import number_in, shown_number
from bmoca_gym.handset.kits.navigation import open_detail, without_overlay
from bmoca_gym.handset.kits.search_starts import QUERY_LIMIT
from bmoca_gym.handset.manifest import DirectTarget, Intent, Next, and_then
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do, replace

_CONVERSATION = f"{PACKAGE}/{CONVERSATION}"
#: The log line when a chat is started with the app's own button, not from another app.
_CREATED = log("BugleUsageStatistics", "Logging event BUGLE CREATE_CONVERSATION, source: VIA_DEFAULT")


# The lists


def start_chat(state: Messages, context: Context) -> Next[Messages]:
    """Choose the recipient of a new conversation."""
    opened = start(_CONVERSATION, "")
    return replace(state, to="", shared="", shared_file="", selected=()), _CREATED, opened, focus("to")


def open_conversation(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Show a conversation."""
    return without_overlay(state), *open_detail(state, context, _CONVERSATION, address)


def write_to(phone: Phone, number: str, text: str) -> Phone | None:
    """Open the conversation with a number, with a text filled in, as others request it (``sms:``).

    None if the number is not valid.
    """
    wanted = number_in(number)
    return phone.handled(PACKAGE, _asked, (wanted, text)) if wanted else None


def answer_intent(phone: Phone, intent: Intent) -> Phone | None:
    """Open the conversation that an ``sms:`` or ``smsto:`` address asks for."""
    return write_to(phone, *drafts.asked_for(intent))


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """Ask who should get a text or file that another app shares, unless the intent says so."""
    return drafts.answer_send(phone, PACKAGE, _shared, choose, intent)


def targets(phone: Phone) -> tuple[DirectTarget, ...]:
    """The people the share sheet offers."""
    return share_targets.of_conversations(phone, PACKAGE)


def _shared(state: Messages, context: Context, text: str, file: str) -> Next[Messages]:
    opened = start(_CONVERSATION, "", intents.SEND)
    return replace(state, to="", shared=text, shared_file=file, selected=()), opened, focus("to")


def _asked(state: Messages, context: Context, number: str, text: str) -> Next[Messages]:
    return drafts.ask(state, context, _CONVERSATION, number, text)


def open_search(state: Messages, context: Context) -> Next[Messages]:
    """Open the search field over the top of the list."""
    return and_then(navigation.open_search(replace(state, category=""), context), scroll_to(SCROLL))


def choose_category(state: Messages, context: Context, name: str) -> Next[Messages]:
    """Search only in a category, or in everything if ``name`` is ""."""
    return replace(state, category=name), focus(""), scroll_to(SCROLL)


def open_page(state: Messages, context: Context, name: str, argument: Any = None) -> Next[Messages]:
    """Open a page that the overflow menu names."""
    return without_overlay(state), start(f"{PACKAGE}/{name}", argument)


def mark_all_read(state: Messages, context: Context) -> Next[Messages]:
    """Mark every conversation of the list as read."""
    return without_overlay(state), do(messages.mark_read)


def select(state: Messages, context: Context, thread: int) -> Next[Messages]:
    """Select or deselect a conversation."""
    return navigation.mark(state, context, thread), focus("")


def deselect(state: Messages, context: Context) -> Messages:
    """Clear the selection."""
    return replace(state, selected=(), message=0)


def archive_selected(state: Messages, context: Context, archived: bool) -> Next[Messages]:
    """Archive or unarchive the selected conversations."""
    return replace(state, selected=()), do(messages.archive, state.selected, archived)


def delete_selected(state: Messages, context: Context) -> Next[Messages]:
    """Delete the marked conversations, and what was half written in them."""
    gone, front = do(messages.delete_threads, state.selected), context.phone.top
    beside = (
        messages.thread_with(messages.store_of(context.phone), front.argument) if _is_chat(front) else None
    )
    closed = (finish(),) if beside is not None and beside.id in state.selected else ()
    left = drafts.without_threads(without_overlay(state, selected=()), context.phone, state.selected)
    return left, *closed, gone


def _is_chat(activity: Activity) -> bool:
    return activity.name == CONVERSATION


# A new conversation


def type_recipient(state: Messages, context: Context, text: str) -> Next[Messages]:
    """Update the recipient."""
    return replace(state, to=text[:QUERY_LIMIT]), scroll_to("people")


def choose(state: Messages, context: Context, number: str) -> Next[Messages]:
    """Replace the recipient choice with the conversation with a number."""
    return drafts.choose(state, context, _CONVERSATION, number)


def submit_recipient(state: Messages, context: Context) -> Next[Messages]:
    """Handle Enter: choose the typed number, or the only contact found."""
    number = drafts.only_number(context.phone, state.to)
    return choose(state, context, number) if number else state


# A conversation


def select_message(state: Messages, context: Context, id: int) -> Next[Messages]:
    """Select a message of the conversation, or deselect it."""
    return replace(state, message=0 if state.message == id else id), focus("")


def star_message(state: Messages, context: Context) -> Messages:
    """Star the selected message, or take its star away, and end the selection."""
    store = messages.store_of(context.phone)
    marked = messages.with_id(store, state.message)
    if marked is None:
        return replace(state, message=0)
    there, own = {star_of(message) for message in store.all}, star_of(marked)
    others = tuple([star for star in state.starred if star in there and star != own])
    starred = others if own in state.starred else (*others, own)
    return replace(state, message=0, starred=starred)


def delete_message(state: Messages, context: Context) -> Next[Messages]:
    """Delete the selected message."""
    return without_overlay(state, message=0), do(messages.delete_message, state.message)


def show_contact(state: Messages, context: Context, id: int) -> Next[Messages]:
    """Show the contact in Contacts."""
    return state, start(contacts.DETAILS, id, contacts.SHOW_ACTION)


def add_contact(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Create a contact for the number in Contacts."""
    return state, start(contacts.EDITOR, shown_number(address), contacts.INSERT_ACTION)


# Settings


# The app


def resumed(state: Messages, context: Context) -> Next[Messages]:
    """Mark the messages of a shown conversation as read."""
    return message_notices.read_in_front(state, context, CONVERSATION)


def created(state: Messages, context: Context) -> Next[Messages]:
    """Open a conversation scrolled to its end."""
    return drafts.at_end(without_overlay(state, message=0), context, CONVERSATION)


def message_received(phone: Phone, message: Message) -> Phone:
    """Mark a message as read if its conversation is open, and scroll to it if the end was visible."""
    return phone.handled(PACKAGE, resumed, ())
