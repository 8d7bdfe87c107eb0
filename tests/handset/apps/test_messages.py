"""Messages: the list, starting a chat, a conversation, sending, drafts, the archive, the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.providers.contacts.database import DATABASE, contacts_database
from bmoca_gym.handset.providers.contacts.store import Contact, ContactBook, Detail
from bmoca_gym.handset.providers.messages import database
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import FAILED, INBOX, SENT, Message, MessageStore, Thread
from bmoca_gym.handset.resources.locales import LOCALES

ADA = Contact(1, "Ada", "Lovelace", details=(Detail("phone", "(202) 456-1111", 2),))
LOOKS = (
    {"density": 330}, {"density": 550, "font_scale": 1.15}, {"density": 700, "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip


def begin(hand: Hand) -> Hand:
    """The hand's phone, which knows Ada, on the list of conversations."""
    hand.device.write_file(DATABASE, contacts_database(ContactBook((ADA,), 2)))
    hand.open("messages")
    hand.new_log()
    return hand


def receive(hand: Hand, number: str, text: str) -> None:
    hand.phone = messages.receive(hand.phone, number, text)
    hand.wait(61)


@pytest.fixture
def app(hand: Hand) -> Hand:
    return begin(hand)


@pytest.fixture
def full(app: Hand) -> Hand:
    """Two conversations, both unread: Ada's is the older one."""
    receive(app, "2024561111", "Dinner?")
    receive(app, "BANK", "Your code is 7")
    return app


def kinds(hand: Hand) -> list[int]:
    return [message.type for message in messages.store_of(hand.phone).messages]


# What the tasks' detectors read


def test_the_button_that_starts_a_chat_is_logged(app: Hand) -> None:
    app.tap("start_new_conversation_button")
    said = [message for tag, message in app.new_log() if tag == "BugleUsageStatistics"]
    assert said == ["Logging event BUGLE CREATE_CONVERSATION, source: VIA_DEFAULT"]


def test_an_old_conversation_is_no_new_chat(full: Hand) -> None:
    full.tap("swipeableContainer")
    full.press("BACK")
    assert not [tag for tag, _ in full.new_log() if tag == "BugleUsageStatistics"]


# The list


def test_unread_conversations_are_listed_newest_first_by_name(full: Hand) -> None:
    assert full.texts("conversation_name") == ["BANK", "Ada Lovelace"]
    assert full.texts("conversation_snippet") == ["Your code is 7", "Dinner?"]


def test_opening_a_conversation_reads_it(full: Hand) -> None:
    full.tap(text="Ada Lovelace")
    assert full.text("conversation_title") == "Ada Lovelace"
    assert [m.read for m in messages.store_of(full.phone).messages] == [True, False]


def test_what_comes_into_the_open_conversation_is_read_and_in_view(full: Hand) -> None:
    full.tap(text="Ada Lovelace")
    for i in range(30):
        receive(full, "2024561111", f"Number {i}")
    assert full.sees(text="Number 29")
    assert not [m for m in messages.store_of(full.phone).messages if m.thread == 1 and not m.read]
    full.press("HOME")
    receive(full, "2024561111", "Behind the home screen")
    assert not messages.store_of(full.phone).messages[-1].read
    full.open("messages")
    assert messages.store_of(full.phone).messages[-1].read


def test_mark_all_as_read(full: Hand) -> None:
    full.tap(description="More options")
    full.tap(text="Mark all as read")
    assert all(m.read for m in messages.store_of(full.phone).messages)
    full.tap(description="More options")
    assert not full.sees(text="Mark all as read")


def test_archive_and_back(full: Hand) -> None:
    full.hold(text="BANK")
    full.tap(text="Ada Lovelace")
    assert full.text("selection_count") == "2"
    full.tap(text="Ada Lovelace")
    full.tap("action_archive")
    assert full.texts("conversation_name") == ["Ada Lovelace"]
    full.tap(description="More options")
    full.tap(text="Archived")
    full.hold(text="BANK")
    full.tap("action_unarchive")
    assert full.sees(text="Archived conversations appear here")
    full.press("BACK")
    assert full.texts("conversation_name") == ["BANK", "Ada Lovelace"]


def test_delete_after_a_question(full: Hand) -> None:
    full.hold(text="BANK")
    full.tap("action_delete")
    full.tap("android:id/button2")
    assert full.text("selection_count") == "1"
    full.tap("action_delete")
    full.tap("android:id/button1")
    assert full.texts("conversation_name") == ["Ada Lovelace"]


@pytest.mark.parametrize(
    ("query", "names"),
    [("code", ["BANK"]), ("lovel", ["Ada Lovelace"]), ("456", ["Ada Lovelace"]), ("zzz", []), ("", [])],
)
def test_search(full: Hand, query: str, names: list[str]) -> None:
    full.tap("action_zero_state_search")
    full.type(query)
    assert full.texts("conversation_name") == names
    full.press("BACK", "BACK")
    assert len(full.texts("conversation_name")) == 2


