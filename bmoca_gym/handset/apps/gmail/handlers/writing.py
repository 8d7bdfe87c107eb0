"""Handlers of writing mails, and of sending them once there is a connection."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from bmoca_gym.handset.apps.gmail.content import SEPARATORS, Mail, addresses
from bmoca_gym.handset.apps.gmail.handlers.mails import told
from bmoca_gym.handset.apps.gmail.state import COMPOSE, MAIN, PACKAGE, Draft, Gmail, mail_with, synced
from bmoca_gym.handset.effects import focus, log, schedule, start
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then, split
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clock, intents, radios
from bmoca_gym.handset.value import Callback, do, memo, replace

TEXT_LIMIT = 10_000
_RETRY_MILLISECONDS = 10_000
_STARTED = (
    f"START u0 {{act=android.intent.action.MAIN flg=0x10000 pkg={PACKAGE} cmp={PACKAGE}/.ui.MailActivityGmail}} "
    "from uid 10103"
)
_LOW = 600  # dp: on a lower screen the keyboard would cover the text
_ADDRESS = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")


def wrong_address(to: str) -> str:
    """The first recipient with an invalid address, or ""."""
    return next((one for one in addresses(to) if not _ADDRESS.fullmatch(one)), "")


@memo(64)
def suggestions(people: tuple[Contact, ...], to: str) -> tuple[tuple[Contact, str], ...]:
    """Contacts whose names start with the last recipient's letters, each with an address that is not listed yet."""
    *_, last = SEPARATORS.split(to)
    known = addresses(to)
    return tuple(
        (contact, detail.text)
        for contact in contacts.matching(people, last)
        for detail in contact.all("email")
        if detail.text not in known
    )


# Opening the editor


def write(state: Gmail, context: Context, kind: str = "new", id: int = 0) -> Next[Gmail]:
    """Open the editor: for a "new" mail, to "reply" to a mail or to "forward" it."""
    return without_overlay(state), start(f"{PACKAGE}/{COMPOSE}", (kind, id))


def created(state: Gmail, context: Context) -> Next[Gmail]:
    """Start an activity. The editor is filled from its argument; waiting mails are sent, and new ones loaded.

    The list of mails starts its own activity with the app's package, and leaves a second line for it in the log.
    """
    if context.res.account is None:
        return without_overlay(state)
    activity = context.activity
    state, effects = split(
        deliver(synced(without_overlay(state), context.res.locale, context.phone.clock.wall), context)
    )
    if activity is not None and activity.name == MAIN:
        effects.append(log("ActivityTaskManager", _STARTED))
    if activity is None or activity.name != COMPOSE:
        return state, *effects
    kind, id = activity.argument or ("new", 0)
    mail = None if isinstance(id, Draft) else mail_with(state, id)
    if isinstance(id, Draft):  # what another app brings, which is kept where the editor is left
        draft = id
    elif mail is None:
        draft = Draft()
    else:
        draft = _BEGUN[kind](context, mail)
    if not isinstance(id, Draft):
        draft = replace(draft, first=(draft.to, draft.subject, draft.body))
    if draft.to and context.res.height < _LOW:
        return replace(state, draft=draft), *effects
    return and_then(replace(state, draft=draft), *effects, focus("body" if draft.to else "to"))


def answer_intent(phone: Phone, intent: Intent) -> Phone:
    """Open the editor, filled with what another app shares or from a ``mailto:`` address."""
    parts = urlsplit(intent.data)
    asked = dict(parse_qsl(parts.query))
    to = unquote(parts.path) if parts.scheme == "mailto" else ""
    named = dict(intent.extras).get(intents.EMAIL, "")
    draft = Draft(
        to=(to or (named if isinstance(named, str) else ", ".join(map(str, named or ()))))[:TEXT_LIMIT],
        subject=intent.extra(intents.SUBJECT, asked.get("subject", ""))[:TEXT_LIMIT],
        body=intent.extra(intents.TEXT, asked.get("body", ""))[:TEXT_LIMIT],
        attachments=attachments.shared_files(phone, intent),
    )
    return activities.start(phone, f"{PACKAGE}/{COMPOSE}", ("shared", draft), intent.action)


def _draft(context: Context, mail: Mail) -> Draft:
    return Draft(mail.id, mail.to, mail.subject, mail.body, mail.tail, attachments=mail.attachments)


def _reply(context: Context, mail: Mail) -> Draft:
    res = context.res
    at = clock.local_time(context.phone, mail.at)
    when = f"{res.date(at.date(), 'yMMMEd')} {res.time(at.hour, at.minute)}"
    head = res.string("gmail.wrote", date=when, name=mail.sender)
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.body.split("\n"))
    to = mail.to if mail.own else mail.address
    return Draft(0, to, _prefixed("Re: ", mail.subject), "", f"{head}\n\n{quoted}"[:TEXT_LIMIT])


def _forward(context: Context, mail: Mail) -> Draft:
    title = context.res.string("gmail.forwarded")
    head = f"---------- {title} ---------\n{mail.sender} <{mail.sender_address}>"
    tail = f"{head}\n{mail.subject}\n\n{mail.body}"
    return Draft(0, "", _prefixed("Fwd: ", mail.subject), "", tail[:TEXT_LIMIT])


