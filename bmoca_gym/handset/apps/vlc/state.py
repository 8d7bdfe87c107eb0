"""VLC's state: the page, the selection, playlists and playback, and what each page lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from bmoca_gym.handset.apps.vlc import library
from bmoca_gym.handset.apps.vlc.library import PACKAGE, Item
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import Value, value

ID = PACKAGE + ":id/"
MAIN, SECONDARY, LIST, PLAYER, SETTINGS = (
    f"{PACKAGE}.{name}"
    for name in (
        "gui.MainActivity", "gui.SecondaryActivity", "gui.HeaderMediaListActivity", "gui.video.VideoPlayerActivity",
        "gui.preferences.PreferencesActivity",
    )
)  # fmt: skip
TABS = ("video", "audio", "browse", "playlists", "more")
#: Tabs whose items can be shown as a grid of cards, and in groups.
HAS_GRID = ("video",)
#: What the tab of audio shows, by the name of its string: a kind of `library.Item`.
AUDIO = {"artists": "artist", "albums": "album", "all_tracks": "audio", "genres": "genre"}
#: The switches of the settings with their defaults.
SWITCHES = {"history_kept": True, "grid": True, "play_all": False, "pip": False}
SPEEDS = (50, 75, 100, 125, 150, 200)
#: How long the player's controls stay visible during playback, and how far their buttons jump: ms.
SEEN_MS, LEAP = 4000, 10_000
LONGEST_NAME = 100


class Opened(NamedTuple):
    """A page other than the tabs: a "group" of videos, an "artist", an "album", a "genre" or a "playlist", and its
    key."""

    kind: str
    key: str

    @property
    def is_playlist(self) -> bool:
        """Whether it is a playlist."""
        return self.kind == "playlist"


PageName = Literal["video", "audio", "browse", "playlists", "more"]
OverlayName = Literal[
    "", "menu", "sort", "groups", "about", "item", "playlist", "rename", "delete", "delete_selected", "information",
    "speed",
]  # fmt: skip


@value
class Vlc(Value):
    """VLC's state.

    Attributes:
        media, playlists, entries: rows of the database.
        page: the selected tab.
        folder: the directory that the browser shows, or "".
        subject: the item that the overlay is about, at ``place`` in its list.
        selection: keys of the selected items.
        adding: paths to add to a playlist.
        name: the text in the name field of a dialog.
        orders: sort orders as (tab, field, descending).
        queue: paths to play; ``current`` is the index of the one that plays.
        touched: uptime in ms at which the player's controls were shown, or -1.
        audio: what the tab of audio shows, a key of `AUDIO`.
        filled: whether the picture fills the screen.
    """

    media: Rows = ()
    playlists: Rows = ()
    entries: Rows = ()
    page: PageName = "video"
    folder: str = ""
    overlay: OverlayName = ""
    subject: Item | None = None
    place: int = 0
    selection: tuple[str, ...] = ()
    searching: bool = False
    query: str = ""
    adding: tuple[str, ...] = ()
    name: str = ""
    orders: tuple[tuple[str, str, bool], ...] = ()
    grouping: str = "name"
    history: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    current: int = 0
    playback: Playback = Playback()
    touched: int = -1
    filled: bool = False
    audio: str = "artists"
    history_kept: bool = True
    grid: bool = True
    play_all: bool = False
    pip: bool = False


def opened_of(activity: Activity | None) -> Opened:
    """Return the group or playlist that an activity shows; the kind is "" for the tabs."""
    found = None if activity is None else activity.argument
    return found if isinstance(found, Opened) else Opened("", "")


def order_of(state: Vlc, tab: str) -> tuple[str, bool]:
    """Return the sort field of a tab's list, and whether it is descending."""
    return next(((by, down) for name, by, down in state.orders if name == tab), ("name", False))


def _playlist(phone: Phone, state: Vlc, id: str) -> tuple[Item, ...]:
    return library.in_playlist(phone, state.entries, int(id))


def _group(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    found = library.in_group(phone, key, state.grouping)
    return library.arranged(phone, found, order_of(state, "video"))


def _videos(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    # A search finds videos in groups too.
    films = library.every(phone, "video")
    shown = films if state.query.strip() else library.grouped(films, state.grouping)
    return library.arranged(phone, shown, order_of(state, "video"), state.query)


def _audio(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    kind = AUDIO[state.audio]
    if kind == "audio":
        return library.arranged(phone, library.every(phone, "audio"), order_of(state, "audio"), state.query)
    _, down = order_of(state, "audio")
    return library.arranged(phone, library.gathered(phone, kind), ("name", down), state.query)


def _artist(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    return library.arranged(phone, library.by(phone, "artist", key), ("name", False))


def _album(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    return library.arranged(phone, library.by(phone, "album", key), ("name", False))


def _genre(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    return library.arranged(phone, library.by(phone, "genre", key), ("name", False))


def _playlists(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    found = library.listed(state.playlists, state.entries)
    return library.arranged(phone, found, order_of(state, "playlists"), state.query)


def _history(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    found = [library.with_path(phone, path) for path in state.history]
    return tuple([item for item in found if item is not None])


def _directory(phone: Phone, state: Vlc, key: str) -> tuple[Item, ...]:
    if state.folder:
        by, down = order_of(state, "browse")
        found = list(library.in_folder(phone, state.folder, down, by))
        matching = library.arranged(phone, found, ("name", False), state.query)
        return tuple([item for item in found if item in matching])
    places = [path for path in library.FAVORITES if files.is_directory(phone, path)]
    roots = [
        Item("folder", path, path.rpartition("/")[2], total=len(library.media_in(phone, path)))
        for path in places
    ]
    return (*roots, Item("folder", files.STORAGE, ""))


#: What each page lists, by the name of the tab or the kind of `Opened`.
_LISTED: dict[str, Callable[[Phone, Vlc, str], tuple[Item, ...]]] = {
    "video": _videos, "audio": _audio, "browse": _directory, "playlists": _playlists, "more": _history,
    "group": _group, "playlist": _playlist, "artist": _artist, "album": _album, "genre": _genre,
}  # fmt: skip


def items_of(phone: Phone, state: Vlc, activity: Activity) -> tuple[Item, ...]:
    """Return the items on the current page."""
    opened = opened_of(activity)
    return _LISTED[opened.kind or state.page](phone, state, opened.key)


def controls_seen(state: Vlc, uptime: int) -> bool:
    """Whether the player's controls are visible."""
    recent = state.touched >= 0 and uptime - state.touched < SEEN_MS
    return recent or (state.touched >= 0 and not state.playback.plays(uptime))
