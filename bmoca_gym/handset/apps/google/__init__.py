"""The Google app: search of the phone and of offline pages, stories, saved pages, settings."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.google import home, query, results, settings, state
from bmoca_gym.handset.apps.google.state import Google
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents, radios


def _windows(phone: Phone, google: Google, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == state.QUERY:
        offered = query.offered(phone, resources.of(phone.configuration), google)
        shown = layer(query.screen, google.query, activity.focus == state.QUERY_FIELD, offered)
    elif activity.name == state.RESULTS:
        online = bool(radios.connection(phone))
        shown = layer(results.screen, activity.argument, google.saved, online)
    elif activity.name == state.SETTINGS:
        shown = layer(settings.screen, google.history, google.discover, bool(google.recent))
    else:
        recent = google.recent if google.history else ()
        shown = layer(home.screen, google.tab, recent, google.saved, google.history, google.discover)
    name, about = google.overlay
    return (shown, dialog(settings.question, name, about)) if name else (shown,)


def _layers(phone: Phone, google: Google, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, google, activity))


APP = App(
    name="google",
    package=state.PACKAGE,
    activity=state.MAIN,
    icon=AppIcon("", 0xFFFFFFFF, 0xFF1A73E8, letters="G"),
    state=Google,
    layers=_layers,
    uid=10063,
    back=state.back,
    closed=state.closed,
    created=state.created,
    intents=(IntentFilter((intents.WEB_SEARCH,), state.open_search),),
    files=(
        preference_file(
            state.PACKAGE,
            {
                "recent": "search_history",
                "saved": "collections",
                "history": "web_and_app_activity",
                "discover": "discover",
            },
        ),
    ),
)
