"""The items of flex boxes and grids: elements and the texts between them, each laid out as a block."""

from __future__ import annotations

from bmoca_gym.handset.web.layout.base import (
    Engine,
    Floats,
    asked_height,
    asked_width,
    clamped_height,
    clamped_width,
    replaced_size,
    resolve,
    shift_relative,
)
from bmoca_gym.handset.web.layout.elements import CONTROLS, Element
from bmoca_gym.handset.web.layout.inline import InlineRun, lay_out_run, run_limits, text_run
from bmoca_gym.handset.web.layout.style import FOUR_ZEROS, Length

_NO_AUTOS = (False, False)


class Item:
    """An item and its place: its border box, relative to the container's border box.

    ``element`` is None for a text. ``main`` is its size along the main axis of a flex box.
    """

    __slots__ = ("base", "box", "element", "h", "main", "margins", "pieces", "run", "w", "x", "y")

    def __init__(self, box: Element, element: Element | None, run: InlineRun | None) -> None:
        self.box = box
        self.element = element
        self.run = run
        self.margins = FOUR_ZEROS
        self.x = self.y = self.w = self.h = self.main = 0.0
        self.base: float | None = None
        self.pieces = box.pieces[:0]

    def resolve(self, width: float) -> None:
        """Resolve margins, padding and borders in a container ``width`` px wide."""
        if self.element is not None:
            self.element.owner = self.box
            resolve(self.element, width)
            self.margins = self.element.margins

    @property
    def across(self) -> float:
        """The left and right margins together."""
        return self.margins[1] + self.margins[3]

    @property
    def down(self) -> float:
        """The top and bottom margins together."""
        return self.margins[0] + self.margins[2]

    @property
    def pbw(self) -> float:
        """Padding plus borders at the left and right."""
        return 0.0 if self.element is None else self.element.pbw

    @property
    def pbh(self) -> float:
        """Padding plus borders at the top and bottom."""
        return 0.0 if self.element is None else self.element.pbh

    @property
    def autos(self) -> tuple[bool, bool]:
        """Whether the left and right margins take free space."""
        return _NO_AUTOS if self.element is None else self.element.margin_autos

    @property
    def autos_down(self) -> tuple[bool, bool]:
        """Whether the top and bottom margins take free space."""
        if self.element is None:
            return _NO_AUTOS
        margins = self.element.style.margins
        return margins[0] is None, margins[2] is None

    @property
    def grow(self) -> float:
        """Its flex grow factor."""
        return 0.0 if self.element is None else self.element.style.flex_grow

    @property
    def shrink(self) -> float:
        """Its flex shrink factor."""
        return 1.0 if self.element is None else self.element.style.flex_shrink

    @property
    def order(self) -> int:
        """Its CSS ``order``."""
        return 0 if self.element is None else self.element.style.order

    @property
    def clips(self) -> bool:
        """Whether it may be smaller than its contents."""
        return self.element is not None and self.element.style.clips

    def align(self, all_of: str, own: str) -> str:
        """Return its alignment: its own style's, else what the container sets for all."""
        said = own if own not in ("auto", "") else all_of
        return _ALIGNS.get(said, said)

    def limits(self, engine: Engine, width: float) -> tuple[float, float]:
        """Return the minimum and preferred width of the border box. ``width``: the container's."""
        element = self.element
        if element is None:
            assert self.run is not None
            return run_limits(engine, self.run, self.box)[:2]
        found = engine.limits(element)
        self.resolve(width)
        return found

    def least(self, engine: Engine, width: float) -> float:
        """Return the minimum width, whatever width its style sets."""
        element = self.element
        if element is None or element.is_replaced:
            return self.limits(engine, width)[0]
        found = engine.contents_limits(element)[0]
        self.resolve(width)
        return found

    def asked_width(self, engine: Engine, width: float) -> float | None:
        """Return the border-box width that its style sets."""
        element = self.element
        if element is None:
            return None
        if element.is_replaced:
            return replaced_size(engine, element, width)[0]
        return asked_width(element, width)

    def asked_height(self, base: float | None) -> float | None:
        """Return the border-box height that its style sets."""
        return None if self.element is None else asked_height(self.element, base)

    def stretches(self, length: Length | None) -> bool:
        """Whether ``stretch`` makes it fill its area. ``length``: its width or height."""
        return length is None and (self.element is None or not self.element.is_replaced)

    @property
    def width(self) -> Length | None:
        """The width that its style sets."""
        return None if self.element is None else self.element.style.width

    @property
    def height(self) -> Length | None:
        """The height that its style sets."""
        return None if self.element is None else self.element.style.height

    def fitted(self, engine: Engine, room: float, width: float) -> float:
        """Return the border-box width that fits its contents, at most ``room`` if they can shrink to it."""
        least, most = self.limits(engine, width)
        return min(max(least, room), most)

    def clamped_width(self, size: float, base: float | None) -> float:
        """Clamp a width to its style's limits."""
        return max(0.0, size) if self.element is None else clamped_width(self.element, size, base)

    def clamped_height(self, size: float, base: float | None) -> float:
        """Clamp a height to its style's limits."""
        return max(0.0, size) if self.element is None else clamped_height(self.element, size, base)

    def lay_out(self, engine: Engine, width: float, height: float | None = None) -> None:
        """Lay it out with the given border-box width, and height if there is one."""
        element = self.element
        self.w = width
        if element is not None:
            fixed = None if element.is_replaced else height
            engine.lay_out(element, width, Floats(), 0.0, 0.0, False, fixed)
            if element.tag in CONTROLS or element.is_replaced:
                self.w = element.w
            self.h = element.h
            self.base = None if element.base is None else element.lift + element.base
            return
        assert self.run is not None
        if self.pieces or self.h:
            if height is not None:
                self.h = height
            return
        kept, self.box.pieces = self.box.pieces, []
        natural, self.base = lay_out_run(
            engine, self.box, self.run, 0.0, 0.0, width, Floats(), (0.0, 0.0), 0.0
        )
        self.pieces, self.box.pieces = self.box.pieces, kept
        self.h = natural if height is None else height

    def put(self, x: float, y: float, width: float, height: float | None) -> None:
        """Place its border box. ``width`` and ``height``: of the container, for relative offsets."""
        self.x, self.y = x, y
        element = self.element
        if element is None:
            for piece in self.pieces:
                piece.x += x
                piece.base += y
            self.box.pieces.extend(self.pieces)
            return
        element.x, element.y = x, y
        if element.style.position == "relative":
            shift_relative(element, width, height)


