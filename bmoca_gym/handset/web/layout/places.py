"""Where the elements of a laid-out tree are in the document: offsets along their owners, transforms, overflow."""

from __future__ import annotations

from bmoca_gym.handset.web.boxes import Edges, Matrix
from bmoca_gym.handset.web.layout.controls import is_list, text_size
from bmoca_gym.handset.web.layout.elements import REPLACED, Element, Tree
from bmoca_gym.handset.web.layout.style import parse_length, used
from bmoca_gym.handset.web.matrices import mapped_edges, moved, parse_transform, product
from bmoca_gym.handset.web.spaces import (
    NO_SPACE,
    Space,
    about,
    joined,
    outlined,
    parse_space,
    perspective,
    seen,
)

#: Elements that show a fraction, whatever they contain.
GAUGES = frozenset({"progress", "meter"})


def shows_children(element: Element) -> bool:
    """Whether an element's children have boxes of their own."""
    tag = element.tag
    if tag == "svg":
        return True
    if (
        tag in REPLACED
        or tag in ("textarea", "input")
        or tag in GAUGES
        or element.style.content_url is not None
    ):
        return False
    return tag != "select" or is_list(element)


#: Functions of ``transform`` that need a third dimension.
_DEEP = ("rotateX", "rotateY", "3d", "Z(", "perspective(")


def is_space(element: Element) -> bool:
    """Whether an element's children share its 3D space rather than lying on its plane."""
    values = element.style.values
    return values.get("transform-style") == "preserve-3d" and element.style.display != "inline"


