"""Grid layout: tracks sized by themselves, their items or the free space, and items placed in areas of them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.css.values import listed
from bmoca_gym.handset.web.layout.base import Engine, clamped_height
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.items import Item, across, items_of, set_aside, spread
from bmoca_gym.handset.web.layout.style import Length, Scale, parse_length, parse_number, used

#: The most tracks in one direction, and the most cells searched for a free place.
_MOST: Final = 1000
#: Cells that items spanning several tracks may take in all. Beyond that, the remaining items span one track each.
_MOST_SPANNED: Final = 1_000_000


class Track(NamedTuple):
    """How a track is sized.

    ``least`` and ``most``: a length, or ``min``, ``max`` or ``auto`` for what its items need. ``share``: of the free
    space (``fr``), 0 for none. ``limit``: of ``fit-content``.
    """

    least: Length | str
    most: Length | str
    share: float = 0.0
    limit: Length | None = None


class _Tracks(NamedTuple):
    """A template: tracks, line names, and a repetition that fills the box, with its position, tracks and whether empty
    tracks are dropped.
    """

    tracks: tuple[Track, ...]
    names: tuple[tuple[str, int], ...]
    auto_at: int = -1
    auto: tuple[Track, ...] = ()
    fits: bool = False


_AUTO: Final = Track("auto", "auto")
_TOKEN = re.compile(r"\[[^\]]*\]|[^\s\[\]()]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?")


def _bound(text: str, font: float, scale: Scale) -> Length | str:
    if text == "min-content":
        return "min"
    if text == "max-content":
        return "max"
    length = parse_length(text, font, scale)
    return "auto" if length is None else length


def _track(text: str, font: float, scale: Scale) -> Track:
    if text.endswith("fr"):
        number = parse_number(text[:-2])
        return Track("auto", "auto", max(0.0, number or 0.0))
    if text.startswith("minmax("):
        parts = listed(text[7:-1])
        least = _bound(parts[0], font, scale) if parts else "auto"
        if len(parts) > 1 and parts[1].endswith("fr"):
            return Track(least, "auto", max(0.0, parse_number(parts[1][:-2]) or 0.0))
        return Track(least, _bound(parts[1], font, scale) if len(parts) > 1 else "auto")
    if text.startswith("fit-content("):
        return Track("auto", "max", 0.0, parse_length(text[12:-1], font, scale))
    size = _bound(text, font, scale)
    return Track(size, size)


@memo(512, asset=True)
def _template(text: str, font: float, density: float, width: float, height: float) -> _Tracks:
    scale = Scale(density, width, height)
    tracks: list[Track] = []
    names: list[tuple[str, int]] = []
    auto: tuple[Track, ...] = ()
    auto_at, fits = -1, False

    def read(words: str) -> None:
        nonlocal auto_at, auto, fits
        for token in _TOKEN.findall(words):
            if len(tracks) >= _MOST:
                return
            if token.startswith("["):
                names.extend([(name, len(tracks)) for name in token[1:-1].split()])
            elif token.startswith("repeat("):
                count, _, inner = token[7:-1].partition(",")
                count = count.strip()
                if count in ("auto-fill", "auto-fit"):
                    auto_at, fits = len(tracks), count == "auto-fit"
                    auto = tuple(
                        [_track(one, font, scale) for one in _TOKEN.findall(inner) if not one.startswith("[")]
                    )
                else:
                    number = parse_number(count)
                    for _ in range(min(_MOST, max(0, int(number or 0)))):
                        read(inner)
            elif token not in ("none", "subgrid"):
                tracks.append(_track(token, font, scale))

    read(text.strip().lower())
    return _Tracks(tuple(tracks), tuple(names), auto_at, auto, fits)


@memo(256, asset=True)
def _areas(text: str) -> tuple[tuple[str, int, int, int, int], ...]:
    """Return the named areas of ``grid-template-areas``: name, first row, row after the last, and the same for
    columns."""
    rows = [line.split() for line in re.findall(r"[\"']([^\"']*)[\"']", text)]
    found: dict[str, tuple[int, int, int, int]] = {}
    for row, line in enumerate(rows[:_MOST]):
        for column, name in enumerate(line[:_MOST]):
            if set(name) == {"."}:
                continue
            known = found.get(name)
            if known is None:
                found[name] = row, row + 1, column, column + 1
            else:
                found[name] = known[0], row + 1, min(known[2], column), max(known[3], column + 1)
    return tuple([(name, *place) for name, place in found.items()])


class _Cell:
    """An item and its area."""

    __slots__ = ("column", "columns", "item", "row", "rows")

    def __init__(self, item: Item) -> None:
        self.item = item
        self.row = self.column = -1
        self.rows = self.columns = 1


class _Grid:
    """The tracks and cells of one grid. ``room``: the width of the content box, None if it isn't known yet."""

    def __init__(self, box: Element, scale: Scale, room: float | None, height: float | None) -> None:
        style = box.style
        values, font = style.values, style.font_size
        sizes = (scale.density, scale.width, scale.height)
        self.areas = _areas(values.get("grid-template-areas", "none"))
        across_, down = (
            _template(values.get(f"grid-template-{name}", "none"), font, *sizes)
            for name in ("columns", "rows")
        )
        self.names = (
            self._names(across_.names, 3),
            self._names(down.names, 1),
        )
        self.fits = across_.fits
        self.columns = list(_filled(across_, room, style.column_gap))
        self.rows = list(_filled(down, height, style.row_gap))
        for _, _, last_row, _, last_column in self.areas:
            while len(self.columns) < last_column:
                self.columns.append(self._implicit(values, "columns", font, sizes, len(self.columns)))
            while len(self.rows) < last_row:
                self.rows.append(self._implicit(values, "rows", font, sizes, len(self.rows)))
        self.explicit = len(self.columns), len(self.rows)
        self.cells = [_Cell(item) for item in items_of(box)]
        flow = values.get("grid-auto-flow", "row")
        self._place("column" in flow, "dense" in flow)
        while len(self.columns) < max([cell.column + cell.columns for cell in self.cells], default=0):
            self.columns.append(self._implicit(values, "columns", font, sizes, len(self.columns)))
        while len(self.rows) < max([cell.row + cell.rows for cell in self.cells], default=0):
            self.rows.append(self._implicit(values, "rows", font, sizes, len(self.rows)))

    def _implicit(
        self, values: dict[str, str], name: str, font: float, sizes: tuple[float, float, float], at: int
    ) -> Track:
        made = _template(values.get(f"grid-auto-{name}", "auto"), font, *sizes).tracks
        return made[at % len(made)] if made else _AUTO

    def _names(self, lines: tuple[tuple[str, int], ...], first: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, *places in self.areas:
            start, end = (places[2], places[3]) if first == 3 else (places[0], places[1])
            found.setdefault(f"{name}-start", start)
            found.setdefault(f"{name}-end", end)
        for name, at in lines:
            found.setdefault(name, at)
        return found

    def _line(self, text: str, which: int, end: bool) -> int | None:
        """Return the number of a line from 0; None for ``auto`` and spans."""
        text = text.strip()
        names = self.names[which]
        number = parse_number(text)
        if number is not None and number:
            at = int(max(-_MOST, min(_MOST, number)))
            return at - 1 if at > 0 else max(0, self.explicit[which] + 1 + at)
        if text in names:
            return names[text]
        return names.get(f"{text}-{'end' if end else 'start'}")

    def _span(self, element: Element, which: int) -> tuple[int, int]:
        """Return where an item starts (-1: anywhere) and how many tracks it spans."""
        name = ("column", "row")[which]
        values = element.style.values
        first = values.get(f"grid-{name}-start", "auto").strip()
        last = values.get(f"grid-{name}-end", "auto").strip()
        span = 1
        for said in (first, last):
            if said.startswith("span"):
                number = parse_number(said[4:])
                span = max(1, min(_MOST, int(number or 1)))
        start, end = self._line(first, which, False), self._line(last, which, True)
        if start is not None and end is not None:
            start, end = min(start, end), max(start, end)
            return start, max(1, end - start)
        if start is not None:
            return start, span
        if end is not None:
            return max(0, end - span), span
        return -1, span

    def _place(self, by_columns: bool, dense: bool) -> None:
        taken: set[tuple[int, int]] = set()

        def free(row: int, column: int, rows: int, columns: int) -> bool:
            return not any(
                (y, x) in taken for y in range(row, row + rows) for x in range(column, column + columns)
            )

        def take(cell: _Cell, row: int, column: int) -> None:
            cell.row, cell.column = row, column
            for y in range(row, row + cell.rows):
                for x in range(column, column + cell.columns):
                    taken.add((y, x))

        waiting: list[_Cell] = []
        room = _MOST_SPANNED
        for cell in self.cells:
            element = cell.item.element
            if element is not None:
                cell.column, cell.columns = self._span(element, 0)
                cell.row, cell.rows = self._span(element, 1)
            if cell.rows * cell.columns > room:
                cell.rows = cell.columns = 1
            elif cell.rows * cell.columns > 1:
                room -= cell.rows * cell.columns
            if cell.column >= 0 and cell.row >= 0:
                take(cell, cell.row, cell.column)
            else:
                waiting.append(cell)
        # The direction that items fill first, and the number of tracks in it.
        lines = max(self.explicit[1 if by_columns else 0], 1)
        for cell in waiting:
            size = cell.rows if by_columns else cell.columns
            fixed = cell.row if by_columns else cell.column
            lines = max(lines, size + max(0, fixed))
        row = column = 0
        for cell in [one for one in waiting if (one.column if by_columns else one.row) >= 0]:
            at = 0
            while at < _MOST and not (
                free(at, cell.column, cell.rows, cell.columns)
                if by_columns
                else free(cell.row, at, cell.rows, cell.columns)
            ):
                at += 1
            take(cell, at if by_columns else cell.row, cell.column if by_columns else at)
        for cell in [one for one in waiting if (one.column if by_columns else one.row) < 0]:
            if dense:
                row = column = 0
            fixed = cell.row if by_columns else cell.column
            if fixed >= 0:
                if by_columns:
                    column, row = column + (1 if fixed < row else 0), fixed
                else:
                    row, column = row + (1 if fixed < column else 0), fixed
            size = cell.rows if by_columns else cell.columns
            for _ in range(_MOST * 4):
                at = row if by_columns else column
                if (fixed >= 0 or at + size <= lines) and free(row, column, cell.rows, cell.columns):
                    break
                if fixed >= 0:
                    row, column = (row, column + 1) if by_columns else (row + 1, column)
                elif at + size >= lines:
                    row, column = (0, column + 1) if by_columns else (row + 1, 0)
                elif by_columns:
                    row += 1
                else:
                    column += 1
            take(cell, row, column)


def _filled(template: _Tracks, room: float | None, gap: float) -> tuple[Track, ...]:
    """Return a template's tracks, with its repetition as many times as it fits."""
    if template.auto_at < 0 or not template.auto:
        return template.tracks
    count = 1
    if room is not None:
        fixed = sum([_definite(track, room) for track in template.tracks]) + gap * len(template.tracks)
        one = sum([max(1.0, _definite(track, room)) for track in template.auto]) + gap * len(template.auto)
        count = max(1, min(_MOST // len(template.auto), int((room - fixed + gap + 0.02) / one)))
    at = template.auto_at
    return (*template.tracks[:at], *(template.auto * count), *template.tracks[at:])


def _definite(track: Track, room: float) -> float:
    most = used(track.most, room) if not isinstance(track.most, str) else 0.0
    least = used(track.least, room) if not isinstance(track.least, str) else 0.0
    return max(most if not track.share else 0.0, least)


#: An item's contribution: first track, number of tracks, minimum and preferred size.
_Claim = tuple[int, int, float, float]


def _sized(
    tracks: list[Track], claims: list[_Claim], room: float | None, gap: float, stretches: bool
) -> list[float]:
    """Return the sizes of tracks. ``room``: the size of the content box; None to size it by its contents."""
    base = [0.0] * len(tracks)
    limit = [0.0] * len(tracks)
    known = room or 0.0
    for at, track in enumerate(tracks):
        if not isinstance(track.least, str):
            base[at] = used(track.least, known)
        if not isinstance(track.most, str):
            limit[at] = max(base[at], used(track.most, known))
        else:
            limit[at] = base[at]
    for first, count, least, most in sorted(claims, key=lambda claim: claim[1]):
        span = range(first, first + count)
        gaps = gap * (count - 1)
        for kind in (0, 1):
            wanted = (least, most)[kind]
            sizes = base if kind == 0 else limit
            if kind == 0:
                growing = [at for at in span if isinstance(tracks[at].least, str)]
            else:
                growing = [at for at in span if isinstance(tracks[at].most, str)]
            if kind == 0 and count > 1:
                flexing = [at for at in growing if tracks[at].share]
                growing = flexing or growing
            if not growing:
                continue
            if kind == 0 and count == 1 and tracks[first].least == "max":
                wanted = most
            if kind == 1 and count == 1 and tracks[first].most == "min":
                wanted = least
            missing = wanted - gaps - sum([sizes[at] for at in span])
            if missing > 0:
                for at in growing:
                    sizes[at] += missing / len(growing)
        for at in span:
            limit[at] = max(limit[at], base[at])
    for at, track in enumerate(tracks):
        if track.limit is not None:
            limit[at] = max(base[at], min(limit[at], used(track.limit, known)))
    gaps = gap * max(0, len(tracks) - 1)
    shares = [track.share for track in tracks]
    if room is None:
        whole = [max(low, high) for low, high in zip(base, limit, strict=True)]
        one = max(
            [size / max(1.0, share) for size, share in zip(whole, shares, strict=True) if share], default=0.0
        )
        return [max(size, one * share) if share else size for size, share in zip(whole, shares, strict=True)]
    sizes = list(base)
    free = room - gaps - sum(sizes)
    open_ones = [at for at in range(len(tracks)) if not shares[at] and limit[at] > sizes[at]]
    while free > 1e-6 and open_ones:
        step = min(free / len(open_ones), min([limit[at] - sizes[at] for at in open_ones]))
        for at in open_ones:
            sizes[at] += step
        free -= step * len(open_ones)
        open_ones = [at for at in open_ones if limit[at] - sizes[at] > 1e-6]
    flexible = [at for at in range(len(tracks)) if shares[at]]
    if flexible:
        while flexible:
            left = room - gaps - sum([sizes[at] for at in range(len(tracks)) if at not in flexible])
            unit = left / max(1.0, sum([shares[at] for at in flexible]))
            short = [at for at in flexible if unit * shares[at] < base[at]]
            if not short:
                for at in flexible:
                    sizes[at] = unit * shares[at]
                break
            for at in short:
                sizes[at] = base[at]
                flexible.remove(at)
    elif stretches and free > 0:
        autos = [at for at, track in enumerate(tracks) if track.most == "auto"]
        for at in autos:
            sizes[at] += free / len(autos)
    return sizes


def grid_limits(engine: Engine, box: Element) -> tuple[float, float]:
    """Return the minimum and preferred width of the contents."""
    grid = _Grid(box, _scale(engine), None, None)
    claims = _width_claims(engine, grid, 0.0)
    gaps = box.style.column_gap * max(0, len(grid.columns) - 1)
    most = sum(_sized(grid.columns, claims, None, box.style.column_gap, False)) + gaps
    small = [(first, count, least, least) for first, count, least, _ in claims]
    least = sum(_sized(grid.columns, small, None, box.style.column_gap, False)) + gaps
    return min(least, most), most


def _scale(engine: Engine) -> Scale:
    return Scale(engine.density, engine.width / engine.density, engine.height / engine.density)


def _width_claims(engine: Engine, grid: _Grid, width: float) -> list[_Claim]:
    claims = []
    for cell in grid.cells:
        item = cell.item
        item.resolve(width)
        least, most = item.limits(engine, width)
        outer = item.across
        low = item.clamped_width(item.pbw, None) if item.clips else least
        claims.append((cell.column, cell.columns, low + outer, most + outer))
    return claims


def lay_out_grid(
    engine: Engine, box: Element, left: float, top: float, width: float, height: float | None
) -> float:
    """Lay out the items of a grid in its content box; return the height that they take."""
    style = box.style
    box.base = None
    box.pieces = []
    set_aside(box, left, top)
    grid = _Grid(box, _scale(engine), width, height)
    gap_x, gap_y = style.column_gap, style.row_gap
    stretches = style.justify in ("normal", "stretch")
    if grid.fits:
        last = max([cell.column + cell.columns for cell in grid.cells], default=0)
        del grid.columns[max(1, last) :]
    widths = _sized(grid.columns, _width_claims(engine, grid, width), width, gap_x, stretches)
    free = width - sum(widths) - gap_x * max(0, len(widths) - 1)
    before, between = spread(style.justify, free, len(widths))
    lefts = _starts(widths, left + before, gap_x + between)
    claims = []
    for cell in grid.cells:
        item = cell.item
        room = _extent(lefts, widths, cell.column, cell.columns)
        item.resolve(room)
        inner = room - item.across
        own = item.asked_width(engine, room)
        if own is None:
            fills = _justify(box, item) == "stretch" and not any(item.autos)
            own = inner if fills else item.fitted(engine, inner, room)
        item.lay_out(engine, item.clamped_width(own, room))
        claims.append((cell.row, cell.rows, item.h + item.down, item.h + item.down))
    gaps = gap_y * max(0, len(grid.rows) - 1)
    used_height = sum(_sized(grid.rows, claims, None, gap_y, False)) + gaps
    inner_height = height
    if inner_height is None:
        inner_height = max(0.0, clamped_height(box, used_height + box.pbh, None) - box.pbh)
    heights = _sized(grid.rows, claims, inner_height, gap_y, style.align_content in ("normal", "stretch"))
    free = inner_height - sum(heights) - gaps
    before, between = spread(style.align_content, free, len(heights))
    tops = _starts(heights, top + before, gap_y + between)
    for cell in grid.cells:
        item = cell.item
        wide = _extent(lefts, widths, cell.column, cell.columns)
        high = _extent(tops, heights, cell.row, cell.rows)
        said = "" if item.element is None else item.element.style.align_self
        align = item.align(style.align_items, said)
        room = high - item.down
        above, below = item.autos_down
        ratio = item.element is not None and item.element.style.aspect
        if align == "stretch" and not above and not below and item.stretches(item.height) and not ratio:
            wanted = item.clamped_height(room, high)
            if abs(wanted - item.h) > 0.001:
                item.lay_out(engine, item.w, wanted)
        y = tops[cell.row] + item.margins[0]
        if above or below:
            y += (room - item.h) / 2 if above and below else room - item.h if above else 0.0
        else:
            y += across(align, room - item.h)
        side = wide - item.across - item.w
        x = item.margins[3]
        if any(item.autos):
            first, last_auto = item.autos
            x += side / 2 if first and last_auto else side if first else 0.0
        elif style.rtl:
            justified = _justify(box, item)
            x += side / 2 if justified == "center" else 0.0 if justified == "end" else side
        else:
            x += across(_justify(box, item), side)
        start = lefts[cell.column]
        if style.rtl:
            start = 2 * left + width - start - wide
        item.put(start + x, y, wide, high)
        if box.base is None and item.base is not None:
            box.base = item.y + item.base
    return used_height if height is None else height


def _justify(box: Element, item: Item) -> str:
    own = "" if item.element is None else item.element.style.justify_self
    return item.align(box.style.justify_items, own)


def _starts(sizes: list[float], first: float, gap: float) -> list[float]:
    out = []
    for size in sizes:
        out.append(first)
        first += size + gap
    return out


def _extent(starts: list[float], sizes: list[float], first: int, count: int) -> float:
    last = min(len(sizes), first + count) - 1
    return starts[last] + sizes[last] - starts[first] if 0 <= first <= last else 0.0
