"""Inline layout: text, inline elements and atomic boxes on lines, beside floats."""

from __future__ import annotations

import re
from math import floor
from typing import Final

from bmoca_gym.handset.graphics.bidi import embedding_levels, visual_order
from bmoca_gym.handset.graphics.line_breaks import breakable_words
from bmoca_gym.handset.web.layout.base import (
    TOLERANCE,
    Engine,
    Floats,
    asked_width,
    clamped_width,
    place_float,
    replaced_size,
    resolve,
    shift,
    shift_relative,
)
from bmoca_gym.handset.web.layout.elements import CONTROLS, Element, Piece
from bmoca_gym.handset.web.layout.style import Style, used
from bmoca_gym.handset.web.layout.text import X_HEIGHT, advance, other_heights

# What an inline run is made of.
WORD: Final = 0
SPACE: Final = 1
#: A place where a line may break without a space.
CHANCE: Final = 2
OPEN: Final = 3
CLOSE: Final = 4
BREAK: Final = 5
ATOM: Final = 6
FLOAT: Final = 7
ABSOLUTE: Final = 8
#: Something already dealt with.
_DONE: Final = 9

#: The most pieces of text kept for one run; longer text is cut.
_MOST_PARTS: Final = 100_000


class Part:
    """A part of an inline run. ``element`` gives its style; ``owned`` is the element it stands for."""

    __slots__ = ("element", "index", "kind", "start", "text", "width")

    def __init__(
        self, kind: int, width: float, element: Element, text: str = "", index: int = -1, start: int = 0
    ) -> None:
        self.kind = kind
        self.width = width
        self.element = element
        self.text = text
        self.index = index
        self.start = start


class InlineRun:
    """Inline contents between two blocks. ``blank``: nothing but white space, floats and absolute elements."""

    __slots__ = ("_said", "blank", "parts")

    def __init__(self, parts: list[Part], blank: bool) -> None:
        self.parts = parts
        self.blank = blank
        self._said: tuple[tuple[int, int, str], ...] | None = None

    @property
    def said(self) -> tuple[tuple[int, int, str], ...]:
        """Each text with white space collapsed: its element's number, its index there, and the words."""
        if self._said is None:
            self._said = _said(self.parts)
        return self._said


Group = Element | InlineRun


def _said(parts: list[Part]) -> tuple[tuple[int, int, str], ...]:
    found: dict[tuple[int, int], list[str]] = {}
    #: The text whose trailing space is dropped if the line ends here.
    last: list[str] | None = None
    for part in parts:
        kind = part.kind
        if kind in (WORD, SPACE):
            words = found.setdefault((part.element.number, part.index), [])
            words.append(part.text)
            last = words if part.text == " " and not part.element.style.keeps_spaces else None
        elif kind == BREAK:
            if last is not None:
                last.pop()
            last = None
        elif kind == ATOM:
            last = None
    if last is not None:
        last.pop()
    return tuple([(number, index, "".join(words)) for (number, index), words in found.items()])


def is_atomic(element: Element) -> bool:
    """Whether it sits on a line as a single box."""
    display = element.style.display
    if display in ("inline-block", "inline-flex", "inline-table", "inline-grid"):
        return True
    return display == "inline" and (element.is_replaced or element.tag in CONTROLS)


def holds_block(element: Element) -> bool:
    """Whether an inline element contains blocks."""
    for child in element.elements:
        style = child.style
        if style.out_of_flow or style.floating:
            continue
        if style.is_block or (style.display == "inline" and not child.is_replaced and holds_block(child)):
            return True
    return False


def groups_of(element: Element) -> list[Group]:
    """Return the contents of a block: blocks and the inline runs between them. Cached until they change."""
    known = element.groups
    if known is None:
        gatherer = _Gatherer()
        gatherer.gather(element)
        gatherer.flush()
        known = element.groups = gatherer.groups  # type: ignore[assignment]
    return known  # type: ignore[return-value]


