"""Pages over the tabs: a post, comments, messages, activity, a new post; and sheets of posts."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram import handlers
from bmoca_gym.handset.apps.instagram.content import (
    ACCOUNTS,
    EVENTS,
    ME,
    OTHERS,
    Comment,
    Event,
    Message,
    Post,
    known_post,
)
from bmoca_gym.handset.apps.instagram.screens.parts import (
    BLUE,
    WHITE,
    account_row,
    avatar,
    bar,
    button,
    composer,
    hours_ago,
    in_sheet,
    message,
    post_card,
    sheet,
    words,
)
from bmoca_gym.handset.apps.instagram.state import ID, Shown
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.providers.pictures import Photo
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Picture, Text, TextField
from bmoca_gym.handset.value import do


def post(res: Resources, shown: Shown | None) -> Element:
    """One post, or a message that it no longer exists."""
    if shown is None:
        return page(res, bar(res, res.string("instagram.posts")),
                    message(res, res.string("instagram.no_posts"), "photo_camera"))  # fmt: skip
    return page(
        res, bar(res, res.string("instagram.posts")),
        scrolling(post_card(res, shown), Spacer(width=1, height=16), key="post", id="android:id/list"),
    )  # fmt: skip


# Comments


def _comment(res: Resources, comment: Comment) -> Element:
    c = res.colors
    return Row(
        avatar(comment.author, 36),
        Column(
            Text(comment.author, 13, c.text, 500),
            Text(words(res, comment.text, comment.typed), 14, c.text, lines=None,
                 id=ID + "row_comment_textview_comment"),
            grow=1, gap=2, class_name="",
        ),
        width=FILL, pad=(16, 10), gap=12, tap=do(handlers.open_profile, comment.author),
        id=ID + "row_comment_container",
    )  # fmt: skip


def _written(res: Resources, comments: tuple[Comment, ...]) -> list[Element]:
    empty = message(res, res.string("instagram.no_comments"), "chat_bubble_outline")
    return [_comment(res, one) for one in comments] or [empty]


def comments(res: Resources, id: int, written: tuple[Comment, ...], text: str, focused: bool) -> Element:
    """The comments under a post, and the field to add one."""
    field = composer(
        res, text, focused, "add_comment", "post", do(handlers.add_comment, id), "layout_comment_thread"
    )
    return page(
        res, bar(res, res.string("instagram.comments")),
        scrolling(*_written(res, written), key="comments", id=ID + "sticky_header_list"), divider(res), field,
    )  # fmt: skip


def comments_sheet(res: Resources, id: int, written: tuple[Comment, ...]) -> Element:
    """The comments under a reel."""
    label = res.string("instagram.add_comment")
    add = button(res, label, do(handlers.open_page, "comments", id), "add_comment_button", grow=1, lines=2)
    rows = scrolling(*_written(res, written), key="clip_comments", grow=0, most=min(260, res.height * 2 // 5))
    return in_sheet(
        res, res.string("instagram.comments"), rows, Row(add, width=FILL, pad=(16, 8), class_name="")
    )


# Messages


def inbox(res: Resources, last: tuple[Message, ...]) -> Element:
    """The conversations, and accounts without one. ``last``: the last message of each."""
    known = [one.thread for one in last]
    rows = [
        account_row(
            res, one.thread, words(res, one.text, one.typed), do(handlers.open_page, "thread", one.thread)
        )
        for one in last
    ]
    others = [
        account_row(res, name, "", do(handlers.open_page, "thread", name))
        for name in OTHERS
        if name not in known
    ]
    head = Text(res.string("instagram.suggested"), 16, res.colors.text, 500, pad=(16, 16, 16, 8), width=FILL)
    return page(
        res, bar(res, res.string("instagram.messages")),
        scrolling(*rows, *((head,) if others else ()), *others, key="inbox", id=ID + "inbox_thread_list_recyclerview"),
    )  # fmt: skip


def thread(res: Resources, name: str, messages: tuple[Message, ...], text: str, focused: bool) -> Element:
    """A conversation, and the field for a message."""
    field = composer(
        res, text, focused, "message_hint", "send", do(handlers.send, name), "row_thread_composer"
    )
    head = Column(
        avatar(name, 80), Text(name, 18, res.colors.text, 500),
        Text(res.string(f"instagram.{ACCOUNTS[name].about}"), 14, res.colors.secondary, lines=2, align="center"),
        button(res, res.string("instagram.view_profile"), do(handlers.open_profile, name), "view_profile_button"),
        width=FILL, pad=(24, 16), gap=8, align="center", class_name="",
    )  # fmt: skip
    rows = [_bubble(res, one) for one in messages]
    return page(
        res, bar(res, name),
        scrolling(head, *rows, key="thread", gap=4, pad=(0, 0, 0, 12), id=ID + "message_list"), divider(res), field,
    )  # fmt: skip


def _bubble(res: Resources, one: Message) -> Element:
    c = res.colors
    ink, background = (WHITE, BLUE) if one.mine else (c.text, c.raised)
    text = Text(words(res, one.text, one.typed), 15, ink, lines=None, pad=(14, 9), radius=18, background=background,
                id=ID + "direct_text_message_text_view")  # fmt: skip
    room = (64, 0, 16, 0) if one.mine else (16, 0, 64, 0)
    return Column(text, width=FILL, pad=room, align="end" if one.mine else "start", class_name="")


# Activity


def activity(res: Resources, following: tuple[str, ...]) -> Element:
    """The activity page: likes of the user's posts, and followers."""
    rows = [_event(res, event, event.account in following) for event in EVENTS]
    return page(
        res, bar(res, res.string("instagram.notifications")),
        scrolling(*rows, key="activity", id=ID + "recycler_view"),
    )  # fmt: skip


