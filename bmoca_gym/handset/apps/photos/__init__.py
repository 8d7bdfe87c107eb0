"""Photos: pictures on the storage by day, folder and search, as Google Photos of 2024 without a connection."""

from __future__ import annotations

from bmoca_gym.handset.apps.photos import screens, viewer
from bmoca_gym.handset.apps.photos.state import (
    ALBUM,
    HOME,
    PACKAGE,
    VIEWER,
    PhotosState,
    back,
    closed,
    created,
    delete_selected,
    delete_shown,
    photos_of,
    shown_of,
    view,
)
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Intent, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, clock, intents, permissions
from bmoca_gym.handset.value import do


def _viewer_layers(phone: Phone, s: PhotosState, shown: Shown) -> tuple[Layer, ...]:
    photo, zone = pictures.with_path(phone, shown.path), clock.zone_of(phone)
    if photo is None:
        return (layer(viewer.gone, bars="light"),)
    main = layer(
        viewer.screen,
        photo,
        photo.path in s.favorites,
        s.bars,
        zone,
        kind="screen",
        bars="light",
    )
    if s.overlay == "details":
        return (main, dialog(viewer.details, photo, zone))
    if s.overlay == "delete":
        return (main, dialog(screens.delete_dialog, 1, do(delete_shown, photo.path)))
    return (main,)


def _layers(phone: Phone, s: PhotosState, activity: Activity) -> tuple[Layer, ...]:
    shown = shown_of(activity)
    if activity.name == VIEWER:
        return _viewer_layers(phone, s, shown)
    if activity.name == HOME and s.tab == "search" and s.query:
        shown = Shown("", "search", s.query)
    found = photos_of(phone, s, shown)
    chosen = tuple([photo.path for photo in found if photo.path in s.selection])
    # Only titles of days depend on the day: where there are no pictures it need not be drawn anew at midnight.
    when = (clock.zone_of(phone), clock.local_minute(phone).toordinal() if found else 0)
    if activity.name == ALBUM:
        main = layer(screens.album, shown, found, chosen, *when)
    else:
        main = layer(screens.home, s.tab, found, chosen, s.query, activity.focus == "search", *when)
    if s.overlay == "delete" and chosen:
        return (main, dialog(screens.delete_dialog, len(chosen), do(delete_selected)))
    return (main,)


def _view_all(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with all pictures in front, where the address of their table is viewed."""
    all_of_them = intent.data.rstrip("/") == "content://media/external/images/media"
    return activities.start(phone, APP.component) if all_of_them else None


APP = App(
    name="photos",
    package=PACKAGE,
    activity=HOME,
    icon=AppIcon("photo_library", 0xFFFFFFFF, 0xFF4285F4),
    state=PhotosState,
    layers=_layers,
    uid=10086,
    back=back,
    closed=closed,
    created=created,
    intents=(
        IntentFilter((intents.VIEW,), view, types=("image/*",), activity=VIEWER),
        IntentFilter((intents.VIEW,), _view_all, schemes=("content",)),
    ),
    permissions=(permissions.STORAGE,),
    files=(preference_file(PACKAGE, {"favorites": "favorites"}),),
)
