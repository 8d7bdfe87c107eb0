"""Wikipedia's state: preferences, reading lists, history, open tabs, and overlays."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from bmoca_gym.handset.apps.wikipedia import articles, themes
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "org.wikipedia"
ID = PACKAGE + ":id/"
PREFERENCES_PATH = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"

MAIN = "org.wikipedia.main.MainActivity"
PAGE = "org.wikipedia.page.PageActivity"
SEARCH = "org.wikipedia.search.SearchActivity"
TABS = "org.wikipedia.page.tabs.TabActivity"
SETTINGS = "org.wikipedia.settings.SettingsActivity"
CONFIGURE = "org.wikipedia.feed.configure.ConfigureActivity"
THEMES = "org.wikipedia.theme.ThemeFittingRoomActivity"
LANGUAGES = "org.wikipedia.settings.languages.WikipediaLanguagesActivity"
ADD_LANGUAGE = "org.wikipedia.language.LanguagesListActivity"
PAGE_LANGUAGES = "org.wikipedia.language.LangLinksActivity"
ABOUT = "org.wikipedia.settings.AboutActivity"
LOGIN = "org.wikipedia.login.LoginActivity"
READING_LIST = "org.wikipedia.readinglist.ReadingListActivity"
GALLERY = "org.wikipedia.gallery.GalleryActivity"
RANDOM = "org.wikipedia.random.RandomActivity"

PageName = Literal["explore", "reading_lists", "search", "edits"]
OverlayName = Literal[
    "", "more", "card", "configure_menu", "sync", "lists_menu", "new_list", "delete_list", "clear_history", "theme",
    "contents", "preview", "page_menu", "tabs_menu",
]  # fmt: skip
SMALLEST_TEXT, LARGEST_TEXT = -5, 8


def component(name: str) -> str:
    """``package/class`` of an activity."""
    return f"{PACKAGE}/{name}"


class FeedContentType(NamedTuple):
    """A kind of card in the Explore feed. ``row``: it has a row in the customisation for a reader not logged in.

    ``of_history``: it is shown to a reader with a history.
    """

    name: str
    row: bool = True
    of_history: bool = False


#: In the order of the app's enumeration, which is that of the lists in its preferences.
FEED_CONTENT_TYPES = (
    FeedContentType("featured_article"), FeedContentType("top_read"), FeedContentType("picture_of_the_day"),
    FeedContentType("because_you_read", of_history=True), FeedContentType("in_the_news"),
    FeedContentType("on_this_day"), FeedContentType("randomizer"), FeedContentType("main_page"),
    FeedContentType("suggested_edits", False),
    FeedContentType("accessibility", False),
)  # fmt: skip
_COUNT = len(FEED_CONTENT_TYPES)


@value
class ReadingList(Value):
    """A list of saved articles (their keys, newest first). The first list, 0, is the default one, without a title."""

    id: int
    title: str = ""
    description: str = ""
    articles: tuple[str, ...] = ()


@value
class Wikipedia(Value):
    """The app's state.

    Attributes:
        page: page of the main activity.
        about: what the overlay is about.
        top: distance in dp from the top to a card's menu.
        tabs: the open tabs, each the keys of its articles, the shown one last.
        current: index of the tab in use.
        query: text in a search field.
        find: text in the field that searches the page.
        find_at: index of the shown match.
        title, note: texts typed in a dialog.
        hidden: cards dismissed from the feed.
        dice: throws of the randomizer.
        draft: the feed's enabled flags and order while they are being customised: the app writes them when the screen
            pauses.
    """

    preferences: Preferences = ()
    page: PageName = "explore"
    overlay: OverlayName = ""
    about: str = ""
    top: float = 0
    lists: tuple[ReadingList, ...] = (ReadingList(0),)
    history: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()
    tabs: tuple[tuple[str, ...], ...] = ()
    current: int = 0
    query: str = ""
    finding: bool = False
    find: str = ""
    find_at: int = 0
    title: str = ""
    note: str = ""
    hidden: tuple[str, ...] = ()
    dice: int = 0
    draft: tuple[tuple[bool, ...], tuple[int, ...]] | None = None

    def preference(self, name: str, kind: str, default: Any) -> Any:
        """The value of a preference, or its default."""
        return shared_preferences.get(self.preferences, name, kind, default)

    def with_preference(self, kind: str, name: str, content: Any) -> Wikipedia:
        """The state with a preference set."""
        after = shared_preferences.put(self.preferences, kind, name, content)
        return self if after is self.preferences else replace(self, preferences=after)

    @property
    def feed_enabled(self) -> tuple[bool, ...]:
        """Whether each content type is in the feed. Types missing from the preference are."""
        kept = _json_list(self.preference("feedCardsEnabled", "string", ""))
        return tuple([kept[i] if i < len(kept) and type(kept[i]) is bool else True for i in range(_COUNT)])

    @property
    def feed_order(self) -> tuple[int, ...]:
        """The content types (indices) from the top of the feed down."""
        kept = _json_list(self.preference("feedCardsOrder", "string", ""))
        places = [kept[i] if i < len(kept) and type(kept[i]) is int else i for i in range(_COUNT)]
        return tuple(sorted(range(_COUNT), key=lambda i: (places[i], i)))

    def with_feed(self, enabled: tuple[bool, ...], order: tuple[int, ...]) -> Wikipedia:
        """The state with the feed's preferences stored in the app's format."""
        places = [order.index(i) for i in range(_COUNT)]
        flags = json.dumps(list(enabled), separators=(",", ":"))
        after = self.with_preference("string", "feedCardsEnabled", flags)
        after = after.with_preference("string", "feedCardsOrder", json.dumps(places, separators=(",", ":")))
        after = after.with_preference("string", "feedCardsLangSupported", _LANGUAGE_MAP)
        return after.with_preference("string", "feedCardsLangDisabled", _LANGUAGE_MAP)

    @property
    def text_size(self) -> int:
        """How much larger than usual the text of articles is, in steps of a tenth, -5 to 8."""
        size: int = self.preference("textSizeMultiplier", "int", 0)
        return max(SMALLEST_TEXT, min(LARGEST_TEXT, size))

    @property
    def match_system(self) -> bool:
        """Whether the theme follows the system's."""
        return bool(self.preference("matchSystemTheme", "boolean", True))

    def theme(self, dark: bool) -> int:
        """The theme in use, given whether the system's is ``dark``."""
        chosen: int = self.preference("colorTheme", "int", themes.LIGHT)
        known = chosen if themes.LIGHT <= chosen <= themes.SEPIA else themes.LIGHT
        return themes.effective(known, self.match_system, dark)

    def languages(self, res: Resources) -> tuple[str, ...]:
        """Codes of the Wikipedias the reader chose, first the one of the feed; the phone's language by default."""
        kept: str = self.preference("languageApp", "string", "")
        known = tuple([code for code in kept.split(",") if code in articles.LANGUAGES])
        return known or (articles.language_of(res.locale),)


@memo(64, asset=True)
def _json_list(text: str) -> tuple[Any, ...]:
    try:
        found = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return ()
    return tuple(found) if type(found) is list and all(type(item) in (bool, int) for item in found) else ()


# What the app writes into the two maps of languages (content type's code to language codes) while there are none.
_LANGUAGE_MAP = '{"6":[],"3":[],"7":[],"8":[],"0":[],"1":[],"5":[],"4":[],"9":[],"10":[]}'


def read_preferences(state: Wikipedia) -> bytes:
    """The preferences file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: Wikipedia, data: bytes) -> Wikipedia:
    """The state with the preferences in a file. Raises ValueError if it is invalid."""
    return replace(state, preferences=shared_preferences.parse(data))


def first_state() -> Wikipedia:
    """The app after its first-run screens were skipped, as set up on every phone of the benchmark."""
    first = Wikipedia().with_preference("boolean", "initialOnboardingEnabled", False)
    return first.with_preference("boolean", "feedCustomizeOnboardingCardEnabled", False)
