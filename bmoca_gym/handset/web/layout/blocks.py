"""Block layout: stacked blocks with collapsing margins, beside floats; and the placement of absolute elements."""

from __future__ import annotations

from bmoca_gym.handset.web.layout.base import (
    NO_STRUT,
    TOLERANCE,
    Engine,
    Floats,
    Strut,
    asked_height,
    asked_width,
    clamped_height,
    clamped_width,
    float_width,
    has_own_flow,
    joined_struts,
    place_float,
    replaced_size,
    resolve,
    shift_relative,
    strut_of,
)
from bmoca_gym.handset.web.layout.elements import CONTROLS, Element
from bmoca_gym.handset.web.layout.inline import FLOAT, InlineRun, groups_of, lay_out_run, run_limits
from bmoca_gym.handset.web.layout.style import Length, used


def upper_strut(element: Element, width: float) -> Strut:
    """Return the margin at an element's top edge, joined with the first children's margins that adjoin it."""
    resolve(element, width)
    strut = strut_of(element.margins[0])
    if (
        has_own_flow(element)
        or element.is_replaced
        or element.borders[0]
        or element.paddings[0]
        or element.style.display not in ("block", "list-item")
    ):
        return strut
    for group in groups_of(element):
        if isinstance(group, InlineRun):
            if group.blank:
                continue
            break
        if group.style.clear == "none":
            strut = joined_struts(strut, upper_strut(group, width))
        break
    return strut


def flow(
    engine: Engine,
    block: Element,
    left: float,
    top: float,
    width: float,
    floats: Floats,
    origin: tuple[float, float],
    absorbs: bool,
) -> tuple[float, Strut]:
    """Lay out the contents of a block; return their height and the margin left at the bottom edge.

    ``left``, ``top`` and ``width``: the content box, relative to the border box. ``origin``: the corner of the border
    box in the coordinates of ``floats``. ``absorbs``: whether the first child's top margin is counted outside.
    """
    y = top
    strut = NO_STRUT
    block.base = None
    block.pieces = []
    indent = used(block.style.text_indent, width)
    for group in groups_of(block):
        if isinstance(group, InlineRun):
            at = y + strut[0] + strut[1]
            if group.blank:
                for part in group.parts:
                    element = part.element
                    if part.kind == FLOAT:
                        element.owner = block
                        place_float(engine, element, left, width, at, floats, origin)
                    elif element.style.out_of_flow:
                        element.static, element.static_at = block, (left, at)
                        block.outside.append(element)
                continue
            height, base = lay_out_run(engine, block, group, left, at, width, floats, origin, indent)
            if height > 0 or base is not None:
                y, strut, absorbs = at + height, NO_STRUT, False
                if base is not None:
                    block.base = base
            continue
        child = group
        child.owner = block
        upper = upper_strut(child, width)
        if absorbs:
            at = y
        else:
            strut = joined_struts(strut, upper)
            at = y + strut[0] + strut[1]
        cleared = False
        if child.style.clear != "none":
            lowest = floats.below(child.style.clear, at + origin[1]) - origin[1]
            cleared = lowest > at
            at = max(at, lowest)
        at = _place_block(engine, block, child, left, width, at, floats, origin)
        empty = (
            child.h <= 0.001
            and not has_own_flow(child)
            and not child.pbh
            and asked_height(child, None) in (None, 0.0)
            and child.base is None
        )
        if empty and not cleared:
            if absorbs:
                strut = joined_struts(strut, child.strut)
            else:
                strut = joined_struts(joined_struts(strut, upper), child.strut)
        else:
            y, strut, absorbs = at + child.h, child.strut, False
        if child.base is not None:
            block.base = child.y + child.lift + child.base
        if child.style.position == "relative":
            shift_relative(child, width, engine.percentage_height(child))
    return y - top, strut


def _place_block(
    engine: Engine,
    block: Element,
    child: Element,
    left: float,
    width: float,
    at: float,
    floats: Floats,
    origin: tuple[float, float],
) -> float:
    """Lay out a block in its parent's flow at height ``at``, or lower if floats are in the way; return where it is."""
    style = child.style
    margin_right, margin_left = child.margins[1], child.margins[3]
    if child.is_replaced:
        own: float | None = replaced_size(engine, child, width)[0]
    else:
        own = asked_width(child, width)
    fixed = own is not None
    if own is None:
        own = width - margin_left - margin_right
        if style.display == "table" or child.tag in CONTROLS or style.fits:
            own = engine.fitted(child, own)
            resolve(child, width)
    own = clamped_width(child, own, width)
    if child.tag == "fieldset" and style.values.get("min-width") == "min-content":
        own = max(own, engine.limits(child)[0])
        resolve(child, width)
    first, last = left, left + width
    if floats.all and has_own_flow(child):
        while True:
            free_left, free_right = floats.edges(
                at + origin[1], 1.0, left + origin[0], left + width + origin[0]
            )
            first, last = free_left - origin[0], free_right - origin[0]
            if not fixed and style.display != "table":
                own = min(own, last - first - margin_left - margin_right)
                break
            if own <= last - first + TOLERANCE or (first <= left and last >= left + width):
                break
            edge = floats.next_edge(at + origin[1])
            if edge is None:
                break
            at = edge - origin[1]
    auto_left, auto_right = child.margin_autos
    room = last - first - own
    if auto_left and auto_right:
        margin_left = max(0.0, room / 2)
    elif auto_left:
        margin_left = max(0.0, room - margin_right)
    elif block.style.text_align == "-webkit-center":
        margin_left = max(margin_left, room / 2)
    elif block.style.rtl and (fixed or style.display == "table"):
        margin_left = max(margin_left, room - margin_right) if not auto_right else margin_left
    x = first + margin_left
    engine.lay_out(child, own, floats, origin[0] + x, origin[1] + at, True)
    child.x, child.y = x, at
    return at


