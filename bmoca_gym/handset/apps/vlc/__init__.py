"""VLC: videos and audio of the storage, by folder and in playlists, and a player, as version 3.5."""

from __future__ import annotations

from bmoca_gym.handset.apps.vlc import dialogs, library, player, screens, stored
from bmoca_gym.handset.apps.vlc.library import DATABASE, ENTRIES, MEDIA, PACKAGE, PLAYLISTS
from bmoca_gym.handset.apps.vlc.state import (
    LIST,
    MAIN,
    PLAYER,
    SETTINGS,
    SWITCHES,
    TABS,
    Vlc,
    back,
    closed,
    controls_seen,
    items_of,
    opened_of,
    order_of,
    paused,
    resumed,
    view,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers import videos
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import files, intents, permissions


def _layers(phone: Phone, state: Vlc, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(screens.settings, tuple([getattr(state, name) for name in SWITCHES])),)
    if activity.name == PLAYER:
        return _player(phone, state)
    items = items_of(phone, state, activity)
    chosen = tuple([item.key for item in items if item.key in state.selection])
    opened = opened_of(activity)
    if opened.kind == "playlist":
        row = tables.with_id(state.playlists, int(opened.key))
        title = "" if row is None else str(row[1] or "")
        shown = layer(screens.playlist, title, items, chosen)
    elif opened.kind == "group":
        found = library.grouped(library.in_group(phone, opened.key, state.grouping), state.grouping)
        shown = layer(screens.group, found[0].title if found else "", items, chosen, state.grid)
    else:
        shown = layer(
            screens.main, state.tab, state.folder, items, chosen, state.searching, state.query,
            activity.focus == "search", state.grid,
        )  # fmt: skip
    return (shown, *_overlay(phone, state, activity, len(chosen)))


def _player(phone: Phone, state: Vlc) -> tuple[Layer, ...]:
    path = state.queue[state.current] if state.queue else ""
    item = library.with_path(phone, path)
    playback, uptime = state.playback, phone.clock.uptime
    place, playing = playback.place(uptime), playback.plays(uptime)
    film = item is not None and item.kind == "video"
    picture = videos.frame_at(phone.files[path], place) if film else b""
    controls = controls_seen(state, uptime)
    # Without controls no one sees the seconds.
    shown = layer(
        player.screen, "" if item is None else item.title, picture, film, state.filled, controls,
        place // 1000 if controls else 0, playback.length, playing, len(state.queue) > 1, kind="screen", bars="light",
    )  # fmt: skip
    return (shown, dialog(dialogs.speed_dialog, playback.percent)) if state.overlay == "speed" else (shown,)


def _overlay(phone: Phone, state: Vlc, activity: Activity, chosen: int) -> tuple[Layer, ...]:
    overlay, item = state.overlay, state.subject
    if overlay == "menu":
        return (dialog(dialogs.overflow, state.tab, state.grid),)
    if overlay == "sort" and state.tab in library.ORDERS:
        return (dialog(dialogs.sort_dialog, state.tab, order_of(state, state.tab)),)
    if overlay == "groups":
        return (dialog(dialogs.groups_dialog, state.grouping),)
    if overlay == "about":
        return (dialog(dialogs.about_dialog),)
    if overlay == "playlist":
        lists = library.arranged(phone, library.listed(state.playlists, state.entries), ("name", False))
        return (
            dialog(dialogs.playlist_sheet, state.name, activity.focus == "name", len(state.adding), lists),
        )
    if overlay == "delete_selected":
        return (dialog(dialogs.delete_dialog, "delete_many", "", chosen),)
    if item is None:
        return ()
    if overlay == "item":
        return (dialog(dialogs.item_sheet, item, activity.name == LIST),)
    if overlay == "rename":
        return (dialog(dialogs.rename_dialog, state.name, activity.focus == "name"),)
    if overlay == "delete":
        key = "delete_playlist" if item.kind == "playlist" else "delete_file"
        return (dialog(dialogs.delete_dialog, key, item.title, 1),)
    if overlay == "information":
        size = len(phone.files.get(item.key, b""))
        return (dialog(dialogs.information_dialog, item, files.shown(item.key), size),)
    return ()


APP = App(
    name="vlc",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("change_history", 0xFFFF8800),
    state=Vlc,
    layers=_layers,
    uid=10169,
    back=back,
    closed=closed,
    resumed=resumed,
    paused=paused,
    intents=(IntentFilter((intents.VIEW,), view, types=("video/*", "audio/*"), activity=PLAYER),),
    activities=(ExportedActivity(f"{PACKAGE}.StartActivity"), ExportedActivity(SETTINGS)),
    files=(
        tables.database(DATABASE, (("media", MEDIA), ("playlists", PLAYLISTS), ("entries", ENTRIES))),
        preference_file(
            PACKAGE,
            {
                "tab": Stored("fragment_id", TABS),
                "orders": Stored("sort_orders", stored.are_orders),
                "grouping": Stored("video_min_group_length", library.GROUPINGS),
                "history": "playback_history_items",
                "history_kept": "playback_history",
                "grid": "video_display_in_cards",
                "play_all": "force_play_all",
            },
        ),
    ),
    permissions=(permissions.STORAGE,),
)
