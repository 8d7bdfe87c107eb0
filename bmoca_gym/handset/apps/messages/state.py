"""Messages' state: search, selection, drafts; and its handlers."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from bmoca_gym.handset.effects import finish, focus, log, scroll_to, start
from bmoca_gym.handset.kits import attachments, drafts, message_notices, phone_numbers
from bmoca_gym.handset.kits.conversations import Draft, number_in, shown_number
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import digits_of
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, Message, same_address
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "com.google.android.apps.messaging"
ID = PACKAGE + ":id/"
LIST = f"{PACKAGE}.ui.ConversationListActivity"
ARCHIVE = f"{PACKAGE}.ui.ArchivedConversationListActivity"
CONVERSATION = f"{PACKAGE}.ui.conversation.ConversationActivity"
DETAILS = f"{PACKAGE}.ui.conversationsettings.PeopleAndOptionsActivity"
SETTINGS = f"{PACKAGE}.ui.appsettings.ApplicationSettingsActivity"
#: What the app counts when a chat is begun with its own button, not from another app.
_CREATED = log("BugleUsageStatistics", "Logging event BUGLE CREATE_CONVERSATION, source: VIA_DEFAULT")
QUERY_LIMIT = 200


@value
class Messages(Value):
    """The app's state. ``selected``: the selected threads of a list; ``message``: the selected message of a
    conversation, or 0.

    ``dialog``: "" or "delete", "delete_message", "info". ``to``: who a new conversation is with, as it is typed;
    ``shared``, ``shared_file``: the text and the file's path that another app wants to send to them.
    """

    searching: bool = False
    query: str = ""
    menu: bool = False
    dialog: str = ""
    selected: tuple[int, ...] = ()
    message: int = 0
    to: str = ""
    shared: str = ""
    shared_file: str = ""
    drafts: tuple[Draft, ...] = ()
    notifications: bool = True
    outgoing_sounds: bool = True
    delivery_reports: bool = False


# The lists


def start_chat(state: Messages, context: Context) -> Next[Messages]:
    """Choose the recipient of a new conversation."""
    opened = start(f"{PACKAGE}/{CONVERSATION}", "")
    return replace(state, to="", shared="", shared_file="", selected=()), _CREATED, opened, focus("to")


def open_conversation(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Show a conversation."""
    return replace(state, menu=False), focus(""), start(f"{PACKAGE}/{CONVERSATION}", address)


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
    """The phone that asks whom a text or a file is sent to which another app shares."""
    text, file = intent.extra(intents.TEXT, "")[:BODY_LIMIT], attachments.shared_file(phone, intent)
    return phone.handled(PACKAGE, _shared, (text, file))


def _shared(state: Messages, context: Context, text: str, file: str) -> Next[Messages]:
    opened = start(f"{PACKAGE}/{CONVERSATION}", "", intents.SEND)
    return replace(state, to="", shared=text, shared_file=file, selected=()), opened, focus("to")


def _asked(state: Messages, context: Context, number: str, text: str) -> Next[Messages]:
    known = messages.thread_with(messages.store_of(context.phone), number)
    address = known.address if known else digits_of(number)[: messages.ADDRESS_LIMIT]
    if text:
        state = drafts.write(state, context, address, text)
    return (
        replace(state, menu=False, to=""),
        focus(""),
        start(f"{PACKAGE}/{CONVERSATION}", address),
        focus("compose"),
    )


def open_search(state: Messages, context: Context) -> Next[Messages]:
    """Open the search field."""
    return replace(state, searching=True, query=""), focus("search"), scroll_to("conversations")


def close_search(state: Messages, context: Context) -> Next[Messages]:
    """Back to the whole list."""
    return replace(state, searching=False, query=""), focus(""), scroll_to("conversations")


def search(state: Messages, context: Context, text: str) -> Next[Messages]:
    """Update the search text."""
    return replace(state, query=text[:QUERY_LIMIT]), scroll_to("conversations")


def show_menu(state: Messages, context: Context, shown: bool) -> Messages:
    """Open or close the overflow menu."""
    return replace(state, menu=shown)


