"""Handlers of lists and of a mail: folders, search, and what is done with mails."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.gmail.state import (
    COMPOSE,
    LABEL,
    LABEL_LIMIT,
    LAST_FOLDERS,
    MAIL,
    NOTICE_MILLISECONDS,
    PACKAGE,
    SETTINGS,
    Gmail,
    labels_of,
    mail_with,
)
from bmoca_gym.handset.effects import cancel, finish, focus, schedule, scroll_to, start
from bmoca_gym.handset.kits import navigation
from bmoca_gym.handset.kits.navigation import open_detail, without_overlay
from bmoca_gym.handset.kits.search_starts import remembered
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import clock, notifications
from bmoca_gym.handset.value import do, replace

# Lists and mails


def show_folder(state: Gmail, context: Context, folder: str) -> Next[Gmail]:
    """Show a folder."""
    return without_overlay(state, folder=folder, selected=()), scroll_to("mails")


def open_search(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the search field with an empty result list."""
    return and_then(navigation.open_search(replace(state, filters=()), context), scroll_to("mails"))


def add_filter(state: Gmail, context: Context, kind: str, value: str) -> Next[Gmail]:
    """Search only among the mails that pass a filter."""
    left, _ = split(remove_filter(state, context, kind))
    return without_overlay(left, filters=(*left.filters, (kind, value))), scroll_to("mails")


def remove_filter(state: Gmail, context: Context, kind: str) -> Next[Gmail]:
    """Take a filter away."""
    left = tuple([one for one in state.filters if one[0] != kind])
    return replace(state, filters=left), scroll_to("mails")


def open_settings(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}", "settings")


def open_mail(state: Gmail, context: Context, id: int) -> Next[Gmail]:
    """Show a mail and mark it as read; a draft opens in the editor. If a search has found it, remember that."""
    mail = mail_with(state, id)
    if mail is None:
        return state
    state = remembered(state)
    if mail.folder == "drafts":
        return state, focus(""), start(f"{PACKAGE}/{COMPOSE}", ("draft", id))
    state = replace(_changed(state, (id,), unread=False), details=False)
    return state, *open_detail(state, context, f"{PACKAGE}/{MAIL}", id)


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
    """Mark mails as read or unread; an opened one is left when it becomes unread."""
    return _settled(replace(_changed(state, ids, unread=unread), selected=()), context, ids)


def move(state: Gmail, context: Context, ids: tuple[int, ...], folder: str, said: str) -> Next[Gmail]:
    """Move mails to a folder; instead of the inbox, the user's own mails go to the sent folder."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    moved = tuple(replace(m, folder="sent" if m.own and folder == "inbox" else folder) for m in before)
    return in_place_of(state, context, before, moved, said)


def move_to(state: Gmail, context: Context, ids: tuple[int, ...], label: str) -> Next[Gmail]:
    """Move mails to a label: out of the inbox, and out of the label whose mails are shown."""
    before = tuple(mail for mail in state.mails if mail.id in ids)
    left = state.folder.removeprefix(LABEL) if state.folder.startswith(LABEL) else ""
    moved = []
    for mail in before:
        names = [name for name in state.labels if name == label or (name in mail.labels and name != left)]
        folder = (
            "archive"
            if mail.folder in ("inbox", "snoozed", "spam", "trash") and not mail.own
            else mail.folder
        )
        moved.append(replace(mail, labels=tuple(names), folder=folder))
    return in_place_of(state, context, before, tuple(moved), f"moved_to {label}")


def open_labels(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Open the dialog of the labels of mails."""
    return navigation.open_overlay(state, context, "labels", labels_of(state, ids))


def tick(state: Gmail, context: Context, label: str) -> Gmail:
    """Check a label in the dialog, or take its mark away."""
    ticked = tuple(name for name in state.ticked if name != label)
    return replace(state, ticked=ticked if label in state.ticked else (*ticked, label))


def label_mails(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Give mails the labels that were checked, and take those that no longer are."""
    first, ticked = labels_of(state, ids), state.ticked
    if set(first) == set(ticked):
        return without_overlay(state, selected=())
    gone = [name for name in first if name not in ticked]
    mails = [
        replace(
            mail,
            labels=tuple([n for n in state.labels if n in ticked or (n in mail.labels and n not in gone)]),
        )
        if mail.id in ids
        else mail
        for mail in state.mails
    ]
    return told(without_overlay(state, mails=tuple(mails), selected=()), context, "labels_changed")


def type_label(state: Gmail, context: Context, text: str) -> Gmail:
    """Update the name of a new label."""
    return replace(state, text=text[:LABEL_LIMIT])


def make_label(state: Gmail, context: Context) -> Next[Gmail]:
    """Make the new label, and show its mails, which are none yet. Without a name, only close the dialog."""
    name = " ".join(state.text.split())
    if not name:
        return and_then(without_overlay(state), focus(""))
    labels = state.labels if name in state.labels else tuple(sorted((*state.labels, name), key=str.casefold))
    return and_then(show_folder(replace(state, labels=labels), context, LABEL + name), focus(""))


def archive(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Take mails out of the inbox."""
    inside = tuple(mail.id for mail in state.mails if mail.id in ids and mail.folder in ("inbox", "snoozed"))
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
    return in_place_of(state, context, before, moved, "deleted")


def in_place_of(
    state: Gmail, context: Context, before: tuple[Mail, ...], after: tuple[Mail, ...], said: str
) -> Next[Gmail]:
    """Replace mails, with a message that offers to undo it."""
    kept = tuple(mail for mail in state.mails if mail not in before)
    state, effects = split(told(replace(state, mails=(*kept, *after), selected=()), context, said, before))
    state, more = split(_settled(state, context, tuple([mail.id for mail in before])))
    return and_then(state, *effects, *more)


def _settled(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Without a menu over it; from the screen of one of the mails back to the list."""
    state, front = without_overlay(state), context.activity
    opened = front is not None and front.name == MAIL and front.argument in ids
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
    after = hush(replace(state, mails=(*kept, *state.undo)), context)
    return after, cancel(PACKAGE, "notice"), do(armed)


# Snoozed mails


def armed(phone: Phone) -> Phone:
    """Schedule the return of the mail that is snoozed for the shortest time."""
    times = [mail.snoozed for mail in phone.apps[PACKAGE].mails if mail.folder == "snoozed"]
    if not times:
        return clock.cancel(phone, PACKAGE, "snooze")
    return clock.schedule(phone, PACKAGE, "snooze", min(times), do(_come_back))


def _come_back(state: Gmail, context: Context) -> Next[Gmail]:
    """Put the mails whose time has come back into the inbox, with a notification of each."""
    now = context.phone.clock.wall
    due = tuple(mail for mail in state.mails if mail.folder == "snoozed" and mail.snoozed <= now)
    after = _changed(state, tuple(mail.id for mail in due), folder="inbox")
    told_of = due if state.notifications else ()
    notes = [do(notifications.post, _notification(context, mail)) for mail in told_of]
    return and_then(after, *notes, do(armed))


def _notification(context: Context, mail: Mail) -> Notification:
    title = mail.subject or context.res.string("gmail.no_subject")
    function, arguments = start(f"{PACKAGE}/{MAIL}", mail.id)
    return Notification(PACKAGE, f"mail {mail.id}", mail.sender, title, "mail", tap=do(function, *arguments))


# The app


def leave_folder(state: Gmail, context: Context) -> Next[Gmail]:
    """Handle Back while nothing is selected: go from another folder to the inbox."""
    if state.selected or state.folder == "inbox":
        return state
    return show_folder(state, context, "inbox")
