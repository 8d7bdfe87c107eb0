"""Mails, the signed-in account, and the first mails from ``mails.json``.

All of it is invented. The file is a list of objects with the fields of `Mail`; ``at`` is a time in UTC, and ``dated``
says that the text names a day. The mails are in English and are translated for phones in other languages.
"""

from __future__ import annotations

import re
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

from bmoca_gym.handset.resources import translations
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import Value, replace, value

#: Milliseconds.
WEEK = 7 * 24 * 60 * 60 * 1000
_TEXTS = frozenset({"name", "subject", "body", "labels"})
#: The labels that the account has from the start.
LABELS = ("Bookings", "Friends", "Travel")

#: The account that has the mails.
NAME, ADDRESS = ALEX
#: What stands between recipients.
SEPARATORS = re.compile("[,;،、，]")


def addresses(to: str) -> tuple[str, ...]:
    """The addresses in a line of recipients."""
    return tuple(part.strip() for part in SEPARATORS.split(to) if part.strip())


@value
class Mail(Value):
    """A mail.

    Attributes:
        name, address: the sender's, both "" if the user is the sender.
        to: recipients as typed.
        at: wall time in ms.
        folder: one of inbox, snoozed, archive, sent, drafts, outbox, spam, trash.
        tail: quoted text below the text of a draft.
        attachments: paths of files.
        labels: names of the user's labels.
        snoozed: wall ms at which it comes back to the inbox, or came back; 0 if it was never snoozed.
    """

    id: int
    folder: str
    subject: str
    body: str
    at: int
    name: str = ""
    address: str = ""
    to: str = ADDRESS
    unread: bool = False
    starred: bool = False
    tail: str = ""
    attachments: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    snoozed: int = 0

    @property
    def listed(self) -> int:
        """The time in ms by which lists are sorted: a mail that was snoozed is as new as its return."""
        return max(self.at, self.snoozed) if self.folder == "inbox" else self.at

    @property
    def own(self) -> bool:
        """Whether the user wrote it."""
        return not self.address

    @property
    def sender(self) -> str:
        """The name of the sender."""
        return self.name or NAME

    @property
    def sender_address(self) -> str:
        """The sender's address."""
        return self.address or ADDRESS


def first_labels(locale: str) -> tuple[str, ...]:
    """The account's initial labels in that language."""
    return tuple([translations.text("bmoca_gym.handset.apps.gmail", locale, name) for name in LABELS])


@lru_cache(maxsize=len(LOCALES))
def first_mails(locale: str) -> tuple[Mail, ...]:
    """The account's initial mails in that language, numbered from 1."""
    rows: list[dict[str, Any]] = translations.read(
        "bmoca_gym.handset.apps.gmail", "mails.json", locale, _TEXTS
    )
    return tuple(_mail(row, id) for id, row in enumerate(rows, 1))


@lru_cache(maxsize=len(LOCALES))
def mails_before(locale: str, weeks: int) -> tuple[Mail, ...]:
    """The initial mails moved back by some weeks, without those that name a day."""
    rows: list[dict[str, Any]] = translations.read(
        "bmoca_gym.handset.apps.gmail", "mails.json", locale, _TEXTS
    )
    mails = [_mail(row, id) for id, row in enumerate([one for one in rows if not one.get("dated")], 1)]
    return tuple([replace(mail, at=mail.at - weeks * WEEK) for mail in mails])


def _mail(row: dict[str, Any], id: int) -> Mail:
    fields = {name: value for name, value in row.items() if name != "dated"}
    labels = tuple(row.get("labels", ()))
    return Mail(**{**fields, "id": id, "at": _wall(row["at"]), "labels": labels})


def _wall(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp()) * 1000
