"""The home screen: grid of icons and folders, hotseat, search bar, open folder, icon menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.launcher import handlers, state
from bmoca_gym.handset.apps.launcher.screens.cells import CellColumn, CellGrid, CellRow, Host
from bmoca_gym.handset.apps.launcher.state import Shortcut, Widget
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Palette, Resources, in_palette
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.components import app_icon, beside_bar
from bmoca_gym.handset.ui.elements import (
    FILL,
    Box,
    Column,
    Element,
    Grid,
    Row,
    Scroll,
    Spacer,
    Stack,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Picture, Placed, Text, TextField
from bmoca_gym.handset.value import do

ID = "com.google.android.apps.nexuslauncher:id/"
_WHITE = 0xFFFFFFFF
_ICON = 56.0  # dp across, where there is room
_PAGE_DOTS, _BAR = 12, 48
#: A wide screen lower than this (a phone's, Android's sw600) has no search bar, and its hotseat at the side, so many dp
#: wide.
_LOW, _SIDE = 600, 72.0
#: Above the desktop (the status bar), and under the search bar (the navigation bar): dp.
_TOP, _BOTTOM = 28, 8


#: The first API level with the date at the start and a microphone in the search bar.
_GLANCE_SINCE = 33

#: What is written on a wallpaper has an edge in the opposite tone, fading outwards: its reaches in dp, and its opacity.
_EDGES = ((2.0, 0x38), (1.4, 0x50), (0.8, 0x60))


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Label(Text):
    """Text on a wallpaper, readable on any background."""

    __slots__ = ()

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Draw the edge, then the letters."""
        extra: Placed = box.extra
        lines, left, top, right, bottom, align = extra
        tone = 0x000000 if self.color == _WHITE else 0xFFFFFF
        room = box.height - top - bottom
        base = y + top + max(0.0, (room - lines.height) / 2) + lines.ascent
        inner = box.width - left - right
        for line in lines.lines:
            if not line.blank:
                free = inner - line.width
                at = x + left + (0.0 if align == "start" else free if align == "end" else free / 2)
                for width, opacity in _EDGES:
                    canvas.draw_text(line, at, base, opacity << 24 | tone, width * m.scale)
            base += lines.line_height
        super().paint(canvas, x, y, box, m)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class DropBar(Label):
    """The date, which doubles as the place to drop icons to remove them."""

    __slots__ = ()

    def place_at(self, x: float, y: float, rtl: bool) -> state.Cell:
        """The place where icons are removed."""
        return state.REMOVE


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class AtAGlance(Text):
    """Android 13's date, which doubles as the place to drop icons to remove them."""

    __slots__ = ()

    def place_at(self, x: float, y: float, rtl: bool) -> state.Cell:
        """The place where icons are removed."""
        return state.REMOVE


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class AppShortcut(Column):
    """An icon with its label, one element to accessibility services as in the real launcher: a TextView.

    ``carry``: handlers that lift it and drop it elsewhere, see `bmoca_gym.handset.input`.
    """

    __slots__ = ("carry", "label")
    CLASS: ClassVar[str] = "android.widget.TextView"

    def __init__(self, label: str, description: str, cell: float, carry: Any, *children: Element) -> None:
        Column.__init__(self, *children)
        self.label = label
        self.carry = carry
        self.description = description
        self.width = cell
        self.gap = 4.0
        self.align = "center"
        self.pad = (0, 4, 0, 4)

    @property
    def text(self) -> str:
        """The app's label."""
        return self.label


_LIFT = do(handlers.lift)


class ShownWidget(NamedTuple):
    """A widget with its content: the arguments of its view, and the colours of its app."""

    widget: Widget
    label: str
    view: Callable[..., Any]
    arguments: tuple[Any, ...]
    palette: Palette | None


def widget_view(res: Resources, shown: ShownWidget) -> Element:
    """What an app shows in its widget."""
    found: Element = shown.view(
        res if shown.palette is None else in_palette(res, shown.palette), *shown.arguments
    )
    return found


