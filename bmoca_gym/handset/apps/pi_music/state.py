"""Pi Music Player's state, and the tables of its playlists."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.kits import library
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.tables import Column, Rows, Table
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.Project100Pi.themusicplayer"
ID = PACKAGE + ":id/"
SPLASH, MAIN = (f"{PACKAGE}.activity.{name}" for name in ("SplashScreenActivity", "MainActivity"))
DATABASE = f"/data/data/{PACKAGE}/databases/songinfodatabase"

PLAYLISTS = Table(
    "pi_playlist",
    (
        Column("android_playlist_id", "integer", default=-1),
        Column("playlist_name"),
        Column("created_date", "integer", default=0, unit="ms"),
        Column("modified_date", "integer", default=0, unit="ms"),
        Column("is_migrated", "integer", default=0),
    ),
)
SONGS = Table(
    "playlist_song",
    (
        Column("playlist_id", "integer"),
        Column("song_name", default=""),
        Column("song_path"),
        Column("song_duration", "integer", default=0, unit="ms"),
        Column("play_order", "integer", default=0),
    ),
)
#: The width of a tab in dp.
TAB_WIDTH = 96
#: The tabs, in their order.
TABS = ("tracks", "albums", "artists", "playlists", "folders")
#: Sort fields of songs; a leading "-" reverses.
FIELDS = ("title", "artist", "album", "duration", "modified")
#: The bands of the equalizer, and the greatest gain of each in dB.
BANDS = ("60 Hz", "230 Hz", "910 Hz", "3.6 kHz", "14 kHz")
DECIBEL = 15
NAME_LIMIT = 100


OverlayName = Literal[
    "", "menu", "sort", "choose", "create", "rename", "playlist_menu", "delete_playlist", "song_menu", "listed_menu",
    "queued_menu", "player_menu", "info", "delete_song",
]  # fmt: skip


@value
class PiMusic(Value):
    """Pi Music Player's state.

    Attributes:
        tab: one of `TABS`.
        pages: (kind, argument) of the pages opened from the tab; the last one is shown.
        player: whether the player fills the screen.
        target: ids of the songs that the overlay is about.
        subject: id of the playlist, or place in the queue, that the overlay is about.
        name, sorting: the name, and the order, that is set in the overlay.
        recent: recent searches.
        playlists, entries: rows of the tables.
        queue: ids of songs; ``original`` is the queue before it was shuffled.
        orders: sort orders as (kind of page, order).
        levels: dB for each of `BANDS`.
    """

    tab: str = TABS[0]
    pages: tuple[tuple[str, Any], ...] = ()
    player: bool = False
    overlay: OverlayName = ""
    target: tuple[int, ...] = ()
    subject: int = 0
    name: str = ""
    sorting: str = ""
    query: str = ""
    recent: tuple[str, ...] = ()
    playlists: Rows = ()
    entries: Rows = ()
    queue: tuple[int, ...] = ()
    original: tuple[int, ...] = ()
    playback: PlayQueue = PlayQueue()
    shuffled: bool = False
    orders: tuple[tuple[str, str], ...] = ()
    equalizer: bool = False
    levels: tuple[int, ...] = (0,) * len(BANDS)


def page_of(state: PiMusic) -> tuple[str, Any]:
    """Return the kind and the argument of the current page."""
    return state.pages[-1] if state.pages else (state.tab, "")


def order_of(state: PiMusic, kind: str) -> str:
    """Return the sort order of the songs on a kind of page."""
    return dict(state.orders).get(kind, "title")


#: The kinds of pages whose songs can be sorted.
_SORTED = frozenset({"tracks", "album", "artist"})


def sorts(kind: str) -> bool:
    """Whether the songs of a kind of page can be sorted."""
    return kind in _SORTED


def gathered(phone: Phone, kind: str, name: str, order: str = "title") -> Gathered:
    """Return the songs of an album or an artist in an order."""
    locale = phone.configuration.locale
    found = library.gathered(library.songs_of(phone), kind, "title", locale)
    one = next((one for one in found if one.name == name), Gathered(name, ()))
    return Gathered(name, library.ordered(one.songs, order, locale))


def songs_of(state: PiMusic, phone: Phone) -> tuple[Song, ...]:
    """Return the songs of the queue that are on the phone."""
    return library.songs_with(phone, state.queue)
