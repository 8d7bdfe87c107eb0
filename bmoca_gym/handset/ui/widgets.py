"""Widgets that paint themselves: text, text fields, icons, switches, check boxes, sliders, progress."""

from __future__ import annotations

import copy
import math
from typing import Any, ClassVar, Final, NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.carets import CaretLine, carets, line_of
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, icon, paragraph
from bmoca_gym.handset.resources import Resources, day_periods
from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import WIDGET, Box, Element, give, mirrored
from bmoca_gym.handset.value import Callback

#: How many sizes text that shrinks can have. The steps are coarse, so that boxes of different sizes also differ in px:
#: display lists are compared by that.
SIZES: Final = 16
#: Placement of text in its box: its lines, its padding (left, top, right, bottom, in px), and start, center or end.
Placed = tuple[Paragraph, int, int, int, int, str]
#: Size of AM and PM as a part of the digits': of a clock, and of an alarm (DeskClock's Utils and TextTime).
CLOCK, ALARM = 0.4, 0.35
#: Space between them, as a part of the digits' size: the hair space of DeskClock's pattern.
_PERIOD_GAP = 0.09


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Text(Element):
    """Text of at most ``lines`` lines (None: unlimited), with an ellipsis if it does not fit.

    Attributes:
        size: sp.
        weight: 300, 400, 500 or 700.
        align: start, center or end.
        spoken: text in the UI tree, if it differs from the painted one.
        shadow: soft dark shadow, for text over a picture.
    """

    __slots__ = ("align", "color", "lines", "shadow", "size", "spoken", "string", "weight")
    CLASS: ClassVar[str] = WIDGET + "TextView"

    def __init__(
        self,
        text: str,
        size: Any = 14,
        color: int = 0xFF000000,
        weight: int = 400,
        lines: int | None = 1,
        /,
        **options: Any,
    ) -> None:
        super().__init__()
        self.shadow: bool = False
        self.string = text
        self.size: float = size
        self.color = color
        self.weight = weight
        self.lines = lines
        self.align: str = "start"
        self.spoken: str | None = None
        if options:
            give(self, options)

    def own(self, name: str, given: Any) -> None:
        """See `Element.own`. By name: all options that `Text` adds, except the text."""
        if name == "align":
            self.align = given
        elif name == "lines":
            self.lines = given
        elif name == "spoken":
            self.spoken = given
        elif name == "color":
            self.color = given
        elif name == "size":
            self.size = given
        elif name == "weight":
            self.weight = given
        elif name == "shadow":
            self.shadow = given
        else:
            super().own(name, given)

    @property
    def text(self) -> str:
        """Text in the UI tree."""
        return self.string if self.spoken is None else self.spoken

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        left, top, right, bottom = self.pad_px(m)
        lines = paragraph(
            self.string,
            self.size * m.font,
            self.weight,
            m.language,
            m.rtl,
            float(max(0, max_w - left - right)),
            self.lines,
        )
        width = fix_w if fix_w is not None else min(max_w, math.ceil(lines.width) + left + right)
        height = fix_h if fix_h is not None else math.ceil(lines.height) + top + bottom
        # The start of a line follows the layout direction, as with Android's textAlignment=viewStart.
        align = mirrored(self.align) if m.rtl else self.align
        return Box(self, width, height, (), (lines, left, top, right, bottom, align))

    def look(self) -> tuple[Any, ...]:
        return (
            self.background,
            self.radius,
            self.border,
            self.string,
            self.size,
            self.color,
            self.weight,
            self.lines,
            self.align,
        )

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        extra: Placed = box.extra
        lines, left, top, right, bottom, align = extra
        room = box.height - top - bottom
        base = y + top + max(0.0, (room - lines.height) / 2) + lines.ascent
        inner = box.width - left - right
        for line in lines.lines:
            if not line.blank:
                free = inner - line.width
                at = x + left + (0.0 if align == "start" else free if align == "end" else free / 2)
                if self.shadow:
                    for below, tone in ((1.5, 0x50000000), (0.75, 0x60000000)):
                        canvas.draw_text(line, at, base + below * m.scale, tone)
                canvas.draw_text(line, at, base, self.color)
            base += lines.line_height


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class FittedText(Text):
    """Text that is painted smaller if it does not fit in its lines, as with Android's ``autoSizeTextType``.

    In several lines, it is also painted smaller if a word would be broken.
    """

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, _, right, _ = self.pad_px(m)
        room = max(0, max_w - left - right)
        for step in range(SIZES, 0, -1):
            smaller = m if step == SIZES else m.with_font(m.font * step / SIZES)
            if self._fits(smaller, room):
                break
        return super().place(smaller, max_w, max_h, fix_w, fix_h)

    def _fits(self, m: Metrics, room: int) -> bool:
        size = self.size * m.font
        if self.lines == 1:
            return paragraph(self.string, size, self.weight, m.language, m.rtl).width <= room
        words = self.string.split()
        if any(paragraph(word, size, self.weight, m.language, m.rtl).width > room for word in words):
            return False
        return not paragraph(self.string, size, self.weight, m.language, m.rtl, room, self.lines).truncated


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class TimeText(FittedText):
    """A time whose word for AM or PM is smaller; both shrink if there is no room.

    Attributes:
        period: the word, which is at the start or at the end of the text.
        share: its size as a part of the digits'.
    """

    __slots__ = ("period", "share")

    def __init__(
        self, text: str, period: str, share: float, size: float, color: int, weight: int, **options: Any
    ) -> None:
        FittedText.__init__(self, text, size, color, weight, **options)
        self.period = period
        self.share = share

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, top, right, bottom = self.pad_px(m)
        room = max(0, max_w - left - right)
        digits = self.string.replace(self.period, "").strip()
        for step in range(SIZES, 0, -1):
            fitted = m if step == SIZES else m.with_font(m.font * step / SIZES)
            large = paragraph(digits, self.size * fitted.font, self.weight, m.language, m.rtl)
            word = Text(self.period, self.size * self.share, self.color, self.weight, class_name="")
            small = word.layout(fitted, max_w, max_h)
            gap = nearest(self.size * fitted.font * _PERIOD_GAP)
            across = math.ceil(large.width) + gap + small.width
            if across <= room:
                break
        width = fix_w if fix_w is not None else min(max_w, across + left + right)
        height = fix_h if fix_h is not None else math.ceil(large.height) + top + bottom
        align = mirrored(self.align) if m.rtl else self.align
        free = max(0, width - left - right - across)
        start = left + (0 if align == "start" else free if align == "end" else free // 2)
        # A language that is read from the right begins there.
        whole = paragraph(self.string, self.size * m.font, self.weight, m.language, m.rtl)
        if self.string.startswith(self.period) != whole.rtl:
            at, start = start, start + small.width + gap
        else:
            at = start + math.ceil(large.width) + gap
        base = top + max(0.0, (height - top - bottom - large.height) / 2) + large.ascent
        beside = at, nearest(base - small.extra[0].ascent), small
        return Box(self, width, height, (beside,), (large, start, top, right, bottom, "start"))


def time_text(
    res: Resources, text: str, size: float, color: int, weight: int, share: Any = CLOCK, **options: Any
) -> FittedText:
    """Show a time in the locale's form. ``share``: size of AM and PM as a part of the digits'."""
    for period in day_periods(res.locale):
        if text.startswith(period) or text.endswith(period):
            return TimeText(text, period, share, size, color, weight, **options)
    return FittedText(text, size, color, weight, **options)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class TextField(Text):
    """Editable text. A tap focuses it and opens the keyboard.

    Attributes:
        key: its name within the activity.
        on_text: callback whose last argument is the new text.
        on_submit: callback of the Enter key.
        hint: shown, and in the UI tree, while the text is empty.
        kind: kind of keyboard: text, uri, email, number, phone, or none if the app has its own keys.
        capitals: where the keyboard starts with a capital: "" for nowhere, "sentences" or "words".
        cursor: whether touches and arrow keys move the cursor; False for a field that only appends.
        selection: start and end of the selection, equal for a cursor; None: the cursor is at the end.
    """

    __slots__ = (
        "accent", "capitals", "content", "cursor", "focused", "hint", "hint_color", "key", "kind", "on_submit",
        "on_text", "selection",
    )  # fmt: skip
    CLASS: ClassVar[str] = WIDGET + "EditText"
    focusable = True
    editable = True

    def __init__(
        self,
        text: str,
        key: str,
        on_text: Callback,
        *,
        focused: bool,
        hint: str = "",
        hint_color: int = 0xFF9AA0A6,
        accent: int = 0xFF1A73E8,
        on_submit: Callback | None = None,
        kind: str = "text",
        capitals: str = "",
        cursor: bool = True,
        color: int = 0xFF000000,
        **options: Any,
    ) -> None:
        empty = not text
        Text.__init__(self, hint if empty else text, color=hint_color if empty else color, **options)
        self.content = text
        self.key = key
        self.on_text = on_text
        self.on_submit = on_submit
        self.focused = focused
        self.hint = hint
        self.hint_color = hint_color
        self.accent = accent
        self.kind = kind
        self.capitals = capitals
        self.cursor = cursor
        self.selection: tuple[int, int] | None = None

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        if fix_w is None and self.width is None:
            fix_w = max_w
        return super().place(m, max_w, max_h, fix_w, fix_h)

    def pad_px(self, m: Metrics) -> tuple[int, int, int, int]:
        """Padding, with space for the cursor on both sides of the text."""
        left, top, right, bottom = super().pad_px(m)
        cursor = _cursor_width(m)
        return left + cursor, top, right + cursor, bottom

    def look(self) -> tuple[Any, ...]:
        return (*super().look(), self.focused, self.accent, self.selection)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        if self.selection is not None and self.focused:
            self._paint_selection(canvas, x, y, box, m, self.selection)
            return
        super().paint(canvas, x, y, box, m)
        lines, left, top, right, bottom, align = box.extra
        if self.focused:
            width = _cursor_width(m)
            used = lines.lines[-1].width if self.content else 0.0
            inner = box.width - left - right
            start = {"start": 0.0, "center": (inner - used) / 2}.get(align, inner - used)
            # The cursor is before the hint, or after the typed text.
            before = align != "end" if not self.content else lines.rtl
            at = x + left + (start - width if before else start + used)
            room = box.height - top - bottom
            upper = y + top + max(0.0, (room - lines.height) / 2) + lines.line_height * (len(lines.lines) - 1)
            canvas.draw_rect(
                round(at), round(upper), round(at) + width, round(upper + lines.line_height), self.accent
            )

    def _paint_selection(
        self, canvas: Any, x: float, y: float, box: Box, m: Metrics, selection: tuple[int, int]
    ) -> None:
        shown = text_in(box)
        cursor = _cursor_width(m)
        canvas.save()
        if shown.cut:
            _, left, _, right, _, _ = box.extra
            upper = y + shown.upper
            canvas.clip(
                x + left - cursor,
                upper,
                x + box.width - right + cursor,
                upper + shown.visible * shown.height,
            )
        start, end = selection
        for number, line in enumerate(shown.paragraph.lines):
            top = y + shown.top_of(number)
            for run_left, run_right in shown.lines[number].covered(start, end):
                canvas.drawRect(
                    skia.Rect.MakeLTRB(
                        round(x + shown.lefts[number] + run_left), round(top),
                        round(x + shown.lefts[number] + run_right), round(top + shown.height),
                    ),
                    paints.fill(_thin(self.accent, _HIGHLIGHT)),
                )  # fmt: skip
            if not line.blank:
                canvas.draw_text(line, x + shown.lefts[number], top + shown.paragraph.ascent, self.color)
        if start == end:
            at, top = shown.cursor(end)
            left = round(x + at - (cursor if shown.paragraph.rtl else 0))
            canvas.draw_rect(left, round(y + top), left + cursor, round(y + top + shown.height), self.accent)
        canvas.restore()


#: Opacity of the accent colour over a selection (android:highlight_alpha_material_colored).
_HIGHLIGHT = 0.26


def _cursor_width(m: Metrics) -> int:
    return max(1, nearest(2 * m.scale))


class ShownText(NamedTuple):
    """Painted text of a field, in px from its box's corner; scrolled to the cursor if it does not fit.

    Attributes:
        lefts: left end of each line.
        upper: top of the first visible line.
        first: number of that line.
        visible: number of visible lines.
        cut: whether some of the text is not visible.
    """

    paragraph: Paragraph
    lines: tuple[CaretLine, ...]
    lefts: tuple[float, ...]
    upper: float
    first: int
    visible: int
    height: float
    cut: bool

    def top_of(self, line: int) -> float:
        """Top of a line, which may be outside the visible part."""
        return self.upper + (line - self.first) * self.height

    def line_at(self, y: float) -> int:
        """The visible line at a height, or the nearest one."""
        last = min(len(self.lines), self.first + self.visible) - 1
        return max(self.first, min(last, self.first + math.floor((y - self.upper) / self.height)))

    def offset_at(self, x: float, y: float) -> int:
        """Offset of the cursor for a touch at a point."""
        line = self.line_at(y)
        return self.lines[line].nearest(x - self.lefts[line])

    def covers(self, x: float, y: float) -> bool:
        """Whether a point is on the text and not beside it."""
        line = self.line_at(y)
        inside = self.upper <= y < self.upper + self.visible * self.height
        return inside and 0 <= x - self.lefts[line] < self.lines[line].width

    def cursor(self, offset: int) -> tuple[float, float]:
        """Left and top of the cursor at an offset."""
        line = line_of(self.lines, offset)
        return self.lefts[line] + self.lines[line].x_of(offset), self.top_of(line)

    def moved(self, offset: int, key: str) -> int:
        """Offset after a cursor key: DPAD_LEFT, DPAD_RIGHT, DPAD_UP, DPAD_DOWN, MOVE_HOME or MOVE_END.

        As on Android, MOVE_HOME goes to a line's left end and MOVE_END to its right end, in both text
        directions.
        """
        number = line_of(self.lines, offset)
        line = self.lines[number]
        if key in ("MOVE_HOME", "MOVE_END"):
            return line.end if (key == "MOVE_END") != self.paragraph.rtl else line.start
        if key in ("DPAD_UP", "DPAD_DOWN"):
            other = number + (1 if key == "DPAD_DOWN" else -1)
            if not 0 <= other < len(self.lines):
                return self.lines[-1].end if key == "DPAD_DOWN" else 0
            return self.lines[other].nearest(self.lefts[number] + line.x_of(offset) - self.lefts[other])
        found = line.beside(offset, key == "DPAD_RIGHT")
        if found is not None:
            return found
        forward = (key == "DPAD_RIGHT") != self.paragraph.rtl
        other = number + (1 if forward else -1)
        if not 0 <= other < len(self.lines):
            return offset
        return self.lines[other].start if forward else self.lines[other].end


def text_in(box: Box, selection: tuple[int, int] | None = None) -> ShownText:
    """The painted part of a text field's text, and its position. ``selection``: replaces the field's own."""
    field: Any = box.element
    selection = selection or field.selection
    lines, left, top, right, bottom, align = box.extra
    inner = box.width - left - right
    visible = len(lines.lines)
    upper = top + max(0.0, (box.height - top - bottom - lines.height) / 2)
    cut = lines.truncated and selection is not None and field.focused
    if cut:
        text, size, weight, language, rtl, max_width, _ = lines.asked
        if field.lines == 1:
            text, max_width = text.replace("\n", " "), None
        lines = paragraph(text, size, weight, language, rtl, max_width)
    found = carets(lines)
    lefts = []
    first = 0
    for line in lines.lines:
        free = inner - line.width
        if free < 0:
            lefts.append(free if lines.rtl else 0.0)
        else:
            lefts.append(0.0 if align == "start" else free if align == "end" else free / 2)
    if cut and selection is not None:
        number = line_of(found, selection[1])
        first = max(0, number - visible + 1)
        at = lefts[number] + found[number].x_of(selection[1])
        lefts[number] -= min(0.0, at) + max(0.0, at - inner)
    return ShownText(
        lines, found, tuple(left + x for x in lefts), upper, first, visible, lines.line_height, cut
    )


def selected(field: TextField, selection: tuple[int, int]) -> TextField:
    """The field with another selection. Its layout is the same."""
    made = copy.copy(field)
    # A copy of a compiled field lacks what the class of an app adds.
    slots = [name for kind in type(field).__mro__ for name in kind.__dict__.get("__slots__", ())]
    for name in (*slots, *getattr(field, "__dict__", ())):
        if hasattr(field, name):
            setattr(made, name, getattr(field, name))
    made.selection = selection
    return made


#: Glyphs that are mirrored in right-to-left locales, as Material marks them (``autoMirrored``).
#:
#: Turns of roads and of pictures are the same for everybody, and are not among them.
MIRRORED: Final = frozenset({
    "arrow_back", "arrow_back_ios_new", "arrow_forward", "arrow_right", "article", "assignment", "backspace",
    "battery_unknown", "call_made", "call_missed", "call_received", "chat", "chevron_left", "chevron_right",
    "comment", "directions_bike", "directions_run", "directions_walk", "drive_file_move", "feed", "first_page",
    "format_list_bulleted", "forward", "help", "input", "insert_drive_file", "keyboard_arrow_right",
    "keyboard_return", "label", "label_outline", "list", "login", "logout", "menu_book", "message", "more",
    "next_week", "north_east", "north_west", "not_listed_location", "note", "notes", "open_in_new", "playlist_add",
    "playlist_play", "queue_music", "receipt", "receipt_long", "redo", "reply", "rule", "screen_share", "segment",
    "send", "show_chart", "signal_cellular_4_bar", "sort", "star_half", "subdirectory_arrow_right", "subject",
    "toc", "trending_up", "undo", "view_list", "volume_down", "volume_mute", "volume_off", "volume_up",
})  # fmt: skip


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Icon(Element):
    """Glyph of the icon font in a square of ``size`` dp, mirrored in right-to-left locales if it is `MIRRORED`."""

    __slots__ = ("color", "name", "size")
    CLASS: ClassVar[str] = WIDGET + "ImageView"

    def __init__(self, name: str, size: Any = 24, color: int = 0xFF5F6368, /, **options: Any) -> None:
        super().__init__()
        self.name = name
        self.size: float = size
        self.color = color
        if options:
            give(self, options)

    def own(self, name: str, given: Any) -> None:
        """See `Element.own`. By name: all options that `Icon` adds, except the name."""
        if name == "size":
            self.size = given
        elif name == "color":
            self.color = given
        else:
            super().own(name, given)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        left, top, right, bottom = self.pad_px(m)
        side = nearest(self.size * m.scale)
        width = fix_w if fix_w is not None else side + left + right
        height = fix_h if fix_h is not None else side + top + bottom
        glyph = icon(self.name, self.size * m.scale)
        return Box(self, width, height, (), (glyph, m.rtl and self.name in MIRRORED))

    def look(self) -> tuple[Any, ...]:
        return (self.background, self.radius, self.border, self.name, self.size, self.color)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        drawn: tuple[Paragraph, bool] = box.extra
        glyph, turned = drawn
        line = glyph.lines[0]
        across = x + (box.width - glyph.width) / 2
        base = y + (box.height - glyph.height) / 2 + glyph.ascent
        if turned:
            canvas.save()
            canvas.translate(2 * x + box.width, 0)
            canvas.scale(-1, 1)
            canvas.draw_text(line, across, base, self.color)
            canvas.restore()
        else:
            canvas.draw_text(line, across, base, self.color)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Toggle(Element):
    """Base of elements that are on or off."""

    __slots__ = ("color", "off_color")
    checkable = True
    SIZE: ClassVar[tuple[float, float]] = (40.0, 32.0)

    def __init__(
        self, checked: bool, color: int = 0xFF1A73E8, off_color: int = 0xFF80868B, **options: Any
    ) -> None:
        options.setdefault("width", self.SIZE[0])
        options.setdefault("height", self.SIZE[1])
        Element.__init__(self, checked=checked, **options)
        self.color = color
        self.off_color = off_color

    def look(self) -> tuple[Any, ...]:
        return (self.background, self.radius, self.checked, self.color, self.off_color, self.enabled)

    @property
    def soft(self) -> bool:
        return True


def _thin(color: int, share: float) -> int:
    return (round((color >> 24) * share) << 24) | (color & 0xFFFFFF)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Switch(Toggle):
    """A sliding switch."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = WIDGET + "Switch"

    def __init__(self, checked: bool, label: str = "", **options: Any) -> None:
        Toggle.__init__(self, checked, **options)
        self.label = label

    @property
    def text(self) -> str:
        """Text in the UI tree: ON or OFF in the locale, as on Android."""
        return self.label

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        s = m.scale
        middle, center = y + box.height / 2, x + box.width / 2
        tone = self.color if self.checked else self.off_color
        side = 8 if self.checked != m.rtl else -8
        canvas.draw_round_rect(
            center - 16 * s, middle - 7 * s, center + 16 * s, middle + 7 * s, 7 * s, _thin(tone, 0.45)
        )
        knob = tone if self.checked else 0xFFECEDEE
        canvas.draw_circle(center + side * s, middle, 10 * s, knob if self.enabled else _thin(knob, 0.6))


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class WideSwitch(Switch):
    """A switch of Material 3, as Android 13 has it: a wide track, and a check in the thumb where it is on.

    ``color``: of the track that is on; ``off_color``: of the thumb that is off.
    """

    __slots__ = ()
    SIZE: ClassVar[tuple[float, float]] = (52.0, 32.0)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        s = m.scale
        middle, center = y + box.height / 2, x + box.width / 2
        share = 1.0 if self.enabled else 0.4
        left, right, top, bottom = center - 26 * s, center + 26 * s, middle - 14 * s, middle + 14 * s
        if not self.checked:
            tone = _thin(self.off_color, share)
            canvas.draw_round_rect(left, top, right, bottom, 14 * s, _thin(tone, 0.25))
            canvas.draw_circle(center + (12 if m.rtl else -12) * s, middle, 8 * s, tone)
            return
        canvas.draw_round_rect(left, top, right, bottom, 14 * s, _thin(self.color, share))
        at = center + (-12 if m.rtl else 12) * s
        light = _is_light(self.color)
        canvas.draw_circle(at, middle, 10 * s, 0xFF202124 if light else 0xFFFFFFFF)
        glyph = icon("check", 14 * s)
        canvas.draw_text(
            glyph.lines[0], at - glyph.width / 2, middle - glyph.height / 2 + glyph.ascent, self.color
        )


def _is_light(color: int) -> bool:
    return (color >> 16 & 0xFF) * 3 + (color >> 8 & 0xFF) * 6 + (color & 0xFF) > 1600


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class CheckBox(Toggle):
    """Check box. With its own ``glyph`` it is a day button or the like; put it into a `Stack`."""

    __slots__ = ()
    CLASS: ClassVar[str] = WIDGET + "CheckBox"
    SIZE: ClassVar[tuple[float, float]] = (32.0, 32.0)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        name = "check_box" if self.checked else "check_box_outline_blank"
        tone = self.color if self.checked else self.off_color
        glyph = icon(name, 24 * m.scale)
        canvas.draw_text(
            glyph.lines[0],
            x + (box.width - glyph.width) / 2,
            y + (box.height - glyph.height) / 2 + glyph.ascent,
            tone,
        )


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class RadioButton(CheckBox):
    """Radio button: a ring, filled when chosen."""

    __slots__ = ()
    CLASS: ClassVar[str] = WIDGET + "RadioButton"

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        name = "radio_button_checked" if self.checked else "radio_button_unchecked"
        glyph = icon(name, 24 * m.scale)
        canvas.draw_text(
            glyph.lines[0],
            x + (box.width - glyph.width) / 2,
            y + (box.height - glyph.height) / 2 + glyph.ascent,
            self.color if self.checked else self.off_color,
        )


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Slider(Element):
    """Bar with a knob. ``level`` is from 0 to 1. The ``drag`` callback reads the touch's position from the
    context.
    """

    __slots__ = ("color", "level", "off_color")
    CLASS: ClassVar[str] = WIDGET + "SeekBar"
    focusable = True

    def __init__(self, level: float, color: int, off_color: int, **options: Any) -> None:
        options.setdefault("height", 32.0)
        options.setdefault("width", -1.0)
        super().__init__(**options)
        self.level = level
        self.color = color
        self.off_color = off_color

    @property
    def text(self) -> str:
        """The level in the format of Android's seek bars."""
        return f"{self.level * 100:.1f}"

    def look(self) -> tuple[Any, ...]:
        return (self.background, self.radius, self.level, self.color, self.off_color)

    @property
    def soft(self) -> bool:
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        s = m.scale
        inset, middle = 12 * s, y + box.height / 2
        length = box.width - 2 * inset
        share = 1 - self.level if m.rtl else self.level
        at = x + inset + length * share
        done = (at, x + inset + length) if m.rtl else (x + inset, at)
        for left, right, tone in ((x + inset, x + inset + length, self.off_color), (*done, self.color)):
            canvas.draw_round_rect(left, middle - 1.5 * s, right, middle + 1.5 * s, 1.5 * s, tone)
        canvas.draw_circle(at, middle, 7 * s, self.color)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Line(Element):
    """Straight line between two points, in dp from the element's top left corner."""

    __slots__ = ("color", "ends", "stroke")
    CLASS: ClassVar[str] = ""

    def __init__(
        self, ends: tuple[float, float, float, float], color: int, stroke: Any = 2, **options: Any
    ) -> None:
        super().__init__(**options)
        self.ends = ends
        self.color = color
        self.stroke: float = stroke

    def look(self) -> tuple[Any, ...]:
        return (self.ends, self.color, self.stroke)

    @property
    def soft(self) -> bool:
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        s = m.scale
        x0, y0, x1, y1 = self.ends
        canvas.drawLine(
            x + x0 * s, y + y0 * s, x + x1 * s, y + y1 * s, paints.stroke(self.color, self.stroke * s)
        )


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Arc(Element):
    """Ring with a coloured ``share`` (0 to 1, clockwise from the top), for timers, stopwatches and progress."""

    __slots__ = ("color", "off_color", "share", "stroke")
    CLASS: ClassVar[str] = ""

    def __init__(self, share: float, color: int, off_color: int, stroke: Any = 4, **options: Any) -> None:
        super().__init__(**options)
        self.share = share
        self.color = color
        self.off_color = off_color
        self.stroke: float = stroke

    def look(self) -> tuple[Any, ...]:
        return (self.share, self.color, self.off_color, self.stroke)

    @property
    def soft(self) -> bool:
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        half = self.stroke * m.scale / 2
        ring = x + half, y + half, x + box.width - half, y + box.height - half
        canvas.draw_oval(*ring, self.off_color, self.stroke * m.scale)
        if self.share > 0:
            canvas.drawArc(
                skia.Rect.MakeLTRB(*ring),
                -90,
                360 * min(1.0, self.share),
                False,
                paints.stroke(self.color, self.stroke * m.scale),
            )


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Picture(Element):
    """Picture that covers the element: the name of a wallpaper, the bytes of a file, a file that is not made yet and
    can be drawn (`late_files.Late`), or a value with ``pixels``.

    See `graphics.renderer.PixelSource`. ``radius``: radius of its corners in dp.
    """

    __slots__ = ("name",)
    CLASS: ClassVar[str] = WIDGET + "ImageView"

    def __init__(self, name: Any, **options: Any) -> None:
        super().__init__(**options)
        self.name = name

    def look(self) -> tuple[Any, ...]:
        return (self.name, self.radius)

    @property
    def soft(self) -> bool:
        return bool(self.radius)

    @property
    def opaque(self) -> bool:
        return not self.radius

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        canvas.draw_picture(self.name, x, y, box.width, box.height, self.radius * m.scale)
