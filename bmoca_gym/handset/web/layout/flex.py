"""Flex layout: items in rows or columns that share the free space."""

from __future__ import annotations

from bmoca_gym.handset.web.layout.base import TOLERANCE, Engine, clamped_height, used_size
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.items import Item, across, items_of, set_aside, spread


def flex_limits(engine: Engine, box: Element) -> tuple[float, float]:
    """Return the minimum and preferred width of the contents."""
    least = most = 0.0
    style = box.style
    items = items_of(box)
    for item in items:
        item.resolve(0.0)
        small, large = item.limits(engine, 0.0)
        if style.column or style.flex_wrap:
            least = max(least, small + item.across)
        else:
            least += small + item.across
        most = max(most, large + item.across) if style.column else most + large + item.across
    if not style.column and items:
        gaps = style.column_gap * (len(items) - 1)
        most += gaps
        least += 0.0 if style.flex_wrap else gaps
    return least, max(least, most)


def lay_out_flex(
    engine: Engine, box: Element, left: float, top: float, width: float, height: float | None
) -> float:
    """Lay out the items of a flexible box in its content box; return the height that they take.

    ``height``: the height of the content box; None if it follows from its contents.
    """
    box.base = None
    box.pieces = []
    set_aside(box, left, top)
    items = items_of(box)
    if not items:
        return 0.0
    for item in items:
        item.resolve(width)
    if box.style.column:
        return _columns(engine, box, items, left, top, width, height)
    return _rows(engine, box, items, left, top, width, height)


def _inner_height(box: Element, used: float) -> float:
    """Return the height of a content box whose contents take ``used`` px, clamped to the style's limits."""
    return max(0.0, clamped_height(box, used + box.pbh, None) - box.pbh)


def _flexed(
    items: list[Item], least: list[float], most: list[float], outer: list[float], room: float
) -> None:
    """Grow or shrink items to fill ``room``, each between ``least`` and ``most``. ``outer``: their margins."""
    base = [item.main for item in items]
    weight = [max(0.0, item.main - (item.pbh if item.box.style.column else item.pbw)) for item in items]
    hypothetical = [
        min(max(size, low), max(low, high)) for size, low, high in zip(base, least, most, strict=True)
    ]
    wanted: float = sum(hypothetical)  # float for mypyc too, which takes `sum` for an int
    grows = wanted + sum(outer) < room
    fixed = [
        not (item.grow if grows else item.shrink) or (size > target if grows else size < target)
        for item, size, target in zip(items, base, hypothetical, strict=True)
    ]
    sizes = [target if done else size for target, size, done in zip(hypothetical, base, fixed, strict=True)]
    for _ in range(len(items) + 1):
        if all(fixed):
            break
        open_ones = [at for at in range(len(items)) if not fixed[at]]
        free = room - sum(outer) - sum([sizes[at] if fixed[at] else base[at] for at in range(len(items))])
        strength = sum([items[at].grow if grows else items[at].shrink for at in open_ones])
        if strength < 1:
            free *= strength
        total = strength if grows else sum([items[at].shrink * weight[at] for at in open_ones])
        for at in open_ones:
            share = items[at].grow if grows else items[at].shrink * weight[at]
            sizes[at] = base[at] + (free * share / total if total else 0.0)
        violation = 0.0
        clamped = []
        for at in open_ones:
            inside = min(max(sizes[at], least[at]), max(least[at], most[at]))
            clamped.append(inside)
            violation += inside - sizes[at]
        for at, inside in zip(open_ones, clamped, strict=True):
            off = inside - sizes[at]
            if abs(violation) < 1e-6 or (violation > 0 < off) or (violation < 0 > off):
                sizes[at], fixed[at] = inside, True
    for item, size in zip(items, sizes, strict=True):
        item.main = size


_NO_LIMIT = 1e9


