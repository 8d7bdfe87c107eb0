"""Phone: numbers during typing, calls with all their buttons, emergency numbers, recent calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import telephony

NAMES = dict(
    zip(
        "0123456789*#",
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "star", "pound"),
        strict=True,
    )
)


@pytest.fixture
def dialer(hand: Hand) -> Hand:
    """A hand on the open dial pad."""
    hand.open("dialer")
    hand.tap("fab")
    hand.new_log()
    return hand


def dial(hand: Hand, number: str) -> None:
    for key in number:
        hand.tap(NAMES[key])


def call(hand: Hand, number: str) -> None:
    if not hand.sees("dialpad_view"):
        hand.tap("fab")
    dial(hand, number)
    hand.tap("dialpad_floating_action_button")


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("", ""), ("2", "2"), ("202", "202"), ("2024", "202-4"), ("2024561", "202-4561"), ("20245611", "(202) 456-11"),
        ("2024561111", "(202) 456-1111"), ("20245611112", "20245611112"), ("12024561111", "1 202-456-1111"),
        ("911", "911"), ("0123456789", "0123456789"), ("*#06#", "*#06#"), ("+12024561111", "+12024561111"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_in_the_united_states(number: str, shown: str) -> None:
    assert formatted(number) == shown


@given(st.text(alphabet="0123456789*#+", max_size=40))
def test_writing_a_number_loses_no_digit(number: str) -> None:
    assert "".join(c for c in formatted(number) if c not in "()- ") == number


def test_the_pad_types_deletes_and_clears(dialer: Hand) -> None:
    assert not dialer.sees("deleteButton")
    dial(dialer, "2024561111")
    assert dialer.text("digits") == "(202) 456-1111"
    dialer.tap("deleteButton")
    assert dialer.text("digits") == "(202) 456-111"
    dialer.hold("deleteButton")
    assert dialer.text("digits") == ""


def test_holding_zero_is_a_plus(dialer: Hand) -> None:
    dialer.hold("zero")
    dial(dialer, "1*#")
    assert dialer.text("digits") == "+1*#"


def test_a_number_has_a_longest_length(dialer: Hand) -> None:
    dial(dialer, "9" * 50)
    assert len(dialer.text("digits")) == 40


def test_the_pad_closes_with_its_button_and_with_back(dialer: Hand) -> None:
    dialer.tap("dialpad_back")
    assert not dialer.sees("dialpad_view")
    dialer.tap("fab")
    dialer.press("BACK")
    assert not dialer.sees("dialpad_view")
    assert dialer.sees("bottom_nav_bar")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_pad_stands_alike_in_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("dialer")
    hand.tap("fab")
    row = [hand.node(NAMES[key]).center[0] for key in "123"]
    assert row == sorted(row)
    dial(hand, "123")
    assert hand.text("digits") == "123"


# Calls


def test_a_call_rings_is_answered_and_ended(dialer: Hand) -> None:
    call(dialer, "2024561111")
    assert dialer.activity == "InCallActivity"
    assert dialer.text("contactgrid_contact_name") == "(202) 456-1111"
    assert dialer.text("contactgrid_status_text").startswith("Calling")
    telecom = [message for tag, message in dialer.new_log() if tag == "Telecom"]
    assert telecom == ["CallIntentProcessor: processOutgoingCallIntent: tel:**********"]
    dialer.wait(5)
    assert dialer.text("contactgrid_status_text") == "00:00"
    assert ("Telecom", "CallsManager: Call active") in dialer.new_log()
    dialer.wait(75)
    assert dialer.text("contactgrid_status_text") == "01:15"
    dialer.tap("incall_end_call")
    assert ("Telecom", "CallsManager: Call disconnected: LOCAL") in dialer.new_log()
    assert dialer.activity == "MainActivity"
    past = dialer.state("dialer").history
    assert [(p.number, p.seconds) for p in past] == [("2024561111", 75)]


def test_a_call_that_is_ended_while_it_rings_is_never_answered(dialer: Hand) -> None:
    call(dialer, "555")
    dialer.wait(3)
    dialer.tap("incall_end_call")
    dialer.wait(60)
    assert ("Telecom", "CallsManager: Call active") not in dialer.new_log()
    assert dialer.state("dialer").history[0].seconds == 0


@pytest.mark.parametrize(
    ("button", "state"),
    [("incall_first_button", "muted"), ("incall_third_button", "speaker"), ("incall_fifth_button", "held")],
)
def test_the_buttons_of_a_call(dialer: Hand, button: str, state: str) -> None:
    call(dialer, "555")
    dialer.wait(6)
    assert not dialer.node(button).checked
    dialer.tap(button)
    assert dialer.node(button).checked
    assert getattr(dialer.state("dialer").call, state)
    dialer.tap(button)
    assert not dialer.node(button).checked


def test_a_held_call_says_so(dialer: Hand) -> None:
    call(dialer, "555")
    dialer.wait(6)
    dialer.tap("incall_fifth_button")
    assert dialer.text("contactgrid_status_text") == "On hold"


def test_the_keypad_of_a_call_sends_tones_and_goes_with_back(dialer: Hand) -> None:
    call(dialer, "555")
    dialer.wait(6)
    dialer.tap("incall_second_button")
    dial(dialer, "42#")
    assert dialer.text("dtmf_twelve_key_dialer_view") == "42#"
    dialer.press("BACK")
    assert not dialer.sees("dtmf_twelve_key_dialer_view")
    assert dialer.activity == "InCallActivity"


def test_a_call_goes_on_while_its_screen_is_left(dialer: Hand) -> None:
    call(dialer, "555")
    dialer.press("HOME")
    dialer.wait(65)
    dialer.open("dialer")
    assert dialer.text("contactgrid_status_text") == "01:00"


@pytest.mark.parametrize("way", ["back", "swiped away"])
def test_a_call_that_is_left_is_found_again(dialer: Hand, way: str) -> None:
    call(dialer, "555")
    if way == "back":
        dialer.press("BACK")
        assert dialer.phone.home
    else:
        dialer.press("OVERVIEW")
        dialer.swipe("up")
        dialer.press("HOME")
    dialer.open("dialer")
    assert dialer.activity == "InCallActivity"
    dialer.tap("incall_end_call")
    assert dialer.activity == "MainActivity"
    assert dialer.state("dialer").history[0].number == "555"


@pytest.mark.parametrize("number", ["911", "112", "119"])
def test_an_emergency_call_is_logged_as_one(dialer: Hand, number: str) -> None:
    call(dialer, number)
    line = "NewOutgoingCallIntentBroadcaster: Emergency number detected. Placing emergency call"
    assert [m for tag, m in dialer.new_log() if tag == "Telecom" and "Emergency" in m] == [line]
    assert dialer.sees("contactgrid_bottom_text")


def test_another_number_is_no_emergency(dialer: Hand) -> None:
    call(dialer, "9110")
    assert not any("Emergency" in message for _, message in dialer.new_log())
    assert not dialer.sees("contactgrid_bottom_text")


def test_airplane_mode_refuses_all_but_emergency_calls(dialer: Hand) -> None:
    dialer.shell("settings put global airplane_mode_on 1")
    call(dialer, "555")
    assert dialer.activity == "MainActivity"
    assert "irplane" in dialer.text("android:id/message")
    dialer.tap("android:id/button1")
    assert dialer.text("digits") == "555"
    dialer.hold("deleteButton")
    call(dialer, "112")
    assert dialer.activity == "InCallActivity"


@pytest.mark.parametrize(
    "configuration",
    [
        {"density": 330},
        {"density": 700},
        {"density": 550, "font_scale": 1.3},
        {"width": 1280, "height": 800, "density": 160},
    ],
)
def test_a_call_can_be_ended_on_every_screen(
    make_hand: Callable[..., Hand], configuration: dict[str, float]
) -> None:
    hand = make_hand(**configuration)
    hand.open("dialer")
    call(hand, "112")
    for _ in range(2):
        left, top, right, bottom = hand.node("incall_end_call").bounds
        side = round(64 * hand.phone.configuration.density / 160)
        assert (right - left, bottom - top) == (side, side), "the whole button is on the screen"
        hand.tap("incall_second_button")


@pytest.mark.parametrize(
    "configuration",
    [
        {"density": 330},
        {"density": 550},
        {"density": 700},
        {"density": 700, "font_scale": 1.3, "locale": "ur-PK"},
        {"width": 1080, "height": 1920, "density": 700, "font_scale": 1.3, "locale": "ar-EG"},
    ],
)
def test_the_panel_of_a_call_on_android_13_fits_every_screen(configuration: dict[str, Any]) -> None:
    hand = Hand("android13", **configuration)
    hand.shell("am start -a android.intent.action.CALL -d tel:2024561111")
    hand.wait(7)
    density = hand.phone.configuration.density
    for button in ("", "incall_sixth_button", "incall_sixth_button", "incall_second_button"):
        if button:
            hand.tap(button)
        panel, end = (hand.node(id).bounds for id in ("incall_buttons_container", "incall_end_call"))
        assert end[3] <= hand.tree.height - 48 * density // 160, "the button is above the navigation bar"
        assert (end[3] - end[1]) >= 55 * density // 160
        texts = [node for node in hand.tree if "contactgrid" in node.resource_id]
        assert texts
        assert all(node.bounds[3] <= panel[1] for node in texts), "nothing stands behind the panel"
    assert len(hand.texts("dialpad_key_number")) == 12
    hand.tap("incall_second_button")
    assert not hand.sees("dialpad_key_number")


@pytest.mark.parametrize(
    "configuration",
    [
        {},
        {"density": 480},
        {"density": 550, "locale": "ko-KR"},
        {"density": 550, "font_scale": 1.3},
        {"density": 480, "font_scale": 1.3},
    ],
)
def test_keypad_and_more_together_leave_the_red_button_above_the_bar(configuration: dict[str, Any]) -> None:
    hand = Hand("android13", **configuration)
    hand.shell("am start -a android.intent.action.CALL -d tel:2024561111")
    hand.wait(7)
    hand.tap("incall_sixth_button")
    hand.tap("incall_second_button")
    assert len(hand.texts("dialpad_key_number")) == 12
    end = hand.node("incall_end_call").bounds
    assert end[3] <= hand.tree.height - 48 * hand.phone.configuration.density // 160
    assert all(one.bounds[3] <= end[1] for one in hand.all("dialpad_key_number"))
    hand.tap("incall_second_button")
    assert hand.sees("incall_sixth_button"), "the tiles are back"


def test_hold_and_swap_are_under_more_on_android_13() -> None:
    hand = Hand("android13")
    hand.shell("am start -a android.intent.action.CALL -d tel:2024561111")
    hand.wait(7)
    assert not hand.sees("incall_fifth_button")
    hand.tap("incall_sixth_button")
    hand.tap("incall_fifth_button")
    assert hand.text("contactgrid_status_text") == "On hold"
    assert not hand.sees("incall_fourth_button"), "there is no other call"
    hand.tap("incall_end_call")
    assert hand.state("dialer").history[0].number == "2024561111"


def in_two_calls() -> Hand:
    """A phone of Android 13 on which a second call was added to the first."""
    hand = Hand("android13")
    hand.open("contacts")
    hand.shell("am start -a android.intent.action.CALL -d tel:2024561111")
    hand.tap("incall_sixth_button")
    assert not hand.node("incall_add_call_button").enabled, "the first is not answered yet"
    hand.wait(7)
    hand.tap("incall_add_call_button")
    assert hand.sees("dialpad_view")
    assert [notice.title for notice in hand.phone.notifications] == ["(202) 456-1111"]
    hand.press("BACK", "BACK")
    assert hand.sees("incall_end_call"), "Back leads to the call"
    hand.tap("incall_add_call_button")
    call(hand, "5550123")
    hand.wait(7)
    hand.tap("incall_sixth_button")
    assert not hand.sees("incall_add_call_button"), "there are no more than two"
    return hand


def test_a_call_is_added_and_the_two_are_swapped() -> None:
    hand = in_two_calls()
    assert telephony.calls_of(hand.phone) == (("5550123", "active", False), ("2024561111", "held", False))
    hand.tap("incall_fourth_button")
    assert telephony.calls_of(hand.phone) == (("2024561111", "active", False), ("5550123", "held", False))
    hand.tap("incall_end_call")
    assert telephony.calls_of(hand.phone) == (("5550123", "held", False),)


def test_two_calls_are_merged_into_a_conference_that_ends_for_both() -> None:
    hand = in_two_calls()
    hand.tap("incall_merge_button")
    assert [call.state for call in telephony.calls_of(hand.phone)] == ["active", "active"]
    assert hand.text("contactgrid_contact_name") == "Conference call"
    assert hand.text("contactgrid_bottom_text") == "555-0123, (202) 456-1111"
    assert not hand.sees("incall_on_hold_banner")
    hand.tap("incall_sixth_button")
    hand.tap("incall_fifth_button")
    assert [call.state for call in telephony.calls_of(hand.phone)] == ["held", "held"]
    hand.tap("incall_fifth_button")
    left = telephony.hung_up(hand.phone, "2024561111")
    assert telephony.calls_of(left) == (("5550123", "active", False),), "one leaves, the other stays"
    hand.tap("incall_end_call")
    assert telephony.calls_of(hand.phone) == ()
    assert [past.number for past in hand.state("dialer").history] == ["5550123", "2024561111"]


# Recent calls


def test_recent_calls_are_listed_and_called_again(dialer: Hand) -> None:
    for number in ("555", "2024561111"):
        call(dialer, number)
        dialer.tap("incall_end_call")
    dialer.tap("call_log_tab")
    assert dialer.texts("primary_text") == ["(202) 456-1111", "555"]
    assert dialer.text("secondary_text") == "10:00 AM"
    dialer.tap("call_button", index=1)
    assert dialer.text("contactgrid_contact_name") == "555"
    dialer.tap("incall_end_call")
    dialer.wait(24 * 3600)
    assert dialer.text("secondary_text") == "May 1, 10:00 AM"


def test_recent_calls_have_the_time_of_the_zone(dialer: Hand) -> None:
    dialer.shell("setprop persist.sys.timezone Asia/Seoul")
    call(dialer, "555")
    dialer.tap("incall_end_call")
    dialer.tap("call_log_tab")
    assert dialer.text("secondary_text") == "7:00 PM"


def test_the_call_button_without_a_number_brings_the_last_one_back(dialer: Hand) -> None:
    dialer.tap("dialpad_floating_action_button")
    assert dialer.text("digits") == ""
    call(dialer, "555")
    dialer.tap("incall_end_call")
    dialer.tap("fab")
    dialer.tap("dialpad_floating_action_button")
    assert (dialer.activity, dialer.text("digits")) == ("MainActivity", "555")


def test_tabs_and_their_empty_pages(hand: Hand) -> None:
    hand.open("dialer")
    said = []
    for tab in ("speed_dial_tab", "call_log_tab", "contacts_tab"):
        hand.tap(tab)
        assert hand.node(tab).selected
        said.append(hand.text("empty_list_view_message"))
    assert len(set(said)) == 3


def test_the_search_finds_numbers_that_were_called(hand: Hand) -> None:
    hand.open("dialer")
    call(hand, "2024561111")
    hand.tap("incall_end_call")
    assert hand.sees("bottom_nav_bar")
    assert hand.sees("fab")
    hand.tap("search_view")
    assert not hand.sees("bottom_nav_bar")  # the keyboard is there
    assert not hand.sees("fab")
    hand.type("456-11")
    assert hand.texts("primary_text") == ["(202) 456-1111"]
    hand.type("9")
    assert hand.sees("empty_list_view_message")
    hand.press("BACK", "BACK")
    assert not hand.phone.home


def test_a_row_of_the_recents_shows_what_can_be_done_with_the_call(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.CALL -d tel:5550100")
    hand.wait(1)
    hand.tap("incall_end_call")
    hand.wait(3)
    hand.open("dialer")
    hand.tap("call_log_tab")
    hand.tap("new_call_log_entry_root")
    assert hand.sees("send_message_action")
    hand.tap("new_call_log_entry_root")
    assert not hand.sees("send_message_action")
    hand.tap("new_call_log_entry_root")
    hand.tap("send_message_action")
    assert hand.activity == "ConversationActivity"
    assert hand.phone.top.argument == "5550100"
    hand.press("BACK", "BACK")
    hand.open("dialer")
    hand.tap("call_log_tab")
    if not hand.sees("create_new_contact_action"):
        hand.tap("new_call_log_entry_root")
    hand.tap("create_new_contact_action")
    hand.tap("editor_menu_save_button")
    hand.open("dialer")
    hand.tap("call_log_tab")
    if not hand.sees("details_action"):
        hand.tap("new_call_log_entry_root")
    hand.tap("delete_action")
    assert not hand.sees("new_call_log_entry_root")


@pytest.mark.parametrize("locale", ["ar-EG", "ur-PK", "hi-IN", "en-US"])
def test_keys_and_number_have_latin_digits_in_every_language(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = make_hand(locale=locale)
    hand.open("dialer")
    hand.tap("fab")
    dial(hand, "17")
    assert hand.texts("dialpad_key_number") == [*"123456789*0#"]
    assert hand.text("digits") == "17"
