"""Experts of Wikipedia."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, number
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.ui.tree import UiNode

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


class WikipediaExpert(AppExpert):
    """What Wikipedia's experts have in common."""

    package = _PACKAGE
    label = "wikipedia.app_name"

    def to_settings(self, screen: Screen, key: str) -> Gesture:
        """The next gesture towards a row of the app's settings, given its key, and then a tap on it; Back on other
        pages."""
        for resource_id in ("main_drawer_settings_container", "nav_tab_more"):
            entry = screen.id(_ID + resource_id)
            if entry is not None:
                return screen.tap(entry)
        row = _row(screen, key)
        if row is not None:
            return screen.tap(row)
        return (_in_settings(screen) and screen.scroll_down()) or PressKey("BACK")


def _row(screen: Screen, key: str) -> UiNode | None:
    return screen.tree.find(text=screen.string(f"wikipedia.{key}")) if _in_settings(screen) else None


def _in_settings(screen: Screen) -> bool:
    title = screen.string("wikipedia.settings")
    return any(node.text == title for node in screen.tree) and screen.id(_ID + "recycler_view") is not None


class TabExpert(WikipediaExpert):
    """Goes to a tab of the main screen: explore, reading_lists, search, edits."""

    def __init__(self, tab: str) -> None:
        self.tab = tab

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        tab = screen.id(f"{_ID}nav_tab_{self.tab}")
        if tab is None:
            return PressKey("BACK")
        return None if tab.selected else screen.tap(tab)


class TextSizeExpert(WikipediaExpert):
    """Sets the text size, in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        shown = screen.id(_ID + "text_size_percent")
        if shown is None:
            return self.to_settings(screen, "app_theme")
        # The first number: some languages write more behind it.
        missing = self.percent - (number(shown.text) or 100)
        if not missing:
            return None
        slider = screen.id(_ID + "text_size_seek_bar")
        if abs(missing) > 20 and slider is not None:
            return screen.tap_at(slider, 0.04 if missing < 0 else 0.96)
        button = screen.id(_ID + ("buttonDecreaseTextSize" if missing < 0 else "buttonIncreaseTextSize"))
        return screen.tap(button) if button is not None else screen.scroll_down()


class LinkPreviewsOffExpert(WikipediaExpert):
    """Switches link previews off."""

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        row = _row(screen, "showLinkPreviews")
        if row is None:
            return self.to_settings(screen, "showLinkPreviews")
        nodes = list(screen.tree)
        after = nodes[nodes.index(row) :]
        switch = next((n for n in after if n.resource_id == "android:id/switch_widget"), None)
        return screen.tap(switch) if switch is not None and switch.checked else None


class FeedTopicsExpert(WikipediaExpert):
    """Switches feed topics off and all others on, and goes back to the feed.

    ``topics``: positions in `TOPICS`, or names. ``stay``: go through the app's settings and stay there, as part of a
    task that also changes other settings.
    """

    def __init__(self, topics: tuple[int | str, ...], stay: bool = False) -> None:
        self.off = tuple([TOPICS[topic] if isinstance(topic, int) else topic for topic in topics])
        self.stay = stay

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "content_types_recycler") is not None:
            return self._configure(screen)
        if self.stay:
            return self.to_settings(screen, "explore_feed")
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
        """Set the visible topics, scroll down to the rest, and leave when the last one is set."""
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
        return None if self.stay else PressKey("BACK")


def _first(seen: set[str]) -> int:
    return min((TOPICS.index(name) for name in seen), default=-1)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "tab": TabExpert,
    "topics": FeedTopicsExpert,
    "text_size": TextSizeExpert,
    "link_previews_off": LinkPreviewsOffExpert,
}