def _rows(
    engine: Engine,
    box: Element,
    items: list[Item],
    left: float,
    top: float,
    width: float,
    height: float | None,
) -> float:
    style = box.style
    lines: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        element = item.element
        own: float | None = None
        if element is not None and not element.is_replaced and element.style.flex_basis is not None:
            own = used_size(element, element.style.flex_basis, width, element.pbw)
        if own is None and not (element is not None and element.style.values.get("flex-basis") == "content"):
            own = item.asked_width(engine, width)
        if own is None:
            own = item.limits(engine, width)[1]
        item.main = own
        outer = item.clamped_width(own, width) + item.across
        if style.flex_wrap and lines[-1] and used + outer > width + TOLERANCE:
            lines.append([])
            used = 0.0
        lines[-1].append(item)
        used += outer + style.column_gap
    heights = []
    for line in lines:
        least = []
        for item in line:
            low = item.pbw
            if not item.clips and (item.element is None or item.element.style.min_width is None):
                low = item.least(engine, width)
                asked = item.asked_width(engine, width)
                if asked is not None:
                    low = min(low, asked)
            least.append(item.clamped_width(low, width))
        most = [item.clamped_width(_NO_LIMIT, width) for item in line]
        _flexed(line, least, most, [item.across for item in line], width - style.column_gap * (len(line) - 1))
        tallest = above = below = 0.0
        for item in line:
            item.lay_out(engine, item.main)
            if _align_of(box, item) == "baseline":
                base = item.h if item.base is None else item.base
                above = max(above, item.margins[0] + base)
                below = max(below, item.h - base + item.margins[2])
            tallest = max(tallest, item.h + item.down)
        heights.append(max(tallest, above + below))
    gaps = style.row_gap * (len(lines) - 1)
    used = sum(heights) + gaps
    inner = _inner_height(box, used) if height is None else height
    if not style.flex_wrap:
        heights = [inner]
    before, between = 0.0, 0.0
    if style.flex_wrap:
        free = inner - used
        if style.align_content in ("normal", "stretch"):
            if free > 0:
                heights = [one + free / len(lines) for one in heights]
        else:
            before, between = spread(style.align_content, free, len(lines))
    y = top + before
    order = list(zip(lines, heights, strict=True))
    for line, high in reversed(order) if style.wrap_reverse else order:
        _row(engine, box, line, left, y, width, high)
        y += high + between + style.row_gap
    return used if height is None else height


def _align_of(box: Element, item: Item) -> str:
    own = "" if item.element is None else item.element.style.align_self
    return item.align(box.style.align_items, own)


def _row(
    engine: Engine, box: Element, line: list[Item], left: float, top: float, width: float, high: float
) -> None:
    style = box.style
    total = sum([item.main + item.across for item in line])
    free = width - total - style.column_gap * (len(line) - 1)
    autos = sum([sum(item.autos) for item in line])
    extra = free / autos if autos and free > 0 else 0.0
    how = style.justify
    if style.reverse != style.rtl and how in (
        "normal",
        "flex-start",
        "start",
        "flex-end",
        "end",
        "left",
        "right",
    ):
        to_end = (
            how in ("flex-end",) or (how == "end" and not style.reverse) or (how == "start" and style.reverse)
        )
        to_end = to_end or (how == "right" and style.rtl is False) or (how == "left" and style.rtl)
        how = "start" if to_end else "end"
    before, between = spread(how, 0.0 if extra or -0.05 < free < 0 else free, len(line))
    x = left + before
    bases = [
        item.margins[0] + (item.h if item.base is None else item.base)
        for item in line
        if _align_of(box, item) == "baseline"
    ]
    lowest = max(bases, default=0.0)
    for item in reversed(line) if style.reverse != style.rtl else line:
        first, last = item.autos
        x += extra if first else 0.0
        align = _align_of(box, item)
        room = high - item.down
        above, below = item.autos_down
        if align == "stretch" and not above and not below and item.stretches(item.height):
            wanted = item.clamped_height(room, None)
            if abs(wanted - item.h) > 0.001:
                item.lay_out(engine, item.main, wanted)
        y = top + item.margins[0]
        if (above or below) and room > item.h:
            y += (room - item.h) / 2 if above and below else room - item.h if above else 0.0
        elif align == "baseline":
            y += lowest - item.margins[0] - (item.h if item.base is None else item.base)
        elif style.wrap_reverse and align in ("start", "end", "stretch"):
            y += 0.0 if align == "end" else room - item.h
        else:
            y += across(align, room - item.h)
        item.put(x + item.margins[3], y, width, high)
        x += item.main + item.across + between + style.column_gap + (extra if last else 0.0)
        if box.base is None and item.base is not None:
            box.base = y + item.base


