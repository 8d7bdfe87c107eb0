"""The keys and values that Gmail's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL

_FOLDERS = ("inbox", "snoozed", "archive", "sent", "drafts", "outbox", "spam", "trash")


def are_mails(mails: tuple[Mail, ...]) -> bool:
    """Whether mails have unique ids and are in known folders."""
    ids = {mail.id for mail in mails}
    return len(ids) == len(mails) and all(
        mail.folder in _FOLDERS
        and FIRST_WALL <= mail.at <= LAST_WALL
        and (mail.snoozed == 0 or FIRST_WALL <= mail.snoozed <= LAST_WALL)
        for mail in mails
    )


def are_labels(labels: tuple[str, ...]) -> bool:
    """Whether these are different names."""
    return all(labels) and len(set(labels)) == len(labels)
