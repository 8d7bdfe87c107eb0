"""VLC's state: current page, selection, playlists, playback; and its handlers."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.apps.vlc import library
from bmoca_gym.handset.apps.vlc.library import PACKAGE, Item
from bmoca_gym.handset.effects import cancel, finish, focus, schedule, scroll_to, share, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.file_changes import attempted, remove
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents, text_input
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Callback, Value, do, replace, value

ID = PACKAGE + ":id/"
MAIN, SECONDARY, LIST, PLAYER, SETTINGS = (
    f"{PACKAGE}.{name}"
    for name in (
        "gui.MainActivity", "gui.SecondaryActivity", "gui.HeaderMediaListActivity", "gui.video.VideoPlayerActivity",
        "gui.preferences.PreferencesActivity",
    )
)  # fmt: skip
TABS = ("video", "audio", "browse", "playlists", "more")
#: Switches of the settings, and what they are at first.
SWITCHES = {"history_kept": True, "grid": True, "play_all": False}
SPEEDS = (50, 75, 100, 125, 150, 200)
#: How long the player's controls are seen while it plays, and how far one goes on or back with their buttons: ms.
SEEN_MS, LEAP = 4000, 10_000
_END = "end"
_LONGEST_NAME = 100
_KEPT = 20


class Opened(NamedTuple):
    """Page beside the tabs: a group of films or a playlist, by ``key``."""

    kind: str
    key: str


@value
class Vlc(Value):
    """``media``, ``playlists``, ``entries``: rows of the database. ``folder``: the directory that is browsed, or "".

    ``overlay``: "" or what is open over the page; ``subject``: the item that it is about, ``place``: where in a list;
    ``selection``: keys of items. ``adding``: paths that a playlist gets; ``name``: as it is typed. ``orders``: of each
    tab's list: by what, and whether downwards. Of the player: ``queue``: paths, ``current``: the place of the one that
    plays; ``touched``: uptime ms since when the controls are seen, -1 for not; ``filled``: the picture fills the
    screen.
    """

    media: Rows = ()
    playlists: Rows = ()
    entries: Rows = ()
    tab: str = "video"
    folder: str = ""
    overlay: str = ""
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
    history_kept: bool = True
    grid: bool = True
    play_all: bool = False


def opened_of(activity: Activity | None) -> Opened:
    """Content of the page beside the tabs; None for the tabs."""
    found = None if activity is None else activity.argument
    return found if isinstance(found, Opened) else Opened("", "")


def order_of(state: Vlc, tab: str) -> tuple[str, bool]:
    """Sort order of a tab's list, and whether it is descending."""
    return next(((by, down) for name, by, down in state.orders if name == tab), ("name", False))


def items_of(phone: Phone, state: Vlc, activity: Activity) -> tuple[Item, ...]:
    """The items of the page that is shown."""
    opened = opened_of(activity)
    if opened.kind == "playlist":
        return library.in_playlist(phone, state.entries, int(opened.key))
    if opened.kind == "group":
        found = library.in_group(phone, opened.key, state.grouping)
        return library.arranged(phone, found, order_of(state, "video"))
    by, down = order_of(state, state.tab)
    if state.tab == "video":
        # What is searched for is found in groups too.
        films = library.every(phone, "video")
        shown = films if state.query.strip() else library.grouped(films, state.grouping)
        return library.arranged(phone, shown, (by, down), state.query)
    if state.tab == "audio":
        return library.arranged(phone, library.every(phone, "audio"), (by, down), state.query)
    if state.tab == "playlists":
        return library.arranged(
            phone, library.listed(state.playlists, state.entries), (by, down), state.query
        )
    if state.tab == "more":
        paths = [library.with_path(phone, path) for path in state.history]
        return tuple([item for item in paths if item is not None])
    if state.folder:
        found = list(library.in_folder(phone, state.folder, down, by))
        return tuple(
            [item for item in found if item in library.arranged(phone, found, ("name", False), state.query)]
        )
    places = [path for path in library.FAVORITES if files.is_directory(phone, path)]
    roots = [
        Item("folder", path, path.rpartition("/")[2], total=len(library.media_in(phone, path)))
        for path in places
    ]
    return (*roots, Item("folder", files.STORAGE, ""))


