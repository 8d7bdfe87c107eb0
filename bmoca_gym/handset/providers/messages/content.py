"""``content insert``, ``update`` and ``delete`` at ``content://sms``."""

from __future__ import annotations

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.table import Bindings, Row, by_id
from bmoca_gym.handset.state import Phone

#: Types of messages by the end of a box's URI, where they are not given.
_TYPES = {"sent": messages.SENT, "draft": messages.DRAFT}

delete = by_id(messages.delete_message)


def insert(phone: Phone, box: str, values: Bindings) -> Phone:
    """Insert a message. ``box``: what follows ``content://sms/``, such as "sent".

    Raises:
        ContentError: there is no address, or the type or the date is not valid.
    """
    address = values.get("address")
    if not address:
        raise ContentError("a message needs an address: --bind address:s:NUMBER")
    kind = values.get("type", _TYPES.get(box, messages.INBOX))
    date = values.get("date", phone.clock.wall)
    if not isinstance(kind, int) or not messages.INBOX <= kind <= messages.QUEUED:
        raise ContentError(f"type is {kind!r}; there are 1 to 6")
    if not isinstance(date, int):
        raise ContentError(f"date is {date!r}; it must be milliseconds since the epoch, bound as l")
    read = str(values.get("read", int(kind != messages.INBOX))) == "1"
    return messages.insert(phone, str(address), str(values.get("body") or ""), kind, date, read)


def update(phone: Phone, row: Row, values: Bindings) -> Phone:
    """Mark a message as read or unread.

    Raises:
        ContentError: another column was given.
    """
    if set(values) - {"read", "seen"}:
        raise ContentError("of a message only read and seen can be updated")
    return messages.mark_message(phone, int(str(row["_id"])), "1" in {str(text) for text in values.values()})
