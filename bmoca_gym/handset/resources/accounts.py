"""Google accounts that phones may be signed in to."""

from __future__ import annotations

from typing import NamedTuple


class Account(NamedTuple):
    """A Google account: its owner's name, and its e-mail address."""

    name: str
    address: str


#: The invented account of Gmail's mails and YouTube's lists: the same person as Instagram's.
ALEX = Account("Alex", "alex.hikes@example.com")
