"""Gmail with a signed-in, invented account: folders, search, reading, writing, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.gmail import stored
from bmoca_gym.handset.apps.gmail.handlers.mails import leave_folder
from bmoca_gym.handset.apps.gmail.handlers.writing import answer_intent, close, created, paused, suggestions
from bmoca_gym.handset.apps.gmail.screens import editor, lists, parts, reading, settings
from bmoca_gym.handset.apps.gmail.state import (
    COMPOSE,
    MAIL,
    MAIN,
    PACKAGE,
    QUERY_LIMIT,
    SETTINGS,
    THEMES,
    Gmail,
    counts,
    found,
    in_folder,
    mail_with,
)
from bmoca_gym.handset.kits import attachments, offline
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents


def _dark(state: Gmail, place: Place) -> bool:
    return state.dark(place.phone.configuration.dark)


def _shown_by_all(state: Gmail, place: Place) -> tuple[Any, ...]:
    """The arguments that lists and mails share: the message at the bottom, and what times are relative to."""
    return state.notice, bool(state.undo), place.zone, place.today


def _folder(state: Gmail, place: Place) -> tuple[Any, ...]:
    mails = in_folder(state.mails, state.folder)
    return _dark(state, place), state.folder, mails, state.selected, *_shown_by_all(state, place)


def _results(state: Gmail, place: Place) -> tuple[Any, ...]:
    asked = (found(state.mails, state.query), state.query, place.focus == "search", state.selected)
    return _dark(state, place), *asked, *_shown_by_all(state, place)


def _mail(state: Gmail, place: Place) -> tuple[Any, ...] | None:
    mail = mail_with(state, place.argument)
    if mail is None:
        return None
    files = attachments.carried(place.phone, mail.attachments)
    return _dark(state, place), mail, files, state.details, *_shown_by_all(state, place)


def _editor(state: Gmail, place: Place) -> tuple[Any, ...]:
    draft = state.draft
    offered = suggestions(contacts.all_of(place.phone), draft.to) if place.focus == "to" else ()
    files = attachments.carried(place.phone, draft.attachments)
    return _dark(state, place), draft, state.signature, offered, files, place.focus


NAVIGATION = Navigation(
    Gmail,
    {
        "folder": Page(lists.folder, _folder, back=leave_folder),
        "results": Page(lists.results, _results),
        "mail": Page(reading.screen, _mail, MAIL),
        "editor": Page(editor.screen, _editor, COMPOSE, back=close),
        "settings": Page(
            settings.screen, lambda s, at: (_dark(s, at), s.theme, s.notifications, s.signature), SETTINGS
        ),
    },
    {
        "drawer": Overlay(
            lists.drawer, lambda s, at: (_dark(s, at), s.folder, counts(s.mails)), on=("folder",)
        ),
        "account": Overlay(parts.account_dialog, lambda s, at: (_dark(s, at),), on=("folder",)),
        "mail_menu": Overlay(
            reading.overflow, lambda s, at: (_dark(s, at), mail_with(s, at.argument)), on=("mail",)
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
    kept=("mails", "next_id", "synced", "theme", "notifications", "signature"),
    passing=("text",),
    search=Search(on=("results",), limit=QUERY_LIMIT),
    selection=Selection(on=("folder", "results")),
    scroll="mails",
)  # fmt: skip


def _layers(phone: Phone, state: Gmail, activity: Activity) -> tuple[Layer, ...]:
    main, *over = NAVIGATION.layers(phone, state, activity)
    bars = "light" if state.dark(phone.configuration.dark) else "dark"
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
                "theme": Stored("theme", THEMES),
                "notifications": "notifications-enabled",
                "signature": "signature",
            },
            "Gmail",
        ),
    ),
)
