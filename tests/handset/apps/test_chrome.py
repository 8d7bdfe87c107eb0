"""Chrome: tabs, the address bar, pages and errors, history, bookmarks, settings, and the files of its profile."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from datetime import datetime, timezone

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.chrome import addresses, files
from bmoca_gym.handset.apps.chrome.state import (
    ERRORS,
    NEW_TAB,
    Bookmark,
    Chrome,
    Visit,
    wall_time,
    webkit_time,
)
from bmoca_gym.handset.graphics import prints
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import files as phone_files
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import replace

APP = "chrome"
EDIT_TEXT = "android.widget.EditText"
LOOKS = (
    {"density": 330}, {"density": 550, "font_scale": 1.15}, {"density": 700, "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip


@pytest.fixture
def browser(hand: Hand) -> Hand:
    """A hand on the page of a new tab."""
    hand.open(APP)
    hand.new_log()
    return hand


def word(hand: Hand, name: str) -> str:
    return resources.string(hand.phone.configuration.locale, f"chrome.{name}")


def choose(hand: Hand, name: str) -> None:
    """Touch a row of the menu."""
    hand.tap("menu_button")
    hand.tap(text=word(hand, name))


def visit(hand: Hand, text: str) -> None:
    """Type into the address bar and press Enter."""
    hand.tap("search_box_text" if hand.sees("search_box_text") else "url_bar")
    hand.type(text + "\n")


def state(hand: Hand) -> Chrome:
    found: Chrome = hand.state(APP)
    return found


def shown(hand: Hand) -> str:
    """The address of the page in front."""
    tab = state(hand).tab
    assert tab is not None
    return tab.entry.address


def started(hand: Hand) -> list[str]:
    return [message for tag, message in hand.new_log() if tag == "ActivityTaskManager" and "START" in message]


# What the tasks' detectors read


def test_the_start_is_logged(hand: Hand) -> None:
    hand.open(APP)
    lines = started(hand)
    assert re.match(r"^(.*?)START(.*?)com.google.android.apps.chrome", lines[-1])
    assert "cmp=com.android.chrome/" in lines[-1]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_button_says_how_many_tabs_are_open(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open(APP)
    for count in (1, 2, 3):
        said = hand.node("tab_switcher_button").content_description
        assert re.findall(r"\d+", said) == [resources.of(hand.phone.configuration).digits(str(count))]
        choose(hand, "new_tab")


def test_the_history_is_an_activity(browser: Hand) -> None:
    choose(browser, "history")
    assert re.match(r".*START.*chrome\.browser\.history\.HistoryActivity", started(browser)[-1])
    assert browser.text("empty_view") == "You’ll find your history here"


def test_incognito_tabs_are_counted_apart(browser: Hand) -> None:
    choose(browser, "new_incognito_tab")
    assert browser.node("tab_switcher_button").content_description.startswith("1 ")
    assert browser.sees("new_tab_incognito_title")


# Pages


def test_a_tile_opens_its_page_and_back_leads_back(browser: Hand) -> None:
    browser.tap("tile_view_title")
    assert shown(browser) == "https://news.example/"
    assert browser.text("url_bar") == "news.example"
    browser.press("BACK")
    assert shown(browser) == NEW_TAB
    browser.tap("menu_button")
    browser.tap("button_one")  # forward
    assert shown(browser) == "https://news.example/"
    browser.press("BACK", "BACK")
    assert browser.phone.home


def test_a_link_leads_on(browser: Hand) -> None:
    visit(browser, "news.example")
    browser.tap(text="Ferry adds a late evening crossing")
    assert shown(browser) == "https://news.example/late-ferry"
    assert browser.sees(
        text="Tickets cost the same as during the day. Bicycles travel free of charge after 20:00."
    )


@pytest.mark.parametrize("address", sorted(web.pages(web.ENGLISH)))
def test_links_lead_to_pages(address: str) -> None:
    for block in web.pages(web.ENGLISH)[address].blocks:
        assert block.kind != "link" or block.to.removeprefix("https://") in web.pages(web.ENGLISH)


def test_words_are_searched_for(browser: Hand) -> None:
    visit(browser, "lentil soup")
    assert shown(browser) == "https://search.example/search?q=lentil+soup"
    browser.tap(text="Red lentil soup")
    assert shown(browser) == "https://recipes.example/lentil-soup"


def test_a_page_that_is_not_there(browser: Hand) -> None:
    visit(browser, "news.example/nothing")
    assert browser.sees(text="Page not found")
    browser.tap(text="Go to the front page of The Harbour Herald")
    assert shown(browser) == "https://news.example/"


def test_a_site_that_is_not_there(browser: Hand) -> None:
    visit(browser, "nowhere.example/page")
    assert browser.sees(text="This site can’t be reached")
    assert browser.sees(text=ERRORS.unknown)
    assert state(browser).visits == ()


def test_without_a_connection_nothing_loads_until_there_is_one(browser: Hand) -> None:
    browser.shell("settings put global airplane_mode_on 1")
    browser.shell("settings put global wifi_on 3")
    browser.tap("tile_view_title")
    assert browser.sees(text="No internet")
    assert browser.sees(text=ERRORS.offline)
    browser.tap("reload-button")
    assert browser.sees(text=ERRORS.offline)
    browser.shell("settings put global airplane_mode_on 0")
    browser.tap("reload-button")
    assert browser.sees(text="Today in the harbour")
    assert [one.address for one in state(browser).visits] == ["https://news.example/"]


def test_what_is_offered_while_an_address_is_typed(browser: Hand) -> None:
    browser.tap("search_box_text")
    browser.type("lenti")
    assert browser.texts("line_1") == ["lenti", "Red lentil soup"]
    browser.tap("line_1", index=1)
    assert shown(browser) == "https://recipes.example/lentil-soup"
    browser.tap("url_bar")
    assert browser.text("url_bar") == word(browser, "search_or_type")
    assert browser.text("line_2") == "recipes.example/lentil-soup"
    browser.tap("action_button")  # the page's own address, to be changed
    assert browser.text("url_bar") == "https://recipes.example/lentil-soup"
    browser.tap("delete_button")
    browser.press("BACK")
    assert shown(browser) == "https://recipes.example/lentil-soup"


def test_the_home_button_leads_to_a_new_tabs_page(browser: Hand) -> None:
    assert not browser.sees("home_button")
    browser.tap("tile_view_title")
    browser.tap("home_button")
    assert shown(browser) == NEW_TAB


def test_the_search_in_a_page(browser: Hand) -> None:
    visit(browser, "recipes.example/lentil-soup")
    choose(browser, "find_in_page")
    browser.type("lentils")
    assert browser.text("find_status") == "1/2"
    before = browser.phone.tasks[-1].activities[-1].offsets
    browser.tap("find_next_button")
    assert browser.text("find_status") == "2/2"
    assert browser.phone.tasks[-1].activities[-1].offsets != before
    browser.tap("find_next_button")
    assert browser.text("find_status") == "1/2"
    browser.type("xyz")
    assert browser.text("find_status") == "0/0"
    browser.tap("close_find_button")
    assert browser.sees("url_bar")


def test_a_page_is_translated_and_back(browser: Hand) -> None:
    visit(browser, "recipes.example/lentil-soup")
    choose(browser, "translate")
    tabs = browser.all(class_name="android.widget.LinearLayout", description="English")
    assert [tab.selected for tab in tabs] == [True]
    browser.tap(description="Spanish")
    assert browser.sees(text=web.page_at(shown(browser), "es-US").blocks[0].text)
    assert browser.node(description="Spanish").selected
    browser.tap("infobar_close_button")
    assert not browser.sees("translate_infobar_content")
    assert browser.sees(text=web.page_at(shown(browser), "es-US").blocks[0].text)
    choose(browser, "translate")
    browser.tap(description="English")
    assert browser.sees(text="Red lentil soup")


def test_other_languages_are_listed_and_read_from_their_side(browser: Hand) -> None:
    visit(browser, "recipes.example/lentil-soup")
    before = browser.node(text="Ingredients").bounds
    choose(browser, "translate")
    browser.tap("translate_infobar_menu_button")
    browser.tap(text="More languages")
    browser.tap(text="Arabic")
    arabic = web.page_at(shown(browser), "ar-AE")
    heading = next(block.text for block in arabic.blocks[1:] if block.kind == "heading")
    assert browser.node(text=heading).bounds[2] >= before[2]
    choose(browser, "find_in_page")
    browser.type("العدس")
    assert re.fullmatch("1/[1-9]", browser.text("find_status"))
    # The page of a link is in its own language again.
    browser.tap("close_find_button")
    browser.swipe("up")
    browser.tap(text=next(block.text for block in arabic.blocks if block.to))
    assert state(browser).tab.entry.language == ""  # type: ignore[union-attr]


@pytest.mark.parametrize("why", ["offline", "file"])
def test_what_cannot_be_translated_says_so(browser: Hand, why: str) -> None:
    if why == "file":
        browser.phone = phone_files.write(browser.phone, "/sdcard/Download/a.html", b"<p>Hello</p>")
        browser.shell("am start -a android.intent.action.VIEW -t text/html -d file:///sdcard/Download/a.html")
    else:
        visit(browser, "news.example")
        browser.shell("svc wifi disable; svc data disable")
    choose(browser, "translate")
    assert browser.phone.toast == "This page can’t be translated"
    assert not browser.sees("translate_infobar_content")


@pytest.mark.parametrize("locale", [tag for tag in LOCALES if tag != "en-US"])
def test_pages_are_translated_into_english_in_every_language(locale: str) -> None:
    hand = Hand(locale=locale)
    hand.open(APP)
    visit(hand, "recipes.example/lentil-soup")
    choose(hand, "translate")
    english = "es-US" if locale == "ak-GH" else "en-US"  # the pages of a phone in Akan are in English
    hand.tap(description=resources.language_name(locale, english[:2]))
    assert hand.sees(text=web.page_at(shown(hand), english).blocks[0].text)


def test_site_settings_hold_what_is_switched(browser: Hand) -> None:
    def summary(title: str) -> str:
        texts = [node.text for node in browser.tree if node.text]
        return texts[texts.index(title) + 1]

    choose(browser, "settings")
    browser.tap(text="Site settings")
    assert summary("Location") == "Ask first"
    browser.tap(text="Location")
    assert browser.node("switchWidget").checked
    browser.tap(text="Ask first")
    assert not browser.node("switchWidget").checked
    browser.press("BACK")
    assert summary("Location") == "Blocked"
    browser.tap(text="Third-party cookies")
    browser.tap(text="Block third-party cookies")
    assert summary("Third-party cookies") == "Block third-party cookies"
    browser.swipe("up")
    browser.tap(text="Ads")
    browser.tap("switchWidget")
    browser.tap(description="Navigate up")
    assert summary("Ads") == "Allowed"
    browser.press("BACK")
    assert browser.sees(text="Search engine")
    browser.shell("am force-stop com.android.chrome")
    browser.open(APP)
    found = state(browser)
    assert "ads" in found.allowed
    assert "location" not in found.allowed
    assert found.cookies == "block_third_party"


def test_the_desktop_form_of_a_page_is_smaller(browser: Hand) -> None:
    visit(browser, "recipes.example/coffee")
    _, top, _, bottom = browser.node(text="Coffee as it should be").bounds
    choose(browser, "desktop_site")
    _, upper, _, lower = browser.node(text="Coffee as it should be").bounds
    assert lower - upper < bottom - top


def test_page_info(browser: Hand) -> None:
    visit(browser, "http://news.example")
    browser.tap("location_bar_status_icon")
    assert browser.text("page_info_connection_row") == "Your connection to this site is not secure"
    browser.press("BACK")
    visit(browser, "news.example")
    browser.tap("location_bar_status_icon")
    assert browser.text("page_info_connection_row") == "Connection is secure"


def test_another_app_shows_an_address(browser: Hand) -> None:
    choose(browser, "history")
    browser.shell("am start -a android.intent.action.VIEW -d https://weather.example/")
    assert shown(browser) == "https://weather.example/"
    assert len(state(browser).tabs) == 2
    assert browser.sees("tab_switcher_button")


# Tabs


def test_tabs_are_listed_chosen_and_closed(browser: Hand) -> None:
    browser.tap("tile_view_title")
    choose(browser, "new_tab")
    browser.tap("tab_switcher_button")
    assert browser.texts("tab_title") == ["The Harbour Herald", "New tab"]
    browser.tap("tab_title")
    assert shown(browser) == "https://news.example/"
    browser.tap("tab_switcher_button")
    browser.tap(description="Close New tab tab")
    assert browser.texts("tab_title") == ["The Harbour Herald"]
    browser.press("BACK")
    assert browser.node("tab_switcher_button").content_description.startswith("1 ")


def test_all_tabs_are_closed(browser: Hand) -> None:
    choose(browser, "new_tab")
    browser.tap("tab_switcher_button")
    choose(browser, "close_all_tabs")
    assert browser.text("empty_state_text_title") == "You’ll find your tabs here"
    browser.tap("new_tab_button")
    assert browser.node("tab_switcher_button").content_description.startswith("1 ")


def test_without_a_tab_a_new_start_opens_one(browser: Hand) -> None:
    browser.tap("tab_switcher_button")
    choose(browser, "close_all_tabs")
    browser.press("BACK")
    assert browser.phone.home
    browser.open(APP)
    assert browser.node("tab_switcher_button").content_description.startswith("1 ")


def test_tabs_stay_when_the_app_is_closed(browser: Hand) -> None:
    choose(browser, "new_tab")
    browser.press("BACK")
    assert browser.phone.home
    browser.open(APP)
    assert browser.node("tab_switcher_button").content_description.startswith("2 ")


def test_incognito_leaves_no_trace(browser: Hand) -> None:
    choose(browser, "new_incognito_tab")
    visit(browser, "weather.example")
    assert state(browser).visits == ()
    browser.tap("tab_switcher_button")
    browser.tap(description=word(browser, "standard_tabs"))
    assert browser.texts("tab_title") == ["New tab"]
    browser.tap(description=word(browser, "incognito_tabs"))
    browser.tap("action_button")
    assert not browser.sees("incognito_toggle_tabs")
    assert not state(browser).incognito


def test_a_tablet_has_its_tabs_above(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(width=1280, height=800, density=160)
    hand.open(APP)
    hand.tap(description="New tab", class_name="android.widget.ImageButton")
    assert hand.node("tab_switcher_button").content_description.startswith("2 ")
    hand.tap("tile_view_title")
    hand.tap("back_button")
    hand.tap("forward_button")
    hand.tap("bookmark_button")
    assert [mark.address for mark in state(hand).bookmarks] == ["https://news.example/"]
    hand.tap(description="Close The Harbour Herald tab")
    assert hand.node("tab_switcher_button").content_description.startswith("1 ")


# History


def test_the_history_lists_searches_and_forgets(browser: Hand) -> None:
    for address in ("news.example", "weather.example", "news.example"):
        visit(browser, address)
    choose(browser, "history")
    assert browser.text("date") == "Today - May 1, 2024"
    assert browser.texts("title") == ["The Harbour Herald", "Weather for the harbour"]
    browser.tap("search_menu_id")
    browser.type("weather")
    assert browser.texts("title") == ["Weather for the harbour"]
    browser.tap("clear_text_button")
    browser.press("BACK", "BACK")
    browser.tap("end_button")
    assert browser.texts("title") == ["Weather for the harbour"]
    assert [one.address for one in state(browser).visits] == ["https://weather.example/"]
    browser.tap("title")
    assert browser.activity == "Main"
    assert shown(browser) == "https://weather.example/"


def test_a_period_of_the_history_is_cleared(browser: Hand) -> None:
    visit(browser, "news.example")
    browser.wait(7200)
    visit(browser, "weather.example")
    for period, left in (("last_hour", ["https://news.example/"]), ("all_time", [])):
        choose(browser, "history")
        browser.tap("clear_browsing_data_button")
        browser.tap(text=word(browser, period))
        browser.tap("clear_button")
        assert [one.address for one in state(browser).visits] == left
        browser.press("BACK")


# Bookmarks


def test_the_star_bookmarks_and_forgets(browser: Hand) -> None:
    visit(browser, "garden.example/bees")
    browser.tap("menu_button")
    browser.tap("button_two")
    assert browser.phone.toast == "Bookmarked"
    choose(browser, "bookmarks")
    assert browser.texts("description") == ["1 bookmark"]
    browser.tap("title")
    assert browser.texts("title") == ["Bees on the balcony"]
    browser.press("BACK", "BACK")
    browser.tap("menu_button")
    browser.tap(description="Remove bookmark")
    assert state(browser).bookmarks == ()


def test_a_bookmark_is_opened_apart_and_deleted(browser: Hand) -> None:
    visit(browser, "games.example")
    browser.tap("menu_button")
    browser.tap("button_two")
    for name in ("open_in_new_tab", "delete"):
        choose(browser, "bookmarks")
        browser.tap("title")
        browser.tap("more")
        browser.tap(text=word(browser, name))
        if name == "open_in_new_tab":
            assert browser.node("tab_switcher_button").content_description.startswith("2 ")
            assert shown(browser) == "https://games.example/"
    assert browser.text("empty_view") == "No bookmarks"


# Settings


def test_the_settings_do_what_they_say(browser: Hand) -> None:
    visit(browser, "news.example")
    choose(browser, "settings")
    browser.tap(text="Search engine")
    browser.tap(text="Findling")
    browser.tap(text="Homepage")
    browser.tap(text="Theme")
    browser.tap(text="Dark")
    browser.press("BACK")
    assert not browser.sees("home_button")
    assert state(browser).dark(False)
    assert browser.device.screenshot()[500, 30].max() < 64
    visit(browser, "coffee")
    assert shown(browser) == "https://find.example/search?q=coffee"


# Files


def test_the_history_is_a_database(browser: Hand) -> None:
    visit(browser, "news.example")
    browser.tap(text="Ferry adds a late evening crossing")
    browser.press("BACK")
    visit(browser, "news.example")
    connection = read_database(browser.device.read_file(files.HISTORY_PATH))
    urls = connection.execute("SELECT url, title, visit_count, typed_count FROM urls ORDER BY id").fetchall()
    times = [time for (time,) in connection.execute("SELECT visit_time FROM visits ORDER BY id")]
    connection.close()
    assert urls == [
        ("https://news.example/", "The Harbour Herald", 2, 2),
        ("https://news.example/late-ferry", "Ferry adds a late evening crossing", 1, 0),
    ]
    first = datetime.fromtimestamp(wall_time(times[0]) / 1000, timezone.utc)
    assert (first.year, first.month, first.day, first.hour) == (2024, 5, 1, 10)
    assert times == sorted(times)


def test_a_history_that_is_written_is_shown(browser: Hand) -> None:
    script = """
    CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT, title TEXT, last_visit_time INTEGER, hidden INTEGER);
    CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, visit_time INTEGER, transition INTEGER);
    INSERT INTO urls VALUES (1, 'https://far.example/', 'Far away', 13359031200000000, 0);
    INSERT INTO urls VALUES (2, 'https://hidden.example/', 'Hidden', 13359031200000000, 1);
    """
    browser.device.write_file(files.HISTORY_PATH, database_bytes(script))
    choose(browser, "history")
    assert browser.texts("title") == ["Far away"]


@pytest.mark.parametrize("data", [b"", b"no database", database_bytes("CREATE TABLE urls (id INTEGER)")])
def test_a_damaged_history_is_an_empty_one(browser: Hand, data: bytes) -> None:
    visit(browser, "news.example")
    browser.device.write_file(files.HISTORY_PATH, data)
    choose(browser, "history")
    assert browser.sees("empty_view")


def test_bookmarks_are_a_document(browser: Hand) -> None:
    visit(browser, "books.example")
    browser.tap("menu_button")
    browser.tap("button_two")
    document = json.loads(browser.device.read_file(files.BOOKMARKS_PATH))
    (made,) = document["roots"]["synced"]["children"]
    assert (made["name"], made["url"], made["type"]) == (
        "The Reading Corner",
        "https://books.example/",
        "url",
    )
    assert document["roots"]["synced"]["name"] == "Mobile bookmarks"


def test_bookmarks_that_are_written_are_shown(browser: Hand) -> None:
    page = {"type": "url", "name": "Soup", "url": "https://recipes.example/lentil-soup", "date_added": "1"}
    folder = {"type": "folder", "name": "Kitchen", "children": [page]}
    document = {"roots": {"bookmark_bar": {"children": [folder]}, "synced": {}}}
    browser.device.write_file(files.BOOKMARKS_PATH, json.dumps(document).encode())
    choose(browser, "bookmarks")
    assert browser.texts("title") == ["Mobile bookmarks", "Bookmarks bar"]
    browser.tap("title", index=1)
    browser.tap(text="Kitchen")
    assert browser.texts("title") == ["Soup"]
    browser.press("BACK")
    browser.tap("more")
    browser.tap(text="Delete")
    assert state(browser).bookmarks == ()


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"roots": 1}', b'{"roots": {"synced": {"children": 1}}}',
                                  b'{"roots": {"synced": {"children": [{"name": 1}]}}}', b"[" * 100_000])  # fmt: skip
def test_damaged_bookmarks_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON and Unicode errors are ValueErrors too
        files.write_bookmarks(Chrome(), data)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@given(st.lists(st.tuples(TEXTS, TEXTS, st.integers(0, 1 << 60), st.booleans()), max_size=6))
def test_a_history_survives_its_file(rows: list[tuple[str, str, int, bool]]) -> None:
    titles = {address: title for address, title, _, _ in rows}
    visits = tuple(
        sorted(
            [Visit(f"https://{address}", titles[address], time, typed) for address, _, time, typed in rows],
            key=lambda visit: visit.time,
        )
    )
    kept = files.write_history(Chrome(), files.read_history(Chrome(visits=visits)))
    assert kept.visits == visits


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=6), st.sampled_from([1, 2, 3]))
def test_bookmarks_survive_their_file(rows: list[tuple[str, str]], folder: int) -> None:
    marks = tuple(
        [Bookmark(4 + i, folder, title, f"https://{name}", i) for i, (title, name) in enumerate(rows)]
    )
    assert files.write_bookmarks(Chrome(), files.read_bookmarks(Chrome(bookmarks=marks))).bookmarks == marks


# Addresses


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("news.example", "https://news.example/"),
        ("  HTTP://News.Example/Page?q=1#x ", "http://news.example/Page?q=1#x"),
        ("a.example:8080?x", "https://a.example:8080/?x"),
        ("chrome://newtab", NEW_TAB),
        ("what is 3.14", "https://search.example/search?q=what+is+3.14"),
        ("مطر", "https://search.example/search?q=%D9%85%D8%B7%D8%B1"),
        ("https://", "https://search.example/search?q=https%3A%2F%2F"),
    ],
)
def test_what_is_typed_is_an_address_or_a_search(typed: str, address: str) -> None:
    assert addresses.address_of(typed, "search.example") == address


@given(st.text(max_size=60))
def test_any_text_leads_somewhere(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    address = addresses.address_of(text, "search.example")
    assert addresses.address_of(address, "search.example") == address
    assert web.host_of(address)
    if address != NEW_TAB and web.is_known(address):
        assert web.page_at(address, web.ENGLISH).title


def test_webkit_time() -> None:
    assert webkit_time(0) == 11_644_473_600_000_000
    assert wall_time(webkit_time(1714557600000)) == 1714557600000


# Every look


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "hi-IN"])
def test_the_menu_reaches_everything(
    make_hand: Callable[..., Hand], look: dict[str, float], locale: str
) -> None:
    hand = make_hand(locale=locale, **look)
    hand.open(APP)
    for name in ("new_tab", "new_incognito_tab", "history", "bookmarks", "settings"):
        hand.tap("menu_button")
        row = hand.node(text=word(hand, name))
        assert row.bounds[3] - row.bounds[1] > 10
        hand.tap(text=word(hand, name))
        if hand.activity != "Main":
            hand.press("BACK")


def test_a_state_is_a_value() -> None:
    assert replace(Chrome(), typed="x") == Chrome(typed="x")
    assert hash(Chrome()) == hash(Chrome())
    with pytest.raises(sqlite3.DatabaseError):
        files.write_history(Chrome(), b"")


# The menu of a link, and downloads


def _on_a_page_with_links(hand: Hand) -> str:
    """Open a page that has a link, and tell the link's text."""
    name, shown = next(
        (n, p) for n, p in web.pages(web.ENGLISH).items() if any(b.kind == "link" for b in p.blocks)
    )
    hand.shell(f"am start -a android.intent.action.VIEW -d https://{name}")
    text = next(b.text for b in shown.blocks if b.kind == "link")
    for _ in range(10):
        if hand.sees(text=text):
            break
        hand.swipe("up")
    return text


