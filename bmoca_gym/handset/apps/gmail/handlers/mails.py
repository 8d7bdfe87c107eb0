"""Handlers of lists and of a mail: folders, search, and what is done with mails."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.gmail.state import (
    COMPOSE,
    LAST_FOLDERS,
    MAIL,
    NOTICE_MILLISECONDS,
    PACKAGE,
    SETTINGS,
    Gmail,
    mail_with,
)
from bmoca_gym.handset.effects import cancel, finish, focus, schedule, scroll_to, start
from bmoca_gym.handset.kits import navigation
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

# Lists and mails


def show_folder(state: Gmail, context: Context, folder: str) -> Next[Gmail]:
    """Show a folder."""
    return without_overlay(state, folder=folder, selected=()), scroll_to("mails")


def open_search(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the search field with an empty result list."""
    return and_then(navigation.open_search(state, context), scroll_to("mails"))


def open_settings(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}", "settings")


def open_mail(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Show a mail and mark it as read; a draft opens in the editor."""
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
    return navigation.mark(state, context, id), focus("")


def star(state: Gmail, context: Context, id: int) -> Gmail:
    """Star or unstar a mail."""
    mail = mail_with(state, id)
    return state if mail is None else _changed(state, (id,), starred=not mail.starred)


def mark(state: Gmail, context: Context, ids: tuple[int, ...], unread: bool) -> Next[Gmail]:
    """Mark mails as read or unread, and leave an open one that becomes unread."""
    return _settled(replace(_changed(state, ids, unread=unread), selected=()), context)


def move(state: Gmail, context: Context, ids: tuple[int, ...], folder: str, said: str) -> Next[Gmail]:
    """Move mails to a folder; instead of the inbox, the user's own mails go to the sent folder."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    moved = tuple(replace(m, folder="sent" if m.own and folder == "inbox" else folder) for m in before)
    return _instead(state, context, before, moved, said)


def archive(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Archive mails."""
    inside = tuple(mail.id for mail in state.mails if mail.id in ids and mail.folder == "inbox")
    return move(state, context, inside, "archive", "archived")


def swipe_away(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Archive an inbox mail that is swiped away."""
    if state.searching or state.selected or context.direction not in ("left", "right"):
        return state
    mail = mail_with(state, id)
    return state if mail is None or mail.folder != "inbox" else archive(state, context, (id,))


def delete(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Move mails to the trash; those already there, or never sent, are deleted for good."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    moved = tuple(replace(mail, folder="trash") for mail in before if mail.folder not in LAST_FOLDERS)
    return _instead(state, context, before, moved, "deleted")


def _instead(
    state: Gmail, context: Context, before: tuple[Mail, ...], after: tuple[Mail, ...], said: str
) -> Next[Gmail]:
    """Replace mails, with a message that offers to undo it."""
    kept = tuple(mail for mail in state.mails if mail not in before)
    state, effects = split(told(replace(state, mails=(*kept, *after), selected=()), context, said, before))
    state, more = split(_settled(state, context))
    return and_then(state, *effects, *more)


def _settled(state: Gmail, context: Context) -> Next[Gmail]:
    """Close the menu, and return from a mail's own screen to the list."""
    state = without_overlay(state)
    opened = context.activity is not None and context.activity.name == MAIL
    return (state, finish()) if opened else (state,)


def told(state: Gmail, context: Context, said: str, undo: tuple[Mail, ...] = ()) -> Next[Gmail]:
    """Show a message at the bottom of the screen for a while."""
    over = schedule(PACKAGE, "notice", context.uptime + NOTICE_MILLISECONDS, do(hush), "uptime")
    return replace(state, notice=said, undo=undo), over


def hush(state: Gmail, context: Context) -> Gmail:
    """Remove the message at the bottom."""
    return replace(state, notice="", undo=())


def undo(state: Gmail, context: Context) -> Next[Gmail]:
    """Undo the change that the message at the bottom is about."""
    ids = tuple(mail.id for mail in state.undo)
    kept = tuple(mail for mail in state.mails if mail.id not in ids)
    return hush(replace(state, mails=(*kept, *state.undo)), context), cancel(PACKAGE, "notice")


# The app


def leave_folder(state: Gmail, context: Context) -> Next[Gmail]:
    """Handle Back while nothing is selected: go from another folder to the inbox."""
    if state.selected or state.folder == "inbox":
        return state
    return show_folder(state, context, "inbox")
