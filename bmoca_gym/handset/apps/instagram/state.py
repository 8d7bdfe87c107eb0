"""Instagram's state: the user's likes, texts and followed accounts, and open screens; and the handlers of the
tabs.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.instagram.content import (
    CLIPS,
    COMMENTS,
    FEED,
    FOLLOWED,
    ME,
    MESSAGES,
    MINE,
    STORIES,
    Comment,
    Message,
    Post,
    known_post,
    posts_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.instagram.android"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.activity.MainTabActivity"
#: Every other screen is a page of this activity, named by its argument: (page, what it shows).
MODAL = "com.instagram.modal.ModalActivity"
TEXT_LIMIT = 500
KEPT = 200


@value
class Instagram(Value):
    """The app's state. ``sheet``: name of the open sheet, or ""; ``sheet_post``: the post that it is about.

    ``own``: posts that the user shared, the newest first; ``hidden``: numbers of posts that are shown no more.
    ``bio``: None while it is the first one. ``text``: what is typed on the page in front. ``chosen``: the path of
    the picture for a new post. ``story``: account and number of the picture in the story viewer.
    """

    tab: str = "feed"
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
    sheet: str = ""
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
    """The post with what belongs to it."""
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


# The tabs


def show_tab(state: Instagram, context: Context, tab: str) -> Next[Instagram]:
    """Go to a tab; the chosen one's list goes back to its beginning."""
    state = replace(state, sheet="", searching=False, query="")
    if tab == state.tab:
        return state, focus(""), scroll_to(tab)
    return replace(state, tab=tab), focus("")


def show_sheet(state: Instagram, context: Context, name: str, post: int = 0) -> Instagram:
    """Open a sheet, or close it with ""."""
    return replace(state, sheet=name, sheet_post=post)


def open_page(state: Instagram, context: Context, page: str, about: Any = None) -> Next[Instagram]:
    """Open a page over the tabs."""
    state = replace(state, sheet="", text="")
    return state, focus(""), start(f"{PACKAGE}/{MODAL}", (page, about))


def leave(state: Instagram, context: Context) -> Next[Instagram]:
    """Back to the screen before."""
    return replace(state, sheet="", text=""), finish()


def open_profile(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open an account's profile: the user's own is a tab."""
    return open_page(state, context, "account", name)


def type_text(state: Instagram, context: Context, text: str) -> Instagram:
    """Take over what is typed on the page."""
    return replace(state, text=text[:TEXT_LIMIT])


# Posts


def like(state: Instagram, context: Context, id: int) -> Instagram:
    """Like or unlike a post."""
    return replace(state, liked=toggled(state.liked, id))


def save_post(state: Instagram, context: Context, id: int) -> Instagram:
    """Save a post, or remove it from the saved ones."""
    return replace(state, saved=toggled(state.saved, id))


def unfold(state: Instagram, context: Context, id: int) -> Instagram:
    """Show the whole caption."""
    return replace(state, unfolded=(*state.unfolded, id))


def hide(state: Instagram, context: Context, id: int, said: str) -> Next[Instagram]:
    """Show a post no more: another's is hidden, the user's own deleted."""
    state = replace(state, hidden=toggled(state.hidden, id), sheet="")
    effects = (toast(context.res.string(f"instagram.{said}")),)
    # The page of the post itself has nothing left to show.
    modal = context.activity is not None and context.activity.argument == ("post", id)
    return (state, *effects, finish()) if modal else (state, *effects)


def follow(state: Instagram, context: Context, name: str) -> Instagram:
    """Follow or unfollow an account."""
    return replace(state, following=toggled(state.following, name), sheet="")


def add_comment(state: Instagram, context: Context, id: int) -> Next[Instagram]:
    """Write the comment that was typed under a post."""
    text = state.text.strip()
    if not text:
        return state
    comments = (*state.comments, Comment(id, ME, text, True))[-KEPT:]
    return replace(state, comments=comments, text=""), focus("")


def send(state: Instagram, context: Context, thread: str) -> Next[Instagram]:
    """Send the message that was typed."""
    text = state.text.strip()
    if not text:
        return state
    return replace(state, messages=(*state.messages, Message(thread, True, text, True))[-KEPT:], text="")


def send_post(state: Instagram, context: Context, thread: str) -> Next[Instagram]:
    """Send the sheet's post to somebody."""
    messages = (*state.messages, Message(thread, True, "sent_post"))[-KEPT:]
    return replace(state, messages=messages, sheet=""), toast(context.res.string("instagram.sent"))


# Stories


def open_story(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open the story viewer with an account's pictures."""
    return open_page(_at_story(state, name, 0), context, "story")


def _at_story(state: Instagram, name: str, at: int) -> Instagram:
    seen = state.seen if name in state.seen else (*state.seen, name)
    return replace(state, story=(name, at), seen=seen)


def turn_story(state: Instagram, context: Context) -> Next[Instagram]:
    """The next picture after a touch, or the one before after a touch on the third where the line begins."""
    name, at = state.story
    names = list(STORIES)
    place = 1 - context.x if context.res.rtl else context.x
    if place < 1 / 3:
        return _at_story(state, name, at - 1) if at else leave(state, context)
    if at + 1 < len(STORIES[name]):
        return _at_story(state, name, at + 1)
    following = names.index(name) + 1
    return _at_story(state, names[following], 0) if following < len(names) else leave(state, context)


# Search


def open_search(state: Instagram, context: Context) -> Next[Instagram]:
    """Open the search field."""
    return replace(state, searching=True, query=""), focus("search"), scroll_to("accounts")


def close_search(state: Instagram, context: Context) -> Next[Instagram]:
    """Back to the grid."""
    return replace(state, searching=False, query=""), focus("")


def search(state: Instagram, context: Context, text: str) -> Next[Instagram]:
    """Update the search text."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("accounts")


def open_found(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open an account that was found; it is among the recent searches then."""
    recent = (name, *(one for one in state.recent if one != name))
    return open_profile(replace(state, recent=recent), context, name)


def forget(state: Instagram, context: Context, name: str = "") -> Instagram:
    """Take one from the recent searches, or all."""
    return replace(state, recent=tuple(one for one in state.recent if name and one != name))


def open_explored(state: Instagram, context: Context, id: int) -> Next[Instagram]:
    """Open a post of a grid."""
    return open_page(state, context, "post", id)


# Reels


def turn_clip(state: Instagram, context: Context) -> Instagram:
    """The next reel after a swipe up, the one before after a swipe down."""
    step = {"up": 1, "down": -1}.get(context.direction, 0)
    at = max(0, min(len(CLIPS) - 1, state.clip + step))
    return state if at == state.clip else replace(state, clip=at)


def switch_sound(state: Instagram, context: Context) -> Instagram:
    """Mute the reels, or let them be heard."""
    return replace(state, muted=not state.muted)


# The app


def back(state: Instagram, context: Context) -> Next[Instagram]:
    """Close what lies over the screen; from another tab to the feed."""
    if state.sheet:
        return replace(state, sheet="")
    if context.activity is None or context.activity.name == MODAL:
        return state
    if state.searching:
        return close_search(state, context)
    return replace(state, tab="feed") if state.tab != "feed" else state


def closed(state: Instagram) -> Instagram:
    """The state after the app is closed. The user's actions are kept; the app starts at the feed."""
    return replace(
        state, tab="feed", unfolded=(), clip=0, grid="grid", searching=False, query="", sheet="", sheet_post=0,
        story=("", 0), text="", name_draft="", chosen="",
    )  # fmt: skip
