"""Flexible boxes: children in a row or a column that share the free space."""

from __future__ import annotations

from bmoca_gym.handset.web.layout.base import (
    TOLERANCE,
    Engine,
    Floats,
    asked_height,
    asked_width,
    clamped_width,
    replaced_size,
    resolve,
    shift_relative,
    used_size,
)
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.inline import groups_of, lay_out_run


class _Item:
    """A child and its size along the row or column."""

    __slots__ = ("element", "size")

    def __init__(self, element: Element, size: float) -> None:
        self.element = element
        self.size = size


def flex_limits(engine: Engine, element: Element) -> tuple[float, float]:
    """Return the least and the preferred width of the contents."""
    least = most = 0.0
    style = element.style
    for child in _children(element):
        small, large = engine.limits(child)
        outer = child.margins[1] + child.margins[3]
        if style.column or style.flex_wrap:
            least = max(least, small + outer)
        else:
            least += small + outer
        most = max(most, large + outer) if style.column else most + large + outer
    return least, max(least, most)


def _children(element: Element) -> list[Element]:
    children = [child for child in element.elements if not child.style.out_of_flow]
    return sorted(children, key=lambda child: child.style.order)


def _spread(how: str, free: float, count: int) -> tuple[float, float]:
    """Return the space before the first of ``count`` children and what is added between two."""
    if free > 0 and count:
        if how == "space-between":
            return 0.0, free / (count - 1) if count > 1 else 0.0
        if how == "space-around":
            return free / count / 2, free / count
        if how == "space-evenly":
            return free / (count + 1), free / (count + 1)
    if how == "center":
        return free / 2, 0.0
    if how in ("flex-end", "end", "right"):
        return free, 0.0
    return 0.0, 0.0


def lay_out_flex(
    engine: Engine, box: Element, left: float, top: float, width: float, height: float | None
) -> float:
    """Lay out the children of a flex box in its content box; return the height that they take.

    ``height``: that of the content box, None if it is as high as its contents.
    """
    box.base = None
    box.pieces = []
    children = _children(box)
    for child in box.elements:
        if child.style.out_of_flow:
            child.static, child.static_at = box, (left, top)
            box.outside.append(child)
    if not children:
        if any(isinstance(one, str) and one.strip() for one in box.children):
            total = 0.0
            for group in groups_of(box):
                if not isinstance(group, Element):
                    high, base = lay_out_run(
                        engine, box, group, left, top + total, width, Floats(), (0.0, 0.0), 0.0
                    )
                    total += high
                    box.base = base
            align = box.style.align_items
            if height is not None and height > total and align == "center":
                for piece in box.pieces:
                    piece.base += (height - total) / 2
            return total
        return 0.0
    if box.style.column:
        return _column(engine, box, children, left, top, width, height)
    return _row(engine, box, children, left, top, width, height)


def _column(
    engine: Engine,
    box: Element,
    children: list[Element],
    left: float,
    top: float,
    width: float,
    height: float | None,
) -> float:
    style = box.style
    used = 0.0
    for child in children:
        child.owner = box
        resolve(child, width)
        room = width - child.margins[1] - child.margins[3]
        if child.is_replaced:
            own: float | None = replaced_size(engine, child, width)[0]
        else:
            own = asked_width(child, width)
        align = _align(box, child)
        if own is None:
            own = room if align == "stretch" else engine.fitted(child, room)
            resolve(child, width)
        own = clamped_width(child, own, width)
        engine.lay_out(child, own, Floats(), 0.0, 0.0)
        child.x = left + child.margins[3] + _across(align, room - own)
        used += child.h + child.margins[0] + child.margins[2]
    used += style.row_gap * (len(children) - 1)
    free = 0.0 if height is None else height - used
    growth = sum([child.style.flex_grow for child in children])
    if free > 0 and growth:
        for child in children:
            if child.style.flex_grow:
                grown = child.h + free * child.style.flex_grow / max(1.0, growth)
                engine.lay_out(child, child.w, Floats(), 0.0, 0.0, False, grown)
        free = 0.0
    before, between = _spread(style.justify, free, len(children))
    y = top + before
    for child in reversed(children) if style.reverse else children:
        child.y = y + child.margins[0]
        y = child.y + child.h + child.margins[2] + between + style.row_gap
        if child.style.position == "relative":
            shift_relative(child, width, height)
        if box.base is None and child.base is not None:
            box.base = child.y + child.lift + child.base
    return used


