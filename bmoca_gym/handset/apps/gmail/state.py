"""Gmail's state: mails, selection, search, draft; and what is in a folder."""

from __future__ import annotations

from datetime import date
from typing import Literal

from bmoca_gym.handset.apps.gmail.content import (
    WEEK,
    Mail,
    addresses,
    first_labels,
    first_mails,
    mails_before,
)
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.google.android.gm"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.ConversationListActivityGmail"
MAIL = f"{PACKAGE}.ui.MailActivityGmail"
COMPOSE = f"{PACKAGE}.ComposeActivityGmail"
SETTINGS = f"{PACKAGE}.ui.settings.PublicPreferenceActivity"
#: The layout of a large screen, and its panes.
PANES = (ID + "two_pane_activity", ID + "conversation_list_pane", ID + "conversation_pane")
#: The drawer's entries from top to bottom, with their glyphs.
FOLDERS = {
    "inbox": "inbox", "starred": "star_border", "snoozed": "schedule", "sent": "send",
    "drafts": "insert_drive_file", "outbox": "outbox", "all_mail": "all_inbox",
    "spam": "report_gmailerrorred", "trash": "delete_outline",
}  # fmt: skip
THEMES = ("light", "dark", "system_default")
NOTICE_MILLISECONDS = 5000
_DAY, _EPOCH = 24 * 60 * 60 * 1000, date(1970, 1, 1).toordinal()
#: Begins the name of the folder with the mails of a label.
LABEL = "label:"
LABEL_LIMIT = 40
#: What is deleted here is gone.
LAST_FOLDERS = ("drafts", "outbox", "spam", "trash")


@value
class Draft(Value):
    """A mail being written.

    Attributes:
        id: id of the draft, 0 until it is saved.
        tail: the quoted text below.
        first: address, subject and text when the editor was opened.
        attachments: paths of files.
    """

    id: int = 0
    to: str = ""
    subject: str = ""
    body: str = ""
    tail: str = ""
    first: tuple[str, str, str] = ("", "", "")
    attachments: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return (self.to, self.subject, self.body) != self.first or bool(self.attachments and not self.id)


OverlayName = Literal[
    "", "drawer", "account", "mail_menu", "marked_menu", "move_to", "labels", "snooze", "snooze_date", "snooze_time",
    "new_label", "draft_menu", "recipient", "theme", "signature", "filter",
]  # fmt: skip


@value
class Gmail(Value):
    """The app's state.

    Attributes:
        synced: whether the account's mails have arrived, as they do when the app is first opened. From then on they
            stay in the language in which they arrived.
        labels: names of the user's labels.
        recent: recent searches.
        filters: filters of the search as (kind, value), see `passes`.
        filtering: the kind of filter that is being chosen.
        notice: key of the message at the bottom of the screen, or ""; after a blank, the name that it speaks of.
        undo: the mails before the change that the message is about.
        text: the text typed in a dialog.
        ticked: the labels that are checked in the dialog.
        dates, times: the pickers of the time until which mails are snoozed.
    """

    mails: tuple[Mail, ...] = ()
    next_id: int = 1
    synced: bool = False
    labels: tuple[str, ...] = ()
    folder: str = "inbox"
    searching: bool = False
    query: str = ""
    recent: tuple[str, ...] = ()
    filters: tuple[tuple[str, str], ...] = ()
    filtering: str = ""
    selected: tuple[int, ...] = ()
    details: bool = False
    overlay: OverlayName = ""
    notice: str = ""
    undo: tuple[Mail, ...] = ()
    draft: Draft = Draft()
    theme: str = "system_default"
    notifications: bool = True
    signature: str = ""
    text: str = ""
    ticked: tuple[str, ...] = ()
    dates: DatePicker | None = None
    times: TimePicker | None = None

    def dark(self, system: bool) -> bool:
        """Whether the app is dark. ``system``: whether the system is."""
        return self.theme == "dark" or (self.theme == "system_default" and system)


