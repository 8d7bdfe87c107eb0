"""Colours of Android 13's system: its tonal palettes where no wallpaper gives others (AOSP, res/values/colors.xml)."""

from __future__ import annotations

from bmoca_gym.handset.resources import DARK_3, LIGHT_3, Palette

#: system_accent1_100 and _600, system_neutral1_10 to _900, system_neutral2_200 and _700.
ACCENT, DEEP_ACCENT = 0xFFC1E8FF, 0xFF00668B
WHITE, PALE, DIM, DARK, BLACK = 0xFFFBFCFE, 0xFFF0F1F3, 0xFF8F9193, 0xFF2E3132, 0xFF191C1E
SOFT, DULL = 0xFFC0C7CD, 0xFF41484D

#: Those of dialogs that belong to no app.
DIALOGS = Palette(
    LIGHT_3._replace(
        surface=WHITE, dialog=WHITE, raised=PALE, text=BLACK, secondary=DULL, accent=DEEP_ACCENT
    ),
    DARK_3._replace(
        surface=DARK, dialog=DARK, raised=DULL, text=PALE, secondary=SOFT, accent=ACCENT, on_accent=BLACK
    ),
    material=3,
)

#: The ground of quick settings, of a tile that can't be switched, and the shade over apps, collapsed and expanded.
PANEL, OFF, SHADE, FULL = 0xFF101314, 0xFF1D2022, 0xE6000000, 0xF7000000
