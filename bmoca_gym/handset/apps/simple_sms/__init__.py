"""Simple SMS Messenger: conversations by text message, as com.simplemobiletools.smsmessenger 5.19."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.simple_sms import handlers, scheduling
from bmoca_gym.handset.apps.simple_sms.screens import lists, pages, thread
from bmoca_gym.handset.apps.simple_sms.state import (
    ARCHIVE,
    CHANNEL,
    ID,
    MAIN,
    NEW,
    PACKAGE,
    SETTINGS,
    SWITCHES,
    THREAD,
    SimpleSms,
    are_scheduled,
)
from bmoca_gym.handset.kits import attachments, blocking, date_picker, material_time_picker, spans
from bmoca_gym.handset.kits.conversations import (
    Conversation,
    are_drafts,
    conversations,
    draft_for,
    face_of,
    name_of,
    searched,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Channel, ExportedActivity, IntentFilter, TourStep
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do

# The lists


def _conversations(state: SimpleSms, place: Place) -> tuple[Conversation, ...]:
    store, archived = messages.store_of(place.phone), place.activity.name == ARCHIVE
    rows = conversations(store, state.drafts, archived)
    if archived:
        return rows
    if state.scheduled:
        rows = _with_scheduled(state, store, rows)
    rows = tuple(sorted(rows, key=lambda row: row.thread.id not in state.pinned))
    if not state.query.strip():
        return rows
    people = contacts.all_of(place.phone)
    return searched(rows, tuple([(m.thread, m.body) for m in store.all]), people, state.query)


def _with_scheduled(
    state: SimpleSms, store: messages.MessageStore, rows: tuple[Conversation, ...]
) -> tuple[Conversation, ...]:
    """The rows, and one for each address that nothing but waiting messages have, the latest first."""
    known = [thread.address for thread in store.threads] + [row.thread.address for row in rows]
    found: list[Conversation] = []
    for one in state.scheduled:
        if not any(messages.same_address(one.address, address) for address in known):
            known.append(one.address)
            last = scheduling.waiting(state.scheduled, one.address)[-1]
            found.append(Conversation(messages.Thread(0, one.address), last, "", last.date, False))
    return tuple(sorted((*found, *rows), key=lambda row: -row.at))


def _zone_and_day(place: Place, rows: tuple[Any, ...]) -> tuple[str, int]:
    """The time zone and today. Only times depend on the day, so an empty list need not be rebuilt at midnight."""
    return place.zone, place.today if rows else 0


def _list(state: SimpleSms, place: Place) -> tuple[Any, ...]:
    rows, people = _conversations(state, place), contacts.all_of(place.phone)
    searching = state.query, place.focus == "search"
    return rows, people, _marked(state, place), state.pinned, *searching, *_zone_and_day(place, rows)


def _archive(state: SimpleSms, place: Place) -> tuple[Any, ...]:
    rows, people = _conversations(state, place), contacts.all_of(place.phone)
    return rows, people, _marked(state, place), *_zone_and_day(place, rows)


# A conversation, and a new one


def _messages(state: SimpleSms, place: Place) -> tuple[messages.Thread | None, tuple[Message, ...]]:
    """The conversation that is shown, if there is one yet, and its messages; those that wait come last."""
    store = messages.store_of(place.phone)
    own = messages.thread_with(store, place.argument)
    shown = messages.messages_of(store, own.id) if own else ()
    return own, (*shown, *scheduling.waiting(state.scheduled, place.argument)) if state.scheduled else shown


def _thread(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    address, phone = place.argument, place.phone
    if not address:
        return None
    people, (own, shown) = contacts.all_of(phone), _messages(state, place)
    draft = draft_for(state.drafts, address)
    files = attachments.carried(phone, tuple(sorted({m.attachment for m in shown if m.attachment})))
    carried = attachments.carried(phone, (draft.attachment,) if draft.attachment else ())
    return (
        address, name_of(people, address), face_of(people, address, own), shown, files, draft.text, carried,
        place.focus == "compose", _marked(state, place), state.counter, state.send_on_enter, state.planned,
        state.attaching,
        *_zone_and_day(place, (*shown, state.planned) if state.planned else shown),
    )  # fmt: skip


def _dates(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    if state.dates is None:
        return None
    done, dropped = do(scheduling.date_done), do(scheduling.cancel_picker)
    return state.dates, date.fromordinal(place.today), spans.dates_changed, done, dropped


def _times(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    if state.times is None:
        return None
    done, dropped = do(scheduling.time_done), do(scheduling.cancel_picker)
    return state.times, place.focus, spans.times_changed, done, dropped, ID


def _thread_menu(state: SimpleSms, place: Place) -> tuple[Any, ...]:
    known = contacts.with_number(contacts.all_of(place.phone), place.argument) is not None
    blocked = blocking.state_of(place.phone, (place.argument,))
    return place.argument, _messages(state, place)[0], known, blocked


def _block(state: SimpleSms, place: Place) -> tuple[Any, ...]:
    return (place.argument,), contacts.name_of(contacts.all_of(place.phone), place.argument)


def _new(state: SimpleSms, place: Place) -> tuple[Any, ...]:
    return contacts.ordered(contacts.all_of(place.phone), place.locale), state.to, place.focus == "to"


# What is marked


def _ids(state: SimpleSms, place: Place) -> tuple[int, ...]:
    """Ids of the messages of the open conversation, or of the conversations in the list."""
    if place.argument:
        return tuple([message.id for message in _messages(state, place)[1]])
    return tuple([row.thread.id for row in _conversations(state, place) if row.thread.id])


def _marked(state: SimpleSms, place: Place) -> tuple[int, ...]:
    ids = _ids(state, place) if state.marked else ()
    return tuple([id for id in state.marked if id in ids])


def _count(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    marked = _marked(state, place)
    return (len(marked),) if marked else None


def _list_menu(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    marked = _marked(state, place)
    return (marked, _ids(state, place), place.activity.name == ARCHIVE) if marked else None


def _message_menu(state: SimpleSms, place: Place) -> tuple[Any, ...] | None:
    return (_ids(state, place),) if _marked(state, place) else None


NAVIGATION = Navigation(
    SimpleSms,
    {
        "list": Page(lists.screen, _list, back=handlers.leave_search),
        "archive": Page(lists.archive_screen, _archive, activity=ARCHIVE),
        "thread": Page(thread.screen, _thread, activity=THREAD, back=handlers.leave_attachments),
        "new": Page(pages.new_conversation, _new, activity=NEW),
        "settings": Page(
            pages.settings, lambda s, at: (tuple([getattr(s, name) for name in SWITCHES]),), activity=SETTINGS
        ),
    },
    {
        "menu": Overlay(lists.overflow, on=("list",)),
        "marked": Overlay(lists.marked_menu, _list_menu, on=("list", "archive")),
        "delete": Overlay(lists.delete_dialog, _count, on=("list", "archive")),
        "thread_menu": Overlay(thread.overflow, _thread_menu, on=("thread",)),
        "block": Overlay(blocking.question, _block, on=("thread",)),
        "marked_messages": Overlay(thread.marked_menu, _message_menu, on=("thread",)),
        "delete_messages": Overlay(thread.delete_dialog, _count, on=("thread",)),
        "delete_thread": Overlay(thread.delete_thread_dialog, lambda s, at: (at.argument,), on=("thread",)),
        "schedule": Overlay(
            thread.schedule_dialog,
            lambda s, at: None if s.when is None else (s.when,),
            on=("thread",),
            takes=("when",),
        ),
        "schedule_date": Overlay(
            date_picker.picker_dialog, _dates, on=("thread",), takes=("dates",), back=scheduling.cancel_picker
        ),
        "schedule_time": Overlay(
            material_time_picker.picker_dialog,
            _times,
            on=("thread",),
            takes=("times",),
            back=scheduling.cancel_picker,
        ),
        "scheduled": Overlay(
            thread.scheduled_dialog, lambda s, at: (s.touched,), on=("thread",), takes=("touched",)
        ),
    },
    where=lambda s, at: "list",
    kept=("drafts", "pinned", "counter", "delivery_reports", "send_on_enter", "scheduled"),
    passing=("dates", "times", "when", "previewed", "touched"),
    selection=Selection("marked"),
)

APP = App(
    tour=(TourStep("role", "tours.role_title", buttons=(("tours.role_set", 1), ("common.cancel", 1))),),
    name="simple_sms",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("sms", 0xFFF57C00),
    palette=palette(0xFFF57C00, material=3),
    state=SimpleSms,
    layers=NAVIGATION.layers,
    uid=10153,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=handlers.created,
    paused=handlers.paused,
    resumed=handlers.resumed,
    message_received=handlers.received,
    targets=handlers.targets,
    channels=(Channel(CHANNEL, "simple_sms.channel"),),
    intents=(
        IntentFilter(
            (intents.SEND,), handlers.answer_send, types=("text/*", "image/*", "video/*"), activity=NEW
        ),
        IntentFilter(
            (intents.VIEW, intents.SENDTO),
            handlers.answer_intent,
            ("sms", "smsto"),
            categories=(intents.BROWSABLE,),
        ),
    ),
    activities=(ExportedActivity(SETTINGS),),
    files=(
        preference_file(
            PACKAGE,
            {
                "drafts": Stored("drafts", are_drafts),
                "pinned": "pinned_conversations",
                "counter": "show_character_counter",
                "delivery_reports": "enable_delivery_reports",
                "send_on_enter": "send_on_enter",
                "scheduled": Stored("scheduled_messages", are_scheduled),
            },
            "Prefs",
            written=do(scheduling.armed),
        ),
    ),
)
