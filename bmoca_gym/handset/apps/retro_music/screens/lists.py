"""Retro Music's tabs, and the pages that open from them."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.retro_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.retro_music.handlers.playlists import Playlist
from bmoca_gym.handset.apps.retro_music.screens.frame import (
    LIST,
    Around,
    count_text,
    cover,
    framed,
    home_bar,
    length_text,
    marked_bar,
    nothing,
    page_bar,
    songs_list,
)
from bmoca_gym.handset.apps.retro_music.state import ID, SONGS, TABS
from bmoca_gym.handset.kits.library import Gathered, Song
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import floating_button, heading, icon_button, list_row, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Switch, Text
from bmoca_gym.handset.value import do

#: What the shortcuts of the first page lead to: glyph, entry of the id, colour.
_SHORTCUTS = {
    "history": ("history", "history", 0xFF2196F3), "last_added": ("library_add", "lastAdded", 0xFFF44336),
    "most_played": ("trending_up", "topPlayed", 0xFF673AB7),
}  # fmt: skip
#: Glyphs of albums and artists, and whether the cell of one names the artist.
_GATHERED = {"album": ("album", True), "artist": ("person", False)}
_GREEN = 0xFF4CAF50
_FLOATING = 88  # dp that a button over a list takes
_ON_FIRST_PAGE = 4
_CELL = 150  # dp that a cell of a grid is at least wide


# The first page


def home(res: Resources, around: Around, songs: tuple[Song, ...], albums: tuple[Gathered, ...],
         artists: tuple[Gathered, ...]) -> Element:  # fmt: skip
    """The first page: shortcuts, and some albums and artists."""
    c = res.colors
    shortcuts = [
        _shortcut(res, glyph, res.string(f"retro_music.{name}"), do(pages.open_page, name), entry, color)
        for name, (glyph, entry, color) in _SHORTCUTS.items()
    ]
    ids = tuple([song.id for song in songs])
    shuffle = do(playing.shuffle_songs, ids)
    shortcuts.append(_shortcut(res, "shuffle", res.string("retro_music.shuffle"), shuffle, "actionShuffle", _GREEN,
                               bool(songs)))  # fmt: skip
    parts: list[Element] = [
        Row(
            Icon("account_circle", 48, c.secondary, id=ID + "userImage"),
            Column(Text(res.string("retro_music.welcome"), 14, c.secondary, id=ID + "titleWelcome"),
                   Text(res.string("retro_music.user"), 20, c.text, 500, id=ID + "text"), grow=1, class_name=""),
            width=FILL, pad=(16, 8), gap=16, align="center", class_name="",
        ),
        Row(*shortcuts, width=FILL, pad=(8, 12), gap=4, id=ID + "abs_playlists", class_name="android.view.ViewGroup"),
    ]  # fmt: skip
    for key, kind, found in (("recent_albums", "album", albums), ("recent_artists", "artist", artists)):
        if found:
            parts.append(heading(res, res.string(f"retro_music.{key}")))
            parts.append(_grid(res, found[:_ON_FIRST_PAGE], kind, pad=(12, 0)))
    body = scrolling(*parts, key="home", id=ID + "container", class_name="android.widget.ScrollView",
                     pad=(0, 0, 0, 16))  # fmt: skip
    return framed(res, around, home_bar(res, res.string("retro_music.app_name")), body)


def _shortcut(res: Resources, glyph: str, label: str, tap: object, entry: str, color: int, enabled: bool = True
              ) -> Element:  # fmt: skip
    return Column(
        Icon(glyph, 24, 0xFFFFFFFF, width=52, height=52, radius=26, background=color, class_name=""),
        FittedText(label, 13, res.colors.text, lines=2, align="center", width=FILL),
        grow=1, gap=8, pad=(2, 4), align="center", tap=tap, id=ID + entry, description=label, enabled=enabled,
        class_name="android.widget.Button",
    )  # fmt: skip


# Lists of the library


def songs_tab(
    res: Resources, around: Around, songs: tuple[Song, ...], marked: tuple[int, ...], length: bool
) -> Element:
    """All songs."""
    bar = marked_bar(res, marked) if marked else home_bar(res, res.string("retro_music.songs"), "menu")
    if not songs:
        return framed(res, around, bar, nothing(res, "no_songs"))
    shuffle = do(playing.shuffle_songs, tuple([song.id for song in songs]))
    button = floating_button(
        res, "shuffle", res.string("retro_music.shuffle"), shuffle, ID + "shuffle_button"
    )
    body = songs_list(res, songs, marked, "songs", length, room=_FLOATING)
    return framed(res, around, bar, body, floating=button)


def gathered_tab(res: Resources, around: Around, found: tuple[Gathered, ...], kind: str) -> Element:
    """All albums, or all artists (``kind``)."""
    bar = home_bar(res, res.string(f"retro_music.{kind}s"), "menu")
    if not found:
        return framed(res, around, bar, nothing(res, f"no_{kind}s"))
    body = scrolling(
        _grid(res, found, kind), key=f"{kind}s", id=ID + "recycler_view", class_name=LIST, pad=(12, 0, 12, 16)
    )
    return framed(res, around, bar, body)


def _grid(res: Resources, found: tuple[Gathered, ...], kind: str, **options: Any) -> Element:
    """Albums or artists, in as many columns as fit."""
    columns = max(2, (res.width - 16) // _CELL)
    side = (res.width - 24 - 8 * (columns - 1)) / columns - 16
    cells = [_cell(res, one, kind, side) for one in found]
    return Grid(*cells, columns=columns, width=FILL, gap=8, class_name="", **options)


@component(256)
def _cell(res: Resources, one: Gathered, kind: str, side: float) -> Element:
    c = res.colors
    says_artist = _GATHERED[kind][1]
    text = one.songs[0].artist if says_artist else count_text(res, len(one.songs))
    align = "start" if says_artist else "center"
    return Column(
        _cover(res, side, one, kind),
        Spacer(width=1, height=4),
        Text(one.name, 15, c.text, 500, id=ID + "title", width=FILL, align=align),
        Text(text, 13, c.secondary, id=ID + "text", width=FILL, align=align),
        width=FILL, pad=8, gap=2, tap=do(pages.open_page, kind, one.name), class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _cover(res: Resources, size: float, one: Gathered, kind: str) -> Element:
    """The picture of an album, which is that of its first song, or of an artist."""
    glyph, by_song = _GATHERED[kind]
    if by_song:
        return cover(res, size, glyph, one.songs[0].title, one.songs[0].artist)
    return cover(res, size, glyph, one.name, round=True)


def gathered_page(
    res: Resources, around: Around, one: Gathered, kind: str, marked: tuple[int, ...]
) -> Element:
    """An album or an artist (``kind``): its totals, and its songs with their lengths."""
    bar = marked_bar(res, marked) if marked else page_bar(res, res.string(f"retro_music.{kind}"))
    ids = tuple([song.id for song in one.songs])
    art = _cover(res, 88, one, kind)
    head = _head(res, one.name, count_text(res, len(ids), one.duration), ids, art)
    body = songs_list(res, one.songs, marked, f"{kind}:{one.name}", True, "recyclerView", (head,))
    return framed(res, around, bar, body)


def _head(res: Resources, title: str, text: str, ids: tuple[int, ...], art: Element) -> Element:
    c = res.colors
    able = bool(ids)
    buttons = [
        icon_button(mark, res.string(f"retro_music.{label}"), tap, c.accent if able else c.disabled, id=ID + entry,
                    background=c.raised, radius=24, enabled=able, class_name="android.widget.Button")
        for mark, label, tap, entry in (
            ("play_arrow", "play_all", do(playing.play_songs, ids), "play_button"),
            ("shuffle", "shuffle", do(playing.shuffle_songs, ids), "shuffle_button"),
        )
    ]  # fmt: skip
    words = Column(Text(title, 22, c.text, 500, lines=2, id=ID + "title"),
                   Text(text, 14, c.secondary, lines=2, id=ID + "subtitle"), Row(*buttons, gap=12, class_name=""),
                   grow=1, gap=8, class_name="")  # fmt: skip
    return Row(art, words, width=FILL, pad=(16, 8, 16, 16), gap=16, align="center", class_name="")


def smart_page(
    res: Resources, around: Around, kind: str, songs: tuple[Song, ...], marked: tuple[int, ...]
) -> Element:
    """The most recently played, most played or most recently added songs."""
    bar = marked_bar(res, marked) if marked else page_bar(res, res.string(f"retro_music.{kind}"))
    body = songs_list(res, songs, marked, f"{kind}:") if songs else nothing(res, "no_songs")
    return framed(res, around, bar, body)


def folders_tab(res: Resources, around: Around, name: str, way: str, found: tuple[tuple[str, ...], tuple[Song, ...]],
                marked: tuple[int, ...]) -> Element:  # fmt: skip
    """Folders and songs of the folder at the path ``way``, below the storage ("")."""
    folders, songs = found
    own = page_bar(res, name) if way else home_bar(res, name)
    bar = marked_bar(res, marked) if marked else own
    rows = tuple(
        [
            list_row(res, folder, icon="folder", title_id=ID + "title",
                     tap=do(pages.open_page, "folder", f"{way}/{folder}"))
            for folder in folders
        ]
    )  # fmt: skip
    if not rows and not songs:
        return framed(res, around, bar, nothing(res, "no_songs"))
    return framed(res, around, bar, songs_list(res, songs, marked, f"folder:{way}", head=rows))


def search_page(res: Resources, around: Around, query: str, focused: bool, songs: tuple[Song, ...],
                marked: tuple[int, ...]) -> Element:  # fmt: skip
    """The search, and the songs that it finds."""
    if marked:
        bar = marked_bar(res, marked)
    else:
        bar = search_bar(
            res, query, focused, res.string("retro_music.search_hint"), do(pages.search), do(pages.leave_page),
            field={"id": ID + "searchView"}, clear={"id": ID + "clearText"},
            labels=("common.navigate_up", "retro_music.clear_search"), height=64, gap=4, id=ID + "toolbarContainer",
        )  # fmt: skip
    if songs:
        return framed(res, around, bar, songs_list(res, songs, marked, "search:", id="recyclerView"))
    return framed(
        res, around, bar, nothing(res, "no_results") if query.strip() else Spacer(width=FILL, grow=1)
    )


# Playlists


def playlists_tab(res: Resources, around: Around, found: tuple[Playlist, ...]) -> Element:
    """All playlists."""
    bar = home_bar(res, res.string("retro_music.playlists"), "playlists_menu")
    if not found:
        return framed(res, around, bar, nothing(res, "no_playlists"))
    rows = [_playlist_row(res, one) for one in found]
    return framed(res, around, bar, scrolling(*rows, key="playlists", id=ID + "recycler_view", class_name=LIST,
                                              pad=(0, 0, 0, 16)))  # fmt: skip


@component(128)
def _playlist_row(res: Resources, one: Playlist) -> Element:
    c = res.colors
    return Row(
        cover(res, 40, "queue_music", one.name),
        Column(Text(one.name, 16, c.text, id=ID + "title"),
               Text(count_text(res, len(one.rows), one.duration), 14, c.secondary, id=ID + "text"), grow=1, gap=2,
               class_name=""),
        icon_button("more_vert", res.string("retro_music.menu_of", name=one.name),
                    do(open_overlay, "playlist_menu", one.songs, one.id), c.secondary, id=ID + "menu", width=40,
                    class_name="android.widget.ImageView"),
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=16, align="center", tap=do(pages.open_page, "playlist", one.id),
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def playlist_page(
    res: Resources, around: Around, one: Playlist, songs: tuple[Song, ...], marked: tuple[int, ...]
) -> Element:
    """A playlist. ``songs``: the songs that are on the phone."""
    if marked:
        bar = marked_bar(res, marked)
    else:
        more = icon_button("more_vert", res.string("common.more_options"),
                           do(open_overlay, "playlist_menu", one.songs, one.id), res.colors.text,
                           class_name="android.widget.ImageView")  # fmt: skip
        bar = page_bar(res, one.name, more)
    ids = tuple([song.id for song in songs])
    head = _head(
        res,
        one.name,
        count_text(res, len(one.rows), one.duration),
        ids,
        cover(res, 88, "queue_music", one.name),
    )
    rows = [_ordered_row(res, one, place, ids, marked) for place in range(len(one.rows))]
    if not rows:
        return framed(res, around, bar, head, nothing(res, "no_songs"))
    return framed(res, around, bar, scrolling(head, *rows, key=f"playlist:{one.id}", id=ID + "recyclerView",
                                              class_name=LIST, pad=(0, 0, 0, 16)))  # fmt: skip


def _ordered_row(
    res: Resources, one: Playlist, place: int, ids: tuple[int, ...], marked: tuple[int, ...]
) -> Element:
    song = one.songs[place]
    at = ids.index(song) if song in ids else -1
    return _listed_row(res, one.rows[place : place + 1], one.id, place, ids, at, song in marked, bool(marked))


@component(256)
def _listed_row(
    res: Resources,
    row: Rows,
    playlist: int,
    place: int,
    ids: tuple[int, ...],
    at: int,
    marked: bool,
    marking: bool,
) -> Element:
    """A song of a playlist, with a drag handle. ``at``: its place among the playable ones, or -1."""
    c, get = res.colors, SONGS.get
    song, title = int(get(row[0], "id") or 0), str(get(row[0], "title"))
    text = f"{get(row[0], 'artist_name')!s} • {length_text(res, int(get(row[0], 'duration') or 0))}"
    mark = do(pages.mark, song)
    ink = c.text if at >= 0 else c.disabled
    handle = Icon("drag_indicator", 24, c.secondary, width=36, height=64, drag=do(playlists.move, playlist, place),
                  id=ID + "drag_view", description=res.string("retro_music.drag", name=title))  # fmt: skip
    return Row(
        handle, cover(res, 40, "check" if marked else "music_note", "" if marked else title,
              str(get(row[0], "artist_name"))),
        Column(Text(title, 16, ink, id=ID + "title"), Text(text, 14, c.secondary, id=ID + "text"), grow=1, gap=2,
               class_name=""),
        icon_button("more_vert", res.string("retro_music.menu_of", name=title),
                    do(open_overlay, "listed_menu", (song,), playlist), c.secondary, id=ID + "menu", width=40,
                    class_name="android.widget.ImageView"),
        width=FILL, height=64, pad=(0, 0, 4, 0), gap=12, align="center", long_press=mark,
        tap=mark if marking or at < 0 else do(playing.play_songs, ids, at), selected=marked,
        background=(c.accent & 0xFFFFFF) | 0x33000000 if marked else None, class_name="android.widget.FrameLayout",
    )  # fmt: skip


# The settings


def settings_page(
    res: Resources, around: Around, shown: tuple[str, ...], switches: tuple[tuple[str, bool], ...]
) -> Element:
    """The settings: the tabs of the bottom bar, and switches."""
    c = res.colors
    rows: list[Element] = [heading(res, res.string("retro_music.library_categories"))]
    for tab in TABS:
        on = tab in shown
        label, tap = res.string(f"retro_music.{tab}"), do(pages.switch_tab, tab)
        rows.append(list_row(res, label, tap=tap, end=_toggle(res, on, tap, label)))
    rows.append(heading(res, res.string("retro_music.other_settings")))
    for name, on in switches:
        label, tap = res.string(f"retro_music.{name}"), do(switch, name)
        rows.append(list_row(res, label, tap=tap, end=_toggle(res, on, tap, label), lines=3))
    rows.append(heading(res, res.string("retro_music.about")))
    rows.append(
        list_row(res, res.string("retro_music.app_name"), res.string("retro_music.version", shown="6.1.0"))
    )
    body = scrolling(
        *rows, key="settings:", id=ID + "recycler_view", class_name=LIST, background=c.background
    )
    return framed(res, around, page_bar(res, res.string("retro_music.settings")), body)


def _toggle(res: Resources, on: bool, tap: object, label: str) -> Element:
    said = res.string("common.on" if on else "common.off")
    return Switch(
        on, said, color=res.colors.accent, tap=tap, id="android:id/switch_widget", description=label
    )