class Places:
    """Geometry queries on one layout. Lengths are px of the document."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.density = tree.viewport.density
        self._corners: dict[Element, tuple[float, float]] = {}
        self._owned: dict[Element, list[Element]] = {}
        #: Elements whose contents `owned` has visited.
        self._covered: set[Element] = set()
        self._known: set[Element] = set()
        self._overflow: dict[Element, tuple[float, float]] = {}
        self._transforms: dict[Element, Matrix | None] = {}
        self._planes: dict[Element, Element | None] = {}

    def scroll(self, element: Element) -> tuple[float, float]:
        """Return how far the contents of an element are scrolled."""
        if not element.style.clips or element.parent is None or element.pseudo:
            return 0.0, 0.0
        x, y = element.node.scroll
        return x * self.density, y * self.density

    def corner(self, element: Element) -> tuple[float, float]:
        """Return the upper left corner of an element's border box, before transforms."""
        known = self._corners.get(element)
        if known is not None:
            return known
        owner = element.owner
        if owner is None:
            found = (element.x, element.y) if element.parent is None else self.corner(element.parent)
        else:
            x, y = self.corner(owner)
            across, down = self.scroll(owner)
            lift = 0.0 if element.style.out_of_flow else owner.lift
            found = (x + element.x - across, y + element.y + lift - down)
        self._corners[element] = found
        return found

    def own_transform(self, element: Element) -> Matrix | None:
        """Return the map of an element's own ``transform``, about the document's corner; None if it has none."""
        style = element.style
        if element.parent is not None and is_space(element.parent):
            if style.transform == "none" and element.parent.style.transform == "none":
                return None
            return None if is_space(element) else self._seen(element)[0]
        if is_space(element) or (
            style.transform == "none"
            or (element.node.svg and element.tag != "svg")
            or (style.display == "inline" and not element.is_replaced)
        ):
            return None
        if any(name in style.transform for name in _DEEP):
            return self._seen(element)[0]
        matrix = parse_transform(style.transform, element.w, element.h, self.density)
        x, y = self._origin(element, "transform-origin")
        return product(moved(x, y), product(matrix, moved(-x, -y)))

    def depth(self, element: Element) -> float:
        """Return how far in front of the page the middle of an element in 3D space is."""
        return self._seen(element)[1]

    def _seen(self, element: Element) -> tuple[Matrix, float]:
        """Return the projection of an element's plane, given the spaces around it, and how far in front of the page it
        is."""
        left, top = self.corner(element)
        return seen(self._whole(element)[0], left + element.w / 2, top + element.h / 2)

    def _whole(self, element: Element) -> tuple[Space, Element | None]:
        """Return the combined map of an element's transform, the spaces around it and their perspective; and the
        element around."""
        space = self._space(element)
        above = element.parent
        while above is not None and is_space(above):
            space = joined(self._space(above), space)
            above = above.parent
        if above is not None:
            far = parse_length(above.style.values.get("perspective"), above.style.font_size, self.tree.scale)
            if far is not None:
                x, y = self._origin(above, "perspective-origin")
                space = joined(about(perspective(used(far, 0.0)), x, y), space)
        return space, above

    def outline(self, element: Element) -> Edges | None:
        """Return the edges around an element's border box if it lies on a plane in 3D space, or is such a space.

        They are exact, as scripts are told them; drawing follows `own_transform`. None if it lies flat on the page, or
        is partly behind the viewer.
        """
        plane = self._plane(element)
        if plane is None:
            return None
        space, around = self._whole(plane)
        one: Element | None = element
        inner: Matrix | None = None
        while one is not None and one is not plane:  # what is transformed on the plane
            own = self.own_transform(one)
            inner = own if inner is None else inner if own is None else product(own, inner)
            one = one.parent
        if inner is not None:
            a, b, c, d, e, f = inner
            space = joined(
                space, ((a, c, 0.0, e), (b, d, 0.0, f), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
            )
        left, top = self.corner(element)
        found = outlined(space, (left, top, left + element.w, top + element.h))
        outer = None if found is None or around is None else self.transform(around)
        return found if found is None or outer is None else mapped_edges(outer, found)

    def _plane(self, element: Element) -> Element | None:
        """Return the element in 3D space on whose plane an element lies (possibly itself); None if there is none."""
        if element in self._planes:
            return self._planes[element]
        style, above = element.style, element.parent
        if above is None or (element.node.svg and element.tag != "svg"):
            found = None
        elif is_space(above):
            flat = style.transform == "none" and above.style.transform == "none" and not is_space(element)
            found = self._plane(above) if flat else element
        elif style.transform == "none" or (style.display == "inline" and not element.is_replaced):
            found = self._plane(above)
        else:
            deep = is_space(element) or any(name in style.transform for name in _DEEP)
            found = element if deep else self._plane(above)
        self._planes[element] = found
        return found

    def _space(self, element: Element) -> Space:
        style = element.style
        if style.transform == "none":
            return NO_SPACE
        space = parse_space(style.transform, element.w, element.h, self.density)
        return about(space, *self._origin(element, "transform-origin"))

    def _origin(self, element: Element, name: str) -> tuple[float, float]:
        """Return the point that a property names, in document coordinates."""
        style = element.style
        words = style.values.get(name, "50% 50%").split()
        x, y = self.corner(element)
        names = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        if words and words[0] in ("top", "bottom"):
            words = [words[1] if len(words) > 1 else "center", words[0]]
        scale = self.tree.scale
        across = parse_length(names.get(words[0], words[0]), style.font_size, scale) if words else None
        down = (
            parse_length(names.get(words[1], words[1]), style.font_size, scale)
            if len(words) > 1
            else (0.0, 0.5)
        )
        return x + used(across, element.w), y + used(down, element.h)

    def transform(self, element: Element) -> Matrix | None:
        """Return the combined transform of an element and its ancestors; None if there is none."""
        if element in self._transforms:
            return self._transforms[element]
        own = self.own_transform(element)
        outer = self.transform(element.parent) if element.parent is not None else None
        found = own if outer is None else outer if own is None else product(outer, own)
        self._transforms[element] = found
        return found

    def owned(self, element: Element) -> list[Element]:
        """Return the elements that an element laid out."""
        if element not in self._covered:
            # It only lays out its own descendants, so its part of the tree is enough.
            pending = [element]
            while pending:
                one = pending.pop()
                if one.style.display == "none":
                    continue
                if one is not element and one.owner is not None and one not in self._known:
                    self._known.add(one)
                    self._owned.setdefault(one.owner, []).append(one)
                if one not in self._covered:
                    self._covered.add(one)
                    if shows_children(one):
                        pending.extend([child for child in one.children if not isinstance(child, str)])
        return self._owned.get(element, [])

    def overflow(self, element: Element) -> tuple[float, float]:
        """Return how far an element's contents reach right and down from its border box's corner."""
        known = self._overflow.get(element)
        if known is not None:
            return known
        right = bottom = 0.0
        for piece in element.pieces:
            if not piece.text.isspace():
                right = max(right, piece.x + piece.width)
            bottom = max(bottom, piece.base + piece.element.style.descent + element.lift)
        for child in self.owned(element):
            if child.style.position == "fixed":
                continue
            lift = 0.0 if child.style.out_of_flow else element.lift
            across, down = (0.0, 0.0) if child.style.clips or child.tag == "svg" else self.overflow(child)
            # In-flow margins count too, as in browsers.
            extra_x = 0.0 if child.style.out_of_flow else max(0.0, child.margins[1])
            extra_y = 0.0 if child.style.out_of_flow else max(0.0, child.margins[2])
            if child.w > 0 or child.h > 0:
                right = max(right, child.x + max(child.w + extra_x, across))
                bottom = max(bottom, child.y + lift + max(child.h + extra_y, down))
        self._overflow[element] = found = (right, bottom)
        return found

    def scroll_size(self, element: Element) -> tuple[float, float]:
        """Return the scrollable size of an element's padding box."""
        borders, paddings = element.borders, element.paddings
        width = element.w - borders[1] - borders[3]
        height = element.h - borders[0] - borders[2]
        if not shows_children(element) or element.node.svg:
            if element.tag == "textarea":
                wide, high = text_size(element)
                width, height = max(width, wide), max(height, high)
            return max(0.0, width), max(0.0, height)
        right, bottom = self.overflow(element)
        if element.style.clips:
            right, bottom = right + paddings[1], bottom + paddings[2]
        return max(width, right - borders[3]), max(height, bottom - borders[0])
