"""Elements of screens, sized in dp and sp, and the layout pass that gives them boxes in px."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr
from typing_extensions import ParamSpec

from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.value import Callback, memo

P = ParamSpec("P")

#: Width or height that fills the parent.
FILL: Final = -1.0
#: Padding in dp: (start, top, end, bottom).
Sides = tuple[float, ...]
#: Options of all elements, with their types. Compiled code accepts no other types.
_OPTIONS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("grow", "height", "radius", "width"), (float, int)),
    **dict.fromkeys(("background", "border"), (int,)),
    **dict.fromkeys(("checked", "enabled", "selected"), (bool,)),
    **dict.fromkeys(("class_name", "description", "id"), (str,)),
    **dict.fromkeys(("drag", "long_press", "pinch", "swipe", "tap"), (tuple,)),
    "pad": (tuple, float, int),
}
WIDGET = "android.widget."
#: Offsets in px of the `Scroll`s of a window, by key.
Offsets = tuple[tuple[str, int], ...]

_S = TypeVar("_S")


def take_touch(state: _S, context: object) -> _S:
    """Handler of a background, such as a dialog's: it stops touches from reaching what is below, and is not a
    control.
    """
    return state


_Handler = TypeVar("_Handler", bound=Callable[..., Any])

#: Handlers of views that only listen to touches: the UI tree does not call these clickable.
_LISTENERS: Final[set[Any]] = set()


def touch_listener(handler: _Handler) -> _Handler:
    """Mark a handler as a touch listener, as drag handles have: Android's UI tree does not call them clickable."""
    _LISTENERS.add(handler)
    return handler


def is_touch_listener(handler: Any) -> bool:
    """Whether a handler was marked by `touch_listener`."""
    return handler in _LISTENERS


def stay(state: _S, context: object) -> _S:
    """Handler of a selected element, such as the current tab: it can be focused, but touches do nothing."""
    return state


@mypyc_attr(acyclic=True)
class Box:
    """An element after layout, in px. ``x``, ``y``: its place in the box that it is ``inside`` of, which `placed` sets.

    ``children`` are given, and read, as triples of x, y and box.
    """

    __slots__ = ("element", "extra", "height", "inside", "width", "x", "y")

    def __init__(
        self,
        element: Element,
        width: int,
        height: int,
        children: tuple[tuple[int, int, Box], ...] = (),
        extra: Any = None,
    ) -> None:
        self.element = element
        self.width = width
        self.height = height
        self.extra = extra
        self.x = 0
        self.y = 0
        self.inside: tuple[Box, ...] = ()
        if children:
            self.inside = tuple([placed(child, x, y) for x, y, child in children])

    @property
    def children(self) -> tuple[tuple[int, int, Box], ...]:
        """The boxes inside, each with its position."""
        return tuple([(child.x, child.y, child) for child in self.inside])


def placed(box: Box, x: int, y: int) -> Box:
    """The box at a place in its parent: itself, or a copy if it is shared by all that show a component."""
    if box.element.keep:
        box = like(box, box.element)
    box.x = x
    box.y = y
    return box


def like(box: Box, element: Element) -> Box:
    """A box of another element, in the same place with the same boxes inside."""
    made = Box(element, box.width, box.height, (), box.extra)
    made.x = box.x
    made.y = box.y
    made.inside = box.inside
    return made


