"""Instagram of a signed-in, invented account: feed, stories, search, reels, profiles, comments and messages."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram import pages, profile, stored, tabs
from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, CLIPS, ME, OTHERS, Comment, Message
from bmoca_gym.handset.apps.instagram.state import (
    MAIN,
    MODAL,
    PACKAGE,
    Instagram,
    back,
    closed,
    feed_of,
    post_with,
    profile_posts,
    shown,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, dialog, layer
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Activity, Phone


def _windows(phone: Phone, state: Instagram, activity: Activity) -> tuple[Layer, ...]:
    page = _page(phone, state, activity) if activity.name == MODAL else _tab(state, activity)
    over = _sheet(state)
    return (page, over) if over is not None else (page,)


def _tab(state: Instagram, activity: Activity) -> Layer:
    if state.tab == "search":
        return layer(tabs.explore, state.searching, state.query, state.recent, activity.focus == "search")
    if state.tab == "clips":
        return layer(tabs.clips, shown(state, CLIPS[state.clip]), state.muted, bars="light")
    if state.tab == "profile":
        return _own(state, True)
    return layer(tabs.feed, feed_of(state), state.seen)


def _own(state: Instagram, tab: bool) -> Layer:
    posts = profile_posts(state, ME)
    return layer(profile.own, posts, state.name, state.bio, len(state.following), state.grid, tab)


def _page(phone: Phone, state: Instagram, activity: Activity) -> Layer:
    name, about = activity.argument
    focused = activity.focus == "text"
    if name == "account":
        if about == ME:
            return _own(state, False)
        return layer(profile.account, about, profile_posts(state, about), about in state.following)
    if name == "post":
        post = post_with(state, about)
        return layer(pages.missing) if post is None else layer(pages.post, shown(state, post))
    if name == "comments":
        written = _comments(state, about)
        return layer(pages.comments, about, written, state.text, focused)
    if name == "story":
        return layer(tabs.story, *state.story, bars="light")
    if name == "inbox":
        return layer(pages.inbox, _last(state.messages))
    if name == "thread":
        said = tuple(one for one in state.messages if one.thread == about)
        return layer(pages.thread, about, said, state.text, focused)
    if name == "activity":
        return layer(pages.activity, state.following)
    if name == "edit":
        return layer(profile.edit, state.name_draft, state.text, state.bio, activity.focus)
    if name == "saved":
        posts = (post_with(state, id) for id in state.saved if id not in state.hidden)
        return layer(profile.saved, tuple(post for post in posts if post is not None))
    if name == "settings":
        return layer(profile.settings, state.private, state.paused)
    if name == "caption":
        return layer(pages.caption, pictures.with_path(phone, state.chosen), state.text, focused)
    return layer(pages.create, pictures.photos(phone), state.chosen)


def _comments(state: Instagram, id: int) -> tuple[Comment, ...]:
    return tuple(one for one in state.comments if one.post == id)


def _last(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The last message of each conversation, the latest first."""
    return tuple({one.thread: one for one in messages}.values())


def _sheet(state: Instagram) -> Layer | None:
    post = post_with(state, state.sheet_post)
    if state.sheet == "options":
        return dialog(pages.options_sheet)
    if not state.sheet or post is None:
        return None
    followed = post.author in state.following
    if state.sheet in ("post", "clip"):
        return dialog(pages.post_sheet, post, post.id in state.saved, followed, state.sheet == "clip")
    if state.sheet == "comments":
        return dialog(pages.comments_sheet, post.id, _comments(state, post.id))
    if state.sheet == "why":
        return dialog(pages.why_sheet, post.author, followed)
    return dialog(pages.share_sheet)


def _layers(phone: Phone, state: Instagram, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, state, activity))


APP = App(
    name="instagram",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("photo_camera", 0xFFE1306C),
    state=Instagram,
    layers=_layers,
    uid=10125,
    back=back,
    closed=closed,
    activities=(
        ExportedActivity("com.instagram.mainactivity.LauncherActivity"),
        ExportedActivity("com.instagram.mainactivity.MainActivity"),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "hidden": "hidden_posts",
                "liked": "liked_posts",
                "saved": "saved_posts",
                "following": Stored("following", OTHERS),
                "comments": Stored("comments", stored.are_comments),
                "messages": Stored("direct_messages", stored.are_messages),
                "seen": Stored("seen_stories", ACCOUNTS),
                "recent": Stored("recent_searches", ACCOUNTS),
                "name": "full_name",
                "bio": "biography",
                "private": "is_private",
                "paused": "notifications_paused",
                "muted": "clips_muted",
            },
        ),
    ),
)
