"""Snapseed: edits a picture with looks and tools, and saves a copy, as version 2.20."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.snapseed import handlers
from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.apps.snapseed.screens import dialogs, pages
from bmoca_gym.handset.apps.snapseed.state import (
    COMPRESSION,
    LONG_EDGE,
    MAIN,
    PACKAGE,
    PICKER,
    PREFERENCES_PATH,
    SETTINGS,
    Snapseed,
    read_preferences,
    write_preferences,
)
from bmoca_gym.handset.apps.snapseed.themes import themed
from bmoca_gym.handset.kits import themes as kit
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.manifest import (
    App,
    AppFile,
    AppIcon,
    ExportedActivity,
    IntentFilter,
    Layer,
)
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents


def _bars(s: Snapseed, at: Place) -> str:
    return "light" if s.dark else "dark"


_WINDOW: dict[str, Any] = {"kind": "screen", "bars": _bars}


def _where(s: Snapseed, at: Place) -> str:
    if not s.data:
        return "welcome"
    return "editor" if s.draft is None else "tool"


NAVIGATION = Navigation(
    Snapseed,
    {
        "welcome": Page(pages.welcome, **_WINDOW),
        "editor": Page(
            pages.editor, lambda s, at: (s.shown, s.edits, s.panel, s.look), back=handlers.back_in_editor,
            **_WINDOW,
        ),
        "tool": Page(
            pages.tool_screen, lambda s, at: (s.shown, Edited(s.data, s.edits), s.draft),
            back=handlers.cancel, **_WINDOW,
        ),
        "picker": Page(
            pages.picker, lambda s, at: (pictures.photos(at.phone),), activity=PICKER, **_WINDOW
        ),
        "settings": Page(
            dialogs.settings_screen, lambda s, at: (s.dark, s.choice(LONG_EDGE), s.choice(COMPRESSION)),
            activity=SETTINGS, **_WINDOW,
        ),
    },
    {
        "menu": Overlay(dialogs.main_menu),
        "open": Overlay(dialogs.open_menu),
        "stack": Overlay(
            dialogs.stack_menu, lambda s, at: (s.at > 0, s.at + 1 < len(s.history), bool(s.edits))
        ),
        "edits": Overlay(dialogs.edits_dialog, lambda s, at: (s.edits,)),
        "parameters": Overlay(
            dialogs.parameters_dialog, lambda s, at: None if s.draft is None else (s.draft,)
        ),
        "choice": Overlay(
            dialogs.choice_dialog, lambda s, at: (s.about, s.choice(s.about)), takes=("about",)
        ),
    },
    where=_where,
    kept=("preferences",),
    passing=("about",),
)  # fmt: skip


def _layers(phone: Phone, s: Snapseed, activity: Activity) -> tuple[Layer, ...]:
    return kit.themed(NAVIGATION.layers(phone, s, activity), themed, s.dark)


APP = App(
    name="snapseed",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("eco", 0xFFFFFFFF, 0xFF6A9E2F),
    state=Snapseed,
    layers=_layers,
    uid=10131,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    intents=(IntentFilter((intents.SEND, intents.EDIT), handlers.answer_intent, types=("image/*",)),),
    activities=(ExportedActivity("com.google.android.apps.snapseed.MainActivity"),),
    files=(AppFile(PREFERENCES_PATH, read_preferences, write_preferences),),
)
