"""Gmail's state: mails, selection, search, draft; and the handlers of reading."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.gmail.content import Mail, first_mails
from bmoca_gym.handset.effects import cancel, finish, focus, schedule, scroll_to, start
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, do, memo, replace, value
from bmoca_gym.handset.words import plain

PACKAGE = "com.google.android.gm"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.ConversationListActivityGmail"
MAIL = f"{PACKAGE}.ui.MailActivityGmail"
COMPOSE = f"{PACKAGE}.ComposeActivityGmail"
SETTINGS = f"{PACKAGE}.ui.settings.PublicPreferenceActivity"
#: The drawer's entries from top to bottom, with their glyphs.
FOLDERS = {
    "inbox": "inbox", "starred": "star_border", "sent": "send", "drafts": "insert_drive_file", "outbox": "outbox",
    "all_mail": "all_inbox", "spam": "report_gmailerrorred", "trash": "delete_outline",
}  # fmt: skip
THEMES = ("light", "dark", "system_default")
QUERY_LIMIT = 200
NOTICE_MILLISECONDS = 5000
#: What is deleted here is gone.
_LAST_FOLDERS = ("drafts", "outbox", "spam", "trash")


@value
class Draft(Value):
    """A mail being written. ``id``: of the mail in the drafts, 0 until it is saved; ``tail``: the quoted text below;
    ``first``: address, subject and text when the editor was opened. ``attachments``: paths of files.
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


@value
class Gmail(Value):
    """The app's state. ``synced``: the account's mails have been loaded, in the language of that moment. ``overlay``:
    the open dialog or menu, or ""; ``notice``: string key of the message at the bottom, or ""; ``undo``: the mails
    before the change that it reports. ``text``: the text typed in a dialog.
    """

    mails: tuple[Mail, ...] = ()
    next_id: int = 1
    synced: bool = False
    folder: str = "inbox"
    searching: bool = False
    query: str = ""
    selected: tuple[int, ...] = ()
    details: bool = False
    overlay: str = ""
    notice: str = ""
    undo: tuple[Mail, ...] = ()
    draft: Draft = Draft()
    theme: str = "system_default"
    notifications: bool = True
    signature: str = ""
    text: str = ""

    def dark(self, system: bool) -> bool:
        """Whether the app is dark. ``system``: whether the system is."""
        return self.theme == "dark" or (self.theme == "system_default" and system)


def synced(state: Gmail, locale: str) -> Gmail:
    """Load the account's mails in the language of ``locale``, unless they were loaded before."""
    if state.synced:
        return state
    mails = first_mails(locale)
    return replace(state, mails=mails, next_id=len(mails) + 1, synced=True)


# What is in a folder


def mail_with(state: Gmail, id: int) -> Mail | None:
    """The mail with that id, or None."""
    return next((mail for mail in state.mails if mail.id == id), None)


def _lies_in(mail: Mail, folder: str) -> bool:
    if folder == "starred":
        return mail.starred and mail.folder not in ("spam", "trash")
    if folder == "all_mail":
        return mail.folder not in ("spam", "trash", "outbox")
    return mail.folder == folder


@memo(64)
def in_folder(mails: tuple[Mail, ...], folder: str) -> tuple[Mail, ...]:
    """The mails of a folder, newest first."""
    return tuple(sorted((m for m in mails if _lies_in(m, folder)), key=lambda m: (-m.at, -m.id)))


@memo(64)
def found(mails: tuple[Mail, ...], query: str) -> tuple[Mail, ...]:
    """The mails that contain every word of ``query``, newest first, without spam and trash."""
    words = plain(query).split()
    known = (*in_folder(mails, "outbox"), *in_folder(mails, "all_mail"))
    return tuple(mail for mail in known if words and all(word in _searched(mail) for word in words))


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


# Screens


def show_overlay(state: Gmail, context: Context, name: str) -> Next[Gmail]:
    """Open what lies over the screen, or close it with ""."""
    return replace(state, overlay=name), focus("")


def show_folder(state: Gmail, context: Context, folder: str) -> Next[Gmail]:
    """Show a folder."""
    return replace(state, folder=folder, overlay="", selected=()), scroll_to("mails")