def widget_host(res: Resources, shown: ShownWidget) -> Element:
    """A widget in its cells; a long press opens its menu, and it can be carried."""
    one = shown.widget
    host = Host(widget_view(res, shown), (_LIFT, do(handlers.drop_widget, one.provider, one)))
    host.pad = (4, 4, 4, 4)
    host.long_press = do(handlers.open_widget_menu, one)
    host.description = res.string(shown.label)
    return host


def icon(
    res: Resources, app: App, cell: float, color: int, labelled: bool, place: str, size: float = _ICON,
    source: state.Cell | None = None, component: str = "",
) -> Element:  # fmt: skip
    """An app's icon, ``cell`` dp wide. ``place``: "home" (on the wallpaper), "folder" or "drawer".

    ``source``: the home screen cell of the icon or its folder; ``component``: its component there.
    """
    size = min(size, cell - 4)
    label = app.title(res)
    opened: str = app.component
    carry = (_LIFT, (handlers.drop, (source, component or opened)))  # not `do`, which is not compiled
    sign = app_icon(res, app, size)
    if labelled:
        text = Label(label, 12, color) if place == "home" else Text(label, 12, color)
        text.align = "center"
        text.class_name = ""
        text.width = FILL
        shortcut = AppShortcut(label, label, cell, carry, sign, text)
    else:
        shortcut = AppShortcut(label, label, cell, carry, sign)
    shortcut.tap = (handlers.open_app, (opened,))
    shortcut.long_press = (handlers.open_menu, (app.package,))
    if place == "drawer":
        shortcut.id = ID + "icon"
    return shortcut


def _folder_icon(
    res: Resources, image: Image, shortcut: Shortcut, cell: float, ink: int, labelled: bool, size: float
) -> Element:
    """A folder: the first four of its apps on a round background."""
    size = min(size, cell - 4)
    small = size * 0.36
    preview = Stack(
        Grid(*[app_icon(res, app, small) for app in state.inside(image, shortcut)[:4]], columns=2, gap=2,
             width=small * 2 + 2, class_name=""),
        width=size, height=size, radius=size / 2, background=0xE6FFFFFF, align="center", justify="center",
        class_name="",
    )  # fmt: skip
    title = Label(shortcut.title, 12, ink, align="center", class_name="", width=FILL)
    where = shortcut.cell
    made = AppShortcut(
        shortcut.title, res.string("launcher.folder", name=shortcut.title) or shortcut.title, cell,
        (_LIFT, do(handlers.drop, where, "")), preview, *((title,) if labelled else ()),
    )  # fmt: skip
    made.tap = do(handlers.open_folder, where)
    return made


@mypyc_attr(acyclic=True)
class _Cells:
    """The cells of a page of the home screen and of its hotseat.

    ``width``: of each, in dp; ``size``, ``seat_size``: of the icons of the page and of the hotseat.
    """

    __slots__ = (
        "apps",
        "image",
        "ink",
        "labelled",
        "launcher",
        "res",
        "seat_size",
        "shortcuts",
        "size",
        "width",
    )

    def __init__(
        self, res: Resources, image: Image, shortcuts: tuple[Shortcut, ...], page: int, width: float, ink: int
    ) -> None:
        self.res = res
        self.image = image
        self.apps = packages.enabled_of(image)
        self.launcher = packages.launcher_of(image)
        self.width = width
        self.ink = ink
        self.labelled = True
        self.size = self.seat_size = _ICON
        self.shortcuts: dict[tuple[str, int, int], Shortcut] = {
            (s.container, s.x, s.y): s for s in shortcuts if s.container == "hotseat" or s.screen == page
        }

    @property
    def first_row(self) -> int:
        """The first row of icons: 0 if it has any, otherwise the date takes that row."""
        for container, _, y in self.shortcuts:
            if container == "desktop" and y == 0:
                return 0
        return 1

    def row(self, y: int, columns: int) -> CellRow:
        """A row of the page."""
        made = CellRow([self.at("desktop", x, y) for x in range(columns)], "desktop", y)
        made.grow = 1.0
        made.class_name = ""
        return made

    def grid(self, widgets: tuple[ShownWidget, ...], columns: int, first: int, rows: int) -> CellGrid:
        """All rows of the page, with widgets."""
        made = CellGrid(columns, first, rows)
        for y in range(first, rows):
            for x in range(columns):
                if ("desktop", x, y) in self.shortcuts:
                    made.put(self.at("desktop", x, y), x, y, 1, 1)
        for shown in widgets:
            one = shown.widget
            made.put(widget_host(self.res, shown), one.x, one.y, one.columns, one.rows)
        return made

    def at(self, container: str, x: int, y: int) -> Element:
        """What is in a cell."""
        shortcut = self.shortcuts.get((container, x, y))
        if shortcut is not None:
            labelled = self.labelled and container == "desktop"
            size = self.size if container == "desktop" else self.seat_size
            if shortcut.inside:
                return _folder_icon(self.res, self.image, shortcut, self.width, self.ink, labelled, size)
            component: str = shortcut.component
            app = self.apps.get(self.image.inward(component.partition("/")[0]))
            if app is not None and app is not self.launcher:
                source = (shortcut.container, shortcut.screen, shortcut.x, shortcut.y)
                return icon(self.res, app, self.width, self.ink, labelled, "home", size, source, component)
        space = Spacer()
        space.width = self.width
        space.height = 1.0
        return space


