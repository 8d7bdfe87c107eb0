"""The Google app: the launcher's search bar, suggestions, results, answers, stories, saved pages, the history."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.google.answers import answer
from bmoca_gym.handset.apps.google.screens.home import STORIES
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES

LENA = Contact(given="Lena", family="Moor", details=(Detail("phone", "555-0134", 2),))


@pytest.fixture
def searching(hand: Hand) -> Hand:
    hand.phone = contacts.save(hand.phone, LENA)
    hand.tap("search_container_hotseat")
    return hand


def address(hand: Hand) -> str:
    tab = hand.state("chrome").tab
    return str(tab.entry.address)


# The field


@pytest.mark.parametrize("locale", LOCALES)
def test_the_search_bar_opens_the_field(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    bar = hand.node("search_container_hotseat")
    assert bar.content_description == resources.string(locale, "launcher.search")
    hand.tap("search_container_hotseat")
    assert hand.activity == "QueryEntryActivity"
    assert hand.node("googleapp_search_box", class_name="android.widget.EditText").focused
    hand.press("BACK", "BACK")
    assert hand.sees("workspace")


def test_the_search_bar_opens_an_empty_field(searching: Hand) -> None:
    searching.type("half")
    searching.press("HOME")
    searching.tap("search_container_hotseat")
    assert searching.state("google").query == ""
    searching.press("BACK", "BACK")
    assert searching.phone.home, "the older field is gone"


def test_an_app_is_found_by_its_name_in_the_language(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(locale="de-DE")
    hand.tap("search_container_hotseat")
    hand.type("rechn")
    assert hand.texts("text") == ["rechn", "Rechner"]
    hand.tap("suggestion", 1)
    assert hand.activity == "Calculator"


def test_a_person_is_found_by_name(searching: Hand) -> None:
    searching.type("moo")
    searching.tap(text="Lena Moor")
    assert searching.activity == "QuickContactActivity"
    assert "Lena Moor" in searching.texts()


def test_a_page_is_found_while_its_words_are_typed(searching: Hand) -> None:
    searching.type("lentil so")
    searching.tap(text="Red lentil soup")
    assert searching.activity == "Main"
    assert address(searching) == "https://recipes.example/lentil-soup"


def test_the_field_is_cleared(searching: Hand) -> None:
    searching.type("lake")
    searching.tap("googleapp_clear_button")
    assert searching.state("google").query == ""
    searching.type("\n")
    assert searching.activity == "QueryEntryActivity", "there is nothing to search for"


# Results


def test_enter_shows_pages_that_open_in_the_browser(searching: Hand) -> None:
    searching.type("lake\n")
    assert searching.text("googleapp_search_box_text") == "lake"
    assert "Around the lake" in searching.texts("title")
    searching.tap("title", text="Around the lake")
    assert address(searching) == "https://trails.example/lake"
    searching.press("BACK")
    assert searching.text("googleapp_search_box_text") == "lake", "back from the page to the results"
    searching.press("BACK")
    assert searching.phone.home, "the results took the field's place"


def test_a_search_is_changed_in_the_field(searching: Hand) -> None:
    searching.type("lake\n")
    searching.tap("googleapp_search_box")
    assert searching.state("google").query == "lake"
    searching.type(" bees\n")
    assert searching.text("googleapp_search_box_text") == "lake bees"
    assert "Bees on the balcony" in searching.texts("title")


def test_nothing_is_found(searching: Hand) -> None:
    searching.type("zzqq\n")
    assert searching.text("empty_text") == "No results for “zzqq” while offline"


def test_no_page_is_reached_without_a_network(searching: Hand) -> None:
    searching.shell("settings put global airplane_mode_on 1")
    searching.shell("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true")
    searching.type("lake\n")
    assert searching.sees("empty_text")
    assert not searching.sees("result")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("2+2", "4"), ("12.5 * 3 =", "37.5"), ("(1+2)×3", "9"), ("7/2", "3.5"), ("2^10", "1024"), ("5 km to m", "5000 m"),
        ("100 f to c", "37.77777778 °C"), ("0 °C in °F", "32 °F"), ("1 mi in km", "1.609344 km"),
        ("1/0", ""), ("42", ""), ("lake", ""), ("", ""), ("5 km to kg", ""), ("5 cats to m", ""), ("9^9^9^9", ""),
    ],
)  # fmt: skip
def test_answers(query: str, expected: str) -> None:
    assert answer(resources.of(Configuration()), query) == expected


@pytest.mark.parametrize(("locale", "query", "expected"), [("de-DE", "1,5+1", "2,5"), ("ar-EG", "٢+٣", "٥")])
def test_answers_are_written_as_the_language_does(locale: str, query: str, expected: str) -> None:
    assert answer(resources.of(Configuration(locale=locale)), query) == expected


def test_an_answer_stands_over_the_results(searching: Hand) -> None:
    searching.type("6*7")
    assert searching.sees("answer")
    searching.type("\n")
    assert searching.text("answer") == "42"
    assert searching.text("question") == "6*7 ="


# The history


def test_searches_are_remembered_newest_first_and_once(searching: Hand) -> None:
    for query in ("lake", "bees", "Lake"):
        searching.type(query + "\n")
        searching.press("HOME")
        searching.tap("search_container_hotseat")
    assert searching.texts("text") == ["Lake", "bees"]
    searching.tap("query_builder", 1)
    assert searching.state("google").query == "bees "
    searching.tap("suggestion")
    assert searching.text("googleapp_search_box_text") == "bees"


def test_a_search_is_forgotten(searching: Hand) -> None:
    for query in ("lake", "bees"):
        searching.type(query + "\n")
        searching.press("HOME")
        searching.tap("search_container_hotseat")
    searching.press("BACK", "BACK")
    searching.open("google")
    searching.tap("googleapp_navigation_bar_search")
    searching.hold("suggestion")
    searching.tap("android:id/button2")
    assert searching.texts("text") == ["bees", "lake"]
    searching.hold("suggestion")
    searching.tap("android:id/button1")
    assert searching.texts("text") == ["lake"]


def test_the_history_is_switched_off_and_cleared(hand: Hand) -> None:
    hand.open("google")
    hand.tap("googleapp_search_box")
    hand.type("lake\n")
    hand.press("BACK")
    hand.tap("settings_button")
    hand.tap(text="Search history")
    hand.press("BACK")
    hand.tap("googleapp_navigation_bar_search")
    assert hand.text("empty_text") == "Search history is turned off"
    hand.tap("googleapp_search_box")
    hand.type("bees\n")
    assert hand.state("google").recent == ("lake",)
    hand.press("BACK")
    hand.tap("settings_button")
    hand.tap(text="Clear search history")
    hand.tap("android:id/button1")
    assert hand.state("google").recent == ()
    hand.tap(text="Clear search history")
    assert not hand.sees("android:id/button1"), "there is nothing to clear"


# Stories and saved pages


def test_a_story_opens_in_the_browser(hand: Hand) -> None:
    hand.open("google")
    hand.tap("card")
    assert address(hand) == f"https://{STORIES[0]}"


def test_pages_are_saved_and_taken_out(hand: Hand) -> None:
    hand.open("google")
    hand.tap("save_button")
    assert hand.phone.toast == "Saved"
    hand.tap("googleapp_navigation_bar_saved")
    assert hand.texts("title") == ["Ferry adds a late evening crossing"]
    hand.tap("result")
    assert address(hand) == f"https://{STORIES[0]}"
    hand.press("BACK")
    hand.tap("save_button")
    assert hand.text("empty_text") == "Pages that you save will appear here"
    hand.press("BACK")
    assert hand.node("googleapp_navigation_bar_home").selected


def test_stories_are_switched_off_and_on(hand: Hand) -> None:
    hand.open("google")
    hand.tap("settings_button")
    hand.tap(text="Discover")
    hand.press("BACK")
    assert not hand.sees("card")
    hand.tap("turn_on")
    assert hand.sees("card")


# The look


@pytest.mark.parametrize(
    "look",
    [
        {"density": 330, "font_scale": 1.15}, {"density": 550, "locale": "ur-PK"},
        {"density": 700, "height": 2400, "locale": "ru-MD"}, {"width": 1280, "height": 800, "density": 160},
    ],
)  # fmt: skip
def test_every_screen_fits(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    width = hand.phone.configuration.width

    def check() -> None:
        for node in hand.tree:
            assert 0 <= node.bounds[0] <= node.bounds[2] <= width, (node.resource_id, node.bounds)

    hand.tap("search_container_hotseat")
    check()
    hand.type("lake 12")
    check()
    hand.type("\n")
    check()
    hand.press("HOME")
    hand.open("google")
    hand.press("BACK")
    hand.open("google")
    for tab in ("home", "search", "saved"):
        hand.tap(f"googleapp_navigation_bar_{tab}")
        check()
    hand.tap("settings_button")
    check()
    hand.tap("android:id/title", 1)
    check()
    assert hand.sees("android:id/button1")