def _columns(
    engine: Engine,
    box: Element,
    items: list[Item],
    left: float,
    top: float,
    width: float,
    height: float | None,
) -> float:
    style = box.style
    for item in items:
        room = width - item.across
        own = item.asked_width(engine, width)
        if own is None:
            whole = _align_of(box, item) == "stretch" and not any(item.autos)
            own = room if whole else item.fitted(engine, room, width)
        own = item.clamped_width(own, width)
        item.lay_out(engine, own)
        natural = item.h
        element = item.element
        if element is not None and element.style.flex_basis is not None and not element.is_replaced:
            basis = used_size(element, element.style.flex_basis, height, element.pbh)
            natural = natural if basis is None else basis
        item.main = natural
    gaps = style.row_gap * (len(items) - 1)
    if style.flex_wrap and height is not None:
        lines: list[list[Item]] = [[]]
        used = 0.0
        for item in items:
            if lines[-1] and used + item.main + item.down > height + TOLERANCE:
                lines.append([])
                used = 0.0
            lines[-1].append(item)
            used += item.main + item.down + style.row_gap
        if len(lines) > 1:
            x = left
            for line in lines:
                wide = max([item.w + item.across for item in line])
                _column(engine, box, line, x, top, wide, height)
                x += wide + style.column_gap
            return height
    used = sum([item.clamped_height(item.main, height) + item.down for item in items]) + gaps
    inner = _inner_height(box, used) if height is None else height
    _column(engine, box, items, left, top, width, inner)
    taken = sum([item.h + item.down for item in items]) + gaps
    return taken if height is None else height


def _column(
    engine: Engine, box: Element, items: list[Item], left: float, top: float, width: float, height: float
) -> None:
    style = box.style
    gaps = style.row_gap * (len(items) - 1)
    least = []
    for item in items:
        low = item.h if not item.clips else item.pbh
        asked = item.asked_height(None)
        if asked is not None:
            low = min(low, asked)
        element = item.element
        if element is not None and element.style.min_height is not None:
            low = item.pbh
        least.append(item.clamped_height(low, height))
    most = [item.clamped_height(_NO_LIMIT, height) for item in items]
    _flexed(items, least, most, [item.down for item in items], height - gaps)
    for item in items:
        if abs(item.main - item.h) > 0.001:
            item.lay_out(engine, item.w, item.main)
    free = height - sum([item.h + item.down for item in items]) - gaps
    autos = sum([sum(item.autos_down) for item in items])
    extra = free / autos if autos and free > 0 else 0.0
    how = style.justify
    if style.reverse and how in ("normal", "flex-start", "flex-end"):
        how = "start" if how == "flex-end" else "end"
    before, between = spread(how, 0.0 if extra else free, len(items))
    y = top + before
    for item in reversed(items) if style.reverse else items:
        above, below = item.autos_down
        y += extra if above else 0.0
        room = width - item.across
        align = _align_of(box, item)
        if any(item.autos):
            first, last = item.autos
            x = (room - item.w) / 2 if first and last else room - item.w if first else 0.0
        elif style.rtl and align != "center":
            x = 0.0 if align == "end" else room - item.w
        else:
            x = across(align, room - item.w)
        item.put(left + item.margins[3] + x, y + item.margins[0], width, height)
        y += item.h + item.down + between + style.row_gap + (extra if below else 0.0)
        if box.base is None and item.base is not None:
            box.base = item.y + item.base
