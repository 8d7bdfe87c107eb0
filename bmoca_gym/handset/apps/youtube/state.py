"""YouTube's state: the user's history, lists and comments, the open screens, and the player."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.apps.youtube.videos import Comment, topic_of, videos
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


#: Themes that are dark whatever the phone is, or light.
_DARK = {"light": False, "dark": True}

PageName = Literal["home", "shorts", "subscriptions", "you"]
OverlayName = Literal["", "video", "comments", "unsubscribe", "theme", "clear"]


@value
class YouTube(Value):
    """YouTube's state.

    Attributes:
        page: the tab.
        topic: the topic of the chosen chip, or "" for all.
        history, later, liked, disliked, hidden: ids of videos, the newest first.
        about: what the overlay is about.
        video: id of the video in the player, or 0.
        at: its position in ms during a pause, or at the uptime ``since``, which is -1 during a pause.
        resume: whether it was playing when the app was left.
        places: (video, ms) of videos that were left before their end.
        controls: whether the controls are shown over the picture.
        panel: what is open below the player, or "".
        short: index of the Short; ``still``: whether it is paused.
        theme: "device", "light" or "dark".
    """

    page: PageName = "home"
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
    overlay: OverlayName = ""
    about: Any = ""
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
        """Whether the app is dark. ``device``: whether the phone is."""
        return _DARK.get(self.theme, device)


def signed_out(state: YouTube) -> YouTube:
    """The app where nobody is signed in: lists, channels and comments are the account's."""
    return replace(
        state, history=(), later=(), liked=(), disliked=(), hidden=(), subscribed=(), comments=(), places=()
    )


def fronted(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """Move an item to the front, and keep the first `KEPT` of them."""
    return (item, *(one for one in items if one != item))[:KEPT]


def without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """Return the items without one of them."""
    return tuple(one for one in items if one != item)


def feed(state: YouTube) -> tuple[int, ...]:
    """Return the ids of the videos on the home tab."""
    wanted = (id for id in videos() if not state.topic or topic_of(id) == state.topic)
    return tuple(id for id in wanted if id not in state.hidden)


def newest(state: YouTube) -> tuple[int, ...]:
    """Return the ids of the videos of subscribed channels, newest first."""
    found = [v for v in videos().values() if v.channel in state.subscribed and v.id not in state.hidden]
    return tuple([v.id for v in sorted(found, key=lambda v: v.days)])


def liked_videos(state: YouTube) -> tuple[int, ...]:
    """Return the ids of the liked videos, without Shorts."""
    return tuple(id for id in state.liked if id in videos())
