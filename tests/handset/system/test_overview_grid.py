"""The overview of tablets of Android 13: the newest task in the middle, the others in two rows beside it."""

from __future__ import annotations

from typing import Any

import pytest
from handset_cuts import cut_off
from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.ui.tree import UiNode

TABLET: dict[str, Any] = {"width": 1280, "height": 800, "density": 160}
UPRIGHT: dict[str, Any] = {"width": 1600, "height": 2560, "density": 320}
#: In the order in which they are opened.
APPS = ("Settings", "Clock", "Calendar", "Files", "Gmail")


def overview(image: str = "android13", **configuration: Any) -> Hand:
    hand = Hand(image, **configuration)
    for app in APPS:
        hand.open(app.lower())
    hand.press("OVERVIEW")
    return hand


def cards(hand: Hand) -> dict[str, UiNode]:
    return {node.content_description: node for node in hand.all("snapshot")}


@pytest.mark.parametrize("screen", [TABLET, UPRIGHT], ids=["on its side", "upright"])
def test_the_newest_task_is_in_the_middle_and_the_others_are_in_two_rows(screen: dict[str, Any]) -> None:
    hand = overview(**screen)
    left, top, right, bottom = cards(hand)["Gmail"].bounds
    assert abs(left + right - screen["width"]) <= 2
    above, below = cards(hand)["Files"].bounds, cards(hand)["Calendar"].bounds
    assert above[3] < below[1]
    assert (above[2], above[1], below[3]) == (below[2], top, bottom)
    assert above[2] < left
    hand.swipe("right")
    two, last = cards(hand)["Calendar"].bounds, cards(hand)["Clock"].bounds
    assert two[1] > last[1]
    assert last[2] < two[0]
    assert (two[2] - two[0]) / (two[3] - two[1]) == pytest.approx(
        screen["width"] / screen["height"], rel=0.01
    )
    hand.tap(description="Clock")
    assert hand.activity == "DeskClock"


def test_the_grid_is_mirrored() -> None:
    hand = overview(locale="ar-EG", **TABLET)
    newest, *others = [node.bounds for node in hand.all("snapshot")]
    assert others
    assert all(bounds[0] > newest[2] for bounds in others)
    assert not cut_off(hand.phone)


def test_the_buttons_are_for_the_newest_task() -> None:
    hand = overview(**TABLET)
    assert hand.sees("action_screenshot")
    hand.tap("action_select")
    assert hand.sees("text_region")
    hand.swipe("right")
    hand.swipe("right")
    assert not hand.sees("action_screenshot")
    assert not hand.sees("text_region")
    assert hand.sees("clear_all")


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_a_menu_opens_under_its_icon(locale: str) -> None:
    hand = overview(locale=locale, **TABLET)
    hand.swipe("right" if locale == "en-US" else "left")
    for icon in hand.all("icon"):
        left, _, right, bottom = icon.bounds
        if left <= 0 or right >= TABLET["width"]:
            continue
        hand.do(Tap(*hand.at(icon)))
        menu = hand.node("menu_option_layout").bounds
        assert 0 <= menu[1] - bottom <= 12
        assert menu[0] <= left
        assert right <= menu[2]
        hand.do(Tap(0.5, 0.06))
        assert not hand.sees("menu_option_layout")


def test_a_task_of_the_grid_is_dismissed() -> None:
    hand = overview(**TABLET)
    hand.swipe("right")
    x, y = hand.at(cards(hand)["Clock"])
    hand.do(Swipe(x, y, x, y - 0.3))
    assert "Clock" not in cards(hand)
    assert "Calendar" in cards(hand)


@pytest.mark.parametrize(("image", "screen"), [("android10", TABLET), ("android13", {})], ids=["10", "phone"])
def test_others_show_a_row(image: str, screen: dict[str, Any]) -> None:
    hand = overview(image, **screen)
    tall = {node.bounds[3] - node.bounds[1] for node in hand.all("snapshot")}
    assert len(tall) == 1
