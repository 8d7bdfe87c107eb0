"""Letters and icons over what an app shows: the status bar over drawers, the head of a story, short videos, Camera."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.system import activities

#: Least contrast of white letters with what they lie on; 1 is none.
LEAST = 2.7
#: Apps of Android 13 with a drawer whose header has no colour of its own, and their images.
NO_HEADER = (("android13", "files"), ("android13", "gmail"), ("android13", "calendar"))
#: Apps with a drawer, and their images.
DRAWERS = (
    ("android10", "files"), ("android10", "gmail"), ("android10", "calendar"), ("android13", "broccoli"),
    ("android13", "pro_expense"), ("android13", "joplin"), ("androidlab", "bluecoins"), *NO_HEADER,
)  # fmt: skip


def lightness(color: np.ndarray) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    part = color / 255.0
    linear = np.where(part <= 0.03928, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast_of_white(color: np.ndarray) -> float:
    """The contrast of white with a colour, as WCAG defines it."""
    return 1.05 / (lightness(color) + 0.05)


def opened(image: str, app: str, **configuration: object) -> Hand:
    """The app with its drawer open: its button is the first that has a description."""
    hand = Hand(image=image, **configuration)
    named = {app.name: app for app in packages.apps_of(hand.phone.image).values()}
    hand.phone = activities.start(hand.phone, named[app].component)
    button = next(node for node in hand.tree if node.clickable and node.content_description)
    hand.tap(content_description=button.content_description)
    assert hand.phone.top.argument or not hand.sees(content_description=button.content_description)
    return hand


@pytest.mark.parametrize(("image", "app"), DRAWERS)
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_the_clock_can_be_read_over_a_drawer(image: str, app: str, dark: bool, locale: str) -> None:
    hand = opened(image, app, dark=dark, locale=locale)
    picture = hand.device.screenshot()
    high = round(STATUS_HEIGHT * hand.phone.configuration.density / 160)
    for part in (picture[:high, 44:160], picture[:high, -160:-44]):  # the clock, and the battery
        ground = lightness(part[0, 0])
        inks = [lightness(pixel) for pixel in (part.min(axis=(0, 1)), part.max(axis=(0, 1)))]
        most = max((max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) for ink in inks)
        assert most > LEAST


@pytest.mark.parametrize(("image", "app"), NO_HEADER)
@pytest.mark.parametrize("dark", [False, True])
def test_a_drawer_without_a_coloured_header_has_one_colour_up_to_its_top(
    image: str, app: str, dark: bool
) -> None:
    picture = opened(image, app, dark=dark).device.screenshot()
    assert (picture[2, 6] == picture[400, 2]).all()


def test_the_header_of_a_drawer_goes_on_under_the_status_bar() -> None:
    hand = opened("android13", "broccoli")
    bar = round(STATUS_HEIGHT * hand.phone.configuration.density / 160)
    above, below = hand.device.screenshot()[[bar - 3, bar + 3], 6].astype(int)
    assert above.tolist() == pytest.approx((below * 0.6).tolist(), abs=1)


def test_names_can_be_read_over_every_story() -> None:
    hand = Hand()
    hand.open("instagram")
    for number in range(1, len(hand.all("outer_container"))):
        hand.tap("outer_container", number)
        left, top, right, _ = hand.node("reel_viewer_title").bounds
        ground = hand.device.screenshot()[top + 2, left:right].max(axis=0)
        assert contrast_of_white(ground) > LEAST, number
        hand.press("BACK")


@pytest.mark.parametrize(
    ("app", "tab", "page"), [("youtube", "Shorts", "reel_main_title"), ("instagram", "Reels", "username")]
)
def test_the_clock_can_be_read_over_short_videos(app: str, tab: str, page: str) -> None:
    hand = Hand()
    hand.open(app)
    hand.tap(description=tab)
    for _ in range(4):
        assert hand.sees(page)
        assert contrast_of_white(hand.device.screenshot()[2, ::24].max(axis=0)) > LEAST
        hand.swipe("up")


def test_the_navigation_bar_below_a_private_tab_is_dark() -> None:
    hand = Hand(image="androidlab")
    firefox = next(app for app in packages.apps_of(hand.phone.image).values() if app.name == "firefox")
    hand.phone = activities.start(hand.phone, firefox.component)
    hand.tap("mozac_browser_toolbar_menu")
    hand.tap(text="New private tab")
    assert contrast_of_white(hand.device.screenshot()[-2, ::24].max(axis=0)) > LEAST


@pytest.mark.parametrize("dark", [False, True])
def test_the_clock_can_be_read_over_marked_files(dark: bool) -> None:
    hand = Hand(image="androidlab", dark=dark)
    hand.open("files")
    hand.hold("item_root")
    assert hand.sees("action_mode_bar")
    assert contrast_of_white(hand.device.screenshot()[8, 6]) > LEAST


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("front", [False, True])
def test_the_button_of_the_options_can_be_seen_over_what_the_camera_shows(wide: bool, front: bool) -> None:
    hand = Hand(width=1280, height=800, density=160) if wide else Hand()
    hand.open("camera")
    if front:
        hand.tap("three_dots")
        hand.tap("camera_toggle_button")
        hand.tap("mode_options_toggle")
    left, top, right, bottom = hand.node("three_dots").bounds
    above = top + (bottom - top) // 4  # over the dots
    ground = hand.device.screenshot()[above, left + (right - left) // 4 : right - (right - left) // 4]
    assert contrast_of_white(ground.max(axis=0)) > LEAST
