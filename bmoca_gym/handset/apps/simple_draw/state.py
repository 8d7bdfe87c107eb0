"""Simple Draw Pro's state: strokes, brush, and the file that is saved."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.drawing import WHITE, Stroke
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.simplemobiletools.draw.pro"
ID = PACKAGE + ":id/"
MAIN, SETTINGS = (f"{PACKAGE}.activities.{name}Activity" for name in ("Main", "Settings"))
SUFFIXES = (".png", ".svg", ".jpg")
COLORS = (
    0xFF000000, 0xFF757575, WHITE, 0xFFD32F2F, 0xFFF57C00, 0xFFFBC02D, 0xFF388E3C, 0xFF0097A7, 0xFF1976D2, 0xFF303F9F,
    0xFF7B1FA2, 0xFFC2185B, 0xFF5D4037,
)  # fmt: skip
#: Switches of the settings, and their defaults.
SWITCHES = {"show_brush": True}
#: Width of a brush, dp.
THIN, THICK = 5, 100

OverlayName = Literal["", "menu", "color", "background", "save", "folder", "clear", "overwrite"]


@value
class SimpleDraw(Value):
    """Simple Draw Pro's state.

    Attributes:
        undone: strokes that can be redone.
        width: width of the brush, dp.
        name, suffix, folder: of the file to save.
    """

    strokes: tuple[Stroke, ...] = ()
    undone: tuple[Stroke, ...] = ()
    background: int = WHITE
    color: int = 0xFF1976D2
    width: int = 20
    eraser: bool = False
    overlay: OverlayName = ""
    name: str = ""
    suffix: str = ".png"
    folder: str = pictures.PICTURES
    show_brush: bool = True


def folders(phone: Phone) -> tuple[str, ...]:
    """Return the folders in which a drawing may be saved."""
    names = files.names_in(phone, files.STORAGE)
    found = [f"{files.STORAGE}/{name}" for name in sorted(names) if name != "Android"]
    return tuple([path for path in found if files.is_directory(phone, path)])