@memo(2048)
def _kept(element: Element, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
    """Cached layouts of components. They are kept outside the elements, where they would form a reference cycle."""
    return element.measure(m, max_w, max_h, fix_w, fix_h)


def component(size: int) -> Callable[[Callable[P, Element]], Callable[P, Element]]:
    """Decorator for a part of a screen. Equal arguments give the same element, laid out once for each size."""

    def decorate(function: Callable[P, Element]) -> Callable[P, Element]:
        @memo(size)
        @wraps(function)
        def build(*args: P.args, **kwargs: P.kwargs) -> Element:
            element = function(*args, **kwargs)
            element.keep = True
            return element

        return build

    return decorate


def _is_number(given: Any) -> bool:
    return isinstance(given, float) or isinstance(given, int)  # noqa: SIM101  compiled, it is faster so


def sides(pad: Any) -> Sides:
    """Return padding as (start, top, end, bottom), from one number, (horizontal, vertical) or all four."""
    if isinstance(pad, tuple):
        given: Sides = pad
        many = len(
            given
        )  # mypy would take a tuple whose length is compared for another type, and mypyc copy it
        if many == 4:
            return given
        if many == 2:
            return given + given
    elif _is_number(pad):
        return (pad, pad, pad, pad)
    raise TypeError(
        f"pad is {pad!r}; it must be a number, (horizontal, vertical) or (start, top, end, bottom)"
    )


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Element:
    """Base of all elements. Without children it is a plain rectangle.

    An element with an empty ``class_name`` is not in the UI tree, but its children are.

    Attributes:
        width: dp, `FILL`, or None to wrap the content.
        height: dp, `FILL`, or None to wrap the content.
        grow: share of the remaining space in the parent's direction.
        pad: padding in dp: one number, (horizontal, vertical) or (start, top, end, bottom).
        background: 0xAARRGGBB.
        radius: radius of the corners in dp.
        tap: callback of a tap.
        long_press: callback of a long press.
        swipe: callback with ``context.direction``.
        drag: callback of a tap or a swipe that begins here, with the touch's start and end in the context.
        pinch: callback of two fingers here, with a `PinchContext`: the middle between them, and by how much they zoom.
        id: resource id in the UI tree.
        description: content description in the UI tree.
        class_name: class in the UI tree.
        selected: flag in the UI tree, as are ``checked`` and ``enabled``.
    """

    __slots__ = (
        "background", "border", "checked", "class_name", "description", "drag", "enabled", "grow", "height", "id",
        "keep", "long_press", "pad", "pinch", "radius", "selected", "swipe", "tap", "width",
    )  # fmt: skip
    CLASS: ClassVar[str] = "android.view.View"
    checkable = False
    scrollable = False
    focused = False
    focusable = False
    hint = ""
    editable = False

    def __init__(self, **options: Any) -> None:
        self.width: float | None = None
        self.height: float | None = None
        self.grow: float = 0.0
        self.pad: Sides | None = None
        self.background: int | None = None
        self.radius: float = 0.0
        self.border: int | None = None
        self.tap: Callback | None = None
        self.long_press: Callback | None = None
        self.swipe: Callback | None = None
        self.drag: Callback | None = None
        self.pinch: Callback | None = None
        self.id: str = ""
        self.description: str = ""
        self.class_name: str = self.CLASS
        self.selected: bool = False
        self.checked: bool = False
        self.enabled: bool = True
        self.keep: bool = False
        if options:
            give(self, options)

    def own(self, name: str, given: Any) -> None:
        """Set an option that only some elements have. A class overrides it for its own options.

        Raises:
            TypeError: no element of the class has the option, or not of that type.
        """
        types = _OPTIONS.get(name)
        if types is None:
            raise TypeError(
                f"{type(self).__name__} has no option {name!r}; options are {', '.join(sorted(_OPTIONS))}"
            )
        if given is not None:
            wanted = " or ".join([kind.__name__ for kind in types])
            raise TypeError(f"{type(self).__name__}: {name} is {given!r}; it must be {wanted}")

    def inner(self) -> Iterable[Element]:
        """The elements in it that exist before layout."""
        return ()

    def layout(
        self, m: Metrics, max_w: int, max_h: int, fix_w: int | None = None, fix_h: int | None = None
    ) -> Box:
        """Return the element's box in at most ``max_w`` × ``max_h`` px. ``fix_w``, ``fix_h``: sizes that the
        parent has chosen.
        """
        if self.keep:
            return _kept(self, m, max_w, max_h, fix_w, fix_h)
        return self.measure(m, max_w, max_h, fix_w, fix_h)

    def measure(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """Do `layout` without a cache."""
        if fix_w is None:
            width = self.width
            if width is not None:
                fix_w = max_w if width == FILL else min(max_w, nearest(width * m.scale))
        if fix_h is None:
            height = self.height
            if height is not None:
                fix_h = max_h if height == FILL else nearest(height * m.scale)
        return self.place(
            m, max_w if fix_w is None else fix_w, max_h if fix_h is None else fix_h, fix_w, fix_h
        )

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """Lay out within known limits. Every kind of element overrides it."""
        return Box(self, fix_w or 0, fix_h or 0)

    def pad_px(self, m: Metrics) -> tuple[int, int, int, int]:
        """Padding in px: left, top, right, bottom."""
        pad = self.pad
        if pad is None:
            return (0, 0, 0, 0)
        start, top, end, bottom = pad
        if m.rtl:
            start, end = end, start
        s = m.scale
        return nearest(start * s), nearest(top * s), nearest(end * s), nearest(bottom * s)

    def look(self) -> tuple[Any, ...]:
        """Everything that the element itself paints: equal values in equal boxes give equal pixels."""
        return (self.background, self.radius, self.border)

    @property
    def text(self) -> str:
        """Text in the UI tree."""
        return ""

    @property
    def soft(self) -> bool:
        """Whether it paints curves, whose anti-aliasing must not be cut by a clip."""
        return bool(self.radius and self.background is not None) or self.border is not None

    @property
    def password(self) -> bool:
        """Whether its text is secret. A property, since classes that override it are not compiled."""
        return False

    @property
    def opaque(self) -> bool:
        """Whether it completely hides what is below its box."""
        return self.background is not None and self.background >> 24 == 0xFF and not self.radius

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Paint what is above the background, inside the box at (x, y) px."""


_NO_BOX: Final = Box(Element(), 0, 0)


def give(element: Element, options: dict[str, Any]) -> None:
    """Set an element's options. None leaves an option unchanged.

    One comparison after the other, the most frequent first: compiled, this takes a fraction of `setattr`'s time.
    """
    for name, given in options.items():
        if name == "class_name" and isinstance(given, str):
            element.class_name = given
        elif name == "width" and _is_number(given):
            element.width = given
        elif name == "id" and isinstance(given, str):
            element.id = given
        elif name == "tap" and isinstance(given, tuple):
            element.tap = given
        elif name == "pad" and given is not None:
            element.pad = sides(given)
        elif name == "height" and _is_number(given):
            element.height = given
        elif name == "background" and isinstance(given, int):
            element.background = given
        elif name == "grow" and _is_number(given):
            element.grow = given
        elif name == "description" and isinstance(given, str):
            element.description = given
        elif name == "radius" and _is_number(given):
            element.radius = given
        elif name == "border" and isinstance(given, int):
            element.border = given
        elif name == "long_press" and isinstance(given, tuple):
            element.long_press = given
        elif name == "selected" and isinstance(given, bool):
            element.selected = given
        elif name == "enabled" and isinstance(given, bool):
            element.enabled = given
        elif name == "checked" and isinstance(given, bool):
            element.checked = given
        elif name == "drag" and isinstance(given, tuple):
            element.drag = given
        elif name == "swipe" and isinstance(given, tuple):
            element.swipe = given
        elif name == "pinch" and isinstance(given, tuple):
            element.pinch = given
        else:
            element.own(name, given)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Spacer(Element):
    """Empty space."""

    __slots__ = ()
    CLASS: ClassVar[str] = ""


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Group(Element):
    """An element with children. Options of its own: ``gap`` (dp), ``align`` and ``justify`` (start, center or end).

    Rows and columns also take ``least``: minimum height in dp, as with Android's ``minHeight``: that of a list row,
    which large letters or a second line make higher.
    """

    __slots__ = ("align", "children", "gap", "justify", "least")
    CLASS: ClassVar[str] = WIDGET + "LinearLayout"

    def __init__(self, *children: Element, **options: Any) -> None:
        super().__init__()
        self.children = children
        self.gap: float = 0.0
        self.align: str = "start"
        self.justify: str = "start"
        self.least: float = 0.0
        if options:
            give(self, options)

    def own(self, name: str, given: Any) -> None:
        """See `Element.own`."""
        if name == "align":
            self.align = given
        elif name == "gap":
            self.gap = given
        elif name == "justify":
            self.justify = given
        elif name == "least":
            self.least = given
        else:
            super().own(name, given)

    def inner(self) -> Iterable[Element]:
        return self.children


def _offset(how: str, room: int) -> int:
    if how == "start":
        return 0
    return room // 2 if how == "center" else room if how == "end" else 0


def mirrored(align: str) -> str:
    """``align`` in a right-to-left locale."""
    return "end" if align == "start" else "start" if align == "end" else align


def _widest(boxes: list[Box]) -> int:
    most = 0
    for box in boxes:
        if box.width > most:
            most = box.width
    return most


def _tallest(boxes: list[Box]) -> int:
    most = 0
    for box in boxes:
        if box.height > most:
            most = box.height
    return most


def _high(group: Group, m: Metrics, wanted: int) -> int:
    """The height in px of a group whose content wants that much."""
    return max(wanted, nearest(group.least * m.scale)) if group.least else wanted


def _in_line(
    group: Group, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None, down: bool
) -> Box:
    """Place the children of a group one after the other: below each other if ``down``, else side by side.

    Along the line, children that grow share what the others leave. Across it, each takes the room that it wants.
    """
    left, top, right, bottom = group.pad_px(m)
    inner_w, inner_h = max(0, max_w - left - right), max(0, max_h - top - bottom)
    length = inner_h if down else inner_w
    gap = nearest(group.gap * m.scale)
    used = gap * max(0, len(group.children) - 1)
    shares = 0.0
    boxes: list[Box] = []
    for child in group.children:
        if child.grow:
            shares += child.grow
            boxes.append(_NO_BOX)  # which keeps its place
        else:
            rest = max(0, length - used)
            box = child.layout(m, inner_w, rest) if down else child.layout(m, rest, inner_h)
            used += box.height if down else box.width
            boxes.append(box)
    if shares:
        rest = max(0, length - used)
        for i, child in enumerate(group.children):
            if child.grow:
                share = int(rest * child.grow / shares)
                boxes[i] = (
                    child.layout(m, inner_w, share, None, share)
                    if down
                    else child.layout(m, share, inner_h, share)
                )
        used = length
    if down:
        width = fix_w if fix_w is not None else min(max_w, _widest(boxes) + left + right)
        height = fix_h if fix_h is not None else _high(group, m, used + top + bottom)
        at, free, across = top, height - top - bottom - used, width - left - right
        align = mirrored(group.align) if m.rtl else group.align
    else:
        width = fix_w if fix_w is not None else used + left + right
        height = fix_h if fix_h is not None else _high(group, m, _tallest(boxes) + top + bottom)
        at, free, across = right if m.rtl else left, width - left - right - used, height - top - bottom
        align = group.align
    at += _offset(group.justify, max(0, free))
    for i, box in enumerate(boxes):
        if down:
            boxes[i] = placed(box, left + _offset(align, across - box.width), at)
            at += box.height + gap
        else:
            x = width - at - box.width if m.rtl else at
            boxes[i] = placed(box, x, top + _offset(align, across - box.height))
            at += box.width + gap
    made = Box(group, width, height)
    made.inside = tuple(boxes)
    return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Column(Group):
    """Children one below the other. ``align`` across and ``justify`` along: start, center or end."""

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        return _in_line(self, m, max_w, max_h, fix_w, fix_h, True)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Row(Group):
    """Children side by side, mirrored in right-to-left locales. ``align`` across: start, center or end."""

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        return _in_line(self, m, max_w, max_h, fix_w, fix_h, False)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Stack(Group):
    """Children on top of each other. ``align`` across and ``justify`` down: start, center or end."""

    __slots__ = ()
    CLASS: ClassVar[str] = WIDGET + "FrameLayout"

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        left, top, right, bottom = self.pad_px(m)
        inner_w, inner_h = max(0, max_w - left - right), max(0, max_h - top - bottom)
        boxes = [child.layout(m, inner_w, inner_h) for child in self.children]
        width = fix_w if fix_w is not None else _widest(boxes) + left + right
        height = fix_h if fix_h is not None else _tallest(boxes) + top + bottom
        inner_w, inner_h = width - left - right, height - top - bottom
        align = mirrored(self.align) if m.rtl else self.align
        for i, box in enumerate(boxes):
            across, down = _offset(align, inner_w - box.width), _offset(self.justify, inner_h - box.height)
            boxes[i] = placed(box, left + across, top + down)
        made = Box(self, width, height)
        made.inside = tuple(boxes)
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class LeftToRight(Stack):
    """Children that are not mirrored in right-to-left locales, such as number pads, formulas and phone
    numbers.
    """

    __slots__ = ()
    CLASS: ClassVar[str] = ""

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        return super().place(m.from_left(), max_w, max_h, fix_w, fix_h)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Reversed(Stack):
    """Children that run against the direction of the locale, as the tasks of the overview do."""

    __slots__ = ()
    CLASS: ClassVar[str] = ""

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        return super().place(m.reversed(), max_w, max_h, fix_w, fix_h)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Canvas(Element):
    """Children at fixed positions: (x, y, element) in dp from the top left corner, also in right-to-left
    locales.
    """

    __slots__ = ("children",)
    CLASS: ClassVar[str] = WIDGET + "FrameLayout"

    def __init__(self, *children: tuple[float, float, Element], **options: Any) -> None:
        super().__init__(**options)
        self.children = children

    def inner(self) -> Iterable[Element]:
        return [child for _, _, child in self.children]

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        made = Box(self, fix_w or 0, fix_h or 0)
        made.inside = tuple(
            [
                placed(child.layout(m, max_w, max_h), nearest(x * m.scale), nearest(y * m.scale))
                for x, y, child in self.children
            ]
        )
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Grid(Group):
    """Children in rows of ``columns`` equal cells, filled row by row. ``gap``: dp between cells.

    All cells of a row are as high as its tallest one, as in a list with Android's ``GridLayoutManager``.
    """

    __slots__ = ("columns",)
    CLASS: ClassVar[str] = WIDGET + "GridLayout"

    def __init__(self, *children: Element, columns: int, **options: Any) -> None:
        Group.__init__(self, *children, **options)
        self.columns = columns

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        left, top, right, bottom = self.pad_px(m)
        gap = nearest(self.gap * m.scale)
        count = self.columns
        width = fix_w if fix_w is not None else max_w
        rows = -(-len(self.children) // count)
        cell_w = max(0, (width - left - right - gap * (count - 1)) // count)
        cell_h = None if fix_h is None else max(0, (fix_h - top - bottom - gap * (rows - 1)) // max(1, rows))
        boxes: list[Box] = []
        y = top
        for start in range(0, len(self.children), count):
            cells = [
                c.layout(m, cell_w, max_h if cell_h is None else cell_h, cell_w, cell_h)
                for c in self.children[start : start + count]
            ]
            tallest = _tallest(cells)
            for i, box in enumerate(cells):
                if box.height < tallest:
                    box = self.children[start + i].layout(m, cell_w, tallest, cell_w, tallest)
                x = left + i * (cell_w + gap)
                boxes.append(placed(box, width - x - cell_w if m.rtl else x, y))
            y += tallest + gap
        height = fix_h if fix_h is not None else y - (gap if boxes else 0) + bottom
        made = Box(self, width, height)
        made.inside = tuple(boxes)
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Scroll(Element):
    """Scrollable view of a taller child, or with ``axis="x"`` a wider one. The activity keeps its offset
    under ``key``. ``most``: maximum height in dp, as for a list in a dialog; 0: no limit.
    """

    __slots__ = ("axis", "child", "key", "most")
    CLASS: ClassVar[str] = "androidx.recyclerview.widget.RecyclerView"
    scrollable = True

    def __init__(self, child: Element, key: str, axis: str = "y", **options: Any) -> None:
        self.most: float = 0.0
        super().__init__(**options)
        self.child = child
        self.key = key
        self.axis = axis

    def own(self, name: str, given: Any) -> None:
        """See `Element.own`."""
        if name == "most":
            self.most = given
        else:
            super().own(name, given)

    def inner(self) -> Iterable[Element]:
        return (self.child,)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        endless = 1 << 24
        if self.axis == "y":
            box = self.child.layout(m, max_w, endless, fix_w if self.child.width == FILL else None)
        else:
            box = self.child.layout(m, endless, max_h, None, fix_h if self.child.height == FILL else None)
        width = fix_w if fix_w is not None else min(box.width, max_w)
        if self.most > 0:
            max_h = min(max_h, nearest(self.most * m.scale))
        height = fix_h if fix_h is not None else min(box.height, max_h)
        # A horizontal list that is shorter than the view is also aligned to the start.
        free = max(0, width - box.width) if m.rtl and self.axis == "x" else 0
        made = Box(self, width, height, (), m.rtl)
        made.inside = (placed(box, free, 0),)
        return made


#: Whether a class is compiled with all that it derives from.
_compiled: Final[dict[type[Element], bool]] = {}


def is_compiled(element: Element) -> bool:
    """Whether an element's attributes can be read as those of `Element`, which takes a tenth of the time in compiled
    code.

    An attribute that a class of an app defines anew must be read by name, from `Any`.
    """
    kind = type(element)
    known = _compiled.get(kind)
    if known is None:
        known = all("__mypyc_attrs__" in vars(base) for base in kind.__mro__[:-1])
        _compiled[kind] = known
    return known


def scrolls(element: Element) -> bool:
    """Whether an element scrolls its content. A class of an app may define ``scrollable`` too."""
    if is_compiled(element):
        return element.scrollable
    asked: Any = element
    return bool(asked.scrollable)


def scrolls_sideways(box: Box) -> bool:
    """Whether a `Scroll` box scrolls horizontally."""
    scroll: Any = box.element
    return bool(scroll.axis == "x")


def scroll_offset(box: Box, offsets: Offsets) -> tuple[int, int]:
    """Return the shift (x, y) in px of a `Scroll`'s child, from the saved offset within its limits."""
    scroll: Any = box.element
    child = box.inside[0]
    kept = 0
    for key, offset in offsets:
        if key == scroll.key:
            kept = offset
    if scroll.axis == "y":
        return 0, min(kept, max(0, child.height - box.height))
    most = max(0, child.width - box.width)
    # Horizontal lists start at the right edge in right-to-left locales; offsets count from the start.
    return (most - min(kept, most)) if box.extra else min(kept, most), 0