#: Drafts with which the editor begins, by what it is opened for.
_BEGUN = {"draft": _draft, "reply": _reply, "forward": _forward}


def _prefixed(prefix: str, subject: str) -> str:
    return subject if subject.startswith(prefix) else prefix + subject


# The editor


def attach(state: Gmail, context: Context) -> Next[Gmail]:
    """Let the user pick a file to attach."""
    return without_overlay(state), attachments.ask_for_file(do(attached))


def attached(state: Gmail, context: Context, result: Any) -> Gmail:
    """Attach the picked file."""
    path, draft = attachments.picked_file(context.phone, result), state.draft
    if not path or path in draft.attachments:
        return state
    return replace(state, draft=replace(draft, attachments=(*draft.attachments, path)))


def detach(state: Gmail, context: Context, path: str) -> Gmail:
    """Detach a file from the mail."""
    kept = tuple(one for one in state.draft.attachments if one != path)
    return replace(state, draft=replace(state.draft, attachments=kept))


def type_field(state: Gmail, context: Context, field: str, text: str) -> Gmail:
    """Update the typed text of ``field``: to, subject or body."""
    changed: Any = {field: text[:TEXT_LIMIT]}
    return replace(state, draft=replace(state.draft, **changed))


def write_on(state: Gmail, context: Context) -> Next[Gmail]:
    """Continue with the text."""
    return state, focus("body")


def choose(state: Gmail, context: Context, address: str) -> Gmail:
    """Replace the typed letters with a suggested address."""
    *before, _ = SEPARATORS.split(state.draft.to)
    known = [part.strip() for part in before if part.strip()]
    return type_field(state, context, "to", ", ".join((*known, address)) + ", ")


def _mail_of(state: Gmail, context: Context, folder: str, body: str, tail: str) -> Gmail:
    """The state with the draft as a mail in a folder."""
    draft = state.draft
    id = draft.id or state.next_id
    mail = Mail(
        id, folder, draft.subject.strip(), body, context.phone.clock.wall, to=draft.to.strip(" ,"), tail=tail,
        attachments=draft.attachments,
    )  # fmt: skip
    kept = tuple(one for one in state.mails if one.id != id)
    return replace(
        state, mails=(*kept, mail), next_id=max(state.next_id, id + 1), draft=replace(draft, id=id)
    )


def save(state: Gmail, context: Context) -> Next[Gmail]:
    """Save the mail as a draft."""
    state = _kept(without_overlay(state), context)
    return told(state, context, "draft_saved")


def _kept(state: Gmail, context: Context) -> Gmail:
    draft = state.draft
    state = _mail_of(state, context, "drafts", draft.body, draft.tail)
    return replace(state, draft=replace(state.draft, first=(draft.to, draft.subject, draft.body)))


def close(state: Gmail, context: Context) -> Next[Gmail]:
    """Save the draft and leave the editor."""
    effects: list[Callback] = []
    if state.draft.changed:
        state, effects = split(save(state, context))
    state, *gone = leave_page(replace(state, draft=Draft()), context)
    return and_then(state, *effects, *gone)


def discard(state: Gmail, context: Context) -> Next[Gmail]:
    """Leave the editor without saving, and delete the draft."""
    before = tuple(mail for mail in state.mails if mail.id == state.draft.id)
    kept = tuple(mail for mail in state.mails if mail.id != state.draft.id)
    state = replace(state, mails=kept, draft=Draft())
    state, effects = split(told(state, context, "draft_discarded", before))
    state, *gone = leave_page(state, context)
    return and_then(state, *effects, *gone)


def send(state: Gmail, context: Context) -> Next[Gmail]:
    """Send the mail, or report an invalid recipient. Without a connection it waits in the outbox."""
    draft = state.draft
    if not addresses(draft.to) or wrong_address(draft.to):
        return open_overlay(state, context, "recipient")
    parts = (draft.body.strip(), state.signature, draft.tail)
    online = bool(radios.connection(context.phone))
    state = _mail_of(state, context, "sent" if online else "outbox", "\n\n".join(filter(None, parts)), "")
    state, effects = split(
        told(replace(state, draft=Draft()), context, "message_sent" if online else "queued")
    )
    if not online:
        effects.append(_again(context))
    state, *gone = leave_page(state, context)
    return and_then(state, *effects, *gone)


# The outbox


def _again(context: Context) -> Callback:
    return schedule(PACKAGE, "outbox", context.uptime + _RETRY_MILLISECONDS, do(deliver), "uptime")


def deliver(state: Gmail, context: Context) -> Next[Gmail]:
    """Send the mails in the outbox; try again later if there is no connection."""
    if not any(mail.folder == "outbox" for mail in state.mails):
        return (state,)
    if not radios.connection(context.phone):
        return state, _again(context)
    at = context.phone.clock.wall
    sent = tuple(replace(m, folder="sent", at=at) if m.folder == "outbox" else m for m in state.mails)
    return (replace(state, mails=sent),)


# The app


def paused(state: Gmail, context: Context) -> Gmail:
    """Save the mail being written when the user leaves the editor."""
    writing = context.activity is not None and context.activity.name == COMPOSE
    return _kept(state, context) if writing and state.draft.changed else state
