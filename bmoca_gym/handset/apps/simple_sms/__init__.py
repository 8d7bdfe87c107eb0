"""Simple SMS Messenger: conversations by text message, as com.simplemobiletools.smsmessenger 5.19."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms import lists, pages, thread
from bmoca_gym.handset.apps.simple_sms.state import (
    ARCHIVE,
    CHANNEL,
    MAIN,
    NEW,
    PACKAGE,
    SETTINGS,
    SWITCHES,
    THREAD,
    SimpleSms,
    answer_intent,
    answer_send,
    back,
    closed,
    created,
    paused,
    received,
    resumed,
)
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.conversations import (
    are_drafts,
    conversations,
    draft_for,
    face_of,
    name_of,
    searched,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    App,
    AppIcon,
    Channel,
    ExportedActivity,
    IntentFilter,
    Layer,
    dialog,
    layer,
)
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _layers(phone: Phone, state: SimpleSms, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(pages.settings, tuple([getattr(state, name) for name in SWITCHES])),)
    people = contacts.all_of(phone)
    if activity.name == NEW:
        shown = contacts.ordered(people, phone.configuration.locale)
        return (layer(pages.new_conversation, shown, state.to, activity.focus == "to"),)
    if activity.name == THREAD and activity.argument:
        return _thread_layers(phone, state, activity, people)
    return _list_layers(phone, state, activity, people)


def _list_layers(
    phone: Phone, state: SimpleSms, activity: Activity, people: tuple[Contact, ...]
) -> tuple[Layer, ...]:
    store, archived = messages.store_of(phone), activity.name == ARCHIVE
    rows = conversations(store, state.drafts, archived)
    if not archived:
        rows = tuple(sorted(rows, key=lambda row: row.thread.id not in state.pinned))
        if state.query.strip():
            rows = searched(rows, tuple([(m.thread, m.body) for m in store.all]), people, state.query)
    # Only times depend on the day: an empty list need not be made anew at midnight.
    zone, today = clock.zone_of(phone), clock.local_minute(phone).toordinal() if rows else 0
    ids = tuple([row.thread.id for row in rows if row.thread.id])
    marked = tuple([id for id in state.marked if id in ids])
    if archived:
        shown = layer(lists.archive_screen, rows, people, marked, zone, today)
    else:
        focused = activity.focus == "search"
        shown = layer(lists.screen, rows, people, marked, state.pinned, state.query, focused, zone, today)
    if state.overlay == "menu" and not archived:
        return (shown, dialog(lists.overflow))
    if state.overlay == "marked" and marked:
        return (shown, dialog(lists.marked_menu, marked, ids, archived))
    return (
        (shown, dialog(lists.delete_dialog, len(marked)))
        if state.overlay == "delete" and marked
        else (shown,)
    )


def _thread_layers(
    phone: Phone, state: SimpleSms, activity: Activity, people: tuple[Contact, ...]
) -> tuple[Layer, ...]:
    store, address = messages.store_of(phone), activity.argument
    own = messages.thread_with(store, address)
    shown = messages.messages_of(store, own.id) if own else ()
    ids = tuple([message.id for message in shown])
    marked = tuple([id for id in state.marked if id in ids])
    zone, today = clock.zone_of(phone), clock.local_minute(phone).toordinal() if shown else 0
    draft = draft_for(state.drafts, address)
    files = attachments.carried(phone, tuple(sorted({m.attachment for m in shown if m.attachment})))
    carried = attachments.carried(phone, (draft.attachment,) if draft.attachment else ())
    main = layer(
        thread.screen, address, name_of(people, address), face_of(people, address, own), shown, files, draft.text,
        carried, activity.focus == "compose", marked, state.counter, state.send_on_enter, zone, today,
    )  # fmt: skip
    if state.overlay == "menu":
        known = contacts.with_number(people, address) is not None
        return (main, dialog(thread.overflow, address, own, known))
    if state.overlay == "marked" and marked:
        return (main, dialog(thread.marked_menu, ids))
    if state.overlay == "delete" and marked:
        return (main, dialog(thread.delete_dialog, len(marked)))
    return (
        (main, dialog(thread.delete_thread_dialog, address)) if state.overlay == "delete_thread" else (main,)
    )


APP = App(
    name="simple_sms",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("sms", 0xFFF57C00),
    state=SimpleSms,
    layers=_layers,
    uid=10153,
    back=back,
    closed=closed,
    created=created,
    paused=paused,
    resumed=resumed,
    message_received=received,
    channels=(Channel(CHANNEL, "simple_sms.channel"),),
    intents=(
        IntentFilter((intents.SEND,), answer_send, types=("text/*", "image/*", "video/*"), activity=NEW),
        IntentFilter(
            (intents.VIEW, intents.SENDTO), answer_intent, ("sms", "smsto"), categories=(intents.BROWSABLE,)
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
            },
            "Prefs",
        ),
    ),
)
