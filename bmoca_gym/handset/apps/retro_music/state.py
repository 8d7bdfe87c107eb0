"""Retro Music's state, the tables of its databases, and its lists of songs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from bmoca_gym.handset.kits import library
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "code.name.monkey.retromusic"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.activities.MainActivity"
_DATABASES = f"/data/data/{PACKAGE}/databases"
PLAYLISTS_FILE, QUEUE_FILE = (f"{_DATABASES}/{name}.db" for name in ("playlist", "music_playback_state"))

PLAYLISTS = Table("PlaylistEntity", (Column("playlist_name"),), id="playlist_id")
SONGS = Table(
    "SongEntity",
    (
        Column("playlist_creator_id", "integer"),
        Column("id", "integer"),
        Column("title"),
        Column("track_number", "integer"),
        Column("year", "integer"),
        Column("duration", "integer", unit="ms"),
        Column("data"),
        Column("date_modified", "integer", unit="s"),
        Column("album_id", "integer"),
        Column("album_name"),
        Column("artist_id", "integer"),
        Column("artist_name"),
        Column("composer", null=True),
        Column("album_artist", null=True),
    ),
    id="song_key",
)
_QUEUED = (
    Column("title"),
    Column("track", "integer"),
    Column("year", "integer"),
    Column("duration", "integer", unit="ms"),
    Column("_data"),
    Column("date_modified", "integer", unit="s"),
    Column("album_id", "integer"),
    Column("album"),
    Column("artist_id", "integer"),
    Column("artist"),
    Column("composer", null=True),
)
#: The queue as it is played, and as it was before it was shuffled. A song may stand in either more than once.
QUEUE, ORIGINAL = (Table(name, _QUEUED, unique=False) for name in ("playing_queue", "original_playing_queue"))

#: The pages that the bottom bar may lead to, with their glyphs and the ids of its items; five at most.
TABS = {
    "home": ("home", "action_home"), "songs": ("audiotrack", "action_song"), "albums": ("album", "action_album"),
    "artists": ("person", "action_artist"), "playlists": ("queue_music", "action_playlist"),
    "folders": ("folder", "action_folder"),
}  # fmt: skip
MOST_TABS = 5
#: Orders of the songs by the keys of their labels; "-" reverses.
SONG_ORDERS = ("title", "-title", "artist", "album", "-modified", "-duration")
NAME_ORDERS = ("title", "-title", "-songs")
#: The orders of a tab's list, the default first.
ORDERS = {
    "songs": SONG_ORDERS, "albums": NAME_ORDERS, "artists": NAME_ORDERS,
    "playlists": NAME_ORDERS,
}  # fmt: skip
#: Switches of the settings, and their defaults.
SWITCHES = {"keep_queue": True, "show_lengths": False}
NAME_LIMIT = 100
_HISTORY = 100


OverlayName = Literal[
    "", "menu", "playlists_menu", "sort", "playlists", "create", "rename", "playlist_menu", "delete_playlist",
    "marked_menu", "song_menu", "listed_menu", "queued_menu", "player_menu", "details", "delete_songs", "sleep",
]  # fmt: skip


@value
class Retro(Value):
    """Retro Music's state.

    Attributes:
        tab: one of `TABS`.
        pages: (kind, argument) of the pages opened from the tab; the last one is shown.
        player: whether the player fills the screen.
        target: ids of the songs that the overlay is about; their order matters.
        subject: id of the playlist, or place in the queue, that the overlay is about.
        sleep_minutes: of the sleep timer; ``sleep_set``: whether it runs.
        name: the name that is typed in the overlay.
        selection: ids of the selected songs, in the order in which they were selected.
        playlists, songs: rows of the tables of playlists.
        queue, original: rows of the tables of the queue.
        history: ids of the songs that were played, the latest first.
        counts: (id, how often) of the songs that were played.
        tabs: the tabs of the bar at the foot.
        orders: (tab, order) of the lists.
    """

    tab: str = "home"
    pages: tuple[tuple[str, Any], ...] = ()
    player: bool = False
    overlay: OverlayName = ""
    target: tuple[int, ...] = ()
    subject: int = 0
    name: str = ""
    sleep_minutes: int = 30
    sleep_set: bool = False
    selection: tuple[int, ...] = ()
    query: str = ""
    playlists: Rows = ()
    songs: Rows = ()
    queue: Rows = ()
    original: Rows = ()
    playback: PlayQueue = PlayQueue()
    shuffled: bool = False
    history: tuple[int, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    tabs: tuple[str, ...] = tuple(TABS)[:MOST_TABS]
    orders: tuple[tuple[str, str], ...] = ()
    keep_queue: bool = True
    show_lengths: bool = False


def order_of(state: Retro, tab: str) -> str:
    """Return the order of a tab's list."""
    return dict(state.orders).get(tab, ORDERS[tab][0])


def played(state: Retro, id: int) -> Retro:
    """Record that a song has started."""
    history = (id, *(other for other in state.history if other != id))[:_HISTORY]
    counts = dict(state.counts)
    counts[id] = counts.get(id, 0) + 1
    return replace(state, history=history, counts=tuple(counts.items()))


def page_of(state: Retro) -> tuple[str, Any]:
    """Return the kind and the argument of the current page."""
    return state.pages[-1] if state.pages else (state.tab, "")


@memo(64)
def queued(queue: Rows) -> tuple[Song, ...]:
    """Return the songs of a queue."""
    return tuple([_song(row) for row in queue])


def _song(row: Row) -> Song:
    title, artist, album, path = (str(QUEUE.get(row, name)) for name in ("title", "artist", "album", "_data"))
    return Song(int(row[0] or 0), title, artist, album, int(QUEUE.get(row, "duration") or 0), path, 0, 0)


# Lists of songs


def latest(phone: Phone) -> tuple[Song, ...]:
    """Return all songs, newest first."""
    return library.ordered(library.songs_of(phone), "-modified", phone.configuration.locale)


def _most_played(state: Retro, phone: Phone) -> tuple[Song, ...]:
    most = sorted(state.counts, key=lambda counted: -counted[1])
    return library.songs_with(phone, tuple([id for id, _ in most]))


#: Lists of songs that follow from what was played or added, by the page that shows them.
SMART: dict[str, Callable[[Retro, Phone], tuple[Song, ...]]] = {
    "history": lambda state, phone: library.songs_with(phone, state.history),
    "last_added": lambda state, phone: latest(phone),
    "most_played": _most_played,
}


def gathered(phone: Phone, kind: str, name: str) -> Gathered:
    """Return the songs of an album or an artist."""
    found = library.gathered(library.songs_of(phone), kind, "title", phone.configuration.locale)
    return next((one for one in found if one.name == name), Gathered(name, ()))
