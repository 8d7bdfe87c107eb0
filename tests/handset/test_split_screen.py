"""Split screen: two apps share the screen; each takes touches, and the divider gives one of them more or all of it."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields
from itertools import pairwise

import numpy as np
import pytest
from handset_hand import Hand
from handset_walk import faults, walk

from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.screen import windows_of
from bmoca_gym.handset.state import Motion
from bmoca_gym.handset.system import intents, motion, split
from bmoca_gym.handset.value import replace

SETTINGS, CLOCK, CONTACTS = (
    "com.android.settings",
    "com.google.android.deskclock",
    "com.google.android.contacts",
)
MAIN = {
    "Settings": f"{SETTINGS}/.Settings",
    "Clock": f"{CLOCK}/com.android.deskclock.DeskClock",
    "Files": "com.google.android.documentsui/com.android.documentsui.files.FilesActivity",
}
#: A row near the top of Settings, and one of the page that it opens.
ROWS = {
    "android13": ("Apps", "Default apps"),
    "androidlab": ("Apps", "Default apps"),
    "android10": ("Display", "Dark theme"),
}
ENTRY = {"android13": "Split top", "androidlab": "Split top", "android10": "Split screen"}
PIXEL = {"width": 1080, "height": 2400, "density": 420}
IMAGES = ["android13", "androidlab", "android10"]


def opened(*names: str, image: str = "android13", **looks: object) -> Hand:
    """A phone on which apps were opened one after the other."""
    hand = Hand(image=image, **(PIXEL | looks))
    for name in names:
        hand.shell(f"am start -n {MAIN[name]}")
    return hand


def shared(image: str = "android13", **looks: object) -> Hand:
    """A phone with Settings above Clock."""
    hand = opened("Clock", "Settings", image=image, **looks)
    split_top(hand, image)
    hand.tap("snapshot")
    return hand


def split_top(hand: Hand, image: str = "android13") -> None:
    """Put the app in front above, by the menu of its task."""
    hand.press("OVERVIEW")
    hand.tap("icon")
    entries = hand.texts("text")
    assert len(entries) == 2
    if hand.phone.configuration.locale == "en-US":
        assert entries == ["App info", ENTRY[image]]
    hand.tap("text", 1)


def pair(hand: Hand) -> tuple[str, str, float] | None:
    """The names of the apps that share the screen, and the share of the upper one."""
    found = split.shown(hand.phone)
    if found is None:
        return None
    names = {SETTINGS: "Settings", CLOCK: "Clock"}
    return names.get(found.upper, found.upper), names.get(found.lower, found.lower), round(found.share, 2)


def drag(hand: Hand, y: float) -> None:
    """Drag the divider to a height, as a fraction of the screen."""
    x, start = hand.at(hand.node("docked_divider_handle"))
    hand.do(Swipe(x, start, x, y, 0.5))


@pytest.mark.parametrize("image", IMAGES)
def test_two_apps_share_the_screen(image: str) -> None:
    hand = shared(image)
    assert pair(hand) == ("Settings", "Clock", 0.5)
    upper = [node for node in hand.tree if node.package == SETTINGS]
    lower = [node for node in [*hand.tree][1:] if node.package == CLOCK]
    assert upper
    assert lower
    handle = hand.node("docked_divider_handle")
    assert handle.content_description == "Split-screen divider"
    middle = (handle.bounds[1] + handle.bounds[3]) / 2
    assert max(node.bounds[3] for node in upper) < middle < min(node.bounds[1] for node in lower)
    config = hand.phone.configuration
    assert middle == pytest.approx((config.height - 24 * config.density / 160) / 2, abs=0.03 * config.height)
    assert hand.tree.height == config.height


def test_a_part_has_all_but_the_height_of_its_screen() -> None:
    whole = opened("Settings").phone.configuration
    part = split.part(whole, 1 / 2, False)
    assert whole.account is not None
    assert replace(split.part(whole, 1 / 2, True), height=part.height, foot=0) == part
    for field in fields(whole):
        assert field.name == "height" or getattr(part, field.name) == getattr(whole, field.name)


@pytest.mark.parametrize("image", IMAGES)
def test_each_takes_taps_and_back_goes_to_the_one_touched_last(image: str) -> None:
    hand = shared(image)
    assert hand.phone.top.package == CLOCK
    row, inside = ROWS[image]
    hand.tap(text=row)
    assert hand.phone.top.package == SETTINGS
    assert hand.sees(text=inside)
    hand.tap(text="Timer")
    assert hand.phone.top.package == CLOCK
    assert hand.sees("timer_setup_digit_5")
    assert hand.sees(text=inside)
    hand.do(Swipe(0.5, 0.2, 0.5, 0.4, 0.4))
    assert hand.phone.top.package == SETTINGS
    hand.press("BACK")
    assert not hand.sees(text=inside)
    assert hand.sees("timer_setup_digit_5")
    assert pair(hand) == ("Settings", "Clock", 0.5)


def test_a_list_scrolls_under_the_finger_alone() -> None:
    hand = shared()
    hand.do(Swipe(0.5, 0.4, 0.5, 0.1, 0.4))
    assert hand.phone.top.package == SETTINGS
    assert not hand.sees(text="Network & internet")
    assert hand.sees("digital_clock")
    first = hand.phone.top.offsets
    hand.do(Tap(0.5, 0.52))
    assert hand.phone.top.package == CLOCK
    hand.do(Swipe(0.5, 0.1, 0.5, 0.4, 0.4))
    assert hand.phone.top.offsets != first


def test_the_windows_of_accessibility_are_both_apps_and_the_divider() -> None:
    hand = shared()
    apps = [one for one in windows_of(hand.phone) if one.type == "TYPE_APPLICATION"]
    assert [one.active for one in apps] == [True, False]
    below, above = apps
    assert above.bounds[1] == 0
    assert above.bounds[3] < below.bounds[1]
    assert [{node.package for node in one.tree or ()} for one in apps] == [{CLOCK}, {SETTINGS}]
    (divider,) = (one for one in windows_of(hand.phone) if one.type == "TYPE_SPLIT_SCREEN_DIVIDER")
    assert divider.tree is not None
    assert hand.device.ui_tree(windows=True).find(resource_id=f"{CLOCK}:id/digital_clock") is not None
    assert hand.device.ui_tree(windows=True).find(text="Network & internet") is not None
    hand.shell("cmd statusbar expand-notifications")
    assert [one.type for one in windows_of(hand.phone)].count("TYPE_APPLICATION") == 1
    assert not hand.sees(text="Network & internet")


def test_the_divider_moves_to_three_places() -> None:
    hand = shared()
    drag(hand, 0.7)
    assert pair(hand) == ("Settings", "Clock", 0.67)
    drag(hand, 0.3)
    assert pair(hand) == ("Settings", "Clock", 0.33)
    drag(hand, 0.45)
    assert pair(hand) == ("Settings", "Clock", 0.5)
    hand.tap("docked_divider_handle")
    assert pair(hand) == ("Settings", "Clock", 0.5)


def test_a_low_screen_has_one_place_for_it_and_a_wide_one_none() -> None:
    hand = shared(height=2160, density=550)
    drag(hand, 0.62)
    assert pair(hand) == ("Settings", "Clock", 0.5)
    hand.shell("settings put system accelerometer_rotation 0")
    hand.shell("settings put system user_rotation 1")
    assert pair(hand) is None
    assert hand.phone.top.package == CLOCK
    hand.press("OVERVIEW")
    hand.tap("icon")
    assert hand.texts("text") == ["App info"]
    hand.press("BACK", "BACK")
    hand.shell("settings put system user_rotation 0")
    assert pair(hand) == ("Settings", "Clock", 0.5)


@pytest.mark.parametrize(("y", "left"), [(0.98, SETTINGS), (0.05, CLOCK)])
def test_the_divider_at_an_edge_closes_the_app_there(y: float, left: str) -> None:
    hand = shared()
    drag(hand, y)
    assert pair(hand) is None
    assert hand.phone.top.package == left
    assert not hand.sees("docked_divider_handle")
    hand.press("OVERVIEW")
    assert len(hand.all("task")) == 2


def test_a_double_tap_on_the_divider_exchanges_the_apps() -> None:
    hand = shared()
    drag(hand, 0.7)
    hand.tap("docked_divider_handle")
    hand.wait(2)
    hand.tap("docked_divider_handle")
    assert pair(hand) == ("Settings", "Clock", 0.67)
    hand.tap("docked_divider_handle")
    assert pair(hand) == ("Clock", "Settings", 0.33)
    old = shared("android10")
    old.tap("docked_divider_handle")
    old.tap("docked_divider_handle")
    assert pair(old) == ("Settings", "Clock", 0.5)


@pytest.mark.parametrize("image", ["android13", "androidlab"])
@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_no_button_lies_over_the_date_of_the_clock(image: str, locale: str) -> None:
    """It did at 550 dpi, where half a screen is 300 dp high."""
    hand = opened("Clock", "Settings", image=image, density=550, locale=locale)
    split_top(hand, image)
    hand.tap("snapshot")
    hand.tap("tab_menu_clock")
    left, _, right, _ = hand.node("date").bounds
    # The words are in the middle of their line, which may be as wide as the screen.
    assert hand.node("fab").bounds[0] > (left + right) / 2 + 0.2 * PIXEL["width"]


@pytest.mark.parametrize("image", IMAGES)
def test_home_leaves_the_pair_as_one_card(image: str) -> None:
    hand = shared(image)
    hand.press("HOME")
    assert hand.phone.home
    assert pair(hand) is None
    hand.press("OVERVIEW")
    (card,) = hand.all("task")
    # The cards have the names, not the icons, which open menus: so it is in Launcher3.
    assert [node.content_description for node in hand.all("icon")] == ["", ""]
    above, below = hand.node("snapshot"), hand.node("bottomright_snapshot")
    assert [above.content_description, below.content_description] == ["Settings", "Clock"]
    assert above.bounds[3] <= below.bounds[1]
    assert card.bounds[1] <= above.bounds[1]
    assert below.bounds[3] <= card.bounds[3]
    hand.tap("icon", 1)
    assert hand.texts("text") == ["App info"]
    hand.press("BACK")
    hand.tap("bottomright_snapshot")
    assert pair(hand) == ("Settings", "Clock", 0.5)
    assert hand.phone.top.package == CLOCK


def test_an_app_of_the_pair_brings_back_both() -> None:
    hand = shared()
    hand.press("HOME")
    hand.shell(f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")
    assert pair(hand) == ("Settings", "Clock", 0.5)


def test_the_card_of_a_pair_is_swiped_away_with_both() -> None:
    hand = shared()
    hand.press("HOME", "OVERVIEW")
    x, y = hand.at(hand.node("snapshot"))
    hand.do(Swipe(x, y, x, 0.02, 0.2))
    assert not hand.phone.tasks
    assert hand.phone.split is None


def test_another_app_from_the_home_screen() -> None:
    hand = shared()
    hand.press("HOME")
    hand.shell(f"am start -n {MAIN['Files']}")
    assert pair(hand) is None
    hand.press("OVERVIEW")
    assert len(hand.all("task")) == 2
    old = shared("android10")
    old.press("HOME")
    old.open("contacts")
    assert pair(old) == ("Settings", "com.android.contacts", 0.5)
    old.press("OVERVIEW")
    above, below = old.node("snapshot"), old.node("bottomright_snapshot")
    assert [above.content_description, below.content_description] == ["Settings", "Contacts"]


def test_an_app_that_one_of_them_opens_takes_its_place_until_back() -> None:
    hand = shared()
    hand.tap("tab_menu_clock")
    hand.phone = intents.show(hand.phone, Intent(intents.VIEW, "tel:5551234"))
    assert pair(hand) == ("Settings", "com.android.dialer", 0.5)
    while hand.phone.top.package == "com.android.dialer":
        hand.press("BACK")
    assert pair(hand) == ("Settings", "Clock", 0.5)
    hand.press("BACK")
    assert pair(hand) is None
    assert not hand.phone.home
    assert hand.phone.top.package == SETTINGS
    assert hand.phone.split is None


@pytest.mark.parametrize("package", [SETTINGS, CLOCK])
def test_an_app_that_is_stopped_leaves_the_screen_to_the_other(package: str) -> None:
    hand = shared()
    hand.shell(f"am force-stop {package}")
    assert hand.phone.split is None
    assert not hand.phone.home
    assert hand.phone.top.package == (CLOCK if package == SETTINGS else SETTINGS)
    hand.shell(f"am start -n {MAIN['Clock' if package == CLOCK else 'Settings']}")
    assert pair(hand) is None


def test_the_second_app_may_be_given_up() -> None:
    hand = opened("Files", "Clock", "Settings")
    split_top(hand)
    assert hand.phone.toast == "Tap another app to use split screen"
    assert [node.content_description for node in hand.all("snapshot")] == ["Clock", "Files"]
    assert hand.node("split_placeholder").content_description == "Settings"
    hand.press("BACK")
    assert [node.content_description for node in hand.all("snapshot")] == ["Settings", "Clock"]
    assert not hand.sees("split_placeholder")
    hand.tap("icon")
    hand.tap("text", 1)
    hand.press("HOME")
    assert hand.phone.home
    hand.press("OVERVIEW")
    assert not hand.sees("split_placeholder")
    hand.tap("snapshot")
    assert pair(hand) is None


def test_a_task_that_was_left_with_back_starts_anew() -> None:
    hand = opened("Clock")
    hand.press("BACK")
    hand.shell(f"am start -n {MAIN['Settings']}")
    split_top(hand)
    hand.tap("snapshot")
    assert pair(hand) == ("Settings", "Clock", 0.5)


def test_the_menu_of_a_task() -> None:
    hand = opened("Settings")
    hand.press("OVERVIEW")
    hand.tap("icon")
    assert hand.text("task_name") == "Settings"
    assert hand.texts("text") == ["App info"]  # there is no other task
    hand.do(Tap(0.02, 0.9))
    assert not hand.sees("task_name")
    assert hand.phone.overview
    hand.press("HOME")
    hand.shell(f"am start -n {MAIN['Clock']}")
    hand.press("OVERVIEW")
    hand.tap("icon")
    hand.tap(text="App info")
    assert hand.activity == "InstalledAppDetails"
    assert hand.sees(text="Clock")


def test_typing_below_pushes_both_up() -> None:
    hand = opened("Settings", "Clock")
    split_top(hand)
    hand.tap("snapshot")
    assert pair(hand) == ("Clock", "Settings", 0.5)
    before = hand.node("docked_divider_handle").bounds
    hand.tap("search_action_bar")
    if not hand.phone.top.focus:
        hand.tap(class_name="android.widget.EditText")
    hand.type("dis")
    assert hand.node(class_name="android.widget.EditText").text == "dis"
    assert hand.node("docked_divider_handle").bounds[1] < before[1] - 300
    (keyboard,) = (one for one in windows_of(hand.phone) if one.type == "TYPE_INPUT_METHOD")
    assert all(
        node.bounds[3] <= keyboard.bounds[1] for node in hand.tree if node.package == SETTINGS and node.text
    )
    hand.do(Tap(0.5, 0.1))
    assert hand.phone.top.package == CLOCK
    assert hand.node("docked_divider_handle").bounds == before


def test_a_text_above_is_selected_where_it_is_touched() -> None:
    hand = shared()
    hand.tap("search_action_bar")
    if not hand.phone.top.focus:
        hand.tap(class_name="android.widget.EditText")
    hand.type("display")
    field = hand.node(class_name="android.widget.EditText")
    hand.do(LongPress(*hand.at(field, 0.1)))
    assert hand.phone.top.cursor == (0, 7)
    assert hand.sees(text="Cut") or hand.sees(text="Copy")
    assert pair(hand) == ("Settings", "Clock", 0.5)


def test_two_fingers_reach_the_app_under_them() -> None:
    hand = shared()
    hand.do(Pinch(0.4, 0.4, 0.4, 0.1, 0.6, 0.4, 0.6, 0.1, 0.4))
    assert hand.phone.top.package == SETTINGS
    assert not hand.sees(text="Network & internet")


def test_a_phone_with_it_is_a_value() -> None:
    hand = shared()
    drag(hand, 0.7)
    hand.device.save_snapshot("two")
    picture, tree = hand.device.screenshot((135, 300)), hand.tree
    other = Hand(image="android13", **PIXEL)
    other.phone = pickle.loads(pickle.dumps(hand.phone))
    assert other.phone == hand.phone
    assert np.array_equal(other.device.screenshot((135, 300)), picture)
    assert other.tree == tree
    hand.press("HOME")
    hand.device.load_snapshot("two")
    assert np.array_equal(hand.device.screenshot((135, 300)), picture)
    assert pair(hand) == ("Settings", "Clock", 0.67)


def test_time_goes_on_in_both() -> None:
    hand = shared()
    hand.tap("tab_menu_stopwatch")
    hand.tap("fab")
    hand.tap(text="Apps")
    assert hand.phone.top.package == SETTINGS
    first = hand.device.screenshot((270, 600))
    hand.wait(3)
    assert not np.array_equal(first, hand.device.screenshot((270, 600)))


def test_frames_that_are_redrawn_equal_new_ones() -> None:
    hand = shared()
    for act in (
        lambda: hand.tap(text="Apps"),
        lambda: hand.tap("tab_menu_timer"),
        lambda: drag(hand, 0.3),
        lambda: hand.press("BACK"),
        lambda: hand.press("OVERVIEW"),
    ):
        hand.device.screenshot((216, 480))
        act()
        seen = hand.device.screenshot((216, 480))
        fresh = Hand(image="android13", **PIXEL)
        fresh.phone = hand.phone
        assert np.array_equal(fresh.device.screenshot((216, 480)), seen)


def test_the_shell_tells_that_both_are_visible() -> None:
    hand = shared()
    told = hand.shell("dumpsys activity activities")
    assert told.count("mode=multi-window") == 2
    assert hand.shell("am stack list").count("visible=true") == 2
    hand.shell("am kill-all")
    assert pair(hand) == ("Settings", "Clock", 0.5)
    hand.press("HOME")
    assert "multi-window" not in hand.shell("dumpsys activity activities")


def test_a_swipe_along_the_foot_shows_the_task_before_both() -> None:
    hand = opened("Files", "Clock", "Settings")
    split_top(hand)
    hand.tap("snapshot")
    hand.shell("cmd overlay enable com.android.internal.systemui.navbar.gestural")
    assert pair(hand) == ("Settings", "Clock", 0.5)
    hand.do(Swipe(0.2, 0.995, 0.8, 0.995, 0.2))
    assert hand.phone.top.package.endswith(".documentsui")


def test_a_video_goes_on_while_the_other_app_is_used() -> None:
    youtube = "com.google.android.youtube"
    hand = opened("Clock")
    hand.shell(f"monkey -p {youtube} -c android.intent.category.LAUNCHER 1")
    hand.tap("thumbnail")
    hand.wait(2)
    since = hand.phone.apps[youtube].since
    assert since > 0
    split_top(hand)
    hand.tap("snapshot")
    assert split.shown(hand.phone) is not None
    hand.tap("tab_menu_timer")
    assert hand.phone.apps[youtube].since > 0
    hand.press("HOME")
    assert hand.phone.apps[youtube].since < 0


def test_it_appears_in_motion() -> None:
    hand = opened("Clock", "Settings")
    hand.phone = replace(hand.phone, motion=Motion())
    split_top(hand)
    hand.wait(2)
    hand.tap("snapshot")
    assert "page" in {move.kind for move in motion.moves(hand.phone)}
    hand.wait(2)
    assert not motion.moves(hand.phone)
    hand.do(Tap(0.5, 0.35))
    assert {move.kind for move in motion.moves(hand.phone)} <= {"ripple", "enter"}
    hand.wait(2)
    hand.device.screenshot((135, 300))


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ko-KR"])
@pytest.mark.parametrize("density", [330, 550])
def test_menu_strip_and_halves_hold_at_every_size(locale: str, density: int) -> None:
    hand = shared(locale=locale, density=density, height=2160)
    assert pair(hand) == ("Settings", "Clock", 0.5)
    panes = [one.bounds for one in windows_of(hand.phone) if one.type == "TYPE_APPLICATION"]
    assert all(one[1] < one[3] for one in panes)
    assert all(one[3] <= other[1] for one, other in pairwise(sorted(panes, key=lambda one: one[1])))
    hand.press("OVERVIEW")
    hand.tap("icon")
    card = hand.node("menu_option_layout").bounds
    icon = hand.node("icon").bounds
    assert icon[3] <= card[1]
    for node in hand.all("text"):
        assert card[0] <= node.bounds[0] < node.bounds[2] <= card[2]


@pytest.mark.parametrize("image", IMAGES)
def test_random_gestures_raise_nothing(image: str) -> None:
    hand = shared(image)
    start, seen = hand.phone, 0
    for seed in range(8):
        for step, phone in enumerate(walk(start, random.Random(seed), 30)):
            assert not faults(screen.ui_tree(phone))
            assert not faults(screen.whole_tree(phone))
            seen += split.shown(phone) is not None
            if step % 10 == 0:
                hand.phone = phone
                hand.device.screenshot((108, 240))
    assert seen > 20