def test_a_long_press_on_a_link_opens_its_menu(hand: Hand) -> None:
    link = _on_a_page_with_links(hand)
    hand.hold(text=link)
    for entry in ("Open in new tab", "Open in Incognito tab", "Download link", "Share link"):
        assert hand.sees(text=entry)
    hand.tap(text="Copy link text")
    assert hand.phone.clipboard == link
    hand.hold(text=link)
    hand.tap(text="Copy link address")
    address = hand.phone.clipboard
    before = hand.state("chrome")
    hand.hold(text=link)
    hand.tap(text="Open in new tab")
    after = hand.state("chrome")
    assert len(after.tabs) == len(before.tabs) + 1
    assert after.current == before.current, "the page stays in front"
    assert after.tabs[-1].entry.address == address
    hand.hold(text=link)
    hand.tap(text="Share link")
    assert hand.node("content_preview_text").text == address


@pytest.mark.parametrize(
    ("size", "width"), [((411, 891), 331), ((314, 628), 234), ((891, 411), 500), ((1280, 800), 500)]
)
def test_the_menu_of_a_link_leaves_40_dp_at_each_side(
    make_hand: Callable[..., Hand], size: tuple[int, int], width: int
) -> None:
    hand = make_hand(width=size[0], height=size[1], density=160)
    link = _on_a_page_with_links(hand)
    hand.hold(text=link)
    left, _, right, _ = hand.node("parentPanel").bounds
    assert right - left == width


