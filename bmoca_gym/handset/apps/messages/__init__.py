"""Messages: SMS conversations, archive, search, writing and sending, as on Android 10."""

from __future__ import annotations

import re
from typing import Any

from bmoca_gym.handset.apps.messages import notices
from bmoca_gym.handset.apps.messages.handlers import answer_intent, answer_send, created, deselect, targets
from bmoca_gym.handset.apps.messages.screens import chat, lists, pages, search
from bmoca_gym.handset.apps.messages.state import (
    ARCHIVE,
    CONVERSATION,
    DETAILS,
    LIST,
    OF_MESSAGES,
    PACKAGE,
    PANES,
    SCROLL,
    SETTINGS,
    Messages,
    star_of,
)
from bmoca_gym.handset.kits import attachments, blocking, search_starts
from bmoca_gym.handset.kits.conversations import (
    Conversation,
    are_drafts,
    conversations,
    draft_for,
    face_of,
    name_of,
    searched,
)
from bmoca_gym.handset.kits.navigation import ListDetail, Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Channel, IntentFilter
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message, MessageStore, Thread
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.system import documents, intents


def _rows(state: Messages, place: Place) -> tuple[Conversation, ...]:
    """The conversations of the list, or of the archive."""
    store = messages.store_of(place.phone)
    return conversations(store, state.drafts, place.activity.name == ARCHIVE)


def _selected(state: Messages, place: Place) -> tuple[int, ...]:
    """The marked conversations that are here."""
    here = {row.thread.id for row in _rows(state, place)}
    return tuple(thread for thread in state.selected if thread in here)


def _times(place: Place, shown: tuple[Any, ...]) -> tuple[str, int]:
    # Only times depend on the day: an empty list need not be made anew at midnight.
    return place.zone, place.today if shown else 0


def _list(state: Messages, place: Place) -> tuple[Any, ...]:
    rows = _rows(state, place)
    people = contacts.all_of(place.phone)
    return rows, people, _selected(state, place), place.opened, *_times(place, rows)


def _first_list(state: Messages, place: Place) -> tuple[Any, ...]:
    modern = place.phone.configuration.material > 2
    return *_list(state, place), modern and dict(place.activity.offsets).get(SCROLL, 0) > 0


def _any_unread(state: Messages, place: Place) -> tuple[bool]:
    return (any(row.unread for row in _rows(state, place)),)


def _found(state: Messages, place: Place) -> tuple[Any, ...]:
    store, people = messages.store_of(place.phone), contacts.all_of(place.phone)
    rows = conversations(store, state.drafts, False) + conversations(store, state.drafts, True)
    texts = tuple((m.thread, m.body) for m in store.all)
    hits = searched(rows, texts, people, state.query) if state.query or not state.category else rows
    found: tuple[Message, ...] = ()
    if state.category in OF_MESSAGES:
        found = _found_messages(state, store, people)
        kept = {message.thread for message in found}
        hits = tuple([row for row in rows if row.thread.id in kept])
    elif state.category:
        hits = tuple([row for row in hits if _in_category(state.category, row, store, people)])
    files = attachments.carried(place.phone, tuple([m.attachment for m in found if m.attachment]))
    shown = hits, found, files, people, state.query, state.category, place.focus == "search", place.opened
    return *shown, *_times(place, hits)


def _found_messages(state: Messages, store: MessageStore, people: tuple[Contact, ...]) -> tuple[Message, ...]:
    """The messages of a category of `OF_MESSAGES` with the query in their text or their party's name, newest first."""
    starred, wanted = set(state.starred), plain(state.query).strip()
    found = [
        m
        for m in store.all
        if (star_of(m) in starred if state.category == "starred" else _carries(m, "image/"))
        and (wanted in plain(m.body) or wanted in plain(name_of(people, m.address)))
    ]
    return tuple(sorted(found, key=lambda m: (-m.date, -abs(m.id))))


def _carries(message: Message, kind: str) -> bool:
    """Whether a file of that kind is attached to a message. ``kind``: the beginning of its MIME type."""
    return bool(message.attachment) and documents.type_of(message.attachment).startswith(kind)


_LINK = re.compile(r"https?://|www\.", re.IGNORECASE)
_PLACE = re.compile(r"geo:|//maps\.|/maps/", re.IGNORECASE)


def _in_category(name: str, row: Conversation, store: MessageStore, people: tuple[Contact, ...]) -> bool:
    """Whether a conversation belongs to a category of `CATEGORIES`."""
    if name == "unread":
        return row.unread
    if name == "known":
        return contacts.with_number(people, row.thread.address) is not None
    own = messages.messages_of(store, row.thread.id)
    if name == "videos":
        return any(_carries(one, "video/") for one in own)
    return any((_LINK if name == "links" else _PLACE).search(one.body) for one in own)


def _thread(place: Place) -> Thread | None:
    return messages.thread_with(messages.store_of(place.phone), place.argument)


def _messages(place: Place) -> tuple[Message, ...]:
    """The messages of the conversation that the activity shows."""
    thread = _thread(place)
    return messages.messages_of(messages.store_of(place.phone), thread.id) if thread else ()


