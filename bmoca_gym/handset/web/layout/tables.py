"""Tables: columns and rows sized by their cells, with separate or collapsed borders."""

from __future__ import annotations

from math import floor
from typing import Final

from bmoca_gym.handset.web.layout.base import Engine, Floats, cells_of, resolve, rows_of
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.style import Style, parse_number, used

#: The most columns that a cell may span.
_MOST_COLUMNS: Final = 1000
_GROUPS: Final = frozenset({"table-row-group", "table-header-group", "table-footer-group"})


def _span(cell: Element) -> int:
    number = parse_number(cell.attributes.get("colspan", "1"))
    return max(1, min(_MOST_COLUMNS, int(number or 1)))


def _row_span(cell: Element) -> int:
    number = parse_number(cell.attributes.get("rowspan", "1"))
    return max(0, min(_MOST_COLUMNS, int(number if number is not None else 1)))


def _column_styles(table: Element, count: int) -> list[Style | None]:
    """Return the style of each column: that of its ``col``, else of its group."""
    out: list[Style | None] = []

    def add(element: Element) -> None:
        span = max(1, min(_MOST_COLUMNS, int(element.number_of("span") or 1)))
        out.extend([element.style] * span)

    for child in table.elements:
        if child.style.display == "table-column":
            add(child)
        elif child.style.display == "table-column-group":
            inner = [one for one in child.elements if one.style.display == "table-column"]
            for one in inner or [child]:
                add(one)
    return (out + [None] * count)[:count]


def _spacing(table: Element) -> tuple[float, float]:
    """Return the space between cells, across and down, in whole px as in Chromium."""
    across, down = table.style.border_spacing
    return (0.0, 0.0) if table.style.collapses_borders else (float(floor(across)), float(floor(down)))


class _Cell:
    """A cell and its place in the grid."""

    __slots__ = ("column", "columns", "element", "row", "rows")

    def __init__(self, element: Element, row: int, column: int, rows: int, columns: int) -> None:
        self.element = element
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns


#: Places that cells spanning several may take in all. Beyond that, the remaining cells span one place each.
_MOST_SPANNED: Final = 1_000_000


def _grid(table: Element) -> tuple[list[Element], list[_Cell], int]:
    """Return the rows, the cells with their places, and the number of columns."""
    rows = rows_of(table)
    cells: list[_Cell] = []
    places: dict[tuple[int, int], Element] = {}
    taken: set[tuple[int, int]] = set()
    count, room = 0, _MOST_SPANNED
    for at, row in enumerate(rows):
        column = 0
        for element in cells_of(row):
            while (at, column) in taken:
                column += 1
            columns, down = _span(element), min(_row_span(element) or len(rows), len(rows) - at)
            if columns * down > room:
                columns = down = 1
            elif columns * down > 1:
                room -= columns * down
            cells.append(_Cell(element, at, column, down, columns))
            for below in range(at + 1, at + down):
                for across in range(column, column + columns):
                    taken.add((below, across))
            column += columns
        count = max(count, column)
    if table.style.collapses_borders:
        for cell in cells:
            for y in range(cell.row, cell.row + cell.rows):
                for x in range(cell.column, cell.column + cell.columns):
                    places[y, x] = cell.element
        for cell in cells:
            _share_borders(table, rows, places, cell, count)
    return rows, cells, count


def _share_borders(
    table: Element, rows: list[Element], places: dict[tuple[int, int], Element], cell: _Cell, count: int
) -> None:
    """Set the borders of a cell in a table with collapsed borders: the widest of those that meet, else its own."""
    element = cell.element
    last_row, last_column = cell.row + cell.rows - 1, cell.column + cell.columns - 1
    first, last = (1, 3) if table.style.rtl else (3, 1)
    found: list[tuple[Element, int]] = []
    for side in range(4):
        if side == 0:
            beside = places.get((cell.row - 1, cell.column))
        elif side == 2:
            beside = places.get((last_row + 1, cell.column))
        else:
            beside = places.get((cell.row, cell.column - 1 if side == first else last_column + 1))
        opposite = (side + 2) % 4
        rivals = [(element, side)]
        if beside is not None:
            rivals.append((beside, opposite))
        if side == 0:
            rivals.append((rows[cell.row], 0))
            if cell.row:
                rivals.append((rows[cell.row - 1], 2))
        elif side == 2:
            rivals.append((rows[last_row], 2))
            if last_row + 1 < len(rows):
                rivals.append((rows[last_row + 1], 0))
        edge = (cell.row == 0, last_row == len(rows) - 1, cell.column == 0, last_column == count - 1)
        if edge[{0: 0, 2: 1, first: 2, last: 3}[side]]:
            rivals.append((table, side))
        found.append(max(rivals, key=lambda one: one[0].style.borders[one[1]]))
    shared = tuple([one.style.borders[side] for one, side in found])
    if shared != element.shared:
        element.shared = shared  # type: ignore[assignment]
        element.used_for = -1.0
    element.shared_with = tuple(found) if any(one is not element for one, _ in found) else ()


