"""If an instruction allows several ways, each is accepted: the expert's, and another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from handset_hand import Hand

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.resources import string

LOOKS = ("100", "105", "109")
HOURS = "android:id/input_hour"


class User(Hand):
    """A hand that finds elements by the keys of the string catalogue, in any language."""

    def word(self, key: str, **values: object) -> str:
        return string(self.device.info.locale, key, **values)

    def touch(self, key: str) -> None:
        """Tap the element with that label, scrolling down to it."""
        label = self.word(key)
        for _ in range(8):
            found = [n for n in self.tree if label in (n.text, n.content_description)]
            if found:
                self.do(Tap(*self.at(found[-1])))
                return
            self.swipe("up")
        raise AssertionError(f"{label!r} is nowhere on the screen")

    def search_settings(self, key: str) -> None:
        """Open a page of Settings by its name, through the search."""
        self.open("settings")
        self.tap("search_action_bar")
        self.type(self.word(f"settings.{key}"))
        self.touch(f"settings.{key}")

    def shade(self) -> None:
        """Pull down the whole of quick settings."""
        self.do(Swipe(0.5, 0.005, 0.5, 0.6, 0.4))
        self.do(Swipe(0.5, 0.1, 0.5, 0.7, 0.4))
        assert self.sees("quick_settings_panel")

    def tile(self, key: str) -> None:
        """Touch a tile of quick settings."""
        label = self.word(key)
        for _ in range(2):
            found = [n for n in self.tree if n.checkable and n.content_description.startswith(label)]
            if found:
                self.do(Tap(*self.at(found[0])))
                return
            pager = self.node("qs_pager")
            right, left = self.at(pager, 0.85), self.at(pager, 0.15)
            if self.phone.configuration.locale.startswith("ar"):
                right, left = left, right
            self.do(Swipe(*right, *left, 0.3))
        raise AssertionError(f"no tile {label!r}")


def through_the_shade(key: str) -> Callable[[User], None]:
    def way(user: User) -> None:
        user.shade()
        user.tile(key)

    return way


def brightness_in_the_shade(user: User) -> None:
    user.shade()
    slider = user.node("slider")
    share = 0.05 if not user.phone.configuration.locale.startswith("ar") else 0.95
    user.do(Tap(*user.at(slider, share)))


def found_in_settings(key: str, then: str = "") -> Callable[[User], None]:
    def way(user: User) -> None:
        user.search_settings(key)
        if then:
            user.tap(then)

    return way


def slider_found_in_settings(user: User) -> None:
    user.search_settings("alarm_volume")
    rtl = user.phone.configuration.locale.startswith("ar")
    sliders = [n for n in user.tree if n.content_description == user.word("settings.alarm_volume")]
    user.do(Tap(*user.at(sliders[-1], 0.05 if rtl else 0.95)))


def vibration_found_in_settings(user: User) -> None:
    user.search_settings("vibrate_for_calls")
    title = next(n for n in user.tree if n.text == user.word("settings.vibrate_for_calls"))
    middle = (title.bounds[1] + title.bounds[3]) / 2
    switch = min(
        (n for n in user.tree if n.class_name.endswith("Switch")), key=lambda n: abs(n.center[1] - middle)
    )
    user.do(Tap(*user.at(switch)))


def alarm_by_keyboard(user: User) -> None:
    user.open("clock")
    user.touch("clock.alarm")
    user.tap("fab")
    user.tap("android:id/toggle_mode")
    for field, digits in ((HOURS, "10"), ("android:id/input_minute", "30")):
        user.tap(field)
        user.press("DEL", "DEL")
        user.type(digits)
    if user.sees("android:id/am_pm_spinner"):
        user.tap("android:id/am_pm_spinner")
        user.tap("android:id/text1")  # the forenoon comes first
    user.tap("android:id/button1")


def airplane_mode_in_the_shade_and_an_alarm_by_keyboard(user: User) -> None:
    alarm_by_keyboard(user)
    user.press("HOME")
    through_the_shade("settings.airplane_mode")(user)


def clock_by_the_drawers_search(user: User) -> None:
    user.swipe("up")
    user.tap("search_box_input")
    user.type(user.word("clock.app_name") + "\n")


def called_again(user: User) -> None:
    user.open("dialer")
    user.tap("fab")
    for digit in "11489":
        user.tap({"1": "one", "4": "four", "8": "eight", "9": "nine"}[digit])
    user.tap("dialpad_floating_action_button")
    user.wait(1)
    user.tap("incall_end_call")
    user.wait(3)
    # Once more, from the list of calls.
    user.tap("call_log_tab")
    user.tap("new_call_log_entry_root")
    user.touch("dialer.call")


class Pair(NamedTuple):
    task: str
    name: str
    way: Callable[[User], None]


PAIRS = (
    Pair("turn_on_airplane_mode", "quick settings", through_the_shade("settings.airplane_mode")),
    Pair("turn_off_wifi", "quick settings", through_the_shade("settings.wifi")),
    Pair("toggle_dark_theme_in_setting", "quick settings", through_the_shade("settings.dark_theme")),
    Pair("decrease_the_screen_brightness_in_setting", "quick settings", brightness_in_the_shade),
    Pair("increase_alarm_volume_in_setting", "search", slider_found_in_settings),
    Pair("toggle_vibrate_for_calls_in_setting", "search", vibration_found_in_settings),
    Pair("go_to_add_a_language_page_in_setting", "search", found_in_settings("languages", "add_language")),
    Pair("go_to_bluetooth_setting", "search", found_in_settings("bluetooth")),
    Pair("create_alarm_at_10_30_am", "keyboard", alarm_by_keyboard),
    Pair(
        "turn_on_airplane_mode_in_setting_and_create_alarm_at_10_30_am_in_clock", "the other order, keyboard, shade",
        airplane_mode_in_the_shade_and_an_alarm_by_keyboard,
    ),
    Pair("open_the_clock_app", "search of the drawer", clock_by_the_drawers_search),
    Pair("call_11489", "again from the list", called_again),
)  # fmt: skip


def a_user(look: str, task: tasks.Task) -> User:
    drawn = randomization.get(look)
    user = User(**drawn.screen_configuration())
    drawn.apply(user.device)
    task.set_up(user.device)
    user.press("HOME")
    user.wait(3)
    return user


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.task}-{pair.name}")
def test_each_way_is_accepted(pair: Pair, look: str) -> None:
    task = tasks.get(pair.task)
    user = a_user(look, task)
    start = user.phone
    detector = task.detector()
    detector.reset(user.device)
    assert not detector.check(user.device).satisfied
    pair.way(user)
    user.wait(3)
    assert detector.check(user.device).satisfied, detector.check(user.device).evidence

    expert = expert_for(task.id)
    user.phone = start
    detector.reset(user.device)
    gestures = []
    while not detector.check(user.device).satisfied:
        gesture = expert.next_gesture(user.tree, user.device.info.locale)
        assert gesture is not None
        gestures.append(gesture)
        user.do(gesture)
        user.wait(3)
    assert 0 < len(gestures) <= task.step_limit


def test_there_are_ten_pairs_and_more() -> None:
    assert len(PAIRS) >= 10
