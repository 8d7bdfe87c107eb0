"""The shade of Android 10: its header with quick settings, and the list of notifications."""

from __future__ import annotations

from typing import Any, ClassVar

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import brightness, radios, status_bar
from bmoca_gym.handset.system_ui import bars, quick_settings
from bmoca_gym.handset.system_ui.quick_settings import TILES, Tile
from bmoca_gym.handset.system_ui.shade import content, handlers, parts
from bmoca_gym.handset.system_ui.shade.content import Shown
from bmoca_gym.handset.ui.components import icon_button, slider
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
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
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_SHADE = 0xB3000000
#: dp: the panel of a tablet (notification_panel_width); room of a tile, its circle, what is not tiles.
_TABLET, _TABLET_PANEL = 600, 416
_CIRCLE, _TILE_PAD = 44, 8
_AROUND_TILES = STATUS_HEIGHT + 40 + 48 + 56
_COLUMNS, _MOST_ROWS = 3, 3
_ROOM_FOR_NOTIFICATIONS = 140
_SLIDER_STEPS = 1023
_GLYPH_COLOR = {True: 0xFF9AA0A6, False: 0xFF5F6368}


def layer_of(phone: Phone) -> Layer:
    """The window of the open shade."""
    shade = phone.shade
    assert shade is not None
    res = resources.of(phone.configuration)
    now = phone.local_minute
    tiles = tuple(
        (quick_settings.is_on(phone, tile), quick_settings.is_available(phone, tile)) for tile in TILES
    )
    share = round(brightness.share_of(brightness.level(phone)) * _SLIDER_STEPS)
    listed = tuple(content.shown(phone, res, n) for n in phone.notifications)
    header = (now.hour, now.minute, now.date(), bars.indicators(phone), res.percent(phone.battery.level))
    return Layer(
        _window,
        (shade.full, shade.page, header, tiles, share if shade.full else 0, listed),
        "dialog",
        "light",
        SYSTEM,
    )


