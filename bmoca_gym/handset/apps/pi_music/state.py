"""Pi Music Player's state: the tables of its playlists, navigation, overlays."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits import library
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.tables import Column, Rows, Table
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import Value, replace, value

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
#: The tabs, in their order.
TABS = ("tracks", "albums", "artists", "playlists", "folders")
#: What songs can be ordered by; "-" before it reverses.
FIELDS = ("title", "artist", "album", "duration", "modified")
#: The frequencies of the equalizer, and how far each goes up and down in dB.
BANDS = ("60 Hz", "230 Hz", "910 Hz", "3.6 kHz", "14 kHz")
DECIBEL = 15
NAME_LIMIT = 100


@value
class PiMusic(Value):
    """``tab``: one of `TABS`; ``pages``: (kind, argument) of those gone into, the shown one last.

    ``player``: what is played fills the screen; ``overlay``: "" or the menu or dialog that is open, about the songs
    ``target`` (ids) or about ``subject``, the id of a playlist or a place in the queue; ``name``: typed in it;
    ``sorting``: the order that is marked in it. ``playlists``, ``entries``: rows of the tables. ``queue``: songs;
    ``original``: as they were before they were shuffled. ``orders``: of lists, by the kind of their page.
    ``equalizer``: it is on; ``levels``: dB for each of `BANDS`.
    """

    tab: str = TABS[0]
    pages: tuple[tuple[str, Any], ...] = ()
    player: bool = False
    overlay: str = ""
    target: tuple[int, ...] = ()
    subject: int = 0
    name: str = ""
    sorting: str = ""
    query: str = ""
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
    """The kind and the argument of the page that is shown."""
    return state.pages[-1] if state.pages else (state.tab, "")


def order_of(state: PiMusic, kind: str) -> str:
    """The order of the lists of songs on pages of a kind."""
    return dict(state.orders).get(kind, "title")


def sorts(kind: str) -> bool:
    """Whether the songs of a page can be put in another order."""
    return kind in ("tracks", "album", "artist")


def gathered(phone: Phone, kind: str, name: str, order: str = "title") -> Gathered:
    """The songs of an album or an artist, in an order."""
    locale = phone.configuration.locale
    found = library.gathered(library.songs_of(phone), kind, "title", locale)
    one = next((one for one in found if one.name == name), Gathered(name, ()))
    return Gathered(name, library.ordered(one.songs, order, locale))


# Getting about


def show_tab(state: PiMusic, context: Context, tab: str) -> Next[PiMusic]:
    """Show a tab, from its top."""
    return replace(state, tab=tab, pages=(), overlay="", query=""), focus(""), scroll_to(f"{tab}:")


def swipe_tabs(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Go to the tab beside, as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    place = TABS.index(state.tab) + (1 if (context.direction == "left") != context.res.rtl else -1)
    return show_tab(state, context, TABS[place]) if 0 <= place < len(TABS) else state


def open_page(state: PiMusic, context: Context, kind: str, argument: Any = "") -> Next[PiMusic]:
    """Go into a playlist, an album, an artist, a folder, the search, the queue or the equalizer."""
    state = replace(state, pages=(*state.pages, (kind, argument)), player=False, overlay="", query="")
    return state, focus("search" if kind == "search" else ""), scroll_to(f"{kind}:{argument}")


def leave_page(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Go back to where one came from."""
    return replace(state, pages=state.pages[:-1], query=""), focus("")


def open_player(state: PiMusic, context: Context, shown: bool) -> Next[PiMusic]:
    """Show what is played on the whole screen, or no more."""
    return replace(state, player=shown, overlay=""), focus("")


def swipe_player(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Open the queue or the equalizer beside the player, or close it, as one swipes."""
    if context.direction == "down":
        return open_player(state, context, False)
    if context.direction not in ("left", "right"):
        return state
    ahead = (context.direction == "left") != context.res.rtl
    return open_page(state, context, "queue" if ahead else "equalizer")


def search(state: PiMusic, context: Context, text: str) -> Next[PiMusic]:
    """Take over what is searched for."""
    return replace(state, query=text[:NAME_LIMIT]), scroll_to("search:")


# Menus and dialogs


def open_overlay(
    state: PiMusic, context: Context, overlay: str, target: tuple[int, ...] = (), subject: int = 0
) -> Next[PiMusic]:
    """Open a menu or a dialog about songs, or about a playlist or a place in the queue."""
    return replace(state, overlay=overlay, target=target, subject=subject), focus("")


def close_overlay(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Close what is open over the screen."""
    return replace(state, overlay="", name="", sorting=""), focus("")


def type_name(state: PiMusic, context: Context, text: str) -> PiMusic:
    """Take over the name of a playlist."""
    return replace(state, name=text[:NAME_LIMIT])


def open_sorting(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Open the orders of the songs that are shown."""
    return replace(state, overlay="sort", sorting=order_of(state, page_of(state)[0])), focus("")


def mark_order(state: PiMusic, context: Context, field: str) -> PiMusic:
    """Mark what the songs shall be ordered by."""
    return replace(state, sorting=("-" if state.sorting.startswith("-") else "") + field)


def mark_direction(state: PiMusic, context: Context, reverse: bool) -> PiMusic:
    """Mark whether the order shall be reversed."""
    return replace(state, sorting=("-" if reverse else "") + state.sorting.lstrip("-"))


def sort(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Put the songs in the order that is marked."""
    kind, argument = page_of(state)
    orders = dict(state.orders) | {kind: state.sorting}
    return replace(state, orders=tuple(orders.items()), overlay=""), scroll_to(f"{kind}:{argument}")


# The equalizer


def switch_equalizer(state: PiMusic, context: Context) -> PiMusic:
    """Switch the equalizer on or off."""
    return replace(state, equalizer=not state.equalizer)


def set_level(state: PiMusic, context: Context, band: int, level: int) -> PiMusic:
    """Set how loud a band is."""
    level = min(max(level, -DECIBEL), DECIBEL)
    return replace(state, levels=(*state.levels[:band], level, *state.levels[band + 1 :]))


# The app


def songs_of(state: PiMusic, phone: Phone) -> tuple[Song, ...]:
    """The songs of the queue that are there."""
    return library.songs_with(phone, state.queue)


def back(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Close what is open, go back to where one came from, or to the first tab."""
    if state.overlay:
        return close_overlay(state, context)
    if state.player:
        return replace(state, player=False)
    if state.pages:
        return leave_page(state, context)
    return replace(state, tab=TABS[0])


def closed(state: PiMusic) -> PiMusic:
    """The state when the app is left: its lists, its queue and its settings are kept, and it plays no more."""
    return PiMusic(
        playlists=state.playlists, entries=state.entries, queue=state.queue, original=state.original,
        playback=replace(state.playback, since=-1), shuffled=state.shuffled, orders=state.orders,
        equalizer=state.equalizer, levels=state.levels,
    )  # fmt: skip
