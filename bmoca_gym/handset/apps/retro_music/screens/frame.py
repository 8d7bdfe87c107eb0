"""Common parts of Retro Music's screens: top and bottom bars, mini player, song rows."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.retro_music.handlers import pages, playing
from bmoca_gym.handset.apps.retro_music.state import ID, TABS
from bmoca_gym.handset.graphics.covers import Cover
from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import open_overlay, unmark
from bmoca_gym.handset.kits.rails import RAIL, beside_rail, rail_of, rail_tab
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import bottom_tabs, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

LIST = "androidx.recyclerview.widget.RecyclerView"
_ACTION = "android.widget.TextView"
#: Actions on marked songs that stand in the bar, where there is room for them: glyph, entry of the id, label.
_ON_MARKED = (
    ("redo", "action_play_next", "play_next"), ("library_add", "action_add_to_current_playing", "add_to_queue"),
    ("playlist_add", "action_add_to_playlist", "add_to_playlist"),
)  # fmt: skip
#: Under this width, in dp, the first of them stands in the menu.
NARROW = 340


class Mini(NamedTuple):
    """The content of the mini player. ``share``: the progress in hundredths."""

    title: str
    artist: str
    playing: bool
    share: int


class Around(NamedTuple):
    """Frame of a page: the bottom bar with ``tabs`` (none on a nested page), and the mini player."""

    tab: str
    tabs: tuple[str, ...]
    mini: Mini | None


def length_text(res: Resources, milliseconds: int) -> str:
    """Minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return res.digits(f"{hours:02d}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}")


def count_text(res: Resources, count: int, milliseconds: int | None = None) -> str:
    """Number of songs, and their total duration."""
    shown = res.string("retro_music.song_count", count=count, shown=res.digits(str(count)))
    return shown if milliseconds is None else f"{shown} • {length_text(res, milliseconds)}"


# The whole window


def framed(res: Resources, around: Around, *parts: Element, floating: Element | None = None) -> Element:
    """A page: its parts from top to bottom, the last one a list, above the mini player and the bottom bar."""
    *above, body = parts
    shown = body
    if floating is not None:
        button = Column(floating, pad=16, class_name="")
        shown = Stack(body, button, width=FILL, grow=1, align="end", justify="end", class_name="")
    foot: list[Element] = []
    if around.mini is not None:
        foot.append(_mini(res, around.mini))
    if around.tabs:
        items = tuple(
            [
                (res.string(f"retro_music.{tab}"), TABS[tab][0], ID + TABS[tab][1], do(pages.show_tab, tab))
                for tab in around.tabs
            ]
        )
        chosen = around.tabs.index(around.tab) if around.tab in around.tabs else 0
        if res.rail:  # over the mini player, which is as wide as the screen
            found = [rail_tab(res, item, i == chosen) for i, item in enumerate(items)]
            made = beside_rail(rail_of(found, ID + "navigationView"), page(res, *above, shown))
            made.grow = 1
            return Column(made, *foot, width=FILL, height=FILL, background=made.background, class_name="")
        foot.append(
            bottom_tabs(res, items, chosen, id=ID + "navigationView", class_name="android.widget.FrameLayout")
        )
    return page(res, *above, shown, *foot)


def _mini(res: Resources, mini: Mini) -> Element:
    c = res.colors
    wide = res.width + RAIL if res.rail else res.width
    words = Text(f"{mini.title} • {mini.artist}", 15, c.text, 500, grow=1, id=ID + "miniPlayerTitle")
    label = res.string("retro_music.pause" if mini.playing else "retro_music.play")
    button = icon_button(
        "pause" if mini.playing else "play_arrow", label,
        do(players.press_play), c.text, id=ID + "miniPlayerPlayPauseButton", class_name="android.widget.ImageView",
    )  # fmt: skip
    done = Spacer(width=wide * mini.share / 100, height=2, background=c.accent)
    bar = Row(cover(res, 36, name=mini.title, artist=mini.artist), words, button, width=FILL, height=54,
              pad=(12, 0, 4, 0), gap=12, align="center", tap=do(pages.open_player, True), swipe=do(playing.swipe_on),
              id=ID + "miniPlayerFragment", description=res.string("retro_music.open_player"))  # fmt: skip
    return Column(Row(done, width=FILL, id=ID + "progressBar", class_name="android.widget.ProgressBar"), bar,
                  width=FILL, background=c.raised, class_name="")  # fmt: skip


# Bars


def home_bar(res: Resources, title: str, menu: str = "") -> Element:
    """The bar of a tab: search, the title, and an overlay ``menu`` or, without one, the settings."""
    c = res.colors
    find = icon_button("search", res.string("retro_music.search"), do(pages.open_page, "search"), c.text)
    if menu:
        end = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, menu), c.text,
                          class_name="android.widget.ImageView")  # fmt: skip
    else:
        end = icon_button("settings", res.string("retro_music.settings"), do(pages.open_page, "settings"), c.text,
                          id=ID + "action_settings", class_name=_ACTION)  # fmt: skip
    return Row(find, FittedText(title, 22, c.text, 500, grow=1, align="center", id=ID + "appNameText"), end,
               width=FILL, height=64, pad=(4, 0), align="center", id=ID + "toolbar",
               class_name="android.view.ViewGroup")  # fmt: skip


