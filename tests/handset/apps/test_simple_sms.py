"""Simple SMS Messenger: sending, finding, copying, forwarding and deleting texts; incoming messages."""

from __future__ import annotations

from datetime import datetime

import pytest
from handset_hand import Hand

from bmoca_gym import stores
from bmoca_gym.handset.providers.messages import store as messages

PACKAGE = "com.simplemobiletools.smsmessenger"
ANA, OTHER = "+14155550101", "+14155550199"


def sent(hand: Hand) -> list[tuple]:
    """The texts that were sent, the newest first."""
    return [(row["number"], row["text"]) for row in stores.read(hand.device, "sms_sent")]


@pytest.fixture
def hand() -> Hand:
    """A phone with two conversations, one of them with a contact."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    stores.add(hand.device, "contacts", [{"name": "Ana Silva", "phone": ANA}])
    rows = [(ANA, "Are you coming?", 9, True), (OTHER, "The parcel has arrived.", 12, False)]
    stores.add(
        hand.device,
        "sms_inbox",
        [
            {"number": number, "text": text, "time": datetime(2023, 10, 15, hour), "read": read}
            for number, text, hour, read in rows
        ],
    )
    hand.shell(f"am start -n {PACKAGE}/.activities.MainActivity")
    return hand


def test_a_text_is_sent_to_a_conversation_a_contact_and_a_new_number(hand: Hand) -> None:
    assert hand.texts("conversation_address") == [OTHER, "Ana Silva"]
    hand.tap(text="Ana Silva")
    hand.tap("thread_type_message")
    hand.type("Yes")
    hand.tap("thread_send_message")
    assert hand.sees("thread_sending")
    hand.wait(3)
    hand.press("BACK", "BACK")
    hand.tap("conversations_fab")
    hand.tap(text="Ana Silva")
    assert hand.texts("thread_message_body") == ["Are you coming?", "Yes"]
    hand.press("BACK", "BACK")
    hand.tap("conversations_fab")
    hand.type("nobody\n")
    assert hand.sees("new_conversation_address", text="nobody")  # it is no number
    hand.tap("new_conversation_address")
    hand.press(*["DEL"] * 6)
    hand.type("+12025550123")
    hand.tap("new_conversation_confirm")
    hand.type("Who is there?")
    assert hand.text("thread_send_message") == "SMS"
    hand.tap("thread_send_message")
    hand.wait(3)
    assert sent(hand) == [("+12025550123", "Who is there?"), (ANA, "Yes")]


def test_what_is_half_written_stays_and_conversations_are_found(hand: Hand) -> None:
    hand.tap(text="Ana Silva")
    hand.tap("thread_type_message")
    hand.type("Perhaps")
    hand.press("BACK", "BACK")
    assert hand.text("draft_indicator") == "Draft:"
    assert hand.texts("conversation_address") == ["Ana Silva", OTHER]
    hand.tap("top_toolbar_search")
    hand.type("parcel")
    assert hand.texts("conversation_address") == [OTHER]
    hand.press("BACK", "BACK")
    assert len(hand.texts("conversation_address")) == 2


def test_messages_are_copied_forwarded_and_deleted(hand: Hand) -> None:
    hand.tap(text=OTHER)
    hand.hold(text="The parcel has arrived.")
    hand.tap("cab_copy_to_clipboard")
    assert hand.phone.clipboard == "The parcel has arrived."
    hand.hold(text="The parcel has arrived.")
    hand.tap(description="More options")
    hand.tap(text="Forward")
    hand.tap(text="Ana Silva")
    assert hand.text("thread_type_message") == "The parcel has arrived."
    hand.press("BACK", "BACK")
    hand.hold(text="The parcel has arrived.")
    for answer in ("button2", "button1"):
        hand.tap("cab_delete")
        hand.tap(answer)
    assert [row["number"] for row in stores.read(hand.device, "sms_inbox")] == [ANA]


def test_conversations_are_pinned_archived_and_deleted(hand: Hand) -> None:
    hand.hold(text="Ana Silva")
    hand.tap("cab_pin_conversation")
    assert hand.texts("conversation_address") == ["Ana Silva", OTHER]
    hand.hold(text=OTHER)
    hand.tap(description="More options")
    hand.tap(text="Archive")
    assert hand.texts("conversation_address") == ["Ana Silva"]
    hand.hold(text="Ana Silva")
    hand.tap("cab_delete")
    hand.tap("button1")
    assert hand.sees("no_conversations_placeholder_2")
    hand.tap(description="More options")
    hand.tap(text="Archived conversations")
    assert hand.texts("conversation_address") == [OTHER]


def test_it_answers_for_text_messages_where_it_is_the_phones_app_for_them(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.SENDTO -d sms:+12025550123 --es sms_body 'Hello there'")
    assert (hand.activity, hand.text("thread_type_message")) == ("ThreadActivity", "Hello there")
    hand.press("HOME")
    hand.phone = messages.receive(hand.phone, "+12025550123", "Hi")
    assert [n.package for n in hand.phone.notifications] == [PACKAGE]
    hand.shell("settings put secure sms_default_application com.google.android.apps.messaging")
    hand.phone = messages.receive(hand.phone, "+12025550124", "Hi")
    assert {n.package for n in hand.phone.notifications} == {PACKAGE, "com.google.android.apps.messaging"}


def test_the_magnifier_begins_a_search(hand: Hand) -> None:
    hand.press("HOME")
    hand.shell(f"am start -n {PACKAGE}/.activities.MainActivity")
    hand.tap("top_toolbar_search_icon")
    hand.type("words")
    assert hand.text("top_toolbar_search") == "words"


def begin_later(hand: Hand, text: str = "Happy birthday") -> None:
    """Write to Ana, and have the time asked for by a long press on Send; the day proposed is taken."""
    hand.tap(text="Ana Silva")
    hand.tap("thread_type_message")
    hand.type(text)
    hand.hold("thread_send_message")
    hand.tap("android:id/button1")


def test_a_message_is_scheduled_and_sent_when_its_time_comes(hand: Hand) -> None:
    begin_later(hand)
    proposed = hand.text("material_hour_tv")
    hand.tap("material_timepicker_ok_button")
    assert hand.sees("alertTitle", text="Schedule message")
    assert hand.text("edit_time").startswith(f"{proposed}:")
    hand.tap("button1")
    assert hand.sees("scheduled_message_holder")
    hand.tap("thread_send_message")
    assert not hand.sees("scheduled_message_holder")
    assert hand.texts("thread_message_body") == ["Are you coming?", "Happy birthday"]
    assert hand.sees(description="Scheduled message")
    assert sent(hand) == []
    hand.press("BACK", "HOME")
    hand.wait(2 * 3600)
    assert sent(hand) == [(ANA, "Happy birthday")]
    hand.shell(f"am start -n {PACKAGE}/.activities.MainActivity")
    hand.tap(text="Ana Silva")
    assert hand.texts("thread_message_body") == ["Are you coming?", "Happy birthday"]
    assert not hand.sees(description="Scheduled message")


def test_a_scheduled_message_is_changed_sent_now_and_deleted(hand: Hand) -> None:
    begin_later(hand, "One")
    hand.tap("material_timepicker_ok_button")
    hand.tap("button1")
    hand.tap("thread_send_message")
    hand.tap(text="One")
    hand.tap(text="Update message")
    assert hand.text("thread_type_message") == "One"
    hand.type(" more")
    before = hand.text("scheduled_message_button")
    hand.tap("scheduled_message_button")
    hand.tap("edit_date")
    hand.tap("android:id/next")
    hand.tap(description="November 15, 2023")
    hand.tap("android:id/button1")
    hand.tap("button1")
    assert hand.text("scheduled_message_button") != before
    hand.tap("thread_send_message")
    assert hand.texts("thread_message_body") == ["Are you coming?", "One more"]
    hand.wait(2 * 3600)
    assert sent(hand) == []  # it waits for another month now
    hand.tap(text="One more")
    hand.tap(text="Send now")
    hand.wait(3)
    assert sent(hand) == [(ANA, "One more")]
    hand.tap("thread_add_attachment")
    hand.tap("schedule_message")
    hand.tap("android:id/button1")
    hand.tap("material_timepicker_ok_button")
    hand.tap("button1")
    hand.type("Two")
    hand.tap("thread_send_message")
    hand.tap(text="Two")
    hand.tap(text="Delete")
    assert hand.texts("thread_message_body") == ["Are you coming?", "One more"]
    hand.wait(3 * 3600)
    assert sent(hand) == [(ANA, "One more")]


def test_a_time_that_has_passed_is_refused_and_a_plan_is_dropped(hand: Hand) -> None:
    begin_later(hand)
    hand.tap("material_timepicker_mode_button")
    hand.tap("material_hour_text_input")
    hand.press("DEL", "DEL")
    hand.type("00")
    hand.tap("material_timepicker_ok_button")
    assert hand.sees("material_timepicker_ok_button")
    assert hand.phone.toast == "You must pick a time in the future"
    hand.press("BACK", "BACK")
    assert not hand.sees("scheduled_message_holder")
    hand.hold("thread_send_message")
    hand.tap("android:id/button1")
    hand.tap("material_timepicker_ok_button")
    hand.tap("button1")
    hand.tap("discard_scheduled_message")
    hand.tap("thread_send_message")
    hand.wait(3)
    assert sent(hand) == [(ANA, "Happy birthday")]


def test_a_message_to_a_new_number_waits_in_a_conversation_of_its_own(hand: Hand) -> None:
    hand.tap("conversations_fab")
    hand.type("+12025550123\n")
    hand.tap("thread_type_message")
    hand.type("Later")
    hand.hold("thread_send_message")
    hand.tap("android:id/button1")
    hand.tap("material_timepicker_ok_button")
    hand.tap("button1")
    hand.tap("thread_send_message")
    hand.press("BACK", "BACK")
    assert hand.texts("conversation_body_short")[0] == "Later"
    hand.tap("conversation_frame")
    hand.tap(description="Delete")
    hand.tap("button1")
    hand.wait(2 * 3600)
    assert sent(hand) == []
    assert len(hand.texts("conversation_address")) == 2