def _columns(
    engine: Engine, table: Element, cells: list[_Cell], count: int
) -> list[tuple[float, float, float]]:
    """Return the minimum width, preferred width and percentage of each column."""
    least, most, share = [0.0] * count, [0.0] * count, [0.0] * count
    for at, style in enumerate(_column_styles(table, count)):
        if style is not None and style.width is not None:
            least[at] = most[at] = style.width[0]
            share[at] = style.width[1]
    gap = _spacing(table)[0]
    for cell in sorted(cells, key=lambda one: one.columns):
        small, large = engine.limits(cell.element)
        width = cell.element.style.width
        at, end = cell.column, cell.column + cell.columns
        if cell.columns == 1:
            least[at], most[at] = max(least[at], small), max(most[at], large)
            if width is not None and width[1]:
                share[at] = max(share[at], width[1])
            continue
        for widths, wanted in ((least, small), (most, large)):
            missing = wanted - sum(widths[at:end]) - gap * (cell.columns - 1)
            if missing > 0:
                for column in range(at, end):
                    widths[column] += missing / cell.columns
    return [(small, max(small, large), part) for small, large, part in zip(least, most, share, strict=True)]


def table_limits(engine: Engine, table: Element) -> tuple[float, float]:
    """Return the minimum and preferred width of a table's border box."""
    _, cells, count = _grid(table)
    columns = _columns(engine, table, cells, count)
    frame = table.pbw + _spacing(table)[0] * (count + 1 if count else 0)
    caption = _caption(table)
    least, most = sum([one[0] for one in columns]) + frame, sum([one[1] for one in columns]) + frame
    if caption is not None:
        least = max(least, engine.limits(caption)[0])
    return least, max(least, most)


def _caption(table: Element) -> Element | None:
    return next((one for one in table.elements if one.style.display == "table-caption"), None)


def _column_widths(columns: list[tuple[float, float, float]], room: float, fixed: list[bool]) -> list[float]:
    """Distribute a table's width among its columns."""
    least, most = sum([one[0] for one in columns]), sum([one[1] for one in columns])
    widths = [one[1] for one in columns]
    shares = [one[2] for one in columns]
    if any(shares) and room > least:
        # Columns with a percentage take it; the others share what is left.
        widths = [max(small, room * part) if part else large for small, large, part in columns]
        others = [at for at, part in enumerate(shares) if not part]
        left = room - sum([width for width, part in zip(widths, shares, strict=True) if part])
        if others:
            small = sum([columns[at][0] for at in others])
            large = sum([columns[at][1] for at in others])
            for at in others:
                if left >= large:
                    widths[at] = columns[at][1] + (left - large) * (
                        columns[at][1] / large if large else 1 / len(others)
                    )
                elif left > small and large > small:
                    widths[at] = columns[at][0] + (left - small) * (
                        (columns[at][1] - columns[at][0]) / (large - small)
                    )
                else:
                    widths[at] = columns[at][0]
        total = sum(widths)
        if total > 0 and (total > room + 0.5 or not others):
            widths = [width * room / total for width in widths]
        return widths
    if room >= most:
        free = [at for at in range(len(columns)) if not fixed[at]] or list(range(len(columns)))
        base = sum([columns[at][1] for at in free])
        for at in free:
            widths[at] += (room - most) * (columns[at][1] / base if base else 1 / len(free))
        return widths
    if room <= least:
        return [one[0] for one in columns]
    return [one[0] + (room - least) * ((one[1] - one[0]) / (most - least)) for one in columns]


