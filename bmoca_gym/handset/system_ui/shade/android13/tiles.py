"""Quick settings of Android 13: labelled pills, the slider of the brightness, and the page that edits them."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import status_bar
from bmoca_gym.handset.system_ui import quick_settings
from bmoca_gym.handset.system_ui.quick_settings import TILES_13
from bmoca_gym.handset.system_ui.shade import handlers
from bmoca_gym.handset.system_ui.shade.android13 import colors
from bmoca_gym.handset.ui.components import icon_button, scrolling
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
    Box,
    Column,
    Element,
    Row,
    Spacer,
    Stack,
    component,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Slider, Text, icon
from bmoca_gym.handset.value import do

_ID = status_bar.ID
#: dp (res/values/dimens.xml): a pill, and what lies between two; the brightness slider.
HEIGHT, GAP, _RADIUS = 64, 8, 28
BRIGHTNESS = 48
#: Screens below this width, dp, have no room in a pill for anything but its name.
_NARROW = 300
SLIDER_STEPS = 1023


class Pill(NamedTuple):
    """A tile as it is now. ``name``: in `TILES_13`; ``detail``: its second line."""

    name: str
    on: bool
    available: bool
    detail: str


def pills(phone: Phone, res: Resources, names: tuple[str, ...]) -> tuple[Pill, ...]:
    """Tiles as they are now."""
    return tuple(
        Pill(
            name,
            quick_settings.is_on(phone, TILES_13[name]),
            quick_settings.is_available(phone, TILES_13[name]),
            quick_settings.detail(phone, res, name),
        )
        for name in names
    )


class _TileView(Row):
    """A tile: a switch to accessibility services, whose text says whether it is on."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = WIDGET + "Switch"

    def __init__(self, *children: Element, label: str, **options: Any) -> None:
        Row.__init__(self, *children, **options)
        self.label = label

    @property
    def text(self) -> str:
        """Whether it is on."""
        return self.label


def _inks(pill: Pill) -> tuple[int, int, int]:
    """Colours of a pill: its background, its name, its second line."""
    if not pill.available:
        return colors.OFF, colors.DIM, colors.DIM
    return (colors.ACCENT, colors.BLACK, colors.DULL) if pill.on else (colors.DARK, colors.PALE, colors.SOFT)


@component(512)
def tile(res: Resources, pill: Pill) -> Element:
    """The pill of a tile. That of the internet opens a panel and has an arrow; all others are switches."""
    kind = TILES_13[pill.name]
    name = res.string(kind.label)
    background, ink, second = _inks(pill)
    narrow = res.width < _NARROW
    arrow: tuple[Element, ...] = ()
    if pill.name == "internet" and not narrow:
        arrow = (Icon("chevron_right", 20, ink, class_name="", id=_ID + "chevron"),)
    spoken = f"{name},{pill.detail}" if pill.name == "internet" else name
    return _TileView(
        Icon(kind.glyph, 20, ink, class_name=""),
        Column(
            Text(name, 14, ink, 500, width=FILL, id=_ID + "tile_label"),
            Text(pill.detail, 12, second, width=FILL, id=_ID + "app_label"),
            grow=1, class_name="",
        ),
        *arrow, label=res.string("common.on" if pill.on and pill.available else "common.off"),
        width=FILL, height=HEIGHT, pad=(12 if narrow else 16, 0, 8 if arrow else 12, 0), gap=8 if narrow else 12,
        align="center", background=background, radius=_RADIUS, checked=pill.on and pill.available,
        enabled=pill.available, tap=do(handlers.tap_tile, kind.name),
        long_press=do(handlers.open_page, kind.name) if kind.action else None, description=spoken,
    )  # fmt: skip