def test_what_is_downloaded_is_a_file_and_stands_in_the_list(hand: Hand) -> None:
    name, shown = next((n, p) for n, p in web.pages(web.ENGLISH).items() if "/" in p.image)
    hand.shell(f"am start -a android.intent.action.VIEW -d https://{name}")
    hand.hold(class_name="android.widget.Image")
    hand.tap(text="Download image")
    assert hand.phone.toast.startswith("Downloaded ")
    subject = shown.image.partition("/")[2]
    data = hand.device.read_file(f"/sdcard/Download/{subject}.jpg")
    assert pictures.size(data) == (480, 480)
    hand.hold(class_name="android.widget.Image")
    hand.tap(text="Download image")
    hand.tap("menu_button")
    hand.tap(text="Downloads")
    assert sorted(hand.texts("title")) == [f"{subject} (1).jpg", f"{subject}.jpg"]
    hand.tap(text=f"{subject}.jpg")
    assert hand.activity == "HostPhotoPagerActivity"
    hand.press("BACK", "BACK")
    link = _on_a_page_with_links(hand)
    hand.hold(text=link)
    hand.tap(text="Download link")
    assert any(path.endswith(".html") for path in hand.phone.files)


def test_a_picture_that_is_downloaded_is_the_photograph(hand: Hand) -> None:
    hand.shell(
        "am start -a android.intent.action.VIEW -d https://recipes.example/lentil-soup com.android.chrome"
    )
    hand.hold(class_name="android.widget.Image")
    hand.tap(text="Download image")
    assert hand.device.read_file("/sdcard/Download/soup.jpg") == prints.file_of("soup")
