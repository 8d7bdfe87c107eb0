"""VLC: videos and audio of the storage, by folder and in playlists, and a player, as version 3.5."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.vlc import library, stored
from bmoca_gym.handset.apps.vlc.handlers import lists, player
from bmoca_gym.handset.apps.vlc.library import DATABASE, ENTRIES, MEDIA, PACKAGE, PLAYLISTS
from bmoca_gym.handset.apps.vlc.screens import dialogs
from bmoca_gym.handset.apps.vlc.screens import lists as pages
from bmoca_gym.handset.apps.vlc.screens import player as player_screen
from bmoca_gym.handset.apps.vlc.state import (
    AUDIO,
    HAS_GRID,
    LIST,
    MAIN,
    PLAYER,
    SETTINGS,
    SWITCHES,
    TABS,
    Vlc,
    controls_seen,
    items_of,
    opened_of,
    order_of,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    ALL_FILES,
    App,
    AppIcon,
    ExportedActivity,
    IntentFilter,
    SmallPicture,
    TourStep,
)
from bmoca_gym.handset.providers import pictures, videos
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import files, intents, permissions
from bmoca_gym.handset.value import do

#: The widest picture of a picture in picture, and the highest (config_pictureInPictureMaxAspectRatio).
_WIDEST = 2.39
_LISTS = (*TABS, "folder", "group", "playlist", "artist", "album", "genre")


def _items(state: Vlc, place: Place) -> tuple[tuple[library.Item, ...], tuple[str, ...]]:
    """The items of the page, and the keys of the selected ones."""
    items = items_of(place.phone, state, place.activity)
    return items, tuple([item.key for item in items if item.key in state.selection])


def _tab(state: Vlc, place: Place) -> tuple[Any, ...]:
    grid = state.grid and state.page in HAS_GRID
    return state.page, *_items(state, place), state.searching, state.query, place.focus == "search", grid


def _folder(state: Vlc, place: Place) -> tuple[Any, ...]:
    return state.folder, *_items(state, place), state.searching, state.query, place.focus == "search"


def _group(state: Vlc, place: Place) -> tuple[Any, ...]:
    key = opened_of(place.activity).key
    found = library.grouped(library.in_group(place.phone, key, state.grouping), state.grouping)
    return found[0].title if found else "", *_items(state, place), state.grid


def _playlist(state: Vlc, place: Place) -> tuple[Any, ...]:
    row = tables.with_id(state.playlists, int(opened_of(place.activity).key))
    return "" if row is None else str(row[1] or ""), *_items(state, place)


def _gathered(state: Vlc, place: Place) -> tuple[Any, ...]:
    return *opened_of(place.activity), *_items(state, place)


def _player(state: Vlc, place: Place) -> tuple[Any, ...]:
    phone = place.phone
    path = state.queue[state.current] if state.queue else ""
    item = library.with_path(phone, path)
    playback, uptime = state.playback, phone.clock.uptime
    at, playing = playback.place(uptime), playback.plays(uptime)
    film = item is not None and item.is_video
    picture = videos.frame_at(phone.files[path], at) if film else b""
    controls = controls_seen(state, uptime)
    # The seconds are visible only with the controls.
    second = at // 1000 if controls else 0
    return (
        "" if item is None else item.title, picture, film, state.filled, controls, second, playback.length, playing,
        len(state.queue) > 1,
    )  # fmt: skip


def _picture(phone: Phone, activity: Activity) -> SmallPicture | None:
    """The video of the player, for a picture in picture."""
    state: Vlc = phone.apps[PACKAGE]
    path = state.queue[state.current] if state.current < len(state.queue) else ""
    item = library.with_path(phone, path)
    if activity.name != PLAYER or item is None or not item.is_video or path not in phone.files:
        return None
    at, playing = state.playback.place(phone.clock.uptime), state.playback.plays(phone.clock.uptime)
    frame = videos.frame_at(phone.files[path], at)
    width, height = (pictures.size(frame) if frame else None) or (16, 9)
    ratio = min(_WIDEST, max(1 / _WIDEST, width / height))
    return SmallPicture(player_screen.small, (frame,), playing, player.play_or_pause, ratio, state.pip)


def _adding(state: Vlc, place: Place) -> tuple[Any, ...]:
    found = library.listed(state.playlists, state.entries)
    lists = library.arranged(place.phone, found, ("name", False))
    return state.name, place.focus == "name", len(state.adding), lists


def _deletion(state: Vlc, place: Place) -> tuple[Any, ...] | None:
    item = state.subject
    if item is None:
        return None
    key = "delete_playlist" if item.is_playlist else "delete_file"
    return key, item.title, 1, do(lists.delete_item)


def _information(state: Vlc, place: Place) -> tuple[Any, ...] | None:
    item = state.subject
    return None if item is None else (item, files.shown(item.key), len(place.phone.files.get(item.key, b"")))


def _where(state: Vlc, place: Place) -> str:
    return opened_of(place.activity).kind or (
        "folder" if state.folder and state.page == "browse" else state.page
    )


NAVIGATION = Navigation(
    Vlc,
    {
        "video": Page(pages.tab, _tab),
        "audio": Page(pages.audio, lambda s, at: (*_folder(s, at)[1:], s.audio)),
        "browse": Page(pages.places, lambda s, at: _items(s, at)[:1]),
        "folder": Page(pages.folder, _folder, back=lists.leave_folder),
        "playlists": Page(pages.tab, _tab),
        "more": Page(pages.more, lambda s, at: _items(s, at)[:1]),
        "group": Page(pages.group, _group),
        "artist": Page(pages.gathered, _gathered),
        "album": Page(pages.gathered, _gathered),
        "genre": Page(pages.gathered, _gathered),
        "playlist": Page(pages.playlist, _playlist),
        "player": Page(player_screen.screen, _player, activity=PLAYER, kind="screen", bars="light"),
        "settings": Page(
            pages.settings, lambda s, at: (tuple([getattr(s, name) for name in SWITCHES]),), activity=SETTINGS
        ),
    },
    {
        "menu": Overlay(dialogs.overflow, lambda s, at: (s.page, s.grid), on=_LISTS),
        "sort": Overlay(
            dialogs.sort_dialog,
            lambda s, at: (s.page, order_of(s, s.page)) if s.page in library.ORDERS else None,
            on=_LISTS,
        ),
        "groups": Overlay(dialogs.groups_dialog, lambda s, at: (s.grouping,), on=_LISTS),
        "about": Overlay(dialogs.about_dialog, on=_LISTS),
        "item": Overlay(
            dialogs.item_sheet,
            lambda s, at: None if s.subject is None else (s.subject, at.activity.name == LIST),
            on=_LISTS, takes=("subject", "place"),
        ),
        "playlist": Overlay(dialogs.playlist_sheet, _adding, on=_LISTS, takes=("adding", "name")),
        "rename": Overlay(
            dialogs.rename_dialog, lambda s, at: (s.name, at.focus == "name"), on=_LISTS, takes=("name",)
        ),
        "delete": Overlay(dialogs.delete_dialog, _deletion, on=_LISTS),
        "delete_selected": Overlay(
            dialogs.delete_dialog,
            lambda s, at: ("delete_many", "", len(_items(s, at)[1]), do(lists.delete_selected)),
            on=_LISTS,
        ),
        "information": Overlay(dialogs.information_dialog, _information, on=_LISTS),
        "speed": Overlay(dialogs.speed_dialog, lambda s, at: (s.playback.percent,), on=("player",)),
    },
    where=_where,
    kept=("media", "playlists", "entries", "page", "orders", "grouping", "audio", "history", *SWITCHES),
    passing=("subject", "place", "adding", "name"),
    search=Search(on=(*TABS, "folder")),
    selection=Selection("selection", on=_LISTS),
)  # fmt: skip

APP = App(
    tour=(
        TourStep(
            "welcome",
            "vlc.tour_welcome",
            "vlc.tour_welcome_text",
            buttons=(("tours.next", 1), ("tours.skip", 1)),
        ),
        TourStep(
            "welcome",
            "vlc.tour_permission",
            "vlc.tour_permission_text",
            "perm_media",
            buttons=(("tours.grant_permission", 1), ("tours.skip", 3)),
        ),
        TourStep(
            "question", "", "tours.all_files_question", buttons=(("common.ok", 1), ("tours.no_thanks", 2))
        ),
        ALL_FILES,
    ),
    name="vlc",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("change_history", 0xFFFF8800),
    palette=palette(0xFFFF610A, dark_accent=0xFFFF8800),
    state=Vlc,
    layers=NAVIGATION.layers,
    uid=10169,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    resumed=lists.resumed,
    paused=player.paused,
    intents=(IntentFilter((intents.VIEW,), player.view, types=("video/*", "audio/*"), activity=PLAYER),),
    activities=(ExportedActivity(f"{PACKAGE}.StartActivity"), ExportedActivity(SETTINGS)),
    files=(
        tables.database(DATABASE, (("media", MEDIA), ("playlists", PLAYLISTS), ("entries", ENTRIES))),
        preference_file(
            PACKAGE,
            {
                "page": Stored("fragment_id", TABS),
                "orders": Stored("sort_orders", stored.are_orders),
                "grouping": Stored("video_min_group_length", library.GROUPINGS),
                "audio": Stored("audio_current_tab", tuple(AUDIO)),
                "history": "playback_history_items",
                "history_kept": "playback_history",
                "grid": "video_display_in_cards",
                "play_all": "force_play_all",
                "pip": "video_pip",
            },
        ),
    ),
    media_session=player.session,
    picture=_picture,
    media_key=player.press_key,
    permissions=(permissions.STORAGE,),
)