def home(res: Resources, image: Image, shortcuts: tuple[Shortcut, ...], page: int, pages: int, wallpaper: Any, ink: int,
         date_text: str, columns: int, rows: int, edge: str = "",
         widgets: tuple[ShownWidget, ...] = ()) -> Element:  # fmt: skip
    """A page of the home screen.

    ``ink``: the colour of text on the wallpaper; ``edge``: the side where a navigation bar is, if any; ``widgets``:
    those of the page.
    """
    low = res.width > res.height and res.height < _LOW
    cell = (res.width - 16 - (_SIDE if low else 0)) / columns
    cells = _Cells(res, image, shortcuts, page, cell, ink)
    first_row = cells.first_row
    hotseat_height = min(_ICON, cell - 4) + 20
    size = _icon_size(res, rows - first_row, hotseat_height)
    cells.size = size
    if low:
        cells.labelled = False
        size = min(_ICON, (res.height - _TOP - _BOTTOM - res.foot - 42) / max(rows - 1, columns) - 8)
        cells.size = cells.seat_size = size
    glance = _glance(date_text, ink, image.api_level >= _GLANCE_SINCE)
    dots = (
        Row(
            *[Icon("circle", 6 if i == page else 4, ink, class_name="") for i in range(pages)],
            gap=8, align="center", justify="center", width=FILL, height=_PAGE_DOTS, id=ID + "page_indicator",
        )
        if pages > 1
        else Spacer(width=FILL, height=_PAGE_DOTS)
    )  # fmt: skip
    desktop = Column()
    if widgets:
        desktop.children = (glance, cells.grid(widgets, columns, first_row, rows))
    else:
        desktop.children = (glance, *[cells.row(y, columns) for y in range(first_row, rows)])
    desktop.grow = 1.0
    desktop.width = FILL
    desktop.id = ID + "workspace"
    desktop.class_name = "android.view.ViewGroup"
    desktop.description = res.string(
        "launcher.home_screen", page=res.digits(str(page + 1)), pages=res.digits(str(pages))
    )
    seats = [cells.at("hotseat", x, 0) for x in range(columns)]
    if low:
        side = CellColumn(
            *[
                Stack(seat, width=_SIDE, grow=1, align="center", justify="center", class_name="")
                for seat in reversed(seats)
            ],
            width=_SIDE, height=FILL, id=ID + "hotseat", class_name="android.view.ViewGroup",
        )  # fmt: skip
        return _screen(
            res,
            wallpaper,
            edge,
            Row(Column(desktop, dots, grow=1, height=FILL, class_name=""), side, width=FILL, height=FILL,
                pad=(8, _TOP, 8, _BOTTOM + res.foot),
                long_press=do(handlers.open_options), class_name=""),
        )  # fmt: skip
    hotseat = CellRow(seats, "hotseat", 0)
    hotseat.height = hotseat_height
    hotseat.id = ID + "hotseat"
    hotseat.class_name = "android.view.ViewGroup"
    content = Column(desktop, dots, hotseat, _search_bar(res, image.api_level >= _GLANCE_SINCE))
    content.width = FILL
    content.height = FILL
    content.pad = (8, _TOP, 8, _BOTTOM + res.foot)
    content.long_press = do(handlers.open_options)
    content.class_name = ""
    return _screen(res, wallpaper, edge, content)


