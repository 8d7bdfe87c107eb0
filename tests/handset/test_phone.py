"""The phone as a value: touches, swipes, keys, text and time, on an app that records events."""

from __future__ import annotations

import pickle

import pytest
from handset_hand import Hand
from handset_probe import APP, PACKAGE, SQUARE, Probe
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, keys
from bmoca_gym.handset.system.text_input import TEXT_LIMIT
from bmoca_gym.handset.value import replace


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> Phone:
    """A phone that shows the probe, whose first events were cleared."""
    module_of = catalogues.module_of
    monkeypatch.setattr(
        catalogues, "module_of", lambda name: "handset_probe" if name == "probe" else module_of(name)
    )
    image = replace(ANDROID10, name="probe", apps=(*ANDROID10.apps, "probe"))
    phone = activities.start(images.boot(SQUARE, image), APP.component)
    return replace(phone, apps=phone.apps.set(PACKAGE, Probe()))


def probe(phone: Phone) -> Probe:
    state: Probe = phone.apps[PACKAGE]
    return state


def events(phone: Phone) -> tuple[str, ...]:
    return probe(phone).events


def centre(phone: Phone, name: str, index: int = 0) -> tuple[float, float]:
    x, y = screen.ui_tree(phone).find_all(resource_id=name)[index].center
    return x / SQUARE.width, y / SQUARE.height


def tap(phone: Phone, name: str, index: int = 0) -> Phone:
    return inputs.perform(phone, Tap(*centre(phone, name, index)))


# Values


def test_two_phones_from_the_box_are_equal_and_a_handled_one_is_not() -> None:
    one, two = images.boot(SQUARE), images.boot(SQUARE)
    assert one == two
    assert hash(one) == hash(two)
    assert one is not two
    changed = inputs.perform(one, Swipe(0.5, 0.8, 0.5, 0.2))
    assert changed != one
    assert one == two, "the old phone is as it was"


def test_what_is_derived_is_neither_compared_nor_pickled() -> None:
    phone = images.boot(SQUARE)
    plain = pickle.dumps(phone)
    screen.surfaces(phone)
    hash(phone)
    assert pickle.dumps(phone) == plain
    assert phone == images.boot(SQUARE)
    assert screen.surfaces(phone) is screen.surfaces(phone)


def test_a_gesture_of_which_nothing_comes_gives_the_same_phone(phone: Phone) -> None:
    for gesture in (Tap(0.9, 0.9), Tap(*centre(phone, "nothing")), TypeText("x"), PressKey("TAB")):
        assert inputs.perform(phone, gesture) is phone


# Touches


def test_a_tap_reaches_the_element_under_it_and_its_edges(phone: Phone) -> None:
    for x, y, hit in ((0, 40, True), (39, 79, True), (40, 60, False), (20, 39, False), (20, 80, False)):
        after = inputs.perform(phone, Tap((x + 0.5) / 400, (y + 0.5) / 800))
        assert events(after) == (("tap",) if hit else ()), (x, y)


def test_a_press_is_long_from_four_tenths_of_a_second(phone: Phone) -> None:
    at = centre(phone, "both")
    assert events(inputs.perform(phone, LongPress(*at, 0.39))) == ("tap",)
    assert events(inputs.perform(phone, LongPress(*at, 0.4))) == ("long",)
    assert events(inputs.perform(phone, LongPress(*centre(phone, "tap"), 2))) == ("tap",), (
        "no long press there"
    )


def test_a_disabled_element_keeps_the_touch_and_does_nothing(phone: Phone) -> None:
    assert tap(phone, "off") is phone


def test_a_touch_in_the_status_bar_reaches_what_lies_under_it(phone: Phone) -> None:
    assert events(inputs.perform(phone, Swipe(0.5, 0.01, 0.9, 0.01))) == ("page right",)


def test_a_drag_has_both_ends_as_fractions_of_the_element(phone: Phone) -> None:
    x, y = centre(phone, "drag")
    assert events(tap(phone, "drag")) == ("drag 0.51,0.51 0.51,0.51",)
    after = inputs.perform(phone, Swipe(x, y, x + 80 / 400, y - 20 / 800))
    assert events(after) == ("drag 0.51,0.51 2.51,0.01",)


