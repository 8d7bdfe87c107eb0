"""Searches begin with recent searches or with filters, as real ones do."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.kits.search_starts import RECENT_LIMIT
from bmoca_gym.handset.providers.calendar.database import DATABASE, calendar_database
from bmoca_gym.handset.providers.calendar.store import CalendarStore, Event
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.side_effects.comparison import changes
from bmoca_gym.tasks import media

NINE = 1_714_554_000_000

#: Images, apps, what opens the search, a query, and a result of it.
SEARCHES = (
    ("android10", "settings", "search_action_bar", "blue", "Bluetooth"),
    ("android13", "settings", "search_action_bar", "blue", "Bluetooth"),
    ("android10", "gmail", "open_search_bar", "garden", "Sunny Garden Club"),
    ("android13", "gmail", "open_search_bar", "garden", "Sunny Garden Club"),
    ("androidlab", "pi_music", "action_search", "dawn", "Dawn Chorus"),
)


def opened(image: str, app: str, **configuration: object) -> Hand:
    """A hand on a phone with an app open."""
    hand = Hand(image, **configuration)
    hand.device.write_file("/sdcard/Music/dawn.mp3", media.recording(60, title="Dawn Chorus", artist="Ann"))
    (found,) = [one for one in packages.apps_of(hand.phone.image).values() if one.name == app]
    hand.shell(f"am start -n '{found.component}'")
    return hand


@pytest.mark.parametrize(
    ("image", "app", "way", "query", "result"), SEARCHES, ids=[f"{row[0]}-{row[1]}" for row in SEARCHES]
)
def test_a_search_begins_with_those_whose_result_was_opened_or_that_were_sent(
    image: str, app: str, way: str, query: str, result: str
) -> None:
    hand = opened(image, app)
    hand.tap(way)
    hand.type("zzqx")
    hand.press("BACK", "BACK")
    hand.tap(way)
    assert not hand.sees(text="zzqx"), "it was neither sent nor was a result opened"
    hand.type(query)
    hand.tap(text=result)
    for _ in range(4):
        if hand.sees(way):
            break
        hand.press("BACK")
    hand.tap(way)
    assert hand.sees(text=query)
    hand.type("second one")
    hand.press("ENTER")
    hand.press("BACK")
    hand.tap(way)
    rows = [node.text for node in hand.tree if node.text in (query, "second one")]
    assert rows == ["second one", query], "newest first"
    hand.tap(text=query)
    assert hand.sees(text=result)
    package = hand.phone.top.package.removesuffix(".intelligence")
    hand.shell(f"am force-stop {package}")
    assert hand.phone.apps[package].recent == ("second one", query)


@pytest.mark.parametrize(
    ("image", "app", "way", "query", "result"), SEARCHES, ids=[f"{row[0]}-{row[1]}" for row in SEARCHES]
)
def test_a_search_is_no_side_effect(image: str, app: str, way: str, query: str, result: str) -> None:
    hand = opened(image, app)
    before = hand.phone
    hand.tap(way)
    hand.type(query)
    hand.press("ENTER")
    assert hand.sees(text=result)
    assert changes(before, hand.phone) == []


def test_no_more_are_kept_than_the_limit_and_none_twice() -> None:
    hand = opened("android13", "gmail")
    hand.tap("open_search_bar")
    for number in (*range(RECENT_LIMIT + 3), RECENT_LIMIT):
        hand.type(f"word {number}")
        hand.press("ENTER")
        hand.tap("open_search_view_clear_button")
    recent = hand.phone.apps["com.google.android.gm"].recent
    assert recent[:3] == ("word 10", "word 12", "word 11")
    assert len(recent) == len(set(recent)) == RECENT_LIMIT


def test_settings_clears_its_history_from_the_menu_of_the_search() -> None:
    hand = opened("android13", "settings")
    hand.tap("search_action_bar")
    assert not hand.sees(description="More options")
    hand.type("sound")
    hand.press("ENTER")
    hand.tap("search_close_btn")
    hand.tap(description="More options")
    hand.tap(text="Clear history")
    assert not hand.sees(text="sound")


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_gmail_clears_its_history_in_its_settings(image: str) -> None:
    hand = opened(image, "gmail")
    hand.tap("open_search_bar")
    hand.type("garden")
    hand.press("ENTER")
    hand.press("BACK")
    hand.tap(description="Open navigation drawer")
    hand.swipe("up")
    hand.tap(text="Settings")
    hand.tap(text="Clear search history")
    assert hand.phone.apps["com.google.android.gm"].recent == ()


def test_calendar_remembers_and_forgets_searches() -> None:
    hand = Hand()
    tea = Event(1, title="Tea", begin=NINE, end=NINE + 3_600_000)
    hand.device.write_file(DATABASE, calendar_database(CalendarStore(events=(tea,), next_id=2)))
    hand.open("calendar")
    hand.tap("action_search")
    hand.type("tea")
    hand.tap("event_chip")
    hand.press("BACK", "BACK")
    hand.tap("action_search")
    hand.tap(text="tea")
    assert hand.sees("event_chip")
    hand.press("BACK")
    hand.shell("am force-stop com.google.android.calendar")
    assert hand.phone.apps["com.google.android.calendar"].recent == ("tea",)


def test_gmail_on_android_13_filters_by_people_attachments_and_age() -> None:
    hand = opened("android13", "gmail")
    hand.tap("open_search_bar")
    assert not hand.sees("senders")
    hand.tap(description="From")
    hand.tap(text="Sunny Garden Club")
    assert hand.texts("senders") == ["Sunny Garden Club"]
    hand.tap(description="From: club@garden.example")
    assert not hand.sees("senders")
    hand.tap(description="To")
    hand.tap(text="alex.hikes@example.com")
    assert len(hand.texts("senders")) > 4
    hand.tap(description="To: alex.hikes@example.com")
    hand.tap(description="Attachment")
    assert not hand.sees("senders")
    assert hand.sees(text="No results")
    hand.tap(description="Attachment")
    hand.tap(description="Date")
    hand.tap(text="Older than a week")
    some = hand.texts("senders")
    assert some
    hand.tap(description="Older than a week")
    hand.tap(description="Date")
    hand.tap(text="Older than a year")
    assert not hand.sees("senders")


def test_gmail_on_android_10_has_no_chips() -> None:
    hand = opened("android10", "gmail")
    hand.tap("open_search_bar")
    assert not hand.sees(description="Attachment")


def test_messages_begins_with_categories() -> None:
    hand = opened("android13", "messages")
    for number, body in (
        ("5550001", "See https://quiet.example"),
        ("5550002", "geo:47.1,9.5"),
        ("5550003", "Hi"),
    ):
        hand.phone = messages.receive(hand.phone, number, body)
    hand.wait(10)  # until no notification covers the top
    hand.tap("action_zero_state_search")
    assert not hand.sees("conversation_name")
    for category, found in (("Links", "555-0001"), ("Places", "555-0002"), ("Images", ""), ("Known", "")):
        hand.tap(description=category)
        assert hand.texts("conversation_name") == ([found] if found else [])
        assert not hand.sees(description="Unread")
        hand.tap(description=category)
    hand.tap(description="Unread")
    assert len(hand.texts("conversation_name")) == 3
    hand.tap("zero_state_search_box_auto_complete")
    hand.type("Hi")
    assert hand.texts("conversation_name") == ["555-0003"]
