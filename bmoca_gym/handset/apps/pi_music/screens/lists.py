"""Pi Music Player's pages: tabs of songs, albums, artists, playlists and folders, and their contents."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.pi_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.pi_music.handlers.playlists import Playlist
from bmoca_gym.handset.apps.pi_music.state import BANDS, DECIBEL, ID, TAB_WIDTH, TABS, sorts
from bmoca_gym.handset.graphics.covers import Cover
from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.search_starts import recent_rows, send
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Switch, Text
from bmoca_gym.handset.value import Callback, do

COLOR = 0xFFE0572D
LIST = "androidx.recyclerview.widget.RecyclerView"
#: Glyphs of albums and artists, and whether the row of one names the artist.
_GATHERED = {"album": ("album", True), "artist": ("person", False)}
_TITLE, _TEXT, _LENGTH = ID + "title", ID + "subtitle", ID + "duration"


class Mini(NamedTuple):
    """The content of the mini player."""

    title: str
    artist: str
    playing: bool


def count_text(res: Resources, count: int) -> str:
    """Number of songs."""
    return res.string("pi_music.song_count", count=count, shown=res.digits(str(count)))


# The window


def framed(res: Resources, mini: Mini | None, *parts: Element) -> Element:
    """A page: its parts from top to bottom, the last one a list, above the mini player."""
    return page(res, *parts, *((_mini(res, mini),) if mini is not None else ()))


def _mini(res: Resources, mini: Mini) -> Element:
    c = res.colors
    words = Column(
        Text(mini.title, 15, c.text, 500, id=ID + "front_now_playing_title"),
        Text(mini.artist, 13, c.secondary, id=ID + "front_now_playing_artist"),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    label = res.string("pi_music.pause" if mini.playing else "pi_music.play")
    button = icon_button("pause" if mini.playing else "play_arrow", label, do(players.press_play), c.text,
                         id=ID + "front_play_pause", class_name="android.widget.ImageView")  # fmt: skip
    return Row(
        cover(36, name=mini.title, artist=mini.artist), words, button,
        width=FILL, height=60, pad=(12, 0, 4, 0), gap=12, align="center", background=c.raised,
        tap=do(pages.open_player, True), id=ID + "front_now_playing_container",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def cover(size: float, glyph: str = "music_note", name: str = "", artist: str = "") -> Element:
    """The picture of a song, album or artist called ``name``, or a placeholder."""
    if name:
        kind = "artist" if glyph == "person" else "album"
        return Picture(Cover(kind, name, artist), width=size, height=size, radius=4, id=ID + "album_art")
    return Stack(
        Icon(glyph, size * 0.55, COLOR, class_name=""), width=size, height=size, radius=4,
        background=(COLOR & 0xFFFFFF) | 0x26000000, align="center", justify="center", id=ID + "album_art",
        class_name="android.widget.ImageView",
    )  # fmt: skip


# Bars


def _tools(res: Resources, sort: bool) -> list[Element]:
    c = res.colors
    tools = [("search", "search", do(pages.open_page, "search"), "action_search")]
    if sort:
        tools.append(("sort", "sort", do(pages.open_sorting), "action_sort"))
    buttons = [
        icon_button(glyph, res.string(f"pi_music.{label}"), tap, c.text, id=ID + entry,
                    class_name="android.widget.Button")
        for glyph, label, tap, entry in tools
    ]  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text,
                       class_name="android.widget.ImageView")  # fmt: skip
    return [*buttons, more]


def tabs_bar(res: Resources, tab: str) -> tuple[Element, Element]:
    """The bar of the app's first page, and its tabs."""
    c = res.colors
    bar = toolbar(res, res.string("pi_music.app_name"), *_tools(res, sorts(tab)), id=ID + "toolbar")
    cells = [
        Column(
            FittedText(res.string(f"pi_music.{name}"), 14, COLOR if name == tab else c.secondary, 500, width=FILL,
                       grow=1, align="center"),
            Spacer(width=FILL, height=3, background=COLOR if name == tab else None),
            width=TAB_WIDTH, height=48, pad=(6, 0), align="center", tap=do(pages.show_tab, name), selected=name == tab,
            class_name="androidx.appcompat.app.ActionBar$Tab",
        )
        for name in TABS
    ]  # fmt: skip
    line = Scroll(Row(*cells, class_name=""), key="tabs", axis="x", width=FILL, id=ID + "tabs",
                  class_name="android.widget.HorizontalScrollView")  # fmt: skip
    return bar, line


