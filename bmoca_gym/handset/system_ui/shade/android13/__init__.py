"""The shade of Android 13: quick settings as labelled pills, notifications as cards, panels over both."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import brightness, display, notifications, radios, status_bar
from bmoca_gym.handset.system_ui import bars, quick_settings
from bmoca_gym.handset.system_ui.overview import Miniature, Windows
from bmoca_gym.handset.system_ui.quick_settings import COLLAPSED, ON_PAGE
from bmoca_gym.handset.system_ui.shade import content, handlers
from bmoca_gym.handset.system_ui.shade.android13 import cards, colors, media, panels, tiles
from bmoca_gym.handset.system_ui.shade.android13.cards import notification
from bmoca_gym.handset.system_ui.shade.android13.media import Media
from bmoca_gym.handset.system_ui.shade.android13.tiles import Pill
from bmoca_gym.handset.system_ui.shade.content import Shown
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, WIDGET, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

__all__ = ["card_width", "heads_up", "layer_of", "notification", "panel_width"]

_ID = status_bar.ID
#: dp: a notification over an app on a tablet or a phone on its side; from this height on the panel shows tiles in two
#: columns; what is not tiles.
_HEADS_UP, _LOW = 416, 500
#: dp: what a tablet leaves free beside the panel in portrait (notification_panel_margin_horizontal), by the least width
#: of the screen, and around both halves in landscape; the line over these.
_MARGINS, _MARGIN, _LINE = ((720, 80), (600, 48)), 24, 42
_EDGE = 16
_HEAD, _FOOT, _ACTIONS, _PLAYER, _DOTS = STATUS_HEIGHT + 36, 48, 56, 190, 12


class _Header(NamedTuple):
    """The two lines over quick settings."""

    hour: int
    minute: int
    day: Any
    icons: tuple[str, ...]
    level: str
    carrier: str


def layer_of(phone: Phone) -> Layer:
    """The window of the open shade, with the panel that lies over it."""
    shade = phone.shade
    assert shade is not None
    res = resources.of(phone.configuration)
    names = quick_settings.shown(phone)
    if shade.panel == "edit":
        return Layer(_editor, (names,), "dialog", "light", SYSTEM)
    carrier = phone.properties.get("gsm.operator.alpha", "")
    now = phone.local_minute
    header = _Header(
        now.hour, now.minute, now.date(), bars.indicators(phone), res.percent(phone.battery.level), carrier
    )
    played = media.media_of(phone)
    share = round(brightness.share_of(brightness.level(phone)) * tiles.SLIDER_STEPS)
    shown = tuple([content.shown(phone, res, n) for n in phone.notifications])
    history = phone.settings.get(notifications.HISTORY, "0") == "1"
    if status_bar.is_split(phone):
        pills = tiles.pills(phone, res, names)
        under = Layer(
            _split,
            (shade.page, header, pills, share, played, shown, shade.unfolded, history, shade.player),
            "dialog",
            "light",
            SYSTEM,
        )
    elif shade.full:
        under = Layer(
            _expanded,
            (shade.page, header, tiles.pills(phone, res, names), share, played, shade.player),
            "dialog",
            "light",
            SYSTEM,
        )
    else:
        few = tiles.pills(phone, res, names[:COLLAPSED])
        under = Layer(
            _collapsed,
            (header, few, played, shown, shade.unfolded, history, shade.player),
            "dialog",
            "light",
            SYSTEM,
        )
    if not shade.panel:
        return under
    if shade.panel == "power":
        what: Any = display.lock_of(phone) != "none"
    else:
        airplane = radios.airplane_mode(phone)
        data = phone.settings.get(("global", "mobile_data")) == "1"
        what = panels.Network(radios.wifi(phone), data, airplane, carrier)
    return Layer(_with_panel, (_picture(phone, res, under), shade.panel, what), "dialog", "light", SYSTEM)


def _picture(phone: Phone, res: Resources, layer: Layer) -> Windows:
    """What is under a panel, as a picture: touches and accessibility services do not reach it."""
    config = phone.configuration
    bar = round(config.bar * res.metrics.scale)
    width, height = (
        (config.width - bar, config.height) if config.bar_at_side else (config.width, config.height - bar)
    )
    return Windows((layer,), phone.system_offsets, res, width, height)


def _with_panel(res: Resources, picture: Windows, panel: str, what: Any) -> Element:
    behind = Miniature(picture, width=FILL, height=FILL, class_name="")
    return panels.over(behind, panels.power(res, what) if panel == "power" else panels.internet(res, what))


def panel_width(res: Resources) -> float:
    """Width in dp of the panel, and of half a split screen."""
    if not is_tablet(res):
        return res.width
    if res.width > res.height:
        return (res.width - 2 * _MARGIN) / 2
    return res.width - 2 * next(margin for least, margin in _MARGINS if res.width >= least)


def card_width(res: Resources) -> float:
    """Width in dp of notifications over an app: on an upright phone the screen's, as in the shade."""
    return min(res.width, _HEADS_UP) if is_tablet(res) or res.width > res.height else res.width


