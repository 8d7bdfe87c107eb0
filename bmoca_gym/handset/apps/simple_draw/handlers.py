"""Handlers of Simple Draw Pro: draw, save, share, settings."""

from __future__ import annotations

import cv2
import numpy as np

from bmoca_gym.handset.apps.simple_draw.state import PACKAGE, SETTINGS, THICK, THIN, SimpleDraw
from bmoca_gym.handset.effects import focus, start, toast
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.drawing import WHITE, Stroke, stroke_of
from bmoca_gym.handset.kits.file_changes import if_possible
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, memo, replace

_STROKE_LIMIT, _LONGEST_NAME = 500, 100
#: The width of a picture file in px, and its height as a multiple of that.
_SIDE, _HIGH = 720, 1.6
_NOT_IN_NAMES = '/\\:*?"<>|\0\n'

# Drawing


def draw(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Draw a line along a swipe, or a dot."""
    stroke = stroke_of(context, state.width, None if state.eraser else state.color)
    return replace(state, strokes=(*state.strokes, stroke)[-_STROKE_LIMIT:], undone=())


def undo(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Undo the last stroke."""
    if not state.strokes:
        return state
    return replace(state, strokes=state.strokes[:-1], undone=(*state.undone, state.strokes[-1]))


def redo(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Redo the last undone stroke."""
    if not state.undone:
        return state
    return replace(state, strokes=(*state.strokes, state.undone[-1]), undone=state.undone[:-1])


def clear(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Start a new sheet."""
    return without_overlay(state, strokes=(), undone=(), background=WHITE, eraser=False)


def erase(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Switch between the eraser and the brush."""
    return replace(state, eraser=not state.eraser)


def fill(state: SimpleDraw, context: Context) -> SimpleDraw:
    """Fill the sheet with the brush's colour."""
    return replace(state, background=state.color, strokes=(), undone=())


def set_width(state: SimpleDraw, context: Context, width: float) -> SimpleDraw:
    """Set the width of the brush with its slider, which is ``width`` dp wide."""
    return replace(state, width=THIN + round((THICK - THIN) * touched_share(context, width)))


def choose_color(state: SimpleDraw, context: Context, color: int) -> Next[SimpleDraw]:
    """Choose the colour of the brush."""
    return without_overlay(state, color=color, eraser=False), focus("")


def choose_background(state: SimpleDraw, context: Context, color: int) -> Next[SimpleDraw]:
    """Choose the colour of the sheet."""
    return without_overlay(state, background=color), focus("")


# Files


@memo(32)
def encoded(strokes: tuple[Stroke, ...], background: int, suffix: str) -> bytes:
    """Return the drawing as a file with a suffix."""
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
    """Ask for the name and the format of the file. The suggested name is selected."""
    opened = open_overlay(state, context, "save", f"{context.now:%Y%m%d_%H%M%S}")
    return and_then(opened, focus("name"), do(text_input.select_all))


def choose_file(state: SimpleDraw, context: Context, field: str, chosen: str) -> Next[SimpleDraw]:
    """Choose the "folder" or the "suffix" of the file."""
    return replace(state, overlay="save", **{field: chosen}), focus("")


def type_name(state: SimpleDraw, context: Context, text: str) -> SimpleDraw:
    """Type a name."""
    return replace(state, name=text[:_LONGEST_NAME])


def save(state: SimpleDraw, context: Context, overwrite: bool = False) -> Next[SimpleDraw]:
    """Save the drawing. Ask before a file is overwritten."""
    name = "".join(letter for letter in state.name if letter not in _NOT_IN_NAMES).strip()
    if not name:
        return state, toast(context.res.string("simple_draw.no_name"))
    path = f"{state.folder}/{name}{state.suffix}"
    if path in context.phone.files and not overwrite:
        return open_overlay(state, context, "overwrite")
    data = encoded(state.strokes, state.background, state.suffix)
    said = context.res.string("simple_draw.saved", path=files.shown(path))
    return without_overlay(state), focus(""), do(if_possible, files.write, path, data), toast(said)


def share_drawing(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Share the drawing with another app."""
    path = f"{files.STORAGE}/Android/simple-draw.png"
    kept = do(if_possible, files.write, path, encoded(state.strokes, state.background, ".png"))
    return without_overlay(state), kept, attachments.share_file(path)


# The settings


def open_settings(state: SimpleDraw, context: Context) -> Next[SimpleDraw]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")