def open_search(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the search field."""
    return replace(state, searching=True, query=""), focus("search"), scroll_to("mails")


def close_search(state: Gmail, context: Context) -> Next[Gmail]:
    """Back to the folder."""
    return replace(state, searching=False, query="", selected=()), focus(""), scroll_to("mails")


def search(state: Gmail, context: Context, text: str) -> Next[Gmail]:
    """Update the search text."""
    return replace(state, query=text[:QUERY_LIMIT]), scroll_to("mails")


def leave(state: Gmail, context: Context) -> Next[Gmail]:
    """Back to the screen before."""
    return replace(state, overlay=""), focus(""), finish()


def open_settings(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}", "settings")


def open_mail(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Show a mail, which has been read then; a draft is opened to be written on."""
    mail = mail_with(state, id)
    if mail is None:
        return state
    if mail.folder == "drafts":
        return state, focus(""), start(f"{PACKAGE}/{COMPOSE}", ("draft", id))
    state = replace(_changed(state, (id,), unread=False), details=False)
    return state, focus(""), start(f"{PACKAGE}/{MAIL}", id)


def switch_details(state: Gmail, context: Context) -> Gmail:
    """Show or hide who wrote to whom and when."""
    return replace(state, details=not state.details)


# What is done with mails


def _changed(state: Gmail, ids: tuple[int, ...], **fields: Any) -> Gmail:
    mails = tuple(replace(mail, **fields) if mail.id in ids else mail for mail in state.mails)
    return state if mails == state.mails else replace(state, mails=mails)


def select(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Select or deselect a mail."""
    chosen = tuple(one for one in state.selected if one != id)
    return replace(state, selected=chosen if id in state.selected else (*chosen, id)), focus("")


def deselect(state: Gmail, context: Context) -> Gmail:
    """Mark none."""
    return replace(state, selected=())


def star(state: Gmail, context: Context, id: int) -> Gmail:
    """Star a mail, or remove the star."""
    mail = mail_with(state, id)
    return state if mail is None else _changed(state, (id,), starred=not mail.starred)


def mark(state: Gmail, context: Context, ids: tuple[int, ...], unread: bool) -> Next[Gmail]:
    """Mark mails as read or unread; an opened one is left when it becomes unread."""
    return _settled(replace(_changed(state, ids, unread=unread), selected=()), context)


def move(state: Gmail, context: Context, ids: tuple[int, ...], folder: str, said: str) -> Next[Gmail]:
    """Move mails to a folder. The user's own go to the sent mails instead of the inbox."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    moved = tuple(replace(m, folder="sent" if m.own and folder == "inbox" else folder) for m in before)
    return _instead(state, context, before, moved, said)


def archive(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Take mails out of the inbox."""
    inside = tuple(mail.id for mail in state.mails if mail.id in ids and mail.folder == "inbox")
    return move(state, context, inside, "archive", "archived")


def swipe_away(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Archive a mail of the inbox that is swiped aside."""
    if state.searching or state.selected or context.direction not in ("left", "right"):
        return state
    mail = mail_with(state, id)
    return state if mail is None or mail.folder != "inbox" else archive(state, context, (id,))


def delete(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Move mails to the trash; those in the trash and unsent ones are deleted for good."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    moved = tuple(replace(mail, folder="trash") for mail in before if mail.folder not in _LAST_FOLDERS)
    return _instead(state, context, before, moved, "deleted")


def _instead(
    state: Gmail, context: Context, before: tuple[Mail, ...], after: tuple[Mail, ...], said: str
) -> Next[Gmail]:
    """Put mails in the place of others, and say so with the offer to undo it."""
    kept = tuple(mail for mail in state.mails if mail not in before)
    state, effects = split(told(replace(state, mails=(*kept, *after), selected=()), context, said, before))
    state, more = split(_settled(state, context))
    return and_then(state, *effects, *more)


def _settled(state: Gmail, context: Context) -> Next[Gmail]:
    """Without a menu over it; from a mail's own screen back to the list."""
    state = replace(state, overlay="")
    opened = context.activity is not None and context.activity.name == MAIL
    return (state, finish()) if opened else (state,)


def told(state: Gmail, context: Context, said: str, undo: tuple[Mail, ...] = ()) -> Next[Gmail]:
    """Say something at the bottom of the screen for a while."""
    over = schedule(PACKAGE, "notice", context.uptime + NOTICE_MILLISECONDS, do(hush), "uptime")
    return replace(state, notice=said, undo=undo), over


def hush(state: Gmail, context: Context) -> Gmail:
    """Take the words at the bottom away."""
    return replace(state, notice="", undo=())


def undo(state: Gmail, context: Context) -> Next[Gmail]:
    """Undo the change that the message at the bottom reports."""
    ids = tuple(mail.id for mail in state.undo)
    kept = tuple(mail for mail in state.mails if mail.id not in ids)
    return hush(replace(state, mails=(*kept, *state.undo)), context), cancel(PACKAGE, "notice")


# The app


def back(state: Gmail, context: Context) -> Next[Gmail]:
    """Close what lies over the screen; from another folder to the inbox."""
    if state.overlay:
        return replace(state, overlay="")
    if context.activity is None or context.activity.name != MAIN:
        return state
    if state.selected:
        return deselect(state, context)
    if state.searching:
        return close_search(state, context)
    return state if state.folder == "inbox" else show_folder(state, context, "inbox")


def closed(state: Gmail) -> Gmail:
    """The state after the app is closed: the next start is on the inbox."""
    return replace(
        state, folder="inbox", searching=False, query="", selected=(), details=False, overlay="", notice="", undo=(),
        draft=Draft(), text="",
    )  # fmt: skip