def _media_of(phone: Phone, state: Vlc, item: Item) -> list[str]:
    """The paths of the media that an item stands for."""
    if item.is_medium:
        return [item.key]
    if item.kind == "group":
        return [i.key for i in library.in_group(phone, item.key, state.grouping)]
    if item.kind == "playlist":
        return [i.key for i in library.in_playlist(phone, state.entries, int(item.key))]
    return [i.key for i in library.media_in(phone, item.key)]


def _selected(state: Vlc, context: Context) -> list[Item]:
    """The selected items, in the order of the list."""
    if context.activity is None:
        return []
    listed = items_of(context.phone, state, context.activity)
    return [item for item in listed if item.key in state.selection]


# Pages


def go_to(state: Vlc, context: Context, tab: str) -> Next[Vlc]:
    """Show a tab; the page of folders begins anew when it is chosen again."""
    folder = "" if tab == state.tab else state.folder
    state = replace(state, tab=tab, folder=folder, query="", searching=False, selection=(), overlay="")
    return state, focus(""), scroll_to("list")


def open_item(state: Vlc, context: Context, item: Item, place: int) -> Next[Vlc]:
    """Play a medium, or show what is in a group, folder or playlist; while items are selected, select it too."""
    if state.selection:
        return select(state, context, item)
    if item.kind == "folder":
        state = replace(state, folder=item.key, query="", searching=False)
        return state, focus(""), scroll_to("list")
    if item.kind in ("group", "playlist"):
        page = SECONDARY if item.kind == "group" else LIST
        return state, focus(""), start(f"{PACKAGE}/{page}", Opened(item.kind, item.key))
    paths, at = [item.key], 0
    if context.activity is not None and (state.play_all or opened_of(context.activity).kind == "playlist"):
        listed = [i.key for i in items_of(context.phone, state, context.activity) if i.is_medium]
        paths, at = (
            listed,
            min(place, len(listed) - 1) if opened_of(context.activity).kind else listed.index(item.key),
        )
    return play(state, context, tuple(paths), at)


def up(state: Vlc, context: Context) -> Next[Vlc]:
    """Go to the directory above, or leave a page."""
    if opened_of(context.activity).kind or (context.activity is not None and context.activity.name != MAIN):
        return replace(state, selection=(), overlay=""), finish()
    if state.folder in ("", files.STORAGE) or state.folder in library.FAVORITES:
        above = ""
    else:
        above = state.folder.rpartition("/")[0]
    return replace(state, folder=above, query="", searching=False), focus(""), scroll_to("list")


