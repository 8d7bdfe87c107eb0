"""YouTube of a signed-in, invented account: feed, search, Shorts, subscriptions, lists and a player.

The player's time is the phone's clock.
"""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube import pages, player, settings, stored, tabs, watch
from bmoca_gym.handset.apps.youtube.state import (
    MAIN,
    PACKAGE,
    YouTube,
    back,
    closed,
    feed,
    liked_videos,
    newest,
)
from bmoca_gym.handset.apps.youtube.videos import shorts
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import radios


def _windows(phone: Phone, state: YouTube, activity: Activity) -> tuple[Layer, ...]:
    dark = state.dark(phone.configuration.dark)
    base = _page(phone, state, activity, dark) if activity.argument else _tab(state, dark)
    over = _sheet(state, activity, dark)
    return (base, over) if over is not None else (base,)


def _needs_connection(state: YouTube, activity: Activity) -> bool:
    """Whether the screen needs a connection. The user's own lists and the settings don't."""
    if activity.argument:
        return activity.argument[0] in ("watch", "results", "channel")
    return state.tab != "you"


def _tab(state: YouTube, dark: bool) -> Layer:
    bars = "light" if dark else "dark"
    if state.tab == "shorts":
        one = shorts()[state.short]
        marks = (one.id in state.liked, one.id in state.disliked, one.channel in state.subscribed)
        said = len(watch.comments(state, one.id))
        bare = state.sheet == "comments"
        return layer(tabs.short, state.short, *marks, said, state.still, bare, bars="light")
    if state.tab == "subscriptions":
        return layer(tabs.subscriptions, dark, state.subscribed, newest(state), bars=bars)
    if state.tab == "you":
        return layer(tabs.you, dark, state.history, len(state.later), len(liked_videos(state)), bars=bars)
    return layer(tabs.home, dark, feed(state), state.topic, bars=bars)


def _page(phone: Phone, state: YouTube, activity: Activity, dark: bool) -> Layer:
    name, about = activity.argument
    bars = "light" if dark else "dark"
    if name == "watch":
        second = player.place(state, phone.clock.uptime) // 1000
        shown = watch.shown(state, about, activity.focus == "comment")
        playing = state.since >= 0
        return layer(watch.watch, dark, shown, second, playing, state.controls, state.autoplay, bars="light")
    if name == "search":
        focused = activity.focus == "search"
        return layer(pages.search_page, dark, state.query, state.searches, focused, bars=bars)
    if name == "results":
        return layer(pages.results, dark, state.tab, about, state.hidden, bars=bars)
    if name == "channel":
        return layer(pages.channel, dark, state.tab, about, about in state.subscribed, bars=bars)
    if name == "channels":
        return layer(pages.followed, dark, state.tab, state.subscribed, bars=bars)
    if name == "list":
        ids = {"history": state.history, "later": state.later, "liked": liked_videos(state)}[about]
        return layer(pages.listed, dark, state.tab, about, ids, bars=bars)
    return layer(
        settings.settings,
        dark,
        about,
        state.theme,
        state.autoplay,
        state.watch_paused,
        state.search_paused,
        bars=bars,
    )


def _sheet(state: YouTube, activity: Activity, dark: bool) -> Layer | None:
    about = state.sheet_about
    if state.sheet == "video":
        return dialog(pages.video_sheet, dark, *about, about[0] in state.later)
    if state.sheet == "comments":
        said = watch.comments(state, about)
        return dialog(watch.comments_sheet, dark, about, said, state.text, activity.focus == "comment")
    if state.sheet == "unsubscribe":
        return dialog(pages.unsubscribe_dialog, dark, about)
    if state.sheet == "theme":
        return dialog(settings.theme_dialog, dark, state.theme)
    return dialog(settings.clear_dialog, dark, about) if state.sheet == "clear" else None


def _layers(phone: Phone, state: YouTube, activity: Activity) -> tuple[Layer, ...]:
    if _needs_connection(state, activity) and not radios.connection(phone):
        dark = state.dark(phone.configuration.dark)
        tab = "" if activity.argument else state.tab
        return (layer(tabs.unconnected, dark, tab, bars="light" if dark else "dark"),)
    return offline.told(phone, _windows(phone, state, activity))


APP = App(
    name="youtube",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("smart_display", 0xFFFFFFFF, 0xFFFF0000),
    state=YouTube,
    layers=_layers,
    uid=10140,
    back=back,
    closed=closed,
    paused=player.paused,
    resumed=player.resumed,
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
