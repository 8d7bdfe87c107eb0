"""What a canvas shows: the calls that scripts made on its context, drawn by Skia, and its pixels for scripts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics import masks
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web import drawing
from bmoca_gym.handset.web.colors import parse_color
from bmoca_gym.handset.web.drawing import Edges, Stroke

#: Calls on a context: a method and its arguments, or "=" with a property's name and value.
Calls = tuple[tuple[str, tuple[Any, ...]], ...]
#: Calls after these are not drawn.
_MOST_CALLS = 20_000
#: The largest canvas whose pixels scripts can read, in px.
_MOST_PIXELS = 1 << 22


def drawn(calls: Calls, area: Edges, size: tuple[float, float]) -> Stroke:
    """Return a canvas of ``size`` px (its own units), drawn into an area."""
    return drawing.Painted(_picture, (calls, area, size), area)


def pixels(calls: Calls, left: int, top: int, width: int, height: int) -> bytes:
    """Return the RGBA of part of a canvas, row by row, not premultiplied; transparent where nothing was drawn."""
    if width <= 0 or height <= 0 or width * height > _MOST_PIXELS:
        return b""
    shown = np.zeros((height, width, 4), np.uint8)
    surface = skia.Surface(shown, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kUnpremul_AlphaType)
    sheet = surface.getCanvas()
    sheet.translate(-left, -top)
    _Context(sheet).run(calls)
    return shown.tobytes()


@memo(64, asset=True)
def _picture(calls: Calls, area: Edges, size: tuple[float, float]) -> Any:
    recorder = skia.PictureRecorder()
    sheet = recorder.beginRecording(skia.Rect.MakeLTRB(*area))
    sheet.clipRect(skia.Rect.MakeLTRB(*area))
    sheet.translate(area[0], area[1])
    if size[0] > 0 and size[1] > 0:
        sheet.scale((area[2] - area[0]) / size[0], (area[3] - area[1]) / size[1])
        # Erasing shows what is below the canvas, so the canvas needs its own layer.
        if any(name == "clearRect" for name, _ in calls):
            sheet.saveLayer(None, None)
        _Context(sheet).run(calls)
    return recorder.finishRecordingAsPicture()


def color_of(text: object) -> int:
    """Parse a CSS colour into 0xAARRGGBB; opaque black if it is not a colour."""
    if not isinstance(text, str):
        return 0xFF000000
    found = parse_color(text)
    return 0xFF000000 if found is None else found


def _numbers(arguments: tuple[Any, ...], count: int) -> list[float] | None:
    """The first arguments as numbers; None if one is missing or not finite, which makes a call do nothing."""
    found: list[float] = []
    for given in arguments[:count]:
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not math.isfinite(given):
            return None
        found.append(float(given))
    return found if len(found) == count else None


class _Context:
    """The state of a context while its calls are drawn."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.plain = masks.Plain(canvas)
        self.state: dict[str, Any] = {
            "fillStyle": "#000", "strokeStyle": "#000", "lineWidth": 1.0, "lineCap": "butt", "lineJoin": "miter",
            "globalAlpha": 1.0, "font": "10px sans-serif", "textAlign": "start", "textBaseline": "alphabetic",
            "dashes": (),
        }  # fmt: skip
        self.saved: list[dict[str, Any]] = []
        self.path = skia.Path()

    def run(self, calls: Calls) -> None:
        """Draw the calls, skipping those that make no sense."""
        for name, arguments in calls[:_MOST_CALLS]:
            if name == "=":
                if len(arguments) == 2:
                    self.state[str(arguments[0])] = arguments[1]
                continue
            method = _METHODS.get(name)
            if method is None:
                continue
            count, function = method
            numbers = _numbers(arguments, count)
            if numbers is not None:
                function(self, numbers, arguments)
        while self.saved:
            _restore(self, [], ())

    def paint(self, stroke: bool) -> Any:
        state = self.state
        style = state["strokeStyle" if stroke else "fillStyle"]
        shader = _shader(style) if isinstance(style, tuple) else None
        color = 0xFF000000 if isinstance(style, tuple) else color_of(style)
        alpha = state["globalAlpha"]
        if isinstance(alpha, (int, float)) and 0 <= alpha < 1:
            color = round((color >> 24) * alpha) << 24 | color & 0xFFFFFF
        paint = skia.Paint(AntiAlias=True, Color=color)
        if shader is not None:
            paint.setShader(shader)
        if stroke:
            width = state["lineWidth"]
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(float(width) if isinstance(width, (int, float)) and width > 0 else 1.0)
            paint.setStrokeCap(skia.Paint.Cap({"round": 1, "square": 2}.get(state["lineCap"], 0)))
            paint.setStrokeJoin(skia.Paint.Join({"round": 1, "bevel": 2}.get(state["lineJoin"], 0)))
            dashes = [float(d) for d in state["dashes"]]
            if sum(dashes) > 0:
                even = dashes if len(dashes) % 2 == 0 else dashes * 2
                paint.setPathEffect(skia.DashPathEffect.Make(even, 0.0))
        return paint

    def write(self, text: object, x: float, y: float, stroke: bool) -> None:
        if not isinstance(text, str) or not text.strip():
            return
        size, weight, italic = font_of(str(self.state["font"]))
        words = drawing.Words(text[:1000], 0.0, 0.0, size, 0, weight, italic)
        left, _, right, _ = words.bounds
        across = right - left - size
        align, line = self.state["textAlign"], self.state["textBaseline"]
        x -= {"center": across / 2, "right": across, "end": across}.get(align, 0.0)
        y += {
            "top": 0.9277 * size,
            "hanging": 0.74 * size,
            "middle": 0.35 * size,
            "bottom": -0.2441 * size,
        }.get(line, 0.0)
        color = color_of(self.state["strokeStyle" if stroke else "fillStyle"])
        words._replace(color=color).draw(self.plain, x, y)


