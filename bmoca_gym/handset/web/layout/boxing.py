"""Turn the places of elements into the tree of boxes that painting and the UI tree read."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.web.boxes import Box, Control, Edges, Font, Look, Picture, Run
from bmoca_gym.handset.web.colors import parse_color
from bmoca_gym.handset.web.css.cascade import user_agent_rules
from bmoca_gym.handset.web.layout.controls import (
    BUTTONS,
    button_text,
    is_list,
    option_text,
    options_of,
    text_width,
)
from bmoca_gym.handset.web.layout.elements import CONTROLS, Element, Piece, dark_rules, marker_of
from bmoca_gym.handset.web.layout.inline import known_runs
from bmoca_gym.handset.web.layout.looks import backdrops_of, look_of, radii_of, text_color, text_shadows
from bmoca_gym.handset.web.layout.places import GAUGES, Places, is_space, shows_children
from bmoca_gym.handset.web.layout.style import Scale, Style, parse_number
from bmoca_gym.handset.web.layout.svg import painted
from bmoca_gym.handset.web.matrices import mapped_edges


def boxes_of(places: Places, image_size: Callable[[str], tuple[float, float]]) -> Box:
    """Return the boxes of a laid-out document."""
    return _Boxer(places, image_size).box(places.tree.root)


class _Boxer:
    def __init__(self, places: Places, image_size: Callable[[str], tuple[float, float]]) -> None:
        self.places = places
        self.scale = places.tree.scale
        self.density = places.density
        self.image_size = image_size

    def box(self, element: Element) -> Box:
        """Return the box of an element with its contents."""
        style = element.style
        box = Box()
        box.node = abs(element.number)
        box.tag = element.tag
        box.display = style.display
        box.left, box.top = self.places.corner(element)
        box.width, box.height = element.w, element.h
        box.borders, box.padding = element.borders, element.paddings
        look = look_of(style, self.scale)
        if style.values.get("background-image", "none") != "none":
            look = look._replace(backdrops=backdrops_of(style, box.padding_box, self.scale, self.image_size))
        radii = radii_of(style, box.width, box.height, self.scale)
        if radii is not look.radii:
            look = look._replace(radii=radii)
        if element.shared_with:
            look = _with_shared_borders(element, look, self.scale)
        box.look = look
        box.positioned = style.position != "static"
        box.fixed = style.position == "fixed"
        box.floating = bool(style.floating)
        box.z = style.z if box.positioned else None
        box.clips = style.clips and element.parent is not None and element.tag != "body"
        box.scroll = self.places.scroll(element)
        if box.clips or element.parent is None:
            box.scroll_size = self.places.scroll_size(element)
        box.transform = self.places.own_transform(element)
        box.stroked = self.places.outline(element)
        if len(element.fragments) > 1:
            dx, dy = box.left - element.x, box.top - element.y
            box.fragments = tuple(
                [(x + dx, y + dy, x + dx + w, y + dy + h) for x, y, w, h in element.fragments]
            )
        legend = element.legend
        if legend is not None:
            box.gap = self._gap(element, legend, box)
        if element.pieces and element.tag not in GAUGES:
            down = self.places.scroll(element)
            box.runs, box.blanks = self._runs(element, box.left - down[0], box.top + element.lift - down[1])
        groups = element.groups
        if groups:
            runs = known_runs(element)
            box.said = tuple([one for run in runs for one in run.said])
            box.flows = len(runs) == len(groups)
        if element.pseudo:
            said = "".join([one for one in element.children if isinstance(one, str)])
            box.generated, box.images = said, style.content_urls
        if "modal" in element.states:
            box.veil = _veil(element)
        if element.tag in CONTROLS or element.tag in GAUGES or element.tag == "option":
            box.control = self._control(element)
        box.picture = self._picture(element, box)
        box.rtl = style.rtl
        if element.pseudo == "marker" and element.parent is not None:
            kind = element.parent.style.values.get("list-style-type", "disc")
            box.marker = kind if kind.startswith("disclosure") else ""
        if style.display == "list-item":
            inside = style.values.get("list-style-position") == "inside"
            box.marker = "" if inside else marker_of(element)
            box.images = int("url(" in style.values.get("list-style-image", ""))
        if element.tag == "canvas":
            box.canvas = element.node.canvas
        if element.tag == "svg" and (element.owner is None or element.owner.tag != "svg"):
            self._svg(element, box)
        elif shows_children(element):
            within = element.elements
            if is_space(element):
                within = sorted(within, key=self.places.depth)
            box.children = tuple([self.box(child) for child in within])
        return box

    def _gap(self, fieldset: Element, legend: Element, box: Box) -> tuple[float, float, float]:
        """Return how far a fieldset's border is lowered for its legend, and where the gap in it is."""
        left = box.left + legend.x
        lower = max(0.0, (legend.h - fieldset.borders[0]) / 2)
        return lower, left, left + legend.w

    def _svg(self, image: Element, box: Box) -> None:
        """Give an SVG image a box for each shape and text, in the order of painting."""
        shapes, runs = painted(image, box.left, box.top, self.density)
        by_element: dict[int, Box] = {}
        children: list[Box] = []

        def go(element: Element) -> Box:
            child = Box()
            child.node, child.tag, child.display = element.number, element.tag, element.style.display
            child.left, child.top = self.places.corner(element)
            child.width, child.height = element.w, element.h
            child.look = look_of(element.style, self.scale)
            # Its opacity is already applied to its shapes.
            child.look = child.look._replace(opacity=1.0, background=0)
            if element.stroked is not None and element.matrix is not None:
                left, top, right, bottom = mapped_edges(element.matrix, element.stroked)
                dx, dy = child.left - element.x, child.top - element.y
                child.stroked = (left + dx, top + dy, right + dx, bottom + dy)
            by_element[element.number] = child
            child.children = tuple([go(one) for one in element.elements])
            return child

        for element in image.elements:
            children.append(go(element))
        for element, shape in shapes:
            box_of = by_element[element.number]
            box_of.shapes = (*box_of.shapes, shape)
        for run in runs:
            owner = by_element.get(run.node)
            if owner is not None:
                owner.runs = (*owner.runs, run)
        box.children = tuple(children)

    def _picture(self, element: Element, box: Box) -> Picture | None:
        source = element.style.content_url
        if source is None and element.tag == "img":
            source = element.attributes.get("src")
        if element.tag == "img" and not (source and all(self.image_size(source))):
            alt = element.attributes.get("alt", "").strip()
            if alt:
                box.runs = _alternative(element, alt, box, self.density)
            return None
        if not source:
            return None
        return Picture(
            source, *_fitted(element.style, box.content_box, self.image_size(source), self.density)
        )

    def _runs(self, block: Element, x: float, y: float) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
        """Return the text runs of a block, one for each style and line, and the white space between other things."""
        out: list[Run] = []
        line: list[Piece] = []
        last_base: float | None = None
        style = block.style
        right = block.w - block.borders[1] - block.paddings[1]
        cuts = style.ellipsis and style.clips
        lowest = max([piece.base for piece in block.pieces]) if block.cut_at is not None else None
        for piece in [*block.pieces, None]:
            if piece is None or (
                last_base is not None
                and (piece.base != last_base or (piece.x < line[-1].x and not piece.level))
            ):
                if cuts or (lowest is not None and line[-1].base == lowest):
                    line = _cut(line, right, block, lowest is not None)
                out += self._line(_visual(line), x, y)
                line = []
            if piece is not None:
                line.append(piece)
                last_base = piece.base
        return (
            tuple([run for run in out if not run.text.isspace()]),
            tuple([run for run in out if run.text.isspace()]),
        )

    def _line(self, line: list[Piece], x: float, y: float) -> list[Run]:
        out: list[Run] = []
        at = 0
        while at < len(line):
            first = line[at]
            element = first.element
            text, end, begins = first.text, first.x + first.width, first.start
            at += 1
            wide_space = text == " " and abs(first.width - text_width(element, " ")) > 0.01
            while at < len(line) and not wide_space:
                piece = line[at]
                if (
                    piece.element is not first.element
                    or abs(piece.x - end) > 0.01
                    or piece.index != first.index
                    or piece.level != first.level
                    or (piece.text == " " and abs(piece.width - text_width(element, " ")) > 0.01)
                ):
                    break
                # Right-to-left text continues to the left.
                text = piece.text + text if first.level & 1 else text + piece.text
                end = piece.x + piece.width
                begins = min(begins, piece.start)
                at += 1
            style = element.style
            if not style.visible:
                continue
            left, wide = first.x, end - first.x
            if first.level & 1 and text.strip():
                # Trailing spaces are at the left.
                bare = text.rstrip(" ")
                space = text_width(element, " ") * (len(text) - len(bare))
                lead = len(bare) - len(bare.lstrip(" "))
                left, wide = left + space, wide - space - text_width(element, " ") * lead
                text, begins = bare.lstrip(" "), begins + lead
            out.append(
                Run(
                    text=text,
                    x=x + left,
                    base=y + first.base,
                    width=wide,
                    font=font_of(style),
                    color=_faded(element, text_color(style)),
                    decoration=_decoration(element),
                    rtl=bool(first.level & 1),
                    node=abs(element.number),
                    text_index=-1 if element.pseudo else first.index,
                    start=begins,
                    shadows=text_shadows(style, self.scale),
                )
            )
        return out

    def _control(self, element: Element) -> Control:
        node = element.node
        control = node.control
        kind = element.kind if element.tag == "input" else element.tag
        if element.tag == "select" and is_list(element):
            kind = "list"
        options = options_of(element) if element.tag == "select" else []
        chosen = tuple(
            [
                at
                for at, one in enumerate(options)
                if one.node.control is not None and one.node.control.checked
            ]
        )
        value = control.value if control is not None else ""
        if element.tag in GAUGES:
            value = element.attributes.get("value", "" if element.tag == "progress" else "0")
        if element.tag == "input" and kind in BUTTONS:
            value = button_text(element)
        selects = element.tag == "textarea" or (
            element.tag == "input" and kind not in ("checkbox", "radio", "range")
        )
        style = element.style
        declared = _declared(element)
        grounded = any(name in ("background-color", "background-image") for name in declared)
        look = style.values.get("appearance", style.values.get("-webkit-appearance", "auto"))
        limits = [parse_number(element.attributes.get(name, "")) for name in ("min", "max")]
        most = 1.0 if element.tag in GAUGES else 100.0
        return Control(
            kind=kind,
            value=value,
            placeholder=element.attributes.get("placeholder", ""),
            checked=control.checked if control is not None else False,
            disabled=control.disabled if control is not None else "disabled" in element.attributes,
            focused=node.focused,
            selection=control.selection if control is not None and selects else None,
            options=tuple([option_text(one) for one in options]),
            selected=chosen,
            styled=grounded
            or look == "none"
            or any(
                name.startswith("border-") and not name.startswith(("border-collapse", "border-spacing"))
                for name in declared
            ),
            font=font_of(style),
            bounds=(limits[0] or 0.0, most if limits[1] is None else limits[1]),
            grounded=grounded or look == "none",
            arrow=look != "none",
            align=style.text_align,
            line=style.line_height,
            dark=self.places.tree.is_dark,
            resizes=style.values.get("resize", "both") != "none",
            breaks=style.wraps,
        )