def rows(cells: list[Element], columns: int) -> Element:
    """Tiles in columns of equal widths."""
    lines = []
    for start in range(0, len(cells), columns):
        line: list[Element] = [Stack(cell, grow=1, class_name="") for cell in cells[start : start + columns]]
        line += [Spacer(grow=1, height=1) for _ in range(columns - len(line))]
        lines.append(Row(*line, width=FILL, gap=GAP, class_name=""))
    return Column(*lines, width=FILL, gap=GAP, class_name="")


class _Thick(Slider):
    """The brightness slider: a round bar that is filled up to the level, with a sun in it."""

    __slots__ = ()

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Draw the bar, the filled part and the glyph."""
        radius = box.height / 2
        canvas.draw_round_rect(x, y, x + box.width, y + box.height, radius, self.off_color)
        length = box.height + (box.width - box.height) * self.level
        left = x + box.width - length if m.rtl else x
        canvas.draw_round_rect(left, y, left + length, y + box.height, radius, self.color)
        glyph = icon("brightness_6", 22 * m.scale)
        middle = left + radius if m.rtl else left + length - radius
        top = y + (box.height - glyph.height) / 2 + glyph.ascent
        canvas.draw_text(glyph.lines[0], middle - glyph.width / 2, top, colors.BLACK)


def brightness(res: Resources, share: int, width: float) -> Element:
    """The slider of the brightness, ``width`` dp wide; ``share``: up to `SLIDER_STEPS`."""
    bar = _Thick(
        share / SLIDER_STEPS, colors.ACCENT, colors.DARK, width=width, height=BRIGHTNESS,
        drag=do(handlers.slide_thick, width), id=_ID + "slider", description=res.string("system_ui.display_brightness"),
    )  # fmt: skip
    return Row(bar, width=FILL, id=_ID + "brightness_slider", class_name=WIDGET + "FrameLayout")


# The page that edits them


@component(256)
def _edited(res: Resources, name: str, on: bool) -> Element:
    kind = TILES_13[name]
    return Row(
        Icon(kind.glyph, 20, colors.PALE, class_name=""),
        Text(res.string(kind.label), 14, colors.PALE, 500, grow=1, lines=2, id=_ID + "tile_label"),
        *(() if res.width < _NARROW else (Icon("remove" if on else "add", 18, colors.SOFT, class_name=""),)),
        width=FILL, height=HEIGHT, pad=(12, 0), gap=8, align="center", background=colors.DARK, radius=_RADIUS,
        tap=do(handlers.add_tile, name, not on), class_name=WIDGET + "Button", description=res.string(kind.label),
    )  # fmt: skip


def editor(res: Resources, columns: int, width: float, shown: tuple[str, ...]) -> Element:
    """The page with the tiles that quick settings show, and all others below."""
    head = Row(
        icon_button(
            "arrow_back", res.string("common.navigate_up"), do(handlers.show_panel, ""), colors.PALE
        ),
        Text(res.string("system_ui.edit"), 20, colors.PALE, grow=1, pad=(12, 0)),
        Text(
            res.string("system_ui.reset"), 14, colors.ACCENT, 500, pad=(16, 14), tap=do(handlers.reset_tiles),
            class_name=WIDGET + "Button",
        ),
        width=FILL, pad=(4, 4), align="center", id="android:id/action_bar", class_name=WIDGET + "Toolbar",
    )  # fmt: skip
    others = [name for name in TILES_13 if name not in shown]

    def part(words: str, names: Any, on: bool) -> list[Element]:
        text = Text(
            res.string(words), 14, colors.SOFT, lines=3, align="center", width=FILL, pad=(16, 20, 16, 12),
            id="android:id/title",
        )  # fmt: skip
        return [text, rows([_edited(res, name, on) for name in names], columns)]

    parts = part("system_ui.tap_to_remove", shown, True) if shown else []
    if others:
        parts += part("system_ui.tap_to_add", others, False)
    body = scrolling(*parts, key="tiles", id="android:id/list", pad=(16, 0, 16, 24))
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), head, body, width=width, height=FILL, background=colors.PANEL,
        tap=do(take_touch), id=_ID + "customize_container", class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