def _columns(res: Resources) -> int:
    return 4 if res.width > res.height and res.height < _LOW else 2


def rows_that_fit(res: Resources) -> int:
    """The number of rows of tiles on a page of quick settings on this screen."""
    around = _HEAD + tiles.BRIGHTNESS + 24 + _FOOT + _ACTIONS + res.foot
    room = int((res.height - around) / (tiles.HEIGHT + tiles.GAP))
    return min(max(1, room), ON_PAGE // _columns(res))


def _ground(res: Resources, *parts: Element, full: bool) -> Element:
    return Column(
        *parts, width=FILL, height=FILL, align="center", background=colors.FULL if full else colors.SHADE,
        swipe=do(handlers.swiped), id=_ID + "notification_panel", class_name=WIDGET + "FrameLayout",
        description=res.string("system_ui.quick_settings" if full else "system_ui.notification_shade"),
    )  # fmt: skip


def _clock(res: Resources, header: _Header) -> Element:
    shown = header.hour if res.hour_24 else (header.hour % 12 or 12)
    text = res.digits(f"{shown}:{header.minute:02d}")
    return Text(text, res.metrics.fixed(14), colors.PALE, 500, id=_ID + "clock")


def _date(res: Resources, header: _Header, **options: Any) -> Element:
    return Text(res.date(header.day, "MMMEd"), 14, colors.PALE, 500, id=_ID + "date", **options)


def _carrier(res: Resources, header: _Header) -> Element:
    return Text(header.carrier, res.metrics.fixed(14), colors.PALE, id=_ID + "carrier_text")


def _icons(res: Resources, header: _Header) -> tuple[Element, ...]:
    """The icons of the status bar, and the battery with its level."""
    *radio, battery = header.icons
    icons = Row(
        *[Icon(name, 16, colors.PALE) for name in radio], gap=4, align="center", id=_ID + "statusIcons",
        class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
    level = Text(header.level, res.metrics.fixed(14), colors.PALE, 500, id=_ID + "battery_percentage_view")
    return icons, Icon(battery, 16, colors.PALE, id=_ID + "batteryRemainingIcon"), level


def _head(res: Resources, header: _Header) -> tuple[Element, ...]:
    """The clock and the operator, and below them the date and the icons of the status bar."""
    first = Row(
        _clock(res, header), Spacer(grow=1, height=1), _carrier(res, header),
        width=FILL, height=STATUS_HEIGHT, pad=(_EDGE + 4, 0), align="center", id=_ID + "quick_status_bar_date_privacy",
    )  # fmt: skip
    second = Row(
        _date(res, header, grow=1), *_icons(res, header),
        width=FILL, height=36, pad=(_EDGE + 4, 0), gap=4, align="center", id=_ID + "quick_qs_status_icons",
    )  # fmt: skip
    return first, second


def _line(res: Resources, header: _Header) -> Element:
    """All of `_head` in one line."""
    return Row(
        _clock(res, header), _date(res, header, grow=1, pad=(8, 0)), _carrier(res, header), *_icons(res, header),
        width=FILL, height=_LINE, pad=(_EDGE + 4, 0), gap=4, align="center", id=_ID + "split_shade_status_bar",
    )  # fmt: skip


def _collapsed(
    res: Resources, header: _Header, few: tuple[Pill, ...], played: tuple[Media, ...], shown: tuple[Shown, ...],
    unfolded: tuple[str, ...], history: bool, player: int,
) -> Element:  # fmt: skip
    width = panel_width(res)
    cells = [tiles.tile(res, one) for one in few]
    panel = Column(
        *_head(res, header),
        Column(tiles.rows(cells, _columns(res)), width=FILL, pad=(_EDGE, 4, _EDGE, 16), id=_ID + "quick_qs_panel"),
        width=width, tap=do(take_touch), id=_ID + "quick_settings_container", class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
    below = cards.listed(res, width, played, shown, unfolded, history, player)
    return _ground(res, panel, below, Spacer(width=FILL, grow=1, tap=do(handlers.close)), full=False)


def _quick_settings(
    res: Resources, page: int, all_tiles: tuple[Pill, ...], share: int, played: tuple[Media, ...], current: int,
    width: float, *above: Element,
) -> Element:  # fmt: skip
    """All of quick settings: what stands ``above``, brightness, a page of tiles, what plays, and buttons."""
    columns, lines = _columns(res), rows_that_fit(res)
    each = columns * lines
    pages = max(1, -(-len(all_tiles) // each))
    page = min(page, pages - 1)
    cells = [tiles.tile(res, one) for one in all_tiles[page * each : (page + 1) * each]]
    tall = lines * (tiles.HEIGHT + tiles.GAP)
    pager = Column(
        tiles.rows(cells, columns), width=FILL, height=tall, pad=(_EDGE, 0), swipe=do(handlers.turned, pages),
        id=_ID + "qs_pager", class_name="androidx.viewpager.widget.ViewPager",
    )  # fmt: skip
    bar = Column(
        tiles.brightness(res, share, width - 2 * _EDGE), width=FILL, pad=(_EDGE, 8, _EDGE, 16), class_name=""
    )
    panel = Column(bar, pager, width=FILL, id=_ID + "quick_settings_panel")
    around = _HEAD + tiles.BRIGHTNESS + 24 + _FOOT + _ACTIONS + res.foot
    player: tuple[Element, ...] = ()
    if played and res.height - around - tall >= _PLAYER + (_DOTS if len(played) > 1 else 0):
        player = (Column(*media.carousel(res, played, current), width=FILL, pad=(_EDGE, 0), class_name=""),)
    return Column(
        *above, panel, _page_line(res, page, pages), *player, Spacer(width=FILL, grow=1), _actions(res),
        width=width, height=FILL, tap=do(take_touch), id=_ID + "quick_settings_container",
        class_name=WIDGET + "FrameLayout",
    )  # fmt: skip


def _expanded(
    res: Resources,
    page: int,
    header: _Header,
    all_tiles: tuple[Pill, ...],
    share: int,
    played: tuple[Media, ...],
    current: int,
) -> Element:
    width = panel_width(res)
    inside = _quick_settings(res, page, all_tiles, share, played, current, width, *_head(res, header))
    return _ground(res, inside, full=True)


def _split(
    res: Resources, page: int, header: _Header, all_tiles: tuple[Pill, ...], share: int, played: tuple[Media, ...],
    shown: tuple[Shown, ...], unfolded: tuple[str, ...], history: bool, player: int,
) -> Element:  # fmt: skip
    """Quick settings beside the notifications, under one line with the clock, the date and the icons."""
    half = panel_width(res)
    settings = _quick_settings(res, page, all_tiles, share, played, player, half)
    listed = cards.listed(res, half, (), shown, unfolded, history, player)
    below = Column(
        listed, Spacer(width=FILL, grow=1, tap=do(handlers.close)), width=half, height=FILL, class_name=""
    )
    inside = Column(
        _line(res, header), Row(settings, below, width=FILL, grow=1, class_name=""), width=FILL, height=FILL,
        pad=(_MARGIN, 0), class_name="",
    )  # fmt: skip
    return _ground(res, inside, full=False)


def _page_line(res: Resources, page: int, pages: int) -> Element:
    """The dots of the pages, and the pencil."""
    dots = [
        Spacer(width=6, height=6, radius=3, background=colors.PALE if i == page else colors.DULL)
        for i in range(pages)
    ]
    indicator = Row(
        *dots, gap=6, align="center", id=_ID + "footer_page_indicator",
        description=res.string("system_ui.page", page=res.digits(str(page + 1)), pages=res.digits(str(pages))),
        class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
    pencil = icon_button(
        "edit", res.string("system_ui.edit_tiles"), do(handlers.show_panel, "edit"), colors.PALE, size=20,
        id="android:id/edit",
    )  # fmt: skip
    return Row(
        Spacer(grow=1, height=1), indicator, Stack(pencil, grow=1, align="end", class_name=""),
        width=FILL, height=_FOOT, pad=(_EDGE, 0), align="center", id=_ID + "qs_footer",
    )  # fmt: skip


def _round(res: Resources, glyph: str, description: str, tap: Any, ink: int, ground: int, id: str) -> Element:
    mark = Icon(glyph, 20, ink, class_name="")
    return Stack(
        mark, width=48, height=40, radius=20, background=ground, align="center", justify="center", tap=tap,
        description=description, id=_ID + id, class_name=WIDGET + "ImageView",
    )  # fmt: skip


def _actions(res: Resources) -> Element:
    """The buttons at the foot: Settings, and the power menu."""
    gear = _round(
        res, "settings", res.string("system_ui.open_settings"), do(handlers.open_settings), colors.PALE, colors.DARK,
        "settings_button_container",
    )  # fmt: skip
    off = _round(
        res, "power_settings_new", res.string("system_ui.power_menu"), do(handlers.show_panel, "power"), colors.BLACK,
        colors.ACCENT, "pm_lite",
    )  # fmt: skip
    return Row(
        Spacer(grow=1, height=1), gear, off, width=FILL, height=_ACTIONS, pad=(_EDGE, 0), gap=8, align="center",
        id=_ID + "qs_footer_actions",
    )  # fmt: skip


def _editor(res: Resources, names: tuple[str, ...]) -> Element:
    page = tiles.editor(res, _columns(res), panel_width(res), names)
    return Column(page, width=FILL, height=FILL, align="center", background=colors.SHADE, class_name="")


def heads_up(res: Resources, n: Shown) -> Element:
    """A heads-up notification, shown over an app for a while."""
    card = Stack(
        notification(res, n), width=FILL, pad=1, background=res.colors.divider, radius=25, class_name=""
    )
    return Column(card, width=card_width(res), pad=(8, 28, 8, 8), swipe=do(handlers.raised), class_name="")