def font_of(style: Style) -> Font:
    """Return the font for a style's text."""
    return Font(style.size, style.weight, style.italic, style.family, style.letter_spacing)


def _fitted(
    style: Style, room: Edges, size: tuple[float, float], density: float
) -> tuple[Edges, Edges | None]:
    """Return where a picture is drawn and what it is clipped to, by ``object-fit`` and ``object-position``."""
    fit = style.values.get("object-fit", "fill")
    left, top, right, bottom = room
    wide, high = right - left, bottom - top
    if fit not in ("contain", "cover", "none", "scale-down") or not all(size) or wide <= 0 or high <= 0:
        return room, None
    shares = wide / size[0], high / size[1]
    share = max(shares) if fit == "cover" else min(shares)
    if fit in ("none", "scale-down"):
        share = density if fit == "none" else min(density, *shares)
    across, down = size[0] * share, size[1] * share
    x, y = left + (wide - across) / 2, top + (high - down) / 2
    return (x, y, x + across, y + down), room


def _alternative(element: Element, text: str, box: Box, density: float) -> tuple[Run, ...]:
    """Return the text shown in place of a missing picture."""
    style = element.style
    left, top, right, _ = box.content_box
    x = left + _ICON * density
    wide = text_width(element, text)
    if x + wide > right + 1:
        return ()
    return (
        Run(text, x, top + style.ascent, wide, font_of(style), text_color(style), (), False, element.number),
    )


