"""SVG paths: from text to lines and curves, and the area these cover."""

from __future__ import annotations

import re
from math import acos, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import Final

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.boxes import Edges, Matrix
from bmoca_gym.handset.web.matrices import mapped

#: One of M (move), L (line), C (cubic curve), Q (quadratic curve) and Z (close), and its absolute points.
Step = tuple[str, tuple[float, ...]]
#: The longest path that is read, in characters.
LONGEST: Final = 200_000
_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC = re.compile(
    r"[\s,]*([-+]?[\d.]+(?:[eE][-+]?\d+)?)[\s,]*([-+]?[\d.]+(?:[eE][-+]?\d+)?)[\s,]*([-+]?[\d.]+(?:[eE][-+]?\d+)?)"
    r"[\s,]*([01])[\s,]*([01])"
)


def _numbers(text: str) -> list[tuple[str, list[float]]]:
    """Return the commands of a path with their numbers, up to the first one that can't be read."""
    out: list[tuple[str, list[float]]] = []
    at = 0
    while at < len(text):
        found = _TOKEN.search(text, at)
        if found is None:
            break
        if text[at : found.start()].strip(" \t\r\n,"):
            break
        at = found.end()
        if found[1]:
            out.append((found[1], []))
        elif not out:
            break
        else:
            numbers = out[-1][1]
            if out[-1][0] in "Aa" and len(numbers) % 7 == 0:
                # The flags of an arc need no space after them.
                arc = _ARC.match(text, found.start())
                if arc is None:
                    break
                numbers += [float(one) for one in arc.groups()]
                at = arc.end()
            else:
                numbers.append(float(found[2]))
    return out


@memo(1024)
def parse_path(text: str) -> tuple[Step, ...]:
    """Return the steps of a path, up to its first error."""
    steps: list[Step] = []
    x = y = start_x = start_y = 0.0
    last = ""
    control = (0.0, 0.0)
    for letter, numbers in _numbers(text[:LONGEST]):
        kind = letter.upper()
        relative = letter != kind
        count = _COUNTS[kind]
        if kind == "Z":
            steps.append(("Z", ()))
            x, y, last = start_x, start_y, "Z"
            continue
        if not steps and kind != "M":
            break
        for at in range(0, len(numbers) - count + 1, count):
            values = numbers[at : at + count]
            dx, dy = (x, y) if relative else (0.0, 0.0)
            if kind == "H":
                x = values[0] + dx
                steps.append(("L", (x, y)))
            elif kind == "V":
                y = values[0] + dy
                steps.append(("L", (x, y)))
            elif kind == "A":
                end = (values[5] + dx, values[6] + dy)
                steps += arc_steps(
                    (x, y), values[0], values[1], values[2], values[3] != 0, values[4] != 0, end
                )
                x, y = end
            else:
                points = [value + (dy if place % 2 else dx) for place, value in enumerate(values)]
                end = (points[-2], points[-1])
                if kind == "M" and at == 0:
                    steps.append(("M", end))
                    start_x, start_y = end
                elif kind in "ML":
                    steps.append(("L", end))
                elif kind in "CS":
                    if kind == "S":
                        first = (2 * x - control[0], 2 * y - control[1]) if last in "CS" and last else (x, y)
                        points = [*first, *points]
                    steps.append(("C", tuple(points)))
                    control = (points[2], points[3])
                else:
                    if kind == "T":
                        first = (2 * x - control[0], 2 * y - control[1]) if last in "QT" and last else (x, y)
                        points = [*first, *points]
                    steps.append(("Q", tuple(points)))
                    control = (points[0], points[1])
                x, y = end
            last = kind
    return tuple(steps)


