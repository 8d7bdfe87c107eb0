"""Gmail of a signed-in, invented account: folders, search, reading, writing, settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail import editor, lists, parts, reading, settings, stored
from bmoca_gym.handset.apps.gmail.state import (
    COMPOSE,
    MAIL,
    MAIN,
    PACKAGE,
    SETTINGS,
    THEMES,
    Gmail,
    closed,
    counts,
    found,
    in_folder,
    mail_with,
)
from bmoca_gym.handset.apps.gmail.writing import answer_intent, created, go_back, paused, suggestions
from bmoca_gym.handset.kits import attachments, offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _windows(phone: Phone, state: Gmail, activity: Activity) -> tuple[Layer, ...]:
    dark = state.dark(phone.configuration.dark)
    mail = mail_with(state, activity.argument) if activity.name == MAIL else None
    if activity.name == COMPOSE:
        return _editor_layers(phone, state, activity, dark)
    if activity.name == SETTINGS:
        return _settings_layers(state, activity, dark)
    day = (clock.zone_of(phone), clock.local_minute(phone).toordinal())
    told = (state.notice, bool(state.undo))
    if mail is not None:
        files = attachments.carried(phone, mail.attachments)
        shown = layer(reading.screen, dark, mail, files, state.details, *told, *day, bars=_bars(dark))
        return (shown, dialog(reading.overflow, dark, mail)) if state.overlay == "menu" else (shown,)
    if state.searching:
        mails, focused = found(state.mails, state.query), activity.focus == "search"
        asked = (mails, state.query, focused, state.selected)
        return (layer(lists.results, dark, *asked, *told, *day, bars=_bars(dark)),)
    mails = in_folder(state.mails, state.folder)
    shown = layer(lists.folder, dark, state.folder, mails, state.selected, *told, *day, bars=_bars(dark))
    if state.overlay == "drawer":
        return (shown, dialog(lists.drawer, dark, state.folder, counts(state.mails)))
    return (shown, dialog(parts.account_dialog, dark)) if state.overlay == "account" else (shown,)


def _editor_layers(phone: Phone, state: Gmail, activity: Activity, dark: bool) -> tuple[Layer, ...]:
    draft = state.draft
    offered = suggestions(contacts.all_of(phone), draft.to) if activity.focus == "to" else ()
    files = attachments.carried(phone, draft.attachments)
    shown = layer(
        editor.screen, dark, draft, state.signature, offered, files, activity.focus, bars=_bars(dark)
    )
    if state.overlay == "menu":
        return (shown, dialog(editor.overflow, dark, draft.changed))
    if state.overlay == "recipient":
        return (shown, dialog(editor.recipient_dialog, dark, draft.to))
    return (shown,)


def _settings_layers(state: Gmail, activity: Activity, dark: bool) -> tuple[Layer, ...]:
    shown = layer(settings.screen, dark, state.theme, state.notifications, state.signature, bars=_bars(dark))
    if state.overlay == "theme":
        return (shown, dialog(settings.theme_dialog, dark, state.theme))
    if state.overlay == "signature":
        return (shown, dialog(settings.signature_dialog, dark, state.text, activity.focus == "signature"))
    return (shown,)


def _bars(dark: bool) -> str:
    return "light" if dark else "dark"


def _layers(phone: Phone, state: Gmail, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, state, activity))


APP = App(
    name="gmail",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("mail", 0xFFFFFFFF, parts.RED),
    state=Gmail,
    layers=_layers,
    uid=10103,
    back=go_back,
    closed=closed,
    created=created,
    paused=paused,
    intents=(
        IntentFilter((intents.SEND,), answer_intent, types=("*/*",), activity=COMPOSE),
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
