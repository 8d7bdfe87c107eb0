"""Colours of Snapseed's light and dark theme, which don't follow the system; and its windows."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.resources import Colors, Resources, in_colors
from bmoca_gym.handset.ui import components
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer

_LIGHT = Colors(
    background=0xFFF1F3F4, surface=0xFFFFFFFF, raised=0xFFE8EAED, text=0xFF3C4043, secondary=0xFF5F6368,
    disabled=0xFFBDC1C6, divider=0xFFDADCE0, accent=0xFF1A73E8, on_accent=0xFFFFFFFF, error=0xFFD93025,
    positive=0xFF0F9D58, scrim=0x80000000, navigation=0xFFFFFFFF,
)  # fmt: skip
_DARK = Colors(
    background=0xFF1C1D1F, surface=0xFF2B2C2F, raised=0xFF3C4043, text=0xFFE8EAED, secondary=0xFFBDC1C6,
    disabled=0xFF5F6368, divider=0xFF3C4043, accent=0xFF8AB4F8, on_accent=0xFF202124, error=0xFFF28B82,
    positive=0xFF81C995, scrim=0xA0000000, navigation=0xFF1C1D1F,
)  # fmt: skip


def themed(res: Resources, dark: bool) -> Resources:
    """``res`` in the colours of the app's theme."""
    return in_colors(res, _DARK if dark else _LIGHT)


def page(res: Resources, *parts: Element, **options: Any) -> Column:
    """A window (a layer of kind "screen") with the theme's colours, including under the system bars."""
    navigation = Spacer(width=FILL, height=res.foot, background=res.colors.navigation)
    return components.page(res, *parts, navigation, **options)
