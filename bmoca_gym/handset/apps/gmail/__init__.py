"""Gmail with a signed-in, invented account: folders, search, reading, writing, settings."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.gmail import stored
from bmoca_gym.handset.apps.gmail.handlers import snoozing
from bmoca_gym.handset.apps.gmail.handlers.mails import armed, leave_folder
from bmoca_gym.handset.apps.gmail.handlers.writing import answer_intent, close, created, paused, suggestions
from bmoca_gym.handset.apps.gmail.screens import editor, lists, parts, reading, settings, sorting
from bmoca_gym.handset.apps.gmail.state import (
    COMPOSE,
    ID,
    MAIL,
    MAIN,
    PACKAGE,
    PANES,
    SETTINGS,
    THEMES,
    Gmail,
    counts,
    found,
    in_folder,
    mail_with,
    people,
    signed_out,
    synced,
)
from bmoca_gym.handset.kits import (
    attachments,
    material_date_picker,
    material_time_picker,
    offline,
    panes,
    spans,
)
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    ListDetail,
    Navigation,
    Overlay,
    Page,
    Place,
    Search,
    Selection,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.search_starts import QUERY_LIMIT, are_recent
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do


def _dark(state: Gmail, place: Place) -> bool:
    return state.dark(place.phone.configuration.dark)


def _shown_by_all(state: Gmail, place: Place) -> tuple[Any, ...]:
    """The arguments that lists and mails share: the message at the bottom, and what times are relative to."""
    return state.notice, bool(state.undo), place.zone, place.today


def _folder(state: Gmail, place: Place) -> tuple[Any, ...]:
    mails = in_folder(state.mails, state.folder)
    asked = (state.folder, mails, state.selected, place.opened)
    return _dark(state, place), *asked, *_shown_by_all(state, place)


def _results(state: Gmail, place: Place) -> tuple[Any, ...]:
    asked = (
        found(state.mails, state.query, state.filters, place.today),
        state.query,
        state.recent,
        state.filters,
        place.focus == "search",
        state.selected,
        place.opened,
    )
    return _dark(state, place), *asked, *_shown_by_all(state, place)


def _filter(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    if not state.filtering:
        return None
    offered = people(state.mails, state.filtering) if state.filtering in ("from", "to") else ()
    return _dark(state, place), state.filtering, offered


def _mail(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    mail = mail_with(state, place.argument)
    if mail is None:
        return None
    files = attachments.carried(place.phone, mail.attachments)
    shown = _shown_by_all(state, place)
    if panes.has_room(place.phone):
        shown = ("", False, *shown[2:])  # the list beside it says it
    return _dark(state, place), mail, files, state.details, *shown


def _editor(state: Gmail, place: Place) -> tuple[Any, ...]:
    draft = state.draft
    offered = suggestions(contacts.all_of(place.phone), draft.to) if place.focus == "to" else ()
    files = attachments.carried(place.phone, draft.attachments)
    return _dark(state, place), draft, state.signature, offered, files, place.focus


# What is done with mails: with the one that is open, or else with those that are marked


def _touched(state: Gmail, place: Place) -> tuple[int, ...]:
    shown = (place.argument,) if place.activity.name == MAIL else state.selected
    return tuple([mail.id for mail in state.mails if mail.id in shown])


def _marked(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    marked = tuple([mail for mail in state.mails if mail.id in state.selected])
    return (_dark(state, place), marked) if marked else None


def _move(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    ids = _touched(state, place)
    elsewhere = any(mail.folder not in ("inbox", "sent") for mail in state.mails if mail.id in ids)
    return (_dark(state, place), ids, state.labels, elsewhere) if ids else None


def _labels(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    ids = _touched(state, place)
    return (_dark(state, place), ids, state.labels, state.ticked) if ids else None


def _snooze(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    ids = _touched(state, place)
    return (_dark(state, place), ids, place.phone.local_minute) if ids else None


def _snooze_date(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    if state.dates is None:
        return None
    today, focused = date.fromordinal(place.today), place.focus == material_date_picker.FIELD
    return state.dates, today, spans.dates_changed, do(snoozing.day_done), CLOSE, None, focused, ID


def _snooze_time(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    ids = _touched(state, place)
    if state.times is None or not ids:
        return None
    return state.times, place.focus, spans.times_changed, do(snoozing.time_done, ids), CLOSE, ID


_LISTS = ("mail", "folder", "results")

NAVIGATION = Navigation(
    Gmail,
    {
        "folder": Page(lists.folder, _folder, back=leave_folder),
        "results": Page(lists.results, _results),
        "mail": Page(reading.screen, _mail, MAIL),
        "editor": Page(editor.screen, _editor, COMPOSE, back=close),
        "settings": Page(
            settings.screen,
            lambda s, at: (_dark(s, at), s.theme, s.notifications, s.signature, bool(s.recent)),
            SETTINGS,
        ),
    },
    {
        "drawer": Overlay(
            lists.drawer, lambda s, at: (_dark(s, at), s.folder, counts(s.mails), s.labels), on=("folder",)
        ),
        "account": Overlay(parts.account_dialog, lambda s, at: (_dark(s, at),), on=("folder",)),
        "mail_menu": Overlay(
            reading.overflow, lambda s, at: (_dark(s, at), mail_with(s, at.argument)), on=("mail",)
        ),
        "marked_menu": Overlay(sorting.marked_menu, _marked, on=("folder", "results")),
        "move_to": Overlay(sorting.move_dialog, _move, on=_LISTS),
        "labels": Overlay(sorting.labels_dialog, _labels, on=_LISTS, takes=("ticked",)),
        "snooze": Overlay(sorting.snooze_dialog, _snooze, on=_LISTS),
        "snooze_date": Overlay(material_date_picker.picker_dialog, _snooze_date, on=_LISTS, takes=("dates",)),
        "snooze_time": Overlay(material_time_picker.picker_dialog, _snooze_time, on=_LISTS, takes=("times",)),
        "filter": Overlay(lists.filter_sheet, _filter, on=("results",), takes=("filtering",)),
        "new_label": Overlay(
            sorting.new_label_dialog, lambda s, at: (_dark(s, at), s.text, at.focus == "name"), on=("folder",),
            takes=("text",), focus="name",
        ),
        "draft_menu": Overlay(
            editor.overflow, lambda s, at: (_dark(s, at), s.draft.changed), on=("editor",)
        ),
        "recipient": Overlay(
            editor.recipient_dialog, lambda s, at: (_dark(s, at), s.draft.to), on=("editor",)
        ),
        "theme": Overlay(settings.theme_dialog, lambda s, at: (_dark(s, at), s.theme), on=("settings",)),
        "signature": Overlay(
            settings.signature_dialog, lambda s, at: (_dark(s, at), s.text, at.focus == "signature"),
            on=("settings",),
        ),
    },
    where=lambda s, at: "results" if s.searching else "folder",
    kept=("mails", "next_id", "synced", "labels", "recent", "theme", "notifications", "signature"),
    passing=("text", "ticked", "dates", "times"),
    search=Search(on=("results",), limit=QUERY_LIMIT),
    selection=Selection(on=("folder", "results")),
    scroll="mails",
    list_detail=ListDetail((MAIN,), ("mail",), "mail", PANES, "android.widget.FrameLayout"),
)  # fmt: skip


def _layers(phone: Phone, state: Gmail, activity: Activity) -> tuple[Layer, ...]:
    dark = state.dark(phone.configuration.dark)
    bars = "light" if dark else "dark"
    if phone.configuration.account is None:
        return (layer(parts.signed_out, dark, bars=bars),)
    main, *over = NAVIGATION.layers(phone, state, activity)
    return offline.told(phone, (main._replace(bars=bars), *over))


APP = App(
    name="gmail",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("mail", 0xFFFFFFFF, parts.RED),
    state=Gmail,
    layers=_layers,
    uid=10103,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    kept_lists=NAVIGATION.kept_lists,
    loads=synced,
    signed_out=signed_out,
    created=created,
    paused=paused,
    intents=(
        IntentFilter((intents.SEND, intents.SEND_MULTIPLE), answer_intent, types=("*/*",), activity=COMPOSE),
        IntentFilter(
            (intents.SENDTO, intents.VIEW),
            answer_intent,
            ("mailto",),
            categories=(intents.BROWSABLE,),
            activity=COMPOSE,
        ),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "mails": Stored("mails", stored.are_mails),
                "next_id": Stored("next_mail", range(1, 1 << 31)),
                "synced": "synced",
                "labels": Stored("labels", stored.are_labels),
                "recent": Stored("recent_searches", are_recent),
                "theme": Stored("theme", THEMES),
                "notifications": "notifications-enabled",
                "signature": "signature",
            },
            "Gmail",
            written=do(armed),
        ),
    ),
)
