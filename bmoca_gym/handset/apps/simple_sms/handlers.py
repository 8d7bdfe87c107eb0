"""Simple SMS Messenger's handlers: lists, a new conversation, a conversation, and what the system calls."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms import scheduling
from bmoca_gym.handset.apps.simple_sms.state import (
    CHANNEL,
    LIST_SCROLL,
    NEW,
    PACKAGE,
    THREAD,
    SimpleSms,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share_text, show, start, toast
from bmoca_gym.handset.kits import attachments, drafts, message_notices, navigation, share_targets
from bmoca_gym.handset.kits.conversations import number_in, shown_number
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.search_starts import QUERY_LIMIT
from bmoca_gym.handset.manifest import DirectTarget, Intent, Next, and_then, split
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, Message
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import clipboard, intents
from bmoca_gym.handset.value import do, replace

_THREAD = f"{PACKAGE}/{THREAD}"


def open_page(state: SimpleSms, context: Context, name: str) -> Next[SimpleSms]:
    """Open a page that a menu names."""
    return without_overlay(state, marked=()), focus(""), start(f"{PACKAGE}/{name}")


def leave(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Go back to the previous screen."""
    return without_overlay(state, marked=()), focus(""), finish()


def mark(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Select or deselect a conversation or a message."""
    return and_then(navigation.mark(state, context, id), focus(""))


# The lists


def search(state: SimpleSms, context: Context, text: str) -> Next[SimpleSms]:
    """Update the search query."""
    return replace(state, query=text[:QUERY_LIMIT]), scroll_to(LIST_SCROLL)


def end_search(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Go back to the full list."""
    return replace(state, query=""), focus(""), scroll_to(LIST_SCROLL)


def leave_search(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """On Back, end the selection, or go back to the full list."""
    return end_search(state, context) if state.query and not state.marked else state


def begin(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Ask for the recipient of a new conversation."""
    opened = start(f"{PACKAGE}/{NEW}")
    return replace(state, to="", shared="", shared_file="", marked=()), opened, focus("to")


def open_thread(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Show a conversation."""
    return without_overlay(state, query=""), focus(""), start(_THREAD, address)


def mark_all(state: SimpleSms, context: Context, ids: tuple[int, ...]) -> SimpleSms:
    """Mark all of a list."""
    return without_overlay(state, marked=ids)


def pin(state: SimpleSms, context: Context, pinned: bool) -> SimpleSms:
    """Pin or unpin the selected conversations."""
    others = tuple(one for one in state.pinned if one not in state.marked)
    return without_overlay(state, pinned=(*others, *state.marked) if pinned else others, marked=())


def archive_marked(state: SimpleSms, context: Context, archived: bool) -> Next[SimpleSms]:
    """Archive or unarchive the selected conversations."""
    return without_overlay(state, marked=()), do(messages.archive, state.marked, archived)


def mark_unread(state: SimpleSms, context: Context, threads: tuple[int, ...]) -> Next[SimpleSms]:
    """Mark the newest message of each conversation as unread."""
    store = messages.store_of(context.phone)
    newest = [messages.messages_of(store, thread) for thread in threads]
    said = [do(messages.mark_message, own[-1].id, False) for own in newest if own]
    leaving = (finish(),) if context.activity is not None and context.activity.name == THREAD else ()
    return (without_overlay(state, marked=()), *said, *leaving)


def delete_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Delete the selected conversations and their drafts."""
    after = drafts.without_threads(without_overlay(state, marked=()), context.phone, state.marked)
    threads = messages.store_of(context.phone).threads
    addresses = tuple([thread.address for thread in threads if thread.id in state.marked])
    return and_then(scheduling.without_address(after, addresses), do(messages.delete_threads, state.marked))


# A new conversation


def type_recipient(state: SimpleSms, context: Context, text: str) -> Next[SimpleSms]:
    """Update the recipient."""
    return replace(state, to=text[:QUERY_LIMIT]), scroll_to("people")


def choose(state: SimpleSms, context: Context, number: str) -> Next[SimpleSms]:
    """Replace the recipient choice with the conversation with a number."""
    return drafts.choose(state, context, _THREAD, number)


def confirm(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Start a conversation with the typed number, or with the only contact found."""
    number = drafts.only_number(context.phone, state.to) if state.to.strip() else ""
    if number:
        return choose(state, context, number)
    return state, toast(context.res.string("simple_sms.invalid_number"))


def answer_intent(phone: Phone, intent: Intent) -> Phone | None:
    """Open the conversation that an ``sms:`` or ``smsto:`` address asks for."""
    number, text = drafts.asked_for(intent)
    wanted = number_in(number)
    return phone.handled(PACKAGE, _asked, (wanted, text)) if wanted else None


def _asked(state: SimpleSms, context: Context, number: str, text: str) -> Next[SimpleSms]:
    return drafts.ask(state, context, _THREAD, number, text)


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """Ask who should get a text or file that another app shares, unless the intent says so."""
    return drafts.answer_send(phone, PACKAGE, _shared, choose, intent)


def targets(phone: Phone) -> tuple[DirectTarget, ...]:
    """The people the share sheet offers."""
    return share_targets.of_conversations(phone, PACKAGE)


def _shared(state: SimpleSms, context: Context, text: str, file: str) -> Next[SimpleSms]:
    opened = start(f"{PACKAGE}/{NEW}", None, intents.SEND)
    return without_overlay(state, to="", shared=text, shared_file=file, marked=()), opened, focus("to")


# A conversation


def _marked_texts(state: SimpleSms, context: Context) -> str:
    waiting = [scheduling.as_message(one) for one in state.scheduled]
    every = (*messages.store_of(context.phone).all, *waiting)
    own = [message for message in every if message.id in state.marked]
    return "\n".join(message.body for message in sorted(own, key=lambda m: (m.date, abs(m.id))))


def copy_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Put the text of the marked messages on the clipboard."""
    said = toast(context.res.string("simple_sms.copied"))
    return without_overlay(state, marked=()), do(clipboard.put, _marked_texts(state, context)), said


def share_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Offer the text of the marked messages to other apps."""
    return without_overlay(state, marked=()), share_text(_marked_texts(state, context))


def forward_marked(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Ask for a recipient to forward the selected messages' text to."""
    text = _marked_texts(state, context)[:BODY_LIMIT]
    opened = start(f"{PACKAGE}/{NEW}", None, intents.SEND)
    return without_overlay(state, marked=(), to="", shared=text, shared_file=""), opened, focus("to")


def delete_messages(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Delete the marked messages."""
    after = scheduling.without(without_overlay(state, marked=()), state.marked)
    return and_then(after, *[do(messages.delete_message, id) for id in state.marked])


def delete_thread(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Delete the conversation, with what waits to be sent, and leave it."""
    after, effects = split(scheduling.without_address(state, (address,)))
    return and_then(drafts.delete(after, context, address), *effects)


def switch_attachments(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Show or hide what can be attached."""
    return replace(state, attaching=not state.attaching), focus("")


def leave_attachments(state: SimpleSms, context: Context) -> SimpleSms:
    """Hide what can be attached on Back."""
    return replace(state, attaching=False) if state.attaching else state


def attach(state: SimpleSms, context: Context, address: str, kind: str) -> Next[SimpleSms]:
    """Let the user pick a file of a MIME type for the message."""
    asked = attachments.ask_for_file(do(drafts.attached, address), kind)
    return replace(state, attaching=False), focus(""), asked


def take_photo(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Let the user take a photo for the message."""
    taken = show(Intent("android.media.action.IMAGE_CAPTURE"), do(drafts.attached, address))
    return replace(state, attaching=False), focus(""), taken


def add_contact(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Create a contact for the number in Contacts."""
    opened = start(contacts.EDITOR, shown_number(address), contacts.INSERT_ACTION)
    return without_overlay(state), opened


# The app


def created(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Scroll a conversation to its end when it is opened."""
    state = without_overlay(state, marked=(), planned=0, revised=0, attaching=False)
    return drafts.at_end(state, context, THREAD)


def received(phone: Phone, message: Message) -> Phone:
    """Handle a received message: its conversation shows it if open, otherwise a notification does."""
    phone = phone.handled(PACKAGE, message_notices.read_in_front, (THREAD,))
    return message_notices.posted(phone, _THREAD, CHANNEL, message)


def resumed(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Mark the messages of a shown conversation as read and remove its notification."""
    result = message_notices.read_in_front(state, context, THREAD)
    return (*(result if type(result) is tuple else (result,)), do(message_notices.take_read, PACKAGE))


def paused(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Remove the notifications of messages that were read in the meantime."""
    return state, do(message_notices.take_read, PACKAGE)
