"""Components of Instagram's screens: avatars, posts, grids of pictures, account rows, sheets, fields."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.instagram import handlers
from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, ME, Post
from bmoca_gym.handset.apps.instagram.state import ID, Shown
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui import components
from bmoca_gym.handset.ui.components import icon_button, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

RED, BLUE, WHITE, BLACK = 0xFFFF3040, 0xFF0095F6, 0xFFFFFFFF, 0xFF000000
PINK = 0xFFE1306C
#: A caption longer than this is folded.
_FOLDED = 32
#: A post is no wider, in dp.
_WIDEST = 480


def bar(res: Resources, title: str, *actions: Element) -> Element:
    """The tool bar of a page."""
    return toolbar(
        res, title, *actions, up=do(handlers.leave), title_id=ID + "action_bar_title", id=ID + "action_bar"
    )


def words(res: Resources, text: str, typed: bool) -> str:
    """A text that the user typed, or the string of a key."""
    return text if typed else res.string(f"instagram.{text}")


def avatar(name: str, size: float, ring: int | None = None, background: int = WHITE) -> Element:
    """An account's letter on a round background, ``size`` dp across with the ring of a story around it."""
    inner = size - 8 if ring is not None else size
    face: Element = Stack(
        Text(name[:1].upper(), inner * 0.46, WHITE, 500, class_name=""),
        width=inner, height=inner, radius=inner / 2, background=ACCOUNTS[name].tint, align="center", justify="center",
        class_name="",
    )  # fmt: skip
    if ring is not None:
        gap = Stack(face, width=size - 4, height=size - 4, radius=size / 2 - 2, background=background, align="center",
                    justify="center", class_name="")  # fmt: skip
        face = Stack(gap, width=size, height=size, radius=size / 2, background=ring, align="center",
                     justify="center", class_name="")  # fmt: skip
    return face


def account_row(res: Resources, name: str, below: str, tap: Callback, end: Element | None = None) -> Element:
    """A row with an account's picture, its name and a line below."""
    c = res.colors
    return Row(
        avatar(name, 48),
        Column(
            Text(name, 14, c.text, 500, id=ID + "row_search_user_username"),
            *((Text(below, 14, c.secondary, lines=2, id=ID + "row_search_user_fullname"),) if below else ()),
            grow=1, gap=2, class_name="",
        ),
        *((end,) if end is not None else ()),
        width=FILL, pad=(16, 8), gap=12, align="center", tap=tap, id=ID + "row_search_user_container",
    )  # fmt: skip


def button(
    res: Resources, label: str, tap: Callback, id: str, filled: bool = False, **options: Any
) -> Element:
    """A profile button: blue if its action is not done yet, else grey."""
    c = res.colors
    wide = res.width >= 320
    # On a narrow screen, buttons that share a row have no room to spare.
    side = 2 if options.get("grow") and not wide else 14
    return Text(
        label, 14 if wide else 13, WHITE if filled else c.text, 500, align="center", pad=(side, 8),
        radius=8, tap=tap, id=ID + id,
        background=BLUE if filled else c.raised, class_name="android.widget.Button", **options,
    )  # fmt: skip


