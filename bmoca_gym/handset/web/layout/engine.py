"""The engine: lays out one element by its kind, and reuses the results for what has not changed."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.web.layout.base import (
    NO_STRUT,
    Engine,
    Floats,
    asked_height,
    asked_width,
    clamped_height,
    clamped_width,
    has_own_flow,
    joined_struts,
    replaced_size,
    resolve,
    strut_of,
)
from bmoca_gym.handset.web.layout.blocks import flow, flow_limits, place_absolute, place_absolute_inline
from bmoca_gym.handset.web.layout.controls import lay_out_control, natural_control, text_width
from bmoca_gym.handset.web.layout.elements import CONTROLS, Element, Tree
from bmoca_gym.handset.web.layout.flex import flex_limits, lay_out_flex
from bmoca_gym.handset.web.layout.grid import grid_limits, lay_out_grid
from bmoca_gym.handset.web.layout.style import used
from bmoca_gym.handset.web.layout.svg import lay_out_svg
from bmoca_gym.handset.web.layout.tables import lay_out_table, table_limits

#: Width and height in CSS px of the image at an address; (0, 0) if there is none.
ImageSize = Callable[[str], tuple[float, float]]

_FLEX = frozenset({"flex", "inline-flex"})
_GRID = frozenset({"grid", "inline-grid"})


class PageEngine(Engine):
    """Lays out the elements of one tree."""

    def __init__(self, tree: Tree, image_size: ImageSize) -> None:
        self.tree = tree
        viewport = tree.viewport
        self.density = viewport.density
        # Whole px, like the window.
        self.width = float(round(viewport.width * viewport.density))
        self.height = float(round(viewport.height * viewport.density))
        self.root: Element = tree.root
        self.image_size = image_size

    def run(self, root: Element) -> None:
        """Lay out a whole document."""
        self.root = root
        root.owner = None
        resolve(root, self.width)
        margins = root.margins
        self.lay_out(root, self.width - margins[1] - margins[3], Floats(), 0.0, 0.0)
        root.x, root.y = margins[3], margins[0]
        for element in self.tree.images():
            if not element.clean and element.laid_key is not None:
                lay_out_svg(element, self.density)

    def natural_size(self, element: Element) -> tuple[float, float]:
        """Return the width and height of a replaced element's contents in CSS px; 0 if they can't be read."""
        url = element.style.content_url
        if url is not None:
            return self.image_size(url)
        tag = element.tag
        if tag == "img":
            source = element.attributes.get("src", "")
            size = self.image_size(source) if source else (0.0, 0.0)
            alt = element.attributes.get("alt", "").strip()
            if alt and not all(size):
                # A placeholder icon with text takes its place.
                style = element.style
                wide = text_width(element, alt) / self.density
                return 16.0 + wide, (style.ascent + style.descent) / self.density
            return size
        if tag == "canvas":
            width, height = element.number_of("width"), element.number_of("height")
            return 300.0 if width is None else width, 150.0 if height is None else height
        width, height = element.number_of("width"), element.number_of("height")
        return 300.0 if width is None else width, 150.0 if height is None else height

    def percentage_height(self, element: Element) -> float | None:
        """Return the height that an element's percentage height refers to; None if it isn't known."""
        above = element.parent
        while above is not None and above.style.display == "inline":
            above = above.parent
        if above is None:
            return self.height
        height = above.style.height
        if height is None:
            return None
        if not height[1]:
            inner = height[0] - (above.pbh if above.style.border_box else 0.0)
            return max(0.0, inner)
        base = self.percentage_height(above)
        return None if base is None else used(height, base)

    def limits(self, element: Element) -> tuple[float, float]:
        """Return the minimum and preferred width of the border box."""
        known = element.limits
        if known is not None:
            return known
        resolve(element, 0.0)
        found = self._limits(element)
        element.limits = found
        return found

    def _limits(self, element: Element) -> tuple[float, float]:
        if element.is_replaced:
            width = replaced_size(self, element, None)[0]
            shares = (element.style.width, element.style.max_width)
            return (element.pbw if any(one is not None and one[1] for one in shares) else width), width
        asked = asked_width(element, None)
        if asked is not None and element.style.display not in ("table", "inline-table"):
            asked = clamped_width(element, asked, None)
            return asked, asked
        return self.contents_limits(element)

    def contents_limits(self, element: Element) -> tuple[float, float]:
        """Return the same, ignoring the width that the style sets."""
        resolve(element, 0.0)
        if element.tag in CONTROLS:
            natural = natural_control(element, self.density)
            if natural is not None:
                width = clamped_width(element, natural[0], None)
                share = element.style.width
                return (element.pbw if share is not None and share[1] else width), width
        display = element.style.display
        if display in ("table", "inline-table"):
            least, most = table_limits(self, element)
            asked = asked_width(element, None)
            if asked is not None:
                most = max(least, asked)
                least = most
        else:
            if display in _FLEX:
                contents = flex_limits(self, element)
            elif display in _GRID:
                contents = grid_limits(self, element)
            else:
                contents = flow_limits(self, element)
                legend = element.legend
                if legend is not None:
                    small, large = self.limits(legend)
                    resolve(legend, 0.0)
                    outer = legend.margins[1] + legend.margins[3]
                    contents = max(contents[0], small + outer), max(contents[1], large + outer)
            resolve(element, 0.0)
            least, most = contents[0] + element.pbw, contents[1] + element.pbw
        return clamped_width(element, least, None), clamped_width(element, most, None)

    def lay_out(
        self,
        element: Element,
        width: float,
        floats: Floats,
        x: float,
        y: float,
        absorbs: bool = False,
        height: float | None = None,
    ) -> None:
        """Lay out an element with a border box ``width`` px wide; see `Engine.lay_out`."""
        style = element.style
        own = has_own_flow(element)
        base = self.percentage_height(element)
        key = (width, absorbs, height, base, element.used_for)
        if element.laid_key == key and (own or (not element.floats_out and floats.lowest <= y)):
            element.w, element.h = element.laid_w, element.laid_h
            element.lift = element.laid_lift
            return
        element.laid_key = None
        element.lift = 0.0
        element.outside = []
        element.strut = NO_STRUT
        element.w = width
        outer = None if own else (len(floats.all), floats.lowest > y)
        if element.is_replaced:
            self._replaced(element, width)
        elif element.tag in CONTROLS and element.tag != "button":
            element.pieces = []
            lay_out_control(
                element, height if height is not None else asked_height(element, base), self.density
            )
            element.strut = strut_of(element.margins[2])
        elif style.display in ("table", "inline-table"):
            lay_out_table(self, element, width, height if height is not None else asked_height(element, base))
            element.strut = strut_of(element.margins[2])
        else:
            self._block(element, width, floats, (x, y), absorbs, height, base, own)
        if style.position != "static" or element is self.root or style.transform != "none":
            place_absolute(self, element, self.root)
        element.laid_w, element.laid_h, element.laid_lift = element.w, element.h, element.lift
        element.laid_key = key
        element.floats_out = outer is not None and (outer[1] or len(floats.all) > outer[0])

    def _replaced(self, element: Element, width: float) -> None:
        element.w, element.h = replaced_size(self, element, width)
        element.w = width
        element.base = None
        element.pieces = []
        element.strut = strut_of(element.margins[2])
        if element.tag == "img" and element.attributes.get("alt", "").strip():
            source = element.attributes.get("src", "")
            if not (source and all(self.image_size(source))):
                element.base = element.borders[0] + element.paddings[0] + element.style.ascent
        if element.tag == "svg":
            lay_out_svg(element, self.density)

    def _block(
        self,
        element: Element,
        width: float,
        floats: Floats,
        origin: tuple[float, float],
        absorbs: bool,
        forced: float | None,
        base: float | None,
        own: bool,
    ) -> None:
        borders, paddings = element.borders, element.paddings
        left, top = borders[3] + paddings[3], borders[0] + paddings[0]
        inner = max(0.0, width - element.pbw)
        asked = forced if forced is not None else asked_height(element, base)
        grows = False
        if asked is None and element.style.aspect:
            ratio = element.style.aspect
            asked = width / ratio if element.style.border_box else inner / ratio + element.pbh
            grows = True
        strut = NO_STRUT
        legend = element.legend
        above = 0.0 if legend is None else self._legend(element, legend, left, inner)
        top += above
        if element.style.display in _FLEX or element.style.display in _GRID:
            room = None if asked is None else max(0.0, asked - element.pbh - above)
            lay_out = lay_out_flex if element.style.display in _FLEX else lay_out_grid
            contents = lay_out(self, element, left, top, inner, room)
        else:
            inside = Floats() if own else floats
            corner = (0.0, 0.0) if own else origin
            continues = absorbs and not own and not borders[0] and not paddings[0]
            contents, strut = flow(self, element, left, top, inner, inside, corner, continues)
            if own:
                contents += strut[0] + strut[1]
                strut = NO_STRUT
                for one in inside.all:
                    contents = max(contents, one.bottom - top)
            self._inline_containers(element)
        for child in element.elements:
            self._take_outside(element, child)
        if borders[2] or paddings[2]:
            contents += strut[0] + strut[1]
            strut = NO_STRUT
        if asked is not None:
            element.h = max(asked, contents + element.pbh) if grows and not element.style.clips else asked
        else:
            element.h = contents + element.pbh + above
        if forced is None:
            element.h = clamped_height(element, element.h, base)
        if element.tag == "button":
            self._button(element, contents)
        lower = strut_of(element.margins[2])
        element.strut = joined_struts(lower, strut) if asked is None else lower

    def _legend(self, fieldset: Element, legend: Element, left: float, width: float) -> float:
        """Put a legend into the top border; return how much lower the contents start because of it."""
        legend.owner = fieldset
        resolve(legend, width)
        margins = legend.margins
        own = asked_width(legend, width)
        if own is None:
            own = self.fitted(legend, width - margins[1] - margins[3])
            resolve(legend, width)
        self.lay_out(legend, clamped_width(legend, own, width), Floats(), 0.0, 0.0)
        free = width - legend.w - margins[1] - margins[3]
        align = legend.style.values.get("justify-self", legend.attributes.get("align", "start")).lower()
        rtl = fieldset.style.rtl
        at = free / 2 if align == "center" else free if (align in ("right", "end")) != rtl else 0.0
        legend.x = left + margins[3] + at
        high = legend.h + margins[0] + margins[2]
        border = fieldset.borders[0]
        legend.y = max(0.0, (border - legend.h) / 2)
        return max(0.0, high - border)

    def _button(self, element: Element, contents: float) -> None:
        """Centre a button's contents; if they are too tall, they start at its top padding."""
        extra = element.h - element.pbh - contents
        if extra > 0.01:
            element.lift = extra / 2
        if element.base is None:
            element.base = element.h - element.borders[2] - element.paddings[2]
        else:
            element.base += element.lift

    def _inline_containers(self, element: Element) -> None:
        """Place absolute elements whose containing block is an inline element of this block."""
        if not element.outside:
            return
        seen: list[Element] = []
        for one in element.outside:
            above = one.parent
            while above is not None and above is not element and above.style.display == "inline":
                if above.style.position != "static" and above not in seen:
                    seen.append(above)
                above = above.parent
        for inline in reversed(seen):
            place_absolute_inline(self, inline, element)

    def _take_outside(self, element: Element, child: Element) -> None:
        """Take over the absolute elements that a child leaves for blocks further up."""
        if child.owner is element and child.outside:
            element.outside.extend(child.outside)
        if child.style.display == "inline" and not child.is_replaced:
            for inner in child.elements:
                self._take_outside(element, inner)