#: Width of the placeholder icon beside it, in CSS px.
_ICON = 16.0


def _with_shared_borders(element: Element, look: Look, scale: Scale) -> Look:
    """Return the look of a cell with collapsed borders, each in the style of the widest that meet there."""
    looks = [(look_of(one.style, scale), side) for one, side in element.shared_with]
    styles = [one.border_styles[side] for one, side in looks]
    colors = [one.border_colors[side] for one, side in looks]
    return look._replace(
        border_styles=(styles[0], styles[1], styles[2], styles[3]),
        border_colors=(colors[0], colors[1], colors[2], colors[3]),
    )


def _cut(line: list[Piece], right: float, block: Element, always: bool) -> list[Piece]:
    """Return a line cut with an ellipsis if it is longer than its block, or in any case with ``always``."""
    end = line[-1].x + line[-1].width
    if end <= right + 0.5 and not always:
        return line
    dots = text_width(block, "\u2026")
    room = right - dots
    kept: list[Piece] = []
    for piece in line:
        if piece.x + piece.width <= room:
            kept.append(piece)
            continue
        low, high = 0, len(piece.text)
        while low < high:
            middle = (low + high + 1) // 2
            if piece.x + text_width(piece.element, piece.text[:middle]) <= room:
                low = middle
            else:
                high = middle - 1
        if low:
            text = piece.text[:low]
            width = text_width(piece.element, text)
            kept.append(
                Piece(piece.x, piece.base, width, text, piece.element, piece.index, piece.start, piece.level)
            )
        break
    while kept and kept[-1].text.isspace():
        kept.pop()
    last = kept[-1] if kept else line[0]
    x = last.x + last.width if kept else line[0].x
    kept.append(Piece(x, last.base, dots, "\u2026", block, -1, 0))
    return kept


