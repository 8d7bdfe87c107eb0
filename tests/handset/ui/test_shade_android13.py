"""The shade of Android 13: pills, panels, groups of notifications; in AndroidWorld's and AndroidLab's image."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand
from handset_tour import SHADE, explored, starts

from bmoca_gym.handset import images, resources
from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.images import ANDROID13
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.state import Notification
from bmoca_gym.handset.system import notifications, radios
from bmoca_gym.handset.system_ui.quick_settings import TILES_13
from bmoca_gym.handset.system_ui.shade.android13 import rows_that_fit
from bmoca_gym.handset.value import replace

FROM_THE_BAR = Swipe(0.5, 0.003, 0.5, 0.5)
SWITCH = "android.widget.Switch"
PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}


@pytest.fixture(params=["android13", "androidlab"])
def shade(request: pytest.FixtureRequest) -> Hand:
    hand = Hand(request.param, **PIXEL_6)
    hand.do(FROM_THE_BAR)
    return hand


@pytest.fixture
def full(shade: Hand) -> Hand:
    shade.swipe("down")
    return shade


def post(hand: Hand, *names: str) -> None:
    for name in names:
        hand.shell(f"cmd notification post -t 'Title {name}' {name} text")


def tile(hand: Hand, label: str) -> str:
    return next(n.content_description for n in hand.tree if n.content_description.partition(",")[0] == label)


# Tiles


def test_four_tiles_and_then_pages_of_eight(shade: Hand) -> None:
    assert shade.texts("tile_label") == ["Internet", "Bluetooth", "Flashlight", "Do Not Disturb"]
    shade.swipe("down")
    assert shade.texts("tile_label") == [
        "Internet", "Bluetooth", "Flashlight", "Do Not Disturb", "Airplane mode", "Auto-rotate", "Battery Saver",
        "Night Light",
    ]  # fmt: skip
    y = shade.node("qs_pager").center[1] / shade.phone.configuration.height
    shade.do(Swipe(0.8, y, 0.2, y))
    assert shade.texts("tile_label") == ["Dark theme", "Location"]
    assert shade.sees(description="Page 2 of 2")


def test_two_columns_of_pills_that_say_what_is_on(full: Hand) -> None:
    lefts = {node.bounds[0] for node in full.all(class_name=SWITCH)}
    assert len(lefts) == 2
    assert full.texts("app_label")[0] == "AndroidWifi"
    before = full.texts("app_label")[1]
    full.tap(description="Bluetooth")
    assert {before, full.texts("app_label")[1]} == {"On", "Off"}


@pytest.mark.parametrize("name", [name for name in TILES_13 if name != "internet"])
def test_a_tile_is_what_the_system_says(name: str) -> None:
    kind = TILES_13[name]
    hand = Hand("android13", **PIXEL_6)
    label = resources.of(hand.phone.configuration).string(kind.label)
    hand.shell("cmd statusbar expand-settings")
    if name in ("dark", "location"):
        y = hand.node("qs_pager").center[1] / hand.phone.configuration.height
        hand.do(Swipe(0.8, y, 0.2, y))
    was = hand.node(description=label).checked
    hand.tap(description=label)
    assert hand.node(description=label).checked is not was
    assert hand.shell(f"settings get {kind.namespace} {kind.key}").strip() == (kind.off if was else kind.on)


@pytest.mark.parametrize(
    ("label", "title"), [("Internet", "Internet"), ("Bluetooth", "Connected devices"), ("Airplane mode", "")]
)
def test_a_long_press_opens_the_tiles_page(full: Hand, label: str, title: str) -> None:
    full.do(LongPress(*full.at(full.node(description=tile(full, label)))))
    assert full.phone.shade is None
    assert full.phone.top.package == "com.android.settings"


def test_brightness_reaches_both_ends(full: Hand) -> None:
    slider = full.node("slider")
    full.do(Swipe(*full.at(slider), *full.at(slider, 1.0)))
    assert full.shell("settings get system screen_brightness") == "255\n"
    full.do(Swipe(*full.at(slider), *full.at(slider, 0.0)))
    assert full.shell("settings get system screen_brightness") == "1\n"
    assert full.text("slider") == "0.0"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("density", "rows"), [(330, 4), (550, 4), (700, 3)])
def test_tiles_fit_every_screen(make_hand: Callable[..., Hand], locale: str, density: int, rows: int) -> None:
    hand = make_hand("android13", locale=locale, width=1080, height=2400, density=density)
    hand.shell("cmd statusbar expand-settings")
    assert rows_that_fit(resources.of(hand.phone.configuration)) == rows
    switches = hand.all(class_name=SWITCH)
    assert len({n.bounds for n in switches}) == len(switches) == 2 * rows
    assert all(n.bounds[3] <= hand.node("qs_footer").bounds[1] for n in switches)
    assert hand.node("pm_lite").bounds[3] <= hand.tree.height


def test_a_turned_phone_shows_four_tiles_then_eight(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("android13", width=2400, height=1080, density=420)
    hand.do(FROM_THE_BAR)
    assert len(hand.all(class_name=SWITCH)) == 4
    hand.swipe("down")
    assert len(hand.all(class_name=SWITCH)) == 8
    hand.tap("pm_lite")
    assert hand.sees(text="Restart")


def test_a_tablet_in_landscape_has_quick_settings_beside_the_notifications(
    make_hand: Callable[..., Hand],
) -> None:
    tablet = make_hand("android13", width=2560, height=1600, density=320)
    tablet.do(FROM_THE_BAR)
    assert len(tablet.all(class_name=SWITCH)) == 8
    left, right = tablet.node("quick_settings_container").bounds, tablet.node("no_notifications").bounds
    assert left[2] <= right[0]
    assert left[2] - left[0] == right[2] - right[0]
    open_shade = tablet.phone.shade
    tablet.swipe("down")
    assert tablet.phone.shade == open_shade, "there is nothing more to see"
    tablet.tap("pm_lite")
    assert tablet.sees(text="Restart")
    for _ in range(2):
        tablet.press("BACK")
    assert tablet.phone.shade is None


def test_a_tablet_in_portrait_has_a_panel_with_margins(make_hand: Callable[..., Hand]) -> None:
    tablet = make_hand("android13", width=1600, height=2560, density=320)
    tablet.do(FROM_THE_BAR)
    assert len(tablet.all(class_name=SWITCH)) == 4
    assert tablet.node("quick_settings_container").bounds[::2] == (160, 1440)
    tablet.swipe("down")
    assert len(tablet.all(class_name=SWITCH)) == 8


# Panels


def test_the_internet_tile_opens_a_panel_that_switches_wifi(full: Hand) -> None:
    full.tap(description="Internet,AndroidWifi")
    assert full.text("internet_dialog_title") == "Internet"
    assert not full.sees("qs_pager"), "the shade behind a panel is a picture"
    full.tap("wifi_toggle")
    assert not radios.wifi(full.phone)
    assert not full.sees("wifi_connected_layout")
    full.tap("mobile_toggle")
    assert full.shell("settings get global mobile_data") == "0\n"
    full.tap("done_button")
    assert full.texts("app_label")[0] == "Networks available"
    assert not full.node(description="Internet,Networks available").checked
    full.tap(description="Internet,Networks available")
    full.tap("wifi_toggle")
    full.tap("see_all_layout")
    assert full.phone.top.package == "com.android.settings"


def test_the_panel_in_airplane_mode(full: Hand) -> None:
    full.tap(description="Airplane mode")
    full.tap(description=tile(full, "Internet"))
    assert not full.sees("mobile_toggle")
    full.tap("apm_button")
    assert not radios.airplane_mode(full.phone)
    assert full.sees("mobile_toggle")
    full.press("BACK")
    assert full.sees("qs_pager"), "Back closes the panel alone"


def test_tiles_are_removed_added_and_reset(full: Hand) -> None:
    full.tap("edit")
    full.tap(description="Flashlight")
    full.tap(description="Internet")
    full.tap(description="Internet")
    full.tap("action_bar", class_name="android.widget.Toolbar")  # nothing
    full.tap(description="Navigate up")
    assert full.texts("tile_label")[:2] == ["Bluetooth", "Do Not Disturb"]
    assert full.shell("settings get secure sysui_qs_tiles").strip().endswith("location,internet")
    assert "flashlight" not in full.shell("settings get secure sysui_qs_tiles")
    full.tap("edit")
    full.tap(text="Reset")
    full.press("BACK")
    assert full.texts("tile_label")[0] == "Internet"
    assert full.shell("settings get secure sysui_qs_tiles") == "null\n"


def test_the_power_menu(full: Hand) -> None:
    post(full, "one")
    full.open("settings")
    full.do(FROM_THE_BAR)
    full.swipe("down")
    full.tap("pm_lite")
    assert full.texts("message") == ["Emergency", "Power off", "Restart"], (
        "without a lock there is no lockdown"
    )
    full.tap(description="Restart")
    assert full.phone.shade is None
    assert full.phone.home
    assert full.phone.tasks == ()
    full.wait(6)
    assert full.shell("getprop sys.boot_completed") == "1\n"


def test_power_off_and_on(full: Hand) -> None:
    full.tap("pm_lite")
    full.tap(description="Power off")
    assert full.phone.display is not None
    assert full.phone.display.asleep
    full.press("POWER")
    assert full.phone.home


def test_lockdown_asks_for_the_pin(full: Hand) -> None:
    full.shell("locksettings set-pin 1234")
    full.tap("pm_lite")
    full.tap(description="Lockdown")
    full.press("POWER")
    full.swipe("up")
    assert full.sees("keyguard_pin_view")


# Notifications


def test_cards_and_their_buttons(shade: Hand) -> None:
    assert shade.sees(text="No notifications")
    post(shade, "one", "two")
    assert shade.texts("android:id/title") == ["Title two", "Title one"]
    assert [shade.text("manage_text"), shade.text("dismiss_text")] == ["Manage", "Clear all"]
    row = shade.node("expandableNotificationRow")
    y = row.center[1] / shade.phone.configuration.height
    shade.do(Swipe(0.2, y, 0.9, y))
    assert shade.texts("android:id/title") == ["Title one"]
    shade.tap("dismiss_text")
    assert shade.phone.notifications == ()


def test_manage_opens_the_page_of_notifications(shade: Hand) -> None:
    post(shade, "one")
    shade.tap("manage_text")
    assert shade.sees(description="Notifications")
    assert shade.phone.top.package == "com.android.settings"


def test_four_of_an_app_are_a_group(shade: Hand) -> None:
    post(shade, *"abcde")
    assert len(shade.all("expandableNotificationRow")) == 1
    assert shade.text("android:id/overflow_text") == "+1"
    shade.tap("expand_button")
    assert len(shade.all("expandableNotificationRow")) == 5
    shade.tap("expand_button")
    y = shade.node("expandableNotificationRow").center[1] / shade.phone.configuration.height
    shade.do(Swipe(0.2, y, 0.9, y))
    assert shade.phone.notifications == ()


def test_silent_ones_have_a_section(shade: Hand) -> None:
    post(shade, "loud")
    shade.phone = notifications.post(
        shade.phone, Notification("com.android.settings", "quiet", "Quiet", importance=2)
    )
    assert shade.texts("header_label") == ["Silent"]
    assert shade.texts("android:id/title") == ["Title loud", "Quiet"]
    shade.tap("btn_clear_all")
    assert shade.texts("android:id/title") == ["Title loud"]


def test_a_message_is_answered_in_the_shade(shade: Hand) -> None:
    shade.phone = messages.receive(shade.phone, "5551234", "Are you there?")
    shade.tap(text="Reply")
    shade.type("Yes")
    shade.tap("remote_input_send")
    assert messages.store_of(shade.phone).messages[-1].body == "Yes"


def test_turning_notifications_off(shade: Hand) -> None:
    post(shade, "one")
    shade.hold("expandableNotificationRow")
    shade.tap("turn_off")
    assert shade.phone.notifications == ()


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_everything_that_can_be_touched_answers(locale: str) -> None:
    for visit in explored(SHADE, starts(SHADE, locale, ANDROID13), 30):
        assert [node.resource_id or node.text for _, node in visit.unanswered if node.resource_id] == [], (
            visit
        )


def test_android_10_keeps_its_shade() -> None:
    phone = images.boot()
    assert phone.image.api_level == 29
    hand = Hand()
    hand.do(FROM_THE_BAR)
    assert len(hand.all(class_name=SWITCH)) == 6
    assert not hand.sees("app_label")
    assert replace(hand.phone, shade=None) == phone
