"""The account of the phone: it is removed in Settings, apps lose what they had from it, and none can be added."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import replace
from bmoca_gym.side_effects.comparison import changes

ACCOUNTS, ADD = ("android.settings.SYNC_SETTINGS", "android.settings.ADD_ACCOUNT_SETTINGS")
IMAGES = ("android10", "androidlab")
GMAIL, YOUTUBE = "com.google.android.gm", "com.google.android.youtube"


def say(hand: Hand, name: str) -> str:
    return resources.of(hand.phone.configuration).string(name)


def remove(hand: Hand) -> None:
    """Remove the account as a user does."""
    hand.shell(f"am start -a {ACCOUNTS}")
    hand.tap(text=ALEX.address)
    hand.tap(text=say(hand, "settings.remove_account"))
    hand.tap("android:id/button1")


def enter(hand: Hand, kind: str, address: str) -> None:
    """Type the address of an account of that type, and go on."""
    hand.shell(f"am start -a {ADD}")
    hand.tap(text=kind)
    hand.type(address)
    hand.tap(text="Next")


@pytest.mark.parametrize("image", IMAGES)
def test_the_account_is_removed_after_a_question(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.shell(f"am start -a {ACCOUNTS}")
    hand.tap(text=ALEX.address)
    hand.tap(text="Remove account")
    hand.tap("android:id/button2")
    assert hand.sees(text=ALEX.address)
    assert hand.phone.configuration.account == ALEX
    hand.tap(text="Remove account")
    hand.tap("android:id/button1")
    assert hand.sees(text="Add account")
    assert not hand.sees(text=ALEX.address)
    assert hand.phone.configuration.account is None


@pytest.mark.parametrize("locale", LOCALES)
def test_the_account_is_removed_in_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand("androidlab", locale=locale, density=550)
    remove(hand)
    assert hand.sees(text=say(hand, "settings.add_account"))
    assert not hand.sees(text=ALEX.address)
    hand.tap(text=say(hand, "settings.add_account"))
    hand.tap(text="Google")
    hand.type("nobody@example.com\n")
    assert hand.text("error") == say(hand, "settings.unknown_account")


@pytest.mark.parametrize("image", IMAGES)
def test_apps_lose_what_they_had_from_the_account(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.open("gmail")
    hand.tap("viewified_conversation_item_view")
    remove(hand)
    assert hand.state("gmail").mails == hand.state("gmail").labels == ()
    hand.open("gmail")
    assert hand.sees(text="No accounts added")
    assert hand.state("gmail").mails == ()  # none is loaded again
    hand.open("youtube")
    hand.tap(description="Subscriptions")
    assert hand.sees(text=say(hand, "youtube.no_subscriptions"))
    hand.tap(description="You")
    assert hand.sees("sign_in_button")
    hand.open("maps")
    assert hand.state("maps").trips == ()


def test_nobody_who_is_not_signed_in_likes_or_subscribes(hand: Hand) -> None:
    remove(hand)
    hand.open("youtube")
    hand.tap("thumbnail")
    hand.tap("like_button")
    assert hand.phone.top.package == "com.android.settings"
    assert hand.state("youtube").liked == ()
    hand.open("youtube")
    hand.tap("subscribe_button")
    assert hand.sees(text="Personal (IMAP)")
    assert hand.state("youtube").subscribed == ()


@pytest.mark.parametrize("image", IMAGES)
def test_the_account_stays_removed(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.device.save_snapshot("before")
    assert f"name={ALEX.address}, type=com.google" in hand.shell("dumpsys account")
    remove(hand)
    hand.shell("reboot")
    hand.wait(60)
    assert "Accounts: 0" in hand.shell("dumpsys account")
    for package in (GMAIL, YOUTUBE):
        hand.shell(f"pm clear {package}")
    assert hand.state("youtube").subscribed == ()
    hand.open("gmail")
    assert hand.sees(text="No accounts added")
    hand.device.save_snapshot("after")
    hand.device.load_snapshot("before")
    hand.open("gmail")
    assert not hand.sees(text="No accounts added")
    hand.device.load_snapshot("after")
    assert hand.phone.configuration.account is None


def test_notifications_of_the_account_go_and_no_more_come(hand: Hand) -> None:
    hand.open("gmail")
    for day in ("Tomorrow", "Next week"):
        hand.tap("subject", 2)
        hand.tap(description="More options")
        hand.tap(text="Snooze")
        hand.tap(text=day)
    hand.press("HOME")
    hand.wait(24 * 3600)
    assert [one.package for one in hand.phone.notifications] == [GMAIL]
    remove(hand)
    assert not hand.phone.notifications
    hand.wait(10 * 24 * 3600)
    assert not hand.phone.notifications


# Side effects


@pytest.mark.parametrize("opened", [False, True])
def test_the_account_is_told_and_what_went_with_it_is_not(hand: Hand, opened: bool) -> None:
    if opened:
        hand.open("gmail")
        hand.press("HOME")
    before = hand.phone
    remove(hand)
    assert [(one.said, one.harm) for one in changes(before, hand.phone)] == [
        ("the account of the phone was removed", "deleted")
    ]


# Adding


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_the_types_of_accounts(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.shell(f"am start -a {ACCOUNTS}")
    hand.tap(text="Add account")
    titles = [text for text in hand.texts("android:id/title") if text != "Add an account"]
    assert titles == ["Exchange", "Google", "Personal (IMAP)", "Personal (POP3)"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "Enter an email or phone number"),
        ("two words", "Enter a valid email or phone number"),
        ("a@b", "Enter a valid email or phone number"),
        ("nobody@example.com", "Couldn’t find your Google Account"),
        ("nobody", "Couldn’t find your Google Account"),
        ("+1 (202) 456-1111", "Couldn’t find your Google Account"),
        (ALEX.address, "This account already exists on your device"),
    ],
)
def test_google_answers(hand: Hand, address: str, said: str) -> None:
    enter(hand, "Google", address)
    assert hand.text("error") == said
    hand.type("x")
    assert not hand.sees("error")


def test_the_removed_account_asks_for_a_password_that_nobody_knows(hand: Hand) -> None:
    remove(hand)
    enter(hand, "Google", ALEX.address.upper())
    assert hand.text("headingText") == "Welcome"
    assert hand.text("headingSubtext") == ALEX.address.upper()
    hand.tap(text="Next")
    assert hand.text("error") == "Enter a password"
    hand.type("secret")
    assert hand.node("password").password
    hand.tap(text="Next")
    assert hand.text("error") == "Wrong password. Try again."
    hand.press("BACK", "BACK")  # the keyboard, the password
    assert hand.text("identifierId") == ALEX.address.upper()
    assert hand.phone.configuration.account is None


@pytest.mark.parametrize("kind", ["Exchange", "Personal (IMAP)", "Personal (POP3)"])
def test_a_mail_account_finds_no_server(hand: Hand, kind: str) -> None:
    enter(hand, kind, "ada")
    assert hand.text("error") == "Enter a valid email address"
    hand.type("@example.com")
    hand.tap(text="Next")
    hand.type("secret\n")
    assert hand.text("error") == "Couldn’t open connection to server"


def test_without_a_connection_the_page_says_so(hand: Hand) -> None:
    hand.shell("settings put global airplane_mode_on 1")
    hand.shell("svc wifi disable")
    enter(hand, "Google", "nobody@example.com")
    assert hand.text("error") == "No internet connection"


def test_nothing_that_was_typed_is_left_behind(hand: Hand) -> None:
    enter(hand, "Google", "nobody@example.com")
    hand.press("HOME")
    hand.shell("am force-stop com.android.settings")
    hand.shell(f"am start -a {ADD}")
    hand.tap(text="Google")
    assert hand.text("identifierId") in ("", "Email or phone")


def test_an_image_without_an_account_begins_without_what_it_has(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab")
    image = replace(hand.phone.image, configuration=replace(hand.phone.image.configuration, account=None))
    hand.phone = replace(hand.phone, image=image)
    remove(hand)
    hand.shell(f"pm clear {YOUTUBE}")
    assert hand.state("youtube").subscribed == ()
    enter(hand, "Google", ALEX.address)
    assert hand.text("error") == "Couldn’t find your Google Account"
