"""Select in the overview of Android 13: texts of the task in the middle are chosen, copied and shared."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Tap


@pytest.fixture
def hand() -> Hand:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell("am start -a android.settings.DISPLAY_SETTINGS")
    hand.press("OVERVIEW")
    return hand


def regions(hand: Hand) -> list[str]:
    return [node.content_description for node in hand.all("text_region")]


def test_select_marks_the_texts_of_the_task(hand: Hand) -> None:
    assert regions(hand) == []
    hand.tap("action_select")
    assert {"Display", "Brightness level", "Dark theme", "Screen timeout"} <= set(regions(hand))
    card = hand.node("snapshot").bounds
    for node in hand.all("text_region"):
        left, top, right, bottom = node.bounds
        assert card[0] <= left < right <= card[2]
        assert card[1] <= top < bottom <= card[3]
    hand.tap("action_select")
    assert regions(hand) == []


def test_a_chosen_text_is_copied(hand: Hand) -> None:
    hand.tap("action_select")
    hand.tap(description="Dark theme")
    assert [n.content_description for n in hand.all("text_region") if n.selected] == ["Dark theme"]
    assert not hand.sees("action_screenshot")
    hand.tap(text="Copy")
    assert hand.phone.clipboard == "Dark theme"
    assert (regions(hand), hand.phone.overview) == ([], True)


def test_a_chosen_text_is_shared(hand: Hand) -> None:
    hand.tap("action_select")
    hand.tap(description="Dark theme")
    hand.tap(text="Share")
    assert hand.text("content_preview_text") == "Dark theme"
    hand.tap(text="Messages")
    assert hand.phone.top.package == "com.google.android.apps.messaging"


def test_the_text_is_where_the_picture_has_it(hand: Hand) -> None:
    """On a screen of its own, and in the card, a text lies at the same place of the window."""
    hand.press("BACK")
    before = hand.node(text="Dark theme").bounds
    hand.press("OVERVIEW")
    hand.tap("action_select")
    card, mark = hand.node("snapshot").bounds, hand.node(description="Dark theme").bounds
    share = (card[2] - card[0]) / 1080
    assert abs(card[0] + before[0] * share - mark[0]) <= 2
    assert abs(card[1] + before[1] * share - mark[1]) <= 2


@pytest.mark.parametrize("key", ["BACK", "OVERVIEW", "HOME"])
def test_keys_end_it(hand: Hand, key: str) -> None:
    hand.tap("action_select")
    hand.press(key)
    assert hand.phone.picked is None
    assert hand.phone.overview is (key == "BACK")
    assert regions(hand) == []


def test_a_touch_beside_the_texts_ends_it(hand: Hand) -> None:
    hand.tap("action_select")
    left, _, right, bottom = hand.node("snapshot").bounds
    hand.do(Tap((left + right) / 2 / 1080, (bottom - 4) / 2400))
    assert (hand.phone.picked, hand.phone.overview) == (None, True)


def test_a_password_is_not_among_them() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell("am start -n com.android.settings/com.android.settings.Settings")
    for word in ("Security", "Screen lock", "PIN"):
        while not hand.sees(text=word):
            hand.swipe("up")
        hand.tap(text=word)
    hand.type("4711")
    hand.press("OVERVIEW")
    hand.tap("action_select")
    assert not any("4711" in text or "•" in text for text in regions(hand))
