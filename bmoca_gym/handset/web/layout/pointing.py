"""What is at a point of the page: the topmost element, the nearest place in text; and where a range of text is."""

from __future__ import annotations

import itertools
from math import hypot

from bmoca_gym.handset.web.boxes import Box, Edges, Layer, Run, Shape, painting_order
from bmoca_gym.handset.web.layout.text import advance, heights
from bmoca_gym.handset.web.matrices import inverse, mapped
from bmoca_gym.handset.web.nodes import Place, TextRange


def hit(root: Box, x: float, y: float) -> int:
    """Return the number of the topmost element at a point in px of the document; 0 if there is none."""
    found = topmost(root, x, y)
    return 0 if found is None else found.node


def topmost(root: Box, x: float, y: float) -> Box | None:
    """Return the topmost box at a point; None if there is none."""
    for layer in reversed(painting_order(root)):
        if _holds(layer, x, y):
            return layer.box
    left, top, right, bottom = root.edges
    return root if left <= x < right and top <= y < max(bottom, top + root.scroll_size[1]) else None


def _holds(layer: Layer, x: float, y: float) -> bool:
    box = layer.box
    look = box.look
    if look is None or not look.visible:
        return False
    for outer in layer.effects:
        if outer.transform is not None:
            back = inverse(outer.transform)
            if back is None:
                return False
            x, y = mapped(back, x, y)
    for clip in layer.clips:
        left, top, right, bottom = clip.padding_box
        if not (left <= x < right and top <= y < bottom):
            return False
    if box.shapes:
        return any(_on_shape(shape, x, y) for shape in box.shapes)
    if box.tag in ("g", "tspan") or box.node < 0:
        return False
    return any(
        left <= x < right and top <= y < bottom for left, top, right, bottom in box.fragments or (box.edges,)
    )


def _polygons(shape: Shape) -> list[list[tuple[float, float]]]:
    """Return a shape's outlines with curves flattened into short lines."""
    out: list[list[tuple[float, float]]] = []
    for letter, points in shape.steps:
        if letter == "M":
            out.append([(points[0], points[1])])
        elif not out:
            continue
        elif letter == "Z":
            out[-1].append(out[-1][0])
        elif letter == "L":
            out[-1].append((points[0], points[1]))
        else:
            x, y = out[-1][-1]
            for step in range(1, 13):
                t = step / 12
                u = 1 - t
                if letter == "Q":
                    px = u * u * x + 2 * u * t * points[0] + t * t * points[2]
                    py = u * u * y + 2 * u * t * points[1] + t * t * points[3]
                else:
                    px = u**3 * x + 3 * u * u * t * points[0] + 3 * u * t * t * points[2] + t**3 * points[4]
                    py = u**3 * y + 3 * u * u * t * points[1] + 3 * u * t * t * points[3] + t**3 * points[5]
                out[-1].append((px, py))
    return out


def _on_shape(shape: Shape, x: float, y: float) -> bool:
    lines = _polygons(shape)
    if shape.fill:
        turns = 0
        for line in lines:
            for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True):
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    turns += 1 if by > ay else -1
                    if shape.even:
                        turns %= 2
        if turns:
            return True
    if shape.stroke:
        reach = shape.stroke_width / 2
        for line in lines:
            for (ax, ay), (bx, by) in itertools.pairwise(line):
                length = (bx - ax) ** 2 + (by - ay) ** 2
                t = (
                    0.0
                    if not length
                    else max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
                )
                if hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) <= reach:
                    return True
    return False


def _utf16(text: str) -> int:
    """Return a text's length in UTF-16 units, as scripts count it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _left(run: Run, characters: int) -> float:
    """Return how far the first characters of a run reach to the right."""
    font = run.font
    return advance(run.text[:characters], font.weight, font.italic) * font.size + font.spacing * characters


def text_place(root: Box, x: float, y: float) -> Place | None:
    """Return the place in text that is nearest to a point, in the element under it; None if it has no text."""
    under = topmost(root, x, y)
    if under is None:
        return None
    inside = {box.node for box in under.walk()}
    best: Run | None = None
    least = 1e18
    for box in root.walk():
        for run in box.runs:
            if run.node not in inside or run.text_index < 0:
                continue
            above, below = run.base - run.font.size, run.base + run.font.size * 0.25
            dy = max(0.0, above - y, y - below)
            dx = max(0.0, run.x - x, x - run.x - run.width)
            if dy * 1000 + dx < least:
                least, best = dy * 1000 + dx, run
    if best is None:
        return None
    away = x - best.x
    low, high = 0, len(best.text)
    while low < high:
        middle = (low + high) // 2
        if (_left(best, middle) + _left(best, middle + 1)) / 2 < away:
            low = middle + 1
        else:
            high = middle
    return Place(best.node, best.text_index, best.start + _utf16(best.text[:low]))


def range_boxes(root: Box, text: TextRange, order: dict[int, int]) -> list[Edges]:
    """Return where a range of text is, one rectangle for each run. ``order``: of the elements in the document."""
    start = (order.get(text.start.node, 0), text.start.text, text.start.offset)
    end = (order.get(text.end.node, 0), text.end.text, text.end.offset)
    out: list[Edges] = []
    for box in root.walk():
        for run in box.runs:
            if run.text_index < 0 or run.node not in order:
                continue
            first = (order[run.node], run.text_index, run.start)
            last = (order[run.node], run.text_index, run.start + _utf16(run.text))
            if last <= start or first >= end:
                continue
            begin = start[2] - run.start if start[:2] == first[:2] and start > first else 0
            stop = end[2] - run.start if end[:2] == first[:2] and end < last else len(run.text)
            left, right = run.x + _left(run, begin), run.x + _left(run, stop)
            if stop >= len(run.text):
                right = run.x + run.width
            above, below = heights(run.font.size)
            out.append((left, run.base - above, right, run.base + below))
    return out
