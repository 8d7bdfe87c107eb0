"""The volume panel: level of a stream, a mute button, and a button to Settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import audio, intents, status_bar
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import Box, Column, Element, take_touch
from bmoca_gym.handset.ui.widgets import Slider
from bmoca_gym.handset.value import do

_ID = status_bar.ID
#: Between the panel and the edge of the screen, dp.
GAP = 8
_WIDTH, _LENGTH, _END = 56.0, 160.0, 14.0
#: Of a stream: its glyph, and that of no volume.
_GLYPHS = {0: ("call", "call"), 3: ("volume_up", "volume_off")}


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


def _slide(phone: Phone, context: Context, stream: int) -> Phone:
    y = context.end_y if context.direction else context.y
    share = 1 - (y * _LENGTH - _END) / (_LENGTH - 2 * _END)
    low, high = audio.limits(stream)
    return audio.move_volume(phone, stream, low + round(min(max(share, 0.0), 1.0) * (high - low)))


def _mute(phone: Phone, context: Context, stream: int) -> Phone:
    low, _ = audio.limits(stream)
    return audio.move_volume(phone, stream, low if audio.volume(phone, stream) > low else low + 1)


def _open_settings(phone: Phone, context: Context) -> Phone:
    return intents.resolved(audio.close_panel(phone), Intent("android.settings.SOUND_SETTINGS")) or phone


def panel(res: Resources, stream: int, level: int) -> Element:
    """The panel of a stream at a level."""
    c = res.colors
    low, high = audio.limits(stream)
    loud, silent = _GLYPHS[stream]
    name = res.string("system_ui.call_volume" if stream == 0 else "system_ui.media_volume")
    return Column(
        _Upright(
            (level - low) / (high - low), c.accent, c.divider, width=_WIDTH, height=_LENGTH, drag=do(_slide, stream),
            description=name, id=_ID + "volume_row_slider",
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
