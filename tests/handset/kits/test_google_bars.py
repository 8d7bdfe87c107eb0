"""The account: the whole phone has one, or nobody is signed in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.value import replace

ACCOUNTS = "android.settings.SYNC_SETTINGS"
GMAIL = "com.google.android.gm/.ConversationListActivityGmail"
BACKUP = "android.settings.BACKUP_AND_RESET_SETTINGS"
#: Google's apps with the account's disc, and its resource id.
DISCS = dict.fromkeys(
    ("calendar", "contacts", "google", "maps", "messages", "photos"), "selected_account_disc"
)
DISCS["gmail"] = "selected_account_disc_gmail"


def without_account(hand: Hand) -> Hand:
    """Take the account from a phone."""
    hand.phone = replace(hand.phone, configuration=replace(hand.phone.configuration, account=None))
    return hand


@pytest.mark.parametrize("image", ["android13", "androidlab"])
@pytest.mark.parametrize("app", DISCS)
def test_every_google_app_has_the_account_that_is_signed_in(
    make_hand: Callable[..., Hand], app: str, image: str
) -> None:
    hand = make_hand(image)
    hand.open(app)
    assert hand.node(DISCS[app]).content_description == f"Signed in as {ALEX.address}"
    hand.tap(DISCS[app])
    assert (hand.text("account_display_name"), hand.text("account_name")) == (ALEX.name, ALEX.address)
    hand.tap(text="Manage your Google Account")
    assert hand.phone.top.package == "com.android.settings"
    assert hand.sees(text=ALEX.name) & hand.sees(text=ALEX.address)
    hand.press("BACK")
    assert not hand.sees("account_menu")


def test_a_narrow_calendar_keeps_the_room_for_the_month(make_hand: Callable[..., Hand]) -> None:
    for density, width in ((420, 411), (550, 314), (700, 246)):
        hand = make_hand("android13", density=density)
        hand.open("calendar")
        assert hand.sees("selected_account_disc") == (width >= 300)


@pytest.mark.parametrize("app", [app for app in DISCS if app != "gmail"])
def test_no_google_app_has_an_account_where_nobody_is_signed_in(
    make_hand: Callable[..., Hand], app: str
) -> None:
    hand = without_account(make_hand("android13"))
    hand.open(app)
    assert hand.node(DISCS[app]).content_description == "Account and settings"
    hand.tap(DISCS[app])
    assert hand.sees("account_menu")
    assert not hand.sees("account_name") | hand.sees("og_manage_account")
    hand.tap(text="Add another account")
    assert hand.sees(text="Personal (IMAP)")


def test_gmail_asks_for_an_account_where_nobody_is_signed_in(make_hand: Callable[..., Hand]) -> None:
    hand = without_account(make_hand("android13"))
    for way in ("-a android.intent.action.SENDTO -d mailto:ada@example.com", f"-n {GMAIL}"):
        hand.shell(f"am start {way}")
        assert hand.sees(text="No accounts added")
        hand.tap(text="Add account")
        assert hand.phone.top.package == "com.android.settings"
        hand.press("BACK")


def test_maps_and_youtube_ask_to_sign_in_where_nobody_is(make_hand: Callable[..., Hand]) -> None:
    hand = without_account(make_hand("android13"))
    hand.open("maps")
    for name in ("contribute", "updates"):
        hand.tap(f"{name}_tab_strip_button")
        hand.tap("sign_in_button")
        assert hand.sees(text="Personal (IMAP)")
        hand.press("BACK")
    hand.open("youtube")
    hand.tap(description="You")
    hand.tap("sign_in_button")
    assert hand.sees(text="Personal (IMAP)")


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_settings_have_the_account_that_is_signed_in(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.shell(f"am start -a {ACCOUNTS}")
    hand.tap(text=ALEX.address)
    assert hand.sees(text=ALEX.name)
    if image != "android10":
        hand.tap(text="Backup")
        assert hand.sees(text=ALEX.address)
    without_account(hand)
    hand.shell(f"am start -a {ACCOUNTS}")
    assert hand.sees(text="Add account")
    assert not hand.sees(text=ALEX.address)
    if image != "android10":
        hand.shell(f"am start -a {BACKUP}")
        assert hand.sees(text="No accounts added")


def test_on_android_10_maps_and_youtube_have_the_account_of_gmail(hand: Hand) -> None:
    hand.open("maps")
    hand.tap("selected_account_disc")
    assert hand.sees(text=ALEX.address)
    assert not hand.sees(text="Sign in")
    hand.tap(text=ALEX.name)
    assert hand.phone.top.package == "com.android.settings"
    hand.open("youtube")
    hand.tap(description="You")
    assert hand.text("account_name") == ALEX.name
