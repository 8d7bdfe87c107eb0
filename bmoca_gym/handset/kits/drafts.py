"""Handlers for a text message conversation, and for choosing the recipient of a new one.

The app's state has what `Writing` lists, and ``to``, the recipient as typed so far. Messages scroll by `SCROLL`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.kits import attachments, phone_numbers
from bmoca_gym.handset.kits.conversations import Draft, draft_for, number_in, with_draft
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import SHORTCUT, Intent, Next
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import digits_of
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT, same_address
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do, replace


class Writing(Protocol):
    """What the kit reads from an app's state."""

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The drafts, one per address."""

    @property
    def delivery_reports(self) -> bool:
        """Whether messages request a delivery report."""

    @property
    def shared(self) -> str:
        """The text to send to the chosen recipient, or ""."""

    @property
    def shared_file(self) -> str:
        """Path of the file to send to the chosen recipient, or ""."""


S = TypeVar("S", bound=Writing)

SCROLL = "messages"
END = 1 << 24  # px: a scroll is clamped to its end


def kept(state: S, draft: Draft) -> S:
    """Replace the draft for an address."""
    return replace(state, drafts=with_draft(state.drafts, draft))


def write(state: S, context: Context, address: str, text: str) -> S:
    """Save the text that is being written as a draft."""
    file = draft_for(state.drafts, address).attachment
    return kept(state, Draft(address, text[:BODY_LIMIT], context.phone.clock.wall, file))


def carrying(state: S, context: Context, address: str, path: str) -> S:
    """Attach a file to the draft for an address, or remove it with ""."""
    return kept(state, Draft(address, draft_for(state.drafts, address).text, context.phone.clock.wall, path))


def attach(state: S, context: Context, address: str) -> Next[S]:
    """Let the user pick a file for the message."""
    return state, focus(""), attachments.ask_for_file(do(attached, address))


def attached(state: S, context: Context, address: str, result: Any) -> S:
    """Attach the file that was picked."""
    path = attachments.picked_file(context.phone, result)
    return carrying(state, context, address, path) if path else state


def detach(state: S, context: Context, address: str) -> S:
    """Remove the attachment."""
    return carrying(state, context, address, "")


def send(state: S, context: Context, address: str) -> Next[S]:
    """Send the draft."""
    draft = draft_for(state.drafts, address)
    text = draft.text.strip()
    if not (text or draft.attachment):
        return state
    sent = do(messages.send, address, text, state.delivery_reports, draft.attachment)
    return kept(state, Draft(address, "", 0)), sent, scroll_to(SCROLL, END)


def send_again(state: S, context: Context, id: int) -> Next[S]:
    """Send a failed message again."""
    return state, do(messages.send_again, id, state.delivery_reports), scroll_to(SCROLL, END)


# The conversation


def archive(state: S, context: Context, thread: int, archived: bool) -> Next[S]:
    """Archive the conversation and leave it, or unarchive it."""
    put, state = do(messages.archive, (thread,), archived), without_overlay(state)
    return (state, put, finish()) if archived else (state, put)


def delete(state: S, context: Context, address: str) -> Next[S]:
    """Delete the conversation and leave it."""
    state = kept(without_overlay(state), Draft(address, "", 0))
    thread = messages.thread_with(messages.store_of(context.phone), address)
    gone = (do(messages.delete_threads, (thread.id,)),) if thread else ()
    return state, *gone, finish()


def call(state: S, context: Context, address: str) -> Next[S]:
    """Call the number."""
    return without_overlay(state), focus(""), phone_numbers.call(address)


def without_threads(state: S, phone: Phone, threads: tuple[int, ...]) -> S:
    """Remove the drafts for the addresses of these conversations."""
    gone = [thread.address for thread in messages.store_of(phone).threads if thread.id in threads]
    left = tuple(d for d in state.drafts if not any(same_address(d.address, address) for address in gone))
    return replace(state, drafts=left)


def at_end(state: S, context: Context, activity: str) -> Next[S]:
    """Open a conversation scrolled to its end. ``activity``: the one that shows conversations."""
    opened = context.activity is not None and context.activity.name == activity
    return (state, scroll_to(SCROLL, END)) if opened else state


# A new conversation


def _address(phone: Phone, number: str) -> str:
    """The address of the conversation with a number, or of a new one."""
    known = messages.thread_with(messages.store_of(phone), number)
    return known.address if known else digits_of(number)[: messages.ADDRESS_LIMIT]


def choose(state: S, context: Context, conversation: str, number: str) -> Next[S]:
    """Replace the recipient choice with the conversation with a number, with what is to be sent in it.

    ``conversation``: component of its activity.
    """
    address = _address(context.phone, number)
    if state.shared:
        state = write(state, context, address, state.shared)
    if state.shared_file:
        state = carrying(state, context, address, state.shared_file)
    opened = start(conversation, address)
    return replace(state, to="", shared="", shared_file=""), focus(""), finish(), opened, focus("compose")


def ask(state: S, context: Context, conversation: str, number: str, text: str) -> Next[S]:
    """Show the conversation with a number, with a text filled in."""
    address = _address(context.phone, number)
    if text:
        state = write(state, context, address, text)
    opened = start(conversation, address)
    return without_overlay(state, to=""), focus(""), opened, focus("compose")


def only_number(phone: Phone, typed: str) -> str:
    """The number that was typed, or the number of the only contact found; "" if there is none."""
    if number_in(typed):
        return number_in(typed)
    found = contacts.matching(contacts.all_of(phone), typed)
    numbers = [detail.text for contact in found for detail in contact.all("phone")]
    return numbers[0] if len(numbers) == 1 else ""


def asked_for(intent: Intent) -> tuple[str, str]:
    """Number and text of an ``sms:`` or ``smsto:`` address."""
    return unquote(urlsplit(intent.data).path), intent.extra("sms_body", "")


def answer_send(
    phone: Phone, package: str, begin: Callable[..., Any], choose: Callable[..., Any], intent: Intent
) -> Phone:
    """Ask who should get a text or file that another app shares, unless the intent says so.

    ``begin``, ``choose``: handlers of the app that ask for the text and the file, and that take a number.
    """
    text, file = intent.extra(intents.TEXT, "")[:BODY_LIMIT], attachments.shared_file(phone, intent)
    phone = phone.handled(package, begin, (text, file))
    target = intent.extra(SHORTCUT, "")
    return phone.handled(package, choose, (target,)) if target else phone