def open_search(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask what is searched for."""
    return replace(state, searching=True, query="", selection=()), focus("search")


def search(state: Vlc, context: Context, text: str) -> Next[Vlc]:
    """Show what has a text in its title."""
    return replace(state, query=text), scroll_to("list")


def close_search(state: Vlc, context: Context) -> Next[Vlc]:
    """End the search."""
    return replace(state, searching=False, query=""), focus("")


def open_settings(state: Vlc, context: Context) -> Next[Vlc]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def switch(state: Vlc, context: Context, name: str) -> Vlc:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    state = replace(state, overlay="", **change)
    return state if state.history_kept else replace(state, history=())


# What is open over the page


def open_overlay(state: Vlc, context: Context, overlay: str) -> Next[Vlc]:
    """Open a menu, a sheet or a dialog."""
    return replace(state, overlay=overlay), focus("")


def open_sheet(state: Vlc, context: Context, item: Item, place: int) -> Next[Vlc]:
    """Show what can be done with an item."""
    return replace(state, overlay="item", subject=item, place=place), focus("")


def close_overlay(state: Vlc, context: Context) -> Next[Vlc]:
    """Close what is open over the page."""
    return replace(state, overlay="", adding=()), focus("")


def sort(state: Vlc, context: Context, by: str, down: bool) -> Next[Vlc]:
    """Sort the list of the tab."""
    others = tuple([order for order in state.orders if order[0] != state.tab])
    return replace(state, orders=(*others, (state.tab, by, down)), overlay=""), scroll_to("list")


def group_by(state: Vlc, context: Context, grouping: str) -> Next[Vlc]:
    """Group the films by another way, or not."""
    return replace(state, grouping=grouping, overlay=""), scroll_to("list")


# Selecting


def select(state: Vlc, context: Context, item: Item) -> Next[Vlc]:
    """Select an item, or no more."""
    others = tuple([key for key in state.selection if key != item.key])
    chosen = others if len(others) < len(state.selection) else (*others, item.key)
    return replace(state, selection=chosen), focus("")


def deselect(state: Vlc, context: Context) -> Vlc:
    """Select nothing."""
    return replace(state, selection=())


def play_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Play what is selected."""
    paths = [path for item in _selected(state, context) for path in _media_of(context.phone, state, item)]
    return play(replace(state, selection=()), context, tuple(paths), 0)


def add_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask which playlist gets what is selected, in the order of the list."""
    paths = [path for item in _selected(state, context) for path in _media_of(context.phone, state, item)]
    return _ask_playlist(state, tuple(paths))


def delete_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask before what is selected is deleted."""
    return replace(state, overlay="delete_selected"), focus("")


# What is done with an item


def play_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Play an item, all that is in it."""
    if state.subject is None:
        return close_overlay(state, context)
    return play(state, context, tuple(_media_of(context.phone, state, state.subject)), 0)


def share_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Offer a medium to other apps."""
    if state.subject is None:
        return close_overlay(state, context)
    path = state.subject.key
    extras = ((intents.STREAM, documents.uri_of(path)),)
    return replace(state, overlay=""), share(
        Intent(intents.SEND, type=documents.type_of(path), extras=extras)
    )


def remove_item(state: Vlc, context: Context) -> Vlc:
    """Take a medium out of the playlist that is shown."""
    opened = opened_of(context.activity)
    if opened.kind != "playlist":
        return replace(state, overlay="")
    return replace(state, overlay="", entries=library.without(state.entries, int(opened.key), state.place))


def delete(state: Vlc, context: Context) -> Next[Vlc]:
    """Delete an item, or what is selected: media with their files, playlists from the library alone."""
    items = _selected(state, context) if state.overlay == "delete_selected" else []
    if not items and state.subject is not None:
        items = [state.subject]
    failed = context.res.string("vlc.failed")
    gone = [
        path for item in items if item.kind != "playlist" for path in _media_of(context.phone, state, item)
    ]
    lists = tuple([int(item.key) for item in items if item.kind == "playlist"])
    entries = tuple([row for row in state.entries if row[1] not in lists])
    after = replace(
        state, overlay="", selection=(), playlists=tables.without(state.playlists, lists), entries=entries
    )
    return and_then(after, *[do(attempted, failed, remove, path) for path in gone], do(_index))


# Playlists


def add_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask which playlist gets an item."""
    if state.subject is None:
        return close_overlay(state, context)
    return _ask_playlist(state, tuple(_media_of(context.phone, state, state.subject)))


def _ask_playlist(state: Vlc, paths: tuple[str, ...]) -> Any:
    return replace(state, overlay="playlist", adding=paths, name=""), focus("")


def ask_name(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask for another name of a playlist."""
    name = "" if state.subject is None else state.subject.title
    return replace(state, overlay="rename", name=name), focus("name"), do(text_input.select_all)


def type_name(state: Vlc, context: Context, text: str) -> Vlc:
    """Take over a name."""
    return replace(state, name=text[:_LONGEST_NAME])


def rename(state: Vlc, context: Context) -> Next[Vlc]:
    """Give a playlist the name that was typed."""
    name = state.name.strip()
    if not name or state.subject is None:
        return close_overlay(state, context)
    row = tables.with_id(state.playlists, int(state.subject.key))
    if row is None:
        return close_overlay(state, context)
    changed = tables.put(state.playlists, library.PLAYLISTS.changed(row, name=name))
    return replace(state, playlists=changed, overlay=""), focus("")


def create(state: Vlc, context: Context) -> Next[Vlc]:
    """Make a playlist of the name that was typed, with what is to be added; one of that name gets it where there is."""
    name = state.name.strip()
    if not name:
        return state
    known = library.named(state.playlists, name)
    if known:
        return add_to(state, context, known)
    playlists, id = library.created(state.playlists, name)
    return add_to(replace(state, playlists=playlists), context, id)


def add_to(state: Vlc, context: Context, id: int) -> Next[Vlc]:
    """Add to a playlist what is to be added."""
    numbers = {path: number for number, path in library.ids(context.phone).items()}
    found = [numbers[path] for path in state.adding if path in numbers]
    state = replace(
        state, overlay="", adding=(), selection=(), media=library.indexed(context.phone),
        entries=library.appended(state.entries, id, found),
    )  # fmt: skip
    return state, focus(""), toast(context.res.string("vlc.added"))


# The player


def play(state: Vlc, context: Context, paths: tuple[str, ...], at: int) -> Next[Vlc]:
    """Play media from one of them on."""
    if not paths:
        return replace(state, overlay="")
    state = replace(state, queue=paths, overlay="", selection=(), searching=False, query="", filled=False)
    begun, *effects = _begun(state, context, at)
    return begun, focus(""), start(f"{PACKAGE}/{PLAYER}"), *effects


def _begun(state: Vlc, context: Context, at: int) -> tuple[Any, ...]:
    """The state as a medium of the queue begins, and effects."""
    path = state.queue[at]
    item = library.with_path(context.phone, path)
    playback = Playback(0 if item is None else item.length, percent=state.playback.percent)
    playback = playback.started(context.uptime)
    history = state.history
    if state.history_kept:
        history = (path, *[one for one in history if one != path])[:_KEPT]
    state = replace(state, current=at, playback=playback, history=history, touched=context.uptime)
    return state, _at_end(state, context)


def _at_end(state: Vlc, context: Context) -> Callback:
    """Effect: what happens at the end of the medium, where it goes on."""
    playback, uptime = state.playback, context.uptime
    if not playback.plays(uptime):
        return cancel(PACKAGE, _END)
    left = (playback.length - playback.place(uptime)) * 100 // playback.percent
    return schedule(PACKAGE, _END, uptime + left, do(ended), "uptime")


def ended(state: Vlc, context: Context) -> Next[Vlc]:
    """A medium is over: the next of the queue follows; the player closes behind the last."""
    if state.playback.since < 0:
        return state
    if state.current + 1 < len(state.queue):
        return _begun(state, context, state.current + 1)
    state = replace(state, playback=state.playback.stopped(context.uptime), overlay="")
    front = context.phone.top
    return (state, finish()) if front.component == f"{PACKAGE}/{PLAYER}" else state


def show_controls(state: Vlc, context: Context) -> Vlc:
    """Show the player's controls, or hide them."""
    return replace(state, touched=-1 if controls_seen(state, context.uptime) else context.uptime)


def controls_seen(state: Vlc, uptime: int) -> bool:
    """Whether the player's controls are seen."""
    recent = state.touched >= 0 and uptime - state.touched < SEEN_MS
    return recent or (state.touched >= 0 and not state.playback.plays(uptime))


def play_or_pause(state: Vlc, context: Context) -> Next[Vlc]:
    """Play the medium, or pause."""
    state = replace(state, playback=state.playback.toggled(context.uptime), touched=context.uptime)
    return state, _at_end(state, context)


def seek(state: Vlc, context: Context, width: float) -> Next[Vlc]:
    """Go to the place of the bar of time, ``width`` dp wide, that was touched."""
    return _sought(state, context, round(touched_share(context, width) * state.playback.length))


def leap(state: Vlc, context: Context, by: int) -> Next[Vlc]:
    """Go on or back by some ms."""
    return _sought(state, context, state.playback.place(context.uptime) + by)


def _sought(state: Vlc, context: Context, at: int) -> Next[Vlc]:
    # Behind the end there is nothing to go on with: the last moment is shown.
    at = min(at, state.playback.length - 1)
    playback = state.playback.sought(context.uptime, at)
    state = replace(state, playback=playback, touched=context.uptime)
    return state, _at_end(state, context)


def skip(state: Vlc, context: Context, by: int) -> Next[Vlc]:
    """Play the next medium of the queue, or the one before."""
    return _begun(state, context, (state.current + by) % len(state.queue)) if state.queue else state


def choose_speed(state: Vlc, context: Context, percent: int) -> Next[Vlc]:
    """Play at another speed."""
    playback = state.playback.paced(context.uptime, percent)
    state = replace(state, playback=playback, overlay="", touched=context.uptime)
    return state, _at_end(state, context)


def resize(state: Vlc, context: Context) -> Next[Vlc]:
    """Let the picture fill the screen, or be seen whole."""
    said = "fit" if state.filled else "fill"
    state = replace(state, filled=not state.filled, touched=context.uptime)
    return state, toast(context.res.string(f"vlc.{said}"))


def leave_player(state: Vlc, context: Context) -> Next[Vlc]:
    """Leave the player: what played stands."""
    state = replace(state, playback=state.playback.stopped(context.uptime), overlay="")
    return state, cancel(PACKAGE, _END), finish()


# The app


def _index(phone: Phone) -> Phone:
    return phone.handled(PACKAGE, resumed, ())


def resumed(state: Vlc, context: Context) -> Next[Vlc]:
    """The app is in front: the library knows the files that there are."""
    found = library.indexed(context.phone)
    return state if found == state.media else replace(state, media=found)


def paused(state: Vlc, context: Context) -> Next[Vlc]:
    """The player is left: what played stands."""
    if context.activity is None or context.activity.name != PLAYER or state.playback.since < 0:
        return state
    return replace(state, playback=state.playback.stopped(context.uptime)), cancel(PACKAGE, _END)


def view(phone: Phone, intent: Intent) -> Phone | None:
    """The phone whose player plays the film or recording that an intent names; None where there is none such."""
    path = documents.path_of(intent.data)
    if library.with_path(phone, path) is None:
        return None
    phone = phone.handled(PACKAGE, _viewed, (path,))
    return activities.start(phone, f"{PACKAGE}/{PLAYER}", action=intent.action)


def _viewed(state: Vlc, context: Context, path: str) -> Next[Vlc]:
    return _begun(replace(state, queue=(path,), overlay="", filled=False), context, 0)


def back(state: Vlc, context: Context) -> Next[Vlc]:
    """Close what is open over the page, the selection, the search; go to the directory above."""
    if state.overlay:
        return close_overlay(state, context)
    activity = context.activity
    if activity is not None and activity.name == PLAYER:
        return state
    if state.selection:
        return deselect(state, context)
    if state.searching:
        return close_search(state, context)
    if activity is not None and activity.name == MAIN and state.tab == "browse" and state.folder:
        return up(state, context)
    return state


def closed(state: Vlc) -> Vlc:
    """The state when the app is left: the library and what was set stay."""
    kept = {name: getattr(state, name) for name in SWITCHES}
    return Vlc(
        state.media, state.playlists, state.entries, tab=state.tab, orders=state.orders, grouping=state.grouping,
        history=state.history, **kept,
    )  # fmt: skip