def show_dialog(state: Messages, context: Context, name: str) -> Messages:
    """Open a dialog, or close it with ""."""
    return replace(state, dialog=name, menu=False)


def open_page(state: Messages, context: Context, name: str, argument: Any = None) -> Next[Messages]:
    """Open a page that the overflow menu names."""
    return replace(state, menu=False), start(f"{PACKAGE}/{name}", argument)


def mark_all_read(state: Messages, context: Context) -> Next[Messages]:
    """Mark every conversation of the list as read."""
    return replace(state, menu=False), do(messages.mark_read)


def select(state: Messages, context: Context, thread: int) -> Next[Messages]:
    """Select or deselect a conversation."""
    marked = state.selected
    marked = tuple(t for t in marked if t != thread) if thread in marked else (*marked, thread)
    return replace(state, selected=marked), focus("")


def deselect(state: Messages, context: Context) -> Messages:
    """Mark nothing."""
    return replace(state, selected=(), message=0)


def archive_selected(state: Messages, context: Context, archived: bool) -> Next[Messages]:
    """Archive the selected conversations, or unarchive them."""
    return replace(state, selected=()), do(messages.archive, state.selected, archived)


def delete_selected(state: Messages, context: Context) -> Next[Messages]:
    """Delete the selected conversations and their drafts."""
    gone = do(messages.delete_threads, state.selected)
    return _without_drafts(replace(state, dialog="", selected=()), context.phone, state.selected), gone


def _without_drafts(state: Messages, phone: Phone, threads: tuple[int, ...]) -> Messages:
    gone = [t.address for t in messages.store_of(phone).threads if t.id in threads]
    return replace(
        state, drafts=tuple(d for d in state.drafts if not any(same_address(d.address, a) for a in gone))
    )


# A new conversation


def type_recipient(state: Messages, context: Context, text: str) -> Next[Messages]:
    """Update the typed recipient."""
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
    return replace(state, dialog="", message=0), do(messages.delete_message, state.message)


def archive_conversation(state: Messages, context: Context, thread: int, archived: bool) -> Next[Messages]:
    """Archive the conversation and leave it, or unarchive it."""
    state = replace(state, menu=False)
    put = do(messages.archive, (thread,), archived)
    return (state, put, finish()) if archived else (state, put)


def delete_conversation(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Delete the conversation and leave it."""
    state = drafts.kept(replace(state, dialog=""), Draft(address, "", 0))
    thread = messages.thread_with(messages.store_of(context.phone), address)
    gone = (do(messages.delete_threads, (thread.id,)),) if thread else ()
    return state, *gone, finish()


def call(state: Messages, context: Context, address: str) -> Next[Messages]:
    """Call the number."""
    return replace(state, menu=False), focus(""), phone_numbers.call(address)


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
    return replace(state, menu=False, dialog="", message=0), focus(""), finish()


def resumed(state: Messages, context: Context) -> Next[Messages]:
    """Mark the messages of a shown conversation as read."""
    return message_notices.read_in_front(state, context, CONVERSATION)


def created(state: Messages, context: Context) -> Next[Messages]:
    """A conversation begins at its end."""
    state = replace(state, menu=False, dialog="", message=0)
    activity = context.activity
    if activity is None or activity.name != CONVERSATION:
        return state
    return state, scroll_to(drafts.SCROLL, drafts.END)


def message_received(phone: Phone, message: Message) -> Phone:
    """The phone where a message that came into the conversation in front is read, and in view where its end was."""
    return phone.handled(PACKAGE, resumed, ())


def back(state: Messages, context: Context) -> Next[Messages]:
    """Close what lies over the screen."""
    if state.dialog or state.menu:
        return replace(state, dialog="", menu=False)
    if state.selected or state.message:
        return replace(state, selected=(), message=0)
    if state.searching and context.activity is not None and context.activity.name == LIST:
        return close_search(state, context)
    return state


def closed(state: Messages) -> Messages:
    """The state after the app is closed: drafts and settings stay."""
    return Messages(
        drafts=state.drafts,
        notifications=state.notifications,
        outgoing_sounds=state.outgoing_sounds,
        delivery_reports=state.delivery_reports,
    )
