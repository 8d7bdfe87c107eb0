"""YouTube with a signed-in, invented account: feed, search, Shorts, subscriptions, lists and a player.

The player's time is the phone's clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.youtube import stored
from bmoca_gym.handset.apps.youtube.handlers import pages, playing
from bmoca_gym.handset.apps.youtube.screens import pages as page_screens
from bmoca_gym.handset.apps.youtube.screens import player, settings, tabs, watch
from bmoca_gym.handset.apps.youtube.state import (
    MAIN,
    PACKAGE,
    YouTube,
    feed,
    liked_videos,
    newest,
    signed_out,
)
from bmoca_gym.handset.apps.youtube.videos import shorts
from bmoca_gym.handset.kits import offline, rails
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, SmallPicture, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.ui.elements import Element

#: The pages that are loaded: all but the user's own lists, the search field and the settings.
_LOADED = ("home", "shorts", "subscriptions", "watch", "results", "channel")


def _dark(s: YouTube, at: Place) -> bool:
    return s.dark(at.phone.configuration.dark)


def _bars(s: YouTube, at: Place) -> str:
    return "light" if _dark(s, at) else "dark"


def _where(s: YouTube, at: Place) -> str:
    return at.argument[0] if at.argument else s.page


def _about(at: Place) -> Any:
    """Return the subject of a page over the tabs."""
    return at.argument[1]


def _page(
    screen: Callable[..., Element], arguments: Callable[[YouTube, Place], tuple[Any, ...]], up: str = ""
) -> Page[YouTube]:
    return Page(screen, lambda s, at: (_dark(s, at), *arguments(s, at)), up=up, bars=_bars)


def _overlay(
    builder: Callable[..., Element], arguments: Callable[[YouTube, Place], tuple[Any, ...]]
) -> Overlay[YouTube]:
    return Overlay(builder, lambda s, at: (_dark(s, at), *arguments(s, at)), takes=("about",))


def _short(s: YouTube, at: Place) -> tuple[Any, ...]:
    one = shorts()[s.short]
    marks = (one.id in s.liked, one.id in s.disliked, one.channel in s.subscribed)
    return s.short, *marks, len(watch.comments(s, one.id)), s.still, s.overlay == "comments"


def _watch(s: YouTube, at: Place) -> tuple[Any, ...]:
    second = playing.place(s, at.phone.clock.uptime) // 1000
    shown = watch.shown(s, _about(at), at.focus == "comment")
    return _dark(s, at), shown, second, s.since >= 0, s.controls, s.autoplay


def _list(s: YouTube, at: Place) -> tuple[Any, ...]:
    key = _about(at)
    return s.page, key, {"history": s.history, "later": s.later, "liked": liked_videos(s)}[key]


def _comments(s: YouTube, at: Place) -> tuple[Any, ...]:
    return s.about, watch.comments(s, s.about), s.text, at.focus == "comment"


NAVIGATION = Navigation(
    YouTube,
    {
        "home": _page(tabs.home, lambda s, at: (feed(s), s.topic)),
        "shorts": Page(tabs.short, _short, up="home", bars="light"),
        "subscriptions": _page(tabs.subscriptions, lambda s, at: (s.subscribed, newest(s)), "home"),
        "you": _page(tabs.you, lambda s, at: (s.history, len(s.later), len(liked_videos(s))), "home"),
        "watch": Page(watch.watch, _watch, back=pages.close_panel, bars="light"),
        "search": _page(
            page_screens.search_page, lambda s, at: (s.query, s.searches, at.focus == "search")
        ),
        "results": _page(page_screens.results, lambda s, at: (s.page, _about(at), s.hidden)),
        "channel": _page(
            page_screens.channel, lambda s, at: (s.page, _about(at), _about(at) in s.subscribed)
        ),
        "channels": _page(page_screens.followed, lambda s, at: (s.page, s.subscribed)),
        "list": _page(page_screens.listed, _list),
        "settings": _page(
            settings.settings,
            lambda s, at: (_about(at), s.theme, s.autoplay, s.watch_paused, s.search_paused),
        ),
    },
    {
        "video": _overlay(page_screens.video_sheet, lambda s, at: (*s.about, s.about[0] in s.later)),
        "comments": _overlay(watch.comments_sheet, _comments),
        "unsubscribe": _overlay(page_screens.unsubscribe_dialog, lambda s, at: (s.about,)),
        "theme": _overlay(settings.theme_dialog, lambda s, at: (s.theme,)),
        "clear": _overlay(settings.clear_dialog, lambda s, at: (s.about,)),
    },
    where=_where,
    kept=(
        "history", "later", "liked", "disliked", "hidden", "subscribed", "comments", "searches", "places", "theme",
        "autoplay", "watch_paused", "search_paused",
    ),
    passing=("about", "text"),
    rail=("home", "shorts", "subscriptions", "you", "results", "channel", "channels", "list"),
)  # fmt: skip


def _layers(phone: Phone, state: YouTube, activity: Activity) -> tuple[Layer, ...]:
    at = Place(phone, activity)
    if _where(state, at) not in _LOADED or radios.connection(phone):
        return offline.told(phone, NAVIGATION.layers(phone, state, activity))
    tab = "" if activity.argument else state.page
    function, arguments = rails.fitted(phone, tabs.unconnected, (_dark(state, at), tab))
    return (layer(function, *arguments, bars=_bars(state, at)),)


#: The first API level whose image lets videos go on in a picture in picture.
_PICTURE_SINCE = 31


def _picture(phone: Phone, activity: Activity) -> SmallPicture | None:
    """The video of a page, for a picture in picture."""
    state: YouTube = phone.apps[PACKAGE]
    if phone.image.api_level < _PICTURE_SINCE or not radios.connection(phone):
        return None
    if _where(state, Place(phone, activity)) != "watch" or not state.video:
        return None
    return SmallPicture(player.small, (state.video,), state.since >= 0, playing.play_or_pause)


APP = App(
    name="youtube",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("smart_display", 0xFFFFFFFF, 0xFFFF0000),
    state=YouTube,
    layers=_layers,
    uid=10140,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    paused=playing.paused,
    picture=_picture,
    resumed=playing.resumed,
    signed_out=signed_out,
    files=(
        preference_file(
            PACKAGE,
            {
                "history": Stored("watch_history", stored.are_videos),
                "later": Stored("watch_later", stored.are_videos),
                "liked": Stored("liked", stored.are_videos),
                "disliked": Stored("disliked", stored.are_videos),
                "hidden": Stored("not_interested", stored.are_videos),
                "subscribed": Stored("subscriptions", stored.are_channels),
                "comments": "comments",
                "searches": "search_history",
                "places": Stored("watched_until", stored.are_watched),
                "theme": Stored("app_theme", settings.THEMES),
                "autoplay": "autoplay",
                "watch_paused": "pause_watch_history",
                "search_paused": "pause_search_history",
            },
            "youtube",
        ),
    ),
)
