"""Retro Music's state: the tables of its databases, selection, overlays; and navigation."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import library
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.tables import Column, Rows, Table
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import Value, replace, value

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

#: The pages that the bar at the foot may lead to, with their glyphs and the ids of its items; five at most.
TABS = {
    "home": ("home", "action_home"), "songs": ("audiotrack", "action_song"), "albums": ("album", "action_album"),
    "artists": ("person", "action_artist"), "playlists": ("queue_music", "action_playlist"),
    "folders": ("folder", "action_folder"),
}  # fmt: skip
MOST_TABS = 5
#: Lists of songs that are made of what was played, by the page that shows them.
SMART = ("history", "last_added", "most_played")
#: Orders of the songs by the keys of their labels; "-" reverses.
SONG_ORDERS = ("title", "-title", "artist", "album", "-modified", "-duration")
NAME_ORDERS = ("title", "-title", "-songs")
#: The orders of a tab's list, the first of them at first.
ORDERS = {
    "songs": SONG_ORDERS, "albums": NAME_ORDERS, "artists": NAME_ORDERS,
    "playlists": NAME_ORDERS,
}  # fmt: skip
#: Switches of the settings, and what they are at first.
SWITCHES = {"keep_queue": True, "show_lengths": False}
NAME_LIMIT = 100
_HISTORY = 100


@value
class Retro(Value):
    """The app's state. ``tab``: one of `TABS`; ``pages``: (kind, argument) of the opened pages, the current one last.

    ``player``: what is played fills the screen; ``overlay``: "" or the menu or dialog that is open, about the songs
    ``target`` (their ids, in an order that counts) or about ``subject``, the id of a playlist or a place in the queue;
    ``name``: typed in it. ``selection``: ids of marked songs, in the order in which they were marked.
    ``playlists``, ``songs``, ``queue``, ``original``: rows of the tables. ``shuffled``: the queue is. ``history``: ids
    of the songs that were played, the latest first; ``counts``: (id, how often).
    """

    tab: str = "home"
    pages: tuple[tuple[str, Any], ...] = ()
    player: bool = False
    overlay: str = ""
    target: tuple[int, ...] = ()
    subject: int = 0
    name: str = ""
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
    """The order of a tab's list."""
    return dict(state.orders).get(tab, ORDERS[tab][0])


def played(state: Retro, id: int) -> Retro:
    """The state that remembers that a song was begun."""
    history = (id, *(other for other in state.history if other != id))[:_HISTORY]
    counts = dict(state.counts)
    counts[id] = counts.get(id, 0) + 1
    return replace(state, history=history, counts=tuple(counts.items()))


def smart(state: Retro, phone: Phone, kind: str) -> tuple[Song, ...]:
    """The songs of one of the lists of `SMART`."""
    if kind == "last_added":
        return library.ordered(library.songs_of(phone), "-modified", phone.configuration.locale)
    if kind == "history":
        return library.songs_with(phone, state.history)
    most = sorted(state.counts, key=lambda counted: -counted[1])
    return library.songs_with(phone, tuple([id for id, _ in most]))


# Getting about


def show_tab(state: Retro, context: Context, tab: str) -> Next[Retro]:
    """Show a page of the bar at the foot, from its top."""
    return replace(state, tab=tab, pages=(), selection=(), overlay="", query=""), focus(""), scroll_to(tab)


def open_page(state: Retro, context: Context, kind: str, argument: Any = "") -> Next[Retro]:
    """Go into a playlist, an album, an artist, a folder, the queue, the search or the settings."""
    pages = (*state.pages, (kind, argument))
    state = replace(state, pages=pages, player=False, overlay="", selection=(), query="")
    return state, focus("search" if kind == "search" else ""), scroll_to(f"{kind}:{argument}")


def leave_page(state: Retro, context: Context) -> Next[Retro]:
    """Go back to the previous page."""
    return replace(state, pages=state.pages[:-1], selection=(), query=""), focus("")


def open_player(state: Retro, context: Context, shown: bool) -> Next[Retro]:
    """Expand or collapse the player."""
    return replace(state, player=shown, overlay=""), focus("")


def search(state: Retro, context: Context, text: str) -> Next[Retro]:
    """Update the search text."""
    return replace(state, query=text[:NAME_LIMIT], selection=()), scroll_to("search:")


def sort_by(state: Retro, context: Context, order: str) -> Next[Retro]:
    """List the tab in another order."""
    orders = dict(state.orders) | {state.tab: order}
    return replace(state, orders=tuple(orders.items()), overlay=""), scroll_to(state.tab)


# Menus and dialogs


def open_overlay(
    state: Retro, context: Context, overlay: str, target: tuple[int, ...] = (), subject: int = 0
) -> Next[Retro]:
    """Open a menu or a dialog about songs, or about a playlist or a place in the queue."""
    return replace(state, overlay=overlay, target=target, subject=subject), focus("")


def close_overlay(state: Retro, context: Context) -> Next[Retro]:
    """Close the open dialog or menu."""
    return replace(state, overlay="", name=""), focus("")


def type_name(state: Retro, context: Context, text: str) -> Retro:
    """Take over the name of a playlist."""
    return replace(state, name=text[:NAME_LIMIT])


# Marking songs


def mark(state: Retro, context: Context, id: int) -> Next[Retro]:
    """Select or deselect a song. The order of selection is kept."""
    others = tuple([other for other in state.selection if other != id])
    marked = others if len(others) < len(state.selection) else (*others, id)
    return replace(state, selection=marked), focus("")


def mark_all(state: Retro, context: Context, ids: tuple[int, ...]) -> Retro:
    """Select all songs of a list, after those already selected."""
    more = tuple([id for id in ids if id not in state.selection])
    return replace(state, selection=state.selection + more, overlay="")


def unmark(state: Retro, context: Context) -> Retro:
    """End marking."""
    return replace(state, selection=(), overlay="")


# The settings


def switch(state: Retro, context: Context, name: str) -> Retro:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


def switch_tab(state: Retro, context: Context, tab: str) -> Next[Retro]:
    """Add a page to the bottom bar, or remove it. The bar has one to five pages."""
    left = tuple([name for name in TABS if (name in state.tabs) != (name == tab)])
    if not 0 < len(left) <= MOST_TABS:
        return state, toast(context.res.string("retro_music.one_to_five"))
    return replace(state, tabs=left, tab=state.tab if state.tab in left else left[0])


# The app


def back(state: Retro, context: Context) -> Next[Retro]:
    """Close what is open, end the selection, or go to the previous page or the first tab."""
    if state.overlay:
        return close_overlay(state, context)
    if state.player:
        return replace(state, player=False)
    if state.selection:
        return replace(state, selection=())
    if state.pages:
        return leave_page(state, context)
    return replace(state, tab=state.tabs[0])


def closed(state: Retro) -> Retro:
    """The state after the app is closed: it plays no more; its lists, its queue and its settings are kept."""
    kept = Retro(
        tab=state.tabs[0], playlists=state.playlists, songs=state.songs, history=state.history, counts=state.counts,
        tabs=state.tabs, orders=state.orders, keep_queue=state.keep_queue, show_lengths=state.show_lengths,
    )  # fmt: skip
    if not state.keep_queue:
        return kept
    playback = replace(state.playback, since=-1)
    return replace(
        kept, queue=state.queue, original=state.original, playback=playback, shuffled=state.shuffled
    )
