"""Simple Draw Pro's state: strokes, current brush, saved file; and its handlers."""

from __future__ import annotations

import posixpath
from typing import Any

import cv2
import numpy as np

from bmoca_gym.handset.effects import finish, focus, share, start, toast
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits.drawing import WHITE, Stroke, stroke_of
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import documents, files, intents, text_input
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Value, do, memo, replace, value

PACKAGE = "com.simplemobiletools.draw.pro"
ID = PACKAGE + ":id/"
MAIN, SETTINGS = (f"{PACKAGE}.activities.{name}Activity" for name in ("Main", "Settings"))
SUFFIXES = (".png", ".svg", ".jpg")
COLORS = (
    0xFF000000, 0xFF757575, WHITE, 0xFFD32F2F, 0xFFF57C00, 0xFFFBC02D, 0xFF388E3C, 0xFF0097A7, 0xFF1976D2, 0xFF303F9F,
    0xFF7B1FA2, 0xFFC2185B, 0xFF5D4037,
)  # fmt: skip
#: Switches of the settings, and what they are at first.
SWITCHES = {"show_brush": True}
#: Width of a brush, dp.
THIN, THICK = 5, 100
_STROKE_LIMIT, _LONGEST_NAME = 500, 100
#: The side of a picture file in px for a width of one, and its height to the width.
_SIDE, _HIGH = 720, 1.6
_NOT_IN_NAMES = '/\\:*?"<>|\0\n'


@value
class SimpleDraw(Value):
    """``undone``: strokes that may come back; ``overlay``: "" or what is open over the screen; ``name``, ``suffix``,

    ``folder``: of the file that is saved; ``width``: of the brush, dp.
    """

    strokes: tuple[Stroke, ...] = ()
    undone: tuple[Stroke, ...] = ()
    background: int = WHITE
    color: int = 0xFF1976D2
    width: int = 20
    eraser: bool = False
    overlay: str = ""
    name: str = ""
    suffix: str = ".png"
    folder: str = pictures.PICTURES
    show_brush: bool = True


# Drawing


