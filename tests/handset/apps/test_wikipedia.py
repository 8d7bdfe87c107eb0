"""Wikipedia: the benchmark's tasks within their limits, the feed and its file, articles, search, lists."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from handset_hand import Hand
from handset_walk import faults, random_phone, walk

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.wikipedia import articles, themes
from bmoca_gym.handset.apps.wikipedia.state import FEED_CONTENT_TYPES, PACKAGE, PREFERENCES_PATH
from bmoca_gym.handset.gestures import Gesture, Swipe, Tap
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.randomization import select

ROWS = [content.name for content in FEED_CONTENT_TYPES if content.row]
NARROW = {"density": 700, "height": 2400, "font_scale": 0.85}  # environment 108
TABLET = {"width": 1280, "height": 800, "density": 160}  # environment 109
LOOKS = [
    {"density": 330, "font_scale": 1.15},
    {"density": 440},
    {"density": 550, "font_scale": 0.85},
    {**NARROW, "locale": "ur-PK", "dark": True},
    {**TABLET, "locale": "ar-EG"},
]
LOOK_IDS = ["330", "440", "550", "700", "tablet"]


class Reader(Hand):
    """A hand that knows how to navigate Wikipedia and counts its gestures."""

    def __init__(self, **configuration: Any) -> None:
        self.steps = 0
        super().__init__(**configuration)

    def do(self, gesture: Gesture) -> None:
        self.steps += 1
        super().do(gesture)

    def word(self, key: str) -> str:
        return resources.string(self.phone.configuration.locale, f"wikipedia.{key}")

    def launch(self) -> None:
        """Start from the home screen: the drawer, and the icon."""
        self.swipe("up")
        self.tap(description=self.word("app_name"))

    def settings(self) -> None:
        self.tap("nav_tab_more")
        self.tap("main_drawer_settings_container")

    def row(self, key: str) -> UiNode:
        """A row by its string, scrolled into view."""
        for _ in range(8):
            if self.sees(text=self.word(key)):
                return self.node(text=self.word(key))
            self.swipe("up")
        raise AssertionError(f"no row {key}")

    def touch(self, key: str) -> None:
        self.do(Tap(*self.at(self.row(key))))

    def switch(self, name: str) -> None:
        """The switch in the row of a content type."""
        middle = self.row(name).center[1]
        near = min(self.all("feed_content_type_checkbox"), key=lambda node: abs(node.center[1] - middle))
        if abs(near.center[1] - middle) > 30 * self.phone.configuration.metrics.scale:
            self.swipe("up")  # the title shows, the switch not yet
            self.switch(name)
        else:
            self.do(Tap(*self.at(near)))

    def customize(self, *names: str) -> None:
        """From the settings: switch content types, and go back to the settings."""
        self.touch("explore_feed")
        for name in names:
            self.switch(name)
        self.press("BACK")

    def text_size(self, steps: int) -> None:
        """From the settings: press a letter that many times, and go back to the settings."""
        self.touch("app_theme")
        for _ in range(abs(steps)):
            self.tap("buttonIncreaseTextSize" if steps > 0 else "buttonDecreaseTextSize")
        self.press("BACK")

    # What the benchmark's rules look at

    def preference(self, name: str, kind: str) -> Any:
        file = shared_preferences.parse(self.device.read_file(PREFERENCES_PATH))
        return shared_preferences.get(file, name, kind, None)

    @property
    def disabled(self) -> list[int]:
        """The positions of false in feedCardsEnabled, without those of the two invisible rows."""
        flags = json.loads(self.preference("feedCardsEnabled", "string"))
        assert len(flags) == 10
        assert all(type(flag) is bool for flag in flags)
        return [i for i in range(8) if not flags[i]]

    def selected(self, tab: str) -> bool:
        return self.sees(f"nav_tab_{tab}") and self.node(f"nav_tab_{tab}").selected

    @property
    def shown(self) -> list[str]:
        """The activities of the app from the bottom up."""
        return [activity.name.rpartition(".")[2] for activity in self.phone.tasks[-1].activities]


@pytest.fixture
def reader() -> Reader:
    """A reader on the feed of an English phone."""
    made = Reader()
    made.open("wikipedia")
    return made


# The tasks of the benchmark


def _disable(*places: int) -> Callable[[Reader], None]:
    def solve(reader: Reader) -> None:
        reader.settings()
        reader.customize(*[ROWS[i] for i in places])
        reader.press("BACK")

    return solve


def _tab(name: str) -> Callable[[Reader], None]:
    return lambda reader: reader.tap(f"nav_tab_{name}")


def _previews_and_top_read(reader: Reader) -> None:
    reader.settings()
    reader.touch("showLinkPreviews")
    reader.customize("top_read")
    reader.press("BACK")


def _size(steps: int) -> Callable[[Reader], None]:
    def solve(reader: Reader) -> None:
        reader.settings()
        reader.text_size(steps)

    return solve


def _featured_and_size(steps: int) -> Callable[[Reader], None]:
    def solve(reader: Reader) -> None:
        reader.settings()
        reader.customize("featured_article")
        reader.text_size(steps)
        reader.press("BACK")

    return solve


#: Limit, what is done after the app is open, the disabled places, other preferences, the selected tab ("" for any).
TASKS: dict[str, tuple[int, Callable[[Reader], None], list[int] | None, dict[tuple[str, str], Any], str]] = {
    "open": (4, lambda reader: None, None, {}, "explore"),
    "saved tab": (5, _tab("reading_lists"), None, {}, "reading_lists"),
    "search tab": (5, _tab("search"), None, {}, "search"),
    "top 1 and randomizer": (10, _disable(0, 6), [0, 6], {}, "explore"),
    "top 2": (10, _disable(0, 1), [0, 1], {}, "explore"),
    "top 2 and randomizer": (11, _disable(0, 1, 6), [0, 1, 6], {}, "explore"),
    "previews and top read": (11, _previews_and_top_read, [1], {("showLinkPreviews", "boolean"): False}, "explore"),
    "text size 50": (12, _size(-5), None, {("textSizeMultiplier", "int"): -5}, ""),
    "history": (12, _disable(3, 5), [3, 5], {}, "explore"),
    "day": (13, _disable(2, 5), [2, 5], {}, "explore"),
    "odd": (14, _disable(0, 2, 4, 6), [0, 2, 4, 6], {}, "explore"),
    "even": (14, _disable(1, 3, 5, 7), [1, 3, 5, 7], {}, "explore"),
    "prime": (14, _disable(1, 2, 4, 6), [1, 2, 4, 6], {}, "explore"),
    "text size 180": (15, _size(8), None, {("textSizeMultiplier", "int"): 8}, ""),
    "featured and 50": (17, _featured_and_size(-5), [0], {("textSizeMultiplier", "int"): -5}, "explore"),
    "featured and 180": (19, _featured_and_size(8), [0], {("textSizeMultiplier", "int"): 8}, "explore"),
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_IDS)
@pytest.mark.parametrize("task", TASKS)
def test_every_task_can_be_solved_within_its_limit(task: str, look: dict[str, Any]) -> None:
    limit, solve, disabled, preferences, tab = TASKS[task]
    reader = Reader(**look)
    reader.launch()
    solve(reader)
    assert reader.steps <= limit
    if disabled is not None:
        assert reader.disabled == disabled
    for (name, kind), wanted in preferences.items():
        assert reader.preference(name, kind) == wanted
    if tab:
        assert reader.selected(tab)


@pytest.mark.parametrize("task", [name for name in TASKS if name != "open"])
def test_opening_the_app_solves_no_other_task(task: str) -> None:
    _, _, disabled, preferences, tab = TASKS[task]
    reader = Reader()
    reader.launch()
    solved = [reader.preference(name, kind) == wanted for (name, kind), wanted in preferences.items()]
    if disabled is not None:
        solved.append(reader.preference("feedCardsEnabled", "string") is not None)
    if tab:
        solved.append(reader.selected(tab))
    assert not all(solved)


def test_the_representative_task_in_all_published_looks_by_both_ways() -> None:
    for published in select("all"):
        configuration = published.screen_configuration()
        for card in (False, True):
            reader = Reader(**configuration)
            reader.launch()
            if card:
                reader.tap("view_list_card_header_menu")
                reader.tap("menu_feed_card_customize")
                for name in ("featured_article", "top_read", "randomizer"):
                    reader.switch(name)
                reader.press("BACK")
            else:
                _disable(0, 1, 6)(reader)
            assert reader.disabled == [0, 1, 6], published.id
            assert reader.selected("explore")
            assert reader.steps <= (9 if card else 11), published.id


# The feed and its preferences


def test_the_file_is_written_when_the_screen_opens_and_when_it_is_left(reader: Reader) -> None:
    assert reader.preference("feedCardsEnabled", "string") is None
    reader.settings()
    reader.touch("explore_feed")
    assert reader.disabled == []
    reader.switch("in_the_news")
    assert reader.disabled == []  # not before the screen is left
    reader.press("HOME")
    assert reader.disabled == [4]
    reader.open("wikipedia")
    assert reader.activity == "ConfigureActivity"
    assert not reader.all("feed_content_type_checkbox")[4].checked


def test_rows_in_the_order_of_the_content_types(reader: Reader) -> None:
    reader.settings()
    reader.touch("explore_feed")
    assert reader.texts("feed_content_type_title") == [reader.word(name) for name in ROWS]
    assert len(reader.all("feed_content_type_drag_handle")) == 8
    assert sum("history" in text for text in reader.texts("feed_content_type_subtitle")) == 2
    assert [i for i, t in enumerate(reader.texts("feed_content_type_title")) if "day" in t.lower()] == [
        2,
        5,
        7,
    ]


def test_show_all_hide_all_and_restore(reader: Reader) -> None:
    reader.settings()
    reader.touch("explore_feed")

    def choose(item: str) -> list[int]:
        reader.tap(description="More options")
        reader.tap(item)
        return [i for i, node in enumerate(reader.all("feed_content_type_checkbox")) if not node.checked]

    assert choose("menu_feed_configure_deselect_all") == list(range(8))
    assert choose("menu_feed_configure_select_all") == []
    reader.switch("top_read")
    assert choose("menu_feed_configure_reset") == []
    choose("menu_feed_configure_deselect_all")
    reader.press("BACK", "BACK")
    assert reader.disabled == list(range(8))
    assert reader.sees("empty_container")
    reader.tap("customize_button")
    assert reader.activity == "ConfigureActivity"
    reader.press("BACK")
    assert reader.selected("explore")


def test_dragging_a_handle_moves_its_row(reader: Reader) -> None:
    reader.settings()
    reader.touch("explore_feed")
    first, third = (
        reader.all("feed_content_type_drag_handle")[0],
        reader.all("feed_content_type_drag_handle")[2],
    )
    reader.do(Swipe(*reader.at(first), *reader.at(third), 1.0))
    moved = [ROWS[1], ROWS[2], ROWS[0], *ROWS[3:]]
    assert reader.texts("feed_content_type_title") == [reader.word(name) for name in moved]
    reader.press("BACK", "BACK")
    assert json.loads(reader.preference("feedCardsOrder", "string")) == [2, 0, 1, 3, 4, 5, 6, 7, 8, 9]
    assert reader.text("view_card_header_title") == reader.word(ROWS[1])


def test_a_written_file_takes_effect_at_once(reader: Reader) -> None:
    flags = [False, False, True, True, True, True, True, True, True, True]
    file = shared_preferences.to_bytes(
        (
            shared_preferences.Preference("string", "feedCardsEnabled", json.dumps(flags)),
            shared_preferences.Preference("int", "textSizeMultiplier", 99),
            shared_preferences.Preference("string", "of another version", "kept"),
        )
    )
    reader.device.write_file(PREFERENCES_PATH, file)
    assert reader.text("view_card_header_title") == reader.word("picture_of_the_day")
    assert reader.state("wikipedia").text_size == 8
    assert reader.device.read_file(PREFERENCES_PATH) == file


@pytest.mark.parametrize(
    "text", ["", "[", "{}", "[1,2]", "[false", "[[]]", '["x"]', "null", "[" * 5000, "[true,true,true,true,1]"]
)
def test_a_strange_list_of_cards_is_no_harm(reader: Reader, text: str) -> None:
    for name in ("feedCardsEnabled", "feedCardsOrder"):
        file = shared_preferences.to_bytes((shared_preferences.Preference("string", name, text),))
        reader.device.write_file(PREFERENCES_PATH, file)
        assert reader.sees("feed_view")
        reader.settings()
        reader.touch("explore_feed")
        assert len(reader.all("feed_content_type_title")) == 8
        reader.press("BACK", "BACK")
        assert sorted(json.loads(reader.preference("feedCardsOrder", "string"))) == list(range(10))


def test_bytes_that_are_no_preferences_give_the_default_ones(reader: Reader) -> None:
    reader.settings()
    reader.customize("top_read")
    reader.device.write_file(PREFERENCES_PATH, b"\x00")
    assert reader.preference("feedCardsEnabled", "string") is None
    assert reader.state("wikipedia").feed_enabled == (True,) * 10


def test_hiding_a_card_lasts_for_the_day(reader: Reader) -> None:
    reader.tap("view_list_card_header_menu")
    reader.tap("menu_feed_card_dismiss")
    assert reader.text("view_card_header_title") == reader.word("top_read")
    reader.press("BACK")
    reader.open("wikipedia")
    assert reader.text("view_card_header_title") == reader.word("top_read")
    reader.wait(24 * 3600)
    assert reader.text("view_card_header_title") == reader.word("featured_article")


def test_because_you_read_comes_with_the_first_article(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(**TABLET)
    hand.open("wikipedia")
    state = hand.state("wikipedia")
    from bmoca_gym.handset.apps.wikipedia.handlers.arranging import shown_cards
    from bmoca_gym.handset.system.clock import local_time

    day = local_time(hand.phone).date()
    assert "because_you_read" not in shown_cards(state, day)
    hand.tap("articleTitle")
    assert "because_you_read" in shown_cards(hand.state("wikipedia"), day)


# Going about


def test_a_second_touch_of_a_tab(reader: Reader) -> None:
    top = reader.text("view_card_header_title")
    reader.swipe("up")
    reader.swipe("up")
    assert reader.text("view_card_header_title") != top
    reader.tap("nav_tab_explore")
    assert reader.text("view_card_header_title") == top
    reader.tap("nav_tab_search")
    assert reader.activity == "MainActivity"
    reader.tap("nav_tab_search")
    assert reader.activity == "SearchActivity"
    assert reader.node("search_src_text").focused


def test_leaving_the_app_keeps_what_was_chosen_and_forgets_where_one_was(reader: Reader) -> None:
    reader.settings()
    reader.customize("top_read")
    reader.press("BACK")
    reader.tap("nav_tab_reading_lists")
    reader.press("BACK")
    assert reader.phone.home
    reader.open("wikipedia")
    assert reader.selected("explore")
    assert reader.disabled == [1]


def test_back_closes_what_is_open_first(reader: Reader) -> None:
    reader.tap("nav_tab_more")
    assert reader.sees("main_drawer_settings_container")
    reader.press("BACK")
    assert reader.selected("explore")
    reader.tap("nav_tab_more")
    reader.do(Tap(0.5, 0.1))
    assert reader.selected("explore")


@pytest.mark.parametrize("item", ["main_drawer_account_container", "main_drawer_donate_container"])
def test_what_needs_the_network_says_so(reader: Reader, item: str) -> None:
    reader.tap("nav_tab_more")
    reader.tap(item)
    if reader.sees("login_button"):
        reader.tap("login_password_input")
        reader.type("secret")
        assert reader.node("login_password_input").password
        assert "secret" not in reader.texts()
        reader.tap("login_button")
    assert reader.phone.toast == reader.word("error_network")


# Articles


def test_a_link_shows_a_preview_and_then_its_article(reader: Reader) -> None:
    reader.tap("articleTitle")
    assert reader.activity == "PageActivity"
    reader.tap(text="waters")
    assert reader.text("link_preview_title") == "Water"
    reader.tap("link_preview_primary_button")
    assert reader.sees(text="Chemical compound of hydrogen and oxygen")
    assert reader.text("tabsCountText") == "1"
    reader.press("BACK")
    assert reader.sees(text="Natural satellite orbiting Earth")
    reader.press("BACK")
    assert reader.selected("explore")


def test_without_previews_a_link_opens_its_article(reader: Reader) -> None:
    reader.settings()
    reader.touch("showLinkPreviews")
    reader.press("BACK")
    reader.tap("articleTitle")
    reader.tap(text="waters")
    assert reader.sees(text="Chemical compound of hydrogen and oxygen")


def test_saving_an_article(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.tap("page_save")
    assert reader.node("page_save").selected
    reader.press("BACK")
    reader.tap("nav_tab_reading_lists")
    reader.tap("item_container")
    assert reader.texts("page_list_item_title") == ["Moon"]
    reader.tap("page_list_item_action")
    assert not reader.sees("page_list_item_title")


def test_find_in_an_article(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.tap("page_find_in_article")
    reader.type("EARTH")
    assert reader.text("find_in_page_match") == "1/6"
    reader.tap("find_in_page_prev")
    assert reader.text("find_in_page_match") == "6/6"
    reader.tap("find_in_page_next")
    assert reader.text("find_in_page_match") == "1/6"
    reader.type(" no such words")
    assert reader.text("find_in_page_match") == "0/0"
    reader.press("BACK", "BACK")
    assert reader.sees("page_find_in_article")


def test_contents_scroll_to_a_section(reader: Reader) -> None:
    reader.tap("articleTitle")
    assert not reader.sees(text="Exploration")
    reader.tap("page_contents")
    assert reader.texts("page_toc_item_text") == ["Moon", "Origin", "Surface", "Phases", "Exploration"]
    reader.tap(text="Exploration")
    assert reader.sees(text="Exploration")
    reader.tap("page_contents")
    reader.tap(text="Moon")
    assert not reader.sees(text="Exploration")


def test_every_article_in_another_language(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.tap("page_language")
    assert len(reader.all("localized_language_name")) >= 8
    reader.tap(text="Deutsch")
    assert reader.sees(text="Natürlicher Satellit der Erde")
    assert reader.shown == ["MainActivity", "PageActivity"]


def test_tabs(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.tap(text="waters")
    reader.tap("link_preview_secondary_button")
    assert reader.text("tabsCountText") == "2"
    reader.tap("menu_tabs")
    assert reader.texts("tabArticleTitle") == ["Moon", "Water"]
    reader.tap("tabContainer", 0)
    assert reader.sees(text="Natural satellite orbiting Earth")
    assert reader.shown == ["MainActivity", "PageActivity"]
    reader.tap("menu_tabs")
    reader.tap("tabCloseButton")
    assert reader.texts("tabArticleTitle") == ["Water"]
    reader.tap(description="More options")
    reader.tap("menu_close_all_tabs")
    reader.press("BACK")
    assert reader.selected("explore")
    assert not reader.sees("tabsCountText")


def test_the_menu_of_an_article_leads_to_the_feed(reader: Reader) -> None:
    reader.tap("nav_tab_edits")
    reader.tap("nav_tab_search")
    reader.tap("search_card")
    reader.type("moon")
    reader.tap("page_list_item_container")
    reader.tap("page_toolbar_button_show_overflow_menu")
    reader.tap("page_explore")
    assert reader.shown == ["MainActivity"]
    assert reader.selected("explore")


@pytest.mark.parametrize("look", [{}, {"locale": "ar-EG"}], ids=["left to right", "right to left"])
def test_the_slider_sets_the_text_size(look: dict[str, Any]) -> None:
    reader = Reader(**look)
    reader.open("wikipedia")
    reader.settings()
    reader.touch("app_theme")
    bar = reader.node("text_size_seek_bar")
    start, end = (0.97, 0.03) if look else (0.03, 0.97)
    reader.do(Tap(*reader.at(bar, end)))
    assert reader.preference("textSizeMultiplier", "int") == 8
    reader.do(Swipe(*reader.at(bar, end), *reader.at(bar, start), 0.5))
    assert reader.preference("textSizeMultiplier", "int") == -5
    reader.do(Swipe(*reader.at(bar, 0.5), *reader.at(bar, end), 0.5))
    assert "180" in reader.text("text_size_percent") or "١٨٠" in reader.text("text_size_percent")
    reader.tap("buttonIncreaseTextSize")
    assert reader.preference("textSizeMultiplier", "int") == 8


def test_the_text_size_changes_the_text_of_articles(reader: Reader) -> None:
    reader.tap("articleTitle")
    before = reader.node(text="Moon").bounds
    reader.tap("page_theme")
    for _ in range(8):
        reader.tap("buttonIncreaseTextSize")
    reader.press("BACK")
    after = reader.node(text="Moon").bounds
    assert after[3] - after[1] > 1.5 * (before[3] - before[1])


def test_themes(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.tap("page_theme")
    assert not reader.node("button_theme_dark").enabled  # the theme shall match the system's
    reader.tap("button_theme_sepia")
    assert reader.state("wikipedia").theme(False) == themes.SEPIA
    assert reader.state("wikipedia").theme(True) == themes.BLACK
    reader.tap("theme_chooser_match_system_theme_switch")
    reader.tap("button_theme_dark")
    assert reader.state("wikipedia").theme(False) == themes.DARK
    assert reader.preference("colorTheme", "int") == themes.DARK


# Search, lists, languages


def test_search_finds_and_remembers(reader: Reader) -> None:
    reader.tap("search_container")
    reader.type("cof")
    assert reader.texts("page_list_item_title")[0] == "Coffee"
    reader.tap("page_list_item_container")
    assert reader.sees(text="Drink brewed from roasted beans")
    reader.press("BACK", "BACK")
    reader.tap("nav_tab_search")
    assert reader.texts("page_list_item_title") == ["Coffee"]
    reader.tap("search_card")
    reader.tap(text="cof")
    assert reader.text("search_src_text") == "cof"
    reader.tap("search_close_btn")
    reader.tap("recent_searches_delete_button")
    assert not reader.sees(text="cof")
    reader.type("zzz")
    assert reader.text("results_text") == reader.word("no_results")


def test_history_can_be_cleared(reader: Reader) -> None:
    reader.tap("articleTitle")
    reader.press("BACK")
    reader.tap("nav_tab_search")
    reader.tap("history_delete")
    reader.tap("android:id/button2")
    assert reader.sees("history_list")
    reader.tap("history_delete")
    reader.tap("android:id/button1")
    assert reader.sees("history_empty_container")


def test_a_new_list_and_its_end(reader: Reader) -> None:
    reader.tap("nav_tab_reading_lists")
    assert reader.sees("empty_container")
    for _ in range(2):  # a second list of that name is not made
        reader.tap("menu_overflow_button")
        reader.tap("create_list")
        reader.tap("android:id/button1")
    reader.press("BACK", "BACK")
    assert reader.texts("item_title") == ["Saved", "My reading list"]
    reader.tap("item_container", 1)
    reader.tap(description=reader.word("delete_list"))
    reader.tap("android:id/button1")
    assert reader.activity == "MainActivity"
    assert reader.sees("empty_container")


def test_the_first_language_is_that_of_the_feed(reader: Reader) -> None:
    reader.settings()
    reader.touch("wikipedia_languages")
    reader.tap(text="Add language")
    reader.tap(text="한국어")
    assert reader.texts("wiki_language_title") == ["English", "한국어"]
    reader.tap(text="한국어")
    assert reader.texts("wiki_language_title") == ["한국어", "English"]
    reader.press("BACK", "BACK")
    assert reader.text("articleTitle") == "달"
    assert reader.preference("languageApp", "string") == "ko,en"


def test_pictures_can_be_turned_off(reader: Reader) -> None:
    reader.tap("articleTitle")
    assert reader.sees("view_page_header_image")
    reader.press("BACK")
    reader.settings()
    reader.touch("showImages")
    reader.press("BACK")
    reader.tap("articleTitle")
    assert not reader.sees("view_page_header_image")


# Articles as data


@pytest.mark.parametrize("code", articles.LANGUAGES)
def test_every_edition_is_whole(code: str) -> None:
    found = articles.edition(code)
    assert len(found.articles) >= (13 if code == "en" else 6)  # the main page is one of them
    known = set(found.articles)
    mentioned = {found.featured, *found.random, *(k for k, _ in found.top_read), *(k for _, k in found.news)}
    assert mentioned | {event.key for event in found.on_this_day} <= known
    for article in found.articles.values():
        assert article.title
        assert article.description
        assert not article.sections[0].title
        for section in article.sections:
            for paragraph in section.paragraphs:
                assert "[" not in paragraph.text
                assert paragraph.text.isprintable() or "\xa0" in paragraph.text
                for link in paragraph.links:
                    assert link.key in known
                    assert 0 <= link.start < link.end <= len(paragraph.text)


def test_events_of_all_days_of_the_year() -> None:
    for code in articles.LANGUAGES:
        events = articles.edition(code).on_this_day
        assert list(events) == sorted(events, key=lambda e: (e.month, e.day))
        assert articles.event_before(code, 1, 1) == events[-1]
        assert articles.event_before(code, events[0].month, events[0].day) == events[0]


# Every look


def test_no_string_is_missing() -> None:
    assert not [entry for entry in resources.missing_translations() if entry[0].startswith("wikipedia.")]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("look", [{}, NARROW, TABLET], ids=["phone", "narrow", "tablet"])
def test_all_screens_in_every_language(locale: str, look: dict[str, Any]) -> None:
    reader = Reader(**{**look, "locale": locale})
    reader.open("wikipedia")

    def good() -> None:
        found = faults(reader.tree)
        assert not found, found

    good()
    for tab in ("reading_lists", "search", "edits", "more"):
        reader.tap(f"nav_tab_{tab}")
        good()
    reader.tap("main_drawer_settings_container")
    good()
    for key in ("explore_feed", "wikipedia_languages", "app_theme", "about_the_app"):
        while reader.activity != "SettingsActivity":
            reader.press("BACK")
        reader.swipe("down")
        reader.touch(key)
        good()
    reader.open("wikipedia")
    while reader.activity != "MainActivity":
        reader.press("BACK")
    reader.tap("nav_tab_search")
    reader.tap("search_card")
    title = articles.article(articles.edition(articles.language_of(locale)).featured).title
    reader.type(title)
    good()
    reader.tap("page_list_item_container")
    good()
    for button in ("page_language", "page_find_in_article", "page_theme", "page_contents"):
        reader.tap(button)
        good()
        while not reader.sees("page_save"):
            reader.press("BACK")


@pytest.mark.parametrize("look", range(4))
def test_a_random_walk_meets_only_good_screens(look: int) -> None:
    for phone in walk(random_phone(look, PACKAGE), random.Random(look), 120):
        assert not faults(screen.ui_tree(phone))
