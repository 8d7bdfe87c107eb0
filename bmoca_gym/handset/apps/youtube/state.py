"""YouTube's state: the user's history, lists and comments, and open screens; and all handlers except the
player's.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.youtube.videos import Comment, account, shorts, topic_of, videos
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.google.android.youtube"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.app.honeycomb.Shell$HomeActivity"
#: Every other screen but for the settings is a page of this activity, named by its argument: (page, what it shows).
PAGE = "com.google.android.apps.youtube.app.watchwhile.WatchWhileActivity"
SETTINGS = "com.google.android.apps.youtube.app.settings.SettingsActivity"
TEXT_LIMIT = 200
KEPT = 50
#: The channels that the user follows at first.
FIRST = ("strings", "orbit", "kettle", "field")


@value
class YouTube(Value):
    """``history``, ``later``, ``liked``, ``disliked``, ``hidden``: numbers of videos, newest first.

    ``topic``: the chosen chip's, "" for all. ``sheet``: "" or what is open over the page, about ``sheet_about``.
    ``video``: the number of the one in the player, 0 for none; ``at``: its place in ms while it stands, or that at
    uptime ``since``; -1: it stands. ``places``: (video, ms) of those that were left before their end. ``resume``:
    it was playing when the app was left. ``controls``: whether they lie over the picture. ``panel``: "" or what
    is open below the player. ``short``: which one; ``still``: it stands. ``theme``: device, light or dark.
    """

    tab: str = "home"
    topic: str = ""
    history: tuple[int, ...] = (112, 106)
    later: tuple[int, ...] = (111,)
    liked: tuple[int, ...] = (108,)
    disliked: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    subscribed: tuple[str, ...] = FIRST
    comments: tuple[Comment, ...] = ()
    searches: tuple[str, ...] = ()
    query: str = ""
    text: str = ""
    sheet: str = ""
    sheet_about: Any = ""
    video: int = 0
    at: int = 0
    since: int = -1
    resume: bool = False
    places: tuple[tuple[int, int], ...] = ()
    controls: bool = False
    panel: str = ""
    short: int = 0
    still: bool = False
    theme: str = "device"
    autoplay: bool = True
    watch_paused: bool = False
    search_paused: bool = False

    def dark(self, device: bool) -> bool:
        """Whether the app is dark on a phone that is so, or is not."""
        return device if self.theme == "device" else self.theme == "dark"


def fronted(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """``items`` with ``item`` at their front."""
    return (item, *(one for one in items if one != item))[:KEPT]


def without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """``items`` without ``item``."""
    return tuple(one for one in items if one != item)


def feed(state: YouTube) -> tuple[int, ...]:
    """Numbers of the home tab's videos."""
    wanted = (id for id in videos() if not state.topic or topic_of(id) == state.topic)
    return tuple(id for id in wanted if id not in state.hidden)


def newest(state: YouTube) -> tuple[int, ...]:
    """Numbers of the videos of the channels that the user follows, newest first."""
    found = [v for v in videos().values() if v.channel in state.subscribed and v.id not in state.hidden]
    return tuple([v.id for v in sorted(found, key=lambda v: v.days)])


def liked_videos(state: YouTube) -> tuple[int, ...]:
    """Numbers of the videos that the user likes: Shorts are in no list."""
    return tuple(id for id in state.liked if id in videos())


# Where to go


def show_tab(state: YouTube, context: Context, tab: str) -> Next[YouTube]:
    """Go to a tab, from the tabs or from a page over them; the chosen one's list goes back to its beginning."""
    state = replace(state, sheet="", query="")
    depth = len(context.phone.tasks[-1].activities) - 1
    if depth:
        return replace(state, tab=tab), focus(""), finish(depth), scroll_to(tab)
    if tab == state.tab:
        return state, focus(""), scroll_to(tab)
    return replace(state, tab=tab, still=False), focus("")


def open_page(state: YouTube, context: Context, page: str, about: Any = "") -> Next[YouTube]:
    """Open a page over the tabs."""
    state = replace(state, sheet="", text="")
    return state, focus(""), start(f"{PACKAGE}/{PAGE}", (page, about))


def open_settings(state: YouTube, context: Context, page: str = "") -> Next[YouTube]:
    """Open the settings, or one of their pages."""
    return state, start(f"{PACKAGE}/{SETTINGS}", ("settings", page))


def leave(state: YouTube, context: Context) -> Next[YouTube]:
    """Back to the screen before."""
    return replace(state, sheet="", text="", panel=""), focus(""), finish()


