"""Pi Music Player: the phone's songs by title, album and artist, playlists and a queue."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music import dialogs, lists, player, playing, playlists, stored
from bmoca_gym.handset.apps.pi_music.lists import Mini
from bmoca_gym.handset.apps.pi_music.state import (
    DATABASE,
    MAIN,
    PACKAGE,
    PLAYLISTS,
    SONGS,
    SPLASH,
    PiMusic,
    back,
    closed,
    gathered,
    order_of,
    page_of,
    songs_of,
    sorts,
)
from bmoca_gym.handset.kits import library, tables
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.play_queue import REPEATS
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.value import do


def _mini(phone: Phone, s: PiMusic) -> Mini | None:
    songs = songs_of(s, phone)
    if not songs:
        return None
    now = playing.heard(s, phone)
    return Mini(songs[now.place].title, songs[now.place].artist, now.playing)


def _listed(phone: Phone, s: PiMusic) -> tuple[Song, ...]:
    """The songs that the page lists."""
    every, locale = library.songs_of(phone), phone.configuration.locale
    kind, argument = page_of(s)
    if kind == "tracks":
        return library.ordered(every, order_of(s, kind), locale)
    if kind in ("album", "artist"):
        return gathered(phone, kind, argument, order_of(s, kind)).songs
    if kind in ("folders", "folder"):
        return library.in_folder(every, STORAGE + argument, locale)[1]
    if kind == "search":
        return library.matching(every, s.query, locale)
    if kind == "queue":
        return songs_of(s, phone)
    one = playlists.playlist_with(s, argument) if kind == "playlist" else None
    return library.songs_with(phone, one.songs) if one is not None else ()


def _page(phone: Phone, s: PiMusic, activity: Activity, songs: tuple[Song, ...]) -> Layer:
    every, locale, mini = library.songs_of(phone), phone.configuration.locale, _mini(phone, s)
    kind, argument = page_of(s)
    if kind == "tracks":
        return layer(lists.tracks, mini, songs)
    if kind in ("albums", "artists"):
        return layer(lists.gathered_tab, mini, library.gathered(every, kind[:-1], "title", locale), kind[:-1])
    if kind in ("album", "artist"):
        return layer(lists.gathered_page, mini, gathered(phone, kind, argument, order_of(s, kind)), kind)
    if kind in ("folders", "folder"):
        return layer(lists.folders, mini, argument, library.in_folder(every, STORAGE + argument, locale))
    if kind == "playlists":
        return layer(lists.playlists_tab, mini, playlists.playlists(s.playlists, s.entries, locale))
    if kind == "search":
        return layer(lists.search, mini, s.query, activity.focus == "search", songs)
    if kind == "queue":
        return layer(lists.queue, mini, songs, playing.heard(s, phone).place)
    if kind == "equalizer":
        return layer(lists.equalizer, mini, s.equalizer, s.levels)
    one = playlists.playlist_with(s, argument) or playlists.Playlist(0, "", ())
    return layer(lists.playlist, mini, one, songs)


def _overlay(phone: Phone, s: PiMusic, activity: Activity, listed: tuple[Song, ...]) -> tuple[Layer, ...]:
    overlay, kind = s.overlay, page_of(s)[0]
    songs, one = library.songs_with(phone, s.target), playlists.playlist_with(s, s.subject)
    if overlay == "menu":
        return (dialog(dialogs.overflow, sorts(kind), tuple([song.id for song in listed])),)
    if overlay == "sort":
        return (dialog(dialogs.sort_dialog, s.sorting),)
    if overlay == "choose":
        found = playlists.playlists(s.playlists, s.entries, phone.configuration.locale)
        return (dialog(dialogs.choose_playlist, found),)
    if overlay in ("create", "rename"):
        return (dialog(dialogs.name_dialog, overlay, s.name, activity.focus == "name"),)
    if one is not None and overlay == "playlist_menu":
        return (dialog(dialogs.playlist_menu, one),)
    if one is not None and overlay == "delete_playlist":
        return (dialog(dialogs.question, "delete_playlist_question", one.name, do(playlists.delete)),)
    if not songs:
        return ()
    if overlay.endswith("_menu"):
        return (dialog(dialogs.song_menu, overlay, songs[0].id, s.subject),)
    if overlay == "info":
        return (dialog(dialogs.info, songs[0]),)
    if overlay == "delete_song":
        return (dialog(dialogs.question, "delete_song_question", songs[0].title, do(playlists.delete_song)),)
    return ()


def _layers(phone: Phone, s: PiMusic, activity: Activity) -> tuple[Layer, ...]:
    queue = songs_of(s, phone)
    if s.player and queue:
        now = playing.heard(s, phone)
        main = layer(
            player.screen, queue[now.place], now.position // 1000, now.playing, s.playback.repeat, s.shuffled
        )
        return (main, *_overlay(phone, s, activity, ()))
    listed = _listed(phone, s)
    return (_page(phone, s, activity, listed), *_overlay(phone, s, activity, listed))


APP = App(
    name="pi_music",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("music_note", lists.COLOR),
    state=PiMusic,
    layers=_layers,
    uid=10172,
    back=back,
    closed=closed,
    media_session=playing.session,
    media_key=playing.press_key,
    activities=(ExportedActivity(SPLASH),),
    files=(
        tables.database(DATABASE, (("playlists", PLAYLISTS), ("entries", SONGS))),
        preference_file(
            PACKAGE,
            {
                "queue": "queue",
                "original": "queue_before_shuffle",
                "playback.place": Stored("queue_position", range(1 << 31)),
                "playback.before": Stored("track_position", range(1 << 53)),
                "playback.repeat": Stored("repeat", REPEATS),
                "shuffled": "shuffle",
                "orders": Stored("sort_orders", stored.are_orders),
                "equalizer": "equalizer_enabled",
                "levels": Stored("equalizer_levels", stored.are_levels),
            },
        ),
    ),
    permissions=("android.permission.READ_MEDIA_AUDIO", "android.permission.POST_NOTIFICATIONS"),
)
