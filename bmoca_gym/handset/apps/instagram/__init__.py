"""Instagram with a signed-in, invented account: feed, stories, search, reels, profiles, comments and messages."""

from __future__ import annotations

from typing import Any, get_args

from bmoca_gym.handset.apps.instagram import stored
from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, CLIPS, ME, OTHERS, Comment, Message
from bmoca_gym.handset.apps.instagram.screens import pages, profile, tabs
from bmoca_gym.handset.apps.instagram.state import (
    MAIN,
    MODAL,
    PACKAGE,
    TEXT_LIMIT,
    Instagram,
    PageName,
    feed_of,
    post_with,
    profile_posts,
    shown,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Activity, Phone

_TABS: tuple[str, ...] = get_args(PageName)


def _about(place: Place) -> Any:
    """The subject of a page over the tabs."""
    return place.argument[1]


def _explore(state: Instagram, place: Place) -> tuple[Any, ...]:
    return state.searching, state.query, state.recent, place.focus == "search"


def _own(state: Instagram, tab: bool) -> tuple[Any, ...]:
    posts = profile_posts(state, ME)
    return posts, state.name, state.bio, len(state.following), state.grid, tab


def _account(state: Instagram, place: Place) -> tuple[Any, ...]:
    name = _about(place)
    return name, profile_posts(state, name), name in state.following


def _post(state: Instagram, place: Place) -> tuple[Any, ...]:
    post = post_with(state, _about(place))
    return (None if post is None else shown(state, post),)


def _comments(state: Instagram, id: int) -> tuple[Comment, ...]:
    return tuple(one for one in state.comments if one.post == id)


def _written(state: Instagram, place: Place) -> tuple[Any, ...]:
    id = _about(place)
    return id, _comments(state, id), state.text, place.focus == "text"


def _last(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The last message of each conversation, latest first."""
    return tuple({one.thread: one for one in messages}.values())


def _thread(state: Instagram, place: Place) -> tuple[Any, ...]:
    name = _about(place)
    said = tuple(one for one in state.messages if one.thread == name)
    return name, said, state.text, place.focus == "text"


def _saved(state: Instagram, place: Place) -> tuple[Any, ...]:
    posts = (post_with(state, id) for id in state.saved if id not in state.hidden)
    return (tuple(post for post in posts if post is not None),)


def _caption(state: Instagram, place: Place) -> tuple[Any, ...]:
    return pictures.with_path(place.phone, state.chosen), state.text, place.focus == "text"


def _sheet(state: Instagram, clip: bool) -> tuple[Any, ...] | None:
    post = post_with(state, state.sheet_post)
    return None if post is None else (post, post.id in state.saved, post.author in state.following, clip)


def _under_clip(state: Instagram, place: Place) -> tuple[Any, ...] | None:
    post = post_with(state, state.sheet_post)
    return None if post is None else (post.id, _comments(state, post.id))


def _why(state: Instagram, place: Place) -> tuple[Any, ...] | None:
    post = post_with(state, state.sheet_post)
    return None if post is None else (post.author, post.author in state.following)


def _share(state: Instagram, place: Place) -> tuple[Any, ...] | None:
    return None if post_with(state, state.sheet_post) is None else ()


NAVIGATION = Navigation(
    Instagram,
    {
        "feed": Page(tabs.feed, lambda s, at: (feed_of(s), s.seen)),
        "search": Page(tabs.explore, _explore, up="feed"),
        "clips": Page(tabs.clips, lambda s, at: (shown(s, CLIPS[s.clip]), s.muted), up="feed", bars="light"),
        "profile": Page(profile.own, lambda s, at: _own(s, True), up="feed"),
        "own": Page(profile.own, lambda s, at: _own(s, False)),
        "account": Page(profile.account, _account),
        "post": Page(pages.post, _post),
        "comments": Page(pages.comments, _written),
        "story": Page(tabs.story, lambda s, at: s.story, bars="light"),
        "inbox": Page(pages.inbox, lambda s, at: (_last(s.messages),)),
        "thread": Page(pages.thread, _thread),
        "activity": Page(pages.activity, lambda s, at: (s.following,)),
        "edit": Page(profile.edit, lambda s, at: (s.name_draft, s.text, s.bio, at.focus)),
        "saved": Page(profile.saved, _saved),
        "settings": Page(profile.settings, lambda s, at: (s.private, s.paused)),
        "caption": Page(pages.caption, _caption),
        "create": Page(pages.create, lambda s, at: (pictures.photos(at.phone), s.chosen)),
    },
    {
        "options": Overlay(pages.options_sheet),
        "post": Overlay(pages.post_sheet, lambda s, at: _sheet(s, False), takes=("sheet_post",)),
        "clip": Overlay(pages.post_sheet, lambda s, at: _sheet(s, True), takes=("sheet_post",)),
        "comments": Overlay(pages.comments_sheet, _under_clip, takes=("sheet_post",)),
        "why": Overlay(pages.why_sheet, _why, takes=("sheet_post",)),
        "share": Overlay(pages.share_sheet, _share, takes=("sheet_post",)),
    },
    where=lambda s, at: at.argument[0] if at.activity.name == MODAL else s.page,
    kept=(
        "own", "hidden", "liked", "saved", "following", "comments", "messages", "seen", "recent", "name", "bio",
        "private", "paused", "muted", "next_post",
    ),
    passing=("sheet_post",),
    search=Search(on=_TABS, limit=TEXT_LIMIT),
    scroll="accounts",
)  # fmt: skip


def _layers(phone: Phone, state: Instagram, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, NAVIGATION.layers(phone, state, activity))


APP = App(
    name="instagram",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("photo_camera", 0xFFE1306C),
    state=Instagram,
    layers=_layers,
    uid=10125,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
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
