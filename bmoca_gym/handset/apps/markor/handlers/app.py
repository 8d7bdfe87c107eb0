"""Handlers of the app: its settings, its start, and its end."""

from __future__ import annotations

from bmoca_gym.handset.apps.markor.listing import NOTEBOOK
from bmoca_gym.handset.apps.markor.state import DOCUMENT, MAIN, PACKAGE, SETTINGS, Markor, saving
from bmoca_gym.handset.effects import focus, log, show, start
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, intents
from bmoca_gym.handset.value import Callback, do, replace


def open_settings(state: Markor, context: Context) -> Next[Markor]:
    """Open the settings."""
    return state, start(f"{PACKAGE}/{SETTINGS}")


def open_page(state: Markor, context: Context, address: str) -> Next[Markor]:
    """Open one of the project's pages in a browser."""
    return state, show(Intent(intents.VIEW, address))


def begin_with(state: Markor, context: Context, tab: str) -> Markor:
    """Choose the tab the app starts with."""
    return without_overlay(state, tab_first=tab)


def created(state: Markor, context: Context) -> Next[Markor]:
    """Create the notebook if it is missing, and start as the settings say."""
    name = context.activity.name if context.activity is not None else MAIN
    effects: tuple[Callback, ...] = ()
    if not files.is_directory(context.phone, NOTEBOOK):
        effects = (do(attempted, "", files.make_directory, NOTEBOOK),)
    if name == DOCUMENT:
        writing = (focus("note"),) if state.start_on_bottom and not state.view_first else ()
        return and_then(replace(state, viewed=state.view_first), *effects, *writing)
    if name == MAIN:
        opened = log("Markor", f"Notebook: {NOTEBOOK}", "D")
        return and_then(replace(state, page=state.tab_first), *effects, opened)
    return (state, *effects)


def paused(state: Markor, context: Context) -> Next[Markor]:
    """Save the note when it is left."""
    saved = saving(state, context.phone, context.activity)
    return (state, *saved) if saved else state