def test_search_finds_what_is_archived_where_nothing_else_is(app: Hand) -> None:
    receive(app, "BANK", "Your code is 7")
    app.hold(text="BANK")
    app.tap("action_archive")
    app.tap("action_zero_state_search")
    app.type("code")
    assert app.texts("conversation_name") == ["BANK"]


@pytest.mark.parametrize("date", [-1, 2**61])
def test_a_message_of_a_date_that_is_none_is_shown(app: Hand, date: int) -> None:
    message = Message(1, 1, "BANK", "Hello", date, INBOX, False, False, 0, -1, 0)
    store = MessageStore((message,), (Thread(1, "BANK"),), 2)
    app.device.write_file(database.DATABASE, database.messages_database(store))
    assert app.texts("conversation_name") == ["BANK"]
    app.tap(text="BANK")
    assert app.sees(text="Hello")


# A new conversation


def test_a_chat_with_a_number_that_is_typed(app: Hand) -> None:
    app.tap("start_new_conversation_button")
    app.type("5551234567")
    app.tap("send_to_row")
    assert app.text("conversation_title") == "(555) 123-4567"
    app.type("Hello")
    app.tap("send_message_button_icon")
    assert app.text("message_text") == "Hello"
    assert app.text("message_status") == "Sending…"
    app.wait(2)
    assert app.text("message_status") == "10:00 AM"
    app.press("BACK", "BACK")
    assert app.texts("conversation_snippet") == ["You: Hello"]


def test_enter_takes_the_number_or_the_only_contact(app: Hand) -> None:
    app.tap("start_new_conversation_button")
    app.type("lovelace\n")
    assert app.text("conversation_title") == "Ada Lovelace"
    app.press("BACK", "BACK")  # the keyboard, the conversation
    app.tap("start_new_conversation_button")
    app.type("911\n")
    assert app.text("conversation_title") == "911"


def test_a_contact_with_a_conversation_goes_on_with_it(full: Hand) -> None:
    full.tap("start_new_conversation_button")
    full.tap(text="Ada Lovelace")
    assert full.texts("message_text") == ["Dinner?"]
    full.type("Yes")
    full.tap("send_message_button_icon")
    assert len(messages.store_of(full.phone).threads) == 2


def test_nobody_is_found(app: Hand) -> None:
    app.tap("start_new_conversation_button")
    app.type("zzz\n")
    assert app.sees(text="No contacts found")


# A conversation


def test_what_is_not_sent_stays_as_a_draft(full: Hand) -> None:
    full.tap(text="Ada Lovelace")
    assert not full.node("send_message_button_icon").enabled
    full.tap("compose_message_text")
    full.type("Yes, at")
    full.press("BACK", "BACK")
    assert full.texts("conversation_snippet")[0] == "Draft: Yes, at"
    full.press("BACK")
    full.open("messages")
    full.tap(text="Ada Lovelace")
    assert full.text("compose_message_text") == "Yes, at"
    full.tap("send_message_button_icon")
    full.press("BACK")
    full.wait(2)
    assert full.texts("conversation_snippet")[0] == "You: Yes, at"


def test_a_draft_to_somebody_new_is_a_row_of_the_list(app: Hand) -> None:
    app.tap("start_new_conversation_button")
    app.type("911\n")
    app.tap("compose_message_text")
    app.type("Help")
    app.press("BACK", "BACK")
    assert app.texts("conversation_name") == ["911"]
    app.tap(text="911")
    assert app.text("compose_message_text") == "Help"


def test_airplane_mode_keeps_a_message_until_it_is_tapped_again(full: Hand) -> None:
    full.shell("settings put global airplane_mode_on 1")
    full.tap(text="Ada Lovelace")
    full.tap("compose_message_text")
    full.type("Yes")
    full.tap("send_message_button_icon")
    full.wait(2)
    assert full.texts("message_status")[-1] == "Not sent. Tap to try again."
    full.shell("settings put global airplane_mode_on 0")
    full.tap(text="Yes")
    full.wait(2)
    assert kinds(full)[-1] == SENT


def test_delivery_reports(full: Hand) -> None:
    full.tap(description="More options")
    full.tap(text="Settings")
    full.tap(text="Get SMS delivery reports")
    full.press("BACK")
    full.tap(text="Ada Lovelace")
    full.tap("compose_message_text")
    full.type("Yes")
    full.tap("send_message_button_icon")
    full.wait(2)
    assert full.texts("message_status")[-1].endswith("Delivered")


def test_the_details_of_a_message_and_its_end(full: Hand) -> None:
    full.tap(text="Ada Lovelace")
    full.hold(text="Dinner?")
    full.tap("details_menu")
    assert "From: (202) 456-1111" in full.text("android:id/message")
    full.press("BACK")
    full.tap("action_delete_message")
    full.tap("android:id/button1")
    assert not full.sees("message_text")
    assert [t.address for t in messages.store_of(full.phone).threads] == ["BANK"]


