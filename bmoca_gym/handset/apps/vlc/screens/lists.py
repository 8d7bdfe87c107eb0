"""VLC's pages: lists of videos, audio, folders and playlists, a playlist, More, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.vlc.handlers import lists, player
from bmoca_gym.handset.apps.vlc.library import Item
from bmoca_gym.handset.apps.vlc.state import AUDIO, ID, SWITCHES, TABS
from bmoca_gym.handset.kits.choices import tabs
from bmoca_gym.handset.kits.navigation import close_search, open_overlay, open_search, unmark
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.switches import switches_page
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.components import (
    bottom_tabs,
    empty_message,
    filled_button,
    floating_button,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

_WHITE, _SHADE, _PICKED = 0xFFFFFFFF, 0x8C000000, 0x33FF610A
_TABS = {
    "video": ("movie", "nav_video"), "audio": ("audiotrack", "nav_audio"), "browse": ("folder", "nav_directories"),
    "playlists": ("playlist_play", "nav_playlists"), "more": ("more_horiz", "nav_more"),
}  # fmt: skip
_GLYPHS = {
    "video": "movie", "audio": "audiotrack", "artist": "person", "album": "album", "genre": "category",
    "folder": "folder", "group": "video_library", "playlist": "playlist_play",
}  # fmt: skip
_CARD = 168
#: The key of the text that counts the media in an item.
_COUNTED = {
    "playlist": "tracks",
    "artist": "tracks",
    "album": "tracks",
    "genre": "tracks",
    "group": "videos",
    "folder": "media_files",
}
#: Tabs with a button that plays everything in them.
_PLAYS_ALL = ("video", "audio")
#: Names of what has none.
_NAMELESS = {"artist": "unknown_artist", "album": "unknown_album", "genre": "unknown_genre"}
_EMPTY = {"playlists": "vlc.no_playlists"}
_LIST_IDS = {
    "video": "video_grid",
    "audio": "audio_list",
    "browse": "network_list",
    "playlists": "audio_list",
}


def title_of(res: Resources, item: Item) -> str:
    """Title of an item."""
    return item.title or res.string(f"vlc.{_NAMELESS.get(item.kind, 'internal_memory')}")


def detail(res: Resources, item: Item) -> str:
    """Return the second line of an item."""
    if item.is_medium:
        length = clock_text(res, item.length) if item.length else ""
        return " · ".join(text for text in (item.artist, length) if text)
    if item.kind == "album":
        return item.artist or res.string("vlc.unknown_artist")
    # A folder without media says nothing.
    return (
        res.digits(res.string(f"vlc.{_COUNTED[item.kind]}", count=item.total))
        if item.total or item.is_playlist
        else ""
    )


# Bars


def _bar(
    res: Resources, title: str, up: bool, searching: bool, query: str, focused: bool, tools: bool
) -> Element:
    c = res.colors
    if searching:
        return search_bar(
            res, query, focused, res.string("vlc.search"), do(lists.search), do(close_search),
            field={"id": ID + "search_src_text"}, clear=None, gap=0, id=ID + "main_toolbar",
            class_name="android.view.ViewGroup",
        )  # fmt: skip
    actions: list[Element] = []
    if tools:
        actions = [
            icon_button("search", res.string("vlc.search"), do(open_search), c.text, id=ID + "ml_menu_filter",
                        class_name="android.widget.Button"),
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text,
                        width=40),
        ]  # fmt: skip
    return toolbar(res, title, *actions, up=do(lists.up) if up else None, id=ID + "main_toolbar")


def _selection_bar(res: Resources, count: int) -> Element:
    c = res.colors

    def action(glyph: str, name: str, tap: Callback, id: str) -> Element:
        return icon_button(glyph, res.string(f"vlc.{name}"), tap, c.text, id=ID + id, width=44,
                           class_name="android.widget.Button")  # fmt: skip

    return selection_bar(
        res, res.digits(res.string("vlc.selected", count=count)), do(unmark),
        action("play_arrow", "play", do(lists.play_selected), "action_video_play"),
        action("playlist_add", "add_to_playlist", do(lists.add_selected), "action_mode_audio_add_playlist"),
        action("delete", "delete", do(open_overlay, "delete_selected"), "action_video_delete"),
        id=ID, label="vlc.done", arrow=True, size=18, fitted=True,
    )  # fmt: skip


def _foot(res: Resources, tab: str) -> Element:
    shown = tuple(
        [(res.string(f"vlc.{name}"), *(_TABS[name][0], ID + _TABS[name][1]), do(lists.go_to, name)) for name in TABS]
    )  # fmt: skip
    return bottom_tabs(
        res, shown, TABS.index(tab), id=ID + "navigation", class_name="android.widget.FrameLayout"
    )


# Items


def _picture(res: Resources, item: Item, wide: float, high: float, id: str) -> Element:
    if item.picture:
        return Picture(item.picture, width=wide, height=high, radius=4, id=id)
    return Stack(Icon(_GLYPHS[item.kind], 28, res.colors.secondary, class_name=""), width=wide, height=high, radius=4,
                 background=res.colors.raised, align="center", justify="center", id=id,
                 class_name="android.widget.ImageView")  # fmt: skip


def _more(res: Resources, item: Item, place: int, color: int) -> Element:
    return icon_button("more_vert", res.string("vlc.more_actions"), do(open_overlay, "item", item, place), color,
                       width=40, id=ID + "item_more", class_name="android.widget.ImageView")  # fmt: skip


def _row(res: Resources, item: Item, place: int, chosen: bool, selectable: bool) -> Element:
    c = res.colors
    text = detail(res, item)
    titles: list[Element] = [Text(title_of(res, item), 16, c.text, id=ID + "title")]
    if text:
        titles.append(Text(text, 12, c.secondary, id=ID + "text"))
    # The storage and the favorites have no actions.
    end = (_more(res, item, place, c.secondary),) if item.title and selectable else ()
    return Row(
        _picture(res, item, 64 if item.is_video else 48, 48, ID + "item_icon"),
        Column(*titles, grow=1, gap=2, class_name=""), *end,
        width=FILL, height=64, pad=(12, 4, 4, 4), gap=12, align="center", tap=do(lists.open_item, item, place),
        long_press=do(lists.select, item) if selectable else None, selected=chosen,
        background=_PICKED if chosen else None, class_name="android.view.ViewGroup",
    )  # fmt: skip


def _card(res: Resources, item: Item, place: int, chosen: bool, high: float) -> Element:
    """A video or a group of videos with its picture."""
    text = clock_text(res, item.length) if item.is_video else detail(res, item)
    mark = "SD" if item.size[1] and item.size[1] < 720 else "HD" if item.size[1] else ""
    small: dict[str, Any] = {"pad": (4, 2), "background": _SHADE, "radius": 3}
    head: list[Element] = []
    if text and (item.length or not item.is_video):
        head.append(Text(text, 10, _WHITE, id=ID + "ml_item_time", **small))
    head.append(Spacer(grow=1, height=1))
    if mark:
        head.append(Text(mark, 10, _WHITE, id=ID + "ml_item_resolution", **small))
    foot = Row(
        Text(title_of(res, item), 14, res.colors.text, lines=2, grow=1, id=ID + "ml_item_title"),
        _more(res, item, place, res.colors.secondary),
        width=FILL, pad=(4, 2, 0, 2), align="center", class_name="",
    )  # fmt: skip
    tint = (Spacer(width=FILL, height=high, background=_PICKED),) if chosen else ()
    picture = Stack(
        _picture(res, item, FILL, high, ID + "ml_item_thumbnail"), *tint,
        Row(*head, width=FILL, pad=4, class_name=""), width=FILL, height=high, class_name="",
    )  # fmt: skip
    return Column(
        picture, foot, width=FILL, tap=do(lists.open_item, item, place), long_press=do(lists.select, item),
        selected=chosen, class_name="android.view.ViewGroup",
    )  # fmt: skip


def _items(
    res: Resources, items: tuple[Item, ...], chosen: tuple[str, ...], cards: bool, selectable: bool = True
) -> list[Element]:
    if not cards:
        return [_row(res, item, i, item.key in chosen, selectable) for i, item in enumerate(items)]
    columns = max(2, res.width // _CARD)
    high = (res.width - 8 * (columns + 1)) / columns * 10 / 16
    cells = [_card(res, item, i, item.key in chosen, max(96.0, high)) for i, item in enumerate(items)]
    return [Grid(*cells, columns=columns, gap=8, width=FILL, class_name="")]


def tab(
    res: Resources, name: str, items: tuple[Item, ...], chosen: tuple[str, ...], searching: bool, query: str,
    focused: bool, grid: bool,
) -> Element:  # fmt: skip
    """A tab with items."""
    bar = _bar(res, res.string("vlc.app_name"), False, searching, query, focused, True)
    return _tab(res, name, bar, _body(res, name, items, chosen, grid, query), len(chosen), focused)


def audio(
    res: Resources, items: tuple[Item, ...], chosen: tuple[str, ...], searching: bool, query: str, focused: bool,
    shown: str,
) -> Element:  # fmt: skip
    """The tab of artists, albums, all recordings and genres. ``shown``: a key of `AUDIO`."""
    bar = _bar(res, res.string("vlc.app_name"), False, searching, query, focused, True)
    kinds = [(res.string(f"vlc.{name}"), name == shown, do(lists.show_audio, name)) for name in AUDIO]
    row = tabs(res, *kinds, color=res.colors.accent, id=ID + "sliding_tabs")
    body = Column(row, _body(res, "audio", items, chosen, False, query), width=FILL, grow=1, class_name="")
    return _tab(res, "audio", bar, body, len(chosen), focused)


def folder(
    res: Resources, path: str, items: tuple[Item, ...], chosen: tuple[str, ...], searching: bool, query: str,
    focused: bool,
) -> Element:  # fmt: skip
    """A folder in the browser."""
    title = res.string("vlc.internal_memory") if path == files.STORAGE else path.rpartition("/")[2]
    bar = _bar(res, title, True, searching, query, focused, True)
    return _tab(res, "browse", bar, _body(res, "browse", items, chosen, False, query), len(chosen), focused)


def places(res: Resources, items: tuple[Item, ...]) -> Element:
    """The first page of the browser: the favorites and, as the last item, the storage."""
    body = scrolling(
        heading(res, res.string("vlc.favorites")), *_items(res, items[:-1], (), False, selectable=False),
        heading(res, res.string("vlc.storages")), *_items(res, items[-1:], (), False, selectable=False),
        key="list", id=ID + "network_list",
    )  # fmt: skip
    bar = _bar(res, res.string("vlc.app_name"), False, False, "", False, False)
    return _tab(res, "browse", bar, body, 0)


def _tab(
    res: Resources, name: str, bar: Element, body: Element, chosen: int, typing: bool = False
) -> Element:
    """A tab above the tab bar, which the keyboard hides during ``typing``."""
    if chosen:
        bar = _selection_bar(res, chosen)
    return page(
        res,
        bar,
        body,
        *(() if typing else (_foot(res, name),)),
        id=ID + "coordinator",
        class_name="android.view.ViewGroup",
        bar=res.colors.raised if chosen else None,
    )


def _with_button(res: Resources, body: Element) -> Element:
    """A list with the button that plays all of it."""
    button = floating_button(
        res, "play_arrow", res.string("vlc.play_everything"), do(lists.play_listed), ID + "fab"
    )
    return Stack(
        body, Column(button, pad=16, class_name=""), width=FILL, grow=1, align="end", justify="end", class_name=""
    )  # fmt: skip


def _body(
    res: Resources, tab: str, items: tuple[Item, ...], chosen: tuple[str, ...], cards: bool, query: str
) -> Element:
    if not items:
        text = (
            res.string("vlc.no_result", query=query) if query else res.string(_EMPTY.get(tab, "vlc.no_media"))
        )
        return empty_message(res, _TABS[tab][0], text, id=ID + "emptyTextView")
    rows = _items(res, items, chosen, cards)
    if tab not in _PLAYS_ALL or chosen:
        return scrolling(*rows, key="list", id=ID + _LIST_IDS[tab], pad=(8, 8) if cards else 0)
    return _with_button(
        res,
        scrolling(
            *rows, Spacer(width=FILL, height=80), key="list", grow=0, height=FILL, id=ID + _LIST_IDS[tab],
            pad=(8, 8) if cards else 0,
        ),
    )  # fmt: skip


def more(res: Resources, history: tuple[Item, ...]) -> Element:
    """The last tab: the settings, and the history."""
    rows: list[Element] = [
        list_row(
            res,
            res.string("vlc.settings"),
            icon="settings",
            tap=do(lists.open_settings),
            id=ID + "settingsButton",
            class_name="android.widget.Button",
        ),
        list_row(
            res,
            res.string("vlc.about"),
            icon="info",
            tap=do(open_overlay, "about"),
            id=ID + "aboutButton",
            class_name="android.widget.Button",
        ),
        heading(res, res.string("vlc.history")),
    ]
    if history:
        rows += _items(res, history, (), False, selectable=False)
    else:
        rows.append(Text(res.string("vlc.no_history"), 14, res.colors.secondary, pad=(16, 8), lines=2))
    bar = _bar(res, res.string("vlc.app_name"), False, False, "", False, False)
    return _tab(res, "more", bar, scrolling(*rows, key="list", id=ID + "history_list"), 0)


def group(
    res: Resources, title: str, items: tuple[Item, ...], chosen: tuple[str, ...], grid: bool
) -> Element:
    """The videos of a group."""
    bar = _selection_bar(res, len(chosen)) if chosen else _bar(res, title, True, False, "", False, False)
    body = scrolling(
        *_items(res, items, chosen, grid), key="list", id=ID + "video_grid", pad=(8, 8) if grid else 0
    )
    return page(
        res,
        bar,
        body,
        id=ID + "coordinator",
        class_name="android.view.ViewGroup",
        bar=res.colors.raised if chosen else None,
    )


def gathered(
    res: Resources, kind: str, name: str, items: tuple[Item, ...], chosen: tuple[str, ...]
) -> Element:
    """The recordings of an artist or an album."""
    return playlist(res, title_of(res, Item(kind, name, name)), items, chosen, kind)


def playlist(
    res: Resources, title: str, items: tuple[Item, ...], chosen: tuple[str, ...], kind: str = "playlist"
) -> Element:
    """Items of a playlist, an artist or an album."""
    c = res.colors
    bar = _selection_bar(res, len(chosen)) if chosen else _bar(res, "", True, False, "", False, False)
    cover = next((item for item in items if item.picture), Item(kind, "", title))
    total = sum(item.length for item in items)
    facts = Column(
        Text(title, 20, c.text, 500, lines=3, id=ID + "header_list_title"),
        Text(res.digits(res.string("vlc.tracks", count=len(items))), 14, c.secondary, id=ID + "header_list_artist"),
        Text(clock_text(res, total), 14, c.secondary, id=ID + "duration"),
        grow=1, gap=6, class_name="",
    )  # fmt: skip
    head = Row(_picture(res, cover, 96, 96, ID + "playlist_cover"), facts, width=FILL, pad=16, gap=16, align="center",
               id=ID + "header_layout", class_name="android.view.ViewGroup")  # fmt: skip
    rows: list[Element] = [head]
    if items:
        every = tuple([item.key for item in items])
        button = filled_button(res, res.string("vlc.play"), do(player.play, every, 0), id=ID + "play_btn")
        rows.append(Row(button, width=FILL, pad=(16, 0, 16, 8), class_name=""))
        rows += _items(res, items, chosen, False)
    else:
        rows.append(
            Text(
                res.string("vlc.no_media"),
                16,
                c.secondary,
                pad=(16, 8),
                lines=2,
                id=ID + "emptyTextView",
            )
        )
    body = scrolling(*rows, key="list", id=ID + "songs")
    return page(
        res,
        bar,
        body,
        id=ID + "coordinator",
        class_name="android.view.ViewGroup",
        bar=res.colors.raised if chosen else None,
    )


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The settings, with their values in the order of `SWITCHES`."""
    switches = tuple(zip(SWITCHES, values, strict=True))
    return switches_page(
        res, "vlc", switches, lists.switch, do(lists.up), res.colors.accent, ID, preferences=True
    )
