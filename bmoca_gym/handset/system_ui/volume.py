"""The volume panel: level of a stream, a mute button, and a button to Settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import audio, intents, settings, status_bar
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import WIDGET, Box, Column, Element, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Slider
from bmoca_gym.handset.value import Callback, do

_ID = status_bar.ID
#: Between the panel and the edge of the screen, dp.
GAP = 8
_WIDTH, _LENGTH, _END = 56.0, 160.0, 14.0
#: The glyph of each stream, and its glyph at volume 0.
_GLYPHS = {0: ("call", "call"), 3: ("volume_up", "volume_off")}
#: Android 13: its first API level; dp of its pill; the glyphs of streams; where Live Caption is kept.
_SINCE = 33
_PILL, _TALL = 52.0, 208.0
_GLYPHS_13 = {0: ("call", "call"), 3: ("music_note", "music_off")}
_CAPTIONS = ("secure", "odi_captions_enabled")


class _Upright(Slider):
    """A vertical slider with its minimum at the bottom."""

    __slots__ = ()

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Draw the track, its part below the knob, and the knob."""
        s = m.scale
        middle, inset = x + box.width / 2, _END * s
        length = box.height - 2 * inset
        at = y + inset + length * (1 - self.level)
        for top, bottom, tone in (
            (y + inset, y + box.height - inset, self.off_color),
            (at, y + box.height - inset, self.color),
        ):
            canvas.draw_round_rect(middle - 2 * s, top, middle + 2 * s, bottom, 2 * s, tone)
        canvas.draw_circle(middle, at, 9 * s, self.color)


class _Pill(Slider):
    """A vertical slider of Android 13: a round bar that is filled up to the level."""

    __slots__ = ()

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Draw the bar and its filled part."""
        radius, bottom = box.width / 2, y + box.height
        canvas.draw_round_rect(x, y, x + box.width, bottom, radius, self.off_color)
        top = bottom - box.width - (box.height - box.width) * self.level
        canvas.draw_round_rect(x, top, x + box.width, bottom, radius, self.color)


def _slide(phone: Phone, context: Context, stream: int, length: float, end: float) -> Phone:
    y = context.end_y if context.direction else context.y
    share = 1 - (y * length - end) / (length - 2 * end)
    low, high = audio.limits(stream)
    return audio.move_volume(phone, stream, low + round(min(max(share, 0.0), 1.0) * (high - low)))


def _mute(phone: Phone, context: Context, stream: int) -> Phone:
    low, _ = audio.limits(stream)
    return audio.move_volume(phone, stream, low if audio.volume(phone, stream) > low else low + 1)


def _open_settings(phone: Phone, context: Context) -> Phone:
    return intents.resolved(audio.close_panel(phone), Intent("android.settings.SOUND_SETTINGS")) or phone


def _toggle_captions(phone: Phone, context: Context) -> Phone:
    on = settings.get(phone, *_CAPTIONS) == "1"
    return audio.keep_panel(settings.put(phone, *_CAPTIONS, "0" if on else "1"))


def panel_of(phone: Phone, stream: int) -> Callback:
    """The function that builds the panel as the phone's release has it, and its arguments."""
    level = audio.volume(phone, stream)
    if phone.image.api_level < _SINCE:
        return do(panel, stream, level)
    return do(panel_13, stream, level, settings.get(phone, *_CAPTIONS) == "1")


def panel_13(res: Resources, stream: int, level: int, captions: bool) -> Element:
    """The panel of Android 13: a pill with the stream's glyph, and buttons for Settings and Live Caption."""
    c = res.colors
    low, high = audio.limits(stream)
    share = (level - low) / (high - low)
    loud, silent = _GLYPHS_13[stream]
    name = res.string("system_ui.call_volume" if stream == 0 else "system_ui.media_volume")
    bar = Stack(
        _Pill(
            share, c.accent, c.divider, width=_PILL, height=_TALL, drag=do(_slide, stream, _TALL, _PILL / 2),
            description=name, id=_ID + "volume_row_slider",
        ),
        Icon(
            loud if level > low else silent, 22, c.on_accent, width=_PILL, height=_PILL, tap=do(_mute, stream),
            description=name, id=_ID + "volume_row_icon", class_name=WIDGET + "ImageButton",
        ),
        width=_PILL, height=_TALL, justify="end", id=_ID + "volume_dialog_rows", class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
    gear = icon_button(
        "more_horiz",
        res.string("system_ui.open_settings"),
        do(_open_settings),
        c.secondary,
        id=_ID + "settings",
    )
    caption = Icon(
        "subtitles" if captions else "subtitles_off", 22, c.accent if captions else c.secondary, width=_PILL,
        height=_PILL, radius=_PILL / 2, background=c.surface, border=c.divider, tap=do(_toggle_captions),
        description=res.string("system_ui.live_caption"), selected=captions, id=_ID + "odi_captions_icon",
        class_name=WIDGET + "ImageButton",
    )  # fmt: skip
    return Column(
        Column(
            bar, gear, width=_PILL + 12, pad=(6, 6, 6, 2), background=c.surface, border=c.divider,
            radius=_PILL / 2 + 6, align="center", id=_ID + "main", class_name=WIDGET + "LinearLayout",
        ),
        caption, width=_PILL + 12, gap=10, align="center", tap=do(take_touch), id=_ID + "volume_dialog",
        class_name=WIDGET + "FrameLayout",
    )  # fmt: skip


def panel(res: Resources, stream: int, level: int) -> Element:
    """The panel of a stream at a level."""
    c = res.colors
    low, high = audio.limits(stream)
    loud, silent = _GLYPHS[stream]
    name = res.string("system_ui.call_volume" if stream == 0 else "system_ui.media_volume")
    return Column(
        _Upright(
            (level - low) / (high - low), c.accent, c.divider, width=_WIDTH, height=_LENGTH,
            drag=do(_slide, stream, _LENGTH, _END), description=name, id=_ID + "volume_row_slider",
        ),
        icon_button(
            loud if level > low else silent, name, do(_mute, stream), c.accent, id=_ID + "volume_row_icon",
        ),
        icon_button(
            "settings", res.string("system_ui.open_settings"), do(_open_settings), c.secondary, id=_ID + "settings"
        ),
        width=_WIDTH, pad=(0, 8), background=c.surface, border=c.divider, radius=8, align="center",
        tap=do(take_touch), id=_ID + "volume_dialog", class_name="android.widget.FrameLayout",
    )  # fmt: skip