def test_a_movement_below_the_touch_slop_is_a_tap(phone: Phone) -> None:
    x, y = centre(phone, "both")
    assert events(inputs.perform(phone, Swipe(x, y, x + 7 / 400, y))) == ("tap",)
    assert events(inputs.perform(phone, Swipe(x, y, x + 7 / 400, y, 0.5))) == ("long",)
    assert events(inputs.perform(phone, Swipe(x, y, x + 9 / 400, y))) == ("page right",)


@pytest.mark.parametrize(
    ("dx", "dy", "direction"), [(30, 5, "right"), (-30, 5, "left"), (5, 30, "down"), (5, -30, "up")]
)
def test_a_swipe_has_the_direction_of_its_longer_side(phone: Phone, dx: int, dy: int, direction: str) -> None:
    x, y = centre(phone, "swipe")
    after = inputs.perform(phone, Swipe(x, y, x + dx / 400, y + dy / 800))
    assert events(after) == (f"swipe {direction}",)


def test_a_list_scrolls_and_what_it_can_not_take_goes_to_what_lies_around(phone: Phone) -> None:
    up, down = Swipe(0.25, 0.5, 0.25, 0.3), Swipe(0.25, 0.3, 0.25, 0.5)
    across = Swipe(0.25, 0.5, 0.45, 0.5)
    assert events(inputs.perform(phone, down)) == ("list down",), (
        "at its top: the swipe is the list's own callback's"
    )
    scrolled = inputs.perform(phone, up)
    assert events(scrolled) == ()
    assert scrolled.top.offsets[0][0] == "list"
    assert "row 0" not in [n.text for n in screen.ui_tree(scrolled)]
    assert events(inputs.perform(scrolled, across)) == ("list right",)
    back = scrolled
    for _ in range(3):
        back = inputs.perform(back, down)
    assert back.apps[PACKAGE].events[-1] == "list down"
    assert back.top.offsets == ()


def test_a_row_is_touched_where_it_is_seen(phone: Phone) -> None:
    scrolled = inputs.perform(phone, Swipe(0.25, 0.5, 0.25, 0.4, 30))
    row = next(n for n in screen.ui_tree(scrolled) if n.text == "row 7")
    after = inputs.perform(scrolled, Tap(row.center[0] / 400, row.center[1] / 800))
    assert events(after) == ("row 7",)


# Keys and activities


def test_an_app_is_told_of_its_life_in_order(phone: Phone) -> None:
    second = tap(phone, "open")
    assert events(second) == ("open", "paused .Main", "created .Second", "resumed .Second")
    assert second.top.argument == "argument"
    home = inputs.perform(second, PressKey("HOME"))
    assert events(home)[4:] == ("paused .Second",)
    again = activities.start(home, APP.component)
    assert events(again)[5:] == ("resumed .Second",), "brought back as it was left"
    first = inputs.perform(again, PressKey("BACK"))
    assert events(first)[6:] == ("paused .Second", "resumed .Main")
    gone = inputs.perform(first, PressKey("BACK"))
    assert events(gone)[8:] == ("paused .Main", "closed")
    assert gone.home


def test_an_app_left_for_another_in_the_overview_is_told_so(phone: Phone) -> None:
    phone = activities.start(phone, packages.apps_of(ANDROID10)["com.android.dialer"].component)
    phone = activities.start(phone, APP.component)
    before = len(events(phone))
    phone = keys.press_key(phone, "OVERVIEW")
    phone = activities.show_task(phone, "com.android.dialer")
    assert events(phone)[before:] == ("paused .Main",)
    phone = activities.show_task(keys.press_key(phone, "OVERVIEW"), PACKAGE)
    assert events(phone)[before + 1 :] == ("resumed .Main",)


def test_finish_leaves_the_activity(phone: Phone) -> None:
    second = tap(phone, "open")
    assert tap(second, "leave").top.name == ".Main"


def test_back_asks_the_app_first(phone: Phone) -> None:
    phone = inputs.perform(tap(phone, "field"), TypeText("back"))
    closed = inputs.perform(phone, PressKey("BACK"))
    assert closed.top.focus == "", "the keyboard goes first"
    assert probe(closed).text == "back"
    cleared = inputs.perform(closed, PressKey("BACK"))
    assert probe(cleared).text == ""
    assert not cleared.home
    assert inputs.perform(cleared, PressKey("BACK")).home


def test_back_on_the_home_screen_stays_there() -> None:
    phone = images.boot(SQUARE)
    assert inputs.perform(phone, PressKey("BACK")) == phone


# Text


