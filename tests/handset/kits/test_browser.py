"""The history of a browser's tab, what a browser loads, and what its address bar suggests."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.chrome.state import Entry as ChromeEntry
from bmoca_gym.handset.apps.chrome.state import Tab as ChromeTab
from bmoca_gym.handset.apps.firefox.state import PACKAGE, Tab
from bmoca_gym.handset.kits import browser, web
from bmoca_gym.handset.kits.browser import Entry
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do

ERRORS = browser.Errors("no net", "no site", "no page")


@pytest.mark.parametrize(("tab", "entry"), [(Tab, Entry), (ChromeTab, ChromeEntry)])
def test_a_tab_goes_back_and_forward_and_forgets_what_was_forward(tab: type, entry: type) -> None:
    shown = browser.followed_by(browser.followed_by(tab(3), entry("https://a/")), entry("https://b/"))
    back = browser.stepped(shown, -1)
    assert back is not None
    assert back.entry == entry("https://a/")
    assert browser.stepped(back, 1) == shown
    assert browser.stepped(shown, 1) is None
    other = browser.followed_by(back, entry("https://c/"))
    assert [one.address for one in other.entries[1:]] == ["https://a/", "https://c/"]
    assert browser.scroll_key(other) == "page:3:2"
    again = browser.with_entry(back, entry("https://d/"))
    assert [one.address for one in again.entries[1:]] == ["https://d/", "https://b/"]
    assert browser.alone(again) == tab(3, (entry("https://d/"),))
    assert browser.with_tab((tab(1), tab(3)), again) == (tab(1), again)


def test_without_a_tab_nothing_lies_behind_or_before() -> None:
    assert browser.stepped(None, -1) is None


@pytest.mark.parametrize(
    ("address", "online", "error"),
    [
        ("https://news.example/", True, ""),
        ("https://news.example/", False, "no net"),
        ("https://nobody.example/", True, "no site"),
        ("about:home", False, ""),
    ],
)
def test_why_a_page_is_not_loaded(address: str, online: bool, error: str) -> None:
    hand = Hand(image="androidlab")
    if not online:
        hand.shell("cmd connectivity airplane-mode enable")
    found = browser.loaded(Context(hand.phone), address, "about:home", ERRORS, do(str), PACKAGE, False)
    assert found == (error, None)


class Mark(NamedTuple):
    """A bookmark or a visit."""

    title: str
    address: str


MARKS = (Mark("Bee garden", "https://garden.example/bees"), Mark("Nothing", ""))
VISITS = (Mark("Old bees", "https://old.example/bees"), Mark("New bees", "https://new.example/bees"))


def test_bookmarks_come_before_visits_and_the_latest_visit_first() -> None:
    found = browser.suggested("BEES example", MARKS, (*VISITS, Mark("Again", MARKS[0].address)), "en-US")
    assert found[:3] == [("star", *MARKS[0]), ("history", *VISITS[1]), ("history", *VISITS[0])]
    assert len({address for _, _, address in found}) == len(found)


def test_what_comes_first_is_not_suggested_again() -> None:
    first = ("edit", "This page", MARKS[0].address)
    assert browser.suggested("bees", MARKS, (), "en-US", (first,))[0] == first
    assert ("star", *MARKS[0]) not in browser.suggested("bees", MARKS, (), "en-US", (first,))


def test_known_pages_are_found_by_their_english_titles_where_that_is_asked() -> None:
    name, english = next(
        (name, page)
        for name, page in web.pages(web.ENGLISH).items()
        if page.title.lower() not in f"{web.pages('de-DE')[name].title} {name}".lower()
    )
    address = f"https://{name}"
    plain = browser.suggested(english.title, (), (), "de-DE")
    assert address not in [one[2] for one in plain]
    assert address in [one[2] for one in browser.suggested(english.title, (), (), "de-DE", in_english=True)]
