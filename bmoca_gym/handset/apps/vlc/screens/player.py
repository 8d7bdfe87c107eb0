"""VLC's player: the video in full screen, and its controls."""

from __future__ import annotations

from bmoca_gym.handset.apps.vlc.handlers import player
from bmoca_gym.handset.apps.vlc.state import ID, LEAP
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, slider
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

_WHITE, _BLACK, _BARS = 0xFFFFFFFF, 0xFF000000, 0x8C000000


def screen(
    res: Resources, title: str, picture: bytes, film: bool, filled: bool, controls: bool, second: int, length: int,
    playing: bool, several: bool,
) -> Element:  # fmt: skip
    """The current medium. ``picture``: a video's current frame; ``length``: ms; ``several``: whether the queue has
    more."""
    shown = _shown(res, picture, film, filled)
    over = (_controls(res, title, film, second, length, playing, several),) if controls else ()
    return Stack(
        Stack(shown, width=FILL, height=FILL, align="center", justify="center", id=ID + "player_surface_frame"), *over,
        width=FILL, height=FILL, background=_BLACK, tap=do(player.show_controls), id=ID + "player_root",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def small(res: Resources, picture: bytes) -> Element:
    """A video in a picture in picture."""
    if not picture or pictures.size(picture) is None:
        return Icon("movie", 48, 0xFF9E9E9E, width=FILL, height=FILL, id=ID + "cover")
    return Picture(picture, width=FILL, height=FILL, id=ID + "player_surface")


def _shown(res: Resources, picture: bytes, film: bool, filled: bool) -> Element:
    size = pictures.size(picture) if picture else None
    if size is None:
        return Icon("movie" if film else "audiotrack", 96, 0xFF9E9E9E, id=ID + "cover")
    width, height = size
    if filled:
        return Picture(picture, width=FILL, height=FILL, id=ID + "player_surface")
    scale = min(res.width / width, res.height / height)
    return Picture(
        picture, width=max(1.0, width * scale), height=max(1.0, height * scale), id=ID + "player_surface"
    )


def _controls(
    res: Resources, title: str, film: bool, second: int, length: int, playing: bool, several: bool
) -> Element:
    room_each = min(44.0, (res.width - 8) / 7)  # seven buttons share the width of the narrowest screens

    def button(glyph: str, name: str, tap: Callback, id: str, size: float = 24) -> Element:
        return icon_button(glyph, res.string(f"vlc.{name}"), tap, _WHITE, size=size, width=room_each, id=ID + id,
                           class_name="android.widget.ImageView")  # fmt: skip

    top = Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        Row(
            icon_button("arrow_back", res.string("common.navigate_up"), do(player.leave_player), _WHITE),
            Text(title, 18, _WHITE, 500, grow=1, pad=(8, 0), id=ID + "player_overlay_title"),
            width=FILL, height=56, pad=(4, 0), align="center", class_name="",
        ),
        width=FILL, background=_BARS, tap=do(take_touch), class_name="",
    )  # fmt: skip
    room = max(80.0, res.width - 32)
    times = Row(
        Text(clock_text(res, second * 1000), 14, _WHITE, id=ID + "player_overlay_time"), Spacer(grow=1, height=1),
        Text(clock_text(res, length), 14, _WHITE, id=ID + "player_overlay_length"),
        width=FILL, pad=(24, 4, 24, 0), class_name="",
    )  # fmt: skip
    bar = Row(
        slider(res, second, 0, max(1, length // 1000), room, do(player.seek, room), id=ID + "player_overlay_seekbar"),
        width=FILL, justify="center", class_name="",
    )  # fmt: skip
    around: list[tuple[str, str, Callback, str]] = [
        ("replay_10", "rewind", do(player.leap, -LEAP), "player_overlay_rewind"),
        ("pause" if playing else "play_arrow", "pause" if playing else "play", do(player.play_or_pause),
         "player_overlay_play"),
        ("forward_10", "forward", do(player.leap, LEAP), "player_overlay_forward"),
    ]  # fmt: skip
    if several:
        around.insert(0, ("skip_previous", "previous", do(player.skip, -1), "playlist_previous"))
        around.append(("skip_next", "next", do(player.skip, 1), "playlist_next"))
    middle: list[Element] = [
        button(*one, size=36 if one[3] == "player_overlay_play" else 24) for one in around
    ]
    lead = (
        button("aspect_ratio", "resize", do(player.resize), "player_resize")
        if film
        else Spacer(width=room_each, height=48)
    )
    more = button("speed", "speed", do(open_overlay, "speed"), "player_overlay_adv_function")
    buttons = Row(
        lead, Spacer(grow=1, height=1), *middle, Spacer(grow=1, height=1), more, width=FILL, height=56, pad=(4, 0),
        align="center", id=ID + "constraintLayout", class_name="android.view.ViewGroup",
    )  # fmt: skip
    foot = Column(
        times, bar, LeftToRight(buttons, width=FILL),
        Spacer(width=FILL, height=res.foot), width=FILL, background=_BARS, tap=do(take_touch),
        id=ID + "progress_overlay", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Column(top, Spacer(width=FILL, grow=1), foot, width=FILL, height=FILL, class_name="")
