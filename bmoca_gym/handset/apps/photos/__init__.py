"""Photos: pictures and videos by day, folder and search, as Google Photos of 2024 without a connection."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.photos import handlers, library
from bmoca_gym.handset.apps.photos.handlers import created, view
from bmoca_gym.handset.apps.photos.library import VIDEOS_SINCE, Medium
from bmoca_gym.handset.apps.photos.screens import lists, viewer
from bmoca_gym.handset.apps.photos.state import (
    ALBUM,
    EDITOR,
    HOME,
    PACKAGE,
    VIEWER,
    PhotosState,
    is_trash,
    photos_of,
    shown_of,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Intent, IntentFilter
from bmoca_gym.handset.providers import pictures, videos
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, intents, permissions
from bmoca_gym.handset.value import do


def _found(s: PhotosState, at: Place) -> tuple[tuple[Medium, ...], tuple[str, ...], str, int]:
    """The pictures that are listed, the selected ones, the time zone and the day."""
    shown = Shown("", "search", s.query) if s.query and at.activity.name == HOME else shown_of(at.activity)
    found = photos_of(at.phone, s, shown)
    chosen = tuple([photo.path for photo in found if photo.path in s.selection])
    # Only titles of days depend on the day: where there are no pictures it need not be drawn anew at midnight.
    return found, chosen, at.phone.zone, at.today if found else 0


def _shown(s: PhotosState, at: Place) -> Medium | None:
    path = shown_of(at.activity).path
    if is_trash(at.activity):
        return next((one for one in library.trashed(at.phone) if one.path == path), None)
    return library.with_path(at.phone, path)


def _viewer(s: PhotosState, at: Place) -> tuple[Any, ...] | None:
    photo = _shown(s, at)
    if photo is None:
        return None
    trash = is_trash(at.activity)
    zone, editable = at.phone.zone, at.phone.image.api_level >= 33 and not photo.is_video and not trash
    uptime, second, playing = at.phone.clock.uptime, 0, False
    if photo.is_video and s.played == photo.path:
        place = s.playback.place(uptime)
        photo = photo._replace(picture=videos.frame_at(at.phone.files[photo.path], place))
        second, playing = place // 1000, s.playback.plays(uptime)
    return photo, photo.path in s.favorites, s.bars, zone, s.zoom, s.x, s.y, editable, second, playing, trash


def _editor(s: PhotosState, at: Place) -> tuple[Any, ...] | None:
    photo = _shown(s, at)
    return None if photo is None or pictures.size(photo.picture) is None else (photo, s.edit)


def _details(s: PhotosState, at: Place) -> tuple[Any, ...] | None:
    photo = _shown(s, at)
    return None if photo is None else (photo, at.phone.zone)


def _delete(s: PhotosState, at: Place) -> tuple[Any, ...] | None:
    chosen = _found(s, at)[1]
    return (len(chosen), do(handlers.delete_selected), is_trash(at.activity)) if chosen else None


def _delete_shown(s: PhotosState, at: Place) -> tuple[Any, ...] | None:
    photo = _shown(s, at)
    return None if photo is None else (1, do(handlers.delete_shown, photo.path), is_trash(at.activity))


_LISTS = ("photos", "search", "library", "album")

NAVIGATION = Navigation(
    PhotosState,
    {
        "photos": Page(lists.all_photos, _found),
        "search": Page(
            lists.found,
            lambda s, at: (*_found(s, at), s.query, at.focus == "search", at.phone.image.api_level >= VIDEOS_SINCE),
            back=handlers.leave_search, up="photos",
        ),
        "library": Page(lists.library, lambda s, at: _found(s, at)[:2], up="photos"),
        "album": Page(lists.album, lambda s, at: (shown_of(at.activity), *_found(s, at)), activity=ALBUM),
        "viewer": Page(viewer.screen, _viewer, activity=VIEWER, kind="screen", bars="light"),
        "editor": Page(viewer.editor, _editor, activity=EDITOR, kind="screen", bars="light"),
        "gone": Page(viewer.gone, bars="light"),
    },
    {
        "account": Overlay(lists.account_sheet, on=("photos", "library")),
        "details": Overlay(viewer.details, _details, on=("viewer",)),
        "delete": Overlay(lists.delete_dialog, _delete, on=_LISTS),
        "delete_shown": Overlay(lists.delete_dialog, _delete_shown, on=("viewer",)),
    },
    where=lambda s, at: "gone" if at.activity.name in (VIEWER, EDITOR) else s.page,
    kept=("favorites",),
    selection=Selection("selection", on=_LISTS),
    rail=("photos", "search", "library"),
)  # fmt: skip


def _view_all(phone: Phone, intent: Intent) -> Phone | None:
    """Open the list of all pictures for an intent that views the address of their table."""
    all_of_them = intent.data.rstrip("/") == "content://media/external/images/media"
    return activities.start(phone, APP.component) if all_of_them else None


APP = App(
    name="photos",
    package=PACKAGE,
    activity=HOME,
    icon=AppIcon("photo_library", 0xFFFFFFFF, 0xFF4285F4),
    state=PhotosState,
    layers=NAVIGATION.layers,
    uid=10086,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    paused=handlers.paused,
    intents=(
        IntentFilter((intents.VIEW,), view, types=("image/*", "video/*"), activity=VIEWER),
        IntentFilter((intents.VIEW,), _view_all, schemes=("content",)),
    ),
    permissions=(permissions.STORAGE,),
    files=(preference_file(PACKAGE, {"favorites": "favorites"}),),
)