def test_calling_and_the_details_of_a_known_and_an_unknown_number(full: Hand) -> None:
    receive(full, "5551234567", "Who am I?")
    full.tap(text="(555) 123-4567")
    full.tap(description="More options")
    full.tap(text="Details")
    full.tap(text="Create new contact")
    assert full.activity == "ContactEditorActivity"
    assert full.sees(text="(555) 123-4567")
    full.press("BACK", "BACK")
    if full.sees("android:id/button1"):
        full.tap("android:id/button1")
    full.press("BACK", "BACK")
    full.tap(text="Ada Lovelace")
    full.tap("action_call")
    assert full.activity == "InCallActivity"
    assert full.text("contactgrid_contact_name") == "Ada Lovelace"


def test_deleting_a_conversation_from_its_own_menu(full: Hand) -> None:
    full.tap(text="BANK")
    assert not full.sees("action_call")
    full.tap(description="More options")
    full.tap(text="Delete")
    full.tap("android:id/button1")
    assert full.texts("conversation_name") == ["Ada Lovelace"]
    full.tap(text="Ada Lovelace")
    full.tap(description="More options")
    full.tap(text="Archive")
    assert not full.sees("conversation_name")


# Looks


def test_no_string_is_missing() -> None:
    assert not [key for key, _ in resources.missing_translations() if key.startswith("messages.")]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_chat_in_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = begin(make_hand(locale=locale))
    hand.tap("start_new_conversation_button")
    hand.type("5551234567")
    hand.tap("send_to_row")
    hand.type("Hello")
    hand.tap("send_message_button_icon")
    hand.wait(2)
    assert kinds(hand) == [SENT]


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "de-DE"])
def test_everything_is_in_reach_on_every_screen(
    make_hand: Callable[..., Hand], look: dict[str, int], locale: str
) -> None:
    hand = begin(make_hand(locale=locale, **look))
    hand.shell("settings put global airplane_mode_on 1")
    hand.tap("start_new_conversation_button")
    hand.type("5551234567\n")
    hand.tap("compose_message_text")
    hand.type("A long message of many words " * 4)
    hand.tap("send_message_button_icon")
    hand.wait(2)
    assert kinds(hand) == [FAILED]
    assert all(n.bounds[0] < n.bounds[2] and n.bounds[1] < n.bounds[3] for n in hand.tree if n.clickable)
    hand.press("BACK")
    assert hand.sees("message_status")


# Android 13


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_on_android_13_the_button_keeps_its_label_only_at_the_top(
    make_hand: Callable[..., Hand], image: str
) -> None:
    hand = begin(make_hand(image))
    for number in range(15):
        receive(hand, f"20255501{number:02}", "Hello")
    hand.open("messages")
    hand.wait(30)
    assert hand.node("og_wordmark").content_description == "Google Messages"

    def width() -> int:
        left, _, right, _ = hand.node("start_new_conversation_button").bounds
        return right - left

    wide = width()
    hand.swipe("up")
    assert hand.node("start_new_conversation_button").content_description == "Start chat"
    assert width() * 2 < wide
    hand.swipe("down")
    assert width() == wide


def test_a_number_keeps_its_direction_in_the_note_of_a_conversation(make_hand: Callable[..., Hand]) -> None:
    for locale, shown in (("ar-EG", "\u200e555-6789\u200e\u200f"), ("en-US", "555-6789")):
        hand = begin(make_hand("androidlab", locale=locale))
        receive(hand, "5556789", "Hello")
        hand.open("messages")
        hand.tap(text="Hello")
        assert f" {shown} " in hand.text("conversation_note")
        receive(hand, "2024561111", "Dinner?")
        hand.press("BACK")
        hand.tap(text="Dinner?")
        assert " Ada Lovelace " in hand.text("conversation_note")


def test_the_word_mark_does_not_grow_with_the_letters(make_hand: Callable[..., Hand]) -> None:
    heights = []
    for scale in (1.0, 1.3):
        hand = begin(make_hand("android13", density=550, font_scale=scale))
        _, top, _, bottom = hand.node("og_wordmark").bounds
        heights.append(bottom - top)
    assert heights[1] - heights[0] <= 1


def test_on_android_13_the_menu_is_behind_the_accounts_disc(make_hand: Callable[..., Hand]) -> None:
    hand = begin(make_hand("androidlab"))
    receive(hand, "2024561111", "Dinner?")
    hand.open("messages")
    for text, leads in (
        ("Archived", "ArchivedConversationListActivity"),
        ("Settings", "ApplicationSettingsActivity"),
    ):
        hand.tap("selected_account_disc")
        hand.tap(text=text)
        assert hand.activity == leads
        hand.press("BACK")
    hand.tap("selected_account_disc")
    hand.tap(text="Mark all as read")
    assert all(message.read for message in messages.store_of(hand.phone).messages)
    hand.tap("selected_account_disc")
    assert not hand.sees(text="Mark all as read")
    hand.tap(text="Manage accounts on this device")
    assert hand.phone.top.package == "com.android.settings"
