"""Tabs of the main screen except the profile: feed, search and reels; and the story viewer."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram import handlers
from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, EXPLORE, ME, STORIES, accounts_matching
from bmoca_gym.handset.apps.instagram.screens.parts import (
    BLACK,
    PINK,
    RED,
    WHITE,
    account_row,
    avatar,
    grid,
    hours_ago,
    message,
    post_card,
    words,
)
from bmoca_gym.handset.apps.instagram.state import ID, Shown
from bmoca_gym.handset.kits.navigation import close_search, open_overlay, open_search, type_query
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack, component
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.large_screens import upright_width
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_SHADE = 0x66000000
_TABS = 49  # dp: height of the tabs at the bottom


def tab_bar(res: Resources, chosen: str, dark: bool = False) -> Element:
    """The tabs at the bottom. ``dark``: white on black, as under the reels."""
    c = res.colors
    ink, faint, background = (WHITE, 0xFFA8A8A8, BLACK) if dark else (c.text, c.secondary, c.background)

    def tab(name: str, label: str, mark: Element, tap: Callback) -> Element:
        return Stack(
            mark, grow=1, height=48, align="center", justify="center", tap=tap, id=f"{ID}{name}_tab",
            description=res.string(f"instagram.{label}"), selected=name == chosen,
            class_name="android.widget.FrameLayout",
        )  # fmt: skip

    def glyph(name: str, drawn: str, size: float = 28) -> Element:
        on = name == chosen
        return Icon(drawn, size, ink if on else faint, id=ID + "tab_icon")

    face = avatar(ME, 30, ink if chosen == "profile" else background, background)
    return Column(
        Spacer(width=FILL, height=1, background=0xFF262626 if dark else c.divider),
        Row(
            tab("feed", "home", glyph("feed", "home"), do(handlers.show_tab, "feed")),
            tab("search", "search_and_explore", glyph("search", "search"), do(handlers.show_tab, "search")),
            tab("creation", "create", glyph("creation", "add_box", 26), do(handlers.new_post)),
            tab("clips", "reels", glyph("clips", "movie", 26), do(handlers.show_tab, "clips")),
            tab("profile", "profile", face, do(handlers.show_tab, "profile")),
            width=FILL, height=48,
        ),
        width=FILL, background=background, id=ID + "tab_bar",
    )  # fmt: skip


# The feed


@component(48)
def _story(res: Resources, name: str, seen: bool) -> Element:
    c = res.colors
    ring = c.disabled if seen else PINK
    return Column(
        avatar(name, 68, ring, c.background),
        Text(name, 12, c.text, width=76, align="center", id=ID + "username"),
        width=80, gap=4, align="center", tap=do(handlers.open_story, name), id=ID + "outer_container",
        description=res.string("instagram.story_of", name=name), class_name="android.widget.Button",
    )  # fmt: skip


def _tray(res: Resources, seen: tuple[str, ...]) -> Element:
    c = res.colors
    badge = Stack(
        Icon("add", 16, WHITE, class_name=""), width=22, height=22, radius=11, background=0xFF0095F6, align="center",
        justify="center", class_name="",
    )  # fmt: skip
    own = Column(
        Stack(avatar(ME, 68, c.background, c.background), badge, width=68, height=68, align="end", justify="end",
              class_name=""),
        Text(res.string("instagram.create"), 12, c.text, width=76, align="center"),
        width=80, gap=4, align="center", tap=do(handlers.new_post), id=ID + "reel_empty_badge",
        class_name="android.widget.Button",
    )  # fmt: skip
    stories = [_story(res, name, name in seen) for name in sorted(STORIES, key=lambda name: name in seen)]
    row = Row(own, *stories, pad=(6, 8), gap=4, class_name="")
    return Scroll(row, key="stories", axis="x", width=FILL, id=ID + "reels_tray_container")


def feed(res: Resources, posts: tuple[Shown, ...], seen: tuple[str, ...]) -> Element:
    """The stories, and the posts of the accounts that the user follows."""
    c = res.colors
    header = Row(
        Text("Instagram", 24 if res.width >= 300 else 20, c.text, 500, grow=1, id=ID + "title_logo", pad=(16, 0, 8, 0)),
        icon_button("favorite_border", res.string("instagram.notifications"), do(handlers.open_page, "activity"),
                    c.text, id=ID + "notification"),
        icon_button("mail_outline", res.string("instagram.messages"), do(handlers.open_page, "inbox"), c.text,
                    id=ID + "action_bar_inbox_button"),
        width=FILL, height=56, pad=(0, 0, 4, 0), align="center", id=ID + "main_feed_action_bar",
    )  # fmt: skip
    end = Column(
        Icon("check_circle_outline", 56, PINK, class_name=""),
        Text(res.string("instagram.caught_up"), 18, c.text, lines=2, align="center"),
        width=FILL, pad=(24, 32), gap=12, align="center", class_name="",
    )  # fmt: skip
    cards = [post_card(res, one) for one in posts]
    return page(
        res, header,
        scrolling(_tray(res, seen), divider(res), *cards, divider(res), end, key="feed", id="android:id/list"),
        tab_bar(res, "feed"),
    )  # fmt: skip


def story(res: Resources, name: str, at: int) -> Element:
    """A full-screen picture of a story; a tap shows the next."""
    pictures = STORIES[name]
    bars = [
        Spacer(grow=1, height=2, radius=1, background=WHITE if i <= at else 0x66FFFFFF)
        for i in range(len(pictures))
    ]
    head = Row(
        Row(avatar(name, 32), Text(name, 14, WHITE, 500, id=ID + "reel_viewer_title", shadow=True),
            Text(hours_ago(res, 3 + len(name)), 14, 0xFFE0E0E0, grow=1, shadow=True), gap=10, grow=1, height=48,
            align="center", tap=do(handlers.open_profile, name), id=ID + "reel_viewer_profile"),
        icon_button("close", res.string("instagram.close"), do(handlers.leave), WHITE,
                    id=ID + "reel_viewer_close_button"),
        width=FILL, pad=(12, 0, 4, 0), align="center", class_name="",
    )  # fmt: skip
    shade = [Spacer(width=FILL, height=3, background=0x84 * (1225 - i * i) // 1225 << 24) for i in range(35)]
    shown = Stack(
        picture(pictures[at], width=FILL, height=FILL, tap=do(handlers.turn_story),
                id=ID + "reel_viewer_media_container", description=res.string("instagram.story_of", name=name)),
        Column(*shade, width=FILL, class_name=""),
        Column(Spacer(width=1, height=STATUS_HEIGHT + 6), Row(*bars, width=FILL, pad=(8, 0), gap=4, class_name=""),
               head, width=FILL, class_name=""),
        width=upright_width(res, res.height), height=FILL, class_name="",
    )  # fmt: skip
    return Stack(shown, width=FILL, height=FILL, align="center", background=BLACK, id=ID + "reel_viewer_root")


# Search


def explore(res: Resources, searching: bool, query: str, recent: tuple[str, ...], focused: bool) -> Element:
    """The grid of pictures, or the accounts found."""
    c = res.colors
    hint = res.string("instagram.search")
    if not searching:
        field = Row(
            Icon("search", 20, c.secondary, class_name=""),
            Text(hint, 16, c.secondary, grow=1, id=ID + "action_bar_search_edit_text"),
            width=FILL, height=40, pad=(12, 0), gap=12, align="center", radius=10, background=c.raised,
            tap=do(open_search), id=ID + "action_bar_search_hint_container",
        )  # fmt: skip
        head = Row(field, width=FILL, height=56, pad=(16, 0), align="center", id=ID + "action_bar")
        body = scrolling(grid(res, EXPLORE), key="search", id=ID + "recycler_view")
        return page(res, head, body, tab_bar(res, "search"))
    head = search_bar(
        res, query, focused, hint, do(type_query), do(close_search),
        field={"size": 16, "id": ID + "action_bar_search_edit_text"}, clear={"id": ID + "search_clear"},
        back={"id": ID + "action_bar_button_back"}, labels=("common.navigate_up", "instagram.clear_text"), gap=0,
        id=ID + "action_bar",
    )  # fmt: skip
    body = scrolling(*_found(res, query, recent), key="accounts", id=ID + "recycler_view")
    # The keyboard takes the tabs' place.
    return page(res, head, body, *(() if focused else (tab_bar(res, "search"),)))


def _found(res: Resources, query: str, recent: tuple[str, ...]) -> list[Element]:
    c = res.colors
    if query.strip():
        rows = [_account(res, name) for name in accounts_matching(query)]
        return rows or [message(res, res.string("instagram.no_results"), "search_off")]
    if not recent:
        return [_account(res, name) for name in accounts_matching("")]
    head = Row(
        Text(res.string("instagram.recent"), 16, c.text, 500, grow=1),
        text_button(res, res.string("instagram.clear_all"), do(handlers.forget), id=ID + "clear_all"),
        width=FILL, height=48, pad=(16, 0, 4, 0), align="center",
    )  # fmt: skip
    return [head, *[_account(res, name, True) for name in recent]]


def _account(res: Resources, name: str, known: bool = False) -> Element:
    about = res.string(f"instagram.{ACCOUNTS[name].about}")
    end = icon_button("close", res.string("instagram.remove", name=name), do(handlers.forget, name),
                      res.colors.secondary, size=20, id=ID + "dismiss_button")  # fmt: skip
    return account_row(res, name, about, do(handlers.open_found, name), end if known else None)


# Reels


def clips(res: Resources, clip: Shown, muted: bool) -> Element:
    """A full-screen reel; a swipe shows the next, a tap toggles the sound."""
    post = clip.post
    likes = post.likes + clip.liked

    def action(
        glyph: str, label: str, tap: Callback, name: str, count: int = 0, color: int = WHITE
    ) -> Element:
        number = (
            (Text(res.digits(str(count)), 12, WHITE, 500, shadow=True, id=f"{ID}{name}_count"),)
            if count
            else ()
        )
        return Column(
            icon_button(glyph, res.string(f"instagram.{label}"), tap, color, size=28, id=f"{ID}{name}_button",
                        class_name="android.widget.ImageView"),
            *number, align="center", class_name="",
        )  # fmt: skip

    heart = ("favorite", "liked", RED) if clip.liked else ("favorite_border", "like", WHITE)
    sound, said = ("volume_off", "sound_off") if muted else ("volume_up", "sound_on")
    actions = Column(
        action(heart[0], heart[1], do(handlers.like, post.id), "like", likes, heart[2]),
        action("chat_bubble_outline", "comment", do(open_overlay, "comments", post.id), "comment", clip.comments),
        action("send", "share_post", do(open_overlay, "share", post.id), "direct_share"),
        action("more_vert", "more_actions", do(open_overlay, "clip", post.id), "more"),
        gap=8, align="center", class_name="",
    )  # fmt: skip
    who = Row(
        avatar(post.author, 32), Text(post.author, 14, WHITE, 500, shadow=True, grow=1, id=ID + "username"),
        width=FILL, height=48, gap=10, align="center", tap=do(handlers.open_profile, post.author),
        id=ID + "clips_author_info_component",
    )  # fmt: skip
    text = Text(
        words(res, post.caption, post.own), 14, WHITE, lines=2, shadow=True, id=ID + "clips_caption_component"
    )
    below = Row(
        Column(who, text, grow=1, pad=(0, 0, 8, 4), class_name=""), actions,
        width=FILL, pad=(16, 0, 4, 12), align="end", class_name="",
    )  # fmt: skip
    volume = Stack(
        Icon(sound, 18, WHITE, class_name=""), width=36, height=36, radius=18, background=_SHADE, align="center",
        justify="center", id=ID + "clips_audio_icon", description=res.string(f"instagram.{said}"),
        class_name="android.widget.ImageView",
    )  # fmt: skip
    title = Row(
        Text(res.string("instagram.reels"), 22, WHITE, 500, shadow=True, grow=1), volume,
        width=FILL, height=56, pad=(16, 0, 12, 0), align="center", class_name="",
    )  # fmt: skip
    return Column(
        Stack(
            Stack(
                picture(post.picture, width=FILL, height=FILL, class_name=""),
                Column(Spacer(width=1, height=STATUS_HEIGHT), title, Spacer(grow=1, width=1), below, width=FILL,
                       height=FILL, background=_SHADE, class_name=""),
                width=upright_width(res, res.height - res.foot - _TABS), height=FILL, class_name="",
            ),
            width=FILL, grow=1, align="center", tap=do(handlers.switch_sound), swipe=do(handlers.turn_clip),
            id=ID + "clips_video_container", description=res.string("instagram.reel_by", name=post.author),
        ),
        tab_bar(res, "clips", dark=True),
        width=FILL, height=FILL, background=BLACK,
    )  # fmt: skip
