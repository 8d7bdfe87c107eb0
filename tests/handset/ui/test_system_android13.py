"""Android 13's volume panel, overview, lock screen, home screen and switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.providers.messages import store as messages

PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}
CLOCK, SETTINGS = "com.google.android.deskclock", "com.android.settings"


@pytest.fixture
def hand() -> Hand:
    return Hand("android13", **PIXEL_6)


def over(hand: Hand, id: str) -> tuple[float, float]:
    """The centre of an element in any window, as fractions of the screen."""
    node = next(n for n in screen.whole_tree(hand.phone) if n.resource_id.endswith("/" + id))
    return hand.at(node)


def test_the_pill_of_the_volume_panel(hand: Hand) -> None:
    hand.press("VOLUME_UP")
    pill = next(n for n in screen.whole_tree(hand.phone) if n.resource_id.endswith("/volume_row_slider"))
    left, top, right, bottom = pill.bounds
    assert bottom - top > 3 * (right - left), "it stands upright"
    hand.do(Swipe(*hand.at(pill), *hand.at(pill, y=0.0)))
    assert hand.shell("settings get system volume_music_speaker") == "15\n"
    hand.do(Tap(*over(hand, "volume_row_icon")))
    assert hand.shell("settings get system volume_music_speaker") == "0\n"
    hand.wait(2)  # a touch lets the panel stay
    hand.do(Tap(*over(hand, "odi_captions_icon")))
    assert hand.shell("settings get secure odi_captions_enabled") == "1\n"
    hand.wait(2)
    hand.do(Tap(*over(hand, "settings")))
    assert hand.phone.top.package == SETTINGS


def open_two(hand: Hand) -> None:
    hand.shell("am start -a android.settings.DISPLAY_SETTINGS")
    hand.shell(f"am start -n {CLOCK}/com.android.deskclock.DeskClock")
    hand.press("OVERVIEW")


@pytest.mark.parametrize(("swipes", "package"), [(0, CLOCK), (1, SETTINGS)])
def test_a_screenshot_from_the_overview_is_of_the_task_in_the_middle(
    hand: Hand, swipes: int, package: str
) -> None:
    open_two(hand)
    for _ in range(swipes):
        hand.swipe("right", 1.0)
    hand.tap("action_screenshot")
    assert hand.phone.overview
    assert hand.phone.held == ()
    assert [n.key for n in hand.phone.notifications] == ["screenshot"]
    (path,) = [path for path in hand.phone.files if "/Screenshots/" in path]
    assert hand.phone.files[path].startswith(b"\x89PNG")
    assert hand.phone.tasks[-1].package == package


def test_clear_all_is_behind_the_last_task(hand: Hand) -> None:
    open_two(hand)
    assert not hand.sees("clear_all")
    for _ in range(2):
        hand.swipe("right", 1.0)
    hand.tap("clear_all")
    assert hand.phone.tasks == ()


def lock(hand: Hand) -> None:
    hand.shell("locksettings set-pin 1234")
    hand.press("POWER")
    hand.press("POWER")


def test_the_lock_screen_has_a_clock_of_two_lines_until_something_is_posted(hand: Hand) -> None:
    lock(hand)
    assert hand.node("lockscreen_clock_view_large").content_description == "15:34"
    assert hand.text("keyguard_slice_view") == "Sun, Oct 15"
    hand.shell("cmd notification post -t Title tag text")
    assert hand.text("lockscreen_clock_view") == "15:34"
    assert hand.sees(text="Title")
    hand.swipe("up")
    assert hand.sees("keyguard_pin_view")


@pytest.mark.parametrize("configuration", [{}, {"locale": "ar-EG", "density": 330}, {"density": 550}])
def test_the_lock_screen_has_a_status_bar_with_the_operator(configuration: dict[str, Any]) -> None:
    hand = Hand("android13", **configuration)
    hand.shell("settings put system status_bar_show_battery_percent 1")
    lock(hand)
    carrier, icons = hand.node("keyguard_carrier_text"), hand.node("statusIcons")
    assert carrier.text == "Android"
    assert len(hand.texts("battery_percentage_view")) == 1
    assert (carrier.bounds[0] < icons.bounds[0]) is (hand.phone.configuration.locale != "ar-EG")
    clock = hand.node("lockscreen_clock_view_large")
    assert (
        hand.node("keyguard_header").bounds[3] <= hand.node("keyguard_slice_view").bounds[1] < clock.bounds[3]
    )
    hand.shell("settings put global airplane_mode_on 1")
    assert not hand.sees(text="Android")


@pytest.mark.parametrize(("size", "beside"), [((1280, 800), True), ((800, 1280), False)])
def test_a_locked_tablet_on_its_side_has_notifications_beside_the_clock(
    make_hand: Callable[..., Hand], size: tuple[int, int], beside: bool
) -> None:
    tablet = make_hand("android13", width=size[0], height=size[1], density=160)
    tablet.phone = messages.receive(tablet.phone, "5551234", "Are you there?")
    lock(tablet)
    clock = tablet.node("lockscreen_clock_view").bounds
    notice = next(node for node in tablet.tree if node.text == "Are you there?").bounds
    assert (notice[0] >= clock[2]) is beside
    assert (notice[1] >= clock[3]) is not beside


def test_a_locked_phone_answers_no_message(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, "5551234", "Are you there?")
    lock(hand)
    assert hand.sees(text="Are you there?")
    assert not hand.sees(text="Reply")


def test_the_home_screen_has_the_date_at_the_start_and_a_microphone(hand: Hand) -> None:
    assert hand.text("bc_smartspace_view") == "Sun, Oct 15"
    hand.tap("mic_icon")
    assert hand.phone.top.package == "com.google.android.googlequicksearchbox"


def test_an_icon_is_removed_by_dropping_it_on_the_date(hand: Hand) -> None:
    assert hand.sees(text="Camera")
    start, end = hand.at(hand.node(text="Camera")), hand.at(hand.node("bc_smartspace_view"))
    hand.do(Swipe(*start, *end, 0.9, 0.6))
    assert not hand.sees(text="Camera")


def test_switches_are_wide_where_android_13_has_them(hand: Hand) -> None:
    hand.shell("am start -a android.settings.WIRELESS_SETTINGS")
    node = hand.node(class_name="android.widget.Switch")
    width, height = node.bounds[2] - node.bounds[0], node.bounds[3] - node.bounds[1]
    assert (width, height) == (round(52 * 2.625), round(32 * 2.625))
    before = node.checked
    hand.tap(class_name="android.widget.Switch")
    assert hand.node(class_name="android.widget.Switch").checked is not before


def test_clock_has_more_options_whose_settings_count(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="More options")
    assert [hand.sees(text=text) for text in ("Screen saver", "Settings", "Privacy policy")] == [True] * 3
    hand.tap(text="Settings")
    hand.tap(text="Style")
    hand.tap(text="Analog")
    hand.tap(text="Display time with seconds")
    hand.press("BACK")
    assert hand.sees(class_name="com.android.deskclock.AnalogClock")
    before = hand.device.screenshot()
    hand.wait(5)
    assert (hand.device.screenshot() != before).any(), "the second hand moves"
    hand.tap("fab")
    hand.tap(text="Berlin")
    hand.press("BACK")
    assert hand.sees("city_name", text="Berlin")
    hand.tap(description="Alarm")
    hand.tap(description="More options")
    hand.tap(text="Screen saver")
    assert hand.activity == "ScreensaverActivity"


@pytest.mark.parametrize("configuration", [{"density": 330}, PIXEL_6])
def test_notifications_are_as_wide_over_an_app_and_on_the_lock_screen_as_in_the_shade(
    make_hand: Callable[..., Hand], configuration: dict[str, int]
) -> None:
    phone = make_hand("android13", **configuration)
    phone.phone = messages.receive(phone.phone, "5551234", "Are you there?")
    over_an_app = edges(phone)
    phone.wait(10)
    assert not phone.sees("expandableNotificationRow"), "it is gone"
    phone.shell("cmd statusbar expand-notifications")
    in_the_shade = edges(phone)
    phone.shell("cmd statusbar collapse")
    lock(phone)
    assert edges(phone) == in_the_shade
    assert over_an_app == pytest.approx(in_the_shade, abs=1), "it has a line around it"


def edges(hand: Hand) -> tuple[int, int]:
    """Left and right edge of the notification in dp."""
    rows = [
        one for one in screen.whole_tree(hand.phone) if one.resource_id.endswith("/expandableNotificationRow")
    ]
    left, _, right, _ = rows[0].bounds
    scale = hand.phone.configuration.density / 160
    return round(left / scale), round(right / scale)
