"""One connection for all apps: in airplane mode, or without Wi-Fi and mobile data, every online app says so."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.system import radios

AIRPLANE = (
    "settings put global airplane_mode_on 1; "
    "am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true"
)
APPS = ("gmail", "google", "instagram", "maps", "walmart", "wikipedia", "youtube")


def test_the_connection_is_wifi_before_mobile_data_before_none(hand: Hand) -> None:
    assert radios.connection(hand.phone) == "wifi"
    hand.shell("svc wifi disable")
    assert radios.connection(hand.phone) == "mobile"
    hand.shell("svc data disable")
    assert radios.connection(hand.phone) == ""
    hand.shell("svc wifi enable")
    assert radios.connection(hand.phone) == "wifi"


@pytest.mark.parametrize("line", ["svc wifi disable; svc data disable", AIRPLANE])
@pytest.mark.parametrize("app", APPS)
def test_an_app_of_the_internet_says_that_there_is_none(hand: Hand, app: str, line: str) -> None:
    hand.open(app)
    assert not hand.sees(text="You’re offline")
    hand.shell(line)
    assert hand.sees(text="You’re offline")
    hand.shell("svc wifi enable")
    assert not hand.sees(text="You’re offline")


def test_chrome_reaches_no_page_without_a_connection(hand: Hand) -> None:
    hand.shell("svc wifi disable; svc data disable")
    hand.shell("am start -a android.intent.action.VIEW -d https://example.com")
    assert hand.sees(text="No internet")
    hand.shell("svc data enable")
    hand.tap("reload-button")
    assert not hand.sees(text="No internet")


def test_youtube_shows_what_the_phone_keeps_and_tries_again(hand: Hand) -> None:
    hand.shell("svc wifi disable; svc data disable")
    hand.open("youtube")
    hand.tap("offline_retry")
    assert "connection" in hand.phone.toast
    hand.tap(description="You")
    assert not hand.sees("offline_retry")