def show_sheet(state: YouTube, context: Context, name: str, about: Any = "") -> Next[YouTube]:
    """Open a sheet or a dialog, or close it with ""."""
    return replace(state, sheet=name, sheet_about=about, text=""), focus("")


def choose_topic(state: YouTube, context: Context, topic: str) -> Next[YouTube]:
    """Show the videos of one topic, or of all with ""."""
    return replace(state, topic=topic), scroll_to("home")


# Videos


def save(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Add a video to Watch later, or remove it."""
    kept = id in state.later
    later = without(state.later, id) if kept else fronted(state.later, id)
    said = context.res.string("youtube.removed_later" if kept else "youtube.saved_later")
    return replace(state, later=later, sheet=""), toast(said)


def hide(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Show a video no more: the user isn't interested."""
    said = toast(context.res.string("youtube.video_removed"))
    return replace(state, hidden=(id, *without(state.hidden, id)), sheet=""), said


def forget_watched(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Take a video out of the history."""
    return replace(state, history=without(state.history, id), sheet="")


def like(state: YouTube, context: Context, id: int) -> YouTube:
    """Like or unlike a video."""
    liked = without(state.liked, id) if id in state.liked else fronted(state.liked, id)
    return replace(state, liked=liked, disliked=without(state.disliked, id))


def dislike(state: YouTube, context: Context, id: int) -> YouTube:
    """Dislike a video, or undo that."""
    disliked = without(state.disliked, id) if id in state.disliked else fronted(state.disliked, id)
    return replace(state, disliked=disliked, liked=without(state.liked, id))


def subscribe(state: YouTube, context: Context, channel: str) -> Next[YouTube]:
    """Subscribe to or unsubscribe from a channel."""
    now = channel not in state.subscribed
    said = context.res.string("youtube.subscription_added" if now else "youtube.subscription_removed")
    subscribed = (*state.subscribed, channel) if now else without(state.subscribed, channel)
    return replace(state, subscribed=subscribed, sheet=""), toast(said)


def type_text(state: YouTube, context: Context, text: str) -> YouTube:
    """Take over a comment."""
    return replace(state, text=text[:TEXT_LIMIT])


def add_comment(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Write the comment that was typed under a video."""
    text = state.text.strip()
    if not text:
        return state
    comments = (Comment(account()[1], text, id), *state.comments)[:KEPT]
    return replace(state, comments=comments, text=""), focus(""), scroll_to("comments")


# Search


def open_search(state: YouTube, context: Context, query: str = "") -> Next[YouTube]:
    """Open the search field."""
    state, effects = split(open_page(replace(state, query=query), context, "search"))
    return and_then(state, *effects, focus("search"))


def type_query(state: YouTube, context: Context, text: str) -> Next[YouTube]:
    """Update the search text."""
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
    """The next one after a swipe up, the one before after a swipe down."""
    step = {"up": 1, "down": -1}.get(context.direction, 0)
    at = max(0, min(len(shorts()) - 1, state.short + step))
    return state if at == state.short else replace(state, short=at, still=False)


def stop_short(state: YouTube, context: Context) -> YouTube:
    """Pause or resume a Short."""
    return replace(state, still=not state.still)


# Settings


def choose_theme(state: YouTube, context: Context, theme: str) -> YouTube:
    """Be light, dark, or as the device is."""
    return replace(state, theme=theme, sheet="")


def switch(state: YouTube, context: Context, name: str) -> YouTube:
    """Switch a setting: autoplay, watch_paused or search_paused."""
    if name == "autoplay":
        return replace(state, autoplay=not state.autoplay)
    if name == "watch_paused":
        return replace(state, watch_paused=not state.watch_paused)
    return replace(state, search_paused=not state.search_paused)


def clear(state: YouTube, context: Context, name: str) -> Next[YouTube]:
    """Clear the watch history or the search history."""
    state = replace(state, sheet="")
    state = replace(state, history=()) if name == "watch" else replace(state, searches=())
    return state, toast(context.res.string("youtube.cleared"))


# The app


def back(state: YouTube, context: Context) -> Next[YouTube]:
    """Close what lies over the screen; from another tab to the home tab."""
    if state.sheet:
        return replace(state, sheet="", text="")
    activity = context.activity
    if activity is not None and activity.argument:
        return replace(state, panel="", text="") if activity.argument[0] == "watch" and state.panel else state
    return replace(state, tab="home") if state.tab != "home" else state


def closed(state: YouTube) -> YouTube:
    """The state after the app is closed. The user's actions are kept; the app starts at the home tab."""
    return replace(
        state, tab="home", topic="", query="", text="", sheet="", sheet_about="", video=0, at=0, since=-1, resume=False,
        controls=False, panel="", short=0, still=False,
    )  # fmt: skip
