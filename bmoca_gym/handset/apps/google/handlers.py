"""The Google app's handlers: searching, what opens, and what is kept."""

from __future__ import annotations

from bmoca_gym.handset.apps.google.state import (
    PACKAGE,
    QUERY,
    QUERY_ENTRY,
    QUERY_FIELD,
    RECENT_LIMIT,
    RESULTS,
    SETTINGS,
    TEXT_LIMIT,
    Google,
    OverlayName,
)
from bmoca_gym.handset.effects import focus, scroll_to, start, toast
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.value import do, replace

# Searching


def open_search(phone: Phone, intent: Intent) -> Phone:
    """Open an empty search field with the keyboard, and close the app's other screens."""
    phone = activities.start(phone, QUERY_ENTRY)
    front = phone.tasks[-1]
    phone = replace(phone, tasks=(*phone.tasks[:-1], replace(front, activities=front.activities[-1:])))
    return activities.focus(phone, QUERY_FIELD)


def open_field(state: Google, context: Context, query: str = "") -> Next[Google]:
    """Start typing a search, or editing one."""
    return state, start(QUERY_ENTRY, query or None), focus(QUERY_FIELD)


def type_query(state: Google, context: Context, text: str) -> Next[Google]:
    """Update the typed text."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit(state: Google, context: Context) -> Next[Google]:
    """Search for what was typed."""
    return search(state, context, state.query) if state.query.strip() else (state, focus(""))


def search(state: Google, context: Context, query: str) -> Next[Google]:
    """Show the results of a search, and add it to the history."""
    query = query.strip()
    if state.history:
        others = [other for other in state.recent if other.casefold() != query.casefold()]
        state = replace(state, recent=(query, *others)[:RECENT_LIMIT])
    return state, do(_show_results, query)


def _show_results(phone: Phone, query: str) -> Phone:
    """Show the results in place of the search field."""
    before = phone.top
    phone = activities.start(phone, f"{PACKAGE}/{RESULTS}", query)
    return activities.close(phone, before.component, before.argument) if before.name == QUERY else phone


# What opens


def open_page(state: Google, context: Context, address: str) -> Next[Google]:
    """Show a page of the web in the browser."""
    return state, focus(""), do(intents.show, Intent(intents.VIEW, address))


def open_app(state: Google, context: Context, component: str) -> Next[Google]:
    """Start an app."""
    return state, focus(""), start(component)


def open_contact(state: Google, context: Context, id: int) -> Next[Google]:
    """Show a person."""
    return state, focus(""), start(contacts.DETAILS, id, contacts.SHOW_ACTION)


def open_settings(state: Google, context: Context) -> Next[Google]:
    """Show the settings."""
    return state, start(f"{PACKAGE}/{SETTINGS}")


# What is kept


def switch_saved(state: Google, context: Context, address: str) -> Next[Google]:
    """Save a page, or remove it from the saved pages."""
    if address in state.saved:
        left = tuple([other for other in state.saved if other != address])
        return replace(state, saved=left), toast(context.res.string("google.unsaved"))
    return replace(state, saved=(address, *state.saved)), toast(context.res.string("google.was_saved"))


def switch_history(state: Google, context: Context) -> Google:
    """Switch the search history on or off."""
    return replace(state, history=not state.history)


def switch_discover(state: Google, context: Context) -> Google:
    """Switch the stories on the home tab on or off."""
    return replace(state, discover=not state.discover)


def ask(state: Google, context: Context, name: OverlayName, query: str = "") -> Google:
    """Ask whether to forget everything (``clear``) or one search (``forget``). The search field keeps its focus."""
    return replace(state, overlay=name, about=query)


def close_question(state: Google, context: Context) -> Google:
    """Close the question."""
    return without_overlay(state)


def clear_history(state: Google, context: Context) -> Next[Google]:
    """Forget every search."""
    return without_overlay(state, recent=()), toast(context.res.string("common.history_cleared"))


def forget(state: Google, context: Context, query: str) -> Google:
    """Forget a search."""
    left = tuple([other for other in state.recent if other != query])
    return without_overlay(state, recent=left)


# The app


def created(state: Google, context: Context) -> Google:
    """Start a search field empty, or with the search to edit."""
    activity = context.activity
    if activity is None or activity.name != QUERY:
        return state
    return replace(state, query=activity.argument or "")
