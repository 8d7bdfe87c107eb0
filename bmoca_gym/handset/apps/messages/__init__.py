"""Messages: SMS conversations, archive, search, writing and sending, as on Android 10."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages import chat, lists, notices, pages
from bmoca_gym.handset.apps.messages.state import (
    ARCHIVE,
    CONVERSATION,
    DETAILS,
    LIST,
    PACKAGE,
    SETTINGS,
    Messages,
    answer_intent,
    answer_send,
    back,
    closed,
    created,
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
from bmoca_gym.handset.manifest import App, AppIcon, Channel, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _layers(phone: Phone, state: Messages, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(pages.settings, pages.switches_of(state)),)
    people = contacts.all_of(phone)
    if activity.name == DETAILS:
        address = activity.argument
        known = contacts.with_number(people, address) is not None
        face = face_of(people, address, messages.thread_with(messages.store_of(phone), address))
        return (layer(pages.details, address, face, known, name_of(people, address)),)
    if activity.name == CONVERSATION and activity.argument:
        return _chat_layers(phone, state, activity, people)
    if activity.name == CONVERSATION:
        shown = contacts.ordered(people, phone.configuration.locale)
        return (layer(chat.picker, shown, state.to, activity.focus == "to"),)
    return _list_layers(phone, state, activity, people)


def _list_layers(
    phone: Phone, state: Messages, activity: Activity, people: tuple[Contact, ...]
) -> tuple[Layer, ...]:
    store = messages.store_of(phone)
    archived = activity.name == ARCHIVE
    searching = state.searching and not archived
    rows = conversations(store, state.drafts, archived)
    if searching:
        rows += conversations(store, state.drafts, True)
    # Only times depend on the day: an empty list need not be made anew at midnight.
    zone, today = clock.zone_of(phone), clock.local_minute(phone).toordinal() if rows else 0
    if searching:
        texts = tuple((m.thread, m.body) for m in store.all)
        hits = searched(rows, texts, people, state.query)
        focused = activity.focus == "search"
        return (layer(lists.search_screen, hits, people, state.query, focused, zone, today),)
    here = {row.thread.id for row in rows}
    selected = tuple(thread for thread in state.selected if thread in here)
    screen = lists.archive_screen if archived else lists.screen
    main = layer(screen, rows, people, selected, zone, today)
    if state.dialog == "delete" and selected:
        return (main, dialog(lists.delete_dialog, len(selected)))
    if state.menu and not archived:
        return (main, dialog(lists.overflow, any(row.unread for row in rows)))
    return (main,)


def _chat_layers(
    phone: Phone, state: Messages, activity: Activity, people: tuple[Contact, ...]
) -> tuple[Layer, ...]:
    store, address = messages.store_of(phone), activity.argument
    thread = messages.thread_with(store, address)
    shown = messages.messages_of(store, thread.id) if thread else ()
    marked = next((m for m in shown if m.id == state.message), None)
    zone, today = clock.zone_of(phone), clock.local_minute(phone).toordinal() if shown else 0
    face, draft = face_of(people, address, thread), draft_for(state.drafts, address)
    paths = tuple(sorted({m.attachment for m in shown if m.attachment}))
    files = attachments.carried(phone, paths)
    carried = attachments.carried(phone, (draft.attachment,) if draft.attachment else ())
    main = layer(
        chat.screen, address, name_of(people, address), face, shown, files, draft.text, carried,
        activity.focus == "compose",
        marked.id if marked else 0, zone, today, PACKAGE in phone.image.versions,
    )  # fmt: skip
    if state.dialog == "delete":
        return (main, dialog(chat.delete_dialog, address))
    if state.dialog == "delete_message" and marked:
        return (main, dialog(chat.delete_message_dialog))
    if state.dialog == "info" and marked:
        return (main, dialog(chat.info_dialog, marked, zone, today))
    return (main, dialog(chat.overflow, address, thread)) if state.menu else (main,)


APP = App(
    name="messages",
    package=PACKAGE,
    activity=LIST,
    icon=AppIcon("message", 0xFF1A73E8),
    state=Messages,
    layers=_layers,
    uid=10083,
    back=back,
    closed=closed,
    created=created,
    paused=notices.paused,
    resumed=notices.resumed,
    message_received=notices.received,
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
                "notifications": "notifications_enabled",
                "outgoing_sounds": "send_sound",
                "delivery_reports": "delivery_reports",
            },
            "bugle",
        ),
    ),
)
