"""Settings of Android 13 on a large screen: the list of topics beside the page that is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe

TABLET = {"width": 1280, "height": 800, "density": 160}
TITLE = "android:id/title"


def page(hand: Hand) -> str:
    """Title of the page that is open beside the list."""
    return hand.node("collapsing_toolbar").content_description


@pytest.fixture
def tablet(make_hand: Callable[..., Hand]) -> Hand:
    hand = make_hand("android13", **TABLET)
    hand.open("settings")
    return hand


def test_the_first_topic_is_open_as_the_app_starts(tablet: Hand) -> None:
    assert page(tablet) == "Network & internet"
    assert tablet.node("settings_homepage_container").bounds[2] == int(1280 * 0.3636)
    assert [node.text for node in tablet.all(TITLE) if node.bounds[0] < 465][:2] == [
        "Network & internet", "Connected devices",
    ]  # fmt: skip
    tablet.tap(text="Airplane mode")
    assert tablet.shell("settings get global airplane_mode_on") == "1\n"


def test_a_topic_takes_the_place_of_the_page(tablet: Hand) -> None:
    tablet.tap(text="Display")
    tablet.tap(text="Display size and text")
    assert page(tablet) == "Display size and text"
    tablet.tap(text="Battery")
    assert page(tablet) == "Battery"
    assert len(tablet.phone.tasks[-1].activities) == 2
    assert not tablet.sees(content_description="Navigate up"), "there is no page above it"


def test_back_goes_through_the_pages_then_leaves_both(tablet: Hand) -> None:
    tablet.tap(text="Display")
    tablet.tap(text="Display size and text")
    tablet.tap(content_description="Navigate up")
    assert page(tablet) == "Display"
    tablet.press("BACK")
    assert tablet.phone.home


def test_the_list_stays_where_it_was_scrolled_to(tablet: Hand) -> None:
    tablet.do(Swipe(0.2, 0.8, 0.2, 0.3, 0.5))
    scrolled = dict(tablet.phone.top.offsets)["home"]
    assert scrolled > 0
    tablet.tap(text="System")
    tablet.tap(text="Date & time")
    assert dict(tablet.phone.top.offsets)["home"] == scrolled
    tablet.press("BACK")
    assert dict(tablet.phone.top.offsets)["home"] == scrolled


def test_a_page_that_another_app_opens_has_the_list_beside_it(tablet: Hand) -> None:
    tablet.press("BACK")
    tablet.shell("am start -a android.settings.DATE_SETTINGS")
    assert page(tablet) == "Date & time"
    tablet.tap(text="Battery")
    assert page(tablet) == "Battery"
    tablet.press("BACK")
    assert page(tablet) == "Date & time"


def test_the_search_has_all_of_the_screen(tablet: Hand) -> None:
    tablet.tap("search_action_bar")
    assert not tablet.sees("settings_homepage_container")


@pytest.mark.parametrize(
    ("image", "width", "height", "both"),
    [("android13", 1280, 800, True), ("android13", 800, 1280, True), ("android13", 700, 1200, False),
     ("android13", 1280, 590, False), ("android10", 1280, 800, False)],
)  # fmt: skip
def test_it_needs_a_large_screen_of_android_13(
    make_hand: Callable[..., Hand], image: str, width: int, height: int, both: bool
) -> None:
    hand = make_hand(image, width=width, height=height, density=160)
    hand.open("settings")
    assert hand.sees("collapsing_toolbar") is both
