"""Incoming telephone calls: over the app, over the lock screen, missed, declined, and in the call log."""

from __future__ import annotations

from collections.abc import Callable

from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system import display, telephony

NUMBER = "2025550143"
SHOWN = "(202) 555-0143"
FROM_THE_BAR = Swipe(0.5, 0.005, 0.5, 0.6)


def over(hand: Hand) -> list[str]:
    """The texts of the notification over the app."""
    return [node.text for node in hand.heads_up() if node.text]


def past(hand: Hand) -> list[tuple[str, int, int]]:
    """Number, kind and seconds of the calls in the log, the newest first."""
    return [(call.number, call.kind, call.seconds) for call in hand.state("dialer").history]


def test_a_call_rings_over_the_app_and_is_answered(hand: Hand) -> None:
    hand.open("clock")
    hand.phone = telephony.ring(hand.phone, NUMBER)
    assert {SHOWN, "Incoming call", "Decline", "Answer"} <= set(over(hand))
    assert hand.activity == "DeskClock"
    hand.wait(30)
    assert over(hand), "it rings on"
    assert telephony.call_of(hand.phone) == (NUMBER, "ringing", True)
    assert "mCallState=1" in hand.shell("dumpsys telephony.registry")
    hand.tap_heads_up("Answer")
    assert hand.activity == "InCallActivity"
    assert not over(hand)
    hand.wait(7)
    assert hand.text("contactgrid_status_text") == "00:07"
    hand.tap("incall_end_call")
    assert past(hand) == [(NUMBER, 1, 7)]
    assert hand.activity == "DeskClock"


