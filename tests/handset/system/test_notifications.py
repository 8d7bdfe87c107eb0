"""Notifications as values: posting, replacing, cancelling; those of incoming messages."""

from __future__ import annotations

from collections.abc import Callable

from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Notification
from bmoca_gym.handset.system import notifications
from bmoca_gym.handset.system.notifications import cancel, clear, post, set_of
from bmoca_gym.handset.value import replace

A, B = "com.android.settings", "com.android.dialer"
NAMES = st.tuples(st.sampled_from((A, B)), st.sampled_from("xyz"))


@given(names=st.lists(NAMES, max_size=12), ongoing=st.sets(NAMES))
def test_one_name_one_notification(names: list[tuple[str, str]], ongoing: set[tuple[str, str]]) -> None:
    phone = images.boot()
    for name in names:
        phone = post(phone, Notification(*name, "title", ongoing=name in ongoing))
    shown = [(n.package, n.key) for n in phone.notifications]
    assert sorted(shown) == sorted(set(names))
    assert {(n.package, n.key) for n in clear(phone).notifications} == set(names) & ongoing
    for name in names:
        phone = cancel(phone, *name)
    assert phone.notifications == ()


def test_posting_again_changes_the_words_and_keeps_place_and_time() -> None:
    phone = post(post(images.boot(), Notification(A, "x", "one")), Notification(A, "y", "two"))
    later = post(inputs.wait(phone, 60000), Notification(A, "x", "three"))
    assert [n.title for n in later.notifications] == ["two", "three"]
    assert later.notifications[1].at == phone.notifications[1].at
    assert post(later, Notification(A, "x", "three")) is later


def test_a_set_replaces_what_its_package_had() -> None:
    phone = post(post(images.boot(), Notification(A, "x", "one")), Notification(B, "y", "two"))
    phone = set_of(phone, A, (Notification(A, "z", "three"), Notification(A, "w", "four")))
    assert [n.title for n in phone.notifications] == ["three", "four", "two"]
    assert set_of(phone, A, ()).notifications == phone.notifications[2:]


def test_nothing_to_take_away_is_no_change() -> None:
    phone = images.boot()
    assert cancel(phone, A, "x") is clear(phone) is notifications.cancel_all(phone, A) is phone


# Messages


def test_a_message_that_comes_is_told_and_read(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, "5551234", "See you at noon")
    hand.phone = messages.receive(hand.phone, "5551234", "Or later")
    hand.phone = messages.receive(hand.phone, "5550000", "Hello")
    hand.do(Swipe(0.5, 0.0, 0.5, 0.5))
    assert hand.texts("android:id/text") == ["Hello", "Or later"]
    hand.tap(text="Or later")
    assert hand.activity == "ConversationActivity"
    assert [n.text for n in hand.phone.notifications] == ["Hello"]
    store = messages.store_of(hand.phone)
    assert [m.read for m in store.messages if m.body == "Or later"] == [True]


def test_a_message_into_the_open_conversation_is_not_told(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, "5551234", "First")
    hand.do(Swipe(0.5, 0.0, 0.5, 0.5))
    hand.tap(text="First")
    hand.phone = messages.receive(hand.phone, "5551234", "Second")
    assert hand.phone.notifications == ()


def test_who_wants_no_notifications_gets_none(hand: Hand) -> None:
    state = replace(hand.state("messages"), notifications=False)
    package = "com.google.android.apps.messaging"
    hand.phone = replace(hand.phone, apps=hand.phone.apps.set(package, state))
    hand.phone = messages.receive(hand.phone, "5551234", "First")
    assert hand.phone.notifications == ()


# What lies over an app, answers, channels


def test_a_message_lies_over_the_app_for_a_while(make_hand: Callable[..., Hand]) -> None:
    for locale in ("en-US", "ar-EG"):
        hand = make_hand(locale=locale)
        hand.open("clock")
        hand.phone = messages.receive(hand.phone, "5550100", "Dinner?")
        assert over(hand)
        hand.wait(4)
        assert over(hand)
        hand.wait(2)
        assert not over(hand)
        assert hand.phone.display is None
        hand.phone = messages.receive(hand.phone, "5550100", "At seven?")
        hand.do(Tap(0.5, 0.06))
        assert hand.phone.top.package == "com.google.android.apps.messaging"
        assert not over(hand)
        hand.press("HOME")
        hand.phone = messages.receive(hand.phone, "5550101", "Hello")
        hand.do(Swipe(0.5, 0.08, 0.5, 0.01))
        assert not over(hand)
        assert hand.phone.notifications, "it stays in the shade"
        hand.shell("settings put global zen_mode 1")
        hand.phone = messages.receive(hand.phone, "5550102", "Hello")
        assert not over(hand), "nothing disturbs"


def over(hand: Hand) -> bool:
    return "heads_up" in [surface.kind for surface in screen.surfaces(hand.phone)]


def test_a_message_is_answered_in_its_notification(hand: Hand) -> None:
    hand.open("clock")
    hand.phone = messages.receive(hand.phone, "5550100", "Dinner?")
    hand.press("NOTIFICATION")
    hand.tap(text="Reply")
    hand.key("O")
    hand.type("kay")
    assert hand.text("remote_input_text") == "Okay"
    hand.press("BACK")
    assert not hand.sees("remote_input_text")
    assert hand.phone.shade is not None
    hand.tap(text="Reply")
    hand.type("Yes, gladly")
    hand.tap("remote_input_send")
    sent = messages.store_of(hand.phone).messages
    assert sorted(m.body for m in sent) == ["Dinner?", "Yes, gladly"]
    assert all(m.read for m in sent)
    assert not hand.phone.notifications
    assert hand.activity == "DeskClock"


def test_a_channel_is_switched_off(hand: Hand) -> None:
    hand.phone = messages.receive(hand.phone, "5550100", "Dinner?")
    hand.press("NOTIFICATION")
    hand.hold(text="Dinner?")
    assert hand.text("channel_name") == "Incoming messages"
    hand.tap("done")
    hand.hold(text="Dinner?")
    hand.tap("turn_off")
    assert not hand.phone.notifications
    hand.phone = messages.receive(hand.phone, "5550100", "Hello?")
    assert not hand.phone.notifications
