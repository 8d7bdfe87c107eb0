"""Further pages of Settings: wallpaper, hotspot, developer options, permissions, notifications; and searching for
them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Notification
from bmoca_gym.handset.system import display, notifications, permissions, radios, settings


def open_page(hand: Hand, *titles: str) -> None:
    hand.shell("am force-stop com.android.settings")
    hand.open("settings")
    for title in titles:
        for _ in range(8):
            if hand.sees(text=title):
                break
            hand.swipe("up")
        hand.tap(text=title)


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_a_wallpaper_is_chosen_in_display(image: str) -> None:
    hand = Hand(image=image)
    open_page(hand, "Display", "Wallpaper")
    hand.tap(description="Wallpaper 3")
    assert hand.phone.configuration.wallpaper == "02_blue"
    assert hand.node(description="Wallpaper 3").selected
    assert hand.phone.toast == "Wallpaper set"


def test_the_hotspot_and_wifi_exclude_each_other(hand: Hand) -> None:
    open_page(hand, "Network & internet", "Hotspot & tethering", "Wi‑Fi hotspot")
    assert settings.get(hand.phone, "global", "wifi_ap_on") == "1"
    assert radios.connection(hand.phone) == "mobile"
    hand.press("BACK")
    assert hand.sees(text="Hotspot & tethering")
    hand.tap("switchWidget")
    assert radios.connection(hand.phone) == "wifi"
    assert settings.get(hand.phone, "global", "wifi_ap_on") == "0"


def test_seven_touches_of_the_build_number_make_a_developer(hand: Hand) -> None:
    open_page(hand, "System")
    assert not hand.sees(text="Developer options")
    open_page(hand, "About phone", "Build number")
    assert not hand.phone.toast
    for _ in range(2):
        hand.tap(text="Build number")
    assert hand.phone.toast == "You are now 4 steps away from being a developer."
    for _ in range(4):
        hand.tap(text="Build number")
    assert hand.phone.toast == "You are now a developer!"
    hand.tap(text="Build number")
    assert hand.phone.toast == "No need, you are already a developer."
    open_page(hand, "System", "Developer options", "USB debugging")
    assert settings.get(hand.phone, "global", "adb_enabled") == "0"


def test_an_app_s_notifications_and_permissions(hand: Hand) -> None:
    open_page(hand, "Apps & notifications", "See all 19 apps")
    hand.tap(text="Camera")
    hand.tap(text="Permissions")
    package = "com.android.camera2"
    assert permissions.granted(hand.phone, package, permissions.CAMERA)
    hand.tap(text="Camera", index=-1)
    assert not permissions.granted(hand.phone, package, permissions.CAMERA)
    hand.tap(text="Camera", index=-1)
    assert permissions.granted(hand.phone, package, permissions.CAMERA)
    hand.press("BACK")
    hand.phone = notifications.post(hand.phone, Notification(package, "one", "A picture"))
    hand.tap(text="Show notifications")
    assert not notifications.may_post(hand.phone, package)
    assert not hand.phone.notifications
    assert notifications.post(hand.phone, Notification(package, "one", "A picture")) is hand.phone
    hand.tap(text="Show notifications")
    assert notifications.may_post(hand.phone, package)


@pytest.mark.parametrize("image", [ANDROID10, ANDROID13])
def test_the_search_finds_every_page(image: object) -> None:
    hand = Hand(image=image.name)  # type: ignore[attr-defined]
    hand.open("settings")
    hand.tap("search_action_bar")
    for query, title in (
        ("wallp", "Wallpaper"), ("tether", "Hotspot & tethering"), ("hotspot name", "Hotspot name"),
        ("build", "Build number"),
    ):  # fmt: skip
        hand.type(query)
        assert hand.sees(text=title), query
        hand.tap("search_close_btn")
    hand.type("developer")
    assert not hand.sees(text="Developer options")
    hand.shell("settings put global development_settings_enabled 1")
    assert hand.sees(text="Developer options")


def test_searches_ignore_accents() -> None:
    hand = Hand(locale="fr-CA")
    hand.open("settings")
    hand.tap("search_action_bar")
    hand.type("systeme")
    assert hand.sees(text="Système")
    assert plain("Élan vital") == "elan vital"
    assert plain("ガク") == "ガク"
    assert plain("한국") == "한국"


def test_the_screen_lock_is_chosen_and_a_pin_has_four_digits(hand: Hand) -> None:
    open_page(hand, "Security", "Screen lock", "Swipe")
    assert display.lock_of(hand.phone) == "swipe"
    hand.tap(text="Screen lock")
    hand.tap(text="PIN")
    hand.type("12")
    assert not hand.node("android:id/button1").enabled
    hand.tap("android:id/button1")
    assert display.lock_of(hand.phone) == "swipe"
    hand.type("34")
    assert hand.text("password_entry") == "••••"
    hand.tap("android:id/button1")
    assert (display.lock_of(hand.phone), display.pin_of(hand.phone)) == ("pin", "1234")
    assert hand.sees(text="PIN")
    hand.tap(text="Screen lock")
    hand.tap(text="None")
    assert (display.lock_of(hand.phone), display.pin_of(hand.phone)) == ("none", "")


def test_times_are_written_with_24_hours_where_the_user_wants_them(make_hand: Callable[..., Hand]) -> None:
    for locale, first, second in (("en-US", "10:00 AM", "10:00"), ("de-DE", "10:00", "10:00 AM")):
        hand = make_hand(locale=locale)
        res = resources.of(hand.phone.configuration)
        hand.shell("am start -a android.settings.DATE_SETTINGS")
        default, format_24 = res.string("settings.use_locale_default"), res.string("settings.use_24_hour")
        while not hand.sees(text=format_24):
            hand.swipe("up")
        hand.tap(text=format_24)
        assert hand.shell("settings get system time_12_24").strip() == "null", "the locale decides"
        hand.tap(text=default)
        hand.tap(text=format_24)
        assert hand.shell("settings get system time_12_24").strip() == ("24" if first[-1] == "M" else "12")
        hand.open("clock")
        hand.tap(description=res.string("clock.alarm"))
        assert hand.text("digital_clock") == ("09:00" if first[-1] == "M" else "9:00 AM")
        assert resources.of(hand.phone.configuration).time(10, 0) == second
        hand.shell("settings delete system time_12_24")
        assert resources.of(hand.phone.configuration).time(10, 0) == first
