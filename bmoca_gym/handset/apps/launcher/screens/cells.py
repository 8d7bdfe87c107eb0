"""The cells of the home screen, in which icons and widgets can be dropped."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.apps.launcher import state
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import FILL, Box, Column, Element, Group, Row, Stack, placed, scrolls


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class CellRow(Row):
    """A row of cells, in which an icon can be dropped."""

    __slots__ = ("cells", "container", "row")

    def __init__(self, cells: list[Element], container: str, row: int) -> None:
        Row.__init__(self)
        self.children = tuple(cells)
        self.width = FILL
        self.align = "center"
        self.cells = max(1, len(cells))
        self.container = container
        self.row = row

    def place_at(self, x: float, y: float, rtl: bool) -> state.Cell:
        """The cell at a point (fractions of the row)."""
        column = min(self.cells - 1, int(x * self.cells))
        return self.container, 0, self.cells - 1 - column if rtl else column, self.row


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class CellColumn(Column):
    """The hotseat of a wide, low screen: its cells are stacked, with the first at the bottom."""

    __slots__ = ()

    def place_at(self, x: float, y: float, rtl: bool) -> state.Cell:
        """The cell at a point (fractions of the column)."""
        count = max(1, len(self.children))
        return "hotseat", 0, count - 1 - min(count - 1, int(y * count)), 0


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class CellGrid(Group):
    """The cells of a page with widgets, which take several. ``first``: the first row; ``rows``: their number."""

    __slots__ = ("columns", "first", "places", "rows")
    CLASS: ClassVar[str] = ""

    def __init__(self, columns: int, first: int, rows: int) -> None:
        Group.__init__(self)
        self.columns = columns
        self.first = first
        self.rows = rows
        self.places: tuple[tuple[int, int, int, int], ...] = ()
        self.grow = 1.0
        self.width = FILL

    def put(self, child: Element, x: int, y: int, columns: int, rows: int) -> None:
        """Put an element into cells from (x, y) on."""
        self.children = (*self.children, child)
        self.places = (*self.places, (x, y, columns, rows))

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        width, height = (max_w if fix_w is None else fix_w), (max_h if fix_h is None else fix_h)
        down = max(1, self.rows - self.first)
        boxes: list[Box] = []
        for child, (x, y, columns, rows) in zip(self.children, self.places, strict=True):
            left, right = width * x // self.columns, width * (x + columns) // self.columns
            top, bottom = height * (y - self.first) // down, height * (y - self.first + rows) // down
            if m.rtl:
                left, right = width - right, width - left
            if rows == columns == 1 and child.height is None:
                box = child.layout(m, right - left, bottom - top, right - left)
            else:
                box = child.layout(m, right - left, bottom - top, right - left, bottom - top)
            boxes.append(placed(box, left, top + (bottom - top - box.height) // 2))
        made = Box(self, width, height)
        made.inside = tuple(boxes)
        return made

    def place_at(self, x: float, y: float, rtl: bool) -> state.Cell:
        """The cell at a point (fractions of the grid)."""
        column = min(self.columns - 1, int(x * self.columns))
        row = self.first + min(self.rows - self.first - 1, int(y * (self.rows - self.first)))
        return "desktop", 0, self.columns - 1 - column if rtl else column, row


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Host(Stack):
    """The container of an app's widget. ``carry``: handlers that lift it and drop it elsewhere.

    Anything that doesn't fit into the cells is left out.
    """

    __slots__ = ("carry",)
    CLASS: ClassVar[str] = "android.appwidget.AppWidgetHostView"

    def __init__(self, child: Element, carry: Any) -> None:
        Stack.__init__(self, child)
        self.carry = carry

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        box = super().place(m, max_w, max_h, fix_w, fix_h)
        _leave_out(box, box.height - self.pad_px(m)[3])
        return box


def _leave_out(box: Box, room: int) -> None:
    """Cut a box at ``room`` px, leaving out whatever reaches lower; lists get shorter."""
    kept = []
    for child in box.inside:
        rest = room - child.y
        if rest <= 0 or (child.height > rest and not child.inside):
            continue
        if child.inside and not scrolls(child.element):
            _leave_out(child, min(rest, child.height))
            if not child.inside:
                continue
        child.height = min(rest, child.height)
        kept.append(child)
    box.inside = tuple(kept)