def synced(state: Gmail, locale: str, now: int) -> Gmail:
    """Load the account's mails in the language of ``locale``, unless they were loaded before.

    If the phone's clock is before the newest of them, they are moved back by whole weeks, so that none is from the
    future.
    """
    if state.synced:
        return state
    mails = first_mails(locale)
    ahead = max(mail.at for mail in mails) - now
    if ahead > 0:
        mails = mails_before(locale, -(-ahead // WEEK))
    return replace(state, mails=mails, next_id=len(mails) + 1, labels=first_labels(locale), synced=True)


def signed_out(state: Gmail) -> Gmail:
    """The app where nobody is signed in: mails, labels and the account's settings are gone."""
    return Gmail(theme=state.theme)


def labels_of(state: Gmail, ids: tuple[int, ...]) -> tuple[str, ...]:
    """The labels that all of these mails have."""
    own = [mail.labels for mail in state.mails if mail.id in ids]
    return tuple([name for name in state.labels if own and all(name in labels for labels in own)])


# What is in a folder


def mail_with(state: Gmail, id: int) -> Mail | None:
    """The mail with that id, or None."""
    return next((mail for mail in state.mails if mail.id == id), None)


def _lies_in(mail: Mail, folder: str) -> bool:
    if folder == "starred":
        return mail.starred and mail.folder not in ("spam", "trash")
    if folder.startswith(LABEL):
        return folder.removeprefix(LABEL) in mail.labels and mail.folder not in ("spam", "trash")
    if folder == "all_mail":
        return mail.folder not in ("spam", "trash", "outbox")
    return mail.folder == folder


@memo(64)
def in_folder(mails: tuple[Mail, ...], folder: str) -> tuple[Mail, ...]:
    """The mails of a folder, newest first."""
    return tuple(sorted((m for m in mails if _lies_in(m, folder)), key=lambda m: (-m.listed, -m.id)))


#: The chips of a search in the order in which they stand.
FILTERS = ("from", "to", "attachment", "date")
#: Ages in days of which a mail can be older.
AGES = {"week": 7, "month": 30, "half_year": 182, "year": 365}


@memo(64)
def found(
    mails: tuple[Mail, ...], query: str, filters: tuple[tuple[str, str], ...] = (), today: int = 0
) -> tuple[Mail, ...]:
    """The mails that contain every word of ``query`` and pass the filters, newest first, without spam and trash.

    ``today``: the ordinal of the day.
    """
    words = plain(query).split()
    if not words and not filters:
        return ()
    known = (*in_folder(mails, "outbox"), *in_folder(mails, "all_mail"))
    return tuple(
        mail
        for mail in known
        if all(word in _searched(mail) for word in words)
        and all(passes(mail, kind, value, today) for kind, value in filters)
    )


def passes(mail: Mail, kind: str, value: str, today: int) -> bool:
    """Whether a mail is from or to an address, has an attachment, or is older than one of `AGES`."""
    if kind == "date":
        return mail.at // _DAY + _EPOCH <= today - AGES[value]
    return {
        "from": mail.sender_address == value,
        "to": any(plain(value) == plain(one) for one in _recipients(mail)),
        "attachment": bool(mail.attachments),
    }[kind]


def people(mails: tuple[Mail, ...], kind: str) -> tuple[tuple[str, str], ...]:
    """Address and name of everybody whom mails are from, or to."""
    names = {
        mail.sender_address: mail.sender for mail in in_folder(mails, "all_mail") if mail.folder != "drafts"
    }
    if kind == "from":
        return tuple(names.items())
    to = {plain(one): one for mail in in_folder(mails, "all_mail") for one in _recipients(mail)}
    return tuple([(address, names.get(address, address)) for address in to.values()])


def _recipients(mail: Mail) -> tuple[str, ...]:
    return tuple([one.strip(" <>") for one in addresses(mail.to) if "@" in one])


def _searched(mail: Mail) -> str:
    texts = (mail.sender, mail.sender_address, mail.to, mail.subject, mail.body, mail.tail)
    return plain("\n".join(texts))


@memo(64)
def counts(mails: tuple[Mail, ...]) -> tuple[tuple[str, int], ...]:
    """The numbers of mails that the drawer shows for its folders: unread ones, and all that are not sent yet."""
    found = {name: len(in_folder(mails, name)) for name in ("drafts", "outbox")}
    for name in ("inbox", "spam"):
        found[name] = sum(mail.unread for mail in in_folder(mails, name))
    return tuple(sorted(found.items()))
