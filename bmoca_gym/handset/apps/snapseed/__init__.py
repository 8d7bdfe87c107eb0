"""Snapseed: edits a picture with looks and tools, and saves a copy, as version 2.20."""

from __future__ import annotations

from bmoca_gym.handset.apps.snapseed import dialogs, screens
from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.apps.snapseed.state import (
    CHOICES,
    COMPRESSION,
    LONG_EDGE,
    MAIN,
    PACKAGE,
    PICKER,
    PREFERENCES_PATH,
    SETTINGS,
    Snapseed,
    answer_intent,
    back,
    closed,
    read_preferences,
    write_preferences,
)
from bmoca_gym.handset.manifest import (
    App,
    AppFile,
    AppIcon,
    ExportedActivity,
    IntentFilter,
    Layer,
    dialog,
    layer,
)
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents


def _overlays(s: Snapseed) -> tuple[Layer, ...]:
    if s.overlay == "menu":
        return (dialog(dialogs.main_menu, s.dark),)
    if s.overlay == "open":
        return (dialog(dialogs.open_menu, s.dark),)
    if s.overlay == "stack":
        return (dialog(dialogs.stack_menu, s.dark, s.at > 0, s.at + 1 < len(s.history), bool(s.edits)),)
    if s.overlay == "edits":
        return (dialog(dialogs.edits_dialog, s.dark, s.edits),)
    if s.overlay == "parameters" and s.draft is not None:
        return (dialog(dialogs.parameters_dialog, s.dark, s.draft),)
    if s.overlay in CHOICES:
        return (dialog(dialogs.choice_dialog, s.dark, s.overlay, s.choice(s.overlay)),)
    return ()


def _screen(phone: Phone, s: Snapseed, activity: Activity) -> Layer:
    if activity.name == SETTINGS:
        return layer(dialogs.settings_screen, s.dark, s.choice(LONG_EDGE), s.choice(COMPRESSION))
    if activity.name == PICKER:
        return layer(screens.picker, s.dark, pictures.photos(phone))
    if not s.data:
        return layer(screens.welcome, s.dark)
    if s.draft is not None:
        return layer(screens.tool_screen, s.dark, s.shown, Edited(s.data, s.edits), s.draft)
    return layer(screens.editor, s.dark, s.shown, s.edits, s.panel, s.look)


def _layers(phone: Phone, s: Snapseed, activity: Activity) -> tuple[Layer, ...]:
    shown = _screen(phone, s, activity)
    return (shown._replace(kind="screen", bars="light" if s.dark else "dark"), *_overlays(s))


APP = App(
    name="snapseed",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("eco", 0xFFFFFFFF, 0xFF6A9E2F),
    state=Snapseed,
    layers=_layers,
    uid=10131,
    back=back,
    closed=closed,
    intents=(IntentFilter((intents.SEND, intents.EDIT), answer_intent, types=("image/*",)),),
    activities=(ExportedActivity("com.google.android.apps.snapseed.MainActivity"),),
    files=(AppFile(PREFERENCES_PATH, read_preferences, write_preferences),),
)
