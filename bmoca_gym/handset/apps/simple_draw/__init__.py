"""Simple Draw Pro: lines and dots on a canvas, saved as a picture, as com.simplemobiletools.draw.pro 6.9."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_draw import screens
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
    back,
    closed,
    folders,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone


def _layers(phone: Phone, state: SimpleDraw, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(screens.settings, tuple([getattr(state, name) for name in SWITCHES])),)
    shown = layer(
        screens.screen, state.strokes, bool(state.undone), state.background, state.color, state.width, state.eraser,
        state.show_brush,
    )  # fmt: skip
    overlay = state.overlay
    if overlay == "menu":
        return (shown, dialog(screens.overflow))
    if overlay in ("color", "background"):
        return (shown, dialog(screens.palette, overlay, getattr(state, overlay)))
    if overlay == "save":
        return (
            shown,
            dialog(screens.save_dialog, state.name, state.suffix, state.folder, activity.focus == "name"),
        )
    if overlay == "folder":
        return (shown, dialog(screens.folder_dialog, folders(phone), state.folder))
    return (shown, dialog(screens.question, overlay)) if overlay in ("clear", "overwrite") else (shown,)


def _is_path(folder: str) -> bool:
    return folder.startswith("/")


APP = App(
    name="simple_draw",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("brush", 0xFFF57C00),
    state=SimpleDraw,
    layers=_layers,
    uid=10155,
    back=back,
    closed=closed,
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
