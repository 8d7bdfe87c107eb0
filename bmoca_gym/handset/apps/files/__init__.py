"""Files: the phone's storage by place, kind and folder, as the file manager of Android 10 (DocumentsUI)."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.files import dialogs, documents, screens
from bmoca_gym.handset.apps.files.state import (
    BROWSER,
    INSPECTOR,
    LAUNCHER,
    PACKAGE,
    PICKER,
    VIEWER,
    Files,
    back,
    closed,
    created,
    pick,
    save_as,
    saved_by,
)
from bmoca_gym.handset.graphics.wallpapers.catalogue import picture_size
from bmoca_gym.handset.kits.file_changes import takes
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents

_CAPACITY = 6_400_000_000  # bytes: what the emulator's data partition holds
_SYSTEM_USES = 1_900_000_000


def _free_bytes(phone: Phone) -> int:
    return max(0, _CAPACITY - _SYSTEM_USES - sum(map(len, phone.files.values())))


def _overlays(
    phone: Phone, s: Files, activity: Activity, found: tuple[documents.Document, ...]
) -> tuple[Layer, ...]:
    chosen = tuple([d for d in found if d.path in s.selection])
    if s.overlay == "drawer":
        return (dialog(dialogs.drawer, s.stack[0], _model(phone), _free_bytes(phone)),)
    if s.overlay == "menu":
        writable = bool(documents.directory(s.stack))
        return (dialog(dialogs.main_menu, s.stack != ("recent",), writable, bool(found) and not s.carrying),)
    if s.overlay == "sort":
        return (dialog(dialogs.sort_dialog, documents.order_of(s.stack, s.order)),)
    if s.overlay == "new_folder":
        return (dialog(dialogs.name_dialog, s.overlay, s.name, activity.focus == "name"),)
    if not chosen:
        return ()
    if s.overlay == "rename":
        return (dialog(dialogs.name_dialog, s.overlay, s.name, activity.focus == "name"),)
    if s.overlay == "selection":
        return (dialog(dialogs.selection_menu, len(chosen) == 1, phone.image.api_level >= 33),)
    if s.overlay == "delete":
        return (dialog(dialogs.delete_dialog, chosen),)
    return ()


def _model(phone: Phone) -> str:
    return phone.properties.get("ro.product.model", "Android")


def _picture_layer(phone: Phone, path: str) -> Layer:
    data = phone.files.get(path, b"")
    size = picture_size(data)
    shown = data if size else None
    return layer(screens.viewer, posixpath.basename(path), shown, *(size or (1, 1)), bars="light")


def _layers(phone: Phone, s: Files, activity: Activity) -> tuple[Layer, ...]:
    today, zone = clock.local_minute(phone).toordinal(), clock.zone_of(phone)
    if activity.name == VIEWER:
        return (_picture_layer(phone, activity.argument),)
    if activity.name == INSPECTOR:
        document = documents.of_path(phone, activity.argument)
        count = sum(posixpath.dirname(path) == activity.argument for path in phone.modified)
        return (layer(screens.inspector, document, zone, today, count),)
    every = documents.everything(phone.files, phone.modified)
    found = documents.listing(every, s.stack, s.chip, s.query, s.order, phone.configuration.locale)
    chosen = tuple([d.path for d in found if d.path in s.selection])
    words = (s.searching, s.query, activity.focus == "search")
    # Only times of files depend on the day: an empty list need not be made anew at midnight.
    shown = (s.stack, _model(phone), found, s.grid, s.chip, words, chosen, zone, today if found else 0)
    if s.carrying:
        possible = takes(s.carrying == "move", s.carried, documents.directory(s.stack))
        main = layer(screens.destination, shown, s.carrying, possible)
    elif saved_by(activity) is not None:
        possible = bool(documents.directory(s.stack) and s.title.strip())
        main = layer(screens.save_page, shown, s.title, activity.focus == "title", possible)
    else:
        main = layer(screens.browser, *shown, bars="light" if chosen else "auto")
    return (main, *_overlays(phone, s, activity, found))


APP = App(
    name="files",
    package=PACKAGE,
    activity=LAUNCHER,
    icon=AppIcon("folder", 0xFF3B78E7),
    state=Files,
    layers=_layers,
    uid=10090,
    back=back,
    closed=closed,
    created=created,
    intents=(
        IntentFilter(
            (intents.GET_CONTENT, intents.OPEN_DOCUMENT),
            pick,
            types=("*/*",),
            categories=(intents.OPENABLE,),
            activity=PICKER,
        ),
        IntentFilter(
            (intents.CREATE_DOCUMENT,),
            save_as,
            types=("*/*",),
            categories=(intents.OPENABLE,),
            activity=PICKER,
        ),
    ),
    activities=(ExportedActivity(BROWSER),),
    layouts=(
        (
            "",
            (
                "android.view.ViewGroup#coordinator_layout",
                "androidx.drawerlayout.widget.DrawerLayout#drawer_layout",
                "android.view.ViewGroup",
            ),
        ),
    ),
    files=(
        preference_file(
            PACKAGE, {"grid": "rootViewMode_grid", "order": Stored("sortOrder", ("", *documents.ORDERS))}
        ),
    ),
)
