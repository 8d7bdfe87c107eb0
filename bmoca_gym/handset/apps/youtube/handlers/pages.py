"""Handlers of YouTube's pages: tabs, lists, comments, search, Shorts, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.youtube.state import (
    KEPT,
    PACKAGE,
    PAGE,
    SETTINGS,
    TEXT_LIMIT,
    PageName,
    YouTube,
    fronted,
    without,
)
from bmoca_gym.handset.apps.youtube.videos import Comment, handle, shorts
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits.google_bars import add_account
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: Fields of the state with histories that can be cleared.
_HISTORIES = {"watch": "history", "search": "searches"}


# Where to go


def show_tab(state: YouTube, context: Context, tab: PageName) -> Next[YouTube]:
    """Show a tab, from the tabs or a page over them. If it is already shown, scroll its list to the top."""
    state = without_overlay(state, query="")
    depth = len(context.phone.tasks[-1].activities) - 1
    if depth:
        return replace(state, page=tab), focus(""), finish(depth), scroll_to(tab)
    if tab == state.page:
        return state, focus(""), scroll_to(tab)
    return replace(state, page=tab, still=False), focus("")


def open_page(state: YouTube, context: Context, page: str, about: Any = "") -> Next[YouTube]:
    """Open a page over the tabs."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{PAGE}", (page, about))


def open_settings(state: YouTube, context: Context, page: str = "") -> Next[YouTube]:
    """Open the settings, or one of their pages."""
    return state, start(f"{PACKAGE}/{SETTINGS}", ("settings", page))


def leave(state: YouTube, context: Context) -> Next[YouTube]:
    """Close the activity."""
    return without_overlay(state, panel=""), focus(""), finish()


def show_panel(state: YouTube, context: Context, name: str) -> Next[YouTube]:
    """Open the description or the comments below the player, or close them with ""."""
    return replace(state, panel=name, text=""), focus(""), scroll_to("comments"), scroll_to("description")


def close_panel(state: YouTube, context: Context) -> YouTube:
    """On Back, close what is open below the player."""
    return replace(state, panel="", text="") if state.panel else state


def choose_topic(state: YouTube, context: Context, topic: str) -> Next[YouTube]:
    """Show the videos of one topic, or of all with ""."""
    return replace(state, topic=topic), scroll_to("home")


# Videos


def save(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Save a video to watch later, or remove it."""
    if context.res.account is None:
        return add_account(state, context)
    kept = id in state.later
    later = without(state.later, id) if kept else fronted(state.later, id)
    said = context.res.string("youtube.removed_later" if kept else "youtube.saved_later")
    return without_overlay(state, later=later), toast(said)


def hide(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Hide an uninteresting video."""
    said = toast(context.res.string("youtube.video_removed"))
    return without_overlay(state, hidden=(id, *without(state.hidden, id))), said


def forget_watched(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Remove a video from the history."""
    return without_overlay(state, history=without(state.history, id))


def like(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Like or unlike a video."""
    if context.res.account is None:
        return add_account(state, context)
    liked = without(state.liked, id) if id in state.liked else fronted(state.liked, id)
    return replace(state, liked=liked, disliked=without(state.disliked, id))


def dislike(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Dislike a video, or remove the dislike."""
    if context.res.account is None:
        return add_account(state, context)
    disliked = without(state.disliked, id) if id in state.disliked else fronted(state.disliked, id)
    return replace(state, disliked=disliked, liked=without(state.liked, id))


def subscribe(state: YouTube, context: Context, channel: str) -> Next[YouTube]:
    """Subscribe to a channel, or unsubscribe."""
    if context.res.account is None:
        return add_account(state, context)
    now = channel not in state.subscribed
    said = context.res.string("youtube.subscription_added" if now else "youtube.subscription_removed")
    subscribed = (*state.subscribed, channel) if now else without(state.subscribed, channel)
    return without_overlay(state, subscribed=subscribed), toast(said)


def type_text(state: YouTube, context: Context, text: str) -> YouTube:
    """Type a comment."""
    return replace(state, text=text[:TEXT_LIMIT])


def add_comment(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Post the comment on a video."""
    text = state.text.strip()
    if not text:
        return state
    if context.res.account is None:
        return add_account(state, context)
    comments = (Comment(handle(), text, id), *state.comments)[:KEPT]
    return replace(state, comments=comments, text=""), focus(""), scroll_to("comments")


# Search


def open_search(state: YouTube, context: Context, query: str = "") -> Next[YouTube]:
    """Open the search field."""
    state, effects = split(open_page(replace(state, query=query), context, "search"))
    return and_then(state, *effects, focus("search"))


def type_query(state: YouTube, context: Context, text: str) -> Next[YouTube]:
    """Type a query."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("suggestions"), focus("search")


def search(state: YouTube, context: Context, query: str | None = None) -> Next[YouTube]:
    """Search for ``query``, or for the typed text."""
    wanted = (state.query if query is None else query).strip()
    if not wanted:
        return state
    searches = state.searches if state.search_paused else fronted(state.searches, wanted)
    state, effects = split(open_page(replace(state, searches=searches, query=""), context, "results", wanted))
    return and_then(state, finish(), *effects)


# Shorts


def turn_short(state: YouTube, context: Context) -> YouTube:
    """Swipe up to the next Short, or down to the previous one."""
    step = {"up": 1, "down": -1}.get(context.direction, 0)
    at = max(0, min(len(shorts()) - 1, state.short + step))
    return state if at == state.short else replace(state, short=at, still=False)


def stop_short(state: YouTube, context: Context) -> YouTube:
    """Pause or play the Short."""
    return replace(state, still=not state.still)


# Settings


def choose_theme(state: YouTube, context: Context, theme: str) -> YouTube:
    """Choose the theme."""
    return without_overlay(state, theme=theme)


def clear(state: YouTube, context: Context, name: str) -> Next[YouTube]:
    """Clear the history of "watch" or "search"."""
    return without_overlay(state, **{_HISTORIES[name]: ()}), toast(context.res.string("youtube.cleared"))
