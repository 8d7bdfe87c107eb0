"""Settings of Android 13: the pages that subtitles promise, and what they do."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Notification
from bmoca_gym.handset.system import display, notifications, permissions, radios

FROM_THE_BAR = Swipe(0.5, 0.003, 0.5, 0.5)
PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}


@pytest.fixture(params=["android13", "androidlab"])
def hand(request: pytest.FixtureRequest) -> Hand:
    hand = Hand(request.param, **PIXEL_6)
    hand.shell("am start -a android.settings.SETTINGS")
    return hand


def go(hand: Hand, *titles: str) -> None:
    """Tap rows by their titles, scrolling to each."""
    for title in titles:
        for _ in range(8):
            if hand.sees("android:id/title", text=title):
                break
            hand.swipe("up", 1.0)
        hand.tap("android:id/title", text=title)


@pytest.mark.parametrize(
    ("way", "row"),
    [
        (("Notifications", "Notification history"), "Use notification history"),
        (("Notifications", "Conversations"), "No recent conversations"),
        (("Sound & vibration", "Do Not Disturb"), "Use Do Not Disturb"),
        (("Notifications", "Do Not Disturb"), "Alarms"),
        (("Privacy", "Permission manager"), "Camera"),
        (("Security", "Find My Device"), "Use Find My Device"),
        (("System", "Gestures"), "Prevent ringing"),
        (("System", "Backup"), "Back up to Google Drive"),
        (("System", "Reset options"), "Reset app preferences"),
    ],
)
def test_what_a_subtitle_promises_is_there(hand: Hand, way: tuple[str, ...], row: str) -> None:
    go(hand, *way)
    if row == "No recent conversations":
        row = "Conversations you make changes to will appear here"
    assert hand.sees(text=row), [n.text for n in hand.tree if n.text]


def test_a_long_press_on_do_not_disturb_leads_to_its_page() -> None:
    hand = Hand("android13", **PIXEL_6)
    hand.do(FROM_THE_BAR)
    hand.do(LongPress(*hand.at(hand.node(description="Do Not Disturb"))))
    assert hand.sees(text="Use Do Not Disturb")
    hand.tap("main_switch_bar")
    assert hand.shell("settings get global zen_mode") == "1\n"
    old = Hand()
    old.do(FROM_THE_BAR)
    old.do(LongPress(*old.at(old.node(description="Do Not Disturb"))))
    assert old.sees(text="Sound"), "Android 10 has no page of its own"


@pytest.mark.parametrize(("row", "category", "before"), [("Calls", "call", False), ("Alarms", "alarm", True)])
def test_what_may_interrupt(hand: Hand, row: str, category: str, before: bool) -> None:
    hand.shell("settings put global zen_mode 1")
    go(hand, "Sound & vibration", "Do Not Disturb")

    def interrupts() -> bool:
        n = Notification("com.android.settings", "n", "N", importance=4, category=category)
        return display.of(notifications.post(hand.phone, n)).heads_up is not None

    assert interrupts() is before
    hand.tap("android:id/title", text=row)
    assert interrupts() is not before
    hand.shell("settings put global zen_mode 2")
    assert not interrupts(), "total silence"


def test_the_history_of_notifications(hand: Hand) -> None:
    hand.shell("cmd notification post -t Before tag text")
    hand.do(FROM_THE_BAR)
    hand.tap("dismiss_text")
    assert hand.phone.dismissed == ()
    go(hand, "Notifications", "Notification history")
    hand.tap("main_switch_bar")
    assert hand.sees(text="No recent notifications")
    hand.shell("cmd notification post -t After tag text")
    hand.do(FROM_THE_BAR)
    assert hand.text("manage_text") == "History"
    hand.tap("dismiss_text")
    hand.shell("cmd notification post -t Another tag text")
    hand.do(FROM_THE_BAR)
    hand.tap("manage_text")
    assert [n.text for n in hand.all("android:id/summary")] == ["After, text"]
    assert "Before" not in str([n.text for n in hand.tree])
    for _ in range(2):
        for number in range(20):
            hand.shell(f"cmd notification post -t Many tag{number} text")
        hand.phone = notifications.clear(hand.phone)
    assert len(hand.phone.dismissed) == notifications.MOST_DISMISSED
    assert all(n.tap is None for n in hand.phone.dismissed), "effects are not kept"


def test_conversations_are_those_of_the_messages(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, "5550000", "Hi")
    go(hand, "Notifications", "Conversations")
    hand.tap(text="555-0000" if hand.sees(text="555-0000") else "5550000")
    assert hand.sees(text="Messages") or hand.sees(text="SMS Messenger")


def test_the_permission_manager(hand: Hand) -> None:
    go(hand, "Privacy", "Permission manager", "Camera")
    assert hand.sees(text="Not allowed")
    app = next(n.text for n in hand.all("android:id/title") if n.text not in ("Allowed", "Not allowed"))
    hand.tap("android:id/title", text=app)
    hand.tap(text="Camera", index=-1)
    hand.press("BACK")
    shown = [n.text for n in hand.all("android:id/title")]
    assert shown.index(app) > shown.index("Not allowed")
    assert permissions.CAMERA in {name for _, name in hand.phone.permissions}


def test_resetting_networks(hand: Hand) -> None:
    hand.phone = radios.set_airplane_mode(hand.phone, True)
    hand.shell("settings put global mobile_data 0")
    go(hand, "System", "Reset options", "Reset Wi‑Fi, mobile & Bluetooth")
    hand.tap("android:id/button2")
    assert radios.airplane_mode(hand.phone)
    go(hand, "Reset Wi‑Fi, mobile & Bluetooth")
    hand.tap("android:id/button1")
    assert not radios.airplane_mode(hand.phone)
    assert radios.wifi(hand.phone)
    assert radios.mobile_data(hand.phone)
    assert not radios.bluetooth(hand.phone)


def test_resetting_the_preferences_of_apps(hand: Hand) -> None:
    package = "com.google.android.youtube"
    hand.phone = notifications.allow(hand.phone, package, False)
    go(hand, "System", "Reset options", "Reset app preferences")
    hand.tap("android:id/button1")
    assert notifications.may_post(hand.phone, package)


def test_search_finds_them(hand: Hand) -> None:
    hand.tap("search_action_bar")
    hand.type("permission man")
    hand.tap(text="Permission manager")
    assert hand.sees(text="Camera")
