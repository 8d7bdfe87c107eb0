"""Blocked numbers: their calls and messages don't come in, whichever app blocked them."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.system import blocked_numbers, telephony

NUMBER = "+12025550123"


@pytest.fixture
def hand() -> Hand:
    hand = Hand("android13")
    hand.phone = contacts.save(
        hand.phone, Contact(1, "Mila", details=(Detail("phone", "(202) 555-0123", 2),))
    )
    return hand


def texts(hand: Hand) -> list[str]:
    return [message.body for message in messages.store_of(hand.phone).messages]


def receive(hand: Hand, text: str) -> None:
    hand.phone = messages.receive(hand.phone, NUMBER, text)


def rings(hand: Hand) -> bool:
    hand.phone = telephony.ring(hand.phone, NUMBER)
    ringing = bool(hand.heads_up())
    hand.phone = telephony.hung_up(hand.phone, NUMBER)
    return ringing


def test_a_contact_is_blocked_and_unblocked(hand: Hand) -> None:
    receive(hand, "Hello")
    assert rings(hand)
    hand.open("contacts")
    hand.tap(text="Mila")
    hand.tap(description="More options")
    hand.tap(text="Block number")
    assert "Mila" in hand.text("android:id/message")
    hand.tap("button1")
    receive(hand, "Are you there?")
    assert texts(hand) == ["Hello"]
    assert not rings(hand)
    hand.tap(description="More options")
    hand.tap(text="Unblock number")
    receive(hand, "At last")
    assert texts(hand) == ["Hello", "At last"]
    assert rings(hand)


@pytest.mark.parametrize(
    ("image", "app", "menu"),
    [
        ("android13", "com.simplemobiletools.smsmessenger/.activities.MainActivity", "Mila"),
        ("androidlab", "", "Mila"),
    ],
)
def test_a_number_is_blocked_in_its_conversation(image: str, app: str, menu: str) -> None:
    hand = Hand(image)
    hand.phone = contacts.save(
        hand.phone, Contact(1, "Mila", details=(Detail("phone", "(202) 555-0123", 2),))
    )
    receive(hand, "Hello")
    hand.wait(6)
    if app:
        hand.shell(f"am start -n {app}")
    else:
        hand.open("messages")
    hand.tap(text=menu)
    hand.tap(description="More options")
    hand.tap(text="Block number")
    hand.tap("button1")
    receive(hand, "Are you there?")
    assert texts(hand) == ["Hello"]
    assert blocked_numbers.is_blocked(hand.phone, "2025550123")
    assert not blocked_numbers.is_blocked(hand.phone, "2025550124")


def test_the_question_names_a_stranger_by_the_number() -> None:
    """It had a gap where the name of a contact stands."""
    hand = Hand("androidlab")
    receive(hand, "Hello")
    hand.wait(6)
    hand.open("messages")
    hand.tap(text="Hello")
    hand.tap(description="More options")
    hand.tap(text="Block number")
    assert any("2025550123" in node.text for node in hand.device.ui_tree())


def test_b_mocas_phone_has_no_such_entry(hand: Hand) -> None:
    hand = Hand("android10")
    hand.phone = contacts.save(
        hand.phone, Contact(1, "Mila", details=(Detail("phone", "(202) 555-0123", 2),))
    )
    hand.open("contacts")
    hand.tap(text="Mila")
    hand.tap(description="More options")
    assert not hand.sees(text="Block number")
