"""Experts of Wikipedia."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.view.ui_tree import UiTree

_PACKAGE = "org.wikipedia"
_ID = _PACKAGE + ":id/"

#: The topics of the feed in the order of the app's list.
TOPICS = (
    "featured_article",
    "top_read",
    "picture_of_the_day",
    "because_you_read",
    "in_the_news",
    "on_this_day",
    "randomizer",
    "main_page",
)


class FeedTopicsExpert(AppExpert):
    """Switches topics of the feed off, all others on, and goes back to the feed. ``off``: names of `TOPICS`."""

    package = _PACKAGE
    label = "wikipedia.app_name"

    def __init__(self, off: tuple[str, ...]) -> None:
        self.off = off

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "content_types_recycler") is not None:
            return self._configure(screen)
        for resource_id in ("menu_feed_card_customize", "customize_button"):
            entry = screen.id(_ID + resource_id)
            if entry is not None:
                return screen.tap(entry)
        explore = screen.id(_ID + "nav_tab_explore")
        if explore is None:
            return PressKey("BACK")
        if not explore.selected:
            return screen.tap(explore)
        card_menu = screen.id(_ID + "view_list_card_header_menu")
        if card_menu is not None:
            return screen.tap(card_menu)
        feed = screen.id(_ID + "feed_view")
        return screen.swipe(feed, "down") if feed is not None else PressKey("BACK")

    def _configure(self, screen: Screen) -> Gesture | None:
        """Set what is seen; further down when the last topic is not seen yet; back when it is."""
        names = {screen.string(f"wikipedia.{name}"): name for name in TOPICS}
        shown = ""
        seen: set[str] = set()
        for node in screen.tree:
            if node.resource_id == _ID + "feed_content_type_title":
                shown = names.get(node.text, "")
            elif node.resource_id == _ID + "feed_content_type_checkbox" and shown:
                seen.add(shown)
                if node.checked == (shown in self.off):
                    return screen.tap(node)
        scrollable = screen.id(_ID + "content_types_recycler")
        below = [name for name in self.off if name not in seen and TOPICS.index(name) > _first(seen)]
        if below and scrollable is not None:
            return screen.swipe(scrollable, "up")
        return PressKey("BACK")


def _first(seen: set[str]) -> int:
    return min((TOPICS.index(name) for name in seen), default=-1)


def top_two_and_randomizer() -> FeedTopicsExpert:
    """Disable the top 2 and 'randomizer' topics and go back to the feed."""
    return FeedTopicsExpert(("featured_article", "top_read", "randomizer"))