def arc_steps(
    start: tuple[float, float],
    rx: float,
    ry: float,
    rotation: float,
    large: bool,
    sweep: bool,
    end: tuple[float, float],
) -> list[Step]:
    """Return the curves of an elliptic arc, with its centre computed as in SVG's appendix on arcs."""
    (x1, y1), (x2, y2) = start, end
    rx, ry = abs(rx), abs(ry)
    if start == end:
        return []
    if rx == 0 or ry == 0:
        return [("L", end)]
    angle = rotation * pi / 180
    c, s = cos(angle), sin(angle)
    half_x, half_y = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = c * half_x + s * half_y, -s * half_x + c * half_y
    size = px * px / (rx * rx) + py * py / (ry * ry)
    if size > 1:
        rx, ry = rx * sqrt(size), ry * sqrt(size)
    down = rx * rx * py * py + ry * ry * px * px
    root = sqrt(max(0.0, (rx * rx * ry * ry - down) / down)) if down else 0.0
    if large == sweep:
        root = -root
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    center_x, center_y = c * qx - s * qy + (x1 + x2) / 2, s * qx + c * qy + (y1 + y2) / 2
    first = _angle(1.0, 0.0, (px - qx) / rx, (py - qy) / ry)
    turn = _angle((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry)
    if not sweep and turn > 0:
        turn -= 2 * pi
    elif sweep and turn < 0:
        turn += 2 * pi
    pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / pieces
    bend = 4 / 3 * tan(step / 4)

    def at(angle_: float, away: float) -> tuple[float, float]:
        """The point at an angle, moved along its tangent."""
        u, v = cos(angle_) - away * sin(angle_), sin(angle_) + away * cos(angle_)
        return center_x + c * rx * u - s * ry * v, center_y + s * rx * u + c * ry * v

    steps: list[Step] = []
    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        target = end if piece == pieces - 1 else at(b, 0.0)
        steps.append(("C", (*at(a, bend), *at(b, -bend), *target)))
    return steps


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    length = hypot(ux, uy) * hypot(vx, vy)
    if length == 0:
        return 0.0
    found = acos(max(-1.0, min(1.0, (ux * vx + uy * vy) / length)))
    return -found if ux * vy - uy * vx < 0 else found


def ellipse_steps(x: float, y: float, rx: float, ry: float) -> tuple[Step, ...]:
    """Return an ellipse around (x, y)."""
    right, left = (x + rx, y), (x - rx, y)
    upper = arc_steps(right, rx, ry, 0.0, False, True, left)
    lower = arc_steps(left, rx, ry, 0.0, False, True, right)
    return (("M", right), *upper, *lower, ("Z", ()))


def rectangle_steps(
    x: float, y: float, width: float, height: float, rx: float, ry: float
) -> tuple[Step, ...]:
    """Return a rectangle, with round corners if both radii are above 0."""
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return ("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ())
    steps: list[Step] = [("M", (x + rx, y)), ("L", (right - rx, y))]
    corners = (
        ((right - rx, y), (right, y + ry), (right, bottom - ry)),
        ((right, bottom - ry), (right - rx, bottom), (x + rx, bottom)),
        ((x + rx, bottom), (x, bottom - ry), (x, y + ry)),
        ((x, y + ry), (x + rx, y), None),
    )
    for begin, end, following in corners:
        steps += arc_steps(begin, rx, ry, 0.0, False, True, end)
        if following is not None:
            steps.append(("L", following))
    return (*steps, ("Z", ()))


def mapped_steps(steps: tuple[Step, ...], matrix: Matrix) -> tuple[Step, ...]:
    """Apply a map to steps."""
    out = []
    for letter, points in steps:
        moved: list[float] = []
        for at in range(0, len(points), 2):
            moved += mapped(matrix, points[at], points[at + 1])
        out.append((letter, tuple(moved)))
    return tuple(out)


def _extremes(points: list[float]) -> list[float]:
    """Return a curve's endpoints and turning points in one dimension."""
    out = [points[0], points[-1]]
    if len(points) == 3:
        a, b, c = points
        bottom = a - 2 * b + c
        turns = [(a - b) / bottom] if bottom else []
    else:
        a, b, c, d = points
        # The derivative, a polynomial of degree two.
        p, q, r = d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a
        turns = []
        if abs(p) < 1e-12:
            turns = [-r / q] if q else []
        elif q * q - 4 * p * r >= 0:
            root = sqrt(q * q - 4 * p * r)
            turns = [(-q + root) / (2 * p), (-q - root) / (2 * p)]
    for t in turns:
        if 0 < t < 1:
            u = 1 - t
            if len(points) == 3:
                out.append(u * u * points[0] + 2 * u * t * points[1] + t * t * points[2])
            else:
                out.append(
                    u**3 * points[0]
                    + 3 * u * u * t * points[1]
                    + 3 * u * t * t * points[2]
                    + t**3 * points[3]
                )
    return out


def bounds(steps: tuple[Step, ...]) -> Edges | None:
    """Return the rectangle around lines and curves; None if there are none."""
    across: list[float] = []
    down: list[float] = []
    x = y = start_x = start_y = 0.0
    for letter, points in steps:
        if letter == "Z":
            x, y = start_x, start_y
            continue
        if letter in "ML":
            across.append(points[0])
            down.append(points[1])
            if letter == "M":
                start_x, start_y = points
        else:
            across += _extremes([x, *points[::2]])
            down += _extremes([y, *points[1::2]])
        x, y = points[-2], points[-1]
    if not across:
        return None
    return min(across), min(down), max(across), max(down)