def page_bar(res: Resources, title: str, *actions: Element) -> Element:
    """The bar of an opened page."""
    return toolbar(res, title, *actions, up=do(pages.leave_page), id=ID + "toolbar")


def _header(res: Resources, title: str) -> Element:
    """The title of an album, an artist or a playlist in its collapsing bar."""
    return Column(
        Text(title, 24, res.colors.text, 500, lines=2, class_name=""),
        width=FILL, pad=(16, 4, 16, 12), description=title, id=ID + "collapsing_toolbar",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


# Songs


@component(512)
def song_row(res: Resources, song: Song, tap: Callback, menu: Callback, heard: bool = False) -> Element:
    """A song of a list."""
    c = res.colors
    return Row(
        cover(40, name=song.title, artist=song.artist),
        Column(Text(song.title, 16, COLOR if heard else c.text, id=_TITLE),
               Text(song.artist, 13, c.secondary, id=_TEXT), grow=1, gap=2, class_name=""),
        Text(clock_text(res, song.duration), 13, c.secondary, id=_LENGTH),
        icon_button("more_vert", res.string("pi_music.menu_of", name=song.title), menu, c.secondary,
                    id=ID + "overflow_menu", width=40, class_name="android.widget.ImageView"),
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=12, align="center", tap=tap, id=ID + "song_item",
        selected=heard, class_name="android.widget.LinearLayout",
    )  # fmt: skip


def songs_list(
    res: Resources, songs: tuple[Song, ...], key: str, menu: str = "song_menu", subject: int = 0,
    head: tuple[Element, ...] = (),
) -> Element:  # fmt: skip
    """A list of songs below a header. ``menu``: their overlay, about ``subject``."""
    ids = tuple([song.id for song in songs])
    rows = [
        song_row(res, song, do(playing.play_songs, ids, place), do(open_overlay, menu, (song.id,), subject))
        for place, song in enumerate(songs)
    ]
    return _songs(*head, *rows, key=key)


def _songs(*rows: Element, key: str) -> Element:
    return scrolling(*rows, Spacer(width=FILL, height=16), key=key, id=ID + "recycler_view", class_name=LIST)


def nothing(res: Resources, glyph: str = "music_note", text: str = "nothing") -> Element:
    """Placeholder for an empty list."""
    return empty_message(res, glyph, res.string(f"pi_music.{text}"), id=ID + "empty_text")


def tracks(res: Resources, mini: Mini | None, songs: tuple[Song, ...]) -> Element:
    """All songs."""
    body = songs_list(res, songs, "tracks:") if songs else nothing(res)
    return framed(res, mini, *tabs_bar(res, "tracks"), body)


def search(
    res: Resources,
    mini: Mini | None,
    query: str,
    recent: tuple[str, ...],
    focused: bool,
    songs: tuple[Song, ...],
) -> Element:
    """The search, and the songs that it finds; before anything is typed, recent searches."""
    bar = search_bar(
        res, query, focused, res.string("pi_music.search_hint"), do(pages.search), do(pages.leave_page),
        field={"accent": COLOR, "on_submit": do(send), "id": ID + "search_src_text"}, clear=None, gap=4,
        id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    if songs:
        return framed(res, mini, bar, songs_list(res, songs, "search:"))
    if query.strip():
        return framed(res, mini, bar, nothing(res, "search_off", "no_results"))
    head = [heading(res, res.string("google.recent"))] if recent else []
    return framed(res, mini, bar, _songs(*head, *recent_rows(res, recent, _TITLE), key="search:"))


# What songs are gathered in


def gathered_tab(res: Resources, mini: Mini | None, found: tuple[Gathered, ...], kind: str) -> Element:
    """All albums, or all artists (``kind``)."""
    rows = [_gathered_row(res, one, kind) for one in found]
    body = (
        scrolling(*rows, key=f"{kind}s:", id=ID + "recycler_view", class_name=LIST) if rows else nothing(res)
    )
    return framed(res, mini, *tabs_bar(res, f"{kind}s"), body)


@component(256)
def _gathered_row(res: Resources, one: Gathered, kind: str) -> Element:
    glyph, says_artist = _GATHERED[kind]
    text = count_text(res, len(one.songs))
    if says_artist:
        text = f"{one.songs[0].artist} • {text}"
    art = cover(40, glyph, *((one.songs[0].title, one.songs[0].artist) if says_artist else (one.name,)))
    return _row(art, res, one.name, text, do(pages.open_page, kind, one.name))


def _row(
    art: Element, res: Resources, title: str, text: str, tap: Callback, end: Element | None = None
) -> Element:
    c = res.colors
    return Row(
        art,
        Column(Text(title, 16, c.text, id=_TITLE), Text(text, 13, c.secondary, id=_TEXT), grow=1, gap=2,
               class_name=""),
        *((end,) if end is not None else ()),
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=12, align="center", tap=tap,
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def gathered_page(res: Resources, mini: Mini | None, one: Gathered, kind: str) -> Element:
    """An album, or an artist (``kind``), with its songs."""
    c = res.colors
    ids = tuple([song.id for song in one.songs])
    albums = len({song.album for song in one.songs})
    texts = [
        (res.string(f"pi_music.{kind}"), "type"),
        (res.string("pi_music.album_count", count=albums, shown=res.digits(str(albums))), "album_count"),
        (count_text(res, len(ids)), "song_count"),
    ]
    about = Row(*[Text(text, 13, c.secondary, id=ID + name) for text, name in texts], width=FILL,
                pad=(16, 0, 16, 8), gap=16, class_name="")  # fmt: skip
    heading = Text(
        res.string("pi_music.songs"), 15, COLOR, 500, width=FILL, pad=(16, 4, 16, 8), id=ID + "heading"
    )
    key = f"{kind}:{one.name}"
    return framed(res, mini, page_bar(res, "", *_tools(res, True)), _header(res, one.name), _play_bar(res, ids), about,
                  heading, songs_list(res, one.songs, key))  # fmt: skip


def _play_bar(res: Resources, ids: tuple[int, ...]) -> Element:
    """The buttons that play all songs of a page."""
    able = bool(ids)
    buttons = [
        icon_button(glyph, res.string(f"pi_music.{label}"), tap, COLOR if able else res.colors.disabled, id=ID + entry,
                    background=res.colors.raised, radius=24, enabled=able)
        for glyph, label, tap, entry in (
            ("play_arrow", "play_all", do(playing.play_songs, ids), "play_all"),
            ("shuffle", "shuffle_all", do(playing.shuffle_songs, ids), "shuffle_all"),
        )
    ]  # fmt: skip
    return Row(*buttons, width=FILL, pad=(16, 0, 16, 12), gap=12, class_name="")


def folders(
    res: Resources, mini: Mini | None, way: str, found: tuple[tuple[str, ...], tuple[Song, ...]]
) -> Element:
    """Folders and songs of the folder at the path ``way``, below the storage ("")."""
    names, songs = found
    rows = tuple(
        list_row(
            res, name, icon="folder", title_id=_TITLE, tap=do(pages.open_page, "folder", f"{way}/{name}")
        )
        for name in names
    )
    bars = (page_bar(res, way.rpartition("/")[2]),) if way else tabs_bar(res, "folders")
    key = f"folder:{way}" if way else "folders:"
    return framed(res, mini, *bars, songs_list(res, songs, key, head=rows) if rows or songs else nothing(res))


# Playlists


def playlists_tab(res: Resources, mini: Mini | None, found: tuple[Playlist, ...]) -> Element:
    """All playlists, below the entry for a new one."""
    c = res.colors
    new = Row(
        Icon("add", 24, COLOR, class_name=""), Text(res.string("pi_music.create_playlist"), 16, COLOR, 500, grow=1),
        width=FILL, height=56, pad=(24, 0), gap=20, align="center", tap=do(playlists.ask_for_name, "create"),
        id=ID + "create_playlist", class_name="android.widget.LinearLayout",
    )  # fmt: skip
    rows = [
        _row(
            cover(40, "queue_music"), res, one.name, count_text(res, len(one.songs)),
            do(pages.open_page, "playlist", one.id),
            icon_button("more_vert", res.string("pi_music.menu_of", name=one.name),
                        do(open_overlay, "playlist_menu", one.songs, one.id), c.secondary,
                        id=ID + "overflow_menu", width=40, class_name="android.widget.ImageView"),
        )
        for one in found
    ]  # fmt: skip
    body = scrolling(new, *rows, key="playlists:", id=ID + "recycler_view", class_name=LIST)
    return framed(res, mini, *tabs_bar(res, "playlists"), body)


def playlist(res: Resources, mini: Mini | None, one: Playlist, songs: tuple[Song, ...]) -> Element:
    """A playlist."""
    ids = tuple([song.id for song in songs])
    more = icon_button("more_vert", res.string("common.more_options"),
                       do(open_overlay, "playlist_menu", one.songs, one.id), res.colors.text,
                       class_name="android.widget.ImageView")  # fmt: skip
    body = songs_list(res, songs, f"playlist:{one.id}", "listed_menu", one.id) if songs else nothing(res)
    return framed(res, mini, page_bar(res, "", more), _header(res, one.name), _play_bar(res, ids), body)


# Beside the player


def queue(res: Resources, mini: Mini | None, songs: tuple[Song, ...], place: int) -> Element:
    """The queue, with the song at ``place`` playing."""
    bar = page_bar(res, res.string("pi_music.now_playing_list"))
    if not songs:
        return framed(res, mini, bar, nothing(res))
    count = len(songs) - place - 1
    left = Text(res.string("pi_music.next_songs", count=count, shown=res.digits(str(count))), 13,
                res.colors.secondary, pad=(16, 0, 16, 8), width=FILL)  # fmt: skip
    rows = [
        song_row(res, song, do(players.play_at, at), do(open_overlay, "queued_menu", (song.id,), at), at == place)
        for at, song in enumerate(songs)
    ]  # fmt: skip
    return framed(res, mini, bar, _songs(left, *rows, key="queue:"))


def equalizer(res: Resources, mini: Mini | None, on: bool, levels: tuple[int, ...]) -> Element:
    """The equalizer: a switch, and the level of each band."""
    c = res.colors
    tap = do(pages.switch_equalizer)
    end = Switch(on, res.string("common.on" if on else "common.off"), color=COLOR, tap=tap,
                 id=ID + "equalizer_switch")  # fmt: skip
    rows: list[Element] = [list_row(res, res.string("pi_music.equalizer"), tap=tap, end=end)]
    for band, (name, level) in enumerate(zip(BANDS, levels, strict=True)):
        steps = [
            icon_button(glyph, res.string(f"pi_music.{label}", name=name), do(pages.set_level, band, level + by),
                        c.text if on else c.disabled, enabled=on and abs(level + by) <= DECIBEL)
            for glyph, label, by in (("remove", "quieter", -1), ("add", "louder", 1))
        ]  # fmt: skip
        shown = Text(
            res.digits(f"{level:+d} dB"), 14, c.secondary, width=64, align="center", id=ID + "band_level"
        )
        rows.append(Row(Text(name, 16, c.text if on else c.disabled, grow=1, id=ID + "band_name"), steps[0], shown,
                        steps[1], width=FILL, height=56, pad=(16, 0, 4, 0), align="center", class_name=""))  # fmt: skip
    return framed(
        res, mini, page_bar(res, res.string("pi_music.equalizer")), scrolling(*rows, key="equalizer:")
    )