def known_runs(element: Element) -> list[InlineRun]:
    """Return the inline runs of a block that has been laid out."""
    known: list[Group] = element.groups or []  # type: ignore[assignment]
    return [one for one in known if isinstance(one, InlineRun)]


def text_run(text: str, box: Element, index: int) -> InlineRun | None:
    """Return a text that is an item of a flex box or grid by itself; None if there is nothing to see."""
    gatherer = _Gatherer()
    gatherer.text(text, box, index)
    return InlineRun(gatherer.parts, False) if gatherer.seen and text.strip() else None


class _Gatherer:
    """Collects the contents of a block into groups."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.parts: list[Part] = []
        #: Whether a space here would be the first on its line or follow another one.
        self.after_space = True
        self.seen = False

    def gather(self, element: Element) -> None:
        index = -1
        closed = element.tag == "details" and "open" not in element.attributes
        legend = element.legend
        for child in element.children:
            if isinstance(child, str):
                index += 1
                if not closed:
                    self.text(child, element, index)
                continue
            if child is legend:
                continue  # it sits in the border
            style = child.style
            display = style.display
            if display == "none":
                continue
            if child.tag == "br":
                self.parts.append(Part(BREAK, 0.0, child))
                self.after_space = self.seen = True
            elif style.out_of_flow:
                self.parts.append(Part(ABSOLUTE, 0.0, child))
            elif style.floating:
                self.parts.append(Part(FLOAT, 0.0, child))
            elif is_atomic(child):
                self.parts.append(Part(ATOM, 0.0, child))
                self.after_space = False
                self.seen = True
            elif (
                style.is_block or display.startswith("table") or (display == "inline" and holds_block(child))
            ):
                self.flush()
                self.groups.append(child)
            else:
                self.parts.append(Part(OPEN, 0.0, child))
                self.seen = True
                self.gather(child)
                self.parts.append(Part(CLOSE, 0.0, child))

    def flush(self) -> None:
        """End an inline run."""
        parts = self.parts
        if parts:
            # Floats and absolute elements alone make a run too: they need a place.
            if self.seen or any(part.kind in (FLOAT, ABSOLUTE) for part in parts):
                self.groups.append(InlineRun(parts, not self.seen))
            self.parts = []
        self.after_space, self.seen = True, False

    def text(self, text: str, element: Element, index: int) -> None:
        style = element.style
        if style.text_transform != "none":
            text = _transformed(text, style.text_transform)
        if style.keeps_lines:
            self._kept(text, element, index)
            return
        for found in _WHITE.finditer(text):
            word = found[0]
            if word[0] in " \t\n\r\f":
                if not self.after_space:
                    kind = SPACE if style.wraps else WORD
                    self.parts.append(
                        Part(
                            kind, _width(" ", style) + style.word_spacing, element, " ", index, found.start()
                        )
                    )
                    self.after_space = True
                continue
            self.after_space = False
            self.seen = True
            self._word(word, element, index, found.start(), style)

    def _word(self, word: str, element: Element, index: int, start: int, style: Style) -> None:
        if len(self.parts) > _MOST_PARTS:
            return
        if not style.wraps:
            self.parts.append(Part(WORD, _width(word, style), element, word, index, start))
            return
        for at, part in enumerate(breakable_words(word)):
            if at:
                self.parts.append(Part(CHANCE, 0.0, element))
            self.parts.append(Part(WORD, _width(part, style), element, part, index, start))
            start += len(part)

    def _kept(self, text: str, element: Element, index: int) -> None:
        """Add text that keeps its line breaks, and perhaps its spaces."""
        style = element.style
        if text:
            self.seen = True
        start = 0
        for at, line in enumerate(text.split("\n")):
            if at:
                self.parts.append(Part(BREAK, 0.0, element))
                self.after_space = True
            if style.keeps_spaces:
                line = line.expandtabs(8)
                words = _WHITE.findall(line) if style.wraps else [line] if line else []
            else:
                words = _WHITE.findall(line)
            place = start
            for word in words:
                if word.isspace() and style.wraps:
                    if style.keeps_spaces:
                        self.parts.append(Part(SPACE, _width(word, style), element, word, index, place))
                    elif not self.after_space:
                        self.parts.append(Part(SPACE, _width(" ", style), element, " ", index, place))
                        self.after_space = True
                else:
                    self._word(word, element, index, place, style)
                    self.after_space = False
                place += len(word)
            start += len(line) + 1


_WHITE = re.compile(r"[ \t\n\r\f]+|[^ \t\n\r\f]+")


def _transformed(text: str, how: str) -> str:
    if how == "uppercase":
        return text.upper()
    if how == "lowercase":
        return text.lower()
    if how == "capitalize":
        return re.sub(r"(?<![\w'])\w", lambda found: found[0].upper(), text)
    return text


def _width(text: str, style: Style) -> float:
    return advance(text, style.weight, style.italic) * style.size + style.letter_spacing * len(text)


def atom_width(engine: Engine, element: Element, width: float) -> float:
    """Return the border-box width of an atomic box in a block ``width`` px wide."""
    resolve(element, width)
    if element.is_replaced:
        return replaced_size(engine, element, width)[0]
    own = asked_width(element, width)
    if own is None:
        own = engine.fitted(element, width - element.margins[1] - element.margins[3])
        resolve(element, width)
    return clamped_width(element, own, width)


def run_limits(engine: Engine, run: InlineRun, block: Element) -> tuple[float, float, float]:
    """Return the minimum and preferred width of an inline run, and the total width of its floats side by side."""
    least = most = floats = line = unbroken = trailing = 0.0
    for part in run.parts:
        kind = part.kind
        if kind in (ATOM, FLOAT):
            element = part.element
            small, large = engine.limits(element)
            outer = element.margins[1] + element.margins[3]
            if kind == FLOAT:
                least = max(least, small + outer)
                floats += large + outer
                continue
            least = max(least, unbroken, small + outer)
            unbroken = 0.0
            line += large + outer
            trailing = 0.0
        elif kind == BREAK:
            most = max(most, line - trailing)
            least = max(least, unbroken)
            line = unbroken = trailing = 0.0
        elif kind == SPACE:
            line += part.width
            least = max(least, unbroken)
            unbroken = 0.0
            trailing = 0.0 if part.element.style.keeps_spaces else part.width
        elif kind == CHANCE:
            least = max(least, unbroken)
            unbroken = 0.0
        elif kind == WORD:
            line += part.width
            unbroken += part.width
            trailing = 0.0
        elif kind in (OPEN, CLOSE):
            resolve(part.element, 0.0)
            wide = _edge(part)
            line += wide
            unbroken += wide
            if wide:
                trailing = 0.0
    if not block.style.wraps:
        least = max(least, line)
    return max(least, unbroken), max(most, line - (trailing if line else 0.0)), floats


def _edge(part: Part) -> float:
    """Return the margin, border and padding at the start or end of an inline element."""
    element = part.element
    side = 3 if _is_left(part) else 1
    return element.margins[side] + element.borders[side] + element.paddings[side]


def _is_left(part: Part) -> bool:
    """Whether the start or end of an inline element is its left side."""
    return (part.kind == OPEN) != part.element.style.rtl


def _levels(line: list[Part], rtl: bool) -> list[int] | None:
    """Return the bidi level of each part of a line, odd for right-to-left; None if everything is left-to-right."""
    texts = [
        part.text if part.kind in (WORD, SPACE) else "\ufffc" if part.kind == ATOM else "" for part in line
    ]
    whole = "".join(texts)
    if not rtl and whole.isascii():
        return None
    levels = embedding_levels(whole, rtl)
    if not levels or not any(levels):
        return None
    out: list[int] = []
    at = 0
    last = int(rtl)
    for part, text in zip(line, texts, strict=True):
        if text:
            last = levels[at]
            at += len(text)
            out.append(last)
        elif part.kind == OPEN:
            out.append(levels[at] if at < len(levels) else last)
        else:
            out.append(last)
    return out


def _above_and_below(style: Style) -> tuple[float, float]:
    """Return how far a line of text reaches above and below its base line, including the leading."""
    above = style.ascent + floor((style.line_height - (style.ascent + style.descent)) / 2)
    return above, style.line_height - above


def lay_out_run(
    engine: Engine,
    block: Element,
    run: InlineRun,
    left: float,
    top: float,
    width: float,
    floats: Floats,
    origin: tuple[float, float],
    indent: float,
) -> tuple[float, float | None]:
    """Lay out an inline run in a block's content box; return its height and its last base line (None: no line).

    All places are relative to the block's border box.
    """
    return _Lines(engine, block, run, left, width, floats, origin).lay_out(top, indent)


class _Lines:
    """The work of `lay_out_run`."""

    def __init__(
        self,
        engine: Engine,
        block: Element,
        run: InlineRun,
        left: float,
        width: float,
        floats: Floats,
        origin: tuple[float, float],
    ) -> None:
        self.engine = engine
        #: One CSS px, by which sub- and superscripts are moved in addition to a fraction of their size.
        self.px = engine.density
        self.block = block
        self.parts = list(run.parts)
        self.left = left
        self.width = width
        self.floats = floats
        self.ox, self.oy = origin
        self.boxes: dict[Element, list[tuple[float, float, float, float]]] = {}
        self.opened: list[Element] = []
        self.base: float | None = None
        for part in self.parts:
            if part.kind in (OPEN, CLOSE):
                resolve(part.element, width)
                part.width = _edge(part)
            elif part.kind == ATOM:
                own = atom_width(engine, part.element, width)
                part.element.w = own
                part.width = own + part.element.margins[1] + part.element.margins[3]

    def free(self, y: float) -> tuple[float, float]:
        """Return the left and right edge that floats leave for a line."""
        left, right = self.floats.edges(
            y + self.oy, self.block.style.line_height, self.left + self.ox, self.left + self.ox + self.width
        )
        return left - self.ox, right - self.ox

    def lay_out(self, top: float, indent: float) -> tuple[float, float | None]:
        parts, count = self.parts, len(self.parts)
        y = top
        at = 0
        first = True
        clamp, lines = self.block.style.line_clamp, 0
        self.block.cut_at = None
        while at < count:
            while at < count and parts[at].kind == SPACE and not parts[at].element.style.keeps_spaces:
                at += 1
            if at >= count:
                break
            lead = indent if first else 0.0
            line, following, late, left, room, forced = self._fill(at, y, lead)
            total = sum([part.width for part in line])
            solid = [part for part in line if part.kind in (WORD, ATOM)]
            # A line that doesn't fit beside floats goes below them.
            if solid and room < self.width - 0.5 and total > room + 0.5:
                bare = total - (line[-1].width if line[-1].kind == SPACE else 0.0)
                edge = self.floats.next_edge(y + self.oy) if bare > room + 0.5 else None
                if edge is not None:
                    y = edge - self.oy
                    continue
            for place in range(len(line) - 1, -1, -1):
                part = line[place]
                if part.kind not in (SPACE, CLOSE, _DONE, CHANCE, ABSOLUTE, BREAK):
                    break
                if part.kind == SPACE and not part.element.style.keeps_spaces:
                    total -= part.width
                    line[place] = Part(_DONE, 0.0, part.element)
            if not solid and not forced and not self._has_edges(line):
                self._place_empty(line, left, y)
                at = following
                continue
            if clamp and lines >= clamp:
                self.block.cut_at = y if self.block.cut_at is None else self.block.cut_at
                at = following
                continue
            lines += 1
            y = self._place(line, left, y, room, total, lead, forced or following >= count)
            first = False
            at = following
            for element in late:
                self._float(element, y)
        for element, boxes in self.boxes.items():
            element.owner = self.block
            element.fragments = boxes
            x0, y0 = min([box[0] for box in boxes]), min([box[1] for box in boxes])
            element.x, element.y = x0, y0
            element.w = max([box[0] + box[2] for box in boxes]) - x0
            element.h = max([box[1] + box[3] for box in boxes]) - y0
        for element in self.boxes:
            if element.style.position == "relative":
                shift_relative(element, self.width, None)
        return y - top, self.base

    def _has_edges(self, line: list[Part]) -> bool:
        return any(
            part.kind == SPACE or (part.kind == OPEN and (part.width or part.element.pbh)) for part in line
        )

    def _place_empty(self, line: list[Part], left: float, y: float) -> None:
        for part in line:
            element = part.element
            if part.kind == ABSOLUTE:
                self._static(element, left, y)
            elif part.kind == OPEN:
                element.owner = self.block
                element.x, element.y, element.w, element.h = left, y, 0.0, 0.0
                element.fragments = []

    def _static(self, element: Element, x: float, y: float) -> None:
        element.static, element.static_at = self.block, (x, y)
        self.block.outside.append(element)

    def _float(self, element: Element, y: float) -> None:
        element.owner = self.block
        place_float(self.engine, element, self.left, self.width, y, self.floats, (self.ox, self.oy))

    def _fill(
        self, at: int, y: float, lead: float
    ) -> tuple[list[Part], int, list[Element], float, float, bool]:
        """Take parts for the next line. Returns the parts, the index of the next one, floats that go below the line,
        the left edge, the room, and whether a line break ends it.
        """
        parts, count = self.parts, len(self.parts)
        left, right = self.free(y)
        room = right - left - lead
        line: list[Part] = []
        late: list[Element] = []
        position = 0.0
        #: The last place where the line may break: the next part, and how many parts come before it.
        chance, chance_length = -1, 0
        solid = False
        start = at
        while at < count:
            part = parts[at]
            kind = part.kind
            style = part.element.style
            if kind == FLOAT:
                element = part.element
                resolve(element, self.width)
                wide = self.engine.fitted(element, self.width) + element.margins[1] + element.margins[3]
                if solid and position + wide > room:
                    late.append(element)
                else:
                    self._float(element, y)
                left, right = self.free(y)
                room = right - left - lead
                parts[at] = Part(_DONE, 0.0, element)
                at += 1
                continue
            if kind == BREAK:
                line.append(part)
                return line, at + 1, late, left, room, True
            outer_wraps = self.block.style.wraps
            if kind == ATOM and outer_wraps:
                chance, chance_length = at, len(line)
            if (kind in (WORD, ATOM)) and position + part.width > room + TOLERANCE:
                if chance > start:
                    while chance < count and parts[chance].kind == CLOSE:
                        # An element ends on the line of its last word.
                        chance, chance_length = chance + 1, chance_length + 1
                    return line[:chance_length], chance, late, left, room, False
                if kind == WORD and style.breaks_words and style.wraps and len(part.text) > 1:
                    fitting = self._fitting(part, room - position)
                    if fitting or not solid:
                        cut = max(1, fitting)
                        rest = part.text[cut:]
                        head = Part(
                            WORD,
                            _width(part.text[:cut], style),
                            part.element,
                            part.text[:cut],
                            part.index,
                            part.start,
                        )
                        tail = Part(
                            WORD, _width(rest, style), part.element, rest, part.index, part.start + cut
                        )
                        parts[at : at + 1] = [head, tail]
                        self.parts = parts
                        line.append(head)
                        return line, at + 1, late, left, room, False
            line.append(part)
            position += part.width
            solid = solid or kind in (WORD, ATOM)
            at += 1
            if ((kind in (SPACE, CHANCE)) and style.wraps) or (kind == ATOM and outer_wraps):
                chance, chance_length = at, len(line)
        return line, at, late, left, room, False

    def _fitting(self, part: Part, room: float) -> int:
        """Return how many letters of a word fit."""
        style = part.element.style
        low, high = 0, len(part.text)
        while low < high:
            middle = (low + high + 1) // 2
            if _width(part.text[:middle], style) <= room + TOLERANCE:
                low = middle
            else:
                high = middle - 1
        return low

    def _place(
        self, line: list[Part], left: float, y: float, room: float, total: float, lead: float, ended: bool
    ) -> float:
        """Place all parts of a line; return its bottom edge. ``ended``: whether it is the last line."""
        block = self.block
        align = block.style.text_align
        offset = 0.0
        if align == "center" or align == "-webkit-center":
            offset = (room - total) / 2
        elif align == "right":
            offset = room - total
        gaps = 0.0
        if align == "justify" and not ended and total < room and room - total < room:
            spaces = sum([part.kind == SPACE and not part.element.style.keeps_spaces for part in line])
            gaps = (room - total) / spaces if spaces else 0.0
            for place, part in enumerate(line):
                if gaps and part.kind == SPACE and not part.element.style.keeps_spaces:
                    line[place] = Part(
                        SPACE, part.width + gaps, part.element, part.text, part.index, part.start
                    )
        if align == "justify" and not gaps and block.style.rtl:
            offset = room - total
        start = left + (0.0 if block.style.rtl else lead) + max(0.0, offset)
        above, below = _above_and_below(block.style)
        x = start
        rises: list[float | None] = []
        hanging: list[Element] = []
        for part in line:
            element = part.element
            rise: float | None = None
            if part.kind == ATOM:
                self.engine.lay_out(element, element.w, Floats(), 0.0, 0.0)
                element.owner = block
                rise = self._rise(element)
                if rise is None:
                    hanging.append(element)
                else:
                    above = max(above, rise)
                    below = max(below, element.h + element.margins[0] + element.margins[2] - rise)
            elif (part.kind == WORD or part.kind == OPEN) and element is not block:
                high, low = _above_and_below(element.style)
                down = self._raised(element)
                above, below = max(above, high - down), max(below, low + down)
            if (
                part.kind == WORD
                and not element.style.line_height_set
                and not part.text.isascii()
                and block.tag not in CONTROLS  # these keep the height of their own font
            ):
                high, low = other_heights(part.text, element.style.size, element.style.weight)
                down = self._raised(element) if element is not block else 0.0
                above, below = max(above, high - down), max(below, low + down)
            rises.append(rise)
            x += part.width
        height = above + below
        for element in hanging:
            outer = element.h + element.margins[0] + element.margins[2]
            if outer > height:
                below += outer - height
                height = outer
        base = y + above
        self._place_parts(line, rises, start, y, base, height)
        self.base = base
        return y + height

    def _place_parts(
        self, line: list[Part], rises: list[float | None], start: float, y: float, base: float, height: float
    ) -> None:
        """Place the parts of a line, and give the inline elements on it their boxes."""
        block = self.block
        levels = _levels(line, block.style.rtl)
        places = [0.0] * len(line)
        x = start
        for at in range(len(line)) if levels is None else visual_order(range(len(line)), levels):
            places[at] = x
            x += line[at].width
        #: The left and right edge of what inline elements have on this line so far.
        spans: dict[Element, tuple[float, float]] = {}
        for at, (part, rise) in enumerate(zip(line, rises, strict=True)):
            kind, element = part.kind, part.element
            x, end = places[at], places[at] + part.width
            if kind == OPEN:
                self.opened.append(element)
            if self.opened and kind in (WORD, SPACE, ATOM, OPEN, CLOSE):
                for one in self.opened:
                    low, high = x, end
                    if one is element and kind in (OPEN, CLOSE):
                        # Its own margin is outside.
                        if _is_left(part):
                            low += one.margins[3]
                        else:
                            high -= one.margins[1]
                    known = spans.get(one)
                    spans[one] = (low, high) if known is None else (min(known[0], low), max(known[1], high))
            if kind in (WORD, SPACE):
                piece_base = base + (self._raised(element) if element is not block else 0.0)
                level = 0 if levels is None else levels[at]
                block.pieces.append(
                    Piece(x, piece_base, part.width, part.text, element, part.index, part.start, level)
                )
            elif kind == CLOSE and element in self.opened:
                self._box(element, *spans.pop(element), base)
                self.opened.remove(element)
            elif kind == ATOM:
                self._place_atom(element, x, rise, y, base, height)
            elif kind == ABSOLUTE:
                self._static(element, x, y)
            elif kind == BREAK and element.tag == "br":
                element.owner = block
                element.x, element.y, element.w = x, base - element.style.ascent, 0.0
                element.h = element.style.ascent + element.style.descent
        for element in self.opened:
            self._box(element, *spans.get(element, (start, start)), base)

    def _place_atom(
        self, element: Element, x: float, rise: float | None, y: float, base: float, height: float
    ) -> None:
        """Put an atomic box on a line."""
        if rise is not None:
            high = base - rise
        elif element.style.vertical_align == "top":
            high = y
        else:
            high = y + height - element.h - element.margins[0] - element.margins[2]
        element.x, element.y = x + element.margins[3], high + element.margins[0]
        if element.style.position == "relative":
            shift(element, 0.0, 0.0)
            shift_relative(element, self.width, None)

    def _box(self, element: Element, left: float, right: float, base: float) -> None:
        """Add the box of an inline element on a line."""
        style = element.style
        base += self._raised(element)
        top = base - style.ascent - element.paddings[0] - element.borders[0]
        bottom = base + style.descent + element.paddings[2] + element.borders[2]
        self.boxes.setdefault(element, []).append((left, top, right - left, bottom - top))

    def _raised(self, element: Element) -> float:
        """Return how far the base line of an inline element is below the block's."""
        down = 0.0
        one: Element | None = element
        while (
            one is not None
            and one is not self.block
            and one.style.display == "inline"
            and not one.is_replaced
        ):
            style = one.style
            align = style.vertical_align
            if align != "baseline" and one.parent is not None:
                above = one.parent.style
                if align == "sub":
                    down += above.size / 5 + self.px
                elif align == "super":
                    down -= above.size / 3 + self.px
                elif align == "middle":
                    down -= above.size * X_HEIGHT / 2 - (style.ascent - style.descent) / 2
                elif style.vertical_length is not None:
                    down -= used(style.vertical_length, style.line_height)
            one = one.parent
        return down

    def _rise(self, element: Element) -> float | None:
        """Return how far the margin box of an atomic box reaches above the base line.

        None if it is aligned to the line's top or bottom edge.
        """
        style, margins = element.style, element.margins
        parent = element.parent.style if element.parent is not None else style
        outer = element.h + margins[0] + margins[2]
        base = element.base
        if element.tag == "img":
            by_text = base is not None
        elif element.tag == "textarea":
            by_text = False
        else:
            by_text = element.tag in CONTROLS or (not element.is_replaced and not style.clips)
        if base is None or not by_text:
            base = element.h + margins[2]
        up = base + margins[0]
        align = style.vertical_align
        if align == "middle":
            up = outer / 2 + parent.size * X_HEIGHT / 2
        elif align in ("top", "bottom"):
            return None
        elif align == "sub":
            up -= parent.size / 5 + self.px
        elif align == "super":
            up += parent.size / 3 + self.px
        elif align == "text-top":
            up = parent.ascent
        elif align == "text-bottom":
            up = outer - parent.descent
        elif style.vertical_length is not None:
            up += used(style.vertical_length, style.line_height)
        if element.parent is not self.block and element.parent is not None:
            up -= self._raised(element.parent)
        return up
