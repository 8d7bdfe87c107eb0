"""Simple Gallery Pro: pictures and videos by folder; view, rename, copy, move and delete them; as version
6.28.
"""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.simple_gallery import library
from bmoca_gym.handset.apps.simple_gallery.handlers import browsing, changes, viewing
from bmoca_gym.handset.apps.simple_gallery.library import BIN, RECYCLED, Medium
from bmoca_gym.handset.apps.simple_gallery.screens import dialogs, editor, lists, viewer
from bmoca_gym.handset.apps.simple_gallery.state import (
    COLUMNS,
    EDIT,
    KINDS,
    MAIN,
    MEDIA,
    PACKAGE,
    PAGER,
    PHOTO,
    SETTINGS,
    SWITCHES,
    Gallery,
    folder_of,
    folders_of,
    is_media,
    is_viewer,
    listed_folders,
    listed_media,
    media_of,
    seen_of,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import ALL_FILES, App, AppIcon, ExportedActivity, IntentFilter, TourStep
from bmoca_gym.handset.providers import pictures, videos
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import files, intents, permissions


def _folders(s: Gallery, at: Place) -> tuple[Any, ...]:
    found = listed_folders(at.phone, s)
    chosen = tuple([folder.path for folder in found if folder.path in s.selection])
    return found, chosen, s.query, at.focus == "search", s.columns


def _media(s: Gallery, at: Place) -> tuple[Any, ...]:
    folder = folder_of(at.activity)
    found = listed_media(at.phone, s, folder)
    chosen = tuple([medium.path for medium in found if medium.path in s.selection])
    return folder, found, chosen, s.favorites, s.query, at.focus == "search", s.columns, s.show_names


def _viewer(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    medium = library.with_path(at.phone, seen_of(at.activity).path)
    if medium is None:
        return None
    uptime, playback = at.phone.clock.uptime, s.playback
    picture, second, playing = medium.picture, 0, False
    if medium.is_video and s.played == medium.path:
        place = playback.place(uptime)
        picture = videos.frame_at(at.phone.files[medium.path], place)
        second, playing = place // 1000, playback.plays(uptime)
    return (
        medium.name, picture, medium.is_video, medium.path in s.favorites, medium.path.startswith(BIN + "/"), s.bars,
        s.black, s.zoom, s.x, s.y, second, medium.length, playing,
    )  # fmt: skip


def _editor(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    medium = library.with_path(at.phone, seen_of(at.activity).path)
    return None if medium is None or pictures.size(medium.picture) is None else (medium.picture, s.edit)


def _save_as(s: Gallery, at: Place) -> tuple[Any, ...]:
    path = seen_of(at.activity).path
    return files.shown(posixpath.dirname(path)), s.name, posixpath.splitext(path)[1], at.focus == "name"


def _targets(s: Gallery, at: Place) -> tuple[Medium, ...]:
    """Return the media that a dialog is about: the shown one, the selected ones, or those of selected folders."""
    if is_viewer(at.activity):
        medium = library.with_path(at.phone, seen_of(at.activity).path)
        return () if medium is None else (medium,)
    if is_media(at.activity):
        found = listed_media(at.phone, s, folder_of(at.activity))
        return tuple([medium for medium in found if medium.path in s.selection])
    chosen = [folder.path for folder in listed_folders(at.phone, s) if folder.path in s.selection]
    return tuple([medium for path in chosen for medium in media_of(at.phone, s, path)])


def _recycled(targets: tuple[Medium, ...]) -> bool:
    return bool(targets) and all(medium.path.startswith(BIN + "/") for medium in targets)


def _media_menu(s: Gallery, at: Place) -> tuple[Any, ...]:
    return (_recycled(_targets(s, at)) or folder_of(at.activity) == RECYCLED,)


def _films(targets: tuple[Medium, ...]) -> bool:
    return all(medium.is_video for medium in targets)


def _selection_menu(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    targets = _targets(s, at)
    if not targets:
        return None
    return len(targets) == 1 and is_media(at.activity), _recycled(targets), _films(targets)


def _destination(s: Gallery, at: Place) -> tuple[Any, ...]:
    found = [folder for folder in folders_of(at.phone, s) if folder.path.startswith(files.STORAGE)]
    return (tuple(found),)


def _conflict(s: Gallery, at: Place) -> tuple[Any, ...]:
    names = [posixpath.basename(path) for path in s.carried]
    taken = [name for name in names if files.exists(at.phone, f"{s.place}/{name}")]
    return taken[0] if taken else "", s.place, s.resolution


def _rename(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    targets = _targets(s, at)
    if not targets:
        return None
    suffix = posixpath.splitext(targets[0].path)[1]
    return files.shown(targets[0].folder), s.name, suffix, at.focus == "name"


def _delete(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    targets = _targets(s, at)
    if not targets:
        return None
    key = "delete_one" if len(targets) == 1 else "delete_many"
    forever = "_forever" if _recycled(targets) or not s.use_bin else ""
    return key + forever, targets[0].name, len(targets), s.ask_not


def _properties(s: Gallery, at: Place) -> tuple[Any, ...] | None:
    targets = _targets(s, at)
    return (targets, at.zone) if targets else None


_VIEWERS = ("viewer", "photo")
_LISTS = ("folders", "media")
_ALL = (*_LISTS, *_VIEWERS)


def _ink(s: Gallery, at: Place) -> str:
    """Return the colour of the status bar's icons over the viewer."""
    return "light" if s.bars or s.black else "auto"


def _viewer_page(activity: str) -> Page[Gallery]:
    return Page(viewer.screen, _viewer, activity=activity, back=browsing.end, kind="screen", bars=_ink)


NAVIGATION = Navigation(
    Gallery,
    {
        "folders": Page(lists.folders, _folders, back=browsing.end),
        "media": Page(lists.media, _media, activity=MEDIA, back=browsing.end),
        "viewer": _viewer_page(PAGER),
        "photo": _viewer_page(PHOTO),
        "editor": Page(editor.screen, _editor, activity=EDIT, back=browsing.end, kind="screen", bars="light"),
        "gone": Page(viewer.gone, back=browsing.end, bars="light"),
        "settings": Page(
            lists.settings,
            lambda s, at: (tuple([getattr(s, name) for name in SWITCHES]),),
            activity=SETTINGS, back=browsing.end,
        ),
    },
    {
        "folders_menu": Overlay(dialogs.folders_menu, on=("folders",)),
        "media_menu": Overlay(dialogs.media_menu, _media_menu, on=("media",)),
        "viewer_menu": Overlay(
            dialogs.viewer_menu, lambda s, at: (_recycled(_targets(s, at)), _films(_targets(s, at))), on=_VIEWERS
        ),
        "rotate": Overlay(dialogs.rotate_menu, on=_ALL),
        "selection_menu": Overlay(dialogs.selection_menu, _selection_menu, on=_LISTS),
        "sort": Overlay(dialogs.sort_dialog, lambda s, at: (s.draft_order,), on=_LISTS, takes=("draft_order",)),
        "filter": Overlay(dialogs.filter_dialog, lambda s, at: (s.draft_kinds,), on=_LISTS, takes=("draft_kinds",)),
        "columns": Overlay(dialogs.columns_dialog, lambda s, at: (s.columns,), on=_LISTS),
        "destination": Overlay(dialogs.destination_dialog, _destination, on=_ALL, takes=("how", "carried", "place")),
        "places": Overlay(
            dialogs.places_dialog,
            lambda s, at: (s.place, library.subfolders(at.phone, s.place)),
            on=_ALL, back=changes.leave_place,
        ),
        "conflict": Overlay(dialogs.conflict_dialog, _conflict, on=_ALL),
        "rename": Overlay(dialogs.rename_dialog, _rename, on=_ALL, takes=("name",)),
        "save_as": Overlay(dialogs.save_dialog, _save_as, on=("editor",), takes=("name",)),
        "delete": Overlay(dialogs.delete_dialog, _delete, on=_ALL, takes=("ask_not",)),
        "properties": Overlay(dialogs.properties_dialog, _properties, on=_ALL),
    },
    where=lambda s, at: "gone" if is_viewer(at.activity) or at.activity.name == EDIT else "folders",
    kept=("favorites", "folder_order", "media_order", "kinds", "columns", *SWITCHES),
    passing=("how", "carried"),
    selection=Selection("selection"),
)  # fmt: skip


def _is_order(order: tuple[str, bool]) -> bool:
    return order[0] in library.ORDERS


APP = App(
    tour=(
        TourStep(
            "question",
            "",
            "tours.all_files_question",
            buttons=(("tours.all_files_choice", 1), ("tours.media_choice", 2)),
        ),
        ALL_FILES,
    ),
    name="simple_gallery",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("photo_library", 0xFFF57C00),
    palette=palette(0xFFF57C00, material=3),
    state=Gallery,
    layers=NAVIGATION.layers,
    uid=10168,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    paused=viewing.paused,
    intents=(IntentFilter((intents.VIEW,), viewing.view, types=("image/*", "video/*"), activity=PHOTO),),
    activities=(ExportedActivity(SETTINGS),),
    permissions=(permissions.STORAGE,),
    files=(
        preference_file(
            PACKAGE,
            {
                "favorites": "favorites",
                "folder_order": Stored("directory_sort_order", _is_order),
                "media_order": Stored("sort_order", _is_order),
                "kinds": Stored("filter_media", KINDS),
                "columns": Stored("media_column_cnt", COLUMNS),
                "show_names": "display_file_names",
                "use_bin": "use_recycle_bin",
                "black": "dark_background",
                "autoplay": "autoplay_videos",
            },
            "Prefs",
        ),
    ),
)
