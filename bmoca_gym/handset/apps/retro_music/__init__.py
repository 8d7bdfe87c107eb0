"""Retro Music: the phone's songs by title, album and artist, playlists and a queue, as version 6.1.0."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music import dialogs, lists, player, playing, playlists, stored
from bmoca_gym.handset.apps.retro_music.frame import Around, Mini
from bmoca_gym.handset.apps.retro_music.state import (
    MAIN,
    ORDERS,
    ORIGINAL,
    PACKAGE,
    PLAYLISTS,
    PLAYLISTS_FILE,
    QUEUE,
    QUEUE_FILE,
    SMART,
    SONGS,
    SWITCHES,
    Retro,
    back,
    closed,
    order_of,
    smart,
)
from bmoca_gym.handset.kits import library, tables
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.play_queue import REPEATS
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system.files import STORAGE


def _around(phone: Phone, s: Retro) -> Around:
    tabs = () if s.pages else s.tabs
    if not s.queue:
        return Around(s.tab, tabs, None)
    now = playing.heard(s, phone.clock.uptime)
    row, lasts = s.queue[now.place], playing.lengths(s.queue)[now.place]
    share = now.position * 100 // lasts if lasts else 0
    mini = Mini(str(QUEUE.get(row, "title")), str(QUEUE.get(row, "artist")), now.playing, share)
    return Around(s.tab, tabs, mini)


def _marked(s: Retro, songs: tuple[Song, ...]) -> tuple[int, ...]:
    """The selected songs that are listed, in the order of selection."""
    listed = {song.id for song in songs}
    return tuple([id for id in s.selection if id in listed])


def _listed(phone: Phone, s: Retro) -> tuple[Song, ...]:
    """The songs that the page lists."""
    every, locale = library.songs_of(phone), phone.configuration.locale
    kind, argument = s.pages[-1] if s.pages else (s.tab, "")
    if kind == "songs":
        return library.ordered(every, order_of(s, "songs"), locale)
    if kind in ("album", "artist"):
        return _gathered(phone, kind, argument).songs
    if kind in SMART:
        return smart(s, phone, kind)
    if kind in ("folders", "folder"):
        return library.in_folder(every, STORAGE + argument, locale)[1]
    if kind == "search":
        return library.matching(every, s.query, locale)
    one = playlists.playlist_with(s, int(argument)) if kind == "playlist" else None
    return library.songs_with(phone, one.songs) if one is not None else ()


def _gathered(phone: Phone, kind: str, name: str) -> Gathered:
    found = library.gathered(library.songs_of(phone), kind, "title", phone.configuration.locale)
    return next((one for one in found if one.name == name), Gathered(name, ()))


def _page(phone: Phone, s: Retro, activity: Activity, songs: tuple[Song, ...]) -> Layer:
    around, marked = _around(phone, s), _marked(s, songs)
    kind, argument = s.pages[-1]
    if kind == "queue":
        return layer(player.queue_page, around, s.queue, playing.heard(s, phone.clock.uptime).place)
    if kind == "settings":
        return layer(
            lists.settings_page, around, s.tabs, tuple([(name, getattr(s, name)) for name in SWITCHES])
        )
    if kind == "search":
        return layer(lists.search_page, around, s.query, activity.focus == "search", songs, marked)
    if kind == "playlist":
        one = playlists.playlist_with(s, argument) or playlists.Playlist(argument, "", ())
        return layer(lists.playlist_page, around, one, songs, marked)
    if kind in SMART:
        return layer(lists.smart_page, around, kind, songs, marked)
    if kind == "folder":
        return _folder(phone, s, around, argument, marked)
    return layer(lists.gathered_page, around, _gathered(phone, kind, argument), kind, marked)


def _folder(phone: Phone, s: Retro, around: Around, way: str, marked: tuple[int, ...]) -> Layer:
    found = library.in_folder(library.songs_of(phone), STORAGE + way, phone.configuration.locale)
    name = way.rpartition("/")[2] or phone.properties.get("ro.product.model", "Android")
    return layer(lists.folders_tab, around, name, way, found, marked)


def _tab(phone: Phone, s: Retro, songs: tuple[Song, ...]) -> Layer:
    around, marked = _around(phone, s), _marked(s, songs)
    every, locale = library.songs_of(phone), phone.configuration.locale
    if s.tab == "songs":
        return layer(lists.songs_tab, around, songs, marked, s.show_lengths)
    if s.tab in ("albums", "artists"):
        kind = s.tab[:-1]
        return layer(
            lists.gathered_tab, around, library.gathered(every, kind, order_of(s, s.tab), locale), kind
        )
    if s.tab == "playlists":
        found = playlists.playlists(s.playlists, s.songs, order_of(s, "playlists"), locale)
        return layer(lists.playlists_tab, around, found)
    if s.tab == "folders":
        return _folder(phone, s, around, "", marked)
    latest = library.ordered(every, "-modified", locale)
    albums, artists = (library.gathered(latest, kind, "title", locale) for kind in ("album", "artist"))
    return layer(lists.home, around, latest, albums, artists)


def _overlay(phone: Phone, s: Retro, activity: Activity, listed: tuple[Song, ...]) -> tuple[Layer, ...]:
    overlay, songs = s.overlay, library.songs_with(phone, s.target)
    one = playlists.playlist_with(s, s.subject)
    if overlay == "menu":
        return (dialog(dialogs.tab_menu, s.tab),)
    if overlay == "sort" and s.tab in ORDERS:
        return (dialog(dialogs.sort_menu, s.tab, order_of(s, s.tab)),)
    if overlay == "playlists":
        found = playlists.playlists(s.playlists, s.songs, "title", phone.configuration.locale)
        return (dialog(dialogs.choose_playlist, found, s.target),)
    if overlay in ("create", "rename"):
        return (dialog(dialogs.name_dialog, overlay, s.name, activity.focus == "name"),)
    if overlay == "playlist_menu" and one is not None:
        return (dialog(dialogs.playlist_menu, one),)
    if overlay == "delete_playlist" and one is not None:
        return (dialog(dialogs.delete_playlist, one.name),)
    if overlay == "marked_menu":
        return (dialog(dialogs.marked_menu, s.target, tuple([song.id for song in listed])),)
    if not songs:
        return ()
    if overlay in ("song_menu", "listed_menu", "queued_menu", "player_menu"):
        return (dialog(dialogs.song_menu, songs[0], overlay, s.subject),)
    if overlay == "details":
        return (dialog(dialogs.details, songs[0]),)
    return (dialog(dialogs.delete_songs, songs),) if overlay == "delete_songs" else ()


def _layers(phone: Phone, s: Retro, activity: Activity) -> tuple[Layer, ...]:
    listed = _listed(phone, s)
    if s.player and s.queue:
        now = playing.heard(s, phone.clock.uptime)
        row = s.queue[now.place]
        how = (s.playback.repeat, s.shuffled, playlists.is_favorite(s, int(row[0] or 0)))
        main = layer(player.now_playing, row, now.position // 1000, now.playing, *how)
    else:
        main = _page(phone, s, activity, listed) if s.pages else _tab(phone, s, listed)
    return (main, *_overlay(phone, s, activity, listed)) if s.overlay else (main,)


APP = App(
    name="retro_music",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("music_note", 0xFF212121, 0xFFFFFFFF),
    state=Retro,
    layers=_layers,
    uid=10158,
    back=back,
    closed=closed,
    media_session=playing.session,
    media_key=playing.press_key,
    files=(
        tables.database(PLAYLISTS_FILE, (("playlists", PLAYLISTS), ("songs", SONGS)), version=24),
        tables.database(QUEUE_FILE, (("queue", QUEUE), ("original", ORIGINAL)), version=12),
        preference_file(
            PACKAGE,
            {
                "playback.place": Stored("POSITION", range(1 << 31)),
                "playback.before": Stored("POSITION_IN_TRACK", range(1 << 53)),
                "playback.repeat": Stored("REPEAT_MODE", REPEATS),
                "shuffled": "SHUFFLE_MODE",
                "history": "history",
                "counts": Stored("play_counts", stored.are_counts),
                "tabs": Stored("library_categories", stored.are_tabs),
                "orders": Stored("sort_orders", stored.are_orders),
                "keep_queue": "remember_last_queue",
                "show_lengths": "toggle_full_song_length",
            },
        ),
    ),
    permissions=("android.permission.READ_MEDIA_AUDIO", "android.permission.POST_NOTIFICATIONS"),
)