def test_text_is_added_to_the_focused_field(phone: Phone) -> None:
    phone = tap(phone, "field")
    assert phone.top.focus == "field"
    phone = inputs.perform(phone, TypeText("ab"))
    phone = inputs.perform(phone, TypeText("c"))
    assert probe(phone).text == "abc"
    phone = inputs.perform(phone, PressKey("DEL"))
    assert probe(phone).text == "ab"
    for _ in range(3):
        phone = inputs.perform(phone, PressKey("DEL"))
    assert probe(phone).text == ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_end_submits(phone: Phone, end: str) -> None:
    phone = inputs.perform(tap(phone, "field"), TypeText(f"go{end}lost"))
    assert events(phone) == ("submit go",)
    assert probe(phone).text == "go"
    assert phone.top.focus == ""


def test_a_field_holds_ten_thousand_characters(phone: Phone) -> None:
    phone = inputs.perform(tap(phone, "field"), TypeText("x" * (TEXT_LIMIT + 5)))
    assert len(probe(phone).text) == TEXT_LIMIT


def test_the_focus_goes_with_its_field(phone: Phone) -> None:
    phone = tap(tap(phone, "field"), "hide")
    assert phone.top.focus == ""
    assert all(s.kind != "keyboard" for s in screen.surfaces(phone))
    assert inputs.perform(phone, TypeText("x")) is phone


def test_a_focus_effect_on_a_field_that_is_not_there_opens_no_keyboard(phone: Phone) -> None:
    phone = tap(tap(phone, "hide"), "focus")
    assert phone.top.focus == ""


# Time


def test_what_falls_due_is_done_in_its_order_at_its_time(phone: Phone) -> None:
    phone = tap(tap(phone, "later"), "sooner")
    assert events(inputs.wait(phone, 1999)) == ()
    assert events(inputs.wait(phone, 2000)) == ("uptime 2",)
    assert events(inputs.wait(phone, 60_000)) == ("uptime 2", "uptime 5")
    assert not inputs.wait(phone, 60_000).due


def test_a_later_appointment_of_the_same_name_takes_the_earlier_ones_place(phone: Phone) -> None:
    phone = inputs.wait(tap(phone, "later"), 3000)
    phone = tap(phone, "later")
    assert events(inputs.wait(phone, 4000)) == ()
    assert events(inputs.wait(phone, 60_000)) == ("uptime 5",)


def test_a_frozen_clock_stops_appointments_of_the_wall_clock_only(phone: Phone) -> None:
    from bmoca_gym.handset.system import clock

    phone = clock.freeze(tap(tap(phone, "wall"), "later"), True)
    phone = inputs.wait(phone, 60_000)
    assert events(phone) == ("uptime 5",)
    assert events(inputs.wait(clock.freeze(phone, False), 5000)) == ("uptime 5", "wall 5")


@given(cuts=st.lists(st.integers(0, 4000), max_size=6))
def test_waiting_in_pieces_is_waiting_at_once(cuts: list[int]) -> None:
    phone = activities.start(
        images.boot(SQUARE), "com.google.android.deskclock/com.android.deskclock.DeskClock"
    )
    phone = activities.toast(phone, "for two seconds")
    pieces = phone
    for cut in cuts:
        pieces = inputs.wait(pieces, cut)
    assert pieces == inputs.wait(phone, sum(cuts))


def test_a_toast_stays_for_two_seconds(phone: Phone) -> None:
    phone = tap(phone, "say")
    kinds = [s.kind for s in screen.surfaces(phone)]
    assert "toast" in kinds
    assert inputs.wait(phone, 1999).toast == "said"
    assert inputs.wait(phone, 2000).toast == ""
    longer = tap(inputs.wait(phone, 1500), "say")
    assert inputs.wait(longer, 1000).toast == "said", "a second one begins anew"


def test_enter_begins_a_new_line_where_a_field_has_several(hand: Hand) -> None:
    hand.open("gmail")
    hand.tap("compose_button")
    hand.tap("body")
    hand.type("One\ntwo")
    hand.press("ENTER")
    hand.type("three")
    assert hand.text("body") == "One\ntwo\nthree"
    hand.tap("subject")
    hand.type("Hello\n")
    assert hand.text("subject") == "Hello"


def test_every_app_runs_under_a_user_id_of_its_own() -> None:
    for name in images.names():
        uids = [app.uid for app in packages.apps_of(images.image_named(name)).values()]
        assert len(set(uids)) == len(uids), name
