"""Direct targets of the share sheet: the newest conversations, above the apps."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.providers.messages import store as messages

SHARE = (
    "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'A recipe for bread'"
)
PHONES = {
    "android13": "com.simplemobiletools.smsmessenger",
    "androidlab": "com.google.android.apps.messaging",
}


def written_to(image: str, *numbers: str) -> Hand:
    hand = Hand(image=image, width=1080, height=2400, density=420)
    for number in numbers:
        hand.phone = messages.receive(hand.phone, number, "Hello")
        hand.wait(60)
    hand.wait(10)
    return hand


def people(hand: Hand) -> list[str]:
    row = hand.all("direct_share_row")
    return [] if not row else [n.text for n in hand.all("text1") if n.bounds[3] <= row[0].bounds[3]]


@pytest.mark.parametrize("image", PHONES)
def test_the_newest_conversations_of_the_sms_app_are_offered(image: str) -> None:
    hand = written_to(image, "5550101", "5550102", "Bank", "5550104", "5550105")
    hand.shell(SHARE)
    assert people(hand) == ["555-0105", "555-0104", "Bank", "555-0102"]
    hand.tap(text="Bank")
    assert (hand.phone.top.package, hand.phone.top.argument) == (PHONES[image], "Bank")
    assert hand.sees(text="A recipe for bread")
    assert hand.sees(text="Hello")


def test_a_picture_goes_with_the_draft() -> None:
    hand = written_to("android13", "5550101")
    hand.shell("screencap -p /sdcard/Pictures/one.png")
    hand.shell(
        "am start -a android.intent.action.SEND -t image/png"
        " --eu android.intent.extra.STREAM file:///sdcard/Pictures/one.png"
    )
    assert people(hand) == ["555-0101"]
    hand.tap(text="555-0101")
    (draft,) = hand.phone.apps[PHONES["android13"]].drafts
    assert draft.attachment.endswith("one.png")


def test_without_conversations_there_are_only_apps() -> None:
    hand = written_to("android13")
    hand.shell(SHARE)
    assert people(hand) == []
    assert hand.sees(description="Gmail")


def test_android_10_offers_only_apps() -> None:
    hand = Hand()
    hand.phone = messages.receive(hand.phone, "5550101", "Hello")
    hand.wait(10)
    hand.shell(SHARE)
    assert (people(hand), hand.sees("resolver_list")) == ([], True)


def test_another_sms_app_offers_them_once_it_is_chosen() -> None:
    hand = written_to("android13", "5550101")
    hand.shell("settings put secure sms_default_application com.google.android.apps.messaging")
    hand.shell(SHARE)
    assert people(hand) == ["555-0101"]
    assert hand.texts("text2") == ["Messages"]