def _marked(state: Messages, place: Place) -> Message | None:
    return next((m for m in _messages(place) if m.id == state.message), None)


def _stars(state: Messages, shown: tuple[Message, ...]) -> tuple[int, ...]:
    """The ids of the starred messages among these."""
    starred = set(state.starred)
    return tuple([m.id for m in shown if star_of(m) in starred]) if starred else ()


def _chat(state: Messages, place: Place) -> tuple[Any, ...] | None:
    address, phone = place.argument, place.phone
    if not address:
        return None
    people, shown, marked = contacts.all_of(phone), _messages(place), _marked(state, place)
    face, draft = face_of(people, address, _thread(place)), draft_for(state.drafts, address)
    files = attachments.carried(phone, tuple(sorted({m.attachment for m in shown if m.attachment})))
    carried = attachments.carried(phone, (draft.attachment,) if draft.attachment else ())
    return (
        address, name_of(people, address), face, shown, files, draft.text, carried, place.focus == "compose",
        marked.id if marked else 0, _stars(state, shown), *_times(place, shown), PACKAGE in phone.image.versions,
    )  # fmt: skip


def _people(state: Messages, place: Place) -> tuple[Any, ...]:
    people = contacts.ordered(contacts.all_of(place.phone), place.locale)
    return people, state.to, place.focus == "to"


def _details(state: Messages, place: Place) -> tuple[Any, ...]:
    address, people = place.argument, contacts.all_of(place.phone)
    known = contacts.with_number(people, address) is not None
    return address, face_of(people, address, _thread(place)), known, name_of(people, address)


def _delete_selected(state: Messages, place: Place) -> tuple[Any, ...] | None:
    count = len(_selected(state, place))
    return (count,) if count else None


def _delete_message(state: Messages, place: Place) -> tuple[Any, ...] | None:
    return None if _marked(state, place) is None else ()


def _info(state: Messages, place: Place) -> tuple[Any, ...] | None:
    marked = _marked(state, place)
    return None if marked is None else (marked, place.zone, place.today)


NAVIGATION = Navigation(
    Messages,
    {
        "list": Page(lists.screen, _first_list),
        "search": Page(search.screen, _found),
        "archive": Page(lists.archive_screen, _list, ARCHIVE),
        "chat": Page(chat.screen, _chat, CONVERSATION, back=deselect),
        "picker": Page(chat.picker, _people),
        "details": Page(pages.details, _details, DETAILS),
        "settings": Page(pages.settings, lambda s, at: (pages.switches_of(s),), SETTINGS),
    },
    {
        "list_menu": Overlay(lists.overflow, _any_unread, on=("list",), menu=True),
        "account": Overlay(lists.account_sheet, _any_unread, on=("list",)),
        "delete": Overlay(lists.delete_dialog, _delete_selected, on=("list", "archive")),
        "chat_menu": Overlay(
            chat.overflow,
            lambda s, at: (at.argument, _thread(at), blocking.state_of(at.phone, (at.argument,))),
            on=("chat",),
        ),
        "block": Overlay(
            blocking.question,
            lambda s, at: ((at.argument,), name_of(contacts.all_of(at.phone), at.argument)),
            on=("chat",),
        ),
        "delete_conversation": Overlay(chat.delete_dialog, lambda s, at: (at.argument,), on=("chat",)),
        "delete_message": Overlay(chat.delete_message_dialog, _delete_message, on=("chat",)),
        "message_menu": Overlay(chat.message_overflow, _delete_message, on=("chat",)),
        "info": Overlay(chat.info_dialog, _info, on=("chat",)),
    },
    where=lambda s, at: "picker" if at.activity.name == CONVERSATION else "search" if s.searching else "list",
    kept=("drafts", "starred", "notifications", "outgoing_sounds", "delivery_reports"),
    search=Search(on=("search",), limit=search_starts.QUERY_LIMIT),
    selection=Selection(),
    scroll=SCROLL,
    list_detail=ListDetail((LIST, ARCHIVE), ("chat",), "forum", PANES),
)

APP = App(
    name="messages",
    package=PACKAGE,
    activity=LIST,
    icon=AppIcon("message", 0xFF1A73E8),
    state=Messages,
    layers=NAVIGATION.layers,
    uid=10083,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    kept_lists=NAVIGATION.kept_lists,
    created=created,
    paused=notices.paused,
    resumed=notices.resumed,
    message_received=notices.received,
    targets=targets,
    channels=(Channel(notices.CHANNEL, "messages.incoming"),),
    intents=(
        IntentFilter(
            (intents.SEND,), answer_send, types=("text/*", "image/*", "video/*"), activity=CONVERSATION
        ),
        IntentFilter(
            (intents.VIEW, intents.SENDTO), answer_intent, ("sms", "smsto"), categories=(intents.BROWSABLE,)
        ),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "drafts": Stored("drafts", are_drafts),
                "starred": "starred_messages",
                "notifications": "notifications_enabled",
                "outgoing_sounds": "send_sound",
                "delivery_reports": "delivery_reports",
            },
            "bugle",
        ),
    ),
)