def _event(res: Resources, event: Event, followed: bool) -> Element:
    c = res.colors
    name = event.account
    what = res.string(f"instagram.event_{event.kind}", name=name)
    tap = do(handlers.open_explored, event.post) if event.post else do(handlers.open_profile, name)
    below = res.width < 320 and not event.post
    liked = known_post(event.post)
    if liked is not None:
        end: Element = picture(liked.picture, width=44, height=44)
    else:
        label = res.string("instagram.following" if followed else "instagram.follow")
        end = button(res, label, do(handlers.follow, name), "row_newsfeed_follow_button", not followed)
    return Row(
        avatar(name, 44),
        Column(
            Text(what, 14, c.text, lines=4, id=ID + "row_newsfeed_text"),
            Text(hours_ago(res, event.hours), 12, c.secondary),
            *((end,) if below else ()),
            grow=1, gap=4, class_name="",
        ),
        *(() if below else (end,)), width=FILL, pad=(16, 8), gap=12, align="center", tap=tap,
        id=ID + "row_newsfeed_container",
    )  # fmt: skip


# A new post


def create(res: Resources, photos: tuple[Photo, ...], chosen: str) -> Element:
    """The pictures on the phone, with the chosen one enlarged."""
    title = res.string("instagram.new_post")
    preview = next((photo for photo in photos if photo.path == chosen), None)
    if preview is None:
        return page(res, bar(res, title), message(res, res.string("instagram.no_photos"), "photo_library"))
    forward = text_button(
        res, res.string("instagram.next"), do(handlers.open_page, "caption"), id=ID + "next_button_textview"
    )
    said = res.string("instagram.photo_by", name=ME)
    width = min(res.width, 420, max(160, res.height * 2 // 5))
    large = Column(
        Picture(preview.picture, width=width, height=width, id=ID + "crop_image_view", description=said),
        width=FILL, align="center", background=res.colors.raised, class_name="",
    )  # fmt: skip
    columns = max(4, res.width // 160)
    side = (res.width - 2 * (columns - 1)) / columns
    cells = [
        Picture(photo.picture, height=side, tap=do(handlers.choose, photo.path), id=ID + "gallery_grid_item_thumbnail",
                selected=photo.path == chosen, description=said, class_name="android.widget.Button")
        for photo in photos
    ]  # fmt: skip
    return page(
        res, bar(res, title, forward),
        scrolling(large, Spacer(width=1, height=2), Grid(*cells, columns=columns, gap=2, width=FILL), key="create",
                  id=ID + "gallery_recycler_view"),
    )  # fmt: skip


def caption(res: Resources, photo: Photo | None, text: str, focused: bool) -> Element:
    """The caption of a new post, and the button that shares it."""
    c = res.colors
    if photo is None:
        return page(res, bar(res, res.string("instagram.new_post")),
                    message(res, res.string("instagram.no_photos"), "photo_library"))  # fmt: skip
    field = TextField(
        text, "text", do(handlers.type_text), focused=focused, hint=res.string("instagram.caption_hint"),
        hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, lines=4, width=FILL, height=96, capitals="sentences",
        id=ID + "caption_text_view",
    )  # fmt: skip
    said = res.string("instagram.photo_by", name=ME)
    picture = Picture(
        photo.picture,
        width=120,
        height=120,
        description=said,
        id=ID + "preview_image",
    )
    done = button(res, res.string("instagram.share"), do(handlers.share), "share_footer_button", True, grow=1)
    return page(
        res, bar(res, res.string("instagram.new_post")),
        scrolling(Column(picture, width=FILL, align="center", pad=16, class_name=""), field, pad=(16, 0),
                  key="caption"),
        Row(done, width=FILL, pad=16, class_name=""),
    )  # fmt: skip


# Sheets


def post_sheet(res: Resources, one: Post, saved: bool, followed: bool, clip: bool = False) -> Element:
    """The sheet with a post's actions. ``clip``: whether it is a reel, which can't be hidden."""
    keep = (
        res.string("instagram.unsave" if saved else "instagram.save"),
        "bookmark_border",
        do(handlers.save_post, one.id),
    )
    if one.author == ME:
        return sheet(
            res, (keep, (res.string("instagram.delete"), "delete", do(handlers.hide, one.id, "deleted")))
        )
    label = res.string("instagram.unfollow" if followed else "instagram.follow")
    glyph = "person_add_disabled" if followed else "person_add"
    items = [keep, (label, glyph, do(handlers.follow, one.author))]
    if not clip:
        items.append(
            (res.string("instagram.hide"), "visibility_off", do(handlers.hide, one.id, "post_hidden"))
        )
    why = (res.string("instagram.why"), "info", do(open_overlay, "why", one.id))
    return sheet(res, (*items, why))


def why_sheet(res: Resources, author: str, followed: bool) -> Element:
    """A sheet that says why a post is shown."""
    key = "why_followed" if followed else "why_popular"
    text = Text(
        res.string(f"instagram.{key}", name=author), 14, res.colors.secondary, lines=6, pad=(20, 0, 20, 12)
    )
    close = Row(button(res, res.string("common.ok"), CLOSE, "why_ok", grow=1), width=FILL, pad=(20, 0),
                class_name="")  # fmt: skip
    return in_sheet(res, res.string("instagram.why"), text, close)


def share_sheet(res: Resources) -> Element:
    """The people a post can be sent to."""
    rows = [account_row(res, name, "", do(handlers.send_post, name)) for name in OTHERS]
    box = scrolling(*rows, key="share", grow=0, most=min(320, res.height // 2))
    return in_sheet(res, res.string("instagram.share_post"), box)


def options_sheet(res: Resources) -> Element:
    """The menu of the user's own profile."""
    return sheet(
        res,
        (
            (res.string("instagram.settings"), "settings", do(handlers.open_page, "settings")),
            (res.string("instagram.notifications"), "favorite_border", do(handlers.open_page, "activity")),
            (res.string("instagram.saved"), "bookmark_border", do(handlers.open_page, "saved")),
        ),
    )
