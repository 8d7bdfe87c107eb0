"""Files: the phone's storage by place, kind and folder, as the file manager of Android 10 (DocumentsUI)."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.apps.files.handlers import (
    create_directory,
    created,
    leave_place,
    listed,
    pick,
    rename,
    save_as,
)
from bmoca_gym.handset.apps.files.screens import browser, dialogs, pages
from bmoca_gym.handset.apps.files.state import (
    BROWSER,
    INSPECTOR,
    LAUNCHER,
    PACKAGE,
    PICKER,
    VIEWER,
    Files,
    PageName,
    saved_by,
)
from bmoca_gym.handset.graphics.wallpapers.catalogue import picture_size
from bmoca_gym.handset.kits import archives
from bmoca_gym.handset.kits.file_changes import takes
from bmoca_gym.handset.kits.navigation import Beside, Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do

_CAPACITY = 6_400_000_000  # bytes: what the emulator's data partition holds
_SYSTEM_USES = 1_900_000_000
_WIDE = 720  # dp


def _browser(state: Files, place: Place) -> tuple[Any, ...]:
    found = listed(state, place.phone)
    chosen = tuple([d.path for d in found if d.path in state.selection])
    words = (state.searching, state.query, place.focus == "search")
    # Only times of files depend on the day: an empty list need not be made anew at midnight.
    times = (place.zone, place.today if found else 0)
    return state.stack, _model(place), found, state.grid, state.chip, words, chosen, *times, _is_wide(place)


def _is_wide(place: Place) -> bool:
    """Whether the screen has room to show the list of places alongside the current one (sw720dp)."""
    return min(place.res.width, place.res.height) >= _WIDE


def _bars(state: Files, place: Place) -> str:
    """While files are selected, the bar above them is dark unless the places are shown alongside."""
    marked = state.selection and not _is_wide(place) and _browser(state, place)[6]
    return "light" if marked else "auto"


def _destination(state: Files, place: Place) -> tuple[Any, ...]:
    possible = takes(state.carrying == "move", state.carried, documents.directory(state.stack))
    return _browser(state, place), state.carrying, possible


def _save_page(state: Files, place: Place) -> tuple[Any, ...]:
    possible = bool(documents.directory(state.stack) and state.title.strip())
    return _browser(state, place), state.title, place.focus == "title", possible


def _picture(state: Files, place: Place) -> tuple[Any, ...]:
    data = place.phone.files.get(place.argument, b"")
    size = picture_size(data)
    return posixpath.basename(place.argument), data if size else None, *(size or (1, 1))


def _inspector(state: Files, place: Place) -> tuple[Any, ...]:
    phone, path = place.phone, place.argument
    count = sum(posixpath.dirname(one) == path for one in phone.modified)
    return documents.of_path(phone, path), place.zone, place.today, count


def _model(place: Place) -> str:
    return place.phone.properties.get("ro.product.model", "Android")


def _free_bytes(place: Place) -> int:
    return max(0, _CAPACITY - _SYSTEM_USES - sum(map(len, place.phone.files.values())))


def _places(state: Files, place: Place) -> tuple[Any, ...]:
    return state.stack[0], _model(place), _free_bytes(place)


def _menu(state: Files, place: Place) -> tuple[Any, ...]:
    filled = bool(listed(state, place.phone)) and not state.carrying
    return state.stack != ("recent",), bool(documents.directory(state.stack)), filled


def _chosen(state: Files, place: Place) -> tuple[documents.Document, ...]:
    return tuple([d for d in listed(state, place.phone) if d.path in state.selection])


def _rename(state: Files, place: Place) -> tuple[Any, ...] | None:
    return ("rename", do(rename), state.name, place.focus == "name") if _chosen(state, place) else None


def _selection(state: Files, place: Place) -> tuple[Any, ...] | None:
    chosen = _chosen(state, place)
    if not chosen:
        return None
    apart = all(d.name.lower().endswith(archives.SUFFIX) and not d.is_directory for d in chosen)
    return len(chosen) == 1, not any(d.is_directory for d in chosen), apart


def _delete(state: Files, place: Place) -> tuple[Any, ...] | None:
    chosen = _chosen(state, place)
    return (chosen,) if chosen else None


def _where(state: Files, place: Place) -> PageName:
    if state.carrying:
        return "destination"
    return "browser" if saved_by(place.activity) is None else "save"


_BROWSERS = ("browser", "destination", "save")

NAVIGATION = Navigation(
    Files,
    {
        "browser": Page(browser.browser, _browser, back=leave_place, bars=_bars),
        "destination": Page(pages.destination, _destination, back=leave_place),
        "save": Page(pages.save_page, _save_page, back=leave_place),
        "inspector": Page(pages.inspector, _inspector, INSPECTOR),
        "viewer": Page(pages.viewer, _picture, VIEWER, bars="light"),
        "places": Page(dialogs.places, _places),
    },
    {
        "drawer": Overlay(
            dialogs.drawer, lambda s, at: None if _is_wide(at) else _places(s, at), on=_BROWSERS
        ),
        "menu": Overlay(dialogs.main_menu, _menu, on=_BROWSERS),
        "sort": Overlay(
            dialogs.sort_dialog, lambda s, at: (documents.order_of(s.stack, s.order),), on=_BROWSERS
        ),
        "new_folder": Overlay(
            dialogs.name_dialog,
            lambda s, at: ("new_folder", do(create_directory), s.name, at.focus == "name"),
            on=_BROWSERS,
        ),
        "rename": Overlay(dialogs.name_dialog, _rename, on=_BROWSERS, takes=("name",)),
        "selection": Overlay(dialogs.selection_menu, _selection, on=_BROWSERS),
        "delete": Overlay(dialogs.delete_dialog, _delete, on=_BROWSERS),
    },
    where=_where,
    kept=("grid", "order"),
    passing=("name",),
    search=Search(on=_BROWSERS),
    selection=Selection("selection", on=_BROWSERS),
    beside=Beside("places", _is_wide, lambda res: dialogs.PLACES, ("inspector", "viewer")),
)


APP = App(
    name="files",
    package=PACKAGE,
    activity=LAUNCHER,
    icon=AppIcon("folder", 0xFF3B78E7),
    state=Files,
    layers=NAVIGATION.layers,
    uid=10090,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
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
