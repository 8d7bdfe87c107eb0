"""Pi Music Player: the phone's songs by title, album and artist, playlists and a queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.pi_music import stored
from bmoca_gym.handset.apps.pi_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.pi_music.screens import dialogs, lists, player
from bmoca_gym.handset.apps.pi_music.screens.lists import Mini
from bmoca_gym.handset.apps.pi_music.state import (
    DATABASE,
    MAIN,
    PACKAGE,
    PLAYLISTS,
    SONGS,
    SPLASH,
    PiMusic,
    gathered,
    order_of,
    page_of,
    songs_of,
    sorts,
)
from bmoca_gym.handset.kits import library, players, tables
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.play_queue import REPEATS
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.search_starts import are_recent
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import do, replace


def _mini(phone: Phone, s: PiMusic) -> Mini | None:
    songs = songs_of(s, phone)
    if not songs:
        return None
    now = players.heard(s, phone)
    return Mini(songs[now.place].title, songs[now.place].artist, now.playing)


def _listed(s: PiMusic, at: Place) -> tuple[Song, ...]:
    """Return the songs on the current page."""
    kind, argument = page_of(s)
    found = _SONGS.get(kind)
    return () if found is None or (s.player and songs_of(s, at.phone)) else found(s, at, argument)


def _playlist_songs(s: PiMusic, at: Place, id: int) -> tuple[Song, ...]:
    one = playlists.playlist_with(s, id)
    return library.songs_with(at.phone, one.songs) if one is not None else ()


def _folder(s: PiMusic, at: Place, way: str) -> tuple[tuple[str, ...], tuple[Song, ...]]:
    return library.in_folder(library.songs_of(at.phone), STORAGE + way, at.locale)


#: The songs on each kind of page.
_SONGS: dict[str, Callable[[PiMusic, Place, Any], tuple[Song, ...]]] = {
    "tracks": lambda s, at, of: library.ordered(library.songs_of(at.phone), order_of(s, "tracks"), at.locale),
    "album": lambda s, at, of: gathered(at.phone, "album", of, order_of(s, "album")).songs,
    "artist": lambda s, at, of: gathered(at.phone, "artist", of, order_of(s, "artist")).songs,
    "folders": lambda s, at, of: _folder(s, at, of)[1],
    "folder": lambda s, at, of: _folder(s, at, of)[1],
    "search": lambda s, at, of: library.matching(library.songs_of(at.phone), s.query, at.locale),
    "queue": lambda s, at, of: songs_of(s, at.phone),
    "playlist": _playlist_songs,
}  # fmt: skip


def _page(
    screen: Callable[..., Element], arguments: Callable[[PiMusic, Place], tuple[Any, ...]]
) -> Page[PiMusic]:
    return Page(screen, lambda s, at: (_mini(at.phone, s), *arguments(s, at)), back=pages.leave)


def _gathered_tab(kind: str) -> Page[PiMusic]:
    return _page(
        lists.gathered_tab,
        lambda s, at: (library.gathered(library.songs_of(at.phone), kind, "title", at.locale), kind),
    )


def _gathered(kind: str) -> Page[PiMusic]:
    return _page(
        lists.gathered_page, lambda s, at: (gathered(at.phone, kind, page_of(s)[1], order_of(s, kind)), kind)
    )


def _player(s: PiMusic, at: Place) -> tuple[Any, ...]:
    now = players.heard(s, at.phone)
    song = songs_of(s, at.phone)[now.place]
    return song, now.position // 1000, now.playing, s.playback.repeat, s.shuffled


def _song_menu(builder: Callable[..., Element], placed: bool = False) -> Overlay[PiMusic]:
    """Declare a menu of a song, which gets its id and, if ``placed``, the subject."""

    def arguments(s: PiMusic, at: Place) -> tuple[Any, ...] | None:
        songs = library.songs_with(at.phone, s.target)
        return ((songs[0].id, s.subject) if placed else (songs[0].id,)) if songs else None

    return Overlay(builder, arguments, takes=("target", "subject"))


def _info(s: PiMusic, at: Place) -> tuple[Any, ...] | None:
    return library.songs_with(at.phone, s.target)[:1] or None


def _deleted_song(s: PiMusic, at: Place) -> tuple[Any, ...] | None:
    songs = library.songs_with(at.phone, s.target)
    return ("delete_song_question", songs[0].title, do(playlists.delete_song)) if songs else None


def _playlist_menu(s: PiMusic, at: Place) -> tuple[Any, ...] | None:
    one = playlists.playlist_with(s, s.subject)
    return None if one is None else (one,)


def _deleted_playlist(s: PiMusic, at: Place) -> tuple[Any, ...] | None:
    one = playlists.playlist_with(s, s.subject)
    return None if one is None else ("delete_playlist_question", one.name, do(playlists.delete))


def _playlist(s: PiMusic, at: Place) -> tuple[Any, ...]:
    one = playlists.playlist_with(s, page_of(s)[1]) or playlists.Playlist(0, "", ())
    return one, _listed(s, at)


def _named(s: PiMusic, at: Place) -> tuple[Any, ...]:
    return s.name, at.focus == "name"


_FOLDERS = _page(lists.folders, lambda s, at: (page_of(s)[1], _folder(s, at, page_of(s)[1])))

NAVIGATION = Navigation(
    PiMusic,
    {
        "tracks": _page(lists.tracks, lambda s, at: (_listed(s, at),)),
        "albums": _gathered_tab("album"),
        "artists": _gathered_tab("artist"),
        "playlists": _page(
            lists.playlists_tab, lambda s, at: (playlists.playlists(s.playlists, s.entries, at.locale),)
        ),
        "folders": _FOLDERS,
        "album": _gathered("album"),
        "artist": _gathered("artist"),
        "folder": _FOLDERS,
        "playlist": _page(lists.playlist, _playlist),
        "search": _page(
            lists.search, lambda s, at: (s.query, s.recent, at.focus == "search", _listed(s, at))
        ),
        "queue": _page(lists.queue, lambda s, at: (_listed(s, at), players.heard(s, at.phone).place)),
        "equalizer": _page(lists.equalizer, lambda s, at: (s.equalizer, s.levels)),
        "player": Page(player.screen, _player, back=pages.leave),
    },
    {
        "menu": Overlay(
            dialogs.overflow,
            lambda s, at: (sorts(page_of(s)[0]), tuple([song.id for song in _listed(s, at)])),
        ),
        "sort": Overlay(dialogs.sort_dialog, lambda s, at: (s.sorting,), takes=("sorting",)),
        "choose": Overlay(
            dialogs.choose_playlist,
            lambda s, at: (playlists.playlists(s.playlists, s.entries, at.locale),),
            takes=("target",),
        ),
        "create": Overlay(dialogs.create_dialog, _named, takes=("name", "subject")),
        "rename": Overlay(dialogs.rename_dialog, _named, takes=("name", "subject")),
        "playlist_menu": Overlay(dialogs.playlist_menu, _playlist_menu, takes=("target", "subject")),
        "delete_playlist": Overlay(dialogs.deletion, _deleted_playlist, takes=("target", "subject")),
        "song_menu": _song_menu(dialogs.song_menu),
        "listed_menu": _song_menu(dialogs.listed_menu, placed=True),
        "queued_menu": _song_menu(dialogs.queued_menu, placed=True),
        "player_menu": _song_menu(dialogs.player_menu),
        "info": Overlay(dialogs.info, _info, takes=("target",)),
        "delete_song": Overlay(dialogs.deletion, _deleted_song, takes=("target",)),
    },
    where=lambda s, at: "player" if s.player and songs_of(s, at.phone) else page_of(s)[0],
    kept=(
        "playlists",
        "entries",
        "queue",
        "original",
        "playback",
        "shuffled",
        "orders",
        "equalizer",
        "levels",
        "recent",
    ),
    passing=("name", "sorting", "subject", "target"),
)


def _closed(state: PiMusic) -> PiMusic:
    """Return the state after the app is closed, with playback stopped."""
    kept = NAVIGATION.closed(state)
    return replace(kept, playback=replace(kept.playback, since=-1))


APP = App(
    name="pi_music",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("music_note", lists.COLOR),
    palette=palette(0xFFE0572D),
    state=PiMusic,
    layers=NAVIGATION.layers,
    uid=10172,
    back=NAVIGATION.back,
    closed=_closed,
    media_session=playing.PLAYER.session,
    media_key=players.press_key,
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
                "recent": Stored("recent_searches", are_recent),
            },
        ),
    ),
    permissions=("android.permission.READ_MEDIA_AUDIO", "android.permission.POST_NOTIFICATIONS"),
)
