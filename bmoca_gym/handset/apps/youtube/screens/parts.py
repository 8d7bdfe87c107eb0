"""Components of YouTube's screens: bottom tabs, cards and rows of videos, channel icons, sheets."""

from __future__ import annotations

from typing import Any

from babel.numbers import format_compact_decimal, format_decimal

from bmoca_gym.handset.apps.youtube.handlers.pages import leave, open_page, open_search, show_tab, subscribe
from bmoca_gym.handset.apps.youtube.handlers.playing import open_video
from bmoca_gym.handset.apps.youtube.state import ID
from bmoca_gym.handset.apps.youtube.videos import channels, told, videos
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.rails import beside_rail, rail_of, rail_tab
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.ui import components
from bmoca_gym.handset.ui.components import icon_button, page, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do, memo, replace

RED, WHITE, BLACK = 0xFFFF0000, 0xFFFFFFFF, 0xFF000000
TABS = (
    ("home", "home"), ("shorts", "bolt"), ("subscriptions", "subscriptions"), ("you", "account_circle"),
)  # fmt: skip
#: A card of a video is about as wide, in dp.
_CARD = 360
#: A screen is narrow below this width, in dp.
NARROW = 320


@memo(64)
def look(res: Resources, dark: bool) -> Resources:
    """The resources in the app's own theme."""
    return res if res.dark == dark else replace(res, dark=dark)


@memo(512, asset=True)
def short_number(locale: str, number: int) -> str:
    """A count, shortened for the language: 1.2K, 12万."""
    known = locale_named(locale).babel
    text = str(format_compact_decimal(number, locale=known, fraction_digits=1 if number < 10_000 else 0))
    if text.isdecimal():
        text = str(format_decimal(number, locale=known, numbering_system="latn"))
    return text.replace("\u202f", " ").replace("\xa0", " ")


def counted(res: Resources, key: str, number: int) -> str:
    """``youtube.key`` with a count in its short form."""
    return res.string(f"youtube.{key}", shown=res.digits(short_number(res.locale, number)))