def font_of(css: str) -> tuple[float, int, bool]:
    """Parse a CSS font into its size in px, its weight and whether it is italic."""
    size, weight, italic = 10.0, 400, False
    for word in css.lower().split():
        if word in ("bold", "bolder"):
            weight = 700
        elif word in ("italic", "oblique"):
            italic = True
        elif word.isdigit():
            weight = min(900, max(100, int(word)))
        else:
            number, unit = word.partition("/")[0], 1.0
            for suffix, factor in (("px", 1.0), ("pt", 4 / 3), ("em", 16.0)):
                if number.endswith(suffix):
                    number, unit = number[: -len(suffix)], factor
                    try:
                        size = min(1000.0, max(0.0, float(number) * unit))
                    except ValueError:
                        break
                    return size, weight, italic
    return size, weight, italic


def _save(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    if len(context.saved) < 1000:
        context.saved.append(dict(context.state))
        context.canvas.save()


def _restore(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    if context.saved:
        context.state = context.saved.pop()
        context.canvas.restore()


def _begin(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.path = skia.Path()


def _move(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.path.moveTo(*numbers)


def _line(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    (context.path.moveTo if context.path.isEmpty() else context.path.lineTo)(*numbers)


def _curve(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    if context.path.isEmpty():
        context.path.moveTo(*numbers[:2])
    (context.path.quadTo if len(numbers) == 4 else context.path.cubicTo)(*numbers)


def _close(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.path.close()


def _rect(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.path.addRect(skia.Rect.MakeXYWH(*numbers))


def _arc(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    x, y, radius, start, end = numbers
    _ellipse(context, [x, y, radius, radius, 0.0, start, end], (*given[:3], radius, 0.0, *given[3:]))


def _ellipse(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    x, y, across, down, _, start, end = numbers
    if across < 0 or down < 0:
        return
    backwards = len(given) > 7 and bool(given[7])
    sweep = end - start
    if backwards:
        sweep = -2 * math.pi if -sweep >= 2 * math.pi else -((-sweep) % (2 * math.pi))
    else:
        sweep = 2 * math.pi if sweep >= 2 * math.pi else sweep % (2 * math.pi)
    area = skia.Rect.MakeLTRB(x - across, y - down, x + across, y + down)
    if abs(sweep) >= 2 * math.pi:
        context.path.addOval(area)
    else:
        context.path.arcTo(area, math.degrees(start), math.degrees(sweep), context.path.isEmpty())


def _fill(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.drawPath(context.path, context.paint(False))


def _stroke(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.drawPath(context.path, context.paint(True))


def _clip(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.clipPath(context.path, skia.ClipOp.kIntersect, True)


def _fill_rect(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.drawRect(skia.Rect.MakeXYWH(*numbers), context.paint(False))


def _stroke_rect(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.drawRect(skia.Rect.MakeXYWH(*numbers), context.paint(True))


def _clear_rect(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    paint = skia.Paint(BlendMode=skia.BlendMode.kClear)
    context.canvas.drawRect(skia.Rect.MakeXYWH(*numbers), paint)


def _fill_text(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    _write(context, given, False)


def _stroke_text(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    _write(context, given, True)


def _write(context: _Context, given: tuple[Any, ...], stroke: bool) -> None:
    place = _numbers(given[1:], 2)
    if place is not None:
        context.write(given[0], place[0], place[1], stroke)


def _translate(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.translate(*numbers)


def _scale(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.scale(*numbers)


def _rotate(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    context.canvas.rotate(math.degrees(numbers[0]))


def _transform(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    a, b, c, d, e, f = numbers
    context.canvas.concat(skia.Matrix.MakeAll(a, c, e, b, d, f, 0, 0, 1))


def _dash(context: _Context, numbers: list[float], given: tuple[Any, ...]) -> None:
    dashes = given[0] if given and isinstance(given[0], (list, tuple)) else ()
    found = [d for d in dashes[:16] if isinstance(d, (int, float)) and math.isfinite(d) and d >= 0]
    context.state["dashes"] = tuple(found)


def _shader(gradient: tuple[Any, ...]) -> Any:
    """Return the shader for a ``CanvasGradient`` (its kind, places and stops), or None if it is not a gradient."""
    if len(gradient) != 3 or not isinstance(gradient[1], tuple) or not isinstance(gradient[2], tuple):
        return None
    kind, places, stops = gradient
    ends = _numbers(places, 4 if kind == "linear" else 6)
    found = sorted((float(at), color_of(color)) for at, color in stops if isinstance(at, (int, float)))
    if ends is None or not found or len(found) > _MOST_STOPS:
        return None
    colors, at = [color for _, color in found], [min(1.0, max(0.0, place)) for place, _ in found]
    if len(found) == 1:
        colors, at = colors * 2, [0.0, 1.0]
    if kind == "linear":
        return skia.GradientShader.MakeLinear([tuple(ends[:2]), tuple(ends[2:])], colors, at)
    x, y, inner, to_x, to_y, outer = ends
    if inner < 0 or outer < 0:
        return None
    return skia.GradientShader.MakeTwoPointConical((x, y), inner, (to_x, to_y), outer, colors, at)


#: The most colours drawn for one gradient.
_MOST_STOPS = 256


_Method = Callable[[_Context, list[float], tuple[Any, ...]], None]
#: The context's drawing methods: how many leading numbers each takes, and what it does.
_METHODS: dict[str, tuple[int, _Method]] = {
    "save": (0, _save), "restore": (0, _restore), "beginPath": (0, _begin), "closePath": (0, _close),
    "moveTo": (2, _move), "lineTo": (2, _line), "quadraticCurveTo": (4, _curve), "bezierCurveTo": (6, _curve),
    "rect": (4, _rect), "arc": (5, _arc), "ellipse": (7, _ellipse), "fill": (0, _fill), "stroke": (0, _stroke),
    "clip": (0, _clip), "fillRect": (4, _fill_rect), "strokeRect": (4, _stroke_rect), "clearRect": (4, _clear_rect),
    "fillText": (0, _fill_text), "strokeText": (0, _stroke_text), "translate": (2, _translate), "scale": (2, _scale),
    "rotate": (1, _rotate), "transform": (6, _transform), "setLineDash": (0, _dash),
}  # fmt: skip