def test_no_locale_turns_the_number_round(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(locale="ar-EG")
    hand.phone = telephony.ring(hand.phone, NUMBER)
    assert f"\u2066{SHOWN}\u2069" in over(hand)


def test_a_call_is_declined_from_over_the_app(hand: Hand) -> None:
    hand.phone = telephony.ring(hand.phone, NUMBER)
    hand.tap_heads_up("Decline")
    assert past(hand) == [(NUMBER, 5, 0)]
    assert (hand.phone.notifications, hand.phone.display) == ((), None)


def test_its_own_screen_is_swiped(hand: Hand) -> None:
    for direction, kind in (("up", 1), ("down", 5)):
        hand.phone = telephony.ring(hand.phone, NUMBER)
        hand.tap_heads_up("Incoming call")
        assert hand.text("contactgrid_status_text") == "Incoming call"
        assert hand.text("contactgrid_contact_name") == SHOWN
        assert hand.sees(text="Swipe up to answer")
        assert hand.sees(text="Swipe down to reject")
        hand.swipe(direction)
        assert hand.sees("incall_end_call") == (direction == "up")
        hand.phone = telephony.end(hand.phone)
        assert past(hand)[0] == (NUMBER, kind, 0)


def test_a_call_wakes_a_locked_phone_and_does_not_unlock_it(hand: Hand) -> None:
    hand.phone = display.set_lock(hand.phone, "pin", "1234")
    hand.press("POWER")
    hand.phone = telephony.ring(hand.phone, NUMBER)
    assert hand.activity == "InCallActivity"
    hand.press("CALL")
    hand.wait(2)
    assert telephony.call_of(hand.phone) == (NUMBER, "active", True)
    hand.press("OVERVIEW")
    assert hand.sees("incall_end_call")
    hand.press("HOME")
    assert not hand.sees("incall_end_call")
    assert display.is_covered(hand.phone)
    hand.press("ENDCALL")
    assert past(hand) == [(NUMBER, 1, 2)]
    assert display.is_covered(hand.phone)


def test_a_call_that_nobody_took_is_missed(hand: Hand) -> None:
    for count in (1, 2):
        hand.phone = telephony.hung_up(telephony.ring(hand.phone, NUMBER))
        assert past(hand) == [(NUMBER, 3, 0)] * count
        assert not over(hand)
    hand.do(FROM_THE_BAR)
    assert hand.texts("android:id/title") == ["2 missed calls"]
    hand.tap(text="2 missed calls")
    assert hand.sees("new_call_log_entry_root")
    assert hand.phone.notifications == ()
    hand.press("HOME")
    hand.phone = telephony.hung_up(telephony.ring(hand.phone, NUMBER))
    hand.do(FROM_THE_BAR)
    assert hand.sees(text="Missed call"), "those that were looked at no longer count"
    hand.tap(text="Call back")
    assert telephony.call_of(hand.phone) == (NUMBER, "dialing", False)
    rows = hand.shell("content query --uri content://call_log/calls --projection type")
    assert rows.count("type=3") == 3


def test_while_one_rings_and_without_a_network_none_rings(hand: Hand) -> None:
    hand.phone = telephony.ring(hand.phone, NUMBER)
    hand.phone = telephony.answer(telephony.ring(hand.phone, "5550100"))
    assert telephony.call_of(hand.phone) == (NUMBER, "active", True)
    assert past(hand) == [("5550100", 3, 0)]
    hand.phone = telephony.hold(hand.phone, True)
    assert telephony.call_of(hand.phone) == (NUMBER, "held", True)
    hand.phone = telephony.hung_up(hand.phone)
    hand.shell("settings put global airplane_mode_on 1")
    assert telephony.ring(hand.phone, NUMBER) is hand.phone


def test_who_is_not_to_be_disturbed_finds_the_call_in_the_shade(hand: Hand) -> None:
    hand.shell("settings put global zen_mode 1")
    hand.phone = telephony.ring(hand.phone, NUMBER)
    assert not over(hand)
    assert hand.phone.notifications[0].title == SHOWN


def test_a_second_call_rings_during_the_first(hand: Hand) -> None:
    other = "2025550177"
    hand.phone = telephony.answer(telephony.ring(hand.phone, NUMBER))
    hand.press("HOME")
    hand.phone = telephony.ring(hand.phone, other)
    assert {"(202) 555-0177", "Incoming call", "Decline", "Answer"} <= set(over(hand))
    assert [call.state for call in telephony.calls_of(hand.phone)] == ["ringing", "active"]
    assert "mCallState=1" in hand.shell("dumpsys telephony.registry")
    hand.phone = telephony.ring(hand.phone, "2025550188")
    assert past(hand) == [("2025550188", 3, 0)], "a third finds the phone busy"
    hand.tap_heads_up("Answer")
    assert telephony.calls_of(hand.phone) == ((other, "active", True), (NUMBER, "held", True))
    assert hand.text("contactgrid_contact_name") == "(202) 555-0177"
    assert hand.sees("incall_on_hold_banner")
    assert hand.sees(text=SHOWN)
    hand.tap("incall_fourth_button")
    assert telephony.calls_of(hand.phone) == ((NUMBER, "active", True), (other, "held", True))
    hand.tap("incall_end_call")
    assert telephony.calls_of(hand.phone) == ((other, "held", True),)
    hand.tap("incall_fifth_button")
    hand.tap("incall_end_call")
    assert telephony.calls_of(hand.phone) == ()
    assert not hand.sees("incall_end_call")


def test_a_second_call_is_declined_or_given_up(hand: Hand) -> None:
    other = "2025550177"
    for end, kind in ((telephony.end, 5), (telephony.hung_up, 3)):
        hand.phone = telephony.answer(telephony.ring(hand.phone, NUMBER))
        hand.phone = end(telephony.ring(hand.phone, other))
        assert past(hand)[0] == (other, kind, 0)
        hand.phone = telephony.hung_up(telephony.ring(hand.phone, other), NUMBER)
        assert telephony.calls_of(hand.phone) == ((other, "ringing", True),)
        hand.phone = telephony.end(hand.phone)
        assert telephony.calls_of(hand.phone) == ()