def _visual(line: list[Piece]) -> list[Piece]:
    """Put the pieces of a line in visual order, left to right."""
    if not any(piece.level for piece in line):
        return line
    return sorted(line, key=lambda piece: piece.x)


def _faded(element: Element, color: int) -> int:
    """Return a text colour with the opacity of the enclosing inline elements applied."""
    share = 1.0
    one: Element | None = element
    while one is not None and one.style.display == "inline":
        said = one.style.values.get("opacity")
        if said is not None and one.style.position == "static":
            number = parse_number(said)
            share *= 1.0 if number is None else max(0.0, min(1.0, number))
        one = one.parent
    return color if share >= 1 else round((color >> 24) * share) << 24 | color & 0xFFFFFF


def _decoration(element: Element) -> tuple[str, ...]:
    """Return the text decorations of an element: its own and those of the elements around it."""
    found: list[str] = []
    one: Element | None = element
    while one is not None:
        value = one.style.values.get("text-decoration", "none")
        if value != "none":
            found += [word for word in value.split() if word not in found]
        if one.style.out_of_flow or one.style.floating or one.style.display.startswith("inline-"):
            break
        one = one.parent
    return tuple(found)


def _veil(element: Element) -> int:
    """Return the backdrop colour of a dialog."""
    color: int | None = None
    for rule in element.matched[3] if element.matched is not None else ():
        for one in rule.declarations:
            if one.name == "background-color":
                color = parse_color(one.value)
    return 0x1A000000 if color is None else color


def _declared(element: Element) -> set[str]:
    """Return the properties that the page itself sets on an element."""
    matched = element.matched
    rules = matched[0] if matched is not None else ()
    found = {
        one.name
        for rule in rules[user_agent_rules(rules) :]
        if id(rule) not in dark_rules()
        for one in rule.declarations
    }
    return found | {one.name for one in element.inline}
