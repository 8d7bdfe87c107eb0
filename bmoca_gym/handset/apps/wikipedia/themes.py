"""Colours of the Wikipedia app: its four themes, and the resources of a screen in each."""

from __future__ import annotations

from bmoca_gym.handset.resources import Colors, Resources, in_colors

# The ids that the app keeps in its preference colorTheme.
LIGHT, DARK, BLACK, SEPIA = range(4)

_LIGHT = Colors(
    background=0xFFFFFFFF, surface=0xFFFFFFFF, raised=0xFFEAECF0, text=0xFF202122, secondary=0xFF54595D,
    disabled=0xFFC8CCD1, divider=0xFFEAECF0, accent=0xFF3366CC, on_accent=0xFFFFFFFF, error=0xFFD73333,
    positive=0xFF14866D, scrim=0x80000000, navigation=0xFFFFFFFF,
)  # fmt: skip
_SEPIA = _LIGHT._replace(
    background=0xFFF8F1E3, surface=0xFFF8F1E3, raised=0xFFF0E6D6, secondary=0xFF646059, disabled=0xFFCBC5BA,
    divider=0xFFE1DAD1,
)  # fmt: skip
_DARK = Colors(
    background=0xFF27292D, surface=0xFF27292D, raised=0xFF404244, text=0xFFEAECF0, secondary=0xFFA2A9B1,
    disabled=0xFF54595D, divider=0xFF404244, accent=0xFF6D8AF2, on_accent=0xFF101418, error=0xFFFD7865,
    positive=0xFF2CB491, scrim=0xA0000000, navigation=0xFF27292D,
)  # fmt: skip
_BLACK = _DARK._replace(background=0xFF000000, surface=0xFF101418, raised=0xFF27292D, divider=0xFF27292D)
_PALETTES = (_LIGHT, _DARK, _BLACK, _SEPIA)


def themed(res: Resources, theme: int) -> Resources:
    """``res`` in the colours of ``theme``."""
    return in_colors(res, _PALETTES[theme])


def is_dark(theme: int) -> bool:
    """Whether the theme has light letters on a dark background."""
    return theme in (DARK, BLACK)


def effective(theme: int, match_system: bool, dark: bool) -> int:
    """The theme in use: the chosen one or, if requested, a similar one that matches the system's."""
    if not match_system or is_dark(theme) == dark:
        return theme
    return BLACK if dark else LIGHT