def lay_out_table(engine: Engine, table: Element, width: float, height: float | None) -> None:
    """Lay out a table whose border box is at least ``width`` px wide. ``height``: as its style sets it."""
    rows, cells, count = _grid(table)
    columns = _columns(engine, table, cells, count)
    gap_x, gap_y = _spacing(table)
    table.base = None
    table.pieces = []
    top, left = table.borders[0] + table.paddings[0], table.borders[3] + table.paddings[3]
    caption = _caption(table)
    fixed = [False] * count
    for cell in cells:
        size = cell.element.style.width
        if cell.columns == 1 and size is not None and not size[1]:
            fixed[cell.column] = True
    for at, style in enumerate(_column_styles(table, count)):
        if style is not None and style.width is not None and not style.width[1]:
            fixed[at] = True
    room = width - table.pbw - gap_x * (count + 1)
    widths = _column_widths(columns, room, fixed) if count else []
    table.w = max(width, table.pbw) if not count else sum(widths) + gap_x * (count + 1) + table.pbw
    above = 0.0
    if caption is not None:
        caption.owner = table
        resolve(caption, table.w)
        engine.lay_out(caption, table.w, Floats(), 0.0, 0.0)
        caption.x, caption.y = 0.0, 0.0
        above = caption.h
    starts = [0.0] * (count + 1)
    for at, wide in enumerate(widths):
        starts[at + 1] = starts[at] + wide + gap_x
    heights = [0.0] * len(rows)
    for at, row in enumerate(rows):
        asked = row.style.height
        heights[at] = used(asked, 0.0) if asked is not None and not asked[1] else 0.0
        row.pieces = []
        resolve(row, table.w)
    for cell in cells:
        element = cell.element
        own = starts[cell.column + cell.columns] - starts[cell.column] - gap_x
        resolve(element, own)
        engine.lay_out(element, own, Floats(), 0.0, 0.0)
    # Cells of a row that are aligned by their base lines share the lowest one.
    bases = [0.0] * len(rows)
    for cell in cells:
        base = cell.element.base
        if base is not None and cell.element.style.vertical_align in _BY_BASE:
            bases[cell.row] = max(bases[cell.row], base)
    for cell in sorted(cells, key=lambda one: one.rows):
        element = cell.element
        need = element.h
        if element.base is not None and element.style.vertical_align in _BY_BASE:
            need += bases[cell.row] - element.base
        if cell.rows == 1:
            heights[cell.row] = max(heights[cell.row], need)
        else:
            missing = need - sum(heights[cell.row : cell.row + cell.rows]) - gap_y * (cell.rows - 1)
            if missing > 0:
                heights[cell.row + cell.rows - 1] += missing
    frame = table.pbh + gap_y * (len(rows) + 1 if rows else 0)
    if height is not None and rows:
        missing = height - frame - sum(heights)
        if missing > 0:
            total = sum(heights)
            heights = [one + missing * (one / total if total else 1 / len(heights)) for one in heights]
    y = above + top + (gap_y if rows else 0.0)
    tops = []
    for at, row in enumerate(rows):
        tops.append(y)
        group = row.parent
        if group is not None and group.style.display in _GROUPS:
            group.owner = table
            if not tops[:-1] or rows[at - 1].parent is not group:
                group.x, group.y = left + gap_x, y
                group.pieces = []
            group.w = starts[count] - gap_x if count else 0.0
            group.h = y + heights[at] - group.y
        row.owner = table
        row.x, row.y = left + gap_x, y
        row.w, row.h = starts[count] - gap_x if count else 0.0, heights[at]
        y += heights[at] + gap_y
    for cell in cells:
        element = cell.element
        element.owner = table
        start = starts[cell.column]
        if table.style.rtl:
            start = starts[count] - gap_x - start - element.w
        element.x, element.y = left + gap_x + start, tops[cell.row]
        whole = sum(heights[cell.row : cell.row + cell.rows]) + gap_y * (cell.rows - 1)
        free = whole - element.h
        align = element.style.vertical_align
        if align == "middle":
            element.lift = free / 2
        elif align == "bottom":
            element.lift = free
        elif align in _BY_BASE and element.base is not None:
            element.lift = bases[cell.row] - element.base
        else:
            element.lift = 0.0
        element.h = whole
        if table.base is None and element.base is not None:
            table.base = element.y + element.lift + element.base
    table.outside.extend([one for cell in cells for one in cell.element.outside])
    table.h = y + table.borders[2] + table.paddings[2] if rows else above + table.pbh
    if height is not None and height > table.h:
        table.h = height


_BY_BASE: Final = frozenset({"baseline", "sub", "super", "text-top", "text-bottom"})