def flow_limits(engine: Engine, element: Element) -> tuple[float, float]:
    """Return the minimum and preferred width of a block's contents."""
    least = most = floats = 0.0
    for group in groups_of(element):
        if isinstance(group, InlineRun):
            small, large, beside = run_limits(engine, group, element)
            floats += beside
        else:
            small, large = engine.limits(group)
            margins = group.margins[1] + group.margins[3]
            small, large = small + margins, large + margins
        least, most = max(least, small), max(most, large)
    return least, most + floats


def place_absolute(engine: Engine, block: Element, root: Element) -> None:
    """Lay out the absolute elements whose containing block is ``block`` (the root takes all that are left)."""
    pending = block.outside
    block.outside = []
    is_root = block is root
    for element in pending:
        style = element.style
        if not is_root and style.position == "fixed":
            block.outside.append(element)
            continue
        if is_root:
            x0, y0, width, height = 0.0, 0.0, engine.width, engine.height
        else:
            top, right, bottom, left = block.borders
            x0, y0 = left, top
            width, height = block.w - left - right, block.h - top - bottom
        _place_absolute(engine, block, element, x0, y0, width, height)


def place_absolute_inline(engine: Engine, inline: Element, block: Element) -> None:
    """Lay out the absolute elements of ``block`` whose containing block is an inline element in it."""
    pending = block.outside
    block.outside = []
    for element in pending:
        above = element.parent
        while above is not None and above is not inline and above.style.position == "static":
            above = above.parent
        if above is not inline or element.style.position == "fixed":
            block.outside.append(element)
            continue
        top, right, bottom, left = inline.borders
        width, height = inline.w - left - right, inline.h - top - bottom
        _place_absolute(engine, block, element, inline.x + left, inline.y + top, width, height)


def _length(length: Length | None, base: float) -> float | None:
    return None if length is None else length[0] + length[1] * base


def _place_absolute(
    engine: Engine, block: Element, element: Element, x0: float, y0: float, width: float, height: float
) -> None:
    """Lay out an absolute element. ``x0``, ``y0``, ``width``, ``height``: the padding box of its containing block,
    relative to ``block``.
    """
    style = element.style
    static_x, static_y = element.static_at
    one = element.static
    while one is not None:
        static_y += one.lift
        if one is block:
            break
        static_x, static_y = static_x + one.x, static_y + one.y
        one = one.owner
    element.owner = block
    resolve(element, width)
    margins = element.margins
    left, right = _length(style.left, width), _length(style.right, width)
    top, bottom = _length(style.top, height), _length(style.bottom, height)
    stretches = not element.is_replaced and element.tag not in CONTROLS
    if element.is_replaced:
        own: float | None = replaced_size(engine, element, width)[0]
    else:
        own = asked_width(element, width)
    if own is None:
        if (
            left is not None
            and right is not None
            and stretches
            and style.display != "table"
            and not style.fits
        ):
            own = width - left - right - margins[1] - margins[3]
        else:
            room = width - (left or 0.0) - (right or 0.0) - margins[1] - margins[3]
            if left is None and right is None:
                room -= max(0.0, static_x - x0)
            own = float_width(engine, element, room + margins[1] + margins[3])
            resolve(element, width)
    own = clamped_width(element, max(0.0, own), width)
    forced = asked_height(element, height)
    if forced is None and top is not None and bottom is not None and stretches and not style.fits_down:
        forced = max(0.0, height - top - bottom - margins[0] - margins[2])
    if forced is not None:
        forced = clamped_height(element, forced, height)
    if element.is_replaced:
        forced = None
    engine.lay_out(element, own, Floats(), 0.0, 0.0, False, forced)
    margin_left, margin_top = margins[3], margins[0]
    auto_left, auto_right = element.margin_autos
    if left is not None and right is not None and auto_left:
        room = width - left - right - own
        margin_left = room / 2 if auto_right else room - margins[1]
    if left is not None:
        element.x = x0 + left + margin_left
    elif right is not None:
        element.x = x0 + width - right - margins[1] - own
    else:
        element.x = static_x + margin_left
    if top is not None:
        if bottom is not None and style.margins[0] is None and style.margins[2] is None:
            margin_top = max(0.0, (height - top - bottom - element.h) / 2)
        element.y = y0 + top + margin_top
    elif bottom is not None:
        element.y = y0 + height - bottom - margins[2] - element.h
    else:
        element.y = static_y + margin_top
