"""YouTube's tabs: home, Shorts, subscriptions, and You."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.handlers.pages import (
    choose_topic,
    dislike,
    like,
    open_page,
    open_settings,
    stop_short,
    turn_short,
)
from bmoca_gym.handset.apps.youtube.handlers.playing import open_video
from bmoca_gym.handset.apps.youtube.screens.parts import (
    BLACK,
    NARROW,
    WHITE,
    bar,
    cards,
    logo_bar,
    look,
    mark,
    message,
    pill,
    pivot_bar,
    pivot_page,
    pivot_rail,
    subscribe_button,
    thumbnail,
    video_count,
)
from bmoca_gym.handset.apps.youtube.state import ID
from bmoca_gym.handset.apps.youtube.videos import TOPICS, channels, handle, shorts, told, videos
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.google_bars import account_face, add_account, open_account
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.rails import beside_rail
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, icon_button, list_row, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack, component
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.large_screens import upright_width
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

#: Over a short, so that white letters can be read on it.
_VEIL = 0x66000000


def home(res: Resources, dark: bool, ids: tuple[int, ...], topic: str) -> Element:
    """The videos to watch, of one topic or of all."""
    res = look(res, dark)
    body = cards(res, ids) if ids else message(res, res.string("youtube.nothing_here"), "videocam_off")
    return pivot_page(
        res, "home", logo_bar(res), _chips(res, topic), scrolling(body, key="home", id=ID + "results")
    )


@component(16)
def _chips(res: Resources, chosen: str) -> Element:
    c = res.colors

    def chip(topic: str) -> Element:
        on = topic == chosen
        label = res.string(f"youtube.{topic}") if topic else res.string("youtube.all")
        return Text(
            label, 14, c.background if on else c.text, 500, pad=(12, 7), radius=8,
            background=c.text if on else c.raised, tap=do(choose_topic, topic), selected=on,
            id=ID + "chip_cloud_chip_text", class_name="android.widget.Button",
        )  # fmt: skip

    row = Row(*[chip(topic) for topic in ("", *TOPICS)], pad=(12, 6), gap=8, class_name="")
    return Scroll(row, key="chips", axis="x", width=FILL, height=46, id=ID + "chip_cloud")


def unconnected(res: Resources, dark: bool, tab: str) -> Element:
    """Placeholder for a tab ("": for a page) that can't be loaded."""
    res = look(res, dark)
    if not tab:
        return page(res, bar(res, ""), offline.message(res))
    return pivot_page(res, tab, logo_bar(res), offline.message(res))


# Shorts

#: dp: height of the tabs at the bottom.
_TABS = 49


def short(
    res: Resources, at: int, liked: bool, disliked: bool, subscribed: bool, comments: int, still: bool, bare: bool
) -> Element:  # fmt: skip
    """A full-screen Short; a swipe shows the next, a tap pauses it. ``bare``: only its picture."""
    one = shorts()[at]
    shot = picture(f"youtube/{one.picture}", width=FILL, height=FILL, class_name="")
    if bare:
        shown = Stack(shot, width=upright_width(res, res.height), height=FILL, class_name="")
        held: Element = Stack(
            shown, width=FILL, height=FILL, background=BLACK, align="center", id=ID + "reel_recycler"
        )
        return beside_rail(pivot_rail(res, "shorts", over_black=True), held) if res.rail else held
    channel = channels()[one.channel]
    maker = told(res.locale, channel.name)

    def action(glyph: str, label: str, tap: Callback, name: str, count: int, on: bool = False) -> Element:
        number = (Text(res.digits(str(count)), 12, WHITE, 500, shadow=True),) if count else ()
        return Column(
            icon_button(glyph, res.string(f"youtube.{label}"), tap, WHITE, size=28, id=ID + name, selected=on,
                        class_name="android.widget.ImageView"),
            *number, align="center", class_name="",
        )  # fmt: skip

    actions = Column(
        action("thumb_up" if liked else "thumb_up_off_alt", "like", do(like, one.id), "reel_like_button",
               one.likes + liked, liked),
        action("thumb_down" if disliked else "thumb_down_off_alt", "dislike", do(dislike, one.id),
               "reel_dislike_button", 0, disliked),
        action("comment", "comments", do(open_overlay, "comments", one.id), "reel_comment_button", comments),
        gap=8, align="center", class_name="",
    )  # fmt: skip
    name = Row(
        mark(res, one.channel, 32),
        Text(maker, 14, WHITE, 500, shadow=True, grow=1, lines=2, id=ID + "reel_channel_name"),
        least=48, gap=10, align="center", tap=do(open_page, "channel", one.channel), id=ID + "reel_channel_bar",
        **({"width": FILL} if res.width < NARROW else {"grow": 1}),
    )  # fmt: skip
    follow = subscribe_button(look(res, True), one.channel, subscribed)
    if res.width < NARROW:
        who: Element = Column(name, follow, width=FILL, gap=4, class_name="")
    else:
        who = Row(name, follow, width=FILL, gap=8, align="center", class_name="")
    text = Text(told(res.locale, one.title), 15, WHITE, lines=2, shadow=True, id=ID + "reel_main_title")
    below = Row(Column(text, grow=1, pad=(0, 0, 8, 4), class_name=""), actions, width=FILL,
                align="end", class_name="")  # fmt: skip
    middle = (
        (Icon("play_arrow", 44, WHITE, width=72, height=72, radius=36, background=0x80000000, class_name=""),)
        if still
        else ()
    )
    tabs: tuple[Element, ...] = () if res.rail else (pivot_bar(res, "shorts", over_black=True),)
    held = Column(
        Stack(
            Stack(
                shot,
                Column(
                    Spacer(width=1, height=STATUS_HEIGHT),
                    Row(Text(res.string("youtube.shorts"), 22, WHITE, 500, shadow=True), height=52, pad=(16, 0),
                        align="center", class_name=""),
                    Spacer(width=1, grow=1), below, who, width=FILL, height=FILL, pad=(14, 0, 8, 10),
                    background=_VEIL, class_name="",
                ),
                width=upright_width(res, res.height - res.foot - (0 if res.rail else _TABS)), height=FILL,
                class_name="",
            ),
            *middle,
            width=FILL, grow=1, align="center", justify="center", tap=do(stop_short), swipe=do(turn_short),
            id=ID + "reel_player_page_container",
            description=res.string("youtube.short_by", name=maker), class_name="android.view.ViewGroup",
        ),
        *tabs,
        width=FILL, height=FILL, background=BLACK, id=ID + "reel_recycler",
    )  # fmt: skip
    return beside_rail(pivot_rail(res, "shorts", over_black=True), held) if res.rail else held


