"""The home screen: the grid of icons and folders, the hotseat, the search bar, an open folder, an icon's menu."""

from __future__ import annotations

from typing import Any, ClassVar

from bmoca_gym.handset.apps.launcher import state
from bmoca_gym.handset.apps.launcher.state import Shortcut
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.components import app_icon
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Grid,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

ID = "com.google.android.apps.nexuslauncher:id/"
_WHITE = 0xFFFFFFFF
_ICON = 56.0  # dp across, where there is room
_PAGE_DOTS, _BAR = 12, 48
#: Above the desktop (the status bar), and under the search bar (the navigation bar): dp.
_TOP, _BOTTOM = 28, 56


class AppShortcut(Column):
    """An icon with its label, one element to accessibility services as in the real launcher: a TextView."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = "android.widget.TextView"

    def __init__(self, label: str, *children: Element, description: str = "", **options: Any) -> None:
        Column.__init__(self, *children, description=description or label, **options)
        self.label = label

    @property
    def text(self) -> str:
        """The app's label."""
        return self.label


@component(1024)
def icon(
    res: Resources, app: App, cell: float, color: int, labelled: bool, removable: bool, size: float = _ICON
) -> Element:
    """An app's icon, ``cell`` dp wide. ``removable``: on the home screen, where white letters have a shadow."""
    size = min(size, cell - 4)
    label = app.title(res)
    shadow = removable and color == _WHITE
    text = Text(label, 12, color, align="center", class_name="", width=FILL, shadow=shadow)
    return AppShortcut(
        label, app_icon(res, app, size), *((text,) if labelled else ()), gap=4, align="center", width=cell, pad=(0, 4),
        tap=do(state.open_app, app.component), long_press=do(state.open_menu, app.package),
        id="" if removable else ID + "icon",
    )  # fmt: skip


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
    title = Text(shortcut.title, 12, ink, align="center", class_name="", width=FILL, shadow=ink == _WHITE)
    where = (shortcut.container, shortcut.screen, shortcut.x, shortcut.y)
    return AppShortcut(
        shortcut.title, preview, *((title,) if labelled else ()), gap=4, align="center", width=cell, pad=(0, 4),
        tap=do(state.open_folder, where), description=res.string("launcher.folder", name=shortcut.title),
    )  # fmt: skip


def home(res: Resources, image: Image, shortcuts: tuple[Shortcut, ...], page: int, pages: int, wallpaper: Any, ink: int,
         date_text: str, columns: int, rows: int) -> Element:  # fmt: skip
    """A page of the home screen. ``ink``: the colour of what is written on the wallpaper."""
    cell = (res.width - 16) / columns
    cells: dict[tuple[str, int, int], Shortcut] = {
        (s.container, s.x, s.y): s for s in shortcuts if s.container == "hotseat" or s.screen == page
    }

    def at(container: str, x: int, y: int, labelled: bool) -> Element:
        shortcut = cells.get((container, x, y))
        if shortcut is not None and shortcut.inside:
            return _folder_icon(res, image, shortcut, cell, ink, labelled, size if labelled else _ICON)
        app = state.installed(image, shortcut.package) if shortcut is not None else None
        if app is None:
            return Spacer(width=cell, height=1)
        return icon(res, app, cell, ink, labelled, True, size if labelled else _ICON)

    # Row 0 is the date's where no icon is in it.
    first_row = 0 if any(key[0] == "desktop" and key[2] == 0 for key in cells) else 1
    hotseat_height = min(_ICON, cell - 4) + 20
    size = _icon_size(res, rows - first_row, hotseat_height)
    grid = [
        Row(
            *[at("desktop", x, y, True) for x in range(columns)],
            grow=1,
            width=FILL,
            align="center",
            class_name="",
        )
        for y in range(first_row, rows)
    ]
    glance = Text(
        date_text, 18, ink, width=FILL, align="center", pad=(8, 12), id=ID + "clock", shadow=ink == _WHITE
    )
    dots = (
        Row(
            *[Icon("circle", 6 if i == page else 4, ink, class_name="") for i in range(pages)],
            gap=8, align="center", justify="center", width=FILL, height=_PAGE_DOTS, id=ID + "page_indicator",
        )
        if pages > 1
        else Spacer(width=FILL, height=_PAGE_DOTS)
    )  # fmt: skip
    desktop = Column(
        glance, *grid, grow=1, width=FILL, id=ID + "workspace", class_name="android.view.ViewGroup",
        description=res.string("launcher.home_screen", page=res.digits(str(page + 1)), pages=res.digits(str(pages))),
    )  # fmt: skip
    hotseat = Row(
        *[at("hotseat", x, 0, False) for x in range(columns)], width=FILL, height=hotseat_height, align="center",
        id=ID + "hotseat", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""),
        Column(desktop, dots, hotseat, _search_bar(res), width=FILL, height=FILL, pad=(8, _TOP, 8, _BOTTOM),
               class_name=""),
        width=FILL, height=FILL, swipe=do(state.swiped), id=ID + "launcher",
    )  # fmt: skip


