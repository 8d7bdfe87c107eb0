"""How form controls look on Android: Chromium's own theme, in px of the layout, and the texts in them."""

from __future__ import annotations

import re
from math import floor

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.web import drawing
from bmoca_gym.handset.web.boxes import Box, Control, Edges
from bmoca_gym.handset.web.drawing import Stroke
from bmoca_gym.handset.web.layout.text import advance, heights

_FRAME, _FIELD, _BUTTON, _ACCENT = 0xFF767676, 0xFFFFFFFF, 0xFFEFEFEF, 0xFF0075FF
_PALE_FRAME, _PALE, _PALE_INK = 0xFFCACACA, 0xFFEEEEEE, 0x4D101010
#: A disabled check box or radio button.
_PALE_RING, _PALE_SHEET, _PALE_MARK = 0xFFD1D1D1, 0xFFF8F8F8, 0xFFEDEDED
_PLACEHOLDER, _CHOSEN, _CHOSEN_INK = 0xFF757575, 0xFFCECECE, 0xFF101010
_BLACK = 0xFF000000
#: The same in a dark theme.
_DARK_FRAME, _DARK_FIELD, _DARK_BUTTON, _DARK_ACCENT = 0xFF858585, 0xFF3B3B3B, 0xFF6B6B6B, 0xFF99C8FF
#: Where the text of a date or time field begins, in em.
_DATE_INDENT = 0.3
#: The longest text of a control that is drawn, in characters.
_LONGEST = 4000

TEXTS = frozenset(
    {"text", "password", "search", "email", "url", "tel", "number", "textarea"}
)  # fmt: skip
BUTTONS = frozenset({"button", "submit", "reset"})
#: Controls that open a dialog of the phone.
PICKERS = frozenset({"date", "time", "month", "week", "datetime-local"})
_FRAMED = TEXTS | BUTTONS | PICKERS | {"select", "list", "color"}


def has_look(box: Box) -> bool:
    """Return whether the theme draws a control instead of CSS's background and borders."""
    control = box.control
    return control is not None and control.kind in _FRAMED | {"checkbox", "radio", "range"}


def ground(box: Box) -> int:
    """Return the fill of a control to which the page gives a border but no background; 0 for none."""
    control = box.control
    if control is None or control.kind not in _FRAMED or control.grounded:
        return 0
    gray = control.kind in BUTTONS or control.kind in ("color", "select")
    if control.dark:
        return _DARK_BUTTON if gray else _DARK_FIELD
    return _BUTTON if gray else _FIELD


def draw(box: Box, scale: float, density: float, typed: bool, out: list[Stroke]) -> None:
    """Add what a control draws above its background. ``typed``: whether the phone itself draws a text field's text."""
    control = box.control
    if control is None:
        return
    kind = control.kind
    if kind in ("checkbox", "radio"):
        _mark(box, control, scale, density, out)
        return
    if kind == "range":
        _slider(box, control, scale, density, out)
        return
    if not control.styled and kind in _FRAMED:
        _frame(box, control, scale, density, out)
    if kind == "color":
        _swatch(box, control, scale, density, out)
    elif kind == "select" or kind in PICKERS:
        if control.arrow:
            _arrow(box, scale, density, out)
    elif kind in ("progress", "meter"):
        _bar(box, control, scale, density, out)
    elif kind == "file":
        _file(box, control, scale, density, out)
    elif kind == "list":
        _rows(box, control, scale, density, out)
    elif kind == "textarea" and not typed and control.resizes:
        _grip(box, scale, density, out)
    if not typed:
        _text(box, control, scale, density, out)


def _edges(box: Box) -> Edges:
    left, top, right, bottom = box.edges
    return floor(left + 0.5), floor(top + 0.5), floor(right + 0.5), floor(bottom + 0.5)


def _at(edges: Edges, scale: float) -> Edges:
    return edges[0] * scale, edges[1] * scale, edges[2] * scale, edges[3] * scale