# Subscriptions


def subscriptions(res: Resources, dark: bool, followed: tuple[str, ...], ids: tuple[int, ...]) -> Element:
    """The newest videos of the subscribed channels."""
    res = look(res, dark)
    if not followed:
        body: tuple[Element, ...] = (message(res, res.string("youtube.no_subscriptions"), "subscriptions"),)
    else:
        body = (_channels(res, followed), divider(res), Spacer(width=1, height=8), cards(res, ids))
    return pivot_page(
        res, "subscriptions", logo_bar(res), scrolling(*body, key="subscriptions", id=ID + "results")
    )


def _channels(res: Resources, followed: tuple[str, ...]) -> Element:
    c = res.colors
    names = {key: told(res.locale, channels()[key].name) for key in followed}
    marks = [
        Column(
            mark(res, key, 56), Text(name, 12, c.secondary, width=72, align="center"), width=76, gap=4,
            align="center", tap=do(open_page, "channel", key), id=ID + "channel_item",
            description=res.string("youtube.go_to_channel", name=name), class_name="android.view.ViewGroup",
        )
        for key, name in names.items()
    ]  # fmt: skip
    strip = Scroll(
        Row(*marks, pad=(8, 8), class_name=""), key="channels", axis="x", grow=1, id=ID + "channel_list"
    )
    every = text_button(res, res.string("youtube.all"), do(open_page, "channels"), id=ID + "all_channels")
    return Row(strip, every, width=FILL, align="center", class_name="")


# The user's own


def you(
    res: Resources, dark: bool, history: tuple[int, ...], later: int, liked: int
) -> Element:  # fmt: skip
    """The signed-in account, the watched videos, and the lists of videos."""
    res = look(res, dark)
    c = res.colors
    gear = icon_button("settings", res.string("youtube.settings"), do(open_settings), c.text,
                       id=ID + "menu_item_settings", class_name="android.widget.ImageView")  # fmt: skip
    lines: tuple[Element, ...] = (
        pill(res, res.string("maps.sign_in"), do(add_account), id=ID + "sign_in_button"),
    )
    if res.account is not None:
        name = Text(res.account.name, 20, c.text, 700, lines=2, id=ID + "account_name")
        manage = pill(
            res, res.string("common.manage_account"), do(open_account), id=ID + "manage_account_button"
        )
        lines = (name, Text(handle(), 13, c.secondary), *((manage,) if res.system > 2 else ()))
    who = Row(
        account_face(res, 64), Column(*lines, grow=1, gap=2, class_name=""),
        width=FILL, pad=(14, 12), gap=16, align="center", class_name="",
    )  # fmt: skip

    def head(title: str, more: Callback | None = None) -> Element:
        end = (
            (text_button(res, res.string("youtube.view_all"), more, id=ID + "view_all_button", color=c.text),)
            if more
            else ()
        )
        return Row(Text(res.string(f"youtube.{title}"), 18, c.text, 700, grow=1), *end, width=FILL, height=48,
                   pad=(14, 0, 4, 0), align="center", class_name="")  # fmt: skip

    past: Element = Text(res.string("youtube.nothing_here"), 14, c.secondary, pad=(14, 8))
    if history:
        tiles = Row(*[_tile(res, id) for id in history[:10]], pad=(10, 4), gap=4, class_name="")
        past = Scroll(tiles, key="past", axis="x", width=FILL, id=ID + "horizontal_shelf")

    def playlist(title: str, glyph: str, count: int, key: str) -> Element:
        return list_row(res, res.string(f"youtube.{title}"), video_count(res, count), icon=glyph, icon_color=c.text,
                        tap=do(open_page, "list", key), id=ID + f"playlist_{key}")  # fmt: skip

    return pivot_page(
        res, "you", logo_bar(res, gear),
        scrolling(
            who, head("history", do(open_page, "list", "history")), past, Spacer(width=1, height=8), head("playlists"),
            playlist("watch_later", "access_time", later, "later"),
            playlist("liked_videos", "thumb_up_off_alt", liked, "liked"),
            key="you", id=ID + "results",
        ),
    )  # fmt: skip


@component(64)
def _tile(res: Resources, id: int) -> Element:
    c = res.colors
    video = videos()[id]
    return Column(
        thumbnail(res, id, 140, 8),
        Text(told(res.locale, video.title), 13, c.text, 500, lines=2, id=ID + "title"),
        Text(told(res.locale, channels()[video.channel].name), 12, c.secondary, id=ID + "metadata"),
        width=148, pad=4, gap=4, tap=do(open_video, id), class_name="android.view.ViewGroup",
        id=ID + "compact_video_item",
    )  # fmt: skip
