"""Menus of the home screen: of an icon, of the wallpaper, and the list of wallpapers."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.apps.launcher import handlers, state
from bmoca_gym.handset.apps.launcher.screens.home import ID
from bmoca_gym.handset.contract import WALLPAPERS
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.card_stacks import CardStack, RaisedApart, Tail
from bmoca_gym.handset.ui.components import popup_card, sheet
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.fitting import Held, Raised
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

_WIDTH, _GAP = 240, 4
_CORNER = 26  # dp: corners at both ends of a menu of Android 13
#: dp: between cards (popup_margin), the row of icons (system_shortcut_header_height), and an icon in it that is touched
#: (system_shortcut_header_icon_touch_size).
_MARGIN, _ICONS, _TOUCH = 2, 52, 48


class Entry(NamedTuple):
    """What a menu offers: a glyph, its name, and what a tap does."""

    glyph: str
    label: str
    tap: Callback


def _item(res: Resources, entry: Entry, id: str = "deep_shortcut_material") -> Element:
    c = res.colors
    label = Text(entry.label, 16, c.text, lines=2, grow=1, id=ID + "bubble_text")
    return Row(
        Icon(entry.glyph, 20, c.secondary, id=ID + "icon"), label, width=FILL, gap=16, pad=(16, 13), align="center",
        tap=entry.tap, id=ID + id, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _icons(res: Resources, entries: list[Entry]) -> Element:
    """What the launcher offers beside an app's own shortcuts: icons at the end of a row."""
    icons = [
        Icon(
            entry.glyph, 20, res.colors.secondary, width=_TOUCH, height=_TOUCH, tap=entry.tap,
            description=entry.label, class_name="android.widget.ImageView",
        )
        for entry in entries
    ]  # fmt: skip
    return Row(
        *icons, width=FILL, height=_ICONS, align="center", justify="end", id=ID + "system_shortcut_icons",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _cards(res: Resources, *rows: Element, **options: Any) -> Element:
    return CardStack(res.colors.popup, *rows, width=FILL, gap=_MARGIN, radius=_CORNER, **options)


def _popup(
    res: Resources, items: list[Entry], anchor: tuple[int, int, int, int], close: Any, description: str = "",
    pointing: bool = True, shortcuts: tuple[Entry, ...] | None = None,
) -> Element:  # fmt: skip
    """A menu above or below its anchor (left, top, right, bottom in dp), where there is more room. ``pointing``:
    whether it has a tail that points there, on Android 13. ``shortcuts``: those of the app whose menu it is, which are
    nearest to the icon there, and beside which the items are icons; None if it belongs to no app.
    """
    left, top, right, bottom = anchor
    width = min(_WIDTH, res.width - 16)
    # Screens are mirrored, and so is the padding at the start.
    near = res.width - right if res.rtl else left
    start = max(8, min(near, res.width - 8 - width))
    above = top > res.height - bottom
    about: dict[str, Any] = {
        "tap": do(take_touch),
        "id": ID + "deep_shortcuts_container",
        "description": description,
    }
    if res.system < 3:
        shown = [_item(res, entry) for entry in (*(shortcuts or ()), *items)]
        rows: Element = Column(*shown, width=FILL, class_name="")
        menu: Element = popup_card(
            res,
            Scroll(rows, key="menu", width=width, class_name=""),
            width=width,
            radius=16,
            pad=(0, 4),
            **about,
        )
    else:
        color = res.colors.popup
        if shortcuts:
            own = _cards(
                res, *[_item(res, entry) for entry in shortcuts], id=ID + "deep_shortcuts_container",
                class_name="android.widget.LinearLayout",
            )  # fmt: skip
            both = (own, _cards(res, _icons(res, items)))
            rows = Column(*(both[::-1] if above else both), width=FILL, gap=_MARGIN, class_name="")
        else:
            id = "deep_shortcut_material" if shortcuts is None else "system_shortcut"
            rows = _cards(res, *[_item(res, entry, id) for entry in items])
        if shortcuts is not None:
            about["id"] = ID + "popup_container"
        listed = Column(Scroll(rows, key="menu", width=width, class_name=""), width=width, **about)
        menu = (
            RaisedApart(-_ICONS if above else _ICONS, _MARGIN, listed, radius=_CORNER)
            if shortcuts
            else Raised(listed, radius=_CORNER)
        )
        if pointing:
            middle = near + (right - left) / 2 - start
            before = max(_CORNER, min(middle - Tail.WIDE / 2, width - _CORNER - Tail.WIDE))
            tail = Row(Tail(color, above), pad=(before, 0, 0, 0), class_name="")
            menu = Column(*((menu, tail) if above else (tail, menu)), class_name="")
    pad = (start, STATUS_HEIGHT, 0, res.height - top + _GAP) if above else (start, bottom + _GAP, 0, 48)
    # On a low screen it lies over what it belongs to.
    return Held(
        menu, STATUS_HEIGHT, 48, width=FILL, height=FILL, pad=pad, justify="end" if above else "start", tap=close,
        class_name="",
    )  # fmt: skip


def of_icon(
    res: Resources,
    image: Image,
    target: str,
    at_home: bool,
    removable: bool,
    anchor: tuple[int, int, int, int],
) -> Element:
    """The menu of an app's icon after a long press. ``target``: the package; ``at_home``: whether it is on the home
    screen; ``removable``: whether it can be uninstalled.
    """
    app = state.installed(image, target)
    if app is None:
        return Stack(width=FILL, height=FILL, tap=do(handlers.close_menu))
    shortcuts = tuple(
        [
            Entry(one.glyph, res.string(one.label), do(handlers.open_shortcut, one.intent))
            for one in app.shortcuts
        ]
    )
    items = [Entry("info", res.string("launcher.app_info"), do(handlers.details, target))]
    if removable:
        items.append(Entry("delete", res.string("launcher.uninstall"), do(handlers.uninstall, target)))
    if at_home:
        items.append(Entry("close", res.string("launcher.remove"), do(handlers.remove, target)))
    else:
        items.append(Entry("add", res.string("launcher.add_to_home"), do(handlers.add, target)))
    return _popup(res, items, anchor, do(handlers.close_menu), app.title(res), shortcuts=shortcuts)


def _handles(res: Resources, widget: state.Widget, anchor: tuple[int, int, int, int]) -> list[Element]:
    """The frame around a widget, with a handle at each edge."""
    left, top, right, bottom = anchor
    half = handlers.HANDLE // 2
    middle, centre = (left + right) // 2, (top + bottom) // 2
    frame = Spacer(
        width=right - left, height=bottom - top, border=res.colors.accent, radius=24,
        id=ID + "widget_resize_frame", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    placed = [_at(res, frame, left, top, right)]
    for edge, x, y in (
        ("left", left, centre), ("top", middle, top), ("right", right, centre), ("bottom", middle, bottom),
    ):  # fmt: skip
        knob = Spacer(width=16, height=16, radius=8, background=res.colors.accent)
        handle = Stack(
            knob, width=handlers.HANDLE, height=handlers.HANDLE, align="center", justify="center",
            drag=do(handlers.resize_widget, widget, edge), id=ID + f"widget_resize_{edge}_handle",
            class_name="android.widget.ImageView",
        )  # fmt: skip
        placed.append(_at(res, handle, x - half, y - half, x + half))
    return placed


def _at(res: Resources, element: Element, left: int, top: int, right: int) -> Element:
    """An element at a place on the screen, in dp."""
    start = res.width - right if res.rtl else left  # screens are mirrored, and so is the padding at the start
    return Column(element, width=FILL, height=FILL, pad=(start, top, 0, 0), class_name="")


def of_widget(
    res: Resources, widget: state.Widget, label: str, anchor: tuple[int, int, int, int], resized: bool
) -> Element:
    """The menu of a widget after a long press, and the frame that resizes it. ``label``: key of its name;
    ``resized``: whether the menu is gone because the widget was resized.
    """
    around = Spacer(width=FILL, height=FILL, tap=do(handlers.close_widgets))
    frame = _handles(res, widget, anchor)
    if resized:
        return Stack(around, *frame, width=FILL, height=FILL, class_name="")
    package = widget.provider.partition("/")[0]
    items = [
        Entry("info", res.string("launcher.app_info"), do(handlers.details, package)),
        Entry("close", res.string("launcher.remove"), do(handlers.remove_widget, widget)),
    ]
    menu = _popup(res, items, anchor, None, res.string(label))
    return Stack(around, *frame, menu, width=FILL, height=FILL, class_name="")


def of_wallpaper(res: Resources, point: tuple[int, int], widgets: bool) -> Element:
    """The menu that a long press on the wallpaper opens. ``widgets``: whether there are any to be placed."""
    x, y = point
    items = [
        Entry("wallpaper", res.string("launcher.wallpapers"), do(handlers.show_wallpapers)),
        Entry("settings", res.string("launcher.home_settings"), do(handlers.open_home_settings)),
    ]
    if widgets:
        items.insert(1, Entry("widgets", res.string("launcher.widgets"), do(handlers.show_widgets)))
    left = max(0, x - _WIDTH // 2)
    anchor = (left, y, left + _WIDTH, y)
    return _popup(res, items, anchor, do(handlers.close_options), pointing=False)


def wallpapers(res: Resources, chosen: str | bytes) -> Element:
    """The wallpapers side by side; a tap sets one."""
    c = res.colors
    height = min(240.0, res.height * 0.4)
    cards = [
        Stack(
            Picture(name, width=height / 2, height=height, radius=8, id=ID + "wallpaper_image"),
            pad=3, background=c.accent if name == chosen else None, radius=11, tap=do(handlers.set_wallpaper, name),
            description=res.string("launcher.wallpaper", number=res.digits(str(at + 1))), selected=name == chosen,
        )
        for at, name in enumerate(WALLPAPERS)
    ]  # fmt: skip
    return sheet(
        res, Text(res.string("launcher.wallpapers"), 20, c.text, 500, pad=(16, 0, 16, 12)),
        Scroll(Row(*cards, gap=8, pad=(16, 0)), key="wallpapers", axis="x", width=FILL, id=ID + "wallpaper_list"),
        dismiss=do(handlers.close_options), id=ID + "wallpaper_strip", pad=(0, 0, 0, 24),
    )  # fmt: skip
