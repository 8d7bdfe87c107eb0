"""Instagram's state: the user's likes, texts and followed accounts, the tab, and what is open over it."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.apps.instagram.content import (
    COMMENTS,
    FEED,
    FOLLOWED,
    ME,
    MESSAGES,
    MINE,
    Comment,
    Message,
    Post,
    known_post,
    posts_of,
)
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.instagram.android"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.activity.MainTabActivity"
#: Every other screen is a page of this activity, named by its argument: (page, what it shows).
MODAL = "com.instagram.modal.ModalActivity"
TEXT_LIMIT = 500
KEPT = 200

PageName = Literal["feed", "search", "clips", "profile"]
OverlayName = Literal["", "options", "post", "clip", "comments", "why", "share"]


@value
class Instagram(Value):
    """The app's state.

    Attributes:
        page: the selected tab.
        sheet_post: number of the post that the sheet is about.
        own: posts that the user shared, newest first.
        hidden: numbers of hidden posts.
        bio: None until it is changed.
        text: the text typed on the page in front.
        chosen: path of the picture for a new post.
        story: account and number of the picture in the story viewer.
    """

    page: PageName = "feed"
    overlay: OverlayName = ""
    own: tuple[Post, ...] = ()
    hidden: tuple[int, ...] = ()
    liked: tuple[int, ...] = ()
    saved: tuple[int, ...] = ()
    unfolded: tuple[int, ...] = ()
    following: tuple[str, ...] = FOLLOWED
    comments: tuple[Comment, ...] = COMMENTS
    messages: tuple[Message, ...] = MESSAGES
    seen: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    name: str = ""
    bio: str | None = None
    private: bool = False
    paused: bool = False
    muted: bool = True
    clip: int = 0
    grid: str = "grid"
    searching: bool = False
    query: str = ""
    sheet_post: int = 0
    story: tuple[str, int] = ("", 0)
    text: str = ""
    name_draft: str = ""
    chosen: str = ""
    next_post: int = 1000


@value
class Shown(Value):
    """A post with the user's actions and the number of comments."""

    post: Post
    liked: bool = False
    saved: bool = False
    unfolded: bool = False
    comments: int = 0


def shown(state: Instagram, post: Post) -> Shown:
    """The post with the user's actions on it."""
    id = post.id
    count = sum(comment.post == id for comment in state.comments)
    return Shown(post, id in state.liked, id in state.saved, id in state.unfolded, count)


def post_with(state: Instagram, id: int) -> Post | None:
    """The post with that id, or None."""
    return next((post for post in state.own if post.id == id), None) or known_post(id)


def feed_of(state: Instagram) -> tuple[Shown, ...]:
    """The posts of the feed, the user's own new ones first."""
    return tuple(shown(state, post) for post in (*state.own, *FEED) if post.id not in state.hidden)


def profile_posts(state: Instagram, name: str) -> tuple[Post, ...]:
    """The posts on an account's profile."""
    posts = (*state.own, *MINE) if name == ME else posts_of(name)
    return tuple(post for post in posts if post.id not in state.hidden)


def toggled(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """``items`` without ``item``, or with it at the front if it was missing."""
    return tuple(one for one in items if one != item) if item in items else (item, *items)
