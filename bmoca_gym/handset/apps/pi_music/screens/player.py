"""Pi Music Player's player in full screen."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music.handlers import pages
from bmoca_gym.handset.apps.pi_music.screens.lists import COLOR, cover
from bmoca_gym.handset.apps.pi_music.state import ID
from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, slider
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_AROUND = 470  # dp: what stands above and below the picture
_NARROW = 340  # dp: under this width the buttons stand close together


def screen(
    res: Resources, song: Song, seconds: int, is_playing: bool, repeat: str, shuffled: bool
) -> Element:
    """The player, with a song at a position in seconds."""
    c = res.colors
    tools = [
        icon_button(glyph, res.string(f"pi_music.{label}"), tap, c.text, id=ID + entry)
        for glyph, label, tap, entry in (
            ("queue_music", "open_list", do(pages.open_page, "queue"), "now_playing_list"),
            ("equalizer", "open_equalizer", do(pages.open_page, "equalizer"), "equalizer"),
        )
    ]  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"),
                       do(open_overlay, "player_menu", (song.id,)), c.text,
                       class_name="android.widget.ImageView")  # fmt: skip
    bar = Row(
        icon_button("keyboard_arrow_down", res.string("pi_music.close_player"), do(pages.open_player, False), c.text),
        Spacer(grow=1, height=1), *tools, more, width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    side = min(res.width - 64, max(48, res.height - _AROUND), 320)
    art = Stack(cover(side, "album", song.title, song.artist), width=FILL, grow=1, align="center", justify="center",
                swipe=do(pages.swipe_player), id=ID + "now_playing_pager",
                class_name="androidx.viewpager.widget.ViewPager")  # fmt: skip
    hint = Text(res.string("pi_music.swipe_hint"), 12, c.secondary, lines=2, align="center", pad=(16, 4),
                width=FILL, id=ID + "swipe_hint")  # fmt: skip
    names = Column(
        Text(song.title, 20, c.text, 500, lines=2, align="center", id=ID + "song_title"),
        Text(song.artist, 15, c.secondary, align="center", id=ID + "artist_name"),
        Text(song.album, 13, c.secondary, align="center", id=ID + "album_name"),
        width=FILL, gap=4, pad=(24, 8), align="center", class_name="",
    )  # fmt: skip
    wide = max(80, res.width - 40)
    level = round(1000 * seconds * 1000 / song.duration) if song.duration else 0
    place = slider(res, level, 0, 1000, wide, do(players.seek, wide), id=ID + "seekBar",
                   description=res.string("pi_music.position"))  # fmt: skip
    times = Row(
        Text(clock_text(res, seconds * 1000), 13, c.secondary, id=ID + "current_time"), Spacer(grow=1, height=1),
        Text(clock_text(res, song.duration), 13, c.secondary, id=ID + "total_time"), width=wide, class_name="",
    )  # fmt: skip
    return page(
        res, bar, art, hint, names, place, times, _controls(res, is_playing, repeat, shuffled), align="center"
    )


def _controls(res: Resources, is_playing: bool, repeat: str, shuffled: bool) -> Element:
    c = res.colors
    side, edge = (44, 2) if res.width < _NARROW else (48, 12)
    middle = Icon(
        "pause" if is_playing else "play_arrow", 32, 0xFFFFFFFF, width=side + 16, height=side + 16,
        radius=side / 2 + 8, background=COLOR, tap=do(players.press_play), id=ID + "playPauseView",
        class_name="android.widget.ImageView",
        description=res.string("pi_music.pause" if is_playing else "pi_music.play"),
    )  # fmt: skip
    shuffle, before, after, again = (
        icon_button(glyph, res.string(f"pi_music.{label}"), tap, color, size=size, width=side, id=ID + entry,
                    class_name="android.widget.ImageView")
        for glyph, label, tap, color, size, entry in (
            ("shuffle", "shuffle_off" if shuffled else "shuffle", do(players.press_shuffle),
             COLOR if shuffled else c.secondary, 24, "shuffleImage"),
            ("skip_previous", "previous", do(players.rewind), c.text, 32, "prevImage"),
            ("skip_next", "next", do(players.forward), c.text, 32, "nextImage"),
            ("repeat_one" if repeat == "one" else "repeat", f"repeat_{repeat}", do(players.press_repeat),
             c.secondary if repeat == "off" else COLOR, 24, "repeatImage"),
        )
    )  # fmt: skip
    line = Row(shuffle, Spacer(grow=1, height=1), before, middle, after, Spacer(grow=1, height=1), again, width=FILL,
               pad=(edge, 8, edge, 24), gap=8, align="center", class_name="")  # fmt: skip
    return LeftToRight(line, width=FILL)  # media buttons are not mirrored
