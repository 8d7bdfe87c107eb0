"""Retro Music: the phone's songs by title, album and artist, playlists and a queue, as version 6.1.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.retro_music import stored
from bmoca_gym.handset.apps.retro_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.retro_music.screens import dialogs, lists, player
from bmoca_gym.handset.apps.retro_music.screens.frame import Around, Mini
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
    gathered,
    latest,
    order_of,
    page_of,
    queued,
)
from bmoca_gym.handset.kits import library, players, rails, tables
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.play_queue import REPEATS, PlayQueue
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import replace


def _around(phone: Phone, s: Retro) -> Around:
    tabs = () if s.pages else s.tabs
    if not s.queue:
        return Around(s.tab, tabs, None)
    now = players.heard(s, phone)
    song = queued(s.queue)[now.place]
    share = now.position * 100 // song.duration if song.duration else 0
    return Around(s.tab, tabs, Mini(song.title, song.artist, now.playing, share))


def _playlist_songs(s: Retro, at: Place, id: int) -> tuple[Song, ...]:
    one = playlists.playlist_with(s, id)
    return library.songs_with(at.phone, one.songs) if one is not None else ()


def _folder(s: Retro, at: Place, way: str) -> tuple[tuple[str, ...], tuple[Song, ...]]:
    return library.in_folder(library.songs_of(at.phone), STORAGE + way, at.locale)


#: The songs on each kind of page.
_SONGS: dict[str, Callable[[Retro, Place, Any], tuple[Song, ...]]] = {
    "songs": lambda s, at, of: library.ordered(library.songs_of(at.phone), order_of(s, "songs"), at.locale),
    "album": lambda s, at, of: gathered(at.phone, "album", of).songs,
    "artist": lambda s, at, of: gathered(at.phone, "artist", of).songs,
    "folders": lambda s, at, of: _folder(s, at, of)[1],
    "folder": lambda s, at, of: _folder(s, at, of)[1],
    "search": lambda s, at, of: library.matching(library.songs_of(at.phone), s.query, at.locale),
    "playlist": _playlist_songs,
    "history": lambda s, at, of: SMART["history"](s, at.phone),
    "last_added": lambda s, at, of: SMART["last_added"](s, at.phone),
    "most_played": lambda s, at, of: SMART["most_played"](s, at.phone),
}


def _listed(s: Retro, at: Place) -> tuple[Song, ...]:
    """Return the songs on the current page."""
    kind, argument = page_of(s)
    found = _SONGS.get(kind)
    return () if found is None else found(s, at, argument)


def _marked(s: Retro, at: Place) -> tuple[int, ...]:
    """Return the selected songs on the page, in the order in which they were selected."""
    listed = {song.id for song in _listed(s, at)}
    return tuple([id for id in s.selection if id in listed])


def _page(
    screen: Callable[..., Element], arguments: Callable[[Retro, Place], tuple[Any, ...]]
) -> Page[Retro]:
    return Page(screen, lambda s, at: (_around(at.phone, s), *arguments(s, at)), back=pages.leave)


def _home(s: Retro, at: Place) -> tuple[Any, ...]:
    songs = latest(at.phone)
    return songs, *[library.gathered(songs, kind, "title", at.locale) for kind in ("album", "artist")]


def _gathered_tab(tab: str, kind: str) -> Page[Retro]:
    def arguments(s: Retro, at: Place) -> tuple[Any, ...]:
        return library.gathered(library.songs_of(at.phone), kind, order_of(s, tab), at.locale), kind

    return _page(lists.gathered_tab, arguments)


def _gathered(kind: str) -> Page[Retro]:
    return _page(
        lists.gathered_page, lambda s, at: (gathered(at.phone, kind, page_of(s)[1]), kind, _marked(s, at))
    )


def _smart(kind: str) -> Page[Retro]:
    return _page(lists.smart_page, lambda s, at: (kind, _listed(s, at), _marked(s, at)))


def _directory(s: Retro, at: Place) -> tuple[Any, ...]:
    way = page_of(s)[1]
    name = way.rpartition("/")[2] or at.phone.properties.get("ro.product.model", "Android")
    return name, way, _folder(s, at, way), _marked(s, at)


def _playlist(s: Retro, at: Place) -> tuple[Any, ...]:
    id = page_of(s)[1]
    one = playlists.playlist_with(s, id) or playlists.Playlist(id, "", ())
    return one, _listed(s, at), _marked(s, at)


def _search(s: Retro, at: Place) -> tuple[Any, ...]:
    return s.query, at.focus == "search", _listed(s, at), _marked(s, at)


def _player(s: Retro, at: Place) -> tuple[Any, ...]:
    now = players.heard(s, at.phone)
    song = queued(s.queue)[now.place]
    favorite = playlists.is_favorite(s, song.id)
    return song, now.position // 1000, now.playing, s.playback.repeat, s.shuffled, favorite


def _sort(s: Retro, at: Place) -> tuple[Any, ...] | None:
    return (s.tab, order_of(s, s.tab)) if s.tab in ORDERS else None


def _song_menu(builder: Callable[..., Element], placed: bool = False) -> Overlay[Retro]:
    """Declare a menu of a song, which gets the song and, if ``placed``, the subject."""

    def arguments(s: Retro, at: Place) -> tuple[Any, ...] | None:
        songs = library.songs_with(at.phone, s.target)
        return ((songs[0], s.subject) if placed else (songs[0],)) if songs else None

    return Overlay(builder, arguments, takes=("target", "subject"))


def _deleted_songs(s: Retro, at: Place) -> tuple[Any, ...] | None:
    songs = library.songs_with(at.phone, s.target)
    return (songs,) if songs else None


def _playlist_menu(s: Retro, at: Place) -> tuple[Any, ...] | None:
    one = playlists.playlist_with(s, s.subject)
    return None if one is None else (one,)


def _deleted_playlist(s: Retro, at: Place) -> tuple[Any, ...] | None:
    one = playlists.playlist_with(s, s.subject)
    return None if one is None else (one.name,)


def _choice(s: Retro, at: Place) -> tuple[Any, ...]:
    return playlists.playlists(s.playlists, s.songs, "title", at.locale), s.target


def _named(s: Retro, at: Place) -> tuple[Any, ...]:
    return s.name, at.focus == "name"


_FOLDERS = _page(lists.folders_tab, _directory)

NAVIGATION = Navigation(
    Retro,
    {
        "home": _page(lists.home, _home),
        "songs": _page(lists.songs_tab, lambda s, at: (_listed(s, at), _marked(s, at), s.show_lengths)),
        "albums": _gathered_tab("albums", "album"),
        "artists": _gathered_tab("artists", "artist"),
        "playlists": _page(
            lists.playlists_tab,
            lambda s, at: (playlists.playlists(s.playlists, s.songs, order_of(s, "playlists"), at.locale),),
        ),
        "folders": _FOLDERS,
        "album": _gathered("album"),
        "artist": _gathered("artist"),
        "folder": _FOLDERS,
        "playlist": _page(lists.playlist_page, _playlist),
        "history": _smart("history"),
        "last_added": _smart("last_added"),
        "most_played": _smart("most_played"),
        "search": _page(lists.search_page, _search),
        "queue": _page(player.queue_page, lambda s, at: (queued(s.queue), players.heard(s, at.phone).place)),
        "settings": _page(
            lists.settings_page, lambda s, at: (s.tabs, tuple([(name, getattr(s, name)) for name in SWITCHES]))
        ),
        "player": Page(player.now_playing, _player, back=pages.leave),
    },
    {
        "menu": Overlay(dialogs.tab_menu),
        "playlists_menu": Overlay(dialogs.playlists_menu),
        "sort": Overlay(dialogs.sort_menu, _sort),
        "playlists": Overlay(dialogs.choose_playlist, _choice, takes=("target",)),
        "create": Overlay(dialogs.create_dialog, _named, takes=("name",)),
        "rename": Overlay(dialogs.rename_dialog, _named, takes=("name",)),
        "playlist_menu": Overlay(dialogs.playlist_menu, _playlist_menu, takes=("target", "subject")),
        "delete_playlist": Overlay(dialogs.delete_playlist, _deleted_playlist, takes=("target", "subject")),
        "marked_menu": Overlay(
            dialogs.marked_menu,
            lambda s, at: (s.target, tuple([song.id for song in _listed(s, at)])),
            takes=("target",),
        ),
        "song_menu": _song_menu(dialogs.song_menu),
        "listed_menu": _song_menu(dialogs.listed_menu, placed=True),
        "queued_menu": _song_menu(dialogs.queued_menu, placed=True),
        "player_menu": _song_menu(dialogs.player_menu),
        "sleep": Overlay(dialogs.sleep_dialog, lambda s, at: (s.sleep_minutes, s.sleep_set)),
        "details": _song_menu(dialogs.details),
        "delete_songs": Overlay(dialogs.delete_songs, _deleted_songs, takes=("target",)),
    },
    where=lambda s, at: "player" if s.player and s.queue else page_of(s)[0],
    kept=(
        "playlists", "songs", "queue", "original", "playback", "shuffled", "history", "counts", "tabs", "orders",
        "sleep_set", *SWITCHES,
    ),
    passing=("name", "subject", "target"),
    selection=Selection("selection"),
    rail=("home", "songs", "albums", "artists", "playlists", "folders"),
    has_rail=rails.has_rail_in_landscape,
)  # fmt: skip


def _closed(state: Retro) -> Retro:
    """Return the state after the app is closed: playback has stopped, and it may have forgotten its queue."""
    kept = replace(NAVIGATION.closed(state), tab=state.tabs[0])
    if not state.keep_queue:
        return replace(kept, queue=(), original=(), playback=PlayQueue(), shuffled=False)
    return replace(kept, playback=replace(kept.playback, since=-1))


APP = App(
    name="retro_music",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("music_note", 0xFF212121, 0xFFFFFFFF),
    state=Retro,
    layers=NAVIGATION.layers,
    uid=10158,
    back=NAVIGATION.back,
    closed=_closed,
    media_session=playing.PLAYER.session,
    media_key=players.press_key,
    resumes=True,
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
