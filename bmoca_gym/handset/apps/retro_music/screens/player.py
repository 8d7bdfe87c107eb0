"""Retro Music's player in full screen, and the queue."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.retro_music.screens.frame import (
    LIST,
    Around,
    count_text,
    cover,
    framed,
    length_text,
    nothing,
    page_bar,
)
from bmoca_gym.handset.apps.retro_music.state import ID
from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, scrolling, slider
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_LOW = 480  # dp: under this height the picture is small
_NARROW = 340  # dp: under this width the buttons stand close together
_SECONDS = 1000


def now_playing(
    res: Resources, song: Song, seconds: int, is_playing: bool, repeat: str, shuffled: bool, favorite: bool
) -> Element:
    """The player: a song at a position in seconds."""
    c = res.colors
    close = icon_button(
        "keyboard_arrow_down", res.string("retro_music.close_player"), do(pages.open_player, False), c.text
    )
    actions = [
        icon_button("favorite" if favorite else "favorite_border",
                    res.string("retro_music.unlike" if favorite else "retro_music.like"),
                    do(playlists.press_heart, song.id), c.text, id=ID + "action_toggle_favorite", selected=favorite,
                    class_name="android.widget.TextView"),
        icon_button("queue_music", res.string("retro_music.queue"), do(pages.open_page, "queue"), c.text,
                    id=ID + "now_playing", class_name="android.widget.TextView"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "player_menu", (song.id,)),
                    c.text, class_name="android.widget.ImageView"),
    ]  # fmt: skip
    bar = Row(close, Spacer(grow=1, height=1), *actions, width=FILL, height=56, pad=(4, 0), align="center",
              id=ID + "playerToolbar", class_name="android.view.ViewGroup")  # fmt: skip
    side = min(res.width - 64, max(64, res.height - _LOW), 320)
    art = Stack(cover(res, side, "music_note", song.title, song.artist, id="player_image"), width=FILL,
                grow=1, align="center", justify="center", id=ID + "playerAlbumCoverFragment",
                class_name="android.widget.FrameLayout")  # fmt: skip
    wide = max(80, res.width - 40)
    level = round(1000 * seconds * _SECONDS / song.duration) if song.duration else 0
    place = slider(res, level, 0, 1000, wide, do(players.seek, wide), id=ID + "progressSlider",
                   description=res.string("retro_music.position"))  # fmt: skip
    times = Row(
        Text(length_text(res, seconds * _SECONDS), 13, c.secondary, id=ID + "songCurrentProgress"),
        Spacer(grow=1, height=1),
        Text(length_text(res, song.duration), 13, c.secondary, id=ID + "songTotalTime"),
        width=wide, class_name="",
    )  # fmt: skip
    names = Column(
        Text(song.title, 22, c.text, 500, lines=2, align="center", id=ID + "title"),
        Text(song.artist, 16, c.secondary, align="center", id=ID + "text"),
        width=FILL, gap=4, pad=(24, 8), align="center", class_name="",
    )  # fmt: skip
    return page(
        res, bar, art, place, times, names, _controls(res, is_playing, repeat, shuffled), align="center"
    )


def _controls(res: Resources, is_playing: bool, repeat: str, shuffled: bool) -> Element:
    c = res.colors
    narrow = res.width < _NARROW
    side, gap, edge = (44, 0, 2) if narrow else (48, 8, 12)
    middle = Icon(
        "pause" if is_playing else "play_arrow", 32, c.on_accent, width=side + 16, height=side + 16,
        radius=side / 2 + 8, background=c.accent, tap=do(players.press_play), id=ID + "playPauseButton",
        class_name="android.widget.ImageButton",
        description=res.string("retro_music.pause" if is_playing else "retro_music.play"),
    )  # fmt: skip
    again, before, after, shuffle = (
        icon_button(glyph, res.string(f"retro_music.{label}"), tap, color, size=size, width=side, id=ID + entry)
        for glyph, label, tap, color, size, entry in (
            ("repeat_one" if repeat == "one" else "repeat", f"repeat_{repeat}", do(players.press_repeat),
             c.secondary if repeat == "off" else c.accent, 24, "repeatButton"),
            ("skip_previous", "previous", do(players.rewind), c.text, 32, "previousButton"),
            ("skip_next", "next", do(players.forward), c.text, 32, "nextButton"),
            ("shuffle", "shuffle_off" if shuffled else "shuffle", do(players.press_shuffle),
             c.accent if shuffled else c.secondary, 24, "shuffleButton"),
        )
    )  # fmt: skip
    return Row(again, Spacer(grow=1, height=1), before, middle, after, Spacer(grow=1, height=1), shuffle, width=FILL,
               pad=(edge, 8, edge, 28), gap=gap, align="center", id=ID + "playbackControlsFragment",
               class_name="android.view.ViewGroup")  # fmt: skip


# The queue


def queue_page(res: Resources, around: Around, queue: tuple[Song, ...], place: int) -> Element:
    """The queue, with the song at ``place`` playing."""
    if not queue:
        return framed(
            res, around, page_bar(res, res.string("retro_music.queue")), nothing(res, "empty_queue")
        )
    bar = page_bar(res, res.string("retro_music.queue"))
    left = sum(song.duration for song in queue[place + 1 :])
    info = Text(count_text(res, len(queue) - place - 1, left), 14, res.colors.secondary, pad=(16, 0, 16, 8),
                lines=2, id=ID + "subtitle")  # fmt: skip
    rows = [_queue_row(res, song, at, at - place) for at, song in enumerate(queue)]
    body = scrolling(
        info, *rows, Spacer(width=FILL, height=88), key="queue:", id=ID + "recyclerView", class_name=LIST
    )
    button = Row(
        Icon("clear_all", 24, res.colors.on_accent, class_name=""),
        Text(res.string("retro_music.clear_queue"), 15, res.colors.on_accent, 500),
        height=56, pad=(16, 0, 20, 0), gap=12, align="center", radius=28, background=res.colors.accent,
        tap=do(playing.clear), id=ID + "clearQueue", class_name="android.widget.Button",
    )  # fmt: skip
    return framed(res, around, bar, body, floating=button)


@component(256)
def _queue_row(res: Resources, song: Song, place: int, behind: int) -> Element:
    """A song of the queue, ``behind`` the current one by that many places."""
    c = res.colors
    ink = c.disabled if behind < 0 else c.accent if behind == 0 else c.text
    handle = Icon("drag_indicator", 24, c.secondary, width=36, height=64, drag=do(playing.move, place),
                  id=ID + "drag_view", description=res.string("retro_music.drag", name=song.title))  # fmt: skip
    text = f"{song.artist} • {length_text(res, song.duration)}"
    return Row(
        handle,
        Text(res.digits(str(behind)), 14, ink, width=36, align="center", id=ID + "imageText"),
        Column(Text(song.title, 16, ink, id=ID + "title"), Text(text, 14, c.secondary, id=ID + "text"), grow=1, gap=2,
               class_name=""),
        icon_button("more_vert", res.string("retro_music.menu_of", name=song.title),
                    do(open_overlay, "queued_menu", (song.id,), place), c.secondary, id=ID + "menu",
                    width=40, class_name="android.widget.ImageView"),
        width=FILL, height=64, pad=(0, 0, 4, 0), gap=8, align="center", tap=do(players.play_at, place),
        swipe=do(playing.swipe_away, place), selected=behind == 0, class_name="android.widget.FrameLayout",
    )  # fmt: skip