_ALIGNS = {
    "normal": "stretch",
    "flex-start": "start",
    "flex-end": "end",
    "self-start": "start",
    "self-end": "end",
    "left": "start",
    "right": "end",
    "first baseline": "baseline",
    "last baseline": "end",
}


def across(align: str, free: float) -> float:
    """Return an item's offset within its free space."""
    return free / 2 if align == "center" else free if align == "end" else 0.0


def items_of(box: Element) -> list[Item]:
    """Return the items of a container, sorted by ``order``."""
    groups = box.groups
    if groups is None:
        found: list[object] = []
        index = -1
        for child in box.children:
            if isinstance(child, str):
                index += 1
                run = text_run(child, box, index)
                if run is not None:
                    found.append(run)
            elif child.style.display != "none" and not child.style.out_of_flow and child.tag != "br":
                found.append(child)
        groups = box.groups = found
    items = [Item(box, one, None) if isinstance(one, Element) else Item(box, None, one) for one in groups]  # type: ignore[arg-type]
    if any(item.order for item in items):
        items.sort(key=lambda item: item.order)
    return items


def spread(how: str, free: float, count: int) -> tuple[float, float]:
    """Return the space before the first of ``count`` items and the extra space between two."""
    if how in ("space-between", "stretch", "normal") or free <= 0 or not count:
        if how == "space-between" and free > 0 and count > 1:
            return 0.0, free / (count - 1)
        if how not in ("center", "flex-end", "end", "right"):
            return 0.0, 0.0
    if how == "space-around":
        return free / count / 2, free / count
    if how == "space-evenly":
        return free / (count + 1), free / (count + 1)
    if how == "center":
        return free / 2, 0.0
    if how in ("flex-end", "end", "right"):
        return free, 0.0
    return 0.0, 0.0


def set_aside(box: Element, left: float, top: float) -> None:
    """Set the absolute children of a container aside for their containing block to place."""
    for child in box.elements:
        if child.style.out_of_flow:
            child.static, child.static_at = box, (left, top)
            box.outside.append(child)
