"""Text message conversations, for all apps that show them: list rows, drafts, names, times."""

from __future__ import annotations

import posixpath
from datetime import date, datetime
from typing import Any

from bmoca_gym.handset.kits import phone_numbers
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message, MessageStore, Thread, same_address
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL
from bmoca_gym.handset.ui.elements import Element, LeftToRight
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Value, memo, value

_ENOUGH_DIGITS = 7
_WEEK = 7


@value
class Draft(Value):
    """An unsent message to an address. ``at``: wall ms; ``attachment``: path of the attached file."""

    address: str
    text: str
    at: int
    attachment: str = ""

    @property
    def shown(self) -> str:
        """Return the summary in a list: the text, or the file's name."""
        return self.text or posixpath.basename(self.attachment)


def are_drafts(drafts: tuple[Draft, ...]) -> bool:
    """Return whether the times of the drafts can be shown."""
    return all(FIRST_WALL <= draft.at <= LAST_WALL for draft in drafts)


@value
class Conversation(Value):
    """A row of the list. ``last``: the newest message; ``draft``: the unsent message."""

    thread: Thread
    last: Message | None
    draft: str
    at: int
    unread: bool


@memo(64)
def conversations(store: MessageStore, drafts: tuple[Draft, ...], archived: bool) -> tuple[Conversation, ...]:
    """Return the conversations, archived or not, newest first. A draft alone makes one, without an id."""
    found = []
    left = list(drafts)
    for thread in store.threads:
        own = messages.messages_of(store, thread.id)
        draft = next((d for d in left if same_address(d.address, thread.address)), None)
        if draft is not None:
            left.remove(draft)
        if thread.archived == archived and own:
            at = max(own[-1].date, draft.at if draft else 0)
            unread = any(not message.read for message in own)
            found.append(Conversation(thread, own[-1], draft.shown if draft else "", at, unread))
    if not archived:
        found += [Conversation(Thread(0, d.address), None, d.shown, d.at, False) for d in left]
    return tuple(sorted(found, key=lambda c: (-c.at, -c.thread.id, c.thread.address)))


@memo(32)
def searched(
    rows: tuple[Conversation, ...],
    texts: tuple[tuple[int, str], ...],
    people: tuple[Contact, ...],
    query: str,
) -> tuple[Conversation, ...]:
    """Return the conversations whose name, number or messages contain ``query``. ``texts``: (thread, body)."""
    wanted, digits = plain(query).strip(), digits_of(query)
    threads = {thread for thread, body in texts if wanted in plain(body)}
    return tuple(
        row
        for row in rows
        if wanted
        and (
            wanted in plain(name_of(people, row.thread.address))
            or (digits and digits in digits_of(row.thread.address))
            or row.thread.id in threads
        )
    )


def draft_for(drafts: tuple[Draft, ...], address: str) -> Draft:
    """Return the draft for an address."""
    return next((d for d in drafts if same_address(d.address, address)), Draft(address, "", 0))


def with_draft(drafts: tuple[Draft, ...], draft: Draft) -> tuple[Draft, ...]:
    """Replace the draft for an address, or remove it if the new one is empty."""
    others = tuple(d for d in drafts if not same_address(d.address, draft.address))
    return (*others, draft) if draft.text or draft.attachment else others


def shown_number(address: str) -> str:
    """Format an address for the screen. Short numbers of services are not grouped."""
    return phone_numbers.formatted(address) if len(address) >= _ENOUGH_DIGITS else address


def name_of(people: tuple[Contact, ...], address: str) -> str:
    """Return the name for an address: a contact's name, or the address itself."""
    known = contacts.with_number(people, address)
    return known[0].name if known and known[0].name else shown_number(address)


def face_of(people: tuple[Contact, ...], address: str, thread: Thread | None) -> Contact:
    """Show the avatar for an address: the contact's initial, if any, in the colour of the thread."""
    known = contacts.with_number(people, address)
    return known[0] if known else Contact(thread.id if thread else 0)


def number_in(text: str) -> str:
    """Return the phone number that a text consists of, or ""."""
    return "" if any(letter.isalpha() for letter in text) else digits_of(text)


def brief(res: Resources, at: datetime, today: int) -> str:
    """Format a time: the time of day for today, a weekday within a week, or else a date.

    ``today``: the day's ordinal.
    """
    days = today - at.toordinal()
    if days == 0:
        return res.time(at.hour, at.minute)
    if 0 < days < _WEEK:
        return res.date(at.date(), "EEE")
    return res.date(at.date(), "MMMd" if at.year == date.fromordinal(today).year else "yMMMd")


def full(res: Resources, at: datetime, today: int) -> str:
    """Format the day and the time."""
    skeleton = "MMMEd" if at.year == date.fromordinal(today).year else "yMMMEd"
    return f"{res.date(at.date(), skeleton)} · {res.time(at.hour, at.minute)}"


def who(res: Resources, name: str, size: float, weight: int = 400, **options: Any) -> Element:
    """Return a name, or a number whose brackets and dashes keep their places in right-to-left text."""
    text = Text(name, size, options.pop("color", res.colors.text), weight, **options)
    return text if any(letter.isalpha() for letter in name) else LeftToRight(text)


def upright(res: Resources, number: str) -> str:
    """Return a number that keeps its direction between right-to-left words, and its place before Latin ones."""
    return f"\u200e{number}\u200e\u200f" if res.rtl else number


def named(res: Resources, name: str) -> str:
    """Return a name as it stands in a sentence: one that is a number keeps its direction."""
    return name if any(letter.isalpha() for letter in name) else upright(res, name)