def _icon_size(res: Resources, rows: int, hotseat: float) -> float:
    """The largest size of icons such that ``rows`` of them, with their labels, fit between the date and the hotseat."""
    font = res.metrics.font / res.metrics.scale
    # Lines of the tallest scripts are twice as high as their letters; below them all is 12 dp of padding and gap.
    date, label = 24 + 18 * font * 2, 12 * font * 2
    room = res.height - _TOP - _BOTTOM - date - _PAGE_DOTS - hotseat - _BAR
    return min(_ICON, max(24.0, room / rows - label - 12))


def _search_bar(res: Resources) -> Element:
    """The bar under the hotseat that opens the Google app's search."""
    bar = Row(
        Icon("search", 24, res.colors.accent, id=ID + "g_icon"),
        width=min(res.width - 32, 640), height=_BAR, pad=(16, 0), align="center",
        background=0xF0000000 | res.colors.surface & 0xFFFFFF, radius=_BAR / 2, tap=do(state.search_the_web),
        description=res.string("launcher.search"), id=ID + "search_container_hotseat",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Column(bar, width=FILL, align="center", class_name="")


def folder(res: Resources, image: Image, shortcut: Shortcut) -> Element:
    """An open folder: its apps over a shaded home screen, and its name under them."""
    c = res.colors
    cell = min(84.0, (res.width - 48) / 3)
    icons = [icon(res, app, cell, c.text, True, True) for app in state.inside(image, shortcut)]
    name = shortcut.title or res.string("launcher.unnamed_folder")
    card = Column(
        Scroll(Grid(*icons, columns=3, gap=4, width=FILL, class_name=""), key="folder", width=FILL,
               id=ID + "folder_content"),
        Text(name, 14, c.text if shortcut.title else c.secondary, align="center", width=FILL, id=ID + "folder_name"),
        width=cell * 3 + 24, pad=(8, 12), gap=8, background=c.surface, radius=16, id=ID + "folder",
        tap=do(take_touch),
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, background=c.scrim, align="center", justify="center", tap=do(state.close_folder),
        class_name="",
    )  # fmt: skip


def menu(res: Resources, image: Image, target: str, removable: bool) -> Element:
    """The menu that a long press on an app's icon opens. ``target``: the package."""
    c = res.colors
    app = state.installed(image, target)
    if app is None:
        return Stack(width=FILL, height=FILL, tap=do(state.close_menu))

    def item(glyph: str, key: str, callback: Any) -> Element:
        return Row(
            Icon(glyph, 20, c.secondary),
            Text(res.string(key), 16, c.text, lines=2, grow=1),
            width=FILL, gap=16, pad=(20, 14), align="center", tap=callback, id=ID + "deep_shortcut",
        )  # fmt: skip

    items = [item("info", "launcher.app_info", do(state.details, target))]
    if removable:
        items.append(item("close", "launcher.remove", do(state.remove, target)))
    card = Column(
        Row(app_icon(res, app, 32), Text(app.title(res), 16, c.text, 500, grow=1), gap=12, pad=(16, 12),
            align="center", width=FILL),
        *items, width=min(260, res.width - 32), background=c.surface, radius=16, id=ID + "deep_shortcuts_container",
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, background=c.scrim, align="center", justify="center", tap=do(state.close_menu),
        class_name="",
    )  # fmt: skip
