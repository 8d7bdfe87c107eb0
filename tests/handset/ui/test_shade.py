"""The notification shade: opening and closing, its tiles and its notifications."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.system_ui import quick_settings
from bmoca_gym.handset.system_ui.shade.android10 import rows_that_fit

FROM_THE_BAR = Swipe(0.5, 0.003, 0.5, 0.5)


@pytest.fixture
def shade(hand: Hand) -> Hand:
    hand.do(FROM_THE_BAR)
    return hand


@pytest.fixture
def full(shade: Hand) -> Hand:
    shade.swipe("down")
    return shade


def start_timer(hand: Hand) -> None:
    """A timer of five minutes, and the home screen."""
    hand.open("clock")
    hand.tap(description="Timer")
    hand.tap(text="5")
    hand.tap(text="0")
    hand.tap(text="0")
    hand.tap("fab")
    hand.press("HOME")


# Opening and closing


def test_swipes_from_the_status_bar_open_it_in_two_steps(hand: Hand) -> None:
    hand.do(FROM_THE_BAR)
    assert hand.sees("com.android.systemui:id/quick_qs_panel")
    assert not hand.sees("quick_settings_panel")
    assert {node.package for node in hand.tree} == {"com.android.systemui"}
    hand.swipe("down")
    assert hand.sees("com.android.systemui:id/quick_settings_panel")


@pytest.mark.parametrize("x", [0.02, 0.98])
def test_it_opens_from_anywhere_in_the_bar_and_over_any_app(hand: Hand, x: float) -> None:
    hand.open("wikipedia")
    hand.do(Swipe(x, 0.0, x, 0.7))
    assert hand.sees("notification_panel")


def test_a_swipe_from_below_the_bar_is_the_apps(hand: Hand) -> None:
    hand.open("settings")
    hand.do(Swipe(0.5, 0.1, 0.5, 0.7))
    assert hand.phone.shade is None


def test_back_shrinks_quick_settings_and_then_closes(full: Hand) -> None:
    full.press("BACK")
    assert full.sees("quick_qs_panel")
    full.press("BACK")
    assert full.phone.shade is None


def test_other_ways_to_close(hand: Hand) -> None:
    hand.open("clock")
    before = hand.phone
    hand.do(FROM_THE_BAR)
    hand.swipe("up")
    assert hand.phone == before
    hand.do(FROM_THE_BAR)
    hand.tap("notification_panel")  # its middle: under what it holds
    assert hand.phone == before
    hand.do(FROM_THE_BAR)
    hand.press("HOME")
    assert hand.phone.shade is None
    assert hand.phone.home
    hand.do(FROM_THE_BAR)
    hand.press("OVERVIEW")
    assert hand.phone.shade is None
    assert hand.phone.overview


def test_the_handle_and_the_arrow(shade: Hand) -> None:
    shade.tap("qs_footer")
    assert shade.sees("quick_settings_panel")
    shade.tap("expand_indicator")
    assert shade.sees("quick_qs_panel")


def test_the_keyboard_goes(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    hand.do(FROM_THE_BAR)
    assert "keyboard" not in {surface.kind for surface in screen.surfaces(hand.phone)}
    hand.type("x")
    hand.press("BACK")
    assert hand.phone.shade is None


# Tiles


def test_six_tiles_in_the_header_and_nine_below(shade: Hand) -> None:
    assert len(shade.all(class_name="android.widget.Switch")) == 6
    shade.swipe("down")
    assert [n.content_description for n in shade.all(class_name="android.widget.Switch")] == [
        "Wi‑Fi,AndroidWifi", "Bluetooth", "Do Not Disturb", "Flashlight", "Auto-rotate", "Battery Saver", "Mobile data",
        "Airplane mode", "Night Light",
    ]  # fmt: skip


def test_the_second_page(full: Hand) -> None:
    full.swipe("left")
    assert not full.sees("quick_qs_panel")
    y = full.node("qs_pager").center[1] / full.phone.configuration.height
    full.do(Swipe(0.8, y, 0.2, y))
    assert [n.content_description for n in full.all(class_name="android.widget.Switch")] == [
        "Dark theme",
        "Location",
    ]
    assert full.sees(description="Page 2 of 2")
    full.do(Swipe(0.2, y, 0.8, y))
    assert full.sees(description="Page 1 of 2")


@pytest.mark.parametrize("tile", quick_settings.TILES, ids=lambda tile: tile.name)
def test_a_tile_is_what_the_system_says(hand: Hand, tile: quick_settings.Tile) -> None:
    def is_on() -> bool:
        found = [n for n in hand.tree if n.content_description.partition(",")[0] == label]
        return found[0].checked

    def touch() -> None:
        hand.tap(description=next(
            n.content_description for n in hand.tree if n.content_description.partition(",")[0] == label
        ))  # fmt: skip

    label = {
        "wifi": "Wi‑Fi", "bluetooth": "Bluetooth", "dnd": "Do Not Disturb", "flashlight": "Flashlight",
        "rotation": "Auto-rotate", "battery": "Battery Saver", "cell": "Mobile data", "airplane": "Airplane mode",
        "night": "Night Light", "dark": "Dark theme", "location": "Location",
    }[tile.name]  # fmt: skip
    hand.shell("cmd statusbar expand-settings")
    if tile.name in ("dark", "location"):
        y = hand.node("qs_pager").center[1] / hand.phone.configuration.height
        hand.do(Swipe(0.8, y, 0.2, y))
    read = f"settings get {tile.namespace} {tile.key}"
    was = is_on()
    touch()
    assert is_on() is not was
    now = hand.shell(read).strip()
    assert now == (tile.off if was else tile.on)
    touch()
    assert is_on() is was
    hand.shell(f"settings put {tile.namespace} {tile.key} {now}")
    assert is_on() is not was


def test_airplane_mode_takes_the_radios_with_it(full: Hand) -> None:
    full.new_log()
    full.tap(description="Airplane mode")
    assert ("PhoneGlobals", "Turning radio off - airplane") in full.new_log()
    assert not radios.wifi(full.phone)
    assert not full.node(description="Mobile data").enabled
    assert full.shell("dumpsys wifi").startswith("Wi-Fi is disabled")
    full.tap(description="Airplane mode")
    assert radios.wifi(full.phone)


def test_a_long_press_opens_the_tiles_page(hand: Hand) -> None:
    for label, title in (
        ("Bluetooth", "Bluetooth"),
        ("Night Light", "Night Light"),
        ("Airplane mode", "Network & internet"),
    ):
        hand.shell("cmd statusbar expand-settings")
        hand.do(LongPress(*hand.at(hand.node(description=label))))
        assert hand.phone.shade is None
        assert hand.sees(text=title), label
        assert any("Switching to fragment" in message for _, message in hand.new_log())


def test_brightness(full: Hand) -> None:
    before = int(full.shell("settings get system screen_brightness"))
    full.do(Swipe(*full.at(full.node("slider")), *full.at(full.node("slider"), 0.05)))
    assert int(full.shell("settings get system screen_brightness")) < before
    assert any(tag == "DisplayPowerController" for tag, _ in full.new_log())


def test_the_gear(full: Hand) -> None:
    full.tap("settings_button")
    assert full.activity == "Settings"
    assert full.phone.shade is None


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("density", "rows"), [(330, 3), (550, 3), (700, 2)])
def test_tiles_fit_every_screen(make_hand: Callable[..., Hand], locale: str, density: int, rows: int) -> None:
    hand = make_hand(locale=locale, density=density)
    hand.shell("cmd statusbar expand-settings")
    assert rows_that_fit(resources.of(hand.phone.configuration)) == rows
    switches = hand.all(class_name="android.widget.Switch")
    assert len(switches) == 3 * rows
    assert len({n.bounds for n in switches}) == len(switches)
    assert all(n.bounds[3] <= hand.node("qs_footer").bounds[1] for n in switches)


# Notifications


def test_a_timer_counts_in_the_shade(hand: Hand) -> None:
    start_timer(hand)
    hand.do(FROM_THE_BAR)
    assert hand.text("android:id/title") == "05:00"
    hand.wait(61)
    assert hand.text("android:id/title") == "03:59"
    assert not hand.sees("dismiss_text"), "it is ongoing"
    y = (hand.node("expandableNotificationRow").bounds[1] + 10) / hand.phone.configuration.height
    hand.do(Swipe(0.2, y, 0.8, y))
    assert hand.sees(text="03:59")


def test_the_buttons_of_a_timer(hand: Hand) -> None:
    start_timer(hand)
    hand.do(FROM_THE_BAR)
    hand.tap(text="+1:00")
    assert hand.text("android:id/title") == "06:00"
    hand.wait(10)
    hand.tap(text="Pause")
    hand.wait(30)
    assert hand.text("android:id/title") == "5:50"
    assert hand.sees(text="Paused")
    hand.tap(text="Reset")
    assert hand.sees("no_notifications")
    assert hand.state("clock").timers[0].since < 0


def test_it_goes_when_clock_is_in_front(hand: Hand) -> None:
    start_timer(hand)
    assert len(hand.phone.notifications) == 1
    hand.open("clock")
    assert hand.phone.notifications == ()
    hand.press("HOME")
    hand.do(FROM_THE_BAR)
    hand.tap(text="05:00")
    assert hand.activity == "DeskClock"
    assert hand.phone.notifications == ()


def test_a_timer_that_is_over_can_be_stopped_from_the_shade(hand: Hand) -> None:
    start_timer(hand)
    hand.wait(301)
    hand.tap_heads_up("Time’s up")
    assert hand.activity == "ExpiredTimersActivity"
    hand.press("HOME")
    hand.do(FROM_THE_BAR)
    assert hand.sees(text="Time’s up")
    hand.tap(text="Stop")
    assert hand.phone.notifications == ()
    hand.press("HOME")
    hand.open("clock")
    assert hand.activity == "DeskClock", "its screen is gone with it"


def test_the_stopwatch(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Stopwatch")
    hand.tap("fab")
    hand.press("HOME")
    hand.wait(65)
    hand.do(FROM_THE_BAR)
    assert hand.text("android:id/title") == "01:05"
    hand.tap(text="Lap")
    assert hand.sees(text="Lap 2")
    hand.tap(text="Pause")
    hand.tap(text="Reset")
    assert hand.sees("no_notifications")
    assert hand.state("clock").laps == ()


def test_a_ringing_alarm_is_snoozed_and_dismissed_from_the_shade(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.tap(class_name="android.widget.Switch")
    hand.press("HOME")
    hand.shell("date 050408592024.50")  # a Saturday, ten seconds before
    hand.wait(15)
    hand.do(FROM_THE_BAR)
    hand.tap(text="Snooze")
    assert hand.sees(text="Snoozing until 9:10 AM")
    hand.tap(text="Dismiss")
    assert hand.sees("no_notifications")
    hand.wait(1200)
    assert hand.activity == "NexusLauncherActivity"


def test_a_call_goes_on_behind_the_home_screen(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.CALL -d tel:5551234")
    hand.wait(10)
    hand.press("HOME")
    hand.do(FROM_THE_BAR)
    assert hand.text("android:id/title") == "00:05"
    assert hand.text("android:id/text") == "Ongoing call · 555-1234"
    hand.tap(text="Ongoing call · 555-1234")
    assert hand.activity == "InCallActivity"
    hand.press("HOME")
    hand.do(FROM_THE_BAR)
    hand.tap(text="End call")
    assert hand.state("dialer").call is None
    assert hand.phone.notifications == ()


def test_dismissing(hand: Hand) -> None:
    for name in ("one", "two", "three"):
        hand.shell(f"cmd notification post -t 'Title {name}' {name} text")
    hand.do(FROM_THE_BAR)
    assert hand.texts("android:id/title") == ["Title three", "Title two", "Title one"]
    y = hand.node("expandableNotificationRow").center[1] / hand.phone.configuration.height
    hand.do(Swipe(0.2, y, 0.9, y))
    assert hand.texts("android:id/title") == ["Title two", "Title one"]
    hand.tap("dismiss_text")
    assert hand.phone.shade is None
    assert hand.phone.notifications == ()


def test_many_notifications_scroll(hand: Hand) -> None:
    for number in range(25):
        hand.shell(f"cmd notification post n{number} text{number}")
    hand.do(FROM_THE_BAR)
    for _ in range(8):
        hand.swipe("up", 1.0)
        assert hand.phone.shade is not None
        if hand.sees("dismiss_text"):
            break
    hand.tap("dismiss_text")
    assert hand.phone.notifications == ()


def test_icons_in_the_status_bar(hand: Hand) -> None:
    def names() -> list[str]:
        bar = next(s for s in screen.surfaces(hand.phone) if s.kind == "status")
        return [getattr(child.element, "name", "") for _, _, child in bar.box.children]

    assert "adb" not in names()
    hand.shell("cmd notification post one text; cmd notification post two text")
    assert names().count("adb") == 1
    start_timer(hand)
    assert names()[1:3] == ["adb", "timer"]


def test_a_closed_shade_and_its_phone_are_as_before(hand: Hand) -> None:
    before, tree = hand.phone, hand.tree
    hand.do(FROM_THE_BAR)
    hand.press("BACK")
    assert hand.phone == before
    assert hand.tree == tree