def page_bar(res: Resources, title: str, *actions: Element) -> Element:
    """The bar of an opened page."""
    c = res.colors
    up = icon_button("arrow_back", res.string("common.navigate_up"), do(pages.leave_page), c.text)
    return Row(up, Text(title, 20, c.text, 500, grow=1, pad=(8, 0)), *actions, width=FILL, height=56, pad=(4, 0),
               align="center", id=ID + "toolbar", class_name="android.view.ViewGroup")  # fmt: skip


def marked_bar(res: Resources, marked: tuple[int, ...]) -> Element:
    """The bar while songs are marked."""
    c = res.colors
    calls: dict[str, Callback] = {
        "play_next": do(playing.play_next, marked), "add_to_queue": do(playing.enqueue, marked),
        "add_to_playlist": do(open_overlay, "playlists", marked),
    }  # fmt: skip
    shown = _ON_MARKED if res.width >= NARROW else _ON_MARKED[1:]
    buttons = [
        icon_button(glyph, res.string(f"retro_music.{label}"), calls[label], c.text, id=ID + entry, width=44,
                    class_name=_ACTION)
        for glyph, entry, label in shown
    ]  # fmt: skip
    title = res.string("retro_music.marked", shown=res.digits(str(len(marked))))
    return selection_bar(
        res, title, do(unmark), *buttons,
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "marked_menu", marked),
                    c.text, width=44, class_name="android.widget.ImageView"),
        id=ID, label="retro_music.end_marking", close_id="", size=18, gap=4, fitted=True, height=64,
    )  # fmt: skip


# Rows


def cover(
    res: Resources, size: float, glyph: str = "music_note", name: str = "", artist: str = "", *, round: bool = False,
    id: str = "image",
) -> Element:  # fmt: skip
    """The picture of a song, an album, a playlist or, if ``round``, an artist, called ``name``."""
    if not name:
        return Stack(
            Icon(glyph, size * 0.55, res.colors.accent, class_name=""), width=size, height=size, radius=6,
            background=(res.colors.accent & 0xFFFFFF) | 0x26000000, align="center", justify="center", id=ID + id,
            class_name="android.widget.ImageView",
        )  # fmt: skip
    return Picture(
        Cover("artist" if round else "album", name, artist), width=size, height=size,
        radius=size / 2 if round else size / 16, id=ID + id,
    )  # fmt: skip


def _marked_background(res: Resources) -> int:
    return (res.colors.accent & 0xFFFFFF) | 0x33000000


@component(512)
def song_row(
    res: Resources, song: Song, place: int, ids: tuple[int, ...], marked: bool, marking: bool, length: bool
) -> Element:
    """The song at ``place`` in a list ``ids``. ``length``: whether to show its length."""
    c = res.colors
    text = f"{song.artist} • {length_text(res, song.duration)}" if length else song.artist
    mark = do(pages.mark, song.id)
    return Row(
        cover(res, 40, "check" if marked else "music_note", "" if marked else song.title, song.artist),
        Column(Text(song.title, 16, c.text, id=ID + "title"), Text(text, 14, c.secondary, id=ID + "text"), grow=1,
               gap=2, class_name=""),
        icon_button("more_vert", res.string("retro_music.menu_of", name=song.title),
                    do(open_overlay, "song_menu", (song.id,)), c.secondary, id=ID + "menu", width=40,
                    class_name="android.widget.ImageView"),
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=16, align="center", long_press=mark,
        tap=mark if marking else do(playing.play_songs, ids, place), selected=marked,
        background=_marked_background(res) if marked else None, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def songs_list(
    res: Resources, songs: tuple[Song, ...], marked: tuple[int, ...], key: str, length: bool = False, id: str = "",
    head: tuple[Element, ...] = (), room: float = 16,
) -> Element:  # fmt: skip
    """Songs in a list below a head. ``room``: dp after the last one."""
    ids = tuple([song.id for song in songs])
    rows = [
        song_row(res, song, place, ids, song.id in marked, bool(marked), length)
        for place, song in enumerate(songs)
    ]
    return scrolling(*head, *rows, Spacer(width=FILL, height=room), key=key, id=ID + (id or "recycler_view"),
                     class_name=LIST, grow=1)  # fmt: skip


def nothing(res: Resources, key: str) -> Element:
    """Placeholder for an empty list."""
    return Column(
        Text("😐", 40, res.colors.text, id=ID + "emptyEmoji"),
        Text(res.string(f"retro_music.{key}"), 20, res.colors.secondary, lines=3, align="center", id=ID + "emptyText"),
        width=FILL, grow=1, height=FILL, gap=16, pad=32, align="center", justify="center", id="android:id/empty",
    )  # fmt: skip