def _frame(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    button = control.kind in BUTTONS or control.kind == "color"
    pale = control.disabled
    edges = _edges(box)
    line = floor(density)
    radius = 2 * density
    inner = edges[0] + line, edges[1] + line, edges[2] - line, edges[3] - line
    ground = (_PALE if pale else _BUTTON) if button else (_PALE_SHEET if pale else _FIELD)
    ring = _PALE_FRAME if pale else _FRAME
    if control.dark:
        ground, ring = (_DARK_BUTTON if button else _DARK_FIELD), (_DARK_BUTTON if button else _DARK_FRAME)
    out.append(drawing.Round(_at(edges, scale), radius * scale, ring))
    out.append(drawing.Round(_at(inner, scale), max(0.0, radius - line) * scale, ground))


def _mark(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """A check box or a radio button: a square of whole CSS px in the middle of its box."""
    left, top, right, bottom = _edges(box)
    wide, high = int((right - left) / density), int((bottom - top) / density)
    size = min(wide, high) * density
    left += (wide * density - size) / 2
    top += (high * density - size) / 2
    if size <= 0:
        return
    on, pale = control.checked, control.disabled
    round_ = control.kind == "radio"
    radius = size / 2 if round_ else 2 * density
    outer = left, top, left + size, top + size
    ring = (_PALE_RING if pale else _ACCENT if on else _FRAME) if not (on and pale) else _PALE_RING
    if control.dark and not pale:
        ring = _DARK_ACCENT if on else _DARK_FRAME
    if on and not round_:
        out.append(drawing.Round(_at(outer, scale), radius * scale, ring))
        tick = [(0.2, 0.5), (0.4, 0.7), (0.8, 0.25)]
        points = [(left + x * size, top + y * size) for x, y in tick]
        steps = tuple([("L" if at else "M", (x * scale, y * scale)) for at, (x, y) in enumerate(points)])
        mark = _PALE_MARK if pale else _DARK_FIELD if control.dark else _FIELD
        pen = mark, 2 * density * scale * size / (13 * density)
        out.append(drawing.Outline(steps, _at(outer, scale), None, pen))
        return
    out.append(drawing.Round(_at(outer, scale), radius * scale, ring))
    inner = drawing.grown(outer, -density)
    sheet = _PALE_SHEET if pale else _DARK_FIELD if control.dark else _FIELD
    out.append(drawing.Round(_at(inner, scale), max(0.0, radius - density) * scale, sheet))
    if on:
        dot = drawing.grown(outer, -0.2 * size)
        out.append(drawing.Round(_at(dot, scale), 0.3 * size * scale, ring))


def _arrow(box: Box, scale: float, density: float, out: list[Stroke]) -> None:
    """The arrow of a control that opens a list or a picker."""
    _, top, right, bottom = box.edges
    middle, tip = (top + bottom) / 2, right - 9 * density
    if box.rtl:
        tip = box.left + 9 * density
    half, drop = 4 * density, 2 * density
    points = [(tip - half, middle - drop), (tip, middle + drop), (tip + half, middle - drop)]
    steps = tuple([("L" if at else "M", (x * scale, y * scale)) for at, (x, y) in enumerate(points)])
    area = tip - half - 2, middle - drop - 2, tip + half + 2, middle + drop + 2
    control = box.control
    ink = _BLACK if control is None else _PALE_INK if control.disabled else _FIELD if control.dark else _BLACK
    out.append(drawing.Outline(steps, _at(area, scale), None, (ink, 0.8 * density * scale)))


def _grip(box: Box, scale: float, density: float, out: list[Stroke]) -> None:
    """The two lines in the corner of a text area where a mouse can resize it."""
    _, _, right, bottom = box.padding_box
    for far in (8.5, 4.2):
        line = (
            right - far * density,
            bottom - 1.6 * density,
            right - 1.2 * density,
            bottom - (far + 0.3) * density,
        )
        steps = (
            ("M", (line[0] * scale, line[1] * scale)),
            ("L", (line[2] * scale, line[3] * scale)),
        )
        area = line[0] - 2, line[3] - 2, line[2] + 2, line[1] + 2
        out.append(drawing.Outline(steps, _at(area, scale), None, (_FRAME, 0.75 * density * scale)))


def _slider(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    left, top, right, bottom = box.content_box
    middle, half = (top + bottom) / 2, 4 * density
    knob = 8 * density
    share = _share(control, 0.5)
    at = left + knob + share * max(0.0, right - left - 2 * knob)
    track = left, middle - half, right, middle + half
    out.append(drawing.Round(_at(track, scale), half * scale, 0xFFB2B2B2))
    out.append(drawing.Round(_at(drawing.grown(track, -density), scale), (half - density) * scale, _BUTTON))
    done = left, middle - half, at, middle + half
    out.append(drawing.Round(_at(done, scale), half * scale, _ACCENT))
    area = at - knob, middle - knob, at + knob, middle + knob
    out.append(drawing.Round(_at(area, scale), knob * scale, _ACCENT))


def _share(control: Control, other: float) -> float:
    """Return where a number lies between the minimum and the maximum, from 0 to 1."""
    low, high = control.bounds
    if high <= low:
        return 0.0
    return min(1.0, max(0.0, (_number(control.value, low + other * (high - low)) - low) / (high - low)))


_GOOD = 0xFF107C10


def _bar(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """A progress bar or a meter: a thin bar in the middle of its box."""
    left, top, right, bottom = box.content_box
    middle, half = (top + bottom) / 2, min((bottom - top) / 2, 4 * density)
    area = left, middle - half, right, middle + half
    radius = half if control.kind == "progress" else half * 0.75
    out.append(drawing.Round(_at(area, scale), radius * scale, 0xFFB2B2B2))
    inner = drawing.grown(area, -density)
    out.append(drawing.Round(_at(inner, scale), max(0.0, radius - density) * scale, _BUTTON))
    if control.kind == "progress" and not control.value:
        return
    share = _share(control, 0.0)
    if share <= 0:
        return
    start, end = left, left + share * (right - left)
    if box.rtl:
        start, end = right - share * (right - left), right
    done = drawing.Round(_at(area, scale), radius * scale, _ACCENT if control.kind == "progress" else _GOOD)
    if share < 1:
        out.append(drawing.group((done,), clip=_at((start, area[1], end, area[3]), scale)))
    else:
        out.append(done)


def _file(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """The button that chooses a file, and the name of the file."""
    left, top, _, bottom = box.content_box
    size = control.font.size
    ascent, descent = heights(size)
    base = top + (bottom - top - ascent - descent) / 2 + ascent
    wide = _advance(_CHOOSE, control) + 2 * 6 * density + 2 * floor(2 * density)
    button = floor(left + 0.5), floor(top + 0.5), floor(left + wide + 0.5), floor(bottom + 0.5)
    line = floor(density)
    out.append(drawing.Round(_at(button, scale), 2 * density * scale, _FRAME))
    out.append(drawing.Round(_at(drawing.grown(button, -line), scale), density * scale, _BUTTON))
    out.append(_words(_CHOOSE, left + floor(2 * density) + 6 * density, base, control, _BLACK, scale))
    out.append(_words(_NO_FILE, button[2] + 4 * density, base, control, _BLACK, scale))


#: Chromium's English labels for a file field.
_CHOOSE, _NO_FILE = "Choose File", "No file chosen"


def _number(text: str, other: float) -> float:
    try:
        return float(text)
    except ValueError:
        return other


def _swatch(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """The swatch of a colour button."""
    value = control.value.lstrip("#")
    color = int(value, 16) if len(value) == 6 and not set(value.lower()) - set("0123456789abcdef") else 0
    left, top, right, bottom = box.edges
    area = left + 4 * density, top + 5 * density, right - 4 * density, bottom - 5 * density
    out.append(drawing.Fill(_at(area, scale), _FRAME))
    out.append(drawing.Fill(_at(drawing.grown(area, -1), scale), 0xFF000000 | color))


def _rows(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """The rows of a list box, the selected ones on a filled background."""
    ascent, descent = heights(control.font.size)
    high = row_height(control.font.size, density)
    left, top, right, bottom = box.padding_box
    rows: list[Stroke] = []
    for number, text in enumerate(control.options):
        upper = top + number * high - box.scroll[1]
        if upper >= bottom or upper + high <= top:
            continue
        chosen = number in control.selected
        if chosen:
            rows.append(drawing.Fill(_at((left, upper, right, upper + high), scale), _CHOSEN))
        x, base = left + 2 * density, upper + (high - density - ascent - descent) / 2 + ascent
        rows.append(_words(text, x, base, control, _CHOSEN_INK if chosen else _ink(box, control), scale))
    if rows:
        out.append(drawing.group(tuple(rows), clip=_at(box.padding_box, scale)))


def row_height(size: float, density: float) -> float:
    """Return the height of a list box's row in a font of that size, in px of the layout."""
    return max(sum(heights(size)), 1.2 * size) + density


# Texts


def shown_text(control: Control) -> str:
    """Return what a control says: a field's text, a select's chosen option, a date or a time in American English."""
    value = control.value
    if control.kind == "select":
        return next((control.options[at] for at in control.selected if at < len(control.options)), "")
    if control.kind == "password":
        return "•" * len(value)
    return written(control.kind, value)


def written(kind: str, value: str) -> str:
    """Return the value of a date or time field as Chromium writes it; any other value as it is."""
    date = re.fullmatch(r"(\d{4,})-(\d\d)-(\d\d)", value) if kind == "date" else None
    if date:
        return f"{date[2]}/{date[3]}/{date[1]}"
    clock = re.match(r"(\d\d):(\d\d)", value) if kind == "time" else None
    if clock:
        hour = int(clock[1])
        return f"{hour % 12 or 12}:{clock[2]} {'PM' if hour >= 12 else 'AM'}"
    return value


def inside(box: Box) -> tuple[Edges, Edges]:
    """Return the edges of a text field's editable part, and of the text in it, in px of the layout."""
    control = box.control
    left, top, right, bottom = box.content_box
    if control is None:
        return box.content_box, box.content_box
    high = sum(heights(control.font.size))
    text = shown_text(control)[:_LONGEST]
    if control.kind == "textarea":
        room = max(1.0, right - left) if control.breaks else None
        lines = paragraph(text, control.font.size, control.font.weight, "en", False, room).lines
        left, top, right = left - box.scroll[0], top - box.scroll[1], right - box.scroll[0]
        lower = top + high * max(1, len(lines))
        # The space where a line breaks hangs past its end.
        space = _advance(" ", control)
        wide = max([line.width + (space if line is not lines[-1] else 0.0) for line in lines], default=0.0)
        return (left, top, right, max(lower, top + high)), (left, top, left + wide, lower)
    upper = (top + bottom - high) / 2
    if control.kind in PICKERS:
        left += _DATE_INDENT * control.font.size
        edges = left, upper, left + _advance(text or " ", control), upper + high
        return edges, edges
    wide = min(right - left, paragraph(text, control.font.size, control.font.weight).width)
    return (left, upper, right, upper + high), (left, upper, left + wide, upper + high)


def _aligned(control: Control, left: float, right: float, wide: float) -> float:
    """Return where a text of a field begins."""
    if control.align in ("center", "-webkit-center"):
        return left + (right - left - wide) / 2
    return right - wide if control.align == "right" else left


def _advance(text: str, control: Control) -> float:
    return advance(text, control.font.weight, control.font.italic) * control.font.size


def _ink(box: Box, control: Control) -> int:
    return _BLACK if box.look is None else box.look.color


def _words(text: str, x: float, base: float, control: Control, color: int, scale: float) -> Stroke:
    font = control.font
    return drawing.Words(
        text, x * scale, floor(base + 0.5) * scale, font.size * scale, color, font.weight, font.italic,
        font.spacing * scale,
    )  # fmt: skip


def _text(box: Box, control: Control, scale: float, density: float, out: list[Stroke]) -> None:
    """The text of a control whose text is not part of the document."""
    kind = control.kind
    if box.runs or (box.children and kind == "button"):
        return
    if kind not in TEXTS | PICKERS | BUTTONS | {"select"}:
        return
    text, color = shown_text(control), _ink(box, control)
    if not text and kind in TEXTS:
        text, color = control.placeholder, _PLACEHOLDER
    if not text.strip():
        return
    size = control.font.size
    ascent, descent = heights(size)
    left, top, right, bottom = box.content_box
    if kind == "textarea":
        room = max(1.0, right - left) if control.breaks else None
        lines = paragraph(text[:_LONGEST], size, control.font.weight, "en", False, room).lines
        left, right = left - box.scroll[0], right - box.scroll[0]
        at = top - box.scroll[1]
        strokes = []
        high = control.line or ascent + descent
        over = floor((high - ascent - descent) / 2)
        for line in lines:
            if line.text.strip() and at < bottom and at + ascent + descent > top:
                free = control.align != "left" and line.width < right - left
                x = _aligned(control, left, right, line.width) if free else left
                strokes.append(_words(line.text, x, at + over + ascent, control, color, scale))
            at += high
        if strokes:
            out.append(drawing.group(tuple(strokes), clip=_at(box.padding_box, scale)))
        return
    text = text[:_LONGEST].replace("\n", "")
    base = top + (bottom - top - ascent - descent) / 2 + ascent
    wide = paragraph(text, size, control.font.weight).width
    if kind in BUTTONS:
        left = (left + right - wide) / 2
    elif kind in PICKERS or kind == "select":
        left = right - wide - 4 * density if box.rtl else left + 4 * density
    elif control.align != "left" and wide < right - left:
        left = _aligned(control, left, right, wide)
    stroke = _words(text, left, base, control, color, scale)
    if wide > right - left:
        stroke = drawing.group((stroke,), clip=_at(box.padding_box, scale))
    out.append(stroke)