def _glance(date_text: str, ink: int, modern: bool) -> Element:
    """The date over the first row: in the middle, or from Android 13 on at the start, with a soft shadow."""
    glance: Text = AtAGlance(date_text, 20, ink) if modern else DropBar(date_text, 18, ink)
    glance.width = FILL
    glance.id = ID + ("bc_smartspace_view" if modern else "clock")
    if modern:
        glance.shadow = ink == _WHITE
        glance.pad = (16, 12, 16, 12)
    else:
        glance.align = "center"
        glance.pad = (8, 12, 8, 12)
    return glance


def _screen(res: Resources, wallpaper: Any, edge: str, content: Element) -> Element:
    ground = Picture(wallpaper)
    ground.width = FILL
    ground.height = FILL
    ground.class_name = ""
    made = Stack(ground, beside_bar(res, content, edge))
    made.width = FILL
    made.height = FILL
    made.swipe = do(handlers.swiped)
    made.id = ID + "launcher"
    return made


def _icon_size(res: Resources, rows: int, hotseat: float) -> float:
    """The largest icon size at which ``rows`` of icons with labels fit between the date and the hotseat."""
    font = res.metrics.font / res.metrics.scale
    # Lines of the tallest scripts are twice as high as their letters; below them all is 12 dp of padding and gap.
    date, label = 24 + 18 * font * 2, 12 * font * 2
    room = res.height - _TOP - _BOTTOM - res.foot - date - _PAGE_DOTS - hotseat - _BAR
    return min(_ICON, max(24.0, room / rows - label - 12))


def _search_bar(res: Resources, modern: bool) -> Element:
    """The bar under the hotseat that opens the Google app's search; ``modern``: with a microphone."""
    colors = res.colors
    glass = Icon("search", 24, colors.accent)
    glass.id = ID + "g_icon"
    bar = Row(glass)
    if modern:
        space = Spacer()
        space.grow = 1.0
        space.height = 1.0
        microphone = Icon("mic", 24, colors.accent)
        microphone.width = 48.0
        microphone.height = float(_BAR)
        microphone.tap = do(handlers.search_the_web)
        microphone.id = ID + "mic_icon"
        microphone.description = res.string("launcher.voice_search")
        microphone.class_name = "android.widget.ImageView"
        bar.children = (glass, space, microphone)
    bar.width = float(min(res.width - 32, 640))
    bar.height = _BAR
    bar.pad = (16, 0, 6 if modern else 16, 0)
    bar.align = "center"
    bar.background = 0xF0000000 | colors.surface & 0xFFFFFF
    bar.radius = _BAR / 2
    bar.tap = do(handlers.search_the_web)
    bar.description = res.string("launcher.search")
    bar.id = ID + "search_container_hotseat"
    bar.class_name = "android.widget.FrameLayout"
    made = Column(bar)
    made.width = FILL
    made.align = "center"
    made.class_name = ""
    return made


def folder(res: Resources, image: Image, shortcut: Shortcut, naming: bool) -> Element:
    """An open folder: its apps over a shaded home screen, and under them its name, which can be changed."""
    c = res.colors
    cell = min(84.0, (res.width - 48) / 3)
    icons = [
        icon(res, app, cell, c.text, True, "folder", _ICON, shortcut.cell, component)
        for component in shortcut.inside
        if (app := state.installed(image, component.partition("/")[0])) is not None
    ]
    name = TextField(
        shortcut.title, "folder", do(handlers.name_folder), focused=naming, hint=res.string("launcher.unnamed_folder"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=14, align="center", width=FILL,
        on_submit=do(handlers.named), id=ID + "folder_name",
    )  # fmt: skip
    card = Column(
        Scroll(Grid(*icons, columns=3, gap=4, width=FILL, class_name=""), key="folder", width=FILL,
               id=ID + "folder_content"),
        name,
        width=cell * 3 + 24, pad=(8, 12), gap=8, background=c.surface, radius=16,
        tap=do(take_touch),
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, background=c.scrim, align="center", justify="center",
        tap=do(handlers.close_folder), class_name="",
    )  # fmt: skip