def grid(res: Resources, posts: tuple[Post, ...]) -> Element:
    """Pictures of posts, three in a row and more on a wide screen."""
    columns = max(3, res.width // 240)
    side = (res.width - 2 * (columns - 1)) / columns
    return Grid(*[_cell(res, post, side) for post in posts], columns=columns, gap=2, width=FILL)


def _cell(res: Resources, post: Post, side: float) -> Element:
    return picture(
        post.picture, height=side, tap=do(handlers.open_explored, post.id), id=ID + "image_button",
        description=res.string("instagram.photo_by", name=post.author), class_name="android.widget.Button",
    )  # fmt: skip


def message(res: Resources, text: str, glyph: str) -> Element:
    """The message of an empty page."""
    return Column(
        Icon(glyph, 48, res.colors.secondary, class_name=""),
        Text(text, 16, res.colors.secondary, lines=4, align="center", id=ID + "empty_state_view_title"),
        width=FILL, pad=(32, 40), gap=12, align="center", class_name="",
    )  # fmt: skip


def sheet(res: Resources, items: tuple[tuple[str, str, Callback], ...], title: str = "") -> Element:
    """A sheet at the bottom of the screen: (label, glyph, callback) of each row."""
    id = ID + "action_sheet_row_text_view"
    return in_sheet(
        res, title, *[components.sheet_row(res, glyph, label, tap, id) for label, glyph, tap in items]
    )


def in_sheet(res: Resources, title: str, *rows: Element) -> Element:
    """A sheet with the given rows; a tap outside closes it."""
    head = (Text(title, 16, res.colors.text, 500, lines=2, pad=(20, 4, 20, 12)),) if title else ()
    close, id = CLOSE, ID + "bottom_sheet_container"
    return components.sheet(res, *head, *rows, dismiss=close, id=id, pad=(0, 0, 0, 12))


def composer(
    res: Resources, text: str, focused: bool, hint: str, action: str, submit: Callback, name: str
) -> Element:
    """The text field at the bottom of a page. Its button appears once there is text."""
    c = res.colors
    field = TextField(
        text, "text", do(handlers.type_text), focused=focused, hint=res.string(f"instagram.{hint}"),
        hint_color=c.secondary,
        accent=c.accent, color=c.text, size=14, grow=1, height=48, on_submit=submit, capitals="sentences",
        id=f"{ID}{name}_edittext",
    )  # fmt: skip
    done: tuple[Element, ...] = ()
    if text.strip():
        label = res.string(f"instagram.{action}")
        done = (Text(label, 14, BLUE, 500, pad=(8, 14), tap=submit, id=f"{ID}{name}_button",
                     class_name="android.widget.Button"),)  # fmt: skip
    return Row(
        avatar(ME, 32), field, *done, width=FILL, pad=(16, 4), gap=12, align="center", background=c.background,
        id=f"{ID}{name}_parent",
    )  # fmt: skip


def hours_ago(res: Resources, hours: int) -> str:
    """The time since something happened, in words."""
    if not hours:
        return res.string("instagram.now")
    return res.string("instagram.hours_ago", count=hours, shown=res.digits(str(hours)))


def _actions(res: Resources, shown: Shown) -> Element:
    c = res.colors
    id = shown.post.id

    def action(
        glyph: str, label: str, tap: Callback, name: str, color: int = c.text, on: bool = False
    ) -> Element:
        return icon_button(glyph, res.string(f"instagram.{label}"), tap, color, id=f"{ID}row_feed_button_{name}",
                           width=44, selected=on, class_name="android.widget.ImageView")  # fmt: skip

    heart, said = ("favorite", "liked") if shown.liked else ("favorite_border", "like")
    mark, kept = ("bookmark", "unsave") if shown.saved else ("bookmark_border", "save")
    return Row(
        action(heart, said, do(handlers.like, id), "like", RED if shown.liked else c.text, shown.liked),
        action("chat_bubble_outline", "comment", do(handlers.open_page, "comments", id), "comment"),
        action("send", "share_post", do(open_overlay, "share", id), "share"),
        Spacer(grow=1, height=1),
        action(mark, kept, do(handlers.save_post, id), "save", on=shown.saved),
        width=FILL, height=48, pad=(4, 0), align="center", id=ID + "row_feed_view_group_buttons",
    )  # fmt: skip


def _caption(res: Resources, shown: Shown) -> list[Element]:
    c = res.colors
    post = shown.post
    text = words(res, post.caption, post.own)
    if not text:
        return []
    author = Text(post.author, 14, c.text, 500, class_name="")
    whole = Text(text, 14, c.text, lines=None, id=ID + "row_feed_comment_textview_layout")
    if shown.unfolded or len(text) <= _FOLDED:
        return [Column(author, whole, width=FILL, pad=(14, 2), class_name="")]
    more = Text(res.string("instagram.more"), 14, c.secondary, pad=(4, 6), tap=do(handlers.unfold, post.id),
                id=ID + "caption_more", class_name="android.widget.Button")  # fmt: skip
    line = Text(text, 14, c.text, grow=1, id=ID + "row_feed_comment_textview_layout")
    return [Column(author, Row(line, more, width=FILL, align="center", class_name=""), width=FILL, pad=(14, 2),
                   class_name="")]  # fmt: skip


@component(96)
def post_card(res: Resources, shown: Shown) -> Element:
    """A post with its picture, buttons and caption."""
    c = res.colors
    post = shown.post
    width = min(res.width, _WIDEST)
    who = Row(
        avatar(post.author, 32),
        Text(post.author, 14, c.text, 500, id=ID + "row_feed_photo_profile_name"),
        grow=1, height=48, gap=10, align="center", tap=do(handlers.open_profile, post.author),
        id=ID + "row_feed_profile_header",
    )  # fmt: skip
    dots = icon_button("more_vert", res.string("instagram.more_actions"), do(open_overlay, "post", post.id), c.text,
                       id=ID + "media_option_button")  # fmt: skip
    likes = post.likes + shown.liked
    parts: list[Element] = []
    if likes:
        text = res.string("instagram.likes", count=likes, shown=res.digits(str(likes)))
        parts.append(Text(text, 14, c.text, 500, pad=(14, 2), id=ID + "row_feed_textview_likes"))
    parts += _caption(res, shown)
    if shown.comments:
        text = res.string(
            "instagram.view_comments", count=shown.comments, shown=res.digits(str(shown.comments))
        )
        parts.append(Text(text, 14, c.secondary, pad=(14, 8), lines=2, tap=do(handlers.open_page, "comments", post.id),
                          id=ID + "row_feed_view_all_comments_text"))  # fmt: skip
    parts.append(Text(hours_ago(res, post.hours), 12, c.secondary, pad=(14, 2, 14, 12)))
    card = Column(
        Row(who, dots, width=FILL, pad=(12, 0, 0, 0), align="center", class_name=""),
        picture(post.picture, width=width, height=width, id=ID + "row_feed_photo_imageview",
                description=res.string("instagram.photo_by", name=post.author)),
        _actions(res, shown), *parts,
        width=width,
    )  # fmt: skip
    return Column(card, width=FILL, align="center", class_name="")