def _window(
    res: Resources, full: bool, page: int, header: tuple[Any, ...], tiles: tuple[tuple[bool, bool], ...], share: int,
    shown: tuple[Shown, ...],
) -> Element:  # fmt: skip
    width = res.width if res.width < _TABLET else _TABLET_PANEL
    rows = rows_that_fit(res)
    panel = Column(
        _status(res, *header),
        *(_full_panel(res, width, page, rows, tiles, share) if full else _header(res, width, header[2], tiles)),
        width=width, background=_ground(res), tap=do(take_touch), id=_ID + "quick_settings_container",
        class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
    left = res.height - _AROUND_TILES - res.foot - rows * _tile_height(res)
    below = (_list(res, width, shown),) if not full or left >= _ROOM_FOR_NOTIFICATIONS else ()
    return Column(
        panel, *below, Spacer(width=FILL, grow=1, tap=do(handlers.close)),
        width=FILL, height=FILL, align="center", background=_SHADE, swipe=do(handlers.swiped), gap=4,
        id=_ID + "notification_panel", class_name=WIDGET + "FrameLayout",
        description=res.string("system_ui.quick_settings" if full else "system_ui.notification_shade"),
    )  # fmt: skip


def _ground(res: Resources) -> int:
    return 0xFF17181B if res.dark else res.colors.surface


def _status(
    res: Resources, hour: int, minute: int, day: object, icons: tuple[str, ...], level: str
) -> Element:
    return Stack(
        bars.status_bar(res, hour, minute, "light", icons, (), level), width=FILL, background=0xFF000000,
        id=_ID + "quick_status_bar_system_icons", class_name="",
    )  # fmt: skip


# The header: date and six small tiles


def _header(
    res: Resources, width: float, day: Any, tiles: tuple[tuple[bool, bool], ...]
) -> tuple[Element, ...]:
    c = res.colors
    side = min(40.0, (width - 32) / quick_settings.IN_HEADER - 4)
    small: list[Element] = [
        _tile(res, tile, on, available, side, False)
        for tile, (on, available) in list(zip(TILES, tiles, strict=True))[: quick_settings.IN_HEADER]
    ]
    handle = Stack(
        Spacer(width=24, height=4, radius=2, background=c.disabled, class_name="", id=_ID + "qs_drag_handle_view"),
        width=FILL, height=28, align="center", justify="center", tap=do(handlers.expand, True), id=_ID + "qs_footer",
        description=res.string("system_ui.open_quick_settings"),
    )  # fmt: skip
    return (
        Text(res.date(day, "MMMEd"), 14, c.text, pad=(16, 10, 16, 4), id=_ID + "date", width=FILL),
        Row(
            *[Stack(t, grow=1, align="center", class_name="") for t in small],
            width=FILL, pad=(12, 6, 12, 2), id=_ID + "quick_qs_panel",
        ),
        handle,
    )  # fmt: skip


class _TileView(Column):
    """A tile: a switch to accessibility services, whose text says whether it is on."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = WIDGET + "Switch"

    def __init__(self, *children: Element, label: str, **options: Any) -> None:
        Column.__init__(self, *children, **options)
        self.label = label

    @property
    def text(self) -> str:
        """Whether it is on."""
        return self.label


@component(512)
def _tile(res: Resources, tile: Tile, on: bool, available: bool, side: float, labelled: bool) -> Element:
    c = res.colors
    name = res.string(tile.label)
    # A tile of the network that is connected bears its name.
    label, spoken = (
        (radios.NETWORK, f"{name},{radios.NETWORK}") if tile.name == "wifi" and on else (name, name)
    )
    on = on and available
    background = c.accent if on else c.raised
    ink = c.on_accent if on else c.secondary if available else c.disabled
    disc = Stack(
        Icon(tile.glyph, side * 0.5, ink, class_name=""), width=side, height=side, radius=side / 2,
        background=background,
        align="center", justify="center", class_name="",
    )  # fmt: skip
    # On a narrow screen long words are to stay whole.
    size = min(12.0, max(9.0, 0.038 * res.width * res.metrics.scale / res.metrics.font))
    text = Text(
        label,
        size,
        c.text if available else c.disabled,
        lines=2,
        align="center",
        id=_ID + "tile_label",
        width=FILL,
    )
    return _TileView(
        disc, *((text,) if labelled else ()),
        label=res.string("common.on" if on else "common.off"), width=FILL if labelled else None, gap=6,
        pad=(4, _TILE_PAD) if labelled else 0, align="center", checked=on, enabled=available,
        tap=do(handlers.toggle, tile.name), long_press=do(handlers.open_page, tile.name) if tile.action else None,
        description=spoken,
    )  # fmt: skip


# Quick settings, expanded


def _tile_height(res: Resources) -> float:
    lines = 2 * 12 * 1.45 * res.metrics.font / res.metrics.scale
    return _CIRCLE + 6 + lines + 2 * _TILE_PAD


def rows_that_fit(res: Resources) -> int:
    """The number of rows of tiles on a page of quick settings on this screen."""
    return min(max(1, int((res.height - _AROUND_TILES - res.foot) / _tile_height(res))), _MOST_ROWS)


def _full_panel(
    res: Resources, width: float, page: int, rows: int, tiles: tuple[tuple[bool, bool], ...], share: int
) -> tuple[Element, ...]:
    c = res.colors
    each = rows * _COLUMNS
    pages = -(-len(TILES) // each)
    page = min(page, pages - 1)
    on_page = list(zip(TILES, tiles, strict=True))[page * each : (page + 1) * each]
    cells: list[Element] = [
        _tile(res, tile, on, available, _CIRCLE, True) for tile, (on, available) in on_page
    ]
    room = float(width - 32 - 32)
    bar = Row(
        slider(
            res, share, 0, _SLIDER_STEPS, room, do(handlers.slide, room), id=_ID + "slider",
            description=res.string("system_ui.display_brightness"),
        ),
        Icon("brightness_medium", 20, c.secondary, class_name=""),
        width=FILL, pad=(16, 8), gap=8, align="center", id=_ID + "brightness_slider",
    )  # fmt: skip
    pager = Column(
        Grid(
            *cells, columns=_COLUMNS, width=FILL, height=-(-len(cells) // _COLUMNS) * _tile_height(res),
            class_name="android.view.ViewGroup",
        ),
        width=FILL, height=rows * _tile_height(res), pad=(8, 0), swipe=do(handlers.turned, pages), id=_ID + "qs_pager",
        class_name="androidx.viewpager.widget.ViewPager",
    )  # fmt: skip
    panel = Column(bar, pager, width=FILL, id=_ID + "quick_settings_panel")
    return panel, _footer(res, page, pages)


def _footer(res: Resources, page: int, pages: int) -> Element:
    c = res.colors
    dots = [
        Spacer(width=6, height=6, radius=3, background=c.text if i == page else c.disabled)
        for i in range(pages)
    ]
    indicator = Row(
        *dots, gap=6, align="center", id=_ID + "footer_page_indicator",
        description=res.string("system_ui.page", page=res.digits(str(page + 1)), pages=res.digits(str(pages))),
        class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
    gear = icon_button(
        "settings",
        res.string("system_ui.open_settings"),
        do(handlers.open_settings),
        c.secondary,
        id=_ID + "settings_button",
    )
    less = icon_button(
        "expand_less", res.string("system_ui.close_quick_settings"), do(handlers.expand, False), c.secondary,
        id=_ID + "expand_indicator",
    )  # fmt: skip
    return Row(
        Stack(less, grow=1, align="start", class_name=""), indicator, Stack(gear, grow=1, align="end", class_name=""),
        width=FILL, height=52, pad=(8, 0), align="center", id=_ID + "qs_footer",
    )  # fmt: skip


# Notifications


def _list(res: Resources, width: float, shown: tuple[Shown, ...]) -> Element:
    c = res.colors
    side = (8, 0) if width == res.width else (0, 0)
    if not shown:
        none = Text(
            res.string("system_ui.no_notifications"), 14, 0xFFE8EAED, lines=2, align="center", pad=(16, 20),
            width=width, id=_ID + "no_notifications",
        )  # fmt: skip
        return Column(
            none, width=width, id=_ID + "notification_stack_scroller", class_name=WIDGET + "ScrollView"
        )
    rows: list[Element] = [notification(res, one) for one in shown]
    if not all(one.ongoing for one in shown):
        clear = Text(
            res.string("system_ui.clear_all"), 14, c.text, 500, pad=(16, 12), tap=do(handlers.clear),
            background=_ground(res), radius=8, id=_ID + "dismiss_text",
            description=res.string("system_ui.clear_all_notifications"),
            class_name=WIDGET + "Button",
        )  # fmt: skip
        rows.append(Row(Spacer(grow=1, height=1), clear, width=FILL))
    return Scroll(
        Column(*rows, width=FILL, gap=4, pad=side, class_name=""), key="notifications", width=width,
        id=_ID + "notification_stack_scroller", class_name=WIDGET + "ScrollView",
    )  # fmt: skip


@component(128)
def notification(res: Resources, n: Shown) -> Element:
    """The card of a notification."""
    c = res.colors
    ink = _GLYPH_COLOR[res.dark]
    head = Row(
        Icon(n.glyph, 18, ink, id="android:id/icon"),
        Text(n.app, 12, c.text, id="android:id/app_name_text"),
        *parts.when(res, n), width=FILL, gap=6, align="center", id="android:id/notification_header",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    texts: list[Element] = []
    if n.title:
        texts.append(Text(n.title, 14, c.text, 500, lines=2, id="android:id/title", width=FILL))
    if n.text:
        texts.append(Text(n.text, 14, c.secondary, lines=4, id="android:id/text", width=FILL))
    name = (n.package, n.key)
    if n.settings:
        return parts.guts(res, n, head, _action, _ground(res), 8, (16, 12))
    actions = parts.actions(res, n, _action)
    buttons: tuple[Element, ...] = (
        (Row(*actions, width=FILL, align="center", id="android:id/actions"),) if actions else ()
    )
    if n.typed is not None:
        buttons = (parts.reply_field(res, n.typed),)
    return Column(
        head, Column(*texts, width=FILL, gap=2, id="android:id/notification_main_column"), *buttons,
        width=FILL, gap=6, pad=(16, 12), background=_ground(res), radius=8, id=_ID + "expandableNotificationRow",
        tap=do(handlers.open_notification, *name) if n.touchable else do(take_touch), class_name=WIDGET + "FrameLayout",
        long_press=do(handlers.show_settings, *name, True), swipe=None if n.ongoing else do(handlers.dismiss, *name),
    )  # fmt: skip


def _action(res: Resources, label: str, tap: Any, id: str) -> Element:
    return Text(
        label, 14, res.colors.accent, 500, pad=(0, 8, 20, 8), tap=tap, id=id, class_name=WIDGET + "Button"
    )


def heads_up(res: Resources, n: Shown) -> Element:
    """A heads-up notification, shown over an app for a while."""
    width = min(res.width, _TABLET_PANEL)
    edge = res.colors.divider
    card = Stack(notification(res, n), width=FILL, pad=1, background=edge, radius=9, class_name="")
    return Column(card, width=width, pad=(8, 28, 8, 8), swipe=do(handlers.raised), class_name="")
