"""Firefox: address bar, pages, tabs, private tabs, bookmarks, history, pages in files, links of other apps."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.apps.firefox.state import HOME, PACKAGE, Firefox
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.kits import local_pages
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.linked_text import Anchored

MAIN = f"{PACKAGE}/org.mozilla.firefox.App"
URL = "mozac_browser_toolbar_url_view"


def firefox(**configuration: object) -> Hand:
    hand = Hand(image="androidlab", **configuration)
    hand.shell(f"am start -n {MAIN}")
    return hand


def state(hand: Hand) -> Firefox:
    found: Firefox = hand.phone.apps[PACKAGE]
    return found


def visit(hand: Hand, text: str) -> None:
    hand.tap("toolbar")
    hand.type(text)
    hand.press("ENTER")


def choose(hand: Hand, words: str) -> None:
    hand.tap("mozac_browser_toolbar_menu")
    if hand.sees(description=words):
        hand.tap(description=words)
    else:
        hand.tap(text=words)


def test_an_address_is_loaded_and_words_are_looked_for() -> None:
    hand = firefox()
    assert hand.text(URL) == "Search or enter address"
    visit(hand, "news.example")
    assert hand.text(URL) == "news.example"
    assert hand.sees(class_name="android.webkit.WebView")
    hand.tap("toolbar")
    hand.tap("mozac_browser_toolbar_clear_view")
    hand.type("lentil soup")
    hand.press("ENTER")
    assert state(hand).tab.entry.address == "https://search.example/search?q=lentil+soup"
    link = next(node for node in hand.tree if node.clickable and "oup" in node.text)
    hand.tap(text=link.text)
    assert hand.text(URL).startswith("recipes.example/")


def test_suggestions_come_from_bookmarks_history_and_known_pages() -> None:
    hand = firefox()
    hand.tap("toolbar")
    hand.type("soup")
    hand.tap(class_name="android.view.View", index=1)  # the list, and in it the first one
    assert state(hand).tab.entry.address.startswith("https://recipes.example/")
    hand.press("BACK")
    assert state(hand).tab.entry.address == HOME
    hand.press("BACK")
    assert hand.phone.home


def test_back_forward_reload_and_share() -> None:
    hand = firefox()
    visit(hand, "news.example")
    choose(hand, "Back")
    assert state(hand).tab.entry.address == HOME
    choose(hand, "Forward")
    assert state(hand).tab.entry.address == "https://news.example/"
    choose(hand, "Refresh")
    assert len(state(hand).tab.entries) == 2
    choose(hand, "Share")
    assert hand.phone.top.prompt is not None
    assert hand.sees(text="https://news.example/")


@pytest.mark.parametrize("private", [False, True])
def test_words_are_found_in_a_page_and_marked(private: bool) -> None:
    hand = firefox()
    if private:
        choose(hand, "New private tab")
    visit(hand, "recipes.example/lentil-soup")
    plain = hand.device.screenshot()
    choose(hand, "Find in page")
    assert hand.sees("findInPageView")
    assert not hand.sees("toolbar")
    assert not hand.node("find_in_page_next_btn").enabled
    hand.type("LENTILS")
    assert hand.text("find_in_page_result_text") == "1/2"
    before = hand.phone.top.offsets
    hand.tap(description="Find next result")
    assert hand.text("find_in_page_result_text") == "2/2"
    assert hand.phone.top.offsets != before
    hand.press("ENTER")
    assert hand.text("find_in_page_result_text") == "1/2"
    hand.tap("find_in_page_query_text")
    hand.tap(description="Find previous result")
    assert hand.text("find_in_page_result_text") == "2/2"
    hand.type("x")
    assert hand.text("find_in_page_result_text") == "0/0"
    hand.tap(description="Dismiss find in page")
    assert hand.text(URL) == "recipes.example/lentil-soup"
    hand.do(Swipe(0.5, 0.3, 0.5, 0.9, 0.3))
    assert (hand.device.screenshot() == plain).all()


def test_a_mark_within_an_arabic_word_stays_on_its_line() -> None:
    hand = firefox(locale="ar-EG", density=330)
    visit(hand, "recipes.example/lentil-soup")
    hand.tap("mozac_browser_toolbar_menu")
    hand.tap(text="ابحث في الصفحة")
    hand.type("عدس")  # in العدس
    assert hand.text("find_in_page_result_text") == "١/٣"

    def marks(box: Box) -> list[Box]:
        own = [box] if isinstance(box.element, Anchored) and box.element.anchor.startswith("match:") else []
        return own + [mark for child in box.inside for mark in marks(child)]

    found = marks(screen.active(hand.phone).box)
    assert found
    assert all(len(mark.extra[0].lines) == 1 for mark in found)


def test_back_leaves_the_search_and_then_the_page() -> None:
    hand = firefox()
    visit(hand, "news.example")
    choose(hand, "Find in page")
    hand.press("BACK")  # hides the keyboard
    hand.press("BACK")
    assert not state(hand).finding
    assert state(hand).tab.entry.address == "https://news.example/"


def test_the_desktop_form_of_a_page_is_smaller_and_stays_with_its_tab() -> None:
    hand = firefox()
    visit(hand, "recipes.example/coffee")
    choose(hand, "Find in page")
    hand.tap("find_in_page_close_btn")

    def height() -> int:
        _, top, _, bottom = hand.node(text="Coffee as it should be").bounds
        return bottom - top

    large = height()
    choose(hand, "Desktop site")
    assert height() < large
    hand.tap("mozac_browser_toolbar_menu")
    assert hand.node("switch_widget").checked
    hand.press("BACK")
    choose(hand, "New tab")
    visit(hand, "recipes.example/coffee")
    assert height() == large
    hand.tap("counter_root")
    hand.tap("tab_item")
    assert height() < large
    hand.shell("am force-stop org.mozilla.firefox")
    hand.shell(f"am start -n {MAIN}")
    choose(hand, "Desktop site")
    assert height() == large


def test_tabs_are_opened_chosen_and_closed() -> None:
    hand = firefox()
    visit(hand, "news.example")
    choose(hand, "New tab")
    visit(hand, "garden.example")
    hand.tap("counter_root")
    assert hand.texts("mozac_browser_tabstray_url") == ["news.example", "garden.example"]
    hand.tap("tab_item")
    assert hand.text(URL) == "news.example"
    hand.tap("counter_root")
    hand.tap("mozac_browser_tabstray_close")
    hand.tap("mozac_browser_tabstray_close")
    assert state(hand).tabs == ()
    assert hand.sees(text="Your open tabs will be shown here.")
    hand.press("BACK")
    visit(hand, "news.example")  # in a new tab
    assert len(state(hand).tabs) == 1


def test_private_tabs_leave_no_history() -> None:
    hand = firefox()
    choose(hand, "New private tab")
    assert hand.sees(text="Firefox clears your history and cookies from private tabs when you close them.")
    (foot,) = [surface for surface in hand.device.view.surfaces if surface.kind == "navigation"]
    assert foot.box.element.background == 0xFF000000
    visit(hand, "news.example")
    assert state(hand).visits == ()
    hand.tap("counter_root")
    assert hand.node(description="Private tabs").selected
    hand.tap(description="Tabs")
    assert hand.texts("mozac_browser_tabstray_title") == ["Homepage"]


def test_bookmarks_are_added_and_removed() -> None:
    hand = firefox()
    visit(hand, "news.example")
    choose(hand, "Add bookmark")
    assert hand.phone.toast == "Bookmark saved!"
    choose(hand, "Bookmarks")
    assert hand.texts("url") == ["news.example"]
    hand.tap("overflow_menu")
    assert state(hand).bookmarks == ()
    assert hand.text("bookmarks_empty_view") == "No bookmarks here"
    hand.press("BACK")
    choose(hand, "Add bookmark")
    choose(hand, "Remove bookmark")
    assert state(hand).bookmarks == ()


def test_history_is_shown_and_cleared() -> None:
    hand = firefox()
    for address in ("news.example", "garden.example", "recipes.example"):
        hand.tap("toolbar")
        if hand.sees("mozac_browser_toolbar_clear_view"):
            hand.tap("mozac_browser_toolbar_clear_view")
        hand.type(address)
        hand.press("ENTER")
        hand.wait(60)
    choose(hand, "History")
    assert hand.texts("url") == ["recipes.example", "garden.example", "news.example"]
    hand.tap("overflow_menu")
    assert hand.texts("url") == ["garden.example", "news.example"]
    hand.tap("history_delete")
    hand.tap("button1")
    assert state(hand).visits == ()


def test_what_cant_be_loaded_says_why() -> None:
    hand = firefox()
    visit(hand, "nowhere.test")
    assert hand.sees(text="Address not found")
    hand.shell("cmd connectivity airplane-mode enable")
    choose(hand, "New tab")
    visit(hand, "news.example")
    assert hand.sees(text="No internet connection")
    hand.shell("cmd connectivity airplane-mode disable")
    hand.tap("errorTryAgain")
    assert state(hand).tab.entry.error == ""
    choose(hand, "New tab")
    visit(hand, "file:///sdcard/nothing.html")
    assert hand.sees(text="File not found")


@pytest.mark.skipif(not local_pages.playable(), reason="quickjs is not installed")
def test_a_page_in_a_file_runs_by_the_engine() -> None:
    hand = firefox()
    text = "<title>Mine</title><button onclick=\"this.textContent='pressed'\">press</button>"
    hand.phone = files.write(hand.phone, "/sdcard/Download/mine.html", text.encode())
    visit(hand, "file:///sdcard/Download/mine.html")
    hand.tap(text="press")
    assert hand.sees(text="pressed")


def test_links_of_other_apps_open_in_a_tab_that_back_leaves() -> None:
    hand = firefox()
    hand.press("HOME")
    hand.shell(f"am start -a android.intent.action.VIEW -d https://news.example/ {PACKAGE}")
    assert hand.phone.top.package == PACKAGE
    assert hand.text(URL) == "news.example"
    assert len(state(hand).tabs) == 2


def test_what_it_remembers_is_in_its_file() -> None:
    hand = firefox()
    visit(hand, "news.example")
    choose(hand, "Add bookmark")
    path = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    data = files.read(hand.phone, path)
    hand.shell(f"pm clear {PACKAGE}")
    assert state(hand) == Firefox()
    hand.phone = files.write(hand.phone, path, data)
    assert [mark.address for mark in state(hand).bookmarks] == ["https://news.example/"]
    assert state(hand).tab.entry.address == "https://news.example/"
    hand.phone = files.write(hand.phone, path, data.replace(b"selected_tab", b"nothing"))
    assert state(hand).tabs


@pytest.mark.parametrize("locale", ["ar-EG", "ko-KR", "ur-PK"])
def test_it_speaks_the_phones_language(locale: str) -> None:
    hand = firefox(locale=locale)
    assert hand.text(URL) != "Search or enter address"
    hand.tap("mozac_browser_toolbar_menu")
    assert not hand.sees(text="Bookmarks")