def age(res: Resources, days: int) -> str:
    """How old something is, in words."""
    unit, count = (
        ("days", days) if days < 7 else ("weeks", days // 7) if days < 30 else ("months", days // 30)
    )
    return res.string(f"youtube.{unit}_ago", count=count, shown=res.digits(str(count)))


def video_count(res: Resources, count: int) -> str:
    """The number of videos, in words."""
    return res.string("youtube.videos", count=count, shown=res.digits(str(count)))


# Bars


def pivot_bar(res: Resources, chosen: str, over_black: bool = False) -> Element:
    """The tabs at the bottom. ``over_black``: white on black, as under the Shorts."""
    c = res.colors
    on, off, background = (
        (WHITE, 0xFFB0B0B0, 0xFF0F0F0F) if over_black else (c.text, c.secondary, c.background)
    )
    # The bar keeps its height: its words grow with the text no further than it has room for.
    size = min(10.0, res.width / 30) * min(1.0, 1.15 * res.metrics.scale / res.metrics.font)

    def tab(name: str, glyph: str) -> Element:
        label = res.string(f"youtube.{name}")
        ink = on if name == chosen else off
        return Column(
            Icon(glyph, 24, ink, id=ID + "image"),
            FittedText(label, size, ink, 500 if name == chosen else 400, align="center", id=ID + "text"),
            grow=1, height=48, pad=(1, 5, 1, 2), gap=2, align="center", tap=do(show_tab, name), description=label,
            selected=name == chosen, class_name="android.widget.Button",
        )  # fmt: skip

    return Column(
        Spacer(width=FILL, height=1, background=0xFF303030 if over_black else c.divider),
        Row(*[tab(name, glyph) for name, glyph in TABS], width=FILL, height=48),
        width=FILL, background=background, id=ID + "pivot_bar",
    )  # fmt: skip


def pivot_page(res: Resources, chosen: str, *parts: Element) -> Element:
    """A page with the tabs, at the bottom or in a rail."""
    if res.rail:
        return beside_rail(pivot_rail(res, chosen), page(res, *parts))
    return page(res, *parts, pivot_bar(res, chosen))


def pivot_rail(res: Resources, chosen: str, over_black: bool = False) -> Element:
    """The tabs in a rail at the side. ``over_black``: see `pivot_bar`."""
    c = res.colors
    inks = (WHITE, 0xFFB0B0B0) if over_black else (c.text, c.secondary)
    tabs = [
        rail_tab(
            res, (res.string(f"youtube.{name}"), glyph, "", do(show_tab, name)), name == chosen, inks=inks,
            class_name="android.widget.Button", ids=(ID + "image", ID + "text"),
        )
        for name, glyph in TABS
    ]  # fmt: skip
    return rail_of(tabs, ID + "pivot_bar", BLACK if over_black else None)


def search_button(res: Resources) -> Element:
    """The magnifier that opens the search field."""
    return icon_button("search", res.string("youtube.search"), do(open_search), res.colors.text,
                       id=ID + "menu_item_1", class_name="android.widget.ImageView")  # fmt: skip


def logo_bar(res: Resources, *actions: Element) -> Element:
    """The bar over the tabs: the app's logo, and actions."""
    return Row(
        Icon("smart_display", 30, RED, class_name=""),
        Text("YouTube", 20 if res.width >= NARROW else 17, res.colors.text, 700, grow=1, id=ID + "youtube_logo",
             pad=(4, 0, 8, 0)),
        *actions, search_button(res),
        width=FILL, height=52, pad=(14, 0, 4, 0), align="center", id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def bar(res: Resources, title: str, *actions: Element) -> Element:
    """The tool bar of a page."""
    return toolbar(
        res, title, *actions, up=do(leave), title_id=ID + "toolbar_title", id=ID + "toolbar", height=52
    )


# Channels


def mark(res: Resources, key: str, size: float) -> Element:
    """A channel's letter on a round background."""
    channel = channels()[key]
    return letter(told(res.locale, channel.name), channel.tint, size)


def letter(name: str, tint: int, size: float) -> Element:
    """The first letter of a name on a round background, ``size`` dp across."""
    return Stack(
        Text(name[:1], size * 0.45, WHITE, 500, class_name=""), width=size, height=size, radius=size / 2,
        background=tint, align="center", justify="center", class_name="",
    )  # fmt: skip


def pill(res: Resources, label: str, tap: Callback, strong: bool = False, **options: Any) -> Element:
    """A button with round ends. ``strong``: in the colour of the text."""
    c = res.colors
    options.setdefault("class_name", "android.widget.Button")
    return Text(
        label, 14, c.background if strong else c.text, 500, 2, pad=(14, 8), radius=18, align="center",
        background=c.text if strong else c.raised, tap=tap, **options,
    )  # fmt: skip


def subscribe_button(res: Resources, key: str, subscribed: bool) -> Element:
    """A button that subscribes to a channel, or asks before it unsubscribes."""
    tap = do(open_overlay, "unsubscribe", key) if subscribed else do(subscribe, key)
    label = res.string("youtube.subscribed" if subscribed else "youtube.subscribe")
    return pill(res, label, tap, not subscribed, id=ID + "subscribe_button")


def channel_row(res: Resources, key: str, end: Element | None = None) -> Element:
    """A row with a channel's mark, name and number of subscribers."""
    c = res.colors
    channel = channels()[key]
    return Row(
        mark(res, key, 48),
        Column(
            Text(told(res.locale, channel.name), 16, c.text, lines=2, id=ID + "channel_name"),
            Text(counted(res, "subscribers", channel.subscribers), 12, c.secondary, lines=3),
            grow=1, gap=2, class_name="",
        ),
        *((end,) if end is not None else ()),
        width=FILL, pad=(14, 8), gap=14, align="center", tap=do(open_page, "channel", key), id=ID + "channel_item",
    )  # fmt: skip


# Videos


def thumbnail(res: Resources, id: int, width: float, radius: float = 0) -> Element:
    """A video's picture with its length, ``width`` dp wide."""
    video = videos()[id]
    length = Text(
        clock_text(res, video.length * 1000),
        12,
        WHITE,
        500,
        pad=(4, 1),
        radius=3,
        background=0xCC000000,
        id=ID + "duration",
    )
    return Stack(
        picture(f"youtube/{video.picture}", width=width, height=width * 9 / 16, radius=radius,
                id=ID + "thumbnail"),
        Column(length, pad=6, class_name=""),
        width=width, height=width * 9 / 16, align="end", justify="end", class_name="",
    )  # fmt: skip


@memo(1024, asset=True)
def _described(res: Resources, id: int) -> str:
    video = videos()[id]
    return res.string(
        "youtube.video_of", title=told(res.locale, video.title), length=clock_text(res, video.length * 1000),
        channel=told(res.locale, channels()[video.channel].name), views=counted(res, "views", video.views),
        age=age(res, video.days),
    )  # fmt: skip


@memo(1024, asset=True)
def facts(res: Resources, id: int, channel: bool = True) -> str:
    """Channel, number of views and age of a video."""
    video = videos()[id]
    who = (told(res.locale, channels()[video.channel].name),) if channel else ()
    return " · ".join((*who, counted(res, "views", video.views), age(res, video.days)))


def _dots(res: Resources, id: int, where: str) -> Element:
    return icon_button("more_vert", res.string("youtube.more_actions"), do(open_overlay, "video", (id, where)),
                       res.colors.secondary, size=20, width=40, class_name="android.widget.ImageView",
                       id=ID + "contextual_menu_anchor")  # fmt: skip


@component(256)
def card(res: Resources, id: int, width: float) -> Element:
    """A video with its picture as wide as the card."""
    c = res.colors
    video = videos()[id]
    maker = told(res.locale, channels()[video.channel].name)
    face = Stack(mark(res, video.channel, 36), width=48, height=48, align="center", justify="center",
                 tap=do(open_page, "channel", video.channel), id=ID + "channel_avatar",
                 description=res.string("youtube.go_to_channel", name=maker),
                 class_name="android.widget.ImageView")  # fmt: skip
    below = Row(
        face,
        Column(
            Text(told(res.locale, video.title), 15, c.text, 500, lines=2, id=ID + "title"),
            Text(facts(res, id), 12, c.secondary, lines=3, id=ID + "metadata"),
            grow=1, gap=3, pad=(4, 4, 0, 0), class_name="",
        ),
        _dots(res, id, "card"),
        width=FILL, pad=(6, 6, 0, 14), class_name="",
    )  # fmt: skip
    return Column(
        thumbnail(res, id, width), below, width=FILL, tap=do(open_video, id), description=_described(res, id),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def cards(res: Resources, ids: tuple[int, ...]) -> Element:
    """Cards in one column, or several on a wide screen."""
    columns = max(1, int(res.width // _CARD))
    width = (res.width - 8 * (columns - 1)) / columns
    return Grid(
        *[card(res, id, width) for id in ids], columns=columns, gap=8 if columns > 1 else 0, width=FILL
    )


@component(256)
def row(res: Resources, id: int, where: str) -> Element:
    """A video with a small picture at the start. ``where``: the list that it is in, or "card" for none."""
    c = res.colors
    video = videos()[id]
    width = min(160.0, res.width * 0.37)
    return Row(
        thumbnail(res, id, width, 6),
        Column(
            Text(told(res.locale, video.title), 14, c.text, 500, lines=3, id=ID + "title"),
            Text(facts(res, id, where != "channel"), 12, c.secondary, lines=3, id=ID + "metadata"),
            grow=1, gap=3, class_name="",
        ),
        _dots(res, id, where),
        width=FILL, pad=(14, 6, 0, 6), gap=10, tap=do(open_video, id), description=_described(res, id),
        class_name="android.view.ViewGroup", id=ID + "compact_video_item",
    )  # fmt: skip


def message(res: Resources, text: str, glyph: str) -> Element:
    """The message of an empty page."""
    return Column(
        Icon(glyph, 56, res.colors.disabled, class_name=""),
        Text(text, 16, res.colors.secondary, lines=5, align="center", id=ID + "message"),
        width=FILL, pad=(32, 48), gap=12, align="center", class_name="",
    )  # fmt: skip


def sheet(res: Resources, *rows: Element) -> Element:
    """A sheet at the bottom of the screen; a tap outside closes it."""
    id, kind = ID + "bottom_sheet_list", "android.support.v7.widget.RecyclerView"
    return components.sheet(res, *rows, dismiss=CLOSE, id=id, pad=(0, 0, 0, 12), class_name=kind)


def sheet_row(res: Resources, glyph: str, label: str, tap: Callback) -> Element:
    """A row of a sheet."""
    return components.sheet_row(res, glyph, label, tap, ID + "list_item_text")
