"""Simple Gallery Pro: pictures and videos by folder; view, rename, copy, move and delete them; as version
6.28.
"""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.simple_gallery import dialogs, library, screens, viewer
from bmoca_gym.handset.apps.simple_gallery.library import BIN, RECYCLED, Medium
from bmoca_gym.handset.apps.simple_gallery.state import (
    COLUMNS,
    KINDS,
    MAIN,
    MEDIA,
    PACKAGE,
    PAGER,
    PHOTO,
    SETTINGS,
    SWITCHES,
    Gallery,
    back,
    closed,
    folder_of,
    folders_of,
    media_of,
    paused,
    seen_of,
    view,
)
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers import pictures, videos
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, files, intents, permissions
from bmoca_gym.handset.ui.elements import Element


def _layers(phone: Phone, state: Gallery, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(screens.settings, tuple([getattr(state, name) for name in SWITCHES])),)
    if activity.name in (PAGER, PHOTO):
        path = seen_of(activity).path
        medium = library.with_path(phone, path)
        if medium is None:
            return (layer(viewer.gone, bars="light"),)
        return (_viewer(phone, state, medium), *_overlay(phone, state, activity, (medium,)))
    searching = activity.focus == "search"
    if activity.name == MEDIA:
        folder = folder_of(activity)
        found = media_of(phone, state, folder)
        named = library.matching([medium.name for medium in found], state.query)
        found = tuple([medium for medium, fits in zip(found, named, strict=True) if fits])
        chosen = tuple([medium.path for medium in found if medium.path in state.selection])
        targets = tuple([medium for medium in found if medium.path in chosen])
        shown = layer(
            screens.media, folder, found, chosen, state.favorites, state.query, searching, state.columns,
            state.show_names,
        )  # fmt: skip
        return (shown, *_overlay(phone, state, activity, targets))
    held = folders_of(phone, state)
    named = library.matching([library.folder_name(folder.path) for folder in held], state.query)
    held = tuple([folder for folder, fits in zip(held, named, strict=True) if fits])
    chosen = tuple([folder.path for folder in held if folder.path in state.selection])
    targets = tuple([medium for path in chosen for medium in media_of(phone, state, path)])
    shown = layer(screens.folders, held, chosen, state.query, searching, state.columns)
    return (shown, *_overlay(phone, state, activity, targets))


def _viewer(phone: Phone, state: Gallery, medium: Medium) -> Layer:
    uptime, playback = phone.clock.uptime, state.playback
    picture, second, playing = medium.picture, 0, False
    if medium.kind == "video" and state.played == medium.path:
        place = playback.place(uptime)
        picture = videos.frame_at(phone.files[medium.path], place)
        second, playing = place // 1000, playback.plays(uptime)
    return layer(
        viewer.screen, medium.name, picture, medium.kind, medium.path in state.favorites,
        medium.path.startswith(BIN + "/"), state.bars, state.black, state.zoom, state.x, state.y, second, medium.length,
        playing, kind="screen", bars="light" if state.bars or state.black else "auto",
    )  # fmt: skip


def _overlay(
    phone: Phone, state: Gallery, activity: Activity, targets: tuple[Medium, ...]
) -> tuple[Layer, ...]:
    """Dialog over a screen. ``targets``: the media that are acted on."""
    overlay = state.overlay
    recycled = bool(targets) and all(medium.path.startswith(BIN + "/") for medium in targets)
    if overlay == "menu":
        where = {MEDIA: "media", PAGER: "viewer", PHOTO: "viewer"}.get(activity.name, "folders")
        in_bin = recycled or (where == "media" and folder_of(activity) == RECYCLED)
        return (dialog(dialogs.overflow, where, len(targets) == 1, in_bin),)
    if overlay == "sort":
        return (dialog(dialogs.sort_dialog, state.draft_order),)
    if overlay == "filter":
        return (dialog(dialogs.filter_dialog, state.draft_kinds),)
    if overlay == "columns":
        return (dialog(dialogs.columns_dialog, state.columns),)
    if overlay == "destination":
        found = [folder for folder in folders_of(phone, state) if folder.path.startswith(files.STORAGE)]
        return (dialog(dialogs.destination_dialog, tuple(found)),)
    if overlay == "places":
        return (dialog(dialogs.places_dialog, state.place, library.subfolders(phone, state.place)),)
    if overlay == "conflict":
        taken = [p for p in state.carried if files.exists(phone, f"{state.place}/{posixpath.basename(p)}")]
        name = posixpath.basename(taken[0]) if taken else ""
        return (dialog(dialogs.conflict_dialog, name, state.place, state.resolution),)
    if not targets:
        return ()
    first = targets[0]
    single = len(targets) == 1
    if overlay == "selection":
        return (dialog(dialogs.overflow, "selection", single and activity.name == MEDIA, recycled),)
    if overlay == "rename":
        suffix = posixpath.splitext(first.path)[1]
        return (
            dialog(
                dialogs.rename_dialog, files.shown(first.folder), state.name, suffix, activity.focus == "name"
            ),
        )
    if overlay == "delete":
        key = "delete_one" if single else "delete_many"
        if recycled or not state.use_bin:
            key += "_forever"
        return (dialog(_ask_to_delete, key, first.name, len(targets), state.ask_not),)
    if overlay == "properties":
        return (dialog(_properties, targets, clock.zone_of(phone)),)
    return ()


def _ask_to_delete(res: Resources, key: str, name: str, count: int, ask_not: bool) -> Element:
    text = res.string(f"simple_gallery.{key}", name=name, count=count)
    return dialogs.delete_dialog(res, text, ask_not)


def _properties(res: Resources, targets: tuple[Medium, ...], zone: str) -> Element:
    size = size_text(res, sum(medium.size for medium in targets))
    if len(targets) > 1:
        return dialogs.properties_dialog(
            res, (("files_selected", res.digits(str(len(targets)))), ("size", size))
        )
    medium = targets[0]
    facts = [("name", medium.name), ("path", files.shown(medium.folder)), ("size", size)]
    measures = pictures.size(medium.picture) if medium.picture else None
    if measures is not None:
        facts.append(("resolution", res.digits(f"{measures[0]} × {measures[1]}")))
    if medium.length:
        facts.append(("duration", clock_text(res, medium.length, hours=True)))
    at = moment(zone, medium.modified)
    facts.append(("modified", f"{res.date(at.date(), 'yMMMd')}, {res.time(at.hour, at.minute)}"))
    return dialogs.properties_dialog(res, tuple(facts))


def _is_order(order: tuple[str, bool]) -> bool:
    return order[0] in library.ORDERS


APP = App(
    name="simple_gallery",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("photo_library", 0xFFF57C00),
    state=Gallery,
    layers=_layers,
    uid=10168,
    back=back,
    closed=closed,
    paused=paused,
    intents=(IntentFilter((intents.VIEW,), view, types=("image/*", "video/*"), activity=PHOTO),),
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
