"""Simple Draw Pro: lines and dots on a canvas, saved as a picture, as com.simplemobiletools.draw.pro 6.9."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_draw.screens import dialogs, sheet
from bmoca_gym.handset.apps.simple_draw.state import (
    COLORS,
    MAIN,
    PACKAGE,
    SETTINGS,
    SUFFIXES,
    SWITCHES,
    THICK,
    THIN,
    SimpleDraw,
    folders,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity
from bmoca_gym.handset.resources import palette


def _sheet(s: SimpleDraw, at: Place) -> tuple[Any, ...]:
    return s.strokes, bool(s.undone), s.background, s.color, s.width, s.eraser, s.show_brush


_SHEET = ("sheet",)

NAVIGATION = Navigation(
    SimpleDraw,
    {
        "sheet": Page(sheet.screen, _sheet),
        "settings": Page(
            sheet.settings, lambda s, at: (tuple([getattr(s, name) for name in SWITCHES]),), activity=SETTINGS
        ),
    },
    {
        "menu": Overlay(dialogs.overflow, on=_SHEET),
        "color": Overlay(dialogs.brush_palette, lambda s, at: (s.color,), on=_SHEET),
        "background": Overlay(dialogs.sheet_palette, lambda s, at: (s.background,), on=_SHEET),
        "save": Overlay(
            dialogs.save_dialog,
            lambda s, at: (s.name, s.suffix, s.folder, at.focus == "name"),
            on=_SHEET, takes=("name",),
        ),
        "folder": Overlay(
            dialogs.folder_dialog, lambda s, at: (folders(at.phone), s.folder), on=_SHEET, under="save", covers=True
        ),
        "clear": Overlay(dialogs.clear_dialog, on=_SHEET),
        "overwrite": Overlay(dialogs.overwrite_dialog, on=_SHEET),
    },
    kept=("color", "width", "suffix", "folder", *SWITCHES),
)  # fmt: skip


def _is_path(folder: str) -> bool:
    return folder.startswith("/")


APP = App(
    name="simple_draw",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("brush", 0xFFF57C00),
    palette=palette(0xFFF57C00, material=3),
    state=SimpleDraw,
    layers=NAVIGATION.layers,
    uid=10155,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    activities=(ExportedActivity(SETTINGS),),
    files=(
        preference_file(
            PACKAGE,
            {
                "color": Stored("brush_color", COLORS),
                "width": Stored("brush_size", range(THIN, THICK + 1)),
                "suffix": Stored("last_save_extension", SUFFIXES),
                "folder": Stored("last_save_folder", _is_path),
                "show_brush": "show_brush_size",
            },
            "Prefs",
        ),
    ),
)