def _align(box: Element, child: Element) -> str:
    align = child.style.align_self
    if align == "auto":
        align = box.style.align_items
    if align in ("normal", "stretch"):
        return "stretch"
    return {"flex-start": "start", "flex-end": "end"}.get(align, align)


def _across(align: str, free: float) -> float:
    return free / 2 if align == "center" else free if align == "end" else 0.0


def _row(
    engine: Engine,
    box: Element,
    children: list[Element],
    left: float,
    top: float,
    width: float,
    height: float | None,
) -> float:
    style = box.style
    lines: list[list[_Item]] = [[]]
    used = 0.0
    for child in children:
        child.owner = box
        resolve(child, width)
        if child.is_replaced:
            own: float | None = replaced_size(engine, child, width)[0]
        else:
            basis = child.style.flex_basis
            own = (
                used_size(child, basis, width, child.pbw) if basis is not None else asked_width(child, width)
            )
        if own is None:
            own = engine.limits(child)[1]
            resolve(child, width)
        own = clamped_width(child, own, width)
        outer = own + child.margins[1] + child.margins[3]
        if style.flex_wrap and lines[-1] and used + outer > width + TOLERANCE:
            lines.append([])
            used = 0.0
        lines[-1].append(_Item(child, own))
        used += outer + style.column_gap
    y = top
    for at, line in enumerate(lines):
        if at:
            y += style.row_gap
        _share_out(engine, line, width - style.column_gap * (len(line) - 1))
        y += _place_line(engine, box, line, left, y, width, height if len(lines) == 1 else None)
    return y - top


def _share_out(engine: Engine, line: list[_Item], width: float) -> None:
    """Let the children of a row grow or shrink to its width."""
    total = sum([item.size + item.element.margins[1] + item.element.margins[3] for item in line])
    free = width - total
    if free > 0:
        growth = sum([item.element.style.flex_grow for item in line])
        if growth:
            for item in line:
                item.size += free * item.element.style.flex_grow / max(1.0, growth)
                item.size = clamped_width(item.element, item.size, width)
        return
    weight = sum([(item.size - item.element.pbw) * item.element.style.flex_shrink for item in line])
    if weight <= 0:
        return
    for item in line:
        element = item.element
        least = element.pbw
        if not element.style.clips:
            least = min(item.size, _contents_least(engine, element))
        item.size = max(
            least, item.size + free * (item.size - element.pbw) * element.style.flex_shrink / weight
        )


def _contents_least(engine: Engine, element: Element) -> float:
    if element.is_replaced:
        return engine.limits(element)[0]
    return engine.contents_limits(element)[0]


def _place_line(
    engine: Engine,
    box: Element,
    line: list[_Item],
    left: float,
    top: float,
    width: float,
    height: float | None,
) -> float:
    style = box.style
    total = sum([item.size + item.element.margins[1] + item.element.margins[3] for item in line])
    free = width - total - style.column_gap * (len(line) - 1)
    if any(item.element.margin_autos[0] or item.element.margin_autos[1] for item in line) and free > 0:
        count = sum([sum(item.element.margin_autos) for item in line])
        extra, before, between = free / count, 0.0, 0.0
    else:
        extra = 0.0
        before, between = _spread(style.justify, 0.0 if -0.05 < free < 0 else free, len(line))
    x = left + before
    tallest = 0.0
    for item in reversed(line) if style.reverse else line:
        element = item.element
        engine.lay_out(element, item.size, Floats(), 0.0, 0.0)
        if element.margin_autos[0]:
            x += extra
        element.x = x + element.margins[3]
        x += item.size + element.margins[1] + element.margins[3] + between + style.column_gap
        if element.margin_autos[1]:
            x += extra
        tallest = max(tallest, element.h + element.margins[0] + element.margins[2])
    if height is not None:
        tallest = height
    for item in line:
        element = item.element
        align = _align(box, element)
        room = tallest - element.margins[0] - element.margins[2]
        stretches = align == "stretch" and asked_height(element, None) is None and not element.is_replaced
        if stretches and room > element.h + 0.001:
            engine.lay_out(element, item.size, Floats(), 0.0, 0.0, False, room)
        element.y = top + element.margins[0] + _across(align, room - element.h)
        if box.base is None and element.base is not None:
            box.base = element.y + element.lift + element.base
        if element.style.position == "relative":
            shift_relative(element, width, height)
    return tallest