def draw(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Draw a line along a swipe, or a dot where the sheet was touched."""
    stroke = stroke_of(context, state.width, None if state.eraser else state.color)
    return replace(state, strokes=(*state.strokes, stroke)[-_STROKE_LIMIT:], undone=())


def undo(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Take the last stroke back."""
    if not state.strokes:
        return state
    return replace(state, strokes=state.strokes[:-1], undone=(*state.undone, state.strokes[-1]))


def redo(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Restore the stroke that was undone last."""
    if not state.undone:
        return state
    return replace(state, strokes=(*state.strokes, state.undone[-1]), undone=state.undone[:-1])


def clear(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Begin a new sheet."""
    return replace(state, strokes=(), undone=(), background=WHITE, eraser=False, overlay="")


def erase(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Take the eraser, or the brush again."""
    return replace(state, eraser=not state.eraser)


def fill(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Fill the sheet with the brush's colour."""
    return replace(state, background=state.color, strokes=(), undone=())


def set_width(state: SimpleDraw, context: Context, width: float) -> SimpleDraw:
    """Set the brush's size from a touch on its slider, which is ``width`` dp wide."""
    return replace(state, width=THIN + round((THICK - THIN) * touched_share(context, width)))


def choose(state: SimpleDraw, context: Context, name: str, chosen: Any) -> Next[SimpleDraw]:
    """Apply a choice: a colour, the background, a folder, or the file type."""
    change: dict[str, Any] = {name: chosen}
    if name == "color":
        change["eraser"] = False
    overlay = "save" if name in ("folder", "suffix") else ""
    return replace(state, overlay=overlay, **change), focus("")


def switch(state: SimpleDraw, context: Context, name: str) -> SimpleDraw:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


# Files


@memo(32)
def encoded(strokes: tuple[Stroke, ...], background: int, suffix: str) -> bytes:
    """The drawing as a file of a kind."""
    width, height = _SIDE, round(_SIDE * _HIGH)
    if suffix == ".svg":
        shapes = "".join(
            f'<line x1="{s.x0 * width:.1f}" y1="{s.y0 * height:.1f}" x2="{s.x1 * width:.1f}" y2="{s.y1 * height:.1f}" '
            f'stroke="#{_rgb(s, background):06x}" stroke-width="{2 * s.width}" stroke-linecap="round"/>'
            for s in strokes
        )
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        sheet = f'<rect width="{width}" height="{height}" fill="#{background & 0xFFFFFF:06x}"/>'
        return f"{head}{sheet}{shapes}</svg>".encode()
    image = np.empty((height, width, 3), np.uint8)
    image[:] = _bgr(background)
    for s in strokes:
        ends = [(round(x * width), round(y * height)) for x, y in ((s.x0, s.y0), (s.x1, s.y1))]
        cv2.line(image, ends[0], ends[1], _bgr(_rgb(s, background)), 2 * s.width, cv2.LINE_AA)
    return bytes(cv2.imencode(suffix, image)[1].tobytes())


def _rgb(stroke: Stroke, background: int) -> int:
    return (background if stroke.color is None else stroke.color) & 0xFFFFFF


def _bgr(color: int) -> tuple[int, int, int]:
    return color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF


def ask_to_save(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Ask for the name and the kind of the file; the name that is offered is selected."""
    state = replace(state, overlay="save", name=f"{context.now:%Y%m%d_%H%M%S}")
    return state, focus("name"), do(text_input.select_all)


def type_name(state: SimpleDraw, context: Context, text: str) -> SimpleDraw:
    """Take over a name."""
    return replace(state, name=text[:_LONGEST_NAME])


def save(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Save the drawing. Ask first if a file of that name exists."""
    name = "".join(letter for letter in state.name if letter not in _NOT_IN_NAMES).strip()
    if not name:
        return state, toast(context.res.string("simple_draw.no_name"))
    path = f"{state.folder}/{name}{state.suffix}"
    if path in context.phone.files and state.overlay != "overwrite":
        return replace(state, overlay="overwrite"), focus("")
    data = encoded(state.strokes, state.background, state.suffix)
    said = context.res.string("simple_draw.saved", path=files.shown(path))
    return replace(state, overlay=""), focus(""), do(_keep, path, data), toast(said)


def _keep(phone: Phone, path: str, data: bytes) -> Phone:
    """Save a file, if there is room for it."""
    try:
        return files.write(phone, path, data)
    except FileAccessError:
        return phone


def folders(phone: Phone) -> tuple[str, ...]:
    """The folders of the storage that a drawing may be saved in."""
    names = files.names_in(phone, files.STORAGE)
    found = [f"{files.STORAGE}/{name}" for name in sorted(names) if name != "Android"]
    return tuple([path for path in found if files.is_directory(phone, path)])


def folder_name(path: str) -> str:
    """Name of a folder."""
    return posixpath.basename(path)


def share_drawing(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Offer the drawing to other apps."""
    path = f"{files.STORAGE}/Android/simple-draw.png"
    kept = do(_keep, path, encoded(state.strokes, state.background, ".png"))
    sent = Intent(intents.SEND, type="image/png", extras=((intents.STREAM, documents.uri_of(path)),))
    return replace(state, overlay=""), kept, share(sent)


# The app


def open_overlay(state: SimpleDraw, context: Context, overlay: str) -> Next[SimpleDraw]:
    """Open a menu or a dialog over the screen."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Close the open dialog or menu."""
    return replace(state, overlay=""), focus("")


def open_settings(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def leave(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Go back to the sheet."""
    return state, finish()


def back(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Close the open dialog or menu."""
    if state.overlay == "folder":
        return replace(state, overlay="save")
    return close_overlay(state, context) if state.overlay else state


def closed(state: SimpleDraw) -> SimpleDraw:
    """The state after the app is closed. The sheet is cleared, and settings are kept."""
    return SimpleDraw(
        color=state.color, width=state.width, suffix=state.suffix, folder=state.folder, show_brush=state.show_brush,
    )  # fmt: skip
